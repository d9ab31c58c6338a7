"""The decisions of players in OWM, as they are written into logs."""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.records import Played, register
from owm_net.engine.requests import Answer
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.terms import Side


@register("owm.take_division")
@frozen
class TakeDivision(Answer):
    """OWM-SETUP-04, OWM-SETUP-05. side: the camp it fights in."""

    division: str
    side: Side


@register("owm.split_points")
@frozen
class SplitPoints(Answer):
    """OWM-TEAM-02: what the first partner's squad may cost; the second has the rest."""

    points: int


@register("owm.form_squad")
@frozen
class FormSquad(Answer):
    """OWM-SETUP-06, OWM-SETUP-08: Fireteams as lines of soldier ids, in order of their numbers."""

    fireteams: tuple[tuple[SoldierId, ...], ...]


@register("owm.start_at")
@frozen
class StartAt(Answer):
    """OWM-MISS-05."""

    cell: Cell


@register("owm.try_repair")
@frozen
class TryRepair(Answer):
    """OWM-ROUND-04: whether a jammed soldier makes his Discipline Check."""

    attempt: bool


class Action(Answer):
    """What a Fireteam may do in its turn (OWM-STD-02)."""

    __slots__ = ()


@register("owm.attack")
@frozen
class Attack(Action):
    """OWM-ATK-01."""

    card: Played
    target: FireteamId


@register("owm.entrench")
@frozen
class Entrench(Action):
    """OWM-ENT-01."""

    card: Played


@register("owm.maneuver")
@frozen
class Maneuver(Action):
    """OWM-MOVE-01. cell: the neighbour to enter; the same again completes the move."""

    card: Played
    cell: Cell


@register("owm.rally")
@frozen
class Rally(Action):
    """OWM-RALLY-01."""

    card: Played


@register("owm.lay_terrain")
@frozen
class LayTerrain(Action):
    """OWM-TACT-01. turned: the other way round (A-23)."""

    card: Played
    cell: Cell
    turned: bool


@register("owm.redraw")
@frozen
class Redraw(Action):
    """OWM-ENG-02: discard 1-3 cards and draw as many."""

    cards: tuple[Played, ...]


@register("owm.crew")
@frozen
class Crew(Action):
    """OWM-CREW-01: an assistant for a machine gunner."""

    card: Played
    gunner: SoldierId
    assistant: SoldierId


@register("owm.scope")
@frozen
class Scope(Action):
    """OWM-CREW-01: a sniper takes his scope (Sighted)."""

    card: Played
    sniper: SoldierId


@register("owm.hide")
@frozen
class Hide(Action):
    """OWM-STLTH-01."""

    card: Played


@register("owm.transfer")
@frozen
class Transfer(Action):
    """OWM-TRANS-01: as many cards as soldiers."""

    cards: tuple[Played, ...]
    soldiers: tuple[SoldierId, ...]
    to: FireteamId


@register("owm.uncrew")
@frozen
class Uncrew(Action):
    """OWM-CREW-04: end crewing or the scope, free. soldier: the gunner or the sniper."""

    soldier: SoldierId


@register("owm.recognise")
@frozen
class Recognise(Action):
    """OWM-RECOG-01. commander: the soldier in command who makes the check."""

    target: FireteamId
    commander: SoldierId


@register("owm.end_turn")
@frozen
class EndTurn(Action):
    """OWM-PASS-01."""


@register("owm.shoot")
@frozen
class Shoot(Answer):
    """OWM-ATK-04: the next soldier who shoots."""

    soldier: SoldierId


@register("owm.cease_fire")
@frozen
class CeaseFire(Answer):
    """A-86: the remaining shots are not taken."""


@register("owm.rallied")
@frozen
class Rallied(Answer):
    """OWM-RALLY-01: who of the suppressed soldiers."""

    soldiers: tuple[SoldierId, ...]


@register("owm.take_command")
@frozen
class TakeCommand(Answer):
    """OWM-SOLD-04: who of several soldiers of the same rank."""

    soldier: SoldierId


@register("owm.assault_line")
@frozen
class AssaultLine(Answer):
    """OWM-ASLT-02: the soldiers in the order in which they fight."""

    line: tuple[SoldierId, ...]


@register("owm.stand")
@frozen
class Stand(Answer):
    """OWM-ASLT-10: stay in the assault."""


@register("owm.retreat")
@frozen
class Retreat(Answer):
    """OWM-ASLT-11, OWM-ASLT-09."""

    cell: Cell
