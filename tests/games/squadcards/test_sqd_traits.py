"""National traits (2.12) and the windows in which cards are played (2.13)."""

from __future__ import annotations

from typing import Unpack

import pytest

from owm_net.engine.requests import Peek
from owm_net.games.squadcards.attack import Attacked
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.morale import MoraleChecked
from owm_net.games.squadcards.phases.movement import Moved
from owm_net.games.squadcards.phases.rally import RallyRolled
from tests.games.squadcards.table import (
    BRITISH,
    CATALOG,
    DECK,
    GERMAN,
    JAPANESE,
    PB,
    RUSSIAN,
    US,
    Changes,
    Declare,
    Fire,
    L,
    Layout,
    M,
    Match,
    Nation,
    Pass,
    Phase,
    Play,
    RangeBand,
    S,
    lay,
)
from tests.seats import ANN

TRAIT = "national_trait"


def firing(nation: Nation, at: RangeBand, *more: str, **options: Unpack[Layout]) -> Match:
    """A squad with a National Trait is asked for an attack in its Position Fire Phase."""
    defaults: Layout = {
        "nations": (nation, BRITISH if nation is not BRITISH else GERMAN),
        "hands": ((TRAIT, *more), ["scout"]),
        "band": at,
        "phase": Phase.POSITION,
        **options,
    }
    return lay(**defaults).until("fire")


def test_each_nation_has_its_own_uses() -> None:
    assert {n: [t.key for t in ts] for n, ts in CATALOG.traits.items()} == {
        US: ["us_artillery", "us_ingenuity", "us_bar"],
        GERMAN: ["ger_tactics", "ger_lmg", "ger_professionalism", "ger_intimidation"],
        BRITISH: ["brit_sharpshooting", "brit_stiff_upper_lip", "brit_intelligence"],
        RUSSIAN: [
            "rus_machine_pistol",
            "rus_reinforcements",
            "rus_commissar",
            "rus_human_wave",
        ],
        JAPANESE: ["jap_concealment", "jap_booby_traps", "jap_ambush", "jap_bonsai"],
    }
    match = firing(US, M)
    match.refused(match.trait_fire("ger_lmg"), "SQD-TRAIT-05", "no American use")
    match.refused(match.trait_fire(""), "SQD-TRAIT-01")
    match.refused(match.trait_fire("nonsense"), "SQD-TRAIT-01")
    plain = firing(US, M, "lmg")
    plain.refused(plain.fire("lmg", option="us_bar"), "SQD-TRAIT-01", "one use only")


@pytest.mark.parametrize(
    ("nation", "option", "attack"),
    [
        (US, "us_artillery", {L: 3}),
        (US, "us_bar", {S: 1, M: 1}),
        (GERMAN, "ger_lmg", {M: 2, L: 0}),
        (RUSSIAN, "rus_machine_pistol", {PB: 0, S: 0, M: -1}),
        (RUSSIAN, "rus_human_wave", {PB: 1}),
        (BRITISH, "brit_sharpshooting", {M: 1, L: 1}),
        (JAPANESE, "jap_bonsai", {PB: 2}),
    ],
)
@pytest.mark.rule(
    "SQD-TRAIT-01",
    "SQD-TRAIT-03",
    "SQD-TRAIT-05",
    "SQD-TRAIT-08",
    "SQD-TRAIT-11",
    "SQD-TRAIT-12",
    "SQD-TRAIT-18",
)
def test_attacks_with_a_trait(nation: Nation, option: str, attack: dict[RangeBand, int]) -> None:
    for band in RangeBand:
        match = firing(nation, band)
        if band in attack:
            match.dice.append((3, 3))
            match.say(match.trait_fire(option)).until("fire", 1)
            assert match.told(Attacked)[0].total == attack[band]
        else:
            match.refused(match.trait_fire(option), "SQD-RNG-02")


@pytest.mark.rule("SQD-TRAIT-02")
def test_ingenuity_brings_one_card_more() -> None:
    match = lay(nations=(US, GERMAN), hands=([TRAIT, "knife"], []), phase=Phase.POSITION)
    assert match.kind == "own"
    match.say(match.trait("us_ingenuity"))
    assert len(match.hand(0)) == 3 and match.discarded == [TRAIT]
    late = match.until("fire")
    late.refused(Play(late.card("knife")), "SQD-ATK-01")
    other = firing(US, M)
    other.refused(other.trait("us_ingenuity"), "SQD-TRAIT-02")


@pytest.mark.rule("SQD-TRAIT-03")
def test_the_bar_is_no_heavy_weapon_and_a_gun() -> None:
    match = firing(US, M, "enfilade", squads=({"moved": True}, {}))
    match.say(match.play("enfilade"))
    match.dice.append((3, 3))
    match.say(match.trait_fire("us_bar")).until("fire", 1)
    assert ("enfilade", 2) in match.told(Attacked)[0].why


@pytest.mark.rule("SQD-TRAIT-04")
def test_tactics_are_flanking_fire() -> None:
    match = firing(GERMAN, M, "bolt_rifle", "mortar")
    match.say(match.trait("ger_tactics"))
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("flanking fire", 1),)


@pytest.mark.rule("SQD-TRAIT-05")
def test_the_german_machine_gun_is_heavy_and_a_gun() -> None:
    match = firing(GERMAN, M, squads=({"moved": True}, {}))
    match.refused(match.trait_fire("ger_lmg"), "SQD-POS-06")
    assert CATALOG.uses["ger_lmg"].gun


def rolling(nation: Nation, option: str, die: int, phase: Phase = Phase.RALLY) -> Match:
    squad: Changes = {"pinned": True} if phase is Phase.RALLY else {"fired_upon": True}
    match = lay(
        nations=(nation, BRITISH if nation is not BRITISH else RUSSIAN),
        hands=([TRAIT], []),
        phase=phase,
        squads=(squad, {}),
        dice=[(die,)],
    )
    return match.say(match.trait(option))


@pytest.mark.rule("SQD-TRAIT-06")
def test_professionalism() -> None:
    assert rolling(GERMAN, "ger_professionalism", 3).told(RallyRolled)[0].pinned is False


@pytest.mark.rule("SQD-TRAIT-07")
def test_intimidation() -> None:
    match = lay(
        nations=(BRITISH, GERMAN),
        hands=([], [TRAIT]),
        phase=Phase.MORALE,
        squads=({"fired_upon": True}, {}),
        dice=[(4,), (1,)],
    )
    assert (match.kind, match.seat) == ("modifier", 1)
    match.say(match.trait("ger_intimidation"))
    assert match.told(MoraleChecked)[0].pinned is True
    own = lay(
        nations=(GERMAN, BRITISH),
        hands=([TRAIT], []),
        phase=Phase.MORALE,
        squads=({"fired_upon": True}, {}),
    )
    own.refused(own.trait("ger_intimidation"), "SQD-MORALE-05")


@pytest.mark.rule("SQD-TRAIT-08")
def test_the_machine_pistol_is_a_gun_and_does_not_reach_long() -> None:
    match = firing(RUSSIAN, L)
    match.refused(match.trait_fire("rus_machine_pistol"), "SQD-RNG-02")
    assert CATALOG.uses["rus_machine_pistol"].gun


@pytest.mark.rule("SQD-TRAIT-09")
def test_reinforcements() -> None:
    match = lay(nations=(RUSSIAN, US), hands=([TRAIT], []), phase=Phase.POSITION)
    match.say(match.trait("rus_reinforcements"))
    assert match.squad(0).men == 37


@pytest.mark.rule("SQD-TRAIT-10")
def test_the_commissar() -> None:
    assert rolling(RUSSIAN, "rus_commissar", 4).told(RallyRolled)[0].pinned is False


@pytest.mark.rule("SQD-TRAIT-11", "SQD-TRAIT-18", "SQD-R-39")
def test_charges_are_no_guns() -> None:
    assert not CATALOG.uses["rus_human_wave"].gun and not CATALOG.uses["jap_bonsai"].gun
    assert CATALOG.uses["jap_bonsai"].title == "Banzai Charge"


@pytest.mark.rule("SQD-TRAIT-12")
def test_sharp_shooting_is_not_for_short_range() -> None:
    match = firing(BRITISH, S)
    match.refused(match.trait_fire("brit_sharpshooting"), "SQD-RNG-02")


@pytest.mark.rule("SQD-TRAIT-13", "SQD-R-11")
def test_the_stiff_upper_lip() -> None:
    match = rolling(BRITISH, "brit_stiff_upper_lip", 5, Phase.MORALE)
    assert match.told(MoraleChecked)[0].pinned is False
    printed = lay(
        nations=(BRITISH, RUSSIAN),
        hands=([TRAIT], []),
        phase=Phase.MORALE,
        squads=({"fired_upon": True}, {}),
        dice=[(4,), (1,)],
        stiff_upper_lip="printed",
    )
    printed.say(printed.trait("brit_stiff_upper_lip"))
    assert printed.told(MoraleChecked)[0].pinned is True


@pytest.mark.rule("SQD-TRAIT-14")
def test_intelligence_looks_at_four_cards() -> None:
    for window in ("own", "fire"):
        match = lay(nations=(BRITISH, US), hands=([TRAIT], []), phase=Phase.POSITION).until(window)
        top = match.g.decks[DECK].top(4)
        match.say(match.trait("brit_intelligence"))
        assert Peek(ANN, top) in match.requests and len(top) == 4


@pytest.mark.rule("SQD-TRAIT-15")
def test_japanese_concealment_attaches_the_trait_card() -> None:
    match = lay(
        nations=(JAPANESE, US),
        hands=(["knife", TRAIT], []),
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    match.say(match.move("knife", M, into_open=True))
    match.say(match.trait("jap_concealment"))
    assert match.keys(match.squad(0).attached) == [TRAIT] and match.squad(0).cover == 1


@pytest.mark.rule("SQD-TRAIT-16")
def test_booby_traps_are_mines_and_can_be_cleared() -> None:
    for engineer in (False, True):
        hand = ["hill", "combat_engineer"] if engineer else ["hill"]
        match = lay(
            nations=(US, JAPANESE),
            hands=(hand, [TRAIT]),
            phase=Phase.MOVEMENT,
            squads=({"will_move": True}, {}),
            dice=[] if engineer else [(3, 3)],
        )
        match.say(match.move("hill", M)).say(match.trait("jap_booby_traps"))
        if engineer:
            match.say(match.play("combat_engineer"))
        assert match.squad(0).men == (12 if engineer else 10)
        assert bool(match.told(Moved)) is engineer


@pytest.mark.rule("SQD-TRAIT-17")
def test_the_japanese_ambush_is_the_one_of_the_phase() -> None:
    match = lay(
        nations=(US, JAPANESE),
        hands=(["hill"], [TRAIT, "ambush", "bolt_rifle"]),
        phase=Phase.OPPORTUNITY,
        squads=({"will_move": True}, {}),
    )
    match.say(match.trait("jap_ambush"))
    match.refused(match.play("ambush"), "SQD-OPF-05")
    assert match.attack_with("bolt_rifle", (3, 3)).total == 2


# ------------------------------------------------------------------ windows

ALL = (
    "knife",
    "fear",
    "leadership",
    "hill",
    "smoke",
    "minefield",
    "combat_engineer",
    "ambush",
    "mission_objective",
    "commander_killed",
    "scout",
    "encircled",
)
"""A card of every sort."""

FITS = {
    "terrain": ("hill",),
    "own": ("scout",),
    "modifier": ("fear",),
    "declare": ("smoke",),
    "fire": ("scout", "encircled"),
    "move": ("hill",),
    "block": ("minefield",),
    "answer": ("combat_engineer",),
    "after_move": ("mission_objective",),
    "kill": ("commander_killed",),
}
"""What of it can be played as such in each window; the passive player asks for `modifier`."""


def refuses_all_but(match: Match, window: str) -> None:
    """Every card that does not belong here is refused, with a rule and a reason."""
    assert match.kind == window, match.kind
    for key in ALL:
        if key in FITS[window] and window not in ("declare", "move") and key != "encircled":
            assert match.allowed(match.play(key)), (window, key)
        else:
            refusal = match.refusal(match.play(key))
            assert refusal.rule.startswith("SQD-") and refusal.why
            match.refused(match.play(key), refusal.rule)
    refusal = match.refusal(Fire(match.card("fear"), SquadId(1 - match.seat)))
    assert refusal.rule.startswith("SQD-")


@pytest.mark.rule("SQD-WIN-01")
def test_the_own_window_opens_twice_and_ends_with_a_pass() -> None:
    match = lay(hands=(ALL, ()), deck=["pistol"] * 3)
    assert match.g.phase is Phase.DRAW
    refuses_all_but(match, "own")
    match.say(match.play("scout"))
    assert match.kind == "own"
    assert match.passes().kind == "declare"
    match.passes()
    assert (match.kind, match.g.phase) == ("own", Phase.POSITION)


@pytest.mark.rule("SQD-WIN-02")
def test_the_morale_window() -> None:
    match = lay(hands=((), ALL), phase=Phase.MORALE, squads=({"fired_upon": True}, {}))
    refuses_all_but(match, "modifier")


@pytest.mark.rule("SQD-WIN-03")
def test_the_declaration() -> None:
    match = lay(hands=(ALL, ()), phase=Phase.COVERING)
    refuses_all_but(match, "declare")
    match.refused(Pass(), "SQD-WIN-03")
    match.refused(Declare(True, False, match.card("fear")), "SQD-COVER-02")
    match.say(Declare(True, False, match.card("smoke")))
    assert match.kind == "fire"


@pytest.mark.rule("SQD-WIN-04")
def test_the_fire_window_opens_again_until_a_pass() -> None:
    match = lay(hands=(ALL, ()), phase=Phase.POSITION).until("fire")
    refuses_all_but(match, "fire")
    match.say(match.play("scout"))
    assert match.kind == "fire"
    match.passes()
    assert match.g.phase is not Phase.POSITION


@pytest.mark.rule("SQD-WIN-05")
def test_ambush_fits_the_opportunity_window_only() -> None:
    match = lay(hands=(["rubble"], ALL), phase=Phase.OPPORTUNITY, squads=({"will_move": True}, {}))
    assert match.allowed(match.play("ambush"))
    for key in ("fear", "smoke", "minefield", "commander_killed"):
        match.refused(match.play(key), match.refusal(match.play(key)).rule)
    match.passes()
    assert match.kind == "move", "a pass ends the phase"


@pytest.mark.rule("SQD-WIN-06", "SQD-WIN-07", "SQD-WIN-08")
def test_the_windows_of_a_move() -> None:
    match = lay(
        hands=((*ALL, "rubble"), ("barbed_wire", "pistol")),
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    refuses_all_but(match, "move")
    match.say(match.move("rubble", M))
    assert (match.kind, match.seat) == ("block", 1)
    match.refused(match.play("pistol"), "SQD-ATK-01")
    match.say(match.play("barbed_wire"))
    refuses_all_but(match, "answer")
    match.say(match.play("combat_engineer"))
    assert (match.kind, match.seat) == ("block", 1)
    match.passes()
    rest = tuple(k for k in ALL if k != "combat_engineer")
    assert match.kind == "after_move"
    for key in rest:
        assert match.allowed(match.play(key)) is (key == "mission_objective"), key
    match.passes()
    assert match.g.phase is Phase.POSITION


@pytest.mark.rule("SQD-WIN-07")
def test_the_block_window() -> None:
    match = lay(hands=(("rubble",), ALL), phase=Phase.MOVEMENT, squads=({"will_move": True}, {}))
    match.say(match.move("rubble", M))
    refuses_all_but(match, "block")


@pytest.mark.rule("SQD-WIN-09")
def test_the_kill_window() -> None:
    match = lay(hands=((*ALL, "bolt_rifle"), ()), phase=Phase.POSITION).until("fire")
    match.attack_with("bolt_rifle", (2, 1))
    refuses_all_but(match, "kill")
    assert match.passes().kind == "fire"


@pytest.mark.rule("SQD-WIN-10")
def test_the_rally_window_needs_two_passes_in_a_row() -> None:
    match = lay(
        hands=(["leadership", "camaraderie", "knife"], ["confusion"]),
        phase=Phase.RALLY,
        squads=({"pinned": True}, {}),
        dice=[(1,)],
    )
    match.passes()
    match.say(match.play("confusion"))
    assert match.seat == 0
    match.say(match.play("leadership"))
    assert match.seat == 0, "the opponent has no card left and passes"
    match.say(match.play("camaraderie"))
    match.passes()
    assert match.told(RallyRolled)[0].total == 1 + 1 - 1 + 2 + 2


@pytest.mark.rule("SQD-WIN-01", "SQD-GAP-01")
def test_windows_open_whatever_the_hands_hold() -> None:
    """The same questions for a hand of Scouts and a hand of knives."""
    asked = []
    for hand in (["scout"] * 4, ["knife", "garrote", "bayonet", "rifle_butt"]):
        match = lay(hands=(hand, []), phase=Phase.DRAW)
        kinds = []
        while match.g.turn == 2 and not match.over:
            kinds.append((match.kind, match.seat))
            match.passes()
        asked.append(kinds)
    assert asked[0] == asked[1]
