"""Before there is a table: the nation, then one of its squads that are ready."""

from __future__ import annotations

from typing import Any

from owm_net.client.actions import LookAt
from owm_net.client.drafting import Say
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import Choice, choice_list, panel
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NationKey
from owm_net.games.nco.set_up import ROSTER
from owm_net.games.nco.squads import READY

NATION = "nation:"
"""How `Ui.look` begins while a nation's squads are shown."""


def draw(pen: Pen, rect: Rect, model: Model) -> None:
    """Two lists side by side; a squad is taken at once."""
    half = rect.w * 0.6
    left = Rect(rect.x, rect.y, half - 4, rect.h)
    right = Rect(rect.x + half + 4, rect.y, rect.w - half - 4, rect.h)
    shown = model.ui.look.removeprefix(NATION) if model.ui.look.startswith(NATION) else ""
    panel(pen, "nations", left, title=tr("Nation"))
    choices = [
        Choice(
            f"nation:{key}",
            row.title,
            LookAt(NATION + key),
            chosen=key == shown,
            lit=False,
            tooltip=tr("up to {n} soldiers", n=row.cap),
        )
        for key, row in CATALOG.nations.items()
    ]
    inside = Rect(left.x + 8, left.y + 32, left.w - 16, left.h - 36)
    choice_list(pen, inside, choices, model, columns=3)
    panel(pen, "squads", right, title=tr("Squad"))
    if not shown:
        pen.text("squads.none", tr("choose a nation first"), right.cx, right.cy, anchor="m", z=310)
        return
    inside = Rect(right.x + 8, right.y + 32, right.w - 16, right.h - 36)
    choice_list(pen, inside, _squads(model, NationKey(shown)), model, row=40)


def _squads(model: Model, nation: NationKey) -> list[Choice]:
    found = []
    for n, ready in enumerate(READY[nation], 1):
        men: dict[str, int] = {}
        for recruit in ready.roster.soldiers:
            men[recruit.row.title] = men.get(recruit.row.title, 0) + 1
        who = ", ".join([f"{count} {tr(title)}" for title, count in men.items()])
        label = tr("{title}: {n} soldiers", title=ready.title, n=len(ready.roster.soldiers))
        action: Any = Say(ready.roster)
        why = "" if model.kind is ROSTER else tr("no squad is asked for now")
        found.append(Choice(f"key:{n}", label, action, why=why, tooltip=who))
    return found
