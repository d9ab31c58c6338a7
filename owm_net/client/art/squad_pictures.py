"""The picture of each squad card, each in a window 240 wide and 114 high."""

from __future__ import annotations

from owm_net.client.art import squad_deeds, squad_minds, squad_weapons
from owm_net.client.art.squad_brush import Picture, arm

PICTURES: dict[str, Picture] = {
    "leadership": squad_minds.leadership,
    "fatalism": squad_minds.fatalism,
    "patriotism": squad_minds.patriotism,
    "camaraderie": squad_minds.camaraderie,
    "determination": squad_minds.determination,
    "shell_shock": squad_minds.shell_shock,
    "confusion": squad_minds.confusion,
    "exhaustion": squad_minds.exhaustion,
    "hesitation": squad_minds.hesitation,
    "fear": squad_minds.fear,
    "knife": squad_weapons.knife,
    "entrenching_tool": squad_weapons.spade,
    "bayonet": squad_weapons.bayonet,
    "rifle_butt": squad_weapons.rifle_butt,
    "bare_hands": squad_weapons.bare_hands,
    "garrote": squad_weapons.garrote,
    "take_prisoners": squad_weapons.take_prisoners,
    "pistol": arm("pistol", 2.3, 8, 32),
    "grenade": squad_weapons.grenade,
    "flame_thrower": squad_weapons.flame_thrower,
    "bazooka": squad_weapons.bazooka,
    "smg": arm("smg", 2.1, 16, 34),
    "carbine": arm("carbine", 2.3, 0, 38),
    "bolt_rifle": arm("rifle", 2.0, 12, 42),
    "semi_rifle": arm("semi-auto", 2.1, 12, 40),
    "sniper": squad_weapons.sniper,
    "mortar": squad_weapons.mortar,
    "lmg": arm("lmg", 2.1, 12, 36),
    "radio_artillery": squad_weapons.artillery,
    "fire_section": squad_weapons.fire_section,
    "assault_section": squad_weapons.assault_section,
    "fire_team": squad_weapons.fire_team,
    "scout": squad_weapons.scout,
    "infiltration": squad_weapons.infiltration,
    "national_trait": squad_deeds.national_trait,
    "encircled": squad_deeds.encircled,
    "mission_objective": squad_deeds.mission_objective,
    "smoke": squad_deeds.smoke,
    "concealment": squad_deeds.concealment,
    "ambush": squad_deeds.ambush,
    "enfilade": squad_deeds.enfilade,
    "flanking_fire": squad_deeds.flanking_fire,
    "minefield": squad_deeds.minefield,
    "barbed_wire": squad_deeds.barbed_wire,
    "combat_engineer": squad_deeds.combat_engineer,
    "commander_killed": squad_deeds.commander_killed,
}

LETTERED: dict[str, tuple[float, float, str]] = {"minefield": (110, 26, "MINES")}
"""What is written in a picture: the middle of the words, and the words."""
