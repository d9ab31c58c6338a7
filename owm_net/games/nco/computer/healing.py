"""The computer player's care for its own: what a point of health or psyche is worth, which item
helps whom. Values are those of `weighing`.
"""

from __future__ import annotations

from owm_net.games.nco.computer.weighing import A_SOLDIER
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.items import helped, usable
from owm_net.games.nco.state import NcoState, Soldier
from owm_net.games.nco.terms import SPECIAL_COURAGE, TURNS, Item

KEEP = 10
"""An item that brings less is kept."""
BRAVE = 90
"""Worth of a special action that an item's courage brings."""


def standing_of(s: Soldier, health: int, psyche: int) -> int:
    """Return how much of a soldier is left with this health and psyche, in thousandths."""
    left = 1000
    lost = s.health_max - health
    left -= 330 * lost // s.health_max + (150 if health == 1 else 0)
    if not psyche:
        left -= 450 if s.breakdowns else 300
    elif psyche < s.psyche_max:
        left -= 60 + 200 * (s.psyche_max - psyche) // s.psyche_max
        if s.breakdowns and psyche <= 2:
            left -= 100
    return left


def worth_of(g: NcoState, soldier: SoldierId, health: int, psyche: int) -> int:
    """Return the worth of so much health and psyche that comes back to a soldier."""
    s = g.soldiers[soldier]
    now = standing_of(s, s.health, s.psyche)
    then = standing_of(
        s, min(s.health_max, s.health + health), min(s.psyche_max, s.psyche + psyche)
    )
    points = s.worth + A_SOLDIER
    late = 2 if g.turn == TURNS else 1  # he has less use of it
    return points * (then - now) // (10 * late)


def item_worth(g: NcoState, item: Item, to: SoldierId) -> int:
    """Return the worth of an item for a soldier now."""
    s = g.soldiers[to]
    if item is Item.LETTERS:
        one, two = worth_of(g, to, 1, 1), worth_of(g, to, 2, 2)
        risk = worth_of(g, to, 0, -1) if s.psyche else 0
        return (4 * one + two + (3 * risk if s.psyche == 1 else risk)) // 6
    if item is Item.MORPHINE:
        fearful = s.psyche <= 2 or s.breakdowns > 0
        loss = 60 if g.courage(to) >= SPECIAL_COURAGE else 0
        return (100 if fearful else 0) - loss
    if item is Item.FLASK:
        bind = 0 if g.turn == TURNS else 120  # he must lie there all the next turn
        return worth_of(g, to, 1, 1) + _courage(g, to, 2) - bind
    return worth_of(g, to, 0, 1) + _courage(g, to, 1)


def _courage(g: NcoState, soldier: SoldierId, more: int) -> int:
    """Return the worth of courage for this turn: it may bring a special action (NCO-SPC-02)."""
    s, now = g.soldiers[soldier], g.courage(soldier)
    if s.peaceful or s.broken or s.acted or s.barred:
        return 0
    return BRAVE if now < SPECIAL_COURAGE <= now + more else 0


def best_item(g: NcoState, soldier: SoldierId) -> tuple[int, Item, SoldierId] | None:
    """Return the best use of an item of a soldier who is Down, if any is worth it."""
    best: tuple[int, Item, SoldierId] | None = None
    for item in usable(g, soldier):
        for to in helped(g, soldier, item):
            value = item_worth(g, item, to)
            if value > KEEP and (best is None or value > best[0]):
                best = value, item, to
    return best
