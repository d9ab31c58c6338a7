"""Two peers play whole matches over trio streams; peers that do not behave end in one line."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.net import handshake
from owm_net.net.driver import DriverOptions, Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.peers import host_match, join_match
from owm_net.net.secure import open_channel
from owm_net.net.streams import FramedStream, PeerGarbage, PeerGone, PeerSilent
from owm_net.protocol.channel import HAIL, Role
from owm_net.protocol.entries import MAGIC, Entry, EntryKind, frame_record
from owm_net.session.desync import read_bundle
from owm_net.session.match import Blame, Match, Own
from owm_net.session.player import ComputerPlayer
from owm_net.session.terms import CannotPlay, Terms, check_terms, decode_terms, propose
from owm_net.session.verify import Outcome, verify
from tests.cheats.gallery import Hostile
from tests.net.codes import code, secured

SYSTEM = games.get("skeleton")


class MemoryLog:
    """Keeps what a file would."""

    def __init__(self) -> None:
        self.data = MAGIC

    def append(self, records: list[bytes], sync: bool) -> None:
        self.data += b"".join(map(frame_record, records))


def own(name: str) -> Callable[[int], Own]:
    """A player with the same key and the same chance in every test: their proofs are made once."""
    source = random.Random(name).randbytes
    key = Ed25519PrivateKey.from_private_bytes(source(32))
    return lambda seat: Own(Seat(seat), name, key, source)


def make(terms: Terms, side: Own | None) -> Match:
    return Match(SYSTEM, terms, side)


def find(data: bytes) -> Terms:
    terms = decode_terms(data)
    check_terms(terms, SYSTEM)
    return terms


def links(silence: float = math.inf) -> tuple[FramedStream, FramedStream]:
    a, b = trio.testing.memory_stream_pair()
    return (
        FramedStream(a, peer="the guest", silence=silence, keepalive=math.inf),
        FramedStream(b, peer="the host", silence=silence, keepalive=math.inf),
    )


async def meet(
    here: FramedStream, there: FramedStream, make: Callable[..., Match] = make
) -> tuple[Match, Match]:
    terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
    got: dict[str, Match] = {}

    async def host() -> None:
        got["host"] = await host_match(here, terms, make, own("Ada"), code())

    async def guest() -> None:
        got["guest"] = await join_match(there, find, make, own("Ben"), code())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        nursery.start_soon(guest)
    return got["host"], got["guest"]


def player(match: Match, seed: int) -> ComputerPlayer:
    return ComputerPlayer(match.system, Chance(seed), random_player)


async def test_two_peers_play_a_match_and_both_logs_verify_alike() -> None:
    here, there = links()
    host, guest = await meet(here, there)
    logs = MemoryLog(), MemoryLog()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_match, host, {Seat(1): here}, player(host, 1), logs[0])
        nursery.start_soon(run_match, guest, {Seat(0): there}, player(guest, 2), logs[1])
    assert host.result == guest.result is not None
    verdicts = [verify(log.data, games.get, processes=1) for log in logs]
    assert [v.verdict for v in verdicts] == [Outcome.OK, Outcome.OK]
    assert verdicts[0].result == verdicts[1].result == host.result
    assert verdicts[0].names == ["Ada", "Ben"]


async def play_against(
    deviate: Callable[[FramedStream, Match], Any],
    silence: float = math.inf,
    make: Callable[..., Match] = make,
) -> tuple[BaseException, MemoryLog]:
    """The host plays honestly against `deviate`; returns what ended the match, and its log."""
    here, there = links(silence)
    host, guest = await meet(here, there, make)
    log = MemoryLog()
    caught: list[BaseException] = []

    async def honest() -> None:
        try:
            await run_match(host, {Seat(1): here}, player(host, 1), log)
        except (Blame, NetError, Stopped) as e:
            caught.append(e)
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(honest)
        nursery.start_soon(deviate, there, guest)
    return caught[0], log


async def test_a_peer_that_leaves_early_is_one_line_and_the_log_is_good() -> None:
    async def leave(link: FramedStream, match: Match) -> None:
        await link.receive()
        await link.aclose()

    error, log = await play_against(leave)
    assert isinstance(error, PeerGone) and "\n" not in str(error)
    verdict = verify(log.data, games.get, processes=1)
    assert verdict.verdict is Outcome.UNFINISHED and verdict.owed_by == [1]


async def test_a_peer_that_says_goodbye_is_quoted() -> None:
    async def bye(link: FramedStream, match: Match) -> None:
        await link.send(handshake.BYE + b"supper\nis ready \x1b[31m")
        await trio.sleep_forever()

    error, _ = await play_against(bye)
    assert isinstance(error, Stopped) and str(error) == "supper?is ready ?[31m"


@pytest.mark.parametrize("message", [b"\x77hello", HAIL + b"\x03again", b"\xff" * 300])
async def test_a_message_of_an_unknown_kind_ends_the_match(message: bytes) -> None:
    async def babble(link: FramedStream, match: Match) -> None:
        await link.send(message)
        await trio.sleep_forever()

    error, log = await play_against(babble)
    assert isinstance(error, PeerGarbage)
    assert verify(log.data, games.get, processes=1).verdict is Outcome.UNFINISHED


@pytest.mark.parametrize("body", [b"", b"x", b"\0" * 200, bytes(range(256)) * 4])
async def test_a_record_that_nobody_signed_blames_nobody(body: bytes) -> None:
    async def forge(link: FramedStream, match: Match) -> None:
        await link.send(handshake.RECORD + body)
        await trio.sleep_forever()

    error, log = await play_against(forge)
    assert isinstance(error, Blame) and error.seat is None
    verdict = verify(log.data, games.get, processes=1)
    assert verdict.verdict is Outcome.UNFINISHED and verdict.blame is None


async def test_a_silent_peer_is_given_up_and_what_it_owes_is_in_the_log(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def silent(link: FramedStream, match: Match) -> None:
        await trio.sleep_forever()

    error, log = await play_against(silent, silence=30)
    assert isinstance(error, PeerSilent)
    assert verify(log.data, games.get, processes=1).owed_by == [1]


async def test_a_signed_lie_is_blamed_and_a_third_party_agrees() -> None:
    async def lie(link: FramedStream, match: Match) -> None:
        with suppress(Stopped, NetError):
            await run_match(match, {Seat(0): link}, player(match, 1), MemoryLog())
        await trio.sleep_forever()

    def zeros(me: Hostile, entry: Entry) -> list[bytes] | None:
        return [me.signed(entry, body=bytes(288))] if entry.kind is EntryKind.KEYS else None

    def second_garbles(terms: Terms, side: Own | None) -> Match:
        if side is None or side.seat == 0:
            return Match(SYSTEM, terms, side)
        match = Hostile(SYSTEM, terms, side)
        match.plan = zeros
        return match

    error, log = await play_against(lie, make=second_garbles)
    assert isinstance(error, Blame) and error.seat == 1, error
    verdict = verify(log.data, games.get, processes=1)
    assert verdict.verdict is Outcome.INVALID and verdict.blame == 1
    assert verdict.reason == error.reason


async def test_another_version_of_the_rules_is_refused_with_both_versions() -> None:
    here, there = links()
    terms = propose(SYSTEM, SYSTEM.default_setup(), 0).with_(version="999")
    caught: list[BaseException] = []

    async def host() -> None:
        try:
            await host_match(here, terms, make, own("Ada"), code())
        except NetError as e:
            caught.append(e)

    async def guest() -> None:
        try:
            await join_match(there, find, make, own("Ben"), code())
        except CannotPlay as e:
            caught.append(e)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        nursery.start_soon(guest)
    assert len(caught) == 2
    for error in caught:
        assert "999" in str(error) and SYSTEM.version in str(error) and "\n" not in str(error)


async def test_other_card_data_are_refused() -> None:
    terms = propose(SYSTEM, SYSTEM.default_setup(), 0).with_(data=bytes(32))
    with pytest.raises(CannotPlay, match="other card data"):
        check_terms(terms, SYSTEM)


@pytest.mark.parametrize(
    ("greeting", "words"),
    [
        (HAIL + b"\x63future", "version 99"),
        (b"GET / HTTP/1.1", "no greeting"),
        (HAIL, "no greeting"),
    ],
)
async def test_a_stranger_at_the_door_is_one_clear_line(greeting: bytes, words: str) -> None:
    here, there = links()
    await there.send(greeting)
    with pytest.raises(NetError, match=words) as caught:
        await open_channel(here, Role.HOST, code(), own("Ada")(0), "owm-net test")
    assert "\n" not in str(caught.value)


async def test_a_peer_that_leaves_before_the_terms() -> None:
    here, there = links()
    await secured(here, there, own("Ada")(0), own("Ben")(1))
    await there.aclose()
    with pytest.raises(NetError, match="left before"):
        await handshake.answer(here, lambda data: None)


class Cable:
    """A link between two peers that can be cut and is plugged in again by both."""

    def __init__(self) -> None:
        self.plugs: list[FramedStream] = []
        self.cuts = 0
        self._waiting: dict[int, FramedStream] = {}
        self._ready = trio.Event()

    def ends(self) -> tuple[FramedStream, FramedStream]:
        self.plugs = list(links())
        return self.plugs[0], self.plugs[1]

    async def reach(self, side: int) -> FramedStream:
        """Both sides must have noticed; then there is a new cable."""
        self._waiting[side] = self.plugs[side]
        if len(self._waiting) == 2:
            self._waiting.clear()
            self.ends()
            ready, self._ready = self._ready, trio.Event()
            ready.set()
        else:
            await self._ready.wait()
        return self.plugs[side]


@pytest.mark.parametrize("every", [1, 2, 3, 7])
async def test_a_match_survives_a_cable_that_is_cut_again_and_again(
    every: int, autojump_clock: trio.testing.MockClock
) -> None:
    cable = Cable()
    here, there = cable.ends()
    host, guest = await meet(here, there)
    logs = MemoryLog(), MemoryLog()
    sent = 0

    async def send(link: FramedStream, payload: bytes) -> None:
        nonlocal sent
        sent += 1
        if payload[:1] == handshake.RECORD and sent % every == 0 and cable.cuts < 40:
            cable.cuts += 1
            for plug in cable.plugs:
                await plug.aclose()
            raise PeerGone("lost the other side", "the cable was cut", "plug it in")
        await whole(link, payload)

    whole = FramedStream.send
    FramedStream.send = send  # type: ignore[method-assign, assignment]
    try:
        with trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                for seat, match, link in ((0, host, here), (1, guest, there)):
                    nursery.start_soon(
                        run_match,
                        match,
                        {Seat(1 - seat): link},
                        player(match, seat),
                        logs[seat],
                        DriverOptions(reach={Seat(1 - seat): partial(cable.reach, seat)}),
                    )
    finally:
        FramedStream.send = whole  # type: ignore[method-assign]
    assert cable.cuts > 10
    assert host.result == guest.result is not None
    assert all(verify(log.data, games.get, processes=1).verdict is Outcome.OK for log in logs)


@pytest.mark.parametrize("culprit", [0, 1])
async def test_two_engines_that_disagree_leave_a_bundle_that_names_the_field(culprit: int) -> None:
    here, there = links()
    sides = await meet(here, there)
    bundles: list[list[str]] = [[], []]
    ended: list[BaseException] = []

    class Drifting(ComputerPlayer):
        """Plants what a set's order or a float would do: one engine's score is off by one."""

        planted = False

        def told(self, view: Any, events: Any) -> None:
            if view.state.answered >= 12 and not self.planted:
                self.planted = True
                view.state.scores[0] += 1

    async def play(seat: int) -> None:
        kind = Drifting if seat == culprit else ComputerPlayer
        mind = kind(SYSTEM, Chance(seat), random_player)
        try:
            await run_match(
                sides[seat],
                {Seat(1 - seat): (here, there)[seat]},
                mind,
                MemoryLog(),
                DriverOptions(disagree=bundles[seat].append),
            )
        except (Blame, NetError, Stopped) as e:
            ended.append(e)

    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, 0)
            nursery.start_soon(play, 1)
    assert any(isinstance(e, Blame) for e in ended)
    texts = [text for side in bundles for text in side]
    assert texts
    for text in texts:
        words = "\n".join(read_bundle(text))
        assert "scores[0]" in words and "skeleton.match" in words and "before step" in words
