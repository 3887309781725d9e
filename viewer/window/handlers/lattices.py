"""What the actions of View › Lattice do."""

from __future__ import annotations

from dataclasses import replace

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.window.picture_view import PictureView


class LatticeHandler:
    """Folds and unfolds lattices; that is forgotten with the sentence."""

    def __init__(self, inspector: Inspector, pictures: PictureView) -> None:
        self._inspector = inspector
        self._pictures = pictures

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "lattice.fold": Command(self.fold, self._folded, lambda: self._pictures.figure.lattice is not None),
            "lattice.unfold-all": Command(self._pictures.unfold_lattice, possible=self._folded),
        }

    def fold(self) -> None:
        """Draw only the neighbourhood of the selected word, or all."""
        shown = self._pictures.figure.lattice
        if shown is None:
            return
        if shown.folded:
            self._pictures.unfold_lattice()
            return
        around = shown.token_of(self._inspector.selection)
        look = self._inspector.look
        self._inspector.set_look(replace(look, lattice=replace(look.lattice, folds=True, around=around)))

    def _folded(self) -> bool:
        shown = self._pictures.figure.lattice
        return shown is not None and shown.folded
