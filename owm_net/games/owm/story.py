"""What the log tells in one line: an order, a shot, a check, an assault, and what came of them.

The flips of a shot come before and after the event that says who aims at whom, so one kind of story
gathers everything that flips lead to.
"""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.agenda import Event
from owm_net.engine.story import Happened, Story, rolled, with_outcome
from owm_net.engine.text import say
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import Ordered
from owm_net.games.owm.actions.attack import Aimed, Attacks, ShotsAllowed
from owm_net.games.owm.actions.attack_truck import AttacksTruck, ShotsAtTruck, TruckTotalled
from owm_net.games.owm.actions.disarm import Disarmed, TriesToDisarm
from owm_net.games.owm.actions.heal import Treats
from owm_net.games.owm.actions.maneuver import Moves
from owm_net.games.owm.actions.rally import Rallies
from owm_net.games.owm.actions.recognise import LooksFor
from owm_net.games.owm.actions.repair import TriesToRepair
from owm_net.games.owm.assault import (
    AssaultBegun,
    AssaultRound,
    Duel,
    DuelBegun,
    Retreated,
    Stalemate,
)
from owm_net.games.owm.assessment import WindBlows
from owm_net.games.owm.blast import Damaged, SoldiersHit
from owm_net.games.owm.catalog import LU
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import (
    Fate,
    Healed,
    HurtAlready,
    Killed,
    Missed,
    Recovered,
    Repaired,
    Routed,
    Suppressed,
    Uncrewed,
    Wounded,
)
from owm_net.games.owm.decisions.grenade import GrenadeBursts
from owm_net.games.owm.firing import Jammed, Totalled
from owm_net.games.owm.flips import FlipCard, Flipped, NobodyPicked, Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions.supply_truck import TruckHit, TruckRepaired
from owm_net.games.owm.movement import Arrived, TrenchFound, TrenchMissed
from owm_net.games.owm.operations.artillery import ArtilleryCalled, ShellsLand
from owm_net.games.owm.placing import MoveStopped
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.stealth import Seen
from owm_net.games.owm.traits.told import TraitWorks

FATES = (Killed, Routed, Suppressed, Wounded, Missed, HurtAlready, Healed, Recovered, Repaired)
"""What becomes of a soldier and is told."""
SHORT: dict[type[Event], str] = {
    Killed: say("killed"),
    Routed: say("routed"),
    Suppressed: say("suppressed"),
    Wounded: say("wounded"),
    Missed: say("no effect"),
    HurtAlready: say("hit, but wounded already"),
}
"""The same of the one that is shot at."""
RESULTS = (
    *(Checked, WindBlows, ShellsLand, ArtilleryCalled, GrenadeBursts, SoldiersHit, Damaged),
    *(TruckTotalled, TruckHit, TruckRepaired, Disarmed, TrenchFound, TrenchMissed),
)
"""What flips lead to, besides a shot."""
AFTER = (Fate, TraitWorks, MoveStopped, Seen)
"""What may follow from it."""
IN_ASSAULT = (Purpose.ASSAULT, Purpose.OPPONENT, Purpose.MORALE, Purpose.NERVE)
PICKING = (Purpose.TARGET, Purpose.HIT_COUNT)
"""Flips before it is known whom they are for."""


def fates(told: Sequence[Happened], target: SoldierId | None) -> list[str]:
    """Return what has happened to the target in a word, and to others in sentences."""
    found = []
    for one in told:
        if isinstance(one.event, FATES):
            own = one.event.soldier == target and type(one.event) in SHORT
            found.append(SHORT[type(one.event)] if own else one.text)
        elif isinstance(one.event, Jammed):
            found.append(say("the weapon jams"))
    return found


class FlipStory(Story[OwmState]):
    """Flips and what they lead to: a shot with its fates, a check, damage, the wind."""

    begins = (Flipped, Aimed)

    def includes(self, told: Sequence[Happened], event: Event) -> bool:
        """Return True until the flips have led to something; then only for what follows from it."""
        known = [one.event for one in told if not isinstance(one.event, Flipped | NobodyPicked)]
        if isinstance(event, NobodyPicked):
            return not known
        if isinstance(event, Flipped):
            if not known:
                return event.purpose is not Purpose.SHOTS
            aimed = isinstance(known[0], Aimed)
            return aimed and event.purpose not in (*PICKING, Purpose.SHOTS, Purpose.JAM)
        if isinstance(event, Aimed):
            return not known
        if isinstance(event, Totalled):
            return bool(known) and isinstance(known[0], Aimed)
        return isinstance(event, (*RESULTS, *AFTER))

    def headline(self, g: OwmState, told: Sequence[Happened]) -> str:
        """Tell of the shot, or of what the flips have led to."""
        aimed = next((one.event for one in told if isinstance(one.event, Aimed)), None)
        if aimed is not None:
            return with_outcome(_shot(told, aimed), fates(told, aimed.target))
        results = [one for one in told if isinstance(one.event, RESULTS)]
        if not results:
            after = [one.text for one in told if not isinstance(one.event, Flipped | NobodyPicked)]
            return after[0] if after else ""
        hit = results[0].event
        target = hit.soldier if isinstance(hit, Damaged) else None
        found = [one.text for one in results[1:]] + fates(told, target)
        return with_outcome(results[0].text, found)

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """Return True once something has come of the flips."""
        return any(isinstance(one.event, (*RESULTS, *FATES)) for one in told)


def _shot(told: Sequence[Happened], aimed: Aimed) -> str:
    """Return who shoots at whom, and the numbers once they are known."""
    deed = say(
        "{soldier} shoots at {target}",
        soldier=words.soldier_name(aimed.soldier),
        target=words.soldier_name(aimed.target),
    )
    totals = [one.event for one in told if isinstance(one.event, Totalled)]
    if not totals:
        return deed
    card, last = CATALOG.soldiers[aimed.target], totals[-1]
    resolve, vitality = last.resolve or card.resolve, last.vitality or card.vitality
    return rolled(deed, vitality if aimed.target == LU else resolve, last.total)


class OrderStory(Story[OwmState]):
    """An order of a Fireteam, without the numbers of its cards."""

    begins = (Ordered,)
    outcomes = (ShotsAllowed, ShotsAtTruck, Recovered, Healed, Repaired)

    def includes(self, told: Sequence[Happened], event: Event) -> bool:
        """Return True for the flips that say how many shoot or are rallied, and what they say."""
        order = told[0].event
        if isinstance(order, Attacks | AttacksTruck):
            shots = isinstance(event, Flipped) and event.purpose is Purpose.SHOTS
            return shots or isinstance(event, ShotsAllowed | ShotsAtTruck)
        if isinstance(order, Rallies):
            flip = isinstance(event, Flipped) and event.purpose is Purpose.RALLY
            return flip or isinstance(event, Recovered | Repaired)
        if isinstance(order, Moves):
            return isinstance(event, Arrived)
        return isinstance(event, Uncrewed)

    def beginning(self, g: OwmState, told: Sequence[Happened]) -> str:
        """Tell who does what."""
        order = told[0].event
        assert isinstance(order, Ordered)
        who = words.told_fireteam(g, order.fireteam)
        if isinstance(order, Rallies):
            return say("{who} rallies", who=who)
        if isinstance(order, Moves) and told[1:]:
            return say("{who} moves to {place}", who=who, place=words.place_name(g, order.cell))
        return say("{who} {deed}", who=who, deed=order.deed(g))

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """Return True unless it is still to be flipped for."""
        flips = isinstance(told[0].event, Attacks | AttacksTruck | Rallies)
        return not flips or super().is_whole(told)


class TaskStory(Story[OwmState]):
    """A task that a Discipline Check decides."""

    begins = (LooksFor, Treats, TriesToDisarm, TriesToRepair)
    goes_on = (Flipped, Checked, Seen, Healed, Disarmed, TruckRepaired, TraitWorks)
    outcomes = (Checked, Seen, Healed, Disarmed, TruckRepaired)

    def ending(self, g: OwmState, told: Sequence[Happened]) -> list[str]:
        """Tell whether it has succeeded, and what has come of it."""
        checks = [one.event for one in told if isinstance(one.event, Checked)]
        found = [one.text for one in told[1:] if isinstance(one.event, self.outcomes[1:])]
        if not checks or found:
            return found
        return [say("in vain")] if not checks[-1].passed else [say("success")]


class AssaultStory(Story[OwmState]):
    """A round of an assault; the first with how it came to it."""

    begins = (AssaultBegun, AssaultRound)
    goes_on = (
        *(DuelBegun, NobodyPicked, Checked, Fate, Stalemate, Retreated),
        *(Seen, TraitWorks, MoveStopped),
    )
    outcomes = (Killed, Routed, Retreated, Stalemate)

    def includes(self, told: Sequence[Happened], event: Event) -> bool:
        """Return True for its own flips too, and for the first round."""
        if isinstance(event, AssaultRound):
            return event.n == 1
        flip = isinstance(event, Flipped) and event.purpose in IN_ASSAULT
        return flip or super().includes(told, event)

    def ending(self, g: OwmState, told: Sequence[Happened]) -> list[str]:
        """Tell who falls or goes, or that nobody did when all have fought."""
        fought = any(isinstance(one.event, DuelBegun) for one in told)
        settled = fought and not any(isinstance(f, Duel | FlipCard) for f in g.agenda)
        return super().ending(g, told) or ([say("nobody falls")] if settled else [])

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """Return True once soldiers have fought: a question comes only when all of them have."""
        return any(isinstance(one.event, DuelBegun) for one in told)


STORIES = (AssaultStory(), TaskStory(), OrderStory(), FlipStory())
