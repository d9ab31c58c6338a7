"""What speaks for an answer of the computer player, in a sentence, by the class of the answer."""

from __future__ import annotations

from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Rally,
    Redraw,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.set_up import FormSquad, StartAt

REASONS: dict[type[Answer], str] = {
    Attack: say(
        "Of all orders in the hand this fire costs the enemy most, and leaves the "
        "Fireteam well placed for their answer."
    ),
    Shoot: say("This shot costs the enemy most, by its odds and by the points of the soldier."),
    CeaseFire: say("The shots that are left cost the enemy less than they may cost you."),
    Maneuver: say(
        "It leads nearer to the objective or to a better line of fire, for less risk "
        "than any other way."
    ),
    Rally: say("A soldier back on their feet is worth more than any shot that can be fired now."),
    Entrench: say(
        "The enemy can fire at this place, and digging in costs less than their fire would."
    ),
    Hide: say(
        "Whoever is hidden is hit less often and shoots better next turn, and there is "
        "no better shot now."
    ),
    LayTerrain: say("It gives cover on the way ahead, or blocks a line of fire of the enemy."),
    Crew: say("The gun will be worth more than rifles in the rounds to come."),
    Uncrew: say("The gun has nothing to fire at from here; its crew has."),
    Scope: say("A better aim is worth more than a shot now."),
    Transfer: say("The other Fireteam needs them more, for want of a Leader or of good shots."),
    Redraw: say("These cards help least now; new ones may help more."),
    EndTurn: say("Nothing that can still be done leaves the Fireteam better off than it is."),
    FormSquad: say(
        "This squad uses its points for good shots, a Leader for each Fireteam and the mission."
    ),
    StartAt: say("It is near the objective, and the enemy has no good line of fire to it."),
}
"""All others speak for themselves."""
