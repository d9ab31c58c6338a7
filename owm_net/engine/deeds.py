"""An answer as a data file describes it: what it must hold, and what may differ.

    { is = "owm.maneuver", cell = 17 }         a Maneuver to cell 17, with any card
    { is = "owm.maneuver", cell = 17, card = "#19" }   with this card of the hand
    { is = "nco.advance", soldiers = [3], path = [[900, 400, 0]], within = 150 }
                                                   to that place, or at most 1.5" from it
    "pass"                                         what the kernel offers where one may pass
    "start at C6 | d81b826c..."                    as a playthrough writes it

A deed is a table or a line of text. `is` is the registered name of the answer's class. Each other
key is a field, with a value as the class holds it: numbers, texts, lists, tables with `is`. "#19"
is card 19 wherever it lies: in the hand it is the slot there. `within` is for places, `by_end` for
paths of which only the end matters, `any_order` for lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from owm_net.engine import agenda, codec, records
from owm_net.engine.data import Plain
from owm_net.engine.errors import BadData, BadEncoding
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View

KEYS = ("is", "within", "by_end", "any_order")
"""Of a table, beside the fields of its class."""


@frozen
class Deed:
    """What an answer must hold. plain: the table or the text."""

    plain: Plain

    @property
    def cls(self) -> type[Answer]:
        """The class of the answer. Raises BadData."""
        if isinstance(self.plain, str):
            return type(_written(self.plain))
        made = records.REGISTRY.get(str(self._table.get("is")))
        if made is None or not issubclass(made, Answer):
            raise BadData([f"no answer is called {self._table.get('is')!r}"])
        return made

    @property
    def any_order(self) -> bool:
        """Return True if the order of values in a list does not matter."""
        return isinstance(self.plain, dict) and self.plain.get("any_order") is True

    def fits(self, view: View[Any], answer: Answer) -> bool:
        """Return True if an answer of the view's seat is what is described."""
        if isinstance(self.plain, str):
            return answer == _written(self.plain)
        if type(answer) is not self.cls:
            return False
        within = self._table.get("within", 0)
        for name, value in self._fields(view):
            have = getattr(answer, name)
            if self.any_order and isinstance(have, tuple):
                have, value = sorted(have), sorted(value)
            if self._table.get("by_end") is True and _is_path(have) and _is_path(value):
                have, value = have[-1], value[-1]
            if not _near(have, value, within):
                return False
        return True

    def answer(self, view: View[Any], best: Mapping[str, Plain] | None = None) -> Answer:
        """The answer itself: whole as it stands here, or the first that the rules offer and that
        fits. best: values of other fields, if the rules allow them. Raises BadData if there is
        none."""
        if isinstance(self.plain, str):
            return _written(self.plain)
        cls, plain = self.cls, {**self._table, **(best or {})}
        fields = dict(Deed(Plain(plain))._fields(view))
        needed = [name for name, has_default in records.fields_of(cls).items() if not has_default]
        if all(name in fields for name in needed):
            made = cls(**fields)
            if agenda.why_not(view, made) is None:
                return made
        offered = [one for one in agenda.options(view) if self.fits(view, one)]
        if not offered:
            raise BadData([f"the rules offer nothing like {self.plain}"])
        return offered[0]

    def can(self, view: View[Any]) -> bool:
        """Return True if the rules allow such an answer now."""
        try:
            return agenda.why_not(view, self.answer(view)) is None
        except BadData:
            return False

    @property
    def _table(self) -> dict[str, Any]:
        if not isinstance(self.plain, dict):
            raise BadData([f"{self.plain!r} is neither a table nor a text"])
        return self.plain

    def _fields(self, view: View[Any]) -> list[tuple[str, Any]]:
        found = []
        for name, value in self._table.items():
            if name not in KEYS:
                try:
                    value = records.load_field(self.cls, name, _encoded(view, value))
                except BadEncoding as e:
                    raise BadData([f"{self._table['is']}.{name}: {e}"]) from e
                found.append((name, value))
        return found


def _written(text: str) -> Answer:
    """A pass, or the answer whose canonical bytes stand behind the last bar. Raises BadData."""
    if text == "pass":
        return Pass()
    try:
        made = records.from_bytes(bytes.fromhex(text.rpartition("|")[2].strip()))
    except (ValueError, BadEncoding) as e:
        raise BadData([f"{text[:60]!r} is no answer: {e}"]) from e
    if not isinstance(made, Answer):
        raise BadData([f"{text[:60]!r} is no answer"])
    return made


def _encoded(view: View[Any], value: Any) -> Any:
    """A value of the file as it is decoded from bytes."""
    if isinstance(value, list):
        return [_encoded(view, one) for one in value]
    if isinstance(value, dict):
        cls = records.REGISTRY.get(str(value.get("is")))
        if cls is None:
            raise BadData([f"nothing is called {value.get('is')!r}"])
        names = records.fields_of(cls)
        return codec.Tagged(str(value["is"]), [_encoded(view, value.get(name)) for name in names])
    if isinstance(value, str) and value.startswith("#") and value[1:].isdecimal():
        return _slot_of(view, int(value[1:]))
    return value


def _slot_of(view: View[Any], card: int) -> int:
    """Where the seat holds a card, as far as it knows; the card itself if it is open."""
    held = [slot for hand in view.state.hands for slot in hand]
    return next((slot for slot in held if view.card(slot) == card), card)


def _is_path(value: Any) -> bool:
    """Return True for places, one after another."""
    return isinstance(value, tuple) and value != () and isinstance(value[0], tuple)


def _near(have: Any, want: Any, within: int) -> bool:
    """Return True if two values are the same, or two places, or the ends of two paths, are at most
    so far apart."""
    if have == want or not within:
        return bool(have == want)
    if not isinstance(have, tuple) or not isinstance(want, tuple) or not have or not want:
        return False
    if _is_path(want):
        return _near(have[-1], want[-1], within)
    places = zip(have, want, strict=False)
    return len(have) == len(want) and all(abs(a - b) <= within for a, b in places)
