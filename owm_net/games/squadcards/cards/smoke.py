"""Smoke: laid with the declaration of a move."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import OWN_HAND, CardEffect
from owm_net.games.squadcards.state import Options, SquadState, face
from owm_net.games.squadcards.terms import Effect


class Smoke(CardEffect[object]):
    """SQD-COVER-02, -06, SQD-OPF-04: named by the answer `Declare`, not played alone."""

    effect = Effect.SMOKE
    rule = "SQD-COVER-02"
    when = say("is played with the declaration of a move, one each turn")

    def text(self, use: Use, options: Options) -> str:
        return say(
            "With your declaration: opportunity fire on you {smoke_modifier}, "
            "your covering fire -2.",
            smoke_modifier=options.smoke_modifier,
        )


def why_not_smoke(view: View[SquadState], squad: SquadId, held: int) -> Refusal | None:
    """Refuse a card of the hand that a moving squad may not lay."""
    g = view.state
    if held not in g.hands[squad]:
        return Refusal("SQD-COVER-02", OWN_HAND, misfit=True)
    if not g.hex_map and len(g.hands[squad]) < 2:
        return Refusal("SQD-COVER-01", say("a card must be left for the move itself (R-45)"))
    card = view.card(held)
    if card is not None and face(card).effect is not Effect.SMOKE:
        why = say("with a move only Smoke is laid, not {title}", title=face(card).title)
        return Refusal("SQD-COVER-02", why, misfit=True)
    return None


def why_no_smoke(view: View[SquadState], squad: SquadId) -> Refusal | None:
    """Why a squad can lay none with its move, None if a card of its hand will do."""
    if any(why_not_smoke(view, squad, held) is None for held in view.state.hands[squad]):
        return None
    return Refusal("SQD-COVER-02", say("you hold no Smoke card that can be spared"))
