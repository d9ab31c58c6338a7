"""Relays that this release and the player know, each with who runs it: used where none is named.

A relay joins the list of the release when somebody promises to run it (docs/releasing.md). What the
player adds stands in `relays.toml` in the folder of the settings, and comes first.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from owm_net.engine.text import say
from owm_net.files.reading import read_plain
from owm_net.files.where import place
from owm_net.net.errors import NetError
from owm_net.net.relays import open_games
from owm_net.net.rendezvous import BadAddress
from owm_net.net.web_relay import RelayPlace, parse_relay
from owm_net.program.failing import Fail
from owm_net.program.meeting.where import Meeting, Tell
from owm_net.session.terms import is_printable

FILE: Final = "relays.toml"
MOST: Final = 8
"""Relays of one list: they are asked one after another."""
LONGEST: Final = 1 << 14
"""Bytes of one."""
LONGEST_NAME: Final = 80
"""Characters of who runs a relay."""


@frozen
class KnownRelay:
    """at: where it is. run_by: a person or a club, for people."""

    at: RelayPlace
    run_by: str


def known_relays() -> list[KnownRelay]:
    """Those of the player, then those of the release. Raises Fail for a list of the player's that
    cannot be used."""
    own = place("settings") / FILE
    found = [*_read(own), *_read(Path(__file__).with_name(FILE))]
    return list({relay.at: relay for relay in reversed(found)}.values())[::-1]


async def with_known_relay(where: Meeting, tell: Tell) -> Meeting:
    """The same with the first known relay that answers, if none is named and one is wanted; the
    player reads who runs it. Raises Fail."""
    if not where.any_relay or where.relay is not None:
        return where
    relay = await first_known(tell)
    if relay is None:
        return where
    tell(
        say("no relay was named: {relay}, run by {who}, is used", relay=relay.at, who=relay.run_by)
    )
    return evolve(where, relay=relay.at)


async def first_known(tell: Tell) -> KnownRelay | None:
    """The first of them that answers. tell: is told of those that do not."""
    for relay in known_relays():
        try:
            await open_games(relay.at)
        except NetError as error:
            tell(error.said)
        else:
            return relay
    return None


def _read(path: Path) -> list[KnownRelay]:
    try:
        data = read_plain(path, LONGEST)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Fail(say("{path} cannot be read: {why}", path=path, why=error.strerror)) from error
    try:
        if len(data) > LONGEST:
            raise ValueError(say("it is too long"))
        return _relays(tomllib.loads(data.decode("utf-8")))
    except (ValueError, RecursionError) as error:
        why = error.said if isinstance(error, BadAddress) else str(error)
        raise Fail(say("{path} cannot be used: {why}", path=path, why=why)) from error


def _relays(data: dict[str, Any]) -> list[KnownRelay]:
    """Raises ValueError."""
    listed = data.pop("relay", [])
    if data or not isinstance(listed, list) or len(listed) > MOST:
        raise ValueError(say("it holds up to {most} tables [[relay]], and no more", most=MOST))
    found: list[KnownRelay] = []
    for one in listed:
        if not isinstance(one, dict) or set(one) != {"at", "run_by"}:
            raise ValueError(say("a [[relay]] has at and run_by"))
        at, who = one["at"], one["run_by"]
        if not isinstance(at, str) or not isinstance(who, str):
            raise ValueError(say("at and run_by are texts"))
        if not 0 < len(who) <= LONGEST_NAME or not is_printable(who):
            raise ValueError(say("run_by is a name of up to {most} letters", most=LONGEST_NAME))
        found.append(KnownRelay(parse_relay(at), who))
    return found
