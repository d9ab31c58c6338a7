"""Squads of the player's own, kept by name: what is seen of them, and what a press does.

It knows no game: a squad is the groups of the answer that is being made. Which of them can be taken
in this match, and what is said of each, the table says.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from owm_net.client.language import tr, tr_error
from owm_net.client.sitting.actions import AtTable, WindowAction
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.sitting import Sitting
from owm_net.engine.drafts import blanks_of
from owm_net.files import squads
from owm_net.files.squads import BadSquads, Groups


def made(seen: SeenTable) -> Groups:
    """The squad that is being made: the groups of the answer, without those that are empty."""
    answering = seen.answering
    found: list[tuple[int, ...]] = []
    for blank in blanks_of(answering.sketch.cls) if answering.sketch is not None else ():
        if blank.groups and answering.sketch is not None:
            lines = [
                tuple([n for n in line if isinstance(n, int)])
                for line in answering.sketch.groups(blank)
            ]
            found += [line for line in lines if line]
    return tuple(found)


def _folder(sitting: Sitting) -> Path:
    if sitting.settings.memory is None:
        raise BadSquads(tr("nothing is kept here"))
    return sitting.settings.memory


def change_shelf(at: AtTable, change: Callable[[Path, str], None]) -> bool:
    """Change the file and read it again; False, and why is said, if that does not go."""
    sitting = at.sitting
    try:
        folder, shelf = _folder(sitting), at.table.shelf(sitting)
        change(folder, shelf)
        sitting.ui.shelf = squads.kept(folder, shelf)
    except BadSquads as bad:
        sitting.ui.shelf = {}
        sitting.refuse(tr_error(bad))
        return False
    return True


@frozen
class LookAtShelf(WindowAction):
    """Show the list of squads, by the table's word for it, with those that are kept; the same again
    shows it no longer."""

    what: str

    def do(self, at: AtTable) -> None:
        """Show the kept squads, read again each time."""
        ui = at.sitting.ui
        ui.look = "" if ui.look == self.what else self.what
        ui.page = 0
        if ui.look and at.sitting.settings.memory is not None:
            change_shelf(at, lambda folder, shelf: None)
