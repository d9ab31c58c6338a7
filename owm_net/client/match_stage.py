"""A match in a window: its table at the bottom of the stack of screens, and what a press means."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from owm_net.client import tables
from owm_net.client.answering.drafting import (
    Adopt,
    Cancel,
    Clear,
    Confirm,
    DraftAction,
    DraftStep,
    OpenGroup,
    Pick,
    Say,
    Sketch,
    Spot,
    held_by,
    holds_groups,
    said,
)
from owm_net.client.glass.shown import Shown
from owm_net.client.language import tr
from owm_net.client.rules.reading import Reading
from owm_net.client.rules.rule_books import named_rule, rule_book
from owm_net.client.scene.items import Action, Item, Pointed, Scene, part_of
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pointer import Pointing
from owm_net.client.screens import DOORS, chat, coaching, message, rematch, replaying
from owm_net.client.screens.chat import Chat
from owm_net.client.screens.coaching import LessonEnd
from owm_net.client.screens.end import EndScreen
from owm_net.client.screens.leaving import Leave
from owm_net.client.screens.message import Problem
from owm_net.client.screens.over_table import OverTable
from owm_net.client.screens.rules import RULES, RuleBookScreen
from owm_net.client.screens.turning import TurningScreen
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import (
    AtTable,
    CloseStrip,
    OpenScreen,
    Rescale,
    StepBack,
    UnfoldLog,
    WholeMap,
    WindowAction,
    Zoom,
)
from owm_net.client.sitting.carrying import Carrier
from owm_net.client.sitting.guard import Guard
from owm_net.client.sitting.sitting import Sitting
from owm_net.client.sitting.unasked import Unasked
from owm_net.client.stage.jobs import Jobs
from owm_net.client.stage.map_hand import MapHand
from owm_net.client.stage.stack import Layer, Screen, Screens
from owm_net.client.widgets import LET_PASS, backdrop
from owm_net.client.widgets.preview import place
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, Refusal
from owm_net.engine.system import System

T = TypeVar("T")

AGAIN = 0.25
"""Seconds that lie at least between two presses of Space if the second is meant."""


class Stage(Shown[AtTable]):
    """One seat's table in one window."""

    def __init__(
        self,
        system: System,
        seat: int,
        names: Sequence[str],
        settings: Settings | None = None,
    ) -> None:
        self.table = tables.find(system)
        self.sitting = Sitting(
            system,
            Seat(seat),
            names,
            settings or Settings(),
            self.table.beat,
            self.table.begin,
            self.table.moved,
            self.table.ends_pass,
        )
        self.sitting.doors = DOORS
        self.sitting.presenter.animate = self.table.animations
        super().__init__(self)
        self.hand = MapHand(self.sitting.map_view, self.ui, self.scene, self.touch)
        self.carrier = Carrier(self.sitting, self.scene, self._draft)
        self.looked = 0  # choices that were made when the table began to show something besides
        self.jobs = Jobs()  # what its screens have found out beside the window
        self.reading = Reading()  # where the player is in the rule book
        self.unasked = Unasked()
        self.words = tables.in_words(system)  # of the game, as a terminal has them
        self.screens: Screens[Any] = Screens(self, TableScreen(self))

    # -- what its screens share ----------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """Return what the player has set."""
        return self.sitting.settings

    @property
    def ui(self) -> Pointing:
        """Return the pointer and the focus."""
        return self.sitting.ui

    @property
    def now(self) -> float:
        """The time of the last tick, in seconds."""
        return self.sitting.display.now

    @property
    def rev(self) -> int:
        """Another number whenever something that is drawn has changed."""
        return self.sitting.signals.rev

    def touch(self) -> None:
        """Something that is drawn has changed."""
        self.sitting.touch()

    def cue(self, name: str) -> None:
        """Something is to be heard."""
        self.sitting.signals.cue(name)

    def heard(self) -> list[str]:
        """Return the cues since the last time."""
        return self.sitting.signals.heard()

    def refuse(self, why: str) -> None:
        """Tell the player why something did nothing."""
        self.sitting.refuse(why)

    def forget_refusal(self) -> None:
        """The player has gone on. The rule book still opens at the rule that was named."""
        self.sitting.ui.refused.before = self.sitting.ui.refused.why
        self.sitting.refuse("")

    def guard(self) -> Guard:
        """Inside, the state of the game must stay as it is."""
        return Guard(self.sitting)

    def drop(self, path: Path) -> None:
        """A file was dropped on the window."""
        self.sitting.drop(path)

    # -- what is seen --------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Time passes for the match, and for answers that are given by themselves."""
        sitting = self.sitting
        if sitting.talk.has_come and self.screens.find(Chat) is None:  # there it is read already
            self.cue("remark")
        if self.is_bare:
            sitting.play_on(now)
        sitting.tick(now)
        self.unasked.tick(sitting, self.table, now, self.is_bare)
        self.tick_screens(now)

    @property
    def is_bare(self) -> bool:
        """Return True if nothing lies over the table."""
        return self.screens.top is self.screens.bottom

    @property
    def moving(self) -> bool:
        """Return True if the picture is about to change without input."""
        return self.sitting.moving or super().moving

    def prepare(self) -> Iterator[None]:
        """Let the rules judge each thing that can be chosen, each once."""
        answering = self.sitting.answering
        if answering.kind is not None:
            drafting, sketch = answering.drafting, answering.sketch
            yield from drafting.foresee(sketch, partial(self.table.weighs, drafting, sketch))

    @property
    def _shows(self) -> tuple[object, ...]:
        return (*super()._shows, self.sitting.display.now if self.sitting.display.slides else 0)

    def frame(self) -> Scene:
        """Return the picture with what is animated over it."""
        return self.sitting.display.animated(super().frame())

    @property
    def page(self) -> object:
        """Return the screen; the table is another one once there is something on it."""
        return super().page, self.sitting.view is None

    def pen(self) -> Pen:
        """Return a pen without the bar of a replay, which is below the table."""
        return Pen(self.size, self._scale, replaying.height(self.sitting), self.sitting.ui)

    def notices(self, pen: Pen) -> None:
        """Draw the notices over everything. What is on top alone can be pressed: none of them where
        it is not the table."""
        sitting = self.sitting
        notices = sitting.notices
        if (
            notices.trouble is not None
            and sitting.ending.problem is None
            and sitting.result is None
        ):
            message.trouble(pen, notices, sitting.display.now)
        elif notices.progress is not None:
            message.progress(pen, notices)
        rematch.over_replay(pen, sitting, self.is_bare)
        if sitting.talk.has_news(sitting.display.now) and self.screens.find(Chat) is None:
            chat.newest(pen, sitting.talk, self.is_bare)
        place(pen, sitting.ui.pointer)

    # -- what is done --------------------------------------------------------------------

    def act(self, item: Item, action: Action | None) -> None:
        """Do what pressing an item means."""
        sitting = self.sitting
        answering = sitting.answering
        if isinstance(action, Spot):
            action = action.meant(
                answering.drafting if answering.is_open else None, answering.sketch
            )
        if action is None:
            return
        if item.id != sitting.ui.focus and not (
            sitting.ui.keyboard and isinstance(action, OpenGroup)
        ):
            sitting.ui.focus = ""
            if sitting.ui.keyboard and isinstance(action, DraftAction):
                sitting.ui.hover = ""  # nor is told any more what the keys had come to
        with self.guard():
            if isinstance(action, WindowAction) and item.why:
                sitting.refuse(item.why)
            elif isinstance(action, WindowAction):
                self.do(action)
                if isinstance(action, Rescale):
                    self._rescaled = item.id, *sitting.ui.pointer
            elif sitting.presenter.busy:
                self.skip()
            elif item.why:
                sitting.refuse(item.why)
            elif isinstance(action, DraftAction):
                self._draft(action)
                sitting.touch()

    def do(self, action: WindowAction) -> None:
        """An action of the window itself."""
        look = self.sitting.ui.look
        action.do(self)
        if self.sitting.ui.look != look:
            self.looked = len(self.sitting.answering.trail)
        self.sitting.touch()

    def lay_out(self, answer: Answer) -> None:
        """Lay an answer out as if the player had chosen it; what they had chosen comes back by Esc.
        A button that gives it at once gets the focus of the keys instead: nothing is given."""
        self._draft(Adopt(answer, keeps=True))
        buttons = [i for i in self.scene() if i.action == Say(answer) and not i.why]
        if buttons and self.sitting.answering.is_open:
            self.ui.focus = buttons[0].id
            self.touch()

    def _draft(self, action: DraftAction) -> None:
        """A press that adds to the answer; what it adds can be taken back."""
        sitting = self.sitting
        answering = sitting.answering
        if not answering.is_open:
            sitting.refuse(tr("it is not your turn to decide"))
            return
        question = sitting.view
        before = answering.apply(action)
        if not answering.is_open or sitting.view is not question:
            return
        had = held_by(before)
        changed = _held(before) != _held(answering.sketch)
        if isinstance(action, Cancel):
            answering.trail.clear()
        elif isinstance(action, Clear) and had:
            answering.trail.keep(before)
        elif isinstance(action, DraftStep) or (isinstance(action, Adopt) and action.keeps and had):
            if changed:
                answering.trail.keep(before)
        else:
            answering.trail.note(before, answering.sketch, held_by)

    def skip(self) -> None:
        """Show at once what is still being shown."""
        self.sitting.presenter.skip()
        self.sitting.tick(self.sitting.display.now)
        self.sitting.touch()

    def zoom(self, step: int) -> None:
        """The map alone larger (1) or smaller (-1)."""
        self.hand.zoom(step)

    def show_whole_map(self) -> None:
        self.hand.whole()

    def to_next(self, mark: str) -> None:
        """The focus of the keys goes to the next legal choice with this outline."""
        ui = self.sitting.ui
        ui.focus = ui.focus or ui.hover  # the button that was pressed for this has taken it
        self.walk(1, [i for i in self.scene().focusable if i.mark == mark and i.lit])

    def open_rule(self, rule: str) -> bool:
        """Open the rule book at a rule; False where there is none. Over what it was named in."""
        book = rule_book(self.sitting.system.id)
        entry = book.find(rule) if book is not None else None
        if entry is None:
            return False
        self.reading = Reading(chosen=entry.id)
        if self.screens.find(RuleBookScreen) is None:
            self.screens.push(RuleBookScreen())
        return True

    def want(self, what: str, do: Callable[[], T], done: Callable[[T], None]) -> None:
        """Have something found out in a thread, once. what: its name."""

        def take(found: T) -> None:
            done(found)
            self.touch()

        self.jobs.want(what, do, take)

    def show_news(self) -> None:
        """Show again what has come unasked and was put away: the end, or why there is none."""
        screen = Problem() if self.sitting.ending.problem is not None else EndScreen()
        screen.heed = 0.0  # it is asked for
        self.screens.push(screen)

    def ask_to_leave(self, quits: bool = False) -> None:
        """Ask whether to leave the match; where none runs any more nothing is asked. quits: the
        window shall close with it."""
        if not self.sitting.is_match:
            self.sitting.exit.closing = True
        elif self.sitting.may_be_left:
            self.screens.open(Leave(quits))

    def leave(self, quits: bool = False) -> None:
        """The match is left. quits: and the window is closed."""
        self.sitting.exit.closing, self.sitting.exit.quits = True, quits


class TableScreen(Screen[AtTable]):
    """The table itself, or what is said before there is one."""

    layer = Layer.BOTTOM
    shade = 0

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._held: WindowAction | None = None  # what follows the pointer
        self._pulls = ""  # the item on which the button went down, if what it means goes on
        self._spaced = -AGAIN  # when Space was last pressed at a pass
        self._told_end = False
        self._told_problem: tuple[str, str] | None = None

    def draw(self, pen: Pen, at: AtTable) -> Iterator[None]:
        """The game's own picture; below it the bar of a replay, beside it what a lesson says."""
        sitting = at.sitting
        if sitting.view is not None:
            yield from at.table.draw(pen, sitting) or ()
            replaying.draw(pen, sitting)
            if sitting.coach is not None:
                coaching.draw(pen, sitting)
        elif sitting.ending.problem is None and sitting.coach is None:
            message.waiting(pen, at)
        else:
            backdrop(pen)

    def turn_page(self, at: AtTable, step: int) -> None:
        """Turn the page of a paged part of the table."""
        ui = at.sitting.ui
        ui.page = max(0, ui.page + step)

    # -- what comes by itself ------------------------------------------------------------

    def tick(self, at: AtTable) -> None:
        """The end, what has stopped the match and that of a lesson are screens of their own."""
        sitting, screens = at.sitting, at.screens
        if sitting.ending.problem is not self._told_problem:
            self._told_problem = sitting.ending.problem
            _close(screens, EndScreen, Problem)
            if sitting.ending.problem is not None:
                screens.push(Problem())
        if (sitting.result is not None) != self._told_end:
            self._told_end = not self._told_end
            _close(screens, EndScreen)
            if self._told_end and sitting.ending.problem is None and sitting.replay is None:
                screens.push(EndScreen())
                at.cue("end")
        if sitting.replay is not None and sitting.replay.turning.opens:
            sitting.replay.turning.opens = False
            screens.push(TurningScreen())
        ended = sitting.coach is not None and sitting.coach.over
        ended = ended and not sitting.presenter.busy
        if ended != (screens.find(LessonEnd) is not None):
            _close(screens, LessonEnd)
            if ended:
                screens.push(LessonEnd())

    # -- the pointer ---------------------------------------------------------------------

    def release(self, at: AtTable) -> None:
        self._stage.hand.drop()

    def moves(self, at: AtTable, x: float, y: float) -> bool:
        return self._stage.hand.follow(x, y)

    def on_press(self, at: AtTable, item: Item | None, x: float, y: float, button: str) -> bool:
        """A button may draw the map, or carry something; a click on nothing hurries."""
        self._held, self._pulls = None, ""
        if self._stage.hand.grab(x, y, button):
            return True
        self._stage.carrier.pick_up(item if button == "left" else None, x, y)
        if button == "right":
            return False
        if item is not None and item.action is not None:
            self._pulls = item.id if isinstance(item.action, Pointed) else ""
            self._held = item.action if isinstance(item.action, replaying.Scrub) else None
        elif at.sitting.presenter.busy:
            at.skip()
        return False

    def drag(self, at: AtTable, x: float, y: float) -> bool:
        """Let the carried thing, the dragged one, or the place in a replay follow the pointer."""
        if self._stage.carrier.follow(x, y):
            return True
        if self._pulls:
            self._pull(at, x, y)
        elif self._held is not None:
            at.ui.pointer = (x, y)
            self._stage.do(self._held)
        else:
            return False
        return True

    def _pull(self, at: AtTable, x: float, y: float) -> None:
        """The pointer has come so far with the button held on something that goes on with it."""
        item = self._stage.scene().find(self._pulls)
        at.ui.pointer = (x, y)
        at.touch()
        if item is not None and isinstance(item.action, Pointed):
            action = item.action.pulled(*part_of(item, x, y))
            if action is not None:
                at.refuse("")
                at.act(item, action)
                at.ui.told = at.ui.hover  # its note would lie where it is dragged to

    def let_go(self, at: AtTable, what: str) -> bool:
        """Drop the carried thing; a button that dragged nothing was clicked."""
        clicked = self._stage.hand.let_go(what)
        if what == "left":
            self._stage.carrier.let_go()
        elif not what:
            self._stage.carrier.drop()
            self._held, self._pulls = None, ""
        return clicked

    def wheel(self, at: AtTable, x: float, y: float, steps: float, sideways: float) -> None:
        """The number that is chosen or the map, under the pointer; else the log."""
        if at.ui.hover.startswith("number."):
            self._stage.press_id("number.more" if steps > 0 else "number.less")
        elif self._stage.hand.is_over(x, y):
            self._stage.hand.turn(x, y, steps, sideways)
        else:
            self.scroll(at, steps)

    def scroll(self, at: AtTable, steps: float) -> None:
        log = at.sitting.log
        log.scroll = max(0, log.scroll + round(steps * 3))

    # -- keys ----------------------------------------------------------------------------

    def show_item(self, at: AtTable, item: Item) -> None:
        """The map shows what Tab has come to."""
        self._stage.hand.reveal(item)

    def holds(self, at: AtTable, key: str) -> bool:
        """The space bar may begin to draw the map."""
        return key == "space" and self._stage.hand.takes_space()

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """Keys of the table, of its map, of a replay, and those that open other screens."""
        stage, sitting = self._stage, at.sitting
        if name in ALONG_MAP:
            stage.hand.move(*ALONG_MAP[name])
        elif name in RULES.keys and (rule := self._named_rule()) and at.open_rule(rule):
            pass
        elif sitting.replay is not None and (name, shift) in replaying.KEYS:
            stage.do(replaying.KEYS[name, shift])
        elif name in MAP_KEYS:
            stage.do(MAP_KEYS[name])
        elif name == "f7":
            stage.do(UnfoldLog())
        elif name == "space":
            self._space(at)
        elif name == "enter":
            self._enter(at)
        elif name in ("up", "down"):
            return stage.press_id("number.more" if name == "up" else "number.less")
        elif name in ("left", "right") and sitting.log.past is not None:
            stage.do(StepBack(1 if name == "right" else -1))
        elif door := OverTable.door(at, name):
            stage.do(OpenScreen(door.screen))
        elif name.isdigit():
            return stage.press_id(f"key:{name}") or stage.press_id(f"hand:{int(name) - 1}")
        else:
            return False
        return True

    def _named_rule(self) -> str:
        """The rule that is named where one points, on a plate of the map too, or by what was just
        refused; "" for none."""
        scene = self._stage.scene()
        item = scene.find(self._stage.ui.hover)
        said = [
            self._stage.sitting.ui.refused.before,
            *((item.why, item.tooltip) if item is not None else ()),
        ]
        said += [one.label for one in scene if one.kind == "label"]
        return named_rule(" ".join(said))

    def back(self, at: AtTable) -> None:
        """The last choice is taken back, or what the table has shown besides since then (squads
        that are ready, a ruler)."""
        sitting, ui, stage = at.sitting, at.sitting.ui, self._stage
        answering = sitting.answering
        replay = sitting.replay
        if stage.carrier.drop():
            pass
        elif sitting.presenter.recalls:
            sitting.presenter.recalls, ui.page = False, 0
        elif sitting.log.past is not None:
            sitting.look_back(None)
        elif replay is not None and replay.export is not None:
            replay.export.cancel()
        elif sitting.presenter.busy:
            at.skip()
        elif ui.look and len(answering.trail) <= stage.looked:
            ui.look = ""
        elif answering.is_open and answering.trail:
            answering.sketch = answering.trail.back()
        elif stage.scene().find("strip") is not None:
            stage.do(CloseStrip())
        elif ui.focus:
            ui.focus = ui.hover = ""
        elif sitting.view is None:
            sitting.exit.closing = True  # nothing has begun yet
        else:
            stage.ask_to_leave()

    def _space(self, at: AtTable) -> None:
        """Hurry, or go on; it confirms nothing, because a player who hurries presses it once too
        often."""
        sitting = at.sitting
        if sitting.presenter.recalls:
            self.back(at)
        elif sitting.presenter.busy:
            at.skip()
        elif sitting.presenter.strip.open and not sitting.answering.is_open:
            self._stage.do(CloseStrip())
        elif sitting.answering.heeded and sitting.result is None and sitting.ending.problem is None:
            self._go_on(at)

    def _go_on(self, at: AtTable) -> None:
        """Pass: at once where nothing else can be done. Where something can, the first time only
        shows what the second one does, and one that follows as fast as hurrying does is no second
        one."""
        if self._stage.press_id("continue"):
            return
        ui = at.ui
        hurries = at.now - self._spaced < AGAIN
        self._spaced = at.now
        if ui.focus != LET_PASS and any(i.id == LET_PASS for i in self._stage.reachable()):
            ui.focus = LET_PASS
        elif not hurries and ui.focus == LET_PASS:
            self._stage.press_id(LET_PASS)

    def _enter(self, at: AtTable) -> None:
        """Press what has the focus; when that completes a choice, Confirm has it next. What only
        changes what is seen completes none."""
        stage, sitting, ui = self._stage, at.sitting, at.ui
        focused = stage.scene().find(ui.focus) if ui.focus else None
        if focused is None:
            pressed = stage.press_id("continue" if self._adopts_first() else "confirm")
            if not pressed and sitting.answering.is_open and not sitting.presenter.recalls:
                lit = [i.id for i in stage.reachable() if i.kind == "button" and i.lit]
                if lit == [LET_PASS]:  # nothing else is left to do
                    ui.focus = LET_PASS
                else:
                    sitting.refuse(self._lacks(at))
            return
        if focused.action is None:
            return  # it is only read
        if focused in stage.reachable():
            stage.activate(focused)
        if isinstance(focused.action, WindowAction):
            return  # whoever presses twice shall not confirm by that
        confirm = stage.scene().find("confirm")
        what = focused.id.partition("~")[0]
        grows = isinstance(focused.action, Pick | OpenGroup) and holds_groups(
            sitting.answering.sketch
        )
        if grows or isinstance(focused.action, DraftStep):
            return  # one of many: the next one is chosen from here
        if confirm is not None and not confirm.why and what != "confirm":
            ui.focus, ui.hover = "confirm", ""  # what was told of the other may cover it

    def _lacks(self, at: AtTable) -> str:
        """Why there is nothing to confirm yet."""
        sitting = at.sitting
        answering = sitting.answering
        begun = (
            None if answering.sketch is None else Confirm().on(answering.drafting, answering.sketch)
        )
        return said(begun) if isinstance(begun, Refusal) else tr("nothing has been chosen")

    def _adopts_first(self) -> bool:
        """Return True if nothing can be confirmed yet, and a lit choice completes the answer at
        once."""
        scene = self._stage.scene()
        confirm, other = scene.find("confirm"), scene.find("continue")
        lacks = confirm is not None and bool(confirm.why)
        return lacks and other is not None and other.lit and isinstance(other.action, Adopt)


def _close(screens: Screens[Any], *kinds: type[Screen[Any]]) -> None:
    """Close those of a kind that are open."""
    for kind in kinds:
        if (screen := screens.find(kind)) is not None:
            screens.close(screen)


MAP_KEYS = {".": Zoom(1), ",": Zoom(-1), "0": WholeMap()}
"""Keys that look at a map nearer, from farther, and at all of it."""

ALONG_MAP = {"ctrl+left": (-1, 0), "ctrl+right": (1, 0), "ctrl+up": (0, -1), "ctrl+down": (0, 1)}
"""Keys that look farther to a side of the map: to the right and down."""


def _held(sketch: Sketch) -> Hashable:
    """Return what its fields hold, None for nothing."""
    return None if sketch is None or sketch.is_empty else sketch.key
