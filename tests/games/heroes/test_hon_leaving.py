"""Exits, reserves and bonus tactics. Ledger 2.31, G-20, HON-RND-06."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.zones import Deck
from owm_net.games.heroes.bonus import BonusFound, BonusLost, Search, lay_out
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.driving import OrderDrive
from owm_net.games.heroes.exits import Leave, LeftMap, why_not_leave
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.hidden import FIRST_BONUS
from owm_net.games.heroes.ids import (
    NO_UNIT,
    OFF_MAP,
    CounterKey,
    FormationId,
    ScenarioKey,
    Step,
    UnitId,
)
from owm_net.games.heroes.moving import Leg
from owm_net.games.heroes.printed.scenarios import ScenarioEvent
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.reserves import Arrive, reserve
from owm_net.games.heroes.supply import SupplyDrive, SupplyMove, SupplyMoving
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import BonusTactic, EventKind, Manoeuvre
from owm_net.games.heroes.tokens import orders_due
from owm_net.games.heroes.vehicles import way_of
from owm_net.games.heroes.victory import beaten, score
from tests.games.heroes.table import (
    Table,
    acting,
    ann,
    at,
    ben,
    counter,
    course,
    deal,
    formation,
    laid_out,
    scenario,
)
from tests.seats import ANN, BEN


def like(key: ScenarioKey, name: str, **more: Any) -> ScenarioKey:
    """A scenario with something more."""
    new = ScenarioKey(f"{key}-{name}")
    CATALOG.scenarios[new] = evolve(CATALOG.scenarios[key], key=new, **more)  # type: ignore[index]
    return new


ROAD = like(scenario(), "road", exits=("us", (at(5, 1), at(5, 2))))


@pytest.mark.rule("HON-EXIT-01")
def test_a_unit_leaves_by_an_exit_for_one_more_point_and_is_no_loss() -> None:
    table = acting(
        ben(2, 1),
        ben(1, 3),
        ann(15, 7),
        ben(5, 2),
        on=ROAD,
        due=(1, 3),
        formations=[formation(ANN), formation(BEN, squares=1, points=3)],
    )
    table.over_to_turn(BEN)
    table.say(table.move(0, (3, 1), (4, 1), (5, 1), goes_on=True))
    assert table.kind == "leg" and table.options(Leave) == [Leave()]
    table.say(Leave())
    u, f = table.u(0), table.g.formations[1]
    assert not u.there and (f.losses, f.turned) == (0, False)
    assert [(e.unit, e.n) for e in table.told(LeftMap)] == [(0, 1)]
    assert table.g.exited == [0, 1] and score(table.g, BEN, last=False) == 1
    table.until("turn", BEN)
    table.say(table.move(1, (2, 3), (3, 2), goes_on=True))
    table.refused(Leave(), "HON-EXIT-01")  # no exit
    assert Leave() not in agenda.offers(table.view(BEN))
    table.say(Leg((at(4, 1), at(5, 1)), goes_on=True))
    table.refused(Leave(), "HON-EXIT-01")  # no point is left


@pytest.mark.rule("HON-EXIT-01")
def test_only_its_side_leaves_and_an_officer_is_worth_two() -> None:
    table = acting(ann(5, 1), ben(4, 2, "us_captain"), ben(12, 6), on=ROAD, due=(1, 1))
    table.until("turn", ANN)
    table.say(table.move(0, (6, 1), goes_on=True))
    table.refused(Leave(), "HON-EXIT-01")
    table.until("turn", BEN)
    table.say(table.move(1, (5, 2), goes_on=True))
    stars = orders_due(table.g, BEN)
    table.say(Leave())
    assert orders_due(table.g, BEN) == stars - 2
    assert table.g.exited == [0, 2]


@pytest.mark.rule("HON-EXIT-01")
def test_a_unit_without_an_order_leaves_in_supply() -> None:
    table = acting(
        ben(4, 1),
        ben(1, 6),
        ann(15, 7),
        on=ROAD,
        due=(1, 1),
        bluffs=(0, 0),
        orders={"u1": 1, "u2": 1},
    )
    table.over_to_supply().until("supply_move", BEN)
    table.refused(SupplyMove(UnitId(0), (at(4, 2),), leaves=True), "HON-EXIT-01")
    table.say(SupplyMove(UnitId(0), (at(5, 1),), leaves=True))
    assert not table.u(0).there and table.g.exited == [0, 1]


@pytest.mark.rule("HON-EXIT-01", "HON-SUP-03")
def test_a_vehicle_leaves_in_supply_with_its_passengers() -> None:
    """Its front on the exit by three points; the fourth takes it off the map."""
    rider = evolve(ben(0, 0), at=OFF_MAP, aboard=UnitId(0))
    half = ben(2, 1, "us_halftrack", facing=int(Facing.E))
    units = (half, rider, ben(1, 6), ann(15, 7))
    table = acting(*units, on=ROAD, due=(1, 1), bluffs=(0, 0), orders={"u2": 1, "u3": 1})
    table.over_to_supply().until("supply_move", BEN)
    table.refused(SupplyDrive(UnitId(0), course("FF"), leaves=True), "HON-EXIT-01")
    offered = [o for o in table.options(SupplyDrive) if o.leaves]
    assert SupplyDrive(UnitId(0), course("FFF"), leaves=True) in offered
    assert not [o for o in offered if len(o.manoeuvres) >= half.up.move]  # a point is wanted
    assert str(Heroes().describe(table.view(BEN), offered[0])).endswith("leaves the map")
    table.say(SupplyDrive(UnitId(0), course("FFF"), leaves=True))
    assert not table.u(0).in_play and not table.u(1).in_play
    assert table.g.exited == [0, 3] and table.g.formations[1].losses == 0


@pytest.mark.rule("HON-EXIT-01", "HON-AB-86")
def test_nobody_leaves_through_a_vehicle_that_it_boards() -> None:
    """R-43, R-47: who is in it stands on no space, and leaves with it."""
    rider = evolve(ben(0, 0), at=OFF_MAP, aboard=UnitId(1))
    half = ben(5, 1, "us_halftrack", facing=int(Facing.E))
    for unit, path in ((ben(4, 2), (at(5, 1),)), (rider, ())):
        units = (unit, half, ben(1, 6), ann(15, 7))
        table = acting(*units, on=ROAD, due=(1, 1), bluffs=(0, 0), orders={"u2": 1, "u3": 1})
        table.over_to_supply().until("supply_move", BEN)
        table.refused(SupplyMove(UnitId(0), path, leaves=True), "HON-EXIT-01")
        assert not [o for o in table.options(SupplyMove) if o.leaves and o.path == path]


@pytest.mark.rule("HON-EXIT-01", "HON-TER-06")
def test_nobody_leaves_from_difficult_ground_that_it_has_just_entered() -> None:
    """002:983-984. In Supply as in a move with an order."""
    on = like(scenario((("ford", 5, 1),)), "ford", exits=("us", (at(5, 1),)))
    units = (ben(4, 1), ben(1, 6), ann(15, 7))
    table = acting(*units, on=on, due=(1, 1), bluffs=(0, 0), orders={"u1": 1, "u2": 1})
    table.over_to_supply().until("supply_move", BEN)
    table.refused(SupplyMove(UnitId(0), (at(5, 1),), leaves=True), "HON-TER-06")


@pytest.mark.rule("HON-EXIT-01", "HON-SUP-03")
def test_an_exit_is_a_choice_only_for_who_may_leave_by_it() -> None:
    """Nobody is asked where one answer is left: here to stay where it is."""
    still = counter("tests-still", move=0)
    for key in ("de_grenadier", still):
        table = acting(ann(5, 1, key), ben(12, 6), on=ROAD, due=(0, 0), bluffs=(0, 0), orders={})
        table.until("supply_move")
        assert SupplyMoving(ANN).can_move(table.g) == ([0] if key != still else [])
    for key in ("us_rifle", still):
        table = acting(ann(1, 1), ben(5, 1, key), on=ROAD, due=(0, 0), bluffs=(0, 0), orders={})
        table.until("supply_move")
        assert SupplyMoving(BEN).can_move(table.g) == ([1] if key != still else [])


@pytest.mark.rule("HON-ASLT-04", "HON-EXIT-01")
def test_nobody_evades_an_announced_assault_by_an_exit() -> None:
    storm = counter("tests-exit-storm", assault=0)
    table = acting(ben(4, 1, storm), ann(6, 1), ben(12, 6), on=ROAD, due=(1, 1), bluffs=(0, 0))
    table.over_to_turn(BEN)
    table.say(table.move(0, (5, 2), target=1, goes_on=True))
    table.refused(Leave(), "HON-ASLT-04")
    assert not table.options(Leave)


# -- reserves ------------------------------------------------------------------------------


@pytest.mark.rule("HON-RND-06")
def test_a_reserve_comes_by_its_event_or_at_that_step_of_a_later_round() -> None:
    event = ScenarioEvent(
        round=2,
        side="us",
        kind=EventKind.RESERVE,
        spaces=(at(0, 4), at(1, 4), at(0, 5), at(1, 5)),
        facing=Facing.E,
    )
    plain = CATALOG.scenarios[scenario()]
    sides = (plain.sides[0], evolve(plain.sides[1], reserve=(CounterKey("us_m16"),)))
    key = like(scenario(), "reserve", events=(event,), sides=sides)
    held = ben(0, 0, "us_m16", facing=0)
    table = acting(ann(9, 1), ben(9, 6), ben(0, 4), evolve(held, at=at(-1, -1)), on=key, due=(1, 1))
    table.over_to_supply()
    table.until("lay")  # it is not asked for in round 1
    assert not table.u(3).there
    table.orders().over_to_supply().until("arrive", BEN).passes()
    table.until("lay")
    table.orders().over_to_supply().until("arrive", BEN)
    table.refused(Arrive(UnitId(3), at(1, 4)), "HON-RND-06")  # infantry stands on its rear
    table.refused(Arrive(UnitId(3), at(0, 5)), "HON-RND-06")  # its rear would be off the map
    table.refused(Arrive(UnitId(2), at(1, 5)), "HON-RND-06")
    table.say(Arrive(UnitId(3), at(1, 5)))
    assert table.u(3).covers == (at(1, 5), at(0, 5))


@pytest.mark.rule("HON-RND-04", "HON-RND-06")
def test_a_reserve_counts_until_it_has_come_and_comes_once() -> None:
    """R-229. In a vehicle it is there, though on no space."""
    plain = CATALOG.scenarios[scenario()]
    sides = (plain.sides[0], evolve(plain.sides[1], reserve=(CounterKey("us_rifle"),)))
    key = like(scenario(), "last-hope", sides=sides)
    held = evolve(ben(0, 0), at=OFF_MAP)
    table = acting(ann(9, 1), ben(9, 6, "us_halftrack"), held, on=key, due=(1, 1))
    eliminate(table.g, UnitId(1), "HON-FIRE-11")
    assert reserve(table.g, BEN) == [2] and beaten(table.g) is None
    aboard = acting(ann(9, 1), ben(9, 6, "us_halftrack"), held, on=key, due=(1, 1))
    aboard.g.change(UnitId(2), aboard=UnitId(1))
    assert not reserve(aboard.g, BEN) and beaten(aboard.g) is None
    aboard.g.change(UnitId(2), aboard=NO_UNIT, lost=True)
    eliminate(aboard.g, UnitId(1), "HON-FIRE-11")
    assert beaten(aboard.g) is not None


@pytest.mark.rule("HON-RND-06")
def test_a_reserve_faces_as_the_event_says_by_which_it_comes() -> None:
    """Two events share a space: the other side's comes first, and faces west."""
    spaces = (at(0, 4), at(1, 4))
    enemy = ScenarioEvent(
        round=1, side="german", kind=EventKind.RESERVE, spaces=spaces, facing=Facing.W
    )
    events = (enemy, evolve(enemy, side="us", facing=Facing.E))
    plain = CATALOG.scenarios[scenario()]
    sides = (plain.sides[0], evolve(plain.sides[1], reserve=(CounterKey("us_m16"),)))
    key = like(scenario(), "two-events", events=events, sides=sides)
    held = evolve(ben(0, 0, "us_m16"), at=OFF_MAP)
    table = acting(ann(9, 1), ben(9, 6), held, on=key, due=(1, 1))
    table.over_to_supply().until("arrive", BEN)
    table.say(Arrive(UnitId(2), at(1, 4)))
    assert table.u(2).covers == (at(1, 4), at(0, 4)) and table.u(2).facing == Facing.E


# -- bonus tactics -------------------------------------------------------------------------


def finding(tactic: BonusTactic, *units: Any, **more: Any) -> Table:
    """Ann's first unit is one step from a bonus objective with this token."""
    key = like(scenario(), f"bonus {tactic}", bonus=(at(4, 1),))
    table = laid_out(ann(3, 1), *units, on=key, due=(1, 1), **more)
    g = table.g
    lay_out(g)
    g.deck_count += 1
    tokens = [FIRST_BONUS + n for n, _ in enumerate(BonusTactic)]
    tokens.sort(key=lambda card: card != FIRST_BONUS + list(BonusTactic).index(tactic))
    table.dealer.stack(g.deck_count, tokens)
    g.decks["bonus"] = Deck(g.deck_count, len(tokens))
    return table.begin()


def found(table: Table, **orders: int) -> Table:
    table.orders(**(orders or {"u0": 1, "u1": 1})).until("turn", ANN)
    table.say(table.move(0, (4, 1)))
    assert len(table.told(BonusFound)) == 1 and not table.g.bonus
    return table


@pytest.mark.rule("HON-BON-01", "HON-BON-02")
def test_papers_show_a_closed_token_to_the_finder_alone() -> None:
    table = found(finding(BonusTactic.PAPERS, ben(15, 7)))
    slot = table.g.closed(BEN)[0]
    assert slot in table.known(ANN)
    lost = found(finding(BonusTactic.PAPERS, ben(15, 7), bluffs=(0, 0)), u0=1)
    assert not lost.told(BonusLost)  # Ben's order lies there still
    two = found(finding(BonusTactic.PAPERS, ben(15, 7), ben(15, 6)), u0=1, u1=1, u2=13)
    assert (two.kind, two.seat) == ("search", ANN)
    two.refused(Search(UnitId(0)), "HON-BON-01")
    two.say(Search(UnitId(2)))
    assert len([s for s in two.g.closed(BEN) if s in two.known(ANN)]) == 1


@pytest.mark.rule("HON-BON-01", "HON-BON-02")
def test_what_a_crate_a_radio_and_a_dressing_bring() -> None:
    crate = found(finding(BonusTactic.CRATE, ben(15, 7)))
    assert [(o.key, o.tokens, o.tile) for o in crate.g.options] == [("eq_ammo", 2, 0)]
    radio = found(finding(BonusTactic.RADIO, ben(15, 7)))
    assert radio.g.more_orders == [1, 0]
    units = (ben(15, 7), ann(5, 4, face=1), ann(8, 1, face=1))
    dressing = found(finding(BonusTactic.DRESSING, *units))
    assert [dressing.u(n).face for n in (2, 3)] == [0, 1]  # the other is four spaces away
    none = found(finding(BonusTactic.DRESSING, ben(15, 7)))
    assert len(none.told(BonusLost)) == 1


@pytest.mark.rule("HON-BON-01", "HON-BON-02")
def test_a_flare_opens_concealed_enemies_and_a_plan_is_a_card() -> None:
    units = (
        ben(8, 5, "us_sniper", concealed=True),
        ben(9, 1, "us_sniper", concealed=True),
        ben(15, 7),
    )
    overlays = [("thicket1", 8, 5), ("thicket1", 9, 1)]
    key = like(scenario(overlays), "flare", bonus=(at(4, 1),))
    flare = finding(BonusTactic.FLARE, *units)
    flare.g.scenario = key
    flare = found(flare, u0=1, u3=1)
    assert [flare.u(n).concealed for n in (1, 2)] == [False, True]
    plan = finding(BonusTactic.PLAN, ben(15, 7))
    plan.g.deck_size = 40
    deal(plan.g, plan.dealer, ANN, ["rally"], ["mine", "rally"])
    found(plan)
    assert len(plan.g.hands[ANN]) == 2
    none = found(finding(BonusTactic.PLAN, ben(15, 7)))
    assert len(none.told(BonusLost)) == 1


@pytest.mark.rule("HON-BON-01")
def test_concealed_counters_open_nothing_and_neither_does_who_passes_by() -> None:
    table = finding(BonusTactic.RADIO, ben(15, 7))
    table.orders(u0=1, u1=1).until("turn", ANN)
    table.say(table.move(0, (4, 1), (5, 1)))
    assert table.g.bonus
    table = finding(BonusTactic.RADIO, ben(15, 7, "us_sherman"))  # which finds nobody
    table.g.change(UnitId(0), concealed=True)
    table.orders(u0=1, u1=1).until("turn", ANN)
    table.say(table.move(0, (4, 1)))
    assert table.u(0).at == at(4, 1) and table.u(0).concealed and table.g.bonus


@pytest.mark.rule("HON-BON-01")
def test_in_supply_too_a_token_is_found() -> None:
    table = finding(BonusTactic.RADIO, ben(15, 7), ann(15, 0), bluffs=(0, 0))
    table.orders(u2=1, u1=1).over_to_supply().until("supply_move", ANN)
    table.say(SupplyMove(UnitId(0), (at(4, 1),)))
    assert len(table.told(BonusFound)) == 1


@pytest.mark.rule("HON-BON-03")
def test_a_seventh_bonus_objective_has_no_token() -> None:
    key = like(scenario(), "seven", bonus=tuple([at(x, 3) for x in range(7)]))
    table = laid_out(ann(3, 1), ben(15, 7), on=key)
    lay_out(table.g)
    assert table.g.bonus == [at(x, 3) for x in range(6)]
    assert FormationId(0) == 0


@pytest.mark.rule("HON-EXIT-01")
def test_passengers_leave_with_their_vehicle() -> None:
    """HON-AB-86."""
    table = acting(
        ben(4, 1, "us_halftrack", facing=2),
        ben(0, 0, aboard=UnitId(0)),
        ann(15, 7),
        on=ROAD,
        due=(1, 1),
        orders={"u0": 1, "u2": 1},
    )
    table.g.change(UnitId(1), at=at(-1, -1))
    table.over_to_turn(BEN)
    table.say(OrderDrive(table.token(0), (Manoeuvre.FORWARD,), True))
    table.say(Leave())
    assert table.g.exited == [0, 3] and not table.u(1).in_play and table.u(1).lost


@pytest.mark.rule("HON-EXIT-01")
def test_who_is_concealed_does_not_leave() -> None:
    """R-199."""
    table = acting(ben(5, 1, "us_sniper", concealed=True), ann(15, 7), on=ROAD, due=(1, 1))
    assert why_not_leave(table.g, table.u(0), table.u(0).covers, 2, False) is not None
    assert (
        why_not_leave(table.g, evolve(table.u(0), concealed=False), (at(5, 1),), 2, False) is None
    )


@pytest.mark.rule("HON-EXIT-01", "HON-MOVE-05", "HON-VEH-12")
@pytest.mark.parametrize("key", ["us_rifle", "us_halftrack"])
def test_the_other_side_reacts_before_who_has_not_moved_leaves(key: str) -> None:
    """R-317: by its order a unit leaves from where it stands; who is not hit is gone then."""
    post = like(scenario([("position1", 9, 1)]), f"post-{key}", exits=("us", (at(5, 1),)))
    for shoots in (False, True):
        units = (ben(5, 1, key, facing=int(Facing.E)), ann(9, 1), ben(1, 6))
        table = acting(*units, on=post, due=(0, 1), bluffs=(0, 0), dice=[(1,)])
        table.until("turn", BEN)
        drives = table.u(0).kind.vehicle
        token = table.token(0)
        table.say(OrderDrive(token, (), goes_on=True) if drives else table.move(0, goes_on=True))
        table.say(Leave())
        assert (table.kind, table.seat) == ("react", ANN) and table.u(0).there
        table.say(React((UnitId(1),), Step(0)) if shoots else Pass())
        if shoots:
            assert table.u(0).there and table.seat == BEN
            table.say(Leave())
        assert not table.u(0).there and len(table.told(LeftMap)) == 1


@pytest.mark.rule("HON-EXIT-01", "HON-MOVE-10")
def test_who_can_do_nothing_but_leave_is_asked() -> None:
    """Own tanks stand all round the exit."""
    tanks = [
        ben(x, y, "us_sherman", facing=int(facing))
        for x, y, facing in (
            (6, 0, Facing.E),
            (6, 1, Facing.N),
            (5, 2, Facing.N),
            (4, 0, Facing.N),
            (4, 2, Facing.N),
        )
    ]
    table = acting(ben(5, 1), *tanks, ann(15, 7), on=ROAD, due=(1, 1), orders={"u0": 1, "u6": 1})
    table.until("turn", BEN)
    table.say(table.move(0, goes_on=True))
    assert table.kind == "leg" and table.options(Leg) == []
    table.say(Leave())
    assert table.g.exited == [0, 1]


@pytest.mark.rule("HON-EXIT-01", "HON-EQ-07", "HON-SUP-03")
def test_fuel_is_offered_for_ways_off_the_map_that_want_it() -> None:
    half = ben(12, 1, "us_halftrack", facing=int(Facing.W))
    table = acting(half, ben(1, 6), ann(15, 7), on=ROAD, due=(1, 1), bluffs=(0, 0),
                   orders={"u1": 1, "u2": 1}, options={"eq_fuel": BEN})  # fmt: skip
    table.over_to_supply().until("supply_move", BEN)
    offered = [a for a in table.options(SupplyDrive) if a.leaves]
    ends = [way_of(table.u(0), a.manoeuvres)[-1] for a in offered]
    assert len(ends) == len(dict.fromkeys(ends))
    assert {a.fuel for a in offered} == {False, True}
