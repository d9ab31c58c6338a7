"""The menus without a window: every screen has room for its words, and everything is reached by
mouse and by keys alone."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from attrs import evolve, frozen
from babel.messages.pofile import read_po

from owm_net import games
from owm_net.client import language, theme
from owm_net.client.glass.paint_pillow import paint
from owm_net.client.glass.showing import SOON, keep_written
from owm_net.client.glass.shown import Shown
from owm_net.client.language import tr
from owm_net.client.match.handles import Gathered, ListedGame, SpectatedMatch, TakenUp
from owm_net.client.menu.briefed import MissionBriefing
from owm_net.client.menu.first_start import FirstStart
from owm_net.client.menu.joining import JoinScreen
from owm_net.client.menu.matches import Matches
from owm_net.client.menu.meeting import HOST, Waiting
from owm_net.client.menu.new_game import FAR, NEAR, ChosenGame, NewGame
from owm_net.client.menu.options import Options
from owm_net.client.menu.passphrase import Unlock
from owm_net.client.menu.state import (
    Doorkeeper,
    Follow,
    GameOffer,
    Hosting,
    Kept,
    Learn,
    ListedFriend,
    Me,
    Menu,
    Play,
    Quit,
    Resume,
    Sit,
    Watch,
)
from owm_net.client.menu.title import Title
from owm_net.client.scene.items import Item
from owm_net.client.scene.pen import pixel
from owm_net.client.settings import FILE, Settings, remember, remembered
from owm_net.client.words import ALL_GOOD
from owm_net.engine.system import System
from owm_net.files.identity import Form
from owm_net.files.progress import reach
from owm_net.net.consent import ConsentQuestion, Known
from owm_net.net.invitation import read_invitation
from owm_net.protocol.codes import parse_code
from tests.client.test_table import texts_that_run_over
from tests.games.every import THOROUGH

SIZES = ((960, 540), (1280, 720), (1600, 900), (3840, 2160))
SCALES = (0.8, 1.0, 2.0)
LAYOUTS = list(product(SIZES, SCALES))[:: 1 if THOROUGH else 2]
"""Every size and every scale; `make thorough`: each with each."""


@frozen
class Seated(Gathered):
    what: Any


@frozen
class Spectated(SpectatedMatch):
    what: Any


@frozen
class BrokenOff(TakenUp):
    said: str


@frozen
class Numbered(ListedGame):
    n: int


class House:
    """A program behind the menus that has everything ready."""

    version = "owm-net of the tests"
    page = ""

    def __init__(self, kept: int = 0) -> None:
        titles = ("Of War and Men: Murder at the Moonless Chateau", "Squad: Meeting")
        self.kept = [
            Kept(
                Path(f"/nowhere/logs/owm-20260101-1200{n:02}.owmlog"),
                titles[n % 2],
                "Anna against Wolfeschlegelsteinhausenbergerdorff",
                "24 Dec 2026, 23:59",
                n < 3,
            )
            for n in range(kept)
        ]
        self.prepared = 0
        self.released: list[Any] = []
        self.how: list[Hosting] = []
        self.relay: tuple[str, str] | None = None
        self.open: list[GameOffer] = []
        self.known = [
            ListedFriend(
                name, words, "known since 2026-01-01, last met 2026-12-24, 1000000 matches"
            )
            for name, words in (
                ("Ada", "waffle-lava-chime-stork-sketch-zephyr"),
                ("Wolfeschlegelsteinhausenbergerdorff", "acorn-acorn-acorn-acorn-acorn-acorn"),
                ("Ben", "sunset-sunset-sunset-sunset-sunset-sunset"),
            )
        ]
        self.who: ConsentQuestion | None = None

    def systems(self) -> Sequence[System]:
        return [games.get(name) for name in ("owm", "squadcards", "skeleton")]

    def expects(self) -> bool:
        return any(kept.goes_on for kept in self.kept)

    def matches(self) -> Sequence[Kept]:
        return self.kept

    def verify(self, log: Path, progress: Callable[[int, int], None]) -> list[str]:
        if "bad" in log.name:
            raise ValueError("the log is no log")
        return [tr(ALL_GOOD), *[f"Anna signed with one word and another, {n}" for n in range(60)]]

    def draw(self, log: Path) -> tuple[Path, int]:
        return log.with_suffix(".png"), 7

    def remove(self, log: Path) -> None:
        pass

    def take_up(self, log: Path) -> TakenUp:
        return BrokenOff(f"taken up: {log.name}")

    def let_go(self, taken: TakenUp) -> None:
        self.released.append(taken)

    form = Form.PLAIN
    passphrase = ""

    def key(self) -> tuple[str, Form | None]:
        return "queen-trout-spruce-sunset-north-cargo", self.form

    def keep_key(self, in_keyring: bool) -> tuple[str, Form | None]:
        self.form = Form.KEYRING if in_keyring else Form.PLAIN
        return self.key()

    def keep_under(self, passphrase: str) -> tuple[str, Form | None]:
        self.form, self.passphrase = Form.PASSPHRASE, passphrase
        return self.key()

    def unlock(self, passphrase: str) -> None:
        if passphrase != self.passphrase:
            raise ValueError("the passphrase is wrong")

    def friends(self) -> Sequence[ListedFriend]:
        return self.known

    def rename(self, words: str, name: str) -> Sequence[ListedFriend]:
        if name == "Ben":
            raise ValueError("Ben looks like Ben, who is another friend")
        self.known = [evolve(f, name=name) if f.words == words else f for f in self.known]
        return self.known

    def forget(self, words: str) -> Sequence[ListedFriend]:
        self.known = [f for f in self.known if f.words != words]
        return self.known

    async def look(self, relay: str) -> tuple[Sequence[GameOffer], str]:
        return self.open, f"the relay {relay} cannot be reached" if relay else ""

    def prepare(self) -> None:
        self.prepared += 1

    async def host(self, game: Any, me: Me, how: Hosting, door: Doorkeeper) -> Any:
        self.how.append(how)
        for line in TOLD:
            door.tell(line)
        while self.who is not None and not await door.ask(self.who):
            door.tell("he is sent away")
        return Seated(("met", game[1].mission, me))

    def known_relay(self) -> tuple[str, str] | None:
        return self.relay

    async def join(self, code: str, me: Me, door: Doorkeeper, offer: Any = None) -> Any:
        if offer is not None:
            return Seated(("met", offer))
        door.tell("looking on your own network ...")
        raise OSError("nobody on your own network waits in room 7: looked for 4 s")

    async def watch(self, code: str, me: Me, door: Doorkeeper) -> Any:
        return Spectated(("shown", code))


TOLD = [
    "waiting on [::]:7770",
    "the code is 4419-hedgerow-mortar-orchard: good for this match alone; tell it to nobody else",
    "the invitation for your friend: owm-net join 4419-hedgerow-mortar-orchard 192.0.2.7:7770",
    "192.0.2.9:51234 has come, and has gone again: it says nothing",
]


def door(size: tuple[int, int] = (1280, 720), scale: float = 1.0, kept: int = 0) -> Shown[Menu]:
    return Shown[Menu](Menu(House(kept), Settings(size=size, scale=scale), "Anna", Title()))


def test_the_first_start_asks_for_a_name_once() -> None:
    """What is typed is kept; whoever types nothing has the name of their login."""
    for typed, kept in (("Bea", "Bea"), ("", "Anna")):
        stage = door()
        menu = stage.context
        menu.open(FirstStart())
        assert "Anna" in stage.scene().texts()
        for letter in typed:
            stage.key(letter)
            stage.text(letter)
        stage.key("enter")
        assert menu.settings.name == kept and isinstance(menu.screen, Title)
        assert not texts_that_run_over(stage.scene())


def work(stage: Shown[Menu]) -> None:
    """Run the jobs that threads would run."""
    while stage.context.jobs:
        job = stage.context.jobs.pop(0)
        job.done(job.do())


def press(stage: Shown[Menu], *ids: str) -> None:
    """Clicks, where a player would click."""
    for id in ids:
        item = stage.scene().find(id)
        assert item is not None, f"no {id} among {[i.id for i in stage.scene() if i.action]}"
        point = stage.scene().point_of(item)
        assert point is not None, f"{id} is covered"
        stage.press(*point)
        work(stage)


def keys(stage: Shown[Menu], *names: str) -> None:
    for name in names:
        stage.key(name)
        work(stage)


def found(stage: Shown[Menu], id: str) -> Item:
    item = stage.scene().find(id)
    assert item is not None, id
    return item


async def until(stage: Shown[Menu]) -> None:
    """Run the tasks that wait for others, as far as they go; results stay out of the menus."""
    task = stage.context.tasks.pop()
    with suppress(OSError):
        await task.do()


async def ended(stage: Shown[Menu]) -> None:
    """Run the tasks that wait for others, to the end."""
    task = stage.context.tasks.pop()
    try:
        task.done(await task.do())
    except OSError as error:
        task.failed(str(error))


SCREENS: dict[str, tuple[str, ...]] = {
    "title": (),
    "new game": ("title:new",),
    "new game of squad": ("title:new", "game:squadcards"),
    "new game of skeleton": ("title:new", "game:skeleton"),
    "briefing": ("title:new", "briefing.all"),
    "briefing of squad": ("title:new", "game:squadcards", "briefing.all"),
    "options": ("title:new", "options", "option:icons"),
    "options of squad": ("title:new", "game:squadcards", "options"),
    "no matches": ("title:matches",),
    "title with many": (),
    "many matches": ("title:matches", "match:1", "verify", "draw"),
    "many, over": ("title:matches", "match:4", "draw"),
    "many, one to delete": ("title:matches", "match:1", "remove"),
    "a picture of many": ("title:matches", "match:1", "draw", "details.picture"),
    "host": ("title:host",),
    "how to host": ("title:host", "how", "how:open", "how:listed"),
    "how to host for squad": ("title:host", "game:squadcards", "how"),
    "host waits": ("title:host", "confirm"),
    "join": ("title:join", "field:code"),
    "profile": ("title:profile",),
    "profile, a friend": ("title:profile", "friend:1", "forget"),
    "passphrase": ("title:profile", "key.passphrase"),
    "credits": ("title:credits",),
    "lessons": ("title:learn",),
    "rules": ("title:rules",),
    "rules of squad": ("title:rules", "book:squadcards"),
    "settings": ("title:settings",),
    "settings, a name": ("title:settings", "set:name"),
}


def stage_of(screen: str, size: tuple[int, int], scale: float) -> Shown[Menu]:
    """One of SCREENS."""
    stage = door(size, scale, 40 if "many" in screen else 0)
    work(stage)
    press(stage, *SCREENS[screen])
    if stage.context.tasks:
        trio.run(until, stage)
    return stage


def has_room(stage: Shown[Menu], id: str) -> None:
    """Fails unless all words have room where this has the focus, and nothing lies over another."""
    stage.context.ui.hover = stage.context.ui.focus = id
    stage.context.ui.keyboard = True
    stage.context.touch()
    scene = stage.scene()
    assert texts_that_run_over(scene) == [], id
    cut = [text for text in scene.texts() if text.endswith("…")]
    assert not cut, (id, cut)
    everything = [i for i in scene if i.action is not None]
    for item in (scene.find("heading"), scene.find("heading.about")):
        for run in item.runs if item is not None else ():
            assert not [one.id for one in everything if one.rect.meets(run.box, 1)], run.text
    for n, one in enumerate(everything):
        assert one.rect.x >= 0 and one.rect.right <= stage.size[0] + 1, one.id
        assert one.rect.y >= 0 and one.rect.bottom <= stage.size[1] + 1, one.id
        for other in everything[n + 1 :]:
            inside = other.id.startswith(f"{one.id}.")
            assert inside or not one.rect.meets(other.rect, 1), (one.id, other.id)


@pytest.mark.parametrize(("size", "scale"), LAYOUTS)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_has_room_for_its_words(
    screen: str, size: tuple[int, int], scale: float
) -> None:
    stage = stage_of(screen, size, scale)
    for id in ["", *(item.id for item in stage.scene().focusable)]:
        has_room(stage, id)


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.5), ((960, 540), 1.0)])
@pytest.mark.parametrize("screen", ["lessons", "new game"])
def test_the_german_heading_leaves_room_for_the_first_match(
    screen: str, size: tuple[int, int], scale: float
) -> None:
    try:
        language.use("de")
        has_room(stage_of(screen, size, scale), "")
    finally:
        language.use("en")


def test_the_first_match_is_briefed_before_it_begins() -> None:
    """Boot Camp led straight to the table, and nobody had said what it was about."""
    stage = door()
    press(stage, "title:learn", "course:squadcards", "first_match")
    assert any("Mission Objectives" in text for text in stage.scene().texts())
    assert stage.context.errand is None
    press(stage, "confirm")
    assert stage.context.errand == Play(
        games.get("squadcards"), *games.get("squadcards").first_match()
    )


def test_a_match_is_chosen_by_mouse() -> None:
    stage = door()
    press(stage, "title:new", "mission:the-road-to-ruin", "level:colonel", "opponent:regular")
    press(stage, "options", "option:icons", "option:fuse", "option:fuse", "confirm", "confirm")
    owm = games.get("owm")
    setup = owm.default_setup(mission="the-road-to-ruin", level="colonel")
    wanted = Play(owm, setup, "regular")
    assert isinstance(stage.context.errand, Play)
    assert stage.context.errand.setup.switches == (("icons", "die"),)  # the fuse is long again
    assert stage.context.errand.opponent == wanted.opponent
    assert stage.context.errand.setup.mission == setup.mission
    assert stage.context.errand.setup.level == setup.level
    stage.context.errand.system.check_setup(stage.context.errand.setup)


@pytest.mark.parametrize(("kept", "seems"), [(0, False), (0, True), (2, True)])
def test_no_entry_of_the_title_moves_when_the_matches_have_been_looked_through(
    kept: int, seems: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GO ON came between the first look and the press, which was one of the entry beside."""
    monkeypatch.setattr(House, "expects", lambda house: seems)  # another window may play it
    stage = door(kept=kept)
    before = found(stage, "title:join").rect
    assert stage.scene().find("title:resume") is None
    work(stage)
    assert (stage.scene().find("title:resume") is not None) is (kept > 0)
    assert found(stage, "title:join").rect == before
    house = stage.context.house
    assert isinstance(house, House)
    house.kept.clear()  # it was played to its end
    stage.context.want_matches()
    stage.context.touch()
    gone = found(stage, "title:join").rect
    work(stage)
    assert stage.scene().find("title:resume") is None
    assert found(stage, "title:join").rect == gone


@pytest.mark.parametrize(
    ("entry", "id"), [("title:learn", "course:squadcards"), ("title:new", "first_match")]
)
def test_a_click_on_a_page_whose_rules_are_still_loaded_counts_when_they_are_there(
    entry: str, id: str
) -> None:
    """It was lost; the second click of two on the title's entry still is."""
    there = door()
    press(there, entry)
    point = there.scene().point_of(found(there, id))
    assert point is not None
    for seconds, counts in ((0.2, False), (2.0, True)):
        stage = door()
        stage.tick(1.0)
        stage.press(*(stage.scene().point_of(found(stage, entry)) or (0, 0)))
        stage.tick(2.0)
        stage.tick(2.0 + seconds)
        stage.press(3, 300)  # the last one counts
        stage.press(*point)
        stage.move(700, 650)
        assert stage.context.errand is None
        work(stage)
        stage.tick(8.0)
        stage.tick(9.0)  # it is pressed once
        chosen = getattr(stage.context.screen, "system", "") == "squadcards"
        assert (chosen or isinstance(stage.context.screen, MissionBriefing)) is counts
        assert stage.context.ui.pointer == (700, 650)


def test_a_click_before_the_rules_are_there_is_forgotten_where_the_page_is_left() -> None:
    stage = door()
    stage.tick(1.0)
    stage.press(*(stage.scene().point_of(found(stage, "title:new")) or (0, 0)))
    stage.tick(2.0)
    stage.tick(4.0)
    stage.press(1140, 42)
    stage.key("escape")
    work(stage)
    stage.tick(5.0)
    assert isinstance(stage.context.screen, Title) and stage.context.errand is None


def test_what_is_there_already_is_pressed_at_once_though_more_is_loaded() -> None:
    stage = door(kept=1)
    work(stage)
    stage.tick(1.0)
    stage.tick(2.0)
    stage.press(*(stage.scene().point_of(found(stage, "title:learn")) or (0, 0)))
    assert not isinstance(stage.context.screen, Title)
    stage.tick(3.0)
    stage.tick(4.0)
    stage.press(*(stage.scene().point_of(found(stage, "back")) or (0, 0)))
    assert isinstance(stage.context.screen, Title)


def test_down_from_the_options_leads_to_what_stands_below_them() -> None:
    """It led to the last mission, in the column beside."""
    stage = door()
    keys(stage, "down", "enter")
    while stage.context.ui.focus != "options":
        keys(stage, "tab")
    keys(stage, "down")
    assert stage.context.ui.focus == "back"


def test_a_match_is_chosen_by_keys_alone() -> None:
    stage = door()
    keys(stage, "down", "enter")
    assert stage.context.ui.focus == "confirm"  # Enter alone would begin
    while not stage.context.ui.focus.startswith("level:"):
        keys(stage, "tab")
    keys(stage, "right", "enter")
    focused = stage.context.ui.focus
    assert focused.startswith("level:"), focused
    keys(stage, "up", "up")
    assert stage.context.ui.focus.startswith("mission:")
    keys(stage, "enter")
    mission = stage.context.ui.focus.removeprefix("mission:")
    while stage.context.ui.focus != "confirm":
        keys(stage, "tab")
    keys(stage, "enter")
    assert isinstance(stage.context.errand, Play)
    assert stage.context.errand.setup.mission == mission
    assert stage.context.errand.setup.level == focused.removeprefix("level:")


@pytest.mark.parametrize("opens", ["title:new", "title:host"])
def test_what_was_played_last_is_chosen_the_next_time(opens: str) -> None:
    stage = door()
    press(
        stage, "title:new", "game:squadcards", "mission:two-squads", "opponent:regular", "confirm"
    )
    game = stage.context.settings.game
    assert game == ("squadcards", "two-squads", "standard", "regular")

    def chosen(game: tuple[str, str, str, str]) -> tuple[str, str, str, str]:
        stage = door()
        stage.context.settings.game = game
        press(stage, opens)
        screen = stage.context.screen
        assert isinstance(screen, NewGame)
        one = screen.chosen(stage.context)
        return stage.context.systems[one.system].id, one.mission, one.level, one.opponent

    assert chosen(game) == game
    gone = chosen(("squadcards", "of a pack that is gone", "", "nobody"))
    assert gone[0] == "squadcards" and gone[1] != game[1] and gone[3] != "nobody"
    assert chosen(("gone", "two-squads", "", ""))[0] == "owm"


@pytest.mark.parametrize("screen", SCREENS)
def test_what_has_the_focus_is_seen_and_arrows_and_tab_reach_everything(screen: str) -> None:
    stage = door(kept=40 if "many" in screen else 0)
    work(stage)
    press(stage, *SCREENS[screen])
    wanted = {item.id for item in stage.scene().focusable}
    reached = set()
    for _ in wanted:
        keys(stage, "tab")
        focused = [item.id for item in stage.scene() if "focus" in item.flags]
        assert focused == [stage.context.ui.focus]
        reached.add(focused[0])
    assert wanted - reached <= {"details.picture"}  # of the match that had been looked at


def test_who_has_not_played_is_told_where_the_game_is_taught() -> None:
    for kept, told in ((0, True), (5, False)):
        stage = door(kept=kept)
        work(stage)
        assert (stage.scene().find("title:learn.new") is not None) == told
        press(stage, "title:new")
        assert any("Boot Camp" in text for text in stage.scene().texts()) == told
    stage = door()
    work(stage)
    press(stage, "title:new", "game:skeleton")  # it has no lessons
    assert not any("Boot Camp" in text for text in stage.scene().texts())


def test_the_lessons_show_what_is_done_and_begin_at_any_step(tmp_path: Path) -> None:
    owm = games.get("owm")
    for over in (False, True):
        reach(tmp_path, "owm", "move", 5 if over else 0, 5)
        reach(tmp_path, "owm", "fire", 2, 4)
        stage = door()
        stage.context.settings.memory = tmp_path
        work(stage)
        assert stage.scene().find("title:learn.new") is None
        press(stage, "title:learn")
        work(stage)
        assert ("completed" in stage.scene().texts()) == over
        press(stage, "confirm")
        assert stage.context.errand == Learn(owm, 1, 2)  # where one was
    stage.context.errand = None
    press(stage, "lesson:0.step:3")
    assert stage.context.errand == Learn(owm, 0, 3)
    press(stage, "lesson:2")
    assert stage.context.errand == Learn(owm, 2, 0)


def test_the_computer_is_prepared_where_a_match_against_it_is_chosen() -> None:
    for entry, times in (("title:new", 1), ("title:host", 0)):
        stage = door()
        work(stage)
        press(stage, entry)
        house = stage.context.house
        assert isinstance(house, House)
        assert house.prepared == times


async def _nobody(door: Doorkeeper) -> Gathered:
    raise AssertionError("nobody is to be met")


def test_who_hosts_copies_the_invitation_that_is_good_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after the machine moved to another network. A stranger's words change nothing."""
    waiting = Waiting("Host", "", _nobody)
    for line in TOLD:
        waiting.tell(line)
    assert waiting.invitation == "owm-net join 4419-hedgerow-mortar-orchard 192.0.2.7:7770"
    moved = "owm-net join 4419-hedgerow-mortar-orchard 192.0.2.8:7770"
    waiting.tell(f"this machine is on another network now; the new invitation: {moved}")
    waiting.tell("no match with the invitation for your friend: owm-net join 6-a-b-c: it left")
    assert waiting.invitation == moved
    assert "send your friend the new invitation" in waiting.shown[-2]


def test_who_hosts_on_no_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that it is waited on [::]."""
    for here, said in (([], True), (["127.0.0.1"], True), (["192.0.2.7"], False)):
        monkeypatch.setattr("owm_net.client.menu.meeting.reached_at", lambda _, here=here: here)
        waiting = Waiting("Host", "", _nobody)
        waiting.tell("waiting on [::]:7770")
        assert ("this machine is on no network" in waiting.lines[0]) is said
        assert "port 7770" in waiting.lines[0] and "[::]" not in waiting.lines[0]


@pytest.mark.parametrize(("id", "form"), [("key.file", Form.PLAIN), ("key.keyring", Form.KEYRING)])
def test_the_key_loses_its_passphrase_only_after_a_second_press(id: str, form: Form) -> None:
    stage = door()
    house = stage.context.house
    assert isinstance(house, House)
    house.form = Form.PASSPHRASE
    press(stage, "title:profile", id)
    assert house.form is Form.PASSPHRASE and "REALLY?" in stage.scene().texts()
    assert not texts_that_run_over(stage.scene())
    press(stage, id)
    assert house.form is form
    assert found(stage, id).why and "REALLY?" not in stage.scene().texts()


def test_the_profile_copies_the_words_of_the_key_and_keeps_it_in_the_keyring() -> None:
    stage, copied = stage_of("profile", (1280, 720), 1.0), list[str]()

    def copy(text: str) -> bool:
        copied.append(text)
        return True

    stage.context.window.copy = copy
    press(stage, "key.copy", "key.keyring")
    work(stage)
    assert copied == ["queen-trout-spruce-sunset-north-cargo"]
    told = " ".join(stage.scene().texts())
    assert "It is in the keyring of this system" in told and "kept otherwise" in told
    press(stage, "key.file")
    work(stage)
    assert "It is not encrypted" in " ".join(stage.scene().texts())


def test_a_passphrase_is_set_by_keys_alone_and_never_shown() -> None:
    stage = stage_of("passphrase", (1280, 720), 1.0)
    house = stage.context.house
    assert isinstance(house, House)
    for typed, then in (("a long one", "enter"), ("another", "enter")):
        stage.text(typed)
        stage.key(then)
    assert house.form is Form.PLAIN and found(stage, "confirm").why
    shown = " ".join(stage.scene().texts())
    assert "a long one" not in shown and "another" not in shown and "•" * 7 in shown
    assert stage.field is not None
    stage.key("ctrl+a")
    assert stage.field.selected and not stage.field.copied
    stage.text("a long one")
    stage.key("enter")
    work(stage)
    assert (house.form, house.passphrase) == (Form.PASSPHRASE, "a long one")
    assert "CHANGE PASSPHRASE" in stage.scene().texts()


def test_nothing_is_reached_before_the_passphrase_is_typed() -> None:
    stage = door()
    menu = stage.context
    house = menu.house
    assert isinstance(house, House)
    house.passphrase = "a long one"
    menu.open(Unlock())
    stage.text("a long two")
    stage.key("enter")
    job = menu.jobs.pop()
    with pytest.raises(ValueError, match="passphrase is wrong"):
        job.do()
    job.failed("the passphrase is wrong")
    assert isinstance(menu.screen, Unlock) and "passphrase is wrong" in menu.note
    assert not texts_that_run_over(stage.scene())
    stage.key("escape")
    assert menu.errand == Quit()
    stage.key("backspace")
    stage.key("backspace")
    stage.key("backspace")
    stage.text("one")
    press(stage, "confirm")
    work(stage)
    assert isinstance(menu.screen, Title)


@pytest.mark.parametrize("how", ["copy", "c", "ctrl+c"])
def test_the_code_of_who_hosts_is_copied(how: str) -> None:
    """Where the system has no clipboard, or will not give it, that is said."""
    stage = door()
    waiting = Waiting("Host", "", _nobody)
    waiting.tell(
        "the code is 7-melon-sandal-orchid: good for this match alone; tell it to nobody else"
    )
    stage.context.screens.push(waiting)
    copied: list[str] = []

    def copied_by(works: bool) -> Callable[[str], bool]:
        def copy(text: str) -> bool:
            copied.extend([text] * works)
            return works

        return copy

    for works in (True, False):
        stage.context.window.copy = copied_by(works)
        stage.context.touch()
        if how == "copy":
            press(stage, how)
        else:
            stage.key(how)
        assert ("paste it" in stage.context.note) == works
    assert copied == ["7-melon-sandal-orchid"]


def test_escape_goes_back_one_step_and_what_was_chosen_stays() -> None:
    stage = door()
    press(stage, "title:new", "game:squadcards", "options", "option:handicap")
    keys(stage, "escape")
    assert stage.scene().find("confirm") is not None
    assert any("One changed" in text for text in stage.scene().texts())
    keys(stage, "escape", "escape", "escape")
    assert stage.scene().find("title:quit") is not None and stage.context.errand is None
    press(stage, "title:quit")
    assert isinstance(stage.context.errand, Quit)


def test_a_mission_shows_its_map_and_the_side_one_plays() -> None:
    """Of Hill Farm there is more to say than has room."""
    stage = stage_of("new game", (1280, 720), 1.0)
    menu, heroes = stage.context, games.get("heroes")
    menu.systems = (*menu.systems, heroes)
    assert isinstance(menu.screen, NewGame)
    menu.screen.choose(ChosenGame(len(menu.systems) - 1, "hill-farm", "standard"))
    menu.touch()
    scene = stage.scene()
    assert "You play the Germans." in scene.texts()
    assert "Farmhouse: 4 points for the Americans" in " ".join(scene.texts())
    assert any(item.art and item.rect.h >= 100 for item in scene if item.rect.x > 640)


def test_no_value_of_an_option_is_cut() -> None:
    stage, heroes = door(), games.get("heroes")
    stage.context.open(Options(heroes, heroes.missions[0], (), lambda switches: None))
    value = stage.scene().find("option:cards.value")
    assert value is not None
    assert " ".join(run.text for run in value.runs) == "As the scenario says"


def test_what_cannot_be_found_out_is_said_and_asked_for_again() -> None:
    stage = door()
    keys(stage, "down")
    stage.key("enter")
    stage.context.jobs.pop().failed("the card data cannot be used")
    assert any("The card data cannot be used" in text for text in stage.scene().texts())
    keys(stage, "enter")  # nothing to start yet
    assert stage.context.errand is None
    keys(stage, "escape")
    press(stage, "title:new", "confirm")
    assert isinstance(stage.context.errand, Play)


def test_a_mission_that_does_not_go_with_an_option_says_so() -> None:
    stage = door()
    press(stage, "title:new", "options", "option:sides", "confirm")
    for mission in games.get("owm").missions:
        press(stage, f"mission:{mission}")
        button = stage.scene().find("confirm")
        assert button is not None
        if button.why:
            press(stage, "confirm")
            assert stage.context.errand is None
            assert any("which side starts where" in text for text in stage.scene().texts())
            return
    raise AssertionError("every mission takes this option")


def test_a_number_of_ones_own_is_typed_where_an_option_takes_one() -> None:
    stage = door()
    press(stage, "title:new", "options")
    stage.move(*(stage.scene().point_of(found(stage, "option:points")) or (0, 0)))
    stage.text("x")
    stage.text("1")
    assert any("1_" in text for text in stage.scene().texts())  # fewer than there can be
    stage.text("2")
    stage.text("0")
    press(stage, "option:last_round")
    while stage.context.ui.focus != "option:last_round":
        keys(stage, "tab")
    for name in ("1", "2", "backspace", "3"):
        stage.key(name)
        if name.isdigit():
            stage.text(name)
    press(stage, "confirm", "confirm")
    assert isinstance(stage.context.errand, Play)
    assert dict(stage.context.errand.setup.switches) == {"points": "120", "last_round": "13"}
    stage.context.errand.system.check_setup(stage.context.errand.setup)


def test_each_game_says_what_it_is_and_what_has_one_choice_is_not_asked() -> None:
    stage = door()
    press(stage, "title:new")
    for system in stage.context.systems:
        assert system.about and system.about in stage.scene().texts(), system.id
        press(stage, f"game:{system.id}")
        assert (stage.scene().find("levels") is not None) == (len(system.levels) > 1)


def test_the_arrows_of_an_option_lead_through_all_it_can_be() -> None:
    nco = games.get("nco")
    screen = Options(nco, nco.missions[0], (), lambda switches: None)
    seen = []
    for _ in nco.switches["layout"]:
        seen.append(screen.value("layout"))
        screen.step("layout", 1)
    assert seen == list(nco.switches["layout"]) and len(seen) > 5
    assert screen.value("layout") == seen[0]


def test_the_title_is_a_picture() -> None:
    """Not a flat ground: its left is dark for the words, its sun is bright."""
    picture = paint(door().scene())
    assert picture.size == (1280, 720)
    sun, left = (picture.convert("L").crop((x, 340, x + 8, 348)).tobytes() for x in (884, 20))
    assert min(sun) > 200 and max(left) < 60


# ------------------------------------------------------------------ my matches


def test_a_match_is_gone_on_with_from_the_title() -> None:
    stage = door(kept=1)
    work(stage)
    stage.press(*(stage.scene().point_of(found(stage, "title:resume")) or (0, 0)))
    assert any("Reading the log" in text for text in stage.scene().texts())
    work(stage)
    assert stage.context.errand == Resume(BrokenOff("taken up: owm-20260101-120000.owmlog"))


def test_of_several_matches_one_is_chosen() -> None:
    stage = door(kept=5)
    work(stage)
    press(stage, "title:resume", "match:1", "confirm")
    assert stage.context.errand == Resume(BrokenOff("taken up: owm-20260101-120001.owmlog"))


def test_what_was_found_out_of_a_log_is_found_out_again_after_it_was_played_on() -> None:
    stage = door(kept=5)
    work(stage)
    press(stage, "title:matches", "verify", "draw")
    assert stage.context.matches.verdicts and stage.context.matches.drawn
    stage.context.returned()
    assert not stage.context.matches.verdicts and not stage.context.matches.drawn


def test_the_match_that_is_looked_at_stays_so_when_another_has_become_the_newest() -> None:
    stage = door(kept=5)
    work(stage)
    press(stage, "title:matches", "match:2")
    stage.context.matches.kept = [stage.context.matches.kept[4], *stage.context.matches.kept[:4]]
    stage.context.touch()
    press(stage, "confirm")
    assert stage.context.errand == Resume(BrokenOff("taken up: owm-20260101-120002.owmlog"))


def test_matches_that_cannot_be_listed_are_not_looked_for_for_ever() -> None:
    stage = door()
    stage.context.jobs.pop().failed("cannot read the logs")
    press(stage, "title:matches")
    stage.context.jobs.clear()
    stage.context.returned()
    stage.context.jobs.pop().failed("cannot read the logs")
    stage.key("down")
    stage.context.screens.push(Matches())
    stage.context.touch()
    assert any("Cannot read the logs" in text for text in stage.scene().texts())
    assert not any("Looking" in text for text in stage.scene().texts())


def test_who_has_gone_elsewhere_meanwhile_is_not_torn_into_a_match() -> None:
    stage = door(kept=1)
    work(stage)
    stage.press(*(stage.scene().point_of(found(stage, "title:resume")) or (0, 0)))
    stage.key("escape")
    work(stage)
    assert stage.context.errand is None
    house = stage.context.house
    assert isinstance(house, House) and len(house.released) == 1  # another program may have it


def test_a_long_list_is_walked_by_keys_and_scrolled_by_the_wheel() -> None:
    stage = door(kept=40)
    work(stage)
    press(stage, "title:matches")
    shown = {i.id for i in stage.scene() if i.id.startswith("match:")}
    assert "match:0" in shown and "match:39" not in shown
    for _ in range(39):
        keys(stage, "down")
        assert found(stage, stage.context.ui.focus).flags >= {"focus"}
    assert stage.context.ui.focus == "match:38"  # the first press only took the focus
    keys(stage, "end")
    assert stage.context.ui.focus == "match:39"
    keys(stage, "home")
    assert stage.context.ui.focus == "match:0" and stage.scene().find("match:39") is None
    for _ in range(50):
        stage.scroll(300, 300, -1)
    assert stage.scene().find("match:39") is not None and stage.scene().find("match:0") is None
    for _ in range(90):
        stage.scroll(300, 300, 1)
    assert stage.scene().find("match:0") is not None
    keys(stage, "enter")  # what is looked at is gone on with
    assert isinstance(stage.context.errand, Resume)


def test_a_match_is_verified_and_its_table_drawn() -> None:
    stage = door(kept=5)
    work(stage)
    press(stage, "title:matches", "match:4")
    assert stage.scene().find("confirm") is None  # it is over
    press(stage, "verify", "draw")
    assert any(text.startswith("Checked: every move") for text in stage.scene().texts())
    assert not any("signed with" in text for text in stage.scene().texts())
    press(stage, "verify")  # all of it, where it is wanted
    assert any("signed with" in text for text in stage.scene().texts())
    press(stage, "verify")
    assert not any("signed with" in text for text in stage.scene().texts())
    press(stage, "details.picture")
    keys(stage, "escape")
    assert found(stage, "details.picture").art is not None
    paint(stage.scene())  # the file is not there: a plate stands for it


def test_a_match_is_deleted_when_that_was_said_twice_and_the_next_one_is_looked_at() -> None:
    stage = door(kept=5)
    work(stage)
    logs = [kept.log for kept in stage.context.matches.kept]
    press(stage, "title:matches", "match:1", "remove")
    assert "REALLY DELETE IT?" in stage.scene().texts()
    press(stage, "match:3")
    assert "REALLY DELETE IT?" not in stage.scene().texts()  # not another one
    press(stage, "remove")
    assert [kept.log for kept in stage.context.matches.kept] == logs
    press(stage, "remove")
    assert [kept.log for kept in stage.context.matches.kept] == [*logs[:3], logs[4]]
    assert isinstance(stage.context.screen, Matches)
    assert stage.context.screen.selected(stage.context).log == logs[4]
    keys(stage, "delete", "delete")  # the last of the list: the one before it is looked at
    assert [kept.log for kept in stage.context.matches.kept] == logs[:3]
    assert stage.context.screen.selected(stage.context).log == logs[2]
    for _ in range(3):
        keys(stage, "delete", "delete")
    assert stage.scene().find("remove") is None
    assert "No match is kept on this machine." in stage.scene().texts()
    keys(stage, "delete")


def test_a_match_that_cannot_be_deleted_stays_and_that_is_said() -> None:
    stage = door(kept=2)
    work(stage)
    stage.context.matches.kept = [
        evolve(stage.context.matches.kept[0], log=Path("/nowhere/bad.owmlog"))
    ]
    press(stage, "title:matches")
    for _ in range(2):  # also when it is tried again
        stage.key("delete")
        stage.key("delete")
        stage.context.jobs.pop().failed("bad.owmlog is being played by another program")
        assert "Bad.owmlog is being played by another program" in stage.scene().texts()
        assert len(stage.context.matches.kept) == 1


def test_a_picture_that_is_there_is_shown_without_asking() -> None:
    stage = door(kept=5)
    work(stage)
    press(stage, "title:matches", "match:4")
    assert any("Click: see the table" in text for text in stage.scene().texts())
    one = stage.context.matches.kept[4]
    stage.context.matches.kept = [
        *stage.context.matches.kept[:4],
        evolve(one, picture=(one.log.with_suffix(".png"), 3)),
    ]
    stage.context.touch()
    assert not any("Click: see the table" in text for text in stage.scene().texts())
    assert found(stage, "details.picture").art is not None
    press(stage, "match:3", "undrawn")
    assert found(stage, "details.picture").art is not None


def test_who_has_watched_a_match_is_back_where_it_was_chosen() -> None:
    stage = door(kept=5)
    work(stage)
    press(stage, "title:matches", "match:4", "watch")
    assert isinstance(stage.context.errand, Watch)
    stage.context.returned("That was all", stays=True)
    assert isinstance(stage.context.screen, Matches)
    assert "That was all" in stage.scene().texts()
    assert stage.context.screen.selected(stage.context).log == stage.context.matches.kept[4].log
    keys(stage, "escape")
    assert isinstance(stage.context.screen, Title)


def test_what_was_said_on_one_screen_does_not_stand_on_the_next() -> None:
    stage = door()
    stage.context.returned("The match is kept")
    assert "The match is kept" in stage.scene().texts()
    press(stage, "title:join")
    assert "The match is kept" not in stage.scene().texts()
    stage.context.say("that is no code")
    keys(stage, "escape")
    assert "That is no code" not in stage.scene().texts()


def test_what_a_log_is_wrong_with_is_said_and_can_be_tried_again() -> None:
    stage = door(kept=5)
    house = stage.context.house
    assert isinstance(house, House)
    house.kept[0] = evolve(house.kept[0], log=Path("/nowhere/bad.owmlog"))
    work(stage)
    press(stage, "title:matches", "match:0")
    for _ in range(2):
        stage.press(*(stage.scene().point_of(found(stage, "verify")) or (0, 0)))
        assert any("Checking" in text for text in stage.scene().texts())
        job = stage.context.jobs.pop()
        job.failed("the log is no log")
        assert any("The log is no log" in text for text in stage.scene().texts())
        assert not any("Checking" in text for text in stage.scene().texts())


# ------------------------------------------------------------------ with a friend


async def test_who_hosts_sees_the_code_large_and_plays_when_his_friend_has_come() -> None:
    stage = door()
    press(stage, "title:host", "mission:burning-bridges", "confirm")
    await until(stage)
    code = found(stage, "code.shown").runs[0]
    assert code.text == "4419-hedgerow-mortar-orchard" and code.size > 50
    told = " ".join(run.text for run in found(stage, "told.lines").runs)
    assert "4419" not in told and "owm-net join" not in told  # it stands above, and is no terminal
    assert "has gone again" in told
    waiting = stage.context.screen
    assert isinstance(waiting, Waiting)
    waiting.lines.append(
        "ATTENTION: wrong codes were tried 12 times, so 4419-hedgerow-mortar-orchard is burnt: your"
        " friend mistyped it, or somebody guesses. Tell your friend the new code, by a way you"
        " trust: 4419-melon-sandal-orchid-acorn"
    )
    waiting.lines += [  # what strangers call themselves and their programs is quoted
        "new code 77-acorn-acorn-acorn is here: queen-trout-spruce-sunset-north-cargo, never met",
        "it speaks version 9 of the wire (new code 77-acorn-acorn-acorn), this program version 3",
        "the code is 77-acorn-acorn-acorn: is here",
    ]
    stage.context.touch()
    assert found(stage, "code.shown").runs[0].text == "4419-melon-sandal-orchid-acorn"
    keys(stage, "escape")  # a friend has the code: that is asked about
    assert any("no longer works" in text for text in stage.scene().texts())
    keys(stage, "enter")
    assert stage.context.screen is waiting
    press(stage, "back", "leave.go")
    press(stage, "confirm")
    await ended(stage)
    assert stage.context.errand == Sit(Seated(("met", "burning-bridges", Me("Anna", ""))))


async def test_of_an_open_game_its_number_is_shown_and_leaving_it_is_asked_about() -> None:
    stage = door()
    press(stage, "title:host", "confirm")
    waiting = stage.context.screen
    assert isinstance(waiting, Waiting)
    waiting.tell("the game is listed as number 4705; whoever finds it may join")
    assert found(stage, "code.shown").runs[0].text == "4705"
    waiting.tell("new: the game is listed as number 66; whoever finds it may join")  # a name
    assert found(stage, "code.shown").runs[0].text == "4705"
    keys(stage, "escape")
    assert any("the lists no longer show" in text for text in stage.scene().texts())
    keys(stage, "right", "enter")  # from the one that Enter would press to the one beside it
    assert stage.context.screen is not waiting


@pytest.mark.parametrize("hurried", [True, False])
async def test_what_fails_while_it_is_asked_whether_to_leave_is_left_once(hurried: bool) -> None:
    stage = door()
    press(stage, "title:host")
    below = stage.context.screen
    press(stage, "confirm")
    waiting = stage.context.screen
    assert isinstance(waiting, Waiting)
    waiting.tell("the game is listed as number 4705; whoever finds it may join")
    keys(stage, "escape")
    go = stage.scene().point_of(found(stage, "leave.go"))
    assert go is not None
    stage.context.tasks.pop().failed("the relay is gone")
    if not hurried:
        stage.tick(1.0)
        assert stage.context.screen is below
    else:
        stage.press(*go)
    assert list(stage.context.screens)[-1] is below and len(stage.context.screens) == 2


async def test_who_hosts_reads_what_the_match_is_about_to_be_and_who_he_is() -> None:
    stage = door()
    press(stage, "title:new", "back", "title:host", "level:colonel", "options", "option:icons")
    press(stage, "confirm", "how", "how:clock", "confirm", "confirm")
    await until(stage)
    told = " ".join(run.text for run in found(stage, "facts.lines").runs)
    for part in ("version", "Colonel, 2 players", "Icons: One die", "1 min each time", "Anna"):
        assert part in told
    assert "queen-trout-spruce-sunset-north-cargo" in told
    briefing = " ".join(run.text for run in found(stage, "told.lines").runs)
    assert "The side with more points at the end wins." in briefing


async def test_closing_the_window_while_a_friend_has_the_code_is_asked_about_once() -> None:
    stage = door()
    press(stage, "title:host", "confirm")
    stage.context.close()
    assert isinstance(stage.context.errand, Quit)  # no code was told yet
    stage.context.returned()
    press(stage, "title:host", "confirm")
    await until(stage)
    stage.context.close()
    assert stage.context.errand is None
    assert any("CLOSE THE WINDOW?" in text for text in stage.scene().texts())
    keys(stage, "escape")
    assert stage.scene().find("leave") is None
    stage.context.close()
    stage.context.close()
    assert isinstance(stage.context.errand, Quit)


async def test_a_host_says_how_many_who_may_come_by_which_clock_and_who_may_watch() -> None:
    stage = door()
    press(stage, "title:host", "how", "how:clock", "how:watch", "how:watch.<", "how:watch")
    press(stage, "how:open", "how:listed")
    for letter in "Evening, beginners\u202e":
        stage.key("space" if letter == " " else letter)
        stage.text(letter)
    press(stage, "how:who", "how:who")
    while stage.context.ui.focus != "how:clock":
        keys(stage, "tab")
    keys(stage, "right", "left")
    press(stage, "how:relay")
    stage.text("relay:7771")
    press(stage, "how:ways", "confirm")
    assert any("Only Ada, clock: 1 min" in text for text in stage.scene().texts())
    press(stage, "confirm")
    await ended(stage)
    house = stage.context.house
    assert isinstance(house, House)
    assert house.how == [Hosting(("Ada",), "Evening, beginners", "move:60", 0, relay_only=True)]
    assert stage.context.errand == Sit(
        Seated(("met", "king-of-the-hill", Me("Anna", "relay:7771")))
    )


def test_of_three_players_not_one_friend_alone_may_come() -> None:
    stage = door()
    press(stage, "title:host", "how", "how:seats")
    seen = set()
    for _ in range(3):
        seen.add(stage.context.screen.how.friends)  # type: ignore[attr-defined]
        press(stage, "how:who")
    assert seen == {(), ("Ada", "Wolfeschlegelsteinhausenbergerdorff", "Ben")}
    press(stage, "confirm", "confirm")
    assert stage.context.tasks and isinstance(stage.context.screen, Waiting)


@pytest.mark.parametrize("size", SIZES)
def test_what_a_friend_needs_is_said_as_it_is_at_a_relay_too(size: tuple[int, int]) -> None:
    """Hidden at the relay nobody finds this machine on its own network."""
    stage = door(size)
    stage.context.settings.relay = "relay.example.org:7771"
    press(stage, "title:host")
    told = " ".join(stage.scene().texts())
    assert "On your own network the code" in told and "relay.example.org" in told
    press(stage, "how", "how:ways", "confirm")
    told = " ".join(stage.scene().texts())
    assert "You wait at the relay relay.example.org:7771 alone" in told
    assert "On your own network the code" not in told
    assert texts_that_run_over(stage.scene()) == []


OFFERS = [
    GameOffer(str(n), "Of War and Men: Murder at the Moonless Chateau", "Colonel, " + "W" * 80,
          "queen-trout-spruce-sunset-north-cargo", "own network", Numbered(n))
    for n in range(30)
]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
async def test_open_games_are_listed_and_joined_by_a_click(size: tuple[int, int]) -> None:
    """A host's words stay within their own box."""
    stage = door(size)
    house = stage.context.house
    assert isinstance(house, House)
    house.open = [OFFERS[0], evolve(OFFERS[1], words="i " * 90), *OFFERS[2:]]
    stage.context.settings.relay = "token@relay.example.org:7771"
    press(stage, "title:join")
    assert any("Looking" in text for text in stage.scene().texts())
    await ended(stage)
    assert texts_that_run_over(stage.scene()) == []
    assert any("cannot be reached" in text for text in stage.scene().texts())
    sign = found(stage, "offer:1.on").runs[0].box
    assert not any(run.box.meets(sign) for run in found(stage, "offer:1").runs)
    stage.scroll(0, 0, -1)
    press(stage, "offer:2")
    await ended(stage)
    assert stage.context.errand == Sit(Seated(("met", Numbered(2))))


async def test_where_nobody_waits_for_anybody_that_is_said_and_looked_for_again() -> None:
    stage = door()
    house = stage.context.house
    assert isinstance(house, House)
    press(stage, "title:join")
    await ended(stage)
    assert any("There is no open game" in text for text in stage.scene().texts())
    house.open = OFFERS[:1]
    press(stage, "look")
    await ended(stage)
    assert stage.scene().find("offer:0") is not None


STRANGER = ConsentQuestion(Known("Ben", "waffle-lava-chime-stork-sketch-zephyr", "never met"))


@pytest.mark.parametrize("size", SIZES)
async def test_the_player_says_yes_or_no_to_who_has_come(
    size: tuple[int, int], autojump_clock: trio.testing.MockClock
) -> None:
    """Not by a press that was meant for what was there before; Enter says neither."""
    stage = door(size)
    house = stage.context.house
    assert isinstance(house, House)
    house.who = STRANGER
    press(stage, "title:host", "confirm")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ended, stage)
        await trio.testing.wait_all_tasks_blocked()
        scene = stage.scene()
        assert texts_that_run_over(scene) == []
        assert any("waffle-lava-chime" in text for text in scene.texts())
        assert any("Compare the six words" in text for text in scene.texts())
        stage.tick(10.0)
        press(stage, "arrival.yes")
        await trio.testing.wait_all_tasks_blocked()
        assert stage.context.errand is None and stage.scene().find("arrival.yes") is not None
        stage.tick(11.0)
        keys(stage, "enter", "space")
        assert stage.context.errand is None
        press(stage, "arrival.no")
        await trio.testing.wait_all_tasks_blocked()
        assert any("he is sent away" in text.lower() for text in stage.scene().texts())
        stage.tick(12.0)
        stage.tick(13.0)
        keys(stage, "y")
    assert isinstance(stage.context.errand, Sit)


async def test_who_goes_back_waits_for_nobody_any_more() -> None:
    stage = door()
    press(stage, "title:host", "confirm")
    task = stage.context.tasks[0]
    keys(stage, "escape")
    assert task.scope.cancel_called and stage.context.errand is None


async def test_who_joins_types_the_code_and_hears_why_nobody_was_found() -> None:
    stage = door()
    keys(stage, "down", "down", "down", "down", "enter")
    assert stage.context.ui.focus == "field:code"
    press(stage, "confirm")
    assert any("Type the code" in text.capitalize() for text in stage.scene().texts())
    press(stage, "field:code")
    stage.text("7 melon\u202e")
    for letter in "7 melon sandal orchidd":
        stage.key("space" if letter == " " else letter)
        stage.text(letter)
    keys(stage, "backspace", "enter")
    assert isinstance(stage.context.screen, Waiting) and stage.context.screen.about.endswith(
        "orchid"
    )
    await ended(stage)
    assert isinstance(stage.context.screen, JoinScreen) and stage.context.screen.code.endswith(
        "orchid"
    )
    assert any("Nobody on your own network" in text for text in stage.scene().texts())
    for now in (1.0, 600.0):  # who waits for a friend looks away
        stage.tick(now)
    assert any("Nobody on your own network" in text for text in stage.scene().texts())
    keys(stage, "backspace")  # the code can be corrected at once
    assert stage.context.screen.code.endswith("orchi")


def test_an_invitation_is_pasted_at_once_and_it_is_said_where_it_leads() -> None:
    stage = door()
    press(stage, "title:join")
    stage.paste("come! https://relay.example/#7-melon-sandal-orchid")
    said = " ".join(stage.scene().texts())
    assert "The code 7-melon-sandal-orchid, at relay wss://relay.example" in said


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("7-melon-sandal-orchid 192.0.2.7:7770", "at the relay of this page"),
        ("7-melon-sandal-orchid --relay relay.example:7771", "at the relay of this page"),
        ("https://relay.example/#7-melon-sandal-orchid", "at the relay of this page"),
        ("7-melon-sandal-orchid --relay other.example:7771", "at relay other.example:7771"),
    ],
)
def test_a_page_says_that_it_goes_to_no_relay_but_its_own(pasted: str, said: str) -> None:
    stage = door()
    stage.context.house.page = "https://relay.example/"
    press(stage, "title:join", "field:code")
    stage.paste(pasted)
    assert f"The code 7-melon-sandal-orchid, {said}" in " ".join(stage.scene().texts())


def test_a_guest_sees_the_six_words_that_the_host_compares() -> None:
    stage = door()
    press(stage, "title:join")
    stage.text("7-melon-sandal-orchid")
    press(stage, "confirm")
    work(stage)
    assert "queen-trout-spruce-sunset-north-cargo" in " ".join(stage.scene().texts())


async def test_a_match_of_others_is_watched_by_the_code_for_spectators() -> None:
    stage = door()
    press(stage, "title:join", "watch")
    assert any("invitation for spectators" in text for text in stage.scene().texts())
    press(stage, "field:code")
    stage.text("7-melon-sandal-orchid")
    press(stage, "watch")
    await ended(stage)
    assert stage.context.errand == Follow(Spectated(("shown", "7-melon-sandal-orchid")))


def test_a_host_in_a_browser_copies_a_link() -> None:
    screen = Waiting(HOST, "", lambda door: None)  # type: ignore[arg-type, return-value]
    link = "https://relay.example/#7-melon-sandal-orchid"
    screen.tell(f"the invitation for your friend: {link}")
    assert screen.invitation == link and read_invitation(link).code == parse_code(link)


def test_nothing_of_how_to_meet_moves_away_while_one_types_a_relay() -> None:
    stage = door()
    press(stage, "title:host", "how", "how:relay")
    before = {i.id: i.rect for i in stage.scene() if i.id.startswith("how:")}
    stage.text("r.example:7777")
    press(stage, "how:open")
    after = {i.id: i.rect for i in stage.scene() if i.id.startswith("how:")}
    assert {"how:ways", "how:listed"} <= set(after) - set(before)
    assert [id for id in before if id in after and after[id] != before[id]] == []


# ------------------------------------------------------------------ profile


def test_a_friend_is_renamed_and_forgotten_and_the_latter_is_asked_once_more() -> None:
    stage = door()
    press(stage, "title:profile")
    assert any("queen trout spruce" in text for text in stage.scene().texts())
    press(stage, "friend:0", "profile:called")
    for letter in (" L", " L\u202e"):
        for sign in letter:
            stage.text(sign)
    keys(stage, "backspace", "backspace", "enter")
    house = stage.context.house
    assert isinstance(house, House) and house.known[0].name == "Ada L"
    press(stage, "forget")
    assert len(house.known) == 3 and any("REALLY" in t for t in stage.scene().texts())
    press(stage, "friend:1")
    assert not any("REALLY" in t for t in stage.scene().texts())
    press(stage, "friend:0", "forget", "forget")
    assert [friend.name for friend in house.known][1:] == ["Ben"]
    assert stage.scene().find("friend:2") is None and stage.scene().find("forget") is None


def test_a_name_that_the_book_does_not_take_is_said_why() -> None:
    stage = door()
    press(stage, "title:profile", "friend:0", "profile:called")
    keys(stage, "backspace", "backspace", "backspace")
    assert found(stage, "rename").why  # no name is none
    for sign in "Ben":
        stage.text(sign)
    stage.key("enter")
    job = stage.context.jobs.pop()
    job.failed("Ben looks like Ben, who is another friend")
    assert any("another friend" in text for text in stage.scene().texts())
    assert stage.context.friends[0].name == "Ada"


# ------------------------------------------------------------------ settings


def test_settings_are_set_by_keys_and_by_clicks() -> None:
    stage = door()
    press(stage, "title:settings", "set:name")
    for letter in "Zoë Öz":
        stage.key("space" if letter == " " else letter)
        stage.text(letter)
    stage.text("\u202e")
    keys(stage, "backspace")
    settings = stage.context.settings
    assert settings.name == "Zoë Ö" and stage.context.name == "Zoë Ö"
    press(stage, "set:speed.>", "set:speed", "set:scale.<", "set:full")
    assert (settings.speed, settings.scale, settings.fullscreen) == ("off", 0.9, True)
    while stage.context.ui.focus != "set:scale":
        keys(stage, "tab")
    keys(stage, "right", "right", "left")
    assert settings.scale == 1.0
    for _ in range(20):
        keys(stage, "right")
    assert settings.scale == 2.0
    assert any("has room for" in text for text in stage.scene().texts())
    stage.text("x")
    assert settings.name == "Zoë Ö"  # it is not what has the focus


def test_a_name_of_nothing_is_the_logins() -> None:
    stage = door()
    press(stage, "title:settings", "set:name")
    stage.text("   ")
    assert stage.context.name == "Anna"


# ------------------------------------------------------------------ what is remembered


def test_settings_are_remembered_for_their_owner_alone(tmp_path: Path) -> None:
    kept = Settings(scale=1.25, speed="fast", size=(1600, 900), fullscreen=True, name="Łucja")
    kept.relay = "token@relay.example.org:7771"
    remember(kept, tmp_path)
    again, bad = remembered(tmp_path)
    assert (again, bad) == (kept, "")
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


async def test_what_is_set_is_remembered_at_once_and_not_only_when_the_program_ends(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    stage = door()
    stage.context.settings.memory = tmp_path
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_written, stage.context.settings)
        await trio.sleep(2 * SOON)
        assert not (tmp_path / FILE).exists()  # nothing has changed
        press(stage, "title:settings", "set:speed.>")
        await trio.sleep(2 * SOON)
        nursery.cancel_scope.cancel()
    assert remembered(tmp_path)[0].speed == stage.context.settings.speed != Settings().speed


BAD = [
    ("scale", 17),
    ("scale", True),
    ("scale", float("nan")),
    ("speed", ["fast"]),
    ("speed", "light"),
    ("size", [1 << 40, 900]),
    ("size", [10, 10]),
    ("size", [1600.5, 900]),
    ("size", "1600x900"),
    ("fullscreen", 1),
    ("name", "x" * 41),
    ("name", "é" * 40),
    ("name", "a\u202eb"),
    ("name", "\ud800"),
    ("name", 7),
    ("game", ["owm", "king-of-the-hill", "private"]),
    ("game", ["owm", "x" * 81, "private", "recruit"]),
    ("game", ["owm", 1, "private", "recruit"]),
    ("game", "owm!"),
    ("relay", "a host:1"),
    ("relay", "x" * 201),
    ("relay", "\u00e9"),
    ("volume", True),
    ("volume", "3"),
]


@pytest.mark.parametrize(("name", "value"), BAD, ids=[str(n) for n in range(len(BAD))])
def test_a_bad_setting_falls_back_alone_and_is_named(
    tmp_path: Path, name: str, value: object
) -> None:
    good = {"speed": "off", "scale": 0.8, "fullscreen": True, "unknown": [1]}
    (tmp_path / FILE).write_text(json.dumps({**good, name: value}))
    found, bad = remembered(tmp_path)
    assert name in bad and str(tmp_path) in bad
    assert getattr(found, name) == getattr(Settings(), name)
    assert (found.speed == "off") == (name != "speed")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[" * 60000, b"null", b"{" + b" " * (1 << 17) + b"}"],
    ids=["empty", "no text", "deep", "nothing", "long"],
)
def test_a_file_of_settings_that_is_nonsense_is_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    found, bad = remembered(tmp_path)
    assert found == Settings() and "cannot be read" in bad


def test_all_scales_can_be_remembered() -> None:
    assert {0.8, 1.0, 2.0} <= set(theme.SCALES)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_line_of_a_screen_stays_english_in_german(screen: str) -> None:
    """Of our catalogue's words: capitals are looked up before that, too."""
    language.use("de")
    catalogue = german()
    english = {id.upper() for id, told in catalogue.items() if told.upper() != id.upper()}
    english -= {told.upper() for told in catalogue.values()}
    english -= {games.get(name).title.upper() for name in games.names()}  # names are not translated
    stage = stage_of(screen, (1280, 720), 1.0)
    assert not [text for text in stage.scene().texts() if text.upper() in english]


def german() -> dict[str, str]:
    """The texts of the client that do not count, with what they are in German."""
    path = Path(language.FOLDER) / "de" / "LC_MESSAGES" / "owm_net.po"
    with path.open("rb") as file:
        found = [message for message in read_po(file) if isinstance(message.id, str)]
    return {str(one.id): str(one.string) for one in found if one.id and one.string}


def test_in_a_huge_window_all_is_larger_and_a_screen_stands_in_its_middle() -> None:
    small, huge = door((2560, 1440)), door((3840, 2160))
    for stage in (small, huge):
        press(stage, "title:settings")
    assert found(huge, "confirm").rect.w == pytest.approx(1.5 * found(small, "confirm").rect.w)
    for id in ("heading.line", "back", "confirm", "set:name"):
        assert 0.1 < found(huge, id).rect.cx / 3840 < 0.9, id
    assert pixel((3840, 2160), 2.0) == 2.0  # the system has said that its pixels are small


def test_what_was_put_into_words_is_in_the_language_that_is_chosen() -> None:
    stage = door(kept=1)
    work(stage)
    stage.context.say("something")
    press(stage, "title:settings")
    stage.context.house.kept = []  # type: ignore[attr-defined]
    try:
        press(stage, "set:language")
        assert stage.context.note == ""
        keys(stage, "escape")
        assert stage.context.matches.kept == []  # asked for anew
    finally:
        language.use("en")


@pytest.mark.parametrize("spoken", ["en", "de"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_what_a_friend_must_know_is_told_to_its_end(
    spoken: str, size: tuple[int, int], scale: float
) -> None:
    try:
        language.use(spoken)
        stage = door(size, scale)
        stage.context.systems = [games.get(name) for name in games.names()]
        press(stage, "title:host")
        text = found(stage, "friend.how")
        said = " ".join(run.text for run in text.runs)
        assert said == f"{tr(NEAR)} {tr(FAR)}"
        how = found(stage, "how")
        assert max(run.box.bottom for run in text.runs) < how.rect.y
        level = found(stage, "level.about")
        assert all("Standing Orders only" not in run.text for run in level.runs) == (spoken == "de")
    finally:
        language.use("en")
