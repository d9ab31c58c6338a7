"""A match that is over, or was broken off, looked at again in the window."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import trio

from owm_net.client.language import tr, tr_error
from owm_net.engine.view import EVERYBODY
from owm_net.files.home import CannotWrite
from owm_net.files.private import kept_path
from owm_net.session.recorded import Learnt, Recording
from owm_net.verbs.common import BAD, CANNOT, FINE, Fail
from owm_net.verbs.opening import keep_settings, settings_here
from owm_net.verbs.packs import pack_arguments
from owm_net.verbs.retelling import log_of, open_hand, opened_hands, own_cards, recording_of

if TYPE_CHECKING:
    from owm_net.client.after import After
    from owm_net.client.front import Front, Main
    from owm_net.client.replay import Export, Replay, Wanted

OFTEN = 0.1
"""Seconds between two words on how much of a log is read."""


def look_at(log: Path, step: int | None = None) -> int:
    """`owm-net replay FILE`: a window until it is closed. step: to begin with. Raises Fail."""
    from owm_net.client.app import Client
    from owm_net.client.stage import Stage

    settings = settings_here()
    opened, why, code = log_of(log), "", FINE  # what is no log is said in the terminal
    dropped: Path | None = log
    while dropped is not None:
        names = [tr("seat {n}", n=seat + 1) for seat in range(opened.match.seats)]
        stage = Stage(opened.match.system, -1, names, settings)
        stage.model.refuse(why)
        try:
            client = Client(stage, settings)
        except OSError as e:
            raise Fail(str(e), CANNOT) from e
        code = client.run(shown_again(log, step))
        dropped, step, why = stage.model.ui.dropped, None, ""
        try:
            opened = log_of(dropped or log)
            log = dropped or log
        except Fail as e:  # what was dropped is none: back to what was there, which says so
            why = tr_error(e)
    keep_settings(settings)
    return code


async def watch_when_wanted(front: Front, log: Path) -> None:
    """The match that is over is shown again over its end, as often as that is wanted; another log
    that is dropped meanwhile, too. Until cancelled."""
    from owm_net.client.after import After

    model = front.model
    if front.cover is None:
        return
    model.after = after = model.after or After()
    while True:
        wanted: list[Path] = []
        asked = trio.Event()

        def watch(
            path: Path | None, wanted: list[Path] = wanted, asked: trio.Event = asked
        ) -> None:
            wanted.append(path or log)
            asked.set()

        after.watch = watch
        model.touch()
        front.wake()
        await asked.wait()
        after.watch = None
        await _watch_over(front, wanted[0], log)


async def _watch_over(front: Front, log: Path, ours: Path) -> None:
    """A log shown again over the end of the match, and those that are dropped on it. ours: that of
    the match."""
    from owm_net.client.stage import Stage

    assert front.cover is not None
    shown: Path | None = None
    why = ""
    while True:
        try:
            match = (await trio.to_thread.run_sync(log_of, log)).match
        except Fail as e:  # what was dropped is none: back to what was there, which says so
            why = tr_error(e)
            if shown is None:
                front.model.refuse(why)
                front.wake()
                return
            log = shown
            continue
        names = [tr("seat {n}", n=seat + 1) for seat in range(match.seats)]
        stage = Stage(match.system, -1, names, front.model.settings)
        model = stage.model
        model.over_end, model.home, model.after = True, front.model.home, front.model.after
        model.refuse(why)
        await front.cover(stage, shown_again(log, None, model.after if log == ours else None))
        if model.ui.dropped is None:
            return
        shown, log, why = log, model.ui.dropped, ""


def shown_again(log: Path, step: int | None = None, after: After | None = None) -> Main:
    """A match that is over, or was broken off, for a window. step: to begin with. after: of the
    match itself, over whose end it is shown."""

    async def main(front: Front) -> None:
        read = await trio.to_thread.run_sync(
            _read, log, partial(_tell_reading, front), abandon_on_cancel=True
        )
        replay = front.model.look_again(read.recording)
        replay.own, replay.why_closed, replay.hands = read.own, read.why_closed, read.hands
        replay.folder = str(log.parent)
        replay.after = after
        if read.may_give or (read.own is not None and replay.other is not None):
            replay.give = partial(_give, front, replay, log)
        if step is not None:
            replay.go(step)
        front.begun.set()
        front.wake()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_take_hands, front, replay, log)
            await _draw_when_wanted(front, replay, log)

    return main


class _Read(NamedTuple):
    """A log, and whose cards are known of it. own: this player's, or why_closed. may_give: he can
    open them to others."""

    recording: Recording
    own: Learnt | None
    why_closed: str
    hands: list[Learnt]
    may_give: bool


def _read(log: Path, tell: Callable[[int, int], None]) -> _Read:
    """In a thread. Raises Fail."""
    spoke = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal spoke
        now = time.monotonic()
        if now - spoke > OFTEN:
            spoke = now
            trio.from_thread.run_sync(tell, done, total)  # and nobody waits for it: it ends here

    recording = recording_of(log, None, progress)
    own, why = None, ""
    try:
        own = own_cards(log)
    except Fail as e:
        why = tr_error(e)
    hands = opened_hands(log)
    given = own is not None and any(hand.seat == own.seat for hand in hands)
    others = [hand for hand in hands if own is None or hand.seat != own.seat]
    may_give = own is not None and not given and kept_path(log).exists()
    return _Read(recording, own, why, others, may_give)


def _give(front: Front, replay: Replay, log: Path) -> None:
    """Open one's own hand."""
    try:
        path = open_hand(log)
    except (Fail, CannotWrite) as e:
        replay.made = tr_error(e)
    else:
        replay.give = None
        rematch = replay.other
        if rematch is not None and rematch.give(path.read_bytes()):
            replay.made = tr("{name} has your cards of this match now", name=rematch.name)
        else:
            replay.made = tr("To give away, beside the log: {file}", file=path.name)
    front.model.touch()


async def _take_hands(front: Front, replay: Replay, log: Path) -> None:
    """Whatever others open while the match is looked at is seen at once. Until cancelled."""
    after = replay.after
    if after is None:
        return
    while True:
        came = trio.Event()
        after.hand_came = came.set
        await came.wait()
        hands = await trio.to_thread.run_sync(opened_hands, log)
        own = replay.own
        replay.hands = [hand for hand in hands if own is None or hand.seat != own.seat]
        front.model.touch()
        front.wake()


def _tell_reading(front: Front, done: int, total: int) -> None:
    share = 100 * done // max(1, total)
    front.model.lobby = ()  # one line that counts, not one for each word
    front.notice("waiting", tr("Reading the log: {share} %", share=share))


async def _draw_when_wanted(front: Front, replay: Replay, log: Path) -> None:
    """Pictures and films beside the log, as often as they are wanted, one at a time."""
    while True:
        wanted: list[Wanted] = []
        asked = trio.Event()

        def make(one: Wanted, wanted: list[Wanted] = wanted, asked: trio.Event = asked) -> None:
            wanted.append(one)
            asked.set()

        replay.make = make
        await asked.wait()
        replay.make = None
        await _draw(front, replay, log, wanted[0])
        front.model.touch()
        front.wake()


async def _draw(front: Front, replay: Replay, log: Path, wanted: Wanted) -> None:
    """In a process of its own, which `owm-net replay` is."""
    from owm_net.client import replay as parts

    if wanted.suffix == ".png":
        path = log.with_name(f"{log.stem}-{wanted.first}.png")
        what = ["--step", str(wanted.first), "--picture", str(path)]
    else:
        path = log.with_name(f"{log.stem}-{wanted.first}-{wanted.last}{wanted.suffix}")
        span = ["--from", str(wanted.first), "--to", str(wanted.last)]
        what = ["--animate", str(path), *span]
    command = [sys.executable, "-m", "owm_net", "replay", str(log), *what, "--json"]
    whose = [] if wanted.seat < 0 else ["--own"]
    if replay.own is None or wanted.seat not in (EVERYBODY, replay.own.seat):
        whose = ["--hand", str(wanted.seat + 1)] if wanted.seat >= 0 else []
    for seat in wanted.others:
        whose += ["--hand", str(seat + 1)]
    command += [*whose, *pack_arguments()]
    with trio.CancelScope() as scope:
        replay.export = export = parts.Export(path, scope.cancel)
        front.model.touch()
        front.wake()
        try:
            replay.made = await _run(front, export, command)
        finally:
            replay.export = None
            with suppress(OSError):
                path.with_name(path.name + ".part").unlink(missing_ok=True)
    if scope.cancelled_caught:
        replay.made = tr("Given up: nothing was written")


async def _run(front: Front, export: Export, command: list[str]) -> str:
    """Until it has ended, or is given up. Returns a line on what came of it."""
    pipe = subprocess.PIPE
    process = await trio.lowlevel.open_process(command, stdin=None, stdout=pipe, stderr=pipe)
    said = bytearray()

    async def listen() -> None:
        assert process.stderr is not None
        async for chunk in process.stderr:
            said.extend(chunk[: max(0, 4096 - len(said))])

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            assert process.stdout is not None
            rest = b""
            async for chunk in process.stdout:
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    _follow(front, export, line)
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()
    if process.returncode in (FINE, BAD) and export.total == export.done:
        return tr("Beside the log: {file}", file=export.path.name)
    told = bytes(said).decode("utf-8", "replace").strip().splitlines()
    return told[-1].removeprefix("owm-net: ") if told else tr("It could not be drawn")


def _follow(front: Front, export: Export, line: bytes) -> None:
    with suppress(ValueError):
        told = json.loads(line)
        if "drawn" in told:
            export.done, export.total = told["drawn"], told["of"]
            front.model.touch()
            front.wake()
