"""Moves, blocks, objectives, and both ways to win (2.7, 2.10, SQD-GAP-07)."""

from __future__ import annotations

from typing import Unpack

import pytest

from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Roll
from owm_net.games.squadcards.phases.movement import Blocked, Moved, Stayed
from tests.games.squadcards.table import (
    BRITISH,
    GERMAN,
    JAPANESE,
    OPEN,
    PB,
    RUSSIAN,
    US,
    Declare,
    L,
    Layout,
    M,
    Match,
    Move,
    Pass,
    Phase,
    RangeBand,
    S,
    fresh,
    lay,
)


def moving(*hand: str, foe: tuple[str, ...] = ("scout",), **more: Unpack[Layout]) -> Match:
    """Seat 0 is asked for its attempt to move."""
    options: Layout = {
        "nations": (US, GERMAN),
        "hands": (hand, foe),
        "phase": Phase.MOVEMENT,
        "squads": ({"will_move": True}, {}),
        **more,
    }
    match = lay(**options)
    assert (match.kind, match.seat) == ("move", 0)
    return match


@pytest.mark.rule("SQD-MOVE-01", "SQD-WIN-06", "SQD-R-13")
def test_a_move_takes_a_terrain_card_or_any_card_into_the_open() -> None:
    match = moving("knife", "hill", terrain=("rubble", ""))
    match.refused(Pass(), "SQD-WIN-06")  # the attempt is binding
    match.refused(match.play("hill"), "SQD-WIN-06")
    match.refused(match.play("knife"), "SQD-WIN-06")
    match.refused(match.move("knife", M), "SQD-MOVE-01", "no terrain")
    theirs = Move(Played(match.g.hands[1][0]), M, True)
    match.refused(theirs, "SQD-MOVE-01", "own hand")
    match.say(match.move("knife", M, into_open=True))
    assert match.kind == "block"
    match.passes()
    assert match.squad(0).terrain == OPEN and match.squad(0).cover == 0
    assert match.squad(0).moved
    assert sorted(match.discarded) == ["knife", "rubble"]


@pytest.mark.rule("SQD-MOVE-01", "SQD-R-44")
def test_a_squad_that_has_fired_its_last_card_stays() -> None:
    match = lay(hands=(["bolt_rifle"], ["scout"]), phase=Phase.COVERING).say(Declare(True))
    match.attack_with("bolt_rifle", (1, 6))
    match.until_turn(3)
    assert match.told(Stayed) and not match.told(Moved)


@pytest.mark.rule("SQD-MOVE-02")
@pytest.mark.parametrize(
    ("band", "legal"), [(M, (S, M, L)), (L, (M, L)), (PB, (PB, S)), (S, (PB, S, M))]
)
def test_the_range_changes_by_one_step(band: RangeBand, legal: tuple[RangeBand, ...]) -> None:
    match = moving("hill", band=band)
    for to in RangeBand:
        if to in legal:
            assert match.allowed(match.move("hill", to))
        else:
            match.refused(match.move("hill", to), "SQD-MOVE-02", "one step")


@pytest.mark.rule("SQD-MOVE-03", "SQD-MOVE-08", "SQD-WIN-07", "SQD-R-19")
def test_blocks_and_engineers_answer_each_other() -> None:
    match = moving(
        "hill",
        "combat_engineer",
        "knife",
        foe=("minefield", "barbed_wire", "fear"),
        terrain=("hedge_row", ""),
    )
    match.say(match.move("hill", S))
    assert (match.kind, match.seat) == ("block", 1)
    assert match.squad(0).terrain != match.g.aside[0], "the old terrain is kept aside"
    match.refused(match.play("fear"), "SQD-MORALE-05")
    match.say(match.play("minefield"))
    assert (match.kind, match.seat) == ("answer", 0)
    match.refused(match.play("knife"), "SQD-ATK-01")
    match.say(match.play("combat_engineer"))
    assert sorted(match.discarded) == ["combat_engineer", "minefield"]
    assert match.squad(0).men == 12 and Roll(6, 2, "minefield") not in match.requests
    assert (match.kind, match.seat) == ("block", 1), "R-19"
    match.say(match.play("barbed_wire")).passes()
    assert match.told(Blocked) and not match.squad(0).moved


@pytest.mark.rule("SQD-MOVE-03", "SQD-MOVE-05", "SQD-R-47")
def test_a_mover_without_a_card_is_not_asked_for_an_engineer() -> None:
    """Everybody sees that its hand is empty: the block takes effect at once."""
    match = moving("hill", foe=("barbed_wire", "minefield"))
    match.say(match.move("hill", S))
    match.say(match.play("barbed_wire"))
    assert match.kind != "answer" and match.told(Blocked)
    assert not match.squad(0).moved and match.g.band is M
    other = moving("hill", "knife", foe=("barbed_wire", "minefield"))
    other.say(other.move("hill", S)).say(other.play("barbed_wire"))
    assert (other.kind, other.seat) == ("answer", 0), "whatever the card is"


@pytest.mark.rule("SQD-MOVE-03")
def test_one_block_for_each_move_is_a_switch() -> None:
    match = moving("hill", "combat_engineer", foe=("minefield", "barbed_wire"), blocks="one")
    match.say(match.move("hill", S)).say(match.play("minefield"))
    match.say(match.play("combat_engineer"))
    assert match.squad(0).moved and match.kind != "block"


@pytest.mark.rule("SQD-MOVE-04")
def test_an_unblocked_move_replaces_the_position() -> None:
    match = moving("hill", terrain=("rubble", ""), attached=(("concealment",), ()))
    match.say(match.move("hill", S)).passes()
    squad = match.squad(0)
    assert match.keys([squad.terrain]) == ["hill"] and squad.attached == []
    assert match.g.band is S and squad.moved
    assert sorted(match.discarded) == ["concealment", "rubble"] and match.g.aside == []


@pytest.mark.rule("SQD-MOVE-05", "SQD-MOVE-07")
def test_a_blocked_squad_is_back_where_it_was() -> None:
    match = moving(
        "rubble", foe=("barbed_wire",), terrain=("hedge_row", ""), attached=(("concealment",), ())
    )
    match.say(match.move("rubble", S)).say(match.play("barbed_wire"))
    squad = match.squad(0)
    assert match.keys([squad.terrain, *squad.attached]) == ["hedge_row", "concealment"]
    assert match.g.band is M and not squad.moved and squad.men == 12
    assert sorted(match.discarded) == ["barbed_wire", "rubble"]


@pytest.mark.rule("SQD-MOVE-05")
def test_the_card_for_a_blocked_way_into_the_open_is_gone() -> None:
    match = moving("knife", foe=("barbed_wire",), terrain=("hedge_row", ""))
    match.say(match.move("knife", M, into_open=True)).say(match.play("barbed_wire"))
    assert sorted(match.discarded) == ["barbed_wire", "knife"]


@pytest.mark.rule("SQD-MOVE-06", "SQD-R-20", "SQD-R-38")
@pytest.mark.parametrize(("dice", "dead"), [((4, 1), 5), ((1, 4), 0), ((3, 3), 2)])
def test_a_minefield_kills_without_regard_to_anything(dice: tuple[int, int], dead: int) -> None:
    match = moving(
        "rubble",
        foe=("minefield",),
        terrain=("pill_box", ""),
        attached=(("concealment",), ()),
        squads=({"will_move": True}, {"pinned": True}),
    )
    match.dice.append(dice)
    match.say(match.move("rubble", M)).say(match.play("minefield"))
    squad = match.squad(0)
    assert squad.men == 12 - dead and squad.men_lost == dead and squad.fired_upon
    assert not squad.moved


@pytest.mark.rule("SQD-MOVE-06", "SQD-ATK-13", "SQD-CARD-14")
def test_a_minefield_may_kill_the_commander() -> None:
    match = moving("rubble", foe=("minefield", "commander_killed"))
    match.dice.append((3, 3))
    match.say(match.move("rubble", M)).say(match.play("minefield"))
    assert (match.kind, match.seat) == ("kill", 1)
    match.say(match.play("commander_killed"))
    assert match.squad(0).commander_lost


@pytest.mark.rule("SQD-MOVE-08")
def test_an_engineer_without_a_block_is_refused() -> None:
    match = moving("hill", "combat_engineer")
    match.refused(match.play("combat_engineer"), "SQD-WIN-06")
    match.say(match.move("hill", M)).passes()
    assert match.kind == "after_move"
    match.refused(match.play("combat_engineer"), "SQD-MOVE-08")


@pytest.mark.rule("SQD-MOVE-09", "SQD-WIN-08", "SQD-R-21", "SQD-R-47")
def test_one_objective_and_one_concealment_after_a_move() -> None:
    match = moving(
        "hill", "mission_objective", "mission_objective", "concealment", "concealment", "knife"
    )
    match.refused(match.play("mission_objective"), "SQD-WIN-06")
    match.say(match.move("hill", M)).passes()
    assert (match.kind, match.seat) == ("after_move", 0)
    match.refused(match.play("knife"), "SQD-ATK-01")
    match.say(match.play("mission_objective"))
    match.refused(match.play("mission_objective"), "SQD-MOVE-09", "R-21")
    match.say(match.play("concealment"))
    assert match.kind == "own", "nothing more could be played with this move (R-47)"
    assert match.squad(0).cover == 2 and len(match.g.objectives[0]) == 1
    assert "concealment" not in match.discarded, "SQD-CARD-02"


@pytest.mark.rule("SQD-CARD-06", "SQD-R-21")
def test_one_concealment_for_each_position() -> None:
    match = moving("hill", "concealment", "concealment", "mission_objective")
    match.say(match.move("hill", M)).passes().say(match.play("concealment"))
    match.refused(match.play("concealment"), "SQD-CARD-06", "each position")
    assert match.allowed(match.play("mission_objective"))


@pytest.mark.rule("SQD-MOVE-09")
def test_after_a_block_nothing_is_collected() -> None:
    match = moving("hill", "mission_objective", foe=("barbed_wire",))
    match.say(match.move("hill", M)).say(match.play("barbed_wire")).passes()
    assert match.kind != "after_move" and match.g.phase is Phase.POSITION
    match.refused(match.play("mission_objective"), "SQD-MOVE-09")


@pytest.mark.rule("SQD-MOVE-10")
def test_the_open_may_be_concealed() -> None:
    match = moving("knife", "concealment")
    match.say(match.move("knife", M, into_open=True)).passes()
    match.say(match.play("concealment"))
    assert match.squad(0).terrain == OPEN and match.squad(0).cover == 1


@pytest.mark.rule("SQD-CARD-13")
def test_a_block_card_when_nobody_moves_is_refused() -> None:
    match = lay(hands=(["minefield", "barbed_wire"], ["barbed_wire"]), phase=Phase.POSITION)
    for window in ("own", "fire"):
        match.until(window, 0)
        for key in ("minefield", "barbed_wire"):
            match.refused(match.play(key), "SQD-CARD-13", "a move attempt of the opponent")
    match.until("fire", 1)
    match.refused(match.play("barbed_wire"), "SQD-CARD-13")


@pytest.mark.rule("SQD-CARD-13")
def test_ones_own_move_cannot_be_blocked() -> None:
    match = moving("hill", "barbed_wire", "minefield", foe=("scout", "minefield"))
    match.refused(match.play("barbed_wire"), "SQD-WIN-06")
    match.say(match.move("hill", M)).say(match.play("minefield"))
    match.refused(match.play("barbed_wire"), "SQD-CARD-13")


# ------------------------------------------------------------------ victory


@pytest.mark.rule("SQD-VIC-01")
def test_the_last_man_killed_ends_the_game() -> None:
    match = lay(
        hands=(["bolt_rifle"], ["scout"]), phase=Phase.POSITION, squads=({}, {"men": 2})
    ).until("fire")
    match.attack_with("bolt_rifle", (6, 1))
    assert match.winners == (0,)
    assert match.over is not None and match.over.result.reason == "the loser has no men left"


@pytest.mark.rule("SQD-VIC-01")
def test_the_rout_of_the_last_men_ends_the_game_in_phase_2() -> None:
    match = lay(
        phase=Phase.MORALE,
        squads=({"fired_upon": True, "pinned": True, "men": 2}, {}),
        dice=[(6,), (6, 1)],
    )
    assert match.winners == (1,) and match.g.phase is Phase.MORALE


@pytest.mark.rule("SQD-VIC-01")
def test_mines_can_win() -> None:
    match = moving("hill", foe=("minefield",), squads=({"will_move": True, "men": 1}, {}))
    match.dice.append((3, 3))
    match.say(match.move("hill", M)).say(match.play("minefield"))
    assert match.winners == (1,)


@pytest.mark.rule("SQD-VIC-02")
def test_the_third_objective_ends_the_game_at_once() -> None:
    match = moving("hill", "mission_objective", objectives=(2, 2))
    match.say(match.move("hill", M)).passes().say(match.play("mission_objective"))
    assert match.winners == (0,) and match.g.phase is Phase.MOVEMENT
    assert match.over is not None and match.over.result.scores == (3100, 2100)


def at_the_limit(objectives: tuple[int, int], men: tuple[int, int]) -> Match:
    match = lay(
        nations=(US, RUSSIAN),
        phase=Phase.DISCARD,
        turn=60,
        turn_limit="60",
        objectives=objectives,
        deck=(),
        squads=({"men": men[0]}, {"men": men[1]}),
    )
    return match.passes()


@pytest.mark.rule("SQD-GAP-07")
@pytest.mark.parametrize(
    ("objectives", "men", "winners"),
    [
        ((1, 0), (1, 36), (0,)),
        ((1, 1), (6, 36), (1,)),
        ((0, 0), (6, 17), (0,)),
        ((0, 0), (6, 18), ()),
    ],
)
def test_after_60_player_turns_the_better_side_wins(
    objectives: tuple[int, int], men: tuple[int, int], winners: tuple[int, ...]
) -> None:
    match = at_the_limit(objectives, men)
    assert match.winners == winners
    assert match.over is not None and match.over.result.reason == "60 player turns"


@pytest.mark.rule("SQD-GAP-07", "SQD-GAP-13")
def test_the_share_of_men_is_of_those_it_began_with() -> None:
    match = lay(
        nations=(BRITISH, GERMAN),
        phase=Phase.DISCARD,
        turn=60,
        turn_limit="60",
        deck=(),
        handicap="on",
        squads=({"men": 6}, {"men": 5}),
    ).passes()
    assert match.winners == () and match.over is not None
    assert match.over.result.scores == (50, 50)


@pytest.mark.rule("SQD-GAP-07", "SQD-R-56", "SQD-R-60")
def test_there_is_no_limit_unless_one_is_agreed() -> None:
    for turn in (30, 60, 120, 600):
        match = lay(phase=Phase.DISCARD, turn=turn, deck=()).passes()
        assert match.over is None and isinstance(match.request, Choose)
    for limit, over in (("30", True), ("120", False), ("none", False)):
        match = lay(phase=Phase.DISCARD, turn=30, deck=(), turn_limit=limit).passes()
        assert bool(match.over) is over, limit
        assert over or isinstance(match.request, Choose)


@pytest.mark.rule("SQD-SET-07")
def test_player_turns_alternate() -> None:
    match = fresh(nations=(BRITISH, JAPANESE)).passes(2)
    starters = []
    for n in (1, 2, 3):
        match.until_turn(n)
        starters.append(match.g.active)
    assert starters == [0, 1, 0]


@pytest.mark.rule("SQD-R-30")
def test_moves_of_unknown_cards_are_judged_when_they_are_opened() -> None:
    """A cheat plays a hidden card that is no terrain; the opponent finds out (R-30)."""
    match = moving("knife")
    cheat = Move(match.card("knife"), M, False)
    match.refused(cheat, "SQD-MOVE-01")


@pytest.mark.rule("SQD-MOVE-03", "SQD-MOVE-06", "SQD-MOVE-08", "SQD-R-19")
@pytest.mark.parametrize("mover", [0, 1])
def test_it_is_the_same_for_both_seats(mover: int) -> None:
    """A whole attempt of either player: block, engineer, second block, mines, Commander Killed."""
    mine = ["hill", "combat_engineer", "knife"]
    theirs = ["barbed_wire", "minefield", "commander_killed"]
    match = lay(
        hands=(mine, theirs) if mover == 0 else (theirs, mine),
        phase=Phase.MOVEMENT,
        active=Seat(mover),
        nations=(US, US),
        dice=[(3, 3)],
        squads=({"will_move": mover == 0}, {"will_move": mover == 1}),
    )
    asked = []
    for key in ("hill", "barbed_wire", "combat_engineer", "minefield"):
        asked.append((match.kind, match.seat))
        match.say(match.move("hill", M) if key == "hill" else match.play(key))
    asked += [(match.kind, match.seat)]
    match.passes()
    asked += [(match.kind, match.seat)]
    match.say(match.play("commander_killed"))
    other = 1 - mover
    assert asked == [
        ("move", mover),
        ("block", other),
        ("answer", mover),
        ("block", other),
        ("answer", mover),
        ("kill", other),
    ]
    squad = match.squad(mover)
    assert (squad.men, squad.commander_lost, squad.moved) == (10, True, False)
