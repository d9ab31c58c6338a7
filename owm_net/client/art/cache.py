"""Finished faces on disk and in memory.

A file is named by the sha256 of the key, the renderer's version and the scale, so nothing
is ever stale. It is written beside its place and renamed; one that cannot be read is made
again.
"""

import contextlib
import hashlib
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path

import PIL
from PIL import Image

from owm_net.client.art.catalogue import RENDERER_VERSION, ArtKey, render

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
            return stored.convert("RGBA")
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


def _make(task: tuple[ArtKey, float, str]) -> None:
    key, scale, folder = task
    stored(key, scale, Path(folder))


def prerender(
    keys: Iterable[ArtKey], scale: float, folder: Path | str, *,
    progress: Progress | None = None, workers: int | None = None,
) -> int:
    """Draws what the folder lacks, in worker processes; returns how many were drawn.

    progress(done, total) is called in this process, first with done = 0. workers: default one
    for each core but one; 0 draws in this process.
    """
    place = Path(folder)
    missing = [key for key in dict.fromkeys(keys) if _read(_path(place, key, scale)) is None]
    tell = progress or (lambda done, total: None)
    tell(0, len(missing))
    count = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
    tasks = [(key, scale, str(place)) for key in missing]
    if count == 0 or len(tasks) < 2:
        for done, task in enumerate(tasks, 1):
            _make(task)
            tell(done, len(tasks))
        return len(tasks)
    with multiprocessing.get_context("spawn").Pool(min(count, len(tasks))) as pool:
        for done, _ in enumerate(pool.imap_unordered(_make, tasks, chunksize=4), 1):
            tell(done, len(tasks))
    return len(tasks)


class ArtCache:
    """Faces in memory (the `limit` last used), backed by a folder unless that is None."""

    def __init__(self, folder: Path | str | None, *, limit: int = 256) -> None:
        self.folder = None if folder is None else Path(folder)
        self.limit = limit
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
            self._faces[place] = image
            while len(self._faces) > self.limit:
                self._faces.popitem(last=False)
        return image
