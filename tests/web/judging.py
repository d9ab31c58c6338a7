"""What tests/vectors say must be accepted, or refused for its encoding or its proof, judged by our
code. Its text is run in the browser, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding
from owm_net.protocol import commitment, dice, fiat_shamir, group, keys, opening, sealed, shuffle
from owm_net.protocol.channel import BadRecord, Channel, ChannelError, Role
from owm_net.protocol.codes import Code
from owm_net.protocol.entries import check_signature
from owm_net.protocol.errors import BadProof, MalformedBytes

at = bytes.fromhex
REFUSALS = {
    MalformedBytes: "encoding",
    BadProof: "proof",
    BadEncoding: "refused",
    ChannelError: "refused",
    BadRecord: "refused",
}


def judged(check: Callable[..., object], *given: Any) -> str:
    """Return what became of it, as a vector's `result` says it."""
    try:
        check(*given)
    except Exception as error:
        words = (word for kind, word in REFUSALS.items() if isinstance(error, kind))
        return next(words, repr(error))
    return "accepted"


def wrong(vectors: dict[str, Any]) -> list[str]:
    """Return the cases that end otherwise than they say. vectors: the files of tests/vectors, by
    their names."""
    found = [*decks(vectors), *signatures(vectors["wire_record"]), *values(vectors["wire_values"])]
    for name in ("wire_channel", "wire_watching"):
        for opened in vectors[name]["opened"]:
            found += channels(opened)
    assert len(found) > 300
    return [f"{comment}: {said}" for comment, said, result in found if said != result]


Judged = Iterator[tuple[str, object, object]]
"""Of each case what it is, what became of it, and what should."""


def decks(vectors: dict[str, Any]) -> Judged:
    """docs/deck.md."""
    for case in vectors["deck_keys"]["cases"]:
        yield case["comment"], judged(keys.check_keys, *hexes(case, "ctx", "body")), case["result"]
    for case in vectors["deck_keys"]["joint"]:
        said = judged(keys.joint_key, [at(key) for key in case["keys"]])
        yield case["comment"], said, case["result"]
    made = vectors["deck_shuffle_4"]
    for case in made["cases"]:
        parts = {name: at(made[name]) for name in SHUFFLE}
        for name, change in case.get("change", {}).items():
            data, put = parts[name], at(change["put"])
            end = change["at"] + change.get("drop", len(put))
            parts[name] = data[: change["at"]] + put + data[end:]
        yield case["comment"], judged(check_shuffle, *parts.values()), case["result"]
    for case in vectors["deck_sums"]["cases"]:
        yield case["comment"], judged(check_shuffle, *hexes(case, *SHUFFLE)), case["result"]
    for case in vectors["deck_opening"]["cases"]:
        cards = [(at(a), at(b)) for a, b in case["cards"]]
        ctx, key, body = hexes(case, "ctx", "X", "body")
        yield case["comment"], judged(opening.check_shares, ctx, key, cards, body), case["result"]
    point = at(vectors["deck_dice"]["roll"]["V"])
    for case in vectors["deck_dice"]["bodies"]:
        ctx, key, body = hexes(case, "ctx", "Y", "body")
        said = judged(dice.check_dice_shares, ctx, key, [point], body)
        yield case["comment"], said, case["result"]
    for case in vectors["deck_choice"]["cases"]:
        ctx, closed, opened = hexes(case, "ctx", "commitment", "opening")
        given = ctx, case["slot"], case["size"], closed, opened
        yield case["comment"], judged(commitment.check_opening, *given), case["result"]
    for case in vectors["deck_sealed"]["boxes"]:
        said = judged(sealed.check_sealed, *hexes(case, "ctx", "E", "box"))
        yield case["comment"], said, case["result"]
    for case in vectors["deck_sealed"]["complaints"]:
        said = judged(sealed.judge_complaint, *hexes(case, "ctx", "E", "box", "complaint"))
        yield case["comment"], said, case["result"]
    fixed = vectors["deck_transcript"]["transcript"]
    drawn = fiat_shamir.Transcript(*hexes(fixed, "dst", "ctx"))
    for label, data in fixed["appended"]:
        drawn.append(label.encode(), at(data))
    yield "transcript", drawn.state().hex(), fixed["state"]
    yield "challenge", drawn.challenge(b"one").hex(), fixed["challenge one"]
    yield "scalar", drawn.challenge_scalar(b"two").hex(), fixed["challenge_scalar two"]
    small = [f"{n:032x}" for n in drawn.small_challenges(b"three", 3)]
    yield "small challenges", small, fixed["small_challenges three, big-endian"]


SHUFFLE = ("ctx", "joint_key", "deck", "output", "proof")


def check_shuffle(ctx: bytes, joint: bytes, deck: bytes, output: bytes, proof: bytes) -> None:
    """Raise an error if it is none."""
    before, after = (shuffle.decode_deck(data, len(data) // 64) for data in (deck, output))
    shuffle.check_shuffle(ctx, joint, before, after, proof)


def signatures(vectors: dict[str, Any]) -> Judged:
    """docs/wire.md, "Entries"."""

    def check(identity: bytes, record: bytes) -> None:
        group.decode_point(identity)
        check_signature(record[:-64], record[-64:], identity)

    for case in vectors["signatures"]:
        said = judged(check, *hexes(case, "identity", "record")) == "accepted"
        yield case["comment"], said, case["result"] == "accepted"


def values(vectors: dict[str, Any]) -> Judged:
    """docs/wire.md, "Values"."""
    for result in ("accepted", "refused"):
        for case in vectors[result]:
            yield case["comment"], judged(codec.decode, *hexes(case, "bytes")), result


def channels(opened: dict[str, Any]) -> Judged:
    """docs/wire.md, "The channel"."""
    hail_a, hail_b, auth_a, auth_b = hexes(opened, "hail_a", "hail_b", "auth_a", "auth_b")
    a, b = end(opened, "a"), end(opened, "b")
    yield "hails", (a.hail, b.hail), (hail_a, hail_b)
    yield "auths", (b.receive(hail_a), a.receive(hail_b), b.receive(auth_a)), (None, auth_a, auth_b)
    yield "open", (a.receive(auth_b), a.private_room), (None, opened["private_room"])
    for case in opened["hails_to_a"]:
        said = judged(end(opened, "a").receive, bytes.fromhex(case["message"]))
        yield case["comment"], said, case["result"]
    for who, name, hail in (("b", "auths_to_b", hail_a), ("a", "auths_to_a", hail_b)):
        for case in opened[name]:
            mine = end(opened, who)
            mine.receive(hail)
            said = judged(mine.receive, bytes.fromhex(case["message"]))
            yield case["comment"], said, case["result"]
    plain = [bytes.fromhex(r["message"]) for r in opened["records"] if r["from"] == "a"]
    for case in opened["to_b"]:
        mine = end(opened, "b")
        mine.receive(hail_a)
        mine.receive(auth_a)
        got: list[bytes] = []
        with suppress(BadRecord):
            for record in case["records"]:
                got.append(mine.receiving.open(at(record)))
        yield case["comment"], got, plain[: case["opened"]]


def end(opened: dict[str, Any], who: str) -> Channel:
    """One end of a channel, as it was made."""
    said = opened[who]
    code = Code(opened["room"], opened["words"]) if "room" in opened else None
    chance = [at(said["nonce"]), at(said["y"]).ljust(64, b"\0")]
    identity = Ed25519PrivateKey.from_private_bytes(at(said["identity_secret"]))
    shared = code or at(opened["key"])
    role, name, program = Role(said["role"]), said["name"], said["program"]
    return Channel(role, shared, identity, name, program, lambda n: chance.pop())


def hexes(case: dict[str, Any], *names: str) -> list[bytes]:
    """Return values of a case."""
    return [bytes.fromhex(case[name]) for name in names]
