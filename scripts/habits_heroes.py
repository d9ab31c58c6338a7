"""What the computer players of Heroes do that no good player does. Its lines:

orders for nothing     orders by which a unit neither moved nor fired
orders for a walk      orders by which a unit moved without fire or an assault, to no objective:
                       without an order it moves in Supply
into the guns          moves by an order that ended in the open, on no objective, where two enemies
                       who had a token still were likely to hit
tokens lost            tokens lost unseen with their unit, of those that were laid
shots at 6             plain shots at one unit, without a card or a token, that only a 6 could hit
assaults at a loss     assaults that were likelier to be lost than won
deployed in the open   infantry without cover when round 1 began
officers in the open   officers with orders who ended a round without cover, where two enemies were
                       likely to hit them
bluffs on the harmless bluffs on a unit that could fire at nobody, when another, without a token,
                       could
heaps                  rounds at whose end an infantry unit had three friends beside it
objective left         in the last round: objectives that were not held in the end, onto which a
                       unit could have gone in Supply
in 100: cards played   action cards played in 100 matches
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from habits import Habits, Row, Watcher

from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch
from owm_net.engine.view import View
from owm_net.games.heroes.computer.odds import SURE, reaches
from owm_net.games.heroes.computer.weighing import Outlook, Stand
from owm_net.games.heroes.driving import OrderDrive
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.hidden import is_bluff
from owm_net.games.heroes.ids import KEEP, NO_UNIT, Space, UnitId
from owm_net.games.heroes.moving import allowance
from owm_net.games.heroes.orders import OrderFire, OrderMove
from owm_net.games.heroes.paths import ways
from owm_net.games.heroes.shooting import shot
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Ability, Flip, Phase, UnitType
from owm_net.games.heroes.tokens import Lay, TokenLost, bare_units, bearer_of
from owm_net.games.heroes.victory import sides_on
from owm_net.games.heroes.weapons import armed

LIKELY, UNLIKELY = SURE // 2, SURE // 5
"""Odds of a hit, in thousandths."""
MANY, HEAP = 2, 3
"""Enemies who are likely to hit; friends beside a unit."""


class Watched(Watcher):
    """One match. chances: in the last round, the objectives that a seat could still take in
    Supply."""

    rows = (
        Row("orders for nothing", "nothing", "orders"),
        Row("orders for a walk", "walks", "orders"),
        Row("into the guns", "guns", "moves"),
        Row("tokens lost", "lost", "laid"),
        Row("shots at 6", "unlikely", "shots"),
        Row("assaults at a loss", "losing", "assaults"),
        Row("deployed in the open", "open", "deployed"),
        Row("officers in the open", "bare officers", "officers"),
        Row("bluffs on the harmless", "harmless", "bluffs"),
        Row("heaps", "heaps", "rounds ended"),
        Row("objective left", "left", "last rounds"),
        Row("in 100: cards played", "cards"),
    )

    def __init__(self, match: LocalMatch, habits: Sequence[Habits]) -> None:
        super().__init__(match, habits)
        self.phase, self.round = Phase.SET_UP, 0
        self.chances: dict[Seat, list[int]] = {}

    def answered(self, seat: int, answer: Any) -> None:
        """Count an answer before it takes effect."""
        g, counts = self._state(), self.habits[seat].counts
        if isinstance(answer, Lay):
            counts["laid"] += 1
        elif isinstance(answer, OrderFire | OrderMove | OrderDrive):
            counts["orders"] += 1
            unit = bearer_of(g, answer.token)
            if isinstance(answer, OrderFire):
                counts["nothing"] += answer == OrderFire(answer.token)
                self._shot(seat, unit, answer)
            elif isinstance(answer, OrderMove):
                self._move(seat, unit, answer)

    def went_on(self) -> None:
        """Look at everybody at the end of a phase."""
        g = self._state()
        for event in g.events:
            if isinstance(event, TokenLost):
                self.habits[g.units[event.unit].seat].counts["lost"] += 1
        if (g.phase, g.round) == (self.phase, self.round):
            return
        if g.phase is Phase.ORDERS:
            for seat in g.players:
                if g.round == 1:
                    self._deployed(seat)
                else:
                    self._round_over(seat)
        for seat in g.players if g.phase is Phase.ACTIVATION else ():
            self._bluffs(seat)
        if g.phase is Phase.SUPPLY and g.round == g.battle.rounds:
            self.chances = {seat: self._takes(seat) for seat in g.players}
        self.phase, self.round = g.phase, g.round

    def ended(self) -> None:
        """Count what was left undone."""
        g = self._state()
        for seat in g.players:
            counts, own = self.habits[seat].counts, g.side(seat).name
            counts["cards"] += sum([card >= 0 for card in g.piles[seat]])
            counts["last rounds"] += seat in self.chances
            counts["left"] += any(g.holders[n] != own for n in self.chances.get(seat, ()))

    def _state(self) -> HeroesState:
        g = self.match.state
        assert isinstance(g, HeroesState)
        return g

    def _outlook(self, seat: int) -> Outlook:
        return Outlook(View(self._state(), seat, self.match.dealer.knowledge[seat]))

    def _likely(self, o: Outlook, unit: UnitId, space: Space, ready: bool) -> int:
        """Return how many enemies are likely to hit a unit on a space. ready: of those alone who
        have a token that nobody has seen."""
        g, found = o.g, 0
        for enemy in o.theirs:
            e = g.units[enemy]
            has = enemy in g.bearers[e.seat] and not e.acted
            if ready and not has:
                continue
            there = Stand(unit, o.units[unit], space)
            found += o.hit_odds(o.stand(enemy), there, unit) >= LIKELY
        return found

    def _bluffs(self, seat: Seat) -> None:
        """When all tokens are laid."""
        g, o, counts = self._state(), self._outlook(seat), self.habits[seat].counts
        spare = any(o.best_of(u, g.units[u]) for u in bare_units(g, seat))
        for unit, slot in zip(g.bearers[seat], g.hands[g.laid(seat)], strict=True):
            card = o.view.card(slot)
            if card is not None and is_bluff(card):
                counts["bluffs"] += 1
                counts["harmless"] += spare and not o.best_of(unit, g.units[unit])

    def _shot(self, seat: int, unit: UnitId, answer: OrderFire) -> None:
        g, counts = self._state(), self.habits[seat].counts
        plain = len(answer.targets) == 1 and not (
            answer.suppressive or answer.spend or answer.cards
        )
        if plain:
            made = shot(armed(g, unit, answer.weapon), unit, answer.targets[0], False, False)
            counts["shots"] += 1
            counts["unlikely"] += reaches(made.defence - made.result(0)) < UNLIKELY

    def _move(self, seat: int, unit: UnitId, answer: OrderMove) -> None:
        g, counts = self._state(), self.habits[seat].counts
        end = answer.path[-1] if answer.path else g.units[unit].at
        if answer.target != NO_UNIT:
            won, lost = self._outlook(seat).assault_odds(unit, end, answer.target)
            counts["assaults"] += 1
            counts["losing"] += lost > won
            return
        if answer.goes_on:
            return
        still = answer.flip is Flip.NONE and answer.facing == KEEP
        counts["nothing"] += still and not answer.path
        counts["moves"] += 1
        goal = any(end in objective.spaces for objective in g.battle.objectives)
        counts["walks"] += bool(answer.path) and not goal
        if not goal and not g.ground.cells[end].defence:
            counts["guns"] += self._likely(self._outlook(seat), unit, end, ready=True) >= MANY

    def _deployed(self, seat: Seat) -> None:
        g, counts = self._state(), self.habits[seat].counts
        for unit in g.on_map(seat):
            if g.units[unit].kind is UnitType.INFANTRY:
                counts["deployed"] += 1
                counts["open"] += not g.ground.cells[g.units[unit].at].defence

    def _round_over(self, seat: Seat) -> None:
        g, counts = self._state(), self.habits[seat].counts
        counts["rounds ended"] += 1
        own = [n for n in g.on_map(seat) if g.units[n].kind is UnitType.INFANTRY]
        for unit in own:
            u = g.units[unit]
            if u.number(Ability.ORDER):
                counts["officers"] += 1
                bare = not g.ground.cells[u.at].defence
                likely = bare and self._likely(self._outlook(seat), unit, u.at, ready=False)
                counts["bare officers"] += likely >= MANY
        spots = [g.units[n].at for n in own]
        counts["heaps"] += any(sum([distance(a, b) < 2 for b in spots]) > HEAP for a in spots)

    def _takes(self, seat: Seat) -> list[int]:
        """The objectives that a seat does not hold, and that a unit can go onto in Supply."""
        g, found = self._state(), list[int]()
        own = g.side(seat).name
        walkers = [n for n in g.on_map(seat) if not g.units[n].acted and n not in g.bearers[seat]]
        for number, objective in enumerate(g.battle.objectives):
            if own not in objective.counts or g.holders[number] == own:
                continue
            if sides_on(g, objective.spaces):
                continue
            for unit in walkers:
                u = g.units[unit]
                if u.kind is UnitType.INFANTRY and not u.concealed:
                    there = ways(g, unit, allowance(g, u))
                    if any(space in there for space in objective.spaces):
                        found.append(number)
                        break
        return found
