"""Somebody on the wire, who may do anything to what passes, and somebody who guesses at a code."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import attrs
import pytest
import trio
import trio.testing

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.net import handshake
from owm_net.net.consent import Welcome
from owm_net.net.driver import DriverOptions, run_match
from owm_net.net.errors import NetError
from owm_net.net.lobby import Lobby
from owm_net.net.peers import again, entropy, host_match, join_match, papers_for, return_to
from owm_net.net.proof import Papers
from owm_net.net.secure import NotLetIn, OtherVersion, PeerLeft, open_channel
from owm_net.net.stand import Stand
from owm_net.net.streams import KEEPALIVE, FramedStream, PeerGone
from owm_net.protocol.channel import AUTH, HAIL, MAX_MESSAGE, WIRE_VERSION, Channel, Role
from owm_net.protocol.codes import MAX_SHOWN, Code, Invitation, withstands
from owm_net.protocol.framing import FrameReader, encode_frame
from owm_net.session.match import Match, Own
from owm_net.session.player import ComputerPlayer
from owm_net.session.terms import decode_terms, propose
from owm_net.session.verify import Outcome, verify
from owm_net.strangers.origins import origin_of
from tests.net.codes import CODE, code
from tests.net.test_net_driver import SYSTEM, MemoryLog, make, own

Pair = tuple[trio.abc.HalfCloseableStream, trio.abc.HalfCloseableStream]
Attack = Callable[[bytes, bytes], list[bytes]]
"""From the frame before and this one, both with their heads, to what goes on in its place."""
LATER = b"later"
"""First of what an attack gives: the rest goes on behind the next frame."""


def flipped(frame: bytes, at: int) -> bytes:
    return frame[:at] + bytes([frame[at] ^ 1]) + frame[at + 1 :]


ATTACKS: dict[str, Attack] = {
    "dropped": lambda before, frame: [],
    "doubled": lambda before, frame: [frame, frame],
    "behind the next": lambda before, frame: [LATER, frame],
    "first bit flipped": lambda before, frame: [flipped(frame, 4)],
    "length changed": lambda before, frame: [flipped(frame, 3)],
    "cut short": lambda before, frame: [frame[: len(frame) // 2], b""],
    "goodbye put in": lambda before, frame: [encode_frame(handshake.BYE + b"I resign"), frame],
    "keepalive put in": lambda before, frame: [encode_frame(KEEPALIVE), frame],
    "noise put in": lambda before, frame: [os.urandom(40), frame],
    "ended": lambda before, frame: [b""],
}
"""What is empty ends the connection."""


class Wire:
    """Carries frames both ways between two links; somebody sits in between.

    attack: done once, to frame number `at` of those from end `whose`; None only listens. heard: all
    frames, each with the end it came from. pairs: make the two streams of each end.
    """

    def __init__(
        self,
        nursery: trio.Nursery,
        attack: Attack | None = None,
        at: int = 0,
        whose: int = 0,
        pairs: Sequence[Callable[[], Pair]] = (trio.testing.memory_stream_pair,) * 2,
    ) -> None:
        self.heard: list[tuple[int, bytes]] = []
        self.done = False
        self._attack, self._at, self._whose = attack, at, whose
        self.ends: list[FramedStream] = []
        inner = []
        for pair in pairs:
            a, b = pair()
            self.ends.append(FramedStream(a, silence=30, keepalive=10))
            inner.append(b)
        for end in range(2):
            nursery.start_soon(self._carry, end, inner[end], inner[1 - end])

    async def _carry(self, end: int, source: Any, target: Any) -> None:
        reader, before, number = FrameReader(1 << 20), b"", count()
        late: list[bytes] = []
        try:
            while data := await source.receive_some(1 << 16):
                reader.receive_data(data)
                for payload in reader.frames():
                    frame = encode_frame(payload)
                    self.heard.append((end, payload))
                    pieces, before = self._replaced(end, next(number), before, frame), frame
                    if pieces[:1] == [LATER]:
                        late = pieces[1:]
                        continue
                    for piece in [*pieces, *late]:
                        if not piece:
                            return
                        await target.send_all(piece)
                    late = []
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        finally:
            await trio.aclose_forcefully(source)
            await trio.aclose_forcefully(target)

    def _replaced(self, end: int, number: int, before: bytes, frame: bytes) -> list[bytes]:
        if self._attack is None or (end, number) != (self._whose, self._at):
            return [frame]
        self.done = True
        return self._attack(before, frame)


class Exchange:
    """Gives both seats of a match new ends of a wire, when both have asked; every wire is attacked
    one frame later than the one before, by turns from either end, until an attack finds no frame
    any more."""

    def __init__(self, nursery: trio.Nursery, attack: Attack | None) -> None:
        self.wires: list[Wire] = []
        self._nursery, self._attack = nursery, attack
        # Before the channel is open one in the clear is only a sign of life, and changes nothing.
        self._first = 2 if attack is ATTACKS["keepalive put in"] else 0
        self._met = trio.Event()
        self._waiting = 0

    def new(self) -> Wire:
        n = len(self.wires)
        self.wires.append(Wire(self._nursery, self._attack, self._first + n // 2, n % 2))
        return self.wires[-1]

    async def end(self, seat: int) -> FramedStream:
        met = self._met
        self._waiting += 1
        if self._waiting == 2:
            self._waiting, self._met = 0, trio.Event()
            self.new()
            met.set()
        else:
            with trio.move_on_after(60):
                await met.wait()
            if not met.is_set():
                self._waiting -= 1
                raise NetError("nobody came", "not within 60 s", "try again")
        return self.wires[-1].ends[seat]

    def reach(self, seat: int, papers: Papers) -> dict[Seat, Any]:
        async def connect(wait: float) -> FramedStream:
            return await return_to(await self.end(seat), papers, Seat(1 - seat))

        return {Seat(1 - seat): again(connect, 36_000)}


async def met(nursery: trio.Nursery) -> tuple[list[Match], list[FramedStream]]:
    """Two who have met undisturbed."""
    wire = Wire(nursery)
    here, there = wire.ends
    matches: dict[int, Match] = {}

    async def host() -> None:
        terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
        matches[0] = await host_match(here, terms, make, own("Ada"), code())

    async def guest() -> None:
        matches[1] = await join_match(there, decode_terms, make, own("Ben"), code())

    async with trio.open_nursery() as both:
        both.start_soon(host)
        both.start_soon(guest)
    return [matches[0], matches[1]], wire.ends


@pytest.mark.parametrize("name", ATTACKS)
async def test_whatever_is_done_on_the_wire_the_match_goes_on_to_its_end(
    name: str, autojump_clock: trio.testing.MockClock
) -> None:
    """At every frame of the way back into a match, and of the match: the link is closed, at most,
    and the next one is dialled. Nobody is blamed, nobody has said goodbye."""
    logs = MemoryLog(), MemoryLog()
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            matches, links = await met(nursery)
            exchange = Exchange(nursery, ATTACKS[name])
            async with trio.open_nursery() as playing:
                for seat in range(2):
                    papers = papers_for(matches[seat], {Seat(1 - seat): links[seat]})
                    assert len(papers.key) == 32
                    playing.start_soon(
                        run_match,
                        matches[seat],
                        {},
                        ComputerPlayer(SYSTEM, Chance(seat), random_player),
                        logs[seat],
                        DriverOptions(reach=exchange.reach(seat, papers)),
                    )
            nursery.cancel_scope.cancel()
    assert sum(wire.done for wire in exchange.wires) >= 15  # by chance 18 to 24
    for match, log in zip(matches, logs, strict=True):
        assert match.finished
        assert verify(log.data, lambda _: SYSTEM, processes=1).verdict is Outcome.OK


@pytest.mark.parametrize("name", ATTACKS)
async def test_whatever_is_done_before_a_match_the_friend_gets_in_when_he_comes_again(
    name: str, autojump_clock: trio.testing.MockClock
) -> None:
    """At every frame until the host knows who has the seat; a host who was disturbed waits on."""
    lines: list[str] = []
    terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
    tries = disturbed = 0
    for whose, at in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3)]:
        lobby = Lobby(terms, own("Ada")(0), "test", lines.append, CODE)
        with trio.fail_after(3600):
            async with trio.open_nursery() as nursery:
                started = trio.Event()

                async def gather(lobby: Lobby = lobby, started: trio.Event = started) -> None:
                    await lobby._gather(trio.sleep_forever, hears_all=False)
                    started.set()

                nursery.start_soon(gather)
                await trio.testing.wait_all_tasks_blocked()
                attack: Attack | None = ATTACKS[name]
                friend, match = own("Ben"), None
                while match is None:
                    tries += 1
                    wire = Wire(nursery, attack, at, whose)
                    nursery.start_soon(lobby.attend, wire.ends[0])
                    now = Invitation(lobby.invitation.code)
                    try:
                        with trio.move_on_after(60):
                            match = await join_match(wire.ends[1], decode_terms, make, friend, now)
                    except NetError as error:
                        assert str(error).isprintable()
                    if wire.done:
                        disturbed, attack = disturbed + 1, None
                    elif match is None:
                        raise AssertionError(lines)
                    if match is None:
                        await wire.ends[1].cut()
                await started.wait()
                nursery.cancel_scope.cancel()
        assert list(lobby.links) == [1]
    assert disturbed == 7 and tries >= disturbed


async def test_who_listens_reads_no_name_no_code_and_no_message(
    autojump_clock: trio.testing.MockClock,
) -> None:
    logs = MemoryLog(), MemoryLog()
    async with trio.open_nursery() as nursery:
        wire = Wire(nursery)
        here, there = wire.ends
        matches: dict[int, Match] = {}

        async def host() -> None:
            terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
            matches[0] = await host_match(here, terms, make, own("Adalbert"), code())

        nursery.start_soon(host)
        matches[1] = await join_match(there, decode_terms, make, own("Benedikt"), code())
        async with trio.open_nursery() as playing:
            for seat in range(2):
                playing.start_soon(
                    run_match,
                    matches[seat],
                    {Seat(1 - seat): wire.ends[seat]},
                    ComputerPlayer(SYSTEM, Chance(seat), random_player),
                    logs[seat],
                )
        nursery.cancel_scope.cancel()
    passed = b"".join(payload for _, payload in wire.heard)
    secrets = [b"Adalbert", b"Benedikt", b"sandal", b"skeleton", matches[0].match_id]
    secrets += matches[0].identities
    assert len(wire.heard) > 40 and not [s for s in secrets if s in passed]
    kinds = [payload[:1] for end, payload in wire.heard if end == 0][:2]
    assert kinds == [HAIL, AUTH]


async def opened(nursery: trio.Nursery, wire: Wire, guest: Invitation | None = None) -> None:
    async with trio.open_nursery() as both:
        both.start_soon(open_channel, wire.ends[0], Role.HOST, code(), own("Ada")(0), "test")
        both.start_soon(
            open_channel, wire.ends[1], Role.GUEST, guest or code(), own("Ben")(1), "test"
        )


async def test_a_frame_that_is_dropped_is_noticed_by_the_next_keepalive(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Today's hang: one frame is lost, and keepalives go on."""
    async with trio.open_nursery() as nursery:
        wire = Wire(nursery, ATTACKS["dropped"], 2, 0)
        await opened(nursery, wire)
        here, there = wire.ends
        nursery.start_soon(here.receive)
        await here.send(b"\x05the one that is dropped")
        began = trio.current_time()
        with pytest.raises(PeerGone, match="changed what was sent"):
            await there.receive()
        assert trio.current_time() - began <= here.keepalive + 1
        nursery.cancel_scope.cancel()


async def test_somebody_in_between_without_the_code_pairs_with_nobody(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """He plays the host to the guest and the guest to the host, and has a guess for each."""
    wrong = Code("7", "apple-apple-apple")
    ended: list[BaseException] = []
    async with trio.open_nursery() as nursery:
        a, b = Wire(nursery), Wire(nursery)
        invitation, friends = code(), code()

        async def run(link: FramedStream, role: Role, secret: Invitation, who: Own) -> None:
            try:
                await open_channel(link, role, secret, who, "test")
            except NetError as error:
                ended.append(error)
                await link.cut()

        nursery.start_soon(run, a.ends[0], Role.HOST, invitation, own("Ada")(0))
        nursery.start_soon(run, a.ends[1], Role.GUEST, Invitation(wrong), own("Eve")(1))
        nursery.start_soon(run, b.ends[0], Role.HOST, Invitation(wrong), own("Eve")(0))
        await run(b.ends[1], Role.GUEST, friends, own("Ben")(1))
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert len(ended) == 4 and all(isinstance(error, NotLetIn) for error in ended)
    assert invitation.wrong == friends.wrong == friends.shown == 1
    assert not any(link.who for link in (*a.ends, *b.ends))


class Guesser:
    """Somebody who tries codes at a lobby. lines: what its host reads."""

    def __init__(self, nursery: trio.Nursery, welcome: Welcome | None = None) -> None:
        terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
        self.lines: list[str] = []
        self.lobby = Lobby(terms, own("Ada")(0), "test", self.lines.append, CODE, welcome)
        self._nursery = nursery

    async def host(self) -> None:
        """Have the lobby wait."""
        self._nursery.start_soon(self.lobby._gather, trio.sleep_forever)
        await trio.testing.wait_all_tasks_blocked()

    async def guess(self, what: Code, origin: str = "") -> FramedStream:
        """origin: an address; "" for a guest of a relay."""
        wire = Wire(self._nursery)
        wire.ends[0].origin = origin_of(origin) if origin else None
        self._nursery.start_soon(self.lobby.attend, wire.ends[0])
        try:
            await open_channel(wire.ends[1], Role.GUEST, Invitation(what), own("Eve")(1), "test")
        except NetError:
            await wire.ends[1].cut()
            await trio.testing.wait_all_tasks_blocked()
            raise
        return wire.ends[1]

    async def miss(self, times: int, origin: str = "", words: str = "mistyped") -> None:
        """Guess wrong so often."""
        for _ in range(times):
            with pytest.raises(NotLetIn, match=words):
                await self.guess(Code("7", "acorn-acorn-acorn"), origin)

    def loud(self) -> list[str]:
        return [line for line in self.lines if line.startswith("ATTENTION")]


async def test_a_code_that_has_seen_too_many_guesses_is_replaced_by_a_longer_one_loudly(
    autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    """Of guests whose addresses the host does not know, for they come by a relay. The waiting goes
    on, and a friend who is told the new code comes in."""
    eve = Guesser(nursery)
    await eve.host()
    for _ in range(20):  # who only knocks has guessed nothing
        wire = Wire(nursery)
        nursery.start_soon(eve.lobby.attend, wire.ends[0])
        await wire.ends[1].receive()
        await wire.ends[1].cut()
    await eve.miss(withstands(CODE) - 1)
    assert eve.lobby.invitation.code == CODE and not eve.loud()
    await eve.miss(1, words="burnt")
    [loud], new = eve.loud(), eve.lobby.invitation.code
    assert str(CODE) in loud and str(new) in loud and new.room == "7" and new.count == 4
    with pytest.raises(NotLetIn):  # the right one, too late
        await eve.guess(CODE)
    await eve.miss(100)
    assert eve.lobby.invitation.code == new and len(eve.loud()) == 1
    link = await eve.guess(new)
    assert link.who is not None and link.who.name == "Ada"
    nursery.cancel_scope.cancel()


async def test_guesses_are_counted_by_where_they_come_from_and_the_friend_has_his_code(
    autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    """Three addresses guess 45 times; then one whole network does. Neither burns the code, and
    what is too much is not even looked at."""
    eve = Guesser(nursery)
    await eve.host()
    for home in ("192.0.2.1", "198.51.100.1", "2001:db8::1"):
        await eve.miss(3, home)
        with pytest.raises(NotLetIn, match=r"too many wrong codes .* wait two minutes"):
            await eve.guess(CODE, home)  # though it is the right one: nobody knows
        await eve.miss(11, home, "too many wrong codes came from your network")
    assert eve.lobby.invitation.wrong == 9
    await trio.sleep(600)
    eve.lobby.invitation.wrong = 0
    for n in range(30):
        with pytest.raises(NotLetIn):
            await eve.guess(Code("7", "acorn-acorn-acorn"), f"203.0.113.{n}")
    assert eve.lobby.invitation.wrong == 9 and eve.lobby.invitation.code == CODE
    link = await eve.guess(CODE, "198.51.100.1")  # who has waited may try again
    assert link.who is not None and not eve.loud()
    nursery.cancel_scope.cancel()


async def test_with_a_friend_named_guesses_cost_nothing_and_burn_nothing(
    autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    class Named(Welcome):
        only = frozenset({bytes(32)})

    eve = Guesser(nursery, Named())
    await eve.host()
    await eve.miss(5 * withstands(CODE))
    await eve.miss(30, "192.0.2.1")
    assert eve.lobby.invitation.code == CODE and not eve.loud()
    link = await eve.guess(CODE, "192.0.2.1")
    assert link.who is not None  # who is not named is turned away later
    nursery.cancel_scope.cancel()


async def test_many_at_once_have_no_more_guesses_together(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """All say HAIL to one code before any guess is made: the right one comes too late."""
    invitation, ended = code(), list[bool]()
    most = withstands(CODE)
    async with trio.open_nursery() as nursery:
        wires = [Wire(nursery) for _ in range(most + 5)]

        async def waits(wire: Wire) -> None:
            with pytest.raises(NetError):
                await open_channel(wire.ends[0], Role.HOST, invitation, own("Ada")(0), "test")
            ended.append(invitation.burnt)

        for wire in wires:
            nursery.start_soon(waits, wire)
        await trio.testing.wait_all_tasks_blocked()
        for n, wire in enumerate(wires):
            guess = CODE if n >= most else Code("7", "acorn-acorn-acorn")
            with pytest.raises(NotLetIn):
                await open_channel(
                    wire.ends[1], Role.GUEST, Invitation(guess), own("Eve")(1), "test"
                )
    assert len(ended) == most + 5 and invitation.wrong == most


@pytest.mark.parametrize(("answers", "most"), [(True, 3), (False, MAX_SHOWN)])
async def test_a_guest_lets_nobody_guess_for_ever_and_who_is_too_busy_to_answer_is_no_liar(
    answers: bool, most: int, autojump_clock: trio.testing.MockClock
) -> None:
    """A peer that takes its AUTH has guessed once, whatever it says then: three times a no, or
    nothing sixteen times, and nothing more that depends on the code is said by this way. A host who
    comes to it before that gets its guest, and then nothing was guessed."""

    async def false(link: FramedStream) -> None:
        with suppress(NetError):
            if answers:
                wrong = Invitation(Code("7", "apple-apple-apple"))
                await open_channel(link, Role.HOST, wrong, own("Eve")(0), "test")
            else:
                eve = own("Eve")(0)
                await link.send(Channel(Role.HOST, CODE, eve.identity, "", "", os.urandom).hail)
                await link.receive()
                await link.receive()
        await link.cut()

    friend = code()
    async with trio.open_nursery() as nursery:
        for n in range(most - 1):
            wire = Wire(nursery)
            nursery.start_soon(false, wire.ends[0])
            with pytest.raises(NotLetIn if answers else PeerLeft):
                await open_channel(wire.ends[1], Role.GUEST, friend, own("Ben")(1), "test")
            assert (friend.shown, friend.wrong) == (n + 1, n + 1 if answers else 0)
        wire = Wire(nursery)
        nursery.start_soon(open_channel, wire.ends[0], Role.HOST, code(), own("Ada")(0), "test")
        await open_channel(wire.ends[1], Role.GUEST, friend, own("Ben")(1), "test")
        assert friend.shown == most - 1
        for words in (
            "mistyped" if answers else "it left",
            f"{most} tries there came without the right code",
        ):
            wire = Wire(nursery)
            nursery.start_soon(false, wire.ends[0])
            with pytest.raises(NetError, match=words):
                await open_channel(wire.ends[1], Role.GUEST, friend, own("Ben")(1), "test")
        nursery.cancel_scope.cancel()
    sent = [payload[:1] for end, payload in wire.heard if end == 1]
    assert sent == [HAIL]  # at last nothing that depends on the code


@pytest.mark.parametrize("version", [1, 2, 3, 5, 200])
async def test_two_versions_are_told_both_and_what_to_do(version: int) -> None:
    a, b = trio.testing.memory_stream_pair()
    here, there = FramedStream(a, silence=math.inf), FramedStream(b, silence=math.inf)
    await there.send(HAIL + bytes([version, 1]) + b"owm-net 9.9")
    with pytest.raises(OtherVersion) as caught:
        await open_channel(here, Role.HOST, code(), own("Ada")(0), "owm-net 0.1.0")
    said = str(caught.value)
    assert f"version {version} of the wire (owm-net 9.9)" in said and str(WIRE_VERSION) in said
    assert ("newest owm_net there" if version < WIRE_VERSION else "newest owm_net here") in said
    ours = await there.receive()  # as a program of version 2 reads it
    assert ours is not None and ours[1] == WIRE_VERSION and b"owm-net 0.1.0" in ours[2:66]


@pytest.mark.parametrize(
    ("has_key", "words"), [(True, "not the player of seat 2"), (False, "not have the key")]
)
async def test_who_comes_back_with_another_identity_is_sent_away(
    has_key: bool, words: str, autojump_clock: trio.testing.MockClock
) -> None:
    """The key of the match or not."""
    async with trio.open_nursery() as nursery:
        matches, links = await met(nursery)
        host = papers_for(matches[0], {Seat(1): links[0]})
        stranger = Papers(own("Eve")(1), host.terms, 2, key=host.key if has_key else bytes(32))
        wire = Wire(nursery)

        async def comes() -> None:
            with suppress(NetError):
                await return_to(wire.ends[1], stranger, Seat(0))

        nursery.start_soon(comes)
        with pytest.raises(NetError, match=words):
            await return_to(wire.ends[0], host, Seat(1))
        nursery.cancel_scope.cancel()


async def test_what_is_drawn_before_a_match_differs_though_the_random_numbers_repeat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A machine that is restored from a snapshot hosts two matches; of the first, all is known."""
    plain = own("Ada")(0)
    broken = attrs.evolve(plain, entropy=lambda n: bytes(range(1, n + 1)))
    drawn: list[object] = []
    for started in (1, 2):
        terms = propose(SYSTEM, SYSTEM.default_setup(), started)
        lobby = Lobby(terms, broken, "test", lambda line: None)
        drawn += [lobby.invitation.code.words, lobby.papers.key]
        for _ in range(2):  # nobody gets by with a code that was burnt
            lobby.invitation.wrong = withstands(lobby.invitation.code)
            lobby._renew(lobby.invitation)
            drawn.append(lobby.invitation.code.words)
        stand = Stand(terms.encode(), 1, broken, "test", lambda line: None)
        drawn.append(stand.invitation.code.words)
    assert len(set(drawn)) == len(drawn)

    monkeypatch.setattr(os, "urandom", bytes)
    assert len({entropy(n) for n in (32, 32)}) == 2, "a channel is opened often by one key"


@pytest.mark.parametrize("role", [Role.RETURNING, Role.GUEST])
async def test_no_two_channels_are_opened_by_the_same_numbers_though_they_repeat(
    role: Role, autojump_clock: trio.testing.MockClock
) -> None:
    """Of two matches, or of two codes."""
    broken = attrs.evolve(own("Ada")(0), entropy=lambda n: bytes(range(1, n + 1)))
    hails: set[bytes] = set()
    codes = (code(), Invitation(Code("8", "acorn-acorn-acorn")))
    for secret in (bytes(32), bytes([1] * 32)) if role is Role.RETURNING else codes:
        a, b = trio.testing.memory_stream_pair()
        here, there = FramedStream(a, silence=math.inf), FramedStream(b, silence=math.inf)
        with trio.move_on_after(1):
            await open_channel(here, role, secret, broken, "test")
        said = await there.receive()
        assert said is not None
        hails |= {said[66:82], said[82:114]}
    assert len(hails) == 4


def messages() -> Iterator[bytes]:
    yield from (b"\1", b"a" * 1000, b"b" * MAX_MESSAGE)


async def test_whole_messages_of_every_length_arrive_over_the_channel(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        wire = Wire(nursery)
        await opened(nursery, wire)
        here, there = wire.ends

        async def say() -> None:
            for message in messages():
                await here.send(message)

        nursery.start_soon(say)
        for message in messages():
            assert await there.receive() == message
        with pytest.raises(ValueError, match="can be sent"):
            await here.send(bytes(MAX_MESSAGE + 1))
        nursery.cancel_scope.cancel()
