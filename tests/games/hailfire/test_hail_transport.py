"""Transport: infantry that rides in carriers. HAIL-PORG-06, H-54, H-55."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import length
from owm_net.engine.passing import Pass
from owm_net.engine.system import Setup
from owm_net.games.hailfire.damage import destroy
from owm_net.games.hailfire.ids import NO_TEAM, OFF_TABLE, ProfileKey, Spot, UnitId
from owm_net.games.hailfire.orders import Board, FireAt, GetOff, Go
from owm_net.games.hailfire.state import HailfireState, Options, Team
from owm_net.games.hailfire.terms import Side
from owm_net.games.hailfire.transport import GotOff
from owm_net.games.hailfire.turn import Activate, why_not_group
from tests.games.hailfire.table import (
    ANN,
    HAIL,
    Fight,
    T,
    activated,
    area,
    lay,
    line,
    path,
    scenario,
    team,
    turn,
    unit,
    who,
)

FOE = unit(team("ger_rifle", 4500, 3300))
MAN, SECOND, TRACK = T(0), T(1), T(2)
AT = (1000, 1000)
"""Where the half-track stands."""


def ride(
    *men: Team, dice: Sequence[tuple[int, ...]] = ((1, 6),), on: bool = True, **more: Any
) -> Fight:
    """Two riflemen, one at (1000, 1700) unless `men` says something else, and a half-track; the
    first is activated."""
    first = men[0] if men else team("us_rifle", 1000, 1700)
    rest = men[1:] or (team("us_rifle", 1000, 1250),)
    more.setdefault("frames", activated(0))
    return lay(
        [unit(first, *rest), unit(team("us_m3ht", *AT))],
        [FOE],
        dice=dice,
        options=Options(transport=on),
        **more,
    )


def aboard(**more: Any) -> Fight:
    """The first rifleman rides and is activated."""
    man = team("us_rifle", 1000, 1700, aboard=TRACK).with_(spot=OFF_TABLE)
    return ride(man, team("us_rifle", 1000, 1300), dice=(), **more)


@pytest.mark.rule("HAIL-PORG-06", "HAIL-GAP-13")
def test_options_are_off_unless_they_are_agreed() -> None:
    assert {name: values[0] for name, values in HAIL.switches.items()} == {
        "hidden": "no",
        "transport": "no",
    }
    for wanted in ("no", "yes"):
        switches = tuple([(name, wanted) for name in HAIL.switches])
        g = HAIL.new_game(Setup("canal-bridge", "standard", 2, switches))
        assert isinstance(g, HailfireState)
        assert g.options == Options(hidden=wanted == "yes", transport=wanted == "yes")
    ride(on=False).refused(
        Board(MAN, TRACK, path((1000, 1300))), "HAIL-PORG-06", "without transport"
    )


@pytest.mark.rule("HAIL-PORG-06")
@pytest.mark.parametrize(("end", "rides"), [(1350, True), (1351, False)])
def test_who_ends_its_move_within_2_inches_boards(end: int, rides: bool) -> None:
    """Its edge is 200 u from the vehicle's, whose base has a radius of 100 u."""
    fight = ride(team("us_rifle", 1000, 1700), team("us_rifle", 3000, 300))
    fight.say(Board(MAN, TRACK, path((1000, end))), Pass()).until("rest")
    assert (fight.team(MAN).aboard == TRACK) == rides
    assert fight.team(MAN).there != rides


@pytest.mark.rule("HAIL-PORG-06")
def test_who_does_not_come_so_far_or_is_shaken_stays_outside() -> None:
    far = ride(team("us_rifle", 1000, 2200), team("us_rifle", 3000, 300), dice=[(1, 1)])
    far.say(Board(MAN, TRACK, path((1000, 1300))), Pass()).until("rest")
    assert far.spot(MAN) == (1000, 1900) and far.team(MAN).aboard == NO_TEAM
    shaken = ride(team("us_rifle", 1000, 1300, points=1), team("us_rifle", 3000, 300))
    shaken.dice = [(3,), (1, 6)]  # suppressed by its check
    shaken.say(Board(MAN, TRACK, ())).until("rest")
    assert shaken.team(MAN).suppressed and shaken.team(MAN).aboard == NO_TEAM


@pytest.mark.rule("HAIL-PORG-06")
def test_a_carrier_holds_two_teams_of_infantry() -> None:
    men = [team("us_rifle", 900 + 110 * n, 1300) for n in range(3)]
    fight = lay(
        [
            unit(*men, team("us_hmg", 1500, 1000)),
            unit(team("us_m3ht", *AT), team("us_m4", 500, 500)),
        ],
        [FOE],
        options=Options(transport=True),
        frames=activated(2, 3),
    )
    carrier, tank, gun = T(4), T(5), T(3)
    fight.refused(Board(gun, carrier, ()), "HAIL-PORG-06", "infantry alone")
    fight.refused(Board(T(2), tank, ()), "HAIL-PORG-06", "a carrier on the table")
    assert fight.allowed(Board(T(2), carrier, ()))
    for man in (T(0), T(1)):
        fight.g.change(man, spot=OFF_TABLE, aboard=carrier)
    fight.refused(Board(T(2), carrier, ()), "HAIL-PORG-06", "full")


@pytest.mark.rule("HAIL-PORG-06")
def test_who_comes_to_a_carrier_that_is_full_by_then_stays_outside() -> None:
    """Three were ordered to it when it was empty (H-54)."""
    men = [team("us_cmd", 700, 1300), *[team("us_rifle", 900 + 110 * n, 1300) for n in range(3)]]
    fight = lay(
        [unit(*men), unit(team("us_m3ht", *AT))],
        [FOE],
        options=Options(transport=True),
        frames=activated(0, 1, 2, 3),
    )
    fight.say(*[Board(T(n), T(4), ()) for n in (1, 2, 3)], Pass())
    fight.rolls((1, 1)).until("rest")
    assert [fight.team(n).aboard == T(4) for n in (1, 2, 3)] == [True, True, False]
    assert fight.spot(3) == (1120, 1300)


@pytest.mark.rule("HAIL-PORG-06")
def test_a_passenger_is_off_the_table_and_can_only_get_off() -> None:
    fight = aboard()
    assert not fight.team(MAN).there and fight.g.riding(ANN) == [MAN]
    fight.refused(Go(MAN, path((1000, 1500)), False), "HAIL-PORG-06", "only get off")
    fight.refused(FireAt(T(3), who(MAN), ()), "HAIL-PORG-06", "only get off")
    refusal = why_not_group(fight.g, ANN, who(MAN, SECOND), hero=False)
    assert refusal is not None and refusal.rule == "HAIL-PORG-06"
    assert why_not_group(aboard(frames=[]).g, ANN, who(MAN), hero=False) is None


@pytest.mark.rule("HAIL-PORG-06")
def test_it_gets_off_within_2_inches_where_it_can_stand() -> None:
    where = scenario(area("river", 1150, 900, 1400, 1100))
    fight = aboard(where=where)
    fight.refused(GetOff(MAN, Spot((1000, 649))), "HAIL-PORG-06", '2" from its carrier')
    fight.refused(GetOff(MAN, Spot((1000, 1220))), "HAIL-PORG-06", "no room")
    fight.refused(GetOff(MAN, Spot((1200, 1000))), "HAIL-PORG-06")
    fight.refused(GetOff(SECOND, Spot((1000, 650))), "HAIL-ACT-01")
    fight.say(GetOff(MAN, Spot((1000, 650)))).until("rest")
    assert fight.spot(MAN) == (1000, 650) and fight.team(MAN).aboard == NO_TEAM


@pytest.mark.rule("HAIL-PORG-06")
def test_passengers_of_a_vehicle_that_is_destroyed_stand_beside_it_with_a_point() -> None:
    fight = aboard(frames=[])
    destroy(fight.g, TRACK)
    assert fight.spot(MAN) == (1000, 1155)  # the first of the D12 directions
    assert fight.team(MAN).points == 1 and fight.team(MAN).aboard == NO_TEAM
    told = [e for e in fight.g.events if isinstance(e, GotOff)]
    assert [(e.team, e.thrown) for e in told] == [(MAN, True)]


@pytest.mark.rule("HAIL-PORG-06")
def test_who_finds_no_room_beside_the_wreck_is_lost_with_it() -> None:
    walls = scenario(area("river", 700, 1101, 1300, 1400), area("river", 700, 600, 1300, 899))
    closed = scenario(
        area("river", 700, 1101, 1300, 1400),
        area("river", 700, 600, 1300, 899),
        area("river", 600, 600, 899, 1400),
        area("river", 1101, 600, 1400, 1400),
    )
    for where, lost in ((walls, False), (closed, True)):
        fight = aboard(frames=[], where=where)
        destroy(fight.g, TRACK)
        assert fight.team(MAN).lost == lost


@pytest.mark.rule("HAIL-PORG-06")
def test_chance_finds_rides() -> None:
    fight = ride(team("us_rifle", 1000, 1300))
    drawn = [agenda.sample(fight.view(), Chance(f"{n}")) for n in range(20)]
    assert any(isinstance(answer, Board) for answer in drawn)
    riding = aboard()
    assert all(isinstance(a, GetOff | Pass) for a in riding.options())
    assert len(riding.options(GetOff)) > 6


# ------------------------------------------------------------------ the computer player


def far_objective(*more: Any, x: int = 4400) -> Any:
    return scenario(*more, objectives=[(x, 1800, Side.DEFENDER)])


def thinks(fight: Fight) -> Any:
    answer = HAIL.computer(fight.view(ANN), Chance("rides"), "")
    assert fight.allowed(answer)
    return answer


HIGHWAY = line("road", (0, 1800), (4800, 1800))


def convoy(where: Any, *, on: bool = True) -> Fight:
    """A rifleman and a half-track at the western end of the table, and an enemy far off."""
    return lay(
        [unit(team("us_rifle", 300, 1950)), unit(team("us_m3ht", 500, 1800))],
        [unit(team("ger_rifle", 4700, 3500))],
        where=where,
        options=Options(transport=on),
    )


def test_the_computer_player_boards_for_a_long_way_by_road_and_not_for_another() -> None:
    assert thinks(convoy(far_objective(HIGHWAY))) == Board(T(0), T(1), ())
    assert isinstance(thinks(convoy(far_objective(HIGHWAY), on=False)), Go)
    assert isinstance(thinks(convoy(far_objective())), Go)  # as fast on foot
    assert isinstance(thinks(convoy(far_objective(HIGHWAY, x=2000))), Go)
    closer = convoy(far_objective(HIGHWAY))
    closer.g.change(T(2), spot=Spot((900, 1900)))
    assert not isinstance(thinks(closer), Board)  # it fires


def test_a_carrier_in_which_somebody_rides_goes_by_road_all_the_way() -> None:
    def driven(riders: bool) -> Spot:
        fight = lay(
            [unit(team("us_m3ht", 500, 1800)), unit(team("us_rifle", 300, 1950))],
            [unit(team("ger_rifle", 4700, 3500))],
            where=far_objective(HIGHWAY),
            options=Options(transport=True),
        )
        if riders:
            fight.g.change(T(1), spot=OFF_TABLE, aboard=T(0))
        answer = thinks(fight)
        assert isinstance(answer, Go)
        return answer.path[-1]

    assert driven(riders=True) == (2100, 1800)  # 6 inches more than others declare
    assert driven(riders=False) == (1500, 1800)


def test_the_computer_player_gets_off_near_the_objective_and_not_before() -> None:
    for x, off in ((1400, True), (2400, False)):
        fight = ride(
            team("us_rifle", 1000, 1700, aboard=TRACK).with_(spot=OFF_TABLE),
            team("us_rifle", 4700, 100, done=True),
            dice=[(3, 1)],
            where=scenario(objectives=[(x, 1000, Side.DEFENDER)]),
            frames=turn(),
        )
        fight.g.change(TRACK, activated=True, done=True)
        fight.g.change(SECOND, activated=True)
        answer = thinks(fight)
        assert answer == (Activate(who(MAN), hero=False) if off else Pass()), x
        if off:
            landing = thinks(fight.say(answer))
            assert isinstance(landing, GetOff) and length(landing.spot, (1400, 1000)) < 400


def test_the_computer_player_gets_off_a_carrier_that_is_about_to_be_lost() -> None:
    fight = aboard(where=scenario(objectives=[(3000, 300, Side.DEFENDER)]))
    assert isinstance(thinks(fight), Pass)
    threat = fight.g.members(UnitId(2))[0]
    gun = fight.g.teams[threat].with_(profile=ProfileKey("ger_pak40"), spot=Spot((2500, 1000)))
    fight.g.teams[threat] = gun
    assert isinstance(thinks(fight), GetOff)
