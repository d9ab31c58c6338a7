"""What the computer players of NCO do that no good player does. Its lines:

Cover Fire orders      of all orders: 0 of thousands is a weapon that nobody uses
bursts thrown          HE weapons and grenades used, in 100 matches
items used             of those that a player can choose to use
left cover early       moves of turns 1 and 2 by soldiers whom nobody could fire at in the open,
                       that ended where somebody could
open ground by turn 2  soldiers more than an inch from anything that gives cover, when the dice of
                       turn 2 are used up
into the guns alone    moves that ended in the open before three enemies and more who had no order
                       yet, with no friend within 8 inches
heaps                  turns (of a side) at whose end three soldiers or more were within one burst,
                       and the enemy had area weapons
dear ones in the open  turns at whose end a sergeant stood in the open before two enemies or more
lame and in sight      shots that needed 5 or more by Walking Wounded in the open, of their orders
idle with a target     Down orders by soldiers with a shot that needed 3 or less
shots at 6 and more    aimed shots that needed 6 or more
Intel in turn 1        Intel used before anybody could fire
healthy Mends          special actions that mended nobody
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from habits import Habits, Row, Watcher

from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.chart import UseMap
from owm_net.games.nco.computer.posts import posts_near
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import NO_SOLDIER, SEATS, SoldierId, Spot, opponent
from owm_net.games.nco.items import UseItem
from owm_net.games.nco.orders.advance import Advance, Shoot
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.run import Run
from owm_net.games.nco.reloading import Reload
from owm_net.games.nco.shots import Shot, needed, why_not_shot
from owm_net.games.nco.specials import FocusFire, Mend, SpecialAnswer
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import (
    BASE,
    BASES,
    CIRCLE,
    QUARTER,
    Item,
    Order,
    Phase,
    Shooting,
    Status,
)
from owm_net.games.nco.tokens import at_goal
from owm_net.games.nco.turn import CallIntel

ALONE = 800
"""A friend farther off is no company."""
LIKELY, UNLIKELY = 4, 6
"""Faces that a shot needs."""
EARLY = 2
"""The turns in which a squad still chooses its ground."""
BESIDE = 80
"""Nobody farther from a place that gives cover has any."""
MANY = 3
"""Guns that look at one, or soldiers within one burst."""


class Watched(Watcher):
    """One match. mover: who was told to move, from where, and whether nobody could fire at them in
    the open there. carried: whether the items of the squads have been counted."""

    rows = (
        Row("Cover Fire orders", "CoverFire", "orders"),
        Row("in 100: bursts thrown", "bursts"),
        Row("items used", "items used", "items carried"),
        Row("left cover early", "left cover", "early in cover"),
        Row("open ground by turn 2", "open ground", "by turn 2"),
        Row("into the guns alone", "alone", "moves"),
        Row("heaps", "heaps", "turns"),
        Row("dear ones in the open", "dear", "turns"),
        Row("lame and in sight", "lame", "orders of the lame"),
        Row("idle with a target", "idle", "GoDown"),
        Row("shots at 6 and more", "unlikely", "aimed"),
        Row("Intel in turn 1", "Intel at once", "Intel"),
        Row("healthy Mends", "vain", "specials"),
        *[
            Row(f"in 100: {what}", what)
            for what in ("Fire", "Advance", "Run", "Assault", "GoDown", "Rally", "LieInAmbush")
        ],
    )

    def __init__(self, match: LocalMatch, habits: Sequence[Habits]) -> None:
        super().__init__(match, habits)
        self.mover: tuple[SoldierId, Spot, bool] | None = None
        self.phase = Phase.SET_UP
        self.carried = False

    def answered(self, seat: int, answer: Any) -> None:
        """Count an answer before it takes effect."""
        g, counts = self._state(), self.habits[seat].counts
        if isinstance(answer, OrderAnswer):
            self._ordered(seat, answer)
        elif isinstance(answer, SpecialAnswer):
            counts["specials"] += 1
            counts[type(answer).__name__] += 1
            counts["vain"] += isinstance(answer, Mend) and self._in_vain(answer)
        elif isinstance(answer, UseItem | Reload | UseMap):
            counts["items used"] += not isinstance(answer, UseMap) or answer.use
        elif isinstance(answer, CallIntel) and answer.use:
            counts["Intel"] += 1
            counts["items used"] += 1
            counts["Intel at once"] += g.turn == 1
        if isinstance(answer, FocusFire | Fire):
            self._shot(seat, answer.shot())
        elif isinstance(answer, Shoot):
            self._shot(seat, answer.shot(g.agenda[-1].soldier))  # type: ignore[attr-defined]

    def went_on(self) -> None:
        """Look where a mover has ended, and at everybody before the special actions."""
        g = self._state()
        if not self.carried and g.turn:
            self.carried = True
            for s in g.soldiers:
                if s.status is not Status.INJURED:
                    useful = [item for item in s.items if item is not Item.LUCKY_TRINKET]
                    self.habits[s.seat].counts["items carried"] += len(useful)
        if self.mover is not None and g.soldiers[self.mover[0]].spot != self.mover[1]:
            self._moved(self.mover[0], self.mover[2])
            self.mover = None
        if g.phase is Phase.SPECIALS and self.phase is Phase.ORDERS:
            for seat in SEATS:
                self._turn_over(seat)
        self.phase = g.phase

    def _state(self) -> NcoState:
        g = self.match.state
        assert isinstance(g, NcoState)
        return g

    def _ordered(self, seat: int, answer: OrderAnswer) -> None:
        g, counts = self._state(), self.habits[seat].counts
        s = g.soldiers[answer.soldier]
        counts["orders"] += 1
        counts[type(answer).__name__] += 1
        self.mover = None
        if s.status is not Status.FIELD:
            return
        if isinstance(answer, Advance | Run) and answer.path:
            counts["moves"] += 1
            covered = not self._open_to(answer.soldier)
            counts["early in cover"] += covered and g.turn <= EARLY
            self.mover = answer.soldier, s.spot, covered
        if isinstance(answer, GoDown) and not (at_goal(g, answer.soldier) or s.debt == g.turn):
            counts["idle"] += self._could_fire(answer.soldier)
        if s.wounded and not s.broken:
            counts["orders of the lame"] += 1
            vain = isinstance(answer, Fire) and self._need(answer.shot()) > LIKELY
            counts["lame"] += vain and len(self._open_to(answer.soldier)) > 0

    def _shot(self, seat: int, shot: Shot) -> None:
        g, counts = self._state(), self.habits[seat].counts
        if shot.row.wound and shot.aim is not None:
            counts["bursts"] += 1
        if shot.target is not None and shot.target != g.pilot:
            counts["aimed"] += 1
            counts["unlikely"] += self._need(shot) >= UNLIKELY

    def _need(self, shot: Shot) -> int:
        """Return the face that a shot needs; of a point, as if it were in the open."""
        return needed(self._state(), shot, shot.target) if shot.target is not None else LIKELY

    def _open_to(self, soldier: SoldierId) -> list[SoldierId]:
        """Return the enemies who see a soldier outside of cover, within their reach."""
        g = self._state()
        s = g.soldiers[soldier]
        found = []
        for enemy in g.on_field(opponent(s.seat)):
            e = g.soldiers[enemy]
            reach = max([g.reach(CATALOG.weapons[weapon]) for weapon in e.arms], default=0)
            if e.peaceful or gap2(e.spot, s.spot) > (reach + BASES) ** 2:
                continue
            covered = g.ground.within_cover(s.spot) or g.ground.obscured(e.spot, s.spot) >= QUARTER
            if g.ground.sees(e.spot, s.spot) and not covered:
                found.append(enemy)
        return found

    def _moved(self, soldier: SoldierId, covered: bool) -> None:
        g = self._state()
        s = g.soldiers[soldier]
        if s.status is not Status.FIELD:
            return
        counts = self.habits[s.seat].counts
        guns = self._open_to(soldier)
        counts["left cover"] += covered and g.turn <= EARLY and len(guns) > 0
        fresh = [e for e in guns if g.soldiers[e].order is Order.NONE]
        friends = [f for f in g.on_field(s.seat) if f != soldier]
        near = any(gap2(g.soldiers[f].spot, s.spot) <= ALONE * ALONE for f in friends)
        counts["alone"] += len(fresh) >= MANY and not near and len(friends) > 0

    def _turn_over(self, seat: Seat) -> None:
        g, counts = self._state(), self.habits[seat].counts
        own = g.on_field(seat)
        counts["turns"] += 1
        if g.turn == EARLY:
            counts["by turn 2"] += len(own)
            counts["open ground"] += sum(
                [
                    not g.ground.within_cover(spot := g.soldiers[s].spot)
                    and not posts_near(g.layout, spot, BESIDE)
                    for s in own
                ]
            )
        spots = [g.soldiers[s].spot for s in own]
        wide = (CIRCLE + BASE) ** 2
        heap = max([sum([gap2(a, b) <= wide for b in spots]) for a in spots], default=0)
        area = any(
            CATALOG.weapons[weapon].area
            for e in g.on_field(opponent(seat))
            for weapon in g.soldiers[e].arms
        )
        counts["heaps"] += area and heap >= MANY
        dear = [s for s in own if g.soldiers[s].sergeant and not g.soldiers[s].down]
        counts["dear"] += any(len(self._open_to(s)) > 1 for s in dear)

    def _could_fire(self, soldier: SoldierId) -> bool:
        g = self._state()
        return any(
            shot.target is not None
            and why_not_shot(g, shot) is None
            and needed(g, shot, shot.target) < LIKELY
            for shot in shots_of(g, soldier, Shooting.FIRE)
        )

    def _in_vain(self, answer: Mend) -> bool:
        g = self._state()
        s = g.soldiers[answer.soldier]
        whom = [s] if answer.friend == NO_SOLDIER else [s, g.soldiers[answer.friend]]
        return all(t.health == t.health_max and t.psyche == t.psyche_max for t in whom)
