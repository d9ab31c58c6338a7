"""The computer player of a page, which is a task: as good a peer as the one in a process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.files.logfile import has_begun
from owm_net.program.computer import asked
from owm_net.program.computer.opponent import Computer, computer_log, play_computer, resume_computer
from owm_net.program.computer.standby import STANDBY
from owm_net.program.computer.thinking import think
from owm_net.program.logs.judging import judge
from owm_net.program.playing.matches import take_up
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer
from owm_net.session.verify import Outcome
from owm_net.web import computer, inside
from tests.client.robot import Robot


class Enough(Exception):
    """The tab is closed."""


class Person(ComputerPlayer):
    """Plays by chance, and closes the tab after some answers."""

    def __init__(self, match: Match, most: int) -> None:
        super().__init__(match.system, Chance("person"))
        self._left = most

    async def decide(self, view: Any) -> Any:
        if not self._left:
            raise Enough
        self._left -= 1
        return await super().decide(view)


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without processes and sockets."""

    async def stream(host: str, port: int, **_: object) -> inside.End:
        assert inside.is_awaited(host, port)
        return inside.visit(port)

    async def listeners(port: int, host: str, **_: object) -> list[inside.Listener]:
        return [inside.Listener()]

    def process(*_: object, **__: object) -> None:
        raise AssertionError("a page starts no process")

    monkeypatch.setattr(trio, "open_tcp_stream", stream)
    monkeypatch.setattr(trio, "open_tcp_listeners", listeners)
    monkeypatch.setattr(trio.lowlevel, "open_process", process)

    async def second_python(question: bytes) -> bytes:
        await trio.lowlevel.checkpoint()
        return asked.find(question)

    monkeypatch.setattr(STANDBY, "elsewhere", computer._begin)
    monkeypatch.setattr(STANDBY, "find", second_python)
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))


def test_a_match_against_it_is_broken_off_and_gone_on_with(tmp_path: Path) -> None:
    """It has keys of its own, and forgets its side when the match is over."""
    system, log = games.get("skeleton"), tmp_path / "match.owmlog"
    game = system, system.default_setup()

    async def begin() -> None:
        await play_computer(game, "Ann", Computer(log), lambda m: Person(m, 3), lambda line: None)

    async def go_on() -> None:
        taken = take_up(log)
        await resume_computer(taken, Person(taken.match, 1000), lambda line: None)

    with pytest.raises(BaseException) as broken:
        trio.run(begin)
    assert "Enough" in repr(broken.value) or broken.group_contains(Enough)
    assert has_begun(computer_log(log))
    trio.run(go_on)
    assert judge(log, 1, quiet=True).verdict is Outcome.OK
    assert not computer_log(log).exists()
    files = [path.read_bytes() for path in tmp_path.rglob("keys/*") if path.is_file()]
    assert len({data for data in files if b"PRIVATE KEY" in data}) == 2


def test_a_hint_is_found_in_the_page() -> None:
    """By the same player."""
    robot = Robot(games.get("skeleton"), 1)
    assert robot.run_to(lambda match: True)
    view = robot.match.view(0)
    assert trio.run(think, robot.system, view) == robot.system.advised(view)
