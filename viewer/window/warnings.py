"""What the window says of the files as a whole once they are read and scored."""

from __future__ import annotations

from goldleaf.core.treebank import Treebank
from goldleaf.viewer.panels.message_bar import MessageBar
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.document import Document


class FileWarnings:
    """Says in a bar what is odd about the files; what the user has sent away comes back when they are read again."""

    def __init__(self, bar: MessageBar) -> None:
        self._bar = bar
        self._gold: Treebank | None = None  # of what is said
        self._closed: tuple[Treebank | None, str] = None, ""
        bar.closed.connect(self._send_away)

    def show(self, document: Document) -> None:
        """Say what is odd about a document, if something is that was not sent away since it was read."""
        kind, text = _said(document)
        self._gold = document.gold
        # Scored by other metrics, a document has the same treebanks.
        if text and not (self._closed[0] is document.gold and self._closed[1] == text):
            self._bar.say(kind, text)

    def _send_away(self) -> None:
        self._closed = self._gold, self._bar.text


def _said(document: Document) -> tuple[str, str]:
    """An error or a warning; an empty text if nothing is odd."""
    if document.blind is not None:
        return "", ""
    if document.unrelated:
        return "error", document.unrelated
    remarks = scores.remarks(document, range(len(document.parses))) if document.complete else []
    return "warning", "\n".join(filter(None, [document.sentences_differ, *remarks]))
