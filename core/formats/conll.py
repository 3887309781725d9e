"""The CoNLL family: one word a line, fields separated by tabs, a blank line after each sentence.

Formats: CoNLL-X and CoNLL-2007 (Buchholz & Marsi 2006, §3), CoNLL-U, CoNLL-2008 (Surdeanu et al. 2008, §3.1),
CoNLL-2009 (Hajič et al. 2009, §2.3) and the nine columns of the PASCAL challenge (Gelling et al. 2012, §2.1).

Fields are split by polars, all lines of a part at once. Only lines that are no plain word lines (comments, ranges,
empty nodes, faults) are looked at one by one, in `conll_lines`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.formats.conll_lines import (
    Faults,
    Kind,
    Lines,
    check_returns,
    check_special,
    classify,
    empty_nodes,
    ranges,
)
from goldleaf.core.formats.conll_predicates import arguments, most_predicates
from goldleaf.core.formats.format import Holding
from goldleaf.core.formats.source import Part
from goldleaf.core.treebank import OTHER_LINES, SENTENCES, TEXT, WORDS, Layout, Treebank, translated

COLUMNS: dict[str, tuple[str, ...]] = {
    "conllx": (
        "position", "form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label",
        "projective_head", "projective_label",
    ),
    "conllu": (
        "position", "form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label", "enhanced", "misc",
    ),
    "pascal": (
        "position", "form", "lemma", "coarse_tag", "fine_tag", "universal_tag", "features", "head", "label",
    ),
    "conll2008": (
        "position", "token_form", "token_lemma", "coarse_tag", "predicted_tag", "form", "lemma", "fine_tag", "head",
        "label", "predicate",
    ),
    "conll2009": (
        "position", "form", "lemma", "predicted_lemma", "coarse_tag", "predicted_tag", "features", "predicted_features",
        "head", "predicted_head", "label", "predicted_label", "fill_predicate", "predicate",
    ),
}  # fmt: skip
"""The model's names of the fields, in the order of the file. After ``predicate`` comes one column for each of them.

In CoNLL-2008 each ID is a part of a word split at hyphens and slashes, and heads, predicates and arguments are of these
parts. So SPLIT_FORM is the ``form``, and PPOSS, the only tag that every part has, the ``fine_tag``; FORM, which later
parts lack, is the ``token_form``.
"""

FIELD_NAMES = {
    "position": "ID", "form": "FORM", "lemma": "LEMMA", "coarse_tag": "CPOSTAG", "fine_tag": "POSTAG",
    "features": "FEATS", "head": "HEAD", "label": "DEPREL", "enhanced": "DEPS", "misc": "MISC",
    "projective_head": "PHEAD", "projective_label": "PDEPREL", "universal_tag": "UPOSTAG",
    "predicted_lemma": "PLEMMA", "predicted_tag": "PPOS", "predicted_features": "PFEAT", "predicted_head": "PHEAD",
    "predicted_label": "PDEPREL", "fill_predicate": "FILLPRED", "predicate": "PRED",
    "token_form": "FORM", "token_lemma": "LEMMA",
}  # fmt: skip
"""What the formats' own descriptions call them, CoNLL-X first."""

_OTHER_NAMES = {
    "conllu": {"coarse_tag": "UPOS", "fine_tag": "XPOS"},
    "conll2008": {"form": "SPLIT_FORM", "lemma": "SPLIT_LEMMA", "coarse_tag": "GPOS", "fine_tag": "PPOSS"},
    "conll2009": {"coarse_tag": "POS"},
}

WITH_ARGUMENTS = frozenset(name for name, columns in COLUMNS.items() if columns[-1] == "predicate")
"""The formats with a column for each predicate after the last of `COLUMNS`."""


def field_name(format_name: str, column: str) -> str:
    """What the format calls a column of the model."""
    return _OTHER_NAMES.get(format_name, {}).get(column, FIELD_NAMES[column])


def holds(format_name: str) -> Holding:
    """What a format of the family has a place for."""
    found = {f"words.{column}" for column in COLUMNS[format_name][1:]}
    if format_name in WITH_ARGUMENTS:
        found.add("arguments")
    if format_name == "conllu":
        found |= {"tokens", "tokens.form", "tokens.misc", "empty_nodes", "comments"}
        found |= {"sentences.id", "sentences.text"}
    return Holding(frozenset(found))


def columns_for(format_name: str, fields: int) -> tuple[str, ...]:
    """The columns of a file whose first word has so many fields. CoNLL-X may leave out the last two."""
    columns = COLUMNS[format_name]
    return columns[:8] if format_name == "conllx" and fields == 8 else columns


def parse(
    part: Part,
    format_name: str,
    columns: tuple[str, ...],
    wanted: Collection[str],
    first_sentence: int,
    first_word: int,
) -> Treebank:
    """Read one part of a file; its sentences and words are numbered from those given.

    ``columns`` are the file's, ``wanted`` those that are kept. A sentence with a faulty line is kept without words: its
    lines go to ``other_lines``, the faults to ``problems``.
    """
    rows = _split(part, columns, wanted, varying=format_name in WITH_ARGUMENTS)
    lines = classify(part, rows["position"])
    faults = Faults(part.source.path, part.first_line, columns)
    words = np.flatnonzero(lines.kind == Kind.WORD)
    check_returns(lines, faults)
    _check_words(rows, words, lines, faults, format_name)

    length = np.bincount(lines.paragraph[words], minlength=int(lines.paragraph.max(initial=-1)) + 1)
    token_rows = ranges(lines, length, faults)
    empty_rows = empty_nodes(lines, length, faults)
    argument_rows = arguments(rows, words, lines, faults)
    check_special(lines, length, faults)

    paragraphs = _paragraphs(lines, length, faults, first_sentence)
    other = _other_lines(lines, paragraphs)
    return Treebank(
        path=part.source.path,
        layout=_layout(part, format_name, columns),
        words=_word_table(rows, words, lines, paragraphs, [name for name in columns[1:] if name in wanted], wanted),
        sentences=_sentence_table(lines, paragraphs, other, first_word),
        tokens=paragraphs.as_sentences(token_rows),
        empty_nodes=paragraphs.as_sentences(empty_rows),
        arguments=paragraphs.as_sentences(argument_rows),
        other_lines=other,
        problems=faults.sorted(),
    )


@dataclass(frozen=True, eq=False)
class _Paragraphs:
    """What becomes of the paragraphs of a part, one element each."""

    is_sentence: npt.NDArray[np.bool_]
    unreadable: npt.NDArray[np.bool_]
    length: npt.NDArray[np.int64]  # in words, 0 where unreadable
    sentence: npt.NDArray[np.uint32]  # its number, or that of the next one; one element more for lines after the last

    def as_sentences(self, table: pl.DataFrame) -> pl.DataFrame:
        """Leave out unreadable paragraphs and number the others as sentences."""
        readable = table.filter(~self.unreadable[table["sentence"].to_numpy()])
        return readable.with_columns(pl.Series("sentence", self.sentence[readable["sentence"].to_numpy()], pl.UInt32))


def _paragraphs(lines: Lines, length: npt.NDArray[np.int64], faults: Faults, first_sentence: int) -> _Paragraphs:
    unreadable = np.zeros(len(length), bool)
    unreadable[lines.paragraph[sorted(faults.rows)]] = True
    is_sentence = (length > 0) | unreadable
    before = np.append(0, np.cumsum(is_sentence))
    return _Paragraphs(
        is_sentence, unreadable, np.where(unreadable, 0, length), np.asarray(before + first_sentence, np.uint32)
    )


def _layout(part: Part, format_name: str, columns: tuple[str, ...]) -> Layout:
    return Layout(
        format=format_name,
        columns=columns,
        encoding=part.source.encoding,
        byte_order_mark=part.source.byte_order_mark,
        newline=part.source.newline,
        odd_newlines=odd_newlines(part),
        lines=part.first_line - 1 + len(part.starts),
        final_newline=part.text.endswith(b"\n"),
    )


def _split(part: Part, columns: tuple[str, ...], wanted: Collection[str], *, varying: bool) -> pl.DataFrame:
    """All lines as rows of fields; absent fields are empty, those too many are dropped.

    The last column is always there, for it is empty where a line has too few fields.
    """
    predicates = most_predicates(part, len(columns)) if varying else 0
    names = [*columns, *(f"argument_{n + 1}" for n in range(predicates))]
    dropped = {*columns[1:-1]} - {*wanted}
    # A first line of our own, for polars takes more fields in the first line than the schema has for an error, and
    # would drop a byte order mark before it.
    text = b"\t".join([b"_"] * len(names)) + b"\n" + part.text
    rows = (
        pl.scan_csv(
            text,
            schema=dict.fromkeys(names, pl.String()),
            separator="\t",
            quote_char=None,
            has_header=False,
            truncate_ragged_lines=True,
            missing_columns="insert",
            empty_string_is_null=False,
        )
        .select(pl.exclude(dropped) if dropped else pl.all())
        .with_columns(pl.exclude("position").cast(TEXT))
        .collect()
    )
    return rows.slice(1)


def _check_words(
    rows: pl.DataFrame, words: npt.NDArray[np.int64], lines: Lines, faults: Faults, format_name: str
) -> None:
    _check_positions(words, lines, faults)
    is_word = lines.kind == Kind.WORD
    odd = pl.any_horizontal(pl.col(name) == "" for name in faults.columns if name in rows.columns)
    odd_rows = rows.select(odd).to_series().to_numpy()
    # Fields are counted a line where a line may have too few, which leaves some empty, or too many.
    varying = format_name in WITH_ARGUMENTS
    if not varying and (odd_rows[words].any() or lines.tabs() != len(words) * (len(faults.columns) - 1)):
        odd_rows = odd_rows | (lines.part.fields != len(faults.columns))
    for row in np.flatnonzero(is_word & odd_rows).tolist():
        if row not in faults.rows:
            _check_fields(row, lines.text_of(row).split("\t"), faults, format_name)
    bad_head = translated(rows["head"], lambda distinct: ~distinct.str.contains("^(0|[1-9][0-9]{0,8}|_)$"))
    for row in np.flatnonzero(is_word & bad_head).tolist():
        if row not in faults.rows:
            faults.error(row, f"HEAD is {rows['head'][row]!r}; expected 0, the ID of a word, or _", "head")


def _check_positions(words: npt.NDArray[np.int64], lines: Lines, faults: Faults) -> None:
    paragraph = lines.paragraph[words]
    length = np.bincount(paragraph)
    expected = np.arange(len(words)) - np.repeat(np.cumsum(length) - length, length) + 1
    found = lines.number[words]
    slips = np.flatnonzero(found != expected)
    _, first_slips = np.unique(paragraph[slips], return_index=True)  # one slip shifts all words that follow
    for index in slips[first_slips].tolist():
        if found[index] == 1:
            message = "ID 1 in the middle of a sentence; a blank line is missing before it"
        else:
            message = f"ID is {found[index]}; expected {expected[index]}, for words are numbered 1, 2, 3, …"
        faults.error(int(words[index]), message, "position")


def _check_fields(row: int, values: list[str], faults: Faults, format_name: str) -> None:
    expected, varying = len(faults.columns), format_name in WITH_ARGUMENTS
    if len(values) < expected or (len(values) > expected and not varying):
        at_least = "at least " if varying else ""
        faults.error(row, f"{counted(len(values), 'field')}; expected {at_least}{expected}, separated by tabs")
        return
    for name, value in zip(faults.columns, values, strict=False):
        if value == "" and name != "head":
            faults.warn(row, f"{field_name(format_name, name)} is empty; an absent value is written _", name)


def _word_table(
    rows: pl.DataFrame,
    words: npt.NDArray[np.int64],
    lines: Lines,
    paragraphs: _Paragraphs,
    read: Collection[str],
    wanted: Collection[str],
) -> pl.DataFrame:
    """The words of readable paragraphs; columns that are ``wanted`` and not ``read`` are empty."""
    kept = words[~paragraphs.unreadable[lines.paragraph[words]]]
    common = [name for name in WORDS if name not in ("sentence", "position", "line")]
    names = [*(name for name in common if name in wanted), *(name for name in read if name not in common)]
    is_kept = np.zeros(rows.height, bool)
    is_kept[kept] = True
    return (
        rows.select(read)
        .filter(pl.Series(is_kept))
        .select(
            pl.Series("sentence", paragraphs.sentence[lines.paragraph[kept]], dtype=pl.UInt32),
            pl.Series("position", lines.number[kept], dtype=pl.UInt32),
            pl.Series("line", kept + lines.part.first_line, dtype=pl.UInt32),
            *(_word_column(name, present=name in read) for name in names),
        )
    )


def _word_column(name: str, *, present: bool) -> pl.Expr:
    if not present:
        return pl.lit("_").cast(TEXT).alias(name)
    column = pl.col(name)
    return column.cast(pl.String).cast(pl.Int32, strict=False) if name == "head" else column


def _sentence_table(lines: Lines, paragraphs: _Paragraphs, other: pl.DataFrame, first_word: int) -> pl.DataFrame:
    is_sentence = paragraphs.is_sentence
    first_sentence = int(paragraphs.sentence[0])
    count = paragraphs.length[is_sentence]
    first_rows = np.flatnonzero(lines.is_first)[is_sentence]
    sentences = pl.DataFrame(
        {
            "first_word": first_word + np.cumsum(count) - count,
            "words": count,
            "line": first_rows + lines.part.first_line,
            "readable": ~paragraphs.unreadable[is_sentence],
        }
    )
    first_lines = np.append(sentences["line"].to_numpy(), np.iinfo(np.int64).max)
    own = other["line"].to_numpy() >= first_lines[other["sentence"].to_numpy() - first_sentence]
    names = other.filter(pl.Series(own)).select(
        "sentence",
        id=pl.col("text").str.extract(r"^#\s*sent_id\s*=\s*(.*?)\s*$"),
        text=pl.col("text").str.extract(r"^#\s*text\s*=\s*(.*?)\s*$"),
    )
    names = names.group_by("sentence").agg(pl.col("id", "text").drop_nulls().last())
    number = pl.int_range(first_sentence, first_sentence + pl.len(), dtype=pl.UInt32)
    return (
        sentences.with_columns(sentence=number)
        .join(names, on="sentence", how="left", maintain_order="left")
        .select(pl.col(name).cast(dtype) for name, dtype in SENTENCES.items())
    )


def _other_lines(lines: Lines, paragraphs: _Paragraphs) -> pl.DataFrame:
    """Comments, blank lines that hold blanks, and all lines of unreadable sentences, as they stand.

    Lines outside of sentences go with the next one.
    """
    special = np.fromiter(lines.special, np.int64, len(lines.special))
    kept = special[np.isin(lines.kind[special], (Kind.COMMENT, Kind.BLANK))]
    lost = np.flatnonzero((lines.kind != Kind.BLANK) & np.append(paragraphs.unreadable, False)[lines.paragraph])
    rows = np.union1d(kept, lost)
    paragraph = lines.paragraph[rows] + (lines.kind[rows] == Kind.BLANK)
    return pl.DataFrame(
        {
            "sentence": paragraphs.sentence[paragraph],
            "line": rows + lines.part.first_line,
            "text": [lines.special.get(row) or lines.text_of(row) for row in rows.tolist()],
        },
        schema_overrides=OTHER_LINES,
    )


def odd_newlines(part: Part) -> tuple[int, ...]:
    """The numbers of the lines that do not end as the file's first line does."""
    if part.source.newline == "\n" and b"\r" not in part.text:
        return ()
    text = np.frombuffer(part.text, np.uint8)
    ends = np.flatnonzero(text == ord("\n"))
    carriage = np.zeros(len(ends), bool)
    carriage[ends > 0] = text[ends[ends > 0] - 1] == ord("\r")
    odd = carriage != (part.source.newline == "\r\n")
    return tuple((np.flatnonzero(odd) + part.first_line).tolist())
