"""Armies and decks as numbers, as they are kept by name for other matches. A deck is the numbers of
its cards (G-05), an army a group for each tile, then others:

    TILE, tile, then slot and option of each slot that is filled
    HEROES, heroes
    GEAR, the Gear option, then option and number of each sort of token
    DIRECTIVES, directives

each by its place in the data files, a slot on its tile, from 0. So the order of those files is part
of what players have kept: new rows go to their ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.hidden import pool
from owm_net.games.heroes.roster import Roster
from owm_net.games.heroes.terms import CardKind, Directive, Nation

ARMIES, DECKS = "heroes", "heroes.deck"
"""The names under which they are kept."""
TILE, HEROES, GEAR, DIRECTIVES = range(4)
IN_GROUP = 16

Kept = Mapping[str, Sequence[Sequence[int]]]
"""What is kept by name."""

_TILES: Final = tuple(CATALOG.tiles.values())
_OPTIONS, _HEROES = tuple(CATALOG.options), tuple(CATALOG.heroes)
_DIRECTIVES = tuple(Directive)

T = TypeVar("T")


class _NotKept(Exception):
    """These numbers are no army."""


def numbers_of(roster: Roster) -> tuple[tuple[int, ...], ...]:
    """All that an army names must be in the data files."""
    groups = []
    for tile in _TILES:
        if tile.key in roster.tiles:
            group = [TILE, _TILES.index(tile)]
            names = [slot.name for slot in tile.holes]
            for key, slot, option in roster.options:
                if key == tile.key:
                    group += [names.index(slot), _OPTIONS.index(option)]
            groups.append(tuple(group))
    if roster.heroes:
        groups.append((HEROES, *map(_HEROES.index, roster.heroes)))
    for gear in dict.fromkeys([gear for gear, _, _ in roster.gear]):
        tokens = [(_OPTIONS.index(key), n) for of, key, n in roster.gear if of == gear]
        groups.append((GEAR, _OPTIONS.index(gear), *[n for pair in tokens for n in pair]))
    if roster.directives:
        groups.append((DIRECTIVES, *map(_DIRECTIVES.index, roster.directives)))
    return tuple(groups)


def roster_from(groups: Sequence[Sequence[int]]) -> Roster | None:
    """The army; None if these numbers are none. Whether it is allowed, `faults_of` says."""
    try:
        return _roster(groups)
    except _NotKept:
        return None


def _roster(groups: Sequence[Sequence[int]]) -> Roster:
    roster = Roster(())
    for group in groups:
        kind, *numbers = group or [-1]
        if kind == TILE and len(numbers) % 2:
            tile = _at(_TILES, numbers[0])
            filled = [
                (tile.key, _at(tile.holes, slot).name, _at(_OPTIONS, option))
                for slot, option in _pairs(numbers[1:])
            ]
            tiles, options = (*roster.tiles, tile.key), (*roster.options, *filled)
            roster = roster.with_(tiles=tiles, options=options)
        elif kind == HEROES:
            roster = roster.with_(heroes=tuple([_at(_HEROES, n) for n in numbers]))
        elif kind == GEAR and len(numbers) % 2:
            gear = _at(_OPTIONS, numbers[0])
            tokens = [(gear, _at(_OPTIONS, key), n) for key, n in _pairs(numbers[1:])]
            roster = roster.with_(gear=(*roster.gear, *tokens))
        elif kind == DIRECTIVES:
            roster = roster.with_(directives=tuple([_at(_DIRECTIVES, n) for n in numbers]))
        else:
            raise _NotKept
    return roster


def own_armies(kept: Kept, nation: Nation) -> Iterator[tuple[str, Roster]]:
    """Yield the armies of a nation that are kept by name, as far as they can be read."""
    for name, groups in kept.items():
        roster = roster_from(groups)
        if roster and all(CATALOG.tiles[key].nation is nation for key in roster.tiles):
            yield name, roster


def numbers_of_deck(cards: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The cards of a deck, so many in a group."""
    cards = sorted(cards)
    return tuple([tuple(cards[n : n + IN_GROUP]) for n in range(0, len(cards), IN_GROUP)])


def own_decks(kept: Kept, nation: Nation, kind: CardKind) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the decks of such cards that are kept by name."""
    allowed = pool(nation, kind)
    for name, groups in kept.items():
        cards = tuple([card for group in groups for card in group])
        if cards and all(card in allowed for card in cards):
            yield name, cards


def _pairs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _at(rows: Sequence[T], n: int) -> T:
    if not 0 <= n < len(rows):
        raise _NotKept
    return rows[n]
