"""The Command Decisions, one file for each (000:1505-1606, section 2.21).

To add one: write its file, and enter it below. `windows.Decision` has the parts of each; see
docs/owm-decisions.md.
"""

from owm_net.games.owm.actions import Uncrew
from owm_net.games.owm.decisions.act_of_valor import ActOfValor
from owm_net.games.owm.decisions.attention import Attention
from owm_net.games.owm.decisions.chain_of_command import ChainOfCommand
from owm_net.games.owm.decisions.covering_fire import CoveringFire
from owm_net.games.owm.decisions.double_time import DoubleTime
from owm_net.games.owm.decisions.evade import Evade
from owm_net.games.owm.decisions.field_dressing import FieldDressing
from owm_net.games.owm.decisions.field_repairs import FieldRepairs
from owm_net.games.owm.decisions.fubar import Fubar
from owm_net.games.owm.decisions.grenade import Grenade
from owm_net.games.owm.decisions.intelligence import Intelligence
from owm_net.games.owm.decisions.last_stand import LastStand
from owm_net.games.owm.decisions.lucky_shot import LuckyShot
from owm_net.games.owm.decisions.marching_order import MarchingOrder
from owm_net.games.owm.decisions.marksman import Marksman
from owm_net.games.owm.decisions.on_the_run import OnTheRun
from owm_net.games.owm.decisions.recon import Recon
from owm_net.games.owm.decisions.regroup import Regroup
from owm_net.games.owm.decisions.smoke import Smoke
from owm_net.games.owm.operations.artillery import CallArtillery
from owm_net.games.owm.operations.reinforcements import Reinforcements
from owm_net.games.owm.operations.satchel_charge import SatchelCharge
from owm_net.games.owm.operations.star_shell import StarShell
from owm_net.games.owm.windows import COMMAND, Decision

__all__ = [
    "DECISIONS",
    "ActOfValor",
    "Attention",
    "CallArtillery",
    "ChainOfCommand",
    "CoveringFire",
    "DoubleTime",
    "Evade",
    "FieldDressing",
    "FieldRepairs",
    "Fubar",
    "Grenade",
    "Intelligence",
    "LastStand",
    "LuckyShot",
    "MarchingOrder",
    "Marksman",
    "OnTheRun",
    "Recon",
    "Regroup",
    "Reinforcements",
    "SatchelCharge",
    "Smoke",
    "StarShell",
]

DECISIONS: tuple[type[Decision], ...] = (
    ActOfValor,
    Attention,
    ChainOfCommand,
    CallArtillery,
    Reinforcements,
    SatchelCharge,
    StarShell,
    CoveringFire,
    DoubleTime,
    Evade,
    FieldDressing,
    FieldRepairs,
    Fubar,
    Grenade,
    Intelligence,
    LastStand,
    LuckyShot,
    MarchingOrder,
    Marksman,
    OnTheRun,
    Recon,
    Regroup,
    Smoke,
)
"""In the order of the rulebook."""

COMMAND.admits(*DECISIONS, Uncrew)
