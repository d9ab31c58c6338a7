"""Playing from the seat one has taken: a person in a window, or the computer in this terminal."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.view import View
from owm_net.files.private import private_path
from owm_net.net.consent import Welcome
from owm_net.net.loop import run as run_loop
from owm_net.session.match import Match
from owm_net.session.people import terms_in_words
from owm_net.session.player import ComputerPlayer, Notice
from owm_net.verbs.common import player_for, show
from owm_net.verbs.keyboard import show_above
from owm_net.verbs.matches import Meeting, Options, WayBack, meet, play_on
from owm_net.verbs.places import check_places, new_log
from owm_net.verbs.seat import Game, new_passphrase, player_name, warn_no_drop
from owm_net.verbs.verify import code_of_end, go_on, how_left, in_words, judge
from owm_net.verbs.welcome import PlayersWelcome, ask_in_terminal, has_terminal
from owm_net.verbs.window import play_in_window

DROP_AFTER = 120.0
"""Seconds after which a computer player proposes to go on without a seat that is away."""


def take_seat(args: argparse.Namespace, where: Meeting, game: Game | None) -> int:
    """Meet, play, verify. game: what we host; None takes what the host offers."""
    check_places(args.log)
    ask = ask_in_terminal if has_terminal() else None
    friends = getattr(args, "friend", [])
    welcome = PlayersWelcome(show_above, ask, yes=args.yes, friends=friends)
    if args.player == "person":
        return play_in_window(args, where, game, welcome)
    if game is not None:
        player_for(game[0], args.player)
    log, seat = run_loop(_play_computer, args, where, game, welcome)
    return say_verdict(log, seat)


def say_verdict(log: Path, seat: int, quiet: bool = False) -> int:
    """Check the log of a match that we have played as a seat, and say the verdict. quiet: without
    the line of progress."""
    verdict = judge(log, quiet=quiet)
    for line in in_words(verdict):
        show(line)
    show(f"log: {log}")
    left = how_left(verdict, seat)
    if verdict.adjourned or (left and private_path(log).exists()):
        show(go_on(log, verdict.verdict, left))
    return code_of_end(verdict, seat)


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
                line = self._match.system.narrate(view.state, event)
                show(f"{self._match.counts.entries:>6}  {line}")

    def notice(self, kind: str, text: str) -> None:
        """Print what goes wrong with another seat, and what is done about it."""
        if kind == Notice.TRYING:  # an hour of attempts is not told: each way once
            if text not in self._tried:
                show(f"looking for the other side: {text}")
            self._tried.add(text)
        elif kind != Notice.WORKING:
            if kind in (Notice.AWAY, Notice.BACK):
                self._tried.clear()
            show(text)


async def _play_computer(
    args: argparse.Namespace, where: Meeting, game: Game | None, welcome: Welcome
) -> tuple[Path, int]:
    secret = new_passphrase(args)  # before anybody waits for us
    met = await meet(where, game, player_name(args), show_above, welcome)
    async with met:
        match = met.match
        agreed = terms_in_words(match.terms)
        show(f"playing {match.system.title} ({agreed}) with {met.who}")
        warn_no_drop(args.drop_after, match)
        path = new_log(args.log, match.system.id)
        player = TellingPlayer(match, Chance(os.urandom(16)), args.player)
        await play_on(
            match,
            met.links,
            player,
            path,
            WayBack(met.where, args.patience),
            Options(drop_after=DROP_AFTER if args.drop_after is None else args.drop_after),
            secret,
        )
    assert match.own is not None
    return path, match.own.seat
