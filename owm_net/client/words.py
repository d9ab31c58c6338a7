"""Small words that every table needs: counts, and reasons with the rule they come from."""

from __future__ import annotations

import re

from owm_net.client.language import tr

_RULINGS = re.compile(r" \(([A-Z][A-Z0-9-]*(?:, [A-Z][A-Z0-9-]*)*)\)$")


def counted(n: int, one: str, many: str = "") -> str:
    """A number with its word: "1 soldier", "3 soldiers". many: where it is not `one` with an s."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def capital(text: str) -> str:
    """A text with a capital letter first; the rest, such as a rule's id, as it is."""
    text = tr(text)
    return text[:1].upper() + text[1:]


def because(why: str, rule: str) -> str:
    """A reason with the id of its rule, if it has one; a ruling that ends it stands in the same
    brackets."""
    why = tr(why)
    if not rule:
        return why
    ruling = _RULINGS.search(why)
    if ruling is None:
        return f"{why} ({rule})"
    return f"{why[: ruling.start()]} ({rule}, {ruling[1]})"
