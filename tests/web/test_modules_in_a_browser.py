"""The page has every module that it may import: what was left out of it is missed here. And trio
has its turns in a browser."""

from __future__ import annotations

import json

import pytest

from tests.web.inside import Inside

pytestmark = pytest.mark.slow

IMPORT_ALL = """
import json, os, sys
from importlib import import_module
from owm_net.web import trio_host

trio_host.install()
failed, count = {}, 0
for folder, _, names in os.walk("/owm_net"):
    for name in names:
        path = os.path.join(folder, name).removeprefix("/owm_net/").removeprefix("stand_ins/")
        if not path.endswith(".pyc"):
            continue
        module = path.removesuffix(".pyc").replace("/", ".").removesuffix(".__init__")
        count += 1
        try:
            import_module(module)
        except Exception as error:
            failed[module] = repr(error)
json.dumps([count, failed])
"""

OF_OTHER_SYSTEMS = {
    "trio._core._io_kqueue",
    "trio._core._io_windows",
    "trio._core._windows_cffi",
    "trio._subprocess_platform.windows",
    "trio._wait_for_object",
    "trio._windows_pipes",
}
"""trio imports one of each kind, by the system."""


TURNS = """
import json
from js import Promise
from pyodide.ffi import create_once_callable
from owm_net.web import trio_host

said = []

def go_on():
    said.append("trio")
    if "frame" not in said:
        trio_host.soon(go_on)

def begin(resolve, reject):
    trio_host.after(0.0, lambda: said.append("frame"))
    for _ in range(3):
        trio_host.soon(lambda: said.append("trio"))
    trio_host.after(0.0, lambda: resolve(None))

usual, trio_host.PATIENCE = trio_host.PATIENCE, 3600.0  # however slow the machine
await Promise.new(create_once_callable(begin))
trio_host.PATIENCE = usual
first, said = said, []

def busy(resolve, reject):
    trio_host.soon(go_on)
    def frame():
        said.append("frame")
        resolve(None)
    trio_host.after(0.0, frame)

await Promise.new(create_once_callable(busy))
json.dumps([first, "frame" in said])
"""


def test_trio_goes_before_the_next_part_of_a_frame_but_not_for_ever(inside: Inside) -> None:
    """What comes from the other player waits for no picture."""
    first, is_drawn = json.loads(inside.run(TURNS))
    assert first == ["trio", "trio", "trio", "frame"]
    assert is_drawn


RESTS = """
import json
from types import SimpleNamespace
from owm_net.web import trio_host
trio_host.install()
from owm_net.web import window as frames

planned, now = [], [100.0]
usual, frames.after = frames.after, lambda seconds, call: planned.append((seconds, call))
window = frames.PageWindow(lambda *_, **__: None, (1280, 720), 1.0)
window.clock = lambda: now[0]

def make_ready(_):
    now[0] += takes
    painter.painted += 1

def next_frame():
    seconds, call = planned[-1]
    now[0] += seconds
    call()
    return planned[-1][0]

painter = SimpleNamespace(painted=0, scene=None)
window.listener = SimpleNamespace(
    painter=painter, writes=False, make_ready=make_ready,
    draw=lambda _: None, move=lambda x, y: None,
)
found = []
for takes in (0.002, 0.02, 0.5):
    window.invalidate(10.0)
    found.append(next_frame())
window.invalidate()
found.append(planned[-1][0])
window.hear({"kind": "move", "x": 0, "y": 0, "held": False})
found.append(planned[-1][0])
frames.after = usual
json.dumps([round(one, 3) for one in found])
"""


def test_a_frame_that_took_long_is_followed_by_a_rest_but_for_the_player(inside: Inside) -> None:
    """What is done at the canvas is answered at once; entries that come one after another do not
    each have their picture."""
    short, rest, longest, still, at_once = json.loads(inside.run(RESTS))
    assert short == round(1 / 60 - 0.002, 3)
    assert (rest, longest, still, at_once) == (0.06, 0.1, 0.1, 0)


def test_each_module_of_the_page_can_be_imported(inside: Inside) -> None:
    """Python has no other way to find that a module of the standard library is missing."""
    count, failed = json.loads(inside.run(IMPORT_ALL))
    assert count > 1000
    assert {name: why for name, why in failed.items() if name not in OF_OTHER_SYSTEMS} == {}
