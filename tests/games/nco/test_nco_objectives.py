"""Objectives: drops that are destroyed, pieces that are carried, a pilot. NCO-SCN-10 to -16, -20 to
-27."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.games.nco.ambush import Spring
from owm_net.games.nco.attack import GoDownAtOnce, ToHit
from owm_net.games.nco.ids import NO_SEAT, SoldierId, Spot
from owm_net.games.nco.interrupts import GoOn
from owm_net.games.nco.melee import FightRound
from owm_net.games.nco.orders.advance import Advance, Shoot
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.paths import beside_drop
from owm_net.games.nco.pilot import pilot_of
from owm_net.games.nco.placing import NameBomber, Place, Placing
from owm_net.games.nco.scenarios import bonus
from owm_net.games.nco.set_up import Deploy, SetUp, TakeSide, in_zone
from owm_net.games.nco.specials import FocusFire, LieInAmbush, Mend, SpecialAssault
from owm_net.games.nco.state import Token
from owm_net.games.nco.terms import Order, Status
from owm_net.games.nco.turn import Battle
from owm_net.games.nco.victory import casualties
from tests.games.nco.table import Fight, Rest, S, W, at, ground, lay, man, specials
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
    only = lay(mine, [man(0, 0, **WAITING)], frames=[*frames], turn=0, **DESTROY)
    assert only.kind == "rest" and only.g.bombers == (0, -1), "R-102: nobody else can"
    mine.append(man(0, 0, **WAITING))
    frames = [Rest(), Placing(naming=[ANN], at="ask")]
    fight = lay(mine, [man(0, 0, **WAITING)], frames=frames, turn=0, **DESTROY)
    fight.refused(NameBomber(S(1)), "NCO-SCN-23", "specialist")
    fight.refused(NameBomber(S(3)), "NCO-SCN-23", "none of your")
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
    """R-95: a Down reaction is a Down order that the player has chosen; a forced Down is none."""
    shooter = man(1500, 3300, "lance_corporal", "rifle")
    fight = lay([man(1800, 3452)], [shooter], turns=BEN, **drops((0, -1)))
    fight.say(Fire(S(1), W("rifle"), S(0)), GoDownAtOnce((S(0),)))
    assert fight.over and not fight.requests and bonus(fight.g, ANN) == 75
    lmg = man(1500, 3300, "lance_corporal", "lmg")
    forced = lay([man(1800, 3452)], [lmg], turns=BEN, **drops((0, -1)))
    forced.rolls((6, 6), (1, 1)).say(Fire(S(1), W("lmg"), None, at(1800, 3452)), GoDownAtOnce(()))
    assert forced.man(0).order is Order.DOWN and not forced.over and bonus(forced.g, ANN) == 0


# ------------------------------------------------------------------ Intel Retrieval

INTEL: dict[str, Any] = {"scenario": "intel-retrieval"}
PLACES = (at(1800, 1800), at(900, 1000), at(2700, 1000), at(900, 2600), at(2700, 2600))


def pieces(carried: dict[int, int] | None = None, off: dict[int, Any] | None = None) -> Any:
    """Five pieces, that of the centre first. carried: by whom; off: secured by whom."""
    tokens = []
    for n, spot in enumerate(PLACES):
        carrier = SoldierId((carried or {}).get(n, -1))
        tokens.append(Token(spot=spot, carrier=carrier, taken=(off or {}).get(n, NO_SEAT)))
    return {**INTEL, "tokens": tokens}


@pytest.mark.rule("NCO-SCN-25")
def test_pieces_are_placed_in_turn_around_that_of_the_centre() -> None:
    """R-59, R-99."""
    house = ground(("house", 500, 1000, 1000, 1400))
    waiting = [man(0, 0, **WAITING)]
    fight = lay(waiting, waiting, frames=[Rest(), Placing()], turn=0, layout=house, **INTEL)
    assert [t.spot for t in fight.g.tokens] == [at(1800, 1800)]
    asked = []
    for x, y, step in ((1302, 1800, 1), (2298, 1800, -1), (804, 1800, 1), (2796, 1800, -1)):
        asked.append(fight.seat)
        fight.refused(Place(at(x + step, y)), "NCO-SCN-25", "another piece")
        assert fight.options()
        fight.say(Place(at(x, y)))
    assert asked == [BEN, ANN, BEN, ANN] and fight.kind == "rest" and len(fight.g.tokens) == 5
    fight = lay(waiting, waiting, frames=[Rest(), Placing()], turn=0, layout=house, **INTEL)
    for y, allowed in ((849, True), (2751, True), (848, False), (2752, False)):
        assert fight.allowed(Place(at(1800, y))) is allowed
    fight.refused(Place(at(700, 1200)), "NCO-SCN-25", "surface")
    fight.refused(Place(at(1040, 1200)), "NCO-SCN-25", "house")
    fight.refused(Place(at(10**300, 1800)), "NCO-SCN-25")


@pytest.mark.rule("NCO-SCN-26")
def test_a_down_order_takes_what_is_in_contact() -> None:
    fight = lay([man(1800, 1700)], [man(300, 3300)], **pieces()).say(GoDown(S(0)))
    assert [t.carrier for t in fight.g.tokens] == [0, -1, -1, -1, -1]
    assert lay([man(1800, 1699)], [], **pieces()).say(GoDown(S(0))).g.tokens[0].carrier == -1
    both = pieces()
    both["tokens"][1] = Token(spot=at(1800, 1600))
    two = lay([man(1800, 1700)], [man(300, 3300)], **both).say(GoDown(S(0)))
    assert [t.carrier for t in two.g.tokens[:2]] == [0, 0], "all that he touches (R-59)"
    theirs = lay([man(1800, 1700)], [man(1800, 1900)], **pieces({0: 1})).say(GoDown(S(0)))
    assert theirs.g.tokens[0].carrier == 1, "what another carries is not there to be taken"


@pytest.mark.rule("NCO-SCN-26", "NCO-ORD-10")
def test_a_carrier_goes_home_over_his_own_edge() -> None:
    mine = [man(1000, 400), man(1300, 400)]
    fight = lay(mine, [man(300, 3300)], goes_on=True, **pieces({0: 0, 1: 0}))
    fight.refused(Advance(S(1), (at(1300, 0),)), "NCO-ORD-10 NCO-GEN-01")
    fight.refused(Advance(S(0), (at(1000, 0), at(1000, 100))), "NCO-ORD-10 NCO-GEN-01")
    fight.refused(Advance(S(0), (at(900, 400), at(700, 0))), "NCO-ORD-07")
    fight.refused(Run(S(0), (at(1000, 1),)), "NCO-ORD-10 NCO-GEN-01")
    fight.dealt.picks = [0]
    fight.say(Advance(S(0), (at(1000, 0),)))
    assert fight.kind == "order", "no shot from off the table"
    assert fight.man(0).status is Status.LEFT and fight.bag() == (1, 1)
    assert [t.taken for t in fight.g.tokens] == [ANN, ANN, -1, -1, -1]
    north = lay([man(300, 300)], [man(1000, 3200)], turns=BEN, **pieces({0: 1}))
    north.refused(Run(S(1), (at(1000, 3100), at(1000, 0))), "NCO-ORD-10 NCO-GEN-01")
    assert north.say(Run(S(1), (at(1000, 3600),))).man(1).status is Status.LEFT


@pytest.mark.rule("NCO-SCN-26", "NCO-END-03")
def test_who_has_left_has_no_die_and_is_no_casualty() -> None:
    gone = man(0, 0, status=Status.LEFT, spot=at(0, 0), order=Order.ADVANCE)
    fight = lay(
        [gone, man(300, 300)], [man(3000, 3300)], frames=[Battle(at="clear_up")], **pieces()
    )
    assert fight.g.turn == 3 and fight.bag() == (1, 1) and fight.man(0).order is Order.ADVANCE
    assert casualties(fight.g, BEN) == 0 and fight.g.squad(ANN) == [1]
    alone = lay([gone], [man(3000, 3300)], frames=[Battle(at="clear_up")], **pieces())
    assert (alone.kind, alone.seat) == ("end_early", BEN), "as if all were dead (R-98)"
    nobody = lay([gone], [gone], frames=[Battle(at="clear_up")], **pieces())
    assert nobody.over


@pytest.mark.rule("NCO-SCN-26", "NCO-INT-07")
def test_on_his_way_home_he_can_be_stopped() -> None:
    waiting = man(1500, 300, "corporal", "rifle", down=True, ambush=3)
    fight = lay([man(1000, 400)], [waiting], **pieces({0: 0}))
    fight.say(Advance(S(0), (at(1000, 0),)))
    assert fight.kind == "ambush"
    fight.rolls((6,), (6,)).say(Spring(S(1), 0, 400, W("rifle")))
    if fight.kind == "react":
        fight.say(GoDownAtOnce(()))
    assert fight.man(0).status is Status.DEAD and fight.spot(0) == (1000, 49, 0)
    assert fight.g.tokens[0].spot == (1000, 49, 0) and fight.g.tokens[0].carrier == -1
    missed = lay([man(1000, 400)], [waiting], **pieces({0: 0}))
    missed.say(Advance(S(0), (at(1000, 0),))).rolls((1,)).say(Spring(S(1), 0, 400, W("rifle")))
    assert missed.say(GoOn()).man(0).status is Status.LEFT


@pytest.mark.rule("NCO-SCN-27")
def test_what_pieces_are_worth() -> None:
    mine, theirs = [man(300, 300), man(600, 300)], [man(3000, 3300)]
    three = lay(mine, theirs, **pieces({1: 0, 2: 1, 3: 0, 4: 2}))
    assert (bonus(three.g, ANN), bonus(three.g, BEN)) == (45, 0)
    book = lay(mine, theirs, **pieces({2: 0}, {0: ANN, 1: ANN, 4: BEN}))
    assert (bonus(book.g, ANN), bonus(book.g, BEN)) == (45 + 30 + 15, 15)
    two = lay(mine, theirs, **pieces({2: 0}, {1: ANN}))
    assert bonus(two.g, ANN) == 15


# ------------------------------------------------------------------ Rescue Mission

RESCUE: dict[str, Any] = {"scenario": "rescue-mission"}


def begins() -> list[Any]:
    """Return what follows deployment."""
    return [Battle(at="deal_missions")]


def with_pilot(
    ann: list[Any], ben: list[Any], spot: Any = None, bearer: int = -1
) -> dict[str, Any]:
    """Ann, from the south, has deployed second and is the rescuer; the pilot is the last of all."""
    men = [*[s.with_(seat=ANN) for s in ann], *[s.with_(seat=BEN) for s in ben]]
    pilot = pilot_of(ANN, spot or at(1800, 1800))
    return {**RESCUE, "soldiers": [*men, pilot], "pilot": S(len(men)), "bearer": S(bearer)}


def rescue(ann: list[Any], ben: list[Any], *, bearer: int = -1, **more: Any) -> Fight:
    return lay(ann, ben, goes_on=True, **with_pilot(ann, ben, bearer=bearer), **more)


@pytest.mark.rule("NCO-SCN-11", "NCO-SCN-10")
@pytest.mark.parametrize(
    ("die", "spot"),
    [
        (1, (1800, 2100)),
        (2, (1659, 1659)),
        (3, (1659, 1659)),
        (4, (1941, 1659)),
        (5, (1941, 1659)),
        (6, (1800, 1500)),
    ],
)
def test_the_pilot_wanders_once(die: int, spot: tuple[int, int]) -> None:
    """R-56: as the rescuer sees it, who has deployed second."""
    men: Any = ([man(300, 300)], [man(3000, 3300)])
    fight = lay(*men, frames=begins(), turn=0, dice=[(die,)], **RESCUE)
    assert fight.spot(2) == (*spot, 0) and fight.g.pilot_lies() and fight.g.turn == 1
    assert fight.bag() == (1, 1) and fight.g.on_field() == [0, 1], "he is in no squad"
    turned = lay(*men, frames=begins(), turn=0, dice=[(die,)], lower=ANN, **RESCUE)
    assert turned.spot(2) == (3600 - spot[0], 3600 - spot[1], 0)


@pytest.mark.rule("NCO-SCN-12")
def test_a_down_in_contact_takes_up_the_pilot() -> None:
    fight = rescue([man(1800, 1700)], [man(300, 3300)]).say(GoDown(S(0)))
    assert fight.g.bearer == 0 and not fight.over
    far = rescue([man(1800, 1699)], [man(300, 3300)]).say(GoDown(S(0)))
    assert far.g.bearer == -1, "a hundredth beyond contact"
    shooter = man(1500, 1500, "lance_corporal", "rifle")
    shot = rescue([man(1800, 1700)], [shooter], turns=BEN)
    shot.rolls((1,)).say(Fire(S(1), W("rifle"), S(0)), GoDownAtOnce((S(0),)))
    assert shot.g.bearer == 0, "a Down reaction too (R-56)"


@pytest.mark.rule("NCO-SCN-13", "NCO-SCN-12")
def test_a_bearer_advances_or_lies_down_and_keeps_the_pilot() -> None:
    mine = [man(1800, 1700, "corporal", "rifle"), man(1500, 1500, "sergeant")]
    fight = rescue(mine, [man(2000, 2000), man(300, 3300)], bearer=0)
    for order in (
        Run(S(0), (at(1800, 1200),)),
        Fire(S(0), W("rifle"), S(2)),
        Rally(S(0), psyche=True),
        CoverFire(S(0), W("rifle"), at(2000, 2000)),
        Assault(S(0), S(2), (at(1930, 1930),)),
    ):
        fight.refused(order, "NCO-SCN-13")
    fight.say(Advance(S(0), (at(1800, 1300),)))
    assert fight.kind == "shot", "the shot of an Advance is his (R-56)"
    assert fight.g.bearer == 0
    broken = rescue([man(1800, 1700, psyche=0)], [man(300, 3300)], bearer=0)
    assert broken.man(0).order is Order.RALLY, "who is in a breakdown must Rally"
    hero = man(1800, 1700, "corporal", "rifle", order=Order.ADVANCE)
    alone = ([hero.with_(health=2)], [man(2000, 2000)])
    assert specials(*alone, **with_pilot(*alone, bearer=0)).man(0).health == 3, "R-102"
    sides = ([hero, hero.with_(spot=at(1800, 1500))], [man(2000, 2000)])
    acts = specials(*sides, **with_pilot(*sides, bearer=0))
    acts.refused(FocusFire(S(0), W("rifle"), S(2)), "NCO-SCN-13", "Mend")
    acts.refused(LieInAmbush(S(0)), "NCO-SCN-13")
    assert acts.allowed(Mend(S(0)))
    charged = rescue([man(1800, 1700)], [man(1800, 2300)], turns=BEN, bearer=0)
    charged.say(Assault(S(1), S(0), (at(1800, 1799),)))
    assert charged.kind != "counter" and charged.told(FightRound), "no counter-fire (R-56)"


@pytest.mark.rule("NCO-SCN-14")
def test_a_dead_bearer_drops_the_pilot_where_he_stood() -> None:
    mine = [man(1000, 1000, health=1), man(1000, 1090)]
    shooter = man(1300, 1300, "lance_corporal", "rifle")
    fight = rescue(mine, [shooter], turns=BEN, bearer=0)
    fight.rolls((6,), (6,)).say(Fire(S(2), W("rifle"), S(0)), GoDownAtOnce(()))
    assert fight.man(0).status is Status.DEAD and fight.g.bearer == -1
    assert fight.spot(3) == (1000, 1000, 0) and fight.g.pilot_lies()
    fight.until("order", ANN).say(GoDown(S(1)))
    assert fight.g.bearer == 1, "anybody takes him up again"


@pytest.mark.rule("NCO-SCN-10", "NCO-SCN-16")
def test_the_battle_ends_when_a_bearer_touches_his_edge() -> None:
    fight = rescue([man(1000, 300)], [man(3000, 3300)], bearer=0)
    fight.say(Advance(S(0), (at(1000, 52),)))
    assert not fight.over
    fight = rescue([man(1000, 300)], [man(3000, 3300)], bearer=0)
    fight.refused(Advance(S(0), (at(1000, 0),)), "NCO-ORD-10 NCO-GEN-01")
    fight.say(Advance(S(0), (at(1000, 51),)))
    assert fight.over and fight.over.result.scores == (75, 0)
    captor = rescue([man(1000, 300)], [man(3000, 3300)], turns=BEN, bearer=1)
    captor.say(Advance(S(1), (at(3000, 3549),)))
    assert captor.over and captor.over.result.scores == (0, 60)
    other = rescue([man(1000, 3300)], [man(3000, 3300)], bearer=0)
    other.say(Advance(S(0), (at(1000, 3551),)))
    assert not other.over, "not at the enemy's edge"


@pytest.mark.rule("NCO-SCN-15", "NCO-SCN-16")
def test_the_captors_sergeant_may_shoot_the_pilot_from_turn_3() -> None:
    boss, corporal = man(1800, 2400, "sergeant", "smg"), man(1500, 2400, "corporal", "rifle")
    at_him = Fire(S(1), W("pistol"), S(3))
    early = rescue([man(300, 300)], [boss, corporal], turns=BEN, turn=2)
    early.refused(at_him, "NCO-SCN-15", "before turn 3")
    fight = rescue([man(300, 300)], [boss, corporal], turns=BEN, turn=3)
    fight.refused(Fire(S(2), W("rifle"), S(3)), "NCO-SCN-15", "sergeant")
    assert at_him in fight.options()
    fight.rolls((6,), (4,)).say(at_him)
    assert fight.man(3).status is Status.DEAD and bonus(fight.g, BEN) == 15
    assert casualties(fight.g, BEN) == 0 and not fight.over, "the battle goes on"
    ringer = rescue([man(300, 300)], [boss, corporal], turns=BEN, turn=3)
    ringer.rolls((6,), (3,)).say(at_him)
    assert ringer.g.pilot_lies() and bonus(ringer.g, BEN) == 0
    shown = next(e for e in ringer.events if isinstance(e, ToHit))
    assert ("down", -1) in shown.changes, "he counts as Down"
    carried = rescue([man(300, 300)], [boss, corporal], turns=BEN, turn=3, bearer=0)
    carried.refused(at_him, "NCO-SCN-15", "no pilot lies there")
    mine = rescue([boss], [corporal], turn=3)
    mine.refused(Fire(S(0), W("pistol"), S(2)), "NCO-SCN-15", "captor")


@pytest.mark.rule("NCO-SCN-15")
def test_the_captors_sergeant_may_charge_at_the_pilot() -> None:
    boss = man(1800, 2400, "sergeant", "smg")
    charge = Assault(S(1), S(2), (at(1800, 1900),))
    fight = rescue([man(300, 300)], [boss], turns=BEN, turn=3)
    fight.refused(Assault(S(1), S(2), (at(1800, 1901),)), "NCO-ORD-09")
    fight.say(charge)
    assert fight.man(2).status is Status.DEAD and bonus(fight.g, BEN) == 15
    sides = ([man(300, 300)], [boss.with_(order=Order.DOWN)])
    acts = specials(*sides, turn=3, turns=BEN, **with_pilot(*sides, at(1800, 2100)))
    acts.refused(SpecialAssault(S(1), S(2), (at(1800, 2200),)), "NCO-SCN-15", "order")
    acts.refused(FocusFire(S(1), W("pistol"), S(2)), "NCO-SCN-15", "order")


@pytest.mark.rule("NCO-SCN-15", "NCO-WPN-09")
@pytest.mark.parametrize(("wound", "dies"), [(2, False), (3, True)])
def test_a_fire_order_at_an_area_kills_the_pilot_in_its_circle(wound: int, dies: bool) -> None:
    """R-105: a grenade's wound roll is one more than the die."""
    boss = man(1800, 2400, "sergeant", "smg", grenades=1)
    fight = rescue([man(300, 300)], [boss, man(1500, 2400, "corporal")], turns=BEN, turn=3)
    at_him = Fire(S(1), W("grenade"), None, at(1800, 1800))
    assert at_him in fight.options()
    fight.rolls((6,), (6,), (wound,)).say(at_him)
    assert [e.soldier for e in fight.told(ToHit)] == [S(3)]
    assert (fight.man(3).status is Status.DEAD) is dies
    assert bonus(fight.g, BEN) == (15 if dies else 0)


@pytest.mark.rule("NCO-SCN-15", "NCO-INT-07")
def test_the_fire_of_an_ambush_kills_the_pilot_besides_who_moves() -> None:
    """R-105: it is a Fire; the Cover Fire that an Ambush may also be passes over the pilot."""
    for covering in (False, True):
        boss = man(1800, 2400, "sergeant", "rifle", grenades=1, ambush=4, down=True)
        fight = rescue([man(1600, 1700)], [boss], turn=3)
        fight.say(Run(S(0), (at(2000, 1700),)))
        spring = Spring(S(1), 0, 200, W("grenade"), covering, at(1800, 1850))
        fight.rolls((4,)).say(spring)
        assert [e.soldier for e in fight.told(ToHit)] == ([S(0)] if covering else [S(0), S(2)])


@pytest.mark.rule("NCO-SCN-15")
@pytest.mark.parametrize(
    ("thrower", "turn", "order"),
    [
        ("sergeant", 2, Fire(S(1), W("grenade"), None, at(1800, 1800))),
        ("corporal", 3, Fire(S(1), W("grenade"), None, at(1800, 1800))),
        ("sergeant", 3, CoverFire(S(1), W("rifle"), at(1800, 1800))),
        ("sergeant", 3, Advance(S(1), ())),
    ],
)
def test_nothing_else_hurts_the_pilot(thrower: str, turn: int, order: Any) -> None:
    """R-56, R-105: neither a burst over him by another, before turn 3 or by another order, nor an
    event."""
    boss = man(1800, 2400, thrower, "rifle", grenades=1)
    fight = rescue([man(1800, 1720, order=Order.FIRE)], [boss], turns=BEN, turn=turn)
    if not isinstance(order, CoverFire):
        fight.rolls((6,))
    fight.rolls((6,), (6,)).say(order)
    if isinstance(order, Advance):
        fight.say(Shoot(W("grenade"), None, at(1800, 1800)))
    assert [e.soldier for e in fight.told(ToHit)] == [S(0)]
    assert fight.g.pilot_lies() and fight.man(0).health < 3
