"""How a match has ended, or what has stopped it."""

from __future__ import annotations

from attrs import define

from owm_net.client.match.after import After
from owm_net.engine.requests import Result


@define(eq=False)
class Ending:
    """problem: what has stopped the match, and advice; is_calm: nothing is wrong, all have
    adjourned or this player has left. ended_by: the result with which the players have ended it
    themselves. after: what can be done when it is over."""

    problem: tuple[str, str] | None = None
    is_calm: bool = False
    ended_by: Result | None = None
    after: After | None = None
