"""Who keeps a match waiting, since when, and what can be done about it.

A person may think as long as he likes. A program may not: what no person decides is due at once,
and a link that is lost should be back soon. The player is told; where more than two play, the
match can go on without a seat if all who remain agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, runtime_checkable

import trio

from owm_net.files.home import program
from owm_net.net.line import Line
from owm_net.session.match import Match
from owm_net.session.player import Player

DECIDED: Final = ("answer", "commit")
"""Kinds of entries that a person decides, as `Match.due` says them."""
ASK_AFTER: Final = 60.0
"""Seconds after which a player who decides himself is asked about a seat that is away."""
ASK_AGAIN: Final = 300.0


@runtime_checkable
class Deciding(Protocol):
    """A player who is asked whether to go on without a seat."""

    async def shall_drop(self, seat: int, why: str) -> bool:
        """why: a line for people. Cancelled when the question is of no use any more."""


class Absence:
    """Watches over the seats that owe. lines: by seat, of those we have a link to.

    drop_after, stalled_after: as for `run_match`.
    """

    def __init__(
        self, match: Match, lines: Mapping[int, Line], player: Player,
        drop_after: float | None, stalled_after: float,
    ) -> None:
        self._match = match
        self._lines = lines
        self._player = player
        self._drop_after = drop_after
        self._stalled_after = stalled_after
        self._step = -1
        self._owing: dict[int, float] = {}
        self._told: list[int] = []
        self._asked: dict[int, float] = {}
        self._asking: dict[int, trio.CancelScope] = {}

    def look(self, nursery: trio.Nursery, post: Any) -> None:
        """Who owes, and for how long? Tell, ask or propose what is to be done."""
        now = trio.current_time()
        self._note(now)
        for seat in self._owing:
            if self._is_stalled(seat, now) and seat not in self._told:
                self._told.append(seat)
                self._player.notice("stalled", self._stalled_line(seat))
        if self._match.seats > 2:
            whys = {seat: self._why(seat, now) for seat in self._match.droppable()
                    if self._all_here_but(seat)}
            for seat in [seat for seat in self._asking if not whys.get(seat)]:
                self._take_back(seat)
            for seat, why in whys.items():
                if why:
                    self._propose(seat, why, now, nursery, post)

    def must_listen(self) -> bool:
        """Whether somebody may still tell us what we had signed before we were started again.

        One who stays away is not waited for when another has told us: entries are passed on.
        """
        lines = [line for line in self._lines.values() if line.counts]
        behind = [line for line in lines if line.behind]
        if len(behind) == len(lines):
            return bool(behind)
        now, patience = trio.current_time(), self._patience
        return any(line.lost_at is None or now - line.lost_at < patience for line in behind)

    def check_hope(self) -> None:
        """Raise the reason if all who owe are gone for good, and nobody may go on without them."""
        ours = self._match.own.seat if self._match.own is not None else -1
        owed = self._match.owed()
        gone = [self._lines[seat].gone for seat in owed if seat in self._lines]
        if not owed or ours in owed or len(gone) < len(owed):
            return
        may_drop = self._drop_after is not None or isinstance(self._player, Deciding)
        if may_drop and any(seat in self._match.droppable() for seat in owed):
            return
        reasons = [why for why in gone if why is not None]
        if len(reasons) == len(owed):
            raise reasons[0]

    def answered(self, seat: int, yes: bool) -> None:
        """What the player says to `shall_drop`. Too late, it counts for nothing."""
        if self._asking.pop(seat, None) is None:
            return
        self._asked[seat] = trio.current_time()  # who has said no is left in peace from now on
        if yes and seat in self._match.droppable():
            self._match.drop(seat)

    def _note(self, now: float) -> None:
        if self._match.step != self._step:
            self._step = self._match.step
            self._owing.clear()
            self._told.clear()
            self._asked.clear()
            for scope in self._asking.values():
                scope.cancel()
            self._asking.clear()
        ours = self._match.own.seat if self._match.own is not None else -1
        owed = [seat for seat in self._match.owed() if seat != ours]
        self._owing = {
            seat: now if self._is_out_of_sight(seat) else self._owing.get(seat, now)
            for seat in owed
        }

    def _is_out_of_sight(self, seat: int) -> bool:
        """Whether we could not hear of a seat even if it had sent what it owes."""
        if seat in self._lines:
            return self._is_away(seat)
        return any(line.link is None for line in self._lines.values() if line.counts)

    def _is_stalled(self, seat: int, now: float) -> bool:
        """Whether a program that is connected, as far as we know, keeps back what it owes."""
        if self._match.due() in DECIDED or self._is_away(seat):
            return False
        return now - self._owing.get(seat, now) >= self._stalled_after

    def _is_away(self, seat: int) -> bool:
        return seat in self._lines and self._lines[seat].link is None

    def _all_here_but(self, seat: int) -> bool:
        """Whether all whose consent it takes can be heard, as far as we know: a proposal binds us,
        and must not keep out another who comes back first."""
        links = [
            line.link for other, line in self._lines.items() if other != seat and line.counts
        ]
        return bool(links) and None not in links

    def _why(self, seat: int, now: float) -> str:
        """Why the match might go on without a seat now; "" if it should wait."""
        patience = self._patience
        owes = f"and owes its {self._match.due()}"
        line, name = self._lines.get(seat), self._name(seat)
        if line is not None and line.lost_at is not None and now - line.lost_at >= patience:
            return f"{name} has been away for {_time(now - line.lost_at)} {owes}"
        if line is not None and self._is_stalled(seat, now):
            return f"{name}'s program says nothing {owes}"
        others = [s for s in self._match.proposed().get(seat, []) if self._is_other(s)]
        if others and (self._drop_after is None or now - self._owing.get(seat, now) >= patience):
            who = " and ".join(self._name(s) for s in others)
            return f"{who} would go on without {name}, who owes its {self._match.due()}"
        return ""

    @property
    def _patience(self) -> float:
        return ASK_AFTER if self._drop_after is None else self._drop_after

    def _is_other(self, seat: int) -> bool:
        return self._match.own is None or seat != self._match.own.seat

    def _propose(
        self, seat: int, why: str, now: float, nursery: trio.Nursery, post: Any
    ) -> None:
        if self._match.own is not None and self._match.own.seat in self._match.proposed().get(
            seat, []
        ):
            return
        if self._drop_after is not None:
            if seat not in self._match.droppable():
                return  # we have just proposed another
            self._match.drop(seat)
            self._player.notice("dropping", f"{why}: we propose to go on without it")
        elif now - self._asked.get(seat, -ASK_AGAIN) >= ASK_AGAIN and seat not in self._asking:
            self._asked[seat] = now
            how = "the match can go on without it if all who are here agree"
            if not isinstance(self._player, Deciding):
                how += f"; if you do, stop and type: {program()} resume --drop-after 1"
            self._player.notice("away", f"{why}; {how}")
            if isinstance(self._player, Deciding):
                self._asking[seat] = scope = trio.CancelScope()
                nursery.start_soon(self._ask, self._player, seat, why, scope, post)

    def _take_back(self, seat: int) -> None:
        """The seat is back, or another has gone: the question is of no use any more."""
        self._asking.pop(seat).cancel()
        del self._asked[seat]

    async def _ask(
        self, player: Deciding, seat: int, why: str, scope: trio.CancelScope, post: Any
    ) -> None:
        with scope:
            yes = await player.shall_drop(seat, why)
            await post.send(("dropping", seat, yes))

    def _stalled_line(self, seat: int) -> str:
        return (
            f"{self._name(seat)}'s program has owed its {self._match.due()} for"
            f" {_time(self._stalled_after)}, which no person has to decide: it is away,"
            " broken, or stalls; wait, or stop and go on another time"
        )

    def _name(self, seat: int) -> str:
        return self._match.names[seat] or f"seat {seat + 1}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes"
