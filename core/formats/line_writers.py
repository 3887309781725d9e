"""Writing files of numbered lines, the CoNLL family and lattices: each row of each table is the line that it came from,
the lines between are blank. A treebank of another format, or of no file, is laid out anew.

What was read and not changed gives back the bytes that it was read from.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import conll, lattice
from goldleaf.core.formats.writing import check_readable, encoded
from goldleaf.core.structures.labels import UNIVERSAL
from goldleaf.core.structures.lattice import token_of_word
from goldleaf.core.treebank import EDGES, LATTICE_TOKENS, OTHER_LINES, TEXT, Treebank, empty, retexted

_NOTHING = pl.lit("_").cast(TEXT)


def conll_bytes(name: str, treebank: Treebank) -> bytes:
    """The bytes of a file of the CoNLL family; ``name`` is the format's. Raises ValueError when it was read without
    some of its columns, GoldleafError when a sentence of another format could not be read, and when the treebank has
    constituents, or lattices of several paths, instead of heads."""
    if name != treebank.format or not treebank.layout.of_file:
        check_sentences(treebank)
        if "parent" in treebank.words.columns and treebank.words["head"].null_count() == treebank.words.height > 0:
            remedy = "a head table makes dependencies of them (goldleaf convert --head-table)"
            raise GoldleafError(f"{treebank.path}: has constituents and no heads; {remedy}", path=treebank.path)
        treebank = _laid_out_words(treebank, name)
    columns = treebank.layout.columns
    for column in columns:
        if column not in treebank.words.columns:
            raise ValueError(f"to_bytes: the treebank was read without the column {column}")
    fields = {name: pl.col(name).cast(pl.String) for name in columns}
    if "head" in fields:
        fields["head"] = fields["head"].fill_null("_")
    words = pl.concat_str([*fields.values()], separator="\t")
    if "predicate" in columns:
        words = words + _argument_fields(treebank.words, treebank.arguments)
    beyond = [column for column in columns if column == "mwe"]
    span = pl.concat_str("first", "last", separator="-")
    token = pl.concat_str(span, "form", "fields", "misc", *beyond, separator="\t")
    node = pl.concat_str(pl.concat_str("after", "index", separator="."), "fields", *beyond, separator="\t")
    tokens, nodes = treebank.tokens.select("line", text=token), treebank.empty_nodes.select("line", text=node)
    return lines_to_bytes(treebank, treebank.words.select("line", text=words), tokens, nodes)


def check_sentences(treebank: Treebank) -> None:
    """Raise GoldleafError when a sentence could not be read, or is a lattice of several paths: it would be lost."""
    check_readable(treebank)
    several = np.setdiff1d(treebank.edges["sentence"].to_numpy(), treebank.words["sentence"].to_numpy())
    if treebank.edges.height and several.size:
        message = f"sentence {several[0] + 1} is a lattice of several paths; write it as a lattice"
        raise GoldleafError(f"{treebank.path}: {message}", path=treebank.path)


def _laid_out_words(treebank: Treebank, name: str) -> Treebank:
    """The words of a treebank as a file of the CoNLL family has them, lines together. Those without words go."""
    columns, words = conll.COLUMNS[name], treebank.words
    # What the format has a column for and the treebank says nothing of is ``_``, but that the CoNLL-2008 form of a
    # token is its words' form, and FILLPRED is Y at predicates.
    missing = dict.fromkeys((column for column in columns if column not in words.columns), _NOTHING)
    if "token_form" in missing:
        missing["token_form"] = pl.col("form")
    if "fill_predicate" in missing and "predicate" in words.columns:
        is_predicate = pl.col("predicate").cast(pl.String) != "_"
        missing["fill_predicate"] = pl.when(is_predicate).then(pl.lit("Y")).otherwise(pl.lit("_")).cast(TEXT)
    words = words.with_columns(**missing)
    if name in ("conllx", "pascal"):
        # A tag that is not there is the CPOSTAG (CoNLL-X, §3; PASCAL, §2.1), a universal one if that is universal.
        instead = {"fine_tag": pl.col("coarse_tag"), "universal_tag": UNIVERSAL}
        words = words.with_columns(
            pl.when(pl.col(column) == _NOTHING).then(tag).otherwise(column).alias(column)
            for column, tag in instead.items()
            if column in columns
        )
    tokens, nodes, comments = (table.clear() for table in (treebank.tokens, treebank.empty_nodes, empty(OTHER_LINES)))
    if name in ("conllu", "cupt"):
        # No other has comments, multiword tokens and empty nodes. The tokens of lattices have no fields.
        fields = pl.when(pl.col("fields") == "").then(pl.lit("\t".join("_" * 7))).otherwise("fields")
        tokens, nodes = treebank.tokens.with_columns(fields=fields), treebank.empty_nodes
        if "mwe" in missing:
            tokens, nodes = (table.with_columns(mwe=pl.lit("_")) for table in (tokens, nodes))
        has_words = treebank.sentences["words"].to_numpy() > 0
        comments = _comments(treebank, "sent_id" if name == "conllu" else "(source_)?sent_id")
        comments = comments.filter(pl.Series(has_words[comments["sentence"].to_numpy()]))
        if name == "cupt":
            header = {"sentence": np.flatnonzero(has_words)[:1], "line": 0, "text": conll.global_columns()}
            others = comments.filter(~pl.col("text").str.contains(conll.HEADER))
            comments = pl.concat([pl.DataFrame(header, schema=OTHER_LINES), others])
    else:  # nor blanks within values
        words = words.with_columns(_without_blanks(words, column) for column in columns[1:] if column != "head")
    before_first = pl.col("first").cast(pl.Int64) - 1
    position, after = pl.col("position"), pl.col("after")
    kinds = (comments, 0, pl.lit(0)), (tokens, 3, before_first), (words, 1, position), (nodes, 2, after)
    treebank, (comments, tokens, words, nodes) = _numbered(treebank, name, columns, *kinds)
    return replace(treebank, words=words, tokens=tokens, empty_nodes=nodes, other_lines=comments)


def _argument_fields(words: pl.DataFrame, arguments: pl.DataFrame) -> pl.Series:
    """For each word the fields that follow PRED, each with a tab before it; what reading makes `arguments` of."""
    predicates = words.filter(pl.col("predicate").cast(pl.String) != "_").select("sentence", predicate="position")
    places = words.select("sentence", argument="position")
    cells = (
        places.join(predicates, on="sentence", maintain_order="left_right")
        .join(arguments, on=["sentence", "predicate", "argument"], how="left", maintain_order="left")
        .group_by("sentence", "argument", maintain_order=True)
        .agg(fields="\t" + pl.col("role").cast(pl.String).fill_null("_").str.join("\t"))
    )
    return places.join(cells, on=["sentence", "argument"], how="left", maintain_order="left")["fields"].fill_null("")


def lattice_bytes(name: str, treebank: Treebank) -> bytes:
    """The bytes of a file of lattices; ``name`` is the format's. Words that are in no lattice are written as lattices
    of a single path. Raises GoldleafError when a sentence of another format could not be read."""
    if name != treebank.format or not treebank.layout.of_file:
        check_readable(treebank)
        treebank = _laid_out_lattices(treebank, name)
    columns = (pl.col(name).cast(pl.String) for name in treebank.layout.columns)
    edges = treebank.edges.select("line", text=pl.concat_str(columns, separator="\t"))
    states = pl.concat_str("from", "to", separator="-")
    tokens = treebank.lattice_tokens.filter(pl.col("line") > 0)
    tokens = tokens.select("line", text=pl.concat_str(states, "form", "misc", separator="\t"))
    return lines_to_bytes(treebank, edges, tokens)


def _laid_out_lattices(treebank: Treebank, name: str) -> Treebank:
    """Lattices as a file of the format has them; words that are in no lattice are a path of their own."""
    columns, edges, tokens = lattice.COLUMNS[name], treebank.edges, treebank.lattice_tokens
    if not edges.height:
        edges, tokens = _paths(treebank)
    edges = edges.with_columns(_without_blanks(edges, column) for column, kind in EDGES.items() if kind == TEXT)
    comments = empty(OTHER_LINES)
    if "token" in columns:  # which tells tokens by number, and so has no lines for them
        tokens = tokens.clear()
    else:
        comments = _comments(treebank).filter(pl.col("sentence").is_in(edges["sentence"].unique().implode()))
        tokens = tokens.with_columns(form=pl.when(pl.col("form") == "").then(pl.lit("_")).otherwise("form"))
    kinds = (comments, 0, pl.lit(0)), (tokens, 2, pl.col("token").cast(pl.Int64) - 1), (edges, 1, pl.col("token"))
    treebank, (comments, tokens, edges) = _numbered(treebank, name, columns, *kinds)
    return replace(treebank, edges=edges, lattice_tokens=tokens, other_lines=comments)


def _paths(treebank: Treebank) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The edges of lattices with a single path each, which the words are; and the surface tokens of the words:
    multiword tokens, and each other word as one of its own."""
    position = pl.col("position")
    words = treebank.words.select(pl.exclude("from", "to", "token")).with_columns(
        pl.Series("token", token_of_word(treebank), dtype=pl.UInt32), (position - 1).alias("from"), to=position
    )
    edges = words if "misc" in words.columns else words.with_columns(misc=_NOTHING)
    spans = words.group_by("sentence", "token", maintain_order=True).agg(
        pl.col("from").min(), pl.col("to").max(), pl.col("form").cast(pl.String).first(), first=position.min()
    )
    ranges = treebank.tokens.select("sentence", "first", whole="form", own="misc")
    tokens = spans.join(ranges, on=["sentence", "first"], how="left", maintain_order="left").with_columns(
        form=pl.coalesce("whole", "form"), misc=pl.coalesce("own", pl.lit("_")), line=pl.lit(0)
    )
    tokens = tokens.select(pl.col(name).cast(kind) for name, kind in LATTICE_TOKENS.items())
    return edges.with_columns(anchors=_NOTHING).select(EDGES.keys()), tokens


def _numbered(
    treebank: Treebank, name: str, columns: tuple[str, ...], *kinds: tuple[pl.DataFrame, int, pl.Expr]
) -> tuple[Treebank, list[pl.DataFrame]]:
    """The treebank with the layout of a format, and tables with ``line``; an empty line ends each sentence. Of each
    table it is told which of several kinds of lines it has, and the word or token that each of these follows."""
    # Lines stand in the order of what they follow, and of their kinds where they follow the same.
    row = pl.int_range(pl.len(), dtype=pl.UInt32)
    order = pl.concat(
        table.select("sentence", row=row, after=after.cast(pl.Int64), kind=pl.lit(kind), table=pl.lit(number))
        for number, (table, kind, after) in enumerate(kinds)
    ).sort("sentence", "after", "kind", "row")
    empty_lines = order["sentence"].rank("dense").cast(pl.Int64) - 1
    order = order.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.Int64) + empty_lines)
    tables = []
    for number, (table, _, _) in enumerate(kinds):
        lines = order.filter(pl.col("table") == number).sort("row")["line"]
        tables.append(table.with_columns(line=lines.cast(pl.UInt32)))
    lines_of_file = order.height + order["sentence"].n_unique()
    layout = replace(treebank.layout, format=name, columns=columns, lines=lines_of_file, odd_newlines=())
    return replace(treebank, layout=replace(layout, final_newline=True, of_file=True)), tables


def _without_blanks(table: pl.DataFrame, column: str) -> pl.Series:
    """The column with ``_`` for each blank within a value and for each empty value."""
    return retexted(table[column], lambda text: text.str.strip_chars().str.replace_all(r"\s", "_").replace("", "_"))


def _comments(treebank: Treebank, own_id: str = "sent_id") -> pl.DataFrame:
    """The comments, id and text of sentences among them, which formats other than CoNLL-U do not keep as comments."""
    text = pl.col("text").str
    is_own = text.starts_with("#") & ~text.contains(f"{conll.HEADER}.*PARSEME:MWE")
    own = treebank.other_lines.filter(is_own, pl.col("sentence") < len(treebank)).with_columns(place=1)
    names = treebank.sentences.with_row_index("sentence")
    made = [
        names.filter(pl.col(column).is_not_null()).select(
            pl.col("sentence").cast(pl.UInt32),
            line=pl.lit(0, pl.UInt32),
            text=pl.format("# {} = {}", pl.lit(comment), pl.col(column).str.replace_all(r"[\r\n]+", " ")),
            place=pl.lit(0),
        )
        for comment, column, there in (("sent_id", "id", own_id), ("text", "text", "text"))
        if not own.filter(text.contains(rf"^#\s*{there}\s*=")).height
    ]
    return pl.concat([*made, own]).sort("sentence", "place", maintain_order=True).select(OTHER_LINES.keys())


def lines_to_bytes(treebank: Treebank, *tables: pl.DataFrame) -> bytes:
    """The bytes of a file with these lines (``line``, ``text``) and the other ones; the lines between are empty."""
    layout = treebank.layout
    every = pl.DataFrame({"line": pl.int_range(1, layout.lines + 1, dtype=pl.UInt32, eager=True)})
    table = pl.concat([*tables, treebank.other_lines.select("line", "text")])
    lines = every.join(table, on="line", how="left", maintain_order="left")["text"].fill_null("").to_list()
    text = "".join(line + layout.newline for line in lines)
    if layout.odd_newlines:
        other, odd = {"\n": "\r\n", "\r\n": "\n"}[layout.newline], frozenset(layout.odd_newlines)
        text = "".join(line + (other if n in odd else layout.newline) for n, line in enumerate(lines, 1))
    if lines and not layout.final_newline:
        text = text.removesuffix("\n").removesuffix("\r" if layout.newline == "\r\n" else "")
    return encoded(treebank, text)
