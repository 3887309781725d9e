"""What of a sentence's lattice is folded. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from goldleaf.core.errors import OptionError
from goldleaf.viewer.diagram.options import Direction
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.lattices.lattice_picture import LatticePicture, arcs
from goldleaf.viewer.views.lattices.options import LatticeOptions

_DIFFERENT = (State.MISSING, State.EXTRA, State.WRONG_LABEL)
MANY = 200  # edges: a lattice of more is folded until all of it is asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class LatticeFold:
    """What is folded: all but the neighbourhood of the token ``around``; without one, of the first that differs.

    ``folds`` None leaves it to the lattice's size.
    """

    around: int | None = None
    folds: bool | None = None

    def options(self, picture: LatticePicture, direction: Direction = Direction.AUTO) -> LatticeOptions:
        """The same for the lattice of a sentence. Raises OptionError for a token that it does not have."""
        options = LatticeOptions(direction=direction)
        known = [token.token for token in picture.lattice.tokens]
        if self.around is not None:
            if self.around not in known:
                raise OptionError(f"--around {self.around}: the sentence has tokens 1 to {len(known)}")
            return replace(options, around=self.around)
        folds = len(picture.lattice.edges) > MANY if self.folds is None else self.folds
        return replace(options, around=_first_token(picture)) if folds and known else options


def _first_token(picture: LatticePicture) -> int:
    """The first token in which gold and parse differ, else the first one."""
    tokens = picture.lattice.tokens
    place = picture.lattice.rank
    differ = (place[arc.origin] for arc in arcs(picture, LatticeOptions()) if arc.state in _DIFFERENT)
    first = min(differ, default=0)
    return next((token.token for token in tokens if first < place[token.target]), tokens[0].token)
