"""`owm-net pack`: creates a pack of custom cards or missions, and checks one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from owm_net import games
from owm_net.engine.data import DataFiles, data_folder
from owm_net.engine.errors import BadData
from owm_net.engine.packs import PACK_FILE, Packing
from owm_net.engine.text import say
from owm_net.files.home import as_typed
from owm_net.files.reasons import reason
from owm_net.program.failing import BAD, FINE, USAGE, Fail
from owm_net.program.options.declared import argument, option, several, switch, word
from owm_net.program.packs_in_use import Faulty, check_rules, load_pack, pack_line
from owm_net.program.terminal.lines import show, show_json

HELP = say("make a pack of your own cards or missions, or check one")
EXAMPLES = say("""examples:
  owm-net pack new my-pack                           a folder to begin with, with comments
  owm-net pack new my-pack --copy weapons.toml       with a copy of one of our data files
  owm-net pack check my-pack                         all its faults at once
  owm-net pack check club.zip --json
  owm-net host --pack my-pack --mission my-first-mission

A pack is a folder or a zip with data files of the same names and kinds as the game's own; each
replaces ours of that name. Everyone at the table needs the same pack; somebody with another one is
told which.
docs/packs.md says more. exit code of check: 0 fine, 1 the pack has faults
""")

PACK_TEXT = """\
# What this pack is called, for which rule system it is, and what is in it.
# Beside this file stand data files with the same names as the game's own. Each takes the place of
# ours of that name; a mission with a name of its own is added. See docs/packs.md.
# There may be: {files}

name = "{name}"
system = "{system}"
about = "Say here in a sentence what is in this pack."
"""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net pack`."""

    what: Literal["new", "check"] = word(("new", "check"), say("make a new one, or check one"))
    path: Path = argument(Path, say("a folder; to check, or a zip"), metavar=say("PATH"))
    system: str = option(
        str, "", say("new: for which rule system (default: the first that has packs)")
    )
    copy: list[str] = several(
        str,
        say("new: with a copy of this data file of the game; may be given several times"),
        metavar=say("FILE"),
    )
    json: bool = switch(say("check: one JSON object, for scripts"))


def run(options: Options) -> int:
    """Make or check one."""
    if options.what == "check":
        return _check(options.path, options.json)
    return _new(options)


def _check(path: Path, as_json: bool) -> int:
    try:
        pack = load_pack(path)
        with suppress(games.PackTaken):  # in a program of its own nothing is loaded yet
            games.use_pack(pack)
            check_rules(pack, path)
    except Faulty as e:
        if as_json:
            show_json({"pack": None, "faults": e.faults})
        else:
            show(str(e))
        return BAD
    if as_json:
        facts = {"pack": pack.name, "system": pack.system, "digest": pack.digest.hex()}
        show_json({**facts, "faults": [], "left_out": list(pack.left_out)})
        return FINE
    show(pack_line(pack))
    show(
        say(
            "  for {system}; {count} files; nothing is wrong with it",
            system=pack.system,
            count=len(pack.files),
        )
    )
    for line in pack.left_out:
        show(say("  left out of our own, for it does not go with this pack: {line}", line=line))
    return FINE


def _new(options: Options) -> int:
    system = options.system or next(name for name in games.names() if games.packing(name))
    packing = games.packing(system)
    if packing is None:
        raise Fail(say("there are no packs for {system}", system=system), USAGE)
    folder: Path = options.path
    if folder.exists() or folder.is_symlink():
        raise Fail(
            say("{folder} is there already; name a folder that is not", folder=folder), USAGE
        )
    name = "".join(c for c in folder.name if c.isascii() and (c.isalnum() or c in " ._-")).strip()
    text = PACK_TEXT.format(
        files=", ".join(packing.files), name=name[:40].strip() or "my pack", system=system
    )
    files = {PACK_FILE: text, **packing.template(), **_copies(packing, options.copy)}
    try:
        for relative, content in files.items():
            target = folder / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8") as file:
                file.write(content)
    except OSError as e:
        raise Fail(
            say(
                "{folder} cannot be written ({why})",
                folder=folder,
                why=reason(e),
            )
        ) from e
    for relative in files:
        show(f"{folder / relative}")
    show(
        say(
            "next: change them, and see what is wrong with: owm-net pack check {folder}",
            folder=as_typed(folder),
        )
    )
    return FINE


def _copies(packing: Packing, wanted: list[str]) -> dict[str, str]:
    """Data files of the game, as they are."""
    found = {}
    for name in wanted:
        try:
            if not packing.takes(name):
                raise FileNotFoundError
            found[name] = DataFiles(data_folder(packing.package)).text(name)
        except (BadData, FileNotFoundError) as e:
            raise Fail(
                say("--copy {name}: there is no such file in a pack of this game", name=name), USAGE
            ) from e
    return found
