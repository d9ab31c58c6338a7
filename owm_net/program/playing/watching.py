"""Watching a match of others: each entry is kept, checked and told as it comes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.client.match.handles import SpectatedMatch
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.files.logfile import MAX_LOG, LogFile
from owm_net.net.errors import NetError
from owm_net.net.peers import entropy
from owm_net.net.secure import NotLetIn, OtherRole, OtherVersion
from owm_net.net.streams import FramedStream
from owm_net.net.watching import follow, greet
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.logs.judging import EXIT, judge
from owm_net.program.logs.places import new_log
from owm_net.program.logs.retelling import Told, ToldRemark
from owm_net.program.logs.verdict_words import in_words
from owm_net.program.meeting.visit import Visit
from owm_net.program.meeting.where import Meeting
from owm_net.program.setups import terms_here
from owm_net.program.terminal.lines import show
from owm_net.protocol.codes import Invitation
from owm_net.protocol.entries import frame_record
from owm_net.protocol.words import fingerprint
from owm_net.session.checker import Fault, first_fault
from owm_net.session.match import Own, Tell, TellRemark, TellWish
from owm_net.session.people import fault, terms_in_words
from owm_net.session.steps import Deferred
from owm_net.session.terms import CannotPlay
from owm_net.session.watched import Watched

MORE: Final = 256
"""Entries that are still kept after a bad one: they may show that all players agree with it, and
that it is this program that differs."""
LONGEST_PAUSE = 30.0
"""Seconds between attempts to reach the host again."""


class Spectator(SpectatedMatch):
    """One who watches a match: by which ways it goes there, and what it has been shown.

    count: of the records in its log.
    """

    def __init__(
        self,
        where: Meeting,
        name: str,
        log: Path | None,
        patience: float,
        tell: Callable[[str], None] = show,
    ) -> None:
        assert where.code is not None
        self.count = 0
        self.log: LogFile
        self.watched: Watched
        self._where = where
        self._code = Invitation(where.code)
        self._own = Own(Seat(0), name, Ed25519PrivateKey.generate(), entropy)
        self._path = log
        self._patience = patience
        self._terms = self._identity = b""
        self._bytes = 0
        self._more = 0
        self._link: FramedStream
        self._tell = tell

    async def come(self) -> None:
        """Go to the host, for the first time or again. Raises NetError, Fail."""
        visit = Visit(self._where, self._code, self._tell, self._arrive, "watch")
        self._link = await visit.go()

    async def watch(self, told: Told, remark: ToldRemark, tell: Callable[[str], None]) -> None:
        """After `come`, to the end of the match, or as far as it is shown."""
        self._told, self._remark, self._tell = told, remark, tell
        self._link.set_patience(silence=self._link.silence, keepalive=self._link.keepalive)
        while True:
            try:
                await follow(self._link, self._take)
                return
            except NetError as error:
                problem = error
            finally:
                await self._link.cut()
            if self.watched.bad is not None or not await self._again(problem):
                return

    async def _again(self, problem: NetError) -> bool:
        """Return True if the host was found again."""
        self._tell(say("{what}: {why}; looking for it again", what=problem.what, why=problem.why))
        lost, pause = trio.current_time(), 1.0
        self._tell, tell = _quiet, self._tell
        try:
            while trio.current_time() + pause < lost + self._patience:
                await trio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                try:
                    await self.come()
                except (NotLetIn, OtherVersion, OtherRole, AnotherMatch) as error:
                    tell(error.said)
                    return False
                except NetError:
                    continue
                tell(say("the host is there again"))
                return True
            tell(say("the host was not found again"))
            return False
        finally:
            self._tell = tell

    async def _arrive(self, link: FramedStream, where: Meeting) -> FramedStream:
        try:
            await greet(link, self._code, self._own, self._begin)
        except BaseException:
            await link.cut()
            raise
        return link

    def _begin(self, data: bytes, identity: bytes) -> int:
        """Told what is shown; returns how many records we have of it."""
        if self._terms:
            if (data, identity) != (self._terms, self._identity):
                raise AnotherMatch(
                    say("cannot go on watching"),
                    say("another match is shown there now"),
                    say("start again"),
                )
            return self.count
        try:
            terms = terms_here(data)
        except CannotPlay as error:
            raise Fail(say("cannot watch this match: {error}", error=error)) from error
        if terms.spectators is None:
            raise Fail(say("cannot watch this match: its players have not agreed to it"), CANNOT)
        self.watched = Watched(games.get(terms.system), terms)
        self.log = LogFile.create(new_log(self._path, f"{terms.system}-watched"))
        self._terms, self._identity = data, identity
        title = self.watched.match.system.title
        self._tell(
            say(
                "watching {title} ({agreed}); the log is {path}",
                title=title,
                agreed=terms_in_words(terms),
                path=self.log.path,
            )
        )
        return 0

    async def _take(self, record: bytes) -> None:
        """The next record: kept first, then checked, then told."""
        self._bytes += len(frame_record(record))
        if self._bytes > MAX_LOG or self._more > MORE:
            raise NetError(
                say("the match is watched no further"),
                say("more is shown than any log holds"),
                say("see the log"),
            )
        watched = self.watched
        self.count += 1
        if watched.bad is not None:
            self._more += 1
            self.log.append([record], False)
            return
        effects = watched.on_record(record)
        found = await trio.to_thread.run_sync(self._keep, record, watched.proofs())
        bad = watched.takes(found)
        if bad is not None:
            why = fault(watched.match, bad)
            whose = (
                say("; {who}", who=self.shown_by) if bad.seat is None else ""
            )  # else a seat has signed it
            self._tell(
                say(
                    "ATTENTION: entry {count} is not good: {why}{whose}",
                    count=self.count - 1,
                    why=why,
                    whose=whose,
                )
            )
            return
        for effect in effects:
            if isinstance(effect, Tell):
                self._told(watched.match, effect.events)
            elif isinstance(effect, TellRemark | TellWish):
                self._remark(watched.match, effect)

    def _keep(self, record: bytes, proofs: list[Deferred]) -> Fault | None:
        self.log.append([record], False)
        return first_fault(proofs)

    @property
    def shown_by(self) -> str:
        """Return who has shown it, in words: the key was proved on the channel."""
        words = fingerprint(self._identity)
        return say("it was shown by whoever has the key {words}", words=words)

    def conclude(self, tell: Callable[[str], None], quiet: bool = False) -> int:
        """The verdict on what was shown. Returns the exit code. Raises Fail."""
        self.close()
        if not self.count:
            raise Fail(say("nothing of the match was shown; no log is kept"), CANNOT)
        verdict = judge(self.log.path, 1 if quiet else None, quiet)
        lines = in_words(verdict)
        bad = self.watched.bad
        if bad is not None and bad.seat is None:
            lines.append(f"  {self.shown_by}, and not by an honest host's program")
        for line in [*lines, say("log: {log}", log=self.log.path)]:
            tell(line)
        return EXIT[verdict.verdict]

    def close(self) -> None:
        """Nothing more is kept. A log without an entry is of no use."""
        if self._terms:
            self.log.close()
            if not self.count:
                self.log.path.unlink(missing_ok=True)


class AnotherMatch(NetError):
    """Where we watched a match, another is shown."""


def _quiet(line: str) -> None:
    """While the host is looked for again nothing is said of each attempt."""
