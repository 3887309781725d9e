"""What is asked before the listed sentences are written to files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.inspector import Inspector


def why_not(inspector: Inspector) -> str:
    """Why the listed sentences cannot be written, as a sentence; empty if they can."""
    document = inspector.document
    if document is None:
        return "Open a file first."
    if not document.complete:
        return "All sentences must have been read."
    return "" if len(inspector.rows) else "No sentence is listed."


def replaces(files: Iterable[Path], request: Request) -> bool:
    """Whether one of the files to be written is one of those that are open."""
    return not {path.absolute() for path in files}.isdisjoint(path.absolute() for path in request.paths)
