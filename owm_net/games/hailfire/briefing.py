"""What a player is told before a battle, and how it stands: HAIL-PVIC-01 to -06."""

from __future__ import annotations

from owm_net.engine.briefing import Briefing
from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.hailfire.catalog import Scenario
from owm_net.games.hailfire.chits import known_total
from owm_net.games.hailfire.ids import ATTACKER, DEFENDER, SEATS
from owm_net.games.hailfire.state import CHITS as CHIT_HANDS
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import CHITS, TAKES
from owm_net.games.hailfire.victory import held
from owm_net.games.hailfire.words import inches, seat_name


def briefing(scenario: Scenario) -> Briefing:
    """Of a scenario."""
    many = {"n": len(scenario.objectives), "rounds": scenario.rounds}
    if scenario.chosen:
        goal = say(
            "Hold more of the {n} objectives than the enemy after round {rounds}; if both hold as"
            " many, the side with fewer chits wins.",
            **many,
        )
    else:
        goal = say(
            "The attacker wins with more of the {n} objectives than the defender after round"
            " {rounds}; if both hold as many, the defender wins.",
            **many,
        )
    takes = say(
        "An objective is taken at the end of a turn by a Ready Team on foot within {far} of it, if"
        " no Ready enemy is so near. It stays yours until the enemy takes it.",
        far=inches(TAKES),
    )
    chits = say(
        "In the enemy's turn you draw a chit of {least} to {most} for each objective that they"
        " hold; you draw one, too, for each Unit that you lose.",
        least=min(CHITS),
        most=max(CHITS),
    )
    ends = say(
        "A side breaks, and loses at once, when its chits come to its limit: {attacker} for the"
        " attacker, {defender} for the defender. So does a side without Teams.",
        attacker=scenario.break_limits[ATTACKER],
        defender=scenario.break_limits[DEFENDER],
    )
    return Briefing(goal, ends, (takes, chits))


def aim(view: View[HailfireState]) -> str:
    """Who holds what, and the chits of each side as far as this view may know them."""
    g = view.state
    if not g.round:
        return ""
    return listed([_of_side(view, seat) for seat in SEATS], "; ")


def _of_side(view: View[HailfireState], seat: Seat) -> str:
    g, total = view.state, known_total(view, seat)
    side, n, all = seat_name(g, seat), held(g, seat), len(g.holders)
    limit = g.battle.break_limits[seat]
    if total is not None:
        return say(
            "{side} hold {n} of {all} objectives, chits {total} of {limit}",
            side=side,
            n=n,
            all=all,
            total=total,
            limit=limit,
        )
    return say(
        "{side} hold {n} of {all} objectives, {chits} chits drawn, limit {limit}",
        side=side,
        n=n,
        all=all,
        chits=len(g.hands[CHIT_HANDS + seat]),
        limit=limit,
    )
