"""Lines at the edge of a terminal: broken between words, and commands and paths never, so that they
can be copied. `printing.py` does it for what is laid out; a line that a verb says at once does not
wait for a library. In a pipe and in a file a line stays one.
"""

from __future__ import annotations

import re
from typing import TextIO

_TIED = "\0"


def broken(text: str, stream: TextIO) -> str:
    """A text as a terminal shows it; what is broken off stands further in."""
    if not stream.isatty():
        return text
    import shutil  # here, as all that a verb does not need whose lines have room

    columns = shutil.get_terminal_size().columns
    return "\n".join(_broken(line, max(columns, 20)) for line in text.split("\n"))


def _broken(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    import textwrap

    from owm_net.files.home import program

    indent = " " * (len(line) - len(line.lstrip()) + 2)
    command = re.escape(program()) + r"(?: [^\s;,()]+)+"
    tied = re.sub(command, lambda found: found[0].replace(" ", _TIED), line)
    lines = textwrap.wrap(
        tied,
        columns,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    return "\n".join(lines).replace(_TIED, " ")
