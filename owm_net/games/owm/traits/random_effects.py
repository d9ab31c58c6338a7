"""Random Effects: what an icon on a lethality flip does to a soldier who has one (OWM-FIRE-06)."""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.text import say
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Colour, Status
from owm_net.games.owm.traits.hook import Hook
from owm_net.games.owm.traits.told import TraitWorks


@frozen
class RandomEffect:
    """The effect of an icon on a shot (A-126). what: the same in words.

    counts: the card with the icon counts. jams: the icon counts as a jam. extra: colours flipped at
    the end of lethality. ends: the shot is over, nobody is hit, and the shooter is suppressed.
    ignores_cover: the target's Terrain and entrenchment give no defense. rallies: a suppressed
    shooter is ready again.
    """

    what: str = ""
    counts: bool = True
    jams: bool = False
    extra: tuple[Colour, ...] = ()
    ends: bool = False
    ignores_cover: bool = False
    rallies: bool = False


NOTHING = RandomEffect()
"""What the icon does to everybody else: nothing, and the card counts (A-07, A-08)."""

EFFECTS = Hook(
    {
        "S22": RandomEffect(say("he is himself again, and shoots on"), rallies=True),
        "S23": RandomEffect(say("one more red flip"), extra=(Colour.RED,)),
        "S24": RandomEffect(say("Terrain and entrenchment give no defense"), ignores_cover=True),
        "W05": RandomEffect(say("the card counts 0"), counts=False),
        "W06": RandomEffect(say("he drops flat, and the shot is lost"), ends=True),
        "W07": RandomEffect(say("the icon counts as a jam"), jams=True),
    }
)


def random_effect(g: OwmState, shooter: SoldierId) -> RandomEffect:
    """Return the effect of the icon on this shooter; tell it if there is any."""
    one = g.soldiers[shooter]
    for key, effect in EFFECTS.of(g.level, one):
        if effect.rallies and one.status is not Status.SUPPRESSED:
            continue
        g.tell(TraitWorks(shooter, key, effect.what, rule="OWM-FIRE-06"))
        return effect
    return NOTHING
