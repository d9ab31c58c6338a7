"""The commit that this program was made of, for `owm-net --version` and bug reports."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
WRITTEN = PACKAGE / "commit.txt"
"""Written into a wheel, an sdist and a package when they are built (`setup.py`)."""
PATIENCE = 5.0
"""Seconds for git to answer."""


def commit() -> str:
    """Return the commit, short, with a + where a checkout has changes; "" if nobody knows."""
    try:
        return WRITTEN.read_text("ascii").strip()
    except (OSError, ValueError):
        pass
    root = PACKAGE.parent
    if not (root / ".git").exists():
        return ""
    import subprocess  # here: what is built need not load it

    command = ["git", "-C", str(root), "describe", "--always", "--dirty=+", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
