"""Names in Squad: cards, seats, squads, ranges, phases, hexes.

Events and answers have their own words: `Event.words`, `Answer.words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.text import listed as together
from owm_net.engine.text import say, say_n, seat_called
from owm_net.games.squadcards.hexmap import CLEAR
from owm_net.games.squadcards.ids import NO_TRAIT, Cell, SquadId, TraitKey
from owm_net.games.squadcards.state import CATALOG, HEXES, SquadState, face
from owm_net.games.squadcards.terms import Effect, Nation, Phase, RangeBand

CREDITS = (
    "After the free web game 'Squad' (Warp Spawn Games). Flanking Fire variant by Christian "
    "Martinez; variants playtested by Marcello's page."
)
"""SQD-CREDIT-01."""

PHASE_WORDS = {
    Phase.DRAW: say("Draw"),
    Phase.MORALE: say("Morale"),
    Phase.COVERING: say("Covering Fire"),
    Phase.OPPORTUNITY: say("Opportunity Fire"),
    Phase.MOVEMENT: say("Movement"),
    Phase.POSITION: say("Position Fire"),
    Phase.RETURN: say("Return Fire"),
    Phase.RALLY: say("Rally"),
    Phase.DISCARD: say("Discard"),
}
"""As the rules call them, without the word Phase."""

BAND_WORDS = {
    RangeBand.PB: say("Point Blank"),
    RangeBand.S: say("Short"),
    RangeBand.M: say("Medium"),
    RangeBand.L: say("Long"),
}


NATION_WORDS = {
    Nation.US: say("Americans"),
    Nation.BRITISH: say("British"),
    Nation.GERMAN: say("Germans"),
    Nation.JAPANESE: say("Japanese"),
    Nation.RUSSIAN: say("Russians"),
}
"""Who fights for it."""


def card_name(card: CardNumber) -> str:
    """The title of an open card."""
    return face(card).title


def named(card: CardNumber | None, option: TraitKey = NO_TRAIT) -> str:
    """A card as an answer names it: what a National Trait is used as goes with it."""
    if card is None or card not in CATALOG.faces:
        return say("a hidden card")
    if option in CATALOG.uses and face(card).effect is Effect.TRAIT:
        return say("National Trait: {title}", title=CATALOG.uses[option].title)
    return card_name(card)


def listed(cards: Iterable[CardNumber | None]) -> str:
    """Cards by their names, with commas; "nothing" for none at all."""
    return together([named(c) for c in cards]) or say("nothing")


def seat_name(g: SquadState, seat: Seat) -> str:
    """The nationality, once it is chosen; with its seat, counted from 1, if both have the same."""
    if not g.squads:
        return seat_called(seat)
    nations = [g.squads[g.all_of(s)[0]].nation for s in (Seat(0), Seat(1))]
    title = NATION_WORDS[nations[seat]]
    if nations[0] is not nations[1]:
        return title
    return say("{nation} ({seat})", nation=title, seat=seat_called(seat))


def number_of(g: SquadState, squad: SquadId) -> int:
    """Return a squad's number as its owner counts: from 1, their own squads only."""
    return squad - g.all_of(g.squads[squad].seat)[0] + 1


def squad_name(g: SquadState, squad: SquadId) -> str:
    """The side, and the number of the squad where a side has several."""
    seat = g.squads[squad].seat
    if g.squads_each == 1:
        return seat_name(g, seat)
    return say(
        "{nation}, squad {number_of}",
        nation=seat_name(g, seat),
        number_of=number_of(g, squad),
    )


def terrain_title(g: SquadState, squad: SquadId) -> str:
    """Return the name of the ground under a squad."""
    ground = g.squads[squad].ground
    return ground.title if ground else (say("clear ground") if g.hex_map else say("Open terrain"))


WAYS = {
    -1: {-1: say("north-west"), 0: say("north"), 1: say("north-east")},
    0: {-1: say("west"), 1: say("east")},
    1: {-1: say("south-west"), 0: say("south"), 1: say("south-east")},
}
"""Where one place is, seen from another: how far south, how far east."""


def hex_title(cell: Cell) -> str:
    """A hex and its terrain."""
    kind = HEXES.kinds[cell]
    title = CATALOG.uses[kind].title if kind != CLEAR else say("clear")
    return together([HEXES.name(cell), title], " ")


def hex_told(cell: Cell) -> str:
    """The same for the log: clear ground by the nearest terrain, north being the first row."""
    kinds = HEXES.kinds
    if kinds[cell] != CLEAR:
        return CATALOG.uses[kinds[cell]].title
    far, near = min([(HEXES.distance(cell, c), c) for c in HEXES.cells if kinds[c] != CLEAR])
    (q, r), (x, y) = HEXES.places[cell], HEXES.places[near]
    east, south = 2 * (q - x) + (r - y), r - y
    return say_n(
        "clear ground, {n} hex {way} of {title}",
        "clear ground, {n} hexes {way} of {title}",
        far,
        way=WAYS[(south > 0) - (south < 0)][(east > 0) - (east < 0)],
        title=CATALOG.uses[kinds[near]].title,
    )


def count_men(n: int) -> str:
    """A number of men in words: "1 man", "3 men"."""
    return say_n("{n} man", "{n} men", n)


def added(parts: Iterable[tuple[str, int]]) -> list[str]:
    """Each thing that is added to a roll with its number, zeros left out: "hill +1"."""
    return [say("{name} {value:+d}", name=name, value=value) for name, value in parts if value]


def because(parts: Sequence[str]) -> str:
    """The same in brackets behind what it is added to."""
    return say(" ({parts})", parts=together(parts)) if parts else ""


def roll_sum(die: int, parts: Iterable[tuple[str, int]], total: int) -> str:
    """A die and what is added to it: "2 (nation +1, losses +3) = 6"."""
    why = added(parts)
    if not why:
        return str(die)
    return say("{die}{why} = {total}", die=die, why=because(why), total=total)


TELLING = SquadState.telling
TELLING.of(Seat, seat_name)
TELLING.of(SquadId, squad_name)
TELLING.of(CardNumber, lambda g, card: named(card))
TELLING.of(Nation, lambda g, nation: CATALOG.nations[nation].people)
TELLING.of(RangeBand, lambda g, band: BAND_WORDS[band])
TELLING.of(Cell, lambda g, cell: hex_title(cell))
TELLING.of(str, lambda g, use: CATALOG.uses[use].title, "title")
