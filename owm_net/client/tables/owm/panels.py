"""The panels round the board: Initiative Track, piles, players; `rows` has the soldiers of a
Fireteam."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable, Z, close_button
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
from owm_net.client.widgets import GAP, PANELS, button, card_zoom, panel, pile, turn_pages
from owm_net.client.words import capital
from owm_net.games.owm import words
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId
from owm_net.games.owm.missions import rules_of
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


def score_line(g: OwmState) -> tuple[str, str]:
    """The score as it would be now, and how it comes about."""
    if not g.soldiers:
        return words.squad_points(g), g.card.blurb
    parts = [f"{tr(side.word)} {score(g, side)}" for side in (Side.ALLIES, Side.AXIS)]
    return f"{parts[0]} : {parts[1]}{GAP}{tr(rules_of(g).standing(g))}", "\n".join(
        [*map(capital, account(g)), SCORED_BY]
    )


def track(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Draw the Initiative Track, topmost first; those that have acted, the active one, those to
    come. Before it is drawn by lot, who has a place on the map."""
    g = state_of(seen)
    drawn = bool(g.initiative)
    panel(Box(pen, rect), "track", title=tr("Initiative") if drawn else tr("Fireteams"))
    order = g.initiative or list(g.fireteams)
    if not order:
        return
    step = min(44.0, (rect.h - 34) / len(order))
    size = min(40.0, step - 1)
    for i, team_id in enumerate(order):
        team = g.fireteams[team_id]
        y = rect.y + 30 + i * step
        box = Rect(rect.x + 4, y, rect.w - 8, step - 2)
        active = g.active == team_id
        acted = team.activated_in == g.round_no and not active and g.round_no > 0
        word = tr("acts now") if active else (tr("has acted") if acted else tr("to come"))
        if team.is_aloft and not active:
            word = tr("aloft")
        if not drawn:
            there = g.ground.cell_name(team.cell) if team.on_map else ""
            word = tr("at {place}", place=there) if there else tr("not placed")
        id = f"track:{team_id}"
        shape = Shape(
            "box",
            (84, 66, 22, 255) if active else (38, 36, 29, 255),
            (*(theme.LIT if active else theme.PANEL_EDGE), 255),
            1.6 if active else 1,
            5,
        )
        pen.add(
            id,
            "track",
            box,
            z=PANELS + 2,
            shape=shape,
            action=Select(team_id),
            tooltip=board.team_tip(g, team_id),
            label=f"{fireteam_name(g, team_id)}, {word}",
        )
        pen.add(
            f"{id}.art",
            "token",
            Rect(box.x + 1, box.cy - size / 2, size, size),
            z=PANELS + 3,
            art=faces.token(g, team_id, plain=True),
            flags=["dim"] if acted else [],
        )
        ink = theme.FAINT if acted else theme.CREAM
        high = step - 2
        x = box.x + size + 5
        runs = [
            pen.run(
                fireteam_name(g, team_id),
                x,
                box.y + high * 0.30,
                role="title",
                size=16,
                colour=ink,
                room=box.right - x - 4,
            )
        ]
        if high >= 30:
            sign = "▶ " if active else ("✓ " if acted else "")
            runs.append(
                pen.run(
                    sign + word,
                    x,
                    box.y + high * 0.72,
                    role="body",
                    size=14,
                    colour=theme.LIT if active else theme.FAINT,
                    room=box.right - x - 4,
                )
            )
        pen.add(f"{id}.text", "text", Rect(x, box.y, box.right - x, high), z=PANELS + 4, runs=runs)


def tools(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """How the table is looked at: sight, the bare map, the order of the hand."""
    ui = seen.ui
    wide = (rect.w + 4) / 3
    for n, (id, label, action, key, chosen, tip) in enumerate(
        (
            (
                "look.sight",
                tr("SIGHT"),
                LookAt(sight.WORD),
                "v",
                ui.look == sight.WORD,
                tr("From the place you point at: who sees it, how far it is, what can hit there"),
            ),
            (
                "look.map",
                tr("MAP"),
                LookAt(board.BARE),
                "x",
                ui.look == board.BARE,
                tr("The map without its counters"),
            ),
            (
                "look.sort",
                tr("SORT"),
                SortHand(),
                "k",
                ui.hand_sorted,
                tr("Your hand by kind of card, or as you drew it"),
            ),
        )
    ):
        button(
            Box(pen, Rect(rect.x + n * wide, rect.y, wide - 4, rect.h)),
            id,
            label,
            action,
            size=14,
            key=key,
            chosen=chosen,
            lit=chosen,
            tooltip=tip,
        )


def piles(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Deck and play-throughs, discard pile, Fog of War."""
    g = state_of(seen)
    deck = g.decks.get(CORE)
    left = deck.left if deck is not None else 0
    panel(Box(pen, rect), "piles")
    third = (rect.w - 8) / 3
    high = rect.h - 30
    top = g.discard[-1] if g.discard else None
    pile(
        Box(pen, Rect(rect.x + 4, rect.y + 8, third, high)),
        "pile.deck",
        tr("Deck"),
        str(left),
        art=faces.back() if left else None,
        tooltip=words.deck_facts(g),
    )
    pile(
        Box(pen, Rect(rect.x + 4 + third, rect.y + 8, third, high)),
        "pile.discard",
        tr("Discard"),
        str(len(g.discard)),
        art=faces.core_card(top) if top is not None else None,
        action=OpenScreen(DiscardPile),
        tooltip=tr("The discard pile: click to look through it"),
    )
    pile(
        Box(pen, Rect(rect.x + 4 + 2 * third, rect.y + 8, third, high)),
        "pile.fog",
        tr("Fog"),
        str(len(g.fog)),
        art=faces.back() if g.fog else None,
        tooltip=words.FOG,
    )
    pen.text(
        "piles.timer",
        tr("play-through {timer}", timer=words.timer(g)),
        rect.cx,
        rect.bottom - 12,
        z=PANELS + 6,
        size=14,
        anchor="m",
        colour=theme.SAND,
        room=rect.w - 8,
    )


def players(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Everybody at the table: name, side, points, cards in hand, who must act."""
    g = state_of(seen)
    panel(Box(pen, rect), "players")
    waiting = seen.waiting_for() if not seen.presenter.busy else ()
    step = (rect.h - 10) / g.seats
    for seat in range(g.seats):
        y = rect.y + 5 + seat * step
        camp = g.sides[seat] if g.sides else Side.EITHER
        known = g.divisions[seat] if g.divisions else ()
        wide = 34.0
        if known:
            wide = 17.0
            each = 34.0 / len(known)
            for i, key in enumerate(known):
                place = Rect(rect.x + 5 + i * each, y + step / 2 - 18 + (34 - each) / 2, each, each)
                pen.add(
                    f"player:{seat}.badge{i}", "image", place, z=PANELS + 3, art=faces.badge(key)
                )
        star = Rect(rect.x + 40 - wide, y + step / 2 + 18 - wide, wide, wide)
        pen.add(
            f"player:{seat}.side",
            "token",
            star,
            z=PANELS + 4,
            art=faces.objective(camp.value if camp is not Side.EITHER else ""),
        )
        hand = len(g.hands[seat]) if g.hands else 0
        title = " + ".join(CATALOG.divisions[k].title for k in known) or tr("no division yet")
        shown = title
        if len(known) > 1 and pen.width(title, "body", 14) > rect.w - 120:
            shown = " + ".join(short_division(k) for k in known)
        if seat in g.gone:
            shown = tr("out of the match")
        held = tr_n("{n} card in hand", "{n} cards in hand", hand)
        acts = "  ▶" if seat in waiting else ""
        name = f"{seen.players.name(seat)}{acts}"
        stands = deciding.stands(seen) if seat == seen.players.seat else ""
        aside = 62.0
        x = rect.x + 44
        pen.add(
            f"player:{seat}",
            "player",
            Rect(rect.x + 3, y, rect.w - 6, step - 2),
            z=PANELS + 2,
            solid=True,
            label=f"{name}: {title}, {held}",
            tooltip=f"{seen.players.name(seat)}: {tr(camp.word)}, {title}\n{held}",
        )
        if stands:
            _pass_that_stands(pen, Rect(x - 4, y + step / 2 - 1, rect.right - aside - x, 20), seen)
        pen.add(
            f"player:{seat}.text",
            "text",
            Rect(x - 2, y, rect.right - aside - x, step - 2),
            z=PANELS + 4,
            runs=[
                pen.run(
                    name,
                    x,
                    y + step * 0.30,
                    role="bold",
                    size=15,
                    colour=theme.LIT if acts else theme.CREAM,
                    room=rect.right - aside - x - 6,
                ),
                *(
                    []
                    if stands
                    else [
                        pen.run(
                            shown,
                            x,
                            y + step * 0.70,
                            size=14,
                            colour=theme.SAND,
                            room=rect.right - aside - x - 6,
                        )
                    ]
                ),
            ],
        )
        for i in range(min(hand, 7)):
            pen.add(
                f"player:{seat}.card{i}",
                "back",
                Rect(rect.right - aside + i * 4.0, y + step / 2 - 13, 18, 25),
                z=PANELS + 3,
                art=faces.back(),
            )
        if g.phase == "set-up":
            continue
        box = Rect(rect.right - 22, y, 16, step)
        pen.caption(f"player:{seat}.hand", str(hand), box, z=PANELS + 5, size=18, anchor="r")


def _pass_that_stands(pen: Pen, box: Rect, seen: SeenTable) -> None:
    """In the place of the player's division; a press takes it back."""
    id = "player.stands"
    lit = id in (seen.ui.hover, seen.ui.focus)
    pen.caption(
        id,
        f"× {tr(deciding.stands(seen))}",
        box,
        kind="button",
        z=PANELS + 5,
        shape=Shape("box", (84, 66, 22, 255), (*theme.LIT, 255), 2 if lit else 1, 5),
        action=PassUntil(""),
        label=tr(deciding.stands(seen)),
        tooltip=tr(deciding.ASKED_AGAIN),
        size=14,
        colour=theme.LIT,
        room=box.w - 8,
        least=10,
        anchor="l",
        role="body",
        inset=5,
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
        sitting, z = at.sitting, Z
        g = state_of(sitting)
        rect = Rect(40, 44, pen.w - 80, pen.h - 84)
        cards = list(reversed(g.discard))
        for wide in PILE_CARDS:
            high = wide * 1.4
            across = int((rect.w - 24) // (wide + 8))
            down = int((rect.h - 90) // (high + 8))
            if across * down >= len(cards):
                break
        page_size = across * down
        pages = max(1, -(-len(cards) // page_size))
        page = min(self.page, pages - 1)
        panel(
            Box(pen, rect, z),
            "browse",
            dark=True,
            title=tr_n(
                "Discard pile: {n} card", "Discard pile: {n} cards, newest first", len(cards)
            ),
        )
        for i, card in enumerate(cards[page * page_size : (page + 1) * page_size]):
            box = Rect(
                rect.x + 14 + (i % across) * (wide + 8),
                rect.y + 40 + (i // across) * (high + 8),
                wide,
                high,
            )
            id = f"browse:{i}"
            art = faces.core_card(card)
            pen.add(id, "card", box, z=z + 2, art=art, action=Read(), label=str(card))
            if sitting.ui.hover == id:
                card_zoom(pen, id, faces.core_card(card), box, str(card), "", side="left")
        close_button(Box(pen, rect, Z))
        turn_pages(Box(pen, rect, z + 3), page, pages)
