"""Screens over a table, a file for each: its state, its keys, how it is drawn, how it is opened."""

from __future__ import annotations

from owm_net.client.screens.briefing import BRIEFING
from owm_net.client.screens.chat import CHAT
from owm_net.client.screens.helping import HELP
from owm_net.client.screens.hint import HINT
from owm_net.client.screens.leaving import LEAVE
from owm_net.client.screens.resigning import RESIGN
from owm_net.client.screens.rules import RULES
from owm_net.client.screens.taking_back import TAKE_BACK
from owm_net.client.screens.turning import TURNING

DOORS = (LEAVE, HELP, RULES, BRIEFING, CHAT, RESIGN, TAKE_BACK, HINT, TURNING)
"""In the order of their buttons, from the right."""
