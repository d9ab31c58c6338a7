"""Playing from the seat one has taken: a person in a window or in lines, or the computer."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from owm_net.engine.chance import Chance
from owm_net.engine.text import say
from owm_net.net.consent import Welcome
from owm_net.net.driver import Options, Parting
from owm_net.net.loop import run as run_loop
from owm_net.program.failing import USAGE, Fail
from owm_net.program.local_player import new_passphrase, player_name
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.logs.verdict_words import say_verdict
from owm_net.program.meeting.meet import meet
from owm_net.program.meeting.welcome import PlayersWelcome, ask_in_terminal, has_terminal
from owm_net.program.meeting.where import Meeting
from owm_net.program.playing.by_itself import TellingPlayer
from owm_net.program.playing.matches import play_on, warn_no_drop
from owm_net.program.playing.text_rematch import play_again
from owm_net.program.playing.text_seat import Taken, TextPlayer, seated_in_text, to_the_end
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.setups import Game, player_for
from owm_net.program.terminal.keyboard import show_above
from owm_net.program.terminal.lines import show
from owm_net.program.window.playing import play_in_window
from owm_net.program.window.title import onward
from owm_net.session.match import Match
from owm_net.session.people import terms_in_words
from owm_net.session.player import Player

DROP_AFTER = 120.0
"""Seconds after which a computer player proposes to go on without a seat that is away."""


def take_seat(args: argparse.Namespace, where: Meeting, game: Game | None) -> int:
    """Meet, play, verify. game: what we host; None takes what the host offers."""
    check_places(args.log)
    ask = ask_in_terminal if has_terminal() else None
    friends = getattr(args, "friend", [])
    welcome = PlayersWelcome(show_above, ask, yes=args.yes, friends=friends)
    if args.text:
        if args.player != "person":
            raise Fail(
                say(
                    "--text is for a person, and --player {player} plays itself", player=args.player
                ),
                USAGE,
            )
        taken = Taken()
        return to_the_end(taken, _play_here, args, where, game, welcome, seated_in_text, taken)
    if args.player == "person":
        return play_in_window(args, where, game, welcome, onward())
    if game is not None:
        player_for(game[0], args.player)

    def computer(match: Match) -> Player:
        return TellingPlayer(match, Chance(os.urandom(16)), args.player)

    taken = Taken()
    run_loop(_play_here, args, where, game, welcome, computer, taken)
    assert taken.place is not None
    return say_verdict(*taken.place)


async def _play_here(
    args: argparse.Namespace,
    where: Meeting,
    game: Game | None,
    welcome: Welcome,
    seated: Callable[[Match], Player],
    taken: Taken,
) -> None:
    """Meet, and play in this terminal; `seated` makes the player of our seat."""
    secret = new_passphrase(args)  # before anybody waits for us
    met = await meet(where, game, player_name(args), show_above, welcome)
    async with met:
        match = met.match
        agreed = terms_in_words(match.terms)
        show(
            say(
                "playing {title} ({agreed}) with {who}",
                title=match.system.title,
                agreed=agreed,
                who=met.who,
            )
        )
        warn_no_drop(args.drop_after, match)
        path = new_log(args.log, match.system.id)
        player = seated(match)
        is_person = isinstance(player, TextPlayer)
        assert match.own is not None
        taken.place = path, match.own.seat
        drop_after = None if is_person else DROP_AFTER
        parted = await play_on(
            match,
            met.links,
            player,
            path,
            WayBack(met.where, args.patience),
            Options(
                drop_after=drop_after if args.drop_after is None else args.drop_after,
                illegal=player.refused if isinstance(player, TextPlayer) else None,
                parting=Parting() if is_person else None,
            ),
            secret,
        )
        met.links.clear()  # they are closed, or kept for a rematch
    if isinstance(player, TextPlayer):
        await play_again(parted, player, taken, args.patience, secret)
