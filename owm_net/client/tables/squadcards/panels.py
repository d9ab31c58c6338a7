"""What lies round the squads: phases, piles, the last roll, the move that is being made."""

from __future__ import annotations

from itertools import islice

from owm_net.client import theme
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, PANELS, Choice, button, panel, pile, shade
from owm_net.client.tables.squadcards import acting, faces
from owm_net.client.tables.squadcards.draft import draft_of, own_seat, state_of
from owm_net.client.tables.squadcards.squads import small_card
from owm_net.client.tables.squadcards.telling import PEEK
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.fire import BAND_WORDS, modifiers
from owm_net.games.squadcards.state import CATALOG, DECK, Table, face
from owm_net.games.squadcards.terms import FIRE_PHASES, PHASES, Effect, Phase, RangeBand
from owm_net.games.squadcards.words import seat_name

PASSIVE = (Phase.OPPORTUNITY, Phase.RETURN)

NOTES: dict[Phase, str] = {
    Phase.DRAW: "The active player draws (SQD-DRAW-01)",
    Phase.MORALE: "A squad that was fired upon checks its morale (SQD-MORALE-01)",
    Phase.COVERING: "The active player declares a move and may fire first (SQD-COVER-01)",
    Phase.OPPORTUNITY: "The other player fires at a squad that will move (SQD-OPF-01)",
    Phase.MOVEMENT: "The move is made, or blocked (SQD-MOVE-01)",
    Phase.POSITION: "The active player fires (SQD-POS-01)",
    Phase.RETURN: "The other player fires back (SQD-RET-01)",
    Phase.RALLY: "A pinned active squad tries to rally (SQD-RALLY-01)",
    Phase.DISCARD: "The active player discards down to the limit (SQD-DISC-02)",
}


def whose_turn(model: Model) -> str:
    """The player turn in words."""
    g = state_of(model)
    if not g.turn:
        return "SET-UP"
    if model.seat >= 0:
        return "YOUR TURN" if g.active == model.seat else "ENEMY TURN"
    return seat_name(g, g.active).upper()


def phases(pen: Pen, rect: Rect, model: Model) -> None:
    """The nine phases of a player turn; the present one is lit, passed ones are ticked."""
    g = state_of(model)
    pen.add("phases", "panel", rect, z=PANELS, shape=Shape("box", theme.PANEL_DARK,
                                                           (*theme.PANEL_EDGE, 255), 1, 6))
    mine = g.turn > 0 and g.active == own_seat(model)
    turn = Rect(rect.x + 3, rect.y + 3, 112, rect.h - 6)
    pen.add("phases.turn", "panel", turn, z=PANELS + 1, solid=True,
            tooltip=f"Player turn {g.turn}: {seat_name(g, g.active)}" if g.turn else "Set-up",
            shape=Shape("box", (84, 66, 22, 255) if mine else (52, 58, 66, 255),
                        (*theme.GOLD, 255), 1, 5),
            runs=[pen.run(whose_turn(model), turn.cx, turn.cy, role="title", size=17, anchor="m",
                          room=turn.w - 8)])
    names = [p.value.upper() for p in PHASES]
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
        pen.add(f"phase:{phase.value}", "phase", box, z=PANELS + 1, solid=True,
                tooltip=f"{phase.value.capitalize()} Phase\n{NOTES[phase]}",
                label=phase.value + (", now" if now else ""),
                shape=Shape("box", tone, (*edge, 255), 1.8 if now else 1, 5),
                runs=[pen.run(names[i], box.cx, box.cy, role="title" if now else "label",
                              size=16, anchor="m", room=box.w - 2,
                              colour=theme.CREAM if now else
                              (theme.FAINT if i > at else (128, 121, 100)))])
        x += wide


def piles(pen: Pen, rect: Rect, model: Model) -> None:
    """Deck with what is known of it, and the discard pile."""
    g = state_of(model)
    panel(pen, "piles", rect)
    deck = g.decks.get(DECK)
    left = deck.left if deck is not None else 0
    known = peeked(model)
    top = g.discard[-1] if g.discard else None
    half = min(104.0, (rect.w - 12) / 3)
    pile(pen, "pile.deck", Rect(rect.x + 6, rect.y + 8, half, rect.h - 10), "Deck", str(left),
         art=faces.BACK if left else None, model=model,
         action=("ui", "browse", "deck") if known else None,
         tooltip=f"The common deck: {left} cards; then the discard pile is shuffled "
                 "(SQD-DRAW-02)" + (f"\nYou know the next {len(known)}: click" if known else ""))
    pile(pen, "pile.discard", Rect(rect.x + 6 + half, rect.y + 8, half, rect.h - 10), "Discard",
         str(len(g.discard)), art=faces.card(top) if top is not None else None, model=model,
         action=("ui", "browse", "discard"), tooltip="The discard pile: click to look through it")
    x = rect.x + 10 + 2 * half
    room = rect.right - x - 6
    if known:
        pen.text("peek.title", f"NEXT {len(known)}", x + room / 2, rect.y + 17, z=PANELS + 5,
                 anchor="m", role="title", size=15, colour=theme.GOLD, room=room)
        high = min(rect.h - 60, 78.0)
        step = (room - high / 1.4) / max(1, len(known) - 1)
        for i, card in enumerate(known):
            box = Rect(x + i * step, rect.y + 32, high / 1.4, high)
            small_card(pen, f"peek:{i}", box, model, faces.card(card), face(card).title,
                       z=PANELS + 10 + i)
    elif g.aside:
        pen.text("aside.title", "IN PLAY", x + room / 2, rect.y + 17, z=PANELS + 5, anchor="m",
                 role="title", size=15, colour=theme.GOLD, room=room)
        high = min(rect.h - 44, 90.0)
        for i, card in enumerate(c for c in g.aside if c >= 0):
            box = Rect(x + i * 22, rect.y + 30 + i * 8, high / 1.4, high)
            small_card(pen, f"aside:{i}", box, model, faces.card(card), face(card).title,
                       z=PANELS + 10 + i)
    elif g.turn:
        _turns(pen, Rect(x, rect.y + 8, room, 100), g)


def _turns(pen: Pen, rect: Rect, g: Table) -> None:
    """Which player turn it is, and what is unusual about this match."""
    limit = f" of {g.options.turn_limit}" if g.options.turn_limit else ""
    lines = [("PLAYER TURN", "title", theme.GOLD), (f"{g.turn}{limit}", "title", theme.CREAM)]
    if g.options.flanking_variant:
        lines += [("Flanking Fire", "body", theme.SAND), ("variant", "body", theme.SAND)]
    if g.options.handicap:
        lines.append(("handicap", "body", theme.SAND))
    pen.add("turns", "text", rect, z=PANELS + 5, solid=True, tooltip=(
        "After the last player turn more objectives win, then the greater share of men "
        "(SQD-GAP-07)" if limit else ""), runs=[
            pen.run(text, rect.cx, rect.y + 14 + 22 * n - 4 * max(0, n - 2), anchor="m",
                    role=role, size=13 if role == "body" else 16 + 4 * n, colour=colour,
                    room=rect.w)
            for n, (text, role, colour) in enumerate(lines)])


NEUTRAL = Use(key="", title="")
"""A weapon without a number of its own: what is left are the circumstances."""


def standing(pen: Pen, rect: Rect, model: Model) -> None:
    """What would count for an attack now, either way; the cards' own numbers come on top."""
    g = state_of(model)
    panel(pen, "standing", rect, title="What counts for attacks now")
    own = g.all_of(own_seat(model))[0]
    foe = g.all_of(1 - own_seat(model))[0]
    if not (g.squads[own].men and g.squads[foe].men):
        return
    for n, (squad, target) in enumerate(((own, foe), (foe, own))):
        silent = g.phase in FIRE_PHASES and (g.squads[squad].seat == g.active) == (
            g.phase in PASSIVE)
        why = [] if silent else modifiers(g, squad, target, NEUTRAL)
        net = sum([value for _, value in why])
        words = ", ".join(f"{name} {value:+d}" for name, value in why) or "nothing"
        words = "no fire in this phase" if silent else words
        y = rect.y + 44 + n * 28
        line = Rect(rect.x + 6, y - 13, rect.w - 12, 26)
        who = f"{'You' if model.seat >= 0 and squad == own else seat_name(g, g.squads[squad].seat)}"
        who += ": "
        wide = pen.width(who, "bold", 14)
        pen.add(f"standing:{n}", "text", line, z=PANELS + 2, solid=True,
                tooltip=f"{seat_name(g, g.squads[squad].seat)} attacking now: {words}",
                shape=Shape("fill", theme.STRIPE) if n == 0 else None, runs=[
                    pen.run(who, line.x + 6, y, role="bold", size=14, room=line.w / 2),
                    pen.run(words, line.x + 8 + wide, y, size=13, colour=theme.SAND,
                            room=line.w - wide - 56),
                    pen.run("–" if silent else f"{net:+d}" if net else "0", line.right - 8, y,
                            role="title", size=20, anchor="r", room=40)])


def peeked(model: Model) -> list[int]:
    """The next cards of the deck, as far as this seat has seen them."""
    g = state_of(model)
    assert model.view is not None
    deck = g.decks.get(DECK)
    if deck is None:
        return []
    found = []
    for slot in deck.top(min(6, deck.left)):
        card = model.view.card(slot)
        if card is None:
            break
        found.append(card)
    return found


def roll(pen: Pen, rect: Rect, model: Model) -> None:
    """The last roll or deed: two dice told apart, modifiers, total, what came of it."""
    shown = model.presenter.strip
    busy = model.presenter.busy
    z = PANELS + 1
    pen.add("roll", "panel", rect, z=PANELS, solid=busy, action=("ui", "skip") if busy else None,
            label="the last roll", shape=Shape(
                "box", theme.PANEL_DARK, (*(theme.GOLD if busy else theme.PANEL_EDGE), 255),
                1.8 if busy else 1.2, 7))
    if not shown.subtitle:
        pen.text("roll.none", "No dice yet", rect.cx, rect.cy, z=z, anchor="m", size=14,
                 colour=theme.FAINT)
        return
    x, room = rect.x + 12, rect.w - 24
    head = pen.wrap(shown.subtitle, "bold", 15, room, 2)
    pen.add("roll.head", "text", Rect(rect.x + 4, rect.y + 4, rect.w - 8, 18 + 19.0 * len(head)),
            z=z, runs=pen.runs(head, x, rect.y + 18, 19, role="bold", size=15, colour=theme.GOLD))
    y = rect.y + 20 + 19.0 * len(head)
    foot = rect.bottom - 8
    outcome = pen.wrap(shown.outcome.upper(), "title", 22, room, 1) if shown.outcome else []
    if outcome:
        foot -= 26
        pen.add("roll.outcome", "text", Rect(x - 4, foot, room + 8, 26), z=z, runs=[
            pen.run(outcome[0], rect.cx, foot + 13, role="title", size=22, colour=theme.LIT,
                    anchor="m", room=room)])
    known = peeked(model)
    if shown.notes == [PEEK] and known:
        _looked_at(pen, Rect(x, y - 4, room, foot - y + 4), model, known)
        return
    dice = [one for one in shown.cards if one.art.face == "squad_die"]
    if not dice:
        for one in shown.cards[:1]:
            high = max(40.0, min(foot - y - 2, 240.0))
            box = Rect(rect.cx - high / 2.8, y - 4, high / 1.4, high)
            small_card(pen, "roll.card", box, model, one.art, shown.subtitle, z=z)
        if not shown.cards:
            _last_rolls(pen, Rect(rect.x + 8, y, rect.w - 16, foot - y), model)
        return
    size = max(36.0, min(80.0, foot - y - 26, rect.w * 0.18))
    top = y
    for i, one in enumerate(dice):
        left = x + i * (size + 26)
        if one.sign:
            pen.text(f"roll.sign{i}", one.sign, left - 13, top + size / 2, z=z, anchor="m",
                     role="title", size=28)
        pen.add(f"roll.die{i}", "die", Rect(left, top, size, size), z=z, art=one.art,
                label=one.caption)
        pen.text(f"roll.caption{i}", one.caption, left + size / 2, top + size + 9, z=z,
                 anchor="m", size=13, colour=theme.FAINT, room=size + 24)
    x += len(dice) * (size + 26) - 12
    right = rect.right - 12
    if shown.total:
        wide = pen.width(shown.total, "title", 38) + 34
        pen.add("roll.total", "text", Rect(right - wide, top, wide, size + 6), z=z, runs=[
            pen.run("=", right - wide + 10, top + size / 2, role="title", size=28),
            pen.run(shown.total, right, top + size / 2, role="title", size=38, anchor="r",
                    colour=theme.CREAM)])
        right -= wide + 4
    fits = max(1, int((foot - top) // 17))
    lines = [line for note in shown.notes for line in pen.wrap(note, "body", 13, right - x, 1)]
    if len(lines) > fits:
        lines = [*lines[: fits - 1], f"and {len(lines) - fits + 1} more"]
    pen.add("roll.notes", "text", Rect(x - 2, top - 2, right - x + 4, 17.0 * len(lines) + 4), z=z,
            tooltip="\n".join(["Modifiers", *shown.notes]),
            runs=pen.runs(lines, x, top + 8, 17, size=13, colour=theme.SAND))


def _looked_at(pen: Pen, rect: Rect, model: Model, known: list[int]) -> None:
    """The cards on top of the deck, side by side, the next one first."""
    high = min(rect.h - 22, 210.0, (rect.w - 6 * len(known)) / len(known) * 1.4)
    wide = high / 1.4
    pen.text("looked.title", "Next in the deck, from the left; only you know it.", rect.x,
             rect.y + 9, z=PANELS + 2, size=13, colour=theme.SAND, room=rect.w)
    for i, card in enumerate(known):
        small_card(pen, f"looked:{i}", Rect(rect.x + i * (wide + 6), rect.y + 22, wide, high),
                   model, faces.card(card), face(card).title, z=PANELS + 2)


ROLLS = ("attacked", "morale", "rally", "rout", "mines", "first_roll")


def _last_rolls(pen: Pen, rect: Rect, model: Model) -> None:
    """The rolls before, from the log, as many as there is room for."""
    rolls = (line for line in reversed(model.log) if line.kind in ROLLS)
    lines = [pen.wrap(line.text, "body", 13, rect.w - 14, 4) for line in islice(rolls, 4)]
    if not lines or rect.h < 60:
        return
    pen.text("rolls.title", "LAST ROLLS", rect.x + 4, rect.y + 9, z=PANELS + 2, role="title",
             size=15, colour=theme.FAINT)
    y = rect.y + 30
    for n, wrapped in enumerate(lines):
        if y + 17 * len(wrapped) > rect.bottom:
            break
        pen.add(f"rolls:{n}", "text", Rect(rect.x, y - 10, rect.w, 17.0 * len(wrapped) + 4),
                z=PANELS + 2, runs=pen.runs(wrapped, rect.x + 4, y, 17, size=13,
                                            colour=theme.SAND if n else theme.CREAM))
        y += 17 * len(wrapped) + 6


def move_panel(pen: Pen, rect: Rect, model: Model) -> None:
    """A move: which card, into what ground, to which range."""
    g, d = state_of(model), draft_of(model)
    assert model.view is not None
    panel(pen, "move", rect, title="Your move", dark=True,
          note="the range is also chosen on the track")
    card = model.view.card(d.card) if d.card is not None else None
    y = rect.y + 36
    if card is None:
        lines = pen.wrap("Click a terrain card to enter it, or any other card to discard it and "
                         "enter Open terrain.", "body", 14, rect.w - 24, 3)
        pen.add("move.how", "text", Rect(rect.x + 8, y - 6, rect.w - 16, 20.0 * len(lines) + 6),
                z=PANELS + 2, runs=pen.runs(lines, rect.x + 12, y + 6, 20, size=14,
                                            colour=theme.SAND))
        y += 20 * len(lines) + 8
    else:
        row = face(card)
        terrain = row.effect is Effect.TERRAIN
        why = "" if terrain else f"{row.title} is no terrain (SQD-MOVE-01)"
        half = (rect.w - 20) / 2
        into = f"INTO {row.title.upper()}, COVER {row.cover}" if terrain else "NO TERRAIN CARD"
        button(pen, "into:0", Rect(rect.x + 8, y, half, 34), into, ("open", False), model,
               why=why, lit=terrain, chosen=not d.into_open)
        button(pen, "into:1", Rect(rect.x + 12 + half, y, half, 34), "DISCARD IT: OPEN TERRAIN",
               ("open", True), model, lit=True, chosen=d.into_open,
               tooltip="The card is discarded; the squad is in the open, cover 0 (SQD-MOVE-10)")
        for i, open_ground in enumerate((False, True)):
            if d.into_open == open_ground:
                box = Rect(rect.x + 8 + i * (half + 4), y, half, 34)
                pen.add(f"into:{i}.frame", "frame", box.inset(-2), z=PANELS + 14,
                        shape=Shape("frame", (0, 0, 0, 0), (*theme.CHOSEN, 255), 3, 7))
        y += 40
    for band in RangeBand:
        step = band.value - g.band.value
        if abs(step) > 1:
            continue
        way = "CLOSER" if step < 0 else "FARTHER" if step > 0 else "SIDEWAYS, STAYING"
        box = Rect(rect.x + 8, y, rect.w - 16, 32)
        if box.bottom > rect.bottom - 4:
            break
        id = f"to:{band.value}"
        button(pen, id, box, f"{way} AT {BAND_WORDS[band].upper()} RANGE" if not step else
               f"{way}: {BAND_WORDS[band].upper()} RANGE", ("band", band.value), model, lit=True)
        if d.to == band.value:
            pen.add(f"{id}.frame", "frame", box.inset(-2), z=PANELS + 14,
                    shape=Shape("frame", (0, 0, 0, 0), (*theme.CHOSEN, 255), 3, 7))
        y += 37


def browse(pen: Pen, model: Model) -> None:
    """The discard pile, or the known cards on top of the deck, laid out."""
    g = state_of(model)
    what = model.ui.browse
    shade(pen, "browse.shade")
    z = OVERLAY + 10
    rect = Rect(40, 44, pen.w - 80, pen.h - 84)
    cards = list(reversed(g.discard)) if what == "discard" else peeked(model)
    title = f"Discard pile: {len(cards)} cards, newest first" if what == "discard" else \
        f"The next {len(cards)} cards of the deck; only you know them"
    wide, high = 110.0, 154.0
    across = int((rect.w - 24) // (wide + 8))
    down = int((rect.h - 90) // (high + 8))
    size = across * down
    pages = max(1, -(-len(cards) // size))
    page = min(model.ui.page, pages - 1)
    panel(pen, "browse", rect, title=title, z=z, dark=True)
    for i, card in enumerate(cards[page * size : (page + 1) * size]):
        box = Rect(rect.x + 14 + (i % across) * (wide + 8),
                   rect.y + 40 + (i // across) * (high + 8), wide, high)
        small_card(pen, f"browse:{i}", box, model, faces.card(card), CATALOG.faces[card].title,
                   z=z + 2)
    button(pen, "confirm", Rect(rect.right - 112, rect.y + 5, 100, 26), "CLOSE",
           ("ui", "browse", what), model, z=z + 3, lit=True)
    if pages > 1:
        y = rect.bottom - 38
        button(pen, "page.back", Rect(rect.x + 14, y, 100, 30), "< BACK", ("ui", "page", -1),
               model, z=z + 3, why="" if page else "this is the first page")
        button(pen, "page.on", Rect(rect.right - 114, y, 100, 30), "MORE >", ("ui", "page", 1),
               model, z=z + 3, why="" if page + 1 < pages else "this is the last page")
        pen.text("page.text", f"page {page + 1} of {pages}", rect.cx, y + 15, anchor="m", z=z + 3,
                 size=13, colour=theme.FAINT)


def score_line(g: Table) -> str:
    """How it stands."""
    if not g.squads:
        return "Choose nationalities"
    parts = []
    for seat in (0, 1):
        men = sum(g.squads[s].men for s in g.all_of(seat))
        n = len(g.objectives[seat])
        parts.append(f"{seat_name(g, seat)} {men} {'man' if men == 1 else 'men'}, "
                     f"{n} objective{'' if n == 1 else 's'}")
    return "   :   ".join(parts)


def tabs(pen: Pen, rect: Rect, model: Model, shown: int) -> None:
    """The hands of a side's squads, where there are several."""
    g = state_of(model)
    mine = [s for s in g.all_of(own_seat(model)) if g.squads[s].men]
    for n, squad in enumerate(mine):
        playable = sum(1 for c in g.hands[squad] if model.kind and not acting.refusal(model, c))
        note = f", {playable} lit" if playable and squad != shown else ""
        box = Rect(rect.x, rect.y + n * 42, rect.w, 38)
        choice = Choice(f"hand.of:{squad}", f"SQUAD {squad - g.all_of(own_seat(model))[0] + 1}: "
                        f"{len(g.hands[squad])}{note}", ("squad", squad))
        button(pen, choice.id, box, choice.label, choice.action, model,
               lit=playable > 0 and squad != shown,
               tooltip="Show this squad's hand")
        if squad == shown:
            pen.add(f"{choice.id}.mark", "frame", Rect(box.x, box.y, 5, box.h), z=PANELS + 14,
                    shape=Shape("fill", (*theme.CHOSEN, 255)))
