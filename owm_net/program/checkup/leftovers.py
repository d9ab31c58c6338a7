"""Private files that are of no more use: those of matches that ended because somebody cheated.

A match that is over takes its private file along. One that stopped at a bad entry leaves it: it
cannot be gone on with, and what is in the file (keys, choices nobody has seen) opens the cards of
whoever has the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, folder
from owm_net.files.logfile import is_in_use
from owm_net.files.private import private_path
from owm_net.files.reasons import reason
from owm_net.program.computer.opponent import computer_log
from owm_net.program.failing import Fail
from owm_net.program.logs.judging import judge
from owm_net.session.verify import Outcome

MOST = 50
"""Matches that are looked at, the newest: to judge one takes some seconds."""


def leftovers() -> Iterator[Path]:
    """Private files in the logs folder whose match is INVALID. Of one that can be gone on with, is
    being played, or cannot be judged, none. Raises CannotWrite."""
    logs = [log for log in folder("logs").glob("*.owmlog") if _private_of(log)]
    logs.sort(key=lambda log: log.stat().st_mtime, reverse=True)
    for log in logs[:MOST]:
        if _is_broken(log):
            yield from _private_of(log)


def remove(private: Path) -> bool:
    """Remove one, unless its match is no more what it was. Raises CannotWrite."""
    log = _log_of(private)
    try:
        if not _is_broken(log):
            return False
        private.unlink()
    except OSError as e:
        why = reason(e)
        raise CannotWrite(
            say("cannot remove {private}: {why}", private=private, why=why), why
        ) from e
    return True


def _private_of(log: Path) -> list[Path]:
    """Of our side, and of the computer's in a match against it."""
    return [p for p in (private_path(log), private_path(computer_log(log))) if p.exists()]


def _log_of(private: Path) -> Path:
    return private.with_name(private.name.partition(".owmlog")[0] + ".owmlog")


def _is_broken(log: Path) -> bool:
    """Return True if its verdict is INVALID, and nobody plays it."""
    try:
        return not is_in_use(log) and judge(log, 1, True).verdict is Outcome.INVALID
    except (Fail, OSError):  # of what cannot be judged nothing is removed
        return False
