"""Scenes as data: measuring, wrapping, hit-testing, focus, scale. No window."""

from __future__ import annotations

import pytest

from owm_net.client import theme
from owm_net.client.scene import Pen, Rect
from owm_net.client.scene.pen import effective_scale
from owm_net.client.sitting.actions import Skip

TEXT = "Pvt Pedersen at Pvt Vogt: total 7 (flanking +1, defense of Woods -2) against Resolve 4"


def test_a_fitted_line_fits_and_says_that_it_was_cut() -> None:
    pen = Pen((1280, 720), 1.0)
    for room in (0.0, 5.0, 40.0, 111.0, 300.0):
        text = pen.fit(TEXT, "body", 14, room)
        assert not text or pen.width(text, "body", 14) <= room
        assert text == "" or text.endswith("…")
    assert pen.fit(TEXT, "body", 14, 2000) == TEXT


def test_a_line_that_may_be_smaller_is_no_smaller_than_it_must_be() -> None:
    pen = Pen((1280, 720), 1.0)
    for size in (14, 13, 12, 11, 10):
        room = pen.width(TEXT, "body", size)
        run = pen.run(TEXT, 0, 0, size=14, room=room, least=10)
        assert (run.size, run.text) == (size, TEXT)
    cut = pen.run(TEXT, 0, 0, size=14, room=pen.width(TEXT, "body", 10) - 1, least=10)
    assert cut.size == 10 and cut.text.endswith("…")


def test_wrapping_loses_no_word_unless_lines_run_out() -> None:
    pen = Pen((1280, 720), 1.25)
    lines = pen.wrap(TEXT, "body", 13, 200)
    assert " ".join(lines) == TEXT
    assert all(pen.width(line, "body", 13) <= 200 for line in lines)
    short = pen.wrap(TEXT, "body", 13, 200, 2)
    assert len(short) == 2 and short[-1].endswith("…")


def test_the_topmost_item_takes_the_click() -> None:
    pen = Pen((1280, 720), 1.0)
    low = pen.add("low", "cell", Rect(0, 0, 100, 100), action=Skip())
    high = pen.add("high", "token", Rect(40, 40, 20, 20), z=5, action=Skip())
    pen.add("plain", "text", Rect(0, 0, 100, 100), z=9)
    scene = pen.scene()
    assert scene.at(50, 50) is high
    assert scene.at(10, 10) is low
    assert scene.at(500, 500) is None
    assert scene.point_of(low) is not None and scene.at(*scene.point_of(low) or (0, 0)) is low


def test_a_turned_card_is_hit_where_it_lies() -> None:
    pen = Pen((1280, 720), 1.0)
    card = pen.add("card", "card", Rect(100, 100, 40, 200), action=Skip(), angle=90)
    scene = pen.scene()
    assert scene.at(60, 200) is card  # left of the upright card, inside the turned one
    assert scene.at(120, 120) is None


def test_scale_is_reduced_until_a_table_fits() -> None:
    assert effective_scale((1280, 720), 1.0) == 1.0
    assert effective_scale((1280, 720), 0.8) == 0.8
    assert effective_scale((1280, 720), 1.6) == pytest.approx(720 / theme.FLOOR[1])
    assert effective_scale((1920, 1080), 1.6) == 1.6
    for size in ((1280, 720), (1600, 900), (1920, 1080)):
        for scale in theme.SCALES:
            pen = Pen(size, scale)
            assert pen.w >= theme.FLOOR[0] - 0.01 and pen.h >= theme.FLOOR[1] - 0.01


def test_an_id_is_never_given_twice() -> None:
    pen = Pen((1280, 720), 1.0)
    ids = [pen.add("same", "text", Rect(0, 0, 1, 1)).id for _ in range(3)]
    assert len(set(ids)) == 3


def test_focus_walks_legal_choices_first_and_leaves_out_what_is_off() -> None:
    pen = Pen((1280, 720), 1.0)
    pen.add("a", "button", Rect(0, 0, 10, 10), action=Skip())
    pen.add("b", "button", Rect(0, 300, 10, 10), action=Skip(), flags=["lit"])
    pen.add("c", "button", Rect(0, 100, 10, 10), action=Skip(), flags=["off"])
    assert [i.id for i in pen.scene().focusable] == ["b", "a"]


def test_an_arrow_leads_straight_ahead_before_it_leads_aside_and_down_into_what_is_pointed_at() -> (
    None
):
    pen = Pen((1280, 720), 1.0)
    for id, at in (
        ("right", Rect(800, 100, 200, 40)),
        ("start", Rect(800, 600, 200, 40)),
        ("list", Rect(100, 150, 600, 40)),
        ("box", Rect(100, 300, 600, 200)),
    ):
        pen.add(id, "button", at, action=Skip())
    pen.add("row", "button", Rect(120, 340, 560, 30), z=1, action=Skip())
    scene = pen.scene()

    def beside(id: str, across: int, down: int) -> str:
        here = scene.find(id)
        assert here is not None
        found = scene.beside(here, across, down)
        return found.id if found is not None else ""

    assert beside("right", 0, 1) == "start"  # the list is nearer, but aside
    assert beside("start", 0, -1) == "right"
    assert beside("list", 0, 1) == "box" and beside("box", 0, 1) == "row"
    assert beside("row", 0, -1) == "list" and beside("row", 1, 0) == "right"
    assert beside("list", -1, 0) == ""
