"""Writes the commit into what is built; all else stands in pyproject.toml.

OWM_COMMIT says it where git does not know: in a copy of the files, of which `scripts/building.py`
builds.
"""

import os
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).resolve().parent))
from owm_net.program.built import WRITTEN, commit

PLACE = "owm_net/" + WRITTEN.name


def write(folder: str) -> None:
    """Write it below a folder that holds a copy of the package."""
    known = os.environ.get("OWM_COMMIT") or commit()
    if known:
        Path(folder, PLACE).write_text(f"{known}\n", "ascii")


class BuildPy(build_py):
    """The step that copies the package for a wheel. An editable install copies nothing."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            write(self.build_lib)


class Sdist(sdist):
    """The step that copies the files of an sdist."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        write(base_dir)


setup(cmdclass={"build_py": BuildPy, "sdist": Sdist})
