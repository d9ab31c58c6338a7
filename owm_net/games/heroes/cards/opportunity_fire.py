"""Opportunity fire: a unit shoots at an enemy who moves. G-05, R-68, R-105."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.hands import why_not_held
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.cards.riders import Act, spend_cards, why_not_ridden
from owm_net.games.heroes.equipment import Spend, pay
from owm_net.games.heroes.ids import CardKey, Step, UnitId, WeaponPlace
from owm_net.games.heroes.reacting import ReactPlay, fire_told, use_up, why_not_added
from owm_net.games.heroes.shooting import Shooting, why_not_target
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import stations
from owm_net.games.heroes.weapons import PRIMARY, armed, guns, lay


@record("heroes.card.opportunity_fire")
class OpportunityFire(ReactPlay):
    """One plain shot by a unit that has not acted; it has then. spend: tokens that add to the shot;
    cards: played with it."""

    key = CardKey("opportunity_fire")
    rule = "HON-ACT-06"
    why = say("a unit that has not acted, and that can shoot at the mover after that step")

    unit: UnitId
    spend: Spend = ()
    cards: tuple[Played, ...] = ()
    weapon: WeaponPlace = PRIMARY

    def sentence(self, view: View[HeroesState]) -> str:
        return fire_told(view.state, (self.unit,), self.step)

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[OpportunityFire]:
        """Each weapon of each unit after each step."""
        places = stations(at.way)
        for unit in g.on_map(at.seat):
            for weapon in guns(g.units[unit]) if not g.units[unit].acted else ():
                laid = armed(g, unit, weapon)
                for step, pose in places:
                    if why_not_target(laid, unit, at.enemy, False, pose) is None:
                        yield OpportunityFire(card, Step(step), unit, weapon=weapon)

    def why_not(self, view: View[HeroesState], at: Moment) -> Refusal | None:
        """The shot, then what adds to it."""
        no = CardPlay.why_not(evolve(self, spend=(), cards=()), view, at)
        if no is not None:
            return no
        g = armed(view.state, self.unit, self.weapon)
        view = View(g, view.seat, view.known)
        held, why = (self.card, *self.cards), say("choose cards from your hand")
        return (
            why_not_added(g, self.unit, at.enemy, self.spend)
            or why_not_held(view, held, "HON-HID-09", why, at.seat)
            or why_not_ridden(view, at.seat, self.cards, Act(unit=self.unit, shots=1))
        )

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Its token is lost unseen, and it fires."""
        use_up(g, self.unit)
        lay(g, self.unit, self.weapon)
        pay(g, self.unit, self.spend)
        cards = spend_cards(g, at.seat, self.cards)
        return Shooting(self.unit, at.enemy, False, False, spend=self.spend, cards=cards)
