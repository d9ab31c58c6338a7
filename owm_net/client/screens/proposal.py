"""Questions beside the rules, over everything else, for any game: whether to go on without a seat
that keeps the others waiting, whether to agree to another's offer."""

from __future__ import annotations

from abc import abstractmethod

from attrs import frozen

from owm_net.client import theme
from owm_net.client.actions import AtTable, Settle
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, panel
from owm_net.client.stack import Question
from owm_net.engine.text import say
from owm_net.session.match import What

WIDE = 620.0
"""Of the dialog."""


class _Proposal(Question[AtTable]):
    """Base of both. why: a line for people."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why

    def back(self, at: AtTable) -> None:
        """A no: the same is asked again later."""
        self.settle(at, False)

    @abstractmethod
    def words(self, at: AtTable) -> _Words:
        """Return the words of the dialog."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """The question with two buttons. Neither is what Enter means: agreeing is final, and who
        types on without looking must not do it."""
        words = self.words(at)
        z = OVERLAY + 10
        minutes = 0 if self.since is None else int(at.now - self.since) // 60
        ago = tr_n("This was {n} minute ago.", "This was {n} minutes ago.", minutes)
        asked = ago if minutes else ""
        whole = pen.wrap(words.question, "body", 16, WIDE - 60, 6)
        notes = pen.wrap(f"{asked} {words.notes}", "body", theme.SMALL, WIDE - 60, 5)
        high = 132 + 23.0 * len(whole) + 18 * len(notes)
        rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - high / 2, WIDE, high)
        panel(Box(pen, rect, z), "drop", title=words.title, dark=True)
        x, y = rect.x + 30, rect.y + 54
        pen.add(
            "drop.why",
            "text",
            Rect(x - 6, y - 14, WIDE - 48, 23.0 * len(whole) + 4),
            z=z + 2,
            runs=pen.runs(whole, x, y, 23, size=16),
        )
        y += 23 * len(whole) + 4
        pen.add(
            "drop.notes",
            "text",
            Rect(x - 6, y - 12, WIDE - 48, 18.0 * len(notes) + 4),
            z=z + 2,
            runs=pen.runs(notes, x, y, 18, size=theme.SMALL, colour=theme.FAINT),
        )
        half = (WIDE - 72) / 2
        y = rect.bottom - 52
        button(
            Box(pen, Rect(x, y, half, 36), z + 5),
            words.yes_id,
            words.yes,
            Settle(True),
            key=words.yes_key,
            tooltip=f"[{words.yes_key.upper()}]",
        )
        button(
            Box(pen, Rect(x + half + 12, y, half, 36), z + 5),
            words.no_id,
            words.no,
            Settle(False),
            lit=True,
            key=words.no_key,
            tooltip="[Esc]",
        )


class GoOnWithout(_Proposal):
    """The question whether to go on without a seat that owes."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat

    def words(self, at: AtTable) -> _Words:
        """Return the player's name, with the place in the game."""
        return _of_drop(at, self.seat, self.why)


class Agree(_Proposal):
    """The question whether to agree to another's offer: to abandon the match, or to adjourn it."""

    def __init__(self, what: What, why: str) -> None:
        super().__init__(why)
        self.what = what

    def words(self, at: AtTable) -> _Words:
        """By what is offered."""
        return _of_offer(self.what, self.why)


@frozen
class _Words:
    """The words of the dialog. yes, no: its buttons, with their letters."""

    title: str
    question: str
    notes: str
    yes: str
    yes_key: str
    no: str
    no_key: str
    yes_id: str
    no_id: str


_OFFERS = {
    What.ABANDON: (
        say("Abandon the match?"),
        say(
            "If all agree the match is over, and nobody has won. You can take that back until then."
        ),
        say("ABANDON THE MATCH"),
    ),
    What.ADJOURN: (
        say("Adjourn the match?"),
        say(
            "If all agree the match stops here, and you go on another time: My matches, on the "
            "title, or owm-net resume."
        ),
        say("ADJOURN THE MATCH"),
    ),
}
"""What -> title, notes, label."""


def _of_waiting(why: str) -> _Words:
    return _Words(
        tr("Stop waiting?"),
        why,
        tr(
            "The match can still be resumed, if both of you wish. If you wait on, you are"
            " asked again in some minutes.\n"
            "S: stop waiting.  K or Esc: keep waiting.  Enter does neither."
        ),
        tr("STOP WAITING"),
        "s",
        tr("KEEP WAITING"),
        "k",
        "offer.agree",
        "offer.decline",
    )


def _of_offer(what: What, why: str) -> _Words:
    if what is What.STOPS_WAITING:
        return _of_waiting(why)
    title, notes, label = _OFFERS[what]
    return _Words(
        title,
        tr("{why}. Do you agree?", why=why),
        f"{tr(notes)}\n" + tr("A: agree.  P or Esc: play on.  Enter does neither."),
        label,
        "a",
        tr("PLAY ON"),
        "p",
        "offer.agree",
        "offer.decline",
    )


def _of_drop(at: AtTable, seat: int, why: str) -> _Words:
    name = at.model.name(seat)
    return _Words(
        tr("Go on without {name}?", name=name),
        _question(at, seat, why, name),
        _notes(name),
        tr("GO ON WITHOUT {name}", name=name.upper()),
        "g",
        tr("KEEP WAITING"),
        "k",
        "drop.go_on",
        "drop.wait",
    )


def _question(at: AtTable, seat: int, why: str, name: str) -> str:
    model = at.model
    where = "" if model.view is None else model.system.seat_name(model.view.state, seat)
    who = f"{name} ({where})" if where.casefold() not in ("", name.casefold()) else name
    return tr("{why}. Go on without {who}? All who remain must agree.", why=why, who=who)


def _notes(name: str) -> str:
    return tr(
        "Once all have agreed {name} cannot come back, and you cannot take "
        "your word back. If you keep waiting you will be asked again "
        "later.\nG: go on.  K or Esc: keep waiting.  Enter does neither.",
        name=name,
    )
