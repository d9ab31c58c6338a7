"""Computer players that play by themselves and tell of it, where there is no window to play in."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.text import named, say
from owm_net.engine.view import View
from owm_net.files.home import program
from owm_net.net.loop import run as run_loop
from owm_net.program.computer.opponent import Computer, play_computer
from owm_net.program.logs.retelling import draw
from owm_net.program.logs.unfinished import picture_of, unfinished
from owm_net.program.logs.verdict_words import say_verdict
from owm_net.program.setups import Game, player_for
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import resume_with
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer, Notice

NO_DISPLAY = say("there is no display here: two computer players play (to play yourself: --text)")


class TellingPlayer(ComputerPlayer):
    """A computer player whose match is told on the terminal."""

    def __init__(self, match: Match, chance: Chance, player: str) -> None:
        super().__init__(match.system, chance, player_for(match.system, player))
        self._match = match
        self._tried: set[str] = set()

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """Print the headlines of what has happened."""
        for event in events:
            if event.headline:
                line = named(self._match.system.narrate(view.state, event), self._match.names)
                show(say("{entries:>6}  {line}", entries=self._match.counts.entries, line=line))

    def notice(self, kind: Notice, text: str) -> None:
        """Print what goes wrong with another seat, and what is done about it."""
        if kind == Notice.TRYING:  # an hour of attempts is not told: each way once
            if text not in self._tried:
                show(say("looking for the other side: {text}", text=text))
            self._tried.add(text)
        elif kind != Notice.WORKING:
            if kind in (Notice.AWAY, Notice.BACK):
                self._tried.clear()
            show(text)


def offer_unfinished(text: bool = False) -> None:
    """Mention the unfinished match to resume, if any. text: in lines."""
    matches = unfinished()
    if matches:
        show(say("an unfinished match of {match}", match=str(matches[0])))
        others = (
            say(" (one of {count}: {program} resume --list)", count=len(matches), program=program())
            if matches[1:]
            else ""
        )
        show(
            say(
                "  resume it with: {command}{others}",
                command=resume_with(matches[0].log, text),
                others=others,
            )
        )


def two_computers(
    game: Game,
    name: str,
    log: Path,
    opponent: str = "computer",
    seed: str = "",
    picture: Path | None = None,
) -> int:
    """The computer takes our seat too, in this process."""
    picture = picture or picture_of(log)
    chance = Chance(f"{seed}/0" if seed else os.urandom(16))
    computer = Computer(log, "computer", f"{seed}/1" if seed else "", opponent)
    run_loop(
        play_computer,
        game,
        name,
        computer,
        lambda match: TellingPlayer(match, chance, "computer"),
        show,
    )
    code = say_verdict(log, Seat(0))
    draw(log, picture)
    show(say("picture: {picture}", picture=picture))
    return code
