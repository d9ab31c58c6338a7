"""Folders and zips that people send each other as packs: read within bounds, whatever is in them.

A pack is hostile until its files have been checked. Here nothing is unpacked to the disk, no link
is followed, nothing but a plain file is opened, and no more is read than a pack may have; sizes are
looked at before a byte is read, and not believed afterwards.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from owm_net.engine.text import say
from owm_net.files.reading import NoPlainFile, open_plain
from owm_net.files.reasons import reason

MOST_ENTRIES = 256
"""Entries of a folder or a zip that are looked at, whatever they are."""
MOST_FILES = 64
MOST_OF_ONE = 512 << 10
MOST_OF_ALL = 2 << 20
"""Files of a pack, bytes of one of them, bytes of all; a zip itself has at most as many."""
MOST_DEPTH = 2
"""`missions/hill.toml` is as deep as a name goes."""

MOST_PROBLEMS = 40
"""So many are told, as of bad data."""

_PART = r"(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])[./])[a-z0-9][a-z0-9_-]{0,60}"
NAME = re.compile(rf"{_PART}(/{_PART})?\.toml", re.ASCII)
"""Names that every system can have: for Windows con.toml is a device."""
IGNORED = re.compile(
    r"(.*/)?(\.[^/]*|README[^/]*|LICENSE[^/]*|[^/]*\.(md|txt)"
    r"|(?i:desktop\.ini|(eh)?thumbs(_vista)?\.db|[^/]*~|~[^/]*|\#[^/]*\#|[^/]*\.(bak|orig|swp|tmp)))"
    r"|(.*/)?Icon\r|(__MACOSX|\$RECYCLE\.BIN|System Volume Information)/.*",
    re.ASCII,
)
"""What people, their editors and their systems put beside the files of a pack."""
SPOILT = (zipfile.BadZipFile, struct.error, ValueError, RuntimeError)
"""What is raised of bytes in a zip that cannot be, or not yet."""
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Ways to pack that cannot unpack to more than was said, or be slow about it."""


class BadPack(ValueError):
    """A folder or a zip that is not even read. problems: every fault, a line each."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problems))


def read_files(path: Path) -> dict[str, bytes]:
    """The files of a pack by their relative names, "/" between folder and file. Raises BadPack."""
    try:
        if path.is_dir():
            return _kept(_Folder(path))
        with open_plain(path) as file:
            if os.fstat(file.fileno()).st_size > MOST_OF_ALL:
                raise BadPack([say("a zip of more than {n} MiB is not read", n=MOST_OF_ALL >> 20)])
            with _opened(file) as archive:
                return _kept(_Zip(archive))
    except NoPlainFile as e:
        raise BadPack([say("it is neither a folder nor a zip")]) from e
    except OSError as e:
        raise BadPack([say("it cannot be read ({why})", why=reason(e))]) from e


def _opened(file: BinaryIO) -> zipfile.ZipFile:
    """A zip whose list can be read; zipfile raises more than BadZipFile of one that was spoilt:
    for a version to come, a name that is no text, a place beyond the file."""
    try:
        return zipfile.ZipFile(file)
    except SPOILT as e:
        raise BadPack([say("it is no zip that can be read")]) from e


class _Entry:
    """A file that a pack claims to have. size: as it says itself."""

    def __init__(self, name: str, size: int, why_not: str = "") -> None:
        self.name = name
        self.size = size
        self.why_not = why_not


class _Folder:
    """A folder, two levels deep."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def entries(self) -> Iterator[_Entry]:
        """Its files; what is deeper is named by its folder."""
        yield from self._below(self._path, "", 1)

    def _below(self, folder: Path, before: str, depth: int) -> Iterator[_Entry]:
        with os.scandir(folder) as found:
            for item in found:
                name = before + item.name
                if item.is_symlink():
                    yield _Entry(name, 0, say("is a link: a pack holds its files itself"))
                elif item.is_dir(follow_symlinks=False):
                    if IGNORED.fullmatch(f"{name}/"):
                        continue
                    if depth == MOST_DEPTH:
                        yield _Entry(name, 0, say("is a folder deeper than any of a pack"))
                    else:
                        yield from self._below(folder / item.name, f"{name}/", depth + 1)
                elif not item.is_file(follow_symlinks=False):
                    yield _Entry(name, 0, say("is no plain file"))
                else:
                    yield _Entry(name, item.stat(follow_symlinks=False).st_size)

    def read(self, name: str, most: int) -> bytes:
        """Return at most so many bytes of the present file."""
        with open_plain(self._path / name, "O_NOFOLLOW") as file:
            return file.read(most)


class _Zip:
    """A zip, read where it lies. If everything is in one folder of the zip, that folder is the
    pack."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        listed = archive.infolist()[: MOST_ENTRIES + 1]  # by orig_filename: Windows' has no "\\"
        files = [i for i in listed if not i.orig_filename.endswith("/")]  # is_dir fails on ""
        kept = [i.orig_filename for i in files if not IGNORED.fullmatch(i.orig_filename)]
        tops = {name.partition("/")[0] if "/" in name else "" for name in kept}
        top = f"{next(iter(tops))}/" if len(tops) == 1 else ""
        inner = len(top) > 1 and f"{top}pack.toml" in kept
        self._before = top if inner else ""
        self._infos = files
        self._by_name: dict[str, zipfile.ZipInfo] = {}

    def entries(self) -> Iterator[_Entry]:
        """Its files, as its list has them."""
        for info in self._infos:
            name = info.orig_filename.removeprefix(self._before)
            why = ""
            if name in self._by_name:
                why = say("stands twice")
            elif stat.S_ISLNK(info.external_attr >> 16):
                why = say("is a link: a pack holds its files itself")
            elif info.flag_bits & 0x1:
                why = say("is encrypted")
            elif info.compress_type not in PACKED:
                why = say("is compressed in a way this program cannot read: use an ordinary zip")
            self._by_name[name] = info
            yield _Entry(name, info.file_size, why)

    def read(self, name: str, most: int) -> bytes:
        """At most so many bytes of a file, whatever its list says of it."""
        try:
            with self._archive.open(self._by_name[name]) as file:
                return file.read(most)
        except (*SPOILT, zlib.error, EOFError, OSError) as e:
            raise OSError(errno.EINVAL, say("cannot be unpacked")) from e


def _kept(pack: _Folder | _Zip) -> dict[str, bytes]:
    """Return the files of a pack to read, if nothing is wrong with it."""
    problems: list[str] = []
    wanted: list[_Entry] = []
    for count, entry in enumerate(pack.entries(), 1):
        if count > MOST_ENTRIES:
            problems.append(
                say("there are more than {n} files in it; no more are looked at", n=MOST_ENTRIES)
            )
            break
        if IGNORED.fullmatch(entry.name) and not entry.why_not:
            continue
        wanted.append(entry)
    for entry in wanted:
        why = entry.why_not
        if not why and not NAME.fullmatch(entry.name):
            why = say(
                "is not a valid file name for a pack: use small letters, digits, _ and -, such as"
                " a/b.toml"
            )
        if not why and entry.size > MOST_OF_ONE:
            why = say(
                "must have at most {most} bytes, has {size}", most=MOST_OF_ONE, size=entry.size
            )
        if why:
            problems.append(say("{name}: {why}", name=_shown(entry.name), why=why))
    if len(wanted) > MOST_FILES:
        problems.append(
            say("a pack has at most {most} files, this one has {n}", most=MOST_FILES, n=len(wanted))
        )
    total = sum(entry.size for entry in wanted)
    if total > MOST_OF_ALL:
        problems.append(
            say("a pack has at most {most} bytes, this one has {n}", most=MOST_OF_ALL, n=total)
        )
    if problems:
        raise BadPack(problems[:MOST_PROBLEMS])
    return _read(pack, wanted)


def _read(pack: _Folder | _Zip, wanted: list[_Entry]) -> dict[str, bytes]:
    """The files themselves; one that grew since its size was asked for is refused."""
    found: dict[str, bytes] = {}
    problems: list[str] = []
    left = MOST_OF_ALL
    for entry in wanted:
        try:
            data = pack.read(entry.name, min(MOST_OF_ONE, left) + 1)
        except OSError as e:
            problems.append(say("{name}: {why}", name=entry.name, why=reason(e)))
            continue
        if len(data) > min(MOST_OF_ONE, left):
            problems.append(say("{name}: is larger than it says", name=entry.name))
            continue
        left -= len(data)
        found[entry.name] = data
    if problems:
        raise BadPack(problems[:MOST_PROBLEMS])
    return found


def _shown(name: str) -> str:
    """A name that somebody else wrote, with nothing in it that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in name[:120])
