"""The same log, verdict and digest on every Python: recorded with one, verified with another."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from owm_net import games
from owm_net.session.verify import Outcome, verify

ROOT = Path(__file__).parents[2]


def script(name: str) -> Any:
    """One of scripts/, which are no package."""
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


vectors, pythons = script("vectors"), script("pythons")
Python = Any
RECORDED = ROOT / "tests" / "vectors" / "match_skeleton.owmlog"
SAID = json.loads(RECORDED.with_suffix(".json").read_text(encoding="utf-8"))
FOUND = {key: value for key, value in SAID.items() if key not in ("comment", "python")}


@cache
def usable() -> list[Python]:
    found = pythons.others()
    ready = [python for python in found if not python.lacks]
    if not ready:
        lacking = "; ".join(f"Python {p.name} lacks {p.lacks}" for p in found)
        pytest.skip(f"no second Python to compare with: {lacking or 'none is here'}; make pythons")
    return ready


def run(python: Python, *arguments: str | Path) -> bytes:
    """A program of this checkout on another Python."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [python.path, *arguments],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"Python {python.name}: {done.stderr.decode()[-2000:]}"
    return done.stdout


def test_the_recorded_match_is_the_same_here() -> None:
    """By whichever version it was recorded; on every Python that the tests run on."""
    assert vectors.check_log(RECORDED.read_bytes()) == FOUND


def test_a_match_recorded_here_is_the_recorded_one() -> None:
    """All secrets from the same seed: the same bytes, signatures and proofs among them."""
    assert vectors.record_match() == RECORDED.read_bytes()


def test_what_outsiders_get_is_what_make_vectors_writes() -> None:
    """The other recorded match, the requests of both, and the worked example in docs/; the rest is
    read by both verifiers."""
    three = RECORDED.with_name("match_three.owmlog")
    assert vectors.record_three(*vectors.THREE) == three.read_bytes()
    for log in (RECORDED, three):
        match = vectors.asked_in(log.read_bytes())
        text = vectors.as_text(match.terms, match.match_id, match.write_requests())
        assert text == log.with_suffix(".requests.json").read_text(encoding="utf-8")
    match = vectors.asked_in(RECORDED.read_bytes())
    base = vectors.Base("match_skeleton", 1, RECORDED.read_bytes(), match.write_requests())
    assert vectors.example(base) == vectors.EXAMPLE.read_text(encoding="utf-8")


def test_other_pythons_verify_what_this_one_recorded(tmp_path: Path) -> None:
    log = tmp_path / "here.owmlog"
    log.write_bytes(vectors.record_match(seats=3, seed=4))
    expected = vectors.check_log(log.read_bytes())
    assert expected["verdict"] == "OK"
    for python in usable():
        assert json.loads(run(python, "scripts/vectors.py", "--check", log)) == expected
        assert json.loads(run(python, "scripts/vectors.py", "--check", RECORDED)) == FOUND


def test_this_python_verifies_what_others_recorded() -> None:
    for python in usable():
        log = run(python, "scripts/vectors.py", "--record", "-")
        assert log == RECORDED.read_bytes(), f"Python {python.name} records other bytes"
        assert verify(log, games.get, processes=1).verdict is Outcome.OK


def test_a_match_between_processes_of_another_python_verifies_here(tmp_path: Path) -> None:
    """With the cards that the system's randomness deals, over sockets, through a relay."""
    for python in usable():
        log = tmp_path / f"{python.name}.owmlog"
        said: dict[str, Any] = json.loads(
            run(
                python,
                "-m",
                "owm_net",
                "demo",
                "--system",
                "skeleton",
                "--mission",
                "duel",
                "--json",
                "--log",
                log,
            )
        )
        assert said["verdict"] == "OK", said
        here = verify(log.read_bytes(), games.get, processes=1)
        assert here.verdict is Outcome.OK and here.result is not None
        assert said["result"]["scores"] == list(here.result.scores)
