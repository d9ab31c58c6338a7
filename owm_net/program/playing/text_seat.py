"""A person's seat in a terminal: `--text` of play, host, join and resume.

Line after line, nothing drawn over: for ssh, for a screen reader, for a pipe (`printing.py`).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import trio
from attrs import define

from owm_net.client.answering.passing import may_pass, slot_ends
from owm_net.client.language import tr, tr_error
from owm_net.client.rules.besides import measured, own_side
from owm_net.client.settings import remembered
from owm_net.client.tables.terminal import NO, YES, Conversation, Reply
from owm_net.client.terminal.advice import AGAINST_PEOPLE
from owm_net.client.terminal.parts import spoken
from owm_net.client.words import because, capital, enumerated
from owm_net.engine.agenda import Event
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat, all_seats
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.files import squads
from owm_net.files.home import CannotWrite, folder
from owm_net.files.private import private_path
from owm_net.files.squads import Squads
from owm_net.net.clock import in_minutes
from owm_net.net.loop import run as run_loop
from owm_net.net.overdue import name_of
from owm_net.program.computer.opponent import Computer, play_computer
from owm_net.program.failing import FINE
from owm_net.program.logs.retelling import replay_to
from owm_net.program.logs.verdict_words import say_verdict
from owm_net.program.setups import Game
from owm_net.program.terminal.keyboard import open_prompt
from owm_net.program.terminal.lines import show
from owm_net.program.terminal.printing import tell
from owm_net.program.window.opening import resume_with
from owm_net.session.match import Match
from owm_net.session.player import Clocks, Mute, Notice, Remark, Will, Word
from owm_net.session.stops import What

PROMPT = "> "
MOST_TYPED = 10_000
"""Lines that are kept until they are asked for; nobody types so much ahead."""


def _is_lenient() -> bool:
    """Return what the player has set in the window: whether take-backs are agreed to at once."""
    with suppress(CannotWrite):
        return remembered(folder("settings"))[0].lenient
    return True


def _shelf(name: str) -> Squads:
    """Return what the player has kept in the window, or why it cannot be read."""
    try:
        return squads.kept(folder("settings"), name)
    except CannotWrite as bad:
        tell([tr_error(bad)])
        return {}


class Left(Exception):
    """The player has left; the match is kept."""


@define
class Taken:
    """place: the log of a match and our seat in it, once they are known. code: to end with, when
    the verdict on it was said already."""

    place: tuple[Path, Seat] | None = None
    code: int | None = None


class TextPlayer:
    """A player who reads lines and types them. before: the same player in another match. hints:
    they may ask what the computer player would do."""

    def __init__(self, match: Match, before: TextPlayer | None = None, hints: bool = False) -> None:
        self._match = match
        self._talk = Conversation(
            match.system,
            besides=self._how_it_stands,
            names=match.names,
            shelf=_shelf,
            no_advice="" if hints else AGAINST_PEOPLE,
        )
        self._lines: Lines = Lines() if before is None else before._lines
        self._lines.meanwhile = self._meanwhile
        self._clocks = Clocks(())
        self._lost: tuple[float, str] | None = None
        self._way = ""
        self._say: Callable[[Word], None] | None = None
        self._tried: set[str] = set()
        self.lets_take_back = _is_lenient()

    def recall(self, log: Path) -> None:
        """Tell `log` the earlier events of a resumed match."""

        def told(match: Match, events: Sequence[Event]) -> None:
            self._talk.told(match.view(), events)

        replay_to(log, None, told)

    async def decide(self, view: View[Any]) -> Answer:
        """Return the person's answer, typed line by line."""
        self._lines.forget()
        asked, question = trio.current_time(), self._talk.ask(view)
        unasked = self._talk.unasked()
        tell(map(spoken, question if unasked is None else unasked.lines))
        try:
            answer = unasked.answer if unasked is not None else None
            answer = answer or await self._answer()
        finally:
            self._talk.close()
        if self._talk.passes and may_pass(view):
            await slot_ends(asked)
        return answer

    async def _answer(self) -> Answer:
        while True:
            reply = self._talk.on_line(await self._typed())
            tell(map(spoken, reply.lines))
            if reply.quits:
                raise Left
            self._pass_on(reply)
            if reply.resigns and self._say is not None:
                await trio.sleep_forever()  # cancelled when the match has ended
            if reply.answer is not None:
                return reply.answer

    async def typed_after(self, leaves: Callable[[str], bool]) -> None:
        """Yield lines typed after the match, until the person leaves."""
        self._lines.forget()
        with suppress(Left):
            while not leaves(await self._typed()):
                pass

    def _meanwhile(self, line: str) -> None:
        """Something is typed while nobody asks."""
        reply = self._talk.on_line(line)
        tell(map(spoken, reply.lines))
        if reply.quits:
            signal.raise_signal(signal.SIGINT)  # as by Ctrl-C: there is no question to leave
        else:
            self._pass_on(reply)

    def _pass_on(self, reply: Reply) -> None:
        """Pass on what is for the other players."""
        if self._say is None:
            return
        if reply.say:
            self._say(Remark(reply.say))
        if reply.resigns:
            self._say(Will(What.RESIGN))
        match reply.to_others:
            case "adjourn":
                self._say(Will(What.ADJOURN))
            case "abandon":
                self._say(Will(What.ABANDON))
            case "takeback":
                self._say(Will(What.TAKE_BACK))
            case "retract":
                for what in self._match.offers:
                    self._say(Will(what, on=False))
                if not self._match.offers:
                    tell([tr("You have offered nothing.")])
            case "mute" | "unmute" as word:
                for seat in self._others():
                    self._say(Mute(seat, word == "mute"))
                muted = tr("Others' remarks are no longer shown.")
                tell([muted if word == "mute" else tr("Others' remarks are shown again.")])

    def _others(self) -> list[Seat]:
        assert self._match.own is not None
        return [seat for seat in all_seats(self._match.seats) if seat != self._match.own.seat]

    def _how_it_stands(self) -> list[str]:
        """Return the seats waited for, the absent ones, and the match clock."""
        lines = []
        if self._lost is not None:
            since, why = self._lost
            ago = in_minutes(trio.current_time() - since)
            lines.append(tr("{time} ago: {what}", time=ago, what=why))
            lines += [capital(self._way)] if self._way else []
        owing = set(self._match.owed())
        if awaited := [name_of(self._match, seat) for seat in self._others() if seat in owing]:
            lines.append(tr("Waiting for {names}.", names=enumerated(awaited)))
        if self._clocks.left:
            told = self._each_has(self._clocks.left)
            lines.append(tr("On the clock: {each}.", each=told))
        if self._clocks.away:
            told = self._each_has(self._clocks.away)
            lines.append(tr("Left to be away at their own decisions: {each}.", each=told))
        return lines

    def _each_has(self, times: Sequence[int]) -> str:
        told = [
            tr("{name} has {time}", name=name_of(self._match, Seat(seat)), time=in_minutes(left))
            for seat, left in enumerate(times)
        ]
        return ", ".join(told)

    @property
    def has_answered(self) -> bool:
        """Never: what is typed is sent at once."""
        return False

    def clock(self, now: Clocks) -> None:
        """Kept for `status`; that little is left is a notice."""
        self._clocks = now

    async def shall_agree(self, what: What, why: str) -> bool:
        """Yes or no to what another offers."""
        return await self._yes(why)

    async def shall_drop(self, seat: Seat, why: str) -> bool:
        """Yes or no to going on without a seat."""
        return await self._yes(why)

    async def _yes(self, why: str) -> bool:
        self._lines.forget()
        told = capital(why)
        stop = "" if told[-1:] in (".", "?", "!") else "."
        tell([f"{told}{stop} {tr('Type yes or no.')}"])
        while (typed := (await self._typed()).strip().lower()) not in (*YES, *NO):
            tell([tr("Type yes or no.")])
        if self._lines.awaited:
            tell([tr("Your decision is still open: again reads it out.")])
        return typed in YES

    async def _typed(self) -> str:
        with open_prompt(PROMPT):
            line = await self._lines.next()
        if line is None:
            show("")
            raise Left
        return line

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """Everything that happens is read out, in its order."""
        tell(map(spoken, self._talk.told(view, events)))

    def notice(self, kind: Notice, text: str) -> None:
        """How things stand beside the rules; a way that is tried is told once."""
        if kind == Notice.TRYING:
            self._way = text
        if kind == Notice.WORKING or (kind == Notice.TRYING and text in self._tried):
            return
        if kind == Notice.TRYING:
            self._tried.add(text)
        elif kind in (Notice.AWAY, Notice.BACK):
            self._tried.clear()
            self._way = ""
        if kind in (Notice.AWAY, Notice.GONE):
            self._lost = trio.current_time(), capital(text)
        elif kind in (Notice.BACK, Notice.DROPPED):
            self._lost = None
        tell([capital(text)])

    def may_speak(self, say: Callable[[Word], None]) -> None:
        """From here on typed lines are heard, even without a question."""
        self._say = say
        self._lines.begin()

    def refused(self, error: Exception) -> None:
        """The rules have refused an answer when all was known."""
        why = tr_error(error)
        if isinstance(error, IllegalAnswer):
            why = because(error.why, error.rule)
        tell([spoken(tr("Not allowed: {why}", why=why))])


class Lines:
    """The lines typed, from a thread that reads standard input. A process's last.

    meanwhile: given what a person types while nobody asks; of a script that is kept.
    """

    def __init__(self, meanwhile: Callable[[str], None] | None = None) -> None:
        self.meanwhile = meanwhile
        self._typed: deque[str | None] = deque()
        self._readers: list[object] = []
        self._news = trio.lowlevel.ParkingLot()
        self._person = sys.stdin.isatty()
        self._token: trio.lowlevel.TrioToken | None = None

    @property
    def awaited(self) -> bool:
        """Return True if a question waits for a line."""
        return bool(self._readers)

    def forget(self) -> None:
        """Drop lines a person typed before the question; a script's are answers to it."""
        while self._person and self._typed and self._typed[0] is not None:
            self._typed.popleft()

    def begin(self) -> None:
        """From now on what is typed is read."""
        if self._token is None:
            self._token = trio.lowlevel.current_trio_token()
            threading.Thread(target=self._read, daemon=True).start()

    async def next(self) -> str | None:
        """The next line, None at the end of the input. Of several who wait, the one who asked last
        gets it: that is the question the person has read last."""
        self.begin()
        reader = object()
        self._readers.append(reader)
        try:
            while self._readers[-1] is not reader or not self._typed:
                await self._news.park()
            return self._typed.popleft()
        finally:
            self._readers.remove(reader)
            self._news.unpark_all()

    def _read(self) -> None:
        rest = b""
        while piece := os.read(0, 4096):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self._put(line.decode("utf-8", "replace").removesuffix("\r"))
        if rest:  # a file may end without the end of a line
            self._put(rest.decode("utf-8", "replace"))
        self._put(None)

    def _put(self, line: str | None) -> None:
        assert self._token is not None
        try:
            self._token.run_sync_soon(self._keep, line)
        except trio.RunFinishedError:
            return

    def _keep(self, line: str | None) -> None:
        if self._person and not self._readers and line is not None and self.meanwhile:
            self.meanwhile(line)
        elif len(self._typed) < MOST_TYPED:
            self._typed.append(line)
            self._news.unpark_all()


def play_in_text(game: Game, name: str, log: Path, seed: str, opponent: str) -> int:
    """`owm-net play --text`: the computer runs in its own process and joins us."""
    players: list[TextPlayer] = []

    def seated(match: Match) -> TextPlayer:
        players.append(seated_in_text(match, hints=True))
        return players[0]

    def refused(error: Exception) -> None:
        players[0].refused(error)

    computer = Computer(log, "person", seed, opponent)
    return to_the_end(
        Taken((log, Seat(0))), play_computer, game, name, computer, seated, show, refused
    )


def to_the_end(taken: Taken, main: Callable[..., Awaitable[object]], *args: Any) -> int:
    """Run a match, then say the verdict; or how to go on, where the player has left."""
    try:
        run_loop(main, *args)
    except (Left, KeyboardInterrupt, BaseExceptionGroup) as error:
        if taken.place is None:
            raise
        log, _ = taken.place
        if _only(error, Left):
            return kept(log)
        if _only(error, KeyboardInterrupt) and taken.code is not None:
            show("")
            return taken.code  # the match is over, and no other has begun
        if _only(error, KeyboardInterrupt) and private_path(log).exists():
            stopped = KeyboardInterrupt()
            stopped.add_note(
                tr("go on with: {command}", command=_how(log))
            )  # in text again, not in a window
            raise stopped from None
        raise
    assert taken.place is not None
    return say_verdict(*taken.place, text=True) if taken.code is None else taken.code


def seated_in_text(
    match: Match, before: TextPlayer | None = None, hints: bool = False
) -> TextPlayer:
    """A person's seat; what whoever begins must know is said. before, hints: as of `TextPlayer`."""
    assert match.own is not None
    begins = tr(
        "{game}: you are seat {n}. Type ? for help at any time; Ctrl-C leaves.",
        game=match.system.title,
        n=match.own.seat + 1,
    )
    besides = measured(match.system.id, match.terms.setup)
    whom = own_side(match.system, match.state, match.own.seat)
    tell([begins, *whom, *map(tr, match.system.briefing(match.state).lines), *besides])
    return TextPlayer(match, before, hints)


def _only(error: BaseException, kind: type[BaseException]) -> bool:
    """Return True if an error is of a kind, or a group of nothing else."""
    if isinstance(error, BaseExceptionGroup):
        return error.split(kind)[1] is None
    return isinstance(error, kind)


def kept(log: Path) -> int:
    """The player has left: how to go on."""
    show(tr("The match is kept. Continue with: {command}", command=_how(log)))
    return FINE


def _how(log: Path) -> str:
    return resume_with(log, text=True)
