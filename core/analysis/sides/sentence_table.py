"""The table of sentences: one row each, with every score of every parse, to be shown, sorted and filtered by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment import comparable, have_same_forms, units
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.metrics.base import plain_name
from goldleaf.core.metrics.segmentation import Segmentation
from goldleaf.core.scoring import Scored, score_steps
from goldleaf.core.steps import Steps, mapped_steps
from goldleaf.core.structures import dependency
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.treebank import Treebank

NO_TREE = "no_tree"
# Columns on the shape of the tree: the gold's under these names, a parse's with a prefix. `NO_TREE` says in words why
# the heads make none.
FLAGS = ("projective", "cyclic", "roots", NO_TREE)
DIFFERENCES = "differences"
WORDS_DIFFER = "words_differ"
# What columns of the word table begin with that are no parse's by its name.
_TAKEN = ("gold", "gold_head", "parse_head", "head", "right", "expected", "found")
# The sentences' own columns, each with its title and what it tells; a new one of theirs has a line here.
OWN = {
    "number": ("#", "The sentence's number in the file"),
    "id": ("id", "The sentence's id in the file"),
    "text": ("Text", "The running text"),
    "words": ("Len.", "How many words the sentence has"),
    "readable": ("Readable", "Whether the sentence could be read"),
}
_KNOWN = frozenset({*OWN, "comparable", WORDS_DIFFER, *FLAGS, DIFFERENCES})  # which no score is called


class FigureColumn(NamedTuple):
    """Which figure a column holds; the score may be `DIFFERENCES`."""

    parse: str
    metric: str
    score: str


def sentence_table_steps(
    gold: Treebank, parses: Mapping[str, Treebank], scored: Mapping[str, Mapping[str, Scored]]
) -> Steps[pl.DataFrame]:
    """One row a sentence of the gold.

    Columns: ``number`` (from 1), ``id`` (null if it has none), ``text`` (running text), ``words`` (of sentences that
    are scored as one those of all; tokens of a lattice in which no path is chosen); for each parse the columns of
    `figure_columns` (scores as fractions of 1, ``differences`` as counts; null where nothing is scored; of sentences
    that are scored as one each has those of all) and ``comparable`` (whether the words are the same) and
    ``words_differ`` (how many words of the gold the parse has not; if it has all, how many it has besides; null where
    one could not be read, or nothing is chosen); ``readable`` and the `FLAGS` of the gold; the `FLAGS`
    of each parse, named ``parse_…``. With several parses a parse's columns begin with its name instead. ``scored``
    holds, for each name in ``parses``, the metrics by name; its tables have one row a sentence of the gold."""
    yield 0.0
    names = prefixes(parses)
    number = pl.int_range(1, len(gold) + 1, dtype=pl.UInt32, eager=True).alias("number")
    length, pathless = gold.sentences["words"], gold.lattice_tokens.height > 0 and not gold.words.height
    if pathless:  # a lattice in which no path is chosen is as long as its tokens, and has no words that may differ
        tokens = np.bincount(gold.lattice_tokens["sentence"].to_numpy(), minlength=len(gold))
        length = pl.Series("words", tokens, dtype=length.dtype)
    # Those that are scored as one are as long as they are together, as in the picture.
    for pair in (units(gold, parse) for parse in parses.values()):
        if not pair.are_sentences:
            longer = np.maximum(length.to_numpy(), pair.lengths(gold.sentences["words"].to_numpy()))
            length = pl.Series("words", longer, dtype=length.dtype)
    columns = [number, gold.sentences["id"], running_texts(gold), length]
    yield 0.3
    for figure, column in figure_columns(scored).items():
        of_metric = scored[figure.parse][figure.metric]
        by_sentence, value = of_metric.metric.by_sentence(of_metric.counts), pl.col(figure.score)
        if figure.score == DIFFERENCES:  # what is not scored has not none
            scores = pl.any_horizontal(pl.col(*of_metric.ratios).is_not_null())
            value = pl.when(scores).then(of_metric.metric.differences)
        values = by_sentence.select(value.alias(column))[column]
        pair = units(gold, parses[figure.parse])
        if of_metric.metric.in_units and not pair.are_sentences:  # those that are scored as one have the same figures
            values = values.gather(pair.row_of_gold)
        columns.append(values.alias(column))
    for name, parse in parses.items():
        columns.append(pl.Series(_column(names, name, "comparable"), comparable(gold, parse)))
        differ = pl.zeros(len(gold), pl.UInt32, eager=True)
        if pathless:
            differ = pl.repeat(None, len(gold), dtype=pl.UInt32, eager=True)
        elif not have_same_forms(gold, parse):  # a word that is split is one, however many parts it has
            words = yield from mapped_steps(score_steps(Segmentation(), gold, parse), lambda _: 0.3)
            lacked, own = (words.counts[f"{side}_words"] - words.counts["right"] for side in ("gold", "parse"))
            differ = lacked.zip_with(lacked > 0, own).gather(units(gold, parse).row_of_gold)
        columns.append(differ.alias(_column(names, name, WORDS_DIFFER)))
        yield 0.6
    with ThreadPoolExecutor() as pool:  # numpy lets other threads run, and these take longer than all the rest
        of_gold, *of_parses = pool.map(lambda side: _flags(gold, side), (gold, *parses.values()))
    columns += [gold.sentences["readable"], *of_gold]
    for name, flags in zip(parses, of_parses, strict=True):
        columns += [flag.alias(f"{names[name]}_{flag.name}") for flag in flags]
    return pl.DataFrame(columns)


def figure_columns(scored: Mapping[str, Mapping[str, Scored]]) -> dict[FigureColumn, str]:
    """The column of each figure: the score's plain name. Before it stands the metric's name where two metrics have a
    score of this name or the sentence table has a column of its own, and the parse's where there are several parses.
    The first metric's number of differences keeps its name."""
    names = prefixes(scored)
    columns = {}
    for parse, metrics in scored.items():
        figures = [
            FigureColumn(parse, name, score) for name, own in metrics.items() for score in (*own.ratios, DIFFERENCES)
        ]
        uses = Counter(plain_name(figure.score) for figure in figures)
        for figure in figures:
            if figure.score == DIFFERENCES:
                alone = figure.metric == figures[0].metric
            else:
                alone = uses[plain_name(figure.score)] == 1 and plain_name(figure.score) not in _KNOWN
            name = plain_name(figure.score) if alone else f"{figure.metric}_{plain_name(figure.score)}"
            columns[figure] = _column(names, parse, _identifier(name))
    return columns


def other_names(scored: Mapping[str, Mapping[str, Scored]], parse: str) -> dict[str, str]:
    """What columns of `sentence_table` may be called besides, and their own names. Of several parses, the columns of
    ``parse`` as if it were the only one; of a single one, with its name before them."""
    several = len(scored) > 1
    plain = (*figure_columns({parse: scored[parse]}).values(), "comparable", WORDS_DIFFER)
    prefix = prefixes(scored)[parse] if several else _identifier(parse)
    named = {name: f"{prefix}_{name}" for name in plain} | {f"parse_{flag}": f"{prefix}_{flag}" for flag in FLAGS}
    return named if several else {full: name for name, full in named.items()}


def words_differ_column(parses: Iterable[str], parse: str) -> str:
    """The column of the number of words in which this parse differs from the gold."""
    return _column(prefixes(parses), parse, WORDS_DIFFER)


def prefixes(parses: Iterable[str]) -> dict[str, str]:
    """What each parse's columns begin with: its name made fit for SQL; ``parse`` if there is but one."""
    names = list(parses)
    return {names[0]: "parse"} if len(names) == 1 else _fit(names)


def word_prefixes(parses: Iterable[str]) -> dict[str, str]:
    """What each parse's columns of the word table begin with: as `prefixes`, but never as others do there: `_TAKEN`,
    ``b_head``, which tells of the heads in ``b``, and of several ``parse``, which is the chosen one."""
    names = list(parses)
    of_heads = (f"{_identifier(name)}_head" for name in names)
    return _fit(names, (*_TAKEN, *of_heads, *(["parse"] if len(names) > 1 else [])))


def _fit(parses: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """The names made fit for SQL; what is taken gets a number: ``b_2``."""
    fitted: dict[str, str] = {}
    for name in parses:
        wanted = _identifier(name)
        numbered = (wanted if number == 1 else f"{wanted}_{number}" for number in count(1))
        fitted[name] = next(fit for fit in numbered if fit not in {*taken, *fitted.values()})
    return fitted


def _column(names: Mapping[str, str], parse: str, column: str) -> str:
    return column if len(names) == 1 else f"{names[parse]}_{column}"


def _identifier(name: str) -> str:
    fit = re.sub(r"\W+", "_", name)
    return fit if re.match(r"[^\W\d]", fit) else f"parse_{fit}"


def _flags(gold: Treebank, treebank: Treebank) -> list[pl.Series]:
    """The `FLAGS` of the treebank's sentence for each of the gold's, the first if several. Null without words."""

    def words_in(chosen: Bools) -> Integers:
        return np.bincount(treebank.sentence_of_word[chosen], minlength=len(treebank))

    flags = {
        "projective": words_in(dependency.non_projective(treebank)) == 0,
        "cyclic": words_in(dependency.on_cycle(treebank)) > 0,
        "roots": dependency.root_counts(treebank).astype(np.uint32),
        NO_TREE: ill_formed(treebank).names(),
    }
    table = pl.DataFrame(flags).select(pl.when(treebank.sentences["words"] > 0).then(pl.all()))
    both = units(gold, treebank)
    unit = both.of_gold
    rows = pl.Series(both.parse[unit], dtype=pl.UInt32).set(pl.Series(np.diff(both.parse)[unit] == 0), None)
    return table.select(pl.all().gather(rows)).get_columns()


def running_texts(treebank: Treebank) -> pl.Series:
    """Each sentence's text as the file gives it, else its surface tokens joined by spaces (String, no nulls)."""
    given = treebank.sentences["text"]
    if given.null_count() == 0:
        return given
    # The first word of a token stands for all of its words.
    tokens = treebank.tokens
    first = treebank.first_words[tokens["sentence"].to_numpy()] + tokens["first"].to_numpy() - 1
    form = treebank.words["form"].cast(pl.String).scatter(pl.Series(first), tokens["form"])
    kept = given.is_null().to_numpy()[treebank.sentence_of_word] & ~treebank.continues_token
    words = treebank.words.select("sentence", form=form).filter(pl.Series(kept))
    surface = words.group_by("sentence", maintain_order=True).agg(pl.col("form").str.join(" "))
    texts = treebank.sentences.select("text", sentence=pl.int_range(pl.len(), dtype=pl.UInt32))
    texts = texts.join(surface, on="sentence", how="left", maintain_order="left")
    return texts.select(pl.coalesce("text", "form", pl.lit("")).alias("text")).to_series()
