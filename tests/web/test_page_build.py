"""What scripts/page.py makes of sources: compiled modules, the same bytes each time."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import page

pytestmark = pytest.mark.slow

SOURCES = {
    "owm_net/__init__.py": "",
    "owm_net/web/main.py": '"""Not read."""\nfrom owm_net import used\nVALUES = {"b", "a", "c"}\n',
    "owm_net/used.py": 'def f():\n    """Not read."""\n    import wave\n',
    "owm_net/unused.py": "",
    "owm_net/desktop.py": "import arcade\n",
    "owm_net/games/__init__.py": "import owm_net.desktop\n",
    "owm_net/games/plain.py": "",
    "owm_net/data.toml": "x = 1\n",
}
LIBRARY = ("os", "wave", "struct", "traceback", "linecache", "imaplib", "doctest")
"""Of the standard library: to compile all of it takes ten seconds."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[bytes, bytes]]:
    """The library and ours, made twice."""
    pyodide = page.NPM / "node_modules/pyodide"
    if not pyodide.exists():
        pytest.skip("there is no Pyodide here: make page")
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as whole:
        library = page.archive({f"{name}.py": whole.read(f"{name}.py") for name in LIBRARY})
    ours = page.archive({name: text.encode() for name, text in sorted(SOURCES.items())})
    with pytest.MonkeyPatch.context() as patch:
        made = []
        for turn in "ab":
            patch.setattr(page, "KEPT", tmp_path_factory.mktemp(turn))
            made.append(page.compiled(pyodide, library, ours))
        return made


def names(data: bytes) -> set[str]:
    """The names in a zip."""
    return set(zipfile.ZipFile(io.BytesIO(data)).namelist())


def test_two_builds_have_the_same_bytes(built: list[tuple[bytes, bytes]]) -> None:
    """Whoever builds it can compare what a server hands out."""
    assert built[0] == built[1]


def test_only_what_the_page_can_import_is_in_it(built: list[tuple[bytes, bytes]]) -> None:
    """A module that nothing imports, or that needs a window, is not; data is."""
    library, ours = built[0]
    assert names(ours) == {
        "owm_net/__init__.pyc",
        "owm_net/web/main.pyc",
        "owm_net/used.pyc",
        "owm_net/games/plain.pyc",
        "owm_net/data.toml",
        "owm_net/web/order.txt",
    }
    assert {"struct.pyc", "wave.pyc", "traceback.pyc"} <= names(library)
    assert not {"imaplib.pyc", "os.pyc", "doctest.pyc"} & names(library)
    assert b"Not read" not in ours


def test_modules_are_listed_after_what_they_need(built: list[tuple[bytes, bytes]]) -> None:
    """So a page loads a little at a time; a package comes before what is in it."""
    order = zipfile.ZipFile(io.BytesIO(built[0][1])).read("owm_net/web/order.txt").decode()
    assert order.split() == ["owm_net", "owm_net.used", "owm_net.web.main", "owm_net.games.plain"]
