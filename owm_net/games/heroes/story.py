"""What the log tells in one line: a shot, a blast, an assault, with what became of them; the
tokens of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from owm_net.engine.agenda import Event
from owm_net.engine.story import Happened, Story, rolled
from owm_net.engine.text import listed, say, say_n
from owm_net.games.heroes.assault import (
    Advanced,
    Assaulted,
    Beaten,
    Clashed,
    DiceShown,
    Retreated,
    Tied,
)
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.cards.second_wind import RolledAgain
from owm_net.games.heroes.damage import Broken, Eliminated, Reduced, Suppressed
from owm_net.games.heroes.goliath import Detonated
from owm_net.games.heroes.hardboiled import Steadied
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.locating import Located
from owm_net.games.heroes.shielding import Shielded
from owm_net.games.heroes.shooting import Missed, ShotFired
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.structures import Collapsed, Demolished
from owm_net.games.heroes.tokens import TokenLaid, TokenLost
from owm_net.games.heroes.transport import BailedOut
from owm_net.games.heroes.words import seat_name, unit_name

FATES = (Missed, Reduced, Eliminated, Suppressed, Located, Broken, Collapsed, Detonated)
"""What becomes of a target."""
BESIDES = (Shielded, Steadied, Demolished, TokenLost, BailedOut, RolledAgain)
"""What else may happen to it."""


def fates(told: Sequence[Happened], target: UnitId | None) -> list[str]:
    """Return what has happened to a target in a word, and to others in sentences."""
    short: dict[type[Event], str] = {
        Missed: say("no effect"),
        Reduced: say("a hit"),
        Eliminated: say("eliminated"),
        Suppressed: say("suppressed"),
    }
    found = []
    for one in told:
        if isinstance(one.event, FATES):
            hit = one.event.target if isinstance(one.event, Missed) else _unit(one.event)
            own = hit == target and type(one.event) in short
            found.append(short[type(one.event)] if own else one.text)
    return found


def _unit(event: Event) -> UnitId | None:
    return event.unit if isinstance(event, Reduced | Eliminated | Suppressed) else None


class ShotStory(Story[HeroesState]):
    """A shot at one target."""

    begins = (ShotFired,)
    goes_on = (*FATES, *BESIDES)
    outcomes = FATES

    def beginning(self, g: HeroesState, told: Sequence[Happened]) -> str:
        """Tell who shoots at whom, and the two numbers."""
        shot = told[0].event
        assert isinstance(shot, ShotFired)
        who, whom = unit_name(g, shot.firer), unit_name(g, shot.target)
        if shot.suppressive:
            deed = say("{firer} fires suppressively at {target}", firer=who, target=whom)
        else:
            deed = say("{firer} shoots at {target}", firer=who, target=whom)
        return rolled(deed, shot.defence, shot.result)

    def ending(self, g: HeroesState, told: Sequence[Happened]) -> list[str]:
        """Tell what became of the target, and of others."""
        shot = told[0].event
        assert isinstance(shot, ShotFired)
        return fates(told, shot.target)


class BlastStory(Story[HeroesState]):
    """A blast on one target."""

    begins = (Blasted,)
    goes_on = (*FATES, *BESIDES)
    outcomes = FATES

    def beginning(self, g: HeroesState, told: Sequence[Happened]) -> str:
        """Tell whom it reaches, and the two numbers."""
        blast = told[0].event
        assert isinstance(blast, Blasted)
        deed = say("the blast on {target}", target=unit_name(g, blast.target))
        return rolled(deed, blast.defence, blast.result)

    def ending(self, g: HeroesState, told: Sequence[Happened]) -> list[str]:
        """Tell what became of the target, and of others."""
        blast = told[0].event
        assert isinstance(blast, Blasted)
        return fates(told, blast.target)


class AssaultStory(Story[HeroesState]):
    """An assault: the dice of both, who wins, who goes."""

    begins = (Assaulted,)
    goes_on = (Clashed, DiceShown, Tied, Beaten, Retreated, Advanced, *FATES, *BESIDES)
    outcomes = (Tied, Beaten, Retreated, Reduced, Eliminated)


class LayingStory(Story[HeroesState]):
    """The tokens of a round, of all sides."""

    begins = (TokenLaid,)
    goes_on = (TokenLaid,)

    def headline(self, g: HeroesState, told: Sequence[Happened]) -> str:
        """Tell how many each side has laid."""
        laid = Counter([one.event.seat for one in told if isinstance(one.event, TokenLaid)])
        return listed(
            [
                say_n("{seat} lay {n} token", "{seat} lay {n} tokens", n, seat=seat_name(g, seat))
                for seat, n in laid.items()
            ]
        )

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """It is read out when the last token lies."""
        return False


STORIES = (ShotStory(), BlastStory(), AssaultStory(), LayingStory())
