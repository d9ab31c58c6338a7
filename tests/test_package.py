"""What others install: the wheel, the sdist, and what a package without Python stands on."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DESKTOP = ROOT / "desktop"
LINUX = DESKTOP / "linux"
APP_ID = "io.github.owm_net.owm_net"
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


# ------------------------------------------------------------------ packages (make package)


def data_files() -> set[str]:
    """Every file of owm_net that is no source: neither Python, nor a catalogue to compile, nor of
    the page, which has a build of its own."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "owm_net"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    return {n for n in names if not n.endswith((".py", ".po")) and "/web/" not in n}


def test_every_data_file_comes_into_wheels_and_packages() -> None:
    """The spec takes the data of the wheel, and the wheel what these patterns find."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (patterns,) = project["tool"]["setuptools"]["package-data"].values()
    packages = [path.parent for path in (ROOT / "owm_net").rglob("__init__.py")]
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in packages
        for one in patterns
        for path in folder.glob(one)
    }
    assert len(data_files()) > 50
    assert data_files() <= found
    assert 'collect_data_files("owm_net"' in (DESKTOP / "owm-net.spec").read_text("utf-8")


def calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    """Yield the calls of a function in the program."""
    for path in sorted((ROOT / "owm_net").rglob("*.py")):
        if "web" not in path.relative_to(ROOT / "owm_net").parts:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
                    yield path, node


def test_a_package_holds_what_is_imported_by_name() -> None:
    spec = (DESKTOP / "owm-net.spec").read_text("utf-8")
    listed = re.search(r"BY_NAME = (\[.*?\])", spec)
    assert listed is not None
    words = [node.args[0] for _, node in calls("import_module")]
    names = {str(word.value) for word in words if isinstance(word, ast.Constant)}
    assert {"keyring", "termios"} <= names
    assert {name for name in names if not name.startswith("owm_net")} <= set(
        ast.literal_eval(listed[1])
    )


def test_children_are_started_by_the_name_of_a_module() -> None:
    """In a package `sys.executable` is the program, which knows -m and no other way of Python but
    -P before it."""
    for path in sorted((ROOT / "owm_net").rglob("*.py")):
        for after in re.findall(r"sys\.executable,\s*([^,\]]+)", path.read_text("utf-8")):
            assert after in ('"-m"', '"-P"'), path


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """A folder with a module that shows how it was started."""
    (tmp_path / "shown.py").write_text(
        "import os, sys; print(__name__, sys.argv[1:], os.environ.get('LD_LIBRARY_PATH'))"
    )
    return tmp_path


@pytest.mark.parametrize("before", ["/their/lib", None])
def test_the_launcher_starts_a_module_with_the_systems_libraries(
    shown: Path, before: str | None
) -> None:
    surroundings = {**os.environ, "PYTHONPATH": str(shown), "LD_LIBRARY_PATH": "/ours"}
    surroundings.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        surroundings["LD_LIBRARY_PATH_ORIG"] = before
    command = [sys.executable, str(DESKTOP / "launcher.py"), "-P", "-m", "shown", "--a", "b"]
    run = subprocess.run(command, env=surroundings, capture_output=True, check=True, text=True)
    assert run.stdout.strip() == f"__main__ ['--a', 'b'] {before}"


def test_the_launcher_is_the_program() -> None:
    command = [sys.executable, str(DESKTOP / "launcher.py"), "--version"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert run.stdout.startswith("owm-net ")


@pytest.mark.skipif(os.name != "posix", reason="a script for sh")
def test_a_folder_is_added_to_the_menus_and_taken_out_again(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "it's 100% & $HOME"
    (folder / "share/applications").mkdir(parents=True)
    home.mkdir()
    shutil.copy(LINUX / f"{APP_ID}.desktop", folder / "share/applications")
    shutil.copy(LINUX / "install", folder)
    (folder / "owm-net").touch(mode=0o755)
    surroundings = {"HOME": str(home), "PATH": "/usr/bin:/bin"}

    def install(*arguments: str) -> None:
        command = ["sh", str(folder / "install"), *arguments]
        subprocess.run(command, env=surroundings, capture_output=True, check=True)

    install()
    install()
    entry = home / f".local/share/applications/{APP_ID}.desktop"
    (line,) = re.findall("(?m)^Exec=(.*)$", entry.read_text("utf-8"))
    quoted = str(folder / "owm-net").replace("$", "\\\\$").replace("%", "%%")
    assert line == f'"{quoted}" %f'
    assert (home / ".local/bin/owm-net").resolve() == folder / "owm-net"
    install("--remove")
    assert not entry.exists()
    assert not (home / ".local/bin/owm-net").is_symlink()


def test_the_desktops_tools_find_no_fault(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    import package

    about = (LINUX / f"{APP_ID}.metainfo.xml").read_text("utf-8")
    assert "<releases/>" in about
    told = tmp_path / f"{APP_ID}.metainfo.xml"
    told.write_text(about.replace("<releases/>", package.releases()), "utf-8")
    assert f'version="{package.newest()}"' in told.read_text("utf-8")
    checks = (
        ["desktop-file-validate", str(LINUX / f"{APP_ID}.desktop")],
        ["appstreamcli", "validate", "--no-net", str(told)],
    )
    there = [command for command in checks if shutil.which(command[0])]
    for command in there:
        run = subprocess.run(command, capture_output=True, check=False, text=True)
        assert run.returncode == 0, run.stdout + run.stderr
    if len(there) < len(checks):
        pytest.skip("desktop-file-validate or appstreamcli is missing")


def test_all_systems_know_the_program_by_one_id() -> None:
    """What a desktop remembers of it, such as what opens a log, is kept under this id."""
    for place in ("owm-net.spec", "icon.py", "windows.iss", "linux/install"):
        text = (DESKTOP / place).read_text("utf-8")
        assert re.findall(r"\bio\.github\.[\w.]*\w", text) == [APP_ID], place
    assert {path.name.removeprefix(APP_ID) for path in LINUX.iterdir()} == {
        *(".desktop", ".metainfo.xml", ".xml"),
        "install",
    }


def test_what_the_installer_is_given_is_what_it_asks_for() -> None:
    """Nobody here can run Inno Setup: a name that nothing sets would be seen on Windows alone."""
    text = (DESKTOP / "windows.iss").read_text("utf-8")
    asked = set(re.findall(r"\{#(\w+)\}", text)) - set(re.findall(r"(?m)^#define (\w+)", text))
    given = set(re.findall(r"/D(\w+)=\{", (ROOT / "scripts/package.py").read_text("utf-8")))
    assert asked == given
    said = {lang: set(re.findall(rf"(?m)^{lang}\.(\w+)=", text)) for lang in ("en", "de")}
    assert said["en"] == said["de"] == {"LogType", "OnPath"}
