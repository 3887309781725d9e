"""Words in quotation marks, of many those at either end. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.bidi import isolated

MOST_WORDS = 6  # of a constituent that are quoted in full
KEPT_WORDS = 2  # of a longer one, at either end


def in_quotes(forms: Sequence[str]) -> str:
    """Words, such as ``‘the old house’``; of many those at either end."""
    if not forms:
        return "no words"
    if len(forms) > MOST_WORDS:
        forms = [*forms[:KEPT_WORDS], "…", *forms[-KEPT_WORDS:]]
    return f"‘{isolated(' '.join(forms))}’"
