"""Wheels and sdists that are the same bytes each time: of the files that git knows, with one date.

Needs nothing but Python, git, and a Python that has setuptools.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

BUILD = (
    "import os, sys, setuptools.build_meta as b; os.umask(0o022); to, *kinds = sys.argv[1:];"
    " [getattr(b, 'build_' + kind)(to) for kind in kinds]"
)


class CannotBuild(Exception):
    """Why not, for whoever builds."""


def git(root: Path, *arguments: str) -> str:
    run = subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise CannotBuild(f"git {arguments[0]}: {run.stderr.strip() or run.stdout.strip()}")
    return run.stdout.strip()


def date_of(root: Path) -> int:
    """Return the date that all files get: SOURCE_DATE_EPOCH, else that of the commit. Seconds."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or git(root, "log", "-1", "--format=%ct"))


def copy_checkout(root: Path, to: Path) -> None:
    """Copy the files that git knows, as they are now. Nobody's umask changes what is built."""
    for name in git(root, "ls-files", "-z").split("\0"):
        source, target = root / name, to / name
        if name and source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)


def build(python: str, root: Path, to: Path, kinds: Sequence[str] = ("sdist", "wheel")) -> None:
    """Build each kind of the checkout in root into the folder `to`. python: one with setuptools."""
    to.mkdir(parents=True, exist_ok=True)
    date = date_of(root)
    commit = git(root, "describe", "--always", "--dirty=+", "--exclude=*")
    with tempfile.TemporaryDirectory() as folder:
        copy_checkout(root, Path(folder))
        made = Path(folder, "made")
        made.mkdir()
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(date), "OWM_COMMIT": commit}
        run = subprocess.run(
            [python, "-c", BUILD, str(made), *kinds],
            cwd=folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if run.returncode:
            raise CannotBuild(f"setuptools: {run.stdout[-2000:]}{run.stderr[-2000:]}")
        for path in made.iterdir():
            if path.name.endswith(".tar.gz"):
                pack_again(path, date)
            shutil.move(path, to / path.name)


def pack_again(sdist: Path, date: int) -> None:
    """Pack a tar.gz with its files in order, of nobody, with one date."""
    packed = io.BytesIO()
    with tarfile.open(sdist) as old, tarfile.open(fileobj=packed, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            add(new, member, old.extractfile(member) if member.isfile() else None, date)
    with gzip.GzipFile(sdist, "wb", mtime=date) as file:
        file.write(packed.getvalue())


def add(to: tarfile.TarFile, member: tarfile.TarInfo, data: IO[bytes] | None, date: int) -> None:
    """Add a member without a word of who made it, when, or under which umask."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = date
    member.pax_headers = {}
    if not member.issym():
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    to.addfile(member, data)
