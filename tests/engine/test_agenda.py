"""Frames, steps and requests: the heart of the engine, on small frames of our own."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from owm_net import games
from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.drafts import blanks_of
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import (
    Decision,
    Draw,
    Flip,
    Over,
    Peek,
    PickNumber,
    Request,
    Reveal,
    Roll,
    Show,
    Shuffle,
)
from owm_net.engine.view import View
from tests.engine.script import END, SLOTS, Inner, Outer, Script, Table, begin
from tests.seats import ANN, BEN, CID

# ------------------------------------------------------------------ frames


def test_calls_bring_results_and_the_end_ends_all() -> None:
    g = Table(seats=2, agenda=[Outer()])
    assert agenda.begin(g) == Over(END) == g.pending
    assert g.heard == ["got 0", "went on"]
    assert g.agenda == []


def test_a_step_that_returns_nonsense_is_a_bug() -> None:
    with pytest.raises(EngineBug, match=r"step test\.agenda\.inner\.start returned 17"):
        agenda.begin(Table(seats=2, agenda=[Inner("bug")]))


def test_a_foul_names_the_seat_and_the_rule() -> None:
    """As where an opened card turns out to be illegal; there is no answer that showed it."""
    g = begin(Roll(6, 1, "x"))
    g.agenda[-1] = Inner("foul", at="after")
    with pytest.raises(IllegalAnswer) as caught:
        agenda.advance(g, (4,))
    e = caught.value
    assert (e.seat, e.rule, e.why) == (1, "TEST-06", "it should not have lain there")
    assert e.answer is None and e.request == Roll(6, 1, "x")
    assert str(e) == "seat 1: it should not have lain there (TEST-06)"


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
        assert [repr(e) for e in g.events] == ["Heard(rule='TEST-01')"]
    assert g.clone().events == []


# ------------------------------------------------------------------ what a dealer answers

DEALT: list[tuple[Request, Any]] = [
    (Flip(SLOTS), (3, 4)),
    (Flip(()), ()),
    (Reveal(BEN, SLOTS), (3, 4)),
    (Reveal(BEN, ()), ()),
    (Roll(6, 2, "x"), (1, 6)),
    (Roll(6, 0, "x"), ()),
    (PickNumber(3, "x"), (2,)),
]
SILENT: list[Request] = [
    Draw(ANN, SLOTS),
    Peek(ANN, SLOTS),
    Show(ANN, BEN, SLOTS),
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
    (Reveal(ANN, SLOTS), (1,)),
    (Reveal(ANN, SLOTS), SLOTS),
    (Roll(6, 2, "x"), (1,)),
    (Roll(6, 2, "x"), (0, 1)),
    (Roll(6, 2, "x"), (1, 7)),
    (Roll(6, 2, "x"), ("1", 2)),
    (PickNumber(3, "x"), (3,)),
    (PickNumber(3, "x"), (-1,)),
    (PickNumber(3, "x"), ()),
    (PickNumber(3, "x"), 1),
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
    """The others learn nothing, and of the other card nobody but its owner."""
    dealer = LocalDealer(3, Chance(1))
    g = Table(seats=3, hands=[[], [], []], agenda=[Script([])])
    g.agenda = [Script([g.shuffle("d", [7, 8]), g.draw(ANN, "d", 2), Show(ANN, CID, SLOTS[1:])])]
    agenda.begin(g)
    while not isinstance(g.pending, Over):
        assert g.pending is not None
        agenda.advance(g, dealer.answer(g.pending))
    views = [View(g, seat, dealer.knowledge[seat]).cards(g.hands[0]) for seat in range(3)]
    both = tuple(dealer.faces[s] for s in SLOTS)
    assert views == [both, (None, None), (None, both[1])]


# ------------------------------------------------------------------ values of other types

WRONG: tuple[Any, ...] = (None, True, 7, 10**400, "x", (), ("x",), (None,), [], {}, 1.5, object())


@pytest.mark.parametrize("name", games.names())
def test_an_answer_with_values_of_other_types_never_fails_a_judge(name: str) -> None:
    """Such answers come from no wire: decoding them checks the types of all fields."""
    system, refused = games.get(name), 0
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    for number in range(150):
        if isinstance(match.request, Decision):
            view = match.view(match.request.deciders[0])
            answer: Any = agenda.sample(view, Chance(number))
            for blank in blanks_of(type(answer)):
                for value in WRONG:
                    no = agenda.why_not(view, evolve(answer, **{blank.name: value}))
                    refused += no is not None and no.rule == "KERNEL"
        if isinstance(match.step(), Over):
            break
    assert refused or name in ("skeleton",), "no judge failed over any of them"


def test_a_judge_that_fails_over_a_sound_answer_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> None:
        raise KeyError("a bug")

    system = games.get("skeleton")
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    while not isinstance(match.request, Decision):
        match.step()
    view = match.view(match.request.deciders[0])
    answer = agenda.sample(view, Chance(1))
    monkeypatch.setattr(agenda, "judge", fails)
    with pytest.raises(KeyError, match="a bug"):
        agenda.why_not(view, answer)
