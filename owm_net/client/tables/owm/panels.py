"""The panels round the board: Initiative Track, piles, players; `rows` has the soldiers of a
Fireteam."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens.over_table import OverTable, laid_open
from owm_net.client.sitting.actions import (
    AtTable,
    LookAt,
    OpenScreen,
    PassUntil,
    Read,
    Select,
    SortHand,
)
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import board, deciding, faces, sight
from owm_net.client.tables.owm.shown import asked_about, state_of
from owm_net.client.widgets import GAP, button, card_zoom, outlined, panel, pile
from owm_net.client.words import capital
from owm_net.engine.ids import Seat
from owm_net.games.owm import words
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId
from owm_net.games.owm.state import CATALOG, CORE, OwmState
from owm_net.games.owm.terms import Side
from owm_net.games.owm.victory import SCORED_BY, account, score
from owm_net.games.owm.words import fireteam_name, short_division


def phase_line(g: OwmState) -> str:
    """Mission, round and phase."""
    if g.phase == "set-up":
        return tr("{title}: setting up", title=g.card.title)
    if g.agreed.last_round:
        return tr(
            "{title}: round {round_no} of {last}, {phase}",
            title=g.card.title,
            round_no=g.round_no,
            last=g.agreed.last_round,
            phase=words.PHASES[g.phase],
        )
    return tr(
        "{title}: round {round_no}, {phase}",
        title=g.card.title,
        round_no=g.round_no,
        phase=words.PHASES[g.phase],
    )


def score_line(g: OwmState, aim: str) -> tuple[str, str]:
    """The score as it would be now, and how it comes about. aim: as the rules tell it."""
    if not g.soldiers:
        return words.squad_points(g), g.card.blurb
    parts = [f"{tr(side.word)} {score(g, side)}" for side in (Side.ALLIES, Side.AXIS)]
    return f"{parts[0]} : {parts[1]}{GAP}{tr(aim)}", "\n".join(
        [*map(capital, account(g)), SCORED_BY]
    )


def track(box: Box, seen: SeenTable) -> None:
    """Draw the Initiative Track, topmost first; those that have acted, the active one, those to
    come. Before it is drawn by lot, who has a place on the map."""
    g = state_of(seen)
    drawn = bool(g.initiative)
    panel(box, "track", title=tr("Initiative") if drawn else tr("Fireteams"))
    order = g.initiative or list(g.fireteams)
    if not order:
        return
    step = min(44.0, (box.h - 34) / len(order))
    size = min(40.0, step - 1)
    rows = box.above(2).inset(4, 0)
    rows.cut_top(30)
    for team_id in order:
        row, id = rows.cut_top(step - 2, gap=2), f"track:{team_id}"
        team = g.fireteams[team_id]
        active = g.active == team_id
        acted = team.activated_in == g.round_no and not active and g.round_no > 0
        word = tr("acts now") if active else (tr("has acted") if acted else tr("to come"))
        if team.is_aloft and not active:
            word = tr("aloft")
        if not drawn:
            there = g.ground.cell_name(team.cell) if team.on_map else ""
            word = tr("at {place}", place=there) if there else tr("not placed")
        lit, plain = ((84, 66, 22, 255), theme.LIT, 1.6, 5), ((38, 36, 29, 255), theme.PANEL_EDGE)
        row.add(
            id,
            "track",
            shape=outlined(*lit) if active else outlined(*plain, 1, 5),
            action=Select(team_id),
            tooltip=board.team_tip(g, team_id),
            label=f"{fireteam_name(g, team_id)}, {word}",
        )
        art, flags = faces.token(g, team_id, plain=True), ["dim"] if acted else []
        picture = row.above(1).cut_left(size + 1, gap=4)
        picture.at(1, (row.h - size) / 2, size, size).add(
            f"{id}.art", "token", art=art, flags=flags
        )
        text = row.above(2).at(size + 5, 0, row.w - size - 5, row.h)
        room = text.at(0, 0, text.w - 4, text.h)
        ink = theme.FAINT if acted else theme.CREAM
        name: Lettering = {"role": "title", "size": 16, "colour": ink}
        runs = [room.line(row.h * 0.30).run(fireteam_name(g, team_id), **name)]
        if row.h >= 30:
            sign = "▶ " if active else ("✓ " if acted else "")
            ink = theme.LIT if active else theme.FAINT
            runs.append(room.line(row.h * 0.72).run(sign + word, size=14, colour=ink))
        text.add(f"{id}.text", "text", runs=runs)


def tools(box: Box, seen: SeenTable) -> None:
    """How the table is looked at: sight, the bare map, the order of the hand."""
    ui = seen.ui
    sees = tr("From the place you point at: who sees it, how far it is, what can hit there")
    sorts = tr("Your hand by kind of card, or as you drew it")
    bare = tr("The map without its counters")
    for place, (id, label, action, key, on, tip) in zip(
        box.columns(3, gap=4),
        (
            ("look.sight", tr("SIGHT"), LookAt(sight.WORD), "v", ui.look == sight.WORD, sees),
            ("look.map", tr("MAP"), LookAt(board.BARE), "x", ui.look == board.BARE, bare),
            ("look.sort", tr("SORT"), SortHand(), "k", ui.hand_sorted, sorts),
        ),
        strict=True,
    ):
        button(place, id, label, action, size=14, key=key, chosen=on, lit=on, tooltip=tip)


def piles(box: Box, seen: SeenTable) -> None:
    """Deck and play-throughs, discard pile, Fog of War."""
    g = state_of(seen)
    deck = g.decks.get(CORE)
    left = deck.left if deck is not None else 0
    panel(box, "piles")
    inside = box.inset(4, 8)
    foot = inside.cut_bottom(8, gap=6).above(6)
    decks, discard, fog = inside.columns(3)
    art = faces.back() if left else None
    pile(decks, "pile.deck", tr("Deck"), str(left), art=art, tooltip=words.deck_facts(g))
    pile(
        discard,
        "pile.discard",
        tr("Discard"),
        str(len(g.discard)),
        art=faces.core_card(g.discard[-1]) if g.discard else None,
        action=OpenScreen(DiscardPile),
        tooltip=tr("The discard pile: click to look through it"),
    )
    art = faces.back() if g.fog else None
    pile(fog, "pile.fog", tr("Fog"), str(len(g.fog)), art=art, tooltip=words.FOG)
    timer = tr("play-through {timer}", timer=words.timer(g))
    foot.text("piles.timer", timer, size=14, anchor="m", colour=theme.SAND)


def players(box: Box, seen: SeenTable) -> None:
    """Everybody at the table: name, side, points, cards in hand, who must act."""
    panel(box, "players")
    waiting = seen.waiting_for() if not seen.presenter.busy else ()
    for seat, row in enumerate(box.inset(3, 5).rows(state_of(seen).seats)):
        _player(row, seen, Seat(seat), seat in waiting)


def _player(row: Box, seen: SeenTable, seat: Seat, is_asked: bool) -> None:
    g, id, pen = state_of(seen), f"player:{seat}", row.pen
    camp = g.sides[seat] if g.sides else Side.EITHER
    known = g.divisions[seat] if g.divisions else ()
    emblems = row.above(3).at(2, row.h / 2 - 18, 34, 34)
    for i, (key, place) in enumerate(zip(known, emblems.columns(len(known) or 1), strict=False)):
        place.centred(place.w, place.w).add(f"{id}.badge{i}", "image", art=faces.badge(key))
    wide = 17.0 if known else 34.0
    star = emblems.above(1).at(35 - wide, 36 - wide, wide, wide)
    side = faces.objective(camp.value if camp is not Side.EITHER else "")
    star.add(f"{id}.side", "token", art=side)
    hand = len(g.hands[seat]) if g.hands else 0
    held = tr_n("{n} card in hand", "{n} cards in hand", hand)
    title = " + ".join(CATALOG.divisions[k].title for k in known) or tr("no division yet")
    acts = "  ▶" if is_asked else ""
    name = f"{seen.players.name(seat)}{acts}"
    row.above(2).add(
        id,
        "player",
        solid=True,
        label=f"{name}: {title}, {held}",
        tooltip=f"{seen.players.name(seat)}: {tr(camp.word)}, {title}\n{held}",
    )
    cards = row.above(3)
    text = cards.above(1)
    cards = cards.cut_right(59)
    text.cut_left(39)
    text.cut_right(59)
    room = text.inset(2, 0)
    room.cut_right(4)
    ink = theme.LIT if acts else theme.CREAM
    runs = [room.line(row.h * 0.3).run(name, role="bold", size=15, colour=ink)]
    if seat == seen.players.seat and deciding.stands(seen):
        _pass_that_stands(text.above(1).at(-2, row.h / 2 - 1, text.w, 20), seen)
    else:
        shown = title
        if len(known) > 1 and pen.width(title, "body", 14) > row.w - 114:
            shown = " + ".join(short_division(k) for k in known)
        if seat in g.gone:
            shown = tr("out of the match")
        runs.append(room.line(row.h * 0.7).run(shown, size=14, colour=theme.SAND))
    text.add(f"{id}.text", "text", runs=runs)
    for i in range(min(hand, 7)):
        cards.at(i * 4.0, row.h / 2 - 13, 18, 25).add(f"{id}.card{i}", "back", art=faces.back())
    if g.phase != "set-up":
        number = cards.above(2).at(40, 0, 16, row.h)
        run = number.run(str(hand), role="title", size=18, anchor="r", room=40)
        number.add(f"{id}.hand", "text", runs=[run])


def _pass_that_stands(box: Box, seen: SeenTable) -> None:
    """In the place of the player's division; a press takes it back."""
    id, told = "player.stands", tr(deciding.stands(seen))
    lit = id in (seen.ui.hover, seen.ui.focus)
    text = box.inset(5, 0).run(f"× {told}", size=14, colour=theme.LIT, room=box.w - 8, least=10)
    box.add(
        id,
        "button",
        shape=outlined((84, 66, 22, 255), theme.LIT, 2 if lit else 1, 5),
        runs=[text],
        action=PassUntil(""),
        label=told,
        tooltip=tr(deciding.ASKED_AGAIN),
    )


def looked_at(seen: SeenTable) -> FireteamId:
    """The Fireteam the side panel shows: pinned, under the pointer, selected, asked about, or
    active."""
    g = state_of(seen)
    if seen.ui.pinned in g.fireteams:
        return FireteamId(seen.ui.pinned)
    for prefix in ("team:", "track:"):
        if seen.ui.hover.startswith(prefix):
            found = FireteamId(int(seen.ui.hover.removeprefix(prefix).partition("~")[0]))
            if found in g.fireteams:
                return found
    if seen.ui.hover.startswith("soldier:"):  # whose card is read stays
        soldier = int(seen.ui.hover.removeprefix("soldier:").partition("~")[0])
        for team in g.fireteams.values():
            if soldier in team.line:
                return team.id
    if seen.ui.selected in g.fireteams and seen.ui.selected_at == g.answered:
        return FireteamId(seen.ui.selected)
    asked = asked_about(seen).fireteam
    if asked in g.fireteams:
        return asked
    if g.active in g.fireteams:
        return g.active
    own = [t.id for t in g.fireteams.values() if t.seat == seen.players.seat]
    return own[0] if own else NO_FIRETEAM


PILE_CARDS = (180.0, 160.0, 140.0, 126.0, 112.0, 100.0, 92.0)
"""Widths of a card of the discard pile that is looked through."""


class DiscardPile(OverTable):
    """The discard pile, laid out."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """As large as all of them have room on a page, if they can have it."""
        cards = list(reversed(state_of(at.sitting).discard))
        n = len(cards)
        title = tr_n("Discard pile: {n} card", "Discard pile: {n} cards, newest first", n)
        for id, box, card in laid_open(pen, title, cards, PILE_CARDS, self.page):
            art = faces.core_card(card)
            box.add(id, "card", art=art, action=Read(), label=str(card))
            if at.sitting.ui.hover == id:
                card_zoom(pen, id, art, box.rect, str(card), "", side="left")
