"""A match against the computer of this machine is gone on with, whatever was cut off and when."""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import trio

from owm_net import cli, games
from owm_net.engine.chance import Chance
from owm_net.engine.local import PLAYERS
from owm_net.files.home import program
from owm_net.files.private import MAGIC as SEALED
from owm_net.files.private import private_path
from owm_net.files.secret import take_lock
from owm_net.program.computer import opponent as computer_here
from owm_net.program.computer.opponent import Computer, play_computer, resume_computer
from owm_net.program.computer.standby import STANDBY, Standby
from owm_net.program.failing import Fail
from owm_net.program.logs import unfinished as matches_here
from owm_net.program.logs.judging import judge
from owm_net.program.logs.retelling import opened_hands, own_cards
from owm_net.program.logs.unfinished import unfinished
from owm_net.program.playing.by_itself import offer_unfinished
from owm_net.program.playing.matches import take_up
from owm_net.protocol.entries import MAGIC, read_records
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer, Player
from tests.verbs.command import PATIENCE, Process, owm_net
from tests.verbs.conftest import Start

SKELETON = games.get("skeleton")
GAME = SKELETON, SKELETON.default_setup()


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    return tmp_path / "logs"


def plays(start: Start, home: Path, log: Path) -> Process:
    """Two computers, in a match that is long enough to be broken off."""
    return start(home, "play", "--system", "skeleton", "--mission", "full-deck", "--log", str(log))


def children(process: Process) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{process.process.pid}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has just ended
            found += map(int, task.read_text().split())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(500, 19_000), (30_000,)])
def test_kill_9_of_play_and_resume_to_the_same_end(
    tmp_path: Path, start: Start, sizes: tuple[int, ...]
) -> None:
    log = tmp_path / "logs" / "m.owmlog"
    process = plays(start, tmp_path, log)
    for size in sizes:
        process.grows(log, size)
        process.kill()
        process = start(tmp_path, "resume", str(log))
    end = process.end()
    assert end.returncode == 0 and "verdict: OK" in end.stdout, process.story()
    assert left(log.parent) == {log.name, f"{log.name}.kept"}, "secrets are sealed or gone"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found by /proc")
def test_a_computer_player_that_is_killed_is_started_again(tmp_path: Path, start: Start) -> None:
    log = tmp_path / "m.owmlog"
    process = plays(start, tmp_path, log)
    process.grows(log, 15_000)
    for child in children(process):
        os.kill(child, signal.SIGKILL)
    end = process.end()
    assert end.returncode == 0 and "verdict: OK" in end.stdout, process.story()
    assert "connected to" in end.stdout, process.story()


class Leaver(ComputerPlayer):
    """Somebody who closes the window at a decision."""

    def __init__(self, match: Match, decisions: int, leave: trio.CancelScope) -> None:
        super().__init__(match.system, Chance("leaver"), PLAYERS["random"])
        self._left = decisions
        self._leave = leave

    async def decide(self, view: Any) -> Any:
        """Until enough is decided."""
        if self._left == 0:
            self._leave.cancel()
            await trio.sleep_forever()
        self._left -= 1
        return await super().decide(view)


def player(match: Match) -> Player:
    return ComputerPlayer(match.system, Chance("stays"), PLAYERS["random"])


def close_at(log: Path, decisions: int, opponent: str = "computer") -> None:
    """Do what the window runs, until it is closed at that decision."""

    async def main() -> None:
        with trio.CancelScope() as scope:
            await play_computer(
                GAME,
                "Anna",
                Computer(log, opponent=opponent),
                lambda m: Leaver(m, decisions, scope),
                lambda line: None,
            )

    trio.run(main)


@cache
def left_at(decisions: int, opponent: str) -> tuple[tuple[str, bytes], ...]:
    """Return the files that a home holds whose window was closed at that decision."""
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OWM_HOME", home)
        close_at(Path(home, "logs", "m.owmlog"), decisions, opponent)
        files = [path for path in Path(home).rglob("*") if path.is_file()]
        return tuple([(str(path.relative_to(home)), path.read_bytes()) for path in files])


def leave_at(log: Path, decisions: int, opponent: str = "computer") -> None:
    """Leave such a match behind; of those of one decision one is played."""
    for name, data in left_at(decisions, opponent):
        path = Path(log.parent.parent, name.replace("m.owmlog", log.name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def left(logs: Path) -> set[str]:
    """Return names of files, except the hand that the computer opens when a match is over."""
    return {file.name for file in logs.iterdir()} - {"m.owmlog.hand2"}


def go_on(log: Path) -> None:
    """Do what the window runs when the match is resumed."""
    taken = take_up(log)
    trio.run(resume_computer, taken, player(taken.match), lambda line: None)


def test_a_computer_player_that_was_killed_before_it_heard_of_us_comes_back(logs: Path) -> None:
    """It has stored its HELLO, and the window was killed before ours was on its way."""
    log = logs / "m.owmlog"
    leave_at(log, 1)
    for path, count in ((log, 2), (logs / "m.owmlog.computer", 1)):
        records = list(read_records(path.read_bytes()))[:count]
        path.write_bytes(MAGIC + b"".join([len(one).to_bytes(4, "big") + one for one in records]))
    go_on(log)
    assert left(logs) == {"m.owmlog", "m.owmlog.kept"}


def test_a_window_that_is_closed_leaves_a_match_to_go_on_with(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_here, "FAREWELL", PATIENCE)  # for a busy machine
    log = logs / "m.owmlog"
    leave_at(log, 3)
    kept = {file.name for file in logs.iterdir()}
    assert kept == {
        "m.owmlog",
        "m.owmlog.private",
        "m.owmlog.computer",
        "m.owmlog.computer.private",
    }
    assert (logs / "m.owmlog.computer.private").read_bytes().startswith(SEALED)
    [match] = unfinished()
    assert (match.log, match.names, match.against_computer) == (log, ("Anna", "Computer"), True)
    assert judge(log).verdict.value == "UNFINISHED"
    go_on(log)
    assert judge(log).verdict.value == "OK"
    assert left(logs) == {"m.owmlog", "m.owmlog.kept"} and unfinished() == []
    assert own_cards(log).seat == 0
    assert [hand.seat for hand in opened_hands(log)] == [1], "the computer opens its own"


def test_the_same_opponent_is_there_when_a_match_is_gone_on_with(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logs / "m.owmlog"
    leave_at(log, 3, "random")
    begun: list[str] = []
    opened = trio.lowlevel.open_process

    async def noted(command: list[str], **how: Any) -> trio.Process:
        begun.append(command[command.index("--player") + 1])
        return await opened(command, **how)

    monkeypatch.setattr(trio.lowlevel, "open_process", noted)
    go_on(log)
    assert begun == ["random"]


def test_an_opponent_whom_the_game_has_not_is_named_before_a_match_begins(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "--system", "skeleton", "--opponent", "recruit"]) == 2
    assert "skeleton has no player 'recruit'; it has random, computer" in capsys.readouterr().err
    assert not logs.exists()


def test_play_and_resume_tell_of_the_match_that_was_left(
    logs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logs / "m.owmlog"
    leave_at(log, 3)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    offer_unfinished()  # as play begins
    assert f"resume it with: {program()} resume --text {log}" in capsys.readouterr().out
    monkeypatch.setenv("DISPLAY", ":0")
    offer_unfinished()
    assert f"resume it with: {program()} resume {log}" in capsys.readouterr().out
    offer_unfinished(text=True)
    assert f"resume it with: {program()} resume --text {log}" in capsys.readouterr().out
    monkeypatch.delenv("DISPLAY")
    assert cli.main(["resume", "--list"]) == 0
    listed = capsys.readouterr().out
    assert "Anna against Computer" in listed and f"{program()} resume --text {log}" in listed
    with log.open("rb") as file:
        take_lock(file)  # as who plays it has
        assert cli.main(["resume", "--list"]) == 0
        assert "is being played right now" in capsys.readouterr().out
    # Anna played in a window: without a display the computer does not take her seat unasked.
    assert cli.main(["resume"]) == 3
    assert "--player computer" in capsys.readouterr().err
    assert cli.main(["resume", f"{log}.computer", "--player", "computer"]) == 0
    said = capsys.readouterr().out
    assert f"belongs to {log}" in said and "verdict: OK" in said


def refuse(*_: object) -> Any:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def test_a_match_that_cannot_be_read_is_not_said_to_be_over(
    logs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever made the log as root, or keeps the folder from others, is told so."""
    closed, other = logs / "closed.owmlog", logs / "other.owmlog"
    leave_at(closed, 1)
    read, private = matches_here._read, private_path(closed)

    def read_but_one(log: Path) -> tuple[bytes, float]:
        return read(log) if log != closed else refuse()

    monkeypatch.setattr(matches_here, "_read", read_but_one)
    told = f"cannot read {closed}: permission denied"
    assert cli.main(["resume", "--list"]) == 0
    assert capsys.readouterr().out == f"there is no match to resume: {told}\n"
    leave_at(other, 1)
    capsys.readouterr()
    assert cli.main(["resume", "--list"]) == 0
    listed = capsys.readouterr().out
    assert f"{other}\n" in listed and listed.endswith(f"{told}\n")
    with other.open("rb") as file:
        take_lock(file)
        private.unlink()  # now nobody can say that it goes on
        assert cli.main(["resume", "--list"]) == 0
    assert told not in capsys.readouterr().out
    monkeypatch.setattr(os, "listdir", refuse)
    assert cli.main(["resume", "--list"]) == 3
    assert f"cannot read the folder {logs}: permission denied" in capsys.readouterr().err


def closed_to_us(name: str) -> Callable[..., int]:
    """To open a file, one of which the system does not let us read."""
    truly = os.open

    def opened(path: Any, *arguments: Any, **more: Any) -> int:
        if Path(path).name == name:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return truly(path, *arguments, **more)

    return opened


def test_what_cannot_be_resumed_says_why(
    logs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logs / "m.owmlog"
    leave_at(log, 1)

    def refused(*arguments: str) -> str:
        assert cli.main(["resume", "--player", "computer", *arguments]) in (2, 3)
        said = capsys.readouterr().err
        assert said.startswith("owm-net: ") and said.count("\n") == 1
        return said

    for closed in ("m.owmlog", "m.owmlog.computer"):
        with monkeypatch.context() as m:
            m.setattr(os, "open", closed_to_us(closed))
            assert f"cannot read {logs / closed}: permission denied" in refused(str(log))
    (logs / "m.owmlog.computer.private").unlink()
    assert "the computer's side of it" in refused(str(log))
    (logs / "m.owmlog.private").unlink()
    assert "m.owmlog.private, which only you have" in refused(str(log))
    log.write_bytes(log.read_bytes()[:20])
    assert "before it began" in refused(str(log))
    assert "no such file" in refused("/nope")
    assert "it is a folder" in refused(str(logs))
    assert "takes no file" in refused(str(log), "--list")


def test_a_computer_player_that_cannot_run_is_given_up_with_its_reason(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logs / "m.owmlog"
    leave_at(log, 1)
    monkeypatch.setattr("owm_net.program.computer.opponent.STARTS", 1)
    (logs / "m.owmlog.computer").write_bytes(log.read_bytes()[:-1] + b"?")

    with pytest.raises(Fail, match=r"does not run: .*m\.owmlog\.computer"):
        go_on(log)
    assert log.exists() and (logs / "m.owmlog.private").exists()


FULL = """
import errno, os, sys
from owm_net import cli
from owm_net.files.logfile import LogFile

write = LogFile._write

def until_full(log, data, sync):
    if log.path.stat().st_size > 9000:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    write(log, data, sync)

LogFile._write = until_full
sys.exit(cli.main(sys.argv[1:]))
"""
"""The program on a disk that fills up."""


def test_a_disk_that_fills_up_under_the_computers_log_is_told_with_the_file_and_what_to_do(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not the opponent who has stopped the match; and the person's log is to be resumed."""
    log, start = logs / "m.owmlog", trio.lowlevel.open_process

    async def on_a_full_disk(command: list[str], **more: Any) -> trio.Process:
        assert command[1:3] == ["-m", "owm_net"]
        return await start([command[0], "-c", FULL, *command[3:]], **more)

    with monkeypatch.context() as disk, pytest.raises(Fail) as caught:
        disk.setattr(trio.lowlevel, "open_process", on_a_full_disk)
        close_at(log, -1)
    assert str(caught.value) == (
        f"the computer player has stopped: cannot write the log {log}.computer: no space left on"
        f" device; make room for it, then go on with: {program()} resume {log}"
    )
    go_on(log)  # there is room again
    assert judge(log).verdict.value == "OK"


def test_the_bot_reports_in_json_lines_and_a_child_only_its_end(tmp_path: Path) -> None:
    run = owm_net(
        "bot",
        "--child",
        "--join",
        "127.0.0.1:1",
        "--log",
        str(tmp_path / "x.owmlog"),
        home=tmp_path,
    )
    assert run.returncode == 3 and run.stderr == ""
    assert [set(json.loads(line)) for line in run.stdout.splitlines()] in ([{"error"}], [])


def test_a_computer_player_that_waits_plays_the_match(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other process is started; afterwards none waits, and another match has one started."""

    async def never(*_: object, **__: object) -> None:
        raise AssertionError("a process is started although one waits")

    log = logs / "m.owmlog"
    STANDBY.prepare()
    with monkeypatch.context() as context:
        context.setattr(trio.lowlevel, "open_process", never)
        close_at(log, 3)
    assert STANDBY.claim([], {}) is None
    go_on(log)
    assert judge(log).verdict.value == "OK"
    assert left(logs) == {"m.owmlog", "m.owmlog.kept"}


def test_a_computer_player_that_nobody_needs_ends() -> None:
    standby = Standby()
    standby.prepare()
    process = standby._process
    standby.prepare()
    assert process is not None and standby._process is process
    standby.dismiss()
    assert process.returncode is not None
    assert standby.claim([], {}) is None
