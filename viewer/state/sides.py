"""The sides of a review in a document that is open: what verdicts call them, what is said of them to who is blind."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.structures.labels import RELATIONS
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import BOTH, GOLD, PARSE
from goldleaf.viewer.session.blind import FIRST, OTHER
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views.view import ReviewOutcome

if TYPE_CHECKING:  # what a review needs is loaded when there is one
    from goldleaf.viewer.review.store import Store

ANOTHER = "another"  # a side that is not shown


@dataclass(frozen=True, slots=True)
class ShownSides:
    """The sides as they are shown with one parse. ``verdicts`` call each of them right, the first file in front."""

    document: Document
    parse: int
    verdicts: tuple[str, ...]

    @classmethod
    def of(cls, store: Store, shown: Document, whole: Document, parse: int) -> ShownSides:
        names = tuple(one.name for one in whole.parses)
        if store.adjudication:
            return cls(shown, parse, (*whole.gold_names[:1], *names))
        return cls(shown, parse, (GOLD, PARSE) if len(store.sides) == len(names) + 1 == 2 else (GOLD, *names))

    def verdict(self, side: int, row: int) -> str:
        """What the verdict is called that a side is right, by its place in the document: 0 is what is shown first.
        Empty for one that there is not, or that is not shown to who is blind."""
        if self.document.blind is not None:
            shown = (0, self.parse + 1)
            if side not in shown:
                return ""
            side = shown[(side > 0) != self.document.is_turned(row, self.parse)]
        return self.verdicts[side] if side < len(self.verdicts) else ""

    def told(self, verdict: str, row: int) -> str:
        """A verdict as it is shown: to who is blind by the side's place, and words that are cut by their forms."""
        if verdict.startswith("=") and " " in verdict and "/" in verdict:
            return " + ".join(unquote(word.partition("/")[0]) for word in verdict[1:].split(" "))
        if self.document.blind is None or verdict not in self.verdicts:
            return verdict
        return {self.verdict(0, row): FIRST, self.verdict(self.parse + 1, row): OTHER}.get(verdict, ANOTHER)

    def marks(self, summary: pl.DataFrame) -> pl.DataFrame:
        """The columns of a review (`Store.summary`) with verdicts as they are shown."""
        if self.document.turned is None or not 0 <= self.parse < len(self.verdicts) - 1:
            return summary
        turned = pl.lit(pl.Series(self.document.turned[self.parse]))
        shown = pl.when(turned).then(self._shown_as(OTHER, FIRST)).otherwise(self._shown_as(FIRST, OTHER))
        return summary.with_columns(shown.alias("verdict"))

    def _shown_as(self, gold: str, parse: str) -> pl.Expr:
        names = dict.fromkeys(self.verdicts, ANOTHER) | {self.verdicts[0]: gold, self.verdicts[self.parse + 1]: parse}
        each = pl.col("verdict").str.split("; ").list.eval(pl.element().replace(names))
        return each.list.unique().list.sort().list.join("; ")

    def outcome(self, store: Store, whole: Document, row: int) -> ReviewOutcome:
        """What the choices of a review come to for the sentence in a row; ``whole`` has the sides' names."""
        from goldleaf.viewer.review.result import corrected
        from goldleaf.viewer.review.segmentation import names_after

        treebanks = {self.verdicts[0]: whole.gold.slice(row)}
        for parse in whole.parses:
            first, end = (row, row + 1) if parse.units.are_sentences else parse.units.rows(row)[1]
            treebanks[parse.name] = parse.treebank.slice(first, end - first)
        choices, undecided, layers = store.choices(row), self.verdicts[0], store.layers
        if self.document.blind is not None:
            # What is open is as in what is shown first: the gold's reading would tell which side that is.
            undecided = self.verdict(0, row)
            choices = choices.with_columns(pl.col("verdict").replace({BOTH: undecided}))
            layers = tuple(dict.fromkeys((*layers, *self.document.layers.known(self.parse))))
        result = corrected(treebanks, choices, undecided=undecided, layers=layers)
        left = result.undecided.filter(pl.col("layer").is_in([*store.layers])).select("layer", "item")
        still_open = frozenset((Layer(layer), item) for layer, item in left.iter_rows())
        crossing = tuple((tuple(sorted(words)), label) for _, words, label in result.crossing)
        before = result.treebank if result.uncut is None else result.uncut
        sentence = replace(before.sentence(0), number=row + 1)
        cut = replace(result.treebank.sentence(0), number=row + 1) if result.cuts else None
        names = names_after(result.cuts, {word.position: word.head for word in sentence.words})
        chosen = choices.filter(pl.col("verdict").str.contains(r"^\d+:"), layer=Layer.ARC.value)["item"].to_list()
        # What the gold alone does not know would tell which side it is.
        known_by = (whole.gold,) if self.document.blind is None else whole.treebanks
        labels = [(word.name, word.label) for word in sentence.words if word.name in chosen]
        if cut is not None:  # a label that is open is unknown, too
            of_parts = zip(names, cut.words, strict=True)
            labels += [(name, word.label.strip("_")) for name, word in of_parts if "/" in name]
        unknown = {name for name, label in labels if not any(knows(one, label) for one in known_by)}
        written = choices.filter(pl.col("verdict").str.starts_with("="), layer=Layer.CONSTITUENT.value)["verdict"]
        brackets = dict.fromkeys(label for verdict in written for label in verdict[1:].split())
        strange = tuple(label for label in brackets if not any(has_bracket(one, label) for one in known_by))
        return ReviewOutcome(sentence, still_open, crossing, frozenset(unknown), strange, result.cuts, cut, names)


def knows(treebank: Treebank, label: str) -> bool:
    """Whether a treebank has a label of arcs, or, if it is one of UD, UD's list."""
    return (treebank.is_conllu and label in RELATIONS) or bool((treebank.words["label"] == label).any())


def has_bracket(treebank: Treebank, label: str) -> bool:
    """Whether a treebank has a constituent of this label, function and all; or of ``-OA`` a word with the function."""
    category, _, function = label.partition("-")
    if not category and "function" in treebank.words.columns:
        return bool((treebank.words["function"].cast(pl.String) == function).any())
    nodes = treebank.nodes.select(pl.col("label", "function").cast(pl.String))
    return nodes.filter(pl.col("function").is_in([function] if function else ["_", ""]), label=category).height > 0


def is_of(store: Store, document: Document) -> bool:
    """Whether a document is of the session's files: of an adjudication any annotator may stand first."""
    first = store.sides if store.adjudication else store.sides[:1]
    return Path(document.gold.path).resolve() in {Path(side.path).resolve() for side in first}


def treebanks_of(store: Store, document: Document) -> dict[str, Treebank] | None:
    """The sides of the session by name, in its order; None where a file of them is not open."""
    opened: defaultdict[Path, list[Treebank]] = defaultdict(list)
    for treebank in document.treebanks:
        opened[Path(treebank.path).resolve()].append(treebank)
    treebanks = {}
    for side in store.sides:
        known = opened[Path(side.path).resolve()]
        if not known:
            return None
        treebanks[side.name] = known.pop(0)  # the second analysis of the gold's file is a side, too, and stands behind
    return treebanks
