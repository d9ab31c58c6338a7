"""The packages of `pip install owm-net`, alone and with `core`: every verb and every option says in
one line which package is missing, or works."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from owm_net.client import language
from owm_net.verbs import parsers
from tests.verbs.command import PATIENCE, surroundings

ROOT = Path(__file__).parents[2]
LOG = str(ROOT / "tests" / "vectors" / "match_skeleton.owmlog")
BASE = ("trio", "attr", "sortedcontainers", "idna", "outcome", "sniffio", "cffi", "pycparser")
"""What trio brings. (Of attrs it brings all; ours alone would miss cattrs then.)"""
CORE = (
    *BASE, "attrs", "cattrs", "cryptography", "nacl", "_cffi_backend", "platformdirs", "rich",
    "zeroconf", "ifaddr", "PIL", "typing_extensions", "markdown_it", "mdurl", "pygments",
)  # fmt: skip

CHILD = """
import contextlib, importlib.machinery, io, json, sys
allowed, commands = json.load(sys.stdin)

class Only(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        top = name.partition(".")[0]
        there = top in allowed or top.startswith("_sysconfigdata")
        return super().find_spec(name, path, target) if there else None

sys.meta_path[:] = [f for f in sys.meta_path if f is not importlib.machinery.PathFinder] + [Only]
from owm_net import cli
for words in commands:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = cli.main(words)
        except SystemExit as e:
            code = e.code
        except BaseException as e:
            code = repr(e)
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def said(home: Path, packages: tuple[str, ...], commands: list[list[str]]) -> list[Any]:
    """Exit code, output and errors of each, with a display and no packages but these."""
    allowed = [*sys.stdlib_module_names, *packages, "owm_net", "_distutils_hack"]
    run = subprocess.run(
        [sys.executable, "-c", CHILD], input=json.dumps([allowed, commands]), cwd=ROOT,
        capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**surroundings(home), "DISPLAY": ":77"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.fixture
def every_option() -> Iterator[list[list[str]]]:
    """Each verb alone, with its help, and with each option it has."""
    commands = [[], ["--help"], ["--version"], ["-V"], ["help"], ["--language", "de", "--version"]]
    for verb, parser in parsers().items():
        options = [o for o in parser._option_string_actions if o.startswith("--")]
        commands += [["help", verb], [verb], *([verb, option] for option in options)]
    yield commands
    language.begin("en")


def test_every_verb_and_option_where_nothing_was_added(
    tmp_path: Path, every_option: list[list[str]]
) -> None:
    missing = re.compile(
        r"owm-net: this needs the package \w+, which is not installed; install owm-net.core., .*\n"
    )
    for words, (code, out, err) in zip(
        every_option, said(tmp_path, BASE, every_option), strict=True
    ):
        if "systems" in words:
            assert code in (0, 2) and err.count("\n") == bool(code), (words, code, out, err)
        elif words and words[-1] not in ("-V", "--version", "help") and words != ["--help"]:
            assert code == 3 and missing.fullmatch(err), (words, code, out, err)
        else:
            assert code == (0 if words else 2), (words, code, err)


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (["replay", LOG], 2, "install owm-net[window]; or say what you want of the log"),
        (["key", "--keyring"], 3, "needs the package keyring"),
        (["verify", LOG], 0, ""),
        (["replay", LOG, "--text", "--step", "3"], 0, ""),
        (["--version"], 0, ""),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_without_a_window_the_rest_works(
    tmp_path: Path, words: list[str], code: int, line: str
) -> None:
    ((found, out, err),) = said(tmp_path, CORE, [words])
    assert (found, err.count("\n")) == (code, bool(code)), (out, err)
    assert line in err
