"""Questions beside the rules, over everything else, for any game: whether to go on without a seat
that keeps the others waiting, whether to agree to another's offer."""

from __future__ import annotations

from abc import abstractmethod

from attrs import frozen

from owm_net.client import keys
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import AtTable, Settle
from owm_net.client.stage.stack import Question
from owm_net.client.widgets import Choice, question
from owm_net.engine.text import say
from owm_net.session.match import What


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
        minutes = 0 if self.since is None else int(at.now - self.since) // 60
        ago = tr_n("This was {n} minute ago.", "This was {n} minutes ago.", minutes)
        note = f"{ago} {words.notes}" if minutes else words.notes
        question(pen, "drop", words.title, words.question, [words.yes, words.no], note=note)


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
        """Return the words for what is offered."""
        return _of_offer(self.what, self.why)


@frozen
class _Words:
    """The words of the dialog, and its buttons."""

    title: str
    question: str
    notes: str
    yes: Choice
    no: Choice


def _agree(id: str, label: str, key: str) -> Choice:
    return Choice(id, label, Settle(True), lit=False, key=key)


def _decline(id: str, label: str, key: str) -> Choice:
    return Choice(id, label, Settle(False), key=key, tooltip="[Esc]")


_OFFERS = {
    What.ABANDON: (
        say("Abandon the match?"),
        say("If all agree, the match is over and nobody has won. Until then you can take it back."),
        say("ABANDON THE MATCH"),
    ),
    What.ADJOURN: (
        say("Adjourn the match?"),
        say(
            "If all agree, the match stops here, and you continue another time: My matches, on the "
            "title."
        ),
        say("ADJOURN THE MATCH"),
    ),
    What.TAKE_BACK: (
        say("Take a decision back?"),
        say("If you agree, the match goes on from there. Nothing was revealed since."),
        say("AGREE"),
    ),
}
"""What -> title, notes, label."""


def _of_waiting(why: str) -> _Words:
    return _Words(
        tr("Stop waiting?"),
        why,
        tr(
            "You can still resume the match if both of you want to. If you keep waiting, you"
            " are asked again in a few minutes.\n"
            "{yes}: stop waiting.  {no} or Esc: keep waiting.  Enter does neither.",
            yes=keys.shown("s"),
            no=keys.shown("k"),
        ),
        _agree("offer.agree", tr("STOP WAITING"), "s"),
        _decline("offer.decline", tr("KEEP WAITING"), "k"),
    )


def _of_offer(what: What, why: str) -> _Words:
    if what is What.STOPS_WAITING:
        return _of_waiting(why)
    title, notes, label = _OFFERS[what]
    yes, no = keys.shown("a"), keys.shown("p")
    answers = tr("{yes}: agree.  {no} or Esc: play on.  Enter does neither.", yes=yes, no=no)
    return _Words(
        title,
        tr("{why}. Do you agree?", why=why),
        f"{tr(notes)}\n{answers}",
        _agree("offer.agree", tr(label), "a"),
        _decline("offer.decline", tr("PLAY ON"), "p"),
    )


def _of_drop(at: AtTable, seat: int, why: str) -> _Words:
    name = at.sitting.players.name(seat)
    return _Words(
        tr("Continue without {name}?", name=name),
        _question(at, seat, why, name),
        _notes(name),
        _agree("drop.go_on", tr("CONTINUE WITHOUT {name}", name=name.upper()), "c"),
        _decline("drop.wait", tr("KEEP WAITING"), "k"),
    )


def _question(at: AtTable, seat: int, why: str, name: str) -> str:
    sitting = at.sitting
    where = "" if sitting.view is None else sitting.system.seat_name(sitting.view.state, seat)
    who = f"{name} ({where})" if where.casefold() not in ("", name.casefold()) else name
    return tr("{why}. Continue without {who}? All who remain must agree.", why=why, who=who)


def _notes(name: str) -> str:
    return tr(
        "Once all have agreed, {name} cannot come back, and you cannot undo "
        "it. If you keep waiting you will be asked again "
        "later.\n{yes}: continue.  {no} or Esc: keep waiting.  Enter does neither.",
        name=name,
        yes=keys.shown("c"),
        no=keys.shown("k"),
    )
