"""The events, and their words. Seats and cards as people call them; points as a number."""

from __future__ import annotations

from attrs import field

from owm_net.engine.agenda import Event, InLog
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import say, seat_called
from owm_net.games.skeleton.cards import card_name, token_words
from owm_net.games.skeleton.state import DuelState


def seat_name(seat: Seat) -> str:
    """A seat as people count: from 1."""
    return seat_called(seat)


@record("skeleton.turn")
class TurnBegun(Event):
    """A seat looks at the top card."""

    headline = True
    in_log = InLog.HEADING

    seat: Seat
    rule: str = field(default="SKEL-04", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say("{who} looks at the top card", who=seat_name(self.seat))


@record("skeleton.sent")
class Sent(Event):
    """A seat has sent a scout, which the others may answer."""

    seat: Seat
    card: int
    rule: str = field(default="SKEL-04", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say("{who} sends {card}", who=seat_name(self.seat), card=card_name(self.card))


@record("skeleton.laid")
class Laid(Event):
    """A seat has laid a smoke on what was played before."""

    seat: Seat
    card: int
    rule: str = field(default="SKEL-05", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say("{who} lays {card}", who=seat_name(self.seat), card=card_name(self.card))


@record("skeleton.cancelled")
class Cancelled(Event):
    """A card has no effect, for a smoke was laid on it."""

    card: int
    rule: str = field(default="SKEL-05", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say("{card} is cancelled", card=card_name(self.card))


@record("skeleton.scored")
class Scored(Event):
    """A scout has taken effect. points: what it brought, 0 or more."""

    seat: Seat
    card: int
    points: int
    rule: str = field(default="SKEL-06", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say(
            "{who}: {card} brings {points}",
            who=seat_name(self.seat),
            card=card_name(self.card),
            points=self.points,
        )


@record("skeleton.reshuffled")
class Reshuffled(Event):
    """A new deck. cards: of how many."""

    cards: int
    rule: str = field(default="SKEL-08", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say("the discard pile is shuffled into a new deck")


@record("skeleton.left")
class Left(Event):
    """A seat has left for good; the others go on."""

    seat: Seat
    rule: str = field(default="SKEL-13", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say("{who} has left; the others go on", who=seat_name(self.seat))


@record("skeleton.bet_laid")
class BetLaid(Event):
    """A seat has laid one of its tokens face down."""

    seat: Seat
    rule: str = field(default="SKEL-14", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say("{who} lays its bet", who=seat_name(self.seat))


@record("skeleton.declared")
class Declared(Event):
    """A bet lies open. card: the token."""

    seat: Seat
    card: int
    rule: str = field(default="SKEL-15", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        return say(
            "{who} declares its bet: {token}",
            who=seat_name(self.seat),
            token=token_words(self.card),
        )


@record("skeleton.settled")
class Settled(Event):
    """The result of a bet. card: the token."""

    seat: Seat
    card: int
    points: int
    rule: str = field(default="SKEL-16", kw_only=True)

    def sentence(self, g: DuelState) -> str:
        token = token_words(self.card)
        return say(
            "{who} bet by {token} and wins {points}",
            who=seat_name(self.seat),
            token=token,
            points=self.points,
        )
