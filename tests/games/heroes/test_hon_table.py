"""The answers of the game as a table without rules sees them."""

from __future__ import annotations

from itertools import islice
from typing import Any, TypeVar, cast

import pytest
from attrs import fields

from owm_net.engine import agenda
from owm_net.engine.drafts import Desk, Draft, DraftStatus, blanks_of
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.games.heroes.barrage import ActFire, OrderBarrage
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import CounterKey, Share, UnitId, Vertex
from owm_net.games.heroes.orders import OrderFire, OrderMove
from owm_net.games.heroes.system import Heroes
from tests.games.heroes.table import acting, ann, at, ben
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
