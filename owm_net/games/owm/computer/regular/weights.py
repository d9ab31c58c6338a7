"""How regular weighs things."""

from __future__ import annotations

from attrs import frozen


@frozen
class Weights:
    """Percent, or hundredths of a soldier point where it says so.

    attack, threat: how much of a round's best fire, friendly and enemy, takes effect. bite: the
    value of an attack beyond the points it takes: a soldier who is hit shoots no more. spread: how
    far other targets draw the enemy's fire away. hidden_enemy: the worth of fire at an enemy in
    stealth. stop: the risk, in hundredths, at which a move is stopped every other time. up: the
    worth of a soldier on their feet, of their points. card: the worth of a card kept in the hand,
    in hundredths. redraw: the worth of changing a poor one, in hundredths. goal, early of the
    temper: how much the objective counts. half: the cost of ending a turn on the move while an
    enemy looks on; warned: if it moves into an enemy's place, in addition. trench: the cost of
    leaving an entrenchment. delay: the share of the objective's worth lost by a round on the way.
    pin: the worth, in hundredths, of pinning down a Fireteam that is near the objective and not
    there yet. race_card: the worth of a Maneuver as long as the objective is free for the taking.
    share: how much of what another Fireteam could do with a card in this round counts against
    spending it.
    """

    attack: int = 75
    threat: int = 100
    bite: int = 200
    spread: int = 60
    hidden_enemy: int = 60
    stop: int = 250
    up: int = 5
    spend: int = 60
    redraw: int = 50
    attack_card: int = 110
    maneuver_card: int = 75
    race_card: int = 300
    rally_card: int = 60
    entrench_card: int = 60
    terrain_card: int = 8
    assault: int = 100
    goal: int = 165
    bold: int = 40
    calm: int = 10
    press: int = 60
    least: int = 40
    clock: int = 10
    stop_over: int = 60
    activation: int = 60
    set_up: int = 20
    delay: int = 20
    half: int = 100
    trench: int = 260
    pin: int = 300
    share: int = 70
    warned: int = 200
    overrun: int = 0


STANDARD = Weights()
