"""Matches of three and four that all pass through a hostile seat: no honest one is ever blamed.

The hostile seat, which may have a friend at the table, sees whatever the others sign, hands each of
them what it likes, in any order and as often as it likes, and signs what it likes itself.
`python -m fuzz races --seconds 60`
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fuzz.checks import Broken
from fuzz.racers import SYSTEM, Player, Slow
from owm_net.engine import codec
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Over
from owm_net.games.skeleton.duel import Stance
from owm_net.protocol import commitment
from owm_net.protocol.entries import VOTES, Entry, EntryKind, Step, decode_entry, sign
from owm_net.protocol.fiat_shamir import field
from owm_net.session import terms
from owm_net.session.decisions import CHOICE_BYTES
from owm_net.session.in_memory import driver
from owm_net.session.leaving.leaving import Leaving
from owm_net.session.match import Match, Own, Phase, Work
from owm_net.session.verify import Outcome, Verdict, verify

START = 2
STYLES = ("quiet", "split", "sloppy", "apart")
"""Of the hostile seat: signs nothing that proves anything; tells each another story; signs what
comes to its mind; keeps the others apart, and agrees with each who would go on without another."""


class World:
    """One match. pool: everything that anybody has signed. players: the honest ones, by seat."""

    def __init__(self, seed: int, seats: int, style: str) -> None:
        self.chance = chance = random.Random(f"{seed} {seats} {style}")
        self.style = style
        self.apart = style == "apart"
        self.helps = chance.randrange(2)  # at last the hostile seat plays on
        self.hostiles = chance.sample(range(seats), chance.randrange(1, seats - 1))
        self.hostile = self.hostiles[0]  # whichever signs now
        self.agreed = terms.propose(SYSTEM, SYSTEM.default_setup("duel", seats=seats), 0)
        self.keys = [
            Ed25519PrivateKey.from_private_bytes(bytes([seat + 1]) * 32) for seat in range(seats)
        ]
        made = [self._match(seat, seed) for seat in range(seats)]
        self.players = {
            seat: Player(match, Chance(seed, seat))
            for seat, match in enumerate(made)
            if seat not in self.hostiles
        }
        self.pool: list[bytes] = []
        self.told: dict[int, set[bytes]] = {seat: set() for seat in self.players}
        self._openings: dict[bytes, bytes] = {}
        self._entries: dict[bytes, Entry] = {}
        self._begin(made)

    def _match(self, seat: int, seed: int) -> Slow:
        source = random.Random(seat).randbytes  # every match begins alike
        match = Slow(
            SYSTEM, self.agreed, Own(Seat(seat), f"Player {seat}", self.keys[seat], source)
        )
        match.chance = random.Random(seed * 16 + seat)
        return match

    def _begin(self, made: list[Slow]) -> None:
        """HELLO and KEYS, without a mishap."""
        while made[0].step < START:
            for match in made:
                if match.step < START:
                    while isinstance(todo := driver(match).todo(), Work):
                        match.done(todo.run())
                for record in driver(match).outgoing():
                    for other in made:
                        if other is not match:
                            other.receive(record)
                            while other.is_working:
                                driver(other).work()
        for seat, player in self.players.items():
            player.log += driver(made[seat]).accepted()
            player.notes += driver(made[seat]).notes()

    # -- what happens

    def run(self, moves: int = 120) -> None:
        """Run at random; then everybody hears everything, and does what they may."""
        often = 4 if self.style == "apart" else 1
        kinds = [self.deliver] * 12 + [self.act] * 8 + [self.restart]
        kinds += [self.drop, self.forge] * 2 * often
        for _ in range(moves):
            self.chance.choice(kinds)()
            self.collect()
        for player in self.players.values():
            player.work()
        while self.flush():
            pass

    def flush(self) -> bool:
        """Return True if anything more has happened."""
        before = len(self.pool), [len(p.log) for p in self.players.values()]
        for seat, player in self.players.items():
            fresh = [r for r in self.pool if self.entry(r).seat != seat]
            for record in fresh:
                player.on_record(record)
                player.work()
            for _ in range(3):
                player.act()
                player.work()
            for hostile in self.hostiles if self.helps else ():
                self.hostile = hostile
                entry = self.own_entry(player.match)
                if entry is not None and not self.is_proof(entry):
                    self.publish(sign(entry, self.keys[self.hostile]))
            self.collect()
        return before != (len(self.pool), [len(p.log) for p in self.players.values()])

    def collect(self) -> None:
        """Hand everything that honest seats have signed, or passed on, to the hostile one at
        once."""
        for player in self.players.values():
            for record in driver(player.match).outgoing():
                self.publish(record)

    def publish(self, record: bytes) -> None:
        """There is one more record that may be handed to anybody."""
        if record not in self._entries:
            self._entries[record] = decode_entry(record[:-64])
            self.pool.append(record)

    def entry(self, record: bytes) -> Entry:
        """Return the entry of a record of the pool."""
        return self._entries[record]

    def anybody(self) -> tuple[int, Player]:
        """An honest seat, by chance."""
        return self.chance.choice(sorted(self.players.items()))

    def act(self) -> None:
        """Let somebody act, or go on with it."""
        _, player = self.anybody()
        if player.match.is_working:
            player.work()
        else:
            player.act()

    def drop(self) -> None:
        """Somebody proposes to go on without somebody."""
        _, player = self.anybody()
        player.drop(self.chance.randrange(player.match.seats))

    def restart(self) -> None:
        """Somebody's program is started again."""
        self.anybody()[1].restart()

    def deliver(self) -> None:
        """Hand somebody a record: mostly a new one that is of use soon."""
        seat, player = self.anybody()
        near = range(player.match.step - 1, player.match.step + 3)
        fresh = [
            r
            for r in self.pool
            if r not in self.told[seat]
            and self.entry(r).step in near
            and self.entry(r).seat != seat
            and self.may_know(seat, r)
        ]
        record = self.chance.choice(fresh or ([] if self.apart else self.pool) or [b""])
        if record:
            self.told[seat].add(record)
            player.on_record(record)

    def may_know(self, seat: int, record: bytes) -> bool:
        """Return True if a seat may know a record: seats that are kept apart hear only the hostile
        one, and those on their side."""
        entry, honest = self.entry(record), sorted(self.players)
        author = entry.seat
        if not self.apart:
            return True
        if author in self.hostiles:
            return entry.kind is not EntryKind.DROP or entry.body[:1] != bytes([seat])
        return (honest.index(author) - honest.index(seat)) % 2 == 0

    # -- what the hostile seat signs

    def forge(self) -> None:
        """Something, after the history that one of the others knows."""
        _, player = self.anybody()
        self.hostile = self.chance.choice(self.hostiles)
        kinds = [self.own_entry, self.own_entry, self.own_drop, self.own_keep]
        if self.apart:
            kinds = [self.own_entry, self.own_drop]
        entry = self.chance.choice(kinds)(player.match)
        careful = self.style == "quiet" or (self.apart and entry and entry.kind not in VOTES)
        if entry is None or (careful and self.is_proof(entry)):
            return
        if self.style == "sloppy" and not self.chance.randrange(8):
            entry = self.spoiled(entry)
        self.publish(sign(entry, self.keys[self.hostile]))

    def own_entry(self, match: Match) -> Entry | None:
        """Return the entry this seat would owe there."""
        if self.hostile not in match.owed() or match.result is not None:
            return None
        entry = match.chain.entry(self.hostile, b"")
        if entry.kind is EntryKind.COMMIT:
            ctx = match._basis.ctx(Seat(self.hostile), "choice")
            said = codec.encode(Stance(bool(self.chance.randrange(2))))
            made, opened = commitment.commit(ctx, 0, said, CHOICE_BYTES, self.chance.randbytes)
            self._openings[made] = opened
            return evolve(entry, body=made)
        if entry.kind is EntryKind.OPEN:
            return evolve(entry, body=self._openings.get(self.committed(match), b""))
        if entry.kind is EntryKind.ANSWER:
            said = codec.encode(Stance(bool(self.chance.randrange(2))))
            return evolve(entry, body=len(said).to_bytes(4, "big") + said)
        assert isinstance(match.state.pending, Over)
        return evolve(entry, body=codec.encode(match.state.pending.result))

    def committed(self, match: Match) -> bytes:
        """The hostile seat's commitment of the step before, as this match has it."""
        assert isinstance(match._leaving, Leaving)
        record = match._leaving._kept[self.hostile, match.step - 1]
        return decode_entry(record[:-64]).body

    def vote(self, match: Match, kind: EntryKind, step: int, body: bytes) -> Entry | None:
        """A DROP or KEEP beside a step."""
        chain = match.chain
        if self.style != "sloppy" and len(match._basis.present_at(Step(step))) < 3:
            return None
        return Entry(kind, self.hostile, step, chain.match_id, chain.heads[step],
                     chain.states[step], body)  # fmt: skip

    def step_near(self, match: Match) -> int:
        """Return the due step, or the one before."""
        return max(START, match.step - self.chance.choice([0, 0, 0, 1]))

    def own_drop(self, match: Match) -> Entry | None:
        """With any of the KEEPs that there are."""
        step = self.step_near(match)
        target = self.chance.choice(match.chain.dues[step])
        body = bytes([target])
        for other in range(match.seats):
            keeps = [
                r
                for r in self.pool
                if self.entry(r).kind is EntryKind.KEEP
                and self.entry(r).step == step
                and self.entry(r).body[:1] == bytes([other])
                and self.entry(r).prev == match.chain.heads[step]
                and self.entry(r).seat != self.hostile
            ]
            if keeps and other not in (target, self.hostile):
                body += field(self.chance.choice(keeps)) if self.chance.randrange(4) else b""
        return None if target == self.hostile else self.vote(match, EntryKind.DROP, step, body)

    def own_keep(self, match: Match) -> Entry | None:
        """Return a KEEP with an existing entry."""
        step = self.step_near(match)
        found = [
            r
            for r in self.pool
            if self.entry(r).step == step
            and self.entry(r).kind not in VOTES
            and self.entry(r).prev == match.chain.heads[step]
            and self.entry(r).seat != self.hostile
        ]
        if not found:
            return None
        record = self.chance.choice(found)
        body = bytes([self.entry(record).seat]) + record
        return self.vote(match, EntryKind.KEEP, step, body)

    def spoiled(self, entry: Entry) -> Entry:
        """A record with something in it changed."""
        body, other = entry.body, self.chance.randbytes(32)
        return self.chance.choice([
            evolve(entry, prev=other), evolve(entry, state=other), evolve(entry, match_id=other),
            evolve(entry, step=entry.step + 1), evolve(entry, body=body[:-1]), evolve(entry,
            body=body + b"\0"), evolve(entry, kind=self.chance.choice(list(EntryKind))),
            evolve(entry, body=bytes([self.chance.randrange(5)]) + body[1:]), evolve(entry,
            step=self.chance.randrange(90)),
        ])  # fmt: skip

    def is_proof(self, entry: Entry) -> bool:
        """Return True if the hostile seat would convict itself."""
        here = self.hostile, entry.step
        mine = [e for e in self._entries.values() if (e.seat, e.step) == here]
        if entry.kind not in VOTES:
            return any(e.kind not in VOTES for e in mine)
        about = [e for e in mine if e.kind in VOTES and e.body[:1] == entry.body[:1]]
        drops = [e for e in mine if e.kind is EntryKind.DROP]
        held = set(self.holds(entry)) if entry.kind is EntryKind.DROP else set()
        return bool(about) or (
            entry.kind is EntryKind.DROP and not all(e.body[0] in held for e in drops)
        )

    def holds(self, drop: Entry) -> list[int]:
        """Return the targets of the KEEPs inside a DROP."""
        found, at = [], 1
        while at < len(drop.body):
            size = int.from_bytes(drop.body[at : at + 4], "big")
            found.append(decode_entry(drop.body[at + 4 : at + size - 60]).body[0])
            at += 4 + size
        return found

    # -- what must hold

    def check(self, judge: Callable[[bytes], Verdict] | None = None) -> str:
        """Raises Broken. judge: gives the verdict on a log. Returns in a word how it ended."""
        self._check_signed()
        judge = judge or (lambda log: verify(log, lambda name: SYSTEM, processes=1))
        for seat, player in self.players.items():
            self._check_blame(seat, player)
            self._check_verdict(seat, player, judge(player.file()))
        playing = [
            p
            for p in self.players.values()
            if p.blame is None and p.match.phase is not Phase.DROPPED
        ]
        for one in playing:
            for other in playing:
                self._check_same(one.match, other.match)
        if any(player.blame for player in self.players.values()):
            return "caught"
        if any((player.match.phase is Phase.DROPPED) for player in self.players.values()):
            return "somebody left out"
        if not all(player.match.finished for player in playing):
            return "waiting"
        return "left" if playing and playing[0].match.dropped else "ended"

    def _check_blame(self, seat: int, player: Player) -> None:
        blame = player.blame
        if blame is not None and (blame.seat not in self.hostiles or self.style == "quiet"):
            raise Broken(f"seat {seat} blames {blame}; hostile are {self.hostiles}")

    def _check_verdict(self, seat: int, player: Player, verdict: Verdict) -> None:
        said = verdict.verdict, verdict.blame, verdict.reason
        if player.blame is not None:
            expected = Outcome.INVALID, player.blame.seat, player.blame.reason
        elif player.match.finished:
            expected = Outcome.OK, None, said[2]
        else:
            expected = Outcome.UNFINISHED, None, said[2]
        if said != expected:
            raise Broken(f"seat {seat}'s log: {said}, expected: {expected}")
        if player.blame is None and verdict.entries != len(player.log):
            raise Broken(f"seat {seat}'s log holds what nobody has counted")

    def _check_signed(self) -> None:
        """No honest seat has signed what convicts it, whether anybody has seen it or not."""
        mine: dict[tuple[int, int], list[Entry]] = {}
        for entry in self._entries.values():
            if entry.seat not in self.hostiles:
                mine.setdefault((entry.seat, entry.step), []).append(entry)
        for (seat, step), entries in mine.items():
            about = [e.body[:1] for e in entries if e.kind in VOTES]
            drops = [(e.body[0], set(self.holds(e))) for e in entries if e.kind is EntryKind.DROP]
            free = [a in held for b, held in drops for a, of in drops if a != b and b not in of]
            if len(entries) - len(about) > 1 or len(set(about)) < len(about) or not all(free):
                raise Broken(f"seat {seat} has convicted itself at step {step}")

    def _check_same(self, one: Match, other: Match) -> None:
        """All that is known has been told to both: then they have the same history."""
        heads = list(zip(one.chain.heads, other.chain.heads, strict=False))
        if any(a != b for a, b in heads):
            raise Broken("two honest seats go on from different histories, and blame nobody")
        if one.finished and other.finished and one.chain.states != other.chain.states:
            raise Broken("two honest seats have ended differently")


def play(seed: int, judge: Callable[[bytes], Verdict] | None = None) -> str:
    """One match. Raises Broken with what it takes to see it again."""
    world = World(seed, 3 + seed % 2, STYLES[seed // 2 % len(STYLES)])
    try:
        world.run(60 + seed % 120)
        return world.check(judge)
    except Broken as e:
        raise Broken(f"races, seed {seed}: {e}") from e


def main(arguments: list[str]) -> int:
    """The program. Returns 1 if something broke."""
    parser = argparse.ArgumentParser(prog="python -m fuzz races", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="for so long (60)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first one (0)")
    options = parser.parse_args(arguments)
    ends: dict[str, int] = {}
    seed, until = options.seed, time.monotonic() + options.seconds
    while time.monotonic() < until:
        try:
            end = play(seed)
        except Broken as e:
            print(e)
            return 1
        ends[end] = ends.get(end, 0) + 1
        seed += 1
    print(f"{seed - options.seed} matches:", ", ".join(f"{n} {end}" for end, n in ends.items()))
    return 0
