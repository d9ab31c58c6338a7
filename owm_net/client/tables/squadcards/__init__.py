"""The table of Squad, the card game of small units."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from owm_net.client import widgets
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.animation import Animation
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.tables import luck as lucks
from owm_net.client.tables import since
from owm_net.client.tables.squadcards import (
    acting,
    animating,
    asking,
    faces,
    hexes,
    luck,
    nations,
    panels,
    rolls,
    squads,
    telling,
    track,
    uses,
)
from owm_net.client.tables.squadcards.common import (
    hand_squad,
    men_left,
    must_pass,
    nation_of,
    own_seat,
    player_turn,
    state_of,
)
from owm_net.client.tables.squadcards.helping import NOTES
from owm_net.client.widgets import answer
from owm_net.client.widgets.answer import Drawn
from owm_net.client.words import because
from owm_net.engine.agenda import Event, GameState, InLog
from owm_net.engine.ids import CardNumber
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.squadcards.ids import NO_CELL, NO_SQUAD, SEATS, SquadId, opponent
from owm_net.games.squadcards.notes import SCORE
from owm_net.games.squadcards.phases.movement import MOVE
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.turn import TurnBegun
from owm_net.games.squadcards.victory import starting_men

SIDE = 300.0
"""Width of the right side."""


class SquadcardsTable(Table):
    """Registered as "squadcards"."""

    def emblem(self) -> ArtKey | None:
        return faces.back()

    def overview(self, box: Box, g: GameState) -> bool:
        """The hexes, of a mission that is played on them."""
        assert isinstance(g, SquadState)
        if g.hex_map:
            hexes.overview(box, g.squads_each)
        return g.hex_map

    def unasked(self, seen: SeenTable) -> Answer | None:
        """A pass where no card fits, if the player wants that."""
        return Pass() if seen.answering.passes and must_pass(seen) else None

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        return telling.beat(view, event, strip)

    def animations(self, view: View[Any], event: Event) -> Sequence[Animation]:
        """See `animating`."""
        return tuple(animating.animations(view, event))

    def moved(self, old: View[Any], new: View[Any]) -> dict[int, int]:
        """Pawns of the hex map that stand elsewhere now."""
        pairs = enumerate(zip(old.state.squads, new.state.squads, strict=False))
        return {
            i: was.cell
            for i, (was, now) in pairs
            if NO_CELL not in (was.cell, now.cell) and was.cell != now.cell
        }

    # -- drawing -------------------------------------------------------------------------

    def draw(self, pen: Pen, seen: SeenTable) -> None:
        """The nationalities first, then the table."""
        g = state_of(seen)
        widgets.backdrop(pen)
        where = player_turn(seen) if g.turn else tr("Squad: set-up")
        widgets.top_bar(pen, seen, tr(where).upper(), panels.score_line(seen))
        if g.squads:
            self._draw_table(pen, seen, g)
        else:
            self._draw_nations(pen, seen)

    def _draw_nations(self, pen: Pen, seen: SeenTable) -> None:
        box = whole(pen).inset(8)
        box.cut_top(34)
        bar = box.cut_bottom(48, gap=8)
        nations.draw(box, seen)
        widgets.prompt_bar(bar, asking.prompt(seen), seen)
        if not asking.is_known(seen):
            answer.over(bar, seen, lambda kind, value: False)

    def _draw_table(self, pen: Pen, seen: SeenTable, g: SquadState) -> None:
        box = widgets.below_top(pen, 6)
        right = box.cut_right(SIDE, gap=8)
        foot = box.cut_bottom(max(164.0, min(230.0, pen.h * 0.26 - 6)), gap=6)
        bar = box.cut_bottom(46, gap=6)
        panels.phases(box.cut_top(32, gap=6), seen)
        if g.hex_map:
            self._draw_hexes(box, seen, g)
        else:
            self._draw_field(box, seen, g)
        self._draw_right(right, seen, g)
        hand = foot.at(0, 0, foot.w, foot.h + 6)
        shown = hand_squad(seen)
        if g.squads_each > 1:
            panels.tabs(hand.cut_left(140, gap=8).at(2, 14, 138, 90), seen, shown)
        hands = {seen.players.seat: acting.cards(seen, shown)}
        for seat in seen.players.open_seats:
            squads_of = [acting.cards(seen, squad) for squad in g.all_of(SEATS[seat])]
            hands[seat] = [card for cards in squads_of for card in cards]
        widgets.hands_side_by_side(hand, hands, seen.players.name, largest=210.0)
        widgets.prompt_bar(bar, asking.prompt(seen), seen)
        if asking.is_known(seen):
            uses.draw(bar, seen)
        else:
            answer.over(bar, seen, _drawn(g, shown))

    def _draw_field(self, box: Box, seen: SeenTable, g: SquadState) -> None:
        """The two squads face each other across the range track."""
        own = own_seat(seen)
        wide = max(246.0, min(380.0, box.w * 0.295))
        squads.draw(box.cut_left(wide, gap=6), seen, g.all_of(own)[0])
        squads.draw(box.cut_right(wide, gap=6), seen, g.all_of(opponent(own))[0])
        track.draw(box.cut_top(min(140.0, max(116.0, box.h * 0.27)), gap=6), seen)
        if seen.answering.kind is MOVE:
            panels.move_panel(box, seen)
        else:
            rolls.standing(box.cut_bottom(92, gap=6), seen)
            rolls.roll(box, seen)

    def _draw_hexes(self, box: Box, seen: SeenTable, g: SquadState) -> None:
        """The squads of a side below each other, the map between."""
        own = own_seat(seen)
        wide = max(222.0, min(300.0, (box.w - box.h * 1.12) / 2))
        left, right = box.cut_left(wide, gap=4), box.cut_right(wide, gap=4)
        for seat, column in ((own, left), (opponent(own), right)):
            mine = g.all_of(seat)
            for squad, place in zip(mine, column.rows(len(mine), gap=6), strict=True):
                squads.draw(place, seen, squad, seat_row=squad == mine[-1])
        hexes.draw(box.pen, box.rect, seen)

    def _draw_right(self, right: Box, seen: SeenTable, g: SquadState) -> None:
        panels.piles(right.cut_top(152, gap=6), seen)
        if g.hex_map:
            rolls.roll(right.cut_top(196, gap=6), seen)
        log = since.choice(self._since) if self._since(seen) else None
        widgets.log_pane(right, seen, extra=log)

    def _since(self, seen: SeenTable) -> list[int]:
        """Return the other's deeds since the player's last turn, without the names of phases."""
        if seen.players.seat < 0:
            return []
        return since.lines(seen, TurnBegun, lambda event: event.in_log is not InLog.LEAD)

    # -- the rest ------------------------------------------------------------------------

    def art(self, view: View[Any]) -> list[ArtKey]:
        """The back, the cards in sight, the men; then the whole deck."""
        g = view.state
        assert isinstance(g, SquadState)
        seen = [c for hand in g.hands for c in view.cards(hand) if c is not None]
        keys = [faces.back(), *[faces.card(CardNumber(c), g.options) for c in seen]]
        keys += [faces.man(s.nation, fallen) for s in g.squads for fallen in (False, True)]
        keys += [faces.die(n, second) for n in range(1, 7) for second in (False, True)]
        keys += faces.lands() if g.hex_map else []
        keys += faces.deck(g.options)
        return list(dict.fromkeys(keys))

    def soon(self, view: View[Any]) -> list[ArtKey]:
        g = view.state
        assert isinstance(g, SquadState)
        mine = [view.cards(g.hands[s]) for s in g.all_of(SEATS[max(0, view.seat)])]
        return [
            faces.card(CardNumber(c), g.options) for hand in mine for c in hand if c is not None
        ]

    def help(self) -> list[tuple[str, list[str]]]:
        return NOTES

    def afterwards(self, seen: SeenTable) -> list[str]:
        """How lucky the dice of both sides were."""
        return lucks.lines(seen, luck.of_dice(state_of(seen), lucks.events(seen)))

    def final(self, seen: SeenTable) -> list[str]:
        """Men and objectives of both sides."""
        g = state_of(seen)
        if not g.squads:
            return []
        found = []
        for seat in SEATS:
            mine = [g.squads[s] for s in g.all_of(seat)]
            men = sum(s.men for s in mine)
            began = sum(starting_men(g, s.nation) for s in mine)
            found.append(
                tr(
                    "{nation}: {men}, {n} of 3 objectives",
                    nation=nation_of(seen, seat),
                    men=men_left(men, began),
                    n=len(g.objectives[seat]),
                )
            )
        return [*found, tr("Score: {how}", how=because(SCORE.words, SCORE.rule))]


def _drawn(g: SquadState, shown: SquadId) -> Drawn:
    """The hand of the squad that is shown, and the squads."""
    hand = g.hands[shown] if shown != NO_SQUAD else []
    living = [squad for seat in SEATS for squad in g.living(seat)]
    places: dict[object, Sequence[Hashable]] = {
        Played: [*map(Played, hand)],
        SquadId: living,
    }
    return lambda kind, value: value in places.get(kind, ())
