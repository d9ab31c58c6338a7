"""Lines for people above a prompt that is open. Without the network, which most verbs that print do
not need."""

from __future__ import annotations

import sys

from owm_net.client.language import tr
from owm_net.program.terminal.edges import broken

PROMPTS: list[str] = []
"""The one that is open (`keyboard.open_prompt`), if there is one."""


def show_above(line: str, fits: bool = False) -> None:
    """A line for people, or several, in the language that is spoken; a prompt that is open is
    shown again below them. fits: they are as wide as the terminal already."""
    line = line if fits else broken(tr(line), sys.stdout)
    if not PROMPTS:
        print(line, flush=True)
        return
    print(f"\n{line}")
    sys.stdout.write(PROMPTS[-1])
    sys.stdout.flush()
