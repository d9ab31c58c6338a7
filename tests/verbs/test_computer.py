"""A match against the computer of this machine is gone on with, whatever was cut off and when."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import trio

from owm_net import cli, games
from owm_net.engine.chance import Chance
from owm_net.engine.local import PLAYERS
from owm_net.files.home import program
from owm_net.files.private import MAGIC as SEALED
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer, Player
from owm_net.verbs.common import Fail
from owm_net.verbs.computer import Computer, play_computer, resume_computer
from owm_net.verbs.matches import take_up
from owm_net.verbs.play import offer_unfinished
from owm_net.verbs.unfinished import unfinished
from owm_net.verbs.verify import judge
from tests.verbs.command import PROGRAM, grown, owm_net, surroundings

SKELETON = games.get("skeleton")
GAME = SKELETON, SKELETON.default_setup()


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    return tmp_path / "logs"


def starts(*arguments: str, home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, env=surroundings(home),
    )


def children(process: subprocess.Popen[str]) -> list[int]:
    tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(500, 19_000), (30_000,)])
def test_kill_9_of_play_and_resume_to_the_same_end(tmp_path: Path, sizes: tuple[int, ...]) -> None:
    log = tmp_path / "logs" / "m.owmlog"
    process = starts("play", "--system", "skeleton", "--log", str(log), home=tmp_path)
    try:
        for size in sizes:
            assert grown(log, size)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            process = starts("resume", str(log), home=tmp_path)
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0 and "verdict: OK" in said, said
    assert [file.name for file in log.parent.iterdir()] == [log.name], "secrets are gone"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found by /proc")
def test_a_computer_player_that_is_killed_is_started_again(tmp_path: Path) -> None:
    log = tmp_path / "m.owmlog"
    process = starts("play", "--system", "skeleton", "--log", str(log), home=tmp_path)
    try:
        assert grown(log, 15_000)
        for child in children(process):
            os.kill(child, signal.SIGKILL)
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0 and "verdict: OK" in said, said
    assert "connected to" in said, said


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


def leave_at(log: Path, decisions: int) -> None:
    """What the window runs, until it is closed at that decision."""

    async def main() -> None:
        with trio.CancelScope() as scope:
            await play_computer(
                GAME, "Anna", Computer(log), lambda m: Leaver(m, decisions, scope),
                lambda line: None,
            )

    trio.run(main)


def go_on(log: Path) -> None:
    """What the window runs when the match is taken up again."""
    taken = take_up(log)
    trio.run(resume_computer, taken, player(taken.match), lambda line: None)


def test_a_window_that_is_closed_leaves_a_match_to_go_on_with(logs: Path) -> None:
    log = logs / "m.owmlog"
    leave_at(log, 3)
    kept = {file.name for file in logs.iterdir()}
    assert kept == {
        "m.owmlog", "m.owmlog.private", "m.owmlog.computer", "m.owmlog.computer.private",
    }
    assert (logs / "m.owmlog.computer.private").read_bytes().startswith(SEALED)
    [match] = unfinished()
    assert (match.log, match.names, match.against_computer) == (log, ("Anna", "Computer"), True)
    assert judge(log).verdict.value == "UNFINISHED"
    go_on(log)
    assert judge(log).verdict.value == "OK"
    assert [file.name for file in logs.iterdir()] == ["m.owmlog"] and unfinished() == []


def test_play_and_resume_tell_of_the_match_that_was_left(
    logs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logs / "m.owmlog"
    leave_at(log, 2)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    offer_unfinished()  # as play begins
    assert f"resume it with: {program()} resume {log}" in capsys.readouterr().out
    assert cli.main(["resume", "--list"]) == 0
    listed = capsys.readouterr().out
    assert "Anna against Computer" in listed and f"{program()} resume {log}" in listed
    # Anna played in a window: without a display the computer does not take her seat unasked.
    assert cli.main(["resume"]) == 3
    assert "--player computer" in capsys.readouterr().err
    assert cli.main(["resume", f"{log}.computer", "--player", "computer"]) == 0
    said = capsys.readouterr().out
    assert f"belongs to {log}" in said and "verdict: OK" in said


def test_what_cannot_be_resumed_says_why(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logs / "m.owmlog"
    leave_at(log, 1)

    def refused(*arguments: str) -> str:
        assert cli.main(["resume", "--player", "computer", *arguments]) in (2, 3)
        said = capsys.readouterr().err
        assert said.startswith("owm-net: ") and said.count("\n") == 1
        return said

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
    monkeypatch.setattr("owm_net.verbs.computer.STARTS", 1)
    (logs / "m.owmlog.computer").write_bytes(log.read_bytes()[:-1] + b"?")

    with pytest.raises(Fail, match=r"does not run: .*m\.owmlog\.computer"):
        go_on(log)
    assert log.exists() and (logs / "m.owmlog.private").exists()


def test_the_bot_reports_in_json_lines_and_a_child_only_its_end(tmp_path: Path) -> None:
    run = owm_net("bot", "--child", "--join", "127.0.0.1:1", "--log", str(tmp_path / "x.owmlog"),
                  home=tmp_path)
    assert run.returncode == 3 and run.stderr == ""
    assert [set(json.loads(line)) for line in run.stdout.splitlines()] in ([{"error"}], [])
