"""The match clock as the terms have it: how long each seat may think; `net.clock` measures it.

In the terms it is text: "" for none, "move:60" for so many seconds for each decision,
"bank:1800+10" for so many for the whole match and so many more with each decision. ",away:300"
behind either is the bank of absence: how long in all a seat may be away while it is to decide.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from owm_net.engine.text import say

LONGEST: Final = 86_400
"""Seconds of any of the numbers."""
SHORTEST: Final = 5
"""Seconds of the time itself: two programs never measure quite the same, and a claim waits three
seconds for that (`net.clock`), so less would be over before anybody could say so."""

SHORTEST_AWAY: Final = 30
"""Seconds of absence: a link may be found again by then."""

_FORM: Final = re.compile(
    r"(?:move:([1-9][0-9]{0,4})|bank:([1-9][0-9]{0,4})\+([0-9]{1,5}))(?:,away:([1-9][0-9]{0,4}))?"
)


@frozen
class ClockRule:
    """Seconds for each decision; or, if `bank`, for all, and `more` with each decision. away:
    seconds of absence in all, 0 where no limit is agreed."""

    seconds: int
    bank: bool = False
    more: int = 0
    away: int = 0

    def encode(self) -> str:
        """As the terms hold it."""
        rule = f"bank:{self.seconds}+{self.more}" if self.bank else f"move:{self.seconds}"
        return f"{rule},away:{self.away}" if self.away else rule

    @property
    def words(self) -> str:
        """For people."""
        if not self.away:
            return self._thinking
        return say(
            "{thinking}; at most {time} away in total at your own decisions",
            thinking=self._thinking,
            time=_time(self.away),
        )

    @property
    def _thinking(self) -> str:
        if not self.bank:
            return say("{time} for each decision", time=_time(self.seconds))
        if not self.more:
            return say("{time} for each player", time=_time(self.seconds))
        return say(
            "{time} for each player, {more} s more with each decision",
            time=_time(self.seconds),
            more=self.more,
        )


def read_clock(text: str) -> ClockRule | None:
    """None for "". Raises ValueError for what no program writes."""
    if text == "":
        return None
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(say("a match clock of an unknown kind"))
    move, bank, more, away = found.groups()
    rule = ClockRule(int(move or bank), bool(bank), int(more or 0), int(away or 0))
    in_range = SHORTEST <= rule.seconds <= LONGEST and rule.more <= LONGEST
    in_range = in_range and (not away or SHORTEST_AWAY <= rule.away <= LONGEST)
    if rule.encode() != text or not in_range:
        raise ValueError(say("a match clock of an unknown kind"))
    return rule


def _time(seconds: int) -> str:
    if seconds % 60:
        return f"{seconds} s"
    return f"{seconds // 60} min"
