"""A table for any game: the public state as text, the options as buttons (`answer`)."""

from __future__ import annotations

import attrs

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.widgets import (
    answer,
    backdrop,
    log_pane,
    panel,
    plain_value,
    prompt_bar,
    top_bar,
)
from owm_net.client.words import capital
from owm_net.engine.agenda import GameState
from owm_net.engine.text import named

_KERNEL = frozenset(a.name for a in attrs.fields(GameState))


class PlainTable(Table):
    """Playable at once for every registered system."""

    def draw(self, pen: Pen, seen: SeenTable) -> None:
        """State at the left, options in the middle, log at the right."""
        view = seen.view
        assert view is not None
        g = view.state
        backdrop(pen)
        top_bar(pen, seen, tr(self.system.title).upper(), tr("step {n}", n=g.answered))
        box = whole(pen).inset(8)
        box.cut_top(34)
        log_pane(box.cut_right(300, gap=8), seen)
        bar = box.cut_bottom(48, gap=8)
        self._state(box.cut_left(300, gap=8), seen)
        panel(box, "options", title=tr("What you can do") if seen.answering.is_open else "")
        if seen.answering.is_open:
            answer.draw(box.at(8, 32, box.w - 16, box.h - 38), seen)
        prompt_bar(bar, answer.prompt(seen), seen)

    def _state(self, box: Box, seen: SeenTable) -> None:
        view = seen.view
        assert view is not None
        g = view.state
        name = self.system.card_name
        lines: list[tuple[str, bool]] = []
        for seat in range(g.seats):
            held = view.cards(g.hands[seat]) if g.hands else ()
            shown = [tr(name(c)) for c in held if c is not None]
            lines.append(
                (f"{seen.players.name(seat)} ({tr(self.system.seat_name(g, seat))})", True)
            )
            if held:
                hidden = len(held) - len(shown)
                text = ", ".join([*shown, *([tr("{n} hidden", n=hidden)] if hidden else [])])
                lines.append((tr("hand: {text}", text=text), False))
        for key, deck in g.decks.items():
            many = {"left": deck.left, "size": deck.size}
            left = tr("{key}: {left} of {size} cards left", key=key, **many)
            if len(g.decks) == 1:  # its name is for the rules
                left = tr("deck: {left} of {size} cards left", **many)
            lines.append((left, False))
        lines.append((tr("The table"), True))
        on_table = self.system.on_table(view)
        told = [capital(named(line, seen.players.names)) for line in on_table] or [
            f"{a.name.replace('_', ' ')}: {plain_value(getattr(g, a.name))[:400]}"
            for a in attrs.fields(type(g))
            if a.name not in _KERNEL and a.init
        ]
        lines += [(line, False) for line in told]
        panel(box, "state", title=tr("State"))
        room = box.inset(13, 0).above(2)
        room.cut_top(33)
        for i, (text, head) in enumerate(lines):
            style: Lettering = {"size": theme.SMALL}
            if head:
                style |= {"role": "bold", "colour": theme.GOLD}
            wrapped = room.wrap(text, theme.SMALL, style.get("role", "body"), 6)
            if room.h < 18 * len(wrapped):
                break
            room.lines(f"state:{i}", wrapped, step=18, gap=3, **style)
