"""Passes that are given by themselves where nothing else can be done, if the player wants that.

One that came at once would tell the enemy what the hand allows. So with this setting, every answer
where a pass is allowed leaves at the end of a slot, whoever or whatever gave it.
"""

from __future__ import annotations

from typing import Any, Final

import trio

from owm_net.engine import agenda
from owm_net.engine.errors import EngineBug
from owm_net.engine.view import View

SLOT: Final = 4.0
"""Seconds. Answers to questions that may be passed by themselves leave at whole multiples of it."""


def may_pass(view: View[Any]) -> bool:
    """Return True if a pass can answer a question, whatever the hand holds."""
    try:
        return bool(agenda.kind_of(view).passes)
    except EngineBug:  # a question without a kind
        return False


async def slot_ends(asked: float) -> None:
    """Until a slot ends, counted from when it was asked."""
    await trio.sleep(SLOT - (trio.current_time() - asked) % SLOT)
