"""Options of everybody who takes a seat."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from owm_net.engine.text import say
from owm_net.program.options.declared import option, switch
from owm_net.program.options.typed import OnePlayer, seconds

TEXT_HELP = say(
    "play in this terminal, line by line: over ssh, with a screen reader (NO_COLOR=1 leaves colours"
    " and boxes out)"
)
DROP_HELP = say(
    "with three or four seats, where the rules let the others go on: how long in all one"
    " who owes may be away before you propose, unasked, to go on without it; one who is there and"
    " has to decide is given ten minutes at least. Whom you hear of through the host alone you are"
    " asked about all the same; the computer takes the host's word when it has waited as long"
    " (default: you are asked; the computer waits two minutes)"
)


@dataclass(frozen=True, kw_only=True)
class LogOptions:
    """Of everybody who keeps a log under a name."""

    name: str = option(str, "", say("what the other side sees (default: your login)"))
    log: Path | None = option(Path, None, say("where the log goes (default: the logs folder)"))


@dataclass(frozen=True, kw_only=True)
class SeatOptions(LogOptions):
    """Of everybody who takes a seat at a table with others."""

    patience: float = option(
        seconds,
        3600.0,
        say("how long to look for the other side when the connection is lost (default: an hour)"),
        metavar=say("SECONDS"),
    )
    drop_after: float | None = option(seconds, None, DROP_HELP, metavar=say("SECONDS"))
    passphrase: bool = switch(
        say(
            "seal what only you may know with a passphrase, which is asked for (else with the"
            " key file of this machine)"
        )
    )
    yes: bool = switch(
        say(
            "say yes beforehand to whoever has the code and is met for the first time; where there"
            " is no terminal, only friends are played with without it (see: owm-net friends)"
        )
    )
    text: bool = switch(TEXT_HELP)
    player: str = option(
        OnePlayer("person"),
        "person",
        say(
            "who plays: person (you in a window), computer, random, or a computer player of the"
            " game by its name, in this terminal; see: owm-net systems"
        ),
        metavar=say("WHO"),
    )
