"""A seat of three or four that stays away (OWM-TEAM-04, A-145, A-146)."""

from __future__ import annotations

import pytest

from fuzz.checks import check_events
from fuzz.watched import Playout
from owm_net import games
from owm_net.engine.agenda import begin
from owm_net.engine.chance import Chance
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.requests import Choose, Draw, Flip, Over, Redeal
from owm_net.engine.system import Setup
from owm_net.games.owm.assault import Assault
from owm_net.games.owm.assessment import Assessment
from owm_net.games.owm.catalog import CORE_CARDS
from owm_net.games.owm.flips import DrawCards
from owm_net.games.owm.forced_retreat import RetreatTo
from owm_net.games.owm.leaving import leave
from owm_net.games.owm.operations.satchel_charge import Explosion
from owm_net.games.owm.rounds import Rounds, TryRepair
from owm_net.games.owm.state import CATALOG, CORE, OwmState
from owm_net.games.owm.tokens import Border
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.victory import soldier_points
from tests.games.driver import Driver
from tests.games.owm.table import EVANS, FIRST, Table, jammed, team

SYSTEM = games.get("owm")


def at_pause(seats: int, pause: int, seed: int = 3) -> Playout:
    setup = SYSTEM.default_setup(seats=seats)
    playout = Playout(SYSTEM, setup, seed)
    for _ in range(pause):
        if playout.over is None:
            playout.step()
    return playout


def state(playout: Playout) -> OwmState:
    g = playout.match.state
    assert isinstance(g, OwmState)
    return g


def until(playout: Playout, found: object) -> OwmState:
    """Play on until `found(g)`."""
    assert callable(found)
    while not found(state(playout)):
        assert playout.over is None, "it never came"
        playout.step()
    return state(playout)


def has(kind: type) -> object:
    return lambda g: any(isinstance(f, kind) for f in g.agenda)


@pytest.mark.rule("OWM-TEAM-04")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_others_play_on_from_any_moment(seats: int) -> None:
    chance = Chance(f"leaving {seats}")
    whole = at_pause(seats, 10**6)
    steps = state(whole).answered
    for _ in range(12):
        playout = at_pause(seats, chance.below(steps))
        g = state(playout)
        if playout.over is not None or not any(isinstance(f, Rounds) for f in g.agenda):
            continue
        leaver = 2 * chance.below(2) if seats == 3 else chance.below(4)
        cards = [list(h) for h in g.hands]
        fog = len(g.fog)
        gone = [s for t in g.fireteams.values() if t.seat == leaver for s in t.line]
        points = soldier_points(g, g.sides[leaver])
        playout.match.drop(leaver)
        check_events(playout.match)
        assert not any(t.seat == leaver for t in g.fireteams.values())
        assert not set(gone) & set(g.lost)
        assert soldier_points(g, g.sides[leaver]) == points
        while isinstance(playout.match.request, Redeal):
            moved = playout.match.request.moved()
            playout.step(twins=True)
            faces = playout.match.dealer.faces
            assert all(faces[old] == faces[new] for old, new in moved.items())
            playout.seen.check(playout.match)
        if playout.over is None:
            assert len(g.fog) in (fog, fog + 1)  # the round may be over
            assert g.hands[leaver] == []
            held = sum(len(h) for h in g.hands) + len(g.fog) + g.decks[CORE].left
            lying = [c for c in g.ground.cards if 0 < c <= CORE_CARDS]
            request = playout.match.request
            turning = len(request.slots) if isinstance(request, Flip) else 0
            open_cards = len(lying) + len(g.discard) + len(g.event_pile)
            assert held + open_cards + turning == CORE_CARDS
            assert [len(h) >= len(c) for h, c in zip(g.hands, cards, strict=True)].count(False) <= 1
        result = playout.play(leaving=0)
        assert leaver not in result.winners


@pytest.mark.rule("OWM-TEAM-04")
def test_the_side_keeps_the_points_of_those_who_left_and_may_win_with_them() -> None:
    playout = at_pause(4, 0)
    g = until(playout, has(Turn))
    before = soldier_points(g, g.sides[0])
    playout.match.drop(2)
    assert soldier_points(g, g.sides[0]) == before
    assert sum(CATALOG.soldiers[s].points for s in g.withdrawn) > 0
    result = playout.play(leaving=0)
    assert 2 not in result.winners


@pytest.mark.rule("OWM-TEAM-04")
def test_nobody_is_left_out_who_has_no_partner_or_before_play() -> None:
    one_to_one = at_pause(2, 0)
    until(one_to_one, has(Turn))
    assert "nobody would be left" in (SYSTEM.why_no_drop(one_to_one.match.state, 0) or "")
    three = at_pause(3, 0)
    assert "set-up is not over" in (SYSTEM.why_no_drop(three.match.state, 0) or "")
    until(three, has(Turn))
    lone = next(s for s in (0, 1, 2) if len(state(three).side_seats(state(three).sides[s])) == 1)
    assert SYSTEM.why_no_drop(three.match.state, lone) is not None
    partner = next(s for s in (0, 1, 2) if s != lone)
    assert SYSTEM.why_no_drop(three.match.state, partner) is None
    three.match.drop(partner)
    other = next(s for s in (0, 1, 2) if s not in (lone, partner))
    assert SYSTEM.why_no_drop(three.match.state, other) is not None


@pytest.mark.rule("OWM-TEAM-04")
def test_the_turn_of_a_fireteam_that_stays_begins_anew() -> None:
    """A-146: nobody's leaving can take a turn from the other side."""
    playout = at_pause(4, 0)
    g = until(playout, has(Turn))
    seat = g.fireteams[g.active].seat
    active = g.active
    leaver = next(s for s in g.players if s != seat and s % 2 != seat % 2)
    playout.match.drop(leaver)
    while not isinstance(g.agenda[-1], Turn):
        playout.step()
    assert g.active == active
    turn = g.agenda[-1]
    assert isinstance(turn, Turn) and turn.actions_left == 2


@pytest.mark.rule("OWM-TEAM-04")
def test_an_assault_between_others_is_broken_off() -> None:
    """A-146: two who go on never stand in one Terrain."""
    for seed in range(40):
        playout = at_pause(4, 0, seed)
        while playout.over is None and not any(
            isinstance(f, Assault) and f.round for f in state(playout).agenda
        ):
            playout.step()
        if playout.over is None:
            break
    g = state(playout)
    fight = next(f for f in g.agenda if isinstance(f, Assault))
    seats = [g.fireteams[t].seat for t in (fight.mover, fight.other)]
    leaver = next(s for s in g.players if s not in seats)
    playout.match.drop(leaver)
    assert g.fireteams[fight.mover].cell == fight.came_from
    assert g.fireteams[fight.other].cell != fight.came_from
    playout.play(leaving=0)


@pytest.mark.rule("OWM-TEAM-04", "OWM-ROUND-04")
def test_who_was_about_to_clear_his_weapon_still_may() -> None:
    """And a soldier who had the choice too is gone with their seat."""
    t = Table(
        team(0, "C1", EVANS), team(1, "C7", jammed(303)), team(2, "A1", 203),
        team(3, "E7", jammed(304)), seats=4, at="debrief", hands=[[], [], [], []],
    ).begin()  # fmt: skip
    t.until("repair", 1)
    leave(t.g, Seat(3))
    t.g.pending = None
    Driver.begin(t)
    assert (t.kind, t.seat) == ("repair", 1)
    t.stack("G1").do(TryRepair(True))
    assert not t.soldier(303).jammed and t.kind != "repair"


def test_a_seat_that_left_is_asked_nothing_and_draws_nothing() -> None:
    playout = at_pause(4, 0)
    g = until(playout, has(Turn))
    playout.match.drop(1)
    while playout.over is None:
        request = playout.match.request
        assert Seat(1) not in getattr(request, "deciders", ())
        assert not (isinstance(request, Draw) and request.seat == 1)
        playout.step()
    assert isinstance(playout.match.request, Over)
    assert g.hands[1] == []


@pytest.mark.rule("OWM-TEAM-04", "OWM-BORD-04", "OWM-BORD-05")
def test_what_is_left_of_an_assessment_is_made() -> None:
    """A-144: the wind that was flipped does not blow, but tokens go and flip all the same."""

    def wind(g: OwmState) -> bool:
        return any(isinstance(f, Assessment) and f.at == "blow" for f in g.agenda)

    for seed in range(60):
        playout = Playout(SYSTEM, Setup("king-of-the-hill", "lieutenant", 4), seed)
        while playout.over is None and not wind(state(playout)):
            playout.step()
        if playout.over is None and SYSTEM.why_no_drop(state(playout), 1) is None:
            break
    g = state(playout)
    yellow = [t.cell for t in g.tokens if t.border is Border.YELLOW]
    now = g.round_no
    playout.match.drop(1)
    until(playout, has(Turn))
    assert yellow and g.round_no == now
    assert [(t.cell, t.border) for t in g.tokens] == [(cell, Border.RED) for cell in yellow]


@pytest.mark.rule("OWM-TEAM-04", "OWM-ROUND-05")
def test_who_has_had_the_assessment_does_not_have_it_again() -> None:
    """A seat leaves while cards are drawn: the steps before the draw do not come twice."""

    def drawing(g: OwmState) -> bool:
        return g.round_no > 1 and any(isinstance(f, DrawCards) for f in g.agenda)

    playout = Playout(SYSTEM, Setup("king-of-the-hill", "lieutenant", 4), 1)
    g = until(playout, drawing)
    leaver = next(s for s in (1, 0, 2, 3) if SYSTEM.why_no_drop(g, s) is None)
    playout.match.drop(leaver)
    g = state(playout)
    while not any(isinstance(f, Turn) for f in g.agenda):
        assert not isinstance(playout.match.request, Choose), "a window of the Assessment"
        playout.step()


@pytest.mark.rule("OWM-TEAM-04", "OWM-MOVE-10")
def test_nobody_is_left_where_nobody_may_enter() -> None:
    """A-144: a Fireteam asked where it falls back to is asked again."""
    t = Table(
        team(0, "B3", 204, 203), team(1, "C1", 303), team(2, "C6", 205), team(3, "D1", 304),
        seats=4, map_of="burning-bridges", hands=[[1], [2], [3], [4]],
    )  # fmt: skip
    cell = t.cell("B3")
    t.g.ground = t.g.ground.with_card(cell, CardNumber(248))
    rounds, top = Rounds(at="check_jams"), Assessment(at="explode")
    t.g.agenda = [rounds, top, Explosion(cell, at="look_who_stays")]
    begin(t.g)
    assert (t.kind, t.seat) == ("retreat_to", 0)
    leave(t.g, Seat(3))
    kinds = [f.name for f in t.g.agenda]
    assert kinds == ["owm.rounds", "owm.assessment", "owm.explosion", "owm.going_on"]
    t.g.agenda.pop()  # the new deck, into which the hand goes, is tested above
    t.total = t.count()
    t.g.pending = None
    begin(t.g)
    assert (t.kind, t.seat) == ("retreat_to", 0)
    t.say(t.options(RetreatTo)[0])
    assert t.g.fireteams[FIRST].cell != cell
