"""The menus in a window: they are shown until something is wanted of the program."""

from __future__ import annotations

from typing import Any

import trio

from owm_net.client.menu.stage import MenuStage
from owm_net.client.menu.state import Errand, Job, Menu, Quit
from owm_net.client.pictures import Pictures
from owm_net.client.showing import Showing


class MenuClient(Showing):
    """Joins the menus, the window and what they have run beside them."""

    def __init__(self, menu: Menu, window: Any, pictures: Pictures | None = None) -> None:
        from owm_net.client.guest import TrioGuest

        self.menu = menu
        self.stage = MenuStage(menu)
        super().__init__(self.stage, menu.settings, window, pictures)
        self.guest = TrioGuest(self._main)
        self._more = trio.Event()

    def run(self) -> Errand:
        """Until something is wanted of the program."""
        self.window.listener = self
        self.window.invalidate()
        try:
            self.guest.run()
        finally:
            self.window.listener = None
        return self.menu.errand or Quit()

    async def _main(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._clock)
            while True:
                for job in self._taken():
                    nursery.start_soon(self._work, job)
                self._more = trio.Event()
                await self._more.wait()

    def _taken(self) -> list[Job]:
        jobs = list(self.menu.jobs)
        self.menu.jobs.clear()
        return jobs

    async def _work(self, job: Job) -> None:
        found, why = None, ""
        try:
            found = await trio.to_thread.run_sync(job.do, abandon_on_cancel=True)
        except Exception as error:  # whatever it is: the menus go on, and say it
            why = (str(error).strip() or type(error).__name__).splitlines()[0]
        job.done(found, why)
        self.after()
        self.window.invalidate()

    async def _clock(self) -> None:
        """A line at the foot goes after some seconds."""
        while True:
            await trio.sleep(1)
            if self.menu.note:
                self.window.invalidate(0.05)

    def draw(self, now: float) -> bool:
        """A frame; what a screen wants found out begins after it."""
        more = super().draw(now)
        self.after()
        return more

    def after(self) -> None:
        """Something may be wanted of the program, or of the threads."""
        super().after()
        if self.menu.errand is not None:
            self.guest.cancel()
        elif self.menu.jobs:
            self._more.set()

    def close(self) -> None:
        """The window shall close."""
        self.menu.leave(Quit())
        self.guest.cancel()
