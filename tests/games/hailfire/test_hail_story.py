"""What the log of Hailfire tells in one line, and what it tells in several."""

from __future__ import annotations

import pytest

from owm_net.engine.agenda import Event
from owm_net.engine.story import Storyteller
from owm_net.games.hailfire.assault import AssaultBegun, AssaultCheck, SetAgainst, Winded
from owm_net.games.hailfire.damage import Destroyed
from owm_net.games.hailfire.shooting import Fired
from owm_net.games.hailfire.story import STORIES
from owm_net.games.hailfire.system import Hailfire
from tests.games.hailfire.table import T, lay, team, unit, who

US = unit(team("us_rifle", 1000, 1000), team("us_rifle", 1200, 1000))
THEM = unit(team("ger_rifle", 1000, 1200), team("ger_rifle", 2000, 2000))


def told(*events: Event) -> list[str]:
    """Return the lines that are read when these events are over."""
    g = lay([US], [THEM]).g
    teller, lines = Storyteller(STORIES, Hailfire().narrate), list[str]()
    for event in events:
        line = teller.tell(g, event)
        if line.headline and not line.begins:
            lines.pop()
        lines.append(str(line.headline or line.text))
    return lines


@pytest.mark.rule("HAIL-ASLT-05")
def test_each_strike_of_an_assault_is_a_line_and_so_is_the_fire_after_it() -> None:
    lines = told(
        AssaultBegun(who(0)),
        SetAgainst(T(0), T(2), True),
        AssaultCheck(T(0), T(2), 2, 4),
        AssaultCheck(T(2), T(0), 5, 4),
        Destroyed(T(0)),
        Winded(T(2)),
        Fired(T(1), T(3), (6, 1), 5, False, False),
    )
    assert [line.split(" of ")[0].split(" strikes")[0] for line in lines] == [
        "assault",
        "Rifle 1",
        "Grenadier 1",
        "Grenadier 1",
        "Rifle 2",
    ]
    assert lines[1].endswith("needed 4+, got 2: fails")
    assert "needed 4+, got 5: Rifle 1 of " in lines[2] and lines[2].endswith("is destroyed")
    assert lines[4].endswith("needed 5+, got 6 1: 1 hit")


def test_a_loss_after_a_miss_is_not_told_as_its_outcome() -> None:
    lines = told(
        Fired(T(0), T(2), (6,), 5, False, False),
        Fired(T(1), T(2), (1,), 5, False, False),
        Destroyed(T(2)),
    )
    assert lines[1].endswith("missed") and lines[2].endswith("is destroyed")
