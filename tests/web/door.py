"""A door into the page's Python, for what neither its words nor a press can tell or do.

The page is the one that was built, with one more question that its worker answers: it runs some
Python. All else is as for a player.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

DOOR = {
    "const ANSWERS = {": " door: ({ code }) => String(self.python.runPython(code)),",
    "const python = await start(tell, over(port));": " self.python = python;",
}
"""Behind which lines of the worker something is added."""

ITS_WORKER = """(() => {
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      window[String(given[0]).includes("artist") ? "itsArtist" : "itsWorker"] = this;
    }
  };
})()"""
"""For a context, so that its workers are found: the one with Python, and the one that draws."""

ASK = """code => new Promise((resolve, reject) => {
  const number = `door ${Math.random()}`;
  itsWorker.addEventListener("message", function hear({ data }) {
    if (data.number !== number) return;
    itsWorker.removeEventListener("message", hear);
    data.why ? reject(new Error(data.why)) : resolve(data.answer);
  });
  itsWorker.postMessage({ kind: "door", number, code });
})"""

DECIDES = """
from owm_net.client.front import Front
from owm_net.engine.chance import Chance
from owm_net.session.player import ComputerPlayer

async def decide(self, view):
    if not hasattr(self, "player"):
        self.player = ComputerPlayer(self.match.system, Chance("page"))
    return await self.player.decide(view)

Front.decide = decide
"""
"""From the next question on the computer player decides on the page's side."""


def with_a_door(page: Path, folder: Path) -> Path:
    """Return a copy of a built page that has one, in a folder."""
    copy = Path(shutil.copytree(page, folder / "page"))
    [worker] = copy.glob("*/worker.mjs")
    for packed in copy.glob("*/worker.mjs.*"):
        packed.unlink()
    text = worker.read_text(encoding="utf-8")
    for line, more in DOOR.items():
        assert text.count(line) == 1
        text = text.replace(line, line + more)
    worker.write_text(text, encoding="utf-8")
    return copy


def run(page: Any, code: str) -> str:
    """Run Python in a tab of such a page; return the text of its last line's value."""
    return str(page.evaluate(ASK, code))
