"""Packs: data files that people make themselves, to lie over those of a rule system.

What is in a pack was written by anybody. It comes here as names and bytes that have been bounded
(`files.packs` reads folders and zips); here it is parsed, and checked together with the data files
over which it lies. Nothing of it is used before that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice
from typing import Any

from attrs import field, frozen

from owm_net.engine.data import DataFiles, count_marks, data_folder
from owm_net.engine.errors import MOST_PROBLEMS, BadData
from owm_net.engine.text import say

PACK_FILE = "pack.toml"
"""What every pack has: its name, and for which rule system it is."""

MOST_TEXT = 400
"""Characters of a text or a key in a pack."""
MOST_LINE = 1000
"""Characters of a line of its files."""
MOST_OF_ALL = 40_000
"""Marks (`engine.data.count_marks`) in all of its files."""
NAME_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .'-_"


def _plain_name(_: Any, attribute: Any, value: str) -> None:
    if (
        not 1 <= len(value) <= 40
        or any(c not in NAME_LETTERS for c in value)
        or value != value.strip()
    ):
        raise ValueError("must be 1 to 40 letters, digits, blanks or . ' - _, none of them foreign")


@frozen
class PackFile:
    """pack.toml. about: what is in it, in a sentence or two."""

    name: str = field(validator=_plain_name)
    system: str
    about: str = ""


@frozen
class Pack:
    """A pack that has been checked, of which two are the same if their digests are.

    files: by their relative names, pack.toml among them. left_out: what of the system's own data
    does not go with it, a line each. path: where it was read, for the command lines of helpers.
    """

    name: str
    system: str
    about: str
    files: Mapping[str, bytes] = field(repr=False)
    digest: bytes
    left_out: tuple[str, ...] = ()
    path: str = ""


@frozen
class Packing:
    """The rules of one system for packs.

    package: whose data folder the packs extend. files: patterns of names that a pack may have; "*"
    stands for any name. check: all faults of the data with the files of a pack laid over them, and
    what is left out then. template: the files of a new pack beside pack.toml, each with comments
    that say what to write in it.
    """

    package: str
    files: tuple[str, ...]
    check: Callable[[DataFiles], tuple[list[str], list[str]]]
    template: Callable[[], Mapping[str, str]]

    def takes(self, name: str) -> bool:
        """Return True if a pack may have a file of this name."""
        return any(fnmatchcase(name, pattern) for pattern in self.files)


def read_pack(
    files: Mapping[str, bytes], packing_of: Callable[[str], Packing | None], path: str = ""
) -> Pack:
    """A pack out of its files. packing_of: what a rule system says of packs, None if there is no
    such system, or none for it. Raises BadData with every fault: "file: entry: key: why".
    """
    alone = DataFiles(data_folder("owm_net"), files)
    _check_size(alone, sorted(files))
    problems: list[str] = []
    for name in sorted(files):
        try:
            faults = islice(_bad_texts(alone.content(name), ""), MOST_PROBLEMS)
            problems += [f"{name}: {line}" for line in faults]
        except BadData as e:
            problems += e.problems
    if problems:
        raise BadData(problems)  # what is worse than wrong is not looked at any closer
    about = alone.load(PACK_FILE, PackFile) if PACK_FILE in files else None
    if about is None:
        raise BadData(
            [say("{file}: the file is missing; it says the name and the system", file=PACK_FILE)]
        )
    packing = packing_of(about.system)
    if packing is None:
        raise BadData(
            [
                say(
                    '{file}: system: there are no packs for "{system}"',
                    file=PACK_FILE,
                    system=about.system,
                )
            ]
        )
    over = {name: data for name, data in files.items() if name != PACK_FILE}
    problems += [
        say(
            "{file}: a pack has no such file; it may have {files}",
            file=name,
            files=", ".join(packing.files),
        )
        for name in over
        if not packing.takes(name)
    ]
    if not over:
        problems.append(say("{file}: there is nothing in this pack beside it", file=PACK_FILE))
    fitting = {name: data for name, data in over.items() if packing.takes(name)}
    found, left_out = packing.check(DataFiles(data_folder(packing.package), fitting))
    if problems or found:
        raise BadData([*problems, *found])
    return Pack(about.name, about.system, about.about, files, alone.digest(), tuple(left_out), path)


def _check_size(files: DataFiles, names: list[str]) -> None:
    """Raise BadData if parsing the files might take long; this parses nothing."""
    problems: list[str] = []
    marks = 0
    for name in names:
        try:
            text = files.text(name)
            for number, line in enumerate(text.split("\n"), 1):
                if len(line) > MOST_LINE:
                    long = say(
                        "line {n}: must be at most {most} characters long",
                        n=number,
                        most=MOST_LINE,
                    )
                    raise ValueError(long)
            marks += count_marks(text)
        except BadData as e:
            problems += e.problems
        except ValueError as e:
            problems.append(say("{name}: {why}", name=name, why=e))
        if marks > MOST_OF_ALL:
            large = say(
                "the pack is too large: more than {most} keys, values and lines", most=MOST_OF_ALL
            )
            problems.append(say("{name}: {why}", name=name, why=large))
            break
    if problems:
        raise BadData(problems)


def _bad_texts(value: Any, path: str) -> Iterator[str]:
    """Texts that nobody could print, or that are longer than any card has room for."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not key.isprintable() or len(key) > MOST_TEXT:
                yield f"{_shown(path)}: a key of it cannot be printed, or is too long"
            else:
                yield from _bad_texts(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value, 1):
            yield from _bad_texts(inner, f"{path}[{index}]")
    elif isinstance(value, str):
        if any(not c.isprintable() and c != "\n" for c in value):
            yield f"{_shown(path)}: holds a character that cannot be printed"
        elif len(value) > MOST_TEXT:
            yield f"{_shown(path)}: must be at most {MOST_TEXT} characters, is {len(value)}"


def _shown(path: str) -> str:
    path = path.lstrip(".")
    return path if len(path) <= MOST_TEXT else f"{path[:MOST_TEXT]}..."
