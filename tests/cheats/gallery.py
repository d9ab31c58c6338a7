"""The cheats' gallery: a hostile peer that is honest until its moment, then deviates by name.

Each entry of `GALLERY` says what it tries, where it bites, and what all honest seats and everybody
who verifies their logs must find. `docs/threats.md` holds the list; a test compares them.

Deviations of the *match* are plans: called with the hostile `Match` and each entry it would sign,
they return None (be honest), bytes (another body, and go on) or a list of records (send these, then
say nothing more). Deviations on the *wire* are tasks that talk to an honest driver.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any

import attrs
from attrs import frozen
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.records import Played
from owm_net.engine.requests import (
    Choose,
    ChooseSecretly,
    Over,
    PrivateDeck,
    Remix,
    Result,
    Seal,
    Show,
    Unseal,
)
from owm_net.engine.windows import Pass
from owm_net.games.skeleton.full import Bet
from owm_net.games.skeleton.system import SMOKES, Send, Stance
from owm_net.net import handshake
from owm_net.net.streams import FramedStream
from owm_net.protocol import commitment, dice, group, keys, opening, sealed, shuffle
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    Kind,
    decode_entry,
    entry_hash,
    frame_record,
    sign,
)
from owm_net.protocol.entries import split_record as split
from owm_net.protocol.fiat_shamir import Context
from owm_net.session import terms
from owm_net.session.match import Blame, Decide, Match, Own, Work
from owm_net.session.terms import decode_hello
from owm_net.session.verify import Verdict, verify

SYSTEM = games.get("skeleton")
LIAR = 1

TORSION = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
NOT_CANONICAL = bytes.fromhex("ee" + "ff" * 30 + "7f")

# ------------------------------------------------------------------ the registry


@frozen
class Deviation:
    """One way to cheat.

    expect: "blamed" (the cheat's seat is named by all, and by `verify`), "nobody" (all stop, or
    give it up, and nobody is named), "owed" (what is missing is named, with the seat), or
    "harmless" (the match ends as if nothing had been). words: in the reason.
    """

    name: str
    tries: str
    where: str
    expect: str
    words: str
    run: Callable[..., Any] = attrs.field(repr=False)
    wire: bool = False
    seats: int = 2
    mission: str = "duel"
    seed: int = 1
    patient: bool = False
    bold: bool | None = None

    @property
    def verdict(self) -> str:
        """As it stands in the list."""
        who = {
            "blamed": "seat at fault named", "nobody": "nobody named", "owed": "owed by its seat",
            "harmless": "match goes on",
        }[self.expect]
        return f"{who}: {self.words}" if self.words else who


GALLERY: dict[str, Deviation] = {}

Lie = bytes | Sequence[Any] | None
Plan = Callable[["Hostile", Entry], Lie]


def plan(
    name: str, tries: str, kind: Kind, expect: str, words: str, **more: Any
) -> Callable[[Plan], Plan]:
    """Register a deviation of the match that bites when an entry of `kind` is due."""

    def enter(function: Plan) -> Plan:
        def at_its_moment(me: Hostile, entry: Entry) -> Lie:
            return function(me, entry) if entry.kind is kind else None

        return _enter(name, tries, kind.name, expect, words, at_its_moment, function, **more)

    return enter


def staged(
    name: str, tries: str, where: str, expect: str, words: str, **more: Any
) -> Callable[[Plan], Plan]:
    """Register a deviation of the match that takes several entries."""
    return lambda function: _enter(name, tries, where, expect, words, function, function, **more)


def wire(
    name: str, tries: str, where: str, expect: str, words: str, **more: Any
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """Register a deviation of the connection: a task with the link and its honest match."""
    more = {"seats": 2, **more}
    return lambda function: _enter(
        name, tries, where, expect, words, function, function, wire=True, **more
    )


def _enter(
    name: str, tries: str, where: str, expect: str, words: str, run: Any, function: Any, **more: Any
) -> Any:
    assert name not in GALLERY, name
    if name.startswith(("hello", "keys", "entry", "sealed", "silent")) or more.get("patient"):
        more.setdefault("seats", 3)
    GALLERY[name] = Deviation(name, tries, where, expect, words, run, **more)
    return function


# ------------------------------------------------------------------ the hostile peer


class Hostile(Match):
    """A `Match` that is honest until its plan says otherwise."""

    plan: Plan | None = None
    patient = False
    lied = False
    mute = False
    memory: dict[str, Any]

    def todo(self) -> Any:
        """Nothing after the lie; a patient one lets all others speak first."""
        while self._waiting_work is None and not self.mute:
            owed, step = self._lockstep.owed(), self._step
            if LIAR not in owed or (self.patient and len(owed) > 1):
                return None
            if step.make is None:
                return Decide(self.state.pending)  # type: ignore[arg-type]
            if step.heavy:
                self._waiting_work = Work(step.heavy, step.make, self._contribute)
            else:
                self._contribute(step.make())
        return None if self.mute else self._waiting_work

    def receive(self, record: bytes) -> None:
        """Its own copy of the match is of no use after the lie."""
        if not self.mute:
            super().receive(record)

    def done(self, result: Any) -> None:
        """As everybody, until the lie."""
        if not self.mute:
            super().done(result)

    def _contribute(self, body: bytes) -> None:
        assert self.own is not None
        entry = self._lockstep.entry(self.own.seat, body)
        if entry.kind is Kind.HELLO:
            self._lockstep.identities[self.own.seat] = self.own.public()
        lie = self.plan(self, entry) if self.plan is not None and not self.lied else None
        if isinstance(lie, bytes):
            entry = attrs.evolve(entry, body=lie)
        if lie is None or isinstance(lie, bytes):
            try:
                super()._contribute(entry.body)
                return
            except EngineBug:  # its own program refuses what it is about to sign
                lie = [self.signed(entry)]
        self.lied = self.mute = True
        self._outgoing += lie  # type: ignore[arg-type]

    # -- tools of the trade

    def signed(self, entry: Entry, **changes: Any) -> bytes:
        """An entry as this seat would sign it, changed."""
        assert self.own is not None
        return sign(attrs.evolve(entry, **changes), self.own.identity)

    @property
    def x(self) -> Any:
        """Its secrets."""
        return self._ground.mine()[1]

    def heard(self, seat: int) -> bytes:
        """The body of what another seat has signed for this step."""
        return decode_entry(self._lockstep.here[seat]).body

    def slots(self) -> list[int]:
        """Of the shares it owes now."""
        return self._ground.table.missing(LIAR, self.state.pending.slots)  # type: ignore[union-attr]

    def context(self, purpose: str, **changes: Any) -> bytes:
        """A context of this step, changed."""
        ground, step = self._ground, self._lockstep
        values: dict[str, Any] = {
            "match_id": step.match_id, "terms": ground.terms_hash, "seat": LIAR,
            "identities": tuple(step.identities), "step": step.step, "prev": step.head,
        }
        return Context(purpose=purpose, **{**values, **changes}).encode()

    def shares(self, slots: Sequence[int], ctx: bytes = b"", secrets: Any = None) -> bytes:
        """Shares in any slots, with a good proof for what they are."""
        ground = self._ground
        secrets = secrets or self.x
        ctx = ctx or ground.ctx(LIAR, "share", about=ground.about(self.slots()))
        cards = ground.table.cards(slots)
        return opening.make_shares(ctx, secrets, group.mul_base(secrets.x), cards, os.urandom)

    def shuffled(self, deck: Any, ctx: bytes = b"") -> tuple[list[Any], bytes]:
        """A proved shuffle of any deck: (output, proof)."""
        check: Any = self._step.check
        ctx = ctx or self._ground.ctx(LIAR, check._purpose, check._number)
        made = shuffle.shuffle(ctx, self._ground.joint, deck, os.urandom)
        return list(made.deck), made.proof

    def input_deck(self) -> list[Any]:
        """What it is to shuffle."""
        return list(self._step.check._lay_out())  # type: ignore[attr-defined]

    def say(self, answer: Any) -> bytes:
        """The body of any decision."""
        assert self._step.say is not None
        return self._step.say(answer)

    def hand(self, seat: int = LIAR) -> list[int]:
        """Its cards."""
        return self.state.hands[seat]

    def asks(self, kind: type) -> Any:
        """The pending request, if it is such a one."""
        return self.state.pending if isinstance(self.state.pending, kind) else None


class Table:
    """Seats that pass each other records, LIAR among them; notes who stops and whom it blames."""

    def __init__(
        self, seats: int = 2, mission: str = "duel", seed: int = 1, plan: Plan | None = None,
        patient: bool = False, bold: bool | None = None, nonce: int = 0, sit: int = 0,
    ) -> None:
        """sit: the person at seat 0 is the one who sits at this seat elsewhere."""
        self.agreed = terms.propose(SYSTEM, SYSTEM.default_setup(mission, seats=seats), 0)
        self.chances = [Chance(seed, i) for i in range(seats)]
        self.bold = bold
        self.matches: list[Match] = []
        for i in range(seats):
            source = random.Random(1000 * nonce + seed * 16 + i).randbytes
            mine = Own(i, f"Player {i}", identity((i + sit) % seats), source)
            match = (Hostile if i == LIAR else Match)(SYSTEM, self.agreed, mine)
            if isinstance(match, Hostile):
                match.plan, match.patient, match.memory = plan, patient, {}
            self.matches.append(match)
        self.logs: list[list[bytes]] = [[] for _ in range(seats)]
        self.sent: list[list[bytes]] = [[] for _ in range(seats)]
        self.blames: dict[int, Blame] = {}

    @property
    def liar(self) -> Hostile:
        """The one at seat LIAR."""
        found = self.matches[LIAR]
        assert isinstance(found, Hostile)
        return found

    def run(self) -> Table:
        """To the end, or until nobody has anything to do."""
        busy = True
        while busy:
            busy = False
            for i, match in enumerate(self.matches):
                self.attempt(i, self.act)
                for out in match.outgoing():
                    busy = True
                    to, record = out if isinstance(out, tuple) else (None, out)
                    self.sent[i].append(record)
                    for j in range(len(self.matches)):
                        if j != i and to in (None, j):
                            self.attempt(j, self.hear, record)
        return self

    def attempt(self, i: int, what: Callable[..., None], *arguments: object) -> None:
        """Let a seat do something, unless it has stopped; keep its log as the driver does."""
        if i in self.blames:
            return
        try:
            what(i, *arguments)
        except Blame as blame:
            self.blames[i] = blame
            self.logs[i] += self.matches[i].accepted()
            if blame.seat is not None and blame.evidence not in self.logs[i][-1:]:
                self.logs[i].append(blame.evidence)
            return
        self.logs[i] += self.matches[i].accepted()

    def hear(self, i: int, record: bytes) -> None:
        """What arrives."""
        match = self.matches[i]
        if not match.finished:
            match.receive(record)
        while match._waiting_work is not None and not getattr(match, "mute", False):
            match.done(match._waiting_work.run())

    def act(self, i: int) -> None:
        """What is to be done."""
        match = self.matches[i]
        while (todo := match.todo()) is not None:
            if not isinstance(todo, Decide):
                match.done(todo.run())
            elif self.bold is not None and isinstance(todo.request, ChooseSecretly):
                match.decide(Stance(self.bold))
            else:
                match.decide(agenda.sample(match.view(), self.chances[i]))

    def log(self, i: int = 0) -> bytes:
        """The log file of a seat."""
        return MAGIC + b"".join(map(frame_record, self.logs[i]))

    def verdict(self, i: int = 0) -> Verdict:
        """What anybody says of it."""
        return verify(self.log(i), lambda name: SYSTEM, processes=1)


@cache
def identity(seat: int) -> Ed25519PrivateKey:
    """The same person in every match."""
    return Ed25519PrivateKey.from_private_bytes(bytes([seat + 1]) * 32)


@cache
def another_match(seats: int, mission: str, sit: int = 0) -> Table:
    """A match of the same people under the same terms, played to its end."""
    table = Table(seats, mission, seed=2, nonce=1, sit=sit).run()
    assert not table.blames and all(m.finished for m in table.matches)
    return table


def elsewhere(
    me: Hostile, seat: int, kind: Kind, sit: int = 0, step: int | None = None
) -> list[bytes]:
    """Records of a kind that a person signed in another match."""
    other = another_match(me.seats, me.terms.setup.mission, sit)
    return [
        record
        for record in other.logs[0]
        for e in [decode_entry(split(record)[0])]
        if e.seat == seat and e.kind is kind and step in (None, e.step)
    ]


def body_of(record: bytes) -> bytes:
    """The body of a record."""
    return decode_entry(split(record)[0]).body


def flipped(body: bytes, place: int) -> bytes:
    """One bit is another."""
    place %= len(body)
    return body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]


def patched(body: bytes, place: int, other: bytes) -> bytes:
    """Some bytes are others."""
    return body[:place] + other + body[place + len(other) :]


def plus_order(body: bytes, place: int) -> bytes:
    """The same scalar, written q higher."""
    value = int.from_bytes(body[place : place + 32], "little") + group.ORDER
    return patched(body, place, value.to_bytes(32, "little"))


def plus(point: bytes, other: bytes = group.BASE) -> bytes:
    """Another point."""
    return group.add(point, other)


# ------------------------------------------------------------------ HELLO

HELLO, KEYS, SHARES, DICE = Kind.HELLO, Kind.KEYS, Kind.SHARES, Kind.DICE
SHUFFLE, ANSWER, COMMIT, OPEN = Kind.SHUFFLE, Kind.ANSWER, Kind.COMMIT, Kind.OPEN


@plan("hello-other-terms", "agrees to other terms than its head names", HELLO, "blamed",
      "its HELLO agrees to other terms")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-1] + b"\1")]


@plan("hello-of-other-terms", "shows a HELLO it signed for other terms", HELLO, "nobody",
      "a HELLO for a match with other terms")
def _(me: Hostile, entry: Entry) -> Lie:
    other = decode_hello(entry.body).terms[:-1] + b"\1"
    body = attrs.evolve(decode_hello(entry.body), terms=other).encode()
    return [me.signed(entry, body=body, state=codec.digest(other))]


@plan("hello-twice", "shows a second HELLO with another nonce", HELLO, "nobody",
      "a second HELLO for a seat")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry), me.signed(entry, body=patched(entry.body, 32, bytes(32)))]


@plan("hello-second-identity", "shows a second identity for its seat", HELLO, "nobody",
      "the signature is wrong")
def _(me: Hostile, entry: Entry) -> Lie:
    stranger = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
    key = Own(1, "", stranger, os.urandom).public()
    return [me.signed(entry), sign(attrs.evolve(entry, body=patched(entry.body, 0, key)), stranger)]


@plan("hello-unprintable-name", "has a name that rings a bell and clears the screen", HELLO,
      "blamed", "a name that cannot be printed")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 65, b"\a\x1b[2J"))]


@plan("hello-name-too-long", "has a name of 255 bytes", HELLO, "blamed", "an impossible name")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:64] + b"\xff" + b"A" * 255 + entry.body[65:])]


@plan("hello-name-is-no-text", "has a name that is no UTF-8", HELLO, "blamed",
      "a name that is no text")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 65, b"\xff\xfe"))]


@plan("hello-stolen-identity", "shows the identity key of seat 0 as its own", HELLO, "nobody",
      "the signature is wrong", patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, me.heard(0)[:32]))]


@plan("hello-replayed", "shows what seat 0 signed for seat 1 of an earlier match", HELLO,
      "nobody", "two seats show the same identity")
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 1, HELLO, sit=me.seats - 1)


@plan("hello-for-our-seat", "shows a HELLO of its own for the seat of seat 0", HELLO, "nobody",
      "", patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, seat=0)]


# ------------------------------------------------------------------ KEYS


def _with_key(me: Hostile, entry: Entry, X: bytes) -> list[bytes]:  # noqa: N803
    return [me.signed(entry, body=patched(entry.body, 0, X))]


@plan("keys-rogue", "shows X = Z - X_0, to hold the joint secret alone", KEYS, "blamed",
      "no proof of knowledge for key X", patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    others = group.total([me.heard(s)[:32] for s in range(me.seats) if s != LIAR])
    return _with_key(me, entry, group.sub(group.mul_base(me.x.x), others))


@plan("keys-copied", "shows the keys of seat 0, proofs and all", KEYS, "blamed",
      "no proof of knowledge for key X", patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.heard(0))]


@plan("keys-replayed", "shows its keys of another match", KEYS, "blamed",
      "no proof of knowledge for key X")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=body_of(elsewhere(me, LIAR, KEYS)[0]))]


@plan("keys-equal", "uses one secret for cards and for dice", KEYS, "blamed",
      "two keys of the seat are equal")
def _(me: Hostile, entry: Entry) -> Lie:
    ctx, body, secret = me._ground.ctx(LIAR, "keys"), b"", me.x.x
    for name in (b"X", b"Y", b"E"):
        t = keys.Transcript(keys.KEYS_DST, ctx)
        t.append(b"key", name)
        public = group.mul_base(secret)
        body += public + keys.prove_knowledge(t, secret, public, os.urandom)
    return [me.signed(entry, body=body)]


@plan("keys-torsion", "adds a point of order 8 to its key", KEYS, "blamed",
      "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return _with_key(me, entry, plus(entry.body[:32], TORSION))


@plan("keys-identity", "shows the identity as its key", KEYS, "blamed", "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return _with_key(me, entry, group.IDENTITY)


@plan("keys-not-canonical", "shows a key that is not in its canonical form", KEYS, "blamed",
      "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return _with_key(me, entry, NOT_CANONICAL)


@plan("keys-short", "shows two keys instead of three", KEYS, "blamed", "keys must be 288 bytes")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:192])]


# ------------------------------------------------------------------ SHUFFLE

NOT_A_SHUFFLE = "not a shuffle of this deck"


def _deck(me: Hostile, entry: Entry, output: Sequence[Any], proof: bytes) -> list[bytes]:
    return [me.signed(entry, body=shuffle.encode_deck(output) + proof)]


def _honest(entry: Entry) -> tuple[list[Any], bytes]:
    n = (len(entry.body) - 160) // 192
    return list(shuffle.decode_deck(entry.body[: 64 * n], n)), entry.body[64 * n :]


@plan("shuffle-duplicate-card", "puts one card in twice, with a proof for that deck", SHUFFLE,
      "blamed", NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    deck = me.input_deck()
    return _deck(me, entry, *me.shuffled([deck[1], *deck[1:]]))


@plan("shuffle-foreign-card", "puts in a card that is not of this deck", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    stranger = shuffle.known_card(b"owm-net/skeleton", 29, me._ground.joint)
    return _deck(me, entry, *me.shuffled([stranger, *me.input_deck()[1:]]))


@plan("shuffle-dropped-card", "leaves a card out", SHUFFLE, "blamed", "a shuffle of 24 cards of")
def _(me: Hostile, entry: Entry) -> Lie:
    return _deck(me, entry, *me.shuffled(me.input_deck()[1:]))


@plan("shuffle-wrong-re-encryption", "re-encrypts one half of a card only", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(plus(deck[0][0]), deck[0][1]), *deck[1:]], proof)


@plan("shuffle-garbled-b", "changes the card inside a ciphertext", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(deck[0][0], plus(deck[0][1])), *deck[1:]], proof)


@plan("shuffle-tagged", "multiplies a card by 3, to know it again", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    three = group.scalar_from_int(3)
    return _deck(me, entry, [tuple(group.mul(three, p) for p in deck[0]), *deck[1:]], proof)


@plan("shuffle-compensated", "adds to one card what it takes from another", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    ((a, b), (c, d), *rest), proof = _honest(entry)
    return _deck(me, entry, [(a, plus(b)), (c, group.sub(d, group.BASE)), *rest], proof)


@plan("shuffle-swapped", "swaps two cards after the proof was made", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    (first, second, *rest), proof = _honest(entry)
    return _deck(me, entry, [second, first, *rest], proof)


@plan("shuffle-torsion", "hides a point of order 8 in a card", SHUFFLE, "blamed", "")
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(deck[0][0], plus(deck[0][1], TORSION)), *deck[1:]], proof)


@plan("shuffle-identity", "sends a card whose halves are the identity", SHUFFLE, "blamed", "")
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(group.IDENTITY, group.IDENTITY), *deck[1:]], proof)


@plan("shuffle-unproved", "sends the deck as it was, with a proof of noise", SHUFFLE, "blamed", "")
def _(me: Hostile, entry: Entry) -> Lie:
    deck = me.input_deck()
    return _deck(me, entry, deck, random.Random(1).randbytes(shuffle.proof_bytes(len(deck))))


@plan("shuffle-proof-truncated", "cuts 32 bytes off the proof", SHUFFLE, "blamed",
      "a shuffle of 24 cards of")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-32])]


@plan("shuffle-proof-extended", "adds a byte to the proof", SHUFFLE, "blamed",
      "a shuffle of 24 cards of")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body + b"\0")]


@plan("shuffle-proof-flipped", "flips one bit of the proof", SHUFFLE, "blamed", NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=flipped(entry.body, -32))]


@plan("shuffle-proof-plus-q", "writes a response q higher than it is", SHUFFLE, "blamed",
      "not a non-zero scalar")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=plus_order(entry.body, len(entry.body) - 32))]


@plan("shuffle-of-another-match", "sends its shuffle of another match", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=body_of(elsewhere(me, LIAR, SHUFFLE)[0]))]


@plan("shuffle-of-another-seat", "sends the shuffle that seat 0 has just sent", SHUFFLE,
      "blamed", NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=body_of(me._last_records[0]))]


@plan("shuffle-for-another-deck", "proves its shuffle for another deck number", SHUFFLE,
      "blamed", NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    return _deck(me, entry, *me.shuffled(me.input_deck(), me.context("shuffle", deck=2)))


@plan("shuffle-for-another-step", "proves its shuffle for the next step", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    ctx = me.context("shuffle", deck=1, step=entry.step + 1)
    return _deck(me, entry, *me.shuffled(me.input_deck(), ctx))


@plan("shuffle-as-another-seat", "proves its shuffle in the name of seat 0", SHUFFLE, "blamed",
      NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    return _deck(me, entry, *me.shuffled(me.input_deck(), me.context("shuffle", deck=1, seat=0)))


@plan("shuffle-of-the-deck-before", "shuffles what was there before seat 0's turn", SHUFFLE,
      "blamed", NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    known = [shuffle.known_card(b"owm-net/skeleton", k, me._ground.joint) for k in range(24)]
    return _deck(me, entry, *me.shuffled(known))


@plan("private-deck-foreign", "takes a card into its private deck that is not in the pool",
      SHUFFLE, "blamed", NOT_A_SHUFFLE, mission="full-deck")
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(PrivateDeck) is None or me.asks(PrivateDeck).seat != LIAR:
        return None
    stranger = shuffle.known_card(b"owm-net/skeleton", 5, me._ground.joint)
    return _deck(me, entry, *me.shuffled([stranger, *me.input_deck()[1:]]))


@plan("private-deck-duplicate", "takes the best card of the pool three times", SHUFFLE,
      "blamed", NOT_A_SHUFFLE, mission="full-deck")
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(PrivateDeck) is None or me.asks(PrivateDeck).seat != LIAR:
        return None
    deck = me.input_deck()
    return _deck(me, entry, *me.shuffled([deck[-1], *deck[1:]]))


@plan("private-deck-swapped", "puts another card into the opponent's private deck", SHUFFLE,
      "blamed", NOT_A_SHUFFLE, mission="full-deck")
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(PrivateDeck) is None or me.asks(PrivateDeck).seat == LIAR:
        return None
    stranger = shuffle.known_card(b"owm-net/skeleton", 24, me._ground.joint)
    return _deck(me, entry, *me.shuffled([stranger, *me.input_deck()[1:]]))


@plan("remix-exchanges-cards", "mixes another card into its hand", SHUFFLE, "blamed",
      NOT_A_SHUFFLE, mission="full-deck")
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(Remix) is None:
        return None
    best = shuffle.known_card(b"owm-net/skeleton", 29, me._ground.joint)
    return _deck(me, entry, *me.shuffled([best, *me.input_deck()[1:]]))


# ------------------------------------------------------------------ SHARES

WRONG_SHARE = "a share is not what this seat's key gives"


@plan("share-of-another-card", "gives its share in another card", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    slots = me.slots()
    other = [s - len(slots) for s in slots]
    return [me.signed(entry, body=me.shares(other))]


@plan("share-with-another-key", "gives a share made with another secret", SHARES, "blamed",
      WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    other = keys.SeatSecrets(*group.random_scalars(3, os.urandom))
    return [me.signed(entry, body=me.shares(me.slots(), secrets=other))]


@plan("share-with-no-proof", "gives its shares and no proof", SHARES, "blamed", "shares must be")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-64])]


@plan("share-with-empty-proof", "gives its shares and a proof of zeros", SHARES, "blamed",
      "not a non-zero scalar")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-64] + bytes(64))]


@plan("share-proof-flipped", "flips a bit of the proof", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=flipped(entry.body, -32))]


@plan("share-proof-plus-q", "writes the response q higher than it is", SHARES, "blamed",
      "not a non-zero scalar")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=plus_order(entry.body, len(entry.body) - 32))]


@plan("share-batch-one-wrong", "gives one wrong share among three", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if len(me.slots()) < 2:
        return None
    return [me.signed(entry, body=patched(entry.body, 32, plus(entry.body[32:64])))]


@plan("share-batch-compensated", "gives two wrong shares that cancel out", SHARES, "blamed",
      WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if len(me.slots()) < 2:
        return None
    first, second = plus(entry.body[:32]), group.sub(entry.body[32:64], group.BASE)
    return [me.signed(entry, body=patched(entry.body, 0, first + second))]


@plan("share-batch-swapped", "gives two shares in the wrong order", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if len(me.slots()) < 2:
        return None
    return [me.signed(entry, body=patched(entry.body, 0, entry.body[32:64] + entry.body[:32]))]


@plan("share-torsion", "adds a point of order 8 to its share", SHARES, "blamed",
      "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32], TORSION)))]


@plan("share-identity", "gives the identity as its share", SHARES, "blamed",
      "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, group.IDENTITY))]


@plan("share-not-canonical", "writes its share in another form", SHARES, "blamed",
      "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, NOT_CANONICAL))]


@staged("share-replayed", "gives shares that it gave before", "SHARES", "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is not SHARES:
        return None
    before = me.memory.setdefault(str(len(entry.body)), entry.body)
    return None if before is entry.body else [me.signed(entry, body=before)]


@plan("share-of-another-match", "gives a share of another match", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    bodies = [body_of(r) for r in elsewhere(me, LIAR, SHARES)]
    return [me.signed(entry, body=next(b for b in bodies if len(b) == len(entry.body)))]


@plan("share-for-another-event", "proves its share for a later event", SHARES, "blamed",
      WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    about = bytearray(me._ground.about(me.slots()))
    about[7] += 1
    return [me.signed(entry, body=me.shares(me.slots(), me.context("share", about=bytes(about))))]


@plan("share-of-another-seat", "gives the share of seat 0 as its own", SHARES, "blamed",
      WRONG_SHARE, patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    if 0 not in me._lockstep.here or len(me.heard(0)) != len(entry.body):
        return None
    return [me.signed(entry, body=me.heard(0))]


@plan("share-in-more-cards", "sends shares in more cards than are asked, hoping for more",
      SHARES, "blamed", "shares must be")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.shares([*me.slots(), min(me.slots()) - 1]))]


# ------------------------------------------------------------------ DICE


@plan("dice-share-changed", "changes its part of a roll", DICE, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32])))]


@plan("dice-with-another-key", "rolls with another secret until it likes the result", DICE,
      "blamed", WRONG_SHARE, patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    other = keys.SeatSecrets(*group.random_scalars(3, os.urandom))
    point = dice.dice_point(me.match_id, 1, b"who begins")
    body = dice.make_dice_shares(
        me._ground.ctx(LIAR, "dice"), other, group.mul_base(other.y), [point], os.urandom
    )
    return [me.signed(entry, body=body)]


@staged("dice-replayed", "rolls again what it rolled before", "DICE", "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is not DICE:
        return None
    before = me.memory.setdefault("dice", entry.body)
    return None if before is entry.body else [me.signed(entry, body=before)]


@plan("dice-copied", "sends seat 0's part of the roll as its own", DICE, "blamed", WRONG_SHARE,
      patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.heard(0))]


@plan("dice-torsion", "adds a point of order 8 to its part of a roll", DICE, "blamed",
      "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32], TORSION)))]


# ------------------------------------------------------------------ COMMIT, OPEN

NO_MATCH = "opening does not match commitment"


@staged("commitment-copied", "commits to what seat 0 commits to, and opens as seat 0 does",
        "COMMIT, OPEN", "blamed", NO_MATCH, patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is COMMIT:
        me._ground.private.openings[me.heard(0)] = bytes(2084)
        return me.heard(0)
    return [me.signed(entry, body=me.heard(0))] if entry.kind is OPEN else None


@plan("commitment-opened-otherwise", "opens its choice as another, once it has seen the others'",
      OPEN, "blamed", NO_MATCH, patient=True)
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
        ctx = me._ground.ctx(LIAR, "choice")
        committed = commitment._hash(ctx, 0, opened)
        me._ground.private.openings[committed] = opened
        return committed
    return [me.signed(entry, body=opened)] if entry.kind is OPEN else None


def _choice(answer: Any) -> bytes:
    data = codec.encode(answer)
    return bytes(32) + len(data).to_bytes(4, "big") + data.ljust(2048, b"\0")


@staged("opening-padded", "hides something in the padding of its choice", "COMMIT, OPEN",
        "blamed", "opening is padded wrongly")
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Stance(True))[:-1] + b"\1")


@staged("opening-illegal", "commits to a choice that is not allowed", "COMMIT, OPEN", "blamed",
        "a stance is asked")
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Bet(0)))


@staged("opening-hidden-card", "plays a hidden card in secret", "COMMIT, OPEN", "blamed",
        "a hidden card cannot be played in secret")
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Send(Played(-4097))))


@staged("opening-no-answer", "commits to something that is no answer", "COMMIT, OPEN", "blamed",
        "a secret choice that is no answer")
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, _choice(Result((), (), "")))


@staged("opening-unreadable", "commits to bytes that mean nothing", "COMMIT, OPEN", "blamed",
        "an answer that cannot be read")
def _(me: Hostile, entry: Entry) -> Lie:
    return _commit_to(me, entry, bytes(32) + b"\0\0\0\5" + b"\xff" * 5 + bytes(2043))


@plan("commitment-short", "commits with too few bytes", COMMIT, "blamed",
      "a commitment is 32 bytes")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:16])]


@plan("opening-long", "opens with more bytes than agreed", OPEN, "blamed",
      "a commitment is 32 bytes and its opening 2084 here")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body + bytes(100_000))]


@plan("token-opened-otherwise", "opens its token in play as another", OPEN, "blamed", NO_MATCH,
      mission="full-deck", bold=False)
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(Unseal) is None:
        return None
    return [me.signed(entry, body=entry.body[:32] + _choice(Bet(LIAR))[32:])]


@plan("token-audited-otherwise", "opens its token at the end as another", OPEN, "blamed",
      NO_MATCH, mission="full-deck", bold=True)
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(Over) is None:
        return None
    return [me.signed(entry, body=entry.body[:32] + _choice(Bet(LIAR))[32:])]


@plan("token-illegal", "seals a bet on itself and hopes that nobody looks", COMMIT, "blamed",
      "nobody bets on himself", mission="full-deck", bold=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return me.say(Bet(LIAR)) if me.asks(Seal) is not None else None


# ------------------------------------------------------------------ ANSWER


def _answer(value: Any, more: bytes = b"") -> bytes:
    data = value if isinstance(value, bytes) else codec.encode(value)
    return len(data).to_bytes(4, "big") + data + more


@plan("answer-card-of-another", "plays a card out of seat 0's hand", ANSWER, "blamed",
      "only a card of the hand can be")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.say(Send(Played(me.hand(0)[0]))))]


@plan("answer-card-of-the-deck", "plays the card on top of the deck", ANSWER, "blamed",
      "only a card of the hand can be")
def _(me: Hostile, entry: Entry) -> Lie:
    top = me.state.decks["deck"].top(1)[0]
    return [me.signed(entry, body=me.say(Send(Played(top))))]


@plan("answer-card-not-held", "plays an open card that it does not hold", ANSWER, "blamed",
      "only a card of the hand can be")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Send(Played(5))))]


@staged("answer-card-twice", "plays a card that it has played before", "ANSWER", "blamed",
        "only a card of the hand can be")
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


@plan("answer-card-nowhere", "plays a card of a deck that does not exist", ANSWER, "blamed",
      "only a card of the hand can be")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Send(Played(-(1 << 63)))))]


@plan("answer-illegal-when-opened", "sends a smoke as if it were a scout", ANSWER, "blamed",
      "a smoke cannot be sent as a scout (seen when the card was opened)", seed=3)
def _(me: Hostile, entry: Entry) -> Lie:
    smokes = [c for c in me.hand() if me.known.get(c) in SMOKES]
    if me.asks(Choose).kind != "send" or not smokes:
        return None
    return [me.signed(entry, body=me.say(Send(Played(smokes[0]))))]


@plan("answer-to-another-question", "gives an answer of another kind", ANSWER, "blamed",
      "only a")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Stance(True)))]


@plan("answer-no-answer", "sends the result it would like as its answer", ANSWER, "blamed",
      "Result is no answer")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Result((1,), (9, 9), "mine")))]


@plan("answer-unreadable", "sends noise as its answer", ANSWER, "blamed",
      "an answer that cannot be read")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(b"\xff\xff\xff"))]


@plan("answer-nested", "sends an answer nested 10,000 deep", ANSWER, "blamed", "nested too deeply")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(b"\x81" * 10_000 + b"\0"))]


@plan("answer-announces-more", "announces an array of 2^62 items", ANSWER, "blamed",
      "more items announced than there are bytes")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(b"\x9b" + (1 << 62).to_bytes(8, "big")))]


@plan("answer-not-canonical", "writes its answer in another form", ANSWER, "blamed",
      "an answer that cannot be read")
def _(me: Hostile, entry: Entry) -> Lie:
    data = codec.encode(Send(Played(5)))
    return [me.signed(entry, body=_answer(data[:-1] + b"\x18\x05"))]


@plan("answer-longer-than-it-says", "writes a length beyond the end", ANSWER, "blamed",
      "an answer that is not as long as it says")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=b"\xff\xff\xff\xff" + entry.body[4:])]


@plan("answer-with-more-behind", "hides bytes behind its answer", ANSWER, "blamed",
      "bytes after the answer", seed=2)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_answer(Pass(), b"psst"))]


def _scout(me: Hostile) -> int | None:
    if me.asks(Choose).kind != "send":
        return None
    return next((c for c in me.hand() if me.known.get(c, 18) not in SMOKES), None)


@plan("answer-without-share", "plays a card and keeps its share", ANSWER, "blamed",
      "shares must be")
def _(me: Hostile, entry: Entry) -> Lie:
    card = _scout(me)
    return None if card is None else [me.signed(entry, body=_answer(Send(Played(card))))]


@plan("answer-with-another-share", "plays one card and opens another", ANSWER, "blamed",
      WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    card = _scout(me)
    if card is None:
        return None
    other = next(c for c in me.hand() if c != card)
    ctx = me.context("share", about=me._ground.about([card]))
    return [me.signed(entry, body=_answer(Send(Played(card)), me.shares([other], ctx)))]


# ------------------------------------------------------------------ SEALED, CONFIRM


def _box(me: Hostile, say: Callable[[Show, bytes], bytes]) -> bytes:
    request, ground = me.asks(Show), me._ground
    about = ground.about(request.slots)
    inner = ground.ctx(LIAR, "shown", about=about)
    ctx = ground.ctx(LIAR, "show", about=about)
    return sealed.seal(ctx, ground.keys[request.to].E, say(request, inner), os.urandom)


FULL: dict[str, Any] = {"mission": "full-deck"}


@plan("sealed-another-card", "shows another card than the rules ask", Kind.SEALED, "blamed",
      "it did not show its cards in its sealed message", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    other = [me.hand()[-1]]
    return [me.signed(entry, body=_box(me, lambda request, inner: me.shares(other, inner)))]


@plan("sealed-rubbish", "seals rubbish", Kind.SEALED, "blamed",
      "it did not show its cards in its sealed message", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=_box(me, lambda request, inner: b"\1" * 96))]


@plan("sealed-unreadable", "sends a box that cannot be opened", Kind.SEALED, "blamed",
      "it cannot be read", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=flipped(entry.body, -1))]


@plan("sealed-unknown-key", "seals with a key whose secret it does not know", Kind.SEALED,
      "blamed", "its sender does not know its own f", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, me._ground.keys[0].E))]


@plan("sealed-short", "sends a box that is too short", Kind.SEALED, "blamed",
      "a sealed message of", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-1])]


@plan("complaint-groundless", "complains about a good box", Kind.CONFIRM, "blamed",
      "its complaint is groundless", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    request, ground = me.asks(Show), me._ground
    about = ground.about(request.slots)
    e = decode_entry(split(me._last_records[request.seat])[0])
    ctx = me.context("show", seat=request.seat, step=e.step, prev=e.prev, about=about)
    return [me.signed(entry, body=sealed.complain(ctx, me.x, e.body, os.urandom))]


@plan("complaint-false", "complains with a key that is not the box's", Kind.CONFIRM, "blamed",
      "the complaint does not prove its key", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    scalar = group.scalar_from_int(7)
    return [me.signed(entry, body=group.BASE + scalar + scalar)]


@plan("complaint-short", "complains with too few bytes", Kind.CONFIRM, "blamed",
      "a complaint must be 96 bytes", **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=b"no!")]


# ------------------------------------------------------------------ END


@plan("end-another-result", "signs that it has won", Kind.END, "blamed",
      "it signs another result")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=codec.encode(me._result().with_(winners=(LIAR,), reason="I")))]


@plan("end-then-more", "goes on signing after the end", Kind.END, "harmless", "", patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return [
        me.signed(entry),
        me.signed(entry, body=codec.encode(me._result().with_(winners=(), reason="no"))),
        me.signed(entry, step=entry.step + 1),
    ]


# ------------------------------------------------------------------ entries, whatever they say

ELSEWHERE = "the entry belongs to another match"


@plan("entry-equivocation", "signs two different answers for one step", ANSWER, "blamed",
      "two different entries for step")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry), me.signed(entry, body=entry.body + b"x")]


@plan("entry-equivocation-early", "signs two different entries for a step to come", ANSWER,
      "blamed", "two different entries for step")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, step=entry.step + 9, body=more) for more in (b"", b"x")]


@plan("entry-rolled-back", "resumes from an old copy and decides again", ANSWER, "blamed",
      "two different entries for step")
def _(me: Hostile, entry: Entry) -> Lie:
    old = decode_entry(split(me._last_records[LIAR])[0])
    return [me.signed(entry), me.signed(old, body=old.body + b"again")]


@plan("entry-split", "signs one answer for seat 0 and another for seat 2", ANSWER, "nobody", "")
def _(me: Hostile, entry: Entry) -> Lie:
    card = _scout(me)
    if card is None:
        return None
    played, passed = me.say(Send(Played(card))), me.say(Pass())
    me.memory["second"] = me.signed(entry, body=passed)
    return [(0, me.signed(entry, body=played)), (2, me.memory["second"])]


@plan("entry-of-another-match", "sends what it signed in another match", ANSWER, "nobody",
      ELSEWHERE)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, LIAR, ANSWER)[:1]


@plan("entry-of-ours-elsewhere", "sends what seat 0 signed in another match, to have it blamed",
      ANSWER, "nobody", ELSEWHERE)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 0, ANSWER)[-1:]


@plan("entry-of-ours-elsewhere-past", "sends seat 0's other KEYS, as if it had signed two",
      ANSWER, "nobody", ELSEWHERE)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 0, KEYS)


@plan("entry-of-ours-elsewhere-early", "sends entries of seat 0 from elsewhere before the match "
      "has a name", HELLO, "nobody", ELSEWHERE, patient=True)
def _(me: Hostile, entry: Entry) -> Lie:
    return [*elsewhere(me, 0, KEYS), me.signed(entry)]


@plan("entry-of-ours-elsewhere-far", "the same, from the end of a long match", HELLO, "nobody",
      "while step 0 is due", patient=True, **FULL)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 0, Kind.END)


@plan("entry-match-id-changed", "signs for a match that does not exist", ANSWER, "nobody",
      ELSEWHERE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, match_id=bytes(32))]


@plan("entry-wrong-prev", "signs another history", ANSWER, "nobody",
      "the entry follows another history")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, prev=bytes(32))]


@plan("entry-wrong-step-past", "signs for a step in which it was not asked", ANSWER, "nobody",
      "an entry for step")
def _(me: Hostile, entry: Entry) -> Lie:
    free = [n for n in range(entry.step) if (LIAR, n) not in me._lockstep.hashes]
    return [me.signed(entry, step=free[-1])]


@plan("entry-wrong-step-far", "signs for a step far ahead", ANSWER, "nobody", "an entry for step")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, step=1 << 63)]


@plan("entry-wrong-kind", "signs shares where its answer is due", ANSWER, "blamed",
      "SHARES sent where ANSWER is due")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, kind=SHARES)]


@plan("entry-stale-state", "signs the state of an earlier step", ANSWER, "blamed",
      "its game state")
def _(me: Hostile, entry: Entry) -> Lie:
    before = decode_entry(split(me._last_records[0])[0])
    other = before.state if before.state != entry.state else bytes(32)
    return [me.signed(entry, state=other)]


@plan("entry-out-of-turn", "answers when another seat is asked", ANSWER, "blamed",
      "nothing is due from it")
def _(me: Hostile, entry: Entry) -> Lie:
    card = _scout(me)
    if card is None:
        return None
    played = attrs.evolve(entry, body=me.say(Send(Played(card))))
    head = hashlib.sha256(entry.prev + entry_hash(played.encode())).digest()
    return [me.signed(played), me.signed(entry, step=entry.step + 1, prev=head)]


@plan("entry-forged-author", "signs an entry in the name of seat 0", ANSWER, "nobody",
      "the signature is wrong")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, seat=0)]


@plan("entry-no-such-seat", "signs as a seat that does not exist", ANSWER, "nobody",
      "there is no seat 7")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, seat=7)]


@plan("entry-unsigned", "sends an entry with a signature of zeros", ANSWER, "nobody",
      "the signature is wrong")
def _(me: Hostile, entry: Entry) -> Lie:
    return [entry.encode() + bytes(64)]


@plan("entry-unknown-kind", "sends an entry of kind 200", ANSWER, "nobody", "unknown kind 200")
def _(me: Hostile, entry: Entry) -> Lie:
    return [patched(me.signed(entry), 1, b"\xc8")]


@plan("entry-other-version", "sends an entry of version 2", ANSWER, "nobody", "entry version 2")
def _(me: Hostile, entry: Entry) -> Lie:
    return [patched(me.signed(entry), 0, b"\2")]


@plan("entry-garbled-length", "writes another length into its entry", ANSWER, "nobody",
      "not as long as it says")
def _(me: Hostile, entry: Entry) -> Lie:
    return [patched(me.signed(entry), 107, b"\xff")]


@plan("oracle-early-share", "gives shares in seat 0's hand unasked, to be given the rest", ANSWER,
      "owed", "")
def _(me: Hostile, entry: Entry) -> Lie:
    slots = [s for s in me.hand(0) if s < 0]
    body = me.shares(slots, me.context("share", about=me._ground.about(slots)))
    return [me.signed(entry, kind=SHARES, step=entry.step + n, body=body) for n in (1, 2, 3)]


@plan("oracle-share-for-answer", "sends shares in place of its answer, to be given the rest",
      ANSWER, "blamed", "SHARES sent where ANSWER is due")
def _(me: Hostile, entry: Entry) -> Lie:
    slots = [s for s in me.hand(0) if s < 0]
    body = me.shares(slots, me.context("share", about=me._ground.about(slots)))
    return [me.signed(entry, kind=SHARES, body=body)]


# ------------------------------------------------------------------ silence, and leaving


def _add_silence(kind: Kind) -> None:
    mission = "duel" if kind in (HELLO, KEYS, COMMIT, DICE, ANSWER, Kind.END) else "full-deck"

    @plan(f"silent-at-{kind.name.lower()}", f"says nothing when its {kind.name} is due", kind,
          "owed", "", mission=mission)
    def _(me: Hostile, entry: Entry) -> Lie:
        return []

    @plan(f"closes-at-{kind.name.lower()}", f"hangs up when its {kind.name} is due", kind,
          "owed", "", mission=mission, seats=2)
    def _(me: Hostile, entry: Entry) -> Lie:
        me.memory["hang up"]()
        return []


for _kind in Kind:
    _add_silence(_kind)


# ------------------------------------------------------------------ on the wire

RECORD = handshake.RECORD
GARBAGE = "does not speak our language"


async def play(
    link: FramedStream, match: Match, stop: Callable[[Match], bool] = lambda m: False,
    send: Callable[[bytes], Awaitable[None]] | None = None,
) -> None:
    """Honest, without a driver, until `stop` or the end."""
    chance = Chance(9)
    while True:
        while (todo := match.todo()) is not None:
            if isinstance(todo, Decide):
                match.decide(agenda.sample(match.view(), chance))
            else:
                match.done(todo.run())
        for record in match.outgoing():
            await (send or link.send)(RECORD + record)
        if stop(match) or match.finished:
            return
        said = await link.receive()
        if said is None:
            return
        if said[:1] == RECORD:
            match.receive(said[1:])


async def raw(link: FramedStream, data: bytes) -> None:
    """Bytes that are no frame."""
    await link._stream.send_all(data)


def at_step(n: int) -> Callable[[Match], bool]:
    """Stop when so many steps are done."""
    return lambda match: match.step >= n


def _says(name: str, tries: str, message: bytes, expect: str, words: str) -> None:
    """A deviation that is one message in the middle of a match."""

    @wire(name, tries, "any message", expect, words)
    async def _(link: FramedStream, match: Match) -> None:
        await play(link, match, at_step(6))
        await link.send(message)


def _frames(name: str, tries: str, data: bytes, words: str, close: bool = False) -> None:
    @wire(name, tries, "frames", "owed", words)
    async def _(link: FramedStream, match: Match) -> None:
        await play(link, match, at_step(6))
        await raw(link, data)
        if close:
            await link.aclose()


_frames("frame-of-nothing", "sends a frame of zero bytes", bytes(4), "a frame of 0 bytes")
_frames("frame-huge", "announces a frame of 4 GiB", b"\xff" * 4, "a frame of 4294967295 bytes")
_frames("frame-too-long", "announces one byte more than a frame holds",
        ((1 << 20) + 1).to_bytes(4, "big"), "a frame of 1048577 bytes")
_frames("frame-cut", "hangs up in the middle of a frame", b"\0\0\1\0abc",
        "lost the guest", close=True)
_frames("frame-unfinished", "announces a frame and never sends it", b"\0\x10\0\0abc",
        "it sent nothing for")
_frames("frame-other-language", "speaks HTTP in the middle of a match", b"GET / HTTP/1.1\r\n\r\n",
        GARBAGE)

_says("message-unknown", "sends a message of unknown kind", b"\x77hello", "owed", GARBAGE)
_says("message-greets-again", "greets in the middle of a match", handshake.GREET + b"\1x", "owed",
      GARBAGE)
_says("message-offers-again", "offers other terms in the middle of a match",
      handshake.OFFER + b"\1" + bytes(99), "owed", GARBAGE)
_says("message-empty-record", "sends a record of nothing", RECORD, "nobody", "a record of 0 bytes")
_says("message-longest-record", "sends a record of a whole frame of noise",
      RECORD + b"\1" * ((1 << 20) - 1), "nobody", "not as long as it says")
_says("message-bye-in-colours", "says goodbye with commands for the terminal",
      handshake.BYE + b"bye\x1b[2J\r\n\xff" * 50, "owed", "bye?[2J??")
_says("oracle-request", "asks for a share by a message of its own", b"\x0bshare -4097", "owed",
      GARBAGE)
_says("resume-another-match", "goes on with another match", handshake.resume(b"x" * 32, 3),
      "owed", "it is in another match")
_says("resume-garbled", "sends a RESUME that is too short", handshake.RESUME + b"?", "owed",
      "its RESUME is garbled")


@wire("resume-storm", "asks for the whole history a thousand times", "RESUME", "owed", GARBAGE)
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(12))
    for _ in range(1000):
        await link.send(handshake.resume(match.match_id, 0))


@wire("done-flood", "says two thousand times that it is done", "DONE", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    for _ in range(2000):
        await link.send(handshake.DONE)
    await play(link, match)


@wire("state-flood", "asks for our state a thousand times, giving noise for its own", "STATE",
      "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    for n in range(1000):
        await link.send(handshake.STATE + b"\x81" * n)
    await play(link, match)


@wire("keepalive-storm", "sends a hundred thousand keepalives", "frames", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    await raw(link, b"\0\0\0\1\0" * 100_000)
    await play(link, match)


@wire("early-flood", "signs thousands of entries for steps to come", "any entry", "nobody", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, lambda m: m.step >= 6 and 1 not in m.owed())
    assert match.own is not None
    for n in range(1, 5000):
        entry = match._lockstep.entry(1, bytes(5000))
        entry = attrs.evolve(entry, step=entry.step + n, kind=Kind.ANSWER)
        await link.send(RECORD + sign(entry, match.own.identity))


@wire("noise-flood", "sends forty megabytes of unsigned records", "any entry", "nobody", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(3))
    for _ in range(40):
        await link.send(RECORD + b"\1" * ((1 << 20) - 1))


@wire("duplicates", "sends each of its records three times", "any entry", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    async def thrice(message: bytes) -> None:
        for _ in range(3):
            await link.send(message)

    await play(link, match, send=thrice)


@wire("echoes", "sends our own records back to us", "any entry", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    heard: list[bytes] = []
    receive = link.receive

    async def noting() -> bytes | None:
        said = await receive()
        if said is not None:
            heard.append(said)
        return said

    link.receive = noting  # type: ignore[method-assign]

    async def with_echo(message: bytes) -> None:
        await link.send(message)
        for said in heard[-3:]:
            await link.send(said)

    await play(link, match, send=with_echo)


@wire("end-bye", "says goodbye in place of done when it has lost", "END", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match)
    await link.send(handshake.BYE + b"you cheated")


@wire("end-garbage", "sends noise when the match is over", "END", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match)
    await raw(link, b"\xff" * 100)


@wire("end-hangs-up", "hangs up when the match is over", "END", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match)
    await link.aclose()


# ------------------------------------------------------------------ at the door

Door = Callable[[FramedStream], Awaitable[None]]


def door(name: str, tries: str, role: str, words: str) -> Callable[[Door], Door]:
    """Register a deviation before the match. role: who is honest, "host" or "guest"."""
    return lambda function: _enter(
        name, tries, f"door of a {role}", "nobody", words, function, function, wire=True, seats=2
    )


def _knocks(name: str, tries: str, role: str, words: str, *messages: bytes) -> None:
    @door(name, tries, role, words)
    async def _(link: FramedStream) -> None:
        for message in messages:
            await link.send(message)


_GREET = handshake.GREET + bytes([handshake.WIRE_VERSION]) + b"owm-net"
_TERMS = terms.propose(SYSTEM, SYSTEM.default_setup(), 0)


def _offer(seat: int = 1, **changes: Any) -> bytes:
    return handshake.OFFER + bytes([seat]) + _TERMS.with_(**changes).encode()


_COLOURS = "\x1b[2J\r\nyou won\a"
_knocks("door-stranger", "speaks another language", "host", "no greeting", b"GET / HTTP/1.1")
_knocks("door-other-wire", "speaks another wire version, in colours", "host",
        "version 99", handshake.GREET + b"\x63" + _COLOURS.encode())
_knocks("door-refuses-in-colours", "refuses with commands for the terminal", "host",
        "does not play", _GREET, handshake.REFUSE + _COLOURS.encode() * 99)
_knocks("door-neither", "neither accepts nor refuses", "host", "neither accepts nor refuses",
        _GREET, handshake.DONE)
_knocks("door-no-terms", "offers nothing", "guest", "offers no terms", _GREET, handshake.OFFER)
_knocks("door-long-terms", "offers a megabyte of terms", "guest", "too long to be real", _GREET,
        handshake.OFFER + b"\1" + b"\x81" * ((1 << 20) - 2))
_knocks("door-nested-terms", "offers terms nested 4000 deep", "guest", "cannot be read", _GREET,
        handshake.OFFER + b"\1" + b"\x81" * 4000)
_knocks("door-other-rules", "offers another version of the rules, in colours", "guest",
        "the rules of skeleton", _GREET, _offer(version=_COLOURS))
_knocks("door-other-suite", "offers another suite, in colours", "guest", "the match uses protocol",
        _GREET, _offer(suite=_COLOURS))
_knocks("door-other-mission", "offers a mission that does not exist, in colours", "guest",
        "has no mission", _GREET, _offer(setup=_TERMS.setup.with_(mission=_COLOURS)))
_knocks("door-other-option", "offers an option that does not exist, in colours", "guest",
        "has no option", _GREET,
        _offer(setup=_TERMS.setup.with_(switches=((_COLOURS, _COLOURS),))))
_knocks("door-many-seats", "offers a match for 3", "guest", "with 2 seats", _GREET,
        _offer(setup=_TERMS.setup.with_(seats=3)))
_knocks("door-our-seat", "offers its own seat", "guest", "it offers seat 0", _GREET, _offer(0))


@door("door-silent", "says nothing at all", "host", "it sent nothing for")
async def _(link: FramedStream) -> None:
    return


def rows() -> list[str]:
    """The table of docs/threats.md."""
    return [f"| `{d.name}` | {d.tries} | {d.where} | {d.verdict} |" for d in GALLERY.values()]


if __name__ == "__main__":
    print("\n".join(rows()))
