"""What the bundled program starts with: a worker of a campaign is this same program, started anew."""

import multiprocessing
import sys

from goldleaf.viewer.__main__ import run

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(run())
