"""Spectators: what they are shown and when, what they can do to a match, and a host to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Flip, Reveal
from owm_net.engine.zones import place
from owm_net.net import stand as stands
from owm_net.net.errors import NetError
from owm_net.net.handshake import BYE, CAUGHT_UP, DONE, FROM, RECORD, RESUME, STATE
from owm_net.net.lobby import TOLD
from owm_net.net.peers import entropy
from owm_net.net.relays import join_room
from owm_net.net.rendezvous import Address, dial
from owm_net.net.secure import NotLetIn, OtherRole, open_channel
from owm_net.net.stand import MOST, Stand
from owm_net.net.streams import KEEPALIVE, FramedStream
from owm_net.net.watching import HostLeft, follow, greet
from owm_net.net.ways import Ways
from owm_net.protocol.channel import MAX_MESSAGE, Role
from owm_net.protocol.codes import Code, Invitation, withstands
from owm_net.protocol.entries import MAGIC, frame_record, read_records
from owm_net.protocol.framing import encode_frame
from owm_net.relay.listeners import serve
from owm_net.session.checker import first_fault
from owm_net.session.match import Blame, Own
from owm_net.session.verify import Outcome, Verdict, open_log, verify
from owm_net.session.watched import Watched
from tests.net.codes import CODE, code
from tests.net.star import own
from tests.verbs.command import free_port

LOGS = Path(__file__).parents[1]
LOG = (LOGS / "vectors" / "match_skeleton.owmlog").read_bytes()
OLD = ("owm-2", "squadcards-2", "nco-3", "hailfire-2")
"""Recorded logs of other versions of the rules."""
RECORDS = list(read_records(LOG))
TERMS = open_log(LOG, games.get).match.terms
HERE = "127.0.0.1"
MINUTE = 60.0


def stranger(name: str = "Cyd") -> Own:
    return Own(Seat(0), name, Ed25519PrivateKey.generate(), entropy)


class Spectator:
    """A spectator's records, each with the time when it came."""

    def __init__(self, link: FramedStream, have: int = 0) -> None:
        self.link = link
        self.have = have
        self.terms = b""
        self.came: list[tuple[float, bytes]] = []
        self.ended: BaseException | None = None
        self.over = False
        self.whole = trio.Event()

    @property
    def records(self) -> list[bytes]:
        return [record for _, record in self.came]

    def begin(self, terms: bytes, identity: bytes) -> int:
        self.terms = terms
        return self.have

    async def take(self, record: bytes) -> None:
        self.came.append((trio.current_time(), record))
        if len(self.came) == len(RECORDS):
            self.whole.set()

    async def watch(self, invitation: Invitation | None = None) -> None:
        try:
            await greet(self.link, invitation or code(), stranger(), self.begin)
            await follow(self.link, self.take)
            self.over = True
        except (NetError, trio.ClosedResourceError) as error:
            self.ended = error
        finally:
            await self.link.cut()


class Table:
    """A stand of a recorded match, and how spectators come to it."""

    def __init__(self, nursery: trio.Nursery, minutes: int = 0) -> None:
        self.said: list[str] = []
        self.nursery = nursery
        self.stand = Stand(TERMS.encode(), minutes, own(0), "test", self.said.append, code=CODE)

    def comes(self, have: int = 0) -> Spectator:
        self.here, there = trio.testing.memory_stream_pair()
        self.nursery.start_soon(self.stand.attend, FramedStream(self.here, peer="a stranger"))
        return Spectator(FramedStream(there, peer="the host"), have)

    def watches(self, invitation: Invitation | None = None, have: int = 0) -> Spectator:
        spectator = self.comes(have=have)
        self.nursery.start_soon(spectator.watch, invitation)
        return spectator

    def knows(self, words: str) -> bool:
        return any(words in line for line in self.said)


@asynccontextmanager
async def table(minutes: int = 0) -> AsyncIterator[Table]:
    async with trio.open_nursery() as nursery:
        made = Table(nursery, minutes)
        nursery.start_soon(made.stand.run, Ways())
        await trio.testing.wait_all_tasks_blocked()
        yield made
        nursery.cancel_scope.cancel()


def log_of(records: list[bytes]) -> bytes:
    return MAGIC + b"".join(map(frame_record, records))


def judged(records: list[bytes]) -> Verdict:
    return verify(log_of(records), games.get, processes=1)


# ---------------------------------------------------------------- what is shown, and when


async def test_every_record_comes_in_order_and_none_before_its_time(autojump_clock) -> None:
    """Eleven seconds between records, five minutes behind: and the log verifies at the end."""
    stored: list[float] = []
    async with table(minutes=5) as host:
        spectator = host.watches()
        for record in RECORDS:
            await trio.sleep(11)
            stored.append(trio.current_time())
            host.stand.stored([record], True)
        await trio.sleep(5 * MINUTE + 1)
        shown = len(spectator.came)
        await host.stand.end(over=True)
    assert shown == len(RECORDS) and spectator.over and spectator.terms == TERMS.encode()
    assert spectator.records == RECORDS
    waits = [came - at for at, (came, _) in zip(stored, spectator.came, strict=True)]
    assert min(waits) >= 5 * MINUTE and max(waits) < 5 * MINUTE + 5
    assert judged(spectator.records).verdict is Outcome.OK


async def test_when_the_match_is_over_the_rest_comes_at_once(autojump_clock) -> None:
    async with table(minutes=30) as host:
        spectator = host.watches()
        host.stand.stored(RECORDS, True)
        await trio.sleep(MINUTE)
        assert not spectator.came
        before = trio.current_time()
        await host.stand.end(over=True)
        assert trio.current_time() - before < 5
    assert spectator.records == RECORDS and spectator.over


async def test_a_match_that_is_left_is_not_shown_any_sooner(autojump_clock) -> None:
    """It may go on: a spectator is told why it stops, and gets nothing before its time."""
    async with table(minutes=30) as host:
        spectator = host.watches()
        host.stand.stored(RECORDS[:9], True)
        await trio.sleep(29 * MINUTE)
        await host.stand.end(over=False, why="the host has gone to bed")
        await trio.sleep(5)
    assert not spectator.came
    assert isinstance(spectator.ended, HostLeft) and "gone to bed" in str(spectator.ended)


async def test_what_a_power_cut_could_lose_is_not_shown(autojump_clock) -> None:
    """It would come again in another order, and a spectator goes on by number."""
    async with table() as host:
        spectator = host.watches()
        host.stand.stored(RECORDS[:2], True)
        host.stand.stored(RECORDS[2:4], False)
        await trio.sleep(MINUTE)
        assert spectator.records == RECORDS[:2]
        host.stand.stored(RECORDS[4:5], True)
        await trio.sleep(1)
    assert spectator.records == RECORDS[:5]


async def test_who_comes_again_goes_on_from_what_it_has(autojump_clock) -> None:
    """And who says that it has more than there is learns nothing by it."""
    async with table() as host:
        host.stand.stored(RECORDS[:20], True)
        back, liar, top = host.watches(have=7), host.watches(have=21), host.watches(have=2**64 - 1)
        await trio.sleep(MINUTE)
        assert back.records == RECORDS[7:20] and not liar.came and not top.came
        assert liar.ended is None and top.ended is None
        host.stand.stored(RECORDS[20:], True)
        await host.stand.end(over=True)
    assert back.records == RECORDS[7:] and liar.records == RECORDS[21:] and not top.came


async def test_of_a_match_taken_up_again_the_history_waits_its_time_too(autojump_clock) -> None:
    """Nobody knows when it was stored; so it counts from now."""
    async with trio.open_nursery() as nursery:
        host = Table(nursery)
        host.stand = Stand(
            TERMS.encode(), 5, own(0), "test", host.said.append, code=CODE, history=RECORDS[:30]
        )
        nursery.start_soon(host.stand.run, Ways())
        await trio.testing.wait_all_tasks_blocked()
        spectator = host.watches(have=12)
        await trio.sleep(5 * MINUTE - 1)
        assert not spectator.came
        await trio.sleep(2)
        assert spectator.records == RECORDS[12:30]
        nursery.cancel_scope.cancel()


async def test_a_history_does_not_fill_the_line_of_the_match(autojump_clock, monkeypatch) -> None:
    """All spectators together are sent so many bytes a second while it is played."""
    monkeypatch.setattr(stands, "RATE", 1000)
    async with table() as host:
        began = trio.current_time()
        host.stand.stored(RECORDS, True)
        crowd = [host.watches() for _ in range(4)]
        await trio.sleep(20)
        assert sum(len(record) for one in crowd for record in one.records) < 1000 * 21 + 40_000
        assert all(one.came for one in crowd)
        await host.stand.end(over=True)  # nobody plays any more
        assert trio.current_time() - began < 60
    assert all(one.records == RECORDS for one in crowd)


# ---------------------------------------------------------------- what a spectator may try

SAYS = {
    "record": RECORD + RECORDS[3],
    "resume": RESUME + bytes(40),
    "state": STATE + bytes(8) + b"noise",
    "done": DONE,
    "caught-up": CAUGHT_UP,
    "from-again": FROM + bytes(8),
    "start": b"\x0f" + bytes(32),
    "garbage": bytes(range(200, 256)),
    "huge": RECORD + bytes(MAX_MESSAGE - 1),
    "bye": BYE + b"\x1b[2J",
}


@pytest.mark.parametrize("said", SAYS.values(), ids=SAYS)
async def test_whatever_a_spectator_says_ends_its_own_link_and_nothing_else(
    said: bytes, autojump_clock
) -> None:
    async with table() as host:
        good, bad = host.watches(), host.comes()
        host.stand.stored(RECORDS[:5], True)
        await greet(bad.link, code(), stranger("Eve"), bad.begin)
        await bad.link.send(said)
        with pytest.raises(NetError):
            await follow(bad.link, bad.take)
        host.stand.stored(RECORDS[5:], True)
        await host.stand.end(over=True)
        assert host.knows("Eve (a stranger) watches no more")
    assert good.records == RECORDS and good.over
    assert all(line.isprintable() for line in host.said)


async def test_who_says_nothing_at_all_is_cut(autojump_clock) -> None:
    async with table() as host:
        silent = host.comes()
        await greet(silent.link, code(), stranger("Eve"), silent.begin)
        await trio.sleep(35)
        assert host.knows("Eve (a stranger) watches no more: it sent nothing for 30 s")


async def test_who_takes_a_byte_a_second_is_cut_and_nobody_waits_for_it(autojump_clock) -> None:
    async with table() as host:
        good, slow = host.watches(), host.comes()
        await greet(slow.link, code(), stranger("Eve"), slow.begin)
        host.here.send_stream.send_all_hook = partial(trio.sleep, 1000)  # as long as that takes

        async def breathe() -> None:
            while True:
                await trio.sleep(5)
                await slow.link.still_here()

        host.nursery.start_soon(_until_closed, breathe)
        began = trio.current_time()
        host.stand.stored(RECORDS, True)  # returns at once
        assert trio.current_time() == began
        await trio.sleep(5)
        assert good.records == RECORDS
        await trio.sleep(60)
        assert host.knows("Eve (a stranger) watches no more: it took nothing for 30 s")


async def _until_closed(task: Callable[[], Awaitable[None]]) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError, NetError):
        await task()


async def test_who_floods_with_keepalives_is_cut(autojump_clock) -> None:
    """They are opened one by one in the loop that the match runs in: so there is an end to it."""
    async with table() as host:
        flood = host.comes()
        await greet(flood.link, code(), stranger("Eve"), flood.begin)

        async def pour() -> None:
            while True:
                for _ in range(100):
                    await flood.link._write(b"\0")
                await trio.sleep(0.01)

        host.nursery.start_soon(_until_closed, pour)
        await trio.sleep(5)
        assert host.knows("Eve (a stranger) watches no more: it says more than there is to say")


async def test_who_floods_before_the_greeting_is_cut(autojump_clock) -> None:
    """In the clear, where each costs next to nothing to make."""
    async with table() as host:
        flood = host.comes()

        async def pour() -> None:
            while True:
                await flood.link._stream.send_all(encode_frame(KEEPALIVE) * 100)

        host.nursery.start_soon(_until_closed, pour)
        await trio.sleep(1)
        assert host.knows("it says more than there is to say")


async def test_two_hundred_spectators_are_eight(autojump_clock) -> None:
    """The rest are told so, or not even greeted; and the spectators go on watching."""
    async with table() as host:
        first = host.watches()
        await trio.sleep(1)
        crowd = [host.watches() for _ in range(200)]
        await trio.sleep(MINUTE)
        host.stand.stored(RECORDS, True)
        await trio.sleep(MINUTE)
        shown = [one for one in crowd if one.records == RECORDS]
        assert first.records == RECORDS and len(shown) == MOST - 1
        refused = [one for one in crowd if "8 are watching already" in str(one.ended)]
        assert refused and len(refused) + len(shown) <= stands.KNOCKS
        assert len(host.said) <= TOLD + 3
        for one in shown:
            await one.link.cut()
        await trio.sleep(MINUTE)
        late = host.watches()  # there is room again
        await trio.sleep(MINUTE)
        assert late.records == RECORDS


async def test_guesses_at_the_code_for_spectators_never_end_the_showing(autojump_clock) -> None:
    """A code with too many guesses is replaced by a longer one; the spectators go on watching."""
    wrong = Code(CODE.room, "anchor-anchor-anchor")
    async with table() as host:
        good = host.watches()
        first = host.stand.invitation.code
        for _ in range(withstands(first) + 20):
            await trio.sleep(1)
            guess = host.watches(Invitation(wrong))
            await trio.sleep(1)
            assert isinstance(guess.ended, NotLetIn) and not guess.came
        new = host.stand.invitation.code
        assert new.count == first.count + 1 and host.stand.invitation.wrong == 20
        assert host.knows(f"so {first} is burnt; the new one is {new}")
        late = host.watches(Invitation(new))
        await trio.sleep(1)
        host.stand.stored(RECORDS, True)
        await trio.sleep(MINUTE)
    assert good.records == late.records == RECORDS


@pytest.mark.parametrize("role", [Role.GUEST, Role.SHOWING, Role.RETURNING])
async def test_nobody_comes_to_a_stand_for_anything_else(role: Role, autojump_clock) -> None:
    async with table() as host:
        other = host.comes()
        secret: Any = bytes(32) if role is Role.RETURNING else code()
        with pytest.raises(OtherRole, match="shows a match to spectators"):
            await open_channel(other.link, role, secret, stranger(), "test")
        await other.link.cut()


# ---------------------------------------------------------------- where they come


class Waiting:
    """A stand at a port and at a relay, and what its players are told."""

    def __init__(self, relay: Address, code: Code | None = None, key: str = "") -> None:
        self.said: list[str] = []
        self.told = trio.Event()
        self.port = 0
        self.stand = Stand(TERMS.encode(), 0, own(0), "test", self.tell, code=code, key=key)
        self.ways = Ways(port=0, bind=HERE, relay=relay)

    def tell(self, line: str) -> None:
        self.said.append(line)
        if line.startswith("the invitation for spectators: owm-net watch "):
            self.port = int(line.split()[7].rpartition(":")[2])
            self.told.set()

    @property
    def code(self) -> Code:
        return self.stand.invitation.code


async def test_by_one_code_at_the_port_and_at_the_relay(nursery) -> None:
    relay = Address(*await nursery.start(serve))
    host = Waiting(relay)
    nursery.start_soon(host.stand.run, host.ways)
    with trio.fail_after(120):
        await host.told.wait()
        assert any(str(host.code) in line and "without delay" in line for line in host.said)
        near = Spectator(await dial(HERE, host.port))
        far = Spectator(await join_room(relay, host.code.room))
        nursery.start_soon(near.watch, Invitation(host.code))
        nursery.start_soon(far.watch, Invitation(host.code))
        host.stand.stored(RECORDS, True)
        await near.whole.wait()
        await far.whole.wait()
        await host.stand.end(over=True)
    assert near.records == far.records == RECORDS
    nursery.cancel_scope.cancel()


async def test_a_host_that_comes_back_has_the_same_code_and_room(nursery) -> None:
    """It has noted both, so spectators find it; if somebody has the room, another one is told."""
    relay = Address(*await nursery.start(serve))
    with trio.fail_after(120):
        with trio.CancelScope() as first:
            host = Waiting(relay)
            async with trio.open_nursery() as crashing:
                crashing.start_soon(host.stand.run, host.ways)
                await host.told.wait()
                first.cancel()
        again = Waiting(relay, host.code, host.stand.key)
        other = Waiting(relay, host.code, "another")
        nursery.start_soon(again.stand.run, again.ways)
        await again.told.wait()
        nursery.start_soon(other.stand.run, other.ways)
        await other.told.wait()
    assert again.code == host.code and other.code.room != host.code.room
    nursery.cancel_scope.cancel()


async def test_a_relay_that_is_down_is_told_of_and_the_port_is_open() -> None:
    host = Waiting(Address(HERE, int(free_port())))
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.stand.run, host.ways)
            await host.told.wait()
            one = Spectator(await dial(HERE, host.port))
            await greet(one.link, Invitation(host.code), stranger(), one.begin)
            await one.link.cut()
            nursery.cancel_scope.cancel()
    assert any("it is tried again, for spectators" in line for line in host.said)


# ---------------------------------------------------------------- what a host may try


def watched(records: list[bytes]) -> Watched:
    """As a spectator checks them, one after the other, to the first that is bad."""
    follows = Watched(games.get("skeleton"), TERMS)
    for record in records:
        follows.on_record(record)
        follows.takes(first_fault(follows.proofs()))
        if follows.bad is not None:
            break
    return follows


def test_an_honest_log_is_good_to_its_end() -> None:
    follows = watched(RECORDS)
    assert follows.bad is None and follows.match.finished


def _changed(record: bytes) -> bytes:
    return record[:120] + bytes([record[120] ^ 1]) + record[121:]


CHEATS: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "left out": lambda log: log[:20] + log[21:],
    "changed": lambda log: [*log[:20], _changed(log[20]), *log[21:]],
    "put in twice": lambda log: [*log[:20], log[19], *log[20:]],
    "noise": lambda log: [*log[:20], bytes(200), *log[20:]],
    "more after the end": lambda log: [*log, log[-1]],
    "of another match": lambda log: [*log[:20], _other_record(), *log[20:]],
}


def _other_record() -> bytes:
    other = (LOGS / "vectors" / "match_three.owmlog").read_bytes()
    return list(read_records(other))[20]


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS)
def test_what_a_host_leaves_out_or_changes_is_found_as_it_comes(cheat: Any) -> None:
    """And `verify` says the same of the log that the spectator holds."""
    shown = cheat(list(RECORDS))
    assert watched(shown).bad is not None
    assert judged(shown).verdict is Outcome.INVALID


# ---------------------------------------------------------------- no hand can be seen


RECORDED = [
    *(LOGS / "vectors" / f"match_{name}.owmlog" for name in ("skeleton", "three")),
    *sorted(path for path in (LOGS / "logs").glob("*.owmlog") if path.stem not in OLD),
]
"""But for one of rules that are no more."""


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_whoever_has_the_log_opens_no_card_that_the_rules_have_not_opened_to_all(
    path: Path,
) -> None:
    """Every other card lacks a share, after each record: so no program can compute a hand from what
    a spectator is sent."""
    log = open_log(path.read_bytes(), games.get)
    match, opened, hidden, looked_at = log.match, set[int](), set[int](), 0
    asked = match.write_requests()
    for record in log.records:
        try:
            match.receive(record)
        except Blame:
            break
        for _ in match.effects():
            pass
        for one in asked[looked_at:]:
            if isinstance(one.request, Flip | Reveal):
                opened.update(one.request.slots)
        looked_at = max(0, len(asked) - 1)
        if not match._basis.keys:
            continue
        cards = match._basis.cards
        for slot, shares in cards._shares.items():
            if slot not in opened:
                hidden.add(slot)
                assert not set(shares) >= set(cards._holders[place(slot)[0]]), slot
        assert not match.view().known
    assert hidden, "no card was hidden: nothing was tested"
