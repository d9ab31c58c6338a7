"""The state that decides whether this side of a match may sign."""

from __future__ import annotations

from enum import Enum


class Voice(Enum):
    """Of one side, from the first record to the last.

        SPEAKING --reads a log--> READING --has read it--> LISTENING --speaks--> SPEAKING
           '----------------------listens----------------------^

    READING: what is heard is a log, in which what a DROP or KEEP holds stands before it. A verifier
    never leaves it. LISTENING: a match is taken up again. Its files may be an old copy, so it signs
    nothing, and objects to nothing, before the others have told what it had signed.
    """

    SPEAKING = "speaking"
    READING = "reading"
    LISTENING = "listening"


class Change(Enum):
    """The transitions between these states."""

    READS_LOG = "reads a log"
    HAS_READ = "has read it"
    LISTENS = "listens"
    SPEAKS = "speaks"


TRANSITIONS: dict[Voice, dict[Change, Voice]] = {
    Voice.SPEAKING: {
        Change.READS_LOG: Voice.READING,
        Change.LISTENS: Voice.LISTENING,
        Change.SPEAKS: Voice.SPEAKING,
    },
    Voice.READING: {Change.HAS_READ: Voice.LISTENING},
    Voice.LISTENING: {Change.LISTENS: Voice.LISTENING, Change.SPEAKS: Voice.SPEAKING},
}


class Speech:
    """The voice of one match."""

    def __init__(self) -> None:
        self.voice = Voice.SPEAKING

    def changes(self, what: Change) -> None:
        """KeyError: that cannot happen now."""
        self.voice = TRANSITIONS[self.voice][what]

    @property
    def may_sign(self) -> bool:
        """Return True if we may sign entries now."""
        return self.voice is Voice.SPEAKING

    @property
    def is_reading(self) -> bool:
        """Return True if received records come from a log."""
        return self.voice is Voice.READING
