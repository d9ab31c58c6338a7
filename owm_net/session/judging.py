"""The body of an entry is judged: its value, or who is to blame for it."""

from __future__ import annotations

from typing import Any

from owm_net.engine.errors import BadEncoding as BadAnswer
from owm_net.engine.errors import IllegalAnswer
from owm_net.protocol.entries import Entry, Kind
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session.ground import Ground
from owm_net.session.steps import Blame, Step

LONG_ANSWER = 512
"""An ANSWER of so many bytes may hold more shares than are checked within a millisecond."""

Outcome = tuple[Any, Blame | None]
"""The value of a body, or who is to blame."""


def judge(step: Step, entry: Entry, record: bytes) -> Outcome:
    """Check a body. Its author is to blame, unless the check names another seat; may run in a
    thread."""
    try:
        return step.check(entry.seat, entry.body), None
    except RemoteProtocolError as e:
        seat = entry.seat if e.seat is None else e.seat
        return None, Blame(seat, e.reason, e.algorithm, record)
    except IllegalAnswer as e:
        return None, Blame(entry.seat, e.why, e.rule, record)
    except BadAnswer as e:
        return None, Blame(entry.seat, f"an answer that cannot be read: {e}", "wire.md", record)


def judge_own(ground: Ground, step: Step, entry: Entry, record: bytes) -> Outcome:
    """The same for our own body: it is parsed, but its proofs are not checked again."""
    kept, ground.defer = ground.defer, []
    try:
        return judge(step, entry, record)
    finally:
        ground.defer = kept


def value_of(outcome: Outcome) -> Any:
    """The value. Raises the blame."""
    value, blame = outcome
    if blame is not None:
        raise blame
    return value


def takes_long(step: Step, entry: Entry) -> str:
    """In words for people, why this is not checked in the event loop; "" if it may be."""
    if entry.kind is Kind.ANSWER and len(entry.body) > LONG_ANSWER:
        return "opening cards"
    return step.heavy
