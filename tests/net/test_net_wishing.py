"""Resigning, abandoning, adjourning over links: what players are told and asked, and how both
programs end."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.net import circle, driver, wishing
from owm_net.net.driver import FAREWELL
from owm_net.protocol.entries import Entry, EntryKind, decode_entry, sign, split_record
from owm_net.session.match import Match, What
from owm_net.session.player import ComputerPlayer, Notice, Will, Word
from owm_net.session.stops import wish_body
from owm_net.session.verify import Outcome, verify
from tests.net import test_net_crash
from tests.net.star import SYSTEM, Listener, Spoke, Star, own, played
from tests.net.test_net_crash import MODES, Disk, Table

STRIDE = 1 if os.environ.get("OWM_THOROUGH") else 11


@pytest.fixture(autouse=True)
def _who_looks_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hours are thought here, of which a program would look at the clock every second."""
    monkeypatch.setattr(driver, "CLOCK", 5.0)


class Person(Listener):
    """Thinks for a minute over each decision, says `words` at the `at`-th, agrees to what is in
    `agrees`."""

    slow = 60.0

    def __init__(self, seed: int, *words: Word, at: int = 3, agrees: tuple[What, ...] = ()) -> None:
        super().__init__(seed)
        self.words, self.at, self.agrees = words, at, agrees
        self.asked: list[tuple[What, str]] = []
        self.decided = 0
        self.say: Callable[[Word], None] = lambda word: None

    def may_speak(self, say: Callable[[Word], None]) -> None:
        self.say = say

    async def decide(self, view: Any) -> Any:
        self.decided += 1
        if self.decided == self.at:
            for word in self.words:
                self.say(word)
        return await super().decide(view)

    async def shall_agree(self, what: What, why: str) -> bool:
        self.asked.append((what, why))
        await trio.sleep(5)
        return what in self.agrees

    def wished(self) -> list[str]:
        return [text for kind, text in self.notices if kind == Notice.WISH]


async def meet(*players: Person, **more: Any) -> Star:
    star = Star(len(players), **more)
    star.players[:] = players
    with trio.fail_after(100_000):
        await star.play_all()
    return star


@pytest.mark.parametrize("seat", [0, 1])
async def test_who_resigns_loses_and_both_programs_end(
    seat: int, autojump_clock: trio.testing.MockClock
) -> None:
    people = [Person(s, *([Will(What.RESIGN)] if s == seat else [])) for s in (0, 1)]
    star = await meet(*people)
    assert star.ends == {0: None, 1: None}
    for log in star.logs:
        verdict = log.verdict()
        assert verdict.verdict is Outcome.OK and verdict.result is not None
        assert verdict.result.winners == (1 - seat,)
    assert people[seat].wished() == ["you resign"]
    assert people[1 - seat].wished() == [f"P{seat} resigns"]


async def test_one_who_resigns_while_the_link_is_lost_has_resigned(
    autojump_clock: trio.testing.MockClock,
) -> None:
    people = [Person(0), Person(1, Will(What.RESIGN))]
    star = await meet(*people, spokes=[Spoke("P1", every=2)])
    assert star.ends == {0: None, 1: None} and star.spokes[1].cuts > 3
    assert star.logs[0].verdict().result == star.matches[1].result
    assert star.matches[1].result is not None and star.matches[1].result.winners == (0,)


@pytest.mark.parametrize("seats", [2, 3])
async def test_what_all_agree_to_abandon_has_no_winner(
    seats: int, autojump_clock: trio.testing.MockClock
) -> None:
    """Each is asked once, though the offer is made again with each decision."""
    others = [Person(s, agrees=(What.ABANDON,)) for s in range(1, seats)]
    star = await meet(Person(0, Will(What.ABANDON)), *others)
    for seat, log in enumerate(star.logs):
        assert star.ends[seat] is None
        verdict = log.verdict()
        assert verdict.verdict is Outcome.OK and verdict.result is not None
        assert verdict.result.winners == ()
    assert others[0].asked == [
        (What.ABANDON, "P0 would abandon the match: it ends without a winner if all agree")
    ]


async def test_who_declines_is_left_in_peace_and_the_match_is_played_on(
    autojump_clock: trio.testing.MockClock,
) -> None:
    one, other = Person(0, Will(What.ABANDON)), Person(1)
    star = await meet(one, other)
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    assert len(other.asked) == 1
    assert "P1 would rather play on" in one.wished()
    assert star.matches[0].offers == ()


class Pest(Person):
    """Wishes beside all steps that are past at its `at`-th decision, and beside each one after."""

    def __init__(self, seed: int, *whats: What) -> None:
        super().__init__(seed, at=12)
        self.whats = whats
        self.match: Match

    def wish_beside(self, step: int) -> None:
        chain, mine = self.match.chain, own(1)
        here = chain.match_id, chain.heads[step], chain.states[step]
        body = wish_body(self.whats[step % len(self.whats)])
        record = sign(Entry(EntryKind.WISH, 1, step, *here, body), mine.identity)
        self.match._effects.send_to_all(record)

    async def decide(self, view: Any) -> Any:
        first = {self.at: 2}.get(self.decided + 1, self.match.step)
        if self.decided + 1 >= self.at:
            for step in range(first, self.match.step + 1):
                self.wish_beside(step)
        return await super().decide(view)


@pytest.mark.parametrize("whats", [(What.RESIGN,), (What.ABANDON, What.PLAY_ON)], ids=str)
async def test_who_wishes_beside_every_step_there_was_is_heard_a_few_times(
    whats: tuple[What, ...], autojump_clock: trio.testing.MockClock
) -> None:
    """A resignation is told once, the rest as often as one can read."""
    good, bad = Person(0), Pest(1, *whats)
    good.slow = bad.slow = 1.0
    star = Star(2)
    star.players[:], bad.match = [good, bad], star.matches[1]
    began = trio.current_time()
    with trio.fail_after(100_000):
        await star.play_all()
    lasted = trio.current_time() - began
    assert star.ends[0] is None and star.logs[0].verdict().wishes > 25
    told = [text for text in good.wished() if text.startswith("P1")]
    if whats == (What.RESIGN,):
        assert told == ["P1 resigns"]
    assert len(told) <= wishing.TOLD + 1 + lasted / wishing.TOLD_EVERY
    assert len(good.asked) <= 2 + lasted / wishing.ASK_AGAIN


async def test_an_offer_that_is_taken_back_takes_its_question_away(
    autojump_clock: trio.testing.MockClock,
) -> None:
    class Slow(Person):
        async def shall_agree(self, what: What, why: str) -> bool:
            self.asked.append((what, why))
            await trio.sleep(1000 * wishing.LAPSED)
            raise AssertionError("the question stays though nobody offers it any more")

    class Fickle(Person):
        async def decide(self, view: Any) -> Any:
            if self.decided == self.at + 1:
                self.say(Will(What.ADJOURN, on=False))
            return await super().decide(view)

    other = Slow(1)
    star = await meet(Fickle(0, Will(What.ADJOURN)), other)
    assert star.ends == {0: None, 1: None} and star.matches[0].finished
    assert len(other.asked) == 1


@pytest.mark.parametrize("seats", [2, 3])
async def test_adjourned_both_programs_end_and_another_time_the_match_goes_on(
    seats: int, autojump_clock: trio.testing.MockClock
) -> None:
    """Every program ends without help, none as if the other had left; its log goes on to its
    end."""
    others = [Person(s, agrees=(What.ADJOURN,)) for s in range(1, seats)]
    star = await meet(Person(0, Will(What.ADJOURN)), *others)
    assert star.ends == dict.fromkeys(range(seats))
    for log in star.logs:
        verdict = log.verdict()
        assert verdict.verdict is Outcome.UNFINISHED and verdict.adjourned
    again = Star(seats)
    for seat, before in enumerate(star.matches):
        match = Match(SYSTEM, before.terms, before.own, private=before._basis.private)
        match.replay(star.logs[seat].records)
        again.matches[seat], again.logs[seat] = match, star.logs[seat]
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            for seat in range(seats):
                history = list(star.logs[seat].records)
                nursery.start_soon(partial(again.play, seat, history=history))
    assert again.ends == dict.fromkeys(range(seats))
    for log in again.logs:
        assert log.verdict().verdict is Outcome.OK


async def test_who_takes_a_match_up_is_told_of_his_offer_that_still_counts(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """To abandon, signed beside the due step. The other has it, and need only agree."""
    people = [Person(0, Will(What.ABANDON)), Person(1, agrees=(What.ABANDON,))]
    star = Star(2)
    star.players[:] = people
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(star.play, 0))
        nursery.start_soon(partial(star.play, 1))
        with trio.fail_after(10_000):
            while not star.matches[1].wishes:
                await trio.testing.wait_all_tasks_blocked()
                await trio.sleep(0.1)
        nursery.cancel_scope.cancel()  # both programs end before anybody has agreed
    again = Star(2)
    mine, other = again.players[:] = Person(0), Person(1, agrees=(What.ABANDON,))
    for seat, before in enumerate(star.matches):
        match = Match(SYSTEM, before.terms, before.own, private=before._basis.private)
        match.replay(star.logs[seat].records)
        again.matches[seat], again.logs[seat] = match, star.logs[seat]
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            for seat in range(2):
                history = list(star.logs[seat].records)
                nursery.start_soon(partial(again.play, seat, history=history))
    assert mine.wished()[0].startswith("you offer to abandon the match")
    assert other.wished()[0].startswith("P0 offers to abandon the match") and len(other.asked) == 1
    result = again.logs[0].verdict().result
    assert result is not None and result.winners == ()


async def test_of_three_who_resigns_leaves_and_his_program_ends(
    autojump_clock: trio.testing.MockClock,
) -> None:
    star = await meet(Person(0), Person(1), Person(2, Will(What.RESIGN)))
    assert star.ends == dict.fromkeys(range(3))
    for seat in (0, 1):
        assert star.matches[seat].finished and star.matches[seat].dropped == (2,)
        assert star.logs[seat].verdict().verdict is Outcome.OK
    assert star.logs[2].verdict().reason.endswith("which resigned")
    assert star.settled[2] and "P2 resigned: the match goes on without P2" in [
        text for _, text in star.players[0].notices
    ]


class Parting(Person):
    """Loses its link and resigns, at its third decision; the link is back after so many seconds."""

    def __init__(self, seed: int, spoke: Spoke, away: float) -> None:
        super().__init__(seed)
        self.spoke, self.away = spoke, away
        self.nursery: trio.Nursery

    async def decide(self, view: Any) -> Any:
        if self.decided == 2:
            await self.spoke.hold()
            self.nursery.start_soon(self.plug)
            await trio.sleep(1)
            self.say(Will(What.RESIGN))
        return await super().decide(view)

    async def plug(self) -> None:
        await trio.sleep(self.away)
        self.spoke.held.set()


async def parting(away: float) -> Star:
    """A match of three of which seat 2 resigns without a link; until all three have ended."""
    spokes = [Spoke("P1"), Spoke("P2")]
    leaver = Parting(2, spokes[1], away)
    star = Star(3, spokes=spokes)
    star.players[:] = [Person(0), Person(1), leaver]
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            leaver.nursery = nursery
            nursery.start_soon(partial(star.play, 0))
            nursery.start_soon(partial(star.play, 1))
            await star.play(2)
            if not star.settled[2] and away > FAREWELL:  # another time
                before, log = star.matches[2], star.logs[2]
                match = Match(SYSTEM, before.terms, before.own, private=before._basis.private)
                match.replay(log.records)
                star.matches[2] = match
                spokes[1].held.set()
                star.spokes[2].ends[1] = await spokes[1].reach(1)
                await star.play(2, history=list(log.records))
    return star


@pytest.mark.parametrize("away", [6.0, 600.0])
async def test_who_resigns_without_a_link_goes_when_the_others_know(
    away: float, autojump_clock: trio.testing.MockClock
) -> None:
    """They wait for it a little; everything needed to say it another time is kept till then."""
    star = await parting(away)
    assert star.ends == dict.fromkeys(range(3)) and star.settled[2]
    for seat in (0, 1):
        assert star.matches[seat].finished and star.matches[seat].gave_up(Seat(2)) == "resigned"
        assert star.logs[seat].verdict().verdict is Outcome.OK
    told = "P2 resigned: the match goes on without P2"
    assert told in [text for _, text in star.players[0].notices]


async def test_who_has_resigned_looks_on_as_long_as_he_is_needed(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody lets them go, as if an older program played: proofs are checked meanwhile, and another
    may ask them at any moment for what it lacks."""
    monkeypatch.setattr(circle.Circle, "let_go", lambda self: None)
    star = await parting(6.0)
    assert star.matches[2].dropped == (2,) and not star.matches[2].is_working
    assert star.logs[2].verdict().verdict is Outcome.UNFINISHED


@pytest.mark.parametrize("every", [0, 9])
async def test_a_host_who_resigns_passes_on_what_the_others_say_to_the_end(
    every: int, autojump_clock: trio.testing.MockClock
) -> None:
    people = [Person(0, Will(What.RESIGN)), Person(1), Person(2)]
    star = await meet(*people, spokes=[Spoke("P1", every=every), Spoke("P2", every=every)])
    assert star.ends == dict.fromkeys(range(3)) and all(star.settled.values())
    for seat, log in enumerate(star.logs):
        verdict = log.verdict()
        assert star.matches[seat].dropped == (0,) and verdict.verdict is Outcome.OK
    told = [text for kind, text in people[0].notices if kind == Notice.DROPPED]
    assert told == ["you play no more; the others hear each other through you: do not stop yet"]


async def test_a_guest_notices_when_the_host_who_resigned_is_away(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """They hear the other guest through that host alone: they are told, and leave nobody out."""
    people = [Person(0, Will(What.RESIGN)), Person(1), Person(2)]
    spokes = [Spoke("P1"), Spoke("P2")]
    star = Star(3, spokes=spokes)
    star.players[:] = people

    async def away() -> None:
        await people[1].until(lambda: star.matches[1].dropped == (0,))
        await spokes[0].hold()
        await trio.sleep(1800)
        spokes[0].held.set()

    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(away)
            nursery.start_soon(partial(star.play_all, drop_after=100.0))
    assert star.ends == dict.fromkeys(range(3))
    assert all(match.dropped == (0,) for match in star.matches)
    assert [people[1].kinds().count(kind) for kind in (Notice.AWAY, Notice.BACK)] == [1, 1]


@pytest.mark.parametrize("nonsense", [False, True])
async def test_of_four_whose_host_has_resigned_two_go_on_without_the_third(
    nonsense: bool, autojump_clock: trio.testing.MockClock
) -> None:
    """The third has gone, or says what nobody can use: its link is the host's alone, who has no say
    any more. So the two look for themselves, and agree."""
    people = [Person(0, Will(What.RESIGN)), Person(1), Person(2), Person(3)]
    star = Star(4)
    star.players[:] = people

    async def goes() -> None:
        await people[2].until(lambda: star.matches[2].dropped == (0,))
        await trio.sleep(200)
        if nonsense:
            await star.spokes[1].ends[1].send(b"\x7f: of no kind that there is")
        else:
            await star.spokes[1].hold()

    others = {seat: {"drop_after": 100.0} for seat in (0, 2, 3)}
    await played(star, others, 40_000, goes)
    for seat in (2, 3):
        assert star.ends[seat] is None and star.matches[seat].dropped == (0, 1)
        assert star.logs[seat].verdict().verdict is Outcome.OK
    assert star.ends[0] is None and star.settled[0]


async def test_a_consent_ends_with_the_offer_that_it_was_given_to(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Seat 1 agrees, seat 2 never answers, seat 0 takes its offer back: nobody offers any more."""

    class Fickle(Person):
        async def decide(self, view: Any) -> Any:
            if self.decided == self.at + 1:
                self.say(Will(What.ABANDON, on=False))
            return await super().decide(view)

    class Slow(Person):
        async def shall_agree(self, what: What, why: str) -> bool:
            self.asked.append((what, why))
            await trio.sleep_forever()

    people = [Fickle(0, Will(What.ABANDON)), Person(1, agrees=(What.ABANDON,)), Slow(2)]
    star = await meet(*people)
    assert star.ends == dict.fromkeys(range(3)) and star.matches[0].stopped is None
    assert star.matches[1].offers == () and len(people[2].asked) == 1
    told = people[2].wished()
    means = "abandon the match: it ends without a winner if all agree"
    assert [t for t in told if "P1" in t] == [f"P1 agrees to {means}"]


async def test_what_cannot_be_is_said_to_who_wants_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """In a match that was begun with an older program, which would not understand it."""
    people = [Person(0, Will(What.RESIGN)), Person(1)]
    star = Star(2)
    star.players[:] = people
    for seat, match in enumerate(star.matches):
        star.matches[seat] = Match(SYSTEM, match.terms.with_(protocol=3), own(seat))
    with trio.fail_after(100_000):
        await star.play_all()
    assert star.ends == {0: None, 1: None} and star.matches[0].stopped is None
    refused = [text for kind, text in people[0].notices if kind == Notice.ERROR]
    assert refused == [
        "this is not possible: this match was begun with a version of owm_net that cannot do that"
    ]


class Resigner(ComputerPlayer):
    """Resigns at the sixth thing it is told, if it has not done so before its power went."""

    def __init__(self, match: Match, seed: int) -> None:
        super().__init__(match.system, Chance(seed), random_player)
        self.say: Callable[[Word], None] = lambda word: None
        self.times = 0

    def may_speak(self, say: Callable[[Word], None]) -> None:
        self.say = say

    def told(self, view: Any, events: Any) -> None:
        self.times += 1
        if self.times == 6:
            self.say(Will(What.RESIGN))


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("cut", [0, 1])
async def test_a_power_cut_at_any_write_of_a_match_that_is_resigned(
    cut: int, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seat 0 resigns; it or the other loses power at a write. Both logs come to one result, and no
    seat has signed two entries for one step."""
    before = test_net_crash.player
    monkeypatch.setattr(
        test_net_crash,
        "player",
        lambda match, seed: Resigner(match, seed) if seed == 0 else before(match, seed),
    )
    whole = Table((Disk(), Disk()))
    await whole.play()
    for at in range(MODES.index(mode), whole.disks[cut].writes, STRIDE):
        disks = (Disk(at, mode), Disk()) if cut == 0 else (Disk(), Disk(at, mode))
        table = Table(disks)
        await table.play()
        assert table.results[0] == table.results[1] is not None, (at, mode)
        signed: dict[tuple[int, int, bool], bytes] = {}
        for disk in disks:
            verdict = verify(disk.log, games.get, processes=1)
            assert verdict.verdict is Outcome.OK, (at, mode, verdict)
            assert verdict.result is not None and verdict.result.winners == (1,)
            for record in disk.records():
                e = decode_entry(split_record(record)[0])
                place = e.seat, e.step, e.kind is EntryKind.WISH
                assert signed.setdefault(place, record) == record


class Regretful(Person):
    """Would take its last decision back as soon as it can be, if it `regrets`."""

    match: Match
    regrets = False
    has_asked = 0

    def told(self, view: Any, events: Any) -> None:
        super().told(view, events)
        own = self.match.own
        may = [one for one in self.match.may_be_taken_back() if own and one.seat == own.seat]
        can = self.match.why_no_wish(What.TAKE_BACK) is None
        if self.regrets and may and can and self.has_asked < 3:
            self.has_asked += 1
            self.say(Will(What.TAKE_BACK))


async def regret(lets: bool, agrees: bool, seats: int = 2) -> tuple[Star, list[Regretful]]:
    people = [Regretful(s, agrees=(What.TAKE_BACK,) if agrees else ()) for s in range(seats)]
    star = Star(seats)
    star.players[:] = people
    for seat, person in enumerate(people):
        person.match, person.lets_take_back = star.matches[seat], lets
    people[0].regrets = True
    with trio.fail_after(100_000):
        await star.play_all()
    assert star.ends == dict.fromkeys(range(seats)) and people[0].has_asked
    assert all(log.verdict().verdict is Outcome.OK for log in star.logs)
    return star, people


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_program_agrees_by_itself_that_another_takes_a_decision_back(
    seats: int, autojump_clock: trio.testing.MockClock
) -> None:
    """Its player is not asked, for they have not acted since; they are told who asks."""
    star, people = await regret(lets=True, agrees=False, seats=seats)
    assert star.matches[0].turned_back and star.matches[1].turned_back
    assert not [asked for one in people for asked in one.asked]
    assert "P0 asks to take their last decision back" in people[1].wished()
    assert not [said for said in people[0].wished() if said.startswith("P1 asks")]


async def test_a_player_who_must_be_asked_decides_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    star, people = await regret(lets=False, agrees=True)
    assert star.matches[0].turned_back
    assert people[1].asked[0] == (
        What.TAKE_BACK,
        "P0 would take back a decision, and what you have decided since",
    )
    star, people = await regret(lets=False, agrees=False)
    assert not star.matches[0].turned_back and people[1].asked
    assert "P1 would rather play on" in people[0].wished()


async def test_a_player_who_has_acted_since_is_asked_whatever_they_allow(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    monkeypatch.setattr(Match, "has_acted_since", lambda match, back: True)
    star, people = await regret(lets=True, agrees=False)
    assert people[1].asked[0][0] is What.TAKE_BACK and not star.matches[0].turned_back


async def test_what_was_revealed_since_is_not_taken_back(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The player is told why not, and nothing is signed."""
    one = Person(0, Will(What.TAKE_BACK), at=1)
    star = await meet(one, Person(1))
    why = "this is not possible: something was revealed since your last decision"
    assert (Notice.ERROR, why) in one.notices
    assert star.logs[0].verdict().wishes == 0
