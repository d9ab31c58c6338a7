"""Laying tokens: orders on units that gain most by them, those in haste first; a bluff where an
order would be feared."""

from __future__ import annotations

from owm_net.engine.chance import Chance
from owm_net.games.heroes.computer.planning import best_deed, supply_move
from owm_net.games.heroes.computer.weighing import Outlook
from owm_net.games.heroes.hidden import is_bluff, number_of
from owm_net.games.heroes.ids import Hidden, UnitId
from owm_net.games.heroes.terms import Ability
from owm_net.games.heroes.tokens import Lay, bare_units

WATCH = 12
"""Percent of a unit's strength that an order is worth to it with nobody in sight."""
FIRST = 1000
"""What fires comes before what moves."""


def gains(o: Outlook) -> dict[UnitId, tuple[int, int]]:
    """Return what an order is worth to each unit, and how much haste it has; worked out once."""
    found = o.gains
    smoked = False
    for unit in o.able if not found else ():
        u = o.g.units[unit]
        if u.bomb and smoked:  # what one hides another need not hide
            found[unit] = (-FIRST, 0)
            continue
        smoked = smoked or u.bomb
        deed = best_deed(o, unit)
        alone = u.has(Ability.AUTONOMOUS)
        still = 0 if alone or u.bomb else max(0, supply_move(o, unit)[0])
        value = deed.value // 4 if alone else deed.value - still
        watch = max([0, *[b for w in u.up.weapons for b in w.bonus.values()]])
        hurries = deed.fires or deed.then_fires or deed.target >= 0
        found[unit] = (value + WATCH * watch // 10, deed.value + (FIRST if hurries else 0))
    return found


def lay(o: Outlook, chance: Chance) -> list[Lay]:
    """The tokens that may be laid next, the best first."""
    g, seat, view = o.g, o.seat, o.view
    known = {Hidden(t): view.card(t) for t in (*g.to_lay(seat), *g.closed(seat))}
    orders = sorted(
        [t for t, c in known.items() if c is not None and not is_bluff(c)],
        key=lambda t: number_of(known[t] or 0),
    )
    worth = gains(o)
    must = [u for u in o.able if g.units[u].has(Ability.PERSONAL_ORDER)]
    ranked = sorted(o.able, key=lambda u: (u not in must, -worth[u][0], u))
    chosen = sorted(ranked[: len(orders)], key=lambda u: (-worth[u][1], u))
    wanted = dict(zip(chosen, orders, strict=False))
    bare = bare_units(g, seat)
    left = g.to_lay(seat)
    found = [Lay(t, u) for u, t in wanted.items() if u in bare and t in left]
    chance.shuffle(found)
    blind = [u for u in bare if u not in wanted]
    for token in left:
        card = known.get(token)
        if card is not None and is_bluff(card) and blind:
            bluff = Lay(token, feared(o, blind, chance))
            found.insert(chance.below(len(found) + 1), bluff)
    return found


def feared(o: Outlook, units: list[UnitId], chance: Chance) -> UnitId:
    """One of those that the enemy has most to fear from, but not always the first."""
    ranked = sorted(units, key=lambda u: (-o.best_of(u, o.g.units[u]), u))[:3]
    weights = [1 + o.best_of(u, o.g.units[u]) for u in ranked]
    die = chance.below(sum(weights))
    for unit, weight in zip(ranked, weights, strict=True):
        die -= weight
        if die < 0:
            return unit
    return ranked[0]
