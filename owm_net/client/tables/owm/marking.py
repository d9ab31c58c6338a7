"""What the answer that is being made lights up: cells, Fireteams, soldiers, with the reason why
not. The rules say it (`Drafting.light`); here it is put where things are drawn."""

from __future__ import annotations

from attrs import evolve

from owm_net.client.drafting import Confirm, Pick
from owm_net.client.model import Model
from owm_net.client.tables.owm import acting
from owm_net.client.tables.owm.board import Mark, Marks
from owm_net.client.tables.owm.draft import frame_of, state_of
from owm_net.client.tables.owm.odds import attack_tip, shot_lines
from owm_net.client.tables.owm.panels import SoldierMark
from owm_net.games.owm.actions import Attack
from owm_net.games.owm.actions.attack import AttackOrder
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.rounds import Rounds
from owm_net.games.owm.turn import Turn


def marks(model: Model) -> Marks:
    """What is lit on the board."""
    g, drafting, sketch = state_of(model), model.drafting, model.sketch
    shown = Marks()
    for cell in g.ground.cells:
        light = drafting.light(sketch, Cell, cell)
        shown.cells[cell] = Mark(lit=light.lit, chosen=light.chosen, why=light.why)
    for team in g.fireteams.values():
        light = drafting.light(sketch, FireteamId, team.id)
        if light.misfit or not (light.lit or light.why):
            continue
        attacks = light.lit and sketch is not None and sketch.cls is Attack
        tip = attack_tip(model, frame_of(model, Turn).fireteam, team.id) if attacks else ""
        mark = Mark(lit=light.lit, chosen=light.chosen, why=light.why, tip=tip)
        shown.teams[team.id] = mark
        if light.lit or not shown.cells[team.cell].lit:
            shown.cells[team.cell] = evolve(mark, chosen=False, quiet=True)
    if model.kind == "action":
        _mark_turn(model, shown)
    elif model.kind == "shooter":
        shown.teams[frame_of(model, AttackOrder).target] = Mark(chosen=True)
    return evolve(shown, ground=acting.ground_then(model))


def _mark_turn(model: Model, shown: Marks) -> None:
    """An order for the Fireteam itself is given by a click on it."""
    if acting.is_own_deed(model):
        team = state_of(model).fireteams[frame_of(model, Turn).fireteam]
        shown.teams[team.id] = Mark(lit=True, chosen=True, action=Confirm())
        shown.cells[team.cell] = Mark(action=Confirm())


def soldier_marks(model: Model, team: FireteamId) -> dict[SoldierId, SoldierMark]:
    """Who of the Fireteam that is asked about may be chosen, and what is said beside him."""
    g, drafting, sketch = state_of(model), model.drafting, model.sketch
    if model.kind == "repair":
        jammed = frame_of(model, Rounds).waiting[0]
        return {jammed: SoldierMark(chosen=True, note="weapon jammed")}
    if team not in g.fireteams or not drafting.takes(sketch, SoldierId):
        return {}
    odds: dict[SoldierId, str] = {}
    if model.kind == "shooter":
        attack = frame_of(model, AttackOrder)
        odds = dict(shot_lines(model, attack.fireteam, attack.target))
    found = {}
    for soldier in g.fireteams[team].line:
        light = drafting.light(sketch, SoldierId, soldier)
        note = odds.get(soldier, "") if light.lit else ""
        action = Pick(SoldierId, soldier)
        found[soldier] = SoldierMark(light.lit, light.chosen, light.why, note, action)
    return found
