"""The page in a real browser: its weight, the first screen, a shuffle, a log, memory, and matches
(`bench_page_match.py`).

Measured in Debian's chromium without a screen, at a server in this process that hands files out as
the relay does and counts the bytes. Without chromium, playwright or a built page nothing is
measured, and a line on the terminal says why.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from bench_line import Line
from bench_page_match import clicks, far, largest_page

from owm_net.relay.page import read_page

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "build/page"
LOG = ROOT / "tests/logs/owm-6.owmlog"
ENTRIES = 940
LONGEST = 120_000
"""Milliseconds that anything may take."""

SHUFFLE = """
import json, os, time
from owm_net.protocol import group, shuffle
joint = group.total([group.mul_base(s) for s in group.random_scalars(2, os.urandom)])
deck = [shuffle.known_card(b"bench", k, joint) for k in range(192)]
deck = shuffle.shuffle(b"bench", joint, deck, os.urandom).deck
start = time.perf_counter()
made = shuffle.shuffle(b"bench", joint, deck, os.urandom)
proved = time.perf_counter()
shuffle.check_shuffle(b"bench", joint, deck, made.deck, made.proof)
json.dumps([proved - start, time.perf_counter() - proved])
"""


def pages(quick: bool) -> Iterator[Line]:
    """The lines, or none, and a line on the terminal that says why."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None or not (PAGE / "index.html").exists():
        why = "it needs chromium, playwright and a built page: make page"
        print(f"page: not measured: {why}", file=sys.stderr)
        return
    with _server() as server, sync_playwright() as running:
        server.handle_in_background()
        with tempfile.TemporaryDirectory(prefix="owm-bench-") as profile:
            browser = running.chromium.launch_persistent_context(
                profile,
                executable_path=chromium,
                args=["--no-sandbox"],
                viewport={"width": 1280, "height": 720},
            )
            yield from _visits(browser, server, 1 if quick else 5)
            yield from _inside(browser, server)
            if not quick:
                yield from _verified(browser, server)
            browser.close()
        if not quick:
            many = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            yield from clicks(many)
            yield from far(many)
            many.close()


class _Server(ThreadingHTTPServer):
    """Serves the page, and the tests' worker. sent: bytes of all bodies so far."""

    sent = 0

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_in_background(self) -> None:
        """Serve until the end."""
        threading.Thread(target=self.serve_forever, daemon=True).start()


def _server() -> _Server:
    page = read_page(str(PAGE))

    class Files(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            if path == "/tests/worker.mjs":
                data = (ROOT / "tests/web/worker.mjs").read_bytes()
                headers = {"Content-Type": "text/javascript"}
            elif found := page.find(path):
                body = found.body_for(self.headers.get("Accept-Encoding", "").encode())
                data = body.data
                keep = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
                headers = {"Content-Type": found.kind, "Cache-Control": keep}
                if body.encoding:
                    headers["Content-Encoding"] = body.encoding.decode()
            else:
                self.send_error(404)
                return
            self.send_response(200)
            for name, value in {**headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            server.sent += len(data)
            self.wfile.write(data)

        def log_message(self, *args: object) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Files)
    return server


def _visits(browser: Any, server: _Server, rounds: int) -> Iterator[Line]:
    times = []
    for turn in range(rounds + 1):
        before = server.sent
        page = browser.new_page()
        start = time.perf_counter()
        page.goto(server.address)
        page.wait_for_selector("html[data-ready]", timeout=LONGEST)
        page.click("#begin")
        page.wait_for_selector("html[data-drawn]", timeout=LONGEST)
        took = time.perf_counter() - start
        weight = server.sent - before
        if turn == 0:
            size = weight / 1e6
            yield Line("page: first visit, bytes", size, "MB", size / 8, "8 MB")
            yield Line("page: first visit, to the first screen", took, "s")
        else:
            times.append(took)
        memory = largest_page()
        page.close()
    yield Line("page: later visit, bytes", weight / 1e3, "kB", weight / 1e5, "100 kB")
    took = statistics.median(times)
    yield Line("page: later visit, to the first screen", took, "s", took / 5, "5 s")
    if memory:
        yield Line("page: memory of its process", memory, "MiB", memory / 500, "500 MiB")


def _inside(browser: Any, server: _Server) -> Iterator[Line]:
    from tests.web.inside import Inside

    page = browser.new_page()
    folder = next(path.parent.name for path in PAGE.glob("*/python.mjs"))
    page.goto(f"{server.address}{folder}/icon.svg")
    proved, checked = json.loads(Inside(page, folder).run(SHUFFLE))
    page.close()
    yield Line("page: shuffle 192, re-encrypt + prove", proved, "s", proved, "1 s")
    yield Line("page: shuffle 192, check", checked, "s", checked, "1 s")


def _verified(browser: Any, server: _Server) -> Iterator[Line]:
    page = browser.new_page()
    page.goto(server.address)
    page.wait_for_selector("html[data-ready]", timeout=LONGEST)
    start = time.perf_counter()
    page.set_input_files("#file", LOG)
    page.wait_for_selector("#verdict.good", timeout=LONGEST)
    took = (time.perf_counter() - start) * 559 / ENTRIES
    page.close()
    yield Line("page: verify, 559 entries", took, "s", took / 15, f"15 s; of {ENTRIES} measured")
