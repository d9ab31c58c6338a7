"""Who keeps a match waiting, and what can be done about it.

A person may think for a good while. A program may not: what no person decides is due at once,
and a link that is lost should be back soon. The player is told; where more than two play, the
match can go on without a seat if all who remain agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, runtime_checkable

import trio
from attrs import frozen

from owm_net.files.home import program
from owm_net.net.line import Line
from owm_net.net.owing import Owing
from owm_net.net.streams import NetError
from owm_net.session.match import Match
from owm_net.session.player import Player

ASK_AFTER: Final = 60.0
"""Seconds after which a player who decides himself is asked about a seat that is away."""
ASK_AGAIN: Final = 300.0
THINKING: Final = 600.0
"""Seconds that a person may think while others wait; then they are asked as of one who is away."""


@runtime_checkable
class Deciding(Protocol):
    """A player who is asked whether to go on without a seat."""

    async def shall_drop(self, seat: int, why: str) -> bool:
        """why: a line for people. Cancelled when the question is of no use any more."""


@frozen
class _Why:
    """Why the match might go on without a seat, for people; unasked: the player has agreed."""

    words: str
    unasked: bool


class Absence:
    """Watches over the seats that owe. lines: by seat, of those we have a link to.

    drop_after, stalled_after: as for `run_match`.
    """

    def __init__(
        self,
        match: Match,
        lines: Mapping[int, Line],
        player: Player,
        drop_after: float | None,
        stalled_after: float,
    ) -> None:
        self._match = match
        self._lines = lines
        self._player = player
        self._drop_after = drop_after
        self._stalled_after = stalled_after
        self._patience = ASK_AFTER if drop_after is None else drop_after
        self._began = trio.current_time()
        self._owing = Owing(match, lines)
        self._told: list[int] = []
        self._told_mute: list[int] = []
        self._proposed_at: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        self._asking: dict[int, trio.CancelScope] = {}
        self._agreed: list[int] = []

    def look(self, nursery: trio.Nursery, post: Any) -> None:
        """Who owes, and for how long? Tell, ask or propose what is to be done."""
        now = trio.current_time()
        if self._owing.look(now):
            self._begin_step()
        for seat in self._owing.seats():
            if self._is_stalled(seat, self._stalled_after) and seat not in self._told:
                self._told.append(seat)
                self._player.notice("stalled", self._stalled_line(seat))
        self._tell_of_the_mute(now)
        if self._match.seats == 2 or self._match.is_working:
            return
        self._tell_of_the_undecided(now)
        self._do_as_agreed()
        whys = {
            seat: self._why(seat, now)
            for seat in self._match.droppable()
            if self._all_here_but(seat)
        }
        for seat in [seat for seat in self._asking if whys.get(seat) is None]:
            self._take_back(seat)
        for seat, why in whys.items():
            if why is not None and not self._is_proposed_by_us(seat):
                self._propose(seat, why, now, nursery, post)

    def must_listen(self) -> bool:
        """Whether somebody may still tell us what we had signed before we were started again.

        One who stays away, or says nothing, is not waited for when another has told us: entries
        are passed on.
        """
        lines = [line for line in self._lines.values() if line.counts]
        behind = [line for line in lines if line.behind]
        if len(behind) == len(lines):
            return bool(behind)
        now = trio.current_time()
        latest = now - self._began >= 3 * self._patience  # also of one who comes and goes
        return not latest and any(now - line.since < self._patience for line in behind)

    def check_hope(self) -> None:
        """Raise the reason if who is waited for is gone for good, and nobody may go on without."""
        owed = self._match.owed()
        mine = [seat for seat in owed if self._is_proposed_by_us(seat)]
        held_up = [why for seat in mine for why in self._gone_but(seat)]
        if held_up:
            raise held_up[0]  # what we have proposed binds us, and will never be agreed
        if not owed or self._owing.is_ours_too():
            return
        gone = [why for seat in owed if (why := self._gone(seat)) is not None]
        if len(gone) < len(owed):
            return
        may_drop = self._drop_after is not None or self._is_asked()
        droppable = owed if self._match.is_working else self._match.droppable()
        if not may_drop or not any(s in droppable and not self._gone_but(s) for s in owed):
            raise gone[0]

    def answered(self, seat: int, yes: bool) -> None:
        """What the player says to `shall_drop`. Too late, it counts for nothing."""
        if self._asking.pop(seat, None) is None:
            return
        self._asked[seat] = trio.current_time()  # who has said no is left in peace from now on
        if yes:
            self._agreed.append(seat)

    def _begin_step(self) -> None:
        self._told.clear()
        self._asked.clear()
        self._agreed.clear()
        self._proposed_at.clear()
        for scope in self._asking.values():
            scope.cancel()
        self._asking.clear()

    def _do_as_agreed(self) -> None:
        """Propose what the player has agreed to: not before the match is out of work."""
        while self._agreed:
            seat = self._agreed.pop(0)
            if seat in self._match.droppable():
                self._match.drop(seat)

    def _tell_of_the_mute(self, now: float) -> None:
        """Taken up again, we sign nothing before the others have told us what they have of us."""
        if not self.must_listen():
            return
        for seat, line in self._lines.items():
            late = line.behind and not line.is_away and now - line.since >= self._stalled_after
            if late and seat not in self._told_mute:
                self._told_mute.append(seat)
                self._player.notice(
                    "stalled",
                    (
                        f"{self._name(seat)}'s program does not say what it has of this match, "
                        "without which we cannot go on: wait, or stop and go on another time"
                    ),
                )

    def _tell_of_the_undecided(self, now: float) -> None:
        """What we have proposed binds us until all others have agreed, or one has objected."""
        for seat, agreed in self._match.proposed().items():
            if not self._is_proposed_by_us(seat):
                continue
            if now - self._proposed_at.setdefault(seat, now) >= ASK_AGAIN:
                self._proposed_at[seat] = now
                said = {seat, *agreed, *self._match.dropped}
                silent = [self._name(s) for s in range(self._match.seats) if s not in said]
                self._player.notice(
                    "dropping",
                    (
                        f"we wait for the word of {' and '.join(silent)}, whether to go on without"
                        f" {self._name(seat)}"
                    ),
                )

    # -- who, and for how long -----------------------------------------------------------

    def _is_stalled(self, seat: int, limit: float) -> bool:
        """Whether a program that is connected, as far as we know, keeps back what it owes."""
        if self._owing.is_decided() or self._is_away(seat):
            return False
        return self._owing.debt(seat).whole >= limit

    def _is_thinking(self, seat: int, limit: float) -> bool:
        """Whether a person keeps others waiting who have decided themselves."""
        if not self._owing.is_decided() or self._owing.is_ours_too():
            return False
        return self._owing.debt(seat).waited >= limit

    def _is_away(self, seat: int) -> bool:
        return seat in self._lines and self._lines[seat].is_away

    def _gone(self, seat: int) -> NetError | None:
        """Why nobody looks for a seat any more."""
        return self._lines[seat].gone if seat in self._lines else None

    def _needed(self, seat: int) -> list[Line]:
        """Of those whose consent it takes to go on without a seat, as far as we have links to them:
        they have not signed it yet."""
        agreed = self._match.proposed().get(seat, [])
        return [
            line
            for other, line in self._lines.items()
            if other != seat and not line.dropped and other not in agreed
        ]

    def _gone_but(self, seat: int) -> list[NetError]:
        """Why some of them will never consent."""
        return [line.gone for line in self._needed(seat) if line.gone is not None]

    def _all_here_but(self, seat: int) -> bool:
        """Whether all of them can be heard: a proposal binds us, and must not keep out another who
        comes back first. There is somebody who hears us."""
        heard = any(not line.is_away for other, line in self._lines.items() if other != seat)
        return heard and not any(line.is_away for line in self._needed(seat))

    def _is_proposed_by_us(self, seat: int) -> bool:
        own = self._match.own
        return own is not None and own.seat in self._match.proposed().get(seat, [])

    def _why(self, seat: int, now: float) -> _Why | None:
        """Why the match might go on without a seat now; None if it should wait."""
        seen = self._seen(seat, now)
        return _Why(seen, self._drop_after is not None) if seen else self._heard(seat)

    def _seen(self, seat: int, now: float) -> str:
        """What we see for ourselves, of a seat that we have a link to."""
        if seat not in self._lines:
            return ""
        debt, line, name = self._owing.debt(seat), self._lines[seat], self._name(seat)
        owes = f"and owes its {self._match.due()}"
        last = now - line.since if line.is_away else 0.0
        away = max(last, debt.away)
        if line.is_away and away >= self._patience:
            in_all = " in all" if away > last + 1 else ""
            return f"{name} has been away for {_time(away)}{in_all} {owes}"
        if self._is_stalled(seat, max(self._stalled_after, self._patience)):
            return f"{name}'s program says nothing {owes}"
        if self._is_thinking(seat, max(THINKING, self._patience)):
            return f"{name} has not decided for {_time(debt.waited)}"
        return ""

    def _heard(self, seat: int) -> _Why | None:
        """What others propose. Where a person decides he is asked. A computer goes along after its
        own patience, but not against what it sees for itself."""
        others = [s for s in self._match.proposed().get(seat, []) if self._is_other(s)]
        if not others:
            return None
        who = " and ".join(self._name(s) for s in others)
        words = f"{who} would go on without {self._name(seat)}, who owes its {self._match.due()}"
        if seat not in self._lines and len(self._lines) == 1:
            (through,) = self._lines
            words += f" (we hear of {self._name(seat)} only through {self._name(through)})"
        if self._is_asked() or self._drop_after is None:
            return _Why(words, False)
        late = self._owing.debt(seat).whole >= self._patience
        return _Why(words, True) if late and seat not in self._lines else None

    def _is_asked(self) -> bool:
        """Whether a person decides for us whether to go on."""
        return isinstance(self._player, Deciding)

    def _is_other(self, seat: int) -> bool:
        return self._match.own is None or seat != self._match.own.seat

    # -- what is done --------------------------------------------------------------------

    def _propose(self, seat: int, why: _Why, now: float, nursery: trio.Nursery, post: Any) -> None:
        if why.unasked:
            if seat in self._match.droppable():  # else we have just proposed another
                self._match.drop(seat)
                self._player.notice("dropping", f"{why.words}: we propose to go on without it")
        elif now - self._asked.get(seat, -ASK_AGAIN) >= ASK_AGAIN and seat not in self._asking:
            self._asked[seat] = now
            how = "the match can go on without it if all who are here agree"
            if not self._is_asked():
                how += f"; if you do, stop and type: {program()} resume --drop-after 1"
            self._player.notice("away", f"{why.words}; {how}")
            if isinstance(self._player, Deciding):
                self._asking[seat] = scope = trio.CancelScope()
                nursery.start_soon(self._ask, self._player, seat, why.words, scope, post)

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
