"""Both verifiers on whole logs: honest ones, the cheats' gallery, and files somebody has edited."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.records import REGISTRY
from owm_net.engine.requests import Dealt, Decision
from owm_net.program.logs.verdict_words import in_words
from owm_net.protocol import group
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    EntryKind,
    decode_entry,
    frame_record,
    read_records,
    sign,
    split_record,
)
from owm_net.session.in_memory import driver
from owm_net.session.match import Match, Own
from owm_net.session.terms import propose
from owm_net.session.verify import Unreadable
from owm_net.session.verify import verify as first
from tests.cheats.gallery import GALLERY, LIAR, SYSTEM, Table, identity
from tests.second_verifier.curve import Refused
from tests.second_verifier.verify import Verdict, verify_without_rules
from tests.second_verifier.verify import verify as second

FOLDER = Path(__file__).parents[1] / "vectors"
THOROUGH = bool(os.environ.get("OWM_THOROUGH"))
"""`make thorough`: the whole gallery of the match."""

SOME = {
    "hello-other-terms",
    "hello-name-is-no-text",
    "keys-rogue",
    "shuffle-duplicate-card",
    "private-deck-foreign",
    "share-of-another-card",
    "dice-with-another-key",
    "commitment-opened-otherwise",
    "opening-hidden-card",
    "answer-illegal-when-opened",
    "sealed-another-card",
    "complaint-groundless",
    "token-illegal",
    "end-another-result",
    "entry-equivocation-early",
    "entry-of-ours-elsewhere-past",
    "entry-wrong-prev",
    "entry-stale-state",
    "silent-at-shuffle",
    "drop-of-two-seats",
    "drop-of-two-seats-backwards",
    "drop-with-a-keep-of-its-own-making",
    "drop-with-a-keep-of-another-step",
    "keep-of-its-own-making",
    "hand-compensated",
    "blind-two-halves",
    "tag-changed",
}
BY_MATCH = [d for d in GALLERY.values() if not d.wire and not d.name.startswith("closes-at")]


def agree(log: bytes, system: Any = SYSTEM) -> Verdict | None:
    """The second verifier's verdict, which is the first one's too; None if neither has any."""
    try:
        one = first(log, lambda name: system, processes=1)
    except Unreadable:
        with pytest.raises(Refused):
            second(log, system)
        return None
    other = second(log, system)
    assert (other.kind, other.record, other.seat, list(other.owed)) == (
        one.verdict.value,
        one.first_bad,
        one.blame,
        sorted(one.owed_by),
    ), (one.reason, other.why)
    if other.kind in ("OK", "UNFINISHED"):
        listed = [(p["seat"], p["step"], p["without"]) for p in one.proposed]
        assert list(other.unrefuted) == listed
    if other.kind == "OK":
        assert one.result is not None and one.match is not None
        found = list(one.result.winners), list(one.result.scores), one.result.reason
        assert other.result == found
        assert other.digest == codec.digest(one.match.state)
    return other


# ------------------------------------------------------------------ whole matches


@cache
def honest(seats: int, mission: str) -> Verdict:
    """Of every seat's log of a match without a cheat."""
    table = Table(seats, mission, seed=1).run()
    one, *others = [agree(log) for log in {table.log(i) for i in range(seats)}]
    assert one is not None and one.kind == "OK" and all(other == one for other in others)
    return one


HONEST = [(2, "duel"), (3, "full-deck"), (2, "full-deck")]


@pytest.mark.parametrize(("seats", "mission"), HONEST if THOROUGH else HONEST[:2])
def test_honest_matches(seats: int, mission: str) -> None:
    assert honest(seats, mission).result


@pytest.mark.parametrize("seats", [2, 3])
def test_a_full_match_uses_every_request(seats: int) -> None:
    """Sealed boxes, tokens that are cards, private decks, fresh decks of known and unknown cards,
    dice, joint integers: every request of the engine while nobody leaves."""
    found = honest(seats, "full-deck")
    kinds = [cls for cls in REGISTRY.values() if issubclass(cls, Dealt | Decision)]
    every = {cls.name for cls in kinds if cls.__module__.startswith("owm_net.")} - {"redeal"}
    assert found.asked == every


@pytest.mark.parametrize(
    ("seats", "leaver"), [(3, (2, 3)), (3, (2, 4)), (3, (2, 25)), (4, (3, 30))]
)
def test_matches_that_go_on_without_a_seat(seats: int, leaver: tuple[int, int]) -> None:
    """Left out before and after the first deal: hands re-encrypted, blinded, found by their tags,
    to the END of those who remain; and the log of the one that was left out."""
    table = Table(seats, "duel", seed=1, leaver=leaver).run()
    for i in range(seats):
        verdict = agree(table.log(i))
        assert verdict is not None and verdict.kind == ("UNFINISHED" if i == leaver[0] else "OK")
        assert i == leaver[0] or leaver[1] < 20 or "redeal" in verdict.asked


# ------------------------------------------------------------------ the logs that outsiders get

RECORDED = (
    "match_skeleton",
    "match_three",
    "match_stopped",
    "match_absent",
    "match_taken_back",
)
CASES = json.loads((FOLDER / "wire_logs.json").read_text(encoding="utf-8"))["cases"]


@cache
def recorded(name: str) -> tuple[bytes, str]:
    """A log, and what the rules asked in it."""
    requests = (FOLDER / f"{name}.requests.json").read_text(encoding="utf-8")
    return (FOLDER / f"{name}.owmlog").read_bytes(), requests


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_matches(name: str) -> None:
    """As their descriptions say; and with the requests file alone, without rules."""
    log, requests = recorded(name)
    said = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    verdict, alone = agree(log), verify_without_rules(log, requests)
    held = "PROOFS_HOLD" if said["verdict"] == "OK" else said["verdict"]
    assert verdict is not None and (verdict.kind, alone.kind) == (said["verdict"], held)
    for one in (verdict, alone):
        if said["result"] is not None:  # the match has ended
            assert one.digest.hex() == said["state"]
            assert list(one.result) == [said["result"][k] for k in ("winners", "scores", "reason")]


def file_of(case: dict[str, Any]) -> bytes:
    """The log of a case of wire_logs.json."""
    records = list(read_records(recorded(case["base"])[0]))
    parts = [
        [bytes.fromhex(part)] if isinstance(part, str) else records[part[0] : part[1]]
        for part in case["parts"]
    ]
    line = bytes.fromhex(case["line"])
    whole = line + framed([record for part in parts for record in part]).removeprefix(MAGIC)
    return whole[: len(whole) - case["cut"]] + bytes.fromhex(case["add"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["comment"])
def test_logs_good_and_bad(case: dict[str, Any]) -> None:
    log = file_of(case)
    assert hashlib.sha256(log).hexdigest() == case["sha256"]
    place = case["record"], case["seat"], tuple(case["owed"])
    verdict, requests = agree(log), recorded(case["base"])[1]
    if verdict is None:
        assert case["verdict"] == "UNREADABLE"
    else:
        here = verdict.kind, verdict.record, verdict.seat, verdict.owed
        assert here == (case["verdict"], *place)
    if case["without_rules"] == "UNREADABLE":
        with pytest.raises(Refused):
            verify_without_rules(log, requests)
        return
    alone = verify_without_rules(log, requests)
    assert alone.kind == case["without_rules"]
    if alone.kind == case["verdict"]:
        assert (alone.record, alone.seat, alone.owed) == place


def test_a_requests_file_that_is_not_of_the_log_judges_nothing() -> None:
    """Too short, of other cards, of another state: the verifier says so, and blames nobody."""
    log, text = recorded("match_skeleton")
    requests = json.loads(text)["requests"]
    flip = next(n for n, one in enumerate(requests) if one["request"] == "flip")

    def judged(changed: list[dict[str, Any]]) -> tuple[str, int | None]:
        verdict = verify_without_rules(log, json.dumps({**json.loads(text), "requests": changed}))
        return verdict.kind, verdict.seat

    assert judged(requests[:flip]) == ("CANNOT_JUDGE", None)
    other = {**requests[flip], "answer": [n + 1 for n in requests[flip]["answer"]]}
    assert judged([*requests[:flip], other, *requests[flip + 1 :]]) == ("CANNOT_JUDGE", None)
    other = {**requests[flip], "state": bytes(32).hex()}
    assert judged([*requests[:flip], other, *requests[flip + 1 :]]) == ("CANNOT_JUDGE", None)
    assert judged(requests) == ("PROOFS_HOLD", None)


# ------------------------------------------------------------------ the cheats' gallery


@pytest.mark.parametrize(
    "deviation", [d for d in BY_MATCH if THOROUGH or d.name in SOME], ids=lambda d: d.name
)
def test_cheats(deviation: Any) -> None:
    d = deviation
    table = Table(d.seats, d.mission, d.seed, d.run, d.patient, d.bold, leaver=d.leaver).run()
    for log in {table.log(i) for i in range(d.seats) if i != LIAR and not table.is_gone(i)}:
        verdict = agree(log)
        assert verdict is not None
        if d.expect == "blamed":
            assert (verdict.kind, verdict.seat) == ("INVALID", LIAR)
        elif d.expect == "owed":
            assert (verdict.kind, verdict.owed) == ("UNFINISHED", (LIAR,))
        else:
            assert verdict.seat is None


def test_the_sample_is_of_the_gallery() -> None:
    assert {d.name for d in BY_MATCH} >= SOME and len(SOME) >= 12


# ------------------------------------------------------------------ edited files


@cache
def duel() -> Table:
    return Table(2, "duel", seed=1).run()


def framed(records: list[bytes]) -> bytes:
    return MAGIC + b"".join(map(frame_record, records))


def edits(records: list[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield edits of a file that need no signature."""
    for at in (0, 1, 2, 3, 5, 9, len(records) // 2, len(records) - 2):
        yield f"{at} left out", framed(records[:at] + records[at + 1 :])
        yield f"{at} twice", framed([*records[: at + 1], *records[at:]])
        yield (
            f"swapped from {at}",
            framed([*records[:at], records[at + 1], records[at], *records[at + 2 :]]),
        )
        yield f"ends before {at}", framed(records[:at])
        yield f"ends before {at}, then one of later", framed([*records[:at], *records[-2:-1]])
        yield f"ends before {at}, then two of later", framed([*records[:at], *records[-2:]])
        yield f"torn in {at}", framed(records[: at + 1])[:-70]
        yield f"torn in the length of {at}", framed(records[:at]) + b"\0\0"
        yield f"torn before {at}, and zeros", framed(records[:at]) + bytes(40)
        yield f"impossible length at {at}", framed(records[:at]) + b"\0\0\0\1" + b"x" * 300
        yield (
            f"length beyond the end at {at}",
            (framed(records[:at]) + b"\0\x0f\0\0" + records[at] + framed(records[at:])),
        )
    yield "more after the end", framed([*records, records[-1]])
    yield "another file", b"owm-net log 2\n" + framed(records)[14:]
    yield "the first line alone", MAGIC
    yield "less than the first line", MAGIC[:5]
    yield "not of a HELLO", framed(records[2:])


def test_edited_files() -> None:
    whole = duel().log()
    kinds = {name: agree(log) for name, log in edits(duel().logs[0]) if log != whole}
    found = {v.kind if v else None for v in kinds.values()}
    assert found == {"OK", "INVALID", "UNFINISHED", None}
    assert all(v is None or v.seat is None for v in kinds.values())
    fine = {name for name, v in kinds.items() if v is not None and v.kind == "OK"}
    assert all(name.startswith("swapped") for name in fine), "entries of one step may cross"


def test_flipped_bits() -> None:
    """Anywhere in the recorded match: refused by both, by the same record, and nobody is blamed."""
    log, chance = (FOLDER / "match_skeleton.owmlog").read_bytes(), random.Random(2)
    for place in (chance.randrange(len(log)) for _ in range(600 if THOROUGH else 16)):
        changed = bytearray(log)
        changed[place] ^= 1 << chance.randrange(8)
        verdict = agree(bytes(changed))
        assert verdict is None or (verdict.kind != "OK" and verdict.seat is None), place


def entry_of(record: bytes) -> Entry:
    return decode_entry(split_record(record)[0])


def forged(**changes: Any) -> Callable[[list[bytes], int], list[bytes]]:
    """Return record n changed and re-signed by its author; the rest stays as it was."""

    def edit(records: list[bytes], n: int) -> list[bytes]:
        entry = decode_entry(split_record(records[n])[0])
        made = sign(attrs.evolve(entry, **changes), identity(entry.seat))
        return [*records[:n], made, *records[n + 1 :]]

    return edit


def after(**changes: Any) -> Callable[[list[bytes], int], list[bytes]]:
    """The log up to record n, and then a second, changed one of the same author."""
    return lambda records, n: [*records[: n + 1], forged(**changes)(records, n)[n]]


SIGNED = {
    "another kind": forged(kind=EntryKind.SHARES),
    "another seat": forged(seat=0),
    "no seat": forged(seat=7),
    "an earlier step": forged(step=1),
    "step 0": forged(step=0),
    "a HELLO now": forged(kind=EntryKind.HELLO),
    "a later step": forged(step=60),
    "a step far ahead": forged(step=10**9),
    "another match": forged(match_id=bytes(32)),
    "another history": forged(prev=bytes(32)),
    "another state": forged(state=bytes(32)),
    "an empty body": forged(body=b""),
    "a body of zeros": forged(body=bytes(96)),
    "twice, with another body": after(body=b""),
    "twice, with another history": after(prev=bytes(32)),
    "twice, with another state": after(state=bytes(32)),
    "twice, of another match": after(match_id=bytes(32)),
    "twice, as a HELLO": after(kind=EntryKind.HELLO, step=0),
}


@pytest.mark.parametrize("name", SIGNED)
def test_entries_signed_anew(name: str) -> None:
    """In a HELLO, in KEYS, in the first entries after them, in the middle, at the end."""
    records = duel().logs[0]
    for n in (0, 1, 2, 3, 4, 7, 9, 40, len(records) - 1):
        log = SIGNED[name](records, n)
        if log == records:
            continue
        author = decode_entry(split_record(records[n])[0]).seat
        verdict = agree(framed(log))
        assert verdict is None or verdict.seat in (None, author), n
        assert verdict is None or verdict.kind != "OK"


def test_two_early_entries_end_a_log() -> None:
    """wire.md, "The log": only before a last record that blames somebody may one be early."""
    records = duel().logs[0]
    entry = decode_entry(split_record(records[40])[0])
    early = [sign(attrs.evolve(entry, body=body), identity(entry.seat)) for body in (b"a", b"b")]
    verdict = agree(framed([*records[:30], *early]))
    assert verdict is not None and (verdict.record, verdict.seat) == (31, entry.seat)
    a, b, due = *early, records[30]
    for ending in ([a], [a, a], [a, b, due], [a, due]):
        verdict = agree(framed([*records[:30], *ending]))
        assert verdict is not None and (verdict.record, verdict.seat) == (30, None)
    bad = forged(state=bytes(32))(records, 30)[30]
    verdict = agree(framed([*records[:30], early[0], bad]))
    assert verdict is not None and verdict.record == 31 and verdict.seat is not None


# ------------------------------------------------------------------ DROPs that come to nothing


def test_a_proposal_that_nobody_objects_to_is_listed_and_blames_nobody() -> None:
    """An honest seat that signs a DROP goes on only when it has a KEEP; but a relaying seat may
    keep that KEEP back, and the owner of a log may cut it out."""
    table = Table(3, "duel", seed=1).run()
    records = [bytes(r) for r in read_records(table.log())]
    at = next(n for n, r in enumerate(records) if n > 30 and entry_of(r).seat == 2)
    missed = entry_of(records[at])
    drop = attrs.evolve(missed, kind=EntryKind.DROP, seat=0, body=bytes([2]))
    keep = attrs.evolve(missed, kind=EntryKind.KEEP, seat=1, body=bytes([2]) + records[at])
    signed = [sign(e, identity(e.seat)) for e in (drop, keep)]

    def listed(*extra: bytes, where: int) -> tuple[tuple[int, int, int], ...]:
        verdict = agree(framed([*records[:where], *extra, *records[where:]]))
        assert verdict is not None and (verdict.kind, verdict.seat) == ("OK", None)
        return verdict.unrefuted

    late = len(records) - 1
    for where in (at + 1, late):
        assert listed(signed[0], where=where) == ((0, missed.step, 2),)
        assert listed(*signed, where=where) == ()
    assert listed(signed[0], where=at) == ((0, missed.step, 2),), "it came before the entry"
    assert listed(where=late) == ()
    cut = agree(framed([*records[:at], signed[0]]))
    assert cut is not None and (cut.kind, cut.unrefuted) == ("UNFINISHED", ()), "it is still open"
    verdict = first(framed([*records[:late], signed[0], records[late]]), lambda name: SYSTEM)
    (said,) = [line for line in in_words(verdict) if "signed at step" in line]
    assert f"at step {missed.step} that the match goes on without" in said
    assert "nobody is to blame" in said


# ------------------------------------------------------------------ other rules here than there


class Counting(type(SYSTEM)):  # type: ignore[misc]
    """Says that it is the same version, and counts otherwise."""

    def new_game(self, setup: Any) -> Any:
        g = super().new_game(setup)
        g.answered += 1000
        return g


class Beginning(type(SYSTEM)):  # type: ignore[misc]
    """Says that it is the same version, and begins with a decision of another seat."""

    def new_game(self, setup: Any) -> Any:
        return super().new_game(attrs.evolve(setup, mission="duel"))


@pytest.mark.parametrize("system", [Counting(), Beginning()], ids=lambda s: type(s).__name__)
def test_a_state_that_all_seats_go_on_from_blames_nobody(system: Any) -> None:
    """wire.md, "The log": then it is not for this program to judge. If they do not, it is."""
    log = Table(2, "full-deck", seed=1).run().log()
    verdict = agree(log, system)
    assert verdict is not None and (verdict.kind, verdict.seat) == ("CANNOT_JUDGE", None)
    records = [bytes(r) for r in read_records(log)]
    verdict = agree(framed(records[:5]), system)
    assert verdict is not None and verdict.kind == "INVALID" and verdict.seat is not None
    for left_out in (5, 6):
        agree(framed(records[:left_out] + records[left_out + 1 :]), system)


# ------------------------------------------------------------------ names and identities


def greeted(name: str, shown: bytes = b"") -> bytes:
    """A log of two HELLOs; the second one's name, and its identity if it is given."""
    agreed = propose(SYSTEM, SYSTEM.default_setup("duel"), 0)
    records = []
    for seat in range(2):
        key, said = Ed25519PrivateKey.from_private_bytes(bytes([seat + 9]) * 32), "Ada"
        if seat:
            said = name
        source = random.Random(seat).randbytes
        match = Match(SYSTEM, agreed, Own(Seat(seat), said, key, source))
        driver(match).todo()
        (record,) = driver(match).outgoing()
        if seat and shown:
            entry = decode_entry(split_record(record)[0])
            data = attrs.evolve(entry, body=shown + entry.body[32:]).encode()
            # R = 5G, S = 5: holds under a key that is the group's identity, whatever is signed
            five = (5).to_bytes(32, "little")
            record = data + group.mul_base(five) + five
        records.append(record)
    return framed(records)


@pytest.mark.parametrize("name", ["Ada", "", "Zoë", "山本", "\U0001fae9", "\U0001ccf0", "a" * 64])
def test_names_that_may_be(name: str) -> None:
    """Also characters that only some versions of Python know: a verdict is the same on all."""
    verdict = agree(greeted(name))
    assert verdict is not None and verdict.kind == "UNFINISHED" and verdict.owed == (0, 1)


@pytest.mark.parametrize(
    "shown",
    [
        group.IDENTITY,
        bytes.fromhex("ee" + "ff" * 30 + "7f"),
        bytes.fromhex("01" + "00" * 30 + "80"),
    ],
    ids=["identity", "not canonical", "wrong sign"],
)
def test_an_identity_that_anybody_can_sign_for_names_nobody(shown: bytes) -> None:
    verdict = agree(greeted("Ada", shown))
    assert verdict is not None
    assert (verdict.kind, verdict.record, verdict.seat) == ("INVALID", 1, None)
