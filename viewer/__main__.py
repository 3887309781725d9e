"""`goldleaf`, `python -m goldleaf.viewer`: the program."""

from __future__ import annotations

import sys

from goldleaf.viewer.interruption import STATUS, watch


def run() -> int:
    """The command line, which Ctrl-C may end also while it is loaded; returns the exit status."""
    try:
        watch()
        from goldleaf.viewer.cli import main

        return main()
    except KeyboardInterrupt:
        return STATUS


if __name__ == "__main__":
    sys.exit(run())
