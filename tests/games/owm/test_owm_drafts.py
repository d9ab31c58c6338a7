"""Answers of OWM in the making: fields filled in any order, and why something cannot be chosen.

The rules themselves are shown elsewhere; here, that the judges of whole answers say the right thing
of those that are not whole yet.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from attrs import Attribute, fields

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.drafts import Desk, Draft, blanks_of
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose, Over, Refusal
from owm_net.games.owm.actions import (
    ACTIONS,
    Attack,
    Crew,
    EndTurn,
    Hide,
    LayTerrain,
    Maneuver,
    Recognise,
    Redraw,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.assault import AssaultLine
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.rounds import TryRepair
from tests.games.owm.assaults import storming
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    EVANS,
    GUNNER,
    HAND,
    HILL,
    LAKE,
    MANEUVER,
    MATE,
    SNIPER,
    THIRD,
    Table,
    down,
    hurt,
    jammed,
    team,
)
from tests.wants import wanted

SYSTEM = games.get("owm")


def desk_of(t: Table) -> Desk:
    """Where the seat that is asked drafts its answer."""
    return Desk(SYSTEM, t.view())


def camp(*allied: Any, hand: Any = HAND, others: tuple[Any, ...] = (), **more: Any) -> Table:
    """An active Allied Fireteam in C3 and an enemy in C6."""
    mine = team(0, "C3", *(allied or (EVANS, 203, GUNNER, MATE)), **more)
    return Table(mine, team(1, "C6", 302, 303), *others, hands=[list(hand), []]).begin()


def put(desk: Desk, draft: Draft, kind: Any, *values: Hashable) -> Draft:
    """The draft after some clicks, none of which is refused."""
    for value in values:
        found = desk.put(draft, kind, value)
        assert isinstance(found, Draft), (value, found)
        draft = found
    return draft


def allowed(desk: Desk, draft: Draft, field: Attribute[Any]) -> list[Hashable]:
    """Return what may be chosen for a field."""
    return [value for value, why in desk.choices(draft, field) if why is None]


def why_not(desk: Desk, draft: Draft, kind: Any, value: Hashable) -> str:
    """The rule and the reason against a click."""
    refusal = desk.put(draft, kind, value)
    assert isinstance(refusal, Refusal), f"{value} can be chosen"
    return repr(refusal)


def why_none(desk: Desk, kind: type[Answer]) -> str:
    """Why no answer of a kind can be given at all, "" if one can."""
    refusal = desk.look(desk.begin(kind)).refusal
    return "" if refusal is None else repr(refusal)


# ------------------------------------------------------------------ one field after another


@pytest.mark.rule("OWM-CREW-01", "OWM-CREW-05")
def test_a_crew_is_drafted_from_any_end():
    t = camp(EVANS, 203, GUNNER, hurt(MATE))
    desk = desk_of(t)
    begun = put(desk, desk.begin(Crew), SoldierId, GUNNER)
    assert allowed(desk, begun, fields(Crew).assistant) == [EVANS, 203]
    assert why_not(desk, begun, SoldierId, MATE) == (
        "a suppressed or wounded soldier cannot crew a gun (OWM-CREW-05)"
    )
    for clicks in (
        [(SoldierId, GUNNER), (SoldierId, EVANS), (Played, HILL)],
        [(Played, HILL), (SoldierId, GUNNER), (SoldierId, EVANS)],
        [(SoldierId, EVANS), (Played, HILL), (SoldierId, GUNNER)],  # he can only assist
    ):
        draft = desk.begin(Crew)
        for kind, value in clicks:
            draft = put(desk, draft, kind, value)
        assert desk.look(draft).answer == Crew(HILL, GUNNER, EVANS)


@pytest.mark.rule("OWM-CARD-02", "OWM-ATK-01", "OWM-MOVE-01")
def test_a_card_shows_what_it_is_good_for():
    t = camp()
    desk = desk_of(t)
    assert allowed(desk, desk.begin(Attack), fields(Attack).card) == [ATTACK_RED]
    assert why_not(desk, desk.begin(Attack), Played, HILL) == (
        "that card is no Attack order (OWM-CARD-02)"
    )
    draft = put(desk, desk.begin(Attack), Played, ATTACK_RED)
    assert wanted(desk.look(draft)) == "target"
    assert allowed(desk, draft, fields(Attack).target) == [2]
    assert why_not(desk, draft, FireteamId, 1) == "that is no enemy (OWM-ATK-01)"
    moving = put(desk, desk.begin(Maneuver), Cell, t.cell("C4"))  # where to, before by which card
    assert allowed(desk, moving, fields(Maneuver).card) == [MANEUVER, 24]
    assert why_not(desk, moving, Cell, t.cell("C7")) == "that Terrain is not adjacent (OWM-MOVE-01)"


@pytest.mark.rule("OWM-TACT-01")
def test_a_terrain_card_lies_as_it_is_unless_it_is_turned():
    t = camp()
    desk = desk_of(t)
    draft = put(desk, desk.begin(LayTerrain), Cell, t.cell("C2"))
    draft = put(desk, draft, Played, LAKE)
    assert desk.look(draft).answer == LayTerrain(LAKE, t.cell("C2"), False)
    assert desk.look(draft.with_(fields(LayTerrain).turned, True)).answer == LayTerrain(
        LAKE, t.cell("C2"), True
    )
    assert allowed(desk, draft, fields(LayTerrain).turned) == [False, True]


@pytest.mark.rule("OWM-ENG-02")
def test_cards_are_added_until_there_are_three():
    desk = desk_of(camp())
    draft = desk.begin(Redraw)
    assert (desk.look(draft).answer, wanted(desk.look(draft))) == (None, "cards")
    for n in (1, 2, 3):
        draft = put(desk, draft, Played, HAND[n])
        assert desk.look(draft).answer == Redraw(tuple(HAND[1 : n + 1]))
    fourth = dict(desk.choices(draft, fields(Redraw).cards))[HAND[0]]
    assert repr(fourth) == "1 to 3 cards are discarded (OWM-ENG-02)"
    assert desk.look(put(desk, draft, Played, HAND[2])).answer == Redraw((HAND[1], HAND[3]))


@pytest.mark.rule("OWM-TRANS-01", "OWM-TRANS-02")
def test_a_transfer_wants_a_card_for_each_soldier_and_a_soldier_for_each_card():
    t = camp(EVANS, 203, down(GUNNER), MATE, others=(team(0, "D4", 201, 202),))
    desk = desk_of(t)
    draft = put(desk, desk.begin(Transfer), SoldierId, MATE, EVANS)
    assert why_not(desk, draft, SoldierId, GUNNER) == (
        "a suppressed soldier cannot go (A-40) (OWM-TRANS-02)"
    )
    draft = put(desk, draft, FireteamId, 3)
    assert wanted(desk.look(draft)) == "cards"
    draft = put(desk, draft, Played, HILL)
    assert (desk.look(draft).answer, wanted(desk.look(draft))) == (None, "cards")
    assert desk.look(put(desk, draft, Played, LAKE)).answer == (
        Transfer((HILL, LAKE), (MATE, EVANS), THIRD)
    )
    paid = put(desk, desk.begin(Transfer), Played, HILL, LAKE)  # the price before the goods
    paid = put(desk, put(desk, paid, FireteamId, 3), SoldierId, MATE)
    assert (desk.look(paid).answer, wanted(desk.look(paid))) == (None, "soldiers")
    assert desk.look(put(desk, paid, SoldierId, 203)).answer == (
        Transfer((HILL, LAKE), (MATE, SoldierId(203)), THIRD)
    )


@pytest.mark.rule("OWM-ASLT-02")
def test_an_assault_line_is_laid_man_by_man():
    t = storming((EVANS, 203, 206), (303,))
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    desk = Desk(SYSTEM, t.view(0))
    draft = put(desk, desk.begin(AssaultLine), SoldierId, 206)
    assert (desk.look(draft).answer, wanted(desk.look(draft))) == (None, "line")
    assert why_not(desk, draft, SoldierId, 303) == (
        "every soldier of the Fireteam must stand in it once (OWM-ASLT-02)"
    )
    draft = put(desk, draft, SoldierId, EVANS, 203)
    assert desk.look(draft).answer == AssaultLine((SoldierId(206), EVANS, SoldierId(203)))


@pytest.mark.rule("OWM-ROUND-04")
def test_yes_or_no_is_wanted():
    t = Table(
        team(0, "C1", jammed(EVANS), 203), team(1, "C6", 302, 303), hands=[[], []], at="assess"
    ).begin()
    desk = desk_of(t)
    assert wanted(desk.look(desk.begin(TryRepair))) == "attempt"
    assert allowed(desk, desk.begin(TryRepair), fields(TryRepair).attempt) == [False, True]


# ------------------------------------------------------------------ whether at all


@pytest.mark.rule("OWM-CREW-01", "OWM-CREW-04", "OWM-TRANS-01", "OWM-RECOG-01", "OWM-ENG-01")
def test_what_cannot_be_done_at_all_says_so_before_anything_is_chosen():
    desk = desk_of(camp(EVANS, 203))
    assert why_none(desk, Crew) == (
        "the Fireteam has no machine gunner with a comrade (OWM-CREW-01)"
    )
    assert why_none(desk, Scope) == "the Fireteam has no sniper (OWM-CREW-01)"
    assert why_none(desk, Uncrew) == (
        "none of your soldiers uses a crewed gun or a scope (OWM-CREW-04)"
    )
    assert why_none(desk, Transfer) == "no Fireteam of its squad is beside it (OWM-TRANS-01)"
    assert why_none(desk, Recognise) == "no enemy is in stealth (OWM-RECOG-01)"
    assert why_none(desk, Hide) == ""
    t = camp(GUNNER, SNIPER, 203)
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert (
        why_none(desk_of(t), Crew)
        == "a Fireteam on the move cannot crew a gun (A-31) (OWM-CREW-04)"
    )
    broke = desk_of(camp(hand=[]))
    assert why_none(broke, Redraw) == "there is no card to discard (OWM-ENG-02)"
    assert why_none(broke, Hide) == "there is no card to discard (OWM-ENG-01)"
    assert why_none(broke, Crew) == "there is no card to discard (OWM-ENG-01)"
    assert why_none(broke, EndTurn) == ""


@pytest.mark.rule("OWM-STD-01")
def test_after_two_actions_only_what_is_free_can_be_drafted():
    t = camp(GUNNER, 203, MATE, others=(team(1, "E3", 304, stealthed=True),))
    t.do(Hide(HILL), Redraw((ENTRENCH,)))
    desk = desk_of(t)
    for action in ACTIONS:
        if not action.in_play(t.g):
            continue
        spent = "both Standard Actions of this turn are used (OWM-STD-01)"
        assert (why_none(desk, action) == spent) == (not action.is_free), action


# ------------------------------------------------------------------ nothing is out of reach


@pytest.mark.parametrize("seed", range(6))
def test_every_allowed_answer_can_be_drafted_in_any_order(seed: int) -> None:
    """So no judge asks first for what a person might fill in last."""
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(seats=2), seed, [random_player] * 2)
    chance = Chance(seed)
    drafted: dict[type, int] = {}
    while not isinstance(match.request, Over) and match.state.answered < 500:
        request = match.request
        if isinstance(request, Choose):
            view = match.view(request.seat)
            desk = Desk(SYSTEM, view)
            answer = agenda.sample(view, chance)
            blanks = list(blanks_of(type(answer)))
            chance.shuffle(blanks)
            draft = desk.begin(type(answer))
            for blank in blanks:
                draft = draft.with_(blank.field, getattr(answer, blank.name))
                refusal = desk.look(draft).refusal
                assert refusal is None, (answer, draft, refusal)
            assert desk.look(draft).answer == answer
            drafted[type(answer)] = drafted.get(type(answer), 0) + 1
        match.step()
    assert len(drafted) > 6


@pytest.mark.rule("OWM-TRANS-02")
def test_a_transfer_is_refused_at_once_where_nobody_can_go_or_no_place_is_left():
    beside = team(0, "D4", 201, 202)
    for line in ((down(EVANS), down(203)), (EVANS,)):
        assert "(OWM-TRANS-02)" in why_none(desk_of(camp(*line, others=(beside,))), Transfer)
    assert why_none(desk_of(camp(down(EVANS), 203, others=(beside,))), Transfer) == ""
    full = team(0, "D4", 201, 202, 205, 206, 208, 209, 211, 212)
    assert why_none(desk_of(camp(EVANS, 203, others=(full,))), Transfer) == (
        "they would be more than 8 soldiers (OWM-TRANS-02)"
    )
