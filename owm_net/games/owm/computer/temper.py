"""How a computer player of OWM weighs things."""

from __future__ import annotations

from attrs import frozen


@frozen
class Temper:
    """How a computer player weighs things: percent, or hundredths of a point where it says so.

    attack_rate, threat_rate: how much of a round's best fire, own and the enemy's, comes about.
    horizon: rounds for which a place counts. early: what the objective counts for while the
    end is far. approach: what it counts for a Fireteam 1, 2, 3, ... moves away. support: what
    all of that counts for the Fireteams that are not to take it. recognised: odds that hiding
    is of no use. card: the mean worth of an unknown card, in hundredths of a point; filler: how
    gladly cards are exchanged. pinned: what is lost of a soldier who is suppressed by a retreat.
    summit: how far the fire from the objective counts as a reason to go there. teams: how many
    Fireteams a squad is split into. styles: of `choose_soldiers`. Of both, one by chance.
    whim: in how many percent of the actions any plan is taken instead of the best.
    """

    attack_rate: int = 60
    threat_rate: int = 55
    horizon: int = 3
    early: int = 50
    approach: tuple[int, ...] = (100, 55, 30, 12)
    support: int = 30
    recognised: int = 50
    card: int = 40
    pinned: int = 35
    summit: int = 60
    filler: int = 100
    teams: tuple[int, ...] = (2, 2, 2, 3)
    styles: tuple[int, ...] = (0, 1, 2, 3)
    whim: int = 0


STANDARD = Temper()
RECRUIT = Temper(whim=50)
"""Of a recruit, for a first match (docs/balance.md)."""
