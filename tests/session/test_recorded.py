"""A match that was read from its log: any step of it, by few answers from a snapshot."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from owm_net import games
from owm_net.engine import codec
from owm_net.engine.agenda import GameState, Mark
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Over
from owm_net.engine.view import EVERYBODY
from owm_net.session.match import Match
from owm_net.session.recorded import EVERY, Learnt, Recording, record
from owm_net.session.verify import open_log

TESTS = Path(__file__).parents[1]
LOGS = {
    "owm": TESTS / "logs" / "owm-6.owmlog",
    "squadcards": TESTS / "logs" / "squadcards-3.owmlog",
    "skeleton": TESTS / "vectors" / "match_skeleton.owmlog",
}


@cache
def read(name: str) -> tuple[Match, Recording]:
    log = open_log(LOGS[name].read_bytes(), games.get)
    log.match.write_requests()
    for one in log.records:
        log.match.receive(one)
        for _ in log.match.effects():
            pass
    return log.match, record(log.match)


@pytest.mark.parametrize("name", LOGS)
def test_every_state_is_the_one_that_the_players_had(name: str) -> None:
    """Each request has the digest of the state in which it was made."""
    match, made = read(name)
    asked = match.write_requests()
    assert made.last == match.state.answered == len(asked) - 1 > 100
    for step in (0, 1, EVERY - 1, EVERY, EVERY + 1, made.last // 2, made.last):
        assert codec.digest(made.state(step)) == asked[step].state
    assert isinstance(made.state(made.last).pending, Over) and not made.problem


@pytest.mark.parametrize("name", LOGS)
def test_no_step_is_farther_than_one_snapshot(name: str) -> None:
    """By counting, for a clock would tell of the machine: EVERY steps take some milliseconds."""
    _, made = read(name)
    for step in (*range(2 * EVERY), made.last):
        before = made.taken
        made.state(step)
        assert made.taken - before < EVERY
        before = made.taken
        seen: list[int] = []

        def note(state: GameState, told: object, seen: list[int] = seen) -> None:
            seen.append(state.answered)

        made.state(step, note)
        assert made.taken - before == len(seen) < 2 * EVERY
        assert seen == list(range(step - len(seen), step)) and len(seen) >= min(step, EVERY)


def test_what_one_does_with_a_state_does_not_change_the_match() -> None:
    _, made = read("owm")
    before = codec.digest(made.state(EVERY))
    made.state(EVERY).answered = 7
    assert codec.digest(made.state(EVERY)) == before


@pytest.mark.parametrize("name", ["owm", "squadcards"])
def test_each_game_marks_its_rounds_its_fire_and_its_casualties(name: str) -> None:
    _, made = read(name)
    for mark in (Mark.ROUND, Mark.FIRE, Mark.CASUALTY):
        steps = [said.step for said in made.marks(mark)]
        assert len(steps) > 2 and steps == sorted(set(steps))
    steps = sorted({s.step for s in made.said if s.event.mark is not Mark.NONE})
    walked, at = [], 0
    while (at := made.beside_mark(at, 1)) != made.last or at in steps[:-1]:
        walked.append(at)
    assert walked == [n for n in steps if n != made.last]
    assert made.beside_mark(steps[5], -1) == steps[4] and made.beside_mark(0, -1) == 0


def test_steps_that_tell_nothing_are_passed_over() -> None:
    _, made = read("owm")
    told = {said.step for said in made.said}
    silent = next(n for n in range(made.last) if n + 1 not in told)
    assert made.beside(silent, 1) in told and made.beside(silent, 1) > silent + 1
    assert made.beside(made.last, 1) == made.last and made.beside(0, -1) == 0
    assert [s.text for s in made.upto(made.last)] == [s.text for s in made.said]
    assert not made.told(silent + 1) and made.told(min(told))


def test_a_card_is_seen_from_when_it_was_and_by_whom() -> None:
    _, made = read("squadcards")
    learnt = Learnt(Seat(1), {-5000: 3, -5001: 4}, {-5000: 10, -5001: 20})
    assert made.view(10).seat == EVERYBODY and not made.view(10).known
    assert made.view(10, learnt).seat == 1 and made.view(9, learnt).known == {}
    assert made.view(10, learnt).card(-5000) == 3 and made.view(10, learnt).card(-5001) is None


def test_a_log_that_is_bad_is_gone_through_up_to_there() -> None:
    data = (TESTS / "logs" / "owm-6-cheated.owmlog").read_bytes()
    log = open_log(data, games.get)
    log.match.write_requests()
    with pytest.raises(Exception, match="no Attack order"):
        for one in log.records:
            log.match.receive(one)
    made = record(log.match, "so and so")
    assert made.problem == "so and so" and 0 < made.last <= log.match.state.answered
    assert codec.digest(made.state(made.last)) == log.match.write_requests()[made.last].state
