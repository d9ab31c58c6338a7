"""Boot Camp, section 2.27: what its lessons show is what the rules do."""

from __future__ import annotations

from pathlib import Path

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.lesson_files import read_lessons
from owm_net.engine.lessons import Practice
from owm_net.engine.requests import Over
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status

COURSE = games.get("owm").course()
assert COURSE is not None
OURS = FireteamId(1)


def played(key: str, steps: int = 99) -> Practice:
    """A lesson after so many steps, as it asks to be played."""
    assert COURSE is not None
    lesson = COURSE.lessons[COURSE.number(key)]
    return Practice(lesson, min(steps, len(lesson.steps)))


def state(practice: Practice) -> OwmState:
    assert isinstance(practice.g, OwmState)
    return practice.g


@pytest.mark.rule("OWM-BOOT-02", "OWM-MOVE-01", "OWM-MOVE-04")
def test_a_move_takes_two_orders_or_one_and_the_next_turn() -> None:
    where = []
    for steps in range(5):
        practice = played("move", steps)
        g = state(practice)
        team = g.fireteams[OURS]
        where.append((g.ground.cell_name(team.cell), team.on_the_move))
    expected = [("B4", False), ("B4", True), ("B3", False), ("B3", True), ("A3", False)]
    assert where == expected


@pytest.mark.rule("OWM-BOOT-05", "OWM-BOOT-07")
def test_fire_is_reckoned_as_the_lesson_says() -> None:
    practice = played("fire")
    g = state(practice)
    assert g.soldiers[SoldierId(304)].status is Status.SUPPRESSED
    assert SoldierId(303) in g.lost
    assert COURSE is not None
    words = " ".join(step.seen for step in practice.lesson.steps) + practice.lesson.end
    for value in ("7 reaches", "Resolve 4", "12 reached", "Vitality 9", "Discipline"):
        assert value in words.replace("7. That", "7")


@pytest.mark.rule("OWM-BOOT-03")
def test_woods_that_are_laid_block_the_line_of_sight() -> None:
    before, after = played("terrain", 0), played("terrain", 1)
    cells = [state(before).fireteams[FireteamId(n)].cell for n in (1, 2)]
    assert state(before).sees(*cells) and not state(after).sees(*cells)


@pytest.mark.rule("OWM-BOOT-04")
def test_the_lower_half_of_a_card_costs_no_action() -> None:
    practice = played("decisions", 2)
    assert not state(practice).fireteams[OURS].on_the_move
    assert "1 action left" in str(agenda.about(practice.view).what)


@pytest.mark.rule("OWM-BOOT-08", "OWM-VICT-01")
def test_the_last_lesson_is_won_and_a_mission_comes_next() -> None:
    practice = played("win")
    over = practice.g.pending
    assert isinstance(over, Over)
    assert (over.result.winners, over.result.scores) == ((0,), (40, 17))
    assert COURSE is not None and COURSE.match.mission in games.get("owm").missions


def test_all_that_is_wrong_in_a_file_of_lessons_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "lessons.toml").write_text(
        'title = "x"\nabout = "y"\nend = "z"\n[match]\n'
        '[[lesson]]\nkey = "a"\ntitle = "a"\nabout = "b"\nend = "c"\nposition = "none"\n'
        '[[lesson.step]]\nsay = "s"\ndo = { is = "owm.nothing" }\nthen = ["words | 00"]\n'
        '[[lesson]]\nkey = "a"\ntitle = "a"\nabout = "b"\nend = "c"\nposition = "p"\nstep = []\n'
        '[[position]]\nkey = "p"\n'
    )
    with pytest.raises(BadData) as caught:
        read_lessons(DataFiles(tmp_path))
    told = str(caught.value)
    for wanted in (
        "no position 'none'",
        "owm.nothing",
        "is no answer",
        "a stands twice",
        "no step",
    ):
        assert wanted in told
