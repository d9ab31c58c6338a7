"""Matches that were broken off with an older program, with their private files: taken up, or
refused with both versions and what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from owm_net.files.private import private_path
from owm_net.protocol.entries import read_records
from tests.verbs.command import HERE, free_port, owm_net
from tests.verbs.conftest import Start

OLD = Path(__file__).parents[1] / "old_matches"


@pytest.fixture
def match(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of one of them; what only its owner may read is so again."""
    copy = tmp_path / "match"
    shutil.copytree(OLD / request.param, copy)
    for path in copy.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    return copy


@pytest.mark.parametrize("match", ["before-the-channel"], indirect=True)
def test_a_match_from_before_the_channel_goes_on_to_its_end(match: Path, start: Start) -> None:
    """Its private files hold no resume key, and say where to meet in the words of then."""
    port, logs = free_port(), [match / "ada.owmlog", match / "ben.owmlog"]
    before = [list(read_records(log.read_bytes())) for log in logs]
    common = ("--player", "random")
    ada = start(match / "a", "resume", str(logs[0]), "--port", port, "--bind", HERE, *common)
    ben = start(match / "b", "resume", str(logs[1]), "--address", f"{HERE}:{port}", *common)
    for side in (ada, ben):
        end = side.end()
        assert end.returncode == 0 and "verdict: OK" in end.stdout, side.story()
    after = [list(read_records(log.read_bytes())) for log in logs]
    for old, new in zip(before, after, strict=True):
        assert len(old) > 8 and new[: len(old)] == old, "nothing that was signed is changed"
    assert sorted(after[0]) == sorted(after[1])
    assert not any(private_path(log).exists() for log in logs)


@pytest.mark.parametrize("match", ["before-the-channel"], indirect=True)
def test_a_stranger_with_his_log_is_not_the_one_who_comes_back(match: Path, start: Start) -> None:
    """Of such a match whoever has the log knows with which key it is taken up again: another
    identity gets no further, and the right one does."""
    port, theirs = free_port(), match / "ben.owmlog"
    ada = start(
        match / "a", "resume", str(match / "ada.owmlog"), "--port", port, "--bind", HERE,
        "--player", "random",
    )  # fmt: skip
    shutil.copytree(match / "b", match / "thief")
    (match / "thief" / "keys" / "identity.pem").unlink()  # he has all but the key
    stolen = match / "stolen.owmlog"
    shutil.copy(theirs, stolen)
    shutil.copy(private_path(theirs), private_path(stolen))
    more = ("--address", f"{HERE}:{port}", "--player", "random")
    thief = owm_net("resume", str(stolen), *more, "--patience", "1", home=match / "thief")
    assert thief.returncode != 0 and "Traceback" not in thief.stderr, thief.stderr
    ben = owm_net("resume", str(theirs), *more, home=match / "b")
    assert ben.returncode == 0 and ada.end().returncode == 0, ada.story()


@pytest.mark.parametrize("match", ["release-0.1.0"], indirect=True)
def test_a_match_by_older_rules_is_refused_with_both_versions_and_what_to_do(match: Path) -> None:
    log = match / "ada.owmlog"
    files = [log.read_bytes(), private_path(log).read_bytes()]
    run = owm_net("resume", str(log), "--player", "random", home=match / "a")
    assert run.returncode == 3 and run.stdout == "", run.stdout
    assert "played by version 2 of the rules of owm; this program has version 6" in run.stderr
    assert "release 0.1.0 of owm_net plays it" in run.stderr and "git worktree add" in run.stderr
    assert [log.read_bytes(), private_path(log).read_bytes()] == files
