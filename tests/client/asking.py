"""Put a question over whatever a window shows, without a match that waits for the answer."""

from __future__ import annotations

from typing import Any

from owm_net.client.match_stage import Stage
from owm_net.client.stage.stack import Question


def put(stage: Stage, question: Question[Any]) -> list[bool]:
    """Push it; what the player says to it."""
    said: list[bool] = []
    settle = question.settle

    def noted(at: Any, yes: bool) -> None:
        settle(at, yes)
        said.append(yes)

    question.settle = noted  # type: ignore[method-assign]
    stage.screens.push(question)
    return said
