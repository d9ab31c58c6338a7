"""Two who have played play again over the link that they have, or are told why not."""

from __future__ import annotations

import struct
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import product

import pytest
import trio
import trio.testing
from attrs import define, evolve, field

from owm_net import games
from owm_net.engine.ids import Seat
from owm_net.net import handshake, rematch
from owm_net.net.driver import DriverOptions, Parting, run_match
from owm_net.net.handshake import BYE
from owm_net.net.peers import meet_again
from owm_net.net.rematch import Rematch
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import MAX_MESSAGE
from owm_net.session.match import Match
from owm_net.session.rematch import BEGIN, REMATCH, Misfit, RematchWishes, Sides
from owm_net.session.verify import Outcome, verify
from tests.games.every import paired
from tests.net.star import Star
from tests.net.test_net_driver import MemoryLog, links, meet, player

NONE, SAME, CHANGED = Sides
LOST = "the connection to Ben is lost: it sent nothing for 30 s"


def ask(what: int, number: int) -> bytes:
    return REMATCH + struct.pack(">BI", what, number)


def begin(number: int) -> bytes:
    return BEGIN + struct.pack(">I", number)


@define(eq=False)
class Side:
    """One who plays a match and is asked, or asks, when it is over."""

    match: Match
    link: FramedStream
    parting: Parting | None = field(factory=Parting)
    log: MemoryLog = field(factory=MemoryLog)
    talk: Rematch | None = None
    came: tuple[Match, FramedStream] | None = None
    over: bool = False
    scope: trio.CancelScope = field(factory=trio.CancelScope)

    @property
    def seat(self) -> int:
        assert self.match.own is not None
        return self.match.own.seat

    async def play(self) -> None:
        there = {Seat(1 - self.seat): self.link}
        options = DriverOptions(parting=self.parting)
        await run_match(self.match, there, player(self.match, self.seat), self.log, options)

    async def go_on(self) -> None:
        """After the match: until there is another, or there is none."""
        assert self.parting is not None
        self.talk = Rematch(self.match, self.parting)
        with self.scope:
            self.came = await self.talk.run()
        self.over = True

    @property
    def wishes(self) -> Rematch:
        assert self.talk is not None
        return self.talk


async def over(
    here: Parting | None = None, there: Parting | None = None, silence: float = 30.0
) -> tuple[Side, Side]:
    """Two whose match is over."""
    one, other = links(silence)
    for link in (one, other):
        link.set_patience(silence=silence, keepalive=silence / 3)
    host, guest = await meet(one, other)
    sides = Side(host, one, here), Side(guest, other, there)
    async with trio.open_nursery() as nursery:
        for side in sides:
            nursery.start_soon(side.play)
    assert host.finished and guest.finished
    return sides


Talk = Callable[[Side, Side], Awaitable[None]]


async def both(talk: Talk, sides: tuple[Side, Side] | None = None) -> tuple[Side, Side]:
    """Return the results of two sides' talk after a match. Whoever is not done leaves."""
    sides = sides or await over(Parting(), Parting())
    async with trio.open_nursery() as nursery:
        for side in sides:
            nursery.start_soon(side.go_on)
        await trio.testing.wait_all_tasks_blocked()
        await talk(*sides)
        await trio.sleep(1)
        for side in sides:
            if not side.over:
                side.scope.cancel()
    return sides


async def soon() -> None:
    await trio.testing.wait_all_tasks_blocked()


@pytest.mark.parametrize(("asks", "sides"), list(product((0, 1), (SAME, CHANGED))))
async def test_when_both_agree_a_new_match_begins_and_is_played(
    asks: int, sides: Sides, autojump_clock: trio.testing.MockClock
) -> None:
    """With other keys, a new number, the same game and people; and once more after that."""

    async def agree(*two: Side) -> None:
        one, other = two[asks], two[1 - asks]
        one.wishes.wish(sides)
        await soon()
        assert one.wishes.waits and not one.wishes.asks
        assert other.wishes.asks is sides and not other.wishes.waits
        other.wishes.wish(sides)

    pair = await over(Parting(), Parting())
    for _ in range(2):
        before = [side.match for side in pair]
        await both(agree, pair)
        made = {}
        for side in pair:
            assert side.came is not None, side.wishes.why
            new = Side(*side.came)
            made[new.seat] = new
            assert new.match.own is not None and side.match.own is not None
            assert new.match.own.identity is side.match.own.identity
            assert new.seat == (side.seat if sides is SAME else 1 - side.seat)
        pair = made[0], made[1]
        async with trio.open_nursery() as nursery:
            for side in pair:
                nursery.start_soon(side.play)
        verdicts = [verify(side.log.data, games.get, processes=1) for side in pair]
        assert [verdict.verdict for verdict in verdicts] == [Outcome.OK, Outcome.OK]
        now = pair[0].match
        assert now.match_id == pair[1].match.match_id not in [match.match_id for match in before]
        assert now.terms.setup == before[0].terms.setup
        assert now.identities == before[0].identities[:: 1 if sides is SAME else -1]
        keys = {side.link.proved.key for side in pair if side.link.proved is not None}
        assert len(keys) == 1


async def test_both_who_ask_at_once_for_the_same_have_agreed(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def at_once(host: Side, guest: Side) -> None:
        host.wishes.wish(CHANGED)
        guest.wishes.wish(CHANGED)

    host, guest = await both(at_once)
    assert host.came is not None and guest.came is not None
    assert host.came[0].own is not None and host.came[0].own.seat == 1


async def test_who_declines_is_asked_no_more_and_may_ask_himself(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def decline(host: Side, guest: Side) -> None:
        guest.wishes.wish(SAME)
        await soon()
        host.wishes.decline()
        await soon()
        assert not host.wishes.asks and not guest.wishes.waits
        assert guest.wishes.wishes.declined
        host.wishes.wish(CHANGED)
        await soon()
        assert guest.wishes.asks is CHANGED
        guest.wishes.wish(CHANGED)

    host, guest = await both(decline)
    assert host.came is not None and guest.came is not None


async def test_who_takes_it_back_is_not_taken_at_his_word(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Not even by one who says yes at the same moment, whichever of them asked."""

    async def take_back(host: Side, guest: Side) -> None:
        for one, other in ((host, guest), (guest, host)):
            one.wishes.wish(SAME)
            await soon()
            assert other.wishes.asks is SAME
            one.wishes.wish(NONE)
            other.wishes.wish(SAME)
            await soon()
            assert other.wishes.waits and one.wishes.asks is SAME
            one.wishes.decline()
            await soon()
            assert not any(side.wishes.asks or side.wishes.waits for side in (host, guest))
        assert not (host.over or guest.over)

    host, guest = await both(take_back)
    assert host.came is None and guest.came is None


async def test_one_who_leaves_is_told_of_at_once(autojump_clock: trio.testing.MockClock) -> None:
    async def leave(host: Side, guest: Side) -> None:
        host.wishes.wish(SAME)
        guest.scope.cancel()
        await soon()
        assert host.over and host.wishes.why == "Ben has left"
        host.wishes.wish(SAME)  # does nothing any more

    assert [side.came for side in await both(leave)] == [None, None]


async def test_one_whose_program_dies_is_told_of_at_once(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def die(host: Side, guest: Side) -> None:
        await guest.link.cut()
        await soon()
        assert host.over and "connection" in host.wishes.why

    assert [side.came for side in await both(die)] == [None, None]


async def test_one_who_says_nothing_more_is_noticed(autojump_clock: trio.testing.MockClock) -> None:
    """As in a match: keepalives are missing."""
    host, guest = await over(Parting(), Parting())
    start = trio.current_time()
    await host.go_on()
    assert host.wishes.why == LOST and trio.current_time() - start < 40
    await guest.link.cut()


@pytest.mark.parametrize("stays", [0, 1])
async def test_a_program_that_does_not_know_it_is_told_of_and_left(
    stays: int, autojump_clock: trio.testing.MockClock
) -> None:
    """Its DONE says nothing more, and it reads nothing of ours but DONE."""
    pair = await over(Parting() if stays == 0 else None, Parting() if stays == 1 else None)
    side = pair[stays]
    await side.go_on()
    assert side.came is None and side.parting is not None and side.parting.link is None
    assert side.wishes.why.startswith(f"the program of {('Ben', 'Ada')[stays]} offers none")


@pytest.mark.parametrize("number", [*range(1, 16), 100])  # trio draws lots who goes on first
async def test_what_comes_before_one_listens_is_not_lost(
    number: int, monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """The other is done a little sooner, and all its words arrive in one piece with DONE. Were one
    of them lost, the next would not follow."""
    monkeypatch.setattr(rematch, "ASKS", 1000)
    one, other = links()
    host, guest = await meet(one, other)
    early, late = Side(host, one, Parting()), Side(guest, other, Parting())
    whole, next_one, done = one.send, other.receive, False

    async def receive() -> bytes | None:
        nonlocal done
        if not done:
            await soon()  # all that is said comes in one piece
        said = await next_one()
        done = done or said == handshake.DONE + handshake.STAYS
        return said

    async def send(message: bytes) -> None:
        await whole(message)
        if message[:1] == handshake.DONE:
            for n in range(1, number + 1):
                await whole(ask(n % 3, n))

    monkeypatch.setattr(one, "send", send)
    monkeypatch.setattr(other, "receive", receive)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(early.play)
        nursery.start_soon(late.play)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(late.go_on)
        await trio.sleep(1)
        assert not late.over and late.wishes.wishes.their_number == number
        assert late.wishes.wishes.theirs is Sides(number % 3)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("goodbye", [True, False])
async def test_one_who_says_that_he_stays_and_goes_is_told_of(
    goodbye: bool, monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """Whether that comes before our program has ended the match, or after."""
    one, other = links()
    host, guest = await meet(one, other)
    early, late = Side(host, one, Parting()), Side(guest, other, Parting())
    whole = one.send

    async def send(message: bytes) -> None:
        await whole(message)
        if message[:1] == handshake.DONE:
            if goodbye:
                await whole(BYE)
            await one.aclose()

    monkeypatch.setattr(one, "send", send)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(early.play)
        nursery.start_soon(late.play)
    assert late.match.finished
    with trio.fail_after(60):
        await late.go_on()
        await early.go_on()
    assert late.came is None and early.came is None
    assert late.wishes.why in ("Ada has left", "the connection to Ada is lost")


async def test_between_three_no_link_is_kept(autojump_clock: trio.testing.MockClock) -> None:
    star = Star(3)
    partings = [Parting() for _ in range(3)]
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            for seat, parting in enumerate(partings):
                nursery.start_soon(partial(star.play, seat, parting=parting))
    assert star.ends == {0: None, 1: None, 2: None} and star.settled == {0: True, 1: True, 2: True}
    assert [parting.link for parting in partings] == [None, None, None]
    talk = Rematch(star.matches[0], partings[0])
    assert await talk.run() is None and "here were 3" in talk.why


HOSTILE = {
    "an unknown kind": [b"\x7fwhatever"],
    "too short": [ask(1, 1)[:-1]],
    "too long": [ask(1, 1) + b"\0"],
    "no such wish": [ask(4, 1)],
    "a wish that follows no other": [ask(1, 2)],
    "a wish again": [ask(1, 1), ask(2, 1)],
    "the last number there is": [ask(1, 2**32 - 1)],
    "no to what was not asked": [ask(3, 1)],
    "it begins, and nobody wants it": [begin(0)],
    "it begins, and nobody has agreed": [ask(1, 1), begin(1)],
    "a beginning without a number": [BEGIN],
    "a mountain": [REMATCH + bytes(2**19)],
    "terms before both agree": [handshake.OFFER + b"\1terms"],
    "a start": [handshake.START + bytes(32)],
    "too many": [ask(1 + n % 2, n + 1) for n in range(100)],
    "noise of the match that is over": [handshake.RECORD + bytes(100)] * 1000,
    "end": [handshake.DONE] * 1000,
}


@pytest.mark.parametrize(("name", "seat"), paired(HOSTILE, (0, 1)))
async def test_what_nobody_can_use_ends_the_talk_with_a_reason_and_nothing_else(
    name: str, seat: int, autojump_clock: trio.testing.MockClock
) -> None:
    messages = HOSTILE[name]
    pair = await over(Parting(), Parting())
    honest, hostile = pair[1 - seat], pair[seat]
    last: list[bytes] = []

    async def be_hostile() -> None:
        for message in messages:
            await hostile.link.send(message)
        async for said in hostile.link:
            last.append(said)
        await hostile.link.aclose()

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(honest.go_on)
            nursery.start_soon(be_hostile)
    assert honest.came is None and honest.wishes.why and "\n" not in honest.wishes.why
    assert last[-1] == BYE + honest.wishes.why.encode()


async def test_who_goes_on_with_the_old_match_for_a_little_is_forgiven(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def late(host: Side, guest: Side) -> None:
        for kind in rematch.OLD:
            await guest.link.send(kind + b"anything")
        await soon()
        assert not host.over

    await both(late)


async def test_who_agrees_and_then_says_nothing_is_left(
    autojump_clock: trio.testing.MockClock,
) -> None:
    host, guest = await over(Parting(), Parting())

    async def agree() -> None:
        await guest.link.send(ask(1, 1))
        async for _ in guest.link:  # keepalives go out
            pass

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.go_on)
            nursery.start_soon(agree)
            await soon()
            host.wishes.wish(SAME)
            assert host.wishes.begins
    assert host.came is None and "says nothing" in host.wishes.why


@pytest.mark.parametrize("what", ["setup", "clock", "spectators", "pack"])
async def test_other_terms_than_those_that_were_played_are_refused(
    what: str, autojump_clock: trio.testing.MockClock
) -> None:
    host, guest = await over(Parting(), Parting())
    terms = host.match.terms
    other = {
        "setup": evolve(terms, setup=evolve(terms.setup, mission="full-deck")),
        "clock": evolve(terms, clock="10"),
        "spectators": evolve(terms, spectators=0),
        "pack": evolve(terms, setup=evolve(terms.setup, pack="mine", pack_digest=bytes(32))),
    }[what]
    caught: list[Exception] = []

    async def cheat() -> None:
        assert host.match.own is not None
        await host.link.send(ask(1, 1))
        assert await host.link.receive() == ask(1, 1)
        await host.link.send(begin(1))
        assert await host.link.receive() == begin(1)
        try:
            await meet_again(host.link, other, host.match.own, host.match.identities[1])
        except handshake.PeerRefused as error:
            caught.append(error)
        await host.link.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(cheat)
        nursery.start_soon(guest.go_on)
        await soon()
        guest.wishes.wish(SAME)
    assert caught and guest.came is None
    assert guest.wishes.why == "these are other terms than those of the match that is over"


async def test_somebody_else_at_the_other_end_plays_no_rematch(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """It cannot be, for the channel is that of the match; it is checked all the same."""
    host, guest = await over(Parting(), Parting())
    caught: list[Exception] = []

    async def offer(side: Side, other: bytes) -> None:
        assert side.match.own is not None
        try:
            await meet_again(side.link, side.match.terms, side.match.own, other)
        except Exception as error:
            caught.append(error)
        await side.link.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(offer, host, bytes(32)))
        nursery.start_soon(partial(offer, guest, host.match.identities[0]))
    assert any("not the player of seat 2" in str(error) for error in caught)


async def test_who_presses_without_end_is_held_back_here(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """So the other side has no reason to leave us."""

    async def press(host: Side, guest: Side) -> None:
        for _ in range(50):
            host.wishes.wish(SAME)
            host.wishes.wish(NONE)
        assert host.wishes.note
        await soon()
        assert not host.over and not guest.over
        await trio.sleep(60)
        host.wishes.wish(CHANGED)
        await soon()
        assert guest.wishes.asks is CHANGED and not host.wishes.note

    await both(press)


def test_whatever_two_do_they_never_differ_in_whether_they_play() -> None:
    """Every order of what two say within some steps, and in which it arrives."""
    deeds = [
        *((seat, lambda w, s=sides: w.wish(s)) for seat in (0, 1) for sides in Sides),
        *((seat, lambda w: w.decline()) for seat in (0, 1)),
        (0, None),
        (1, None),
    ]
    agreed = 0
    for order in product(deeds, repeat=5):
        two = RematchWishes(Seat(0)), RematchWishes(Seat(1))
        way: tuple[list[bytes], list[bytes]] = [], []  # to seat 0, to seat 1
        for seat, deed in order:
            _do(two, way, seat, deed)
        while way[0] or way[1]:
            for seat in (0, 1):
                _do(two, way, seat, None)
        assert two[0].agreed is two[1].agreed
        assert two[0].begins is None or two[0].agreed
        agreed += bool(two[0].agreed)
    assert agreed > 1000


def _do(
    two: tuple[RematchWishes, RematchWishes],
    way: tuple[list[bytes], list[bytes]],
    seat: int,
    deed: Callable[[RematchWishes], list[bytes]] | None,
) -> None:
    if deed is not None:
        way[1 - seat].extend(deed(two[seat]))
    elif way[seat] and not two[seat].agreed:
        way[1 - seat].extend(two[seat].receive(way[seat].pop(0)))
    elif way[seat]:
        raise Misfit("something was said after both had agreed")


async def test_who_stays_can_be_shown_a_hand_and_no_more_than_a_few(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def give(*two: Side) -> None:
        host, guest = two
        assert guest.wishes.give(b"a hand")
        await soon()
        assert host.wishes.hand == b"a hand"
        assert guest.wishes.give(b"again") and not guest.wishes.may_give
        assert not guest.wishes.give(b"once too often")
        assert not host.wishes.give(bytes(MAX_MESSAGE)), "no message is so long"
        await soon()
        assert host.wishes.hand == b"again" and not host.over
        for side in two:
            side.wishes.wish(SAME)
        await soon()
        assert not host.wishes.may_give, "what is said now is of the next match"

    sides = await both(give)
    assert all(side.came is not None for side in sides)


async def test_who_shows_his_hand_on_and_on_is_left(autojump_clock: trio.testing.MockClock) -> None:
    async def flood(host: Side, guest: Side) -> None:
        for _ in range(rematch.HANDS + 1):
            await guest.link.send(rematch.HAND + b"a hand")
        await soon()
        assert host.over and host.wishes.why == "it opens its hand too often"

    await both(flood)
