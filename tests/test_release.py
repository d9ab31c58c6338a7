"""scripts/release.py on a small checkout: what it writes, and what it refuses."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from release import CannotRelease, Release
from sbom import bill

SYSTEM = 'class {name}:\n    id = "{id}"\n    version = "{version}"\n{more}    levels = ()\n'
LOCK = f"""trio==0.35.0 \\
    --hash=sha256:{"a" * 64} \\
    --hash=sha256:{"b" * 64}
    # via
    #   -c requirements/dev.txt
    #   owm-net (pyproject.toml)
idna==3.20 ; sys_platform != 'win32' \\
    --hash=sha256:{"c" * 64}
    # via trio
setuptools==84.2.1 \\
    --hash=sha256:{"d" * 64}
    # via -r requirements/build.in
"""
RELEASED = '    released: ClassVar[Mapping[str, str]] = {"2": "0.1.0"}\n'
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(root: Path, *arguments: str) -> str:
    whoami = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    command = ["git", *whoami, *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")
    files = {
        "CHANGELOG.md": "# Changelog\n\n## 0.1.0 (2026-11-22)\n\nThe first.\n",
        "changes/README.md": "How.\n",
        "changes/b.md": "- Second.\n",
        "changes/a.md": "- First.\n  It goes on.\n",
        "pyproject.toml": (
            '[build-system]\nrequires = ["setuptools>=77"]\n'
            'build-backend = "setuptools.build_meta"\n\n'
            '[project]\nname = "owm-net"\nversion = "0.1.0"\n\n'
            '[tool.setuptools]\npackages = ["owm_net"]\n'
        ),
        "requirements/play.txt": LOCK,
        "owm_net/__init__.py": 'PROGRAM = "owm-net 0.1.0"\n',
        "owm_net/games/old/system.py": SYSTEM.format(
            name="Old", id="old", version="3", more=RELEASED
        ),
        "owm_net/games/same/system.py": SYSTEM.format(
            name="Same", id="same", version="2", more=RELEASED
        ),
        "owm_net/games/new/system.py": SYSTEM.format(name="New", id="new", version="1", more=""),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return tmp_path


def test_a_release_from_fragments_to_tag(checkout: Path) -> None:
    release = Release(checkout, "0.2.0")
    release.prepare("2026-12-01", {"old": "3", "same": "2", "new": "1"})
    text = (checkout / "CHANGELOG.md").read_text("utf-8")
    assert text == (
        "# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- First.\n  It goes on.\n- Second.\n\n"
        "## 0.1.0 (2026-11-22)\n\nThe first.\n"
    )
    assert [path.name for path in (checkout / "changes").iterdir()] == ["README.md"]
    assert '"0.2.0"' in (checkout / "pyproject.toml").read_text("utf-8")
    assert "owm-net 0.2.0" in (checkout / "owm_net/__init__.py").read_text("utf-8")
    systems = {
        name: (checkout / f"owm_net/games/{name}/system.py").read_text("utf-8")
        for name in ("old", "same", "new")
    }
    assert '= {"2": "0.1.0", "3": "0.2.0"}\n' in systems["old"]
    assert RELEASED in systems["same"]
    assert (
        '    version = "1"\n    released: ClassVar[Mapping[str, str]] = {"1": "0.2.0"}\n'
        in (systems["new"])
    )
    release.commit()
    release.tag()
    assert git(checkout, "log", "-1", "--format=%s%d").startswith("Release 0.2.0 (HEAD -> ")
    assert git(checkout, "rev-parse", "v0.2.0^{commit}") == git(checkout, "rev-parse", "HEAD")


def test_what_is_no_release_is_refused(checkout: Path) -> None:
    with pytest.raises(CannotRelease, match="a higher version"):
        Release(checkout, "0.1.0").prepare("2026-12-01", {})
    with pytest.raises(CannotRelease, match="prepare it first"):
        Release(checkout, "0.2.0").commit()
    with pytest.raises(CannotRelease, match="check out the commit"):
        Release(checkout, "0.2.0").tag()
    (checkout / "stray.txt").write_text("x")
    with pytest.raises(CannotRelease, match="has changes"):
        Release(checkout, "0.2.0").prepare("2026-12-01", {})
    (checkout / "stray.txt").unlink()
    for name in ("a.md", "b.md"):
        (checkout / "changes" / name).unlink()
    with pytest.raises(CannotRelease, match="no fragment"):
        Release(checkout, "0.2.0").prepare("2026-12-01", {})


RULES = {"old": "3", "same": "2", "new": "1"}


def test_a_build_is_the_same_bytes_each_time_and_says_what_it_is(
    checkout: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    release = Release(checkout, "0.2.0")
    with pytest.raises(CannotRelease, match="check out the commit"):
        release.build(checkout / "dist")
    release.prepare("2026-12-01", RULES)
    release.commit()
    made = tmp_path_factory.mktemp("made")
    release.build(made)
    wheel, sdist = "owm_net-0.2.0-py3-none-any.whl", "owm_net-0.2.0.tar.gz"
    sums = dict(
        line.split("  ")[::-1] for line in (made / "SHA256SUMS").read_text("utf-8").splitlines()
    )
    assert set(sums) == {wheel, sdist, "owm-net-0.2.0.cdx.json", "LATEST", "NOTES.md"}
    for name, digest in sums.items():
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest
    with zipfile.ZipFile(made / wheel) as file:
        assert {one.date_time for one in file.infolist()} == {(2027, 1, 15, 8, 0, 0)}
    notes = (made / "NOTES.md").read_text("utf-8")
    assert notes.startswith("## 0.2.0 (2026-12-01)\n\n- First.") and "0.1.0" not in notes
    assert git(checkout, "rev-parse", "HEAD").strip() in notes
    assert not git(checkout, "status", "--porcelain")


def test_a_build_that_differs_is_no_release(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(python: str, root: Path, to: Path) -> None:
        to.mkdir()
        (to / "a.whl").write_text(to.name)

    monkeypatch.setattr("release.build", build)
    release = Release(checkout, "0.2.0")
    release.prepare("2026-12-01", RULES)
    release.commit()
    with pytest.raises(CannotRelease, match=r"a\.whl was built twice"):
        release.build(checkout / "dist")


def test_the_bill_of_materials_is_what_the_lock_says() -> None:
    told = json.loads(bill(LOCK, "0.2.0", 0))
    assert told["metadata"]["timestamp"] == "1970-01-01T00:00:00Z"
    trio, idna = told["components"]
    assert (trio["purl"], [one["content"][0] for one in trio["hashes"]]) == (
        "pkg:pypi/trio@0.35.0",
        ["a", "b"],
    )
    assert idna["properties"][0]["value"] == "sys_platform != 'win32'"
    needs = {one["ref"]: one["dependsOn"] for one in told["dependencies"]}
    assert needs == {
        "pkg:pypi/owm-net@0.2.0": [trio["purl"]],
        trio["purl"]: [idna["purl"]],
        idna["purl"]: [],
    }
    assert bill(LOCK, "0.2.0", 0) == bill(LOCK, "0.2.0", 0) != bill(LOCK, "0.2.1", 0)


def test_a_dry_run_changes_nothing(checkout: Path) -> None:
    before = git(checkout, "rev-parse", "HEAD")
    told = Release(checkout, "0.2.0").rehearse("2026-12-01", RULES)
    assert "Release 0.2.0 (HEAD -> " in told and "tag: v0.2.0" in told
    assert "owm_net-0.2.0-py3-none-any.whl" in told and "- First." in told
    assert (git(checkout, "rev-parse", "HEAD"), git(checkout, "tag")) == (before, "")
    assert not git(checkout, "status", "--porcelain")
