"""The driver of a match: it waits for news from the links to the other seats and performs the
effects.

One task owns the match: it takes news out of its mailbox, tells the match, and does the effects
that the match gives, in the order in which it gives them. Readers, senders, workers and the player
only put news into the mailbox, and the task waits for none of them.

A lost link is no end: it is reached again, both sides say at which step they are, and send what the
other lacks; nothing is ever signed twice differently, because what was sent was stored before.

Not every seat needs a link to every other: a seat that accepts an entry passes it on to all its
links, except to its author and the one it came from. Two versions of one entry so meet at somebody
honest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

import trio
from attrs import define, field, frozen

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.circle import Circle, Stopped
from owm_net.net.clock import MatchClock
from owm_net.net.disagreement import Disagreement
from owm_net.net.errors import NetError
from owm_net.net.handshake import BYE, CAUGHT_UP, DONE, RECORD, RESUME, STATE, STAYS, text_of
from owm_net.net.intake import Intake
from owm_net.net.leaving.proposals import Proposals, patience_of
from owm_net.net.line import LineRole, LineState, PeerLine, Presence, Reach, Wants
from owm_net.net.listening import Listening
from owm_net.net.mail import (
    Decided,
    LineNews,
    LinkBack,
    LinkGone,
    LinkLost,
    MessageArrived,
    News,
    PendingDecision,
    SaidOfDrop,
    SaidOfOffer,
    Spoken,
    Worked,
)
from owm_net.net.overdue import Overdue
from owm_net.net.streams import FramedStream, first_error
from owm_net.net.talk import MatchTalk
from owm_net.net.wishing import Wishing
from owm_net.session.match import (
    Blame,
    CancelDecision,
    Decide,
    Denounce,
    Effect,
    Match,
    Refuse,
    Send,
    StoreNotes,
    StoreRecords,
    Tell,
    TellRemark,
    TellWish,
    Work,
)
from owm_net.session.player import Notice, Player, Talking, Timed, Will, Word
from owm_net.session.private import clock_note
from owm_net.session.steps import IllegalAnswer

__all__ = ["DriverOptions", "Log", "Parting", "Private", "Reach", "Stopped", "run_match"]

FAREWELL = 15.0
"""Seconds to wait at the end until the other side says that it has all it needs."""
LONG_FAREWELL = 60.0
"""The same if it still takes what it is sent; who comes back later than that has FAREWELL, once."""
FLUSH = 5.0
"""Seconds more for what we had to say then."""
CLOCK = 1.0
"""Seconds between two looks at who keeps us waiting."""
SILENT = 120.0
"""Seconds after which an entry that no person decides is overdue."""
LEAVES = "\0"
"""First in the reason of who leaves a match and may come back to it; what follows is for people."""


class Log(Protocol):
    """Where records are kept; may be slow, so it is called in a worker thread."""

    def append(self, records: list[bytes], sync: bool) -> None:
        """Store records in order; with sync they survive a power cut when this returns."""


class Private(Protocol):
    """Where private notes are kept, sealed; called in a worker thread."""

    def append(self, notes: list[bytes]) -> None:
        """Store notes; they survive a power cut when this returns."""


@define(eq=False)
class Parting:
    """How two have parted whose match is over. link: to the other, still open, for both stay there;
    it is whoever reads this who closes it. None with the reason `why` where there is none."""

    link: FramedStream | None = None
    why: str = ""


@frozen
class DriverOptions:
    """How one seat plays.

    reach: how to connect again, by seat; without it a lost link ends the match. A seat with a way
    to reach it and no link is reached at once. history: the records of a resumed match, already
    replayed; None for a new one. private: where to keep what this seat needs after a crash; without
    it the match cannot be resumed. stored: told of records that are stored, in order, and whether
    they would survive a power cut. illegal: told when the rules refused the player's own answer (a
    person's screen explains it; a computer's would be a bug and is raised). disagree: given the
    text of a bundle file if the two engines' states differ. clock: the kept match clock, in
    seconds. drop_after: seconds after which to propose going on without a seat that is away, or
    whose program sends nothing, and owes; None leaves that to the player. silent_after: seconds
    after which an entry that needs no person is overdue. parting: for a side that stays after a
    match of two; it records how they parted.
    """

    reach: Mapping[Seat, Reach] = field(factory=dict)
    history: Sequence[bytes] | None = None
    private: Private | None = None
    stored: Callable[[Sequence[bytes], bool], None] = lambda records, sync: None
    illegal: Callable[[Exception], None] | None = None
    disagree: Callable[[str], None] | None = None
    clock: Sequence[float] = ()
    drop_after: float | None = None
    silent_after: float = SILENT
    parting: Parting | None = None


async def run_match(
    match: Match,
    links: Mapping[Seat, FramedStream],
    player: Player,
    log: Log,
    options: DriverOptions | None = None,
) -> bool:
    """Play until all seats have signed the end. True if the others have said that they have all
    of it; else one may come back for what it lacks.

    links: by seat; not every seat needs one, if others pass its entries on.
    Raises Blame, after its evidence is in the log and the others were told; NetError; Stopped.
    """
    options = options or DriverOptions()
    circle = Circle(match, player, links, options.reach, options.history)
    driver = _Driver(match, player, log, circle, options)
    try:
        async with trio.open_nursery() as nursery:
            driver.nursery = nursery
            circle.begin(nursery, driver.post)
            try:
                settled = await driver.run()
            finally:
                circle.silence()
            nursery.cancel_scope.cancel()
        kept = driver.keep_link(settled)
        try:
            await circle.finish()
        except BaseException:
            if kept is not None:
                await kept.cut()
            raise
    except BaseExceptionGroup as group:
        raise first_error(group) from None
    finally:
        with trio.CancelScope(shield=True):
            for link in driver.open_links():
                await link.cut()
    if options.parting is not None:
        options.parting.link = kept
    return settled


class _Driver:
    nursery: trio.Nursery

    def __init__(
        self, match: Match, player: Player, log: Log, circle: Circle, options: DriverOptions
    ) -> None:
        self.match = match
        self.player = player
        self.log = log
        self.circle = circle
        self.lines = lines = circle.lines
        self.post, self._mail = trio.open_memory_channel[News](64)
        self._private = options.private
        self._stored = options.stored
        self._illegal = options.illegal
        self._parting = options.parting
        self._farewell = DONE
        if options.parting is not None and match.seats == 2:
            self._farewell += STAYS
        self._identities = {
            seat: line.link.proved.identity
            for seat, line in lines.items()
            if line.link is not None and line.link.proved is not None
        }
        self._names = {
            seat: line.link.who.name
            for seat, line in lines.items()
            if line.link is not None and line.link.who is not None
        }
        self._late: list[FramedStream] = []
        self._intake = Intake(match, circle, self._identities, self._names)
        self._disagreement = Disagreement(match, circle, options.disagree)
        self._question: PendingDecision | None = None
        drop_after, silent_after = options.drop_after, options.silent_after
        self._listening = Listening(match, lines, player, patience_of(drop_after), silent_after)
        self._overdue = overdue = Overdue(match, lines, player, silent_after)
        self._talk = MatchTalk(match, player)
        self._timed = player if isinstance(player, Timed) else None
        self._clock = MatchClock(match, lines, player, options.clock)
        self._wishing = Wishing(match, player, self._clock)
        if isinstance(player, Talking):
            player.may_speak(self._hear_player)
        self._proposals: Proposals | None = None
        if match.seats > 2:
            self._proposals = Proposals(match, lines, player, overdue, drop_after, silent_after)

    async def run(self) -> bool:
        """The match's own task. Whether all parted with all they need."""
        try:
            return await self._play()
        except (trio.Cancelled, KeyboardInterrupt):  # the window was closed; Ctrl-C
            await self.circle.say_goodbye(LEAVES)
            raise
        except OSError as error:  # our own disk: when there is room again we come back
            await self.circle.say_goodbye(LEAVES + (error.strerror or "a file problem"))
            raise

    async def _play(self) -> bool:
        """To the end of the match, or until it cannot go on: then what was accepted is stored."""
        try:
            self.circle.leave_the_dropped()
            await self._do_what_follows()
            while not self.match.finished:
                if self._is_set_aside():
                    return await self._part_early()
                news = await self._next_news()
                await self._look_at_the_clock()
                if news is not None:
                    await self._take(news)
                if not self._is_set_aside():
                    await self.circle.mind_goodbyes()
                self.circle.leave_the_dropped()
                self._look_who_keeps_us_waiting()
                self._wishing.look(trio.current_time(), self.nursery, self.post)
                await self._do_what_follows()
                self.circle.let_go()
                await self._look_at_the_clock()
                if not self._is_set_aside():
                    self._check_hope()
            return await self._part()
        except Blame as blame:
            with trio.CancelScope(shield=True):
                await self._stop(blame)
            raise
        except Stopped:
            await self._stop()
            raise
        except NetError as error:
            await self._stop()
            await self.circle.say_goodbye(f"it cannot go on: {error}")  # enough was waited
            raise

    def keep_link(self, settled: bool) -> FramedStream | None:
        """The link to the only other, if both stay when the match is over; what it has said, and
        nobody has looked at, comes first on it. Nobody may be at it any more."""
        line, parting = self.circle.alone, self._parting
        if parting is None or line is None or self.match.seats != 2 or not self.match.finished:
            return None
        unread: list[bytes] = []
        link = line.link
        with suppress(trio.WouldBlock):
            while True:
                match self._mail.receive_nowait():
                    case MessageArrived(_, message):
                        unread.append(message)
                    case LinkLost() | LinkGone():
                        link = None
                    case LinkBack(_, late):
                        self._late.append(late)
        if line.wants is Wants.NOTHING:
            parting.why = say(
                "the program of {name} offers none: it is an older one, or no person plays there",
                name=self.match.names[line.seat],
            )
        elif line.presence is not Presence.HERE:
            parting.why = say("{name} has left", name=self.match.names[line.seat])
        elif link is None or not settled:
            name = self.match.names[line.seat]
            parting.why = say("the connection to {name} is lost", name=name)
        else:
            line.link = None
            link.peer = self.match.names[line.seat] or link.peer
            link.put_back(unread if line.in_hand is None else [*unread, line.in_hand])
            return link
        return None

    def open_links(self) -> list[FramedStream]:
        """All links there are, also those that have come back too late to be looked at."""
        links = [line.link for line in self.lines.values() if line.link is not None]
        links += self._late
        with suppress(trio.WouldBlock):
            while True:
                news = self._mail.receive_nowait()
                if isinstance(news, LinkBack):
                    links.append(news.link)
        return links

    # -- what comes ------------------------------------------------------------------------

    async def _next_news(self) -> News | None:
        """None if there is none for a while: then it is time to look at the clock."""
        with trio.move_on_after(CLOCK):
            return await self._mail.receive()
        return None

    async def _take(self, news: News) -> None:
        match news:
            case MessageArrived() | LinkLost() | LinkBack() | LinkGone():
                await self._take_of_line(self.lines[news.seat], news)
            case Worked(finish):
                self.match.done(finish)
                await self._intake.go_on()
            case Decided():
                self._answer()
            case SaidOfDrop(seat, yes):
                if self._proposals is not None:
                    self._proposals.answered(seat, yes)
            case Spoken(word):
                if isinstance(word, Will):
                    self._wishing.speak(word)
                else:
                    self._talk.speak(word)
            case SaidOfOffer(what, yes):
                self._wishing.answered(what, yes)

    async def _take_of_line(self, line: PeerLine, news: LineNews) -> None:
        if line.state is LineState.GONE:
            if isinstance(news, LinkBack):
                await news.link.cut()
            return
        match news:
            case MessageArrived(_, message):
                await self._hear(line, message)
            case LinkLost(_, error):
                line.lost()
                if line.is_needed:
                    self.player.notice(Notice.AWAY, self._why_away(line, error))
            case LinkBack(_, link):
                self._welcome(line, link)
            case LinkGone(_, error):
                await self.circle.give_up(line, error)

    def _why_away(self, line: PeerLine, error: NetError) -> str:
        if line.presence is Presence.LEFT:
            who = self.match.names[line.seat] or self.circle.name(line.seat)
            if line.why:
                return say(
                    "{who} had to stop: {why}; the match is saved: wait, or leave too and resume"
                    " it later",
                    who=who,
                    why=line.why,
                )
            return say(
                "{who} has left; the match is saved: wait, or leave too and resume it later",
                who=who,
            )
        return say("{what}: {why}", what=error.what, why=error.why)

    async def _hear(self, line: PeerLine, message: bytes) -> None:
        kind = message[:1]
        if kind == RECORD:
            await self._intake.heard(line, message[1:])
        elif kind == RESUME and line.state is not LineState.TOLD:
            await self.circle.answer_resume(line, message)
        elif kind == CAUGHT_UP:
            self._listening.has_told(line.seat)
        elif kind == DONE:
            line.wants = Wants.THE_LINK if message[1:] == STAYS else Wants.NOTHING
        elif kind == STATE:
            self._disagreement.heard(line, message)
        elif kind == BYE:
            self._hear_goodbye(line, message)
        else:
            await self.circle.refuse(
                line,
                say("does not speak our language"),
                say("a message of unknown kind {message}", message=message[0]),
            )

    def _hear_goodbye(self, line: PeerLine, message: bytes) -> None:
        """Handle a goodbye: a peer that only leaves may return, and is waited for as if the link
        had broken."""
        leaves = message[1:2] in (b"", LEAVES.encode())
        why = text_of(message[1:] if leaves else message)
        if leaves and line.reach is not None:
            line.leaves(why)
        elif leaves and why:
            line.stops(say("it had to stop: {why}; the match can be resumed", why=why))
        else:
            line.stops(why or say("the player has left; the match can be resumed"))

    def _welcome(self, line: PeerLine, link: FramedStream) -> None:
        line.back(link, self.nursery)
        if link.proved is not None:
            self._identities[line.seat] = link.proved.identity
        if link.who is not None:
            self._names[line.seat] = link.who.name
        if line.is_needed:
            self.player.notice(
                Notice.BACK, say("connected to {name} again", name=self.circle.name(line.seat))
            )
        if line.state is LineState.FRESH:  # there is nothing of ours there
            self._listening.has_told(line.seat)
            self.circle.say_all(line)
        else:
            self.circle.say_where_we_are(line)

    def _hear_player(self, word: Word) -> None:
        try:
            self.post.send_nowait(Spoken(word))
        except trio.WouldBlock:
            self.player.notice(Notice.ERROR, say("too much is going on: say that again"))

    def _look_who_keeps_us_waiting(self) -> None:
        now = trio.current_time()
        is_new_step = self._overdue.look(now)
        if self._proposals is not None:
            if is_new_step:
                self._proposals.begin_step()
            self._proposals.look(now, self.nursery, self.post)

    async def _look_at_the_clock(self) -> None:
        """Count what has passed until now, and keep it now and then."""
        if not self._clock.running:
            return
        question = self._question
        held_back = self._timed is not None and self._timed.has_answered
        asks_us = question is not None and question.answer is None and not held_back
        self._clock.look(trio.current_time(), asks_us)
        if self._private is not None and (left := self._clock.note()):
            await trio.to_thread.run_sync(self._private.append, [clock_note(left)])

    def _check_hope(self) -> None:
        """Raise the reason if who is waited for is gone, and nobody may go on without: of a match
        that our player has left, those decide who play it."""
        if self.circle.carries:
            return
        if self._proposals is not None:
            self._proposals.check_hope()
        why = self._overdue.hopeless()
        if why is not None and (self._proposals is None or not self._proposals.may_go_on()):
            raise why

    # -- what follows ----------------------------------------------------------------------

    async def _do_what_follows(self) -> None:
        """Perform every effect the match wants now."""
        self._listening.look(trio.current_time())
        while (effect := self._next_effect()) is not None:
            await self._do(effect)

    def _next_effect(self) -> Effect | None:
        self._answer()
        return self.match.next_effect()

    async def _do(self, effect: Effect) -> None:
        match effect:
            case StoreNotes(notes):
                if self._private is not None:
                    await trio.to_thread.run_sync(self._private.append, list(notes))
            case StoreRecords(records, sync):
                await trio.to_thread.run_sync(self.log.append, list(records), sync)
                self.circle.keep(records)
                self._stored(records, sync)
            case Send(record, author):
                self.circle.send(record, author)
            case Tell() | TellRemark() | TellWish():
                self._tell(effect)
            case Refuse(blame):
                await self._intake.refuse(blame)
            case CancelDecision():
                self._take_back_question()
            case Work(what):
                self.player.notice(Notice.WORKING, what)
                self.nursery.start_soon(self._work, effect)
            case Decide(_, step):
                self._question = PendingDecision(step, self.match.view())
                self.nursery.start_soon(self._decide, self._question)
            case Denounce(blame, proof):
                await self._disagreement.denounce(blame, proof, self._mail)

    def _tell(self, effect: Tell | TellRemark | TellWish) -> None:
        match effect:
            case Tell(events):
                self.player.told(self.match.view(), events)
            case TellRemark(seat, text):
                self._talk.told(seat, text)
            case TellWish(seat, what):
                self._wishing.told(seat, what, effect.target)

    async def _stop(self, blame: Blame | None = None) -> None:
        """Keep what was accepted, and with a blame the evidence, of which the others are told."""
        self.match.stop(blame)
        for effect in self.match.effects():
            await self._do(effect)

    def _answer(self) -> None:
        """The player may have decided: tell the match, as soon as it is not at work."""
        question = self._question
        if question is None or question.answer is None or self.match.is_working:
            return
        self._question = None
        if not self.match.wants(question.step):
            return
        try:
            self.match.decide(question.answer, question.step)
        except IllegalAnswer as e:
            if self._illegal is None:
                raise
            self._illegal(e)

    def _take_back_question(self) -> None:
        """Nobody waits for the answer: the match has gone on, or we hold back."""
        if self._question is not None:
            self._question.scope.cancel()
            self._question = None

    async def _work(self, work: Work) -> None:
        await self.post.send(Worked(await trio.to_thread.run_sync(work.run)))

    async def _decide(self, question: PendingDecision) -> None:
        with question.scope:
            await trio.lowlevel.checkpoint()  # it may have been taken back already
            question.answer = await self.player.decide(question.view)
            await self.post.send(Decided(question))

    def _is_set_aside(self) -> bool:
        """Return True if the match ends here for us without an END: all adjourn, our player no
        longer waits for one who is away, or we have given up and the others go on, and hear each
        other without us."""
        left_alone = self._wishing.waits_no_more
        return (
            self.match.adjourned
            or left_alone
            or (self.circle.has_given_up and not self.circle.carries)
        )

    async def _part_early(self) -> bool:
        """Say goodbye, when the others have what we had to say. Whether nobody may need us
        again."""
        if self._wishing.waits_no_more:
            await self.circle.say_goodbye(say("it has stopped waiting; the match can be resumed"))
            return False
        if not self.circle.has_given_up:
            await self._stay(lambda line: line.counts and not line.is_told, ends=False)
            why = say("all have agreed to adjourn; the match can be resumed")
            await self.circle.say_goodbye(why)
            return False
        await self._stay(lambda line: line.counts and not line.has_all, ends=False)
        own = self.match.own
        assert own is not None
        await self.circle.say_goodbye(f"it {self.match.gave_up(own.seat)}")
        return self._all_have_all(LineRole.PLAYS)

    # -- the end ---------------------------------------------------------------------------

    async def _part(self) -> bool:
        """Stay until the others have said that they have all they need, or left.

        All have signed the end: however they leave, the match is over.
        """
        for line in self.lines.values():
            line.send(self._farewell)
        await self._stay(lambda line: line.is_needed and not line.has_all, ends=True)
        return self._all_have_all(LineRole.PLAYS, LineRole.CARRIES)

    def _all_have_all(self, *roles: LineRole) -> bool:
        """Return True if all lines with these roles have said that they want no more."""
        return all(
            line.wants is not Wants.MORE for line in self.lines.values() if line.role in roles
        )

    async def _stay(self, waits: Callable[[PeerLine], bool], ends: bool) -> None:
        """Until no line waits for us, or for so long; then until all has gone out. ends: the match
        has ended for all."""
        now = trio.current_time()
        latest, until = now + LONG_FAREWELL, now + FAREWELL
        back: set[Seat] = set()
        with suppress(Stopped, NetError):  # they may have heard it all, and have gone already
            while waiting := [line for line in self.lines.values() if waits(line)]:
                now = trio.current_time()
                if any(line.is_sending for line in waiting):  # it is slow, and not silent
                    until = min(now + FAREWELL, latest)
                if now >= until:
                    break
                if (news := await self._next_news()) is not None:
                    await self._hear_last_words(news, ends)
                    await self._do_what_follows()
                    self.circle.leave_the_dropped()
                    self.circle.let_go()
                if isinstance(news, LinkBack) and news.seat not in back:  # once: it may go again
                    back.add(news.seat)
                    latest = max(latest, trio.current_time() + FAREWELL)
        await self.circle.flush(FLUSH)

    async def _hear_last_words(self, news: News, ends: bool) -> None:
        match news:
            case LinkLost(seat) if self.lines[seat].wants is not Wants.MORE:
                self.lines[seat].lost()
            case MessageArrived() | LinkLost() | LinkBack() | LinkGone():
                await self._take(news)
            case Worked() if self.circle.has_given_up:  # else it could not answer a DROP any more
                await self._take(news)
        if ends and isinstance(news, LinkBack):
            self.lines[news.seat].send(self._farewell)
