"""How it is kept from somebody who decides which side is whose: the names, and the order of the sides. No Qt. What is
shown of files comes from `Document.blinded`, which has no names, paths, scores or problems; what can be done is said by
`for_blind` of each action, which panels are there by `window.docks`; messages go through `Reviewing.hidden`. Each of
them shows what it names, and nothing new before that is named, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

FIRST, OTHER = "A", "B"  # what the sides are called, in the order in which they are shown
HIDDEN = "Not in a blind review: it would tell whose the sides are."


@dataclass(frozen=True, eq=False)
class Blind:
    """``keys`` are those that a review has of the sentences of a document, in its order."""

    seed: int
    keys: Sequence[int]

    def turned(self, parse: int) -> npt.NDArray[np.bool_]:
        """For each sentence whether gold and parse change places: half of them, by chance, and always the same."""
        # The constants and shifts of SplitMix64 (Steele, Lea and Flood 2014).
        mixed = np.asarray(self.keys, np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed += np.uint64(int.from_bytes(blake2b(f"{self.seed} {parse}".encode(), digest_size=8).digest(), "big"))
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        return np.asarray((mixed >> np.uint64(63)).astype(bool))
