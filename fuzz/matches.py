"""Whole matches of the skeleton whose every byte is known before, to be broken at any place.

The seats' randomness is seeded, so a restarted match makes the same entries: the recorded records
of one seat fit a living match of the other, up to any step.
"""

from __future__ import annotations

import functools
import random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.system import System
from owm_net.protocol.entries import MAGIC, Entry, decode_entry, frame_record, sign
from owm_net.session import terms
from owm_net.session.in_memory import driver
from owm_net.session.match import Decide, Match, Own, Work


def work(match: Match) -> None:
    """Do what a match must do before it hears more."""
    driver(match).work()


def act(match: Match, chance: Chance) -> None:
    """All that is a seat's to do now; decisions by chance."""
    while (todo := driver(match).todo()) is not None:
        if isinstance(todo, Work):
            match.done(todo.run())
        else:
            assert isinstance(todo, Decide)
            match.decide(agenda.sample(match.view(), chance))


class Party:
    """A finished match. records: as seat 0 accepted them. said: each seat's own, in order."""

    def __init__(self, system: System, mission: str, seats: int = 2, seed: int = 1) -> None:
        self.system = system
        self.seed = seed
        self.terms = terms.propose(system, system.default_setup(mission, seats=seats), 0)
        self.keys = [
            Ed25519PrivateKey.from_private_bytes(random.Random(seed * 64 + i).randbytes(32))
            for i in range(seats)
        ]
        self.records = self._run()
        self.said = [
            [r for r in self.records if decode_entry(r[:-64]).seat == i] for i in range(seats)
        ]
        self.places = self._places()

    def player(self, seat: int) -> tuple[Match, Chance]:
        """A seat at the beginning, with the chance that makes the recorded entries."""
        source = random.Random(self.seed * 16 + seat).randbytes
        own = Own(Seat(seat), f"Player {seat}", self.keys[seat], source)
        return Match(self.system, self.terms, own), Chance(self.seed, seat)

    def living(self, count: int) -> Match:
        """Return seat 0 after so many records from the others."""
        match, chance = self.player(0)
        act(match, chance)
        for record in self.records[:count]:
            if record not in self.said[0]:
                match.receive(record)
                work(match)
                act(match, chance)
        return match

    def observer(self, count: int) -> Match:
        """Somebody who has accepted so many records and checks no proofs."""
        match = Match(self.system, self.terms, None, defer=[])
        for record in self.records[:count]:
            match.receive(record)
        return match

    def log(self) -> bytes:
        """The log of the match, as the file would hold it."""
        return MAGIC + b"".join(map(frame_record, self.records))

    def resign(self, entry: Entry) -> bytes:
        """A record of an entry, by the seat that it names or, if there is none, by seat 0."""
        return sign(entry, self.keys[entry.seat if entry.seat < len(self.keys) else 0])

    def _places(self) -> list[int]:
        """How many records come before each one that is worth changing: the first two of each
        kind from each seat."""
        seen: dict[Any, int] = {}
        places = []
        for n, record in enumerate(self.records):
            entry = decode_entry(record[:-64])
            what = (entry.kind, entry.seat)
            seen[what] = seen.get(what, 0) + 1
            if seen[what] <= 2:
                places.append(n)
        return places

    def _run(self) -> list[bytes]:
        """Play it all. Returns what seat 0 accepts."""
        players = [self.player(i) for i in range(len(self.keys))]
        log: list[bytes] = []
        busy = True
        while busy:
            busy = False
            for i, (match, chance) in enumerate(players):
                act(match, chance)
                log += driver(players[0][0]).accepted()
                for record in driver(match).outgoing():
                    busy = True
                    for other, _ in players[:i] + players[i + 1 :]:
                        other.receive(record)
                        work(other)
                        log += driver(players[0][0]).accepted()
        return log


@functools.cache
def party(mission: str = "full-deck") -> Party:
    """A match for two in which every kind of entry occurs."""
    return Party(games.get("skeleton"), mission)
