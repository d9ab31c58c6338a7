"""The bar of a replay, below the table: where one is in the match, and what can be done with it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.match.replay import Export, Replay, Wanted
from owm_net.client.scene.items import Rect, Run, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.settings import SPEEDS
from owm_net.client.sitting.actions import Arm, AtTable, WindowAction
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import PANELS, button, outlined
from owm_net.engine.agenda import Mark
from owm_net.engine.requests import Over
from owm_net.engine.text import say
from owm_net.files import page

HIGH = 78.0
"""Of the bar."""
CLOSED = say(
    "nobody has opened their cards to you: a player who does (GIVE MY CARDS in"
    " their replay) sends you a file, which you drop on this window, or put beside"
    " the log"
)
CLOSED_HERE = say(
    "nobody has opened their cards to you: a player who does (GIVE MY CARDS in"
    " their replay) sends you a file, which you drop here"
)
"""The same in a page."""
GIVE = "replay.give"
"""The button that opens one's own cards for others."""
Z = PANELS + 20


# ---------------------------------------------------------------------- what a press means


class ReplayAction(WindowAction):
    """Base of these: what is done with a replay."""

    __slots__ = ()

    def do(self, at: AtTable) -> None:
        """Do nothing unless a match is watched again."""
        if at.sitting.replay is not None:
            self.on(at, at.sitting.replay)

    @abstractmethod
    def on(self, at: AtTable, replay: Replay) -> None:
        """Do it."""


@frozen
class PlayOrStop(ReplayAction):
    """Play on, or stop."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """Play or stop; from the beginning if it is at the end."""
        replay.play()


@frozen
class ByStep(ReplayAction):
    """To the next step (1), or the one before (-1)."""

    way: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """Go by steps; steps forward are shown as in a match."""
        replay.step(self.way)


@frozen
class ByMark(ReplayAction):
    """To the next mark (1), or the one before (-1)."""

    way: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """Go to a mark; beyond the last, to the end."""
        replay.mark(self.way)


@frozen
class GoTo(ReplayAction):
    """To a step; LAST for the end."""

    step: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """Go there at once."""
        replay.jump(self.step)


LAST = 1 << 30


@frozen
class Scrub(ReplayAction):
    """To where the pointer is on the line of all steps, which begins at x and is wide, in pixels.
    While the button is held it follows the pointer."""

    x: float
    wide: float
    held = True

    def on(self, at: AtTable, replay: Replay) -> None:
        """Go there, also beyond its ends."""
        share = (at.sitting.ui.pointer[0] - self.x) / max(1.0, self.wide)
        replay.jump(round(max(0.0, min(1.0, share)) * replay.recording.last))


@frozen
class Faster(ReplayAction):
    """Faster (1) or slower (-1), not beyond the ends."""

    by: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """Change the speed as the button at the top does, which goes round."""
        sitting = at.sitting
        place = max(0, min(len(SPEEDS) - 1, SPEEDS.index(sitting.settings.speed) + self.by))
        sitting.settings.speed = sitting.presenter.speed = SPEEDS[place]


@frozen
class SeeOwn(ReplayAction):
    """Look with the own cards, or as everybody did."""

    own: bool

    def on(self, at: AtTable, replay: Replay) -> None:
        """Show the same moment with these cards."""
        replay.see(replay.own if self.own else None)


@frozen
class SeeTheirs(ReplayAction):
    """Look with the cards of another, and then of the next who has opened them."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """Show the same moment with these cards."""
        replay.see_next()


@frozen
class SeeAll(ReplayAction):
    """Look with the cards of everyone who has opened them."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """Show the same moment with these cards."""
        replay.see(replay.all_hands)


@frozen
class GiveOwn(ReplayAction):
    """Open the player's own hand to the others."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """Write the file; the line of exports shows the result."""
        at.sitting.ui.armed = ""
        if replay.give is not None:
            replay.give()


@frozen
class Bound(ReplayAction):
    """The film begins here, or ends here; again, it does not."""

    ends: bool

    def on(self, at: AtTable, replay: Replay) -> None:
        """Set or clear a bound; drop an end before its beginning."""
        if self.ends:
            replay.until = None if replay.until == replay.at else replay.at
        else:
            replay.first = None if replay.first == replay.at else replay.at
        if replay.first is not None and (replay.until or LAST) <= replay.first:
            replay.until = None


@frozen
class Make(ReplayAction):
    """A picture of the moment (".png"), or the film that was chosen, into a file."""

    suffix: str

    def on(self, at: AtTable, replay: Replay) -> None:
        """Draw it beside the log, while the player can go on watching."""
        if self.suffix != ".png" and (why := replay.why_no_film()):
            at.sitting.refuse(why)
        elif replay.make is not None and replay.export is None:
            first, last = replay.at, replay.at
            if self.suffix != ".png" and replay.span is not None:
                first, last = replay.span
            replay.tell("")
            replay.make(
                Wanted(first, last, self.suffix)
                if replay.seen is None
                else Wanted(first, last, self.suffix, replay.seen.seat, replay.seen.others)
            )


@frozen
class GiveUp(ReplayAction):
    """Cancel the export."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """Give it up, and leave no half of it."""
        if replay.export is not None:
            replay.export.cancel()


KEYS: dict[tuple[str, bool], ReplayAction] = {
    ("left", False): ByStep(-1),
    ("right", False): ByStep(1),
    ("left", True): ByMark(-1),
    ("right", True): ByMark(1),
    ("home", False): GoTo(0),
    ("end", False): GoTo(LAST),
    ("space", False): PlayOrStop(),
    ("up", False): Faster(1),
    ("down", False): Faster(-1),
}
"""What a key does while a match is looked at again, by its name and whether Shift is held."""


Told: TypeAlias = tuple[str | tuple[str, ...], str]
"""Keys, as words or by what each does by default (`client.keys`), and what they do."""

MOVING: list[Told] = [
    (("space",), say("play or stop; at the end, play from the beginning")),
    (say("Left, right"), say("a step back, a step on")),
    (say("Shift"), say("with these: to the previous or next mark: a round, fire, a casualty")),
    (("home", "end"), say("to the beginning, to the end")),
    (say("Up, down"), say("faster, slower")),
]
DRAWING: list[Told] = [
    (("i", "o"), say("a film begins, ends at this moment")),
    (("m", "g", "p"), say("draw the film as WebP or as GIF; draw this moment as a picture")),
    (say("Esc"), say("cancel what is being drawn; leave")),
]
DRAWING_HERE: list[Told] = [
    (("p",), say("draw this moment as a picture")),
    (say("Esc"), say("leave")),
]
"""The same in a page."""
BESIDES: list[Told] = [
    (say("Tab, Enter"), say("go through the buttons, press one")),
    (("+", "-"), say("everything larger or smaller")),
]


def help_keys() -> list[Told]:
    """Return the keys of a replay, for the help."""
    return [*MOVING, *(DRAWING if page.here() is None else DRAWING_HERE), *BESIDES]


# ---------------------------------------------------------------------- how it is drawn


def height(seen: SeenTable) -> float:
    """Return the height of the bar, in logical pixels; 0 where no match is looked at again, and in
    pictures."""
    return 0.0 if seen.replay is None or seen.replay.bare else HIGH


def draw(pen: Pen, seen: SeenTable) -> None:
    """Draw the line of all steps with its marks, and the buttons below it. It takes the foot of the
    pen: what lies over the table from here on lies over the bar too."""
    replay = seen.replay
    if replay is None or replay.bare:
        return
    top = pen.h
    pen.h += HIGH
    bar = Box(pen, Rect(0, top, pen.w, HIGH), Z)
    bar.add("replay", "panel", solid=True, shape=Shape("fill", (*theme.PANEL_DARK[:3], 255)))
    edge = Shape("fill", (*theme.GOLD, 150))
    bar.with_rect(Rect(0, top, pen.w, 1.5)).above(1).add("replay.edge", "line", shape=edge)
    _line(Box(pen, Rect(16, top + 8, pen.w - 32, 24), Z + 2), replay)
    row = Box(pen, Rect(12, top + 40, pen.w - 24, 30), Z + 5)
    _making(row, replay)
    _moving(row, replay)
    _seeing(row, seen, replay)
    _where(row.inset(8, 0), seen, replay)


def _line(box: Box, replay: Replay) -> None:
    """Draw the line: fire is marked below it, casualties above it, a round across it."""
    recording, middle = replay.recording, box.cy
    last = max(1, recording.last)

    def at(step: int) -> float:
        return box.x + box.w * min(step, last) / last

    def bar(name: str, x: float, wide: float, high: float, shape: Shape, up: int) -> None:
        place = box.with_rect(Rect(x, middle - high / 2, wide, high)).above(up)
        place.add(f"scrub.{name}", "bar", shape=shape)

    box.add(
        "scrub",
        "scrub",
        action=Scrub(box.x * box.pen.k, box.w * box.pen.k),
        flags=["pointer"],
        label=tr("all steps of the match"),
        tooltip=tr(
            "Click or drag: to any step. A high line: a round or turn begins; a tick below: fire; a"
            " diamond above: casualties"
        ),
    )
    bar("line", box.x, box.w, 4, Shape("box", theme.STRIPE, radius=2), 1)
    done = max(0.1, at(replay.at) - box.x)
    bar("done", box.x, done, 4, Shape("box", (*theme.GOLD, 255), radius=2), 2)
    if replay.first is not None:
        begin, end = replay.span or (replay.first, replay.first)
        shape = outlined((*theme.FRESH, 110), theme.FRESH, 1, 2)
        bar("film", at(begin), max(3.0, at(end) - at(begin)), 10, shape, 1)
    for mark, seen in _MARKS.items():
        behind = -1e9
        for said in recording.marks(mark):
            x = at(said.step)
            if x - behind < seen.apart:
                continue  # so near that it could not be told apart, nor pointed at
            behind = x
            tip = tr("{mark}, step {step}: {what}", mark=seen.word, step=said.step, what=said.text)
            box.with_rect(seen.box(x, middle)).above(3).add(
                f"mark:{mark.value}:{said.step}",
                "mark",
                shape=Shape("box", (*seen.colour, 255), radius=1),
                angle=seen.angle,
                action=GoTo(said.step),
                flags=["pointer"],
                label=said.text,
                tooltip=tip,
            )
    shape = outlined((*theme.CREAM, 255), theme.INK, 1, 3)
    bar("at", at(replay.at) - 3, 6, 18, shape, 5)


@frozen
class _Seen:
    """How a kind of mark looks. apart: pixels between two at least. box: of x and the line's y."""

    word: str
    colour: theme.Colour
    apart: float
    box: Callable[[float, float], Rect]
    angle: float = 0.0


_MARKS = {
    Mark.ROUND: _Seen(say("Round"), theme.SAND, 3.0, lambda x, y: Rect(x - 1, y - 11, 2, 22)),
    Mark.FIRE: _Seen(say("Fire"), theme.AMBER, 4.0, lambda x, y: Rect(x - 1.5, y + 4, 3, 7)),
    Mark.CASUALTY: _Seen(
        say("Casualty"), theme.REFUSED, 5.0, lambda x, y: Rect(x - 3, y - 11, 6, 6), 45.0
    ),
}


def _moving(row: Box, replay: Replay) -> None:
    """Take the buttons that go through it from the left."""
    first = "" if replay.at else tr("this is the beginning")
    last = tr("this is the end") if replay.is_at_end else ""
    to_first = tr("To the beginning {key}", key=keys.hint("home"))
    to_last = tr("To the end {key}", key=keys.hint("end"))
    for id, label, wide, action, why, tip in (
        ("replay.first", "|<", 34.0, GoTo(0), first, to_first),
        ("replay.before", "<<", 38.0, ByMark(-1), first, tr("To the mark before [Shift Left]")),
        ("replay.back", "<", 32.0, ByStep(-1), first, tr("A step back [Left]")),
        (
            "replay.play",
            tr("STOP") if replay.plays else tr("PLAY"),
            64.0,
            PlayOrStop(),
            "",
            tr(
                "Plays on, or stops {key}. Faster and slower: Up and Down, or SHOW at the top",
                key=keys.hint("space"),
            ),
        ),
        ("replay.on", ">", 32.0, ByStep(1), last, tr("A step on [Right]")),
        ("replay.next", ">>", 38.0, ByMark(1), last, tr("To the next mark [Shift Right]")),
        ("replay.last", ">|", 34.0, GoTo(LAST), last, to_last),
    ):
        place, lit = row.cut_left(wide, gap=5), id == "replay.play"
        button(place, id, label, action, lit=lit, why=why, tooltip=tip)


def _closed(replay: Replay) -> str:
    """Return why nobody else's cards are seen, and what it takes."""
    if replay.other is None:
        return tr(CLOSED if page.here() is None else CLOSED_HERE)
    return tr(
        "{name} has not opened their cards to you; with WATCH IT, MY CARDS, GIVE MY"
        " CARDS they can, and you see them at once",
        name=replay.other.name,
    )


def _seeing(row: Box, seen: SeenTable, replay: Replay) -> None:
    """Take the buttons for whose cards are seen from the right."""
    own = "" if replay.own is not None else replay.why_closed or tr("it has no hand of yours")
    theirs = replay.seen is not None and replay.seen in replay.hands
    others: tuple[str, str, float, WindowAction, str, bool, str]
    if replay.give is not None and replay.seen is replay.own is not None:
        tip = tr("Writes a file beside the log: anyone who has both sees your cards too")
        if page.here() is not None:
            tip = tr("You save a file: anyone who has it and the log sees your cards too")
        if replay.other is not None:
            tip = tr("{name} sees your cards of this match too", name=replay.other.name)
        gives: WindowAction = GiveOwn()
        label = tr("GIVE MY CARDS")
        if seen.ui.focus == seen.ui.armed == GIVE:
            label = tr("SURE?")
        else:  # it is where the cards of others are seen by, and cannot be taken back
            gives = Arm(GIVE)
        others = (GIVE, label, 104.0, gives, "", False, tip)
    else:
        whose = seen.players.names[replay.seen.seat] if theirs and replay.seen is not None else ""
        tip = tr("With the cards opened by {name}", name=whose) if whose else ""
        tip = tip or tr("With the cards of another player who has opened them")
        why = "" if replay.hands else _closed(replay)
        others = ("replay.theirs", tr("THEIR CARDS"), 104.0, SeeTheirs(), why, theirs, tip)
    both = replay.all_hands
    lacks = tr("needs the cards of at least two players. {why}", why=own or _closed(replay))
    for id, label, wide, action, why, chosen, tip in (
        (
            "replay.all",
            tr("ALL"),
            46.0,
            SeeAll(),
            "" if both is not None else lacks,
            both is not None and replay.seen is both,
            tr("With all opened cards, in one picture"),
        ),
        others,
        (
            "replay.own",
            tr("MY CARDS"),
            82.0,
            SeeOwn(True),
            own,
            replay.seen is not None and replay.seen is replay.own,
            tr("With the cards that only you have seen"),
        ),
        (
            "replay.public",
            tr("PUBLIC"),
            64.0,
            SeeOwn(False),
            "",
            replay.seen is None,
            tr("As everybody at the table saw it"),
        ),
    ):
        place = row.cut_right(wide, gap=5)
        button(place, id, label, action, why=why, lit=chosen, tooltip=tip)


def _making(row: Box, replay: Replay) -> None:
    """Take pictures and films from the right; while one is drawn, how far it is."""
    nobody = "" if replay.make is not None else tr("nothing can be drawn here")
    if page.here() is not None:  # which makes no films
        tip = tr("The table at this moment as a picture")
        button(
            row.cut_right(88, gap=14),
            "replay.picture",
            tr("PICTURE"),
            Make(".png"),
            why=nobody,
            key="p",
            tooltip=tip,
        )
        return
    row = row.cut_right(306, gap=14)
    if replay.export is not None:
        _progress(row, replay.export)
        return
    film = replay.why_no_film()
    for id, label, wide, action, why, chosen, key, tip in (
        (
            "film.from",
            tr("FROM"),
            54.0,
            Bound(ends=False),
            "",
            replay.first is not None,
            "i",
            tr("Start the film here; press again to clear"),
        ),
        (
            "film.to",
            tr("TO"),
            40.0,
            Bound(ends=True),
            "" if replay.first is not None else tr("first choose where the film begins"),
            replay.until is not None,
            "o",
            tr("End the film here; otherwise it ends where you are"),
        ),
        (
            "film.webp",
            tr("FILM"),
            56.0,
            Make(".webp"),
            nobody or film,
            False,
            "m",
            tr("A moving WebP"),
        ),
        (
            "film.gif",
            "GIF",
            44.0,
            Make(".gif"),
            nobody or film,
            False,
            "g",
            tr("The same as a GIF"),
        ),
        (
            "replay.picture",
            tr("PICTURE"),
            88.0,
            Make(".png"),
            nobody,
            False,
            "p",
            tr("The table at this moment as a picture, beside the log"),
        ),
    ):
        place = row.cut_left(wide, gap=6)
        button(place, id, label, action, why=why, lit=chosen, key=key, tooltip=tip)


def _progress(row: Box, export: Export) -> None:
    button(row.cut_right(84, gap=6), "export.cancel", tr("CANCEL"), GiveUp(), tooltip="[Esc]")
    row.add("export", "panel", shape=outlined((16, 15, 12, 240), theme.GOLD))
    share = export.done / export.total if export.total else 0.0
    line = row.inset(8, 0).cut_bottom(8).cut_top(4)
    done = line.cut_left(line.w * share + 0.1).above(1)
    done.add("export.bar", "bar", shape=Shape("fill", (*theme.LIT, 255)))
    told = tr("Reading the log ...")
    if export.total:
        told = tr("Drawing {n} of {total}", n=export.done, total=export.total)
    tip = f"{export.path.parent}\n{export.path.name}"
    said = row.inset(6, 0).above(2).cut_top(22)
    said.text("export.text", told, tip, anchor="m", size=theme.SMALL)


def _where(place: Box, seen: SeenTable, replay: Replay) -> None:
    """Draw which step this is and its words; or the result of an export, and where."""
    if replay.note.text:
        colour, what = theme.REFUSED if replay.note.has_failed else theme.GOOD, replay.note.text
        has_folder = bool(replay.note.more) and not replay.note.has_failed
        told = place.wrap(what, theme.SMALL, most=1 if has_folder else 2)
        if has_folder:
            told.append(_tail(place.pen, replay.note.more, place.w))
        what = "\n".join(filter(None, [what, replay.note.more]))
    else:
        colour, what, told = _at(place.pen, place.w, seen, replay)
    ink: Lettering = {"size": theme.SMALL, "colour": colour, "room": place.w}
    pen = place.pen
    head: tuple[Run, ...] = ()
    if len(told) == 1:  # else what is told takes the place of where one is
        step = tr("step {step} of {last}", step=replay.at, last=replay.recording.last)
        bold: Lettering = {"size": theme.SMALL, "role": "bold", "room": place.w}
        head = (pen.run(step, place.x, place.y + 8, **bold),)
    runs = (*head, *pen.runs(told, place.x, place.y + (23 if head else 8), 16, **ink))
    place.add("replay.where", "text", runs=runs, label=what, tooltip=what)


def _at(
    pen: Pen, room: float, seen: SeenTable, replay: Replay
) -> tuple[theme.Colour, str, list[str]]:
    """Return the shown round, or the end: its colour, all its words, and the lines that fit."""
    recording = replay.recording
    if replay.is_at_end:
        what = ending(seen, replay)
        colour = theme.REFUSED if recording.problem else theme.GOOD
        return colour, what, pen.wrap(what, "body", theme.SMALL, room, 2)
    rounds = [said for said in recording.upto(replay.at) if said.event.mark is Mark.ROUND]
    what = tr(rounds[-1].text) if rounds else tr("before the first round")
    fits = pen.width(what, "body", theme.SMALL) <= room
    shown = what if fits else what.partition(":")[0]
    return theme.SAND, what, pen.wrap(shown, "body", theme.SMALL, room, 2)


def _tail(pen: Pen, path: str, room: float) -> str:
    """Return a path, or as much of its end as fits: that tells more than its beginning."""
    shown = path
    while len(path) > 1 and pen.width(shown, "body", theme.SMALL) > room:
        path = path[1:]
        shown = "…" + path
    return shown


def ending(seen: SeenTable, replay: Replay) -> str:
    """Return how it ends: with a result, because the log is bad there, or without one."""
    recording, view = replay.recording, seen.view
    if recording.problem:
        return tr("The log is bad from here on: {why}", why=recording.problem)
    if recording.stopped is not None or (view is not None and isinstance(view.state.pending, Over)):
        return (
            tr("The end: {why}", why=seen.why_ended) if seen.result is not None else tr("The end")
        )
    return tr("The match was broken off here")
