"""Keys that the player has changed: one table, told everywhere, and nobody is locked out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from owm_net.client import keys, language
from owm_net.client import match_stage as table_stage
from owm_net.client.glass import shown
from owm_net.client.glass.shown import Shown
from owm_net.client.menu.state import Menu
from owm_net.client.screens import DOORS, replaying
from owm_net.client.screens.arrival import Arrival
from owm_net.client.screens.helping import Help
from owm_net.client.screens.proposal import Agree, GoOnWithout
from owm_net.client.settings import DAMAGED, FILE, Settings, keep_damaged, remember, remembered
from owm_net.client.stage.stack import Question
from owm_net.session.match import What
from tests.client.asking import put
from tests.client.situations import stage_at
from tests.client.test_arrival import OTHER_KEY, STRANGER
from tests.client.test_heroes_table import Shown as HeroesShown
from tests.client.test_menu import SCALES, SIZES, door, has_room, press
from tests.client.test_menu import keys as type_keys
from tests.games.heroes.table import ann, battle, ben


@pytest.fixture(autouse=True)
def usual_keys() -> Iterator[None]:
    """Each test begins and ends with the keys as they are by default."""
    keys.use({})
    yield
    keys.use({})
    language.use("en")


def changing(changed: dict[str, str]) -> None:
    assert keys.is_good(changed)
    keys.use(changed)


def note(stage: Shown[Menu]) -> str:
    return stage.context.note


def test_every_key_the_table_and_a_replay_know_can_be_changed() -> None:
    doors = [key for door in DOORS for key in door.keys if key != "?"]
    known = {*shown.KEYS, *table_stage.MAP_KEYS, *doors, *(name for name, _ in replaying.KEYS)}
    assert known <= set(keys.DONE_BY)
    for kind in ("action", "decision"):
        told = {item.key for item in stage_at(kind).scene() if item.key}
        assert told and told <= set(keys.DONE_BY)


def test_a_key_is_changed_by_pressing_it_and_the_other_command_gets_the_old_one() -> None:
    stage = door()
    press(stage, "title:settings", "set:keys", "key:f4", "key:f4")
    type_keys(stage, "f9")  # pressed twice: nothing waits for it
    assert stage.context.settings.keys == {}
    press(stage, "key:f4")
    assert "rule book" in " ".join(stage.scene().texts())
    type_keys(stage, "f1")
    assert stage.context.settings.keys == {"f4": "f1", "f1": "f4"}
    assert "rule book" in note(stage) and "Help now has F4" in note(stage)
    press(stage, "usual")
    assert stage.context.settings.keys == {} and keys.shown("f4") == "F4"


@pytest.mark.parametrize("language_of_it", language.LANGUAGES)
def test_the_screen_of_the_keys_has_room_for_its_words(language_of_it: str) -> None:
    language.use(language_of_it)
    for size in SIZES:
        for scale in SCALES:
            stage = door(size, scale)
            stage.context.settings.keys = {"e": "pagedown", "pagedown": "e"}
            keys.use(stage.context.settings.keys)
            press(stage, "title:settings", "set:keys")
            has_room(stage, "key:f4")
            press(stage, "key:f4")
            has_room(stage, "")
    stage = door()
    press(stage, "title:settings", "set:keys")
    for command in keys.DONE_BY:
        press(stage, f"key:{command}")
        has_room(stage, "")


def test_all_keys_are_reached_by_keys() -> None:
    stage = door()
    press(stage, "title:settings", "set:keys")
    wanted = [item.id for item in stage.scene().focusable]
    reached = set()
    for _ in wanted:
        type_keys(stage, "tab")
        reached.add(stage.context.ui.focus)
    assert reached == set(wanted) >= {f"key:{command}" for command in keys.DONE_BY}


def test_esc_enter_tab_and_arrows_cannot_be_given_away_but_get_a_second_key() -> None:
    stage = door()
    press(stage, "title:settings", "set:keys", "key:p")
    type_keys(stage, "tab")
    assert "nobody is locked out" in note(stage) and stage.context.settings.keys == {}
    press(stage, "key:p")
    type_keys(stage, "escape")
    assert "Nothing was changed" in note(stage) and stage.context.settings.keys == {}
    press(stage, "key:tab")
    type_keys(stage, "q")
    assert stage.context.settings.keys == {"tab": "q", "q": ""}
    assert "now has no key" in note(stage)
    at = stage.context.ui.focus
    type_keys(stage, "q")
    moved = stage.context.ui.focus
    type_keys(stage, "tab")
    assert len({at, moved, stage.context.ui.focus}) == 3
    assert keys.hint("q") == "" and keys.shown("q") == "-" and keys.shown("tab") == "Tab"


def test_a_changed_key_works_at_the_table_and_every_hint_tells_it() -> None:
    changing({"f1": "f9", "f9": "f1", "p": "j", "j": "p"})
    stage = stage_at("decision")
    button = next(item for item in stage.scene() if item.key == "p")
    assert "[J]" in button.runs[0].text or "[SPACE]" in button.runs[0].text
    assert "[J]" in button.tooltip and "[P]" not in button.tooltip
    assert "[F9]" in next(i.tooltip for i in stage.scene() if i.id == "top.help")
    stage.key("f1")
    assert stage.is_bare
    stage.key("f9")
    assert isinstance(stage.screens.top, Help)
    told = " ".join(stage.scene().texts())
    assert "F9" in told and not re.search(r"\bF1\b", told)


@pytest.mark.parametrize(
    ("question", "yes", "no"),
    [
        (lambda: Arrival(STRANGER), "y", "n"),
        (lambda: Arrival(OTHER_KEY), "p", "n"),
        (lambda: GoOnWithout(1, "Green is away"), "c", "k"),
        (lambda: Agree(What.ADJOURN, "Green would stop"), "a", "p"),
        (lambda: Agree(What.ABANDON, "Green would stop"), "a", "p"),
        (lambda: Agree(What.STOPS_WAITING, "Green waits"), "s", "k"),
    ],
)
def test_a_question_names_the_keys_that_answer_it(
    question: Callable[[], Question[Any]], yes: str, no: str
) -> None:
    changing({yes: "f8", "f8": yes, no: "f9", "f9": no})
    for key, answer in (("f8", True), ("f9", False)):
        stage = stage_at("decision")
        said = put(stage, question())
        stage.tick(stage.now + 1)
        stage.tick(stage.now + 2 * keys.HEED)
        told = " ".join(stage.scene().texts())
        assert "F8: " in told and re.search(r"F9( or Esc)?: ", told), told
        assert not re.search(rf"\b({yes}|{no})( or Esc)?: ", told, re.IGNORECASE), told
        stage.key(yes)
        assert not said
        stage.key(key)
        assert said == [answer]


def test_tips_of_tokens_and_cards_and_of_a_kept_match_name_the_chosen_key() -> None:
    changing({"1": "f8", "f8": "1", "b": "f9", "f9": "b", "delete": "f7", "f7": "delete"})
    match = battle(ann(3, 1), ann(4, 1), ann(5, 1), ben(9, 1), ben(10, 1), due=(2, 1))
    scene = HeroesShown(match).stage.scene()
    tips = [i.tooltip for i in scene if i.id.startswith(("key:", "lay:"))]
    assert {"Order 1 [F8]", "Order 2 [2]", "A bluff [F9]"} <= set(tips)
    scene = stage_at("action").scene()
    assert any("[F8]" in item.tooltip for item in scene) and not any(
        "[1]" in item.tooltip for item in scene
    )
    menu = door(kept=3)
    press(menu, "title:matches")
    assert "[F7]" in next(item.tooltip for item in menu.scene() if item.id == "remove")


def test_where_one_writes_a_letter_is_a_letter_whatever_it_does_elsewhere() -> None:
    changing({"f2": "c", "c": "f2", "escape": "q", "q": ""})
    stage = stage_at("action")
    stage.key("c")
    stage.text("c")  # the same key press: it opened the chat, and is not its first letter
    assert stage.field is not None and stage.sitting.talk.line.text == ""
    for letter in "quick":
        stage.key(letter)
        stage.text(letter)
    assert stage.field is not None and stage.sitting.talk.line.text == "quick"
    stage.key("escape")
    assert not stage.field is not None


def test_f11_moves_and_the_key_that_has_it_is_told(tmp_path: Path) -> None:
    stage = door()
    changing({"f11": "f12", "f12": "f11"})
    stage.context.touch()
    assert stage.meant("f12") == "f11" and stage.meant("f11") == "f12"
    assert any("F12" in text for text in stage.scene().texts())
    press(stage, "title:settings", "set:keys", "key:p")
    assert stage.meant("f12") == "", "it is asked for a key: F12 may be that"


def test_keys_are_remembered_and_a_damaged_file_is_kept_aside(tmp_path: Path) -> None:
    kept = Settings(keys={"f4": "f1", "f1": "f4"})
    remember(kept, tmp_path)
    assert remembered(tmp_path) == (kept, "")
    text = (tmp_path / FILE).read_text().replace('"f1": "f4"', '"f1": "f1"')
    (tmp_path / FILE).write_text(text)
    found, bad = remembered(tmp_path)
    assert found.keys == {} and "keys" in bad
    assert str(tmp_path / DAMAGED) in keep_damaged(tmp_path)
    assert (tmp_path / DAMAGED).read_text() == text
    assert keep_damaged(tmp_path / "nowhere") == ""


@pytest.mark.parametrize(
    "changed",
    [
        [],
        {"f1": "f2"},  # F2 would do two things
        {"f1": "escape"},
        {"f1": 7},
        {"nothing": "f1", "f1": ""},
        {"f1": ["f2"]},
        {"enter": "p"},
        {f"f{n}": "" for n in range(1, 99)},
    ],
)
def test_keys_that_would_do_two_things_or_none_are_refused(changed: object) -> None:
    assert not keys.is_good(changed)


def test_no_order_of_changes_leaves_a_key_with_two_meanings() -> None:
    changed: dict[str, str] = {}
    for n, key in enumerate((*keys.FREE, *reversed(keys.FREE))):
        command = (*keys.FIXED, *keys.FREE)[n * 7 % (len(keys.FREE) + len(keys.FIXED))]
        changed, _ = keys.given(changed, command, key)
        assert keys.is_good(changed)
        keys.use(changed)
        assert keys.meant(key) == command
