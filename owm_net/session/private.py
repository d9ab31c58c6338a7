"""A seat's secrets for going on after a crash: its keys, and secrets it committed to.

A note is canonical bytes of a list: a word and its values. Notes are stored before the entry that
rests on them is sent, so anything the others have seen can be continued; anything never sent is
simply made again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from attrs import define, field

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.protocol.group import decode_scalar
from owm_net.protocol.keys import SeatSecrets

KEYS = "keys"
OPENING = "opening"
DECK_LIST = "deck list"

T = TypeVar("T")
MEETING = "meeting"
CLOCK = "clock"


class BadNotes(ValueError):
    """The private notes are not of this match, or older than its log."""


@define(repr=False)
class PrivateNotes:
    """Everything private of one match. fresh: notes not stored yet."""

    secrets: SeatSecrets | None = None
    openings: dict[bytes, bytes] = field(factory=dict)
    deck_lists: dict[int, tuple[int, ...]] = field(factory=dict)
    fresh: list[bytes] = field(factory=list)

    def __repr__(self) -> str:
        return f"PrivateNotes({len(self.openings)} openings, redacted)"

    def keep_secrets(self, secrets: SeatSecrets) -> None:
        """The keys of this match."""
        self.secrets = secrets
        self._note(KEYS, secrets.x, secrets.y, secrets.e)

    def keep_opening(self, commitment: bytes, opening: bytes) -> None:
        self.openings[commitment] = opening
        self._note(OPENING, commitment, opening)

    def keep_deck_list(self, number: int, cards: tuple[int, ...]) -> None:
        self.deck_lists[number] = cards
        self._note(DECK_LIST, number, cards)

    def take_opening(self, commitment: bytes) -> bytes:
        """The opening of a commitment. Raises BadNotes if it was never noted here."""
        try:
            return self.openings[commitment]
        except KeyError:
            raise BadNotes(
                "the private file is older than the match: what was committed to is not in it"
            ) from None

    def _note(self, word: str, *values: Any) -> None:
        self.fresh.append(codec.encode([word, *values]))


def recall(notes: Sequence[bytes]) -> PrivateNotes:
    """Stored notes as they were. Raises BadNotes."""
    kept = PrivateNotes()
    for note in notes:
        try:
            word, *values = codec.decode(note)
            if word == KEYS:
                kept.secrets = SeatSecrets(*[decode_scalar(_only(bytes, v)) for v in values])
            elif word == OPENING:
                committed, opening = values
                kept.openings[_only(bytes, committed)] = _only(bytes, opening)
            elif word == DECK_LIST:
                number, cards = values
                kept.deck_lists[_only(int, number)] = tuple([_only(int, c) for c in cards])
            elif word not in (MEETING, CLOCK):
                raise BadNotes(f"a private note of unknown kind {word!r}")
        except (BadEncoding, RemoteProtocolError, ValueError, TypeError) as e:
            if isinstance(e, BadNotes):
                raise
            raise BadNotes(f"a private note cannot be read: {e}") from e
    return kept


def openly(notes: Sequence[bytes]) -> list[bytes]:
    """Those notes that open a hand when its match is over: keys and choices, and nothing of where
    the players met. Raises BadNotes."""
    found = []
    for note in notes:
        try:
            word = codec.decode(note)[0]
        except (BadEncoding, ValueError, TypeError, LookupError) as e:
            raise BadNotes(f"a private note cannot be read: {e}") from e
        if word in (KEYS, OPENING, DECK_LIST):
            found.append(note)
    return found


def _only(cls: type[T], value: object) -> T:
    if type(value) is not cls:
        raise TypeError(f"a value that is no {cls.__name__}")
    return value


def clock_note(left: Sequence[int]) -> bytes:
    """Encode the match clock: milliseconds left by seat."""
    return codec.encode([CLOCK, list(left)])


def clock_of(notes: Sequence[bytes]) -> list[float]:
    """Seconds left by seat of the newest such note, empty if there is none."""
    for note in reversed(notes):
        try:
            word, *values = codec.decode(note)
            if word == CLOCK:
                return [_only(int, left) / 1000 for left in values[0]]
        except (BadEncoding, ValueError, TypeError, IndexError):
            continue
    return []


def meeting_note(**facts: str | int) -> bytes:
    """How to find the others again: kept with the secrets, for it names them."""
    return codec.encode([MEETING, facts])


def meeting_of(notes: Sequence[bytes]) -> dict[str, str | int]:
    """The facts of the newest meeting note, {} if there is none."""
    for note in reversed(notes):
        try:
            word, *values = codec.decode(note)
        except (BadEncoding, ValueError, TypeError):
            continue
        if word == MEETING and values and isinstance(values[0], dict):
            return dict(values[0])
    return {}
