"""Multiword expressions made one word each, and marked in constituents as dependencies mark them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.patterns import matching
from goldleaf.core.structures.phrase import discontinuous, parent_rows
from goldleaf.core.structures.renumbering import without_nodes, without_words
from goldleaf.core.treebank import TEXT, Treebank, detached

MULTIWORD = "MWU"
COMPONENT, HEAD = "dep_cpd", "mwehead"
_JOINED = ("lemma", "fine_tag", "features")
_OF_PLACES = ("sentence", "position", "line")


class Expression(NamedTuple):
    """The rows of the words of an expression, of the word that is its head, and of its constituent, −1 for none."""

    rows: range
    head: int
    node: int = -1


def merged(treebank: Treebank, pattern: str) -> Treebank:
    """The treebank with each multiword expression as one word (CoNLL-X 2006, §4.2, of the Dutch treebank).

    ``pattern`` says which relations components have (``dep_cpd``, ``fixed|flat``), subtypes too, or which categories
    expressions have (``*+``). Forms, lemmas, fine tags and features of the components are joined by underscores, the
    coarse tag is ``MWU``; the rest is that of the head. Expressions with gaps stay, and those that cut a surface token.
    """
    constituents = "parent" in treebank.words.columns
    outer = _outermost(treebank, matching(treebank.nodes["label"], pattern)) if constituents else None
    found = _dependencies(treebank, pattern) if outer is None else _constituents(treebank, outer)
    forms = _forms(treebank, found)
    if not forms:
        return treebank
    instead = np.arange(treebank.words.height)
    for one in forms:
        instead[one.rows.start : one.rows.stop] = one.rows.start
    made = without_words(detached(treebank, words=_joined(treebank, forms)), instead)
    return made if outer is None else without_nodes(made, np.isin(outer, [one.node for one in forms]))


def _dependencies(treebank: Treebank, pattern: str) -> list[Expression]:
    """The words that hang together by some relations, without gaps, and not in a circle."""
    subtypes = "|".join(f"{one}|{one}:*" for one in pattern.split("|"))
    above = head_rows(treebank)
    inner = matching(treebank.words["label"], subtypes) & (above >= 0)
    top = np.where(inner, above, np.arange(len(above)))
    for _ in range(int(treebank.sentences["words"].max() or 0).bit_length()):  # type: ignore[arg-type]
        top = top[top]
    members: dict[int, list[int]] = {}
    for row in np.flatnonzero(inner & ~inner[top]).tolist():
        members.setdefault(int(top[row]), []).append(row)
    found = [(head, sorted([head, *rows])) for head, rows in members.items()]
    return [
        Expression(range(rows[0], rows[-1] + 1), head) for head, rows in found if rows[-1] - rows[0] + 1 == len(rows)
    ]


def _outermost(treebank: Treebank, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """For each constituent the row of the outermost of those chosen that it is in or is, −1 for none."""
    above = parent_rows(treebank.nodes, treebank.nodes).tolist()
    found = np.full(len(above), -1, np.int64)
    for row, parent in enumerate(above):  # parents stand before their children
        found[row] = found[parent] if parent >= 0 and found[parent] >= 0 else row if chosen[row] else -1
    return found


def _constituents(treebank: Treebank, outer: npt.NDArray[np.int64]) -> list[Expression]:
    nodes = treebank.nodes
    several = (outer == np.arange(nodes.height)) & (nodes["size"] > 1).to_numpy() & ~discontinuous(nodes)
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[nodes["sentence"].to_numpy()]
    start = (first + nodes["first"].to_numpy() - 1).tolist()
    size = nodes["size"].to_list()
    return [
        Expression(range(start[row], start[row] + size[row]), start[row], row)
        for row in np.flatnonzero(several).tolist()
    ]


def _forms(treebank: Treebank, found: list[Expression]) -> dict[Expression, str]:
    """The form of each expression, of the surface tokens where there are any; without those that cut one."""
    tokens = _tokens(treebank)
    forms = treebank.words["form"].cast(pl.String)
    texts: dict[Expression, str] = {}
    for one in found:
        pieces = [tokens.get(row, (row, row, forms[row])) for row in one.rows]
        if pieces[0][0] >= one.rows.start and pieces[-1][1] < one.rows.stop:
            texts[one] = "_".join(form for _, _, form in dict.fromkeys(pieces))
    return texts


def _tokens(treebank: Treebank) -> dict[int, tuple[int, int, str]]:
    """The first and last row, and the form, of the surface token over each row that is in one of several words."""
    first = treebank.sentences["first_word"].to_list()
    rows = treebank.tokens.select("sentence", "first", "last", "form").iter_rows()
    tokens = [(first[sentence] + start - 1, first[sentence] + end - 1, form) for sentence, start, end, form in rows]
    return {row: token for token in tokens for row in range(token[0], token[1] + 1)}


def _joined(treebank: Treebank, forms: Mapping[Expression, str]) -> pl.DataFrame:
    """The words with the first of each expression standing for it."""
    words = treebank.words
    source = np.arange(words.height)
    source[[one.rows.start for one in forms]] = [one.head for one in forms]
    names = pl.exclude(_OF_PLACES)
    taken = words.with_columns(names.gather(pl.Series(source)))
    starts = pl.Series([one.rows.start for one in forms], dtype=pl.UInt32)
    if "parent" in words.columns:
        above = treebank.nodes["parent"].gather(pl.Series([one.node for one in forms]))
        taken = taken.with_columns(taken["parent"].scatter(starts, above))
    columns = {name: values for name, values in _values(treebank, forms).items() if name in words.columns}
    return taken.with_columns(_put(taken[name], starts, values) for name, values in columns.items())


def _put(column: pl.Series, rows: pl.Series, values: Iterable[str]) -> pl.Series:
    """A column of texts with others in some rows."""
    return column.scatter(rows, pl.Series([*values], dtype=pl.String).cast(TEXT))


def _values(treebank: Treebank, forms: Mapping[Expression, str]) -> dict[str, Iterable[str]]:
    """What expressions have in some columns as words."""
    words = treebank.words
    found: dict[str, Iterable[str]] = {"form": forms.values(), "coarse_tag": [MULTIWORD] * len(forms)}
    for name in {*_JOINED} & {*words.columns}:
        found[name] = [_together(words[name], one.rows) for one in forms]
    if "misc" in words.columns:  # whether a blank follows
        found["misc"] = words["misc"].gather(pl.Series([one.rows[-1] for one in forms])).cast(pl.String)
    if "parent" in words.columns:
        rows = pl.Series([one.node for one in forms])
        found["function"] = treebank.nodes["function"].gather(rows).cast(pl.String)
    return found


def _together(column: pl.Series, rows: range) -> str:
    values = [value for value in column[rows.start : rows.stop].cast(pl.String) if value != "_"]
    return "_".join(values) or "_"


def marked(treebank: Treebank) -> Treebank:
    """The constituents with multiword expressions marked as in dependencies (SPMRL 2013, §4.4).

    Of a constituent ``X+`` of words alone the first one has the feature ``mwehead=X+``, and the others the function
    ``dep_cpd``, which a head table with the rule ``*+ left *`` makes their relation.
    """
    nodes, words = treebank.nodes, treebank.words
    of_words, above = parent_rows(words, nodes), parent_rows(nodes, nodes)
    flat = matching(nodes["label"], "*+")
    flat[above[above >= 0]] = False
    inside = np.flatnonzero((of_words >= 0) & np.append(flat, False)[of_words])
    if not inside.size:
        return treebank
    _, at = np.unique(of_words[inside], return_index=True)
    heads = pl.Series(inside[at], dtype=pl.UInt32)
    others = pl.Series(np.delete(inside, at), dtype=pl.UInt32)
    labels = nodes["label"].gather(pl.Series(of_words[inside[at]])).cast(pl.String)
    own = words["features"].gather(heads).cast(pl.String)
    function = _put(words["function"], others, [COMPONENT] * len(others))
    features = _put(words["features"], heads, map(_with_head, own, labels))
    return detached(treebank, words=words.with_columns(function, features))


def _with_head(features: str, label: str) -> str:
    mark = f"{HEAD}={label}"
    return mark if features == "_" else f"{features}|{mark}"
