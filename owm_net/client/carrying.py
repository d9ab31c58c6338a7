"""A thing that is carried from one group of the answer to another with the left button held.

The press does at once what a click does. When the pointer moves on, that is taken back and the
thing follows it; where it is let go it goes into the group that is drawn there, and outside of all
of them it is put back.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from owm_net.client.drafting import DraftAction, OpenGroup, Portable, Sketch
from owm_net.client.listing import NEW, ListedThing
from owm_net.client.map_hand import SLIP
from owm_net.client.scene.items import Item, Scene
from owm_net.client.sitting import Sitting
from owm_net.client.trail import Trail

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
    """The group, or the place of a list, that is drawn at a point."""
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
        self, model: Sitting, scene: Callable[[], Scene], give: Callable[[DraftAction], None]
    ) -> None:
        self._model = model
        self._scene = scene
        self._give = give
        self._held: _Held | None = None

    def pick_up(self, item: Item | None, x: float, y: float) -> None:
        """The left button went down on an item."""
        self.drop()
        model = self._model
        what = item.action if item is not None and CARRIED in item.flags else None
        if isinstance(what, Portable) and model.asked and not model.presenter.busy:
            self._held = _Held(what, model.sketch, model.trail.copy(), x, y)

    def follow(self, x: float, y: float) -> bool:
        """The pointer moved with it; True if something is carried."""
        held, model = self._held, self._model
        if held is None:
            return False
        if model.ui.carried is None:
            if max(abs(x - held.x), abs(y - held.y)) <= SLIP or not model.asked:
                return False
            model.sketch, model.trail = held.sketch, held.trail
            model.ui.carried = held.what.thing
            model.refuse("")
        model.ui.pointer = (x, y)
        model.touch()
        return True

    def let_go(self) -> None:
        """The button went up: what is carried goes where it is."""
        held, model = self._held, self._model
        carries = model.ui.carried is not None
        self.drop()
        if held is not None and carries and model.asked:
            group = group_at(self._scene(), *model.ui.pointer)
            self._give(held.what.carried_to(group))
            model.touch()  # to find the group a scene was made of what was before

    def drop(self) -> bool:
        """Nothing is carried any more; True if something was, which is where it came from."""
        carried, self._model.ui.carried, self._held = self._model.ui.carried, None, None
        if carried is not None:
            self._model.touch()
        return carried is not None
