"""Deviations in what is committed to and opened."""

from __future__ import annotations

from typing import Any

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Result, Reveal
from owm_net.games.skeleton.cards import TOKENS
from owm_net.games.skeleton.duel import Send, Stance
from owm_net.games.skeleton.full import Bet, Declare, FullState
from owm_net.protocol import commitment
from owm_net.protocol.entries import Entry
from tests.cheats.gallery.hostile import Hostile, flipped
from tests.cheats.gallery.registry import ANSWER, COMMIT, LIAR, OPEN, SHARES, Lie, plan, staged

NO_MATCH = "opening does not match commitment"


@staged(
    "commitment-copied",
    "commits to what seat 0 commits to, and opens as seat 0 does",
    "COMMIT, OPEN",
    "blamed",
    NO_MATCH,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is COMMIT:
        me._basis.private.openings[me.heard(0)] = bytes(2084)
        return me.heard(0)
    return [me.signed(entry, body=me.heard(0))] if entry.kind is OPEN else None


@plan(
    "commitment-opened-otherwise",
    "opens its choice as another, once it has seen the others'",
    OPEN,
    "blamed",
    NO_MATCH,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    other = codec.encode(Stance(not me.memory.get("bold", False)))
    body = entry.body[:32] + len(other).to_bytes(4, "big") + other.ljust(2048, b"\0")
    if body == entry.body:
        me.memory["bold"] = True
        return [me.signed(entry, body=flipped(body, 36 + len(other) - 1))]
    return [me.signed(entry, body=body)]


def _commit_to(me: Hostile, entry: Entry, opened: bytes) -> Lie:
    """Commit to any bytes, and open them."""
    if entry.kind is COMMIT:
        ctx = me._basis.ctx(Seat(LIAR), "choice")
        committed = commitment._hash(ctx, 0, opened)
        me._basis.private.openings[committed] = opened
        return committed
    return [me.signed(entry, body=opened)] if entry.kind is OPEN else None


def _choice(answer: Any) -> bytes:
    data = codec.encode(answer)
    return bytes(32) + len(data).to_bytes(4, "big") + data.ljust(2048, b"\0")


@staged(
    "opening-padded",
    "hides something in the padding of its choice",
    "COMMIT, OPEN",
    "blamed",
    "opening is padded wrongly",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Stance(True))[:-1] + b"\1")


@staged(
    "opening-illegal",
    "commits to a choice that is not allowed",
    "COMMIT, OPEN",
    "blamed",
    "a stance is asked",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Bet(0)))


@staged(
    "opening-hidden-card",
    "plays a hidden card in secret",
    "COMMIT, OPEN",
    "blamed",
    "a hidden card cannot be played in secret",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Send(Played(-4097))))


@staged(
    "opening-no-answer",
    "commits to something that is no answer",
    "COMMIT, OPEN",
    "blamed",
    "a secret choice that is no answer",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Result((), (), "")))


@staged(
    "opening-unreadable",
    "commits to bytes that mean nothing",
    "COMMIT, OPEN",
    "blamed",
    "an answer that cannot be read",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, bytes(32) + b"\0\0\0\5" + b"\xff" * 5 + bytes(2043))


@plan(
    "commitment-short", "commits with too few bytes", COMMIT, "blamed", "a commitment is 32 bytes"
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:16])]


@plan(
    "opening-long",
    "opens with more bytes than agreed",
    OPEN,
    "blamed",
    "a commitment is 32 bytes and its opening 2084 here",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body + bytes(100_000))]


@staged(
    "token-illegal",
    "bets on itself and hopes that nobody looks",
    "ANSWER, SHARES",
    "blamed",
    "nobody bets on himself",
    mission="full-deck",
    bold=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is ANSWER:
        return _bet_on_itself(me)
    ours = entry.kind is SHARES and me.asks(Reveal) is not None and me.asks(Reveal).seat == LIAR
    over = me.state.agenda[-1].name == "skeleton.settling"
    return [me.signed(entry)] if ours and over else None


@staged(
    "token-illegal-declared",
    "bets on itself and declares it",
    "ANSWER",
    "blamed",
    "nobody bets on himself (seen when the card was opened)",
    mission="full-deck",
)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is not ANSWER:
        return None
    if (body := _bet_on_itself(me)) is not None:
        return body
    asked = me.asks(Choose)
    if asked.kind != "send":
        return None
    state = me.state
    assert isinstance(state, FullState)
    (bet,) = state.hands[state.bet(Seat(LIAR))]
    return [me.signed(entry, body=me.say(Declare(Played(bet))))]


def _bet_on_itself(me: Hostile) -> bytes | None:
    asked = me.asks(Choose)
    if asked.kind != "bet":
        return None
    state = me.state
    assert isinstance(state, FullState)
    tokens = state.hands[state.tokens(Seat(LIAR))]
    return me.say(Bet(next(t for t in tokens if me.known[t] == TOKENS[LIAR])))
