"""Records that wait inside a match: for their step to come, or to be heard next."""

from __future__ import annotations

from collections import Counter

from attrs import evolve, frozen

from owm_net.engine.ids import Seat
from owm_net.protocol.entries import BESIDE, MAX_RECORD, Entry, EntryKind, Step, split_record
from owm_net.protocol.errors import BadProof
from owm_net.session.basis import Basis
from owm_net.session.effects import Effects
from owm_net.session.steps import Heard

MAX_EARLY = 4 * MAX_RECORD
"""Bytes of records for steps to come that are kept of one seat; honest ones send a few KB."""


@frozen
class _Place:
    """Where an early record waits.

    vote: of a DROP or KEEP, which of them and the seat that it is about, as its body says it; so
    too of a WISH, what it is and whose time it claims; None for an entry of the step. An honest
    seat says each at most once at a step. is_second: it differs from the first there.
    """

    step: Step
    seat: Seat
    match_id: bytes
    vote: tuple[EntryKind, bytes] | None
    is_second: bool = False


class RecordQueue:
    """Early records, and those whose turn it is: they are heard as soon as no `Work` is out.

    len() counts the early ones.
    """

    def __init__(self, basis: Basis, effects: Effects) -> None:
        self._basis = basis
        self._effects = effects
        self._next: list[bytes] = []
        self._early: dict[_Place, bytes] = {}
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

    def keep_if_early(self, heard: Heard) -> bool:
        """Return True if a record came before its step, and keep it until that step.

        Raises BadProof, naming its author, if they signed another entry of the step: then the log
        holds both. Raises it and names nobody if it comes too early, or too much is kept of that
        seat already: whoever passes its entries on may have left out what they wait for.
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

    def step_has_come(self, step: Step, match_id: bytes) -> None:
        """Its records are heard next, its own entries first; so are those of other matches, which
        are of no use."""
        places = [p for p in self._early if p.step == step or p.match_id != match_id]
        places.sort(key=lambda place: place.vote is not None)
        self._next += [self._pop(place) for place in places]

    def forget(self, seat: Seat) -> None:
        """Whatever a seat has sent for steps to come is of no use."""
        for place in [place for place in self._early if place.seat == seat]:
            self._pop(place)

    def _keep(self, entry: Entry, data: bytes, record: bytes) -> bytes:
        """Returns b"", or the record kept first if its author has signed another entry of the step:
        both prove it."""
        says = entry.body[: 2 if entry.kind is EntryKind.WISH else 1]
        vote = (entry.kind, says) if entry.kind in BESIDE else None
        place = _Place(Step(entry.step), Seat(entry.seat), entry.match_id, vote)
        first = self._early.get(place, record)
        same = split_record(first)[0] == data
        place = evolve(place, is_second=not same)
        if place not in self._early:
            self._bytes[entry.seat] += len(record)
            if self._bytes[entry.seat] > MAX_EARLY:
                self._bytes[entry.seat] -= len(record)
                raise BadProof(
                    f"more of seat {entry.seat} comes too early than can be kept",
                    algorithm="wire.md, lockstep",
                )
            self._early[place] = record
        return b"" if same or vote is not None else first

    def _pop(self, place: _Place) -> bytes:
        record = self._early.pop(place)
        self._bytes[place.seat] -= len(record)
        return record
