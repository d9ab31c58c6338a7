"""What a squad of one's own shall be called, and whether one shall be deleted."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.actions import LayOver
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, leave_panel, panel, shade, text_box
from owm_net.client.shelf import Delete, KeepAs, NotNow, made, shelf_of
from owm_net.client.tables import Table
from owm_net.files.squads import MAX_NAME

WIDE, HIGH = 620.0, 200.0


def draw(pen: Pen, model: Model, table: Table) -> None:
    """A line to type in; who takes a name that is there reads that the other squad is lost."""
    z = OVERLAY + 100
    shade(pen, "naming.shade", z=z)
    z += 10
    rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - HIGH / 2, WIDE, HIGH)
    shelf, name = shelf_of(model), model.ui.naming.text.strip()
    title = (
        tr("Another name for {name}", name=shelf.about) if shelf.about else tr("Keep this squad as")
    )
    panel(pen, "naming", rect, z=z, dark=True, title=title)
    line = Rect(rect.x + 30, rect.y + 50, WIDE - 60, 38)
    text_box(pen, "naming.typed", line, model.ui.naming, z=z + 2, role="body", size=17)
    replaces = name in shelf.squads and name != shelf.about
    said = tr("Type a name of up to {n} characters.", n=MAX_NAME)
    if replaces:
        said = tr("A squad of that name is kept already: it would be replaced for good.")
    colour = theme.REFUSED if replaces else theme.FAINT
    pen.text(
        "naming.said", said, line.x, line.bottom + 18, z=z + 2, size=theme.SMALL, colour=colour
    )
    kept = table.kept(model)
    groups = made(model) if kept is None else kept
    label = tr("REPLACE IT") if replaces else tr("KEEP")
    why = "" if name else tr("it has no name yet")
    y = rect.bottom - 50
    go, stay = Rect(rect.cx + 10, y, 200, 36), Rect(rect.cx - 210, y, 200, 36)
    button(pen, "confirm", go, label, KeepAs(groups), model, lit=not why, why=why, z=z + 5)
    button(pen, "naming.stay", stay, tr("NOT NOW"), NotNow(), model, z=z + 5, tooltip="[Esc]")


def draw_delete(pen: Pen, model: Model, table: Table) -> None:
    """It is asked first."""
    title = tr("Delete {name}?", name=shelf_of(model).about)
    what = tr("The squad is kept no longer, in no match. This cannot be taken back.")
    stay, go = (tr("KEEP IT"), LayOver(model.ui.over)), (tr("DELETE"), Delete())
    leave_panel(pen, model, title, what, stay, go)
