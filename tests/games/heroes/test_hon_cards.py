"""Action cards: when each may be played, what it does, and what nobody may see."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.ids import EVERYBODY, Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Assault, Clashed
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.blast import covered, drifted
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.cards import artillery, mine, strafing_run
from owm_net.games.heroes.cards.aimed_shot import AimedShot
from owm_net.games.heroes.cards.artillery import Artillery, CameDown
from owm_net.games.heroes.cards.aviation import Aviation, DrivenOff, Flak
from owm_net.games.heroes.cards.battle_rage import BattleRage
from owm_net.games.heroes.cards.battlefield_promotion import BattlefieldPromotion
from owm_net.games.heroes.cards.burst_into_action import BurstIntoAction
from owm_net.games.heroes.cards.card import CardPlayed, Moment, may_hold
from owm_net.games.heroes.cards.concentration_105 import Concentration
from owm_net.games.heroes.cards.counterthrust import Counterthrust
from owm_net.games.heroes.cards.crossed_lines import CrossedLines
from owm_net.games.heroes.cards.dig_in import DigIn
from owm_net.games.heroes.cards.elastic_defence import ElasticDefence, FallenBack
from owm_net.games.heroes.cards.field_repair import FieldRepair, Repaired
from owm_net.games.heroes.cards.fighter_bomber import FighterBomber
from owm_net.games.heroes.cards.harassing_fire import HarassingFire
from owm_net.games.heroes.cards.high_command import HighCommand
from owm_net.games.heroes.cards.lone_marksman import LoneMarksman, Sniped
from owm_net.games.heroes.cards.mine import Mine
from owm_net.games.heroes.cards.nebelwerfer import Nebelwerfer
from owm_net.games.heroes.cards.opportunity_fire import OpportunityFire
from owm_net.games.heroes.cards.pin_down import PinDown
from owm_net.games.heroes.cards.rally import Rally
from owm_net.games.heroes.cards.rocket_attack import RocketAttack
from owm_net.games.heroes.cards.second_wind import RolledAgain, SecondWind
from owm_net.games.heroes.cards.strafing_run import StrafingRun
from owm_net.games.heroes.cards.stretcher_bearers import Healed, StretcherBearers
from owm_net.games.heroes.cards.wire_tap import Tapped, WireTap
from owm_net.games.heroes.damage import Suppressed
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.hidden import NUMBERED
from owm_net.games.heroes.ids import (
    NO_UNIT,
    OFF_MAP,
    CardKey,
    DiePlace,
    Heading,
    OptionKey,
    Step,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.moving import FireOnTheMove, Leg
from owm_net.games.heroes.orders import ActMove, NoMoreOrders, OrderFire
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.shooting import LENT, Frighten, Missed, ShotFired
from owm_net.games.heroes.silence import NO_CARDS, NO_DICE
from owm_net.games.heroes.smoke import DENSE, THIN, SmokeClears
from owm_net.games.heroes.state import Smoke
from owm_net.games.heroes.structures import Collapsed, Demolished
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import Damage, Flip, Pattern
from owm_net.games.heroes.tokens import TokenLost
from owm_net.games.heroes.wounds import Substitute
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, counter, scenario
from tests.seats import ANN, BEN

RANGE = (ann(4, 1), ben(8, 1))
"""Ann's unit 0 and Ben's unit 1, four spaces apart in the open."""


def duel(*units: object, dice: str = "", **more: object) -> Table:
    """Each seat has one order. dice: rolls, each by its faces."""
    rolls = [tuple(map(int, roll)) for roll in dice.split()]
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*(units or RANGE), dice=rolls, **settings)  # type: ignore[arg-type]


def result(table: Table) -> tuple[int, int]:
    """Of the last shot: its result and the defence."""
    shot = every(table.events, ShotFired)[-1]
    return shot.result, shot.defence


def agenda_said(table: Table, answer: Answer) -> str:
    """An answer in words, as its author reads it."""
    return Heroes().describe(table.view(table.seat), answer)


# -- the Orders phase ----------------------------------------------------------------------


@pytest.mark.rule("HON-CARD-01", "HON-CARD-04", "HON-CARD-09")
def test_after_the_last_token_each_may_play_until_both_have_passed() -> None:
    table = duel(hands=("crossed_lines wire_tap", "crossed_lines"))
    assert (table.kind, table.seat) == ("hush", ANN)
    table.refused(CrossedLines(table.card("wire_tap"), UnitId(1)), "HON-CARD-01")
    table.refused(CrossedLines(table.card("crossed_lines"), UnitId(0)), "HON-CARD-06")
    table.refused(CrossedLines(table.card("crossed_lines", BEN), UnitId(1)), "HON-HID-09")
    table.say(Pass())
    assert (table.kind, table.seat) == ("hush", BEN)
    table.say(CrossedLines(table.card("crossed_lines"), UnitId(0)))
    assert table.seat == ANN  # a play opens it again
    table.say(Pass())
    assert table.kind == "turn"


@pytest.mark.rule("HON-CARD-08", "HON-ORD-09", "HON-HID-03")
def test_crossed_lines_lose_a_token_unseen() -> None:
    table = duel(hands=("crossed_lines", ""))
    (slot,) = table.g.closed(BEN)
    card = table.card("crossed_lines")
    said = table.do(CrossedLines(card, UnitId(1)))
    assert only(said, TokenLost).unit == 1 and only(said, CardPlayed).seat == ANN
    assert table.g.closed(BEN) == () and table.g.lost_tokens[0].slot == slot
    assert table.view(ANN).card(slot) is None
    assert table.g.hands[ANN] == [] and table.g.piles[ANN] == [table.known(ANN)[card]]
    assert not table.u(1).acted  # it has received none


@pytest.mark.rule("HON-HID-12")
def test_a_wire_tap_shows_a_token_to_one_seat() -> None:
    table = duel(hands=("wire_tap wire_tap", ""))
    (slot,) = table.g.closed(BEN)
    said = table.do(WireTap(table.card("wire_tap"), UnitId(1)))
    assert [(e.seat, e.unit) for e in every(said, Tapped)] == [(ANN, 1)]
    assert table.view(ANN).card(slot) == table.known(BEN)[slot]
    assert View(table.g, EVERYBODY, {}).card(slot) is None and table.g.closed(BEN) == (slot,)
    assert (table.kind, table.seat) == ("hush", ANN)  # the second card; Ben has none
    table.say(Pass())
    table.say(WireTap(table.card("wire_tap"), UnitId(1)))  # in the Activation phase too
    assert (table.kind, table.seat) == ("turn", ANN)


@pytest.mark.rule("HON-HID-11", "HON-HID-13")
def test_who_is_asked_hangs_on_what_everybody_sees() -> None:
    """Not on the hand, but on the cards that lie open: with both copies of Crossed lines and of
    Wire tap out, nobody is asked for them."""
    assert duel(hands=("crossed_lines", "")).kind == duel(hands=("rally", "")).kind == "hush"
    assert duel(hands=("", "rally")).seat == BEN
    for out, kind in ((0, "turn"), (1, "hush")):
        table = battle(*RANGE, ann(2, 2), due=(1, 1), bluffs=(0, 0), hands=("rally", ""))
        keys = ("crossed_lines", "wire_tap")
        german = [n for n, (of, key) in enumerate(NUMBERED[:76]) if key in keys]
        table.g.piles[ANN] = german[out:]
        assert table.orders().kind == kind
    spent = duel(hands=("rally rally", "")).say(Pass(NO_CARDS))
    assert spent.kind == "turn"
    spent.over_to_supply().until("lay")
    assert spent.orders().kind == "hush"  # the next round asks again


HELD = [
    (ANN, "panzerfaust", True),
    (ANN, "tank_hunters", False),  # another nation's
    (ANN, "fighter_bomber", False),  # without an airstrike
    (BEN, "rocket_attack", True),
    (BEN, "elastic_defence", False),
    (BEN, "concentration_105", False),
]


@pytest.mark.rule("HON-HID-13", "HON-DECK-02", "HON-DECK-04")
@pytest.mark.parametrize(("seat", "key", "may"), HELD)
def test_what_a_seat_may_hold_its_nation_and_its_options_say(
    seat: Seat, key: str, may: bool
) -> None:
    g = duel(hands=("rally", "rally"), options={"or_airstrike": BEN}).g
    assert may_hold(g, seat, CardKey(key)) is may
    g.hands[seat].clear()
    assert not may_hold(g, seat, CardKey(key))


@pytest.mark.rule("HON-HID-13")
def test_a_seat_holds_no_copy_of_a_card_of_which_all_lie_open() -> None:
    """The two German copies are the cards 0 and 1."""
    g = duel(hands=("rally", "")).g
    for pile, may in (([1], True), ([0, -5], True), ([0, 1], False)):
        g.piles[ANN] = pile
        assert may_hold(g, ANN, CardKey("high_command")) is may


# -- shots ---------------------------------------------------------------------------------


@pytest.mark.rule("HON-CARD-02", "HON-CARD-05", "HON-HID-09")
def test_the_target_digs_in_and_the_firer_aims_better() -> None:
    """R-97: die 3 + 2 + 2 aimed against 6 + 2."""
    table = duel(dice="3", hands=("aimed_shot", "dig_in dig_in"))
    table.say(Pass(), Pass())
    table.say(table.fire(0, 1))
    assert (table.kind, table.seat) == ("guard", BEN)
    table.refused(AimedShot(table.card("dig_in")), "HON-CARD-01")
    table.say(DigIn(table.card("dig_in")))
    assert (table.kind, table.seat) == ("guard", ANN)
    table.say(AimedShot(table.card("aimed_shot")))
    assert result(table) == (7, 8) and not table.dice
    assert len(table.g.piles[BEN]) == 1  # one a shot: nobody was asked again


@pytest.mark.rule("HON-CARD-02")
def test_one_aimed_shot_counts_in_a_shot_and_the_targets_owner_has_none() -> None:
    table = duel(dice="1", hands=("aimed_shot aimed_shot", "dig_in aimed_shot")).say(Pass(), Pass())
    table.say(table.fire(0, 1, cards="aimed_shot"))
    table.refused(AimedShot(table.card("aimed_shot")), "HON-CARD-06")
    table.say(DigIn(table.card("dig_in")))
    assert table.kind == "after" and result(table) == (5, 8)


@pytest.mark.rule("HON-CARD-02")
@pytest.mark.parametrize(
    ("cards", "suppressive", "sum_"),
    [("", False, 5), ("aimed_shot", False, 7), ("", True, 7), ("aimed_shot", True, 11)],
)
def test_an_aimed_shot_is_part_of_the_bonus(cards: str, suppressive: bool, sum_: int) -> None:
    """Die 3, bonus 2, doubled where it suppresses."""
    table = duel(dice="3", hands=("aimed_shot", "")).say(Pass())
    table.say(table.fire(0, 1, suppressive=suppressive, cards=cards))
    assert result(table)[0] == sum_
    assert bool(table.g.piles[ANN]) is bool(cards)


@pytest.mark.rule("HON-CARD-05", "HON-AB-29")
def test_only_the_firer_aims_and_a_gun_that_may_lay_a_pattern_too() -> None:
    """G-05: not with patterns; a shot of that gun is none."""
    hands = ("aimed_shot aimed_shot", "aimed_shot dig_in")
    gun = ann(4, 1, "de_pz4", facing=int(Facing.E))
    table = duel(gun, ben(8, 1), dice="1", hands=hands).say(Pass(), Pass())
    aimed = evolve(table.fire(0, cards="aimed_shot"), vertex=Vertex((8, 1)))
    table.refused(aimed, "HON-CARD-06")
    table.say(table.fire(0, 1))
    assert (table.kind, table.seat) == ("guard", BEN)
    table.refused(AimedShot(table.card("aimed_shot")), "HON-CARD-06")
    table.say(DigIn(table.card("dig_in")))
    table.say(AimedShot(table.card("aimed_shot")))
    assert result(table) == (1 + 2 + 2, 6 + 2)


def test_cards_ride_on_what_they_fit_only() -> None:
    table = duel(hands=("aimed_shot rally panzerfaust speed_setup", "")).say(Pass())
    table.refused(table.fire(0, cards="aimed_shot"), "HON-CARD-06")
    table.refused(table.move(0, (5, 1), cards="aimed_shot"), "HON-CARD-06")
    table.refused(table.fire(0, 1, cards="rally"), "HON-CARD-01")
    table.refused(table.fire(0, 1, cards="speed_setup"), "HON-CARD-06")
    table.refused(table.fire(0, 1, cards="aimed_shot aimed_shot"), "HON-HID-09")
    table.refused(table.fire(0, 1, suppressive=True, cards="panzerfaust"), "HON-CARD-06")
    table.refused(table.move(0, (5, 1), cards="panzerfaust"), "HON-CARD-06")


@pytest.mark.rule("HON-CARD-03")
def test_second_wind_rolls_a_die_again_once() -> None:
    table = duel(dice="1 6", hands=("second_wind second_wind", "")).say(Pass())
    table.say(table.fire(0, 1))
    assert (table.kind, table.seat) == ("after", ANN)
    table.refused(SecondWind(table.card("second_wind"), DiePlace(1)), "HON-CARD-06")
    table.say(SecondWind(table.card("second_wind"), DiePlace(0)))
    assert result(table) == (8, 6) and table.u(1).face == 1
    assert len(table.g.hands[ANN]) == 1  # not the same die again


@pytest.mark.rule("HON-HID-13", "HON-CARD-03")
def test_nobody_is_asked_about_dice_that_could_do_no_more() -> None:
    """R-328: 2 and a die against 6. The hand does not matter, what it may hold does."""
    for die, asked in (("1", True), ("3", True), ("4", False), ("6", False)):
        for hand in ("second_wind pin_down", "rally rally"):
            table = duel(dice=die, hands=(hand, "")).say(Pass())
            table.say(table.fire(0, 1))
            assert (table.kind == "after") is asked, (die, hand)


@pytest.mark.rule("HON-HID-13")
def test_who_has_passed_on_cards_for_dice_is_asked_for_tokens_and_weapons_alone() -> None:
    """R-205, R-326: also where a die is of no shot."""
    held = {"hands": ("lone_marksman second_wind", "")}
    for gun, kind in ((ann(4, 1), "turn"), (ann(4, 1, "de_mg42", face=1, facing=2), "after")):
        table = duel(gun, ann(4, 3), ben(8, 1), dice="1", due=(2, 1), **held)
        table.until("turn", ANN).say(table.fire(0, 2))
        assert (table.kind, table.seat) == ("after", ANN)
        table.say(Pass(NO_DICE))
        table = duel(gun, ann(4, 3), ben(8, 1), dice="1", due=(2, 1), **held)
        table.until("turn", ANN)
        table.g.standing[ANN] = (NO_DICE,)
        table.say(table.fire(0, 2))
        assert table.kind == kind  # a machine gun may frighten
    marksman = duel(ann(4, 1), ben(8, 1), dice="1", **held).until("turn", ANN)
    marksman.g.standing[ANN] = (NO_DICE,)
    marksman.say(LoneMarksman(marksman.card("lone_marksman"), UnitId(1)))
    assert marksman.kind == "turn"


def test_pin_down_wants_a_shot_without_effect() -> None:
    table = duel(dice="1", hands=("pin_down pin_down", "")).say(Pass())
    said = table.do(table.fire(0, 1))
    assert table.kind == "after"
    table.say(PinDown(table.card("pin_down")))
    assert table.kind == "after" and table.u(1).suppressed == 0  # a second wind might be held
    table.refused(PinDown(table.card("pin_down")), "HON-CARD-06")
    said = table.do(Pass())
    assert table.u(1).suppressed == 1 and not every(said, Missed)
    table = duel(dice="5", hands=("pin_down", "")).say(Pass())
    table.say(table.fire(0, 1))
    if table.kind == "after":  # a second wind might be held
        table.refused(PinDown(table.card("pin_down")), "HON-CARD-06")


@pytest.mark.rule("HON-CARD-06", "HON-AB-27")
def test_who_is_pinned_down_is_so_if_the_dice_come_to_nothing_in_the_end() -> None:
    """And a shot that pins down does not frighten besides, nor the other way round."""
    gun = ann(4, 1, "de_mg42", face=1, facing=Facing.E)
    for first, other, rule in (
        ("pin_down", Frighten(), "HON-AB-27"),
        ("", "pin_down", "HON-CARD-06"),
    ):
        table = duel(gun, ben(8, 1), dice="1 6", hands=("pin_down second_wind", "")).say(Pass())
        table.say(table.fire(0, 1))
        table.say(PinDown(table.card(first)) if first else Frighten())
        table.refused(PinDown(table.card(other)) if isinstance(other, str) else other, rule)
        table.say(SecondWind(table.card("second_wind"), DiePlace(0)))
        assert table.u(1).face == 1 and table.u(1).suppressed == 0


@pytest.mark.rule("HON-CARD-06", "HON-AB-40", "HON-AB-42")
@pytest.mark.parametrize(("suppressive", "more"), [(False, 2), (True, 4)])
def test_an_answer_to_a_card_on_a_split_shot_goes_to_that_share(
    suppressive: bool, more: int
) -> None:
    """R-97: the other shot has no part in it."""
    gun = ann(1, 1, "de_mg34", face=1, facing=Facing.E)
    table = duel(gun, ben(6, 1), ben(6, 2), dice="2 1", hands=("aimed_shot", "dig_in"))
    table.say(Pass(), Pass())
    shares = (5, 1) if suppressive else (2, 1)
    table.say(table.fire(0, 1, 2, suppressive=suppressive, shares=shares))
    table.say(DigIn(table.card("dig_in")), AimedShot(table.card("aimed_shot", ANN)))
    table.until("turn")
    results = [shot.result for shot in every(table.events, ShotFired)]
    assert results == [2 + shares[0] + more, 1 + shares[1]]


@pytest.mark.rule("HON-AB-40", "HON-CARD-02")
def test_a_card_of_the_firers_is_split_with_the_bonus() -> None:
    gun = ann(1, 1, "de_mg34", face=1, facing=Facing.E)
    table = duel(gun, ben(6, 1), ben(6, 2), dice="1 1", hands=("aimed_shot", "")).say(Pass())
    table.refused(table.fire(0, 1, 2, shares=(2, 1), cards="aimed_shot"), "HON-AB-40")
    table.say(table.fire(0, 1, 2, shares=(3, 2), cards="aimed_shot"))
    table.until("turn")
    assert [shot.result for shot in every(table.events, ShotFired)] == [1 + 3, 1 + 2]


@pytest.mark.rule("HON-TRT-14", "HON-AB-23")
def test_a_hit_on_which_no_card_is_played_is_not_the_end_of_the_shot() -> None:
    """The Triggerhappy marker and the Destruction dice come after the question."""
    on = scenario([("position1", 4, 1)])
    table = duel(ann(4, 1), ben(8, 1, "us_engineer"), dice="6 4", on=on,
                 hands=("elastic_defence", ""), options={"tr_triggerhappy": BEN})  # fmt: skip
    table.over_to_turn(BEN)
    table.say(table.fire(1, 0, spend=("tr_triggerhappy",)))
    table.until("wounded", ANN).say(Pass())
    assert (table.u(0).face, table.u(0).suppressed) == (1, 1)
    assert [e.n for e in table.told(Demolished)] == [1]


@pytest.mark.rule("HON-HID-13")
def test_elastic_defence_falls_back_from_the_firer() -> None:
    """R-131; only Germans have it, so no American is ever asked."""
    table = duel(ann(4, 1), ben(8, 1), dice="6", hands=("elastic_defence", ""))
    table.say(Pass())
    table.over_to_turn(BEN)
    table.say(table.fire(1, 0))
    while table.kind == "guard":
        table.say(Pass())
    assert (table.kind, table.seat) == ("wounded", ANN) and table.u(0).face == 1
    asked = agenda.about(table.view(ANN))
    assert asked.what == "play a card on the hit of Panzergrenadier squad"
    spaces = {answer.to for answer in table.options(ElasticDefence)}
    assert spaces == {at(3, 0), at(3, 1), at(3, 2)}
    table.refused(ElasticDefence(table.card("elastic_defence"), at(5, 1)), "HON-CARD-06")
    table.say(ElasticDefence(table.card("elastic_defence"), at(3, 2)))
    assert table.u(0).at == at(3, 2)
    assert [e.space for e in every(table.events, FallenBack)] == [at(3, 2)]


def test_elastic_defence_is_for_the_hit_of_a_shot() -> None:
    """G-05: not of a sniper by a card, nor where nobody is left to fall back."""
    hands = ("elastic_defence", "lone_marksman")
    sniped = duel(ann(4, 1), ben(8, 1), dice="4", hands=hands).over_to_turn(BEN)
    sniped.say(LoneMarksman(sniped.card("lone_marksman"), UnitId(0)))
    assert sniped.u(0).face == 1 and sniped.kind == "turn"
    table = duel(ann(4, 1, face=1), ben(8, 1), dice="5", hands=("elastic_defence", ""))
    table.say(Pass())
    table.over_to_turn(BEN)
    table.say(table.fire(1, 0))
    while table.kind in ("guard", "after"):
        table.say(Pass())
    assert table.u(0).lost and table.kind != "wounded"


@pytest.mark.rule("HON-TER-06")
def test_who_falls_back_out_of_difficult_ground_has_entered_it() -> None:
    on = scenario(boards=(Placed("F", at(0, 0)), Placed("D", at(8, 0))))
    hands = ("elastic_defence", "opportunity_fire aimed_shot")
    table = duel(ann(5, 2), ben(9, 1), dice="6", hands=hands, on=on).over_to_turn(ANN)
    table.say(table.move(0, (6, 1), goes_on=True))  # a hedgerow
    card, aim = table.card("opportunity_fire"), table.card("aimed_shot")
    table.say(OpportunityFire(card, Step(1), UnitId(1), cards=(aim,)))
    while table.kind in ("guard", "after"):
        table.say(Pass())
    table.say(ElasticDefence(table.card("elastic_defence"), at(5, 2)))
    assert table.u(0).at == at(5, 2) and table.kind != "leg"


@pytest.mark.rule("HON-TRT-14")
def test_a_pass_on_the_hit_leaves_the_rest_of_the_shot_as_it_is() -> None:
    """The unit that was hit and did not fall back keeps the Triggerhappy marker."""
    options = {"tr_triggerhappy": BEN}
    table = duel(ann(4, 1), ben(8, 1), dice="5", hands=("elastic_defence", ""), options=options)
    table.say(Pass())
    table.over_to_turn(BEN)
    table.say(table.fire(1, 0, spend=("tr_triggerhappy",)))
    while table.kind in ("guard", "after"):
        table.say(Pass())
    assert table.kind == "wounded"
    table.say(Pass())
    assert (table.u(0).face, table.u(0).suppressed) == (1, 1)


WEAPON = [
    ("panzerfaust", ANN, 4, 7),
    ("panzerfaust", ANN, 5, None),
    ("tank_hunters", BEN, 5, 6),
    ("tank_hunters", BEN, 6, None),
]


@pytest.mark.parametrize(("card", "seat", "away", "sum_"), WEAPON)
def test_a_panzerfaust_is_one_shot_at_a_few_spaces(
    card: str, seat: Seat, away: int, sum_: int | None
) -> None:
    """Die 5 and the card's own bonus, for a unit that has none itself."""
    unarmed = counter("tests-unarmed", bonus=-1)
    hands = (card, "") if seat == ANN else ("", card)
    table = duel(ann(4, 1, unarmed), ben(4 + away, 1, unarmed), dice="5", hands=hands)
    table.over_to_turn(seat)
    fire = table.fire(seat, 1 - seat, cards=card)
    if sum_ is None:
        table.refused(fire, "HON-AB-35")
        return
    assert fire in table.options()
    table.say(fire)
    assert result(table)[0] == sum_


@pytest.mark.parametrize(
    ("card", "seat", "vehicle", "sum_"),
    [
        ("panzerfaust", ANN, "us_halftrack", 1 + 6),
        ("panzerfaust", ANN, "us_sherman", 1 + 6),
        ("tank_hunters", BEN, "de_halftrack", 1 + 6),
        ("tank_hunters", BEN, "de_pz4", 1 + 5),
    ],
)
def test_a_panzerfaust_against_vehicles(card: str, seat: Seat, vehicle: str, sum_: int) -> None:
    """G-05. From the side; the die of the location is not looked at."""
    squad, car = (ann, ben) if seat == ANN else (ben, ann)
    units = (squad(4, 1), car(4, 4, vehicle, facing=2))
    hands = (card, "") if seat == ANN else ("", card)
    table = duel(*units, dice="1 1", hands=hands, orders={"u0": 1, "u1": 1})
    table.over_to_turn(seat)
    table.say(table.fire(0, 1, cards=card))
    assert result(table)[0] == sum_


@pytest.mark.rule("HON-CARD-06")
def test_a_panzerfaust_is_not_fired_from_a_vehicle() -> None:
    """G-05: by infantry on the map."""
    rider = evolve(ann(0, 0), at=OFF_MAP, aboard=UnitId(2))
    units = (rider, ben(6, 1), ann(4, 1, "de_halftrack", facing=2))
    table = duel(*units, hands=("panzerfaust", ""), orders={"u0": 1, "u1": 1})
    table.over_to_turn(ANN)
    assert table.allowed(table.fire(0, 1))
    table.refused(table.fire(0, 1, cards="panzerfaust"), "HON-CARD-06")


# -- moves ---------------------------------------------------------------------------------


@pytest.mark.rule("HON-ACT-06", "HON-ACT-07")
def test_opportunity_fire_uses_a_unit_up() -> None:
    table = duel(ann(4, 1), ben(9, 1), dice="4", hands=("", "opportunity_fire")).say(Pass())
    table.say(table.move(0, (5, 1), (6, 1)))
    assert (table.kind, table.seat) == ("react", BEN)
    card = table.card("opportunity_fire")
    table.refused(OpportunityFire(card, Step(3), UnitId(1)), "HON-ACT-06")
    table.refused(OpportunityFire(card, Step(1), UnitId(0)), "HON-ACT-06")
    table.say(OpportunityFire(card, Step(1), UnitId(1)))
    assert table.u(0).face == 1 and table.u(0).at == at(5, 1)
    assert table.u(1).acted and table.g.closed(BEN) == ()
    assert (table.kind, table.seat) == ("leg", ANN)


@pytest.mark.rule("HON-ACT-06", "HON-OPT-04", "HON-EQ-02")
def test_opportunity_fire_with_what_adds_to_a_shot() -> None:
    """G-05, R-68: two tokens and an aimed shot; no Panzerfaust."""
    table = duel(ann(4, 1), ben(9, 1), dice="1", hands=("", "opportunity_fire aimed_shot"),
                 options={"eq_ammo": BEN, "eq_panzerfaust": BEN}).say(Pass())  # fmt: skip
    table.say(table.move(0, (5, 1)))
    card, aim = table.card("opportunity_fire"), table.card("aimed_shot")
    ammo = OptionKey("eq_ammo")

    def fire(*spend: OptionKey, cards: tuple[Played, ...] = ()) -> OpportunityFire:
        return OpportunityFire(card, Step(1), UnitId(1), spend, cards)

    table.refused(fire(ammo, ammo, ammo, ammo), "HON-ARMY-08")
    table.refused(fire(OptionKey("eq_panzerfaust")), "HON-TER-10")
    table.refused(fire(cards=(card,)), "HON-HID-09")
    table.refused(fire(cards=(aim, aim)), "HON-HID-09")
    table.say(fire(ammo, ammo, cards=(aim,)))
    assert result(table)[0] == 1 + 2 + 2 + 2
    assert table.g.options[0].tokens == 1 and table.g.hands[BEN] == []


@pytest.mark.rule("HON-CARD-02", "HON-TER-10")
def test_who_fell_back_in_its_move_is_fired_at_where_it_stands() -> None:
    """R-151; a mine wants a space that it has entered."""
    on = scenario([("position1", 9, 1), ("position1", 9, 3)])
    table = duel(ann(4, 1), ben(9, 1), ben(9, 3), on=on, dice="6 1",
                 hands=("elastic_defence", "mine"))  # fmt: skip
    table.until("turn", ANN)
    table.say(table.move(0, (5, 1), (6, 1)))
    table.say(React((UnitId(1),), Step(2)))
    table.until("wounded", ANN)
    table.say(ElasticDefence(table.card("elastic_defence"), at(5, 2)))
    assert (table.kind, table.seat) == ("react", BEN) and table.u(0).at == at(5, 2)
    assert {answer.step for answer in table.options(React)} == {0}
    assert not table.options(Mine)
    table.say(React((UnitId(2),), Step(0)))
    assert len(table.told(ShotFired)) == 2


@pytest.mark.rule("HON-TER-10", "HON-AB-35")
def test_who_is_out_of_reach_by_then_does_not_fire_and_is_not_used_up() -> None:
    """R-96: the mover has fallen back before the second of two shots."""
    near = counter("tests-near", limited_range=3)
    on = scenario([("position1", 9, 1), ("position1", 9, 3)])
    table = duel(ann(4, 1), ben(9, 1), ben(9, 3, near), on=on, dice="6",
                 hands=("elastic_defence", ""))  # fmt: skip
    table.until("turn", ANN)
    table.say(table.move(0, (5, 1), (6, 1), (6, 2)))
    table.say(React((UnitId(1), UnitId(2)), Step(2)))
    table.until("wounded", ANN)
    table.say(ElasticDefence(table.card("elastic_defence"), at(5, 1)))
    assert len(table.told(ShotFired)) == 1 and table.u(1).acted and not table.u(2).acted


@pytest.mark.rule("HON-TER-10", "HON-CARD-01")
def test_a_card_goes_with_the_first_of_several_reactions() -> None:
    """An aimed shot of +2, and none for the second."""
    on = scenario([("position1", 9, 1), ("position1", 9, 3)])
    table = duel(ann(4, 1), ben(9, 1), ben(9, 3), on=on, dice="1 1", hands=("", "aimed_shot"))
    table.until("turn", ANN)
    table.say(table.move(0, (5, 1), (6, 1)))
    card = table.card("aimed_shot", BEN)
    table.say(React((UnitId(1), UnitId(2)), Step(1), cards=(card,)))
    table.until("leg", ANN)
    first, second = [e.result for e in table.told(ShotFired)]
    assert (first, second) == (1 + 2 + 2, 1 + 2) and not table.g.hands[BEN]


@pytest.mark.rule("HON-CARD-02")
def test_a_mine_and_a_shot_at_one_step() -> None:
    """R-151: then it may only be said more of that step."""
    table = duel(ann(4, 1), ben(9, 1), dice="1 1", hands=("", "opportunity_fire mine mine"))
    table.say(Pass())
    table.say(table.move(0, (5, 1), (6, 1), (7, 1)))
    table.say(OpportunityFire(table.card("opportunity_fire"), Step(2), UnitId(1)))
    table.until("react", BEN)  # a second wind might be held
    assert table.u(0).at == at(6, 1)
    assert {answer.step for answer in table.options(Mine)} == {1}
    table.say(Mine(table.card("mine"), Step(1)))
    assert table.g.mined == [at(6, 1)]
    table.until("leg", ANN)
    table.say(Leg((at(7, 1),)))
    assert (table.kind, table.seat) == ("react", BEN)  # there is another mine


def test_a_mine_is_laid_on_a_space_once() -> None:
    """Die 4 + 3 against 6, in a thicket too: terrain does not help."""
    ground = scenario([("thicket1", 6, 1)])
    table = duel(
        ann(4, 1), ben(9, 7), on=ground, dice="4 1", hands=("", "mine mine"), due=(2, 1)
    ).say(Pass())
    table.say(table.move(0, (5, 1), (6, 1)))
    assert {answer.step for answer in table.options(Mine)} == {1, 2}
    table.refused(Mine(table.card("mine"), Step(0)), "HON-CARD-06")
    table.refused(Mine(table.card("mine"), Step(True)), "HON-CARD-06")  # no number
    said = table.do(Mine(table.card("mine"), Step(2)))
    table.say(Pass())  # a second wind might be held
    assert only(said, Blasted).result == 7 and table.u(0).face == 1
    assert table.g.mined == [at(6, 1)]
    table = duel(ann(4, 1), ben(9, 7), hands=("", "mine")).say(Pass())
    table.g.mined.append(at(5, 1))
    table.say(table.move(0, (5, 1)))
    assert table.kind != "react" or not table.options(Mine)


def test_no_mine_lies_on_a_bridge_in_water_or_in_a_building() -> None:
    """The bridge is at (2,3); a shed with its door to the south stands on (10,5) and (10,6)."""
    boards = (Placed("E", at(0, 0)), Placed("D", at(8, 0)))
    on = scenario([("bld_shed", 10, 5)], boards=boards)
    table = duel(ann(0, 3), ben(14, 6), on=on, hands=("", "mine")).say(Pass())
    table.say(table.move(0, (1, 3), (2, 3), (3, 3)))
    assert {answer.step for answer in table.options(Mine)} == {1, 3}
    table = duel(ann(9, 7), ben(14, 6), on=on, hands=("", "mine")).say(Pass())
    table.say(table.move(0, (10, 7), (10, 6)))
    assert {answer.step for answer in table.options(Mine)} == {1}


def test_a_mine_goes_off_under_the_mover_alone() -> None:
    """G-05: a friend through whose space it goes is spared."""
    table = duel(ann(4, 1), ben(9, 7), ann(5, 1), dice="4", hands=("", "mine")).say(Pass())
    table.say(table.move(0, (5, 1), (6, 1)))
    said = table.do(Mine(table.card("mine"), Step(1)))
    assert [e.target for e in every(said, Blasted)] == [0] and table.u(2).face == 0


@pytest.mark.rule("HON-MOVE-08")
def test_speed_setup_turns_a_gun_over_before_it_fires() -> None:
    gun = ann(4, 1, "de_mg42", facing=Facing.E)
    table = duel(gun, ben(8, 1), dice="1", hands=("speed_setup", "")).say(Pass())
    table.refused(table.move(0, flip=Flip.LAST, cards="speed_setup"), "HON-MOVE-08")
    before = table.u(0).weapon.bonus
    table.say(table.fire(0, 1, cards="speed_setup"))
    assert table.u(0).face == 1 and table.u(0).weapon.bonus != before
    assert len(every(table.events, ShotFired)) == 1


@pytest.mark.rule("HON-CARD-06")
def test_speed_setup_conceals_nobody() -> None:
    """G-05: it is for Tripod and Opportunity Fire, not for Ambush."""
    scout = ann(4, 1, "de_panzerschreck")
    table = duel(scout, ben(8, 1), hands=("speed_setup", "")).say(Pass())
    table.refused(table.move(0, (4, 2), cards="speed_setup"), "HON-CARD-06")
    table.refused(table.fire(0, cards="speed_setup"), "HON-CARD-06")
    assert not any(a.cards for a in table.options(OrderFire))
    table.say(table.move(0, (4, 2), flip=Flip.LAST))
    assert table.u(0).concealed


@pytest.mark.rule("HON-FIRE-07")
@pytest.mark.parametrize(
    ("spot", "facing"),
    [((8, 1), Facing.E), ((4, 6), Facing.S), ((8, 5), Facing.E), ((1, 4), Facing.S)],
)
def test_a_gun_that_is_set_up_faces_what_it_fires_at(spot: tuple[int, int], facing: Facing) -> None:
    """R-173: on a diagonal it keeps its facing, or takes the first from the north."""
    gun = ann(4, 1, "de_mg42", facing=int(Facing.N))
    table = duel(gun, ben(*spot), ben(15, 7), dice="1", hands=("speed_setup", "")).say(Pass())
    shots = {
        a.targets for a in table.options(OrderFire) if a.cards and a.targets and not a.suppressive
    }
    assert shots == {(1,), (2,)}
    table.say(table.fire(0, 1, cards="speed_setup"))
    assert Facing(table.u(0).facing) is facing and len(every(table.events, ShotFired)) == 1
    kept = ann(4, 1, "de_mg42", facing=int(Facing.S))
    table = duel(kept, ben(7, 4), dice="1", hands=("speed_setup", "")).say(Pass())
    table.refused(table.fire(0, 99, cards="speed_setup"), "HON-FIRE-16")
    table.say(table.fire(0, 1, cards="speed_setup"))
    assert Facing(table.u(0).facing) is Facing.S


MARCHING = [
    ("tests-steady", "", 0),
    ("tests-steady", "marching_fire", 4),
    ("us_rifle", "", 4),
    ("us_rifle", "marching_fire", 5),
]


@pytest.mark.parametrize(("unit", "cards", "sum_"), MARCHING)
def test_marching_fire_lets_infantry_fire_on_the_move(unit: str, cards: str, sum_: int) -> None:
    """Die 3 and bonus 2; a unit that fires on the move at -1 already loses nothing."""
    counter("tests-steady")
    table = duel(ann(8, 4), ben(4, 1, unit), dice="3", hands=("", "marching_fire"))
    table.over_to_turn(BEN)
    table.refused(table.fire(1, 0, cards="marching_fire"), "HON-CARD-06")
    gun = duel(ann(8, 4), ben(4, 1, "us_cal30"), hands=("", "marching_fire")).over_to_turn(BEN)
    gun.refused(gun.move(1, (5, 1), cards="marching_fire"), "HON-CARD-06")
    table.say(table.move(1, (5, 1), goes_on=True, cards=cards))
    if not sum_:
        table.refused(FireOnTheMove((UnitId(0),)), "HON-AB-25")
        return
    table.say(FireOnTheMove((UnitId(0),)))
    assert result(table)[0] == sum_


@pytest.mark.rule("HON-AB-25", "HON-CARD-06")
def test_a_grenade_on_the_move_is_not_aimed_better() -> None:
    table = duel(ann(4, 1, "us_rifle"), ben(6, 1), hands=("aimed_shot", ""),
                 options={"eq_grenade": ANN}).say(Pass())  # fmt: skip
    table.say(table.move(0, goes_on=True))
    throw = FireOnTheMove(spend=(OptionKey("eq_grenade"),), vertex=Vertex((6, 1)))
    assert table.allowed(throw)
    table.refused(throw.with_(cards=(table.card("aimed_shot"),)), "HON-CARD-06")


@pytest.mark.rule("HON-ACT-06")
def test_burst_into_action_comes_before_the_turn() -> None:
    table = duel(
        ann(4, 1), ann(4, 3), ben(9, 1), dice="1", hands=("burst_into_action burst_into_action", "")
    ).say(Pass())
    assert (table.kind, table.seat) == ("turn", ANN)
    table.refused(BurstIntoAction(table.card("burst_into_action"), UnitId(2)), "HON-ACT-06")
    table.say(BurstIntoAction(table.card("burst_into_action"), UnitId(1)))
    assert (table.kind, table.seat) == ("act", ANN) and table.u(1).acted
    table.refused(ActMove(UnitId(0), (at(5, 1),)), "HON-ACT-06")
    table.say(ActFire(UnitId(1), (UnitId(2),)))
    assert table.kind == "after"  # a second wind might be held
    table.say(Pass())
    assert (table.kind, table.seat) == ("turn", ANN)  # the turn itself follows
    assert {a.unit for a in table.options(BurstIntoAction)} == {0}
    table.refused_by_its_own(NoMoreOrders(table.g.closed(ANN)), "HON-ACT-02")


SNIPER = [
    (1, False, (0, 0)),
    (2, False, (1, 0)),
    (3, False, (1, 0)),
    (4, False, (0, 1)),
    (5, False, (0, 1)),
    (6, False, (1, 1)),
    (4, True, (1, 0)),
    (6, True, (0, 1)),
]


@pytest.mark.parametrize(("die", "thicket", "comes_to"), SNIPER)
def test_a_lone_marksman_rolls_the_snipers_die(
    die: int, thicket: bool, comes_to: tuple[int, int]
) -> None:
    ground = scenario([("thicket1", 8, 1)] if thicket else [])
    table = duel(dice=str(die), hands=("lone_marksman rally", ""), on=ground).say(Pass())
    table.say(LoneMarksman(table.card("lone_marksman"), UnitId(1)))
    assert (table.kind == "again") is (die < 6)  # a second wind might be held
    if die < 6:
        table.say(Pass())
    assert (table.u(1).suppressed, table.u(1).face) == comes_to


@pytest.mark.rule("HON-CARD-03", "HON-CARD-08")
def test_a_second_wind_for_a_die_that_is_no_shot() -> None:
    """R-134; the die is rolled again once, and the card is out."""
    hands = ("lone_marksman second_wind second_wind", "")
    table = duel(dice="1 6", hands=hands).say(Pass())
    table.say(LoneMarksman(table.card("lone_marksman"), UnitId(1)))
    assert (table.kind, table.seat) == ("again", ANN)
    table.refused(SecondWind(table.card("second_wind"), DiePlace(1)), "HON-CARD-06")
    table.say(SecondWind(table.card("second_wind"), DiePlace(0)))
    assert (table.u(1).suppressed, table.u(1).face) == (1, 1)
    assert [(e.before, e.after) for e in every(table.events, RolledAgain)] == [(1, 6)]
    assert only(table.events, Sniped).unit == 1
    assert len(table.g.hands[ANN]) == 1 and len(table.g.piles[ANN]) == 2


@pytest.mark.rule("HON-AB-75")
def test_who_is_eliminated_by_a_sniper_gets_no_marker() -> None:
    table = duel(ann(4, 1), ben(8, 1, face=1), dice="6", hands=("lone_marksman", "")).say(Pass())
    said = table.do(LoneMarksman(table.card("lone_marksman"), UnitId(1)))
    assert table.u(1).lost and not every(said, Suppressed)


def test_a_lone_marksman_does_not_see_into_buildings_but_into_smoke() -> None:
    house = scenario([("bld_shed", 8, 1)])
    table = duel(*RANGE, ben(10, 4), dice="5", hands=("lone_marksman", ""), on=house).say(Pass())
    (aim,) = table.options(LoneMarksman)
    assert aim.target == 2
    table.g.smoke = [Smoke(vertex=Vertex((10, 4)), value=THIN)]
    table.say(aim)
    assert (table.u(2).suppressed, table.u(2).face) == (1, 0)


@pytest.mark.rule("HON-AB-78", "HON-AB-75")
@pytest.mark.parametrize(("die", "marked"), [(5, 0), (6, 1)])
def test_a_substitute_takes_a_snipers_hit_and_the_marker_stays_on_the_weapon(
    die: int, marked: int
) -> None:
    units = (ann(4, 1), ben(8, 1, "us_cal30"), ben(9, 2, "us_lieutenant"))
    table = duel(*units, dice=str(die), hands=("lone_marksman", "")).say(Pass())
    table.say(LoneMarksman(table.card("lone_marksman"), UnitId(1)))
    assert (table.kind, table.seat) == ("wounded", BEN)
    table.say(Substitute(UnitId(2)))
    assert not table.u(1).lost and table.u(1).suppressed == marked
    assert (table.u(2).face, table.u(2).suppressed) == (1, 0)


# -- assaults ------------------------------------------------------------------------------


def melee(dice: str, hands: tuple[str, str], **more: object) -> Table:
    """Ann's unit 0 is about to assault Ben's unit 1 beside it."""
    attacker = counter("tests-attacker", assault=0)
    table = duel(ann(4, 1, attacker), ben(5, 1), dice=dice, hands=hands, **more)
    while table.kind == "hush":
        table.say(Pass())
    table.say(table.move(0, target=1))
    while table.kind == "react":
        table.say(Pass())
    return table


@pytest.mark.rule("HON-ASLT-07", "HON-ASLT-27", "HON-CARD-04")
def test_battle_rage_counts_once_for_each_side() -> None:
    table = melee("314", ("battle_rage battle_rage", "battle_rage"), due=(1, 1))
    assert (table.kind, table.seat) == ("clash", ANN) and isinstance(table.g.agenda[-2], Assault)
    assert table.u(0).at == at(4, 1)  # it lies over its target in the state's sense only
    table.say(BattleRage(table.card("battle_rage")))
    assert (table.kind, table.seat) == ("clash", BEN)
    kinds = [table.kind]
    table.say(Pass())
    while table.kind in ("clash", "again"):
        kinds.append(table.kind)
        table.say(Pass())
    assert "react" not in kinds and "gap" not in kinds
    ours, theirs = every(table.events, Clashed)
    assert ours.total == 3 + 2 + 2 and theirs.total == 4 + 2


def test_who_is_beaten_in_its_assault_is_suppressed() -> None:
    attacker = counter("tests-attacker", assault=0)
    table = duel(ann(4, 1), ben(5, 1, attacker), dice="116", hands=("counterthrust", ""))
    table.say(Pass())
    table.over_to_turn(BEN)
    table.say(table.move(1, target=0))
    while table.kind in ("react", "clash", "again"):
        table.say(Pass())
    assert (table.kind, table.seat) == ("riposte", ANN)
    said = table.do(Counterthrust(table.card("counterthrust")))
    assert [(e.unit, e.n) for e in every(said, Suppressed)] == [(1, 2)] and table.u(1).face == 1


@pytest.mark.rule("HON-CARD-04", "HON-HID-10")
def test_in_an_assault_the_initiative_is_asked_first_whoever_attacks() -> None:
    """R-134."""
    attacker = counter("tests-attacker", assault=0)
    table = duel(ann(4, 1), ben(5, 1, attacker), dice="122", hands=("battle_rage", "battle_rage"))
    table.over_to_turn(BEN)
    table.say(table.move(1, target=0))
    asked = []
    while table.kind in ("react", "clash", "again"):
        asked.append((table.kind, table.seat))
        table.say(Pass())
    assert [seat for kind, seat in asked if kind == "clash"] == [ANN, BEN]
    assert [seat for kind, seat in asked if kind == "again"] == [ANN, BEN]
    ours, theirs = every(table.events, Clashed)
    assert (ours.unit, ours.dice, theirs.unit, theirs.dice) == (1, (1, 2), 0, (2,))


# -- Supply --------------------------------------------------------------------------------


@pytest.mark.rule("HON-CARD-01", "HON-SUP-01")
def test_rally_and_stretcher_bearers_at_the_beginning_of_supply() -> None:
    hurt = ann(4, 1, suppressed=3, face=1)
    near, far = ben(6, 1), ben(7, 1)
    table = duel(hurt, far, hands=("rally stretcher_bearers opportunity_fire", ""))
    table.until("start_cards")
    assert table.seat == ANN
    table.refused(Rally(table.card("rally"), UnitId(1)), "HON-CARD-06")
    table.refused(OpportunityFire(table.card("opportunity_fire"), Step(0), UnitId(0)), "HON-SUP-01")
    table.say(Rally(table.card("rally"), UnitId(0)))
    assert table.u(0).suppressed == 1
    said = table.do(StretcherBearers(table.card("stretcher_bearers"), UnitId(0)))
    assert table.u(0).face == 0 and only(said, Healed).unit == 0
    hero = ann(4, 3, "de_hero_reiss", face=1)
    table = duel(hurt, hero, ann(2, 1), far, hands=("stretcher_bearers", ""), due=(2, 1))
    bearers = table.until("start_cards").card("stretcher_bearers")
    assert table.options(StretcherBearers) == [StretcherBearers(bearers, UnitId(0))]
    table = duel(hurt, near, hands=("stretcher_bearers", "")).until("start_cards")
    table.refused(StretcherBearers(table.card("stretcher_bearers"), UnitId(0)), "HON-CARD-06")


@pytest.mark.rule("HON-SUP-08", "HON-ORD-10", "HON-ORD-04")
def test_tokens_for_the_next_round_at_the_end_of_supply() -> None:
    hands = ("high_command", "battlefield_promotion battlefield_promotion")
    table = duel(hands=hands).until("end_cards", ANN)
    table.say(HighCommand(table.card("high_command")))
    table.until("end_cards", BEN)
    table.say(BattlefieldPromotion(table.card("battlefield_promotion")))
    table.until("lay")
    assert table.g.specials == [1, 0] and table.g.due == [1, 2]
    table.orders().until("lay")
    assert table.g.specials == [0, 0] and table.g.due == [1, 1]  # for one round


@pytest.mark.rule("HON-SUP-08", "HON-DMG-01")
def test_a_field_repair_takes_a_marker_off_a_heavy_vehicle() -> None:
    """Of its crew, track or hull; no enemy within 2 spaces of either of its own, concealed ones
    included (R-104)."""
    marks = (Damage.PRIMARY, Damage.TRACK, Damage.HULL)
    tank = ann(6, 3, "de_pz4", facing=int(Facing.E), damage=marks)  # its rear is on (5,3)
    table = duel(tank, ben(12, 1), ann(1, 1), hands=("field_repair", "")).until("end_cards", ANN)
    card = table.card("field_repair")
    assert table.options(FieldRepair) == [
        FieldRepair(card, UnitId(0), Damage.TRACK),
        FieldRepair(card, UnitId(0), Damage.HULL),
    ]
    table.refused(FieldRepair(card, UnitId(0), Damage.PRIMARY), "HON-CARD-06")
    table.refused(FieldRepair(card, UnitId(0), Damage.CREW), "HON-CARD-06")
    said = table.do(FieldRepair(card, UnitId(0), Damage.TRACK))
    assert table.u(0).damage == (Damage.PRIMARY, Damage.HULL)
    assert only(said, Repaired).damage is Damage.TRACK
    for spot, asked in (((3, 1), 0), ((8, 5), 0), ((2, 3), 2)):
        g = duel(tank, ben(*spot, "us_seep")).g
        assert len(list(FieldRepair.offers(g, Moment(ANN), Played(0)))) == asked


def test_nothing_is_promised_for_a_round_that_does_not_come() -> None:
    hands = ("high_command", "battlefield_promotion")
    table = duel(hands=hands, round=5)  # the last of six
    while table.over is None:
        assert table.kind != "end_cards"
        table.passes()
    full = duel(due=(1, 10), hands=("", "battlefield_promotion"))
    full.g.formations[BEN] = full.g.formations[BEN].with_(stars=10)
    full.until("end_cards", BEN)
    full.refused(BattlefieldPromotion(full.card("battlefield_promotion")), "HON-ORD-04")


def test_a_forced_march_goes_two_spaces_farther() -> None:
    mover = ann(4, 4, suppressed=2)
    gun = ann(6, 6, "de_mg42", face=1, facing=Facing.E)
    units = (mover, ann(4, 6), ben(15, 1), gun)
    table = duel(*units, hands=("forced_march", ""), orders={"u1": 1, "u2": 1})
    table.until("supply_move", ANN)
    path = (at(5, 4), at(6, 4))
    table.refused(SupplyMove(UnitId(0), path), "HON-MOVE-01")
    card = table.card("forced_march")
    table.refused(SupplyMove(UnitId(3), (at(7, 6),), cards=(card,)), "HON-CARD-06")
    table.say(SupplyMove(UnitId(0), path, cards=(card,)))
    assert table.u(0).at == at(6, 4) and len(table.g.piles[ANN]) == 1


# -- smoke ---------------------------------------------------------------------------------

HAZE = [
    ([(6, 1)], 2),  # crossed
    ([(4, 1)], 2),  # left
    ([(9, 2)], 2),  # entered
    ([(5, 3)], 0),  # beside the line
    ([(6, 1), (6, 2)], 4),  # different patterns add up
]


@pytest.mark.rule("HON-AB-92", "HON-MOVE-08")
def test_a_forced_march_wants_the_face_that_walks_to_be_able_to() -> None:
    """R-63: a gun that is packed first marches; one that is set up first does not."""
    for face, rule in ((1, ""), (0, "HON-CARD-06")):
        gun = ann(4, 1, "de_mg42", face=face)
        table = duel(gun, ann(1, 7), ben(12, 1), hands=("forced_march", ""), due=(0, 1),
                     orders={"u2": 1})  # fmt: skip
        table.until("supply_move", ANN)
        path = tuple([at(4 + n, 1) for n in range(1, 6)])
        march = SupplyMove(UnitId(0), path, flip=Flip.FIRST, cards=(table.card("forced_march"),))
        if rule:
            table.refused(march, rule)
        else:
            table.say(march)
            assert table.u(0).at == at(9, 1) and table.u(0).face == 0


@pytest.mark.rule("HON-ORO-17")
@pytest.mark.parametrize(("vertices", "less"), HAZE)
def test_smoke_takes_something_off_each_shot_that_meets_it(
    vertices: list[tuple[int, int]], less: int
) -> None:
    """R-42: each pattern once, however many of its spaces are met. Die 6 and +2."""
    table = duel(dice="6")
    table.g.smoke = [Smoke(vertex=Vertex(v), value=THIN) for v in vertices]
    table.say(table.fire(0, 1))
    assert result(table)[0] == 8 - less


@pytest.mark.rule("HON-ORO-16")
def test_smoke_thins_and_clears_at_the_end_of_supply() -> None:
    table = duel(hands=("", "rally"))
    table.g.smoke = [Smoke(vertex=Vertex((6, 1)), value=DENSE)]
    table.until("turn").until("lay")
    assert [s.value for s in table.g.smoke] == [THIN] and not every(table.events, SmokeClears)
    table.orders().until("turn").until("lay")
    assert table.g.smoke == [] and only(table.events, SmokeClears).vertex == (6, 1)


def test_smoke_grenades_are_thrown_before_a_unit_acts() -> None:
    """R-138."""
    house = scenario([("bld_barn", 4, 2)])
    table = duel(dice="6", hands=("smoke_grenades aimed_shot", ""), on=house).say(Pass())
    there = Vertex((6, 1))
    thrown = evolve(table.fire(0, 1, cards="smoke_grenades"), smoke=there)
    table.refused(evolve(thrown, smoke=Vertex((7, 1))), "HON-CARD-06")
    table.refused(evolve(thrown, smoke=Vertex((5, 3))), "HON-CARD-06")  # in the barn
    table.refused(table.fire(0, 1, cards="smoke_grenades"), "HON-CARD-06")
    table.refused(evolve(table.fire(0, 1), smoke=there), "HON-CARD-01")
    table.refused(evolve(table.fire(0, 1, cards="aimed_shot"), smoke=there), "HON-CARD-01")
    thrown_at = {a.smoke for a in table.options(OrderFire) if not a.targets}
    assert {there, Vertex((5, 2))} <= thrown_at  # the second at the barn's wall
    table.say(thrown)
    assert result(table)[0] == 6 and table.g.smoke == [Smoke(vertex=there, value=THIN)]
    indoors = duel(ann(4, 2), ben(8, 1), hands=("smoke_grenades", ""), on=house).say(Pass())
    moved = evolve(indoors.move(0, cards="smoke_grenades"), smoke=Vertex((4, 1)))
    indoors.refused(moved, "HON-CARD-06")


# -- command cards -------------------------------------------------------------------------

ARTILLERY, AIRSTRIKE = {"or_artillery": ANN}, {"or_airstrike": BEN}
SQUARE = ((-1, -1), (0, -1), (-1, 0), (0, 0))


@pytest.mark.rule("HON-BLST-01", "HON-BLST-08")
@pytest.mark.parametrize(
    ("colour", "count", "drifts"),
    [
        (Pattern.WHITE, 4, ((5, 3), (7, 5), (5, 7), (3, 5))),
        (Pattern.RED, 4, ((5, 3), (7, 5), (5, 7), (3, 5))),
        (Pattern.BLUE, 4, ((7, 3), (7, 7), (3, 7), (3, 3))),
        (Pattern.GREEN, 12, ((7, 3), (7, 7), (3, 7), (3, 3))),
        (Pattern.BLACK, 16, ((5, 3), (7, 5), (5, 7), (3, 5))),
    ],
)
def test_patterns_cover_and_drift_as_the_ledger_says(
    colour: Pattern, count: int, drifts: tuple[tuple[int, int], ...]
) -> None:
    """G-09: its example is blue, vertex (5,5), 2 on the die."""
    g = duel().g
    spaces = covered(g, colour, Vertex((5, 5)))
    assert len(spaces) == count and {(5 + x, 5 + y) for x, y in SQUARE} <= set(spaces)
    assert spaces == sorted(spaces, key=lambda s: (s[1], s[0]))
    rows = {4: [2, 2], 12: [2, 4, 4, 2], 16: [4, 4, 4, 4]}[count]
    for axis in (0, 1):
        assert list(Counter(sorted(space[axis] for space in spaces)).values()) == rows
    ends = [drifted(colour, Vertex((5, 5)), die, 2) for die in range(1, 7)]
    assert ends == [*drifts, (5, 5), (5, 5)]
    assert len(covered(g, colour, Vertex((0, 0)))) in (1, 3, 4)  # what is off the map is left out


@pytest.mark.rule("HON-BLST-02", "HON-BLST-05", "HON-FIRE-16", "HON-SUPP-02")
def test_an_artillery_strike_attacks_each_unit_that_it_covers() -> None:
    """A German friend and two Americans, of whom one is in a house; +2, terrain counts; a 1 drifts
    two to the north though the firer is suppressed."""
    ground = scenario([("bld_shed", 9, 3), ("thicket1", 8, 3)])
    units = (ann(2, 2, suppressed=1), ann(8, 2), ben(8, 3), ben(9, 3))
    table = duel(*units, on=ground, dice="1 4 6 11", hands=("nebelwerfer", ""), options=ARTILLERY)
    table.over_to_turn(ANN)
    card = table.card("nebelwerfer")
    table.refused(Nebelwerfer(card, Vertex((4, 2))), "HON-CARD-06")
    table.refused(Nebelwerfer(card, Vertex((17, 8))), "HON-CARD-06")
    assert table.allowed(Nebelwerfer(card, Vertex((16, 8))))
    table.refused(HarassingFire(card, Vertex((8, 6))), "HON-CARD-01")
    table.refused(Nebelwerfer(card, Vertex((8, 5))), "HON-CARD-06")  # the friend is too near
    table.say(Nebelwerfer(card, Vertex((8, 6))))
    assert only(table.events, CameDown).vertex == (8, 4)
    struck = every(table.events, Blasted)
    assert [(s.target, s.result, s.defence) for s in struck] == [(1, 6, 6), (2, 8, 7)]
    assert [u.face for u in table.g.units] == [0, 1, 1, 0]


def test_harassing_fire_suppresses_friend_and_foe() -> None:
    units = (ann(2, 2), ben(8, 3), ben(9, 5))
    table = duel(*units, dice="5", hands=("harassing_fire", ""), options=ARTILLERY)
    table.over_to_turn(ANN).say(HarassingFire(table.card("harassing_fire"), Vertex((9, 4))))
    assert [u.suppressed for u in table.g.units] == [0, 1, 1]


PRINTED: dict[type[Artillery | Aviation], tuple[int, ...]] = {
    Nebelwerfer: (2, 3, 1),
    Concentration: (3, 3, 1),
    HarassingFire: (),
    FighterBomber: (5, 5),
    RocketAttack: (2, 6, 6),
    StrafingRun: (2, 3),
}


def test_attacks_of_cards_have_the_bonus_of_the_ledger() -> None:
    for cls, printed in PRINTED.items():
        assert tuple(cls.bonus.values()) == printed
    assert tuple(mine.BONUS.values()) == (3, 5, 5)
    weapons = {key: tuple(card.weapon.bonus.values()) for key, card in LENT.items()}
    assert weapons == {"panzerfaust": (2, 6, 6), "tank_hunters": (1, 6, 5)}


@pytest.mark.rule("HON-AAA-01", "HON-AAA-02", "HON-AB-01")
@pytest.mark.parametrize(
    ("guns", "die", "through"),
    [(0, 4, True), (0, 5, False), (1, 4, False), (2, 2, True), (2, 3, False)],
)
def test_aircraft_are_fired_at_first(guns: int, die: int, through: bool) -> None:
    """The number of a rocket attack is 5; each gun of the enemy adds 1, on a vehicle too."""
    gun = [ann(1, 6, "de_flak", face=1), ann(1, 2, "de_sdkfz222")][:guns]
    units = (*gun, ann(4, 1), ben(12, 1))
    table = duel(*units, dice=f"{die} 6", hands=("", "rocket_attack"), options=AIRSTRIKE)
    table.over_to_turn(BEN)
    target = UnitId(guns)
    table.say(RocketAttack(table.card("rocket_attack"), target))
    while table.kind == "again":
        table.say(Pass())
    flak = only(table.events, Flak)
    assert (flak.result, flak.number) == (die + guns, 5)
    assert bool(every(table.events, DrivenOff)) is not through
    assert table.u(target).face == (1 if through else 0) and len(table.g.piles[BEN]) == 1


@pytest.mark.rule("HON-AB-78")
def test_a_substitute_takes_the_hit_of_an_aircraft() -> None:
    units = (ann(4, 1, "de_mg42"), ben(12, 1), ann(5, 2, "de_feldwebel"))
    table = duel(*units, dice="1 4", hands=("", "rocket_attack"), options=AIRSTRIKE)
    table.over_to_turn(BEN)
    table.say(RocketAttack(table.card("rocket_attack"), UnitId(0)))
    while table.kind == "again":
        table.say(Pass())
    assert (table.kind, table.seat) == ("wounded", ANN)
    table.say(Substitute(UnitId(2)))
    assert not table.u(0).lost and table.u(2).face == 1


@pytest.mark.parametrize("card", ["rocket_attack", "fighter_bomber"])
def test_bombs_on_a_structure(card: str) -> None:
    """Destruction 3: two of three dice are 4 and more, and a shed stands no more than that."""
    ground = scenario([("bld_shed", 9, 3)])
    seat, hands = (BEN, ("", card)) if card == "rocket_attack" else (ANN, (card, ""))
    options = {"or_airstrike": seat}
    table = duel(ann(4, 1), ben(9, 3), on=ground, dice="1 445", hands=hands, options=options)
    table.over_to_turn(seat)
    cls = RocketAttack if seat == BEN else FighterBomber
    aims = {(a.target, a.place) for a in table.options(cls)}
    said = {agenda_said(table, a) for a in table.options(cls)}
    assert ("an aircraft attacks Panzergrenadier squad" in said) is (seat == BEN)
    assert len(said) == len(aims)
    indoors = duel(ann(9, 3), ben(1, 1), on=ground, hands=hands, options=options).g
    assert (UnitId(0), OFF_MAP) not in {
        (a.target, a.place) for a in cls.offers(indoors, Moment(seat), Played(0))
    }
    shed = {(NO_UNIT, space) for space, c in table.g.ground.cells.items() if c.building}
    assert aims == (shed | {(0, OFF_MAP)} if seat == BEN else shed)
    table.say(cls(table.card(card), NO_UNIT, at(9, 3)))
    while table.kind == "again":
        table.say(Pass())
    assert only(table.events, Demolished).n == 3 and every(table.events, Collapsed)
    assert table.u(1).suppressed and not every(table.events, Blasted)


def test_a_strafing_run_hits_friend_and_foe_in_its_way() -> None:
    units = (ann(4, 1), ann(6, 3), ben(8, 5), ann(9, 7), ben(15, 1))
    table = duel(*units, dice="1 6 6 1", hands=("", "strafing_run"), options=AIRSTRIKE)
    table.over_to_turn(BEN)
    table.refused(StrafingRun(table.card("strafing_run"), at(15, 0), Heading(2)), "HON-CARD-06")
    table.say(StrafingRun(table.card("strafing_run"), at(4, 1), Heading(int(Facing.SE))))
    while table.kind == "again":
        table.say(Pass())
    assert [u.face for u in table.g.units] == [1, 1, 0, 0, 0]
    assert [s.target for s in every(table.events, Blasted)] == [0, 1, 2]


def test_a_strafing_run_wants_an_enemy_whom_it_can_hit() -> None:
    """R-139: no tank, nobody in a building."""
    shed = scenario([("bld_shed", 6, 1)])
    for enemy, able in ((ann(8, 1, "de_pz4"), 0), (ann(6, 1), 0), (ann(5, 1), 1)):
        table = duel(enemy, ben(12, 6), on=shed, hands=("", "strafing_run"), options=AIRSTRIKE)
        lines = list(StrafingRun.offers(table.g, Moment(BEN), Played(0)))
        assert bool(lines) is bool(able)


@pytest.mark.rule("HON-CTR-08")
def test_cards_count_from_both_spaces_of_a_vehicle() -> None:
    """R-131 from the nearer one; artillery 3 spaces from each; a run over the rear alone."""
    tank = ann(6, 3, "de_halftrack", facing=int(Facing.E))  # its rear is on (5,3)
    table = duel(tank, ben(12, 1))
    near = list(artillery.marks(table.g, Moment(ANN)))
    assert Vertex((2, 3)) in near and Vertex((3, 3)) not in near
    assert [len(strafing_run.run(at(0, 0), course)) for course in Facing] == [6] * 8
    runs = list(StrafingRun.offers(table.g, Moment(BEN), Played(0)))
    assert StrafingRun(Played(0), at(5, 0), Heading(int(Facing.S))) in runs
    gun = ben(7, 4, "us_sherman", facing=int(Facing.NE))  # its rear is on (6,5)
    for firer, spaces in (
        (gun, {at(3, 4), at(3, 3), at(4, 3)}),
        (ben(7, 4), {at(3, 5), at(3, 4), at(3, 3)}),
    ):
        g = duel(ann(4, 4), firer).g
        moment = Moment(ANN, own=UnitId(0), enemy=UnitId(1))
        assert {a.to for a in ElasticDefence.offers(g, moment, Played(0))} == spaces


# -- in words ------------------------------------------------------------------------------


@pytest.mark.rule("HON-HID-01", "HON-HID-09")
def test_the_table_in_words_tells_each_seat_what_it_may_know() -> None:
    gun = ben(9, 3, "us_cal30", face=1, facing=Facing.W, suppressed=2)
    table = duel(ann(4, 1), gun, hands=("rally mine", "dig_in"))
    table.g.smoke = [Smoke(vertex=Vertex((6, 1)), value=THIN)]
    table.say(Pass())
    lines = {seat: list(Heroes().on_table(table.view(seat))) for seat in (ANN, BEN, EVERYBODY)}
    assert "Panzergrenadier squad: E2, order 1" in lines[ANN]
    assert "Panzergrenadier squad: E2, a token" in lines[BEN]
    assert ".30 cal team: J4, facing west, suppressed: 2, order 1" in lines[BEN]
    assert "cards: Rally, Mine" in lines[ANN] and "cards in hand: 1" in lines[ANN]
    assert lines[EVERYBODY].count("cards in hand: 2") == 1
    assert "smoke at the north-west corner of G2: -2" in lines[EVERYBODY]
    assert lines[ANN][0] == "round 1 of 6"


@pytest.mark.rule("HON-ASLT-14")
def test_elastic_defence_from_a_vehicle_that_fires_on_top_of_who_was_hit() -> None:
    """Away from the other space of the half-track (R-174)."""
    truck = ben(4, 1, "us_halftrack", facing=int(Facing.W))
    table = duel(ann(3, 1), truck, dice="6", hands=("elastic_defence", ""))
    table.over_to_turn(BEN)
    table.say(table.drive(1, "F", goes_on=True))
    table.until("drive", BEN).say(FireOnTheMove((UnitId(0),)))
    table.until("wounded", ANN)
    assert {answer.to for answer in table.options(ElasticDefence)} == {at(2, 0), at(2, 1), at(2, 2)}
