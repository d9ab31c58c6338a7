"""`owm-net title`, and `owm-net` alone: everything in one window, from the title on."""

from __future__ import annotations

from dataclasses import dataclass

from owm_net.engine.text import say
from owm_net.program.local_player import own_name
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.options.declared import switch
from owm_net.program.options.game import GameOptions
from owm_net.program.playing.by_itself import NO_DISPLAY, offer_unfinished, two_computers
from owm_net.program.setups import game_of
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import (
    has_display,
    why_no_window,
)
from owm_net.program.window.title import open_title

HELP = say("the title: choose in a window what to do")
EXAMPLES = say("""examples:
  owm-net                         the same, where there is a display
  owm-net title
  owm-net title --developer       with the smallest game, made for programmers

Without a display two computer players play, as with: owm-net play
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net title`."""

    developer: bool = switch(say("offer the games for developers, too"))


def run(options: Options) -> int:
    """The title in a window; where none can be opened, what `owm-net play` does."""
    if has_display() and why_no_window() is None:
        return open_title(options.developer)
    game = game_of(GameOptions())
    check_places(None)
    offer_unfinished()
    show((has_display() and why_no_window()) or say(NO_DISPLAY))
    return two_computers(game, own_name(), new_log(None, game[0].id))
