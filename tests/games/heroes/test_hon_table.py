"""The answers of the game as a table without rules sees them."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any, TypeVar, cast

import pytest
from attrs import fields

from owm_net.engine import agenda
from owm_net.engine.drafts import Desk, Draft, DraftStatus, blanks_of
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.games.heroes.barrage import ActFire, OrderBarrage
from owm_net.games.heroes.cards.forced_march import FARTHER
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import CounterKey, Share, UnitId, Vertex
from owm_net.games.heroes.orders import OrderFire, OrderMove
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.system import Heroes
from tests.games.heroes.table import Table, acting, ann, at, ben
from tests.games.heroes.test_hon_match import CARDS
from tests.seats import ANN

A = TypeVar("A", bound=Answer)

HEROES = Heroes()
COUNTED = {"tokens"}
"""Numbers of which none has a name."""


def test_a_table_can_list_each_value_that_an_answer_may_have() -> None:
    """All that is offered in a match, of every field, and a name for it."""
    match = LocalMatch(HEROES, CARDS, 3, [random_player] * 2)
    seen: set[str] = set()
    while not isinstance(request := match.request, Over):
        if isinstance(request, Choose):
            view = match.view(request.seat)
            desk = Desk(HEROES, view)
            for answer in islice(agenda.offers(view), 30):
                for blank in () if isinstance(answer, Pass) else blanks_of(type(answer)):
                    value = getattr(answer, blank.name)
                    one = value if blank.many else (value,)
                    if blank.name not in COUNTED and one and value != blank.default:
                        values = desk.domain(blank.kind)
                        assert values is not None, blank
                        assert set(one) <= set(values), (blank, value)
                        assert HEROES.value_name(view, blank.kind, one[0])
                        seen.add(blank.name)
        match.step()
    assert seen >= {"cards", "facing", "path", "step", "token", "unit"}


def look(desk: Desk, draft: Draft[A], **values: Any) -> DraftStatus[A]:
    """How a draft stands with these fields filled in."""
    named = fields(cast(Any, draft.cls))
    for name, value in values.items():
        draft = draft.with_(getattr(named, name), value)
    return desk.look(draft)


@pytest.mark.rule("HON-AB-21")
def test_a_blast_of_a_barrage_is_drafted_without_a_target() -> None:
    mortar = ann(3, 1, "de_mortar", face=1)
    table = acting(ann(1, 1, "de_major"), mortar, ben(14, 3), due=(1, 1), bluffs=(0, 0))
    table.say(OrderBarrage(table.token(0), CounterKey("de_mortar")))
    desk = Desk(HEROES, table.view(ANN))
    found = look(desk, desk.begin(ActFire), unit=UnitId(1), vertex=Vertex((14, 3)))
    assert found.answer == ActFire(UnitId(1), vertex=Vertex((14, 3)))


@pytest.mark.rule("HON-AB-40")
def test_a_machine_gunner_splits_its_bonus_target_by_target() -> None:
    """A share of one target lacks another; nobody else splits."""
    for gun, splits in (("de_mg42", True), ("de_grenadier", False)):
        firer = ann(1, 1, gun, face=int(splits), facing=Facing.E)
        table = acting(firer, ben(6, 1), ben(6, 2), due=(1, 1), bluffs=(0, 0))
        desk = Desk(HEROES, table.view(ANN))
        draft = desk.begin(OrderFire)
        one = {"token": table.token(0), "targets": (UnitId(1),), "shares": (Share(2),)}
        found = look(desk, draft, **one)
        assert (found.lacks is not None, found.refusal is None) == (splits, splits)
        assert found.answer is None
        assert look(desk, draft, **one | {"targets": (UnitId(9),)}).refusal is not None


@pytest.mark.rule("HON-MOVE-03")
def test_a_way_through_a_friend_is_drafted_space_by_space() -> None:
    table = acting(ann(4, 4), ann(5, 4), ben(12, 1), due=(1, 1), bluffs=(0, 0))
    desk = Desk(HEROES, table.view(ANN))
    draft = desk.begin(OrderMove)
    for path, lacks in (((5, 4),), True), (((4, 3), (3, 4), (4, 5), (5, 4)), False):
        found = look(desk, draft, token=table.token(0), path=tuple([at(*s) for s in path]))
        assert (found.lacks is not None, found.refusal is None) == (lacks, lacks)
    on = look(desk, draft, token=table.token(0), path=(at(5, 4), at(6, 4)))
    assert on.answer == table.move(0, (5, 4), (6, 4))


def refused_parts(table: Table, answer: Answer) -> list[Draft[Any]]:
    """The drafts that hold some of what an allowed answer says, and are refused."""
    assert table.allowed(answer)
    desk = Desk(HEROES, table.view(table.seat))
    said = [b for b in blanks_of(type(answer)) if getattr(answer, b.name) != b.default]
    parts = [part for n in range(1, len(said) + 1) for part in combinations(said, n)]
    drafts = [
        Draft(type(answer), {blank.name: getattr(answer, blank.name) for blank in part})
        for part in parts
    ]
    assert desk.look(drafts[-1]).answer == answer
    return [draft for draft in drafts if desk.look(draft).refusal is not None]


@pytest.mark.rule("HON-FIRE-19", "HON-AB-80", "HON-OPT-04", "HON-CARD-06")
def test_what_depends_on_a_target_may_be_chosen_before_it() -> None:
    """Suppression, equipment, and cards that want a shot."""
    gun = ann(3, 1, "de_mg42", face=1, facing=Facing.E)
    fires = acting(gun, ben(6, 1), due=(1, 1), bluffs=(0, 0), hands=("aimed_shot", ""))
    fires.until("turn", ANN)
    assert refused_parts(fires, fires.fire(0, 1, suppressive=True, cards="aimed_shot")) == []
    hunts = acting(ann(3, 1), ben(6, 1), due=(1, 1), bluffs=(0, 0), hands=("panzerfaust", ""),
                   options={"eq_panzerfaust": ANN})  # fmt: skip
    hunts.until("turn", ANN)
    assert refused_parts(hunts, hunts.fire(0, 1, cards="panzerfaust")) == []
    assert refused_parts(hunts, hunts.fire(0, 1, spend=("eq_panzerfaust",))) == []


@pytest.mark.rule("HON-CARD-06", "HON-BLST-01")
def test_an_aimed_shot_goes_with_no_blast_whatever_is_chosen_later() -> None:
    mortar = ann(3, 1, "de_mortar", face=1)
    table = acting(mortar, ben(14, 3), due=(1, 1), bluffs=(0, 0), hands=("aimed_shot", ""))
    table.until("turn", ANN)
    draft = Desk(HEROES, table.view(ANN)).begin(OrderFire)
    blast = {"token": table.token(0), "vertex": Vertex((14, 3))}
    desk = Desk(HEROES, table.view(ANN))
    assert look(desk, draft, **blast).refusal is None
    no = look(desk, draft, **blast, cards=(table.card("aimed_shot"),)).refusal
    assert no is not None and no.rule == "HON-CARD-06"


@pytest.mark.rule("HON-CARD-01", "HON-CARD-06")
def test_smoke_is_aimed_before_its_card_is_chosen() -> None:
    """Who holds no such card cannot aim it at all."""
    for hand, is_held in (("smoke_grenades", True), ("aimed_shot", False)):
        table = acting(ann(3, 1), ben(9, 1), due=(1, 1), bluffs=(0, 0), hands=(hand, ""))
        table.until("turn", ANN)
        desk = Desk(HEROES, table.view(ANN))
        aimed: dict[str, Any] = {"token": table.token(0), "smoke": Vertex((4, 2))}
        for cls in (OrderFire, OrderMove):
            found = look(desk, Draft(cls), **aimed)
            assert (found.refusal is None, found.lacks is not None) == (is_held, is_held)
            assert found.answer is None
        if is_held:
            cards = (table.card(hand),)
            assert refused_parts(table, OrderFire(**aimed, cards=cards)) == []


@pytest.mark.rule("HON-MOVE-01", "HON-CARD-06", "HON-SUP-03")
def test_a_forced_march_is_drafted_way_first() -> None:
    """As far as the card would lead, for who holds it."""
    far = tuple([at(x, 1) for x in range(4, 11)])
    for hand, is_held in (("forced_march", True), ("aimed_shot", False)):
        table = acting(ann(3, 1), ben(3, 7), due=(0, 1), bluffs=(0, 0), hands=(hand, ""))
        table.over_to_supply().until("supply_move", ANN)
        desk = Desk(HEROES, table.view(ANN))
        free = table.u(0).up.move
        reach = free + FARTHER
        for steps in (free, free + 1, reach, reach + 1):
            found = look(desk, Draft(SupplyMove), unit=UnitId(0), path=far[:steps])
            assert (found.refusal is None) == (steps <= (reach if is_held else free)), steps
            assert (found.answer is None) == (steps > free)
        if is_held:
            march = SupplyMove(UnitId(0), far[:reach], cards=(table.card(hand),))
            assert refused_parts(table, march) == []
