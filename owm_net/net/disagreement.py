"""A match that stops because of what somebody has signed: the others are given the proof.

Two engines that do not agree each give their state, which holds no secret, for a report.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import trio

from owm_net.engine.ids import Seat
from owm_net.net.circle import Circle, Stored
from owm_net.net.handshake import STATE
from owm_net.net.line import PeerLine
from owm_net.net.mail import LinkGone, LinkLost, Mail, MessageArrived
from owm_net.protocol.channel import MAX_MESSAGE
from owm_net.protocol.entries import decode_entry, split_record
from owm_net.protocol.lockstep import StateDiffers
from owm_net.session.desync import MAX_STATE, bundle, is_state, state_of
from owm_net.session.match import Blame, Match
from owm_net.session.people import fault

Keep = Callable[[str], None]

MAX_LOOKS: Final = 16
"""States of one line that are looked at: each may be long."""
LAST_WORDS: Final = 3.0
"""Seconds for the proof to reach the others, and for the other side's state to come."""


def state_message(match: Match) -> bytes | None:
    """STATE: the step we are at and the state we have; None if it is too long to be sent."""
    message = STATE + match.step.to_bytes(8, "big") + state_of(match)
    return message if len(message) <= MAX_MESSAGE else None


def differs(match: Match, history: Sequence[Stored], message: bytes) -> bool:
    """Return True if a STATE holds a state that differs from the one reached here before the same
    step.

    history: every accepted record. Anybody may say that we disagree; a state that is the same, or
    of a step that has not come, or no state, is not worth a word.
    """
    step, theirs = int.from_bytes(message[1:9], "big"), message[9:]
    ours = [split_record(one.record)[0] for one in history if one.step == step]
    if step == match.step:
        here = hashlib.sha256(state_of(match)).digest()
    elif ours:
        here = decode_entry(ours[0]).state
    else:
        return False
    return hashlib.sha256(theirs).digest() != here and is_state(theirs)


class Disagreement:
    """The handling of a disagreement between seats: what to say and what to keep. keep: given the
    text of a bundle file."""

    def __init__(self, match: Match, circle: Circle, keep: Keep | None) -> None:
        self._match = match
        self._circle = circle
        self._keep = keep
        self._given: set[Seat] = set()  # seats that have our state
        self._looks: Counter[int] = Counter()  # states of each seat that were looked at

    def heard(self, line: PeerLine, message: bytes) -> None:
        """The other side says that our states differ. Answered once: it is long, and makes a
        file; and only if they do."""
        if line.seat in self._given or self._looks[line.seat] >= MAX_LOOKS:
            return
        self._looks[line.seat] += 1
        if differs(self._match, self._circle.kept, message):
            self._give_state(line)
            self._keep_bundle(message)

    async def denounce(self, blame: Blame, proof: Sequence[bytes], mail: Mail) -> None:
        """Give the others the proof, which is in the log, and tell them why the match stops.

        mail: where news about lines come from. Takes LAST_WORDS seconds at most.
        """
        for record in proof if blame.seat is not None else ():
            for line in self._circle.lines.values():
                if line.seat != blame.seat and line is not self._circle.alone:
                    self._circle.send_record(line, record)
        if isinstance(blame.__cause__, StateDiffers) and blame.seat in self._circle.lines:
            with trio.move_on_after(LAST_WORDS):
                await self._compare(self._circle.lines[blame.seat], mail)
        await self._circle.say_goodbye(fault(self._match, blame))

    async def _compare(self, line: PeerLine, mail: Mail) -> None:
        """Give our state, and wait a moment for theirs."""
        self._give_state(line)
        while True:
            match await mail.receive():
                case LinkLost(seat=line.seat) | LinkGone(seat=line.seat):
                    return
                case MessageArrived(line.seat, message) if message[:1] == STATE:
                    self._keep_bundle(message)
                    return

    def _give_state(self, line: PeerLine) -> None:
        self._given.add(line.seat)
        message = state_message(self._match)
        if message is not None:
            line.send(message)

    def _keep_bundle(self, message: bytes) -> None:
        """Make the report of our state and theirs."""
        if self._keep is not None and len(message) <= MAX_STATE:
            self._keep(bundle(self._match, message[9:]))
