"""Encircled: laid on the position of a pinned enemy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import FIRE_MOMENTS, targets, why_not_target
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import NO_TRAIT, SquadId
from owm_net.games.squadcards.plays import (
    OWN_HAND,
    CardEffect,
    CardInUse,
    belongs,
    out_of_place,
)
from owm_net.games.squadcards.state import CATALOG, Options, SquadState
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.uses import find_use
from owm_net.games.squadcards.words import squad_name


@record("squadcards.encircle")
class Encircle(Answer):
    """SQD-CARD-05: an Encircled card goes on the position of an enemy squad."""

    title: ClassVar[str] = say("Encircle")
    help: ClassVar[str] = say("Attacks on a pinned squad are better until it moves (SQD-CARD-05)")
    words = say("lay {card} on the enemy's position")

    card: Played
    target: SquadId


@record("squadcards.encircled")
class EncircledSquad(CardEvent):
    """A squad has laid Encircled on another (SQD-CARD-05). squad: the one that laid it. target: the
    one under it."""

    rule = "SQD-CARD-05"

    squad: SquadId
    target: SquadId
    card: CardNumber

    def sentence(self, g: SquadState) -> str:
        more = CATALOG.uses["encircled"].amount
        return say(
            "{squad} are encircled: attacks on them {more:+d}",
            squad=squad_name(g, self.target),
            more=more,
        )


class Encircled(CardEffect[object]):
    """SQD-CARD-05, R-28: attacks on the squad gain while it keeps its position, pinned or not.

    It is named by the answer `Encircle`; `attack.modifiers` counts the cards.
    """

    effect = Effect.ENCIRCLE
    rule = "SQD-CARD-05"
    when = say("is played on a pinned enemy in your own fire window")

    def why_not(self, g: SquadState, window: object, card: CardInUse) -> Refusal | None:
        """Not without a squad to lay it on."""
        why = say("{title} is laid on an enemy squad: choose one", title=card.use.title)
        return Refusal("SQD-CARD-05", why, misfit=True)

    def text(self, use: Use, options: Options) -> str:
        return say(
            "On a pinned enemy's position: attacks on it {amount:+d} until it moves.",
            amount=use.amount,
        )


def offers(view: View[SquadState], squad: SquadId, held: Played) -> Iterator[Encircle]:
    """On each squad that can be named now."""
    yield from (Encircle(held, target) for target in targets(view.state, squad))


def why_not(view: View[SquadState], squad: SquadId, answer: Encircle) -> Refusal | None:
    """Refuse a card of the hand that this squad cannot lay on that enemy in its fire window."""
    g = view.state
    refusal = why_not_target(g, squad, answer.target)
    if refusal is not None:
        return refusal
    if answer.card not in g.hands[squad]:
        return Refusal("SQD-WIN-04", OWN_HAND, misfit=True)
    card = view.card(answer.card)
    if card is not None:
        refusal = _why_not_card(g, squad, card)
        if refusal is not None:
            return refusal
    if not g.squads[answer.target].pinned:
        return Refusal("SQD-CARD-05", say("the enemy squad is not pinned"))
    return None


def _why_not_card(g: SquadState, squad: SquadId, card: CardNumber) -> Refusal | None:
    use = find_use(card, NO_TRAIT, g.squads[squad].nation)
    if isinstance(use, Refusal):
        return use
    if not belongs(g.options, use, FIRE_MOMENTS):
        why = out_of_place(g.options, use)
        return Refusal(why.rule, why.why, misfit=use.effect is not Effect.ENCIRCLE)
    if use.effect is not Effect.ENCIRCLE:
        return Refusal(
            "SQD-CARD-05", say("{title} is no Encircled card", title=use.title), misfit=True
        )
    return None


def carry_out(g: SquadState, squad: SquadId, answer: Encircle) -> None:
    """It is attached to the target's position until the target leaves it (SQD-MOVE-04)."""
    laid = g.take(squad, answer.card)
    g.squads[answer.target].attached.append(laid)
    g.tell(EncircledSquad(squad, answer.target, laid))
