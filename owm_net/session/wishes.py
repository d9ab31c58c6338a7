"""The WISHes of a match as one side hears and makes them: to resign, to abandon, to adjourn, to
claim something of another.

`stops` has their contents, and the STOP that follows from them. Like a remark a WISH is never
waited for, and nobody is blamed for one: what is no good is ignored, and a log that holds such a
one was not written by an honest program. A seat says each thing at most once beside a step, always
in the same bytes; so no copy of its files can say two things.

An offer (to abandon, to adjourn) counts at the step beside which it is made, so that nobody can be
held to an old one. Our program repeats it at each new decision until our player takes it back, or
until another player declines it after it was made. A player who has agreed to another's offer has
made none: their consent is signed where that offer stands, and nowhere else. To take a decision
back is asked once: when the step is over the question is, too.
"""

from __future__ import annotations

from typing import Final

from attrs import define

from owm_net.engine.ids import NO_SEAT, Seat
from owm_net.engine.text import say
from owm_net.protocol.entries import (
    Entry,
    EntryKind,
    Step,
    check_signature,
    entry_hash,
    sign,
)
from owm_net.protocol.errors import BadProof, RemoteProtocolError
from owm_net.protocol.lockstep import DECIDED, FIRST_WISH
from owm_net.session.basis import Basis
from owm_net.session.effects import Effects, TellWish
from owm_net.session.progress import Progress
from owm_net.session.steps import Heard
from owm_net.session.stops import (
    CLAIMS,
    OFFERS,
    RATIONED,
    TAKING_BACK,
    WHERE,
    What,
    Wish,
    read_wish,
    stop_body,
    wish_body,
)
from owm_net.session.voice import Speech
from owm_net.session.waiting import RecordQueue

AT_FIRST: Final = 20
"""So many of the rationed wishes a seat has at the beginning, and one more with each step."""
OLDEST: Final = 4
"""The first protocol, as terms say it, that has them."""


@define
class _Offer:
    """An offer of our player. consents: only where another offers it. since: the step beside which
    it was signed first, None if it was not yet."""

    consents: bool
    since: int | None = None


class Wishes:
    """Of one match."""

    def __init__(
        self,
        basis: Basis,
        effects: Effects,
        waiting: RecordQueue,
        progress: Progress,
        speech: Speech,
    ) -> None:
        self._offers: dict[What, _Offer] = {}
        self._basis = basis
        self._chain = basis.chain
        self._effects = effects
        self._waiting = waiting
        self._progress = progress
        self._speech = speech
        self._said: dict[tuple[int, What, int], Wish] = {}  # the newest, by seat, what, target
        self._claims: list[Wish] = []
        self._hashes: set[bytes] = set()
        self._places: set[tuple[int, int, What, int]] = set()  # seat, step, what, target
        self._counts = [0] * basis.seats  # of the rationed
        self._admits_at = -1  # the step at which our own program agrees that our time is up
        self._takes_up = False  # a log has been read, and nothing signed since
        self._taken_up_at = -1  # the step at which the match was when we signed again

    # -- what comes ------------------------------------------------------------------------

    def on_wish(self, heard: Heard) -> None:
        """A WISH of anybody. An invalid one is ignored; in a log it raises RemoteProtocolError,
        which names nobody."""
        if entry_hash(heard.data) in self._hashes or heard.entry.seat in self._basis.dropped:
            return
        try:
            self._on_wish(heard)
        except RemoteProtocolError:
            if self._speech.is_reading:
                raise

    def _on_wish(self, heard: Heard) -> None:
        entry, chain = heard.entry, self._chain
        if entry.seat >= self._basis.seats or not chain.step or entry.match_id != chain.match_id:
            raise BadProof("a WISH of another match", algorithm=WHERE)
        check_signature(heard.data, heard.signature, chain.identities[entry.seat])
        if self._waiting.keep_if_early(heard):
            return
        wish = read_wish(self._basis, entry, heard.record)
        if (wish.seat, wish.step, wish.what, wish.target) in self._places:
            raise BadProof("it wishes the same twice beside one step", algorithm=WHERE)
        if wish.what in RATIONED and self._counts[wish.seat] >= AT_FIRST + wish.step:
            raise BadProof("more wishes than a seat has", algorithm=WHERE)
        self._basis.counts.signatures += 1
        self._take(wish, heard.data)

    def _declines(self, wish: Wish) -> bool:
        """Return True if another declines what we offer, or offered when they signed: then that
        offer lapses."""
        if wish.what is not What.PLAY_ON or self._basis.is_own(wish.seat):
            return False
        old = [
            what
            for what, offer in self._offers.items()
            if offer.since is not None and offer.since <= wish.step
        ]
        for what in old:
            del self._offers[what]
        return bool(old)

    def _take(self, wish: Wish, data: bytes) -> None:
        """It is good. Told is only what means something here, so that nobody can pester us with
        what counted, if at all, at a step that is past."""
        key = wish.seat, wish.what, wish.target
        before = self._said.get(key)
        if wish.what is What.RESIGN:
            means_something = before is None
        else:
            means_something = self._declines(wish) or wish.step == self._chain.step
        if before is None or (before.step < wish.step and wish.what is not What.RESIGN):
            self._said[key] = wish
        self._places.add((wish.seat, wish.step, wish.what, wish.target))
        self._hashes.add(entry_hash(data))
        self._counts[wish.seat] += wish.what in RATIONED
        if wish.what in CLAIMS:
            self._claims.append(wish)
        self._basis.counts.entries += 1
        self._basis.counts.wishes += 1
        self._effects.accept(wish.record, wish.seat)
        if means_something:
            self._effects.tell(TellWish(wish.seat, wish.what, wish.step, wish.target))

    # -- what follows ----------------------------------------------------------------------

    def standing(self) -> list[Wish]:
        """Return the wishes that count at the due step, by seat: offers of that very step,
        and resignations."""
        found = [
            wish
            for wish in self._said.values()
            if wish.seat in self._basis.present
            and (wish.what is What.RESIGN or wish.step == self._chain.step)
        ]
        return sorted(found, key=lambda wish: (wish.seat, wish.what.value, wish.target))

    def agreed(self, what: What) -> list[Wish]:
        """Return the offers of all seats that play, at the due step; empty unless all have
        made one."""
        found = [w for w in self.standing() if w.what is what]
        is_one = len({w.back for w in found}) == 1
        return found if is_one and len(found) == len(self._basis.present) else []

    @property
    def offers(self) -> list[What]:
        """Return what our player offers, or has agreed to."""
        return list(self._offers)

    def claims(self) -> list[Wish]:
        """All claims that there are: those by which a match was stopped may stand in that alone."""
        held = [wish for stop in self._progress.stops for wish in stop.wishes]
        all_of = [*self._claims, *[wish for wish in held if wish.what is What.TIME]]
        found = {(wish.step, wish.seat, wish.target, wish.what.value): wish for wish in all_of}
        return [found[key] for key in sorted(found)]

    @property
    def adjourned(self) -> bool:
        """Return True if all have agreed to stop here, and we have not resumed the match since."""
        if self._takes_up or self._taken_up_at == self._chain.step:
            return False
        return bool(self.agreed(What.ADJOURN))

    def is_taken_up(self) -> None:
        """The log has been read. A player who resumes a match wishes to play, whatever they said
        before."""
        self._takes_up = True

    def goes_on(self) -> None:
        """We sign again: the others have told us, too, what we had said and forgotten."""
        own, step = self._basis.own, self._chain.step
        if own is not None and self._takes_up:
            if (own.seat, step, What.ADJOURN, -1) in self._places:
                self._taken_up_at = step
            self._takes_up = False

    def stop(self) -> bytes | None:
        """The body of the STOP that is to be signed in the place of an entry; None if none is."""
        if not self._chain.may_stop:
            return None
        if abandoned := self.agreed(What.ABANDON):
            return stop_body(What.ABANDON, abandoned)
        if (back := self.agreed(What.TAKE_BACK)) and self._may_go_back(back[0]):
            return stop_body(What.TAKE_BACK, back)
        if self._admits_at == self._chain.step and (claims := self._against_us()):
            return stop_body(What.TIME, claims[:1])
        resigned = [wish for wish in self.standing() if wish.what is What.RESIGN]
        return stop_body(What.RESIGN, resigned[:1]) if resigned else None

    def _may_go_back(self, wish: Wish) -> bool:
        return wish.back is not None and self._basis.run.find(wish.back) is not None

    def _against_us(self) -> list[Wish]:
        """Return the claims that our own time is up, at the due step."""
        own = self._basis.own
        said = [wish for wish in self.standing() if wish.what is What.TIME]
        return [wish for wish in said if own is not None and wish.target == own.seat]

    def admit(self) -> None:
        """Agree with a claim, at this step, that our time is up."""
        self._admits_at = self._chain.step

    def claim(self, what: What, target: Seat, milliseconds: int) -> None:
        """Claim one of CLAIMS of another; `why_not` has nothing against it."""
        self._sign(what, target, milliseconds)

    # -- what our seat says ----------------------------------------------------------------

    def why_not(self, what: What) -> str | None:
        """Why our seat cannot say this now, in words; None if it can."""
        own = self._basis.own
        if self._basis.protocol < OLDEST:
            return say("this match was begun with a version of owm_net that cannot do that")
        if own is None or not self._speech.may_sign or self._chain.step < FIRST_WISH:
            return say("not before all are there")
        if own.seat in self._basis.dropped:
            return say("the others go on without you")
        if self._chain.kind is EntryKind.END:
            return say("the match is over")
        if (own.seat, What.RESIGN, -1) in self._said:
            return say("you have resigned")
        if what is What.TAKE_BACK and (no := self._why_not_back()) is not None:
            return no
        if what is What.ADJOURN and self._taken_up_at == self._chain.step:
            return say("nothing has been decided since you adjourned: just close the program")
        if what in RATIONED and self._counts[own.seat] >= AT_FIRST + self._chain.step:
            return say("too much has been offered for so short a match: play on first")
        return None

    def _why_not_back(self) -> str | None:
        if self._basis.protocol < TAKING_BACK:
            return say("this match was begun with a version of owm_net that cannot do that")
        if self._chain.kind not in DECIDED:
            return say("not while cards are opened or dice are rolled")
        own = self._basis.own
        if own is not None and any(
            (own.seat, self._chain.step, what, -1) in self._places
            for what in (What.TAKE_BACK, What.PLAY_ON)
        ):
            return say("this was asked already: play on first")
        return None

    def take_decision_back(self, back: Step) -> None:
        """Sign that our seat would go on from an earlier decision, which `why_not` allows: it asks
        the others, or agrees with who has asked."""
        self._sign(What.TAKE_BACK, back=back)

    def say(self, what: What) -> None:
        """Say something that `why_not` allows. An offer stands until it is taken back."""
        if what in OFFERS:
            self._offers.setdefault(what, _Offer(consents=False)).consents = False
            return
        if what is What.RESIGN:
            self._offers.clear()
        self._sign(what)

    def agree(self, what: What) -> None:
        """The same of what another offers: it counts where that is offered."""
        self._offers.setdefault(what, _Offer(consents=True))

    def take_back(self, what: What) -> None:
        """Our player offers this no more: it is not made again. What is signed counts until the
        step is over."""
        self._offers.pop(what, None)

    def make(self) -> None:
        """Sign what our player offers beside this step, if somebody decides at it."""
        if self._progress.step.say is None:
            return
        for what, offer in self._offers.items():
            if offer.consents and not self._is_offered(what):
                continue
            if self.why_not(what) is None:
                self._sign(what)
                if offer.since is None:
                    offer.since = self._chain.step

    def _is_offered(self, what: What) -> bool:
        """Return True if another offers it at this very step."""
        standing = [wish.seat for wish in self.standing() if wish.what is what]
        return any(not self._basis.is_own(seat) for seat in standing)

    def _sign(
        self,
        what: What,
        target: Seat = NO_SEAT,
        milliseconds: int = 0,
        back: Step | None = None,
    ) -> None:
        own, chain = self._basis.own, self._chain
        assert own is not None
        step = chain.step
        if (own.seat, step, what, target) in self._places:
            return
        body = wish_body(what, target, milliseconds, back)
        entry = Entry(EntryKind.WISH, own.seat, step, chain.match_id, chain.head, chain.state, body)
        record = sign(entry, own.identity)
        self._effects.send_to_all(record)
        wish = Wish(what, own.seat, step, record, target, milliseconds, back)
        self._take(wish, entry.encode())
