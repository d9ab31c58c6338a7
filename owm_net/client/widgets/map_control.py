"""The buttons with which a map is looked at nearer: for those who have no wheel."""

from __future__ import annotations

from owm_net.client import keys
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.lens import Lens
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import WholeMap, Zoom
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets.parts import button


def look_through(pen: Pen, frame: Rect, seen: SeenTable, piece: float) -> Lens:
    """The lens through which the player looks at a map. frame: where the whole of it is laid out;
    piece: how wide a cell or a counter is there. All in logical pixels."""
    return Lens.of(frame, seen.map_view.camera, piece * pen.k)


def map_control(box: Box) -> None:
    """Smaller, the whole map, larger. box: 130 logical pixels wide at least, better 148. To be
    drawn after the map: the middle one is lit, and says how many, while legal choices lie outside
    of what is seen."""
    pen, lens = box.pen, box.pen.lens
    if lens is None:
        return
    hidden = len({i.id for i in pen.items if i.lit and i.clip and i.action and not _shows(i.seen)})
    least = tr("this is the whole map") if lens.zoom <= 1.0 else ""
    most = tr("this is as near as it gets") if lens.zoom >= lens.nearest else ""
    whole = _tip(tr("The whole map"), "0")
    if hidden:
        whole += "\n" + tr_n(
            "{n} legal choice is outside of what you see",
            "{n} legal choices are outside of what you see",
            hidden,
        )
    wheel = tr("The wheel zooms at the pointer; hold the right button or Space to drag the map")
    farther, nearer = (
        f"{_tip(*of)}\n{wheel}" for of in ((tr("Farther"), ","), (tr("Nearer"), "."))
    )
    smaller, larger = box.cut_left(34, gap=4), box.cut_right(34, gap=4)
    shown = tr("WHOLE MAP") if least else tr("{n} %", n=round(lens.zoom * 100))
    button(smaller, "map.smaller", "−", Zoom(-1), why=least, tooltip=farther, size=14)
    button(box, "map.whole", shown, WholeMap(), why=least, lit=bool(hidden), tooltip=whole, size=14)
    button(larger, "map.larger", "+", Zoom(1), why=most, tooltip=nearer, size=14)


def _tip(what: str, command: str) -> str:
    return f"{what} {keys.hint(command)}".strip()


def _shows(seen: Rect) -> bool:
    return seen.w > 1 and seen.h > 1
