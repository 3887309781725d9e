"""Multiword expressions, in trees and in dependencies (Seddah et al. 2013, §3.4.4 and §4.4).

In a tree an expression is a node whose label ends in ``+``; the label is its tag, and its first word stands for its
head. In dependencies it is a word with the words that hang on it by one of the labels in ``dep_cpd``; its tag is the
feature ``mwehead`` of that word, or ``ExtPos`` as UD has it.

Facts: one (words) and one (words, tag) an expression, one (component, head, label) for each of its words but the head.
Traces (``-NONE-``) are no words. The expressions of an unparsed sentence are missed; of a sentence whose words differ
``errors`` says what becomes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Bools, Facts, Mark, Marks, compare_chosen, per_sentence
from goldleaf.core.metrics.base import ERRORS, Metric, Option, Ratio, count_table, fact_table, has_constituents, sides
from goldleaf.core.metrics.parseval import evalb
from goldleaf.core.metrics.parseval.evalb import PairedWords, Status
from goldleaf.core.metrics.parseval.settings import EvalbSettings
from goldleaf.core.structures.multiwords import Multiwords, expressions_of, in_dependencies
from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import TEXT, Treebank, translated

TRACES = EvalbSettings("mwe", delete=frozenset({"-NONE-"}))
_KINDS = ("mwe", "mwe_pos", "comp")
_PARTS = ("matched", "gold", "parse")


class MultiwordExpressions(Metric):
    """Expressions in trees, as nodes or by labels of arcs: precision, recall and F, with tags, of components."""

    name = "mwe"
    title = "Expressions in trees"
    source = "Seddah et al. 2013, §3.4.4"
    options = (
        Option("dep_cpd", "dep_cpd", ("dep_cpd", "fixed,flat,compound"),
               "labels of components, as a list; with UD's come their subtypes", other="LABEL,…"),
        ERRORS,
    )  # fmt: skip
    ratios = {
        f"{letter}_{kind}": Ratio(f"{right}_{kind}", f"{total}_{kind}")
        for kind in _KINDS
        for letter, right, total in (("f", "twice", "all"), ("p", "matched", "parse"), ("r", "matched", "gold"))
    }
    reported = ("sentences", "error", *(f"{part}_mwe" for part in _PARTS))
    differences = "wrong"
    key = ("kind", "words", "tag")
    views = ("arcs", "tree")
    facts_are = "expressions"
    not_compared = ("error",)
    compares = ("constituents", "dependencies")
    columns = frozenset({"form", "coarse_tag", "head", "label", "features", "parent"})

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.labels = frozenset(label.strip() for label in self.chosen["dep_cpd"].split(","))
        if "" in self.labels:
            raise OptionError(f"dep_cpd {self.chosen['dep_cpd']}: expected labels with commas between them")

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        done = self._compared(gold, parse)
        counts: dict[str, npt.NDArray[Any]] = {}
        for kind, (ours, theirs, marks) in done.kinds.items():
            of_gold = per_sentence(marks.gold != Mark.NOT_SCORED, ours[0], len(gold))
            of_parse = per_sentence(marks.parse != Mark.NOT_SCORED, theirs[0], len(gold))
            matched = per_sentence(marks.gold == Mark.MATCHED, ours[0], len(gold))
            number = {"matched": matched, "gold": of_gold, "parse": of_parse, "twice": 2 * matched}
            number |= {"all": of_gold + of_parse, "wrong": of_gold + of_parse - 2 * matched}
            counts |= {f"{part}_{kind}": values for part, values in number.items()}
        counts["wrong"] = counts["wrong_mwe_pos"] + counts["wrong_comp"]
        counts["error"] = done.pairing.status == Status.ERROR
        counts["sentences"] = np.ones(len(gold))
        return count_table(counts, len(gold))

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's expressions and components, and those of the parse that match none. The key is ``kind``
        (expression, component), ``words`` (a list of positions, of a component its own and its head's) and ``tag`` (a
        component's label); beside it ``unlabeled``, an expression's mark without its tag."""
        done = self._compared(gold, parse)
        whole, tagged, parts = (done.kinds[kind][-1] for kind in _KINDS)
        tables = []
        both = ("gold", gold, done.pairing.gold, done.gold), ("parse", parse, done.pairing.parse, done.parse)
        for number, (side, treebank, kept, found) in enumerate(both):
            components = found.components.select("sentence", words=pl.concat_list("component", "head"), tag="label")
            rows = [
                _with_positions(table, treebank, kept)
                .select("sentence", "tag", "words", kind=pl.lit(kind))
                .with_columns(
                    side=sides(mark[number] == Mark.MATCHED, side),
                    position=pl.col("words").list.first(),
                    mark=pl.Series(mark[number]),
                    unlabeled=pl.Series(bare[number]),
                )
                for kind, table, mark, bare in (
                    ("expression", found.expressions, tagged, whole),
                    ("component", components, parts, parts),
                )
            ]
            tables.append(pl.concat(rows))
        return fact_table(tables, self.key, "sentence")

    def _compared(self, gold: Treebank, parse: Treebank) -> _Compared:
        # Only trees have traces.
        settings = TRACES if has_constituents(gold) else EvalbSettings(self.name)
        pairing = evalb.pair_words(gold, parse, settings)
        ours, theirs = (
            in_trees(side, kept) if has_constituents(side) else in_dependencies(side, self.labels)
            for side, kept in ((gold, pairing.gold), (parse, pairing.parse))
        )
        missed = pairing.status == Status.SKIP
        if self.chosen["errors"] == "penalize":
            missed |= pairing.status == Status.ERROR
        kinds = {}
        for kind, facts, others in zip(_KINDS, _facts(ours), _facts(theirs), strict=True):
            marks = compare_chosen(facts, others, pairing.valid[facts[0]], pairing.valid[others[0]])
            marks.gold[missed[facts[0]]] = Mark.MISSING
            kinds[kind] = facts, others, marks
        return _Compared(pairing, ours, theirs, kinds)


class _Compared(NamedTuple):
    pairing: PairedWords
    gold: Multiwords
    parse: Multiwords
    kinds: dict[str, tuple[Facts, Facts, Marks]]  # of gold and parse


def in_trees(treebank: Treebank, kept: Bools) -> Multiwords:
    """The nodes whose labels end in ``+``, over the words that are kept; the first word of each is its head."""
    is_expression = translated(treebank.nodes["label"], lambda distinct: distinct.str.ends_with("+"))
    pairs = evalb.covered(treebank, is_expression, kept)
    word = pairs["word"].to_numpy()
    columns = {
        "expression": pairs["node"],
        "sentence": treebank.sentence_of_word[word],
        "position": (evalb.places(treebank, kept, word) + 1).astype(np.uint32),
        "tag": treebank.nodes["label"].gather(pairs["node"]),
    }
    rows = pl.DataFrame(columns).with_columns(head=pl.col("position").min().over("expression"))
    components = rows.filter(pl.col("position") != pl.col("head"))
    components = components.select("sentence", component="position", head="head", label=pl.lit("", TEXT))
    return Multiwords(expressions_of(rows), components)


def _facts(found: Multiwords) -> tuple[Facts, Facts, Facts]:
    """As `_KINDS`: expressions (sentence, first, last, yield), and with the tag; components (…, head, label)."""
    words = found.expressions["words"]
    starts = np.append(0, np.cumsum(words.list.len().to_numpy(), dtype=np.int64))[:-1]
    keys = position_keys(words.explode(empty_as_null=False).to_numpy())
    yields = np.add.reduceat(keys, starts) if len(starts) else keys
    first, last = words.list.first().to_numpy(), words.list.last().to_numpy()
    whole = (found.expressions["sentence"].to_numpy(), first, last, yields)
    numbers = (found.components[name].to_numpy() for name in ("sentence", "component", "head"))
    tag, label = evalb.codes_of(found.expressions["tag"]), evalb.codes_of(found.components["label"])
    return whole, (*whole, tag), (*numbers, label)


def _with_positions(table: pl.DataFrame, treebank: Treebank, kept: Bools) -> pl.DataFrame:
    """A table whose lists of words, which are counted over those that are kept, are positions in the treebank."""
    rows = pl.DataFrame({"row": np.arange(table.height), "sentence": table["sentence"], "word": table["words"]})
    each = rows.explode("word", empty_as_null=False)
    first = evalb.words_before(kept)[treebank.first_words[each["sentence"].to_numpy()]]
    position = treebank.words["position"].gather(np.flatnonzero(kept)).gather(first + each["word"].to_numpy() - 1)
    lists = each.with_columns(position=position).group_by("row", maintain_order=True).agg("position")
    return table.with_columns(words=lists["position"])
