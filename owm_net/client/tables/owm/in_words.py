"""The table of Of War and Men in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from owm_net.client.language import tr, tr_n
from owm_net.client.tables.luck import sentences, shots_said
from owm_net.client.tables.owm import luck
from owm_net.client.tables.owm.squad import own_squads
from owm_net.client.terminal.parts import THINGS, Line, Look, Row, RowFrame, TextTable
from owm_net.client.terminal.terminal_words import InWords, Shelf
from owm_net.client.words import capital
from owm_net.engine import agenda
from owm_net.engine.agenda import Event
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.actions.rally import Rallied, rallies_nobody
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.missions import SIDES
from owm_net.games.owm.set_up import AboutSquad, FormSquad, ReadyMade
from owm_net.games.owm.state import CATALOG, TERRAINS, Fireteam, OwmState
from owm_net.games.owm.terms import Side, Status
from owm_net.games.owm.victory import score
from owm_net.games.owm.words import (
    PHASES,
    deck_facts,
    fireteam_name,
    place_facts,
    place_name,
    soldier_name,
)


class Words(InWords):
    """Fireteams and places; the grid has three letters of each Terrain."""

    def unasked(self, view: View[OwmState]) -> Answer | None:
        """Return the answer that rallies nobody where nobody can be."""
        return Rallied(()) if rallies_nobody(view) else None

    def kept(self, view: View[OwmState], shelf: Shelf) -> Iterator[tuple[str, Answer]]:
        """The squads of the seat's divisions."""
        told = agenda.about(view)
        if isinstance(told, AboutSquad):
            for one in own_squads(shelf(self.system.id), told):
                yield one.name, one.squad

    def card(self, card: Any) -> str:
        """An Order card with its Command Decision and its three dice."""
        name = super().card(card)
        core = CATALOG.core.get(card)
        decision = getattr(core, "decision", "")
        dice = getattr(core, "dice", None)
        words = (
            [tr("or {decision}", decision=tr(CATALOG.decisions[decision].title))]
            if decision
            else []
        )
        if dice is not None:
            faces = {"red": dice.red, "green": dice.green, "blue": dice.blue}
            words.append(tr("dice red {red}, green {green}, blue {blue}", **faces))
        line = ", ".join([name, *words])
        if dice is None:
            return Row(line, (name, words[0] if words else "", "", "", ""), _hand())
        title = tr(CATALOG.decisions[decision].title) if decision else ""
        return Row(line, (name, title, *map(str, (dice.red, dice.green, dice.blue))), _hand())

    def deed(self, view: View[OwmState], answer: Answer) -> str:
        """A ready-made squad by its name first."""
        if not isinstance(answer, FormSquad):
            return super().deed(view, answer)
        for one in _ready(view):
            if one.squad == answer:
                return tr(
                    "{name}, {points}: {men}. {about}",
                    name=capital(one.name),
                    points=_points(answer),
                    men=tr(self.system.describe(view, answer)),
                    about=tr(one.sentence).rstrip("."),
                )
        return super().deed(view, answer)

    def more(self, view: View[OwmState], answer: Answer) -> str:
        return _points(answer) if isinstance(answer, FormSquad) else ""

    def map(self, view: View[OwmState]) -> Sequence[str]:
        """Every Fireteam and where it is, then every place that is not open ground."""
        g = view.state
        lines = [_team(view, team) for team in g.fireteams.values()]
        w, h = g.ground.width, g.ground.height
        size = tr("The map is {w} wide, columns A on, and {h} high, row 1 in the north.", w=w, h=h)
        lines.append(size)
        for cell in g.ground.cells:
            if g.ground.cards[cell] != OPEN:
                place, *facts = map(tr, place_facts(g, cell))
                told = "; ".join(facts)
                lines.append(Row(f"{place}; {told}", (place, told), THINGS))
        return lines

    def grid(self, view: View[OwmState]) -> Sequence[str]:
        """A row a line: three letters of each Terrain, dots for open ground; y1 is your Fireteam 1
        there, e2 the enemy's 2."""
        g = view.state
        w = g.ground.width
        columns = [g.ground.cell_name(cell)[0] for cell in g.ground.cells[:w]]
        title = tr("y is your Fireteam, e the enemy's")
        table = TextTable((Look.HEADING,), RowFrame.GRID, ("", *columns), title)
        key = tr("{what}; dots are open ground, else the Terrain's first letters.", what=title)
        heads = "   " + "".join(f"{name:<10}" for name in columns).rstrip()
        lines = [Row(key, (), table), Row(heads, (), table)]  # the table has them already
        for top in range(0, len(g.ground.cells), w):
            name = str(top // w + 1)
            row, cells = f"{name:<3}", [name]
            for cell in g.ground.cells[top : top + w]:
                there = [_mark(view, t) for t in g.fireteams.values() if t.cell == cell]
                face, is_open = tr(TERRAINS.at(g.ground, cell).title), g.ground.cards[cell] == OPEN
                row += f"{('...' if is_open else face[:3]) + ' ' + ''.join(there):<10}"
                marks = [
                    (f" {mark}", Look.OURS if mark[0] == "y" else Look.THEIRS) for mark in there
                ]
                cells.append(Line("" if is_open else face, *marks))
            lines.append(Row(row.rstrip(), tuple(cells), table))
        return lines

    def luck(self, view: View[OwmState], events: Sequence[Event]) -> list[str]:
        found = luck.of_fire(view.state, events)
        return sentences(found, view.seat, lambda seat: self.player_name(view, seat), shots_said)

    def status(self, view: View[OwmState]) -> Sequence[str]:
        """The mission, the round, the score as it would be now, the deck, whose turn it is."""
        g = view.state
        told = {"title": tr(g.card.title), "n": g.round_no, "phase": tr(PHASES[g.phase])}
        if g.agreed.last_round:
            last = g.agreed.last_round
            lines = [tr("Mission: {title}. Round {n} of {last}, {phase}.", last=last, **told)]
        else:
            lines = [tr("Mission: {title}. Round {n}, {phase}.", **told)]
        if g.soldiers:
            points = ", ".join(f"{tr(side.word)} {score(g, side)}" for side in SIDES)
            lines.append(tr("Points: {points}.", points=points))
        lines.append(f"{tr(deck_facts(g))}.")
        if g.active in g.fireteams:
            lines.append(tr("{team} is active.", team=fireteam_name(g, g.active)))
        if g.initiative:
            order = ", ".join(tr(fireteam_name(g, team)) for team in g.initiative)
            lines.append(tr("Initiative, from the top: {order}.", order=order))
        for seat in range(g.seats):
            side = g.sides[seat] if g.sides else Side.EITHER
            whose = [] if side is Side.EITHER else [tr(side.word)]
            whose += [tr("you")] if seat == view.seat else []
            name = capital(self.named(self.system.seat_name(g, seat)))
            name += f" ({', '.join(whose)})" if whose else ""
            lines.append(
                tr_n(
                    "{name}: {n} card in hand.",
                    "{name}: {n} cards in hand.",
                    len(g.hands[seat]),
                    name=name,
                )
            )
        return lines


def _mark(view: View[OwmState], team: Fireteam) -> str:
    return f"{'y' if team.seat == view.seat else 'e'}{team.number}"


def _hand() -> TextTable:
    """Dice stand in the colours by which they are called, under their names."""
    heads = say("Order"), say("Command Decision"), say("red"), say("green"), say("blue")
    looks = Look.HEADING, Look.PLAIN, Look.RED, Look.GREEN, Look.BLUE
    return TextTable(looks, RowFrame.RULED, tuple(map(tr, heads)))


def _points(squad: FormSquad) -> str:
    soldiers = [soldier for line in squad.fireteams for soldier in line]
    return tr_n("{n} point", "{n} points", sum(CATALOG.soldiers[s].points for s in soldiers))


def _ready(view: View[OwmState]) -> Sequence[ReadyMade]:
    asked = agenda.about(view)
    return asked.ready if isinstance(asked, AboutSquad) else ()


def _team(view: View[OwmState], team: Fireteam) -> str:
    """One Fireteam: whose, where, how, and its soldiers."""
    g = view.state
    where = tr("at {place}", place=place_name(g, team.cell))
    where = where if team.on_map else tr("not on the map")
    notes = [
        word
        for word, on in (
            (say("dug in"), team.dug_in),
            (say("in stealth"), team.stealthed),
            (say("on the move"), team.on_the_move),
        )
        if on
    ]
    men = []
    for id in team.line:
        soldier = g.soldiers[id]
        marks = [] if soldier.status is Status.READY else [tr(soldier.status.word)]
        marks += [tr("jammed")] if soldier.jammed else []
        name = tr("{name} with {weapon}", name=soldier_name(id), weapon=soldier.weapon.title)
        men.append(f"{name} ({', '.join(marks)})" if marks else name)
    told = {
        "team": fireteam_name(g, team.id),
        "where": ", ".join([where, *map(tr, notes)]),
        "men": "; ".join(men),
    }
    heads = say("Fireteam"), say("Where"), say("Soldiers")
    table = TextTable(frame=RowFrame.RULED, heads=tuple(map(tr, heads)))
    if team.seat == view.seat:
        line, whose = tr("Your {team} {where}: {men}.", **told), tr("Your {team}", **told)
    else:
        line, whose = tr("Enemy {team} {where}: {men}.", **told), tr("Enemy {team}", **told)
    look = Look.OURS if team.seat == view.seat else Look.THEIRS
    return Row(line, (Line((whose, look)), told["where"], told["men"]), table)
