"""The events, and their words. Seats and cards as people call them; points as a number."""

from __future__ import annotations

from owm_net.engine.agenda import Event, InLog
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import record
from owm_net.engine.text import say, seat_called
from owm_net.games.skeleton.cards import card_name, token_words
from owm_net.games.skeleton.state import DuelState


def seat_name(seat: Seat) -> str:
    """A seat as people count: from 1."""
    return seat_called(seat)


DuelState.telling.of(CardNumber, lambda g, card: card_name(card))
DuelState.telling.of(CardNumber, lambda g, card: token_words(card), "token")


@record("skeleton.turn")
class TurnBegun(Event):
    """A seat looks at the top card."""

    words = say("{seat} looks at the top card")
    rule = "SKEL-04"
    headline = True
    in_log = InLog.HEADING

    seat: Seat


@record("skeleton.sent")
class Sent(Event):
    """A seat has sent a scout, which the others may answer."""

    words = say("{seat} sends {card}")
    rule = "SKEL-04"

    seat: Seat
    card: CardNumber


@record("skeleton.laid")
class Laid(Event):
    """A seat has laid a smoke on what was played before."""

    words = say("{seat} lays {card}")
    rule = "SKEL-05"

    seat: Seat
    card: CardNumber


@record("skeleton.cancelled")
class Cancelled(Event):
    """A card has no effect, for a smoke was laid on it."""

    words = say("{card} is cancelled")
    rule = "SKEL-05"

    card: CardNumber


@record("skeleton.scored")
class Scored(Event):
    """A scout has taken effect. points: what it brought, 0 or more."""

    words = say("{seat}: {card} brings {points}")
    rule = "SKEL-06"

    seat: Seat
    card: CardNumber
    points: int


@record("skeleton.reshuffled")
class Reshuffled(Event):
    """A new deck. cards: of how many."""

    words = say("the discard pile is shuffled into a new deck")
    rule = "SKEL-08"

    cards: int


@record("skeleton.left")
class Left(Event):
    """A seat has left for good; the others go on."""

    words = say("{seat} has left; the others go on")
    rule = "SKEL-13"

    seat: Seat


@record("skeleton.bet_laid")
class BetLaid(Event):
    """A seat has laid one of its tokens face down."""

    words = say("{seat} lays its bet")
    rule = "SKEL-14"

    seat: Seat


@record("skeleton.declared")
class Declared(Event):
    """A bet lies open. card: the token."""

    words = say("{seat} declares its bet: {card_token}")
    rule = "SKEL-15"

    seat: Seat
    card: CardNumber


@record("skeleton.settled")
class Settled(Event):
    """The result of a bet. card: the token."""

    words = say("{seat} bet by {card_token} and wins {points}")
    rule = "SKEL-16"

    seat: Seat
    card: CardNumber
    points: int
