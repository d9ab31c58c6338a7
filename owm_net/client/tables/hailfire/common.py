"""Facts for every part of this table: the state, the selection, the question."""

from __future__ import annotations

from attrs import fields

from owm_net.client.free_map.chart import FreeChart
from owm_net.client.free_map.land import Feature, Land
from owm_net.client.maps.asking import few
from owm_net.client.maps.pointing import Stands
from owm_net.client.scene.items import Rect
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.games.hailfire.blinds import LAY
from owm_net.games.hailfire.ids import NO_TEAM, SEATS, Spot, TeamId, UnitId
from owm_net.games.hailfire.looking import placed_now
from owm_net.games.hailfire.orders import CallBarrage, FireAt, Go
from owm_net.games.hailfire.set_up import PLACE, SetUpUnit
from owm_net.games.hailfire.state import BLINDS, HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE

TEAM, PATH, SPOTS = fields(Go).team, fields(Go).path, fields(SetUpUnit).spots
"""Fields that several answers have."""
FIRE = fields(FireAt)

SIZE = (WIDE, HIGH)
LOOKS = {
    "crop": "crops",
    "building": "house",
    "marsh": "swamp",
    "river": "water",
    "hedge": "low_hedge",
    "wall": "stone_wall",
    "bocage": "hedgerow",
    "trench": "ditch",
}
"""How terrain is drawn, where that has another name."""
LOW = ("hill", "river", "marsh", "crop")
"""What lies below all else."""


MOST = 60
"""As many offers are a list beside the map at most."""


def state_of(seen: SeenTable) -> HailfireState:
    """The state as it is shown."""
    assert seen.view is not None
    g = seen.view.state
    assert isinstance(g, HailfireState)
    return g


def own_seat(seen: SeenTable) -> Seat:
    """Return the seat at the foot of the map: the player, or seat 0 where nobody plays."""
    return SEATS[max(0, seen.players.seat)]


def is_turned(g: HailfireState, seat: Seat) -> bool:
    """Return True if a seat's zone is in the north, so that the map is turned for it."""
    _, _, low, high = g.battle.zones[seat].box
    _, _, other_low, other_high = g.battle.zones[SEATS[1 - seat]].box
    return low + high > other_low + other_high


def land_of(g: HailfireState) -> Land:
    """The scenario's table as it is drawn: what is flat first, then roads, then what stands."""
    battle = g.battle
    areas = sorted(battle.areas, key=lambda a: LOW.index(a.kind.key) if a.kind.key in LOW else 9)
    flat = [a for a in areas if a.kind.key in LOW]
    roads = [line for line in battle.lines if line.kind.road]
    found = [Feature(LOOKS.get(a.kind.key, a.kind.key), a.polygon.corners) for a in flat]
    found += [Feature(LOOKS.get(r.kind.key, r.kind.key), r.points) for r in roads]
    for area in areas:
        if area not in flat:
            found.append(Feature(LOOKS.get(area.kind.key, area.kind.key), area.polygon.corners))
    for line in battle.lines:
        if line not in roads:
            found.append(Feature(LOOKS.get(line.kind.key, line.kind.key), line.points))
    return Land(SIZE, tuple(found))


def chart_of(seen: SeenTable, room: Rect) -> FreeChart:
    """The map with the own edge at the foot."""
    return FreeChart.within(room, SIZE, turned=is_turned(state_of(seen), own_seat(seen)))


def placing(seen: SeenTable) -> list[TeamId]:
    """The Teams that are set up now."""
    return placed_now(state_of(seen)) if seen.answering.kind is PLACE else []


def next_placed(seen: SeenTable) -> TeamId:
    """The Team for which a place is asked for next, NO_TEAM if none is."""
    teams, sketch = placing(seen), seen.answering.sketch
    spots = sketch.all(SPOTS) if sketch is not None else ()
    return teams[len(spots)] if len(spots) < len(teams) else NO_TEAM


def laying(seen: SeenTable) -> list[int]:
    """The cards of the blinds that are laid now, in the order in which places are asked for."""
    g = state_of(seen)
    return list(g.hands[BLINDS + own_seat(seen)]) if seen.answering.kind is LAY else []


def acting(seen: SeenTable) -> TeamId:
    """Return the Team of the unfinished answer, or the selected one; NO_TEAM for none."""
    g, sketch = state_of(seen), seen.answering.sketch if seen.answering.is_open else None
    if sketch is not None:
        team = sketch.get(TEAM, sketch.get(fields(CallBarrage).observer, NO_TEAM))
        if g.known(team):
            return team
        teams = sketch.get(FIRE.teams)
        if teams:
            return teams[-1]
    looked = TeamId(seen.ui.selected - 1)
    return looked if g.known(looked) and place_of(g, looked) is not None else NO_TEAM


def stands_of(g: HailfireState) -> Stands:
    """Where Teams stand, for the ruler."""
    return tuple([(t.spot, t.row.team_class.radius) for t in g.teams if t.there])


def place_of(g: HailfireState, team: TeamId) -> Spot | None:
    """Return a Team's place: on the table, or that of the carrier in which it rides."""
    t = g.teams[team]
    if not t.lost and t.aboard != NO_TEAM:
        return g.teams[t.aboard].spot
    return t.spot if t.there else None


def pointed_team(seen: SeenTable) -> TeamId:
    """The Team under the pointer."""
    number = seen.ui.hover.partition(":")[2] if seen.ui.hover.startswith("team:") else ""
    return TeamId(int(number)) if number.isdigit() else NO_TEAM


def at_once(seen: SeenTable) -> list[Answer]:
    """The answers, where they are few and there is nothing to choose on the map."""
    return few(seen, (TeamId, Spot, UnitId))
