"""Before a match both say yes to each other: nothing begins without, and nobody is kept out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine.ids import Seat
from owm_net.engine.text import Text
from owm_net.net import handshake
from owm_net.net.consent import ASKED, SAID_NO, Declined, Welcome
from owm_net.net.errors import NetError
from owm_net.net.handshake import PeerRefused
from owm_net.net.lobby import (
    MAX_REFUSED,
    NEWCOMERS,
    NEWCOMERS_EVERY,
    NOT_NAMED,
    REST,
    RESTS,
    TOO_MANY,
    Lobby,
)
from owm_net.net.peers import entropy, join_match, sit_down
from owm_net.net.streams import FramedStream
from owm_net.net.waiting import LINES_AT_ONCE, LINES_EVERY, wait_for_start
from owm_net.program.meeting.welcome import NOBODY
from owm_net.protocol.channel import Peer
from owm_net.protocol.codes import Invitation
from owm_net.protocol.words import fingerprint
from owm_net.session.match import Match, Own
from owm_net.session.terms import Terms, decode_terms, propose
from tests.net.star import SYSTEM

Clock = trio.testing.MockClock


class Person(Welcome):
    """Says what it is told to say, when it is told to. asked: names, in order."""

    def __init__(self, only: frozenset[bytes] = frozenset(), **answers: str) -> None:
        self.only = only
        self.asked: list[str] = []
        self.withdrawn: list[str] = []
        self.friends: set[bytes] = set()
        self._answers = answers

    def knows(self, who: Peer) -> bool:
        return who.identity in self.friends

    async def ask(self, who: Peer) -> str:
        self.asked.append(who.name)
        if who.name not in self._answers:
            try:
                await trio.sleep_forever()
            finally:
                self.withdrawn.append(who.name)
        return self._answers[who.name]


def own(name: str, key: Ed25519PrivateKey | None = None) -> Callable[[int], Own]:
    mine = key or Ed25519PrivateKey.generate()
    return lambda seat: Own(Seat(seat), name, mine, entropy)


def make(terms: Terms, side: Own | None) -> Match:
    return Match(SYSTEM, terms, side)


class Host:
    """Waits in a test's nursery; guests come by `link`."""

    def __init__(self, person: Welcome, seats: int = 2, listed: bool = False) -> None:
        self.lines: list[str] = []
        self.begun = False
        self.error: BaseException | None = None
        terms = propose(SYSTEM, SYSTEM.default_setup(seats=seats), 0)
        self.lobby = Lobby(terms, own("Ada")(0), "test", self.lines.append, None, person)
        self.lobby._is_listed = listed
        self._nursery: trio.Nursery

    async def wait(self) -> None:
        async def arrivals() -> None:
            async with trio.open_nursery() as self._nursery:
                await trio.sleep_forever()

        try:
            await self.lobby._gather(arrivals, hears_all=False)
            self.begun = True
        except NetError as error:
            self.error = error

    def link(self) -> FramedStream:
        a, b = trio.testing.memory_stream_pair()
        self._nursery.start_soon(self.lobby.attend, FramedStream(a, peer="a wire"))
        return FramedStream(b, peer="the host")

    def invitation(self) -> Invitation:
        return Invitation(self.lobby.invitation.code)

    async def join(
        self, name: str, person: Welcome | None = None, key: Ed25519PrivateKey | None = None
    ) -> Any:
        link = self.link()
        try:
            return await join_match(
                link, decode_terms, make, own(name, key), self.invitation(), welcome=person
            )
        except BaseException:
            await link.cut()
            raise

    def has_begun(self) -> bool:
        return self.begun

    def said(self, words: str) -> bool:
        return any(words in line for line in self.lines)


@asynccontextmanager
async def hosting(person: Welcome, **more: Any) -> AsyncIterator[Host]:
    host = Host(person, **more)
    with trio.fail_after(10_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.wait)
            await trio.testing.wait_all_tasks_blocked()
            yield host
            nursery.cancel_scope.cancel()


async def test_a_match_begins_when_both_have_said_yes_to_each_other(autojump_clock: Clock) -> None:
    person, guest = Person(Ben=""), Person(Ada="")
    async with hosting(person) as host:
        match = await host.join("Ben", guest)
        await trio.sleep(1)
        assert host.begun and match.own.seat == 1
    assert person.asked == ["Ben"] and guest.asked == ["Ada"]


@pytest.mark.parametrize("silent", ["host", "guest"])
async def test_nothing_begins_while_one_of_them_is_asked(
    silent: str, autojump_clock: Clock
) -> None:
    """However long it takes the host; and each is told that the other one is asked."""
    hers, his = Person(Ben=""), Person(Ada="")
    if silent == "host":
        hers = Person()
    else:
        his = Person()
    heard: list[str] = []
    async with hosting(hers) as host, trio.open_nursery() as nursery:

        async def guest() -> None:
            with suppress(NetError):
                await join_match(
                    host.link(), decode_terms, make, own("Ben"), host.invitation(),
                    heard.append, his,
                )  # fmt: skip
            heard.append("ended")

        nursery.start_soon(guest)
        await trio.sleep(ASKED - 1)
        assert not host.begun and "ended" not in heard
        if silent == "host":
            assert heard == ["the host says: I am being asked whether to play with you"]
            assert isinstance(heard[0], Text) and isinstance(heard[0].values["last"], Text)
        else:
            assert host.said("Ben is asked whether to play with you")
        nursery.cancel_scope.cancel()


async def test_who_does_not_answer_keeps_his_seat_for_a_while_only(autojump_clock: Clock) -> None:
    """A friend who comes afterwards gets in."""
    his = Person()
    async with hosting(Person(Eve="", Ben="")) as host:
        with pytest.raises(PeerRefused, match="nobody there has said yes within 180 s"):
            await host.join("Eve", his)
        assert his.withdrawn == ["Ada"]
        await host.join("Ben")
        await trio.sleep(1)
        assert host.begun


async def test_who_did_not_answer_comes_again_after_a_minute_and_not_at_once(
    autojump_clock: Clock,
) -> None:
    """Or one who never answers would have the seat again before a friend can take it."""
    key = Ed25519PrivateKey.generate()
    async with hosting(Person(Eve="")) as host:
        with pytest.raises(PeerRefused, match="nobody there has said yes"):
            await host.join("Eve", Person(), key)
        await trio.sleep(REST - 5)
        with pytest.raises(PeerRefused, match=RESTS):
            await host.join("Eve", key=key)
        await trio.sleep(10)
        await host.join("Eve", key=key)
        await trio.sleep(1)
        assert host.begun


async def test_a_crowd_that_comes_and_goes_is_a_question_now_and_then_and_a_friend_gets_in(
    autojump_clock: Clock,
) -> None:
    """Each has a new key and the code, and is gone before the answer."""
    friend = Ed25519PrivateKey.generate()
    person = Person(Ben="")
    person.friends = {friend.public_key().public_bytes_raw()}
    async with hosting(person, listed=True) as host:
        began = trio.current_time()
        for _ in range(60):
            link = host.link()
            await sit_down(link, decode_terms, make, own("Eve"), host.invitation())
            await trio.sleep(1)
            await link.cut()
            await trio.sleep(1)
        passed = trio.current_time() - began
        assert NEWCOMERS <= len(person.asked) <= NEWCOMERS + passed / NEWCOMERS_EVERY + 1
        assert host.said(TOO_MANY) and len([line for line in host.lines if "Eve" in line]) < 80
        await host.join("Ben", key=friend)
        await trio.sleep(1)
        assert host.begun


async def test_where_nobody_can_say_yes_nobody_has_said_no(autojump_clock: Clock) -> None:
    """A host without a terminal waits on for known players, and the code stays good."""
    friend = Ed25519PrivateKey.generate()
    person = Person(Eve=NOBODY, Ben="")
    person.friends = {friend.public_key().public_bytes_raw()}
    async with hosting(person) as host:
        code = host.lobby.invitation.code
        for _ in range(MAX_REFUSED + 5):
            with pytest.raises(PeerRefused, match=NOBODY):
                await host.join("Eve")
            await trio.sleep(NEWCOMERS_EVERY)
        assert host.error is None and host.lobby.invitation.code == code
        await host.join("Ben", key=friend)
        await trio.sleep(1)
        assert host.begun


async def test_guests_who_wait_are_told_who_is_there_now_and_not_of_each_who_was(
    autojump_clock: Clock,
) -> None:
    person, heard = Person(Ben="", Eve=""), 0
    async with hosting(person, seats=3, listed=True) as host, trio.open_nursery() as nursery:
        person.friends = set()
        link = host.link()
        await sit_down(link, decode_terms, make, own("Ben"), host.invitation())
        await link.send(handshake.YES)

        async def listen() -> None:
            nonlocal heard
            async for message in link:
                heard += message[:1] == handshake.LOBBY

        nursery.start_soon(listen)
        began = trio.current_time()
        for _ in range(NEWCOMERS - 2):
            other = host.link()
            await sit_down(other, decode_terms, make, own("Eve"), host.invitation())
            await trio.sleep(0.1)
            await other.cut()
            await trio.sleep(0.1)
        assert heard <= LINES_AT_ONCE + (trio.current_time() - began) / LINES_EVERY + 1
        await trio.sleep(2 * LINES_EVERY)
        there = [line for line in host.lines if " players are here: " in line]
        assert there[-1] == "2 of 3 players are here: the host, Ben", "it ends with what is true"
        nursery.cancel_scope.cancel()


async def test_the_question_is_taken_back_when_he_leaves_before_it_is_answered(
    autojump_clock: Clock,
) -> None:
    person = Person(Ben="")
    async with hosting(person) as host:
        link = host.link()
        await sit_down(link, decode_terms, make, own("Eve"), host.invitation())
        await trio.sleep(1)
        await link.cut()
        await trio.sleep(1)
        assert person.withdrawn == ["Eve"] and host.said("Eve is gone: ")
        await host.join("Ben")
        await trio.sleep(1)
        assert host.begun


async def test_whom_the_host_refuses_is_told_so_and_a_friend_comes_with_another_code(
    autojump_clock: Clock,
) -> None:
    """They knew the code; they are not asked about again, and burn none."""
    person, key = Person(Eve=SAID_NO, Ben=""), Ed25519PrivateKey.generate()
    async with hosting(person) as host:
        first = host.lobby.invitation.code
        with pytest.raises(PeerRefused, match=SAID_NO):
            await host.join("Eve", key=key)
        await trio.sleep(3)
        second = host.lobby.invitation
        assert second.code != first and second.wrong == 0 and second.code.room == first.room
        assert host.said(f"They knew the code {first}") and host.said(str(second.code))
        with pytest.raises(PeerRefused, match=SAID_NO):
            await host.join("Eve", key=key)
        assert person.asked == ["Eve"], "he is asked about once"
        await host.join("Ben")
        await trio.sleep(3)
        assert host.begun


async def test_a_guest_who_says_no_leaves_politely_and_the_host_waits_on(
    autojump_clock: Clock,
) -> None:
    async with hosting(Person(Ben="", Cem="")) as host:
        with pytest.raises(Declined, match="you did not say yes"):
            await host.join("Ben", Person(Ada=SAID_NO))
        await trio.sleep(3)
        assert host.said(f"Ben is gone: it says: {SAID_NO}; still waiting")
        await host.join("Cem")
        await trio.sleep(3)
        assert host.begun


async def test_with_friends_named_nobody_else_gets_a_seat_whatever_he_knows(
    autojump_clock: Clock,
) -> None:
    """He has the code: no guess is counted; the host reads who it was, and is not asked."""
    friend = Ed25519PrivateKey.generate()
    only = frozenset([friend.public_key().public_bytes_raw()])
    person, stranger = Person(only, Ben=""), Ed25519PrivateKey.generate()
    async with hosting(person) as host:
        code = host.lobby.invitation.code
        for _ in range(5):
            with pytest.raises(PeerRefused, match=NOT_NAMED):
                await host.join("Ben", key=stranger)
        words = fingerprint(stranger.public_key().public_bytes_raw())
        assert host.said(f"no seat for Ben (a wire), with the key {words}")
        assert host.lobby.invitation.code == code and host.lobby.invitation.wrong == 0
        assert not person.asked
        await host.join("Ben", key=friend)
        await trio.sleep(3)
        assert host.begun


async def test_an_open_game_for_friends_named_is_listed_for_all_and_begins_with_a_friend(
    autojump_clock: Clock,
) -> None:
    """Everybody can read its code. However many come with it, nobody is asked, and the host waits
    on: to be turned away by --friend is no refusal by the host."""
    friend = Ed25519PrivateKey.generate()
    person = Person(frozenset([friend.public_key().public_bytes_raw()]), Ben="")
    async with hosting(person, listed=True) as host:
        code = host.lobby.invitation.code
        for _ in range(MAX_REFUSED + 5):
            with pytest.raises(PeerRefused, match=NOT_NAMED):
                await host.join("Eve")
        assert not person.asked and host.lobby.invitation.code == code and host.error is None
        await host.join("Ben", key=friend)
        await trio.sleep(3)
        assert host.begun


async def test_a_host_that_begins_before_we_have_said_yes_is_left(autojump_clock: Clock) -> None:
    """It may be any program: what it says does not count for our word."""
    a, b = trio.testing.memory_stream_pair()
    here, there = FramedStream(a), FramedStream(b, peer="the host")
    here.who = there.who = Peer(bytes(32), "Ada", "test")
    his = Person()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(here.send, handshake.START + bytes(32))
        with pytest.raises(NetError, match="begins before we have said yes"):
            await wait_for_start(there, lambda line: None, his)
    assert his.withdrawn == ["Ada"]


@pytest.mark.parametrize("word", [b"\x05record", handshake.YES + b"x", handshake.YES * 2])
async def test_a_guest_who_says_something_else_has_not_said_yes(
    word: bytes, autojump_clock: Clock
) -> None:
    async with hosting(Person(Ben="", Cem="")) as host:
        link = host.link()
        await sit_down(link, decode_terms, make, own("Ben"), host.invitation())
        await link.send(word)
        await trio.sleep(1)
        assert host.said("Ben is gone: it does not wait for the start") and not host.begun
        await link.cut()


async def test_strangers_at_an_open_game_do_not_ask_the_host_for_ever(
    autojump_clock: Clock,
) -> None:
    """Each with a new key, for one is made in a moment."""
    person = Person(Eve=SAID_NO)
    async with hosting(person, listed=True) as host:
        code = host.lobby.invitation.code
        for _ in range(MAX_REFUSED):
            with pytest.raises(PeerRefused):
                await host.join("Eve")
            await trio.sleep(3)
        assert "you said no to 20 who came" in str(host.error)
        assert host.lobby.invitation.code == code, "it is listed: there is no secret in it"


async def test_of_three_all_must_say_yes(autojump_clock: Clock) -> None:
    person = Person(Ben="", Cem="")
    async with hosting(person, seats=3) as host, trio.open_nursery() as nursery:
        nursery.start_soon(host.join, "Ben")
        late = host.link()
        await sit_down(late, decode_terms, make, own("Cem"), host.invitation())
        await trio.sleep(10)
        assert not host.has_begun() and sorted(person.asked) == ["Ben", "Cem"]
        await late.send(handshake.YES)
        await trio.sleep(1)
        assert host.has_begun()
        await late.cut()
        nursery.cancel_scope.cancel()


async def test_a_name_that_commands_a_terminal_commands_nothing(autojump_clock: Clock) -> None:
    name = "Ben\x1b[2J\r\n\u202e" + "W" * 60
    async with hosting(Person()) as host:
        link = host.link()
        await sit_down(link, decode_terms, make, own(name), host.invitation())
        await trio.sleep(1)
        await link.cut()
        await trio.sleep(1)
    assert host.said("Ben") and all(line.isprintable() for line in host.lines)
