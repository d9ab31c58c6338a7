"""Army building: the roster question, gear, ready armies. Ledger 2.2, G-04, G-06, G-19.

All seats answer at once and in secret; then both armies are public (HON-ARMY-17). `muster` says
what an army may be bought of.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, read_out, say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import CounterKey, OptionKey, TileKey
from owm_net.games.heroes.muster import GEAR, cost_of, enlist, faults_of_army
from owm_net.games.heroes.printed.armies import Army, ReadyArmy, TileBought
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Directive, Nation
from owm_net.games.heroes.tokens import orders_with
from owm_net.games.heroes.words import seat_name

Filled = tuple[TileKey, str, OptionKey]
"""A tile, one of its slots, and the option in it."""
Chosen = tuple[OptionKey, OptionKey, int]
"""A Gear option, an equipment option, and how many of its tokens are taken (HON-EQ-08)."""
MOST = 60
"""No army names as many things of a kind."""


@record("heroes.roster")
class Roster(Answer):
    """An army. options: see `Filled`; gear: see `Chosen`; directives: of that option."""

    title: ClassVar[str] = say("Army")

    tiles: tuple[TileKey, ...]
    options: tuple[Filled, ...] = ()
    heroes: tuple[CounterKey, ...] = ()
    gear: tuple[Chosen, ...] = ()
    directives: tuple[Directive, ...] = ()

    def sentence(self, view: View[HeroesState]) -> str:
        known = [read_out(CATALOG.tiles[key].title) for key in self.tiles if key in CATALOG.tiles]
        return say("an army of {tiles}", tiles=listed(known)) if known else say("an army")


ROSTER = Kind(
    "roster",
    Roster,
    rule="HON-ARMY-02",
    why=say("choose an army"),
    deed=say("choose an army"),
)


@record("heroes.mustered")
class Mustered(Event):
    """An army is public from now on (HON-ARMY-17)."""

    rule = "HON-ARMY-17"
    headline = True

    seat: Seat
    cost: int
    units: int

    def sentence(self, g: HeroesState) -> str:
        return say_n(
            "{seat}: an army of {cost} points, {n} unit",
            "{seat}: an army of {cost} points, {n} units",
            self.units,
            seat=seat_name(g, self.seat),
            cost=self.cost,
        )


def roster_of(army: Army) -> Roster:
    """The answer that chooses an army."""
    return Roster(
        tuple([tile.key for tile in army.tiles]),
        tuple([(tile.key, slot, o) for tile in army.tiles for slot, o in tile.options.items()]),
        army.heroes,
        army.gear,
        army.directives,
    )


def army_of(nation: Nation, roster: Roster) -> Army:
    """The army that an answer chooses; it names known things."""
    tiles = [
        TileBought(key=key, options={slot: o for tile, slot, o in roster.options if tile == key})
        for key in roster.tiles
    ]
    return Army(
        nation=nation,
        tiles=tuple(tiles),
        heroes=roster.heroes,
        directives=roster.directives,
        gear=roster.gear,
    )


def faults_of(nation: Nation, points: int, roster: Roster) -> Iterator[Refusal]:
    """All that speaks against a seat of this nation having this army for so many points."""
    parts = (roster.tiles, roster.options, roster.heroes, roster.gear, roster.directives)
    slots = [(tile, slot) for tile, slot, _ in roster.options]
    options = [*[o for _, _, o in roster.options], *[key for _, key, _ in roster.gear]]
    if any(len(part) > MOST for part in parts):
        yield Refusal("HON-ARMY-16", say("no box has so much"))
    elif len(dict.fromkeys(slots)) < len(slots):
        yield Refusal("HON-ARMY-05", say("a slot takes one option"))
    elif any(tile not in roster.tiles for tile, _ in slots):
        yield Refusal("HON-ARMY-05", say("that tile is not in the army"))
    elif (
        any(key not in CATALOG.tiles for key in roster.tiles)
        or any(key not in CATALOG.options for key in options)
        or any(key not in CATALOG.heroes for key in roster.heroes)
    ):
        yield Refusal("HON-ARMY-02", say("no box has that"))
    else:
        army = army_of(nation, roster)
        yield from faults_of_army(army, points)
        yield from _faults_of_gear(army)


def why_not_roster(nation: Nation, points: int, roster: Roster) -> Refusal | None:
    """None if a seat of this nation may have this army for so many points."""
    return next(faults_of(nation, points, roster), None)


def _faults_of_gear(army: Army) -> Iterator[Refusal]:
    """Each Gear option has exactly the tokens it gives, of equipment in one of its bands. Equipment
    that makes a unit or a position is no gear (HON-EQ-08)."""
    bought = [o for tile in army.tiles for o in tile.options.values() if o in GEAR]
    for gear, key, count in army.gear:
        option = CATALOG.options[key]
        if gear not in bought:
            yield Refusal("HON-EQ-08", say("tokens are chosen for Gear that is bought"))
            return
        if key not in CHOICE or army.nation not in option.cost:
            yield Refusal("HON-EQ-08", say("that is no gear"))
        if not any(band in CATALOG.options[gear].bands for band in option.bands):
            yield Refusal("HON-EQ-08", say("no band of it is round the Gear"))
        if count.__class__ is not int or count < 1:
            yield Refusal("HON-EQ-08", say("choose how many tokens"))
            return
    for gear in bought:
        has, number = sum([n for of, _, n in army.gear if of == gear]), CATALOG.options[gear].tokens
        if has != number:
            why = say_n("Gear is {n} token", "Gear is {n} tokens", number)
            yield Refusal("HON-EQ-08", why, more=has < number)


CHOICE = tuple(
    [
        key
        for key, o in CATALOG.options.items()
        if key.startswith("eq_") and o.tokens and not o.units and key not in (*GEAR, "eq_position")
    ]
)
"""Equipment of which Gear may have tokens."""


NEAR = 95
"""A ready army is offered that costs so many hundredths of what it may."""


def ready_armies(nation: Nation, points: int) -> Iterator[ReadyArmy]:
    """The ready armies of a nation that cost nearly so many points, the dearest first (G-19): a
    cheaper one begins behind. All that fit where none does, as after a High Command."""
    fitting = [
        ready
        for ready in CATALOG.armies.values()
        if ready.nation is nation and cost_of(ready.army) <= points
    ]
    near = [ready for ready in fitting if 100 * cost_of(ready.army) >= NEAR * points]
    yield from sorted(near or fitting, key=lambda ready: cost_of(ready.army), reverse=True)


@lru_cache(maxsize=64)
def _cut_down(nation: Nation, points: int) -> Roster:
    """Return the dearest that fits of what is left of a nation's smallest ready armies without some
    of their options and tiles."""
    ready = [r for r in CATALOG.armies.values() if r.nation is nation and not r.heroes]
    smallest = min(r.points for r in ready)
    parts = [part for r in ready if r.points == smallest for part in _parts(r.army)]
    fitting = [part for part in parts if next(faults_of_army(part, points), None) is None]
    return roster_of(max(fitting, key=cost_of))


def _parts(army: Army) -> Iterator[Army]:
    """Yield an army with each choice of its tiles, and of the options in their slots."""
    for number in range(len(army.tiles), 0, -1):
        for tiles in combinations(army.tiles, number):
            slots = [(n, slot) for n, tile in enumerate(tiles) for slot in tile.options]
            for left in range(len(slots), -1, -1):
                for kept in combinations(slots, left):
                    yield Army(
                        nation=army.nation,
                        tiles=tuple(
                            [
                                TileBought(
                                    key=tile.key,
                                    options={s: tile.options[s] for k, s in kept if k == n},
                                )
                                for n, tile in enumerate(tiles)
                            ]
                        ),
                    )


def strength(g: HeroesState, seat: Seat, army: Army) -> tuple[int, int]:
    """How many units and order tokens an army brings a seat (HON-ARMY-14, HON-ORD-03)."""
    alone = HeroesState(seats=g.seats, scenario=g.scenario)
    enlist(alone, seat, army)
    return len(alone.units), orders_with(alone, seat, alone.units)


@frame("heroes.mustering")
@define
class Mustering(Frame[None]):
    """All seats choose their armies at once (HON-ARMY-17, R-44)."""

    def start(self, g: HeroesState) -> Outcome[None]:
        """In secret."""
        return Ask(ROSTER.secretly(g.players), then=self.hear)

    @ROSTER.tells
    def about_roster(self, view: View[HeroesState]) -> About:
        """For how much."""
        why = say("for {points} points", points=view.state.budget(Seat(view.seat)))
        return About(say("choose an army"), why, "HON-ARMY-01")

    @ROSTER.offers
    def offers_roster(self, view: View[HeroesState]) -> Iterator[Roster]:
        """The ready armies."""
        g = view.state
        seat = Seat(view.seat)
        nation, points = g.side(seat).army.nation, g.budget(seat)
        fitting = list(ready_armies(nation, points))
        for ready in fitting:
            yield roster_of(ready.army)
        if not fitting:  # a High Command has cost too much for a ready one
            yield _cut_down(nation, points)

    @ROSTER.judges
    def why_not_roster(self, view: View[HeroesState], answer: Roster) -> Refusal | None:
        """By the rules of buying."""
        g = view.state
        nation = g.side(Seat(view.seat)).army.nation
        return why_not_roster(nation, g.budget(Seat(view.seat)), answer)

    @ROSTER.samples
    def sample_roster(self, view: View[HeroesState], chance: Chance) -> Roster:
        """A ready army, now and then without an option."""
        found = list(self.offers_roster(view))
        roster = found[chance.below(len(found))]
        if roster.options and chance.below(2):
            at = chance.below(len(roster.options))
            less = roster.with_(options=(*roster.options[:at], *roster.options[at + 1 :]))
            if self.why_not_roster(view, less) is None:
                return less
        return roster

    def hear(self, g: HeroesState, answers: tuple[Roster, ...]) -> Outcome[None]:
        """Both are public."""
        for seat, answer in zip(g.players, answers, strict=True):
            army = army_of(g.side(seat).army.nation, answer)
            enlist(g, seat, army)
            units = len([u for u in g.units if u.seat == seat and not u.bomb])
            g.tell(Mustered(seat, cost_of(army), units))
        return Done()
