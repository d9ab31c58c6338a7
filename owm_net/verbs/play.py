"""`owm-net play`: a first match on this machine, against a computer that is a real peer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.program.local_player import own_name
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.options.declared import option, switch
from owm_net.program.options.game import GameOptions
from owm_net.program.options.seat import TEXT_HELP, LogOptions
from owm_net.program.options.typed import OnePlayer
from owm_net.program.playing.by_itself import NO_DISPLAY, offer_unfinished, two_computers
from owm_net.program.playing.text_seat import play_in_text
from owm_net.program.setups import first_match_command, game_of, player_for
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import has_display, why_no_window
from owm_net.program.window.playing import play_against_computer
from owm_net.program.window.title import onward

HELP = say("play against the computer on this machine, in a window")
EXAMPLES = say("""examples:
  owm-net play                    a window; without a display two computers play
  owm-net play --text             in this terminal, line by line; for a screen reader too;
                                  it begins with the command of a small first match
  owm-net play --no-window        two computers play, the verdict and a picture at the end
  owm-net play --system skeleton
  owm-net play --opponent recruit  a computer player of the game by its name; see: owm-net systems

The computer player runs in its own process and is a real peer: the deck is shuffled by both.
A match that is broken off (window closed, power cut) is kept; go on with: owm-net resume
Beside your log stands the computer's, *.owmlog.computer, until the match is over.
""")


@dataclass(frozen=True, kw_only=True)
class Options(GameOptions, LogOptions):
    """The options of `owm-net play`."""

    text: bool = switch(TEXT_HELP)
    no_window: bool = switch(say("two computer players"))
    opponent: str = option(
        OnePlayer(),
        "computer",
        say(
            "who plays against you: computer (default), random, or a computer player of the game;"
            " see: owm-net systems"
        ),
        metavar=say("WHO"),
    )
    picture: Path | None = option(
        Path,
        None,
        say("without a window: where the picture of the end goes (default: beside the log)"),
        metavar="OUT.png",
    )
    seed: str = option(str, "", say("of the computers' decisions, not of the cards"))


def run(options: Options) -> int:
    """Open a window if there is a display; else play in the terminal."""
    game = game_of(options)
    player_for(game[0], options.opponent)
    check_places(options.log, options.picture)
    offer_unfinished(options.text)
    log = new_log(options.log, game[0].id)
    name = options.name or own_name()
    if options.text:
        _offer_first_match(game, options.opponent)
        return play_in_text(game, name, log, options.seed, options.opponent)
    if not options.no_window and has_display():
        problem = why_no_window()
        if problem is None:
            from owm_net.client.menu.state import Play  # it loads what draws

            again = onward(Play(*game, options.opponent))
            return play_against_computer(game, name, log, options.seed, options.opponent, again)
        show(say("{problem}\ntwo computer players play instead", problem=problem))
    elif not options.no_window:
        show(say(NO_DISPLAY))
    return two_computers(game, name, log, options.opponent, options.seed, options.picture)


def _offer_first_match(game: tuple[System, Setup], opponent: str) -> None:
    """Say how a small match with equal sides is begun, unless this is it."""
    system, setup = game
    if (setup, opponent) != system.first_match():
        command = first_match_command(system)
        show(tr("A small first match, against an easy computer: {command}", command=command))
