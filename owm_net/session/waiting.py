"""Records that wait inside a match: for their step to come, or to be heard next."""

from __future__ import annotations

from collections import Counter

from owm_net.protocol.entries import MAX_RECORD, VOTES, Entry, split_record
from owm_net.protocol.errors import BadProof
from owm_net.session.basis import Basis
from owm_net.session.effects import Effects
from owm_net.session.steps import Heard

MAX_EARLY = 4 * MAX_RECORD
"""Bytes of records for steps to come that are kept of one seat; honest ones send a few KB."""

_STEPS_OWN = "its own"


class Waiting:
    """Early records, and those whose turn it is: they are heard as soon as no `Work` is out.

    Early ones are kept by step, seat, match and what they are: an entry of the step, or a DROP or
    KEEP of one seat. Of each there may be a second one, which differs. len() counts them.
    """

    def __init__(self, basis: Basis, effects: Effects) -> None:
        self._basis = basis
        self._effects = effects
        self._next: list[bytes] = []
        self._early: dict[tuple[int, int, bytes, str], bytes] = {}
        self._bytes: Counter[int] = Counter()  # by seat

    def __len__(self) -> int:
        return len(self._early)

    # -- to be heard next ------------------------------------------------------------------

    def next(self) -> bytes | None:
        """The record that is to be heard now, if there is one."""
        return self._next.pop(0) if self._next else None

    def hear_first(self, records: list[bytes]) -> None:
        """Before all others that wait."""
        self._next[:0] = records

    # -- for steps to come -----------------------------------------------------------------

    def take(self, heard: Heard) -> bool:
        """Whether a record has come before its step; then it is kept until that comes.

        Raises BadProof, naming its author, if he has signed another entry of the step: the log
        holds both then. Raises it and names nobody if it comes too early, or too much is kept of
        that seat already: whoever passes its entries on may have left out what they wait for.
        """
        chain, entry = self._basis.chain, heard.entry
        if not chain.is_early(entry):
            return False
        first = self._keep(entry, heard.data, heard.record)
        if first and chain.step > 0:
            self._effects.accept(first, entry.seat)
            raise BadProof(
                f"two different entries for step {entry.step} are signed",
                seat=entry.seat,
                algorithm="wire.md, lockstep",
            )
        return True

    def step_has_come(self, step: int, match_id: bytes) -> None:
        """Its records are heard next, its own entries first; so are those of other matches, which
        are of no use."""
        keys = [key for key in self._early if key[0] == step or key[2] != match_id]
        keys.sort(key=lambda key: not key[3].startswith(_STEPS_OWN))
        self._next += [self._pop(key) for key in keys]

    def forget(self, seat: int) -> None:
        """Whatever a seat has sent for steps to come is of no use."""
        for key in [key for key in self._early if key[1] == seat]:
            self._pop(key)

    def _keep(self, entry: Entry, data: bytes, record: bytes) -> bytes:
        """Returns b"", or the record kept first if its author has signed another entry of the step:
        both prove it."""
        key = entry.step, entry.seat, entry.match_id, _what(entry)
        first = self._early.get(key, record)
        same = split_record(first)[0] == data
        place = key if same else (*key[:3], f"{key[3]} again")
        if place not in self._early:
            self._bytes[entry.seat] += len(record)
            if self._bytes[entry.seat] > MAX_EARLY:
                self._bytes[entry.seat] -= len(record)
                raise BadProof(
                    f"more of seat {entry.seat} comes too early than can be kept",
                    algorithm="wire.md, lockstep",
                )
            self._early[place] = record
        return b"" if same or entry.kind in VOTES else first

    def _pop(self, key: tuple[int, int, bytes, str]) -> bytes:
        record = self._early.pop(key)
        self._bytes[key[1]] -= len(record)
        return record


def _what(entry: Entry) -> str:
    """What an entry says, as far as an honest seat says each at most once at a step."""
    if entry.kind not in VOTES:
        return _STEPS_OWN
    return f"{entry.kind.name} {entry.body[:1].hex()}"
