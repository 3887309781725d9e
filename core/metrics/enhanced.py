"""ELAS and EULAS of enhanced graphs (Bouma, Seddah & Zeman 2020, §3; iwpt20_xud_eval.py).

Facts: one (node, head, label) an edge of the graph; a word may have several. Words are aligned by the characters of the
whole file, as in `core.metrics.ud`. EULAS is without what follows the colon in labels. The program counts an edge as
often as there are edges of the other side that equal it, which without subtypes may be several; ``matching`` says
whether that is so here. Pictures and lists mark each edge once.

Nodes have the names that the file gives them: ``6`` for a word, ``8.1`` for an empty node, ``0`` for the root.

Types of enhancements can be switched off on both sides, for treebanks that do not have them. By name each goes as it
is meant. By number it goes as with ``udeval --enhancements``: there 3 changes nothing, 5 looks for the relative clause
of the word before, 6 keeps ``obl:in:loc``, and what stands for a path is never right where it is the root.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment.word_alignment import aligned, characters, check_same_characters
from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Integers, Mark, compare_chosen, compare_rest
from goldleaf.core.metrics.base import Metric, Option, Ratio, count_table, fact_table, sides
from goldleaf.core.treebank import TEXT, Treebank

FIGURES = ("elas", "eulas")
ENHANCEMENTS = ("gapping", "shared-parents", "shared-dependents", "controlled-subjects", "relative-clauses", "case")
_BY_NAME = {"all": "", **{f"no-{name}": name for name in ENHANCEMENTS}}
_BY_NUMBER = dict(zip("0123456", ("", *ENHANCEMENTS), strict=True))
_ROOT, _NONE = -1, -2
_NOWHERE = "-"  # the head of an edge that cannot be right
# In a step of a label what may have a case, if nothing stands there that is none.
_CASE = r"(?<![^>])(obl|nmod|conj|advcl):(?!(?:pass|relcl|xsubj)(?![^:>]))"
_PLACE = ("node_key", "head_key", "compared_as")
STEP = ">"  # between the labels of a path that led through empty nodes
EDGES = {"sentence": pl.UInt32(), "node": pl.String(), "head": pl.String(), "label": pl.String()}
_OWN = -16  # from here on down: nodes of the parse that the gold has not, and heads that there are not


class Enhanced(Metric):
    """Precision, recall and F1 of the edges of enhanced graphs, with whole labels and without subtypes."""

    name = "enhanced"
    title = "Enhanced graphs"
    source = "Bouma et al. 2020"
    options: ClassVar[tuple[Option, ...]] = (
        Option("empty_nodes", "collapse", ("collapse", "nodes", "ignore", "each"),
               "paths through empty nodes are edges; or they are compared as nodes; or what leads to them is left out, "
               "as udeval does with files that were not collapsed first: 0.3 to 0.6 points of ELAS; each: all three"),
        Option("matching", "pairs", ("pairs", "once"),
               "an edge counts with each that it equals, as in the shared task's program; or once"),
        Option("enhancements", "all", tuple(_BY_NAME),
               "types that are switched off in gold and parse, with commas between; or the numbers of udeval's "
               "--enhancements, which does some otherwise than they are meant", other="NO-TYPE,…|DIGITS"),
    )  # fmt: skip
    ratios = {
        f"{figure}{nodes}.{part}": ratio
        for nodes in ("", "_nodes", "_ignore")
        for figure in FIGURES
        for part, ratio in {
            "precision": Ratio(f"{figure}_right{nodes}", f"parse_edges{nodes}"),
            "recall": Ratio(f"{figure}_right{nodes}", f"gold_edges{nodes}"),
            "f1": Ratio(f"{figure}_twice{nodes}", f"edges{nodes}"),
        }.items()
    }
    reported = ("gold_edges", "parse_edges")
    titles = {figure: figure.upper() for figure in FIGURES}
    differences = "wrong"
    columns = frozenset({"form", "head", "label", "enhanced"})
    in_units = False
    key = ("node", "head", "label")
    views = ("arcs",)
    facts_are = "enhanced"
    main = "elas.f1"

    without: Sequence[str] = ()  # the files that have no enhanced graphs, once the metric is fitted
    off: Sequence[str] = ()  # of `ENHANCEMENTS`
    as_program = False  # whether these are switched off as udeval does it

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        value = self.chosen.get("enhancements", "all")
        self.as_program = value.isdecimal()
        known = _BY_NUMBER if self.as_program else _BY_NAME
        types = value if self.as_program else value.replace(" ", "").split(",")
        if not {*types} <= {*known}:
            raise OptionError(f"enhancements {value}: expected some of {', '.join((*_BY_NAME, *_BY_NUMBER))}")
        self.off = [known[name] for name in types if known[name]]

    @property
    def remark(self) -> str:
        return "; ".join(f"{path} has no enhanced graphs: DEPS is empty" for path in self.without)

    def applies(self, treebank: Treebank) -> bool:
        return "enhanced" in treebank.words.columns

    def check(self, gold: Treebank, parse: Treebank) -> None:
        check_same_characters(gold, parse, self.name)

    def fitted(self, gold: Treebank, parse: Treebank) -> Enhanced:
        return self.changed(without=[side.path for side in (gold, parse) if edges(side, "nodes").is_empty()])

    def edges(self, treebank: Treebank) -> pl.DataFrame:
        """The edges that are compared: the columns of `EDGES`."""
        return edges(treebank, self.chosen["empty_nodes"])

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        of_gold, of_parse = self._compared(gold, parse)
        gold_edges, parse_edges = (np.bincount(one["sentence"], one["times"], len(gold)) for one in (of_gold, of_parse))
        wrong = of_gold.filter(mark=Mark.MISSING)["sentence"]
        # An edge of the parse is one more mistake unless it stands instead of one of the gold's.
        alone = of_parse.filter(pl.col("unlabeled") != Mark.MATCHED, mark=Mark.EXTRA)["sentence"]
        counts: dict[str, npt.NDArray[Any]] = {
            "gold_edges": gold_edges, "parse_edges": parse_edges, "edges": gold_edges + parse_edges,
        }  # fmt: skip
        counts["wrong"] = np.bincount(pl.concat([wrong, alone]), minlength=len(gold))
        # Without subtypes several edges of one node may be equal: the program counts each with each.
        ours, theirs = pl.col("ours"), pl.col("theirs")
        number = ours * theirs if self.chosen["matching"] == "pairs" else pl.min_horizontal(ours, theirs)
        for figure, label in zip(FIGURES, ("compared_as", "universal"), strict=True):
            keys = ["node_key", "head_key", label]
            in_gold = of_gold.group_by(keys).agg(pl.col("times").sum().alias("ours"), pl.col("sentence").first())
            in_parse = of_parse.group_by(keys).agg(pl.col("times").sum().alias("theirs"))
            both = in_gold.join(in_parse, on=keys).select("sentence", number=number)
            right = np.bincount(both["sentence"], both["number"].to_numpy(), len(gold)).astype(np.int64)
            counts |= {f"{figure}_right": right, f"{figure}_twice": 2 * right}
        table = count_table(counts, len(gold))
        for other in ("nodes", "ignore") if self.chosen["empty_nodes"] == "each" else ():
            beside = self.changed(chosen={**self.chosen, "empty_nodes": other}).count(gold, parse)
            table = table.hstack(beside.select(pl.exclude("sentence", "wrong").name.suffix(f"_{other}")))
        return table

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's edges, and those of the parse that match none; nodes have the names of their own file. Beside the
        key ``unlabeled``, the mark without the label; ``compared_as``, the label without what is switched off; and for
        what both have ``parse_node``, ``parse_head`` and ``parse_label``, the names there (String, null for others).
        ``position`` is that of the node, or of the word before an empty one. What is switched off does not score."""
        of_gold, of_parse = self._compared(gold, parse)
        there = of_parse.select(*_PLACE, mark="mark", **{f"parse_{name}": name for name in ("node", "head", "label")})
        there = there.filter(mark=Mark.MATCHED).unique([*_PLACE], keep="first")
        of_gold = of_gold.join(there, on=[*_PLACE, "mark"], how="left", maintain_order="left")
        before = pl.col("node").str.split(".").list.first().cast(pl.UInt32)
        tables = (
            table.drop("universal", "node_key", "head_key", "times").with_columns(
                position=pl.when(before > 0).then(before),
                side=sides((table["mark"] == Mark.MATCHED).to_numpy(), side),
            )
            for side, table in (("gold", of_gold), ("parse", of_parse))
        )
        return fact_table(tables, self.key, "sentence", "position")

    def _compared(self, gold: Treebank, parse: Treebank) -> list[pl.DataFrame]:
        """The edges with keys of their nodes, in the gold's sentences, and marks. ``universal`` is the label without
        what follows the colon; ``unlabeled`` the mark without the label, matches first."""
        ours, theirs = characters(gold), characters(parse)
        found: list[pl.DataFrame] = []
        for treebank, names in zip((gold, parse), _keys(gold, parse, aligned(gold, parse, ours, theirs)), strict=True):
            table = switched_off(self.edges(treebank), treebank, self.off, as_program=self.as_program)
            for column in ("node", "head"):
                own = names.rename({"name": column, "key": f"{column}_key"})
                table = table.join(own, on=["sentence", column], how="left", maintain_order="left")
            # Or a head that there is not; or one that only this side has.
            rest = pl.when(pl.col("head") == _NOWHERE).then(_NONE - 1 - len(found)).otherwise(_NONE)
            root = pl.when(pl.col("head") == "0").then(_ROOT).otherwise(rest)
            table = table.with_columns(pl.col("node_key").fill_null(_NONE), pl.col("head_key").fill_null(root))
            # What follows the colon is left out in each step of a path.
            universal = pl.col("compared_as").str.replace_all(rf":[^{STEP}]*", "")
            found.append(table.with_columns(pl.col("head").replace(_NOWHERE, "0"), universal=universal))
        # The parse's nodes are counted in the sentence in which they begin, an empty one with the word before it.
        sentence = found[1]["sentence"].to_numpy()
        place = found[1]["node"].str.split(".").list.first().cast(pl.Int64).clip(lower_bound=1).to_numpy() - 1
        most = np.maximum(parse.sentences["words"].to_numpy()[sentence].astype(np.int64) - 1, 0)
        row = parse.sentences["first_word"].to_numpy()[sentence] + np.minimum(place, most)
        in_gold = pl.Series(ours.sentences_at(theirs.start[row]), dtype=pl.UInt32)
        found[1] = found[1].with_columns(sentence=in_gold)
        nodes = [(side["node_key"].to_numpy(), side["head_key"].to_numpy()) for side in found]
        labels = [side["compared_as"].cast(TEXT).to_physical().to_numpy() for side in found]
        scoring = [side["times"].to_numpy() > 0 for side in found]
        marks = compare_chosen((*nodes[0], labels[0]), (*nodes[1], labels[1]), *scoring)
        bare = compare_rest(nodes[0], nodes[1], marks)
        return [
            side.with_columns(mark=pl.Series(mark), unlabeled=pl.Series(unlabeled))
            for side, mark, unlabeled in zip(found, marks, bare, strict=True)
        ]


def edges(treebank: Treebank, empty_nodes: str) -> pl.DataFrame:
    """The edges of all sentences, in the order of the words: the columns of `EDGES`. ``empty_nodes``: ``nodes`` keeps
    them, ``ignore`` leaves out the edges from and to them, and ``collapse`` puts an edge for each path through them,
    whose label has those of the path (Bouma, Seddah & Zeman 2020, §3)."""
    of_words = _read(treebank.words.select("sentence", pl.col("position").cast(pl.String).alias("node"), "enhanced"))
    names = pl.concat_str("after", pl.lit("."), "index")
    of_empty = _read(treebank.empty_nodes.select("sentence", names.alias("node"), "enhanced"))
    if empty_nodes == "nodes":
        return pl.concat([of_words, of_empty]).sort("sentence", maintain_order=True)
    passing = pl.col("head").str.contains(".", literal=True)
    direct, through = of_words.filter(~passing), of_words.filter(passing)
    if empty_nodes == "ignore" or through.is_empty():
        return direct
    into: dict[int, defaultdict[str, list[tuple[str, str]]]] = {}
    for sentence, node, head, label in of_empty.iter_rows():
        into.setdefault(sentence, defaultdict(list))[node].append((head, label))
    rows = [
        (sentence, node, start, path)
        for sentence, node, head, label in through.iter_rows()
        for start, path in _paths(head, label, into.get(sentence, {}), (head,))
    ]
    collapsed = pl.DataFrame(rows, schema=EDGES, orient="row").unique(maintain_order=True)
    return pl.concat([direct, collapsed]).unique(maintain_order=True).sort("sentence", maintain_order=True)


def switched_off(
    table: pl.DataFrame, treebank: Treebank, off: Collection[str], *, as_program: bool = False
) -> pl.DataFrame:
    """The edges without some `ENHANCEMENTS`, step by step as eval.py leaves them out. Further columns: ``compared_as``,
    the label that is compared, and ``times``, how often an edge counts: 0 for those that are switched off. Edges of the
    basic tree stand instead of paths, and of references to what relative clauses are about."""
    if not off:
        return table.with_columns(compared_as="label", times=pl.lit(1, pl.UInt32))
    relation, node, head, label = pl.col("label").cast(pl.String), pl.col("node"), pl.col("head"), pl.col("label")
    words = treebank.words.select(
        "sentence", basic=pl.col("head").cast(pl.String), node=pl.col("position").cast(pl.String),
        relation=relation, bare=relation.str.extract("^([^:]*)"),
    )  # fmt: skip
    parents = words.select("sentence", head="node", parent_head="basic", parent_relation="bare")
    edge = table.with_columns(written="label")
    if as_program:  # whose order is that of enhanced_collapse_empty_nodes.pl; to which words without a parent are alike
        edge = edge.sort("sentence", node.cast(pl.Float64), head.cast(pl.Float64), "label", maintain_order=True)
        words = words.with_columns(pl.col("basic").replace("0", _NOWHERE))
    edge = edge.join(words, on=("sentence", "node"), how="left", maintain_order="left")
    basic = {"head": "basic", "label": "bare" if as_program else "relation", "written": "relation"}

    def replaced(which: pl.Expr) -> pl.DataFrame:
        return edge.with_columns(pl.when(which).then(own).otherwise(name).alias(name) for name, own in basic.items())

    if "gapping" in off:
        passes = label.str.contains(STEP, literal=True) | head.str.contains(".", literal=True)
        edge = edge.filter(~node.str.contains(".", literal=True)).with_columns(passes=passes)
        edge = replaced(pl.col("passes")).filter(pl.col("passes") | pl.struct(*EDGES).is_first_distinct())
    if "shared-parents" in off:  # of a conjunct the last conj is kept, and nothing else
        conj, last = label.str.contains(rf"^conj[^{STEP}]*$"), pl.struct("sentence", "node").is_last_distinct()
        edge = edge.filter(conj | ~conj.any().over("sentence", "node")).filter(~conj | last)
    if "shared-dependents" in off and not as_program:
        own = head == pl.col("basic")
        edge = edge.filter(own | ~own.any().over("sentence", "node", "label"))
    edge = edge.join(parents, on=("sentence", "head"), how="left", maintain_order="left")
    if "controlled-subjects" in off:
        controlled = pl.col("parent_relation").eq_missing("xcomp") | (label.str.contains(":xsubj") & (not as_program))
        edge = edge.filter(~label.str.contains(rf"(^|{STEP})nsubj") | ~controlled)
    if "relative-clauses" in off:
        reference = label.str.contains(rf"^ref({STEP}|$)")
        about = pl.col("parent_head").cast(pl.Float64) == node.cast(pl.Float64) - int(as_program)
        external = pl.col("parent_relation").str.contains("^acl" if as_program else "^(acl|advcl)") & about
        edge = edge.filter(reference | ~external.fill_null(value=False))
        edge = replaced(reference)
    edge = edge.drop_nulls(("head", "label"))  # a word may be in no basic tree
    if "case" in off:
        labels, case = edge["label"].unique(), _CASE + (r"[^:>]*(?![^>])" if as_program else "[^>]*")
        edge = edge.with_columns(label.replace(labels, [re.sub(case, r"\1", own) for own in labels]))
    once = edge.rename({"label": "compared_as"}).group_by(*[*EDGES][:3], "compared_as", maintain_order=True)
    kept = once.agg(pl.col("written").first().alias("label"), times=pl.len().clip(0, None if as_program else 1))
    gone = table.join(kept, on=[*EDGES], how="anti").with_columns(compared_as="label", times=pl.lit(0, pl.UInt32))
    return pl.concat([kept, gone.select(kept.columns)]).sort("sentence", maintain_order=True)


def _read(nodes: pl.DataFrame) -> pl.DataFrame:
    """The edges that DEPS has for some nodes, each once; parts that are no dependency are left out."""
    parts = nodes.with_columns(pl.col("enhanced").cast(pl.String).str.split("|")).explode("enhanced")
    fields = pl.col("enhanced").str.splitn(":", 2).struct.rename_fields(["head", "label"])
    split = parts.with_columns(fields).unnest("enhanced")
    is_node = pl.col("head").str.contains(r"^[0-9]+(\.[0-9]+)?$") & pl.col("label").is_not_null()
    found = split.filter(is_node).select("sentence", "node", "head", "label").unique(maintain_order=True)
    return found.cast(dict(EDGES))  # type: ignore[arg-type]


def _paths(
    head: str, label: str, into: Mapping[str, Sequence[tuple[str, str]]], passed: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Where paths through an empty node begin, and their labels; none goes through a node twice."""
    for above, own in into.get(head, ()):
        path = f"{own}{STEP}{label}"
        if "." not in above:
            yield above, path
        elif above not in passed:
            yield from _paths(above, path, into, (*passed, above))


def _keys(gold: Treebank, parse: Treebank, partner: Integers) -> list[pl.DataFrame]:
    """A ``key`` for each node of gold and parse (``sentence``, ``name``)."""
    ours, theirs = _empty_nodes(gold), _empty_nodes(parse)
    # The gold's are rows of words, and behind these numbers of empty nodes; the parse's are the gold's where they are
    # aligned, and others of their own. Empty nodes are aligned that stand behind aligned words, in their order.
    row = theirs["row"].to_numpy()
    there = partner[np.where(row >= 0, row, -1 - row)]
    at = pl.when(pl.Series(there >= 0)).then(pl.Series(np.where(row >= 0, there, -1 - there)))
    known = ours.with_row_index("key", gold.words.height).unique(["row", "place"], keep="last")
    same = theirs.with_columns(row=at).join(known, on=["row", "place"], how="left", maintain_order="left")["key"]
    of_gold = np.arange(gold.words.height + ours.height)
    of_parse = np.append(partner, same.cast(pl.Int64).fill_null(-1))
    of_parse = np.where(of_parse >= 0, of_parse, _OWN - np.arange(len(of_parse)))
    tables = []
    for treebank, empty, keys in ((gold, ours, of_gold), (parse, theirs, of_parse)):
        words = treebank.words.select("sentence", pl.col("position").cast(pl.String).alias("name"))
        names = pl.concat([words, empty.select("sentence", "name")])
        tables.append(names.with_columns(key=pl.Series(keys, dtype=pl.Int64)))
    return tables


def _empty_nodes(treebank: Treebank) -> pl.DataFrame:
    """The empty nodes with the row of the word before them, or below 0 the sentence's beginning; how many precede."""
    first, empty = treebank.first_words, treebank.empty_nodes
    sentence, after = (empty[name].to_numpy().astype(np.int64) for name in ("sentence", "after"))
    row = np.where(after > 0, first[sentence] + after - 1, -1 - first[sentence])
    named = empty.select("sentence", name=pl.concat_str("after", pl.lit("."), "index"), row=pl.Series(row))
    return named.with_columns(place=pl.int_range(pl.len()).over("sentence", "row"))
