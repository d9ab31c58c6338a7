"""The computer player: it wins against chance, and does what is plain."""

from __future__ import annotations

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import length
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.games.hailfire.assault import MoveOff
from owm_net.games.hailfire.computer import decide
from owm_net.games.hailfire.computer.weighing import Outlook, duel, fate, tails
from owm_net.games.hailfire.ids import ATTACKER, DEFENDER, Spot, TeamId
from owm_net.games.hailfire.leading import Ability, Lead
from owm_net.games.hailfire.orders import CallBarrage, ChargeAt, FireAt, Go
from owm_net.games.hailfire.routes import way
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import CLOSE, Side, TeamClass
from owm_net.games.hailfire.turn import Activate
from tests.games.hailfire.table import (
    ANN,
    BEN,
    HAIL,
    Fight,
    T,
    area,
    assault,
    lay,
    line,
    scenario,
    team,
    turn,
    unit,
    who,
)


def choice(fight: Fight, seat: int = ANN) -> Answer:
    return decide(fight.view(seat), Chance(1))


def test_it_beats_chance_in_an_attack() -> None:
    setup = HAIL.default_setup("dawn-counterstroke")
    result = LocalMatch(HAIL, setup, 1, [computer_player, random_player]).play()
    assert result.winners == (ATTACKER,)


# ------------------------------------------------------------------ odds


@pytest.mark.rule("HAIL-RFC-02", "HAIL-RFC-03", "HAIL-RFC-04", "HAIL-SUP-03")
def test_odds_of_fire_checks_are_those_of_the_ledger() -> None:
    table = {1: (2, 1, 1, 2, 0), 2: (20, 7, 11, 16, 1), 3: (152, 37, 91, 98, 16)}
    for n, (killed, shaken, hard_killed, hard_shaken, shielded) in table.items():
        share = [1000 * k // 6**n for k in (killed, shaken, hard_killed, hard_shaken, shielded)]
        assert fate(n, False, False) == (share[0], share[1])
        assert fate(n, True, False) == (share[2], share[3])
        assert fate(n, True, True)[0] == share[4]
    # with many points, too: killed unless no die is a 1
    assert fate(8, True, False)[0] == 1000 * (6**8 - 5**8) // 6**8


def test_points_beyond_the_ledgers_table_count_for_what_they_do() -> None:
    """Shielded by cover a suppressed Team is killed by two 1s among all its dice (HAIL-SUP-03)."""
    for n in (5, 8, 40):
        ways = 6**n - 5**n - n * 5 ** (n - 1)
        assert fate(n, True, True)[0] == 1000 * ways // 6**n
    held = team("ger_rifle", 1000, 1000, suppressed=True, points=5)
    where = scenario(line("wall", (900, 1090), (1100, 1090)))
    fight = lay([unit(team("us_rifle", 2000, 1000))], [unit(held)], where=where)
    o = Outlook(fight.g, ANN)
    assert fight.g.hard_cover(T(1)) and o.loss(T(1), 6) > o.loss(T(1), 5) > o.loss(T(1), 4)
    assert o.harm(T(1)) > 0


def test_odds_of_hits_and_of_close_combat() -> None:
    assert tails(((4, 1),)) == (500,)
    assert tails(((4, 1), (5, 1))) == (666, 166)
    assert duel(1, 4, 7) == (984, 0)  # six checks at 4+
    alone, lost = duel(1, 4, 4)
    assert 330 <= alone <= 334 and 660 <= lost <= 668
    assert duel(2, 4, 4)[0] > 2 * alone


def test_a_hit_on_armour_is_worth_more_on_the_flank() -> None:
    fight = lay([unit(team("ger_pak40", 500, 500))], [unit(team("us_m4", 2000, 500))])
    o = Outlook(fight.g, ANN)
    front, flank = o.pierced(T(1), 5, 3), o.pierced(T(1), 5, 2)
    assert flank > front > o.pierced(T(1), 3, 3) > o.pierced(T(1), 2, 4) == 0


# ------------------------------------------------------------------ orders


def test_it_fires_at_what_counts_and_is_fresh() -> None:
    mine = unit(team("us_m4", 500, 500, facing=Spot((1, 0))))
    near, held = team("ger_lmg", 1500, 500), team("ger_rifle", 1500, 1400, points=2)
    answer = choice(lay([mine], [unit(near), unit(held)]))
    assert isinstance(answer, FireAt) and answer.target == T(1)
    assert answer.guns == who(0)  # machine guns do more to infantry


def test_it_assaults_who_is_held_down_and_not_who_waits_for_it() -> None:
    mine = [unit(team("us_rifle", 1000, 1000))]
    shaken = lay(mine, [unit(team("ger_rifle", 1600, 1000, suppressed=True, points=3))])
    assert choice(shaken) == ChargeAt(T(0), T(1))
    alone = lay(mine, [unit(team("ger_smg", 1600, 1000), team("ger_smg", 1600, 1200))])
    assert not isinstance(choice(alone), ChargeAt)


def test_it_goes_for_an_objective_that_is_to_be_taken() -> None:
    where = scenario(objectives=[(2400, 1800, Side.DEFENDER)])
    fight = lay(
        [unit(team("us_rifle", 500, 500))], [unit(team("ger_rifle", 4700, 3500))], where=where
    )
    answer = choice(fight)
    assert isinstance(answer, Go)
    assert length(answer.path[-1], (2400, 1800)) < length((500, 500), (2400, 1800)) - 600


def test_it_crosses_a_river_by_its_bridge() -> None:
    river = [area("river", 1900, 0, 2100, 3600), area("bridge", 1850, 3000, 2150, 3200)]
    key = scenario(*river)
    found = way(key, TeamClass.INFANTRY, Spot((500, 500)), Spot((3500, 500)))
    assert found is not None and any(3000 <= y <= 3200 for _, y in found)
    assert way(scenario(river[0]), TeamClass.INFANTRY, Spot((500, 500)), Spot((3500, 500))) is None


def test_a_mortar_that_sees_a_crowd_calls_a_barrage_on_it() -> None:
    mine = [unit(team("us_mortar81", 500, 500), team("us_mortar81", 500, 800))]
    crowd = [team("ger_rifle", 2500 + 120 * n, 500) for n in range(4)]
    fight = lay(mine, [unit(*crowd)], frames=turn(), dice=[(3, 1)])
    answer = choice(fight)
    assert isinstance(answer, Activate) and len(answer.teams) == 1
    assert isinstance(choice(fight.say(answer)), CallBarrage)


@pytest.mark.rule("HAIL-ALLOC-03")
def test_it_splits_its_fire_between_enemies_who_stand_apart() -> None:
    """A second Hit on a Team on foot is lost, and nobody else is near to take it."""
    gunners = unit(
        team("ger_cmd", 1000, 1000), team("ger_hmg", 1000, 1200), team("ger_hmg", 1000, 800)
    )
    fight = lay([gunners], [unit(team("us_rifle", 2400, 700), team("us_rifle", 2400, 1500))])
    first = choice(fight)
    assert isinstance(first, FireAt)
    second = choice(fight.say(first))
    assert isinstance(second, FireAt) and {first.target, second.target} == {T(3), T(4)}


def test_a_gun_assaults_nobody() -> None:
    shaken = unit(team("ger_rifle", 1500, 1000, suppressed=True, points=3))
    rifle = lay([unit(team("us_rifle", 1000, 1000))], [shaken])
    assert isinstance(choice(rifle), ChargeAt)
    gun = lay([unit(team("us_hmg", 1000, 1000))], [shaken])
    assert not isinstance(choice(gun), ChargeAt)


@pytest.mark.rule("HAIL-PVIC-01")
def test_the_last_team_at_an_objective_stays_there() -> None:
    where = scenario(objectives=[(1000, 1000, Side.ATTACKER), (3000, 1000, Side.DEFENDER)])
    far = [unit(team("ger_rifle", 4700, 3500))]
    alone = lay([unit(team("us_rifle", 1100, 1000))], far, where=where)
    assert isinstance(choice(alone), Pass)
    two = lay([unit(team("us_rifle", 1100, 1000), team("us_rifle", 900, 1300))], far, where=where)
    assert isinstance(choice(two), Go), "one of them goes on"


# ------------------------------------------------------------------ setting up


def set_up(seed: int) -> tuple[HailfireState, list[Spot]]:
    """Return a battle in which the computer player has set up both sides, and all places."""
    setup = HAIL.default_setup("lane-junction")
    match = LocalMatch(HAIL, setup, seed, [computer_player, computer_player])
    g = match.state
    assert isinstance(g, HailfireState)
    while not g.round:
        match.step()
    return g, [t.spot for t in g.teams]


def test_it_sets_up_otherwise_each_time_and_soundly() -> None:
    (g, spots), (_, others), (_, again) = set_up(1), set_up(2), set_up(1)
    assert spots == again
    moved = [a != b for a, b in zip(spots, others, strict=True)]
    assert 2 * sum(moved) > len(moved)
    defenders = [TeamId(n) for n, t in enumerate(g.teams) if t.seat == DEFENDER]
    guns = [
        t for t in defenders if g.teams[t].row.team_class is TeamClass.GUN and g.teams[t].row.rof
    ]
    assert guns and all(g.hard_cover(t) for t in guns)
    foot = [t for t in defenders if not g.teams[t].vehicle]
    beside = [sum([g.within(t, other, CLOSE) for other in foot if other != t]) for t in foot]
    assert sum(beside) <= len(foot), "one volley hits few"


# ------------------------------------------------------------------ Leaders, Hero Dice, contact


def test_a_leader_rallies_who_counts_most() -> None:
    leader, rifle = team("us_cmd", 1000, 1000), team("us_rifle", 1000, 1100, points=1)
    gun = team("us_hmg", 1000, 875, points=1)
    fight = lay([unit(leader, rifle, gun)], [unit(team("ger_rifle", 2000, 1000))])
    fight.rolls((2,), (3,)).say(Pass())  # the rifles are suppressed, then the gun
    assert choice(fight) == Lead(Ability.RALLY, T(2))


def test_it_interrupts_with_a_hero_point_where_that_is_worth_it() -> None:
    theirs = unit(team("ger_88", 3400, 1000))
    mine = unit(team("us_rifle", 1000, 1000), team("us_rifle", 1000, 3000))
    fight = lay([mine], [theirs], frames=turn(), dice=[(3, 1)], heroes=(1, 6))
    fight.say(Activate(who(0), hero=False)).say(Pass())
    assert isinstance(choice(fight, BEN), Pass)
    tank = unit(team("us_m4", 1000, 1000))
    fight = lay([tank], [theirs], frames=turn(), dice=[(3, 1)], heroes=(1, 6))
    fight.say(Activate(who(0), hero=False)).say(Pass())
    assert choice(fight, BEN) == Activate(who(1), hero=True)


def test_a_tank_drives_off_from_infantry_that_can_destroy_it() -> None:
    fight = lay(
        [unit(team("ger_pf", 1000, 1000), team("ger_pf", 1000, 1300))],
        [unit(team("us_m4", 1400, 1100))],
        frames=assault((0, 2), (1, 2)),
    )
    assert isinstance(choice(fight, BEN), MoveOff)
