"""The command line in German: the help of every verb, and what is said of what is typed wrongly."""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import sys
from pathlib import Path
from unittest.mock import Mock

import platformdirs
import pytest

from owm_net import cli, games
from owm_net.client import language
from owm_net.client.settings import Settings, remember
from owm_net.files.home import folder, program
from owm_net.files.where import SETTINGS, place
from owm_net.program.logs.unfinished import Unfinished, kept
from owm_net.program.playing.by_itself import offer_unfinished
from owm_net.program.playing.stopped import stopped_in_words as in_words
from owm_net.verbs import VERBS, parsers

ENGLISH = ("usage:", "options:", "positional", "examples:", "default", "show this", "exit code")
"""What no help says in German."""
LOGS = Path(__file__).parents[1] / "logs"


def test_no_help_of_any_verb_is_left_in_english() -> None:
    language.use("en")
    english = parsers()
    language.use("de")
    for verb, parser in parsers().items():
        shown = parser.format_help()
        assert not [words for words in ENGLISH if words in shown.lower()], shown
        assert language.tr(VERBS[verb]) != VERBS[verb], verb
        assert parser.description != english[verb].description, verb
        assert parser.epilog != english[verb].epilog, verb
        for ours, theirs in zip(parser._actions, english[verb]._actions, strict=True):
            if theirs.help not in (None, argparse.SUPPRESS):
                assert ours.help != theirs.help, (verb, ours.dest)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plya",), "es gibt kein Verb 'plya' (meinst du play?); siehe: owm-net --help"),
        (("key", "--forst"), "owm-net key hat keine Option --forst; siehe: owm-net key --help"),
        (("verify",), "noch nötig: file; siehe: owm-net verify --help"),
        (("host", "--port"), "--port: schreibe einen Wert dahinter; siehe: owm-net host --help"),
        (("systems", "--json=7"), "--json: nimmt keinen Wert; siehe: owm-net systems --help"),
        (
            ("host", "--port", "many"),
            "--port: schreibe eine ganze Zahl, etwa 7770, nicht 'many'; siehe: owm-net host --help",
        ),
        (
            ("completion", "sh"),
            "shell: 'sh' gibt es nicht (es gibt: 'bash', 'zsh', 'fish'); siehe:"
            " owm-net completion --help",
        ),
    ],
)
def test_what_is_typed_wrongly_is_told_in_the_language_of_the_system(
    arguments: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    assert end.value.code == 2
    assert capsys.readouterr().err == f"owm-net: {said}\n"


TWO = "7-melon-sandal-orchid", "8-melon-sandal-orchid"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("join", "7-melon"), "'7-melon' ist kein Code: er hat 1 Wort; schreibe ihn wie 7-melon-"),
        (("join", "7-melon-sandal"), "'7-melon-sandal' ist kein Code: er hat 2 Wörter; schreibe"),
        (("join", "7-mellon-sandal-orchid"), "'mellon' ist kein Wort eines Codes; meinst du mel"),
        (("watch", "7-xx-yy-zz"), "'xx' ist kein Wort eines Codes"),
        (("watch", "melon"), "'melon' ist kein Code: er beginnt nicht mit der Nummer eines Raums"),
        (("watch", "7-x" * 700), "das ist länger als jede Einladung"),
        (("join", " ".join(TWO)), f"darin stehen zwei Codes, {TWO[0]} und {TWO[1]}: tippe"),
        (("watch",), "der Code fehlt: owm-net watch CODE"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)  # fmt: skip
def test_what_is_wrong_in_a_code_is_told_in_the_language_of_the_system(
    arguments: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert cli.main(arguments) == 2
    assert said in capsys.readouterr().err


def test_what_is_set_in_the_window_holds_for_every_verb_and_what_is_typed_goes_before_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))

    def said(*typed: str) -> str:
        with pytest.raises(SystemExit):
            cli.main(["friends", *typed, "--all"])
        return capsys.readouterr().err.partition(";")[0]

    english, german = "friends has no option --all", "friends hat keine Option --all"
    remember(Settings(language="de"), folder("settings"))
    assert german in said() and english in said("--language", "en")
    remember(Settings(language="en"), folder("settings"))
    monkeypatch.setenv("LANGUAGE", "de")  # whoever has set one does not mean the system's
    assert english in said() and german in said("--language", "de")
    remember(Settings(language=""), folder("settings"))
    assert german in said()
    for content in (b"", b"[]", b"{}", b'{"language": ["en"]}', b"[" * 9000, b"\xff"):
        (folder("settings") / SETTINGS).write_bytes(content)
        assert german in said()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a short way that Linux has")
def test_the_short_way_to_the_settings_leads_where_platformdirs_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OWM_HOME", raising=False)
    for config in ("", " ", "/etc/xdg-of-mine"):
        monkeypatch.setenv("XDG_CONFIG_HOME", config)
        dirs = platformdirs.PlatformDirs("owm-net", appauthor=False)
        assert place("settings") == Path(dirs.user_config_dir, "settings")


def test_the_language_that_is_typed_goes_before_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    for typed in (("--language", "en"), ("--language=en",)):
        with pytest.raises(SystemExit):
            cli.main(["play", *typed, "--help"])
        assert capsys.readouterr().out.startswith("usage: owm-net play")
        with pytest.raises(SystemExit):
            cli.main([*typed, "help", "play"])  # before the verb, too
        assert capsys.readouterr().out.startswith("usage: owm-net play")
    with pytest.raises(SystemExit):
        cli.main(["play", "--language", "fr"])
    assert "--language: 'fr' gibt es nicht" in capsys.readouterr().err


def test_matches_to_go_on_with_are_listed_in_the_language_that_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    title, names = games.get("skeleton").title, ("Anna", "Computer")
    match = Unfinished(Path("m.owmlog"), title, "duel", names, True, 0.0)
    for module in ("logs.resumable", "playing.by_itself"):
        monkeypatch.setattr(f"owm_net.program.{module}.unfinished", lambda: [match])
    monkeypatch.setattr("owm_net.program.logs.resumable.in_play", list)
    monkeypatch.setattr("owm_net.program.logs.resumable.out_of_reach", list)
    assert cli.main(["resume", "--list", "--language", "de"]) == 0
    said = "Skeleton, das kleinste Spiel, duel, Anna gegen Computer, vom "
    assert capsys.readouterr().out.startswith(said)
    offer_unfinished(text=True)
    assert said in capsys.readouterr().out


def test_a_mission_is_called_by_its_name_in_the_language_that_is_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    (tmp_path / "logs").mkdir()
    shutil.copy(LOGS / "owm-6.owmlog", tmp_path / "logs")
    language.use("de")
    (one,) = kept()
    assert ", Herr des Hügels, Player 0 gegen Player 1, vom " in language.tr(str(one.match))


def test_what_the_scores_of_a_game_count_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(LOGS / "squadcards-3.owmlog"), "--language", "de"]) == 0
    assert re.search(r"Punkte \d+ : \d+ \(1000 je Missionsziel, dazu", capsys.readouterr().out)


def test_how_to_go_on_after_ctrl_c_is_told_in_the_language_that_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(_: object) -> int:
        raise in_words(KeyboardInterrupt(), Path("m.owmlog"), Mock())

    monkeypatch.setattr("owm_net.verbs.friends.run", stopped)
    assert cli.main(["friends", "--language", "de"]) == 130
    said = capsys.readouterr().err
    assert said == f"owm-net: beendet; spiele weiter mit: {program()} resume m.owmlog\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("join", "192.0.2.7", "--player", "random"),
            "192.0.2.7: der Port fehlt; schreibe HOST:PORT, etwa 192.0.2.7:7770",
        ),
        (("host", "--relay-only"), "--relay-only braucht --relay HOST:PORT"),
        (
            ("demo", "--picture", "table"),
            "das Bild table kann nicht geschrieben werden: sein Name muss auf .png, .jpg, .jpeg"
            " oder .webp enden; schreibe --picture table.png",
        ),
    ],
)
def test_why_a_match_cannot_begin_is_told_in_the_language_of_the_system(
    arguments: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    assert cli.main(arguments) == 2
    assert capsys.readouterr().err == f"owm-net: {said}\n"


NOT_TOLD = {
    "checkup/bundle.py": ("is set",),  # what is sent to a developer is English
    "checkup/checks.py": ("chmod 600 ", "pip install -e ."),
    "options/completion.py": ("",),  # programs for shells
    "options/parser.py": ("the following", "(?P<name>"),  # argparse's
    "playing/matches.py": ("the players have left it", "the match stops here"),  # sent
    "playing/noted.py": ("identity ", "room ", "stand "),
    "playing/stopped.py": (" resume ",),
    "playing/watching.py": ("  , and not by an honest",),
    "logs/unfinished.py": ("too large for a log",),  # nobody reads why a log is not listed
    "logs/releases.py": ("git worktree", " && python3 "),
    "logs/verdict_words.py": (" resume ", " signed with "),
    "terminal/lessons.py": ("\n. ",),
    "verbs/squads.py": (" squads ",),
    "terminal/printing.py": ("bold",),
    "program/setups.py": (" play --text --system ",),
    "verbs/friends.py": (" name OLD NEW", " forget NAME"),
    "verbs/pack.py": ("# What this pack is called", "my pack"),  # stands in a file
    "window/opening.py": (" resume ",),
    "window/house.py": (" resume ", ". , in a terminal"),
}
"""What stands in a verb as words and is not translated, by how it begins without its values."""


def _words_told_plainly(source: str) -> list[str]:
    """Texts of several words in a module that go through none of our functions of texts."""
    tree = ast.parse(source)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("tr", "tr_n", "say", "say_n"):
                skipped |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
    found = list[str]()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                str(part.value) for part in node.values if isinstance(part, ast.Constant)
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        words = [word for word in text.split() if word.isalpha() and word.islower()]
        if " " in text.strip() and any(len(word) > 2 for word in words):
            found.append(text)
    return found


def test_no_verb_tells_people_what_nobody_can_translate() -> None:
    assert _words_told_plainly('show(f"the log is {path}")') == ["the log is "]
    assert not _words_told_plainly('show(say("the log is {path}", path=path))')
    files = [
        path
        for folder in ("program", "verbs")
        for path in sorted((Path(cli.__file__).parent / folder).rglob("*.py"))
    ]
    plain = {
        f"{path.parent.name}/{path.name}": [
            text
            for text in _words_told_plainly(path.read_text(encoding="utf-8"))
            if not text.startswith(NOT_TOLD.get(f"{path.parent.name}/{path.name}", ("\0",)))
        ]
        for path in files
    }
    assert not {name: texts for name, texts in plain.items() if texts}
