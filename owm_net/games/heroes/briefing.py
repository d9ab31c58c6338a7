"""What a player is told before a battle, and how it stands: G-10, G-11, HON-VIC."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.briefing import Briefing
from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.exits import OFFICER, OTHERS, VEHICLE
from owm_net.games.heroes.printed.scenarios import AtOnce, Objective, Scenario
from owm_net.games.heroes.state import Formation, HeroesState
from owm_net.games.heroes.terms import FIRST_WIN, Counts
from owm_net.games.heroes.victory import is_last, needed, score
from owm_net.games.heroes.words import THE_NATIONS, formation_name, seat_name, side_name

MOST_LOSSES = 8
"""Of larger armies it is not told one by one what each loss gives: the table has it beside them."""


def briefing(g: HeroesState) -> Briefing:
    """Of a battle; once its armies are there, with what the loss of each part of them gives."""
    scenario = g.battle
    if scenario.otherwise:
        late = say(
            "If that is not done in time, {side} win.", side=_side(scenario, scenario.otherwise)
        )
    else:
        late = say(
            "Else the side with more points after round {n} wins, then the one that has lost less.",
            n=scenario.rounds,
        )
    once = scenario.at_once
    goal = late if once is None else listed([at_once(scenario, once), late], " ")
    ends = say(
        "It ends after round {n}, or when a side has no units or no orders left.", n=scenario.rounds
    )
    return Briefing(goal, ends, tuple(_scores(g, scenario)))


def _side(scenario: Scenario, name: str) -> str:
    """The nations of a side."""
    found = [THE_NATIONS[side.army.nation] for side in scenario.sides if side.name == name]
    return listed(list(dict.fromkeys(found)))


def at_once(scenario: Scenario, once: AtOnce) -> str:
    """What wins before the last round."""
    since, what = max(once.since, FIRST_WIN), needed(scenario, once)
    if not once.who:
        return say(
            "A side wins at the end of a round, from round {n} on, with {what}.", n=since, what=what
        )
    return say(
        "At the end of a round, from round {n} on, {side} win with {what}.",
        side=_side(scenario, once.who),
        n=since,
        what=what,
    )


def at_once_in_short(scenario: Scenario, once: AtOnce) -> str:
    """The same, where there is one line."""
    since, what = max(once.since, FIRST_WIN), needed(scenario, once)
    who = _side(scenario, once.who) if once.who else say("either side")
    return say("Wins from round {n} on: {who} with {what}", who=who, n=since, what=what)


def _scores(g: HeroesState, scenario: Scenario) -> Iterator[str]:
    """Exits; objectives and losses, where points decide."""
    if scenario.exits[0]:
        yield say(
            "Units that leave by the exit: {vehicle} points for a vehicle, {officer} for an"
            " officer, {other} for any other.",
            vehicle=VEHICLE,
            officer=OFFICER,
            other=OTHERS,
        )
    if scenario.otherwise and (scenario.at_once is None or not scenario.at_once.score):
        return
    for place in scenario.objectives:
        yield from objective(scenario, place)
    count = [f for f in g.formations if f.squares]
    if not count or any(f.tile for f in count):
        yield say("A tile is a platoon or an officer, with the units that belong to it.")
    if 0 < len(count) <= MOST_LOSSES:
        for seat in g.players:
            each = [_given(g, f) for f in count if f.seat == seat]
            if each:
                side = seat_name(g, seat)
                yield say("Losses of the {side}: {each}.", side=side, each=listed(each, "; "))
        return
    yield say(
        "Each enemy tile, support or hero whose losses reach its breaking point: the points"
        " that are printed on it."
    )


def _given(g: HeroesState, f: Formation) -> str:
    """What the enemy gains by the losses of a tile, an option or a hero."""
    losses = say_n("{n} loss", "{n} losses", f.squares)
    what = formation_name(g, f)
    if f.tile:
        return say_n(
            "{n} point for {what} at {losses}, and its tile is turned over",
            "{n} points for {what} at {losses}, and its tile is turned over",
            f.points,
            what=what,
            losses=losses,
        )
    return say_n(
        "{n} point for {what} at {losses}",
        "{n} points for {what} at {losses}",
        f.points,
        what=what,
        losses=losses,
    )


def objective(scenario: Scenario, place: Objective) -> Iterator[str]:
    """When it counts, for whom (HON-VIC-10)."""
    each = say_n("{place}: {n} point", "{place}: {n} points", place.points, place=place.title)
    for when in (Counts.CHECK, Counts.END):
        names = [name for name, counts in place.counts.items() if counts is when]
        if not names:
            continue
        who = listed([_side(scenario, name) for name in names], say(" or "))
        yield (
            say("{points} for {who} as long as they control it.", points=each, who=who)
            if when is Counts.CHECK
            else say(
                "{points} for {who} if they control it after the last round.",
                points=each,
                who=who,
            )
        )


def aim(view: View[HeroesState]) -> str:
    """What wins, and how it stands with that: points, exits, who controls what wins at once."""
    g = view.state
    if not g.round:
        return ""
    scenario, once = g.battle, g.battle.at_once
    said = {"n": scenario.rounds, "now": listed(list(_now(g)))}
    if once is None:
        return say("More points win after round {n}: {now}", **said)
    what = needed(scenario, once)
    if not once.who:
        return say("{what} win, else more points after round {n}: {now}", what=what, **said)
    who = _title(g, once.who)
    if not scenario.otherwise:
        return say(
            "{who} win with {what}, else more points after round {n}: {now}",
            who=who,
            what=what,
            **said,
        )
    return say(
        "{who} win with {what}, else {other} after round {n}: {now}",
        who=who,
        what=what,
        other=_title(g, scenario.otherwise),
        **said,
    )


def _title(g: HeroesState, name: str) -> str:
    """The nations of a side, as they begin a sentence."""
    return next(side_name(g, seat) for seat in g.players if g.side(seat).name == name)


def _now(g: HeroesState) -> Iterator[str]:
    """How it stands: the points, where they decide; else the exits, or who holds the objective."""
    once = g.battle.at_once
    if not g.battle.otherwise or once is None or once.score:
        for seat in _firsts(g):
            yield listed([side_name(g, seat), str(score(g, seat, is_last(g)))], " ")
    elif once.exit_points:
        for seat in _firsts(g):
            if g.side(seat).name == once.who:
                exited = sum([g.exited[s] for s in g.members(seat)])
                yield say_n("{n} point now", "{n} points now", exited)
    else:
        for place, holder in zip(g.battle.objectives, g.holders, strict=True):
            if once.holds == place.name:
                who = _title(g, holder) if holder else say("nobody")
                yield listed([place.title, who], " ")


def _firsts(g: HeroesState) -> list[Seat]:
    """The first seat of each side."""
    return list({g.side(seat).name: seat for seat in reversed(g.players)}.values())[::-1]
