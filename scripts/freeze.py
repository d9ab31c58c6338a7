"""Keep the program of a release for logs of its rules: `python scripts/freeze.py 0.3.0`.

Writes owm_net/files/released/0.3.0.zip, the package as it was in the release's commit (its tag, or
the commit that is named), without the sources of translations. `owm-net verify` and `replay` run it
when a log asks for rules that this program no longer has. The same commit gives the same bytes.
Exit codes: 0 done, 3 cannot be done here (stderr says why).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "owm_net" / "files" / "released"
LEFT_OUT = (".po", ".pot", ".pyi")
NIGHT = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the earliest that a zip can say."""


def freeze(release: str, commit: str) -> Path:
    """Write the zip of a release. Raises CalledProcessError where git does not know the commit."""

    def git(*arguments: str) -> bytes:
        return subprocess.run(
            ["git", "-C", str(ROOT), *arguments], capture_output=True, check=True
        ).stdout

    names = git("ls-tree", "-r", "-z", "--name-only", commit, "owm_net").decode().split("\0")
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{release}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in sorted(names):
            if name and not name.endswith(LEFT_OUT) and "/released/" not in name:
                made.writestr(zipfile.ZipInfo(name, NIGHT), git("show", f"{commit}:{name}"), 8, 9)
    return path


def main() -> int:
    """Exit codes: see above."""
    parser = argparse.ArgumentParser(
        prog="freeze.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("release", help="such as 0.3.0")
    parser.add_argument("commit", nargs="?", help="default: its tag, such as v0.3.0")
    asked = parser.parse_args()
    try:
        path = freeze(asked.release, asked.commit or f"v{asked.release}")
    except (subprocess.CalledProcessError, OSError) as e:
        said = getattr(e, "stderr", b"") or str(e).encode()
        sys.stderr.write(f"freeze.py: {said.decode().strip()}\n")
        return 3
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
