"""Opportunity fire: a unit shoots at an enemy who moves. G-05, R-68, R-105."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.ids import CardKey, Step, UnitId
from owm_net.games.heroes.reacting import ReactPlay, use_up
from owm_net.games.heroes.shooting import Shooting, why_not_target
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import stations


@record("heroes.card.opportunity_fire")
class OpportunityFire(ReactPlay):
    """One plain shot by a unit that has not acted; it has then."""

    key = CardKey("opportunity_fire")
    rule = "HON-ACT-06"
    why = say("a unit that has not acted, and that can shoot at the mover after that step")
    words = say("{unit} fires after step {step}")

    unit: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[OpportunityFire]:
        """Each unit after each step."""
        places = stations(at.way)
        for unit in g.on_map(at.seat):
            if not g.units[unit].acted:
                for step, pose in places:
                    if why_not_target(g, unit, at.enemy, False, pose) is None:
                        yield OpportunityFire(card, Step(step), unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Its token is lost unseen, and it fires."""
        use_up(g, self.unit)
        return Shooting(self.unit, at.enemy, suppressive=False, moving=False)
