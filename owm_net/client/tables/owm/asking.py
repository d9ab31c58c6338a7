"""The other questions of a match on the board: starting places, shots, rallies, assaults."""

from __future__ import annotations

from typing import Any, cast

from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, Prompt
from owm_net.client.tables.owm import acting
from owm_net.client.tables.owm.board import Mark, Marks
from owm_net.client.tables.owm.draft import draft_of, state_of, toggle
from owm_net.engine.requests import Answer
from owm_net.games.owm import answers as a
from owm_net.games.owm.assault import Assault
from owm_net.games.owm.firing import AttackOrder
from owm_net.games.owm.rally import RallyOrder
from owm_net.games.owm.rounds import Rounds
from owm_net.games.owm.set_up import SetUp
from owm_net.games.owm.terms import Status
from owm_net.games.owm.words import fireteam_name, soldier_name

ON_BOARD = ("start_at", "shooter", "rallied", "repair", "commander", "stand", "slip_away")
"""Questions that are answered at the board; others have a screen of their own or a list."""


def top(model: Model) -> Any:
    """The frame that asks."""
    return state_of(model).agenda[-1]


def team_asked(model: Model) -> int:
    """The own Fireteam a question is about, 0 if none."""
    frame, kind = top(model), model.kind
    if kind in ("shooter", "rallied", "commander"):
        return cast(int, frame.fireteam)
    if kind == "repair":
        g = state_of(model)
        return g.fireteam_of(frame.waiting[0]).id
    if kind == "stand":
        return cast(Assault, frame).asked[-1]
    if kind == "slip_away":
        return cast(Assault, frame).other
    return 0


def press(model: Model, action: tuple[Any, ...]) -> None:
    """A click while one of these questions is open."""
    kind, what = model.kind, action[0]
    d = draft_of(model)
    value = action[1] if len(action) > 1 else None
    if what == "team" and kind in ("start_at", "stand", "slip_away"):
        what, value = "cell", state_of(model).fireteams[cast(int, value)].cell
    if what == "confirm":
        answer = candidate(model)
        if answer is None:
            model.refuse("choose a lit place first")
        else:
            model.give(answer)
    elif what == "cancel":
        d.cell, d.soldiers = -1, []
    elif what == "cell" and kind in ("start_at", "stand", "slip_away"):
        if d.cell == value:
            press(model, ("confirm",))
        else:
            d.cell = cast(int, value)
    elif what == "soldier" and kind == "shooter":
        model.give(a.Shoot(cast(int, value)))
    elif what == "soldier" and kind == "commander":
        model.give(a.TakeCommand(cast(int, value)))
    elif what == "soldier" and kind == "rallied":
        toggle(d.soldiers, cast(int, value))
        del d.soldiers[: -cast(RallyOrder, top(model)).number]
    elif what == "team":
        model.ui.selected = cast(int, value)
    elif what == "cell":
        for team in state_of(model).fireteams_at(cast(int, value)):
            model.ui.selected = team.id


def candidate(model: Model) -> Answer | None:
    """What the draft comes to."""
    d = draft_of(model)
    if model.kind == "start_at":
        return a.StartAt(d.cell) if d.cell >= 0 else None
    if model.kind in ("stand", "slip_away"):
        return a.Retreat(d.cell) if d.cell >= 0 else None
    if model.kind == "rallied":
        return a.Rallied(tuple(d.soldiers))
    return None


def marks(model: Model) -> Marks:
    """What is lit on the board."""
    g = state_of(model)
    d = draft_of(model)
    shown = Marks()
    if model.kind in ("start_at", "stand", "slip_away"):
        for cell in range(g.ground.size):
            answer: Answer = a.StartAt(cell) if model.kind == "start_at" else a.Retreat(cell)
            why = model.why_not(answer)
            shown.cells[cell] = Mark(lit=not why, chosen=not why and d.cell == cell, why=why)
    elif model.kind == "shooter":
        shown.teams[cast(AttackOrder, top(model)).target] = Mark(chosen=True)
    return shown


def soldier_marks(model: Model) -> dict[int, tuple[Any, ...]]:
    """Which soldiers may be clicked, and what is said beside them."""
    g = state_of(model)
    found: dict[int, tuple[Any, ...]] = {}
    kind = model.kind
    if kind == "shooter":
        frame = cast(AttackOrder, top(model))
        odds = dict(acting.shot_lines(model, frame.fireteam, frame.target))
        for soldier in g.fireteams[frame.fireteam].line:
            why = model.why_not(a.Shoot(soldier))
            note = odds.get(soldier, "") if not why else ""
            found[soldier] = (not why, False, why, note, ("soldier", soldier))
    elif kind == "commander":
        for soldier in g.fireteams[top(model).fireteam].line:
            why = model.why_not(a.TakeCommand(soldier))
            found[soldier] = (not why, False, why, "", ("soldier", soldier))
    elif kind == "rallied":
        d = draft_of(model)
        for one in g.members(cast(RallyOrder, top(model)).fireteam):
            why = "" if one.status is Status.SUPPRESSED else model.why_not(a.Rallied((one.id,)))
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
    confirm = Choice("confirm", "CONFIRM", ("confirm",),
                     why=model.why_not(answer) if answer is not None else
                     "choose a lit place first")
    if kind == "start_at":
        team = cast(SetUp, frame).placing[frame.camp][0]
        at = f" at {g.ground.cell_name(d.cell)}" if d.cell >= 0 else ""
        return Prompt(f"Your Fireteam {fireteam_name(g, team)}: choose where it starts{at}",
                      "Lit cells are free: on the anchor of your side or beside it "
                      "(OWM-MISS-05).", [confirm])
    if kind == "shooter":
        attack = cast(AttackOrder, frame)
        left = f"{attack.shots} shot{'s' if attack.shots != 1 else ''} left"
        return Prompt(
            f"{fireteam_name(g, attack.fireteam)} fires at {fireteam_name(g, attack.target)}: "
            f"choose who shoots ({left})",
            "Click a lit soldier at the right. Out: killed or routed. Down: suppressed or wounded.",
            [Choice("continue", "CEASE FIRE", ("answer", a.CeaseFire()), lit=False,
                    tooltip="The remaining shots are not taken (A-86)")])
    if kind == "rallied":
        rally = cast(RallyOrder, frame)
        n = len(d.soldiers)
        return Prompt(
            f"{fireteam_name(g, rally.fireteam)}: choose up to {rally.number} to rally "
            f"({n} chosen)", "Click suppressed soldiers at the right, then confirm.",
            [Choice("confirm", "CONFIRM" if n else "RALLY NOBODY", ("confirm",), lit=bool(n),
                    why=model.why_not(answer) if answer is not None else "")])
    if kind == "repair":
        who = soldier_name(cast(Rounds, frame).waiting[0])
        return Prompt(f"{who}'s weapon is jammed: does he try to clear it?",
                      "A Discipline Check: 1 or 2 clears it; failing costs nothing "
                      "(OWM-ROUND-04).",
                      [Choice("confirm", "TRY", ("answer", a.TryRepair(True))),
                       Choice("continue", "LEAVE IT", ("answer", a.TryRepair(False)), lit=False)])
    if kind == "commander":
        return Prompt(f"{fireteam_name(g, frame.fireteam)}: choose who is in command",
                      "Several are of the same rank; he makes the Discipline Check "
                      "(OWM-SOLD-04).")
    assault = cast(Assault, frame)
    team = team_asked(model)
    enemy = assault.other if team == assault.mover else assault.mover
    at = f" to {g.ground.cell_name(d.cell)}" if d.cell >= 0 else ""
    choices = [Choice("continue", "STAY AND FIGHT", ("answer", a.Stand()), lit=d.cell < 0)]
    if d.cell >= 0:
        choices.insert(0, Choice("confirm", f"RETREAT{at.upper()}", ("confirm",),
                                 why=confirm.why))
    if kind == "slip_away":
        text = f"{fireteam_name(g, enemy)} assaults {fireteam_name(g, team)}: slip away unseen?"
        detail = "It is in stealth: it may go to a lit place before the fight, unharmed " \
                 "(OWM-ASLT-09)."
    else:
        text = f"{fireteam_name(g, team)} in the assault: stay, or retreat{at}?"
        detail = "Who retreats is suppressed. Lit places are ways out (OWM-ASLT-11)."
    return Prompt(text, detail, choices)
