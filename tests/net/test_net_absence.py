"""Seats of three and four that keep the others waiting: who is asked, who is dropped, and when."""

from __future__ import annotations

import math

import pytest
import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.net.driver import SILENT
from owm_net.net.leaving.proposals import ASK_AFTER, ASK_AGAIN, THINKING
from owm_net.protocol.entries import EntryKind
from owm_net.protocol.lockstep import DECIDED
from owm_net.session.match import Match
from tests.net.star import Listener, Star, gone_on_without, played

PATIENCE = 30.0


class Mute(Match):
    """Keeps back what no person decides."""

    def _make_what_is_ours(self) -> None:
        if self.step <= 6 or self.due() in DECIDED:
            super()._make_what_is_ours()


class Person(Listener):
    """Is asked about those who are away. says: its answers, then none. asked: when, and why."""

    def __init__(self, seat: int, *says: bool) -> None:
        super().__init__(seat)
        self.says = list(says)
        self.asked: list[tuple[float, str]] = []
        self.left_alone = 0

    async def shall_drop(self, seat: int, why: str) -> bool:
        self.asked.append((trio.current_time(), why))
        try:
            await trio.sleep(1 if self.says else math.inf)
        except trio.Cancelled:
            self.left_alone += 1
            raise
        return self.says.pop(0)


async def comes_and_goes(star: Star, seat: int, away: float, there: float) -> None:
    """For ever."""
    spoke = star.spokes[seat]
    while True:
        await trio.sleep(there)
        await spoke.hold()
        await trio.sleep(away)
        spoke.held.set()


# ------------------------------------------------------------------ who comes and goes


@pytest.mark.parametrize(
    ("decides", "away", "there"),
    [
        (False, 50, 1),
        (False, 20, 20),
        (False, 1, 40),
        (True, 50, 1),
        (True, 20, 20),
    ],
)
async def test_who_comes_and_goes_for_ever_is_dropped(
    decides: bool, away: float, there: float, autojump_clock: trio.testing.MockClock
) -> None:
    """Whether it should decide or its program owes, and however short each absence is."""
    star = Star(3, kinds={} if decides else {2: Mute})
    star.players[2].thinks = decides
    options = {seat: {"drop_after": ASK_AFTER} for seat in (0, 1)}
    end = await played(star, options, 5_000, lambda: comes_and_goes(star, 2, away, there))
    gone_on_without(star, (2,))
    assert ASK_AFTER <= end < 500


async def test_the_others_are_told_and_asked_of_one_who_comes_and_goes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    star = Star(3, kinds={2: Mute})
    people = [Person(0, True), Person(1, True)]
    star.players[:2] = people
    await played(star, {0: {}, 1: {}}, 5_000, lambda: comes_and_goes(star, 2, 50, 1))
    gone_on_without(star, (2,))
    assert "in all and owes its" in people[0].asked[0][1]
    assert people[1].asked[0][1].startswith("P0 would go on without P2, who owes its ")
    assert SILENT > people[0].asked[0][0] > ASK_AFTER


async def test_between_two_one_who_comes_and_goes_is_told_of(
    autojump_clock: trio.testing.MockClock,
) -> None:
    star = Star(2, kinds={1: Mute})
    await played(star, {0: {}}, 500, lambda: comes_and_goes(star, 1, 50, 10))
    told = [text for kind, text in star.players[0].notices if kind == "silent"]
    assert len(told) == 1 and told[0].startswith("P1's program has owed its ")


async def test_no_host_is_accused_who_waits_for_another_guest_before_the_match_begins(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """He says nothing of the match before all have; the first guest cannot know why."""
    star = Star(3)
    await played(star, {1: {}}, 500, silent=(0, 2))
    told = [text for kind, text in star.players[1].notices if kind == "silent"]
    assert told and all("the host may still wait for another player" in text for text in told)
    assert not any("stalls" in text for text in told)


# ------------------------------------------------------------------ who does not decide


async def test_who_never_decides_is_asked_about_after_a_long_while(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """As of one who is away, and again; it is connected all the time."""
    star = Star(3)
    star.players[2].thinks = True
    people = [Person(0, False, True), Person(1, True)]
    star.players[:2] = people
    await played(star, {0: {}, 1: {}}, 5_000)
    gone_on_without(star, (2,))
    (first, why), (second, _) = people[0].asked
    assert THINKING <= first < THINKING + 5 and why == "P2 has not decided for 10 minutes"
    assert ASK_AGAIN <= second - first < ASK_AGAIN + 5
    assert len(people[1].asked) == 1 and people[1].asked[0][0] > second


@pytest.mark.parametrize(("patience", "least"), [(PATIENCE, THINKING), (900.0, 900.0)])
async def test_nobody_is_dropped_unasked_while_he_thinks_unless_for_very_long(
    patience: float, least: float, autojump_clock: trio.testing.MockClock
) -> None:
    star = Star(3)
    star.players[2].thinks = True
    end = await played(star, {s: {"drop_after": patience} for s in (0, 1)}, 5_000)
    gone_on_without(star, (2,))
    assert least <= end < least + patience + 200


async def test_who_thinks_as_long_as_the_other_is_not_asked_about_him(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Both choose in secret: a seat that has not chosen itself does not wait for the other."""
    star = Star(3)
    people = [Person(0), Person(1)]
    star.players[:2] = people
    people[0].slow = THINKING - 10
    star.players[2].thinks = True
    await played(star, {0: {}, 1: {}}, 2 * THINKING + 50)
    assert star.matches[0].due() is EntryKind.COMMIT and star.matches[0].owed() == [2]
    assert len(people[0].asked) == 1
    assert people[0].asked[0][0] >= people[0].slow + THINKING


# ------------------------------------------------------------------ hearsay


async def lies_of_absence(star: Star) -> None:
    """The host says at once that it goes on without seat 2, who is there and thinks."""
    host = star.matches[0]
    await star.players[0].until(lambda: host.owed() == [2] == host.droppable())
    host.drop(Seat(2))


async def test_a_host_that_drops_a_guest_who_is_there_must_ask_the_other_guest(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Also one who would agree without asking to what they see themselves: they hear of it from one
    only."""
    star = Star(3)
    star.players[2].thinks = True
    guest = Person(1, False)
    star.players[1] = guest
    end = await played(
        star, {0: {}, 1: {"drop_after": PATIENCE}}, 200, lambda: lies_of_absence(star)
    )
    assert end >= 200 and star.matches[1].dropped == () and len(guest.asked) == 1
    _, why = guest.asked[0]
    assert "P0 would go on without P2" in why and "only through P0" in why


async def test_the_computer_that_was_told_to_goes_along_and_says_whom_it_believes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """It waits as long as it was told to first."""
    star = Star(3)
    star.players[2].thinks = True
    end = await played(
        star, {0: {}, 1: {"drop_after": PATIENCE}}, 2_000, lambda: lies_of_absence(star)
    )
    gone_on_without(star, (2,))
    assert end >= PATIENCE
    said = [text for kind, text in star.players[1].notices if kind == "dropping"]
    assert len(said) == 1 and "(we hear of P2 only through P0): we propose" in said[0]


async def test_a_host_does_not_go_along_against_what_it_sees(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A guest proposes to go on without one whose link to the host is good."""
    star = Star(3)
    star.players[2].thinks = True

    async def proposes() -> None:
        guest = star.matches[1]
        await star.players[1].until(lambda: guest.owed() == [2] == guest.droppable())
        guest.drop(Seat(2))

    end = await played(star, {0: {"drop_after": PATIENCE}, 1: {}}, 5_000, proposes)
    gone_on_without(star, (2,))
    assert end >= THINKING
