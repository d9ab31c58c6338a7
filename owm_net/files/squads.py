"""Squads that a player has put together and kept by name, for other matches.

`squads.json` in the settings folder holds for each rule system names, and under each the groups of
a squad as numbers that only the rules of that system can read. A system that keeps several sorts
of things, such as armies and decks, has a shelf for each. The file may be edited by hand, or
come from somebody else: whatever is wrong in it is said, and nothing is written over it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.files.secret import put_in_place, take_lock

FILE: Final = "squads.json"
VERSION: Final = 1
MAX_BYTES: Final = 1 << 18
MAX_SQUADS: Final = 40
"""On one shelf."""
MAX_NAME: Final = 30
"""Characters of a name."""
MAX_GROUPS: Final = 16
MAX_IN_GROUP: Final = 16
LARGEST: Final = 100_000

Groups: TypeAlias = tuple[tuple[int, ...], ...]
Squads: TypeAlias = dict[str, Groups]


_NO_NAME = say("it needs a name of 1 to {most} characters that can be read", most=MAX_NAME)


class BadSquads(CannotWrite):
    """The file cannot be read or written, or does not take what shall be kept; str() is a line."""


def is_name(name: Any) -> bool:
    """Return True if a squad may have this name: something readable, and not too long."""
    return (
        isinstance(name, str)
        and 1 <= len(name) <= MAX_NAME
        and name == name.strip()
        and name.isprintable()
    )


def kept(folder: Path, shelf: str) -> Squads:
    """The squads of a shelf by name, in the order of the alphabet. Raises BadSquads."""
    squads = _read(folder / FILE).get(shelf, {})
    return dict(sorted(squads.items(), key=lambda one: (one[0].casefold(), one[0])))


def keep(folder: Path, shelf: str, name: str, groups: Groups) -> None:
    """Keep a squad, in the place of the one of that name. After a crash the file is as it was or as
    it shall be. Raises BadSquads."""
    if not is_name(name):
        raise BadSquads(_NO_NAME)
    if not _is_squad([list(group) for group in groups]):
        raise BadSquads(say("this cannot be kept"))
    with _changed(folder, shelf) as squads:
        if name not in squads and len(squads) >= MAX_SQUADS:
            raise BadSquads(say("{number} are kept already: delete one first", number=MAX_SQUADS))
        squads[name] = groups


def rename(folder: Path, shelf: str, old: str, new: str) -> None:
    """Call a squad otherwise; one that was called so is lost. Raises BadSquads."""
    if not is_name(new):
        raise BadSquads(_NO_NAME)
    with _changed(folder, shelf) as squads:
        if old not in squads:
            raise BadSquads(say("{name!r} is kept no longer", name=old))
        squads[new] = squads.pop(old)


def delete(folder: Path, shelf: str, name: str) -> None:
    """Keep a squad no longer; nothing is wrong if it is gone already. Raises BadSquads."""
    with _changed(folder, shelf) as squads:
        squads.pop(name, None)


@contextmanager
def _changed(folder: Path, shelf: str) -> Iterator[Squads]:
    """The squads of a shelf, written when they have been changed, by one program at a time."""
    path = folder / FILE
    try:
        with (folder / f"{FILE}.lock").open("ab") as lock:
            take_lock(lock)
            all_squads = _read(path)
            yield all_squads.setdefault(shelf, {})
            put_in_place(path, _encoded(all_squads))
    except CannotWrite:
        raise
    except OSError as e:
        why = reason(e)
        raise BadSquads(
            say("your squads cannot be kept ({path}): {why}", path=path, why=why)
        ) from e


def _encoded(all_squads: Mapping[str, Squads]) -> bytes:
    data = json.dumps({"version": VERSION, "squads": all_squads}, indent=1, sort_keys=True)
    if len(data) >= MAX_BYTES:
        raise BadSquads(say("your squads take more room than is read again: delete one first"))
    return data.encode() + b"\n"


def _read(path: Path) -> dict[str, Squads]:
    try:
        data = read_plain(path, MAX_BYTES)
    except FileNotFoundError:
        return {}
    except OSError as e:
        why = reason(e)
        raise BadSquads(
            say("your squads cannot be read ({path}): {why}", path=path, why=why)
        ) from e
    try:
        return _parsed(data)
    except (ValueError, RecursionError) as e:
        raise BadSquads(
            say(
                "{path} is not a valid file of squads ({why}); repair it, or move it away to"
                " start again",
                path=path,
                why=next(iter(e.args), ""),
            )
        ) from e


def _parsed(data: bytes) -> dict[str, Squads]:
    """Raises ValueError, RecursionError."""
    if len(data) > MAX_BYTES:
        raise ValueError(say("more than {most} bytes", most=MAX_BYTES))
    try:
        found = json.loads(data)
    except ValueError as e:
        raise ValueError(say("not JSON")) from e
    if not isinstance(found, dict) or found.get("version") != VERSION:
        raise ValueError(say("not of version {version}", version=VERSION))
    shelves = found.get("squads")
    if not isinstance(shelves, dict):
        raise ValueError(say("without squads"))
    return {shelf: _squads(squads) for shelf, squads in shelves.items()}


def _squads(squads: Any) -> Squads:
    if not isinstance(squads, dict) or len(squads) > MAX_SQUADS:
        raise ValueError(say("at most {most} are kept by name", most=MAX_SQUADS))
    for name, groups in squads.items():
        if not is_name(name):
            raise ValueError(say("a name that cannot be read, or is too long"))
        if not _is_squad(groups):
            raise ValueError(say("{name!r} is not a valid list of groups of numbers", name=name))
    return {name: tuple([tuple(group) for group in groups]) for name, groups in squads.items()}


def _is_squad(groups: Any) -> bool:
    return (
        isinstance(groups, list)
        and 1 <= len(groups) <= MAX_GROUPS
        and all(isinstance(group, list) and len(group) <= MAX_IN_GROUP for group in groups)
        and all(type(n) is int and 0 <= n <= LARGEST for group in groups for n in group)
    )
