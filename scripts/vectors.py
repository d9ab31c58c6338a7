"""Test vectors for implementers in other languages: `python scripts/vectors.py [--record FILE]`.

Writes, always the same, into tests/vectors/: deck_keys, deck_sums, deck_choice, deck_sealed and
wire_record (JSON; the other deck_* files are pinned as they are), and a whole recorded match of
skeleton, match_skeleton.owmlog, with what must be found in it, match_skeleton.json.

--record FILE   only record that match into FILE ("-" for stdout): the same bytes on every Python
--check FILE    only verify FILE and say verdict, result and the digest of the last state as JSON
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.protocol import commitment, group, keys, sealed, shuffle
from owm_net.protocol.entries import MAGIC, decode_entry, frame_record, split_record
from owm_net.protocol.fiat_shamir import Context, Transcript
from owm_net.session import terms
from owm_net.session.match import Decide, Match, Own
from owm_net.session.verify import verify

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "vectors"
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
HERE = "It is written by scripts/vectors.py. All values are hex of the bytes."


def entropy(seed: str) -> Callable[[int], bytes]:
    """Call number i returns SHAKE-256(seed || u32(i))."""
    calls = 0

    def source(n: int) -> bytes:
        nonlocal calls
        calls += 1
        return hashlib.shake_256(seed.encode() + (calls - 1).to_bytes(4, "big")).digest(n)

    return source


def context(seat: int, purpose: str) -> bytes:
    """Of a match of two seats that never was."""
    return Context(
        match_id=b"m" * 32,
        terms=b"t" * 32,
        identities=(b"a" * 32, b"b" * 32),
        seat=seat,
        purpose=purpose,
        deck=0,
        step=3,
        prev=b"p" * 32,
        about=b"",
    ).encode()


def changed(data: bytes, at: int, put: bytes) -> bytes:
    return data[:at] + put + data[at + len(put) :]


def plus_order(data: bytes, at: int) -> bytes:
    """The scalar at a place, written q higher."""
    value = int.from_bytes(data[at : at + 32], "little") + group.ORDER
    return changed(data, at, value.to_bytes(32, "little"))


def case(comment: str, result: str, **values: Any) -> dict[str, Any]:
    """Bytes become hex."""
    shown = {k: v.hex() if isinstance(v, bytes) else v for k, v in values.items()}
    return {"comment": comment, "result": result, **shown}


# ------------------------------------------------------------------ Algorithms 5 and 6


def key_vectors() -> dict[str, Any]:
    ctx, other = context(0, "keys"), context(1, "keys")
    mine, body = keys.make_keys(ctx, entropy("keys of seat 0"))
    _, second = keys.make_keys(other, entropy("keys of seat 1"))
    X, x = group.mul_base(mine.x), mine.x
    swapped = body[96:192] + body[:96] + body[192:]
    doubled = body[:96] + _proved(ctx, b"Y", X, x) + body[192:]
    cancels = group.sub(group.IDENTITY, X)
    return {
        "comment": f"Algorithms 5 and 6 of docs/deck.md. {HERE} secrets: x, y, e.",
        "secrets": [mine.x.hex(), mine.y.hex(), mine.e.hex()],
        "cases": [
            case("as made", "accepted", ctx=ctx, body=body),
            case("the other seat's", "accepted", ctx=other, body=second),
            case("of another seat: the context differs", "proof", ctx=other, body=body),
            case("the keys of cards and dice swapped", "proof", ctx=ctx, body=swapped),
            case("one secret for cards and dice, both proved", "proof", ctx=ctx, body=doubled),
            case(
                "one byte of s is another",
                "proof",
                ctx=ctx,
                body=changed(body, 64, bytes([body[64] ^ 1])),
            ),
            case("c plus the order", "encoding", ctx=ctx, body=plus_order(body, 32)),
            case("s is zero", "encoding", ctx=ctx, body=changed(body, 64, bytes(32))),
            case("Y is the identity", "encoding", ctx=ctx, body=changed(body, 96, group.IDENTITY)),
            case(
                "E has a part of order 8",
                "encoding",
                ctx=ctx,
                body=changed(body, 192, group.add(body[192:224], ORDER_8)),
            ),
            case("a byte too many", "encoding", ctx=ctx, body=body + b"\0"),
            case("a byte too few", "encoding", ctx=ctx, body=body[:-1]),
        ],
        "joint": [
            case(
                "two seats",
                "accepted",
                keys=[X.hex(), second[:32].hex()],
                joint=keys.joint_key([X, second[:32]]),
            ),
            case("the same key twice", "proof", keys=[X.hex(), X.hex()]),
            case("keys that cancel out", "proof", keys=[X.hex(), cancels.hex()]),
        ],
    }


def _proved(ctx: bytes, name: bytes, public: bytes, secret: bytes) -> bytes:
    t = Transcript(keys.KEYS_DST, ctx)
    t.append(b"key", name)
    return public + keys.prove_knowledge(t, secret, public, entropy("again"))


# ------------------------------------------------------------------ Algorithm 9


def sum_vectors() -> dict[str, Any]:
    """A shuffle whose prover made the rho_j cancel out: every equation holds."""
    ctx, n = context(0, "shuffle"), 3
    mine, _ = keys.make_keys(context(0, "keys"), entropy("keys of seat 0"))
    joint = group.mul_base(mine.x)
    deck = [shuffle.known_card(b"core", k, joint) for k in range(n)]
    source = entropy("a shuffle")
    honest = shuffle.shuffle(ctx, joint, deck, entropy("a shuffle"))

    def cancelling(size: int) -> bytes:
        """The first random bytes are the scalars; those from n to 2n are the rho_j."""
        block = source(size)
        if size < 64 * 2 * n:
            return block
        rho = [int.from_bytes(block[64 * j : 64 * j + 64], "little") for j in range(n, 2 * n)]
        last = -sum(rho[:-1]) % group.ORDER
        return changed(block, 64 * (2 * n - 1), last.to_bytes(64, "little"))

    made = shuffle.shuffle(ctx, joint, deck, cancelling)
    common = {"ctx": ctx, "joint_key": joint, "deck": shuffle.encode_deck(deck)}
    return {
        "comment": "Algorithm 9 of docs/deck.md, step 4: no bracket or sum may be the identity. "
        f"{HERE}",
        "cases": [
            case(
                "as made",
                "accepted",
                **common,
                output=shuffle.encode_deck(honest.deck),
                proof=honest.proof,
            ),
            case(
                "C_1 + .. + C_N is H_1 + .. + H_N",
                "encoding",
                **common,
                output=shuffle.encode_deck(made.deck),
                proof=made.proof,
            ),
        ],
    }


# ------------------------------------------------------------------ Algorithm 15


def choice_vectors() -> dict[str, Any]:
    ctx, size, payload = context(1, "choice"), 24, b"hold the bridge"
    made, opened = commitment.commit(ctx, 2, payload, size, entropy("a choice"))
    empty, nothing = commitment.commit(ctx, 2, b"", size, entropy("no choice"))
    full, most = commitment.commit(ctx, 2, bytes(range(size)), size, entropy("a full choice"))

    def sealed_as(opening_: bytes) -> bytes:
        """The commitment to any bytes at all, as a cheat may make it."""
        return commitment._hash(ctx, 2, opening_)

    dirty = opened[:-1] + b"\1"
    too_long = changed(opened, 32, (size + 1).to_bytes(4, "big"))
    common = {"ctx": ctx, "slot": 2, "size": size}
    return {
        "comment": f"Algorithm 15 of docs/deck.md. {HERE}",
        "cases": [
            case("as made", "accepted", **common, commitment=made, opening=opened, payload=payload),
            case(
                "an empty choice",
                "accepted",
                **common,
                commitment=empty,
                opening=nothing,
                payload=b"",
            ),
            case(
                "a choice of all there is room for",
                "accepted",
                **common,
                commitment=full,
                opening=most,
                payload=bytes(range(size)),
            ),
            case("another slot", "proof", **{**common, "slot": 3}, commitment=made, opening=opened),
            case(
                "another seat",
                "proof",
                **{**common, "ctx": context(0, "choice")},
                commitment=made,
                opening=opened,
            ),
            case(
                "another payload",
                "proof",
                **common,
                commitment=made,
                opening=changed(opened, 36, b"H"),
            ),
            case(
                "padding that is not zero, and committed to",
                "encoding",
                **common,
                commitment=sealed_as(dirty),
                opening=dirty,
            ),
            case(
                "a length beyond the size, and committed to",
                "encoding",
                **common,
                commitment=sealed_as(too_long),
                opening=too_long,
            ),
            case("a byte too few", "encoding", **common, commitment=made, opening=opened[:-1]),
        ],
    }


# ------------------------------------------------------------------ Algorithms 16 and 17


def sealed_vectors() -> dict[str, Any]:
    ctx, source = context(0, "show"), entropy("a box")
    receiver, _ = keys.make_keys(context(1, "keys"), entropy("keys of seat 1"))
    stranger, _ = keys.make_keys(context(0, "keys"), entropy("keys of seat 0"))
    E, payload = group.mul_base(receiver.e), bytes(range(96))
    box = sealed.seal(ctx, E, payload, source)
    rubbish = box[:-1] + bytes([box[-1] ^ 1])
    theirs = sealed.seal(context(0, "other"), E, payload, source)
    borrowed = theirs[:96] + box[96:]
    said = sealed.complain(ctx, receiver, box, source)
    about_rubbish = sealed.complain(ctx, receiver, rubbish, source)
    wrong_K = changed(said, 0, group.mul(stranger.e, box[:32]))
    good = {"ctx": ctx, "E": E, "box": box}
    bad = {"ctx": ctx, "E": E, "box": rubbish}
    return {
        "comment": f"Algorithms 16 and 17 of docs/deck.md. {HERE} boxes: what everybody checks. "
        "complaints: about boxes that pass; `payload` is what is then read, null if "
        "it does not decrypt.",
        "e": receiver.e.hex(),
        "boxes": [
            case("as made", "accepted", **good),
            case("its content is rubbish, which only the receiver can tell", "accepted", **bad),
            case("in another context", "proof", **{**good, "ctx": context(1, "show")}),
            case("for another receiver", "proof", **{**good, "E": group.mul_base(stranger.e)}),
            case("with the F of another box", "proof", **{**good, "box": borrowed}),
            case(
                "F is the identity", "encoding", **{**good, "box": changed(box, 0, group.IDENTITY)}
            ),
            case("too short to be one", "encoding", **{**good, "box": box[:111]}),
        ],
        "complaints": [
            case(
                "groundless: the content is there",
                "accepted",
                **good,
                complaint=said,
                payload=payload,
            ),
            case("about rubbish", "accepted", **bad, complaint=about_rubbish, payload=None),
            case("made about another box", "proof", **bad, complaint=said),
            case("with another K", "proof", **good, complaint=wrong_K),
            case(
                "K has a part of order 8",
                "encoding",
                **good,
                complaint=changed(said, 0, group.add(said[:32], ORDER_8)),
            ),
            case("a byte too few", "encoding", **good, complaint=said[:-1]),
        ],
    }


# ------------------------------------------------------------------ a whole match


def record_match(seats: int = 2, mission: str = "full-deck", seed: int = 1) -> bytes:
    """The log of a match of skeleton whose every secret comes from the seed: always the same."""
    system = games.get("skeleton")
    agreed = terms.propose(system, system.default_setup(mission, seats=seats), 0)
    matches, chances = list[Match](), [Chance(seed, i) for i in range(seats)]
    for i in range(seats):
        source = entropy(f"seat {i} of match {seed}")
        person = Ed25519PrivateKey.from_private_bytes(source(32))
        matches.append(Match(system, agreed, Own(i, f"Player {i}", person, source)))
    log, busy = list[bytes](), True
    while busy:
        busy = False
        for i, match in enumerate(matches):
            while (todo := match.todo()) is not None:
                if isinstance(todo, Decide):
                    match.decide(agenda.sample(match.view(), chances[i]))
                else:
                    match.done(todo.run())
            for made in match.outgoing():
                busy = True
                for j, other in enumerate(matches):
                    if j != i:
                        other.receive(made)
                        while other._waiting_work is not None:
                            other.done(other._waiting_work.run())
            if i == 0:
                log += match.accepted()
        log += matches[0].accepted()
    assert all(match.finished for match in matches)
    return MAGIC + b"".join(map(frame_record, log))


def check_log(data: bytes) -> dict[str, Any]:
    """What must be found in a log, on every Python."""
    verdict = verify(data, games.get, processes=1)
    assert verdict.match is not None
    said = verdict.as_json()
    kept = ("verdict", "system", "mission", "result", "entries", "shuffles", "openings")
    return {
        **{key: said[key] for key in kept},
        "state": codec.digest(verdict.match.state).hex(),
        "log": hashlib.sha256(data).hexdigest(),
    }


# ------------------------------------------------------------------ wire.md


def record_vectors(log: bytes) -> dict[str, Any]:
    """The beginning of the recorded match, piece by piece, and signatures good and bad."""
    records, at = list[bytes](), len(MAGIC)
    while len(records) < 4:
        size = int.from_bytes(log[at : at + 4], "big")
        records.append(log[at + 4 : at + 4 + size])
        at += 4 + size
    entries = [decode_entry(split_record(r)[0]) for r in records]
    hellos = [e for e in entries if e.step == 0]
    first, identity = records[0], hellos[0].body[:32]
    forged = plus_order(first, len(first) - 32)
    small = group.IDENTITY
    weak = group.mul_base((5).to_bytes(32, "little")) + (5).to_bytes(32, "little")
    agreed = hellos[0].body[65 + hellos[0].body[64] :]
    return {
        "comment": f"docs/wire.md: the first four records of match_skeleton.owmlog. {HERE} "
        "signatures: of record[:-64] by identity, each to be accepted or refused.",
        "records": [r.hex() for r in records],
        "terms": agreed.hex(),
        "terms_hash": codec.digest(agreed).hex(),
        "match_id": entries[2].match_id.hex(),
        "heads": [entries[0].prev.hex(), entries[2].prev.hex()],
        "keys_ctx_of_seat_0": Context(
            match_id=entries[2].match_id,
            terms=codec.digest(agreed),
            identities=tuple(h.body[:32] for h in hellos),
            seat=0,
            purpose="keys",
            deck=0,
            step=1,
            prev=entries[2].prev,
            about=b"",
        )
        .encode()
        .hex(),
        "signatures": [
            case("as made", "accepted", identity=identity, record=first),
            case("by the other seat", "refused", identity=hellos[1].body[:32], record=first),
            case(
                "another byte in the entry",
                "refused",
                identity=identity,
                record=changed(first, 5, b"\1"),
            ),
            case("S plus the order", "refused", identity=identity, record=forged),
            case(
                "an identity that is the identity of the group: holds for every entry",
                "refused",
                identity=small,
                record=first[:-64] + weak,
            ),
            case(
                "the same, not canonical",
                "refused",
                identity=bytes.fromhex("ee" + "ff" * 30 + "7f"),
                record=first[:-64] + weak,
            ),
            case(
                "an identity with a part of order 8",
                "refused",
                identity=group.add(identity, ORDER_8),
                record=first,
            ),
        ],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--record", metavar="FILE", help="only record the match into FILE")
    parser.add_argument("--check", metavar="FILE", type=Path, help="only verify FILE")
    args = parser.parse_args()
    if args.check:
        print(json.dumps(check_log(args.check.read_bytes())))
        return 0
    log = record_match()
    if args.record:
        if args.record == "-":
            sys.stdout.buffer.write(log)
        else:
            Path(args.record).write_bytes(log)
        return 0
    (FOLDER / "match_skeleton.owmlog").write_bytes(log)
    found = {
        "comment": "What any verifier must find in match_skeleton.owmlog. state: digest of "
        "the last state; log: SHA-256 of the file; python: that recorded it.",
        "python": platform.python_version(),
        **check_log(log),
    }
    for name, made in (
        ("deck_keys", key_vectors()),
        ("deck_sums", sum_vectors()),
        ("deck_choice", choice_vectors()),
        ("deck_sealed", sealed_vectors()),
        ("wire_record", record_vectors(log)),
        ("match_skeleton", found),
    ):
        text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"tests/vectors/{name}.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
