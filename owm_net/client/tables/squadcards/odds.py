"""The effect of a card of the hand, in words: its odds, and what is added to the dice."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import own_seat, state_of
from owm_net.client.words import decimal
from owm_net.engine.records import played_cards
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.attack import Fire, kills, modifiers
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import NO_TRAIT, SquadId
from owm_net.games.squadcards.plays import PlaysCard
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.uses import find_use
from owm_net.games.squadcards.words import added, because, number_of


def use_of(seen: SeenTable, answer: Answer) -> tuple[SquadId, Use] | None:
    """Return whose card an answer plays, and the card's effect; None if it plays none that is
    known."""
    assert seen.view is not None
    g, cards = state_of(seen), played_cards(answer)
    card = seen.view.card(cards[0]) if cards else None
    squad = g.holder(own_seat(seen), cards[0]) if cards else None
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


def title_of(seen: SeenTable, answer: Answer) -> tuple[str, str]:
    """An answer as a heading and a line below it."""
    g, found = state_of(seen), use_of(seen, answer)
    if found is None:
        return "", ""
    squad, use = found
    if isinstance(answer, Fire):
        net, chance, why = chances(g, squad, use, answer)
        attack = tr(use.title).upper()
        if answer.close_in:
            attack = tr("{attack} AT CLOSE QUARTERS", attack=attack)
        if g.squads_each > 1:
            squad_no = number_of(g, answer.target)
            attack = tr("{attack} ON SQUAD {n}", attack=attack, n=squad_no)
        return tr("{attack}: NET {net:+d}", attack=attack, net=net), f"{chance}{tr(because(why))}"
    if isinstance(answer, Encircle):
        heading = tr("ENCIRCLE THE ENEMY")
        if g.squads_each > 1:
            heading = tr("ENCIRCLE SQUAD {n}", n=number_of(g, answer.target))
        return heading, faces.effect_text(use, g.options)
    return tr(use.title).upper(), faces.effect_text(use, g.options)


def trait_text(use: Use, options: Options) -> str:
    """A use of a National Trait in a few words."""
    if use.effect is Effect.ATTACK:
        return tr("{use} (attack {range})", use=use.title, range=faces.range_text(use))
    effect = tr(faces.effect_text(use, options)).partition(" (")[0].rstrip(".")
    return tr("{use} ({effect})", use=use.title, effect=effect)
