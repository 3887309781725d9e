"""Multiword expressions of cupt files as PARSEME's shared tasks score them (Ramisch et al. 2018; Ramisch et al. 2020;
their evaluate.py).

An expression is a set of words. ``mwe``: those that gold and parse have over the same words, whatever the category, and
each once. ``token``: words in common of gold and parse, whose expressions are paired so that these are most. `CLASSES`
are counted apart, each side's expressions by what they are themselves; those of training where a training file is known
(`Treebank.training`). Facts: one (words, category) an expression. Words that differ are aligned. What a range of words
is part of, so are its words; empty nodes are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from goldleaf.core.alignment import aligned_words, have_same_forms
from goldleaf.core.alignment.same import remembered
from goldleaf.core.errors import PairError
from goldleaf.core.facts import Integers, Mark, compare, compare_rest
from goldleaf.core.metrics.base import Metric, Ratio, count_table, fact_table, sides
from goldleaf.core.treebank import TEXT, Treebank

# Conditions on facts. Seen: with the lemmas of an expression in training, in any order; identical: and with its forms,
# those in its gaps, too.
CLASSES = {
    "continuous": "not discontinuous",
    "discontinuous": "discontinuous",
    "multi_token": "not single_token",
    "single_token": "single_token",
    "seen": "seen",
    "unseen": "not seen",
    "variant": "seen and not identical",
    "identical": "seen and identical",
}
_FIGURES = ("mwe", "token", *CLASSES)
_PARTS = ("precision", "right", "parse"), ("recall", "right", "gold"), ("f1", "twice", "all")  # of classes only F1


class Parseme(Metric):
    """Expressions of cupt files, beside trees: precision, recall and F1 of whole ones and of words, F1 of classes."""

    name = "parseme"
    title = "PARSEME"
    source = "Ramisch et al. 2018"
    ratios = {
        f"{figure}_{part}": Ratio(f"{right}_{figure}", f"{total}_{figure}")
        for figure in _FIGURES
        for part, right, total in _PARTS[2 * (figure in CLASSES) :]
    }
    reported = ("gold_mwe", "parse_mwe", "right_mwe")
    titles = {"mwe": "MWE", "gold_mwe": "MWEs in gold", "parse_mwe": "MWEs in parse", "right_mwe": "MWEs in both"}
    main = "mwe_f1"
    leads = True
    differences = "wrong"
    key = ("words", "tag")
    further = ("same_words", "size", "shared", "discontinuous", "single_token", "seen", "identical")
    views = ("arcs",)
    facts_are = "expressions"
    breaks_down = "expressions"
    classes = CLASSES
    columns = frozenset({"form", "lemma", "mwe"})

    def applies(self, treebank: Treebank) -> bool:
        return "mwe" in treebank.layout.columns

    def check(self, gold: Treebank, parse: Treebank) -> None:
        for side in (gold, parse):
            unsaid = side.words.filter(pl.col("mwe") == "_")
            if unsaid.height:
                remedy = "expected * or the expressions' IDs; is it a blind file?"
                where = f"{side.path}:{unsaid['line'][0]}"
                raise PairError(f"{where}: PARSEME:MWE is _, so nobody knows what is there; {remedy}", path=side.path)

    @property
    def described(self) -> dict[str, str]:
        return self.chosen | ({"train": self.train} if self.train else {})

    train = ""  # the training file, once the metric is fitted

    def fitted(self, gold: Treebank, parse: Treebank) -> Parseme:  # noqa: ARG002
        return self.changed(train=Path(gold.training.path).name if gold.training is not None else "")

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        of_gold, of_parse = _expressions(gold, parse)
        counts: dict[str, np.ndarray] = {}

        def put(figure: str, ours: pl.DataFrame, theirs: pl.DataFrame, right: pl.DataFrame) -> None:
            tables = {"gold": ours, "parse": theirs, "right": right}
            numbers = {
                name: np.bincount(table["sentence"], table["number"].to_numpy(), len(gold)).astype(np.int64)
                for name, table in tables.items()
            }
            numbers |= {"twice": 2 * numbers["right"], "all": numbers["gold"] + numbers["parse"]}
            counts.update({f"{name}_{figure}": values for name, values in numbers.items()})

        distinct = (side.unique(["sentence", "place"], maintain_order=True) for side in (of_gold, of_parse))
        in_gold, in_parse = (side.with_columns(number=1) for side in distinct)
        for figure, condition in {"mwe": "true", **CLASSES}.items():
            if gold.training is not None or "seen" not in condition:
                ours, theirs = (side.filter(pl.sql_expr(condition)) for side in (in_gold, in_parse))
                put(figure, ours, theirs, ours.join(theirs, on=["sentence", "place"], how="semi"))
        shared = in_gold.with_columns(number=shared_words(in_gold, in_parse, ["sentence"]))
        put("token", in_gold.with_columns(number="size"), in_parse.with_columns(number="size"), shared)
        # An expression of the parse is one more mistake unless it has the words of one of the gold's.
        wrong = of_gold.filter(pl.col("mark") != Mark.MATCHED), of_parse.filter(pl.col("unlabeled") != Mark.MATCHED)
        counts["wrong"] = np.bincount(pl.concat([side["sentence"] for side in wrong]), minlength=len(gold))
        return count_table(counts, len(gold))

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's expressions, and those of the parse that match none. The key is ``words`` (a list of positions)
        and ``tag``, the category, empty where it has none; beside it ``unlabeled``, the mark without the category, and
        ``same_words``, whether that is MATCHED; ``size``, how many words it has, and how many its partner of this
        category shares (``shared``, 0 in the parse's own); of what class it is: ``discontinuous``, ``single_token``
        and, null without a training file, ``seen`` and ``identical`` (Boolean). ``kind`` is ``expression``, as those of
        `MultiwordExpressions` are."""
        of_gold, of_parse = _expressions(gold, parse)
        shared = shared_words(of_gold, of_parse, ["sentence", "tag"])
        tables = (
            table.drop("place", "numbers").with_columns(
                side=sides((table["mark"] == Mark.MATCHED).to_numpy(), side),
                position=pl.col("words").list.first(),
                same_words=pl.col("unlabeled") == Mark.MATCHED,
                kind=pl.lit("expression"),
            )
            for side, table in (
                ("gold", of_gold.with_columns(shared)),
                ("parse", of_parse.with_columns(shared=pl.lit(0, pl.Int64))),
            )
        )
        return fact_table(tables, self.key, "sentence", "position")


def shared_words(gold: pl.DataFrame, parse: pl.DataFrame, by: Sequence[str]) -> pl.Series:
    """How many words each expression of the gold has in common with its partner: of all ways to pair the expressions of
    a sentence, or what it is ``by``, that with most in common."""
    in_gold, in_parse = (
        side.select(*by, "numbers", name=pl.int_range(pl.len(), dtype=pl.Int64)).explode("numbers")
        for side in (gold, parse)
    )
    pairs = in_gold.join(in_parse, on=[*by, "numbers"], suffix="_parse").group_by("name", "name_parse").agg(pl.len())
    # Nearly all have words in common with one expression only.
    plain = (pl.len().over("name") == 1) & (pl.len().over("name_parse") == 1)
    shared = np.zeros(gold.height, np.int64)
    shared[pairs.filter(plain)["name"]] = pairs.filter(plain)["len"]
    tangled = pairs.filter(~plain).sort("name", "name_parse")
    if tangled.height:
        import networkx as nx  # takes long to load

        graph = nx.Graph()
        # Those of the parse have names below 0.
        graph.add_weighted_edges_from(tangled.select("name", -1 - pl.col("name_parse"), "len").iter_rows())
        for group in nx.connected_components(graph):
            for pair in nx.max_weight_matching(graph.subgraph(group)):
                shared[max(pair)] = graph.edges[pair]["weight"]
    return pl.Series("shared", shared)


def _expressions(gold: Treebank, parse: Treebank) -> list[pl.DataFrame]:
    """The `expressions` of gold and parse, with the columns ``mark`` and ``unlabeled``."""
    in_gold = np.arange(parse.words.height)
    if not have_same_forms(gold, parse):  # words that only the parse has have numbers below 0
        partner = aligned_words(gold, parse)
        in_gold = np.where(partner >= 0, partner, -1 - in_gold)
    found = [expressions(gold, np.arange(gold.words.height)), expressions(parse, in_gold)]
    if gold.training is not None:
        lemmas, spans = in_training(gold.training)
        known = {"seen": pl.col("lemmas").is_in(lemmas), "identical": pl.col("span").is_in(spans)}
        found = [side.with_columns(**known) for side in found]
    codes = [[side[name].cast(TEXT).to_physical().to_numpy() for name in ("place", "tag")] for side in found]
    ours, theirs = ((side["sentence"].to_numpy(), *own) for side, own in zip(found, codes, strict=True))
    marks = compare(ours, theirs)
    bare = compare_rest(ours[:-1], theirs[:-1], marks)
    return [
        side.drop("lemmas", "span").with_columns(mark=pl.Series(own), unlabeled=pl.Series(unlabeled))
        for side, own, unlabeled in zip(found, marks, bare, strict=True)
    ]


@remembered
def in_training(training: Treebank) -> tuple[list[str], list[str]]:
    """What the columns ``lemmas`` and ``span`` of its `expressions` can be, as evaluate.py has it: of words without a
    lemma the form counts there, and what ranges are part of does not."""
    lemma = pl.when(pl.col("lemma") == "_").then("form").otherwise("lemma").alias("lemma")
    own = replace(training, words=training.words.with_columns(lemma), tokens=training.tokens.clear())
    found = expressions(own, np.arange(own.words.height))
    return found["lemmas"].unique().to_list(), found["span"].unique().to_list()


def expressions(treebank: Treebank, numbers: Integers) -> pl.DataFrame:
    """The expressions of a treebank, each once: ``sentence``, ``words`` (positions), ``tag`` (empty for none), the
    words' ``numbers``, a ``place`` that tells these apart, ``lemmas``, ``span`` (forms, also in gaps), its classes."""
    codes = treebank.words.select("sentence", "position", pl.col("mwe").cast(pl.String))
    if "mwe" in treebank.tokens.columns:
        inside = pl.int_ranges("first", pl.col("last") + 1, dtype=pl.UInt32).alias("position")
        codes = pl.concat([codes, treebank.tokens.select("sentence", inside, "mwe").explode("position")])
    code = pl.col("mwe").str.splitn(":", 2).struct
    members = (
        codes.filter(~pl.col("mwe").is_in(["*", "_"]))
        .with_columns(pl.col("mwe").str.split(";"))
        .explode("mwe")
        .with_columns(id=code[0].cast(pl.UInt32, strict=False), tag=code[1])
        .drop_nulls("id")  # of a range, which nobody has checked
        .sort("sentence", "position", "tag", nulls_last=True)
        .unique(["sentence", "position", "id"], keep="first", maintain_order=True)
    )
    row = treebank.first_words[members["sentence"].to_numpy()] + members["position"].to_numpy() - 1
    lemmas, forms = (treebank.words[name].cast(pl.String) for name in ("lemma", "form"))
    members = members.with_columns(row=row, number=numbers[row], lemma=lemmas.gather(row))
    found = members.group_by("sentence", "id", maintain_order=True).agg(
        pl.col("tag").first().fill_null(""),
        words="position",
        numbers=pl.col("number").sort(),
        lemmas=pl.col("lemma").sort().str.join("\t"),
        first=pl.col("row").first(),
        last=pl.col("row").last(),
    )
    size, span = pl.col("words").list.len(), pl.col("last") - pl.col("first") + 1
    place = pl.col("numbers").cast(pl.List(pl.String)).list.join(" ")
    found = found.with_columns(size=size, place=place, single_token=size == 1, discontinuous=span > size)
    found = found.unique(["sentence", "place", "tag"], keep="first", maintain_order=True)
    within = pl.int_ranges("first", pl.col("last") + 1).alias("row")
    spans = found.select(within, name=pl.int_range(pl.len())).explode("row")
    by_name = spans.with_columns(span=forms.gather(spans["row"])).group_by("name", maintain_order=True)
    spelled = by_name.agg(pl.col("span").str.join("\t"))["span"]
    nothing = pl.lit(None, pl.Boolean)
    return found.with_columns(spelled, seen=nothing, identical=nothing).drop("id", "first", "last")
