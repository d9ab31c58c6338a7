"""An entry of a rule book as a terminal shows it."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.terminal.parts import Line, Look
from owm_net.files.rulebook import RuleBook, RuleEntry


def rule_lines(book: RuleBook, entry: RuleEntry) -> list[str]:
    """Its name, if it has one, its text, and at the end its id with what it has to do with: names,
    or chapters with the ids of their rules."""
    named = [Line((entry.id, Look.HEADING))] if entry.is_named else []
    told = entry.text.split("\n")
    if entry.note:
        told[-1] += f" ({entry.note})"
    lines: list[str] = [*named, *(Line(text, indent=2) for text in told)]
    ids = [] if entry.is_named else [entry.id]
    others: dict[str, list[str]] = {}
    for other in [found for id in entry.see if (found := book.find(id)) is not None]:
        held = others.setdefault(other.id if other.is_named else other.chapter, [])
        held += [] if other.is_named else [other.id]
    told = [f"{title} ({', '.join(held)})" if held else title for title, held in others.items()]
    if told:
        ids.append(tr("See also: {names}", names="; ".join(told)))
    if ids:
        lines.append(Line((". ".join(ids), Look.QUIET), indent=2, hang=4))
    return lines
