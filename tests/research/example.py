"""The examples of docs/bots.md."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def example(word: str) -> str:
    """Return the one program on the page that has a word in it."""
    blocks = re.findall(r"(?m)(?:^    .*\n|^\n(?=    ))+", PAGE.read_text(encoding="utf-8"))
    (found,) = [block for block in blocks if word in block]
    return textwrap.dedent(found)
