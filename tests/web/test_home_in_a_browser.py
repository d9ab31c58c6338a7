"""The page before and around the table: its words in German, and on a telephone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import owm_net.web
from tests.web.at_the_page import LONG, PagePlayer

SOURCES = Path(owm_net.web.__file__).parent / "page"
SAYS = re.compile(r'\b(?:tr|say|fail|tell)\((?:ready \? )?"([^"]+)"(?: : "([^"]+)")?')
KEYBOARD = """Object.defineProperty(window, "visualViewport", {
  value: Object.assign(new EventTarget(), { offsetTop: 0, height: 360 }),
})"""
"""Stands for the part of a telephone that its keyboard leaves free."""
LIFTED = """height => {
  visualViewport.height = height;
  visualViewport.dispatchEvent(new Event("resize"));
  return document.getElementById("table").getBoundingClientRect().top;
}"""


SIZES = """all => all.map(one => {
  const { left, right, width, height } = one.getBoundingClientRect();
  const letters = parseFloat(getComputedStyle(one).fontSize);
  return [left >= 0 && right <= innerWidth, width, height, letters];
})"""
"""Of each: whether it is on the screen, its width and height, and the size of its letters."""
LINES = "#table [role=document] p:not(.twice)"
FINGER, LETTERS = 40, 14
"""Pixels of the page that what is pressed must have each way; of a letter that is read."""


def test_the_page_says_all_in_german_too() -> None:
    """index.html has each sentence in both languages, the scripts' are in german.mjs."""
    german = (SOURCES / "german.mjs").read_text(encoding="utf-8")
    for name in ("page.mjs", "worker.mjs", "python.mjs"):
        for found in SAYS.findall((SOURCES / name).read_text(encoding="utf-8")):
            for text in filter(None, found):
                assert f'"{text}":' in german, text
    html = (SOURCES / "index.html").read_text(encoding="utf-8")
    english, other = (re.findall(rf"<(\w+)[^>]* ?lang=\"{it}\"", html) for it in ("en", "de"))
    assert english[1:] == other and len(other) > 5  # the first is html's own
    for label in re.findall('aria-label="([^"]+)"', html):
        assert f'"{label}":' in german


@pytest.mark.slow
def test_on_a_telephone_it_speaks_german_and_writes_above_the_keyboard(
    chromium: Any, relay: tuple[str, str]
) -> None:
    context = chromium.new_context(
        viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True, locale="de-DE"
    )
    context.add_init_script(KEYBOARD)
    ann = PagePlayer(context, relay[1])
    ann.load()
    home = ann.page.inner_text("#home")
    assert "Wem du hier vertraust" in home and "Bereit." in home and "Nichts wird" in home
    assert "What you trust" not in home and "Jemand hat dir" not in home
    ann.page.click("#begin")
    ann.wait_for("first:name")
    ann.page.wait_for_function("document.activeElement.id === 'keyboard'", timeout=LONG)
    assert ann.page.evaluate(LIFTED, 40) < 0
    assert ann.page.evaluate(LIFTED, 360) == 0
    context.close()
    assert not ann.faults


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_on_a_telephone_all_can_be_read_and_pressed_however_small_the_table_is(
    chromium: Any, relay: tuple[str, str], size: tuple[int, int]
) -> None:
    """Upright it is in words below the table; on its side a strip opens them."""
    wide, high = size
    context = chromium.new_context(
        viewport={"width": wide, "height": high}, device_scale_factor=2, has_touch=True,
        is_mobile=True,
    )  # fmt: skip
    ann = PagePlayer(context, relay[1])
    ann.open(name="Ann")
    ann.wait_for("title:new")
    if wide > high:
        assert not ann.page.is_visible(LINES)
        ann.page.tap("#read")
    for id, then in (("title:new", "game:squadcards"), ("confirm", "top.hint")):
        ann.page.tap(f'#table button[data-id="{id}"]')
        ann.wait_for(then)
        buttons = ann.page.eval_on_selector_all("#table button", SIZES)
        lines = ann.page.eval_on_selector_all(LINES, SIZES)
        assert buttons and all(
            seen and min(w, h) >= FINGER and letters >= LETTERS for seen, w, h, letters in buttons
        )
        assert lines and all(seen and letters >= LETTERS for seen, *_, letters in lines)
    context.close()
    assert not ann.faults
