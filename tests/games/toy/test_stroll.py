"""`docs/new-system.md` for a game without cards on a free map: what is another thing there than in
`test_toy.py`, which goes through the steps one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzz import checks
from fuzz.watched import Playout, setups
from fuzz.worlds import Story
from owm_net import games
from owm_net.client import tables
from owm_net.client.answering.fields import named
from owm_net.client.tables.terminal import Conversation
from owm_net.client.widgets import plain_value
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Over
from owm_net.engine.system import System
from tests.client.robot import Robot, Typist
from tests.client.test_table import press
from tests.games.driver import Driver
from tests.games.toy.stroll import ChooseGait, Gait, Go, Gone, Spot, StrollState, WalkerId
from tests.games.toy.stroll_table import StrollTable

HERE = Path(__file__).resolve().parent


@pytest.fixture
def stroll(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    """The line in `games/__init__.py`, for one test; and the ledger beside it."""
    monkeypatch.setitem(games._REGISTERED, "stroll", "tests.games.toy.stroll:Stroll")
    monkeypatch.setattr(checks, "RULES", HERE)
    checks.ledger.cache_clear()
    yield games.get("stroll")
    games.get.cache_clear()
    checks.ledger.cache_clear()


@pytest.fixture
def drawn(stroll: System, monkeypatch: pytest.MonkeyPatch) -> System:
    """The line in `client/tables/__init__.py` too."""
    monkeypatch.setitem(tables._TABLES, "stroll", "tests.games.toy.stroll_table:StrollTable")
    return stroll


def test_a_path_is_judged(stroll: System) -> None:
    """Whatever a stranger sends as one; and it ends where its last point is."""
    g = stroll.new_game(stroll.default_setup())
    assert isinstance(g, StrollState)
    match = Driver(g, LocalDealer(2, Chance("stroll"))).begin()
    match.say((ChooseGait(Gait.WALK), ChooseGait(Gait.RUN)))
    own = WalkerId(match.seat)
    x, y = g.walkers[own].spot
    north = 1 if own == 0 else -1
    match.refused(Go(own, (Spot((x, y + north * 801)),)), "STR-03", "of")
    match.refused(Go(own, (Spot((-1, y)),)), "STR-03", "must be 0 to 2000")
    match.refused(Go(own, (Spot((x, y)),) * 4), "STR-03", "at most 3 points")
    match.refused(Go(own, ("here",)), "STR-03", "needs")  # type: ignore[arg-type]
    match.refused(Go(WalkerId(1 - own)), "STR-03", "not your walker")
    match.say(Go(own, (Spot((x, y + north * 500)),)))
    assert match.told(Gone) == [Gone(own, Spot((x, y + north * 500)))]


def test_the_general_tests(stroll: System) -> None:
    """As the toy's eighth step; there are no cards that could be others in another world."""
    for seed, setup in enumerate(setups(stroll) * 4):
        Playout(stroll, setup, seed).play(examine_every=3, twins=1)
        story = Story(stroll, setup, seed, worlds=2)
        assert not story.worlds


def test_its_own_table_is_played_by_the_pointer_and_by_the_keys(drawn: System) -> None:
    """To the end of the match, where nothing is asked any more and the table is still drawn."""
    for player in (Robot, Typist):
        robot = player(drawn, 3)
        assert isinstance(robot.stage.table, StrollTable)
        assert robot.play()
        assert robot.kinds.keys() == {"gait", "go"}
        assert robot.stage.scene().find("map") is not None


def test_a_path_is_clicked_and_no_list_lies_on_the_map(drawn: System) -> None:
    """A point has no list of values: the table draws the map, so the panel with offers stays away;
    of what the table does not draw, it is there."""
    robot = Robot(drawn, 3)
    assert robot.run_to(lambda match: match.request.kind == "gait")
    assert robot.stage.scene().find("choose") is not None
    assert robot.run_to(lambda match: match.request.kind == "go")
    scene = robot.stage.scene()
    assert scene.find("choose") is None
    item = scene.find("map")
    assert item is not None
    robot.stage.press(item.rect.cx, item.rect.bottom - item.rect.h * 0.15)
    assert robot.stage.scene().find("path") is not None
    press(robot.stage, "confirm")
    (go,) = [answer for answer in robot.answers if isinstance(answer, Go)][-1:]
    assert len(go.path) == 1


def test_a_table_without_words_of_its_own_is_read_out_as_any_game(drawn: System) -> None:
    """In a terminal; and nobody is said to hold cards where there are none."""
    match = LocalMatch(drawn, drawn.default_setup(), 1, [random_player] * 2)
    talk = Conversation(drawn)
    talk.ask(match.view(0))
    status = "\n".join(talk.on_line("status").lines)
    assert "Rounds begun: 1." in status
    assert "card" not in status


def test_the_plain_table_shows_a_state_without_names_of_python(stroll: System) -> None:
    g = stroll.new_game(stroll.default_setup())
    assert isinstance(g, StrollState)
    assert plain_value(g.walkers[0]) == "(seat 0, spot 1000, 100, gait walk, still no)"
    assert not isinstance(Robot(stroll, 3).stage.table, StrollTable)


def test_a_field_is_called_as_the_game_says(stroll: System) -> None:
    """Else as in `client/answering/fields.py`."""
    assert named("walker", stroll.fields) == "stroller"
    assert named("path", stroll.fields) == "path"
    robot = Robot(stroll, 3)
    assert robot.run_to(lambda match: match.request.kind == "gait")
    assert any("way of going" in text for text in robot.stage.scene().texts())
    assert not isinstance(robot.match.request, Over)
