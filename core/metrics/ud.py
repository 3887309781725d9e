"""The thirteen figures of the CoNLL 2018 shared task (Zeman et al. 2018, §5; conll18_ud_eval.py).

Words are aligned by the characters of the whole file without blanks; where a multiword token is involved, by a longest
common subsequence of lower-cased forms inside the stretch that it covers. Relation subtypes and features that are not
universal are ignored. Where the program refuses a file, for several roots or a cycle, it is scored all the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment.word_alignment import Characters, aligned, characters, check_same_characters
from goldleaf.core.facts import Bools, Codes, Integers, Mark, identity
from goldleaf.core.metrics.base import Metric, Ratio, has_dependencies
from goldleaf.core.metrics.shape import count_table, marked, shaped
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import TEXT, Treebank, translated

FIGURES = (
    "tokens", "sentences", "words", "upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas", "blex",
)  # fmt: skip
_SPANS = FIGURES[:3]  # which have no aligned accuracy
CONTENT = frozenset({
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list", "parataxis",
    "orphan", "goeswith", "reparandum", "root", "dep",
})  # fmt: skip
FUNCTIONAL = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})
UNIVERSAL_FEATURES = frozenset({
    "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case", "Definite",
    "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person", "Polite",
})  # fmt: skip


class UniversalDependencies(Metric):
    """Tokens, sentences, words, tags, lemmas and dependencies of raw text, each with precision, recall and F1."""

    name = "ud"
    title = "CoNLL 2018"
    source = "Zeman et al. 2018"
    ratios = {
        f"{figure}.{part}": ratio
        for figure in FIGURES
        for part, ratio in {
            "precision": Ratio(f"{figure}_right", f"{figure}_parse"),
            "recall": Ratio(f"{figure}_right", f"{figure}_gold"),
            "f1": Ratio(f"{figure}_right_twice", f"{figure}_both"),
            "aligned_accuracy": Ratio(f"{figure}_right", f"{figure}_aligned"),
        }.items()
        if not (part == "aligned_accuracy" and figure in _SPANS)
    }
    differences = "wrong"
    titles = {name: name.upper() for name in ("upos", "xpos", "uas", "las", "clas", "mlas", "blex")}
    columns = frozenset({"form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label"})
    in_units = False
    key = ("dependent", "head", "label")
    views = ("arcs",)
    main = "las.f1"
    by_default = False

    def applies(self, treebank: Treebank) -> bool:
        return has_dependencies(treebank)

    def check(self, gold: Treebank, parse: Treebank) -> None:
        check_same_characters(gold, parse, self.name)

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        ours, theirs = characters(gold), characters(parse)
        partner = aligned(gold, parse, ours, theirs)
        counts: dict[str, Integers] = {}

        def add(
            figure: str, of_gold: Integers, of_parse: Integers, right: Integers, both: Integers | None = None
        ) -> None:
            """Count things by the characters with which they begin; ``both`` are the gold's that are aligned."""
            starts = {"gold": of_gold, "parse": of_parse, "right": right} | ({} if both is None else {"aligned": both})
            found = {name: np.bincount(_sentences(ours, start), minlength=len(gold)) for name, start in starts.items()}
            found |= {"right_twice": 2 * found["right"], "both": found["gold"] + found["parse"]}
            counts.update({f"{figure}_{name}": values for name, values in found.items()})

        for figure, starts, ends in (
            ("tokens", "token_start", "token_end"),
            ("sentences", "sentence_start", "sentence_end"),
        ):
            gold_spans, parse_spans = ((getattr(side, starts), getattr(side, ends)) for side in (ours, theirs))
            right = np.isin(identity(*gold_spans), identity(*parse_spans))
            add(figure, gold_spans[0], parse_spans[0], gold_spans[0][right])
        for figure, done in _of_words(gold, parse, partner).items():
            both = ours.start[done.aligned]
            add(figure, ours.start[done.gold], theirs.start[done.parse], both[done.right], both)
        of_gold = counts["las_gold"] - counts["las_right"]
        counts["wrong"] = of_gold + counts["las_parse"] - counts["las_aligned"]  # a word that both have counts once
        return count_table(counts, len(gold))

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's arcs, MATCHED if aligned with one of the same head and relation, and the parse's others.

        Beside the key ``unlabeled``, the mark without the relation. Labels are those of the files; ``compared_as`` has
        none of what follows the colon. An arc of the parse has the positions of its own sentence there; ``sentence`` is
        that of the gold in which its word begins, ``parse_sentence`` (uint32, null in arcs of the gold only) its own.
        """
        ours, theirs = characters(gold), characters(parse)
        partner = aligned(gold, parse, ours, theirs)
        done = _of_words(gold, parse, partner)
        aligned_parse = np.flatnonzero(partner >= 0)
        in_parse = np.full(gold.words.height, parse.words.height)
        in_parse[done["las"].aligned] = aligned_parse
        of_gold = _arcs(gold, done["las"].aligned, done, Mark.MISSING).with_columns(
            parse_sentence=pl.when(mark=Mark.MATCHED).then(
                parse.words["sentence"].extend_constant(None, 1).gather(in_parse)
            )
        )
        of_parse = _arcs(parse, aligned_parse, done, Mark.EXTRA).with_columns(
            parse_sentence="sentence", sentence=pl.Series(_sentences(ours, theirs.start), dtype=pl.UInt32)
        )
        table = pl.concat([of_gold, of_parse.filter(pl.col("mark") != Mark.MATCHED)])
        return shaped(table, self.key).sort("sentence", maintain_order=True)


def _arcs(treebank: Treebank, rows: Integers, done: dict[str, _Figure], alone: Mark) -> pl.DataFrame:
    """All arcs of one side with their marks; ``rows`` are those of its aligned words."""
    right = {name: np.zeros(treebank.words.height, bool) for name in ("las", "uas")}
    for name, values in right.items():
        values[rows] = done[name].right
    return treebank.words.select(
        "sentence",
        "position",
        "head",
        "label",
        dependent="position",
        compared_as=pl.col("label").cast(pl.String).str.extract("^([^:]*)"),
        unlabeled=marked(right["uas"], alone)["mark"],
        **marked(right["las"], alone),
    )


class _Figure(NamedTuple):
    """The rows of the words of gold and parse that count, of the gold's aligned ones, and which of these are right."""

    gold: Integers
    parse: Integers
    aligned: Integers
    right: Bools


def _sentences(ours: Characters, start: Integers) -> Integers:
    """Which sentence of the gold each character is in."""
    last = max(len(ours.sentence_start) - 1, 0)
    return np.clip(np.searchsorted(ours.sentence_start, start, side="right") - 1, 0, last)


def _of_words(gold: Treebank, parse: Treebank, partner: Integers) -> dict[str, _Figure]:
    """The figures of words: which count, which are aligned, and which of those are right."""
    theirs = np.flatnonzero(partner >= 0)
    ours = partner[theirs]
    sides = _Columns(gold), _Columns(parse)
    same = {name: getattr(sides[0], name)[ours] == getattr(sides[1], name)[theirs] for name in _Columns.NAMES}
    same["lemma"] |= sides[0].lemma[ours] == sides[0].nothing
    # The partners of heads: a gold row for words of either side; −1 for a root, −2 for what is not aligned.
    there = np.append(np.where(partner >= 0, partner, -2), -1)
    head = sides[0].head[ours] == there[sides[1].head][theirs]
    content = sides[0].content[ours]
    children = _same_children(sides, ours, theirs, same, head)
    everything = np.arange(gold.words.height), np.arange(parse.words.height)
    contentful = np.flatnonzero(sides[0].content), np.flatnonzero(sides[1].content)
    right = {
        "words": np.ones(len(ours), bool),
        "upos": same["upos"],
        "xpos": same["xpos"],
        "ufeats": same["feats"],
        "alltags": same["upos"] & same["xpos"] & same["feats"],
        "lemmas": same["lemma"],
        "uas": head,
        "las": head & same["deprel"],
    }
    found = {name: _Figure(*everything, ours, values) for name, values in right.items()}
    of_content = {
        "clas": right["las"],
        "mlas": right["las"] & same["upos"] & same["feats"] & children,
        "blex": right["las"] & same["lemma"],
    }
    return found | {name: _Figure(*contentful, ours[content], values[content]) for name, values in of_content.items()}


class _Columns:
    """What is compared of the words of one side, as codes."""

    NAMES = ("upos", "xpos", "feats", "lemma", "deprel")

    def __init__(self, treebank: Treebank) -> None:
        words = treebank.words
        self.upos, self.xpos, self.lemma = (
            words[name].to_physical().to_numpy() for name in ("coarse_tag", "fine_tag", "lemma")
        )

        def universal(distinct: pl.Series) -> pl.Series:
            """Relations without their subtypes."""
            return distinct.str.extract("^([^:]*)")

        self.feats: Codes = translated(words["features"], _universal_features)
        label = words["label"]
        self.deprel: Codes = translated(label, lambda distinct: universal(distinct).cast(TEXT).to_physical())
        self.content: Bools = translated(label, lambda distinct: universal(distinct).is_in([*CONTENT]))
        self.functional: Bools = translated(label, lambda distinct: universal(distinct).is_in([*FUNCTIONAL]))
        self.head = head_rows(treebank)
        self.nothing = int(pl.Series(["_"], dtype=TEXT).to_physical()[0])


def _universal_features(distinct: pl.Series) -> pl.Series:
    """The codes of sets of features with those alone that all languages share, in one order."""
    kept = []
    for features in distinct.to_list():
        known = (feature for feature in features.split("|") if feature.split("=", 1)[0] in UNIVERSAL_FEATURES)
        kept.append("|".join(sorted(known)))
    return pl.Series(kept, dtype=TEXT).to_physical()


def _same_children(
    sides: tuple[_Columns, _Columns], ours: Integers, theirs: Integers, same: dict[str, Bools], head: Bools
) -> Bools:
    """Whether two aligned words have the same functional children: aligned, of the same relation, tag and features."""
    counts = []
    for side in sides:
        children = np.flatnonzero(side.functional & (side.head >= 0))
        counts.append(np.bincount(side.head[children], minlength=len(side.head)))
    alike = head & same["deprel"] & same["upos"] & same["feats"]
    alike &= sides[0].functional[ours] & (sides[0].head[ours] >= 0)
    matched = np.bincount(sides[0].head[ours[alike]], minlength=len(sides[0].head))
    return np.asarray((counts[0][ours] == matched[ours]) & (counts[1][theirs] == matched[ours]))
