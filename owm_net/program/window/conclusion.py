"""The choices in the window after a match."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from owm_net.client.language import tr, tr_error
from owm_net.client.match.after import REMATCH, After, rematch_in_words
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.files import page
from owm_net.files.home import CannotWrite
from owm_net.files.page import shown
from owm_net.files.private import private_path
from owm_net.program.failing import Fail
from owm_net.program.logs.judging import how_left, judge, stopped_waiting
from owm_net.program.logs.retelling import draw, draw_here, recording_of, take_hand
from owm_net.program.logs.unfinished import picture_of
from owm_net.program.logs.verdict_words import go_on, in_a_window
from owm_net.program.playing.matches import Parted
from owm_net.program.window.looking import watch_when_wanted
from owm_net.session.player import Notice

if TYPE_CHECKING:
    from owm_net.client.front import Front


async def _draw_when_wanted(front: Front, log: Path) -> None:
    """A picture of the table beside the log, as often as it is wanted."""
    sitting, picture = front.sitting, picture_of(log)
    sitting.ending.after = after = sitting.ending.after or After()
    while True:
        wanted = trio.Event()
        after.save = wanted.set
        sitting.touch()
        await wanted.wait()
        try:
            if (here := page.here()) is None:
                await trio.to_thread.run_sync(draw, log, picture)
            else:
                await draw_here(here, picture, recording_of(log))
                here.give(picture)
            after.saved = say("The picture is {picture}", picture=shown(picture))
        except (Fail, CannotWrite) as e:
            after.saved = tr_error(e)
        front.notice(Notice.OK, "")


async def conclude(front: Front, log: Path, parted: Parted | None = None) -> None:
    """Offer the choices after a match, until the player leaves, or both have agreed on another."""
    front.sitting.ending.after = after = front.sitting.ending.after or After()
    after.log = log
    async with trio.open_nursery() as nursery:

        async def again() -> None:
            if (
                parted is not None
                and parted.match.finished
                and await play_again(front, parted, log)
            ):
                nursery.cancel_scope.cancel()

        nursery.start_soon(again)
        nursery.start_soon(watch_when_wanted, front, log)
        await _tell_verdict(front, log)


async def play_again(front: Front, parted: Parted, log: Path) -> bool:
    """Return True if the next match begins: `After.met` has the players. A hand that the other
    opens is kept beside the log of the finished match."""
    sitting = front.sitting
    sitting.ending.after = after = sitting.ending.after or After()
    seen: list[object] = []

    def changed() -> None:
        if rematch.hand:
            take_hand(rematch, parted.match, log)
            after.since = None
            front.notice(Notice.WISH, rematch.note)
            after.hand_came()
        now = [rematch.asks, rematch.waits, rematch.begins, rematch.why]
        if now != seen:
            if rematch.asks and rematch.asks not in seen:
                front.notice(Notice.WISH, rematch_in_words(rematch, ""))
            seen[:] = now
            after.since = None
        sitting.touch()
        front.wake()

    rematch = parted.rematch(changed)
    after.rematch = rematch
    changed()
    after.met = await parted.again(rematch)
    if after.met is None:
        return False
    after.wish, sitting.exit.closing = REMATCH, True
    return True


async def _tell_verdict(front: Front, log: Path) -> None:
    """The last word on the match; then pictures, for as long as it is looked at."""
    front.notice(Notice.WAITING, say("checking the log"))
    checks = partial(judge, log, 1, True)
    verdict = await trio.to_thread.run_sync(checks, abandon_on_cancel=True)
    front.notice(
        Notice.VERDICT, "\n".join([*in_a_window(verdict), tr("Log: {log}", log=shown(log))])
    )
    if verdict.adjourned:
        front.sitting.set_aside(
            say("All have agreed to adjourn the match"), go_on(log, verdict.verdict)
        )
        front.notice(Notice.OK, "")
    elif stopped_waiting(verdict, Seat(front.sitting.players.seat)):
        front.sitting.set_aside(say("You have stopped waiting"), go_on(log, verdict.verdict))
        front.notice(Notice.OK, "")
    elif left := how_left(verdict, Seat(front.sitting.players.seat)):
        unheard = private_path(log).exists()
        what = say("The log is {log}", log=shown(log))
        if unheard:
            what = go_on(log, verdict.verdict, left)
        front.sitting.set_aside(say("You {left}, and the others play on", left=left), what)
        front.notice(Notice.OK, "")
    else:
        await _draw_when_wanted(front, log)
