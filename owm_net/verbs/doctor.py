"""`owm-net doctor`: what is wrong here, or in a file that a match left."""

from __future__ import annotations

import argparse
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from owm_net import games
from owm_net.engine.errors import EngineError
from owm_net.engine.playthrough import MAGIC as PLAYTHROUGH
from owm_net.engine.playthrough import BadPlaythrough, parse, replay
from owm_net.files.home import CannotWrite, check_folder, folder, program
from owm_net.files.identity import own_public_key
from owm_net.protocol.entries import MAGIC as LOG
from owm_net.protocol.words import fingerprint
from owm_net.session.desync import BadBundle, read_bundle
from owm_net.verbs.common import BAD, FINE, Fail, find_system, read_file, show
from owm_net.verbs.window import has_display, why_no_window

HELP = "check this installation, or explain a file that a broken match left"
EXAMPLES = """examples:
  owm-net doctor                        what works here and what does not
  owm-net doctor owm-desync-41.json     where two engines disagreed
  owm-net doctor owm-...-3f0a.txt       replay the playthrough of a crash
"""


LONGEST = 64 << 20


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("file", type=Path, nargs="?", help="a bundle or a playthrough")


def run(args: argparse.Namespace) -> int:
    """Explain the file, or check the installation."""
    if args.file is None:
        return _installation()
    text = _read(args.file)
    if text.startswith(PLAYTHROUGH):
        return _playthrough(text)
    try:
        lines = read_bundle(text)
    except BadBundle as e:
        raise Fail(f"{args.file}: {e}") from e
    for line in lines:
        show(line)
    return FINE


def _read(file: Path) -> str:
    """A text that a match left. Raises Fail."""
    data = read_file(file, LONGEST, "anything a match leaves")
    if data.startswith(LOG):
        raise Fail(f"{file} is the log of a match; check it with: {program()} verify {file}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as e:
        raise Fail(f"{file} is no text: neither a bundle nor a playthrough") from e


def _playthrough(text: str) -> int:
    try:
        played = parse(text)
        system = find_system(played.system_id)
        steps = 0
        for match in replay(system, played):
            steps = match.state.answered
    except (BadPlaythrough, EngineError) as e:
        show(f"the playthrough breaks: {e}")
        return BAD
    show(f"the playthrough runs: {steps} steps of {system.title}")
    return FINE


def _installation() -> int:
    worst = FINE
    show(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    for package in ("trio", "cryptography", "PyNaCl", "Pillow", "arcade"):
        try:
            show(f"{package} {version(package)}")
        except PackageNotFoundError:
            show(f"{package} is not installed")
    for name in games.names():
        try:
            system = find_system(name)
            show(f"{name}: rules version {system.version}, data {system.data_digest().hex()[:16]}")
        except Fail as e:
            show(f"{name}: {e}")
            worst = BAD
    for kind in ("keys", "logs", "cache"):
        try:
            check_folder(folder(kind))
            show(f"{kind}: {folder(kind)}")
        except CannotWrite as e:
            show(str(e))
            worst = BAD
    try:
        show(f"your key, for opponents to compare: {fingerprint(own_public_key())}")
    except CannotWrite as e:
        show(str(e))
        worst = BAD
    show(
        why_no_window()
        or (
            "a window can be opened"
            if has_display()
            else "the window's libraries are here, but there is no display"
        )
    )
    return worst
