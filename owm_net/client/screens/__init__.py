"""What fills the window: a table, or a message instead of it; overlays on top."""

from __future__ import annotations

from owm_net.client.model import Model
from owm_net.client.scene.items import Scene
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.preview import place
from owm_net.client.scene.widgets import tooltip
from owm_net.client.screens import absent, end, helping, message
from owm_net.client.tables import Table


def layout(model: Model, table: Table, size: tuple[int, int], scale: float) -> Scene:
    """The whole window as data. Pure: the model is only read."""
    pen = Pen(size, scale)
    if model.problem is not None:
        message.problem(pen, model)
    elif model.view is None:
        message.waiting(pen, model, table)
    else:
        table.draw(pen, model)
        if model.ended:
            end.draw(pen, model, table)
    if model.ui.help:
        helping.draw(pen, model, table)
    if model.absent is not None and model.problem is None:
        absent.draw(pen, model)
    if model.progress is not None:
        message.progress(pen, model)
    place(pen, model.ui.pointer)
    tooltip(pen, model, pen.items)
    return pen.scene()
