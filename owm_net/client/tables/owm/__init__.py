"""The table of Of War and Men: WWII."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, fields

from owm_net.client import widgets
from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.grid_map.labels import LABELS
from owm_net.client.language import tr
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.tables.owm import (
    acting,
    asking,
    assault,
    board,
    deciding,
    divisions,
    faces,
    helping,
    luck,
    marking,
    panels,
    rows,
    seen_hand,
    sight,
    split,
    squad,
    telling,
)
from owm_net.client.tables.owm.board import Marks, OwmChart
from owm_net.client.tables.owm.rows import SoldierMark
from owm_net.client.tables.owm.shown import asked_about, state_in, state_of
from owm_net.client.widgets import Prompt, answer
from owm_net.client.widgets.answer import Drawn
from owm_net.client.words import capital
from owm_net.engine import agenda
from owm_net.engine.agenda import Event, Kind
from owm_net.engine.drafts import blanks_of
from owm_net.engine.hands import held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.actions import LayTerrain
from owm_net.games.owm.actions.attack import SHOOTER
from owm_net.games.owm.actions.attack_truck import TRUCK_SHOOTER
from owm_net.games.owm.actions.rally import RALLIED, Rallied, rallies_nobody
from owm_net.games.owm.assault import GO_BACK, LINE, SLIP_AWAY, STAND
from owm_net.games.owm.decisions.intelligence import THROW_AWAY
from owm_net.games.owm.forced_retreat import RETREAT_TO
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.movement import COMMANDER
from owm_net.games.owm.rounds import REPAIR
from owm_net.games.owm.set_up import DIVISION, SPLIT, SQUAD, START_AT
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.turn import ACTION
from owm_net.games.owm.victory import account
from owm_net.games.owm.windows import COMMAND, answers_flips
from owm_net.games.owm.words import fireteam_name, soldier_name

SIDE = 306.0
"""Width of the right side."""

FLIPS_STAY = (SHOOTER, TRUCK_SHOOTER, RALLIED, REPAIR, COMMANDER, STAND, SLIP_AWAY, GO_BACK)
"""Questions under which the flips before them stay on show."""

SET_UP = (DIVISION, SPLIT, SQUAD)
"""Questions that have the whole screen."""

PROMPTS: Mapping[Kind[Any], Callable[[SeenTable], Prompt]] = {
    DIVISION: divisions.prompt,
    SPLIT: split.prompt,
    SQUAD: squad.prompt,
    ACTION: acting.prompt,
    COMMAND: deciding.prompt,
    LINE: assault.prompt,
    THROW_AWAY: seen_hand.prompt,
    **dict.fromkeys(asking.BUTTONS, asking.prompt),
}
"""What the prompt bar says at each question to the player; at any other, `answer.bar`."""

RECALL = (say("FLIPS AGAIN"), say("Show the last flips again, and all before them"))
"""The button of the log pane that shows the strip once more."""


def _empty(g: OwmState, seat: int) -> str:
    """Return the words in place of an empty hand, other than that it is empty."""
    if seat not in g.gone:
        return ""
    return tr("You are out of the match; the others play on. Look on, or leave.")


def _is_about_flips(g: OwmState) -> bool:
    """Return True if somebody is asked about flips that have just been shown: the waiting player
    can still read them, and the strip does not flicker between two shots."""
    return answers_flips(g) or any(agenda.asks(g, kind) for kind in FLIPS_STAY)


class OwmTable(Table):
    """Registered as "owm"."""

    keys = (
        *Table.keys,
        (("l", "b", "v", "x", "k"), say("flips, a step ago, sight, map, sort")),
    )
    tour = (
        (
            "cell: label.",
            say(
                "The map. Each square is a Terrain, 100 yards wide; here it is three of them, A1 to"
                " A3."
            ),
        ),
        ("team:1", say("Your Fireteam; here it is one man. What he does, you decide.")),
        (
            "track",
            say(
                "Who acts when, from the top: the Initiative Track. The lit Fireteam has its turn."
            ),
        ),
        (
            "soldier:",
            say(
                "The soldiers of a Fireteam: weapon, Resolve, Discipline and Vitality. Point at "
                "one for his whole card; a later lesson is about it."
            ),
        ),
        (
            "pile.deck",
            say("The core deck. It gives every number, and it is the clock of the match."),
        ),
        ("hand:", say("Your hand. Point at a card to read it, click it to play it.")),
        ("prompt", say("This line always says what is going on, and what you are asked.")),
    )

    def begin(self, drafting: Drafting) -> Sketch:
        """The points are shared evenly, and a rally that reaches all has chosen all."""
        if drafting.kind is SPLIT:
            return split.begin(drafting)
        sketch = drafting.begin()
        if sketch is not None and drafting.kind is RALLIED:
            return drafting.with_all(sketch, fields(Rallied).soldiers)  # what the flip reaches
        return sketch

    def moved(self, old: View[Any], new: View[Any]) -> dict[int, int]:
        """Fireteams that stand elsewhere now."""
        return {
            team.id: old.state.fireteams[team.id].cell
            for team in new.state.fireteams.values()
            if team.id in old.state.fireteams
            and old.state.fireteams[team.id].on_map
            and team.on_map
            and old.state.fireteams[team.id].cell != team.cell
        }

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        return telling.beat(view, event, strip)

    # -- drawing -------------------------------------------------------------------------

    def draw(self, pen: Pen, seen: SeenTable) -> Iterator[None]:
        """The squad builder before the match, else the table."""
        widgets.backdrop(pen)
        g = state_of(seen)
        score, why = panels.score_line(g) if seen.coach is None else ("", "")
        title = panels.phase_line(g) if seen.coach is None else tr(seen.coach.course)
        widgets.top_bar(pen, seen, title.upper(), score, tip=why)
        if seen.answering.kind in SET_UP or (not g.fireteams and g.phase == "set-up"):
            yield from self._draw_set_up(pen, seen)
        else:
            yield from self._draw_table(pen, seen)

    def _draw_set_up(self, pen: Pen, seen: SeenTable) -> Iterator[None]:
        answering = seen.answering
        bar = Rect(8, pen.h - 54, pen.w - 16, 46)
        area = Rect(8, 42, pen.w - 16, bar.y - 50)
        if answering.kind is SQUAD:
            yield from squad.draw(pen, area, seen)
        else:
            left = Rect(area.x, area.y, area.w - SIDE - 8, area.h)
            right = Rect(left.right + 8, area.y, SIDE, area.h)
            if answering.kind is SPLIT:
                split.draw(pen, left, seen)
            else:
                divisions.draw(pen, left, seen)
            looked = divisions.looked_at(seen) if answering.kind is not SPLIT else None
            if looked is not None:
                divisions.roster(pen, right, seen, looked)
            else:
                self._draw_players(pen, right, seen)
        yield
        widgets.prompt_bar(pen, bar, self._prompt(seen), seen)
        self._draw_unknown(pen, bar, seen, lambda kind, value: False)

    def _draw_players(self, pen: Pen, rect: Rect, seen: SeenTable) -> None:
        high = 20 + 48.0 * state_of(seen).seats
        panels.players(pen, Rect(rect.x, rect.y, rect.w, high), seen)
        widgets.log_pane(
            pen, Rect(rect.x, rect.y + high + 8, rect.w, rect.h - high - 8), seen, recall=RECALL
        )

    def _draw_table(self, pen: Pen, seen: SeenTable) -> Iterator[None]:
        g = state_of(seen)
        kind = seen.answering.kind
        right = Rect(pen.w - SIDE - 6, 40, SIDE, pen.h - 46)
        dealt = g.phase != "set-up"  # until then the map has the room of the hand
        foot = max(158.0, min(206.0, pen.h * 0.22)) if dealt or seen.players.seat < 0 else 6.0
        main = right.x - 8
        bar = Rect(6, pen.h - foot - 50, main - 6, 46)
        left = Rect(6, 40, 148.0, bar.y - 46)
        has_map = seen.coach is None
        tools = self._draw_left(pen, left, seen)
        area = Rect(left.right + 6, 40 + LABELS, main - left.right - 8, bar.y - 44 - LABELS)
        yield
        chart = OwmChart.of(pen, seen, area)
        marks, soldiers = _marks(seen)
        looks = seen.ui.look == sight.WORD
        team = panels.looked_at(seen)
        board.draw(pen, chart, seen, marks, sight.told(seen, team) if looks else "")
        if looks:
            sight.draw(pen, chart, seen, team)
        if has_map:
            widgets.map_control(Box(pen, Rect(tools.x, tools.bottom + 4, tools.w, 26)))
        yield
        self._draw_right(pen, right, seen, soldiers)
        yield
        strip = seen.presenter.strip
        again = seen.ui.recalls
        learnt = seen.coach is not None and seen.coach.task is None
        shows = seen.presenter.busy and strip.has_more
        awaited = kind is None and not seen.presenter.busy and _is_about_flips(g)
        stays = seen.log.past is None and (shows or awaited or kind in FLIPS_STAY or learnt)
        if dealt and (again or (strip.open and stays)):
            widgets.strip(pen, Rect(6, pen.h - foot, main - 6, foot - 5), strip, seen)
        else:
            hand = Rect(6, pen.h - foot, main - 270, foot)
            if seen.players.seat < 0:
                rows.muster(pen, Rect(6, pen.h - foot, main - 12, foot), seen)
            elif dealt:
                _hands(pen, hand, seen)
            self._draw_buttons(pen, Rect(main - 256, pen.h - foot, 254, foot - 6), seen)
        if kind is LINE:
            assault.draw(pen, Rect(12, 44, main - 12, bar.y - 52), seen)
            self._prompt_over(pen, bar, seen)
        else:
            widgets.prompt_bar(pen, bar, self._prompt(seen), seen)
            if kind is THROW_AWAY:
                seen_hand.draw(pen, bar, seen)
            self._draw_unknown(pen, bar, seen, _drawn(seen))

    def _draw_unknown(self, pen: Pen, bar: Rect, seen: SeenTable, drawn: Drawn) -> None:
        """Draw what this table has no place for: an unknown kind of decision, and the fields of an
        action (except the turning of a Terrain card) and of a Command Decision."""
        answering = seen.answering
        sketch = answering.sketch
        begun = sketch is not None and sketch.cls is not LayTerrain and blanks_of(sketch.cls)
        if (begun and answering.kind in (ACTION, COMMAND)) or (
            answering.kind is not None and answering.kind not in PROMPTS
        ):
            answer.over(pen, bar, seen, drawn, acting.wanted)

    def _prompt_over(self, pen: Pen, bar: Rect, seen: SeenTable) -> None:
        """The prompt bar above the shade of an overlay."""
        first = len(pen.items)
        widgets.prompt_bar(pen, bar, self._prompt(seen), seen)
        pen.items[first:] = [
            evolve(item, z=item.z + widgets.OVERLAY - widgets.PANELS + 20)
            for item in pen.items[first:]
        ]

    def _draw_left(self, pen: Pen, left: Rect, seen: SeenTable) -> Rect:
        """The track, the tools, whose box is returned, and the piles."""
        pile_h = 138.0
        high = 62 if seen.coach is None else 32
        tools = Rect(left.x, left.bottom - pile_h - high, left.w, 26)
        panels.track(pen, Rect(left.x, left.y, left.w, tools.y - left.y - 6), seen)
        panels.tools(pen, tools, seen)
        panels.piles(pen, Rect(left.x, left.bottom - pile_h, left.w, pile_h), seen)
        return tools

    def _draw_right(
        self, pen: Pen, right: Rect, seen: SeenTable, soldiers: dict[SoldierId, SoldierMark]
    ) -> None:
        g = state_of(seen)
        high = 12 + 42.0 * g.seats
        panels.players(pen, Rect(right.x, right.y, right.w, high), seen)
        most = max(5, *(len(t.line) for t in g.fireteams.values()), 0)
        needed = 52 + most * min(rows.MOST_HIGH, 33 + (pen.h - 664) / 24)
        asked = soldiers or seen.answering.kind in (START_AT, RETREAT_TO)
        team = asked_about(seen).fireteam if asked else NO_FIRETEAM
        team = team or panels.looked_at(seen)
        box = Rect(right.x, right.y + high + 6, right.w, needed)
        rows.fireteam(pen, box, seen, team, soldiers)
        widgets.log_pane(
            pen,
            Rect(right.x, box.bottom + 6, right.w, right.bottom - box.bottom - 6),
            seen,
            recall=RECALL,
        )

    def _draw_buttons(self, pen: Pen, rect: Rect, seen: SeenTable) -> None:
        if seen.answering.kind is ACTION:
            choices = acting.buttons(seen)
        elif seen.answering.kind is COMMAND:
            choices = deciding.buttons(seen)
        else:
            return
        down = -(-len(choices) // 2)
        wide, high = rect.w / 2, min(40.0, (rect.h - 4) / down)
        top = rect.bottom - high * down
        for i, c in enumerate(choices):
            box = Rect(rect.x + (i % 2) * wide, top + (i // 2) * high, wide - 5, high - 5)
            widgets.button(
                Box(pen, box),
                c.id,
                c.label,
                c.action,
                lit=c.lit,
                why=c.why,
                tooltip=c.tooltip,
                key=c.key,
                chosen=c.chosen,
            )

    def _prompt(self, seen: SeenTable) -> Prompt:
        if seen.answering.kind is None:
            g = state_of(seen)
            acts = not seen.presenter.busy and g.active and agenda.asks(g, ACTION)
            waits = widgets.waiting(seen, of=fireteam_name(g, g.active) if acts else "")
            return deciding.while_it_stands(waits, seen)
        prompt = PROMPTS.get(seen.answering.kind)
        return prompt(seen) if prompt is not None else answer.bar(seen)

    # -- the rest ------------------------------------------------------------------------

    def emblem(self) -> ArtKey | None:
        return faces.back()

    def unasked(self, seen: SeenTable) -> Answer | None:
        """A pass where no card can be played, if the player wants that; and that nobody stands up
        where nobody can."""
        if seen.view is not None and rallies_nobody(seen.view):
            return Rallied(())
        return Pass() if seen.ui.passes and deciding.must_pass(seen) else None

    def ends_pass(self, until: str, event: Event) -> bool:
        return isinstance(event, deciding.ENDED_BY[until])

    def art(self, view: View[Any]) -> list[ArtKey]:
        """The soldiers, the board, the core deck."""
        g = state_in(view)
        keys = [faces.back(), *map(faces.chip, _leaders())]
        keys += _terrains(g)
        keys += map(faces.badge, CATALOG.divisions)
        keys += [faces.chip(soldier) for soldier in CATALOG.division_of]
        keys += [faces.core_card(card, g.level != "private") for card in CATALOG.core]
        return keys

    def soon(self, view: View[Any]) -> list[ArtKey]:
        """The own hand, the soldiers of the own active Fireteam, before the match those one may
        choose from; and the Terrains, which a large window shows larger than once."""
        g = state_in(view)
        hand = g.hands[view.seat] if 0 <= view.seat < len(g.hands) else []
        known = [card for card in map(view.card, hand) if card is not None]
        keys = [faces.core_card(card, g.level != "private") for card in known]
        team = g.fireteams.get(g.active)
        if team is not None and team.seat == view.seat:
            keys += [faces.soldier(s.id, s) for s in g.members(team.id)]
        own = (
            g.divisions[view.seat] if not g.fireteams and 0 <= view.seat < len(g.divisions) else ()
        )
        keys += [faces.chip(s) for s, home in CATALOG.division_of.items() if home.key in own]
        return keys + (_terrains(g) if own or g.fireteams else [])

    def piece(self, sort: str, number: int) -> ArtKey | None:
        """Cards of the core deck, and soldiers."""
        if sort == "soldier":
            return faces.soldier(SoldierId(number))
        return faces.core_card(CardNumber(number), True) if sort == "card" else None

    def help(self) -> list[tuple[str, list[str]]]:
        """How a turn goes, the reference cards, and what the tokens mean."""
        return helping.notes()

    def signs(self, seen: SeenTable) -> Mapping[Seat, Sequence[ArtKey]]:
        known = enumerate(state_of(seen).divisions)
        return {Seat(seat): [faces.badge(key) for key in keys] for seat, keys in known}

    def final(self, seen: SeenTable) -> list[str]:
        return [capital(line) for line in account(state_of(seen))]

    def afterwards(self, seen: SeenTable) -> list[str]:
        """Return the losses, and how lucky the fire of both sides was."""
        g, lines = state_of(seen), []
        lost: dict[str, list[str]] = {}
        for soldier in g.lost:
            lost.setdefault(CATALOG.division_of[soldier].title, []).append(soldier_name(soldier))
        lines += [
            tr("{title} lost {n}: {names}", title=title, n=len(names), names=", ".join(names))
            for title, names in lost.items()
        ]
        shots = luck.of_fire(g, [line.event for line in seen.log.lines])
        told = [
            f"{seen.players.name(seat)} {luck.told(one)}"
            for seat, one in shots.items()
            if one.shots
        ]
        if told:
            lines.append(tr("Luck of fire against the average card: {told}", told=", ".join(told)))
        return lines


def _terrains(g: OwmState) -> list[ArtKey]:
    """The cards that lie on the board."""
    return [faces.terrain_of(g.ground, cell, 1) for cell in g.ground.cells if g.ground.cards[cell]]


def _hands(pen: Pen, area: Rect, seen: SeenTable) -> None:
    """The own hand, with those of others that are open in a replay."""
    hands = {
        seat: acting.cards(seen, seat) for seat in (seen.players.seat, *seen.players.open_seats)
    }
    empty = _empty(state_of(seen), seen.players.seat)
    widgets.hands_side_by_side(Box(pen, area), hands, seen.players.name, empty=empty)


def _marks(seen: SeenTable) -> tuple[Marks, dict[SoldierId, SoldierMark]]:
    """Return what the question lights up; those with a separate screen do it there."""
    if seen.answering.kind is None or seen.answering.kind in (*SET_UP, LINE):
        return Marks(), {}
    return marking.marks(seen), marking.soldier_marks(seen, asked_about(seen).fireteam)


def _drawn(seen: SeenTable) -> Drawn:
    """The own hand, the board with its Fireteams, the soldiers of the one that is asked about."""
    g, view, team = state_of(seen), seen.view, asked_about(seen).fireteam
    assert view is not None
    hand = held(view, Seat(seen.players.seat)) if 0 <= seen.players.seat < len(g.hands) else []
    line = g.fireteams[team].line if team in g.fireteams else ()
    standing = [t.id for t in g.fireteams.values() if t.on_map]
    shown: dict[object, Collection[Hashable]] = {
        Played: hand,
        Cell: g.ground.cells,
        FireteamId: standing,
        SoldierId: line,
    }
    return lambda kind, value: value in shown.get(kind, ())


def _leaders() -> list[SoldierId]:
    """The first soldier of each division, who stands for it."""
    first: dict[str, SoldierId] = {}
    for soldier, division in CATALOG.division_of.items():
        first.setdefault(division.key, soldier)
    return list(first.values())
