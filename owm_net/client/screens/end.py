"""The end of a match."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from owm_net.client import theme
from owm_net.client.actions import (
    AtTable,
    CloseScreen,
    LeaveMatch,
    SavePicture,
    WatchAgain,
    WindowAction,
    WishAfterMatch,
)
from owm_net.client.after import AGAIN, NEW
from owm_net.client.keys import HEED
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import button, panel
from owm_net.client.screens import rematch as again
from owm_net.client.screens.over_table import OverTable, Z
from owm_net.client.stack import Layer
from owm_net.client.words import ALL_GOOD
from owm_net.engine.ids import Seat
from owm_net.engine.text import named

READ_END = 2.0
"""Seconds without Enter after which it leaves an end: who taps it through a match sees how that
ended."""
MOST_LINES = 9
"""Of the details."""
MOST_SIGNS = 2
"""Beside a name."""


def headline(model: Model) -> str:
    """Return the winner, from where this seat sits."""
    result = model.result
    assert result is not None
    if not result.winners:
        return tr("A draw") if result.scores else tr("No winner")
    if model.player in result.winners:
        return tr("Victory")
    return (
        tr("Defeat") if model.player >= 0 else tr("{name} won", name=model.name(result.winners[0]))
    )


def _verdict(pen: Pen, model: Model, whole: bool) -> list[str]:
    """The last word on the log, in a line; all of it if that is wanted. Then where a picture is."""
    head, *rest = model.notices.verdict.splitlines() or [""]
    lines = pen.wrap(head, "body", 14, 440, 2) if head else []
    if whole:
        lines += [line for text in rest for line in pen.wrap(text, "body", 14, 560, 4)][:MOST_LINES]
    saved = model.after.saved if model.after is not None else ""
    return lines + (pen.wrap(saved, "body", 14, 560, 3) if saved else [])


def _more(model: Model) -> Iterator[tuple[str, str, WindowAction, str]]:
    """Yield the choices besides leaving: id, label, action, why not now."""
    after, is_replay = model.after, model.replay is not None
    if after is None:
        return
    for what, label in ((AGAIN, tr("PLAY AGAIN")), (NEW, tr("NEW GAME"))):
        if what in after.offers:
            yield what, label, WishAfterMatch(what), ""
    soon = tr("the match is still being closed; in a moment")
    yield "watch", tr("WATCH IT"), WatchAgain(), "" if is_replay or after.watch else soon
    if not is_replay:
        soon = tr("the log is being checked first")
        yield "save", tr("SAVE PICTURE"), SavePicture(), "" if after.save else soon


@frozen
class ToggleDetails(WindowAction):
    """All that was checked, or one line of it."""

    def do(self, at: AtTable) -> None:
        """On the end screen."""
        end = at.screens.find(EndScreen)
        if end is not None:
            end.details = not end.details


class EndScreen(OverTable):
    """Result, scores and the last word on the log. details: every check is shown."""

    layer = Layer.NEWS
    heed = HEED
    details = False

    def back(self, at: AtTable) -> None:
        """One line again, then to the table."""
        if self.details:
            self.details = False
        else:
            at.screens.close(self)

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """Enter leaves it, but not at once."""
        if name != "enter" or at.ui.focus:
            return super().key(at, name, shift)
        if self.since is not None and at.now - self.since >= READ_END:
            return False
        self.since = at.now  # the time that is left to look at it begins anew
        return True

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw it as large as its text."""
        model, table, z = at.model, at.table, Z
        result = model.result
        if result is None or model.view is None:
            return  # it has gone since the last tick
        final = table.final(model) if model.ended_by is None else []
        final = [*final, *table.afterwards(model)]
        extra = [line for text in final for line in pen.wrap(text, "body", 15, 560, 3)]
        more = list(_more(model))
        rematch = model.after is not None and model.after.rematch is not None
        talk = again.height(pen, model) if rematch else 0.0
        under = (44 if more else 0) + talk
        points = [str(score) for score in result.scores] or [""] * model.view.state.seats
        rest = 230 + 34 * len(points) + 21 * len(extra) + under
        colour = theme.GOOD if model.notices.verdict.startswith(tr(ALL_GOOD)) else theme.CREAM
        verdict = _verdict(pen, model, self.details)[: max(1, int((pen.h - rest) / 20))]
        high = 190 + 34 * len(points) + 21 * len(extra) + 20 * len(verdict) + under
        rect = Rect(pen.w / 2 - 310, max(20, pen.h / 2 - high / 2), 620, high)
        panel(Box(pen, rect, z), "end", dark=True)
        pen.text(
            "end.head",
            headline(model).upper(),
            rect.cx,
            rect.y + 44,
            anchor="m",
            z=z + 2,
            role="title",
            size=46,
            colour=theme.GOLD,
        )
        pen.text(
            "end.reason",
            model.why_ended[:1].upper() + model.why_ended[1:] + ".",
            rect.cx,
            rect.y + 86,
            anchor="m",
            z=z + 2,
            size=16,
            room=580,
        )
        y = rect.y + 122
        signs = table.signs(model)
        for seat, score in enumerate(points):
            won = tr("winner") if seat in result.winners else ""
            what = named(model.system.seat_name(model.view.state, seat), model.names)
            what = "" if what == model.names[seat] else what  # no side yet
            left = rect.x + 30
            for i, sign in enumerate(signs.get(Seat(seat), ())[:MOST_SIGNS]):
                place = Rect(rect.x + 28 + 30 * i, y - 16, 30, 30)
                pen.add(f"end:{seat}.sign{i}", "image", place, z=z + 3, art=sign)
                left = place.right + 6
            pen.add(
                f"end:{seat}",
                "text",
                Rect(rect.x + 20, y - 16, 580, 32),
                z=z + 2,
                runs=[
                    pen.run(
                        model.name(seat), left, y, role="bold", size=17, room=rect.x + 160 - left
                    ),
                    pen.run(what, rect.x + 170, y, size=15, colour=theme.SAND, room=230),
                    pen.run(
                        won,
                        rect.right - 150,
                        y,
                        role="title",
                        size=17,
                        colour=theme.LIT,
                        anchor="m",
                        room=110,
                    ),
                    pen.run(score, rect.right - 30, y, role="title", size=26, anchor="r"),
                ],
            )
            y += 34
        if extra:
            pen.add(
                "end.extra",
                "text",
                Rect(rect.x + 20, y - 14, 580, 21.0 * len(extra) + 4),
                z=z + 2,
                runs=pen.runs(extra, rect.x + 30, y, 21, size=15, colour=theme.SAND),
            )
            y += 21 * len(extra)
        if verdict:
            pen.add(
                "end.verdict",
                "text",
                Rect(rect.x + 20, y - 12, 580, 20.0 * len(verdict) + 4),
                z=z + 2,
                runs=pen.runs(verdict, rect.x + 30, y, 20, size=14, colour=colour),
            )
        if "\n" in model.notices.verdict:
            details = Rect(rect.right - 128, y - 11, 108, 24)  # between the lines
            label = tr("ONE LINE") if self.details else tr("DETAILS")
            button(Box(pen, details, z + 5), "end.details", label, ToggleDetails(), size=14)
        if rematch:
            top = rect.bottom - 50 - under
            again.at_end(pen, model, Rect(rect.x + 20, top, 580, talk - 12), z)
        for n, (id, label, action, why) in enumerate(more):
            wide = 580 / len(more)
            place = Rect(rect.x + 20 + wide * n + 4, rect.bottom - 92, wide - 8, 34)
            button(Box(pen, place, z + 5), f"end.{id}", label, action, why=why)
        button(
            Box(pen, Rect(rect.cx - 190, rect.bottom - 48, 180, 34), z + 5),
            "end.look",
            tr("LOOK AT THE TABLE"),
            CloseScreen(),
        )
        button(
            Box(pen, Rect(rect.cx + 10, rect.bottom - 48, 180, 34), z + 5),
            "confirm",
            model.way_out,
            LeaveMatch(),
            lit=True,
        )
