"""One code, three ways: a host waits by all at once, a guest finds the one that works."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import cli, games
from owm_net.net import lan
from owm_net.net.door import GREETING
from owm_net.net.errors import NetError
from owm_net.net.invitation import read_invitation
from owm_net.net.lobby import Lobby
from owm_net.net.rendezvous import Address, CannotConnect, parse_address
from owm_net.net.secure import PeerLeft, open_channel
from owm_net.net.stand import Stand
from owm_net.net.streams import FramedStream, PeerGone, PeerSilent, first_error
from owm_net.net.watching import greet
from owm_net.net.ways import Ways, invitation_line
from owm_net.program.failing import Fail
from owm_net.program.meeting import listed_games
from owm_net.program.meeting import meet as meeting_each_other
from owm_net.program.meeting import visit as visiting
from owm_net.program.meeting.connecting import ONE_WAY
from owm_net.program.meeting.listed_games import Listed, find, look
from owm_net.program.meeting.meet import Met, meet
from owm_net.program.meeting.visit import Visit
from owm_net.program.meeting.where import Meeting, meeting
from owm_net.program.playing import ways_back
from owm_net.protocol.channel import Role
from owm_net.protocol.codes import Code, Invitation
from owm_net.protocol.words import fingerprint, read_fingerprint
from owm_net.relay.listeners import serve
from owm_net.session.open_games import OpenGame, decode
from owm_net.session.terms import propose
from tests.net.star import own
from tests.verbs.command import free_port
from tests.verbs.first_word import say_first_word

HERE = "127.0.0.1"
NEAR = (HERE,)
CODE = Code("7", "melon-sandal-orchid")
FRIEND = Meeting(code=CODE, room=CODE.room)


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> list[Ed25519PrivateKey]:
    """Host and guest in one process have a key each: the first is the host's."""
    made: list[Ed25519PrivateKey] = []

    def another() -> Ed25519PrivateKey:
        made.append(Ed25519PrivateKey.generate())
        return made[-1]

    monkeypatch.setattr(meeting_each_other, "own_identity", another)
    return made


@pytest.fixture
async def relay(nursery: trio.Nursery) -> Address:
    return Address(*await nursery.start(serve))


def quiet(line: str) -> None:
    """To a player who does not listen."""


class Table:
    """A host that waits, and a guest. said: by the two programs to their players."""

    def __init__(self, where: Meeting) -> None:
        self.where = where
        self.host_said: list[str] = []
        self.guest_said: list[str] = []
        self.waits, self.met = trio.Event(), trio.Event()
        self.port = 0

    def _told(self, line: str) -> None:
        self.host_said.append(line)
        if line.startswith("waiting on"):
            self.port = int(line.rpartition(":")[2])
        if line.startswith("the invitation for your friend"):
            self.waits.set()

    async def host(self) -> None:
        skeleton = games.get("skeleton")
        game = skeleton, skeleton.default_setup()
        async with await meet(self.where, game, "Anna", self._told):
            self.met.set()
            await trio.sleep_forever()

    async def guest(self, where: Meeting) -> Met:
        """Sits down, and both go. Raises NetError."""
        try:
            with trio.fail_after(120):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self.host)
                    await self.waits.wait()
                    async with await meet(where, None, "Ben", self.guest_said.append) as met:
                        nursery.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            raise first_error(group) from None
        return met


async def test_a_host_is_found_on_the_own_network_by_the_code_alone():
    try:
        async with lan.announce("1", 1, only=NEAR):
            pass
    except lan.NoLan as problem:
        pytest.skip(f"no multicast on this machine: {problem}")
    table = Table(evolve(FRIEND, port=0, bind=HERE, lan=NEAR))
    met = await table.guest(evolve(FRIEND, lan=NEAR))
    assert met.where.address == Address(HERE, table.port)
    line = f"the invitation for your friend: owm-net join {CODE} {HERE}:{table.port}"
    assert line in table.host_said
    assert table.guest_said[:2] == [
        "looking on your own network ...",
        f"found on your own network: {met.where.address}",
    ]


async def test_a_match_to_watch_is_found_on_the_own_network_by_the_code_alone(nursery):
    try:
        async with lan.announce("1", 1, only=NEAR):
            pass
    except lan.NoLan as problem:
        pytest.skip(f"no multicast on this machine: {problem}")
    said: list[str] = []
    begun = trio.Event()
    stand = Stand(b"its terms", 0, own(0), "test", said.append, code=CODE)
    nursery.start_soon(stand.run, Ways(port=0, bind=HERE, lan=NEAR))

    def begin(terms: bytes, identity: bytes) -> int:
        assert (terms, identity) == (b"its terms", own(0).public())
        begun.set()
        return 0

    async def arrive(link: FramedStream, where: Meeting) -> str:
        await greet(link, Invitation(CODE), own(1), begin)
        await link.cut()
        return str(where.address)

    with trio.fail_after(120):
        visit = Visit(evolve(FRIEND, lan=NEAR), Invitation(CODE), said.append, arrive, "watch")
        found = await visit.go()
        await begun.wait()
    assert f"found on your own network: {found}" in said
    line = f"the invitation for spectators: owm-net watch {CODE} {HERE}:"
    assert any(one.startswith(line) for one in said)
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize("says", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
async def test_who_announces_our_number_and_says_nonsense_keeps_us_from_nobody(
    says, monkeypatch, nursery
):
    """On the own network."""

    async def stranger(stream: trio.SocketStream) -> None:
        await stream.send_all(says)
        await stream.aclose()

    (listener,) = await nursery.start(partial(trio.serve_tcp, stranger, 0, host=HERE))
    table = Table(evolve(FRIEND, port=0, bind=HERE))

    async def seek(room: str, tried: list[Address], give_up: float, *where: Any) -> Any:
        there = Address(HERE, listener.socket.getsockname()[1]), Address(HERE, table.port)
        return next(((one,) for one in there if one not in tried), None)

    monkeypatch.setattr(lan, "seek", seek)
    met = await table.guest(evolve(FRIEND, lan=NEAR))
    assert met.where.address == Address(HERE, table.port)
    assert any(line.endswith("; looking for another") for line in table.guest_said)


async def test_false_hosts_near_take_no_guess_from_the_address_that_was_typed_nor_from_a_relay(
    monkeypatch, nursery, relay
):
    """Five on the own network announce the room and guess at the code. A guest who typed the host's
    address goes there first; one who comes by a relay gets in after them all."""
    wrong = Code(CODE.room, "apple-apple-apple")

    async def false(stream: trio.SocketStream) -> None:
        async with FramedStream(stream) as link:
            with suppress(NetError):
                await open_channel(link, Role.HOST, Invitation(wrong), own(0), "test")

    listeners = await open_listeners(false, nursery, 5)

    async def seek(room: str, tried: list[Address], *where: Any) -> Any:
        return next(((one,) for one in listeners if one not in tried), None)

    monkeypatch.setattr(lan, "seek", seek)
    table = Table(evolve(FRIEND, port=0, bind=HERE, relay=relay))
    met = await table.guest(evolve(FRIEND, lan=NEAR, relay=relay))
    assert met.where.relay == relay
    assert sum("looking for another" in line for line in table.guest_said) == 5
    table = Table(evolve(FRIEND, port=int(free_port()), bind=HERE))
    there = Address(HERE, table.where.port or 0)
    met = await table.guest(evolve(FRIEND, lan=NEAR, address=there))
    assert met.where.address == there and table.guest_said[0] == f"dialling {there} ..."
    assert not any("looking" in line for line in table.guest_said)
    nursery.cancel_scope.cancel()


async def test_silent_hosts_near_do_not_take_all_the_time(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """Three on the own network announce the room, each at two addresses, and say nothing there."""
    near = [Address(HERE, port) for port in range(1, 8)]
    ends: list[trio.abc.Stream] = []
    said: list[str] = []

    async def seek(room: str, tried: list[Address], give_up: float, *_: Any) -> Any:
        new = tuple([one for one in near if one not in tried][:2])
        return new if trio.current_time() < give_up else None

    async def dial(host: str, port: int, **_: Any) -> FramedStream:
        ours, theirs = trio.testing.memory_stream_pair()
        ends.append(theirs)  # and so stays open
        if port == 7:
            await FramedStream(theirs).send(b"the host's greeting")
        return FramedStream(ours, peer=str(Address(host, port)))

    async def arrive(link: FramedStream, where: Meeting) -> tuple[bytes | None, Meeting]:
        with trio.fail_after(GREETING):
            return await link.receive(), where

    monkeypatch.setattr(lan, "seek", seek)
    monkeypatch.setattr(visiting, "dial", dial)
    visit = Visit(evolve(FRIEND, lan=NEAR), Invitation(CODE), said.append, arrive)
    heard, where = await visit.go()
    assert heard == b"the host's greeting" and where.address == near[-1]
    assert sum("it says nothing; looking for another" in line for line in said) == 6


async def open_listeners(attend: Any, nursery: trio.Nursery, count: int) -> list[Address]:
    found = []
    for _ in range(count):
        (one,) = await nursery.start(partial(trio.serve_tcp, attend, 0, host=HERE))
        found.append(Address(HERE, one.socket.getsockname()[1]))
    return found


async def test_a_wrong_code_near_is_said_to_be_wrong_and_not_that_nobody_waits(monkeypatch):
    table = Table(evolve(FRIEND, port=0, bind=HERE))

    async def seek(room: str, tried: list[Address], *where: Any) -> Any:
        return None if tried else (Address(HERE, table.port),)

    monkeypatch.setattr(lan, "seek", seek)
    wrong = Code(CODE.room, "melon-sandal-acorn")
    with pytest.raises(NetError, match=r"the code is of no use at .*it is mistyped"):
        await table.guest(evolve(FRIEND, lan=NEAR, code=wrong))


async def test_where_nobody_is_near_the_relay_is_tried_next(monkeypatch, relay):
    async def nobody(*args):
        return None

    monkeypatch.setattr(lan, "seek", nobody)
    table = Table(evolve(FRIEND, port=0, bind=HERE, relay=relay))
    met = await table.guest(evolve(FRIEND, lan=NEAR, relay=relay))
    assert met.where.address is None and met.where.relay == relay
    assert table.guest_said[:2] == [
        "looking on your own network ...",
        f"going to relay {relay} ...",
    ]


@pytest.mark.parametrize("error", [PeerGone, PeerLeft, PeerSilent])
async def test_who_loses_the_line_at_the_hosts_door_knocks_again_for_half_a_minute(
    error, monkeypatch, autojump_clock
):
    """In bad weather or a crowd; told once."""

    async def dial(*address: object) -> str:
        return "a link"

    async def arrive(link: Any, where: Meeting) -> str:
        knocks.append(trio.current_time())
        if len(knocks) < enough:
            raise error("no match there", "it is gone", "try again")
        return "a seat"

    monkeypatch.setattr(visiting, "dial", dial)
    said: list[str] = []
    visit = Visit(
        evolve(FRIEND, address=Address(HERE, 7770)), Invitation(CODE), said.append, arrive
    )
    knocks: list[float] = []
    enough = 4
    assert await visit.go() == "a seat"
    assert said == ["no match there: it is gone; trying again"]
    knocks.clear()
    enough = 1000
    with pytest.raises(error):
        await visit.go()
    assert 30 < knocks[-1] - knocks[0] < 33


async def test_a_host_whose_relay_is_down_goes_on_waiting_at_its_port():
    down = Address(HERE, int(free_port()))
    table = Table(evolve(FRIEND, port=0, bind=HERE, relay=down))

    async def joins() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.host)
            await table.waits.wait()
            there = Address(HERE, table.port)
            async with await meet(evolve(FRIEND, address=there), None, "Ben", quiet):
                nursery.cancel_scope.cancel()

    with trio.fail_after(120):
        await joins()
    problem = next(line for line in table.host_said if "still waiting by the other way" in line)
    assert problem.startswith(f"cannot reach {down}: nobody listens there")
    assert not any("--relay" in line for line in table.host_said)


async def test_a_host_whose_port_is_taken_goes_on_waiting_at_the_relay(relay):
    async with (await trio.open_tcp_listeners(0, host=HERE))[0] as taken:
        port = taken.socket.getsockname()[1]
        table = Table(evolve(FRIEND, port=port, bind=HERE, relay=relay))
        table.waits.set()
        met = await table.guest(evolve(FRIEND, relay=relay))
    assert met.where.relay == relay
    assert any("the port is in use" in line and "still waiting" in line for line in table.host_said)


async def test_a_host_without_any_way_says_so_and_ends():
    table = Table(evolve(FRIEND, relay=Address(HERE, int(free_port()))))
    with trio.fail_after(60), pytest.raises(CannotConnect, match="nobody listens there"):
        await table.guest(FRIEND)


async def test_a_guest_is_told_what_was_tried_and_what_may_help(monkeypatch):
    async def nobody(*args):
        return None

    monkeypatch.setattr(lan, "seek", nobody)
    said: list[str] = []
    with pytest.raises(NetError, match="nobody on your own network waits in room 7") as near:
        await meet(evolve(FRIEND, lan=NEAR), None, "Ben", said.append)
    assert "ask your friend for the whole invitation" in str(near.value)
    down = Address(HERE, int(free_port()))
    with pytest.raises(CannotConnect, match="nobody listens there"):
        await meet(evolve(FRIEND, lan=NEAR, address=down), None, "Ben", said.append)


# -- open games ------------------------------------------------------------------------------


def listed(key: Ed25519PrivateKey, words: str) -> bytes:
    public = key.public_key().public_bytes_raw()
    return OpenGame(words, "skeleton", "", "", 2, "evening game", public).encode()


async def test_an_open_game_is_listed_while_it_waits_and_joined_by_its_number(keys, relay):
    table = Table(Meeting(relay=relay, listed=lambda words: listed(keys[0], words)))
    looks = Meeting(relay=relay)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host)
        with trio.fail_after(120):
            await table.waits.wait()
            (one,), problems = await look(looks)
            assert problems == [] and one.game.text == "evening game"
            assert await find(one.room, looks) == one
            with pytest.raises(Fail, match="there is no open game with number 2"):
                await find("2", looks)
            code = one.game.code(one.room)
            there = evolve(looks, code=code, room=one.room, identity=one.game.identity)
            async with await meet(there, None, "Ben", quiet) as met:
                await say_first_word(met)
                await table.met.wait()
            assert (await look(looks))[0] == []
            nursery.cancel_scope.cancel()


def test_a_text_that_a_list_would_cut_is_refused_before_anybody_waits(capsys):
    for text in ("x" * 81, "ü" * 60):
        assert cli.main(["host", "--system", "skeleton", "--port", "0", "--open", text]) == 2
        assert "the list would show only" in capsys.readouterr().err


def test_a_friend_is_told_that_the_relay_wants_a_token_and_not_which():
    ways = Ways(relay=parse_address("r.example:7771"), token="club")
    skeleton = games.get("skeleton")
    lobby = Lobby(propose(skeleton, skeleton.default_setup(), 0), own(0), "test", quiet, CODE)
    line = invitation_line(lobby, ways, None)
    assert line == f"owm-net join {CODE} --relay TOKEN@r.example:7771"
    assert read_invitation(line).token == ""
    ours = meeting(relay="club@r.example:7771", code=line)
    assert (ours.relay, ours.token) == (ways.relay, "club"), "of the same relay we know it"
    assert meeting(relay="club@other.example:7771", code=line).token == "", "no other learns it"


async def test_of_the_addresses_of_an_invitation_the_one_that_answers_is_met(nursery):
    """Others of them lead to somebody else, to a program that says nothing, or nowhere; and what
    will be dialled was shown before it is."""
    silent = await trio.open_tcp_listeners(0, host=HERE)
    web = await trio.open_tcp_listeners(0, host=HERE)

    async def answers(stream: trio.SocketStream) -> None:
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await stream.aclose()

    async def keeps(stream: trio.SocketStream) -> None:
        await trio.sleep_forever()

    nursery.start_soon(trio.serve_listeners, keeps, silent)
    nursery.start_soon(trio.serve_listeners, answers, web)
    at = [Address(HERE, one[0].socket.getsockname()[1]) for one in (silent, web)]
    at.append(Address(HERE, int(free_port())))
    table = Table(evolve(FRIEND, port=0, bind=HERE))
    with trio.fail_after(60):
        async with trio.open_nursery() as nested:
            nested.start_soon(table.host)
            await table.waits.wait()
            right = Address(HERE, table.port)
            where = evolve(FRIEND, address=at[0], also=(at[1], right, at[2]))
            async with await meet(where, None, "Ben", table.guest_said.append) as met:
                assert met.where.address == right and met.where.also == ()
                nested.cancel_scope.cancel()
    assert all(str(one) in table.guest_said[0] for one in (*at, right))
    nursery.cancel_scope.cancel()


async def test_where_no_address_of_an_invitation_answers_the_relay_is_the_way(nursery, relay):
    table = Table(evolve(FRIEND, relay=relay))
    nowhere = Address(HERE, int(free_port())), Address(HERE, int(free_port()))
    where = evolve(FRIEND, address=nowhere[0], also=nowhere[1:], relay=relay)
    met = await table.guest(where)
    assert (met.where.address, met.where.relay) == (None, relay)


async def test_of_two_games_with_one_number_none_is_joined_unseen(monkeypatch):
    """Somebody on the local network may give their game the number of one at the relay. The six
    words say which was meant, unless they are copied too: then the copier cannot play it."""
    lines = [listed(Ed25519PrivateKey.generate(), CODE.words) for _ in range(2)]
    near, far = (
        Listed("7", decode(line), place)
        for line, place in zip(lines, ("own network", "relay r.example:7771"), strict=True)
    )

    async def both(where: Meeting) -> tuple[list[Listed], list[NetError]]:
        return [near, far], []

    monkeypatch.setattr(listed_games, "look", both)
    with pytest.raises(Fail, match="2 open games with number 7: write its host's six") as refused:
        await find("7", Meeting())
    assert near.game.who in str(refused.value) and far.game.who in str(refused.value)
    assert await find(far.game.who, Meeting()) == far
    copied = near = evolve(far, room="8")
    with pytest.raises(Fail, match=f"2 open games of {copied.game.who}: ask your friend for"):
        await find(far.game.who, Meeting())


@pytest.mark.parametrize("typed", ["{}", "{upper}", "{blanks}"])
def test_an_open_game_is_named_by_the_six_words_of_its_host(typed):
    who = fingerprint(Ed25519PrivateKey.generate().public_key().public_bytes_raw())
    text = typed.format(who, upper=who.upper(), blanks=who.replace("-", " "))
    assert read_fingerprint(text) == who
    for no_words in (who[:-1], who + "-acorn", "7-" + who, "acorn", ""):
        assert read_fingerprint(no_words) == ""


async def test_who_lists_a_game_under_the_key_of_somebody_else_plays_with_nobody(keys, relay):
    """A relay, or anybody on the network, may copy a line, but does not have its key."""
    honest = Ed25519PrivateKey.generate()
    table = Table(Meeting(relay=relay, listed=lambda words: listed(honest, words)))

    async def joins() -> None:
        (one,), _ = await look(Meeting(relay=relay))
        where = Meeting(relay=relay, code=one.game.code(one.room), identity=one.game.identity)
        await meet(where, None, "Ben", quiet)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host)
        with trio.fail_after(120):
            await table.waits.wait()
            with pytest.raises(NetError, match="its key is not the one that the list"):
                await joins()
            nursery.cancel_scope.cancel()


# -- coming back -----------------------------------------------------------------------------


class Link:
    """Of a link only that it can be cut."""

    is_cut = False

    async def cut(self) -> None:
        self.is_cut = True


async def test_who_waits_takes_the_first_that_comes_by_any_way(autojump_clock):
    first, second = Link(), Link()

    async def way(link, after, wait):
        with trio.CancelScope(shield=True):  # it is there before it hears that it is too late
            await trio.sleep(after)
        if link is None:
            raise CannotConnect("cannot reach it", "no way", "wait")
        return link

    by_all: list[Any] = [partial(way, None, 1), partial(way, first, 2), partial(way, second, 3)]
    came: Any = await ways_back._first_of(by_all, 60)
    assert came is first and not first.is_cut
    assert second.is_cut
    with pytest.raises(CannotConnect):
        await ways_back._first_of([partial(way, None, 1), partial(way, None, 2)], 60)


async def test_who_goes_tries_another_way_at_every_attempt():
    tried: list[tuple[str, float]] = []

    async def way(name: str, wait: float) -> FramedStream:
        tried.append((name, wait))
        raise CannotConnect("cannot reach it", "no way", "wait")

    told: list[str] = []
    ways = [ways_back.Way(f"going {name}", partial(way, name)) for name in ("near", "far")]
    attempt = ways_back._in_turn(ways, told.append)
    for _ in range(3):
        with pytest.raises(CannotConnect):
            await attempt(600)
    assert [name for name, _ in tried] == ["near", "far", "near"]
    assert told == ["going near", "going far", "going near"]
    assert all(wait == ONE_WAY for _, wait in tried)
