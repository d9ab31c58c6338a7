"""The Hedgerow Cutter: a heavy vehicle drives through hedgerows. HON-EQ-05, R-35."""

from __future__ import annotations

from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.ground import Change, Ground
from owm_net.games.heroes.ids import ElementKey, OptionKey, Space, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType
from owm_net.games.heroes.words import space_name, unit_name

CUTTER = OptionKey("eq_hedge_cutter")
PASSAGE = ElementKey("passage")
NO_CUTTER = Refusal("HON-EQ-05", say("no Passage token is left for that hedgerow"))


@record("heroes.cut_through")
class CutThrough(Event):
    """A Passage token put on a hedgerow."""

    rule = "HON-EQ-05"

    unit: UnitId
    space: Space

    def sentence(self, g: HeroesState) -> str:
        where = space_name(g, self.space)
        return say(
            "{unit} cuts through the hedgerow {space}", unit=unit_name(g, self.unit), space=where
        )


def is_hedge(ground: Ground, space: Space, kind: UnitType) -> bool:
    """Return True if a hedgerow without a Passage token is there."""
    cell = ground.cells[space]
    return cell.hedge and kind in cell.closed


def cuts_left(g: HeroesState, unit: UnitId) -> int:
    """Return how many hedgerow spaces a vehicle may cut through."""
    if g.units[unit].kind is not UnitType.HEAVY:
        return 0
    return sum([g.options[n].tokens for n in stocks(g, unit, CUTTER)])


def cut(g: HeroesState, unit: UnitId, space: Space) -> None:
    """Let a vehicle into a hedgerow for the first time."""
    take_token(g, unit, CUTTER)
    g.changes = (*g.changes, Change(element=PASSAGE, spaces=(space,)))
    g.tell(CutThrough(unit, space))
