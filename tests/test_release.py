"""scripts/release.py on a small checkout: what it writes, and what it refuses."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from release import CannotRelease, Release

SYSTEM = 'class {name}:\n    id = "{id}"\n    version = "{version}"\n{more}    levels = ()\n'
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
        "pyproject.toml": '[project]\nversion = "0.1.0"\n',
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
