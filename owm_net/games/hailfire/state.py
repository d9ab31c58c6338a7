"""The state of a battle of Hailfire, and the questions that every procedure asks about it."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict, Unpack

from attrs import define, field

from owm_net.engine.agenda import GameState
from owm_net.engine.geometry import distance2
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, record, register
from owm_net.engine.telling import Telling
from owm_net.engine.text import say
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ground import Ground, Stand, ground_of
from owm_net.games.hailfire.ids import (
    NO_SEAT,
    NO_TEAM,
    OFF_TABLE,
    BatteryKey,
    ProfileKey,
    ScenarioKey,
    Spot,
    TeamId,
    UnitId,
    opponent,
)
from owm_net.games.hailfire.reading import Battery, Profile, Scenario
from owm_net.games.hailfire.terms import CONTACT, Phase, Quality

NO_BATTERY = BatteryKey("")
NORTH = Spot((0, 1))

RADII = {key: row.team_class.radius for key, row in CATALOG.profiles.items()}
"""Of the base of each profile (HAIL-PGEO-02)."""
VEHICLES = frozenset(key for key, row in CATALOG.profiles.items() if row.vehicle)
WIDEST = max(RADII.values())
FAR_FROM_CONTACT = CONTACT + 2 * WIDEST + 1
"""Two Teams whose places are so far apart do not touch."""

HERO, CHITS, BLINDS = 0, 2, 4
"""Where the first seat's Hero Die, chits and blinds are among the hands; the second's follow."""


@lru_cache(maxsize=1 << 14)
def _stand(spot: Spot, profile: ProfileKey) -> Stand:
    """Asked for more often than anything else."""
    return Stand(spot, RADII[profile])


@lru_cache(maxsize=1 << 16)
def _sees(
    scenario: ScenarioKey, spot: Spot, profile: ProfileKey, there: Spot, other: ProfileKey
) -> bool:
    """Return True if one Team sees another. Asked for so often that it is kept by what decides
    it."""
    return ground_of(scenario).sees(_stand(spot, profile), _stand(there, other))


@record("hailfire.team", kw_only=True)
class Team(Record):
    """One Team in the current state.

    spot: OFF_TABLE before it is set up, and once it is destroyed. facing: a vector. points:
    Received Fire Points that are still to be checked. activated: by an Order Point in this player
    turn; done: by a Hero Point (HAIL-TURN-05, -08). pledged: it takes part in a barrage and neither
    moves nor fires this turn (HAIL-ART-02). lost: destroyed. aboard: the carrier in which it rides,
    off the table (HAIL-PORG-06). through: it has left the table by an exit (HAIL-PVIC-07).
    """

    unit: UnitId
    seat: Seat
    profile: ProfileKey
    spot: Spot = OFF_TABLE
    facing: Spot = NORTH
    points: int = 0
    suppressed: bool = False
    activated: bool = False
    done: bool = False
    pledged: bool = False
    lost: bool = False
    aboard: TeamId = NO_TEAM
    through: bool = False

    @property
    def row(self) -> Profile:
        """Return its printed row."""
        return CATALOG.profiles[self.profile]

    @property
    def stand(self) -> Stand:
        """Where it stands, with its base."""
        return _stand(self.spot, self.profile)

    @property
    def vehicle(self) -> bool:
        return self.profile in VEHICLES

    @property
    def there(self) -> bool:
        """Return True if it is on the table."""
        return not self.lost and self.spot != OFF_TABLE

    @property
    def ready(self) -> bool:
        """Return True if it can fight: on the table, and not suppressed."""
        return self.there and not self.suppressed


class TeamChanges(TypedDict, total=False):
    """The fields of a Team that may change, with the types that mypy holds a change to."""

    spot: Spot
    facing: Spot
    points: int
    suppressed: bool
    activated: bool
    done: bool
    pledged: bool
    lost: bool
    aboard: TeamId
    through: bool


@record("hailfire.barrage", kw_only=True)
class Barrage(Record):
    """A called barrage (HAIL-ART-01). observer: the Team that observes for it."""

    unit: UnitId
    observer: TeamId


@record("hailfire.unit", kw_only=True)
class Unit(Record):
    """Teams under one command. leader: NO_TEAM where it never had one. battery: off the table.
    missions: how often it can still fire for effect. gone: destroyed (HAIL-PVIC-02)."""

    seat: Seat
    title: str
    quality: Quality
    leader: TeamId = NO_TEAM
    battery: BatteryKey = NO_BATTERY
    missions: int = 0
    gone: bool = False

    @property
    def off_board(self) -> Battery | None:
        """Its battery off the table."""
        return CATALOG.batteries.get(self.battery)


@record("hailfire.options")
class Options(Record):
    """The options the players may agree on. hidden: Units set up under blinds (HAIL-PDEP-03).
    transport: infantry may ride (HAIL-PORG-06)."""

    hidden: bool = False
    transport: bool = False


@register("hailfire.state")
@define(kw_only=True)
class HailfireState(GameState):
    """A battle. See the fields of `GameState` too.

    round: 1 and up. active: whose player turn it is.
    order_points: left to that seat. spent: Hero Points of each seat since its die was rolled
    (HAIL-PHERO-03). acted: an Order Point has been spent this turn (HAIL-ART-01). holders: of each
    objective. barrages: called and not fallen. owing: seats that still draw a chit for a Unit that
    is gone. broken: the seat that has said that its limit is reached; denied: with how many chits
    each seat has last said that its limit is not (HAIL-PVIC-04). hidden: Units under blinds.
    blinds: the place of each of the defender's, in the order of their hand of them; OFF_TABLE once
    it is open (HAIL-PDEP-03). delayed: points of the defender of a delay (HAIL-PVIC-08). The first
    two hands are Hero Dice, then come chits, then blinds.
    """

    telling = Telling["HailfireState"](hidden=say("a blind"))

    scenario: ScenarioKey
    options: Options
    teams: list[Team] = field(factory=list)
    units: list[Unit] = field(factory=list)
    round: int = 0
    active: Seat = NO_SEAT
    first: Seat = NO_SEAT
    phase: Phase = Phase.SET_UP
    order_points: int = 0
    acted: bool = False
    spent: tuple[int, int] = (0, 0)
    holders: list[Seat] = field(factory=list)
    barrages: list[Barrage] = field(factory=list)
    owing: list[Seat] = field(factory=list)
    broken: Seat = NO_SEAT
    denied: tuple[int, int] = (0, 0)
    hidden: list[UnitId] = field(factory=list)
    blinds: list[Spot] = field(factory=list)
    delayed: int = 0

    # -- the table -----------------------------------------------------------------------

    @property
    def ground(self) -> Ground:
        """The table as one looks and moves on it."""
        return ground_of(self.scenario)

    @property
    def battle(self) -> Scenario:
        """Return the scenario's data."""
        return CATALOG.scenarios[self.scenario]

    @property
    def limits(self) -> tuple[int, int]:
        """Return the break limit of each seat: who hides may have another one (HAIL-PDEP-03)."""
        attacker, defender = self.battle.break_limits
        hides = self.options.hidden and self.battle.hidden_limit
        return attacker, self.battle.hidden_limit if hides else defender

    @property
    def passive(self) -> Seat:
        """The non-active player."""
        return opponent(self.active)

    # -- Teams ---------------------------------------------------------------------------

    def change(self, team: TeamId, **changes: Unpack[TeamChanges]) -> Team:
        """Some fields of a Team are others from now on. Returns it as it is then."""
        self.teams[team] = changed = self.teams[team].with_(**changes)
        return changed

    def known(self, team: object) -> bool:
        """Return True if a Team of this number exists, whatever has become of it."""
        return isinstance(team, int) and team.__class__ is int and 0 <= team < len(self.teams)

    def on_table(self, seat: Seat = NO_SEAT) -> list[TeamId]:
        """All that stand on the table, of one seat or of both."""
        teams = enumerate(self.teams)
        if seat == NO_SEAT:
            return [TeamId(n) for n, t in teams if t.there]
        return [
            TeamId(n) for n, t in teams if t.seat == seat and not t.lost and t.spot != OFF_TABLE
        ]

    def around(self, team: TeamId, reach: int, seat: Seat) -> list[TeamId]:
        """Teams of a seat on the table whose edges are no farther from its own (HAIL-PGEO-03).
        Asked for so often that those far away in x or y are left out before more is computed."""
        t = self.teams[team]
        (x, y), reach = t.spot, reach + RADII[t.profile]
        far = reach + WIDEST
        found = []
        for n, o in enumerate(self.teams):
            if o.seat == seat:
                ox, oy = o.spot
                if x - far <= ox <= x + far and y - far <= oy <= y + far and o.there:
                    most = reach + RADII[o.profile]
                    if (ox - x) ** 2 + (oy - y) ** 2 <= most * most:
                        found.append(TeamId(n))
        return found

    def has_teams(self, seat: Seat) -> bool:
        """Return True if a side has a Team left, on the table or under a blind (HAIL-PVIC-05,
        H-53)."""
        shown = any(t.there for t in self.teams if t.seat == seat)
        return shown or any(self.units[u].seat == seat for u in self.hidden)

    def riding(self, seat: Seat) -> list[TeamId]:
        """Teams of a seat that ride in a carrier (HAIL-PORG-06)."""
        if not self.options.transport:
            return []
        return [
            TeamId(n)
            for n, t in enumerate(self.teams)
            if t.aboard != NO_TEAM and t.seat == seat and not t.lost
        ]

    def enemies(self, team: TeamId) -> list[TeamId]:
        """Enemy Teams on the table."""
        return self.on_table(opponent(self.teams[team].seat))

    def left(self, seat: Seat) -> list[TeamId]:
        """All that a seat has where everybody sees them: on the table, or in a carrier there."""
        return [*self.on_table(seat), *self.riding(seat)]

    def members(self, unit: UnitId) -> list[TeamId]:
        """The Teams of a Unit that are on the table, its Leader among them."""
        return [TeamId(n) for n, t in enumerate(self.teams) if t.unit == unit and t.there]

    def unit_of(self, team: TeamId) -> Unit:
        """The Unit that a Team belongs to."""
        return self.units[self.teams[team].unit]

    def number(self, team: TeamId) -> int:
        """Return the number its Quality Check must show at least (HAIL-PORG-01)."""
        return self.unit_of(team).quality.number

    # -- distance and sight --------------------------------------------------------------

    def within(self, one: TeamId, other: TeamId, reach: int) -> bool:
        """Return True if the edges of two Teams are within reach (HAIL-PGEO-03)."""
        a, b = self.teams[one], self.teams[other]
        most = reach + RADII[a.profile] + RADII[b.profile]
        return distance2(a.spot, b.spot) <= most * most

    def touch(self, one: TeamId, other: TeamId) -> bool:
        """Base contact (HAIL-PGEO-04)."""
        return self.within(one, other, CONTACT)

    def sees(self, one: TeamId, other: TeamId) -> bool:
        """Line of sight between two Teams (HAIL-PLOS)."""
        a, b = self.teams[one], self.teams[other]
        return _sees(self.scenario, a.spot, a.profile, b.spot, b.profile)

    def seen_by(self, team: TeamId) -> list[TeamId]:
        """Enemy Teams that see it, and that it sees."""
        return [enemy for enemy in self.enemies(team) if self.sees(team, enemy)]

    def touching(self, team: TeamId) -> list[TeamId]:
        """Enemy Teams in base contact."""
        return self.around(team, CONTACT, opponent(self.teams[team].seat))

    def overlapped(self, stand: Stand, but: TeamId = NO_TEAM) -> bool:
        """Return True if a base there would overlap that of a Team on the table, except one
        Team's."""
        x, _ = stand.spot
        return any(
            -FAR_FROM_CONTACT < o.spot[0] - x < FAR_FROM_CONTACT
            and o.there
            and n != but
            and overlap(stand, o.stand)
            for n, o in enumerate(self.teams)
        )

    def engaged(self, team: TeamId) -> bool:
        """Return True if it touches an enemy."""
        return bool(self.touching(team))

    def hard_cover(self, team: TeamId) -> bool:
        """HAIL-PLOS-07."""
        return self.ground.hard_cover(self.teams[team].stand)

    def concealed(self, target: TeamId, firer: TeamId) -> bool:
        """HAIL-PLOS-06."""
        return self.ground.concealed(self.teams[target].stand, self.teams[firer].stand)

    def armour(self, vehicle: TeamId, firer: Spot) -> int:
        """Return its AR against a firer at this place (HAIL-ARM-07)."""
        row = self.teams[vehicle].row
        return row.armour if self.in_front(vehicle, firer) else row.flank

    def in_front(self, vehicle: TeamId, firer: Spot) -> bool:
        """Return True if a shot from there meets the front of a vehicle (HAIL-PGEO-06)."""
        t = self.teams[vehicle]
        (x, y), (fx, fy) = t.spot, t.facing
        return fx * (firer[0] - x) + fy * (firer[1] - y) >= 0


def near(one: Stand, other: Stand, reach: int) -> bool:
    """Return True if the edges of two bases are within reach (HAIL-PGEO-03)."""
    return distance2(one.spot, other.spot) <= (reach + one.radius + other.radius) ** 2


def overlap(one: Stand, other: Stand) -> bool:
    """Return True if one base overlaps the other (HAIL-PGEO-02)."""
    return distance2(one.spot, other.spot) < (one.radius + other.radius) ** 2
