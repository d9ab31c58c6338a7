"""A table at a kind of decision, or an action, that it does not know: a person can still answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define

from owm_net import games
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.tables import owm
from owm_net.client.tables.owm import acting
from owm_net.client.tables.squadcards import asking
from owm_net.engine import agenda
from owm_net.engine.agenda import Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.hands import held
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import computer
from owm_net.games.owm.actions import ACTIONS, AttackTruck, Hide, Redraw
from owm_net.games.owm.ids import SoldierId
from tests.client.robot import Robot
from tests.client.situations import stage_at
from tests.client.test_table import texts_that_run_over
from tests.kinds import declared

TABLES = ("owm", "squadcards")

# ------------------------------------------------------------------ a few toy kinds


@record("test.unknown.stop")
class Stop(Answer):
    """A card of the hand stops something."""

    title = "Stop it"
    card: Played


@record("test.unknown.duck")
class Duck(Answer):
    """Nothing to choose."""

    title = "Duck"
    by_name = True


@record("test.unknown.stay")
class Stay(Answer):
    """Nothing to choose either."""

    title = "Stay"
    by_name = True


@record("test.unknown.salute")
class Salute(Answer):
    """A soldier, of either side."""

    soldier: SoldierId


@record("test.unknown.wager")
class Wager(Answer):
    """A number."""

    points: int


STOP = Kind("stop_it", Stop, rule="KERNEL", why="a card or a pass is asked for", passes=True)
DUCK = Kind("duck", Duck, Stay, rule="KERNEL", why="one of two is asked for")
ONLY = Kind("only", Duck, rule="KERNEL", why="nothing else can be done")
SALUTE = Kind("salute", Salute, rule="KERNEL", why="a soldier is asked for")
WAGER = Kind("wager", Wager, rule="KERNEL", why="a number is asked for")


@frame("test.unknown.toy")
@define
class Toy(Frame[None]):
    """Asks any of them."""

    def start(self, g: Any) -> Outcome[None]:
        return Done()

    @STOP.offers
    def offers_stop_it(self, view: View[Any]) -> Iterator[Stop]:
        yield from map(Stop, held(view, view.seat))

    def passed_stop_it(self, g: Any) -> Outcome[None]:
        return Done()

    @STOP.judges
    def why_not_stop_it(self, view: View[Any], answer: Stop) -> Refusal | None:
        if answer.card in held(view, view.seat):
            return None
        return Refusal("KERNEL", "that card is not in the hand")

    @DUCK.offers
    def offers_duck(self, view: View[Any]) -> Iterator[Duck | Stay]:
        yield from (Duck(), Stay())

    @ONLY.offers
    def offers_only(self, view: View[Any]) -> Iterator[Duck]:
        yield Duck()

    @SALUTE.offers
    def offers_salute(self, view: View[Any]) -> Iterator[Salute]:
        yield from map(Salute, view.state.soldiers)

    @SALUTE.judges
    def why_not_salute(self, view: View[Any], answer: Salute) -> Refusal | None:
        gone = answer.soldier not in view.state.soldiers
        return Refusal("KERNEL", "he is not here") if gone else None

    @WAGER.offers
    def offers_wager(self, view: View[Any]) -> Iterator[Wager]:
        yield from map(Wager, range(1, 6))

    @WAGER.judges
    def why_not_wager(self, view: View[Any], answer: Wager) -> Refusal | None:
        return None if 0 < answer.points < 6 else Refusal("KERNEL", "one to five")


def asked(name: str, kind: Kind[Any], steps: int = 60) -> tuple[Stage, list[Answer]]:
    """A table in the middle of a match at a question of a toy kind to seat 0."""
    system = games.get(name)
    match = LocalMatch(system, system.default_setup(), 5, [random_player] * 2)
    while match.state.answered < steps:
        match.step()
    g = match.state.clone()
    g.agenda.append(Toy())
    g.pending = kind.of(Seat(0))
    view = View(g, Seat(0), match.dealer.knowledge[0])
    stage = Stage(system, 0, ["You", "Bob"], Settings(speed="off", guard=True))
    given: list[Answer] = []
    stage.sitting.told(view, [])
    stage.tick(0)
    stage.sitting.ask(view, given.append)
    stage.tick(0)
    return stage, given


def press(stage: Stage, label: str) -> None:
    found = [i for i in stage.scene() if i.action is not None and i.label == label]
    assert found, f"no {label}: {[i.label for i in stage.scene() if i.action is not None]}"
    point = stage.scene().point_of(found[0])
    assert point is not None, f"{label} is covered"
    stage.press(*point)


# ------------------------------------------------------------------ by clicks


@pytest.mark.parametrize("name", TABLES)
def test_a_window_that_no_table_knows_is_passed_or_a_card_is_played(name: str) -> None:
    stage, given = asked(name, STOP)
    press(stage, "PASS")
    assert given == [Pass()]
    stage, given = asked(name, STOP)
    assert stage.sitting.view is not None
    cards = [i for i in stage.scene() if i.id.startswith("hand:") and i.lit]
    assert len(cards) == len(held(stage.sitting.view, Seat(0)))
    press(stage, cards[-1].label)
    assert not given
    press(stage, "CLEAR")
    press(stage, cards[0].label)
    press(stage, "CONFIRM")
    assert given == [Stop(held(stage.sitting.view, Seat(0))[0])]


@pytest.mark.parametrize("name", TABLES)
def test_an_answer_without_fields_is_one_press(name: str) -> None:
    for kind, label, answer in ((DUCK, "STAY", Stay()), (DUCK, "DUCK", Duck())):
        stage, given = asked(name, kind)
        assert stage.scene().find("confirm") is None  # Enter chooses neither
        press(stage, label)
        assert given == [answer]
    stage, given = asked(name, ONLY)
    press(stage, "DUCK")
    assert given == [Duck()]


def test_a_value_that_the_table_does_not_draw_is_chosen_in_a_list() -> None:
    stage, given = asked("owm", SALUTE)
    assert stage.sitting.view is not None
    enemy = next(s for s in stage.sitting.view.state.soldiers.values())
    press(stage, stage.sitting.system.value_name(stage.sitting.view, SoldierId, enemy.id))
    press(stage, "CONFIRM")
    assert given == [Salute(enemy.id)]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("kind", [STOP, DUCK, ONLY, WAGER], ids=lambda kind: kind.word)
@pytest.mark.parametrize("steps", [0, 60])
def test_a_robot_answers_a_kind_that_the_table_does_not_know(
    name: str, kind: Kind[Any], steps: int
) -> None:
    stage, given = asked(name, kind, steps)
    robot = Robot.__new__(Robot)
    robot.stage, robot.chance = stage, random.Random(kind.word)
    for _ in range(100):
        assert not texts_that_run_over(stage.scene())
        point = stage.scene().point_of(robot.choose())
        assert point is not None
        stage.press(*point)
        if given:
            break
    assert given and type(given[0]) in kind.answers


# ------------------------------------------------------------------ who is known


BY_PLAIN_CHOICES: dict[str, set[str]] = {
    "owm": {"split_fireteams", "agree_split"},
    "squadcards": set(),
}
"""Kinds that a game's own table leaves to the plain choices. Add a word here, or a prompt there."""


def test_each_declared_kind_has_a_prompt_or_is_left_to_the_plain_choices() -> None:
    known: dict[str, set[Kind[Any]]] = {
        "owm": {*owm.PROMPTS},
        "squadcards": {*asking.PASSING, *asking._PROMPTS},
    }
    for name in TABLES:
        left = {kind.word for kind in declared(name) if kind not in known[name]}
        assert left == BY_PLAIN_CHOICES[name]


def test_the_computer_passes_where_it_has_not_been_told_how_to_think() -> None:
    stage, _ = asked("owm", STOP)
    assert stage.sitting.view is not None
    assert computer.play(stage.sitting.view, Chance("a")) == Pass()
    stage, _ = asked("owm", WAGER)
    view = stage.sitting.view
    assert view is not None
    found = [computer.play(view, Chance("wager", n)) for n in range(40)]
    assert {type(answer) for answer in found} == {Wager} and len(set(found)) == 5
    assert all(agenda.why_not(view, answer) is None for answer in found)
    assert found == [computer.play(view, Chance("wager", n)) for n in range(40)]


# ------------------------------------------------------------------ actions of a turn


def test_every_action_has_a_button_or_is_begun_by_what_is_drawn() -> None:
    keys = acting.keys_of(ACTIONS)
    for cls in ACTIONS:
        assert (cls in keys) == cls.by_name
    assert AttackTruck in keys  # its card alone would be an Attack's
    letters = [key for key in keys.values() if key]
    assert len(letters) == len(set(letters)) and not acting.TAKEN & set(letters)


def test_a_new_action_has_a_button_before_the_last_with_a_free_letter_of_its_title() -> None:
    class Signal(Hide):
        title = "Signal"

    class Shout(Redraw):
        title = "Shhh"

    keys = acting.keys_of((*ACTIONS, Signal, Shout))
    assert [cls.__name__ for cls in keys][-3:] == ["Signal", "Shout", "EndTurn"]
    assert keys[Signal] == "i"  # s is Stealth's
    assert keys[Shout] == ""


def test_an_action_with_nothing_to_choose_opens_no_panel() -> None:
    """A turn is ended by its button, asked once, and nothing else is offered over the map."""
    stage = stage_at("action")
    stage.key("e")
    assert stage.sitting.answering.sketch is not None
    assert stage.scene().find("choose") is None and stage.scene().find("confirm") is not None
