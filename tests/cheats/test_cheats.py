"""Every deviation of the gallery is stopped, and blamed on the right seat, by all who see it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.net import handshake
from owm_net.net.door import Reception
from owm_net.net.driver import DriverOptions, Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.peers import again, entropy, host_match, join_match, papers_for, return_to
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import (
    MAGIC,
    VOTES,
    EntryKind,
    decode_entry,
    frame_record,
    split_record,
)
from owm_net.session.in_memory import driver
from owm_net.session.match import Blame, Match, Own, Work
from owm_net.session.player import ComputerPlayer
from owm_net.session.terms import Terms, check_terms, decode_terms, propose
from owm_net.session.verify import Outcome, verify
from tests.cheats.gallery import (
    GALLERY,
    LIAR,
    SYSTEM,
    Deviation,
    Hostile,
    Overheard,
    Table,
    another_match,
    identity,
    patched,
)
from tests.net.codes import code

THREATS = Path(__file__).parents[2] / "docs" / "threats.md"
BY_MATCH = [d for d in GALLERY.values() if not d.wire and not d.name.startswith("closes-at")]
BY_DRIVER = [
    d
    for d in GALLERY.values()
    if not d.wire
    and (
        d.name.startswith("closes-at")
        or d.name
        in {
            "hello-other-terms",
            "hello-replayed",
            "keys-rogue",
            "shuffle-duplicate-card",
            "private-deck-foreign",
            "share-of-another-card",
            "dice-with-another-key",
            "commitment-opened-otherwise",
            "answer-illegal-when-opened",
            "sealed-another-card",
            "complaint-groundless",
            "token-illegal",
            "end-another-result",
            "end-then-more",
            "entry-equivocation",
            "entry-equivocation-early",
            "entry-rolled-back",
            "entry-of-ours-elsewhere-past",
            "entry-wrong-prev",
            "entry-stale-state",
            "entry-out-of-turn",
            "oracle-early-share",
            "silent-at-hello",
            "silent-at-shuffle",
            "silent-at-confirm",
            "silent-at-end",
        }
    )
]
BY_WIRE = [d for d in GALLERY.values() if d.wire and not d.where.startswith(("door", "link"))]
RETURNING = [d for d in GALLERY.values() if d.where == "link reached again"]
AT_THE_DOOR = [d for d in GALLERY.values() if d.where.startswith("door")]


def named(deviations: list[Deviation]) -> Any:
    return pytest.mark.parametrize("deviation", deviations, ids=lambda d: d.name)


def one_line(error: BaseException) -> bool:
    return str(error).isprintable() and 0 < len(str(error)) < 1200


# ------------------------------------------------------------------ the gallery itself


def test_the_list_in_the_threats_is_the_gallery() -> None:
    assert len(GALLERY) >= 40
    rows = re.findall(
        r"^\| `([a-z0-9-]+)` \| (.*?) \| (.*?) \| (.*?) \|$",
        THREATS.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    ours = [(d.name, d.tries, d.where, d.verdict) for d in GALLERY.values()]
    assert rows == ours, "write the table anew: python -m tests.cheats.gallery"


def test_every_deviation_is_run_by_a_test() -> None:
    run = Counter(d.name for d in BY_MATCH + BY_WIRE + AT_THE_DOOR + RETURNING)
    run.update(d.name for d in BY_DRIVER if d.name not in run)
    assert set(run) == set(GALLERY) and max(run.values()) == 1


# ------------------------------------------------------------------ through Match


def table_for(d: Deviation, seats: int) -> Table:
    more: dict[str, Any] = {"leaver": d.leaver, "clock": d.clock}
    return Table(seats, d.mission, d.seed, d.run, d.patient, d.bold, **more).run()


@named(BY_MATCH)
def test_in_the_match(deviation: Deviation) -> None:
    d = deviation
    table = table_for(d, d.seats)
    assert table.liar.lied or d.name in STAGED_TO_THE_END, "the moment never came"
    honest = [i for i in range(d.seats) if i != LIAR and not table.is_gone(i)]
    for i in honest:
        blame, verdict = table.blames.get(i), table.verdict(i)
        if d.expect == "harmless":
            assert table.matches[i].finished and blame is None
            assert verdict.verdict is Outcome.OK
        elif d.expect == "owed":
            assert blame is None and table.matches[i].owed() == [LIAR]
            assert (verdict.verdict, verdict.owed_by) == (Outcome.UNFINISHED, [LIAR])
        elif d.expect == "nobody":
            assert verdict.blame is None and verdict.verdict is not Outcome.INVALID
            assert blame is not None or LIAR in verdict.owed_by
            assert blame is None or (blame.seat is None and one_line(blame))
        else:
            assert blame is not None and one_line(blame)
            assert blame.seat == LIAR and d.words in blame.reason
            assert verdict.verdict is Outcome.INVALID
            assert (verdict.blame, verdict.reason) == (LIAR, blame.reason)
    if d.expect == "nobody" and d.words:
        assert any(d.words in blame.reason for blame in table.blames.values())
    no_share_too_many(table)


STAGED_TO_THE_END = {
    "commitment-copied",
    "opening-padded",
    "opening-illegal",
    "opening-hidden-card",
    "opening-no-answer",
    "opening-unreadable",
}


def no_share_too_many(table: Table) -> None:
    """No honest seat signed twice for a step, and no closed card of a hand has all its shares out,
    whatever the cheat has sent or asked."""
    for i, match in enumerate(table.matches):
        if i == LIAR:
            continue
        own = [e for r in table.sent[i] if (e := decode_entry(split_record(r)[0])).seat == i]
        signed = [(e.step, e.body[:1] if e.kind in VOTES else b"") for e in own]
        assert len(set(signed)) == len(signed)
        given = match._basis._cards._shares if match._basis._cards else {}
        closed = [c for hand in match.state.hands for c in hand if c < 0]
        assert all(len(given.get(c, ())) < match.seats for c in closed)


@pytest.mark.parametrize(("name", "kept"), [("wish-flood", 80), ("wish-flood-of-claims", 10)])
def test_of_a_flood_of_wishes_only_what_is_new_here_is_told(name: str, kept: int) -> None:
    """Wishes beside a past step are in the log, as far as a seat may say so much, and nobody is
    told of them."""
    table = table_for(GALLERY[name], 2)
    told = Counter(wish.what for wish in driver(table.matches[0]).wishes())
    assert not told or max(told.values()) == 1
    assert table.verdict().wishes >= kept
    if name == "wish-flood-of-claims":
        assert {claim.target for claim in table.matches[0].claims} == {0}


def test_two_logs_together_show_who_signed_two_histories() -> None:
    """ "entry-split" where nobody passes anything on: each honest seat alone cannot tell; both
    together can."""
    d = GALLERY["entry-split"]
    table = Table(3, d.mission, d.seed, d.run, gossip=False).run()
    assert not table.blames
    second = table.liar.memory["second"]
    observer = Match(SYSTEM, table.agreed, None, defer=[])
    for record in table.logs[0]:
        observer.receive(record)
    with pytest.raises(Blame, match="two different entries") as caught:
        observer.receive(second)
    assert caught.value.seat == LIAR


# ------------------------------------------------------------------ logs made to accuse


def test_no_log_that_leaves_entries_out_accuses_anybody() -> None:
    """A log may be cut, thinned and put in another order: it proves nothing against a seat."""
    log = another_match(2, "duel").logs[0]
    for start in range(3, len(log) - 1, 19):
        for skipped in (1, 2, 70):
            data = MAGIC + b"".join(map(frame_record, log[:start] + log[start + skipped :]))
            verdict = verify(data, lambda name: SYSTEM, processes=1)
            assert verdict.blame is None and verdict.verdict is not Outcome.OK


def test_no_log_with_another_history_accuses_who_answered_the_first() -> None:
    """The cheat signs another answer afterwards, and writes a log in which ours follow it."""
    table = Table(2, "duel", seed=1).run()
    log, cheat = table.logs[LIAR], table.liar
    entries = [decode_entry(split_record(r)[0]) for r in log]
    for n, e in enumerate(entries):
        if e.seat == LIAR and e.kind in (EntryKind.COMMIT, EntryKind.HELLO):
            nonce = 0 if e.kind is EntryKind.COMMIT else 32
            other = cheat.signed(e, body=patched(e.body, nonce, bytes(32)))
            data = MAGIC + b"".join(map(frame_record, [*log[:n], other, *log[n + 1 :]]))
            verdict = verify(data, lambda name: SYSTEM, processes=1)
            assert verdict.verdict is Outcome.INVALID and verdict.blame != 0


# ------------------------------------------------------------------ through the driver


class MemoryLog:
    """Keeps what a file would."""

    def __init__(self) -> None:
        self.data = MAGIC

    def append(self, records: list[bytes], sync: bool) -> None:
        self.data += b"".join(map(frame_record, records))


def links(silence: float = 30) -> tuple[FramedStream, FramedStream]:
    a, b = trio.testing.memory_stream_pair()
    return (
        FramedStream(a, peer="the guest", silence=silence, keepalive=math.inf),
        FramedStream(b, peer="the host", silence=math.inf, keepalive=math.inf),
    )


def seats(d: Deviation) -> tuple[Match, Hostile]:
    """Both sides of a match of two, before its first entry."""
    table = Table(2, d.mission, d.seed, d.run if not d.wire else None, d.patient)
    return table.matches[0], table.liar


def player(match: Match, d: Deviation, seat: int) -> ComputerPlayer:
    def decide(system: Any, view: Any, chance: Chance) -> Any:
        from owm_net.games.skeleton.duel import Stance

        if d.bold is not None and view.state.pending.kind == "stance":
            return Stance(d.bold)
        return random_player(system, view, chance)

    return ComputerPlayer(SYSTEM, Chance(d.seed, seat), decide)


async def against(
    d: Deviation, deviate: Callable[[FramedStream, Hostile], Any]
) -> tuple[BaseException | None, Match, MemoryLog, list[str]]:
    """The host plays honestly; returns what ended it, its match and its log."""
    here, there = links()
    host, guest = seats(d)
    log, bundles = MemoryLog(), list[str]()
    caught: list[BaseException | None] = []

    async def honest() -> None:
        try:
            options = DriverOptions(disagree=bundles.append)
            await run_match(host, {Seat(1): here}, player(host, d, 0), log, options)
            caught.append(None)
        except (Blame, NetError, Stopped) as e:
            caught.append(e)
        nursery.cancel_scope.cancel()

    with trio.fail_after(600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(honest)
            nursery.start_soon(deviate, there, guest)
    return caught[0], host, log, bundles


def judge(d: Deviation, error: BaseException | None, host: Match, log: MemoryLog) -> None:
    """The host must find the right fault, and anybody finds the same in its log."""
    verdict = verify(log.data, lambda name: SYSTEM, processes=1)
    if d.expect == "harmless":
        assert error is None and host.finished and verdict.verdict is Outcome.OK
        return
    assert error is not None and one_line(error), repr(error)
    if d.expect == "blamed":
        assert isinstance(error, Blame) and error.seat == LIAR and d.words in str(error)
        assert verdict.verdict is Outcome.INVALID
        assert (verdict.blame, verdict.reason) == (LIAR, error.reason)
        return
    assert verdict.verdict is Outcome.UNFINISHED and verdict.blame is None
    if d.expect == "owed":
        assert isinstance(error, NetError | Stopped), repr(error)
        if not d.wire:
            assert verdict.owed_by == [LIAR]
    else:
        assert isinstance(error, Blame) and error.seat is None
    assert d.words in str(error)


@named(BY_DRIVER)
async def test_over_the_network(
    deviation: Deviation, autojump_clock: trio.testing.MockClock
) -> None:
    d = deviation

    async def cheat(link: FramedStream, match: Hostile) -> None:
        match.memory["hang up"] = hang_up.set
        try:
            await run_match(match, {Seat(0): link}, player(match, d, 1), MemoryLog())
        except (Blame, NetError, Stopped):
            return

    hang_up = trio.Event()

    async def cheat_who_may_leave(link: FramedStream, match: Hostile) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(cheat, link, match)
            await hang_up.wait()
            await link.aclose()

    error, host, log, _ = await against(d, cheat_who_may_leave)
    judge(d, error, host, log)


@named(BY_WIRE)
async def test_on_the_wire(deviation: Deviation, autojump_clock: trio.testing.MockClock) -> None:
    async def babble(link: FramedStream, match: Hostile) -> None:
        try:
            await deviation.run(link, match)
        except (NetError, trio.ClosedResourceError):
            return

    error, host, log, bundles = await against(deviation, babble)
    judge(deviation, error, host, log)
    assert len(host._waiting) <= 64
    assert len(bundles) == (deviation.name == "state-made-up")  # a report only of what differs


@named(AT_THE_DOOR)
async def test_at_the_door(deviation: Deviation, autojump_clock: trio.testing.MockClock) -> None:
    here, there = links()
    own: Callable[[int], Own] = lambda seat: Own(Seat(seat), "A", identity(seat), entropy)  # noqa: E731

    def make(terms: Terms, side: Own | None) -> Match:
        return Match(SYSTEM, terms, side)

    def find(data: bytes) -> Terms:
        terms = decode_terms(data)
        check_terms(terms, SYSTEM)
        return terms

    async with trio.open_nursery() as nursery:

        async def knocks() -> None:
            with suppress(NetError):
                await deviation.run(there)

        nursery.start_soon(knocks)
        with trio.fail_after(60), pytest.raises((NetError, ValueError)) as caught:
            if deviation.where.endswith("host"):
                terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
                await host_match(here, terms, make, own, code())
            else:
                await join_match(here, find, make, own, code())
        await here.cut()
    assert deviation.words in str(caught.value) and one_line(caught.value)


# ------------------------------------------------------------------ strangers on a re-opened link


KEY = b"k" * 32


class Switchboard:
    """Two seats whose link is cut; each time a stranger comes to the host before seat 1 does."""

    def __init__(self, matches: list[Match], deviation: Deviation, nursery: trio.Nursery) -> None:
        self.matches, self.deviation, self.nursery = matches, deviation, nursery
        self.reception = Reception("", 0, papers_for(matches[0], {}, KEY), "test")
        self.papers = papers_for(matches[1], {}, KEY)
        self.said: list[bytes] = []
        self.visits = self.cuts = 0
        self.plugs: tuple[FramedStream, ...] = ()

    def plug(self) -> FramedStream:
        """A new cable to the host, who does not know who is at our end."""
        here, there = links()
        self.nursery.start_soon(self.reception.attend, here)
        self.plugs = here, there
        return there

    def side(self, seat: int) -> Callable[[float], Awaitable[FramedStream]]:
        """How a seat finds the other one again."""
        return lambda _: (self.host, self.guest)[seat]()

    async def host(self) -> FramedStream:
        return await self.reception.reach(Seat(1), 3600)

    async def guest(self) -> FramedStream:
        if self.cuts > 1:  # there is something to be overheard by then
            stranger = self.plug()
            key = self.papers.resume_key
            seen = Overheard(self.matches[1], key, self.said, identity(1).sign)
            self.nursery.start_soon(self._visit, stranger, seen)
            await trio.sleep(1)
        return await return_to(self.brittle(self.plug()), self.papers, Seat(0))

    def brittle(self, link: FramedStream) -> FramedStream:
        """It is cut when a record goes over it."""
        send, stream = link.send, link._stream
        send_all = stream.send_all

        async def on_the_wire(data: Any) -> None:
            if len(self.said) < 4:
                self.said.append(bytes(data[4:]))
            await send_all(data)

        async def sent(payload: bytes) -> None:
            await send(payload)
            if payload[:1] == handshake.RECORD and self.cuts < 6:
                await self.cut()

        link.send = sent  # type: ignore[method-assign]
        stream.send_all = on_the_wire  # type: ignore[method-assign]
        return link

    async def cut(self) -> None:
        self.cuts += 1
        for plug in self.plugs:
            await plug.aclose()

    async def _visit(self, link: FramedStream, seen: Overheard) -> None:
        self.visits += 1
        with suppress(NetError, trio.ClosedResourceError):
            await self.deviation.run(link, seen)
            await trio.sleep(60)


@named(RETURNING)
async def test_a_stranger_takes_nobodys_place(
    deviation: Deviation, autojump_clock: trio.testing.MockClock
) -> None:
    """Whatever it says, the match waits for the real peer, who comes in at once, and ends well."""
    table = Table(2, "duel", seed=1)
    here, there = links(math.inf)
    logs, bundles = (MemoryLog(), MemoryLog()), list[str]()
    d = GALLERY["duplicates"]
    with trio.fail_after(600):
        async with trio.open_nursery() as nursery:
            board = Switchboard(table.matches, deviation, nursery)
            board.plugs = here, there
            async with trio.open_nursery() as playing:
                for seat, link in ((0, here), (1, board.brittle(there))):
                    playing.start_soon(
                        run_match,
                        table.matches[seat],
                        {Seat(1 - seat): link},
                        player(table.matches[seat], d, seat),
                        logs[seat],
                        DriverOptions(
                            reach={Seat(1 - seat): again(board.side(seat), 3600)},
                            disagree=bundles.append,
                        ),
                    )
            nursery.cancel_scope.cancel()
    assert board.visits >= 3 and not bundles
    for match, log in zip(table.matches, logs, strict=True):
        assert match.finished
        assert verify(log.data, lambda name: SYSTEM, processes=1).verdict is Outcome.OK


# ------------------------------------------------------------------ floods and deaf peers


async def test_what_comes_while_something_is_computed_is_bounded(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """The host computes for ever; its guest sends noise, and is told when it is too much."""
    d, sent, noise = GALLERY["duplicates"], 0, bytes(1 << 16)

    def busy() -> Callable[[], None]:
        raise AssertionError("it never ends")

    async def thread(function: Callable[..., Any], *arguments: Any) -> Any:
        await trio.lowlevel.checkpoint()
        if function is busy:
            await trio.sleep_forever()
        return function(*arguments)

    async def flood(link: FramedStream, match: Hostile) -> None:
        nonlocal sent
        with suppress(NetError, trio.ClosedResourceError):
            while sent < 1 << 30:
                await link.send(handshake.RECORD + noise)
                sent += len(noise)

    monkeypatch.setattr(trio.to_thread, "run_sync", thread)

    def work_for_ever(match: Match) -> None:
        if not match.is_working:
            match._effects.begin(Work("busy", busy))

    monkeypatch.setattr(Match, "_make_what_is_ours", work_for_ever)
    error, *_ = await against(d, flood)
    assert isinstance(error, Blame) and error.seat is None
    assert "more is sent than can be looked at" in error.reason and sent < 1 << 26


@pytest.mark.parametrize("reachable", [False, True])
async def test_a_peer_that_takes_nothing_is_left_and_reached_again(
    reachable: bool, autojump_clock: trio.testing.MockClock
) -> None:
    """It sends keepalives and reads nothing: the link is dead in one direction only."""
    d = GALLERY["duplicates"]
    host, _ = seats(d)
    a, b = trio.testing.lockstep_stream_pair()
    link = FramedStream(a, peer="the guest", silence=30, keepalive=math.inf)
    tried = 0

    async def reach() -> FramedStream:
        nonlocal tried
        tried += 1
        raise NetError("cannot reach the guest", "it is not there", "look for it")

    async def alive() -> None:
        while True:
            await trio.sleep(5)
            try:
                await b.send_all(b"\0\0\0\1\0")
            except trio.BrokenResourceError:
                return

    with trio.fail_after(600), pytest.raises(NetError) as caught:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(alive)
            try:
                await run_match(
                    host,
                    {Seat(1): link},
                    player(host, d, 0),
                    MemoryLog(),
                    DriverOptions(reach={Seat(1): reach} if reachable else {}),
                )
            except NetError as e:
                nursery.cancel_scope.cancel()
                error: NetError = e
        raise error
    assert one_line(caught.value) and tried == int(reachable)


# ------------------------------------------------------------------ faults of the network alone


class Weather:
    """A cable between two drivers that delays, doubles, reorders across cuts, and is cut.

    clears: whether it is cut no more. Who has finished stays for a minute (`driver.LONG_FAREWELL`),
    so a storm that lasts longer leaves the other without the last words, and rightly so.
    """

    def __init__(self, every: int, delay: float, double: bool, clears: Callable[[], bool]) -> None:
        self.every, self.delay, self.double, self.clears = every, delay, double, clears
        self.sent = self.cuts = 0
        self.plugs: list[FramedStream] = []
        self.lost: list[tuple[int, bytes]] = []
        self._waiting: list[int] = []
        self._ready = trio.Event()

    def ends(self) -> list[FramedStream]:
        self.plugs = [self.wrapped(i, s) for i, s in enumerate(links(math.inf))]
        return self.plugs

    def wrapped(self, side: int, link: FramedStream) -> FramedStream:
        whole = link.send

        async def send(payload: bytes) -> None:
            if payload[:1] != handshake.RECORD:
                await whole(payload)
                return
            self.sent += 1
            if self.delay:
                await trio.sleep(self.delay * (self.sent % 3))
            is_cut = self.every and self.sent % self.every == 0 and self.cuts < 120
            if is_cut and not self.clears():
                self.cuts += 1
                self.lost.append((side, payload))
                for plug in self.plugs:
                    await plug.aclose()
            await whole(payload)
            late = [p for s, p in self.lost if s == side]
            if late:  # what was lost comes after what was sent later, again
                self.lost = [(s, p) for s, p in self.lost if s != side]
                for p in late:
                    await whole(p)
            if self.double:
                await whole(payload)

        link.send = send  # type: ignore[method-assign]
        return link

    async def reach(self, side: int) -> FramedStream:
        self._waiting.append(side)
        if len(self._waiting) == 2:
            self._waiting.clear()
            self.ends()
            ready, self._ready = self._ready, trio.Event()
            ready.set()
        else:
            await self._ready.wait()
        return self.plugs[side]


@pytest.mark.parametrize(
    ("mission", "every", "delay", "double"),
    [
        ("duel", 1, 0, False),
        ("duel", 1, 0.5, True),
        ("duel", 2, 3, False),
        ("duel", 0, 7, True),
        ("full-deck", 3, 1, True),
        ("full-deck", 5, 0, True),
    ],
)
async def test_bad_weather_alone_accuses_nobody(
    mission: str, every: int, delay: float, double: bool, autojump_clock: trio.testing.MockClock
) -> None:
    """Cut at every record, delayed, doubled, out of order: matches end, all of them."""
    table = Table(2, mission, seed=1)
    weather = Weather(every, delay, double, lambda: any(m.finished for m in table.matches))
    ends = weather.ends()
    d = GALLERY["duplicates"]
    logs = MemoryLog(), MemoryLog()
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            for seat, match in enumerate(table.matches):
                nursery.start_soon(
                    run_match,
                    match,
                    {Seat(1 - seat): ends[seat]},
                    player(match, d, seat),
                    logs[seat],
                    DriverOptions(reach={Seat(1 - seat): partial(weather.reach, seat)}),
                )
    assert not every or weather.cuts > 10
    assert all(match.finished for match in table.matches)
    for log in logs:
        assert verify(log.data, lambda name: SYSTEM, processes=1).verdict is Outcome.OK
