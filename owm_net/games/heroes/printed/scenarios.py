"""Scenarios: a map, sides with their armies, what is fought for. Ledger G-10 and G-11."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from owm_net.engine.data import between
from owm_net.engine.records import Record, register
from owm_net.engine.text import Said
from owm_net.games.heroes.grid import Facing, Line
from owm_net.games.heroes.ids import ArmyKey, CounterKey, ScenarioKey, Space
from owm_net.games.heroes.printed.armies import Army, TileBought
from owm_net.games.heroes.terms import Counts, Directive, EventKind, Nation


@register("heroes.placed")
@frozen
class Placed(Record):
    """A board or an overlay on the map: its north-west space after so many quarter turns."""

    key: str
    at: Space
    turns: int = 0


@frozen
class Plan:
    """The layout of a map: everything `ground` is made of. It is in the state under the scenario's
    key, with what has changed since."""

    boards: tuple[Placed, ...]
    overlays: tuple[Placed, ...]
    low_walls: tuple[Line, ...] = ()


@frozen(kw_only=True)
class Objective:
    """A place that is fought for (G-10). counts: for which side, and when (HON-VIC-10)."""

    name: str
    title: Said
    points: int
    spaces: tuple[Space, ...]
    counts: Mapping[str, Counts]


@frozen(kw_only=True)
class AtOnce:
    """The conditions to win at a check, from a round on (G-10): each part that is named must hold.
    who: "" for either side. score: so many points; ahead: and more than the other. holds: an
    objective; ruin: or it is a ruin. tiles: all enemy tiles are turned over. exit_points: so many
    by units that have left."""

    since: int = field(validator=between(1, 9))
    who: str = ""
    score: int = 0
    ahead: bool = False
    holds: str = ""
    ruin: bool = False
    tiles: bool = False
    exit_points: int = 0


@frozen(kw_only=True)
class Side:
    """The side of one seat in a scenario. name: of the seats that fight together. zone: where it
    deploys. reserve: counters that are not deployed. aboard: infantry begins in transports.
    clear_of: no open unit is deployed within so many spaces of these rows. costs, units: what is
    promised of its army."""

    name: str
    zone: tuple[Space, ...]
    army: Army
    reserve: tuple[CounterKey, ...] = ()
    aboard: bool = False
    clear_of: tuple[tuple[int, ...], int] = ((), 0)
    costs: int = 0
    units: int = 0

    @cached_property
    def area(self) -> frozenset[Space]:
        """The spaces of the zone."""
        return frozenset(self.zone)


@frozen(kw_only=True)
class ScenarioEvent:
    """HON-RND-06: what happens at the beginning of Supply of a round. facing: of a vehicle of the
    reserve."""

    round: int
    side: str
    kind: EventKind
    spaces: tuple[Space, ...] = ()
    facing: Facing = Facing.N


@frozen(kw_only=True)
class Scenario:
    """A fixed scenario of G-11. initiative: a side's name, or "die"."""

    key: ScenarioKey
    title: Said
    about: Said
    plan: Plan
    rounds: int
    initiative: str
    cards: int
    sides: tuple[Side, ...]
    objectives: tuple[Objective, ...]
    at_once: AtOnce | None
    otherwise: str
    exits: tuple[str, tuple[Space, ...]]
    bonus: tuple[Space, ...]
    events: tuple[ScenarioEvent, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the sides, of each seat."""
        return tuple([side.name for side in self.sides])


@frozen(kw_only=True)
class ObjectiveRow:
    name: str
    title: Said
    points: int = field(validator=between(1, 9))
    spaces: str
    counts: dict[str, Counts]


@frozen
class ClearOf:
    rows: tuple[int, ...]
    spaces: int


@frozen
class Exits:
    side: str
    spaces: str


@frozen(kw_only=True)
class SideRow:
    name: str
    nation: Nation
    zones: tuple[str, ...]
    tiles: tuple[TileBought, ...] = ()
    heroes: tuple[CounterKey, ...] = ()
    directives: tuple[Directive, ...] = ()
    ready: ArmyKey = field(default=ArmyKey(""))
    reserve: tuple[CounterKey, ...] = ()
    aboard: bool = False
    open_clear_of: ClearOf | None = None
    costs: int = 0
    units: int = 0


@frozen(kw_only=True)
class EventRow:
    round: int = field(validator=between(1, 8))
    side: str
    kind: EventKind
    spaces: str = ""
    facing: str = "N"


@frozen(kw_only=True)
class ScenarioRow:
    key: ScenarioKey
    title: Said
    about: Said
    boards: tuple[str, ...]
    overlays: tuple[str, ...]
    low_walls: tuple[str, ...] = ()
    rounds: int = field(validator=between(1, 8))
    initiative: str
    cards: int = 0
    at_once: AtOnce | None = None
    otherwise: str = ""
    exits: Exits | None = None
    bonus: str = ""
    event: tuple[EventRow, ...] = ()
    objective: tuple[ObjectiveRow, ...] = ()
    side: tuple[SideRow, ...]


@frozen
class ScenariosFile:
    """scenarios.toml."""

    scenario: tuple[ScenarioRow, ...]
