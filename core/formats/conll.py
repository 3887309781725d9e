"""The CoNLL family: one word a line, fields separated by tabs, a blank line after each sentence.

Formats: CoNLL-X and CoNLL-2007 (Buchholz & Marsi 2006, §3), CoNLL-U, CoNLL-2008 (Surdeanu et al. 2008, §3.1),
CoNLL-2009 (Hajič et al. 2009, §2.3), the nine columns of the PASCAL challenge (Gelling et al. 2012, §2.1), and cupt:
CoNLL-U Plus with a column of multiword expressions behind its own (Ramisch et al. 2018).

Fields are split by polars, all lines of a part at once. Only lines that are no plain word lines (comments, ranges,
empty nodes, faults) are looked at one by one, in `conll_lines`.

Two formats hold a second analysis of the same words: PHEAD and PDEPREL of CoNLL-X are a projective one (§3), and the
columns whose names begin with P in CoNLL-2009 are what tools predicted (§2.3).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, Severity, counted
from goldleaf.core.facts import Integers, spread
from goldleaf.core.formats import conll_lines
from goldleaf.core.formats.compression import inner_suffix
from goldleaf.core.formats.conll_lines import ConllLines, Faults, LineKind
from goldleaf.core.formats.source import Choices, Holding, Part, Source, layout_of
from goldleaf.core.treebank import ARGUMENTS, OTHER_LINES, TEXT, WORDS, Treebank, empty, translated

# The model's names of the fields, in the order of the file. After ``predicate`` comes one column for each of them. In
# CoNLL-2008 each ID is a part of a word split at hyphens and slashes, and heads, predicates and arguments are of these
# parts. So SPLIT_FORM is the ``form``, and PPOSS, the only tag that every part has, the ``fine_tag``; FORM, which later
# parts lack, is the ``token_form``.
_OF_CONLLU = ("position", "form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label", "enhanced", "misc")
COLUMNS: dict[str, tuple[str, ...]] = {
    "conllx": ("position", "form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label",
               "projective_head", "projective_label"),
    "conllu": _OF_CONLLU,
    "cupt": (*_OF_CONLLU, "mwe"),
    "pascal": ("position", "form", "lemma", "coarse_tag", "fine_tag", "universal_tag", "features", "head", "label"),
    "conll2008": ("position", "token_form", "token_lemma", "coarse_tag", "predicted_tag", "form", "lemma", "fine_tag",
                  "head", "label", "predicate"),
    "conll2009": ("position", "form", "lemma", "predicted_lemma", "coarse_tag", "predicted_tag", "features",
                  "predicted_features", "head", "predicted_head", "label", "predicted_label", "fill_predicate",
                  "predicate"),
}  # fmt: skip

# What the formats' own descriptions call them, CoNLL-X first.
FIELD_NAMES = {
    "position": "ID", "form": "FORM", "lemma": "LEMMA", "coarse_tag": "CPOSTAG", "fine_tag": "POSTAG",
    "features": "FEATS", "head": "HEAD", "label": "DEPREL", "enhanced": "DEPS", "misc": "MISC",
    "projective_head": "PHEAD", "projective_label": "PDEPREL", "universal_tag": "UPOSTAG",
    "predicted_lemma": "PLEMMA", "predicted_tag": "PPOS", "predicted_features": "PFEAT", "predicted_head": "PHEAD",
    "predicted_label": "PDEPREL", "fill_predicate": "FILLPRED", "predicate": "PRED",
    "token_form": "FORM", "token_lemma": "LEMMA", "mwe": "PARSEME:MWE",
}  # fmt: skip

_OTHER_NAMES = {
    "conllu": {"coarse_tag": "UPOS", "fine_tag": "XPOS"}, "cupt": {"coarse_tag": "UPOS", "fine_tag": "XPOS"},
    "conll2008": {"form": "SPLIT_FORM", "lemma": "SPLIT_LEMMA", "coarse_tag": "GPOS", "fine_tag": "PPOSS"},
    "conll2009": {"coarse_tag": "POS"},
}  # fmt: skip

# The formats with a column for each predicate after the last of `COLUMNS`.
WITH_ARGUMENTS = frozenset(name for name, columns in COLUMNS.items() if columns[-1] == "predicate")

SECOND = {  # by format: the columns that have a second one beside them
    "conllx": {"head": "projective_head", "label": "projective_label"},
    "conll2009": {
        "lemma": "predicted_lemma", "coarse_tag": "predicted_tag", "features": "predicted_features",
        "head": "predicted_head", "label": "predicted_label",
    },
}  # fmt: skip
SECOND_COLUMNS = frozenset(column for pairs in SECOND.values() for column in pairs.values())
HEADER = r"^#\s*global\.columns\s*="
_CODES = r"^(\*|_|[0-9]{1,9}(:[^;]+)?(;[0-9]{1,9}(:[^;]+)?)*)$"
_MWE = "an ID and, where it is first, a category, such as 1:VID;2, * for none, or _ where nothing is said"
_SIGNS_OF_CONLLU = re.compile(rb"^#|^\d+-\d+\t|^\d+\.\d+\t", re.MULTILINE)
_HEAD = re.compile(rb"[0-9]*|_")
_WORD = re.compile(rb"[0-9]+\t[^\r\n]*")
_SPACED = re.compile(rb"^[0-9]+ [^\t\r\n]*", re.MULTILINE)
_SPACES = re.compile(rb" +")
_ENDED = re.compile(rb"^([0-9]+[^\r\n]*[^ \r\n]) +(?=\r?$)", re.MULTILINE)
BLANK_ENDS = "the line ends in a blank"  # what is said, at least, of such lines
UNKNOWN = (
    "not a format that is known here; CoNLL files have 8, 9, 10, 11 and more fields separated by tabs, and trees "
    "begin with (, #BOS or <?xml (see --input-format)"
)


def field_name(format_name: str, column: str) -> str:
    return _OTHER_NAMES.get(format_name, {}).get(column, FIELD_NAMES[column])


def global_columns() -> str:
    """The comment that a cupt file begins with."""
    return f"# global.columns = {' '.join(field_name('cupt', column) for column in COLUMNS['cupt'])}"


def holds(format_name: str) -> Holding:
    found = {f"words.{column}" for column in COLUMNS[format_name][1:]}
    if format_name in WITH_ARGUMENTS:
        found.add("arguments")
    if format_name in ("conllu", "cupt"):
        found |= {"tokens", "tokens.form", "tokens.misc", "empty_nodes", "comments", "sentences.id", "sentences.text"}
    return Holding(frozenset(found))


class ConllReader:
    def __init__(self, name: str, source: Source, choices: Choices) -> None:
        self.name, self.choices, self.columns = name, choices, COLUMNS[name]
        fields = len(_first_word(source)[1])
        if name == "conllx" and fields == 8:  # it may leave out the last two
            self.columns = self.columns[:8]

    border = staticmethod(conll_lines.after_blank_line)

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        odd: tuple[Problem, ...] = ()
        if self.name in WITH_ARGUMENTS:
            # Spaces may stand for tabs (Hajič et al. 2009, §2.3), but not in a line with any tab; blanks at the ends of
            # lines are in no field (§3.1; eval09.pl).
            message = "fields are separated by spaces{}; they are read, and written with tabs"
            part, odd = _mended(part, _SPACED, lambda line: _SPACES.sub(b"\t", line[0].rstrip(b" ")), message, "as in")
            if b" \n" in part.text or b" \r\n" in part.text or part.text.endswith(b" "):
                message = BLANK_ENDS + "{}; read, and written, without it"
                part, ended = _mended(part, _ENDED, lambda line: line[1], message, "as do")
                odd += ended
        wanted = self.choices.columns or {*WORDS, *self.columns}
        treebank = parse_part(part, self.name, self.columns, wanted, first_sentence, first_word)
        return replace(treebank, problems=(*odd, *treebank.problems)) if odd else treebank


def _mended(
    part: Part, odd: re.Pattern[bytes], mend: Callable[[re.Match[bytes]], bytes], message: str, more: str
) -> tuple[Part, tuple[Problem, ...]]:
    """The part with its odd lines mended, which is how they are written, too; and a warning at the first of them."""
    first = odd.search(part.text)
    if first is None:
        return part, ()
    text, count = odd.subn(mend, part.text)
    line = part.first_line + part.text.count(b"\n", 0, first.start())
    message = message.format(f", {more} {counted(count - 1, 'more line')}" if count > 1 else "")
    return replace(part, text=text), (Problem(part.source.path, line, 0, message, Severity.WARNING),)


def sniff(source: Source, by_suffix: str | None) -> str | None:
    """Tell the format from the first word's fields, and those with as many by the file's name and content. None where
    there is nothing but comments and blank lines. Raises FormatError when no format has such lines."""
    line, fields = _first_word(source)
    if not fields:
        head = source.head()
        text = head.lstrip()
        if text and not text.startswith(b"#"):
            raise FormatError(Problem(source.path, head[: -len(text)].count(b"\n") + 1, 0, UNKNOWN))
        return None
    count = len(fields)
    # No other has TOP and PRED; a number behind such signs is a head of CoNLL-X.
    if count >= 6 and {*fields[4:6]} <= {b"+", b"-"} and not b"".join(fields[6:7]).isdigit():
        return "sdp"
    if count == len(COLUMNS["cupt"]) and re.search(HEADER.encode(), source.head(), re.MULTILINE):
        return "cupt"
    # Files with predicates have any number of columns from eleven on; the others just their own.
    if count >= len(COLUMNS["conll2009"]):
        return "conll2008" if _is_2008(fields, by_suffix) else "conll2009"
    if by_suffix in ("conllx", "conllu", "cupt") and inner_suffix(source.path) != ".conll":  # which all of them use
        return by_suffix
    if count >= len(COLUMNS["conll2008"]):
        if _is_2008(fields, by_suffix):
            return "conll2008"
        if count == len(COLUMNS["cupt"]) and _HEAD.fullmatch(fields[6]) and re.search(_CODES.encode(), fields[-1]):
            return "cupt"
    else:
        ten = "conllu" if _SIGNS_OF_CONLLU.search(source.head()) else "conllx"
        name = {8: "conllx", 9: "pascal", 10: ten}.get(count)
        # Else some fields of the format that the file's name tells are missing.
        has_head = name and _HEAD.fullmatch(fields[COLUMNS[name].index("head")])
        if name and (has_head or by_suffix not in WITH_ARGUMENTS):
            return name
    if by_suffix in COLUMNS:
        return by_suffix
    raise FormatError(Problem(source.path, line, 0, f"{count} fields; {UNKNOWN}"))


def _is_2008(fields: list[bytes], by_suffix: str | None) -> bool:
    """Whether the first head is followed by a label; in CoNLL-2009 it is by another head."""
    head, label = fields[8:10]
    if head == label == b"_":
        return by_suffix == "conll2008"
    return bool(_HEAD.fullmatch(head)) and not _HEAD.fullmatch(label)


def _first_word(source: Source) -> tuple[int, list[bytes]]:
    """The line and the fields of the first word, none if there is no word."""
    for number, line in enumerate(source.lines(), 1):
        if found := _WORD.match(line):
            return number, found[0].split(b"\t")
        # With spaces between, it has to be a word with predicates, and not the words of a text.
        fields = found[0].split() if (found := _SPACED.match(line)) else []
        if len(fields) >= len(COLUMNS["conll2008"]) and _HEAD.fullmatch(fields[8]):
            return number, fields
    return 1, []


def parse_part(
    part: Part, name: str, columns: tuple[str, ...], wanted: Collection[str], first_sentence: int, first_word: int
) -> Treebank:
    """Read one part of a file; its sentences and words are numbered from those given. ``columns`` are the file's,
    ``wanted`` those that are kept. A sentence with a fault has no words: see ``other_lines`` and ``problems``."""
    names = [*columns]
    if name in WITH_ARGUMENTS:
        # As many columns as the fields of the longest line, but no more than the longest paragraph has lines, lest a
        # single long line make thousands of them.
        empty_lines = np.flatnonzero(part.ends == part.starts)
        longest = np.diff(np.concatenate(([-1], empty_lines, [len(part.ends)]))).max() - 1
        most = int(np.clip(part.fields.max(initial=0) - len(columns), 0, longest))
        names += [f"argument_{number}" for number in range(1, most + 1)]
    # The last column is always read, for it is empty where a line has too few fields.
    dropped = {*columns[1:-1]} - {*wanted}
    fields = conll_lines.fields_of(part, names).select(pl.exclude(dropped) if dropped else pl.all())
    rows = fields.with_columns(pl.exclude("position").cast(TEXT)).collect().slice(1)
    lines = ConllLines(part, rows["position"])
    faults = Faults(part, columns)
    words = np.flatnonzero(lines.kind == LineKind.WORD)
    faults.check_returns(lines.kind == LineKind.BLANK)
    length = np.bincount(lines.paragraph[words], minlength=int(lines.paragraph.max(initial=-1)) + 1)
    _check_positions(words, length, lines, faults)
    _check_fields(rows, words, lines, faults, name)
    token_rows = conll_lines.ranges(lines, length, faults)
    empty_rows = conll_lines.empty_nodes(lines, length, faults)
    argument_rows = _arguments(rows, words, lines, faults) if "predicate" in rows.columns else empty(ARGUMENTS)
    conll_lines.check_special(lines, length, faults)

    unreadable = spread(len(length), lines.paragraph[sorted(faults.rows)])
    is_sentence = (length > 0) | unreadable
    # The number of each paragraph's sentence, or of the next one; one more for lines after the last.
    number = np.asarray(np.append(0, np.cumsum(is_sentence)), np.uint32)

    def as_sentences(table: pl.DataFrame) -> pl.DataFrame:
        if not table.height:
            return table
        readable = table.filter(~unreadable[table["sentence"].to_numpy()])
        return readable.with_columns(pl.Series("sentence", number[readable["sentence"].to_numpy()], pl.UInt32))

    # Comments, blank lines that hold blanks, and all lines of unreadable sentences stay as they stand. Those outside of
    # sentences go with the next one, and name no sentence.
    is_blank = lines.kind == LineKind.BLANK
    is_kept = np.where(is_blank, part.ends > part.starts, np.append(unreadable, False)[lines.paragraph])
    others = np.flatnonzero(is_kept & (lines.kind != LineKind.COMMENT))
    texts = pl.concat([lines.comment_texts, pl.Series([part.line(row) for row in others.tolist()], dtype=pl.String)])
    kept = np.append(lines.comments, others)
    columns_of_others = {"sentence": number[lines.paragraph[kept] + is_blank[kept]], "line": kept + part.first_line}
    other_lines = pl.DataFrame({**columns_of_others, "text": texts}, schema_overrides=OTHER_LINES).sort("line")
    first_lines = np.flatnonzero(lines.is_first)[is_sentence] + part.first_line
    starts = np.append(first_lines, np.iinfo(np.int64).max)[other_lines["sentence"].to_numpy()]
    own = other_lines.filter(pl.Series(other_lines["line"].to_numpy() >= starts))
    count = np.where(unreadable, 0, length)[is_sentence]
    read_words = words[~unreadable[lines.paragraph[words]]]
    sentence = pl.Series("sentence", number[lines.paragraph[read_words]], dtype=pl.UInt32)
    read = [column for column in columns[1:] if column in wanted]
    treebank = Treebank(
        path=part.source.path,
        layout=replace(layout_of(part, name, columns), odd_newlines=conll_lines.odd_newlines(part)),
        words=_word_table(rows, read_words, sentence, lines, read, wanted),
        sentences=conll_lines.sentence_table(count, first_lines, ~unreadable[is_sentence], own),
        tokens=as_sentences(token_rows),
        empty_nodes=as_sentences(empty_rows),
        arguments=as_sentences(argument_rows),
        other_lines=other_lines,
        problems=faults.sorted(),
    )
    return treebank.moved(first_sentence, first_word)


def _check_positions(words: Integers, length: Integers, lines: ConllLines, faults: Faults) -> None:
    """Words are numbered 1, 2, 3, … in each paragraph; ``length`` is how many it has."""
    expected = np.arange(len(words)) - np.repeat(np.cumsum(length) - length, length) + 1
    number = lines.number[words]
    slips = np.flatnonzero(number != expected)
    _, first_slips = np.unique(lines.paragraph[words[slips]], return_index=True)  # one shifts all words that follow
    for index in slips[first_slips].tolist():
        message = f"ID is {number[index]}; expected {expected[index]}, for words are numbered 1, 2, 3, …"
        if number[index] == 1:
            message = "ID 1 in the middle of a sentence; a blank line is missing before it"
        faults.error(int(words[index]), message, "position")


def _check_fields(rows: pl.DataFrame, words: Integers, lines: ConllLines, faults: Faults, format_name: str) -> None:
    """Find words with too few or too many fields, empty fields, and heads that are no numbers."""
    is_word = lines.kind == LineKind.WORD
    expected, varying = len(faults.columns), format_name in WITH_ARGUMENTS
    odd = pl.any_horizontal(pl.col(name) == "" for name in faults.columns if name in rows.columns)
    odd_rows = rows.select(odd).to_series().to_numpy()
    if not varying:
        # Fields are counted a line only where a line may have too few, which leaves some empty, or too many.
        tabs = np.count_nonzero(np.frombuffer(lines.part.text, np.uint8) == ord("\t"))
        tabs -= sum(text.count("\t") for text in lines.special.values())
        tabs -= int(lines.comment_texts.str.count_matches("\t", literal=True).sum())
        if odd_rows[words].any() or tabs != len(words) * (expected - 1):
            odd_rows = odd_rows | (lines.part.fields != expected)
    for row in faults.without_error(is_word & odd_rows):
        values = lines.part.line(row).split("\t")
        if len(values) < expected or (len(values) > expected and not varying):
            at_least = "at least " if varying else ""
            faults.error(row, f"{counted(len(values), 'field')}; expected {at_least}{expected}, separated by tabs")
            continue
        for name, value in zip(faults.columns, values, strict=False):
            if value == "" and name != "head":
                faults.warn(row, f"{field_name(format_name, name)} is empty; an absent value is written _", name)
    if "mwe" in rows.columns:
        bad = translated(rows["mwe"], lambda distinct: ~distinct.str.contains(_CODES))
        for row in faults.without_error(is_word & bad):
            faults.error(row, f"PARSEME:MWE is {rows['mwe'][row]!r}; expected {_MWE}", "mwe")
    if "head" in rows.columns:
        bad = translated(rows["head"], lambda distinct: ~distinct.str.contains("^(0|[1-9][0-9]{0,8}|_)$"))
        for row in faults.without_error(is_word & bad):
            faults.error(row, f"HEAD is {rows['head'][row]!r}; expected 0, the ID of a word, or _", "head")


def _arguments(rows: pl.DataFrame, words: Integers, lines: ConllLines, faults: Faults) -> pl.DataFrame:
    """The arguments, ``sentence`` being the paragraph: a word's n-th column is its role to the n-th predicate."""
    # A word with more or fewer such columns than its sentence has predicates is an error, and so is an empty one.
    columns = [name for name in rows.columns if name.startswith("argument_")]
    paragraph = lines.paragraph[words]
    table = rows[words].select("position", "predicate", *columns)
    is_predicate = (table["predicate"].cast(pl.String) != "_").to_numpy()
    expected = np.bincount(paragraph[is_predicate], minlength=int(paragraph.max(initial=-1)) + 1)
    given = lines.part.fields[words] - len(faults.columns)
    filled = pl.sum_horizontal(pl.lit(0), *(pl.col(name) != "" for name in columns))
    filled_fields = table.select(filled).to_series().to_numpy()
    wrong = (given != expected[paragraph]) | (filled_fields != expected[paragraph])
    for index in np.flatnonzero(wrong).tolist():
        row, number = int(words[index]), int(expected[paragraph[index]])
        if row not in faults.rows and given[index] != number:
            faults.error(row, f"{counted(int(given[index]), 'argument column')}; expected {number}, one a predicate")
        elif row not in faults.rows:
            faults.error(row, "an argument column is empty; where there is no argument it holds _")
    sentence = paragraph[is_predicate]
    number = np.arange(len(sentence)) - np.searchsorted(sentence, sentence) + 1
    predicate = table["position"].cast(pl.UInt32).filter(pl.Series(is_predicate))
    predicates = pl.DataFrame({"sentence": sentence, "number": number, "predicate": predicate})
    argument = pl.col("position").cast(pl.UInt32).alias("argument")
    cells = table.select(pl.Series("sentence", paragraph), argument, *columns)
    return (
        cells.unpivot(columns, index=["sentence", "argument"], variable_name="number", value_name="role")
        .filter((pl.col("role") != "_") & (pl.col("role") != ""))
        .with_columns(pl.col("number").str.strip_prefix("argument_").cast(pl.Int64))
        .join(predicates, on=["sentence", "number"])
        .sort("sentence", "predicate", "argument")
        .select(pl.col(name).cast(dtype) for name, dtype in ARGUMENTS.items())
    )


def _word_table(
    rows: pl.DataFrame, words: Integers, sentence: pl.Series, lines: ConllLines, read: list[str],
    wanted: Collection[str],
) -> pl.DataFrame:  # fmt: skip
    """The words in these rows; columns that are ``wanted`` and not ``read`` are empty."""
    common = [name for name in WORDS if name not in ("sentence", "position", "line")]
    names = [*(name for name in common if name in wanted), *(name for name in read if name not in common)]
    columns = {name: pl.col(name) if name in read else pl.lit("_").cast(TEXT) for name in names}
    if "head" in read:
        columns["head"] = pl.col("head").cast(pl.String).cast(pl.Int32, strict=False)
    return (
        rows.select(read)
        .filter(pl.Series(spread(rows.height, words)))
        .select(
            sentence,
            pl.Series("position", lines.number[words], dtype=pl.UInt32),
            pl.Series("line", words + lines.part.first_line, dtype=pl.UInt32),
            **columns,
        )
    )


def second_analysis(treebank: Treebank) -> Treebank:
    """The same words with the second analysis in the place of the first, and the first in that of the second. Written,
    it gives the same bytes. Columns that were not read are left alone. Raises OptionError for a format without a second
    analysis, GoldleafError for a file in which it is empty."""
    pairs = SECOND.get(treebank.format)
    if pairs is None:
        known = "conllx has one (PHEAD, PDEPREL), and conll2009 (PLEMMA, PPOS, PFEAT, PHEAD, PDEPREL)"
        raise OptionError(f"{treebank.path}: {treebank.format} has no second analysis; {known}")
    words = treebank.words
    if not has_second_analysis(treebank):
        raise GoldleafError(f"{treebank.path}: PHEAD is empty in all sentences; there is no second analysis to show")
    swapped: list[pl.Expr] = []
    renamed: dict[str, str] = {}
    for first, second in pairs.items():
        if not {first, second} <= {*words.columns}:
            continue
        renamed |= {first: second, second: first}
        swapped += [pl.col(second).alias(first), pl.col(first).cast(TEXT).alias(second)]
        if first == "head":  # a number, but text in the second analysis, of which only what can be a head becomes one
            text = pl.col(second).cast(pl.String)
            swapped[-2] = pl.when(text.str.contains("^[0-9]{1,9}$")).then(text).cast(pl.Int32).alias(first)
            swapped[-1] = pl.col(first).cast(pl.String).fill_null("_").cast(TEXT).alias(second)
    columns = tuple(renamed.get(name, name) for name in treebank.layout.columns)
    return replace(treebank, words=words.with_columns(swapped), layout=replace(treebank.layout, columns=columns))


def has_second_analysis(treebank: Treebank) -> bool:
    second = SECOND.get(treebank.format, {}).get("head")
    return second in treebank.words.columns and treebank.words[second].unique().cast(pl.String).to_list() != ["_"]
