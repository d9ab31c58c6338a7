"""Before the battle: forces, the first player, Hero Dice, bags of chits, setting up. HAIL-PDEP."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import Point, Polygon, distance2
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.blinds import Hiding
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.chits import chit_cards
from owm_net.games.hailfire.forces import READY, Force, ready_forces, unit_rows
from owm_net.games.hailfire.forces import why_not_force as why_no_force
from owm_net.games.hailfire.formation import APART, rings, spread
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.hero import HeroRoll
from owm_net.games.hailfire.ids import (
    ATTACKER,
    DEFENDER,
    SEATS,
    BatteryKey,
    ForceKey,
    ProfileKey,
    ScenarioKey,
    Spot,
    TeamId,
    UnitId,
    opponent,
)
from owm_net.games.hailfire.paths import why_not_place
from owm_net.games.hailfire.places import zone_told
from owm_net.games.hailfire.reading import UnitRow
from owm_net.games.hailfire.state import HailfireState, Options, Team, Unit, overlap
from owm_net.games.hailfire.terms import HIGH, WIDE, First, Side, TeamClass
from owm_net.games.hailfire.victory import HOLDERS
from owm_net.games.hailfire.words import seat_name, side_word, unit_name

FORBIDDEN_TO_GUNS = ("building", "river", "marsh")
"""HAIL-PDEP-01."""
STEP, MOST_RINGS = 220, 7
"""Between places around one, and how many rings of them, where a Unit finds no room to spread."""
MOST_TRIES = 1000
"""Places by chance around which a Unit is set up, before it is where the rules would put it."""
ALONE = 1200
"""So far from every friend a place is as good as farther away."""


FORCE = Kind(
    "force",
    Force,
    rule="HAIL-PORG-07",
    why=say("choose a force"),
    deed=say("choose a force"),
)


@record("hailfire.set_up_unit")
class SetUpUnit(Answer):
    """Where the Teams of a Unit stand at the start (HAIL-PDEP-01)."""

    title: ClassVar[str] = say("Set up")
    help: ClassVar[str] = say("A place for each of its Teams, wholly in your zone (HAIL-PDEP-01)")

    spots: tuple[Spot, ...]

    def sentence(self, view: View[HailfireState]) -> str:
        return say_n("place {n} Team", "place {n} Teams", len(self.spots))


PLACE = Kind(
    "set_up",
    SetUpUnit,
    rule="HAIL-PDEP-01",
    why=say("choose places for a Unit"),
    deed=say("set up a Unit"),
)


@record("hailfire.force_taken")
class ForceTaken(Event):
    """The force that a side leads. force: "" for one of its own."""

    rule = "HAIL-PORG-07"

    seat: Seat
    force: ForceKey

    def sentence(self, g: HailfireState) -> str:
        side, title = side_word(g, self.seat), seat_name(g, self.seat)
        if self.force in READY:
            title = READY[self.force].title
        elif g.battle.chosen:
            return say("{side}: {seat}, a force of their own", side=side, seat=title)
        return say("{side}: {seat}", side=side, seat=title)


@record("hailfire.first_roll")
class FirstRoll(Event):
    """The roll for the first turn (HAIL-PDEP-02)."""

    rule = "HAIL-PDEP-02"

    faces: tuple[int, ...]

    def sentence(self, g: HailfireState) -> str:
        a, b = self.faces
        return say(
            "for the first turn {west} rolls {a}, {east} {b}",
            west=side_word(g, ATTACKER),
            a=a,
            east=side_word(g, DEFENDER),
            b=b,
        )


@record("hailfire.stands_there")
class UnitSetUp(Event):
    """A Unit has been set up."""

    unit: UnitId
    rule: str = field(default="HAIL-PDEP-01", kw_only=True)

    def sentence(self, g: HailfireState) -> str:
        return say(
            "{seat} set up {unit}",
            seat=seat_name(g, g.units[self.unit].seat),
            unit=unit_name(g, self.unit),
        )


@record("hailfire.left_behind")
class LeftBehind(Event):
    """A Unit finds no room in its zone, and takes no part (H-82)."""

    rule = "HAIL-PDEP-04"
    headline = True

    unit: UnitId

    def sentence(self, g: HailfireState) -> str:
        return say(
            "{seat} leave {unit} behind: there is no room for it",
            unit=unit_name(g, self.unit),
            seat=seat_name(g, g.units[self.unit].seat),
        )


@frame("hailfire.set_up")
@define
class SetUp(Frame[None]):
    """All that comes before the first player turn. dealt: bags shuffled. placing: Units still to be
    set up, the defender's first."""

    dealt: int = 0
    placing: list[UnitId] = field(factory=list)

    def start(self, g: HailfireState) -> Outcome[None]:
        """Forces: of the scenario, or chosen by both in secret."""
        g.holders = [HOLDERS[o.holder] for o in g.battle.objectives]
        if g.battle.chosen:
            return Ask(FORCE.secretly(SEATS), then=self.hear_forces)
        for seat, side in zip(SEATS, (Side.ATTACKER, Side.DEFENDER), strict=True):
            self._muster(g, seat, ForceKey(side.value), g.battle.forces[ForceKey(side.value)])
        return self.find_first

    @FORCE.tells
    def about_force(self, view: View[HailfireState]) -> About:
        """For how much."""
        why = say(
            "for {points} points; both choose at the same time", points=view.state.battle.points
        )
        return About(say("choose your force"), why, "HAIL-PORG-07")

    @FORCE.offers
    def offers_force(self, view: View[HailfireState]) -> Iterator[Force]:
        """The ready-made ones."""
        for ready in ready_forces(view.state.battle.points):
            yield ready.force

    @FORCE.judges
    def why_not_force(self, view: View[HailfireState], answer: Force) -> Refusal | None:
        """HAIL-PORG-07 to -11."""
        return why_no_force(answer, view.state.battle.points)

    def hear_forces(self, g: HailfireState, answers: tuple[Force, ...]) -> Outcome[None]:
        """Both are open."""
        for seat, force in zip(SEATS, answers, strict=True):
            known = [key for key, ready in READY.items() if ready.force == force]
            self._muster(g, seat, known[0] if known else ForceKey(""), unit_rows(force))
        return self.find_first

    def _muster(self, g: HailfireState, seat: Seat, key: ForceKey, rows: Sequence[UnitRow]) -> None:
        for row in rows:
            add_unit(g, seat, row)
        g.tell(ForceTaken(seat, key))

    # -- the first turn

    def find_first(self, g: HailfireState) -> Outcome[None]:
        """HAIL-PDEP-02."""
        if g.battle.first is First.ROLL:
            return Ask(Roll(6, 2, say("first turn")), then=self.rolled)
        g.first = ATTACKER if g.battle.first is First.ATTACKER else DEFENDER
        return self.roll_heroes

    def rolled(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """The higher one; ties again."""
        g.tell(FirstRoll(faces))
        if faces[0] == faces[1]:
            return self.find_first
        g.first = SEATS[faces[0] < faces[1]]
        return self.roll_heroes

    def roll_heroes(self, g: HailfireState) -> Outcome[None]:
        """HAIL-PHERO-01."""
        return Call(HeroRoll(), then=self.fill_bags)

    def fill_bags(self, g: HailfireState) -> Outcome[None]:
        """HAIL-PVIC-03."""
        if self.dealt == len(SEATS):
            return Call(Hiding(DEFENDER), then=self.muster_units)
        seat = SEATS[self.dealt]
        self.dealt += 1
        return Ask(g.shuffle(f"chits {seat}", chit_cards(seat)), then=self.fill_bags)

    # -- setting up

    def muster_units(self, g: HailfireState) -> Outcome[None]:
        """Set up the defender's Units, then the attacker's (HAIL-PDEP-01), except those under
        blinds."""
        units = [UnitId(n) for n in range(len(g.units)) if n not in g.hidden]
        units.sort(key=lambda unit: (-g.units[unit].seat, unit))
        self.placing = units
        return self.ask_place

    def ask_place(self, g: HailfireState) -> Outcome[None]:
        """Ask where the next Unit stands that finds room (HAIL-PDEP-04)."""
        while self.placing and next(rooms(g, self._teams(g)), None) is None:
            unit = self.placing.pop(0)
            for n, team in enumerate(g.teams):
                if team.unit == unit:
                    g.change(TeamId(n), lost=True)
            g.tell(LeftBehind(unit))
        if not self.placing:
            return Done()
        return Ask(PLACE.of(g.units[self.placing[0]].seat), then=self.place)

    def _teams(self, g: HailfireState) -> list[TeamId]:
        return [TeamId(n) for n, t in enumerate(g.teams) if t.unit == self.placing[0]]

    @PLACE.tells
    def about_set_up(self, view: View[HailfireState]) -> About:
        """Tell which Unit."""
        g = view.state
        count = len(self._teams(g))
        what = say_n(
            "place the Team of {unit}",
            "place the {n} Teams of {unit}",
            count,
            unit=unit_name(g, self.placing[0]),
        )
        return About(what, zone_told(g.scenario, view.seat), "HAIL-PDEP-01")

    @PLACE.offers
    def offers_set_up(self, view: View[HailfireState]) -> Iterator[SetUpUnit]:
        """Wherever there is room."""
        yield from map(SetUpUnit, rooms(view.state, self._teams(view.state)))

    @PLACE.samples
    def sample_set_up(self, view: View[HailfireState], chance: Chance) -> SetUpUnit:
        """Around a place of the zone by chance."""
        g = view.state
        x0, x1, y0, y1 = g.battle.zones[g.units[self.placing[0]].seat].box
        for _ in range(MOST_TRIES):
            spot = Spot((x0 + chance.below(x1 - x0 + 1), y0 + chance.below(y1 - y0 + 1)))
            spots = formed(g, self._teams(g), spot, why_not_set_up)
            if spots is not None:
                return SetUpUnit(spots)
        return next(self.offers_set_up(view))

    @PLACE.judges
    def why_not_set_up(self, view: View[HailfireState], answer: SetUpUnit) -> Refusal | None:
        """Zone, ground, room."""
        g = view.state
        return why_not_spots(g, self._teams(g), answer.spots, why_not_set_up)

    def place(self, g: HailfireState, answer: SetUpUnit) -> Outcome[None]:
        """They stand there."""
        stand_there(g, self._teams(g), answer.spots)
        g.tell(UnitSetUp(self.placing.pop(0)))
        return self.ask_place


def rooms(g: HailfireState, teams: list[TeamId]) -> Iterator[tuple[Spot, ...]]:
    """Yield places for the Teams of a Unit in formation, where few of their side stand and there is
    room to spread: near the front of the zone, in its middle, at its sides."""
    left = anchors(g, g.teams[teams[0]].seat)
    for apart in (*APART, 0):
        for anchor in tuple(left):
            spots = formed(g, teams, anchor, why_not_set_up, (apart,))
            if spots is not None:
                left.remove(anchor)
                yield spots


def without_room(key: ScenarioKey) -> Iterator[str]:
    """Yield the Units that find no room in their zone. Where forces are chosen, those of the
    ready-made one with most Teams."""
    battle = CATALOG.scenarios[key]
    g = HailfireState(seats=2, scenario=key, options=Options())
    for seat, side in zip(SEATS, (Side.ATTACKER, Side.DEFENDER), strict=True):
        rows = battle.forces.get(ForceKey(side.value), ())
        if battle.chosen:
            every = [unit_rows(ready.force) for ready in ready_forces(battle.points)]
            rows = tuple(max(every, key=lambda units: sum([sum(u.teams.values()) for u in units])))
        for row in rows:
            add_unit(g, seat, row)
    for n, unit in enumerate(g.units):
        teams = [TeamId(i) for i, team in enumerate(g.teams) if team.unit == n]
        spots = next(rooms(g, teams), None)
        if spots is None:
            yield f"there is no room for {unit.title} in its zone"
            return
        stand_there(g, teams, spots)


def add_unit(g: HailfireState, seat: Seat, row: UnitRow) -> None:
    """A Unit with its Teams, the Leader first (HAIL-PORG-02)."""
    number = UnitId(len(g.units))
    profiles = [ProfileKey(row.leader)] if row.leader else []
    battery = BatteryKey("")
    missions = 0
    for key, count in row.teams.items():
        if key in CATALOG.batteries:
            battery = BatteryKey(key)
            missions = CATALOG.batteries[battery].weight.missions
            continue
        profiles += [ProfileKey(key)] * count
        weight = CATALOG.profiles[ProfileKey(key)].barrage
        missions = weight.missions if weight is not None else missions
    leader = TeamId(len(g.teams)) if row.leader else TeamId(-1)
    g.units.append(
        Unit(
            seat=seat,
            title=row.name,
            quality=row.quality,
            leader=leader,
            battery=battery,
            missions=missions,
        )
    )
    g.teams += [Team(unit=number, seat=seat, profile=profile) for profile in profiles]


def why_not_set_up(
    g: HailfireState, team: TeamId, spot: Spot, placed: list[TeamId], spots: list[Spot]
) -> Refusal | None:
    """Why a Team cannot stand there at the start. placed, spots: of its Unit, where they will."""
    t = g.teams[team]
    team_class = t.row.team_class
    stand = Stand(spot, team_class.radius)
    refusal = g.ground.why_not_spot(stand, team_class, "HAIL-PDEP-01")
    if refusal is not None:
        return refusal
    if not in_zone(g.battle.zones[t.seat], stand):
        return Refusal("HAIL-PDEP-01", say("it is not wholly in the zone"))
    if team_class is TeamClass.GUN:
        for area in g.battle.areas:
            if area.kind.key in FORBIDDEN_TO_GUNS and area.polygon.where(spot) >= 0:
                return Refusal(
                    "HAIL-PDEP-01", say("no gun begins there: {title}", title=area.kind.title)
                )
    others = [
        Stand(where, g.teams[o].row.team_class.radius)
        for o, where in zip(placed, spots, strict=True)
    ]
    if g.overlapped(stand) or any(overlap(stand, other) for other in others):
        return Refusal("HAIL-PGEO-02", say("another Team stands there"))
    return None


Forbids = Callable[[HailfireState, TeamId, Spot, list[TeamId], list[Spot]], Refusal | None]
"""Why a Team cannot stand somewhere, as `why_not_set_up` says it."""


def why_not_spots(
    g: HailfireState, teams: list[TeamId], spots: tuple[Spot, ...], forbids: Forbids
) -> Refusal | None:
    """Why these Teams cannot stand on these places, whatever a stranger has sent."""
    refusal = why_not_place(spots, len(g.teams), "HAIL-PDEP-01")
    if refusal is not None:
        return refusal
    for n, (team, spot) in enumerate(zip(teams, spots, strict=False)):
        refusal = forbids(g, team, spot, teams[:n], list(spots[:n]))
        if refusal is not None:
            return Refusal(
                refusal.rule, say("place {number}: {why}", number=n + 1, why=refusal.why)
            )
    if len(spots) != len(teams):
        why = say("choose {count} places; you gave {given}", count=len(teams), given=len(spots))
        return Refusal("HAIL-PDEP-01", why, more=len(spots) < len(teams))
    return None


def formed(
    g: HailfireState,
    teams: list[TeamId],
    middle: Spot,
    forbids: Forbids,
    gaps: Sequence[int] = (*APART, 0),
) -> tuple[Spot, ...] | None:
    """Return places for Teams that are set up around one, in a formation that looks towards the
    enemy's zone; None where there is no room. gaps: between Teams, 0 for wherever they fit."""

    def allowed(team: TeamId, spot: Spot, placed: list[TeamId], spots: list[Spot]) -> bool:
        return forbids(g, team, spot, placed, spots) is None

    front = _front(g, g.teams[teams[0]].seat)
    places = spread(g, teams, middle, front, allowed, [gap for gap in gaps if gap])
    if len(places) < len(teams) and 0 in gaps:
        places = {}
        for spot in rings(middle, MOST_RINGS, STEP):
            team = teams[len(places)]
            if allowed(team, spot, list(places), list(places.values())):
                places[team] = spot
            if len(places) == len(teams):
                break
    return tuple(places.values()) if len(places) == len(teams) else None


def _front(g: HailfireState, seat: Seat) -> Point:
    """Return the way from the middle of a side's zone towards the enemy's, straight along the
    table."""
    (x0, x1, y0, y1), (ox0, ox1, oy0, oy1) = (g.battle.zones[s].box for s in (seat, opponent(seat)))
    dx, dy = ox0 + ox1 - x0 - x1, oy0 + oy1 - y0 - y1
    return (dx, 0) if abs(dx) > abs(dy) else (0, dy)


def stand_there(g: HailfireState, teams: list[TeamId], spots: tuple[Spot, ...]) -> None:
    """They stand there, and face the middle of the table (H-48)."""
    for team, (x, y) in zip(teams, spots, strict=True):
        facing = Spot((WIDE // 2 - x, HIGH // 2 - y))
        if facing == (0, 0):
            facing = Spot((0, 1))
        g.change(team, spot=Spot((x, y)), facing=facing)


def in_zone(zone: Polygon, stand: Stand) -> bool:
    """Return True if a base is wholly in a convex zone."""
    return zone.where(stand.spot) >= 0 and zone.holds(stand.spot, stand.radius)


def anchors(g: HailfireState, seat: Seat) -> list[Spot]:
    """Places around which a Unit may be set up: on a grid of the zone, and at objectives in it;
    those first near which none of their side stands yet."""
    zone = g.battle.zones[seat]
    x0, x1, y0, y1 = zone.box
    found = [Spot(o.at) for o in g.battle.objectives if zone.where(o.at) > 0]
    for i in range(1, 6):
        for j in (1, 2, 3):
            found.append(Spot((x0 + (x1 - x0) * i // 6, y0 + (y1 - y0) * j // 4)))
    friends = [g.teams[team].spot for team in g.on_table(seat)]
    return sorted(
        found,
        key=lambda spot: -min([distance2(spot, f) for f in friends] + [ALONE * ALONE]),
    )
