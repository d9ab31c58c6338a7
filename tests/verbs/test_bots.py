"""A program that is not ours plays a seat: docs/bots.md."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.errors import BadEncoding
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.plain import from_plain, to_plain
from owm_net.engine.requests import Decision, Over
from tests.verbs.command import HERE, PROGRAM, free_port, owm_net, surroundings
from tests.verbs.conftest import Start

CODE = "7-melon-sandal-orchid"
PAGE = Path(__file__).resolve().parents[2] / "docs/bots.md"


def ten_lines() -> str:
    """The program on the page, which starts the command of this Python."""
    [block] = re.findall(r"## Ten lines\n\n((?:    .*\n|\n)+)", PAGE.read_text(encoding="utf-8"))
    program = re.sub(r"^    ", "", block, flags=re.M)
    assert len(program.strip().splitlines()) <= 11
    return program.replace('"owm-net"', ", ".join(map(repr, PROGRAM)))


@pytest.mark.slow
def test_ten_lines_play_a_match(start: Start, tmp_path: Path) -> None:
    """At random, to its end, against another computer; both logs are sound."""
    bot = tmp_path / "mybot.py"
    bot.write_text(ten_lines(), encoding="utf-8")
    port, logs = free_port(), [tmp_path / "a.owmlog", tmp_path / "b.owmlog"]
    host = start(
        *(tmp_path / "ann", "bot", "--host", "--system", "skeleton"),
        *("--port", port, "--log", str(logs[0])),
        OWM_CODE=CODE,
    )
    host.line("code is")
    guest = start(
        *(tmp_path / "bob", "--join", f"{HERE}:{port}", "--log", str(logs[1])),
        program=(sys.executable, str(bot)),
        OWM_CODE=CODE,
    )
    said = json.loads(guest.end().stdout.splitlines()[-1])
    assert said["done"] and said["state"] == json.loads(host.end().stdout.splitlines()[-1])["state"]
    for log in logs:
        assert owm_net("verify", str(log), home=tmp_path / "ann").returncode == 0


@pytest.mark.slow
def test_what_is_no_answer_is_refused_and_asked_again(start: Start, tmp_path: Path) -> None:
    """Each in a line that says why; the end of the program is an end of the match."""
    port = free_port()
    where = ("--port", port, "--log", str(tmp_path / "a.owmlog"))
    host = start(tmp_path / "ann", "bot", "--host", "--system", "skeleton", *where, OWM_CODE=CODE)
    host.line("code is")
    replies: list[Any] = [
        {"answer": 0},
        {"ask": 0, "answer": 0},
        {"ask": 1, "answer": 99},
        {"ask": 1, "answer": 0.5},
        {"ask": 1, "answer": {"is": "skeleton.stance", "bold": 1}},
        {"ask": 1, "answer": {"is": "roll", "sides": 6}},
        {"ask": 1, "answer": [[]]},
        {"ask": 1, "answer": {"is": "pass", "until": "\ud800"}},
    ]
    deep = '{"ask": 1, "answer": ' + "[" * 700 + "]" * 700 + "}"
    lines = ["nonsense", "[" * 70_000, deep, *map(json.dumps, replies)]
    done = subprocess.run(
        [
            *PROGRAM,
            "bot",
            "--seat",
            "--join",
            f"{HERE}:{port}",
            "--log",
            str(tmp_path / "b.owmlog"),
        ],
        input="\n".join(lines),
        env=surroundings(tmp_path / "bob", OWM_CODE=CODE),
        capture_output=True,
        text=True,
        check=False,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    refused = [one["refused"] for one in told if "refused" in one]
    assert len(refused) == 3 + len(replies) - 2, refused  # two were about no question, or another
    assert "JSON" in refused[0] and "from 0 on" in refused[3]
    assert [one["error"] for one in told if "error" in one] == [
        "the program that decides has ended"
    ]
    assert done.returncode == 3 and not done.stderr


@pytest.mark.parametrize("name", games.names())
def test_every_state_and_answer_has_a_plain_form(name: str) -> None:
    """It tells no more than the seat may see, and answers come back as they were."""
    system = games.get(name)
    setup = system.default_setup()
    match = LocalMatch(system, setup, 5, [random_player] * setup.seats)
    chance, asked = Chance(1), 0
    while asked < 60 and not isinstance(match.request, Over):
        if isinstance(match.request, Decision):
            asked += 1
            for seat in match.request.deciders:
                view = match.view(seat)
                json.dumps(to_plain(view.state))
                for answer in [*agenda.options(view)[:20], agenda.sample(view, chance)]:
                    assert from_plain(json.loads(json.dumps(to_plain(answer)))) == answer
        match.step()


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        3,
        "pass",
        [],
        {},
        {"is": 1},
        {"is": "no.such.thing"},
        {"is": "skeleton.stance"},
        {"is": "skeleton.stance", "bold": "yes"},
        {"is": "skeleton.stance", "bold": True, "more": 1},
        {"is": "skeleton.stance", "bold": {"is": "skeleton.stance", "bold": True}},
    ],
)
def test_what_is_no_record_is_refused(wrong: Any) -> None:
    games.get("skeleton")
    with pytest.raises(BadEncoding):
        from_plain(wrong)
