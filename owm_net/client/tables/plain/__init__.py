"""A table for any game: the public state as text, the options as buttons."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any

import attrs

from owm_net.client import theme
from owm_net.client.drafting import (
    Clear,
    Confirm,
    DraftAction,
    Open,
    Pick,
    Say,
    Set,
    Verb,
    named,
    said,
)
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import (
    PANELS,
    Choice,
    Numbers,
    Prompt,
    backdrop,
    choice_list,
    log_pane,
    number_choice,
    panel,
    plain_value,
    prompt_bar,
    top_bar,
    waiting,
)
from owm_net.client.scene.widgets.number import HIGH
from owm_net.client.tables import Table
from owm_net.client.words import because
from owm_net.engine import agenda
from owm_net.engine.agenda import GameState, Refusal
from owm_net.engine.drafts import Blank, Draft, blanks_of
from owm_net.engine.requests import Answer
from owm_net.engine.view import View

MOST_OFFERS = 200
"""Of the answers the rules offer, as many are shown where nothing can be chosen by pieces."""

_KERNEL = frozenset(a.name for a in attrs.fields(GameState))


class PlainTable(Table):
    """Playable at once for every registered system."""

    def draw(self, pen: Pen, model: Model) -> None:
        """State at the left, options in the middle, log at the right."""
        view = model.view
        assert view is not None
        g = view.state
        backdrop(pen)
        turn = f"{self.system.title}"
        top_bar(pen, model, turn.upper(), f"step {g.answered}")
        side = 300.0
        bar = Rect(8, pen.h - 56, pen.w - side - 24, 48)
        left = Rect(8, 42, 300, bar.y - 50)
        self._state(pen, left, model)
        log_pane(pen, Rect(pen.w - side - 8, 42, side, pen.h - 50), model)
        area = Rect(left.right + 8, 42, pen.w - side - 24 - left.right, bar.y - 50)
        panel(pen, "options", area, title="What you can do" if model.asked else "")
        inside = Rect(area.x + 8, area.y + 32, area.w - 16, area.h - 38)
        if model.asked:
            self._answer(pen, inside, model)
        prompt_bar(pen, bar, prompt(model), model)

    # -- the answer ----------------------------------------------------------------------

    def _answer(self, pen: Pen, area: Rect, model: Model) -> None:
        """Above, which kind of answer, where there are several; below, what it still wants."""
        verbs = list(_verbs(model))
        rows = -(-len(verbs) // 3)
        high = 36.0 * rows
        if verbs:
            choice_list(pen, Rect(area.x, area.y, area.w, high + 40), verbs, model, columns=3)
        below = Rect(area.x, area.y + (high + 12 if verbs else 0), area.w, 0)
        below = Rect(below.x, below.y, area.w, area.bottom - below.y)
        sketch = model.sketch
        if sketch is None:
            return
        y = below.y
        for text in _chosen(model, sketch):
            pen.text(f"chosen:{y}", text, below.x + 6, y + 10, z=PANELS + 10, size=15)
            y += 24
        rest = Rect(below.x, y + 6, below.w, below.bottom - y - 6)
        blank = wanted(model, sketch)
        if blank is None:
            return
        values = list(model.drafting.desk.choices(sketch, blank.name))
        if values:
            self._values(pen, rest, model, sketch, blank, values)
        elif _is_number(blank):
            self._number(pen, rest, model, sketch, blank)
        else:
            self._ready(pen, rest, model)

    def _values(
        self,
        pen: Pen,
        area: Rect,
        model: Model,
        sketch: Draft[Any],
        blank: Blank,
        values: Sequence[tuple[Hashable, Refusal | None]],
    ) -> None:
        held = sketch.held(blank)
        choices = list(_groups(sketch, blank))
        for i, (value, refusal) in enumerate(values):
            chosen = value in held
            choices.append(
                Choice(
                    f"option:{i}",
                    self.system.value_name(_view(model), blank.kind, value),
                    Pick(blank.kind, value),
                    why="" if chosen or refusal is None else said(refusal),
                    lit=not chosen and refusal is None,
                    chosen=chosen,
                )
            )
        choice_list(pen, area, choices, model, columns=2 if len(choices) > 12 else 1)

    def _number(self, pen: Pen, area: Rect, model: Model, sketch: Draft[Any], blank: Blank) -> None:
        """A number that nobody has listed: the values about the one shown that are allowed."""
        numbers = model.drafting.numbers(sketch, blank.name)
        if not numbers:
            return
        at = _shown_number(sketch, blank, numbers)
        wide = min(620.0, area.w - 20)
        caption = self.system.describe(_view(model), sketch.with_(blank.name, at).made())
        box = Rect(area.cx - wide / 2, area.cy - HIGH / 2, wide, HIGH)
        number_choice(pen, box, Numbers(numbers, at, caption), model, lambda n: Set(blank.name, n))

    def _ready(self, pen: Pen, area: Rect, model: Model) -> None:
        """What can be neither listed nor counted: the answers that the rules offer."""
        offers = islice(agenda.offers(_view(model)), MOST_OFFERS)
        choices = [
            Choice(
                f"option:{i}",
                self.system.describe(_view(model), answer),
                Say(answer),
                why=model.why_not(answer),
            )
            for i, answer in enumerate(offers)
        ]
        choice_list(pen, area, choices, model, columns=2 if len(choices) > 12 else 1)

    def _state(self, pen: Pen, rect: Rect, model: Model) -> None:
        view = model.view
        assert view is not None
        g = view.state
        name = self.system.card_name
        lines: list[tuple[str, bool]] = []
        for seat in range(g.seats):
            held = view.cards(g.hands[seat]) if g.hands else ()
            shown = [name(c) for c in held if c is not None]
            lines.append((f"{model.name(seat)} ({self.system.seat_name(g, seat)})", True))
            if held:
                hidden = len(held) - len(shown)
                text = ", ".join([*shown, *([f"{hidden} hidden"] if hidden else [])])
                lines.append((f"hand: {text}", False))
        for key, deck in g.decks.items():
            lines.append((f"{key}: {deck.left} of {deck.size} cards left", False))
        lines.append(("The table", True))
        for a in attrs.fields(type(g)):
            if a.name not in _KERNEL and a.init:
                value = getattr(g, a.name)
                lines.append((f"{a.name.replace('_', ' ')}: {plain_value(value)[:400]}", False))
        panel(pen, "state", rect, title="State")
        y = rect.y + 42
        for i, (text, head) in enumerate(lines):
            wrapped = pen.wrap(text, "bold" if head else "body", theme.SMALL, rect.w - 26, 6)
            if y + 18 * len(wrapped) > rect.bottom:
                break
            pen.add(
                f"state:{i}",
                "text",
                Rect(rect.x + 8, y - 9, rect.w - 16, 18.0 * len(wrapped)),
                z=PANELS + 2,
                runs=pen.runs(
                    wrapped,
                    rect.x + 13,
                    y,
                    18,
                    size=theme.SMALL,
                    role="bold" if head else "body",
                    colour=theme.GOLD if head else theme.CREAM,
                ),
            )
            y += 18 * len(wrapped) + 3


def wanted(model: Model, sketch: Draft[Any]) -> Blank | None:
    """The field to choose for: what the rules want next, else the last, to change it."""
    look = model.drafting.desk.look(sketch)
    blanks = blanks_of(sketch.cls)
    for blank in blanks:
        if blank.name == look.wants:
            return blank
    return blanks[-1] if blanks else None


def _view(model: Model) -> View[Any]:
    assert model.view is not None
    return model.view


def _verbs(model: Model) -> Iterator[Choice]:
    """The classes of answers, where there are several. What has no fields is said at once."""
    drafting = model.drafting
    classes = drafting.kind.answers
    sketch = model.sketch
    for i, cls in enumerate(classes if len(classes) > 1 else ()):
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


def title_of(cls: type[Answer]) -> str:
    """A class of answers as a button's label; one without a title by its name."""
    return cls.title or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).capitalize()


def _chosen(model: Model, sketch: Draft[Any]) -> Iterator[str]:
    for blank in blanks_of(sketch.cls):
        groups = []
        for group in sketch.groups(blank):
            names = [model.system.value_name(_view(model), blank.kind, v) for v in group]
            groups.append(", ".join(names) or "-")
        if groups:
            yield f"{named(blank.name)}: {' | '.join(groups)}"


def _groups(sketch: Draft[Any], blank: Blank) -> Iterator[Choice]:
    """For a field that holds groups: which is open, and one more behind those that are filled."""
    n = len(sketch.groups(blank)) if blank.groups else 0
    for group in range(n + 1 if n else 0):
        label = f"{named(blank.name)}: {group + 1}"
        yield Choice(f"group:{group}", label, Open(group), lit=False, chosen=group == sketch.group)


def _is_number(blank: Blank) -> bool:
    return blank.kind is int or getattr(blank.kind, "__supertype__", None) is int


def _shown_number(sketch: Draft[Any], blank: Blank, numbers: Sequence[int]) -> int:
    """What was chosen, or one in the middle."""
    held = sketch.values.get(blank.name)
    return held if isinstance(held, int) and held in numbers else numbers[len(numbers) // 2]


def prompt(model: Model) -> Prompt:
    """Who must do what, for any game."""
    if model.asked:
        told, sketch = agenda.about(_view(model)), model.sketch
        what = f"You: {told.what}"
        if sketch is None:
            return Prompt(what, because(told.why, told.rule))
        blank = wanted(model, sketch)
        if (
            blank is not None
            and _is_number(blank)
            and model.drafting.desk.domain(blank.kind) is None
        ):
            numbers = model.drafting.numbers(sketch, blank.name)
            if numbers:  # the number that is shown counts as chosen
                sketch = sketch.with_(blank.name, _shown_number(sketch, blank, numbers))
        look = model.drafting.desk.look(sketch)
        detail = f"next: {named(look.wants)}" if look.wants else because(told.why, told.rule)
        why = "" if look.answer is not None else f"still to be chosen: {named(look.wants)}"
        told_why = look.refusal or look.lacks
        if told_why is not None:
            why = said(told_why)
        if look.answer is not None:
            outlook = model.outlook(look.answer)
            detail = model.system.describe(_view(model), look.answer)
            detail = f"{detail}: {outlook}" if outlook else detail
        clear = [Choice("clear", "CLEAR", Clear(), lit=False)] if model.trail else []
        given = Confirm() if look.answer is None else Say(look.answer)
        confirm = Choice("confirm", "CONFIRM", given, why=why, tooltip="Enter")
        return Prompt(what, detail, [confirm, *clear])
    return waiting(model)
