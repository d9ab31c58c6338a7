"""Before the battle and the scenarios: NCO-GEN, NCO-ALT, NCO-SCN."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.system import BadSetup, Setup
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import LayoutKey, NationKey
from owm_net.games.nco.missions import Guess, fulfilled, progress
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.scenarios import bonus, held, nearer, sector_of, sector_worth
from owm_net.games.nco.set_up import Deploy, SetUp, TakeSide, in_zone
from owm_net.games.nco.squads import READY, Roster
from owm_net.games.nco.state import Options
from owm_net.games.nco.system import Nco
from owm_net.games.nco.terms import Status
from owm_net.games.nco.turn import Battle
from tests.games.nco.table import OPEN, Fight, Rest, S, W, at, lay, man
from tests.seats import ANN, BEN

MEN = READY[NationKey("us_army")][3].roster
FOES = READY[NationKey("german_heer")][0].roster


def fresh(*dice: tuple[int, ...], **state: Any) -> Fight:
    """A battle on an open table up to the dice for the edges."""
    fight = lay([], [], frames=[Rest(), SetUp()], nations=(), turn=0, dice=dice, **state)
    return fight.say((MEN, FOES))


def row(g: Any, seat: Any, deep: int = 150) -> Deploy:
    south = seat == g.south
    count = len(g.squad(seat))
    return Deploy(tuple([at(100 + 150 * n, deep if south else 3600 - deep) for n in range(count)]))


@pytest.mark.rule("NCO-GEN-07", "NCO-BLD-11", "NCO-GEN-12")
def test_rosters_are_secret_then_public_and_must_be_legal() -> None:
    fight = lay([], [], frames=[Rest(), SetUp()], nations=())
    assert fight.seats == (ANN, BEN)
    with pytest.raises(IllegalAnswer) as bad:
        fight.say((MEN, Roster(NationKey("german_heer"), FOES.soldiers[1:])))
    assert bad.value.rule == "NCO-BLD-02"
    fight = fresh((5, 2))
    assert fight.g.bag() == (len(MEN.soldiers), len(FOES.soldiers))
    assert [s.seat for s in fight.g.soldiers].count(BEN) == len(FOES.soldiers)


@pytest.mark.rule("NCO-GEN-09", "NCO-GEN-10")
def test_the_higher_roller_takes_a_side_and_deploys_second() -> None:
    fight = fresh((3, 3), (5, 2))
    assert (fight.kind, fight.seat, fight.g.lower) == ("side", ANN, BEN)
    fight.say(TakeSide(south=False))
    assert (fight.kind, fight.seat, fight.g.south) == ("deploy", BEN, BEN)
    fight.say(row(fight.g, BEN))
    assert (fight.kind, fight.seat) == ("deploy", ANN)
    fight.say(row(fight.g, ANN))
    assert fight.kind == "rest" and all(s.status is Status.FIELD for s in fight.g.soldiers)


@pytest.mark.rule("NCO-GEN-11", "NCO-GEN-01")
def test_bases_are_wholly_in_the_zone() -> None:
    fight = fresh((2, 5)).say(TakeSide(south=False))
    assert fight.seat == ANN == fight.g.south
    for deep, allowed in ((49, True), (251, True), (252, False), (48, False)):
        assert fight.allowed(row(fight.g, ANN, deep)) is allowed
    assert len(fight.options()) == 3, "from one end, from the other, and spread out"
    fight.refused(Deploy(row(fight.g, ANN).spots[:-1]), "NCO-GEN-10")
    close = list(row(fight.g, ANN).spots)
    close[1] = at(close[0][0] + 97, 150)
    fight.refused(Deploy(tuple(close)), "NCO-GEN-10", "another soldier")
    fight.refused(Deploy((at(10**300, 1),) * 30), "NCO-GEN-10")


@pytest.mark.rule("NCO-SCN-05", "NCO-SCN-02", "NCO-GEN-11")
def test_two_edges_share_no_corner() -> None:
    """R-52: the 3-inch corners belong to whose home edge bounds them."""
    fight = lay([man(100, 100)], [man(3500, 3500)], scenario="fight-to-the-center")
    g = fight.g
    assert in_zone(g, ANN, at(251, 1800)) and not in_zone(g, ANN, at(252, 1800))
    assert in_zone(g, ANN, at(3000, 251)) and in_zone(g, ANN, at(251, 3251))
    assert not in_zone(g, ANN, at(251, 3252)) and in_zone(g, BEN, at(251, 3349))
    assert in_zone(g, BEN, at(3349, 1800)) and not in_zone(g, BEN, at(3348, 1800))
    plain = lay([man(100, 100)], [man(3500, 3500)], scenario="secure-the-sectors")
    assert not in_zone(plain.g, ANN, at(251, 1800))


# ------------------------------------------------------------------ marching on


WAITING: dict[str, Any] = {"status": Status.WAITING, "spot": at(0, 0)}


@pytest.mark.rule("NCO-ALT-01", "NCO-ALT-02")
def test_marching_on_is_agreed_and_nobody_is_placed() -> None:
    system = Nco()
    assert system.switches["deployment"] == ("zones", "march-on")
    fight = fresh((5, 2), options=Options(march_on=True))
    fight.say(TakeSide(south=True))
    assert fight.kind == "rest" and not fight.g.on_field()
    assert fight.g.bag() == (len(MEN.soldiers), len(FOES.soldiers))


@pytest.mark.rule("NCO-ALT-03", "NCO-ALT-02")
def test_who_marches_on_is_measured_from_the_edge() -> None:
    fight = lay([man(0, 0, **WAITING)], [man(1800, 1800)], options=Options(march_on=True))
    assert fight.allowed(Advance(S(0), (at(1800, 0), at(1800, 500))))
    fight.refused(Advance(S(0), (at(1800, 0), at(1800, 501))), "NCO-ORD-07")
    fight.refused(Advance(S(0), (at(1800, 1), at(1800, 500))), "NCO-ALT-03")
    fight.refused(Advance(S(0), (at(1800, 0),)), "NCO-ALT-03")
    fight.refused(Run(S(0), (at(0, 900), at(900, 900))), "NCO-ALT-03", "own edge")
    two = lay([man(0, 0, **WAITING)], [man(1800, 1800)], scenario="fight-to-the-center")
    assert two.allowed(Run(S(0), (at(0, 900), at(900, 900))))
    two.refused(Run(S(0), (at(1, 900), at(900, 900))), "NCO-ALT-03", "own edge")
    fight.refused(GoDown(S(0)), "NCO-ALT-03")
    fight.refused(Assault(S(0), S(1), (at(1800, 0), at(1800, 950))), "NCO-ALT-03")
    fight.say(Advance(S(0), (at(1800, 0), at(1800, 500))))
    assert fight.spot(0) == (1800, 500, 0) and fight.man(0).status is Status.FIELD
    assert fight.kind == "shot" and fight.man(0).moved
    north = lay([man(1800, 1800)], [man(0, 0, **WAITING)], turns=BEN)
    assert north.allowed(Run(S(1), (at(1800, 3600), at(1800, 2700))))
    north.refused(Run(S(1), (at(1800, 0), at(1800, 900))), "NCO-ALT-03")


@pytest.mark.rule("NCO-ALT-04", "NCO-ALT-03")
def test_from_the_second_turn_on_all_orders_are_open() -> None:
    """In the first one even a soldier on the table has had an order: entering was it."""
    away = [man(0, 0, **WAITING), man(0, 0, **WAITING)]
    frames = [Battle(at="begin_turn")]
    options = Options(march_on=True)
    fight = lay(away, [man(1800, 3500)], frames=frames, turn=1, options=options)
    fight.dealt.picks = [0, 0, 0, 0]
    fight.say(Advance(S(0), (at(1800, 0), at(1800, 500))))
    assert {type(a) for a in fight.options()} == {Advance}, "the other is off the table still"
    fight.refused(GoDown(S(0)), "NCO-DIE-03")
    fight.say(Run(S(1), (at(900, 0), at(900, 800)))).rolls((3, 4)).say(GoDown(S(2)))
    assert (fight.g.turn, fight.kind, fight.seat) == (2, "order", ANN)
    for soldier in (S(0), S(1)):
        assert fight.allowed(GoDown(soldier)) and fight.allowed(Rally(soldier, psyche=True))
        x, y, _ = fight.spot(soldier)
        assert fight.allowed(Run(soldier, (at(x, y + 1000),)))
        fight.refused(Run(soldier, (at(x, 0), at(x, 900))), "NCO-ORD-10 NCO-GEN-01")
        assert fight.allowed(CoverFire(soldier, W("rifle"), at(x, y + 1500)))


# ------------------------------------------------------------------ scenarios


@pytest.mark.rule("NCO-SCN-02", "NCO-SCN-03")
def test_sectors() -> None:
    assert sector_of(at(1199, 100)) == (0, 0) and sector_of(at(1200, 100)) == (1, 0)
    assert sector_of(at(2400, 2400)) == (1, 1) and sector_of(at(2401, 2401)) == (2, 2)
    mine = [man(300, 300), man(600, 300), man(1800, 1800)]
    fight = lay(mine, [man(300, 900), man(1800, 2000)], scenario="secure-the-sectors")
    assert held(fight.g, ANN) == [(0, 0)] and held(fight.g, BEN) == []


@pytest.mark.rule("NCO-SCN-04", "NCO-END-07")
def test_what_sectors_are_worth() -> None:
    everywhere = [man(600 + 1200 * x, 600 + 1200 * y) for x in range(3) for y in range(3)]
    fight = lay(everywhere, [], scenario="secure-the-sectors")
    assert bonus(fight.g, ANN) == 30 + 30 + 25 + 90 and bonus(fight.g, BEN) == 0
    assert sector_worth(fight.g, BEN, (0, 2)) == 10 and sector_worth(fight.g, BEN, (2, 0)) == 30


@pytest.mark.rule("NCO-SCN-07", "NCO-SCN-08", "NCO-SCN-09")
def test_who_is_nearer_to_the_centre() -> None:
    def far(distance: int, profile: str = "private") -> Any:
        return man(1800 + distance, 1800, profile)

    fight = lay([far(300), far(500), far(900)], [far(-600)], scenario="fight-to-the-center")
    assert nearer(fight.g, ANN, "regular") == 2 and bonus(fight.g, ANN) == 10
    assert bonus(fight.g, BEN) == 0
    tied = lay([far(600)], [far(-600)], scenario="fight-to-the-center")
    assert bonus(tied.g, ANN) == bonus(tied.g, BEN) == 0
    boss = lay([far(300, "sergeant")], [far(-301, "sergeant")], scenario="fight-to-the-center")
    assert (bonus(boss.g, ANN), bonus(boss.g, BEN)) == (50, 0)
    alone = [far(300 * n, "scout") for n in range(1, 4)]
    three = lay(alone, [far(-100)], scenario="fight-to-the-center")
    assert bonus(three.g, ANN) == 20 and bonus(three.g, BEN) == 5, "at most 20 (R-55)"


def at_end() -> list[Any]:
    """The end phase of a turn begins."""
    return [Battle(at="clear_up")]


@pytest.mark.rule("NCO-SCN-06")
@pytest.mark.parametrize(
    ("turn", "die", "goes_on"), [(4, 2, False), (4, 3, True), (5, 4, False), (5, 5, True)]
)
def test_how_long_it_lasts(turn: int, die: int, goes_on: bool) -> None:
    men = ([man(300, 300)], [man(3000, 3000)])
    dice = [(die,)] + ([(3, 4)] if goes_on else [])
    fight = lay(*men, scenario="fight-to-the-center", frames=at_end(), turn=turn, dice=dice)
    assert (fight.over is None) is goes_on and fight.g.turn == turn + goes_on
    assert lay(*men, scenario="fight-to-the-center", frames=at_end(), turn=6).over
    assert not lay(*men, frames=at_end(), turn=4).over, "not in other battles"


# ------------------------------------------------------------------ the terms


@pytest.mark.rule("NCO-GEN-08")
def test_the_table_is_part_of_the_terms_or_picked_by_chance() -> None:
    system = Nco()
    named = system.new_game(Setup("basic-battle", "standard", 2, (("layout", "bocage"),)))
    assert named.layout == "bocage"  # type: ignore[attr-defined]
    picked = lay([], [], frames=[Rest(), SetUp()], layout=LayoutKey(""), nations=())
    assert picked.g.layout in system.switches["layout"] and picked.g.ground.solid
    for layout in CATALOG.layouts:  # each can be chosen, not only the first
        system.check_setup(Setup("basic-battle", "standard", 2, (("layout", layout),)))
    with pytest.raises(BadSetup):
        system.check_setup(Setup("basic-battle", "standard", 2, (("layout", "moon"),)))
    assert OPEN not in system.switches["layout"] and "bocage" not in system.switches["deployment"]


# ------------------------------------------------------------------ Extermination Order


def exterminating(mine: list[Any], theirs: list[Any], guesses: tuple[int, int]) -> Fight:
    """A battle whose last turn ends, with missions as they are dealt by the seed."""
    frames = [Battle(at="deal_missions")]
    fight = lay(mine, theirs, frames=frames, scenario="extermination-order", turn=5)
    for _ in range(30):
        if fight.kind == "guess" or fight.over:
            break
        fight.passes()
    return fight.say((Guess(guesses[0]), Guess(guesses[1])))


@pytest.mark.rule("NCO-SCN-17", "NCO-SCN-18", "NCO-SCN-19")
def test_missions_are_known_to_their_owners_alone_until_the_end() -> None:
    frames = [Battle(at="deal_missions")]
    men = ([man(300, 300)], [man(3000, 3000)])
    fight = lay(*men, frames=frames, scenario="extermination-order", turn=0)
    for seat in (ANN, BEN):
        (slot,) = fight.g.hands[seat]
        own, other = fight.view(seat).card(slot), fight.view(1 - seat).card(slot)
        assert slot < 0 and own is not None and other is None
        assert fight.dealer.faces[slot] // 6 == seat
    assert CATALOG.scenarios[fight.g.scenario].short, "length as NCO-SCN-06"


@pytest.mark.rule("NCO-SCN-19")
def test_both_guess_before_anything_is_shown() -> None:
    first = exterminating([man(300, 300)], [man(3000, 3000)], (0, 0))
    shown = [e for e in first.events if e.name == "nco.mission_shown"]
    groups = [e.group for e in shown]  # type: ignore[attr-defined]
    both = (groups[1], groups[0])
    right = exterminating([man(300, 300)], [man(3000, 3000)], both)
    assert right.over and all(score >= 15 for score in right.over.result.scores)
    wrong = exterminating(
        [man(300, 300)], [man(3000, 3000)], ((both[0] + 1) % 3, (both[1] + 1) % 3)
    )
    assert wrong.over and right.over.result.scores[0] - wrong.over.result.scores[0] == 15
    kinds = [r.name for r in first.requests]
    assert kinds.count("shuffle") == kinds.count("draw") == kinds.count("reveal") == 2


@pytest.mark.rule("NCO-SCN-18", "NCO-SCN-19")
def test_what_each_mission_wants() -> None:
    """R-57."""
    dead: dict[str, Any] = {"status": Status.DEAD, "health": 0}
    boss = man(300, 300, "sergeant")
    seven = [man(3000, 300 + 200 * n, **(dead if n < 3 else {})) for n in range(7)]
    fight = lay([boss], seven, scenario="extermination-order")
    assert not fulfilled(fight.g, ANN, 0)
    assert progress(fight.g, ANN, 0) == progress(fight.g, ANN, 1) == "3 of 4 so far"
    fight.g.change(S(4), **dead)
    assert fulfilled(fight.g, ANN, 0), "4 of 7"
    assert fulfilled(fight.g, ANN, 1), "nobody fielded a specialist: read as the first"
    two = [man(3000, 300, "scout", **dead), man(3000, 600, "scout")]
    scouts = lay([boss], two, scenario="extermination-order")
    assert not fulfilled(scouts.g, ANN, 1)
    scouts.g.change(S(2), **dead)
    assert fulfilled(scouts.g, ANN, 1), "both of two"
    foe = man(3000, 3000, "sergeant", **dead)
    chiefs = lay([boss], [foe], scenario="extermination-order")
    assert fulfilled(chiefs.g, ANN, 2) and not fulfilled(chiefs.g, BEN, 2)
    assert progress(chiefs.g, ANN, 2) == "he is dead, yours is unhurt"
    assert progress(chiefs.g, BEN, 2) == "he lives, yours is not"
    chiefs.g.change(S(0), health=5)
    assert not fulfilled(chiefs.g, ANN, 2)
