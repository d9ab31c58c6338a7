"""The squads that a veteran leads, as data/rosters.toml has them: a soldier a line.

They have in common six scouts with scoped rifles, who are cheap and fire at half range everywhere,
and others of courage 4, who fire a second time in the special actions. Beside them belt-fed machine
guns sweep the table, dischargers fire at whom nobody sees, or many plain rifles fire twice.
"""

from __future__ import annotations

from owm_net.games.nco.ids import NationKey
from owm_net.games.nco.squads import Roster, read_recruit

SCOUTS = ("scout rifle_scoped",) * 6
DECORATED = "hardened_pfc rifle service_medal"
SQUADS = (
    (
        ("german_heer", "german_fallschirmjager"),
        (
            "sergeant belt_lmg covert",
            *("vet_lance_corporal belt_lmg",) * 4,
            "hardened_pfc rifle",
            *SCOUTS,
        ),
    ),
    (
        ("japanese_army",),
        (
            "sergeant discharger covert",
            *("vet_lance_corporal discharger",) * 4,
            *("private rifle",) * 2,
            *SCOUTS,
        ),
    ),
    (
        ("japanese_army",),
        (
            "sergeant discharger covert",
            *("vet_lance_corporal discharger",) * 3,
            *(DECORATED,) * 2,
            "private rifle",
            *SCOUTS,
        ),
    ),
    (
        ("romanian", "hungarian", "polish", "belgian", "us_marines", "soviet_navy"),
        ("sergeant rifle deadeye", *(DECORATED,) * 7, *SCOUTS),
    ),
)
"""Nations, and the soldiers that any of them may lead. They won 24, 23, 23 and 22 of 24 matches
between regular players, against ready-made squads by chance."""
WINNING = tuple(
    [
        tuple(
            [
                Roster(NationKey(nation), tuple([read_recruit(line) for line in lines]))
                for nation in nations
            ]
        )
        for nations, lines in SQUADS
    ]
)
"""The same as rosters, those of a line together."""
