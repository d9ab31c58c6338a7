"""Proofs of a log that are checked beside its replay, on other processes if there are many."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import NamedTuple

from owm_net.engine.ids import Seat
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session.helpers import no_ctrl_c
from owm_net.session.steps import Deferred

CHUNK = 6144
"""Bytes of proofs that go to a process at once: 64 single shares, or any one shuffle."""
BACKLOG = 8
"""Chunks for each process that may wait; then the replay waits, so that memory stays small."""


class Fault(NamedTuple):
    """A proof that does not hold. record: its number in the log, from 0."""

    record: int
    seat: Seat
    reason: str
    algorithm: str


class Checker:
    """Checks the proofs of a log while it is being replayed, on other processes if there are many.

    checked: told the number of a record when all proofs up to it have been looked at. Whatever
    the number of processes, the answer is the same. Where the system gives us no other (it cannot
    write /dev/shm, it has no memory), or one dies, the rest is checked in this.
    """

    def __init__(self, processes: int, checked: Callable[[int], None]) -> None:
        self._processes = processes
        self._checked = checked
        self._pool: ProcessPoolExecutor | None = None
        self._chunk: list[Deferred] = []
        self._bytes = 0
        self._out: deque[tuple[list[Deferred], Future[Fault | None]]] = deque()
        self._fault: Fault | None = None

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    @property
    def waits(self) -> bool:
        """Return True if other processes are still checking earlier proofs."""
        return bool(self._out)

    def enqueue(self, proofs: list[Deferred]) -> None:
        """Empty the list; check what it held, at once or soon."""
        for proof in proofs:
            self._chunk.append(proof)
            self._bytes += len(proof.arguments[-1])  # the body or proof: work grows with it
            if self._bytes >= CHUNK:
                self._close_chunk()
        proofs.clear()

    def fault(self) -> Fault | None:
        """The first proof that does not hold. Waits until all are checked."""
        if self._pool is None:
            self._note(first_fault(self._chunk))
        elif self._chunk:
            self._close_chunk()
        while self._out:
            self._collect()
        return self._fault

    def _close_chunk(self) -> None:
        chunk, self._chunk, self._bytes = self._chunk, [], 0
        if self._fault is not None:
            return
        waited = self._elsewhere(chunk)
        if waited is None:
            self._note(first_fault(chunk))
            return
        self._out.append((chunk, waited))
        while self._out[0][1].done() or len(self._out) > BACKLOG * self._processes:
            self._collect()
            if not self._out:
                break

    def _elsewhere(self, chunk: list[Deferred]) -> Future[Fault | None] | None:
        """Have another process check it; None where there is none."""
        if self._processes == 1:
            return None
        try:
            with no_ctrl_c():  # it starts them when it is given something to do
                if self._pool is None:
                    self._pool = ProcessPoolExecutor(self._processes)
                return self._pool.submit(first_fault, chunk)
        except (BrokenExecutor, OSError, ImportError):
            self._processes = 1
            return None

    def _collect(self) -> None:
        chunk, waited = self._out.popleft()
        try:
            fault = waited.result()
        except BrokenExecutor:  # a process has died
            self._processes = 1
            fault = first_fault(chunk)
        self._note(fault)
        self._checked(chunk[-1].record)

    def _note(self, fault: Fault | None) -> None:
        if self._fault is None:
            self._fault = fault


def first_fault(proofs: Sequence[Deferred]) -> Fault | None:
    """The first of these that does not hold."""
    for proof in proofs:
        try:
            proof.check(*proof.arguments)
        except RemoteProtocolError as e:
            return Fault(proof.record, proof.seat, e.reason, e.algorithm)
    return None


def cores() -> int:
    """How many processes of this program may run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
