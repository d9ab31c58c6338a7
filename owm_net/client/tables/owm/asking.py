"""The other questions of a match on the board: starting places, shots, rallies, assaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from owm_net.client.answering.drafting import Confirm, Say, Verb, values_of
from owm_net.client.language import tr
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm.shown import asked_about, asked_text, cancel, state_of
from owm_net.client.widgets import Choice, Prompt
from owm_net.engine.agenda import Kind
from owm_net.games.owm.actions.attack import SHOOTER, CeaseFire
from owm_net.games.owm.actions.attack_truck import TRUCK_SHOOTER
from owm_net.games.owm.actions.rally import RALLIED, Rallied
from owm_net.games.owm.assault import GO_BACK, SLIP_AWAY, STAND, Stand
from owm_net.games.owm.forced_retreat import RETREAT_TO
from owm_net.games.owm.ids import Cell, SoldierId
from owm_net.games.owm.movement import COMMANDER
from owm_net.games.owm.operations.artillery import SHELL
from owm_net.games.owm.rounds import REPAIR, TryRepair
from owm_net.games.owm.set_up import START_AT


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar of these questions."""
    text, detail = asked_text(seen)
    assert seen.answering.kind is not None
    return Prompt(text, detail, BUTTONS[seen.answering.kind](seen))


def _confirm(seen: SeenTable, label: str, tip: str = "") -> Choice:
    """Return the confirm button; greyed while the answer is not whole."""
    look = seen.answering.look
    why = "" if look is not None and look.answer is not None else tr("choose what is lit first")
    return Choice("confirm", label, Confirm(), why=why, tooltip=tip)


def _start(seen: SeenTable) -> list[Choice]:
    return [_confirm(seen, tr("CONFIRM"))]


def _shell(seen: SeenTable) -> list[Choice]:
    return [_confirm(seen, tr("FIRE"))]


def _driven(seen: SeenTable) -> list[Choice]:
    return [_confirm(seen, tr("RETREAT"))]


def _repair(seen: SeenTable) -> list[Choice]:
    return [
        Choice("confirm", tr("TRY"), Say(TryRepair(True))),
        Choice("leave", tr("LEAVE IT"), Say(TryRepair(False)), lit=False),
    ]


def _command(seen: SeenTable) -> list[Choice]:
    chosen = values_of(seen.answering.sketch, SoldierId)
    return [_confirm(seen, tr("TAKE COMMAND")), *cancel(seen)] if chosen else []


def _assault(seen: SeenTable) -> list[Choice]:
    """To stay, or to go and where to."""
    chosen = values_of(seen.answering.sketch, Cell)
    stay = Choice("stay", tr("STAY AND FIGHT"), Say(Stand()), lit=not chosen)
    if not chosen:
        return [stay]
    to = state_of(seen).ground.cell_name(chosen[0])
    return [_confirm(seen, tr("RETREAT TO {to}", to=to)), stay]


def _go_back(seen: SeenTable) -> list[Choice]:
    """Where to: there is no staying."""
    chosen = values_of(seen.answering.sketch, Cell)
    to = state_of(seen).ground.cell_name(chosen[0]) if chosen else ""
    return [_confirm(seen, tr("GO BACK TO {to}", to=to) if to else tr("GO BACK"))]


def _rally(seen: SeenTable) -> list[Choice]:
    """Return the choices of soldiers to rally. Nobody is a separate button: Enter alone does not
    throw the order away."""
    nobody = Say(Rallied(()))
    if not asked_about(seen).left:
        return [Choice("confirm", tr("CONTINUE"), nobody)]
    if values_of(seen.answering.sketch, SoldierId):
        return [_confirm(seen, tr("RALLY"))]
    return [Choice("nobody", tr("RALLY NOBODY"), nobody, lit=False)]


def _shots(seen: SeenTable) -> list[Choice]:
    """Return the choices for the next shooter: choose, see the odds, fire or choose again."""
    sketch = seen.answering.sketch
    if sketch is not None and sketch.cls is CeaseFire:
        return [_confirm(seen, tr("CEASE FIRE")), *cancel(seen)]
    cease = Choice("cease", tr("CEASE FIRE"), Verb(CeaseFire), lit=False, tooltip=CeaseFire.help)
    if not values_of(sketch, SoldierId):
        return [cease]
    return [_confirm(seen, tr("FIRE"), tr("Enter, or click again")), *cancel(seen), cease]


BUTTONS: Mapping[Kind[Any], Callable[[SeenTable], list[Choice]]] = {
    START_AT: _start,
    SHOOTER: _shots,
    TRUCK_SHOOTER: _shots,
    RALLIED: _rally,
    REPAIR: _repair,
    COMMANDER: _command,
    GO_BACK: _go_back,
    STAND: _assault,
    SLIP_AWAY: _assault,
    SHELL: _shell,
    RETREAT_TO: _driven,
}
"""Questions that are answered at the board, with their buttons."""
