"""Files that somebody has named: read up to a limit, or a line that says why not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from owm_net.engine.text import say
from owm_net.files.logfile import MAX_LOG
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.program.failing import Fail


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Report it if the system refuses to read something here. Raises Fail."""
    try:
        yield
    except OSError as e:
        raise Fail(say("cannot read {path}: {why}", path=path, why=reason(e))) from e


def read_file(path: Path, most: int, what: str) -> bytes:
    """A file of at most `most` bytes. what: such as "any log". Raises Fail."""
    with reading(path):
        data = read_plain(path, most)
    if len(data) > most:
        raise Fail(
            say("{path}: larger than {what} ({most} MiB)", path=path, what=what, most=most >> 20)
        )
    return data


def read_log(path: Path) -> bytes:
    """The bytes of a log. Raises Fail."""
    return read_file(path, MAX_LOG, say("any log"))
