"""A pipe is no file for any verb: nobody waits for its writer."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from owm_net.files.hands import SUFFIX as HAND
from owm_net.files.private import KEPT
from owm_net.files.private import SUFFIX as PRIVATE
from tests.verbs.command import typed

LOGS = Path(__file__).parents[1] / "logs"
PATIENCE = 120
"""Seconds until a verb is taken to hang."""

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """One in a folder beside a good log; a verb that waits for it fails."""

    def waits(*_: object) -> None:
        raise AssertionError("it waits for somebody to write into a pipe")

    before = signal.signal(signal.SIGALRM, waits)
    signal.alarm(PATIENCE)
    shutil.copy(LOGS / "owm-6.owmlog", tmp_path / "good.owmlog")
    pipe = tmp_path / "a.owmlog"
    os.mkfifo(pipe)
    yield pipe
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "verb",
    [
        "verify",
        "replay",
        "doctor",
        "resume",
        "pack check",
        "simulate owm --pack",
        "simulate owm --mission",
    ],
)
def test_a_pipe_is_refused_like_all_that_is_no_file(pipe: Path, verb: str) -> None:
    named = pipe
    if verb.endswith("--mission"):
        named = pipe.with_name("mine.toml")
        pipe.rename(named)
    run = typed(*verb.split(), str(named), home=pipe.parent / "home")
    assert run.returncode in (1, 2, 3)
    said = run.stdout + run.stderr
    assert "not a regular file" in said or "neither a folder nor" in said or "no such file" in said


def test_standings_of_a_folder_with_a_pipe_are_those_of_its_logs(pipe: Path) -> None:
    run = typed("standings", str(pipe.parent), home=pipe.parent / "home")
    assert run.returncode == 3
    first, second, *_ = run.stdout.splitlines()
    assert first == f"not counted: cannot read {pipe}: it is not a regular file"
    assert second == "owm: 1 match counts"


@pytest.mark.parametrize("beside", [PRIVATE, KEPT, f"{HAND}1"])
def test_a_pipe_beside_a_log_keeps_nobody_from_replaying_it(pipe: Path, beside: str) -> None:
    log = pipe.with_name("good.owmlog")
    pipe.rename(log.with_name(log.name + beside))
    run = typed("replay", "--text", str(log), home=pipe.parent / "home")
    assert run.returncode in (0, 3)


def test_the_list_of_what_can_be_resumed_leaves_a_pipe_out(pipe: Path) -> None:
    home = pipe.parent / "home"
    (home / "logs").mkdir(parents=True)
    os.mkfifo(home / "logs" / "b.owmlog")
    assert "b.owmlog" not in typed("resume", "--list", home=home).stdout
