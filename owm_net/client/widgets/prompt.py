"""The question and who must answer it: the prompt bar with its buttons, and long lists of
options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import evolve, field, frozen

from owm_net.client import keys, theme
from owm_net.client.answering.drafting import Say
from owm_net.client.language import tr
from owm_net.client.match.after import rematch_in_words
from owm_net.client.rules.rule_books import named_rule
from owm_net.client.scene.items import Action, Run
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.actions import LeaveMatch, LookBack, OpenRule, SeeNews, StepBack
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets.parts import button, outlined, page_buttons
from owm_net.client.words import capital, without_ids
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Decision
from owm_net.engine.text import listed, named
from owm_net.engine.view import View
from owm_net.session.player import Notice

NOTE_SIZES = ((theme.SMALL, 16.0), (13.0, 15.0), (theme.TIGHT, 14.0))
"""Of the note above the buttons, and of its lines: the first with which all of it has room."""
GROWS = 3.0
"""By how much the frame grows, above and below, for a third line; the buttons stay."""


IN_COLUMN = 80.0
"""A place that is higher than this has its buttons below the words, BUTTON high."""
BUTTON = 30.0

LET_PASS = "let_pass"
"""The id of a pass where something else could be done: Space presses it at the second time."""


@frozen
class Choice:
    """A button of the prompt bar. large: the one that is pressed most often, and by Space."""

    id: str
    label: str
    action: Action
    why: str = ""
    lit: bool = True
    tooltip: str = ""
    key: str = ""
    chosen: bool = False
    large: bool = False

    @property
    def size(self) -> float:
        """Of its letters."""
        return 19.0 if self.large else 15.0


def _as_choices(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(choices)


@frozen
class Prompt:
    """A prompt in plain words; choices: buttons at the right."""

    text: str
    detail: str = ""
    choices: tuple[Choice, ...] = field(default=(), converter=_as_choices)
    mine: bool = True


def waiting(seen: SeenTable, called: Callable[[int], str] | None = None, of: str = "") -> Prompt:
    """Return the prompt while the player is not asked: the end, an event being shown, or whom all
    wait for. called: the name of a seat where that is more than its player's name. of: the subject
    of their decision, such as "Able 1".

    called: what a seat is called where that is more than its player's name. of: for what they
    decide, such as "Able 1".
    """
    request, strip = seen.request, seen.presenter.strip
    notice = seen.notices.line if seen.notices.kind is not Notice.OK else ""
    if seen.presenter.busy:
        told = capital(named(strip.title or strip.subtitle, seen.players.names))
        showing = told or tr("Watch what happens")
        if seen.replay is not None:
            return Prompt(showing, tr("A click skips."), mine=False)
        return Prompt(showing, tr("{key} or a click skips.", key=keys.shown("space")), mine=False)
    if seen.result is not None:
        verdict = (seen.notices.verdict.splitlines() or [notice])[0]
        rematch = seen.ending.after.rematch if seen.ending.after is not None else None
        asked = rematch is not None and bool(rematch.asks)
        if rematch is not None and asked:
            verdict = rematch_in_words(rematch, "")
        close = Choice("confirm", seen.exit.way_out, LeaveMatch())
        tip = tr("The result, and what you can do next")
        end = Choice("result", tr("RESULT"), SeeNews(), lit=asked, tooltip=tip)
        return Prompt(
            tr("The match is over: {why_ended}", why_ended=seen.why_ended),
            verdict,
            [close] if seen.exit.over_end else [close, end],
            mine=False,
        )
    if isinstance(request, Decision) and seen.view is not None:
        return _awaited(seen, request, seen.view, called or seen.players.name, of)
    if seen.replay is not None:  # nobody is asked anything: what has just happened
        last = capital(named(seen.log.lines[-1].text, seen.players.names)) if seen.log.lines else ""
        return Prompt(notice or last or tr("The match begins"), mine=False)
    return Prompt(notice or tr("Cards and dice are being handled"), mine=False)


def _awaited(
    seen: SeenTable, request: Decision[Any], view: View[Any], called: Callable[[int], str], of: str
) -> Prompt:
    """Return whom all wait for, and for what."""
    notice = seen.notices.line if seen.notices.kind is not Notice.OK else ""
    deed = agenda.kind_of(view).deed
    others = [seat for seat in request.deciders if seat != seen.players.seat]
    passes = view.state.standing.get(Seat(seen.players.seat), ())
    if passes and not notice:
        notice = tr("You keep passing: {until}", until=listed(map(tr, passes)))
    who = tr(" and ").join([called(seat) for seat in others])
    if who and of:
        text = tr("Waiting for {who} to {deed} for {team}", who=who, deed=deed, team=of)
    elif who:
        text = tr("Waiting for {who} to {deed}", who=who, deed=deed)
    elif seen.answering.has_answered:
        text = tr("Your answer is on its way")
    elif seen.notices.kind is Notice.WAITING:  # a match is gone on with, and somebody is missing
        missing = [seat for seat in range(len(seen.players.names)) if seat != seen.players.seat]
        text = tr("Waiting for {who}", who=tr(" and ").join(map(seen.players.name, missing)))
    else:
        text = tr("You: {what}", what=deed)
    return Prompt(f"{text}  {seen.waited()}".strip(), notice, mine=False)


def prompt_bar(box: Box, prompt: Prompt, seen: SeenTable) -> None:
    """The line that always says what is going on, with the buttons that go with it; below the words
    in a box that is high. Of a match that has stopped it says that, whatever was going on; and
    while the table is looked at as it was, when that was."""
    if seen.ending.problem is not None:
        prompt = stopped(seen.ending.problem, seen.exit.way_out, seen.ending.is_calm)
    if seen.log.past is not None:
        prompt = looking_back(seen)
    refusal = _refused(seen)
    rule = named_rule(f"{prompt.text} {refusal or prompt.detail}")
    prompt = evolve(prompt, text=without_ids(prompt.text), detail=without_ids(prompt.detail))
    warns = bool(refusal) or (seen.ending.problem is not None and not seen.ending.is_calm)
    edge = theme.REFUSED if warns else (theme.LIT if prompt.mine else theme.PANEL_EDGE)
    note = refusal or prompt.detail
    if box.h > IN_COLUMN:
        words, runs = _above_buttons(box, prompt, refusal)
        sign_at = box.at(0, 3, 24, 28)
    else:
        box, words, runs = _beside_buttons(box, prompt, refusal)
        sign_at = box.at(0, 0, 34, box.h)
    box.add("prompt", "panel", shape=outlined(theme.PANEL_DARK, edge, 1.8, 7), label=prompt.text)
    sign, colour = (
        ("!", theme.REFUSED) if warns else (("▶", theme.LIT) if prompt.mine else ("…", theme.FAINT))
    )
    sign_at = sign_at.above(1)
    place = sign_at.at(4, 0, sign_at.w - 4, sign_at.h)
    mark = place.run(sign, role="bold", size=18, colour=colour, anchor="m")
    sign_at.add("prompt.sign", "text", runs=[mark])
    whole = [prompt.text, note]
    tip = tr("Click: rule {rule} {key}", rule=rule, key=keys.hint("f4")) if rule else ""
    words.add(
        "prompt.text",
        "text",
        runs=runs,
        action=OpenRule(rule) if rule else None,
        flags=["pointer"],
        tooltip="\n".join(filter(None, [*(whole if _is_cut(runs) else []), tip])),
    )


def _beside_buttons(box: Box, prompt: Prompt, refusal: str) -> tuple[Box, Box, list[Run]]:
    """Draw the buttons at the right. Returns the frame, the room for the words at their left, and
    the words."""
    for part in (1.0, 0.6):  # the words on the buttons have room in two lines
        widths = [_wide(box.pen, choice, part) for choice in prompt.choices]
        words = box.above(1)
        words.cut_left(34)
        words.cut_right(14 + sum(widths) + 7 * len(widths))
        if not _is_cut(_prompt_runs(words, prompt, refusal)):
            break
    buttons = box.inset(8, 6)
    for choice, wide in zip(reversed(prompt.choices), reversed(widths), strict=True):
        choice_button(buttons.cut_right(wide, gap=7), choice)
    note = refusal or prompt.detail
    room = words.inset(2, 0)
    if note and len(_asked(room, prompt.text)[1]) + len(room.wrap(note, theme.SMALL, most=2)) > 2:
        box, words = box.inset(0, -GROWS), words.inset(0, -GROWS)
    return box, words, _prompt_runs(words, prompt, refusal)


def _above_buttons(box: Box, prompt: Prompt, refusal: str) -> tuple[Box, list[Run]]:
    """Draw the buttons in rows at the foot, the last at the right. Returns the room for the words
    above them, and the words."""
    room = box.inset(9, 9)
    for row in _rows(box.pen, prompt.choices, room.w):
        line = room.cut_bottom(BUTTON, gap=6)
        for choice, wide in reversed(row):
            choice_button(line.cut_right(wide, gap=6), choice)
    words = room.above(1)
    text = words.inset(0)
    text.cut_left(18)
    pen, note = box.pen, refusal or prompt.detail
    asked = text.wrap(prompt.text, 15, "bold", 3)
    left = text.h - 19 * len(asked) - 2
    size, step = next(
        ((s, h) for s, h in NOTE_SIZES if len(text.wrap(note, s)) * h <= left), NOTE_SIZES[-1]
    )
    told = text.wrap(note, size, most=max(1, int(left // step)))
    ink, grey = (
        theme.CREAM if prompt.mine else theme.SAND,
        theme.REFUSED if refusal else theme.FAINT,
    )
    bold: Lettering = {"role": "bold", "size": 15, "colour": ink, "room": text.w + 2}
    small: Lettering = {"size": size, "colour": grey, "room": text.w + 2}
    below = text.y + 8 + 19 * len(asked)
    return words, [
        *pen.runs(asked, text.x, text.y + 8, 19, **bold),
        *pen.runs(told, text.x, below, step, **small),
    ]


def _rows(pen: Pen, choices: Sequence[Choice], room: float) -> list[list[tuple[Choice, float]]]:
    """Return the buttons of each row of a column with how wide each is, the lowest row first. A
    button stays where it is if another comes before it."""
    rows: list[list[tuple[Choice, float]]] = []
    for choice in reversed(choices):
        wide = min(room, max(_wide(pen, choice, 1.0), (room - 12) / 3))
        if not rows or sum([one + 6 for _, one in rows[-1]]) + wide > room + 0.5:
            rows.append([])
        rows[-1].insert(0, (choice, wide))
    return rows


def _wide(pen: Pen, choice: Choice, part: float) -> float:
    """How wide a button is. part: of what its words need in one line."""
    least, most = (180.0, 320.0) if choice.large else (74.0, 240.0)
    return max(least, min(most, pen.width(choice.label, "title", choice.size) * part + 24))


def _is_cut(runs: Iterable[Run]) -> bool:
    return any(run.text.endswith("…") for run in runs)


def passing(seen: SeenTable, label: str, forced: bool, tooltip: str) -> Choice:
    """The pass of a reaction window, in the same place whether something fits or not. forced:
    nothing else can be done. Who hurries presses Space once too often, so where something fits the
    first time only lights it (`Stage`)."""
    id = "continue" if forced else LET_PASS
    again = not forced and seen.ui.focus == id
    told = tr("{key} AGAIN", key=keys.shown("space").upper())
    if not again:
        told = f"{label}  {keys.hint('space').upper()}".rstrip()
    # Not lit by the focus: what is lit comes first by Tab, and it would run away from who walks on.
    say_it = Say(Pass())
    return Choice(id, told, say_it, lit=forced, chosen=again, tooltip=tooltip, key="p", large=True)


def looking_back(seen: SeenTable) -> Prompt:
    """For a table as it was at a line of the log."""
    assert seen.log.past is not None
    how = tr("Left and right: one step back or on. Esc: back to now")
    mine = f"{tr('It is your turn now.')} " if seen.answering.is_awaited else ""
    line = seen.log.lines[seen.log.past]
    rule = line.event.rule
    told = tr("Rule {rule}", rule=rule)
    opened = Choice("past.rule", tr("RULE"), OpenRule(rule), lit=False, tooltip=told, key="r")
    return Prompt(
        tr("As it was: {text}", text=line.text),
        mine + how,
        [
            *([opened] if rule else []),
            Choice("past.earlier", tr("< EARLIER"), StepBack(-1), lit=False),
            Choice("past.later", tr("LATER >"), StepBack(1), lit=False),
            Choice("confirm", tr("BACK TO NOW"), LookBack(None)),
        ],
        mine=False,
    )


def stopped(problem: tuple[str, str], way_out: str, is_calm: bool = False) -> Prompt:
    """For a match that does not go on; the table may still be looked at."""
    what, advice = (" ".join(text.split()) for text in problem)
    return Prompt(
        what if is_calm else tr("The match has stopped: {what}", what=what),
        advice,
        [
            Choice(
                "problem.read",
                tr("WHAT NOW?"),
                SeeNews(),
                lit=False,
                tooltip=tr("Read again what has happened and what you can do"),
            ),
            Choice("confirm", way_out, LeaveMatch()),
        ],
        mine=False,
    )


def _asked(room: Box, text: str) -> tuple[float, list[str]]:
    """Return a prompt above something else: its size, and its lines; two only if it must be."""
    size = 15.0 if room.pen.width(text, "bold", 15.0) <= room.w else theme.SMALL
    return size, room.pen.wrap(text, "bold", size, room.w, 2)


def _refused(seen: SeenTable) -> str:
    """Return why the last click did nothing, or what has failed; "" for neither. A whole sentence
    says what to do next, and refuses nothing."""
    said = seen.ui.refused
    if not said.why or said.has_failed or said.why.endswith("."):
        return said.why
    return tr("Not allowed: {refusal}", refusal=said.why)


def _prompt_runs(words: Box, prompt: Prompt, refusal: str) -> list[Run]:
    """Return the prompt, always; below it why the last click did nothing, else a note."""
    room, below = words.inset(2, 0), refusal or prompt.detail
    ink = theme.CREAM if prompt.mine else theme.SAND
    if not below:
        lines = room.wrap(prompt.text, 15, "bold", most=2)
        first = room.cy - 9.5 * (len(lines) - 1)
        return list(room.pen.runs(lines, room.x, first, 19, role="bold", size=15, colour=ink))
    size, asked = _asked(room, prompt.text)
    most = 3 - len(asked)
    small = theme.SMALL if len(room.wrap(below, theme.SMALL)) <= most else theme.TIGHT
    lines = room.wrap(below, small, most=most)
    bold: Lettering = {"role": "bold", "size": size, "colour": ink, "room": room.w}
    colour = theme.REFUSED if refusal else theme.FAINT
    plain: Lettering = {"size": small, "colour": colour, "room": room.w}
    styles = [bold] * len(asked) + [plain] * len(lines)
    at = (0.31, 0.72) if len(styles) == 2 else (0.2, 0.51, 0.8)
    return [
        room.pen.run(line, room.x, room.y + room.h * y, **style)
        for line, y, style in zip([*asked, *lines], at, styles, strict=False)
    ]


def choice_button(box: Box, choice: Choice, size: float = 0.0) -> None:
    """The button of a choice. size: of its letters, if it is not the usual one."""
    button(
        box,
        choice.id,
        choice.label,
        choice.action,
        lit=choice.lit,
        why=choice.why,
        tooltip=choice.tooltip,
        key=choice.key,
        chosen=choice.chosen,
        size=size or choice.size,
    )


def choice_list(
    box: Box, choices: Sequence[Choice], page: int, *, columns: int = 1, row: float = 36.0
) -> None:
    """Many options as rows of buttons, in pages."""
    rows = max(1, int((box.h - 40) // row))
    whole = -(-len(choices) // columns)
    rows = max(rows, whole) if whole * row <= box.h else rows
    per_page = rows * columns
    pages = max(1, -(-len(choices) // per_page))
    page = min(page, pages - 1)
    places = [
        column.cut_top(row - 5, gap=5)
        for column in box.inset(0, 2).columns(columns)
        for _ in range(rows)
    ]
    for place, choice in zip(places, choices[page * per_page :], strict=False):
        choice_button(place.inset(3, 0), choice)
    page_buttons(box.inset(3, 4).cut_bottom(30), page, pages)
