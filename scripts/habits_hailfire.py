"""What the computer players of Hailfire do that no good player does. Its lines:

set up as before        Units set up to the inch as in an earlier match of that side
guns in the open        Guns set up where nothing covers or conceals them
one template            Teams on foot that end their turn in sight of the enemy, with three or more
                        friends under one barrage of three mortars
one volley              the same with two or more friends within 4 inches: Hits spread to them
points for nothing      activations with no order and nobody to rally or to check fire
points left over        Order Points that lapse
fire that hurts nobody  Fire orders of a Team whose Hits could hurt no one near its Target
charges unsupported     assaults on a Ready enemy on foot who is not fired at or pinned beforehand
open, cover in reach    Moves of infantry that end in the open in sight of the enemy, with cover as
                        near to the goal within reach
objective given up      Moves by which the last Team on foot leaves an objective that its side holds
on their own            barrages that fall on as many friends as enemies
guns that never fired   Guns and vehicles alive at the end that have fired at nobody
idle                    Teams that are ready, have an enemy in range and in sight, and are not
                        activated though a point is left over
difficult ground        Moves of vehicles that need a Quality Check (no fault by itself)
rides                   in 100 matches: Teams that board a carrier
Push, Direct, Rally     in 100 matches: abilities of Leaders
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from habits import Habits, Row, Watcher

from owm_net.engine import agenda
from owm_net.engine.geometry import distance2
from owm_net.engine.local import LocalMatch
from owm_net.engine.passing import Pass
from owm_net.games.hailfire.activation import Activated, Activation
from owm_net.games.hailfire.artillery import BarrageFell
from owm_net.games.hailfire.damage import dice_on_armour
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_SEAT, SEATS, Spot, TeamId
from owm_net.games.hailfire.leading import Led
from owm_net.games.hailfire.moving import Moved, TerrainCheck
from owm_net.games.hailfire.orders import ORDER, ChargeAt, Declaring, FireAt
from owm_net.games.hailfire.routes import havens
from owm_net.games.hailfire.set_up import SetUp, SetUpUnit
from owm_net.games.hailfire.shooting import Fired, near_target, weapon_of, why_not_fire
from owm_net.games.hailfire.state import HailfireState, near
from owm_net.games.hailfire.terms import CLOSE, TAKES, TeamClass
from owm_net.games.hailfire.transport import Boarded
from owm_net.games.hailfire.turn import OrderDice, PlayerTurn, TurnBegun

TEMPLATE = 350
"""The radius of a barrage of three mortars (HAIL-PART-02)."""
WALK = 650
"""As far as infantry comes with most rolls."""


class Watched(Watcher):
    """One match. fired: who has fired at somebody. spots: where everybody stood before the last
    answer. whose: the seat whose turn it is."""

    rows = (
        Row("set up as before", "set up as before", "set up again"),
        Row("guns in the open", "guns in the open", "guns set up"),
        Row("one template", "one template", "in sight"),
        Row("one volley", "one volley", "in sight"),
        Row("points for nothing", "points for nothing", "activations"),
        Row("points left over", "points left over", "Order Points"),
        Row("fire that hurts nobody", "fire that hurts nobody", "Teams that fire"),
        Row("charges unsupported", "charges unsupported", "charges"),
        Row("open, cover in reach", "open, cover in reach", "Moves in sight"),
        Row("objective given up", "objective given up", "Moves from one"),
        Row("on their own", "on their own", "barrages"),
        Row("guns that never fired", "guns that never fired", "guns that live"),
        Row("idle", "idle", "Order Points"),
        Row("difficult ground", "difficult ground", "drives"),
        *[
            Row(f"in 100: {what}", what)
            for what in ("barrages", "charges", "rides", "push", "direct", "rally", "hero points")
        ],
    )

    def __init__(self, match: LocalMatch, habits: Sequence[Habits]) -> None:
        super().__init__(match, habits)
        self.fired: list[TeamId] = []
        self.spots: dict[TeamId, Spot] = {}
        self.whose = NO_SEAT

    @property
    def g(self) -> HailfireState:
        g = self.match.state
        assert isinstance(g, HailfireState)
        return g

    # -- what is answered

    def answered(self, seat: int, answer: Any) -> None:
        """Count where a Unit is set up; remember who stood where before an activation."""
        g = self.g
        if isinstance(answer, SetUpUnit) and isinstance(g.agenda[-1], SetUp):
            self._set_up(seat, g.agenda[-1], answer)
        if isinstance(g.agenda[-1], Activation) and agenda.kind_of(self.match.view(seat)) is ORDER:
            self._ordered(g.agenda[-1].declaring, answer)
        if isinstance(answer, Pass) and isinstance(g.agenda[-1], PlayerTurn):
            self._passed(seat)
        self.spots = {TeamId(n): t.spot for n, t in enumerate(g.teams) if t.there}

    def _passed(self, seat: int) -> None:
        """Count what a seat leaves undone that has points left."""
        g, counts = self.g, self.habits[seat].counts
        counts["points left over"] += g.order_points
        for n, t in enumerate(g.teams) if g.order_points else ():
            if t.seat == seat and t.ready and not (t.activated or t.done or t.pledged):
                counts["idle"] += self._could_fire(TeamId(n))

    def _ordered(self, declaring: Declaring, answer: Any) -> None:
        """Judge an order as it is declared."""
        g, counts = self.g, self.habits[declaring.seat].counts
        if isinstance(answer, Pass) and not declaring.orders:
            burden = any(g.teams[t].suppressed or g.teams[t].points for t in declaring.teams)
            counts["points for nothing"] += not burden
        elif isinstance(answer, FireAt):
            for team in answer.teams:
                counts["Teams that fire"] += 1
                counts["fire that hurts nobody"] += not self._hurts(team, answer)
        elif isinstance(answer, ChargeAt):
            e = g.teams[answer.enemy]
            fires = [order.fires for order in declaring.orders if order.fires is not None]
            hit = any(answer.enemy in near_target(g, fire.target) for fire in fires)
            alone = not (e.vehicle or e.points or e.suppressed or hit)
            counts["charges"] += 1
            counts["charges unsupported"] += alone and not g.teams[answer.team].vehicle

    def _set_up(self, seat: int, frame: SetUp, answer: SetUpUnit) -> None:
        g, counts = self.g, self.habits[seat].counts
        unit = frame.placing[0]
        rows = [t.row for t in g.teams if t.unit == unit]
        side = f"{g.scenario} {seat} {unit} {[row.key for row in rows]}"
        place = f"{side} {answer.spots}"
        if counts[side]:
            counts["set up again"] += 1
            counts["set up as before"] += counts[place] > 0
        counts[side] += 1
        counts[place] += 1
        for row, spot in zip(rows, answer.spots, strict=True):
            if row.team_class is TeamClass.GUN and row.barrage is None:
                counts["guns set up"] += 1
                counts["guns in the open"] += not self._covered(Stand(spot, row.team_class.radius))

    def _covered(self, stand: Stand) -> bool:
        """Return True if a place is in Hard Cover, or conceals from most objectives and sides."""
        ground = self.g.ground
        x, y = stand.spot
        around = [Spot((x + dx, y + dy)) for dx, dy in ((0, 900), (0, -900), (900, 0), (-900, 0))]
        return ground.hard_cover(stand) or any(ground.concealed(stand, Stand(p, 0)) for p in around)

    # -- what happens

    def went_on(self) -> None:
        """Count by the events, and judge the orders of an activation once they are complete."""
        g = self.g
        for event in g.events:
            if isinstance(event, TurnBegun):
                self._turn_over()
                self.whose = event.seat
            elif isinstance(event, OrderDice):
                self.habits[self.whose].counts["Order Points"] += event.points
            elif isinstance(event, Activated):
                seat = g.teams[event.teams[0]].seat
                counts = self.habits[seat].counts
                counts["activations"] += 1
                counts["hero points"] += event.hero
            elif isinstance(event, Fired):
                self.fired.append(event.firer)
            elif isinstance(event, BarrageFell):
                self._barrage(event)
            elif isinstance(event, Moved | TerrainCheck):
                self._moved(event)
            elif isinstance(event, Boarded):
                self.habits[g.teams[event.team].seat].counts["rides"] += 1
            elif isinstance(event, Led):
                counts = self.habits[g.teams[event.leader].seat].counts
                counts[event.ability.value] += 1

    def _hurts(self, team: TeamId, fire: FireAt) -> bool:
        """Return True if its Hits could hurt somebody. Who may yet rally counts as able to fire."""
        g = self.g
        weapon = weapon_of(g, team, team in fire.guns)
        if weapon is None:
            return False
        for enemy in near_target(g, fire.target):
            if g.sees(team, enemy):
                armour = g.armour(enemy, g.teams[team].spot)
                if not g.teams[enemy].vehicle or dice_on_armour(weapon.at, armour).number:
                    return True
        return False

    def _barrage(self, event: BarrageFell) -> None:
        g = self.g
        seat = g.units[event.unit].seat
        own = sum([g.teams[t].seat == seat for t in event.hit])
        counts = self.habits[seat].counts
        counts["barrages"] += 1
        counts["on their own"] += own > 0 and 2 * own >= len(event.hit)

    def _moved(self, event: Moved | TerrainCheck) -> None:
        g, t = self.g, self.g.teams[event.team]
        counts = self.habits[t.seat].counts
        if isinstance(event, TerrainCheck):
            counts["difficult ground"] += 1
            return
        counts["drives"] += t.vehicle
        before = self.spots.get(event.team)
        if t.vehicle or before is None or not event.walked:
            return
        self._gives_up(event.team, before)
        if t.row.team_class is TeamClass.INFANTRY and not t.row.leader and g.seen_by(event.team):
            counts["Moves in sight"] += 1
            counts["open, cover in reach"] += not self._covered_from(
                event.team, event.spot
            ) and self._cover_as_near(event.team, before, event.spot)

    def _covered_from(self, team: TeamId, spot: Spot) -> bool:
        g = self.g
        stand = Stand(spot, g.teams[team].stand.radius)
        seen = [g.teams[e].stand for e in g.enemies(team) if g.ground.sees(g.teams[e].stand, stand)]
        return g.ground.hard_cover(stand) or all(g.ground.concealed(stand, e) for e in seen)

    def _cover_as_near(self, team: TeamId, before: Spot, end: Spot) -> bool:
        """Return True if there was free cover in reach, no farther from the nearest objective."""
        g = self.g
        goal = min([o.at for o in g.battle.objectives], key=lambda at: distance2(end, at))
        most = distance2(end, goal)
        for spot in havens(g.scenario):
            stand = Stand(spot, g.teams[team].stand.radius)
            if distance2(spot, before) > WALK * WALK or distance2(spot, goal) > most:
                continue
            if not g.overlapped(stand, team) and self._covered_from(team, spot):
                return True
        return False

    def _gives_up(self, team: TeamId, before: Spot) -> None:
        g, t = self.g, self.g.teams[team]
        for number in g.battle.flags:
            place = Stand(Spot(g.battle.objectives[number].at), 0)
            was = near(Stand(before, t.stand.radius), place, TAKES)
            if g.holders[number] == t.seat and was:
                counts = self.habits[t.seat].counts
                counts["Moves from one"] += 1
                others = [
                    o
                    for o in g.on_table(t.seat)
                    if not g.teams[o].vehicle and near(g.teams[o].stand, place, TAKES)
                ]
                counts["objective given up"] += not others

    def _turn_over(self) -> None:
        """Count how the Teams of a seat stand at the end of its turn."""
        g, seat = self.g, self.whose
        if seat == NO_SEAT:
            return
        counts = self.habits[seat].counts
        foot = [t for t in g.on_table(seat) if not g.teams[t].vehicle]
        for team in foot:
            if g.seen_by(team):
                counts["in sight"] += 1
                here = g.teams[team].stand
                place = Stand(here.spot, 0)
                beside = [o for o in foot if o != team]
                under = sum([near(g.teams[o].stand, place, TEMPLATE) for o in beside])
                close = sum([near(g.teams[o].stand, here, CLOSE) for o in beside])
                counts["one template"] += under >= 3
                counts["one volley"] += close >= 2

    def _could_fire(self, team: TeamId) -> bool:
        g = self.g
        weapon = weapon_of(g, team, guns=False)
        if weapon is None:
            return False
        for enemy in g.enemies(team):
            reaches = g.within(team, enemy, weapon.range)
            able = reaches and why_not_fire(g, team, enemy, guns=False) is None
            if able and self._hurts(team, FireAt(enemy, (team,), ())):
                return True
        return False

    def ended(self) -> None:
        """Which guns and vehicles have never fired?"""
        g = self.g
        self._turn_over()
        for seat in SEATS:
            counts: Counter[str] = self.habits[seat].counts
            for n, t in enumerate(g.teams):
                heavy = t.vehicle or t.row.team_class is TeamClass.GUN
                if t.seat == seat and t.there and heavy and t.row.rof:
                    counts["guns that live"] += 1
                    counts["guns that never fired"] += TeamId(n) not in self.fired
