"""Resigning, abandoning, adjourning and taking back as one player sees them: the offers of others,
and the questions.

What is signed, and when it counts, is `session.wishes`. The parts that need a clock are here: an
offer is told once, however often it is repeated; the player is asked about it until it has not been
made for a while; a player who has declined one is left in peace for some time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import trio

from owm_net.engine.ids import NO_SEAT, Seat
from owm_net.engine.text import listed, say
from owm_net.net.bucket import TokenBucket
from owm_net.net.clock import MatchClock, in_minutes
from owm_net.net.mail import Post, SaidOfOffer
from owm_net.net.overdue import name_of
from owm_net.session.match import Match, What
from owm_net.session.player import Consenting, Lenient, Notice, Player, Will
from owm_net.session.stops import CLAIMS, OFFERS, Wish

LAPSED: Final = 10.0
"""Seconds after which an offer that is not repeated has lapsed: between two decisions cards are
dealt and dice are rolled, and no offer is repeated there."""
ASK_AGAIN: Final = 60.0
"""Seconds for which a player who has declined an offer is not asked about it again."""
WAIT_AGAIN: Final = 300.0
"""Seconds for which a player who waits on is not asked again whether to stop."""
TOLD: Final = 6
"""Wishes of another seat that are told at once; an honest one hardly has more in a match."""
TOLD_EVERY: Final = 10.0
"""Seconds after which one more is told. A wish that is not told counts all the same, but our player
is not asked about it before it is made again."""

_MEANS: Final = {
    What.ABANDON: say("abandon the match: it ends without a winner if all agree"),
    What.ADJOURN: say("adjourn the match: all stop here and continue another time"),
    What.TAKE_BACK: say("take back a decision, and what you have decided since"),
}


class Wishing:
    """The wishes of one match, as `player` sees them. waits_no_more: our player has ended the match
    by a claim."""

    def __init__(self, match: Match, player: Player, clock: MatchClock) -> None:
        self.waits_no_more = False
        self._clock = clock
        self._missed: int | None = None  # who is away, and whether to stop waiting is asked
        self._match = match
        self._player = player
        self._ours = match.own.seat if match.own is not None else -1
        self._seen: dict[tuple[int, What], float] = {}  # when an offer was last there
        self._asking: dict[What, trio.CancelScope] = {}
        self._declined: dict[What, float] = {}
        self._asks: list[What] = []  # it is to be asked about
        self._agreed: set[What] = set()  # for as long as it is offered
        self._asked_at = -1  # the step beside which we would take a decision back
        self._told = [TokenBucket(TOLD, TOLD_EVERY) for _ in range(match.seats)]
        self._before: Sequence[Wish] = match.wishes  # of a match that is taken up again

    # -- what comes ------------------------------------------------------------------------

    def told(self, seat: Seat, what: What, target: Seat = NO_SEAT) -> None:
        """A seat has signed a wish; it is in the log."""
        who, is_ours = name_of(self._match, seat), seat == self._ours
        is_news = what not in OFFERS or (seat, what) not in self._seen
        if is_news and not is_ours and what is not What.RESIGN and not self._told[seat].spend():
            return
        if what is What.RESIGN:
            self._tell(say("you resign") if is_ours else say("{who} resigns", who=who))
        elif what in CLAIMS:
            self._tell(self._claimed(seat, what, target))
        elif what is What.TAKE_BACK:
            self._told_of_regret(who, is_ours)
        elif what is What.PLAY_ON:
            self._asked_at = -1 if not is_ours else self._asked_at
            self._tell(
                say("you decline") if is_ours else say("{who} would rather play on", who=who)
            )
            self._seen.clear()
        elif is_news:
            is_first = not any(said is what for _, said in self._seen)
            self._tell(_offered(what, "" if is_ours else who, is_first))
            if not is_ours:
                self._asks.append(what)
        if what in OFFERS:
            self._seen[seat, what] = trio.current_time()

    def _claimed(self, seat: Seat, what: What, target: Seat) -> str:
        who, whose = name_of(self._match, seat), name_of(self._match, target)
        if what is What.AWAY:
            if seat == self._ours:
                return say(
                    "you claim that {whose} has been away longer than agreed; the log keeps the "
                    "claim",
                    whose=whose,
                )
            if target == self._ours:
                return say("{who} claims that you have been away longer than agreed", who=who)
            return say(
                "{who} claims that {whose} has been away longer than agreed",
                who=who,
                whose=whose,
            )
        if what is What.STOPS_WAITING:
            if seat == self._ours:
                return say("you sign that you have stopped waiting for {whose}", whose=whose)
            return say(
                "{who} signs that they have stopped waiting for {whose}", who=who, whose=whose
            )
        if seat == self._ours:
            return say("you claim that {whose}'s time is up", whose=whose)
        if target == self._ours:
            return say("{who} claims that your time is up", who=who)
        return say("{who} claims that {whose}'s time is up", who=who, whose=whose)

    def _told_of_regret(self, who: str, is_ours: bool) -> None:
        """Tell who asks to take a decision back. Who agrees is not told: it happens then."""
        if len(self._regrets()) != 1:  # none is left once the decision is taken back
            return
        if is_ours:
            self._asked_at = self._match.step
            self._tell(say("you ask to take your last decision back"))
        else:
            self._tell(say("{who} asks to take their last decision back", who=who))
            self._asks.append(What.TAKE_BACK)

    def _regrets(self) -> list[Wish]:
        """Return the wishes at the due step to take a decision back."""
        return [wish for wish in self._match.wishes if wish.what is What.TAKE_BACK]

    def _take_back(self) -> None:
        """Our player would take back the last of their decisions that can be."""
        ours = [one for one in self._match.may_be_taken_back() if one.seat == self._ours]
        why = self._match.why_no_wish(What.TAKE_BACK)
        if why is None and not ours:
            why = say("something was revealed since your last decision")
        if why is None:
            self._match.take_decision_back(ours[-1].at)
        else:
            self._player.notice(Notice.ERROR, say("this is not possible: {why}", why=why))

    def speak(self, will: Will) -> None:
        """Take our player's wish, or its withdrawal."""
        if will.what is What.TAKE_BACK:
            self._take_back()
            return
        if not will.on:
            self._match.take_back(will.what)
            self._agreed.discard(will.what)
            self._seen.pop((self._ours, will.what), None)
            self._tell(say("you take your offer back"))
            return
        why = self._match.why_no_wish(will.what)
        if why is None:
            self._agreed.discard(will.what)
            self._match.wish(will.what)
        else:
            self._player.notice(Notice.ERROR, say("this is not possible: {why}", why=why))

    def answered(self, what: What, yes: bool) -> None:
        """Take the player's answer to an offer. Too late, it counts for nothing."""
        if self._asking.pop(what, None) is None:
            return
        if what is What.STOPS_WAITING:
            self._declined[what] = trio.current_time()
            missed = self._missed
            if yes and missed is not None and self._match.why_no_claim(what, Seat(missed)) is None:
                self._match.claim(what, Seat(missed), self._clock.milliseconds_away(Seat(missed)))
                self.waits_no_more = True
            return
        if yes and what is What.TAKE_BACK:
            self._agree_to_regret()
            return
        if yes:
            if self._match.why_no_wish(what) is None:
                self._match.agree(what)
                self._agreed.add(what)
            return
        self._declined[what] = trio.current_time()
        if self._match.why_no_wish(What.PLAY_ON) is None:
            self._match.wish(What.PLAY_ON)

    # -- what time does --------------------------------------------------------------------

    def look(self, now: float, nursery: trio.Nursery, post: Post) -> None:
        """Ask about what is offered; forget what is offered no more."""
        if not self._match.may_sign:  # a match is being taken up again
            return
        for wish in self._before:
            if wish.what is not What.ADJOURN:  # who takes it up again plays on
                self.told(wish.seat, wish.what, wish.target)
        self._before = ()
        for wish in self._match.wishes:
            if (wish.seat, wish.what) in self._seen:  # else it is about to be told
                self._seen[wish.seat, wish.what] = now
        for key in [key for key, last in self._seen.items() if now - last >= LAPSED]:
            del self._seen[key]
        offered = {what for seat, what in self._seen if seat != self._ours}
        regretted = {wish.seat for wish in self._regrets()}
        if regretted and self._ours not in regretted:
            offered.add(What.TAKE_BACK)
        self._miss_the_moment()
        self._missed = next(iter(self._clock.used_up()), None) if self._match.seats == 2 else None
        if self._missed is not None:
            offered.add(What.STOPS_WAITING)
            self._ask_to_stop(Seat(self._missed), now, nursery, post)
        for what in [what for what in self._asking if what not in offered]:
            self._asking.pop(what).cancel()
        for what in self._agreed - offered:  # a consent is no offer of one's own
            self._agreed.remove(what)
            self._match.take_back(what)
        while self._asks:
            self._ask(self._asks.pop(0), now, nursery, post)

    def _miss_the_moment(self) -> None:
        """Tell our player if the match has gone on before all agreed to take their decision
        back."""
        at = self._asked_at
        if at in (-1, self._match.step):
            return
        self._asked_at = -1
        if all(stop.wishes[0].step != at for stop in self._match.turned_back):
            self._tell(say("too late to take it back: the match has gone on"))

    def _agree_to_regret(self) -> None:
        """Sign that another takes their decision back, if they still would and it can be."""
        for wish in self._regrets():
            may = [one.at for one in self._match.may_be_taken_back()]
            if wish.back in may and self._match.why_no_wish(What.TAKE_BACK) is None:
                self._match.take_decision_back(wish.back)
                return

    def _may_agree_at_once(self) -> bool:
        back = [wish.back for wish in self._regrets() if wish.back is not None]
        lenient = isinstance(self._player, Lenient) and self._player.lets_take_back
        return lenient and not any(self._match.has_acted_since(one) for one in back)

    def _ask(self, what: What, now: float, nursery: trio.Nursery, post: Post) -> None:
        asked_lately = now - self._declined.get(what, -ASK_AGAIN) < ASK_AGAIN
        if what is What.TAKE_BACK and self._may_agree_at_once():
            self._agree_to_regret()
            return
        if what in self._asking or what in self._match.offers or asked_lately:
            return
        if self._match.why_no_wish(what) is not None:  # we have resigned, or have just taken it up
            return
        who = [name_of(self._match, Seat(s)) for s, offer in self._seen if offer is what]
        if what is What.TAKE_BACK:
            who = [name_of(self._match, wish.seat) for wish in self._regrets()]
        if isinstance(self._player, Consenting) and who:
            self._asking[what] = scope = trio.CancelScope()
            why = say("{who} would {means}", who=listed(who, say(" and ")), means=_MEANS[what])
            nursery.start_soon(self._ask_player, self._player, what, why, scope, post)

    def _ask_to_stop(self, seat: Seat, now: float, nursery: trio.Nursery, post: Post) -> None:
        what = What.STOPS_WAITING
        asked_lately = now - self._declined.get(what, -WAIT_AGAIN) < WAIT_AGAIN
        if what in self._asking or asked_lately or not isinstance(self._player, Consenting):
            return
        self._asking[what] = scope = trio.CancelScope()
        why = waiting_line(name_of(self._match, seat), in_minutes(self._clock.away[seat]))
        nursery.start_soon(self._ask_player, self._player, what, why, scope, post)

    async def _ask_player(
        self, player: Consenting, what: What, why: str, scope: trio.CancelScope, post: Post
    ) -> None:
        with scope:
            yes = await player.shall_agree(what, why)
            await post.send(SaidOfOffer(what, yes))

    def _tell(self, text: str) -> None:
        self._player.notice(Notice.WISH, text)


def waiting_line(who: str, time: str) -> str:
    """The question whether to stop waiting for one who is away."""
    return say(
        "{who} has been away for {time} in total while it was theirs to decide, longer than "
        "agreed. You can stop waiting: the log then ends here without a result, with your signed "
        "claim. It counts only where a tournament accepts such claims. Stop waiting?",
        who=who,
        time=time,
    )


def _offered(what: What, who: str, is_first: bool) -> str:
    """Return who offers or agrees to what; who: "" for our own player."""
    means = _MEANS[what]
    if who and is_first:
        return say("{who} offers to {means}", who=who, means=means)
    if who:
        return say("{who} agrees to {means}", who=who, means=means)
    if is_first:
        return say("you offer to {means}", means=means)
    return say("you agree to {means}", means=means)
