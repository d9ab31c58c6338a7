"""Matches by numbered actions, as programs of research play them. Needs no extra."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import factorial

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.research import seen
from owm_net.research.actions import Numbered, Sampled, actions_of
from owm_net.research.table import Drawn, MustDraw, Table, table_of

DUEL, FULL = ("skeleton", "duel", 2), ("skeleton", "full-deck", 3)
SQUADS = ("squadcards", "two-squads", 2)
NUMBERED = [DUEL, FULL, ("squadcards", "meeting", 2), SQUADS]
SAMPLED = [(name, "", 0) for name in ("owm", "nco", "hailfire", "heroes")]


def pauses(match: tuple[str, str, int], seed: int, most: int = 150) -> Iterator[tuple[Table, int]]:
    """Yield a match of random players each time that a seat is to act, with that seat."""
    name, mission, players = match
    table, chance = table_of(name, mission, players=players, longest=most), random.Random(seed)
    while True:
        while table.outcomes:
            table.draw(chance.randrange(table.outcomes))
        if table.seat is None:
            return
        yield table, table.seat
        table.act(chance.choice(table.legal()))


def play_on(table: Table, seed: int, most: int = 10) -> None:
    chance = random.Random(seed)
    for _ in range(most):
        while table.outcomes:
            table.draw(chance.randrange(table.outcomes))
        if table.seat is not None:
            table.act(chance.choice(table.legal()))


def looks(table: Table, seat: int) -> tuple:
    answers = table.actions.spelled(table.view(seat))
    return seen.text(table, seat), seen.tensor(table, seat), answers, table.recalled(seat)


@pytest.mark.parametrize("match", NUMBERED)
def test_every_answer_that_is_allowed_can_be_said_in_numbers(match) -> None:
    for seed in range(2):
        for n, (table, seat) in enumerate(pauses(match, seed)):
            view, numbered = table.view(seat), table.actions
            assert isinstance(numbered, Numbered)
            assert numbered.spell(view, agenda.sample(view, Chance(n))) in numbered.spelled(view)
            legal = table.legal()
            assert legal == sorted(set(legal)) and legal[0] >= 0 and legal[-1] < numbered.size
            assert len({table.words(action) for action in legal}) == len(legal)


def test_a_word_has_its_number_for_ever() -> None:
    words = [actions_of(games.get("skeleton")).word(n) for n in range(80)]
    assert words[:3] + words[4:6] == ["no more", "none", "pass", "Bet", "Declare the bet"]
    assert words[8] == "Scout 1 (0)" and words[26] == "Smoke (18)" and words[-2:] == ["no", "yes"]


@pytest.mark.parametrize("match", NUMBERED + SAMPLED[:1])
def test_what_a_seat_sees_is_made_of_its_view_alone(match) -> None:
    differ = 0
    for n, (table, seat) in enumerate(pauses(match, 7, 16 if match in SAMPLED else 50)):
        other = table.resample(seat, n)
        assert looks(table, seat) == looks(other, seat)
        differ += table.digest() != other.digest()
        assert len(seen.tensor(table, seat)) == seen.PLACES
    assert differ > 5, "the other worlds are no other worlds"


def test_the_tensor_tells_one_hand_from_another() -> None:
    tensors = Counter(
        (tuple(seen.tensor(table, seat)), seen.text(table, seat)) for table, seat in pauses(DUEL, 1)
    )
    assert len({tensor for tensor, _ in tensors}) == len({text for _, text in tensors}) > 20


def test_seats_that_decide_together_do_not_see_what_was_said() -> None:
    worlds = [table_of("skeleton") for _ in range(2)]
    for table, stance in zip(worlds, worlds[0].legal(), strict=True):
        table.act(stance)
    one, other = worlds
    assert one.seat == other.seat == 1
    assert looks(one, 1) == looks(other, 1)
    assert one.recalled(0) != other.recalled(0)
    assert seen.text(one, 0) != seen.text(other, 0)
    assert one.digest() != other.digest()


@pytest.mark.parametrize("match", [FULL, SQUADS])
def test_a_copy_and_a_pickled_twin_play_on_identically(match) -> None:
    for n, (table, _) in enumerate(pauses(match, 2, 100)):
        if n % 9:
            continue
        before = table.digest()
        twins = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
        for twin in twins:
            play_on(twin, n)
        assert table.digest() == before != twins[0].digest() == twins[1].digest()
        assert twins[0].memory == twins[1].memory


def test_a_world_in_which_somebody_had_to_cheat_is_cut_short() -> None:
    ends: Counter[tuple[bool, bool]] = Counter()
    for n, (table, seat) in enumerate(pauses(FULL, 0)):
        other = table.resample(seat, n)
        play_on(other, n, 100)
        ends[other.ended, other.cut] += 1
    assert set(ends) == {(True, False), (False, True)}, "a bet on oneself, or none"


def test_all_orders_of_a_deck_are_equally_likely() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for drawn in product(range(4), range(3), range(2)):
        deck = [0, 1, 2, 3]
        Drawn(drawn).shuffle(deck)
        found[tuple(deck)] += 1
    assert len(found) == 24 and set(found.values()) == {1}


def test_chance_decides_among_many_by_several_draws() -> None:
    drawn: list[int] = []
    ways = 1
    while True:
        try:
            assert Drawn(drawn).below(factorial(12)) == factorial(12) - 1
            break
        except MustDraw as draw:
            ways *= draw.outcomes
            drawn.append(draw.outcomes - 1)
    assert ways == factorial(12)


def test_an_action_that_is_not_legal_is_refused() -> None:
    table = table_of("skeleton")
    with pytest.raises(ValueError, match="not legal"):
        table.act(0)
    with pytest.raises(ValueError, match="not one of 0"):
        table.draw(0)


@pytest.mark.parametrize("match", SAMPLED)
def test_games_that_cannot_be_counted_have_answers_by_chance(match) -> None:
    for table, seat in pauses(match, 3, 4):
        assert isinstance(table.actions, Sampled)
        view = table.view(seat)
        again = table.actions.spelled(view)
        assert again == table.actions.spelled(view)
        assert table.legal() == [n for (n,) in again] == list(range(len(again)))
        assert all(agenda.why_not(view, answer) is None for answer in again.values())
