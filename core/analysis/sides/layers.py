"""Layers of annotation in which two treebanks can differ, and where they do: heads and labels, tags, lemmas, …; and
what each of several treebanks says at every place where any two of them differ.

Nothing is left out, as metrics leave out punctuation: whoever reviews or adjudicates sees each difference. What is
compared belongs to words that both sides have (see `core.alignment`); words without a partner are differences of their
own. Values are compared as they are written; ``_``, an empty text and null are all no value.

An ``item`` says what in a sentence differs, by the numbers of the gold's words: ``4`` for a word, ``8>3`` for the role
of word 3 to predicate 8, ``3-5+8-8`` for the yield of a constituent, ``4.1`` for the first word that the parse alone
has after word 4; it is empty where the whole sentence is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides import word_layers
from goldleaf.core.analysis.sides.word_layers import NOTHING, Found, Paired, codes, items, paired, shared, together
from goldleaf.core.facts import Integers, Keys, Mark, compare, identity, rows_among, spread
from goldleaf.core.metrics.base import has_constituents, has_dependencies
from goldleaf.core.metrics.parseval.evalb import codes_for
from goldleaf.core.structures import parents
from goldleaf.core.structures.function import NO_FUNCTION, ROOTS
from goldleaf.core.structures.phrase import parent_rows, with_yields
from goldleaf.core.treebank import Treebank


class Layer(StrEnum):
    """What annotators decide on, in the order in which it is listed."""

    ARC = "arc"  # head and label
    TAG = "tag"  # coarse and fine
    LEMMA = "lemma"
    FEATURES = "features"
    CONSTITUENT = "constituent"  # label and function of all constituents with one yield
    ROLE = "role"  # senses of predicates, and what their arguments are to them
    WORDS = "words"  # words and sentences that are cut differently


OF_TREES = (Layer.ARC, Layer.CONSTITUENT)  # by which trees differ, whatever stands at their words

# What a layer is of, in the plural.
LAYER_NAMES = {
    Layer.ARC: "heads and labels",
    Layer.TAG: "tags",
    Layer.LEMMA: "lemmas",
    Layer.FEATURES: "features",
    Layer.CONSTITUENT: "constituents",
    Layer.ROLE: "roles",
    Layer.WORDS: "words and sentences",
}

# The columns of `layer_differences`.
DIFFERENCES = {
    "sentence": pl.UInt32(),  # row of the gold's sentences, from 0
    "layer": pl.Enum([layer.value for layer in Layer]),
    **word_layers.ITEMS,
}

# What layers are in that stand in columns of words; of roles, the senses.
COLUMNS = {
    Layer.TAG: ("coarse_tag", "fine_tag"), Layer.LEMMA: ("lemma",), Layer.FEATURES: ("features",),
    Layer.ROLE: ("predicate",),
}  # fmt: skip


def differences_in(layer: Layer, sides: Paired) -> Found:
    """The items that differ in a layer that both sides have."""
    match layer:
        case Layer.ARC:
            return word_layers.arcs(sides)
        case Layer.CONSTITUENT:
            return _constituents(sides)
        case Layer.WORDS:
            return word_layers.cuts(sides)
    values = word_layers.in_columns(sides, shared(sides.gold, sides.parse, COLUMNS[layer]))
    return together(values, _arguments(sides)) if layer is Layer.ROLE else values


def layers_of(gold: Treebank, parse: Treebank) -> tuple[Layer, ...]:
    """The layers that both treebanks have something of; `Layer.WORDS` where words or sentences differ."""
    both = (gold, parse)
    there = {
        Layer.ARC: all(has_dependencies(side) for side in both),
        Layer.CONSTITUENT: all(has_constituents(side) for side in both),
        Layer.WORDS: not paired(gold, parse).same_words,
        **{layer: bool(shared(gold, parse, columns)) for layer, columns in COLUMNS.items()},
    }
    return tuple(layer for layer in Layer if there[layer])


def layer_differences(gold: Treebank, parse: Treebank, layers: Iterable[Layer]) -> pl.DataFrame:
    """One row an item that differs, with the columns of `DIFFERENCES`, by sentence, place and layer. ``first`` and
    ``last`` are the bounds of a constituent's yield, else null. ``gold`` and ``parse`` are what either side has, as a
    person reads it (``4 obj``, ``NOUN NN``, ``NP-SBJ``), null for nothing. Layers that not both have give no rows.
    Heads of the parse are told by the gold's numbers, or by their forms where the gold lacks them."""
    sides, asked = paired(gold, parse), {*layers}
    tables = [pl.DataFrame(schema=DIFFERENCES)]
    for layer in layers_of(gold, parse):
        if layer in asked:
            found = differences_in(layer, sides)
            table = found.table().with_columns(sentence=pl.Series(found.sentence), layer=pl.lit(layer.value))
            tables.append(table.select(pl.col(name).cast(dtype) for name, dtype in DIFFERENCES.items()))
    return pl.concat(tables).sort("sentence", pl.coalesce("first", "position"), "layer", maintain_order=True)


def layer_counts(gold: Treebank, parse: Treebank, layers: Iterable[Layer]) -> pl.DataFrame:
    """How many items differ: ``sentence``, and a column (uint32) for each of the layers, named like it. One row a
    sentence of the gold. The same as counting `layer_differences`, without a text being made."""
    sides, there = paired(gold, parse), layers_of(gold, parse)
    columns = {"sentence": np.arange(len(gold), dtype=np.uint32)}
    for layer in layers:
        found = differences_in(layer, sides).sentence if layer in there else np.zeros(0, np.int64)
        columns[layer.value] = np.bincount(found, minlength=len(gold)).astype(np.uint32)
    return pl.DataFrame(columns)


def place_counts(treebanks: Sequence[Treebank], layers: Iterable[Layer]) -> dict[Layer, int]:
    """At how many places any two of the treebanks differ, in each layer in which the first and another can."""
    first, *others = treebanks
    asked = [layer for layer in layers if any(layer in layers_of(first, other) for other in others)]
    if not asked:
        return {}
    if len(others) == 1:
        counts = layer_counts(first, others[0], asked)
        return {layer: int(counts[layer.value].sum()) for layer in asked}
    places = pl.concat([layer_differences(first, other, asked) for other in others]).unique(PLACE)["layer"]
    return {layer: int((places == layer.value).sum()) for layer in asked}


PLACE = ("sentence", "layer", "item")
_ABOUT = (*PLACE, "position", "first", "last")
# The columns of `readings`. A ``position`` is 0 where a place is no one word.
READINGS = {
    **{name: DIFFERENCES[name] for name in _ABOUT},
    "side": pl.UInt32(),  # from 0 in the order of the treebanks
    "reading": pl.String(),  # null for nothing, as in `DIFFERENCES`
    "alike": pl.UInt32(),  # the first side who says the same
}


def readings(treebanks: Sequence[Treebank], layers: Iterable[Layer]) -> pl.DataFrame:
    """What all treebanks say of each place, by the first one's numbers, in the order of `layer_differences` and then of
    the treebanks. Who lacks the layer, or the word, has no row there. Raises ValueError for one."""
    if len(treebanks) < 2:
        raise ValueError("treebanks: at least two are wanted")
    (first, *others), asked = treebanks, tuple(layers)
    differing = [layer_differences(first, other, asked) for other in others]
    # If any two differ, one of them differs from the first: so nothing is missed by comparing all with that.
    places = pl.concat(differing).unique(PLACE, keep="first", maintain_order=True)
    places = places.sort("sentence", pl.coalesce("first", "position"), "layer", maintain_order=True)
    places = places.select(*_ABOUT, "gold", place=pl.int_range(pl.len()))
    # The row of the word in the first treebank, −1 for what is no word there.
    sentence, position = (places[name].to_numpy().astype(np.int64) for name in ("sentence", "position"))
    word = np.where(position > 0, first.first_words[sentence] + position - 1, -1)
    tables = [places.with_columns(side=pl.lit(0), reading="gold")]
    for number, (other, own) in enumerate(zip(others, differing, strict=True), 1):
        told = places.join(own.select(*PLACE, "parse", differs=True), on=PLACE, how="left", maintain_order="left")
        differs = told["differs"].is_not_null().to_numpy()
        sides = paired(first, other)
        has_word = np.full(len(word), True) if sides.same_words else (word < 0) | (sides.known[word] >= 0)
        there = places["layer"].is_in([*layers_of(first, other), Layer.WORDS]).to_numpy()
        has_word |= (places["layer"] == Layer.WORDS).to_numpy()  # not to have it is what is said of it
        reading = pl.when("differs").then("parse").otherwise("gold")
        told = told.with_columns(side=pl.lit(number), reading=reading)
        tables.append(told.filter(pl.Series(differs | (there & has_word))))
    wanted = ("place", *_ABOUT, "side", "reading")
    table = pl.concat([one.select(wanted) for one in tables], how="vertical_relaxed").sort("place", "side")
    # Constituents over the same words are the same in whatever order.
    in_order = pl.col("reading").str.split(" ").list.sort().list.join(" ")
    same = pl.when(pl.col("layer") == Layer.CONSTITUENT.value).then(in_order).otherwise("reading")
    table = table.with_columns(alike=pl.col("side").min().over("place", same))
    return table.select(pl.col(name).cast(dtype) for name, dtype in READINGS.items())


_BITS = 32  # of an argument's row in the key of a pair, before which its predicate's stands


class Bags(NamedTuple):
    """Things of one side: the key of the group that each is in, and of what it is compared by."""

    group: Keys
    value: Keys


class _Side(NamedTuple):
    """The words and constituents of one side; positions in them are rows of the gold's words and 1."""

    words: pl.DataFrame
    nodes: pl.DataFrame
    rows: Integers  # of the nodes that are compared
    bags: Bags


def _constituents(sides: Paired) -> Found:
    """Yields whose constituents differ in label or function, or are not of as many. Yields are of words that both sides
    have. The artificial root, over a whole sentence with a label such as ``TOP``, is left out: not all have it."""
    known = np.arange(sides.gold.words.height) if sides.same_words else sides.known
    gold = _side(sides.gold, known, same_words=sides.same_words)
    parse = _side(sides.parse, sides.partner, same_words=sides.same_words)
    groups = _differing(gold.bags, parse.bags)
    in_gold = rows_among(groups, gold.bags.group)
    has = in_gold >= 0
    of_gold = gold.rows[in_gold[has]]
    of_parse = parse.rows[rows_among(groups[~has], parse.bags.group)]

    def merged(name: str) -> Integers:
        result = np.empty(len(has), np.int64)
        for side, own, rows in ((gold, has, of_gold), (parse, ~has, of_parse)):
            result[own] = side.nodes[name].to_numpy()[rows]
        return result

    first, last = merged("first") - 1, merged("last") - 1
    sentence = sides.sentence[first]

    def table() -> pl.DataFrame:
        before = sides.first_word[sentence] - 1
        bounds = pl.DataFrame({"first": first - before, "last": last - before})
        item = bounds.select(item=pl.format("{}-{}", "first", "last"))["item"]
        gaps = np.flatnonzero(last - first + 1 > merged("size"))
        for side, own, rows in ((gold, has, of_gold), (parse, ~has, of_parse)):
            some = gaps[own[gaps]]
            chosen = rows[(np.cumsum(own) - 1)[some]]
            item = item.scatter(some, _runs(side, chosen, before[some]))
        values = (_joined(groups, side.bags.group, _texts(side.nodes[side.rows])) for side in (gold, parse))
        return items(item=item, **bounds.to_dict(), **dict(zip(("gold", "parse"), values, strict=True)))

    return Found(sentence, table)


def _side(treebank: Treebank, rows: Integers, *, same_words: bool) -> _Side:
    """``rows``: for each word the row of the gold's word that it is, −1 for none."""
    position = pl.Series("position", rows + 1, dtype=pl.UInt32)
    words = treebank.words.select("sentence", "parent").with_columns(position).filter(pl.Series(rows >= 0))
    nodes = treebank.nodes
    if same_words:  # then yields are known
        before = pl.Series(treebank.sentences["first_word"].to_numpy()[nodes["sentence"].to_numpy()], dtype=pl.UInt32)
        nodes = nodes.with_columns(pl.col("first") + before, pl.col("last") + before)
    else:
        nodes = with_yields(words, nodes)
    artificial = (nodes["parent"] == 0).to_numpy() & np.isin(nodes["label"].to_physical().to_numpy(), codes_for(ROOTS))
    chosen = np.flatnonzero((nodes["size"] > 0).to_numpy() & ~artificial)
    sentence, over = (nodes[name].to_numpy()[chosen] for name in ("sentence", "yield"))
    label, function = codes(nodes["label"])[chosen], codes(nodes["function"], NO_FUNCTION)[chosen]
    return _Side(words, nodes, chosen, Bags(identity(sentence, over), identity(label, function)))


def _texts(nodes: pl.DataFrame) -> pl.Series:
    """The label of each node, and its function if it has one: ``NP-SBJ``."""
    label, function = (pl.col(name).cast(pl.String) for name in ("label", "function"))
    label = pl.when(label.is_in(NOTHING)).then(pl.lit("_")).otherwise(label)
    whole = pl.when(function.is_in(NO_FUNCTION)).then(label).otherwise(pl.concat_str(label, pl.lit("-"), function))
    return nodes.select(whole.alias("text")).to_series()


def _runs(side: _Side, chosen: Integers, before: Integers) -> pl.Series:
    """The yields of nodes with gaps, as ranges; ``before``: the number of the word before each one's sentence."""
    place = spread(side.nodes.height, chosen, np.arange(len(chosen)), -1)
    of_words, of_nodes = (parent_rows(table, side.nodes) for table in (side.words, side.nodes))
    row, node = parents.under(of_words, of_nodes, place >= 0)
    number, word = place[node], side.words["position"].to_numpy()[row].astype(np.int64)
    table = pl.DataFrame({"node": number, "word": word - 1 - before[number]}).sort("node", "word")
    starts = (pl.col("word") - pl.int_range(pl.len()).over("node")).alias("run")
    runs = table.with_columns(starts).group_by("node", "run", maintain_order=True)
    ranges = runs.agg(text=pl.format("{}-{}", pl.col("word").first(), pl.col("word").last()))
    return ranges.group_by("node", maintain_order=True).agg(pl.col("text").str.join("+"))["text"]


def _arguments(sides: Paired) -> Found:
    gold, parse = _roles(sides.gold, sides.known), _roles(sides.parse, sides.partner)
    pairs = _differing(gold[0], parse[0])
    pair = pairs.astype(np.int64)
    predicate, argument = pair >> _BITS, pair & ((1 << _BITS) - 1)

    def table() -> pl.DataFrame:
        position = sides.position(argument)
        item = pl.select(pl.format("{}>{}", pl.Series(sides.position(predicate)), pl.Series(position))).to_series()
        values = (_joined(pairs, bags.group, texts) for bags, texts in (gold, parse))
        return items(position=position, item=item, **dict(zip(("gold", "parse"), values, strict=True)))

    return Found(sides.sentence[argument], table)


def _roles(treebank: Treebank, rows: Integers) -> tuple[Bags, pl.Series]:
    """The arguments of words that both sides have, and their roles; ``rows`` are the words' in the gold."""
    table = treebank.arguments
    first = treebank.first_words[table["sentence"].to_numpy()]
    predicate, argument = (rows[first + table[name].to_numpy() - 1] for name in ("predicate", "argument"))
    there = (predicate >= 0) & (argument >= 0)
    role = table["role"].filter(pl.Series(there))
    group = ((predicate << _BITS) | argument)[there].astype(np.uint64)
    return Bags(group, codes(role).astype(np.uint64)), role.cast(pl.String)


def _differing(gold: Bags, parse: Bags) -> Keys:
    """The groups, sorted, that do not hold the same on both sides, however often."""
    marks = compare(*([identity(side.group, side.value)] for side in (gold, parse)))
    alone = [side.group[own != Mark.MATCHED] for side, own in zip((gold, parse), marks, strict=True)]
    return np.unique(np.concatenate(alone))


def _joined(groups: Keys, of: Keys, texts: pl.Series) -> pl.Series:
    """The texts of each group, in their order; null for a group without any. ``of``: the group of each text."""
    chosen = np.isin(of, groups)
    table = pl.DataFrame({"group": of[chosen], "text": texts.filter(pl.Series(chosen))})
    said = table.group_by("group").agg(pl.col("text").str.join(" "))
    return pl.DataFrame({"group": groups}).join(said, on="group", how="left", maintain_order="left")["text"]
