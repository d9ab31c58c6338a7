"""`make package`: builds into dist/ what the players of this system expect, with Python inside.

Linux: a folder to unpack anywhere. macOS: an .app. Windows: a folder, and an installer where Inno
Setup is installed. docs/packaging.md tells the whole of it.

PyInstaller and everything that goes into a package come from requirements/package.txt, each by its
hash, into a .venv of their own; owm_net itself is a wheel of the files that git knows.
Exit codes: 0 built, 3 cannot be done here (stderr says why).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from building import CannotBuild, add, build, copy_checkout, date_of

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/package"
VENV = WORK / "venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "requirements/package.txt"
APP_ID = "io.github.owm_net.owm_net"
LINUX = ROOT / "desktop/linux"
SHARED = {".desktop": "applications", ".metainfo.xml": "metainfo", ".xml": "mime/packages"}
"""How a file of desktop/linux ends -> its folder below share/."""
INNO = "iscc"
"""The compiler of Inno Setup."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="package.py", description="Builds a package into dist/.")
    parser.add_argument("--folder", action="store_true", help="leave out the archive")
    options = parser.parse_args(arguments)
    version = newest()
    try:
        prepare()
        made = build_program(version)
        if not options.folder:
            made = archive(made)
    except CannotBuild as problem:
        print(f"package.py: {problem}", file=sys.stderr)
        return 3
    print(f"package: {made.relative_to(ROOT)}, {size_of(made) / 1e6:.0f} MB")
    return 0


def newest() -> str:
    """Return the version of this checkout."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return str(project["project"]["version"])


def prepare() -> None:
    """Bring the .venv up to the lock, and the wheel of owm_net in it up to the checkout."""
    key = hashlib.sha256(LOCK.read_bytes() + f"{sys.version} {ROOT}".encode()).hexdigest()
    stamp = VENV / "locked"
    if not stamp.exists() or stamp.read_text("ascii") != key:
        print("package: the packages of requirements/package.txt", flush=True)
        shutil.rmtree(VENV, ignore_errors=True)
        run([sys.executable, "-m", "venv", str(VENV)])
        hashed = ["--require-hashes", "--no-deps", "--only-binary=:all:", "-r", str(LOCK)]
        pip("install", *hashed)
        stamp.write_text(key, "ascii")
    print("package: owm_net itself", flush=True)
    wheels = WORK / "wheel"
    shutil.rmtree(wheels, ignore_errors=True)
    build(str(PYTHON), ROOT, wheels, ["wheel"])
    (wheel,) = wheels.iterdir()
    pip("install", "--no-deps", "--no-index", "--force-reinstall", str(wheel))


def build_program(version: str) -> Path:
    """Have PyInstaller build; returns the folder, or the .app."""
    print("package: the program", flush=True)
    icons, checkout, made = WORK / "icons", WORK / "checkout", WORK / "dist"
    for old in (icons, checkout, made):
        shutil.rmtree(old, ignore_errors=True)
    copy_checkout(ROOT, checkout)
    run([str(PYTHON), "-I", str(checkout / "desktop/icon.py"), str(icons)])
    dated = {"SOURCE_DATE_EPOCH": str(date_of(ROOT)), "PYTHONHASHSEED": "0"}
    named = {"OWM_VERSION": version, "OWM_ICON": str(icons / "icon.png")}
    run(
        [str(PYTHON), "-I", "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN",
         f"--workpath={WORK / 'pyinstaller'}", f"--distpath={made}",
         str(checkout / "desktop/owm-net.spec")],
        **dated, **named,
    )  # fmt: skip
    whole = ROOT / "dist" / f"owm-net-{version}-{system()}"
    if sys.platform == "darwin":
        whole = whole.with_name(whole.name + ".app")
        built = made / "owm-net.app"
    else:
        built = made / "owm-net"
    shutil.rmtree(whole, ignore_errors=True)
    whole.parent.mkdir(exist_ok=True)
    shutil.move(built, whole)
    if sys.platform != "darwin":
        shutil.copy(ROOT / "LICENSE", whole)
    if sys.platform == "linux":
        join_desktop(whole, icons)
    return whole


def system() -> str:
    """Return the system and its machine, as the names of archives say them."""
    name = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{name}-{platform.machine().lower()}"


def join_desktop(whole: Path, icons: Path) -> None:
    """Add what a desktop of Linux reads: share/, laid out as in /usr, and `install`."""
    share = whole / "share"
    for ending, place in SHARED.items():
        target = share / place / f"{APP_ID}{ending}"
        target.parent.mkdir(parents=True)
        text = (LINUX / target.name).read_text("utf-8")
        target.write_text(text.replace("<releases/>", releases()), "utf-8")
    shutil.copytree(icons / "hicolor", share / "icons/hicolor")
    shutil.copy(LINUX / "install", whole)


def releases() -> str:
    """Return the releases of CHANGELOG.md as AppStream writes them."""
    found = re.findall(
        r"(?m)^## (\d+\.\d+\.\d+) \((\d+-\d+-\d+)\)", (ROOT / "CHANGELOG.md").read_text("utf-8")
    )
    lines = "".join(f'    <release version="{v}" date="{date}"/>\n' for v, date in found)
    return f"<releases>\n{lines}  </releases>"


def archive(made: Path) -> Path:
    """Pack it as its system unpacks it; on Windows with Inno Setup make an installer, too."""
    print("package: its archive", flush=True)
    if sys.platform == "darwin":
        packed = made.with_suffix(".zip")
        run(["ditto", "-c", "-k", "--keepParent", str(made), str(packed)])
        return packed
    if sys.platform == "win32":
        if shutil.which(INNO):
            version = made.name.split("-")[2]
            icon = WORK / "icons/icon.ico"
            given = [f"/DVersion={version}", f"/DFolder={made}", f"/DIcon={icon}"]
            run([INNO, "/Q", *given, f"/O{made.parent}", str(ROOT / "desktop/windows.iss")])
        return Path(shutil.make_archive(str(made), "zip", made.parent, made.name))
    packed, date = made.with_name(f"{made.name}.tar.xz"), date_of(ROOT)
    with tarfile.open(packed, "w:xz") as file:
        for path in [made, *sorted(made.rglob("*"))]:
            member = file.gettarinfo(path, str(path.relative_to(made.parent)))
            if member.isfile():
                with path.open("rb") as data:
                    add(file, member, data, date)
            else:
                add(file, member, None, date)
    return packed


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(p.lstat().st_size for p in path.rglob("*") if not p.is_dir() or p.is_symlink())


def pip(*arguments: str) -> None:
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    run([str(PYTHON), "-I", "-m", "pip", *arguments, *quiet])


def run(command: Sequence[str], **more: str) -> None:
    """Run a program to its end. more: of its environment. Raises CannotBuild."""
    if subprocess.run(command, env={**os.environ, **more}, check=False).returncode:
        raise CannotBuild(f"{Path(command[0]).name} failed; above it says why")


if __name__ == "__main__":
    sys.exit(main())
