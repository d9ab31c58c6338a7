"""The match clock: measured by each program for itself; that it has run out is a claim."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.net import clock
from owm_net.program.logs.judging import stopped_waiting
from owm_net.program.logs.verdict_words import in_words
from owm_net.program.options.typed import clock as typed
from owm_net.protocol.entries import EntryKind
from owm_net.session.clock_terms import ClockRule, read_clock
from owm_net.session.match import Match, Phase, What
from owm_net.session.player import Clocks, Notice, Timed
from owm_net.session.private import clock_note, clock_of, recall
from owm_net.session.standings import judged
from owm_net.session.terms import CannotPlay, check_terms
from owm_net.session.verify import Outcome
from tests.net.star import SYSTEM, Listener, Spoke, Star, own
from tests.second_verifier.verify import verify as second

pytestmark = pytest.mark.usefixtures("quick_sums")


class Thinker(Listener):
    """Thinks so many seconds over each decision. shown: what its clocks have said."""

    has_answered = False

    def __init__(self, seed: int, slow: float, held: float = 0.0) -> None:
        super().__init__(seed)
        self.slow, self.held = slow, held
        self.shown: list[Clocks] = []

    async def decide(self, view: Any) -> Any:
        answer = await super().decide(view)
        self.has_answered = True
        await trio.sleep(self.held)
        self.has_answered = False
        return answer

    def clock(self, now: Clocks) -> None:
        self.shown.append(now)

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
    ours, theirs = (player.shown[-1].left for player in players)
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


# ------------------------------------------------------------------ the bank of absence


class Waiting(Thinker):
    """Is asked whether to stop waiting, and says so. back: told that the other is there again."""

    def __init__(self, seed: int, stops: bool, slow: float = 5.0) -> None:
        super().__init__(seed, slow)
        self.stops = stops
        self.asked: list[tuple[float, str]] = []
        self.taken_back = 0

    async def shall_agree(self, what: What, why: str) -> bool:
        assert what is What.STOPS_WAITING
        self.asked.append((trio.current_time(), why))
        try:
            await trio.sleep(1.0)
        except trio.Cancelled:
            self.taken_back += 1
            raise
        return self.stops


async def with_absence(
    rule: str, host: Thinker, guest_away: float, at: int = 3, most: float = 100_000
) -> Star:
    """The guest's link is lost for so many seconds just when it is asked for the third time."""
    spoke = Spoke("P1")

    class Cut(Thinker):
        asked = 0

        async def decide(self, view: Any) -> Any:
            self.asked += 1
            if self.asked == at:
                await spoke.hold()
                nursery.start_soon(back)
            return await super().decide(view)

    async def back() -> None:
        await trio.sleep(guest_away)
        spoke.held.set()

    star = seated(rule, host, Cut(1, 5.0), spokes=[spoke])
    with trio.move_on_after(most):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(star.play_all)
    return star


def both(star: Star, seat: int) -> Any:
    verdict, other = star.logs[seat].verdict(), second(log_of(star, seat), SYSTEM)
    assert verdict.verdict.value == other.kind
    return verdict


async def test_who_is_away_for_too_long_is_waited_for_no_longer(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The log ends with the signed claim, and says how long: no result, nobody's fault."""
    host = Waiting(0, stops=True)
    star = await with_absence("move:60,away:120", host, 10_000, most=400)
    verdict = both(star, 0)
    assert verdict.verdict is Outcome.UNFINISHED and verdict.owed_by == [1]
    assert [said["what"] for said in verdict.standing] == ["away", "stops waiting"]
    assert [(said["seat"], said["of"]) for said in verdict.claims] == [(0, 1), (0, 1)]
    assert all(120_000 <= said["ms"] < 130_000 for said in verdict.claims)
    (asked,) = host.asked
    assert "P1 has been away for 2:0" in asked[1] and "tournament" in asked[1]
    assert star.matches[0].result is None
    assert stopped_waiting(verdict, Seat(0)) and not stopped_waiting(verdict, Seat(1))
    told = in_words(verdict)
    assert any("P0 (seat 1) claimed at step" in line and "P1 (seat 2)" in line for line in told)
    assert any("P0 (seat 1) signed at step" in line and "stopped waiting" in line for line in told)
    assert judged(verdict).absence == (0, 1, verdict.standing[0]["step"])


async def test_who_waits_on_is_asked_again_later_and_plays_on_when_the_other_is_back(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The trace stays in both logs; the question is taken back."""
    host = Waiting(3, stops=False)
    star = await with_absence("bank:600+0,away:60", host, 800)
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    assert 2 <= len(host.asked) <= 3
    for seat in (0, 1):
        verdict = both(star, seat)
        assert verdict.verdict is Outcome.OK
        said, other = verdict.claims  # the other had answered meanwhile, and says the same of us
        assert (said["what"], said["seat"], said["of"]) == ("away", 0, 1)
        assert (other["seat"], other["step"]) == (1, said["step"] + 1)


async def test_an_absence_within_the_bank_leaves_no_claim(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Both see what is left of it, and are told when that is little."""
    host = Waiting(0, stops=True)
    star = await with_absence("bank:600+0,away:120", host, 100)
    assert star.ends == {0: None, 1: None} and not host.asked
    assert both(star, 0).claims == []
    guest = cast(Thinker, star.players[1])
    assert "P1 may be away at their decisions for 1:00 more" in host.told_of(Notice.CLOCK)
    assert host.shown[0].away == (120, 120) and 15 <= host.shown[-1].away[1] <= 25
    assert not guest.told_of(Notice.CLOCK) or guest.shown[-1].away[1] < 120


async def test_who_was_not_away_for_so_long_is_told_and_plays_on(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that claims at once what is not so: the other's says what it measures itself."""
    monkeypatch.setattr(
        clock.MatchClock, "used_up", lambda self: sorted(self._deciding - {self._ours})
    )
    honest = Thinker(1, 5.0)
    star = await played("bank:600+0,away:300", Thinker(0, 5.0), honest)
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    told = honest.told_of(Notice.WISH)
    assert any("by this program's clock you were away for 0:00" in text for text in told)
    assert both(star, 1).verdict is Outcome.OK


async def test_who_has_lost_everybody_accuses_nobody(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Of three: it is they who are cut off."""
    match = Match(SYSTEM, Star(3).matches[0].terms.with_(clock="move:60,away:60"), own(0))
    lines = {seat: SimpleNamespace(is_needed=True, is_away=True) for seat in (1, 2)}
    measured = clock.MatchClock(match, cast(Any, lines), Listener(0))
    monkey = SimpleNamespace(
        phase=Phase.PLAYING, due=lambda: EntryKind.ANSWER, may_sign=True, owed=lambda: [1]
    )
    measured._match = cast(Any, monkey)
    assert measured._away_at_their_decision() == set()
    lines[2].is_away = False
    assert measured._away_at_their_decision() == {1}
    monkey.owed = lambda: [0, 1]  # nor who has not decided themselves
    assert measured._away_at_their_decision() == set()


async def test_a_bank_of_absence_is_kept_for_when_the_match_is_taken_up_again() -> None:
    match = Match(SYSTEM, Star(2).matches[0].terms.with_(clock="move:60,away:300"), own(0))
    measured = clock.MatchClock(match, {}, Listener(0), [60.0, 60.0, 0.0, 200.0])
    assert measured.away == [0.0, 200.0] and measured.note() == []
    measured.away[1] = 250.0
    assert measured.note() == [60_000, 60_000, 0, 250_000]
    assert clock.MatchClock(match, {}, Listener(0), [60.0, 60.0]).away == [0.0, 0.0]


async def test_an_older_program_refuses_terms_with_a_bank_of_absence_by_a_sentence() -> None:
    """Every older one looks at the clock by this form, and answers what it does not know so."""
    old = re.compile(r"(?:move:([1-9][0-9]{0,4})|bank:([1-9][0-9]{0,4})\+([0-9]{1,5}))")
    assert old.fullmatch("bank:1800+0,away:300") is None
    terms = Star(2).matches[0].terms.with_(clock="bank:1800+0,later:300")
    with pytest.raises(CannotPlay, match="a match clock of an unknown kind: install the same"):
        check_terms(terms, SYSTEM)


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
    """A program that claims at once: the other says what it measures, and plays on to the end. The
    other loses no second of their time by it."""
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
        ("bank:30,away:5", ClockRule(1800, True, 0, 300)),
        ("move:45,away:1", ClockRule(45, False, 0, 60)),
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
        "away:60",
        "move:60,away:29",
        "move:60,away:0",
        "move:60,away:060",
        "move:60,away:90000",
        "move:60,away:60,away:60",
        "bank:60+0,",
    ],
)
def test_terms_with_another_clock_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        read_clock(text)
