"""Rough matches: units are put elsewhere and dice are loaded, so that what is rare happens.

Both are things that a match could have come to by itself. What follows from them is the game's.
"""

from __future__ import annotations

from random import Random
from typing import Any

from owm_net.engine.ids import Seat
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.state import Charge
from tests.referee.heroes.book import Space
from tests.referee.heroes.furnish import enters
from tests.referee.heroes.ground import distance
from tests.referee.heroes.model import NONE, Counter, Model

SHAKEN = {"turn": 6, "discard": 1}
"""Questions before which units may be put elsewhere: once in so many."""
LOADED = 3
"""One die in so many is a 6."""
CLOSE = 4
BOMBED = 8
"""One vehicle in so many gets a bomb, each time."""
BOMBS = {"german": "eq_magnetic_mine", "us": "eq_sticky_bomb"}


def load(request: Any, answer: Any, chance: Random) -> Any:
    """Return dice with more sixes among them."""
    if type(request).__name__ != "Roll" or request.sides != 6:
        return answer
    if request.reason in ("boards", "initiative"):
        return answer
    return tuple(6 if chance.randrange(LOADED) == 0 else die for die in answer)


def _goal(m: Model, u: Counter, kind: str, chance: Random) -> Space | None:
    """Return a free space for infantry in an objective, or in a phase of fire near an enemy."""
    spaces = [s for o in m.scenario.objectives for s in o.spaces]
    foes = [e.at for e in m.enemies(u.seat)]
    if foes and kind == "turn" and chance.randrange(2):
        goal = chance.choice(foes)
        spaces = [s for s in m.ground.printed if distance(s, goal) <= CLOSE]
    free = [s for s in spaces if enters(m.ground, s) and not m.standing(s)]
    return chance.choice(free) if free else None


def shake(g: Any, m: Model, kind: str, chance: Random) -> bool:
    """Put infantry elsewhere, conceal what can be, lay markers, put bombs on vehicles; return True
    if anything changed."""
    if kind not in SHAKEN or chance.randrange(SHAKEN[kind]):
        return False
    changed = False
    for u in list(m.on_map()):
        bars = kind == "discard" and not u.blind and u.piece.conceals
        if not u.infantry or u.blind or (not bars and chance.randrange(3)):
            continue
        goal = _goal(m, u, kind, chance)
        if goal is None or u.aboard != NONE or any(c.target == u.n for c in g.charges):
            continue
        pressed = chance.choice((0, 0, 0, 1, 2)) if kind == "turn" else u.suppressed
        hidden = u.piece.conceals and (bars or chance.randrange(2) == 0)
        g.change(u.n, at=goal, suppressed=pressed, concealed=hidden)
        u.at, u.suppressed, u.concealed = goal, pressed, hidden
        changed = True
    for u in list(m.on_map()) if kind == "turn" else ():
        if u.infantry or chance.randrange(BOMBED):
            continue
        foe = m.foes(u.seat)[0]
        key = BOMBS[m.scenario.sides[foe].nation]
        g.charges.append(Charge(seat=Seat(foe), key=OptionKey(key), target=UnitId(u.n)))
        m.charges.append((foe, key, NO_OVERLAY, u.n))
        changed = True
    return changed
