"""The lights of the unfinished answer: cells, Fireteams, soldiers, with the reason why not. The
rules say it (`Drafting.light`); here it is put where things are drawn."""

from __future__ import annotations

from attrs import evolve

from owm_net.client.answering.drafting import Confirm, Pick
from owm_net.client.language import tr
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import acting
from owm_net.client.tables.owm.board import BoardMark, Marks
from owm_net.client.tables.owm.rows import SoldierMark
from owm_net.client.tables.owm.shown import asked_about, attack_tip, shots, state_of
from owm_net.games.owm.actions import Attack
from owm_net.games.owm.actions.attack import SHOOTER
from owm_net.games.owm.ids import NO_SOLDIER, Cell, FireteamId, SoldierId
from owm_net.games.owm.turn import ACTION


def marks(seen: SeenTable) -> Marks:
    """Return what is lit on the board."""
    answering = seen.answering
    g, drafting, sketch = state_of(seen), answering.drafting, answering.sketch
    told = asked_about(seen)
    shown = Marks()
    for cell in g.ground.cells:
        light = drafting.light(sketch, Cell, cell)
        shown.cells[cell] = BoardMark(lit=light.lit, chosen=light.chosen, why=light.why)
    for team in g.fireteams.values():
        if not team.on_map:
            continue
        light = drafting.light(sketch, FireteamId, team.id)
        if light.misfit or not (light.lit or light.why):
            continue
        attacks = light.lit and sketch is not None and sketch.cls is Attack
        tip = attack_tip(seen, told.fireteam, team.id) if attacks else ""
        mark = BoardMark(lit=light.lit, chosen=light.chosen, why=light.why, tip=tip)
        shown.teams[team.id] = mark
        if light.lit or not shown.cells[team.cell].lit:
            shown.cells[team.cell] = evolve(mark, chosen=False, quiet=True)
    if answering.kind is ACTION:
        _mark_turn(seen, shown)
    elif answering.kind is SHOOTER:
        shown.teams[told.enemy] = BoardMark(chosen=True)
    return evolve(shown, ground=acting.ground_then(seen))


def _mark_turn(seen: SeenTable, shown: Marks) -> None:
    """An order for the Fireteam itself is given by a click on it."""
    if acting.is_own_deed(seen):
        team = state_of(seen).fireteams[asked_about(seen).fireteam]
        shown.teams[team.id] = BoardMark(lit=True, chosen=True, action=Confirm())
        shown.cells[team.cell] = BoardMark(action=Confirm())


def soldier_marks(seen: SeenTable, team: FireteamId) -> dict[SoldierId, SoldierMark]:
    """Return the soldiers of the Fireteam in question that may be chosen, and the words beside
    them."""
    answering = seen.answering
    g, drafting, sketch = state_of(seen), answering.drafting, answering.sketch
    told = asked_about(seen)
    if told.soldier != NO_SOLDIER:
        return {told.soldier: SoldierMark(chosen=True, note=tr("weapon jammed"))}
    if team not in g.fireteams or not drafting.takes(sketch, SoldierId):
        return {}
    odds = shots(seen, told.fireteam, told.enemy) if answering.kind is SHOOTER else {}
    found = {}
    for soldier in g.fireteams[team].line:
        light = drafting.light(sketch, SoldierId, soldier)
        note = odds.get(soldier, "") if light.lit else ""
        action = Pick(SoldierId, soldier)
        found[soldier] = SoldierMark(light.lit, light.chosen, light.why, note, action)
    return found
