"""The choices after a match, besides leaving it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from attrs import define

from owm_net.client.keys import HEED
from owm_net.client.language import tr
from owm_net.client.match.handles import Gathered
from owm_net.session.rematch import Sides

AGAIN, NEW, WATCH = "again", "new", "watch"
"""What the player may want next: the same once more, another match, this one shown again."""
REMATCH = "rematch"
"""What both players have agreed on."""


class RematchView(Protocol):
    """The view of a rematch and its actions; see `net.rematch.Rematch`."""

    name: str
    why: str
    note: str

    @property
    def begins(self) -> bool:
        """Both have agreed."""

    @property
    def asks(self) -> Sides:
        """Return what the other asks."""

    @property
    def waits(self) -> Sides:
        """Return what our player has asked, and waits for."""

    @property
    def declined(self) -> bool:
        """The other has said no."""

    def wish(self, sides: Sides) -> None:
        """Ask, say yes to the same, or by NONE take it back."""

    def decline(self) -> None:
        """No to what is asked."""

    @property
    def may_give(self) -> bool:
        """Return True if the other can be sent our player's own cards of the match."""

    def give(self, hand: bytes) -> bool:
        """Send it; False if it does not go that way."""


@define(eq=False)
class After:
    """offers: which of AGAIN and NEW can be had; wish: the player's choice, "" for none. watch:
    replays a log over the end, None for that of this match; save: has a picture of the table made;
    each is None while there is nobody to do it. saved: where the picture is, or why there is none.
    rematch: with the other of a match of two, or why there is none; since: when its current state
    was first seen, in seconds of the window; None before. met: with whom the next match begins,
    when both have agreed. hand_came: called when the other has sent their own cards of the match.
    log: of the match, once it is over. turning: it is shown again for its turning points.
    """

    offers: tuple[str, ...] = ()
    wish: str = ""
    watch: Callable[[Path | None], None] | None = None
    save: Callable[[], None] | None = None
    saved: str = ""
    rematch: RematchView | None = None
    since: float | None = None
    met: Gathered | None = None
    hand_came: Callable[[], None] = lambda: None
    log: Path | None = None
    turning: bool = False

    def heeds(self, now: float) -> bool:
        """Return True if the current state of a rematch has been visible long enough for a click to
        mean it: buttons change when the other player asks."""
        return self.since is not None and now - self.since >= HEED

    def waited(self, now: float) -> str:
        """For how long it has been so, such as "0:14"."""
        seconds = 0 if self.since is None else int(now - self.since)
        return f"{seconds // 60}:{seconds % 60:02}"


def rematch_in_words(rematch: RematchView, waited: str) -> str:
    """How things stand with it. waited: for how long they have stood so, such as "0:14"."""
    name = rematch.name
    if rematch.why:
        return tr("No rematch: {why}.", why=tr(rematch.why))
    if rematch.begins:
        return tr("The rematch begins ...")
    if rematch.asks is Sides.SAME:
        return tr("{name} would like a rematch", name=name)
    if rematch.asks is Sides.CHANGED:
        return tr("{name} would like a rematch with the sides changed", name=name)
    if rematch.note:
        return tr(rematch.note)
    if rematch.waits is Sides.SAME:
        return tr("You have asked {name} for a rematch: {time}", name=name, time=waited)
    if rematch.waits is Sides.CHANGED:
        return tr(
            "You have asked {name} for a rematch with the sides changed: {time}",
            name=name,
            time=waited,
        )
    if rematch.declined:
        return tr("{name} would rather not play again now", name=name)
    return tr("Play again with {name}?", name=name)
