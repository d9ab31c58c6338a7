"""`owm-net play --text`, through a pipe."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import trio
import trio.testing

from owm_net.verbs import text_seat
from owm_net.verbs.text_seat import Lines
from tests.verbs.command import PATIENCE, PROGRAM, surroundings


def typed(home: Path, lines: str, *arguments: str) -> str:
    """What the program says to lines that are typed."""
    run = subprocess.run(
        [*PROGRAM, *arguments],
        input=lines,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=surroundings(home),
    )
    assert run.returncode == 0, run.stderr
    assert "stopped" not in run.stderr  # the computer's process ends without a word
    assert "\x1b" not in run.stdout and "\r" not in run.stdout
    return run.stdout


def test_a_match_is_left_gone_on_with_and_resigned_in_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "match.owmlog"
    said = typed(
        tmp_path, "hand\nquit\n", "play", "--text", "--system", "skeleton", "--log", str(log)
    )
    assert "YOUR DECISION" in said and "1. " in said and "You hold" in said
    assert f"resume --text {log}" in said
    said = typed(tmp_path, "resign\nyes\n", "resume", "--text", str(log))
    assert "YOUR DECISION" in said and "for good" in said
    assert "verdict: OK" in said and "resigned" in said


async def test_a_line_goes_to_the_question_that_was_asked_last() -> None:
    lines, got = Lines(), dict[str, str | None]()
    lines._token = trio.lowlevel.current_trio_token()  # nobody reads standard input

    async def ask(name: str) -> None:
        got[name] = await lines.next()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask, "decision")
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(ask, "offer")
        await trio.testing.wait_all_tasks_blocked()
        lines._put("yes")
        await trio.testing.wait_all_tasks_blocked()
        assert got == {"offer": "yes"}
        lines._put("1")
    assert got == {"offer": "yes", "decision": "1"}


def test_who_is_stopped_in_text_is_told_to_go_on_in_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "match.owmlog"
    text_seat.private_path(log).touch()

    def stopped(*_: object) -> None:
        raise BaseExceptionGroup("", [KeyboardInterrupt()])

    monkeypatch.setattr(text_seat, "run_loop", stopped)
    with pytest.raises(KeyboardInterrupt) as error:
        text_seat._to_the_end(log, 0, trio.sleep)
    assert f"resume --text {log}" in error.value.__notes__[0]
