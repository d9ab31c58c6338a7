"""Frames, steps and requests: the heart of the engine, on small frames of our own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define, field, frozen

from owm_net import games
from owm_net.engine import agenda, codec
from owm_net.engine.agenda import Ask, Call, Done, End, Frame, GameState, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played, register
from owm_net.engine.requests import (
    Answer,
    Choose,
    ChooseSecretly,
    Draw,
    Flip,
    Over,
    Peek,
    Pick,
    Request,
    Result,
    Reveal,
    Roll,
    Show,
    Shuffle,
)
from owm_net.engine.view import EVERYBODY, View
from owm_net.engine.windows import Pass
from owm_net.engine.zones import slot
from owm_net.games.skeleton.system import Send, Stance

END = Result((0,), (1, 0), "that was all")


@register("test.agenda.say")
@frozen
class Say(Answer):
    """A number, and perhaps a card."""

    n: int
    card: Played | None = None


@register("test.agenda.table")
@define(kw_only=True)
class Table(GameState):
    """heard: all that the frames were told."""

    heard: list[str] = field(factory=list)


@frame("test.agenda.script")
@define
class Script(Frame):
    """Asks one request after another and writes down what it is told."""

    todo: list[Request]

    def start(self, g: Table) -> Any:
        """The next request."""
        return Ask(self.todo.pop(0), then=self.hear) if self.todo else self.end

    def hear(self, g: Table, *told: object) -> Any:
        """Whatever comes."""
        g.heard.append(f"{told}")
        g.tell("heard", "TEST-01")
        return self.start

    def end(self, g: Table) -> Any:
        """No more."""
        return End(END)

    def offers_say(self, view: View[Table]) -> Iterator[Answer]:
        """Six numbers, of which half are allowed."""
        yield from (Say(n) for n in range(6))

    def why_not_say(self, view: View[Table], answer: Answer) -> Refusal | None:
        """An even number below 100; a card from the hand, which may not be card 13."""
        if not isinstance(answer, Say) or not 0 <= answer.n < 100:
            return Refusal("TEST-02", "a number is asked")
        if answer.n % 2:
            return Refusal("TEST-03", "odd numbers are forbidden")
        if answer.card is not None and answer.card not in view.state.hands[view.seat]:
            return Refusal("TEST-04", "the card is not in the hand")
        if answer.card is not None and view.card(answer.card) == 13:
            return Refusal("TEST-05", "card 13 brings bad luck")
        return None

    def offers_nothing(self, view: View[Table]) -> Iterator[Answer]:
        """Nothing."""
        yield from ()

    why_not_nothing = why_not_say

    offers_many = offers_nothing
    why_not_many = why_not_say

    def sample_many(self, view: View[Table], chance: Chance) -> Answer:
        """Too many to list."""
        return Say(2 * chance.below(50))

    offers_wrong = offers_say

    def why_not_wrong(self, view: View[Table], answer: Answer) -> Any:
        """Says no in a way that the kernel does not know."""
        return "no"


@frame("test.agenda.outer")
@define
class Outer(Frame):
    """Calls inner frames: with a result, without, and one that ends the game."""

    def start(self, g: Table) -> Any:
        """With a result that is false, to see that it is one."""
        return Call(Inner("result"), then=self.got)

    def got(self, g: Table, number: int) -> Any:
        """0."""
        g.heard.append(f"got {number}")
        return Call(Inner("nothing"), then=self.went_on)

    def went_on(self, g: Table) -> Any:
        """Without an argument."""
        g.heard.append("went on")
        return Call(Inner("end"), then=self.never)

    def never(self, g: Table) -> Any:
        """The game is over by then."""
        raise AssertionError


@frame("test.agenda.inner")
@define
class Inner(Frame):
    """Ends in different ways."""

    how: str

    def start(self, g: Table) -> Any:
        """As told."""
        return {"result": Done(0), "nothing": Done(), "end": End(END), "bug": 17}[self.how]


def begin(*todo: Request, **more: Any) -> Table:
    g = Table(seats=2, hands=[[], []], agenda=[Script(list(todo))], **more)
    agenda.begin(g)
    return g


# ------------------------------------------------------------------ frames


def test_calls_bring_results_and_the_end_ends_all() -> None:
    g = Table(seats=2, agenda=[Outer()])
    assert agenda.begin(g) == Over(END) == g.pending
    assert g.heard == ["got 0", "went on"]
    assert g.agenda == []


def test_a_step_that_returns_nonsense_is_a_bug() -> None:
    with pytest.raises(EngineBug, match=r"step test\.agenda\.inner\.start returned 17"):
        agenda.begin(Table(seats=2, agenda=[Inner("bug")]))


@pytest.mark.parametrize("how", ["nothing", "result"])
def test_an_agenda_that_runs_dry_is_a_bug(how: str) -> None:
    with pytest.raises(EngineBug, match="the agenda is empty"):
        agenda.begin(Table(seats=2, agenda=[Inner(how)]))


def test_nothing_is_answered_before_the_beginning_or_after_the_end() -> None:
    g = begin()
    assert g.pending == Over(END)
    with pytest.raises(EngineBug, match="nothing is asked"):
        agenda.advance(g, ())
    with pytest.raises(EngineBug, match="already begun"):
        agenda.begin(g)
    with pytest.raises(EngineBug, match="nothing is asked"):
        agenda.advance(Table(seats=2, agenda=[Script([])]), ())


def test_events_are_those_of_the_last_step() -> None:
    g = begin(Roll(6, 1, "x"), Roll(6, 1, "y"))
    assert g.events == []
    for n in (1, 2):
        agenda.advance(g, (n,))
        assert [repr(e) for e in g.events] == ["heard  TEST-01"]
    assert g.clone().events == []


# ------------------------------------------------------------------ what a dealer answers

SLOTS = (slot(1, 0), slot(1, 1))
DEALT: list[tuple[Request, Any]] = [
    (Flip(SLOTS), (3, 4)),
    (Flip(()), ()),
    (Reveal(1, SLOTS), (3, 4)),
    (Reveal(1, ()), ()),
    (Roll(6, 2, "x"), (1, 6)),
    (Roll(6, 0, "x"), ()),
    (Pick(3, "x"), (2,)),
]
SILENT: list[Request] = [
    Draw(0, SLOTS),
    Peek(0, SLOTS),
    Show(0, 1, SLOTS),
    Shuffle(1, (1, 2)),
    Shuffle(1, ()),
]


@pytest.mark.parametrize(("request_", "answer"), DEALT, ids=repr)
def test_a_dealers_answer_reaches_the_step(request_: Request, answer: Any) -> None:
    g = begin(request_)
    agenda.advance(g, answer)
    assert g.heard == [f"{(answer,)}"], "also an answer of no cards is an answer"


@pytest.mark.parametrize("request_", SILENT, ids=repr)
def test_a_step_is_told_nothing_of_what_stays_hidden(request_: Request) -> None:
    g = begin(request_)
    agenda.advance(g, ())
    assert g.heard == ["()"]


MISDEALT: list[tuple[Request, Any]] = [
    (Flip(SLOTS), ()),
    (Flip(SLOTS), (1,)),
    (Flip(SLOTS), (1, 2, 3)),
    (Flip(SLOTS), [1, 2]),
    (Flip(SLOTS), (1, -2)),
    (Flip(SLOTS), (1, "2")),
    (Flip(SLOTS), None),
    (Reveal(0, SLOTS), (1,)),
    (Reveal(0, SLOTS), SLOTS),
    (Roll(6, 2, "x"), (1,)),
    (Roll(6, 2, "x"), (0, 1)),
    (Roll(6, 2, "x"), (1, 7)),
    (Roll(6, 2, "x"), ("1", 2)),
    (Pick(3, "x"), (3,)),
    (Pick(3, "x"), (-1,)),
    (Pick(3, "x"), ()),
    (Pick(3, "x"), 1),
    *[(request, (1,)) for request in SILENT],
    *[(request, None) for request in SILENT],
]


@pytest.mark.parametrize(("request_", "answer"), MISDEALT, ids=repr)
def test_a_misdealt_answer_is_a_bug_and_changes_nothing(request_: Request, answer: Any) -> None:
    g = begin(request_)
    before = codec.encode(g)
    with pytest.raises(EngineBug, match="the dealer answered"):
        agenda.advance(g, answer)
    assert codec.encode(g) == before and g.heard == []


def test_show_tells_one_seat() -> None:
    """No system uses it yet; this does."""
    dealer = LocalDealer(3, Chance(1))
    g = Table(seats=3, hands=[[], [], []], agenda=[Script([])])
    g.agenda = [Script([g.shuffle("d", [7, 8]), g.draw(0, "d", 2), Show(0, 2, SLOTS[1:])])]
    agenda.begin(g)
    while not isinstance(g.pending, Over):
        assert g.pending is not None
        agenda.advance(g, dealer.answer(g.pending))
    views = [View(g, seat, dealer.knowledge[seat]).cards(g.hands[0]) for seat in range(3)]
    both = tuple(dealer.faces[s] for s in SLOTS)
    assert views == [both, (None, None), (None, both[1])]


# ------------------------------------------------------------------ decisions


def test_an_illegal_answer_says_who_why_and_by_which_rule_and_changes_nothing() -> None:
    g = begin(Choose(1, "say"))
    before = codec.encode(g)
    with pytest.raises(IllegalAnswer) as caught:
        agenda.advance(g, Say(3))
    e = caught.value
    assert (e.seat, e.answer, e.request, e.rule) == (1, Say(3), Choose(1, "say"), "TEST-03")
    assert str(e) == "seat 1: odd numbers are forbidden (TEST-03)"
    assert codec.encode(g) == before and g.pending == Choose(1, "say")
    agenda.advance(g, Say(2))
    assert g.steps == 1


@pytest.mark.parametrize(
    "answer", [None, 2, "say", (Say(2),), Choose(1, "say"), END, Table(seats=2)], ids=repr
)
def test_what_is_no_answer_is_refused(answer: object) -> None:
    with pytest.raises(IllegalAnswer, match="is no answer") as caught:
        agenda.advance(begin(Choose(1, "say")), answer)
    assert caught.value.rule == "KERNEL"


@pytest.mark.parametrize("seat", [0, 2, EVERYBODY])
def test_only_the_seat_that_is_asked_may_answer(seat: int) -> None:
    g = begin(Choose(1, "say"))
    with pytest.raises(IllegalAnswer, match=f"seat 1 is asked, not seat {seat}"):
        agenda.check_answer(g, seat, Say(2))
    agenda.check_answer(g, 1, Say(2))
    secret = begin(ChooseSecretly((1,), "say"))
    with pytest.raises(IllegalAnswer, match=f"seat {seat} is not asked"):
        agenda.check_answer(secret, seat, Say(2))
    agenda.check_answer(secret, 1, Say(2))


def test_where_nobody_decides_there_is_nothing_to_judge() -> None:
    g = begin(Roll(6, 1, "x"))
    for ask in (
        lambda: agenda.check_answer(g, 0, Say(2)),
        lambda: agenda.options(View(g, 0, {})),
        lambda: agenda.sample(View(g, 0, {}), Chance(0)),
    ):
        with pytest.raises(EngineBug, match="no decision is asked"):
            ask()
    refusal = agenda.why_not(View(g, 0, {}), Say(2))
    assert repr(refusal) == "no decision is asked (KERNEL)"


def test_options_are_the_allowed_offers_and_a_sample_is_one_of_them() -> None:
    view = View(begin(Choose(1, "say")), 1, {})
    assert agenda.options(view) == [Say(0), Say(2), Say(4)]
    chance = Chance("options")
    drawn = [agenda.sample(view, chance) for _ in range(60)]
    assert all(drawn.count(option) > 5 for option in agenda.options(view))
    many = View(begin(Choose(1, "many")), 1, {})
    assert agenda.options(many) == []
    assert agenda.why_not(many, agenda.sample(many, chance)) is None


def test_a_question_without_an_allowed_answer_is_a_bug() -> None:
    view = View(begin(Choose(1, "nothing")), 1, {})
    with pytest.raises(EngineBug, match=r"test\.agenda\.script asks for 'nothing' and allows noth"):
        agenda.sample(view, Chance(0))


def test_a_verdict_must_be_a_refusal() -> None:
    with pytest.raises(EngineBug, match="why_not_wrong returned 'no'"):
        agenda.advance(begin(Choose(1, "wrong")), Say(2))


def test_secret_answers_take_effect_together() -> None:
    g = begin(ChooseSecretly((0, 1), "say"))
    before = codec.encode(g)
    for wrong in ((Say(2),), (Say(2),) * 3, [Say(2), Say(2)], Say(2)):
        with pytest.raises(EngineBug, match="2 answers expected"):
            agenda.advance(g, wrong)
    with pytest.raises(IllegalAnswer) as caught:
        agenda.advance(g, (Say(2), Say(5)))
    assert caught.value.seat == 1
    assert codec.encode(g) == before
    agenda.advance(g, (Say(2), Say(4)))
    assert g.heard == [f"{((Say(2), Say(4)),)}"]


def test_a_secret_answer_cannot_play_a_hidden_card() -> None:
    g = begin(ChooseSecretly((0, 1), "say"))
    g.hands[0].append(SLOTS[0])
    with pytest.raises(EngineBug, match="nobody opens it"):
        agenda.advance(g, (Say(2, Played(SLOTS[0])), Say(4)))


# ------------------------------------------------------------------ cards that answers play


def with_hand() -> Table:
    g = begin(Choose(1, "say"))
    g.hands[1] = [SLOTS[0], SLOTS[1], 20]
    return g


def test_a_played_card_is_opened_before_its_answer_takes_effect() -> None:
    g = with_hand()
    assert agenda.advance(g, Say(2, Played(SLOTS[1]))) == Reveal(1, SLOTS[1:])
    assert g.heard == []
    agenda.advance(g, (14,))
    assert g.heard == [f"{(Say(2, Played(14)),)}"]
    assert g.hands[1] == [SLOTS[0], 14, 20], "the slot in the hand has become the card"


def test_a_card_that_lies_open_needs_no_reveal() -> None:
    g = with_hand()
    agenda.advance(g, Say(2, Played(20)))
    assert g.heard == [f"{(Say(2, Played(20)),)}"]


def test_a_card_that_turns_out_illegal_is_fraud() -> None:
    """His view would have told him; the others see it when the card is opened."""
    g = with_hand()
    own = View(g, 1, {SLOTS[0]: 13, SLOTS[1]: 14})
    assert (
        repr(agenda.why_not(own, Say(2, Played(SLOTS[0])))) == "card 13 brings bad luck (TEST-05)"
    )
    agenda.advance(g, Say(2, Played(SLOTS[0])))
    with pytest.raises(IllegalAnswer) as caught:
        agenda.advance(g, (13,))
    assert caught.value.why == "card 13 brings bad luck (seen when the card was opened)"
    assert (caught.value.seat, caught.value.rule) == (1, "TEST-05")
    assert caught.value.answer == Say(2, Played(13))
    assert g.heard == []


def test_a_card_that_is_not_in_the_hand_is_refused_unopened() -> None:
    for card in (slot(1, 5), 14, 0):
        with pytest.raises(IllegalAnswer, match="TEST-04"):
            agenda.advance(with_hand(), Say(2, Played(card)))


def test_skeleton_sends_no_smoke() -> None:
    """The same through a whole system."""
    system = games.get("skeleton")
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    match.give((Stance(True), Stance(False)))
    match.step()
    match.dealer.stack(1, [20, 0, 1, 2, 3, 4, 5, 6])
    match.give(())
    while not isinstance(match.request, Choose):
        match.step()
    cheat = Send(Played(slot(1, 0)))
    assert cheat not in agenda.options(match.view(match.request.seat))
    match.give(cheat)
    with pytest.raises(IllegalAnswer, match="seen when the card was opened") as caught:
        match.step()
    assert caught.value.rule == "SKEL-04"
    assert Pass() != Pass("x")
