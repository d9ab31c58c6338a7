"""Rulings of section 4 of the ledger that no other test shows by the way."""

from __future__ import annotations

from typing import Unpack

import pytest

from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Over, Roll
from owm_net.engine.system import Setup
from owm_net.engine.view import View
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.covering import Declared
from owm_net.games.squadcards.phases.movement import Blocked, Stayed
from owm_net.games.squadcards.victory import SquadGone
from tests.games.squadcards.table import (
    FIRST,
    GERMAN,
    HEXES,
    JAPANESE,
    SECOND,
    SYSTEM,
    THIRD,
    US,
    Changes,
    Declare,
    Discard,
    DrawExtra,
    Encircle,
    Fire,
    Layout,
    M,
    March,
    Match,
    NextSquad,
    Pass,
    Phase,
    Play,
    RangeBand,
    S,
    lay,
)

MOVER: Changes = {"will_move": True}


@pytest.mark.rule("SQD-R-36", "SQD-COVER-04")
def test_each_covering_attack_takes_its_own_card() -> None:
    match = lay(hands=(["bolt_rifle", "bolt_rifle", "knife"], ["scout"]), phase=Phase.COVERING)
    match.say(Declare(True))
    for left in (2, 1):
        match.attack_with("bolt_rifle", (1, 6))
        assert len(match.hand(0)) == left
    assert match.discarded == ["bolt_rifle", "bolt_rifle"]


@pytest.mark.rule("SQD-R-43", "SQD-VIC-01", "SQD-VIC-02")
def test_what_comes_first_decides() -> None:
    """The third objective is in the hand, but opportunity fire kills the last man before it."""
    match = lay(
        hands=(["hill", "mission_objective"], ["bolt_rifle"]),
        objectives=(2, 0),
        phase=Phase.OPPORTUNITY,
        squads=({**MOVER, "men": 1}, {}),
    )
    match.attack_with("bolt_rifle", (6, 1))
    assert match.winners == (1,) and match.g.phase is Phase.OPPORTUNITY


@pytest.mark.rule("SQD-R-44", "SQD-R-42", "SQD-DISC-01", "SQD-POS-02")
def test_a_mover_without_a_card_left_is_unmoved_for_every_rule() -> None:
    match = lay(
        hands=(["flanking_fire", "scout"], ["bolt_rifle"]),
        nations=(GERMAN, US),
        phase=Phase.COVERING,
    )
    match.say(Declare(True)).say(match.play("flanking_fire")).say(match.play("scout"))
    assert (match.kind, match.seat) == ("fire", 1), "opportunity fire at a declared mover"
    match.passes()
    assert match.told(Stayed) and not match.squad(0).moved
    assert not match.squad(1).outflanked
    match.until("extra", 0)  # it has neither moved nor attacked


@pytest.mark.rule("SQD-R-45", "SQD-COVER-02")
def test_on_the_map_smoke_may_be_the_last_card() -> None:
    match = lay(
        hands=(["smoke"], ["scout"]),
        mission="crossroads-knoll",
        cells=((0, -2), (0, 2)),
        phase=Phase.COVERING,
    )
    match.say(Declare(True, False, match.card("smoke")))
    assert match.squad(0).smoke and match.until("move").kind == "move"


@pytest.mark.rule("SQD-COVER-02", "SQD-DISC-02", "SQD-SET-04")
def test_answers_to_other_questions_are_refused() -> None:
    start = lay(hands=(["knife"], ["smoke"]), phase=Phase.COVERING)
    theirs = Played(start.g.hands[1][0])
    start.refused(Declare(True, False, theirs), "SQD-COVER-02", "own hand")
    full = lay(
        hands=(["knife"] + ["scout"] * 4 + ["pistol"] * 2, []),
        phase=Phase.DISCARD,
        squads=({"moved": True}, {}),
    )
    full.refused(Pass(), "SQD-DISC-02", "above the hand limit")
    full.refused(full.play("scout"), "SQD-DISC-02")


@pytest.mark.rule("SQD-R-53", "SQD-GAP-11")
def test_a_squad_that_dies_without_a_card_leaves_nothing() -> None:
    match = two(
        ("bolt_rifle", "scout"),
        (),
        (),
        ("scout",),
        phase=Phase.POSITION,
        squads=({}, {}, {"men": 1}, {}),
    ).until("fire")
    match.attack_with("bolt_rifle", (4, 1), target=THIRD)
    assert match.told(SquadGone) and match.discarded == ["bolt_rifle"] and not match.over


@pytest.mark.rule("SQD-R-46", "SQD-WIN-04")
def test_cards_and_attacks_in_any_order() -> None:
    hand = ["bolt_rifle", "bolt_rifle", "enfilade", "scout", "flanking_fire"]
    match = lay(hands=(hand, ["scout"]), phase=Phase.POSITION).until("fire")
    assert match.attack_with("bolt_rifle", (3, 3)).total == 0
    match.say(match.play("enfilade")).say(match.play("scout"))
    assert match.attack_with("bolt_rifle", (3, 3)).total == 2
    match.passes()
    assert match.kind == "fire", "a modifier may be followed by no attack"
    match.say(match.play("flanking_fire"))
    assert match.g.phase is Phase.RETURN, "an empty hand ends the window"


@pytest.mark.rule("SQD-R-47", "SQD-WIN-09", "SQD-CARD-14")
def test_no_window_for_a_commander_that_is_lost() -> None:
    for lost, kind in ((False, "kill"), (True, "fire")):
        match = lay(
            hands=(["bolt_rifle", "scout"], ["scout"]),
            phase=Phase.POSITION,
            squads=({}, {"commander_lost": lost}),
        ).until("fire")
        match.attack_with("bolt_rifle", (4, 3))
        assert match.kind == kind


@pytest.mark.rule("SQD-R-47", "SQD-WIN-08", "SQD-VFF-03")
@pytest.mark.parametrize(("to", "kind"), [(M, "after_move"), (S, "own")])
def test_the_variant_leaves_room_for_a_flanking_fire(to: RangeBand, kind: str) -> None:
    """After objective and Concealment: a lateral move may still earn a Flanking Fire."""
    match = lay(
        hands=(["hill", "mission_objective", "concealment", "flanking_fire", "knife"], []),
        nations=(GERMAN, US),
        phase=Phase.MOVEMENT,
        squads=(MOVER, {}),
        flanking_variant="on",
    )
    match.say(match.move("hill", to))
    match.say(match.play("mission_objective")).say(match.play("concealment"))
    assert match.kind == kind
    if kind == "after_move":
        match.say(match.play("flanking_fire"))
        assert match.kind == "own", "now nothing more"
        assert len(match.squad(0).flanking) == 1


def two(*dealt: tuple[str, ...], **more: Unpack[Layout]) -> Match:
    """Squads 0 and 1 belong to seat 0, squads 2 and 3 to seat 1."""
    options: Layout = {
        "mission": "two-squads",
        "cells": ((0, -2), (2, -2), (0, 2), (-2, 2)),
        "hands": (*dealt, *[()] * (4 - len(dealt))),
        "squads": ({}, {}, {}, {}),
        **more,
    }
    return lay(**options)


@pytest.mark.rule("SQD-R-48", "SQD-COVER-01", "SQD-VHX-04")
def test_a_pawn_that_is_shut_in_stays() -> None:
    """In a corner of the map with pawns on all three hexes beside it: nothing is asked."""
    match = two(
        ("knife", "smoke"),
        ("pistol",),
        ("scout",),
        ("scout",),
        phase=Phase.COVERING,
        cells=((4, -4), (3, -4), (4, -3), (3, -3)),
        nations=(GERMAN, US),
    )
    match.say(NextSquad(FIRST))
    assert match.told(Declared)[0] == Declared(SquadId(0), move=False, point_man=False)
    assert (match.kind, match.top.squad) == ("declare", 1)


@pytest.mark.rule("SQD-R-49", "SQD-VHX-04")
def test_nobody_passes_through_a_pawn() -> None:
    """(0,-4) to (0,-2) leads through two clear hexes; a friend on both of them bars the way."""
    free = two(
        ("knife",),
        phase=Phase.MOVEMENT,
        cells=((0, -4), (4, 0), (0, 4), (-4, 4)),
        squads=(MOVER, {}, {}, {}),
    )
    assert free.allowed(March(HEXES.at[0, -2]))
    barred = two(
        ("knife",),
        phase=Phase.MOVEMENT,
        cells=((0, -4), (0, -3), (0, 4), (-4, 4)),
        squads=(MOVER, {}, {}, {}),
    )
    barred.refused(March(HEXES.at[0, -3]), "SQD-VHX-01", "a pawn is there")
    barred.refused(March(HEXES.at[0, -2]), "SQD-VHX-04")


@pytest.mark.rule("SQD-R-50", "SQD-CARD-08", "SQD-DISC-01")
def test_a_card_helps_the_squad_from_whose_hand_it_comes() -> None:
    match = two(
        ("flanking_fire", "bolt_rifle"),
        ("bolt_rifle",),
        ("scout",),
        phase=Phase.POSITION,
        nations=(GERMAN, US),
    )
    match.say(NextSquad(FIRST)).until("fire").say(match.play("flanking_fire"))
    assert match.attack_with("bolt_rifle", (3, 3), target=THIRD).why == (("flanking fire", 1),)
    match.until("fire", 0)
    assert match.attack_with("bolt_rifle", (3, 3), target=THIRD).why == ()
    assert match.squad(0).attacked and match.squad(1).attacked


@pytest.mark.rule("SQD-R-51", "SQD-MOVE-08", "SQD-MOVE-06", "SQD-CARD-14")
def test_an_engineer_helps_its_own_squad_and_mines_belong_to_who_laid_them() -> None:
    match = two(
        ("knife",),
        ("combat_engineer",),
        ("commander_killed",),
        ("minefield", "commander_killed"),
        phase=Phase.MOVEMENT,
        squads=(MOVER, {}, {}, {}),
        dice=[(3, 3)],
    )
    match.say(March(HEXES.at[0, -1])).say(match.play("minefield"))
    match.refused(match.play("combat_engineer"), "SQD-WIN-07")
    match.passes()
    assert (match.kind, match.seat) == ("kill", 1)
    of_another = Played(match.g.hands[2][0])
    assert match.why_not(Play(of_another)) is not None
    match.say(match.play("commander_killed"))
    assert match.squad(0).commander_lost and len(match.g.hands[2]) == 1


@pytest.mark.rule("SQD-R-51", "SQD-R-47", "SQD-R-48", "SQD-MOVE-05")
def test_the_hand_of_another_squad_opens_no_window_for_the_mover() -> None:
    """It has no card left to cancel a block with; its fellows' engineers cannot come."""
    match = two(
        (),
        ("combat_engineer", "scout"),
        ("barbed_wire", "scout"),
        phase=Phase.MOVEMENT,
        squads=(MOVER, {}, {}, {}),
    )
    match.say(March(HEXES.at[0, -1])).say(match.play("barbed_wire"))
    assert match.kind != "answer" and match.told(Blocked)
    assert not match.squad(0).moved and len(match.hand(1)) == 2


@pytest.mark.rule("SQD-R-52", "SQD-POS-03", "SQD-POS-04")
def test_each_mover_outflanks_for_itself() -> None:
    match = two(
        ("bolt_rifle",),
        ("bolt_rifle",),
        ("bolt_rifle",),
        ("scout",),
        phase=Phase.OPPORTUNITY,
        squads=(MOVER, MOVER, {}, {}),
        nations=(GERMAN, US),
    )
    match.say(NextSquad(THIRD))
    match.attack_with("bolt_rifle", (1, 6), target=FIRST)
    match.until("squad", 0).say(NextSquad(FIRST)).say(March(HEXES.at[0, -1])).passes()
    assert not match.squad(2).outflanked and not match.squad(3).outflanked, "0 was fired at"
    match.until("move").say(March(HEXES.at[1, -2])).passes()
    assert match.squad(2).outflanked and match.squad(3).outflanked, "1 was not"
    match.until("squad", 0).say(NextSquad(FIRST)).until("fire")
    assert ("outflanking", 1) not in match.attack_with("bolt_rifle", (3, 3), target=THIRD).why
    match.until("fire", 0)
    assert ("outflanking", 1) in match.attack_with("bolt_rifle", (3, 3), target=THIRD).why


@pytest.mark.rule("SQD-R-58", "SQD-ATK-11")
def test_a_card_for_both_ranges_is_used_as_its_owner_says() -> None:
    for close_in, net in ((False, -1), (True, 0)):
        match = lay(
            hands=(["pistol"], ["scout"]), nations=(JAPANESE, US), band=S, phase=Phase.POSITION
        ).until("fire")
        told = match.attack_with("pistol", (3, 3), close_in=close_in)
        assert (told.total, told.close_in) == (net, close_in)


@pytest.mark.rule("SQD-R-59", "SQD-DISC-01", "SQD-DISC-02")
def test_the_extra_card_comes_before_the_discard() -> None:
    hand = ["knife", "bayonet", "garrote", "pistol", "pistol"]
    match = lay(hands=(hand, []), phase=Phase.DISCARD, deck=["lmg"], nations=(US, GERMAN))
    match.say(DrawExtra(True))
    assert match.kind == "discard" and match.hand(0) == [*hand, "lmg"]
    match.say(Discard((match.card("knife"),)))
    assert match.hand(0)[-1] == "lmg"


# ------------------------------------------------------------------ what everybody can see


@pytest.mark.rule("SQD-ATK-11", "SQD-CARD-05", "SQD-VHX-05", "SQD-WIN-04")
def test_what_is_public_speaks_before_a_card_is_opened() -> None:
    """The opponent's engine, which does not know the card, refuses at once."""

    def refused(match: Match, answer: object) -> str:
        refusal = agenda.why_not(View(match.g, match.seat, {}), answer)
        return refusal.rule if refusal is not None else ""

    near = lay(
        hands=(["knife", "encircled"], ["scout"]),
        band=S,
        nations=(GERMAN, US),
        phase=Phase.POSITION,
    ).until("fire")
    assert refused(near, Fire(near.card("knife"), SECOND, close_in=True)) == "SQD-ATK-11"
    assert refused(near, Fire(near.card("knife"), SECOND)) == "", (
        "only its owner knows that it is one"
    )
    assert refused(near, Encircle(near.card("encircled"), SECOND)) == "SQD-CARD-05"
    assert refused(near, Declare(True)) == "SQD-WIN-04"
    far = lay(
        hands=(["knife"], ["scout"]),
        mission="crossroads-knoll",
        cells=((0, -3), (0, 2)),
        phase=Phase.POSITION,
    ).until("fire")
    assert refused(far, Fire(far.card("knife"), SECOND)) == "SQD-VHX-05"


DICE = {
    "who begins": 2,
    "attack": 2,
    "morale check": 1,
    "rout": 2,
    "rally": 1,
    "minefield": 2,
}
"""What is rolled for, and with how many dice."""


@pytest.mark.rule("SQD-SET-02", "SQD-SET-07", "SQD-ATK-03", "SQD-MORALE-02", "SQD-MORALE-07")
@pytest.mark.rule("SQD-RALLY-01", "SQD-MOVE-06")
def test_all_dice_are_six_sided_and_as_many_as_the_rules_say() -> None:
    seen: dict[str, set[tuple[int, int]]] = {}
    for seed in range(12):
        match = LocalMatch(SYSTEM, Setup("meeting", "standard"), seed, [random_player] * 2)
        while not isinstance(match.request, Over):
            if isinstance(match.request, Roll):
                roll = match.request
                seen.setdefault(roll.reason, set()).add((roll.sides, roll.count))
            match.step()
    assert seen == {reason: {(6, n)} for reason, n in DICE.items()}
