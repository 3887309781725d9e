"""The window, the command line, and pictures of sentences.

    from goldleaf.viewer import figure

The function is loaded when it is asked for, since it brings Qt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldleaf.viewer.notebook import figure

__all__ = ["figure"]


def __getattr__(name: str) -> object:
    if name != "figure":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from goldleaf.viewer.notebook import figure

    return figure
