"""The program of a package (`make package`): what `owm-net` starts where there is no Python.

`sys.executable` is this program there, so it also answers to `-m MODULE` as Python does: owm_net
starts children of itself (the computer player, a hint, a film) by `sys.executable -m owm_net...`.
After `-P` modules are first looked for in PYTHONPATH: there lies the program of an older release.
"""

import multiprocessing
import os
import runpy
import sys


def main() -> int:
    """Run the verb that was typed, or a module of ours; returns the exit code."""
    multiprocessing.freeze_support()  # a worker of a pool ends here
    # PyInstaller has its program find the libraries of the package by these. Other programs that
    # we start (a browser, ffmpeg, ldconfig) must find the system's own.
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        if (before := os.environ.pop(f"{name}_ORIG", None)) is not None:
            os.environ[name] = before
        else:
            os.environ.pop(name, None)
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # a child of ours sets them for itself
    if sys.argv[1:3] == ["-P", "-m"]:
        del sys.argv[1]
        sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    if sys.argv[1:2] == ["-m"] and len(sys.argv) > 2:
        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    sys.argv[0] = sys.executable  # commands that we print name this program
    from owm_net.__main__ import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
