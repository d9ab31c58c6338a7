"""Passes: the kernel offers them, judges them, and goes on with the frame's step for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define

from owm_net.engine import agenda
from owm_net.engine.agenda import About, Ask, Done, End, Frame, GameState, Kind, Outcome, Refusal
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.passing import Pass
from owm_net.engine.records import record, register
from owm_net.engine.requests import Answer, Over, Result
from owm_net.engine.view import View
from tests.seats import ANN

BELL = "until the bell rings"


@register("test.passing.table")
@define(kw_only=True)
class Table(GameState):
    """bound: nobody may pass. late: it is late, and a pass means to go home."""

    bound: bool = False
    late: bool = False


@record("test.passing.shout")
class Shout(Answer):
    word: str


SHOUT = Kind(
    "shout",
    Shout,
    rule="TEST-01",
    why="a word is asked for",
    passes="say nothing",
    until=(BELL,),
    pass_first=True,
)


@agenda.frame("test.passing.asking")
@define
class Asking(Frame[None]):
    def start(self, g: Table) -> Outcome[None]:
        return Ask(SHOUT.of(ANN), then=self.hear)

    @SHOUT.offers
    def offers_shout(self, view: View[Table]) -> Iterator[Shout]:
        yield from (Shout("hi"), Shout("HEY"))

    @SHOUT.judges
    def why_not_shout(self, view: View[Table], answer: Shout) -> Refusal | None:
        return Refusal("TEST-02", "that is loud") if answer.word.isupper() else None

    @SHOUT.holds
    def why_no_pass_shout(self, view: View[Table], answer: Pass) -> Refusal | None:
        return Refusal("TEST-03", "everybody speaks") if view.state.bound else None

    @SHOUT.tells
    def about_shout(self, view: View[Table]) -> About:
        return About("say a word", passes="go home" if view.state.late else "")

    def hear(self, g: Table, answer: Shout) -> Outcome[None]:
        return End(Result((), (1,), answer.word))

    def passed_shout(self, g: Table) -> Outcome[None]:
        return End(Result((), (0,), "silence"))


def asked(**state: Any) -> tuple[Table, View[Table]]:
    g = Table(seats=1, agenda=[Asking()], **state)
    agenda.begin(g)
    return g, View(g, ANN, {})


def test_passes_are_offered_where_the_kind_says_and_judged_by_the_kernel() -> None:
    _, view = asked()
    assert list(agenda.offers(view)) == [Pass(), Pass(BELL), Shout("hi"), Shout("HEY")]
    assert agenda.options(view) == [Pass(), Pass(BELL), Shout("hi")]
    no = agenda.why_not(view, Pass("forever"))
    assert no is not None and (no.rule, "forever" in no.why) == ("KERNEL", True)


@pytest.mark.parametrize(("answer", "standing"), [(Pass(), {}), (Pass(BELL), {ANN: (BELL,)})])
def test_a_pass_is_heard_by_its_own_step_and_a_standing_one_is_kept(
    answer: Pass, standing: dict[int, tuple[str, ...]]
) -> None:
    g, _ = asked()
    agenda.advance(g, answer)
    assert g.pending == Over(Result((), (0,), "silence")) and g.standing == standing


def test_a_frame_may_hold_a_seat_to_an_answer() -> None:
    g, view = asked(bound=True)
    assert agenda.options(view) == [Shout("hi")]
    with pytest.raises(IllegalAnswer, match="everybody speaks"):
        agenda.advance(g, Pass())


def test_a_pass_is_told_in_the_words_of_the_question_or_of_the_moment() -> None:
    words = [agenda.described(asked(late=late)[1], Pass()) for late in (False, True)]
    assert words == ["say nothing", "go home"]
    assert agenda.described(asked(late=True)[1], Pass(BELL)) == f"pass {BELL}"


def test_a_question_that_may_be_passed_needs_a_step_for_the_pass() -> None:
    with pytest.raises(EngineBug, match="passed_shout"):

        @agenda.frame("test.passing.deaf")
        @define
        class Deaf(Frame[None]):
            def start(self, g: Table) -> Outcome[None]:
                return Done()

            @SHOUT.offers
            def offers_shout(self, view: View[Table]) -> Iterator[Shout]:
                yield from ()
