"""All that the engine may ask of the outside. It never draws, rolls or decides: it asks.

A request is answered by

- seats that decide (`Decision`): by an `Answer` of the rule system, or
- a dealer (`Dealt`): the local one (`engine.dealer`) in simulations, searches and tests, or the
  peers together (`session`, `protocol`) on the network. The engine cannot tell which.

A card nobody has opened is a *slot*, a negative number (`engine.zones`); an opened card is its
number, zero or more.

Each kind of request has its own file: its fields, the answers that fit, the local dealer's answer,
and its form in a playthrough. How to add one: docs/new-request.md.
"""

from __future__ import annotations

from owm_net.engine.requests.base import (
    NOTHING,
    Answer,
    Dealer,
    Dealt,
    Decision,
    Happening,
    Refusal,
    Request,
    Tale,
)
from owm_net.engine.requests.choose import Choose
from owm_net.engine.requests.choose_secretly import ChooseSecretly
from owm_net.engine.requests.draw import Draw
from owm_net.engine.requests.flip import Flip
from owm_net.engine.requests.over import Over, Result
from owm_net.engine.requests.peek import Peek
from owm_net.engine.requests.pick import PickNumber
from owm_net.engine.requests.private_deck import DeckList, PrivateDeck
from owm_net.engine.requests.redeal import Redeal
from owm_net.engine.requests.reveal import Reveal
from owm_net.engine.requests.roll import Roll
from owm_net.engine.requests.show import Show
from owm_net.engine.requests.shuffle import Shuffle

__all__ = [
    "NOTHING",
    "Answer",
    "Choose",
    "ChooseSecretly",
    "Dealer",
    "Dealt",
    "Decision",
    "DeckList",
    "Draw",
    "Flip",
    "Happening",
    "Over",
    "Peek",
    "PickNumber",
    "PrivateDeck",
    "Redeal",
    "Refusal",
    "Request",
    "Result",
    "Reveal",
    "Roll",
    "Show",
    "Shuffle",
    "Tale",
]
