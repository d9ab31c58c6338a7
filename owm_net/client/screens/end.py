"""The end of a match."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from owm_net.client import theme
from owm_net.client.keys import HEED
from owm_net.client.language import tr, tr_n
from owm_net.client.match.after import AGAIN, NEW
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens import rematch as again
from owm_net.client.screens.over_table import OverTable
from owm_net.client.sitting.actions import (
    AtTable,
    CloseScreen,
    LeaveMatch,
    SaveFile,
    SavePicture,
    WatchAgain,
    WindowAction,
    WishAfterMatch,
)
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.stage.stack import Layer
from owm_net.client.widgets import Choice, button, choice_row, dialog
from owm_net.client.words import ALL_GOOD, capital
from owm_net.engine.ids import Seat
from owm_net.engine.text import named
from owm_net.files import page

READ_END = 2.0
"""Seconds without Enter after which it leaves an end: who taps it through a match sees how that
ended."""
MOST_LINES = 9
"""Of the details."""
MOST_SIGNS = 2
"""Beside a name."""


def headline(seen: SeenTable) -> str:
    """Return the winner, from where this seat sits."""
    result = seen.result
    assert result is not None
    if result.drawn:
        return tr("A draw") if result.scores else tr("No winner")
    if seen.players.player in result.winners:
        return tr("Victory")
    return (
        tr("Defeat")
        if seen.players.player >= 0
        else tr("{name} won", name=seen.players.name(result.winners[0]))
    )


def _more(seen: SeenTable) -> Iterator[Choice]:
    """Yield the choices besides leaving."""
    after, is_replay = seen.ending.after, seen.replay is not None
    if after is None:
        return
    for what, label in ((AGAIN, tr("PLAY AGAIN")), (NEW, tr("NEW GAME"))):
        if what in after.offers:
            yield Choice(f"end.{what}", label, WishAfterMatch(what), lit=False)
    soon = tr("the match is still closing; wait a moment")
    why = "" if is_replay or after.watch else soon
    yield Choice("end.watch", tr("WATCH IT"), WatchAgain(), why, lit=False)
    if not is_replay and seen.system.thinker() is not None:
        why = "" if after.watch else soon
        action = WatchAgain(turning=True)
        yield Choice("end.turning", tr("TURNING POINTS"), action, why, lit=False)
    if not is_replay:
        why = "" if after.save else tr("the log is being checked first")
        yield Choice("end.save", tr("SAVE PICTURE"), SavePicture(), why, lit=False)
        if after.log is not None and page.here() is not None:
            yield Choice("end.log", tr("SAVE LOG"), SaveFile(after.log), lit=False)


@frozen
class ToggleDetails(WindowAction):
    """All that was checked, or one line of it."""

    def do(self, at: AtTable) -> None:
        """Change how much the end screen shows."""
        end = at.screens.find(EndScreen)
        if end is not None:
            end.details = not end.details


class EndScreen(OverTable):
    """Result, scores and the last word on the log. details: every check is shown."""

    layer = Layer.NEWS
    heed = HEED
    details = False

    def back(self, at: AtTable) -> None:
        """Go back to one line, then to the table."""
        if self.details:
            self.details = False
        else:
            at.screens.close(self)

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """Leave on Enter, but not at once."""
        if name != "enter" or at.ui.focus:
            return super().key(at, name, shift)
        if self.since is not None and at.now - self.since >= READ_END:
            return False
        self.since = at.now  # the time that is left to look at it begins anew
        return True

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw it as large as its text."""
        sitting, table = at.sitting, at.table
        if sitting.result is None or sitting.view is None:
            return  # it has gone since the last tick
        with dialog(pen, "end") as box:
            head: Lettering = {"role": "title", "size": 46, "colour": theme.GOLD, "anchor": "m"}
            box.cut_top(52).text("end.head", headline(sitting).upper(), **head)
            self._why(box, sitting)
            self._seats(box, at)
            final = table.final(sitting) if sitting.ending.ended_by is None else []
            final = [*final, *table.afterwards(sitting)]
            box.words("end.extra", final, size=15, step=21, most=3, colour=theme.SAND)
            more = list(_more(sitting))
            rematch = sitting.ending.after is not None and sitting.ending.after.rematch is not None
            usual = max(again.MOST_USUAL, len(again.lines_of(box, sitting))) if rematch else 0
            below = (44 if more else 0) + (52 + 20 * usual if rematch else 0) + 80
            self._verdict(box, sitting, max(1, int((pen.h - box.y - below) / 20)))
            if rematch:
                again.at_end(box, sitting)
            if more:
                choice_row(box.cut_top(34, gap=10), more, gap=8)
            look = Choice("end.look", tr("LOOK AT THE TABLE"), CloseScreen(), lit=False)
            leave = Choice("confirm", sitting.exit.way_out, LeaveMatch())
            choice_row(box.cut_top(34).inset(90, 0), [look, leave], gap=20)

    def _why(self, box: Box, seen: SeenTable) -> None:
        """Draw who has won, why, and by which sentence of the briefing."""
        result, ruled = seen.result, seen.ending.ended_by is None
        assert result is not None and seen.view is not None
        why = capital(seen.why_ended) + "."
        if ruled and not result.drawn:
            won, names = result.winners, [seen.players.name(seat) for seat in result.winners]
            who, ended = tr(" and ").join(names), seen.why_ended
            why = tr_n("{who} wins: {why}.", "{who} win: {why}.", len(won), who=who, why=ended)
            if won == (seen.players.player,):
                why = tr("You win: {why}.", why=ended)
        middle: Lettering = {"size": 16, "anchor": "m"}
        box.words("end.reason", why, most=2, step=22, gap=6, **middle)
        if ruled:
            sentence = tr(seen.system.by_which(seen.view.state, result))
            middle = {"size": theme.SMALL, "anchor": "m", "colour": theme.FAINT}
            box.words("end.rule", sentence, most=3, step=18, gap=8, **middle)

    def _seats(self, box: Box, at: AtTable) -> None:
        """Draw a line for each seat: signs, who, which side, who has won, and the score."""
        sitting, result = at.sitting, at.sitting.result
        assert result is not None and sitting.view is not None
        signs = at.table.signs(sitting)
        scores = [sitting.system.told_score(score) for score in result.scores]
        for seat, score in enumerate(scores or [""] * sitting.view.state.seats):
            what = named(sitting.system.seat_name(sitting.view.state, seat), sitting.players.names)
            what = "" if what == sitting.players.names[seat] else what  # no side yet
            row = box.cut_top(34)
            left = row.cut_left(140)
            for i, sign in enumerate(signs.get(Seat(seat), ())[:MOST_SIGNS]):
                left.cut_left(30, gap=6).centred(30, 30).add(
                    f"end:{seat}.sign{i}", "image", art=sign
                )
            left.text(f"end:{seat}", sitting.players.name(seat), role="bold", size=17)
            points: Lettering = {"role": "title", "size": 26, "anchor": "r"}
            row.cut_right(60).text(f"end:{seat}.score", score, **points)
            won: Lettering = {"role": "title", "size": 17, "colour": theme.LIT, "anchor": "m"}
            if seat in result.winners and not result.drawn:
                row.cut_right(110).text(f"end:{seat}.won", tr("winner"), **won)
            row.text(f"end:{seat}.side", what, size=15, colour=theme.SAND)

    def _verdict(self, box: Box, seen: SeenTable, most: int) -> None:
        """Draw the last word on the log, in a line; all of it if that is wanted. Then where a
        picture is."""
        head, *rest = seen.notices.verdict.splitlines() or [""]
        if rest:
            place = box.with_rect(Rect(box.right - 108, box.y + 1, 108, 24)).above(3)
            label = tr("ONE LINE") if self.details else tr("DETAILS")
            button(place, "end.details", label, ToggleDetails(), size=14)
        lines = box.pen.wrap(head, "body", 14, box.w - 118, 2) if head else []
        lines += box.wrap(rest, 14, most=4)[:MOST_LINES] if self.details else []
        lines += box.wrap(
            seen.ending.after.saved if seen.ending.after is not None else "", 14, most=3
        )
        good = seen.notices.verdict.startswith(tr(ALL_GOOD))
        ink = theme.GOOD if good else theme.CREAM
        box.cut_top(6)
        box.lines("end.verdict", lines[:most], size=14, step=20, gap=10, colour=ink)
