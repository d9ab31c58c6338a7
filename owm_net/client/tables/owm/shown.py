"""The shown state and the question's subject, with OWM's own types."""

from __future__ import annotations

from typing import Any

from owm_net.client.answering.drafting import Cancel
from owm_net.client.language import tr
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import Choice
from owm_net.client.words import because, capital
from owm_net.engine.view import View
from owm_net.games.owm import forecast
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.words import fireteam_name


def state_in(view: View[Any]) -> OwmState:
    """The state of a view of this game."""
    assert isinstance(view.state, OwmState)
    return view.state


def state_of(seen: SeenTable) -> OwmState:
    """The state as it is shown."""
    assert seen.view is not None
    return state_in(seen.view)


def asked_about(seen: SeenTable) -> AboutFireteam:
    """Return the question's subject; no Fireteam if nothing is asked, or if it is about none."""
    told = seen.answering.about if seen.answering.is_open else None
    return told if isinstance(told, AboutFireteam) else AboutFireteam("")


def asked_text(seen: SeenTable) -> tuple[str, str]:
    """The question in a line, and what else to know: of the answer that is chosen what it would
    come to, if it is whole."""
    answering = seen.answering
    told, look = answering.about, answering.look
    why = capital(because(told.why, told.rule))
    if look is None or look.answer is None or seen.view is None:
        return tr("You: {what}", what=told.what), why
    text = seen.system.describe(seen.view, look.answer)
    team = asked_about(seen).fireteam
    if team != NO_FIRETEAM:
        text = f"{tr(fireteam_name(state_of(seen), team))}: {tr(text)}"
    outlook = answering.outlook(look.answer)
    return f"{capital(text)}?", capital(outlook) or tr(type(look.answer).help) or why


def cancel(seen: SeenTable) -> list[Choice]:
    """Where something has been chosen by hand and not for want of anything else."""
    return (
        [Choice("cancel", tr("CANCEL"), Cancel(), lit=False, tooltip=tr("Esc"))]
        if seen.answering.trail
        else []
    )


def shots(seen: SeenTable, team: FireteamId, target: FireteamId) -> dict[SoldierId, str]:
    """The odds in words of everybody who can shoot at a Fireteam, best first."""
    g = state_of(seen)
    found: dict[SoldierId, str] = seen.cached(
        ("shots", team, target),
        lambda: dict(forecast.shots(g, g.fireteams[team], g.fireteams[target])),
    )
    return found


def attack_tip(seen: SeenTable, team: FireteamId, target: FireteamId) -> str:
    """The odds of an attack, soldier by soldier."""
    g = state_of(seen)
    found: str = seen.cached(
        ("attack", team, target),
        lambda: "\n".join(
            map(tr, forecast.attack_in_full(g, g.fireteams[team], g.fireteams[target]))
        ),
    )
    return found
