"""Nothing general knows a game: what names or assumes one is found here.

General is all of `owm_net` but `games/`, the tables of single games in the client, and their faces.
Doc comments may name a game as an example; names, strings and imports may not. The toy of
`tests/games/toy/` is played through all of it, which shows the same from the other side.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from fuzz.checks import ledger
from owm_net import games
from owm_net.client.answering.fields import FIELDS
from owm_net.client.art.catalogue import FACES
from owm_net.engine.requests import Answer

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(name for name in games.names() if name != "skeleton")


def _prefix(game: str) -> str:
    """How the ids of a game's rules begin: most that stand in its ledger do."""
    begin = [i.partition("-")[0] for i in ledger(game)]
    return max(sorted(set(begin)), key=begin.count, default=game.upper())


PREFIXES = {game: _prefix(game) for game in GAMES}
NOUNS = {
    "owm": ("fireteam", "fireteams"),
    "squadcards": ("squadcards",),
    "nco": ("psyche", "sergeant"),
    "hailfire": ("chit", "chits"),
}
"""Words of one game that are no names of general things; of a game that has none, nothing."""
SHOWN = {"flips": "owm", "last flips": "owm", "core deck": "owm", "national trait": "squadcards"}
"""Words that only a player of one game would understand: no general screen shows them."""
OWN = ("owm_net/games/", "owm_net/client/art/", *(f"owm_net/client/tables/{g}/" for g in GAMES))
"""Where games are at home. The faces of the client are drawn for single games."""
GENERAL_ART = (
    "__init__",
    "cache",
    "ink",
    "lettering",
    "noise",
    "free_ground",
    "palette",
    "paths",
    "pip_die",
    "textures",
    "title",
)
"""What the faces of all games are drawn with, maps without cells, and the picture of the title.
`catalogue` lists them, as `games` lists systems."""
FACES_OF_GAMES = frozenset(
    name for name, draw in FACES.items() if draw.__module__.split(".")[-1] not in GENERAL_ART
)
"""Faces that are drawn for a single game, such as the back of its cards."""
ALLOWED = {
    ("owm_net/program/options/game.py", "owm"): "the documented default: `--system owm`",
    ("owm_net/client/lessons/practice.py", "owm"): "the same default, for the window alone",
}
"""(file, string) -> why it may stand there."""
TABLES = "owm_net/client/tables/__init__.py"
"""Where the lines stand that register tables: `tables.has_own` knows the same ids."""
EXAMPLES = re.compile(r"EXAMPLES|HELP")
"""Texts of the command line that show how a command is typed may name a game in it."""

PROGRAM = re.compile(r"owm-net|owm_net\b(?!\.games|\.client\.tables)|OWM_[A-Z]+|\.owmlog")
"""The program is called like a game."""


def general_files() -> list[Path]:
    art = ROOT / "owm_net" / "client" / "art"
    return [
        path
        for path in sorted((ROOT / "owm_net").rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(OWN)
        or (path.parent == art and path.stem in GENERAL_ART)
    ]


def findings(source: str, file: str) -> list[str]:
    """`file:line: what` for everything in a source file that names a game."""
    tree = ast.parse(source)
    skip = {id(node) for node in _documentation(tree)}
    return [f"{file}:{line}: {what}" for line, what in sorted(_names_of_games(tree, file, skip))]


def _documentation(tree: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, comments under a constant, and the examples of the command line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and EXAMPLES.fullmatch(t.id) for t in node.targets
        ):
            yield from ast.walk(node.value)


def _names_of_games(tree: ast.AST, file: str, skip: set[int]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [a.name for a in node.names]
            if isinstance(node, ast.ImportFrom):
                base = node.module or ""
                modules = [base, *(f"{base}.{m}" for m in modules)]
            for game in GAMES:
                homes = (f"owm_net.games.{game}", f"owm_net.client.tables.{game}")
                if any(m == h or m.startswith(h + ".") for m in modules for h in homes):
                    yield line, f"imports {game}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in skip and not _allowed(file, node.value):
                short = f"in {node.value[:50]!r}"
                yield from ((line, f"{what} {short}") for what in in_text(node.value))
                if file.startswith("owm_net/client/"):
                    yield from ((line, f"{what} {short}") for what in shown_in(node.value))
        elif isinstance(node, ast.Call) and (face := _face(node)) in FACES_OF_GAMES:
            yield line, f"the face {face} is of a single game"
        else:
            for word in _identifiers(node):
                if named := in_identifier(word):
                    yield line, f"the name {word} is one of {named}"


def _allowed(file: str, text: str) -> bool:
    """Return True if a string may name a game there: see ALLOWED; and the lines that register
    tables."""
    home = re.fullmatch(r"owm_net\.client\.tables\.(\w+):\w+", text)
    registers = file == TABLES and (text in GAMES or (home is not None and home[1] in GAMES))
    return registers or (file, text) in ALLOWED


def shown_in(text: str) -> Iterator[str]:
    """Yield the words of a single game in a text for the screen."""
    for words, game in SHOWN.items():
        if re.search(rf"\b{words}\b", text, re.IGNORECASE):
            yield f"a word of {game}"


def _face(call: ast.Call) -> str:
    """The face of `ArtKey.of("...")`, "" if it is another call."""
    made = isinstance(call.func, ast.Attribute) and call.func.attr == "of"
    first = call.args[0] if made and call.args else None
    return str(first.value) if isinstance(first, ast.Constant) else ""


def _identifiers(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.arg):
        return [node.arg]
    return [node.arg] if isinstance(node, ast.keyword) and node.arg else []


def in_identifier(word: str) -> str:
    """Return the game that an identifier names, "" if none: OwmState, squadcards_table,
    fireteam."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", word)
    if word.isupper() and word.startswith("OWM_"):
        return ""  # settings of the program
    for game in GAMES:
        words = (game, *NOUNS.get(game, ()))
        if any(p.lower() in words for p in parts):
            return game
    return ""


def in_text(text: str) -> Iterator[str]:
    """Yield a game's names in a string: ids of rules, registered names, the system's id."""
    rest = PROGRAM.sub("", text)
    for game in GAMES:
        if re.search(rf"\b{PREFIXES.get(game, game.upper())}-[A-Z0-9]", rest):
            yield f"a rule of {game}"
        if re.search(rf"\b{game}\.[a-z]", rest):
            yield f"a registered name of {game}"
        if re.fullmatch(rf"{game}", rest) or re.search(rf"(games|tables)\.{game}\b", rest):
            yield f"the id of {game}"
        if any(re.search(rf"\b{noun}s?\b", rest, re.IGNORECASE) for noun in NOUNS.get(game, ())):
            yield f"a word of {game}"


@pytest.mark.parametrize(
    ("snippet", "what"),
    [
        ("from owm_net.games.owm import odds", "imports owm"),
        ("from owm_net.games import squadcards", "imports squadcards"),
        ("def f():\n    import owm_net.games.owm.state", "imports owm"),
        ("from owm_net.client.tables.owm.draft import Draft", "imports owm"),
        ("import_module('owm_net.games.owm')", "the id of owm"),
        ("if system.id == 'owm': pass", "the id of owm"),
        ("x = {'squadcards': 1}", "the id of squadcards"),
        ("rule = 'OWM-FIRE-05'", "a rule of owm"),
        ("why = f'not now (SQD-WIN-{n}0)' + 'SQD-WIN-04'", "a rule of squadcards"),
        ("if answer.name == 'owm.attack': pass", "a registered name of owm"),
        ("frame = REGISTRY['squadcards.turns']", "a registered name of squadcards"),
        ("assert isinstance(g, OwmState)", "the name OwmState"),
        ("team = g.fireteams[1]", "the name fireteams"),
        ("f(fireteam=1)", "the name fireteam"),
        ("def squadcards_table(): pass", "the name squadcards_table"),
        ("say('choose a Fireteam')", "a word of owm"),
        ("KEYS = [('L', 'the last flips again')]", "a word of owm"),
        ("button(pen, 'log.flips', box, 'LAST FLIPS')", "a word of owm"),
        ("pen.add('x', art=ArtKey.of('core_back'))", "the face core_back"),
        ("pen.add('x', art=ArtKey.of('squad_back'))", "the face squad_back"),
    ],
)
def test_the_checker_sees(snippet: str, what: str) -> None:
    found = findings(snippet, "owm_net/client/x.py")
    assert any(what in line for line in found), found


@pytest.mark.parametrize(
    "snippet",
    [
        '"""As in OWM-FIRE-05, a Fireteam of owm."""',
        'X = 1\n"""Such as `owm.attack`."""',
        "EXAMPLES = 'owm-net simulate owm --matches 200'",
        "show('check it with: owm-net verify match.owmlog')",
        "TAG = b'owm/log/v1'",
        "home = os.environ.get('OWM_HOME')",
        "import owm_net.engine.agenda",
        "from owm_net import games",
        "window = down(shown, thrown)",
        "pen.add('backdrop', art=ArtKey.of('backdrop'))",
        "request = Flip(deck)",
    ],
)
def test_the_checker_lets_pass(snippet: str) -> None:
    assert findings(snippet, "owm_net/client/x.py") == []


def test_every_registered_game_is_looked_for() -> None:
    assert [PREFIXES[game] for game in ("owm", "squadcards", "nco")] == ["OWM", "SQD", "NCO"]
    assert len(set(PREFIXES.values())) == len(GAMES), "two games' rules have ids that begin alike"
    assert set(NOUNS) <= set(GAMES)


def test_what_is_allowed_is_there() -> None:
    """An exception that is no longer needed goes."""
    for file, text in ALLOWED:
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        strings = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
        assert text in strings, f"{file} has no {text!r} any more"


def test_nothing_general_knows_a_game() -> None:
    found = []
    for path in general_files():
        file = path.relative_to(ROOT).as_posix()
        found += findings(path.read_text("utf-8"), file)
    if found:
        pytest.fail("\n".join(["general code that knows a game:", *found]), pytrace=False)
    assert len(general_files()) > 60, "the files have not been found"


DRAFTS = "owm_net.engine.drafts"


def test_every_field_of_every_answer_has_a_word_that_is_shown_and_translated() -> None:
    """Such as a name of Python's would be none: "first choose: into_open". Those that games
    share stand in `client/answering/fields.py`, those of one game in its `System.fields`."""
    own = {name: games.get(name).fields for name in games.names()}
    # a test may have loaded a game that is not done
    answers = [
        cls
        for cls in _answers(Answer)
        if _game_of(cls) in own or not cls.__module__.startswith("owm_net.games.")
    ]
    nameless = {
        f"{cls.__module__}.{cls.__name__}.{field.name}"
        for cls in answers
        for field in attrs.fields(cls)
        if field.name not in {**FIELDS, **own.get(_game_of(cls), {})}
    }
    assert nameless == set()
    assert {cls.__qualname__ for cls in answers if not cls.title} == set()


def _game_of(cls: type[Answer]) -> str:
    """The id of the system that has this answer, "" if it is the kernel's."""
    return cls.__module__.removeprefix("owm_net.games.").partition(".")[0]


def _answers(cls: type[Answer]) -> Iterator[Any]:
    """Yield the program's complete answers; bases have no fields or no name. Drafts are classes
    made of any answer, of those of tests too."""
    for each in cls.__subclasses__():
        yield from _answers(each)
        begins = any(sub.__module__ != DRAFTS for sub in each.__subclasses__())
        made = "__attrs_attrs__" in vars(each)  # else it is what attrs made the class of
        ours = each.__module__.startswith("owm_net.") and each.__module__ != DRAFTS
        if ours and made and not begins:
            yield each
