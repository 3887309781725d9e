"""Sentences drawn and kept for a moment, so that those that come next can be drawn before they are asked for. No Qt."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from goldleaf.viewer.diagram.differences import Difference, differences
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.figure.figure import Figure, Look, Structure, figure
from goldleaf.viewer.session.document import Document, Pair
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.lattices.layout import LayOut
from goldleaf.viewer.views.lattices.picture import LatticePicture
from goldleaf.viewer.views.lattices.source import lattice_picture_of

KEPT = 8


@dataclass(frozen=True, eq=False)
class Drawn:
    """A sentence with its pictures and its differences."""

    pair: Pair | None
    figure: Figure
    differences: tuple[Difference, ...] = ()


NOTHING = Drawn(None, Figure((), (), ()))
_Key: TypeAlias = tuple[Document, int, int, Look, Theme]


class Drawer:
    """Draws sentences; the last `KEPT` are not drawn twice, unless a better layout of a lattice is to come."""

    def __init__(self, measure: Measure, lay_out: LayOut = lay_out) -> None:
        self._measure = measure
        self._lay_out = lay_out
        self._lattices: OrderedDict[tuple[int, int], LatticePicture | None] = OrderedDict()  # of one document
        self._kept: OrderedDict[_Key, Drawn] = OrderedDict()

    def draw(self, document: Document, row: int, parse: int, look: Look, theme: Theme) -> Drawn:
        """The sentence in a row with one parse's (−1 for the gold alone). Raises IndexError."""
        key = (document, row, parse, look, theme)
        if key not in self._kept:
            made = self._draw(*key)
            if made.figure.lattice is not None and made.figure.lattice.provisional:
                return made
            self._kept[key] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def forget(self) -> None:
        """Draw all anew; a document that has been closed is let go."""
        self._kept.clear()
        self._lattices.clear()

    def _lattice(self, document: Document, row: int, parse: int, name: str) -> LatticePicture | None:
        """Kept, as paths are looked for in it, which may take longer than to draw it."""
        if (row, parse) not in self._lattices:
            self._lattices[row, parse] = lattice_picture_of(document, row, parse, name)
            while len(self._lattices) > KEPT:
                self._lattices.popitem(last=False)
        return self._lattices[row, parse]

    def _draw(self, document: Document, row: int, parse: int, look: Look, theme: Theme) -> Drawn:
        functions = look.structure is Structure.FUNCTIONS
        pair = document.pair(row, parse, document.metric_of(functions=functions))
        files, name = {"gold": Path(document.gold.path).name}, "parse"
        if parse >= 0:
            name = document.parses[parse].name
            files["parse"] = Path(document.parses[parse].treebank.path).name
        lattice = None
        if look.structure.of(pair) is Structure.LATTICE and document.lattice is not None:
            lattice = self._lattice(document, row, parse, name)
            files["lattice"] = Path(document.lattice.path).name
        shown = figure(
            pair,
            look,
            theme,
            self._measure,
            parse_title=name,
            metadata=files,
            lattice=lattice,
            lay_out=self._lay_out,
        )
        return Drawn(pair, shown, differences(shown))
