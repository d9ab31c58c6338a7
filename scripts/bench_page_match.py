"""Matches in the page: how soon a click is answered, what a match holds in memory, what distance
costs two browsers, or a browser and the program, through a relay.

A relay hands out the page that was built, with a door (`tests/web/door.py`) which tells where
something is drawn, and has the computer player decide.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from bench_far import ONE_WAY
from bench_line import Line

from tests.verbs.command import HERE, Process, free_port
from tests.web import door
from tests.web.at_the_page import PagePlayer

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "build/page"
GAMES = ("owm", "squadcards", "nco", "hailfire", "heroes")
CLICKS = 15
"""Of each game."""
WANTED, MOST = 100.0, 0.8
"""Milliseconds until a click is answered; delays for an entry."""
VIEWPORT = {"width": 1280, "height": 720}
IDLE = 400
"""Milliseconds without a frame after which the table rests."""

RESTS = """idle => new Promise(resolve => {
  let last = setTimeout(resolve, idle);
  itsArtist.addEventListener("message", ({ data }) => {
    if (data.kind !== "painted") return;
    clearTimeout(last);
    last = setTimeout(resolve, idle);
  });
})"""
ANSWERED = """() => {
  window.pressed = 0;
  window.shown = new Promise(resolve => {
    const down = event => { window.pressed = event.timeStamp };
    addEventListener("pointerdown", down, { capture: true, once: true });
    itsArtist.addEventListener("message", function hear({ data }) {
      if (data.kind !== "painted" || !window.pressed) return;
      itsArtist.removeEventListener("message", hear);
      requestAnimationFrame(() => resolve(performance.now() - window.pressed));
    });
  });
}"""

PLACES = """
import json
from owm_net.client.sitting.actions import WindowAction
from owm_net.web.main import _windows
listener = _windows[0].listener
scene = listener.painter.scene
json.dumps([
    [item.id, *scene.point_of(item)]
    for item in scene
    if item.action is not None and not item.why
    and (item.action.answers or item.lit and not isinstance(item.action, WindowAction))
    and scene.point_of(item) is not None and item.id not in ("clear", "confirm")
])
"""
SEEN = """
from owm_net.web.main import _windows
repr(list(_windows[0].listener.painter.scene))
"""
WATCHES = """
import time
from owm_net.client.front import Front
from owm_net.engine.requests import Over

match_seen = {}
_sit_down, _told = Front.sit_down, Front.told

def sit_down(self, match):
    match_seen.update(match=match, began=time.monotonic())
    _sit_down(self, match)

def told(self, view, events):
    _told(self, view, events)
    if isinstance(view.state.pending, Over):
        match_seen.setdefault("ended", time.monotonic())

Front.sit_down, Front.told = sit_down, told
"""
ENDED = """
import json
seen = match_seen
took = seen["ended"] - seen["began"] if "ended" in seen else None
json.dumps(took and [seen["match"].counts.entries, took])
"""


def clicks(browser: Any) -> Iterator[Line]:
    """Each game's table against the computer: selections at the first questions."""
    with _relay() as (_, web):
        for game in GAMES:
            context = browser.new_context(viewport=VIEWPORT)
            yield from _clicks_in(context, f"http://{HERE}:{web}/", game)
            context.close()


def _clicks_in(context: Any, address: str, game: str) -> Iterator[Line]:
    player = _player(context, address)
    player.go("title:new")
    player.choose(f"game:{game}")
    player.go("confirm")
    player.wait_for("top.leave")
    times: list[float] = []
    presses = 0
    while len(times) < CLICKS and presses < 20 * CLICKS:
        presses += 1
        places = json.loads(door.run(player.page, PLACES))
        if not places:
            player.press("confirm")
            player.changed(str(player.page.get_attribute("#table", "data-told")))
            continue
        if presses % 4 == 0 and player.press("confirm"):
            continue
        _, x, y = player.chance.choice(places)
        took = _answered(player, x, y)
        if took is not None:
            times.append(took)
    if not times:
        print(f"page: {game}: no click was answered", file=sys.stderr)
        return
    middle, most = statistics.median(times), max(times)
    yield Line(
        f"page: {game}: a click is answered, median",
        middle,
        "ms",
        middle / WANTED,
        f"{WANTED:.0f} ms; {len(times)} clicks, {most:.0f} ms at most",
    )


def _answered(player: PagePlayer, x: float, y: float) -> float | None:
    """Milliseconds from a press to the frame that answers it; None if it has changed nothing."""
    page = player.page
    page.mouse.move(x, y)
    page.evaluate(RESTS, IDLE)
    before = door.run(player.page, SEEN)
    page.evaluate(ANSWERED)
    page.mouse.down()
    took = float(page.evaluate("shown"))
    page.mouse.up()
    return took if door.run(player.page, SEEN) != before else None


def far(browser: Any) -> Iterator[Line]:
    """A whole match through a relay, over 100 ms each way: two browsers, then a browser and the
    program. The computer decides on every side."""
    for other in ("a browser", "the program"):
        with _relay() as (tcp, web), _late(tcp) as late, _late(web) as late_web:
            page = f"http://{HERE}:{late_web}/"
            with tempfile.TemporaryDirectory(prefix="owm-bench-") as home, ExitStack() as both:
                contexts = [browser.new_context(viewport=VIEWPORT) for _ in range(2)]
                for context in contexts:
                    both.callback(context.close)
                ann = _player(contexts[0], page, decides=True)
                ann.go("title:host")
                ann.choose("game:owm")
                ann.go("confirm")
                code = ann.code()
                if other == "a browser":
                    ben = _player(contexts[1], page, code=code, decides=True)
                    ben.go("confirm")
                    ann.go("arrival.yes")
                    ben.go("arrival.yes")
                else:
                    joins = ("join", code, "--relay", f"{HERE}:{late}", "--relay-only")
                    who = ("--player", "computer", "--name", "Ben")
                    both.enter_context(Process(Path(home), *joins, *who))
                    ann.go("arrival.yes")
                before = seconds_of_pages()
                entries, seconds = _ended(ann)
                memory = largest_page()
                busy = (seconds_of_pages() - before) / (2 if other == "a browser" else 1)
        delays = seconds / entries / ONE_WAY
        yield Line(
            f"page: owm with {other}, delays for an entry, 100 ms each way",
            delays,
            "delays",
            delays / MOST,
            f"{MOST}; {entries} entries in {seconds:.1f} s, {busy:.1f} s of CPU for a page",
        )
        yield Line("page: memory of its process after that", memory, "MiB", memory / 500, "500 MiB")


def _ended(player: PagePlayer) -> tuple[int, float]:
    """Entries of the match, and its seconds, when it is over."""
    while (found := json.loads(door.run(player.page, ENDED))) is None:
        time.sleep(1.0)
    return int(found[0]), float(found[1])


def _player(context: Any, address: str, code: str = "", decides: bool = False) -> PagePlayer:
    """Somebody at the page, whose worker answers what is asked here."""
    player = PagePlayer(context, address)
    player.open(code, "Ann" if not code else "Ben")
    if decides:
        door.run(player.page, door.DECIDES + WATCHES)
    return player


@contextmanager
def _relay() -> Iterator[tuple[str, str]]:
    """Its port for programs, and the one for browsers, where it hands out the page with a door."""
    tcp, web = free_port(), free_port()
    with tempfile.TemporaryDirectory(prefix="owm-bench-") as folder:
        page = door.with_a_door(PAGE, Path(folder))
        ports = ("--port", tcp, "--web", f"{HERE}:{web}", "--page", str(page))
        with Process(
            Path(folder) / "home", *ports, program=(sys.executable, "-m", "relay")
        ) as process:
            process.line("listening")
            yield tcp, web


@contextmanager
def _late(port: str) -> Iterator[str]:
    """A port from which half the way to another one takes half of the delay: a relay lies in the
    middle."""
    command = [sys.executable, str(Path(__file__).with_name("bench_far.py")), "late", port]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def largest_page() -> float:
    """The most memory that a renderer of ours holds as its share, in MiB; 0 without /proc."""
    most = 0.0
    for place in _pages():
        for line in (place / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                most = max(most, int(line.split()[1]) / 1024)
    return most


def seconds_of_pages() -> float:
    """CPU time of all renderers of ours; 0 without /proc."""
    ticks = 0
    for place in _pages():
        user, system = (place / "stat").read_text().rpartition(")")[2].split()[11:13]
        ticks += int(user) + int(system)
    return ticks / os.sysconf("SC_CLK_TCK")


def _pages() -> list[Path]:
    """Where /proc tells of the renderers of ours."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            if b"--type=renderer" in (place / "cmdline").read_bytes() and _is_ours(place):
                found.append(place)
    return found


def _is_ours(place: Path) -> bool:
    """Return True for a process that this one has started, or one that it has. Raises OSError."""
    while place.name not in ("0", "1"):
        if place.name == str(os.getpid()):
            return True
        status = (place / "status").read_text()
        [parent] = [line.split()[1] for line in status.splitlines() if line.startswith("PPid:")]
        place = place.with_name(parent)
    return False
