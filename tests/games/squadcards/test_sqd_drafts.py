"""Answers of Squad in the making: any order of clicks, and reasons that come early."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import permutations
from typing import Any

import pytest
from attrs import fields

from owm_net.client.answering.drafting import Drafting
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.drafts import Desk, Draft, blanks_of
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose, Over, Refusal
from owm_net.engine.system import Setup
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.by_squad import NextSquad
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.ids import SquadId, TraitKey
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import Discard
from owm_net.games.squadcards.phases.movement import March, Move
from owm_net.games.squadcards.plays import PlaysCard
from owm_net.games.squadcards.state import CATALOG
from owm_net.games.squadcards.terms import Phase, RangeBand
from tests.games.squadcards.table import (
    GERMAN,
    JAPANESE,
    SYSTEM,
    US,
    L,
    M,
    Match,
    S,
    SquadState,
    lay,
)
from tests.wants import wanted

MISSIONS = ("meeting", "crossroads-knoll", "two-squads")


def desk_of(match: Match) -> Desk:
    return Desk(SYSTEM, match.view())


def questions(mission: str, seed: int) -> Iterator[LocalMatch]:
    """A match by chance, at each question to one seat."""
    match = LocalMatch(SYSTEM, Setup(mission, "standard"), seed, [random_player] * 2)
    while not isinstance(match.request, Over):
        if isinstance(match.request, Choose):
            yield match
        match.step()


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_answer_can_be_drafted_in_any_order(mission: str) -> None:
    chance, drafted = Chance(mission), 0
    for match in questions(mission, 3):
        assert isinstance(match.request, Choose)
        assert isinstance(match.state, SquadState)
        if match.state.turn > 12:
            break
        view = match.view(match.request.seat)
        desk = Desk(SYSTEM, view)
        answer = agenda.sample(view, chance)
        if isinstance(answer, Pass):
            continue
        for order in permutations(blanks_of(type(answer))):
            draft: Draft[Any] = desk.begin(type(answer))
            for blank in order:
                draft = draft.with_(blank.field, getattr(answer, blank.name))
                assert desk.look(draft).refusal is None, (answer, draft)
            assert desk.look(draft).answer == answer
        drafted += 1
    assert drafted > 20


def reason(match: Match, cls: type[Answer], kind: Any, value: Hashable) -> str:
    """The rule against a first click, "" if it may be made."""
    found = desk_of(match).put(desk_of(match).begin(cls), kind, value)
    return found.rule if isinstance(found, Refusal) else ""


@pytest.mark.rule("SQD-RNG-02", "SQD-POS-06", "SQD-ATK-01", "SQD-ATK-09")
def test_a_card_that_cannot_fire_says_why_before_a_target_is_chosen() -> None:
    hand = ("knife", "lmg", "fear", "bolt_rifle", "encircled")
    match = lay(
        hands=(hand, ["scout"]),
        band=L,
        phase=Phase.POSITION,
        squads=({"moved": True, "will_move": True}, {}),
    ).until("fire")
    rules = [reason(match, Fire, Played, match.card(key)) for key in hand]
    assert rules == ["SQD-RNG-02", "SQD-POS-06", "SQD-MORALE-05", "", "SQD-ATK-01"]
    assert reason(match, Encircle, Played, match.card("encircled")) == "SQD-CARD-05"
    assert reason(match, Fire, SquadId, SquadId(0)) == "SQD-ATK-01", "your own squad"
    assert reason(match, Fire, SquadId, SquadId(1)) == ""


@pytest.mark.rule("SQD-TRAIT-01", "SQD-TRAIT-03", "SQD-ATK-11")
def test_a_trait_is_asked_which_and_a_card_for_both_ranges_how() -> None:
    match = lay(
        nations=(US, GERMAN), hands=(["national_trait"], ["scout"]), band=M, phase=Phase.POSITION
    ).until("fire")
    desk = desk_of(match)
    draft = desk.put(desk.begin(Fire), Played, match.card("national_trait"))
    assert isinstance(draft, Draft)
    assert wanted(desk.look(draft)) in ("target", "option")
    draft = desk.fill_in(draft)
    trait = match.card("national_trait")
    assert desk.look(draft).answer == Fire(trait, SquadId(1), TraitKey("us_bar"))
    lit = [key for key, refusal in desk.choices(draft, fields(Fire).option) if refusal is None]
    assert lit == ["us_bar"], "Artillery is for Long range, Ingenuity is no attack"
    japanese = lay(
        nations=(JAPANESE, US),
        hands=(["knife", "pistol"], ["scout"]),
        band=S,
        phase=Phase.POSITION,
    ).until("fire")
    desk = desk_of(japanese)
    for key, ways in (("knife", [True]), ("pistol", [False, True])):
        draft = desk.put(desk.begin(Fire), Played, japanese.card(key))
        assert isinstance(draft, Draft)
        draft = draft.with_(fields(Fire).target, SquadId(1))
        assert [way for way, no in desk.choices(draft, fields(Fire).close_in) if no is None] == ways


@pytest.mark.rule("SQD-MOVE-01", "SQD-MOVE-02")
def test_a_card_that_is_no_terrain_goes_into_the_open_alone() -> None:
    match = lay(
        hands=(["knife", "hill"], []),
        band=L,
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    desk = desk_of(match)
    move = fields(Move)
    draft = desk.begin(Move).with_(move.to, RangeBand.M).with_(move.card, match.card("knife"))
    assert [way for way, no in desk.choices(draft, move.into_open) if no is None] == [True]
    assert reason(match, Move, RangeBand, RangeBand.PB) == "SQD-MOVE-02"


@pytest.mark.rule("SQD-DISC-02")
def test_cards_are_discarded_one_click_after_the_other() -> None:
    hand = ["knife"] * 1 + ["scout"] * 4 + ["pistol"] * 2
    match = lay(hands=(hand, []), phase=Phase.DISCARD, squads=({"moved": True}, {}))
    desk = desk_of(match)
    draft: Draft[Discard] = desk.begin(Discard)
    for n, card in enumerate((match.card("knife"), match.card("pistol"))):
        assert (desk.look(draft).answer, wanted(desk.look(draft))) == (None, "cards"), n
        found = desk.put(draft, Played, card)
        assert isinstance(found, Draft)
        draft = found
    assert desk.look(draft).answer == Discard((match.card("knife"), match.card("pistol")))


@pytest.mark.rule("SQD-COVER-01", "SQD-COVER-02", "SQD-COVER-03")
def test_smoke_and_point_man_go_with_a_move_only() -> None:
    match = lay(hands=(["smoke", "knife"], ["scout"]), phase=Phase.COVERING)
    desk = desk_of(match)
    smoke = match.card("smoke")
    declare = fields(Declare)
    with_smoke = desk.begin(Declare).with_(declare.smoke, smoke)
    assert desk.look(with_smoke).refusal is None
    stay = desk.look(with_smoke.with_(declare.move, False).with_(declare.point_man, False)).refusal
    assert stay is not None and stay.rule == "SQD-COVER-02"
    assert reason(match, Declare, Played, match.card("knife")) == "SQD-COVER-02"
    found = desk.put(desk.begin(Declare), Played, smoke)
    assert isinstance(found, Draft) and found == with_smoke
    assert desk.look(desk.fill_in(found)).answer == Declare(True, smoke=smoke), "no one stays so"


@pytest.mark.rule("SQD-VHX-07")
def test_cards_of_all_ones_squads_can_be_tried() -> None:
    match = lay(
        mission="two-squads",
        hands=(["knife"], ["fear"], ["scout"], ["minefield"]),
        cells=((0, -2), (2, -2), (0, 2), (-2, 2)),
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}, {}, {}),
    )
    domain = desk_of(match).domain(Played)
    assert domain == (*match.g.hands[0], *match.g.hands[1])
    assert desk_of(match).domain(SquadId) == (2, 3, 0, 1)


@pytest.mark.rule("SQD-MOVE-01", "SQD-VHX-04")
def test_a_kind_of_answer_that_is_not_asked_for_here_is_known_before_anything_is_chosen() -> None:
    """A move is a card and a range, or a hex of the map: never both."""
    cards = lay(hands=(["hill"], []), phase=Phase.MOVEMENT, squads=({"will_move": True}, {}))
    mapped = lay(
        mission="crossroads-knoll",
        hands=(["knife"], []),
        cells=((0, -2), (0, 2)),
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    assert [desk_of(cards).foreign(cls) for cls in (Move, March)] == [False, True]
    assert [desk_of(mapped).foreign(cls) for cls in (Move, March)] == [True, False]


def ways_of(match: Match, key: str) -> dict[Answer, str]:
    return dict(Drafting(SYSTEM, match.view()).ways(Played, match.card(key)))


@pytest.mark.rule("SQD-TRAIT-01", "SQD-ATK-11", "SQD-RNG-02")
def test_what_a_card_can_be_played_as_is_listed_with_the_reasons() -> None:
    """Each use of a trait once, as the kind of answer that it is; an attack at close quarters
    beside the ordinary one only where both are possible."""
    us = lay(
        nations=(US, GERMAN),
        hands=(["national_trait", "fear"], ["scout"]),
        band=M,
        phase=Phase.POSITION,
    ).until("fire")
    trait, enemy = us.card("national_trait"), SquadId(1)
    ways = ways_of(us, "national_trait")
    assert ways[Fire(trait, enemy, TraitKey("us_bar"))] == ""
    assert len({(type(way), option_in(way)) for way in ways}) == len(ways)
    assert {option_in(way) for way in ways} == {use.key for use in CATALOG.traits[US]}
    assert [why.rpartition("(")[2] for why in ways_of(us, "fear").values()] == ["SQD-MORALE-05)"]
    far = lay(
        mission="two-squads",
        nations=(US, GERMAN),
        hands=(["lmg"], ["scout"], ["scout"], ["scout"]),
        cells=((0, -1), (2, -2), (0, 1), (-2, 2)),
        phase=Phase.POSITION,
    )
    far.say(NextSquad(SquadId(0)))
    found = [
        (way, why.rpartition("(")[2]) for way, why in ways_of(far.until("fire"), "lmg").items()
    ]
    aims = [Fire(far.card("lmg"), SquadId(squad)) for squad in (2, 3)]
    assert found == [(aims[0], "SQD-RNG-02)"), (aims[1], "")], "each target once"
    japanese = lay(
        nations=(JAPANESE, US), hands=(["knife", "pistol"], ["scout"]), band=S, phase=Phase.POSITION
    ).until("fire")
    close = {key: [*ways_of(japanese, key).items()] for key in ("knife", "pistol")}
    knife, pistol = japanese.card("knife"), japanese.card("pistol")
    assert close["knife"] == [(Fire(knife, enemy, close_in=True), "")]
    assert close["pistol"] == [(Fire(pistol, enemy, close_in=c), "") for c in (False, True)]


def option_in(answer: Answer) -> str:
    return answer.option if isinstance(answer, PlaysCard) else ""


def test_one_must_pass_where_the_rules_refuse_everything_else() -> None:
    for hand, must in ((["knife", "fear"], True), (["scout", "fear"], False)):
        match = lay(hands=(hand, ["scout"]), phase=Phase.POSITION).until("own")
        assert Drafting(SYSTEM, match.view()).must(Pass) is must, hand
