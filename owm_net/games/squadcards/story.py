"""What the log tells in one line: an attack, with its numbers below it."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.story import Happened, Story, rolled
from owm_net.engine.text import say
from owm_net.games.squadcards.attack import Attacked
from owm_net.games.squadcards.state import CATALOG, SquadState
from owm_net.games.squadcards.words import squad_name

LEAST = 1
"""The total that hits somebody (SQD-ATK-07)."""


class AttackStory(Story[SquadState]):
    """An attack of a squad on another."""

    begins = (Attacked,)

    def beginning(self, g: SquadState, told: Sequence[Happened]) -> str:
        """Tell who attacks whom with what, and the two numbers."""
        attack = told[0].event
        assert isinstance(attack, Attacked)
        deed = say(
            "{squad} attack {target} with {title}",
            squad=squad_name(g, attack.squad),
            target=squad_name(g, attack.target),
            title=CATALOG.uses[attack.use].title,
        )
        return rolled(deed, LEAST, attack.total)

    def ending(self, g: SquadState, told: Sequence[Happened]) -> list[str]:
        """Tell the losses."""
        attack = told[0].event
        assert isinstance(attack, Attacked)
        return [attack.fate]


STORIES = (AttackStory(),)
