"""Colours for output that must be there at once, a help, an error, the list of systems, without the
layout library (`program/terminal/printing.py`); and whether to use colours at all.

They stand beside words that say the same, and only where somebody looks: a pipe and a file get
none, nor does who has set NO_COLOR (no-color.org) or a terminal that is called dumb.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

RED, BOLD = "31", "1"
"""Numbers of ECMA-48, SGR."""
_HEADING = re.compile(r"(?m)^[^\s:][^:\n]*:$")
_OPTION = re.compile(r"(?m)^  (-\S.*?)(?=  |$)")


def painted(text: str, colour: str, stream: TextIO | None = None) -> str:
    """A text in one of the colours. stream: where it goes to; standard output if not given."""
    return f"\033[{colour}m{text}\033[0m" if shows(stream or sys.stdout) else text


def help_painted(text: str, stream: TextIO | None = None) -> str:
    """A help of argparse with its headings and options bold."""
    if not shows(stream or sys.stdout):
        return text
    bold = f"\033[{BOLD}m", "\033[0m"
    text = _HEADING.sub(lambda found: found[0].join(bold), text)
    return _OPTION.sub(lambda found: "  " + found[1].join(bold), text)


def shows(stream: TextIO) -> bool:
    """Return True if somebody who wants colours reads the stream."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    return os.name != "nt" or bool(os.environ.get("WT_SESSION"))  # older consoles show the codes
