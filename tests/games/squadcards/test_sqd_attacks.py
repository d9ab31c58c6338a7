"""Attacks: what is allowed, modifiers, kills (2.2, 2.11)."""

from __future__ import annotations

from typing import Unpack

import pytest

from owm_net.engine.records import Played
from owm_net.games.squadcards.attack import Attacked
from tests.games.squadcards.table import (
    CATALOG,
    FIRST,
    GERMAN,
    JAPANESE,
    PB,
    RUSSIAN,
    SECOND,
    US,
    Declare,
    Encircle,
    Fire,
    L,
    Layout,
    M,
    Match,
    Nation,
    Phase,
    Play,
    RangeBand,
    S,
    lay,
)

KNIVES = ("knife", "entrenching_tool", "bayonet", "rifle_butt", "bare_hands", "garrote")


def firing(*hand: str, **more: Unpack[Layout]) -> Match:
    """Seat 0 is asked for an attack in its Position Fire Phase; seat 1 has one card."""
    options: Layout = {"phase": Phase.POSITION, "hands": (hand, ["scout"]), **more}
    return lay(**options).until("fire")


@pytest.mark.rule("SQD-RNG-01")
def test_the_range_changes_for_both() -> None:
    match = lay(hands=(["hill"], []), band=M, phase=Phase.COVERING)
    match.say(Declare(True)).passes()
    match.say(match.move("hill", S))
    assert match.g.range_of(FIRST, SECOND) is S is match.g.range_of(SECOND, FIRST)


@pytest.mark.rule("SQD-RNG-02", "SQD-R-35")
def test_a_card_is_used_only_at_a_range_it_lists() -> None:
    match = firing("mortar", "pistol", band=L)
    assert match.allowed(match.fire("mortar"))
    match.refused(match.fire("pistol"), "SQD-RNG-02", "Pistol is not used at Long range")
    for key in ("grenade", "flame_thrower", "smg", "bolt_rifle"):
        near = firing(key, band=PB)
        near.refused(near.fire(key), "SQD-RNG-02")


@pytest.mark.rule("SQD-ATK-01", "SQD-R-27")
def test_an_attack_takes_a_card_which_is_spent() -> None:
    match = firing("bolt_rifle", "fear", "scout")
    match.refused(Fire(match.card("fear"), SECOND), "SQD-MORALE-05")
    match.refused(Fire(match.card("scout"), SECOND), "SQD-ATK-01", "no attack card")
    match.refused(Fire(match.card("bolt_rifle"), FIRST), "SQD-ATK-01", "an enemy squad")
    match.refused(Fire(Played(match.g.hands[1][0]), SECOND), "SQD-WIN-04", "your own hand")
    match.refused(Play(match.card("bolt_rifle")), "SQD-ATK-01", "needs a target")
    match.attack_with("bolt_rifle", (1, 1))
    assert match.discarded == ["bolt_rifle"] and "bolt_rifle" not in match.hand(0)


@pytest.mark.rule("SQD-ATK-02", "SQD-GAP-06", "SQD-R-04")
def test_any_number_of_attacks_one_after_another() -> None:
    match = firing("bolt_rifle", "bolt_rifle", "carbine")
    assert match.attack_with("bolt_rifle", (4, 1)).kills == 3
    assert match.kind == "kill"
    match.passes()
    assert match.attack_with("bolt_rifle", (2, 2)).kills == 0
    assert match.kind == "fire" and match.allowed(match.fire("carbine"))


@pytest.mark.rule("SQD-ATK-03")
@pytest.mark.parametrize(("dice", "dead"), [((6, 1), 5), ((3, 3), 0), ((1, 6), 0)])
def test_kills_are_the_total_if_positive(dice: tuple[int, int], dead: int) -> None:
    match = firing("bolt_rifle")
    told = match.attack_with("bolt_rifle", dice)
    assert match.squad(1).men == told.men == 10 - dead, "as many as all are told"


@pytest.mark.rule("SQD-ATK-04")
def test_kills_never_exceed_the_men() -> None:
    match = firing("bolt_rifle", squads=({}, {"men": 3}))
    assert match.attack_with("bolt_rifle", (6, 1)).kills == 3
    assert match.squad(1).men == 0


@pytest.mark.rule("SQD-ATK-05", "SQD-R-34")
@pytest.mark.parametrize(("band", "net"), [(S, -1), (PB, 0)])
def test_the_number_after_a_range_letter(band: RangeBand, net: int) -> None:
    match = firing("pistol", band=band)
    assert match.attack_with("pistol", (4, 2)).total == 2 + net


@pytest.mark.rule("SQD-ATK-06")
def test_cover_is_subtracted() -> None:
    match = firing("bolt_rifle", terrain=("", "hedge_row"))
    assert match.attack_with("bolt_rifle", (6, 1)).total == 3


@pytest.mark.rule("SQD-ATK-07")
def test_all_modifiers_together() -> None:
    """The ledger's example: 2 - 1 + 1 + 1 + 2 - 3 = 2."""
    match = firing(
        "lmg",
        "flanking_fire",
        "enfilade",
        terrain=("hill", "building"),
        attached=((), ("concealment",)),
        squads=({"pinned": True}, {}),
    )
    match.say(match.play("flanking_fire"))
    match.say(match.play("enfilade"))
    told = match.attack_with("lmg", (3, 2))
    assert told.total == 1 + 2
    assert told.why == (
        ("card", 2),
        ("pinned", -1),
        ("hill", 1),
        ("flanking fire", 1),
        ("enfilade", 2),
        ("cover", -3),
    )


@pytest.mark.rule("SQD-ATK-08")
@pytest.mark.parametrize("key", KNIVES)
def test_hand_to_hand_kills_one_at_most(key: str) -> None:
    match = firing(key, band=PB)
    assert match.attack_with(key, (6, 1)).kills == 1
    match = firing(key, band=PB)
    assert match.attack_with(key, (2, 2)).kills == 0


@pytest.mark.rule("SQD-ATK-09", "SQD-R-05")
def test_prisoners_are_taken_of_a_pinned_squad_only() -> None:
    match = firing("take_prisoners", band=PB)
    match.refused(match.fire("take_prisoners"), "SQD-ATK-09", "pinned")
    match = firing("take_prisoners", band=PB, squads=({}, {"pinned": True}))
    match.attack_with("take_prisoners", (5, 2))
    assert match.squad(1).men == 7 and match.squad(1).men_lost == 3


@pytest.mark.rule("SQD-ATK-10", "SQD-R-06")
def test_grenades_and_flames_ignore_cover() -> None:
    bunker: Layout = {
        "band": S,
        "terrain": ("", "pill_box"),
        "attached": ((), ("concealment",)),
    }
    for key in ("grenade", "flame_thrower"):
        match = firing(key, **bunker)
        assert match.attack_with(key, (5, 1)).kills == 4
    match = firing("smg", **bunker)
    assert match.attack_with("smg", (5, 1)).kills == 4 + 1 - 3 - 1
    bunker["attached"] = ((), ("concealment", "encircled"))
    match = firing("grenade", **bunker)
    assert match.attack_with("grenade", (5, 1)).total == 4 + 3


@pytest.mark.rule("SQD-ATK-11", "SQD-R-07")
def test_the_japanese_close_in_attack() -> None:
    hand = ("national_trait", "pistol", "knife", "smg", "take_prisoners")
    match = firing(*hand, band=S, nations=(JAPANESE, US))
    match.refused(match.trait_fire("jap_bonsai"), "SQD-RNG-02")
    match.refused(match.fire("smg", close_in=True), "SQD-ATK-11", "no Point Blank card")
    match.refused(match.fire("take_prisoners", close_in=True), "SQD-ATK-09")
    match.dice.append((4, 1))
    match.say(match.trait_fire("jap_bonsai", close_in=True))
    assert match.told(Attacked)[-1].total == 3 + 2
    match.passes()
    match.refused(match.fire("pistol", close_in=True), "SQD-ATK-11", "one close-in attack")
    assert match.allowed(match.fire("pistol"))
    far = firing("knife", band=M, nations=(JAPANESE, US))
    far.refused(far.fire("knife", close_in=True), "SQD-ATK-11", "Short")
    other = firing("knife", band=S, nations=(GERMAN, US))
    other.refused(other.fire("knife", close_in=True), "SQD-ATK-11", "Japanese")


@pytest.mark.rule("SQD-ATK-11", "SQD-R-07", "SQD-R-58")
def test_an_ordinary_attack_does_not_give_the_close_in_attack_back() -> None:
    """Nor does one before it cost it."""
    hand = ("carbine", "knife", "pistol", "pistol", "bayonet")
    match = firing(*hand, band=S, nations=(JAPANESE, US))
    match.attack_with("carbine", (3, 3))
    match.attack_with("knife", (3, 3), close_in=True)
    assert match.attack_with("pistol", (3, 3)).close_in is False
    match.refused(match.fire("bayonet", close_in=True), "SQD-ATK-11", "one close-in attack")
    match.refused(match.fire("pistol", close_in=True), "SQD-ATK-11", "one close-in attack")
    assert match.allowed(match.fire("pistol"))


@pytest.mark.rule("SQD-ATK-11")
def test_the_close_in_attack_comes_back_every_player_turn() -> None:
    hand = ("knife", "bayonet", "garrote")
    match = firing(*hand, band=S, nations=(JAPANESE, US))
    match.attack_with("knife", (1, 1), close_in=True)
    assert match.squad(0).close_in
    match.dice.append((1,))  # the enemy's morale check
    match.until_turn(3).until("fire", 0)  # the enemy's turn: return fire
    assert match.allowed(match.fire("bayonet", close_in=True))
    assert match.attack_with("bayonet", (6, 1), close_in=True).kills == 1


@pytest.mark.rule("SQD-ATK-12")
def test_a_miss_is_fire_all_the_same() -> None:
    match = firing("bolt_rifle")
    match.attack_with("bolt_rifle", (1, 6))
    assert match.squad(1).fired_upon and match.squad(1).men_lost == 0


@pytest.mark.rule("SQD-ATK-13", "SQD-CARD-14")
def test_commander_killed_needs_a_kill() -> None:
    match = firing("bolt_rifle", "commander_killed")
    match.attack_with("bolt_rifle", (3, 3))
    assert match.kind == "fire"
    match.refused(match.play("commander_killed"), "SQD-CARD-14", "right after")
    match = firing("bolt_rifle", "commander_killed")
    match.attack_with("bolt_rifle", (4, 3))
    assert match.kind == "kill"
    match.say(match.play("commander_killed"))
    assert match.squad(1).commander_lost and "commander_killed" in match.discarded


@pytest.mark.rule("SQD-CARD-14")
@pytest.mark.parametrize(("nation", "limit"), [(US, 4), (GERMAN, 5), (RUSSIAN, 3), (JAPANESE, 4)])
def test_a_lost_commander_costs_one_card(nation: Nation, limit: int) -> None:
    match = firing("bolt_rifle", "commander_killed", nations=(US, nation))
    match.attack_with("bolt_rifle", (4, 3))
    match.say(match.play("commander_killed"))
    assert match.squad(1).hand_limit == limit


@pytest.mark.rule("SQD-CARD-14", "SQD-R-29", "SQD-R-47")
def test_a_second_commander_killed_on_the_same_squad_is_refused() -> None:
    match = firing("bolt_rifle", "bolt_rifle", "commander_killed", "commander_killed")
    match.attack_with("bolt_rifle", (4, 3))
    match.say(match.play("commander_killed"))
    assert match.attack_with("bolt_rifle", (4, 3)).kills == 1
    assert match.kind == "fire", "everybody knows that nothing could be played (R-47)"
    match.refused(match.play("commander_killed"), "SQD-CARD-14", "once on a squad")


@pytest.mark.rule("SQD-CARD-02")
def test_cards_for_a_passing_effect_are_discarded() -> None:
    match = firing("flanking_fire", "lmg")
    match.say(match.play("flanking_fire"))
    assert match.discarded == ["flanking_fire"]


@pytest.mark.rule("SQD-CARD-03")
def test_two_flanking_fires_add_up() -> None:
    match = firing("flanking_fire", "flanking_fire", "bolt_rifle")
    match.say(match.play("flanking_fire")).say(match.play("flanking_fire"))
    assert match.attack_with("bolt_rifle", (3, 3)).total == 2


@pytest.mark.rule("SQD-CARD-04", "SQD-R-41")
def test_a_squad_on_the_hill_fires_better_in_any_phase() -> None:
    match = lay(hands=(["scout"], ["bolt_rifle"]), terrain=("", "hill"), phase=Phase.RETURN)
    assert (match.kind, match.seat) == ("fire", 1)
    assert match.attack_with("bolt_rifle", (3, 3)).total == 1
    assert match.squad(1).cover == 1


@pytest.mark.rule("SQD-CARD-05", "SQD-R-28")
def test_encircled_is_laid_on_a_pinned_enemy_and_stays_while_it_stays() -> None:
    match = firing("encircled", "bolt_rifle", "bolt_rifle")
    match.refused(match.encircle(), "SQD-CARD-05", "not pinned")
    match = firing("encircled", "bolt_rifle", "bolt_rifle", squads=({}, {"pinned": True}))
    match.refused(match.play("encircled"), "SQD-CARD-05", "choose one")
    match.refused(Encircle(match.card("bolt_rifle"), SECOND), "SQD-CARD-05", "no Encircled card")
    match.say(match.encircle())
    assert match.attack_with("bolt_rifle", (3, 3)).total == 3
    match.passes()
    match.squad(1).pinned = False  # rallied
    assert match.attack_with("bolt_rifle", (3, 3)).total == 3
    assert match.keys(match.squad(1).attached) == ["encircled"]


@pytest.mark.rule("SQD-CARD-05", "SQD-CARD-03", "SQD-ATK-07", "SQD-R-17")
def test_each_encircled_card_on_a_position_counts() -> None:
    match = firing("encircled", "encircled", "bolt_rifle", squads=({}, {"pinned": True}))
    match.say(match.encircle()).say(match.encircle())
    assert match.keys(match.squad(1).attached) == ["encircled", "encircled"]
    told = match.attack_with("bolt_rifle", (3, 3))
    assert (told.total, told.why) == (6, (("encircled", 6),))


@pytest.mark.rule("SQD-CARD-05", "SQD-MOVE-04")
def test_leaving_the_position_discards_what_is_attached() -> None:
    match = lay(
        hands=(["hill", "fear"], ["scout"]),
        terrain=("rubble", ""),
        attached=(("concealment", "encircled"), ()),
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    match.say(match.move("hill", M)).passes(2)
    assert match.squad(0).attached == []
    assert sorted(match.discarded) == ["concealment", "encircled", "rubble"]


@pytest.mark.rule("SQD-CARD-06")
def test_concealment_is_one_more_cover() -> None:
    match = firing("bolt_rifle", terrain=("", "wheat_field"), attached=((), ("concealment",)))
    assert match.squad(1).cover == 2
    assert match.attack_with("bolt_rifle", (6, 1)).total == 3


@pytest.mark.rule("SQD-CARD-07", "SQD-GAP-05")
def test_enfilade_helps_guns_only() -> None:
    match = firing("enfilade", "lmg", "mortar", band=L)
    match.say(match.play("enfilade"))
    assert match.attack_with("lmg", (3, 3)).total == 2
    match.passes()
    assert match.attack_with("mortar", (3, 3)).total == 2  # its own +2, and no more
    guns = sorted(u.key for u in CATALOG.uses.values() if u.gun)
    assert guns == sorted(
        [
            "pistol",
            "smg",
            "carbine",
            "bolt_rifle",
            "semi_rifle",
            "sniper",
            "lmg",
            "fire_section",
            "assault_section",
            "fire_team",
            "us_bar",
            "ger_lmg",
            "rus_machine_pistol",
            "brit_sharpshooting",
        ]
    )


@pytest.mark.rule("SQD-CARD-07", "SQD-CARD-03", "SQD-ATK-07", "SQD-R-17")
def test_two_enfilades_add_up() -> None:
    match = firing("enfilade", "enfilade", "bolt_rifle")
    match.say(match.play("enfilade")).say(match.play("enfilade"))
    told = match.attack_with("bolt_rifle", (3, 3))
    assert (told.total, told.why) == (4, (("enfilade", 4),))


@pytest.mark.rule("SQD-CARD-07", "SQD-R-26")
@pytest.mark.parametrize(("switch", "total"), [("yes", 2), ("no", 0)])
def test_whether_sections_are_guns(switch: str, total: int) -> None:
    match = firing("enfilade", "fire_team", sections_are_guns=switch)
    match.say(match.play("enfilade"))
    assert match.attack_with("fire_team", (3, 3)).total == total


@pytest.mark.rule("SQD-CARD-08")
def test_flanking_fire_lasts_through_the_player_turn() -> None:
    match = lay(
        hands=(["flanking_fire", "carbine", "carbine", "hill", "bolt_rifle"], ["scout"]),
        phase=Phase.COVERING,
    )
    match.say(Declare(True))
    match.say(match.play("flanking_fire"))
    assert match.attack_with("carbine", (3, 3)).total == 1
    match.passes().until("move")
    match.say(match.move("hill", M)).until("fire", 0)
    assert ("flanking fire", 1) in match.attack_with("carbine", (3, 3)).why
    match.dice.append((1,))
    match.until_turn(3).until("fire", 0)
    assert ("flanking fire", 1) not in match.attack_with("bolt_rifle", (3, 3)).why
    early = lay(hands=(["flanking_fire"], []), phase=Phase.DRAW).until("own", 0)
    early.refused(early.play("flanking_fire"), "SQD-CARD-08", "in your own fire windows")


@pytest.mark.rule("SQD-CARD-10")
def test_radio_artillery_fires_in_any_phase_also_after_moving() -> None:
    match = lay(hands=(["scout"], ["radio_artillery"]), band=L, phase=Phase.RETURN)
    assert match.attack_with("radio_artillery", (3, 3)).total == 3
    moved = firing("radio_artillery", band=L, squads=({"moved": True}, {}))
    assert moved.allowed(moved.fire("radio_artillery"))


@pytest.mark.rule("SQD-ATK-10")
def test_close_weapons_do_not_reach_farther() -> None:
    match = firing("grenade", "flame_thrower", band=M)
    for key in ("grenade", "flame_thrower"):
        match.refused(match.fire(key), "SQD-RNG-02")
