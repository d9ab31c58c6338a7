"""Regular's values of the cards in its hand: to keep, to spend and to change."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.games.owm import odds
from owm_net.games.owm.catalog import CORE_CARDS
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.regular.weights import Weights
from owm_net.games.owm.firing import why_no_target
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId
from owm_net.games.owm.state import CATALOG, Fireteam, OwmState, order_of
from owm_net.games.owm.terms import Colour, StandingOrder, Status


def _counts() -> dict[StandingOrder | None, int]:
    found: dict[StandingOrder | None, int] = {}
    for number in CATALOG.core:
        order = order_of(number)
        kind = order.standing_order if order is not None else None
        found[kind] = found.get(kind, 0) + 1
    return found


_COUNTS = _counts()
"""How many cards of the core deck have each Standing Order; None: Terrain."""

MANEUVERS = 2
"""That many are useful at a time: one turn has no more."""
RACE = 4
"""And so many in a race: two turns of it."""


@define
class Hand:
    """worth: what each card is worth as long as it is held. average: what an unknown one is.

    A hand holds no more than seven, and is filled up in every round: a card that is of no use is
    in the way of another. active: the Fireteam that spends from it now; the others of the seat that
    are still to act in this round want some of it too.
    """

    mind: Mind
    weights: Weights
    active: FireteamId = NO_FIRETEAM
    worth: dict[Played, int] = field(factory=dict)
    average: int = 0
    shoots: bool = False
    _missed: dict[StandingOrder, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        g = self.mind.g
        own = [t for t in g.fireteams.values() if t.seat == self.mind.view.seat]
        races = self._races(g)
        first = self._first(g, own, races)
        self.shoots = any(
            why_no_target(g, team, enemy) is None for team in own for enemy in self.mind.enemies
        )
        self.average = sum(first[kind] * n for kind, n in _COUNTS.items()) // CORE_CARDS
        useful = {
            StandingOrder.ATTACK: len(own) + 1,
            StandingOrder.MANEUVER: RACE if races else MANEUVERS,
            StandingOrder.RALLY: 1,
            StandingOrder.ENTRENCH: 1,
            None: 1,
        }
        seen: dict[StandingOrder | None, int] = {}
        for slot, face in self._strongest_first():
            order = order_of(face)
            kind = order.standing_order if order is not None else None
            n = seen[kind] = seen.get(kind, 0) + 1
            value = first[kind]
            if order is not None and order.strength is not None:
                value = value * (order.strength.sides + 6) // 12
            if n > useful[kind]:
                value = value * useful[kind] // (2 * n)
            if kind is StandingOrder.ATTACK and self.shoots:
                value = max(value, self.average)
            self.worth[slot] = value

    def _strongest_first(self) -> list[tuple[Played, CardNumber]]:
        def strength(held: tuple[Played, CardNumber]) -> int:
            order = order_of(held[1])
            return -order.strength.sides if order is not None and order.strength else 0

        return sorted(self.mind.hand, key=strength)

    def _races(self, g: OwmState) -> bool:
        """Return True if the objective is free, and its own Fireteam has still to go there and
        can."""
        lead = g.fireteams.get(self.mind.lead)
        if lead is None or self.mind.whereabouts(lead) == self.mind.goal:
            return False
        if any(enemy.cell == self.mind.goal for enemy in self.mind.enemies):
            return False
        return not g.has_suppressed(lead.id)

    def _first(
        self, g: OwmState, own: list[Fireteam], races: bool
    ) -> dict[StandingOrder | None, int]:
        """Return the worth of the first card of each kind."""
        w = self.weights
        lead = g.fireteams.get(self.mind.lead)
        there = lead is not None and self.mind.whereabouts(lead) == self.mind.goal
        down = any(s.status is Status.SUPPRESSED for t in own for s in g.members(t.id))
        maneuver = w.race_card if races else w.maneuver_card
        undug = any(not t.dug_in for t in own)
        return {
            StandingOrder.ATTACK: w.attack_card,
            StandingOrder.MANEUVER: w.maneuver_card // 3 if there else maneuver,
            StandingOrder.RALLY: w.rally_card if down else w.rally_card // 2,
            StandingOrder.ENTRENCH: w.entrench_card if undug else w.entrench_card // 4,
            None: w.terrain_card,
        }

    def junk(self, spent: tuple[Played, ...] = ()) -> list[Played]:
        """The hand, what is worth least first."""
        return sorted((s for s in self.worth if s not in spent), key=lambda s: (self.worth[s], s))

    def cost(self, slot: Played) -> int:
        """Return the cost of spending a card: its worth beyond the one that comes instead, or what
        another Fireteam would have done with it in this round."""
        cost = (self.worth[slot] - self.average) * self.weights.spend // 100
        face = self.mind.view.card(slot)
        order = order_of(face)
        if self.active == NO_FIRETEAM or order is None:
            return cost
        return max(cost, self._miss(order.standing_order) * self.weights.share // 100)

    def _miss(self, kind: StandingOrder) -> int:
        """Return the worth of what the others cannot do if one card of a kind is gone."""
        if kind not in self._missed:
            wants = sorted(self._wants(kind), reverse=True)
            left = len(self.mind.orders(kind)) - 1
            self._missed[kind] = wants[left] if left < len(wants) else 0
        return self._missed[kind]

    def _wants(self, kind: StandingOrder) -> Iterator[int]:
        """Yield the worth of each card of a kind to the Fireteams that act after the active one."""
        g, mind = self.mind.g, self.mind
        for team in mind.friends:
            if team.seat != mind.view.seat or team.id == self.active:
                continue
            if team.activated_in == g.round_no:
                continue
            if kind is StandingOrder.ATTACK:
                fire = [odds.attack_value(g, team, e, Colour.GREEN) for e in mind.enemies]
                best = sorted(fire, reverse=True)[:2]
                yield from (n * self.weights.bite // 100 for n in best if n)
            elif kind is StandingOrder.RALLY:
                down = [odds.worth(s) for s in g.members(team.id) if s.status is Status.SUPPRESSED]
                if down:
                    yield max(down) * odds.DOWN_PARTS // 100
            elif kind is StandingOrder.MANEUVER and team.id == mind.lead:
                away = g.ground.distance(mind.whereabouts(team), mind.goal)
                yield from [self.weights.maneuver_card * 2] * min(2, away)

    def exchange(self, slots: tuple[Played, ...]) -> int:
        """Return the worth of changing some."""
        return sum((self.average - self.worth[s]) for s in slots) * self.weights.redraw // 100
