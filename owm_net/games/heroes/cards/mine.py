"""Mine: an enemy who enters a space is attacked. G-05, R-109."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.blasts import Blast
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.ids import CardKey, Step
from owm_net.games.heroes.reacting import ReactPlay, mover_on
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import entered, stations
from owm_net.games.heroes.terms import UnitType

BONUS = {UnitType.INFANTRY: 3, UnitType.LIGHT: 5, UnitType.HEAVY: 5}


@record("heroes.card.mine")
class Mine(ReactPlay):
    """On a space that is no building, water or bridge, each once a game; terrain does not help."""

    key = CardKey("mine")
    why = say("a space that the mover enters, without building, water, bridge or a mine before")

    def sentence(self, view: View[HeroesState]) -> str:
        mover, place = mover_on(view.state, self.step)
        if not mover:
            return say("a mine after step {step}", step=self.step)
        return say("a mine under {mover} on {place}", mover=mover, place=place)

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[Mine]:
        """Each step by which the mover enters a space; none under who is concealed (HON-AB-05)."""
        if g.units[at.enemy].concealed:
            return
        for step, _ in stations(at.way):
            space = entered(g.units[at.enemy], at.way, step)
            if space is None or space in g.mined:
                continue
            cell = g.ground.cells[space]
            if not (cell.building or cell.water or cell.bridge):
                yield Mine(card, Step(step))

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It goes off, under the mover alone."""
        space = entered(g.units[at.enemy], at.way, self.step)
        assert space is not None
        g.mined.append(space)
        return Blast(at.seat, tuple(BONUS.items()), [at.enemy], sheltered=False)
