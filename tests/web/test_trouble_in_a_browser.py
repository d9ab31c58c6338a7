"""What the page says when something goes wrong: one sentence, and no match is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.at_the_page import LONG, PagePlayer

pytestmark = pytest.mark.slow


def stops(ann: PagePlayer) -> str:
    """Return the sentence with which the page stops."""
    ann.page.wait_for_selector("body:not(.plays) #state:text('cannot go on')", timeout=LONG)
    said = str(ann.page.text_content("#state"))
    assert "\n" not in said and "Traceback" not in said and len(said) < 300
    return said


def test_a_second_tab_is_refused_and_the_first_goes_on(ann: PagePlayer, relay: Any) -> None:
    """The same match could otherwise be signed twice."""
    ann.open(name="Ann")
    second = PagePlayer(ann.context, ann.address)
    second.page = ann.context.new_page()
    second.page.goto(ann.address)
    second.page.wait_for_selector("html[data-ready]", timeout=LONG)
    second.page.click("#begin")
    assert "open in another tab of this browser" in stops(second)
    second.kill()
    ann.go("title:credits", "back")
    ann.wait_for("title:host")


def test_what_a_browser_cannot_do_is_said_beforehand(ann: PagePlayer) -> None:
    """It keeps nothing, as in a private window; it has no OffscreenCanvas."""
    ann.page = ann.context.new_page()
    ann.page.add_init_script("StorageManager.prototype.getDirectory = () => Promise.reject(1)")
    ann.page.goto(ann.address)
    ann.page.wait_for_selector("#kept:text('keeps nothing')", timeout=LONG)
    ann.page.add_init_script("delete HTMLCanvasElement.prototype.transferControlToOffscreen")
    ann.page.goto(ann.address)
    assert "lacks OffscreenCanvas" in stops(ann)
    assert ann.page.is_disabled("#begin")


PIECES = ("owm_net.zip", "canvas.mjs", "pyodide.asm.wasm")


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_that_did_not_come_is_asked_for_again(ann: PagePlayer, piece: str) -> None:
    """By either thread, or by Python's own loader; the page says so meanwhile."""
    said: list[str] = []

    def server(route: Any) -> None:
        if said:
            route.continue_()
        else:
            route.abort("connectionreset")

    ann.context.route(f"**/{piece}", server)
    ann.page = ann.context.new_page()
    ann.page.goto(ann.address)
    ann.page.wait_for_selector("#state:text('It is asked for again')", timeout=LONG)
    said.append("it")
    ann.page.wait_for_selector("html[data-ready]", timeout=LONG)
    ann.page.click("#begin")
    ann.page.wait_for_selector("#table[data-told]", state="attached", timeout=LONG)


def test_a_piece_that_never_comes_is_said_to_be_missing(ann: PagePlayer) -> None:
    """Where the server has none it is not asked again, and a log that was dropped meanwhile is
    answered."""
    ann.page = ann.context.new_page()
    ann.context.route("**/owm_net.zip", lambda route: route.fulfill(status=404))
    ann.page.goto(ann.address)
    ann.page.set_input_files("#file", {"name": "a.owmlog", "mimeType": "", "buffer": b"?"})
    assert "owm_net.zip is missing on the server (404)" in stops(ann)
    ann.page.wait_for_selector("#verdict:text('a.owmlog could not be read')", timeout=LONG)


def test_a_fault_of_ours_is_one_sentence(ann: PagePlayer) -> None:
    """Whatever is wrong in Python."""
    ann.open(name="Ann")
    ann.page.evaluate("itsWorker.postMessage({ kind: 'event', event: { kind: 'move' } })")
    said = stops(ann)
    assert "KeyError" in said and "Every match is kept" in said
