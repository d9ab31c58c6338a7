"""An action card that is a separate answer. Ledger 2.17, G-05, G-06.

Which seats are asked hangs on public facts alone (HON-HID-13): a seat is asked if some card that it
may hold, as everybody sees, could do something at this moment.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Self

from attrs import frozen

from owm_net.engine import codec
from owm_net.engine.agenda import Event, Frame, Kind, Refusal
from owm_net.engine.hands import why_not_held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import COMMAND, deck_nation, may_command
from owm_net.games.heroes.grid import Way, distance
from owm_net.games.heroes.hidden import card_key
from owm_net.games.heroes.ids import NO_UNIT, CardKey, DiePlace, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType

Cards = tuple[CardKey, ...]
"""Kinds of cards that have been played on something."""

ANY = Played(0)
"""In place of a card that a seat may hold."""


@frozen
class Moment:
    """When a card may be played, as everybody sees it. seat: whose card. own: its unit that shoots,
    fights or is hit; enemy: the other one. way: of the enemy on the leg that it declares. dice: the
    seat's own, of which those with the numbers of `fresh` may be rolled again. missed: they had no
    effect. played: cards that count in it already."""

    seat: Seat
    own: UnitId = NO_UNIT
    enemy: UnitId = NO_UNIT
    way: Way = ()
    dice: tuple[int, ...] = ()
    fresh: tuple[DiePlace, ...] = ()
    missed: bool = False
    played: Cards = ()


@frozen
class CardPlay(Answer):
    """A card of the hand. Each class is a file.

    key: in data/cards.toml, which gives its title. rule: the id under which it is refused; why:
    what is asked for then.
    """

    key: ClassVar[CardKey] = CardKey("")
    rule: ClassVar[str] = "HON-CARD-06"
    why: ClassVar[str] = say("that card can do nothing now")

    card: Played

    def __init_subclass__(cls) -> None:
        """The title is in the data, once."""
        if cls.key:
            cls.title = CATALOG.cards[cls.key].title

    @classmethod
    @abstractmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[Self]:
        """All that this card may do then, by what everybody knows."""

    def why_not(self, view: View[HeroesState], at: Moment) -> Refusal | None:
        """None if it may be played so, by what everybody sees."""
        offered = self.offers(view.state, at, self.card)
        if any(self == one and codec.encode(self) == codec.encode(one) for one in offered):
            return None
        return Refusal(self.rule, self.why)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Execute it: at once, or by returning a frame to run; nothing where who asks knows what
        it counts."""
        return None


@record("heroes.card_played")
class CardPlayed(Event):
    """A card is played, and lies open from now on (HON-CARD-08)."""

    words = say("{seat} play {card}")
    rule = "HON-CARD-08"
    headline = True

    seat: Seat
    card: CardNumber


def may_hold(g: HeroesState, seat: Seat, key: CardKey) -> bool:
    """Return True if a seat may hold a card of a kind, as everybody sees: it has cards, its army
    has what a command card wants, and not all copies lie open."""
    wanted = COMMAND.get(CATALOG.cards[key].kind)
    if not g.hands[seat] or (wanted is not None and not may_command(g, seat, wanted)):
        return False
    copies = CATALOG.cards[key].copies.get(deck_nation(g, seat), 0)
    played = [card_key(card) for s in g.members(seat) for card in g.piles[s] if card >= 0]
    return copies > played.count(key)


def of_cards(kind: Kind[Any]) -> list[type[CardPlay]]:
    """The classes among a kind's answers that are cards."""
    return [cls for cls in kind.answers if issubclass(cls, CardPlay)]


def can_play(kind: Kind[Any], g: HeroesState, at: Moment) -> bool:
    """Return True if a card that the seat may hold could be played, as everybody sees."""
    return bool(g.hands[at.seat]) and any(
        next(cls.offers(g, at, ANY), None) is not None
        for cls in of_cards(kind)
        if may_hold(g, at.seat, cls.key)
    )


def card_offers(kind: Kind[Any], view: View[HeroesState], at: Moment) -> Iterator[CardPlay]:
    """All that the cards can do which the viewer knows to be in the seat's hand."""
    for slot in view.state.hands[at.seat]:
        face = view.card(slot)
        for cls in of_cards(kind):
            if face is not None and cls.key == card_key(face):
                yield from cls.offers(view.state, at, Played(slot))


def why_not_card(view: View[HeroesState], at: Moment, play: CardPlay) -> Refusal | None:
    """None if a card may be played so: by what everybody sees, then by its face."""
    no = why_not_held(
        view, (play.card,), "HON-HID-09", say("choose a card from your hand"), at.seat
    )
    if no is not None:
        return no
    face = view.card(play.card)
    if face is not None and card_key(face) != play.key:
        return Refusal("HON-CARD-01", say("that is another card"), misfit=True)
    return play.why_not(view, at)


SAFE = 2
"""Within so many spaces of a unit that is tended or repaired is no enemy."""


def is_safe(g: HeroesState, unit: UnitId, *kinds: UnitType) -> bool:
    """Return True if no enemy of these types is near a unit; a concealed one counts (R-104)."""
    u = g.units[unit]
    near = [space for _, e in g.enemies(u.seat) if e.kind in kinds for space in e.covers]
    return all(distance(own, space) > SAFE for own in u.covers for space in near)


def spend_card(g: HeroesState, seat: Seat, card: int) -> None:
    """A card that has been played goes to its owner's pile, face up."""
    g.hands[seat].remove(card)
    g.piles[seat].append(card)
    g.tell(CardPlayed(seat, CardNumber(card)))
