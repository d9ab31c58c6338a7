"""Assaults for the tests: an Allied Fireteam is about to enter where an Axis one stands.

Allies: 203 Corporal green, 206-208 Privates green, Evans PFC red, 209 Private blue.
Axis: 303 Corporal green, 304 PFC red, 306-308 Privates green, 315 Private blue.
Rifles: no advantage icon. 201 Thompson +1, 215 heavy machine gun -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.engine.agenda import Event
from owm_net.games.owm.actions import Maneuver
from owm_net.games.owm.assault import AssaultLine
from owm_net.games.owm.ids import SoldierId
from tests.games.owm.table import ATTACK_RED, MANEUVER, MANEUVER_2, ROAD, WOODS, Table, team


def storming(
    allied: tuple[Any, ...],
    axis: tuple[Any, ...],
    mine: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """An Allied Fireteam in C3, about to enter C4 (a Road unless told) with one Maneuver."""
    others = more.pop("others", ())
    cards = {"C4": more.pop("card", ROAD), **more.pop("cards", {})}
    first = team(0, "C3", *allied, **(mine or {}))
    axis_first = more.pop("axis_first", False)
    acted = {"activated_in": 3} if axis_first else {}
    others_too = theirs or {"moved_in": more.get("round_no", 3)}
    second = team(1, "C4", *axis, **others_too, **acted)
    order = (second, first) if axis_first else (first, second)
    return Table(
        *order,
        *others,
        cards=cards,
        hands=more.pop("hands", [[MANEUVER, MANEUVER_2, ATTACK_RED], [WOODS]]),
        **more,
    ).begin()


def charge(t: Table, *flips: str | int) -> list[Event]:
    """Enter C4, both lines as they are; the flips are those of the first round."""
    allied = next(x for x in t.g.fireteams.values() if t.g.ground.cell_name(x.cell) == "C3")
    axis = next(x for x in t.g.fireteams.values() if t.g.ground.cell_name(x.cell) == "C4")
    first = t.do(Maneuver(MANEUVER, t.cell("C4")))
    t.stack(*flips)
    return first + t.do(*lines(t, allied.line, axis.line))


def lines(t: Table, allied: Sequence[int], axis: Sequence[int]) -> list[Any]:
    """The answer of both sides, in the order in which they are asked."""
    both = [AssaultLine(tuple(map(SoldierId, line))) for line in (allied, axis)]
    return [tuple([both[s] for s in t.seats])]
