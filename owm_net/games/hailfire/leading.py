"""A Leader's abilities for one Team beside them: Direct, Rally, Push. Section 2.8."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from owm_net.engine.agenda import Event, Kind, Refusal
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire.ids import TeamId
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.words import team_name


class Ability(Enum):
    """HAIL-LEAD-02."""

    DIRECT = "direct"
    RALLY = "rally"
    PUSH = "push"

    @property
    def word(self) -> str:
        """As it is said."""
        return _ABILITIES[self]

    @property
    def help(self) -> str:
        """Return the effect, with its rule."""
        return _HELP[self]


_ABILITIES = {
    Ability.DIRECT: say("Direct"),
    Ability.RALLY: say("Rally"),
    Ability.PUSH: say("Push"),
}
_HELP = {
    Ability.DIRECT: say("One Team that touches the Leader rolls one die more (HAIL-LEAD-03)"),
    Ability.RALLY: say("One suppressed Team that touches him makes a Rally Check (HAIL-LEAD-04)"),
    Ability.PUSH: say('One Team moves 3" more, if it ends touching him (HAIL-LEAD-05)'),
}


@record("hailfire.lead")
class Lead(Answer):
    """The Leader uses an ability."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Lead")
    help: ClassVar[str] = say(
        "Once in an activation: a die more (Direct), a Rally Check, or 3 inches more that end"
        " beside him (Push) (HAIL-LEAD-02)"
    )

    ability: Ability
    team: TeamId

    def sentence(self, view: View[HailfireState]) -> str:
        who = team_name(view.state, self.team)
        return {
            Ability.DIRECT: say("direct {who}: one die more", who=who),
            Ability.RALLY: say("rally {who}", who=who),
            Ability.PUSH: say('push {who}: it may move 3" more', who=who),
        }[self.ability]


LEAD = Kind(
    "lead",
    Lead,
    rule="HAIL-LEAD-02",
    why=say("choose whether the Leader uses an ability"),
    deed=say("use the Leader or not"),
    passes=say("the Leader helps nobody"),
)


@record("hailfire.led")
class Led(Event):
    """A Leader has used an ability."""

    words = say("{leader}: {ability} for {team}")
    rule = "HAIL-LEAD-02"

    leader: TeamId
    ability: Ability
    team: TeamId


def leads(
    g: HailfireState, leader: TeamId, firing: list[TeamId], moving: list[TeamId]
) -> Iterator[Lead]:
    """Yield the abilities a Leader could use now. firing, moving: Teams whose orders are still to
    be carried out."""
    seat = g.teams[leader].seat
    for team in g.on_table(seat):
        if team == leader:
            continue
        t = g.teams[team]
        if t.suppressed:
            if not t.points and g.touch(leader, team):
                yield Lead(Ability.RALLY, team)
            continue
        if team in firing and g.touch(leader, team):
            yield Lead(Ability.DIRECT, team)
        if team in moving:
            yield Lead(Ability.PUSH, team)


def why_not_lead(
    g: HailfireState, leader: TeamId, answer: Lead, firing: list[TeamId], moving: list[TeamId]
) -> Refusal | None:
    """Why a Leader cannot do that (HAIL-LEAD-03 to -05)."""
    team = answer.team
    if not g.known(team) or not g.teams[team].there or team == leader:
        return Refusal("HAIL-LEAD-02", say("it helps another Team on the table"), misfit=True)
    if g.teams[team].seat != g.teams[leader].seat:
        return Refusal("HAIL-LEAD-02", say("it helps a Team of its own side"), misfit=True)
    if answer in leads(g, leader, firing, moving):
        return None
    if answer.ability is Ability.PUSH:
        return Refusal(
            "HAIL-LEAD-05", say("only a Team that has yet to Move in this activation can be pushed")
        )
    if not g.touch(leader, team):
        rule = "HAIL-LEAD-03" if answer.ability is Ability.DIRECT else "HAIL-LEAD-04"
        return Refusal(rule, say("it does not touch the Leader's base"))
    if answer.ability is Ability.DIRECT:
        return Refusal(
            "HAIL-LEAD-03",
            say("only a Team that has yet to fire in this activation can be directed"),
        )
    if g.teams[team].points:
        return Refusal("HAIL-LEAD-04", say("fire lies on it that it has not checked (H-62)"))
    return Refusal("HAIL-LEAD-04", say("it is not suppressed"))
