"""The program's services for the menus."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from owm_net import PROGRAM, games
from owm_net.client.language import tr
from owm_net.client.match.handles import ListedGame, TakenUp
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.files.friends import Book, change_book, read_book
from owm_net.files.home import as_typed, program
from owm_net.files.identity import (
    Ask,
    Form,
    Locked,
    keep_in_keyring,
    keep_plain,
    keep_with_passphrase,
    own_form,
    own_identity,
    own_public_key,
)
from owm_net.files.private import NeedsPassphrase
from owm_net.program.computer.standby import STANDBY
from owm_net.program.failing import Fail
from owm_net.program.logs import unfinished
from owm_net.program.logs.judging import judge
from owm_net.program.logs.places import check_places
from owm_net.program.logs.retelling import draw
from owm_net.program.logs.unfinished import kept, picture_of, remove
from owm_net.program.logs.verdict_words import in_a_window
from owm_net.program.meeting.known_relays import known_relays
from owm_net.program.meeting.listed_games import Listed, listing, look
from owm_net.program.meeting.meet import Met, meet
from owm_net.program.meeting.visit import NobodyNear
from owm_net.program.meeting.welcome import PlayersWelcome
from owm_net.program.meeting.where import StandAt, meeting
from owm_net.program.options.typed import clock
from owm_net.program.playing.matches import Resumed, take_up
from owm_net.program.playing.watching import Spectator
from owm_net.program.setups import Game, find_system
from owm_net.protocol.words import fingerprint
from owm_net.session.people import opponents

if TYPE_CHECKING:
    from owm_net.client.menu.state import Doorkeeper, GameOffer, Hosting, Kept, ListedFriend, Me


PORT = 7770
"""Where a host listens."""
LOST = 3600.0
"""Seconds for which a spectator looks for a host who is lost."""


class ProgramHouse:
    """The program's services for the menus; see `client.menu.state.House`."""

    version = PROGRAM
    lan = True
    """Whether others on our own network are looked for, and may find us."""
    page = ""
    """Where our friends open us in a browser, if we are in one."""

    def __init__(self, developer: bool = False) -> None:
        self._developer = developer

    def systems(self) -> Sequence[System]:
        """Those with a table of their own first; the developers' only if they are asked for."""
        from owm_net.client.tables import has_own

        found = [find_system(name) for name in games.names()]
        found = [system for system in found if self._developer or not system.for_developers]
        return sorted(found, key=lambda system: not has_own(system))

    def expects(self) -> bool:
        """Return True if the logs folder seems to hold one."""
        return unfinished.seems_unfinished()

    def matches(self) -> Sequence[Kept]:
        """Those of the logs folder."""
        from owm_net.client.menu.state import Kept

        return [
            Kept(
                one.match.log,
                f"{tr(one.match.title).partition(':')[0]}: {tr(one.match.mission)}",
                _about(one),
                time.strftime(tr("%d %b %Y, %H:%M"), time.localtime(one.match.changed)),
                one.goes_on,
                _picture(one.match),
            )
            for one in kept()
        ]

    def verify(
        self, log: Path, progress: Callable[[int, int], None]
    ) -> list[str] | Awaitable[list[str]]:
        """In another thread, which tells no progress. On one process: the window wants the others.
        Who signed, and how much, comes last."""
        return in_a_window(judge(log, 1, True))

    def draw(self, log: Path) -> tuple[Path, int] | Awaitable[tuple[Path, int]]:
        """Beside the log, as `owm-net play` without a window does."""
        picture = picture_of(log)
        draw(log, picture)
        return picture, picture.stat().st_mtime_ns

    def remove(self, log: Path) -> None:
        """With its private file, its computer player's log and its picture."""
        remove(log)

    def take_up(self, log: Path) -> Resumed:
        """Not one that is sealed with a passphrase: that is typed in a terminal."""
        try:
            return take_up(log)
        except Fail as e:
            if isinstance(e.__cause__, NeedsPassphrase):
                how = f"{program()} resume {as_typed(log)}"
                raise Fail(
                    say("this match is sealed with a passphrase; in a terminal: {how}", how=how)
                ) from e
            raise

    def let_go(self, taken: TakenUp) -> None:
        """Another program may have it."""
        assert isinstance(taken, Resumed)
        taken.log.close()

    def key(self) -> tuple[str, Form | None]:
        """As `owm-net key`."""
        words = fingerprint(own_public_key())  # made, if there is none yet
        return words, own_form()

    def keep_key(self, in_keyring: bool) -> tuple[str, Form | None]:
        """As `owm-net key --keyring` and `--plain`; no passphrase is asked for."""
        key = own_identity(_ask_in("--keyring" if in_keyring else "--plain"))
        (keep_in_keyring if in_keyring else keep_plain)(key)
        return self.key()

    def keep_under(self, passphrase: str) -> tuple[str, Form | None]:
        """As `owm-net key --passphrase`; it is not asked for again before the program ends."""
        keep_with_passphrase(own_identity(_ask_in("--passphrase")), passphrase)
        self.unlock(passphrase)
        return self.key()

    def unlock(self, passphrase: str) -> None:
        """What the terminal asks for where there is one. Raises Locked."""
        own_identity(lambda: passphrase)

    def friends(self) -> Sequence[ListedFriend]:
        """Of the book, in the order in which they were met."""
        return _friends(read_book())

    def rename(self, words: str, name: str) -> Sequence[ListedFriend]:
        """As `owm-net friends name`."""
        return _friends(change_book(lambda book: book.named(words, name)))

    def forget(self, words: str) -> Sequence[ListedFriend]:
        """As `owm-net friends forget`."""
        return _friends(change_book(lambda book: book.without(words)))

    def prepare(self) -> None:
        """The computer player is started: it is there when START is pressed."""
        STANDBY.prepare()

    async def host(self, game: Game, me: Me, how: Hosting, door: Doorkeeper) -> Met:
        """By all ways at once, as `owm-net host`."""
        check_places(None)
        if how.relay_only and not me.relay:
            raise Fail(say("your address can be hidden only at a relay: write one"))
        port, lan = (None, False) if how.relay_only else (PORT, self.lan)
        where = meeting(relay=me.relay, port=port, lan=lan)
        where = evolve(
            where, clock=clock(how.clock), page=self.page, router=me.router and port is not None
        )
        where = evolve(where, page=self.page, any_relay=not me.relay and how.listed is None)
        if how.listed is not None:
            where = evolve(where, listed=partial(listing, *game, how.listed))
        if how.spectators is not None:
            where = evolve(where, stand=StandAt(how.spectators, lan=lan))
        return await meet(where, game, me.name, door.tell, _welcome(door, how.friends))

    def known_relay(self) -> tuple[str, str] | None:
        """A list that cannot be used is told of when somebody hosts."""
        with suppress(Fail):
            return next(((str(one.at), one.run_by) for one in known_relays()), None)
        return None

    async def look(self, relay: str) -> tuple[Sequence[GameOffer], str]:
        """As `owm-net games`."""
        listed, problems = await look(meeting(relay=relay, lan=self.lan))
        return [_offer(one) for one in listed], str(problems[0]) if problems else ""

    async def join(
        self, code: str, me: Me, door: Doorkeeper, offer: ListedGame | None = None
    ) -> Met:
        """By one way after the other, as `owm-net join`."""
        check_places(None)
        where = meeting(relay=me.relay, code=code, lan=self.lan)
        where = evolve(where, any_relay=not me.relay)
        if offer is not None:
            assert isinstance(offer, Listed)
            room, game = offer.room, offer.game
            where = evolve(where, code=game.code(room), identity=game.identity)
        with _nobody_said():
            return await meet(where, None, me.name, door.tell, _welcome(door))

    async def watch(self, code: str, me: Me, door: Doorkeeper) -> Spectator:
        """As `owm-net watch`."""
        check_places(None)
        where = meeting(relay=me.relay, code=code, lan=self.lan)
        where = evolve(where, any_relay=not me.relay)
        spectator = Spectator(where, me.name, None, LOST, door.tell)
        with _nobody_said():
            await spectator.come()
        return spectator


@contextmanager
def _nobody_said() -> Iterator[None]:
    """Say what to do in the window where nobody near waits."""
    try:
        yield
    except NobodyNear as e:
        raise Fail(
            say(
                "nobody on your own network waits in room {room}: check the number, or ask"
                " your friend for the whole invitation, and paste that here",
                room=e.room,
            )
        ) from e


def _picture(match: unfinished.Unfinished) -> tuple[Path, int] | None:
    """Of its table, if there is one that was drawn after the last order."""
    path = picture_of(match.log)
    try:
        found = path.stat()
    except OSError:
        return None
    return (path, found.st_mtime_ns) if found.st_mtime >= match.changed else None


def _about(one: unfinished.KeptLog) -> str:
    """Return the players; for a finished match its result, which nobody has checked yet."""
    who = tr(opponents(one.match.names))
    if one.is_played:
        return tr("{who}; another program is playing it", who=who)
    if not one.ended:
        return who
    return tr("{who}; the log says: {ended}", who=who, ended=one.ended)


def _friends(book: Book) -> list[ListedFriend]:
    from owm_net.client.menu.state import ListedFriend

    return [ListedFriend(one.name, one.words, one.in_short) for one in book.friends]


def _offer(listed: Listed) -> GameOffer:
    """An open game as the menus show it. Its game may be unknown here."""
    from owm_net.client.menu.parts import said
    from owm_net.client.menu.state import GameOffer

    game = listed.game
    title = game.system
    with suppress(Fail):
        title = find_system(game.system).title.partition(":")[0]
    mission = f": {said(game.mission)}" if game.mission else ""
    words = [tr("{n} players", n=game.seats)] if game.seats > 2 else []
    words += [text for text in (said(game.level), game.text) if text]
    place = tr("at the relay") if listed.place.startswith("relay") else listed.place
    return GameOffer(listed.room, f"{title}{mission}", ", ".join(words), game.who, place, listed)


def _welcome(door: Doorkeeper, friends: Sequence[str] = ()) -> PlayersWelcome:
    """Friends are let in unasked; of everybody else the player is asked in the window."""
    return PlayersWelcome(door.tell, door.ask, friends=friends)


def _ask_in(how: str) -> Ask:
    """Return what is asked for the passphrase of a key that was not opened: nothing."""

    def ask() -> str:
        command = f"{program()} key {how}"
        raise Locked(
            say("your key has a passphrase; do this in a terminal: {command}", command=command)
        )

    return ask
