"""A match shown again from its log, and what can be done when it is over."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest
import trio

from owm_net.client.front import Front, Main
from owm_net.client.keys import HEED
from owm_net.client.match.after import AGAIN, NEW, After
from owm_net.client.match.replay import Wanted
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item
from owm_net.client.screens.rematch import NEWS
from owm_net.client.settings import Settings
from owm_net.engine.ids import Seat
from owm_net.program.logs.retelling import log_of, replay_to
from owm_net.program.window import looking
from owm_net.program.window.conclusion import conclude
from owm_net.program.window.looking import shown_again
from owm_net.session.recorded import Learnt, together
from owm_net.session.rematch import Sides
from tests.client.rematches import Talk
from tests.client.test_table import texts_that_run_over

LOG = Path(__file__).parents[1] / "logs" / "squadcards-3.owmlog"
SMALL = Path(__file__).parents[1] / "vectors" / "match_skeleton.owmlog"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def press(stage: Stage, id: str) -> None:
    item = stage.scene().find(id)
    assert item is not None, id
    point = stage.scene().point_of(item)
    assert point is not None, id
    stage.press(*point)


def item_of(stage: Stage, id: str) -> Item:
    item = stage.scene().find(id)
    assert item is not None, id
    return item


class Clock:
    def __init__(self, stage: Stage) -> None:
        self.stage, self.now = stage, 0.0

    async def until(self, what: object, patience: float = 300) -> None:
        assert callable(what)
        with trio.fail_after(patience):
            while not what():
                await trio.sleep(0.01)
                self.now += 1.0
                self.stage.tick(self.now)


async def test_when_a_match_is_over_more_is_offered(tmp_path: Path) -> None:
    log = tmp_path / LOG.name
    shutil.copy(LOG, log)
    match, _ = replay_to(log, None, lambda match, events: None)
    stage = Stage(match.system, -1, match.names, Settings(size=(960, 540), speed="off"))
    sitting, clock = stage.sitting, Clock(stage)
    sitting.exit.home, sitting.ending.after = True, After((AGAIN, NEW))
    front = Front(stage)
    front.told(match.view(), [])
    async with trio.open_nursery() as nursery:
        await clock.until(
            lambda: sitting.result is not None and stage.screens.top.heeds(sitting.display.now)
        )
        nursery.start_soon(conclude, front, log)
        await clock.until(
            lambda: sitting.ending.after is not None and sitting.ending.after.save is not None
        )
        assert any(text.startswith("Checked: every move") for text in stage.scene().texts())
        assert not any("signed with" in text for text in stage.scene().texts())
        press(stage, "end.details")
        assert any("signed with" in text for text in stage.scene().texts())
        press(stage, "end.save")
        picture = log.with_suffix(".png")
        await clock.until(
            lambda: sitting.ending.after is not None and "picture is" in sitting.ending.after.saved
        )
        assert picture.read_bytes()[:4] == b"\x89PNG"
        assert texts_that_run_over(stage.scene()) == []
        assert item_of(stage, "end.watch").why, "nobody shows anything over it here"
        press(stage, "end.new")
        assert sitting.ending.after.wish == NEW and sitting.exit.closing
        nursery.cancel_scope.cancel()


class Over:
    """The end of a match in a window, and what is shown over it there."""

    def __init__(self, folder: Path, talk: Talk) -> None:
        self.log = folder / LOG.name
        shutil.copy(LOG, self.log)
        match, _ = replay_to(self.log, None, lambda match, events: None)
        self.stage = Stage(match.system, -1, match.names, Settings(size=(960, 540), speed="off"))
        sitting = self.stage.sitting
        sitting.exit.home, sitting.ending.after = True, After((NEW,), rematch=talk)
        self.after, self.clock = sitting.ending.after, Clock(self.stage)
        self.front = Front(self.stage)
        self.front.cover = self.cover
        self.front.told(match.view(), [])
        self.shown: list[Stage] = []

    async def cover(self, over: Stage, main: Main) -> None:
        self.shown.append(over)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(main, Front(over))
            await Clock(over).until(lambda: over.sitting.exit.closing)
            nursery.cancel_scope.cancel()

    async def is_there(self, nursery: trio.Nursery) -> None:
        await self.clock.until(
            lambda: self.stage.sitting.result and self.stage.screens.top.heeds(self.stage.now)
        )
        nursery.start_soon(conclude, self.front, self.log)
        await self.clock.until(lambda: not item_of(self.stage, "end.watch").why)

    async def watch(self) -> Stage:
        press(self.stage, "end.watch")
        await self.clock.until(lambda: self.shown and self.shown[-1].sitting.replay)
        assert not self.stage.sitting.exit.closing and self.after.watch is None
        return self.shown[-1]


async def test_a_rematch_is_seen_and_answered_while_the_match_is_watched_again(
    tmp_path: Path,
) -> None:
    talk = Talk("Wolfgang Amadeus von und zu Hohenlohe")
    end = Over(tmp_path, talk)
    async with trio.open_nursery() as nursery:
        await end.is_there(nursery)
        over = await end.watch()
        sitting, after = over.sitting, end.after
        assert over.scene().find("rematch") is None
        talk.asks, after.since = Sides.CHANGED, None
        sitting.touch()
        over.heard()
        over.tick(sitting.display.now)
        assert "asked" in over.heard()
        press(over, "end.rematch.accept")
        assert talk.said == [], "it has just come"
        over.tick(sitting.display.now + HEED + 0.1)
        over.key("f1")
        scene = over.scene()
        assert scene.find("rematch") is not None and scene.find("end.rematch.accept") is None
        over.key("escape")
        assert texts_that_run_over(over.scene()) == []
        press(over, "end.rematch.accept")
        assert talk.said == [Sides.CHANGED]
        talk.asks, talk.waits, after.since = Sides.NONE, Sides.CHANGED, sitting.display.now - 70
        sitting.touch()
        assert any("1:1" in text for text in over.scene().texts())
        press(over, "end.rematch.back")
        assert talk.said == [Sides.CHANGED, Sides.NONE]
        talk.waits, talk.why, after.since = Sides.NONE, "he has left", sitting.display.now
        sitting.touch()
        assert any("No rematch: he has left." in text for text in over.scene().texts())
        over.tick(sitting.display.now + NEWS + 1)
        sitting.touch()
        assert over.scene().find("rematch") is None, "it is told, and covers the table no longer"
        nursery.cancel_scope.cancel()


async def test_who_has_watched_it_again_is_back_at_its_end(tmp_path: Path) -> None:
    """Also by way of other logs that were dropped on the window."""
    end = Over(tmp_path, Talk(why="he has left"))
    async with trio.open_nursery() as nursery:
        await end.is_there(nursery)
        over = await end.watch()
        over.key("end")
        over.tick(over.sitting.display.now + 1)
        assert over.scene().find("result") is None, "one way leads to all there is at the end"
        assert item_of(over, "confirm").label == "BACK TO THE END"
        over.key("escape")
        await end.clock.until(lambda: not item_of(end.stage, "end.watch").why)
        assert item_of(end.stage, "end.rematch.none").why == "he has left"
        end.stage.drop(SMALL)
        await end.clock.until(lambda: len(end.shown) == 2 and end.shown[1].sitting.replay)
        assert end.shown[1].sitting.system.id == "skeleton"
        second = end.shown[1].sitting
        assert second.replay is not None
        second.replay.go(9)
        end.shown[1].drop(tmp_path / "none.owmlog")
        await end.clock.until(lambda: "none.owmlog" in second.ui.refused.why)
        assert second.replay.at == 9 and not second.exit.closing, "it is still where it was"
        end.shown[1].drop(LOG)
        await end.clock.until(lambda: len(end.shown) == 3 and end.shown[2].sitting.replay)
        third = end.shown[2].sitting
        assert third.system.id == "squadcards"
        third.exit.closing = True
        await end.clock.until(lambda: end.after.watch)
        assert not end.stage.sitting.exit.closing
        nursery.cancel_scope.cancel()


async def test_cards_are_given_to_who_is_still_there_and_his_are_seen_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = Learnt(Seat(0), {}, {}), Learnt(Seat(1), {}, {})
    hands: list[Learnt] = []

    def given(log: Path) -> Path:
        path = log.with_name("mine")
        path.write_bytes(b"what I have seen")
        return path

    monkeypatch.setattr(looking, "own_cards", lambda log: mine)
    monkeypatch.setattr(looking, "opened_hands", lambda log: [*hands])
    monkeypatch.setattr(looking, "open_hand", given)
    talk = Talk("Ben")
    end = Over(tmp_path, talk)
    async with trio.open_nursery() as nursery:
        await end.is_there(nursery)
        over = await end.watch()
        replay = over.sitting.replay
        assert replay is not None
        press(over, "replay.theirs")
        assert "Ben has not opened their cards to you; with" in over.sitting.ui.refused.why
        press(over, "replay.own")
        press(over, "replay.give")
        assert talk.said == [] and item_of(over, "replay.give").runs[0].text == "SURE?"
        press(over, "replay.give")
        assert talk.said == [b"what I have seen"]
        assert item_of(over, "replay.where").label == "Ben has your cards of this match now"
        hands.append(theirs)
        end.after.hand_came()
        await end.clock.until(lambda: replay.hands)
        press(over, "replay.all")
        assert replay.seen == together([mine, theirs]) and over.sitting.players.name(0) == "You"
        nursery.cancel_scope.cancel()


async def test_a_hand_that_comes_before_its_watcher_runs_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends a hand may be quicker than the task that waits for it. Nothing else than the
    sign makes the watcher look here: it would look by itself only after an hour."""
    theirs, watcher, may_run = Learnt(Seat(1), {}, {}), looking._see_hands, trio.Event()
    hands: list[Learnt] = []

    async def late(*about: Any) -> None:
        await may_run.wait()
        await watcher(*about)

    monkeypatch.setattr(looking, "opened_hands", lambda log: [*hands])
    monkeypatch.setattr(looking, "_see_hands", late)
    monkeypatch.setattr(looking, "HANDS", 3600.0)
    end = Over(tmp_path, Talk("Ben"))
    async with trio.open_nursery() as nursery:
        await end.is_there(nursery)
        replay = (await end.watch()).sitting.replay
        assert replay is not None
        hands.append(theirs)
        end.after.hand_came()
        may_run.set()
        await end.clock.until(lambda: replay.hands, patience=20)
        assert replay.hands == [theirs]
        nursery.cancel_scope.cancel()


async def test_a_match_is_looked_at_again_from_its_beginning() -> None:
    stage = Stage(log_of(LOG).match.system, -1, ["one", "two"], Settings(speed="off"))
    sitting = stage.sitting
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(LOG), Front(stage))
        await Clock(stage).until(lambda: sitting.replay is not None)
        assert sitting.replay is not None and sitting.replay.at == 0 and not sitting.may_be_left
        assert sitting.players.names == ("Player 0", "Player 1") and sitting.view is not None
        assert "no squadcards-3.owmlog.kept is beside" in sitting.replay.why_closed
        nursery.cancel_scope.cancel()


async def test_who_leaves_what_is_shown_again_is_not_asked() -> None:
    match = log_of(LOG).match
    stage = Stage(match.system, -1, ["one", "two"], Settings(speed="normal"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(LOG), Front(stage))
        await Clock(stage).until(lambda: stage.sitting.view is not None)
        stage.key("escape")
        assert stage.sitting.exit.closing and stage.is_bare
        nursery.cancel_scope.cancel()


async def test_what_is_dropped_at_the_first_moment_ends_nothing(tmp_path: Path) -> None:
    """The player may be quicker than what waits for it to be dropped."""
    stage = Stage(log_of(SMALL).match.system, -1, ["one", "two"], Settings(speed="off"))
    front = Front(stage)

    def drop_one() -> None:
        if front.begun.is_set():
            front.wake = lambda: None
            stage.drop(tmp_path / "none.owmlog")

    front.wake = drop_one
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(SMALL), front)
        await Clock(stage).until(lambda: "none.owmlog" in stage.sitting.ui.refused.why)
        assert not stage.sitting.exit.closing and stage.sitting.replay is not None
        nursery.cancel_scope.cancel()


async def test_what_was_broken_off_is_shown_as_far_as_it_came(tmp_path: Path) -> None:
    log = tmp_path / LOG.name
    log.write_bytes(LOG.read_bytes()[:60_000])
    stage = Stage(log_of(log).match.system, -1, ["one", "two"], Settings(speed="off"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(log), Front(stage))
        await Clock(stage).until(lambda: stage.sitting.replay is not None)
        stage.key("end")
        assert stage.sitting.view is not None and stage.sitting.view.state.answered > 10
        assert any("broken off here" in text for text in stage.scene().texts())
        nursery.cancel_scope.cancel()


async def test_a_film_is_drawn_beside_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A separate process draws it, and reports progress."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    log = tmp_path / "a match.owmlog"
    shutil.copy(SMALL, log)
    stage = Stage(log_of(log).match.system, -1, ["one", "two"], Settings(speed="off"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(log), Front(stage))
        await Clock(stage).until(lambda: stage.sitting.replay is not None)
        replay = stage.sitting.replay
        assert replay is not None
        await Clock(stage).until(lambda: replay.make is not None)
        assert replay.make is not None
        replay.make(Wanted(20, 23, ".gif"))
        await Clock(stage).until(lambda: replay.note.text)
        drawn = log.with_name("a match-20-23.gif")
        assert (replay.note.text, replay.note.more) == (f"{drawn.name} is in", str(tmp_path))
        assert drawn.read_bytes().startswith(b"GIF8") and not replay.note.has_failed
        assert replay.export is None and names(tmp_path)[:2] == sorted((drawn.name, log.name))
        nursery.cancel_scope.cancel()


async def no_process(*_: object, **__: object) -> None:
    raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")


async def test_what_is_given_up_leaves_nothing_and_what_fails_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / SMALL.name
    shutil.copy(SMALL, log)
    stage = Stage(log_of(log).match.system, -1, ["one", "two"], Settings(speed="off"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(log), Front(stage))
        await Clock(stage).until(lambda: stage.sitting.replay and stage.sitting.replay.make)
        replay = stage.sitting.replay
        assert replay is not None and replay.make is not None
        replay.make(Wanted(0, 40, ".webp"))
        await Clock(stage).until(lambda: replay.export is not None)
        stage.key("escape")
        await Clock(stage).until(lambda: replay.note.text)
        assert "Given up" in replay.note.text and not stage.sitting.exit.closing
        assert names(tmp_path) == [log.name]
        log.unlink()
        await Clock(stage).until(lambda: replay.make is not None)
        replay.make(Wanted(0, 0, ".png"))
        await Clock(stage).until(lambda: replay.note.more.startswith("cannot read"))
        assert replay.note.has_failed
        with monkeypatch.context() as full:
            full.setattr(trio.lowlevel, "open_process", no_process)
            await Clock(stage).until(lambda: replay.make is not None)
            replay.make(Wanted(2, 2, ".png"))
            await Clock(stage).until(lambda: "temporarily unavailable" in replay.note.more)
        log.with_name(f"{log.stem}-1.png").mkdir()
        await Clock(stage).until(lambda: replay.make is not None)
        replay.make(Wanted(1, 1, ".png"))
        await Clock(stage).until(lambda: "Copy the log to a folder of yours" in replay.note.more)
        assert replay.note.has_failed and replay.export is None
        nursery.cancel_scope.cancel()
