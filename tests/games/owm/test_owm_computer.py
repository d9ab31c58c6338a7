"""The computer player of OWM: legal in any position, and how well it plays."""

from collections import Counter

import pytest

from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.engine.local import MAX_STEPS, LocalMatch, player_of, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, Flip, Over, Reveal
from owm_net.engine.view import View
from owm_net.games.owm import computer
from owm_net.games.owm.actions import Attack, EndTurn, Maneuver, Rally, Recognise
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.assault import AssaultLine, Retreat, Stand
from owm_net.games.owm.computer.squads import choose_soldiers, split_squad
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.set_up import start_cells
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.system import OwmSystem
from owm_net.games.owm.terms import Side
from tests.games.every import seeds
from tests.games.owm.table import (
    ATTACK_BLUE,
    ATTACK_GREEN,
    ATTACK_RED,
    EVANS,
    MANEUVER,
    MANEUVER_2,
    RALLY_BLUE,
    SECOND,
    Table,
    down,
    hurt,
    team,
)
from tests.kinds import words

SYSTEM = OwmSystem()
SUMMIT = 260
KINDS = {*words("owm")}
WITHOUT_THOUGHT: set[str] = {
    "decision",
    "throw_away",
}  # it passes there, or takes any; add a word here or a thought
RARE = {"assault_line", "stand", "slip_away", "shell", "retreat_to", "truck_shooter", "go_back"} | {
    "throw_away"
}
"""Each has a test of its own."""
US = (201, 202, 203, 204, 205, 206)
GERMANS = (301, 302, 303, 304, 305, 306)


def match_of(players, seed, seats=2, level="private"):
    setup = SYSTEM.default_setup("king-of-the-hill", level, seats=seats)
    return LocalMatch(SYSTEM, setup, seed, players)


def asked_seats(request):
    if isinstance(request, Choose):
        return (request.seat,)
    return request.seats if isinstance(request, ChooseSecretly) else ()


@pytest.fixture(params=SYSTEM.strengths, autouse=True)
def strength(request):
    """Each test is for every computer player there is."""
    return request.param


@pytest.fixture
def choice(strength):
    """Return the computer's answer at a table."""

    def answer(table, seat=0, seed="choice"):
        return SYSTEM.computer(table.view(seat), Chance(seed), strength)

    return answer


# ------------------------------------------------------------------ in any position


def walk(match, seen, every, strength):
    """Plays a match; at every `every`-th decision the computer is asked, whoever plays."""
    opened: dict[int, int] = {}
    for n in range(MAX_STEPS):
        request = match.request
        if isinstance(request, Over):
            return
        for seat in asked_seats(request):
            rare = request.kind not in ("action", "shooter", "start_at")
            if not rare and n % every:
                continue
            seen[request.kind] += 1
            view = match.view(seat)
            before = codec.digest(match.state)
            answer = SYSTEM.computer(view, Chance("walk", n), strength)
            assert codec.digest(match.state) == before, f"{request.kind}: the state was changed"
            agenda.check_answer(match.state, seat, answer, view.known)
            again = SYSTEM.computer(view, Chance("walk", n), strength)
            assert again == answer, "the same view and chance gave another answer"
            other = match.dealer.resample(seat, opened, Chance("other", n))
            elsewhere = View(match.state, seat, other.knowledge[seat])
            assert SYSTEM.computer(elsewhere, Chance("walk", n), strength) == answer, (
                "it knows too much"
            )
        said = match.decide()
        if isinstance(request, Flip | Reveal):
            opened.update(zip(request.slots, said, strict=True))
        match.give(said)


def test_each_declared_kind_is_thought_out_or_named_here():
    thought = {kind.word for kind in computer.ANSWERS}
    assert thought.isdisjoint(WITHOUT_THOUGHT)
    assert thought | WITHOUT_THOUGHT == KINDS


def test_it_answers_every_kind_of_request_legally_and_changes_nothing(strength):
    seen: Counter[str] = Counter()
    for seed in seeds(4, of=8):
        seats = (2, 2, 3, 4)[seed % 4]
        level = "lieutenant" if seed % 4 == 0 else "private"
        walk(match_of([random_player] * seats, seed, seats, level), seen, 5, strength)
        mixed = [
            player_of(SYSTEM, strength) if s % 2 == seed % 2 else random_player
            for s in range(seats)
        ]
        walk(match_of(mixed, seed, seats), seen, 5, strength)
    assert set(seen) >= KINDS - RARE, seen


def test_a_hidden_fireteam_that_is_attacked_slips_away_from_a_stronger_one(choice):
    t = Table(
        team(1, "C3", *GERMANS, heading="C4"),
        team(0, "C4", 209, 210, stealthed=True),
        hands=[[], []],
    ).begin()
    assert t.kind == "slip_away"
    assert isinstance(choice(t), Retreat)


def test_it_sees_only_its_view(strength):
    """Without any knowledge of its own hand it still plays: it has nothing to spend."""
    match = match_of([random_player] * 2, 3)
    while not (isinstance(match.request, Choose) and match.request.kind == "action"):
        match.step()
    blind = View(match.state, match.request.seat, {})
    assert isinstance(SYSTEM.computer(blind, Chance(1), strength), EndTurn | Recognise)


# ------------------------------------------------------------------ what it plays


def test_it_takes_an_obvious_kill(choice):
    t = Table(
        team(0, "C2", *US),
        team(1, "C3", down(307, since=1)),
        team(1, "C7", *GERMANS),
        hands=[[ATTACK_RED, MANEUVER, ATTACK_BLUE], []],
    ).begin()
    answer = choice(t)
    assert isinstance(answer, Attack)
    assert answer.target == 2


def test_it_shoots_first_with_whoever_hits_best(choice):
    t = Table(
        team(0, "C1", 209, EVANS, 210),
        team(1, "C4", *GERMANS),
        hands=[[ATTACK_GREEN], []],
    ).begin()
    t.do(Attack(ATTACK_GREEN, SECOND))
    assert choice(t) == Shoot(EVANS)


def test_it_keeps_a_weapon_from_jamming_where_nothing_can_be_hit(choice):
    t = Table(
        team(0, "C1", down(209)),  # Double Discipline, blue
        team(1, "C7", 301),
        hands=[[ATTACK_GREEN], []],
        cards={"C7": 73},
    ).begin()
    t.do(Attack(ATTACK_GREEN, SECOND))
    assert choice(t) == CeaseFire()


def test_it_rallies_a_pinned_fireteam_that_must_move(choice):
    t = Table(
        team(0, "C3", down(201), 202, 203, 205),
        team(1, "C7", *GERMANS),
        hands=[[RALLY_BLUE, MANEUVER, MANEUVER_2], []],
        cards={"C4": SUMMIT},
    ).begin()
    assert isinstance(choice(t), Rally)


def test_it_moves_onto_the_hill_when_it_can_hold_it(choice):
    t = Table(
        team(0, "C3", *US),
        team(1, "A7", 307, 308),
        hands=[[MANEUVER, MANEUVER_2], []],
        cards={"C4": SUMMIT},
    ).begin()
    hill = t.g.ground.cell("C4")
    answer = choice(t)
    assert isinstance(answer, Maneuver)
    assert answer.cell == hill
    t.do(answer)
    assert choice(t) == Maneuver((answer.card == MANEUVER and MANEUVER_2) or MANEUVER, hill)


def test_it_stays_on_the_hill_when_time_runs_out(choice):
    t = Table(
        team(0, "C4", 209, 210, 203),
        team(1, "C6", *GERMANS),
        hands=[[MANEUVER, MANEUVER_2], []],
        cards={"C4": SUMMIT},
        timer_used=2,
        round_no=12,
    ).begin()
    t.g.decks["core"].taken = t.g.decks["core"].size - 20
    assert not isinstance(choice(t), Maneuver)


def test_a_lone_private_does_not_assault_a_fireteam(choice):
    t = Table(
        team(0, "C3", 209),
        team(1, "C4", *GERMANS),
        hands=[[MANEUVER, MANEUVER_2], []],
        cards={"C4": SUMMIT},
    ).begin()
    hill = t.g.ground.cell("C4")
    answer = choice(t)
    assert not (isinstance(answer, Maneuver) and answer.cell == hill)


def test_it_assaults_a_broken_enemy_on_the_hill(choice):
    t = Table(
        team(0, "C3", *US),
        team(1, "C4", hurt(307)),
        team(1, "A7", 308),
        hands=[[MANEUVER, MANEUVER_2], []],
        cards={"C4": SUMMIT},
    ).begin()
    assert isinstance(choice(t), Maneuver)
    assert choice(t).cell == t.g.ground.cell("C4")


@pytest.mark.parametrize(
    ("own", "enemy", "wanted"),
    [((201, 204, 213), (307,), Stand), ((209, 210), GERMANS, Retreat)],
)
def test_it_stays_in_an_assault_it_wins_and_leaves_one_it_loses(own, enemy, wanted, choice):
    t = Table(team(0, "C3", *own, heading="C4"), team(1, "C4", *enemy), hands=[[], []]).begin()
    high = [n for n, c in CATALOG.core.items() if min(c.dice.red, c.dice.green, c.dice.blue) >= 3]
    t.stack(*high[:24])  # every check of the first round fails
    t.do((AssaultLine(own), AssaultLine(enemy)))
    assert t.kind == "stand"
    assert t.seat == 0
    assert isinstance(choice(t), wanted)


def test_it_looks_for_hidden_enemies_before_anything_else(choice):
    t = Table(
        team(0, "C1", *US),
        team(1, "C3", *GERMANS, stealthed=True),
        hands=[[ATTACK_RED], []],
    ).begin()
    assert choice(t) == Recognise(SECOND, SoldierId(201))


@pytest.mark.parametrize("division", CATALOG.divisions)
@pytest.mark.parametrize("style", range(4))
def test_its_squads_fit_and_have_leaders(division, style):
    for seed in range(5):
        for budget in (30, 35, 65, 75):
            chosen = choose_soldiers(division, budget, style, Chance(seed), 40)
            cost = sum(CATALOG.soldiers[s].points for s in chosen)
            assert budget - 6 <= cost <= budget
            for parts in (1, 2, 3, 4):
                if -(-len(chosen) // 8) <= parts:
                    lines = split_squad(chosen, parts)
                    assert sorted(s for line in lines for s in line) == sorted(chosen)
                    leaders = sum(CATALOG.soldiers[s].is_leader for s in chosen)
                    led = sum(any(CATALOG.soldiers[s].is_leader for s in x) for x in lines)
                    assert led == min(parts, leaders)


@pytest.mark.rule("OWM-MX-02")
@pytest.mark.parametrize("division", CATALOG.divisions)
def test_where_there_is_room_for_few_soldiers_it_takes_dearer_ones(division):
    for style in range(4):
        costs = [
            [CATALOG.soldiers[s].points for s in choose_soldiers(division, 75, style, chance, most)]
            for chance, most in ((Chance(1), 40), (Chance(1), 12))
        ]
        assert len(costs[1]) <= 12
        assert sum(costs[1]) <= 75 and sum(costs[1]) >= sum(costs[0][:12])


def test_it_starts_on_legal_places_towards_the_hill(strength):
    match = match_of([player_of(SYSTEM, strength)] * 2, 5)
    while match.state.phase == "set-up":
        match.step()
    g = match.state
    for side in (Side.ALLIES, Side.AXIS):
        for fireteam in g.fireteams.values():
            if g.sides[fireteam.seat] is side:
                assert fireteam.cell in start_cells(g, side)
                assert g.ground.distance(fireteam.cell, g.ground.cell("C4")) == 2


# ------------------------------------------------------------------ how well it plays


def test_it_beats_the_random_player(strength):
    wins = 0
    for seed in range(10):
        seat = seed % 2
        players = [random_player, player_of(SYSTEM, strength)]
        if seat == 0:
            players.reverse()
        wins += match_of(players, seed).play().winners == (seat,)
    assert wins == 10


def test_matches_between_computers_end_in_reasonable_time(strength):
    for seed in range(4):
        match = match_of([player_of(SYSTEM, strength)] * 2, seed)
        match.play(3000)
        assert 4 <= match.state.round_no <= 40


def test_a_recruit_does_not_always_do_the_best_and_never_nothing():
    """Only the recruit: the computer player itself thinks alike each time."""
    t = Table(
        team(0, "C3", *US[:3]), team(1, "C4", *GERMANS[:3]), hands=[[ATTACK_RED, MANEUVER], []]
    ).begin()
    assert t.kind == "action"

    def found(strength: str) -> set[object]:
        return {SYSTEM.computer(t.view(0), Chance(seed), strength) for seed in range(30)}

    assert len(found("computer")) == 1 < len(found("recruit"))
    assert EndTurn() not in found("recruit")
