"""What the log tells in one line: a shot with its wounds, a fight."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.agenda import Event
from owm_net.engine.story import Happened, Story, rolled
from owm_net.engine.text import listed, say
from owm_net.games.nco.attack import (
    Dropped,
    Fired,
    Scattered,
    ToHit,
    TrinketUsed,
    Wounded,
    wound_name,
)
from owm_net.games.nco.damage import Broken, Casualty, Hurt, ThrownDown
from owm_net.games.nco.giving import Ordered
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.interrupts import Walked
from owm_net.games.nco.melee import FightRound, LostRound
from owm_net.games.nco.orders.rally import Rallied
from owm_net.games.nco.places import told_place
from owm_net.games.nco.specials import Special
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.tokens import LaidDown
from owm_net.games.nco.turn import Drawn
from owm_net.games.nco.words import dice, short_name, soldier_name


class ShotStory(Story[NcoState]):
    """An attack from afar, on one or on all in a circle."""

    begins = (Fired,)
    goes_on = (
        *(Dropped, Scattered, ToHit, TrinketUsed, Wounded, Hurt, ThrownDown, Broken, Casualty),
        LaidDown,
    )
    outcomes = (ToHit, Scattered)

    def beginning(self, g: NcoState, told: Sequence[Happened]) -> str:
        """Tell who shoots at whom; the numbers where it is one."""
        shot = told[0].event
        assert isinstance(shot, Fired)
        tries = [one.event for one in told if isinstance(one.event, ToHit)]
        if len(tries) != 1:
            return told[0].text
        who, whom = soldier_name(g, shot.soldier), soldier_name(g, tries[0].soldier)
        deed = say("{who} shoots at {whom}", who=who, whom=whom)
        if _dropped(told, tries[0].soldier):
            deed = say("{who} shoots at {whom}, who goes Down", who=who, whom=whom)
        return rolled(deed, f"{tries[0].need}+", dice(tries[0].faces))

    def ending(self, g: NcoState, told: Sequence[Happened]) -> list[str]:
        """Tell for each target whether it was missed, or its worst wound."""
        tries = [one.event for one in told if isinstance(one.event, ToHit)]
        if not tries:
            return [one.text for one in told if isinstance(one.event, Scattered)]
        fates = [(one.soldier, _fate(told, one)) for one in tries]
        if len(fates) == 1:
            return [fates[0][1]]
        return [listed([short_name(g, soldier), fate], " ") for soldier, fate in fates]


def _dropped(told: Sequence[Happened], soldier: SoldierId) -> bool:
    """Return True if a target went Down before the dice (NCO-INT-01)."""
    return any(isinstance(one.event, Dropped) and soldier in one.event.soldiers for one in told)


def _fate(told: Sequence[Happened], shot: ToHit) -> str:
    """Return what became of a target, in a word or two."""
    mine = [one.event for one in told if _whose(one) == shot.soldier]
    wounds = [event.roll for event in mine if isinstance(event, Wounded)]
    if any(isinstance(event, Casualty) for event in mine):
        return say("killed")
    if not shot.hits:
        return say("missed")
    fate = wound_name(max(wounds)) if wounds else say("hit")
    if any(isinstance(event, Broken) for event in mine):
        return listed([fate, say("breaks down")])
    return fate


def _whose(one: Happened) -> SoldierId | None:
    event = one.event
    return event.soldier if isinstance(event, Wounded | Casualty | Broken) else None


class FightStory(Story[NcoState]):
    """A close combat, round after round."""

    begins = (FightRound,)
    goes_on = (FightRound, LostRound, Casualty, LaidDown)
    outcomes = (Casualty,)

    def beginning(self, g: NcoState, told: Sequence[Happened]) -> str:
        """Tell who fights whom."""
        fight = told[0].event
        assert isinstance(fight, FightRound)
        one, other = (soldier_name(g, soldier) for soldier in fight.soldiers)
        return say("close combat of {one} and {other}", one=one, other=other)


class OrderStory(Story[NcoState]):
    """An order with the die that gave it, and with where it leads, what it brings, or its shot."""

    begins = (Drawn, Ordered, Special)

    def includes(self, told: Sequence[Happened], event: Event) -> bool:
        """Return True for the order that a die gives, and for the end of the soldier's own walk,
        what their Rally brings, or their shot and what belongs to that."""
        deeds, shot = _deeds(told), _shot(told)
        if shot:
            return SHOT.includes(shot, event)
        if not deeds:
            return isinstance(event, Ordered)
        order = deeds[0].event
        if not isinstance(event, Walked | Rallied | Fired):
            return False
        own = isinstance(order, Ordered | Special) and event.soldier == order.soldier
        return len(deeds) == 1 and own

    def headline(self, g: NcoState, told: Sequence[Happened]) -> str:
        """Tell the order; after a walk where it has led, after a Rally or a shot only that."""
        if shot := _shot(told):
            return SHOT.headline(g, shot)
        deeds = _deeds(told) or told
        last = deeds[-1].event
        if isinstance(last, Walked):
            order, place = deeds[0].text, told_place(g.layout, last.spot)
            return say("{order}, now {place}", order=order, place=place)
        return deeds[-1].text

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """Return True but for a shot that is still open."""
        shot = _shot(told)
        return not shot or SHOT.is_whole(shot)


def _deeds(told: Sequence[Happened]) -> list[Happened]:
    """Return what has happened since the die was drawn."""
    return [one for one in told if not isinstance(one.event, Drawn)]


def _shot(told: Sequence[Happened]) -> Sequence[Happened]:
    """Return a shot, from its beginning on; nothing if there is none."""
    begun = [n for n, one in enumerate(told) if isinstance(one.event, Fired)]
    return told[begun[0] :] if begun else ()


SHOT = ShotStory()
STORIES = (SHOT, FightStory(), OrderStory())
