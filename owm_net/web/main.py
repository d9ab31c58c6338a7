"""What the page's worker asks Python for."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from owm_net.files.reading import read_plain
from owm_net.web.verifying import verdict_on


def verify(name: str, data: Any, progress: Callable[[int, int], None]) -> tuple[int, str]:
    """Return the exit code and the words of `owm-net verify`. data: a Uint8Array."""
    return verdict_on(name, data.to_bytes(), progress)


_names: list[str] = []


def load(seconds: float) -> bool:
    """Import, for about so long, what a player will need; True if something is left.

    So nothing stands still when they want it. What a page cannot import tells why when it is asked
    for.
    """
    if not _names:
        from owm_net.web import trio_host

        trio_host.install()
        order = read_plain(Path(__file__).with_name("order.txt"), 1 << 20)
        _names.extend(reversed(order.decode().split()))
    ends = time.monotonic() + seconds
    while len(_names) > 1 and time.monotonic() < ends:
        name = _names.pop()
        if not name.startswith("trio."):  # some of it is for other systems
            with suppress(Exception):
                import_module(name)
    return len(_names) > 1


_windows: list[Any] = []


def hear(event: Any) -> None:
    """Something was done at the canvas."""
    for window in _windows:
        window.hear(event.to_py())


async def play(tell: Callable[[str, Any], None], given: Any) -> None:
    """Show the title on the canvas, and what comes of it.

    given: the canvas's size and ratio; host, port and whether they are secure, of the page's
    server; page, its address; invited, what its link says; watched, files with the log to begin
    with; journals.
    """
    from pyodide.ffi import to_js

    wanted = given.to_py(depth=1)
    from owm_net.web import keeping, trio_host

    damaged = keeping.begin(wanted["journals"])
    trio_host.install()
    from owm_net.files.page import PageHere, use
    from owm_net.net.web_relay import WebRelay
    from owm_net.web import computer, socket
    from owm_net.web import given as files
    from owm_net.web.painter import as_png
    from owm_net.web.sitting import sit
    from owm_net.web.window import PageWindow

    def say(kind: str, **values: Any) -> None:
        tell(kind, to_js(values))

    server = (wanted["host"], wanted["port"])
    computer.install()
    socket.install(server, wanted["secure"])
    window = PageWindow(say, (wanted["width"], wanted["height"]), wanted["ratio"])
    _windows.append(window)
    use(PageHere(window.give, window.have_chosen, as_png, wanted["journals"] is not None))
    files.begin()
    watched = files.keep(wanted["watched"].to_py())
    relay, page = WebRelay(*server, wanted["secure"]), wanted["page"]
    try:
        await trio_host.run(sit, window, relay, page, wanted["invited"], damaged, watched)
    except BaseExceptionGroup as group:  # the page shows the last line, and a group's is a frame
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None
