"""What a condition has found: as people and programs read it, and in the sentence that is shown. No Qt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from goldleaf.core import formats
from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable
from goldleaf.core.analysis.sides.sentence_table import running_texts, word_prefixes
from goldleaf.core.analysis.sides.word_table import ROW
from goldleaf.core.errors import OptionError, counted
from goldleaf.core.facts import Integers
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.layers import runs
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.text.spreadsheets import csv_of

GOLD, PARSE = "gold", "parse"

ENDINGS = {"text": ".txt", "ids": ".ids", "csv": ".csv", "json": ".json", "conllu": ".conllu"}  # of files by format
WORD_HIT = {"word": pl.UInt32(), "form": pl.String()}
# The columns of hits beside ``sentence`` and ``id``; those of nodes are there if a condition looks for nodes, and
# ``side`` also if it has found words that the gold does not have
NODE_HIT = {
    "kind": pl.String(), "side": pl.String(), "gold": pl.String(), "parse": pl.String(), "words": pl.List(pl.UInt32()),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class SearchResult:
    """What was found: ``rows`` has a row a hit, or a sentence without hits, and the hits of a sentence together.
    Columns: ``sentence`` (from 1), ``id``, ``word`` (its ID) and ``form``, null for what is no word. If some words are
    not the gold's, also ``side``: whose they are, of which ``word`` is the ID there. If the condition looks for nodes
    also ``kind`` (constituent, function), ``side`` (who has it: gold, parse, both, or the name of another parse),
    ``gold`` and ``parse`` (its label there) and ``words`` (the IDs of its words: the gold's if it has the node), all
    null for a word of the gold."""

    condition: str
    gold: Treebank
    filtered: Filtered
    rows: pl.DataFrame
    names: Mapping[str, str]  # what the sides are called in text; empty if there is no other

    @property
    def counts(self) -> str:
        """How many sentences, words and nodes there are, such as ``2 sentences, 3 words``."""
        return ", ".join([counted(len(self.filtered.rows), "sentence"), *hit_counts(self.filtered)])

    def lines(self) -> Iterator[str]:
        """A line a sentence: number, id, what was found in it, text."""
        texts = running_texts(self.gold)
        for (number, name), rows in self.rows.group_by("sentence", "id", maintain_order=True):
            hits = ", ".join(filter(None, map(self._hit, rows.iter_rows(named=True))))
            yield "  ".join(filter(None, (f"{number}", name, hits, texts[number - 1])))

    def _hit(self, row: Mapping[str, Any]) -> str:
        """A word with its ID, or a node with those of its words and its labels; whose it is, if not both sides'."""
        side = row.get("side")
        name = "" if side in (None, "both") else self.names.get(side, side)
        whose = f" ({name})" if name else ""
        if row["word"] is not None:
            return f"{row['word']} {row['form']}{whose}"
        if row.get("kind") is None:
            return ""
        labels = [row[own] or "_" for own in ("gold", "parse") if side in (own, "both")]
        words = "+".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs(row["words"] or ()))
        return f"{words} {'/'.join(dict.fromkeys(labels))}{whose}".strip()

    def ids(self) -> list[str]:
        """The ids of the sentences; the number of a sentence without one."""
        ids = self.rows.select(pl.coalesce("id", pl.col("sentence").cast(pl.String))).to_series()
        return list(ids.unique(maintain_order=True))

    @property
    def table(self) -> pl.DataFrame:
        """A row a hit; the words of a node with blanks between them."""
        return self.rows.with_columns(pl.col(pl.List(pl.UInt32)).cast(pl.List(pl.String)).list.join(" "))

    def json(self) -> dict[str, Any]:
        """The object that scripts read; its shape is a promise."""
        hits = self.rows.drop("form").to_dicts()
        return {"condition": self.condition, "sentences": len(self.filtered.rows), "hits": hits}

    def conllu(self) -> str:
        """The sentences as they stand in the gold's file. Raises OptionError if that has another format."""
        if self.gold.format != "conllu":
            remedy = "--format ids names the sentences"
            raise OptionError(f"--format conllu: {self.gold.path} is {self.gold.format}; {remedy}")
        data = formats.FORMATS["conllu"].to_bytes(self.gold.only(self.filtered.rows))
        # CoNLL-U ends each sentence, the last one too, with one blank line; what was left out may have left several.
        text = re.sub(r"(\r?\n)(?:\r?\n)+", r"\1\1", data.decode(self.gold.layout.encoding)).lstrip("\r\n")
        return text if text.endswith("\n\n") or not text else text.rstrip("\n") + "\n\n"

    def written(self, kind: str) -> bytes:
        """A file of one of the `ENDINGS`. Raises OptionError as `conllu` does."""
        if kind == "conllu":
            return self.conllu().encode(self.gold.layout.encoding)
        texts: dict[str, Callable[[], str]] = {
            "text": lambda: "".join(f"{line}\n" for line in (*self.lines(), self.counts)),
            "ids": lambda: "".join(f"{name}\n" for name in self.ids()),
            "csv": lambda: csv_of(self.table),
            "json": lambda: json.dumps(self.json(), ensure_ascii=False, allow_nan=False, indent=1) + "\n",
        }
        return texts[kind]().encode()


def hit_counts(found: Filtered) -> list[str]:
    """How many words, facts and nodes of each kind were found, such as ``3 words``, as far as such were looked for."""
    if found.facts is not None:
        words = [counted(found.facts, "fact")]
    else:
        words = [] if found.hits is None else [counted(found.words, "word")]
    kinds = [] if found.nodes is None else found.nodes["kind"].to_list()
    return [*words, *(counted(kinds.count(kind), str(kind)) for kind in found.node_kinds)]


def found_in(document: Document, parse: int, condition: str, filtered: Filtered) -> SearchResult:
    """What a condition on gold and this parse has found, with the words as their files call them."""
    gold = document.gold
    sentences = gold.sentences.with_row_index("sentence").select("sentence", "id")[filtered.rows]
    hits = [pl.DataFrame(schema={"sentence": pl.UInt32(), **WORD_HIT})]
    if filtered.hits is not None:
        of_gold = filtered.hits.filter(pl.col("row").is_null()) if "row" in filtered.hits.columns else filtered.hits
        names = gold.words.select("sentence", "position", word=_id_of(gold), form=pl.col("form").cast(pl.String))
        named = of_gold.join(names, on=["sentence", "position"], how="left", maintain_order="left")
        hits.append(named.select("sentence", *WORD_HIT))
        for side, treebank, words in words_of_parses(document, parse, filtered.hits):
            names = treebank.words.select(word=_id_of(treebank), form=pl.col("form").cast(pl.String))
            own = names.select(pl.all().gather(words["word"]))
            hits.append(own.select(words["sentence"], pl.all(), side=pl.lit(side)))
    if filtered.nodes is not None:
        hits[0] = hits[0].with_columns(pl.lit(None, dtype).alias(name) for name, dtype in NODE_HIT.items())
        # In the order in which they were looked for.
        for kind in dict.fromkeys(filtered.nodes["kind"]):
            table = document.tables.nodes(NodeKind(kind), parse)
            assert table is not None
            rows = filtered.nodes.filter(pl.col("kind") == kind)["row"]
            hits.append(_nodes(table, rows.to_numpy().astype(np.int64)))
    # Nodes have columns that words have not.
    found = sentences.join(pl.concat(hits, how="diagonal"), on="sentence", how="left", maintain_order="left_right")
    whose = {"gold": (document.gold_names[0] if document.adjudicated else "gold") if document.parses else ""}
    if document.adjudicated and 0 <= parse < len(document.parses):
        whose["parse"] = document.parses[parse].name
    return SearchResult(condition, gold, filtered, found.with_columns(pl.col("sentence") + 1), whose)


def words_of_parses(document: Document, parse: int, hits: pl.DataFrame) -> Iterator[tuple[str, Treebank, pl.DataFrame]]:
    """Of words that were found and that the gold lacks, those of each parse that has them: what the side is called
    (this parse, the first, ``parse``), its treebank, and of each ``sentence`` (gold's row) and ``word`` (parse's)."""
    words = document.tables.words(parse) if "row" in hits.columns else None
    if words is None:
        return
    names = word_prefixes(one.name for one in document.parses)
    sides = {"parse": document.parses[parse], **{names[one.name]: one for one in document.parses}}
    left = hits.filter(pl.col("row").is_not_null())
    for side, one in sides.items():
        own = left.select("sentence", "row", word=words[f"{side}_{ROW}"].gather(left["row"]))
        if own["word"].count():
            yield side, one.treebank, own.drop_nulls("word").select("sentence", "word")
        left = left.filter(own["word"].is_null())


def words_alone(document: Document, parse: int, found: Filtered) -> pl.Series:
    """The rows of a parse's words that were found and that the gold does not have (uint32)."""
    sides = () if found.hits is None else words_of_parses(document, parse, found.hits)
    return next((words["word"] for side, _, words in sides if side == "parse"), pl.Series(dtype=pl.UInt32()))


def _id_of(treebank: Treebank) -> pl.Expr:
    own = ["number"] if "number" in treebank.words.columns else []
    return pl.coalesce(*own, "position").cast(pl.UInt32)


def _nodes(table: NodeTable, rows: Integers) -> pl.DataFrame:
    owner = np.array(table.owners(rows), dtype=object)
    words = []
    for side in dict.fromkeys(owner.tolist()):  # the IDs of the words of these nodes, as a side has them
        treebank, own = table.sides[side].treebank, table.words_of(rows[owner == side], side)
        names = treebank.words.select(_id_of(treebank)).to_series().gather(own["word"])
        words.append(own.select("row", words=names).group_by("row", maintain_order=True).agg("words"))
    label = "label" if table.kind is NodeKind.CONSTITUENT else "function"
    sides = {side: table.at[side][rows] >= 0 for side in ("gold", "parse") if side in table.at}
    both = np.logical_and.reduce(list(sides.values())) if len(sides) > 1 else np.zeros(len(rows), bool)
    labels = {
        side: table.rows[f"{side}_{label}"].gather(rows).cast(pl.String) if side in sides else pl.lit(None, pl.String)
        for side in ("gold", "parse")
    }
    whose, kind = pl.Series(np.where(both, "both", owner).astype(str)), pl.lit(str(table.kind))
    hits = table.rows.select("sentence")[rows].with_columns(row=pl.Series(rows), kind=kind, side=whose, **labels)
    named = hits.join(pl.concat(words), on="row", how="left", maintain_order="left") if words else hits
    place = pl.col("words").list
    in_order = named.sort("sentence", place.first(), place.len(), descending=[False, False, True], maintain_order=True)
    return in_order.select("sentence", *NODE_HIT)


@dataclass(frozen=True, slots=True)
class Hit:
    """A word, or a node of one side or both. ``kind`` is that of `Filtered`. ``words`` are for each side that has it
    (`GOLD`, `PARSE`) the places of its words in pictures, ``nodes`` of a constituent its number there."""

    kind: str
    words: Mapping[str, tuple[int, ...]]
    nodes: Mapping[str, int] = field(default_factory=dict)

    @property
    def begins(self) -> tuple[int, int]:
        """Where it stands among others: by its first word, the longer one first."""
        found = next((words for words in self.words.values() if words), (0,))
        return found[0], -len(found)


def hits_in(document: Document, parse: int, found: Filtered, row: int, pair: Pair) -> list[Hit]:
    """The hits in the sentence of a row, in the order of their words; in a unit, those of all its sentences."""
    units = document.parses[parse].units if 0 <= parse < len(document.parses) else None
    shown = ((row, row + 1),) * 2 if units is None or units.are_sentences else units.rows(row)
    bounds = dict(zip((GOLD, PARSE), shown, strict=True))
    inside = pl.col("sentence").is_between(*bounds[GOLD], closed="left")

    def place(treebank: Treebank, side: str, word: int) -> int:
        """Where the word in a row of a treebank stands in the side's picture."""
        position = word - int(treebank.sentences["first_word"][bounds[side][0]]) + 1
        places = pair.places[side == PARSE] if pair.places is not None else {}
        return places.get(position, position)

    hits: list[Hit] = []
    if found.hits is not None:
        own, gold = found.hits.filter(inside), document.gold
        for sentence, position in own.filter(pl.col("position") > 0).select("sentence", "position").iter_rows():
            where = place(gold, GOLD, int(gold.sentences["first_word"][sentence]) + position - 1)
            hits.append(Hit("word", {GOLD: (where,), PARSE: (where,)}))
        for side, treebank, words in words_of_parses(document, parse, own):
            if side == PARSE:
                hits += [Hit("word", {PARSE: (place(treebank, PARSE, word),)}) for word in words["word"]]
    for kind in NodeKind:
        if found.nodes is None:
            break
        rows = found.nodes.filter(pl.col("kind") == kind, inside)["row"].to_list()
        table = document.tables.nodes(kind, parse) if rows else None
        if table is None:
            continue
        for node in rows:
            of_words, numbers = {}, {}
            for side in (side for side in (GOLD, PARSE) if side in table.at and table.at[side][node] >= 0):
                treebank = table.sides[side].treebank
                own_words = table.words_of(np.array([node]), side)["word"]
                of_words[side] = tuple([place(treebank, side, word) for word in own_words])
                # Pictures number them from the sentence's first.
                if kind is NodeKind.CONSTITUENT:
                    first = np.searchsorted(treebank.nodes["sentence"].to_numpy(), bounds[side][0])
                    numbers[side] = int(table.at[side][node]) - int(first) + 1
            hits.append(Hit(str(kind), of_words, numbers))
    return sorted(hits, key=lambda hit: hit.begins)
