"""The match clock: measured by each program for itself; that it has run out is a claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.net import clock
from owm_net.session.clock_terms import ClockRule, read_clock
from owm_net.session.match import Match, What
from owm_net.session.player import Notice, Timed
from owm_net.session.private import clock_note, clock_of, recall
from owm_net.session.verify import Outcome
from owm_net.verbs.typed import clock as typed
from tests.net.star import SYSTEM, Listener, Spoke, Star, own
from tests.second_verifier.verify import verify as second


class Thinker(Listener):
    """Thinks so many seconds over each decision. shown: what its clocks have said."""

    has_answered = False

    def __init__(self, seed: int, slow: float, held: float = 0.0) -> None:
        super().__init__(seed)
        self.slow, self.held = slow, held
        self.shown: list[tuple[tuple[int, ...], tuple[int, ...]]] = []

    async def decide(self, view: Any) -> Any:
        answer = await super().decide(view)
        self.has_answered = True
        await trio.sleep(self.held)
        self.has_answered = False
        return answer

    def clock(self, left: Sequence[int], running: Sequence[int]) -> None:
        self.shown.append((tuple(left), tuple(running)))

    def told_of(self, kind: Notice) -> list[str]:
        return [text for said, text in self.notices if said == kind]


def seated(rule: str, *players: Thinker, **more: Any) -> Star:
    star = Star(len(players), **more)
    star.players[:] = players
    for seat, match in enumerate(star.matches):
        star.matches[seat] = Match(SYSTEM, match.terms.with_(clock=rule), own(seat))
    return star


async def played(rule: str, *players: Thinker, most: float = 100_000, **more: Any) -> Star:
    star = seated(rule, *players, **more)
    with trio.move_on_after(most):
        await star.play_all()
    return star


def log_of(star: Star, seat: int) -> bytes:
    from owm_net.protocol.entries import MAGIC, frame_record

    return MAGIC + b"".join(map(frame_record, star.logs[seat].records))


@pytest.mark.parametrize("rule", ["move:30", "bank:60+0", "bank:60+5"])
async def test_who_thinks_too_long_loses_when_his_own_program_agrees(
    rule: str, autojump_clock: trio.testing.MockClock
) -> None:
    players = Thinker(0, 2.0), Thinker(1, 40.0)
    assert all(isinstance(player, Timed) for player in players)
    star = await played(rule, *players)
    assert star.ends == {0: None, 1: None}
    for seat, log in enumerate(star.logs):
        verdict, other = log.verdict(), second(log_of(star, seat), SYSTEM)
        assert verdict.verdict is Outcome.OK and other.kind == "OK"
        assert verdict.result is not None and verdict.result.winners == (0,)
        assert verdict.result.reason == "seat 1 ran out of time" == other.result[2]
    assert "you claim that P1's time is up" in players[0].told_of(Notice.WISH)
    assert "you have 0:10 left" in players[1].told_of(Notice.CLOCK)
    assert players[0].shown


async def test_who_is_quick_enough_plays_to_the_end(
    autojump_clock: trio.testing.MockClock,
) -> None:
    star = await played("move:30", Thinker(0, 20.0), Thinker(1, 25.0))
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    verdict = star.logs[0].verdict()
    assert verdict.verdict is Outcome.OK and verdict.wishes == 0


async def test_what_a_decision_adds_both_programs_add_to_both(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Else a player's own program would agree to a claim that comes too early."""
    players = Thinker(0, 2.0), Thinker(1, 2.0)
    await played("bank:60+5", *players, most=60)
    ours, theirs = (player.shown[-1][0] for player in players)
    assert all(abs(a - b) <= 6 for a, b in zip(ours, theirs, strict=True)), (ours, theirs)
    assert min(*ours, *theirs) > 60


async def test_an_answer_that_is_given_and_kept_back_costs_no_time(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """As the window keeps back passes: its own clock stops, so a claim is not agreed to."""
    held = Thinker(1, 10.0, held=25.0)
    star = await played("move:30", Thinker(0, 2.0), held)
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    assert any(
        "claims that your time is up; by this program's" in t for t in held.told_of(Notice.WISH)
    )
    assert star.logs[0].verdict().verdict is Outcome.OK


async def test_while_the_link_is_lost_no_clock_runs(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Seat 1 loses its link for an hour just when it is to decide; nobody's time is claimed."""
    spoke = Spoke("P1")

    class Cut(Thinker):
        asked = 0

        async def decide(self, view: Any) -> Any:
            self.asked += 1
            if self.asked == 3:
                await spoke.hold()
                nursery.start_soon(back)
            return await super().decide(view)

    async def back() -> None:
        await trio.sleep(3600)
        spoke.held.set()

    star = seated("bank:600+0", Thinker(0, 5.0), Cut(1, 5.0), spokes=[spoke])
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(star.play_all)
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    assert spoke.cuts == 1 and star.logs[1].verdict().wishes == 0


async def test_a_program_that_never_agrees_leaves_the_log_unfinished_with_the_claim(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    star = seated("move:30", Thinker(0, 2.0), Thinker(1, 50_000.0))
    monkeypatch.setattr(star.matches[1], "admit_time", lambda: None)
    with trio.move_on_after(2_000):
        await star.play_all()
    verdict, other = star.logs[0].verdict(), second(log_of(star, 0), SYSTEM)
    assert verdict.verdict is Outcome.UNFINISHED and other.kind == "UNFINISHED"
    (said,) = verdict.standing
    assert (said["seat"], said["what"], said["of"]) == (0, What.TIME.word, 1)
    assert 30_000 < said["ms"] < 60_000


async def test_a_claim_that_comes_too_early_changes_nothing(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that claims at once: the other says what it measures, and plays on to the end. No
    second of his time is lost by it."""
    monkeypatch.setattr(clock, "GRACE", -25.0)
    honest = Thinker(1, 29.0)
    star = await played("move:30", Thinker(0, 2.0), honest)
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    assert honest.told_of(Notice.WISH)
    assert star.logs[1].verdict().verdict is Outcome.OK
    assert star.logs[1].verdict().wishes > 0


async def test_in_a_match_of_three_who_runs_out_of_time_leaves(
    autojump_clock: trio.testing.MockClock,
) -> None:
    star = await played("move:30", Thinker(0, 1.0), Thinker(1, 1.0), Thinker(2, 300.0))
    assert star.ends == dict.fromkeys(range(3)), star.ends
    for seat in (0, 1):
        assert star.matches[seat].finished and star.matches[seat].dropped == (2,)
        verdict = star.logs[seat].verdict()
        assert verdict.verdict is Outcome.OK and "seat 2 ran out of time at" in verdict.reason
        assert [claim["of"] for claim in verdict.claims] == [2] * len(verdict.claims) != []
        told = [text for _, text in star.players[seat].notices]
        assert seat or "P2 ran out of time: the match goes on without P2" in told


async def test_a_bank_is_kept_for_when_the_match_is_taken_up_again() -> None:
    notes = [clock_note([600_000, 1500]), clock_note([590_500, 0])]
    assert clock_of(notes) == [590.5, 0.0] and clock_of([]) == [] and recall(notes)
    match = Match(SYSTEM, Star(2).matches[0].terms.with_(clock="bank:600+0"), own(0))
    assert clock.MatchClock(match, {}, Listener(0), clock_of(notes)).left == [590.5, 0.0]
    assert clock.MatchClock(match, {}, Listener(0), [1.0]).left == [600.0, 600.0]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("off", None),
        ("move:45", ClockRule(45)),
        ("bank:30", ClockRule(1800, True, 0)),
        ("bank:30+10", ClockRule(1800, True, 10)),
    ],
)
def test_what_may_be_typed(text: str, rule: ClockRule | None) -> None:
    assert read_clock(typed(text)) == rule


@pytest.mark.parametrize(
    "text",
    [
        "move:0",
        "move:4",
        "bank:4+60",
        "move:",
        "move:99999",
        "bank:+1",
        "bank:060+1",
        "bank:60",
        "move:6\n",
        "x",
        "move:٣",
    ],
)
def test_terms_with_another_clock_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        read_clock(text)
