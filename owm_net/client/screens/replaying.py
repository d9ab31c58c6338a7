"""The bar of a replay, below the table: where one is in the match, and what can be done with it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.actions import Arm, AtTable, WindowAction
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.replay import Replay, Wanted
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, button
from owm_net.client.settings import SPEEDS
from owm_net.engine.agenda import Mark
from owm_net.engine.requests import Over
from owm_net.engine.text import say

HIGH = 78.0
"""Of the bar."""
CLOSED = say(
    "nobody has opened their cards to you: a player who does (GIVE MY CARDS in"
    " their replay) sends you a file, which you drop on this window, or put beside"
    " the log"
)
GIVE = "replay.give"
"""The button that opens one's own cards for others."""
Z = PANELS + 20


# ---------------------------------------------------------------------- what a press means


class ReplayAction(WindowAction):
    """Base of these: what is done with a replay."""

    __slots__ = ()

    def do(self, at: AtTable) -> None:
        """Nothing where no match is looked at again."""
        if at.model.replay is not None:
            self.on(at, at.model.replay)

    @abstractmethod
    def on(self, at: AtTable, replay: Replay) -> None:
        """Do it."""


@frozen
class PlayOrStop(ReplayAction):
    """Play on, or stop."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """At the end, from the beginning."""
        replay.play()


@frozen
class ByStep(ReplayAction):
    """To the next step (1), or the one before (-1)."""

    way: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """Steps forward are shown as in a match."""
        replay.step(self.way)


@frozen
class ByMark(ReplayAction):
    """To the next mark (1), or the one before (-1)."""

    way: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """Beyond the last, to the end."""
        replay.mark(self.way)


@frozen
class GoTo(ReplayAction):
    """To a step; LAST for the end."""

    step: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """At once."""
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
        """Also beyond its ends."""
        share = (at.model.ui.pointer[0] - self.x) / max(1.0, self.wide)
        replay.jump(round(max(0.0, min(1.0, share)) * replay.recording.last))


@frozen
class Faster(ReplayAction):
    """Faster (1) or slower (-1), not beyond the ends."""

    by: int

    def on(self, at: AtTable, replay: Replay) -> None:
        """As the button at the top, which goes round."""
        model = at.model
        place = max(0, min(len(SPEEDS) - 1, SPEEDS.index(model.settings.speed) + self.by))
        model.settings.speed = model.presenter.speed = SPEEDS[place]


@frozen
class SeeOwn(ReplayAction):
    """Look with the own cards, or as everybody did."""

    own: bool

    def on(self, at: AtTable, replay: Replay) -> None:
        """The same moment."""
        replay.see(replay.own if self.own else None)


@frozen
class SeeTheirs(ReplayAction):
    """Look with the cards of another, and then of the next who has opened them."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """The same moment."""
        replay.see_next()


@frozen
class SeeAll(ReplayAction):
    """Look with the cards of everyone who has opened them."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """The same moment."""
        replay.see(replay.all_hands)


@frozen
class GiveOwn(ReplayAction):
    """Open the player's own hand to the others."""

    def on(self, at: AtTable, replay: Replay) -> None:
        """The result is shown in the line of exports."""
        at.model.ui.armed = ""
        if replay.give is not None:
            replay.give()


@frozen
class Bound(ReplayAction):
    """The film begins here, or ends here; again, it does not."""

    ends: bool

    def on(self, at: AtTable, replay: Replay) -> None:
        """An end before its beginning is none."""
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
        """Beside the log; meanwhile one can look on."""
        if self.suffix != ".png" and (why := replay.why_no_film()):
            at.model.refuse(why)
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
        """No half of it is left."""
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


HELP: list[tuple[str | tuple[str, ...], str]] = [
    (("space",), say("play on, or stop; at the end, from the beginning")),
    (say("Left, right"), say("a step back, a step on")),
    (say("Shift"), say("with these: to the mark before, to the next: a round, fire, a casualty")),
    (("home", "end"), say("to the beginning, to the end")),
    (say("Up, down"), say("faster, slower")),
    (("i", "o"), say("a film begins, ends at this moment")),
    (("m", "g", "p"), say("draw the film as WebP or as GIF; draw this moment as a picture")),
    (say("Esc"), say("give up what is being drawn; leave")),
    (say("Tab, Enter"), say("walk through what can be pressed, press it")),
    (("+", "-"), say("everything larger or smaller")),
]
"""Keys of a replay, for the help: words, or by what each does by default (`client.keys`)."""


# ---------------------------------------------------------------------- how it is drawn


def height(model: Model) -> float:
    """Of the bar, in logical pixels; 0 where no match is looked at again, and in pictures."""
    return 0.0 if model.replay is None or model.replay.bare else HIGH


def draw(pen: Pen, model: Model) -> None:
    """The line of all steps with its marks; below it the buttons. It takes the foot of the pen:
    what lies over the table from here on lies over the bar too."""
    replay = model.replay
    if replay is None or replay.bare:
        return
    top = pen.h
    pen.h += HIGH
    bar = Rect(0, top, pen.w, HIGH)
    pen.add(
        "replay", "panel", bar, z=Z, solid=True, shape=Shape("fill", (*theme.PANEL_DARK[:3], 255))
    )
    pen.add(
        "replay.edge",
        "line",
        Rect(0, top, pen.w, 1.5),
        z=Z + 1,
        shape=Shape("fill", (*theme.GOLD, 150)),
    )
    _line(pen, Rect(16, top + 8, pen.w - 32, 24), replay)
    row = Rect(12, top + 40, pen.w - 24, 30)
    right = _making(pen, row, model, replay)
    left = _moving(pen, row, model, replay)
    right = _seeing(pen, Rect(left, row.y, right - left, row.h), model, replay)
    _where(pen, Rect(left + 8, row.y, right - left - 16, row.h), model, replay)


def _line(pen: Pen, rect: Rect, replay: Replay) -> None:
    """Fire is marked below the line, casualties above it, a round across it."""
    recording, middle = replay.recording, rect.cy
    last = max(1, recording.last)

    def place(step: int) -> float:
        return rect.x + rect.w * min(step, last) / last

    pen.add(
        "scrub",
        "scrub",
        rect,
        z=Z + 2,
        action=Scrub(rect.x * pen.k, rect.w * pen.k),
        flags=["pointer"],
        label=tr("all steps of the match"),
        tooltip=tr(
            "Click or drag: to any step. A high line: a round or turn begins; a tick below: fire; a"
            " diamond above: casualties"
        ),
    )
    pen.add(
        "scrub.line",
        "bar",
        Rect(rect.x, middle - 2, rect.w, 4),
        z=Z + 3,
        shape=Shape("box", theme.STRIPE, radius=2),
    )
    pen.add(
        "scrub.done",
        "bar",
        Rect(rect.x, middle - 2, max(0.1, place(replay.at) - rect.x), 4),
        z=Z + 4,
        shape=Shape("box", (*theme.GOLD, 255), radius=2),
    )
    if replay.first is not None:
        begin, end = replay.span or (replay.first, replay.first)
        pen.add(
            "scrub.film",
            "bar",
            Rect(place(begin), middle - 5, max(3.0, place(end) - place(begin)), 10),
            z=Z + 3,
            shape=Shape("box", (*theme.FRESH, 110), (*theme.FRESH, 255), 1, 2),
        )
    for mark, seen in _MARKS.items():
        behind = -1e9
        for said in recording.marks(mark):
            x = place(said.step)
            if x - behind < seen.apart:
                continue  # so near that it could not be told apart, nor pointed at
            behind = x
            pen.add(
                f"mark:{mark.value}:{said.step}",
                "mark",
                seen.box(x, middle),
                z=Z + 5,
                shape=Shape("box", (*seen.colour, 255), radius=1),
                angle=seen.angle,
                action=GoTo(said.step),
                flags=["pointer"],
                label=said.text,
                tooltip=tr(
                    "{mark}, step {step}: {what}", mark=seen.word, step=said.step, what=said.text
                ),
            )
    pen.add(
        "scrub.at",
        "bar",
        Rect(place(replay.at) - 3, middle - 9, 6, 18),
        z=Z + 7,
        shape=Shape("box", (*theme.CREAM, 255), (*theme.INK, 255), 1, 3),
    )


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


def _moving(pen: Pen, row: Rect, model: Model, replay: Replay) -> float:
    """The buttons that go through it; the x behind them."""
    first = "" if replay.at else tr("this is the beginning")
    last = tr("this is the end") if replay.is_at_end else ""
    to_first = tr("To the beginning {key}", key=keys.hint("home"))
    to_last = tr("To the end {key}", key=keys.hint("end"))
    x = row.x
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
        button(
            Box(pen, Rect(x, row.y, wide, row.h), Z + 5),
            id,
            label,
            action,
            lit=id == "replay.play",
            why=why,
            tooltip=tip,
        )
        x += wide + 5
    return x


def _closed(replay: Replay) -> str:
    """Why no other's cards are seen, and what it takes."""
    if replay.other is None:
        return tr(CLOSED)
    return tr(
        "{name} has not opened their cards to you; with WATCH IT, MY CARDS, GIVE MY"
        " CARDS they can, and you see them at once",
        name=replay.other.name,
    )


def _seeing(pen: Pen, row: Rect, model: Model, replay: Replay) -> float:
    """Draw whose cards are seen; return the x before these buttons."""
    own = "" if replay.own is not None else replay.why_closed or tr("it holds no hand of yours")
    theirs = replay.seen is not None and replay.seen in replay.hands
    others: tuple[str, str, float, WindowAction, str, bool, str]
    if replay.give is not None and replay.seen is replay.own is not None:
        tip = tr("Writes a file beside the log: whoever has both sees your cards, too")
        if replay.other is not None:
            tip = tr("{name} sees your cards of this match, too", name=replay.other.name)
        gives: WindowAction = GiveOwn()
        label = tr("GIVE MY CARDS")
        if model.ui.focus == model.ui.armed == GIVE:
            label = tr("SURE?")
        else:  # it is where the cards of others are seen by, and cannot be taken back
            gives = Arm(GIVE)
        others = (GIVE, label, 104.0, gives, "", False, tip)
    else:
        whose = model.names[replay.seen.seat] if theirs and replay.seen is not None else ""
        tip = tr("With the cards opened by {name}", name=whose) if whose else ""
        tip = tip or tr("With the cards of another, who has opened them")
        why = "" if replay.hands else _closed(replay)
        others = ("replay.theirs", tr("THEIR CARDS"), 104.0, SeeTheirs(), why, theirs, tip)
    both = replay.all_hands
    lacks = tr("it takes the cards of two at least. {why}", why=own or _closed(replay))
    right = row.right
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
            tr("With the cards that you alone have seen"),
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
        right -= wide
        button(
            Box(pen, Rect(right, row.y, wide, row.h), Z + 5),
            id,
            label,
            action,
            why=why,
            lit=chosen,
            tooltip=tip,
        )
        right -= 5
    return right


def _making(pen: Pen, row: Rect, model: Model, replay: Replay) -> float:
    """Pictures and films; the x before them. While one is drawn, how far it is."""
    wide = 306.0
    rect = Rect(row.right - wide, row.y, wide, row.h)
    if replay.export is not None:
        _progress(pen, rect, model, replay)
        return rect.x - 14
    film = replay.why_no_film()
    nobody = "" if replay.make is not None else tr("nobody draws here")
    x = rect.x
    for id, label, w, action, why, chosen, key, tip in (
        (
            "film.from",
            tr("FROM"),
            54.0,
            Bound(ends=False),
            "",
            replay.first is not None,
            "i",
            tr("A film begins at this moment; again, it does not"),
        ),
        (
            "film.to",
            tr("TO"),
            40.0,
            Bound(ends=True),
            "" if replay.first is not None else tr("first choose where the film begins"),
            replay.until is not None,
            "o",
            tr("The film ends at this moment; else it ends where you are"),
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
        button(
            Box(pen, Rect(x, row.y, w, row.h), Z + 5),
            id,
            label,
            action,
            why=why,
            lit=chosen,
            key=key,
            tooltip=tip,
        )
        x += w + 6
    return rect.x - 14


def _progress(pen: Pen, rect: Rect, model: Model, replay: Replay) -> None:
    export = replay.export
    assert export is not None
    bar = Rect(rect.x, rect.y, rect.w - 90, rect.h)
    share = export.done / export.total if export.total else 0.0
    pen.add(
        "export",
        "panel",
        bar,
        z=Z + 5,
        shape=Shape("box", (16, 15, 12, 240), (*theme.GOLD, 255), 1.2, 6),
    )
    pen.add(
        "export.bar",
        "bar",
        Rect(bar.x + 8, bar.bottom - 8, (bar.w - 16) * share + 0.1, 4),
        z=Z + 6,
        shape=Shape("fill", (*theme.LIT, 255)),
    )
    told = (
        tr("Drawing {n} of {total}", n=export.done, total=export.total)
        if export.total
        else tr("Reading the log ...")
    )
    pen.add(
        "export.text",
        "text",
        bar,
        z=Z + 7,
        tooltip=f"{export.path.parent}\n{export.path.name}",
        runs=[pen.run(told, bar.cx, bar.y + 11, anchor="m", size=theme.SMALL, room=bar.w - 12)],
    )
    button(
        Box(pen, Rect(rect.right - 84, rect.y, 84, rect.h), Z + 5),
        "export.cancel",
        tr("CANCEL"),
        GiveUp(),
        tooltip="[Esc]",
    )


def _where(pen: Pen, rect: Rect, model: Model, replay: Replay) -> None:
    """Draw which step this is and its words; or the result of an export, and where."""
    if replay.note.text:
        colour, what = theme.REFUSED if replay.note.has_failed else theme.GOOD, replay.note.text
        has_folder = bool(replay.note.more) and not replay.note.has_failed
        told = pen.wrap(what, "body", theme.SMALL, rect.w, 1 if has_folder else 2)
        if has_folder:
            told.append(_tail(pen, replay.note.more, rect.w))
        what = "\n".join(filter(None, [what, replay.note.more]))
    else:
        colour, what, told = _at(pen, rect.w, model, replay)
    runs = list(
        pen.runs(
            told,
            rect.x,
            rect.y + (23 if len(told) == 1 else 8),
            16,
            size=theme.SMALL,
            colour=colour,
            room=rect.w,
        )
    )
    if len(told) == 1:  # else what is told takes the place of where one is
        head = tr("step {step} of {last}", step=replay.at, last=replay.recording.last)
        runs.insert(
            0, pen.run(head, rect.x, rect.y + 8, role="bold", size=theme.SMALL, room=rect.w)
        )
    pen.add("replay.where", "text", rect, z=Z + 5, runs=runs, label=what, tooltip=what)


def _at(pen: Pen, room: float, model: Model, replay: Replay) -> tuple[theme.Colour, str, list[str]]:
    """Return the shown round, or the end: its colour, all its words, and the lines that fit."""
    recording = replay.recording
    if replay.is_at_end:
        what = ending(model, replay)
        colour = theme.REFUSED if recording.problem else theme.GOOD
        return colour, what, pen.wrap(what, "body", theme.SMALL, room, 2)
    rounds = [said for said in recording.upto(replay.at) if said.event.mark is Mark.ROUND]
    what = tr(rounds[-1].text) if rounds else tr("before the first round")
    fits = pen.width(what, "body", theme.SMALL) <= room
    shown = what if fits else what.partition(":")[0]
    return theme.SAND, what, pen.wrap(shown, "body", theme.SMALL, room, 2)


def _tail(pen: Pen, path: str, room: float) -> str:
    """A path, or as much of its end as fits: that tells more than its beginning."""
    shown = path
    while len(path) > 1 and pen.width(shown, "body", theme.SMALL) > room:
        path = path[1:]
        shown = "…" + path
    return shown


def ending(model: Model, replay: Replay) -> str:
    """How it ends: with a result, because the log is bad behind it, or without one."""
    recording, view = replay.recording, model.view
    if recording.problem:
        return tr("The log is bad from here on: {why}", why=recording.problem)
    if recording.stopped is not None or (view is not None and isinstance(view.state.pending, Over)):
        return (
            tr("The end: {why}", why=model.why_ended) if model.result is not None else tr("The end")
        )
    return tr("The match was broken off here")
