"""What things are called in Squad: cards, seats, squads, ranges, phases, hexes.

What happens and what may be done says itself: `Event.words`, `Answer.words` in their rooms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from owm_net.engine.ids import CardNumber, Seat
from owm_net.games.squadcards.hexmap import CLEAR
from owm_net.games.squadcards.ids import NO_TRAIT, Cell, SquadId, TraitKey
from owm_net.games.squadcards.state import CATALOG, HEXES, SquadState, face
from owm_net.games.squadcards.terms import FIRE_PHASES, PHASES, Effect, RangeBand

CREDITS = (
    "After the free web game 'Squad' (Warp Spawn Games). Flanking Fire variant by Christian "
    "Martinez; variants playtested by Marcello's page."
)
"""SQD-CREDIT-01."""

PHASE_WORDS = {p: f"{p.value.capitalize()}{' Fire' if p in FIRE_PHASES else ''}" for p in PHASES}
"""As the rules call them, without the word Phase."""

BAND_WORDS = {
    RangeBand.PB: "Point Blank",
    RangeBand.S: "Short",
    RangeBand.M: "Medium",
    RangeBand.L: "Long",
}


def card_name(card: CardNumber) -> str:
    """The title of an open card."""
    return face(card).title


def named(card: CardNumber | None, option: TraitKey = NO_TRAIT) -> str:
    """A card as an answer names it: what a National Trait is used as goes with it."""
    if card is None or card not in CATALOG.faces:
        return "a hidden card"
    if option in CATALOG.uses and face(card).effect is Effect.TRAIT:
        return f"National Trait: {CATALOG.uses[option].title}"
    return card_name(card)


def listed(cards: Iterable[CardNumber | None]) -> str:
    """Cards by their names, with commas; "nothing" for none at all."""
    return ", ".join([named(c) for c in cards]) or "nothing"


def seat_name(g: SquadState, seat: Seat) -> str:
    """The nationality, once it is chosen; with its seat, counted from 1, if both have the same."""
    if not g.squads:
        return f"seat {seat + 1}"
    nations = [g.squads[g.all_of(s)[0]].nation for s in (Seat(0), Seat(1))]
    title = CATALOG.nations[nations[seat]].title + "s"
    title = {"Britishs": "British", "Japaneses": "Japanese"}.get(title, title)
    return f"{title} (seat {seat + 1})" if nations[0] is nations[1] else title


def number_of(g: SquadState, squad: SquadId) -> int:
    """A squad's number as its owner counts: from 1, his own squads only."""
    return squad - g.all_of(g.squads[squad].seat)[0] + 1


def squad_name(g: SquadState, squad: SquadId) -> str:
    """The side, and the number of the squad where a side has several."""
    seat = g.squads[squad].seat
    if g.squads_each == 1:
        return seat_name(g, seat)
    return f"{seat_name(g, seat)}, squad {number_of(g, squad)}"


def terrain_title(g: SquadState, squad: SquadId) -> str:
    """What the ground under a squad is called."""
    ground = g.squads[squad].ground
    return ground.title if ground else ("clear ground" if g.hex_map else "Open terrain")


def hex_title(cell: Cell) -> str:
    """A hex and its terrain."""
    kind = HEXES.kinds[cell]
    return f"{HEXES.name(cell)} {CATALOG.uses[kind].title if kind != CLEAR else 'clear'}"


def count_men(n: int) -> str:
    """A number of men in words: "1 man", "3 men"."""
    return "1 man" if n == 1 else f"{n} men"


def added(parts: Iterable[tuple[str, int]]) -> list[str]:
    """Each thing that is added to a roll with its number, zeros left out: "hill +1"."""
    return [f"{name} {value:+d}" for name, value in parts if value]


def because(parts: Sequence[str]) -> str:
    """The same in brackets behind what it is added to."""
    return f" ({', '.join(parts)})" if parts else ""


def roll_sum(die: int, parts: Iterable[tuple[str, int]], total: int) -> str:
    """A die and what is added to it: "2 (nation +1, losses +3) = 6"."""
    why = added(parts)
    return f"{die}{because(why)} = {total}" if why else str(die)
