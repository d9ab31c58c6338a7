"""`owm-net systems`: which games there are."""

from __future__ import annotations

import argparse

from owm_net import games
from owm_net.engine.local import player_names
from owm_net.verbs.common import FINE, find_system, show, show_json

HELP = "list the rule systems, their missions and levels"
EXAMPLES = """examples:
  owm-net systems
  owm-net systems --json
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("--json", action="store_true", help="one JSON array, for scripts")


def run(args: argparse.Namespace) -> int:
    """List the rule systems with what may be chosen in each."""
    systems = [find_system(name) for name in games.names()]
    if args.json:
        show_json(
            [
                {
                    "id": s.id,
                    "title": s.title,
                    "version": s.version,
                    "missions": list(s.missions),
                    "levels": list(s.levels),
                    "about_levels": {k: v for k, v in s.about_levels.items() if k in s.levels},
                    "seats": list(s.seats),
                    "players": list(player_names(s)),
                    "options": {k: list(v) for k, v in s.switches.items()},
                    "open_options": dict(s.open_switches),
                }
                for s in systems
            ]
        )
        return FINE
    for s in systems:
        show(f"{s.id}  {s.title}, rules version {s.version}")
        show(f"    missions: {', '.join(s.missions)}")
        show(f"    levels: {', '.join(s.levels)}; seats: {s.seats[0]} to {s.seats[1]}")
        for level in s.levels:
            if level in s.about_levels:
                show(f"      {level}: {s.about_levels[level]}")
        show(f"    players: {', '.join(player_names(s))}")
        for name, values in s.switches.items():
            more = f" ({s.open_switches[name]})" if name in s.open_switches else ""
            about = f" - {s.about_switches[name]}" if name in s.about_switches else ""
            show(f"    option {name}: {', '.join(values)}{more}{about}")
    return FINE
