"""What a player is told of a mission: before a match, and over its table."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box
from owm_net.engine.briefing import Briefing

STEP = 20.0
"""From one line to the next."""
SIZE = 15.0
BETWEEN = 6.0
"""Of two sentences."""


def write(box: Box, id: str, told: Briefing, besides: list[str]) -> None:
    """Write a briefing from the top of a box, and what is told besides: the sentences that have
    room."""
    for n, (text, ink) in enumerate(_sentences(told, besides)):
        lines = box.wrap(tr(text), SIZE)
        if STEP * len(lines) > box.h:
            return
        box.lines(f"{id}:{n}", lines, step=STEP, gap=BETWEEN, size=SIZE, colour=ink)


def needs(box: Box, told: Briefing, besides: list[str]) -> float:
    """How high a box of this width must be for all of it."""
    texts = [tr(text) for text, _ in _sentences(told, besides)]
    return sum([STEP * len(box.wrap(text, SIZE)) + BETWEEN for text in texts])


def _sentences(told: Briefing, besides: list[str]) -> list[tuple[str, theme.Colour]]:
    """How it is won in bright letters, then what one may want to know."""
    bright = (told.goal, *told.scores, told.ends)
    return [
        *[(text, theme.CREAM) for text in bright if text],
        *[(text, theme.SAND) for text in (*besides, told.notes) if text],
    ]
