"""The odds of shots and attacks in words."""

from __future__ import annotations

from owm_net.client.model import Model
from owm_net.client.tables.owm.draft import frame_of, state_of
from owm_net.engine.records import Played
from owm_net.games.owm.firing import modifiers, why_no_shot
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.odds import SCALE, shot_odds
from owm_net.games.owm.state import order_of
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.words import fireteam_name, soldier_name


def percent(part: int) -> str:
    """A part of the odds' scale in percent."""
    return f"{(100 * part + SCALE // 2) // SCALE} %"


def shot_lines(
    model: Model, team_id: FireteamId, target_id: FireteamId
) -> list[tuple[SoldierId, str]]:
    """(soldier, odds of his shot in words) for everybody who can shoot, best first."""
    g = state_of(model)
    team, target = g.fireteams[team_id], g.fireteams[target_id]

    def look() -> list[tuple[SoldierId, str]]:
        found = []
        for soldier in g.members(team_id):
            if why_no_shot(g, team, target, soldier.id) is None:
                odds = shot_odds(g, team, target, soldier, team.stealthed)
                text = f"out {percent(odds.kill)}, down {percent(odds.down)}"
                found.append((odds.kill * 3 + odds.down, soldier.id, text))
        found.sort(reverse=True)
        return [(soldier, text) for _, soldier, text in found]

    lines: list[tuple[SoldierId, str]] = model.cached(("shots", team_id, target_id), look)
    return lines


def attack_words(model: Model, target_id: FireteamId, card: Played | None = None) -> str:
    """An attack's odds in a line: strength, best and worst shot, modifiers."""
    g = state_of(model)
    team = g.fireteams[frame_of(model, Turn).fireteam]
    target = g.fireteams[target_id]
    lines = shot_lines(model, team.id, target_id)
    if not lines:
        return "nobody's weapon reaches that far: it would be wasted (OWM-FIRE-03)"
    best = f"{soldier_name(lines[0][0])}: {lines[0][1]}"
    shots = ""
    if card is not None and model.view is not None:
        order = order_of(model.view.card(card))
        if order is not None and order.strength is not None:
            most = min(order.strength.sides, len(lines))
            shots = f"1 to {most} shots. " if most > 1 else "1 shot. "
    found = modifiers(g, team, target, team.stealthed)
    why = "; ".join(f"{n:+d} {text}" for text, n in found)
    return f"{shots}Best shot, {best}" + (f" ({why})" if why else "")


def attack_tip(model: Model, team_id: FireteamId, target_id: FireteamId) -> str:
    """The odds of every soldier against a Fireteam, for the tooltip."""
    g = state_of(model)
    team = g.fireteams[team_id]
    target = g.fireteams[target_id]
    alike: dict[str, list[str]] = {}
    for soldier, text in shot_lines(model, team.id, target_id):
        alike.setdefault(text, []).append(soldier_name(soldier))
    rows = [f"{', '.join(names)}: {text}" for text, names in alike.items()]
    found = modifiers(g, team, target, team.stealthed)
    rows += [f"{n:+d} {text}" for text, n in found]
    head = (
        f"A shot from {fireteam_name(g, team.id)} ({g.ground.distance(team.cell, target.cell)}"
        " away): out = killed or routed, down = suppressed or wounded"
    )
    return "\n".join([head, *rows]) if rows else "nobody's weapon reaches that far (OWM-FIRE-03)"
