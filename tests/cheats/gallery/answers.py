"""Deviations in answers, sealed messages, complaints and the end."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Result, Show
from owm_net.games.skeleton.cards import SMOKES
from owm_net.games.skeleton.duel import Send, Stance
from owm_net.protocol import group, sealed
from owm_net.protocol.entries import Entry, EntryKind, decode_entry
from owm_net.protocol.entries import split_record as split
from tests.cheats.gallery.hostile import Hostile, flipped, patched
from tests.cheats.gallery.registry import ANSWER, LIAR, Lie, plan, staged
from tests.cheats.gallery.shares import WRONG_SHARE

# ------------------------------------------------------------------ ANSWER


def _answer(value: Any, more: bytes = b"") -> bytes:
    data = value if isinstance(value, bytes) else codec.encode(value)
    return len(data).to_bytes(4, "big") + data + more


@plan(
    "answer-card-of-another",
    "plays a card out of seat 0's hand",
    ANSWER,
    "blamed",
    "only a card of the hand can be",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.say(Send(Played(me.hand(0)[0]))))]


@plan(
    "answer-card-of-the-deck",
    "plays the card on top of the deck",
    ANSWER,
    "blamed",
    "only a card of the hand can be",
)
def _(me: Hostile, entry: Entry) -> Lie:
    top = me.state.decks["deck"].top(1)[0]
    return [me.signed(entry, body=me.say(Send(Played(top))))]


@plan(
    "answer-card-not-held",
    "plays an open card that it does not hold",
    ANSWER,
    "blamed",
    "only a card of the hand can be",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Send(Played(5))))]


@staged(
    "answer-card-twice",
    "plays a card that it has played before",
    "ANSWER",
    "blamed",
    "only a card of the hand can be",
)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is not ANSWER:
        return None
    if "card" in me.memory:
        return [me.signed(entry, body=me.say(Send(Played(me.memory["card"]))))]
    if me.asks(Choose).kind == "send":
        for card in me.hand():
            if me.known.get(card, 18) not in SMOKES:
                me.memory["card"] = card
                return me.say(Send(Played(card)))
    return None


@plan(
    "answer-card-nowhere",
    "plays a card of a deck that does not exist",
    ANSWER,
    "blamed",
    "only a card of the hand can be",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Send(Played(-(1 << 63)))))]


@plan(
    "answer-illegal-when-opened",
    "sends a smoke as if it were a scout",
    ANSWER,
    "blamed",
    "a smoke cannot be sent as a scout (seen when the card was opened)",
    seed=2,
)
def _(me: Hostile, entry: Entry) -> Lie:
    smokes = [c for c in me.hand() if me.known.get(c) in SMOKES]
    if me.asks(Choose).kind != "send" or not smokes:
        return None
    return [me.signed(entry, body=me.say(Send(Played(smokes[0]))))]


@plan("answer-to-another-question", "gives an answer of another kind", ANSWER, "blamed", "only a")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Stance(True)))]


@plan(
    "answer-no-answer",
    "sends the result it would like as its answer",
    ANSWER,
    "blamed",
    "Result is no answer",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Result((Seat(1),), (9, 9), "mine")))]


@plan(
    "answer-unreadable",
    "sends noise as its answer",
    ANSWER,
    "blamed",
    "an answer that cannot be read",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(b"\xff\xff\xff"))]


@plan("answer-nested", "sends an answer nested 10,000 deep", ANSWER, "blamed", "nested too deeply")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(b"\x81" * 10_000 + b"\0"))]


@plan(
    "answer-announces-more",
    "announces an array of 2^62 items",
    ANSWER,
    "blamed",
    "more items announced than there are bytes",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(b"\x9b" + (1 << 62).to_bytes(8, "big")))]


@plan(
    "answer-not-canonical",
    "writes its answer in another form",
    ANSWER,
    "blamed",
    "an answer that cannot be read",
)
def _(me: Hostile, entry: Entry) -> Lie:
    data = codec.encode(Send(Played(5)))
    return [me.signed(entry, body=_answer(data[:-1] + b"\x18\x05"))]


@plan(
    "answer-longer-than-it-says",
    "writes a length beyond the end",
    ANSWER,
    "blamed",
    "an answer that is not as long as it says",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=b"\xff\xff\xff\xff" + entry.body[4:])]


@plan(
    "answer-with-more-behind",
    "hides bytes behind its answer",
    ANSWER,
    "blamed",
    "bytes after the answer",
    seed=2,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Pass(), b"psst"))]


def scout(me: Hostile) -> int | None:
    if me.asks(Choose).kind != "send":
        return None
    return next((c for c in me.hand() if me.known.get(c, 18) not in SMOKES), None)


@plan(
    "answer-without-share", "plays a card and keeps its share", ANSWER, "blamed", "shares must be"
)
def _(me: Hostile, entry: Entry) -> Lie:
    card = scout(me)
    return None if card is None else [me.signed(entry, body=_answer(Send(Played(card))))]


@plan(
    "answer-with-another-share", "plays one card and opens another", ANSWER, "blamed", WRONG_SHARE
)
def _(me: Hostile, entry: Entry) -> Lie:
    card = scout(me)
    if card is None:
        return None
    other = next(c for c in me.hand() if c != card)
    ctx = me.context("share", about=me._basis.about([card]))
    return [me.signed(entry, body=_answer(Send(Played(card)), me.shares([other], ctx)))]


# ------------------------------------------------------------------ SEALED, CONFIRM


def _box(me: Hostile, say: Callable[[Show, bytes], bytes]) -> bytes:
    request, basis = me.asks(Show), me._basis
    about = basis.about(request.slots)
    inner = basis.ctx(Seat(LIAR), "shown", about=about)
    ctx = basis.ctx(Seat(LIAR), "show", about=about)
    return sealed.seal(ctx, basis.keys[request.to].E, say(request, inner), os.urandom)


FULL: dict[str, Any] = {"mission": "full-deck"}


@plan(
    "sealed-another-card",
    "shows another card than the rules ask",
    EntryKind.SEALED,
    "blamed",
    "it did not show its cards in its sealed message",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    other = [me.hand()[-1]]
    return [me.signed(entry, body=_box(me, lambda request, inner: me.shares(other, inner)))]


@plan(
    "sealed-rubbish",
    "seals rubbish",
    EntryKind.SEALED,
    "blamed",
    "it did not show its cards in its sealed message",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_box(me, lambda request, inner: b"\1" * 96))]


@plan(
    "sealed-unreadable",
    "sends a box that cannot be opened",
    EntryKind.SEALED,
    "blamed",
    "it cannot be read",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=flipped(entry.body, -1))]


@plan(
    "sealed-unknown-key",
    "seals with a key whose secret it does not know",
    EntryKind.SEALED,
    "blamed",
    "its sender does not know its own f",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, me._basis.keys[0].E))]


@plan(
    "sealed-short",
    "sends a box that is too short",
    EntryKind.SEALED,
    "blamed",
    "a sealed message of",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-1])]


@plan(
    "complaint-groundless",
    "complains about a good box",
    EntryKind.CONFIRM,
    "blamed",
    "its complaint is groundless",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    request, basis = me.asks(Show), me._basis
    about = basis.about(request.slots)
    e = decode_entry(split(me._progress._last_records[request.seat])[0])
    ctx = me.context("show", seat=request.seat, step=e.step, prev=e.prev, about=about)
    return [me.signed(entry, body=sealed.complain(ctx, me.x, e.body, os.urandom))]


@plan(
    "complaint-false",
    "complains with a key that is not the box's",
    EntryKind.CONFIRM,
    "blamed",
    "the complaint does not prove its key",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    scalar = group.scalar_from_int(7)
    return [me.signed(entry, body=group.BASE + scalar + scalar)]


@plan(
    "complaint-short",
    "complains with too few bytes",
    EntryKind.CONFIRM,
    "blamed",
    "a complaint must be 96 bytes",
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=b"no!")]


# ------------------------------------------------------------------ END


@plan(
    "end-another-result",
    "signs that it has won",
    EntryKind.END,
    "blamed",
    "it signs another result",
)
def _(me: Hostile, entry: Entry) -> Lie:
    mine = me.result_here().with_(winners=(Seat(LIAR),), reason="I")
    return [me.signed(entry, body=codec.encode(mine))]


@plan("end-then-more", "goes on signing after the end", EntryKind.END, "harmless", "", patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return [
        me.signed(entry),
        me.signed(entry, body=codec.encode(me.result_here().with_(winners=(), reason="no"))),
        me.signed(entry, step=entry.step + 1),
    ]
