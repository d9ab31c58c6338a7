"""Whole matches in one process: seats that pass each other records, and seats that lie."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, Choose, ChooseSecretly
from owm_net.engine.system import System
from owm_net.games.skeleton.duel import Stance
from owm_net.protocol.entries import MAGIC, Entry, EntryKind, frame_record, sign
from owm_net.session import terms
from owm_net.session.in_memory import driver
from owm_net.session.match import Blame, Decide, Match, Own
from owm_net.session.verify import Verdict, verify

SKELETON = games.get("skeleton")
Lie = Callable[[Match, Entry], Entry | None]
Cheat = Callable[[Match], Answer | None]


class Liar(Match):
    """Signs what `lie` makes of its entries, after which it is silent. patient: it makes its shares
    only when all others of the step are there, as anybody may."""

    lie: Lie | None = None
    patient = False

    def _make_what_is_ours(self) -> None:
        if not self.patient or self.due() is not EntryKind.SHARES or len(self.owed()) == 1:
            super()._make_what_is_ours()

    def _contribute(self, body: bytes) -> None:
        assert self.own is not None
        entry = self.chain.entry(self.own.seat, body)
        forged = self.lie(self, entry) if self.lie is not None else None
        if forged is None:
            try:
                super()._contribute(body)
                return
            except EngineBug:  # our own program refuses what follows from an earlier lie
                forged = entry
        self._effects.send_to_all(sign(forged, self.own.identity))
        self.chain.here[self.own.seat] = forged.encode()
        self.chain.due = (*self.chain.due, -1)  # never complete


class Party:
    """Seats around a table. logs: what each has accepted. blames: by seat, who stopped."""

    def __init__(
        self,
        seats: int = 2,
        mission: str = "full-deck",
        seed: int = 1,
        system: System = SKELETON,
        liar: int | None = None,
        lie: Lie | None = None,
        patient: bool = False,
        cheat: Cheat | None = None,
        bold: bool | None = None,
        identities: Sequence[Ed25519PrivateKey] = (),
    ) -> None:
        self.system = system
        self.agreed = terms.propose(system, system.default_setup(mission, seats=seats), 0)
        self.bold = bold
        self.cheat = cheat
        self.liar = liar
        self.chances = [Chance(seed, i) for i in range(seats)]
        self.matches: list[Match] = []
        for i in range(seats):
            source = random.Random(seed * 16 + i).randbytes  # the same cards in every run
            key = identities[i] if identities else Ed25519PrivateKey.from_private_bytes(source(32))
            kind = Liar if i == liar else Match
            match = kind(system, self.agreed, Own(Seat(i), f"Player {i}", key, source))
            if isinstance(match, Liar):
                match.lie, match.patient = lie, patient
            self.matches.append(match)
        self.logs: list[list[bytes]] = [[] for _ in range(seats)]
        self.blames: dict[int, Blame] = {}
        self.extra: Callable[[int, bytes], list[bytes]] = lambda seat, record: []

    def run(self) -> None:
        """To the end, or until nobody has anything to do."""
        busy = True
        while busy:
            busy = False
            for i in range(len(self.matches)):
                self.attempt(i, self.act)
                for record in driver(self.matches[i]).outgoing():
                    busy = True
                    self.send(i, record)
                    for other in self.extra(i, record):
                        self.send(i, other)

    def attempt(self, i: int, what: Callable[..., None], *arguments: object) -> None:
        """Let a seat do something, unless it has stopped; note whom it blames."""
        if i in self.blames:
            return
        try:
            what(i, *arguments)
            for useless in driver(self.matches[i]).refused():
                raise useless
        except Blame as blame:
            self.blames[i] = blame
            self.logs[i] += driver(self.matches[i]).accepted()
            if blame.seat is not None and blame.evidence not in self.logs[i][-1:]:
                self.logs[i].append(blame.evidence)
            return
        self.logs[i] += driver(self.matches[i]).accepted()

    def send(self, i: int, record: bytes) -> None:
        for j in range(len(self.matches)):
            if j != i:
                self.attempt(j, self.hear, record)

    def hear(self, i: int, record: bytes) -> None:
        self.matches[i].receive(record)
        self.work(i)

    def work(self, i: int) -> None:
        match = self.matches[i]
        driver(match).work()

    def act(self, i: int) -> None:
        match = self.matches[i]
        while (todo := driver(match).todo()) is not None:
            if not isinstance(todo, Decide):
                match.done(todo.run())
                continue
            trick = self.cheat(match) if self.cheat is not None and i == self.liar else None
            if trick is not None:
                assert match._progress.step.say is not None
                match._contribute(match._progress.step.say(trick))
            elif self.bold is not None and isinstance(todo.request, ChooseSecretly):
                match.decide(Stance(self.bold))
            else:
                match.decide(agenda.sample(match.view(), self.chances[i]))

    def log(self, i: int = 0) -> bytes:
        return MAGIC + b"".join(map(frame_record, self.logs[i]))

    def verdict(self, i: int = 0, processes: int = 1) -> Verdict:
        return verify(self.log(i), lambda name: self.system, processes=processes)


def caught(party: Party) -> Blame:
    """Run it: every honest seat blames the same seat for the same reason, and so does anybody
    who verifies its log."""
    party.run()
    honest = [i for i in range(len(party.matches)) if i != party.liar]
    assert set(honest) <= set(party.blames), "somebody did not notice"
    blame = party.blames[honest[0]]
    for i in honest:
        mine = party.blames[i]
        assert (mine.seat, mine.reason, mine.rule) == (blame.seat, blame.reason, blame.rule)
        verdict = party.verdict(i)
        if blame.seat is not None:
            assert verdict.verdict.value == "INVALID"
            assert (verdict.blame, verdict.reason) == (blame.seat, blame.reason)
            assert verdict.first_bad == party.logs[i].index(mine.evidence)
        else:
            assert verdict.blame is None
    return blame


def once(kind: EntryKind, body: Callable[[Match], bytes | None], nth: int = 1) -> Lie:
    """A lie in the n-th entry of a kind for which `body` gives another body."""
    left = nth

    def lie(match: Match, entry: Entry) -> Entry | None:
        nonlocal left
        if entry.kind is not kind:
            return None
        forged = body(match)
        if forged is None:
            return None
        left -= 1
        if left:
            return None
        return Entry(
            entry.kind, entry.seat, entry.step, entry.match_id, entry.prev, entry.state, forged
        )

    return lie


@pytest.fixture
def table() -> SimpleNamespace:
    """The helpers of this file, which cannot be imported."""
    return SimpleNamespace(Party=Party, caught=caught, once=once, SKELETON=SKELETON, Choose=Choose)
