"""A text field has a cursor, a selection and a clipboard, wherever it is; and nothing comes into it
that may not stand there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.client.glass.shown import Shown
from owm_net.client.keys import EDITS
from owm_net.client.match_stage import Stage
from owm_net.client.menu.state import Menu
from owm_net.client.stage.text_field import FIELD, TextField
from owm_net.protocol.codes import MAX_TYPED
from owm_net.session.terms import is_printable
from tests.client.situations import stage_at
from tests.client.test_menu import door, press
from tests.client.test_owm_set_up import pool
from tests.client.test_own_squads import builder
from tests.client.test_own_squads import press as press_squad
from tests.client.test_table import texts_that_run_over

AnyShown = Shown[Menu] | Stage


def menu(*ids: str) -> Callable[[Path], AnyShown]:
    def opened(folder: Path) -> AnyShown:
        stage = door()
        press(stage, *ids)
        return stage

    return opened


def table(*keys: str) -> Callable[[Path], AnyShown]:
    def opened(folder: Path) -> AnyShown:
        stage = stage_at("action")
        for key in keys:
            stage.key(key)
        return stage

    return opened


def squad(folder: Path) -> AnyShown:
    stage = builder(folder)
    press_squad(stage, pool(stage, leader=True)[0])
    press_squad(stage, "keep")
    return stage


FIELDS: dict[str, Callable[[Path], AnyShown]] = {
    "code": menu("title:join", "field:code"),
    "relay to join at": menu("title:join", "field:relay"),
    "name": menu("title:settings", "set:name"),
    "relay": menu("title:settings", "set:relay"),
    "relay to host at": menu("title:host", "how", "how:relay"),
    "what the list says": menu("title:host", "how", "how:open", "how:listed"),
    "name in the profile": menu("title:profile", "profile:name"),
    "a friend's name": menu("title:profile", "friend:0", "profile:called"),
    "rule books": menu("title:rules"),
    "rule book": table("f4"),
    "chat": table("f2"),
    "a squad's name": squad,
}
HOSTILE = "\x1b[31m\u202eb\x00\r\n\u2028c\ud800" + "x" * 3_000_000


@pytest.fixture(params=FIELDS)
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> AnyShown:
    return FIELDS[request.param](tmp_path)


def field_of(stage: AnyShown) -> TextField:
    assert stage.field is not None
    return stage.field


def test_every_field_is_edited_as_in_other_programs(stage: AnyShown) -> None:
    field = field_of(stage)
    stage.key("ctrl+a")
    stage.key("backspace")
    for sign in "ab-cd":
        stage.key(sign)
        stage.text(sign)
    stage.key("left")
    stage.text("x")
    assert field.text == "ab-cxd"
    stage.key("ctrl+left")
    stage.key("right", True)
    assert field.selected == "c"
    stage.text("y")
    stage.key("home")
    stage.key("delete")
    stage.key("end", True)
    assert (field.text, field.selected) == ("b-yxd", "b-yxd")
    stage.key("right")
    stage.text("e")
    assert field.text == "b-yxde"
    stage.key("ctrl+left", True)
    stage.paste("f")
    assert field.text == "b-f"
    assert not texts_that_run_over(stage.scene())


def test_what_is_pasted_is_bounded_and_cleaned(stage: AnyShown) -> None:
    field = field_of(stage)
    stage.key("ctrl+a")
    stage.paste(HOSTILE)
    assert field.text.replace(" ", "").startswith("[31mbcxxx") and len(field.text) <= MAX_TYPED
    assert is_printable(field.text) and field.allows(field.text)
    assert not texts_that_run_over(stage.scene())
    full = field.text
    stage.paste("z")
    assert field.text == full, "there is no room for more"


def test_a_press_puts_the_cursor_where_it_points_and_a_drag_selects(stage: AnyShown) -> None:
    field = field_of(stage)
    stage.key("ctrl+a")
    stage.text("abcdefgh")
    [cursor] = [item.id for item in stage.scene() if item.id.endswith(".cursor")]
    box = stage.scene().find(cursor.removesuffix(".cursor"))
    assert box is not None and box.kind == FIELD
    stage.press(field.edges[2] + 1, box.rect.cy)
    stage.drag(field.edges[5] - 1, box.rect.bottom + 40)
    stage.let_go("left")
    stage.move(0, 0)
    assert field.selected == "cde" and field_of(stage) is field
    stage.text("X")
    assert field.text == "abXfgh"


@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from(sorted(EDITS)), st.booleans()),
            st.text(max_size=6),
        ),
        max_size=30,
    )
)
def test_whatever_is_typed_the_cursor_is_in_a_text_that_may_stand_there(does: list[object]) -> None:
    field = TextField(lambda text: len(text) <= 9 and "é" not in text and is_printable(text))
    for what in does:
        before, selected = field.text, field.selected
        if isinstance(what, str):
            field.write(what)
            assert len(field.text) >= len(before) - len(selected)
        elif isinstance(what, tuple):
            field.key(*what)
        assert field.allows(field.text)
        assert 0 <= field.cursor <= len(field.text) and 0 <= field.anchor <= len(field.text)
        seen = field.look(len, 5)
        assert field.text[field.start :].startswith(seen) and len(seen) == min(5, len(field.text))
        assert field.start <= field.cursor <= field.start + len(seen)


def test_the_cursor_does_not_come_between_a_letter_and_its_accent() -> None:
    field = TextField(is_printable)
    field.write("ae\u0302")
    field.key("backspace", False)
    assert field.text == "a"
    field.write("e\u0302")
    field.key("left", False)
    assert field.cursor == 1


def test_what_is_selected_stays_if_nothing_comes_for_it() -> None:
    field = TextField(is_printable)
    field.write("abc")
    field.key("ctrl+a", False)
    for nothing in ("", "\u202e", "\n"):
        field.paste(nothing)
    assert field.selected == "abc"
