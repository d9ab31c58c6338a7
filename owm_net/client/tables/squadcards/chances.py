"""The chances of an attack, in words, for the window and the terminal."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.words import decimal
from owm_net.engine.ids import Seat
from owm_net.engine.records import played_cards
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Fire, kills, modifiers
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import NO_TRAIT, SquadId
from owm_net.games.squadcards.plays import PlaysCard
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.uses import find_use
from owm_net.games.squadcards.words import added


def use_in(view: View[SquadState], seat: Seat, answer: Answer) -> tuple[SquadId, Use] | None:
    """Return whose card an answer of a seat plays, and the card's effect; None if it plays none
    that is known."""
    g, cards = view.state, played_cards(answer)
    card = view.card(cards[0]) if cards else None
    squad = g.holder(seat, cards[0]) if cards else None
    if card is None or squad is None:
        return None
    option = answer.option if isinstance(answer, PlaysCard) else NO_TRAIT
    use = find_use(card, option, g.squads[squad].nation)
    return (squad, use) if isinstance(use, Use) else None


def chances(g: SquadState, squad: SquadId, use: Use, fire: Fire) -> tuple[int, str, list[str]]:
    """Of an attack: its net modifier, its chances in words, and why."""
    why = modifiers(g, squad, fire.target, use, fire.close_in)
    net = sum([value for _, value in why])
    men = g.squads[fire.target].men
    results = [kills(x - y + net, use, men) for x in range(1, 7) for y in range(1, 7)]
    hits = sum([1 for n in results if n])
    average = sum(results) / 36
    men_words = decimal(f"{average:.1f}" if average >= 0.1 else f"{average:.2f}")
    chance = (
        tr("{hits} of 36 rolls hit, {men_words} men on average", hits=hits, men_words=men_words)
        if hits
        else tr("it cannot hit")
    )
    return net, chance, added(why)
