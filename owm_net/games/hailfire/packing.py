"""The contents of a pack for Hailfire: Teams and batteries, ready-made forces and scenarios.

They are written as ours in data/, and added to them.
"""

from __future__ import annotations

from collections.abc import Mapping

from owm_net.engine.data import DataFiles, data_folder
from owm_net.engine.errors import BadData
from owm_net.engine.packs import Packing
from owm_net.games.hailfire.reading import FORCES, SCENARIOS, TEAMS, force_rows, read_catalog

PACKAGE = "owm_net.games.hailfire"
FILES = tuple([f"{sort}/*.toml" for sort in (TEAMS, FORCES, SCENARIOS)])


def check(files: DataFiles) -> tuple[list[str], list[str]]:
    """All that is wrong with a pack, but for its forces, which the rules judge (`pack_faults`)."""
    problems: list[str] = []
    for read in (read_catalog, force_rows):
        try:
            read(files)
        except BadData as e:
            problems += e.problems
    return problems, []


def template() -> Mapping[str, str]:
    """A tank, a force that has it, and our first scenario under another name."""
    first = DataFiles(data_folder(PACKAGE)).text("scenarios.toml").split("[[scenario]]")[1]
    for old, new in (
        ('"lane-junction"', '"my-first-scenario"'),
        ('"Lane Junction"', '"My First Scenario"'),
    ):
        first = first.replace(old, new, 1)
    return {
        f"{TEAMS}/my_teams.toml": TEAM,
        f"{FORCES}/my_forces.toml": FORCE,
        f"{SCENARIOS}/my_first_scenario.toml": f"{SCENARIO}[[scenario]]{first}".rstrip() + "\n",
    }


TEAM = """\
# Teams of your own, each below a line [[team]]. key is no other Team's, title is shown; unit
# is the name of a Unit that has most of them: one of ours (rifle, tanks, recon) or any words.
# nation: "us", "ger", "brit", "sov", or one of your own, which needs a Team with leader = true.
# team_class: "infantry", "gun", "tracked", "half-tracked" or "wheeled". Ranges are in hundredths of
# an inch; cost is for Poor, Regular and Elite. owm_net/games/hailfire/data/teams.toml has all other
# keys, and batteries, which are below a line [[battery]].

[[team]]
key = "my_chaffee"
title = "M24 Chaffee"
unit = "tanks"
nation = "us"
team_class = "tracked"
rof = 2
range = 2000
at = 4
armour = 2
flank = 1
machine_guns = { rof = 3, range = 1200 }
assault = 5
cost = [38, 51, 63]
"""

FORCE = """\
# Ready-made forces, each below a line [[force]], one Unit a line: "poor" or "elite" where it is so,
# then its Teams, with =6 for six of them, or an observer and a battery. Leaders come by themselves.
# A scenario with points offers the forces that cost 95 to 100 percent of them.

[[force]]
key = "my_first_force"
title = "American Chaffees"
units = [
  "us_rifle=6 us_lmg us_bazooka",
  "us_rifle=4 us_lmg",
  "my_chaffee=3",
  "us_m8=2",
  "us_m3ht=3",
  "us_fo us_mortar81=2",
]
"""

SCENARIO = """\
# A scenario of your own, or several. key is what people type (--mission), title is what is shown.
#
# The table is 4800 by 3600 hundredths of an inch. Areas have their corners counter-clockwise, lines
# run from point to point; data/terrain.toml has the kinds. first: "attacker", "defender" or "roll".
# break_limits: of attacker and defender. aim: "objectives" if it is left out, "breakthrough" or
# "raid" with exits and through, "raid" with razed too, "delay" with hold. Instead of Units it may
# have points: then each side takes a force that costs no more.

"""

PACKING = Packing(PACKAGE, FILES, check, template)
