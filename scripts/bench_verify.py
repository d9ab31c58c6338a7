"""A whole match through the real protocol, recorded in memory, and the verdict on its log.

The limit of a verification is the sum of its calls of the C library, bare, and of the replay of
its steps at the speed `bench_steps` measures (check, advance, digest).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import bench_steps
from attrs import define
from bench_line import (
    Line,
    bare_calls,
    cores,
    counted,
    in_words,
    interleaved,
    limit_of,
    median,
    ratio,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.agenda import Ask, End, Event, Frame, GameState, Refusal, frame, sample
from owm_net.engine.briefing import Briefing
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import register
from owm_net.engine.requests import Answer, Choose, Result, Roll
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.protocol import group
from owm_net.protocol.entries import MAGIC, frame_record
from owm_net.session import terms
from owm_net.session.in_memory import driver
from owm_net.session.match import Decide, Match, Own, Work
from owm_net.session.verify import Outcome, verify

LONG = 20_000
"""Entries of the match whose verification is measured in memory."""


def play(
    system: System, setup: Setup, seed: int, trusting: bool = False, most: int = 0
) -> tuple[Match, bytes]:
    """A match between random players, all of it in this process: seat 0's side, and the log.

    trusting: the players check no proofs, for a long log in a short time. most: entries to stop
    after; 0 for the whole match.
    """
    agreed = terms.propose(system, setup, 0)
    matches = [
        Match(
            system,
            agreed,
            Own(Seat(seat), f"P{seat}", Ed25519PrivateKey.generate(), os.urandom),
            defer=[] if trusting else None,
        )
        for seat in range(setup.seats)
    ]
    chances = [Chance(seed, seat) for seat in range(setup.seats)]
    log: list[bytes] = []
    while not all(match.finished for match in matches) and not 0 < most <= len(log):
        for seat, match in enumerate(matches):
            _do(match, lambda view, seat=seat: sample(view, chances[seat]))  # type: ignore[misc]
            for record in driver(match).outgoing():
                for other in matches:
                    if other is not match:
                        other.receive(record)
                        _do(other, None)
        log += driver(matches[0]).accepted()
        for match in matches[1:]:
            driver(match).accepted()
        for match in matches:
            driver(match).happened()
    return matches[0], MAGIC + b"".join(map(frame_record, log))


def _do(match: Match, decide: Callable[[View[Any]], Answer] | None) -> None:
    """Work, and decide if asked to."""
    while (todo := driver(match).todo()) is not None:
        if isinstance(todo, Work):
            match.done(todo.run())
        elif decide is not None and isinstance(todo, Decide):
            match.decide(decide(match.view()))
        else:
            return


def check(data: bytes, processes: int, find: Callable[[str], System] = games.get) -> int:
    """Verify; the number of entries. The log must be good."""
    verdict = verify(data, find, processes=processes)
    if verdict.verdict is Outcome.INVALID:
        raise RuntimeError(f"a log made just now is not good: {verdict.reason}")
    return verdict.entries


def matches(quick: bool) -> Iterator[Line]:
    """Record an OWM match (in a hurry: one of the skeleton), and verify it."""
    system = games.get("skeleton" if quick else "owm")
    started = time.process_time()
    match, data = play(system, system.default_setup(), 1)
    spent = time.process_time() - started
    entries = match.counts.entries
    what = f"{system.id} match, {entries} entries, {match.counts.shuffles} shuffles"
    yield Line(
        f"{what}: play both sides", spent, "s", None, f"{spent / entries * 1000:.1f} ms an entry"
    )

    calls = counted(lambda: check(data, 1))
    calls["signature"] = entries
    local = bench_steps.record(system, 1)
    steps = match.state.answered
    bare = limit_of(calls)

    def limit(round_: Any) -> float:
        return bare(round_) + float(round_["replay"]) * steps / len(local.answers)

    times = interleaved(
        {
            "verify": lambda: check(data, 1),
            "replay": lambda: bench_steps.replay(local, ("digest",), check=True),
            **bare_calls(),
        },
        2 if quick else 4,
    )
    yield Line(
        f"{what}: verify",
        median(times, "verify"),
        "s",
        ratio(times, "verify", limit),
        f"{in_words(calls)}, {steps} steps replayed",
    )
    yield Line(f"{what}: verify, entries", entries / median(times, "verify"), "/s", None, "")
    yield from _processes(quick, data, what)


def _multiply(n: int) -> None:
    scalar = group.random_scalars(1, os.urandom)[0]
    for _ in range(n):
        group.mul(scalar, group.BASE)


def _processes(quick: bool, data: bytes, what: str) -> Iterator[Line]:
    """Wall time on two processes, beside bare multiplications on two processes."""
    chunks = [200] * (8 if quick else 64)

    def control() -> None:
        with ProcessPoolExecutor(2) as pool:
            list(pool.map(_multiply, chunks))

    times = interleaved(
        {
            "verify 1": lambda: check(data, 1),
            "verify 2": lambda: check(data, 2),
            "control 1": lambda: list(map(_multiply, chunks)),
            "control 2": control,
        },
        1 if quick else 3,
        time.perf_counter,
    )
    free = 1 / ratio(times, "control 2", lambda r: r["control 1"])
    faster = 1 / ratio(times, "verify 2", lambda r: r["verify 1"])
    yield Line(
        f"{what}: verify on 2 processes",
        faster,
        "x faster",
        faster / free,
        f"bare calls on 2 processes, {free:.2f} x faster ({cores()} cores)",
    )


# -- memory ----------------------------------------------------------------------------------


@register("bench.state")
@define(kw_only=True)
class LongState(GameState):
    """turns: how many are left."""

    turns: int


@frame("bench.long")
@define
class LongMatch(Frame[None]):
    """Passes, a card flipped and a roll in each turn; a new shuffle when the deck is empty."""

    passes: int = 0

    def start(self, g: LongState) -> Any:
        if not g.turns:
            return End(Result((), (0, 0), "long enough"))
        if "deck" not in g.decks or not g.decks["deck"].left:
            return Ask(g.shuffle("deck", range(192)), then=self.start)
        g.turns -= 1
        self.passes = 2
        return self.ask

    def ask(self, g: LongState) -> Any:
        if not self.passes:
            return Ask(g.flip("deck"), then=self.roll)
        return Ask(Choose(Seat(self.passes % 2), "move"), then=self.hear)

    def offers_move(self, view: View[LongState]) -> Sequence[Answer]:
        return [Pass()]

    def why_not_move(self, view: View[LongState], answer: Answer) -> Refusal | None:
        return None

    def hear(self, g: LongState, answer: Answer) -> Any:
        self.passes -= 1
        return self.ask

    def roll(self, g: LongState, card: tuple[int, ...]) -> Any:
        return Ask(Roll(6, 1, "bench"), then=self.over)

    def over(self, g: LongState, rolled: tuple[int, ...]) -> Any:
        return self.start


class LongSystem(System):
    """Registered nowhere: it exists only here."""

    id = "bench"
    title = "A long match"
    version = "1"
    missions = ("long",)
    levels = ("full",)
    seats = (2, 2)
    turns = LONG

    def new_game(self, setup: Setup) -> GameState:
        return LongState(seats=2, hands=[[], []], turns=self.turns, agenda=[LongMatch()])

    def briefing(self, g: GameState) -> Briefing:
        return Briefing("", "")

    def data_digest(self) -> bytes:
        return bytes(32)

    def card_name(self, card: int) -> str:
        return str(card)

    def describe(self, view: View[Any], answer: Answer) -> str:
        return "pass"

    def narrate(self, g: GameState, event: Event) -> str:
        return ""


def memory(quick: bool) -> Iterator[Line]:
    """Peak memory of a process that verifies a long match."""
    entries = LONG // 20 if quick else LONG
    system = LongSystem()
    _, data = play(system, system.default_setup(), 1, trusting=True, most=entries)
    idle, _ = _verify_elsewhere(b"")
    peak, seconds = _verify_elsewhere(data)
    if not idle:
        return  # a system without such figures
    yield Line(
        f"verify {entries:,} entries ({len(data) / 2**20:.1f} MiB): peak memory",
        peak,
        "MiB",
        peak / idle,
        f"the program before it begins, {idle:.0f} MiB; took {seconds:.0f} s",
    )


def _verify_elsewhere(data: bytes) -> tuple[float, float]:
    """Return (peak MiB, seconds) of one separate process; no data: only its imports."""
    command = [sys.executable, str(Path(__file__).resolve())]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    said = json.loads(done.stdout)
    return float(said["mib"]), float(said["seconds"])


def _main() -> None:
    """Verify the long match that comes on stdin; say how much memory that took at most."""
    data = sys.stdin.buffer.read()
    started = time.perf_counter()
    if data:
        check(data, 1, lambda name: LongSystem())
    seconds = time.perf_counter() - started
    print(json.dumps({"mib": _peak(), "seconds": seconds}))


def _peak() -> float:
    """The most memory this process has held, MiB; 0 where the system does not tell.

    Linux's own figure is read first: getrusage there counts what the parent held, too.
    """
    try:
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 2**10
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0.0
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


if __name__ == "__main__":
    _main()
