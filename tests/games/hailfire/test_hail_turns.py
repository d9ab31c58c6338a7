"""Player turns, points and activations: HAIL-TURN, HAIL-ORD, HAIL-ACT, HAIL-PHERO."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.passing import Pass
from owm_net.games.hailfire.activation import Activated, Activation
from owm_net.games.hailfire.artillery import Aim
from owm_net.games.hailfire.checks import FireCheck, RallyCheck
from owm_net.games.hailfire.chits import ChitDrawn
from owm_net.games.hailfire.hero import HeroOpened
from owm_net.games.hailfire.moving import Moved, MoveRolled
from owm_net.games.hailfire.orders import CallBarrage, FireAt, Go, TurnTo, why_nobody_fires
from owm_net.games.hailfire.shooting import Fired, HoldsFire
from owm_net.games.hailfire.state import Barrage
from owm_net.games.hailfire.terms import Phase, Side
from owm_net.games.hailfire.turn import THIS_TURN, Activate, HeroSpent, OrderDice, TurnBegun
from tests.games.driver import classes
from tests.games.hailfire.table import (
    ANN,
    BEN,
    HAIL,
    Fight,
    T,
    activated,
    area,
    lay,
    path,
    scenario,
    team,
    turn,
    unit,
    who,
)

FAR = 3000
"""So far north Ben stands: nobody of Ann's reaches him."""


def riflemen(n: int, y: int = 300, **different: Any) -> list[Any]:
    """So many Units of one rifle Team: each is activated alone."""
    return [unit(team("us_rifle", 300 + 300 * k, y, **different)) for k in range(n)]


def begun(dice: tuple[int, int], heroes: tuple[int, int] = (4, 2), n: int = 4) -> Fight:
    """A turn of Ann's in which these order dice fall."""
    return lay(riflemen(n), riflemen(2, FAR), frames=turn(), heroes=heroes, dice=[dice])


def ap(*teams: int) -> Activate:
    return Activate(who(*teams), hero=False)


def hp(*teams: int) -> Activate:
    return Activate(who(*teams), hero=True)


@pytest.mark.rule("HAIL-TURN-02")
@pytest.mark.parametrize(("dice", "points"), [((2, 5), 5), ((6, 1), 6), ((2, 1), 2)])
def test_order_points_are_the_higher_die(dice: tuple[int, int], points: int) -> None:
    fight = begun(dice)
    assert fight.g.order_points == points
    assert fight.told(OrderDice)[0].sentence(fight.g).endswith(f"{points} Order Points")


@pytest.mark.rule("HAIL-TURN-03", "HAIL-PHERO-04", "HAIL-PHERO-05")
def test_doubles_open_the_old_hero_die_and_roll_a_new_one_in_secret() -> None:
    units = riflemen(2), riflemen(2, FAR)
    fight = lay(*units, frames=turn(), heroes=(4, 2), dice=[(4, 4)], spent=(0, 0))
    assert fight.g.order_points == 4
    (told,) = fight.told(HeroOpened)
    assert (told.seat, told.value) == (ANN, 4)
    slot = fight.g.hands[ANN][0]
    assert slot < 0 and slot in fight.known(ANN) and slot not in fight.known(BEN)
    assert fight.g.spent == (0, 0)
    assert not begun((2, 5)).told(HeroOpened)


@pytest.mark.rule("HAIL-PHERO-05", "HAIL-TURN-03")
def test_points_of_the_old_die_are_gone_with_it() -> None:
    fight = lay(
        riflemen(2),
        riflemen(2, FAR),
        frames=[*turn(), *turn()],
        heroes=(4, 2),
        dice=[(3, 4), (5, 5)],
    )
    fight.say(ap(0)).until("activate", BEN).say(Pass(), hp(0)).until("activate", BEN).say(Pass())
    assert fight.g.spent == (1, 0)
    fight.say(Pass())
    (told,) = fight.told(HeroOpened)
    assert (told.value, told.spent) == (4, 1) and fight.g.spent == (0, 0)


@pytest.mark.rule("HAIL-TURN-04")
def test_each_order_point_buys_one_activation_and_what_is_left_is_lost() -> None:
    fight = begun((2, 1), n=3)
    for n in (0, 1):
        fight.say(ap(n)).until("activate", BEN).say(Pass())
    assert fight.g.order_points == 0
    fight.refused(ap(2), "HAIL-TURN-04")
    fight = begun((6, 5)).say(Pass())
    assert fight.g.order_points == 0 and fight.kind == "rest"


@pytest.mark.rule("HAIL-TURN-05", "HAIL-TURN-06", "HAIL-TURN-08")
def test_a_hero_point_gives_a_second_activation_and_never_a_third() -> None:
    fight = begun((6, 5))
    fight.refused(hp(0), "HAIL-TURN-06")
    fight.say(ap(0)).until("activate", BEN).say(Pass())
    fight.refused(ap(0), "HAIL-TURN-05")
    fight.refused(hp(1), "HAIL-TURN-06")
    fight.say(hp(0)).until("activate", BEN).say(Pass())
    assert fight.g.spent == (1, 0) and fight.g.order_points == 5
    for spent in (hp(0), ap(0)):
        fight.refused(spent, "HAIL-TURN-08")
        assert fight.refusal(spent).misfit  # any other reason says more


@pytest.mark.rule("HAIL-TURN-07", "HAIL-TURN-08", "HAIL-PHERO-03")
def test_the_other_side_may_interrupt_after_each_activation() -> None:
    fight = begun((2, 1), heroes=(1, 3))
    assert (fight.kind, fight.seat) == ("activate", ANN)  # not before the first
    fight.say(ap(0)).until("activate", BEN)
    fight.say(hp(4)).until("activate", BEN)  # any number, one at a time (H-08)
    fight.refused(hp(4), "HAIL-TURN-08")
    fight.refused(ap(5), "HAIL-TURN-04")
    fight.refused(hp(0), "HAIL-ACT-01")
    fight.say(hp(5)).until("activate", ANN)  # nobody of his is left
    assert fight.g.spent == (0, 2)
    assert fight.told(HeroSpent)[-1].sentence(fight.g).endswith("2 of this die")
    fight.say(ap(1))
    order = [e.teams[0] for e in fight.told(Activated)]
    assert order == [0, 4, 5, 1]


@pytest.mark.rule("HAIL-TURN-07")
def test_the_last_activation_can_be_interrupted_too() -> None:
    fight = begun((1, 2), n=2).say(ap(0)).until("activate", BEN).say(Pass()).say(ap(1))
    fight.until("activate", BEN)
    assert fight.g.order_points == 0


@pytest.mark.rule("HAIL-TURN-08")
def test_in_the_next_player_turn_all_are_free_again() -> None:
    tired = {"activated": True, "done": True, "pledged": True}
    fight = lay(riflemen(1, **tired), riflemen(1, FAR, **tired), frames=turn(), dice=[(2, 3)])
    assert not any(t.activated or t.done or t.pledged for t in fight.g.teams)
    assert fight.allowed(ap(0))


@pytest.mark.rule("HAIL-PHERO-01", "HAIL-PHERO-04", "HAIL-PHERO-06")
def test_a_hero_die_gives_as_many_points_as_it_shows() -> None:
    fight = begun((6, 5), heroes=(2, 1))
    spend_two(fight)
    assert fight.rule_against(hp(2)) == "HAIL-PHERO-04"
    assert "0 Hero Points" in fight.top.about_activate(fight.view()).why


@pytest.mark.rule("HAIL-PHERO-03", "HAIL-TURN-07")
def test_who_has_spent_their_die_is_asked_all_the_same_and_told_why() -> None:
    """H-83: an answer given for them at once would show what the die was."""
    fight = begun((2, 1), heroes=(3, 1)).say(ap(0)).until("activate", BEN)
    assert "1 Hero Point left" in fight.top.about_activate(fight.view()).why
    fight.say(hp(4)).until("activate", BEN)
    assert fight.rule_against(hp(5)) == "HAIL-PHERO-04"
    assert "no Hero Points left" in fight.top.about_activate(fight.view()).why
    assert HAIL.settled(fight.view()) is None


@pytest.mark.rule("HAIL-TURN-06", "HAIL-TURN-04")
def test_without_order_points_the_turn_ends_where_nobody_could_be_activated_again() -> None:
    fight = begun((2, 1), heroes=(3, 1), n=3)
    for n in (0, 1):
        fight.say(ap(n)).until("activate", BEN).say(Pass(), hp(n)).until("activate", BEN)
        fight.say(Pass())
    assert fight.kind == "rest" and not fight.team(2).activated


def spend_two(fight: Fight) -> None:
    """Ann spends two Hero Points, and activates one Team more."""
    for n in (0, 1):
        fight.say(ap(n)).until("activate", BEN).say(Pass(), hp(n)).until("activate", BEN)
        fight.say(Pass())
    assert fight.g.spent == (2, 0)
    fight.say(ap(2)).until("activate", BEN).say(Pass())


@pytest.mark.rule("HAIL-PHERO-02", "HAIL-PHERO-03", "HAIL-GAP-03")
def test_a_hero_die_is_a_card_that_only_its_owner_knows() -> None:
    fight = begun((6, 5), heroes=(3, 5))
    for seat, other in ((ANN, BEN), (BEN, ANN)):
        (slot,) = fight.g.hands[seat]
        assert slot < 0 and slot in fight.known(seat) and slot not in fight.known(other)


@pytest.mark.rule("HAIL-PHERO-04")
def test_who_spent_more_than_the_die_shows_has_lost_when_it_is_opened() -> None:
    fight = lay(
        riflemen(4),
        riflemen(2, FAR),
        frames=[*turn(), *turn()],
        heroes=(2, 1),
        dice=[(6, 5), (3, 3)],
    )
    spend_two(fight)
    fight.cheats(hp(2))  # nobody else can know
    fight.until("activate", BEN).say(Pass())
    with pytest.raises(IllegalAnswer, match="3 Hero Points were spent, the die showed 2") as caught:
        fight.say(Pass())
    assert (caught.value.seat, caught.value.rule) == (ANN, "HAIL-PHERO-04")


@pytest.mark.rule("HAIL-TURN-01", "HAIL-TURN-09")
def test_the_steps_of_a_player_turn_come_in_order() -> None:
    where = scenario(objectives=[(300, 300, Side.ATTACKER)])
    fight = lay(
        [unit(team("us_fo", 300, 300), battery="us_105")],
        riflemen(1, FAR),
        where=where,
        frames=turn(),
        heroes=(1, 1),
        dice=[(10,), (1, 2)],
        barrages=[Barrage(unit=0, observer=T(0))],  # type: ignore[arg-type]
    )
    assert (fight.kind, fight.g.phase) == ("aim", Phase.ARTILLERY)
    fight.say(Aim(path((300, 2000))[0])).until("activate", ANN)
    assert fight.g.phase is Phase.ACTIVATIONS
    fight.say(ap(0)).until("activate", BEN).say(hp(1)).until("rest")
    told = [c for c in classes(fight.events) if c in (TurnBegun, OrderDice, Activated, ChitDrawn)]
    assert told == [TurnBegun, OrderDice, Activated, Activated, ChitDrawn]
    short = [e.sentence(fight.g) for e in fight.events if e.headline]
    assert short[0].startswith("Round 1: ") and sum(["Hero Point" in line for line in short]) == 1
    assert fight.told(ChitDrawn)[0].seat == BEN


@pytest.mark.rule("HAIL-ORD-01")
def test_who_fires_does_not_move_for_the_same_point() -> None:
    men = [team("us_rifle", 300 + 200 * n, 300) for n in range(2)]
    fight = lay([unit(team("us_cmd", 400, 500), *men)], riflemen(1, 900))
    fight.say(FireAt(T(3), who(1), ()))
    fight.refused(Go(T(1), path((300, 500)), apart=False), "HAIL-ACT-03")
    fight.say(Go(T(2), path((500, 500)), apart=False))
    fight.refused(FireAt(T(3), who(2), ()), "HAIL-ACT-03")


@pytest.mark.rule("HAIL-ACT-01", "HAIL-PORG-04", "HAIL-GAP-11")
def test_a_leader_activates_those_of_his_unit_whom_he_sees() -> None:
    seen = [team("us_rifle", 300 + 150 * n, 300) for n in range(5)]
    hidden = team("us_rifle", 1800, 300)
    platoon = unit(team("us_cmd", 600, 600), *seen, hidden)
    fight = lay(
        [platoon, unit(team("us_rifle", 300, 900))],
        riflemen(1, FAR),
        where=scenario(area("building", 1200, 100, 1500, 1000)),
        frames=turn(),
        heroes=(1, 1),
        dice=[(5, 6)],
    )
    fight.refused(ap(0, 1, 6), "HAIL-ACT-01", "does not see")
    fight.refused(ap(0, 1, 7), "HAIL-ACT-01", "one Unit")
    fight.refused(ap(0, 1, 1), "HAIL-ACT-01")
    fight.refused(ap(), "HAIL-ACT-01")
    assert fight.allowed(ap(6))
    assert ap(0, 1, 2, 3, 4, 5) in fight.options(Activate)
    fight.say(ap(0, 1, 2, 3, 4, 5))
    assert fight.g.order_points == 5 and all(fight.team(n).activated for n in range(6))


@pytest.mark.rule("HAIL-PORG-03")
def test_without_their_leader_teams_are_activated_one_by_one() -> None:
    men = [team("us_rifle", 300 + 150 * n, 300) for n in range(4)]
    fight = lay([unit(*men)], riflemen(1, FAR), frames=turn(), heroes=(1, 1), dice=[(4, 3)])
    fight.refused(ap(0, 1), "HAIL-PORG-03")
    for n in range(4):
        fight.say(ap(n)).until("activate", BEN).say(Pass())
    assert fight.g.order_points == 0


def tanks(**more: Any) -> Fight:
    """Three tanks; a building hides Ben's gun from the third."""
    platoon = unit(*[team("us_m4", 500 + 500 * n, 500) for n in range(3)])
    where = scenario(area("building", 1400, 900, 1700, 1200))
    return lay([platoon], [unit(team("ger_pak40", 1500, 2000))], where=where, **more)


@pytest.mark.rule("HAIL-ACT-02")
def test_vehicles_together_fire_only_at_what_each_of_them_sees() -> None:
    fight = tanks()
    assert not fight.g.sees(T(2), T(3))
    fight.refused(FireAt(T(3), who(0, 1, 2), ()), "HAIL-ACT-02", "activate it alone")
    assert FireAt(T(3), who(0, 1), ()) in fight.options(FireAt)
    assert tanks(frames=activated(2)).allowed(FireAt(T(3), who(2), ()))


@pytest.mark.rule("HAIL-ACT-02")
def test_vehicles_together_move_only_to_where_they_see() -> None:
    fight = tanks()
    assert fight.allowed(Go(T(2), path((1500, 700)), apart=False))
    fight.refused(Go(T(2), path((1550, 1400)), apart=False), "HAIL-ACT-02")
    assert tanks(frames=activated(2)).allowed(Go(T(2), path((1550, 1400)), apart=False))


@pytest.mark.rule("HAIL-ACT-02")
def test_vehicles_are_activated_together_if_they_see_each_other() -> None:
    platoon = unit(*[team("us_m4", 500 + 600 * n, 500) for n in range(3)])
    where = scenario(area("building", 1300, 300, 1500, 700))
    fight = lay(
        [platoon], riflemen(1, FAR), where=where, frames=turn(), heroes=(1, 1), dice=[(4, 3)]
    )
    fight.refused(ap(0, 2), "HAIL-ACT-02")
    assert fight.allowed(ap(0, 1))
    assert fight.allowed(ap(2))


@pytest.mark.rule("HAIL-ACT-03")
def test_two_orders_each_team_on_one_of_them() -> None:
    men = [team("us_rifle", 300 + 150 * n, 300) for n in range(5)]
    foes = [unit(team("ger_rifle", 300 + 600 * n, 1000)) for n in range(3)]
    fight = lay([unit(team("us_cmd", 500, 600), *men)], foes, dice=[])
    assert fight.top.about_order(fight.view()).what == "give an order"
    fight.say(FireAt(T(6), who(1, 2), ()))
    assert "or carry out" in fight.top.about_order(fight.view()).what
    fight.refused(FireAt(T(7), who(2), ()), "HAIL-ACT-03", "an order already")
    fight.say(Go(T(3), path((600, 400)), apart=False))
    fight.refused(FireAt(T(7), who(4), ()), "HAIL-ACT-03", "two orders")
    fight.refused(Go(T(4), path((750, 400)), apart=True), "HAIL-ACT-03", "two orders")
    assert fight.allowed(Go(T(4), path((750, 400)), apart=False))
    two = lay([unit(team("us_cmd", 500, 600), *men)], foes)
    two.say(FireAt(T(6), who(1, 2), ()))
    assert two.allowed(FireAt(T(7), who(3), ()))
    two.rolls((1, 1, 1, 1), (1, 1)).say(FireAt(T(7), who(3), ()))
    assert [e.target for e in two.told(Fired)] == [6, 6, 7]


@pytest.mark.rule("HAIL-ACT-03", "HAIL-ART-02")
def test_who_takes_no_part_in_a_barrage_may_have_the_second_order() -> None:
    mortars = [team("us_fo", 300, 300), team("us_mortar81", 600, 300)]
    fight = lay([unit(team("us_cmd", 300, 600), *mortars)], riflemen(1, FAR))
    fight.say(CallBarrage(T(1)))  # H-67
    fight.refused(Go(T(2), path((600, 500)), apart=False), "HAIL-ART-02")
    assert fight.allowed(Go(T(0), path((300, 900)), apart=False))
    alone = lay([unit(*mortars)], riflemen(1, FAR), frames=activated(0))
    assert alone.say(CallBarrage(T(0))).kind == "rest"


@pytest.mark.rule("HAIL-ACT-04", "HAIL-ACT-05")
def test_orders_come_first_then_rallies_then_fire_checks_then_deeds() -> None:
    men = [
        team("us_rifle", 300, 300, suppressed=True),
        team("us_rifle", 450, 300, points=1),
        team("us_rifle", 600, 300),
    ]
    fight = lay([unit(team("us_cmd", 450, 600), *men)], [unit(team("ger_rifle", 450, 1000))])
    fight.say(FireAt(T(4), who(1, 2, 3), ()))
    fight.rolls((4,), (2,), (1, 1, 1, 1)).say(Pass()).until("rest")
    steps = [RallyCheck, FireCheck, HoldsFire, Fired, Fired]
    assert [c for c in classes(fight.events) if c in steps] == steps
    assert fight.told(HoldsFire)[0].team == 2  # suppressed in step 3; its order stays declared


@pytest.mark.rule("HAIL-ACT-05")
def test_the_others_go_on_when_their_leader_dies_in_step_3() -> None:
    men = [team("us_rifle", 300, 300), team("us_rifle", 450, 300)]
    fight = lay([unit(team("us_cmd", 450, 600, points=1), *men)], riflemen(1, FAR))
    fight.say(Go(T(0), path((450, 800)), apart=False), Go(T(1), path((300, 900)), apart=False))
    fight.rolls((1,), (5, 2)).say(Go(T(2), path((450, 900)), apart=False)).until("rest")
    assert fight.team(0).lost
    assert fight.spot(1) == (300, 900) and fight.spot(2) == (450, 900)
    assert [e.team for e in fight.told(Moved)] == [1, 2]


@pytest.mark.rule("HAIL-ACT-04")
def test_who_gets_no_order_rallies_and_checks_all_the_same() -> None:
    fight = lay(riflemen(1, suppressed=True), riflemen(1, FAR), dice=[(4,)])  # H-43
    fight.say(Pass())
    assert not fight.team(0).suppressed


@pytest.mark.rule("HAIL-MOVE-01", "HAIL-ACT-03")
def test_two_move_orders_have_a_roll_each() -> None:
    men = [team("us_rifle", 300, 300), team("us_rifle", 600, 300)]
    fight = lay([unit(team("us_cmd", 450, 600), *men)], riflemen(1, FAR))
    fight.say(Go(T(1), path((300, 900)), apart=False), Go(T(2), path((600, 900)), apart=True))
    fight.rolls((1, 2), (3, 3)).say(Pass()).until("rest")
    assert [e.faces for e in fight.told(MoveRolled)] == [(1, 2), (3, 3)]
    assert fight.spot(1) == (300, 700) and fight.spot(2) == (600, 800)


@pytest.mark.rule("HAIL-PGEO-06")
def test_a_vehicle_may_turn_where_it_stands() -> None:
    fight = lay([unit(team("us_m4", 500, 500))], riflemen(1, FAR), dice=[(1, 1)])
    fight.refused(TurnTo(T(0), path((500, 500))[0]), "HAIL-PGEO-06")
    fight.say(TurnTo(T(0), path((800, 500))[0])).until("rest")
    assert fight.team(0).facing == (300, 0) and fight.spot(0) == (500, 500)
    assert fight.g.in_front(T(0), path((500, 900))[0])
    assert not fight.g.in_front(T(0), path((499, 500))[0])


@pytest.mark.rule("HAIL-TURN-07")
def test_who_passes_for_the_whole_turn_is_asked_again_in_the_next() -> None:
    fight = lay(
        riflemen(3),
        riflemen(2, FAR),
        frames=[*turn(), *turn()],
        heroes=(1, 3),
        dice=[(6, 5), (5, 6)],
    )
    fight.say(ap(0)).until("activate", BEN).say(Pass(THIS_TURN))
    fight.say(ap(1)).until("activate")
    assert fight.seat == ANN  # not Ben
    fight.say(Pass()).say(ap(0)).until("activate")
    assert fight.seat == BEN


@pytest.mark.rule("HAIL-ACT-03", "HAIL-FIRE-05", "HAIL-TURN-07")
def test_a_pass_says_what_it_passes_and_who_cannot_fire_is_told_why() -> None:
    fight = lay(riflemen(2), riflemen(1, FAR), frames=turn(), dice=[(4, 1)])
    assert HAIL.describe(fight.view(), Pass()) == "end the turn"
    fight.say(Activate(who(0), False))
    assert HAIL.describe(fight.view(), Pass()) == "give no order"
    assert isinstance(fight.g.agenda[-1], Activation)
    declaring = fight.g.agenda[-1].declaring
    refusal = why_nobody_fires(fight.g, declaring, T(2))
    assert refusal is not None and refusal.rule == "HAIL-FIRE-05"
    declaring.teams = []
    refusal = why_nobody_fires(fight.g, declaring, T(2))
    assert refusal is not None and refusal.rule == "HAIL-ACT-03"
    declaring.teams = [T(0)]
    fight.say(Pass()).until("activate", BEN)
    assert HAIL.describe(fight.view(), Pass()) == "do not interrupt"
