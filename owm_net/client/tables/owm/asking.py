"""The other questions of a match on the board: starting places, shots, rallies, assaults."""

from __future__ import annotations

from typing import Any, cast

from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, Prompt
from owm_net.client.tables.owm import acting
from owm_net.client.tables.owm.board import Mark, Marks
from owm_net.client.tables.owm.draft import draft_of, state_of, toggle
from owm_net.client.words import counted
from owm_net.engine import agenda
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm.actions.attack import AttackOrder, CeaseFire, Shoot
from owm_net.games.owm.actions.rally import Rallied, RallyOrder
from owm_net.games.owm.assault import Assault, Retreat, Stand
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.movement import TakeCommand
from owm_net.games.owm.rounds import Rounds, TryRepair
from owm_net.games.owm.set_up import SetUp, StartAt
from owm_net.games.owm.terms import Status
from owm_net.games.owm.words import fireteam_name, soldier_name

ON_BOARD = ("start_at", "shooter", "rallied", "repair", "commander", "stand", "slip_away")
"""Questions that are answered at the board; others have a screen of their own or a list."""


MISSING = {
    "shooter": "choose a lit soldier first",
    "commander": "choose a lit soldier first",
}
"""What is still to be done when nothing has been chosen; else it is a place."""


def top(model: Model) -> Any:
    """The frame that asks."""
    return state_of(model).agenda[-1]


def team_asked(model: Model) -> FireteamId:
    """The own Fireteam a question is about, 0 if none."""
    frame, kind = top(model), model.kind
    if kind in ("shooter", "rallied", "commander"):
        return cast(FireteamId, frame.fireteam)
    if kind == "repair":
        g = state_of(model)
        return g.fireteam_of(frame.waiting[0]).id
    if kind == "stand":
        return cast(Assault, frame).asked[-1]
    if kind == "slip_away":
        return cast(Assault, frame).other
    return NO_FIRETEAM


def only_soldier(view: View[Any], kind: str) -> list[SoldierId]:
    """The one soldier who can shoot or take command, chosen beforehand if there is no other."""
    frame = view.state.agenda[-1]
    if kind not in ("shooter", "commander"):
        return []
    able = [
        s
        for s in view.state.fireteams[frame.fireteam].line
        if agenda.why_not(view, Shoot(s) if kind == "shooter" else TakeCommand(s)) is None
    ]
    return able if len(able) == 1 else []


def all_down(view: View[Any]) -> list[SoldierId]:
    """Whom a Rally can stand up, chosen beforehand if the flip reaches them all."""
    rally = cast(RallyOrder, view.state.agenda[-1])
    down = [one.id for one in view.state.members(rally.fireteam) if one.status is Status.SUPPRESSED]
    return down if len(down) <= rally.number else []


def press(model: Model, action: tuple[Any, ...]) -> None:
    """A click while one of these questions is open."""
    kind, what = model.kind, action[0]
    d = draft_of(model)
    value = action[1] if len(action) > 1 else None
    if what == "team" and kind in ("start_at", "stand", "slip_away"):
        what, value = "cell", state_of(model).fireteams[cast(FireteamId, value)].cell
    if what == "confirm":
        answer = candidate(model)
        if answer is None:
            model.refuse(MISSING.get(kind, "choose a lit place first"))
        else:
            model.give(answer)
    elif what == "cancel":
        d.cell, d.soldiers, d.verb = NO_CELL, [], ""
    elif what == "cease":
        d.soldiers, d.verb = [], "cease"
    elif what == "cell" and kind in ("start_at", "stand", "slip_away"):
        if d.cell == value:
            press(model, ("confirm",))
        else:
            d.cell = cast(Cell, value)
    elif what == "soldier" and kind in ("shooter", "commander"):
        if d.soldiers == [value]:
            press(model, ("confirm",))
        else:
            d.soldiers, d.verb = [cast(SoldierId, value)], ""
    elif what == "soldier" and kind == "rallied":
        toggle(d.soldiers, cast(SoldierId, value))
        del d.soldiers[: -cast(RallyOrder, top(model)).number]
    elif what == "team":
        model.ui.selected = cast(FireteamId, value)
    elif what == "cell":
        for team in state_of(model).fireteams_at(cast(Cell, value)):
            model.ui.selected = team.id


def candidate(model: Model) -> Answer | None:
    """What the draft comes to."""
    d = draft_of(model)
    if model.kind == "start_at":
        return StartAt(d.cell) if d.cell >= 0 else None
    if model.kind in ("stand", "slip_away"):
        return Retreat(d.cell) if d.cell >= 0 else None
    if model.kind == "rallied":
        return Rallied(tuple(d.soldiers))
    if model.kind == "shooter" and d.verb == "cease":
        return CeaseFire()
    if model.kind == "shooter" and d.soldiers:
        return Shoot(d.soldiers[0])
    if model.kind == "commander" and d.soldiers:
        return TakeCommand(d.soldiers[0])
    return None


def marks(model: Model) -> Marks:
    """What is lit on the board."""
    g = state_of(model)
    d = draft_of(model)
    shown = Marks()
    if model.kind in ("start_at", "stand", "slip_away"):
        for cell in g.ground.cells:
            answer: Answer = StartAt(cell) if model.kind == "start_at" else Retreat(cell)
            why = model.why_not(answer)
            shown.cells[cell] = Mark(lit=not why, chosen=not why and d.cell == cell, why=why)
    elif model.kind == "shooter":
        shown.teams[cast(AttackOrder, top(model)).target] = Mark(chosen=True)
    return shown


def soldier_marks(model: Model) -> dict[SoldierId, tuple[Any, ...]]:
    """Which soldiers may be clicked, and what is said beside them."""
    g = state_of(model)
    d = draft_of(model)
    found: dict[SoldierId, tuple[Any, ...]] = {}
    kind = model.kind
    if kind == "shooter":
        frame = cast(AttackOrder, top(model))
        odds = dict(acting.shot_lines(model, frame.fireteam, frame.target))
        for soldier in g.fireteams[frame.fireteam].line:
            why = model.why_not(Shoot(soldier))
            note = odds.get(soldier, "") if not why else ""
            found[soldier] = (not why, soldier in d.soldiers, why, note, ("soldier", soldier))
    elif kind == "commander":
        for soldier in g.fireteams[top(model).fireteam].line:
            why = model.why_not(TakeCommand(soldier))
            found[soldier] = (not why, soldier in d.soldiers, why, "", ("soldier", soldier))
    elif kind == "rallied":
        for one in g.members(cast(RallyOrder, top(model)).fireteam):
            why = "" if one.status is Status.SUPPRESSED else model.why_not(Rallied((one.id,)))
            found[one.id] = (not why, one.id in d.soldiers, why, "", ("soldier", one.id))
    elif kind == "repair":
        found[cast(Rounds, top(model)).waiting[0]] = (False, True, "", "weapon jammed", None)
    return found


def prompt(model: Model) -> Prompt:
    """The prompt bar of these questions."""
    g = state_of(model)
    d = draft_of(model)
    kind = model.kind
    frame = top(model)
    answer = candidate(model)
    confirm = Choice(
        "confirm",
        "CONFIRM",
        ("confirm",),
        why=model.why_not(answer) if answer is not None else "choose a lit place first",
    )
    if kind == "start_at":
        team = cast(SetUp, frame).placing[frame.camp][0]
        at = f" at {g.ground.cell_name(d.cell)}" if d.cell >= 0 else ""
        return Prompt(
            f"Your Fireteam {fireteam_name(g, team)}: choose where it starts{at}",
            "Lit cells are free: on the anchor of your side or beside it (OWM-MISS-05).",
            [confirm],
        )
    if kind == "shooter":
        return _prompt_shots(model)
    if kind == "rallied":
        return _prompt_rally(model)
    if kind == "repair":
        who = soldier_name(cast(Rounds, frame).waiting[0])
        return Prompt(
            f"{who}'s weapon is jammed: does he try to clear it?",
            "A Discipline Check: 1 or 2 clears it; failing costs nothing (OWM-ROUND-04).",
            [
                Choice("confirm", "TRY", ("answer", TryRepair(True))),
                Choice("leave", "LEAVE IT", ("answer", TryRepair(False)), lit=False),
            ],
        )
    if kind == "commander":
        chosen = f": {soldier_name(d.soldiers[0])}?" if d.soldiers else ": choose who is in command"
        buttons = (
            [Choice("confirm", "TAKE COMMAND", ("confirm",)), *_cancel(model)] if d.soldiers else []
        )
        return Prompt(
            f"{fireteam_name(g, frame.fireteam)}{chosen}",
            "Several are of the same rank; he makes the Discipline Check (OWM-SOLD-04).",
            buttons,
        )
    assault = cast(Assault, frame)
    team = team_asked(model)
    enemy = assault.other if team == assault.mover else assault.mover
    at = f" to {g.ground.cell_name(d.cell)}" if d.cell >= 0 else ""
    choices = [Choice("stay", "STAY AND FIGHT", ("answer", Stand()), lit=d.cell < 0)]
    if d.cell >= 0:
        choices.insert(0, Choice("confirm", f"RETREAT{at.upper()}", ("confirm",), why=confirm.why))
    if kind == "slip_away":
        text = f"{fireteam_name(g, enemy)} assaults {fireteam_name(g, team)}: slip away unseen?"
        detail = (
            "It is in stealth: it may go to a lit place before the fight, unharmed (OWM-ASLT-09)."
        )
    else:
        text = f"{fireteam_name(g, team)} in the assault: stay, or retreat{at}?"
        detail = "Who retreats is suppressed. Lit places are ways out (OWM-ASLT-11)."
    return Prompt(text, detail, choices)


def _cancel(model: Model) -> list[Choice]:
    """Where something has been chosen by hand and not for want of anything else."""
    return (
        [Choice("cancel", "CANCEL", ("cancel",), lit=False, tooltip="Esc")] if model.trail else []
    )


def _prompt_rally(model: Model) -> Prompt:
    """Who stands up. Nobody is a button of its own: Enter alone does not throw the order away."""
    g, d = state_of(model), draft_of(model)
    rally = cast(RallyOrder, top(model))
    team, n = fireteam_name(g, rally.fireteam), len(d.soldiers)
    if not rally.number:
        return Prompt(
            f"{team}: nobody can be rallied",
            "The flip gives 0 (OWM-RALLY-01).",
            [Choice("confirm", "GO ON", ("confirm",))],
        )
    down = sum(one.status is Status.SUPPRESSED for one in g.members(rally.fireteam))
    choice = (
        Choice("confirm", "RALLY", ("confirm",))
        if n
        else Choice("nobody", "RALLY NOBODY", ("confirm",), lit=False)
    )
    return Prompt(
        f"{team}: choose up to {min(rally.number, down)} to rally ({n} chosen)",
        "Click suppressed soldiers at the right. Who went down this round cannot be "
        "shot at while he stays down (OWM-TGT-02).",
        [choice],
    )


def _prompt_shots(model: Model) -> Prompt:
    """Who shoots next: choose, see his odds, fire or choose again."""
    g, d = state_of(model), draft_of(model)
    attack = cast(AttackOrder, top(model))
    n = attack.shots
    left = f"{counted(n, 'shot')} left"
    target = fireteam_name(g, attack.target)
    who = f"{fireteam_name(g, attack.fireteam)} fires at {target}"
    if d.verb == "cease":
        lost = f"{counted(n, 'shot')} would be lost (A-86)."
        return Prompt(
            f"{who}: cease fire?",
            lost,
            [Choice("confirm", "CEASE FIRE", ("confirm",)), *_cancel(model)],
        )
    cease = Choice(
        "cease",
        "CEASE FIRE",
        ("cease",),
        lit=False,
        tooltip="The remaining shots are not taken (A-86)",
    )
    if d.soldiers:
        odds = dict(acting.shot_lines(model, attack.fireteam, attack.target))
        chance = odds.get(d.soldiers[0], "")
        return Prompt(
            f"{soldier_name(d.soldiers[0])} fires at {target}? ({left})",
            f"{chance[:1].upper()}{chance[1:]}. Out: killed or routed. Down: suppressed or wounded."
            if chance
            else "",
            [
                Choice("confirm", "FIRE", ("confirm",), tooltip="Enter, or click him again"),
                *_cancel(model),
                cease,
            ],
        )
    return Prompt(
        f"{who}: choose who shoots ({left})",
        "Click a lit soldier at the right. Out: killed or routed. Down: suppressed or wounded.",
        [cease],
    )
