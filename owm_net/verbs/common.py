"""What several verbs share: exit codes, systems by name, options, progress."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from owm_net import games
from owm_net.client.language import tr
from owm_net.engine.errors import BadData
from owm_net.engine.local import Player, player_of
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.text import say
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.session.terms import CannotPlay, Terms, check_terms, decode_terms
from owm_net.verbs.edges import broken
from owm_net.verbs.typed import number

RULE_SYSTEM = say("rule system")
FINE, BAD, USAGE, CANNOT, UNFINISHED = 0, 1, 2, 3, 4
"""Exit codes of every verb; see docs of the command line in README."""


class Fail(Exception):
    """Ends a verb with one line on stderr and an exit code."""

    def __init__(self, line: str, code: int = CANNOT) -> None:
        self.code = code
        super().__init__(line)


def find_system(system_id: str) -> System:
    """The rule system with this id. Raises Fail."""
    try:
        return games.get(system_id)
    except KeyError as e:
        raise Fail(e.args[0], USAGE) from e
    except BadData as e:
        raise Fail(
            say("the card data cannot be used:\n  {problems}", problems="\n  ".join(e.problems)),
            CANNOT,
        ) from e


def add_system(parser: argparse.ArgumentParser, what: str = RULE_SYSTEM) -> None:
    """--system, with the one that is played when nothing is said."""
    parser.add_argument(
        "--system", default="owm", help=tr("{what} (default: %(default)s)", what=what)
    )


def add_game(parser: argparse.ArgumentParser, system_as_argument: bool = False) -> None:
    """--system, --mission, --level, --option, --pack."""
    if system_as_argument:
        parser.add_argument(
            "system", metavar="SYSTEM", help=tr("rule system; see: owm-net systems")
        )
    else:
        add_system(parser)
    parser.add_argument(
        "--mission",
        default="",
        help=tr("see: owm-net systems (default: the first); or FILE.toml, one of your own"),
    )
    parser.add_argument(
        "--level", default="", help=tr("level of play (default: the system's first)")
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=tr("NAME=VALUE"),
        help=tr("an option of the system; may be given several times"),
    )
    add_pack(parser)


def add_pack(parser: argparse.ArgumentParser) -> None:
    """--pack, which `cli` puts in use before anything else."""
    parser.add_argument(
        "--pack",
        type=Path,
        metavar=tr("PATH"),
        help=tr("of a match with a pack: its folder or zip; all need the same (see: owm-net pack)"),
    )


def add_seats(parser: argparse.ArgumentParser) -> None:
    """--seats, for verbs whose match may have more than two."""
    parser.add_argument(
        "--seats", type=number(2), default=2, metavar="N", help=tr("how many play (default: 2)")
    )


def game_of(args: argparse.Namespace, seats: int = 2) -> tuple[System, Setup]:
    """The system and the checked set-up that `add_game`'s options name. Raises Fail."""
    system = find_system(args.system)
    if args.pack is not None and system.pack is None:
        raise Fail(say("--pack {pack}: it is not for {id}", pack=args.pack, id=system.id), USAGE)
    switches = []
    for option in args.option:
        name, equals, value = option.partition("=")
        if not equals:
            raise Fail(say("--option {option}: write it as NAME=VALUE", option=option), USAGE)
        switches.append((name, value))
    mission, level = args.mission or system.missions[0], args.level or system.levels[0]
    if mission.endswith(".toml"):
        mission, carried = _own_mission(system, Path(mission))
        switches.append(carried)
    setup = system.with_pack(Setup(mission, level, seats, tuple(switches)))
    try:
        system.check_setup(setup)
    except BadSetup as e:
        raise Fail(e.args[0], USAGE) from e
    return system, setup


def player_for(system: System, name: str) -> Player:
    """Who plays a system under this name. Raises Fail."""
    try:
        return player_of(system, name)
    except KeyError as e:
        raise Fail(e.args[0], USAGE) from e


def _own_mission(system: System, path: Path) -> tuple[str, tuple[str, str]]:
    """A mission of one's own and the option that carries it. Raises Fail with all that is wrong."""
    content = read_file(path, MOST_MISSION, say("any mission"))
    try:
        return system.mission_file(path.name, content.decode("utf-8"))
    except UnicodeDecodeError as e:
        raise Fail(say("{path}: byte {n} is not UTF-8", path=path, n=e.start + 1), USAGE) from e
    except BadData as e:
        raise Fail(
            say("this mission cannot be played:\n  {problems}", problems="\n  ".join(e.problems)),
            USAGE,
        ) from e


MOST_MISSION = 1 << 20
"""Bytes of a mission file."""


def terms_here(data: bytes) -> Terms:
    """Terms somebody sent, if this program can play by them. Raises CannotPlay."""
    terms = decode_terms(data)
    try:
        system = games.get(terms.system)
    except KeyError as e:
        raise CannotPlay(e.args[0]) from e
    except BadData as e:
        raise CannotPlay(
            say(
                "the card data of {system} that are installed here cannot be used: {why}",
                system=terms.system[:40],
                why=e.problems[0],
            )
        ) from e
    check_terms(terms, system)
    return terms


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """That the system refuses to read something here is said. Raises Fail."""
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


def show(text: str) -> None:
    """A line for people, at once, in the language that is spoken."""
    print(broken(tr(text), sys.stdout), flush=True)


def show_json(value: Any) -> None:
    """A JSON value on one line."""
    print(json.dumps(value), flush=True)


class Progress:
    """A line on stderr that is written over; silent where stderr is no terminal."""

    def __init__(self, what: str, quiet: bool = False) -> None:
        self._what = what
        self._on = sys.stderr.isatty() and not quiet
        self._last = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self._on and (now - self._last > 0.1 or done == total):
            self._last = now
            share = 100 * done // max(1, total)
            line = tr(
                "{what}: {done} of {total} ({share} %)",
                what=tr(self._what),
                done=done,
                total=total,
                share=share,
            )
            sys.stderr.write(f"\r{line}  ")
            sys.stderr.flush()

    def close(self) -> None:
        """Clear the line of progress, so that what follows stands alone."""
        if self._on:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
