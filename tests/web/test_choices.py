"""A scene in words: what a page says to those who do not see it."""

from __future__ import annotations

from owm_net import games
from owm_net.web.choices import Words
from tests.client.robot import Robot


def test_all_that_tab_comes_to_has_a_name_and_only_what_changes_is_said() -> None:
    """The first time all of it; then nothing; then the new focus, with what belongs to it."""
    robot = Robot(games.get("squadcards"), 2)
    robot.run_to(lambda match: True)
    stage, words = robot.stage, Words()
    said = words.news(stage.scene(), "")
    assert said["order"] == [item.id for item in stage.scene().focusable]
    names = {id: name for id, name, _, _ in said["choices"]}
    assert names["nation:us"] == "the Americans" and all(names.values())
    assert "Choose your nationality" in said["prompt"] and "AMERICANS" in said["texts"]
    assert words.news(stage.scene(), "") == {}
    stage.choose("nation:us")
    robot.tick()
    said = words.news(stage.scene(), stage.sitting.ui.focus)
    states = {id: states for id, _, _, states in said["choices"]}
    assert said["focus"] == "nation:us" and "chosen" in states["nation:us"].split()
    assert "top.help" not in states


def test_nothing_below_another_screen_can_be_chosen_by_its_name() -> None:
    """The page may send whatever was there a moment ago."""
    robot = Robot(games.get("squadcards"), 2)
    robot.run_to(lambda match: True)
    stage = robot.stage
    stage.choose("top.help")
    robot.tick(1)
    stage.choose("nation:us")
    stage.choose("no such thing")
    robot.tick(1)
    said = Words().news(stage.scene(), "")
    assert "nation:us" not in said["order"] and not robot.answers
    stage.key("escape")
    robot.tick(1)
    said = Words().news(stage.scene(), "")
    assert not any("chosen" in states for *_, states in said["choices"])
