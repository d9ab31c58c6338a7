"""A scene in words, for whoever does not see the canvas: what can be pressed on it, and what it
says."""

from __future__ import annotations

from typing import Any

from owm_net.client.scene.items import Item, Scene
from owm_net.client.sitting.actions import WindowAction

STATES = ("lit", "chosen")
"""Flags of an item that its button has too."""


class Words:
    """Tells of each scene what is different from the one before."""

    def __init__(self) -> None:
        self._told: dict[str, Any] = {}
        self._choices: dict[str, list[str]] = {}
        self._scene: tuple[Scene, str] | None = None

    def news(self, scene: Scene, focus: str) -> dict[str, Any]:
        """Return what is to be said anew; {} for nothing.

        order: the ids of all choices; choices: of those that are new or have changed the id, the
        name, more about it and its states; focus: the id of the one with the focus; prompt: what
        the player is asked; texts: all else that can be read.
        """
        scene = scene.under or scene  # an animation says nothing new
        if self._scene is not None and self._scene[0] is scene and self._scene[1] == focus:
            return {}
        self._scene = scene, focus
        focusable = scene.focusable
        choices = {item.id: _in_words(item, scene) for item in focusable}
        changed = [[id, *said] for id, said in choices.items() if self._choices.get(id) != said]
        self._choices = choices
        prompt = scene.find("prompt.text")
        told = {
            "order": list(choices),
            "focus": focus if focus in choices else "",
            "prompt": "" if prompt is None else _text(prompt),
            "texts": [_text(item) for item in scene.uncovered if item.runs and item is not prompt],
        }
        news = {name: value for name, value in told.items() if self._told.get(name) != value}
        self._told = told
        return {**news, "choices": changed} if news or changed else {}


def _text(item: Item) -> str:
    return " ".join([run.text for run in item.runs])


def _in_words(item: Item, scene: Scene) -> list[str]:
    """The name of a choice, more about it, and its states."""
    word = scene.find(f"{item.id}.word") or scene.find(f"{item.id}.title")
    name = item.label or _text(item) or ("" if word is None else _text(word)) or item.id
    mark = scene.find(f"{item.id}.mark")
    flags = item.flags if mark is None else item.flags | mark.flags
    states = [state for state in STATES if state in flags]
    if item.action is not None and (item.action.answers or _is_lit_thing(item)):
        states.append("answers")
    if item.why:
        states.append("refused")
    more = item.why or item.tooltip
    return [name, "" if more == name else more, " ".join(states)]


def _is_lit_thing(item: Item) -> bool:
    """Return True for a thing of the game, such as a place with others on it, that may be chosen
    now."""
    return item.lit and not isinstance(item.action, WindowAction)
