"""The bench runs and says what it should. It asserts no time: a test is no place to measure."""

from __future__ import annotations

import importlib
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from owm_net import games
from owm_net.session.verify import Outcome, Unreadable, Verdict, verify

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^.{58} +[\d,.]+ [^ ]+( [a-z]+)*( +[\d.]+)?(  .+)?$")


def bench(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "scripts/bench.py", *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def test_the_table_has_a_header_and_well_formed_lines() -> None:
    header, gc, columns, *rows, last = bench("--quick", "--only", "cards").splitlines()
    assert " cores, " in header and "garbage collector" in gc and columns.startswith("name ")
    assert re.fullmatch(r"took \d+ s", last)
    assert len(rows) == 10
    for row in rows:
        assert ROW.match(row), row


@pytest.mark.parametrize("name", ["steps", "sight", "verify", "join", "replay"])
def test_json_holds_the_same_in_one_object(name: str) -> None:
    said = json.loads(bench("--quick", "--json", "--only", name))
    assert said["quick"] is True and said["machine"]["cores"] >= 1
    assert said["lines"]
    for line in said["lines"]:
        assert list(line) == ["name", "value", "unit", "ratio", "to"]
        assert line["name"] and line["unit"] and line["value"] >= 0
        assert line["ratio"] is None or (line["ratio"] > 0 and line["to"])


def test_help_teaches_by_example_and_a_wrong_name_is_usage() -> None:
    text = bench("--help")
    assert "make bench ARGS=" in text and "peak memory" in text
    done = subprocess.run(
        [sys.executable, "scripts/bench.py", "--only", "nothing"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2


def test_a_verdict_is_the_same_on_any_number_of_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Proofs are checked while the log is replayed; the checking process must not matter."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    play = importlib.import_module("bench_verify").play
    system = games.get("skeleton")
    _, log = play(system, system.default_setup(), 1)

    def judged(data: bytes, processes: int) -> Verdict | str:
        try:
            return verify(data, games.get, processes=processes)
        except Unreadable as error:
            return str(error)

    good = judged(log, 2)
    assert isinstance(good, Verdict) and good.verdict is Outcome.OK
    assert good == judged(log, 1)
    chance = random.Random(1)
    for _ in range(8):
        bad = bytearray(log)
        bad[chance.randrange(len(log))] ^= 1 << chance.randrange(8)
        alone, together = judged(bytes(bad), 1), judged(bytes(bad), 2)
        assert alone == together
        assert isinstance(alone, str) or alone.verdict is not Outcome.OK
