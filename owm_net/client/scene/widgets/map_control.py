"""The buttons with which a map is looked at nearer: for those who have no wheel."""

from __future__ import annotations

from owm_net.client import keys
from owm_net.client.actions import WholeMap, Zoom
from owm_net.client.language import tr, tr_n
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.lens import Camera, Lens
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets.parts import PANELS, button


def look_through(pen: Pen, frame: Rect, model: Model, piece: float) -> Lens:
    """The lens through which the player looks at a map. frame: where the whole of it is laid out;
    piece: how wide a cell or a counter is there. All in logical pixels. A lesson shows all of its
    map: it points at it."""
    camera = model.map_view.camera if model.coach is None else Camera()
    return Lens.of(frame, camera, piece * pen.k)


def map_control(pen: Pen, rect: Rect, model: Model, z: int = PANELS + 10) -> None:
    """Smaller, the whole map, larger. rect: 130 logical pixels wide at least, better 148. To be
    drawn after the map: the middle one is lit, and says how many, while legal choices lie outside
    of what is seen."""
    lens = pen.lens
    if lens is None:
        return
    hidden = len({i.id for i in pen.items if i.lit and i.clip and i.action and not _shows(i.seen)})
    high, side = rect.h, 34.0
    far, near = lens.zoom <= 1.0, lens.zoom >= lens.nearest
    percent = tr("{n} %", n=round(lens.zoom * 100))
    whole = _tip(tr("The whole map"), "0")
    if hidden:
        whole += "\n" + tr_n(
            "{n} legal choice is outside of what you see",
            "{n} legal choices are outside of what you see",
            hidden,
        )
    wheel = tr("The wheel does it about the pointer; the right button or Space draws the map along")
    for id, box, label, action, why, lit, tip in (
        (
            "map.smaller",
            Rect(rect.x, rect.y, side, high),
            "−",
            Zoom(-1),
            tr("this is the whole map") if far else "",
            False,
            _tip(tr("Farther"), ",") + "\n" + wheel,
        ),
        (
            "map.whole",
            Rect(rect.x + side + 4, rect.y, rect.w - 2 * side - 8, high),
            tr("WHOLE MAP") if far else percent,
            WholeMap(),
            tr("this is the whole map") if far else "",
            bool(hidden),
            whole,
        ),
        (
            "map.larger",
            Rect(rect.right - side, rect.y, side, high),
            "+",
            Zoom(1),
            tr("nearer there is nothing more to see") if near else "",
            False,
            _tip(tr("Nearer"), ".") + "\n" + wheel,
        ),
    ):
        button(pen, id, box, label, action, model, z=z, why=why, lit=lit, tooltip=tip, size=14)


def _tip(what: str, command: str) -> str:
    return f"{what} {keys.hint(command)}".strip()


def _shows(seen: Rect) -> bool:
    return seen.w > 1 and seen.h > 1
