"""The game's own part of the help."""

from __future__ import annotations

from owm_net.engine.text import say

NOTES: list[tuple[str, list[str]]] = [
    (
        say("Activating"),
        [
            say(
                "Click a Leader or a vehicle: its Unit comes with it as far as one point allows. "
                "Click a Team again to leave it out, then confirm. A red die is a Hero Die; only "
                "you see yours, and a Hero Point acts in the enemy's turn too."
            ),
        ],
    ),
    (
        say("Orders"),
        [
            say(
                "Click an enemy: all Teams that can fire at it do; click one of yours to take it "
                "out. Click one of your Teams, then waypoint after waypoint, to move it. Turn, "
                "Assault and Barrage are buttons. What is dashed has been ordered already."
            ),
            say(
                "Click the ground: all Teams without an order go there in formation. Drag one of "
                "them to correct its place, or click it and then the place. A Unit is set up in "
                "the same way."
            ),
        ],
    ),
    (
        say("A Team"),
        [
            say(
                "The plate at its foot names its Unit. An orange S: suppressed. A red burst: "
                "Received Fire Points still to be checked. A tick: activated, golden by a Hero "
                "Point. Golden lines tie a Unit to its Leader, broken where he does not see it."
            ),
        ],
    ),
    (
        say("Sight and the ruler"),
        [
            say(
                "SIGHT darkens what a Team does not see: green lines go to enemies in the open, "
                "amber ones to those that are concealed or at long range. A vehicle's front ends "
                "at the broken line through it."
            ),
        ],
    ),
    (
        say("Credits"),
        [
            say(
                "After the quick-reference sheet of Hail of Fire, Retro Boom Games. This program "
                "is unofficial; its words, forces, maps and pictures are its own."
            ),
        ],
    ),
]
