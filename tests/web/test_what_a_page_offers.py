"""What the menus offer in a page: nothing that a page cannot do."""

from __future__ import annotations

import re

import pytest

from owm_net.client.menu.hosting import HowToHost
from tests.client.test_menu import House, press, stage_of, work
from tests.client.test_table import texts_that_run_over

CANNOT = re.compile(r"own network|router|quit\b", re.IGNORECASE)
"""What a page does not do, in the words of the menus."""


@pytest.mark.parametrize("screen", ["title", "host", "host waits", "join"])
def test_no_screen_of_a_page_speaks_of_what_a_page_cannot_do(
    screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who hosts sends a link; who joins needs no relay. The words have room."""
    monkeypatch.setattr(House, "page", "https://relay.example/")
    stage = stage_of(screen, (1280, 720), 1.0)
    said = " ".join(stage.scene().texts())
    assert not CANNOT.search(said), said
    assert not texts_that_run_over(stage.scene())
    assert stage.scene().find("field:relay") is None
    if screen == "host":
        press(stage, "how")
        work(stage)
        assert isinstance(stage.context.screen, HowToHost)
        ids = {item.id for item in stage.scene()}
        assert "how:clock" in ids and not ids & {"how:relay", "how:router", "how:ways"}
        press(stage, "how:open")
        assert stage.scene().find("how:listed") is not None
        assert not CANNOT.search(" ".join(stage.scene().texts()))


def test_a_code_alone_is_enough_in_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link holds nothing else: it must not look as if something were missing."""
    monkeypatch.setattr(House, "page", "https://relay.example/")
    stage = stage_of("join", (1280, 720), 1.0)
    press(stage, "field:code")
    stage.text("7-melon-sandal-orchid")
    said = " ".join(stage.scene().texts())
    assert "The code 7-melon-sandal-orchid, at the relay of this page" in said
    assert "without an address" not in said
