"""The subject of a question of OWM, told by the frame that asks it (`@KIND.tells`)."""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.agenda import About
from owm_net.games.owm.ids import NO_FIRETEAM, NO_SOLDIER, FireteamId, SoldierId


@frozen
class AboutFireteam(About):
    """A question about a Fireteam of the player who is asked.

    enemy: at whom it shoots, or with whom it fights. soldier: the one whom it is about, if not all.
    left: how many more of what is asked for there may be: actions, shots, soldiers.
    """

    fireteam: FireteamId = NO_FIRETEAM
    enemy: FireteamId = NO_FIRETEAM
    soldier: SoldierId = NO_SOLDIER
    left: int = 0
