"""What people call the fields of an answer: "still to be chosen: weapon"."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.engine.text import say

FIELDS = {
    "ability": say("ability"),
    "aim": say("aim point"),
    "aloud": say("aloud"),
    "apart": say("roll of its own"),
    "before": say("comes first"),
    "blind": say("blind"),
    "broken": say("limit reached"),
    "card": say("card"),
    "cards": say("cards"),
    "carrier": say("carrier"),
    "covering": say("Cover Fire"),
    "ends": say("end the battle"),
    "enemy": say("enemy"),
    "fires": say("fire for effect"),
    "force": say("force"),
    "friend": say("friend"),
    "group": say("secret mission"),
    "guns": say("machine guns"),
    "hero": say("Hero Point"),
    "item": say("item"),
    "leg": say("leg"),
    "nation": say("nation"),
    "observer": say("observer"),
    "path": say("path"),
    "seat": say("player"),
    "soldier": say("soldier"),
    "soldiers": say("soldiers"),
    "south": say("from the south"),
    "spot": say("place"),
    "spots": say("places"),
    "stay": say("stay"),
    "supported": say("with support"),
    "target": say("target"),
    "team": say("Team"),
    "teams": say("Teams"),
    "to": say("for whom"),
    "units": say("Units"),
    "use": say("use it"),
    "walked": say("how far"),
    "weapon": say("weapon"),
}
"""By the name that a field has in the rules; one that stands here not is called by that."""


def named(field: str) -> str:
    """A field's name as a word."""
    return tr(FIELDS.get(field, field.replace("_", " ")))
