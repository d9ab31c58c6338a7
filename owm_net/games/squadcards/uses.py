"""The uses of a card: the card itself, or one of the uses of a National Trait (2.12)."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import CardNumber
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Trait, Use
from owm_net.games.squadcards.ids import NO_TRAIT, TraitKey
from owm_net.games.squadcards.state import CATALOG, face
from owm_net.games.squadcards.terms import Effect, Nation


def uses_of(card: CardNumber, nation: Nation) -> tuple[Use, ...]:
    """All that an opened card can do for a squad of this nationality."""
    row = CATALOG.faces[card]
    return CATALOG.traits[nation] if row.effect is Effect.TRAIT else (row,)


def option_of(card: CardNumber, use: Use) -> TraitKey:
    """How this use of an opened card is named in an answer."""
    return TraitKey(use.key) if face(card).effect is Effect.TRAIT else NO_TRAIT


def find_use(card: CardNumber, option: TraitKey, nation: Nation) -> Use | Refusal:
    """Return the use of an opened card for a squad of this nationality, as an answer names it."""
    row = face(card)
    if row.effect is Effect.TRAIT:
        return find_trait(option, nation)
    return why_not_option(card, option) or row


def find_trait(option: TraitKey, nation: Nation) -> Use | Refusal:
    """A use of a National Trait that this nationality has (SQD-TRAIT-01 to -18)."""
    for trait in CATALOG.traits[nation]:
        if trait.key == option:
            return trait
    other = CATALOG.uses.get(option)
    rule = other.rule if isinstance(other, Trait) else "SQD-TRAIT-01"
    title = CATALOG.nations[nation].title
    return Refusal(
        rule, say("that is no {title} use of a National Trait", title=title), misfit=True
    )


def why_not_option(card: CardNumber, option: TraitKey) -> Refusal | None:
    """Only a National Trait has several uses."""
    row = face(card)
    if row.effect is Effect.TRAIT or not option:
        return None
    return Refusal("SQD-TRAIT-01", say("{title} has one use only", title=row.title), misfit=True)
