"""A log of another version of the rules: the release that plays it is kept here, and judges and
shows it; of one that is not kept it is said how to get it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any, cast

import pytest
import trio

from owm_net import games
from owm_net.client.menu.state import Watch
from owm_net.games.owm.system import OwmSystem
from owm_net.program.failing import Fail
from owm_net.program.logs import releases
from owm_net.program.logs.releases import KEPT, NOT_IN_A_WINDOW, UNTAGGED
from owm_net.program.options.declared import typed as words_of
from owm_net.program.window import title
from owm_net.program.window.opening import OpenWindow
from owm_net.verbs.replay import Options
from tests.verbs.command import owm_net, typed

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "tests" / "logs"
OLD = LOGS / "owm-2.owmlog"
HERE = OwmSystem.version
OLD_ONES = ["owm-2", "squadcards-2", "nco-3", "hailfire-2"]
"""Logs of released versions that are no longer played here."""


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program without those of its releases."""
    monkeypatch.setattr(releases, "KEPT", tmp_path)


def test_every_release_is_kept_but_the_newest_which_this_program_may_be() -> None:
    made = re.findall(r"^## (\d+\.\d+\.\d+) ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    kept = {path.stem for path in KEPT.glob("*.zip")}
    assert set(made[1:]) <= kept <= set(made)
    for id in games.names():
        system = games.get(id)
        old = {release for version, release in system.released.items() if version != system.version}
        assert old <= kept, id
    for path in KEPT.glob("*.zip"):
        with zipfile.ZipFile(path) as program:
            names = program.namelist()
        assert all(n.startswith("owm_net/") and ".." not in n for n in names) and names == sorted(
            names
        )


@pytest.mark.parametrize("name", OLD_ONES)
def test_its_release_gives_the_verdict_that_it_gave(name: str, tmp_path: Path) -> None:
    expected = json.loads((LOGS / f"{name}.json").read_text("utf-8"))
    run = owm_net("verify", str(LOGS / f"{name}.owmlog"), "--json", home=tmp_path)
    said = json.loads(run.stdout)
    assert run.returncode == 0 and {key: said[key] for key in expected} == expected
    (why,) = run.stderr.splitlines()
    release = games.get(name.partition("-")[0]).released[name.partition("-")[2]]
    assert why.endswith(f"; release {release}, which is kept here, goes on")


def test_a_log_that_was_changed_is_bad_by_its_release_too(tmp_path: Path) -> None:
    data = bytearray(OLD.read_bytes())
    data[len(data) // 2] ^= 1
    bad = tmp_path / "bad.owmlog"
    bad.write_bytes(data)
    run = owm_net("verify", str(bad), home=tmp_path)
    assert run.returncode == 1 and "INVALID" in run.stdout


def test_its_release_tells_and_draws_it(tmp_path: Path) -> None:
    """In a home of its own: our settings stay as they are. It is unpacked once."""
    run = owm_net("replay", str(OLD), "--text", home=tmp_path)
    assert run.returncode == 0 and "End: the deck timer has run out" in run.stdout
    there = tmp_path / "cache" / "release-0.1.0"
    before = (there / "owm_net" / "__init__.py").stat().st_mtime_ns
    picture = tmp_path / "a.png"
    run = owm_net("replay", str(OLD), "--picture", str(picture), "--step", "200", home=tmp_path)
    assert run.returncode == 0 and picture.read_bytes().startswith(b"\x89PNG")
    assert (there / "owm_net" / "__init__.py").stat().st_mtime_ns == before
    assert not (tmp_path / "settings").exists()
    assert [path.name for path in there.parent.glob("release-*")] == ["release-0.1.0"]


def test_the_words_that_were_typed_go_to_the_release() -> None:
    asked = Options(file=OLD, step=7, picture=Path("a.png"), hand=[1, 2], own=True)
    words = ["--step", "7", "--picture", "a.png", "--own", "--hand", "1", "--hand", "2"]
    assert words_of(asked) == [str(OLD), *words]


def test_the_window_has_the_release_open_one_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that has none says what tells the match instead."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    begun: list[Any] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **more: begun.append(command))

    def watched(name: str) -> title.AfterErrand:
        errand = Watch(LOGS / f"{name}.owmlog")
        return trio.run(title._do, errand, "Ada", cast(OpenWindow, None))

    assert watched("nco-3").note == "Release 0.2.0 opens it in a window of its own"
    assert begun[0][-2:] == ["replay", str(LOGS / "nco-3.owmlog")]
    assert NOT_IN_A_WINDOW == ("0.1.0",)
    with pytest.raises(Fail, match=r"shows no replay in a window: owm-net replay FILE --text"):
        watched("owm-2")


@pytest.mark.usefixtures("nothing_kept")
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


@pytest.mark.usefixtures("nothing_kept")
def test_scripts_are_told_the_same(tmp_path: Path) -> None:
    run = typed("verify", "--json", str(OLD), home=tmp_path)
    said = json.loads(run.stdout)
    assert (run.returncode, said["verdict"]) == (3, "UNREADABLE")
    assert said["rules"] == {"system": "owm", "played": "2", "here": HERE, "release": "0.1.0"}


@pytest.mark.usefixtures("nothing_kept")
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


@pytest.mark.usefixtures("nothing_kept")
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
