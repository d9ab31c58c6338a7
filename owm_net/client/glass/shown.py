"""A window's picture and input: a stack of screens, of the menus or of a match.

A test, a robot or a window moves the pointer and presses keys here; `scene` is what they see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic

from owm_net.client import keys, theme
from owm_net.client.keys import HEED, MOVES
from owm_net.client.language import tr
from owm_net.client.scene.contrast import heightened
from owm_net.client.scene.items import Item, Pointed, Scene, part_of
from owm_net.client.scene.pen import Pen, effective_scale, pixel
from owm_net.client.stage.stack import C, Layer, Screen
from owm_net.client.stage.text_field import FIELD, TextField
from owm_net.client.widgets import shade, tooltip

TREMBLES = 6.0
"""Pixels that the pointer moves while a hand keeps it where it is."""

TRIES = 2
"""How often a picture is begun part by part: were it more often the window would lag behind a
pointer that sweeps over cards."""

LIFT = 100
"""How much higher each screen lies than the one below it: a layer of the painters."""


class Shown(Generic[C]):
    """context: what its screens share. size: of the window in real pixels; ratio: of these for each
    pixel the operating system counts (2 on many displays)."""

    def __init__(self, context: C) -> None:
        self.context = context
        self.size = context.settings.size
        self.ratio = 1.0
        self._selects: TextField | None = None  # in which the button went down
        self._wrote = -HEED  # when something was last typed
        self._types = True  # the last key was meant for what is being written
        self._scene: Scene | None = None
        self._made_for: Any = None
        self._begun: tuple[object, Iterator[Scene | None]] | None = None  # for which it is made
        self._hover_is_due = False
        self._rescaled: tuple[str, float, float] | None = None  # by which button, pressed where
        self._quiet_at: tuple[float, float] | None = None  # where the pointer rests without a note
        self._early: tuple[Screen[Any], float, float] | None = None  # a click on what is to come

    # -- what is seen --------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass."""
        self.context.tick(now)
        self.tick_screens(now)

    def tick_screens(self, now: float) -> None:
        """Let time pass on each of them. The one on top counts from its first tick there: frames
        may have rested before."""
        screens = self.context.screens
        for screen in list(screens):
            screen.tick(self.context)
        if screens.top.since is None:
            screens.top.since = now
        self._press_late()

    def _press_late(self) -> None:
        """Press what was clicked before it was there, once the page is whole; the pointer stays."""
        at, early = self.context, self._early
        if early is None or (early[0] is at.screens.top and early[0].is_loading(at)):
            return
        self._early = None
        if early[0] is at.screens.top:
            pointer = at.ui.pointer
            self.press(*early[1:])
            self.move(*pointer)

    @property
    def moving(self) -> bool:
        """Return True if the picture is about to change without input."""
        return self._hover_is_due

    def heard(self) -> list[str]:
        """Return the cues since the last time."""
        return self.context.heard()

    def prepare(self) -> Iterator[None]:
        """Work out, step by step, what the picture will need and what takes long."""
        yield from ()

    def foresee(self) -> Iterator[None]:
        """Make the picture in steps, none of them twice. Start again if something changes before it
        is whole, TRIES times at most; then `frame` makes it at once, since a moving hand could
        put it off for ever.
        """
        for _ in range(TRIES if self._is_old else 0):
            yield from self.prepare()
            wanted, whole = self._wanted, None
            while whole is None and wanted == self._wanted:
                with self.context.guard():
                    whole = self._another_part()
                if whole is not None:
                    self._begun = wanted, iter((whole,))
                yield
            if wanted == self._wanted:
                return

    def _another_part(self) -> Scene | None:
        """Lay out one more part of the picture; return the whole after the last."""
        wanted, begun = self._wanted, self._begun
        if begun is None or begun[0] != wanted:
            begun = wanted, self._lay_out()
        self._begun = None  # what fails is begun anew
        scene = next(begun[1])
        self._begun = begun
        return scene

    def _lay_out(self) -> Iterator[Scene | None]:
        """Yield the whole window as data, last; after each part that takes long None. Pure: what is
        shown is only read, and must be the same until it is whole."""
        at = self.context
        pen = self.pen()
        for n, screen in enumerate(at.screens.seen):
            pen.lift = LIFT * n
            if n and screen.shade:
                shade(pen, opacity=screen.shade)
            for _ in screen.draw(pen, at) or ():
                yield None
        pen.lift = 0
        at.notices(pen)
        tooltip(pen, pen.items)
        yield heightened(pen.scene()) if at.settings.contrast else pen.scene()

    def pen(self) -> Pen:
        """Return a pen for a new picture."""
        return Pen(self.size, self._scale, ui=self.context.ui)

    def scene(self) -> Scene:
        """Return the picture as data; rebuild it only if something has changed."""
        scene = self.frame()
        return self.frame() if self._hover_is_due else scene

    def frame(self) -> Scene:
        """Return the picture for a frame of a window, which must not take long: an item that has
        come under a resting pointer lights up in the next frame only."""
        if self._scene is None or self._is_old:
            with self.context.guard():
                while (whole := self._another_part()) is None:
                    pass
            self._scene, self._begun = whole, None
            self._hover_is_due = not self._hover_is_due and self._hover_again(self._scene)
            self._made_for = self._shows
        return self._scene

    @property
    def page(self) -> object:
        """Return another value where another page is shown: it appears all at once."""
        return self.context.screens.top

    @property
    def _scale(self) -> float:
        return self.context.settings.scale * pixel(self.size, self.ratio)

    @property
    def _shows(self) -> tuple[object, ...]:
        """Everything that a whole picture depends on: while this stays, so does the picture."""
        return self.context.rev, self.size, self._scale

    @property
    def _wanted(self) -> tuple[object, ...]:
        """Everything that an unfinished picture depends on."""
        return (*self._shows, self.context.ui.hover)

    @property
    def _is_old(self) -> bool:
        """Return True if the picture must be rebuilt."""
        return self._hover_is_due or self._made_for != self._shows

    def _hover_again(self, scene: Scene) -> bool:
        """Return True if something else has come under a resting pointer, such as a dialog; note
        it."""
        ui = self.context.ui
        if ui.keyboard:
            return False
        item = self._rests_on(scene, *ui.pointer) or scene.at(*ui.pointer)
        hover = item.id if item is not None else ""
        changed = hover != ui.hover
        ui.hover = hover
        if changed:
            self._keep_quiet()
        return changed

    def _keep_quiet(self) -> None:
        """Show no note of what is under the pointer until it moves: nobody has pointed at it to
        read one, which would lie over what comes next."""
        ui = self.context.ui
        ui.told, self._quiet_at = ui.hover, ui.pointer

    def _rests_on(self, scene: Scene, x: float, y: float) -> Item | None:
        """Return the button for the scale that was pressed last, until the pointer moves away: the
        button has moved from under it, but another press means the same button."""
        if self._rescaled is None:
            return None
        id, was_x, was_y = self._rescaled
        item = scene.find(id)
        if item is None or abs(x - was_x) + abs(y - was_y) > TREMBLES * self.ratio:
            self._rescaled = None
            return None
        return item if scene.point_of(item) is not None else None

    # -- the window ----------------------------------------------------------------------

    def resize(self, width: int, height: int, ratio: float = 1.0) -> None:
        """Take another size of the window, in the operating system's pixels."""
        self.ratio = ratio
        self.size = (max(1, round(width * ratio)), max(1, round(height * ratio)))

    def rescale(self, step: int) -> None:
        """Make everything larger (1) or smaller (-1) by a step, as far as the window has room."""
        settings, scales = self.context.settings, theme.SCALES
        at = min(range(len(scales)), key=lambda i: abs(scales[i] - settings.scale))

        def shown(scale: float) -> float:
            return effective_scale(self.size, scale * pixel(self.size, self.ratio))

        others = scales[at + 1 :] if step > 0 else scales[:at][::-1]
        wanted = [scale for scale in others if shown(scale) != shown(settings.scale)]
        if wanted:
            settings.scale = wanted[0]
        elif step > 0:
            self.context.refuse(
                tr("the window has no room for anything larger: make it larger first")
            )
        else:
            self.context.refuse(tr("this is the smallest"))
        self.context.touch()

    def drop(self, path: Path) -> None:
        """Take a file that was dropped on the window."""
        self.context.drop(path)

    # -- the pointer ---------------------------------------------------------------------

    def move(self, x: float, y: float) -> None:
        """Move the pointer."""
        at = self.context
        at.ui.pointer = (x, y)
        if at.screens.top.moves(at, x, y):
            return
        # they point at what they see; what comes under the pointer by a change is looked for then
        scene = self._scene or self.scene()
        item = self._rests_on(scene, x, y) or scene.at(x, y)
        hover = item.id if item is not None else ""
        if hover != at.ui.hover or (item is not None and isinstance(item.action, Pointed)):
            at.ui.told = at.ui.told if hover == at.ui.told else ""
            at.ui.hover = hover
            at.ui.keyboard = False
            at.touch()
        elif self._quiet_at is not None and hover == at.ui.told:
            was_x, was_y = self._quiet_at
            if abs(x - was_x) + abs(y - was_y) > TREMBLES * self.ratio:
                self._quiet_at, at.ui.told = None, ""
                at.touch()

    def press(self, x: float, y: float, button: str = "left") -> None:
        """Press a button of the mouse at a point of the scene."""
        at, top = self.context, self.context.screens.top
        self._early = None
        top.release(at)
        self.move(x, y)
        scene = self.scene()  # what the player sees, before their last refusal goes
        item = self._rests_on(scene, x, y) or scene.pressed(x, y)
        at.forget_refusal()
        self._selects = None
        if top.on_press(at, item, x, y, button):
            return
        if button == "right":
            self.back()
        elif item is not None and (item.action is not None or item.kind == FIELD):
            self.activate(item)
            if not item.why:
                self._keep_quiet()
            if item.kind == FIELD and (field := self.field) is not None:
                self._selects = field
                field.place_cursor(x)
                at.touch()
            self._types = True
        elif top.is_loading(at) and top.since is not None:
            # the second click of two on what has led here is no click on this page
            self._early = (top, x, y) if at.now - top.since >= HEED else None

    def drag(self, x: float, y: float) -> None:
        """Drag with the left button held: what follows the pointer was pressed with it."""
        if self._selects is not None:
            self.context.ui.pointer = (x, y)
            self._selects.place_cursor(x, extends=True)
            self.context.touch()
        elif not self.context.screens.top.drag(self.context, x, y):
            self.move(x, y)

    def let_go(self, what: str = "") -> None:
        """Let go of a button of the mouse, or the space bar; "" for all."""
        self._selects = None
        clicked = self.context.screens.top.let_go(self.context, what)
        if clicked and what == "right":
            self.back()
        elif clicked and what == "space":
            self._key("space", False)

    def scroll(self, x: float, y: float, steps: float, sideways: float = 0.0) -> None:
        """Scroll by the wheel; up is positive, and so is to the right."""
        self.context.screens.top.wheel(self.context, x, y, steps, sideways)
        self.context.touch()

    def activate(self, item: Item) -> None:
        """Do what pressing an item means, unless it was meant for what was shown before."""
        at, action = self.context, item.action
        if not at.screens.top.heeds(at.now):
            return
        if isinstance(action, Pointed):
            action = action.at(*part_of(item, *at.ui.pointer))
        at.act(item, action)
        at.touch()

    def back(self) -> None:
        """Go one step back, on the screen on top."""
        top = self.context.screens.top
        if top.heeds(self.context.now):
            top.back(self.context)
        self.context.touch()

    # -- text ----------------------------------------------------------------------------

    @property
    def field(self) -> TextField | None:
        """Return the text field with the focus."""
        return self.context.screens.top.field(self.context)

    @contextmanager
    def _writing(self, field: TextField) -> Iterator[None]:
        """Change the text of a field, or move its cursor, inside the block."""
        at, before = self.context, field.text
        self._wrote = at.now
        yield
        if field.text != before:
            if at.ui.focus not in at.screens.top.fields:
                at.ui.focus = ""  # whoever types on is back in the line
            at.screens.top.wrote(at)
        at.touch()

    def text(self, text: str) -> None:
        """Take text from the keyboard, as `window.Listener.text` says."""
        at, field = self.context, self.field
        if field is None:
            at.screens.top.text(at, text)
            at.touch()
        elif self._types:
            with self._writing(field):
                field.write(text)

    def paste(self, text: str) -> None:
        """Insert pasted text at the cursor."""
        if (field := self.field) is not None:
            with self._writing(field):
                field.paste(text)

    def _edit(self, name: str, shift: bool) -> bool:
        """Take a key for what is typed; return False if it means nothing there. The arrows go on
        from what has the focus, and Space presses it."""
        field, focus = self.field, self.context.ui.focus
        walks = focus and focus not in self.context.screens.top.fields
        if field is None or (walks and name in (*MOVES, "space")):
            return False
        with self._writing(field):
            return field.key(name, shift)

    # -- keys ----------------------------------------------------------------------------

    def meant(self, name: str) -> str:
        """Return what a key does now, by the default key of its command; "" for nothing."""
        top = self.context.screens.top
        return "" if top.takes_any else keys.meant(name, top.writes(self.context))

    def key(self, name: str, shift: bool = False) -> None:
        """Take a key by name, as `window.Listener.key` says."""
        if not self.context.screens.top.holds(self.context, name):  # else when it is let go
            self._key(name, shift)

    def _key(self, pressed: str, shift: bool) -> None:
        at, top = self.context, self.context.screens.top
        name = pressed if top.takes_any else self.meant(pressed)
        if top.layer is Layer.QUESTION and name not in ALWAYS and at.now - self._wrote < HEED:
            self._wrote = at.now  # it goes on with what was being typed when the question came
            return
        writes = top.writes(at)
        # a letter that opens a line to type in is not the first one that is typed there
        self._types = writes or (len(pressed) > 1 and pressed != "space")
        at.forget_refusal()
        if not self._edit(name, shift):
            if top.key(at, name, shift):
                pass
            elif name in KEYS and not (writes and len(name) == 1):
                KEYS[name](self, shift)
            elif not writes or len(name) > 1:
                self.hotkey(name)
        at.touch()

    def reachable(self) -> list[Item]:
        """Return the items that can be pressed on the top screen, lowest first."""
        scene = self.scene()
        cover = max((i.z for i in scene if i.solid and i.kind == "shade"), default=-1)
        return [i for i in scene if i.action is not None and i.z >= cover]

    def press_id(self, id: str) -> bool:
        """Press the topmost item of this id; False if there is none."""
        found = [i for i in self.reachable() if i.id.partition("~")[0] == id]
        if found:
            self.activate(found[-1])
        return bool(found)

    def choose(self, id: str) -> None:
        """Focus an item and press it, if Tab comes to it: for those who do not see where it is."""
        item = self.scene().find(id)
        if item is not None and item in self.scene().focusable:
            self.context.forget_refusal()
            self.walk(1, [item])
            self.enter()

    def hotkey(self, name: str) -> None:
        """Press the item that has this letter."""
        for item in self.reachable():
            if item.key == name:
                self.activate(item)
                return

    def enter(self) -> None:
        """Press the item with the focus; without a focus, the item that confirms. If another button
        has taken the place of the focused one, focus it instead, and press nothing."""
        ui, scene = self.context.ui, self.scene()
        focused = scene.find(ui.focus)
        if not ui.focus:
            self.press_id("confirm")
        elif focused is None:
            kin = [i.id for i in scene.focusable if i.id.startswith(_family(ui.focus))]
            ui.focus = ui.hover = kin[0] if kin else ""
        elif focused in self.reachable():
            self.activate(focused)

    def go(self, across: int, down: int) -> None:
        """Focus the nearest item in a direction; without one, the next, as Tab does."""
        scene, ui = self.scene(), self.context.ui
        here = scene.find(ui.focus) if ui.focus else None
        if here is None or here not in scene.pointable:
            first = scene.find(self.context.screens.top.first)
            self.walk(1, None if first is None else [first])
            return
        item = scene.beside(here, across, down)
        self.walk(across + down, None if item is None else [item])

    def walk(self, step: int, among: Sequence[Item] | None = None) -> None:
        """Focus the next (1) or the previous (-1) item in reading order. among: only these."""
        ui = self.context.ui
        order = self.scene().focusable if among is None else among
        if not order:
            return
        ids = [item.id for item in order]
        at = ids.index(ui.focus) + step if ui.focus in ids else (0 if step > 0 else -1)
        ui.focus = ids[at % len(ids)]
        ui.keyboard = True
        ui.hover = ui.focus
        self.context.screens.top.show_item(self.context, order[at % len(ids)])
        rect = (self.scene().find(ui.focus) or order[at % len(ids)]).seen
        ui.pointer = (rect.cx, rect.bottom)
        self.context.touch()

    def leap(self, way: int) -> None:
        """Leap by Page Up (1) or Page Down (-1)."""
        top = self.context.screens.top
        top.scroll(self.context, way * top.leap)


def _family(id: str) -> str:
    """Return how the ids of items begin that stand beside one, such as "end.rematch."."""
    return id[: id.rfind(".") + 1] or id


ALWAYS = ("escape", "+", "-")
"""Keys that mean the same on a question as elsewhere."""

KEYS: dict[str, Callable[[Shown[Any], bool], None]] = {
    "escape": lambda shown, shift: shown.back(),
    "+": lambda shown, shift: shown.rescale(1),
    "-": lambda shown, shift: shown.rescale(-1),
    "tab": lambda shown, shift: shown.walk(-1 if shift else 1),
    "up": lambda shown, shift: shown.go(0, -1),
    "down": lambda shown, shift: shown.go(0, 1),
    "right": lambda shown, shift: shown.go(1, 0),
    "left": lambda shown, shift: shown.go(-1, 0),
    "pageup": lambda shown, shift: shown.leap(1),
    "pagedown": lambda shown, shift: shown.leap(-1),
    "enter": lambda shown, shift: shown.enter(),
    "space": lambda shown, shift: shown.enter(),
}
"""What each key does on every screen that does not take it for itself, by its name; with Shift or
without. Letters and digits press the item whose `key` they are."""
