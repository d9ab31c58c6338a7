"""Standing passes: a word for each kind of question, so that one silences no other. R-205."""

from __future__ import annotations

from owm_net.engine.text import say

NO_CARDS = say("until the next round, on cards")
NO_GAP = say("until the next round, between turns")
NO_CLAIM = say("until the next round, on going first")
NO_MORE = say("until the next round, on acting once more")
NO_OPTIONS = say("until the next round, on options in Supply")
NO_TALK = say("until the next round, on cards of allies")
NO_DICE = say("until the next round, on cards for dice")
BY_ROUND = (NO_CARDS, NO_GAP, NO_CLAIM, NO_MORE, NO_OPTIONS, NO_TALK, NO_DICE)
"""Those that end with the round."""

NO_REACTION = say("until my next turn, on enemy moves")
NO_GUARD = say("until my next turn, on enemy shots")
BY_TURN = (NO_REACTION, NO_GUARD)
"""Those that end with the next turn of who gave them."""

UNTIL_MOVE = say("until this move is over")
