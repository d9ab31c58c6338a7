"""The engine: full steps a second with the share of each part, clones, replays, computer players.

Matches between random players are recorded once; then the same answers are given again, bare and
with each part added, in turns. A full step is: find an allowed answer as a random player does
(legality), advance, a digest of the state, the view of every seat, and the entry in a log kept in
memory (not signed). A second figure lists every option instead, as a screen does.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bench_line import Line, interleaved, median, ratio, resting_collector

from owm_net import games
from owm_net.engine import agenda, codec
from owm_net.engine.agenda import GameState
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, Player, player_of, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.protocol.entries import Entry, EntryKind, frame_record

PARTS = ("legality", "digest", "view", "log")
LISTED = ("options", *PARTS[1:])
ROUGHLY = 40
"""Answers of a match that are given again where rough figures will do."""


@dataclass
class Recorded:
    """The answers of one match, and what each seat had learnt at its end."""

    system: System
    setup: Setup
    answers: list[Any]
    known: list[dict[int, int]]
    log: list[bytes] = field(default_factory=list)


def record(system: System, seed: int, level: str = "", most: int = 1 << 30) -> Recorded:
    """A match between random players, at the first level if no other is named, or the first `most`
    answers of it."""
    setup = system.default_setup(level=level)
    match = LocalMatch(system, setup, seed, [random_player] * setup.seats)
    answers: list[Any] = []
    while not isinstance(match.request, Over) and len(answers) < most:
        answers.append(match.decide())
        match.give(answers[-1])
    return Recorded(system, setup, answers, match.dealer.knowledge)


def replay(match: Recorded, parts: tuple[str, ...] = (), check: bool = False) -> GameState:
    """Give the recorded answers again, with these parts of a full step; the state at the end."""
    options, legality = "options" in parts, "legality" in parts
    digest, view, log = (part in parts for part in PARTS[1:])
    chance = Chance(1)
    g = match.system.new_game(match.setup)
    request = agenda.begin(g)
    seats = g.players
    nothing = bytes(32)
    match.log = []
    for answer in match.answers:
        if (options or legality) and isinstance(request, Choose | ChooseSecretly):
            for seat in (request.seat,) if isinstance(request, Choose) else request.seats:
                sight = View(g, seat, match.known[seat])
                if options:
                    agenda.options(sight)
                else:
                    agenda.sample(sight, chance)
        if check and isinstance(request, Choose):
            agenda.check_answer(g, request.seat, answer)
        request = agenda.advance(g, answer)
        state = codec.digest(g) if digest else nothing
        if view:
            for seat in seats:
                View(g, seat, match.known[seat]).cards(g.hands[seat])
        if log:
            entry = Entry(
                EntryKind.ANSWER, 0, g.answered, nothing, nothing, state, codec.encode(answer)
            )
            match.log.append(frame_record(entry.encode()))
    return g


def steps(quick: bool) -> Iterator[Line]:
    """Steps a second of every registered system."""
    for name in games.names():
        system = games.get(name)
        seeds, rounds, most = (range(1), 1, ROUGHLY) if quick else (range(4), 7, 1 << 30)
        yield from _steps_of(name, [record(system, seed, "", most) for seed in seeds], rounds)
        yield from _levels_of(system, seeds, most, rounds)


def _levels_of(system: System, seeds: range, most: int, rounds: int) -> Iterator[Line]:
    """Full steps at every level of play beside those at the first, in turns."""
    first, *others = system.levels
    if not others:
        return
    recorded = {
        level: [record(system, seed, level, most) for seed in seeds] for level in system.levels
    }

    def run(level: str) -> Callable[[], None]:
        def play() -> None:
            for match in recorded[level]:
                replay(match, PARTS)

        return play

    counts = {level: sum(len(m.answers) for m in all_) for level, all_ in recorded.items()}
    times = interleaved({level: run(level) for level in system.levels}, rounds)
    base = counts[first] / median(times, first)
    for level in others:
        once = ratio(times, level, lambda r: r[first]) * counts[first] / counts[level]
        yield Line(
            f"{system.id}: full steps at level {level}",
            counts[level] / median(times, level),
            "/s",
            1 / once,
            f"level {first}, {base:,.0f}/s",
        )


def _steps_of(name: str, matches: list[Recorded], rounds: int) -> Iterator[Line]:
    count = sum(len(match.answers) for match in matches)

    def with_(parts: tuple[str, ...], check: bool = False) -> Callable[[], None]:
        def run() -> None:
            for match in matches:
                replay(match, parts, check)

        return run

    middle = _middle(matches[0])
    copies = 200
    works = {
        "bare": with_(()),
        "full": with_(PARTS),
        "listed": with_(LISTED),
        "replay": with_(("digest",), check=True),
        **{part: with_((part,)) for part in PARTS},
        "clone": lambda: [middle.clone() for _ in range(copies)] and None,
        "deepcopy": lambda: [copy.deepcopy(middle) for _ in range(4)] and None,
    }
    times = interleaved(works, rounds)
    bare = count / median(times, "bare")
    yield Line(
        f"{name}: full steps",
        count / median(times, "full"),
        "/s",
        1 / ratio(times, "full", lambda r: r["bare"]),
        f"bare advance, {bare:,.0f}/s",
    )
    yield Line(
        f"{name}: full steps, every option listed",
        count / median(times, "listed"),
        "/s",
        1 / ratio(times, "listed", lambda r: r["full"]),
        "full steps of random players",
    )
    yield Line(
        f"{name}:   advance",
        100 * ratio(times, "bare", lambda r: r["full"]),
        "%",
        None,
        "of a full step",
    )
    for part in PARTS:
        share = ratio(times, part, lambda r: r["full"]) - ratio(times, "bare", lambda r: r["full"])
        yield Line(f"{name}:   {part}", max(0.0, 100 * share), "%", None, "of a full step")
    yield Line(
        f"{name}: replay (check, advance, digest)",
        count / median(times, "replay"),
        "/s",
        1 / ratio(times, "replay", lambda r: r["bare"]),
        f"bare advance, {bare:,.0f}/s",
    )
    yield Line(
        f"{name}: clone",
        1e6 * median(times, "clone") / copies,
        "us",
        ratio(times, "clone", lambda r: r["deepcopy"] * copies / 4),
        "copy.deepcopy",
    )


def _middle(match: Recorded) -> GameState:
    half = len(match.answers) // 2
    return replay(Recorded(match.system, match.setup, match.answers[:half], match.known))


def computers(quick: bool) -> Iterator[Line]:
    """How long the computer players of every system think, beside a step of the engine."""
    for name in games.names():
        system = games.get(name)
        for player, think in players(system):
            yield from _thoughts(system, player, think, quick)


def players(system: System) -> Iterator[tuple[str, Player]]:
    """Yield its strengths, and the policy with which plans are played out, if it has one."""
    for strength in system.strengths or ("computer",):
        yield strength, player_of(system, strength)
    thinker = system.thinker()
    if thinker is not None:
        yield "policy", lambda system, view, chance: thinker.policy(view, chance, None)


def _thoughts(system: System, name: str, player: Player, quick: bool) -> Iterator[Line]:
    """One player against itself, at all levels and missions in turn, as far as time lasts."""
    thought: list[float] = []
    steps: list[float] = []

    def think(system: System, view: Any, chance: Any) -> Any:
        start = time.process_time()
        answer = player(system, view, chance)
        thought.append(time.process_time() - start)
        return answer

    ways = [(mission, level) for mission in system.missions for level in system.levels or ("",)]
    with resting_collector():
        budget = time.process_time() + (0.1 if quick else 4)
        while time.process_time() < budget:
            for seed, (mission, level) in enumerate(ways):
                setup = system.default_setup(mission, level)
                match = LocalMatch(system, setup, seed, [think] * setup.seats)
                while not isinstance(match.request, Over) and time.process_time() < budget:
                    answer = match.decide()
                    start = time.process_time()
                    match.give(answer)
                    steps.append(time.process_time() - start)
    mean, step = sum(thought) / len(thought), sum(steps) / len(steps)
    yield Line(
        f"{system.id}: {name}, mean of {len(thought)} decisions",
        1000 * mean,
        "ms",
        mean / step,
        f"a step of the engine, {1e6 * step:.0f} us",
    )
    yield Line(
        f"{system.id}: {name}, worst",
        1000 * max(thought),
        "ms",
        max(thought) / mean,
        "the mean",
    )
