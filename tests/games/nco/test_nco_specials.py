"""The special actions phase and close combat: NCO-SPC, NCO-CC, NCO-SKL-04, NCO-SKL-07."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.games.nco.melee import FightRound, LostRound, Melee, fighting_courage
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.run import Run
from owm_net.games.nco.specials import FocusFire, LieInAmbush, Mend, SpecialAssault
from owm_net.games.nco.state import Soldier
from owm_net.games.nco.terms import Order, Status
from owm_net.games.nco.victory import casualties
from tests.games.nco.table import Fight, Rest, S, W, at, lay, man, specials
from tests.seats import ANN, BEN

ENEMY = man(3500, 3500, order=Order.RALLY)


@pytest.mark.rule("NCO-SPC-02", "NCO-SPC-03", "NCO-EVT-03", "NCO-EVT-09")
@pytest.mark.parametrize(
    ("soldier", "event", "may"),
    [
        (man(0, 0, "corporal", order=Order.DOWN), "", True),
        (man(0, 0, "corporal", order=Order.FIRE), "", True),
        (man(0, 0, "corporal", order=Order.ADVANCE), "", True),
        (man(0, 0, "corporal", order=Order.RALLY), "", False),
        (man(0, 0, "corporal", order=Order.COVER_FIRE), "", False),
        (man(0, 0, "corporal", order=Order.RUN), "", False),
        (man(0, 0, "pfc", order=Order.DOWN, heart=2), "", True),
        (man(0, 0, "pfc", order=Order.DOWN, heart=1), "", False),
        (man(0, 0, "corporal", order=Order.DOWN), "baker", False),
        (man(0, 0, "sergeant", order=Order.DOWN), "baker", True),
        (man(0, 0, "sergeant", order=Order.FIRE), "roger", False),
        (man(0, 0, "corporal", order=Order.FIRE), "roger", True),
        (man(0, 0, "corporal", order=Order.DOWN, psyche=0), "", False),
        (man(0, 0, "corporal", order=Order.DOWN, barred=True), "", False),
        (man(0, 0, "vet_lance_corporal", "lmg", order=Order.FIRE), "", True),
        (man(0, 0, "hardened_pfc", order=Order.FIRE, skills=()), "", False),
    ],
)
def test_who_qualifies(soldier: Soldier, event: str, may: bool) -> None:
    fight = specials([soldier.with_(spot=at(1000, 1000))], [ENEMY], event=event)
    assert (fight.kind == "special") is may


@pytest.mark.rule("NCO-SPC-01", "NCO-SPC-04", "NCO-DIE-05", "NCO-SPC-05")
def test_sides_alternate_and_nobody_passes() -> None:
    """First order by Ann: B, A, A, A."""
    mine = [man(300 * n + 300, 1000, "corporal", order=Order.DOWN) for n in range(2)]
    last = man(1200, 1000, "corporal")
    fight = lay([*mine, last], [man(3000, 3000, "corporal", order=Order.DOWN)], goes_on=True)
    fight.say(GoDown(S(2)))
    assert (fight.kind, fight.seat, fight.bag()) == ("special", BEN, (0, 0))
    seats = []
    while fight.kind == "special":
        seats.append(fight.seat)
        fight.say(Mend(fight.top.able(fight.g, fight.seat)[0]))
    assert seats == [BEN, ANN, ANN, ANN]
    again = specials([mine[0], mine[1]], [ENEMY]).say(Mend(S(0)))
    again.refused(Mend(S(0)), "NCO-SPC-02")


@pytest.mark.rule("NCO-SPC-05", "NCO-SPC-06")
def test_there_are_four_special_actions() -> None:
    fight = specials(
        [man(1000, 1000, "corporal", order=Order.FIRE)], [man(1400, 1000, order=Order.RALLY)]
    )
    assert {type(a) for a in fight.options()} == {FocusFire, SpecialAssault, Mend, LieInAmbush}
    fight.rolls((1,)).say(FocusFire(S(0), W("rifle"), S(1)))
    assert fight.kind == "rest" and fight.man(0).acted


@pytest.mark.rule("NCO-SPC-07", "NCO-HLT-02")
@pytest.mark.parametrize(("far", "allowed"), [(598, True), (601, False)])
def test_a_special_assault_is_a_single_move(far: int, allowed: bool) -> None:
    charger = man(1000, 1000, "corporal", order=Order.FIRE)
    fight = specials([charger], [man(1000 + far, 1000, order=Order.RALLY)])
    charge = SpecialAssault(S(0), S(1), (at(1000 + far - 98, 1000),))
    assert fight.allowed(charge) is allowed
    hurt = specials([charger.with_(health=1)], [man(1598, 1000, order=Order.RALLY)])
    hurt.refused(SpecialAssault(S(0), S(1), (at(1500, 1000),)), "NCO-HLT-02")
    if allowed:
        fight.rolls((6, 1)).say(charge)
        assert fight.man(0).moved and fight.told(FightRound)


@pytest.mark.rule("NCO-SPC-08", "NCO-HLT-01")
def test_mend() -> None:
    hero = man(1000, 1000, "corporal", order=Order.FIRE, health=3, psyche=3)
    friend = man(1398, 1000, "corporal", order=Order.RALLY, psyche=4)
    fight = specials([hero, friend], [ENEMY]).say(Mend(S(0)))
    assert (fight.man(0).health, fight.man(0).psyche) == (4, 4)
    fight = specials([hero, friend], [ENEMY]).say(Mend(S(0), S(1)))
    assert (fight.man(0).health, fight.man(0).psyche, fight.man(1).psyche) == (3, 4, 5)
    far = specials([hero, friend.with_(spot=at(1399, 1000))], [ENEMY])
    far.refused(Mend(S(0), S(1)), "NCO-SPC-08")
    far.refused(Mend(S(0), S(2)), "NCO-SPC-08")


@pytest.mark.rule("NCO-SKL-04")
def test_an_idealist_mends_his_own_mind() -> None:
    officer = man(1000, 1000, "political_officer", order=Order.FIRE, health=2, psyche=1)
    fight = specials([officer, man(1200, 1000, order=Order.RALLY)], [ENEMY])
    fight.refused(Mend(S(0), S(1)), "NCO-SKL-04")
    fight.say(Mend(S(0)))
    assert (fight.man(0).health, fight.man(0).psyche) == (2, 5)


@pytest.mark.rule("NCO-SPC-09", "NCO-SPC-10", "NCO-END-01")
def test_an_ambush_lasts_to_the_end_of_the_next_turn() -> None:
    lurker = man(1000, 1000, "corporal", order=Order.FIRE)
    fight = specials([lurker], [man(3500, 3500, order=Order.DOWN)], goes_on=True)
    fight.rolls((3, 4)).say(LieInAmbush(S(0)))
    s = fight.man(0)
    assert fight.g.turn == 3 and s.down and s.ambush == 3 and s.order is Order.NONE
    assert fight.bag() == (1, 1), "he has a die in the bag"
    assert not fight.man(1).down
    ended = specials([s.with_(order=Order.DOWN, acted=True)], [ENEMY], goes_on=True, turn=3)
    assert ended.g.turn == 4 and not ended.man(0).ambush and not ended.man(0).down


@pytest.mark.rule("NCO-SPC-10")
@pytest.mark.parametrize("answer", [GoDown(S(0)), Fire(S(0), W("rifle"), S(1)), Run(S(0), ())])
def test_any_order_ends_an_ambush(answer: Any) -> None:
    lurker = man(1000, 1000, "corporal", ambush=3, down=True)
    fight = lay([lurker], [man(1800, 1000, order=Order.DOWN)], dice=[(1,)])
    fight.say(answer)
    assert not fight.man(0).ambush and fight.man(0).down is isinstance(answer, GoDown)


@pytest.mark.rule("NCO-SPC-10", "NCO-ORD-04")
def test_cover_fire_that_hits_ends_an_ambush() -> None:
    from owm_net.games.nco.orders.fire import CoverFire

    lurker = man(1800, 1000, "corporal", ambush=3, down=True)
    fight = lay([man(1000, 1000)], [lurker], dice=[(6,), (1,)])
    fight.say(CoverFire(S(0), W("rifle"), at(1800, 1000)))
    assert not fight.man(1).ambush and fight.man(1).order is Order.DOWN


@pytest.mark.rule("NCO-SKL-08", "NCO-SKL-09")
def test_a_medic_lies_in_no_ambush() -> None:
    medic = man(1000, 1000, "medic", order=Order.DOWN, heart=2)
    alone = specials([medic.with_(health=1)], [man(1400, 1000, order=Order.RALLY)])
    assert alone.kind == "rest" and alone.man(0).health == 2, "R-102: he can only mend himself"
    friend = man(1000, 1200, order=Order.RALLY)
    fight = specials([medic, friend], [man(1400, 1000, order=Order.RALLY)])
    fight.refused(LieInAmbush(S(0)), "NCO-SKL-08 NCO-SKL-09")
    fight.refused(FocusFire(S(0), W("pistol"), S(2)), "NCO-SKL-08 NCO-SKL-09")
    assert fight.allowed(Mend(S(0))) and fight.allowed(Mend(S(0), S(1)))


# ------------------------------------------------------------------ close combat


def brawl(one: Soldier, two: Soldier, *dice: tuple[int, int]) -> Fight:
    frames = [Rest(), Melee(S(0), S(1))]
    return lay(
        [one.with_(spot=at(1000, 1000))], [two.with_(spot=at(1098, 1000))], frames=frames, dice=dice
    )


@pytest.mark.rule("NCO-CC-02", "NCO-CC-03", "NCO-CC-07", "NCO-CC-01")
def test_the_example_of_the_book_fought_to_the_end() -> None:
    """Corporal 3+4, Private 3+2: -2 health; then 1+4 against 6+0: the Corporal loses 1 and their
    courage; then 4+0 against 1+0."""
    fight = brawl(man(0, 0, "corporal", "rifle"), man(0, 0), (3, 3), (1, 6), (4, 1))
    rounds = fight.told(FightRound)
    assert [told.courage for told in rounds] == [(4, 2), (4, 0), (0, 0)]
    assert fight.man(0).health == 4 and fight.man(1).status is Status.DEAD
    assert fight.man(0).psyche == 5


@pytest.mark.rule("NCO-CC-01", "NCO-CC-02", "NCO-WND-04")
@pytest.mark.parametrize(("die", "left"), [(3, 1), (4, 0), (5, 0)])
def test_who_is_left_with_exactly_no_health_is_dead(die: int, left: int) -> None:
    """The Private has 3 and loses 2, 3 or 4: whoever has one left fights a second round."""
    fight = brawl(man(0, 0, "corporal", "rifle"), man(0, 0), (die, 3), (6, 1))
    assert len(fight.told(FightRound)) == (2 if left else 1)
    assert [told.health for told in fight.told(LostRound)] == ([left] if left else [])
    assert fight.man(1).status is Status.DEAD and fight.man(0).health == 5


@pytest.mark.rule("NCO-CC-04")
def test_a_tie_kills_both() -> None:
    fight = brawl(man(0, 0, "hardened_pfc", "rifle"), man(0, 0), (2, 3))
    assert not fight.g.there(S(0)) and not fight.g.there(S(1))
    assert casualties(fight.g, ANN) == 8 and casualties(fight.g, BEN) == 12


@pytest.mark.rule("NCO-CC-05", "NCO-CC-06", "NCO-SKL-07", "NCO-HLT-06")
@pytest.mark.parametrize(
    ("soldier", "courage"),
    [
        (man(0, 0, "sergeant", "smg", skills=("fighting_instinct",)), 8),
        (man(0, 0, "lance_corporal", "lmg"), 2),
        (man(0, 0, "engineer", "lmg"), 4),
        (man(0, 0, "corporal", "rifle"), 4),
        (man(0, 0, "sergeant", "smg", health=1), 0),
        (man(0, 0, "corporal", "rifle", psyche=0), 0),
        (man(0, 0, "corporal", "rifle", skills=("fighting_instinct",)), 5),
    ],
)
def test_what_counts_in_a_fight(soldier: Soldier, courage: int) -> None:
    fight = lay([soldier.with_(spot=at(1000, 1000), order=Order.FIRE)], [ENEMY], frames=[Rest()])
    assert fighting_courage(fight.g, S(0)) == courage
    if soldier.row.key == "hardened_pfc":
        assert not fight.g.qualifies(S(0))
