"""Aimed shot: a shot's combat bonus is higher. G-05, R-97."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.cards.riders import Act, Rider
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState

AIMED_SHOT = CardKey("aimed_shot")
AIM = 2
"""What it adds to the combat bonus: it is doubled or split with that."""


def why_not(g: HeroesState, act: Act) -> Refusal | None:
    """It needs a shot; what is aimed at an intersection is none."""
    if not act.shots:
        why = say("an aimed shot wants a shot without a blast pattern")
        return Refusal("HON-CARD-06", why, more=act.lacks_target)
    return None


RIDER = Rider(AIMED_SHOT, why_not)


@record("heroes.card.aimed_shot")
class AimedShot(CardPlay):
    """The firer's answer to a card of the target's owner; one a shot."""

    by_name = True
    key = AIMED_SHOT
    why = say("only one such card counts in a shot of your own")
    words = say("aim better")

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[AimedShot]:
        """For the firer."""
        if g.units[at.enemy].seat == at.seat and cls.key not in at.played:
            yield AimedShot(card)
