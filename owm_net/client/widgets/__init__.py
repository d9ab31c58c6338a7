"""The shared parts of tables. They know no game. Each takes a pen and logical rectangles and adds
items.
"""

from owm_net.client.scene.layout import (
    BOARD,
    GROUND,
    HAND,
    OVERLAY,
    PANELS,
    STRIP,
    TIP,
    TOKENS,
)
from owm_net.client.widgets.cards import HandCard, card_zoom, hand_fan, hands_side_by_side, pile
from owm_net.client.widgets.dialog import choice_row, dialog, question
from owm_net.client.widgets.flips import strip
from owm_net.client.widgets.log import log_pane
from owm_net.client.widgets.map_control import look_through, map_control
from owm_net.client.widgets.notes import tooltip
from owm_net.client.widgets.number import Numbers, number_choice
from owm_net.client.widgets.parts import (
    GAP,
    backdrop,
    below_top,
    button,
    headline,
    outlined,
    page_buttons,
    panel,
    plain_value,
    plate,
    shade,
    standing_on,
    tag,
    top_bar,
    turn_pages,
)
from owm_net.client.widgets.prompt import (
    LET_PASS,
    Choice,
    Prompt,
    choice_button,
    choice_list,
    passing,
    prompt_bar,
    waiting,
)
from owm_net.client.widgets.roll_panel import roll_panel
from owm_net.client.widgets.text_box import text_box

__all__ = [
    "BOARD",
    "GAP",
    "GROUND",
    "HAND",
    "LET_PASS",
    "OVERLAY",
    "PANELS",
    "STRIP",
    "TIP",
    "TOKENS",
    "Choice",
    "HandCard",
    "Numbers",
    "Prompt",
    "backdrop",
    "below_top",
    "button",
    "card_zoom",
    "choice_button",
    "choice_list",
    "choice_row",
    "dialog",
    "hand_fan",
    "hands_side_by_side",
    "headline",
    "log_pane",
    "look_through",
    "map_control",
    "number_choice",
    "outlined",
    "page_buttons",
    "panel",
    "passing",
    "pile",
    "plain_value",
    "plate",
    "prompt_bar",
    "question",
    "roll_panel",
    "shade",
    "standing_on",
    "strip",
    "tag",
    "text_box",
    "tooltip",
    "top_bar",
    "turn_pages",
    "waiting",
]
