"""Make a release: `python scripts/release.py 0.3.0`, then `--commit`, `--tag` and `--build`.

    scripts/release.py 0.3.0            write the files, for you to edit
    scripts/release.py 0.3.0 --commit   check them and commit "Release 0.3.0"
    scripts/release.py 0.3.0 --tag      tag the commit v0.3.0
    scripts/release.py 0.3.0 --build    build what is published, twice, into dist/release-0.3.0
    scripts/release.py 0.3.0 --dry-run  do all of it in a clone, show what came of it, keep nothing

The first call puts every fragment of changes/ below a new heading of CHANGELOG.md and deletes it,
sets the version in pyproject.toml and owm_net/__init__.py, and enters each game's version of the
rules that was never released into `released` of its system. docs/releasing.md tells the whole way.
Exit codes: 0 done, 2 wrong usage, 3 cannot be done here (stderr says why).
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from building import CannotBuild, build, date_of
from sbom import bill

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \(", re.M)
RELEASED = re.compile(r"^    released: ClassVar\[Mapping\[str, str\]\] = \{(.*)\}\n", re.M)
VERSION = re.compile(r"^    version = \"(.*)\"\n", re.M)


class CannotRelease(Exception):
    """The one line that says why, and what to do."""


class Release:
    """One release of the checkout in `root`, made in three steps."""

    def __init__(self, root: Path, version: str) -> None:
        self.root = root
        self.version = version

    def prepare(self, date: str, rules: Mapping[str, str]) -> None:
        """Write all files of the release. rules: id of a system -> its version of the rules."""
        fragments = self._fragments()
        newest = self._newest()
        if _numbers(self.version) <= _numbers(newest):
            raise CannotRelease(f"the newest release is {newest}; choose a higher version")
        if not fragments:
            raise CannotRelease("changes/ holds no fragment: there is nothing to release")
        if self._git("status", "--porcelain"):
            raise CannotRelease("the checkout has changes: commit them first")
        items = "".join(path.read_text("utf-8") for path in fragments)
        section = f"## {self.version} ({date})\n\n{items}\n"
        changelog = self.root / "CHANGELOG.md"
        text = changelog.read_text("utf-8")
        at = text.index(f"## {newest} (")
        changelog.write_text(text[:at] + section + text[at:], "utf-8")
        for path in fragments:
            path.unlink()
        self._replace("pyproject.toml", f'version = "{newest}"', f'version = "{self.version}"')
        self._replace(
            "owm_net/__init__.py",
            f'PROGRAM = "owm-net {newest}"',
            f'PROGRAM = "owm-net {self.version}"',
        )
        for system, number in rules.items():
            self._enter(self.root / "owm_net/games" / system / "system.py", number)

    def commit(self) -> None:
        """Commit what `prepare` wrote and somebody has edited since."""
        if self._newest() != self.version:
            raise CannotRelease(f"CHANGELOG.md has no section {self.version}: prepare it first")
        if self._fragments():
            raise CannotRelease("changes/ has new fragments: move them into CHANGELOG.md")
        self._git("add", "--all")
        self._git("commit", "--quiet", "--message", f"Release {self.version}")

    def tag(self) -> None:
        """Tag the commit that is checked out, if it is the release."""
        self._check()
        name = f"v{self.version}"
        self._git("tag", "--annotate", name, "--message", f"Release {self.version}")

    def build(self, to: Path) -> None:
        """Build what is published into a folder: wheel, sdist, SBOM, notes, checksums. Wheel and
        sdist are built twice, and must be the same bytes."""
        self._check()
        with tempfile.TemporaryDirectory() as folder:
            both = [Path(folder, "once"), Path(folder, "again")]
            for one in both:
                build(sys.executable, self.root, one)
            made = {path.name: path.read_bytes() for path in both[0].iterdir()}
            again = {path.name: path.read_bytes() for path in both[1].iterdir()}
        for name in sorted(made.keys() | again.keys()):
            if made.get(name) != again.get(name):
                raise CannotRelease(f"{name} was built twice, and the bytes differ")
        lock = (self.root / "requirements/play.txt").read_text("utf-8")
        told = bill(lock, self.version, date_of(self.root))
        made[f"owm-net-{self.version}.cdx.json"] = told.encode()
        made["LATEST"] = f"owm-net {self.version}\n".encode()
        made["NOTES.md"] = self._notes().encode()
        sums = [f"{hashlib.sha256(made[name]).hexdigest()}  {name}\n" for name in sorted(made)]
        made["SHA256SUMS"] = "".join(sums).encode()
        to.mkdir(parents=True, exist_ok=True)
        for name, data in made.items():
            (to / name).write_bytes(data)

    def rehearse(self, date: str, rules: Mapping[str, str]) -> str:
        """Make the whole release in a clone of what is committed; returns what came of it."""
        with tempfile.TemporaryDirectory() as folder:
            clone, to = Path(folder, "clone"), Path(folder, "made")
            self._git("clone", "--quiet", str(self.root), str(clone))
            there = Release(clone, self.version)
            for key, value in (("name", "dry run"), ("email", "dry-run@localhost")):
                there._git("config", f"user.{key}", value)
            there.prepare(date, rules)
            there.commit()
            there.tag()
            there.build(to)
            changed = there._git("show", "--stat", "--format=%s%d", "HEAD")
            sums = (to / "SHA256SUMS").read_text("utf-8")
            sizes = [f"{path.stat().st_size:>10} {path.name}" for path in sorted(to.iterdir())]
            return "\n".join([changed, sums, *sizes, "", (to / "NOTES.md").read_text("utf-8")])

    def _check(self) -> None:
        """Raise CannotRelease unless the commit of this release is checked out, unchanged."""
        if self._newest() != self.version or self._git("status", "--porcelain"):
            raise CannotRelease(f"check out the commit of release {self.version}, unchanged")

    def _notes(self) -> str:
        """Return the page of the changelog about this release, and how to check the files."""
        text = (self.root / "CHANGELOG.md").read_text("utf-8")
        page = text[text.index(f"## {self.version} (") :]
        rest = HEADING.search(page, 1)
        page = page[: rest.start()] if rest is not None else page
        commit = self._git("rev-parse", "HEAD").strip()
        return f"{page.rstrip()}\n\nCommit {commit}. To check files: `sha256sum -c SHA256SUMS`.\n"

    def _fragments(self) -> list[Path]:
        found = sorted((self.root / "changes").glob("*.md"))
        return [path for path in found if path.name != "README.md"]

    def _newest(self) -> str:
        found = HEADING.search((self.root / "CHANGELOG.md").read_text("utf-8"))
        if found is None:
            raise CannotRelease("CHANGELOG.md has no heading such as `## 0.2.0 (2026-12-01)`")
        return found[1]

    def _enter(self, path: Path, number: str) -> None:
        """Enter a version of the rules into `released` of a system, unless it is there."""
        text = path.read_text("utf-8")
        line = RELEASED.search(text)
        if line is not None and f'"{number}":' in line[1]:
            return
        item = f'"{number}": "{self.version}"'
        items = f"{line[1]}, {item}" if line is not None and line[1] else item
        new = f"    released: ClassVar[Mapping[str, str]] = {{{items}}}\n"
        if line is not None:
            text = text.replace(line[0], new)
        else:
            text = VERSION.sub(lambda found: found[0] + new, text, count=1)
        path.write_text(text, "utf-8")

    def _replace(self, name: str, old: str, new: str) -> None:
        path = self.root / name
        text = path.read_text("utf-8")
        if old not in text:
            raise CannotRelease(f"{name} does not say {old}")
        path.write_text(text.replace(old, new), "utf-8")

    def _git(self, *arguments: str) -> str:
        run = subprocess.run(
            ["git", "-C", str(self.root), *arguments], capture_output=True, text=True, check=False
        )
        if run.returncode:
            raise CannotRelease(f"git {arguments[0]}: {run.stderr.strip() or run.stdout.strip()}")
        return run.stdout


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="release.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", help="such as 0.3.0")
    parser.add_argument("--date", help="of the heading (default: today)")
    step = parser.add_mutually_exclusive_group()
    step.add_argument("--commit", action="store_true", help='check, and commit "Release VERSION"')
    step.add_argument("--tag", action="store_true", help="tag the release that is checked out")
    step.add_argument("--build", action="store_true", help="build what is published, into dist/")
    step.add_argument(
        "--dry-run", action="store_true", help="do all of it in a clone, keep nothing"
    )
    options = parser.parse_args(arguments)
    if not re.fullmatch(r"\d+\.\d+\.\d+", options.version):
        parser.error(f"{options.version!r} is no version such as 0.3.0")
    release = Release(ROOT, options.version)
    try:
        if options.commit:
            release.commit()
        elif options.tag:
            release.tag()
        elif options.build:
            to = ROOT / "dist" / f"release-{options.version}"
            release.build(to)
            print((to / "SHA256SUMS").read_text("utf-8"), end="")
        else:
            from owm_net import games

            date = options.date or datetime.date.today().isoformat()
            rules = {name: games.get(name).version for name in games.names()}
            if options.dry_run:
                print(release.rehearse(date, rules), end="")
                return 0
            release.prepare(date, rules)
            print("Edit the section of CHANGELOG.md into one page, run make test, then --commit.")
    except (CannotRelease, CannotBuild) as error:
        print(f"release.py: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
