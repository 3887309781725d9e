"""Whether a treebank of dependencies, one of constituents and lattices belong together (SPMRL 2013, §4.1): the same
sentences and words, tags that are preterminals, the same features, and words that are a path of the lattice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import polars as pl

from goldleaf.core.structures.constituents import without_traces
from goldleaf.core.structures.lattice import contains, lattice_of, segments_of
from goldleaf.core.treebank import Treebank

# Kinds of deviations. Sentences and lattices are those that one file has and the other lacks; words those of sentences
# whose words differ in number or form, after which nothing else is compared; paths the sentences that are none.
SENTENCES, WORDS, TAGS, FEATURES, LATTICES, PATHS = KINDS = (
    "sentences", "words", "tags", "features", "lattices", "paths",
)  # fmt: skip

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


class Deviation(NamedTuple):
    """Where the files differ: the row of the sentence, from 0, the position of the word, 0 for none, the line in the
    first file, 0 for none, and what each says."""

    kind: str
    sentence: int
    position: int
    line: int
    said: str


def deviations(
    dependencies: Treebank, constituents: Treebank, lattices: Treebank | None = None
) -> tuple[Deviation, ...]:
    """All that keeps treebanks from belonging together, in the order of `KINDS`, each by sentences. Sentences are
    paired in their order. Traces are no terminals. Brackets spelled as -LRB- are brackets, and blanks within forms
    underscores. Tags are the coarse ones, or the fine ones if more of these are preterminals."""
    trees = without_traces(constituents)
    found = [*_missing(SENTENCES, dependencies, trees)]
    sides = []
    for bank in (dependencies, trees):
        forms = bank.words["form"].cast(pl.String).replace(_BRACKETS).str.replace_all(r"\s", "_").to_list()
        starts = [*bank.sentences["first_word"].to_list(), bank.words.height]
        sides.append([forms[first:end] for first, end in pairwise(starts)])
    same = []
    for row, (ours, theirs) in enumerate(zip(*sides, strict=False)):
        if ours == theirs:
            same.append(row)
            continue
        # The first word that differs says most: behind it, words are often only shifted.
        differing = (n for n, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1])
        place = next(differing, min(len(ours), len(theirs)))
        form, leaf = (repr(side[place]) if place < len(side) else "the end" for side in (ours, theirs))
        counts = f"; {len(ours)} words, {len(theirs)} terminals" if len(ours) != len(theirs) else ""
        message = f"{form}, but {leaf} in the constituents{counts}"
        found.append(Deviation(WORDS, row, place + 1, dependencies.sentences["line"][row], message))
    found += _of_columns(dependencies, trees, same)
    if lattices is not None:
        found += _missing(LATTICES, dependencies, lattices)
        for row in range(min(len(dependencies), len(lattices))):
            if not contains(lattice_of(lattices, row), segments_of(dependencies, row)):
                line = dependencies.sentences["line"][row]
                found.append(Deviation(PATHS, row, 0, line, f"the words are no path of the lattice in {lattices.path}"))
    return tuple(sorted(found, key=lambda deviation: KINDS.index(deviation.kind)))


def _missing(kind: str, one: Treebank, other: Treebank) -> Iterator[Deviation]:
    """The sentences that only the longer file has."""
    longer = one if len(one) > len(other) else other
    for row in range(min(len(one), len(other)), len(longer)):
        yield Deviation(kind, row, 0, longer.sentences["line"][row] if longer is one else 0, f"only in {longer.path}")


def _of_columns(dependencies: Treebank, trees: Treebank, same: list[int]) -> Iterator[Deviation]:
    """Where tags and features differ, in sentences of the same words."""
    ours, theirs = (bank.words.filter(pl.col("sentence").is_in(same)) for bank in (dependencies, trees))
    preterminals = theirs["coarse_tag"].cast(pl.String)
    tags = [ours[name].cast(pl.String) for name in ("coarse_tag", "fine_tag")]
    tag = max(tags, key=lambda column: (column == preterminals).sum())  # the coarse one where both are as good
    # Features are sets: in whatever order, they are the same.
    features = (table["features"].cast(pl.String).str.split("|").list.sort().list.join("|") for table in (ours, theirs))
    places = ours.select("sentence", "position", "line", pl.col("form").cast(pl.String))
    for kind, (one, other) in ((TAGS, (tag, preterminals)), (FEATURES, features)):
        table = places.with_columns(one=one, other=other).filter(pl.col("one") != pl.col("other"))
        for sentence, position, line, form, said, there in table.iter_rows():
            yield Deviation(kind, sentence, position, line, f"{form!r}: {said}, but {there} in the constituents")
