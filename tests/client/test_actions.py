"""Every kind of action of a turn, clicked together from its parts, is the answer that was meant."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from owm_net import games
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.tables.owm import acting
from owm_net.client.tables.owm.deciding import must_pass
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Over
from owm_net.games.owm.actions import (
    ACTIONS,
    Attack,
    AttackTruck,
    Disarm,
    EndTurn,
    Heal,
    Recognise,
    RepairTruck,
    Uncrew,
)
from owm_net.games.owm.decisions import ActOfValor
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions.supply_truck import the_truck
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens import TokenKind
from owm_net.games.owm.words import soldier_name
from tests.games.owm.table import ATTACK_RED, ENTRENCH, EVANS, GUNNER, MATE, Table, down, team

LEVELS = [lvl for lvl in ("private", "colonel") if lvl in games.get("owm").levels]
TRUCK = (AttackTruck, RepairTruck)
KINDS = [cls for cls in ACTIONS if cls is not Heal or "colonel" in LEVELS]
PLAYERS = [random_player] * 2
SEEDS = (0, 1, 25)
"""Matches that come to every kind between them: only the last to an Uncrew."""
VERBS = {cls: cls.__name__.lower() for cls in acting.keys_of(ACTIONS)}


@cache
def situations() -> dict[type, tuple[LocalMatch, Any]]:
    """For each kind of action a match in which seat 0 may take one, and that action.

    A Satchel Charge to disarm is laid by hand.
    """
    system = games.get("owm")
    found: dict[type, tuple[LocalMatch, Any]] = {}
    for seed in SEEDS:
        level = LEVELS[seed % len(LEVELS)]
        match = LocalMatch(system, system.default_setup().with_(level=level), seed, PLAYERS)
        while not isinstance(match.request, Over) and len(found) < len(KINDS) - 1 - len(TRUCK):
            request = match.request
            if isinstance(request, Choose) and request.kind == "action" and request.seat == 0:
                view = match.view(0)
                others = [x for x in agenda.offers(view) if type(x) not in found]
                fresh = [x for x in others if agenda.why_not(view, x) is None]
                for answer in reversed(fresh):
                    found.setdefault(type(answer), (copy_of(match), answer))
            match.step()
        if len(found) == len(KINDS) - 1 - len(TRUCK):
            break
    match = copy_of(found[EndTurn][0])
    assert isinstance(match.state, OwmState)
    g = match.state
    g.lay_token(TokenKind.SATCHEL_CHARGE, g.fireteams[g.active].cell)
    found[Disarm] = (match, Disarm(g.commanders(g.active)[0]))
    return found


def at_the_truck(kind: type) -> tuple[Table, Any]:
    """The same in the one mission that has the Supply Truck; seat 0 is the enemy's or its guard."""
    t = Table(
        team(0, "A3", EVANS, 203),
        team(1, "G3", 302),
        hands=[[ATTACK_RED], []],
        map_of="the-road-to-ruin",
    )
    if kind is AttackTruck:
        return t.begin(), AttackTruck(ATTACK_RED)
    t.g.site = the_truck(t.g).with_(green=False)
    t.g.sides.reverse()
    return t.begin(), RepairTruck(EVANS)


def copy_of(match: LocalMatch) -> LocalMatch:
    """The match as it stands; it is only looked at."""
    other = object.__new__(LocalMatch)
    other.__dict__.update(match.__dict__)
    other.state = match.state.clone()
    return other


def press(stage: Stage, id: str) -> None:
    item = stage.scene().find(id)
    assert item is not None, f"there is no {id}"
    if "chosen" in item.flags:
        return
    point = stage.scene().point_of(item)
    assert point is not None, f"{id} is covered"
    stage.press(*point)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_action_is_clicked_together(kind: type) -> None:
    match, wanted = at_the_truck(kind) if kind in TRUCK else situations()[kind]
    state = match.g if isinstance(match, Table) else match.state
    assert isinstance(state, OwmState)
    stage = Stage(games.get("owm"), 0, ["You", "Computer"], Settings(speed="off", guard=True))
    given: list[Any] = []
    stage.sitting.told(match.view(0), [])
    stage.tick(0)
    stage.sitting.ask(match.view(0), given.append)
    stage.tick(0)
    hand = state.hands[0]
    if kind in VERBS:
        press(stage, f"verb:{VERBS[kind]}")
        if hasattr(wanted, "to"):
            press(stage, f"team:{wanted.to}")
        if isinstance(wanted, Recognise):
            press(stage, f"team:{wanted.target}")
        for name in ("gunner", "assistant", "sniper", "medic", "soldier", "commander"):
            if hasattr(wanted, name):
                press(stage, f"soldier:{getattr(wanted, name)}")
        for soldier in getattr(wanted, "soldiers", ()):
            press(stage, f"soldier:{soldier}")
        for card in getattr(wanted, "cards", ()) or (
            [wanted.card] if hasattr(wanted, "card") else []
        ):
            press(stage, f"hand:{hand.index(card)}")
    else:
        press(stage, f"hand:{hand.index(wanted.card)}")
        if getattr(wanted, "turned", False):
            press(stage, "turn")
        if isinstance(wanted, Attack):
            press(stage, f"team:{wanted.target}")
        elif hasattr(wanted, "cell"):
            there = [t.id for t in state.fireteams_at(wanted.cell)]
            press(stage, f"team:{there[0]}" if there else f"cell:{wanted.cell}")
    if not given:
        press(stage, "confirm")
    assert given == [wanted]


def deciding(*hand: int, **line: Any) -> tuple[Stage, list[Any], Table]:
    """Return seat 0 asked for a Command Decision at the beginning of an enemy's turn; its machine
    gunner and assistant."""
    t = Table(
        team(1, "C4", 303, 304),
        team(0, "C1", GUNNER, MATE, *line.get("others", ())),
        hands=[list(hand), [ATTACK_RED]],
        level="lieutenant",
    )
    t.change(GUNNER, crewed_in=1, assistant=MATE)
    t.change(MATE, assists=GUNNER)
    t.begin().until("decision", 0)
    stage = Stage(games.get("owm"), 0, ["You", "Computer"], Settings(speed="off", guard=True))
    given: list[Any] = []
    stage.sitting.told(t.view(0), [])
    stage.tick(0)
    stage.sitting.ask(t.view(0), given.append)
    stage.tick(0)
    return stage, given, t


@pytest.mark.rule("OWM-CREW-04")
@pytest.mark.parametrize("hand", [(), (ENTRENCH,)])
def test_a_crew_is_ended_with_its_button_in_an_enemys_turn(hand: tuple[int, ...]) -> None:
    """A-153. A player with nothing else to do may still pass automatically."""
    stage, given, t = deciding(*hand)
    assert must_pass(stage.sitting)
    press(stage, "verb:uncrew")  # there is one crew: nothing is left to choose
    assert not given
    press(stage, "confirm")
    assert given == [Uncrew(GUNNER)]
    t.say(*given)
    assert (t.kind, t.seat) == (("decision", 0) if hand else ("action", 1))


@pytest.mark.rule("OWM-CD-VALOR")
def test_a_hero_who_only_rallies_is_clicked_together() -> None:
    """A-155: the card, and who is down; an enemy need not be named."""
    valor, lying = 116, 203
    stage, given, t = deciding(valor, others=(down(lying, since=2),))
    press(stage, "hand:0")
    press(
        stage, next(i.id for i in stage.scene() if i.label == str(soldier_name(SoldierId(lying))))
    )
    press(stage, "confirm")
    assert given == [ActOfValor(Played(valor), SoldierId(lying))]
    assert t.allowed(given[0])
