"""`owm-net watch`: see a match of others, some minutes behind, and keep a log that verifies."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import trio
from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.client.language import tr, tr_error
from owm_net.engine.agenda import Event
from owm_net.engine.text import listed, say
from owm_net.files.home import as_typed, folder, program
from owm_net.files.logfile import MAX_LOG, LogFile
from owm_net.net.errors import NetError
from owm_net.net.loop import run as run_loop
from owm_net.net.overdue import name_of
from owm_net.net.peers import entropy
from owm_net.net.secure import NotLetIn, OtherRole, OtherVersion
from owm_net.net.streams import FramedStream
from owm_net.net.watching import follow, greet
from owm_net.protocol.codes import Invitation, looks_like_code
from owm_net.protocol.entries import frame_record
from owm_net.protocol.words import fingerprint
from owm_net.session.checker import Fault, first_fault
from owm_net.session.match import Match, Own, Tell, TellRemark, TellWish
from owm_net.session.people import fault, terms_in_words
from owm_net.session.steps import Deferred
from owm_net.session.terms import CannotPlay
from owm_net.session.watched import Watched
from owm_net.verbs.common import BAD, CANNOT, USAGE, Fail, add_pack, show, terms_here
from owm_net.verbs.join import ask_code, parsed
from owm_net.verbs.meetings import Meeting, Visit, meeting
from owm_net.verbs.opening import has_display, why_no_window
from owm_net.verbs.places import check_places, new_log
from owm_net.verbs.retelling import Told, ToldRemark, tell_events, tell_remark
from owm_net.verbs.seat import player_name
from owm_net.verbs.typed import seconds
from owm_net.verbs.verify import EXIT, in_words, judge

if TYPE_CHECKING:
    from owm_net.client.front import Front

HELP = say("watch a match of others, by the code for spectators")
EXAMPLES = say("""examples:
  owm-net watch 4711-melon-sandal-orchid                              on the same network
  owm-net watch 192.0.2.7:40123 4711-melon-sandal-orchid              at an address
  owm-net watch 4711-melon-sandal-orchid --relay relay.example.org:7771   through a relay
  owm-net watch 4711-melon-sandal-orchid --no-window --log seen.owmlog
  owm-net watch                                                       asks for the code

The host's program shows this code when a match begins that others may watch (owm-net host
--spectators MINUTES). You see what everybody at the table sees, so many minutes later, and no hand;
what you do has no effect on the match. Every entry is checked as it comes. When the match is over
the rest comes at once, and you have a log that anybody can check.

exit code: that of the verdict, as of owm-net verify: 0 OK, 1 INVALID, 4 UNFINISHED, 3 no verdict,
or nothing was shown
""")
MORE: Final = 256
"""Entries that are still kept after a bad one: they may show that all players agree with it, and
that it is this program that differs."""
LONGEST_PAUSE = 30.0
"""Seconds between attempts to reach the host again."""
QUIET = 0.5
"""Seconds without an entry after which a window shows where the match is, no more its history."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument(
        "where",
        nargs="?",
        default="",
        metavar="[HOST:PORT] CODE",
        help=tr("where the match is shown, if you know; the code"),
    )
    parser.add_argument("code", nargs="?", default="", help=argparse.SUPPRESS)
    parser.add_argument(
        "--relay", default="", metavar="[TOKEN@]HOST:PORT", help=tr("go there through a relay")
    )
    parser.add_argument(
        "--relay-only",
        action="store_true",
        help=tr("through the relay alone: it hides your address"),
    )
    parser.add_argument("--no-lan", action="store_true", help=tr("do not look on your own network"))
    parser.add_argument("--name", default="", help=tr("what the host sees (default: your login)"))
    parser.add_argument(
        "--log", type=Path, help=tr("where the log goes (default: the logs folder)")
    )
    parser.add_argument(
        "--no-window", action="store_true", help=tr("tell the match in this terminal, in lines")
    )
    parser.add_argument(
        "--patience",
        type=seconds,
        default=3600.0,
        metavar=tr("SECONDS"),
        help=tr("how long to look for the host when the connection is lost (default: an hour)"),
    )
    add_pack(parser)


def run(args: argparse.Namespace) -> int:
    """Find the host, follow the match to its end, say the verdict."""
    where = _where(args)
    check_places(args.log)
    spectator = Spectator(where, player_name(args), args.log, args.patience)
    try:
        run_loop(spectator.come)
        if args.no_window or not has_display() or why_no_window() is not None:
            run_loop(spectator.watch, tell_events, tell_remark, show)
            return spectator.conclude(show)
        return _in_window(spectator)
    except (KeyboardInterrupt, BaseExceptionGroup) as error:
        if spectator.count:
            error.add_note(
                say(
                    "what was shown so far: {program} verify {path}",
                    program=program(),
                    path=as_typed(spectator.log.path),
                )
            )
        raise
    finally:
        spectator.close()


def _where(args: argparse.Namespace) -> Meeting:
    address, code = args.where, args.code
    if ":" not in address or (not code and looks_like_code(address)):  # or with blanks, or pasted
        address, code = "", f"{address} {code}".strip()
    if args.relay_only and (address or not args.relay):
        raise Fail(say("--relay-only needs --relay HOST:PORT, and no address"), USAGE)
    lan = not (args.relay_only or args.no_lan or address)
    if not (address or args.relay or lan):
        raise Fail(say("where is it shown? owm-net watch HOST:PORT {code}", code=code), USAGE)
    where = meeting(address=address, relay=args.relay, code=code, lan=lan)
    return where if code else evolve(where, code=parsed(ask_code("watch")))


class Spectator:
    """One who watches a match: by which ways it goes there, and what it has been shown.

    count: of the records in its log.
    """

    def __init__(self, where: Meeting, name: str, log: Path | None, patience: float) -> None:
        assert where.code is not None
        self.count = 0
        self.log: LogFile
        self.watched: Watched
        self._where = where
        self._code = Invitation(where.code)
        self._own = Own(0, name, Ed25519PrivateKey.generate(), entropy)
        self._path = log
        self._patience = patience
        self._terms = self._identity = b""
        self._bytes = 0
        self._more = 0
        self._link: FramedStream
        self._tell: Callable[[str], None] = show

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
        """Whether the host was found again."""
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
        show(
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
        effects = watched.hear(record)
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
        """Who has shown it, in words: the key was proved on the channel."""
        words = fingerprint(self._identity)
        return say("it was shown by whoever has the key {words}", words=words)

    def conclude(self, tell: Callable[[str], None], quiet: bool = False) -> int:
        """The verdict on what was shown. Returns the exit code. Raises Fail."""
        self.close()
        if not self.count:
            self.log.path.unlink(missing_ok=True)
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
        """Nothing more is kept."""
        if self._terms:
            self.log.close()


class AnotherMatch(NetError):
    """Where we watched a match, another is shown."""


def _quiet(line: str) -> None:
    """While the host is looked for again nothing is said of each attempt."""


def _in_window(spectator: Spectator) -> int:
    """The same in a window, from nobody's seat."""
    from owm_net.client.app import run
    from owm_net.client.settings import Settings

    match = spectator.watched.match
    names = [tr("seat {n}", n=seat + 1) for seat in range(match.seats)]

    async def main(front: Front) -> None:
        front.names = match.names
        shown = Shown(front)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(shown.catch_up, match)
            await spectator.watch(shown.told, shown.remark, partial(front.notice, "waiting"))
            shown.begin(match)
            nursery.cancel_scope.cancel()
        front.notice("waiting", say("checking the log"))
        lines: list[str] = []
        await trio.to_thread.run_sync(spectator.conclude, lines.append, True)
        front.notice("verdict", listed(lines, "\n"))

    try:
        code: int = run(match.system, -1, names, main, Settings(folder=folder("cache")))
    except OSError as e:
        raise Fail(tr_error(e), CANNOT) from e
    verdict = spectator.conclude(show)
    return CANNOT if code and verdict != BAD else verdict


class Shown:
    """What a window shows of a match that may have been going on for long: its history goes into
    the log at once, and when no more of it comes the table is laid as it stands."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._is_live = False
        self._last = trio.current_time()

    def told(self, match: Match, events: Sequence[Event]) -> None:
        self._last = trio.current_time()
        if self._is_live:
            self._front.told(match.view(), list(events))
        else:
            self._front.recall(match.view(), events)

    def remark(self, match: Match, said: TellRemark | TellWish) -> None:
        text = said.text if isinstance(said, TellRemark) else f"signs: {said.what.word}"
        self._front.notice(
            "remark", say("{name}: {text}", name=name_of(match, said.seat), text=text)
        )

    async def catch_up(self, match: Match) -> None:
        while not self._is_live:
            await trio.sleep_until(self._last + QUIET)
            if trio.current_time() >= self._last + QUIET:
                self.begin(match)

    def begin(self, match: Match) -> None:
        if not self._is_live and match.state.pending is not None:
            self._is_live = True
            self._front.told(match.view(), [])
        self._last = trio.current_time()
