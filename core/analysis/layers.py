"""The layers of annotation in which two treebanks can differ."""

from __future__ import annotations

from enum import StrEnum


class Layer(StrEnum):
    """A layer of annotation."""

    ARC = "arc"  # head and label
    TAG = "tag"  # coarse and fine
    LEMMA = "lemma"
    FEATURES = "features"
    CONSTITUENT = "constituent"  # label and function of the constituents with one yield
    ROLE = "role"  # arguments and senses of predicates
    WORDS = "words"  # words or sentences that are cut differently
