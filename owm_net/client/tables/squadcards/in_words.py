"""The table of Squad in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.client.terminal_words import InWords
from owm_net.client.words import counted
from owm_net.engine.view import View
from owm_net.games.squadcards.ids import NO_CELL
from owm_net.games.squadcards.state import HEXES, SquadState

BANDS = {"PB": "point blank", "S": "short", "M": "medium", "L": "long"}


class Words(InWords):
    """Two squads and the range between them; on the hex map, where each is."""

    def map(self, view: View[SquadState]) -> Sequence[str]:
        """The range, then each squad."""
        return self.status(view)

    def status(self, view: View[SquadState]) -> Sequence[str]:
        """The turn, the range, the squads, the objectives."""
        g = view.state
        whose = "yours" if g.active == view.seat else "the enemy's"
        lines = ["The match is being set up."]
        if g.turn:
            lines = [f"Turn {g.turn}, {whose}; phase: {str(g.phase.value).replace('_', ' ')}."]
        if not g.hex_map:
            lines.append(f"The squads are at {BANDS.get(g.band.name, g.band.name)} range.")
        for squad in g.squads:
            lines.append(self._squad(view, squad))
        for seat, held in enumerate(g.objectives):
            name = "You have" if seat == view.seat else "The enemy has"
            lines.append(f"{name} {counted(len(held), 'objective')} of 3.")
        return lines

    def _squad(self, view: View[SquadState], squad: Any) -> str:
        whose = "Your" if squad.seat == view.seat else "Enemy"
        nation = str(squad.nation.value).replace("_", " ").title()
        nation = nation.upper() if len(nation) == 2 else nation
        where = ""
        if squad.cell != NO_CELL:
            where = f" on hex {HEXES.name(squad.cell)}"
        elif squad.ground is not None:
            where = f" in {squad.ground.title}"
        else:
            where = " in the open"
        notes = [f"cover {squad.cover}"]
        notes += ["pinned"] if squad.pinned else []
        notes += ["concealed"] if squad.concealed else []
        notes += ["encircled"] if squad.encircled else []
        men = counted(squad.men, "man", "men")
        return f"{whose} {nation} squad: {men}{where}, {', '.join(notes)}."
