"""Chain of Command (000:1515-1516): the last number is void and is flipped again."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import FLIPS, AnyWindow, Decision, Flip, Number, Total


@record("owm.decision.chain_of_command")
class ChainOfCommand(Decision):
    """Flip the newest number again, in the same colour (OWM-CD-CHAIN, A-11, A-107, A-131)."""

    key = "chain_of_command"
    rule = "OWM-CD-CHAIN"
    windows = FLIPS
    moment = say("it is played on a number that has just been flipped")

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[ChainOfCommand]:
        yield ChainOfCommand(card)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """The number must be the newest card, and not have been cancelled."""
        subject = window.subject
        if window.stack:
            return Refusal("OWM-CD-CHAIN", say("another card has been played since (A-107)"))
        gone = subject.nought if isinstance(subject, Number) else False
        if gone or (isinstance(subject, Total) and subject.newest is None):
            return Refusal("OWM-CD-CHAIN", say("no flip is left in it that could be made again"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """The new number stands, unless it is chained again."""
        subject = window.subject
        if isinstance(subject, Flip):
            window.subject = subject.with_(void=True)
        elif isinstance(subject, Total) and subject.newest is not None:
            window.add_flip(subject.newest)
            window.subject = subject.without_newest()
        return None

    def outlook(self, view: View[OwmState], window: AnyWindow) -> str:
        return say("{newest}: void, and flipped again", newest=window.newest(view.state))
