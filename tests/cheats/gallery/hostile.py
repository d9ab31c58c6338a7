"""The hostile peer, and a table at which it sits."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import attrs
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.requests import ChooseSecretly, Over, Result
from owm_net.games.skeleton.duel import Stance
from owm_net.protocol import group, opening, shuffle
from owm_net.protocol.entries import MAGIC, Entry, EntryKind, Step, decode_entry, frame_record, sign
from owm_net.protocol.entries import split_record as split
from owm_net.protocol.fiat_shamir import ProofContext
from owm_net.session import terms
from owm_net.session.effects import Finish
from owm_net.session.in_memory import driver
from owm_net.session.leaving.leaving import Leaving
from owm_net.session.match import Blame, Decide, Match, Own
from owm_net.session.verify import Verdict, verify

SYSTEM = games.get("skeleton")
LIAR = 1  # the seat that cheats
Lie = bytes | Sequence[Any] | None
"""The body of an entry, or the records that are sent in its place; None: nothing yet."""
Plan = Callable[["Hostile", Entry], Lie]


class Hostile(Match):
    """A `Match` that is honest until its plan says otherwise."""

    plan: Plan | None = None
    patient = False
    lied = False
    mute = False
    memory: dict[str, Any]

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        if isinstance(self._leaving, Leaving):
            self._honest_vote = self._leaving._sign_and_take
            self._leaving._sign_and_take = self._vote  # type: ignore[method-assign]

    def _owes(self) -> bool:
        """Nothing after the lie; a patient one lets all others speak first."""
        owed = self.chain.owed()
        return LIAR in owed and not self.mute and not (self.patient and len(owed) > 1)

    def _make_what_is_ours(self) -> None:
        """It does not hold back what may be void."""
        if not self.mute:
            super()._make_what_is_ours()

    def receive(self, record: bytes) -> None:
        """Its own copy of the match is of no use after the lie."""
        if not self.mute:
            super().receive(record)

    def done(self, finish: Finish) -> None:
        """As everybody, until the lie."""
        if not self.mute:
            super().done(finish)

    def _contribute(self, body: bytes) -> None:
        assert self.own is not None
        entry = self.chain.entry(self.own.seat, body)
        if entry.kind is EntryKind.HELLO:
            self.chain.identities[self.own.seat] = self.own.public()
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
        self._send(lie)

    def _vote(self, own: Own, kind: EntryKind, step: Step, body: bytes) -> None:
        """As everybody, until the lie."""
        chain = self.chain
        entry = Entry(kind, LIAR, step, chain.match_id, chain.heads[step], chain.states[step], body)
        lie = self.plan(self, entry) if self.plan is not None and not self.lied else None
        if lie is None:
            self._honest_vote(own, kind, step, body)
            return
        self.lied = self.mute = True
        self._send(lie)

    def _send(self, lies: Any) -> None:
        """Records, or a seat and the record that it alone is given."""
        for lie in lies:
            self._effects.send_to_all(lie)

    # -- tools of the trade

    @property
    def kept(self) -> dict[tuple[int, int], bytes]:
        """Seat and step -> what a KEEP may have to hold."""
        assert isinstance(self._leaving, Leaving)
        return self._leaving._kept

    def result_here(self) -> Result:
        """How the game has ended."""
        assert isinstance(self.state.pending, Over)
        return self.state.pending.result

    def signed(self, entry: Entry, **changes: Any) -> bytes:
        """An entry as this seat would sign it, changed."""
        assert self.own is not None
        return sign(attrs.evolve(entry, **changes), self.own.identity)

    @property
    def x(self) -> Any:
        """Its secrets."""
        return self._basis.mine()[1]

    def heard(self, seat: int) -> bytes:
        """The body of what another seat has signed for this step."""
        return decode_entry(self.chain.here[seat]).body

    def slots(self) -> list[int]:
        """Of the shares it owes now."""
        return self._basis.cards.missing(Seat(LIAR), self.state.pending.slots)  # type: ignore[union-attr]

    def context(self, purpose: str, **changes: Any) -> bytes:
        """A context of this step, changed."""
        basis, step = self._basis, self.chain
        values: dict[str, Any] = {
            "match_id": step.match_id,
            "terms": basis.terms_hash,
            "seat": LIAR,
            "identities": tuple(step.identities),
            "step": step.step,
            "prev": step.head,
        }
        return ProofContext(purpose=purpose, **{**values, **changes}).encode()

    def shares(self, slots: Sequence[int], ctx: bytes = b"", secrets: Any = None) -> bytes:
        """Shares in any slots, with a good proof for what they are."""
        basis = self._basis
        secrets = secrets or self.x
        ctx = ctx or basis.ctx(Seat(LIAR), "share", about=basis.about(self.slots()))
        cards = basis.cards.ciphertexts(slots)
        return opening.make_shares(ctx, secrets, group.mul_base(secrets.x), cards, os.urandom)

    def shuffled(self, deck: Any, ctx: bytes = b"") -> tuple[list[Any], bytes]:
        """A proved shuffle of any deck: (output, proof)."""
        check: Any = self._progress.step.check
        ctx = ctx or self._basis.ctx(Seat(LIAR), check._purpose, check._number)
        made = shuffle.shuffle(ctx, self._basis.joint, deck, os.urandom)
        return list(made.deck), made.proof

    def input_deck(self) -> list[Any]:
        """Return the deck to shuffle."""
        return list(self._progress.step.check._lay_out())  # type: ignore[attr-defined]

    def say(self, answer: Any) -> bytes:
        """The body of any decision."""
        assert self._progress.step.say is not None
        return self._progress.step.say(answer)

    def hand(self, seat: int = LIAR) -> list[int]:
        """Its cards."""
        return self.state.hands[seat]

    def asks(self, kind: type) -> Any:
        """The pending request, if it is such a one."""
        return self.state.pending if isinstance(self.state.pending, kind) else None


class Table:
    """Seats that pass each other records, LIAR among them; notes who stops and whom it blames."""

    def __init__(
        self,
        seats: int = 2,
        mission: str = "duel",
        seed: int = 1,
        plan: Plan | None = None,
        patient: bool = False,
        bold: bool | None = None,
        nonce: int = 0,
        sit: int = 0,
        leaver: tuple[int, int] | None = None,
        gossip: bool = True,
        clock: str = "",
    ) -> None:
        """sit: the person at seat 0 is the one who sits at this seat elsewhere. gossip: honest
        seats pass on what they accept, and the evidence against whom they blame."""
        self.gossip = gossip
        self.leaver = leaver
        setup = SYSTEM.default_setup(mission, seats=seats)
        self.agreed = terms.propose(SYSTEM, setup, 0, clock=clock)
        self.chances = [Chance(seed, i) for i in range(seats)]
        self.bold = bold
        self.matches: list[Match] = []
        for i in range(seats):
            source = random.Random(1000 * nonce + seed * 16 + i).randbytes
            mine = Own(Seat(i), f"Player {i}", identity((i + sit) % seats), source)
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
                said: list[bytes | tuple[int, bytes]] = [*driver(match).outgoing()]
                for out in said:  # the cheat may say to whom
                    if self.is_gone(i):
                        break
                    busy = True
                    to, record = out if isinstance(out, tuple) else (None, out)
                    self.sent[i].append(record)
                    for j in range(len(self.matches)):
                        if j != i and to in (None, j):
                            self.attempt(j, self.hear, record)
            if not busy and self.leaver is not None:
                for i in range(len(self.matches)):
                    self.attempt(i, self.leave_out)
                busy = any(s.author is None for m in self.matches for s in driver(m)._sent)
        return self

    def is_gone(self, i: int) -> bool:
        """Return True if a seat has fallen silent."""
        seat, step = self.leaver or (-1, 0)
        return i == seat and self.matches[i].step >= step

    def leave_out(self, i: int) -> None:
        """Propose to go on without the one that is silent."""
        match, (seat, _) = self.matches[i], self.leaver or (-1, 0)
        if not getattr(match, "mute", False) and seat in match.droppable():
            match.drop(Seat(seat))

    def attempt(self, i: int, what: Callable[..., None], *arguments: object) -> None:
        """Let a seat do something, unless it has stopped; keep its log as the driver does."""
        if i in self.blames or self.is_gone(i):
            return
        try:
            what(i, *arguments)
            for useless in driver(self.matches[i]).refused():
                raise useless  # as where two play: nobody is left whose entries are of use
        except Blame as blame:
            self.blames[i] = blame
            if blame.seat is not None:
                self.pass_on(i, blame.seat, blame.evidence)
            self.logs[i] += driver(self.matches[i]).accepted()
            if blame.seat is not None and blame.evidence not in self.logs[i][-1:]:
                self.logs[i].append(blame.evidence)
            return
        accepted = driver(self.matches[i]).accepted()
        self.logs[i] += accepted
        for record in accepted:
            author = decode_entry(split(record)[0]).seat
            if author != i:
                self.pass_on(i, author, record)

    def pass_on(self, i: int, author: int, record: bytes) -> None:
        """To all but the author; the cheat passes on nothing."""
        if self.gossip and i != LIAR:
            for j in range(len(self.matches)):
                if j not in (i, author):
                    self.attempt(j, self.hear, record)

    def hear(self, i: int, record: bytes) -> None:
        """Take a record."""
        match = self.matches[i]
        if not match.finished:
            match.receive(record)
        if not getattr(match, "mute", False):
            driver(match).work()

    def act(self, i: int) -> None:
        """Do what is due."""
        match = self.matches[i]
        while (todo := driver(match).todo()) is not None:
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
        """Return anybody's verdict."""
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
    me: Hostile, seat: int, kind: EntryKind, sit: int = 0, step: int | None = None
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
