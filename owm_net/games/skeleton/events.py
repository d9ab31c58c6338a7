"""What happens, and how it is told. Seats and cards as people call them; points as a number."""

from __future__ import annotations

from attrs import field, frozen

from owm_net.engine.agenda import Event, InLog
from owm_net.engine.ids import Seat
from owm_net.engine.records import register
from owm_net.games.skeleton.cards import card_name
from owm_net.games.skeleton.state import DuelState


def seat_name(seat: Seat) -> str:
    """A seat as people count: from 1."""
    return f"seat {seat + 1}"


@register("skeleton.turn")
@frozen
class TurnBegun(Event):
    """A seat looks at the top card."""

    headline = True
    in_log = InLog.HEADING

    seat: Seat
    rule: str = field(default="SKEL-04", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{seat_name(self.seat)} looks at the top card"


@register("skeleton.sent")
@frozen
class Sent(Event):
    """A seat has sent a scout, which the others may answer."""

    seat: Seat
    card: int
    rule: str = field(default="SKEL-04", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{seat_name(self.seat)} sends {card_name(self.card)}"


@register("skeleton.laid")
@frozen
class Laid(Event):
    """A seat has laid a smoke on what was played before."""

    seat: Seat
    card: int
    rule: str = field(default="SKEL-05", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{seat_name(self.seat)} lays {card_name(self.card)}"


@register("skeleton.cancelled")
@frozen
class Cancelled(Event):
    """A card has no effect, for a smoke was laid on it."""

    card: int
    rule: str = field(default="SKEL-05", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{card_name(self.card)} is cancelled"


@register("skeleton.scored")
@frozen
class Scored(Event):
    """A scout has taken effect. points: what it brought, 0 or more."""

    seat: Seat
    card: int
    points: int
    rule: str = field(default="SKEL-06", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{seat_name(self.seat)}: {card_name(self.card)} brings {self.points}"


@register("skeleton.reshuffled")
@frozen
class Reshuffled(Event):
    """A new deck. cards: of how many."""

    cards: int
    rule: str = field(default="SKEL-08", kw_only=True)

    def words(self, g: DuelState) -> str:
        return "the discard pile is shuffled into a new deck"


@register("skeleton.left")
@frozen
class Left(Event):
    """A seat has left for good; the others go on."""

    seat: Seat
    rule: str = field(default="SKEL-13", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{seat_name(self.seat)} has left; the others go on"


@register("skeleton.bet_laid")
@frozen
class BetLaid(Event):
    """A seat has laid one of its tokens face down."""

    seat: Seat
    rule: str = field(default="SKEL-14", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{seat_name(self.seat)} lays its bet"


@register("skeleton.declared")
@frozen
class Declared(Event):
    """A bet lies open. card: the token."""

    seat: Seat
    card: int
    rule: str = field(default="SKEL-15", kw_only=True)

    def words(self, g: DuelState) -> str:
        return f"{seat_name(self.seat)} declares its bet: {card_name(self.card).lower()}"


@register("skeleton.settled")
@frozen
class Settled(Event):
    """What a bet has brought. card: the token."""

    seat: Seat
    card: int
    points: int
    rule: str = field(default="SKEL-16", kw_only=True)

    def words(self, g: DuelState) -> str:
        token = card_name(self.card).lower()
        return f"{seat_name(self.seat)} bet by {token} and wins {self.points}"
