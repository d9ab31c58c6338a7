"""The table from requests of the rules to the protocol steps that answer them.

A new request takes a file in `engine/requests/`, its steps in one of the files named here or in a
new one, a line of the table, and a row in docs/wire.md: docs/new-request.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from owm_net.engine.requests import (
    Choose,
    ChooseSecretly,
    Draw,
    Flip,
    Peek,
    PickNumber,
    PrivateDeck,
    Redeal,
    Request,
    Reveal,
    Roll,
    Show,
    Shuffle,
)
from owm_net.session.decisions import Decisions
from owm_net.session.decks import Decks
from owm_net.session.leaving.redeal import Redeals
from owm_net.session.openings import Openings
from owm_net.session.rolls import Rolls
from owm_net.session.steps import Steps

R = TypeVar("R", bound=Request[Any])
Answers = Mapping[type[Request[Any]], Callable[[Any], Steps]]
_Line = tuple[type[Request[Any]], Callable[[Any], Steps]]


def answers(
    openings: Openings, decisions: Decisions, decks: Decks, rolls: Rolls, redeals: Redeals
) -> Answers:
    """Request -> the generator of steps that answers it, and returns the answer."""
    return dict([
        by(Choose, decisions.choose),
        by(ChooseSecretly, decisions.choose_secretly),
        by(Flip, openings.flip),
        by(Reveal, openings.flip),
        by(Draw, openings.draw),
        by(Peek, openings.draw),
        by(Show, openings.show),
        by(Shuffle, decks.shuffle),
        by(PrivateDeck, decks.private_deck),
        by(Redeal, redeals.redeal),
        by(Roll, rolls.roll),
        by(PickNumber, rolls.roll),
    ])  # fmt: skip


def by(request: type[R], steps: Callable[[R], Steps]) -> _Line:
    """A line of the table; a method that takes another request is an error of types."""
    return request, steps
