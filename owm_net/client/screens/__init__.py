"""What fills the window: a table, or a message instead of it; overlays on top."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from owm_net.client.model import Model
from owm_net.client.overlays import CHAT, HELP, LEAVE, QUIT, RESIGN, RULES, SURE
from owm_net.client.scene.contrast import heightened
from owm_net.client.scene.items import Scene
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.preview import place
from owm_net.client.scene.widgets import backdrop, tooltip
from owm_net.client.screens import (
    arrival,
    chat,
    coaching,
    end,
    helping,
    leaving,
    message,
    naming,
    proposal,
    rematch,
    replaying,
    resigning,
    rules,
)
from owm_net.client.shelf import DELETING, NAMING
from owm_net.client.tables import Table

DRAWN: Mapping[str, Callable[[Pen, Model, Table], None]] = {
    HELP.word: helping.draw,
    CHAT.word: chat.draw,
    LEAVE.word: leaving.draw,
    QUIT: leaving.draw,
    RESIGN.word: resigning.draw,
    RULES.word: rules.draw,
    SURE: resigning.draw_sure,
    NAMING: naming.draw,
    DELETING: naming.draw_delete,
}
"""What may lie over the table of any game, by its word, and who draws it."""


def layout(
    model: Model, table: Table, size: tuple[int, int], scale: float
) -> Iterator[Scene | None]:
    """The whole window as data, last; after each part that takes long None. Pure: the model is only
    read, and must be the same until it is whole."""
    pen = Pen(size, scale, replaying.height(model))
    if model.view is not None:
        yield from table.draw(pen, model) or ()
        replaying.draw(pen, model)
        if model.ended:
            end.draw(pen, model, table)
    elif model.problem is None and model.coach is None:
        message.waiting(pen, model, table)
    else:
        backdrop(pen)
    if model.coach is not None and (model.view is not None or model.coach.page):
        coaching.draw(pen, model, table)
    if model.stopped or (model.problem is not None and model.view is None):
        message.problem(pen, model)
    if model.ui.over in DRAWN:
        DRAWN[model.ui.over](pen, model, table)
    if model.proposal is not None and model.problem is None:
        proposal.draw(pen, model)
    if model.arrival is not None and model.problem is None:
        arrival.draw(pen, model)
    if model.trouble is not None and model.problem is None and model.result is None:
        message.trouble(pen, model)
    elif model.progress is not None:
        message.progress(pen, model)
    rematch.over_replay(pen, model)
    if model.remark_is_new and model.ui.over != CHAT.word:
        chat.newest(pen, model)
    pen.focus(model.ui.focus)
    place(pen, model.ui.pointer)
    tooltip(pen, model, pen.items)
    yield heightened(pen.scene()) if model.settings.contrast else pen.scene()
