"""Output that cannot be written: a full disk, a pipe whose reader has gone, nothing at all."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verbs.command import PATIENCE, PROGRAM, surroundings

pytestmark = pytest.mark.skipif(os.name == "nt", reason="/dev/full, and what a shell closes")

GOOD = str(Path(__file__).parents[1] / "vectors" / "match_skeleton.owmlog")
FULL = "owm-net: cannot write the output: no space left on device\n"
CLOSED = "owm-net: cannot write the output: it is closed\n"


def run(
    home: Path, arguments: tuple[str, ...], out: int | None, before: Callable[[], object] | None
) -> tuple[int, str]:
    """Return the exit code and standard error."""
    process = subprocess.run(
        [*PROGRAM, *arguments],
        stdout=out, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, preexec_fn=before,
        text=True, timeout=PATIENCE, env=surroundings(home), check=False,
    )  # fmt: skip
    return process.returncode, process.stderr


VERBS = (("verify", GOOD), ("--help",), ("--version",))


@pytest.mark.parametrize("arguments", [("verify", GOOD, "--json"), ("systems",)], ids=" ".join)
def test_what_any_verb_prints_on_a_full_disk_is_no_success(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    with Path("/dev/full").open("wb") as full:
        assert run(tmp_path, arguments, full.fileno(), None) == (3, FULL)


@pytest.mark.parametrize("arguments", VERBS, ids=" ".join)
def test_no_output_is_no_verdict(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """One line on standard error and exit code 3; 1 would say that the log is INVALID."""
    assert run(tmp_path, arguments, subprocess.PIPE, None)[0] == 0
    full = os.open("/dev/full", os.O_WRONLY)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert run(tmp_path, arguments, full, None) == (3, FULL)
        assert run(tmp_path, arguments, writer, None) == (3, "")  # who read it has enough
        assert run(tmp_path, arguments, None, lambda: os.close(1)) == (3, CLOSED)
    finally:
        os.close(full)
        os.close(writer)


@pytest.mark.parametrize("number", [0, 2], ids=["input", "errors"])
def test_nobody_needs_the_other_streams(tmp_path: Path, number: int) -> None:
    """Closed, they are not where the next file that is opened would be read or written."""
    assert run(tmp_path, ("verify", GOOD), subprocess.DEVNULL, lambda: os.close(number))[0] == 0


def test_errors_that_cannot_be_told_change_no_exit_code(tmp_path: Path) -> None:
    def full() -> None:
        os.dup2(os.open("/dev/full", os.O_WRONLY), 2)

    assert run(tmp_path, ("verify", str(tmp_path)), subprocess.DEVNULL, full) == (3, "")
    assert run(tmp_path, ("verify",), subprocess.DEVNULL, full) == (2, "")
