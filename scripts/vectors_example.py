"""docs/wire-example.md: the first steps of the recorded match byte by byte, for implementers in
other languages. `make vectors` rewrites the page, with the bytes as they are then."""

from __future__ import annotations

import hashlib

from vectors_matches import Base
from vectors_wire import first_draw, head_after, steps

from owm_net.engine import codec
from owm_net.engine.requests import PickNumber
from owm_net.protocol import dice, group, opening
from owm_net.protocol.cards import known_card
from owm_net.protocol.entries import Entry, entry_hash
from owm_net.protocol.fiat_shamir import Transcript, about_opening, u32
from owm_net.session.terms import decode_hello

TEXT = """\
# Worked example: the first steps of the recorded match

This page shows the first steps of the recorded match byte by byte. Compare your own implementation
of [deck.md](deck.md) and [wire.md](wire.md) with it, value by value; names and algorithms are those
of these pages.

The match is `tests/vectors/match_skeleton.owmlog`, and `make vectors` writes this page from it. The
heads, states and contexts of all seats are in `tests/vectors/wire_steps.json`. All values are hex,
and lines break after 48 bytes. Where the page shows seat 0 only, seat 1 does the same.

## Step 0: HELLO

Both seats owe an entry. Record 0 without its signature is the entry of seat 0. Its parts are:

{hello}
T is {T_bytes} bytes long, so terms_hash is the SHA-256 of the head `{T_head}` followed by T:

{terms}
Both entries together give the match_id and the next head of the chain:

{named}
## Step 1: KEYS

Both seats owe an entry, and `state` is terms_hash again. The context of seat 0 has the fields that
Algorithm 4 lists:

{fields}
Joined, they are:

{keys_ctx}
The first of the three proofs in the body is about X. Its transcript starts with dst
"owm/mp/keys/v1" and this ctx, then appends ("key", "X"), ("public", X) and ("R", R). Its scalar
challenge is c:

{keys}
PK = X of seat 0 + X of seat 1:

{PK}
## Step 2: COMMIT

The first request is `choose_secretly` of the seats 0 and 1. It takes steps 2 and 3, whose entries
state the same `state`.

{commit_step}
The context of the commitment of seat 0 has the purpose "choice":

{commit}
## Step 3: OPEN

{open_step}
The body of seat 0 is the opening:

{opening}
The commitment is H512("owm/choice/v1" || field(ctx) || u32(0) || opening)[0:32], with the ctx of
step 2, not of step 3. The answer is an object of class `{answer}`.

## Step 4: DICE

`pick` below {below}, reason "{reason}". This is the first roll of the match, so its counter is 1.

{dice_step}
{dice}
`uniform(value, {below})` is {picked}.

## Steps 5 and 6: SHUFFLE

The request is `shuffle` with number 1 and the cards 0 to 23. Seat 0 shuffles at step 5, seat 1 at
step 6. The context of seat 0 has the purpose "shuffle" and the deck 1:

{shuffle_ctx}
The input is (G, M_k + PK) for k = 0 to 23. These are its first card and the first card of each
output:

{shuffles}
## Step 7: SHARES

`draw` of seat {learner}, slots {slots}: the first {n} cards of deck 1. {answered} requests
have been answered before. Seat {learner} keeps its own shares, so only seat {giver} owes an entry.

{shares_step}
`about` is u64(answered), u32(number of slots) and the place of each slot, which is 4096 times the
deck plus the index:

{shares_ctx}
The cards are the first of seat 1's output at step 6. The body of seat {giver} holds D, c, s:

{shares}
These are the weights, as numbers in hex, and the points that the check computes with them:

{weights}"""


def lines(data: bytes) -> str:
    """Hex, 48 bytes on a line."""
    return "\n".join(data[i : i + 48].hex() for i in range(0, len(data), 48))


def block(*named: tuple[str, bytes | str]) -> str:
    """Values with their names, as a block of code; short names and values on one line."""
    shown = []
    for name, value in named:
        text = value if isinstance(value, str) else lines(value)
        indented = text.replace("\n", "\n  ")
        fits = "\n" not in text and len(name) + len(text) < 98
        shown.append(f"{name}: {text}" if fits else f"{name}:\n  {indented}")
    return "```\n" + "\n".join(shown) + "\n```\n"


def example(base: Base) -> str:
    """docs/wire-example.md, with the bytes of the recorded match in it."""
    hellos, shown, commits, openings, rolls, first, second, shares = steps(base)
    return TEXT.format(
        **_hello(hellos),
        **_keys(base, shown),
        **_choice(base, commits[0], openings[0]),
        **_dice(base, rolls, shown),
        **_shuffles(base, first[0], second[0], shown),
        **_shares(base, second[0], shares[0], shown),
    )


Parts = dict[str, object]


def _place(e: Entry) -> str:
    return block(("prev", e.prev), ("state", e.state))


def _hello(entries: list[Entry]) -> Parts:
    e, data = entries[0], entries[0].encode()
    said = decode_hello(e.body)
    named = b"owm/match/v1" + b"".join(u32(len(h.body)) + h.body for h in entries)
    return {
        "hello": block(
            ("version, kind, seat", data[:3]),
            ("step", data[3:11]),
            ("match_id", data[11:43]),
            ('prev, which is head 0 = SHA-256("owm/chain/v1")', data[43:75]),
            ("state, which is terms_hash", data[75:107]),
            ("length of the body", data[107:111]),
            ("identity", said.identity),
            ("nonce", said.nonce),
            ("length of the name, and the name", e.body[64 : 65 + e.body[64]]),
            ("T, the terms", said.terms),
        ),
        "T_bytes": len(said.terms),
        "T_head": codec.head(2 << 5, len(said.terms)).hex(),
        "terms": block(
            ("terms_hash", codec.digest(said.terms)),
            ("terms_digest, in LINK only", hashlib.sha256(said.terms).digest()),
        ),
        "named": block(
            ("hash of the entry of seat 0", entry_hash(data)),
            ("hash of the entry of seat 1", entry_hash(entries[1].encode())),
            ("match_id", hashlib.sha512(named).digest()[:32]),
            ("head 1", head_after(entries)),
        ),
    }


def _keys(base: Base, entries: list[Entry]) -> Parts:
    e = entries[0]
    X, c, s = (e.body[i : i + 32] for i in (0, 32, 64))
    ctx = base.context(e, "keys")
    return {
        "fields": block(*_fields(ctx)),
        "keys_ctx": block(("ctx", ctx)),
        "keys": block(("X", X), ("c", c), ("s", s), ("R = sG - cX", _minus(s, group.BASE, c, X))),
        "PK": block(("PK", group.add(X, entries[1].body[:32]))),
    }


def _fields(ctx: bytes) -> list[tuple[str, bytes | str]]:
    """A context of a match of two, cut into its fields. Names in parentheses: numbers."""
    names = {
        'field("owm/ctx/v1")': 0,
        "field(suite)": 0,
        "field(match_id)": 0,
        "field(terms), which is terms_hash": 0,
        "u32(number of seats)": 4,
        "field(identity of seat 0)": 0,
        "field(identity of seat 1)": 0,
        "u32(seat)": 4,
        "field(purpose)": 0,
        "u32(deck)": 4,
        "u64(step)": 8,
        "field(prev)": 0,
        "field(about), empty": 0,
    }
    cut, at = list[tuple[str, bytes | str]](), 0
    for name, fixed in names.items():
        size = fixed or 4 + int.from_bytes(ctx[at : at + 4], "big")
        cut.append((name, ctx[at : at + size]))
        at += size
    assert at == len(ctx)
    return cut


def _choice(base: Base, commit: Entry, opened: Entry) -> Parts:
    body, length = opened.body, int.from_bytes(opened.body[32:36], "big")
    answer = codec.decode(body[36 : 36 + length])
    return {
        "commit_step": _place(commit),
        "commit": block(("ctx", base.context(commit, "choice")), ("body", commit.body)),
        "open_step": _place(opened),
        "opening": block(
            ("nonce", body[:32]),
            ("length of the answer", body[32:36]),
            ("answer", body[36 : 36 + length]),
            ("padding", f"{len(body) - 36 - length} bytes of 00"),
        ),
        "answer": answer.name,
    }


def _dice(base: Base, entries: list[Entry], shown: list[Entry]) -> Parts:
    e = entries[0]
    pick = next(one.request for one in base.asked if isinstance(one.request, PickNumber))
    V = dice.dice_point(e.match_id, 1, pick.reason.encode())
    Y, (Z, c, s) = shown[0].body[96:128], (e.body[i : i + 32] for i in (0, 32, 64))
    value = dice.joint_value(e.match_id, 1, [one.body[:32] for one in entries])
    return {
        "below": pick.below,
        "reason": pick.reason,
        "dice_step": _place(e),
        "dice": block(
            ("ctx", base.context(e, "dice")),
            ("V", V),
            ("Y of seat 0", Y),
            ("Z", Z),
            ("c", c),
            ("s", s),
            ("R1 = sG - cY", _minus(s, group.BASE, c, Y)),
            ("R2 = sV - cZ", _minus(s, V, c, Z)),
            ("Z of seat 1", entries[1].body[:32]),
            ("value, by Algorithm 14", value),
        ),
        "picked": dice.uniform(value, pick.below),
    }


def _shuffles(base: Base, first: Entry, second: Entry, shown: list[Entry]) -> Parts:
    joint = group.total(e.body[:32] for e in shown)
    a, b = known_card(b"owm-net/skeleton", 0, joint)
    return {
        "shuffle_ctx": block(("ctx", base.context(first, "shuffle"))),
        "shuffles": block(
            ("input, A", a),
            ("input, B = M_0 + PK", b),
            ("output of seat 0, A || B", first.body[:64]),
            ("output of seat 1, A || B", second.body[:64]),
        ),
    }


def _shares(base: Base, deck: Entry, e: Entry, shown: list[Entry]) -> Parts:
    answered, draw = first_draw(base)
    n, places = len(draw.slots), [-slot - 1 for slot in draw.slots]
    about = about_opening(answered, places)
    ctx = base.context(e, "share", about)
    cards = [deck.body[64 * (i % 4096) : 64 * (i % 4096) + 64] for i in places]
    X, c, s = shown[e.seat].body[:32], e.body[-64:-32], e.body[-32:]
    D = [e.body[32 * j : 32 * j + 32] for j in range(n)]
    t = Transcript(opening.SHARE_DST, ctx)
    t.append(b"X", X)
    t.append(b"n", u32(n))
    for card, d in zip(cards, D, strict=True):
        t.append(b"A", card[:32])
        t.append(b"B", card[32:])
        t.append(b"D", d)
    w = t.small_challenges(b"w", n)
    M = group.linear_combination(w, [card[:32] for card in cards])
    Z = group.linear_combination(w, D)
    return {
        "learner": draw.seat,
        "giver": e.seat,
        "slots": ", ".join(map(str, draw.slots)),
        "n": n,
        "answered": answered,
        "shares_step": _place(e),
        "shares_ctx": block(("about", about), ("ctx", ctx)),
        "shares": block(
            *((f"A_{j} || B_{j}", card) for j, card in enumerate(cards, 1)),
            *((f"D_{j}", d) for j, d in enumerate(D, 1)),
            ("c", c),
            ("s", s),
        ),
        "weights": block(
            *((f"w_{j}", f"{one:032x}") for j, one in enumerate(w, 1)),
            ("M = sum w_j A_j", M),
            ("Z = sum w_j D_j", Z),
            ("R1 = sG - cX", _minus(s, group.BASE, c, X)),
            ("R2 = sM - cZ", _minus(s, M, c, Z)),
        ),
    }


def _minus(s: bytes, base: bytes, c: bytes, point: bytes) -> bytes:
    """s base - c point."""
    return group.sub(group.mul(s, base), group.mul(c, point))
