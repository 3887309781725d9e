"""How close the parts of a picture of arcs may come to each other."""

from __future__ import annotations

from dataclasses import dataclass

from goldleaf.viewer.diagram.options import Options


@dataclass(frozen=True, slots=True)
class Gaps:
    """The least distances, in pixels.

    ``words`` and ``cells`` are between neighbouring words and the texts under them, ``label`` is by how much an arc is
    wider than its label, ``under_label`` and ``over_label`` are from a label's box to its own flat top and to the next
    one, ``box`` above and below the letters in it, ``ports`` between the outermost ports of neighbours, ``strips``
    between two rows of words. ``rise`` is the height of the lowest flat tops. With ``aside`` the labels of stubs may
    stand beside them.
    """

    words: float = 14.0
    cells: float = 8.0
    label: float = 6.0
    under_label: float = 2.5
    over_label: float = 2.5
    box: float = 1.0
    ports: float = 6.0
    strips: float = 24.0
    rise: float = 19.0
    aside: bool = False


USUAL = Gaps()
TIGHT = Gaps(
    words=8.0,
    cells=5.0,
    label=2.0,
    under_label=0.5,
    over_label=0.5,
    box=0.5,
    ports=3.0,
    strips=8.0,
    rise=15.0,
    aside=True,
)


def gaps_of(options: Options) -> Gaps:
    """The distances that the options ask for."""
    return TIGHT if options.tight else USUAL
