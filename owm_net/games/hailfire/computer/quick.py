"""A fast player for rollouts: it follows an intent and thinks as little as it can.

`quick(view, chance, intent)` answers every question, as `decide` does; a plan sets the intent for
the side whose seat is asked, for as long as it likes. Where thinking pays and is asked for seldom
(setting up, contact, barrages) it asks the regular player. It spends no Hero Points in the enemy's
turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from attrs import frozen

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import distance2, length, scaled
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View
from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.computer import decide
from owm_net.games.hailfire.computer.planning import best_call
from owm_net.games.hailfire.computer.weighing import Outlook
from owm_net.games.hailfire.damage import dice_on_armour
from owm_net.games.hailfire.formation import middle_of
from owm_net.games.hailfire.ids import NO_TEAM, NO_UNIT, Spot, TeamId, UnitId, opponent
from owm_net.games.hailfire.leading import LEAD
from owm_net.games.hailfire.moving import ALL_THE_WAY, HALT
from owm_net.games.hailfire.orders import ORDER, CallBarrage, FireAt, Leg, March
from owm_net.games.hailfire.orders.move import why_not_leg
from owm_net.games.hailfire.paths import cut
from owm_net.games.hailfire.routes import way
from owm_net.games.hailfire.shooting import ALLOT, near_target, weapon_of
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import HIGH, TAKES, WIDE
from owm_net.games.hailfire.turn import ACTIVATE, THIS_TURN, Activate, HeroWindow, PlayerTurn
from owm_net.games.hailfire.victory import wanted

STRIDE = 800
"""So far a Team is sent in a turn."""
SHORT = 100
"""It does not walk less."""
CALLED = 400
"""What a barrage must bring to be called."""
MASSED = 3
"""Fire at the Unit that is to be hit counts so often."""
BACK = 700
"""So far it falls back."""


class Stance(Enum):
    """What a side is about.

    HOLD: fire, and stay. ADVANCE: fire from where there is a target in range, and go for an
    objective. STORM: go for it, even past targets. BACK: away from the enemy, firing at nobody.
    """

    HOLD = "hold"
    ADVANCE = "advance"
    STORM = "storm"
    BACK = "back"


@frozen
class Intent:
    """What a plan wants of a side. objective: the one that is gone for; -1 for the nearest that is
    to be taken. target: a Unit on which fire is massed. exempt: Units that hold meanwhile."""

    stance: Stance = Stance.ADVANCE
    objective: int = -1
    target: UnitId = NO_UNIT
    exempt: tuple[UnitId, ...] = ()

    def of(self, unit: UnitId) -> Stance:
        """Return the stance of a Unit."""
        return Stance.HOLD if unit in self.exempt else self.stance


PLAIN = Intent()


def quick(view: View[HailfireState], chance: Chance, intent: Intent = PLAIN) -> Answer:
    """An allowed answer to what is asked."""
    request = view.state.pending
    assert isinstance(request, Decision)
    kind = request.kind
    if kind == ACTIVATE.word:
        return _activate(view, chance, intent)
    if kind == ORDER.word:
        return _order(view.state, view, intent)
    if kind == HALT.word:
        return Pass(ALL_THE_WAY)
    if kind == LEAD.word:
        return Pass()
    if kind == ALLOT.word:
        return agenda.options(view)[0]
    return decide(view, chance)


def _activate(view: View[HailfireState], chance: Chance, intent: Intent) -> Answer:
    """The first Unit that has somebody to fire at, else the first that goes somewhere."""
    g, seat = view.state, view.seat
    frame = g.agenda[-1]
    assert isinstance(frame, PlayerTurn | HeroWindow)
    if frame.unveiled != NO_UNIT:
        return decide(view, chance)
    if g.active != seat:
        return Pass(THIS_TURN)
    if not g.order_points:
        return Pass()
    if not g.acted and any(unit.seat == seat and unit.missions for unit in g.units):
        o = Outlook(g, seat)
        for number, unit in enumerate(g.units):
            if unit.seat == seat and unit.missions:
                call = best_call(o, UnitId(number))
                if call.value > CALLED:
                    return Activate(call.teams, hero=False)
    walkers: tuple[TeamId, ...] = ()
    foes = _foes(g, seat, intent)
    for group in _groups(g, seat):
        stance = intent.of(g.teams[group[0]].unit)
        if stance is not Stance.BACK and _fire(g, group, foes) is not None:
            return Activate(group, hero=False)
        if not walkers and (_shaken(g, group) or next(_legs(g, group, intent), None) is not None):
            walkers = group
    return Activate(walkers, hero=False) if walkers else Pass()


def _groups(g: HailfireState, seat: Seat) -> Iterator[tuple[TeamId, ...]]:
    """Yield what one point activates of each Unit, then of those who are left of it."""
    found: dict[UnitId, list[TeamId]] = {}
    for n, t in enumerate(g.teams):
        able = t.seat == seat and t.there and not (t.activated or t.done or t.pledged)
        if able:
            found.setdefault(t.unit, []).append(TeamId(n))
    for members in found.values():
        while members:
            first = next((t for t in members if g.teams[t].row.leader), members[0])
            group = [first]
            if g.teams[first].row.leader:
                group += [n for n in members if n != first and g.sees(first, n)]
            elif g.teams[first].vehicle:
                for n in members:
                    if n != first and all(g.sees(n, other) for other in group):
                        group.append(n)
            members = [n for n in members if n not in group]
            yield tuple(group)


def _shaken(g: HailfireState, group: Sequence[TeamId]) -> bool:
    return any(g.teams[t].suppressed and not g.teams[t].points for t in group)


def _order(g: HailfireState, view: View[HailfireState], intent: Intent) -> Answer:
    """Fire of all who can, and a march of the others."""
    frame = g.agenda[-1]
    assert isinstance(frame, Activation)
    declaring = frame.declaring
    left, first = declaring.left(), declaring.teams[0]
    call = CallBarrage(first)
    if not declaring.orders and declaring.first and call.why_not(g, declaring) is None:
        return call
    stance = intent.of(g.teams[first].unit)
    if not declaring.orders and stance is not Stance.BACK:
        ready = [t for t in left if stance is not Stance.STORM or not _walks(g, t)]
        fire = _fire(g, ready, _foes(g, view.seat, intent))
        if fire is not None and fire.why_not(g, declaring) is None:
            return fire
    if declaring.orders and declaring.orders[-1].moves:
        return Pass()
    legs = [
        leg
        for leg in _legs(g, left, intent)
        if why_not_leg(g, declaring, leg.team, leg.path) is None
    ]
    return March(tuple(legs), apart=False) if legs else Pass()


def _walks(g: HailfireState, team: TeamId) -> bool:
    """Return True if a Team storms on: infantry that is not a Leader, out of contact."""
    t = g.teams[team]
    return not t.vehicle and not t.row.leader and t.row.range < 1600


class Foe(NamedTuple):
    """An enemy, with what every shot at it asks. worth: of a die at it."""

    team: TeamId
    spot: Spot
    radius: int
    vehicle: bool
    armour: int
    worth: int


def _foes(g: HailfireState, seat: Seat, intent: Intent) -> list[Foe]:
    found = []
    for n, t in enumerate(g.teams):
        if t.seat != seat and t.there:
            worth = 2 if t.points or t.suppressed else 3
            if t.unit == intent.target:
                worth *= MASSED
            row = t.row
            found.append(
                Foe(
                    TeamId(n),
                    t.spot,
                    t.stand.radius,
                    t.vehicle,
                    row.armour if t.vehicle else 0,
                    worth,
                )
            )
    return found


def _fire(g: HailfireState, teams: Sequence[TeamId], foes: Sequence[Foe]) -> FireAt | None:
    """The enemy at whom most dice fall that can hurt, within range and in sight."""
    at: dict[TeamId, list[tuple[TeamId, bool]]] = {}
    scores: dict[TeamId, int] = {}
    for team in teams:
        t = g.teams[team]
        main, second = weapon_of(g, team, guns=False), weapon_of(g, team, guns=True)
        if t.suppressed or t.pledged or main is None:
            continue
        (x, y), radius, hull = t.spot, t.stand.radius, t.row.hull
        for foe in foes:
            weapon = main if second is None or foe.vehicle else second
            (ex, ey), reach = foe.spot, weapon.range + radius + foe.radius
            if (ex - x) ** 2 + (ey - y) ** 2 > reach * reach:
                continue
            if foe.vehicle and not dice_on_armour(weapon.at, foe.armour).number:
                continue
            if (hull and not g.in_front(team, foe.spot)) or not g.sees(team, foe.team):
                continue
            at.setdefault(foe.team, []).append((team, weapon is second and main != second))
            scores[foe.team] = scores.get(foe.team, 0) + weapon.rof * foe.worth
    for enemy in sorted(scores, key=lambda e: (-scores[e], e)):
        if near_target(g, enemy):
            who = tuple([team for team, _ in at[enemy]])
            return FireAt(enemy, who, tuple([team for team, guns in at[enemy] if guns]))
    return None


def _legs(g: HailfireState, teams: Sequence[TeamId], intent: Intent) -> Iterator[Leg]:
    """Yield the way of each Team that goes somewhere."""
    foes: Spot | None = None
    for team in teams:
        t = g.teams[team]
        stance = intent.of(t.unit)
        if stance is Stance.HOLD or t.row.heavy or t.pledged or t.aboard != NO_TEAM:
            continue
        if t.row.barrage is not None or t.points:
            continue
        if stance is Stance.BACK:
            if foes is None:
                enemies = g.on_table(opponent(t.seat))
                foes = middle_of([g.teams[e].spot for e in enemies]) if enemies else t.spot
            (x, y), r = t.spot, t.stand.radius
            dx, dy = scaled(x - foes[0], y - foes[1], BACK, max(1, length(foes, t.spot)))
            end = Spot((min(max(x + dx, r), WIDE - r), min(max(y + dy, r), HIGH - r)))
            if end != t.spot:
                yield Leg(team, (end,))
            continue
        goal = _goal(g, team, intent)
        if goal is None or distance2(goal, t.spot) <= TAKES * TAKES:
            continue
        found = way(g.scenario, t.row.team_class, t.spot, goal)
        path = cut(t, found or (goal,), min(STRIDE, length(t.spot, goal) - SHORT))
        if path:
            yield Leg(team, path)


def _goal(g: HailfireState, team: TeamId, intent: Intent) -> Spot | None:
    """The objective that it goes for."""
    t = g.teams[team]
    if intent.objective >= 0:
        return Spot(g.battle.objectives[intent.objective].at)
    places = [n for n in wanted(g) if g.holders[n] != t.seat]
    spots = [Spot(g.battle.objectives[n].at) for n in places]
    return min(spots, key=lambda at: distance2(at, t.spot), default=None)
