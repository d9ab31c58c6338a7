"""The table of Of War and Men in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.client.terminal_words import InWords
from owm_net.client.words import counted
from owm_net.engine.view import View
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.state import CATALOG, TERRAINS, Fireteam, OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.words import deck_facts, fireteam_name, place_facts, place_name, soldier_name


class Words(InWords):
    """Fireteams and places; the grid has three letters of each Terrain."""

    def card(self, card: Any) -> str:
        """An Order card with its Command Decision and its three dice."""
        name = super().card(card)
        core = CATALOG.core.get(card)
        decision = getattr(core, "decision", "")
        dice = getattr(core, "dice", None)
        words = [f"or {decision.replace('_', ' ').title()}"] if decision else []
        if dice is not None:
            words.append(f"dice red {dice.red}, green {dice.green}, blue {dice.blue}")
        return ", ".join([name, *words])

    def map(self, view: View[OwmState]) -> Sequence[str]:
        """Every Fireteam and where it is, then every place that is not open ground."""
        g = view.state
        lines = [_team(view, team) for team in g.fireteams.values()]
        w, h = g.ground.width, g.ground.height
        lines.append(f"The map is {w} wide, columns A on, and {h} high, row 1 in the north.")
        for cell in g.ground.cells:
            if g.ground.cards[cell] != OPEN:
                lines.append("; ".join(place_facts(g, cell)))
        return lines

    def grid(self, view: View[OwmState]) -> Sequence[str]:
        """A row a line: three letters of each Terrain, dots for open ground; y1 is your Fireteam 1
        there, e2 the enemy's 2."""
        g = view.state
        w = g.ground.width
        lines = [
            "y is yours, e the enemy's; dots are open ground, else three letters of the Terrain."
        ]
        lines.append("   " + "".join(f"{g.ground.cell_name(c)[0]:<10}" for c in g.ground.cells[:w]))
        for top in range(0, len(g.ground.cells), w):
            row = f"{top // w + 1:<3}"
            for cell in g.ground.cells[top : top + w]:
                there = [t for t in g.fireteams.values() if t.cell == cell]
                face = TERRAINS.at(g.ground, cell).title
                land = "..." if g.ground.cards[cell] == OPEN else face[:3]
                row += f"{land + ' ' + ''.join(_mark(view, t) for t in there):<10}"
            lines.append(row.rstrip())
        return lines

    def status(self, view: View[OwmState]) -> Sequence[str]:
        """The mission, the round, the deck, whose turn it is."""
        g = view.state
        lines = [f"Mission: {g.card.title}. Round {g.round_no}, {g.phase}.", f"{deck_facts(g)}."]
        if g.active in g.fireteams:
            lines.append(f"{fireteam_name(g, g.active)} is active.")
        if g.initiative:
            order = ", ".join(fireteam_name(g, team) for team in g.initiative)
            lines.append(f"Initiative, from the top: {order}.")
        for seat in range(g.seats):
            you = ", you" if seat == view.seat else ""
            side = g.sides[seat].value.capitalize() if g.sides else ""
            held = counted(len(g.hands[seat]), "card")
            lines.append(f"{self.system.seat_name(g, seat)} ({side}{you}): {held} in hand.")
        return lines


def _mark(view: View[OwmState], team: Fireteam) -> str:
    return f"{'y' if team.seat == view.seat else 'e'}{team.number}"


def _team(view: View[OwmState], team: Fireteam) -> str:
    """One Fireteam: whose, where, how, and its soldiers."""
    g = view.state
    whose = "Your" if team.seat == view.seat else "Enemy"
    where = f"at {place_name(g, team.cell)}" if team.on_map else "not on the map"
    notes = [
        word
        for word, on in (
            ("dug in", team.dug_in),
            ("in stealth", team.stealthed),
            ("on the move", team.on_the_move),
        )
        if on
    ]
    men = []
    for id in team.line:
        soldier = g.soldiers[id]
        marks = [] if soldier.status is Status.READY else [soldier.status.value]
        marks += ["jammed"] if soldier.jammed else []
        name = f"{soldier_name(id)} with {soldier.weapon.title}"
        men.append(f"{name} ({', '.join(marks)})" if marks else name)
    how = f", {', '.join(notes)}" if notes else ""
    return f"{whose} {fireteam_name(g, team.id)} {where}{how}: {'; '.join(men)}."
