"""Quick: a fast policy for playing out plans. It sees nothing but its view.

`play(view, chance, aim)` answers every kind of question, in less than half of a recruit's time. It
enumerates no plans: each thing that could be done now is worth what it brings at once and what the
place is worth afterwards, and the best is done. What one Fireteam's fire at another is worth is
worked out once and kept, whatever the match: playing out one position many times asks the same.

A plan steers it by an `Aim`: for each Fireteam a `Task` with a stance, a Terrain to make for, and
an enemy to fire at. Fireteams without one do what seems best. Like every computer player it uses
integers only, and what chance decides comes from the stream it is handed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from attrs import define, field, frozen

from owm_net.engine import agenda
from owm_net.engine.agenda import Kind
from owm_net.engine.chance import Chance
from owm_net.engine.hands import held
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import computer, odds
from owm_net.games.owm.actions import (
    Action,
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Heal,
    Hide,
    Maneuver,
    Rally,
    Recognise,
    Redraw,
    Scope,
    Uncrew,
)
from owm_net.games.owm.computer.fire import (
    Marks,
    Shooters,
    gains_of,
    marks_of,
    shooters_of,
    targets_of,
    volley,
)
from owm_net.games.owm.computer.mind import Mind, best_commander
from owm_net.games.owm.computer.plans import Planner
from owm_net.games.owm.computer.regular import decisions
from owm_net.games.owm.computer.temper import STANDARD as TEMPER
from owm_net.games.owm.decisions import DECISIONS
from owm_net.games.owm.firing import is_ducking, smoke
from owm_net.games.owm.ground import flanks, lies_behind
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.missions.supply_truck import truck_of
from owm_net.games.owm.state import (
    CATALOG,
    MACHINE_GUNS,
    TERRAINS,
    Fireteam,
    OwmState,
    order_of,
)
from owm_net.games.owm.terms import Colour, StandingOrder, Status, WeaponType
from owm_net.games.owm.turn import ACTION, Turn
from owm_net.games.owm.victory import rounds_left
from owm_net.games.owm.visibility import is_fast, is_lit, sight_limit
from owm_net.games.owm.windows import (
    COMMAND,
    NEXT_TURN,
    Decision,
    DecisionWindow,
    Free,
    Number,
    Order,
    Shots,
    Subject,
    Target,
    Total,
    why_shut,
)

# -- what a plan may want ----------------------------------------------------------------------


class Stance(Enum):
    """How a Fireteam behaves.

    FREE: as seems best. ADVANCE: towards its cell before anything else. HOLD: where it is: it
    fires, digs in, rallies. FALL_BACK: out of the enemy's sight, or to its cell if it has one; it
    fires only where it cannot go. FIRE: every Attack order there is, at its target first; it moves
    only where it has nobody to fire at. SPARE: it leaves the hand to the others.
    """

    FREE = "free"
    ADVANCE = "advance"
    HOLD = "hold"
    FALL_BACK = "fall back"
    FIRE = "fire"
    SPARE = "spare"


@frozen
class Task:
    """What one Fireteam is to do. cell: where it makes for, NO_CELL for the mission's objective.
    target: at whom it fires first, NO_FIRETEAM for whoever is the best."""

    stance: Stance = Stance.FREE
    cell: Cell = NO_CELL
    target: FireteamId = NO_FIRETEAM


@frozen
class Aim:
    """What a plan wants of a seat's Fireteams. tasks: of those that are to do something special."""

    tasks: Mapping[FireteamId, Task] = field(factory=dict)

    def of(self, team: FireteamId) -> Task:
        """A Fireteam's."""
        return self.tasks.get(team, NO_TASK)


NO_TASK = Task()
NO_AIM = Aim()


def play(view: View[OwmState], chance: Chance, aim: Aim | None = None) -> Answer:
    """Return the answer of the view's seat to what is asked. aim: None for its own head."""
    thought = ANSWERS.get(agenda.kind_of(view))
    return (
        thought(view, chance, aim or NO_AIM) if thought is not None else computer.play(view, chance)
    )


# -- fire, worked out once ---------------------------------------------------------------------

MOVING = UNSEEN = 2
"""What it adds to a total that the target is on the move, or the shooter in stealth
(OWM-FIRE-09)."""
HORIZON = 3
"""Rounds for which a place counts."""

# -- an action of a turn -----------------------------------------------------------------------


@define
class Side:
    """One Fireteam, as far as fire is concerned. at: where it will be next round."""

    team: Fireteam
    at: Cell
    dug: bool
    shooters: Shooters
    marks: Marks
    others: int = 0

    @staticmethod
    def of(g: OwmState, team: Fireteam) -> Side:
        """Look at a Fireteam."""
        moving = team.on_the_move
        return Side(
            team,
            team.heading if moving else team.cell,
            team.dug_in and not moving,
            shooters_of(g, team),
            marks_of(g, team),
        )


@define
class Glance:
    """What is seen at a glance by the active Fireteam. options: (worth, answer) of whatever could
    be done. pulls: what an objective is worth at a distance, in hundredths of a point."""

    view: View[OwmState]
    turn: Turn
    team: Fireteam
    task: Task
    g: OwmState = field(init=False)
    me: Side = field(init=False)
    enemies: list[Side] = field(init=False)
    friends: list[Fireteam] = field(init=False)
    goal: Cell = field(init=False)
    stake: int = field(init=False)
    hand: dict[StandingOrder | None, list[tuple[int, Played]]] = field(init=False)
    dark: int = field(init=False)
    options: list[tuple[int, int, Action]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        g = self.g = self.view.state
        side = g.sides[self.team.seat]
        self.me = Side.of(g, self.team)
        self.friends, self.enemies = [], []
        for team in g.fireteams.values():
            if team.cell == NO_CELL or team.id == self.team.id:
                continue
            if g.sides[team.seat] is side:
                self.friends.append(team)
            else:
                self.enemies.append(Side.of(g, team))
        self.dark = sight_limit(g)
        for enemy in self.enemies:
            enemy.others = sum(
                TERRAINS.sees(g.ground, enemy.at, f.cell) for f in self.friends if not f.stealthed
            )
        self.hand = {}
        for card in held(self.view):
            order = order_of(self.view.card(card))
            kind = None if order is None else order.standing_order
            sides = order.strength.sides if order is not None and order.strength else 0
            self.hand.setdefault(kind, []).append((sides, card))
        self._aim()

    def _aim(self) -> None:
        """Set the Terrain it makes for, and what it is worth to be there."""
        g, team = self.g, self.team
        side = g.sides[team.seat]
        rules = rules_of(g)
        goals = rules.goals(g, side)
        goal, points = goals[0] if goals else rules.goal(g, side)
        lead = True
        if self.task.cell != NO_CELL:
            self.goal, self.stake = self.task.cell, max(400, points * 100)
            return
        carrier = rules.carrier(g, side)
        if carrier != NO_FIRETEAM:
            lead = carrier == team.id
        elif len(goals) > 1 or self.friends:
            away = g.ground.distance
            own = {t.id: t.heading if t.on_the_move else t.cell for t in (team, *self.friends)}
            if len(goals) > 1:  # the nearest that no friend is nearer to
                mine = [
                    (4 * away(own[team.id], cell) - worth, cell, worth)
                    for cell, worth in goals
                    if all(
                        (away(own[f.id], cell), f.id) > (away(own[team.id], cell), team.id)
                        for f in self.friends
                    )
                ]
                if mine:
                    _, goal, points = min(mine)
                else:
                    lead = False
            else:
                lead = all(
                    (away(own[f.id], goal), f.id) > (away(own[team.id], goal), team.id)
                    for f in self.friends
                )
        left = rounds_left(g)
        urgency = max(0, min(6, 7 - left))
        self.goal = goal
        self.stake = points * (EARLY + (100 - EARLY) * urgency // 6) * GOAL // 100
        if not lead:
            self.stake = self.stake * 3 // 10

    # -- what a place is worth ----------------------------------------------------------------

    def plus(self, a: Cell, a_dug: bool, b: Cell, b_dug: bool) -> int:
        """Return what Terrain, entrenchments and Smoke add to a total from a to b."""
        g = self.g
        total = TERRAINS.at(g.ground, a).attack - TERRAINS.at(g.ground, b).defense
        if g.tokens:
            total += smoke(g, a) + smoke(g, b)
        return total + a_dug - b_dug

    def is_dark(self, distance: int, cell: Cell) -> bool:
        """Return True if a shot goes beyond the visibility."""
        return 0 < self.dark < distance and not is_lit(self.g, cell)

    def risk(self, cell: Cell, dug: bool, more: int = 0) -> int:
        """Return the cost of the enemy's fire in a round. more: added to its totals."""
        ground, total = self.g.ground, 0
        for enemy in self.enemies:
            at = enemy.at
            if at == cell or not TERRAINS.sees(ground, at, cell):
                continue
            distance = ground.distance(at, cell)
            plus = more + self.plus(at, enemy.dug, cell, dug)
            dark = self.dark > 0 and self.is_dark(distance, cell)
            value = volley(enemy.shooters, self.me.marks, distance, plus, dark)
            total += value * 10 // (10 + 6 * enemy.others)
        return total * THREAT // 100

    def reach(self, cell: Cell, dug: bool, shooters: Shooters) -> int:
        """Return the worth of its own fire in a round."""
        ground = self.g.ground
        best = second = 0
        for enemy in self.enemies:
            at = enemy.at
            if at == cell or not TERRAINS.sees(ground, cell, at):
                continue
            if any(lies_behind(ground, cell, at, f.cell) for f in self.friends):
                continue
            distance = ground.distance(cell, at)
            plus = self.plus(cell, dug, at, enemy.dug)
            if distance == 1 and any(flanks(ground, at, cell, f.cell) for f in self.friends):
                plus += 1
            dark = self.dark > 0 and self.is_dark(distance, at)
            value = volley(shooters, enemy.marks, distance, plus, dark)
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return (best + second // 3) * ATTACK // 100

    def position(self, cell: Cell, dug: bool, shooters: Shooters) -> int:
        """Return the worth of a place in a round."""
        return self.reach(cell, dug, shooters) - self.risk(cell, dug)

    def pull(self, cell: Cell) -> int:
        """Return the worth of the part of the way that this place has behind it."""
        away = self.g.ground.distance(cell, self.goal)
        return self.stake * APPROACH[away] // 100 if away < len(APPROACH) else -20 * away

    # -- what can be done ---------------------------------------------------------------------

    def best(self) -> Action:
        """Return the best thing that is allowed now."""
        stance = self.task.stance
        if stance is Stance.SPARE:
            return EndTurn()
        fired = self._attacks()
        if not (stance is Stance.HOLD or (stance is Stance.FIRE and fired)):
            self._moves()
        self._rallies()
        if not self.team.on_the_move:
            self._digs_in()
            self._guns()
        self._hides()
        self._redraws()
        self.options.sort(key=lambda option: option[:2], reverse=True)
        for value, _, answer in self.options:
            if value > 0 and self.turn.why_not_action(self.view, answer) is None:
                return answer
        return EndTurn()

    def _offer(self, value: int, answer: Action) -> None:
        self.options.append((value, -len(self.options), answer))

    def _attacks(self) -> bool:
        """Offer the strongest Attack order at every enemy in sight; is there any?"""
        cards = self.hand.get(StandingOrder.ATTACK)
        if not cards:
            return False
        g, team, task = self.g, self.team, self.task
        sides, slot = max(cards)
        found = False
        for enemy in self.enemies:
            e = enemy.team
            if e.stealthed or e.id in self.turn.attacked or e.cell == team.cell:
                continue
            if not TERRAINS.sees(g.ground, team.cell, e.cell):
                continue
            marks = tuple(
                [
                    m
                    for m in enemy.marks
                    if m % 4 != 1 or not is_ducking(g, g.soldiers[SoldierId(m // 4)])
                ]
            )
            if not marks:
                continue
            distance = max(1, g.ground.distance(team.cell, e.cell))
            plus = self.plus(team.cell, team.dug_in, e.cell, e.dug_in)
            plus += (MOVING if e.on_the_move else 0) + (UNSEEN if team.stealthed else 0)
            if distance == 1 and g.has_flanking(team, e):
                plus += 1
            twice = team.on_the_move or e.covered or self.is_dark(distance, e.cell)
            gains = gains_of(self.me.shooters, marks, distance, plus, twice)
            if not gains or gains[0] < LEAST:
                continue
            value = odds.thinned(odds.volley(gains, _BY_SIDES[sides]), targets_of(marks).whole)
            value = value * BITE // 100 - 5 * (sides - 4) - CARD
            if task.target == e.id:
                value += 1000
            if task.stance is Stance.FIRE:
                value += 300
            if value > 0:
                found = True
                self._offer(value, Attack(slot, e.id))
        return found

    def _moves(self) -> None:
        """Offer the neighbours, or the end of a move that is open."""
        cards = self.hand.get(StandingOrder.MANEUVER)
        g, team, stance = self.g, self.team, self.task.stance
        if not cards or any(g.soldiers[s].status is Status.SUPPRESSED for s in team.line):
            return
        slot, here = cards[0][1], team.cell
        if team.on_the_move:
            hurry = 100 if stance is Stance.ADVANCE else 0
            saved = self.risk(here, False, MOVING)
            self._offer(saved + hurry + 30 - CARD, Maneuver(slot, team.heading))
            return
        crewed = [s for s in team.line if g.soldiers[s].crewed_in]
        shooters = shooters_of(g, team, second=False) if crewed else self.me.shooters
        stays = HORIZON * self.position(here, team.dug_in, self.me.shooters)
        two = self.turn.actions_left >= 2 and len(cards) >= 2
        cost = CARD + (TRENCH if team.dug_in else 0) + (UNCREWED if crewed else 0)
        stays_on = here == self.goal and not self._flees()
        for cell in g.ground.neighbours(here):
            there = g.fireteams_at(cell)
            if stays_on and not there:
                continue
            if TERRAINS.at(g.ground, cell).no_movement or (there and not self._is_prey(there[0])):
                continue
            if there:
                leaves = stays + self.pull(here) + CARD
                self._offer(self._assault(there[0], cell) - leaves, Maneuver(slot, cell))
                continue
            value = self._flight(cell) if self._flees() else self._way(cell, shooters) - stays
            if value > 0 and not (two or is_fast(g, cell)):
                value = self._half(value)
            answer: Action = Uncrew(crewed[0]) if crewed else Maneuver(slot, cell)
            self._offer(value - cost, answer)

    def _flees(self) -> bool:
        return self.task.stance is Stance.FALL_BACK

    def _is_prey(self, other: Fireteam) -> bool:
        """Return True if a Fireteam is an enemy that could be assaulted now."""
        return self.g.is_enemy(self.team, other) and not self._flees()

    def _way(self, cell: Cell, shooters: Shooters) -> int:
        """Return the worth of a neighbour, in relation to no more than the way from here."""
        here = self.team.cell
        value = HORIZON * self.position(cell, False, shooters) + self.pull(cell) - self.pull(here)
        if self.task.stance is Stance.ADVANCE:
            away = self.g.ground.distance
            value += 400 if away(cell, self.goal) < away(here, self.goal) else -400
        return value

    def _flight(self, cell: Cell) -> int:
        """Return the worth of a neighbour to who falls back."""
        team, away = self.team, self.g.ground.distance
        value = HORIZON * (self.risk(team.cell, team.dug_in) - self.risk(cell, False))
        if self.task.cell != NO_CELL:
            value += 200 * (away(team.cell, self.goal) - away(cell, self.goal))
        return value + 60 * min(0, self._nearest(cell) - self._nearest(team.cell))

    def _half(self, value: int) -> int:
        """Return the worth of a move that ends next turn only (OWM-RES-06 may stop it)."""
        risk = self.risk(self.team.cell, False, MOVING)
        risk += HALF if risk else 0
        return value * STOP // (STOP + risk) - risk

    def _nearest(self, cell: Cell) -> int:
        """How far away the nearest enemy is from a place."""
        return min([self.g.ground.distance(cell, e.at) for e in self.enemies], default=9)

    def _assault(self, enemy: Fireteam, cell: Cell) -> int:
        """Return the worth of an assault, in rough numbers: by the odds of everybody's checks."""
        g = self.g
        own, theirs = (
            [g.soldiers[s] for s in team.line if g.soldiers[s].can_fight]
            for team in (self.team, enemy)
        )
        p = sum(12 // s.card.discipline.sides for s in own)
        q = sum(
            12 // s.card.discipline.sides // (2 if s.status is Status.SUPPRESSED else 1)
            for s in theirs
        )
        if g.is_established(enemy):
            q = q * 4 // 3
        wins = 100 * p * p // (p * p + q * q) if p else 0
        gain = sum(100 * CATALOG.soldiers[s].points for s in enemy.line)
        cost = sum(100 * CATALOG.soldiers[s].points for s in self.team.line)
        value = (gain // 2 + 200 + self.pull(cell)) * wins // 100
        return value - cost // 2 * (100 - wins) // 100

    def _rallies(self) -> None:
        cards = self.hand.get(StandingOrder.RALLY)
        g, team = self.g, self.team
        down = sorted(
            [
                100 * CATALOG.soldiers[s].points
                for s in team.line
                if g.soldiers[s].status is Status.SUPPRESSED
            ],
            reverse=True,
        )
        if not cards or not down:
            return
        sides, slot = max(cards)
        seen = sum(
            TERRAINS.sees(g.ground, e.at, team.cell) for e in self.enemies if e.at != team.cell
        )
        value = (10 + min(30, 16 * seen)) * odds.volley(down, _BY_SIDES[sides]) // 100
        if team.cell != self.goal:
            value += self.stake // 10
        self._offer(value * 3 // 2 - CARD, Rally(slot))

    def _digs_in(self) -> None:
        cards = self.hand.get(StandingOrder.ENTRENCH)
        team = self.team
        if not cards or team.dug_in:
            return
        cell = team.cell
        value = HORIZON * (
            self.position(cell, True, self.me.shooters)
            - self.position(cell, False, self.me.shooters)
        )
        if cell == self.goal or self.task.stance is Stance.HOLD:
            value = value * 3 // 2 + 40
        elif self.stake > 300:
            value //= 3
        self._offer(value - CARD // 2, Entrench(cards[0][1]))

    def _hides(self) -> None:
        team, g = self.team, self.g
        if team.stealthed or TERRAINS.at(g.ground, team.cell).no_stealth:
            return
        if team.attacked_in == g.round_no and team.attacked_at == team.cell:
            return
        slot = self._junk(1)
        if slot:
            risk = self.risk(team.cell, team.dug_in, MOVING if team.on_the_move else 0)
            self._offer(risk * 6 // 10 - CARD, Hide(slot[0]))

    def _guns(self) -> None:
        """Offer a crew or a scope where there is somebody to shoot at."""
        g, team = self.g, self.team
        if self.stake > 300 and team.cell != self.goal and self.task.stance is Stance.FREE:
            return
        now = -1
        for gunner in team.line:
            s = g.soldiers[gunner]
            kind = CATALOG.soldier_weapon(gunner).type
            if kind not in MACHINE_GUNS and kind is not WeaponType.SNIPER:
                continue
            if s.crewed_in or s.assists or s.status is not Status.READY:
                continue
            slot = self._junk(1)
            if not slot:
                return
            helper = gunner
            if kind in MACHINE_GUNS:
                free = [
                    o
                    for o in team.line
                    if o != gunner
                    and g.soldiers[o].status is Status.READY
                    and not g.soldiers[o].crewed_in
                    and not g.soldiers[o].assists
                ]
                if not free:
                    continue
                helper = min(free, key=lambda o: (CATALOG.soldiers[o].points, o))
            if now < 0:
                now = self.reach(team.cell, team.dug_in, self.me.shooters)
            crewed = tuple(
                [
                    code | 2 if code // 4 == gunner else code
                    for code in self.me.shooters
                    if code // 4 != helper or helper == gunner
                ]
            )
            value = HORIZON * (self.reach(team.cell, team.dug_in, crewed) - now) - CARD
            crew = Scope(slot[0], gunner) if helper == gunner else Crew(slot[0], gunner, helper)
            self._offer(value, crew)

    def _junk(self, most: int, spare: int = 0) -> list[Played]:
        """Cards of little use, the least useful first. spare: how many more of each kind are."""
        found: list[Played] = []
        down = any(self.g.soldiers[s].status is Status.SUPPRESSED for s in self.team.line)
        for kind, keep in _KEEP:
            cards = sorted(self.hand.get(kind, ()))
            kept = keep if kind is not StandingOrder.RALLY or down else 1
            found += [card for _, card in cards[: max(0, len(cards) - kept + spare)]]
        return found[:most]

    def _redraws(self) -> None:
        """Offer new cards for useless ones, where nothing else is worth it."""
        slots = tuple(self._junk(3) or self._junk(1, spare=1))
        if slots:
            self._offer(4 + 4 * len(slots), Redraw(slots))


EARLY, GOAL, THREAT, ATTACK, BITE = 180, 165, 100, 75, 200
"""Percent, as regular weighs things."""
APPROACH = (100, 55, 30, 12)
CARD, HALF, STOP, TRENCH, UNCREWED = 30, 100, 250, 200, 40
"""Hundredths of a point: a card; to end a turn on the move in sight of an enemy; the risk at which
a move is stopped every other time; an entrenchment, and a gun, that is left."""
LEAST = 8
"""A best shot of less is not worth the cards."""
_BY_SIDES = {colour.sides: colour for colour in Colour}
_KEEP = (
    (None, 0),
    (StandingOrder.ENTRENCH, 1),
    (StandingOrder.RALLY, 2),
    (StandingOrder.MANEUVER, 2),
    (StandingOrder.ATTACK, 3),
)
"""How many cards of a kind are kept, those that are given away first at the top."""


def _action(view: View[OwmState], chance: Chance, aim: Aim) -> Answer:
    """Take what is free first: looks at hidden enemies, treatments; then the best that is left."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Turn)
    team = g.fireteams[top.fireteam]
    for enemy in g.fireteams.values():
        if enemy.stealthed and enemy.id not in top.tried and g.is_enemy(team, enemy):
            look = Recognise(enemy.id, best_commander(g, team.id))
            if top.why_not_action(view, look) is None:
                return look
    if Heal.in_play(g):
        for heal in Heal.offers(view, top):
            if top.why_not_action(view, heal) is None:
                return heal
    if not top.actions_left:
        return EndTurn()
    if truck_of(g) is not None:  # weighed as a recruit does
        deed = Planner(Mind(view, TEMPER), top, team).truck_deed()
        if deed is not None:
            return deed
    return Glance(view, top, team, aim.of(team.id)).best()


# -- Command Decisions -------------------------------------------------------------------------

_MOMENTS: dict[type[Subject], tuple[str, ...]] = {
    Total: ("evade", "chain_of_command", "fubar"),
    Target: ("chain_of_command", "fubar"),
    Number: ("chain_of_command", "fubar"),
    Shots: ("chain_of_command", "fubar"),
    Order: ("fubar", "double_time", "covering_fire"),
    Free: (
        "act_of_valor",
        "attention",
        "combat_operation",
        "field_dressing",
        "field_repairs",
        "grenade",
        "intelligence",
        "last_stand",
        "lucky_shot",
        "on_the_run",
    ),
}
"""Which Command Decisions are weighed in which windows; the others are never played."""
_ALL = tuple(dict.fromkeys([key for keys in _MOMENTS.values() for key in keys]))
_PRICE = 55
"""What a card is worth in the hand, in hundredths of a point."""
_CLASSES: dict[str, list[type[Decision]]] = {}
for _cls in DECISIONS:
    _CLASSES.setdefault(_cls.key, []).append(_cls)


def _command(view: View[OwmState], chance: Chance, aim: Aim) -> Answer:
    """The play that is worth most beyond its card, or a pass; until the next turn if no card of the
    hand is ever played."""
    window = view.state.agenda[-1]
    assert isinstance(window, DecisionWindow)
    keys = _MOMENTS.get(type(window.subject), ())
    best: tuple[int, Answer] = (_PRICE, Pass())
    silent = True
    for card in held(view, window.order[window.passed]):
        order = order_of(view.card(card))
        if order is None or order.decision not in _ALL:
            continue
        silent = False
        if order.decision not in keys:
            continue
        for cls in _CLASSES[order.decision]:
            if why_shut(cls, view, window) is not None:
                continue
            for answer in cls.offers(view, window, card):
                if answer.why_not(view, window) is None:
                    value = decisions.worth(view, window, answer, chance)
                    if value > best[0]:
                        best = (value, answer)
    return Pass(NEXT_TURN) if silent else best[1]


ANSWERS: dict[Kind[Any], Callable[[View[OwmState], Chance, Aim], Answer]] = {
    ACTION: _action,
    COMMAND: _command,
}
"""The kinds of decision that it has its own way with; at all others it is a recruit."""
