"""The table of Heroes in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from owm_net.client.language import tr, tr_n
from owm_net.client.tables.heroes import luck
from owm_net.client.tables.heroes.acting import blocked, in_fire, splits
from owm_net.client.tables.heroes.buying import Buyer, numbers_told, parts_told
from owm_net.client.tables.heroes.common import (
    FIRES,
    own_or_first,
    plane_of,
    spot_of,
    target_in,
    unit_in,
)
from owm_net.client.tables.heroes.counting import objective_told, points_of, tile_told
from owm_net.client.tables.heroes.odds import assault_lines, barrage_line, shot_lines
from owm_net.client.tables.heroes.people import (
    condition,
    face_told,
    ground_told,
    name,
    other_face,
    values,
)
from owm_net.client.tables.luck import sentences
from owm_net.client.terminal.parts import THINGS, about
from owm_net.client.terminal.terminal_words import InWords, Shelf
from owm_net.engine import agenda
from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.drafts import Draft
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, DeckList
from owm_net.engine.view import View
from owm_net.games.heroes.barrage import ActBarrage, OrderBarrage
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.commanding import HighCommand, army_of
from owm_net.games.heroes.decks import DECK
from owm_net.games.heroes.hidden import number_of
from owm_net.games.heroes.ids import NO_UNIT, NO_VERTEX, OFF_MAP, ElementKey, Space, UnitId
from owm_net.games.heroes.kept import ARMIES, DECKS, own_armies, own_decks
from owm_net.games.heroes.looking import deck_asked
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.muster import cost_of
from owm_net.games.heroes.orders import ActMove, OrderMove
from owm_net.games.heroes.roster import ROSTER, Roster
from owm_net.games.heroes.set_up import Deploy
from owm_net.games.heroes.shooting import NO_LINE
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.tokens import LAY, Lay
from owm_net.games.heroes.words import seat_name, space_name

LETTERS = {"wooden": "W", "stone": "S", "concrete": "B", "thicket": "t", "position": "p"}
"""Signs of elements in the grid that have no letter on the boards."""
AT_NOBODY: dict[str, Any] = {"targets": (), "spend": (), "vertex": NO_VERTEX, "into": OFF_MAP}
"""Of an order to fire that is at nobody yet."""
STEP = 5
"""Points by which the shares of a High Command are listed."""


class Words(InWords):
    """Units with their numbers, places and markers; a grid of letters."""

    def kept(self, view: View[HeroesState], shelf: Shelf) -> Iterator[tuple[str, Answer]]:
        """Armies and decks."""
        kind, nation = agenda.kind_of(view), view.state.side(Seat(view.seat)).army.nation
        asked = deck_asked(view.state)
        if kind is ROSTER:
            yield from own_armies(shelf(ARMIES), nation)
        elif kind is DECK and asked is not None:
            for name, cards in own_decks(shelf(DECKS), nation, asked[0]):
                yield name, DeckList(cards)

    def further(self, view: View[HeroesState], offers: Sequence[Answer]) -> Iterator[Answer]:
        """A machine gunner's bonus split over two targets; a High Command with what its two members
        may pay, in steps of five points."""
        for offer in offers:
            if isinstance(offer, FIRES):
                yield from [split.whole() for split in splits(view, Draft.of(offer))]
            elif isinstance(offer, HighCommand) and len(view.state.members(Seat(view.seat))) == 2:
                cost = cost_of(army_of(offer))
                for first in range(0, cost + 1, STEP):
                    yield evolve(offer, shares=(first, cost - first))

    def sought(
        self, view: View[HeroesState], offers: Sequence[Answer]
    ) -> Iterator[tuple[Answer, Refusal]]:
        """Yield the shots at an enemy that are not allowed, with what ends the line of sight."""
        g = view.state
        for offer in offers:
            if not isinstance(offer, FIRES) or offer != evolve(offer, **AT_NOBODY):
                continue
            for enemy, _ in g.enemies(Seat(view.seat)):
                shot = evolve(offer, targets=(enemy,))
                refusal = agenda.why_not(view, shot)
                if refusal == NO_LINE:
                    refusal = blocked(g, unit_in(g, Draft.of(offer)), enemy)
                if refusal is not None:
                    yield shot, refusal

    def listed(self, view: View[HeroesState], offers: Sequence[Answer]) -> Sequence[Answer]:
        """Return tokens by their numbers, on units as the roster has them; of moves that read
        alike the first, for they come to the same."""
        moves = [offer for offer in offers if isinstance(offer, OrderMove | ActMove)]
        read = {self.deed(view, move): move for move in reversed(moves)}
        found = [o for o in offers if o not in moves or read[self.deed(view, o)] is o]
        if agenda.kind_of(view) is LAY:
            found.sort(key=lambda offer: _laid(view, offer))
        return found

    def more(self, view: View[HeroesState], answer: Answer) -> str:
        """Return the options of an army, its points, units and orders; the shares of what is
        split; of a move whether it may go on, and when the counter is turned over."""
        if isinstance(answer, OrderMove | ActMove):
            turned = {
                Flip.NONE: "",
                Flip.FIRST: tr("turned over before it"),
                Flip.LAST: tr("turned over after it"),
            }
            goes_on = tr("and may fire or move again") if answer.goes_on else ""
            when = turned[answer.flip] if answer.path else ""
            if answer.flip is not Flip.NONE and not answer.path:
                unit = unit_in(view.state, Draft.of(answer))
                when = "; ".join(other_face(view.state.units[unit]))
            ends = self._ground(view, answer.path[-1]) if answer.path else ""
            return ", ".join(filter(None, [ends, when, goes_on]))
        if isinstance(answer, Deploy):
            u = view.state.units[answer.unit]
            face = face_told(u, answer.face) if len(u.piece.deploys) > 1 else ""
            return ", ".join(filter(None, [self._ground(view, answer.space), face]))
        if isinstance(answer, (*FIRES, HighCommand)) and answer.shares:
            return tr("split {shares}", shares=" + ".join(map(str, answer.shares)))
        if not isinstance(answer, Roster):
            return ""
        rest = evolve(answer, tiles=())
        return "; ".join(filter(None, [parts_told(rest), numbers_told(Buyer(view), answer)]))

    def _ground(self, view: View[HeroesState], space: Space) -> str:
        """Return what stands in a space and how it covers, "" in the open."""
        g = view.state
        cell = g.ground.cells.get(space)
        return "" if cell is None or cell.bare else ", ".join(ground_told(g, space)[:2])

    def odds(self, view: View[HeroesState], answer: Answer) -> list[str]:
        """Of a shot at units, each; or of an assault."""
        g, draft = view.state, Draft.of(answer)
        unit, target = unit_in(g, draft), target_in(g, draft)
        if unit == NO_UNIT or target == NO_UNIT:
            return super().odds(view, answer)
        if isinstance(answer, OrderMove | ActMove):
            start = answer.path[-1] if answer.path else spot_of(g, unit)
            return assault_lines(g, unit, target, start)
        if not isinstance(answer, FIRES):
            return super().odds(view, answer)
        then, cards = in_fire(view, draft)
        lines, moving = list[str](), isinstance(answer, FireOnTheMove)
        for n, enemy in enumerate(answer.targets):
            share = answer.shares[n] if n < len(answer.shares) else None
            how = answer.suppressive, moving, share, answer.spend, cards
            first, *rest = shot_lines(then, unit, enemy, *how)
            lines += [f"{name(g, enemy)}: {first}", *rest]
        return lines

    def chance(self, view: View[HeroesState], answer: Answer) -> str:
        """Of a shot at one unit how likely it hits, of an assault how likely it is won."""
        if isinstance(answer, OrderBarrage | ActBarrage):
            g = view.state
            return barrage_line(g, unit_in(g, Draft.of(answer)), answer.weapons)
        lines = self.odds(view, answer) if isinstance(answer, (*FIRES, OrderMove, ActMove)) else []
        if isinstance(answer, FIRES) and len(answer.targets) != 1:
            return ""
        return lines[0].partition(": ")[2] or lines[0] if lines else ""

    def map(self, view: View[HeroesState]) -> Sequence[str]:
        """Objectives, then the units of each side, then the ground that is not open."""
        g, plane = view.state, plane_of(view.state)
        last = space_name(g, Space((plane.width - 1, plane.height - 1)))
        found = [
            tr("Spaces run from A1 in the north-west to {last} in the south-east.", last=last),
            tr("Combat bonus: I against infantry, L light, H heavy vehicles; X cannot hurt them."),
        ]
        for n, objective in enumerate(g.battle.objectives):
            spaces = ", ".join(space_name(g, space) for space in objective.spaces)
            found.append(about(f"{objective_told(g, n)} ({spaces})", THINGS))
        for seat in g.players:
            found += self._units(view, g.in_play(seat))
        for space, cell in sorted(g.ground.cells.items(), key=lambda one: (one[0][1], one[0][0])):
            if not cell.bare:
                line = ": ".join([space_name(g, space), ", ".join(ground_told(g, space))])
                found.append(about(line, THINGS))
        return found

    def _units(self, view: View[HeroesState], units: list[UnitId]) -> Iterator[str]:
        g = view.state
        for unit in units:
            u = g.units[unit]
            where = space_name(g, spot_of(g, unit))
            told = [where, *condition(view, unit), *values(g, u)]
            told += other_face(u) if len(u.piece.deploys) > 1 else []  # who may show either
            side = tr(seat_name(g, u.seat))
            head = tr("{side}: {unit}", side=side, unit=name(g, unit))
            yield about(f"{head}: {'; '.join(told)}", THINGS)

    def grid(self, view: View[HeroesState]) -> Sequence[str]:
        """A row a line: a letter of each space's ground; y is your unit, e the enemy's."""
        g, plane = view.state, plane_of(view.state)
        there = {s: u for n, u in enumerate(g.units) if u.there for s in u.covers}
        lines = [tr("y is your unit, e the enemy's; other letters are the ground.")]
        columns = [space_name(g, Space((x, 0)))[0] for x in range(plane.width)]
        lines.append("   " + " ".join(columns))
        for y in range(plane.height):
            row = []
            for x in range(plane.width):
                space = Space((x, y))
                u = there.get(space)
                own = u is not None and u.seat == own_or_first(view.seat)
                row.append(self._letter(g, space) if u is None else "y" if own else "e")
            lines.append(f"{y + 1:<3}" + " ".join(row))
        return lines

    def _letter(self, g: HeroesState, space: Space) -> str:
        top = g.ground.cells[space].layers[-1]
        return CATALOG.elements[ElementKey(top)].letter or LETTERS.get(top, "#")

    def luck(self, view: View[HeroesState], events: Sequence[Event]) -> list[str]:
        found = luck.of_dice(view.state, events)
        return sentences(found, view.seat, lambda seat: self.player_name(view, seat))

    def status(self, view: View[HeroesState]) -> Sequence[str]:
        """The scenario, the round, points, how near each tile is to breaking, what wins at once."""
        g = view.state
        title, phase = tr(g.battle.title), tr(g.phase.word)
        n, all_ = g.round, g.battle.rounds
        lines = [
            tr("{title}: round {n} of {all}, {phase}.", title=title, n=n, all=all_, phase=phase)
        ]
        for seat in g.players:
            n, tokens, side = points_of(g, seat), len(g.closed(seat)), tr(seat_name(g, seat))
            lines.append(
                tr(
                    "{points}, {tokens}.",
                    points=tr_n("{side}: {n} point", "{side}: {n} points", n, side=side),
                    tokens=tr_n("{n} closed token", "{n} closed tokens", tokens),
                )
            )
            own = [f for f in g.formations if f.seat == seat and f.squares]
            lines += [f"{tile_told(g, f)}." for f in own]
        return lines


def _laid(view: View[HeroesState], offer: Answer) -> tuple[int, int]:
    """Return the number of a token, and the unit on which it is laid."""
    card = view.card(offer.token) if isinstance(offer, Lay) else None
    if card is None or not isinstance(offer, Lay):
        return 0, 0
    return number_of(card), offer.unit
