"""The turning points of a match in words, for a terminal and for the window."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.terminal.terminal_words import InWords
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.session.turning import Turning

NO_THINKER = say("The computer player of this game compares no plans, so it finds none.")
CLOSED = say("They are found only for players whose cards are known here.")
HOW = say(
    "The computer player looks at every decision: what was done, and what else could have been"
    " done, by what the player could know then. It takes about a minute."
)


@frozen
class TurningWords:
    """who: whose it is, and when. did: what they did. better: what came out better. tried: how much
    better."""

    who: str
    did: str
    better: str
    tried: str

    @property
    def lines(self) -> tuple[str, ...]:
        """Return all of it, a line each."""
        return (self.who, tr("Chosen: {deed}", deed=self.did), self.better, self.tried)


def none_words(words: InWords, view: View[Any], seats: Iterable[Seat]) -> list[str]:
    """Return a line for each of these seats, for whom nothing was clearly better."""
    names = [words.player_name(view, seat) for seat in seats]
    return [tr("For {name} nothing else came out clearly better.", name=name) for name in names]


def turning_words(words: InWords, view: View[Any], turning: Turning) -> TurningWords:
    """Put a turning point into words. view: that of its seat at its step."""
    name = words.player_name(view, turning.seat)
    who = tr("{name}, step {step}:", name=name, step=turning.step)
    better = tr("Better: {deed}", deed=words.deed(view, turning.better))
    if turning.words:
        better = tr(
            "{better} The plan: {plan}.", better=better, plan=tr(words.named(turning.words))
        )
    tried = tr(
        "It came out better in {won} of {all} tries, and worse in {lost}.",
        won=str(turning.won),
        lost=str(turning.lost),
        all=str(turning.tried),
    )
    return TurningWords(who, words.deed(view, turning.given), better, tried)
