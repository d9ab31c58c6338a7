"""Options that name the game to be played."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from owm_net.engine.text import say
from owm_net.program.options.declared import option, several
from owm_net.program.options.typed import number

PLAYED = "owm"
"""The rule system that is meant when none is named."""


@dataclass(frozen=True, kw_only=True)
class PackOptions:
    """--pack, which `cli` puts in use before anything else."""

    pack: Path | None = option(
        Path,
        None,
        say("of a match with a pack: its folder or zip; all need the same (see: owm-net pack)"),
        metavar=say("PATH"),
    )


@dataclass(frozen=True, kw_only=True)
class GameOptions(PackOptions):
    """The options that choose a game, as `setups.game_of` reads them."""

    system: str = option(str, PLAYED, say("rule system (default: %(default)s)"))
    mission: str = option(
        str, "", say("see: owm-net systems (default: the first); or FILE.toml, one of your own")
    )
    level: str = option(str, "", say("level of play (default: the system's first)"))
    switches: list[str] = several(
        str,
        say("an option of the system; may be given several times"),
        metavar=say("NAME=VALUE"),
        flag="--option",
    )


@dataclass(frozen=True, kw_only=True)
class SeatsOptions:
    """Of verbs whose match may have more than two seats."""

    seats: int = option(
        number(2), 0, say("how many play (default: as few as the mission takes)"), metavar="N"
    )
