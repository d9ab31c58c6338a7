"""Calls the player when it is their turn and the window is behind others.

The title of the window says it everywhere; on X11 the window asks for attention, and where a
desktop has `notify-send` its own notice is shown. All is tried, and none of it waited for.
"""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from typing import Any

import trio

from owm_net.client.language import tr
from owm_net.engine.text import say

CALLS = {
    "turn": say("It is your turn"),
    "goes on": say("It is your turn"),
    "asked": say("You are asked something"),
    "come": say("Somebody has come to play"),
    "end": say("The match is over"),
}
"""Cues of which the player is told, with the words. What goes on soon after they have done
something has no sound: they hear of it only elsewhere."""
MOST_SECONDS = 5.0
"""For which a notice of the desktop is waited for, beside everything else."""


class Caller:
    """Calls for a window, and takes it back when that is in front again."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self._title = ""
        self._send, self._receive = trio.open_memory_channel[str](1)

    def call(self, words: str) -> None:
        """Tell the player what is waiting for them. Do nothing while the window is in front."""
        if not self.window.behind:
            return
        self._title = self._title or self.window.caption
        self.window.set_caption(f"▶ {words} - {self._title}")
        self.window.ask_for_attention(True)
        with suppress(trio.WouldBlock, trio.BrokenResourceError):
            self._send.send_nowait(words)

    def looked(self) -> None:
        """Restore the title: the window is in front again, or shows something else."""
        if self._title:
            self.window.set_caption(self._title)
            self.window.ask_for_attention(False)
            self._title = ""

    async def run(self) -> None:
        """Hand on the notices to the desktop, one after another."""
        program = shutil.which("notify-send")
        async for words in self._receive:
            if program is not None:
                await _notify(program, words)


async def _notify(program: str, words: str) -> None:
    command = [program, "--app-name=owm_net", "--", "owm_net", words]
    with trio.move_on_after(MOST_SECONDS), suppress(OSError):
        await trio.run_process(
            command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


def words_of(cues: list[str]) -> str:
    """Return the call for these cues; "" for none."""
    return next((tr(CALLS[cue]) for cue in cues if cue in CALLS), "")
