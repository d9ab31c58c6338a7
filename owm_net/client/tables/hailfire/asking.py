"""The prompt bar: the question in the words of the rules, with its buttons."""

from __future__ import annotations

from attrs import evolve

from owm_net.client.answering.drafting import Clear, Confirm, Say
from owm_net.client.language import tr
from owm_net.client.maps import asking
from owm_net.client.maps.asking import place, what, why
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables import since
from owm_net.client.tables.hailfire import building, traces
from owm_net.client.tables.hailfire.common import (
    SPOTS,
    at_once,
    laying,
    own_seat,
    state_of,
)
from owm_net.client.tables.hailfire.forming import corrected, formed
from owm_net.client.tables.hailfire.panels import LISTED
from owm_net.client.widgets import LET_PASS, Choice, Prompt, answer, waiting
from owm_net.client.words import capital
from owm_net.engine import agenda
from owm_net.games.hailfire.blinds import HIDE, LAY, Hide, blind_name
from owm_net.games.hailfire.ids import NO_TEAM
from owm_net.games.hailfire.orders import ORDER
from owm_net.games.hailfire.set_up import FORCE, PLACE
from owm_net.games.hailfire.turn import ACTIVATE
from owm_net.games.hailfire.words import team_name


def prompt(seen: SeenTable) -> Prompt:
    """For any moment of the match."""
    answering = seen.answering
    if answering.kind is None or answering.kind is FORCE:
        return waiting(seen) if answering.kind is None else building.prompt(seen)
    view = seen.view
    assert view is not None
    few = at_once(seen)
    if few:
        return asking.at_once(seen, few)
    made = answer.prompt(seen)
    if answering.kind is ACTIVATE and (answering.sketch is None or answering.sketch.is_empty):
        hint = tr("Click a Leader or a vehicle for its Unit, or one Team.")
        made = evolve(made, text=what(seen), detail=f"{hint} {why(seen)}")
    elif answering.kind is ORDER and answering.sketch is None:
        hint = tr("Click an enemy to fire, the ground to move all, or one Team.")
        made = evolve(made, text=what(seen), detail=f"{hint} {why(seen)}")
    elif answering.kind in LISTED and (answering.sketch is None or answering.sketch.is_empty):
        made = evolve(made, text=what(seen), detail=why(seen))
    else:
        made = evolve(made, text=what(seen), detail=capital(made.detail))
    if answering.kind is PLACE or formed(seen):
        made = _formed(seen, made)
    elif answering.kind is LAY:
        made = _blinds(seen, made)
    elif answering.kind is HIDE:
        nobody = Hide(())
        label = tr(seen.system.describe(view, nobody)).upper()
        none = Choice("nobody", label, Say(nobody), lit=False)
        made = evolve(made, text=what(seen), detail=why(seen), choices=[*made.choices, none])
    ends = answering.kind is ACTIVATE and state_of(seen).active == own_seat(seen)
    passes = [
        way
        for way in answering.drafting.kind.passes
        if not way.until or agenda.why_not(view, way) is None
    ]
    ways = [
        Choice(
            LET_PASS if n == 0 else f"pass:{n}",
            tr(seen.system.describe(view, way)).upper(),
            Say(way),
            lit=False,
            key=("e" if ends else "p") if n == 0 else "u",
        )
        for n, way in enumerate(passes)
    ]
    choices = [*ways[1:], *made.choices, *ways[:1]]  # what silences long stands far from the rest
    if ends or answering.kind is ORDER:
        # no turn or activation ends where CONFIRM or NO FURTHER ORDER has just been pressed
        lacks = tr("choose whom to activate") if ends else tr("nothing has been chosen")
        confirm = made.choices or [Choice("confirm", tr("CONFIRM"), Confirm(), why=lacks)]
        clear = Choice("clear", tr("CLEAR"), Clear(), why=lacks)
        if ends:
            theirs = [since.choice(traces.lines)] if traces.lines(seen) else []
            choices = [*theirs, *ways, *confirm]
        else:
            choices = [*ways, *([] if made.choices[1:] else [clear]), *confirm]
    return evolve(made, choices=choices)


def is_drawn(seen: SeenTable) -> bool:
    """Return True if this table draws every current choice."""
    listed = seen.answering.kind is None or seen.answering.kind in (
        *LISTED,
        FORCE,
        HIDE,
        LAY,
        ORDER,
        PLACE,
    )
    return listed or bool(at_once(seen))


def _formed(seen: SeenTable, made: Prompt) -> Prompt:
    """Say how the Unit is placed, or one Team of it."""
    team = corrected(seen)
    if team != NO_TEAM:
        who = tr(team_name(state_of(seen), team))
        text = tr("Click a place for {who}", who=who)
        hint = tr("Click it again to place the whole Unit.")
        return evolve(made, text=text, detail=hint)
    hint = tr("Click or drag on the map for the whole Unit, drag one Team to correct it.")
    return evolve(made, text=what(seen), detail=f"{hint} {why(seen)}")


def _blinds(seen: SeenTable, made: Prompt) -> Prompt:
    """Blind after blind; or all at once as the rules offer it."""
    view, sketch = seen.view, seen.answering.sketch
    assert view is not None
    names = [blind_name(view, card) for card in laying(seen)]
    n = len(sketch.all(SPOTS)) if sketch is not None else 0
    return place(seen, made, names, n, [tr("PLACE {n}", n=i) for i in range(1, 5)])
