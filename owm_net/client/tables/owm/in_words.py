"""The table of Of War and Men in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.client.language import tr, tr_n
from owm_net.client.terminal_words import InWords
from owm_net.engine import agenda
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.set_up import AboutSquad, FormSquad
from owm_net.games.owm.state import CATALOG, TERRAINS, Fireteam, OwmState
from owm_net.games.owm.terms import Status
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
        return ", ".join([name, *words])

    def more(self, view: View[OwmState], answer: Answer) -> str:
        """Of a squad what it costs; of one that is ready-made its name and what it is good for."""
        if not isinstance(answer, FormSquad):
            return ""
        soldiers = [soldier for line in answer.fireteams for soldier in line]
        cost = sum(CATALOG.soldiers[s].points for s in soldiers)
        told = [tr_n("{n} point", "{n} points", cost)]
        about = agenda.about(view)
        if isinstance(about, AboutSquad):
            for one in about.ready:
                if one.squad == answer:
                    told += [tr(one.name), tr(one.sentence).rstrip(".")]
        return "; ".join(filter(None, told))

    def map(self, view: View[OwmState]) -> Sequence[str]:
        """Every Fireteam and where it is, then every place that is not open ground."""
        g = view.state
        lines = [_team(view, team) for team in g.fireteams.values()]
        w, h = g.ground.width, g.ground.height
        size = tr("The map is {w} wide, columns A on, and {h} high, row 1 in the north.", w=w, h=h)
        lines.append(size)
        for cell in g.ground.cells:
            if g.ground.cards[cell] != OPEN:
                lines.append("; ".join(map(tr, place_facts(g, cell))))
        return lines

    def grid(self, view: View[OwmState]) -> Sequence[str]:
        """A row a line: three letters of each Terrain, dots for open ground; y1 is your Fireteam 1
        there, e2 the enemy's 2."""
        g = view.state
        w = g.ground.width
        lines = [
            tr("y is yours, e the enemy's; dots are open ground, else the Terrain's first letters.")
        ]
        lines.append("   " + "".join(f"{g.ground.cell_name(c)[0]:<10}" for c in g.ground.cells[:w]))
        for top in range(0, len(g.ground.cells), w):
            row = f"{top // w + 1:<3}"
            for cell in g.ground.cells[top : top + w]:
                there = [t for t in g.fireteams.values() if t.cell == cell]
                face = tr(TERRAINS.at(g.ground, cell).title)
                land = "..." if g.ground.cards[cell] == OPEN else face[:3]
                row += f"{land + ' ' + ''.join(_mark(view, t) for t in there):<10}"
            lines.append(row.rstrip())
        return lines

    def status(self, view: View[OwmState]) -> Sequence[str]:
        """The mission, the round, the deck, whose turn it is."""
        g = view.state
        told = {"title": tr(g.card.title), "n": g.round_no, "phase": tr(PHASES[g.phase])}
        lines = [tr("Mission: {title}. Round {n}, {phase}.", **told), f"{tr(deck_facts(g))}."]
        if g.active in g.fireteams:
            lines.append(tr("{team} is active.", team=fireteam_name(g, g.active)))
        if g.initiative:
            order = ", ".join(tr(fireteam_name(g, team)) for team in g.initiative)
            lines.append(tr("Initiative, from the top: {order}.", order=order))
        for seat in range(g.seats):
            whose = [tr(g.sides[seat].word)] if g.sides else []
            whose += [tr("you")] if seat == view.seat else []
            name = f"{tr(self.system.seat_name(g, seat))} ({', '.join(whose)})"
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
    if team.seat == view.seat:
        return tr("Your {team} {where}: {men}.", **told)
    return tr("Enemy {team} {where}: {men}.", **told)
