"""The actions of the window itself, whatever game is on the table.

`drafting` has the presses that answer a question of the rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.match.after import RematchView
from owm_net.client.match.present import FACTOR
from owm_net.client.rules.reading import Reading
from owm_net.client.scene.items import Action
from owm_net.client.settings import SPEEDS
from owm_net.client.sitting.sitting import Sitting
from owm_net.client.sitting.table import Table
from owm_net.client.stage.stack import Context, Question, Screen
from owm_net.client.terminal.terminal_words import InWords
from owm_net.engine.requests import Answer
from owm_net.files import page
from owm_net.files.reasons import reason
from owm_net.session.player import Will
from owm_net.session.rematch import Sides

T = TypeVar("T")


class AtTable(Context, Protocol):
    """The table of a match in a window: what its screens draw and what actions may change."""

    sitting: Sitting
    table: Table
    reading: Reading
    words: InWords

    def lay_out(self, answer: Answer) -> None:
        """Lay an answer out as if the player had chosen it: it is not given."""

    def skip(self) -> None:
        """Show at once what is still being shown."""

    def rescale(self, step: int) -> None:
        """Make everything larger (1) or smaller (-1), as far as the window has room."""

    def zoom(self, step: int) -> None:
        """Make the map alone larger (1) or smaller (-1)."""

    def show_whole_map(self) -> None:
        """Show all of the map."""

    def to_next(self, mark: str) -> None:
        """Move the focus of the keys to the next legal choice with this outline."""

    def open_rule(self, rule: str) -> bool:
        """Open the rule book at a rule; False where there is none."""

    def want(self, what: str, do: Callable[[], T], done: Callable[[T], None]) -> None:
        """Have something found out in a thread, once. what: its name."""

    def show_news(self) -> None:
        """Show again what has come unasked and was put away: the end, or why there is none."""

    def leave(self, quits: bool = False) -> None:
        """Leave the match. quits: close the window too."""


class WindowAction(Action, ABC):
    """Base of these. They work at any time, also while something is being shown."""

    __slots__ = ()

    @abstractmethod
    def do(self, at: AtTable) -> None:
        """Change what the player looks at; the game is never touched."""


@frozen
class Rescale(WindowAction):
    """Everything larger (1) or smaller (-1)."""

    step: int

    def do(self, at: AtTable) -> None:
        """Change the size by one step of `theme.SCALES`."""
        at.rescale(self.step)


@frozen
class Zoom(WindowAction):
    """The map larger (1) or smaller (-1); all else stays as it is."""

    step: int

    def do(self, at: AtTable) -> None:
        """Zoom, but no smaller than the whole map."""
        at.zoom(self.step)


@frozen
class WholeMap(WindowAction):
    """The whole map again."""

    def do(self, at: AtTable) -> None:
        at.show_whole_map()


@frozen
class NextSpeed(WindowAction):
    """The next of the speeds at which events are shown, then the first again."""

    def do(self, at: AtTable) -> None:
        """Set the speed; the one that shows nothing ends what is being shown."""
        sitting = at.sitting
        place = SPEEDS.index(sitting.settings.speed)
        sitting.settings.speed = SPEEDS[(place + 1) % len(SPEEDS)]
        sitting.presenter.speed = sitting.settings.speed
        if not FACTOR[sitting.settings.speed]:
            at.skip()


@frozen
class ScrollLog(WindowAction):
    """The log, by so many lines towards the past."""

    lines: int

    def do(self, at: AtTable) -> None:
        """Turn the log, not beyond its newest line."""
        log = at.sitting.log
        log.scroll = max(0, log.scroll + self.lines)


@frozen
class UnfoldStory(WindowAction):
    """Show what lies below a line of the log, or hide it again. first: its first line."""

    first: int

    def do(self, at: AtTable) -> None:
        """Open or close that line."""
        at.sitting.log.unfold(self.first)
        at.sitting.touch()


@frozen
class UnfoldLog(WindowAction):
    """Show what lies below each line of the log, or hide it again."""

    def do(self, at: AtTable) -> None:
        """Open or close all lines."""
        at.sitting.log.unfold_all()
        at.sitting.touch()


@frozen
class LookBack(WindowAction):
    """Show the table as it was at a line of the log, by its number; None: as it is now."""

    line: int | None

    def do(self, at: AtTable) -> None:
        """Show that moment. The match goes on; the player answers nothing until they are back."""
        at.sitting.look_back(self.line)
        at.screens.put_away()
        at.sitting.log.finds = at.sitting.log.past is not None


@frozen
class StepBack(WindowAction):
    """To the step before (-1) or after (1) the one that is shown."""

    by: int

    def do(self, at: AtTable) -> None:
        """Stop at the first line; beyond the last, show the table as it is now."""
        at.sitting.step_back(self.by)


@frozen
class Pin(WindowAction):
    """The details of a unit stay shown, whoever acts; the same again lets them go."""

    unit: int

    def do(self, at: AtTable) -> None:
        ui = at.sitting.ui
        ui.pinned = 0 if ui.pinned == self.unit else self.unit


@frozen
class SortHand(WindowAction):
    """The own hand lies by kind, or as it was drawn."""

    def do(self, at: AtTable) -> None:
        """Sort only what the player sees: the cards stay what they are."""
        ui = at.sitting.ui
        ui.hand_sorted = not ui.hand_sorted


class ScreenAction(WindowAction):
    """Base of what changes the stack of screens, that of the menus too."""

    __slots__ = ()

    @abstractmethod
    def do(self, at: Context) -> None:
        """Change what lies over what."""


@frozen
class OpenScreen(ScreenAction):
    """Lay a screen over the table; the same again takes it away, if it is on top. given: what it is
    made of."""

    kind: type[Screen[Any]]
    given: tuple[Hashable, ...] = ()

    def do(self, at: Context) -> None:
        if isinstance(at.screens.top, self.kind):
            at.screens.close(at.screens.top)
        else:
            at.screens.open(self.kind(*self.given))


@frozen
class CloseScreen(ScreenAction):
    """The screen on top goes."""

    def do(self, at: Context) -> None:
        at.screens.close(at.screens.top)


@frozen
class SaveFile(ScreenAction):
    """Hand the player a file of ours, in a page."""

    path: Path

    def do(self, at: Context) -> None:
        """The browser says where it is."""
        here = page.here()
        if here is not None:
            try:
                here.give(self.path)
            except OSError as e:
                at.refuse(tr(reason(e)))


@frozen
class Settle(ScreenAction):
    """Yes or no to the question on top."""

    yes: bool

    def do(self, at: Context) -> None:
        top = at.screens.top
        if isinstance(top, Question):
            top.settle(at, self.yes)


@frozen
class TurnPage(ScreenAction):
    """The next page (1) or the one before (-1) of what is on pages on the screen on top."""

    step: int

    def do(self, at: Context) -> None:
        """Turn the page, not before the first; whoever draws the pages knows the last."""
        at.screens.top.turn_page(at, self.step)


@frozen
class GoOnLearning(WindowAction):
    """What the player wants of a lesson. wish: one of `match.coach`."""

    wish: str

    def do(self, at: AtTable) -> None:
        """Tell whoever teaches."""
        if at.sitting.coach is not None:
            at.sitting.coach.choose(self.wish)


@frozen
class OpenRule(WindowAction):
    """The rule book at a rule, or a ruling. rule: its id, with or without the game's prefix."""

    rule: str

    def do(self, at: AtTable) -> None:
        """Nothing happens where there is no such rule. Closing the book shows the screen that named
        the rule."""
        at.open_rule(self.rule)


@frozen
class RecallFlips(WindowAction):
    """The strip of flips is shown again; the same again takes it away."""

    def do(self, at: AtTable) -> None:
        presenter = at.sitting.presenter
        presenter.recalls, at.sitting.ui.page = not presenter.recalls, 0


@frozen
class LookAt(WindowAction):
    """Show more of something, by the table's word for it; the same again shows it no longer."""

    what: str

    def do(self, at: AtTable) -> None:
        ui = at.sitting.ui
        ui.look = "" if ui.look == self.what else self.what


@frozen
class Select(WindowAction):
    """A unit of the table whose details are shown, by its number."""

    unit: int

    def do(self, at: AtTable) -> None:
        """Select it until another is selected."""
        sitting = at.sitting
        sitting.ui.selected = self.unit
        sitting.ui.selected_at = sitting.view.state.answered if sitting.view is not None else -1


@frozen
class TogglePasses(WindowAction):
    """Switch automatic passes on or off, for questions with no other answer."""

    def do(self, at: AtTable) -> None:
        """Switch it for the rest of the match, or until the next press."""
        answering = at.sitting.answering
        answering.passes = not answering.passes


@frozen
class Read(WindowAction):
    """Nothing: what has it is only read, by pointing at it, and so the keys come to it, too."""

    def do(self, at: AtTable) -> None:
        """As a click on anything else that means nothing."""
        if at.sitting.presenter.busy:
            at.skip()


@frozen
class Arm(WindowAction):
    """A button asks whether that is meant: it does it when it is pressed again, next."""

    id: str

    def do(self, at: AtTable) -> None:
        """Whatever is pressed instead takes the focus from it, and so the question back."""
        ui = at.sitting.ui
        ui.armed = ui.focus = self.id
        at.sitting.touch()


@frozen
class PassUntil(WindowAction):
    """The player passes until a moment, by the rules' word for it; "" takes that back."""

    until: str

    def do(self, at: AtTable) -> None:
        """The window answers for the player, separately each time: a pass signed in the match could
        not be taken back."""
        at.sitting.answering.stands = self.until
        at.sitting.touch()


@frozen
class CloseStrip(WindowAction):
    """The strip of flips goes."""

    def do(self, at: AtTable) -> None:
        """Also where it was called back by hand."""
        at.sitting.presenter.strip.open = False
        at.sitting.presenter.recalls = False


@frozen
class Skip(WindowAction):
    """Show at once everything that is still to be shown."""

    def do(self, at: AtTable) -> None:
        at.skip()


@frozen
class WishAfterMatch(WindowAction):
    """A wish of the player's after the finished match."""

    what: str

    def do(self, at: AtTable) -> None:
        if at.sitting.ending.after is not None:
            at.sitting.ending.after.wish = self.what
            at.leave()


@frozen
class WatchAgain(WindowAction):
    """The match that is over is shown again from its beginning. turning: with its turning
    points."""

    turning: bool = False

    def do(self, at: AtTable) -> None:
        """Over its end, to which one comes back."""
        sitting = at.sitting
        if sitting.replay is not None:
            sitting.replay.jump(0)
            at.screens.clear()
        elif sitting.ending.after is not None and sitting.ending.after.watch is not None:
            sitting.ending.after.turning = self.turning
            sitting.ending.after.watch(None)


def _rematch_of(sitting: Sitting) -> RematchView | None:
    """Return the rematch, unless the click was meant for what was shown before."""
    after = sitting.ending.after
    return after.rematch if after is not None and after.heeds(sitting.display.now) else None


@frozen
class WishRematch(WindowAction):
    """Our wish for a rematch: to ask, to say yes to the same, or by NONE to take it back."""

    sides: Sides

    def do(self, at: AtTable) -> None:
        """Tell the other player; if there can be none, tell ours why."""
        rematch = _rematch_of(at.sitting)
        if rematch is not None and rematch.why:
            at.sitting.refuse(tr(rematch.why))
        elif rematch is not None:
            rematch.wish(self.sides)


@frozen
class DeclineRematch(WindowAction):
    """No to what the other asks."""

    def do(self, at: AtTable) -> None:
        if (rematch := _rematch_of(at.sitting)) is not None:
            rematch.decline()


@frozen
class SeeNews(WindowAction):
    """From the table back to the end screen, or to what has stopped the match."""

    def do(self, at: AtTable) -> None:
        at.show_news()


@frozen
class SavePicture(WindowAction):
    """A picture of the table as it stands."""

    def do(self, at: AtTable) -> None:
        """Save it, and say where once it is there."""
        after = at.sitting.ending.after
        if after is not None and after.save is not None:
            after.saved = tr("Drawing the table ...")
            after.save()


@frozen
class SayRemark(WindowAction):
    """Write something to the other players."""

    text: str

    def do(self, at: AtTable) -> None:
        """Send the remark; a notice shows it once it is signed and in the log."""
        at.refuse(at.sitting.talk.write(self.text))


@frozen
class SayWill(WindowAction):
    """Resign, offer something to all, or take that back."""

    will: Will

    def do(self, at: AtTable) -> None:
        """Say it, and close everything over the table, where the result will be shown."""
        at.refuse(at.sitting.talk.wish(self.will))
        at.screens.put_away()


@frozen
class ToggleMute(WindowAction):
    """Show what another seat writes no longer, or again."""

    seat: int

    def do(self, at: AtTable) -> None:
        """Switch it for the rest of the match, or until the next press."""
        talk = at.sitting.talk
        talk.mute(self.seat, self.seat not in talk.muted)


@frozen
class LeaveMatch(WindowAction):
    """The match is left; one that runs can be taken up again. quits: the window closes, too."""

    quits: bool = False

    def do(self, at: AtTable) -> None:
        at.leave(self.quits)
