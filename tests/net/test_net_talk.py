"""Remarks between players over links: nothing of the match waits for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.net import talk
from owm_net.session.player import Mute, Notice, Remark, Word
from owm_net.session.remarks import AT_FIRST
from owm_net.session.verify import Outcome
from tests.net.star import Listener, Spoke, Star


class Writer(Listener):
    """Says `words` when it is asked for the first time, and thinks on for a while."""

    def __init__(self, seed: int, *words: Word, pause: float = 0.0) -> None:
        super().__init__(seed)
        self.words, self.pause = list(words), pause
        self.say: Callable[[Word], None] = lambda word: None

    def may_speak(self, say: Callable[[Word], None]) -> None:
        self.say = say

    async def decide(self, view: Any) -> Any:
        while self.words:
            self.say(self.words.pop(0))
            await trio.sleep(self.pause)
        return await super().decide(view)

    def remarks(self) -> list[str]:
        return [text for kind, text in self.notices if kind == Notice.REMARK]


async def meet(*players: Writer, spokes: list[Spoke] | None = None) -> Star:
    star = Star(len(players), spokes=spokes)
    star.players[:] = players
    with trio.fail_after(10_000):
        await star.play_all()
    assert set(star.ends.values()) == {None}, star.ends
    for log in star.logs:
        assert log.verdict().verdict is Outcome.OK
    return star


async def test_all_read_it_in_its_order_through_a_link_that_is_cut_all_the_time(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Between guests of a star too, though each link is cut at every third record."""
    lines = [Remark(f"line {n}") for n in range(5)]
    players = [Writer(seat, *lines, pause=1) for seat in range(3)]
    star = await meet(*players, spokes=[Spoke("P1", every=3), Spoke("P2", every=3)])
    assert star.spokes[1].cuts > 5
    for player in players:
        for seat in range(3):
            told = [t for t in player.remarks() if t.startswith(f"P{seat}: ")]
            assert told == [f"P{seat}: line {n}" for n in range(5)]


async def test_what_cannot_be_sent_is_said_to_its_author_alone(
    autojump_clock: trio.testing.MockClock,
) -> None:
    one = Writer(0, Remark("x" * 201), Remark("\x1b[2J"), Remark("fine"))
    other = Writer(1)
    await meet(one, other)
    refused = [text for kind, text in one.notices if kind == Notice.ERROR]
    assert refused == [
        "this was not sent: it is longer than 200 characters",
        "this was not sent: it holds what cannot be printed",
    ]
    assert one.remarks() == other.remarks() == ["P0: fine"]


async def test_nobody_writes_faster_than_others_read(
    autojump_clock: trio.testing.MockClock,
) -> None:
    one, other = Writer(0, *[Remark(str(n)) for n in range(20)]), Writer(1)
    star = await meet(one, other)
    assert len(other.remarks()) == talk.SENT
    assert [kind for kind in one.kinds() if kind == Notice.ERROR] == [Notice.ERROR] * 14
    assert star.matches[1].counts.remarks == talk.SENT


async def test_who_writes_all_the_same_fills_neither_screen_nor_log(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A program without manners: some lines are shown, one says that there are more; the log holds
    as many as a seat has. The match is played to its end."""
    other = Writer(1)
    rude = Writer(0)
    star = Star(2)
    star.players[:] = [rude, other]

    async def flood(view: Any) -> Any:
        match = star.matches[0]
        while match.why_no_remark("spam") is None:
            match.remark("spam")
        return await Listener.decide(rude, view)

    rude.decide = flood  # type: ignore[method-assign]
    with trio.fail_after(10_000):
        await star.play_all()
    assert set(star.ends.values()) == {None}
    shown = other.remarks()
    assert talk.SHOWN < len(shown) < talk.SHOWN + 20
    assert "P0 writes faster than can be read: see the log" in shown
    verdict = star.logs[1].verdict()
    assert verdict.verdict is Outcome.OK
    assert AT_FIRST < verdict.remarks <= AT_FIRST + star.matches[1].step


async def test_one_who_is_muted_is_in_the_log_and_not_on_the_screen(
    autojump_clock: trio.testing.MockClock,
) -> None:
    class Deaf(Writer):
        def may_speak(self, say: Callable[[Word], None]) -> None:
            say(Mute(Seat(0), True))

    def writes(seat: int) -> Writer:
        return Writer(seat, *[Remark(f"line {n}") for n in range(4)], pause=3)

    deaf = Deaf(1)
    star = await meet(writes(0), deaf, writes(2))
    assert star.matches[1].counts.remarks == 8
    assert deaf.remarks() == [f"P2: line {n}" for n in range(4)], "of him alone nothing is shown"
