"""Morale checks and routs (2.4)."""

from __future__ import annotations

from typing import Unpack

import pytest

from owm_net.engine.requests import Roll
from owm_net.games.squadcards.phases.covering import CoveringPhase, Declared
from owm_net.games.squadcards.phases.morale import MoraleChecked, Routed
from owm_net.games.squadcards.phases.rally import RallyRolled
from tests.games.squadcards.table import (
    BRITISH,
    FIRST,
    GERMAN,
    JAPANESE,
    US,
    Changes,
    Declare,
    M,
    Match,
    Nation,
    Phase,
    lay,
)

FIRED_UPON: Changes = {"fired_upon": True}
MOVER: Changes = {"will_move": True}


def checking(nation: Nation = GERMAN, *, die: int, **squad: Unpack[Changes]) -> Match:
    """A morale check with no cards on either side; a pinned squad does not rally."""
    return lay(
        nations=(nation, BRITISH),
        phase=Phase.MORALE,
        squads=({**FIRED_UPON, **squad}, {}),
        dice=[(die,), (1,)],
        deck=(),
    )


# ------------------------------------------------------------------ morale


@pytest.mark.rule("SQD-MORALE-01")
def test_only_a_squad_that_was_fired_upon_checks() -> None:
    quiet = lay(phase=Phase.MORALE, deck=())
    assert not quiet.told(MoraleChecked)
    assert Roll(6, 1, "morale check") not in quiet.requests
    assert checking(die=1).told(MoraleChecked)


@pytest.mark.rule("SQD-MORALE-02")
@pytest.mark.parametrize(("die", "pinned"), [(4, False), (5, True), (6, True)])
def test_five_pins(die: int, pinned: bool) -> None:
    match = checking(die=die)
    assert match.told(MoraleChecked)[0].pinned is pinned
    assert match.squad(0).pinned is pinned


@pytest.mark.rule("SQD-MORALE-03", "SQD-R-10")
@pytest.mark.parametrize(
    ("nation", "die", "pinned"),
    [(US, 4, True), (GERMAN, 4, False), (JAPANESE, 5, False), (JAPANESE, 6, True)],
)
def test_nations_differ_in_morale(nation: Nation, die: int, pinned: bool) -> None:
    assert checking(nation, die=die).told(MoraleChecked)[0].pinned is pinned


@pytest.mark.rule("SQD-MORALE-04")
def test_each_man_lost_makes_it_worse() -> None:
    told = checking(die=2, men_lost=3).told(MoraleChecked)[0]
    assert (told.total, told.pinned) == (5, True)


@pytest.mark.rule("SQD-MORALE-04")
@pytest.mark.parametrize("lost", [4, 5, 9])
def test_however_many_men_were_lost_each_counts(lost: int) -> None:
    """As many as it takes to pin the steadiest, with the best die there is, and more."""
    told = checking(JAPANESE, die=1, men=10, men_lost=lost).told(MoraleChecked)[0]
    assert (told.lost, told.total) == (lost, 1 - 1 + lost)
    assert told.pinned is (lost >= 5)


@pytest.mark.rule("SQD-MORALE-05", "SQD-WIN-02", "SQD-R-30")
def test_morale_cards_are_played_before_the_die() -> None:
    match = lay(
        nations=(GERMAN, BRITISH),
        hands=(["fatalism", "knife"], ["fear", "leadership"]),
        phase=Phase.MORALE,
        squads=(FIRED_UPON, {}),
    )
    assert (match.kind, match.seat) == ("modifier", 0), "the checking player first (R-30)"
    match.refused(match.play("knife"), "SQD-ATK-01")
    match.passes()
    assert (match.kind, match.seat) == ("modifier", 1)
    match.refused(match.play("leadership"), "SQD-RALLY-03")
    match.say(match.play("fear"))
    assert match.seat == 0, "a card starts the passes again"
    match.dice.append((4,))
    match.say(match.play("fatalism")).passes()
    assert match.seat == 0
    match.passes()
    assert match.told(MoraleChecked)[0].total == 4 + 2 - 1
    assert match.squad(0).pinned and match.kind != "modifier"
    assert sorted(match.discarded) == ["fatalism", "fear"]


@pytest.mark.rule("SQD-MORALE-05")
@pytest.mark.parametrize(
    ("mine", "theirs", "die", "total"),
    [
        ("", "fear", 3, 5),
        ("", "shell_shock", 3, 5),
        ("", "hesitation", 3, 5),
        ("fatalism", "", 5, 4),
        ("determination", "", 5, 4),
    ],
)
def test_what_morale_cards_do(mine: str, theirs: str, die: int, total: int) -> None:
    match = lay(
        hands=([mine or "knife"], [theirs] if theirs else []),
        nations=(GERMAN, BRITISH),
        phase=Phase.MORALE,
        squads=(FIRED_UPON, {}),
        dice=[(die,)],
    )
    if mine:
        match.say(match.play(mine))
    else:
        match.passes().say(match.play(theirs)).passes()
    assert match.told(MoraleChecked)[0].total == total


@pytest.mark.rule("SQD-MORALE-05")
def test_whose_roll_a_morale_card_is_for() -> None:
    match = lay(
        hands=(["fear", "fatalism"], ["determination"]),
        phase=Phase.MORALE,
        squads=(FIRED_UPON, {}),
    )
    match.refused(match.play("fear"), "SQD-MORALE-05", "the enemy's")
    match.passes()
    match.refused(match.play("determination"), "SQD-MORALE-05", "your own")


@pytest.mark.rule("SQD-MORALE-06")
def test_a_pinned_squad_neither_moves_nor_aims_well() -> None:
    match = lay(
        hands=(["bolt_rifle", "hill"], ["scout"]),
        phase=Phase.COVERING,
        squads=({"pinned": True}, {}),
    )
    assert match.kind != "declare" and match.told(Declared)[0].move is False
    phase = CoveringPhase(squad=FIRST)
    refusal = phase.why_not_declare(match.view(0), Declare(True))
    assert refusal is not None and refusal.rule == "SQD-MORALE-06"
    match.until("fire", 0)
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("pinned", -1),)
    back = lay(hands=([], ["bolt_rifle"]), phase=Phase.RETURN, squads=({}, {"pinned": True}))
    assert back.attack_with("bolt_rifle", (3, 3)).total == -1


@pytest.mark.rule("SQD-MORALE-07", "SQD-R-12")
@pytest.mark.parametrize(("dice", "lost"), [((6, 2), 4), ((2, 6), 0)])
def test_a_pinned_squad_that_fails_again_routs(dice: tuple[int, int], lost: int) -> None:
    match = lay(
        phase=Phase.MORALE,
        nations=(GERMAN, BRITISH),
        squads=({**FIRED_UPON, "pinned": True}, {}),
        dice=[(5,), dice, (1,)],
        deck=(),
    )
    assert match.told(Routed)[0].lost == lost
    assert match.squad(0).men == 10 - lost and match.squad(0).pinned


@pytest.mark.rule("SQD-MORALE-07", "SQD-R-12")
def test_no_rout_at_four() -> None:
    match = lay(
        phase=Phase.MORALE,
        nations=(GERMAN, BRITISH),
        squads=({**FIRED_UPON, "pinned": True}, {}),
        dice=[(4,), (1,)],
        deck=(),
    )
    assert not match.told(Routed) and match.squad(0).pinned


@pytest.mark.rule("SQD-MORALE-08")
def test_pinned_lasts_until_it_is_rallied() -> None:
    match = lay(
        phase=Phase.RALLY,
        nations=(BRITISH, GERMAN),
        squads=({"pinned": True}, {}),
        deck=(),
        dice=[(4,), (4,), (5,)],
    )
    match.until_turn(5)
    assert len(match.told(RallyRolled)) == 2 and match.squad(0).pinned
    match.until_turn(7)
    assert not match.squad(0).pinned


@pytest.mark.rule("SQD-MORALE-09")
def test_the_fire_log_is_cleared_and_holds_no_rout() -> None:
    match = lay(
        phase=Phase.MORALE,
        nations=(GERMAN, BRITISH),
        squads=({**FIRED_UPON, "pinned": True, "men_lost": 1}, {}),
        dice=[(6,), (5, 1), (1,)],
        deck=(),
    )
    assert match.told(Routed)[0].lost == 4
    assert (match.squad(0).fired_upon, match.squad(0).men_lost) == (False, 0)


@pytest.mark.rule("SQD-MORALE-01", "SQD-MORALE-09", "SQD-R-08", "SQD-R-40")
def test_the_log_covers_ones_own_turn_and_the_enemys() -> None:
    """R-08: opportunity fire on the mover counts at the next check; R-40: no check in turn 1."""
    match = lay(
        hands=(["knife", "hill"], ["bolt_rifle"]),
        phase=Phase.OPPORTUNITY,
        squads=(MOVER, {}),
    )
    match.attack_with("bolt_rifle", (4, 3))
    match.until("move")
    match.say(match.move("hill", M))
    match.dice.append((1,))
    match.until_turn(4).until("modifier", 0).passes(2)
    assert match.told(MoraleChecked)[0].lost == 1
