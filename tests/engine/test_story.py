"""The log as a story: what belongs to one shot or assault is one line."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from owm_net import games
from owm_net.engine.agenda import Event
from owm_net.engine.playthrough import parse, replay
from owm_net.engine.story import StoryLine, Storyteller
from owm_net.games.hailfire.shooting import Fired as HailfireFired
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.tokens import TokenLaid
from owm_net.games.nco.attack import ToHit
from owm_net.games.owm.firing import Totalled
from owm_net.games.owm.flips import Flipped
from owm_net.games.squadcards.attack import Attacked

GOLDEN = Path(__file__).parents[1] / "golden"
STEPS = 90
PLAYED = {
    "owm/truck-captured": (Totalled, Flipped),
    "squadcards/crossroads-knoll": (Attacked,),
    "nco/snapped": (ToHit,),
    "hailfire/lane-junction": (HailfireFired,),
    "heroes/crossroads-scramble": (ShotFired, TokenLaid),
}
"""A playthrough of each game, and events of which none stands alone in its log."""
COORDINATE = re.compile(r'\d" (east|north)\b|#\d')

Log = list[tuple[Event, StoryLine]]


def log_of(played: str) -> Log:
    """Return the beginning of a match as its log tells it."""
    system = games.get(played.partition("/")[0])
    text = (GOLDEN / f"{played}.txt").read_text()
    teller = Storyteller(system.stories, system.narrate)
    return [
        (event, teller.tell(match.state, event))
        for match in islice(replay(system, parse(text)), STEPS)
        for event in match.state.events
    ]


def headlines(log: Log) -> list[str]:
    """Return the last headline of each story."""
    last: list[str] = []
    for _, line in log:
        if line.headline and line.text:
            last[-1:] = [*last[-1:], line.headline] if line.begins or not last else [line.headline]
    return last


@pytest.mark.parametrize("played", PLAYED)
def test_a_shot_is_one_line_that_says_who_what_was_needed_and_what_came(played: str) -> None:
    log = log_of(played)
    told = headlines(log)[:-1]  # the newest may not have come to its end
    numbers = [text for text in told if re.search(r": needed \S+, got [^:]+: \w", text)]
    assert numbers, told[:5]
    alone = [line.text for event, line in log if not line.headline]
    kinds = PLAYED[played]
    assert not [event for event, line in log if isinstance(event, kinds) and not line.headline]
    assert not [text for text in told if COORDINATE.search(text)]
    if not played.startswith("owm"):  # whose cards are called by their numbers
        assert not [text for text in alone if COORDINATE.search(text)]


def test_an_event_that_belongs_to_nothing_stands_alone_and_ends_the_story() -> None:
    log = log_of("heroes/crossroads-scramble")
    at = next(n for n, (event, _) in enumerate(log) if isinstance(event, ShotFired))
    shot, after = log[at][1], log[at + 1][1]
    assert shot.begins and not after.begins
    assert after.headline.startswith(shot.headline) and after.headline != shot.headline
    assert ", combat bonus" in shot.text and "combat bonus" not in shot.headline  # that lies below
    ends = next(line for event, line in log[at + 1 :] if not line.headline)
    assert ends.text
