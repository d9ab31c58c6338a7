"""Objectives: drops that are destroyed, pieces that are carried, a pilot. NCO-SCN-10 to -16, -20 to
-27."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.games.nco.attack import GoDownAtOnce
from owm_net.games.nco.ids import SoldierId, Spot
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.run import Run
from owm_net.games.nco.paths import beside_drop
from owm_net.games.nco.placing import NameBomber, Place, Placing
from owm_net.games.nco.scenarios import bonus
from owm_net.games.nco.set_up import Deploy, SetUp, TakeSide, in_zone
from owm_net.games.nco.state import Token
from owm_net.games.nco.terms import Order, Status
from tests.games.nco.table import Rest, S, W, at, lay, man
from tests.games.nco.test_nco_set_up import FOES, MEN, WAITING, row
from tests.seats import ANN, BEN

# ------------------------------------------------------------------ Search and Destroy

DESTROY: dict[str, Any] = {"scenario": "search-and-destroy"}


def drops(bombers: tuple[int, int] = (-1, -1), **more: Any) -> dict[str, Any]:
    """A battle over two drops in the middle of their edges; Ann comes from the south."""
    tokens = [Token(spot=at(1800, 3551), seat=BEN), Token(spot=at(1800, 49), seat=ANN)]
    named = (SoldierId(bombers[0]), SoldierId(bombers[1]))
    return {**DESTROY, "tokens": tokens, "bombers": named, **more}


@pytest.mark.rule("NCO-SCN-20", "NCO-SCN-21", "NCO-SCN-23")
def test_drops_come_first_then_bombers_then_squads() -> None:
    """R-58, R-60, R-96."""
    fight = lay([], [], frames=[Rest(), SetUp()], nations=(), turn=0, dice=[(5, 2)], **DESTROY)
    fight.say((MEN, FOES), TakeSide(south=True))
    asked = []
    for answer in (Place(at(1800, 3551)), Place(at(1800, 49))):
        asked.append((fight.kind, fight.seat))
        fight.say(answer)
    for _ in range(2):
        asked.append((fight.kind, fight.seat))
        fight.say(fight.options()[0])
    assert asked == [("place", BEN), ("place", ANN), ("bomber", BEN), ("bomber", ANN)]
    assert (fight.kind, fight.seat) == ("deploy", BEN) and fight.options()
    assert [t.seat for t in fight.g.tokens] == [BEN, ANN] and -1 not in fight.g.bombers
    assert in_zone(fight.g, ANN, at(300, 551)) and not in_zone(fight.g, ANN, at(300, 552))
    for answer in fight.options():
        assert all(abs(x - 1800) > 600 for x, _, _ in answer.spots), "away from the own drop"


@pytest.mark.rule("NCO-SCN-21")
def test_a_drop_touches_its_edge_away_from_the_neutral_ones() -> None:
    waiting = [man(0, 0, **WAITING)]
    fight = lay(waiting, waiting, frames=[Rest(), Placing()], turn=0, **DESTROY)
    assert fight.seat == BEN
    for x, allowed in ((649, True), (2951, True), (648, False), (2952, False)):
        assert fight.allowed(Place(at(x, 3551))) is allowed
    fight.refused(Place(at(1800, 3550)), "NCO-SCN-21")
    fight.refused(Place(at(1800, 49)), "NCO-SCN-21", "the north")
    fight.refused(Place(at(10**300, 3551)), "NCO-SCN-21")
    fight.refused(Place(Spot((1800, 3551))), "NCO-SCN-21")  # type: ignore[arg-type]


@pytest.mark.rule("NCO-SCN-23")
def test_a_bomber_is_no_specialist_and_of_the_own_squad() -> None:
    mine = [man(0, 0, "sergeant", **WAITING), man(0, 0, "engineer", **WAITING)]
    frames = [Rest(), Placing(naming=[ANN], at="ask")]
    fight = lay(mine, [man(0, 0, **WAITING)], frames=frames, turn=0, **DESTROY)
    fight.refused(NameBomber(S(1)), "NCO-SCN-23", "specialist")
    fight.refused(NameBomber(S(2)), "NCO-SCN-23", "none of your")
    fight.refused(NameBomber(S(-1)), "NCO-SCN-23")
    fight.say(NameBomber(S(0)))
    assert fight.g.bombers == (0, -1)


@pytest.mark.rule("NCO-SCN-22")
def test_nobody_goes_near_his_own_drop() -> None:
    mine = [man(1800, 1000), man(1000, 500)]
    fight = lay(mine, [man(300, 3300)], **drops())
    assert fight.allowed(Advance(S(0), (at(1800, 748),)))
    fight.refused(Advance(S(0), (at(1800, 747),)), "NCO-SCN-22")
    past = Run(S(1), (at(1400, 500), at(1400, 748)))
    fight.refused(past, "NCO-SCN-22", "6 inches")
    foe = lay([man(300, 300)], [man(1800, 1000)], turns=BEN, **drops())
    assert foe.allowed(Advance(S(1), (at(1800, 600),))), "the enemy's drop bars nobody"
    entering = lay([man(0, 0, **WAITING)], [man(1800, 1800)], **drops())
    entering.refused(Run(S(0), (at(1200, 0), at(900, 400))), "NCO-SCN-22")
    assert entering.allowed(Run(S(0), (at(1101, 0), at(900, 400))))


@pytest.mark.rule("NCO-SCN-22")
def test_who_has_run_to_his_drop_goes_away_from_it() -> None:
    """R-97: a soldier who snaps is barred from nowhere, and walks out again."""
    fight = lay([man(1800, 400)], [man(300, 3300)], **drops())
    fight.refused(Advance(S(0), (at(1800, 399),)), "NCO-SCN-22")
    fight.refused(Advance(S(0), (at(1500, 330),)), "NCO-SCN-22")
    assert fight.allowed(Advance(S(0), (at(1800, 500),))) and fight.allowed(Advance(S(0), ()))


@pytest.mark.rule("NCO-SCN-22")
def test_squads_deploy_away_from_their_drop() -> None:
    frames = [Rest(), SetUp(at="muster")]
    crew = [man(0, 0, **WAITING) for _ in range(5)]
    fight = lay([man(300, 300)], crew, frames=frames, turn=0, **drops())
    spots = list(row(fight.g, BEN).spots)
    spots[4] = at(1800 - 698, 3551)
    fight.refused(Deploy(tuple(spots)), "NCO-SCN-22", "place 5")
    assert not beside_drop(fight.g, S(1), at(1800 - 699, 3551), at(1800 - 699, 3551))


@pytest.mark.rule("NCO-SCN-24", "NCO-SCN-20")
def test_the_bomber_goes_down_beside_the_enemy_drop_and_the_battle_is_over() -> None:
    crew = [man(1800, 3452), man(1700, 3551)]
    fight = lay(crew, [man(300, 3300)], goes_on=True, **drops((1, -1)))
    fight.say(GoDown(S(0)))
    assert not fight.over, "he is no Bomber"
    fight = lay(crew, [man(300, 3300)], goes_on=True, **drops((1, -1))).say(GoDown(S(1)))
    assert fight.over and fight.g.turn == 2
    assert fight.over.result.scores == (75, 0) and fight.winners == (ANN,)


@pytest.mark.rule("NCO-SCN-24")
def test_a_bomb_needs_contact_with_the_enemy_drop_and_a_down_that_was_chosen() -> None:
    def goes_down(*mine: Any, bomber: int = 0) -> bool:
        fight = lay(mine, [man(300, 3300)], goes_on=True, **drops((bomber, -1)))
        return fight.say(GoDown(S(0))).over is not None

    assert goes_down(man(1800, 3451)) and not goes_down(man(1800, 3450))
    assert goes_down(man(1800, 3551)), "a drop blocks nobody"
    assert not goes_down(man(1800, 149)), "the own one"
    dead = man(1800, 3500, status=Status.DEAD, health=0)
    assert not goes_down(man(1800, 3451), dead, bomber=1), "nobody else can do it then"


@pytest.mark.rule("NCO-SCN-24", "NCO-INT-01")
def test_a_bomber_who_drops_under_fire_sets_it_off_before_a_die_is_rolled() -> None:
    """R-95: a Down reaction is a Down order that his player has chosen; a forced Down is none."""
    shooter = man(1500, 3300, "lance_corporal", "rifle")
    fight = lay([man(1800, 3452)], [shooter], turns=BEN, **drops((0, -1)))
    fight.say(Fire(S(1), W("rifle"), S(0)), GoDownAtOnce((S(0),)))
    assert fight.over and not fight.requests and bonus(fight.g, ANN) == 75
    lmg = man(1500, 3300, "lance_corporal", "lmg")
    forced = lay([man(1800, 3452)], [lmg], turns=BEN, **drops((0, -1)))
    forced.rolls((6, 6), (1, 1)).say(Fire(S(1), W("lmg"), None, at(1800, 3452)), GoDownAtOnce(()))
    assert forced.man(0).order is Order.DOWN and not forced.over and bonus(forced.g, ANN) == 0
