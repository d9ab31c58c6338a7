"""A player at the page who knows nothing of the rules, and sees nothing but its words."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import frozen

from owm_net.web.keeping import Journal
from tests.web.door import ITS_WORKER
from tests.web.test_keeping import Disk

SOON = 500
"""Milliseconds in which a press shows something, if it does anything."""
TRIES = 120
"""How often something is pressed until it does."""
A_WHILE = 10_000
"""In which a press is carried out, however slow the machine."""
LONG = 120_000
"""In which a page has surely loaded, and a friend has come."""

READ = """async () => {
  const folder = await navigator.storage.getDirectory();
  const found = [];
  for (const name of ["owm_net.0", "owm_net.1"]) {
    const file = await (await folder.getFileHandle(name)).getFile();
    found.push(Array.from(new Uint8Array(await file.arrayBuffer())));
  }
  return found;
}"""
CHOICES = "list => list.map(b => [b.dataset.id, b.textContent, b.dataset.states])"
CLICK = "(list, id) => list.find(b => b.dataset.id === id)?.click()"


class Stuck(AssertionError):
    """Nothing can be pressed that answers the question."""


@frozen
class Choice:
    """A button of the page's, in words."""

    id: str
    name: str
    states: frozenset[str]


class PagePlayer:
    """Opens the page in a tab of a browser, and presses what it says can be pressed."""

    def __init__(self, context: Any, address: str, seed: int = 1) -> None:
        context.add_init_script(ITS_WORKER)
        self.context, self.address = context, address
        self.chance = random.Random(seed)
        self.faults: list[str] = []
        self.page: Any = None

    def load(self, code: str = "") -> None:
        """Go to the page. code: of an invitation."""
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.goto(f"{self.address}#{code}" if code else self.address)
        self.page.wait_for_selector("html[data-ready]", timeout=LONG)

    def open(self, code: str = "", name: str = "") -> None:
        """Go to the page, and press PLAY. code: of an invitation; name: where one is asked for."""
        self.load(code)
        self.page.click("#begin")
        self.page.wait_for_selector("#table[data-told]", state="attached", timeout=LONG)
        if name:
            self.wait_for("first:name")
            self.page.keyboard.type(name)
            self.press("confirm")

    def kill(self) -> None:
        """As a browser that dies: nothing is said to the page."""
        self.page.close(run_before_unload=False)

    def choices(self) -> list[Choice]:
        """What can be pressed."""
        found = self.page.eval_on_selector_all("#table button", CHOICES)
        return [Choice(id, name, frozenset(states.split())) for id, name, states in found]

    def texts(self) -> str:
        """What can be read, and the note of the page itself."""
        parts = ("#prompt", "#table [role=document]", "#state")
        return "\n".join(self.page.text_content(part) for part in parts)

    def press(self, id: str) -> bool:
        """Press a button; whether anything changed."""
        told = self.page.get_attribute("#table", "data-told")
        self.page.eval_on_selector_all("#table button", CLICK, id)
        return self.changed(told)

    def changed(self, told: str, within: int = SOON) -> bool:
        """Wait until the page says something else."""
        try:
            other = f'#table:not([data-told="{told}"])'
            self.page.wait_for_selector(other, state="attached", timeout=within)
        except Exception as error:
            if "Timeout" not in type(error).__name__:
                raise
            return False
        return True

    def wait_for(self, *ids: str) -> str:
        """Wait until one of these can be pressed; return it."""
        wanted = ", ".join(f'#table button[data-id="{id}"]' for id in ids)
        try:
            found = self.page.wait_for_selector(wanted, state="attached", timeout=LONG)
        except Exception as error:
            raise Stuck(f"no {wanted}: {self.texts()}\n{self.choices()}") from error
        return str(found.get_attribute("data-id"))

    def go(self, *ids: str) -> None:
        """Press one after the other, each as soon as it is there, until another page is: one that
        has come just now heeds no press yet."""
        for id in ids:
            self.wait_for(id)
            before = [choice.id for choice in self.choices()]
            for _ in range(TRIES):
                self.press(id)
                if [choice.id for choice in self.choices()] != before:
                    break
            else:
                raise Stuck(f"{id} leads nowhere: {self.texts()}")

    def wait_for_text(self, text: str) -> None:
        """Wait until the table says something."""
        places = self.page.locator("#prompt, #table [role=document]")
        places.filter(has_text=text).first.wait_for(state="attached", timeout=LONG)

    def saved(self, id: str) -> tuple[str, bytes]:
        """Press a button that hands out a file; return its name and its bytes. Pressed again where
        it has moved away under the press."""
        from playwright.sync_api import TimeoutError as NothingCame

        for _ in range(LONG // A_WHILE):
            self.wait_for(id)
            self.page.keyboard.press("Shift")  # a browser asks before a download nobody wanted
            with suppress(NothingCame):
                with self.page.expect_download(timeout=A_WHILE) as coming:
                    self.press(id)
                return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()
        raise Stuck(f"{id} hands out nothing: {self.texts()}")

    def choose(self, id: str) -> None:
        """Press one of several until it is the chosen one."""
        self.wait_for(id)
        for _ in range(TRIES):
            self.press(id)
            if any(choice.id == id and "chosen" in choice.states for choice in self.choices()):
                return
        raise Stuck(f"{id} is not chosen: {self.texts()}")

    def turn_to(self, id: str, value: str) -> None:
        """Press what has several values until it has this one."""
        self.wait_for(id)
        for _ in range(TRIES):
            if any(c.id == id and c.name.endswith(f": {value}") for c in self.choices()):
                return
            self.press(id)
        raise Stuck(f"{id} is never {value}: {self.texts()}")

    def code(self) -> str:
        """The code that is shown to a host."""
        self.wait_for("copy")
        found = re.search(r"[1-9][0-9]*(-[a-z]+){3,}", self.texts())
        assert found is not None
        return found[0]

    def turn(self) -> bool:
        """Press something that answers what is asked; False if nothing does now."""
        wanted = self._choose(self.choices())
        if wanted is not None:
            self.press(wanted.id)
        return wanted is not None

    @property
    def is_asked(self) -> bool:
        """Return True if something that can be pressed answers what is asked."""
        return self._choose(self.choices()) is not None

    def shows(self, id: str) -> bool:
        """Return True if it can be pressed now."""
        return any(choice.id == id for choice in self.choices())

    def _choose(self, choices: list[Choice]) -> Choice | None:
        """As tests/client/robot.py does."""
        usable = [c for c in choices if "answers" in c.states and "refused" not in c.states]
        if not usable:
            return None
        confirm = [c for c in usable if c.id == "confirm"]
        if confirm and self.chance.random() < 0.5:
            return confirm[0]
        lit = [c for c in usable if "lit" in c.states and "chosen" not in c.states]
        if lit and self.chance.random() < 0.85:
            return self.chance.choice(lit)
        if confirm and self.chance.random() < 0.5:
            return confirm[0]
        return self.chance.choice(usable)

    def kept(self, root: Path) -> list[Path]:
        """The logs that the browser keeps, written below a folder. No tab may have them open."""
        reader = self.context.new_page()
        files = re.sub(r"#.*", "", self.address)
        reader.goto(f"{files}tests/none")
        disks = [Disk(bytes(numbers)) for numbers in reader.evaluate(READ)]
        reader.close()
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir()
        Journal(root, (disks[0], disks[1])).load()
        return sorted(root.rglob("*.owmlog"))


def play(players: Sequence[PagePlayer], ended: Callable[[], bool], presses: int = 100_000) -> None:
    """Have all answer what they are asked, until it has ended, or so often."""
    idle = 0
    while presses and not ended():
        told = players[0].page.get_attribute("#table", "data-told")
        pressed = [player.turn() for player in players]
        if any(pressed):
            idle, presses = 0, presses - 1
        elif players[0].changed(told):
            idle = 0
        else:
            idle += 1
        if idle > 240:
            raise Stuck("\n".join(f"{one.texts()}\n{one.choices()}" for one in players))
