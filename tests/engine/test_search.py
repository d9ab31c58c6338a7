"""The search: it sees its seat's view alone, spends what it may, and finds what is better."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.engine.search import Hidden, Plan, Search, Thinker, Tried, World
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.engine.zones import deck_slots
from owm_net.games.skeleton.state import DuelState

THINKING = tuple([s for s in map(games.get, games.names()) if s.thinker() is not None])


IN_USE = 3
"""Open cards that may lie nowhere yet: they are being played."""
OWN_DECKS = {"heroes": 30}
"""So many cards more there may be where players choose those of their decks."""


class Duellist(Thinker[DuelState]):
    """Plays the duel of scouts at random, and counts points."""

    won = 100
    budget = 200

    def hidden(self, view: View[DuelState]) -> Hidden:
        return Hidden()

    def plans(self, view: View[DuelState], chance: Chance) -> list[Plan]:
        return [Plan(answer) for answer in agenda.options(view)]

    def policy(self, view: View[DuelState], chance: Chance, aim: Any) -> Answer:
        return agenda.sample(view, chance)

    def is_far(self, start: DuelState, g: DuelState) -> bool:
        return False

    def worth(self, g: DuelState, seat: int) -> int:
        raise AssertionError("a duel is played to its end")


class Valued(Search[DuelState]):
    """A search to which each plan has been given its worths, by the number of the world."""

    def __init__(self, *worths: list[int]) -> None:
        self.worths = worths
        self.thinker = Duellist()
        self.budget, self.spent = 4 * len(worths[0]) * len(worths), 0
        self.tried = [Tried(Plan(Answer(), aim), []) for aim in range(len(worths))]

    def _play(self, tried: Any, until: int) -> None:
        while self.spent < until and len(tried[0].worths) < len(self.worths[0]):
            n = len(tried[0].worths)
            for one in tried:
                one.worths.append(self.worths[one.plan.aim][n])
                self.spent += 4


def best(*worths: list[int]) -> int:
    """Which of these plans is preferred."""
    aim: int = Valued(*worths).run()[0].plan.aim
    return aim


def test_the_better_plan_is_found_and_the_own_one_kept_while_chance_may_explain_it() -> None:
    level = [0, 10, -10, 0, 5, -5, 0, 0]
    assert best(level, [w + 3 for w in level]) == 1  # better in every world by the same
    assert best(level, [40, -30, 20, -20, 10, -10, 0, 0]) == 0  # by 10, and by chance
    assert best(level, level) == 0
    assert best(level, [w - 1 for w in level], [w + 9 for w in level], level) == 2


class Hasty(Duellist):
    """Looks no further than the answer itself."""

    def is_far(self, start: DuelState, g: DuelState) -> bool:
        return True

    def worth(self, g: DuelState, seat: int) -> int:
        return 0


def test_plays_that_end_at_once_are_not_played_without_end() -> None:
    skeleton = games.get("skeleton")
    players = [player_of(skeleton, "random")] * 2
    match = LocalMatch(skeleton, skeleton.default_setup(""), 1, players)
    while not isinstance(match.request, Choose):
        match.step()
    search = Search(Hasty(), match.view(match.request.seat), Chance(1), 20)
    assert len(search.tried) > 1
    assert sum(len(t.worths) for t in search.run()) <= 20 + len(search.tried)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=8, max_size=8), min_size=2, max_size=9))
def test_every_plan_comes_back_once(worths: list[list[int]]) -> None:
    search = Valued(*worths)
    assert sorted([t.plan.aim for t in search.run()]) == list(range(len(worths)))


def _pauses(system: System, mission: str, seed: int, every: int) -> Iterator[LocalMatch]:
    """Yield a match of regular players at every so many-th question of one seat."""
    match = LocalMatch(
        system, system.default_setup(mission), seed, [player_of(system, "regular")] * 2
    )
    asked = 0
    while not isinstance(match.request, Over):
        if isinstance(match.request, Choose):
            asked += 1
            if not asked % every:
                yield match
        match.step()


@pytest.mark.parametrize("system", THINKING, ids=lambda s: s.id)
def test_worlds_that_look_alike_to_the_seat_get_the_same_answer(system: System) -> None:
    """With the cards dealt anew that the seat cannot know; they are thought about for one world."""
    thinker = system.thinker()
    assert thinker is not None
    for match in _pauses(system, "", 3, 37):
        request = match.request
        assert isinstance(request, Choose)
        seat = request.seat
        other = match.dealer.resample(seat, {}, Chance("other", match.state.answered))
        views = [match.view(seat), View(match.state, seat, other.knowledge[seat])]
        here, there = (Search(thinker, view, Chance(1), 10).run() for view in views)
        assert here == there  # every plan, and what it came to in each world


@pytest.mark.parametrize("system", THINKING, ids=lambda s: s.id)
def test_the_true_cards_are_among_those_that_may_lie_in_closed_slots(system: System) -> None:
    """Every closed card of hands and decks is accounted for: known, or in a pool that has it."""
    thinker = system.thinker()
    assert thinker is not None
    for mission in system.missions[:3]:
        for match in _pauses(system, mission, 5, 23):
            request, g = match.request, match.state
            assert isinstance(request, Choose)
            view = match.view(request.seat)
            hidden = thinker.hidden(view)
            closed = [s for slots, _ in hidden.closed for s in slots]
            assert len(closed) == len(dict.fromkeys(closed))
            for slots, cards in hidden.closed:
                assert len(cards) <= len(slots) + IN_USE + OWN_DECKS.get(system.id, 0)
                pool = list(cards)
                for s in slots:
                    pool.remove(match.dealer.faces[s])
            lying = [c for hand in g.hands for c in hand if c < 0]
            for deck in g.decks.values():
                lying += deck_slots(deck.number, deck.size)[deck.taken :]
            assert all(s in closed or s in view.known for s in lying)
            for seat in g.players:
                known = match.dealer.knowledge[seat]
                assert all(s in known for s in hidden.learnt.get(seat, ()))


class Seen(Search[DuelState]):
    """A search in the world as it is."""

    def __init__(self, match: LocalMatch, seat: int) -> None:
        self.match = match
        super().__init__(Duellist(), match.view(seat), Chance(1), Duellist.budget)

    def world(self, view: View[DuelState], chance: Chance) -> World:
        dealer = self.match.dealer
        return World(dict(dealer.faces), [dict(known) for known in dealer.knowledge], chance)


def test_thought_ends_when_its_steps_are_spent() -> None:
    system = games.get("skeleton")
    match = LocalMatch(system, system.default_setup(), 1, [player_of(system, "random")] * 2)
    while True:
        request = match.request
        if isinstance(request, Choose) and len(agenda.options(match.view(request.seat))) > 2:
            break
        match.step()
    before = match.state.clone()
    search = Seen(match, request.seat)
    assert len(search.run()) == len(agenda.options(search.view))
    assert Duellist.budget <= search.spent < 2 * Duellist.budget
    assert match.state == before
