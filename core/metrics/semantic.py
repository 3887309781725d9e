"""Predicates and arguments (Hajič et al. 2009, §2.4.2 and §2.4.3; eval09.pl).

Facts: one (predicate, sense) a predicate, an arc from a virtual root, and one (predicate, argument, role) an argument;
a role ``A0|A1`` is two of them. Of PRED what follows the dot is the sense; lemmas are not compared. A proposition is
right if its sense and all of its arguments are. The labeled attachment score is over all words, punctuation, too. Macro
precision is ``semantic_weight`` × that of the semantic facts + (1 − ``semantic_weight``) × LAS, recall likewise
(equations 1 and 2; the shared task's W is 0.5).

Where gold and parse have different words, predicates and arguments are those of the words that `core.alignment` aligns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import aligned_words, have_same_forms
from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Bools, Codes, Facts, Integers, Mark, compare, compare_rest, per_sentence
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import Combined, Metric, Option, Ratio, count_table, fact_table, sides
from goldleaf.core.treebank import TEXT, Treebank, translated


def _three(name: str) -> dict[str, Ratio]:
    """F1, precision and recall of the counts with this name."""
    return {
        f"{name}_f1": Ratio(f"{name}_right_twice", f"{name}_both"),
        f"{name}_precision": Ratio(f"{name}_right", f"{name}_parse"),
        f"{name}_recall": Ratio(f"{name}_right", f"{name}_gold"),
    }


def _macro(precision: str, recall: str, weight: float | None = None) -> dict[str, Combined]:
    """The combined scores, from these of the attachment score; the semantic ones have the ``weight``."""
    return {
        "macro_precision": Combined(("sem_precision", precision), weight=weight),
        "macro_recall": Combined(("sem_recall", recall), weight=weight),
        "macro_f1": Combined(("macro_precision", "macro_recall"), harmonic=True),
    }


_ATTACHMENT = Attachment(punctuation="include")
_SEMANTIC = {
    **_three("sem"), **_three("sem_unlabeled"), **_three("proposition"),
    "sem_exact_match": Ratio("sem_exact", "sentences"),
}  # fmt: skip
_SAME_WORDS: dict[str, Ratio | Combined] = {**_SEMANTIC, "las": Ratio("las_right", "las_gold"), **_macro("las", "las")}
_ALIGNED: dict[str, Ratio | Combined] = {
    **_SEMANTIC,
    "las": Ratio("las_right_twice", "las_both", doubled=True),
    "las_precision": Ratio("las_right", "las_parse"),
    "las_recall": Ratio("las_right", "las_gold"),
    **_macro("las_precision", "las_recall"),
}


class Semantic(Metric):
    """Precision, recall and F1 of senses and roles, of whole propositions, and macro scores with the attachment."""

    name = "semantic"
    title = "Semantic roles"
    source = "Hajič et al. 2009, §2.4"
    options = (
        Option("semantic_weight", "0.5", ("0.5",), "what predicates and arguments weigh in macro scores; LAS the rest",
               other="0–1"),
    )  # fmt: skip
    ratios = {**_ALIGNED, **_SAME_WORDS}
    reported = ("predicates", "arguments")
    titles = {"sem": "SEM", "las": "LAS"}
    differences = "wrong"
    key = ("kind", "predicate", "argument", "label")
    further = ("sense", "predicate_tag", "predicate_lemma")
    views = ("roles",)
    facts_are = "propositions"
    breaks_down = "propositions"
    counts_sentences = ("sem_exact", "sentences")
    columns = frozenset({"form", "lemma", "coarse_tag", "fine_tag", "predicted_tag", "head", "label", "predicate"})

    aligned = False  # whether the words of gold and parse differ

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        try:
            self._weight = float(self.chosen["semantic_weight"])
        except ValueError:
            self._weight = -1
        if not 0 <= self._weight <= 1:
            weight = self.chosen["semantic_weight"]
            raise OptionError(f"semantic_weight {weight}: expected a number from 0 to 1, such as 0.7")

    def applies(self, treebank: Treebank) -> bool:
        return "predicate" in treebank.layout.columns

    def fitted(self, gold: Treebank, parse: Treebank) -> Semantic:
        return self if have_same_forms(gold, parse) else self.with_words_aligned

    @property
    def with_words_aligned(self) -> Semantic:
        return self.changed(aligned=True)

    @property
    def described(self) -> dict[str, str]:
        return {**self.chosen, **({"words": "aligned"} if self.aligned else {})}

    def counted(self, counts: pl.DataFrame) -> Mapping[str, Ratio | Combined]:
        if "las_parse" in counts.columns:
            return {**_ALIGNED, **_macro("las_precision", "las_recall", self._weight)}
        return {**_SAME_WORDS, **_macro("las", "las", self._weight)}

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        sentences = len(gold)
        ours, theirs = both = _compared(gold, parse)
        missing, extra = ours.mark == Mark.MISSING, theirs.mark == Mark.EXTRA
        facts = [np.bincount(side.sentence, minlength=sentences).astype(np.uint32) for side in both]
        senses = [per_sentence(side.said.is_sense, side.sentence, sentences) for side in both]
        # A proposition is right if its sense and arguments all are.
        predicate, other_predicate = (side.number[side.said.predicate] for side in both)
        odd = np.concatenate([predicate[missing], other_predicate[extra]])
        counts: dict[str, Codes] = {}
        for name, right, (of_gold, of_parse) in (
            ("sem", ours.mark == Mark.MATCHED, facts),
            ("sem_unlabeled", ours.unlabeled == Mark.MATCHED, facts),
            ("proposition", ours.said.is_sense & ~np.isin(predicate, odd), senses),
        ):
            matched = per_sentence(right, ours.sentence, sentences)
            number = {"right": matched, "right_twice": 2 * matched, "gold": of_gold, "parse": of_parse}
            number["both"] = of_gold + of_parse
            counts |= {f"{name}_{part}": values for part, values in number.items()}
        # The attachment is over all words, those of the parse apart only where the sides' words differ.
        words = _ATTACHMENT.agreement(gold, parse)
        matched = per_sentence(words.both, gold.sentence_of_word[words.gold], sentences)
        of_gold, of_parse = (side.sentences["words"].to_numpy() for side in (gold, parse))
        counts |= {"las_right": matched, "las_gold": of_gold}
        if self.aligned:
            counts |= {"las_right_twice": 2 * matched, "las_parse": of_parse, "las_both": of_gold + of_parse}
        wrong = per_sentence(missing, ours.sentence, sentences) + per_sentence(extra, theirs.sentence, sentences)
        instead = per_sentence(extra & (theirs.unlabeled == Mark.MATCHED), theirs.sentence, sentences)
        counts |= {"wrong": wrong - instead, "sem_exact": wrong == 0, "predicates": senses[0]}
        counts |= {"arguments": facts[0] - senses[0], "sentences": np.ones(sentences, np.uint32)}
        return count_table(counts, sentences)

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's senses and roles, and those of the parse that match none.

        ``kind`` is ``predicate`` or ``argument``; ``predicate`` and ``argument`` (uint32, null in senses) are positions
        in the file that has the fact, ``label`` (String) is its PRED or role. Beside the key: ``unlabeled``, the mark
        without the label, and of the predicate (String) ``sense``, its PRED, ``predicate_tag``, the one that was
        predicted where the file has it, and ``predicate_lemma``."""
        tables = []
        for treebank, compared, side in zip((gold, parse), _compared(gold, parse), ("gold", "parse"), strict=True):
            own, mark, unlabeled = compared.said, compared.mark, compared.unlabeled
            words = treebank.words
            argument = pl.Series(own.argument).set(pl.Series(own.is_sense), None)
            about = {"sense": "predicate", "predicate_tag": _tag(treebank), "predicate_lemma": "lemma"}
            texts = {name: pl.col(column).cast(pl.String) for name, column in about.items()}
            of_predicate = words.select("sentence", predicate="position", **texts)
            facts = {
                "side": sides(mark == Mark.MATCHED, side),
                "mark": pl.Series(mark, dtype=pl.UInt8),
                "position": words["position"].gather(np.where(own.is_sense, own.predicate, own.argument)),
                "kind": pl.Series(np.where(own.is_sense, "predicate", "argument").tolist(), dtype=pl.String),
                "argument": words["position"].gather(argument),
                "label": own.label,
                "unlabeled": pl.Series(unlabeled, dtype=pl.UInt8),
            }
            tables.append(pl.DataFrame(facts).hstack(of_predicate[own.predicate]))
        order = pl.col("argument").fill_null(0)
        return fact_table(tables, self.key, "sentence", "predicate", order, "mark")


class Propositions(NamedTuple):
    """What a treebank says of its predicates: first their senses, then their arguments."""

    predicate: Integers  # rows of words
    argument: Integers  # −1 in senses
    label: pl.Series  # text: of a sense all of PRED, of an argument one role
    code: Integers  # tells labels apart: of a sense, what is compared of it
    is_sense: Bools

    def as_facts(self, number: Integers) -> Facts:
        """The columns predicate, argument, label of each, words being called by these numbers."""
        argument = np.append(number, -1)[self.argument]
        return number[self.predicate], np.where(self.is_sense, np.iinfo(np.int64).min, argument), self.code


def propositions(treebank: Treebank) -> Propositions:
    """The propositions of a treebank with predicates; a role ``A|B`` is two, and ``A|A`` one."""
    words, roles = treebank.words, treebank.arguments
    predicates = np.flatnonzero(translated(words["predicate"], lambda distinct: ~distinct.is_in(["_", ""])))
    # Hardly any file has such, so that the roles of most need not be split.
    if roles["role"].unique().cast(pl.String).str.contains("|", literal=True).any():
        several = roles.with_columns(pl.col("role").cast(pl.String).str.split("|")).explode("role", empty_as_null=True)
        parts = several.filter(pl.col("role").fill_null("") != "").unique(maintain_order=True)
        roles = parts.with_columns(pl.col("role").cast(TEXT))
    first = treebank.first_words[roles["sentence"].to_numpy()]
    rows = [first + roles[name].to_numpy() - 1 for name in ("predicate", "argument")]
    senses = words["predicate"].gather(predicates)

    def compared(distinct: pl.Series) -> pl.Series:
        # Of PRED what follows its dot, or all of it unless it has one dot.
        after = distinct.str.extract(r"^[^.]+\.([^.]+)$").fill_null(distinct)
        # Numbers are the same whatever zeros they begin with, as eval09.pl takes them.
        return after.str.extract(r"^0+([0-9]+)$").fill_null(after).cast(TEXT).to_physical()

    argument = np.concatenate([np.full(len(predicates), -1), rows[1]])
    codes = translated(words["predicate"], compared)[predicates], roles["role"].to_physical().to_numpy()
    return Propositions(
        predicate=np.concatenate([predicates, rows[0]]),
        argument=argument,
        label=pl.concat([senses.cast(pl.String), roles["role"].cast(pl.String)]),
        code=np.concatenate(codes).astype(np.int64),
        is_sense=argument < 0,
    )


class _Side(NamedTuple):
    said: Propositions
    sentence: Integers
    number: Integers  # of its words, the same of the same word
    mark: npt.NDArray[np.uint8]
    unlabeled: npt.NDArray[np.uint8]


def _compared(gold: Treebank, parse: Treebank) -> list[_Side]:
    if have_same_forms(gold, parse):
        in_gold = np.arange(parse.words.height)
    else:  # words of the parse only have numbers below 0, each its own
        partner = aligned_words(gold, parse)
        in_gold = np.where(partner >= 0, partner, -2 - np.arange(len(partner)))
    said, numbers = [propositions(gold), propositions(parse)], (np.arange(gold.words.height), in_gold)
    ours, theirs = (side.as_facts(number) for side, number in zip(said, numbers, strict=True))
    marks = compare(ours, theirs)
    rows = zip((gold, parse), said, strict=True)
    sentences = (side.sentence_of_word[own.predicate].astype(np.int64) for side, own in rows)
    columns = said, sentences, numbers, marks, compare_rest(ours[:-1], theirs[:-1], marks)
    return [_Side(*side) for side in zip(*columns, strict=True)]


def _tag(treebank: Treebank) -> str:
    """The column that eval09.pl's tables are over: PPOS of CoNLL-2009, PPOSS of CoNLL-2008."""
    columns = treebank.layout.columns
    names: tuple[str, ...] = ("fine_tag", "coarse_tag")
    if {"predicted_tag", "coarse_tag"} <= {*columns}:
        # A second analysis has the predicted ones in the place of the others.
        swapped = columns.index("predicted_tag") < columns.index("coarse_tag")
        names = ("coarse_tag",) if swapped else ("predicted_tag", *names)
    return next(name for name in names if name in treebank.words.columns)
