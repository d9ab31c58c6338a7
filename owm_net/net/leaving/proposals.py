"""The decision when to propose going on without a seat, and which player to ask first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import trio
from attrs import frozen

from owm_net.engine.ids import Seat
from owm_net.files.home import program
from owm_net.net.errors import NetError
from owm_net.net.line import LineRole, PeerLine
from owm_net.net.mail import Post, SaidOfDrop
from owm_net.net.overdue import Overdue, in_words, name_of
from owm_net.session.match import Match
from owm_net.session.player import Deciding, Notice, Player

ASK_AFTER: Final = 60.0
"""Seconds after which a player who decides himself is asked about a seat that is away."""
ASK_AGAIN: Final = 300.0
THINKING: Final = 600.0
"""Seconds that a person may think while others wait; then they are asked as of one who is away."""


@frozen
class _Why:
    """Why the match might go on without a seat, for people; unasked: the player has agreed."""

    words: str
    unasked: bool


class Proposals:
    """Watches over the seats that owe. lines: by seat, of those we have a link to.

    drop_after: seconds after which it is proposed unasked to go on without a seat that is away, or
    silent; None leaves that to the player. silent_after: as for `Overdue`.
    """

    def __init__(
        self,
        match: Match,
        lines: Mapping[Seat, PeerLine],
        player: Player,
        overdue: Overdue,
        drop_after: float | None,
        silent_after: float,
    ) -> None:
        self._match = match
        self._lines = lines
        self._player = player
        self._overdue = overdue
        self._owing = overdue.owing
        self._drop_after = drop_after
        self._silent_after = silent_after
        self._patience = patience_of(drop_after)
        self._proposed_at: dict[Seat, float] = {}
        self._asked: dict[Seat, float] = {}
        self._asking: dict[Seat, trio.CancelScope] = {}
        self._agreed: list[int] = []

    def look(self, now: float, nursery: trio.Nursery, post: Post) -> None:
        """Who owes, and for how long? Ask or propose what is to be done."""
        if self._match.is_working:
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

    def check_hope(self) -> None:
        """Raise the reason if what we have proposed, which binds us, will never be agreed."""
        mine = [seat for seat in self._match.owed() if self._is_proposed_by_us(seat)]
        held_up = [why for seat in mine for why in self._gone_but(seat)]
        if held_up:
            raise held_up[0]

    def may_go_on(self) -> bool:
        """Return True if the match may still go on without one of the seats it waits for."""
        if self._drop_after is None and not self._is_asked():
            return False
        owed = self._match.owed()
        later = self._match.is_working or not self._match.may_sign
        droppable = owed if later else self._match.droppable()
        return any(s in droppable and not self._gone_but(s) for s in owed)

    def answered(self, seat: Seat, yes: bool) -> None:
        """Take the player's answer to `shall_drop`. Too late, it counts for nothing."""
        if self._asking.pop(seat, None) is None:
            return
        self._asked[seat] = trio.current_time()  # who has said no is left in peace from now on
        if yes:
            self._agreed.append(seat)

    def begin_step(self) -> None:
        """Forget the questions of the last step."""
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
                self._match.drop(Seat(seat))

    def _tell_of_the_undecided(self, now: float) -> None:
        """Tell of proposals still undecided: ours binds us until all others have agreed, or one has
        objected."""
        for seat, agreed in self._match.proposed().items():
            if not self._is_proposed_by_us(seat):
                continue
            if now - self._proposed_at.setdefault(seat, now) >= ASK_AGAIN:
                self._proposed_at[seat] = now
                said = {seat, *agreed, *self._match.dropped}
                silent = [self._name(Seat(s)) for s in range(self._match.seats) if s not in said]
                self._player.notice(
                    Notice.DROPPING,
                    (
                        f"we wait for the word of {' and '.join(silent)}, whether to go on without"
                        f" {self._name(seat)}"
                    ),
                )

    # -- who, and for how long -----------------------------------------------------------

    def _is_thinking(self, seat: Seat, limit: float) -> bool:
        """Return True if a person keeps others waiting who have decided already."""
        if not self._owing.is_decided() or self._owing.is_ours_too():
            return False
        return self._owing.debt(seat).waited >= limit

    def _needed(self, seat: Seat) -> list[PeerLine]:
        """Of those whose consent it takes to go on without a seat, as far as we have links to them:
        they have not signed it yet."""
        agreed = self._match.proposed().get(seat, [])
        return [
            line
            for other, line in self._lines.items()
            if other != seat and line.role is LineRole.PLAYS and other not in agreed
        ]

    def _gone_but(self, seat: Seat) -> list[NetError]:
        """Why some of them will never consent."""
        return [line.gone for line in self._needed(seat) if line.gone is not None]

    def _all_here_but(self, seat: Seat) -> bool:
        """Return True if all of them can be heard: a proposal binds us, and must not keep out
        another who returns first. There is somebody who hears us."""
        heard = any(not line.is_away for other, line in self._lines.items() if other != seat)
        return heard and not any(line.is_away for line in self._needed(seat))

    def _is_proposed_by_us(self, seat: Seat) -> bool:
        own = self._match.own
        return own is not None and own.seat in self._match.proposed().get(seat, [])

    def _why(self, seat: Seat, now: float) -> _Why | None:
        """Why the match might go on without a seat now; None if it should wait."""
        seen = self._seen(seat, now)
        return _Why(seen, self._drop_after is not None) if seen else self._heard(seat)

    def _seen(self, seat: Seat, now: float) -> str:
        """Return what we see ourselves of a seat that we have a link to. Of the others whoever has
        one looks, but not who has left the match and only passes on what they say."""
        line = self._lines.get(seat)
        if line is None and not any(
            other.role is LineRole.CARRIES and not other.is_away for other in self._lines.values()
        ):
            return ""
        debt, name = self._owing.debt(seat), self._name(seat)
        owes = f"and owes its {self._match.due().word}"
        if line is not None and line.is_away:
            last = now - line.since
            away = max(last, debt.away)
            if away >= self._patience:
                in_all = " in all" if away > last + 1 else ""
                return f"{name} has been away for {in_words(away)}{in_all} {owes}"
        if self._overdue.is_silent(seat, max(self._silent_after, self._patience)):
            return f"{name}'s program says nothing {owes}"
        if self._is_thinking(seat, max(THINKING, self._patience)):
            return f"{name} has not decided for {in_words(debt.waited)}"
        return ""

    def _heard(self, seat: Seat) -> _Why | None:
        """Return what others propose. Where a person decides, they are asked. A computer goes along
        after its own patience, but not against what it sees for itself."""
        others = [s for s in self._match.proposed().get(seat, []) if self._is_other(s)]
        if not others:
            return None
        who = " and ".join(self._name(s) for s in others)
        words = (
            f"{who} would go on without {self._name(seat)}, who owes its {self._match.due().word}"
        )
        if seat not in self._lines and len(self._lines) == 1:
            (through,) = self._lines
            words += f" (we hear of {self._name(seat)} only through {self._name(Seat(through))})"
        if self._is_asked() or self._drop_after is None:
            return _Why(words, False)
        late = self._owing.debt(seat).whole >= self._patience
        return _Why(words, True) if late and seat not in self._lines else None

    def _is_asked(self) -> bool:
        """Return True if a person decides for us whether to go on."""
        return isinstance(self._player, Deciding)

    def _is_other(self, seat: Seat) -> bool:
        return self._match.own is None or seat != self._match.own.seat

    # -- what is done --------------------------------------------------------------------

    def _propose(
        self, seat: Seat, why: _Why, now: float, nursery: trio.Nursery, post: Post
    ) -> None:
        if why.unasked:
            if seat in self._match.droppable():  # else we have just proposed another
                self._match.drop(Seat(seat))
                self._player.notice(Notice.DROPPING, f"{why.words}: we propose to go on without it")
        elif now - self._asked.get(seat, -ASK_AGAIN) >= ASK_AGAIN and seat not in self._asking:
            self._asked[seat] = now
            how = "the match can go on without it if all who are here agree"
            if not self._is_asked():
                how += f"; if you do, stop and type: {program()} resume --drop-after 1"
            self._player.notice(Notice.DROPPING, f"{why.words}; {how}")
            if isinstance(self._player, Deciding):
                self._asking[seat] = scope = trio.CancelScope()
                nursery.start_soon(self._ask, self._player, seat, why.words, scope, post)

    def _take_back(self, seat: Seat) -> None:
        """The seat is back, or another has gone: the question is of no use any more."""
        self._asking.pop(seat).cancel()
        del self._asked[seat]

    async def _ask(
        self, player: Deciding, seat: Seat, why: str, scope: trio.CancelScope, post: Post
    ) -> None:
        with scope:
            yes = await player.shall_drop(Seat(seat), why)
            await post.send(SaidOfDrop(seat, yes))

    def _name(self, seat: Seat) -> str:
        return name_of(self._match, seat)


def patience_of(drop_after: float | None) -> float:
    """Seconds that a seat may be away before something is said, or done, about it."""
    return ASK_AFTER if drop_after is None else drop_after
