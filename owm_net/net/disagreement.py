"""Two engines that do not agree: each side gives its state, which holds no secret, for a report."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from owm_net.net.handshake import STATE
from owm_net.protocol.entries import decode_entry, split_record
from owm_net.protocol.framing import MAX_FRAME
from owm_net.session.desync import MAX_STATE, bundle, is_state, state_of
from owm_net.session.match import Match

Keep = Callable[[str], None]


def state_message(match: Match) -> bytes | None:
    """STATE: the step we are at and the state we have; None if it is too long to be sent."""
    message = STATE + match.step.to_bytes(8, "big") + state_of(match)
    return message if len(message) <= MAX_FRAME else None


def differs(match: Match, history: Sequence[tuple[int, bytes]], message: bytes) -> bool:
    """Whether a STATE holds a state, and another than was reached here before the same step.

    history: step and record of all that was accepted. Anybody may say that we disagree; a state
    that is the same, or of a step that has not come, or no state, is not worth a word.
    """
    step, theirs = int.from_bytes(message[1:9], "big"), message[9:]
    ours = [split_record(record)[0] for at, record in history if at == step]
    if step == match.step:
        here = hashlib.sha256(state_of(match)).digest()
    elif ours:
        here = decode_entry(ours[0]).state
    else:
        return False
    return hashlib.sha256(theirs).digest() != here and is_state(theirs)


def keep_bundle(match: Match, message: bytes, keep: Keep | None) -> None:
    """Make the report of our state and theirs."""
    if keep is not None and len(message) <= MAX_STATE:
        keep(bundle(match, message[9:]))
