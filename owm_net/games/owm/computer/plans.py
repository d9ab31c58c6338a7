"""The plans a computer player of OWM has for a Fireteam's turn, and the best of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from owm_net.engine.chance import Chance
from owm_net.engine.records import Played
from owm_net.games.owm import odds
from owm_net.games.owm.actions import (
    Action,
    Attack,
    AttackTruck,
    Crew,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Rally,
    Redraw,
    RepairTruck,
    Scope,
    Uncrew,
)
from owm_net.games.owm.actions.attack_truck import modifiers as truck_modifiers
from owm_net.games.owm.actions.attack_truck import why_no_shot, why_no_truck
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.squads import firepower
from owm_net.games.owm.firing import is_shaken, lethality_at
from owm_net.games.owm.ground import OPEN, Ground
from owm_net.games.owm.ids import NO_SOLDIER, Cell, FireteamId, SoldierId
from owm_net.games.owm.missions import why_no_entry
from owm_net.games.owm.missions.supply_truck import truck_of, wanted
from owm_net.games.owm.state import MACHINE_GUNS, TERRAINS, Fireteam, OwmState, order_of
from owm_net.games.owm.terms import StandingOrder, Status, WeaponType
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.visibility import is_blizzard, is_fast

MOVING = 2
"""What it adds to a total that the target is on the move (OWM-FIRE-09)."""
UNSEEN = 2
"""What it adds to a total to shoot out of stealth (OWM-FIRE-09)."""


BROKEN, DESTROYED = 800, 4000
"""What it is worth, in hundredths of a point, that the Supply Truck stands or drives again, and
that it is no more."""


def truck_odds(g: OwmState, team: Fireteam) -> list[tuple[SoldierId, int]]:
    """Return (soldier, odds that their shot at the Supply Truck has an effect) of a Fireteam beside
    it."""
    truck = truck_of(g)
    if truck is None or why_no_truck(g, team) is not None:
        return []
    plus = sum(n for _, n in truck_modifiers(g, team, team.stealthed))
    found = []
    for soldier in g.members(team.id):
        if why_no_shot(g, team, soldier.id) is None:
            colours = lethality_at(g, soldier, team, truck.cell)
            flips = 2 if is_shaken(g, soldier, team) else 1
            enough = wanted(truck) - plus
            odds_of_it = odds.reaching(colours, soldier.card.discipline, flips, enough)
            found.append((soldier.id, odds_of_it))
    return found


@define
class Plan:
    """Something that could be done now. value: hundredths of a point. cards: what it spends.

    actions: how many Standard Actions it takes in all, the first of them now.
    """

    value: int
    answer: Action
    cards: tuple[Played, ...] = ()
    actions: int = 1


@define
class Planner:
    """The plans of one Fireteam's turn and the best of them."""

    mind: Mind
    turn: Turn
    team: Fireteam
    _values: dict[tuple[int, FireteamId, int], int] = field(factory=dict)

    def any(self, chance: Chance) -> Action:
        """The first step of any plan: each kind of action is as likely as another."""
        view = self.mind.view
        plans = [p for p in self._all() if self.turn.why_not_action(view, p.answer) is None]
        kinds = list(dict.fromkeys(type(p.answer) for p in plans))
        if not kinds:
            return EndTurn()
        kind = kinds[chance.below(len(kinds))]
        some = [p.answer for p in plans if type(p.answer) is kind]
        return some[chance.below(len(some))]

    def best(self) -> Action:
        """The first step of the best plan, or of the best two that go together."""
        view = self.mind.view
        plans = [p for p in self._all() if self.turn.why_not_action(view, p.answer) is None]
        best = 0
        answer: Action = EndTurn()
        for plan in plans:
            value = plan.value
            if plan.actions < self.turn.actions_left:
                value += max(
                    (self._after(plan, other) for other in plans if other is not plan), default=0
                )
            if value > best:
                best, answer = value, plan.answer
        return answer

    def _all(self) -> list[Plan]:
        plans = self._attacks()
        plans += self._truck()
        plans += self._moves()
        plans += self._rallies()
        plans += self._entrenchments()
        plans += self._hides()
        plans += self._guns()
        plans += self._terrain()
        plans += self._redraws()
        return plans

    def _after(self, first: Plan, second: Plan) -> int:
        """Return the worth of a second plan after a first one; 0 if they exclude each other."""
        a, b = first.answer, second.answer
        if second.actions > self.turn.actions_left - first.actions or second.value <= 0:
            return 0
        if any(card in first.cards for card in second.cards):
            return 0
        if isinstance(b, Attack):
            if isinstance(a, Attack):
                return second.value if a.target != b.target else 0
            if isinstance(a, Hide):
                return max(0, self._attack_value(b, plus=UNSEEN) - max(0, first.value))
            if isinstance(a, Entrench):
                return self._attack_value(b, plus=1)
            if isinstance(a, Maneuver):
                return second.value // 4
            if isinstance(a, Crew):
                return second.value * 4 // 5
            return second.value
        if isinstance(b, type(a)):
            return 0
        if isinstance(b, Maneuver):
            return 0 if isinstance(a, Crew | Scope | Entrench) else second.value
        if isinstance(a, Maneuver):
            return second.value // 3 if isinstance(b, Hide | Rally | Redraw | LayTerrain) else 0
        return second.value

    # -- attacks -----------------------------------------------------------------------------

    def _attack_value(self, answer: Attack, plus: int = 0) -> int:
        """Return the worth of an attack; plus: added to each total by an action before it."""
        mind = self.mind
        order = order_of(mind.view.card(answer.card))
        assert order is not None and order.strength is not None
        key = (order.strength.sides, answer.target, plus)
        value = self._values.get(key)
        if value is None:
            target = mind.g.fireteams[answer.target]
            value = odds.attack_value(mind.g, self.team, target, order.strength, plus)
            self._values[key] = value
        return value - 3 * (order.strength.sides - 4)

    def _attacks(self) -> list[Plan]:
        """Every Attack order of the hand at every enemy."""
        plans = []
        for slot, _ in self.mind.orders(StandingOrder.ATTACK):
            for enemy in self.mind.enemies:
                answer = Attack(slot, enemy.id)
                value = self._attack_value(answer)
                if value > 0:
                    plans.append(Plan(value, answer, (slot,)))
        return plans

    def _truck(self) -> list[Plan]:
        """Shots at the Supply Truck, or its repair."""
        mind, team, g = self.mind, self.team, self.mind.g
        truck = truck_of(g)
        if truck is None:
            return []
        plans = [
            Plan(BROKEN * odds.check_odds(s, g.is_leaderless(team.id)) // odds.SCALE, answer)
            for s in g.members(team.id)
            for answer in [RepairTruck(s.id)]
        ]
        stake = BROKEN if truck.green else DESTROYED
        for slot, strength in mind.orders(StandingOrder.ATTACK):
            assert strength is not None
            missed = odds.SCALE
            shots = sorted((p for _, p in truck_odds(g, team)), reverse=True)
            for p in shots[: (strength.sides + 1) // 2]:
                missed = missed * (odds.SCALE - p) // odds.SCALE
            value = stake * (odds.SCALE - missed) // odds.SCALE - 3 * (strength.sides - 4)
            plans.append(Plan(value, AttackTruck(slot), (slot,)))
        return plans

    def truck_deed(self) -> Action | None:
        """The best of that, if it is worth more than most of what else could be done."""
        view, found = self.mind.view, self._truck()
        able = [p for p in found if self.turn.why_not_action(view, p.answer) is None]
        best = max(able, key=lambda p: p.value, default=None)
        return best.answer if best is not None and best.value > BROKEN // 4 else None

    # -- moves -------------------------------------------------------------------------------

    def _moves(self) -> list[Plan]:
        """Every neighbour, in one turn if cards and actions last, else in two."""
        mind, team, g = self.mind, self.team, self.mind.g
        cards = [slot for slot, _ in mind.orders(StandingOrder.MANEUVER)]
        if not cards:
            return []
        if team.on_the_move:
            saved = mind.risk(team, team.cell, plus=MOVING) - mind.risk(team, team.heading)
            saved += mind.reach(team, team.heading)
            return [Plan(saved, Maneuver(cards[0], team.heading), (cards[0],))]
        crewed = [s.id for s in g.members(team.id) if s.crewed_in]
        if crewed and self.turn.actions_left < 2:
            return []
        here = mind.horizon * mind.position(team, team.cell, team.dug_in, hidden=team.stealthed)
        here += mind.pull(team, team.cell)
        if crewed:  # there the guns will not be set up
            here += 80
            mind.break_up(team)
        plans: list[Plan] = []
        for cell in g.ground.neighbours(team.cell):
            if why_no_entry(g, team, cell) is None:
                first = Uncrew(crewed[0]) if crewed else Maneuver(cards[0], cell)
                plans += self._moves_to(cell, first, cards, here)
        if crewed:
            mind.forget(team)
        return plans

    def _moves_to(
        self, cell: Cell, first: Action, cards: Sequence[Played], here: int
    ) -> Iterator[Plan]:
        """Into a neighbour that may be entered: begun now, or completed with a second card.

        first: what is done first. here: what the place it leaves is worth.
        """
        mind, team, g = self.mind, self.team, self.mind.g
        there = g.fireteams_at(cell)
        enemy = next((t for t in there if g.is_enemy(team, t)), None)
        if enemy is not None:
            value = self._assault(enemy, cell) - here
            later = value - self._transit()
        elif there:
            return
        else:
            at = mind.position(team, cell)
            pull = mind.pull(team, cell)
            value = mind.horizon * at + pull - here
            later = (mind.horizon - 1) * at + pull - here - mind.risk(team, team.cell, plus=MOVING)
            if mind.rounds_left <= 1:
                later -= pull
        if is_fast(g, cell):
            yield Plan(value, first, (cards[0],))
            return
        yield Plan(later, first, (cards[0],))
        if self.turn.actions_left >= 2 and len(cards) >= 2:
            yield Plan(value, first, (cards[0], cards[1]), 2)

    def _transit(self) -> int:
        """Return the cost of being on the move until the next turn."""
        mind, team = self.mind, self.team
        more = mind.risk(team, team.cell, plus=MOVING) - mind.risk(team, team.cell, team.dug_in)
        return more + mind.reach(team, team.cell, team.dug_in)

    def _assault(self, enemy: Fireteam, cell: Cell) -> int:
        """Return the worth of an assault on an enemy's place."""
        mind, team, g = self.mind, self.team, self.mind.g
        flanking = int(g.has_flanking(team, enemy))
        established = int(g.is_established(enemy)) + int(enemy.stealthed)
        course = odds.melee(
            odds.fighters(g.members(team.id)),
            odds.fighters(g.members(enemy.id)),
            flanking,
            established,
            first_edge=1 if team.stealthed else 0,
            level=g.level,
        )
        value = course.gain
        stake = 2 * mind.stake if cell == mind.goal else 200
        value += stake * course.wins // odds.SCALE
        lost = sum(odds.worth(s) for s in g.members(team.id))
        value -= lost * mind.temper.pinned * (odds.SCALE - course.wins) // (100 * odds.SCALE)
        after = mind.position(team, cell) * course.wins // odds.SCALE
        return value + mind.horizon * after

    # -- the rest ----------------------------------------------------------------------------

    def _rallies(self) -> list[Plan]:
        """Return plans to rally suppressed soldiers, with their worth."""
        mind, team, g = self.mind, self.team, self.mind.g
        down = sorted(
            (odds.worth(s) for s in g.members(team.id) if s.status is Status.SUPPRESSED),
            reverse=True,
        )
        if not down:
            return []
        seen = sum(1 for e in mind.enemies if g.sees(mind.whereabouts(e), team.cell))
        part = 8 + min(30, 16 * seen)
        way = 0
        if team.id == mind.lead and team.cell != mind.goal:
            way = mind.stake // 10
        plans = []
        for slot, strength in mind.orders(StandingOrder.RALLY):
            assert strength is not None
            value = way + part * odds.volley(down, strength) // 100
            plans.append(Plan(value, Rally(slot), (slot,)))
        return plans

    def _entrenchments(self) -> list[Plan]:
        """One better in both directions, for as long as it stays."""
        mind, team = self.mind, self.team
        cards = mind.orders(StandingOrder.ENTRENCH)
        if not cards or team.on_the_move or team.dug_in:
            return []
        better = mind.position(team, team.cell, True) - mind.position(team, team.cell)
        value = mind.horizon * better
        if team.cell == mind.goal:
            value = value * 3 // 2 + 40
        elif team.id == mind.lead:
            value //= 3
        return [Plan(value, Entrench(cards[0][0]), (cards[0][0],))]

    def _hides(self) -> list[Plan]:
        """Return plans to hide: fewer shots at it, and a better shot of its own next turn."""
        mind, team = self.mind, self.team
        junk = mind.junk()
        if not junk:
            return []
        risk = mind.risk(team, team.cell, team.dug_in)
        ambush = mind.reach(team, team.cell, team.dug_in, UNSEEN) - mind.reach(
            team, team.cell, team.dug_in
        )
        value = (risk + ambush // 2) * (100 - mind.temper.recognised) // 100
        return [Plan(value - junk[0][0] // 2, Hide(junk[0][1]), (junk[0][1],))]

    def _guns(self) -> list[Plan]:
        """A crew or a scope, if there is something to shoot at."""
        mind, team, g = self.mind, self.team, self.mind.g
        junk = mind.junk()
        if not junk or team.on_the_move:
            return []
        if team.id == mind.lead and team.cell != mind.goal:
            return []
        worth, slot = junk[0]
        now = mind.reach(team, team.cell, team.dug_in)
        plans = []
        for gunner in g.members(team.id):
            if gunner.crewed_in or gunner.assists or gunner.status is not Status.READY:
                continue
            helper = NO_SOLDIER
            if gunner.weapon.type in MACHINE_GUNS:
                free = [
                    s
                    for s in g.members(team.id)
                    if s.id != gunner.id
                    and s.status is Status.READY
                    and not s.crewed_in
                    and not s.assists
                ]
                if not free:
                    continue
                helper = min(free, key=lambda s: (not s.jammed, firepower(s.card), s.id)).id
                answer: Action = Crew(slot, gunner.id, helper)
            elif gunner.weapon.type is WeaponType.SNIPER:
                answer = Scope(slot, gunner.id)
            else:
                continue
            better = mind.reach_with(team, gunner.id, helper) - now
            plans.append(Plan(mind.horizon * better - worth // 2, answer, (slot,)))
        return plans

    def _terrain(self) -> list[Plan]:
        """Cover for the place where it stands or goes, or something to block the enemy's sight."""
        mind, team, g = self.mind, self.team, self.mind.g
        cards = [(slot, face) for slot, face in mind.hand if order_of(face) is None]
        if not cards:
            return []
        near = mind.whereabouts(team)
        spots = [
            c
            for c in (near, *g.ground.neighbours(near))
            if g.ground.cards[c] == OPEN
            and any(g.ground.cards[n] != OPEN for n in g.ground.neighbours(c))
            and g.sees(team.cell, c)
        ]
        before = mind.position(team, near, team.dug_in)
        plans = []
        for slot, face in cards[:3]:
            for cell in spots:
                value = self._terrain_value(near, cell, g.ground.with_card(cell, face), before)
                if value > 0:
                    plans.append(Plan(value, LayTerrain(slot, cell), (slot,)))
        return plans

    def _terrain_value(self, near: Cell, cell: Cell, ground: Ground, before: int) -> int:
        mind, team = self.mind, self.team
        terrain = TERRAINS.at(ground, cell)
        if terrain.no_movement:
            return 0
        value = mind.horizon * (mind.position(team, near, team.dug_in, ground) - before)
        if cell != near and ground.distance(cell, mind.goal) < ground.distance(near, mind.goal):
            # On the way ahead: cover for the next stop, or a fast way.
            value = value // 2 + 25 * terrain.defense + 15 * terrain.attack
            value += 60 if terrain.fast_move and not is_blizzard(mind.g) else 0
        return value

    def _redraws(self) -> list[Plan]:
        """Up to three useless cards for new ones.

        Better than nothing: the leading side lets time run, the other looks for a better card.
        """
        mind = self.mind
        average = mind.temper.card * mind.temper.filler // 100
        junk = mind.junk()
        if not junk:
            return []
        poor = [(keep, slot) for keep, slot in junk if keep < average][:3]
        value = sum(average - keep for keep, _ in poor) // 2
        if value <= 0:
            value, poor = 1, junk[: max(1, min(3, len(junk) - 4)) if mind.leads() else 1]
        slots = tuple([slot for _, slot in poor])
        return [Plan(value, Redraw(slots), slots)]
