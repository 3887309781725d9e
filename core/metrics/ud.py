"""The thirteen figures of the CoNLL 2018 shared task (Zeman et al. 2018, §5; conll18_ud_eval.py).

Words are aligned by the characters of the whole file without blanks; where a multiword token is involved, by a longest
common subsequence of lower-cased forms inside the stretch that it covers. Relation subtypes and features that are not
universal are ignored. Where the program refuses a file, for several roots or a cycle, it is scored all the same.
Options add LAS in which relations have weights, of which CLAS of 2017 is a case (``conll17_ud_eval.py --weights``), and
each feature by itself, over the words that have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment.word_alignment import aligned, characters, check_same_characters
from goldleaf.core.errors import FormatError, Problem, shortened
from goldleaf.core.facts import Bools, Floats, Integers, Mark, identity, spread
from goldleaf.core.files import read_text
from goldleaf.core.metrics.base import Metric, Option, Ratio, count_table, fact_table, mark_columns, marks
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.labels import CONTENT, FUNCTIONAL
from goldleaf.core.treebank import TEXT, Treebank, translated

FIGURES = (
    "tokens", "sentences", "words", "upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas", "blex",
)  # fmt: skip
_SPANS = FIGURES[:3]  # which have no aligned accuracy
UNIVERSAL_FEATURES = (
    "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case", "Definite",
    "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person", "Polite",
)  # fmt: skip
_OF_FEATURES = {f"ufeats_{feature.lower()}": feature for feature in UNIVERSAL_FEATURES}
_WEIGHTS = {**dict.fromkeys(FUNCTIONAL, 0.1), "punct": 0.0}  # that came with the program of 2017; of all others 1


class UniversalDependencies(Metric):
    """Tokens, sentences, words, tags, lemmas and dependencies of raw text, each with precision, recall and F1."""

    name = "ud"
    title = "CoNLL 2018"
    source = "Zeman et al. 2018"
    options = (
        Option("weights", "none", ("none", "conll17"),
               "adds wlas, LAS with weights of relations: those of 2017, 0.1 for function words and 0 for punctuation, "
               "or a file with a relation and its weight in each line; others weigh 1", other="FILE"),
        Option("features", "together", ("together", "each"), "universal ones as one; each: also Case, Number, … alone"),
    )  # fmt: skip
    ratios = {
        f"{figure}.{part}": ratio
        for figure in (*FIGURES, "wlas", *_OF_FEATURES)
        for part, ratio in {
            "precision": Ratio(f"{figure}_right", f"{figure}_parse"),
            "recall": Ratio(f"{figure}_right", f"{figure}_gold"),
            "f1": Ratio(f"{figure}_right_twice", f"{figure}_both"),
            "aligned_accuracy": Ratio(f"{figure}_right", f"{figure}_aligned"),
        }.items()
        if not (part == "aligned_accuracy" and figure in _SPANS)
    }
    differences = "wrong"
    titles = {name: name.upper() for name in ("upos", "xpos", "uas", "las", "clas", "mlas", "blex")} | {
        "wlas": "wLAS", "ufeats": "UFeats",
    }  # fmt: skip
    compares = ("dependencies",)
    columns = frozenset({"form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label"})
    in_units = False
    key = ("dependent", "head", "label")
    views = ("arcs",)
    main = "las.f1"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        name, known = self.chosen["weights"], {"none": dict[str, float](), "conll17": _WEIGHTS}
        self._weights = known[name] if name in known else relation_weights(name)

    def check(self, gold: Treebank, parse: Treebank) -> None:
        check_same_characters(gold, parse, self.name)

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        ours, theirs = characters(gold), characters(parse)
        things: dict[str, dict[str, Integers]] = {}  # of each figure, by the characters with which they begin
        for figure in ("tokens", "sentences"):
            ends = [f"{figure[:-1]}_{end}" for end in ("start", "end")]
            gold_spans, parse_spans = ([getattr(side, end) for end in ends] for side in (ours, theirs))
            right = np.isin(identity(*gold_spans), identity(*parse_spans))
            things[figure] = {"gold": gold_spans[0], "parse": parse_spans[0], "right": gold_spans[0][right]}
        figures = _of_words(gold, parse, aligned(gold, parse, ours, theirs), each=self.chosen["features"] == "each")
        for figure, done in figures.items():
            both = ours.start[done.aligned]
            things[figure] = {"gold": ours.start[done.gold], "parse": theirs.start[done.parse]}
            things[figure] |= {"right": both[done.right], "aligned": both}
        weights: dict[str, Floats] = {}
        if self._weights:
            las, things["wlas"] = figures["las"], things["las"]
            weighed = partial(pl.Series.replace_strict, old=self._weights, default=1.0, return_dtype=pl.Float64)
            in_gold, in_parse = (_by_relation(side, weighed) for side in (gold, parse))
            of_both = in_gold[las.aligned]
            weights = {"gold": in_gold, "parse": in_parse, "right": of_both[las.right], "aligned": of_both}
        counts: dict[str, Any] = {}
        for figure, parts in things.items():
            own = weights if figure == "wlas" else {}
            number = {name: np.bincount(ours.sentences_at(at), own.get(name), len(gold)) for name, at in parts.items()}
            number |= {"right_twice": 2 * number["right"], "both": number["gold"] + number["parse"]}
            counts |= {f"{figure}_{name}": values for name, values in number.items()}
        of_gold = counts["las_gold"] - counts["las_right"]
        counts["wrong"] = of_gold + counts["las_parse"] - counts["las_aligned"]  # a word that both have counts once
        sums = {name: values for name, values in counts.items() if name.startswith("wlas_")}
        return count_table(counts, len(gold)).with_columns(**sums)

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's arcs, MATCHED if aligned with one of the same head and relation, and the parse's others. Beside
        the key ``unlabeled``, the mark without the relation. Labels are those of the files; ``compared_as`` has none of
        what follows the colon. An arc of the parse has the positions of its own sentence there; ``sentence`` is that of
        the gold in which its word begins, ``parse_sentence`` (uint32, null in arcs of the gold only) its own."""
        ours, theirs = characters(gold), characters(parse)
        partner = aligned(gold, parse, ours, theirs)
        done = _of_words(gold, parse, partner)
        aligned_gold, aligned_parse = done["las"].aligned, np.flatnonzero(partner >= 0)
        in_parse = spread(gold.words.height, aligned_gold, aligned_parse, parse.words.height)
        there = parse.words["sentence"].extend_constant(None, 1).gather(in_parse)
        of_gold = {"parse_sentence": pl.when(mark=Mark.MATCHED).then(there)}
        in_gold = pl.Series(ours.sentences_at(theirs.start), dtype=pl.UInt32)
        of_parse = {"parse_sentence": pl.col("sentence"), "sentence": pl.lit(in_gold)}
        sides = (gold, aligned_gold, Mark.MISSING, of_gold), (parse, aligned_parse, Mark.EXTRA, of_parse)
        tables = []
        for treebank, rows, alone, sentences in sides:
            las, uas = np.zeros((2, treebank.words.height), bool)
            las[rows], uas[rows] = done["las"].right, done["uas"].right
            arcs = treebank.words.select("sentence", "position", "head", "label", dependent="position")
            label = pl.col("label").cast(pl.String).str.extract("^([^:]*)")
            arcs = arcs.with_columns(compared_as=label, unlabeled=marks(uas, alone), **mark_columns(las, alone))
            tables.append(arcs.with_columns(**sentences))
        return fact_table(tables, self.key, "sentence")


class _Figure(NamedTuple):
    gold: Integers  # the rows of those that count
    parse: Integers
    aligned: Integers  # the gold's that are aligned, and which of these are right
    right: Bools


def _of_words(gold: Treebank, parse: Treebank, partner: Integers, *, each: bool = False) -> dict[str, _Figure]:
    """The figures of words, and of ``each`` feature: which count, which are aligned, and which of those are right."""
    theirs = np.flatnonzero(partner >= 0)
    ours = partner[theirs]
    in_gold, in_parse = _compared(gold), _compared(parse)
    same = {name: in_gold[name][ours] == in_parse[name][theirs] for name in ("upos", "xpos", "feats", "lemma", "label")}
    # Where the gold gives no lemma, the program takes any for right.
    same["lemma"] |= in_gold["lemma"][ours] == pl.Series(["_"], dtype=TEXT).to_physical()[0]
    # The partners of heads: a gold row for words of either side; −1 for a root, −2 for what is not aligned.
    there = np.append(np.where(partner >= 0, partner, -2), -1)
    head = in_gold["head"][ours] == there[in_parse["head"]][theirs]
    las, upos_feats = head & same["label"], same["upos"] & same["feats"]

    # MLAS wants the same functional children: aligned, of the same relation, tag and features.
    children = []
    for side in (in_gold, in_parse):
        parents = side["head"][side["functional"] & (side["head"] >= 0)]
        children.append(np.bincount(parents, minlength=len(side["head"])))
    alike = las & upos_feats & in_gold["functional"][ours] & (in_gold["head"][ours] >= 0)
    matched = np.bincount(in_gold["head"][ours[alike]], minlength=gold.words.height)[ours]
    same_children = (children[0][ours] == matched) & (children[1][theirs] == matched)

    every = np.arange(gold.words.height), np.arange(parse.words.height), ours
    right = {
        "words": np.ones(len(ours), bool), "upos": same["upos"], "xpos": same["xpos"], "ufeats": same["feats"],
        "alltags": upos_feats & same["xpos"], "lemmas": same["lemma"], "uas": head, "las": las,
    }  # fmt: skip
    figures = {name: _Figure(*every, values) for name, values in right.items()}
    # CLAS, MLAS and BLEX are over content words only, those of the gold deciding which aligned ones count.
    content = in_gold["content"][ours]
    contentful = np.flatnonzero(in_gold["content"]), np.flatnonzero(in_parse["content"]), ours[content]
    for name, values in (("clas", las), ("mlas", las & upos_feats & same_children), ("blex", las & same["lemma"])):
        figures[name] = _Figure(*contentful, values[content])
    for name, feature in _OF_FEATURES.items() if each else ():
        of_gold, of_parse = (_values(side, feature) for side in (gold, parse))
        have = of_gold[ours] >= 0  # of what is aligned, the gold decides here, too
        right = of_gold[ours[have]] == of_parse[theirs[have]]
        figures[name] = _Figure(np.flatnonzero(of_gold >= 0), np.flatnonzero(of_parse >= 0), ours[have], right)
    return figures


def _compared(treebank: Treebank) -> dict[str, npt.NDArray[Any]]:
    """What is compared of the words of one side, as codes, and what tells which of them count."""
    return {
        "upos": treebank.codes("coarse_tag"),
        "xpos": treebank.codes("fine_tag"),
        "lemma": treebank.codes("lemma"),
        "feats": translated(treebank.words["features"], _universal_features),
        "label": _by_relation(treebank, lambda relations: relations.cast(TEXT).to_physical()),
        "content": _by_relation(treebank, lambda relations: relations.is_in([*CONTENT])),
        "functional": _by_relation(treebank, lambda relations: relations.is_in([*FUNCTIONAL])),
        "head": head_rows(treebank),
    }


def _by_relation(treebank: Treebank, rule: Callable[[pl.Series], pl.Series]) -> npt.NDArray[Any]:
    """What a rule makes of each word's relation without its subtypes."""
    return translated(treebank.words["label"], lambda distinct: rule(distinct.str.extract("^([^:]*)")))


def _universal_features(distinct: pl.Series) -> pl.Series:
    """The codes of sets of features with those alone that all languages share, in one order."""
    feature = pl.element()
    universal = feature.filter(feature.str.extract("^([^=]*)").is_in(UNIVERSAL_FEATURES))
    return distinct.str.split("|").list.eval(universal).list.sort().list.join("|").cast(TEXT).to_physical()


def _values(treebank: Treebank, feature: str) -> npt.NDArray[Any]:
    """The codes of a feature's values, −1 for words without it."""

    def value(distinct: pl.Series) -> pl.Series:
        found = distinct.str.extract(rf"(?:^|\|){feature}=([^|]*)").cast(TEXT)
        return found.to_physical().cast(pl.Int64).fill_null(-1)

    return translated(treebank.words["features"], value)


def relation_weights(path: str) -> dict[str, float]:
    """What relations weigh, one a line, as conll17_ud_eval.py has it. Raises GoldleafError, FormatError for a line."""
    found = {}
    for number, line in enumerate(read_text(path, "the weights of relations").splitlines(), 1):
        pair = re.fullmatch(r"\s*(?:#.*|(\S+)\s+(\d{0,6}\.?\d{1,9})\s*)?", line)
        if pair is None:
            raise FormatError(Problem(path, number, 0, f"{shortened(line)!r}; expected a relation and its weight"))
        if pair[1] is not None:
            found[pair[1]] = float(pair[2])
    return found
