"""The other questions of a match on the board: starting places, shots, rallies, assaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from owm_net.client.drafting import Confirm, Say, Verb, values_of
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, Prompt
from owm_net.client.tables.owm.shown import asked_about, asked_text, cancel, state_of
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


def prompt(model: Model) -> Prompt:
    """The prompt bar of these questions."""
    text, detail = asked_text(model)
    assert model.kind is not None
    return Prompt(text, detail, BUTTONS[model.kind](model))


def _confirm(model: Model, label: str, tip: str = "") -> Choice:
    """Return the confirm button; greyed while the answer is not whole."""
    look = model.drafting.look(model.sketch)
    why = "" if look is not None and look.answer is not None else tr("choose what is lit first")
    return Choice("confirm", label, Confirm(), why=why, tooltip=tip)


def _start(model: Model) -> list[Choice]:
    return [_confirm(model, tr("CONFIRM"))]


def _shell(model: Model) -> list[Choice]:
    return [_confirm(model, tr("FIRE"))]


def _driven(model: Model) -> list[Choice]:
    return [_confirm(model, tr("RETREAT"))]


def _repair(model: Model) -> list[Choice]:
    return [
        Choice("confirm", tr("TRY"), Say(TryRepair(True))),
        Choice("leave", tr("LEAVE IT"), Say(TryRepair(False)), lit=False),
    ]


def _command(model: Model) -> list[Choice]:
    chosen = values_of(model.sketch, SoldierId)
    return [_confirm(model, tr("TAKE COMMAND")), *cancel(model)] if chosen else []


def _assault(model: Model) -> list[Choice]:
    """To stay, or to go and where to."""
    chosen = values_of(model.sketch, Cell)
    stay = Choice("stay", tr("STAY AND FIGHT"), Say(Stand()), lit=not chosen)
    if not chosen:
        return [stay]
    to = state_of(model).ground.cell_name(chosen[0])
    return [_confirm(model, tr("RETREAT TO {to}", to=to)), stay]


def _go_back(model: Model) -> list[Choice]:
    """Where to: there is no staying."""
    chosen = values_of(model.sketch, Cell)
    to = state_of(model).ground.cell_name(chosen[0]) if chosen else ""
    return [_confirm(model, tr("GO BACK TO {to}", to=to) if to else tr("GO BACK"))]


def _rally(model: Model) -> list[Choice]:
    """Return the choices of soldiers to rally. Nobody is a separate button: Enter alone does not
    throw the order away."""
    nobody = Say(Rallied(()))
    if not asked_about(model).left:
        return [Choice("confirm", tr("GO ON"), nobody)]
    if values_of(model.sketch, SoldierId):
        return [_confirm(model, tr("RALLY"))]
    return [Choice("nobody", tr("RALLY NOBODY"), nobody, lit=False)]


def _shots(model: Model) -> list[Choice]:
    """Return the choices for the next shooter: choose, see the odds, fire or choose again."""
    sketch = model.sketch
    if sketch is not None and sketch.cls is CeaseFire:
        return [_confirm(model, tr("CEASE FIRE")), *cancel(model)]
    cease = Choice("cease", tr("CEASE FIRE"), Verb(CeaseFire), lit=False, tooltip=CeaseFire.help)
    if not values_of(sketch, SoldierId):
        return [cease]
    return [_confirm(model, tr("FIRE"), tr("Enter, or click again")), *cancel(model), cease]


BUTTONS: Mapping[Kind[Any], Callable[[Model], list[Choice]]] = {
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
