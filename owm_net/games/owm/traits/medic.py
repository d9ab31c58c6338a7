"""Traits for healing a wounded soldier (OWM-EFF-03). The action is `actions.heal`."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.hook import LEVEL, Hook

MEDICS = Hook({"S01": say("treats a wound")}, while_wounded=True)
"""Once a round, in their Fireteam's turn, they try to heal one of it."""


def there_are_medics(g: OwmState) -> bool:
    """Return True if the match has soldiers who heal."""
    return g.level == LEVEL


def medics(g: OwmState, fireteam: FireteamId) -> list[SoldierId]:
    """Those of a Fireteam who have not treated anybody in this round."""
    return [
        s.id
        for s, _, _ in MEDICS.among(g.level, g.members(fireteam))
        if s.trait_used_in != g.round_no
    ]


def can_treat(g: OwmState, medic: SoldierId, soldier: SoldierId) -> bool:
    """Return True if the medic may treat the soldier; a wounded one only themselves (A-123)."""
    return medic == soldier or g.soldiers[medic].status is not Status.WOUNDED
