"""A real browser at the built page: Debian's chromium, without a screen.

`make page` builds the page; `make test` does so first where chromium is installed. Without a
browser, without playwright or without a page these tests are skipped, and say why.
"""

from __future__ import annotations

import http.server
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.verbs.command import HERE, Process, free_port
from tests.web.at_the_page import PagePlayer
from tests.web.inside import Inside

PAGE = Path(__file__).resolve().parents[2] / "build/page"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src"
    " 'self'; img-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)


class _Files(http.server.SimpleHTTPRequestHandler):
    """The page as a server ought to hand it out."""

    extensions_map = {  # noqa: RUF012
        ".html": "text/html",
        ".mjs": "text/javascript",
        ".css": "text/css",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        "": "application/octet-stream",
    }

    def translate_path(self, path: str) -> str:
        """Beside the page there is a worker for tests."""
        if path.split("?")[0] == "/tests/worker.mjs":
            return str(Path(__file__).with_name("worker.mjs"))
        return super().translate_path(path)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is."""
    if not (PAGE / "index.html").exists():
        pytest.skip("there is no page: make page")
    serve = partial(_Files, directory=str(PAGE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser, by playwright."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    playwright = pytest.importorskip("playwright.sync_api", reason="make page installs playwright")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def inside(chromium: Any, address: str) -> Iterator[Inside]:
    """Python in the browser, for what a test wants to ask it."""
    page = chromium.new_page()
    page.goto(f"{address}icon.svg")  # a place on the server, and nothing else that runs
    files = next(path.parent.name for path in PAGE.glob("*/python.mjs"))
    yield Inside(page, files)
    page.close()


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    """The page, loaded, in a profile of its own. What goes wrong in it fails the test."""
    faults: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.extend([said.text] * (said.type == "error")))
    page.goto(address)
    page.wait_for_selector("html[data-ready]", timeout=120_000)
    yield page
    context.close()
    assert not faults


@contextmanager
def relay_at(tcp: str, web: str, home: Path, page: Path = PAGE, *more: str) -> Iterator[Process]:
    """A relay as a process, at a port for programs and one for browsers. more: options."""
    ports = ("--port", tcp, "--web", f"{HERE}:{web}", "--page", str(page), *more)
    with Process(home, *ports, program=(sys.executable, "-m", "relay")) as process:
        process.line("listening")
        yield process


@pytest.fixture(scope="session")
def relay(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[tuple[str, str]]:
    """Its address for programs, and the page's."""
    if not (PAGE / "index.html").exists():
        pytest.skip("there is no page: make page")
    tcp, web = free_port(), free_port()
    with relay_at(tcp, web, tmp_path_factory.mktemp("relay")):
        yield f"{HERE}:{tcp}", f"http://{HERE}:{web}/"


@pytest.fixture
def ann(chromium: Any, relay: tuple[str, str]) -> Iterator[PagePlayer]:
    """A player with a browser."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    player = PagePlayer(context, relay[1])
    yield player
    context.close()
    assert not player.faults
