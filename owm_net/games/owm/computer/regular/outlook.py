"""Regular's values of the possible ends of a Fireteam's turn.

A `Shape` is the active Fireteam as it could be when its turn is over: where, on the move or not,
dug in, hidden, which soldiers are on their feet, what is on the map. `Outlook.worth` puts a number
on one, in hundredths of a soldier point: what the enemy's fire costs until the next turn, what its
own fire is worth then, both for some rounds, and the way to the objective.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from owm_net.games.owm import odds
from owm_net.games.owm.computer.fire import (
    Marks,
    Shooters,
    gains_of,
    marks_among,
    shooters_among,
    targets_of,
    volley,
)
from owm_net.games.owm.computer.mind import Mind, best_commander
from owm_net.games.owm.computer.regular.weights import Weights
from owm_net.games.owm.firing import is_ducking, smoke
from owm_net.games.owm.ground import Ground, flanks, lies_behind
from owm_net.games.owm.ids import NO_CELL, Cell, FireteamId
from owm_net.games.owm.state import OTHER, TERRAINS, Fireteam, OwmState, Soldier
from owm_net.games.owm.terms import Colour, Status
from owm_net.games.owm.victory import score
from owm_net.games.owm.visibility import is_lit, sight_limit

ON_THE_MOVE = 2
"""What it adds to a total that the target is on the move (OWM-FIRE-09)."""
LONG = 8
"""After so many rounds a match has been long: who has nobody to shoot at does not wait any more."""
NEAR = 3
"""An enemy who is no farther from the objective may soon be there."""
UNSEEN = 2
"""What it adds to a total to shoot out of stealth (OWM-FIRE-09)."""


@frozen
class Shape:
    """The active Fireteam as it could be. ground, body: numbers in the `Outlook`'s lists.

    moved: it has moved in this turn. over: its turn ends with this. sure: how likely it is, in
    percent, that it comes to this: an assault may be lost.
    """

    cell: Cell
    heading: Cell
    dug: bool
    hidden: bool
    ground: int = 0
    body: int = 0
    moved: bool = False
    over: bool = False
    sure: int = 100


@define
class Body:
    """Soldiers as they are, or would be. now, later: who can shoot in this round, and in others.
    all: who can be hit; up: of them those who can still be aimed at in this round."""

    soldiers: list[Soldier]
    now: Shooters
    later: Shooters
    all: Marks
    up: Marks
    leaderless: bool


@define
class Outlook:
    """Everything worked out once for a decision about the active Fireteam."""

    mind: Mind
    weights: Weights
    team: Fireteam
    g: OwmState = field(init=False)
    bodies: list[Body] = field(factory=list)
    grounds: list[Ground] = field(factory=list)
    enemies: list[Fireteam] = field(init=False)
    friends: list[Fireteam] = field(init=False)
    threat: int = field(init=False)
    goal: int = field(init=False)
    urgency: int = field(init=False)
    behind: bool = field(init=False)
    limit: int = field(init=False)
    _body_of: dict[FireteamId, int] = field(factory=dict)
    _worth: dict[Shape, int] = field(factory=dict)
    _others: dict[FireteamId, int] = field(factory=dict)
    _risks: dict[tuple[int, int, Cell, bool, bool, bool, bool], int] = field(factory=dict)
    _reaches: dict[tuple[int, int, Cell, bool, int], int] = field(factory=dict)
    _pulls: dict[Cell, int] = field(factory=dict)
    _overruns: dict[tuple[int, Cell, bool], int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.g = self.mind.g
        self.limit = sight_limit(self.g)
        self.grounds.append(self.g.ground)
        self.bodies.append(self.body_with(self.g.members(self.team.id)))
        self.enemies = self._in_turn()
        self._take_heart()
        self.friends = [f for f in self.mind.friends if f.id != self.team.id]

    def _take_heart(self) -> None:
        """Set the daring: the losing side dares more the less time there is; the leading side dares
        less."""
        w, mind = self.weights, self.mind
        own = self.g.sides[mind.view.seat]
        lead = score(self.g, own) - score(self.g, OTHER[own])
        self.urgency = max(0, min(100, 100 * (10 - mind.rounds_left) // 8))
        self.behind = lead < 0
        self.threat, self.goal = w.threat, w.goal
        if lead < 0:
            self.threat = self.threat * (100 - w.bold * self.urgency // 100) // 100
            self.goal = w.goal * (100 + w.press * self.urgency // 100) // 100
        elif lead > 0:
            self.threat = w.threat * (100 + w.calm * self.urgency // 100) // 100

    def _in_turn(self) -> list[Fireteam]:
        """Enemies in the order in which they act before the active Fireteam does again."""
        order = self.g.initiative
        at = order.index(self.team.id) if self.team.id in order else 0
        then = {team: n for n, team in enumerate(order[at:] + order[:at])}
        return sorted(self.mind.enemies, key=lambda e: (then.get(e.id, 99), e.id))

    # -- bodies ------------------------------------------------------------------------------

    def body_with(self, soldiers: Sequence[Soldier]) -> Body:
        """Such soldiers in one Fireteam."""
        return Body(
            list(soldiers),
            shooters_among(soldiers, self.g.uses_second_grid),
            shooters_among(soldiers, _is_crewed),
            marks_among(soldiers),
            marks_among([s for s in soldiers if not is_ducking(self.g, s)]),
            not any(s.card.is_leader for s in soldiers),
        )

    def add_body(self, soldiers: Sequence[Soldier]) -> int:
        """The number of a new one."""
        self.bodies.append(self.body_with(soldiers))
        return len(self.bodies) - 1

    def add_ground(self, ground: Ground) -> int:
        """The number of a map as it would be."""
        self.grounds.append(ground)
        return len(self.grounds) - 1

    def body_of(self, team: Fireteam) -> int:
        """A Fireteam's as it is."""
        if team.id == self.team.id:
            return 0
        if team.id not in self._body_of:
            self._body_of[team.id] = self.add_body(self.g.members(team.id))
        return self._body_of[team.id]

    # -- fire --------------------------------------------------------------------------------

    def volley(
        self, shooter: int, target: int, distance: int, total: int, doubled: bool, now: bool
    ) -> int:
        """Return the worth of an Attack order of unknown strength of one body at another. now: in
        this round."""
        body, at = self.bodies[shooter], self.bodies[target]
        if now:
            return volley(body.now, at.up, distance, total, doubled)
        return volley(body.later, at.all, distance, total, doubled)

    def order(self, shape: Shape, enemy: Fireteam, strength: Colour, doubled: bool = False) -> int:
        """Return the worth of an Attack order now from a shape; 0 where it is not allowed."""
        ground = self.grounds[shape.ground]
        if enemy.stealthed or not TERRAINS.sees(ground, shape.cell, enemy.cell):
            return 0
        if self._endangers(ground, shape.cell, enemy.cell):
            return 0
        total = self._between(ground, shape.cell, shape.dug, enemy.cell, enemy.dug_in)
        total += ON_THE_MOVE if enemy.on_the_move else 0
        total += UNSEEN if shape.hidden else 0
        total += self._flanking(ground, shape.cell, enemy.cell)
        distance = ground.distance(shape.cell, enemy.cell)
        moving = shape.heading != NO_CELL or doubled or self._dark(distance, enemy.cell)
        body = self.body_of(enemy)
        own, at = self.bodies[shape.body].now, self.bodies[body].up
        if not own or not at:
            return 0
        gains = gains_of(own, at, max(1, distance), total, moving)
        return odds.thinned(odds.volley(gains, strength), targets_of(at).whole)

    def pinned(self, enemy: Fireteam, value: int) -> int:
        """Return the worth of suppressing somebody by an Attack order of this value: then a
        Fireteam on its way to the objective goes nowhere until it is rallied."""
        if self.g.has_suppressed(enemy.id):
            return 0
        if self.weights.overrun and enemy.on_the_move:
            friend = next((f for f in (self.team, *self.friends) if f.cell == enemy.heading), None)
            if friend is not None:
                up = [s for s in self.g.members(enemy.id) if s.status is Status.READY]
                each = sum(odds.worth(s) for s in up) * odds.DOWN_PARTS // (100 * max(1, len(up)))
                lost = self.overrun(self.body_of(friend), friend.cell, False)
                return lost * value // (value + each) if each else 0
        if enemy.cell == self.mind.goal:
            return 0
        if self.g.ground.distance(self.mind.whereabouts(enemy), self.mind.goal) > NEAR:
            return 0
        up = [s for s in self.g.members(enemy.id) if s.status is Status.READY]
        each = sum(odds.worth(s) for s in up) * odds.DOWN_PARTS // (100 * max(1, len(up)))
        return self.weights.pin * value // (value + each) if each else 0

    def _between(self, ground: Ground, a: Cell, a_dug: bool, b: Cell, b_dug: bool) -> int:
        total = TERRAINS.at(ground, a).attack - TERRAINS.at(ground, b).defense
        if self.g.tokens:
            total += smoke(self.g, a) + smoke(self.g, b)
        return total + int(a_dug) - int(b_dug)

    def _flanking(self, ground: Ground, cell: Cell, at: Cell) -> int:
        return int(
            any(
                flanks(ground, at, cell, f.cell) and TERRAINS.sees(ground, f.cell, at)
                for f in self.friends
            )
        )

    def _endangers(self, ground: Ground, cell: Cell, at: Cell) -> bool:
        return any(lies_behind(ground, cell, at, f.cell) for f in self.friends)

    def _dark(self, distance: int, cell: Cell) -> bool:
        return 0 < self.limit < distance and not is_lit(self.g, cell)

    # -- what may happen before and in the next turn -----------------------------------------

    def risk(
        self, shape: Shape, cell: Cell, dug: bool, moving: bool, hidden: bool, now: bool
    ) -> int:
        """Return the cost of the enemy's fire in a round. now: until the next turn, else some later
        one."""
        key = (shape.ground, shape.body, cell, dug, moving, hidden, now)
        known = self._risks.get(key)
        if known is None:
            known = self._risks[key] = self._count_risk(shape, cell, dug, moving, hidden, now)
        return known

    def _count_risk(
        self, shape: Shape, cell: Cell, dug: bool, moving: bool, hidden: bool, now: bool
    ) -> int:
        ground = self.grounds[shape.ground]
        unseen = 100
        total = 0
        for enemy in self.enemies:
            at = enemy.heading if enemy.on_the_move else enemy.cell
            if at == cell or not TERRAINS.sees(ground, at, cell):
                continue
            if hidden:
                unseen = unseen * (100 - self._recognises(enemy)) // 100
            plus = self._between(ground, at, enemy.dug_in and at == enemy.cell, cell, dug)
            plus += ON_THE_MOVE if moving else 0
            plus += UNSEEN if enemy.stealthed else 0
            distance = ground.distance(at, cell)
            this_round = now and enemy.activated_in != self.g.round_no
            value = self.volley(
                self.body_of(enemy),
                shape.body,
                distance,
                plus,
                self._dark(distance, cell),
                this_round,
            )
            if value:
                others = self._other_targets(enemy, at)
                value = value * value // (value + others * self.weights.spread // 100)
                total += value * (100 - unseen if hidden else 100) // 100
        return total * self.threat // 100

    def _recognises(self, enemy: Fireteam) -> int:
        """In percent."""
        commander = self.g.soldiers[best_commander(self.g, enemy.id)]
        return odds.check_odds(commander, self.g.is_leaderless(enemy.id)) * 100 // odds.SCALE

    def _other_targets(self, enemy: Fireteam, at: Cell) -> int:
        """Return the worth of an enemy's fire on the other friends."""
        known = self._others.get(enemy.id)
        if known is None:
            known = 0
            ground = self.g.ground
            for friend in self.friends:
                cell = friend.heading if friend.on_the_move else friend.cell
                if at != cell and not friend.stealthed and TERRAINS.sees(ground, at, cell):
                    plus = self._between(ground, at, enemy.dug_in, cell, friend.dug_in)
                    distance = ground.distance(at, cell)
                    known += self.volley(
                        self.body_of(enemy), self.body_of(friend), distance, plus, False, False
                    )
            self._others[enemy.id] = known
        return known

    def reach(self, shape: Shape, cell: Cell, dug: bool, plus: int = 0) -> int:
        """Return the worth of its own fire in a round to come from a place."""
        key = (shape.ground, shape.body, cell, dug, plus)
        known = self._reaches.get(key)
        if known is None:
            known = self._reaches[key] = self._count_reach(shape, cell, dug, plus)
        return known

    def _count_reach(self, shape: Shape, cell: Cell, dug: bool, plus: int) -> int:
        ground = self.grounds[shape.ground]
        best = second = 0
        for enemy in self.enemies:
            at = enemy.heading if enemy.on_the_move else enemy.cell
            if at == cell or not TERRAINS.sees(ground, cell, at):
                continue
            if self._endangers(ground, cell, at):
                continue
            there = enemy.dug_in and at == enemy.cell
            total = plus + self._between(ground, cell, dug, at, there)
            total += self._flanking(ground, cell, at)
            distance = ground.distance(cell, at)
            dark = self._dark(distance, at)
            value = self.volley(shape.body, self.body_of(enemy), distance, total, dark, False)
            if enemy.stealthed:
                value = value * self.weights.hidden_enemy // 100
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return (best + second // 3) * self.weights.attack // 100

    # -- a shape -----------------------------------------------------------------------------

    def worth(self, shape: Shape) -> int:
        """Of a turn's end in this shape."""
        known = self._worth.get(shape)
        if known is None:
            known = self._worth[shape] = self._weigh(shape)
        return known

    def overrun(self, body: int, cell: Cell, moved: bool) -> int:
        """Return the cost of the worst assault that an enemy beside a place can begin."""
        key = (body, cell, moved)
        known = self._overruns.get(key)
        if known is None:
            known = self._overruns[key] = self._count_overrun(body, cell, moved)
        return known

    def _count_overrun(self, body: int, cell: Cell, moved: bool) -> int:
        g, worst = self.g, 0
        own = self.bodies[body].soldiers
        for enemy in self.enemies:
            coming = enemy.heading == cell
            if not coming and (enemy.on_the_move or g.ground.distance(enemy.cell, cell) != 1):
                continue
            theirs = g.members(enemy.id)
            if any(s.status is Status.SUPPRESSED or s.crewed_in for s in theirs):
                continue
            course = odds.melee(
                odds.fighters(theirs), odds.fighters(own), 0, int(not moved), level=g.level
            )
            cost = course.gain
            if cell == self.mind.goal:
                cost += self.mind.stake * course.wins // odds.SCALE
            if not coming:
                cost = cost * self.weights.overrun // 100
            worst = max(worst, cost)
        return worst

    def _weigh(self, shape: Shape) -> int:
        moving = shape.heading != NO_CELL
        risk = self.risk(shape, shape.cell, shape.dug, moving, shape.hidden, now=True)
        if self.weights.overrun:
            risk += self.overrun(shape.body, shape.cell, shape.moved)
        if not moving:
            standing = self._standing(shape, shape.cell, shape.dug, shape.hidden)
            return (standing - risk) * shape.sure // 100
        if risk:
            risk += self.weights.half
        # A move stops where it began when somebody is suppressed on the way (OWM-RES-06).
        stopped = 100 * risk // (risk + self.weights.stop) if risk else 0
        at = self.g.fireteams_at(shape.heading)
        enemy = next((t for t in at if self.g.is_enemy(self.team, t)), None)
        if at and enemy is None:
            return self._standing(shape, shape.cell, shape.dug, False) - risk
        if enemy is not None and risk:  # they are warned, and fire first
            risk += self.weights.warned
        there = self._standing(shape, shape.heading, False, False)
        if self.mind.rounds_left <= 1:
            there -= self._pull(shape.heading)
        elif enemy is not None:
            gain, sure = self.assault(shape, enemy, shape.heading)
            there = gain + there * sure // 100
        there -= self._pull(shape.heading) * self.weights.delay // 100
        here = self._standing(shape, shape.cell, shape.dug, False)
        return (there * (100 - stopped) + here * stopped) // 100 - risk

    def _pull(self, cell: Cell) -> int:
        known = self._pulls.get(cell)
        if known is None:
            known = self._pulls[cell] = self.mind.pull(self.team, cell) * self.goal // 100
        return known

    def next_stop(self, shape: Shape, cell: Cell) -> int:
        """Return the worth of a place beside it in the next round, if it is on the way."""
        goal, ground = self.mind.goal, self.g.ground
        if ground.distance(cell, goal) >= ground.distance(shape.cell, goal):
            return 0
        reach = self.reach(shape, cell, False)
        return reach - self.risk(shape, cell, False, False, False, now=False)

    def beside(self, friend: Fireteam, body: int) -> int:
        """Return the worth of another friendly Fireteam's place with these soldiers in it."""
        cell = friend.heading if friend.on_the_move else friend.cell
        dug = friend.dug_in and not friend.on_the_move
        shape = Shape(cell, NO_CELL, dug, False, 0, body)
        value = self.reach(shape, cell, dug) - self.risk(shape, cell, dug, False, False, now=False)
        return self.mind.horizon * value

    def assault(self, shape: Shape, enemy: Fireteam, cell: Cell) -> tuple[int, int]:
        """Return the worth of an assault on an enemy's place, without the place itself; and the
        odds of having it then, in percent."""
        g, mind = self.g, self.mind
        flanking = int(g.has_flanking(self.team, enemy))
        established = int(g.is_established(enemy)) + int(enemy.stealthed)
        own = self.bodies[shape.body].soldiers
        course = odds.melee(
            odds.fighters(own),
            odds.fighters(g.members(enemy.id)),
            flanking,
            established,
            first_edge=1 if shape.hidden else 0,
        )
        value = course.gain
        stake = mind.stake * self.goal // 100 if cell == mind.goal else 200
        value += stake * course.wins // odds.SCALE
        lost = sum(odds.worth(s) for s in own)
        value -= lost * mind.temper.pinned * (odds.SCALE - course.wins) // (100 * odds.SCALE)
        return value * self.weights.assault // 100, 100 * course.wins // odds.SCALE

    def _standing(self, shape: Shape, cell: Cell, dug: bool, hidden: bool) -> int:
        """Return the worth of the time after the enemy's turns: fire from there and into it, and
        where it is."""
        reach = self.reach(shape, cell, dug)
        value = self.mind.horizon * reach
        if hidden:
            ambush = self.reach(shape, cell, dug, UNSEEN)
            unseen = 100
            for enemy in self.enemies:
                at = enemy.heading if enemy.on_the_move else enemy.cell
                if TERRAINS.sees(self.grounds[shape.ground], at, cell):
                    unseen = unseen * (100 - self._recognises(enemy)) // 100
            value += (ambush - reach) * unseen // 100
        later = self.mind.horizon - 1
        if later:
            value -= later * self.risk(shape, cell, dug, False, False, now=False)
        return value + self._pull(cell)


def _is_crewed(soldier: Soldier) -> bool:
    return soldier.crewed_in > 0
