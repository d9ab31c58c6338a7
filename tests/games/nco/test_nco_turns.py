"""The bag of order dice, turns, the end of a battle: NCO-DIE, NCO-END, NCO-GEN, NCO-ITM-09, -10."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine import agenda
from owm_net.engine.codec import digest
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.requests import Choose, Decision, Over, PickNumber
from owm_net.games.nco.chart import UseMap
from owm_net.games.nco.ids import NO_SEAT
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.paths import allowance, why_not_path
from owm_net.games.nco.shots import Shot, in_circle, modifiers, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.system import Nco
from owm_net.games.nco.terms import Gait, Order, Phase, Status
from owm_net.games.nco.turn import Battle, CallIntel, ChooseDie, EndEarly, OrderDice, TurnBegun
from owm_net.games.nco.victory import casualties, level, scores
from tests.games.nco.table import Fight, S, lay, man
from tests.seats import ANN, BEN


def squads(a: int, b: int, **more: Any) -> tuple[list[Any], list[Any]]:
    """So many privates of each side, far from each other."""
    return (
        [man(300 + 200 * n, 300, **more) for n in range(a)],
        [man(300 + 200 * n, 3300, **more) for n in range(b)],
    )


def begun(a: int, b: int, **more: Any) -> Fight:
    """A turn begins with these squads."""
    fight = lay(*squads(a, b), frames=[Battle(at="begin_turn")], first=NO_SEAT, **more)
    assert fight.g.phase is Phase.ORDERS
    return fight


@pytest.mark.rule("NCO-DIE-01", "NCO-GEN-12", "NCO-DIE-02")
def test_all_dice_are_in_the_bag_and_drawn_blindly() -> None:
    fight = begun(7, 5)
    (told,) = fight.told(TurnBegun)
    assert told.bag == (7, 5)
    draws = [r for r in fight.requests if isinstance(r, PickNumber)]
    assert draws[0].below == 12
    for picked, seat in ((6, ANN), (7, BEN)):
        fight = lay(*squads(7, 5), frames=[Battle(at="act"), OrderDice()], last=ANN)
        frame = OrderDice()
        frame.drawn(fight.g, (picked,))
        assert (
            fight.g.events[-1]
            .sentence(fight.g)
            .startswith("order die: US Army" if seat == ANN else "order die: German Heer")
        )


@pytest.mark.rule("NCO-DIE-03", "NCO-DIE-05", "NCO-DIE-08")
def test_a_die_is_used_at_once_on_one_soldier() -> None:
    fight = lay(*squads(2, 1), goes_on=True)
    fight.dealt.picks = [0]
    fight.say(GoDown(S(0)))
    assert fight.bag() == (1, 1) and (fight.kind, fight.seat) == ("order", ANN)
    fight.refused(GoDown(S(0)), "NCO-DIE-03", "has an order")
    fight.refused(GoDown(S(2)), "NCO-DIE-03", "none of your")
    fight.refused(GoDown(S(-1)), "NCO-DIE-03")
    fight.say(GoDown(S(1)))
    assert (fight.seat, fight.bag()) == (BEN, (0, 1))
    fight.rolls((2, 3)).say(GoDown(S(2)))
    assert fight.g.turn == 3, "the bag is empty, nobody is brave: the turn is over"


@pytest.mark.rule("NCO-DIE-04", "NCO-ITM-09")
def test_intel_gives_two_orders_and_the_first_assigner() -> None:
    mine, theirs = squads(3, 4)
    boss = man(300, 500, "sergeant", "smg", items=("intel",))
    fight = lay([boss, *mine[1:]], theirs, frames=[Battle(at="begin_turn")], first=NO_SEAT)
    assert (fight.kind, fight.seat) == ("intel", ANN)
    fight.say(CallIntel(True))
    assert fight.kind == "order" and fight.g.first == ANN
    fight.say(GoDown(S(1)), GoDown(S(2)))
    assert [s.order for s in fight.g.soldiers[:3]].count(Order.NONE) == 1
    assert fight.bag()[1] == 4 and not fight.man(0).items
    dead = lay([boss.with_(status=Status.DEAD), *mine], theirs, frames=[Battle(at="begin_turn")])
    assert dead.kind == "order", "lost with the sergeant"


@pytest.mark.rule("NCO-ITM-09")
def test_who_is_asked_for_intel_first() -> None:
    """R-10: the seat without the last die; the other again before the next one."""
    boss = man(300, 500, "sergeant", "smg", items=("intel",))
    mine, theirs = squads(3, 3)
    foe = man(300, 3100, "sergeant", "smg", items=("intel",))
    fight = lay([boss, *mine], [foe, *theirs], frames=[Battle(at="begin_turn")], last=NO_SEAT)
    assert (fight.kind, fight.seat) == ("intel", BEN), "the first deployer before the first die"
    fight.say(CallIntel(False))
    assert (fight.kind, fight.seat) == ("intel", ANN)
    fight.dealt.picks = [0]
    fight.say(CallIntel(False), GoDown(S(1)))
    assert (fight.kind, fight.seat) == ("intel", BEN)


@pytest.mark.rule("NCO-DIE-06")
def test_after_four_in_a_row_the_other_chooses() -> None:
    fight = lay(*squads(6, 3), goes_on=True, last=ANN, row=3)
    fight.say(GoDown(S(0)))
    assert (fight.kind, fight.seat) == ("open_choice", BEN)
    assert {a.seat for a in fight.options()} == {ANN, BEN, NO_SEAT}
    blind = lay(*squads(6, 3), goes_on=True, last=ANN, row=3).say(GoDown(S(0)))
    blind.dealt.picks = [0]
    blind.say(ChooseDie(NO_SEAT))
    assert blind.seat == ANN and blind.g.row == 5, "the row goes on"
    fight.refused(ChooseDie(NO_SEAT - 1), "NCO-DIE-06")  # type: ignore[arg-type]
    fight.say(ChooseDie(BEN))
    assert fight.seat == BEN and fight.g.row == 1
    one = lay(*squads(6, 0), goes_on=True, last=ANN, row=4).say(GoDown(S(0)))
    assert one.kind == "order", "not where one colour is left"


@pytest.mark.rule("NCO-DIE-08", "NCO-DIE-01")
def test_the_bag_is_always_who_has_no_order() -> None:
    """Whole battles by chance, looked at after every step."""
    system = Nco()
    for seed in range(3):
        match = LocalMatch(system, system.default_setup(), seed, [random_player] * 2)
        while not isinstance(match.request, Over):
            match.give(match.decide())
            g = match.state
            assert isinstance(g, NcoState)
            for seat in (ANN, BEN):
                assert g.bag()[seat] == len(g.unordered(seat))
            for s in g.soldiers:
                assert 0 <= s.psyche <= s.psyche_max and 0 <= s.health <= s.health_max
                assert (s.health == 0) is (s.status is Status.DEAD)
                assert not (s.ambush and s.order is not Order.NONE and g.phase is Phase.ORDERS)


@pytest.mark.rule("NCO-END-01", "NCO-END-02")
def test_the_end_phase_clears_the_table() -> None:
    marked = man(
        300, 300, "corporal", order=Order.DOWN, down=True, moved=True, heart=2, barred=True
    )
    fight = lay(
        [marked, man(300, 900)], squads(0, 2)[1], frames=[Battle(at="clear_up")], dice=[(6, 1)]
    )
    s = fight.man(0)
    assert (s.order, s.down, s.moved, s.heart, s.barred) == (Order.NONE, False, False, 0, False)
    assert fight.g.turn == 3 and fight.g.event == "fox"


@pytest.mark.rule("NCO-GEN-05", "NCO-END-02")
def test_six_turns_have_five_events() -> None:
    fight = lay(*squads(1, 1), frames=[Battle(at="begin_turn")], turn=1, first=NO_SEAT)
    for _ in range(40):
        if fight.over:
            break
        if fight.kind == "order":
            fight.say(next(a for a in fight.options() if isinstance(a, GoDown | Rally)))
        else:
            fight.passes()
    assert fight.over and fight.g.turn == 6
    assert len([e for e in fight.events if e.name == "nco.event"]) == 5


@pytest.mark.rule("NCO-END-03", "NCO-GEN-06", "NCO-END-04")
def test_a_casualty_is_worth_what_he_cost() -> None:
    dead: dict[str, Any] = {"status": Status.DEAD, "health": 0}
    gunner = man(300, 300, "lance_corporal", "lmg", items=("flask",), **dead)
    medic = man(300, 300, "medic", **dead)
    boss = man(300, 300, "sergeant", "smg", skills=("covert", "deadeye"), items=("intel",), **dead)
    fight = lay([gunner, medic, boss, man(900, 900)], [man(3000, 3000)])
    assert [s.worth for s in fight.g.soldiers[:3]] == [19, 12, 66]
    assert casualties(fight.g, BEN) == 97 == scores(fight.g)[BEN] and scores(fight.g)[ANN] == 0


@pytest.mark.rule("NCO-END-05", "NCO-END-07")
@pytest.mark.parametrize(
    ("difference", "called"),
    [
        (150, "Crushing Victory"),
        (149, "Decisive Blow"),
        (110, "Decisive Blow"),
        (109, "Tactical Success"),
        (75, "Tactical Success"),
        (74, "Narrow Advantage"),
        (50, "Narrow Advantage"),
        (49, "more victory points"),
        (1, "more victory points"),
        (0, "Entrenched Stalemate"),
    ],
)
def test_what_a_difference_is_called(difference: int, called: str) -> None:
    assert level(difference) == called


@pytest.mark.rule("NCO-END-05", "NCO-SCN-01")
def test_more_points_win_and_equal_ones_are_a_draw() -> None:
    """R-71; the basic battle counts casualties alone."""
    dead = man(300, 300, "corporal", status=Status.DEAD, health=0)
    fight = lay([dead, man(900, 900)], [man(3000, 3000)], frames=[Battle(at="clear_up")], turn=6)
    assert fight.winners == (BEN,) and fight.over and fight.over.result.scores == (0, 18)
    assert fight.reason == "more victory points"
    draw = lay([man(900, 900)], [man(3000, 3000)], frames=[Battle(at="clear_up")], turn=6)
    assert draw.winners == ()


@pytest.mark.rule("NCO-END-01")
def test_who_is_left_alone_may_end_it() -> None:
    """R-62."""
    dead = man(300, 300, status=Status.DEAD, health=0)
    fight = lay([dead], [man(3000, 3000)], frames=[Battle(at="clear_up")])
    assert (fight.kind, fight.seat) == ("end_early", BEN)
    on = lay([dead], [man(3000, 3000)], frames=[Battle(at="clear_up")]).say(EndEarly(False))
    assert on.g.turn == 3 and on.kind == "order"
    fight.say(EndEarly(True))
    assert fight.winners == (BEN,)
    nobody = lay([dead], [dead], frames=[Battle(at="clear_up")])
    assert nobody.over and nobody.g.turn == 2


@pytest.mark.rule("NCO-ITM-10")
def test_a_field_map_is_for_one_turn() -> None:
    boss = man(300, 300, "sergeant", "smg", items=("field_map",))
    fight = lay([boss, man(600, 600)], squads(0, 1)[1], frames=[Battle(at="before_turn")], turn=0)
    assert (fight.kind, fight.seat) == ("field_map", ANN), "usable in turn 1 (R-79)"
    fight.say(UseMap(True))
    assert fight.g.mapped == (ANN,) and fight.g.move(S(1)) == 600 and fight.g.move(S(2)) == 500
    assert not fight.man(0).items
    kept = lay([boss], squads(0, 1)[1], frames=[Battle(at="before_turn")]).say(UseMap(False))
    assert kept.man(0).items and kept.g.mapped == ()


def measured(g: NcoState) -> list[object]:
    """Return what a player may want to know of two soldiers before a decision, on either side."""
    one, other = g.on_field(ANN)[0], g.on_field(BEN)[0]
    a, b = g.soldiers[one].spot, g.soldiers[other].spot
    shot = Shot(one, g.soldiers[one].arms[0], other, None)
    return [
        [g.ground.leg(a, b, gait) for gait in Gait],
        [g.ground.sees(a, b), g.ground.obscured(a, b), g.near(one, other, 2000)],
        [allowance(g, soldier, gait) for soldier in (one, other) for gait in Gait],
        [modifiers(g, shot, other), in_circle(g, a, b), why_not_shot(g, shot)],
        why_not_path(g, one, (b,), Gait.ADVANCE),
    ]


@pytest.mark.rule("NCO-GEN-02")
def test_whoever_measures_at_any_time_changes_nothing() -> None:
    """Two battles of the same seed, one measured whenever anybody is asked: they are the same."""
    system = Nco()
    asked: set[str] = set()
    plain, looked_at = [
        LocalMatch(system, system.default_setup(), 3, [computer_player] * 2) for _ in range(2)
    ]
    while not {"order", "shot", "react", "special", "ambush"} <= asked:
        g, request = looked_at.state, looked_at.request
        assert isinstance(g, NcoState) and not isinstance(request, Over)
        if isinstance(request, Decision) and g.on_field(ANN) and g.on_field(BEN):
            asked.add(request.kind)
            assert measured(g)
        plain.step()
        looked_at.step()
        assert digest(plain.state) == digest(g)


def test_every_question_is_asked_in_words() -> None:
    """A screen shows a sentence of the game over a question, and never its bare word."""
    from owm_net.engine import agenda

    system, asked = Nco(), set()
    for seed, mission in enumerate(system.missions):
        match = LocalMatch(system, system.default_setup(mission), seed, [random_player] * 2)
        while not isinstance(match.request, Over):
            if isinstance(match.request, Decision):
                about = agenda.about(match.view(match.request.deciders[0]))
                assert " " in about.what and about.rule.startswith("NCO-"), about
                asked.add(match.request.kind)
            match.give(match.decide())
    assert {"order", "shot", "special", "ambush", "react", "intel", "side"} <= asked


@pytest.mark.rule("NCO-DIE-03", "NCO-SPC-05")
@pytest.mark.parametrize("mission", ["rescue-mission", "search-and-destroy"])
def test_nobody_is_asked_where_there_is_one_answer(mission: str) -> None:
    """R-102; but a chaplain in a breakdown is asked, who may rally aloud."""
    match = LocalMatch(Nco(), Nco().default_setup(mission), 6, [random_player] * 2)
    asked = 0
    while not isinstance(match.request, Over):
        if isinstance(match.request, Choose) and match.request.kind in ("order", "special"):
            options = agenda.options(match.view(match.request.seat))
            assert len(set(options)) > 1, options
            asked += 1
        match.step()
    assert asked > 100
    chaplain = man(1000, 1000, "chaplain", psyche=0)
    assert lay([chaplain], [man(3300, 3300)]).kind == "order"
