"""What the log tells in one line: a shot, a barrage, a check, an assault, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.agenda import Event
from owm_net.engine.story import Happened, Story, rolled
from owm_net.engine.text import say
from owm_net.games.hailfire.artillery import BarrageFell
from owm_net.games.hailfire.assault import (
    AssaultBegun,
    AssaultCheck,
    CloseFire,
    Nerve,
    SetAgainst,
)
from owm_net.games.hailfire.checks import FireCheck, RallyCheck
from owm_net.games.hailfire.damage import ArmourRolled, Destroyed, Received, UnitGone
from owm_net.games.hailfire.moving import Moved, MoveRolled, StaysBehind, TerrainCheck
from owm_net.games.hailfire.shooting import Fired, LostHits, counted
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.words import dice, group_name, team_name, team_names

LOSSES = (Destroyed, UnitGone)


def at_least(number: int) -> str:
    """Return the number that a die must show or pass."""
    return f"{number}+"


class ShotStory(Story[HailfireState]):
    """The fire of one Team at another."""

    begins = (Fired,)
    goes_on = (ArmourRolled, *LOSSES)

    def includes(self, told: Sequence[Happened], event: Event) -> bool:
        """Return False for a loss after a miss: an earlier shot at the same target caused it."""
        shot = told[0].event
        missed = isinstance(shot, Fired) and not _hits(shot)
        return super().includes(told, event) and not missed

    def beginning(self, g: HailfireState, told: Sequence[Happened]) -> str:
        """Tell who fires at whom, and the numbers."""
        shot = told[0].event
        assert isinstance(shot, Fired)
        who, whom = team_name(g, shot.firer), team_name(g, shot.target)
        deed = say("{who} fires at {whom}", who=who, whom=whom)
        return rolled(deed, at_least(shot.number), dice(shot.faces))

    def ending(self, g: HailfireState, told: Sequence[Happened]) -> list[str]:
        """Tell the hits, and who was lost."""
        shot = told[0].event
        assert isinstance(shot, Fired)
        lost = [one.text for one in told if isinstance(one.event, LOSSES)]
        return [counted(_hits(shot)), *lost]


def _hits(shot: Fired) -> int:
    """Return the dice that hit."""
    return sum([face >= shot.number for face in shot.faces])


class UnderFire(Story[HailfireState]):
    """Teams that have received fire."""

    begins = (Received,)
    goes_on = (Received, LostHits)

    def beginning(self, g: HailfireState, told: Sequence[Happened]) -> str:
        """Tell which they are, by their Unit."""
        hit = [one.event.team for one in told if isinstance(one.event, Received)]
        if len(hit) == 1:
            return told[0].text
        return say("under fire: {teams}", teams=group_name(g, hit))


class CheckStory(Story[HailfireState]):
    """A Team checks the fire that it has received."""

    begins = (FireCheck,)
    goes_on = LOSSES

    def beginning(self, g: HailfireState, told: Sequence[Happened]) -> str:
        """Tell who checks, and the result."""
        check = told[0].event
        assert isinstance(check, FireCheck)
        who = team_name(g, check.team)
        return say("{who} checks received fire: {result}", who=who, result=check.result.word)

    def ending(self, g: HailfireState, told: Sequence[Happened]) -> list[str]:
        """Tell which Unit is gone; the result has told of the Team."""
        return [one.text for one in told if isinstance(one.event, UnitGone)]


class BarrageStory(Story[HailfireState]):
    """A barrage comes down."""

    begins = (BarrageFell,)
    goes_on = (Received, LostHits, ArmourRolled, *LOSSES)
    outcomes = LOSSES

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """Return True: whom it has caught is told at once."""
        return True


class AssaultStory(Story[HailfireState]):
    """An assault of several Teams, until the first of them strikes."""

    begins = (AssaultBegun,)
    goes_on = (
        *(SetAgainst, Fired, CloseFire, FireCheck, RallyCheck, Nerve),
        *(Received, LostHits, ArmourRolled, *LOSSES),
    )
    outcomes = LOSSES

    def beginning(self, g: HailfireState, told: Sequence[Happened]) -> str:
        """Tell who assaults whom."""
        begun = told[0].event
        assert isinstance(begun, AssaultBegun)
        against = [
            one.event.enemy
            for one in told
            if isinstance(one.event, SetAgainst) and one.event.placed
        ]
        if not against:
            return told[0].text
        return say(
            "assault of {teams} on {enemies}",
            teams=team_names(g, begun.teams),
            enemies=team_names(g, dict.fromkeys(against)),
        )


class StrikeStory(Story[HailfireState]):
    """A Team strikes in an assault."""

    begins = (AssaultCheck,)
    goes_on = LOSSES

    def beginning(self, g: HailfireState, told: Sequence[Happened]) -> str:
        """Tell who strikes at whom, and the numbers."""
        strike = told[0].event
        assert isinstance(strike, AssaultCheck)
        who, whom = team_name(g, strike.team), team_name(g, strike.enemy)
        deed = say("{who} strikes at {whom}", who=who, whom=whom)
        return rolled(deed, at_least(strike.number), strike.die)

    def ending(self, g: HailfireState, told: Sequence[Happened]) -> list[str]:
        """Tell whether it succeeds, and who is lost by it."""
        strike = told[0].event
        assert isinstance(strike, AssaultCheck)
        lost = [one.text for one in told if isinstance(one.event, LOSSES)]
        return lost or [say("succeeds") if strike.die >= strike.number else say("fails")]


class MoveStory(Story[HailfireState]):
    """The Teams of a Unit move."""

    begins = (MoveRolled, Moved)
    goes_on = (MoveRolled, Moved, TerrainCheck, StaysBehind)
    outcomes = (StaysBehind,)

    def beginning(self, g: HailfireState, told: Sequence[Happened]) -> str:
        """Tell how many of them move; of one, where it is now."""
        moved = [one for one in told if isinstance(one.event, Moved)]
        teams = [one.event.team for one in moved if isinstance(one.event, Moved)]
        if not moved:
            return told[0].text
        if len(moved) == 1:
            return moved[0].text
        who = group_name(g, teams)
        rolls = [one.event.faces for one in told if isinstance(one.event, MoveRolled)]
        if len(rolls) != 1:
            return say("{teams}: move", teams=who)
        return say("{teams}: move, the roll is {faces}", teams=who, faces=dice(rolls[0]))

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """Return True once a Team has moved."""
        return any(isinstance(one.event, Moved) for one in told)


STORIES = (
    *(ShotStory(), UnderFire(), CheckStory(), BarrageStory(), AssaultStory()),
    *(StrikeStory(), MoveStory()),
)
