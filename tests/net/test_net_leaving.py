"""Several seats that leave at once or one after the other, and what is asked meanwhile."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.games.skeleton.duel import Stance
from owm_net.net.driver import DriverOptions, Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import EntryKind
from owm_net.session.in_memory import driver
from owm_net.session.match import Match
from owm_net.session.verify import Outcome
from tests.net.star import Listener, MemoryLog, Star, gone_on_without, played
from tests.net.test_net_driver import links
from tests.session.conftest import Party

PATIENCE = 30.0


def goes(star: Star, seat: int, nursery: trio.Nursery, back: float) -> Callable[[], Any]:
    """Return the function that cuts a seat's link; it is there again after so many seconds."""
    spoke = star.spokes[seat]

    async def come_back() -> None:
        await trio.sleep(back)
        spoke.held.set()

    async def away() -> None:
        await spoke.hold()
        nursery.start_soon(come_back)

    return away


@pytest.mark.parametrize("looked_for", [True, False])
async def test_a_seat_that_agrees_and_leaves_is_dropped_next(
    looked_for: bool,
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Of four one is away; another signs that it goes on, and leaves for good in that moment, long
    before the third has signed too. Its word is given, whether it is looked for or not."""
    star = Star(4)
    for player in star.players:
        player.slow = 1.0

    async def nobody() -> FramedStream:
        raise NetError("cannot reach P3", "it is not there", "look for it")

    async with trio.open_nursery() as nursery:
        star.spokes[2].moments[20] = goes(star, 2, nursery, math.inf)

        async def leaves() -> None:
            await star.players[3].until(lambda: 3 in star.matches[3].proposed().get(Seat(2), []))
            await trio.sleep(0.5)
            assert star.matches[0].proposed() == {2: [0, 3]}
            await goes(star, 3, nursery, math.inf)()

        reach = star.reach(0) if looked_for else {**star.reach(0), Seat(3): nobody}
        options: dict[int, dict[str, Any]] = {
            0: {"drop_after": PATIENCE, "reach": reach},
            1: {"drop_after": 200.0},
        }
        with trio.move_on_after(5_000):
            async with trio.open_nursery() as rest:
                rest.start_soon(lambda: star.play(2))
                rest.start_soon(lambda: star.play(3, drop_after=PATIENCE))
                rest.start_soon(leaves)
                await played_in(star, options)
                rest.cancel_scope.cancel()
        nursery.cancel_scope.cancel()
    gone_on_without(star, (2, 3))


async def played_in(star: Star, options: dict[int, dict[str, Any]]) -> None:
    """Some seats, to their end."""
    async with trio.open_nursery() as nursery:
        for seat, more in options.items():
            nursery.start_soon(partial(star.play, seat, **more))


async def test_of_two_the_one_who_is_gone_for_good_is_dropped(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Of four one is away for a while, another is looked for no more: nothing is proposed that
    this one would have to sign too. When the first is back the others go on without the second."""
    star = Star(4)

    async def nobody() -> FramedStream:
        raise NetError("cannot reach P3", "it is not there", "look for it")

    async with trio.open_nursery() as nursery:
        star.spokes[2].moments[20] = goes(star, 2, nursery, 200)
        star.spokes[3].moments[20] = goes(star, 3, nursery, math.inf)
        options: dict[int, dict[str, Any]] = {s: {"drop_after": PATIENCE} for s in (0, 1, 2)}
        options[0]["reach"] = {**star.reach(0), Seat(3): nobody}
        with trio.move_on_after(5_000):
            async with trio.open_nursery() as rest:
                rest.start_soon(lambda: star.play(3))
                await played_in(star, options)
                rest.cancel_scope.cancel()
        nursery.cancel_scope.cancel()
    gone_on_without(star, (3,))


async def test_when_a_proposal_is_refuted_another_seat_can_be_dropped(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Of four one is away, and the host proposes to go on; before all have agreed another leaves
    for good. The first comes back: its entry counts, and the other one can be left out."""
    star = Star(4)
    async with trio.open_nursery() as nursery:
        star.spokes[2].moments[20] = goes(star, 2, nursery, 100)

        async def leaves() -> None:
            await trio.sleep(60)
            assert star.matches[0].proposed() == {2: [0]}
            await goes(star, 3, nursery, math.inf)()

        options = {0: {"drop_after": PATIENCE}, 1: {"drop_after": 200.0}, 2: {"drop_after": 200.0}}
        with trio.move_on_after(5_000):
            async with trio.open_nursery() as rest:
                rest.start_soon(lambda: star.play(3))
                rest.start_soon(leaves)
                await played_in(star, options)
                rest.cancel_scope.cancel()
        nursery.cancel_scope.cancel()
    gone_on_without(star, (3,))


async def test_a_proposal_that_can_never_be_agreed_ends_the_wait(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """One needed voter is gone for good, as far as we know: the host says so and stops, and the
    match can be resumed with them."""
    star = Star(4)

    async def nobody() -> FramedStream:
        raise NetError("cannot reach P3", "it is not there", "look for it")

    async with trio.open_nursery() as nursery:
        star.spokes[2].moments[20] = goes(star, 2, nursery, math.inf)

        async def leaves() -> None:
            await trio.sleep(60)
            assert star.matches[0].proposed() == {2: [0]}
            await star.spokes[3].cut()

        reach = {**star.reach(0), Seat(3): nobody}
        with trio.move_on_after(5_000):
            async with trio.open_nursery() as rest:
                rest.start_soon(lambda: star.play(2))
                rest.start_soon(lambda: star.play(3))
                rest.start_soon(leaves)
                await played_in(star, {0: {"drop_after": PATIENCE, "reach": reach}, 1: {}})
                rest.cancel_scope.cancel()
        nursery.cancel_scope.cancel()
    assert isinstance(star.ends[0], NetError) and "cannot reach P3" in str(star.ends[0])
    assert isinstance(star.ends[1], Stopped)
    assert star.logs[0].verdict().verdict is Outcome.UNFINISHED


# ------------------------------------------------------------------ questions out of date


class Undecided(Listener):
    """Thinks for ever about its first choice; then decides at once. asked: at which steps."""

    def __init__(self, seat: int, match: Match) -> None:
        super().__init__(seat)
        self.match = match
        self.asked: list[int] = []
        self.taken_back: list[int] = []

    async def decide(self, view: Any) -> Any:
        self.asked.append(self.match.step)
        try:
            await trio.sleep(0 if self.taken_back else math.inf)
        except trio.Cancelled:
            self.taken_back.append(self.asked[-1])
            raise
        return await super().decide(view)


async def test_a_question_of_a_step_that_is_over_is_taken_back(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """All choose in secret; one is away and the others go on without it while seat 1 still thinks.
    Its answer would belong to no step any more; it is asked again."""
    star = Star(3)
    star.players[1] = undecided = Undecided(1, star.matches[1])
    star.players[2].thinks = True

    async def leaves() -> None:
        await trio.sleep(5)
        assert star.matches[0].due() is EntryKind.COMMIT and star.matches[0].owed() == [1, 2]
        await star.spokes[2].hold()

    await played(star, {s: {"drop_after": PATIENCE} for s in (0, 1)}, 5_000, leaves)
    gone_on_without(star, (2,))
    first, *later = undecided.asked
    assert undecided.taken_back == [first] and later and first not in later


# ------------------------------------------------------------------ started again


async def test_one_who_says_nothing_keeps_nobody_from_going_on_after_a_restart(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The host is started again and signs nothing before the others have said what it had signed.
    One of them never does, though it is there: another's word is enough after a while."""
    star = Star(3)
    star.players[2].thinks = True
    with trio.move_on_after(5):
        async with trio.open_nursery() as nursery:
            for seat in range(3):
                nursery.start_soon(star.play, seat)
    for seat, spoke in star.spokes.items():
        spoke.plug()
        star.players[seat].thinks = False
    for seat in (0, 1):
        star.matches[seat].listen()
    options = {"drop_after": PATIENCE}
    end = await played(
        star,
        {
            0: {**options, "history": star.logs[0].records[:]},
            1: {**options, "history": star.logs[1].records[:]},
        },
        5_000,
        silent=(2,),
    )
    gone_on_without(star, (2,))
    assert end > PATIENCE


async def test_who_was_dropped_where_it_had_gone_on_by_itself_hears_of_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Seat 2 has heard what the others signed for step 2, and they have none of its own entry; they
    went on without it. When its link is back it says that it is at step 3."""
    party = Party(3, "duel")
    zero, one, two = party.matches
    while zero.step < 2:
        for i in range(3):
            driver(party.matches[i]).todo()
            party.logs[i] += driver(party.matches[i]).accepted()
            for record in driver(party.matches[i]).outgoing():
                party.send(i, record)
    for i, match in enumerate(party.matches):
        driver(match).todo()
        match.decide(Stance(True))
        party.logs[i] += driver(match).accepted()
        for record in driver(match).outgoing() if i < 2 else ():
            party.send(i, record)
    for i, match in ((0, zero), (1, one)):
        match.drop(Seat(2))
        for record in driver(match).outgoing():
            party.attempt(1 - i, party.hear, record)
        party.logs[i] += driver(match).accepted()
    driver(two).todo()
    party.logs[2] += driver(two).accepted()
    assert zero.dropped == one.dropped == (2,) and two.step == zero.step == 3
    here, there = links()
    with trio.move_on_after(60):
        async with trio.open_nursery() as nursery:
            options = DriverOptions(history=party.logs[0], reach={Seat(1): trio.sleep_forever})
            host = partial(run_match, zero, {Seat(2): here}, Listener(0), MemoryLog(), options)
            nursery.start_soon(host)
            with pytest.raises(Stopped, match="the others went on without you"):
                await run_match(
                    two,
                    {Seat(0): there},
                    Listener(2),
                    MemoryLog(),
                    DriverOptions(history=party.logs[2]),
                )
            nursery.cancel_scope.cancel()
