"""A match shown again from its log, and what can be done when it is over."""

from __future__ import annotations

import shutil
from pathlib import Path

import trio

from owm_net.client.after import AGAIN, NEW, WATCH, After
from owm_net.client.front import Front
from owm_net.client.settings import Settings
from owm_net.client.stage import Stage
from owm_net.verbs.replay import log_of
from owm_net.verbs.window import _conclude, shown_again
from tests.client.test_table import texts_that_run_over

LOG = Path(__file__).parents[1] / "logs" / "squadcards.owmlog"


def press(stage: Stage, id: str) -> None:
    item = stage.scene().find(id)
    assert item is not None, id
    point = stage.scene().point_of(item)
    assert point is not None, id
    stage.press(*point)


class Clock:
    def __init__(self, stage: Stage) -> None:
        self.stage, self.now = stage, 0.0

    async def until(self, what: object) -> None:
        assert callable(what)
        with trio.fail_after(60):
            while not what():
                await trio.sleep(0.01)
                self.now += 1.0
                self.stage.tick(self.now)


async def test_a_match_is_shown_again_to_its_end_and_then_more_is_offered(tmp_path: Path) -> None:
    log = tmp_path / LOG.name
    shutil.copy(LOG, log)
    match = log_of(log).match
    stage = Stage(match.system, -1, ["one", "two"], Settings(size=(1024, 640), speed="off"))
    model, clock = stage.model, Clock(stage)
    model.home, model.after = True, After((AGAIN, NEW, WATCH))
    front = Front(model)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(log), front)
        await clock.until(lambda: model.view is not None)
        assert not model.may_be_left  # nothing is asked: it can be watched at any time
        await clock.until(lambda: model.result is not None and model.heeded)
        assert model.names == ("Ada", "Ben") and len(model.log) > 100
        nursery.start_soon(_conclude, front, log)
        await clock.until(lambda: model.after is not None and model.after.save is not None)
        assert any(text == "verdict: OK" for text in stage.scene().texts())
        assert not any("signed with" in text for text in stage.scene().texts())
        press(stage, "end.details")
        assert any("signed with" in text for text in stage.scene().texts())
        press(stage, "end.save")
        picture = log.with_suffix(".png")
        await clock.until(lambda: model.after is not None and "picture is" in model.after.saved)
        assert picture.read_bytes()[:4] == b"\x89PNG"
        assert texts_that_run_over(stage.scene()) == []
        press(stage, "end.watch")
        assert model.after.wish == WATCH and model.closing
        nursery.cancel_scope.cancel()


async def test_who_leaves_what_is_shown_again_is_not_asked() -> None:
    match = log_of(LOG).match
    stage = Stage(match.system, -1, ["one", "two"], Settings(speed="normal"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(LOG), Front(stage.model))
        await Clock(stage).until(lambda: stage.model.view is not None)
        for _ in range(20):
            stage.key("escape")  # the first ones skip what is being shown
        assert stage.model.closing and not stage.model.ui.over
        nursery.cancel_scope.cancel()


async def test_what_was_broken_off_is_shown_as_far_as_it_came(tmp_path: Path) -> None:
    log = tmp_path / LOG.name
    log.write_bytes(LOG.read_bytes()[:60_000])
    stage = Stage(log_of(log).match.system, -1, ["one", "two"], Settings(speed="off"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(log), Front(stage.model))
        await Clock(stage).until(lambda: stage.model.problem is not None)
        assert stage.model.is_calm and stage.model.view is not None
        assert any("broken off here" in text for text in stage.scene().texts())
        nursery.cancel_scope.cancel()
