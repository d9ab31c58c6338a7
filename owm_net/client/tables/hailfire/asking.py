"""The prompt bar: the question in the words of the rules, with its buttons."""

from __future__ import annotations

from itertools import islice

from attrs import evolve

from owm_net.client.drafting import Adopt, Confirm, Say
from owm_net.client.free_map import beside
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, Prompt, waiting
from owm_net.client.tables.hailfire.common import (
    SPOTS,
    at_once,
    laying,
    own_seat,
    passes,
    placing,
    state_of,
)
from owm_net.client.tables.hailfire.panels import LISTED
from owm_net.client.tables.plain import answer
from owm_net.client.words import because, capital
from owm_net.engine import agenda
from owm_net.games.hailfire.blinds import HIDE, LAY, Hide, blind_name
from owm_net.games.hailfire.ids import TeamId
from owm_net.games.hailfire.orders import ORDER
from owm_net.games.hailfire.set_up import PLACE
from owm_net.games.hailfire.turn import ACTIVATE
from owm_net.games.hailfire.words import team_name


def prompt(model: Model) -> Prompt:
    """For any moment of the match."""
    if model.kind is None:
        return waiting(model)
    view = model.view
    assert view is not None
    few = at_once(model)
    if few:
        return beside.at_once(model, few, _what(model), _why(model))
    made = answer.prompt(model)
    if model.kind is ACTIVATE and (model.sketch is None or model.sketch.is_empty):
        hint = tr("Click a Leader or a vehicle for its Unit, or one Team.")
        made = evolve(made, text=_what(model), detail=f"{hint} {_why(model)}")
    elif model.kind is ORDER and model.sketch is None:
        hint = tr("Click an enemy to fire, one of your Teams to move it.")
        made = evolve(made, text=_what(model), detail=f"{hint} {_why(model)}")
    elif model.kind in LISTED and (model.sketch is None or model.sketch.is_empty):
        made = evolve(made, text=_what(model), detail=_why(model))
    else:
        made = evolve(made, text=_what(model), detail=capital(made.detail))
    if model.kind in (PLACE, LAY):
        made = _place(model, made)
    elif model.kind is HIDE:
        nobody = Hide(())
        label = tr(model.system.describe(view, nobody)).upper()
        none = Choice("nobody", label, Say(nobody), lit=False)
        made = evolve(made, text=_what(model), detail=_why(model), choices=[*made.choices, none])
    ends = model.kind is ACTIVATE and state_of(model).active == own_seat(model)
    ways = [
        Choice(
            "pass" if n == 0 else f"pass:{n}",
            tr(model.system.describe(view, way)).upper(),
            Say(way),
            lit=False,
            key=("e" if ends else "p") if n == 0 else "u",
        )
        for n, way in enumerate(passes(model))
    ]
    choices = [*ways[1:], *made.choices, *ways[:1]]  # what silences long stands far from the rest
    if ends:
        # the turn is not ended where one has just pressed NO FURTHER ORDER
        why = tr("choose who is activated")
        confirm = made.choices or [Choice("confirm", tr("CONFIRM"), Confirm(), why=why)]
        choices = [*ways, *confirm]
    return evolve(made, choices=choices)


def is_drawn(model: Model) -> bool:
    """Return True if this table draws every current choice."""
    listed = model.kind is None or model.kind in (*LISTED, HIDE, LAY, ORDER, PLACE)
    return listed or bool(at_once(model))


def _what(model: Model) -> str:
    return capital(model.about.what)


def _why(model: Model) -> str:
    return f"{capital(because(model.about.why, model.about.rule))}."


def _place(model: Model, made: Prompt) -> Prompt:
    """Team after Team, blind after blind; or all at once as the rules offer it."""
    view = model.view
    assert view is not None
    g, sketch = state_of(model), model.sketch
    names = [team_name(g, TeamId(team)) for team in placing(model)]
    names = names or [blind_name(view, card) for card in laying(model)]
    n = len(sketch.all(SPOTS)) if sketch is not None else 0
    text = _what(model)
    if n < len(names):
        made = evolve(made, detail=_why(model))
        who = tr(names[n])
        text = tr("Click a place for {who}, {n} of {all}", who=who, n=n + 1, all=len(names))
    offers = model.cached("rows", lambda: list(islice(agenda.offers(view), 4)))
    rows = [
        Choice(f"key:{i}", tr("PLACE {n}", n=i), Adopt(offer, keeps=True), lit=False)
        for i, offer in enumerate(offers, 1)
    ]
    return evolve(made, text=text, choices=[*made.choices, *rows])
