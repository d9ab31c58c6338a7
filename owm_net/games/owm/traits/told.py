"""Reports of working traits."""

from __future__ import annotations

from attrs import field

from owm_net.engine.agenda import Event
from owm_net.engine.records import record
from owm_net.engine.text import listed, say
from owm_net.games.owm import words
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.traits.hook import in_force


@record("owm.event.trait")
class TraitWorks(Event):
    """A soldier's trait has changed something. trait: its key. what: what it does, in words."""

    headline = True

    soldier: SoldierId
    trait: str
    what: str
    rule: str = field(default="OWM-LVL-04", kw_only=True)

    def sentence(self, g: OwmState) -> str:
        return say(
            "{soldier}, {trait}: {what}",
            soldier=words.soldier_name(self.soldier),
            trait=title(self.trait),
            what=self.what,
        )


def title(trait: str) -> str:
    """Return the name of a trait."""
    return CATALOG.traits[trait].title


def facts(g: OwmState, soldier: SoldierId) -> list[str]:
    """A soldier's traits as people read them, a line for each; none where they are not in force."""
    if not in_force(g.level):
        return []
    card = CATALOG.soldiers[soldier]
    found = [CATALOG.traits[key] for key in (card.strength_trait, card.weakness_trait) if key]
    return [listed([trait.title, trait.text], ": ") for trait in found]
