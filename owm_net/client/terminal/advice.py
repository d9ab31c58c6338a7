"""A hint: what the computer player would do in the player's place, why, and what it risks.

`advise` in a terminal and HINT in the window say the same. Nobody plays it but the player.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.terminal.terminal_words import InWords
from owm_net.client.words import capital
from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.system import Advised
from owm_net.engine.text import say
from owm_net.engine.view import View

AGAINST_PEOPLE = say(
    "Hints are off in a match against people, so that players and not programs decide. They are on "
    "against the computer."
)
"""Why there is none where a person plays on the other side."""


NO_CHOICE = say("Nothing else can be chosen.")
NOT_WORTH_IT = say("Nothing that can be chosen here is worth its price.")
"""Why it passes, where the game says nothing else."""


@frozen
class Advice:
    """answer: the computer player's. what: it would do, in a sentence. why: what speaks for it.
    odds: its likely result, a line each. plan: what it begins, "" if it stands alone. tried: how it
    did against the other that is advised, "" without one."""

    answer: Answer
    what: str
    why: str
    odds: tuple[str, ...]
    plan: str = ""
    tried: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return everything said of it besides what it would do."""
        return (*filter(None, [self.why, self.plan]), *self.odds)


def advice_on(words: InWords, view: View[Any], advised: Advised) -> Advice:
    """Put what a computer player would do into words. words: of its game."""
    system, answer = words.system, advised.answer
    why = capital(tr(words.named(system.reason(view, answer))))
    if not why and isinstance(answer, Pass) and not advised.tried:  # the tries speak for it
        allowed = (a for a in agenda.offers(view) if agenda.why_not(view, a) is None)
        why = tr(NO_CHOICE if all(a == answer for a in allowed) else NOT_WORTH_IT)
    plan = tr("The plan: {plan}.", plan=tr(words.named(advised.words))) if advised.words else ""
    tried = ""
    if advised.better:
        tried = tr(
            "It came out better in {n} of {all} tries.",
            n=str(advised.better),
            all=str(advised.tried),
        )
    return Advice(
        answer, words.deed(view, answer), why, tuple(words.odds(view, answer)), plan, tried
    )
