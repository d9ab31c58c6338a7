"""Where the troops begin, and with which army."""

from __future__ import annotations

from owm_net.engine.agenda import options
from owm_net.engine.chance import Chance
from owm_net.engine.requests import DeckList
from owm_net.games.heroes.computer.weighing import Outlook
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.roster import Roster
from owm_net.games.heroes.set_up import Deploy, Deploying

CROWDED = 8
"""What it costs to stand beside a friend, whom one blast or burst would hit as well."""


def deploy(o: Outlook, chance: Chance) -> Deploy | None:
    """The best place of the next counter: those that move least choose first."""
    view = o.view
    frame = o.g.agenda[-1]
    assert isinstance(frame, Deploying)
    waiting = frame.waiting(o.g)
    unit = min(waiting, key=lambda u: (max([f.move for f in o.g.units[u].piece.faces]), u))
    found: list[tuple[int, Deploy]] = []
    for answer in frame.anywhere(view):
        if not isinstance(answer, Deploy) or answer.unit != unit:
            continue
        if frame.why_not_deploy(view, answer) is None:
            found.append((_worth(o, unit, answer), answer))
    if not found:
        return None
    most = max([value for value, _ in found])
    best = [answer for value, answer in found if value == most]
    return best[chance.below(len(best))]


def _worth(o: Outlook, unit: UnitId, answer: Deploy) -> int:
    """A place as any other, but friends keep apart."""
    x, y = answer.space
    near = [u for u in o.ours if max(abs(o.g.units[u].at[0] - x), abs(o.g.units[u].at[1] - y)) < 2]
    return o.place(unit, answer.space, answer.face, answer.facing) - CROWDED * len(near)


def muster(o: Outlook, chance: Chance) -> Roster | None:
    """A ready army."""
    found = [answer for answer in options(o.view) if isinstance(answer, Roster)]
    return found[chance.below(len(found))] if found else None


def make_deck(o: Outlook, chance: Chance) -> DeckList | None:
    """The starter deck."""
    return next((answer for answer in options(o.view) if isinstance(answer, DeckList)), None)
