"""--pack PATH: a match with a pack, for every verb that plays or judges one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from owm_net import games
from owm_net.client.language import tr
from owm_net.engine.errors import MOST_PROBLEMS, BadData
from owm_net.engine.packs import Pack, read_pack
from owm_net.engine.text import say
from owm_net.files.packs import BadPack, read_files
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.setups import find_system
from owm_net.protocol.words import pack_words

MOST_LINE = 300
"""Characters of a fault of a pack that are shown."""


class Faulty(Fail):
    """A pack that cannot be used. faults: every fault, a line each."""

    def __init__(self, path: Path, faults: Sequence[str]) -> None:
        self.faults = listed = [_shown(tr(fault)) for fault in faults[:MOST_PROBLEMS]]
        if len(listed) == MOST_PROBLEMS:
            what = say("many faults; the first {count} are", count=len(listed))
        elif len(listed) == 1:
            what = say("1 fault")
        else:
            what = say("{count} faults", count=len(listed))
        super().__init__(
            "\n  ".join([tr("{path}: this pack has {what}:", path=path, what=what), *listed]),
            CANNOT,
        )


def load_pack(path: Path) -> Pack:
    """A pack that nothing is wrong with; it is not in use yet. Raises Faulty."""
    try:
        return read_pack(read_files(path), games.packing, str(path.absolute()))
    except (BadPack, BadData) as e:
        raise Faulty(path, e.problems) from e


def take_pack(arguments: Sequence[str]) -> None:
    """Put the typed pack in use, if there is one: before reading the rest of the command, which may
    load the rules. Raises Fail."""
    peek = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    peek.add_argument("--pack", type=Path, nargs="?")
    typed = peek.parse_known_args(list(arguments))[0].pack
    if typed is None:
        return
    pack = load_pack(typed)
    try:
        games.use_pack(pack)
    except games.PackTaken as e:
        raise Fail(e.args[0]) from e
    check_rules(pack, typed)


def check_rules(pack: Pack, path: Path) -> None:
    """Check a pack in use by the rules. Raises Faulty."""
    found = list(islice(find_system(pack.system).pack_faults(), MOST_PROBLEMS))
    if found:
        raise Faulty(path, found)


def pack_arguments() -> list[str]:
    """Return the arguments that give a helper process the same pack."""
    return [word for pack in games.packs() for word in ("--pack", pack.path)]


def pack_line(pack: Pack) -> str:
    """Its name and digest, for people."""
    about = f": {_shown(pack.about)}" if pack.about else ""
    return say(
        "pack {name} ({words}){about}",
        name=pack.name,
        words=pack_words(pack.digest),
        about=about,
    )


def _shown(text: str) -> str:
    """Somebody else's text, with nothing in it that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in text[:MOST_LINE])
