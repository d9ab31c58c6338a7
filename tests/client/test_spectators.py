"""A spectator's window: the table as everybody sees it, from nobody's seat."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from owm_net import games
from owm_net.client.front import Front
from owm_net.client.match_stage import Stage
from owm_net.client.scene.items import Scene
from owm_net.client.settings import Settings
from owm_net.program.window.watching import QUIET, WatchedTable
from owm_net.protocol.entries import read_records
from owm_net.session.match import Tell
from owm_net.session.verify import open_log
from owm_net.session.watched import Watched

TESTS = Path(__file__).parents[1]
LOGS = {
    "skeleton": TESTS / "vectors" / "match_skeleton.owmlog",
    "owm": TESTS / "logs" / "owm-6.owmlog",
    "squadcards": TESTS / "logs" / "squadcards-3.owmlog",
}


@pytest.mark.parametrize("name", LOGS)
async def test_a_match_is_shown_from_where_it_stands_to_its_end(name: str, autojump_clock) -> None:
    """Half of it is history when they come: it is in the log at once, and not played again."""
    data = LOGS[name].read_bytes()
    terms = open_log(data, games.get).match.terms
    system = games.get(name)
    watched = Watched(system, terms)
    stage = Stage(system, -1, ["one", "two"], Settings(folder=None))
    front = Front(stage)
    front.names = watched.match.names
    shown = WatchedTable(front)
    records = list(read_records(data))

    async def tell(some: list[bytes]) -> None:
        for record in some:
            for effect in watched.on_record(record):
                if isinstance(effect, Tell):
                    shown.told(watched.match, effect.events)
            watched.proofs()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown.catch_up, watched.match)
        await tell(records[: len(records) // 2])
        assert not front.begun.is_set()
        await trio.sleep(3 * QUIET)
        stage.tick(0.0)
        assert front.begun.is_set() and stage.sitting.view is not None
        history = len(stage.sitting.log.lines)
        scene: Scene = stage.scene()
        assert scene.items
        await tell(records[len(records) // 2 :])
    for tick in range(2000):
        stage.tick(float(10 * tick))
        if stage.sitting.result is not None:
            break
    assert stage.scene().items and not stage.sitting.answering.is_open
    assert stage.sitting.result == watched.match.result
    assert len(stage.sitting.log.lines) > history > 0
    assert not stage.sitting.view.known, "a spectator knows no card that is hidden"
