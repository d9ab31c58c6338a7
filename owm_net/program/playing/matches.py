"""Running one network match: meet the other side, play, keep what is needed to go on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import trio
from attrs import define, evolve, frozen

from owm_net import PROGRAM
from owm_net.client.match.handles import TakenUp
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.files.identity import own_identity
from owm_net.files.logfile import MAX_LOG, LogFile
from owm_net.files.private import CannotOpen, PrivateFile, private_path
from owm_net.files.reading import read_plain
from owm_net.files.written import Place
from owm_net.net.driver import DriverOptions, Parting, Private, run_match
from owm_net.net.errors import NetError
from owm_net.net.peers import again, entropy, papers_for, return_to
from owm_net.net.proof import Papers
from owm_net.net.rematch import Rematch
from owm_net.net.stand import Stand
from owm_net.net.streams import FramedStream, first_error
from owm_net.net.ways import Ways
from owm_net.program.failing import Fail
from owm_net.program.logs.releases import OtherProgram
from owm_net.program.meeting.connecting import connect
from owm_net.program.meeting.meet import Met
from owm_net.program.meeting.where import Meeting, StandAt, Tell
from owm_net.program.playing.noted import identities_of, key_of, where_note, where_of
from owm_net.program.playing.stopped import stopped_in_words
from owm_net.program.playing.ways_back import WayBack, ways_back
from owm_net.program.setups import find_system_of_log
from owm_net.program.terminal.lines import show
from owm_net.program.terminal.prompts import show_above
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session.desync import HEAD
from owm_net.session.match import Blame, Match, Own
from owm_net.session.people import fault
from owm_net.session.player import Notice, Player
from owm_net.session.private import BadNotes, clock_of, meeting_of, recall
from owm_net.session.verify import OtherRulesVersion, Unreadable, open_log


def warn_no_drop(drop_after: float | None, match: Match) -> None:
    """Say so if --drop-after was given for a match that cannot go on without a player."""
    if drop_after is None:
        return
    why = match.system.why_no_drop(match.state, 0)
    if why is None and match.seats == 2:
        why = say("two play: when one leaves, nobody is left to go on with")
    if why is not None:
        show(say("--drop-after does nothing in this match: {why}", why=why))


async def play_on(
    match: Match,
    link: FramedStream | Mapping[Seat, FramedStream],
    player: Player,
    path: Path,
    back: WayBack,
    options: DriverOptions,
    passphrase: str = "",
) -> Parted:
    """Play a new match to its end, keeping its log. Raises Fail with a line, NetError.

    link: to the other side, or links by seat; they are closed then, except one that is kept for a
    rematch. options: `private`, `reach` and `disagree` are set here.
    """
    assert match.own is not None
    links = {Seat(1 - match.own.seat): link} if isinstance(link, FramedStream) else link
    if back.where.relay is not None:
        rooms = {seat: x.proved.room for seat, x in links.items() if x.proved is not None}
        back = evolve(back, where=evolve(back.where, rooms=rooms))
    with LogFile.create(path) as log:
        private = PrivateFile.create(private_path(path), passphrase)
        papers = papers_for(match, links)
        private.append([where_note(back.where, papers)])
        return await _play(match, links, player, log, private, back, options, papers)


@frozen
class Parted:
    """A match that is over, and how its players have parted. where: by which ways they met."""

    match: Match
    parting: Parting
    where: Meeting

    def rematch(self, changed: Callable[[], None] = lambda: None) -> Rematch:
        """Prepare another match with the same player. changed: as for it."""
        return Rematch(self.match, self.parting, changed)

    async def again(self, rematch: Rematch) -> Met | None:
        """Until both have agreed to play again, or cannot: then None. Somebody must call it, for
        the other waits for our word. A link lost in the next match is found again by the same ways;
        the side that waited then still does, whatever side it plays now."""
        found = await rematch.run()
        if found is None:
            return None
        match, link = found
        own, before = match.own, self.match.own
        assert own is not None and before is not None
        where = evolve(self.where, code=None)  # it was good for one match
        if own.seat != before.seat:
            where = evolve(where, host=Seat(1 - where.host))
        if where.stand is not None:  # the code of spectators was good for one match
            at = where.stand
            where = evolve(where, stand=StandAt(at.minutes, at.port, lan=at.lan))
        return Met(match, {Seat(1 - own.seat): link}, where)


@define
class Resumed(TakenUp):
    """A match read from its log and private file, and where to meet the other side.

    facts: the notes of the meeting. anew: where to meet instead. drop_after, clock: as for
    `run_match`.
    """

    match: Match
    records: list[bytes]
    log: LogFile
    private: PrivateFile
    where: Meeting
    facts: dict[str, str | int]
    anew: Meeting | None = None
    drop_after: float | None = None
    clock: Sequence[float] = ()


def take_up(path: Path, passphrase: str = "") -> Resumed:
    """A match that was broken off, as far as it had come. Raises Fail."""
    try:
        private, notes = PrivateFile.open(private_path(path), passphrase)
        log, records = LogFile.resume(path)
        with ExitStack() as if_it_fails:
            if_it_fails.callback(log.close)
            first = open_log(read_plain(path, MAX_LOG), find_system_of_log).match
            facts = meeting_of(notes)
            seat, name = facts.get("seat"), facts.get("name")
            if not isinstance(seat, int) or not isinstance(name, str):
                raise BadNotes(say("the private file does not say which seat was ours"))
            own = Own(Seat(seat), name, own_identity(), entropy)
            match = first = Match(first.system, first.terms, own, private=recall(notes))
            match.replay(records)
            if_it_fails.pop_all()
    except OtherRulesVersion as e:
        raise OtherProgram(path, "resume", e) from e
    except (CannotOpen, BadNotes, Unreadable, RemoteProtocolError) as e:
        raise Fail(say("cannot resume {path}: {why}", path=path, why=e)) from e
    except Blame as e:
        why = fault(first, e)
        raise Fail(
            say("cannot resume {path}: its log is not good: {why}", path=path, why=why), 1
        ) from e
    where, clock = where_of(facts), clock_of(notes)
    return Resumed(match, records, log, private, where, facts, clock=clock)


async def resume_on(
    taken: Resumed,
    player: Player,
    patience: float,
    tell: Tell,
    illegal: Callable[[Exception], None] | None = None,
    *,
    watched: Tell = show_above,
    parting: Parting | None = None,
) -> Parted:
    """Meet the other side of a match again and play on. watched: as of `WayBack`. parting: as of
    `DriverOptions`. Raises Fail, NetError."""
    links: dict[Seat, FramedStream] = {}
    where = taken.where
    papers = papers_for(taken.match, {}, key_of(taken.facts))
    papers.known |= identities_of(taken.facts)
    if taken.anew is not None:
        where = evolve(taken.anew, stand=where.stand)
        if where.address is not None:  # who waits there now, the first proof says
            dialled = again(partial(_dial_anyone, where, papers), patience)
            link = await dialled()
            assert link.proved is not None
            where = evolve(where, host=link.proved.seat)
            links[where.host] = link
        taken.private.append([where_note(where, papers)])
    options = DriverOptions(
        history=taken.records,
        illegal=illegal,
        drop_after=taken.drop_after,
        clock=taken.clock,
        parting=parting,
    )
    back = WayBack(where, patience, tell, watched)
    with taken.log as log:
        return await _play(taken.match, links, player, log, taken.private, back, options, papers)


async def _dial_anyone(where: Meeting, papers: Papers, wait: float) -> FramedStream:
    link = await connect(where, lambda line: None, wait)
    return await return_to(link, papers, None)


async def _play(
    match: Match,
    links: Mapping[Seat, FramedStream],
    player: Player,
    log: LogFile,
    private: PrivateFile,
    back: WayBack,
    options: DriverOptions,
    papers: Papers,
) -> Parted:
    parting = options.parting or Parting()
    try:
        async with trio.open_nursery() as nursery:
            options = evolve(
                options,
                private=private,
                reach=ways_back(back, papers, nursery, partial(player.notice, Notice.TRYING)),
                disagree=lambda text: _keep(log.path.with_suffix(".desync.json"), text),
            )
            async with _watched(match, back, options, papers) as watched:
                settled = await run_match(match, links, player, log, watched)
            nursery.cancel_scope.cancel()
    except BaseException as error:
        if parting.link is not None:  # cancelled when it was over
            await parting.link.cut()
        if isinstance(error, BaseExceptionGroup):
            reason = first_error(error)
            if isinstance(reason, NetError) and back.where.local is not None:
                raise reason from error  # it says itself how to go on
            raise stopped_in_words(reason, log.path, match) from error
        if isinstance(error, KeyboardInterrupt):
            raise stopped_in_words(error, log.path, match) from None
        raise
    if settled:  # else the other side may need us once more
        private.keep(log.path)  # cards nobody played stay sealed
    return Parted(match, parting, back.where)


LEFT = "the players have left it; they may go on later"


@asynccontextmanager
async def _watched(
    match: Match, back: WayBack, options: DriverOptions, papers: Papers
) -> AsyncIterator[DriverOptions]:
    """While the match is played, those whom its players let watch come to its host. Nothing that
    goes wrong there is an affair of the match."""
    where, terms, own = back.where, match.terms, match.own
    if where.stand is None or terms.spectators is None or own is None:
        yield options
        return
    at = where.stand
    stand = Stand(
        terms.encode(), terms.spectators, own, PROGRAM, back.watched,
        code=at.code, key=at.key, history=options.history or (),
    )  # fmt: skip
    ways = Ways(
        port=None if where.port is None else at.port,
        bind=where.bind,
        relay=where.relay,
        token=where.token,
        page=where.page,
        lan=() if at.lan else None,
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stand.run, ways)
        nursery.start_soon(_note_codes, stand, back, options.private, papers)
        try:
            yield evolve(options, stored=stand.stored)
        except Exception as error:
            await stand.end(isinstance(error, Blame), f"the match stops here: {error}")
            raise
        except BaseException:  # Ctrl-C, or somebody cancels us
            with trio.CancelScope(shield=True):
                await stand.end(match.finished, LEFT)
            raise
        await stand.end(match.finished, "" if match.finished else LEFT)
        nursery.cancel_scope.cancel()


async def _note_codes(stand: Stand, back: WayBack, private: Private | None, papers: Papers) -> None:
    """A match that is taken up again has the code for spectators that was open last."""
    at = noted = back.where.stand
    assert at is not None
    while True:
        changed, now = stand.changed, evolve(at, code=stand.invitation.code)
        if now != noted and private is not None:
            note = where_note(evolve(back.where, stand=now), papers)
            try:
                await trio.to_thread.run_sync(private.append, [note])
            except OSError as error:  # what the match itself cannot store, it says
                back.watched(say("the new code for spectators is not kept: {why}", why=error))
            noted = now
        await changed.wait()


def _keep(path: Path, text: str) -> None:
    place = Place(path, path.name, "", "", (HEAD,))
    with suppress(OSError), place.written() as half:  # the verdict counts more than its report
        half.write_text(text, "utf-8")
