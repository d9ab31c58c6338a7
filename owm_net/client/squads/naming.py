"""The name of a custom squad, and the question whether to delete it."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable
from owm_net.client.sitting.actions import AtTable, CloseScreen, WindowAction
from owm_net.client.squads.shelf import change_shelf, made
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import Choice, choice_row, dialog, question, text_box
from owm_net.files import squads
from owm_net.files.squads import MAX_NAME, Groups
from owm_net.session.terms import is_printable


def _is_squad(text: str) -> bool:
    return len(text) <= MAX_NAME and is_printable(text)


@frozen
class AskName(WindowAction):
    """Ask what the squad that is being made shall be called, or one that is kept."""

    about: str = ""

    def do(self, at: AtTable) -> None:
        """The name it has can be changed."""
        if change_shelf(at, lambda folder, shelf: None):
            at.screens.open(Naming(self.about))


@frozen
class KeepAs(WindowAction):
    """Keep a squad under a name. about: the name it has, "" for none."""

    about: str
    name: str
    groups: Groups

    def do(self, at: AtTable) -> None:
        """In the place of one that has it; a name that is none is said to be none."""
        about, name = self.about, self.name
        if about:
            change_shelf(at, lambda where, shelf: squads.rename(where, shelf, about, name))
        else:
            squad = self.groups
            change_shelf(at, lambda where, shelf: squads.keep(where, shelf, name, squad))
        at.screens.put_away()


class Naming(OverTable):
    """A line to type in; a name that exists warns that the other squad is lost.

    about: the squad that gets another name; "" for the one that is being made.
    """

    def __init__(self, about: str) -> None:
        self.about = about
        self.line = TextField(_is_squad)
        self.line.put(about)

    def field(self, at: AtTable) -> TextField:
        """Whatever is typed is the name."""
        return self.line

    def draw(self, pen: Pen, at: AtTable) -> None:
        """The line, what becomes of the name, and two buttons."""
        sitting, name = at.sitting, self.line.text.strip()
        title = tr("Another name for {name}", name=self.about) if self.about else tr("Keep it as")
        replaces = name in sitting.ui.shelf and name != self.about
        said = tr("Type a name of up to {n} characters.", n=MAX_NAME)
        if replaces:
            said = tr("That name is taken: what is kept by it would be replaced for good.")
        kept = at.table.kept(sitting)
        keeps = KeepAs(self.about, name, made(sitting) if kept is None else kept)
        label = tr("REPLACE IT") if replaces else tr("KEEP")
        why = "" if name else tr("it has no name yet")
        stay = Choice("naming.stay", tr("NOT NOW"), CloseScreen(), lit=False, tooltip="[Esc]")
        go = Choice("confirm", label, keeps, lit=not why, why=why)
        with dialog(pen, "naming", title) as box:
            text_box(box.cut_top(38, gap=8), "naming.typed", self.line, role="body", size=17)
            ink = theme.REFUSED if replaces else theme.FAINT
            box.words("naming.said", said, size=theme.SMALL, gap=14, colour=ink)
            choice_row(box.cut_top(38), [stay, go])


@frozen
class Delete(WindowAction):
    """A squad is kept no longer."""

    about: str

    def do(self, at: AtTable) -> None:
        """For good."""
        at.screens.put_away()
        change_shelf(at, lambda folder, shelf: squads.delete(folder, shelf, self.about))


class Deleting(OverTable):
    """It is asked first. about: the name of the squad."""

    def __init__(self, about: str) -> None:
        self.about = about

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Enter keeps it."""
        title = tr("Delete {name}?", name=self.about)
        what = tr("It will be deleted for all matches. This cannot be undone.")
        stay = Choice("confirm", tr("KEEP IT"), CloseScreen(), tooltip="[Esc]")
        go = Choice("leave.go", tr("DELETE"), Delete(self.about), lit=False)
        question(pen, "leave", title, what, [stay, go])
