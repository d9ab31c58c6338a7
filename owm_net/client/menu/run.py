"""The menus in a window: they are shown until something is wanted of the program."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import trio

from owm_net.client.glass.showing import Showing, keep_written
from owm_net.client.glass.shown import Shown
from owm_net.client.language import tr_error
from owm_net.client.menu.state import Errand, Job, Menu, Quit, Task
from owm_net.client.scene.pictures import Pictures


class MenuClient(Showing):
    """Joins the menus, the window and what they have run beside them."""

    def __init__(self, menu: Menu, window: Any, pictures: Pictures | None = None) -> None:
        self.menu = menu
        self.stage = Shown(menu)
        super().__init__(self.stage, menu.settings, window, pictures)
        menu.window.hears = not window.headless
        menu.window.copy = window.copy
        self.guest = window.guest(self._main)
        self._more = trio.Event()

    def run(self) -> Errand:
        """Until something is wanted of the program."""
        with self._hearing(), self._in_window(self.guest):
            self.guest.run()
        return self.menu.errand or Quit()

    async def shown(self) -> Errand:
        """`run` for a window whose loop nobody may hold up, as a browser's."""
        with self._hearing(), self._in_window(self.guest):
            await self.guest.shown()
        return self.menu.errand or Quit()

    @contextmanager
    def _hearing(self) -> Iterator[None]:
        self.menu.window.wake = self.window.invalidate
        try:
            yield
        finally:
            self.menu.window.wake = lambda: None

    async def _main(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._clock)
            nursery.start_soon(self.sound)
            nursery.start_soon(keep_written, self.settings)
            while True:
                for job in _all_of(self.menu.jobs):
                    nursery.start_soon(self._work, job)
                for task in _all_of(self.menu.tasks):
                    nursery.start_soon(self._wait, task)
                self._more = trio.Event()
                await self._more.wait()

    async def _work(self, job: Job[Any]) -> None:
        found, why = None, ""
        try:
            found = await trio.to_thread.run_sync(job.do, abandon_on_cancel=True)
            if isinstance(found, Awaitable):
                found = await found
        except Exception as error:
            why = _said(error)
        if why:
            job.failed(why)
        else:
            job.done(found)
        self.after()
        self.window.invalidate()

    async def _wait(self, task: Task[Any]) -> None:
        found, why = None, ""
        with task.scope:
            try:
                found = await task.do()
            except Exception as error:
                why = _said(error)
        if found is None and not why:
            return  # it was given up
        if why:
            task.failed(why)
        else:
            task.done(found)
        self.after()
        self.window.invalidate()

    async def _clock(self) -> None:
        """A line at the foot goes after some seconds."""
        while True:
            await trio.sleep(1)
            if self.menu.note:
                self.window.invalidate(0.05)

    def after(self) -> None:
        """Something may be wanted of the program, or of the threads."""
        super().after()
        if self.menu.errand is not None:
            self.guest.cancel()
        elif self.menu.jobs or self.menu.tasks:
            self._more.set()

    def close(self) -> None:
        """The window shall close, unless something is lost by it: then that is asked first."""
        self.menu.close()
        if self.menu.errand is not None:
            self.guest.cancel()
        self.window.invalidate()


def _said(error: BaseException) -> str:
    """Why something failed, in a line: whatever it is, the menus go on."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return (tr_error(error).strip() or type(error).__name__).splitlines()[0]


T = TypeVar("T")


def _all_of(waiting: list[T]) -> list[T]:
    """Return the waiting items, and empty the list."""
    taken = list(waiting)
    waiting.clear()
    return taken
