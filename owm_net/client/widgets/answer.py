"""An answer of any kind is made: its classes and the values of its fields as buttons.

The plain table has nothing else (`draw`, `prompt`). A game's own table takes it for what it does
not know: a kind of decision that has no prompt there (`bar`), a field whose values are drawn
nowhere (`over`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import evolve

from owm_net.client.answering.drafting import (
    Clear,
    Confirm,
    DraftAction,
    OpenGroup,
    Pick,
    Say,
    Set,
    Sketch,
    Verb,
    held_by,
    said,
)
from owm_net.client.answering.fields import named
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import (
    Choice,
    Numbers,
    Prompt,
    choice_list,
    number_choice,
    panel,
    standing_on,
    waiting,
)
from owm_net.client.widgets.number import HIGH
from owm_net.client.words import because, capital, title_of
from owm_net.engine import agenda
from owm_net.engine.drafts import Blank, Draft, blanks_of
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Refusal
from owm_net.engine.view import View

MOST_OFFERS = 200
"""Of the answers the rules offer, as many are shown where nothing can be chosen by pieces."""

IN_BAR = 3
"""Classes of answers that have room in a prompt bar beside its text; more have a panel."""

Drawn = Callable[[Any, Hashable], bool]
"""Whether a table draws a value of a declared type where it can be pressed; of a type whose values
nobody can list, such as a point of a map, it is asked for None."""


# -- all of it -------------------------------------------------------------------------------


def draw(area: Box, seen: SeenTable) -> None:
    """Above, which kind of answer, where there are several; below, what it still wants."""
    verbs = list(_verbs(seen))
    if verbs:
        high = 36.0 * -(-len(verbs) // 3)
        choice_list(area.at(0, 0, area.w, high + 40), verbs, seen.ui.page, columns=3)
        area.cut_top(high + 12)
    sketch = seen.answering.sketch
    if sketch is None:
        return
    area = area.above(10)
    for n, text in enumerate(_chosen(seen, sketch)):
        area.cut_top(20, gap=4).inset(6, 0).text(f"chosen:{n}", text, size=15)
    blank = wanted(seen, sketch)
    if blank is not None:
        area.cut_top(6)
        _field(area, seen, sketch, blank)


def _field(area: Box, seen: SeenTable, sketch: Draft[Any], blank: Blank) -> None:
    """Draw the values of a field: as a list, as a number, or the whole answers."""
    values = _fitting(seen, sketch, blank)
    if not values and _is_number(blank):
        _number(area, seen, sketch, blank)
        return
    choices = list(_values(seen, sketch, blank, values) if values else _ready(seen))
    choice_list(area, choices, seen.ui.page, columns=2 if len(choices) > 12 else 1)


def _fitting(
    seen: SeenTable, sketch: Draft[Any], blank: Blank
) -> list[tuple[Hashable, Refusal | None]]:
    """Return the values of a field, and why not now; without values that can never fit, as the
    player's own hand where another's is looked at."""
    held, choices = sketch.held(blank), seen.answering.drafting.desk.choices(sketch, blank.field)
    return [(v, why) for v, why in choices if why is None or not why.misfit or v in held]


def _values(
    seen: SeenTable,
    sketch: Draft[Any],
    blank: Blank,
    values: Sequence[tuple[Hashable, Refusal | None]],
) -> Iterator[Choice]:
    held = sketch.held(blank)
    yield from _groups(seen, sketch, blank)
    for i, (value, refusal) in enumerate(values):
        chosen = value in held
        yield Choice(
            f"option:{i}",
            _yes_or_no(seen, sketch, blank, value)
            or seen.system.value_name(_view(seen), blank.kind, value),
            Pick(blank.kind, value),
            why="" if chosen or refusal is None else said(refusal),
            lit=not chosen and refusal is None,
            chosen=chosen,
        )


def _yes_or_no(seen: SeenTable, sketch: Draft[Any], blank: Blank, value: Hashable) -> str:
    """Return the meanings of yes and no, where only they are missing; else ""."""
    if blank.kind is not bool:
        return ""
    answer = seen.answering.drafting.desk.look(sketch.with_(blank.field, value)).answer
    return "" if answer is None else capital(seen.system.describe(_view(seen), answer))


def _number(area: Box, seen: SeenTable, sketch: Draft[Any], blank: Blank) -> None:
    """A number that nobody has listed: the values about the one shown that are allowed."""
    numbers = seen.answering.drafting.numbers(sketch, blank.field)
    if not numbers:
        return
    at = _shown_number(sketch, blank, numbers)
    shown = Numbers(numbers, at, _meaning(seen, sketch.with_(blank.field, at), blank))
    place = area.centred(min(620.0, area.w - 20), HIGH)
    number_choice(place, shown, lambda n: Set(blank.field, n))


def _meaning(seen: SeenTable, sketch: Draft[Any], blank: Blank) -> str:
    """Return the answer's words with defaults where nothing is chosen; only the field's name while
    something that must be chosen is missing."""
    unset = [one for one in blanks_of(sketch.cls) if not sketch.holds(one.field)]
    if not all(one.optional for one in unset):
        return named(blank.name, seen.system.fields)
    return seen.system.describe(_view(seen), sketch.whole())


def _ready(seen: SeenTable) -> Iterator[Choice]:
    """Yield what can be neither listed nor counted: the rules' offers."""
    for i, answer in enumerate(islice(agenda.offers(_view(seen)), MOST_OFFERS)):
        yield Choice(
            f"option:{i}",
            seen.system.describe(_view(seen), answer),
            Say(answer),
            why=seen.answering.why_not(answer),
        )


def wanted(seen: SeenTable, sketch: Draft[Any]) -> Blank | None:
    """The field to choose for: what the rules want next, else the last, to change it."""
    blanks = blanks_of(sketch.cls)
    return seen.answering.drafting.desk.look(sketch).wants or (blanks[-1] if blanks else None)


def _view(seen: SeenTable) -> View[Any]:
    assert seen.view is not None
    return seen.view


def _verbs(seen: SeenTable) -> Iterator[Choice]:
    """The classes of answers, where there are several, or where the only one is not begun."""
    drafting = seen.answering.drafting
    classes = drafting.kind.answers
    sketch = seen.answering.sketch
    needed = len(classes) > 1 or drafting.begin() is None
    for i, cls in enumerate(classes if needed else ()):
        action: DraftAction = Verb(cls)
        chosen = sketch is not None and sketch.cls is cls
        yield Choice(
            f"verb:{i}",
            title_of(cls),
            action,
            why=drafting.why_not(cls),
            lit=True,
            tooltip=cls.help,
            chosen=chosen,
        )


def _chosen(seen: SeenTable, sketch: Draft[Any]) -> Iterator[str]:
    for blank in blanks_of(sketch.cls):
        groups = []
        for group in sketch.groups(blank):
            names = [tr(seen.system.value_name(_view(seen), blank.kind, v)) for v in group]
            groups.append(", ".join(names) or "-")
        if groups:
            yield f"{named(blank.name, seen.system.fields)}: {' | '.join(groups)}"


def _groups(seen: SeenTable, sketch: Draft[Any], blank: Blank) -> Iterator[Choice]:
    """For a field that holds groups: which is open, and one more behind those that are filled."""
    n = len(sketch.groups(blank)) if blank.groups else 0
    for group in range(n + 1 if n else 0):
        label = f"{named(blank.name, seen.system.fields)}: {group + 1}"
        yield Choice(
            f"group:{group}", label, OpenGroup(group), lit=False, chosen=group == sketch.group
        )


def _is_number(blank: Blank) -> bool:
    kind = getattr(blank.kind, "__supertype__", blank.kind)
    return kind is int and not blank.many


def _shown_number(sketch: Draft[Any], blank: Blank, numbers: Sequence[int]) -> int:
    """Return the chosen number, or one in the middle."""
    held = sketch.get(blank.field)
    return held if isinstance(held, int) and held in numbers else numbers[len(numbers) // 2]


def prompt(seen: SeenTable) -> Prompt:
    """Return who must do what, for any game."""
    answering = seen.answering
    if answering.is_open:
        told, sketch = answering.about, answering.sketch
        what = tr("You: {what}", what=told.what)
        if sketch is None:
            return Prompt(what, because(told.why, told.rule))
        blank = wanted(seen, sketch)
        if (
            blank is not None
            and _is_number(blank)
            and answering.drafting.desk.domain(blank.kind) is None
        ):
            numbers = answering.drafting.numbers(sketch, blank.field)
            if numbers:  # the number that is shown counts as chosen
                sketch = sketch.with_(blank.field, _shown_number(sketch, blank, numbers))
        look = answering.drafting.desk.look(sketch)
        what = named(look.wants.name, seen.system.fields) if look.wants else ""
        detail = tr("choose next: {what}", what=what) if what else because(told.why, told.rule)
        why = "" if look.answer is not None else tr("{what} is not chosen yet", what=what)
        told_why = look.refusal or look.lacks
        if told_why is not None:
            why = said(told_why)
        if look.answer is not None:
            outlook = answering.outlook(look.answer)
            detail = tr(seen.system.describe(_view(seen), look.answer))
            detail = f"{detail}: {tr(outlook)}" if outlook else detail
        held = answering.trail and held_by(sketch)
        clear = [Choice("clear", tr("CLEAR"), Clear(), lit=False)] if held else []
        given = Confirm() if look.answer is None else Say(look.answer)
        confirm = Choice("confirm", tr("CONFIRM"), given, why=why, tooltip=tr("Enter"))
        return Prompt(what, detail, [*clear, confirm])
    return waiting(seen)


# -- for a table of its own ------------------------------------------------------------------


def bar(seen: SeenTable) -> Prompt:
    """The prompt bar at a kind of decision that a table does not know: a button for each class of
    answers, and to confirm where something is to be chosen. A class with nothing to choose is given
    at once."""
    answering = seen.answering
    if not answering.is_open:
        return waiting(seen)
    plain = prompt(seen)
    verbs = list(_at_once(seen))
    look = answering.drafting.look(_begun(seen))
    shown = verbs if len(verbs) <= IN_BAR else []
    if look is None:
        told = answering.about
        return evolve(plain, detail=because(told.why, told.rule), choices=shown)
    return evolve(plain, choices=[*shown, *plain.choices])


def over(
    above: Box,
    seen: SeenTable,
    drawn: Drawn,
    called: Callable[[type[Answer], Blank], str] | None = None,
) -> None:
    """A panel standing on the prompt bar `above`, where something must be chosen that the table
    does not draw. called: what a field asks for, in words, where the table has better ones."""
    if not seen.answering.is_open:
        return
    sketch = _begun(seen)
    if sketch is None:
        verbs = list(_at_once(seen))
        if len(verbs) > IN_BAR:
            choice_list(_panel(above, tr("Choose"), len(verbs)), verbs, seen.ui.page)
        return
    blank = wanted(seen, sketch)
    if blank is None:
        return
    values = _fitting(seen, sketch, blank)
    allowed = [value for value, why in values if why is None]
    if all(drawn(blank.kind, value) for value in allowed) if values else drawn(blank.kind, None):
        return
    if values and len(allowed) < 2 and seen.answering.drafting.desk.look(sketch).answer is not None:
        return  # it is as it must be
    own = named(blank.name, seen.system.fields)
    what = own if called is None else called(sketch.cls, blank)
    inside = _panel(above, tr("Choose: {what}", what=what), max(3, len(values)))
    _field(inside, seen, sketch, blank)


def _begun(seen: SeenTable) -> Sketch:
    """Return the unfinished answer: not one that is whole with nothing chosen, which has a separate
    button."""
    sketch = seen.answering.sketch
    look = seen.answering.drafting.look(sketch)
    begun = sketch is not None and (not sketch.is_empty or look is None or look.answer is None)
    return sketch if begun else None


def _panel(above: Box, title: str, rows: int) -> Box:
    """As high as its rows, if there is room. Returns its inside."""
    wide = min(640.0, above.w - 40)
    high = min(44 + max(36.0 * min(rows, 12) + 40, HIGH + 8), above.y - 84)
    box = standing_on(above, wide, high)
    panel(box, "choose", title=title, note=tr("Esc: back"), dark=True, solid=True)
    return box.above(2).at(8, 34, wide - 16, high - 38)


def _at_once(seen: SeenTable) -> Iterator[Choice]:
    """The classes of answers; one that is whole with nothing chosen is given by its button."""
    for choice, cls in zip(_verbs(seen), seen.answering.drafting.kind.answers, strict=False):
        whole = seen.answering.drafting.desk.look(Draft(cls)).answer
        shown = evolve(choice, label=tr(choice.label).upper())
        yield shown if whole is None else evolve(shown, action=Say(whole), lit=cls is not Pass)
