"""A player's settings, and where they are stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrs import define, field

from owm_net.client import keys, language, theme
from owm_net.engine.text import say
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.files.secret import put_in_place
from owm_net.files.where import SETTINGS
from owm_net.protocol.framing import NO_RELAY
from owm_net.session.terms import MAX_NAME, is_printable

SPEEDS = ("slow", "normal", "fast", "off")
LONGEST_NAME = 40
"""Characters of a player's name that can be typed here."""
LONGEST_KEY = 80
"""Characters of the key of a game, a mission, a level or a computer player."""
LONGEST_PLACE = 200
"""Characters of a relay's access token, host and port."""
FILE = SETTINGS
DAMAGED = "settings-damaged.json"
"""Where a file is kept that could not be used."""
MOST = 1 << 16
"""Bytes of such a file that are read."""
LOUDEST = 10
"""Of a volume."""
LARGEST = 16384
"""Pixels of a window in one direction."""


@define
class Settings:
    """folder: of the picture cache, None for none. memory: the folder in which these and squads of
    one's own are kept, None for none. language: of the window, "" for the system's. scale: of
    everything. speed: of what is shown one after another, one of SPEEDS. size: of the window.
    fresh: nothing was ever remembered, so that the size follows the screen.
    fullscreen: it fills the screen. name: what the player is called, "" for the login's. game: what
    was played last: a game, a mission, a level and a computer player, by their keys, "" for none.
    relay: at which friends are met, "" for none. router: it is asked to let friends in. keys: that
    the player has changed, as `client.keys` takes them. contrast: words and edges are bright, on
    black. still: nothing slides.
    asks_always: the player is asked what one sensible answer settles, too. volume: of all sounds, 0
    to LOUDEST; effects, notices: of either kind, as a part of that. calls: the system tells when it
    is the player's turn and the window is behind. lenient: the program agrees by itself when
    another takes a decision back and this player has not acted since. guard: compare the state's
    digest around every handler and raise if a handler has changed it.
    """

    folder: Path | None = None
    memory: Path | None = None
    language: str = ""
    scale: float = 1.0
    speed: str = "normal"
    size: tuple[int, int] = (1280, 720)
    fresh: bool = False
    fullscreen: bool = False
    name: str = ""
    game: tuple[str, str, str, str] = ("", "", "", "")
    relay: str = ""
    router: bool = True
    keys: dict[str, str] = field(factory=dict)
    contrast: bool = False
    still: bool = False
    asks_always: bool = False
    volume: int = 6
    effects: int = LOUDEST
    notices: int = LOUDEST
    calls: bool = True
    lenient: bool = True
    guard: bool = False


def relay_of(settings: Settings) -> str:
    """Return the relay that is set, "" for none."""
    relay = settings.relay.strip()
    return "" if relay == NO_RELAY else relay


def token_of(settings: Settings) -> str:
    """Return the access token of the relay that is set, "" for none."""
    return settings.relay.rpartition("@")[0]


def with_token(settings: Settings, token: str) -> str:
    """Return the relay that is set, with this access token, "" for none."""
    place = settings.relay.rpartition("@")[2]
    return f"{token}@{place}" if token else place


def remember(settings: Settings, folder: Path) -> None:
    """Write them into a folder, for their owner alone. Raises OSError."""
    put_in_place(folder / FILE, written(settings))


def written(settings: Settings) -> bytes:
    """Return the stored settings, as a file holds them."""
    kept = {
        "language": settings.language,
        "scale": settings.scale,
        "speed": settings.speed,
        "size": list(settings.size),
        "fullscreen": settings.fullscreen,
        "name": settings.name,
        "game": list(settings.game),
        "relay": settings.relay,
        "router": settings.router,
        "keys": settings.keys,
        "contrast": settings.contrast,
        "still": settings.still,
        "asks_always": settings.asks_always,
        "volume": settings.volume,
        "effects": settings.effects,
        "notices": settings.notices,
        "calls": settings.calls,
        "lenient": settings.lenient,
    }
    return (json.dumps(kept, indent=1) + "\n").encode()


def remembered(folder: Path) -> tuple[Settings, str]:
    """The settings of a folder, and a line on what of them cannot be used, "" for nothing. Whatever
    the file holds, each value that is not good is as if it were not there."""
    settings = Settings()
    path = folder / FILE
    try:
        data = read_plain(path, MOST)
    except FileNotFoundError:
        settings.fresh = True
        return settings, ""
    except OSError as e:
        return settings, say(
            "the settings cannot be read ({path}: {why})", path=path, why=reason(e)
        )
    try:
        if len(data) > MOST:
            raise ValueError("too long")
        kept = json.loads(data)
    except (ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        return settings, say(
            "the settings in {path} cannot be read; these are the usual ones", path=path
        )
    bad = [name for name in _READ if name in kept and not _take(settings, name, kept[name])]
    if bad:
        return settings, say(
            "of the settings in {path} cannot be used: {names}", path=path, names=", ".join(bad)
        )
    return settings, ""


def keep_damaged(folder: Path) -> str:
    """Rename a file that could not be used, before it is rewritten. Where it is now, in words, ""
    where it could not be kept."""
    aside = folder / DAMAGED
    try:
        put_in_place(aside, read_plain(folder / FILE, MOST))
    except OSError:
        return ""
    return say("the file as it was is kept in {path}", path=aside)


def _take(settings: Settings, name: str, value: Any) -> bool:
    """Take a value over, unless it is none that may be set."""
    good = _READ[name](value)
    if good:
        setattr(settings, name, tuple(value) if isinstance(value, list) else value)
    return good


def _is_size(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(n) is int and n <= LARGEST for n in value)
        and value[0] >= theme.MIN_WINDOW[0]
        and value[1] >= theme.MIN_WINDOW[1]
    )


def _is_switch(value: Any) -> bool:
    return type(value) is bool


def _is_volume(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LOUDEST


def is_name(value: Any) -> bool:
    """Return True if a player may have this name; "" is nobody's choice."""
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_NAME
        and is_printable(value)
        and len(value.encode()) <= MAX_NAME
    )


def _is_game(value: Any) -> bool:
    """Return True for keys of a game; whether they exist shows when they are looked up."""
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(key, str) and len(key) <= LONGEST_KEY for key in value)
    )


RELAY_EXAMPLE = "relay.example.org:7771"
"""Stands in a field for a relay while nothing was typed."""


def is_place(value: Any) -> bool:
    """Return True if it may be typed for an address; whether it is one shows when it is used."""
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_PLACE
        and all("!" <= letter <= "~" for letter in value)
    )


_READ = {
    "language": lambda value: value in ("", *language.LANGUAGES),
    "scale": lambda value: type(value) in (int, float) and value in theme.SCALES,
    "speed": lambda value: isinstance(value, str) and value in SPEEDS,
    "size": _is_size,
    "fullscreen": _is_switch,
    "name": is_name,
    "game": _is_game,
    "relay": is_place,
    "router": _is_switch,
    "keys": keys.is_good,
    "contrast": _is_switch,
    "still": _is_switch,
    "asks_always": _is_switch,
    "volume": _is_volume,
    "effects": _is_volume,
    "notices": _is_volume,
    "calls": _is_switch,
    "lenient": _is_switch,
}
"""What is remembered, and what each may be."""
