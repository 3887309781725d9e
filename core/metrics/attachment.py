"""Attachment scores (CoNLL-X 2006, §6, eval.pl; CoNLL 2007, eval07.pl).

Facts: one (dependent, head, label) a word. A word scores unless it is punctuation: by default, unless every character
of its form is (Unicode P*); symbols such as $ and + score, and whether a head is punctuation does not matter. Cycles,
several roots and absent heads are scored like anything else: what the two files say is the same or not.

Where gold and parse have different words, those are compared that `core.alignment` aligns, a head being right if it is
aligned with the gold's; the scores are then F1, and precision and recall beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import polars as pl

from goldleaf.core.alignment import aligned_words, check_comparable, have_same_forms
from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.facts import Bools, Integers, Mark, compare_rows, per_sentence
from goldleaf.core.metrics.base import AlignedWords, Metric, Option, Ratio, count_table, fact_table, mark_columns, marks
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.labels import is_punctuation
from goldleaf.core.treebank import Treebank, retexted, translated

# For metrics that leave punctuation out: shared tasks differ in whether they look at forms (CoNLL-X) or at tags.
PUNCTUATION_IS = Option(
    "punctuation_is", "form", ("form", "tag"),
    "which words are punctuation: by form, those of Unicode's P* only; by tag, ‘PUNCT’ and ‘.’; or by a list",
    other="tag:TAG,TAG|words:WORD WORD",
)  # fmt: skip

_TAGS = ("PUNCT", ".")  # of Universal Dependencies, and of Petrov, Das & McDonald 2011
_TAG_COLUMNS = ("universal_tag", "coarse_tag", "fine_tag")
_SHARES = {"las": "right_both", "uas": "right_head", "la": "right_label"}
_EXACT = {"exact_match": Ratio("exact", "sentences"), "exact_match_unlabeled": Ratio("exact_unlabeled", "sentences")}
_SAME_WORDS = {**{name: Ratio(right, "scoring") for name, right in _SHARES.items()}, **_EXACT}
_ALIGNED = {
    **{name: Ratio(f"{right}_twice", "both_scoring", doubled=True) for name, right in _SHARES.items()},
    **{f"{name}_precision": Ratio(right, "parse_scoring") for name, right in _SHARES.items()},
    **{f"{name}_recall": Ratio(right, "scoring") for name, right in _SHARES.items()},
    **_EXACT,
}


class Attachment(Metric):
    """LAS, UAS, label accuracy and exact match."""

    name = "attachment"
    title = "Attachment"
    source = "Buchholz & Marsi 2006, §6"
    options = (
        Option("punctuation", "exclude", ("exclude", "include"), "whether words of punctuation only score"),
        PUNCTUATION_IS,
        Option("labels", "full", ("full", "universal"), "compare whole labels, or what stands before the first colon"),
        Option("errors", "align", ("align", "stop"), "where words differ: precision, recall and F1 of aligned words"),
    )
    ratios = {**_ALIGNED, **_SAME_WORDS}
    reported = ("non_scoring",)
    titles = {"las": "LAS", "uas": "UAS", "la": "LA"}
    differences = "wrong"
    compares = ("dependencies",)
    columns = frozenset({"form", "coarse_tag", "head", "label"})  # tags choose among equal alignments
    key = ("dependent", "head", "label")
    views = ("arcs",)
    breaks_down = "words"
    counts_sentences = ("exact", "exact_unlabeled", "sentences")

    aligned = False  # whether the words of gold and parse differ

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self._punctuation, columns = punctuation_rule(self.chosen["punctuation_is"])
        self.columns = self.columns | columns

    @property
    def described(self) -> dict[str, str]:
        """Without what makes no difference: which words are punctuation where all score, or where it is by form."""
        by_form = self.chosen["punctuation_is"] == "form" or self.chosen["punctuation"] == "include"
        left_out = {"punctuation_is": by_form, "errors": not self.aligned}
        return {name: value for name, value in self.chosen.items() if not left_out.get(name)}

    @property
    def of_words(self) -> Attachment:
        return self

    def check(self, gold: Treebank, parse: Treebank) -> None:
        """Raise PairError at the first word that differs, if that is asked for."""
        if self.chosen["errors"] != "stop":
            return
        try:
            check_comparable(gold, parse)
        except PairError as error:
            raise PairError(f"{error}; --errors align scores such files, too", path=error.path) from None

    def fitted(self, gold: Treebank, parse: Treebank) -> Attachment:
        return self if have_same_forms(gold, parse) else self.with_words_aligned

    @property
    def with_words_aligned(self) -> Attachment:
        return self.changed(aligned=True)

    def counted(self, counts: pl.DataFrame) -> Mapping[str, Ratio]:
        return _ALIGNED if "parse_scoring" in counts.columns else _SAME_WORDS

    def agreement(self, gold: Treebank, parse: Treebank) -> AlignedWords:
        ours: Integers | slice = slice(None)
        theirs: Integers | slice = slice(None)
        # No head on either side is the same, too: eval.pl compares what stands in the fields.
        gold_head, parse_head = (side.words["head"].fill_null(-1).to_numpy() for side in (gold, parse))
        if not have_same_forms(gold, parse):
            partner = aligned_words(gold, parse)
            theirs = np.flatnonzero(partner >= 0)
            ours = partner[theirs]
            gold_head, parse_head = rows_of_heads(gold), rows_of_heads(parse, partner)
        gold_label, parse_label = (self.labels(side).to_physical().to_numpy() for side in (gold, parse))
        head = compare_rows((gold_head[ours],), (parse_head[theirs],))
        label = compare_rows((gold_label[ours],), (parse_label[theirs],))
        return AlignedWords(ours, theirs, head, label, head & label)

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        done = self.agreement(gold, parse)
        sentences = len(gold)
        scoring = self.scoring(gold)
        pairs, sentence = scoring[done.gold], gold.sentence_of_word[done.gold]
        right = {
            name: per_sentence(pairs & right, sentence, sentences)
            for name, right in (("right_both", done.both), ("right_head", done.head), ("right_label", done.label))
        }
        of_gold = per_sentence(scoring, gold.sentence_of_word, sentences)
        counts = {"scoring": of_gold, **right, "wrong": of_gold - right["right_both"]}
        counts["non_scoring"] = per_sentence(~scoring, gold.sentence_of_word, sentences)
        # A sentence of punctuation alone is right, but not one that the parse has no words for.
        both = (gold.sentences["words"] > 0).to_numpy() == (parse.sentences["words"] > 0).to_numpy()
        exact, exact_unlabeled = both & (right["right_both"] == of_gold), both & (right["right_head"] == of_gold)
        if self.aligned:
            of_parse = per_sentence(self._scoring_of_parse(scoring, parse, done), parse.sentence_of_word, sentences)
            # A word of one side only is one mistake, and so is an aligned one that is wrong.
            counts["wrong"] = counts["wrong"] + of_parse - per_sentence(pairs, sentence, sentences)
            counts |= {"parse_scoring": of_parse, "both_scoring": of_gold + of_parse}
            counts |= {f"{name}_twice": 2 * values for name, values in right.items()}
            exact, exact_unlabeled = exact & (of_gold == of_parse), exact_unlabeled & (of_gold == of_parse)
        exacts = {"exact": exact, "exact_unlabeled": exact_unlabeled, "sentences": np.ones(sentences)}
        return count_table(counts | exacts, sentences)

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's arcs and those of the parse that differ; beside the key ``unlabeled``, the mark without the label.
        An arc of a word that does not score is NOT_SCORED; where the sides differ, both are given. ``dependent``
        (uint32) and ``head`` (int32, 0 for a root, null for none) are positions, own ones of the parse alone."""
        done = self.agreement(gold, parse)
        of_gold = self.scoring(gold)
        of_parse = self._scoring_of_parse(of_gold, parse, done)
        sides = (gold, done.gold, of_gold, Mark.MISSING), (parse, done.parse, of_parse, Mark.EXTRA)
        tables = []
        for treebank, rows, scoring, alone in sides:
            head, both = np.zeros((2, treebank.words.height), bool)
            head[rows], both[rows] = done.head, done.both
            arcs = treebank.words.select("sentence", "position", "head", "label", dependent="position")
            unlabeled = marks(head, alone, scoring)
            tables.append(arcs.with_columns(**mark_columns(both, alone, scoring), unlabeled=unlabeled))
        return fact_table(tables, self.key, "sentence", "dependent", "mark")

    def scoring(self, treebank: Treebank) -> Bools:
        if self.chosen["punctuation"] == "include":
            return np.ones(treebank.words.height, bool)
        return ~self._punctuation(treebank)

    def _scoring_of_parse(self, of_gold: Bools, parse: Treebank, done: AlignedWords) -> Bools:
        """The parse's words that score: as the gold says of those that both have."""
        scoring = self.scoring(parse)
        scoring[done.parse] = of_gold[done.gold]
        return scoring

    def labels(self, treebank: Treebank) -> pl.Series:
        """Each word's label as it is compared: whole, or cut at the first colon."""
        label = treebank.words["label"]
        if self.chosen["labels"] == "full":
            return label
        return retexted(label, lambda distinct: distinct.str.extract("^([^:]*)"))


def rows_of_heads(treebank: Treebank, partner: Integers | None = None) -> Integers:
    """For each word the row of its head, or the row in the gold that ``partner`` has for it; below 0 without one."""
    position, rows = treebank.heads, head_rows(treebank)
    # A root, no head, a head that its sentence does not have and one that the gold does not have are not the same.
    inside = rows if partner is None else np.where(partner[rows] >= 0, partner[rows], -4)
    return np.where(rows >= 0, inside, np.where(position == 0, -1, np.where(position < 0, -2, -3)))


def punctuation_rule(choice: str) -> tuple[Callable[[Treebank], Bools], frozenset[str]]:
    """What tells each word of a treebank that is punctuation, from a value of `PUNCTUATION_IS`, and the columns that it
    looks at. Tags are the universal or coarse ones, or the fine ones where there are no others. Raises OptionError."""
    if choice == "form":
        return lambda treebank: is_punctuation(treebank.words["form"]), frozenset({"form"})
    kind, separator = ("words:", " ") if choice.startswith("words:") else ("tag:", ",")
    listed = [name.strip() for name in choice.removeprefix(kind).split(separator) if name.strip()]
    if choice == "tag":
        listed = [*_TAGS]
    elif not choice.startswith(kind) or not listed:
        raise OptionError(
            f"punctuation_is {choice}: expected form, tag, tags with commas such as tag:PUNCT,SYM, or words with "
            "blanks such as 'words:. , ;'"
        )

    def among(treebank: Treebank) -> Bools:
        columns = [name for name in _TAG_COLUMNS if name in treebank.layout.columns] or ["coarse_tag"]
        column = treebank.words["form" if kind == "words:" else columns[0]]
        return translated(column, lambda distinct: distinct.is_in(listed))

    return among, frozenset({"form"} if kind == "words:" else _TAG_COLUMNS)
