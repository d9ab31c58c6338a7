"""The base of every action of a turn (section 2.13).

One file beside this one holds one action: its fields, what is worth considering, why not, what it
does, and its words. `actions.ACTIONS` lists them; `turn.Turn` walks that list and names none.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Protocol, Self

from attrs import field, frozen

from owm_net.engine.agenda import Event, Outcome, Refusal
from owm_net.engine.hands import held, why_not_held
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState, order_of
from owm_net.games.owm.terms import Colour, StandingOrder
from owm_net.games.owm.windows import Order


class ActiveTurn(Protocol):
    """The turn an action is taken in, as far as actions know it: facts, and what may follow.

    attacked, tried: enemy Fireteams already attacked (OWM-ATK-02) or looked for (A-37) in it.
    maneuvers: Maneuver orders played and not cancelled in it (A-48).
    disarmed: a Satchel Charge has been tried in it (OWM-COP-SC-04).
    """

    fireteam: FireteamId
    actions_left: int
    attacked: list[FireteamId]
    tried: list[FireteamId]
    maneuvers: int
    disarmed: bool

    def ask(self, g: OwmState) -> Outcome[None]:
        """The turn goes on: the next action is asked for."""

    def acted(self, g: OwmState) -> Outcome[None]:
        """The same, after a frame without a result."""

    def arrived(self, g: OwmState, turn_over: bool) -> Outcome[None]:
        """After a completed move; an assault, or a Fireteam joined, may have used up the turn."""

    def recognised(self, g: OwmState, success: bool) -> Outcome[None]:
        """After the check for the enemy last looked for."""

    def close(self, g: OwmState) -> Outcome[None]:
        """The turn is over: the next Fireteam is activated."""


class Action(Answer):
    """An action of a turn. is_free: it costs no Standard Action.

    What costs cards is laid first (`lay`); when those who may have answered it with Command
    Decisions (A-09), it is done (`act`) unless it was cancelled.
    """

    __slots__ = ()
    is_free: ClassVar[bool] = False

    @classmethod
    def in_play(cls, g: OwmState) -> bool:
        """Return True if the match has such an action at all, at its level and in its mission."""
        return True

    @classmethod
    @abstractmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Self]:
        """Such actions as are worth considering, in a fixed order; some may not be allowed."""

    @abstractmethod
    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """The rule that forbids it, None if it is allowed. What speaks against every action of this
        class is said first, before a field is read; then one field after another."""

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        """Pay for it and tell it; its cards have been opened. The returned order can be answered
        before it is done, unless it is free."""
        return laid(type(self), g, turn)

    @abstractmethod
    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """Do it. order: what was laid, with what has been added to it.

        After others' answers much may have changed: the acting Fireteam is still there and has its
        turn (`Turn`); check everything else again.
        """

    def cancel(self, g: OwmState) -> None:
        """It was cancelled, or who ordered it is gone: what is done with a card that lies ready."""

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        """Return its likely result, in a line, before it is ordered; "" if that is plain."""
        return ""


def laid(
    action: type[Action],
    g: OwmState,
    turn: ActiveTurn,
    *,
    standing: StandingOrder | None = None,
    enemy: FireteamId = NO_FIRETEAM,
    cell: Cell = NO_CELL,
) -> Order:
    """The action of the active Fireteam, as it can be answered."""
    seat, title = g.fireteams[turn.fireteam].seat, action.title
    return Order(seat, title, standing, cell, fireteam=turn.fireteam, enemy=enemy)


@record("owm.event.void_order")
class OrderVoid(Event):
    """An order does nothing, for what it needs is gone."""

    words = say("the order of {fireteam} does nothing: {why}")

    fireteam: FireteamId
    why: str
    rule: str = field(default="OWM-STACK-01", kw_only=True)


def void(g: OwmState, turn: ActiveTurn, problem: Refusal) -> Outcome[None]:
    """The order cannot be carried out any more; its action is used."""
    g.tell(OrderVoid(turn.fireteam, problem.why, rule=problem.rule))
    return turn.acted


@frozen
class Ordered(Event):
    """A Fireteam takes an action that costs cards. cards: what was played or discarded."""

    headline = True

    fireteam: FireteamId
    cards: tuple[CardNumber, ...]

    def deed(self, g: OwmState) -> str:
        """Return the words that follow the Fireteam's name: "rallies"."""
        return ""

    def sentence(self, g: OwmState) -> str:
        who = words.fireteam_name(g, self.fireteam)
        cards = words.card_names(self.cards)
        return say("{who} {deed} ({cards})", who=who, deed=self.deed(g), cards=cards)


# -- cards -----------------------------------------------------------------------------------


def why_not_in_hand(view: View[OwmState], *cards: Played) -> Refusal | None:
    """Cards must be in the seat's own hand, each named once (OWM-STD-02)."""
    return why_not_held(view, cards, "OWM-STD-02", say("that card is not in your hand"))


def why_not_in_command(g: OwmState, turn: ActiveTurn, soldier: SoldierId) -> Refusal | None:
    """A check that the Fireteam makes is made by who is in command (OWM-SOLD-04)."""
    if soldier not in g.commanders(turn.fireteam):
        return Refusal("OWM-SOLD-04", say("the soldier in command makes the check"), misfit=True)
    return None


def hand_of(view: View[OwmState], turn: ActiveTurn) -> list[Played]:
    """The hand out of which the active Fireteam acts."""
    return held(view, view.state.fireteams[turn.fireteam].seat)


def why_nothing_to_pay(view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
    """An Engineering Action is paid with a card of the hand, whichever it is (OWM-ENG-01)."""
    if not view.state.hands[view.state.fireteams[turn.fireteam].seat]:
        return Refusal("OWM-ENG-01", say("there is no card to discard"))
    return None


def orders(view: View[OwmState], turn: ActiveTurn, wanted: StandingOrder) -> Iterator[Played]:
    """The cards of the hand with this Standing Order, as far as the view may know them."""
    for card in hand_of(view, turn):
        order = order_of(view.card(card))
        if order is not None and order.standing_order is wanted:
            yield card


def why_no_order(view: View[OwmState], card: Played, wanted: StandingOrder) -> Refusal | None:
    """The card must be in the hand and have this Standing Order (OWM-CARD-02).

    A card that this view may not know is judged again when it has been opened.
    """
    problem = why_not_in_hand(view, card)
    face = view.card(card)
    if problem is not None or face is None:
        return problem
    order = order_of(face)
    if order is None or order.standing_order is not wanted:
        why = say("that card is no {side} order", side=wanted.word)
        return Refusal("OWM-CARD-02", why, misfit=True)
    return None


def strength_of(card: CardNumber) -> Colour:
    """The colour printed beside an Attack or Rally order."""
    order = order_of(card)
    assert order is not None and order.strength is not None
    return order.strength
