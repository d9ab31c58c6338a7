"""How it may stand with a rematch, for whoever looks at the end of a match."""

from __future__ import annotations

from owm_net.client.match.after import NEW, After
from owm_net.client.match_stage import Stage
from owm_net.session.rematch import Sides


class Talk:
    """How it stands with a rematch, as it is shown; what was said."""

    def __init__(
        self,
        name: str = "Ben",
        *,
        asks: Sides = Sides.NONE,
        waits: Sides = Sides.NONE,
        why: str = "",
        note: str = "",
        begins: bool = False,
        declined: bool = False,
    ) -> None:
        self.name, self.why, self.note = name, why, note
        self.asks, self.waits, self.begins, self.declined = asks, waits, begins, declined
        self.said: list[Sides | str | bytes] = []
        self.hand = b""

    def wish(self, sides: Sides) -> None:
        self.said.append(sides)

    @property
    def may_give(self) -> bool:
        return not self.why

    def give(self, hand: bytes) -> bool:
        self.said.append(hand)
        return True

    def decline(self) -> None:
        self.said.append("no")


def talked_of(stage: Stage, talk: Talk) -> None:
    """The match is over, in a window that began at the title."""
    stage.sitting.exit.home = True
    stage.sitting.ending.after = After(
        (NEW,), watch=lambda log: None, save=lambda: None, rematch=talk, since=0.0
    )
    stage.sitting.touch()
