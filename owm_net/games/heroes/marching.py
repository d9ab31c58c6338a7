"""A move in Supply, step by step: nobody reacts, but concealed counters are found. HON-SUP-03,
HON-SUP-06, R-190."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, frame
from owm_net.games.heroes.bonus import Searching
from owm_net.games.heroes.charges import Placing
from owm_net.games.heroes.concealing import conceal
from owm_net.games.heroes.displacing import Displacing
from owm_net.games.heroes.exits import leave
from owm_net.games.heroes.fuel import burn
from owm_net.games.heroes.ids import KEEP, Heading, UnitId
from owm_net.games.heroes.moving import turn_over
from owm_net.games.heroes.paths import Path
from owm_net.games.heroes.spotting import Spotting, first_found
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import advance, march, walked
from owm_net.games.heroes.terms import UNHINDERED, Flip


@frame("heroes.marching")
@define
class Marching(Frame[None]):
    """The move goes on whoever is found on the way. path: left to walk. conceals: a Concealed token
    takes its place in the end. spared: it was turned over in this move."""

    unit: UnitId
    path: Path
    facing: Heading
    flip: Flip
    conceals: bool
    leaves: bool = False
    spared: bool = False
    fuel: bool = False

    def start(self, g: HeroesState) -> Outcome[None]:
        """Turned over first, if it is."""
        burn(g, self.unit, self.fuel)
        if self.flip is Flip.FIRST:
            turn_over(g, self.unit)
            self.spared = True
        return self.walk

    def walk(self, g: HeroesState) -> Outcome[None]:
        """Up to the step after which somebody is found (HON-AB-08); a null move is tested too
        (R-85)."""
        way = walked(g, self.unit, self.path)
        stop = first_found(g, self.unit, way, self.spared)
        if stop == UNHINDERED:
            march(g, self.unit, self.path)
            return self.arrive
        advance(g, self.unit, way[: stop + 1])
        self.path = self.path[stop:]
        return Call(Spotting(self.unit), then=self.go_on)

    def go_on(self, g: HeroesState) -> Outcome[None]:
        """It goes on as far as it was to go, if it is there still."""
        self.unit = g.now(self.unit)
        if self.path and g.units[self.unit].there:
            return self.walk
        return self.arrive

    def arrive(self, g: HeroesState) -> Outcome[None]:
        """It is turned over, faced, concealed; it may place something."""
        u = g.units[self.unit]
        if not u.in_play:
            return Done()
        if self.leaves and not u.concealed:
            leave(g, self.unit)
            return Done()
        if u.crawls:
            return Call(Displacing(u.covers), then=self.end)
        if self.flip is Flip.LAST:
            turn_over(g, self.unit)
        if self.conceals:
            conceal(g, self.unit)
        if self.facing != KEEP:
            g.change(self.unit, facing=self.facing)
        return Call(Placing(self.unit), then=self.search)

    def search(self, g: HeroesState) -> Outcome[None]:
        """It may find a bonus tactic there (HON-BON-01)."""
        return Call(Searching(self.unit), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The move is over."""
        return Done()
