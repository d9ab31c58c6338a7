"""The wheel and the sdist that others install, built of the files that git knows."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILD = "import setuptools.build_meta as b; b.build_sdist('dist'); b.build_wheel('dist')"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of both, built in a copy of the checkout."""
    copy = tmp_path_factory.mktemp("package")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    for name in listed.stdout.split("\0"):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    (copy / "dist").mkdir()
    subprocess.run([sys.executable, "-c", BUILD], cwd=copy, capture_output=True, check=True)
    return copy / "dist"


@pytest.mark.slow
def test_the_wheel_installs_one_name_which_is_ours(built: Path) -> None:
    """A package called `relay` would overwrite another project's, or be overwritten by it."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"owm_net", next(top for top in tops if top.endswith(".dist-info"))}
    assert {"owm_net/relay/server.py", "owm_net/locale/de/LC_MESSAGES/owm.mo"} <= set(names)


@pytest.mark.slow
def test_the_sdist_carries_no_test_that_cannot_run(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = ["/".join(name.split("/")[1:]) for name in sdist.getnames()]
    assert "owm_net/relay/server.py" in names
    assert not [name for name in names if name.startswith(("tests", "fuzz", "scripts", "relay/"))]
