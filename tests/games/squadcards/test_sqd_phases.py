"""The phases of a player turn but movement: morale, fire, rally, discard (2.4 to 2.9)."""

from __future__ import annotations

import pytest

from owm_net.engine.requests import Choose, Peek, Roll
from owm_net.games.squadcards.turn import CoveringPhase
from tests.games.squadcards.table import (
    BRITISH,
    DECK,
    GERMAN,
    JAPANESE,
    PB,
    RUSSIAN,
    US,
    Declare,
    Discard,
    DrawExtra,
    L,
    M,
    Match,
    Nation,
    Pass,
    Phase,
    S,
    lay,
)

FIRED_UPON = {"fired_upon": True}
MOVER = {"will_move": True}


def checking(nation: Nation = GERMAN, *, die: int, **squad: object) -> Match:
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
    assert not quiet.told("morale")
    assert Roll(6, 1, "morale check") not in quiet.requests
    assert checking(die=1).told("morale")


@pytest.mark.rule("SQD-MORALE-02")
@pytest.mark.parametrize(("die", "pinned"), [(4, False), (5, True), (6, True)])
def test_five_pins(die: int, pinned: bool) -> None:
    match = checking(die=die)
    assert match.told("morale")[0]["pinned"] is pinned
    assert match.squad(0).pinned is pinned


@pytest.mark.rule("SQD-MORALE-03")
@pytest.mark.parametrize(
    ("nation", "die", "pinned"),
    [(US, 4, True), (GERMAN, 4, False), (JAPANESE, 5, False), (JAPANESE, 6, True)],
)
def test_nations_differ_in_morale(nation: Nation, die: int, pinned: bool) -> None:
    assert checking(nation, die=die).told("morale")[0]["pinned"] is pinned


@pytest.mark.rule("SQD-MORALE-04")
def test_each_man_lost_makes_it_worse() -> None:
    told = checking(die=2, men_lost=3).told("morale")[0]
    assert (told["total"], told["pinned"]) == (5, True)


@pytest.mark.rule("SQD-MORALE-05", "SQD-WIN-02")
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
    assert match.told("morale")[0]["total"] == 4 + 2 - 1
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
    assert match.told("morale")[0]["total"] == total


@pytest.mark.rule("SQD-MORALE-05")
def test_whose_roll_a_morale_card_is_for() -> None:
    match = lay(
        hands=(["fear", "fatalism"], ["determination"]),
        phase=Phase.MORALE,
        squads=(FIRED_UPON, {}),
    )
    match.refused(match.play("fear"), "SQD-MORALE-05", "the enemy's")
    match.passes()
    match.refused(match.play("determination"), "SQD-MORALE-05", "one's own")


@pytest.mark.rule("SQD-MORALE-06")
def test_a_pinned_squad_neither_moves_nor_aims_well() -> None:
    match = lay(
        hands=(["bolt_rifle", "hill"], ["scout"]),
        phase=Phase.COVERING,
        squads=({"pinned": True}, {}),
    )
    assert match.kind != "declare" and match.told("declared")[0]["move"] is False
    phase = CoveringPhase(squad=0)
    refusal = phase.why_not_declare(match.view(0), Declare(True))
    assert refusal is not None and refusal.rule == "SQD-MORALE-06"
    match.until("fire", 0)
    assert match.attack_with("bolt_rifle", (3, 3))["why"] == ("pinned -1",)
    back = lay(
        hands=([], ["bolt_rifle"]), phase=Phase.RETURN, squads=({}, {"pinned": True})
    )
    assert back.attack_with("bolt_rifle", (3, 3))["total"] == -1


@pytest.mark.rule("SQD-MORALE-07")
@pytest.mark.parametrize(("dice", "lost"), [((6, 2), 4), ((2, 6), 0)])
def test_a_pinned_squad_that_fails_again_routs(dice: tuple[int, int], lost: int) -> None:
    match = lay(
        phase=Phase.MORALE,
        nations=(GERMAN, BRITISH),
        squads=({**FIRED_UPON, "pinned": True}, {}),
        dice=[(5,), dice, (1,)],
        deck=(),
    )
    assert match.told("rout")[0]["lost"] == lost
    assert match.squad(0).men == 10 - lost and match.squad(0).pinned


@pytest.mark.rule("SQD-MORALE-07")
def test_no_rout_at_four() -> None:
    match = lay(
        phase=Phase.MORALE,
        nations=(GERMAN, BRITISH),
        squads=({**FIRED_UPON, "pinned": True}, {}),
        dice=[(4,), (1,)],
        deck=(),
    )
    assert not match.told("rout") and match.squad(0).pinned


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
    assert len(match.told("rally")) == 2 and match.squad(0).pinned
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
    assert match.told("rout")[0]["lost"] == 4
    assert (match.squad(0).fired_upon, match.squad(0).men_lost) == (False, 0)


@pytest.mark.rule("SQD-MORALE-01", "SQD-MORALE-09")
def test_the_log_covers_ones_own_turn_and_the_enemys() -> None:
    """R-08: opportunity fire on the mover counts at his next check; R-40: no check in turn 1."""
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
    assert match.told("morale")[0]["lost"] == 1


# ------------------------------------------------------------------ covering fire


def covering(*hand: str, nation: Nation = GERMAN, foe: str = "scout", **more: object) -> Match:
    """Seat 0 is asked whether it will move."""
    options: dict[str, object] = {
        "nations": (nation, BRITISH), "hands": (hand, [foe]), "phase": Phase.COVERING, **more,
    }
    match = lay(**options)  # type: ignore[arg-type]
    assert match.kind == "declare"
    return match


@pytest.mark.rule("SQD-COVER-01")
def test_who_must_stay() -> None:
    empty = lay(hands=([], ["scout"]), phase=Phase.COVERING)
    assert empty.told("declared")[0]["move"] is False
    assert empty.kind != "declare"
    refusal = CoveringPhase(squad=0).why_not_declare(empty.view(0), Declare(True))
    assert refusal is not None and refusal.rule == "SQD-COVER-01"
    match = covering("knife")
    match.say(Declare(True))
    assert match.squad(0).will_move
    smoker = covering("smoke")
    smoker.refused(Declare(True, False, smoker.card("smoke")), "SQD-COVER-01", "left")


@pytest.mark.rule("SQD-COVER-02")
def test_smoke_is_laid_with_the_declaration_only() -> None:
    match = covering("smoke", "smoke", "knife", "lmg")
    match.refused(Declare(False, False, match.card("smoke")), "SQD-COVER-02")
    match.refused(Declare(True, False, match.card("knife")), "SQD-COVER-02", "no Smoke card")
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
    assert match.told("declared")[0]["point_man"] is True


@pytest.mark.rule("SQD-COVER-04", "SQD-CARD-11", "SQD-CARD-12", "SQD-POS-07")
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
    assert match.attack_with("bolt_rifle", (3, 3))["total"] == net
    match = covering("fire_section", "knife", nation=nation, band=S).say(Declare(True))
    assert match.attack_with("fire_section", (3, 3))["total"] == net


@pytest.mark.rule("SQD-COVER-06")
@pytest.mark.parametrize(("nation", "net"), [(GERMAN, -4), (US, -2)])
def test_ones_own_smoke_is_in_the_way(nation: Nation, net: int) -> None:
    hand = ("bolt_rifle", "bolt_rifle", "knife", "smoke", "hill")
    match = covering(*hand, nation=nation, band=L)
    match.say(Declare(True, False, match.card("smoke")))
    assert match.attack_with("bolt_rifle", (3, 3))["total"] == net
    match.until("move").say(match.move("hill", L)).until("fire", 0)
    assert match.g.phase is Phase.POSITION
    assert not any("smoke" in w for w in match.attack_with("bolt_rifle", (3, 3))["why"])


# ------------------------------------------------------------------ opportunity fire


def opportunity(*hand: str, nation: Nation = GERMAN, mover: dict[str, object] | None = None,
                **more: object) -> Match:
    """Seat 1 may fire at a squad that has declared to move."""
    options: dict[str, object] = {
        "nations": (BRITISH, nation),
        "hands": (["knife", "hill"], hand),
        "phase": Phase.OPPORTUNITY,
        "squads": ({**MOVER, **(mover or {})}, {}),
        **more,
    }
    match = lay(**options)  # type: ignore[arg-type]
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
    assert match.attack_with("bolt_rifle", (5, 1))["why"] == ("cover -2",)
    assert match.g.band is M


@pytest.mark.rule("SQD-OPF-03", "SQD-OPF-04")
@pytest.mark.parametrize(
    ("covered", "smoke", "net"), [(False, False, 0), (True, False, -1), (False, True, -2),
                                  (True, True, -3)],
)
def test_covering_fire_and_smoke_protect(covered: bool, smoke: bool, net: int) -> None:
    match = opportunity("bolt_rifle", mover={"covered": covered, "smoke": smoke})
    assert match.attack_with("bolt_rifle", (3, 3))["total"] == net


@pytest.mark.rule("SQD-OPF-04")
def test_the_printed_smoke_is_a_switch() -> None:
    match = opportunity("bolt_rifle", mover={"smoke": True}, smoke_modifier="1")
    assert match.attack_with("bolt_rifle", (3, 3))["total"] == -1


@pytest.mark.rule("SQD-OPF-05", "SQD-WIN-05")
def test_one_ambush_before_the_first_attack() -> None:
    match = opportunity("ambush", "ambush", "bolt_rifle", "bolt_rifle", "barbed_wire")
    match.refused(match.play("barbed_wire"), "SQD-CARD-13")
    match.say(match.play("ambush"))
    match.refused(match.play("ambush"), "SQD-OPF-05", "once")
    for _ in range(2):
        assert match.attack_with("bolt_rifle", (3, 3))["total"] == 2
        match.passes()
    late = opportunity("ambush", "bolt_rifle", "bolt_rifle")
    late.attack_with("bolt_rifle", (3, 3))
    late.refused(late.play("ambush"), "SQD-OPF-05", "first opportunity attack")
    other = lay(hands=([], ["ambush"]), phase=Phase.RETURN)
    other.refused(other.play("ambush"), "SQD-OPF-05")


@pytest.mark.rule("SQD-OPF-06")
def test_which_cards_give_no_opportunity_fire() -> None:
    match = opportunity("mortar", "radio_artillery", "fire_section", "fire_team", band=L)
    match.refused(match.fire("mortar"), "SQD-OPF-06")
    match.refused(match.fire("fire_section"), "SQD-CARD-11")
    match.refused(match.fire("fire_team"), "SQD-OPF-06")
    assert match.allowed(match.fire("radio_artillery"))


@pytest.mark.rule("SQD-OPF-07")
def test_the_point_man_takes_the_only_loss_and_the_move_is_off() -> None:
    match = opportunity("bolt_rifle", "bolt_rifle", "scout", mover={"point_man": True})
    assert match.attack_with("bolt_rifle", (5, 1))["kills"] == 1
    assert match.kind == "kill"
    match.passes()
    assert match.attack_with("bolt_rifle", (5, 2))["kills"] == 0, "R-18"
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


def position(*hand: str, nation: Nation = GERMAN, me: dict[str, object] | None = None,
             **more: object) -> Match:
    options: dict[str, object] = {
        "nations": (nation, BRITISH),
        "hands": (hand, ["scout"]),
        "phase": Phase.POSITION,
        "squads": (me or {}, {}),
        **more,
    }
    return lay(**options).until("fire")  # type: ignore[arg-type]


@pytest.mark.rule("SQD-POS-01")
def test_a_squad_that_has_not_moved_may_fire() -> None:
    assert position("bolt_rifle").attack_with("bolt_rifle", (3, 3))["why"] == ()


@pytest.mark.rule("SQD-POS-02", "SQD-POS-03")
@pytest.mark.parametrize("nation", [GERMAN, US])
def test_moving_spoils_the_aim_and_outflanking_mends_it(nation: Nation) -> None:
    hand = "bolt_rifle"
    shot_at = position(hand, nation=nation, me={"moved": True, "shot_at": True})
    assert shot_at.attack_with(hand, (3, 3))["total"] == -1
    unseen = position(hand, nation=nation, me={"moved": True})
    assert unseen.attack_with(hand, (3, 3))["why"] == ("moved -1", "outflanking +1")


@pytest.mark.rule("SQD-POS-02")
def test_the_american_exemption_can_reach_further() -> None:
    me: dict[str, object] = {"moved": True, "shot_at": True}
    match = position("bolt_rifle", nation=US, me=me, american_exemption="position")
    assert match.attack_with("bolt_rifle", (3, 3))["total"] == 0


@pytest.mark.rule("SQD-POS-03")
def test_only_a_real_attack_prevents_outflanking() -> None:
    hands = (["hill", "bolt_rifle"], ["ambush", "bolt_rifle"])
    match = lay(hands=hands, phase=Phase.OPPORTUNITY, squads=(MOVER, {}))
    match.say(match.play("ambush")).until("move")
    match.say(match.move("hill", M)).until("fire", 0)
    assert "outflanking +1" in match.attack_with("bolt_rifle", (3, 3))["why"]
    missed = lay(hands=hands, phase=Phase.OPPORTUNITY, squads=(MOVER, {}))
    missed.attack_with("bolt_rifle", (1, 6))
    missed.until("move").say(missed.move("hill", M)).until("fire", 0)
    assert "outflanking +1" not in missed.attack_with("bolt_rifle", (3, 3))["why"]


@pytest.mark.rule("SQD-POS-04", "SQD-POS-05")
def test_the_outflanked_marker_acts_in_the_next_turn_only() -> None:
    match = lay(
        hands=(["hill"], ["bolt_rifle", "bolt_rifle"]), phase=Phase.MOVEMENT, squads=(MOVER, {})
    )
    match.say(match.move("hill", M)).passes()
    assert match.squad(1).outflanked and not match.squad(0).outflanked
    match.until_turn(3).until("fire", 1)
    assert "outflanked -1" in match.attack_with("bolt_rifle", (3, 3))["why"]
    match.dice.append((1,))
    match.until_turn(4)
    assert not match.squad(1).outflanked


@pytest.mark.rule("SQD-POS-05")
def test_moving_shakes_the_marker_off() -> None:
    match = position("bolt_rifle", me={"outflanked": True, "moved": True, "shot_at": True})
    assert match.attack_with("bolt_rifle", (3, 3))["why"] == ("moved -1",)


@pytest.mark.rule("SQD-POS-06")
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
    assert close.attack_with("infiltration", (3, 3))["total"] == 1
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
    mover: dict[str, object] = {"moved": True, "smoke": True, "covered": True}
    match = lay(
        hands=(["scout"], ["bolt_rifle"]),
        phase=Phase.RETURN,
        squads=(mover, {"pinned": True, "outflanked": True}),
    )
    assert match.attack_with("bolt_rifle", (3, 3))["why"] == ("pinned -1",)


# ------------------------------------------------------------------ rally and discard


def rallying(nation: Nation, die: int, mine: str = "", theirs: str = "") -> Match:
    match = lay(
        nations=(nation, BRITISH),
        hands=([mine] if mine else [], [theirs] if theirs else []),
        phase=Phase.RALLY,
        squads=({"pinned": True}, {}),
        deck=(),
        dice=[(die,)],
    )
    if mine:
        match.say(match.play(mine))
    if theirs:
        match.say(match.play(theirs))
    return match


@pytest.mark.rule("SQD-RALLY-01")
@pytest.mark.parametrize(("die", "pinned"), [(4, True), (5, False)])
def test_five_rallies(die: int, pinned: bool) -> None:
    assert rallying(BRITISH, die).told("rally")[0]["pinned"] is pinned


@pytest.mark.rule("SQD-RALLY-01")
def test_the_passive_squad_never_rallies() -> None:
    match = lay(phase=Phase.RALLY, squads=({}, {"pinned": True}), deck=())
    assert match.kind == "extra" and not match.told("rally")


@pytest.mark.rule("SQD-RALLY-02")
@pytest.mark.parametrize(
    ("nation", "pinned"), [(US, False), (GERMAN, False), (BRITISH, True), (RUSSIAN, True)]
)
def test_nations_differ_in_rallying(nation: Nation, pinned: bool) -> None:
    assert rallying(nation, 4).told("rally")[0]["pinned"] is pinned


@pytest.mark.rule("SQD-RALLY-03", "SQD-WIN-10")
@pytest.mark.parametrize(
    ("mine", "theirs", "die", "pinned"),
    [
        ("leadership", "", 3, False),
        ("patriotism", "", 3, False),
        ("camaraderie", "", 3, False),
        ("", "confusion", 5, True),
        ("", "exhaustion", 5, True),
        ("leadership", "exhaustion", 3, True),
    ],
)
def test_what_rally_cards_do(mine: str, theirs: str, die: int, pinned: bool) -> None:
    assert rallying(BRITISH, die, mine, theirs).told("rally")[0]["pinned"] is pinned


@pytest.mark.rule("SQD-RALLY-03", "SQD-WIN-10")
def test_the_rolling_player_speaks_first_at_a_rally() -> None:
    match = lay(
        hands=(["confusion", "fear"], ["leadership"]),
        phase=Phase.RALLY,
        squads=({"pinned": True}, {}),
        dice=[(6,)],
    )
    assert (match.kind, match.seat) == ("modifier", 0)
    match.refused(match.play("confusion"), "SQD-RALLY-03", "the enemy's")
    match.refused(match.play("fear"), "SQD-MORALE-05")
    match.passes()
    match.refused(match.play("leadership"), "SQD-RALLY-03", "one's own")
    match.passes()
    assert not match.squad(0).pinned


@pytest.mark.rule("SQD-DISC-01")
def test_a_quiet_squad_may_draw_one_more() -> None:
    match = lay(hands=(["knife"], []), phase=Phase.DISCARD)
    assert match.kind == "extra"
    match.refused(Pass(), "SQD-DISC-01")
    match.say(DrawExtra(True))
    assert len(match.hand(0)) == 2
    no = lay(hands=(["knife"], []), phase=Phase.DISCARD).say(DrawExtra(False))
    assert len(no.hand(0)) == 1


@pytest.mark.rule("SQD-DISC-01")
@pytest.mark.parametrize("busy", [{"attacked": True}, {"moved": True}])
def test_a_busy_squad_draws_no_more(busy: dict[str, object]) -> None:
    match = lay(hands=(["knife"], []), phase=Phase.DISCARD, squads=(busy, {}), turn=2)
    assert match.g.turn == 3, "nothing is asked of it"


@pytest.mark.rule("SQD-DISC-01")
def test_a_blocked_mover_and_a_scout_have_kept_still() -> None:
    blocked: dict[str, object] = {"will_move": True, "halted": True}
    match = lay(hands=(["knife"], []), phase=Phase.DISCARD, squads=(blocked, {}))
    assert match.kind == "extra"
    scout = lay(hands=(["scout", "knife"], []), phase=Phase.POSITION)
    scout.say(scout.play("scout")).until("extra")
    shot = lay(
        hands=(["bolt_rifle", "knife"], []), phase=Phase.POSITION, nations=(GERMAN, BRITISH)
    ).until("fire")
    shot.attack_with("bolt_rifle", (1, 6))
    shot.passes()
    assert shot.g.turn == 3, "after one attack there is no extra card"


@pytest.mark.rule("SQD-DISC-02", "SQD-GAP-03")
@pytest.mark.parametrize(
    ("nation", "commander_lost", "goes"),
    [(GERMAN, False, 3), (GERMAN, True, 4), (US, False, 4), (RUSSIAN, False, 5)],
)
def test_hands_are_cut_to_the_limit(nation: Nation, commander_lost: bool, goes: int) -> None:
    hand = ["knife", "bayonet", "garrote", "pistol", "pistol", "scout", "scout", "carbine", "lmg"]
    match = lay(
        nations=(nation, BRITISH),
        hands=(hand, []),
        phase=Phase.DISCARD,
        squads=({"commander_lost": commander_lost, "moved": True}, {}),
    )
    assert match.kind == "discard"
    cards = match.g.hands[0]
    match.refused(Discard(tuple(cards[: goes - 1])), "SQD-DISC-02", f"{goes} cards must go")  # type: ignore[arg-type]
    match.refused(Discard((cards[0],) * goes), "SQD-DISC-02", "different")  # type: ignore[arg-type]
    match.say(Discard(tuple(cards[:goes])))  # type: ignore[arg-type]
    assert match.discarded == hand[:goes]


@pytest.mark.rule("SQD-DISC-02")
def test_an_american_with_eight_discards_three() -> None:
    match = lay(hands=(["knife", "garrote", *["pistol"] * 3, *["scout"] * 3], []),
                phase=Phase.DISCARD, squads=({"moved": True}, {}))
    assert len(match.g.hands[0]) - match.squad(0).hand_limit == 3


@pytest.mark.rule("SQD-DISC-03")
def test_the_limit_binds_in_ones_own_discard_phase_only() -> None:
    hand = ["knife", "bayonet", "garrote", "pistol", "pistol", "scout"]
    match = lay(hands=(hand, []), deck=["lmg"] * 3 + ["carbine"] * 2)
    assert len(match.hand(0)) == 9 and match.kind == "own"
    passive = lay(hands=([], hand + ["scout"] * 2), phase=Phase.DISCARD, deck=())
    passive.passes()
    assert len(passive.hand(1)) == 8 and passive.g.turn == 3


# ------------------------------------------------------------------ looks at the deck


@pytest.mark.rule("SQD-CARD-09", "SQD-WIN-01", "SQD-GAP-14")
def test_a_scout_looks_and_leaves_everything_as_it_is() -> None:
    deck = ["fear", "lmg", "smoke", "hill", "knife", "garrote"]
    match = lay(hands=(["scout"], ["carbine"]), phase=Phase.POSITION, deck=deck, band=M)
    assert match.kind == "own"
    match.say(match.play("scout"))
    top = match.g.decks[DECK].top(5)
    assert Peek(0, top) in match.requests
    assert match.keys([match.view(0).card(c) or 0 for c in top]) == deck[:5]
    assert match.view(1).cards(top) == (None,) * 5
    assert not match.squad(1).fired_upon and not match.squad(0).attacked
    match.until_turn(3)
    assert match.hand(1)[-4:] == deck[:4], "the opponent draws what was seen"


@pytest.mark.rule("SQD-CARD-09")
@pytest.mark.parametrize("left", [0, 2])
def test_a_scout_sees_fewer_and_never_reshuffles(left: int) -> None:
    match = lay(
        hands=(["scout"], ["scout"]), phase=Phase.POSITION, deck=["fear", "lmg"][:left],
        discard=["knife", "garrote"],
    )
    match.say(match.play("scout"))
    looks = [r for r in match.requests if isinstance(r, Peek)]
    assert [len(r.slots) for r in looks] == ([left] if left else [])
    assert not match.told("reshuffled")
    assert isinstance(match.request, Choose)
