"""A thing that is carried from one group of the answer to another with the left button held.

The press does at once what a click does. When the pointer moves on, that is taken back and the
thing follows it; where it is let go it goes into the group that is drawn there, and outside of all
of them it is put back.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from owm_net.client.answering.drafting import DraftAction, OpenGroup, Portable, Sketch
from owm_net.client.answering.listing import NEW, ListedThing
from owm_net.client.answering.trail import Trail
from owm_net.client.scene.items import Item, Scene
from owm_net.client.sitting.sitting import Sitting
from owm_net.client.stage.map_hand import SLIP

CARRIED = "carried"
"""The flag of an item that can be carried: its action is `Portable`."""


@frozen
class _Held:
    what: Portable
    sketch: Sketch
    trail: Trail
    x: float
    y: float


def group_at(scene: Scene, x: float, y: float) -> int | None:
    """Return the group, or the place of a list, that is drawn at a point."""
    for item in reversed(scene.items):
        if not item.contains(x, y):
            continue
        if isinstance(item.action, OpenGroup):
            return item.action.group
        if isinstance(item.action, ListedThing) and item.action.at != NEW:
            return item.action.at
    return None


class Carrier:
    """Of one stage. give: adds what is done to the answer."""

    def __init__(
        self, sitting: Sitting, scene: Callable[[], Scene], give: Callable[[DraftAction], None]
    ) -> None:
        self._sitting = sitting
        self._scene = scene
        self._give = give
        self._held: _Held | None = None

    def pick_up(self, item: Item | None, x: float, y: float) -> None:
        """Pick up the item on which the left button went down."""
        self.drop()
        sitting = self._sitting
        answering = sitting.answering
        what = item.action if item is not None and CARRIED in item.flags else None
        if isinstance(what, Portable) and answering.is_open and not sitting.presenter.busy:
            self._held = _Held(what, answering.sketch, answering.trail.copy(), x, y)

    def follow(self, x: float, y: float) -> bool:
        """Follow the pointer; return True if something is carried."""
        held, sitting = self._held, self._sitting
        answering = sitting.answering
        if held is None:
            return False
        if sitting.ui.carried is None:
            if max(abs(x - held.x), abs(y - held.y)) <= SLIP or not answering.is_open:
                return False
            answering.sketch, answering.trail = held.sketch, held.trail
            sitting.ui.carried = held.what.thing
            sitting.refuse("")
        sitting.ui.pointer = (x, y)
        sitting.touch()
        return True

    def let_go(self) -> None:
        """Put down what is carried: the button went up."""
        held, sitting = self._held, self._sitting
        carries = sitting.ui.carried is not None
        self.drop()
        if held is not None and carries and sitting.answering.is_open:
            group = group_at(self._scene(), *sitting.ui.pointer)
            self._give(held.what.carried_to(group))
            sitting.touch()  # to find the group a scene was made of what was before

    def drop(self) -> bool:
        """Carry nothing any more; return True if something was, which is where it came from."""
        carried, self._sitting.ui.carried, self._held = self._sitting.ui.carried, None, None
        if carried is not None:
            self._sitting.touch()
        return carried is not None
