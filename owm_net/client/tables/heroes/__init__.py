"""The table of Heroes of Normandie: squares with edges, two-faced counters, hidden orders."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from owm_net.client import widgets
from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import beside
from owm_net.client.maps.table import MapTable
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.animation import Animation
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables import luck as lucks
from owm_net.client.tables.heroes import (
    acting,
    animating,
    asking,
    building,
    decking,
    deed,
    faces,
    field,
    luck,
    panels,
    telling,
)
from owm_net.client.tables.heroes.acting import DEEDS
from owm_net.client.tables.heroes.common import MAP_LOOKS, is_asked, plane_of, state_of
from owm_net.client.tables.heroes.helping import NOTES, by_keys
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.files.squads import Groups
from owm_net.games.heroes.decks import COMMAND_CARDS, DECK
from owm_net.games.heroes.ids import Space, UnitId, Vertex
from owm_net.games.heroes.kept import ARMIES, DECKS
from owm_net.games.heroes.reacting import REACT
from owm_net.games.heroes.roster import ROSTER
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.words import formation_name, seat_name

SIDE = 372.0
"""How wide what stands at the right is."""
BETWEEN = 268.0
"""How wide dice and log are beside a map that is as high as wide."""
STRIP = 34.0
LEAST_FOOT = 116.0
LESSON_FOOT = 164.0
"""How high it is at least below the map, and where a lesson stands there."""
DICE = 130.0
"""How high the dice are beside a map, or at least below what is fought for."""

DRAWN = (UnitId, Space, Vertex)
"""Types of values on the map."""


class HeroesTable(MapTable):
    """Registered as "heroes"."""

    notes = NOTES

    def help(self) -> list[tuple[str, list[str]]]:
        """Without the keys of a map in inches."""
        return [*NOTES[:-1], by_keys(), NOTES[-1]]

    def head(self, seen: SeenTable) -> tuple[str, str]:
        """The scenario, the phase and whose orders come first."""
        g = state_of(seen)
        return tr(g.battle.title), _standing(seen)

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        """See `telling`."""
        return telling.beat(view, event, strip)

    def animations(self, view: View[Any], event: Event) -> Sequence[Animation]:
        """See `animating`."""
        return tuple(animating.animations(view, event))

    def moved(self, old: View[Any], new: View[Any]) -> dict[int, int]:
        """Units that stand elsewhere now."""
        g: HeroesState = new.state
        width = plane_of(g).width
        found = {}
        for n, (before, now) in enumerate(zip(old.state.units, g.units, strict=False)):
            if before.there and now.there and before.at != now.at:
                found[n] = before.at[1] * width + before.at[0]
        return found

    def prompt(self, seen: SeenTable) -> widgets.Prompt:
        """See `asking`."""
        return asking.prompt(seen)

    def is_drawn(self, seen: SeenTable) -> bool:
        """See `asking`."""
        return asking.is_drawn(seen)

    def draws(self, kind: Any, value: Hashable) -> bool:
        """Units, spaces, intersections and cards."""
        return kind in (*DRAWN, Played)

    def ground(self, view: View[Any]) -> ArtKey | None:
        """Return the picture of the map in this state."""
        return faces.ground(view.state.ground)

    def overview(self, box: Box, g: GameState) -> bool:
        """The scenario's map; that of a free battle is made in the match."""
        assert isinstance(g, HeroesState)
        if g.made is not None:
            return False
        field.overview(box, g)
        return True

    def begin(self, drafting: Drafting) -> Sketch:
        """Begin the draft; None for a deed or reaction where the player chooses the unit, and where
        an answer is chosen from a list."""
        begun = decking.begin(drafting) if drafting.kind is DECK else acting.begin(drafting)
        if begun is not None:
            return begun
        listed = (*DEEDS, REACT, COMMAND_CARDS)
        return None if drafting.kind in listed else super().begin(drafting)

    def weighs(self, drafting: Drafting, sketch: Sketch, kind: Any) -> bool:
        """Deeds and reactions are judged where they are drawn, by what a press means."""
        by_press = drafting.kind in (*DEEDS, REACT) and not acting.plays_card(sketch)
        return kind in DRAWN and not by_press

    def lay_out(self, box: Box, seen: SeenTable) -> Iterator[None]:
        """The map with tokens, dice and log below it, or beside it where it is high; all else at
        the right."""
        if is_asked(seen, ROSTER, DECK) and seen.ui.look not in MAP_LOOKS:
            screen = building if is_asked(seen, ROSTER) else decking
            yield from screen.draw(box.inset(0, 2), seen)
            return
        area, side = box, box.cut_right(SIDE, gap=8)
        plane = plane_of(state_of(seen))
        if plane.width > plane.height:
            foot = LEAST_FOOT if seen.coach is None else LESSON_FOOT
            high = min(area.h - STRIP - foot - 12, area.w * plane.height / plane.width + 4)
            room = area.cut_top(high, gap=6)
            strip = area.cut_top(STRIP, gap=6)
            dice = area.cut_left(min(300.0, area.w * 0.4), gap=6)
            apart = panels.objectives(dice, seen, DICE)
            log = area
        else:
            room = area.cut_left(min(area.h + 6, area.w - BETWEEN - 8), gap=8)
            strip = area.cut_top(state_of(seen).seats * STRIP, gap=6)
            apart = panels.objectives(area, seen, 2 * DICE)
            dice = area.cut_top(DICE, gap=6)
            log = area
        yield from field.draw(box.pen, room.rect, seen)
        yield
        panels.tokens(strip, seen)
        beside.dice(dice, seen)
        widgets.log_pane(log, seen)
        yield
        panels.points(side, seen, aims=not apart)
        panels.tools(side.cut_top(30, gap=6), seen)
        panels.unit(side.cut_top(140, gap=6), seen)
        yield
        deed.deed(side, seen)

    def kept(self, seen: SeenTable) -> Groups:
        """The army or the deck as numbers."""
        return decking.kept(seen) if is_asked(seen, DECK) else building.kept(seen)

    def shelf(self, seen: SeenTable) -> str:
        """Armies and decks are kept apart."""
        return DECKS if is_asked(seen, DECK) else ARMIES

    def afterwards(self, seen: SeenTable) -> list[str]:
        """How lucky the dice of both sides were."""
        return lucks.lines(seen, luck.of_dice(state_of(seen), lucks.events(seen)))

    def final(self, seen: SeenTable) -> list[str]:
        """Return what each side has lost."""
        g = state_of(seen)
        lines = []
        for seat in g.players:
            turned = [f for f in g.formations if f.seat == seat and f.turned]
            names = ", ".join([tr(formation_name(g, f)) for f in turned])
            broken = tr("broken: {names}", names=names) if names else tr("nothing broken")
            told = {"side": tr(seat_name(g, seat)), "broken": broken}
            left = len(g.on_map(seat))
            lines.append(
                tr_n(
                    "{side}: {n} unit left; {broken}",
                    "{side}: {n} units left; {broken}",
                    left,
                    **told,
                )
            )
        return lines


def _standing(seen: SeenTable) -> str:
    """Return the phase; the round is beside the map."""
    g = state_of(seen)
    return tr(g.phase.word)
