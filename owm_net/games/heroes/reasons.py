"""Why a press at the table means nothing yet, with no answer for the rules to judge."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say

NOT_ON_A_MOVE = Refusal("HON-AB-75", say("that cannot be done on a move"), misfit=True)
NO_FIRE_IN_SUPPLY = Refusal("HON-SUP-06", say("nobody fires in Supply"), misfit=True)
NO_ORDER_TOKEN = Refusal("HON-ACT-04", say("it has no closed order token"))
NO_UNIT_CHOSEN = Refusal("HON-ACT-04", say("choose one of your units first"))
NOWHERE_TO_MOVE = Refusal("HON-SUP-03", say("it has no step to take now"))
OUT_OF_MOVEMENT = Refusal("HON-VEH-01", say("it cannot get there with its movement left"))
OUT_OF_ASSAULT = Refusal("HON-ASLT-02", say("it cannot get beside it with movement left"))
NO_FIRER = Refusal("HON-TER-10", say("no unit of yours can fire at the mover"))
NO_TARGET = Refusal("HON-CARD-06", say("it has no target for that"))
NO_USE = Refusal("HON-CARD-06", say("no unit of yours can use it now"))
NO_COUNTER_CHOSEN = Refusal("HON-SET-03", say("choose a waiting counter first"))
NO_FREE_SLOT = Refusal("HON-ARMY-05", say("every slot that it fits is filled"))
NO_TILE_CHOSEN = Refusal("HON-ARMY-02", say("choose a tile first"))
