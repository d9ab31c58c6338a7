"""The races, played on machines that lose power between any two effects: nobody convicts itself.

Anything that was not synced may be gone when a machine starts again, and everything it had sent was
seen by the hostile seat. It hears nothing before it signs again: what it has stored must be enough.
`python -m fuzz power_cuts --seconds 60`
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from fuzz.checks import Broken
from fuzz.racers import SYSTEM, Player, Slow
from fuzz.races import STYLES, World
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.session.effects import CancelDecision, Decide, Send, StoreNotes, StoreRecords, Work
from owm_net.session.match import Blame, Match
from owm_net.session.private import recall

OFTEN = 0.04
"""How likely the power fails at each effect."""


class PowerCut(Exception):
    """The machine is off."""


class Machine(Player):
    """An honest seat that does its effects one by one. log: as on its disk, of which the first
    `safe` records are synced. sent: what has left since it was asked for."""

    def __init__(self, player: Player, chance: Chance, power: random.Random) -> None:
        super().__init__(player.match, chance)
        self.log, self.notes = player.log, player.notes
        self.safe = len(self.log)
        self.sent: list[bytes] = []
        self.cuts = 0
        self.often = OFTEN
        self._power = power
        self._question: Decide | None = None
        self._work: Work | None = None
        self._found: Blame | None = None

    def attempt(self, what: Callable[..., None], *arguments: Any) -> None:
        """Do something, and all its consequences, unless the power fails."""
        if self.blame is not None:
            return
        try:
            try:
                what(*arguments)
                self._follow()
            except Blame as blame:
                self._found = blame
                self.match.stop(blame)
                self._follow()
                self.blame = blame
        except PowerCut:
            self.restart()

    def restart(self) -> None:
        """It is started again from its disk, as far as that was safe."""
        if self.blame is not None:
            return
        self.cuts += 1
        old: Match = self.match
        if self._power.randrange(2):
            del self.log[self._power.randrange(self.safe, len(self.log) + 1) :]
        self._question = self._work = None
        self.waiting = []
        self.match = Slow(SYSTEM, old.terms, old.own, private=recall(self.notes))
        try:
            self.match.replay(self.log)
        except Blame as blame:
            if self._found is None or str(blame) != str(self._found):
                raise Broken(f"its own log is bad: {blame}") from blame
            self.blame = blame  # the evidence is on the disk
        self.safe = len(self.log)
        self.sent += self.log  # others say where they are, and are given it
        self.match.chance = self._power if self._power.randrange(3) else None

    def work(self) -> None:
        """Get the work done, and hear what has waited."""
        while self.match.is_working and self.blame is None:
            self.attempt(self._do_work)
        while self.waiting and not self.match.is_working:
            self.on_record(self.waiting.pop(0))

    def settle(self) -> None:
        """No more power cuts, and it may speak."""
        self.often = 0
        if self.blame is None:
            self.match.speak()
        self.work()
        self.act()

    def _act(self) -> None:
        if not self.match.may_sign and self._power.randrange(2):
            self.match.speak()
        question, self._question = self._question, None
        if question is not None and self.match.wants(question.step):
            answer = agenda.sample(self.match.view(), self._chance)
            self.match.decide(answer, question.step)

    def _do_work(self) -> None:
        self._follow()
        work, self._work = self._work, None
        if work is not None:
            self.match.done(work.run())

    def _follow(self) -> None:
        for effect in self.match.effects():
            self._may_fail()
            match effect:
                case StoreNotes(notes):
                    self.notes += notes
                case StoreRecords(records, sync):
                    for record in records:
                        self.log.append(record)
                        self._may_fail()
                    self.safe = len(self.log) if sync else self.safe
                case Send(record):
                    self.sent.append(record)
                case Work():
                    self._work = effect
                case Decide():
                    self._question = effect
                case CancelDecision():
                    self._question = None

    def _may_fail(self) -> None:
        if self._power.random() < self.often:
            raise PowerCut


class Unsteady(World):
    """A race of such machines."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, 3 + seed % 2, STYLES[seed // 2 % len(STYLES)])
        power = random.Random(seed)
        self.machines = {
            seat: Machine(player, Chance(seed, seat), power)
            for seat, player in self.players.items()
        }
        self.players = dict(self.machines)

    def collect(self) -> None:
        """Hand everything that has left a machine to the hostile seat at once."""
        for machine in self.machines.values():
            sent, machine.sent = machine.sent, []
            for record in sent:
                self.publish(record)

    def flush(self) -> bool:
        """Everybody hears everything, with the power on."""
        for machine in self.machines.values():
            machine.settle()
        return super().flush()


def play(seed: int) -> tuple[str, int]:
    """One match: how it ended, and how often the power failed. Raises Broken."""
    world = Unsteady(seed)
    try:
        world.run(60 + seed % 120)
        return world.check(), sum(machine.cuts for machine in world.machines.values())
    except Broken as e:
        raise Broken(f"power_cuts, seed {seed}: {e}") from e


def main(arguments: list[str]) -> int:
    """The program. Returns 1 if something broke."""
    parser = argparse.ArgumentParser(prog="python -m fuzz power_cuts", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="for so long (60)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first one (0)")
    options = parser.parse_args(arguments)
    seed, cuts, until = options.seed, 0, time.monotonic() + options.seconds
    while time.monotonic() < until:
        try:
            cuts += play(seed)[1]
        except Broken as e:
            print(e)
            return 1
        seed += 1
    print(f"{seed - options.seed} matches, {cuts} power cuts")
    return 0
