"""Remarks between players: signed, kept in the log, and no part of the match.

Each seat's remarks are a chain of their own: a number from 0, and the hash of the one before. So in
whatever order those of different seats come, and between whichever entries of the match, a log with
them is as good as without; one that a seat has lost, or would not take, only ends that seat's
chain there. A remark is never waited for, and nobody is ever blamed for one: in a match one that is
no good is ignored, and a log that holds one was not written by an honest program.
"""

from __future__ import annotations

from typing import Final

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.protocol.entries import NOTHING, Entry, EntryKind, check_signature, entry_hash, sign
from owm_net.protocol.errors import BadProof, MalformedBytes, RemoteProtocolError
from owm_net.protocol.lockstep import FUTURE_STEPS
from owm_net.session.basis import Basis
from owm_net.session.effects import Effects, TellRemark
from owm_net.session.steps import Heard
from owm_net.session.terms import is_printable
from owm_net.session.voice import Speech

LONGEST: Final = 200
"""Code points of a remark."""
MAX_BYTES: Final = 400
"""The same in UTF-8."""
AT_FIRST: Final = 100
"""So many remarks a seat has at the beginning, and one more with each step."""
FIRST_STEP: Final = 2
"""Before it the match has no name that a remark could be bound to."""

PRESETS: Final = (
    say("Hello!"),
    say("Good luck"),
    say("Thinking ..."),
    say("Your turn, I think"),
    say("Back in five minutes"),
    say("I am back"),
    say("Sorry, I pressed the wrong thing"),
    say("Well played"),
    say("Good game"),
)
"""What a player may say with one press. It is sent as it stands here; each window shows it in the
language that it speaks."""

_WHERE = "wire.md, Remarks"


class Remarks:
    """Of one match. all: seat and text, in the order in which they came here."""

    def __init__(self, basis: Basis, effects: Effects, speech: Speech) -> None:
        self.all: list[tuple[int, str]] = []
        self._basis = basis
        self._effects = effects
        self._speech = speech
        self._counts = [0] * basis.seats
        self._last = [NOTHING] * basis.seats
        self._hashes: set[bytes] = set()

    def on_remark(self, heard: Heard) -> None:
        """A remark of anybody. An invalid one is ignored; in a log it raises RemoteProtocolError,
        which names nobody."""
        if entry_hash(heard.data) in self._hashes or heard.entry.seat in self._basis.dropped:
            return
        try:
            text = self._read(heard.entry)
            check_signature(
                heard.data, heard.signature, self._basis.chain.identities[heard.entry.seat]
            )
        except RemoteProtocolError:
            if self._speech.is_reading:
                raise
            return
        self._basis.counts.signatures += 1
        self._take(heard.entry, heard.data, heard.record, text)

    def why_not(self, text: str) -> str | None:
        """Why our seat cannot say this now, in words; None if it can."""
        own = self._basis.own
        if self._basis.protocol < 3:
            return say("this match was begun with a version of owm_net that has no remarks")
        if own is None or not self._speech.may_sign or self._basis.chain.step < FIRST_STEP:
            return say("not before all are there")
        if own.seat in self._basis.dropped:
            return say("the others go on without you")
        if self._counts[own.seat] >= AT_FIRST + self._basis.chain.step:
            return say("too much has been written for so short a match: play on first")
        return why_not_text(text)

    def say(self, text: str) -> None:
        """Sign what `why_not` has nothing against; it is stored, then sent to all."""
        own, chain = self._basis.own, self._basis.chain
        assert own is not None
        body = self._counts[own.seat].to_bytes(4, "big") + text.encode()
        last = self._last[own.seat]
        entry = Entry(EntryKind.REMARK, own.seat, chain.step, chain.match_id, last, NOTHING, body)
        record = sign(entry, own.identity)
        self._effects.send_to_all(record)
        self._take(entry, entry.encode(), record, text)

    def _read(self, entry: Entry) -> str:
        """Its text. Raises RemoteProtocolError for all but a wrong signature; cheap checks only."""
        chain, number = self._basis.chain, int.from_bytes(entry.body[:4], "big")
        if entry.seat >= self._basis.seats:
            raise MalformedBytes(f"there is no seat {entry.seat}", algorithm=_WHERE)
        if entry.match_id != chain.match_id or chain.step == 0:
            raise BadProof("a remark of another match", algorithm=_WHERE)
        if not FIRST_STEP <= entry.step <= chain.step + FUTURE_STEPS:
            raise BadProof(
                f"a remark at step {entry.step} while step {chain.step} is due", algorithm=_WHERE
            )
        before = self._counts[entry.seat], self._last[entry.seat], NOTHING
        if len(entry.body) < 4 or (number, entry.prev, entry.state) != before:
            raise BadProof("a remark that does not follow its author's last", algorithm=_WHERE)
        if number >= AT_FIRST + entry.step:
            raise BadProof("more remarks than a seat has", algorithm=_WHERE)
        try:
            text = entry.body[4:].decode()
        except UnicodeDecodeError as e:
            raise MalformedBytes("a remark that is no text", algorithm=_WHERE) from e
        why = why_not_text(text)
        if why is not None:
            raise MalformedBytes(f"a remark that may not be: {why}", algorithm=_WHERE)
        return text

    def _take(self, entry: Entry, data: bytes, record: bytes, text: str) -> None:
        seat = entry.seat
        self._counts[seat] += 1
        self._last[seat] = entry_hash(data)
        self._hashes.add(self._last[seat])
        self._basis.counts.entries += 1
        self._basis.counts.remarks += 1
        self.all.append((seat, text))
        self._effects.accept(record, seat)
        self._effects.tell(TellRemark(Seat(seat), text))


def why_not_text(text: str) -> str | None:
    """Why a remark cannot have this text, in words; None if it can."""
    if not text.strip(" "):
        return say("it says nothing")
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        return say("it holds what cannot be printed")
    if len(text) > LONGEST or size > MAX_BYTES:
        return say("it is longer than {most} characters", most=LONGEST)
    if not is_printable(text):
        return say("it holds what cannot be printed")
    return None
