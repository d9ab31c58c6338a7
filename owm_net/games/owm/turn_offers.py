"""What is worth considering in a turn, kind by kind, allowed or not (section 2.13).

Several cards at once (Redraw, Transfer) are offered in a few natural choices; players may choose
any. Each function of `OFFERS` lists answers of one class in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.games.owm import answers as a
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.state import CATALOG, MACHINE_GUNS, Fireteam, OwmState, order_of
from owm_net.games.owm.terms import Crosshair, StandingOrder, WeaponType


def _uncrew(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    for soldier in view.state.members(team.id):
        if soldier.crewed_in:
            yield a.Uncrew(soldier.id)


def _recognise(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    g = view.state
    for enemy in g.enemies(team.seat):
        if enemy.stealthed:
            for commander in g.commanders(team.id):
                yield a.Recognise(enemy.id, commander)


def _orders(view: View[OwmState], team: Fireteam, wanted: StandingOrder) -> Iterator[Played]:
    for card in view.state.hands[team.seat]:
        order = order_of(view.card(card))
        if order is not None and order.standing_order is wanted:
            yield Played(card)


def _attack(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    for card in _orders(view, team, StandingOrder.ATTACK):
        for enemy in view.state.enemies(team.seat):
            yield a.Attack(card, enemy.id)


def _entrench(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    for card in _orders(view, team, StandingOrder.ENTRENCH):
        yield a.Entrench(card)


def _maneuver(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    on_to = (team.heading,) if team.on_the_move else view.state.ground.neighbours(team.cell)
    for card in _orders(view, team, StandingOrder.MANEUVER):
        for cell in on_to:
            yield a.Maneuver(card, cell)


def _rally(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    for card in _orders(view, team, StandingOrder.RALLY):
        yield a.Rally(card)


def _lay_terrain(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    g = view.state
    spots = [cell for cell in g.ground.cells if g.ground.cards[cell] == OPEN]
    for card in g.hands[team.seat]:
        face = view.card(card)
        if face is None or order_of(face) is not None:
            continue
        centred = CATALOG.terrain[face].crosshair is Crosshair.C  # turning it changes nothing
        for cell in spots:
            yield a.LayTerrain(Played(card), cell, False)
            if not centred:
                yield a.LayTerrain(Played(card), cell, True)


def _redraw(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    for n in (1, 2, 3):
        for cards in combinations(view.state.hands[team.seat], n):
            yield a.Redraw(tuple([Played(c) for c in cards]))


def _crew(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    gunners = [s for s in team.line if CATALOG.soldier_weapon(s).type in MACHINE_GUNS]
    for card in view.state.hands[team.seat] if gunners else ():
        for gunner in gunners:
            for other in team.line:
                if other != gunner:
                    yield a.Crew(Played(card), gunner, other)


def _scope(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    for sniper in team.line:
        if CATALOG.soldier_weapon(sniper).type is WeaponType.SNIPER:
            for card in view.state.hands[team.seat]:
                yield a.Scope(Played(card), sniper)


def _hide(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    for card in view.state.hands[team.seat]:
        yield a.Hide(Played(card))


def _transfer(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    g = view.state
    hand = g.hands[team.seat]
    for other in g.friends(team.seat):
        if other.id == team.id or not g.ground.adjacent(team.cell, other.cell):
            continue
        for n in range(1, min(3, len(hand)) + 1):
            paid = tuple([Played(c) for c in hand[:n]])
            for soldiers in combinations(team.line, n):
                yield a.Transfer(paid, soldiers, other.id)


def _end_turn(view: View[OwmState], team: Fireteam) -> Iterator[a.Action]:
    yield a.EndTurn()


OFFERS: dict[type[a.Action], Callable[[View[OwmState], Fireteam], Iterator[a.Action]]] = {
    a.Uncrew: _uncrew,
    a.Recognise: _recognise,
    a.Attack: _attack,
    a.Entrench: _entrench,
    a.Maneuver: _maneuver,
    a.Rally: _rally,
    a.LayTerrain: _lay_terrain,
    a.Redraw: _redraw,
    a.Crew: _crew,
    a.Scope: _scope,
    a.Hide: _hide,
    a.Transfer: _transfer,
    a.EndTurn: _end_turn,
}
