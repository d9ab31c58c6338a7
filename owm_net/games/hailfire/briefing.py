"""What a player is told before a battle, and how it stands: HAIL-PVIC-01 to -09."""

from __future__ import annotations

from owm_net.engine.briefing import Briefing
from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.hailfire.chits import known_total
from owm_net.games.hailfire.ids import ATTACKER, DEFENDER, SEATS
from owm_net.games.hailfire.reading import Scenario
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import CHITS, TAKES, Aim
from owm_net.games.hailfire.victory import exits_open, held, through
from owm_net.games.hailfire.words import inches, seat_name


def briefing(scenario: Scenario, limits: tuple[int, int]) -> Briefing:
    """Of a scenario, with the break limit of each seat."""
    ends = say(
        "A side breaks, and loses at once, when its chits come to its limit: {attacker} for the"
        " attacker, {defender} for the defender. So does a side without Teams.",
        attacker=limits[ATTACKER],
        defender=limits[DEFENDER],
    )
    if scenario.exits:
        ends = say(
            "{ends} The attacker loses, too, when fewer Teams are left than must still leave.",
            ends=ends,
        )
    night = ""
    if scenario.sight:
        night = say("It is night: nobody sees farther than {far}.", far=inches(scenario.sight))
    scores = [line for line in (_takes(scenario), _leaves(scenario), _chits(scenario)) if line]
    return Briefing(_goal(scenario), ends, tuple(scores), night)


def _goal(scenario: Scenario) -> str:
    many = {"n": len(scenario.flags), "rounds": scenario.rounds}
    if scenario.aim is Aim.BREAKTHROUGH:
        return say(
            "The attacker wins as soon as {through} of their Teams have left by an exit; the"
            " defender wins if that has not happened after round {rounds}.",
            through=scenario.through,
            rounds=scenario.rounds,
        )
    if scenario.aim is Aim.DELAY:
        return say(
            "The defender wins with {hold} points. The attacker wins with all {n} objectives at"
            " the end of a round, or if the defender has too few points after round {rounds}.",
            hold=scenario.hold,
            **many,
        )
    if scenario.aim is Aim.RAID:
        return say(
            "The attacker blows up {razed} of the {n} objectives; then they win as soon as"
            " {through} of their Teams have left. The defender wins if that has not happened after"
            " round {rounds}.",
            razed=scenario.razed,
            through=scenario.through,
            **many,
        )
    if scenario.chosen:
        return say(
            "Hold more of the {n} objectives than the enemy after round {rounds}; if both hold as"
            " many, the side with fewer chits wins.",
            **many,
        )
    return say(
        "The attacker wins with more of the {n} objectives than the defender after round"
        " {rounds}; if both hold as many, the defender wins.",
        **many,
    )


def _takes(scenario: Scenario) -> str:
    far = inches(TAKES)
    if scenario.aim is Aim.RAID:
        return say(
            "At the end of a turn a Ready attacker on foot blows up an objective within {far}, if"
            " no Ready enemy is so near.",
            far=far,
        )
    if not scenario.flags:
        return ""
    takes = say(
        "An objective is taken at the end of a turn by a Ready Team on foot within {far} of it, if"
        " no Ready enemy is so near. It stays yours until the enemy takes it.",
        far=far,
    )
    if scenario.aim is Aim.DELAY:
        return say(
            "{takes} At the end of each round the defender has a point for each that they hold.",
            takes=takes,
        )
    return takes


def _leaves(scenario: Scenario) -> str:
    if not scenario.exits:
        return ""
    leaves = say(
        "At the end of the attacker's turn their Ready Teams within {far} of an exit leave, unless"
        " Received Fire Points lie on them or an enemy touches them. Who rides in them counts"
        " too.",
        far=inches(TAKES),
    )
    if scenario.aim is Aim.RAID:
        return say(
            "{leaves} The exits open when {n} objectives are blown up.",
            leaves=leaves,
            n=scenario.razed,
        )
    return leaves


def _chits(scenario: Scenario) -> str:
    least, most = min(CHITS), max(CHITS)
    if scenario.aim is not Aim.OBJECTIVES:
        return say(
            "You draw a chit of {least} to {most} for each Unit that you lose, and for nothing"
            " else.",
            least=least,
            most=most,
        )
    return say(
        "In the enemy's turn you draw a chit of {least} to {most} for each objective that they"
        " hold; you draw one, too, for each Unit that you lose.",
        least=least,
        most=most,
    )


def aim(view: View[HailfireState]) -> str:
    """What wins, how it stands with that, and the chits of both sides, the attacker's first, as far
    as this view may know them."""
    g = view.state
    if not g.round:
        return ""
    chits = listed([_chits_of(view, seat) for seat in SEATS])
    return say("{aim}; chits {chits}", aim=_state_of_aim(g), chits=chits)


def _state_of_aim(g: HailfireState) -> str:
    battle = g.battle
    sides = {"attacker": seat_name(g, ATTACKER), "defender": seat_name(g, DEFENDER)}
    rounds, n, m = battle.rounds, held(g, ATTACKER), held(g, DEFENDER)
    if battle.aim is Aim.DELAY:
        return say(
            "{defender} win with {hold} points by round {rounds}, {attacker} with all {all}"
            " objectives; now {points} and {n}",
            hold=battle.hold,
            rounds=rounds,
            all=len(g.holders),
            points=g.delayed,
            n=n,
            **sides,
        )
    if battle.aim is Aim.RAID and not exits_open(g):
        return say(
            "{attacker} win if they blow up {razed} objectives and {through} Teams leave by round"
            " {rounds}; now {n}",
            razed=battle.razed,
            through=battle.through,
            rounds=rounds,
            n=n,
            **sides,
        )
    if battle.exits:
        return say(
            "{attacker} win if {through} of their Teams leave by round {rounds}; {n} have left",
            through=battle.through,
            rounds=rounds,
            n=through(g),
            **sides,
        )
    if battle.chosen:
        return say(
            "More of the {all} objectives win after round {rounds}: {attacker} {n}, {defender} {m}",
            all=len(g.holders),
            rounds=rounds,
            n=n,
            m=m,
            **sides,
        )
    return say(
        "{attacker} win with more of the {all} objectives after round {rounds}, now {n} : {m}",
        all=len(g.holders),
        rounds=rounds,
        n=n,
        m=m,
        **sides,
    )


def _chits_of(view: View[HailfireState], seat: Seat) -> str:
    total, limit = known_total(view, seat), view.state.limits[seat]
    return listed(["?" if total is None else str(total), str(limit)], "/")
