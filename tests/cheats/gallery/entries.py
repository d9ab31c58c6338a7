"""Deviations in entries, whatever they say; and silence."""

from __future__ import annotations

import hashlib

import attrs

from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.games.skeleton.duel import Send
from owm_net.protocol.entries import BESIDE, Entry, EntryKind, decode_entry, entry_hash
from owm_net.protocol.entries import split_record as split
from tests.cheats.gallery.answers import FULL, scout
from tests.cheats.gallery.hostile import Hostile, elsewhere, patched
from tests.cheats.gallery.registry import ANSWER, COMMIT, DICE, HELLO, KEYS, LIAR, SHARES, Lie, plan

# ------------------------------------------------------------------ entries, whatever they say


ELSEWHERE = "the entry belongs to another match"


@plan(
    "entry-equivocation",
    "signs two different answers for one step",
    ANSWER,
    "blamed",
    "two different entries for step",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry), me.signed(entry, body=entry.body + b"x")]


@plan(
    "entry-equivocation-early",
    "signs two different entries for a step to come",
    ANSWER,
    "blamed",
    "two different entries for step",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, step=entry.step + 9, body=more) for more in (b"", b"x")]


@plan(
    "entry-rolled-back",
    "resumes from an old copy and decides again",
    ANSWER,
    "blamed",
    "two different entries for step",
)
def _(me: Hostile, entry: Entry) -> Lie:
    old = decode_entry(split(me._progress._last_records[LIAR])[0])
    return [me.signed(entry), me.signed(old, body=old.body + b"again")]


@plan(
    "entry-split",
    "signs one answer for seat 0 and another for seat 2",
    ANSWER,
    "blamed",
    "two different entries for step",
)
def _(me: Hostile, entry: Entry) -> Lie:
    card = scout(me)
    if card is None:
        return None
    played, passed = me.say(Send(Played(card))), me.say(Pass())
    me.memory["second"] = me.signed(entry, body=passed)
    return [(0, me.signed(entry, body=played)), (2, me.memory["second"])]


@plan(
    "entry-of-another-match", "sends what it signed in another match", ANSWER, "nobody", ELSEWHERE
)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, LIAR, ANSWER)[:1]


@plan(
    "entry-of-ours-elsewhere",
    "sends what seat 0 signed in another match, to have it blamed",
    ANSWER,
    "nobody",
    ELSEWHERE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 0, ANSWER)[-1:]


@plan(
    "entry-of-ours-elsewhere-past",
    "sends seat 0's other KEYS, as if it had signed two",
    ANSWER,
    "nobody",
    ELSEWHERE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 0, KEYS)


@plan(
    "entry-of-ours-elsewhere-early",
    "sends entries of seat 0 from elsewhere before the match has a name",
    HELLO,
    "nobody",
    ELSEWHERE,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [*elsewhere(me, 0, KEYS), me.signed(entry)]


@plan(
    "entry-of-ours-elsewhere-far",
    "the same, from the end of a long match",
    HELLO,
    "nobody",
    "while step 0 is due",
    patient=True,
    **FULL,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 0, EntryKind.END)


@plan(
    "entry-match-id-changed", "signs for a match that does not exist", ANSWER, "nobody", ELSEWHERE
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, match_id=bytes(32))]


@plan(
    "entry-wrong-prev",
    "signs another history",
    ANSWER,
    "nobody",
    "the entry follows another history",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, prev=bytes(32))]


@plan(
    "entry-wrong-step-past",
    "signs for a step in which it was not asked",
    ANSWER,
    "nobody",
    "an entry for step",
)
def _(me: Hostile, entry: Entry) -> Lie:
    free = [n for n in range(entry.step) if (LIAR, n) not in me.chain.hashes]
    return [me.signed(entry, step=free[-1])]


@plan("entry-wrong-step-far", "signs for a step far ahead", ANSWER, "nobody", "an entry for step")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, step=1 << 63)]


@plan(
    "entry-wrong-kind",
    "signs shares where its answer is due",
    ANSWER,
    "blamed",
    "SHARES sent where ANSWER is due",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, kind=SHARES)]


@plan("entry-stale-state", "signs the state of an earlier step", ANSWER, "blamed", "its game state")
def _(me: Hostile, entry: Entry) -> Lie:
    before = decode_entry(split(me._progress._last_records[0])[0])
    other = before.state if before.state != entry.state else bytes(32)
    return [me.signed(entry, state=other)]


@plan(
    "entry-out-of-turn",
    "answers when another seat is asked",
    ANSWER,
    "blamed",
    "nothing is due from it",
)
def _(me: Hostile, entry: Entry) -> Lie:
    card = scout(me)
    if card is None:
        return None
    played = attrs.evolve(entry, body=me.say(Send(Played(card))))
    head = hashlib.sha256(entry.prev + entry_hash(played.encode())).digest()
    return [me.signed(played), me.signed(entry, step=entry.step + 1, prev=head)]


@plan(
    "entry-forged-author",
    "signs an entry in the name of seat 0",
    ANSWER,
    "nobody",
    "the signature is wrong",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, seat=0)]


@plan(
    "entry-no-such-seat",
    "signs as a seat that does not exist",
    ANSWER,
    "nobody",
    "there is no seat 7",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, seat=7)]


@plan(
    "entry-unsigned",
    "sends an entry with a signature of zeros",
    ANSWER,
    "nobody",
    "the signature is wrong",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [entry.encode() + bytes(64)]


@plan("entry-unknown-kind", "sends an entry of kind 200", ANSWER, "nobody", "unknown kind 200")
def _(me: Hostile, entry: Entry) -> Lie:
    return [patched(me.signed(entry), 1, b"\xc8")]


@plan("entry-other-version", "sends an entry of version 2", ANSWER, "nobody", "entry version 2")
def _(me: Hostile, entry: Entry) -> Lie:
    return [patched(me.signed(entry), 0, b"\2")]


@plan(
    "entry-garbled-length",
    "writes another length into its entry",
    ANSWER,
    "nobody",
    "not as long as it says",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [patched(me.signed(entry), 107, b"\xff")]


@plan(
    "oracle-early-share",
    "gives shares in seat 0's hand unasked, to be given the rest",
    ANSWER,
    "owed",
    "",
)
def _(me: Hostile, entry: Entry) -> Lie:
    slots = [s for s in me.hand(0) if s < 0]
    body = me.shares(slots, me.context("share", about=me._basis.about(slots)))
    return [me.signed(entry, kind=SHARES, step=entry.step + n, body=body) for n in (1, 2, 3)]


@plan(
    "oracle-share-for-answer",
    "sends shares in place of its answer, to be given the rest",
    ANSWER,
    "blamed",
    "SHARES sent where ANSWER is due",
)
def _(me: Hostile, entry: Entry) -> Lie:
    slots = [s for s in me.hand(0) if s < 0]
    body = me.shares(slots, me.context("share", about=me._basis.about(slots)))
    return [me.signed(entry, kind=SHARES, body=body)]


# ------------------------------------------------------------------ silence, and leaving


def _add_silence(kind: EntryKind) -> None:
    mission = "duel" if kind in (HELLO, KEYS, COMMIT, DICE, ANSWER, EntryKind.END) else "full-deck"

    @plan(
        f"silent-at-{kind.name.lower()}",
        f"says nothing when its {kind.name} is due",
        kind,
        "owed",
        "",
        mission=mission,
    )
    def _(me: Hostile, entry: Entry) -> Lie:
        return []

    @plan(
        f"closes-at-{kind.name.lower()}",
        f"hangs up when its {kind.name} is due",
        kind,
        "owed",
        "",
        mission=mission,
        seats=2,
    )
    def _(me: Hostile, entry: Entry) -> Lie:
        me.memory["hang up"]()
        return []


for _kind in EntryKind:
    if _kind not in (
        *BESIDE,
        EntryKind.HAND,
        EntryKind.BLIND,
        EntryKind.STOP,
    ):  # the last: `new_deals`, `wishes`
        _add_silence(_kind)
