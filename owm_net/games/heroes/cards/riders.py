"""Cards that are played with another answer and so cost no question of their own. G-05.

They stand in a field `cards` of that answer. Who may not know them judges only that they lie in the
hand; the rest is judged when they are open.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.hands import why_not_held
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import Cards, spend_card
from owm_net.games.heroes.hidden import card_key, card_words
from owm_net.games.heroes.ids import NO_VERTEX, CardKey, UnitId, Vertex
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Flip, Outline, UnitType


@frozen(kw_only=True)
class Act:
    """The deed of a unit in an answer. activates: everything it does this round; moves, supply: a
    move, one in Supply. shots: at how many targets; aimed: at an intersection or into a room or
    position; plain: without that, suppression, shares or equipment. flip: when it is turned over.
    vertex: at which smoke is thrown."""

    unit: UnitId
    activates: bool = False
    moves: bool = False
    supply: bool = False
    shots: int = 0
    aimed: bool = False
    plain: bool = True
    flip: Flip = Flip.NONE
    vertex: Vertex = NO_VERTEX

    @property
    def lacks_target(self) -> bool:
        """Return True if it is fire of which no aim has been chosen."""
        return not (self.shots or self.aimed or self.moves or self.supply)


@frozen
class Rider:
    """A kind of card. why_not: None if it may be played with such an act."""

    key: CardKey
    why_not: Callable[[HeroesState, Act], Refusal | None]


NOT_WITH_THIS = Refusal("HON-CARD-01", say("that card is not played with this"), misfit=True)

RIDERS: dict[CardKey, Rider] = {}
"""All of them; `listed` enters them."""


def unseen(view: View[HeroesState], cards: tuple[Played, ...]) -> bool:
    """Return True if this view may not know one of the cards."""
    return any(view.card(card) is None for card in cards)


def keys_of(view: View[HeroesState], cards: tuple[Played, ...]) -> Cards:
    """The kinds of cards that this view knows."""
    faces = [view.card(card) for card in cards]
    return tuple([card_key(face) for face in faces if face is not None])


def open_keys(cards: tuple[Played, ...]) -> Cards:
    """The kinds of cards that are open."""
    return tuple([card_key(card) for card in cards])


def why_not_ridden(
    view: View[HeroesState], seat: Seat, cards: tuple[Played, ...], act: Act
) -> Refusal | None:
    """None if these cards may be played with an act: each kind once (HON-CARD-02)."""
    if not cards:
        return None
    no = why_not_held(view, cards, "HON-HID-09", say("choose cards from your hand"), seat)
    if no is not None:
        return no
    if view.state.known(act.unit) and view.state.units[act.unit].concealed:
        return Refusal("HON-AB-14", say("no card is played on a concealed counter"))
    keys = keys_of(view, cards)
    if len(dict.fromkeys(keys)) < len(keys):
        return Refusal("HON-CARD-03", say("such a card counts once"))
    for key in keys:
        if key not in RIDERS:
            return NOT_WITH_THIS
        no = RIDERS[key].why_not(view.state, act)
        if no is not None:
            return no
    return None


def spend_cards(g: HeroesState, seat: Seat, cards: tuple[Played, ...]) -> Cards:
    """They are played; returns their kinds."""
    for card in cards:
        spend_card(g, seat, card)
    return open_keys(cards)


def ridden(view: View[HeroesState], seat: Seat) -> list[tuple[CardKey, Played]]:
    """The cards that the viewer knows in a hand and that are played with another answer, one of
    each kind."""
    found: dict[CardKey, Played] = {}
    for slot in view.state.hands[seat]:
        face = view.card(slot)
        if face is not None and card_key(face) in RIDERS:
            found.setdefault(card_key(face), Played(slot))
    return list(found.items())


def with_cards(sentence: str, view: View[HeroesState], cards: tuple[Played, ...]) -> str:
    """A sentence with the cards that are played with it."""
    if not cards:
        return sentence
    faces = [view.card(card) for card in cards]
    names = [say("a card") if face is None else card_words(face) for face in faces]
    return say("{deed}, with {cards}", deed=sentence, cards=listed(names))


def is_plain_infantry(g: HeroesState, unit: UnitId) -> bool:
    """Return True if a unit is infantry on the map, and no heavy weapon."""
    u = g.units[unit]
    return u.there and u.kind is UnitType.INFANTRY and u.piece.outline is not Outline.HEAVY_WEAPON
