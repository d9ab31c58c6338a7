"""How lines are laid out on a terminal, by rich: broken between words to its width, in columns, in
colours. Line after line: nothing that was printed is drawn over.

A pipe, a dumb terminal and a user with NO_COLOR get each line as it is read out. Lines may hold
strangers' words: they are never read as markup, and no control character reaches the terminal. Rich
is loaded only here, and only when something is laid out: it takes longer than all else that
`owm-net systems` does.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from owm_net.client.language import tr
from owm_net.client.terminal.parts import Line, Look, Row, RowFrame, TextTable
from owm_net.engine.text import Text as Said
from owm_net.program.terminal.colours import shows
from owm_net.program.terminal.prompts import show_above

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text


WIDTH = 100
"""Columns of a line where there is no terminal."""
WIDEST = 132
"""Longer lines lose the reader on the way back."""
STYLES = {
    Look.PLAIN: "",
    Look.HEADING: "bold",
    Look.QUIET: "dim",
    Look.KEY: "bold cyan",
    Look.GOOD: "green",
    Look.WARNING: "yellow",
    Look.BAD: "red",
    Look.OURS: "bold green",
    Look.THEIRS: "bold red",
    Look.RED: "red",
    Look.GREEN: "green",
    Look.BLUE: "bright_blue",
}


def tell(lines: Iterable[str], whole: bool = False) -> None:
    """Lines for people, above a prompt that is open. whole: as of `laid_out`."""
    told = laid_out(lines, whole)
    if told:
        show_above(told, fits=True)


def laid_out(lines: Iterable[str], whole: bool = False) -> str:
    """Lines as standard output shows them, without the last end of a line. whole: a line is not
    broken where there is no terminal."""
    from rich.console import Console

    columns = shutil.get_terminal_size((WIDTH, 0)).columns
    width = min(columns, WIDEST) if sys.stdout.isatty() else WIDTH
    fancy = shows(sys.stdout)
    file = io.StringIO()
    console = Console(
        file=file,
        width=max(width, 20),
        force_terminal=fancy,
        color_system="auto" if fancy else None,
        no_color=not fancy,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    if whole and not sys.stdout.isatty():
        return "\n".join(" " * _indent(line) + _text(line).plain for line in lines)
    for table, rows in groupby(lines, lambda line: line.table if isinstance(line, Row) else None):
        parts = list(rows)
        if table is not None and fancy:
            console.print(_table(table, [row.cells for row in parts if isinstance(row, Row)]))
        else:
            for part in parts:
                for text in _broken(part, console):
                    console.print(text, soft_wrap=True)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def _broken(line: str, console: Console) -> Iterator[Text]:
    """A line, and what is broken off it, further in."""
    from rich.text import Text

    if not line:
        yield Text()
        return
    if isinstance(line, Line) and line.whole:
        yield _text(line)
        return
    indent = _indent(line)
    hang = line.hang if isinstance(line, Line) else len(line) - len(line.lstrip()) + 2
    width = max(console.width - max(indent, hang), 8)
    for n, part in enumerate(_text(line).wrap(console, width)):
        yield Text(" " * (hang if n else indent)).append_text(part)


def _indent(line: str) -> int:
    return line.indent if isinstance(line, Line) else 0


def _text(line: str, look: Look = Look.PLAIN) -> Text:
    """look: for text without one."""
    from rich.text import Text

    pieces = line.pieces if isinstance(line, Line) else ((line, Look.PLAIN),)
    text = Text()
    for said, own in pieces:
        text.append(_clean(said), STYLES[look if own is Look.PLAIN else own])
    return text


def _clean(said: str) -> str:
    """In the language that is spoken; no character makes a terminal do anything but show it."""
    told = tr(said) if isinstance(said, Said) else said
    return "".join(c if c.isprintable() else "?" for c in told)


def _table(table: TextTable, rows: Sequence[Sequence[str]]) -> RenderableType:
    from rich import box
    from rich.panel import Panel
    from rich.table import Table as Columns

    boxes = {RowFrame.RULED: box.SIMPLE_HEAD, RowFrame.GRID: box.ROUNDED}
    many = max(len(cells) for cells in rows)
    looks = [*table.looks, *([Look.PLAIN] * many)][:many]
    title = _text(table.title, Look.HEADING) if table.title else None
    columns = Columns(
        title=title if table.frame is RowFrame.GRID else None,
        title_justify="left",
        box=boxes.get(table.frame),
        show_header=bool(table.heads),
        show_lines=table.frame is RowFrame.GRID,
        pad_edge=table.frame is RowFrame.GRID,
        padding=(0, 1) if table.frame is RowFrame.GRID else (0, 2, 0, 0),
        border_style=STYLES[Look.QUIET],
        header_style=STYLES[Look.HEADING],
    )
    for n in range(many):
        head = table.heads[n] if n < len(table.heads) else ""
        columns.add_column(_text(head), overflow="fold", no_wrap=False)
    for cells in filter(None, rows):
        columns.add_row(*[_text(cell, look) for cell, look in zip(cells, looks, strict=False)])
    if table.frame is not RowFrame.BOX:
        return columns
    return Panel(columns, box=box.ROUNDED, title=title, title_align="left", expand=False)
