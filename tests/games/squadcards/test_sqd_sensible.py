"""What the computer players of Squad never do, and what a veteran counts and looks at."""

from __future__ import annotations

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.computer.sensible import sensible
from owm_net.games.squadcards.computer.thinking import SquadThinker
from tests.games.squadcards.table import SYSTEM, Discard, L, Match, Move, Pass, Phase, Play, lay

HAND = ["scout", "knife", "garrote", "mission_objective", "bayonet", "smoke", "pistol"]


def recruits(match: Match) -> set[Answer]:
    """What recruits have answered here, by sixty streams of chance."""
    return {SYSTEM.computer(match.view(), Chance(seed), "recruit") for seed in range(60)}


@pytest.mark.rule("SQD-DISC-02")
def test_a_recruit_discards_now_this_now_that_but_no_mission_objective() -> None:
    match = lay(hands=(HAND, ()), phase=Phase.DISCARD, squads=({"attacked": True}, {}))
    objective = match.card("mission_objective")
    answers = recruits(match)
    assert len(answers) > 2
    assert all(isinstance(a, Discard) and objective not in a.cards for a in answers)


@pytest.mark.rule("SQD-MOVE-01", "SQD-MOVE-09")
def test_a_recruit_gives_no_mission_objective_for_a_move_and_plays_it_after_one() -> None:
    match = lay(hands=(HAND, ()), phase=Phase.MOVEMENT, squads=({"will_move": True}, {}))
    objective = match.card("mission_objective")
    answers = recruits(match)
    assert len(answers) > 1
    assert all(isinstance(a, Move) and a.card != objective for a in answers)
    match.say(match.move("knife", L, into_open=True))
    assert match.kind == "after_move" and recruits(match) == {Play(objective)}


@pytest.mark.rule("SQD-COVER-02")
def test_two_like_cards_are_one_choice() -> None:
    """To stay, or to move with or without point man, with or without smoke."""
    match = lay(hands=(["smoke", "smoke", "knife"], ()), phase=Phase.COVERING)
    assert match.kind == "declare" and len(sensible(match.view())) == 5


@pytest.mark.rule("SQD-WIN-04")
@pytest.mark.parametrize(("card", "choices"), [("knife", 1), ("semi_rifle", 3)])
def test_flanking_fire_alone_is_no_choice(card: str, choices: int) -> None:
    """A knife does not reach so far: nothing is left to help."""
    match = lay(hands=(["flanking_fire", card, "scout"], ()), phase=Phase.POSITION)
    match.until("fire")
    assert len(sensible(match.view())) == choices


@pytest.mark.rule("SQD-WIN-01", "SQD-CARD-09")
def test_a_veteran_looks_at_the_deck_unless_the_card_is_wanted_for_a_move() -> None:
    def answer(hand: list[str]) -> Answer:
        match = lay(hands=(hand, ()), phase=Phase.POSITION)
        match.until("own")
        return SYSTEM.computer(match.view(), Chance(1), "veteran")

    assert isinstance(answer(["scout", "smoke", "smoke", "smoke"]), Play)
    assert answer(["scout", "smoke"]) == Pass()


@pytest.mark.rule("SQD-MOVE-06", "SQD-VIC-02")
def test_a_veteran_counts_what_lies_in_the_hands_of_a_world() -> None:
    """A minefield more than a knife, and most the objective that is the last one wanted."""

    def worth(card: str, objectives: int = 0) -> int:
        table = lay(hands=([card], ["pistol"]), objectives=(objectives, 0), phase=Phase.POSITION)
        return SquadThinker().in_hand(table.g, Seat(0), table.dealer.faces)

    assert worth("knife") == 0 < worth("minefield")
    assert 0 < worth("mission_objective") < worth("mission_objective", 2)
