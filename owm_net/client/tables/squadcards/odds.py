"""The effect of a card of the hand, in words: its odds, and what is added to the dice."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.chances import chances, use_in
from owm_net.client.tables.squadcards.common import own_seat, state_of
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.state import Options
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.words import because, number_of


def use_of(seen: SeenTable, answer: Answer) -> tuple[SquadId, Use] | None:
    """Return whose card an answer plays, and the card's effect; None if it plays none that is
    known."""
    assert seen.view is not None
    return use_in(seen.view, own_seat(seen), answer)


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
