"""The prompt bar: what is asked and why, few answers as buttons, who is placed next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from attrs import evolve

from owm_net.client.answering.drafting import Adopt, Say
from owm_net.client.language import tr
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import LET_PASS, Choice, Prompt
from owm_net.client.words import because, capital
from owm_net.engine import agenda
from owm_net.engine.drafts import blanks_of
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer

FEW = 4
"""As many answers that hold nothing of the map are buttons at once."""


def what(seen: SeenTable) -> str:
    """Return what is asked."""
    return capital(seen.answering.about.what)


def why(seen: SeenTable) -> str:
    """By which rule, or for which reason; "" where there is none."""
    answering = seen.answering
    return (
        f"{capital(because(answering.about.why, answering.about.rule))}."
        if answering.about.why
        else ""
    )


def offers(seen: SeenTable, most: int) -> list[Answer]:
    """Return the rules' offers, nothing if there are more than so many."""
    view = seen.view
    assert view is not None
    found: list[Answer] = seen.cached(
        ("offers", most), lambda: list(islice(agenda.offers(view), most + 1))
    )
    return found if len(found) <= most else []


def few(seen: SeenTable, kinds: Sequence[Any]) -> list[Answer]:
    """The answers, where they are few and hold nothing that is chosen on the map. kinds: the types
    of what is."""
    blanks = [blank for cls in seen.answering.drafting.kind.answers for blank in blanks_of(cls)]
    return [] if any(blank.kind in kinds for blank in blanks) else offers(seen, FEW)


def at_once(seen: SeenTable, found: Sequence[Answer]) -> Prompt:
    """A question whose few answers are buttons: passes last, the plain one at the right. They are
    not lit; Space goes on by that one, at the second press where something else can be done."""
    view = seen.view
    assert view is not None
    passes = [offer for offer in found if isinstance(offer, Pass)]
    deeds = [offer for offer in found if not isinstance(offer, Pass)]
    plain = LET_PASS if deeds else "continue"
    keyed = [(f"key:{n}", "", offer) for n, offer in enumerate(deeds, 1)]
    keyed += [(f"pass:{n}", "u", way) for n, way in enumerate(passes[1:], 1)]
    keyed += [(plain, "p", way) for way in passes[:1]]
    choices = [
        Choice(
            id,
            tr(seen.system.describe(view, offer)).upper(),
            Say(offer),
            why=seen.answering.why_not(offer),
            lit=not isinstance(offer, Pass),
            key=key,
        )
        for id, key, offer in keyed
    ]
    return Prompt(what(seen), why(seen), choices)


def place(
    seen: SeenTable, made: Prompt, names: Sequence[str], n: int, labels: Sequence[str]
) -> Prompt:
    """One after another is placed, or all at once as the rules offer it. names: who. n: how many
    have a place. labels: of the buttons for the offers."""
    view, text = seen.view, what(seen)
    assert view is not None
    if n < len(names):
        who, of = tr(names[n]), len(names)
        text = tr("Click a place for {who}, {n} of {all}", who=who, n=n + 1, all=of)
        made = evolve(made, detail=why(seen))
    found = seen.cached("rows", lambda: list(islice(agenda.offers(view), len(labels))))
    rows = [
        Choice(
            f"key:{i}",
            label,
            Adopt(offer, keeps=True),
            why=seen.answering.why_not(offer),
            lit=False,
        )
        for i, (label, offer) in enumerate(zip(labels, found, strict=False), 1)
    ]
    return evolve(made, text=text, choices=[*made.choices, *rows])
