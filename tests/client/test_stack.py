"""The stack of screens: whatever comes over whatever is open, the top alone is given keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.client import keys
from owm_net.client.front import Front
from owm_net.client.glass.shown import Shown
from owm_net.client.keys import HEED
from owm_net.client.match.coach import Coach
from owm_net.client.match.handles import Gathered
from owm_net.client.match_stage import Stage
from owm_net.client.menu.credits import Credits
from owm_net.client.menu.first_start import FirstStart
from owm_net.client.menu.matches import TakingUp
from owm_net.client.menu.meeting import Waiting
from owm_net.client.menu.passphrase import Unlock
from owm_net.client.menu.state import AskToLeave, Menu, MenuScreen
from owm_net.client.screens import DOORS
from owm_net.client.screens.arrival import Arrival
from owm_net.client.screens.coaching import LessonEnd
from owm_net.client.screens.end import EndScreen
from owm_net.client.screens.helping import Help
from owm_net.client.screens.leaving import Leave
from owm_net.client.screens.message import Problem
from owm_net.client.screens.over_table import OverTable
from owm_net.client.screens.proposal import Agree, GoOnWithout
from owm_net.client.screens.resigning import Sure
from owm_net.client.screens.rules import RuleBookScreen
from owm_net.client.squads.naming import Deleting, Naming
from owm_net.client.stage.stack import Question, Screen
from owm_net.client.tables.owm.panels import DiscardPile
from owm_net.client.tables.since import Since
from owm_net.client.tables.squadcards import panels
from owm_net.engine.lessons import Practice
from owm_net.engine.requests import Result
from owm_net.session.match import What
from owm_net.session.player import Notice
from tests.client.situations import stage_at
from tests.client.test_arrival import STRANGER, stage_of
from tests.client.test_menu import SCREENS, door, press
from tests.client.test_menu import stage_of as stage_at_menu
from tests.games.every import THOROUGH, paired

OPEN: dict[str, Callable[[], Screen[Any]]] = {
    **{door.word: door.screen for door in DOORS},
    "quit": lambda: Leave(quits=True),
    "sure": Sure,
    "naming": lambda: Naming("Able"),
    "deleting": lambda: Deleting("Able"),
    "discard": DiscardPile,
    "since": lambda: Since(lambda seen: [0]),
    "end": EndScreen,
    "problem": Problem,
    "lesson": LessonEnd,
}
"""What can lie over a table."""
ARRIVE: dict[str, Callable[[], Question[Any]]] = {
    "somebody": lambda: Arrival(STRANGER),
    "a seat is away": lambda: GoOnWithout(1, "Green is away"),
    "an offer": lambda: Agree(What.ADJOURN, "Green would stop"),
}
"""What can come over all that."""
MENUS: dict[str, tuple[str, ...]] = {
    **SCREENS,
    "keys": ("title:settings", "set:keys"),
    "sight and sound": ("title:settings", "set:senses"),
    "a log is read": (),
    "the first start": (),
    "a locked key": (),
}
"""The screens of the menus, and what leads there."""
SIZE = (1280, 720)
COMES = ("somebody", "leave?", "quit?")
"""What can come over them."""
PRESSED = (*keys.FIXED, *keys.NAMED, *"aefghiklnpy19+-.,0?", "f1", "f2", "f3", "f4", "f7", "f10")
DEAF = ("key", "back", "text", "wrote", "scroll", "wheel", "press", "drag")


def window(name: str) -> Stage:
    """A table with one of these over it."""
    stage = stage_at("action")
    sitting = stage.sitting
    if name == "end":
        sitting.ending.ended_by = Result((), (), "seat 1 resigned")
    elif name == "problem":
        sitting.ending.problem = "It has stopped", "Go on another time."
    elif name == "lesson":
        course = sitting.system.course()
        assert course is not None
        sitting.coach = Coach(course, 0, Practice(course.lessons[0]), over=True)
    stage.tick(stage.now + 1)
    if name in OPEN and stage.is_bare:
        stage.screens.push(OPEN[name]())
    stage.tick(stage.now + 1)
    return stage


def deafen(screen: Screen[Any]) -> None:
    """From now on nothing may come to it."""

    def fail(*given: object) -> None:
        raise AssertionError(f"{given} came to {screen}")

    for name in DEAF:
        setattr(screen, name, fail)


def listen(screen: Screen[Any]) -> list[str]:
    """The keys that come to it from now on."""
    heard: list[str] = []
    hear = screen.key

    def noted(at: Any, name: str, shift: bool) -> bool:
        heard.append(name)
        return hear(at, name, shift)

    screen.key = noted  # type: ignore[method-assign]
    return heard


def some_keys(number: int) -> list[str]:
    """Return the keys to press at a screen: those that are the same everywhere, and every third of
    the others, from another one on at each screen. `make thorough` presses all at each."""
    same = (*keys.FIXED, "y", "n")
    others = [key for key in dict.fromkeys(PRESSED) if key not in same]
    return [*same, *(others if THOROUGH else others[number % 3 :: 3])]


def everything(stage: Stage, number: int) -> Iterator[str]:
    """Press keys, then whatever could be clicked before."""
    for name in some_keys(number):
        stage.key(name)
        stage.text(name[:1])
        yield name
    stage.scroll(600, 300, 1.0)
    stage.press(600, 300, "right")
    stage.paste("pasted")


def press_by_keys(stage: Shown[Any]) -> None:
    """Whatever Tab comes to, of the first few, is pressed by Space and Enter, once each."""
    at: Any = stage.context
    pressed: list[str] = []
    at.act = lambda item, action: pressed.append(item.id)
    screens, came = list(at.screens), list[str]()
    for _ in range(4):
        stage.key("tab")
        focus = at.ui.focus
        for key in () if focus in at.screens.top.fields else ("space", "enter"):
            stage.key(key)
            came.append(focus)
        assert pressed == came and list(at.screens) == screens
    assert came


@pytest.mark.parametrize(("name", "arrives"), paired(["the table", *OPEN], list(ARRIVE)))
def test_each_key_reaches_the_question_that_came_and_nothing_below(name: str, arrives: str) -> None:
    stage = window(name)
    assert stage.is_bare == (name not in OPEN)
    points = [stage.scene().point_of(item) for item in stage.scene() if item.action is not None]
    for screen in stage.screens:
        deafen(screen)
    question, said = ARRIVE[arrives](), list[bool]()
    question.settle = lambda at, yes: said.append(yes)  # type: ignore[method-assign]
    heard = listen(question)
    stage.screens.push(question)
    stage.tick(stage.now + 1)
    stage.tick(stage.now + 2 * HEED)
    letters = {item.key for item in stage.reachable() if item.key}
    assert len(letters) == 2
    for key in everything(stage, [*OPEN, "the table"].index(name)):
        assert heard.pop() == key and not heard
        assert bool(said) == (key in letters or (key == "escape" and arrives != "somebody")), key
        said.clear()
    for point in filter(None, points):
        stage.press(*point)
    assert stage.screens.top is question


@pytest.mark.parametrize("name", OPEN)
def test_each_key_reaches_the_screen_that_is_open_and_not_the_table(name: str) -> None:
    stage = window(name)
    deafen(stage.screens.bottom)
    stage.screens.bottom.tick = lambda at: None  # type: ignore[method-assign]

    def lay() -> Screen[Any]:
        screen = OPEN[name]()
        stage.screens.clear()
        stage.screens.push(screen)
        stage.tick(stage.now + 1)
        stage.tick(stage.now + 3)
        return screen

    for key in some_keys([*OPEN].index(name)):
        screen = lay()
        heard = listen(screen)
        field = screen.field(stage)
        typed = field is not None and field.key(key, False)
        stage.key(key)
        assert typed or heard == [key]
    lay()
    stage.key("escape")
    assert stage.is_bare or stage.sitting.exit.closing, "Esc closes whatever is open"


def kinds(base: type[Any]) -> set[type[Any]]:
    """It and all that are made from it."""
    found: set[type[Any]] = set()
    for sub in base.__subclasses__():
        found |= kinds(sub)
    return {base, *found} if base.__module__.startswith("owm_net") else found


def test_every_screen_over_a_table_is_among_these() -> None:
    tried = {type(make()) for make in (*OPEN.values(), *ARRIVE.values())}
    bases = {OverTable, Question, Agree.__bases__[0]}
    piles = {panels.DiscardPile, panels.NextCards}  # as OWM's
    assert kinds(OverTable) | kinds(Question) == tried | bases | piles


# ------------------------------------------------------------------ the menus


def menu_at(name: str) -> Shown[Menu]:
    """One of MENUS."""
    stage = stage_at_menu(name, SIZE, 1.0) if name in SCREENS else door(kept=3)
    if name not in SCREENS:
        press(stage, *MENUS[name])
    if name == "a log is read":
        stage.context.open(TakingUp(Path("some.owmlog")))
        stage.context.jobs.clear()
    elif name == "the first start":
        stage.context.open(FirstStart())
    elif name == "a locked key":
        stage.context.open(Unlock())
    stage.tick(1.0)
    stage.tick(2.0)
    return stage


def lay_over(stage: Shown[Menu], over: str) -> Screen[Menu]:
    """Something comes over it."""
    page = stage.context.screen
    assert isinstance(page, MenuScreen)
    screen = Arrival(STRANGER) if over == "somebody" else AskToLeave(page, over == "quit?")
    stage.context.screens.push(screen)
    stage.tick(3.0)
    stage.tick(4.0)
    return screen


@pytest.mark.parametrize(("name", "over"), paired(MENUS, COMES))
def test_nothing_comes_to_a_menu_below_what_lies_over_it(name: str, over: str) -> None:
    stage = menu_at(name)
    screens = stage.context.screens
    points = [stage.scene().point_of(item) for item in stage.scene() if item.action is not None]
    for screen in screens:
        deafen(screen)
    top = lay_over(stage, over)
    for key in dict.fromkeys(PRESSED):
        if key not in ("escape", "enter", "space", "y", "n"):
            stage.key(key)
            stage.text(key[:1])
            assert screens.top is top, key
    stage.context.ui.focus = ""
    for x, y in filter(None, points):
        item = stage.scene().pressed(x, y)
        if item is None or item.action is None:  # else it is a button of what is on top
            stage.press(x, y)
    assert screens.top is top and stage.context.errand is None


@pytest.mark.parametrize("name", [name for name in MENUS if name != "a locked key"])
def test_esc_in_a_menu_leaves_the_screen_on_top_and_no_other(name: str) -> None:
    stage = menu_at(name)
    screens = stage.context.screens
    page, before = stage.context.screen, list(screens)
    lay_over(stage, "leave?")
    stage.key("escape")
    assert list(screens) == before
    stage.key("escape")
    if isinstance(screens.top, AskToLeave):
        assert list(screens)[:-1] == before
        press(stage, "leave.go")
    assert list(screens) == (before[:-1] or before) and (screens.top is not page or not before[:-1])


@pytest.mark.parametrize(("name", "over"), paired(MENUS, ["", "leave?", "quit?"]))
def test_a_button_of_a_menu_with_the_focus_is_pressed_by_space_and_enter(
    name: str, over: str
) -> None:
    stage = menu_at(name)
    if over:
        lay_over(stage, over)
    press_by_keys(stage)


@pytest.mark.parametrize("over", COMES)
def test_a_task_that_fails_below_takes_the_question_about_it_and_nothing_else(over: str) -> None:
    stage = door()
    press(stage, "title:host", "confirm")
    screens = stage.context.screens
    waiting = screens.top
    assert isinstance(waiting, Waiting)
    waiting.tell("the game is listed as number 4705; whoever finds it may join")
    top = lay_over(stage, over)
    below = list(screens)[:-2]
    stage.context.tasks[-1].failed("the relay is gone")
    stage.tick(5.0)
    assert list(screens) == [*below, *([top] if over == "somebody" else [])]


def test_every_screen_of_the_menus_is_among_these() -> None:
    found = {type(menu_at(name).context.screen) for name in MENUS}
    assert found == kinds(MenuScreen) - {MenuScreen}


async def test_questions_wait_for_each_other_and_go_when_nobody_asks_any_more() -> None:
    stage = stage_of()
    first, second = Arrival(STRANGER), Arrival(STRANGER)
    said: list[bool] = []

    async def ask(question: Arrival) -> None:
        said.append(await stage.screens.ask(question))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask, first)
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(ask, second)
        await trio.testing.wait_all_tasks_blocked()
        assert list(stage.screens)[1:] == [first]
        stage.tick(10.0)
        stage.tick(11.0)
        stage.key("n")
        stage.key("n")
        await trio.testing.wait_all_tasks_blocked()
        assert said == [False] and list(stage.screens)[1:] == [second]
        nursery.cancel_scope.cancel()
    assert stage.is_bare


def test_a_screen_has_its_own_focus_and_page_when_what_lay_over_it_goes() -> None:
    stage = stage_at("action")
    stage.key("tab")
    focus = stage.ui.focus
    stage.key("f1")
    assert focus and not stage.ui.focus
    stage.key("tab")
    stage.screens.push(Arrival(STRANGER))
    assert not stage.ui.focus
    stage.screens.close(stage.screens.top)
    stage.key("escape")
    assert stage.is_bare and stage.ui.focus == focus


def test_a_map_that_was_drawn_when_a_question_came_stays_where_it_is() -> None:
    stage = stage_at("action")
    stage.key(".")
    lens = stage.scene().lens
    assert lens is not None and lens.zoom > 1
    x, y = lens.frame.cx, lens.frame.cy
    stage.press(x, y, "middle")
    stage.screens.push(Arrival(STRANGER))
    stage.let_go("middle")
    stage.screens.close(stage.screens.top)
    stage.move(x + 60, y + 60)
    seen = stage.scene().lens
    assert seen is not None and seen.camera == lens.camera


def test_the_key_of_a_screen_that_is_not_on_top_opens_it() -> None:
    stage = stage_at("action")
    stage.key("f1")
    rule = next(i for i in stage.scene() if i.id.startswith("help.rule:"))
    stage.activate(rule)
    assert [type(screen) for screen in stage.screens][1:] == [Help, RuleBookScreen]
    stage.key("f1")
    assert [type(screen) for screen in stage.screens][1:] == [Help]
    stage.key("f1")
    assert stage.is_bare


@pytest.mark.parametrize("name", OPEN)
def test_a_button_with_the_focus_is_pressed_by_space_and_enter(name: str) -> None:
    stage = window(name)
    stage.tick(stage.now + 9)
    press_by_keys(stage)


@pytest.mark.parametrize("name", OPEN)
def test_esc_closes_the_screen_on_top_and_no_other(name: str) -> None:
    stage = window(name)
    below = list(stage.screens)
    stage.screens.push(RuleBookScreen())
    stage.key("escape")
    assert list(stage.screens) == below


@pytest.mark.parametrize("name", [*OPEN, *ARRIVE])
def test_a_notice_takes_nothing_from_the_screen_on_top(name: str) -> None:
    stage = window(name)
    if name in ARRIVE:
        stage.screens.push(ARRIVE[name]())
    Front(stage).notice(Notice.REMARK, "Green: Good luck")
    Front(stage).notice(Notice.AWAY, "Green has left")
    stage.tick(stage.now + 1)
    stage.tick(stage.now + 2 * HEED)
    scene, screens = stage.scene(), list(stage.screens)
    told = [item for item in scene if item.id in ("chat.newest", "trouble")]
    assert told or name in ("chat", "end", "problem")
    assert not any(item.action for item in told)
    for item in told:
        stage.press(item.rect.cx, item.rect.cy)
        assert item not in scene.focusable and list(stage.screens) == screens


def test_the_end_comes_below_what_the_player_has_open() -> None:
    stage = stage_at("action")
    stage.key("f2")
    stage.sitting.ending.ended_by = Result((), (), "seat 1 resigned")
    stage.tick(stage.now + 1)
    assert [type(screen).__name__ for screen in stage.screens][1:] == ["EndScreen", "Chat"]
    stage.key("escape")
    stage.key("escape")  # of the same hand
    assert isinstance(stage.screens.top, EndScreen)


def test_who_comes_while_it_is_asked_whether_to_leave_is_asked_about_first() -> None:
    """In the menus too."""

    async def waits(door: Any) -> Gathered:
        await trio.sleep_forever()

    stage = door()
    stage.context.open(Credits())
    waiting = Waiting("Host", "", waits)
    stage.context.screens.push(waiting)
    waiting.tell("the code is 4419-hedgerow-mortar-orchard: good for this match alone; tell it to"
                 " nobody else")  # fmt: skip
    stage.key("escape")
    assert isinstance(stage.context.screens.top, AskToLeave)
    question = Arrival(STRANGER)
    for screen in stage.context.screens:
        deafen(screen)
    stage.context.screens.push(question)
    stage.tick(1.0)
    stage.tick(2.0)
    stage.key("enter")
    stage.key("escape")
    assert question.answer is None
    stage.key("y")
    assert question.answer and isinstance(stage.context.screens.top, AskToLeave)
