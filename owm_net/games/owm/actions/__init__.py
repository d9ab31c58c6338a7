"""The actions of a turn, one file for each heading of the rulebook (000:1197-1490).

To add one: write its file, and enter it below. `action` has the parts of each.
"""

from owm_net.games.owm.actions.action import Action, ActiveTurn
from owm_net.games.owm.actions.attack import Attack
from owm_net.games.owm.actions.attack_truck import AttackTruck
from owm_net.games.owm.actions.crew import Crew, Scope, Uncrew
from owm_net.games.owm.actions.disarm import Disarm
from owm_net.games.owm.actions.end_turn import EndTurn
from owm_net.games.owm.actions.entrench import Entrench
from owm_net.games.owm.actions.heal import Heal
from owm_net.games.owm.actions.hide import Hide
from owm_net.games.owm.actions.lay_terrain import LayTerrain
from owm_net.games.owm.actions.maneuver import Maneuver
from owm_net.games.owm.actions.rally import Rally
from owm_net.games.owm.actions.recognise import Recognise
from owm_net.games.owm.actions.redraw import Redraw
from owm_net.games.owm.actions.repair import RepairTruck
from owm_net.games.owm.actions.transfer import Transfer

__all__ = [
    "ACTIONS",
    "Action",
    "ActiveTurn",
    "Attack",
    "AttackTruck",
    "Crew",
    "Disarm",
    "EndTurn",
    "Entrench",
    "Heal",
    "Hide",
    "LayTerrain",
    "Maneuver",
    "Rally",
    "Recognise",
    "Redraw",
    "RepairTruck",
    "Scope",
    "Transfer",
    "Uncrew",
]

ACTIONS: tuple[type[Action], ...] = (
    Uncrew,
    Recognise,
    Heal,
    Disarm,
    Attack,
    AttackTruck,
    RepairTruck,
    Entrench,
    Maneuver,
    Rally,
    LayTerrain,
    Redraw,
    Crew,
    Scope,
    Hide,
    Transfer,
    EndTurn,
)
"""In the order in which they are offered; samplers and golden playthroughs go by it."""
