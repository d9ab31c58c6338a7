"""The effects of options and action cards, in the words of the rule book."""

from __future__ import annotations

import re
from functools import lru_cache

from owm_net.client.rules.rule_books import translated
from owm_net.engine.text import read_out
from owm_net.files import rulebook
from owm_net.files.rulebook import RuleEntry
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import CardKey, OptionKey
from owm_net.games.heroes.terms import OptionKind

OF_OPTIONS = ("HON-EQ-", "HON-TRT-", "HON-ORO-")


def effect_of_option(key: OptionKey) -> str:
    """Return what an option does, with the rule's id; "" for one that only brings units."""
    entry = rule_of(key)
    return "" if entry is None else f"{translated(entry).text} ({entry.id})"


def effect_of_card(key: CardKey) -> str:
    """Return what a card does: the last line of what the rule book has of it, behind its
    heading."""
    entry = _of_card(key)
    if entry is None:
        return ""
    return translated(entry).text.rpartition("\n")[2].partition(": ")[2].replace("*", "")


@lru_cache(maxsize=128)
def rule_of(key: OptionKey) -> RuleEntry | None:
    """The rule of an option, which begins with its name."""
    option = CATALOG.options[key]
    name = _plain(option.title)
    for entry in _entries() if option.kind is not OptionKind.SUPPORT else ():
        heads = entry.text.partition(":")[0].split(" / ")
        if entry.id.startswith(OF_OPTIONS) and name in map(_plain, heads):
            return entry
    return None


@lru_cache(maxsize=128)
def _of_card(key: CardKey) -> RuleEntry | None:
    name = _plain(CATALOG.cards[key].title)
    cards = [entry for entry in _entries() if entry.sort == "card"]
    return next((entry for entry in cards if _plain(entry.id) == name), None)


def _entries() -> tuple[RuleEntry, ...]:
    """The rule book as it is written."""
    return rulebook.rule_books()["heroes"].entries


def _plain(name: str) -> str:
    """A name without what is in brackets behind it, in the singular."""
    return re.sub(r" ?\(.*\)", "", read_out(name)).strip().lower().removesuffix("s")
