"""An army that is being built: what a press makes of it, and why something cannot be bought. The
rules judge each army (`games/heroes/roster.py`); nothing of that is said here again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from attrs import evolve, fields, frozen

from owm_net.client.answering.drafting import (
    Drafting,
    DraftStep,
    Give,
    OpenGroup,
    Portable,
    Sketch,
    said,
)
from owm_net.client.language import tr, tr_n
from owm_net.engine.agenda import Refusal
from owm_net.engine.drafts import Draft
from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import CounterKey, OptionKey, TileKey
from owm_net.games.heroes.muster import DIRECTIVES, GEAR, cost_of, limit_of
from owm_net.games.heroes.printed.armies import Army, Slot, Tile
from owm_net.games.heroes.reasons import NO_FREE_SLOT, NO_TILE_CHOSEN
from owm_net.games.heroes.roster import Chosen, Roster, army_of, faults_of, strength
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Directive, Nation

T = TypeVar("T")

NO_HOLE = 0
HOLES: dict[int, tuple[Tile, Slot]] = dict(
    enumerate([(tile, slot) for tile in CATALOG.tiles.values() for slot in tile.holes], 1)
)
"""The holes of all tiles by the number that `Draft.group` has while one is open."""


def roster_of(sketch: Sketch) -> Roster:
    """The army as far as it has been built."""
    f = fields(Roster)
    if sketch is None or sketch.cls is not Roster:
        return Roster(())
    return Roster(
        sketch.all(f.tiles),
        sketch.all(f.options),
        sketch.all(f.heroes),
        sketch.all(f.gear),
        sketch.all(f.directives),
    )


@frozen
class Buyer:
    """A seat that builds: for which nation and for how many points."""

    view: View[HeroesState]

    @property
    def nation(self) -> Nation:
        """Of the seat."""
        return self.view.state.side(Seat(self.view.seat)).army.nation

    @property
    def points(self) -> int:
        """The points an army may cost."""
        return self.view.state.budget(Seat(self.view.seat))

    def army(self, roster: Roster) -> Army:
        """Return what is bought."""
        return army_of(self.nation, roster)

    def cost(self, roster: Roster) -> tuple[int, int]:
        """Return what an army costs, and what it may cost."""
        army = self.army(roster)
        return cost_of(army), limit_of(army, self.points)

    def strength(self, roster: Roster) -> tuple[int, int]:
        """How many units and orders an army has."""
        return strength(self.view.state, Seat(self.view.seat), self.army(roster))

    def faults(self, roster: Roster) -> list[str]:
        """All that is wrong with an army, each once."""
        found = faults_of(self.nation, self.points, roster)
        return list(dict.fromkeys([said(fault) for fault in found]))

    def why_not(self, before: Roster, after: Roster) -> Refusal | None:
        """Return what a change would make wrong that was right before; what is only missing yet
        does not count."""
        known = _known(self.nation, self.points, before)
        found = faults_of(self.nation, self.points, after)
        return next((no for no in found if not no.more and (no.rule, no.why) not in known), None)

    def filled(self, roster: Roster, key: OptionKey, hole: int) -> Roster | Refusal:
        """The army with an option in a hole, in the place of what is there; or why not."""
        after = with_option(roster, key, hole)
        return self.why_not(roster, after) or after

    def placed(self, roster: Roster, key: OptionKey) -> Roster | Refusal:
        """The army with an option in the first free hole that takes it; or the reason of the hole
        that comes nearest to it."""
        option, nearest = CATALOG.options[key], dict[int, Refusal]()
        for hole in holes_of(roster):
            _, slot = HOLES[hole]
            if option_in(roster, hole) is None:
                after = self.filled(roster, key, hole)
                if isinstance(after, Roster):
                    return after
                near = 0 if option.fits(slot) else 2 if slot.size is option.size else 3
                nearest.setdefault(near, after)
            elif option.fits(slot):
                nearest.setdefault(1, NO_FREE_SLOT)
        if not nearest:
            return NO_TILE_CHOSEN
        return nearest[min(nearest)]

    def pressed(self, roster: Roster, key: OptionKey, hole: int) -> Roster | Refusal:
        """Return what a press on an option means. hole: the one that is open, or NO_HOLE."""
        if hole != NO_HOLE:
            return self.filled(roster, key, hole)
        if key in [option for _, _, option in roster.options]:
            return without_option(roster, key)
        return self.placed(roster, key)


@lru_cache(maxsize=8)
def _known(nation: Nation, points: int, roster: Roster) -> frozenset[tuple[str, str]]:
    """Return the faults of an army. Cached: each thing that could come in asks for them."""
    return frozenset([(no.rule, no.why) for no in faults_of(nation, points, roster)])


def holes_of(roster: Roster) -> Iterator[int]:
    """The holes of the tiles of an army."""
    for number, (tile, _) in HOLES.items():
        if tile.key in roster.tiles:
            yield number


def open_hole(sketch: Sketch) -> int:
    """The hole that is open, NO_HOLE for none: of a tile that is in the army."""
    hole = sketch.group if sketch is not None else NO_HOLE
    return hole if hole in holes_of(roster_of(sketch)) else NO_HOLE


def option_in(roster: Roster, hole: int) -> OptionKey | None:
    """Return what is in a hole."""
    tile, slot = HOLES[hole]
    for key, name, option in roster.options:
        if (key, name) == (tile.key, slot.name):
            return option
    return None


def hole_of(roster: Roster, key: OptionKey) -> int:
    """The hole in which an option is, NO_HOLE for none."""
    return next((n for n in holes_of(roster) if option_in(roster, n) == key), NO_HOLE)


def parts_told(roster: Roster) -> str:
    """All that an army is bought of."""
    parts = [tr(CATALOG.tiles[key].title) for key in roster.tiles]
    parts += [tr(CATALOG.options[key].title) for _, _, key in roster.options]
    parts += [tr(CATALOG.pieces[key].title) for key in roster.heroes]
    return ", ".join(parts)


def numbers_told(buyer: Buyer, roster: Roster) -> str:
    """An army's points, units and orders."""
    cost, _ = buyer.cost(roster)
    units, orders = buyer.strength(roster)
    told = [tr_n("{n} point", "{n} points", cost), tr_n("{n} unit", "{n} units", units)]
    return ", ".join([*told, tr_n("{n} order", "{n} orders", orders)])


# -- changes -------------------------------------------------------------------------------


def with_option(roster: Roster, key: OptionKey, hole: int) -> Roster:
    """An option is in a hole, and nothing else."""
    tile, slot = HOLES[hole]
    rest = [one for one in roster.options if one[:2] != (tile.key, slot.name)]
    return _tidied(evolve(roster, options=(*rest, (tile.key, slot.name, key))))


def without_option(roster: Roster, key: OptionKey) -> Roster:
    """An option is out of its hole."""
    return _tidied(evolve(roster, options=tuple([o for o in roster.options if o[2] != key])))


def turned_tile(roster: Roster, key: TileKey) -> Roster:
    """A tile comes in, or goes with all that is in it."""
    if key not in roster.tiles:
        return evolve(roster, tiles=(*roster.tiles, key))
    tiles = tuple([tile for tile in roster.tiles if tile != key])
    options = tuple([one for one in roster.options if one[0] != key])
    return _tidied(evolve(roster, tiles=tiles, options=options))


def turned_hero(roster: Roster, key: CounterKey) -> Roster:
    """A hero comes in, or goes."""
    return evolve(roster, heroes=_turned(roster.heroes, key))


def turned_directive(roster: Roster, directive: Directive) -> Roster:
    """A directive is named, or no longer."""
    return evolve(roster, directives=_turned(roster.directives, directive))


def with_gear(roster: Roster, gear: OptionKey, key: OptionKey, tokens: int) -> Roster:
    """A Gear option has so many tokens of some equipment."""
    rest: tuple[Chosen, ...] = tuple([one for one in roster.gear if one[:2] != (gear, key)])
    return evolve(roster, gear=(*rest, (gear, key, tokens)) if tokens else rest)


def _turned(held: Sequence[T], one: T) -> tuple[T, ...]:
    return tuple([o for o in held if o != one]) if one in held else (*held, one)


def _tidied(roster: Roster) -> Roster:
    """Without the tokens and directives of options that have gone."""
    bought = [option for _, _, option in roster.options]
    due = sum([DIRECTIVES.get(option, 0) for option in bought])
    gear = tuple([one for one in roster.gear if one[0] in bought])
    return evolve(roster, gear=gear, directives=roster.directives[:due])


# -- presses -------------------------------------------------------------------------------


def _drawn(roster: Roster, hole: int = NO_HOLE) -> Sketch:
    """The draft of an army; a hole of it may be open."""
    return evolve(Draft.of(roster), group=hole)


@frozen
class Build(DraftStep):
    """The army is this one now. hole: the one that stays open."""

    roster: Roster
    hole: int = NO_HOLE

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        return _drawn(self.roster, self.hole)


@frozen
class Buy(Portable, DraftStep):
    """An option goes into the open hole, or the first that takes it; pressed again it goes out."""

    option: OptionKey

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """A Gear or Directive option stays open: there is more to choose."""
        roster = roster_of(sketch)
        after = Buyer(drafting.view).pressed(roster, self.option, open_hole(sketch))
        return _settled(after, self.option)

    @property
    def thing(self) -> OptionKey:
        return self.option

    def carried_to(self, group: int | None) -> Carried:
        return Carried(self.option, group)


@frozen
class FilledHole(OpenGroup, Portable):
    """A hole with an option in it, which can be carried elsewhere."""

    option: OptionKey

    @property
    def thing(self) -> OptionKey:
        return self.option

    def carried_to(self, group: int | None) -> Carried:
        return Carried(self.option, group)


@frozen
class Carried(DraftStep):
    """An option is let go over a hole, or outside of all of them (None): out of its own."""

    key: OptionKey
    hole: int | None

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Where it does not fit all stays as it was."""
        roster = roster_of(sketch)
        if self.hole is None:
            return _drawn(without_option(roster, self.key))
        if self.hole not in holes_of(roster) or self.hole == hole_of(roster, self.key):
            return sketch
        rest = without_option(roster, self.key)
        after = Buyer(drafting.view).filled(rest, self.key, self.hole)
        return _settled(after, self.key)


def _settled(after: Roster | Refusal, key: OptionKey) -> Sketch | Refusal:
    if isinstance(after, Refusal):
        return after
    asks_more = key in DIRECTIVES or key in GEAR
    return _drawn(after, hole_of(after, key) if asks_more else NO_HOLE)
