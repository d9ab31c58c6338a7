"""The end of a match: who has won, why, and by which sentence of the briefing; a draw is a draw."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.client.match_stage import Stage
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Over, Result
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.victory import Ended, level, why_over
from tests.client.test_resigning import robot_of
from tests.client.test_table import texts_that_run_over
from tests.games.nco.table import lay, man


def ended(name: str, result: Result) -> Stage:
    """Return the table of a match that the rules have ended so."""
    robot = robot_of(name)
    sitting = robot.stage.sitting
    sitting.withdraw()
    assert sitting.view is not None
    sitting.view.state.pending = Over(result)
    sitting.touch()
    robot.tick()
    return robot.stage


def told(stage: Stage, id: str) -> str:
    item = stage.scene().find(id)
    assert item is not None, id
    return " ".join(run.text for run in item.runs)


@pytest.mark.parametrize("name", games.names())
def test_the_end_names_the_winner_and_the_sentence_of_the_briefing(name: str) -> None:
    for winner, head, who in ((0, "VICTORY", "You win: "), (1, "DEFEAT", "Green wins: ")):
        stage = ended(name, Result((Seat(winner),), (6 - winner, 5 + winner), "the time is over"))
        assert told(stage, "end.head") == head
        assert told(stage, "end.reason").startswith(who)
        assert stage.sitting.view is not None
        lines = games.get(name).briefing(stage.sitting.view.state).lines
        assert told(stage, "end.rule") in lines
        assert not texts_that_run_over(stage.scene())


@pytest.mark.parametrize("winners", [(), (Seat(0), Seat(1))])
def test_who_is_equal_to_all_others_has_not_won(winners: tuple[Seat, ...]) -> None:
    """6 : 6 was a victory for both."""
    result = Result(winners, (6, 6), "the deck has run out twice")
    stage = ended("skeleton", result)
    assert told(stage, "end.head") == "A DRAW"
    assert not any("winner" in text for text in stage.scene().texts())
    assert told(stage, "end.reason") == "The deck has run out twice."


@pytest.mark.parametrize("name", games.names())
def test_a_draw_of_each_game_is_one_on_the_screen_of_the_end(name: str) -> None:
    stage = ended(name, Result((), (6, 6), "the time is over"))
    assert told(stage, "end.head") == "A DRAW"
    assert "win" not in told(stage, "end.reason").lower()


@pytest.mark.rule("NCO-END-05")
def test_the_end_of_nco_says_the_points_of_both_sides() -> None:
    """It said "Crushing Victory." to who had lost."""
    g = lay([man(1800, 300)], [man(1800, 3300)]).g
    sides = [str(games.get("nco").seat_name(g, seat)) for seat in SEATS]
    lost = str(why_over(g, Result((Seat(1),), (20, 180), level(160))))
    assert lost.startswith(f"{sides[1]} 180 victory points, {sides[0]} 20")
    assert lost.endswith("Crushing Victory")
    drawn = str(why_over(g, Result((), (40, 40), level(0))))
    assert "both sides have 40" in drawn and drawn.endswith("Entrenched Stalemate")


@pytest.mark.rule("NCO-END-05")
def test_no_match_that_somebody_has_won_is_called_a_stalemate() -> None:
    """R-71. "Entrenched Stalemate" stood below VICTORY, and in the log and at `verify`."""
    g = lay([man(1800, 300)], [man(1800, 3300)]).g
    assert "Stalemate" not in str(why_over(g, Result((Seat(0),), (107, 85), level(22))))
    assert str(Ended((107, 85), level(22)).sentence(g)).startswith("End: victory of ")
    assert "a draw, Entrenched Stalemate" in str(Ended((85, 85), level(0)).sentence(g))
