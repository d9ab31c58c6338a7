"""Bonus tactics: closed tokens on a scenario's bonus objectives. HON-BON-01 to -03, G-20.

Set-up shuffles all six together; a unit that finds one gets the next of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.stretcher_bearers import Healed
from owm_net.games.heroes.cards.wire_tap import Tapping
from owm_net.games.heroes.concealing import Opening
from owm_net.games.heroes.decks import source
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.hidden import BONUS
from owm_net.games.heroes.ids import NO_FORMATION, OptionKey, UnitId
from owm_net.games.heroes.pooling import side_orders
from owm_net.games.heroes.state import Bought, HeroesState
from owm_net.games.heroes.terms import MOST_ORDERS, BonusTactic, NameColour, Outline, UnitType

DECK = "bonus"
AMMO = OptionKey("eq_ammo")
CRATE = 2
"""G-20: the Ammo tokens in a crate."""
DRESSING_REACH, FLARE_REACH = 3, 4


@record("heroes.search")
class Search(Answer):
    """The unit that a bonus tactic is for."""

    title: ClassVar[str] = say("Bonus tactic")
    words = say("{unit}")

    unit: UnitId


SEARCH = Kind(
    "search",
    Search,
    rule="HON-BON-01",
    why=say("choose a unit that can take the bonus tactic"),
    deed=say("use a bonus tactic"),
)


@record("heroes.bonus_found")
class BonusFound(Event):
    """A bonus tactic is opened."""

    words = say("{unit} finds something: {card}")
    rule = "HON-BON-01"
    headline = True

    unit: UnitId
    card: CardNumber


@record("heroes.bonus_lost")
class BonusLost(Event):
    """Nobody is there for whom it could do anything."""

    words = say("it is of no use")
    rule = "HON-BON-02"


def lay_out(g: HeroesState) -> None:
    """Each bonus objective gets a token, as far as they go (HON-BON-03)."""
    g.bonus = list(g.battle.bonus[: len(BONUS)])


def whom(g: HeroesState, finder: UnitId, tactic: BonusTactic) -> list[UnitId]:
    """The units that a tactic can be for."""
    f = g.units[finder]
    if tactic is BonusTactic.PAPERS:
        enemies = [seat for seat in g.players if g.hostile(seat, f.seat)]
        return [g.bearer(seat, slot) for seat in enemies for slot in g.closed(seat)]
    if tactic is BonusTactic.DRESSING:
        return [unit for unit in g.on_map(f.seat) if _wounded(g, unit, finder)]
    return []


def _wounded(g: HeroesState, unit: UnitId, finder: UnitId) -> bool:
    """Return True if infantry on its red face, no hero, is near enough."""
    u = g.units[unit]
    red = u.kind is UnitType.INFANTRY and u.up.name is NameColour.RED
    near = distance(u.at, g.units[finder].at) <= DRESSING_REACH
    return red and near and u.piece.outline is not Outline.HERO


@frame("heroes.searching")
@define
class Searching(Frame[None]):
    """The end of a unit's own move: open infantry opens a bonus token on its space (HON-BON-01).
    tactic: the one it found."""

    unit: UnitId
    tactic: BonusTactic = BonusTactic.PAPERS

    def start(self, g: HeroesState) -> Outcome[None]:
        """The token is gone, whatever it does."""
        u = g.units[self.unit]
        if not u.there or u.concealed or u.kind is not UnitType.INFANTRY or u.at not in g.bonus:
            return Done()
        g.bonus.remove(u.at)
        return Ask(g.flip(DECK), then=self.found)

    def found(self, g: HeroesState, cards: tuple[int, ...]) -> Outcome[None]:
        """Its effect comes at once."""
        self.tactic = BONUS[cards[0]]
        g.tell(BonusFound(self.unit, CardNumber(cards[0])))
        seat = g.units[self.unit].seat
        if self.tactic is BonusTactic.CRATE:
            return self.crate(g)
        if self.tactic is BonusTactic.RADIO:
            if len(g.members(seat)) > 1 and side_orders(g, seat) >= MOST_ORDERS:
                return self.lost(g)  # else an ally would give one up for it
            g.more_orders[seat] += 1
            return Done()
        if self.tactic is BonusTactic.FLARE:
            return self.flare(g)
        if self.tactic is BonusTactic.PLAN:
            if not g.deck_size or not g.decks[source(g, seat)].left:
                return self.lost(g)
            return Ask(g.draw(seat, source(g, seat), 1), then=self.end)
        able = whom(g, self.unit, self.tactic)
        if not able:
            return self.lost(g)
        return self.help(g, able[0]) if len(able) == 1 else Ask(SEARCH.of(seat), then=self.hear)

    def lost(self, g: HeroesState) -> Outcome[None]:
        """HON-BON-02."""
        g.tell(BonusLost())
        return Done()

    def crate(self, g: HeroesState) -> Outcome[None]:
        """Ammo for the tile of the finder; a hero has none."""
        u = g.units[self.unit]
        own = g.formations[u.formation]
        tile = u.formation if own.tile else own.home
        if tile == NO_FORMATION:
            return self.lost(g)
        g.options.append(Bought(seat=u.seat, tile=tile, key=AMMO, tokens=CRATE))
        return Done()

    def flare(self, g: HeroesState) -> Outcome[None]:
        """Concealed enemies near it are opened."""
        u = g.units[self.unit]
        seen = [
            enemy
            for enemy, e in g.enemies(u.seat)
            if e.concealed and distance(e.at, u.at) <= FLARE_REACH
        ]
        return Call(Opening(seen), then=self.end) if seen else self.lost(g)

    @SEARCH.tells
    def about_search(self, view: View[HeroesState]) -> About:
        """Name the tactic."""
        return About(say("choose whom it is for"), self.tactic.word, "HON-BON-01")

    @SEARCH.offers
    def offers_search(self, view: View[HeroesState]) -> Iterator[Search]:
        """Each of them."""
        for unit in whom(view.state, self.unit, self.tactic):
            yield Search(unit)

    @SEARCH.judges
    def why_not_search(self, view: View[HeroesState], answer: Search) -> Refusal | None:
        """One of them."""
        able = whom(view.state, self.unit, self.tactic)
        if answer.unit.__class__ is int and answer.unit in able:
            return None
        return Refusal("HON-BON-01", say("it does nothing for that unit"))

    def hear(self, g: HeroesState, answer: Search) -> Outcome[None]:
        """It is for this one."""
        return self.help(g, answer.unit)

    def help(self, g: HeroesState, unit: UnitId) -> Outcome[None]:
        """The token of an enemy is shown to the finder's player, or a unit is whole again."""
        if self.tactic is BonusTactic.PAPERS:
            return Call(Tapping(g.units[self.unit].seat, unit), then=self.end)
        g.change(unit, face=g.units[unit].piece.deploys[0])
        g.tell(Healed(unit))
        return Done()

    def end(self, g: HeroesState) -> Outcome[None]:
        """It has done what it does."""
        return Done()
