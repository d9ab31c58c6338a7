"""What hints of Hailfire think about: whom to activate, what to order, what may be hidden."""

from __future__ import annotations

import pytest

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose, Over
from owm_net.engine.search import World
from owm_net.engine.system import PICKED_BY_CHANCE, Setup
from owm_net.games.hailfire.chits import chit_cards, chit_value
from owm_net.games.hailfire.computer import decide
from owm_net.games.hailfire.computer.choosing import WINNING
from owm_net.games.hailfire.computer.thinking import MOST_PLANS, HailfireThinker
from owm_net.games.hailfire.forces import READY
from owm_net.games.hailfire.hero import hero_value
from owm_net.games.hailfire.orders import FireAt, Go, March
from owm_net.games.hailfire.set_up import FORCE
from owm_net.games.hailfire.state import BLINDS, CHITS, HERO, HailfireState
from owm_net.games.hailfire.terms import Side
from owm_net.games.hailfire.turn import ACTIVATE, Activate
from tests.games.hailfire.table import ANN, BEN, HAIL, T, lay, scenario, team, turn, unit, who

WHERE = scenario(objectives=[(3000, 1000, Side.DEFENDER)])


def test_units_are_compared_and_regulars_own_stands_first() -> None:
    match = LocalMatch(HAIL, HAIL.default_setup(), 3, [player_of(HAIL, "regular")] * 2)
    g = match.state
    assert isinstance(g, HailfireState)
    while not (g.round == 3 and agenda.asks(g, ACTIVATE) and g.order_points > 2):
        match.step()
    view = match.view(g.active)
    plans = HailfireThinker().plans(view, Chance(1))
    assert plans[0].first == decide(view, Chance(1)) and 1 < len(plans) <= MOST_PLANS
    groups = [p.first.teams for p in plans if isinstance(p.first, Activate)]
    assert len(groups) == len(plans) == len(set(groups))
    best, other = HAIL.advised(view)
    assert best.answer != other.answer and best.tried == other.tried > 0


def test_an_order_is_compared_with_fire_at_another_target_and_with_a_move() -> None:
    guns = unit(team("us_cmd", 1000, 1000), team("us_lmg", 1000, 1200), team("us_lmg", 1000, 800))
    one, other = unit(team("ger_rifle", 2000, 600)), unit(team("ger_rifle", 2000, 1600))
    fight = lay([guns], [one, other], where=WHERE)
    firsts = [p.first for p in HailfireThinker().plans(fight.view(ANN), Chance(1))]
    assert {a.target for a in firsts if isinstance(a, FireAt)} == {T(3), T(4)}
    assert any(isinstance(a, Go | March) for a in firsts)


def test_the_orders_of_a_plan_are_kept_to_where_its_teams_are_activated() -> None:
    rifles = unit(team("us_rifle", 1000, 1000))
    fight = lay(
        [rifles], [unit(team("ger_rifle", 2000, 1000))], where=WHERE, frames=turn(), dice=[(3, 1)]
    )
    thinker = HailfireThinker()
    plans = thinker.plans(fight.view(ANN), Chance(1))
    own = next(p for p in plans if isinstance(p.first, Activate))
    assert own.aim.teams == who(0) and own.aim.orders
    view = fight.say(own.first).view(ANN)
    assert thinker.policy(view, Chance(1), own.aim) == own.aim.orders[0]
    assert thinker.policy(view, Chance(1), None) != own.aim.orders[0]


def test_a_hero_point_is_weighed_against_saving_it() -> None:
    theirs = unit(team("ger_88", 3400, 1000))
    tank = unit(team("us_m4", 1000, 1000))
    fight = lay([tank], [theirs], frames=turn(), dice=[(3, 1)], heroes=(1, 6))
    fight.say(Activate(who(0), hero=False)).say(Pass())
    firsts = [p.first for p in HailfireThinker().plans(fight.view(BEN), Chance(1))]
    assert firsts == [Activate(who(1), hero=True), Pass()]


@pytest.mark.rule("HAIL-PHERO-04", "HAIL-PVIC-04")
def test_no_world_makes_the_enemy_a_liar() -> None:
    """Their die shows what they have spent, and their chits stay below the limit they denied."""
    mine, theirs = unit(team("us_rifle", 1000, 1000)), unit(team("ger_rifle", 2000, 1000))
    fight = lay([mine], [theirs], heroes=(1, 6), denied=(0, 8))
    g = fight.g
    g.spent = (0, 5)
    hand = g.decks["chits 1"].deal(8)
    g.hands[CHITS + BEN] = list(hand)
    low = [c for c in chit_cards(BEN) if chit_value(c) < 2]
    fight.dealer.faces.update(zip(hand, low, strict=False))
    fight.dealer.knowledge[BEN].update({slot: fight.dealer.faces[slot] for slot in hand})
    limit = 6
    g.scenario = scenario(limits=(24, limit))
    view = fight.view(ANN)
    hidden = HailfireThinker().hidden(view)
    dice, sums = set[int](), set[int]()
    for n in range(60):
        faces = World.like(view, hidden, Chance(n)).dealer()[0].faces
        dice.add(hero_value(faces[g.hands[HERO + BEN][0]]))
        sums.add(sum([chit_value(faces[slot]) for slot in hand]))
    assert dice == {5, 6}
    assert max(sums) == limit - 1 and len(sums) > 1


@pytest.mark.rule("HAIL-PDEP-03")
def test_under_a_blind_lies_any_hidden_unit_or_a_dummy() -> None:
    setup = Setup("lane-junction", "standard", 2, (("hidden", "yes"),))
    match = LocalMatch(HAIL, setup, 1, [player_of(HAIL, "regular")] * 2)
    g = match.state
    assert isinstance(g, HailfireState)
    seen = 0
    while not isinstance(match.request, Over) and g.round < 3:
        if g.blinds and isinstance(match.request, Choose) and match.request.seat == ANN:
            view = match.view(ANN)
            hand = [c for c in g.hands[BLINDS + BEN] if c < 0]
            pools = [p for p in HailfireThinker().hidden(view).closed if p[0][0] in hand]
            for slots, cards in pools:
                assert sorted(match.dealer.faces[s] for s in slots) == sorted(cards)
                assert len(slots) == len(hand) and len(cards) >= 2 * len(g.hidden)
                seen += 1
        match.step()
    assert seen > 3


@pytest.mark.rule("HAIL-PORG-07")
def test_a_force_that_wins_is_advised_and_the_reason_given() -> None:
    match = LocalMatch(
        HAIL, HAIL.default_setup("mill-meeting"), 1, [player_of(HAIL, "regular")] * 2
    )
    view = match.view(ANN)
    assert agenda.kind_of(view) is FORCE
    thinker = HailfireThinker()
    taken = {str(thinker.plans(view, Chance(n))[0].first) for n in range(20)}
    winning = {str(READY[key].force) for key in WINNING}
    assert taken == winning and len(winning) == 2
    (best,) = HAIL.advised(view)
    assert "have won most" in HAIL.reason(view, best.answer)
    other = next(ready.force for key, ready in READY.items() if key not in WINNING)
    assert HAIL.reason(view, other) == PICKED_BY_CHANCE
