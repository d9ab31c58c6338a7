"""The panels round the squads: phases, piles, the last roll, the current move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Pick, Set, said, values_of
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens.over_table import OverTable, laid_open
from owm_net.client.sitting.actions import AtTable, OpenScreen, Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import acting, faces
from owm_net.client.tables.squadcards.common import nation_of, own_seat, player_turn, state_of, told
from owm_net.client.tables.squadcards.squads import small_card
from owm_net.client.widgets import button, outlined, panel, pile
from owm_net.client.words import because
from owm_net.engine.drafts import Draft
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.engine.text import named, say
from owm_net.games.squadcards.ids import SquadId
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


def phases(box: Box, seen: SeenTable) -> None:
    """The nine phases of a player turn; the present one is lit, passed ones are ticked."""
    g = state_of(seen)
    box.add("phases", "panel", shape=outlined(theme.PANEL_DARK, theme.PANEL_EDGE, 1))
    mine = g.turn > 0 and g.active == own_seat(seen)
    row = box.above(1).inset(3, 3)
    turn = row.cut_left(112, gap=4)
    room = turn.inset(4, 0.5)
    turn.add(
        "phases.turn",
        "panel",
        solid=True,
        tooltip=player_turn(seen) if g.turn else tr("Set-up"),
        shape=outlined((84, 66, 22, 255) if mine else (52, 58, 66, 255), theme.GOLD, 1, 5),
        runs=room.squeezed(whose_turn(seen), least=12, role="title", size=17, anchor="m"),
    )
    names = [tr(PHASE_NAMES[p]).upper() for p in PHASES]
    widths = [box.pen.width(name, "title", 16) for name in names]
    spare = (row.w - 1 - sum(widths)) / len(PHASES)
    at = PHASES.index(g.phase) if g.phase in PHASES and g.turn else -1
    for i, phase in enumerate(PHASES):
        place = row.cut_left(widths[i] + spare - 3, gap=3)
        title, now = PHASE_NAMES[phase], i == at
        shape = outlined((38, 37, 30, 255), (70, 66, 50), 1, 5)
        style: Lettering = {"role": "label", "size": 16, "anchor": "m", "room": place.w - 2}
        style["colour"] = theme.FAINT if i > at else (128, 121, 100)
        if now:
            shape = outlined((122, 92, 26, 255), theme.LIT, 1.8, 5)
            style |= {"role": "title", "colour": theme.CREAM}
        place.add(
            f"phase:{phase.value}",
            "phase",
            solid=True,
            tooltip=tr("{phase} Phase", phase=title) + f"\n{told(PHASE_NOTES[phase])}",
            label=tr("{phase}, now", phase=title) if now else tr(title),
            shape=shape,
            runs=[place.run(names[i], **style)],
        )


def piles(box: Box, seen: SeenTable) -> None:
    """Deck with what is known of it, and the discard pile."""
    g = state_of(seen)
    panel(box, "piles")
    deck = g.decks.get(DECK)
    left = deck.left if deck is not None else 0
    known = peeked(seen)
    half = min(104.0, (box.w - 12) / 3)
    row = box.at(6, 8, box.w - 12, box.h - 10)
    ends = because(DECK_RUNS_OUT.words, DECK_RUNS_OUT.rule)
    tip = tr("The common deck: {n} cards; {ends}", n=left, ends=ends)
    if known:
        tip += "\n" + tr("You know the next {n}: click", n=len(known))
    pile(
        row.cut_left(half),
        "pile.deck",
        tr("Deck"),
        str(left),
        art=faces.back() if left else None,
        action=OpenScreen(NextCards) if known else None,
        tooltip=tip,
    )
    pile(
        row.cut_left(half, gap=4),
        "pile.discard",
        tr("Discard"),
        str(len(g.discard)),
        art=faces.card(g.discard[-1], g.options) if g.discard else None,
        action=OpenScreen(DiscardPile),
        tooltip=tr("The discard pile: click to look through it"),
    )
    if known:
        _few_cards(row, seen, "peek", tr("NEXT {n}", n=len(known)), known)
    elif g.aside:
        _few_cards(row, seen, "aside", tr("IN PLAY"), [c for c in g.aside if c >= 0])
    elif g.turn:
        _turns(row.cut_top(100), g)


def _few_cards(box: Box, seen: SeenTable, id: str, title: str, cards: Sequence[CardNumber]) -> None:
    """Cards beside the piles: those of which one knows overlap from left to right, those in play
    lie over each other."""
    g = state_of(seen)
    heading: Lettering = {"role": "title", "size": 15, "colour": theme.GOLD, "anchor": "m"}
    box.above(5).cut_top(18).text(f"{id}.title", title, **heading)
    if id == "peek":
        high = min(box.h - 50, 78.0)
        across, down = (box.w - high / 1.4) / max(1, len(cards) - 1), 0.0
    else:
        high, across, down = min(box.h - 34, 90.0), 22.0, 8.0
    for i, card in enumerate(cards):
        place = box.above(10 + i).at(i * across, 24 + i * down, high / 1.4, high)
        art = faces.card(card, g.options)
        small_card(place, f"{id}:{i}", seen, art, face(card).title)


def _turns(box: Box, g: SquadState) -> None:
    """Draw which player turn it is, and what is unusual about this match."""
    limit = g.options.turn_limit
    at = tr("{number} of {many}", number=g.turn, many=limit) if limit else str(g.turn)
    gold: Lettering = {"role": "title", "size": 16, "anchor": "m", "colour": theme.GOLD}
    runs = [
        box.line(9).run(tr("PLAYER TURN"), **gold),
        box.line(33).run(at, anchor="m", role="title", size=20),
    ]
    options = unusual(g.options)
    names = box.wrap([option.name for option in options], 14)
    if len(names) > int((box.h - 52) // 16):
        more = len(options)
        names = [tr_n("{n} option,", "{n} options,", more), tr("point here")]
    style: Lettering = {"anchor": "m", "size": 14, "colour": theme.SAND, "room": box.w}
    runs += box.pen.runs(names, box.cx, box.y + 60, 16, **style)
    lines = [f"{option.name}: {because(option.words, option.rule)}" for option in options]
    tips = [tr("This match"), *lines] if lines else []
    tips += [told(LAST_TURN)] if limit else []
    box.above(5).add("turns", "text", solid=True, tooltip="\n".join(tips), runs=runs)


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


def move_panel(box: Box, seen: SeenTable) -> None:
    """A move: which card, into what ground, to which range."""
    g, drafting, sketch = state_of(seen), seen.answering.drafting, seen.answering.sketch
    note = tr("the range is also chosen on the track")
    panel(box, "move", title=tr("Your move"), dark=True, note=note)
    room = box.inset(8, 4)
    room.cut_top(32)
    if sketch is None or not values_of(sketch, Played):
        how = tr(
            "Click a terrain card to enter it, or any other card to discard it "
            "and enter Open terrain."
        )
        words = room.above(2).inset(4, 0)
        words.words("move.how", how, most=3, step=20, gap=8, size=14, colour=theme.SAND)
        room.cut_top(words.y - room.y)
    else:
        _into(room.cut_top(34, gap=6), seen, sketch)
    for band in RangeBand:
        light = drafting.light(sketch, RangeBand, band)
        if not light.lit:
            continue
        if room.h < 32:
            break
        step = band.value - g.band.value
        if step:
            label = tr("CLOSER: {range} RANGE") if step < 0 else tr("FARTHER: {range} RANGE")
        else:
            label = tr("SIDEWAYS, STAYING AT {range} RANGE")
        label = label.format(range=tr(BAND_WORDS[band]).upper())
        goes = Pick(RangeBand, band)
        button(
            room.cut_top(32, gap=5), f"to:{band.value}", label, goes, lit=True, chosen=light.chosen
        )


def _into(row: Box, seen: SeenTable, sketch: Draft[Any]) -> None:
    """Into the terrain of the chosen card, or into the open for it."""
    (held,) = values_of(sketch, Played)
    card = seen.view.card(held) if seen.view is not None else None
    into_open = fields(Move).into_open
    terrain = dict(seen.answering.drafting.desk.choices(sketch, into_open)).get(False)
    opened = sketch.get(into_open, terrain is not None)
    into = tr("NO TERRAIN CARD")
    if terrain is None and card is not None:
        title = tr(face(card).title).upper()
        into = tr("INTO {title}, COVER {cover}", title=title, cover=face(card).cover)
    left, right = row.columns(2, gap=4)
    why, enters = "" if terrain is None else said(terrain), Set(into_open, False)
    button(left, "into:0", into, enters, why=why, lit=terrain is None, chosen=not opened)
    into, enters = tr("DISCARD IT: OPEN TERRAIN"), Set(into_open, True)
    tip = told(INTO_THE_OPEN)
    button(right, "into:1", into, enters, lit=True, chosen=bool(opened), tooltip=tip)


class DiscardPile(OverTable):
    """The discard pile, laid out."""

    title = say("Discard pile: {n} cards, newest first")

    def cards(self, seen: SeenTable) -> list[CardNumber]:
        """Those that lie there."""
        return list(reversed(state_of(seen).discard))

    def draw(self, pen: Pen, at: AtTable) -> None:
        """In rows, on as many pages as it takes."""
        sitting = at.sitting
        options, cards = state_of(sitting).options, self.cards(sitting)
        title = tr(self.title, n=len(cards))
        for id, box, card in laid_open(pen, title, cards, (110.0,), self.page):
            small_card(box, id, sitting, faces.card(card, options), CATALOG.faces[card].title)


class NextCards(DiscardPile):
    """The known cards on top of the deck."""

    title = say("The next {n} cards of the deck; only you know them")

    def cards(self, seen: SeenTable) -> list[CardNumber]:
        """The next one first."""
        return peeked(seen)


def score_line(seen: SeenTable) -> str:
    """What wins, and how it stands with that; the men are counted at each squad."""
    if not state_of(seen).squads:
        return tr("Choose nationalities")
    assert seen.view is not None
    return tr(named(seen.system.aim(seen.view), seen.players.names))


def tabs(box: Box, seen: SeenTable, shown: SquadId) -> None:
    """The hands of a side's squads, where there are several."""
    g = state_of(seen)
    for squad in [s for s in g.all_of(own_seat(seen)) if g.squads[s].men]:
        playable = sum(acting.light_of(seen, card).lit for card in map(Played, g.hands[squad]))
        number, many = number_of(g, squad), len(g.hands[squad])
        label = tr("SQUAD {number}: {many}", number=number, many=many)
        lit = playable > 0 and squad != shown
        if lit:
            label = tr("SQUAD {number}: {many}, {lit} lit", number=number, many=many, lit=playable)
        place, id = box.cut_top(38, gap=4), f"hand.of:{squad}"
        tip = tr("Show this squad's hand")
        button(place, id, label, Select(squad + 1), lit=lit, tooltip=tip)
        if squad == shown:
            edge = place.above(14).cut_left(5)
            edge.add(f"{id}.mark", "frame", shape=Shape("fill", (*theme.CHOSEN, 255)))
