"""Checks of received fire, rallying, Leaders: HAIL-RFC, HAIL-SUP, HAIL-RALLY, HAIL-LEAD."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.hailfire.checks import FireCheck, FireChecks, RallyCheck, Rfc
from owm_net.games.hailfire.leading import Ability, Lead, Led
from owm_net.games.hailfire.moving import Halt
from owm_net.games.hailfire.orders import FireAt, Go
from owm_net.games.hailfire.shooting import Fired
from owm_net.games.hailfire.state import Team
from tests.games.hailfire.table import (
    ANN,
    Fight,
    T,
    area,
    lay,
    line,
    path,
    scenario,
    team,
    unit,
    who,
)

K, S, R = Rfc.KILLED, Rfc.SUPPRESSED, Rfc.READY
FOE = unit(team("ger_rifle", 1000, 2500))
SPARE = unit(team("us_rifle", 4000, 300))
"""One more of Ann's, so that the battle goes on."""
WALL = scenario(line("wall", (800, 1050), (1200, 1050)))


def rifle(x: int = 1000, y: int = 1000, **more: Any) -> Team:
    return team("us_rifle", x, y, **more)


def checked(one: Team, *faces: int, move: bool = False, where: Any = None) -> Rfc:
    """Return the result of a Team that checks these dice; move: it has a Move order."""
    hit = one.with_(points=len(faces))
    fight = lay([unit(hit), SPARE], [FOE], where=where, dice=[faces])
    if move:
        fight.rolls((1, 1))
        fight.say(Go(T(0), path((1000, 900)), apart=False)).until("rest")
    else:
        fight.say(Pass())
    (told,) = fight.told(FireCheck)
    assert told.faces == faces and fight.team(0).points == 0
    assert fight.team(0).lost == (told.result is K)
    assert fight.team(0).suppressed == (told.result is S or (one.suppressed and told.result is R))
    return told.result


@pytest.mark.rule("HAIL-RFC-01")
def test_one_die_for_each_point_and_all_points_are_gone_then() -> None:
    assert checked(rifle(), 4, 6) is R
    assert checked(rifle(), 4, 6, 5) is R


@pytest.mark.rule("HAIL-RFC-02")
@pytest.mark.parametrize(("face", "result"), [(1, K), (2, K), (3, S), (4, R), (5, R), (6, R)])
def test_open_ground(face: int, result: Rfc) -> None:
    assert checked(team("us_57at", 1000, 1000), face) is result


@pytest.mark.rule("HAIL-RFC-03", "HAIL-PLOS-07")
@pytest.mark.parametrize(("face", "result"), [(1, K), (2, S), (3, S), (4, R), (5, R), (6, R)])
def test_hard_cover(face: int, result: Rfc) -> None:
    assert checked(team("us_57at", 1000, 1000), face, where=WALL) is result


@pytest.mark.rule("HAIL-RFC-04")
@pytest.mark.parametrize(
    ("faces", "where", "result"),
    [((3, 5), WALL, S), ((2, 6), None, K), ((3, 1), WALL, K), ((5, 4), None, R)],
)
def test_the_worst_die_counts(faces: tuple[int, ...], where: Any, result: Rfc) -> None:
    assert checked(team("us_57at", 1000, 1000), *faces, where=where) is result


@pytest.mark.rule("HAIL-RFC-05", "HAIL-SUP-02")
@pytest.mark.parametrize(
    ("profile", "move", "suppressed", "result"),
    [
        ("us_rifle", False, False, S),
        ("us_rifle", True, False, K),
        ("us_rifle", True, True, S),
        ("us_rifle", False, True, S),
        ("us_57at", False, False, K),
        ("us_57at", False, True, S),
        ("us_57at", True, True, S),
    ],
)
def test_which_column_a_two_is_read_in(
    profile: str, move: bool, suppressed: bool, result: Rfc
) -> None:
    one = team(profile, 1000, 1000, suppressed=suppressed)
    assert checked(one, 2, move=move) is result


@pytest.mark.rule("HAIL-RFC-06")
def test_vehicles_use_the_hard_cover_column() -> None:
    assert checked(team("us_m4", 1000, 1000), 2) is S
    assert checked(team("us_m4", 1000, 1000), 2, move=True) is S
    assert checked(team("us_m3ht", 1000, 1000), 2) is S  # open-topped, out of contact
    assert checked(team("us_m4", 1000, 1000, suppressed=True), 1, where=WALL) is K


@pytest.mark.rule("HAIL-RFC-06", "HAIL-ASLT-10")
@pytest.mark.parametrize(("profile", "lost"), [("us_m3ht", True), ("us_m4", False)])
def test_open_topped_vehicles_in_contact_use_the_open_column(profile: str, lost: bool) -> None:
    beset = team(profile, 1000, 1000, points=1)
    foe = unit(team("ger_rifle", 1000, 1155))
    fight = lay([unit(beset), SPARE], [foe], frames=[FireChecks([T(0)])], dice=[(2,)])
    assert fight.g.engaged(T(2)) != lost and fight.team(0).lost == lost


@pytest.mark.rule("HAIL-RFC-07")
def test_a_good_check_lifts_no_suppression() -> None:
    assert checked(rifle(suppressed=True), 6) is R  # `checked` looks at it


@pytest.mark.rule("HAIL-SUP-03")
@pytest.mark.parametrize(
    ("faces", "result"), [((1,), S), ((1, 4), S), ((1, 1), K), ((1, 6, 1), K), ((2, 3), S)]
)
def test_in_hard_cover_it_takes_two_to_kill_who_is_suppressed(
    faces: tuple[int, ...], result: Rfc
) -> None:
    assert checked(rifle(suppressed=True), *faces, where=WALL) is result
    assert checked(rifle(suppressed=True), 1) is K  # in the open one is enough


# ------------------------------------------------------------------ rallying


@pytest.mark.rule("HAIL-RALLY-01")
@pytest.mark.parametrize(("die", "rallied"), [(4, True), (3, False)])
def test_a_quality_check_lifts_suppression(die: int, rallied: bool) -> None:
    fight = lay([unit(rifle(suppressed=True))], [FOE], dice=[(die,)]).say(Pass())
    assert fight.team(0).suppressed != rallied
    (told,) = fight.told(RallyCheck)
    assert told.rallied == rallied and f"rolls {die} for a Rally Check (4+)" in told.sentence(
        fight.g
    )


@pytest.mark.rule("HAIL-RALLY-01")
def test_under_fire_nobody_rallies() -> None:
    fight = lay([unit(rifle(suppressed=True, points=1))], [FOE], dice=[(5,)]).say(Pass())
    assert fight.asked == [("received fire", 1)] and fight.team(0).suppressed


@pytest.mark.rule("HAIL-RALLY-02")
def test_out_of_sight_suppression_goes_without_a_die() -> None:
    hidden = scenario(area("building", 800, 1500, 1200, 1700))
    fight = lay([unit(rifle(suppressed=True))], [FOE], where=hidden).say(Pass())
    assert not fight.asked and not fight.team(0).suppressed
    assert "out of the enemy's sight" in fight.told(RallyCheck)[0].sentence(fight.g)
    under_fire = lay(
        [unit(rifle(suppressed=True, points=1))], [FOE], where=hidden, dice=[(3,)]
    ).say(Pass())
    assert under_fire.asked == [("received fire", 1)]  # H-22
    assert not under_fire.team(0).suppressed  # it ends out of sight again


@pytest.mark.rule("HAIL-RALLY-02")
def test_who_falls_back_out_of_sight_is_ready_at_the_end() -> None:
    hidden = scenario(area("building", 500, 900, 900, 1200))
    fight = lay([unit(rifle(suppressed=True))], [FOE], where=hidden, dice=[(1,), (6, 6)])
    fight.say(Go(T(0), path((950, 850), (700, 800)), apart=False)).until("rest")
    assert not fight.g.sees(T(0), T(1)) and not fight.team(0).suppressed
    assert [e.rallied for e in fight.told(RallyCheck)] == [False, True]


# ------------------------------------------------------------------ Leaders


def platoon(*men: Team, leader: Team | None = None, dice: Sequence[Any] = (), **more: Any) -> Fight:
    """A platoon command at (1000, 1000), and its men."""
    leader = leader or team("us_cmd", 1000, 1000)
    return lay([unit(leader, *men), *more.pop("also", ())], [FOE], dice=dice, **more)


def lead(ability: str, helped: int) -> Lead:
    return Lead(Ability(ability), T(helped))


@pytest.mark.rule("HAIL-LEAD-02", "HAIL-LEAD-03")
def test_a_leader_directs_the_fire_of_one_team_beside_him() -> None:
    fight = platoon(rifle(1110), rifle(1300), leader=team("us_cmd", 1000, 1000))
    fight.say(FireAt(T(3), who(1, 2), ())).say(Pass())
    assert (fight.kind, fight.seat) == ("lead", ANN)
    fight.refused(lead("direct", 2), "HAIL-LEAD-03", "does not touch")
    fight.refused(lead("direct", 0), "HAIL-LEAD-02")
    fight.refused(lead("direct", 3), "HAIL-LEAD-02")
    fight.refused(lead("rally", 1), "HAIL-LEAD-04", "not suppressed")
    fight.refused(lead("push", 1), "HAIL-LEAD-05")
    fight.rolls((1,) * 5).say(lead("direct", 1))
    assert [(e.firer, len(e.faces)) for e in fight.told(Fired)] == [(1, 3), (2, 2)]
    assert fight.kind == "rest" and len(fight.told(Led)) == 1


@pytest.mark.rule("HAIL-LEAD-02")
def test_one_ability_in_an_activation_of_a_suppressed_leader_too() -> None:
    """H-74."""
    beside = [rifle(1110), team("us_rifle", 890, 1000, suppressed=True)]
    fight = platoon(*beside, dice=[(1,), (1,)]).say(FireAt(T(3), who(1), ()), Pass())
    fight.rolls((1, 1)).say(lead("rally", 2))
    assert fight.kind == "rest" and fight.team(2).suppressed
    assert [len(e.faces) for e in fight.told(Fired)] == [2]  # not directed as well
    pinned = team("us_cmd", 1000, 1000, suppressed=True)
    brave = platoon(rifle(1110), leader=pinned, dice=[(1,)])
    brave.say(FireAt(T(2), who(1), ()), Pass())
    assert brave.team(0).suppressed
    brave.rolls((1, 1, 1)).say(lead("direct", 1))
    assert [len(e.faces) for e in brave.told(Fired)] == [3] and len(brave.told(Led)) == 1
    dead = platoon(rifle(1110), leader=team("us_cmd", 1000, 1000, points=1), dice=[(1,), (1, 1)])
    dead.say(Go(T(1), path((1110, 1300)), apart=False), Pass())
    assert dead.kind == "halt", "nobody pushes"
    dead.until("rest")
    assert dead.team(0).lost and dead.team(1).spot == (1110, 1300)


@pytest.mark.rule("HAIL-LEAD-02")
def test_he_may_help_before_or_after_his_own_move() -> None:
    fight = platoon(team("us_rifle", 1000, 1300, suppressed=True), dice=[(1,)])  # H-23
    fight.say(Go(T(0), path((1000, 1195)), apart=False), Pass()).until("lead")
    assert fight.spot(0) == (1000, 1195)  # too far away before
    fight.refused(lead("push", 1), "HAIL-LEAD-05")
    fight.rolls((4,)).say(lead("rally", 1))
    assert not fight.team(1).suppressed and fight.kind == "rest"


@pytest.mark.rule("HAIL-LEAD-04")
def test_a_leader_rallies_who_has_just_checked_and_it_fires() -> None:
    gun = team("us_57at", 1000, 1130, points=1)
    fight = platoon(gun, where=WALL, dice=[(3,)]).say(FireAt(T(2), who(1), ()), Pass())
    assert fight.kind == "lead" and fight.team(1).suppressed
    fight.refused(lead("direct", 1), "HAIL-LEAD-03")
    fight.rolls((4,), (1, 1)).say(lead("rally", 1))
    assert not fight.team(1).suppressed and fight.told(Fired)


@pytest.mark.rule("HAIL-LEAD-04")
def test_a_leader_rallies_nobody_on_whom_unchecked_fire_lies() -> None:
    other = unit(team("us_rifle", 1110, 1000, suppressed=True, points=1))
    fight = platoon(team("us_rifle", 890, 1000, suppressed=True), also=[other], dice=[(1,)])
    fight.say(Pass())
    fight.refused(lead("rally", 2), "HAIL-LEAD-04", "H-62")
    assert fight.allowed(lead("rally", 1))


@pytest.mark.rule("HAIL-LEAD-05")
@pytest.mark.parametrize(("goal", "far"), [((1000, 1110), 750), ((1000, 1115), 500)])
def test_a_push_gives_three_inches_more_that_end_beside_the_leader(
    goal: tuple[int, int], far: int
) -> None:
    x, y = goal
    man = rifle(x, y + 750)
    fight = platoon(man, dice=[(3, 1)]).say(Go(T(1), path(goal), apart=False), Pass())
    fight.say(lead("push", 1)).until("halt")
    halt = fight.options(Halt)[0]
    assert halt.walked == 375  # half of what it may
    fight.say(Pass())
    assert fight.spot(1) == (x, y + 750 - far)
    assert fight.g.touch(T(0), T(1)) == (far == 750)


@pytest.mark.rule("HAIL-LEAD-05")
def test_without_a_push_it_goes_as_the_dice_say() -> None:
    fight = platoon(rifle(1000, 1860), dice=[(3, 1)])
    fight.say(Go(T(1), path((1000, 1110)), apart=False), Pass(), Pass()).until("rest")
    assert fight.spot(1) == (1000, 1360)
