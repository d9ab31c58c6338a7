"""In which language the program speaks. The texts stand in the source in English; catalogues are
`owm_net/locale/<language>/LC_MESSAGES/*.mo`, which `make texts` makes of the .po files beside them.

There is a catalogue for the window and the layers below it, and one for each game; a text in
several of them has the same translation in all. One language holds in a process: it has one reader.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from functools import cache, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from owm_net.engine.text import Text
from owm_net.files.reading import open_plain, read_plain
from owm_net.files.where import SETTINGS, place

P = ParamSpec("P")
R = TypeVar("R")

LANGUAGES = ("en", "de")
NAMES = {"en": "English", "de": "Deutsch"}
"""Each in itself, so that whoever cannot read the others finds it."""
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "locale")

MOST = 1 << 16
"""Bytes of the settings that are read."""
FIRST = "owm_net.mo"
"""The window's and the command line's: most of what is asked for stands there."""

_asked_for = ""
_language = "en"
_catalogue = NullTranslations()


def of_system() -> str:
    """The language the system is set to, as gettext looks for it; English if it is none of ours."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(name, "")
        if wanted:
            break
    else:
        import locale

        wanted = locale.getlocale()[0] or ""  # elsewhere than on Unix no variable says it
        wanted = "de" if wanted.startswith("German") else wanted
    for one in wanted.split(":"):
        short = one[:2].lower()
        if short in LANGUAGES and not one[2:3].isalpha():
            return short
    return "en"


def set_here() -> str:
    """The language that was chosen in the window's settings on this machine, "" for the system's. A
    verb ignores everything else in that file; the window reports what is wrong with it.
    """
    try:
        chosen = json.loads(read_plain(place("settings") / SETTINGS, MOST))["language"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""
    return chosen if chosen in LANGUAGES else ""


def use(language: str) -> None:
    """From now on speak this one of LANGUAGES; "": the system's."""
    global _language, _catalogue
    _language = language or of_system()
    _catalogue = _read(_language)


def ask_for(language: str) -> None:
    """On the command line: it goes before what is set, until another one is chosen."""
    global _asked_for
    _asked_for = language


def begin(language: str) -> None:
    """language: as it is set in the window; what was asked for goes before it."""
    use(_asked_for or language)


def current() -> str:
    """The language that is spoken."""
    return _language


class _Later(NullTranslations):
    """Catalogues that are read when a text is in none of those before them: a verb that lists the
    games' names does not wait for all texts of their rules."""

    def __init__(self, files: list[str]) -> None:
        super().__init__()
        self._files = files
        self._rest: NullTranslations | None = None

    def gettext(self, message: str) -> str:
        return self._next().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._next().ngettext(msgid1, msgid2, n)

    def _next(self) -> NullTranslations:
        if not self._files:
            return NullTranslations()
        if self._rest is None:
            self._rest = _catalogue_of(self._files)
        return self._rest


def _catalogue_of(files: list[str]) -> NullTranslations:
    """The first of them, and behind it the others."""
    with open_plain(Path(files[0])) as file:
        catalogue = GNUTranslations(file)
    catalogue.add_fallback(_Later(files[1:]))
    return catalogue


def _read(language: str) -> NullTranslations:
    if language == "en":
        return NullTranslations()
    folder = os.path.join(FOLDER, language, "LC_MESSAGES")
    names = sorted(name for name in os.listdir(folder) if name.endswith(".mo"))
    names.sort(key=lambda name: name != FIRST)
    return _Later([os.path.join(folder, name) for name in names])


def tr(text: str, /, **values: object) -> str:
    """Return a text in the current language. text: as in the source, {names} filled in from values;
    or a `Text`, such as the rules say, whose own values fill in the rest. A str that is in no
    catalogue stays as it is."""
    template = text
    if isinstance(text, Text):
        if text.many:
            return tr_n(text.one, text.many, text.n, **text.values)
        template, values = text.one, {**text.values, **values}
    found = _catalogue.gettext(template) if template else template
    return found.format_map(_told(values)) if values else found


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """A text that counts, in the form that fits n; {n} is the number."""
    found = _catalogue.ngettext(one, many, n)
    return found.format_map(_told({"n": n, **values}))


def tr_error(error: BaseException) -> str:
    """Return an error's words for people: the `Text` it was made with, or else its own words."""
    said = getattr(error, "said", None) or next(iter(error.args), "")
    return tr(said) if isinstance(said, Text) else str(error)


def in_picture(words: Iterable[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return, for the key of a picture, each English word in it with its translation; nothing in
    English, which the drawing has itself."""
    told = tuple((str(word), tr(word)) for word in words if tr(word) != word)
    return {"words": told} if told else {}


def kept_in_each(make: Callable[P, R]) -> Callable[P, R]:
    """A function whose results are kept, for each language apart."""
    kept: dict[str, Callable[P, R]] = {}

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> R:
        of_this = kept.get(_language)
        if of_this is None:
            of_this = kept[_language] = cast(Callable[P, R], cache(make))
        return of_this(*args, **kwargs)

    return made


def _told(values: dict[str, object]) -> dict[str, object]:
    return {key: _told_one(value) for key, value in values.items()}


def _told_one(value: object) -> object:
    if isinstance(value, Text):
        return tr(value)
    return tr_error(value) if isinstance(value, Exception) else value
