"""What may lie over the table of any game, one at a time.

A new one is a file in `screens/` that draws it, a line in `screens.DRAWN`, and a line here: its
key, its button in the top bar and its line in the help come with that. What belongs to one game,
such as a pile that is looked through, needs no line: the table draws it while `Ui.over` is its
word.
"""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.text import say


@frozen
class Overlay:
    """word: what `Ui.over` is while it is there. keys: by their names (`client.keys`); hints tell
    the first.

    label, tip: of its button in the top bar. what: what it is, for the help. plays: it is of use
    only where a match is played.
    """

    word: str
    keys: tuple[str, ...]
    label: str
    tip: str
    what: str
    plays: bool = False


HELP = Overlay(
    word="help",
    keys=("f1", "h", "?"),
    label=say("HELP"),
    tip=say("Keys and how things work"),
    what=say("this help"),
)

CHAT = Overlay(
    word="chat",
    keys=("f2",),
    label=say("CHAT"),
    tip=say("What the players write to each other"),
    what=say("what the players write to each other"),
    plays=True,
)

LEAVE = Overlay(
    word="leave",
    keys=("f10",),
    label=say("LEAVE"),
    tip=say("Leave the match; it is kept"),
    what=say("leave the match; so does Esc where there is nothing to take back"),
)

QUIT = "quit"
"""The word of what LEAVE is where the window shall close: it has no button and no key."""

RESIGN = Overlay(
    word="resign",
    keys=("f3",),
    label=say("RESIGN"),
    tip=say("Resign, or offer to abandon or to adjourn the match"),
    what=say("resign; offer to abandon or to adjourn the match"),
    plays=True,
)

SURE = "sure"
"""The word of the question whether the player resigns: it has no button and no key."""

RULES = Overlay(
    word="rules",
    keys=("f4",),
    label=say("RULES"),
    tip=say("The rule book: type to search"),
    what=say("the rule book"),
)

OVERLAYS = (LEAVE, HELP, RULES, CHAT, RESIGN)
"""In the order of their buttons, from the right."""


def here(plays: bool) -> list[Overlay]:
    """Those that are of use: where a match is played, or where one is not: a lesson, a replay."""
    return [overlay for overlay in OVERLAYS if plays or not overlay.plays]


BY_KEY = {key: overlay for overlay in OVERLAYS for key in overlay.keys}
"""Name of a key -> what it lays over the table."""
