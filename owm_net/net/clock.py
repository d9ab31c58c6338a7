"""The match clock: how long each seat has thought, by this machine's own measure.

Each program measures for itself, and so two never have quite the same: what another owes comes to
us later than it was given, what we owe is asked of us later than the other thinks. So a claim that
time is up costs its author nothing and gains them nothing, until the program of the player who
would lose agrees by its own measure (`session.wishes`). Otherwise the match goes on, and the claim
stays in the log.

A clock runs only while its seat decides: not while its link is lost, not during a computation, and
not after its player has answered, even if the answer leaves a little later.

Where the terms have a bank of absence it is counted instead how long a seat was away while it was
to decide. Nobody can prove whose network failed: that the bank is used up is a claim as well, and
nothing follows from it in the match. Who owes a decision too accuses nobody, nor who has lost the
link to everybody, unless only two play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from owm_net.engine.ids import Seat, all_seats
from owm_net.engine.text import say
from owm_net.net.line import PeerLine
from owm_net.net.overdue import LONGEST_LOOK, name_of
from owm_net.protocol.lockstep import DECIDED
from owm_net.session.clock_terms import read_clock
from owm_net.session.match import Match, Phase, What
from owm_net.session.player import Clocks, Notice, Player, Timed

GRACE: Final = 3.0
"""Seconds for which another's clock has been at nothing when we claim it."""
CLAIM_AGAIN: Final = 60.0
"""Seconds between two claims of the time of one seat."""
WORTH_A_NOTE: Final = 10.0
"""Seconds of thinking after which what is left is kept for when the match is taken up again."""
WARNINGS: Final = (300, 60, 10)
"""Seconds left at which all are told."""


class MatchClock:
    """Of one match. lines: by seat, of those we have a link to. kept: what `note` gave in an
    earlier session of the match, in seconds. left, away: seconds of each seat, to think and of
    absence."""

    def __init__(
        self,
        match: Match,
        lines: Mapping[Seat, PeerLine],
        player: Player,
        kept: Sequence[float] = (),
    ) -> None:
        self._match = match
        self._lines = lines
        self._player = player
        self._timed = player if isinstance(player, Timed) else None
        self._ours = match.own.seat if match.own is not None else -1
        self._rule = rule = read_clock(match.terms.clock)
        whole = float(rule.seconds) if rule is not None else 0.0
        has_away = rule is not None and rule.away > 0
        goes_on = rule is not None and len(kept) == (1 + has_away) * match.seats
        banked = goes_on and rule is not None and rule.bank
        self.left = list(kept[: match.seats]) if banked else [whole] * match.seats
        self.away = list(kept[match.seats :]) if goes_on and has_away else [0.0] * match.seats
        self._missing: set[Seat] = set()
        self._used = [0.0] * match.seats
        self._noted = self._worth()
        self._looked: float | None = None
        self._step = match.step
        self._turned = len(match.turned_back)
        self._deciding: set[Seat] = set()
        self._owed: set[Seat] = set()  # whose decision this step has, or had
        self._claimed_at = [-CLAIM_AGAIN] * match.seats
        self._disputed = -1  # the step at which a claim against us was told
        self._disputed_away: set[tuple[int, int]] = set()  # the same of an absence, by author
        self._shown = Clocks(())

    @property
    def running(self) -> bool:
        """Return True if this match has a clock at all."""
        return self._rule is not None

    def look(self, now: float, asks_us: bool) -> None:
        """Count the time since the last look. asks_us: our player has not answered yet."""
        if self._rule is None:
            return
        passed = 0.0 if self._looked is None else min(now - self._looked, LONGEST_LOOK)
        self._looked = now
        for seat in self._deciding:
            self._spend(Seat(seat), passed)
        for seat in self._missing:
            self._miss(seat, passed)
        self._begin_step()
        self._deciding = {seat for seat in self._match.owed() if self._decides(seat, asks_us)}
        if self._match.phase is Phase.PLAYING and self._match.due() in DECIDED:
            self._owed.update(self._match.owed())  # also who is answered for, and does not wait
        self._missing = self._away_at_their_decision() if self._rule.away else set()
        self._claim(now)
        self._admit()
        self._show()

    def used_up(self) -> list[Seat]:
        """Seats that are away now, at their own decision, and have no absence left."""
        rule = self._rule
        if rule is None or not rule.away:
            return []
        others = sorted(self._missing - {self._ours})
        return [seat for seat in others if self.away[seat] >= rule.away]

    def note(self) -> list[int]:
        """Return the milliseconds left by seat, then those of absence where it is limited, if they
        are worth storing again; else empty."""
        if self._rule is None or not (self._rule.bank or self._rule.away):
            return []
        if abs(self._noted - self._worth()) < WORTH_A_NOTE:
            return []
        self._noted = self._worth()
        kept = [*self.left, *self.away] if self._rule.away else self.left
        return [max(0, round(1000 * seconds)) for seconds in kept]

    def _worth(self) -> float:
        """Return the part that must not be lost, as one number."""
        banked = self._rule is not None and self._rule.bank
        return (sum(self.left) if banked else 0.0) - sum(self.away)

    # -- counting --------------------------------------------------------------------------

    def _begin_step(self) -> None:
        """Add the increment to the clocks of the seats that have decided."""
        assert self._rule is not None
        if self._match.step == self._step:
            return
        self._step = self._match.step
        turned, self._turned = self._match.turned_back[self._turned :], len(self._match.turned_back)
        if self._rule.bank:
            for seat in () if turned else self._owed:
                self.left[seat] += self._rule.more
            for seat in [seat for stop in turned for seat in stop.undone]:
                self.left[seat] -= self._rule.more  # nobody gains time by deciding twice
        else:
            self.left = [float(self._rule.seconds)] * self._match.seats
            self._used = [0.0] * self._match.seats
        self._owed.clear()

    def _decides(self, seat: Seat, asks_us: bool) -> bool:
        match = self._match
        if match.phase is not Phase.PLAYING or match.due() not in DECIDED or not match.may_sign:
            return False
        away = [line.is_away for line in self._lines.values() if line.is_needed]
        if seat == self._ours:
            return asks_us and not match.is_working and not (away and all(away))
        line = self._lines.get(seat)
        return not (line.is_away if line is not None else any(away))

    def _away_at_their_decision(self) -> set[Seat]:
        match = self._match
        if match.phase is not Phase.PLAYING or match.due() not in DECIDED or not match.may_sign:
            return set()
        away = {seat: line.is_away for seat, line in self._lines.items() if line.is_needed}
        owed, alone = set(match.owed()), bool(away) and all(away.values())
        if self._ours in owed:  # who has not decided themselves waits for nobody
            return owed if alone and owed == {self._ours} else set()
        if alone and len(away) > 1:  # it is we who are cut off
            return set()
        return {seat for seat in owed if away.get(seat)}

    def _spend(self, seat: Seat, passed: float) -> None:
        before = self.left[seat]
        self.left[seat] -= passed
        self._used[seat] += passed
        for time in _passed_by(before, self.left[seat]):
            told = say("you have {time} left", time=time)
            if seat != self._ours:
                told = say("{who} has {time} left", who=name_of(self._match, seat), time=time)
            self._player.notice(Notice.CLOCK, told)

    def _miss(self, seat: Seat, passed: float) -> None:
        before = self._away_left(seat)
        self.away[seat] += passed
        for time in _passed_by(before, self._away_left(seat)):
            told = say("you may be away at your decisions for {time} more", time=time)
            if seat != self._ours:
                told = say(
                    "{who} may be away at their decisions for {time} more",
                    who=name_of(self._match, seat),
                    time=time,
                )
            self._player.notice(Notice.CLOCK, told)

    def _away_left(self, seat: Seat) -> float:
        assert self._rule is not None
        return self._rule.away - self.away[seat]

    # -- running out -----------------------------------------------------------------------

    def _claim(self, now: float) -> None:
        for seat in sorted(self._deciding - {self._ours}):
            late = self.left[seat] <= -GRACE and now - self._claimed_at[seat] >= CLAIM_AGAIN
            if late and self._match.why_no_claim(What.TIME, seat) is None:
                self._claimed_at[seat] = now
                self._match.claim(What.TIME, seat, round(1000 * self._used[seat]))
        for seat in self.used_up():
            if self._match.why_no_claim(What.AWAY, seat) is None:
                self._match.claim(What.AWAY, seat, self.milliseconds_away(seat))

    def milliseconds_away(self, seat: Seat) -> int:
        """How long a seat was away at its own decisions, by our measure."""
        return round(1000 * self.away[seat])

    def _admit(self) -> None:
        """Agree with a claim that our time is up, or decline it; say so if we were away for less
        than it claims."""
        self._dispute_absence()
        claims = [
            wish
            for wish in self._match.wishes
            if wish.what is What.TIME and wish.target == self._ours
        ]
        if not claims:
            return
        if self._ours in self._deciding and self.left[self._ours] <= 0:
            self._match.admit_time()
        elif self._disputed != self._match.step:
            self._disputed = self._match.step
            left = in_minutes(self.left[self._ours])
            who = name_of(self._match, claims[0].seat)
            told = say(
                "{who} claims that your time is up; by this program's clock you have {left}",
                who=who,
                left=left,
            )
            self._player.notice(Notice.WISH, told)

    def _dispute_absence(self) -> None:
        rule, ours = self._rule, self._ours
        assert rule is not None
        for wish in self._match.wishes:
            is_new = (wish.seat, wish.step) not in self._disputed_away
            if wish.target == ours and wish.what in (What.AWAY, What.STOPS_WAITING) and is_new:
                self._disputed_away.add((wish.seat, wish.step))
                if self.away[ours] < rule.away:
                    told = say(
                        "{who} claims that you were away for too long; by this program's clock you"
                        " were away for {time} at your decisions",
                        who=name_of(self._match, wish.seat),
                        time=in_minutes(self.away[ours]),
                    )
                    self._player.notice(Notice.WISH, told)

    def _show(self) -> None:
        rule = self._rule
        if self._timed is not None and rule is not None:
            away = map(self._away_left, all_seats(self._match.seats)) if rule.away else ()
            shown = Clocks(_whole(self.left), tuple(sorted(self._deciding)), _whole(away))
            if shown != self._shown:
                self._shown = shown
                self._timed.clock(shown)


def _passed_by(before: float, after: float) -> list[str]:
    """Of WARNINGS those that have come, in words."""
    return [in_minutes(limit) for limit in WARNINGS if before > limit >= after]


def _whole(seconds: Iterable[float]) -> tuple[int, ...]:
    return tuple([max(0, int(left)) for left in seconds])


def in_minutes(seconds: float) -> str:
    """Such as "1:05"."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"
