"""Open games: hosts waiting for an opponent, on the local network and at a relay."""

from __future__ import annotations

import trio
from attrs import define, field, frozen

from owm_net.client.language import tr
from owm_net.client.match.handles import ListedGame
from owm_net.engine.errors import BadEncoding
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.files.identity import own_identity
from owm_net.net.errors import NetError
from owm_net.net.relays import open_games
from owm_net.net.web_relay import RelayPlace
from owm_net.program.failing import Fail
from owm_net.program.meeting.visit import LOOKING
from owm_net.program.meeting.where import Meeting
from owm_net.protocol.codes import is_code_room
from owm_net.session.open_games import OpenGame, decode

MOST = 200
"""Games that are shown."""
MOST_ALIKE = 4
"""Of those that have one number."""


@frozen
class Listed(ListedGame):
    """An open game. room: its number. place: where it is listed, for people."""

    room: str
    game: OpenGame
    place: str

    def __str__(self) -> str:
        game = self.game
        what = ", ".join(part for part in (game.system, game.mission, game.level) if part)
        seats = tr(", {count} players", count=game.seats) if game.seats > 2 else ""
        said = f": {game.text}" if game.text else ""
        return f"{self.room:>4}  {what}{seats}{said}  ({game.who}; {tr(self.place)})"


async def look(where: Meeting) -> tuple[list[Listed], list[NetError]]:
    """All open games that can be seen by these ways, by number, and what went wrong."""
    seen = _Look(where)
    async with trio.open_nursery() as nursery:
        if where.lan is not None:
            nursery.start_soon(seen.near)
        if where.relay is not None:
            nursery.start_soon(seen.far, where.relay)
    listed = sorted(seen.listed.values(), key=lambda one: (int(one.room), one.place))
    return listed, seen.problems


@define
class _Look:
    """The games found, by room, key of the host and words; once, if listed in two places."""

    where: Meeting
    listed: dict[tuple[str, bytes, str], Listed] = field(factory=dict)
    problems: list[NetError] = field(factory=list)

    async def near(self) -> None:
        from owm_net.net.lan import listen_for_hosts

        try:
            async with listen_for_hosts(only=self.where.lan or ()) as found:
                with trio.move_on_after(LOOKING):
                    async for one in found:
                        if one.line:
                            self._take(one.room, one.line, say("own network"))
        except NetError as error:
            self.problems.append(error)

    async def far(self, relay: RelayPlace) -> None:
        try:
            for game in await open_games(relay, token=self.where.token):
                self._take(game.room, game.line, say("relay {relay}", relay=relay))
        except NetError as error:
            self.problems.append(error)

    def _take(self, room: str, line: bytes, place: str) -> None:
        try:
            game = decode(line)
        except BadEncoding:
            return  # of a newer version, or of somebody who means no good
        if is_code_room(room) and len(self.listed) < MOST:
            key = room, game.identity, game.words
            self.listed.setdefault(key, Listed(room, game, place))


async def find(wanted: str, where: Meeting) -> Listed:
    """The open game with this number, or of the host whose key has these six words.

    Raises Fail, also if there are two: each relay and each network has its own numbers, and anybody
    may list anything, so nobody shall pass for the one that was meant."""
    listed, problems = await look(where)
    found = [one for one in listed if wanted in (one.room, one.game.who)]
    if len(found) == 1:
        return found[0]
    which, instead = say("of {wanted}", wanted=wanted), say("ask your friend for the code")
    if wanted.isdigit():
        which, instead = (
            say("with number {wanted}", wanted=wanted),
            say("write its host's six words, or {instead}", instead=instead),
        )
    if found:
        games = "; ".join(str(one).strip() for one in found[:MOST_ALIKE])
        raise Fail(
            say(
                "there are {count} open games {which}: {instead}. {games}",
                count=len(found),
                which=which,
                instead=instead,
                games=games,
            )
        )
    why = f" ({problems[0]})" if problems else ""
    raise Fail(
        say(
            "there is no open game {which}{why}; see owm-net games, with its --relay",
            which=which,
            why=why,
        )
    )


def listing(system: System, setup: Setup, text: str, words: str) -> bytes:
    """The line of an open game. words: of the code."""
    key = own_identity().public_key().public_bytes_raw()
    game = OpenGame(words, system.id, setup.mission, setup.level, setup.seats, text, key)
    return game.encode()
