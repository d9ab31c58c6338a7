"""Why an action of a turn is not allowed, kind by kind (sections 2.13 to 2.19).

Each function of `JUDGES` names the rule that forbids an answer of one class, or returns None. That
the cards are in the hand and an action is left has been seen to before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from owm_net.engine.agenda import Refusal
from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.games.owm import answers as a
from owm_net.games.owm.firing import why_no_target
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.state import (
    MACHINE_GUNS,
    MAX_FIRETEAM,
    TERRAINS,
    Fireteam,
    OwmState,
    order_of,
)
from owm_net.games.owm.terms import StandingOrder, Status, WeaponType

if TYPE_CHECKING:
    from owm_net.games.owm.turn import Turn


def _order_problem(view: View[OwmState], card: Played, wanted: StandingOrder) -> Refusal | None:
    face = view.card(card)
    if face is None:
        return None  # judged again when the card has been opened
    order = order_of(face)
    if order is None or order.standing_order is not wanted:
        return Refusal("OWM-CARD-02", f"that card is no {wanted.value.capitalize()} order")
    return None


def _attack(turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Attack) -> Refusal | None:
    g = view.state
    target = g.fireteams.get(answer.target)
    if target is None:
        return Refusal("OWM-ATK-01", "there is no such Fireteam")
    problem = _order_problem(view, answer.card, StandingOrder.ATTACK)
    if problem is not None:
        return problem
    if answer.target in turn.attacked:
        return Refusal("OWM-ATK-02", "it has already been attacked in this turn")
    return why_no_target(g, team, target)


def _entrench(
    turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Entrench
) -> Refusal | None:
    problem = _order_problem(view, answer.card, StandingOrder.ENTRENCH)
    if problem is None and team.cell in view.state.ground.trenches and team.dug_in:
        return Refusal("OWM-ENT-01", "this Terrain is entrenched already")
    return problem


def _maneuver(
    turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Maneuver
) -> Refusal | None:
    g = view.state
    problem = _order_problem(view, answer.card, StandingOrder.MANEUVER)
    if problem is not None:
        return problem
    if not 0 <= answer.cell < g.ground.size:
        return Refusal("OWM-MOVE-01", "that is not on the map")
    if team.on_the_move and answer.cell != team.heading:
        return Refusal("OWM-MOVE-03", "an open move can only be completed (A-31)")
    if not g.ground.adjacent(team.cell, answer.cell):
        return Refusal("OWM-MOVE-01", "that Terrain is not adjacent")
    if g.has_suppressed(team.id):
        return Refusal("OWM-MOVE-07", "a suppressed soldier holds the Fireteam back")
    if any(s.crewed_in for s in g.members(team.id)):
        return Refusal("OWM-MOVE-07", "a crewed gun or a scope holds the Fireteam back")
    no_entry = g.can_enter(team, answer.cell)
    return Refusal(*no_entry) if no_entry is not None else None


def _rally(turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Rally) -> Refusal | None:
    problem = _order_problem(view, answer.card, StandingOrder.RALLY)
    if problem is None and not view.state.has_suppressed(team.id):
        return Refusal("OWM-RALLY-01", "no soldier of the Fireteam is suppressed")
    return problem


def _lay_terrain(
    turn: Turn, view: View[OwmState], team: Fireteam, answer: a.LayTerrain
) -> Refusal | None:
    g = view.state
    face = view.card(answer.card)
    if face is not None and order_of(face) is not None:
        return Refusal("OWM-TACT-01", "that is no Terrain card")
    if not 0 <= answer.cell < g.ground.size or g.ground.cards[answer.cell] != OPEN:
        return Refusal("OWM-TACT-01", "a Terrain card can only be put on an open spot")
    if all(g.ground.cards[c] == OPEN for c in g.ground.neighbours(answer.cell)):
        return Refusal("OWM-TACT-01", "no Terrain is adjacent to that spot")
    if not g.sees(team.cell, answer.cell):
        return Refusal("OWM-TACT-01", "there is no line of sight to that spot")
    return None


def _redraw(turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Redraw) -> Refusal | None:
    if not 1 <= len(answer.cards) <= 3:
        return Refusal("OWM-ENG-02", "1 to 3 cards are discarded")
    return None


def _crew(turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Crew) -> Refusal | None:
    g = view.state
    if answer.gunner not in team.line or answer.assistant not in team.line:
        return Refusal("OWM-CREW-01", "both must be soldiers of the active Fireteam")
    if answer.gunner == answer.assistant:
        return Refusal("OWM-CREW-01", "nobody assists himself")
    gunner, assistant = g.soldiers[answer.gunner], g.soldiers[answer.assistant]
    if gunner.weapon.type not in MACHINE_GUNS:
        return Refusal("OWM-CREW-01", "he has no machine gun")
    if team.on_the_move:
        return Refusal("OWM-CREW-04", "a Fireteam on the move cannot crew a gun (A-31)")
    if any(s.crewed_in or s.assists for s in (gunner, assistant)):
        return Refusal("OWM-CREW-03", "one of them is busy with a gun or a scope already")
    if any(s.status is not Status.READY for s in (gunner, assistant)):
        return Refusal("OWM-CREW-05", "a suppressed or wounded soldier cannot crew a gun")
    return None


def _scope(turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Scope) -> Refusal | None:
    if answer.sniper not in team.line:
        return Refusal("OWM-CREW-01", "he is not in the active Fireteam")
    sniper = view.state.soldiers[answer.sniper]
    if sniper.weapon.type is not WeaponType.SNIPER:
        return Refusal("OWM-CREW-01", "he has no scope")
    if team.on_the_move:
        return Refusal("OWM-CREW-04", "a Fireteam on the move cannot use a scope (A-31)")
    if sniper.crewed_in or sniper.assists:
        return Refusal("OWM-CREW-01", "he uses his scope or assists already")
    if sniper.status is not Status.READY:
        return Refusal("OWM-CREW-05", "a suppressed or wounded soldier cannot use a scope")
    return None


def _hide(turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Hide) -> Refusal | None:
    g = view.state
    if team.stealthed:
        return Refusal("OWM-STLTH-01", "the Fireteam is in stealth already")
    terrain = TERRAINS.at(g.ground, team.cell)
    if terrain.no_stealth:
        return Refusal("OWM-STLTH-02", f"nobody can hide in {terrain.title}")
    if team.attacked_in == g.round_no and team.attacked_at == team.cell:
        return Refusal("OWM-STLTH-02", "it was attacked here in this round")
    return None


def _transfer(
    turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Transfer
) -> Refusal | None:
    g = view.state
    n = len(answer.soldiers)
    if not 1 <= n <= 3 or len(answer.cards) != n:
        return Refusal("OWM-TRANS-01", "1 to 3 soldiers, one card for each")
    if len(dict.fromkeys(answer.soldiers)) != n:
        return Refusal("OWM-TRANS-01", "a soldier is named twice")
    other = g.fireteams.get(answer.to)
    if other is None or other.id == team.id or g.is_enemy(team, other):
        return Refusal("OWM-TRANS-01", "another friendly Fireteam must be named")
    if not g.ground.adjacent(team.cell, other.cell):
        return Refusal("OWM-TRANS-01", "that Fireteam is not adjacent")
    if team.on_the_move or other.on_the_move:
        return Refusal("OWM-TRANS-02", "neither Fireteam may be on the move (A-40)")
    if len(other.line) + n > MAX_FIRETEAM:
        return Refusal("OWM-TRANS-02", "they would be more than 8 soldiers")
    if n >= len(team.line):
        return Refusal("OWM-TRANS-02", "one soldier must stay (A-40)")
    for one in answer.soldiers:
        if one not in team.line:
            return Refusal("OWM-TRANS-02", "only soldiers of the active Fireteam can go")
        soldier = g.soldiers[one]
        if soldier.transferred_in == g.round_no:
            return Refusal("OWM-TRANS-02", "he has been transferred in this round")
        if soldier.status is Status.SUPPRESSED:
            return Refusal("OWM-TRANS-02", "a suppressed soldier cannot go (A-40)")
        if soldier.crewed_in or soldier.assists:
            return Refusal("OWM-TRANS-02", "a soldier at a crewed gun or scope cannot go")
    return None


def _uncrew(turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Uncrew) -> Refusal | None:
    if answer.soldier in team.line and view.state.soldiers[answer.soldier].crewed_in:
        return None
    return Refusal("OWM-CREW-04", "he has no crewed gun and no scope in use")


def _recognise(
    turn: Turn, view: View[OwmState], team: Fireteam, answer: a.Recognise
) -> Refusal | None:
    g = view.state
    target = g.fireteams.get(answer.target)
    if target is None or not g.is_enemy(team, target) or not target.stealthed:
        return Refusal("OWM-RECOG-01", "that is no enemy in stealth")
    if answer.target in turn.tried:
        return Refusal("OWM-RECOG-01", "one try for each of them in a turn (A-37)")
    if not g.sees(team.cell, target.cell):
        return Refusal("OWM-LOS-05", "there is no line of sight to it")
    if answer.commander not in g.commanders(team.id):
        return Refusal("OWM-SOLD-04", "the soldier in command makes the check")
    return None


def _end_turn(
    turn: Turn, view: View[OwmState], team: Fireteam, answer: a.EndTurn
) -> Refusal | None:
    return None


JUDGES: dict[type, Callable[..., Refusal | None]] = {
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
    a.Uncrew: _uncrew,
    a.Recognise: _recognise,
    a.EndTurn: _end_turn,
}
