"""A custom mission: from its file into the terms of a match, and from there into the game.

The terms carry what the file says, not its spelling: canonical bytes, as a text that has no blanks.
So the other seats and the log have the mission, and nobody needs the file to check the match.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from functools import cache

from owm_net.engine.codec import decode, encode
from owm_net.engine.data import of_content, parsed
from owm_net.engine.errors import BadData, BadEncoding
from owm_net.engine.ids import CardNumber
from owm_net.games.owm.catalog import Mission, TerrainCard
from owm_net.games.owm.mission_checks import check_mission

MOST_CHARACTERS = 3000
"""What the terms of a match have room for."""

LONGEST_KEY = 40
_KEY = "abcdefghijklmnopqrstuvwxyz0123456789-"


def carried(name: str, text: str) -> str:
    """Return a mission file with this text as the terms carry it. Raises BadData."""
    return carried_again(parsed(name, text))


@cache
def read_carried(code: str, name: str = "the mission") -> Mission:
    """The mission that terms carry. Raises BadData; see `faults` for what else may be wrong."""
    if len(code) > MOST_CHARACTERS:
        too_long = len(code) - MOST_CHARACTERS
        raise BadData([f"{name}: is too long for the terms of a match by {too_long} characters"])
    try:
        content = decode(urlsafe_b64decode(code.encode("ascii")))
    except (ValueError, BadEncoding) as e:
        raise BadData([f"{name}: cannot be read"]) from e
    if not isinstance(content, dict) or carried_again(content) != code:
        raise BadData([f"{name}: cannot be read"])
    return of_content(name, content, Mission)


def carried_again(content: Mapping[str, object]) -> str:
    """The one way in which a mission's content is written into terms."""
    return urlsafe_b64encode(encode(content)).decode("ascii")


def faults(
    mission: Mission, faces: Mapping[CardNumber, TerrainCard], taken: Mapping[str, Mission]
) -> Iterator[str]:
    """Yield the faults of a mission that is to be played; a line for each."""
    if not 1 <= len(mission.key) <= LONGEST_KEY or any(c not in _KEY for c in mission.key):
        yield f"key: 1 to {LONGEST_KEY} small letters, digits and -, is {mission.key[:60]!r}"
    elif mission.key in taken:
        yield f'key: "{mission.key}" is a mission of the game; give yours another'
    for what in ("title", "notes", "blurb", "top_of_round"):
        if not getattr(mission, what).isprintable() or not getattr(mission, what).strip():
            yield f"{what}: must be a line of text"
    yield from check_mission(mission, faces)
