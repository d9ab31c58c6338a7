"""The question "action": from clicks on cards, places and soldiers to one of the turn's answers.

The legal answers are asked of the engine once; what may be clicked next is what some legal
answer still fits with.
"""

from owm_net.client.tables.owm.acting.clicks import press
from owm_net.client.tables.owm.acting.legal import of_kind
from owm_net.client.tables.owm.acting.odds import shot_lines
from owm_net.client.tables.owm.acting.shown import buttons, cards, marks, prompt, soldier_marks

__all__ = ["buttons", "cards", "marks", "of_kind", "press", "prompt", "shot_lines", "soldier_marks"]
