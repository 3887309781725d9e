"""`python -m goldleaf.viewer`: the program."""

from __future__ import annotations

import sys

from goldleaf.viewer.cli import main

sys.exit(main())
