"""The rules of all missions, by their keys."""

from __future__ import annotations

from owm_net.games.owm.missions import MissionRules
from owm_net.games.owm.missions.burning_bridges import BurningBridges
from owm_net.games.owm.missions.capture_the_flag import CaptureTheFlag
from owm_net.games.owm.missions.chateau import Chateau
from owm_net.games.owm.missions.paratroops import Paratroops
from owm_net.games.owm.missions.random_map import RandomMap
from owm_net.games.owm.missions.supply_truck import SupplyTruck

TABLE: tuple[MissionRules, ...] = (
    MissionRules(),
    BurningBridges(),
    CaptureTheFlag(),
    RandomMap(),
    Chateau(),
    SupplyTruck(),
    Paratroops(),
)
"""One of each."""
