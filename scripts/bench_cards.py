"""The deck without a dealer: what a shuffle, a share, a flip and a roll cost, in bare calls.

The limit of each is the number of its calls of the C library times the time of one bare call in
the same round. Numbers for N cards that were shuffled before (var: any point, base: G):

    re-encrypt + prove   (6N + 1) var + (4N + 4) base + 8N add
    check                (8N + 7) var +  (N + 4) base + (10N + 2) add
    one share            make 2 var + 1 base; check 3 var + 1 base + 2 add
    n shares at once     make (2n + 1) var + 1 base + n add; check (2n + 3) var + 1 base + 2n add

The calls really made are counted too, and the smaller number of each kind is the limit.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

from bench_line import (
    REPEATS,
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

from owm_net.protocol import dice, group, keys, opening, shuffle

N = 192
CTX = b"bench"
MATCH = bytes(32)
DECK = b"bench"
LOOPS = 20
"""Shares in one measurement; one alone is too short for the clock."""


def _least(made: Mapping[str, int], specified: Mapping[str, int]) -> Counter[str]:
    adding = min(made["add"] + made["sub"], specified["add"])
    return Counter(
        {"var": min(made["var"], specified["var"]), "base": min(made["base"], specified["base"])}
    ) + Counter({"add": adding})


def shuffles(quick: bool) -> Iterator[Line]:
    """A reshuffle of 192 cards."""
    rounds = 2 if quick else 7
    secret = group.random_scalars(2, os.urandom)
    joint = group.total([group.mul_base(s) for s in secret])
    known = [shuffle.known_card(DECK, k, joint) for k in range(N)]
    first = shuffle.shuffle(CTX, joint, known, os.urandom)
    deck = first.deck
    made = shuffle.shuffle(CTX, joint, deck, os.urandom)

    def prove() -> None:
        shuffle.shuffle(CTX, joint, deck, os.urandom)

    def check() -> None:
        shuffle.check_shuffle(CTX, joint, deck, made.deck, made.proof)

    def fresh() -> None:
        shuffle.shuffle(CTX, joint, known, os.urandom)

    def check_fresh() -> None:
        shuffle.check_shuffle(CTX, joint, known, deck, first.proof)

    works: dict[str, Callable[[], object]] = {
        "prove": prove,
        "check": check,
        "fresh": fresh,
        "check fresh": check_fresh,
    }
    specified = {
        "prove": {"var": 6 * N + 1, "base": 4 * N + 4, "add": 8 * N},
        "check": {"var": 8 * N + 7, "base": N + 4, "add": 10 * N + 2},
    }
    limits = {
        name: _least(counted(work), specified[name.replace("fresh", "").strip() or "prove"])
        for name, work in works.items()
    }
    times = interleaved({**works, **bare_calls()}, rounds)
    names = {
        "prove": "re-encrypt + prove",
        "check": "check",
        "fresh": "first deck: re-encrypt + prove",
        "check fresh": "first deck: check",
    }
    for name, text in names.items():
        calls = limits[name]
        yield Line(
            f"shuffle {N}, {text}",
            1000 * median(times, name),
            "ms",
            ratio(times, name, limit_of(calls)),
            f"its calls bare: {in_words(calls)}",
        )
    yield from _threads(quick, joint, deck, made)


def _threads(
    quick: bool, joint: bytes, deck: tuple[shuffle.Ciphertext, ...], made: shuffle.Shuffled
) -> Iterator[Line]:
    """Wall time on two threads, beside bare multiplications on two threads."""
    scalar, point = group.random_scalars(1, os.urandom)[0], deck[0][0]

    def control(_: object) -> None:
        for _ in range(group.CHUNK):
            group.mul(scalar, point)

    chunks = range(96)
    with ThreadPoolExecutor(2) as pool:
        times = interleaved(
            {
                "prove 1": lambda: shuffle.shuffle(CTX, joint, deck, os.urandom),
                "prove 2": lambda: shuffle.shuffle(CTX, joint, deck, os.urandom, map_fn=pool.map),
                "check 1": lambda: shuffle.check_shuffle(CTX, joint, deck, made.deck, made.proof),
                "check 2": lambda: shuffle.check_shuffle(
                    CTX, joint, deck, made.deck, made.proof, map_fn=pool.map
                ),
                "control 1": lambda: list(map(control, chunks)),
                "control 2": lambda: list(pool.map(control, chunks)),
            },
            2 if quick else 7,
            time.perf_counter,
        )
    free = 1 / ratio(times, "control 2", lambda r: r["control 1"])
    for name, text in (("prove", "re-encrypt + prove"), ("check", "check")):
        faster = 1 / ratio(times, f"{name} 2", lambda r, name=name: r[f"{name} 1"])  # type: ignore[misc]
        yield Line(
            f"shuffle {N}, {text}, 2 threads",
            faster,
            "x faster",
            faster / free,
            f"bare calls on 2 threads, {free:.2f} x faster ({cores()} cores)",
        )


def openings(quick: bool) -> Iterator[Line]:
    """Shares, a public flip of two players, and a roll."""
    rounds = 3 if quick else 15
    mine, body = keys.make_keys(CTX, os.urandom)
    my = keys.check_keys(CTX, body)
    theirs, body = keys.make_keys(CTX, os.urandom)
    their = keys.check_keys(CTX, body)
    joint = keys.joint_key([my.X, their.X])
    deck = [shuffle.known_card(DECK, k, joint) for k in range(N)]
    deck = list(shuffle.shuffle(CTX, joint, deck, os.urandom).deck)
    table = opening.CardTable(DECK, range(N))
    one, seven = deck[:1], deck[:7]
    other_one = opening.make_shares(CTX, theirs, their.X, one, os.urandom)
    other_seven = opening.make_shares(CTX, theirs, their.X, seven, os.urandom)
    point = dice.dice_point(MATCH, 1, b"bench")
    other_roll = dice.make_dice_shares(CTX, theirs, their.Y, [point], os.urandom)

    def make_one() -> bytes:
        return opening.make_shares(CTX, mine, my.X, one, os.urandom)

    def check_one() -> None:
        opening.check_shares(CTX, their.X, one, other_one)

    def make_seven() -> bytes:
        return opening.make_shares(CTX, mine, my.X, seven, os.urandom)

    def check_seven() -> None:
        opening.check_shares(CTX, their.X, seven, other_seven)

    def flip() -> None:
        own = make_one()
        check_one()
        table.number(opening.open_card(one[0], [own[:32], other_one[:32]]))

    def roll() -> None:
        made = dice.make_dice_shares(CTX, mine, my.Y, [point], os.urandom)
        shares = dice.check_dice_shares(CTX, their.Y, [point], other_roll)
        dice.uniform(dice.joint_value(MATCH, 1, [made[:32], *shares]), 6)

    works: dict[str, Callable[[], object]] = {
        "one share, make": make_one,
        "one share, check": check_one,
        "7 shares at once, make": make_seven,
        "7 shares at once, check": check_seven,
        "a public flip, one player's part of 2": flip,
        "a roll, one player's part of 2": roll,
    }
    limits = {name: counted(work) for name, work in works.items()}

    def loop(work: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            for _ in range(LOOPS):
                work()

        return run

    loops = {name: loop(work) for name, work in works.items()}
    times = interleaved({**loops, **bare_calls()}, rounds)
    for name, calls in limits.items():
        limit = limit_of(calls)
        yield Line(
            name,
            1000 * median(times, name) / LOOPS,
            "ms",
            ratio(times, name, lambda r, limit=limit: LOOPS * limit(r)),  # type: ignore[misc]
            f"its calls bare: {in_words(calls)}",
        )
    each = {kind: 1e6 * median(times, kind) / REPEATS for kind in ("var", "base", "add")}
    each["signature"] = 1e6 * median(times, "signature") / REPEATS
    for kind, text in (
        ("var", "scalar times a point"),
        ("base", "scalar times G"),
        ("add", "add two points"),
        ("signature", "check a signature"),
    ):
        yield Line(
            f"bare call: {text}", each[kind], "us", each[kind] / each["var"], "scalar times a point"
        )
