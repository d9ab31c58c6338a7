"""The panels round the squads: phases, piles, the last roll, the current move."""

from __future__ import annotations

from typing import Any

from attrs import fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Pick, Set, said, values_of
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.sitting.actions import AtTable, OpenScreen, Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import acting, faces
from owm_net.client.tables.squadcards.common import nation_of, own_seat, player_turn, state_of, told
from owm_net.client.tables.squadcards.squads import small_card
from owm_net.client.widgets import GAP, PANELS, Choice, button, panel, pile, turn_pages
from owm_net.client.words import because
from owm_net.engine.drafts import Draft
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.engine.text import say
from owm_net.games.squadcards.ids import SEATS, SquadId
from owm_net.games.squadcards.notes import (
    DECK_RUNS_OUT,
    INTO_THE_OPEN,
    LAST_TURN,
    PHASE_NOTES,
    unusual,
)
from owm_net.games.squadcards.phases.movement import Move
from owm_net.games.squadcards.state import CATALOG, DECK, SquadState, face
from owm_net.games.squadcards.terms import PHASES, Phase, RangeBand
from owm_net.games.squadcards.words import BAND_WORDS, number_of

PHASE_NAMES = {
    Phase.DRAW: say("Draw"),
    Phase.MORALE: say("Morale"),
    Phase.COVERING: say("Covering"),
    Phase.OPPORTUNITY: say("Opportunity"),
    Phase.MOVEMENT: say("Movement"),
    Phase.POSITION: say("Position"),
    Phase.RETURN: say("Return"),
    Phase.RALLY: say("Rally"),
    Phase.DISCARD: say("Discard"),
}
"""As they stand in a line, without the word Phase."""


def whose_turn(seen: SeenTable) -> str:
    """The player turn in words."""
    g = state_of(seen)
    if not g.turn:
        return tr("SET-UP")
    if seen.players.player >= 0:
        return tr("YOUR TURN") if g.active == seen.players.player else tr("ENEMY TURN")
    return nation_of(seen, g.active).upper()


def phases(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """The nine phases of a player turn; the present one is lit, passed ones are ticked."""
    g = state_of(seen)
    pen.add(
        "phases",
        "panel",
        rect,
        z=PANELS,
        shape=Shape("box", theme.PANEL_DARK, (*theme.PANEL_EDGE, 255), 1, 6),
    )
    mine = g.turn > 0 and g.active == own_seat(seen)
    turn = Rect(rect.x + 3, rect.y + 3, 112, rect.h - 6)
    pen.add(
        "phases.turn",
        "panel",
        turn,
        z=PANELS + 1,
        solid=True,
        tooltip=player_turn(seen) if g.turn else tr("Set-up"),
        shape=Shape(
            "box", (84, 66, 22, 255) if mine else (52, 58, 66, 255), (*theme.GOLD, 255), 1, 5
        ),
        runs=pen.squeezed(
            whose_turn(seen),
            turn.cx,
            turn.cy,
            role="title",
            size=17,
            anchor="m",
            room=turn.w - 8,
            high=turn.h - 1,
            least=12,
        ),
    )
    names = [tr(PHASE_NAMES[p]).upper() for p in PHASES]
    widths = [pen.width(name, "title", 16) for name in names]
    room = rect.right - turn.right - 8
    spare = (room - sum(widths)) / len(PHASES)
    x = turn.right + 4
    at = PHASES.index(g.phase) if g.phase in PHASES and g.turn else -1
    for i, phase in enumerate(PHASES):
        wide = widths[i] + spare
        box = Rect(x, rect.y + 3, wide - 3, rect.h - 6)
        now = i == at
        tone: theme.Colour = (122, 92, 26, 255) if now else (38, 37, 30, 255)
        edge = theme.LIT if now else (70, 66, 50)
        pen.caption(
            f"phase:{phase.value}",
            names[i],
            box,
            kind="phase",
            z=PANELS + 1,
            solid=True,
            tooltip=tr("{phase} Phase", phase=PHASE_NAMES[phase]) + f"\n{told(PHASE_NOTES[phase])}",
            label=tr("{phase}, now", phase=PHASE_NAMES[phase]) if now else tr(PHASE_NAMES[phase]),
            shape=Shape("box", tone, (*edge, 255), 1.8 if now else 1, 5),
            role="title" if now else "label",
            size=16,
            room=box.w - 2,
            colour=theme.CREAM if now else (theme.FAINT if i > at else (128, 121, 100)),
        )
        x += wide


def piles(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Deck with what is known of it, and the discard pile."""
    g = state_of(seen)
    panel(Box(pen, rect), "piles")
    deck = g.decks.get(DECK)
    left = deck.left if deck is not None else 0
    known = peeked(seen)
    top = g.discard[-1] if g.discard else None
    half = min(104.0, (rect.w - 12) / 3)
    pile(
        Box(pen, Rect(rect.x + 6, rect.y + 8, half, rect.h - 10)),
        "pile.deck",
        tr("Deck"),
        str(left),
        art=faces.back() if left else None,
        action=OpenScreen(NextCards) if known else None,
        tooltip=tr(
            "The common deck: {n} cards; {ends}",
            n=left,
            ends=because(DECK_RUNS_OUT.words, DECK_RUNS_OUT.rule),
        )
        + ("\n" + tr("You know the next {n}: click", n=len(known)) if known else ""),
    )
    pile(
        Box(pen, Rect(rect.x + 6 + half, rect.y + 8, half, rect.h - 10)),
        "pile.discard",
        tr("Discard"),
        str(len(g.discard)),
        art=faces.card(top, g.options) if top is not None else None,
        action=OpenScreen(DiscardPile),
        tooltip=tr("The discard pile: click to look through it"),
    )
    x = rect.x + 10 + 2 * half
    room = rect.right - x - 6
    if known:
        pen.text(
            "peek.title",
            tr("NEXT {n}", n=len(known)),
            x + room / 2,
            rect.y + 17,
            z=PANELS + 5,
            anchor="m",
            role="title",
            size=15,
            colour=theme.GOLD,
            room=room,
        )
        high = min(rect.h - 60, 78.0)
        step = (room - high / 1.4) / max(1, len(known) - 1)
        for i, card in enumerate(known):
            box = Rect(x + i * step, rect.y + 32, high / 1.4, high)
            small_card(
                pen,
                f"peek:{i}",
                box,
                seen,
                faces.card(card, g.options),
                face(card).title,
                z=PANELS + 10 + i,
            )
    elif g.aside:
        pen.text(
            "aside.title",
            tr("IN PLAY"),
            x + room / 2,
            rect.y + 17,
            z=PANELS + 5,
            anchor="m",
            role="title",
            size=15,
            colour=theme.GOLD,
            room=room,
        )
        high = min(rect.h - 44, 90.0)
        for i, card in enumerate(c for c in g.aside if c >= 0):
            box = Rect(x + i * 22, rect.y + 30 + i * 8, high / 1.4, high)
            small_card(
                pen,
                f"aside:{i}",
                box,
                seen,
                faces.card(card, g.options),
                face(card).title,
                z=PANELS + 10 + i,
            )
    elif g.turn:
        _turns(pen, Rect(x, rect.y + 8, room, 100), g)


def _turns(pen: Pen, rect: Rect, g: SquadState) -> None:
    """Draw which player turn it is, and what is unusual about this match."""
    limit = g.options.turn_limit
    at = tr("{number} of {many}", number=g.turn, many=limit) if limit else str(g.turn)
    runs = [
        pen.run(
            tr("PLAYER TURN"),
            rect.cx,
            rect.y + 9,
            anchor="m",
            role="title",
            size=16,
            colour=theme.GOLD,
            room=rect.w,
        ),
        pen.run(at, rect.cx, rect.y + 33, anchor="m", role="title", size=20, room=rect.w),
    ]
    options = unusual(g.options)
    names = [line for option in options for line in pen.wrap(option.name, "body", 14, rect.w)]
    fits = int((rect.h - 52) // 16)
    if len(names) > fits:
        more = len(options)
        names = [tr_n("{n} option,", "{n} options,", more), tr("point here")]
    for n, name in enumerate(names):
        runs.append(
            pen.run(
                name,
                rect.cx,
                rect.y + 60 + 16 * n,
                anchor="m",
                size=14,
                colour=theme.SAND,
                room=rect.w,
            )
        )
    lines = [f"{option.name}: {because(option.words, option.rule)}" for option in options]
    tips = [tr("This match"), *lines] if lines else []
    tips += [told(LAST_TURN)] if limit else []
    pen.add("turns", "text", rect, z=PANELS + 5, solid=True, tooltip="\n".join(tips), runs=runs)


def peeked(seen: SeenTable) -> list[CardNumber]:
    """The next cards of the deck, as far as this seat has seen them."""
    g = state_of(seen)
    assert seen.view is not None
    deck = g.decks.get(DECK)
    if deck is None:
        return []
    found: list[CardNumber] = []
    for slot in deck.top(min(6, deck.left)):
        card = seen.view.card(slot)
        if card is None:
            break
        found.append(card)
    return found


def move_panel(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """A move: which card, into what ground, to which range."""
    g, drafting, sketch = state_of(seen), seen.answering.drafting, seen.answering.sketch
    panel(
        Box(pen, rect),
        "move",
        title=tr("Your move"),
        dark=True,
        note=tr("the range is also chosen on the track"),
    )
    y = rect.y + 36
    if sketch is None or not values_of(sketch, Played):
        lines = pen.wrap(
            tr(
                "Click a terrain card to enter it, or any other card to discard it "
                "and enter Open terrain."
            ),
            "body",
            14,
            rect.w - 24,
            3,
        )
        pen.add(
            "move.how",
            "text",
            Rect(rect.x + 8, y - 6, rect.w - 16, 20.0 * len(lines) + 6),
            z=PANELS + 2,
            runs=pen.runs(lines, rect.x + 12, y + 6, 20, size=14, colour=theme.SAND),
        )
        y += 20 * len(lines) + 8
    else:
        _into(pen, Rect(rect.x + 8, y, rect.w - 16, 34), seen, sketch)
        y += 40
    for band in RangeBand:
        light = drafting.light(sketch, RangeBand, band)
        if not light.lit:
            continue
        step = band.value - g.band.value
        box = Rect(rect.x + 8, y, rect.w - 16, 32)
        if box.bottom > rect.bottom - 4:
            break
        words = tr(BAND_WORDS[band]).upper()
        if step:
            label = tr("CLOSER: {range} RANGE") if step < 0 else tr("FARTHER: {range} RANGE")
        else:
            label = tr("SIDEWAYS, STAYING AT {range} RANGE")
        button(
            Box(pen, box),
            f"to:{band.value}",
            label.format(range=words),
            Pick(RangeBand, band),
            lit=True,
            chosen=light.chosen,
        )
        y += 37


def _into(pen: Pen, rect: Rect, seen: SeenTable, sketch: Draft[Any]) -> None:
    """Into the terrain of the chosen card, or into the open for it."""
    (held,) = values_of(sketch, Played)
    card = seen.view.card(held) if seen.view is not None else None
    terrain = dict(seen.answering.drafting.desk.choices(sketch, fields(Move).into_open)).get(False)
    opened = sketch.get(fields(Move).into_open, terrain is not None)
    half = (rect.w - 4) / 2
    into = tr("NO TERRAIN CARD")
    if terrain is None and card is not None:
        into = tr(
            "INTO {title}, COVER {cover}",
            title=tr(face(card).title).upper(),
            cover=face(card).cover,
        )
    button(
        Box(pen, Rect(rect.x, rect.y, half, rect.h)),
        "into:0",
        into,
        Set(fields(Move).into_open, False),
        why="" if terrain is None else said(terrain),
        lit=terrain is None,
        chosen=not opened,
    )
    button(
        Box(pen, Rect(rect.x + half + 4, rect.y, half, rect.h)),
        "into:1",
        tr("DISCARD IT: OPEN TERRAIN"),
        Set(fields(Move).into_open, True),
        lit=True,
        chosen=bool(opened),
        tooltip=told(INTO_THE_OPEN),
    )


class DiscardPile(OverTable):
    """The discard pile, laid out."""

    title = say("Discard pile: {n} cards, newest first")

    def cards(self, seen: SeenTable) -> list[CardNumber]:
        """Those that lie there."""
        return list(reversed(state_of(seen).discard))

    def draw(self, pen: Pen, at: AtTable) -> None:
        """In rows, on as many pages as it takes."""
        sitting, z = at.sitting, Z
        g = state_of(sitting)
        rect = Rect(40, 44, pen.w - 80, pen.h - 84)
        cards = self.cards(sitting)
        title = tr(self.title, n=len(cards))
        wide, high = 110.0, 154.0
        across = int((rect.w - 24) // (wide + 8))
        down = int((rect.h - 90) // (high + 8))
        size = across * down
        pages = max(1, -(-len(cards) // size))
        page = min(self.page, pages - 1)
        panel(Box(pen, rect, z), "browse", title=title, dark=True)
        for i, card in enumerate(cards[page * size : (page + 1) * size]):
            box = Rect(
                rect.x + 14 + (i % across) * (wide + 8),
                rect.y + 40 + (i // across) * (high + 8),
                wide,
                high,
            )
            small_card(
                pen,
                f"browse:{i}",
                box,
                sitting,
                faces.card(card, g.options),
                CATALOG.faces[card].title,
                z=z + 2,
            )
        close_button(Box(pen, rect, Z))
        turn_pages(Box(pen, rect, z + 3), page, pages)


class NextCards(DiscardPile):
    """The known cards on top of the deck."""

    title = say("The next {n} cards of the deck; only you know them")

    def cards(self, seen: SeenTable) -> list[CardNumber]:
        """The next one first."""
        return peeked(seen)


def score_line(seen: SeenTable) -> str:
    """How it stands, in one line."""
    g = state_of(seen)
    if not g.squads:
        return tr("Choose nationalities")
    parts = []
    for seat in SEATS:
        men = sum(g.squads[s].men for s in g.all_of(seat))
        n = len(g.objectives[seat])
        parts.append(
            f"{nation_of(seen, seat)}: {tr_n('{n} man', '{n} men', men)}, "
            + tr_n("{n} objective", "{n} objectives", n)
        )
    return GAP.join(parts)


def tabs(pen: Pen, rect: Rect, seen: SeenTable, shown: SquadId) -> None:
    """The hands of a side's squads, where there are several."""
    g = state_of(seen)
    mine = [s for s in g.all_of(own_seat(seen)) if g.squads[s].men]
    for n, squad in enumerate(mine):
        playable = sum(acting.light_of(seen, card).lit for card in map(Played, g.hands[squad]))
        number, many = number_of(g, squad), len(g.hands[squad])
        label = tr("SQUAD {number}: {many}", number=number, many=many)
        if playable and squad != shown:
            label = tr("SQUAD {number}: {many}, {lit} lit", number=number, many=many, lit=playable)
        box = Rect(rect.x, rect.y + n * 42, rect.w, 38)
        choice = Choice(
            f"hand.of:{squad}",
            label,
            Select(squad + 1),
        )
        button(
            Box(pen, box),
            choice.id,
            choice.label,
            choice.action,
            lit=playable > 0 and squad != shown,
            tooltip=tr("Show this squad's hand"),
        )
        if squad == shown:
            pen.add(
                f"{choice.id}.mark",
                "frame",
                Rect(box.x, box.y, 5, box.h),
                z=PANELS + 14,
                shape=Shape("fill", (*theme.CHOSEN, 255)),
            )
