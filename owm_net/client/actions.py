"""What pressing an item of the window itself means, whatever game is on the table.

What is pressed to answer a question of the rules stands in `drafting`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from attrs import frozen

from owm_net.client.after import Rematch
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.overlays import RULES
from owm_net.client.present import FACTOR
from owm_net.client.reading import Reading
from owm_net.client.rule_books import rule_book
from owm_net.client.scene.items import Action
from owm_net.client.settings import SPEEDS
from owm_net.session.player import Will
from owm_net.session.rematch import Sides


class Screen(Protocol):
    """What an action of the window may change."""

    model: Model

    def skip(self) -> None:
        """Show at once what is still being shown."""

    def rescale(self, step: int) -> None:
        """Everything larger (1) or smaller (-1), as far as the window has room."""

    def zoom(self, step: int) -> None:
        """The map alone larger (1) or smaller (-1)."""

    def show_whole_map(self) -> None:
        """All of the map."""

    def to_next(self, mark: str) -> None:
        """The focus of the keys goes to the next legal choice with this outline."""


class WindowAction(Action, ABC):
    """Base of these. They work at any time, also while something is being shown."""

    __slots__ = ()

    @abstractmethod
    def do(self, screen: Screen) -> None:
        """Change what the player looks at; the game is never touched."""


@frozen
class Rescale(WindowAction):
    """Everything larger (1) or smaller (-1)."""

    step: int

    def do(self, screen: Screen) -> None:
        """By one step of `theme.SCALES`."""
        screen.rescale(self.step)


@frozen
class Zoom(WindowAction):
    """The map larger (1) or smaller (-1); all else stays as it is."""

    step: int

    def do(self, screen: Screen) -> None:
        """No smaller than the whole map."""
        screen.zoom(self.step)


@frozen
class WholeMap(WindowAction):
    """The whole map again."""

    def do(self, screen: Screen) -> None:
        """As it was at the beginning."""
        screen.show_whole_map()


@frozen
class NextSpeed(WindowAction):
    """The next of the speeds at which events are shown, then the first again."""

    def do(self, screen: Screen) -> None:
        """The speed that shows nothing ends what is being shown."""
        model = screen.model
        at = SPEEDS.index(model.settings.speed)
        model.settings.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        model.presenter.speed = model.settings.speed
        if not FACTOR[model.settings.speed]:
            screen.skip()


@frozen
class ScrollLog(WindowAction):
    """The log, by so many lines towards the past."""

    lines: int

    def do(self, screen: Screen) -> None:
        """Not beyond its newest line."""
        ui = screen.model.ui
        ui.log_scroll = max(0, ui.log_scroll + self.lines)


@frozen
class LookBack(WindowAction):
    """Show the table as it was at a line of the log, by its number; None: as it is now."""

    line: int | None

    def do(self, screen: Screen) -> None:
        """The match goes on meanwhile; nothing can be answered until one is back."""
        screen.model.look_back(self.line)
        screen.model.ui.over = ""
        screen.model.ui.log_finds = screen.model.past is not None


@frozen
class StepBack(WindowAction):
    """To the step before (-1) or after (1) the one that is shown."""

    by: int

    def do(self, screen: Screen) -> None:
        """Not before the first; beyond the last, the table is shown as it is now."""
        screen.model.step_back(self.by)


@frozen
class Pin(WindowAction):
    """The details of a unit stay shown, whoever acts; the same again lets them go."""

    unit: int

    def do(self, screen: Screen) -> None:
        """One unit at a time."""
        ui = screen.model.ui
        ui.pinned = 0 if ui.pinned == self.unit else self.unit


@frozen
class SortHand(WindowAction):
    """The own hand lies by kind, or as it was drawn."""

    def do(self, screen: Screen) -> None:
        """Only for the eye: its cards stay what they are."""
        ui = screen.model.ui
        ui.hand_sorted = not ui.hand_sorted


@frozen
class TurnPage(WindowAction):
    """The next page (1) or the one before (-1) of what is on pages."""

    step: int

    def do(self, screen: Screen) -> None:
        """Not before the first; whoever draws the pages knows the last."""
        ui = screen.model.ui
        ui.page = max(0, ui.page + self.step)


@frozen
class GoOnLearning(WindowAction):
    """What the lesson said has been read. wish: what is wanted after the last one."""

    wish: str = ""

    def do(self, screen: Screen) -> None:
        """The lesson goes on; after the last one the table is left."""
        coach = screen.model.coach
        if coach is not None and coach.last:
            coach.wish, screen.model.closing = self.wish, True
        elif coach is not None:
            coach.go_on()


@frozen
class LayOver(WindowAction):
    """Lay something over the table, by its word (`overlays`, or the table's own for one of its
    piles); the same again takes it away."""

    what: str

    def do(self, screen: Screen) -> None:
        """One thing at a time, from its first page."""
        ui = screen.model.ui
        if ui.over == self.what:
            ui.uncover()
        else:
            ui.over, ui.page, ui.below = self.what, 0, None


@frozen
class OpenRule(WindowAction):
    """The rule book at a rule, or a ruling. rule: its id, with or without the game's prefix."""

    rule: str

    def do(self, screen: Screen) -> None:
        """Nothing happens where there is no such rule. What it was named in is below the book."""
        model, ui = screen.model, screen.model.ui
        book = rule_book(model.system.id)
        entry = book.find(self.rule) if book is not None else None
        if entry is not None:
            if ui.over != RULES.word:
                ui.below = (ui.over, ui.page) if ui.over else None
            ui.reading = Reading(chosen=entry.id)
            ui.over = RULES.word


@frozen
class LookAt(WindowAction):
    """Show more of something, by the table's word for it; the same again shows it no longer."""

    what: str

    def do(self, screen: Screen) -> None:
        """One thing at a time."""
        ui = screen.model.ui
        ui.look = "" if ui.look == self.what else self.what


@frozen
class Select(WindowAction):
    """A unit of the table whose details are shown, by its number."""

    unit: int

    def do(self, screen: Screen) -> None:
        """It stays selected until another is."""
        model = screen.model
        model.ui.selected = self.unit
        model.ui.selected_at = model.view.state.answered if model.view is not None else -1


@frozen
class TogglePasses(WindowAction):
    """Whether the player passes by himself where he can do nothing else."""

    def do(self, screen: Screen) -> None:
        """For the rest of the match, or until the next press."""
        ui = screen.model.ui
        ui.passes = not ui.passes


@frozen
class Read(WindowAction):
    """Nothing: what has it is only read, by pointing at it, and so the keys come to it, too."""

    def do(self, screen: Screen) -> None:
        """As a click on anything else that means nothing."""
        if screen.model.presenter.busy:
            screen.skip()


@frozen
class Arm(WindowAction):
    """A button asks whether that is meant: it does it when it is pressed again, next."""

    id: str

    def do(self, screen: Screen) -> None:
        """Whatever is pressed instead takes the focus from it, and so the question back."""
        ui = screen.model.ui
        ui.armed = ui.focus = self.id
        screen.model.touch()


@frozen
class PassUntil(WindowAction):
    """The player passes until a moment, by the rules' word for it; "" takes that back."""

    until: str

    def do(self, screen: Screen) -> None:
        """The window answers for him, each time anew: what would stand in the match itself he could
        not take back."""
        screen.model.ui.stands = self.until
        screen.model.touch()


@frozen
class CloseStrip(WindowAction):
    """The strip of flips goes."""

    def do(self, screen: Screen) -> None:
        """Also where it was called back by hand."""
        ui = screen.model.ui
        screen.model.presenter.strip.open = False
        ui.over = "" if ui.over == "strip" else ui.over


@frozen
class Skip(WindowAction):
    """What is being shown is shown at once."""

    def do(self, screen: Screen) -> None:
        """To its end."""
        screen.skip()


@frozen
class LeaveEnd(WindowAction):
    """From the end screen back to the table."""

    def do(self, screen: Screen) -> None:
        """Not by a click that was meant for what was shown before it."""
        ui = screen.model.ui
        ui.end_seen = ui.end_seen or screen.model.heeded


@frozen
class SeeEnd(WindowAction):
    """From the table back to the end screen."""

    def do(self, screen: Screen) -> None:
        """As often as wanted."""
        screen.model.ui.end_seen = False


@frozen
class Wish(WindowAction):
    """What is to come after the match that is over."""

    what: str

    def do(self, screen: Screen) -> None:
        """It is left for that, but not by a click that was meant for what was shown before."""
        model = screen.model
        if model.after is not None and model.heeded:
            model.after.wish, model.closing = self.what, True


@frozen
class WatchAgain(WindowAction):
    """The match that is over is shown again from its beginning."""

    def do(self, screen: Screen) -> None:
        """Over its end, to which one comes back; not by a click that was meant for what was shown
        before."""
        model = screen.model
        if not model.heeded:
            return
        if model.replay is not None:
            model.replay.jump(0)
            model.ui.end_seen = True
        elif model.after is not None and model.after.watch is not None:
            model.after.watch(None)


def _rematch_of(model: Model) -> Rematch | None:
    """What there is to be said of a rematch, but not by a click that was meant for what was shown
    before."""
    after = model.after
    seen = model.heeded or model.over_end
    return after.rematch if after is not None and seen and after.heeds(model.now) else None


@frozen
class WishRematch(WindowAction):
    """Our wish for a rematch: to ask, to say yes to the same, or by NONE to take it back."""

    sides: Sides

    def do(self, screen: Screen) -> None:
        """The other is told; where there can be none, our player is told why."""
        rematch = _rematch_of(screen.model)
        if rematch is not None and rematch.why:
            screen.model.refuse(tr(rematch.why))
        elif rematch is not None:
            rematch.wish(self.sides)


@frozen
class DeclineRematch(WindowAction):
    """No to what the other asks."""

    def do(self, screen: Screen) -> None:
        """He may ask again."""
        if (rematch := _rematch_of(screen.model)) is not None:
            rematch.decline()


@frozen
class SavePicture(WindowAction):
    """A picture of the table as it stands."""

    def do(self, screen: Screen) -> None:
        """Where it is, is said when it is there."""
        after = screen.model.after
        if after is not None and after.save is not None and screen.model.heeded:
            after.saved = tr("Drawing the table ...")
            after.save()


@frozen
class ToggleProblem(WindowAction):
    """What has stopped the match is read, or put away to look at the table."""

    def do(self, screen: Screen) -> None:
        """Not by a click that was meant for what was shown before it."""
        ui = screen.model.ui
        ui.problem_seen = screen.model.heeded and not ui.problem_seen


@frozen
class SettleProposal(WindowAction):
    """The player's word on going on without a seat that is silent, or on what another offers."""

    go_on: bool

    def do(self, screen: Screen) -> None:
        """Given once."""
        screen.model.settle_proposal(self.go_on)


@frozen
class SettleArrival(WindowAction):
    """The player's word on playing with who has come."""

    yes: bool

    def do(self, screen: Screen) -> None:
        """Given once."""
        screen.model.settle_arrival(self.yes)


@frozen
class SayRemark(WindowAction):
    """Write something to the other players."""

    text: str

    def do(self, screen: Screen) -> None:
        """What comes of it is a notice: it is shown when it is signed and in the log."""
        screen.model.write(self.text)


@frozen
class SayWill(WindowAction):
    """Resign, offer something to all, or take that back."""

    will: Will

    def do(self, screen: Screen) -> None:
        """What lies over the table goes: what comes of it is told there."""
        screen.model.say_will(self.will)
        screen.model.ui.over = ""


@frozen
class ToggleMute(WindowAction):
    """Show what another seat writes no longer, or again."""

    seat: int

    def do(self, screen: Screen) -> None:
        """For the rest of the match, or until the next press."""
        screen.model.mute(self.seat, self.seat not in screen.model.muted)


@frozen
class CloseWindow(WindowAction):
    """The window closes; a match that runs can be taken up again."""

    def do(self, screen: Screen) -> None:
        """Not by a click that was meant for what was shown before an end."""
        model = screen.model
        model.closing = model.heeded or not (model.ended or model.stopped)
