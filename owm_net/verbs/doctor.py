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
from owm_net.files.home import CannotWrite, folder
from owm_net.session.desync import BadBundle, read_bundle
from owm_net.verbs.common import BAD, FINE, Fail, find_system, show
from owm_net.verbs.window import why_no_window

HELP = "check this installation, or explain a file that a broken match left"
EXAMPLES = """examples:
  owm-net doctor                        what works here and what does not
  owm-net doctor owm-desync-41.json     where two engines disagreed
  owm-net doctor owm-...-3f0a.txt       replay the playthrough of a crash
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("file", type=Path, nargs="?", help="a bundle or a playthrough")


def run(args: argparse.Namespace) -> int:
    """Explain the file, or check the installation."""
    if args.file is None:
        return _installation()
    try:
        text = args.file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise Fail(f"cannot read {args.file}: {e}") from e
    if text.startswith(PLAYTHROUGH):
        return _playthrough(text)
    try:
        lines = read_bundle(text)
    except BadBundle as e:
        raise Fail(f"{args.file}: {e}") from e
    for line in lines:
        show(line)
    return FINE


def _playthrough(text: str) -> int:
    try:
        played = parse(text)
        system = find_system(played.system_id)
        steps = 0
        for match in replay(system, played):
            steps = match.state.steps
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
            show(f"{kind}: {folder(kind)}")
        except CannotWrite as e:
            show(str(e))
            worst = BAD
    show(why_no_window() or "a window can be opened, if there is a display")
    return worst
