"""The table of keys: every command with its key, and the player's changes.

Everything else of the client names a command by the key it has by default: "f4" opens the rule
book, "p" passes. `meant` turns a pressed key into that name; `shown` and `hint` turn the name into
the label on the player's keyboard. So a table that gives its button a letter need not know of any
of this.

The keys of FIXED always do what they do, so that nobody is locked out; each can get a second one.
One choice holds in a process: a window has one reader, as with its language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from owm_net.client.language import tr
from owm_net.engine.text import say

HEED = 0.6
"""Seconds in which something that has just come is safe from keys and clicks that were meant for
what was shown before it."""
FIXED = ("escape", "enter", "tab", "up", "down", "left", "right", "backspace")
"""Keys that nothing else can have."""
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")
DIGITS = tuple("123456789")
FUNCTION = tuple(f"f{n}" for n in range(1, 13))
NAMED = {
    "space": say("Space"),
    "enter": say("Enter"),
    "escape": say("Esc"),
    "tab": say("Tab"),
    "backspace": say("Backspace"),
    "up": say("Up"),
    "down": say("Down"),
    "left": say("Left"),
    "right": say("Right"),
    "pageup": say("Page Up"),
    "pagedown": say("Page Down"),
    "home": say("Home"),
    "end": say("End"),
    "insert": say("Insert"),
    "delete": say("Delete"),
}
"""Keys that are not called by what they write."""
OTHERS = ("+", "-", ",", ".", "0")
FREE = (*LETTERS, *DIGITS, *OTHERS, *FUNCTION, *(key for key in NAMED if key not in FIXED))
"""Keys that can be given away, by their names (`window.Listener.key`)."""
MOVES = ("left", "right", "home", "end", "ctrl+left", "ctrl+right")
"""Keys that move the cursor of a text field."""
EDITS = frozenset(
    (*MOVES, "backspace", "delete", "insert", "ctrl+a", "ctrl+c", "ctrl+insert", "ctrl+v", "ctrl+x")
)
"""Keys that do for a text field what they do in every program, whatever they do elsewhere."""
NONE = ""
"""In the place of a key: there is none."""


@frozen
class Command:
    """key: which does it by default, and by which everything else names it. what: it does."""

    key: str
    what: str


EVERYWHERE, MATCH, REPLAY = say("Everywhere"), say("In a match"), say("A match watched again")
MAP, WAY = say("The map"), say("Finding the way")
BUTTONS, HAND = say("Buttons"), say("Cards of the hand")

COMMANDS: dict[str, tuple[Command, ...]] = {
    MATCH: (
        Command("space", say("Skip what is being shown; pass")),
        Command("f1", say("Help")),
        Command("f2", say("What the players write to each other")),
        Command("f3", say("Resign; offer to abandon or to adjourn")),
        Command("f4", say("The rule book, at the rule you point at")),
        Command("f5", say("How the match is won, and how it stands with that")),
        Command("f6", say("Ask to take back your last decision")),
        Command("f7", say("Show what lies below each line of the log, or hide it")),
        Command("f10", say("Leave the match")),
        Command("f12", say("A hint of the computer player; in a replay, the turning points")),
        Command("pageup", say("Older lines of the log")),
        Command("pagedown", say("Newer lines of the log")),
    ),
    EVERYWHERE: (
        Command("f11", say("Full screen on or off")),
        Command("+", say("Everything larger")),
        Command("-", say("Everything smaller")),
    ),
    MAP: (
        Command(".", say("Nearer")),
        Command(",", say("Farther")),
        Command("0", say("The whole map")),
    ),
    WAY: (
        Command("enter", say("Confirm; press what has the focus")),
        Command("escape", say("One step back")),
        Command("tab", say("The next button or choice")),
        Command("up", say("Up; a larger number")),
        Command("down", say("Down; a smaller number")),
        Command("left", say("Left; a step back")),
        Command("right", say("Right; a step on")),
    ),
    REPLAY: (
        Command("home", say("To the beginning")),
        Command("end", say("To the end")),
    ),
    BUTTONS: tuple([Command(letter, say("The button with this letter")) for letter in LETTERS]),
    HAND: tuple([Command(digit, say("The card or choice of this number")) for digit in DIGITS]),
}
"""All that is done by a key, by the headings of the screen on which it is changed."""

TAKEN_IN_A_PAGE = {"f5": "f9", "f12": "f8", "f8": NONE, "f9": NONE}
"""The keys by default where a browser has F5 and F12 for itself."""

DONE_BY = {command.key: command for commands in COMMANDS.values() for command in commands}

_usual: Mapping[str, str] = {}
_key_of: dict[str, str] = {}
_meant: dict[str, str] = {}


def begin_with(usual: Mapping[str, str]) -> None:
    """From now on these commands have another key by default, NONE for none."""
    global _usual
    _usual = usual
    use({})


def _by_default(command: str) -> str:
    return NONE if command in FIXED else _usual.get(command, command)


def use(changed: Mapping[str, str]) -> None:
    """From now on these keys hold. changed: key by default -> the key the player has chosen, NONE
    for none; for one of FIXED it is a second one. It must be `is_good`."""
    global _key_of, _meant
    _key_of = {**_usual, **changed}
    _meant = {key: command for command, key in _key_of.items() if key}


def key_of(command: str) -> str:
    """Return the key that the player has chosen; NONE without one, or without a second one."""
    return _key_of.get(command, _by_default(command))


def meant(key: str, writes: bool = False) -> str:
    """The command of a key that was pressed, by its key by default; NONE for nothing. writes:
    a text field is written in, where letters do nothing and others edit."""
    if writes and (len(key) == 1 or key == "space" or key in EDITS):
        return key
    if key in _meant:
        return _meant[key]
    return NONE if key in _key_of and key not in FIXED else key


def name_of(key: str) -> str:
    """Return the name of a key."""
    return tr(NAMED[key]) if key in NAMED else key.upper()


def shown(command: str) -> str:
    """Return the label of the key that the player presses for it; "-" without one."""
    key = command if command in FIXED else key_of(command)
    return name_of(key) if key else "-"


def hint(*commands: str) -> str:
    """The same in brackets, as buttons tell it: "[F1]"; "" where there is no key."""
    found = [command if command in FIXED else key_of(command) for command in commands if command]
    return " ".join([f"[{name_of(key)}]" for key in found if key])


def given(changed: Mapping[str, str], command: str, key: str) -> tuple[dict[str, str], str]:
    """Return the keys after a command gets a key, and the command that had it, "" for none: that
    one gets the other's former key, if any. Raises ValueError where the key cannot be given away.
    """
    if key not in FREE:
        raise ValueError(f"{key!r} cannot be given away")
    keys = {name: changed.get(name, _by_default(name)) for name in (*FIXED, *FREE)}
    before = next((name for name, one in keys.items() if one == key and name != command), NONE)
    if before:
        keys[before] = keys[command]
    keys[command] = key
    return _without_defaults(keys), before


def _without_defaults(keys: Mapping[str, str]) -> dict[str, str]:
    return {name: key for name, key in keys.items() if key != _by_default(name)}


def is_good(changed: Any) -> bool:
    """Return True if a player may choose these keys: no key does two things."""
    if not isinstance(changed, dict) or len(changed) > len(FIXED) + len(FREE):
        return False
    if not all(name in FIXED or name in FREE for name in changed):
        return False
    if not all(isinstance(key, str) and (key in FREE or key == NONE) for key in changed.values()):
        return False
    keys = [changed.get(name, _by_default(name)) for name in (*FIXED, *FREE)]
    held = [key for key in keys if key]
    return len(held) == len(set(held))
