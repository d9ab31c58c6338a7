"""Targets: canonical bytes, registered classes, answers to a paused game, differing states."""

from __future__ import annotations

import functools

from fuzz.checks import Broken, asked
from fuzz.harness import Target
from fuzz.mutations import after, plain
from fuzz.variants import encode_plain, example
from owm_net import games
from owm_net.engine import agenda, codec, records
from owm_net.engine.errors import BadEncoding, IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Answer, Decision, Over
from owm_net.session import desync

SYSTEMS = ("skeleton", "squadcards", "owm")


def decode(data: bytes) -> None:
    """Only canonical bytes are decoded: the value encodes to the same."""
    if encode_plain(codec.decode(data)) != data:
        raise Broken("decoded bytes are not those of the value")


def load(data: bytes) -> None:
    """An object that is read has the same bytes."""
    if codec.encode(records.from_bytes(data)) != data:
        raise Broken("an object that was read has other bytes")


@functools.cache
def paused(most: int = 40) -> list[LocalMatch]:
    """Games of every system, each at another decision."""
    found: list[LocalMatch] = []
    for name in SYSTEMS:
        system = games.get(name)
        kinds: dict[str, int] = {}
        match = LocalMatch(system, system.default_setup(), 1, [random_player] * system.seats[0])
        for step in range(600):
            request = match.request
            if isinstance(request, Over) or len(found) >= most * (1 + SYSTEMS.index(name)):
                break
            if isinstance(request, Decision) and kinds.get(request.kind, 0) < 3:
                kinds[request.kind] = kinds.get(request.kind, 0) + 1
                again = LocalMatch(system, match.setup, 1, match.players)
                for _ in range(step):
                    again.step()
                found.append(again)
            match.step()
    return found


def answer(data: bytes) -> None:
    """u8 number of a paused game || an answer: judged, and nothing changes."""
    match = paused()[(data[0] if data else 0) % len(paused())]
    before = codec.encode(match.state)
    said = records.from_bytes(data[1:])
    try:
        for seat in asked(match.request):
            agenda.check_answer(match.state, seat, said)
            match.system.describe(match.view(seat), said)
    finally:
        if codec.encode(match.state) != before:
            raise Broken("an answer that was only judged changed the state")


def answer_seeds() -> list[bytes]:
    """Every kind of answer there is, and those that are allowed at each pause."""
    plain_ones = [
        codec.encode(example(cls))
        for cls in records.REGISTRY.values()
        if issubclass(cls, Answer) and cls is not Answer
    ]
    seeds = []
    for number, match in enumerate(paused()):
        for seat in asked(match.request):
            offered = agenda.options(match.view(seat))[:6]
            seeds += [bytes([number]) + codec.encode(o) for o in offered]
        seeds += [bytes([number]) + one for one in plain_ones[number % 7 :: 7]]
    return seeds


@functools.cache
def state_seeds() -> list[bytes]:
    """States, requests and answers of every system, the short ones."""
    found = [codec.encode(match.state) for match in paused()]
    found += [codec.encode(match.request) for match in paused()]
    return [*[s for s in found if len(s) < 20000], *[a[1:] for a in answer_seeds()]]


def differ(data: bytes) -> None:
    """Two states, the second one's bytes from anywhere."""
    ours = codec.encode(paused()[0].state)
    found = desync.differences(ours, data)
    if len(found) > desync.MAX_DIFFERENCES:
        raise Broken("more differences than are wanted")
    if not found and data != ours:
        raise Broken("two states differ, and nobody says where")
    desync.agenda_of(data)


TARGETS = [
    Target("codec", decode, (BadEncoding,), state_seeds, plain),
    Target("records", load, (BadEncoding,), state_seeds, plain),
    Target("answers", answer, (BadEncoding, IllegalAnswer), answer_seeds, after(1, plain)),
    Target(
        "states", differ, (BadEncoding,),
        lambda: [codec.encode(m.state) for m in paused()[:4]], plain,
    ),
]  # fmt: skip
