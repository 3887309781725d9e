"""Multiword expressions: which words belong to each, in dependencies; made one word each; and marked in constituents as
dependencies mark them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.facts import Integers
from goldleaf.core.structures.constituents import without_nodes
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.dependency_changes import without_words
from goldleaf.core.structures.labels import matching
from goldleaf.core.structures.phrase import discontinuous, parent_rows
from goldleaf.core.treebank import TEXT, Treebank, detached, retexted, translated


class Multiwords(NamedTuple):
    """The expressions (columns ``sentence``, ``words``, ``tag``) and the components (``sentence``, ``component``,
    ``head``, ``label``) of a treebank. Words are named by their positions, counted over those that are kept."""

    expressions: pl.DataFrame
    components: pl.DataFrame


def in_dependencies(treebank: Treebank, labels: Iterable[str]) -> Multiwords:
    """Words with the words that hang on them by one of the labels, or by a subtype of one (``flat:name``)."""
    words, known = treebank.words, list(labels)
    is_component = translated(words["label"], lambda own: own.is_in(known) | own.str.extract("^([^:]*)").is_in(known))
    whole = r"(?:^|\|)(?:mwehead|ExtPos)=([^|]*)"  # what the head's features say that the expression is as a whole
    tag = retexted(words["features"], lambda own: own.str.extract(whole).fill_null(""))
    tags = words.select("sentence", head="position", tag=tag)
    components = (
        words.filter(pl.Series(is_component) & (pl.col("head") != pl.col("position").cast(pl.Int32)))
        .select("sentence", component="position", head=pl.col("head").cast(pl.UInt32), label="label")
        .join(tags, on=("sentence", "head"), how="inner", maintain_order="left")
    )
    members = pl.concat([components.select("sentence", "head", "tag", position=name) for name in ("head", "component")])
    rows = members.with_columns(expression=pl.struct("sentence", "head"))
    return Multiwords(expressions_of(rows), components.drop("tag"))


def expressions_of(rows: pl.DataFrame) -> pl.DataFrame:
    """One row an expression, from one a word of each."""
    first = pl.first("sentence"), pl.col("position").unique().sort().alias("words"), pl.first("tag")
    of_each = rows.group_by("expression", maintain_order=True).agg(first)
    return of_each.drop("expression").sort("sentence", pl.col("words").list.first(), maintain_order=True)


class MultiwordExpression(NamedTuple):
    """The rows of the words of an expression, of the word that is its head, and of its constituent, −1 for none."""

    rows: range
    head: int
    node: int = -1


def merged(treebank: Treebank, pattern: str) -> Treebank:
    """The treebank with each multiword expression as one word (CoNLL-X 2006, §4.2, of the Dutch treebank). ``pattern``
    says which relations components have (``dep_cpd``, ``fixed|flat``), subtypes too, or which categories expressions
    have (``*+``). Forms, lemmas, fine tags and features of the components are joined by underscores, the coarse tag is
    ``MWU``; the rest is that of the head. Expressions with gaps stay, and those that cut a surface token."""
    outer = None
    if "parent" in treebank.words.columns:
        # For each constituent the row of the outermost expression that it is in or is, −1 for none.
        chosen = matching(treebank.nodes["label"], pattern)
        outer = np.full(treebank.nodes.height, -1, np.int64)
        for row, parent in enumerate(parent_rows(treebank.nodes, treebank.nodes).tolist()):  # before their children
            inherited = outer[parent] if parent >= 0 else -1
            outer[row] = inherited if inherited >= 0 else row if chosen[row] else -1
    forms = _forms(treebank, _dependencies(treebank, pattern) if outer is None else _constituents(treebank, outer))
    if not forms:
        return treebank
    instead = np.arange(treebank.words.height)
    for expression in forms:
        instead[expression.rows.start : expression.rows.stop] = expression.rows.start
    made = without_words(detached(treebank, words=_joined(treebank, forms)), instead)
    if outer is None:
        return made
    return without_nodes(made, np.isin(outer, [expression.node for expression in forms]))


def _dependencies(treebank: Treebank, pattern: str) -> list[MultiwordExpression]:
    """The words that hang together by some relations, without gaps, and not in a circle."""
    subtypes = "|".join(f"{relation}|{relation}:*" for relation in pattern.split("|"))
    above = head_rows(treebank)
    inner = matching(treebank.words["label"], subtypes) & (above >= 0)
    top = np.where(inner, above, np.arange(len(above)))
    # Jumps double, so that the top of the longest chain is reached; who is still inside then goes in a circle.
    for _ in range(int(treebank.sentences["words"].max() or 0).bit_length()):  # type: ignore[arg-type]
        top = top[top]
    members: dict[int, list[int]] = {}
    for row in np.flatnonzero(inner & ~inner[top]).tolist():
        members.setdefault(int(top[row]), []).append(row)
    expressions = []
    for head, components in members.items():
        rows = range(min(head, components[0]), max(head, components[-1]) + 1)
        if len(rows) == len(components) + 1:
            expressions.append(MultiwordExpression(rows, head))
    return expressions


def _constituents(treebank: Treebank, outer: Integers) -> list[MultiwordExpression]:
    """The outermost constituents that are expressions of several words without gaps; their first word is the head."""
    nodes = treebank.nodes
    several = (outer == np.arange(nodes.height)) & (nodes["size"] > 1).to_numpy() & ~discontinuous(nodes)
    first = treebank.first_words[nodes["sentence"].to_numpy()]
    start, size = (first + nodes["first"].to_numpy() - 1).tolist(), nodes["size"].to_list()
    rows = np.flatnonzero(several).tolist()
    return [MultiwordExpression(range(start[row], start[row] + size[row]), start[row], row) for row in rows]


def _forms(treebank: Treebank, expressions: list[MultiwordExpression]) -> dict[MultiwordExpression, str]:
    """The form of each expression, of the surface tokens where there are any; without those that cut one."""
    first = treebank.sentences["first_word"].to_list()
    tokens: dict[int, tuple[int, int, str]] = {}  # first and last row and form of the token over a row, if of several
    for sentence, start, end, form in treebank.tokens.select("sentence", "first", "last", "form").iter_rows():
        token = (first[sentence] + start - 1, first[sentence] + end - 1, form)
        tokens.update(dict.fromkeys(range(token[0], token[1] + 1), token))
    forms = treebank.words["form"].cast(pl.String)
    texts: dict[MultiwordExpression, str] = {}
    for expression in expressions:
        pieces = [tokens.get(row, (row, row, forms[row])) for row in expression.rows]
        if pieces[0][0] >= expression.rows.start and pieces[-1][1] < expression.rows.stop:
            texts[expression] = "_".join(form for _, _, form in dict.fromkeys(pieces))
    return texts


def _joined(treebank: Treebank, forms: dict[MultiwordExpression, str]) -> pl.DataFrame:
    """The words with the first of each expression standing for it, as its head but for what is joined."""
    words = treebank.words
    # All columns are the head's first, for there may be more than are known here; then those that are joined.
    source = np.arange(words.height)
    source[[expression.rows.start for expression in forms]] = [expression.head for expression in forms]
    taken = words.with_columns(pl.exclude("sentence", "position", "line").gather(pl.Series(source)))
    starts = pl.Series([expression.rows.start for expression in forms], dtype=pl.UInt32)
    values: dict[str, Iterable[str]] = {"form": forms.values(), "coarse_tag": ["MWU"] * len(forms)}
    for name in {"lemma", "fine_tag", "features"} & {*words.columns}:
        texts = words[name].cast(pl.String)
        values[name] = [
            "_".join(text for text in texts[rows.start : rows.stop] if text != "_") or "_" for rows, _, _ in forms
        ]
    if "misc" in words.columns:  # whether a blank follows
        values["misc"] = words["misc"].gather(pl.Series([expression.rows[-1] for expression in forms])).cast(pl.String)
    if "parent" in words.columns:
        nodes = pl.Series([expression.node for expression in forms])
        taken = taken.with_columns(taken["parent"].scatter(starts, treebank.nodes["parent"].gather(nodes)))
        values["function"] = treebank.nodes["function"].gather(nodes).cast(pl.String)
    known = {name: texts for name, texts in values.items() if name in words.columns}
    return taken.with_columns(_put(taken[name], starts, texts) for name, texts in known.items())


def _put(column: pl.Series, rows: pl.Series, values: Iterable[str]) -> pl.Series:
    return column.scatter(rows, pl.Series([*values], dtype=pl.String).cast(TEXT))


def multiwords_marked(treebank: Treebank) -> Treebank:
    """The constituents with multiword expressions marked as in dependencies (SPMRL 2013, §4.4). Of a constituent ``X+``
    of words alone the first one has the feature ``mwehead=X+``, and the others the function ``dep_cpd``, which a head
    table with the rule ``*+ left *`` makes their relation."""
    nodes, words = treebank.nodes, treebank.words
    of_words, above = parent_rows(words, nodes), parent_rows(nodes, nodes)
    flat = matching(nodes["label"], "*+")
    flat[above[above >= 0]] = False
    inside = np.flatnonzero((of_words >= 0) & np.append(flat, False)[of_words])
    if not inside.size:
        return treebank
    _, at = np.unique(of_words[inside], return_index=True)  # the first word of each is its head
    heads = pl.Series(inside[at], dtype=pl.UInt32)
    others = pl.Series(np.delete(inside, at), dtype=pl.UInt32)
    labels = nodes["label"].gather(pl.Series(of_words[inside[at]])).cast(pl.String)
    own = words["features"].gather(heads).cast(pl.String)
    before = ("" if text == "_" else f"{text}|" for text in own)
    features = [f"{text}mwehead={label}" for text, label in zip(before, labels, strict=True)]
    functions = _put(words["function"], others, ["dep_cpd"] * len(others))
    return detached(treebank, words=words.with_columns(functions, _put(words["features"], heads, features)))
