"""The OWM computer player's values of shots, places and cards, worked out once for each
decision."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.hands import held
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.games.owm.computer.fire import (
    Marks,
    Shooters,
    marks_of,
    shooters_among,
    shooters_of,
    volley,
)
from owm_net.games.owm.computer.temper import Temper
from owm_net.games.owm.ground import Ground, flanks, lies_behind
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.state import (
    OTHER,
    TERRAINS,
    Fireteam,
    OwmState,
    order_of,
)
from owm_net.games.owm.terms import Colour, StandingOrder, Status
from owm_net.games.owm.victory import rounds_left, score


def best_commander(g: OwmState, fireteam: FireteamId) -> SoldierId:
    """The commander with the best Discipline."""
    return min(g.commanders(fireteam), key=lambda s: (g.soldiers[s].card.discipline.sides, s))


@define
class Mind:
    """The data of one decision: the view, and everything worked out once for it."""

    view: View[OwmState]
    temper: Temper
    g: OwmState = field(init=False)
    hand: list[tuple[Played, CardNumber]] = field(init=False)
    friends: list[Fireteam] = field(init=False)
    enemies: list[Fireteam] = field(init=False)
    goal: Cell = field(init=False)
    rounds_left: int = field(init=False)
    stake: int = field(init=False)
    horizon: int = field(init=False)
    lead: FireteamId = field(init=False)
    _shooters: dict[FireteamId, Shooters] = field(factory=dict)
    _fire: dict[tuple[FireteamId, FireteamId, int, int], int] = field(factory=dict)
    _aims: dict[FireteamId, list[int]] = field(factory=dict)
    _orders: dict[StandingOrder, list[tuple[Played, Colour | None]]] = field(factory=dict)
    _marks: dict[FireteamId, Marks] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        g = self.g = self.view.state
        seat = self.view.seat
        self.hand = []
        for card in held(self.view):
            face = self.view.card(card)
            if face is not None:
                self.hand.append((card, face))
        self.friends = list(g.friends(seat))
        self.enemies = list(g.enemies(seat))
        self.goal, points = rules_of(g).goal(g, g.sides[seat])
        self.rounds_left = rounds_left(g)
        self.horizon = max(1, min(self.temper.horizon, self.rounds_left))
        early = self.temper.early
        urgency = max(0, min(6, 7 - self.rounds_left))
        self.stake = points * (early + (100 - early) * urgency // 6)
        self.lead = self._lead()

    def leads(self) -> bool:
        """Return True if its side would win if the match ended now."""
        own = self.g.sides[self.view.seat]
        return score(self.g, own) > score(self.g, OTHER[own])

    def _lead(self) -> FireteamId:
        """The own Fireteam that is to take the objective: near, strong and not pinned."""
        g = self.g
        best, chosen = -10_000, NO_FIRETEAM
        for team in self.friends:
            if team.seat != self.view.seat:
                continue
            up = sum(s.status is Status.READY and not s.jammed for s in g.members(team.id))
            away = g.ground.distance(self.whereabouts(team), self.goal)
            merit = 10 * up - 25 * away - 15 * int(g.has_suppressed(team.id))
            if away == 0:
                merit += 1000
            if merit > best:
                best, chosen = merit, team.id
        return chosen

    def whereabouts(self, team: Fireteam) -> Cell:
        """Where it will be in the next round."""
        return team.heading if team.on_the_move else team.cell

    # -- fire --------------------------------------------------------------------------------

    def shooters(self, team: Fireteam) -> Shooters:
        """Return the soldiers who can shoot in the rounds to come."""
        known = self._shooters.get(team.id)
        if known is None:
            known = self._shooters[team.id] = shooters_of(self.g, team)
        return known

    def break_up(self, team: Fireteam) -> None:
        """From now on think of its guns and scopes as packed up, until `forget`."""
        self._shooters[team.id] = shooters_of(self.g, team, second=False)
        self._fire = {}

    def forget(self, team: Fireteam) -> None:
        """Work out a Fireteam's fire again."""
        self._shooters.pop(team.id, None)
        self._fire = {}

    def marks(self, at: Fireteam) -> Marks:
        """A Fireteam's soldiers, as those who may be hit in some round."""
        known = self._marks.get(at.id)
        if known is None:
            known = self._marks[at.id] = marks_of(self.g, at)
        return known

    def fire(
        self,
        team: Fireteam,
        here: Cell,
        target: Fireteam,
        there: Cell,
        plus: int,
        ground: Ground,
    ) -> int:
        """Return the worth of an average Attack order between two places; plus: beyond the
        Terrain's."""
        if here == there or not TERRAINS.sees(ground, here, there):
            return 0
        total = plus + TERRAINS.at(ground, here).attack - TERRAINS.at(ground, there).defense
        key = (team.id, target.id, ground.distance(here, there), total)
        value = self._fire.get(key)
        if value is None:
            value = self._fire[key] = volley(
                self.shooters(team), self.marks(target), key[2], total, False
            )
        return value

    def aims(self, enemy: Fireteam) -> list[int]:
        """Return the worth of an enemy's fire on each friend, as all are now."""
        known = self._aims.get(enemy.id)
        if known is None:
            known = self._aims[enemy.id] = [
                self._hit(enemy, friend, friend.cell, friend.dug_in, 0, self.g.ground)
                for friend in self.friends
            ]
        return known

    def _hit(
        self, enemy: Fireteam, friend: Fireteam, cell: Cell, dug_in: bool, plus: int, ground: Ground
    ) -> int:
        at = self.whereabouts(enemy)
        plus += int(enemy.dug_in) - int(dug_in)
        return self.fire(enemy, at, friend, cell, plus, ground)

    def risk(
        self,
        team: Fireteam,
        cell: Cell,
        dug_in: bool = False,
        plus: int = 0,
        ground: Ground | None = None,
    ) -> int:
        """Return the cost of the enemy's fire in a round to a Fireteam in a place.

        An enemy has one Attack order or so: it shoots at this Fireteam as often as that is the
        better target.
        """
        ground = ground or self.g.ground
        total = 0
        for enemy in self.enemies:
            if enemy.cell == cell:
                continue
            value = self._hit(enemy, team, cell, dug_in, plus, ground)
            if value:
                others = sum(
                    n
                    for n, friend in zip(self.aims(enemy), self.friends, strict=True)
                    if friend.id != team.id
                )
                total += value * value // (value + others)
        return total * self.temper.threat_rate // 100

    def reach(
        self,
        team: Fireteam,
        cell: Cell,
        dug_in: bool = False,
        plus: int = 0,
        ground: Ground | None = None,
    ) -> int:
        """Return the worth of its own fire in a round from a place."""
        ground = ground or self.g.ground
        best = second = 0
        for enemy in self.enemies:
            at = self.whereabouts(enemy)
            bonus = plus + int(dug_in) - int(enemy.dug_in)
            if any(f.id != team.id and flanks(ground, at, cell, f.cell) for f in self.friends):
                bonus += 1
            if any(f.id != team.id and lies_behind(ground, cell, at, f.cell) for f in self.friends):
                continue
            value = self.fire(team, cell, enemy, at, bonus, ground)
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return (best + second // 3) * self.temper.attack_rate // 100

    def reach_with(self, team: Fireteam, gunner: SoldierId, helper: SoldierId) -> int:
        """`reach` from where a Fireteam is, with one more gun or scope crewed."""
        before, fires = self.shooters(team), self._fire
        crewed = [s for s in self.g.members(team.id) if s.id != helper]
        codes = shooters_among(crewed, lambda s: s.crewed_in > 0 or s.id == gunner)
        self._shooters[team.id] = tuple([code & ~1 for code in codes])
        self._fire = {}
        value = self.reach(team, team.cell, team.dug_in)
        self._shooters[team.id], self._fire = before, fires
        return value

    def position(
        self,
        team: Fireteam,
        cell: Cell,
        dug_in: bool = False,
        ground: Ground | None = None,
        hidden: bool = False,
    ) -> int:
        """Return the worth of a place in a round: the fire from it less the fire into it."""
        risk = self.risk(team, cell, dug_in, 0, ground)
        if hidden:
            risk = risk * self.temper.recognised // 100
        return self.reach(team, cell, dug_in, 0, ground) - risk

    def pull(self, team: Fireteam, cell: Cell) -> int:
        """Return the worth of the part of the way to the objective that this place has behind
        it."""
        away = self.g.ground.distance(cell, self.goal)
        steps = self.temper.approach
        if away >= len(steps) or (away and away > self.rounds_left):
            return 0
        value = (self.stake + self._summit(team)) * steps[away] // 100
        if team.id != self.lead:
            value = value * self.temper.support // 100
        return value

    def _summit(self, team: Fireteam) -> int:
        """Return the worth of the fire from the objective beyond that from its own place."""
        if not self.temper.summit or team.id != self.lead or team.cell == self.goal:
            return 0
        more = self.reach(team, self.goal) - self.reach(team, team.cell, team.dug_in)
        return max(0, more) * self.horizon * self.temper.summit // 100

    # -- cards -------------------------------------------------------------------------------

    def keep(self, face: CardNumber) -> int:
        """Return the worth of a card in the hand, in hundredths of a point."""
        order = order_of(face)
        card = self.temper.card
        if order is None:
            return card // 3
        if order.standing_order is StandingOrder.ATTACK:
            assert order.strength is not None
            return card + 10 * order.strength.sides
        if order.standing_order is StandingOrder.MANEUVER:
            lead = self.g.fireteams.get(self.lead)
            there = lead is not None and self.whereabouts(lead) == self.goal
            return card * 2 // 3 if there else card * 2
        if order.standing_order is StandingOrder.RALLY:
            assert order.strength is not None
            return card // 2 + 5 * order.strength.sides
        return card // 2 if all(f.dug_in for f in self.friends) else card

    def junk(self) -> list[tuple[int, Played]]:
        """(worth, slot) of the hand, the least useful card first.

        Of several orders of a kind each further one is worth less.
        """
        ranked: list[tuple[int, Played]] = []
        seen: dict[StandingOrder | None, int] = {}
        for worth, slot, face in sorted(
            ((self.keep(face), slot, face) for slot, face in self.hand), reverse=True
        ):
            order = order_of(face)
            kind = order.standing_order if order else None
            n = seen[kind] = seen.get(kind, 0) + 1
            ranked.append((worth if n <= 2 else worth * 2 // n, slot))
        return sorted(ranked)

    def orders(self, wanted: StandingOrder) -> list[tuple[Played, Colour | None]]:
        """(slot, strength) of the hand's orders of a kind, the weakest first."""
        known = self._orders.get(wanted)
        if known is None:
            found = []
            for slot, face in self.hand:
                order = order_of(face)
                if order is not None and order.standing_order is wanted:
                    sides = order.strength.sides if order.strength else 0
                    found.append((sides, slot, order.strength))
            found.sort(key=lambda x: x[:2])
            known = self._orders[wanted] = [(slot, strength) for _, slot, strength in found]
        return known
