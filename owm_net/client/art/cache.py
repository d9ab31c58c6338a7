"""Finished faces on disk and in memory.

A file is named by the sha256 of the key, the renderer's version and the scale, so nothing
is ever stale. It is written beside its place and renamed; one that cannot be read is made
again.
"""

import contextlib
import hashlib
import multiprocessing
import os
import queue
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import PIL
from PIL import Image

from owm_net.client.art.catalogue import RENDERER_VERSION, ArtKey, render
from owm_net.client.art.material import weight
from owm_net.session.helpers import no_ctrl_c

Progress = Callable[[int, int], object]


def file_name(key: ArtKey, scale: float) -> str:
    """The name of a face's file."""
    text = f"{RENDERER_VERSION}|Pillow {PIL.__version__}|{float(scale)!r}|{key.text()}"
    return hashlib.sha256(text.encode()).hexdigest() + ".png"


def _path(folder: Path, key: ArtKey, scale: float) -> Path:
    name = file_name(key, scale)
    return folder / name[:2] / name


def _read(path: Path) -> Image.Image | None:
    """The picture of a file, or None if it is missing or damaged."""
    try:
        with Image.open(path, formats=["PNG"]) as stored:
            picture: Image.Image = stored.convert("RGBA")
            return picture
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None


def _write(path: Path, image: Image.Image) -> None:
    """Writes a PNG so that a reader sees all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        image.save(unfinished, "PNG", compress_level=3)
        unfinished.replace(path)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()


def stored(key: ArtKey, scale: float, folder: Path) -> Image.Image:
    """The face from the folder, drawn and stored first if need be."""
    path = _path(folder, key, scale)
    image = _read(path)
    if image is None:
        image = render(key, scale)
        with contextlib.suppress(OSError):  # a full or read-only disk costs time, not the game
            _write(path, image)
    return image


Task: TypeAlias = tuple[ArtKey, float]

FEW = 3
"""Fewer faces than this are drawn sooner than a process has started."""

PATIENCE = 60.0
"""Seconds without a single face after which the processes are taken for dead: the operating system
ends some where memory is short, and what they were at is never told."""


def _make(task: tuple[ArtKey, float, str]) -> None:
    key, scale, folder = task
    stored(key, scale, Path(folder))


class Studio:
    """Draws faces into a folder before they are needed, the most urgent first.

    workers: processes; default one for each core but one; 0 draws in the thread of `run`. What
    is there already, or was asked for before, is left out.
    """

    def __init__(self, folder: Path | str, workers: int | None = None) -> None:
        self.folder = Path(folder)
        self.workers = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
        self._seen: set[Task] = set()
        self._waiting: deque[Task] = deque()
        self._lock = threading.Lock()
        self._finished: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._closed = False

    def want(self, tasks: Iterable[Task], urgent: bool = False) -> bool:
        """Have faces drawn, urgent ones before all that wait; return True if there is anything to
        do.

        A task is a key and a scale. May be called while `run` runs.
        """
        with self._lock:
            new = []
            for task in tasks:
                known = task in self._seen
                self._seen.add(task)
                if urgent and known and task in self._waiting:
                    self._waiting.remove(task)
                    known = False
                if not known and not _path(self.folder, *task).exists():
                    new.append(task)
            if urgent:
                self._waiting.extendleft(reversed(new))
            else:
                self._waiting.extend(new)
            return bool(new)

    def close(self) -> None:
        """Draw nothing more; `run` ends its processes and returns."""
        self._closed = True
        self._finished.put(None)

    def run(self, progress: Progress | None = None) -> int:
        """Draw everything that waits and return how many were drawn; call it in a separate thread.

        progress(done, total) is called in that thread, first with done = 0.
        """
        tell = progress or (lambda done, total: None)
        tell(0, len(self._waiting))
        drew = 0
        if self.workers and len(self._waiting) >= FEW:
            drew = self._run_in_processes(tell)
        return self._run_here(tell, drew)

    def _run_here(self, tell: Progress, done: int) -> int:
        while (task := self._next()) is not None:
            _make((*task, str(self.folder)))
            done += 1
            tell(done, done + len(self._waiting))
        return done

    def _run_in_processes(self, tell: Progress) -> int:
        """Until nothing waits, or the processes are dead, or the system gives us none."""
        finished = self._finished
        done = out = 0
        with no_ctrl_c(), contextlib.ExitStack() as stack:
            try:
                made = multiprocessing.get_context("spawn").Pool(self.workers)
            except (OSError, ImportError):  # no /dev/shm that can be written
                return done
            pool = stack.enter_context(made)
            while not self._closed:
                # no more than each worker needs: what is urgent must not stand in line
                while out < 2 * self.workers and (task := self._next()) is not None:
                    pool.apply_async(
                        _make,
                        ((*task, str(self.folder)),),
                        callback=finished.put,
                        error_callback=finished.put,
                    )
                    out += 1
                if not out:
                    return done
                try:
                    finished.get(timeout=PATIENCE)
                except queue.Empty:
                    return done
                out -= 1
                done += 1
                tell(done, done + out + len(self._waiting))
        return done

    def _next(self) -> Task | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting and not self._closed else None


class ArtCache:
    """Faces in memory, those last used, backed by a folder unless that is None.

    limit: bytes of pixels.
    """

    def __init__(self, folder: Path | str | None, *, limit: int = 64 << 20) -> None:
        self.folder = None if folder is None else Path(folder)
        self.limit = limit
        self.bytes = 0
        self._faces: OrderedDict[tuple[ArtKey, float], Image.Image] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: ArtKey, scale: float = 1.0) -> Image.Image:
        """The face, an RGBA image; do not draw on it, it is shared."""
        place = (key, scale)
        with self._lock:
            if place in self._faces:
                self._faces.move_to_end(place)
                return self._faces[place]
        image = render(key, scale) if self.folder is None else stored(key, scale, self.folder)
        with self._lock:
            if place not in self._faces:
                self._faces[place] = image
                self.bytes += weight(image)
            while self.bytes > self.limit and len(self._faces) > 1:
                _, oldest = self._faces.popitem(last=False)
                self.bytes -= weight(oldest)
        return image
