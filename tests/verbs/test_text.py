"""A match in text, through a pipe."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import trio
import trio.testing

from owm_net.verbs import text_seat
from owm_net.verbs.text_seat import Lines, Taken, to_the_end
from tests.verbs.command import HERE, PATIENCE, PROGRAM, free_port, owm_net, surroundings
from tests.verbs.conftest import Start

CODE = "7-melon-sandal-orchid"


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


def test_a_friend_joins_in_the_terminal_writes_and_resigns(start: Start, tmp_path: Path) -> None:
    host = start(
        tmp_path / "ada", "host", "--system", "skeleton", "--bind", HERE, "--no-lan", "--port",
        port := free_port(), "--name", "Ada", "--player", "random",
        "--log", str(tmp_path / "ada.owmlog"),
    )  # fmt: skip
    host.line("your friend types")
    said = typed(
        tmp_path / "ben", "say good evening\nresign\nyes\n",
        "join", f"{HERE}:{port}", host.code, "--text", "--yes", "--name", "Ben", "--no-lan",
    )  # fmt: skip
    assert "you are seat 2" in said and "YOUR DECISION" in said
    assert "verdict: OK" in said and "resigned" in said
    host.line("Ben: good evening")
    host.line("Ben resigns")
    assert host.end().returncode == 0


def test_text_is_for_a_person(tmp_path: Path) -> None:
    refused = owm_net("join", CODE, "--text", "--player", "random", home=tmp_path)
    assert refused.returncode == 2
    assert "--text is for a person, and --player random plays itself" in refused.stderr


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


@pytest.mark.parametrize("person", [True, False])
async def test_what_is_typed_while_nobody_asks_is_heard_of_a_person_and_kept_of_a_script(
    person: bool,
) -> None:
    heard: list[str] = []
    lines = Lines(heard.append)
    lines._person, lines._token = person, trio.lowlevel.current_trio_token()
    lines._put("say hello")
    await trio.testing.wait_all_tasks_blocked()
    assert heard == (["say hello"] if person else [])
    if not person:
        assert await lines.next() == "say hello"


def test_who_is_stopped_in_text_is_told_to_go_on_in_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "match.owmlog"
    text_seat.private_path(log).touch()

    def stopped(*_: object) -> None:
        raise BaseExceptionGroup("", [KeyboardInterrupt()])

    monkeypatch.setattr(text_seat, "run_loop", stopped)
    with pytest.raises(KeyboardInterrupt) as error:
        to_the_end(Taken((log, 0)), trio.sleep)
    assert f"resume --text {log}" in error.value.__notes__[0]
