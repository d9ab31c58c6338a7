"""Answers that nobody gave: whether the referee and the game allow the same ones.

A match shows only what the game allows. Here both judge answers by chance, so that what the game
refuses for no reason is found too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch
from owm_net.engine.requests import Answer
from owm_net.games.heroes.assault import Where
from owm_net.games.heroes.driving import OrderDrive
from owm_net.games.heroes.generator import LayTerrain, PutObjective
from owm_net.games.heroes.moving import Leg
from owm_net.games.heroes.orders import OrderFire, OrderMove
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.terms import Manoeuvre
from tests.referee.heroes import fire, furnish, spotting, walk
from tests.referee.heroes.book import Space, book
from tests.referee.heroes.drive import drive
from tests.referee.heroes.fire import How
from tests.referee.heroes.ground import WAYS
from tests.referee.heroes.model import NONE, OFF_MAP, Counter
from tests.referee.heroes.referee import Referee
from tests.referee.heroes.walk import Going

PATHS = 6
"""Ways that are tried for a unit."""
PIECES = 12
"""Pieces of terrain that are tried at a question."""


def made(kind: Callable[..., Answer], **fields: Any) -> Answer:
    """Return an answer with plain numbers in its fields."""
    return kind(**fields)


@dataclass
class Prober:
    """Judges answers by chance beside the game."""

    match: LocalMatch
    referee: Referee
    chance: Random = field(default_factory=lambda: Random(1))

    def probe(self) -> None:
        """Try answers to the question that is asked, if it is one of those known here."""
        request = self.match.request
        kind = getattr(request, "kind", "")
        if type(request).__name__ != "Choose":
            return
        seat = int(getattr(request, "seat", NONE))
        if kind == "turn":
            self.turn(seat)
        elif kind == "leg":
            self.leg(seat)
        elif kind == "supply_move":
            self.supply(seat)
        elif kind == "react":
            self.react(seat)
        elif kind == "where":
            self.where(seat)
        elif kind == "terrain":
            self.terrain(seat)
        elif kind == "objective":
            self.objective(seat)

    def compare(self, seat: int, rule: str, answer: Any, mine: str) -> None:
        """Judge an answer by both. mine: why not, "" if the referee allows it."""
        refusal = agenda.why_not(self.match.view(seat), answer)
        referee = self.referee
        referee.checks[f"probe {rule}"] += 1
        if bool(mine) != (refusal is not None):
            theirs = "allowed" if refusal is None else f"{refusal.rule}: {refusal.why}"
            referee.differ(rule, f"probe {answer}", mine or "allowed", theirs)

    def ways(self, u: Counter, most: int) -> list[tuple[Space, ...]]:
        """Return some paths by chance, and each single step."""
        starts = self.referee.model.places(u)
        found: list[tuple[Space, ...]] = []
        for dx, dy in WAYS:
            found.append(((starts[0][0] + dx, starts[0][1] + dy),))
        for _ in range(PATHS):
            at, path = self.chance.choice(starts), []
            for _ in range(self.chance.randint(2, max(2, most + 1))):
                dx, dy = self.chance.choice(WAYS)
                at = (at[0] + dx, at[1] + dy)
                path.append(at)
            found.append(tuple(path))
        return [p for p in found if all(self.referee.model.ground.has(s) for s in p)]

    def bearer(self, seat: int) -> tuple[Any, Counter] | None:
        """The token that is next, and its unit."""
        m, known = self.referee.model, self.match.view(seat).known
        orders = [
            (known[t], t, n)
            for n, t in m.tokens[seat].items()
            if t < 0 and t in known and 0 < known[t] - 200 - 20 * seat <= 10
        ]
        orders = [o for o in orders if o[0] - 200 - 20 * seat > m.shown[seat]]
        if not orders:
            return None
        _, token, n = min(orders)
        u = m.units[n]
        return None if u.hidden or u.bomb or u.acted else (token, u)

    def turn(self, seat: int) -> None:
        """Fire at each enemy, paths, assaults of the unit that is next."""
        chosen = self.bearer(seat)
        if chosen is None:
            return
        token, u = chosen
        self.shots(seat, token, u)
        if u.infantry:
            self.moves(seat, token, u)
        else:
            self.drives(seat, token, u)

    def shots(self, seat: int, token: Any, u: Counter) -> None:
        """A plain and a suppressive shot of each weapon at each enemy."""
        m = self.referee.model
        for e in m.enemies(seat):
            for place, weapon in enumerate(u.up.weapons):
                for suppressive in (False, True):
                    answer = made(
                        OrderFire,
                        token=token,
                        targets=(e.n,),
                        suppressive=suppressive,
                        weapon=place,
                    )
                    mine = ""
                    if suppressive and "suppressive_fire" not in weapon.abilities:
                        mine = "HON-AB-80"
                    elif place == 0 and "primary" in u.damage:
                        mine = "HON-DMG-05"
                    elif fire.shot(m, u, e, How(place, suppressive=suppressive)) is None:
                        mine = "HON-FIRE-02"
                    self.compare(seat, "HON-LOS-01", answer, mine)

    def moves(self, seat: int, token: Any, u: Counter) -> None:
        """Paths on foot, and assaults."""
        m = self.referee.model
        for path in self.ways(u, u.movement()):
            going = walk.begin(m, u)
            why = walk.walk(m, u, path, going, True)
            self.compare(seat, "HON-MOVE-01", made(OrderMove, token=token, path=path), why)
        for e in m.enemies(seat):
            for path in ((), *self.ways(u, 1)[:8:3]):
                going = walk.begin(m, u)
                why = walk.walk(m, u, path, going, True)
                if not why and u.aboard != NONE and path:
                    continue
                why = why or self.assault(u, path, e, going)
                answer = made(OrderMove, token=token, path=path, target=e.n)
                self.compare(seat, "HON-ASLT-02", answer, why)

    def assault(self, u: Counter, path: tuple[Space, ...], e: Counter, going: Going) -> str:
        """Why the end of a path is no launch space for an assault."""
        m, was = self.referee.model, (u.at, u.aboard)
        if path:
            vehicle = walk.boarded(m, u, path[-1])  # HON-AB-87, R-103
            u.at, u.aboard = (path[-1], NONE) if vehicle is None else (OFF_MAP, vehicle.n)
        why = walk.why_no_assault(m, u, e, going)
        u.at, u.aboard = was
        return why

    def drives(self, seat: int, token: Any, u: Counter) -> None:
        """Steps and turns of a vehicle."""
        m = self.referee.model
        names = list(Manoeuvre)
        tries: list[tuple[Manoeuvre, ...]] = [(n,) for n in names]
        for _ in range(PATHS):
            tries.append(tuple(self.chance.choices(names, k=self.chance.randint(2, 5))))
        for steps in tries:
            going = walk.begin(m, u)
            _, why = drive(m, u, tuple(s.value for s in steps), going)
            self.compare(seat, "HON-VEH-02", made(OrderDrive, token=token, manoeuvres=steps), why)

    def leg(self, seat: int) -> None:
        """Go on by paths of chance."""
        referee = self.referee
        m, going = referee.model, referee.going
        if going is None or referee.actor != going.n:
            return
        u = m.units[going.n]
        if u.hidden or not u.infantry or referee.promised != NONE or u.aboard != NONE:
            return
        for path in self.ways(u, going.left):
            why = walk.walk(m, u, path, Going(**vars(going)), True)
            self.compare(seat, "HON-MOVE-10", made(Leg, path=path), why)

    def supply(self, seat: int) -> None:
        """Move two units of chance, those that may not among them."""
        referee = self.referee
        m = referee.model
        units = [u for u in m.in_play(seat) if u.infantry]
        if not units:
            return
        for u in self.chance.sample(units, min(2, len(units))):
            fine = not u.acted and u.n not in referee.moved
            for path in self.ways(u, u.movement()):
                why = "" if fine else "HON-SUP-03"
                why = why or walk.walk(m, u, path, walk.begin(m, u, supply=True), True)
                self.compare(seat, "HON-SUP-03", made(SupplyMove, unit=u.n, path=path), why)

    def where(self, seat: int) -> None:
        """Each space round a unit that retreats."""
        m, clash = self.referee.model, self.referee.clash
        if clash is None or not m.units[clash.defender].on_map:
            return
        u = m.units[clash.defender]
        fine = walk.retreats(m, u, clash.launch)
        for s in m.ground.neighbours(u.at):
            mine = "" if s in fine else "R-18"
            self.compare(seat, "R-18", made(Where, space=s), mine)

    def spot(self) -> Space:
        """A space of the map by chance, at times one beside it."""
        assert self.referee.model.made is not None
        w, h = furnish.size(self.referee.model.made)
        return self.chance.randint(-1, w), self.chance.randint(-1, h)

    def terrain(self, seat: int) -> None:
        """Pieces by chance on spaces by chance (HON-GEN-05)."""
        m, base = self.referee.model, self.referee.base
        assert m.made is not None
        pieces = [*book().overlays, furnish.LOW_WALL]
        for _ in range(PIECES):
            piece, at, turns = self.chance.choice(pieces), self.spot(), self.chance.randint(0, 3)
            mine = furnish.why_no_piece(base, m.made, piece, at, turns)
            answer = made(LayTerrain, piece=piece, space=at, turns=turns)
            self.compare(seat, "HON-GEN-05", answer, mine)

    def objective(self, seat: int) -> None:
        """Objectives on spaces by chance (HON-GEN-08, HON-GEN-09)."""
        m, base = self.referee.model, self.referee.base
        assert m.made is not None
        for _ in range(2 * PIECES):
            at = self.spot()
            mine = furnish.why_no_objective(base, m.made, seat, at)
            self.compare(seat, "HON-GEN-08", made(PutObjective, space=at), mine)

    def react(self, seat: int) -> None:
        """Each unit at each step of the leg that was declared."""
        referee = self.referee
        m = referee.model
        if referee.actor == NONE or m.units[referee.actor].seat == seat:
            return
        mover, leg = m.units[referee.actor], referee.leg
        if not mover.infantry or leg is None or referee.again:
            return
        if referee.halted:
            self.react_at(seat, mover, 1)
            return
        steps: list[Space] = [mover.at, *leg]
        for k, at in enumerate(steps):
            if at == OFF_MAP or (k == 0 and leg):
                continue
            if k == len(leg) and walk.boarded(m, mover, at) is not None:
                return
            was, aboard = mover.at, mover.aboard
            mover.at, mover.aboard = at, NONE
            found = spotting.found(m, mover) - ({mover.n} if referee.turned(mover) else set())
            if not found:
                self.react_at(seat, mover, k)
            mover.at, mover.aboard = was, aboard
            if found:
                return  # the mover stops there, and the question comes after that

    def react_at(self, seat: int, mover: Counter, k: int) -> None:
        """Each unit, with the mover where it is after a step."""
        m = self.referee.model
        for u in m.on_map(seat):
            if u.blind:
                continue
            mine = "" if fire.may_react(m, u) else "HON-AB-46"
            if not mine and fire.shot(m, u, mover, How()) is None:
                mine = "HON-FIRE-02"
            self.compare(seat, "HON-TER-10", made(React, units=(u.n,), step=k), mine)
