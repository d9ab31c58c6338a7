"""Regular: the stronger computer player of OWM. It sees nothing but its view."""

from __future__ import annotations

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import computer
from owm_net.games.owm.actions import Recognise
from owm_net.games.owm.assault import LINE, STAND
from owm_net.games.owm.computer import plans as recruit
from owm_net.games.owm.computer.mind import Mind, best_commander
from owm_net.games.owm.computer.regular import assaults, decisions
from owm_net.games.owm.computer.regular.goals import awaits, focus, objectives
from owm_net.games.owm.computer.regular.outlook import Outlook
from owm_net.games.owm.computer.regular.plans import Planner
from owm_net.games.owm.computer.regular.weights import STANDARD, Weights
from owm_net.games.owm.computer.temper import Temper
from owm_net.games.owm.decisions.intelligence import THROW_AWAY
from owm_net.games.owm.ids import Cell
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.missions.supply_truck import truck_of
from owm_net.games.owm.set_up import START_AT, StartAt, start_cells
from owm_net.games.owm.state import TERRAINS, OwmState
from owm_net.games.owm.turn import ACTION, Turn
from owm_net.games.owm.windows import COMMAND

TEMPER = Temper(early=180, styles=(2, 3), teams=(2,))


def play(
    view: View[OwmState], chance: Chance, weights: Weights = STANDARD, temper: Temper = TEMPER
) -> Answer:
    """The answer of the view's seat to what is asked."""
    if agenda.kind_of(view) is ACTION:
        return _action(view, weights, temper)
    if agenda.kind_of(view) is COMMAND:
        return decisions.decide(view, chance, weights, temper)
    if agenda.kind_of(view) is THROW_AWAY:
        return decisions.throw_away(view)
    if agenda.kind_of(view) is LINE:
        return assaults.line(view, temper)
    if agenda.kind_of(view) is STAND:
        return assaults.stand(view, temper)
    if agenda.kind_of(view) is START_AT:
        return _start_at(view, chance)
    return computer.play(view, chance, temper)


def _start_at(view: View[OwmState], chance: Chance) -> Answer:
    """Near an objective that no friend holds, in cover; above all in cover where others are still
    to come."""
    g = view.state
    side = g.sides[view.seat]
    goals = [cell for cell, _ in objectives(g, side)] or [rules_of(g).goal(g, side)[0]]
    goals = [cell for cell in goals if not g.fireteams_at(cell)] or goals
    free = [c for c in start_cells(g, side) if not g.fireteams_at(c)]
    hurry = 10 if awaits(g, side) else 60  # a Terrain nearer, against 10 for a point of defense

    def merit(cell: Cell) -> int:
        terrain = TERRAINS.at(g.ground, cell)
        away = min(g.ground.distance(cell, goal) for goal in goals)
        return 10 * terrain.defense + 8 * terrain.attack + chance.below(25) - hurry * away

    return StartAt(max(free, key=merit))


def _action(view: View[OwmState], weights: Weights, temper: Temper) -> Answer:
    """Free looks at enemies in stealth first, then the first step of the best turn."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Turn)
    team = g.fireteams[top.fireteam]
    commander = best_commander(g, team.id)
    for enemy in g.enemies(view.seat):
        look = Recognise(enemy.id, commander)
        if enemy.stealthed and top.why_not_action(view, look) is None:
            return look
    if truck_of(g) is not None:  # weighed as a recruit does
        deed = recruit.Planner(Mind(view, temper), top, team).truck_deed()
        if deed is not None:
            return deed
    mind = Mind(view, temper)
    focus(mind, team)
    return Planner(Outlook(mind, weights, team), top).best()
