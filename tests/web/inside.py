"""Python inside a browser, as the built page starts it, for tests to ask."""

from __future__ import annotations

from typing import Any

LOAD = """(files) => new Promise((resolve, reject) => {
  const worker = new Worker(`/tests/worker.mjs?files=${files}`, { type: "module" });
  window.asked = (code, given) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.why ? reject(new Error(data.why)) : resolve(data.answer);
    worker.postMessage({ code, given });
  });
  worker.onmessage = ({ data }) => resolve(data.answer);
  worker.onerror = (event) => reject(new Error(event.message));
})"""


class Inside:
    """Python in a worker beside a page of the browser. files: the folder of the built page."""

    def __init__(self, page: Any, files: str) -> None:
        self._page = page
        page.evaluate(LOAD, files)

    def run(self, code: str, given: str = "") -> str:
        """Run code that finds `given`; return the text of its last line's value."""
        said = self._page.evaluate("([code, given]) => window.asked(code, given)", [code, given])
        return str(said)
