"""`owm-net systems`: which games there are."""

from __future__ import annotations

import argparse
import json
from typing import Any

from owm_net.files.listed import listed

HELP = "list the rule systems, their missions and levels"
EXAMPLES = """examples:
  owm-net systems
  owm-net systems --json
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("--json", action="store_true", help="one JSON array, for scripts")


def run(args: argparse.Namespace) -> int:
    """List the rule systems with what may be chosen in each; none of them is loaded for that."""
    systems = listed()
    if args.json:
        print(json.dumps(systems), flush=True)
        return 0
    for system in systems:
        print("\n".join(_lines(system)), flush=True)
    return 0


def _lines(s: dict[str, Any]) -> list[str]:
    lines = [
        f"{s['id']}  {s['title']}, rules version {s['version']}",
        f"    missions: {', '.join(s['missions'])}",
        f"    levels: {', '.join(s['levels'])}; seats: {s['seats'][0]} to {s['seats'][1]}",
        *(f"      {level}: {about}" for level, about in s["about_levels"].items()),
        f"    players: {', '.join(s['players'])}",
    ]
    for name, values in s["options"].items():
        more = f" ({s['open_options'][name]})" if name in s["open_options"] else ""
        about = f" - {s['about_options'][name]}" if name in s["about_options"] else ""
        lines.append(f"    option {name}: {', '.join(values)}{more}{about}")
    return lines
