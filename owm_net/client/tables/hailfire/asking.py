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
from owm_net.games.hailfire.artillery import AIM
from owm_net.games.hailfire.blinds import HIDE, LAY, Hide, blind_name
from owm_net.games.hailfire.hero import known_points
from owm_net.games.hailfire.ids import NO_TEAM
from owm_net.games.hailfire.looking import declaring_of
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
    starts = answering.sketch is None or (answering.kind is not ORDER and answering.sketch.is_empty)
    if answering.kind is PLACE or formed(seen):
        made = _formed(seen, made)
    elif answering.kind is LAY:
        made = _blinds(seen, made)
    elif starts and answering.kind in (HIDE, ORDER, *LISTED):
        made = evolve(made, text=what(seen), detail=f"{_hint(seen)} {why(seen)}".strip())
    else:
        made = evolve(made, text=what(seen), detail=capital(made.detail))
    return evolve(made, choices=_choices(seen, made))


def _hint(seen: SeenTable) -> str:
    """Say what to press; "" where the reason says enough."""
    kind, view = seen.answering.kind, seen.view
    assert view is not None
    if kind is ORDER:
        declaring = declaring_of(state_of(seen))
        if declaring is not None and declaring.orders:
            return ""  # it has been read
        return tr("Click an enemy to fire, the ground to move all, or one Team.")
    if kind is AIM:
        return tr("Click the place on the map.")
    if kind is ACTIVATE and (state_of(seen).order_points or known_points(view, view.seat) != 0):
        return tr("Click a Leader or a vehicle for its Unit, or one Team.")
    return ""


def _choices(seen: SeenTable, made: Prompt) -> list[Choice]:
    """Return all buttons. CONFIRM is always the last: nothing is passed where it is looked for, or
    where it or NO FURTHER ORDER has just been pressed."""
    answering, view = seen.answering, seen.view
    assert answering.kind is not None and view is not None
    ends = answering.kind is ACTIVATE and state_of(seen).active == own_seat(seen)
    # Space ends a turn only where no Order Point is left
    plain = "over" if ends and state_of(seen).order_points else LET_PASS
    passes = [
        way
        for way in answering.drafting.kind.passes
        if not way.until or agenda.why_not(view, way) is None
    ]
    ways = [
        Choice(
            plain if n == 0 else f"pass:{n}",
            tr(seen.system.describe(view, way)).upper(),
            Say(way),
            lit=False,
            key=("e" if ends else "p") if n == 0 else "u",
        )
        for n, way in enumerate(passes)
    ]
    if answering.kind is HIDE:
        nobody = Hide(())
        label = tr(seen.system.describe(view, nobody)).upper()
        ways = [Choice("nobody", label, Say(nobody), lit=False)]
    if answering.kind not in (ACTIVATE, ORDER):
        return [*ways[1:], *ways[:1], *made.choices]
    activates = answering.kind is ACTIVATE
    lacks = tr("choose whom to activate") if activates else tr("nothing has been chosen")
    confirm = list(made.choices) or [Choice("confirm", tr("CONFIRM"), Confirm(), why=lacks)]
    clear = Choice("clear", tr("CLEAR"), Clear(), why=lacks)
    if ends:
        theirs = [since.choice(traces.lines)] if traces.lines(seen) else []
        return [*theirs, *ways, *confirm]
    if activates:  # what silences long is not beside a draft
        return [*([] if made.choices else ways[1:]), *ways[:1], *confirm]
    return [*ways, *_leaving(seen), *([] if made.choices[1:] else [clear]), *confirm]


def _leaving(seen: SeenTable) -> list[Choice]:
    """Confirm the way of a Unit of which some cannot come along, and give those no order."""
    declaring, legs = declaring_of(state_of(seen)), formed(seen)
    if declaring is None or not legs or len(legs) == len(declaring.left()):
        return []
    tip = tr("Some Teams cannot come along; they get no order")
    told = tr("MOVE, THE OTHERS STAY")
    return [Choice("stay", told, Confirm(last=True), lit=False, tooltip=tip)]


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
