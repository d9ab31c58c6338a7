"""Lines for a terminal that remember their parts.

Each is a `str`, the line as it is read out; that is all there is to it for a screen reader, in a
pipe, and for whoever compares it. `program/terminal/printing.py` lays the same line out, with
colours and in columns, where somebody looks. No look and no column says what the line does not.
"""

from __future__ import annotations

import re
from enum import Enum

from attrs import frozen

from owm_net.client.language import tr
from owm_net.engine.text import Text


class Look(Enum):
    """The look of a piece of a line."""

    PLAIN = "plain"
    HEADING = "heading"
    QUIET = "quiet"
    KEY = "key"
    """What is typed."""
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    OURS = "ours"
    THEIRS = "theirs"
    RED = "red die"
    GREEN = "green die"
    BLUE = "blue die"


class Line(str):
    """Pieces of a line that follow each other; a bare `str` among them is plain. indent: blanks
    before it. hang: blanks before its continuation. whole: it is never broken, because people copy
    its contents."""

    __slots__ = ("hang", "indent", "pieces", "whole")
    pieces: tuple[tuple[str, Look], ...]
    indent: int
    hang: int
    whole: bool

    def __new__(
        cls,
        *pieces: str | tuple[str, Look],
        indent: int = 0,
        hang: int = 2,
        whole: bool = False,
    ) -> Line:
        told = [(piece, Look.PLAIN) if isinstance(piece, str) else piece for piece in pieces]
        self = super().__new__(cls, " " * indent + "".join(text for text, _ in told))
        self.pieces, self.indent, self.hang, self.whole = tuple(told), indent, hang, whole
        return self


class RowFrame(Enum):
    """The frame around rows that belong together."""

    NONE = "none"
    RULED = "ruled"
    """A line below the heads."""
    GRID = "grid"
    """A line around each cell."""
    BOX = "box"
    """A line around all of it."""


@frozen
class TextTable:
    """How rows that follow each other are laid out. looks: of each column. heads: over them, in the
    language that is spoken, or none. title: over the frame or in it. A row without cells is left
    out: it reads out what heads and title say."""

    looks: tuple[Look, ...] = ()
    frame: RowFrame = RowFrame.NONE
    heads: tuple[str, ...] = ()
    title: str = ""


class Row(str):
    """A line that is a row of a table. cells: each a `str` or a `Line`; what the line says."""

    __slots__ = ("cells", "table")
    cells: tuple[str, ...]
    table: TextTable

    def __new__(cls, line: str, cells: tuple[str, ...], table: TextTable) -> Row:
        self = super().__new__(cls, line)
        self.cells, self.table = cells, table
        return self


def about(line: str, table: TextTable) -> str:
    """A line of the form "what: how" as a row of two cells; any other as it is."""
    what, colon, how = line.partition(": ")
    return Row(line, (what, how), table) if colon and not isinstance(line, Row) else line


THINGS = TextTable((Look.HEADING,))
"""What lies on the table, and how."""


_MARK = re.compile(r'(?:(?<!\w)(-?\d+(?:[.,]\d+)?))?"')
"""A mark of an inch behind its number, or a quote."""


def spoken(line: str) -> str:
    """A line as a screen reader says it, for which the mark of an inch is silent."""
    if isinstance(line, Row):
        return Row(_spelt(line), tuple(map(spoken, line.cells)), line.table)
    if isinstance(line, Line):
        pieces = [(_spelt(text), look) for text, look in line.pieces]
        return Line(*pieces, indent=line.indent, hang=line.hang, whole=line.whole)
    return _spelt(line)


def _spelt(text: str) -> str:
    if '"' not in text:
        return text
    quoted = False

    def word(found: re.Match[str]) -> str:
        nonlocal quoted
        if found[1] and not quoted:
            one = found[1] in ("1", "-1")
            return tr("{n} inch", n=found[1]) if one else tr("{n} inches", n=found[1])
        quoted = not quoted
        return found[0]

    return _MARK.sub(word, tr(text) if isinstance(text, Text) else text)
