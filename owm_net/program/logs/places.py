"""Where a match is written to, looked at before it begins: a player should not lose a match, or
keep a friend waiting, for a folder that cannot be written to."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, check_folder, folder
from owm_net.files.private import private_path
from owm_net.files.reasons import reason
from owm_net.files.secret import make_folder
from owm_net.files.written import Place
from owm_net.program.failing import USAGE, Fail

KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""How the names of pictures end, and what Pillow calls them."""
FILMS = {".webp": "WEBP", ".gif": "GIF"}
"""The same of films."""
HEADS = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF", b"GIF8")
"""How such files begin."""
PICTURE = "--picture"
"""The option with which the place of a picture is chosen."""


def check_places(log: Path | None, picture: Path | None = None) -> None:
    """Raise Fail or CannotWrite, each one line, unless a match can be kept on this machine now.

    log: None for the logs folder. picture: None if none is wanted.
    """
    if log is None:
        check_folder(folder("logs"))
    else:
        check_log(log)
    if picture is not None:
        check_picture(picture)


def check_log(log: Path) -> None:
    """Raise Fail if a file of this match would be written over, CannotWrite if none can be made."""
    for path in (log, private_path(log)):
        if _there(path, say("the log")):
            raise Fail(
                say("there is a file {path} already; choose another name with --log", path=path)
            )
    try:
        make_folder(log.parent)
    except FileExistsError as e:
        raise CannotWrite(
            say(
                "cannot write the log {log}: {parent} is a file, not a folder; choose another"
                " place with --log",
                log=log,
                parent=log.parent,
            )
        ) from e
    except OSError as e:
        raise _cannot(say("the log"), log, e) from e
    check_folder(log.parent, say("choose another place with --log, or set OWM_HOME"))


def kind_of(picture: Path, kinds: Mapping[str, str] = KINDS, option: str = PICTURE) -> str:
    """Return the kind of picture a file is to be, by its name. Raises Fail."""
    kind = kinds.get(picture.suffix.lower())
    if kind is None:
        *others, last = kinds
        raise Fail(
            say(
                "cannot write the picture {picture}: its name must end in {endings} or {last};"
                " write {option} {example}",
                picture=picture,
                endings=", ".join(others),
                last=last,
                option=option,
                example=(picture.stem or "table") + next(iter(kinds)),
            ),
            USAGE,
        )
    return kind


def picture_place(picture: Path, kinds: Mapping[str, str] = KINDS, option: str = PICTURE) -> Place:
    """Where a picture may be: also in the place of an older one. kinds: that it may be; option:
    with which its place is chosen."""
    elsewhere = say("choose another place with {option}", option=option)
    taken = say(
        "there is a file {picture} already that is no picture; {elsewhere}",
        picture=picture,
        elsewhere=elsewhere,
    )
    what = say("the film") if kinds is FILMS else say("the picture")
    return Place(picture, what, elsewhere, taken, HEADS)


def check_picture(picture: Path, kinds: Mapping[str, str] = KINDS, option: str = PICTURE) -> None:
    """Raise Fail or CannotWrite unless a picture can be written there."""
    place = picture_place(picture, kinds, option)
    place.check()
    kind_of(picture, kinds, option)


def new_log(log: Path | None, system_id: str) -> Path:
    """The log of a new match: as asked for, or a name in the logs folder that is free yet."""
    if log is not None:
        return log
    logs = folder("logs")
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for n in range(1000):
        path = logs / f"{system_id}-{stamp}{f'-{n}' if n else ''}.owmlog"
        if not path.exists():
            return path
    raise Fail(say("no free name for a log in {logs}", logs=logs))


def next_log(log: Path) -> Path:
    """The log of a rematch, beside that of the match before: `match-2.owmlog` after `match.owmlog`,
    or the next number that is free."""
    stem, _, number = log.stem.rpartition("-")
    if not (stem and number.isdigit() and len(number) < 4):
        stem, number = log.stem, "1"
    for n in range(int(number) + 1, int(number) + 1000):
        path = log.with_name(f"{stem}-{n}{log.suffix}")
        if not (path.exists() or private_path(path).exists()):
            return path
    raise Fail(say("no free name for a log in {logs}", logs=log.parent))


def _there(path: Path, what: str) -> bool:
    try:
        return path.is_symlink() or path.exists()
    except OSError as e:
        raise _cannot(what, path, e) from e


def _cannot(what: str, path: Path, e: OSError) -> CannotWrite:
    return CannotWrite(
        say(
            "cannot write {what} {path}: {why}",
            what=what,
            path=path,
            why=reason(e),
        )
    )
