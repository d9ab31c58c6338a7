"""What the computer player orders: who is given the die, and what this soldier does.

An order is worth what it brings, and what it changes of the place where the soldier stands until
the next one: how many can fire there, how well they fire from there, how near it is to what they
want.
"""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.computer.bursts import cover_fires, fires
from owm_net.games.nco.computer.errands import allowed, errand, errands, step_to
from owm_net.games.nco.computer.front import Front
from owm_net.games.nco.computer.healing import best_item, worth_of
from owm_net.games.nco.computer.posts import posts_near
from owm_net.games.nco.computer.weighing import Prizes, charge_worth, gain, prizes
from owm_net.games.nco.counter_fire import can_counter
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.orders.command import Command, Lead
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.rally import GAINS, MEDICINE, RITES, Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.orders.trying import entry
from owm_net.games.nco.paths import Path, allowance, straight_charge
from owm_net.games.nco.scenarios import CENTER, MIDDLE, SECTORS, THIRD, bonus, sector_of
from owm_net.games.nco.squads import MOST_SOLDIERS
from owm_net.games.nco.state import NcoState, Soldier
from owm_net.games.nco.terms import (
    BASE,
    BOARD,
    NEAR,
    SPECIAL_COURAGE,
    TURNS,
    Gait,
    Order,
    Shooting,
    Skill,
    Status,
)
from owm_net.games.nco.victory import scores

WALKERS = 4
"""Soldiers whose ways are thought about for one die; half as many if somebody can do something
GOOD."""
GOOD = 200
POSTS = 8
"""Places that are looked at for a soldier, by each gait."""
IN_AMBUSH = 60
"""Worth of waiting for somebody to come."""
AGAIN = 6
"""Worth of a shot in the special actions, and of one from a new place, in tenths of its value."""
NEARER = 22
"""Worth of each inch towards the enemy, when nobody is ahead."""
CLOSE = 600
"""Nearer one does not walk up to an enemy without a charge."""


def choose_order(view: View[NcoState], chance: Chance) -> Answer | None:
    """Return the best order of all that the die may be used for."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    able = frame.able(g)
    if g.soldiers[able[0]].broken:
        return _rally_broken(g, able)
    best = _best_idea(view, able, chance, frame.shown(g))
    return best[1] if best is not None else GoDown(able[0])


def choose_followers(view: View[NcoState], chance: Chance) -> Answer | None:
    """A friend who has something better to do than to lie down, after the leader."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    best = _best_idea(view, frame.followers(g), chance)
    if best is None or best[0] <= 0:
        return Pass()
    return Lead(best[1].soldier, best[1].face, before=False)


def _rally_broken(g: NcoState, able: list[SoldierId]) -> Answer:
    """Return a chaplain's words if he can speak, else the Rally of the dearest."""
    for soldier in able:
        if Skill.RELIGIOUS_RITES in g.soldiers[soldier].skills:
            return Rally(soldier, psyche=True, aloud=True)
    return Rally(max(able, key=lambda s: g.soldiers[s].worth), psyche=True)


def _best_idea(
    view: View[NcoState], able: list[SoldierId], chance: Chance, shown: Order = Order.NONE
) -> tuple[int, OrderAnswer] | None:
    """Return the best that these soldiers can do. shown: what the die must show."""
    return next(good_ideas(view, able, chance, shown), None)


def good_ideas(
    view: View[NcoState], able: list[SoldierId], chance: Chance, shown: Order = Order.NONE
) -> Iterator[tuple[int, OrderAnswer]]:
    """Yield allowed orders of these soldiers with what each may bring, the best first."""
    thought = Thought(view)
    chance.shuffle(able)
    able.sort(key=lambda soldier: errand(view.state, soldier) is None)
    ideas: list[tuple[int, OrderAnswer]] = []
    for soldier in able:
        ideas += thought.ideas(soldier, chance)
    for n, soldier in enumerate(able[: _walkers(view.state, ideas)]):
        ideas += thought.walks(soldier, around=not n)
    ideas.sort(key=lambda idea: -idea[0])
    for value, order in ideas:
        if shown in (Order.NONE, order.face) and allowed(view.state, order):
            yield value, order


def _walkers(g: NcoState, ideas: list[tuple[int, OrderAnswer]]) -> int:
    """Return of how many soldiers the ways are thought about: of all where the end is near, and
    places bring points."""
    if _by_place(g) and g.turn >= TURNS - 2:
        return MOST_SOLDIERS
    return WALKERS // 2 if any(value >= GOOD for value, _ in ideas) else WALKERS


class Thought:
    """What one side weighs for a die: the front, and how much it wants to go forward."""

    def __init__(self, view: View[NcoState]) -> None:
        self.g, self.seat = view.state, view.seat
        self.prized = prizes(view)
        self.front = Front(self.g, self.seat, self.prized)
        self.eager = eagerness(self.g, self.seat)

    def ideas(self, soldier: SoldierId, chance: Chance) -> Iterator[tuple[int, OrderAnswer]]:
        """Yield orders for a soldier with what each may bring; ways but for an errand apart."""
        g = self.g
        s = g.soldiers[soldier]
        if s.status is Status.WAITING:
            yield from self._entries(soldier, chance)
            return
        here = self.front.danger(soldier, s.spot, lying=s.down)
        low = self.front.danger(soldier, s.spot, lying=True)
        up = self.front.danger(soldier, s.spot) if s.down else here
        kept = IN_AMBUSH if s.ambush and self.front.foes else 0
        special = self._special(soldier, s.spot)
        item = best_item(g, soldier)
        help_ = item[0] if item is not None else 0
        yield here - low + special + help_ - kept, GoDown(soldier)
        rise = here - up - kept
        for value, rally in self._rallies(soldier):
            yield value + rise, rally
        if not s.peaceful:
            for value, fire in fires(g, soldier, self.prized):
                yield value + rise + special, fire
            for value, cover in cover_fires(g, soldier, self.prized):
                yield value + rise, cover
            for value, enemy, path in charges(g, soldier, self.prized, Gait.ASSAULT):
                then = self.front.danger(soldier, g.soldiers[enemy].spot)
                yield value + here - kept - then // 2, Assault(soldier, enemy, path)
        base = here - kept
        for value, order in errands(g, soldier):
            path = getattr(order, "path", ())
            if path:
                value += base - self.front.danger(soldier, path[-1])
            yield value, order

    def _special(self, soldier: SoldierId, spot: Spot, *, moved: bool = False) -> int:
        """Return the worth of the special action that an order leaves to a soldier."""
        g = self.g
        if g.courage(soldier) < SPECIAL_COURAGE or g.soldiers[soldier].peaceful:
            return 0
        return max(IN_AMBUSH // 2, self.front.fire(soldier, spot, moved=moved) * AGAIN // 10)

    def _place(self, soldier: SoldierId, spot: Spot, danger: int) -> int:
        """Return the value of standing somewhere at the end of an order: the next shot from there,
        if the soldier lives to fire it, less the danger."""
        later = 0
        if self.g.turn < TURNS:
            whole = self.front.whole(soldier)
            lives = max(0, whole - danger)
            later = self.front.fire(soldier, spot) * AGAIN * lives // (10 * whole)
        return later - danger - self.front.packed(soldier, spot)

    def walks(
        self, soldier: SoldierId, *, around: bool = True
    ) -> Iterator[tuple[int, OrderAnswer]]:
        """Yield ways to places that hide a soldier, or from where they fire well, and ways towards
        what they want. around: look for a way around obstacles, which takes long."""
        g, front = self.g, self.front
        s = g.soldiers[soldier]
        if s.status is Status.WAITING or s.wounded or errand(g, soldier) is not None:
            return
        here = front.danger(soldier, s.spot, lying=s.down)
        base = -self._place(soldier, s.spot, here)
        base -= IN_AMBUSH if s.ambush and front.foes else 0
        goal, near = goal_of(g, soldier)
        left = max(0, length(s.spot[:2], goal[:2]) - near)
        held = bonus(g, self.seat) - bonus(g, opponent(self.seat)) if _by_place(g) else 0
        gained: dict[object, int] = {}
        for gait in (Gait.ADVANCE, Gait.RUN):
            for step in self._steps(soldier, goal, near, gait, around):
                end = step.path[-1]
                nearer = left - max(0, length(end[:2], goal[:2]) - near)
                value = base + self.eager * nearer // 100
                value += self._place(soldier, end, front.danger(soldier, end))
                if gait is Gait.ADVANCE:
                    value += front.fire(soldier, end, moved=True)
                    value += self._special(soldier, end, moved=True)
                if _by_place(g):
                    where = sector_of(end) if g.scenario == SECTORS else end
                    if where not in gained:
                        gained[where] = self._gained(soldier, end, held)
                    value += gained[where]
                yield value, step

    def _steps(
        self, soldier: SoldierId, goal: Spot, near: int, gait: Gait, around: bool
    ) -> Iterator[Advance | Run]:
        """Yield a few ways: towards the goal, and straight to places that lie well."""
        g = self.g
        kind = Advance if gait is Gait.ADVANCE else Run
        here, most = g.soldiers[soldier].spot, allowance(g, soldier, gait)
        if around and length(here[:2], goal[:2]) > near and not self.front.look(here, goal):
            step = step_to(g, soldier, goal, gait)
            if step is not None:
                yield step
        found = posts_near(g.layout, here, most)
        found.sort(key=lambda spot: gap2(spot, goal))
        near_ones = sorted(found, key=lambda spot: gap2(spot, here))[: POSTS // 2]
        far = length(here[:2], goal[:2])
        straight = []
        for part in (2, 1) if far > near else ():
            p = along(here[:2], goal[:2], min(most, far - near) * part // 2, far)
            straight.append(Spot((*p, g.ground.surface_at(p))))
        others = [*straight, *near_ones, *self._sectors(here, most)]
        for spot in dict.fromkeys([*found[: POSTS // 2], *others]):
            yield kind(soldier, (spot,))

    def _sectors(self, here: Spot, most: int) -> Iterator[Spot]:
        """Yield the nearest places of other sectors, where they count."""
        if self.g.scenario != SECTORS:
            return
        x, y, _ = here
        for line in (THIRD, 2 * THIRD + 1):
            for p in ((line - 1 if x >= line else line, y), (x, line - 1 if y >= line else line)):
                if abs(p[0] - x) + abs(p[1] - y) <= most:
                    yield Spot((*p, self.g.ground.surface_at(p)))

    def _gained(self, soldier: SoldierId, end: Spot, held: int) -> int:
        """Return the worth of the points that a place brings if the battle ended so."""
        g = self.g
        s = g.soldiers[soldier]
        g.soldiers[soldier] = s.with_(spot=end)
        then = bonus(g, self.seat) - bonus(g, opponent(self.seat))
        g.soldiers[soldier] = s
        return 100 * (then - held) * max(0, g.turn - 1) // (TURNS - 1)

    def _rallies(self, soldier: SoldierId) -> Iterator[tuple[int, OrderAnswer]]:
        """Yield rallies; a medic and a chaplain help those in reach."""
        g = self.g
        s = g.soldiers[soldier]
        if s.psyche < s.psyche_max:
            value = sum([worth_of(g, soldier, 0, GAINS[face]) for face in range(1, 7)]) // 6
            yield value, Rally(soldier, psyche=True)
        if s.health < s.health_max:
            value = sum([worth_of(g, soldier, GAINS[face], 0) for face in range(1, 7)]) // 6
            yield value, Rally(soldier, psyche=False)
        if Skill.FIELD_MEDICINE in s.skills:
            for friend in g.friends(soldier, NEAR):
                yield worth_of(g, friend, MEDICINE, 0), Rally(soldier, False, friend)
        if Skill.RELIGIOUS_RITES in s.skills:
            around = (soldier, *g.friends(soldier, NEAR))
            value = sum([worth_of(g, friend, 0, RITES) for friend in around])
            yield value, Rally(soldier, True, aloud=True)

    def _entries(self, soldier: SoldierId, chance: Chance) -> Iterator[tuple[int, OrderAnswer]]:
        """Yield ways onto the table: the least dangerous of a few."""
        g = self.g
        for gait, kind in ((Gait.ADVANCE, Advance), (Gait.RUN, Run)):
            for _ in range(4):
                x = BASE + chance.below(BOARD - 2 * BASE)
                deep = allowance(g, soldier, gait) * (2 + chance.below(3)) // 4
                path = entry(g, soldier, x, max(BASE, deep))
                end = path[-1]
                value = self.eager * deep // 100
                value += self._place(soldier, end, self.front.danger(soldier, end))
                yield value, kind(soldier, path)


def _by_place(g: NcoState) -> bool:
    """Return True if places bring points at the end."""
    return g.scenario in (SECTORS, CENTER)


def eagerness(g: NcoState, seat: int) -> int:
    """Return the worth of an inch towards the enemy: much for a side that is behind and has little
    time left, little for one that is ahead; much for both late in a battle for places."""
    if g.turn == TURNS:
        return 2
    if _by_place(g):
        return NEARER if g.turn < TURNS // 2 else 2 * NEARER
    points = scores(g)
    behind = points[1 - seat] - points[seat]
    share = min(100, max(-75, behind * 2 * g.turn // 3))
    return NEARER * (100 + share) // 100


def charges(
    g: NcoState, soldier: SoldierId, prized: Prizes, gait: Gait
) -> Iterator[tuple[int, SoldierId, Path]]:
    """Yield Assaults with their value: the fight, less what the answer to it costs."""
    for enemy in g.on_field(opponent(g.soldiers[soldier].seat)):
        path = straight_charge(g, soldier, enemy, gait)
        if path is not None:
            value = charge_worth(g, soldier, enemy, prized)
            if value > 0 and can_counter(g, enemy, soldier):
                shots = shots_of(g, enemy, Shooting.FIRE, response=True)
                mine = [
                    gain(g, shot, prized)
                    for shot in shots
                    if soldier == shot.target or shot.aim == g.soldiers[soldier].spot
                ]
                value -= max(mine, default=0) * 3 // 2
            yield value, enemy, path


def goal_of(g: NcoState, soldier: SoldierId) -> tuple[Spot, int]:
    """Return a soldier's goal, and how near is near enough: the middle, the enemy's side, the
    nearest enemy; a soldier who attacks nobody goes to someone they can help."""
    s = g.soldiers[soldier]
    if g.battle.two_edges and (s.sergeant or g.turn >= 3):
        return MIDDLE, BASE
    if g.scenario == SECTORS and g.turn >= TURNS - 3:
        return Spot((s.spot[0], 2500 if s.seat == g.south else BOARD - 2500, 0)), BASE
    if s.peaceful:
        hurt = [f for f in g.on_field(s.seat) if f != soldier and _hurt(g.soldiers[f])]
        spots = [g.soldiers[f].spot for f in hurt]
        return min(spots, key=lambda spot: gap2(spot, s.spot), default=s.spot), NEAR
    enemies = [g.soldiers[e].spot for e in g.on_field(opponent(s.seat))]
    return min(enemies, key=lambda spot: gap2(spot, s.spot), default=MIDDLE), CLOSE


def _hurt(s: Soldier) -> bool:
    return s.health < s.health_max - 1 or s.psyche < s.psyche_max - 1
