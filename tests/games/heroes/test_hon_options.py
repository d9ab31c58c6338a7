"""Traits and order options: whom they are for, and what they change."""

from __future__ import annotations

import pytest
from attrs import evolve

from owm_net.games.heroes.assault import Advanced, Clashed, Retreated
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import CounterKey, FormationId, OptionKey, ScenarioKey, UnitId
from owm_net.games.heroes.muster import enlist
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.state import Bought, HeroesState
from owm_net.games.heroes.tokens import orders_due, take_due
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, formation, scenario
from tests.seats import ANN, BEN

STORM = "de_stosstrupp"


def shooting(*units: object, dice: list[int], **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=[(die,) for die in dice], **settings)  # type: ignore[arg-type]


def assaulting(*dice: int, **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(ann(4, 1, STORM), ben(5, 1), dice=[dice], **settings)  # type: ignore[arg-type]


def sums(table: Table) -> list[int]:
    return [clash.total for clash in every(table.said, Clashed)]


# -- whom they are for ---------------------------------------------------------------------


@pytest.mark.rule("HON-ARMY-10", "HON-OPT-01", "HON-ARMY-09", "HON-OPT-06")
def test_a_trait_is_for_its_tile_an_officers_for_all_and_never_for_heroes() -> None:
    """The Americans of Stream Crossing, with supports on two tiles, and a hero."""
    g = HeroesState(seats=2, scenario=ScenarioKey("stream-crossing"))
    enlist(g, BEN, evolve(g.side(BEN).army, heroes=(CounterKey("us_hero_halloran"),)))
    number = {str(u.key): UnitId(n) for n, u in enumerate(g.units)}
    tokens = {str(o.key): o.tokens for o in g.options}
    assert tokens["eq_rifle_grenade"] == 3 and tokens["or_smoke"] == 3
    captain, rifles = FormationId(0), FormationId(2)  # between them lies the captain's tank
    assert g.formations[rifles].key == "us_t_rifle"
    assert g.formations[g.units[number["us_sherman"]].formation].home == captain
    key = OptionKey("tr_courageous")
    g.options = [Bought(seat=BEN, tile=rifles, key=key)]
    has = {name: g.has_trait(unit, key) for name, unit in number.items()}
    assert has["us_rifle"] and has["us_seep"] and not has["us_captain"]
    assert not has["us_sherman"] and not has["us_hero_halloran"]
    g.options = [Bought(seat=BEN, tile=captain, key=key)]
    assert g.has_trait(number["us_rifle"], key) and g.has_trait(number["us_captain"], key)
    assert not g.has_trait(number["us_hero_halloran"], key)
    g.change_formation(captain, turned=True)
    assert g.has_trait(number["us_rifle"], key)  # no breaking point takes it away


# -- orders and bluffs ---------------------------------------------------------------------


@pytest.mark.rule("HON-ORO-13", "HON-ORD-04", "HON-ORO-04")
def test_planning_and_bluff_bring_a_token_more() -> None:
    table = battle(ann(1, 1), ben(12, 1), options={"or_planning": ANN, "or_bluff": BEN})
    assert (orders_due(table.g, ANN), orders_due(table.g, BEN)) == (2, 1)
    take_due(table.g)
    assert table.g.bluffs == [1, 2]
    table.g.formations[0] = formation(ANN, stars=10)
    assert orders_due(table.g, ANN) == 10
    two = battle(ann(1, 1), *[ben(12, y) for y in range(4)], due=(1, 1), bluffs=(1, 2))
    while two.kind == "lay":
        two.passes()
    assert len(two.g.closed(BEN)) == 3


# -- fire ----------------------------------------------------------------------------------


@pytest.mark.rule("HON-TRT-11")
@pytest.mark.parametrize(("x", "less"), [(10, 0), (11, 2)])
def test_sharpshooters_see_farther(x: int, less: int) -> None:
    table = shooting(ann(1, 1), ben(x, 1), dice=[3], options={"tr_sharpshooters": ANN})
    assert only(table.do(table.fire(0, 1)), ShotFired).result == 5 - less


@pytest.mark.rule("HON-TRT-11")
def test_and_reach_farther() -> None:
    units = (ann(1, 1, "de_major"), ben(7, 1), ben(8, 3))
    table = shooting(*units, dice=[], options={"tr_sharpshooters": ANN})
    assert table.allowed(table.fire(0, 1))
    table.refused(table.fire(0, 2), "HON-AB-35")
    plain = shooting(*units, dice=[])
    plain.refused(plain.fire(0, 1), "HON-AB-35")


@pytest.mark.rule("HON-ORO-08")
def test_a_guardian_shelters_where_the_ground_does() -> None:
    on = scenario([("thicket1", 8, 1)])
    wood = shooting(ann(4, 1), ben(8, 1), dice=[3], on=on, options={"or_guardian": BEN})
    assert only(wood.do(wood.fire(0, 1)), ShotFired).defence == 6 + 1 + 1
    open_ground = shooting(ann(4, 1), ben(8, 1), dice=[3], options={"or_guardian": BEN})
    assert only(open_ground.do(open_ground.fire(0, 1)), ShotFired).defence == 6
    other = shooting(ann(4, 1), ben(8, 1), dice=[3], on=on, options={"or_guardian": ANN})
    assert only(other.do(other.fire(0, 1)), ShotFired).defence == 7


@pytest.mark.rule("HON-TRT-03", "HON-SUPP-06")
def test_the_courageous_lose_two_markers() -> None:
    table = acting(ann(1, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0), options={"tr_courageous": ANN})
    table.g.change(UnitId(0), suppressed=3)
    table.g.change(UnitId(1), suppressed=3)
    table.over_to_supply()
    while table.g.round == 1:
        table.passes()
    assert [u.suppressed for u in table.g.units] == [1, 2]


# -- assault -------------------------------------------------------------------------------


@pytest.mark.rule("HON-TRT-10")
def test_enemies_of_the_notorious_add_one_in_both_roles() -> None:
    plain = assaulting(1, 1, 6)
    plain.do(plain.move(0, target=1))
    hated = assaulting(1, 1, 6, options={"tr_notorious": ANN})
    hated.do(hated.move(0, target=1))
    assert (sums(plain), sums(hated)) == ([4, 8], [4, 9])
    hating = assaulting(1, 1, 6, options={"tr_notorious": BEN})
    hating.do(hating.move(0, target=1))
    assert sums(hating) == [5, 8]
    other = assaulting(1, 1, 6, options={"tr_notorious": BEN})
    other.g.options[0] = other.g.options[0].with_(tile=FormationId(2))
    other.g.formations.append(formation(BEN))
    other.do(other.move(0, target=1))
    assert sums(other) == [5, 8]  # whichever tile has it


@pytest.mark.rule("HON-TRT-02")
def test_the_bloodthirsty_hit_twice() -> None:
    table = assaulting(6, 6, 1, options={"tr_bloodthirsty": ANN})
    table.do(table.move(0, target=1))
    assert table.u(1).lost and table.u(0).at == at(5, 1)


@pytest.mark.rule("HON-TRT-04")
def test_the_ferocious_drive_back_whoever_has_won() -> None:
    """R-38: after a tie they advance, after a defeat they take their hit and stay."""
    tie = assaulting(3, 1, 4, options={"tr_ferocious": ANN})
    tie.say(tie.move(0, target=1))
    assert (tie.kind, tie.seat) == ("where", BEN)
    tie.do(tie.options()[0])
    assert {Retreated, Advanced} <= {type(event) for event in tie.said}
    assert tie.u(1).face == 0 and tie.u(0).at == at(5, 1)
    beaten = assaulting(1, 1, 6, options={"tr_ferocious": ANN})
    beaten.say(beaten.move(0, target=1))
    beaten.do(beaten.options()[0])
    assert beaten.u(0).face == 1 and beaten.u(0).at == at(4, 1)
    assert beaten.u(1).at != at(5, 1)
    last = assaulting(1, 1, 6, options={"tr_ferocious": ANN})
    last.g.change(UnitId(0), face=1)
    last.do(last.move(0, target=1))
    assert last.u(0).lost and last.u(1).at == at(5, 1)
    assert CATALOG.options[OptionKey("tr_ferocious")].tokens == 0
