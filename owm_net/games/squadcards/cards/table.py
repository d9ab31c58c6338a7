"""The cards of each window (2.11, 2.12, 2.13): a line for each window.

To add a card's effect: its room beside this file, and its name in the line of its window. Its
printed numbers and windows stand in data/.
"""

from __future__ import annotations

from owm_net.games.squadcards.attack import AttackCard
from owm_net.games.squadcards.cards.ambush import Ambush
from owm_net.games.squadcards.cards.barbed_wire import BarbedWire
from owm_net.games.squadcards.cards.combat_engineer import CombatEngineer
from owm_net.games.squadcards.cards.commander_killed import CommanderKilled
from owm_net.games.squadcards.cards.concealment import Concealment
from owm_net.games.squadcards.cards.encircled import Encircled
from owm_net.games.squadcards.cards.enfilade import Enfilade
from owm_net.games.squadcards.cards.flanking_fire import FlankingFire, FlankingMove
from owm_net.games.squadcards.cards.ingenuity import Ingenuity
from owm_net.games.squadcards.cards.look import Look
from owm_net.games.squadcards.cards.minefield import Minefield
from owm_net.games.squadcards.cards.national_trait import NationalTrait
from owm_net.games.squadcards.cards.objective import MissionObjective
from owm_net.games.squadcards.cards.on_rolls import MoraleCard, RallyCard
from owm_net.games.squadcards.cards.reinforcements import Reinforcements
from owm_net.games.squadcards.cards.smoke import Smoke
from owm_net.games.squadcards.cards.terrain import Terrain
from owm_net.games.squadcards.phases.covering import DECLARING
from owm_net.games.squadcards.phases.movement import ANSWER, BLOCK
from owm_net.games.squadcards.plays import EFFECTS
from owm_net.games.squadcards.set_up import START
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.windows.after_move import AFTER_MOVE
from owm_net.games.squadcards.windows.fire import FIRE
from owm_net.games.squadcards.windows.kill import KILL
from owm_net.games.squadcards.windows.own import OWN
from owm_net.games.squadcards.windows.roll import MORALE, RALLY


def fill_windows() -> None:
    """`system` calls it once, so that a game cannot be had without its cards."""
    START.takes(Terrain())
    OWN.takes(Look(), Ingenuity(), Reinforcements())
    MORALE.takes(MoraleCard())
    RALLY.takes(RallyCard())
    DECLARING.takes(Smoke())
    FIRE.takes(AttackCard(), Encircled(), Look(), Enfilade(), FlankingFire(), Ambush())
    BLOCK.takes(Minefield(), BarbedWire())
    ANSWER.takes(CombatEngineer())
    AFTER_MOVE.takes(MissionObjective(), Concealment(), FlankingMove())
    KILL.takes(CommanderKilled())
    EFFECTS[Effect.TRAIT] = NationalTrait()
