"""The mail to the task that owns a match: from lines, from work, from the player."""

from __future__ import annotations

from typing import Protocol

import trio
from attrs import define, field, frozen

from owm_net.engine.ids import Seat
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import Step
from owm_net.session.effects import Finish
from owm_net.session.match import What
from owm_net.session.player import PlayerAnswer, PlayerView, Word


@frozen
class MessageArrived:
    """A message came on the line to a seat."""

    seat: Seat
    message: bytes = field(repr=False)


@frozen
class LinkLost:
    """The link to a seat broke; it is being reached again."""

    seat: Seat
    why: NetError


@frozen
class LinkBack:
    """A new link to a seat, which has proved its identity."""

    seat: Seat
    link: FramedStream


@frozen
class LinkGone:
    """Nobody looks for a seat's link any more."""

    seat: Seat
    why: NetError


@frozen
class Worked:
    """The result of the match's `Work`."""

    finish: Finish


@define(eq=False)
class PendingDecision:
    """A decision asked of the player at a step; `scope` is cancelled when nobody waits for the
    answer any more. answer: None until they have decided; kept until the match can take it."""

    step: Step
    view: PlayerView
    scope: trio.CancelScope = field(factory=trio.CancelScope)
    answer: PlayerAnswer | None = None


@frozen(eq=False)
class Decided:
    """The player has answered a question."""

    question: PendingDecision


@frozen
class SaidOfDrop:
    """The player has said whether to go on without a seat."""

    seat: Seat
    yes: bool


@frozen
class SaidOfOffer:
    """The player's answer to another's offer."""

    what: What
    yes: bool


@frozen
class Spoken:
    """The player says something besides answers."""

    word: Word


LineNews = MessageArrived | LinkLost | LinkBack | LinkGone
News = LineNews | Worked | Decided | SaidOfDrop | SaidOfOffer | Spoken


class Post(Protocol):
    """Where news is put."""

    async def send(self, value: News, /) -> None:
        """Put a piece of mail in; waits while the box is full."""


class Mail(Protocol):
    """Where news comes from."""

    async def receive(self) -> News:
        """The next; waits for it."""
