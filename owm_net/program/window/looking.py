"""A match that is over, or was broken off, looked at again in the window."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import trio

from owm_net.client.language import tr, tr_error
from owm_net.files import page
from owm_net.files.hands import MOST, BadHand, hands_beside, looks_like_hand
from owm_net.files.home import CannotWrite
from owm_net.files.private import kept_path
from owm_net.files.reading import read_plain
from owm_net.program.failing import CANNOT, FINE, Fail
from owm_net.program.logs.retelling import (
    keep_given_hand,
    log_of,
    open_hand,
    opened_hands,
    own_cards,
    recording_of,
)
from owm_net.program.logs.turning import find_beside
from owm_net.program.window.exporting import draw_when_wanted, near, tell_failure
from owm_net.program.window.opening import keep_settings, settings_here
from owm_net.session.player import Notice
from owm_net.session.recorded import Learnt, Recording

if TYPE_CHECKING:
    from owm_net.client.front import Front, Main
    from owm_net.client.match.after import After
    from owm_net.client.match.replay import Replay


OFTEN = 0.1
"""Seconds between two words on how much of a log is read."""
HANDS = 2.0
"""Seconds between two looks for hands that were put beside the log."""
MANY = 8
"""Files that are dropped at once; others are not looked at."""


def look_at(log: Path, step: int | None = None) -> int:
    """`owm-net replay FILE`: a window until it is closed. step: to begin with. Raises Fail."""
    from owm_net.client.app import ClientApp
    from owm_net.client.match_stage import Stage

    (settings, _), code = settings_here(), FINE
    next_one: Path | None = log
    while next_one is not None:
        log, match = next_one, log_of(next_one).match  # what is no log is said in the terminal
        names = [tr("seat {n}", n=seat + 1) for seat in range(match.seats)]
        stage = Stage(match.system, -1, names, settings)
        try:
            client = ClientApp(stage, settings)
        except OSError as e:
            raise Fail(tr_error(e), CANNOT) from e
        code = client.run(shown_again(log, step))
        next_one, step = stage.sitting.exit.dropped, None
    keep_settings(settings)
    return code


async def watch_when_wanted(front: Front, log: Path) -> None:
    """The match that is over is shown again over its end, as often as that is wanted; another log
    that is dropped meanwhile, too. Until cancelled."""
    from owm_net.client.match.after import After

    sitting = front.sitting
    if front.cover is None:
        return
    sitting.ending.after = after = sitting.ending.after or After()
    while True:
        wanted: list[Path] = []
        asked = trio.Event()

        def watch(
            path: Path | None, wanted: list[Path] = wanted, asked: trio.Event = asked
        ) -> None:
            wanted.append(path or log)
            asked.set()

        after.watch = watch
        sitting.touch()
        front.wake()
        await asked.wait()
        after.watch = None
        await _watch_over(front, wanted[0], log)


async def _watch_over(front: Front, log: Path, ours: Path) -> None:
    """A log shown again over the end of the match, and those that are dropped on it. ours: that of
    the match."""
    from owm_net.client.match_stage import Stage

    assert front.cover is not None
    while True:
        try:
            match = (await trio.to_thread.run_sync(log_of, log)).match
        except Fail as e:  # what was dropped on the end is none
            front.sitting.refuse(tr_error(e), has_failed=True)
            front.wake()
            return
        names = [tr("seat {n}", n=seat + 1) for seat in range(match.seats)]
        stage = Stage(match.system, -1, names, front.sitting.settings)
        sitting = stage.sitting
        sitting.exit.over_end, sitting.exit.home, sitting.ending.after = (
            True,
            front.sitting.exit.home,
            front.sitting.ending.after,
        )
        await front.cover(
            stage, shown_again(log, None, sitting.ending.after if log == ours else None)
        )
        if sitting.exit.dropped is None:
            return
        log = sitting.exit.dropped


def shown_again(log: Path, step: int | None = None, after: After | None = None) -> Main:
    """A match that is over, or was broken off, for a window. step: to begin with. after: of the
    match itself, over whose end it is shown."""

    async def main(front: Front) -> None:
        read = await trio.to_thread.run_sync(
            _read, log, partial(_tell_reading, front), abandon_on_cancel=True
        )
        replay = front.sitting.look_again(read.recording)
        replay.own, replay.why_closed, replay.hands = read.own, read.why_closed, read.hands
        replay.after = after
        if after is not None:
            replay.turning.opens, after.turning = after.turning, False
        dropped, came = _what_is_dropped(replay), _hands_that_come(replay)
        if read.may_give or (read.own is not None and replay.other is not None):
            replay.give = partial(_give, front, replay, log)
        if step is not None:
            replay.go(step)
        front.begun.set()
        front.wake()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_see_hands, front, replay, log, came, read.there)
            nursery.start_soon(_take_dropped, front, replay, log, dropped)
            nursery.start_soon(_find_turning_points, front, replay, log)
            await draw_when_wanted(front, replay, log)

    return main


class _Read(NamedTuple):
    """A log, and the hands known with it. own: this player's, or why_closed. may_give: they can
    open it to others. there: the files that may be others' hands (`_there`)."""

    recording: Recording
    own: Learnt | None
    why_closed: str
    hands: list[Learnt]
    may_give: bool
    there: object


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
    there = _there(log, len(recording.names))
    hands = opened_hands(log)
    given = own is not None and any(hand.seat == own.seat for hand in hands)
    others = [hand for hand in hands if own is None or hand.seat != own.seat]
    may_give = own is not None and not given and kept_path(log).exists()
    return _Read(recording, own, why, others, may_give, there)


def _give(front: Front, replay: Replay, log: Path) -> None:
    """Open the player's own hand."""
    try:
        path = open_hand(log)
    except (Fail, CannotWrite) as e:
        tell_failure(front, replay, tr("your cards are not opened"), tr_error(e))
    else:
        replay.give = None
        rematch = replay.other
        if rematch is not None and rematch.give(read_plain(path, MOST)):
            replay.tell(tr("{name} has your cards of this match now", name=rematch.name))
        else:
            replay.tell(tr("To give away, this file:"), near(path))
            if (here := page.here()) is not None:
                here.give(path)
                replay.tell(tr("To give away: {file}", file=path.name))
    front.sitting.touch()


def _there(log: Path, seats: int) -> list[tuple[str, int, int]]:
    """The files beside a log that may be opened hands, and what shows that one is another now."""
    found = []
    for path in chain.from_iterable(hands_beside(log, seat) for seat in range(seats)):
        with suppress(OSError):
            state = path.stat()
            found.append((path.name, state.st_size, state.st_mtime_ns))
    return found


def _hands_that_come(replay: Replay) -> trio.MemoryReceiveChannel[None]:
    """A sign for hands that the other sends, from the first frame on; one sign for all that come
    before it is taken."""
    signs, came = trio.open_memory_channel[None](1)

    def hand_came() -> None:
        with suppress(trio.WouldBlock):
            signs.send_nowait(None)

    if replay.after is not None:
        replay.after.hand_came = hand_came
    return came


async def _see_hands(
    front: Front,
    replay: Replay,
    log: Path,
    came: trio.MemoryReceiveChannel[None],
    there: object,
) -> None:
    """Whatever others open while the match is looked at is seen at once, if they send it, and soon,
    if their file is put beside the log. there: the files that have been read. Until cancelled."""
    while True:
        with trio.move_on_after(HANDS) as patience:
            await came.receive()
        now_there = await trio.to_thread.run_sync(_there, log, len(replay.recording.names))
        if not patience.cancelled_caught or now_there != there:
            there = now_there
            await _read_hands(front, replay, log)


async def _read_hands(front: Front, replay: Replay, log: Path, given: int | None = None) -> None:
    """Those that are open now, and a word on whose are new. given: the seat whose hand was dropped.
    A log that is gone keeps what was read of it."""
    try:
        hands = await trio.to_thread.run_sync(opened_hands, log)
    except Fail:
        return
    own, before = replay.own, {hand.seat for hand in replay.hands}
    replay.hands = [hand for hand in hands if own is None or hand.seat != own.seat]
    before.discard(given if given is not None else -1)
    new = [
        front.sitting.players.names[hand.seat] for hand in replay.hands if hand.seat not in before
    ]
    if own is not None and given == own.seat:
        replay.tell(tr("these are your own cards"))
    elif new:
        replay.tell(tr("{name}: THEIR CARDS shows the cards they have opened", name=", ".join(new)))
    front.sitting.touch()
    front.wake()


def _what_is_dropped(replay: Replay) -> trio.MemoryReceiveChannel[Path]:
    """Files that are dropped on a match from its first frame on."""
    wanted, dropped = trio.open_memory_channel[Path](MANY)

    def take(path: Path) -> None:
        with suppress(trio.WouldBlock):
            wanted.send_nowait(path)

    replay.take = take
    return dropped


async def _take_dropped(
    front: Front, replay: Replay, log: Path, dropped: trio.MemoryReceiveChannel[Path]
) -> None:
    """Handle dropped files: a hand of this match goes beside its log, another log is shown next,
    anything else changes nothing. Until cancelled."""
    async for path in dropped:
        try:
            if await trio.to_thread.run_sync(looks_like_hand, path):
                seat = await trio.to_thread.run_sync(keep_given_hand, log, path)
                await _read_hands(front, replay, log, seat)
            else:
                await trio.to_thread.run_sync(log_of, path, abandon_on_cancel=True)
                front.sitting.exit.dropped, front.sitting.exit.closing = path, True
        except (Fail, BadHand, CannotWrite) as e:
            front.sitting.refuse(tr_error(e), has_failed=True)
        front.sitting.touch()
        front.wake()


async def _find_turning_points(front: Front, replay: Replay, log: Path) -> None:
    """As often as they are wanted. Until cancelled."""
    search = replay.turning

    def progress(done: int, total: int) -> None:
        search.done, search.total = done, total
        front.sitting.touch()
        front.wake()

    while True:
        wanted = trio.Event()
        search.begin = wanted.set
        await wanted.wait()
        search.begin = None
        with trio.CancelScope() as scope:
            search.stop, search.done, search.total = scope.cancel, 0, 0
            try:
                hands = replay.hands_known
                search.found = await find_beside(log, replay.recording, hands, progress)
            except (Fail, OSError) as e:
                search.problem = tr_error(e)
        search.stop = None
        front.sitting.touch()
        front.wake()


def _tell_reading(front: Front, done: int, total: int) -> None:
    share = 100 * done // max(1, total)
    front.sitting.notices.lobby = ()  # one line that counts, not one for each word
    front.notice(Notice.WAITING, tr("Reading the log: {share} %", share=share))
