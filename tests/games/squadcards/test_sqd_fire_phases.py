"""The four fire phases (2.5, 2.6, 2.8)."""

from __future__ import annotations

from typing import Unpack

import pytest

from owm_net.games.squadcards.phases.covering import CoveringPhase, Declared
from tests.games.squadcards.table import (
    BRITISH,
    FIRST,
    GERMAN,
    PB,
    RUSSIAN,
    US,
    Changes,
    Declare,
    L,
    Layout,
    M,
    Match,
    Nation,
    Phase,
    S,
    lay,
)

MOVER: Changes = {"will_move": True}


# ------------------------------------------------------------------ covering fire


def covering(
    *hand: str, nation: Nation = GERMAN, foe: str = "scout", **more: Unpack[Layout]
) -> Match:
    """Seat 0 is asked whether it will move."""
    options: Layout = {
        "nations": (nation, BRITISH),
        "hands": (hand, [foe]),
        "phase": Phase.COVERING,
        **more,
    }
    match = lay(**options)
    assert match.kind == "declare"
    return match


@pytest.mark.rule("SQD-COVER-01", "SQD-R-45")
def test_who_must_stay() -> None:
    empty = lay(hands=([], ["scout"]), phase=Phase.COVERING)
    assert empty.told(Declared)[0].move is False
    assert empty.kind != "declare"
    refusal = CoveringPhase(squad=FIRST).why_not_declare(empty.view(0), Declare(True))
    assert refusal is not None and refusal.rule == "SQD-COVER-01"
    match = covering("knife")
    match.say(Declare(True))
    assert match.squad(0).will_move
    smoker = covering("smoke")
    smoker.refused(Declare(True, False, smoker.card("smoke")), "SQD-COVER-01", "left")


@pytest.mark.rule("SQD-COVER-02", "SQD-R-14")
def test_smoke_is_laid_with_the_declaration_only() -> None:
    match = covering("smoke", "smoke", "knife", "lmg")
    match.refused(Declare(False, False, match.card("smoke")), "SQD-COVER-02")
    match.refused(Declare(True, False, match.card("knife")), "SQD-COVER-02", "only Smoke is laid")
    match.say(Declare(True, False, match.card("smoke")))
    assert match.squad(0).smoke and match.discarded == ["smoke"]
    match.refused(match.play("smoke"), "SQD-COVER-02", "one each turn")
    match.attack_with("lmg", (1, 6))
    match.refused(match.play("smoke"), "SQD-COVER-02")


@pytest.mark.rule("SQD-COVER-03")
def test_the_point_man_is_declared_and_public() -> None:
    match = covering("knife")
    match.refused(Declare(False, True), "SQD-COVER-03")
    match.say(Declare(True, True))
    assert match.squad(0).point_man
    assert match.told(Declared)[0].point_man is True


@pytest.mark.rule("SQD-COVER-04", "SQD-CARD-11", "SQD-CARD-12", "SQD-POS-07", "SQD-R-15")
def test_which_cards_give_covering_fire() -> None:
    match = covering("lmg", "fire_team", "fire_section", "knife")
    match.say(Declare(True))
    assert match.kind == "fire" and match.g.phase is Phase.COVERING
    assert match.allowed(match.fire("lmg")), "R-15"
    assert match.allowed(match.fire("fire_section"))
    match.refused(match.fire("fire_team"), "SQD-POS-07")
    far = covering("mortar", "knife", band=L).say(Declare(True))
    far.refused(far.fire("mortar"), "SQD-POS-07", "Position Fire Phase only")
    near = covering("assault_section", "knife", band=S).say(Declare(True))
    near.refused(near.fire("assault_section"), "SQD-POS-07")
    close = covering("infiltration", "knife", band=PB).say(Declare(True))
    close.refused(close.fire("infiltration"), "SQD-POS-07")
    stays = covering("lmg").say(Declare(False))
    assert stays.g.phase is not Phase.COVERING, "only a declared mover fires"


@pytest.mark.rule("SQD-COVER-05", "SQD-CARD-11")
@pytest.mark.parametrize(("nation", "net"), [(GERMAN, -2), (US, 0), (RUSSIAN, -2)])
def test_moving_fire_but_for_the_americans(nation: Nation, net: int) -> None:
    match = covering("bolt_rifle", "knife", nation=nation, band=L).say(Declare(True))
    assert match.attack_with("bolt_rifle", (3, 3)).total == net
    match = covering("fire_section", "knife", nation=nation, band=S).say(Declare(True))
    assert match.attack_with("fire_section", (3, 3)).total == net


@pytest.mark.rule("SQD-COVER-06", "SQD-R-14")
@pytest.mark.parametrize(("nation", "net"), [(GERMAN, -4), (US, -2)])
def test_ones_own_smoke_is_in_the_way(nation: Nation, net: int) -> None:
    hand = ("bolt_rifle", "bolt_rifle", "knife", "smoke", "hill")
    match = covering(*hand, nation=nation, band=L)
    match.say(Declare(True, False, match.card("smoke")))
    assert match.attack_with("bolt_rifle", (3, 3)).total == net
    match.until("move").say(match.move("hill", L)).until("fire", 0)
    assert match.g.phase is Phase.POSITION
    assert not any("smoke" in name for name, _ in match.attack_with("bolt_rifle", (3, 3)).why)


# ------------------------------------------------------------------ opportunity fire


def opportunity(
    *hand: str, nation: Nation = GERMAN, mover: Changes | None = None, **more: Unpack[Layout]
) -> Match:
    """Seat 1 may fire at a squad that has declared to move."""
    options: Layout = {
        "nations": (BRITISH, nation),
        "hands": (["knife", "hill"], hand),
        "phase": Phase.OPPORTUNITY,
        "squads": ({**MOVER, **(mover or {})}, {}),
        **more,
    }
    match = lay(**options)
    assert (match.kind, match.seat) == ("fire", 1)
    return match


@pytest.mark.rule("SQD-OPF-01")
def test_nobody_fires_at_a_squad_that_stays() -> None:
    match = lay(hands=(["knife"], ["bolt_rifle"]), phase=Phase.OPPORTUNITY)
    assert match.g.phase is Phase.POSITION
    assert opportunity("bolt_rifle").allowed(opportunity("bolt_rifle").fire("bolt_rifle"))


@pytest.mark.rule("SQD-OPF-02")
def test_range_and_terrain_are_those_before_the_move() -> None:
    match = opportunity("bolt_rifle", terrain=("building", ""))
    assert match.attack_with("bolt_rifle", (5, 1)).why == (("cover", -2),)
    assert match.g.band is M


@pytest.mark.rule("SQD-OPF-03", "SQD-OPF-04")
@pytest.mark.parametrize(
    ("covered", "smoke", "net"),
    [(False, False, 0), (True, False, -1), (False, True, -2), (True, True, -3)],
)
def test_covering_fire_and_smoke_protect(covered: bool, smoke: bool, net: int) -> None:
    match = opportunity("bolt_rifle", mover={"covered": covered, "smoke": smoke})
    assert match.attack_with("bolt_rifle", (3, 3)).total == net


@pytest.mark.rule("SQD-OPF-03", "SQD-OPF-04", "SQD-COVER-06", "SQD-POS-03")
def test_a_whole_turn_of_a_mover_under_fire() -> None:
    """Declarations and shots of phase 3 count in phase 4, and so on."""
    match = lay(
        nations=(GERMAN, BRITISH),
        phase=Phase.COVERING,
        hands=(["smoke", "bolt_rifle", "hill", "bolt_rifle"], ["bolt_rifle", "bolt_rifle"]),
    )
    match.say(Declare(True, False, match.card("smoke")))
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("moving", -2), ("own smoke", -2))
    match.passes()
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("covering fire", -1), ("smoke", -2))
    match.until("move").say(match.move("hill", M)).until("fire", 0)
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("moved", -1), ("hill", 1))
    match.until("fire", 1)
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("cover", -1),)


@pytest.mark.rule("SQD-OPF-04", "SQD-R-16")
def test_the_printed_smoke_is_a_switch() -> None:
    match = opportunity("bolt_rifle", mover={"smoke": True}, smoke_modifier="1")
    assert match.attack_with("bolt_rifle", (3, 3)).total == -1


@pytest.mark.rule("SQD-OPF-05", "SQD-WIN-05", "SQD-R-17")
def test_one_ambush_before_the_first_attack() -> None:
    match = opportunity("ambush", "ambush", "bolt_rifle", "bolt_rifle", "barbed_wire")
    match.refused(match.play("barbed_wire"), "SQD-CARD-13")
    match.say(match.play("ambush"))
    match.refused(match.play("ambush"), "SQD-OPF-05", "once")
    for _ in range(2):
        assert match.attack_with("bolt_rifle", (3, 3)).total == 2
        match.passes()
    late = opportunity("ambush", "bolt_rifle", "bolt_rifle")
    late.attack_with("bolt_rifle", (3, 3))
    late.refused(late.play("ambush"), "SQD-OPF-05", "first opportunity attack")
    other = lay(hands=([], ["ambush"]), phase=Phase.RETURN)
    other.refused(other.play("ambush"), "SQD-OPF-05")


@pytest.mark.rule("SQD-OPF-05", "SQD-R-17")
def test_an_ambush_is_over_with_the_player_turn_and_another_may_be_laid() -> None:
    """In the enemy's next player turn the attacks have no +2, until there is an Ambush again."""
    match = opportunity("ambush", "bolt_rifle", "bolt_rifle", "ambush", "bolt_rifle")
    match.say(match.play("ambush"))
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("ambush", 2),)
    match.passes().until("move").say(match.move("knife", M, into_open=True))
    match.dice.append((1,))  # the morale check of the squad that was fired at
    match.until_turn(4).until("declare", 0).say(Declare(True)).until("fire", 1)
    assert match.g.phase is Phase.OPPORTUNITY and match.g.turn == 4
    assert match.allowed(match.play("ambush"))
    assert ("ambush", 2) not in match.attack_with("bolt_rifle", (3, 3)).why
    match.refused(match.play("ambush"), "SQD-OPF-05", "first opportunity attack")


@pytest.mark.rule("SQD-OPF-06")
def test_which_cards_give_no_opportunity_fire() -> None:
    match = opportunity("mortar", "radio_artillery", "fire_section", "fire_team", band=L)
    match.refused(match.fire("mortar"), "SQD-OPF-06")
    match.refused(match.fire("fire_section"), "SQD-CARD-11")
    match.refused(match.fire("fire_team"), "SQD-OPF-06")
    assert match.allowed(match.fire("radio_artillery"))


@pytest.mark.rule("SQD-OPF-07", "SQD-R-18")
def test_the_point_man_takes_the_only_loss_and_the_move_is_off() -> None:
    match = opportunity("bolt_rifle", "bolt_rifle", "scout", mover={"point_man": True})
    assert match.attack_with("bolt_rifle", (5, 1)).kills == 1
    assert match.kind == "kill"
    match.passes()
    assert match.attack_with("bolt_rifle", (5, 2)).kills == 0, "R-18"
    assert match.squad(0).men == 9 and match.squad(0).men_lost == 1
    match.passes()
    assert match.kind != "move" and match.g.phase is Phase.POSITION
    assert not match.squad(0).moved


@pytest.mark.rule("SQD-OPF-07")
def test_the_point_man_goes_on_if_nobody_is_hit() -> None:
    match = opportunity("bolt_rifle", "bolt_rifle", mover={"point_man": True})
    match.attack_with("bolt_rifle", (3, 3))
    match.attack_with("bolt_rifle", (3, 3))
    assert match.kind == "move"


# ------------------------------------------------------------------ position and return fire


def position(
    *hand: str, nation: Nation = GERMAN, me: Changes | None = None, **more: Unpack[Layout]
) -> Match:
    options: Layout = {
        "nations": (nation, BRITISH),
        "hands": (hand, ["scout"]),
        "phase": Phase.POSITION,
        "squads": (me or {}, {}),
        **more,
    }
    return lay(**options).until("fire")


@pytest.mark.rule("SQD-POS-01")
def test_a_squad_that_has_not_moved_may_fire() -> None:
    assert position("bolt_rifle").attack_with("bolt_rifle", (3, 3)).why == ()


@pytest.mark.rule("SQD-POS-02", "SQD-POS-03")
@pytest.mark.parametrize("nation", [GERMAN, US])
def test_moving_spoils_the_aim_and_outflanking_mends_it(nation: Nation) -> None:
    hand = "bolt_rifle"
    shot_at = position(hand, nation=nation, me={"moved": True, "shot_at": True})
    assert shot_at.attack_with(hand, (3, 3)).total == -1
    unseen = position(hand, nation=nation, me={"moved": True})
    assert unseen.attack_with(hand, (3, 3)).why == (("moved", -1), ("outflanking", 1))


@pytest.mark.rule("SQD-POS-02", "SQD-R-22")
def test_the_american_exemption_can_reach_further() -> None:
    me: Changes = {"moved": True, "shot_at": True}
    match = position("bolt_rifle", nation=US, me=me, american_exemption="position")
    assert match.attack_with("bolt_rifle", (3, 3)).total == 0


@pytest.mark.rule("SQD-POS-02", "SQD-COVER-05", "SQD-R-22")
@pytest.mark.parametrize("switch", ["covering", "position"])
@pytest.mark.parametrize("nation", [US, GERMAN])
def test_how_far_the_exemption_reaches_and_that_it_is_the_americans(
    nation: Nation, switch: str
) -> None:
    """In Covering Fire always, after a move only if the players have agreed to it."""
    hand = ("bolt_rifle", "knife")
    match = covering(*hand, nation=nation, american_exemption=switch).say(Declare(True))
    net = match.attack_with("bolt_rifle", (3, 3)).total
    assert net == (0 if nation is US else -2)
    me: Changes = {"moved": True, "shot_at": True}
    match = position(*hand, nation=nation, me=me, american_exemption=switch)
    net = match.attack_with("bolt_rifle", (3, 3)).total
    assert net == (0 if nation is US and switch == "position" else -1)


@pytest.mark.rule("SQD-POS-03", "SQD-R-37")
def test_only_a_real_attack_prevents_outflanking() -> None:
    hands = (["hill", "bolt_rifle"], ["ambush", "bolt_rifle"])
    match = lay(hands=hands, phase=Phase.OPPORTUNITY, squads=(MOVER, {}))
    match.say(match.play("ambush")).until("move")
    match.say(match.move("hill", M)).until("fire", 0)
    assert ("outflanking", 1) in match.attack_with("bolt_rifle", (3, 3)).why
    missed = lay(hands=hands, phase=Phase.OPPORTUNITY, squads=(MOVER, {}))
    missed.attack_with("bolt_rifle", (1, 6))
    missed.until("move").say(missed.move("hill", M)).until("fire", 0)
    assert ("outflanking", 1) not in missed.attack_with("bolt_rifle", (3, 3)).why


@pytest.mark.rule("SQD-POS-04", "SQD-POS-05", "SQD-R-23")
def test_the_outflanked_marker_acts_in_the_next_turn_only() -> None:
    match = lay(
        hands=(["hill"], ["bolt_rifle", "bolt_rifle"]), phase=Phase.MOVEMENT, squads=(MOVER, {})
    )
    match.say(match.move("hill", M)).passes()
    assert match.squad(1).outflanked and not match.squad(0).outflanked
    match.until_turn(3).until("fire", 1)
    assert ("outflanked", -1) in match.attack_with("bolt_rifle", (3, 3)).why
    match.dice.append((1,))
    match.until_turn(4)
    assert not match.squad(1).outflanked


@pytest.mark.rule("SQD-POS-05")
def test_moving_shakes_the_marker_off() -> None:
    match = position("bolt_rifle", me={"outflanked": True, "moved": True, "shot_at": True})
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("moved", -1),)


@pytest.mark.rule("SQD-POS-06", "SQD-R-42")
def test_no_heavy_weapon_after_moving() -> None:
    match = position("lmg", "mortar", me={"moved": True}, band=L)
    match.refused(match.fire("lmg"), "SQD-POS-06", "heavy weapon")
    match.refused(match.fire("mortar"), "SQD-POS-06")
    blocked = position("lmg", me={"will_move": True})
    assert blocked.allowed(blocked.fire("lmg")), "R-42"


@pytest.mark.rule("SQD-POS-07", "SQD-CARD-12")
def test_which_cards_are_for_position_fire() -> None:
    near = position("assault_section", "fire_section", band=S)
    assert near.allowed(near.fire("assault_section"))
    near.refused(near.fire("fire_section"), "SQD-CARD-11")
    far = position("fire_team", "mortar", band=L)
    assert far.allowed(far.fire("fire_team")) and far.allowed(far.fire("mortar"))
    close = position("infiltration", "assault_section", band=PB)
    assert close.attack_with("infiltration", (3, 3)).total == 1
    close.passes()
    assert close.allowed(close.fire("assault_section"))


@pytest.mark.rule("SQD-RET-01")
def test_the_passive_player_returns_fire() -> None:
    match = lay(hands=(["scout"], ["lmg", "mortar"]), band=L, phase=Phase.RETURN)
    assert (match.kind, match.seat) == ("fire", 1)
    match.refused(match.fire("mortar"), "SQD-POS-07")
    assert match.allowed(match.fire("lmg"))


@pytest.mark.rule("SQD-RET-02")
def test_no_phase_modifier_on_return_fire() -> None:
    mover: Changes = {"moved": True, "smoke": True, "covered": True}
    match = lay(
        hands=(["scout"], ["bolt_rifle"]),
        phase=Phase.RETURN,
        squads=(mover, {"pinned": True, "outflanked": True}),
    )
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("pinned", -1),)


# ------------------------------------------------------------------ the next player turn


@pytest.mark.rule("SQD-COVER-01", "SQD-COVER-03", "SQD-COVER-06", "SQD-CARD-07", "SQD-CARD-08")
@pytest.mark.rule("SQD-OPF-03", "SQD-OPF-04", "SQD-OPF-05", "SQD-OPF-07", "SQD-DISC-01")
def test_what_was_said_and_done_holds_for_one_player_turn() -> None:
    """Of both squads: each acts in the other's player turn too."""
    done: Changes = {
        "will_move": True,
        "smoke": True,
        "point_man": True,
        "covered": True,
        "shot_at": True,
        "halted": True,
        "moved": True,
        "attacked": True,
        "ambush": True,
        "close_in": True,
        "enfilades": 2,
        "flanks": 2,
    }
    match = lay(phase=Phase.DISCARD, squads=(done, done), turn=2)
    assert match.g.turn == 3
    for squad in (match.squad(0), match.squad(1)):
        assert not any(getattr(squad, name) for name in done)
