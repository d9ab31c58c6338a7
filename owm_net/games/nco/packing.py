"""The contents of a pack for NCO: custom tables, written as ours in data/layouts.toml.

They are added to ours: a match names one (`--option layout=KEY`), or a die picks one of all. A pack
holds no squads; players build their own and keep them.
"""

from __future__ import annotations

from collections.abc import Mapping

from owm_net.engine.data import DataFiles, data_folder
from owm_net.engine.errors import BadData
from owm_net.engine.packs import Packing
from owm_net.games.nco.layouts import FILE, OWN, hangs_together, read_kinds, read_layouts

PACKAGE = "owm_net.games.nco"


def check(files: DataFiles) -> tuple[list[str], list[str]]:
    """All that is wrong with a pack's tables; nothing of ours is ever left out for them."""
    ours = DataFiles(data_folder(PACKAGE))
    kinds = read_kinds(ours)
    try:
        layouts, wrong = read_layouts(files, kinds)
    except BadData as e:
        return list(e.problems), []
    if not wrong:  # only of what is not too much
        known, _ = read_layouts(ours, kinds)
        wrong = [
            f"{OWN}: {key}: there is free ground that nobody can walk to"
            for key, layout in layouts.items()
            if key not in known and not hangs_together(layout)
        ]
    return wrong, []


def template() -> Mapping[str, str]:
    """A table to begin with: our first one under another name."""
    first = DataFiles(data_folder(PACKAGE)).text(FILE).split("[[layout]]")[1]
    for old, new in (('"crossroads"', '"my_first_table"'), ('"Crossroads"', '"My First Table"')):
        first = first.replace(old, new, 1)
    return {f"{OWN}my_first_table.toml": f"{TABLE}[[layout]]{first}".rstrip() + "\n"}


TABLE = """\
# A table of your own, or several, each below a line [[layout]]. key is what people type
# (--option layout=my_first_table), title is what is shown.
#
# The table is 3600 by 3600 hundredths of an inch, the first player's home edge at y = 0. Each piece
# of `half` stands there a second time after a half turn, so that both sides are alike; `centre` is
# for what that turn leaves where it is. A piece is a kind of terrain (house, hut, ruin, bunker,
# tower, wall_low, wall_high, hedge, fence, sandbags, wire, wreck, crates, railcar, woods, thicket,
# crops, swamp, river, trench, crater, rubble, hill1, hill2) and a shape: `R x0 y0 x1 y1`, or a
# convex polygon `P x,y x,y x,y ...`, counter-clockwise. No two overlap; nothing solid stands within
# 4 inches of a home edge, or nearer than a base (0.98 inches) to anything else that is solid.

"""

PACKING = Packing(PACKAGE, (f"{OWN}*.toml",), check, template)
