"""The table of Of War and Men: WWII."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from attrs import fields

from owm_net.client import widgets
from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.grid_map.labels import LABELS
from owm_net.client.language import tr
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.animation import Animation
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import RecallFlips
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.tables import luck as lucks
from owm_net.client.tables.owm import (
    acting,
    animating,
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
from owm_net.client.widgets import Choice, Prompt, answer
from owm_net.client.widgets.answer import Drawn
from owm_net.client.words import capital
from owm_net.engine import agenda
from owm_net.engine.agenda import Event, GameState, Kind
from owm_net.engine.drafts import blanks_of
from owm_net.engine.hands import held
from owm_net.engine.ids import Seat
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


def _recall(seen: SeenTable) -> Choice | None:
    """The button of the log pane that shows the strip once more."""
    if not seen.presenter.told:
        return None
    tip = tr("Show the last flips again, and all before them")
    return Choice("log.recall", tr("FLIPS AGAIN"), RecallFlips(), lit=False, tooltip=tip, key="l")


def _empty(g: OwmState, seat: Seat) -> str:
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

    def overview(self, box: Box, g: GameState) -> bool:
        """The mission's map, if no chance lays it."""
        assert isinstance(g, OwmState)
        if "?" in g.card.map:
            return False
        board.overview(box, g)
        return True

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

    def animations(self, view: View[Any], event: Event) -> Sequence[Animation]:
        """See `animating`."""
        return tuple(animating.animations(view, event))

    # -- drawing -------------------------------------------------------------------------

    def draw(self, pen: Pen, seen: SeenTable) -> Iterator[None]:
        """The squad builder before the match, else the table."""
        widgets.backdrop(pen)
        g = state_of(seen)
        score, why = _scores(seen)
        widgets.top_bar(pen, seen, panels.phase_line(g).upper(), score, tip=why)
        if seen.answering.kind in SET_UP or (not g.fireteams and g.phase == "set-up"):
            yield from self._draw_set_up(pen, seen)
        else:
            yield from self._draw_table(pen, seen)

    def _draw_set_up(self, pen: Pen, seen: SeenTable) -> Iterator[None]:
        answering = seen.answering
        box = whole(pen).inset(8)
        box.cut_top(34)
        bar = box.cut_bottom(46, gap=8)
        if answering.kind is SQUAD:
            yield from squad.draw(box, seen)
        else:
            right = box.cut_right(SIDE, gap=8)
            if answering.kind is SPLIT:
                split.draw(box, seen)
            else:
                divisions.draw(box, seen)
            looked = divisions.looked_at(seen) if answering.kind is not SPLIT else None
            if looked is not None:
                divisions.roster(right, seen, looked)
            else:
                panels.players(right.cut_top(20 + 48.0 * state_of(seen).seats, gap=8), seen)
                widgets.log_pane(right, seen, extra=_recall(seen))
        yield
        widgets.prompt_bar(bar, self._prompt(seen), seen)
        self._draw_unknown(bar, seen, lambda kind, value: False)

    def _draw_table(self, pen: Pen, seen: SeenTable) -> Iterator[None]:
        g = state_of(seen)
        kind = seen.answering.kind
        box = widgets.below_top(pen, 6)
        right = box.cut_right(SIDE, gap=8)
        dealt = g.phase != "set-up"  # until then the map has the room of the hand
        has_foot = dealt or seen.players.seat < 0
        foot = box.cut_bottom(max(152.0, min(200.0, pen.h * 0.22 - 6)) if has_foot else 0, gap=4)
        bar = box.cut_bottom(46, gap=6)
        lines = box.at(6, 4, box.w - 6, box.h - 6)
        left = box.cut_left(148, gap=6)
        panels.piles(left.cut_bottom(138, gap=6), seen)
        zoom = left.cut_bottom(26, gap=4)
        panels.tools(left.cut_bottom(26, gap=6), seen)
        panels.track(left, seen)
        yield
        chart = OwmChart.of(pen, seen, box.at(0, LABELS, box.w - 2, box.h + 2 - LABELS).rect)
        marks, soldiers = _marks(seen)
        looks = seen.ui.look == sight.WORD
        team = panels.looked_at(seen)
        board.draw(pen, chart, seen, marks, sight.told(seen, team) if looks else "")
        if looks:
            sight.draw(pen, chart, seen, team)
        widgets.map_control(zoom)
        yield
        _draw_right(right, seen, soldiers)
        yield
        strip = seen.presenter.strip
        again = seen.presenter.recalls
        shows = seen.presenter.busy and strip.has_more
        awaited = kind is None and not seen.presenter.busy and _is_about_flips(g)
        stays = seen.log.past is None and (shows or awaited or kind in FLIPS_STAY)
        if dealt and (again or (strip.open and stays)):
            widgets.strip(foot, strip, seen)
        else:
            if seen.players.seat < 0:
                rows.muster(foot.at(0, 0, foot.w - 6, foot.h + 6), seen)
            elif dealt:
                _hands(foot.at(0, 0, foot.w - 264, foot.h + 6), seen)
            _draw_buttons(foot.at(foot.w - 256, 0, 254, foot.h), seen)
        if kind is LINE:
            assault.draw(lines, seen)
            widgets.prompt_bar(bar.above(widgets.OVERLAY - bar.z + 20), self._prompt(seen), seen)
        else:
            widgets.prompt_bar(bar, self._prompt(seen), seen)
            if kind is THROW_AWAY:
                seen_hand.draw(bar, seen)
            self._draw_unknown(bar, seen, _drawn(seen))

    def _draw_unknown(self, bar: Box, seen: SeenTable, drawn: Drawn) -> None:
        """Draw what this table has no place for: an unknown kind of decision, and the fields of an
        action (except the turning of a Terrain card) and of a Command Decision."""
        answering = seen.answering
        sketch = answering.sketch
        begun = sketch is not None and sketch.cls is not LayTerrain and blanks_of(sketch.cls)
        if (begun and answering.kind in (ACTION, COMMAND)) or (
            answering.kind is not None and answering.kind not in PROMPTS
        ):
            answer.over(bar, seen, drawn, acting.wanted)

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
        return Pass() if seen.answering.passes and deciding.must_pass(seen) else None

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
        return [*lines, *lucks.lines(seen, luck.of_fire(g, lucks.events(seen)), lucks.shots_said)]


def _scores(seen: SeenTable) -> tuple[str, str]:
    """How it stands, and how the points come about."""
    assert seen.view is not None
    return panels.score_line(state_of(seen), seen.system.aim(seen.view))


def _terrains(g: OwmState) -> list[ArtKey]:
    """The cards that lie on the board."""
    return [faces.terrain_of(g.ground, cell, 1) for cell in g.ground.cells if g.ground.cards[cell]]


def _hands(box: Box, seen: SeenTable) -> None:
    """The own hand, with those of others that are open in a replay."""
    hands = {
        seat: acting.cards(seen, seat) for seat in (seen.players.seat, *seen.players.open_seats)
    }
    empty = _empty(state_of(seen), seen.players.seat)
    widgets.hands_side_by_side(box, hands, seen.players.name, empty=empty)


def _draw_right(right: Box, seen: SeenTable, soldiers: dict[SoldierId, SoldierMark]) -> None:
    """The players, the Fireteam that is looked at, the log."""
    g = state_of(seen)
    panels.players(right.cut_top(12 + 42.0 * g.seats, gap=6), seen)
    most = max(5, *(len(t.line) for t in g.fireteams.values()), 0)
    needed = 52 + most * min(rows.MOST_HIGH, 33 + (right.pen.h - 664) / 24)
    asked = soldiers or seen.answering.kind in (START_AT, RETREAT_TO)
    team = asked_about(seen).fireteam if asked else NO_FIRETEAM
    team = team or panels.looked_at(seen)
    rows.fireteam(right.cut_top(needed, gap=6), seen, team, soldiers)
    widgets.log_pane(right, seen, extra=_recall(seen))


def _draw_buttons(box: Box, seen: SeenTable) -> None:
    """What can be done besides playing a card, beside the hand."""
    if seen.answering.kind is ACTION:
        choices = acting.buttons(seen)
    elif seen.answering.kind is COMMAND:
        choices = deciding.buttons(seen)
    else:
        return
    down = -(-len(choices) // 2)
    high = min(40.0, (box.h - 4) / down)
    places = box.cut_bottom(high * down).grid(2, box.w / 2, high, gap=5)
    for choice, place in zip(choices, places, strict=False):
        widgets.choice_button(place, choice, size=15)


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
