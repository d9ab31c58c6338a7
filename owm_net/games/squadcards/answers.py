"""The decisions of players, as they are written into logs. To do nothing is `windows.Pass`."""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.records import Played, register
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.terms import Nation, RangeBand


@register("squadcards.take_nation")
@frozen
class TakeNation(Answer):
    """SQD-SET-04."""

    nation: Nation


@register("squadcards.next_squad")
@frozen
class NextSquad(Answer):
    """SQD-VHX-07: which of one's squads acts next in a phase."""

    squad: int


@register("squadcards.play")
@frozen
class Play(Answer):
    """A card for its effect. option: how a National Trait is used (2.12), else ""."""

    card: Played
    option: str = ""


@register("squadcards.fire")
@frozen
class Fire(Answer):
    """SQD-ATK-01. target: a squad. close_in: a PB card at range S (SQD-ATK-11)."""

    card: Played
    target: int
    option: str = ""
    close_in: bool = False


@register("squadcards.encircle")
@frozen
class Encircle(Answer):
    """SQD-CARD-05."""

    card: Played
    target: int


@register("squadcards.declare")
@frozen
class Declare(Answer):
    """SQD-COVER-01 to -03."""

    move: bool
    point_man: bool = False
    smoke: Played | None = None


@register("squadcards.move")
@frozen
class Move(Answer):
    """SQD-MOVE-01, -02. into_open: the card is discarded to enter Open terrain."""

    card: Played
    to: RangeBand
    into_open: bool = False


@register("squadcards.march")
@frozen
class March(Answer):
    """SQD-VHX-04."""

    cell: int


@register("squadcards.draw_extra")
@frozen
class DrawExtra(Answer):
    """SQD-DISC-01."""

    take: bool


@register("squadcards.discard")
@frozen
class Discard(Answer):
    """SQD-DISC-02."""

    cards: tuple[Played, ...]
