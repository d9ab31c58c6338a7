"""The cards, each with the question it answers (G-06). To add one: write its file, enter it
here."""

from __future__ import annotations

from owm_net.games.heroes.assault import CLASH, RIPOSTE
from owm_net.games.heroes.barrage import OrderBarrage
from owm_net.games.heroes.cards import (
    aimed_shot,
    forced_march,
    marching_fire,
    panzerfaust,
    smoke_grenades,
    speed_setup,
    tank_hunters,
)
from owm_net.games.heroes.cards.aimed_shot import AimedShot
from owm_net.games.heroes.cards.battle_rage import BattleRage
from owm_net.games.heroes.cards.battlefield_promotion import BattlefieldPromotion
from owm_net.games.heroes.cards.burst_into_action import BurstIntoAction
from owm_net.games.heroes.cards.concentration_105 import Concentration
from owm_net.games.heroes.cards.counterthrust import Counterthrust
from owm_net.games.heroes.cards.crossed_lines import CrossedLines
from owm_net.games.heroes.cards.dig_in import DigIn
from owm_net.games.heroes.cards.elastic_defence import ElasticDefence
from owm_net.games.heroes.cards.field_repair import FieldRepair
from owm_net.games.heroes.cards.fighter_bomber import FighterBomber
from owm_net.games.heroes.cards.harassing_fire import HarassingFire
from owm_net.games.heroes.cards.high_command import HighCommand
from owm_net.games.heroes.cards.lone_marksman import LoneMarksman
from owm_net.games.heroes.cards.mine import Mine
from owm_net.games.heroes.cards.nebelwerfer import Nebelwerfer
from owm_net.games.heroes.cards.opportunity_fire import OpportunityFire
from owm_net.games.heroes.cards.pin_down import PinDown
from owm_net.games.heroes.cards.rally import Rally
from owm_net.games.heroes.cards.riders import RIDERS
from owm_net.games.heroes.cards.rocket_attack import RocketAttack
from owm_net.games.heroes.cards.second_wind import SecondWind
from owm_net.games.heroes.cards.spotter_plane import SpotterPlane
from owm_net.games.heroes.cards.strafing_run import StrafingRun
from owm_net.games.heroes.cards.stretcher_bearers import StretcherBearers
from owm_net.games.heroes.cards.wire_tap import WireTap
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.driving import OrderDrive
from owm_net.games.heroes.hardboiled import Steady
from owm_net.games.heroes.orders import TURN, NoMoreOrders, OrderFire, OrderMove
from owm_net.games.heroes.questions import END_CARDS, HUSH, START_CARDS
from owm_net.games.heroes.reacting import REACT, React
from owm_net.games.heroes.shooting import AFTER, GUARD, Frighten
from owm_net.games.heroes.smoke_bombs import OrderSmoke
from owm_net.games.heroes.sniper import OrderSnipe
from owm_net.games.heroes.veteran import Reroll
from owm_net.games.heroes.wounds import WOUNDED, Substitute

HUSH.admits(CrossedLines, WireTap)
TURN.admits(OrderMove, OrderDrive, OrderFire, OrderBarrage, OrderSmoke, OrderSnipe, Emerge)
TURN.admits(BurstIntoAction, WireTap, LoneMarksman)
TURN.admits(
    Nebelwerfer,
    Concentration,
    HarassingFire,
    FighterBomber,
    RocketAttack,
    StrafingRun,
    SpotterPlane,
)
TURN.admits(NoMoreOrders)
REACT.admits(React, OpportunityFire, Mine)
GUARD.admits(DigIn, AimedShot)
AFTER.admits(Frighten, Reroll, SecondWind, PinDown)
WOUNDED.admits(Substitute, ElasticDefence)
CLASH.admits(BattleRage, Steady)
RIPOSTE.admits(Counterthrust)
START_CARDS.admits(Rally, StretcherBearers)
END_CARDS.admits(HighCommand, BattlefieldPromotion, FieldRepair)

for _rider in (
    aimed_shot.RIDER,
    forced_march.RIDER,
    marching_fire.RIDER,
    panzerfaust.RIDER,
    smoke_grenades.RIDER,
    speed_setup.RIDER,
    tank_hunters.RIDER,
):
    RIDERS[_rider.key] = _rider
