"""Model, table and input together: everything of the client but the window itself.

A test, a robot or a window moves the pointer and presses keys here; `scene` is what they see.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from owm_net.client import keys, tables, theme
from owm_net.client.actions import (
    CloseStrip,
    LayOver,
    LeaveEnd,
    OpenRule,
    Rescale,
    SayRemark,
    SayWill,
    StepBack,
    ToggleProblem,
    WholeMap,
    WindowAction,
    Zoom,
)
from owm_net.client.after import HEED
from owm_net.client.carrying import Carrier
from owm_net.client.drafting import (
    Adopt,
    Cancel,
    Clear,
    Confirm,
    DraftAction,
    Open,
    Pick,
    Sketch,
    Spot,
    Step,
    held_by,
    holds_groups,
    said,
)
from owm_net.client.guard import Guard
from owm_net.client.keys import MOVES
from owm_net.client.language import tr
from owm_net.client.map_hand import MapHand
from owm_net.client.model import Model
from owm_net.client.overlays import BY_KEY, CHAT, RULES, here
from owm_net.client.rule_books import named_rule, rule_book
from owm_net.client.scene.items import Action, Item, Pointed, Scene
from owm_net.client.scene.pen import effective_scale, pixel
from owm_net.client.scene.widgets import LET_PASS
from owm_net.client.screens import end, layout, replaying
from owm_net.client.settings import Settings
from owm_net.client.shelf import NAMING
from owm_net.client.text_field import FIELD, TextField
from owm_net.engine.requests import Refusal
from owm_net.engine.system import System
from owm_net.engine.windows import Pass

REMATCH_ID = "end.rematch."
"""How the ids of the end screen's buttons begin that are about a rematch."""
AGAIN = 0.25
"""Seconds that lie at least between two presses of Space if the second is meant."""

TREMBLES = 6.0
"""Pixels that the pointer moves while a hand keeps it where it is."""

TRIES = 2
"""How often a picture is begun part by part: were it more often the window would lag behind a
pointer that sweeps over cards."""

PAUSE = 1.5
"""Seconds before an answer that the player wants given by itself; when it leaves says `Front`."""


class Stage:
    """One seat's table on one screen. size: of the window in real pixels; ratio: of these for
    each pixel the operating system counts (2 on many displays)."""

    def __init__(
        self,
        system: System,
        seat: int,
        names: Sequence[str],
        settings: Settings | None = None,
    ) -> None:
        settings = settings or Settings()
        self.table = tables.find(system)
        self.model = Model(
            system,
            seat,
            names,
            settings,
            self.table.beat,
            self.table.begin,
            self.table.moved,
            self.table.ends_pass,
        )
        self.size = settings.size
        self.ratio = 1.0
        self.answers_itself = False
        self._held: WindowAction | None = None  # what follows the pointer
        self.hand = MapHand(self.model, self.scene)
        self.carrier = Carrier(self.model, self.scene, self._draft)
        self._pulls = ""  # the item on which the button went down, if what it means goes on
        self._selects: TextField | None = None  # in which the button went down
        self._looked = 0  # choices that were made when the table began to show something besides
        self._spaced = -AGAIN  # when Space was last pressed at a pass
        self._wrote = -HEED  # when something was last typed
        self._types = False  # the last key was meant for what is being written
        self._due: tuple[Any, float] | None = None
        self._scene: Scene | None = None
        self._made_for: Any = None
        self._begun: tuple[object, Iterator[Scene | None]] | None = None  # for which it is made
        self._hover_is_due = False
        self._rescaled: tuple[str, float, float] | None = None  # by which button, pressed where

    # -- what is seen --------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Time passes for the model, and for answers that are given by themselves."""
        self.model.tick(now)
        self._answer_unasked(now)

    def _answer_unasked(self, now: float) -> None:
        """What the player wants answered by itself, after a pause in which he sees it come."""
        model, ui = self.model, self.model.ui
        if model.passes_on:
            self.answers_itself, self._due = True, None
            model.give(Pass())
            return
        wanted = self.table.unasked(model) if model.asked and not ui.over else None
        self.answers_itself = wanted is not None
        if wanted is None:
            self._due = None
        elif self._due is None or self._due[0] is not model.view:
            self._due = (model.view, now + PAUSE)
        elif now >= self._due[1]:
            self._due = None
            model.give(wanted)

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, soon."""
        return self.model.moving or self._hover_is_due

    def foresee(self) -> Iterator[None]:
        """Do, one thing after another, what makes the picture: what the rules have to say about
        each thing on it, then its parts. Nothing is done twice; but where something has changed
        before it is whole it is begun anew. That may be so TRIES times in all, then `frame` does
        all at once: a hand that moves could keep it from ever being there."""
        for _ in range(TRIES if self._is_old else 0):
            if self.model.kind is not None:
                yield from self.model.drafting.foresee(self.model.sketch)
            wanted, whole = self._wanted, None
            while whole is None and wanted == self._wanted:
                with Guard(self.model):
                    whole = self._another_part()
                if whole is not None:
                    self._begun = wanted, iter((whole,))
                yield
            if wanted == self._wanted:
                return

    def _another_part(self) -> Scene | None:
        """Lay out a part more of the picture; the whole if that was the last one."""
        wanted, begun = self._wanted, self._begun
        if begun is None or begun[0] != wanted:
            begun = wanted, layout(self.model, self.table, self.size, self._scale)
        self._begun = None  # what fails is begun anew
        scene = next(begun[1])
        self._begun = begun
        return scene

    def scene(self) -> Scene:
        """The picture as data; made anew only if something has changed."""
        scene = self.frame()
        return self.frame() if self._hover_is_due else scene

    def frame(self) -> Scene:
        """The same for a frame of a window, which must not wait for long: what has come under the
        pointer without its moving is shown as such in the next one."""
        if self._scene is None or self._is_old:
            with Guard(self.model):
                while (whole := self._another_part()) is None:
                    pass
            self._scene, self._begun = whole, None
            self._hover_is_due = not self._hover_is_due and self._hover_again(self._scene)
            self._made_for = self._shows
        return self._scene

    @property
    def _scale(self) -> float:
        return self.model.settings.scale * pixel(self.size, self.ratio)

    @property
    def _shows(self) -> tuple[object, ...]:
        """All that a picture is made for: it is the same as long as this is."""
        model = self.model
        return (model.rev, self.size, self._scale, model.now if model.slides else 0)

    @property
    def _wanted(self) -> tuple[object, ...]:
        """The same for one that is not whole yet."""
        return (*self._shows, self.model.ui.hover)

    @property
    def _is_old(self) -> bool:
        """Whether the picture is to be made anew."""
        return self._hover_is_due or self._made_for != self._shows

    def _hover_again(self, scene: Scene) -> bool:
        """Something else may have come under the pointer without its moving, such as a dialog;
        True if so."""
        ui = self.model.ui
        if ui.keyboard:
            return False
        item = self._rests_on(scene, *ui.pointer) or scene.at(*ui.pointer)
        hover = item.id if item is not None else ""
        changed = hover != ui.hover
        ui.hover = hover
        return changed

    def _rests_on(self, scene: Scene, x: float, y: float) -> Item | None:
        """The button for the scale on which the pointer was pressed last, until it moves away: that
        button has moved from under it, but whoever presses again means the same."""
        if self._rescaled is None:
            return None
        id, was_x, was_y = self._rescaled
        item = scene.find(id)
        if item is None or abs(x - was_x) + abs(y - was_y) > TREMBLES * self.ratio:
            self._rescaled = None
            return None
        return item if scene.point_of(item) is not None else None

    # -- what is done --------------------------------------------------------------------

    def resize(self, width: int, height: int, ratio: float = 1.0) -> None:
        """The window has another size, in the operating system's pixels."""
        self.ratio = ratio
        self.size = (max(1, round(width * ratio)), max(1, round(height * ratio)))

    def move(self, x: float, y: float) -> None:
        """The pointer is elsewhere."""
        ui = self.model.ui
        ui.pointer = (x, y)
        if self.hand.follow(x, y):
            return
        # he points at what he sees; what comes under the pointer by a change is looked for then
        scene = self._scene or self.scene()
        item = self._rests_on(scene, x, y) or scene.at(x, y)
        hover = item.id if item is not None else ""
        if hover != ui.hover or (item is not None and isinstance(item.action, Pointed)):
            ui.hover = hover
            ui.keyboard = False
            self.model.touch()

    def press(self, x: float, y: float, button: str = "left") -> None:
        """A button of the mouse went down at a point of the scene."""
        self.hand.drop()
        self.move(x, y)
        scene = self.scene()  # what the player sees, before his last refusal goes
        item = self._rests_on(scene, x, y) or scene.pressed(x, y)
        self.model.refuse("")
        self._held, self._pulls, self._selects = None, "", None
        if button == "left" and item is not None and item.kind == FIELD and self.field is not None:
            self._selects, self._types = self.field, True
            self.field.press(x)
            self.model.ui.focus = ""
            self.model.touch()
            return
        if self.hand.press(x, y, button):
            return
        if button == "right":
            self.back()
            return
        self.carrier.press(item if button == "left" else None, x, y)
        if item is not None and item.action is not None:
            self._pulls = item.id if isinstance(item.action, Pointed) else ""
            if isinstance(item.action, replaying.Scrub):
                self._held = item.action
            self.activate(item)
            if isinstance(item.action, Rescale):
                self._rescaled = item.id, x, y
            self._types = self.writes or self._reads
        elif self.model.presenter.busy:
            self.skip()

    def drag(self, x: float, y: float) -> None:
        """The pointer moves with the left button held: what follows it was pressed with it."""
        if self._selects is not None:
            self._selects.press(x, extends=True)
            self.model.touch()
            return
        if self.carrier.follow(x, y):
            return
        if self._pulls:
            self._pull(x, y)
        elif self._held is None:
            self.move(x, y)
        else:
            self.model.ui.pointer = (x, y)
            self.do(self._held)

    def let_go(self, what: str = "") -> None:
        """A button of the mouse went up, or the space bar; "" for all."""
        self._selects = None
        clicked = self.hand.let_go(what)
        if what == "left":
            self.carrier.let_go()
        elif not what:
            self.carrier.drop()
        if clicked and what == "right":
            self.back()
        elif clicked and what == "space":
            self._key("space", False)

    def _pull(self, x: float, y: float) -> None:
        """The pointer has come so far with the button held on something that goes on with it."""
        item = self.scene().find(self._pulls)
        self.model.ui.pointer = (x, y)
        self.model.touch()
        if item is not None and isinstance(item.action, Pointed):
            action = item.action.pulled(*_part(item, x, y))
            if action is not None:
                self.model.refuse("")
                self._do(item, action)

    def activate(self, item: Item) -> None:
        """Do what pressing an item means."""
        action = item.action
        if isinstance(action, Pointed):
            action = action.at(*_part(item, *self.model.ui.pointer))
        self._do(item, action)

    def _do(self, item: Item, action: Action | None) -> None:
        model = self.model
        if isinstance(action, Spot):
            action = action.meant(model.drafting if model.asked else None, model.sketch)
        if action is None:
            return
        if item.id != model.ui.focus and not (model.ui.keyboard and isinstance(action, Open)):
            model.ui.focus = ""
            if model.ui.keyboard and isinstance(action, DraftAction):
                model.ui.hover = ""  # nor is told any more what the keys had come to
        with Guard(model):
            if isinstance(action, replaying.ReplayAction | LayOver | SayWill) and item.why:
                model.refuse(item.why)
            elif isinstance(action, WindowAction):
                self.do(action)
            elif model.presenter.busy:
                self.skip()
            elif item.why:
                model.refuse(item.why)
            elif isinstance(action, DraftAction):
                self._draft(action)
                model.touch()

    def _draft(self, action: DraftAction) -> None:
        """A press that adds to the answer; what it adds can be taken back."""
        model = self.model
        if not model.asked:
            model.refuse(tr("it is not your turn to decide"))
            return
        question = model.view
        before = model.press(action)
        if not model.asked or model.view is not question:
            return
        had = held_by(before)
        changed = _held(before) != _held(model.sketch)
        if isinstance(action, Cancel):
            model.trail.clear()
        elif isinstance(action, Clear) and had:
            model.trail.keep(before)
        elif isinstance(action, Step) or (isinstance(action, Adopt) and action.keeps and had):
            if changed:
                model.trail.keep(before)
        else:
            model.trail.note(before, model.sketch, held_by)

    def scroll(self, x: float, y: float, steps: float, sideways: float = 0.0) -> None:
        """The wheel: the number that is chosen or the map, under the pointer; else the log."""
        if self._reads:
            for _ in range(abs(round(steps))):
                self._look_up("up" if steps > 0 else "down")
            return
        if self.model.ui.hover.startswith("number."):
            self._press_id("number.more" if steps > 0 else "number.less")
            return
        if self.hand.is_over(x, y):
            self.hand.turn(x, y, steps, sideways)
            return
        self.model.ui.log_scroll = max(0, self.model.ui.log_scroll + round(steps * 3))
        self.model.touch()

    def meant(self, name: str) -> str:
        """What a key does now, by the name of the one that does it by default; "" for nothing."""
        return keys.meant(name, self.field is not None)

    def key(self, name: str, shift: bool = False) -> None:
        """A key by name, as `window.Listener.key` says."""
        if name in ALONG_MAP and self.field is None:
            self.hand.move(*ALONG_MAP[name])
        elif name != "space" or not self.hand.takes_space():  # else it does it when it is let go
            self._key(name, shift)

    def _key(self, name: str, shift: bool) -> None:
        pressed, name = name, self.meant(name)
        if name in RULES.keys and not self._reads and self._open_rule():
            return
        self.model.refuse("")
        # a letter that opens the chat is not the first one of what is written there
        opens = name in CHAT.keys and len(pressed) > 1 and pressed != "space"
        self._types = self.field is not None or opens
        if self._edit(name, shift):
            pass
        elif self.writes:
            self._write(name)
        elif self._reads and name not in KEYS_OF_A_BOOK:
            self._look_up(name)
        elif self._is_asked_over_all and name not in ALWAYS:
            if not self._types_on():
                self._hotkey(name)  # Enter and the rest were meant for what lies below
        elif self._goes_through and (name, shift) in replaying.KEYS:
            self.do(replaying.KEYS[name, shift])
        elif name in KEYS:
            KEYS[name](self, shift)
        elif name in BY_KEY and BY_KEY[name] in here(self.model.is_match):
            self.do(LayOver(BY_KEY[name].word))
        elif name.isdigit() and name != "0":
            if not (self._press_id(f"key:{name}") or self._press_id(f"hand:{int(name) - 1}")):
                self._hotkey(name)
        else:
            self._hotkey(name)

    def heard(self) -> list[str]:
        """What is to be heard or called for since the last time."""
        found, self.model.cues = self.model.cues, []
        return found

    def drop(self, path: Path) -> None:
        """A file was dropped on the window."""
        self.model.drop(path)

    @property
    def _goes_through(self) -> bool:
        """Whether the arrows go through a match that is looked at again."""
        return self.model.replay is not None and self.model.ui.over in ("", "strip")

    @property
    def writes(self) -> bool:
        """Whether what is typed goes to the other players, and is no key of the table."""
        return self.model.ui.over in (CHAT.word, NAMING) and self.field is not None

    @property
    def _is_asked_over_all(self) -> bool:
        """Whether a question of the others lies over all else: only its own keys mean anything."""
        return self.model.proposal is not None or self.model.arrival is not None

    def _types_on(self) -> bool:
        """Whether a key goes on with what was being typed when the question came: who looks at the
        keyboard must not answer."""
        goes_on = self.model.now - self._wrote < HEED
        if goes_on:
            self._wrote = self.model.now
        return goes_on

    @property
    def field(self) -> TextField | None:
        """What is typed into now: of what lies over the table, unless a question lies on that."""
        ui = self.model.ui
        if self._is_asked_over_all:
            return None
        fields = {CHAT.word: ui.remark, NAMING: ui.naming, RULES.word: ui.reading.search}
        return fields.get(ui.over)

    def _edit(self, name: str, shift: bool) -> bool:
        """A key for what is typed; False if it means nothing there. In the book the arrows go on
        from what has the focus."""
        field = self.field
        if field is None or (self._reads and self.model.ui.focus and name in MOVES):
            return False
        with self._writing(field):
            return field.key(name, shift)

    @contextmanager
    def _writing(self, field: TextField) -> Iterator[None]:
        """Inside, the text of a field changes, or its cursor is moved."""
        before, self._wrote = field.text, self.model.now
        yield
        ui = self.model.ui
        if self._reads and field.text != before:
            ui.reading = ui.reading.looked_up()
        self.model.touch()

    def text(self, text: str) -> None:
        """What the keyboard wrote, as `window.Listener.text` says."""
        if self.field is not None and self._types:
            with self._writing(self.field):
                self.field.write(text)

    def paste(self, text: str) -> None:
        """What was copied somewhere shall stand where one types."""
        if self.field is not None:
            with self._writing(self.field):
                self.field.paste(text)

    def _open_rule(self) -> bool:
        """Open the book at the rule that is named where one points, on a plate of the map too, or
        by what was just refused; False if none is."""
        item = self.scene().find(self.model.ui.hover)
        said = [self.model.ui.refusal, *((item.why, item.tooltip) if item is not None else ())]
        said += [one.label for one in self.scene() if one.kind == "label"]
        rule = named_rule(" ".join(said))
        if not rule or self.model.ui.over or self._is_asked_over_all:
            return False
        self.do(OpenRule(rule))
        return self.model.ui.over == RULES.word

    @property
    def _reads(self) -> bool:
        """Whether what is typed is looked for in the rule book."""
        return self.model.ui.over == RULES.word and self.field is not None

    def _look_up(self, name: str) -> None:
        """A key while the rule book is open: the arrows go from entry to entry."""
        ui, book = self.model.ui, rule_book(self.model.system.id)
        if name in ("up", "down") and book is not None:
            ui.reading = ui.reading.moved(book, 1 if name == "down" else -1)
        elif name in RULES.keys:
            self.back()
        self.model.touch()

    def _write(self, name: str) -> None:
        """A key that is no letter, while something is written. Enter sends it; where there is
        nothing to send, it closes."""
        ui = self.model.ui
        if name == "enter" and ui.remark.text.strip() and ui.over == CHAT.word:
            self.do(SayRemark(ui.remark.text.strip()))
            ui.remark.put("")
        elif name == "enter":
            self._press_id("confirm")
        elif name == "escape" or (name in CHAT.keys and ui.over == CHAT.word):
            self.back()
        self.model.touch()

    def back(self) -> None:
        """One step back: what lies over the table goes, else the last choice is taken back, or what
        the table has shown besides since then (squads that are ready, a ruler)."""
        ui = self.model.ui
        replay = self.model.replay
        if self.carrier.drop() or self._uncovers():
            pass
        elif replay is not None and replay.export is not None:
            replay.export.cancel()
        elif self.model.presenter.busy:
            self.skip()
        elif ui.look and len(self.model.trail) <= self._looked:
            ui.look = ""
        elif self.model.asked and self.model.trail:
            self.model.sketch = self.model.trail.back()
        elif self.scene().find("strip") is not None:
            self.do(CloseStrip())
        elif ui.focus:
            ui.focus = ui.hover = ""
        elif self.model.view is None:
            self.model.closing = True  # nothing has begun yet
        else:
            self.model.ask_to_leave()
        self.model.touch()

    def _uncovers(self) -> bool:
        """Take away the uppermost of what lies over the table as it is; False if nothing does."""
        model, ui = self.model, self.model.ui
        if model.proposal is not None:
            model.settle_proposal(False)
        elif model.arrival is not None:
            pass  # a no cannot be taken back either: it has a button and a letter
        elif ui.over:
            ui.uncover()
        elif model.past is not None:
            model.look_back(None)
        elif model.coach is not None and model.coach.page:
            model.ask_to_leave()
        elif model.stopped:
            self.do(ToggleProblem())
        elif model.ended:
            if ui.look == end.DETAILS:
                ui.look = ""
            else:
                self.do(LeaveEnd())
        else:
            return False
        return True

    # -- inside --------------------------------------------------------------------------

    def skip(self) -> None:
        """Show at once what is still being shown."""
        self.model.presenter.skip()
        self.model.tick(self.model.now)
        self.model.touch()

    def _space(self) -> None:
        """Hurry, or go on; it confirms nothing and closes nothing: who hurries presses it once too
        often."""
        ui = self.model.ui
        if ui.over:
            self.back()
        elif self.model.presenter.busy:
            self.skip()
        elif self.model.presenter.strip.open and not self.model.asked:
            self.do(CloseStrip())
        elif self.model.heeded and not self.model.ended and self.model.problem is None:
            self._go_on()

    def _go_on(self) -> None:
        """Pass: at once where nothing else can be done. Where something can, the first time only
        shows what the second one does, and one that follows as fast as hurrying does is no second
        one."""
        if self._press_id("continue"):
            return
        ui, now = self.model.ui, self.model.now
        hurries = now - self._spaced < AGAIN
        self._spaced = now
        if ui.focus != LET_PASS and any(i.id == LET_PASS for i in self._reachable()):
            ui.focus = LET_PASS
            self.model.touch()
        elif not hurries and ui.focus == LET_PASS:
            self._press_id(LET_PASS)

    def _reachable(self) -> list[Item]:
        """What can be pressed, lowest first; under an overlay only its own."""
        scene = self.scene()
        cover = max((i.z for i in scene if i.solid and i.kind == "shade"), default=-1)
        return [i for i in scene if i.action is not None and i.z >= cover]

    def _press_id(self, id: str) -> bool:
        found = [i for i in self._reachable() if i.id.partition("~")[0] == id]
        if not found:
            return False
        self.activate(found[-1])
        return True

    def _hotkey(self, name: str) -> None:
        for item in self._reachable():
            if item.key == name:
                self.activate(item)
                return

    def _enter(self) -> None:
        """Press what has the focus; when that completes a choice, Confirm has it next. What only
        changes what is seen completes none."""
        ui = self.model.ui
        focused = self.scene().find(ui.focus) if ui.focus else None
        if focused is None and ui.focus.startswith(REMATCH_ID) and self.model.ended:
            self._to_rematch()  # another button has taken its place
            return
        if focused is None and self.model.ended and not self.model.ui.over:
            if self.model.leaves_by_enter():
                self._press_id("confirm")
            return
        if focused is None:
            pressed = self._press_id("continue" if self._adopts_first() else "confirm")
            if not pressed and self.model.asked and not self.model.ui.over:
                self.model.refuse(self._lacks())
            return
        if focused.action is None:
            return  # it is only read
        if focused in self._reachable():
            self.activate(focused)
        confirm = self.scene().find("confirm")
        what = focused.id.partition("~")[0]
        if self.model.ended or isinstance(focused.action, WindowAction):
            return  # whoever presses twice shall not confirm by that
        grows = isinstance(focused.action, Pick | Open) and holds_groups(self.model.sketch)
        if grows or isinstance(focused.action, Step):
            return  # one of many: the next one is chosen from here
        if confirm is not None and not confirm.why and what != "confirm":
            ui.focus, ui.hover = "confirm", ""  # what was told of the other may cover it
            self.model.touch()

    def _lacks(self) -> str:
        """Why there is nothing to confirm yet."""
        model = self.model
        begun = None if model.sketch is None else Confirm().on(model.drafting, model.sketch)
        return said(begun) if isinstance(begun, Refusal) else tr("nothing has been chosen")

    def _to_rematch(self) -> None:
        """The focus of the keys goes to the first thing that can be said of a rematch."""
        ui = self.model.ui
        there = [i for i in self.scene().focusable if i.id.startswith(REMATCH_ID)]
        ui.focus = ui.hover = there[0].id if there else ""
        self.model.touch()

    def _adopts_first(self) -> bool:
        """Whether nothing can be confirmed yet, and what is lit completes the choice at once."""
        confirm, other = self.scene().find("confirm"), self.scene().find("continue")
        lacks = confirm is not None and bool(confirm.why)
        return lacks and other is not None and other.lit and isinstance(other.action, Adopt)

    def _number(self, step: int) -> None:
        """A larger (1) or smaller (-1) number where one is chosen; else walk."""
        if not self._press_id("number.more" if step > 0 else "number.less"):
            self._go(0, -step)

    def _along(self, step: int) -> None:
        """Through what can be pressed; through the match where the table is looked at as it was."""
        if self.model.past is None or self.model.ui.over:
            self._go(step, 0)
        else:
            self.do(StepBack(step))

    def to_next(self, mark: str) -> None:
        """The focus of the keys goes to the next legal choice with this outline."""
        ui = self.model.ui
        ui.focus = ui.focus or ui.hover  # the button that was pressed for this has taken it
        self._focus(1, [i for i in self.scene().focusable if i.mark == mark and i.lit])

    def _go(self, across: int, down: int) -> None:
        """To the nearest in a direction; where nothing lies there, on as Tab does."""
        scene = self.scene()
        here = scene.find(self.model.ui.focus) if self.model.ui.focus else None
        if here is None or here not in scene.pointable:
            self._focus(1)
            return
        item = scene.beside(here, across, down)
        self._focus(across + down, None if item is None else [item])

    def _focus(self, step: int, among: Sequence[Item] | None = None) -> None:
        ui = self.model.ui
        order = self.scene().focusable if among is None else among
        if not order:
            return
        ids = [item.id for item in order]
        at = ids.index(ui.focus) + step if ui.focus in ids else (0 if step > 0 else -1)
        ui.focus = ids[at % len(ids)]
        ui.keyboard = True
        ui.hover = ui.focus
        self.hand.reveal(order[at % len(ids)])
        rect = (self.scene().find(ui.focus) or order[at % len(ids)]).seen
        ui.pointer = (rect.cx, rect.bottom)
        self.model.touch()

    def do(self, action: WindowAction) -> None:
        """An action of the window itself."""
        look = self.model.ui.look
        action.do(self)
        if self.model.ui.look != look:
            self._looked = len(self.model.trail)
        self.model.touch()

    def zoom(self, step: int) -> None:
        """The map alone larger (1) or smaller (-1)."""
        self.hand.zoom(step)

    def show_whole_map(self) -> None:
        """All of the map."""
        self.hand.whole()

    def rescale(self, step: int) -> None:
        """Larger or smaller by a step, as far as the window has room."""
        settings, scales = self.model.settings, theme.SCALES
        at = min(range(len(scales)), key=lambda i: abs(scales[i] - settings.scale))

        def shown(scale: float) -> float:
            return effective_scale(self.size, scale * pixel(self.size, self.ratio))

        others = scales[at + 1 :] if step > 0 else scales[:at][::-1]
        wanted = [scale for scale in others if shown(scale) != shown(settings.scale)]
        if wanted:
            settings.scale = wanted[0]
        elif step > 0:
            self.model.refuse(
                tr("the window has no room for anything larger: make it larger first")
            )
        else:
            self.model.refuse(tr("this is the smallest"))


def _part(item: Item, x: float, y: float) -> tuple[float, float]:
    """Where a point is on an item: from 0 to 1 across, and down."""
    r = item.rect
    return (x - r.x) / max(1.0, r.w), (y - r.y) / max(1.0, r.h)


KEYS_OF_A_BOOK = {"escape", "tab", "enter", "left", "right", "pageup", "pagedown"}
"""Keys that mean in the rule book what they always do."""

KEYS: dict[str, Callable[[Stage, bool], None]] = {
    "escape": lambda stage, shift: stage.back(),
    "+": lambda stage, shift: stage.do(Rescale(1)),
    "-": lambda stage, shift: stage.do(Rescale(-1)),
    "tab": lambda stage, shift: stage._focus(-1 if shift else 1),
    "up": lambda stage, shift: stage._number(1),
    "down": lambda stage, shift: stage._number(-1),
    "right": lambda stage, shift: stage._along(1),
    "left": lambda stage, shift: stage._along(-1),
    "pageup": lambda stage, shift: stage.scroll(0, 0, 3),
    "pagedown": lambda stage, shift: stage.scroll(0, 0, -3),
    ".": lambda stage, shift: stage.do(Zoom(1)),
    ",": lambda stage, shift: stage.do(Zoom(-1)),
    "0": lambda stage, shift: stage.do(WholeMap()),
    "space": lambda stage, shift: stage._space(),
    "enter": lambda stage, shift: stage._enter(),
}
"""What each key does, by its name; with Shift or without. Digits choose by number, and letters
press the item whose `key` they are."""

ALONG_MAP = {"ctrl+left": (-1, 0), "ctrl+right": (1, 0), "ctrl+up": (0, -1), "ctrl+down": (0, 1)}
"""Keys that look farther to a side of the map: to the right and down."""

ALWAYS = ("escape", "+", "-")
"""Keys that are not meant for what lies on the table."""


def _held(sketch: Sketch) -> Hashable:
    """What its fields hold, None for nothing."""
    return None if sketch is None or sketch.is_empty else sketch.key
