"""The turns regular thinks of: every sequence of its actions, each with what it brings at once
and the shape it leaves; the first step of the best one is taken."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.games.owm import odds
from owm_net.games.owm.actions import (
    Action,
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Rally,
    Redraw,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.computer.regular.hand import Hand
from owm_net.games.owm.computer.regular.outlook import LONG, Outlook, Shape
from owm_net.games.owm.computer.squads import firepower
from owm_net.games.owm.decisions import OnTheRun
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import NO_CELL, NO_SOLDIER, Cell
from owm_net.games.owm.state import (
    CATALOG,
    MACHINE_GUNS,
    MAX_FIRETEAM,
    TERRAINS,
    Fireteam,
    Soldier,
    order_of,
)
from owm_net.games.owm.terms import Colour, Crosshair, StandingOrder, Status, WeaponType
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.visibility import is_fast

MOST_IDLE = 3
"""Cards that are changed at a time where nothing else is to be done."""
MOST_TERRAIN = 2
"""Kinds of Terrain cards that are thought of in a turn."""


@frozen
class Step:
    """One action. gain: what it brings at once, cards included. shape: as it leaves the Fireteam.

    cards: what it spends. done: what must not come again: a target, a kind of action. is_free: it
    costs no Standard Action.
    """

    answer: Action
    gain: int
    shape: Shape
    cards: tuple[Played, ...] = ()
    done: tuple[object, ...] = ()
    is_free: bool = False


@define
class Planner:
    """The turns of the active Fireteam that are worth thinking of. idle: the match is long, and no
    own Fireteam has anybody to shoot at."""

    outlook: Outlook
    turn: Turn
    hand: Hand = field(init=False)
    idle: bool = False
    cost: dict[Played, int] = field(factory=dict)
    _rallied: dict[tuple[int, Colour], int] = field(factory=dict)
    _variants: dict[object, int] = field(factory=dict)

    def best(self) -> Action:
        """The first action of the best sequence; the end of the turn if none is worth it."""
        view = self.outlook.mind.view
        start = self.start()
        self.hand = Hand(self.outlook.mind, self.outlook.weights, self.outlook.team.id)
        self.cost = {slot: self.hand.cost(slot) for slot in self.hand.worth}
        self.idle = not self.hand.shoots and self.outlook.g.round_no > LONG
        best, answer = self.outlook.worth(start), EndTurn()
        chosen: Action = answer
        done = tuple(self.turn.attacked)
        for step in self.steps(start, (), done):
            value = step.gain + self._rest(step)
            if value > best and self.turn.why_not_action(view, step.answer) is None:
                best, chosen = value, step.answer
        if isinstance(chosen, EndTurn) and self.turn.actions_left > 1:
            return self._anything()
        return chosen

    def _anything(self) -> Action:
        """New cards where nothing else is worth doing: for poor ones; for any while both sides
        wait, so that a match ends."""
        hand = self.hand
        poor = [slot for slot in hand.junk() if self.idle or hand.worth[slot] < hand.average]
        junk = tuple(poor[:MOST_IDLE])
        redraw = Redraw(junk)
        if junk and self.turn.why_not_action(self.outlook.mind.view, redraw) is None:
            return redraw
        return EndTurn()

    def _rest(self, step: Step) -> int:
        """Return the worth of the best end of a turn after a first step."""
        worth = self.outlook.worth
        best = worth(step.shape)
        left = self.turn.actions_left - (0 if step.is_free else 1)
        if left <= 0 or step.shape.over:
            return best
        if left > 1:  # after what was free
            return max(
                [best]
                + [s.gain + self._last(s, step) for s in self.steps(step.shape, step.cards, ())]
            )
        done = (*self.turn.attacked, *step.done)
        for second in self.steps(step.shape, step.cards, done):
            best = max(best, second.gain + worth(second.shape))
        return best

    def _last(self, step: Step, before: Step) -> int:
        worth = self.outlook.worth
        best = worth(step.shape)
        if step.shape.over:
            return best
        spent = before.cards + step.cards
        done = (*self.turn.attacked, *step.done)
        for second in self.steps(step.shape, spent, done):
            best = max(best, second.gain + worth(second.shape))
        return best

    def start(self) -> Shape:
        """The Fireteam as it is."""
        team = self.outlook.team
        return Shape(team.cell, team.heading, team.dug_in, team.stealthed)

    # -- the actions -------------------------------------------------------------------------

    def steps(
        self, shape: Shape, spent: tuple[Played, ...], done: tuple[object, ...]
    ) -> Iterator[Step]:
        """Every action worth thinking of in a shape."""
        yield from self._attacks(shape, spent, done)
        yield from self._moves(shape, spent)
        yield from self._rallies(shape, spent, done)
        yield from self._entrenching(shape, spent)
        yield from self._hiding(shape, spent)
        if not spent:
            yield from self._guns(shape)
            yield from self._terrain(shape)
            yield from self._transfers(shape)
        yield from self._redraws(shape, spent, done)

    def _orders(
        self, wanted: StandingOrder, spent: tuple[Played, ...]
    ) -> list[tuple[Played, Colour | None]]:
        return [o for o in self.outlook.mind.orders(wanted) if o[0] not in spent]

    def _attacks(
        self, shape: Shape, spent: tuple[Played, ...], done: tuple[object, ...]
    ) -> Iterator[Step]:
        look = self.outlook
        strengths: dict[Colour, Played] = {}
        for slot, strength in self._orders(StandingOrder.ATTACK, spent):
            assert strength is not None
            strengths.setdefault(strength, slot)
        if not strengths:
            return
        after = evolve(shape, hidden=False)
        for enemy in look.enemies:
            if enemy.id in done:
                continue
            for strength, slot in strengths.items():
                value = look.order(shape, enemy, strength)
                if value:
                    gain = value * look.weights.bite // 100 - self.cost[slot]
                    gain += look.pinned(enemy, value)
                    yield Step(Attack(slot, enemy.id), gain, after, (slot,), (enemy.id,))

    def _moves(self, shape: Shape, spent: tuple[Played, ...]) -> Iterator[Step]:
        look, g = self.outlook, self.outlook.g
        cards = self._orders(StandingOrder.MANEUVER, spent)
        if not cards:
            return
        slot = cards[0][0]
        body = look.bodies[shape.body]
        if any(s.status is Status.SUPPRESSED for s in body.soldiers):
            return
        crewed = [s.id for s in body.soldiers if s.crewed_in]
        if any(s.crewed_in == g.round_no for s in body.soldiers):
            return  # a gun that was set up in this turn stays
        cost = self.cost[slot] + (look.weights.trench if shape.dug else 0)
        if shape.heading != NO_CELL:
            yield from self._arrival(shape, shape.heading, Maneuver(slot, shape.heading), slot)
            return
        if crewed:
            freed = self._variant(shape.body, "uncrew")
            after = evolve(shape, body=freed)
            yield Step(Uncrew(crewed[0]), -look.weights.set_up, after, is_free=True)
            return
        for cell in g.ground.neighbours(shape.cell):
            if g.why_no_entry(look.team, cell) is not None:
                continue
            answer = Maneuver(slot, cell)
            if is_fast(g, cell):
                yield from self._arrival(shape, cell, answer, slot)
            else:
                yield Step(answer, -cost, evolve(shape, heading=cell, moved=True), (slot,))

    def _arrival(self, shape: Shape, cell: Cell, answer: Action, slot: Played) -> Iterator[Step]:
        look, g = self.outlook, self.outlook.g
        cost = self.cost[slot]
        if shape.dug and shape.heading == NO_CELL:
            cost += look.weights.trench
        there = g.fireteams_at(cell)
        enemy = next((t for t in there if g.is_enemy(look.team, t)), None)
        ground = look.grounds[shape.ground]
        hidden = shape.hidden and not TERRAINS.at(ground, cell).no_stealth
        after = evolve(shape, cell=cell, heading=NO_CELL, dug=False, hidden=hidden, moved=True)
        if enemy is not None:
            gain, sure = look.assault(shape, enemy, cell)
            yield Step(answer, gain - cost, evolve(after, over=True, sure=sure), (slot,))
        elif not there:
            yield Step(answer, self._on_the_run(shape, after, slot) - cost, after, (slot,))
        elif there[0].seat == look.team.seat:
            yield from self._merge(after, there[0], answer, slot)

    def _on_the_run(self, before: Shape, after: Shape, slot: Played) -> int:
        """Return the worth of the Command Decision of this name after the second Maneuver of the
        turn, if its card is in the hand and stays there."""
        look = self.outlook
        if not look.g.has_decisions or not (before.moved or self.turn.maneuvers):
            return 0
        if not any(
            (order := order_of(face)) is not None and order.decision == OnTheRun.key
            for card, face in look.mind.hand
            if card != slot
        ):
            return 0
        return max(
            (look.order(after, e, Colour.RED, doubled=True) for e in look.enemies), default=0
        )

    def _merge(self, after: Shape, other: Fireteam, answer: Action, slot: Played) -> Iterator[Step]:
        """Two Fireteams that are better as one: for want of a Leader, or of men."""
        look = self.outlook
        own, there = look.bodies[after.body], look.bodies[look.body_of(other)]
        weak = own.leaderless or there.leaderless or min(len(own.soldiers), len(there.soldiers)) < 3
        if not weak or len(own.soldiers) + len(there.soldiers) > MAX_FIRETEAM:
            return
        joined = look.add_body([*there.soldiers, *own.soldiers])
        gain = -look.beside(other, look.body_of(other)) - look.weights.activation
        hidden = after.hidden and other.stealthed
        over = other.activated_in == look.g.round_no
        shape = evolve(after, body=joined, dug=other.dug_in, hidden=hidden, over=over)
        yield Step(answer, gain - self.cost[slot], shape, (slot,))

    def _rallies(
        self, shape: Shape, spent: tuple[Played, ...], done: tuple[object, ...]
    ) -> Iterator[Step]:
        look = self.outlook
        body = look.bodies[shape.body]
        down = [s for s in body.soldiers if s.status is Status.SUPPRESSED]
        if not down:
            return
        down.sort(key=lambda s: (s.jammed, -s.card.points, s.id))
        seen: list[Colour] = []
        for slot, strength in self._orders(StandingOrder.RALLY, spent):
            assert strength is not None
            if strength in seen:
                continue
            seen.append(strength)
            sides = strength.sides
            hoped = sum(min(len(down), n) for n in range(1, sides + 1))
            k = min(len(down), max(1, (hoped + sides // 2) // sides))
            up = self._variant(shape.body, ("rally", *[s.id for s in down[:k]]))
            gain = sum(odds.worth(s) for s in down[:k]) * look.weights.up // 100
            yield Step(
                Rally(slot), gain - self.cost[slot], evolve(shape, body=up), (slot,), ("rally",)
            )

    def _variant(self, body: int, change: object) -> int:
        """The number of a body with this change; made once."""
        key = (body, change)
        if key not in self._variants:
            soldiers = [_changed(s, change) for s in self.outlook.bodies[body].soldiers]
            self._variants[key] = self.outlook.add_body(soldiers)
        return self._variants[key]

    def _entrenching(self, shape: Shape, spent: tuple[Played, ...]) -> Iterator[Step]:
        if shape.heading != NO_CELL or shape.dug:
            return
        for slot, _ in self._orders(StandingOrder.ENTRENCH, spent)[:1]:
            yield Step(Entrench(slot), -self.cost[slot], evolve(shape, dug=True), (slot,))

    def _junk(self, spent: tuple[Played, ...]) -> Played | None:
        return next(iter(self.hand.junk(spent)), None)

    def _hiding(self, shape: Shape, spent: tuple[Played, ...]) -> Iterator[Step]:
        team = self.outlook.team
        if shape.hidden:
            return
        ground = self.outlook.grounds[shape.ground]
        if TERRAINS.at(ground, shape.cell).no_stealth:
            return
        if team.attacked_in == self.outlook.g.round_no and team.attacked_at == shape.cell:
            return
        slot = self._junk(spent)
        if slot is not None:
            yield Step(Hide(slot), -self.cost[slot], evolve(shape, hidden=True), (slot,))

    def _guns(self, shape: Shape) -> Iterator[Step]:
        """A crew or a scope, for the rounds to come."""
        slot = self._junk(())
        if slot is None or shape.heading != NO_CELL:
            return
        members = self.outlook.bodies[shape.body].soldiers
        for gunner in members:
            if gunner.crewed_in or gunner.assists or gunner.status is not Status.READY:
                continue
            cost = -self.cost[slot] - self.outlook.weights.set_up
            if gunner.weapon.type in MACHINE_GUNS:
                free = [
                    s
                    for s in members
                    if s.id != gunner.id
                    and s.status is Status.READY
                    and not s.crewed_in
                    and not s.assists
                ]
                if not free:
                    continue
                helper = min(free, key=lambda s: (not s.jammed, firepower(s.card), s.id)).id
                body = self._variant(shape.body, ("crew", gunner.id, helper))
                answer: Action = Crew(slot, gunner.id, helper)
            elif gunner.weapon.type is WeaponType.SNIPER:
                body = self._variant(shape.body, ("crew", gunner.id, gunner.id))
                answer = Scope(slot, gunner.id)
            else:
                continue
            yield Step(answer, cost, evolve(shape, body=body), (slot,))

    def _terrain(self, shape: Shape) -> Iterator[Step]:
        """Cover on the own way, or something that blocks the enemy's sight; none for the enemy."""
        look, g = self.outlook, self.outlook.g
        if shape.heading != NO_CELL:
            return
        kinds: dict[str, tuple[Played, CardNumber]] = {}
        for slot, face in look.mind.hand:
            if order_of(face) is None and not CATALOG.terrain[face].no_movement:
                kinds.setdefault(CATALOG.terrain[face].title, (slot, face))
        for slot, face in list(kinds.values())[:MOST_TERRAIN]:
            card = CATALOG.terrain[face]
            for cell in g.ground.neighbours(shape.cell):
                if g.ground.cards[cell] != OPEN or not self._is_ours(cell):
                    continue
                if not g.sees(shape.cell, cell):
                    continue
                ways = (False,) if card.crosshair is Crosshair.C else (False, True)
                for turned in ways:
                    ground = look.add_ground(g.ground.with_card(cell, face, turned))
                    after = evolve(shape, ground=ground)
                    gain = look.next_stop(after, cell) - look.next_stop(shape, cell)
                    gain = max(0, gain) * look.weights.stop_over // 100
                    answer = LayTerrain(slot, cell, turned)
                    yield Step(answer, gain - self.cost[slot], after, (slot,))

    def _is_ours(self, cell: Cell) -> bool:
        """Return True if a friend is nearer to a place than every enemy."""
        look, ground = self.outlook, self.outlook.g.ground
        friend = min(ground.distance(f.cell, cell) for f in (look.team, *look.friends))
        return all(ground.distance(e.cell, cell) > friend for e in look.enemies)

    def _transfers(self, shape: Shape) -> Iterator[Step]:
        """Soldiers for a Fireteam beside that needs them more."""
        look, g = self.outlook, self.outlook.g
        here = look.bodies[shape.body]
        if shape.heading != NO_CELL:
            return
        for other in look.friends:
            if other.seat != look.team.seat or not g.ground.adjacent(shape.cell, other.cell):
                continue
            for going in self._who_could_go(here.soldiers, look.body_of(other)):
                junk = self.hand.junk()
                if len(junk) < len(going):
                    continue
                ids = [s.id for s in going]
                left = look.add_body([s for s in here.soldiers if s.id not in ids])
                joined = look.add_body([*look.bodies[look.body_of(other)].soldiers, *going])
                gain = look.beside(other, joined) - look.beside(other, look.body_of(other))
                cards = tuple(junk[: len(going)])
                gain -= sum(self.cost[slot] for slot in cards)
                answer = Transfer(cards, tuple(ids), other.id)
                yield Step(answer, gain, evolve(shape, body=left), cards)

    def _who_could_go(self, here: list[Soldier], there: int) -> Iterator[list[Soldier]]:
        """A Leader for those who have none, or the best shots of those who have none."""
        other = self.outlook.bodies[there]
        fit = [
            s
            for s in here
            if s.status is not Status.SUPPRESSED and not s.crewed_in and not s.assists
        ]
        fit.sort(key=lambda s: (s.jammed, s.status is Status.WOUNDED, -firepower(s.card), s.id))
        leaders = [s for s in fit if s.card.is_leader]
        if other.leaderless and leaders and len(here) > 1:
            yield leaders[-1:]
        elif not other.leaderless and self.outlook.bodies[0].leaderless:
            for n in range(1, 4):
                if n < len(here) and n <= len(fit) and len(other.soldiers) + n <= MAX_FIRETEAM:
                    yield fit[:n]

    def _redraws(
        self, shape: Shape, spent: tuple[Played, ...], done: tuple[object, ...]
    ) -> Iterator[Step]:
        """Useless cards for new ones."""
        if "redraw" in done:
            return
        hand = self.hand
        poor = [s for s in hand.junk(spent) if hand.worth[s] < hand.average]
        slots = tuple(poor[:3])
        look = self.outlook
        gain = hand.exchange(slots)
        if look.behind:
            gain -= look.weights.clock * len(slots)
        if slots and gain >= (0 if self.idle else look.weights.least):
            yield Step(Redraw(slots), gain, shape, slots, ("redraw",))


def _changed(soldier: Soldier, change: object) -> Soldier:
    if change == "uncrew":
        return soldier.with_(crewed_in=0, assists=NO_SOLDIER, assistant=NO_SOLDIER)
    assert isinstance(change, tuple)
    what, *who = change
    if soldier.id not in who:
        return soldier
    if what == "rally":
        return soldier.with_(status=Status.READY, suppressed_in=0)
    gunner = who[0]
    if soldier.id == gunner:
        return soldier.with_(crewed_in=1)
    return soldier.with_(assists=gunner)
