"""The files of a page, read once when the relay starts; no path is ever made from a request.

A request names a file or it does not: what it names is looked up among the names that were found,
letter by letter. So there is nothing to climb out of, and no list of the files.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 256 * 1024 * 1024
MOST_FILES: Final = 4096
INDEX: Final = "index.html"
ENCODINGS: Final = ((b"br", ".br"), (b"gzip", ".gz"))  # the better first
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/plain; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".ogg": "audio/ogg",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".tar": "application/x-tar",
    ".toml": "text/plain; charset=utf-8",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+\-]*")
_HASH: Final = re.compile(r"(?<![A-Za-z0-9])(?=[a-f]*[0-9])[0-9a-f]{12,64}(?![A-Za-z0-9])")
"""A part of a name that is a hash: hexadecimal digits, a figure among them."""


class BadPage(Exception):
    """The folder cannot be served. One line."""


@dataclass(frozen=True)
class FileBytes:
    """Bytes as they are sent. encoding: b"" for those of the file itself."""

    encoding: bytes
    data: bytes = field(repr=False)
    tag: bytes


@dataclass(frozen=True)
class PageFile:
    """One file. bodies: the plain one last, smaller ones before it. lasting: its name changes with
    what it holds."""

    kind: str
    lasting: bool
    bodies: tuple[FileBytes, ...]

    def body_for(self, accepted: bytes) -> FileBytes:
        """Return the first body that a browser takes. accepted: its Accept-Encoding."""
        fine = _accepted(accepted)
        return next((body for body in self.bodies[:-1] if body.encoding in fine), self.bodies[-1])


class Page:
    """All files of a folder, by the paths that name them."""

    def __init__(self, files: dict[str, PageFile]) -> None:
        self._files = files

    def __len__(self) -> int:
        return len(self._files)

    def find(self, path: str) -> PageFile | None:
        """Return the file of a request's path, such as "/index.html"; "/" is the index."""
        return self._files.get("/" + INDEX if path == "/" else path)


def read_page(folder: str) -> Page:
    """Read all files of a folder and the folders in it; hidden ones are left out. Raises
    BadPage."""
    found: dict[str, bytes] = {}
    size = 0
    try:
        for name, path in _files(Path(folder)):
            found[name] = path.read_bytes()
            size += len(found[name])
            if size > MOST_BYTES or len(found) > MOST_FILES:
                raise BadPage(
                    f"{folder}: more than {MOST_FILES} files, or {MOST_BYTES >> 20} MiB: is that"
                    " the folder of a page?"
                )
    except OSError as error:
        raise BadPage(f"{error.filename or folder}: {error.strerror or error}") from error
    if "/" + INDEX not in found:
        raise BadPage(f"{folder}: has no {INDEX}; `make page` builds one into build/page")
    return Page({name: _file(name, found) for name in found if not _is_packed(name, found)})


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield path and place of each file, in order. Links count as what they lead to, but for those
    to folders."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if not _NAME.fullmatch(entry.name):
            raise BadPage(f"{folder}: a name has a sign that no page needs: {entry.name!a}")
        if entry.is_dir(follow_symlinks=False):
            for name, path in _files(Path(entry.path)):
                yield f"/{entry.name}{name}", path
        elif stat.S_ISREG(entry.stat().st_mode):
            yield f"/{entry.name}", Path(entry.path)


def _is_packed(name: str, found: dict[str, bytes]) -> bool:
    return any(name.endswith(end) and name.removesuffix(end) in found for _, end in ENCODINGS)


def _file(name: str, found: dict[str, bytes]) -> PageFile:
    packed = [(code, found[name + end]) for code, end in ENCODINGS if name + end in found]
    kind = KINDS.get(os.path.splitext(name)[1], "application/octet-stream")
    lasting = not name.endswith(".html") and _HASH.search(name) is not None
    bodies = [_body(code, data) for code, data in packed if len(data) < len(found[name])]
    return PageFile(kind, lasting, (*bodies, _body(b"", found[name])))


def _body(encoding: bytes, data: bytes) -> FileBytes:
    tag = hashlib.sha256(encoding + b":" + data).hexdigest()[:32]
    return FileBytes(encoding, data, b'"' + tag.encode() + b'"')


def _accepted(header: bytes) -> set[bytes]:
    """Return the encodings that an Accept-Encoding names and does not forbid."""
    fine = set()
    for part in header.lower().split(b","):
        name, *params = (piece.strip() for piece in part.split(b";"))
        if not any(re.fullmatch(rb"q\s*=\s*0(\.0*)?", param) for param in params):
            fine.add(name)
    return fine
