"""What a player is told before a battle, and how it stands: NCO-END-03 to -07, 2.15."""

from __future__ import annotations

from owm_net.engine.briefing import Briefing
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.catalog import ScenarioRow
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.missions import GUESS, MISSION
from owm_net.games.nco.scenarios import (
    CAPTURED,
    CENTER,
    CENTRE_OFF,
    DESTROY,
    DROP_DESTROYED,
    ENEMY_EDGE,
    EXTERMINATION,
    HEART,
    KILLED,
    MOST_PIECES,
    OWN_EDGE,
    PIECE_OFF,
    REGULARS,
    RESCUE,
    RESCUED,
    RETRIEVAL,
    SECTORS,
    SERGEANT_NEARER,
    SIDES,
    SPECIALISTS,
)
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BOUNTY, TURNS
from owm_net.games.nco.turn import LASTS
from owm_net.games.nco.victory import scores
from owm_net.games.nco.words import seat_name

SCORES: dict[str, tuple[str, ...]] = {
    SECTORS: (
        say(
            "Each of the nine sectors is held by the side with more soldiers in it at the end:"
            " {own} points at your own edge, {sides} at the left and right of the middle, {heart}"
            " in the centre, {enemy} at the enemy's edge.",
            own=OWN_EDGE,
            sides=SIDES,
            heart=HEART,
            enemy=ENEMY_EDGE,
        ),
    ),
    CENTER: (
        say(
            "{n} points if your sergeant ends nearer to the centre than the enemy's.",
            n=SERGEANT_NEARER,
        ),
        say(
            "{each} points for each regular who is nearer than every enemy regular, {most} at most;"
            " {each2} for each such specialist, {most2} at most.",
            each=REGULARS[0],
            most=REGULARS[1],
            each2=SPECIALISTS[0],
            most2=SPECIALISTS[1],
        ),
    ),
    EXTERMINATION: (
        say("{n} points for your secret mission, which a die names.", n=MISSION),
        say("{n} points if you guess the enemy's at the end.", n=GUESS),
    ),
    DESTROY: (
        say(
            "{n} points if your Bomber destroys the enemy's supply drop: they touch it and go Down."
            " The battle ends at once.",
            n=DROP_DESTROYED,
        ),
    ),
    RETRIEVAL: (
        say("{n} points for most of the five pieces of intel, held or carried off.", n=MOST_PIECES),
        say(
            "{centre} points for the piece of the centre carried over your own edge, {n} for each"
            " other one.",
            centre=CENTRE_OFF,
            n=PIECE_OFF,
        ),
    ),
    RESCUE: (
        say(
            "The rescuers, who deploy second: {n} points if they carry the pilot to their own"
            " edge.",
            n=RESCUED,
        ),
        say(
            "The captors, who deploy first: {n} points if they carry the pilot to theirs, {killed}"
            " if their sergeant kills the pilot.",
            n=CAPTURED,
            killed=KILLED,
        ),
    ),
}
"""By scenario; the basic battle has casualties alone."""
ENDS_AT_ONCE: dict[str, str] = {
    DESTROY: say("or when a supply drop is destroyed"),
    RESCUE: say("or when the pilot is carried to an edge"),
}


def briefing(scenario: ScenarioRow) -> Briefing:
    """Of a scenario."""
    killed = say(
        "Each enemy who is killed: what they cost; a sergeant {n} more.",
        n=BOUNTY,
    )
    if scenario.short:
        ends = say(
            "It ends after turn {first}, {second} or {last}: a die decides.",
            first=min(LASTS),
            second=max(LASTS),
            last=TURNS,
        )
    elif scenario.key in ENDS_AT_ONCE:
        at_once = ENDS_AT_ONCE[scenario.key]
        ends = say("It ends after turn {n}, {at_once}.", n=TURNS, at_once=at_once)
    else:
        ends = say("It ends after turn {n}.", n=TURNS)
    return Briefing(
        say("The side with more victory points at the end wins."),
        ends,
        (killed, *SCORES.get(scenario.key, ())),
    )


SOURCES: dict[str, str] = {
    SECTORS: say("kills and sectors"),
    CENTER: say("kills and nearness to the centre"),
    EXTERMINATION: say("kills and secret missions"),
    DESTROY: say("kills and the enemy's supply drop"),
    RETRIEVAL: say("kills and intel"),
    RESCUE: say("kills and the pilot"),
}
"""What brings points in a scenario; in the basic battle it is casualties alone."""


def aim(view: View[NcoState]) -> str:
    """What brings points, when they are counted, and who is ahead."""
    g = view.state
    if not g.turn:
        return ""
    points = scores(g)
    n, m = max(points), min(points)
    if n > m:
        ahead = seat_name(g, SEATS[points.index(n)])
        now = say("{side} ahead, {n} : {m}", side=ahead, n=n, m=m)
    else:
        now = say("now {n} : {m}", n=n, m=m)
    what = SOURCES.get(g.scenario, say("kills"))
    if g.battle.short:
        return say(
            "More points for {what} win after turn {first} to {last}; {now}",
            what=what,
            first=min(LASTS),
            last=TURNS,
            now=now,
        )
    return say("More points for {what} win after turn {n}; {now}", what=what, n=TURNS, now=now)
