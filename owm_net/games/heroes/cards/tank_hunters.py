"""Tank hunters: a shot of a bazooka. G-05."""

from __future__ import annotations

from owm_net.games.heroes.cards.one_shot import OneShot, weapon
from owm_net.games.heroes.ids import CardKey

RIDER = OneShot(key=CardKey("tank_hunters"), weapon=weapon(1, 6, 5), reach=5)
