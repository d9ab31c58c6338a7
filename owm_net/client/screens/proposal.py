"""A seat keeps the others waiting: whether to go on without it. Over all else, for any game."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.actions import SettleProposal
from owm_net.client.model import DropProposal, Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, panel, shade
from owm_net.client.words import counted

WIDE = 620.0
"""Of the dialog."""


def draw(pen: Pen, model: Model) -> None:
    """The question with two buttons. Neither is what Enter means: agreeing is final, and who
    types on without looking must not do it."""
    proposal = model.proposal
    assert proposal is not None
    z = OVERLAY + 200
    shade(pen, "drop.shade", z=z)
    z += 10
    name = model.name(proposal.seat)
    whole = pen.wrap(_question(model, proposal, name), "body", 16, WIDE - 60, 6)
    notes = pen.wrap(_notes(model, proposal, name), "body", theme.SMALL, WIDE - 60, 5)
    high = 132 + 23.0 * len(whole) + 18 * len(notes)
    rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - high / 2, WIDE, high)
    panel(pen, "drop", rect, title=f"Go on without {name}?", z=z, dark=True)
    x, y = rect.x + 30, rect.y + 54
    pen.add(
        "drop.why",
        "text",
        Rect(x - 6, y - 14, WIDE - 48, 23.0 * len(whole) + 4),
        z=z + 2,
        runs=pen.runs(whole, x, y, 23, size=16),
    )
    y += 23 * len(whole) + 4
    pen.add(
        "drop.notes",
        "text",
        Rect(x - 6, y - 12, WIDE - 48, 18.0 * len(notes) + 4),
        z=z + 2,
        runs=pen.runs(notes, x, y, 18, size=theme.SMALL, colour=theme.FAINT),
    )
    half = (WIDE - 72) / 2
    y = rect.bottom - 52
    button(
        pen,
        "drop.go_on",
        Rect(x, y, half, 36),
        f"GO ON WITHOUT {name.upper()}",
        SettleProposal(True),
        model,
        z=z + 5,
        key="g",
    )
    button(
        pen,
        "drop.wait",
        Rect(x + half + 12, y, half, 36),
        "KEEP WAITING",
        SettleProposal(False),
        model,
        z=z + 5,
        lit=True,
        key="k",
        tooltip="[Esc]",
    )


def _question(model: Model, proposal: DropProposal, name: str) -> str:
    where = "" if model.view is None else model.system.seat_name(model.view.state, proposal.seat)
    who = f"{name} ({where})" if where.casefold() not in ("", name.casefold()) else name
    return f"{proposal.why}. Go on without {who}? All who remain must agree."


def _notes(model: Model, proposal: DropProposal, name: str) -> str:
    minutes = 0 if proposal.since is None else int(model.now - proposal.since) // 60
    asked = f"This was {counted(minutes, 'minute')} ago. " if minutes else ""
    return (
        f"{asked}Once all have agreed {name} cannot come back, and you cannot take your word back."
        " If you keep waiting you will be asked again later.\n"
        "G: go on.  K or Esc: keep waiting.  Enter does neither."
    )
