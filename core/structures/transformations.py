"""Transformations of treebanks by name, as the command line and the window apply them, one after the other.

Of the portions of a treebank, by words, by sentences, by what their trees are, no sentence is cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.facts import Bools, Mark, compare
from goldleaf.core.registry import Registry
from goldleaf.core.structures import constituents, dependency_changes, labels, multiwords
from goldleaf.core.structures.constituent_heads import load_head_table, percolated, raised
from goldleaf.core.structures.labels import is_punctuation, load_map, matching
from goldleaf.core.structures.phrase import TRACE, parent_rows, unparsed
from goldleaf.core.treebank import Treebank, detached

CONSTITUENTS, DEPENDENCIES = "constituents", "dependencies"
FILE, NUMBER, RANGE, ENCODING = "FILE", "N", "M-N", "ENCODING"


class Transformation(NamedTuple):
    """What can be made of a treebank. ``needs`` is the kind of trees that it is for, empty where any will do;
    ``argument`` what stands behind its name and ``=``, empty for nothing; ``change`` gets what ``read`` makes of it."""

    name: str
    title: str
    source: str
    change: Callable[..., Treebank]
    needs: str = ""
    argument: str = ""
    read: Callable[[str], Any] = str


class Step(NamedTuple):
    """A transformation in a chain, with its argument as it is read."""

    transformation: Transformation
    values: tuple[Any, ...]

    def why_not(self, treebank: Treebank) -> str:
        """Why the step cannot be taken with a treebank; empty if it can."""
        needs, kind = self.transformation.needs, structure_kind(treebank)
        if needs in ("", kind):
            return ""
        return f"{self.transformation.name} is for {needs}; {treebank.path} has {kind}"


def structure_kind(treebank: Treebank) -> str:
    if "parent" in treebank.words.columns:
        return CONSTITUENTS
    return DEPENDENCIES if "head" in treebank.layout.columns else "lattices"


def first_words(treebank: Treebank, count: int) -> Treebank:
    """The first sentences, until there are so many words or more."""
    # A sentence is taken while those before it have fewer words: the one that reaches the number is whole.
    words = treebank.sentences["words"].to_numpy().astype(np.int64)
    return first_sentences(treebank, int(np.searchsorted(np.cumsum(words) - words, count)))


def first_scoring_words(treebank: Treebank, count: int) -> Treebank:
    """The first sentences, until there are so many words that score, or more (CoNLL-X 2006, §3: 5,000)."""
    words = np.bincount(treebank.sentence_of_word[~is_punctuation(treebank.words["form"])], minlength=len(treebank))
    return first_sentences(treebank, int(np.searchsorted(np.cumsum(words) - words, count)))


def first_sentences(treebank: Treebank, count: int) -> Treebank:
    """The first so many sentences (SPMRL 2013, §3.2: training sets of 5,000 sentences)."""
    return sentences(treebank, (1, count))


def last_sentences(treebank: Treebank, count: int) -> Treebank:
    """The last so many sentences (SPMRL 2013, §4.6: 500 to develop at the beginning, 500 to test at the end)."""
    return sentences(treebank, (max(1, len(treebank) - count + 1), None))


def sentences(treebank: Treebank, numbers: tuple[int, int | None]) -> Treebank:
    """The sentences with these numbers, from 1, both included, to the end if there is no last; there may be fewer."""
    first, last = numbers[0], len(treebank) if numbers[1] is None else numbers[1]
    if first <= 1 and last >= len(treebank):
        return treebank
    return detached(treebank.only(np.arange(min(first, len(treebank) + 1) - 1, min(last, len(treebank)))))


def annotated(treebank: Treebank) -> Treebank:
    """The sentences that have trees: a head at every word, or constituents (CoNLL-X 2006, §4.1, of the Arabic treebank:
    sentences with missing annotation were filtered out). Those without words have none."""
    lacking = (treebank.sentences["words"] == 0).to_numpy()
    if "parent" in treebank.words.columns:
        lacking = lacking | unparsed(treebank)
    else:
        lacking[treebank.words["sentence"].filter(treebank.words["head"].is_null()).unique().to_numpy()] = True
    return _only(treebank, ~lacking)


def without_trees_of(treebank: Treebank, pattern: str) -> Treebank:
    """The sentences whose trees are not of a category (SPMRL 2013, §4.2, of the Arabic treebank: trees dominated by X,
    which are errors, are discarded), all of them where there are several. Roots that say nothing are looked through."""
    nodes = treebank.nodes
    above = parent_rows(nodes, nodes)
    wraps = (above < 0) & matching(nodes["label"], "|TOP|ROOT|S1|VROOT")  # the first has no label
    top = (above < 0) & ~wraps | (above >= 0) & np.append(wraps, False)[above]
    # A sentence goes when all of its trees are of the category; one that has none at all stays.
    tops = np.bincount(nodes["sentence"].to_numpy()[top], minlength=len(treebank))
    found = np.bincount(nodes["sentence"].to_numpy()[top & matching(nodes["label"], pattern)], minlength=len(treebank))
    return _only(treebank, (tops == 0) | (found < tops))


def matching_sentences(treebank: Treebank, other: Treebank) -> Treebank:
    """The sentences that another treebank has, too, with the same words, each as often as it is there (SPMRL 2013,
    §4.3: of the Basque treebank the sentences were selected that both of its versions have). Traces are no words."""
    keys = []  # of sentences, equal where the words are
    for side in (treebank, other):
        words = side.words.with_columns(pl.col("form", "coarse_tag").cast(pl.String))
        forms = words.filter(pl.col("coarse_tag") != TRACE).group_by("sentence").agg(pl.col("form").str.join("\t"))
        every = pl.DataFrame({"sentence": np.arange(len(side), dtype=np.uint32)})
        keys.append(every.join(forms, on="sentence", how="left", maintain_order="left")["form"].hash().to_numpy())
    return _only(treebank, compare(keys[:1], keys[1:]).gold == Mark.MATCHED)


def _only(treebank: Treebank, kept: Bools) -> Treebank:
    return treebank if kept.all() else detached(treebank.only(np.flatnonzero(kept)))


def _attach(treebank: Treebank) -> Treebank:
    of_constituents = structure_kind(treebank) == CONSTITUENTS
    return constituents.attached_low(treebank) if of_constituents else dependency_changes.attached_high(treebank)


def _range(written: str) -> tuple[int, int | None]:
    first, _, last = written.partition("-")
    if last and int(last) < int(first):
        raise OptionError(f"--apply sentences={written}: goes backward; expected the smaller number first")
    return int(first), int(last) if last else None


_SPMRL = "Seddah et al. 2013, §"
_CONLLX = "Buchholz & Marsi 2006, §"

_OWN = (
    Transformation("attach-punctuation", "Attach punctuation, and what is unattached",
                   f"Maier et al. 2012; {_SPMRL}4.5", _attach),
    Transformation("raise", "Raise what crosses, so that no constituent has a gap", f"Boyd 2007; {_SPMRL}4.5",
                   raised, CONSTITUENTS),
    Transformation("lift", "Lift arcs until all are projective", "Nivre & Nilsson 2005, §2",
                   dependency_changes.projectivized, DEPENDENCIES),
    Transformation("add-phead", "Put lifted heads beside the others, as PHEAD and PDEPREL", f"{_CONLLX}3",
                   dependency_changes.with_projective_heads, DEPENDENCIES),
    Transformation("pseudo-projective", "Lift arcs, with labels that tell from where: head, path or head+path",
                   f"Nivre & Nilsson 2005, §2; {_CONLLX}5.5", dependency_changes.pseudo_projective, DEPENDENCIES,
                   ENCODING, dependency_changes.check_encoding),
    Transformation("deprojectivize", "Put lifted words back, as such labels tell", "Nivre & Nilsson 2005, §2",
                   dependency_changes.deprojectivized, DEPENDENCIES, ENCODING, dependency_changes.check_encoding),
    Transformation("collapse-unary", "Make chains of one category, such as NP → NP, one constituent",
                   f"{_SPMRL}4.2", constituents.collapsed, CONSTITUENTS),
    Transformation("strip-traces", "Take out traces, and constituents of nothing else", f"{_SPMRL}4.2",
                   constituents.without_traces, CONSTITUENTS),
    Transformation("strip-upper-tags", "Take out the constituent that holds one word alone, above each word",
                   f"{_SPMRL}4.6, note 23", constituents.without_upper_tags, CONSTITUENTS),
    Transformation("add-root", "Put several trees of a sentence below one constituent", f"{_SPMRL}4.2",
                   constituents.rooted, CONSTITUENTS, "LABEL"),
    Transformation("percolate-features", "Put the features of heads on their constituents, by a head table",
                   f"{_SPMRL}4.10", percolated, CONSTITUENTS, FILE, load_head_table),
    Transformation("mark-multiwords", "Mark the words of constituents such as ADV+ as dep_cpd and mwehead",
                   f"{_SPMRL}4.4", multiwords.multiwords_marked, CONSTITUENTS),
    Transformation("merge-multiwords", "Make multiword expressions one word, by their relations or categories",
                   f"{_CONLLX}4.2", multiwords.merged, "", "LABEL"),
    Transformation("strip-virtual", "Take out virtual words; what hangs on them hangs higher", f"{_SPMRL}4.7",
                   dependency_changes.without_virtual_words, DEPENDENCIES, "FORM"),
    Transformation("strip-heads", "Take out heads and relations: what a parser is given", f"{_CONLLX}3",
                   dependency_changes.without_heads, DEPENDENCIES),
    Transformation("strip-features", "Take out features by their names", f"{_SPMRL}4.4", labels.without_features,
                   "", "NAME"),
    Transformation("map-tags", "Put tags for others", "Gelling et al. 2012, §2.2", labels.with_tags, "", FILE,
                   load_map),
    Transformation("add-universal-tags", "Put universal tags beside the others, as UPOSTAG",
                   "Gelling et al. 2012, §2.1", labels.with_universal_tags, "", FILE, load_map),
    Transformation("strip-diacritics", "Take Arabic's diacritics out of forms", f"{_SPMRL}4.2",
                   labels.without_diacritics),
    Transformation("map-labels", "Put labels and categories for others", f"{_CONLLX}4.3", labels.with_labels, "",
                   FILE, load_map),
    Transformation("map-features", "Put features for others, such as Number=Sing for SG", f"{_SPMRL}4.10",
                   labels.with_features, "", FILE, load_map),
    Transformation("drop-trees", "Leave out sentences whose tree is of a category", f"{_SPMRL}4.2",
                   without_trees_of, CONSTITUENTS, "LABEL"),
    Transformation("drop-unannotated", "Leave out sentences with missing annotation", f"{_CONLLX}4.1", annotated),
    Transformation("first-words", "Keep the first words, whole sentences", f"{_CONLLX}3", first_words, "", NUMBER,
                   int),
    Transformation("first-scoring-words", "Keep the first words that are no punctuation, whole sentences",
                   f"{_CONLLX}3", first_scoring_words, "", NUMBER, int),
    Transformation("first-sentences", "Keep the first sentences", f"{_SPMRL}3.2", first_sentences, "", NUMBER, int),
    Transformation("last-sentences", "Keep the last sentences", f"{_SPMRL}4.6", last_sentences, "", NUMBER, int),
    Transformation("sentences", "Keep the sentences from one number to another", f"{_SPMRL}4.6", sentences, "",
                   RANGE, _range),
)  # fmt: skip
TRANSFORMATIONS: Registry[Transformation] = Registry({one.name: one for one in _OWN}, "goldleaf.transformations")

# What an argument may look like, by what it is; files have none.
EXAMPLES = {
    NUMBER: "5000", RANGE: "501-1000", ENCODING: "head+path", "LABEL": "XP", "FORM": "VAN|ELL", "NAME": "mwehead",
}  # fmt: skip
_NUMBER = re.compile(r"0*[1-9][0-9]{0,8}")
_RANGE = re.compile(rf"({_NUMBER.pattern})-({_NUMBER.pattern})?")


def steps_of(chain: str) -> tuple[Step, ...]:
    """The steps of a chain such as ``raise,map-tags=FILE``, in its order; an empty one has none. Raises OptionError for
    what is no transformation, or another argument; GoldleafError for an unreadable file."""
    steps = []
    for piece in filter(None, map(str.strip, chain.split(","))):
        name, _, argument = piece.partition("=")
        if name not in TRANSFORMATIONS:
            known = ", ".join(name + f"={one.argument}" * bool(one.argument) for name, one in TRANSFORMATIONS.items())
            raise OptionError(f"--apply {shortened(name)}: no such transformation; there are {known}")
        transformation = TRANSFORMATIONS[name]
        takes = transformation.argument
        if bool(argument) != bool(takes):
            expected = f"expected {name}={takes}" if takes else f"{name} takes nothing behind ="
            raise OptionError(f"--apply {piece}: {expected}")
        written = {NUMBER: _NUMBER, RANGE: _RANGE}.get(takes)
        if written is not None and not written.fullmatch(argument):
            what = "a number from 1" if takes == NUMBER else "numbers from 1"
            example = f"{name}={EXAMPLES[takes]}"
            raise OptionError(f"--apply {name}={shortened(argument)}: expected {what}, such as {example}")
        # Files are read before any treebank is changed, so that what is wrong with them is said at once.
        steps.append(Step(transformation, (transformation.read(argument),) if takes else ()))
    return tuple(steps)


def transformed(treebank: Treebank, steps: tuple[Step, ...]) -> Treebank:
    """The treebank after all steps, in their order. Raises OptionError for one that is not for such trees."""
    for step in steps:
        if reason := step.why_not(treebank):
            raise OptionError(f"--apply {reason}")
        treebank = step.transformation.change(treebank, *step.values)
    return treebank
