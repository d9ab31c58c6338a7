"""Whoever only looks changes nothing: of every game the state's digest is the same after drawing,
hovering and walking about with Tab. (A `Guard` looks at each handler in the other tests.)"""

from __future__ import annotations

from typing import Any

import pytest

from owm_net import games
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.engine import codec
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, Over

QUESTIONS, APART = 2, 9
"""How many questions are looked at, and every how many-th."""


def is_asked(request: Any) -> bool:
    if isinstance(request, Choose):
        return request.seat == 0
    return isinstance(request, ChooseSecretly) and 0 in request.seats


def look_about(stage: Stage) -> int:
    """Draw, point at every eighth thing, and go through some by Tab. How many scenes were seen."""
    scenes = {id(stage.scene())}
    for item in list(stage.scene())[::8]:
        stage.move(item.rect.cx, item.rect.cy)
        scenes.add(id(stage.scene()))
    for _ in range(5):
        stage.key("tab")
        scenes.add(id(stage.scene()))
    return len(scenes)


@pytest.mark.parametrize("name", sorted(games.names()))
def test_drawing_and_hovering_leaves_the_state_alone(name: str) -> None:
    system = games.get(name)
    setup = system.default_setup()
    match = LocalMatch(system, setup, 2, [random_player] * setup.seats)
    stage = Stage(system, 0, ["Anna", "Ben", "Cid", "Dan"][: setup.seats], Settings(speed="off"))
    asked = looked = 0
    while looked < QUESTIONS and not isinstance(match.request, Over):
        stage.sitting.told(match.view(0), match.state.events)
        stage.tick(float(match.state.answered))
        if is_asked(match.request):
            asked += 1
            if asked % APART == 1:
                stage.sitting.ask(match.view(0), lambda answer: None)
                stage.tick(match.state.answered + 0.5)
                shown = stage.sitting.view
                assert shown is not None
                before = codec.digest(match.state), codec.digest(shown.state)
                assert look_about(stage) > 1
                assert (codec.digest(match.state), codec.digest(shown.state)) == before
                stage.sitting.withdraw()
                looked += 1
        match.step()
    assert looked == QUESTIONS
