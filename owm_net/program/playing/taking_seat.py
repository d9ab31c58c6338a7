"""Playing from the seat one has taken: a person in a window or in lines, or the computer."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from owm_net.engine.chance import Chance
from owm_net.engine.text import say
from owm_net.net.consent import Welcome
from owm_net.net.driver import DriverOptions, Parting
from owm_net.net.loop import run as run_loop
from owm_net.program.failing import USAGE, Fail
from owm_net.program.local_player import new_passphrase, own_name
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.logs.verdict_words import say_verdict
from owm_net.program.meeting.meet import meet
from owm_net.program.meeting.welcome import PlayersWelcome, ask_in_terminal, has_terminal
from owm_net.program.meeting.where import Meeting
from owm_net.program.options.seat import SeatOptions
from owm_net.program.playing.by_itself import TellingPlayer
from owm_net.program.playing.matches import play_on, warn_no_drop
from owm_net.program.playing.text_rematch import play_again
from owm_net.program.playing.text_seat import Taken, TextPlayer, seated_in_text, to_the_end
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.setups import Game, player_for
from owm_net.program.terminal.lines import show
from owm_net.program.terminal.prompts import show_above
from owm_net.program.window.playing import play_in_window
from owm_net.program.window.title import onward
from owm_net.session.match import Match
from owm_net.session.people import terms_in_words
from owm_net.session.player import Player

DROP_AFTER = 120.0
"""Seconds after which a computer player proposes to go on without a seat that is away."""


def take_seat(
    options: SeatOptions, where: Meeting, game: Game | None, friends: Sequence[str] = ()
) -> int:
    """Meet, play, verify. game: what we host; None takes what the host offers. friends: the
    only people who may come, by name; empty for whoever has the code."""
    check_places(options.log)
    ask = ask_in_terminal if has_terminal() else None
    welcome = PlayersWelcome(show_above, ask, yes=options.yes, friends=friends)
    if options.text:
        if options.player != "person":
            raise Fail(
                say(
                    "--text is for a person, and --player {player} plays itself",
                    player=options.player,
                ),
                USAGE,
            )
        taken = Taken()
        return to_the_end(taken, _play_here, options, where, game, welcome, seated_in_text, taken)
    if options.player == "person":
        return play_in_window(options, where, game, welcome, onward())
    if game is not None:
        player_for(game[0], options.player)

    def computer(match: Match) -> Player:
        return TellingPlayer(match, Chance(os.urandom(16)), options.player)

    taken = Taken()
    run_loop(_play_here, options, where, game, welcome, computer, taken)
    assert taken.place is not None
    return say_verdict(*taken.place)


async def _play_here(
    options: SeatOptions,
    where: Meeting,
    game: Game | None,
    welcome: Welcome,
    seated: Callable[[Match], Player],
    taken: Taken,
) -> None:
    """Meet, and play in this terminal; `seated` makes the player of our seat."""
    secret = new_passphrase(options.passphrase)  # before anybody waits for us
    met = await meet(where, game, options.name or own_name(), show_above, welcome)
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
        warn_no_drop(options.drop_after, match)
        path = new_log(options.log, match.system.id)
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
            WayBack(met.where, options.patience),
            DriverOptions(
                drop_after=drop_after if options.drop_after is None else options.drop_after,
                illegal=player.refused if isinstance(player, TextPlayer) else None,
                parting=Parting() if is_person else None,
            ),
            secret,
        )
        met.links.clear()  # they are closed, or kept for a rematch
    if isinstance(player, TextPlayer):
        await play_again(parted, player, taken, options.patience, secret)
