"""Test vectors of docs/deck.md, Algorithms 5 to 17.

deck_group, deck_transcript, deck_shuffle_4 and deck_opening are not among them: those four files
were made once, by another program, and stay as they are.
"""

from __future__ import annotations

import math
from typing import Any

import attrs
from vectors_common import (
    HERE,
    MATCH_ID,
    ORDER_8,
    case,
    changed,
    context,
    entropy,
    plus_order,
)

from owm_net.protocol import commitment, dice, group, keys, opening, sealed, shuffle
from owm_net.protocol.fiat_shamir import Transcript

# ------------------------------------------------------------------ Algorithms 5 and 6


def key_vectors() -> dict[str, Any]:
    ctx, other = context(0, "keys"), context(1, "keys")
    mine, body = keys.make_keys(ctx, entropy("keys of seat 0"))
    _, second = keys.make_keys(other, entropy("keys of seat 1"))
    X, x = group.mul_base(mine.x), mine.x
    swapped = body[96:192] + body[:96] + body[192:]
    doubled = body[:96] + _proved(ctx, b"Y", X, x) + body[192:]
    as_box = body[:192] + _proved(ctx, b"E", X, x)
    dice_as_box = body[:192] + _proved(ctx, b"E", body[96:128], mine.y)
    cancels = group.sub(group.IDENTITY, X)
    return {
        "comment": f"Algorithms 5 and 6 of docs/deck.md. {HERE} secrets: x, y, e.",
        "secrets": [mine.x.hex(), mine.y.hex(), mine.e.hex()],
        "cases": [
            case("as made", "accepted", ctx=ctx, body=body),
            case("the other seat's", "accepted", ctx=other, body=second),
            case("of another seat: the context differs", "proof", ctx=other, body=body),
            case("the keys of cards and dice swapped", "proof", ctx=ctx, body=swapped),
            case("X = Y, both proved", "proof", ctx=ctx, body=doubled),
            case("X = E, both proved", "proof", ctx=ctx, body=as_box),
            case("Y = E, both proved", "proof", ctx=ctx, body=dice_as_box),
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


# ------------------------------------------------------------------ Algorithm 9, step 5


def sum_vectors() -> dict[str, Any]:
    """Shuffles whose prover made a bracket the identity: every equation holds."""
    ctx, n = context(0, "shuffle"), 3
    mine, _ = keys.make_keys(context(0, "keys"), entropy("keys of seat 0"))
    joint = group.mul_base(mine.x)
    deck = [shuffle.known_card(b"core", k, joint) for k in range(n)]
    source = entropy("a shuffle")

    def cancelling(size: int) -> bytes:
        """The first random bytes are the scalars; those from n to 2n are the rho_j."""
        block = source(size)
        if size < 64 * 2 * n:
            return block
        rho = [int.from_bytes(block[64 * j : 64 * j + 64], "little") for j in range(n, 2 * n)]
        last = -sum(rho[:-1]) % group.ORDER
        return changed(block, 64 * (2 * n - 1), last.to_bytes(64, "little"))

    def without_r() -> shuffle.Witness:
        """A prover who chooses r^_N so that R_N = 0."""
        k = shuffle.draw(n, joint, entropy("a shuffle"))
        return attrs.evolve(k, R=[*k.R[:-1], 0], R_g=[*k.R_g[:-1], group.IDENTITY])

    honest = shuffle.shuffle(ctx, joint, deck, entropy("a shuffle"))
    first = shuffle.shuffle(ctx, joint, deck, cancelling)
    second = shuffle.shuffle_with(without_r(), ctx, joint, deck)
    common = {"ctx": ctx, "joint_key": joint, "deck": shuffle.encode_deck(deck)}

    def one(comment: str, result: str, made: shuffle.Shuffled) -> dict[str, Any]:
        output = shuffle.encode_deck(made.deck)
        return case(comment, result, **common, output=output, proof=made.proof)

    return {
        "comment": f"Algorithm 9 of docs/deck.md, step 5: no bracket may be the identity. {HERE} "
        "In all cases all equations of step 4 hold.",
        "cases": [
            one("as made", "accepted", honest),
            one("C_1 + .. + C_N is H_1 + .. + H_N", "encoding", first),
            one("C^_N is (u_1 .. u_N) H_0", "encoding", second),
            case(
                "as made, with one scalar more at the end",
                "encoding",
                **common,
                output=shuffle.encode_deck(honest.deck),
                proof=honest.proof + honest.proof[-32:],
            ),
        ],
    }


# ------------------------------------------------------------------ Algorithms 13 and 14


def dice_vectors() -> dict[str, Any]:
    """A roll of two seats, its bodies good and bad, and integers drawn from its value."""
    counter, purpose = 5, b"roll"
    secrets = [
        keys.SeatSecrets(x=y, y=y, e=y)
        for y in map(
            bytes.fromhex,
            (
                "adce705d6a4dc88e915754a968d47913be878ef7019302f628dc53a061fc6e0d",
                "8ee8665911538cc14e64e93645f4614ca75d0607731c0e8df84d65cd3a472905",
            ),
        )
    ]
    V = dice.dice_point(MATCH_ID, counter, purpose)
    other_V = dice.dice_point(MATCH_ID, counter + 1, purpose)
    Y = [group.mul_base(seat.y) for seat in secrets]
    ctxs = [context(seat, "dice") for seat in range(2)]

    def made(seat: int, point: bytes = V) -> bytes:
        source = entropy(f"a roll of seat {seat}")
        return dice.make_dice_shares(ctxs[seat], secrets[seat], Y[seat], [point], source)

    bodies = [made(seat) for seat in range(2)]
    body, Z = bodies[0], [one[:32] for one in bodies]
    as_card = Transcript(opening.SHARE_DST, ctxs[0])
    proof = opening.prove_dleq(as_card, secrets[0].y, Y[0], [V], [Z[0]], [b""], entropy("a card"))
    value = dice.joint_value(MATCH_ID, counter, Z)
    common = {"ctx": ctxs[0], "Y": Y[0]}
    wholes = (1, 2, 6, 192, 256, 257, 2**64, 2**64 + 1, math.factorial(52))
    counts = (3, 16, 10, 10, 4, 4, 2, 2, 1)
    return {
        "comment": f"Algorithms 13 and 14 of docs/deck.md. {HERE} bodies: of DICE entries for the "
        "roll `roll`, each by the seat with key Y in its context. `uniform` starts anew from "
        "`value` for each n.",
        "roll": {
            "match_id": MATCH_ID.hex(),
            "counter": counter,
            "purpose": purpose.decode(),
            "V": V.hex(),
            "y": [seat.y.hex() for seat in secrets],
            "Z": [z.hex() for z in Z],
            "value": value.hex(),
        },
        "bodies": [
            case("as made", "accepted", **common, body=body),
            case("the other seat's", "accepted", ctx=ctxs[1], Y=Y[1], body=bodies[1]),
            case("of another seat: its context", "proof", ctx=ctxs[1], Y=Y[0], body=body),
            case("of another seat: its key", "proof", ctx=ctxs[0], Y=Y[1], body=body),
            case("of the next roll", "proof", **common, body=made(0, other_V)),
            case("proved as a share of a card", "proof", **common, body=Z[0] + proof),
            case("Z of the other seat", "proof", **common, body=changed(body, 0, Z[1])),
            case("Z is the identity", "encoding", **common, body=changed(body, 0, group.IDENTITY)),
            case(
                "Z has a part of order 8",
                "encoding",
                **common,
                body=changed(body, 0, group.add(Z[0], ORDER_8)),
            ),
            case("c is zero", "encoding", **common, body=changed(body, 32, bytes(32))),
            case("s plus the order", "encoding", **common, body=plus_order(body, 64)),
            case("a byte too few", "encoding", **common, body=body[:-1]),
        ],
        "uniform": [
            {
                "n": str(n),
                "count": count,
                "numbers": [str(x) for x in dice.uniform_many(value, n, count)],
            }
            for n, count in zip(wholes, counts, strict=True)
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
            case(
                "a byte of padding too many, and committed to",
                "encoding",
                **common,
                commitment=sealed_as(opened + b"\0"),
                opening=opened + b"\0",
            ),
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
            case("a scalar too many", "encoding", **good, complaint=said + said[-32:]),
        ],
    }
