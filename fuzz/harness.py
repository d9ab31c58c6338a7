"""The common parts of the targets of `python -m fuzz parsers`: one attempt under watch, and
findings.

A target is a function of bytes. It may return, or raise one of the errors that its parser
documents; anything else is a finding, and so is taking longer or more memory than LIMITS.
Imports nothing of ours: the coverage-guided part must be first to import what it watches.
"""

from __future__ import annotations

import hashlib
import mmap
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs

SECONDS = 5.0
"""An input that keeps a parser busy for longer is a finding; so is one that waits, WAITING times
as long (a machine may have other things to do)."""
WAITING = 12
MEMORY = 512 << 20
"""Bytes; an input for which the process grows by more is a finding."""
SHOWN = 1 << 21
"""Longest input that the parent can still see when the process is gone."""
MAGIC = "owm-net finding 1"

Draw = Callable[..., Any]
Mutation = Callable[[Draw, bytes], bytes]


@attrs.frozen
class Target:
    """One parser or state machine.

    run: takes the input. errors: what may come out of it. seeds: good inputs, to be mutated.
    mutate: a change that knows how the input is built; see `fuzz.mutations`.
    """

    name: str
    run: Callable[[bytes], object]
    errors: tuple[type[BaseException], ...]
    seeds: Callable[[], Sequence[bytes]]
    mutate: Mutation
    weight: int = 1


class Hang(BaseException):
    """An input took too long; no `except Exception` on the way may hide it."""


class Grown(BaseException):
    """An input took too much memory."""


@attrs.frozen
class Finding:
    """An input and its result. mark: equal for what is probably the same bug."""

    target: str
    data: bytes
    error: str
    trace: str
    mark: str

    def text(self, file: str) -> str:
        """The file that is kept."""
        head = [
            MAGIC, f"target {self.target}", f"error {self.error}", f"input {self.data.hex()}",
            f"# again: python -m fuzz parsers --again {file}",
        ]  # fmt: skip
        return "\n".join([*head, *[f"# {line}".rstrip() for line in self.trace.splitlines()], ""])

    def keep(self, folder: Path) -> Path:
        """Write it; the same finding is one file, however often it happens."""
        name = hashlib.sha256(self.data).hexdigest()[:8]
        file = folder / f"{self.target}-{name}.txt"
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(self.text(file.as_posix()), encoding="utf-8", newline="\n")
        return file


def read_finding(text: str) -> tuple[str, bytes]:
    """Target and input of a kept finding. Raises ValueError."""
    lines = text.splitlines()
    if lines[:1] != [MAGIC]:
        raise ValueError("this is no kept finding")
    values = dict([line.partition(" ")[::2] for line in lines[1:] if not line.startswith("#")])
    if "target" not in values or "input" not in values:
        raise ValueError("it names no target, or no input")
    return values["target"], bytes.fromhex(values["input"])


# ------------------------------------------------------------------ one attempt


def _peak() -> int:
    """Most memory this process ever had, in bytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def fence_memory() -> None:
    """Let this process fail, and not the machine, when an input asks for too much."""
    if not sys.platform.startswith("linux"):
        return
    import resource

    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * mmap.PAGESIZE
    resource.setrlimit(resource.RLIMIT_AS, (used + 4 * MEMORY, resource.RLIM_INFINITY))


class Watch:
    """Attempts inputs of one target under both limits, and counts them.

    status: a file in which the present input stands, so that whoever started this process can
    say what killed it.
    """

    def __init__(self, target: Target, status: Path | None = None) -> None:
        self.target = target
        self.runs = 0
        self._peak = _peak()
        self._inside = False
        self._shown: mmap.mmap | None = None
        if status is not None:
            with status.open("r+b") as file:
                self._shown = mmap.mmap(file.fileno(), SHOWN + 16)
        self._alarm = hasattr(signal, "setitimer")
        if self._alarm:
            signal.signal(signal.SIGALRM, self._ring)
            signal.signal(signal.SIGPROF, self._ring)

    def _set_alarm(self, seconds: float) -> None:
        self._inside = seconds > 0
        if self._alarm:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            signal.setitimer(signal.ITIMER_REAL, seconds * WAITING)

    def _ring(self, *_: object) -> None:
        if self._inside:
            raise Hang(f"more than {SECONDS:g} s")

    def attempt(self, data: bytes) -> Finding | None:
        """Run the target once."""
        self.runs += 1
        if self._shown is not None:
            self._shown[:16] = struct.pack(">QQ", self.runs, len(data))
            self._shown[16 : 16 + min(len(data), SHOWN)] = data[:SHOWN]
        begun = time.process_time()
        try:
            self._set_alarm(SECONDS)
            try:
                self.target.run(data)
            finally:
                self._set_alarm(0)
        except KeyboardInterrupt:
            raise
        except self.target.errors:
            pass
        except BaseException as e:
            return self._finding(data, e)
        if (took := time.process_time() - begun) > SECONDS:
            return self._finding(data, Hang(f"{took:.1f} s"))
        peak = _peak()
        if peak > self._peak + MEMORY:
            grown, self._peak = peak - self._peak, peak
            return self._finding(data, Grown(f"{grown >> 20} MiB more than before"))
        return None

    def _finding(self, data: bytes, e: BaseException) -> Finding:
        frames = traceback.extract_tb(e.__traceback__)
        where = frames[-1] if frames else None
        place = "" if where is None else f"{Path(where.filename).name}:{where.lineno}"
        if isinstance(e, Hang | RecursionError | MemoryError):
            place = ""  # wherever it happened to be
        trace = "".join(traceback.format_exception(type(e), e, e.__traceback__, limit=-30))
        error = f"{type(e).__name__}: {e}".partition("\n")[0][:300]
        return Finding(self.target.name, data, error, trace[-6000:], f"{type(e).__name__} {place}")

    def shrink(self, found: Finding, seconds: float = 2.0) -> Finding:
        """The same finding with a shorter input, as far as that is quickly to be had."""
        if isinstance_of_limit(found):
            return found
        until, size = time.monotonic() + seconds, max(1, len(found.data) // 2)
        while size and time.monotonic() < until:
            at = 0
            while at < len(found.data) and time.monotonic() < until:
                smaller = self.attempt(found.data[:at] + found.data[at + size :])
                if smaller is not None and smaller.mark == found.mark:
                    found = smaller
                else:
                    at += size
            size //= 2
        return found


def isinstance_of_limit(found: Finding) -> bool:
    """Return True if a limit was broken: each try would take as long again."""
    return found.mark.startswith(("Hang", "Grown", "MemoryError"))


class Findings:
    """Keeps the first finding of each mark, and says which file it is in."""

    def __init__(self, folder: Path, say: Callable[[dict[str, Any]], None]) -> None:
        self._folder = folder
        self._say = say
        self._marks: set[str] = set()

    def take(self, watch: Watch, found: Finding) -> None:
        """Shrink and keep it, unless it is known."""
        if found.mark in self._marks:
            return
        self._marks.add(found.mark)
        found = watch.shrink(found)
        file = found.keep(self._folder)
        self._say({"target": found.target, "error": found.error, "file": file.as_posix()})


def read_status(status: Path) -> tuple[int, bytes]:
    """How many inputs a process had attempted, and its last one."""
    raw = status.read_bytes()
    runs, length = struct.unpack_from(">QQ", raw)
    return runs, raw[16 : 16 + min(length, SHOWN)]


def make_status(status: Path) -> None:
    """Make the file to which the counts of a target are written, with zeros in it."""
    with status.open("wb") as file:
        file.truncate(SHOWN + 16)
