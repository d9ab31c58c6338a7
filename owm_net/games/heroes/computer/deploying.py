"""Where the troops begin, and with which army."""

from __future__ import annotations

from owm_net.engine.agenda import options
from owm_net.engine.chance import Chance
from owm_net.engine.requests import DeckList
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.computer.weighing import Outlook
from owm_net.games.heroes.hidden import card_key, pool
from owm_net.games.heroes.ids import CardKey, Space, UnitId
from owm_net.games.heroes.riding import carriers
from owm_net.games.heroes.roster import Roster
from owm_net.games.heroes.set_up import Deploy, Deploying, DeployOpen, LayBlind
from owm_net.games.heroes.terms import Ability, CardKind

CROWDED = 8
"""What it costs to stand beside a friend, whom one blast or burst would hit as well."""
SHELTER = 20
"""Worth of a point of defence bonus in the first round, beyond what it is worth anywhere."""


def deploy(o: Outlook, chance: Chance) -> Deploy | LayBlind | None:
    """The best place of the next counter: vehicles that carry others first, then those that move
    least; where units begin in vehicles, all vehicles before them. What may lie concealed does."""
    view, g = o.view, o.g
    frame = g.agenda[-1]
    assert isinstance(frame, Deploying)
    aboard = g.side(o.seat).aboard

    def last(unit: UnitId) -> tuple[bool, bool, int, UnitId]:
        u = o.units[unit]
        move = max([f.move for f in u.piece.faces])
        return aboard and not u.kind.vehicle, not u.number(Ability.TRANSPORT), move, unit

    unit = min(frame.waiting(g), key=last)
    aboard_at = carriers(g, unit)
    found: list[tuple[int, Deploy | LayBlind]] = []
    for answer in frame.anywhere(view, unit):
        if not isinstance(answer, DeployOpen) and frame.why_not_deploy(view, answer) is None:
            found.append((_worth(o, unit, answer, aboard_at), answer))
    if not found:
        return None
    most = max([value for value, _ in found])
    best = [answer for value, answer in found if value == most]
    return best[chance.below(len(best))]


def _worth(
    o: Outlook, unit: UnitId, answer: Deploy | LayBlind, aboard_at: dict[Space, UnitId]
) -> int:
    """A place as any other, but friends keep apart. aboard_at: vehicles with room for it."""
    vehicle = aboard_at.get(answer.space)
    if vehicle is not None:
        return o.riding(unit, vehicle)
    x, y = answer.space
    near = [u for u in o.ours if max(abs(o.g.units[u].at[0] - x), abs(o.g.units[u].at[1] - y)) < 2]
    apart = CROWDED * len(near) - SHELTER * o.ground.cells[answer.space].defence
    if isinstance(answer, LayBlind):
        return o.place(unit, answer.space) - apart
    return o.place(unit, answer.space, answer.face, answer.facing) - apart


def muster(o: Outlook, chance: Chance) -> Roster | None:
    """A ready army."""
    found = [answer for answer in options(o.view) if isinstance(answer, Roster)]
    return found[chance.below(len(found))] if found else None


def make_deck(o: Outlook, chance: Chance) -> DeckList | None:
    """The starter deck."""
    return next((answer for answer in options(o.view) if isinstance(answer, DeckList)), None)


BEST_CARDS = (
    "high_command",
    "opportunity_fire",
    "burst_into_action",
    "aimed_shot",
    "second_wind",
    "lone_marksman",
    "pin_down",
    "mine",
    "crossed_lines",
    "wire_tap",
    "stretcher_bearers",
    "dig_in",
    "battle_rage",
    "smoke_grenades",
    "counterthrust",
    "panzerfaust",
    "tank_hunters",
    "elastic_defence",
    "field_repair",
)
"""What a deck is made of, the best first."""


def best_deck(o: Outlook, chance: Chance) -> DeckList | None:
    """All copies of the best cards, as many as go in; the first deck offered for command cards."""
    ready = make_deck(o, chance)
    if ready is None or CATALOG.cards[card_key(ready.cards[0])].kind is not CardKind.ORDINARY:
        return ready
    cards = pool(o.g.side(o.seat).army.nation, CardKind.ORDINARY)
    rank = {CardKey(key): n for n, key in enumerate(BEST_CARDS)}
    ranked = sorted(cards, key=lambda card: rank.get(card_key(card), len(rank)))
    return DeckList(tuple(ranked[: len(ready.cards)]))
