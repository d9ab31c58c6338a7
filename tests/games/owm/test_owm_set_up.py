"""Set-up: what is agreed, divisions, squads, and how many play (sections 2.8 and 2.11).

Starting places, the track, the deck and the hands: `test_owm_placing.py`.
"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import ChooseSecretly
from owm_net.engine.system import BadSetup, Setup
from owm_net.games.owm.catalog import soldier_id
from owm_net.games.owm.ids import Cell, DivisionKey, SoldierId
from owm_net.games.owm.set_up import (
    AboutSquad,
    AgreeSplit,
    FormSquad,
    SplitFireteams,
    SplitPoints,
    StartAt,
    TakeDivision,
    start_cells,
)
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Side
from tests.games.owm.opening import (
    ALLIES,
    AXIS,
    GERMAN,
    GERMAN_2,
    GERMAN_10,
    US,
    US_2,
    US_74,
    Opening,
    cost,
    squad,
)

YES, NO = AgreeSplit(True), AgreeSplit(False)

# ------------------------------------------------------------------ what is agreed


@pytest.mark.rule("OWM-SETUP-01", "OWM-COMP-04", "OWM-MX-01")
def test_eight_missions_and_three_levels():
    system = games.get("owm")
    assert len(system.missions) == 8 and system.missions[0] == "king-of-the-hill"
    assert system.levels == ("private", "lieutenant", "colonel")
    for wrong in (Setup("nowhere", "private"), Setup("king-of-the-hill", "general")):
        with pytest.raises(BadSetup):
            system.check_setup(wrong)
    assert Opening().g.mission == "king-of-the-hill"


@pytest.mark.rule("OWM-TEAM-01")
def test_2_to_4_players():
    system = games.get("owm")
    for seats in (1, 5):
        with pytest.raises(BadSetup):
            system.check_setup(Setup("king-of-the-hill", "private", seats))


# ------------------------------------------------------------------ divisions


@pytest.mark.parametrize("seats", [2, 3])
def test_who_gives_up_before_divisions_are_chosen_loses_to_all_the_others(seats):
    """Nobody fights on anybody's side yet, so nobody is an ally of the one who leaves."""
    system = games.get("owm")
    g = Opening(seats).g
    assert [system.side_name(g, seat) for seat in range(seats)] == [""] * seats
    assert system.opponents(g, 0) == tuple(range(1, seats))


@pytest.mark.rule("OWM-SETUP-04", "OWM-SETUP-05")
def test_axis_fights_allies():
    o = Opening()
    assert o.rule_against(TakeDivision(GERMAN, ALLIES)) == "OWM-SETUP-04"
    assert o.rule_against(TakeDivision(US, Side.EITHER)) == "OWM-SETUP-04"
    assert o.rule_against(TakeDivision(DivisionKey("legion"), AXIS)) == "OWM-SETUP-05"
    o.do(TakeDivision(GERMAN, AXIS))
    assert o.seat == 1
    assert o.rule_against(TakeDivision(DivisionKey("finnish_5th"), AXIS)) == "OWM-SETUP-04"
    assert o.rule_against(TakeDivision(DivisionKey("red_army_45th_rifle"), AXIS)) == "OWM-SETUP-04"
    assert o.rule_against(TakeDivision(DivisionKey("red_army_45th_rifle"), ALLIES)) == ""


@pytest.mark.rule("OWM-SETUP-04")
def test_the_soviet_union_may_be_either():
    o = Opening().do(TakeDivision(DivisionKey("polish_6th"), ALLIES))
    assert o.rule_against(TakeDivision(DivisionKey("red_army_70th_guards"), AXIS)) == ""
    o.do(TakeDivision(DivisionKey("red_army_70th_guards"), AXIS))
    assert o.g.sides == [ALLIES, AXIS]
    o = Opening().do(TakeDivision(DivisionKey("red_army_70th_guards"), AXIS))
    assert o.g.sides[0] is AXIS
    assert o.rule_against(TakeDivision(US, ALLIES)) == ""


@pytest.mark.rule("OWM-SETUP-04", "OWM-ASLT-01")
def test_no_nation_stands_on_both_sides():
    guards, rifle = DivisionKey("red_army_70th_guards"), DivisionKey("red_army_45th_rifle")
    o = Opening().do(TakeDivision(guards, AXIS))
    assert o.rule_against(TakeDivision(rifle, ALLIES)) == "OWM-SETUP-04"
    o = Opening(seats=4).do(TakeDivision(rifle, ALLIES), TakeDivision(GERMAN, AXIS))
    assert o.rule_against(TakeDivision(guards, ALLIES)) == ""  # with its own
    o.do(TakeDivision(US, ALLIES))
    assert (o.seat, o.rule_against(TakeDivision(guards, AXIS))) == (3, "OWM-SETUP-04")


@pytest.mark.rule("OWM-SETUP-05")
@pytest.mark.parametrize("first", [0, 1])
def test_a_random_camp_chooses_first(first):
    assert Opening(picks=first).seat == first


@pytest.mark.rule("OWM-TEAM-01", "OWM-SETUP-04", "OWM-SETUP-05")
def test_partners_fight_on_one_side_and_no_division_stands_twice():
    o = Opening(seats=4)
    o.do(TakeDivision(US, ALLIES), TakeDivision(GERMAN, AXIS))
    assert o.seat == 2
    assert o.rule_against(TakeDivision(GERMAN_2, AXIS)) == "OWM-SETUP-04"
    assert o.rule_against(TakeDivision(US, ALLIES)) == "OWM-SETUP-05"
    o.do(TakeDivision(US_2, ALLIES), TakeDivision(GERMAN_2, AXIS))
    assert o.g.sides == [ALLIES, AXIS, ALLIES, AXIS]


# ------------------------------------------------------------------ squads


@pytest.mark.rule("OWM-SETUP-06", "OWM-MISS-04")
def test_the_missions_points_are_the_most_a_squad_costs():
    o = Opening().divided()
    assert o.g.card.squad_points == 75
    assert cost(US_74) == 74
    assert o.rule_against(US_74, 0) == ""
    exact = squad(US, (1, 2, 4, 5, 6, 7, 8), (3, 9, 10, 15, 16))
    assert cost(exact) == 75
    assert o.rule_against(exact, 0) == ""
    one_more = squad(US, (13, 2, 4, 5, 6, 7, 8), (3, 9, 10, 15, 16))
    assert cost(one_more) == 76
    assert o.rule_against(one_more, 0) == "OWM-MISS-04"


@pytest.mark.rule("OWM-SETUP-08", "OWM-SOLD-03", "OWM-SETUP-05")
def test_what_a_fireteam_must_be():
    o = Opening().divided()
    assert o.rule_against(squad(US, (1, 2), (6, 7)), 0) == "OWM-SETUP-08"  # Privates only
    assert o.rule_against(squad(US, (1, 2), (4, 7)), 0) == ""  # a PFC is a Leader
    nine = squad(US, (3, 4, 6, 7, 8, 9, 10, 11, 12))
    assert cost(nine) <= 75
    assert o.rule_against(nine, 0) == "OWM-SETUP-08"
    eight = squad(US, (3, 4, 6, 7, 8, 9, 10, 11))
    assert o.rule_against(eight, 0) == ""
    assert o.rule_against(squad(US, (1,)), 0) == ""
    assert o.rule_against(squad(US, (1, 2), ()), 0) == "OWM-SETUP-08"
    assert o.rule_against(squad(US, (1, 2), (2, 3)), 0) == "OWM-SETUP-08"
    assert o.rule_against(squad(US_2, (1, 2)), 0) == "OWM-SETUP-05"
    assert o.rule_against(squad(GERMAN, (1, 2)), 0) == "OWM-SETUP-05"
    assert o.rule_against(FormSquad(((SoldierId(201), SoldierId(9999)),)), 0) == "OWM-SETUP-05"
    assert o.rule_against(StartAt(Cell(3)), 0) == "OWM-SETUP-06"


@pytest.mark.rule("OWM-SETUP-08", "OWM-SETUP-05", "OWM-MISS-04", "OWM-MISS-06")
def test_all_that_is_wrong_with_a_squad_is_said_at_once():
    o = Opening().divided()
    own = squad(US, (1, 13, 2, 4, 5, 6, 7, 8), (6, 7), (2, 3), (9,), (10, 11)).fireteams
    view = o.match.view(0)
    refused = agenda.why_not(view, FormSquad((*own, *squad(US_2, (1, 2)).fireteams)))
    assert refused is not None and refused.rule == "OWM-SETUP-08" and not refused.more
    for part in ("named twice", "can be chosen (OWM-SETUP-05)", "Fireteams here (OWM-MISS-06)"):
        assert part in refused.why
    assert "points of 75 (OWM-MISS-04)" in refused.why
    assert refused.why.count("own division") == 1


@pytest.mark.rule("OWM-MISS-06", "OWM-SETUP-08")
def test_four_fireteams_are_the_most():
    o = Opening().divided()
    assert o.rule_against(squad(US, (1,), (2,), (3,), (4,)), 0) == ""
    assert o.rule_against(squad(US, (1,), (2,), (3,), (4,), (5,)), 0) == "OWM-MISS-06"
    assert o.rule_against(FormSquad(()), 0) == "OWM-MISS-06"


@pytest.mark.rule("OWM-SETUP-06", "OWM-SETUP-08", "OWM-SETUP-09")
def test_squads_are_chosen_in_secret_and_laid_open_together():
    o = Opening().divided()
    request = o.match.request
    assert isinstance(request, ChooseSecretly)
    assert (request.seats, request.kind) == ((0, 1), "squad")
    o.do((US_74, GERMAN_10))
    teams = list(o.g.fireteams.values())
    assert [t.line for t in teams] == [*US_74.fireteams, *GERMAN_10.fireteams]
    assert [(t.seat, t.number) for t in teams] == [(0, 1), (0, 2), (1, 1), (1, 2)]
    assert all(not t.on_the_move for t in teams)
    assert set(o.g.soldiers) == {s for t in teams for s in t.line}


@pytest.mark.rule("OWM-SETUP-07", "OWM-SETUP-06")
@pytest.mark.parametrize("key", CATALOG.divisions)
def test_the_historical_squad_is_offered_of_every_division(key):
    """Soldiers 1 to 10 or 1 to 12, in one Fireteam as far as 8 go, else in two and more."""
    home = CATALOG.divisions[key]
    twelve = key in (US, US_2, "polish_6th", "red_army_45th_rifle")
    side = AXIS if home.side is Side.EITHER else home.side
    o = Opening().do(TakeDivision(key, side))
    o.do(TakeDivision(US if side is AXIS else GERMAN, ALLIES if side is AXIS else AXIS))
    offered = agenda.options(o.match.view(0))
    assert offered
    preset = [soldier_id(key, n) for n in range(1, 13 if twelve else 11)]
    squads = [answer for answer in offered if isinstance(answer, FormSquad)][:3]
    for one in squads:
        assert sorted(s for line in one.fireteams for s in line) == preset
    assert [len(one.fireteams) for one in squads] == [2, 3, 4]


@pytest.mark.rule("OWM-SETUP-06", "OWM-SETUP-08")
@pytest.mark.parametrize("key", CATALOG.divisions)
def test_four_squads_of_every_division_are_ready_for_the_usual_totals(key):
    """Those that a mission has the points for are offered, and cost what they say."""
    home = CATALOG.divisions[key]
    side = AXIS if home.side is Side.EITHER else home.side
    o = Opening().do(TakeDivision(key, side))
    o.do(TakeDivision(US if side is AXIS else GERMAN, ALLIES if side is AXIS else AXIS))
    told = agenda.about(o.match.view(0))
    assert isinstance(told, AboutSquad) and told.points == 75
    named = {one.name: one for one in told.ready}
    assert [ready.total for ready in CATALOG.squads[key]] == [35, 65, 75, 90]
    for ready in CATALOG.squads[key]:
        assert (ready.name in named) == (ready.total <= 75)
        if ready.name in named:
            one = named[ready.name]
            assert one.sentence == ready.sentence and one.points <= ready.total
            soldiers = [s for line in one.squad.fireteams for s in line]
            assert sum(CATALOG.soldiers[s].points for s in soldiers) == one.points
            assert one.squad in agenda.options(o.match.view(0))


@pytest.mark.rule("OWM-SETUP-07", "OWM-SETUP-06")
@given(seed=st.integers(0, 60), seats=st.integers(2, 4))
def test_offered_and_sampled_squads_are_allowed(seed, seats):
    o = Opening(seats=seats).divided()
    chance = Chance(seed)
    while o.kind != "squad":
        o.do(agenda.sample(o.match.view(o.seat), chance))
    for seat in range(seats):
        view = o.match.view(seat)
        assert agenda.options(view)
        answer = agenda.sample(view, chance)
        assert agenda.why_not(view, answer) is None


# ------------------------------------------------------------------ three and four players


@pytest.mark.rule("OWM-TEAM-02", "OWM-MISS-04")
def test_partners_share_the_points_of_their_side():
    o = Opening(seats=4).divided()
    assert (o.kind, o.seat) == ("split", 0)
    assert o.rule_against(SplitPoints(14)) == "OWM-TEAM-02"
    assert o.rule_against(SplitPoints(61)) == "OWM-TEAM-02"
    assert o.rule_against(SplitPoints(15)) == o.rule_against(SplitPoints(60)) == ""
    assert o.rule_against(StartAt(Cell(1))) == "OWM-TEAM-02"
    o.do(SplitPoints(40), SplitFireteams(3))
    assert (o.kind, o.seat) == ("agree_split", 2)
    o.do(YES)
    assert o.seat == 1
    o.do(SplitPoints(15), SplitFireteams(3), YES)
    forty = squad(US, (1, 2, 3, 4), (9, 16))
    assert cost(forty) == 39
    thirty_five = squad(US_2, (1, 2, 3), (4, 16))
    assert cost(thirty_five) == 35
    assert o.rule_against(thirty_five, 2) == ""
    thirty_six = squad(US_2, (13, 2, 3), (4, 16))
    assert cost(thirty_six) == 36
    assert o.rule_against(thirty_six, 2) == "OWM-MISS-04"  # 40 and 36 are more than 75
    assert o.rule_against(forty, 0) == ""


@pytest.mark.rule("OWM-TEAM-01", "OWM-TEAM-02")
def test_a_lone_player_has_two_squads_and_all_the_points():
    o = Opening(seats=3)
    asked = []
    while o.kind == "division":
        asked.append(o.seat)
        key = {0: US, 1: GERMAN, 2: US_2}[o.seat]
        if o.seat == 1 and asked.count(1) == 2:
            key = GERMAN_2
        o.do(TakeDivision(key, (ALLIES, AXIS)[o.seat % 2]))
    assert Counter(asked) == {0: 1, 1: 2, 2: 1}
    assert o.g.divisions == [(US,), (GERMAN, GERMAN_2), (US_2,)]
    assert (o.kind, o.seat) == ("split", 0)
    o.do(SplitPoints(40), SplitFireteams(3), YES)
    assert o.kind == "squad"  # the lone seat splits nothing
    both = FormSquad(
        squad(GERMAN, (1, 3, 6), (2, 7)).fireteams + squad(GERMAN_2, (1, 3, 6), (2, 7)).fireteams
    )
    assert o.rule_against(both, 1) == ""
    assert o.rule_against(squad(GERMAN, (1, 3)), 1) == "OWM-MISS-06"  # one squad is missing
    mixed = FormSquad(((SoldierId(301), SoldierId(402)), (SoldierId(403),)))
    assert o.rule_against(mixed, 1) == "OWM-SETUP-05"
    dear = FormSquad(
        squad(GERMAN, (1, 2, 3, 4, 5)).fireteams + squad(GERMAN_2, (1, 2, 3, 4, 5)).fireteams
    )
    assert cost(dear) == 78
    assert o.rule_against(dear, 1) == "OWM-MISS-04"


@pytest.mark.rule("OWM-TEAM-02")
def test_partners_agree_how_they_split():
    """A partner who does not agree makes a proposal; if that is refused too, the halves hold."""
    o = Opening(seats=4).divided().do(SplitPoints(60), SplitFireteams(4))
    about = agenda.about(o.match.view(2))
    assert "15 points and up to 2 Fireteams" in about.what and "you propose" in about.why
    o.do(NO)
    assert (o.kind, o.seat) == ("split", 2)
    o.do(SplitPoints(45), SplitFireteams(2))
    assert (o.kind, o.seat) == ("agree_split", 0)
    yes = Opening(seats=4).divided()
    yes.do(SplitPoints(60), SplitFireteams(4), NO, SplitPoints(45), SplitFireteams(2), YES)
    yes.do(SplitPoints(30), SplitFireteams(3), YES)
    assert told_to(yes, 0) == (30, 4) and told_to(yes, 2) == (45, 2)
    assert "the halves hold" in agenda.about(o.match.view(0)).why
    o.do(NO)
    assert (o.kind, o.seat) == ("split", 1)  # the other side's turn
    o.do(SplitPoints(20), SplitFireteams(1), YES)
    assert told_to(o, 0) == (37, 3) and told_to(o, 2) == (38, 3)
    assert told_to(o, 1) == (20, 1) and told_to(o, 3) == (55, 4)


def told_to(o: Opening, seat: int) -> tuple[int, int]:
    """Points and Fireteams that a seat's squad may have, as it is told."""
    about = agenda.about(o.match.view(seat))
    assert isinstance(about, AboutSquad)
    return about.points, about.fireteams


@pytest.mark.rule("OWM-MISS-06", "OWM-MISS-05", "OWM-SETUP-08")
def test_a_squad_has_four_fireteams_as_long_as_there_are_starting_places_for_all():
    o = Opening(seats=4).divided()
    assert len(start_cells(o.g, ALLIES)) == len(start_cells(o.g, AXIS)) == 6
    o.do(SplitPoints(37))
    assert o.rule_against(SplitFireteams(0)) == "OWM-TEAM-02"
    assert o.rule_against(SplitFireteams(5)) == "OWM-TEAM-02"  # four are the most of a squad
    o.do(SplitFireteams(4), YES, SplitPoints(37), SplitFireteams(3), YES)
    assert o.rule_against(squad(US, (2,), (3,), (4,), (5,)), 0) == ""
    three = squad(US_2, (2,), (3,), (4,))
    assert o.rule_against(three, 2) == "OWM-MISS-06"  # two places are left
    assert o.rule_against(squad(US_2, (2,), (3, 4)), 2) == ""


@pytest.mark.rule("OWM-MISS-06", "OWM-MISS-05", "OWM-TEAM-01")
def test_the_two_squads_of_a_lone_player_share_the_starting_places_too():
    o = Opening(seats=3).divided().do(SplitPoints(37), SplitFireteams(3), YES)

    def both(*parts: tuple[int, ...]) -> FormSquad:
        second = squad(GERMAN_2, (1,), (2,)).fireteams
        return FormSquad(squad(GERMAN, *parts).fireteams + second)

    assert o.rule_against(both((1,), (2,), (3,), (4,)), 1) == ""
    more = FormSquad((*both((1,), (2,), (3,), (4,)).fireteams, *squad(GERMAN_2, (3,)).fireteams))
    assert o.rule_against(more, 1) == "OWM-MISS-05"
    assert o.rule_against(both((1,), (2,), (3,), (4,), (5,)), 1) == "OWM-MISS-06"


@pytest.mark.rule("OWM-TEAM-01", "OWM-SETUP-14")
@pytest.mark.parametrize("seats", [3, 4])
def test_every_seat_draws_seven(seats):
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(seats=seats), 5, [random_player] * seats)
    g = match.state
    assert isinstance(g, OwmState)
    while g.phase == "set-up":
        match.step()
    assert [len(h) for h in g.hands] == [7] * seats
    allied = g.side_seats(g.sides[0])
    assert allied == [s for s in range(seats) if s % 2 == 0]
