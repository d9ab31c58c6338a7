"""The window, trio inside it, and the match in trio."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import Any

import trio
from attrs import field, frozen

from owm_net.client.art.cache import Progress, Studio
from owm_net.client.front import Front, Main
from owm_net.client.glass import headless
from owm_net.client.glass.memory import give_freed_pictures_back
from owm_net.client.glass.showing import Showing, keep_written, open_window
from owm_net.client.language import tr, tr_error
from owm_net.client.match_stage import Stage
from owm_net.client.scene.pictures import Pictures
from owm_net.client.screens.leaving import Leave
from owm_net.client.settings import Settings
from owm_net.client.stage.stack import Question
from owm_net.engine.system import System
from owm_net.files import page
from owm_net.files.home import program

MANY = 10
"""With so many faces to draw the player is told how far it is."""


@frozen
class _Cover:
    """Another stage that is shown over ours. left: set when it is."""

    stage: Stage
    left: trio.Event = field(factory=trio.Event)


class ClientApp(Showing):
    """Joins window, stage and painter; it is the window's listener.

    window: one that is there already and stays open afterwards; else one is opened. pictures: of
    what was shown in it before. quits: the player wants the window closed, not only the match left.
    """

    def __init__(
        self, stage: Stage, settings: Settings, window: Any = None, pictures: Pictures | None = None
    ) -> None:
        headless.install()
        give_freed_pictures_back()
        self.stage = stage
        self.quits = False
        self._own_window = window is None
        window = window or open_window(f"owm_net: {stage.sitting.system.title}", settings)
        super().__init__(stage, settings, window, pictures)
        self.studio = Studio(settings.folder) if settings.folder is not None else None
        self._wanted = trio.Event()
        self._cover: _Cover | None = None
        self.window.listener = self

    def run(self, main: Main) -> int:
        """Until the window is closed or the match has nothing more to show. Exit code."""
        try:
            with self._in_window(self.window.guest(self._main, main)):
                self.guest.run()
        finally:
            if self._own_window:
                self.window.close()
        return self._code

    async def shown(self, main: Main) -> int:
        """`run` for a window whose loop nobody may hold up, as a browser's."""
        with self._in_window(self.window.guest(self._main, main)):
            await self.guest.shown()
        return self._code

    @property
    def _code(self) -> int:
        ending = self.stage.sitting.ending
        return 1 if ending.problem is not None and not ending.is_calm else 0

    async def _main(self, main: Main) -> None:
        front = Front(self.stage, self._woken)
        front.cover = self._show_over
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._clock)
            nursery.start_soon(self.sound)
            nursery.start_soon(keep_written, self.settings)
            nursery.start_soon(self.stage.jobs.run, self.window.invalidate)
            nursery.start_soon(self._think)
            if self.studio is not None:
                nursery.start_soon(self._draw_ahead, front)
            try:
                await main(front)
            except trio.Cancelled:
                raise
            except Exception as error:
                self._stopped(error)
            if self.stage.sitting.exit.closing:  # the next match has been agreed on
                nursery.cancel_scope.cancel()
            await trio.sleep_forever()

    async def _show_over(self, stage: Stage, main: Main) -> None:
        """Show another stage over ours, until it is left; what runs for ours goes on."""
        self._cover = cover = _Cover(stage)
        self._show(stage)

        async def run() -> None:
            try:
                await main(Front(stage, self.window.invalidate))
            except Exception as error:
                told = tr_error(error).strip() or type(error).__name__
                stage.sitting.ending.problem = (
                    told,
                    tr("The match is over, and its end is still here."),
                )
                self.window.invalidate()

        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(run)
                await cover.left.wait()
                nursery.cancel_scope.cancel()
        finally:
            self._cover = None
            self.stage.move(*stage.sitting.ui.pointer)
            self.stage.screens.top.since = None  # no second click of those that left it is meant
            self.stage.touch()
            self._show(self.stage)

    def _stopped(self, error: BaseException) -> None:
        while isinstance(error, BaseExceptionGroup) and error.exceptions:
            error = error.exceptions[0]
        what = str(error).strip() or type(error).__name__
        ours = type(error).__module__.startswith("owm_net")  # its words are for people
        print(f"owm-net: {what if ours else f'{type(error).__name__}: {what}'}", file=sys.stderr)
        if page.here() is not None:
            how = tr(
                "The log of the match is kept. Choose Continue, on the title, to take it up again."
            )
        elif self.stage.sitting.exit.home:
            how = tr(
                "The log of the match is kept. Choose Continue, on the title, to take it up again,"
                " or `{program} doctor` to see what may be wrong here.",
                program=program(),
            )
        else:
            how = tr(
                "The log of the match is kept. Close this window and run `{program} resume` to go"
                " on, or `{program} doctor` to see what may be wrong here.",
                program=program(),
            )
        advice = tr(getattr(error, "advice", "")) or how
        what = tr_error(error).strip() or what
        self.stage.sitting.ending.problem = (what, advice)
        self.stage.sitting.withdraw()
        self.window.invalidate()

    async def _think(self) -> None:
        """Have hints found in another process, when the player wants one."""
        sitting = self.stage.sitting

        def found() -> None:
            sitting.touch()
            self.window.invalidate()

        await sitting.hints.run(sitting.system, found)

    async def _clock(self) -> None:
        """While others think or stay away, show for how long; let a refusal go."""
        while True:
            await trio.sleep(1)
            stage = self.stage if self._cover is None else self._cover.stage
            sitting = stage.sitting
            others = (
                sitting.waiting_for()
                and not sitting.answering.is_open
                and not sitting.presenter.busy
            )
            after = sitting.ending.after
            others = others or (after is not None and after.rematch is not None)
            is_asked = isinstance(stage.screens.top, Question)
            if others or is_asked or sitting.notices.trouble is not None:
                sitting.touch()
                self.window.invalidate(0.05)
            elif (
                sitting.ui.refused.why
                or sitting.talk.has_news(sitting.display.now)
                or stage.unasked.is_coming
            ):  # after some seconds
                self.window.invalidate(0.05)

    async def _draw_ahead(self, front: Front) -> None:
        """Have drawn in worker processes what will be needed, first what is needed soon."""
        studio = self.studio
        assert studio is not None
        await front.begun.wait()
        assert self.stage.sitting.live is not None
        keys = self.stage.table.art(self.stage.sitting.live)
        studio.want([(key, 1.0) for key in keys])

        def tell(done: int, total: int) -> None:
            trio.from_thread.run_sync(self._progress, done, total)

        try:
            while True:
                self._wanted = trio.Event()
                with contextlib.suppress(OSError, RuntimeError):  # then they are drawn when seen
                    await _run_whole(studio, tell)
                self._progress(0, 0)
                await self._wanted.wait()
        finally:
            studio.close()

    def _woken(self) -> None:
        """The match has taken a step, or asks: what will be shown next is wanted."""
        if self._cover is not None:
            self._cover.stage.touch()
        live = self.stage.sitting.live
        if self.studio is not None and live is not None:
            soon = self.stage.table.soon(live)
            scales = (1.0, 2.0)  # the second one is what a preview is made of
            if self.studio.want([(key, k) for k in scales for key in soon], urgent=True):
                self._wanted.set()
        self.window.invalidate()

    def _progress(self, done: int, total: int) -> None:
        # a few now and then are not worth a word
        worth = done < total and (total >= MANY or self.stage.sitting.notices.progress is not None)
        self.stage.sitting.notices.progress = (done, total) if worth else None
        self.stage.sitting.touch()
        self.window.invalidate()

    # -- the window's listener -----------------------------------------------------------

    def after(self) -> None:
        """The match may be left."""
        super().after()
        if self._cover is not None:
            if self._cover.stage.sitting.exit.closing:
                self._cover.left.set()
            return
        sitting = self.stage.sitting
        if sitting.exit.closing:
            self.quits = sitting.exit.quits
            self.guest.cancel()

    def close(self) -> None:
        """The window shall close. In the middle of a match that is asked once more; then trio
        unwinds, and it closes."""
        asked = self.stage.screens.find(Leave)
        if self.stage.sitting.may_be_left and not (asked is not None and asked.quits):
            self.stage.ask_to_leave(quits=True)
            self.window.invalidate()
            return
        self.quits = True
        self.guest.cancel()


async def _run_whole(studio: Studio, tell: Progress) -> None:
    """Draw everything that waits. Who is cancelled ends the processes first: one that was just
    starting would find its parent gone, and say so at length."""
    ended = trio.Event()

    async def close_if_cancelled() -> None:
        try:
            await ended.wait()
        except trio.Cancelled:
            studio.close()
            raise

    async with trio.open_nursery() as nursery:
        nursery.start_soon(close_if_cancelled)
        try:
            await trio.to_thread.run_sync(studio.run, tell)
        finally:
            ended.set()


def run(
    system: System,
    seat: int,
    names: Sequence[str],
    main: Main,
    settings: Settings | None = None,
) -> int:
    """Open the window and run `main(front)` in it until either ends.

    names: of the players by seat. Returns the exit code: 0, or 1 if `main` raised; the error
    is then shown in the window until it is closed. An error whose `advice` is set says what
    the player can do. Raises NoWindow, an OSError with one line for people, if there is no
    display or no OpenGL, and ImportError without the "window" extra.
    """
    settings = settings or Settings()
    stage = Stage(system, seat, names, settings)
    return ClientApp(stage, settings).run(main)
