"""Flanking Fire, and German Tactics: for a player turn; in the variant (2.14) it stays."""

from __future__ import annotations

from typing import TypeVar

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import CardEffect, CardInUse, PassingEffect
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect, Moment
from owm_net.games.squadcards.windows.after_move import AfterMove

W = TypeVar("W", contravariant=True)


@record("squadcards.flanking")
class Flanking(CardEvent):
    """A Flanking Fire card was laid beside a squad (SQD-VFF-03). total: of such cards there now, +1
    each (SQD-VFF-04)."""

    words = say("{squad}: flanking fire {total:+d}")
    rule = "SQD-VFF-03"

    squad: SquadId
    card: CardNumber
    total: int


class _Flanking(CardEffect[W]):
    """The base of both ways to play the card."""

    effect = Effect.FLANK
    rule = "SQD-CARD-08"
    when = say("is played in your own fire windows")

    def moments(self, options: Options, use: Use) -> tuple[Moment, ...]:
        """With the variant it is played after a move instead (SQD-VFF-01)."""
        return (Moment.AFTER_MOVE,) if options.flanking_variant else use.windows

    def out_of_place(self, options: Options, use: Use) -> Refusal:
        """With the variant its own rule is cited, for the card has other windows then."""
        if options.flanking_variant:
            why = say(
                "{title} is played after a lateral move into a terrain card only", title=use.title
            )
            return Refusal("SQD-VFF-03", why)
        return super().out_of_place(options, use)

    def meaning(self, use: Use, options: Options) -> str:
        return say("all attacks {amount:+d}", amount=use.amount)

    def text(self, use: Use, options: Options) -> str:
        if options.flanking_variant:
            words = say("After a sideways move into terrain: lies beside you, all your attacks")
            return say("{what} {amount:+d}.", what=words, amount=use.amount)
        return say("All your attacks {amount:+d} this player turn.", amount=use.amount)


class FlankingFire(_Flanking[object], PassingEffect[object]):
    """SQD-CARD-08: all attacks of its squad this player turn; several add up (R-17)."""

    def take_effect(self, g: SquadState, window: object, card: CardInUse) -> None:
        """For the squad that has played it (R-50)."""
        g.squads[card.squad].flanks += 1


class FlankingMove(_Flanking[AfterMove]):
    """With the variant it stays beside the squad until a move ends it (SQD-VFF-03)."""

    def why_not(self, g: SquadState, window: AfterMove, card: CardInUse) -> Refusal | None:
        """One for each lateral move into a terrain card (R-31)."""
        if not window.lateral:
            return Refusal("SQD-VFF-03", say("the move was not lateral into a terrain card"))
        if window.flanking:
            return Refusal("SQD-VFF-03", say("one Flanking Fire for each lateral move"))
        return None

    def carry_out(self, g: SquadState, window: AfterMove, card: CardInUse) -> None:
        """It stays; they add up over successive moves (SQD-VFF-04)."""
        window.flanking = True
        squad = g.squads[card.squad]
        laid = g.take(card.squad, card.number)
        squad.flanking.append(laid)
        g.tell(Flanking(card.squad, laid, len(squad.flanking)))
