"""A log of another version of the rules: which release plays it, and how to get that."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from owm_net import games
from owm_net.games.owm.system import OwmSystem
from owm_net.program.logs.releases import UNTAGGED
from tests.verbs.command import typed

ROOT = Path(__file__).parents[2]
OLD = ROOT / "tests" / "logs" / "owm-2.owmlog"
HERE = OwmSystem.version


def test_verify_says_which_release_judges_it_and_gives_no_verdict(tmp_path: Path) -> None:
    run = typed("verify", str(OLD), home=tmp_path)
    assert (run.returncode, run.stdout) == (3, "")
    first, which, get, then = run.stderr.splitlines()
    assert first == (
        f"owm-net: {OLD}: it was played by version 2 of the rules of owm;"
        f" this program has version {HERE}"
    )
    assert which == "  release 0.1.0 of owm_net plays it; in a checkout of owm_net type:"
    assert get.startswith("  git worktree add ../owm_net-0.1.0 ")
    assert then == f"  ../owm_net-0.1.0/.venv/bin/owm-net verify {OLD}"


def test_scripts_are_told_the_same(tmp_path: Path) -> None:
    run = typed("verify", "--json", str(OLD), home=tmp_path)
    said = json.loads(run.stdout)
    assert (run.returncode, said["verdict"]) == (3, "UNREADABLE")
    assert said["rules"] == {"system": "owm", "played": "2", "here": HERE, "release": "0.1.0"}


@pytest.mark.parametrize("what", [[], ["--text"], ["--picture", "a.png"], ["--requests", "a.json"]])
def test_replay_says_it_too_and_draws_nothing(
    what: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = typed("replay", str(OLD), *what, home=tmp_path)
    assert (run.returncode, run.stdout) == (3, "")
    assert "release 0.1.0 of owm_net plays it" in run.stderr
    assert run.stderr.endswith(f"owm-net replay {OLD} --text\n")
    assert not list(tmp_path.glob("a.*"))


def test_a_release_with_a_tag_is_got_by_its_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owm_net.program.logs.releases.UNTAGGED", {})
    run = typed("verify", str(OLD), home=tmp_path)
    get = run.stderr.splitlines()[2]
    assert get.startswith("  git worktree add ../owm_net-0.1.0 v0.1.0 && ")


def test_a_log_that_is_newer_than_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OwmSystem, "version", "1")
    monkeypatch.setattr(OwmSystem, "released", {"1": "0.0.9"})
    run = typed("verify", str(OLD), home=tmp_path)
    assert run.returncode == 3
    assert run.stderr.splitlines()[1:] == ["  a newer release of owm_net plays it: install that"]


def test_a_log_of_a_version_that_was_never_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OwmSystem, "released", {})
    run = typed("verify", str(OLD), home=tmp_path)
    assert run.returncode == 3
    assert "no release of owm_net has that version" in run.stderr


def test_what_was_released_is_what_the_changelog_says() -> None:
    """For every game for people it says which version of the rules a release has, if it was new."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name in games.names():
        if name == "skeleton":
            continue
        title = games.get(name).title.partition(":")[0]
        for version, release in games.get(name).released.items():
            notes = text.split(f"## {release} ")[1].split("\n## ")[0]
            assert re.search(rf"{title}.*?version {version}\.", notes, re.S)


@pytest.mark.parametrize("release", UNTAGGED)
def test_the_commit_of_a_release_is_that_release(release: str) -> None:
    """As far as this checkout goes back."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no checkout")
    command = [git, "-C", str(ROOT), "show", f"{UNTAGGED[release]}:pyproject.toml"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("the history does not go back so far")
    assert f'version = "{release}"' in found.stdout
