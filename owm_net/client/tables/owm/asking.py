"""The other questions of a match on the board: starting places, shots, rallies, assaults."""

from __future__ import annotations

from owm_net.client.drafting import Cancel, Confirm, Say, Verb, values_of
from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, Prompt
from owm_net.client.tables.owm.draft import frame_of, state_of
from owm_net.client.tables.owm.odds import shot_lines
from owm_net.client.words import counted
from owm_net.games.owm.actions.attack import AttackOrder, CeaseFire
from owm_net.games.owm.actions.rally import Rallied, RallyOrder
from owm_net.games.owm.assault import Assault, Stand
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.rounds import Rounds, TryRepair
from owm_net.games.owm.set_up import SetUp
from owm_net.games.owm.terms import Status
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.words import fireteam_name, soldier_name

ON_BOARD = ("start_at", "shooter", "rallied", "repair", "commander", "stand", "slip_away")
"""Questions that are answered at the board; others have a screen of their own or a list."""


def team_asked(model: Model) -> FireteamId:
    """The own Fireteam that the question is about, 0 if none."""
    frame, kind = state_of(model).agenda[-1], model.kind
    if not kind:
        return NO_FIRETEAM
    if isinstance(frame, Turn | AttackOrder | RallyOrder | Arrive):
        return frame.fireteam
    if isinstance(frame, SetUp) and kind == "start_at":
        return frame.placing[frame.camp][0]
    if isinstance(frame, Rounds):
        return state_of(model).fireteam_of(frame.waiting[0]).id
    if isinstance(frame, Assault) and kind != "assault_line":
        return frame.asked[-1] if kind == "stand" else frame.other
    return NO_FIRETEAM


def prompt(model: Model) -> Prompt:
    """The prompt bar of these questions."""
    return {
        "start_at": _prompt_start,
        "shooter": _prompt_shots,
        "rallied": _prompt_rally,
        "repair": _prompt_repair,
        "commander": _prompt_command,
        "stand": _prompt_assault,
        "slip_away": _prompt_assault,
    }[model.kind](model)


def _confirm(model: Model, label: str, tip: str = "") -> Choice:
    """What is chosen is the answer; greyed while it is not whole."""
    look = model.drafting.look(model.sketch)
    why = "" if look is not None and look.answer is not None else "choose a lit place first"
    return Choice("confirm", label, Confirm(), why=why, tooltip=tip)


def _cancel(model: Model) -> list[Choice]:
    """Where something has been chosen by hand and not for want of anything else."""
    return [Choice("cancel", "CANCEL", Cancel(), lit=False, tooltip="Esc")] if model.trail else []


def _at(model: Model) -> str:
    """The place that is chosen, "" if none."""
    chosen = values_of(model.sketch, Cell)
    return state_of(model).ground.cell_name(chosen[0]) if chosen else ""


def _prompt_start(model: Model) -> Prompt:
    at = f" at {_at(model)}" if _at(model) else ""
    return Prompt(
        f"Your Fireteam {fireteam_name(state_of(model), team_asked(model))}: "
        f"choose where it starts{at}",
        "Lit cells are free: on the anchor of your side or beside it (OWM-MISS-05).",
        [_confirm(model, "CONFIRM")],
    )


def _prompt_repair(model: Model) -> Prompt:
    who = soldier_name(frame_of(model, Rounds).waiting[0])
    return Prompt(
        f"{who}'s weapon is jammed: does he try to clear it?",
        f"{TryRepair.help}; failing costs nothing.",
        [
            Choice("confirm", "TRY", Say(TryRepair(True))),
            Choice("leave", "LEAVE IT", Say(TryRepair(False)), lit=False),
        ],
    )


def _prompt_command(model: Model) -> Prompt:
    chosen = values_of(model.sketch, SoldierId)
    text = f": {soldier_name(chosen[0])}?" if chosen else ": choose who is in command"
    return Prompt(
        f"{fireteam_name(state_of(model), team_asked(model))}{text}",
        "Several are of the same rank; he makes the Discipline Check (OWM-SOLD-04).",
        [_confirm(model, "TAKE COMMAND"), *_cancel(model)] if chosen else [],
    )


def _prompt_assault(model: Model) -> Prompt:
    """To stay, or to go and where to."""
    g, assault, team = state_of(model), frame_of(model, Assault), team_asked(model)
    enemy = assault.other if team == assault.mover else assault.mover
    at = f" to {_at(model)}" if _at(model) else ""
    choices = [Choice("stay", "STAY AND FIGHT", Say(Stand()), lit=not at)]
    if at:
        choices.insert(0, _confirm(model, f"RETREAT{at.upper()}"))
    if model.kind == "slip_away":
        text = f"{fireteam_name(g, enemy)} assaults {fireteam_name(g, team)}: slip away unseen?"
        detail = (
            "It is in stealth: it may go to a lit place before the fight, unharmed (OWM-ASLT-09)."
        )
    else:
        text = f"{fireteam_name(g, team)} in the assault: stay, or retreat{at}?"
        detail = "Who retreats is suppressed. Lit places are ways out (OWM-ASLT-11)."
    return Prompt(text, detail, choices)


def _prompt_rally(model: Model) -> Prompt:
    """Who stands up. Nobody is a button of its own: Enter alone does not throw the order away."""
    g, rally = state_of(model), frame_of(model, RallyOrder)
    team, n = fireteam_name(g, rally.fireteam), len(values_of(model.sketch, SoldierId))
    nobody = Say(Rallied(()))
    if not rally.number:
        return Prompt(
            f"{team}: nobody can be rallied",
            "The flip gives 0 (OWM-RALLY-01).",
            [Choice("confirm", "GO ON", nobody)],
        )
    down = sum(one.status is Status.SUPPRESSED for one in g.members(rally.fireteam))
    choice = _confirm(model, "RALLY") if n else Choice("nobody", "RALLY NOBODY", nobody, lit=False)
    return Prompt(
        f"{team}: choose up to {min(rally.number, down)} to rally ({n} chosen)",
        "Click suppressed soldiers at the right. Who went down this round cannot be "
        "shot at while he stays down (OWM-TGT-02).",
        [choice],
    )


def _prompt_shots(model: Model) -> Prompt:
    """Who shoots next: choose, see his odds, fire or choose again."""
    g, attack, sketch = state_of(model), frame_of(model, AttackOrder), model.sketch
    left = f"{counted(attack.shots, 'shot')} left"
    target = fireteam_name(g, attack.target)
    who = f"{fireteam_name(g, attack.fireteam)} fires at {target}"
    if sketch is not None and sketch.cls is CeaseFire:
        return Prompt(
            f"{who}: cease fire?",
            f"{counted(attack.shots, 'shot')} would be lost.",
            [_confirm(model, "CEASE FIRE"), *_cancel(model)],
        )
    cease = Choice("cease", "CEASE FIRE", Verb(CeaseFire), lit=False, tooltip=CeaseFire.help)
    chosen = values_of(sketch, SoldierId)
    if chosen:
        odds = dict(shot_lines(model, attack.fireteam, attack.target))
        chance = odds.get(chosen[0], "")
        return Prompt(
            f"{soldier_name(chosen[0])} fires at {target}? ({left})",
            f"{chance[:1].upper()}{chance[1:]}. Out: killed or routed. Down: suppressed or wounded."
            if chance
            else "",
            [_confirm(model, "FIRE", "Enter, or click him again"), *_cancel(model), cease],
        )
    return Prompt(
        f"{who}: choose who shoots ({left})",
        "Click a lit soldier at the right. Out: killed or routed. Down: suppressed or wounded.",
        [cease],
    )
