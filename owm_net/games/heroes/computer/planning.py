"""The best deed of one unit: fire, a move, fire on the move, an assault. Each `Plan` has its worth
beside that of staying where the unit is."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.games.heroes.computer.driving import drives, salvos, supply_drive
from owm_net.games.heroes.computer.firing import barrages, fire
from owm_net.games.heroes.computer.marching import assaults, march, moves, raids
from owm_net.games.heroes.computer.plans import Plan, best
from owm_net.games.heroes.computer.smoking import smokes
from owm_net.games.heroes.computer.weighing import Outlook, supposing
from owm_net.games.heroes.directives import Post
from owm_net.games.heroes.driving import is_driven
from owm_net.games.heroes.hidden import is_bluff
from owm_net.games.heroes.ids import OFF_MAP, UnitId
from owm_net.games.heroes.state import Posted
from owm_net.games.heroes.supply import SupplyDrive, SupplyMove
from owm_net.games.heroes.terms import Directive

UNSEEN = 6
"""What it costs that the enemy knows who it is."""


def best_deed(o: Outlook, unit: UnitId, orders: bool = True) -> Plan:
    """Return the best that a unit can do at its turn. orders: it may give them to others."""
    return best(deeds(o, unit, orders))


def deeds(o: Outlook, unit: UnitId, orders: bool = True) -> Iterator[Plan]:
    """All that is worth a thought."""
    if o.g.units[unit].bomb:
        yield from smokes(o)
    if not o.g.units[unit].in_play:
        return
    if is_driven(o.g.units[unit]):
        yield from salvos(o, unit)
        yield from drives(o, unit)
        return
    if o.g.units[unit].concealed:
        yield from emerging(o, unit)
        yield from moves(o, unit)
        return
    yield from fire(o, unit)
    if orders:
        yield from barrages(o, unit)
    yield from assaults(o, unit)
    yield from moves(o, unit)
    yield from raids(o, unit)


def emerging(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Yield what a concealed counter would do once it is turned over, less that it is seen then."""
    g, real = o.g, o.under(unit)
    u = g.units[unit]
    if u.blind and real == unit:  # a Ruse
        return
    then = supposing(g, unit, at=OFF_MAP, lost=True) if u.blind else g
    then = supposing(then, real, at=u.at, concealed=False, acted=u.acted)
    seen = Outlook(View(then, o.seat, o.view.known), o.mind)
    value = best_deed(seen, real).value + seen.place(real, u.at) - o.place(unit, u.at) - UNSEEN
    counter = Played(g.card_under(unit)) if u.blind else None
    yield Plan(value=value, emerges=True, counter=counter)


def directed(o: Outlook, posts: list[Post]) -> list[int]:
    """Return of each directive what those with orders would do better by it, each by the deeds that
    it helps; to hold the ground helps none."""
    g = o.g
    known = zip(g.bearers[o.seat], g.hands[g.laid(o.seat)], strict=False)
    able = [u for u, t in known if (card := o.view.card(t)) is not None and not is_bluff(card)]
    plain = {u: best_deed(o, u).value for u in able}
    found = []
    for post in posts:
        then = copy(g)
        given = Posted(seat=o.seat, directive=post.directive, officer=post.officer)
        then.posted = [*g.posted, given]
        other = Outlook(View(then, o.seat, o.view.known), o.mind)
        total = 0
        for unit in able:
            if then.directed(g.units[unit], post.directive):
                better = best(helped(other, unit, post.directive)).value
                total += max(0, better - plain[unit])
        found.append(total)
    return found


def helped(o: Outlook, unit: UnitId, directive: Directive) -> Iterator[Plan]:
    """The deeds of a unit that a directive may make better."""
    if is_driven(o.g.units[unit]):
        yield from salvos(o, unit) if directive is Directive.FIRE_AT_WILL else ()
    elif directive is Directive.FIRE_AT_WILL:
        yield from fire(o, unit)
    elif directive is Directive.CHARGE:
        yield from assaults(o, unit)
    elif directive is Directive.DOUBLE_TIME:
        yield from moves(o, unit)


def supply_move(o: Outlook, unit: UnitId) -> tuple[int, SupplyMove | SupplyDrive]:
    """The best move of a unit in Supply, with what it is worth."""
    return supply_drive(o, unit) if is_driven(o.g.units[unit]) else march(o, unit)
