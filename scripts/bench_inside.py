"""The measurements of `bench_window` from inside: a program with a window, a process for each
question.

`bench_window.py` starts it with the name of one of `MEASURES`; it prints one JSON object, last.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

Found = dict[str, Any]
SIZE = (1600, 900)
FRAMES = 40
"""Of each sort that are timed."""
CLICKS = 60
FRAME = 1 / 60
"""Seconds, of a usual screen."""
RESTS = 0.1
"""Seconds at least for which a hand points at something before it presses."""
IDLE = 10.0
"""Seconds."""
CHOOSES = 3.0
"""Seconds for which a player looks at the screen of a new game before he presses START."""
MIB = 1 << 20


def _eye(look: Callable[[Any], None], done: Callable[[], None] = lambda: None) -> None:
    """Have `look(window)` called whenever a frame has come to the screen, and before that `done()`
    when it is handed over to be shown."""
    from owm_net.client.glass.libraries import known_libraries

    with known_libraries():  # as who opens a window imports it
        from owm_net.client.glass.window import GameWindow

    flip = GameWindow.flip

    def flipped(window: Any) -> None:
        done()
        flip(window)
        look(window)

    setattr(GameWindow, "flip", flipped)  # noqa: B010 - it is another's method


def _click(window: Any, stage: Any, id: str) -> bool:
    """Press what has this id, through Arcade's own dispatch; False if it is not there."""
    item = stage.scene().find(id)
    point = stage.scene().point_of(item) if item is not None else None
    if point is None:
        return False
    _press(window, point)
    return True


def _at(window: Any, point: tuple[float, float]) -> tuple[int, int]:
    return int(point[0]), window.height - 1 - int(point[1])


def _point(window: Any, point: tuple[float, float]) -> None:
    window.dispatch_event("on_mouse_motion", *_at(window, point), 0, 0)


def _press(window: Any, point: tuple[float, float]) -> None:
    at = _at(window, point)
    window.dispatch_event("on_mouse_motion", *at, 0, 0)
    window.dispatch_event("on_mouse_press", *at, 1, 0)
    window.dispatch_event("on_mouse_release", *at, 1, 0)


# -- from the start of the program to a table --------------------------------------------------


def _note_table(found: Found, client: Any, passed: float, busy: float) -> None:
    """Note when the table's screen was there, the first state that the players have signed, this
    seat's first question with its choices lit, and all faces. Closes the table after that."""
    sitting = client.stage.sitting
    found.setdefault("screen", passed)
    if sitting.view is None:
        return
    found.setdefault("state", passed)
    found.setdefault("state_cpu", busy)
    if sitting.answering.is_open:
        found.setdefault("choice", passed)
    if not client.painter.unfinished:
        found.setdefault("faces", passed)
        if "choice" in found:
            client.close()


def first(game: str, began: float) -> Found:
    """Seconds from the start of the process, `began` of time.time(), to the title, and from the
    press on START there to what `_note_table` notes; and how much of that was CPU time."""
    import pyglet

    from owm_net import cli
    from owm_net.client.menu.run import MenuClient

    found: Found = {}
    way = ["title:new", f"game:{game}", "confirm"]
    pressed = used = chosen = 0.0

    def look(window: Any) -> None:
        nonlocal pressed, used, chosen
        client, now = window.listener, time.time()
        if client is None:
            return
        whole = not client.painter.unfinished
        if isinstance(client, MenuClient):
            if "title" not in found and whole:
                found["title"], found["title_cpu"] = now - began, time.process_time()
            if found and way == ["confirm"] and not chosen:
                chosen = now
                pyglet.clock.schedule_once(lambda _: window.invalidate(), CHOOSES)
            if chosen and way and now - chosen < CHOOSES:
                return
            if found and way:
                pressed, used = now, time.process_time()
                if _click(window, client.stage, way[0]):
                    way.pop(0)
            elif "screen" in found:  # back from the table
                client.menu.close()
            window.invalidate()
            return
        _note_table(found, client, now - pressed, time.process_time() - used)

    _eye(look)
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(["title"])
    return found


# -- a full table --------------------------------------------------------------------------------


def _wanted(request: Any) -> bool:
    from owm_net.engine.requests import Choose, ChooseSecretly

    if isinstance(request, Choose):
        return request.seat == 0
    return isinstance(request, ChooseSecretly) and 0 in request.seats


def _played(game: str, step: int | None) -> tuple[Any, int]:
    """A stage with a match by chance, at a step; without one, the step at which most is shown."""
    from owm_net import games
    from owm_net.client.match_stage import Stage
    from owm_net.client.settings import Settings
    from owm_net.engine.local import LocalMatch, random_player
    from owm_net.engine.requests import Over
    from owm_net.files.home import folder

    system = games.get(game)
    setup = system.default_setup()
    stage = Stage(system, 0, ["You", "Computer"], Settings(size=SIZE, speed="off"))
    stage.sitting.settings.folder = folder("cache")
    match = LocalMatch(system, setup, 3, [random_player] * 2)
    best, most, asked = 0, 0, 0
    while not isinstance(match.request, Over):
        answered = match.state.answered
        if _wanted(match.request):
            asked += 1
            stage.sitting.told(match.view(0), match.state.events)
            stage.tick(asked)
            if answered == step or (step is None and asked % 8 == 0):
                stage.sitting.ask(match.view(0), lambda answer: None)
                stage.tick(asked + 0.5)
                parts = sum(1 + len(item.runs) for item in stage.scene())
                if answered == step:
                    return stage, parts
                best, most = (answered, parts) if parts > most else (best, most)
                stage.sitting.withdraw()
        match.step()
    return _played(game, best)


def table(game: str) -> Found:
    """Return milliseconds of CPU in `on_draw` for the fullest table: without changes, and with the
    pointer over something else, so that everything is laid out again."""
    from owm_net.client.app import ClientApp

    stage, parts = _played(game, None)
    client = ClientApp(stage, stage.sitting.settings)
    window = client.window
    spots = [
        stage.scene().point_of(item)
        for item in stage.scene()
        if item.lit and item.action is not None
    ]
    spots = [spot for spot in spots if spot is not None][:8] or [(5, 5), (600, 400)]

    def frame() -> float:
        window.switch_to()
        began = time.thread_time()
        window.on_draw()
        spent = time.thread_time() - began
        window.flip()
        window.ctx.finish()
        return 1000 * spent

    for spot in [*spots, *spots]:  # every picture is there
        stage.move(*spot)
        frame()
        while client.painter.unfinished:
            client.painter.easel.finish()
            frame()
    still = [frame() for _ in range(FRAMES)]
    changed, laid = [], []
    for n in range(FRAMES):
        stage.move(*spots[n % len(spots)])
        stage.sitting.touch()
        began = time.thread_time()
        stage.frame()
        laid.append(1000 * (time.thread_time() - began))
        stage.sitting.touch()
        changed.append(frame())
    window.close()
    return {
        "parts": parts,
        "still": statistics.median(still),
        "changed": statistics.median(changed),
        "laid": statistics.median(laid),
    }


# -- a match over a slow link ----------------------------------------------------------------------


class _Hand:
    """Plays by clicks at random moments, and knows how long each took to be seen.

    waits: seconds until then. frames: how many of them. busy: how much of that was CPU time of the
    window's thread until the frame was handed over to be shown. flips: for every frame, how long
    it took to paint and show what was laid out.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.chance = random.Random(5)
        self.seen = trio.Event()
        self.waits: list[float] = []
        self.frames: list[int] = []
        self.busy: list[float] = []
        self.flips: list[float] = []
        self._began = self._used = 0.0
        self._painted = self._handed_used = 0.0
        self._before: Any = None
        self._frame = 0

    def paints(self) -> None:
        """All is laid out, and painting begins, or has begun."""
        self._painted = self._painted or time.perf_counter()

    def done(self) -> None:
        """A frame is handed over to be shown."""
        self._painted = self._painted or time.perf_counter()
        self._handed_used = time.thread_time()

    def look(self, window: Any) -> None:
        """A frame has come to the screen."""
        now = time.perf_counter()
        self.flips.append(now - self._painted)
        self._painted = 0.0
        if self._before is not None:
            self._frame += 1
            if self.client.painter.scene is not self._before:
                self.waits.append(now - self._began)
                self.busy.append(self._handed_used - self._used)
                self.frames.append(self._frame)
                self._before = None
                self.seen.set()

    async def click(self) -> None:
        """One click on something that is lit, or on what confirms; waits until it is seen."""
        from owm_net.client.sitting.actions import WindowAction

        stage = self.client.stage
        if (
            stage.sitting.answering.kind is not None
            and stage.sitting.answering.kind.word == "squad"
        ):
            for id in ("ready-made", "preset:1", "ready-made", "confirm"):
                _click(self.client.window, stage, id)
                await trio.sleep(0.1)
            return
        scene = self.client.painter.scene  # what he sees
        usable = [
            item
            for item in scene
            if item.action is not None
            and not item.why
            and not isinstance(item.action, WindowAction)
        ]
        sure = [item for item in usable if item.id == "confirm"]
        # where nothing is lit there are still actions to choose from, such as ending the turn
        lit = [item for item in usable if item.lit and "chosen" not in item.flags] or usable
        if sure and self.chance.random() < 0.5:
            lit = sure
        self.chance.shuffle(lit)
        point = next(filter(None, map(scene.point_of, lit)), None)
        if point is None:
            await trio.sleep(FRAME)
            return
        _point(self.client.window, point)  # nobody presses in the same moment in which he comes
        await trio.sleep(RESTS + self.chance.random() / 20)
        if not stage.sitting.answering.is_open:
            return
        self.seen = trio.Event()
        self._before, self._frame = self.client.painter.scene, 0
        self._began, self._used = time.perf_counter(), time.thread_time()
        _press(self.client.window, point)
        with trio.move_on_after(1):
            await self.seen.wait()
        self._before = None


def _draw_ahead(stage: Any) -> None:
    """Warm the cache with every face of the game."""
    from owm_net.client.art.cache import Studio
    from owm_net.engine.local import LocalMatch, random_player

    system = stage.sitting.system
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
    studio = Studio(stage.sitting.settings.folder)
    studio.want([(key, 1.0) for key in stage.table.art(match.view(0))])
    studio.run()


def play(game: str, clicks: int) -> Found:  # noqa: PLR0915 - one evening, told in its order
    """A match over 100 ms each way, played by clicks; then nothing for a while."""
    import bench_far

    from owm_net import games
    from owm_net.client.app import ClientApp
    from owm_net.client.match_stage import Stage
    from owm_net.client.settings import Settings
    from owm_net.files.home import folder
    from owm_net.files.logfile import LogFile
    from owm_net.net.driver import run_match
    from owm_net.net.streams import FramedStream

    settings = Settings(size=SIZE, speed="fast", folder=folder("cache"))
    stage = Stage(games.get(game), bench_far.GUEST, ["Computer", "You"], settings)
    _draw_ahead(stage)
    client = ClientApp(stage, settings)
    log_path = folder("logs") / "x.owmlog"
    log_path.parent.mkdir(parents=True, exist_ok=True)
    hand = _Hand(client)
    _eye(hand.look, hand.done)
    paint = client.painter.paint

    def painted() -> bool:
        hand.paints()
        return bool(paint())

    setattr(client.painter, "paint", painted)  # noqa: B010 - as above
    found: Found = {}

    async def match(front: Any) -> None:
        async with bench_far._Other("whole", game) as other, trio.open_nursery() as nursery:
            stream = await other.dial()
            link = FramedStream(bench_far.Late(stream, bench_far.ONE_WAY, nursery))
            met = await bench_far._meet(link, bench_far.GUEST, game)
            front.sit_down(met)
            log = LogFile.create(log_path)
            nursery.start_soon(run_match, met, {bench_far.HOST: link}, front, log)
            await _asked(stage)
            await trio.sleep(1)
            hand.flips.clear()
            async with _ticking() as ticker:
                ended = time.monotonic() + 90
                while len(hand.waits) < clicks and time.monotonic() < ended:
                    if stage.sitting.answering.is_open and not stage.sitting.presenter.busy:
                        await hand.click()
                    else:
                        await trio.sleep(0.01)
            found["stall"], found["busiest"] = ticker.longest, ticker.busiest
            found["flips"] = list(hand.flips)
            await _bare(client.window, hand, found)
            with trio.move_on_after(30):
                await _asked(stage)
            await trio.sleep(2)
            await _idle(found)
            nursery.cancel_scope.cancel()

    async def main(front: Any) -> None:
        try:
            await match(front)
        finally:  # a match that fails leaves its window open for people to read why
            client.guest.cancel()

    if client.run(main):
        raise SystemExit("the match has failed")
    found["waits"], found["frames"], found["busy"] = hand.waits, hand.frames, hand.busy
    return found


@contextlib.asynccontextmanager
async def _ticking() -> AsyncIterator[Any]:
    """How long the event loop stands still meanwhile; not for longer, since a thousand ticks a
    second are not nothing."""
    from bench_stall import Ticker

    ticker = Ticker()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ticker.run)
        yield ticker
        nursery.cancel_scope.cancel()


class _Nothing:
    """The listener of an empty window: so many frames come, one after another."""

    def __init__(self, frames: int) -> None:
        self.left = frames
        self.over = trio.Event()

    def make_ready(self, now: float) -> bool:
        return False

    def draw(self, now: float) -> bool:
        """As a `Listener` does."""
        self.left -= 1
        if self.left <= 0:
            self.over.set()
        return self.left > 0


async def _bare(window: Any, hand: _Hand, found: Found) -> None:
    """As many frames in the same window on the same loop, which are only cleared and shown: what
    they take before any code of ours."""
    usual, nothing = window.listener, _Nothing(len(found["flips"]))
    hand.flips.clear()
    window.listener = nothing
    try:
        async with _ticking() as ticker:
            window.invalidate()
            await nothing.over.wait()
    finally:
        window.listener = usual
    found["bare"], found["bare_stall"] = list(hand.flips), ticker.longest


async def _asked(stage: Any) -> None:
    """Wait, as a person does, until something is asked."""
    while not stage.sitting.answering.is_open:  # noqa: ASYNC110 - the window has no event for it
        await trio.sleep(0.05)


async def _idle(found: Found) -> None:
    began, used = time.perf_counter(), time.process_time()
    await trio.sleep(IDLE)
    found["idle"] = (time.process_time() - used) / (time.perf_counter() - began)
    found["memory"] = _status("VmRSS") / MIB
    found["peak"] = _status("VmHWM") / MIB


def _status(name: str) -> int:
    """Bytes, as Linux counts them; 0 elsewhere."""
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) << 10
    return 0


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "first":
        told = first(arguments[0], float(arguments[1]))
    elif what == "table":
        told = table(arguments[0])
    else:
        told = play(arguments[0], int(arguments[1]))
    print(json.dumps(told))
    sys.stdout.flush()
    os._exit(0)
