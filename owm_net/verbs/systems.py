"""`owm-net systems`: which games there are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.files.listed import listed
from owm_net.program.options.declared import switch
from owm_net.program.terminal.colours import BOLD, painted

HELP = say("list the rule systems, their missions and levels")
EXAMPLES = say("""examples:
  owm-net systems
  owm-net systems --json
  owm-net systems --all             the developers' game, too
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net systems`."""

    json: bool = switch(say("one JSON array, for scripts"))
    all: bool = switch(say("those for developers, too"))


def run(options: Options) -> int:
    """List the rule systems with what may be chosen in each, without loading any."""
    systems = [system for system in listed() if options.all or not system["for_developers"]]
    if options.json:
        print(json.dumps(systems), flush=True)
        return 0
    for system in systems:
        print("\n".join(_lines(system)), flush=True)
    return 0


def _mission(name: str, about: dict[str, Any]) -> str:
    if not about["minutes"]:
        return tr("    mission {name}: {title}", name=name, title=tr(about["title"]))
    return tr(
        "    mission {name}: {title}, about {n} minutes",
        name=name,
        title=tr(about["title"]),
        n=about["minutes"],
    )


def _lines(s: dict[str, Any]) -> list[str]:
    first, last = s["seats"]
    lines = [
        tr(
            "{id}  {title}, rules version {version}",
            id=painted(s["id"], BOLD),
            title=tr(s["title"]),
            version=s["version"],
        ),
        *(_mission(name, about) for name, about in s["about_missions"].items()),
        tr(
            "    levels: {names}; seats: {first} to {last}",
            names=", ".join(s["levels"]),
            first=first,
            last=last,
        ),
        *(f"      {level}: {tr(about)}" for level, about in s["about_levels"].items()),
        tr("    players: {names}", names=", ".join(s["players"])),
    ]
    for name, values in s["options"].items():
        more = f" ({tr(s['open_options'][name])})" if name in s["open_options"] else ""
        about = f" - {tr(s['about_options'][name])}" if name in s["about_options"] else ""
        lines.append(
            tr("    option {name}: {values}", name=name, values=", ".join(values)) + more + about
        )
    return lines
