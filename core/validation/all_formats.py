"""What is wrong or odd in files of any format: how lines are written, characters, blanks, heads that make no tree,
predicates, expressions. Problems are collected in a `Report`, which looks at each distinct value once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

import polars as pl
import polars.selectors as cs

from goldleaf.core.errors import Problem, Severity, shortened
from goldleaf.core.facts import Bools
from goldleaf.core.formats.conll import HEADER, global_columns, has_second_analysis, second_analysis
from goldleaf.core.structures import parents
from goldleaf.core.structures.dependency import beyond, head_rows, non_projective, root_counts, without_root
from goldleaf.core.treebank import Treebank

Check: TypeAlias = Callable[[str], Iterable[tuple[str, str]]]  # the rules that a value breaks, and what is wrong


@dataclass(frozen=True, slots=True)
class Report:
    """The problems found in a treebank so far."""

    treebank: Treebank
    problems: list[Problem] = field(default_factory=list)

    def error(self, line: int, message: str, column: str = "", rule: str = "") -> None:
        """The format forbids what stands in this line; ``column`` is the model's name of the field."""
        self.add(Severity.ERROR, line, message, column, rule)

    def warn(self, line: int, message: str, column: str = "", rule: str = "") -> None:
        """The format allows what stands in this line, but it is odd."""
        self.add(Severity.WARNING, line, message, column, rule)

    def add(self, severity: Severity, line: int, message: str, column: str = "", rule: str = "") -> None:
        """Note a problem; a column that is no field of the file is not named, nor rules of UD for other formats."""
        columns, rule = self.treebank.layout.columns, rule if self.treebank.is_conllu else ""
        severity = Severity.WARNING if rule in WARNINGS else severity
        number = columns.index(column) + 1 if column in columns else 0
        self.problems.append(Problem(self.treebank.path, line, number, message, severity, rule))

    def errors(self, rows: pl.DataFrame, rule: str, column: str, message: str) -> None:
        """An error in each row's ``line``; the message has names of the rows' columns in braces."""
        for row in rows.iter_rows(named=True):
            self.error(row["line"], message.format(**row), column, rule)

    def check_values(self, table: pl.DataFrame, column: str, check: Check, severity: Severity = Severity.ERROR) -> None:
        """Report what ``check`` says of the values of a column, in the rows' ``line``; it sees each value once."""
        # A million words have a few thousand values: no check is made twice.
        distinct = table[column].unique().cast(pl.String)
        faults = {value: messages for value in distinct.to_list() if (messages := tuple(check(value)))}
        if not faults:
            return
        rows = table.select("line", value=pl.col(column).cast(pl.String)).filter(pl.col("value").is_in(list(faults)))
        for line, value in rows.iter_rows():
            for rule, message in faults[value]:
                self.add(severity, line, message, column, rule)


# What UD warns of only.
WARNINGS = (
    "empty-misc", "empty-misc-key", "misc-extra-space", "misc-attr-typo", "fixed-gap", "fixed-without-extpos",
    "flat-foreign-upos-feats", "orphan-parent", "pron-det-without-prontype", "verbform-fin-without-mood",
)  # fmt: skip

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_BLANK = re.compile(r"\s")
_NAMED = 12  # of the words of a sentence that have the same fault
_NAMED_OF_CYCLE = 20


def check_layout(report: Report) -> None:
    """Mixed line ends; and in CoNLL-U, which is UTF-8 with LF and no byte order mark, whatever else there is."""
    layout = report.treebank.layout
    forbidden = Severity.ERROR if report.treebank.is_conllu else Severity.WARNING
    if layout.odd_newlines:
        usual, other = ("LF", "CRLF") if layout.newline == "\n" else ("CRLF", "LF")
        count = len(layout.odd_newlines)
        more = f", as {count - 1} more do" if count > 1 else ""
        message = f"the line ends in {other}{more}, while the first line ends in {usual}"
        report.add(forbidden, layout.odd_newlines[0], message, rule="non-unix-newline")
    if not report.treebank.is_conllu or not layout.lines:
        return
    if layout.newline == "\r\n":
        report.error(1, "lines end in CRLF; CoNLL-U asks for LF", rule="non-unix-newline")
    if layout.byte_order_mark:
        report.error(1, "the file begins with a byte order mark; CoNLL-U asks for none", rule="invalid-line")
    if layout.encoding != "utf-8":
        report.error(1, f"the file is in {layout.encoding}; CoNLL-U asks for UTF-8")


def check_characters(report: Report) -> None:
    """CoNLL-U forbids control characters; elsewhere they are odd."""
    treebank = report.treebank
    severity = Severity.ERROR if treebank.is_conllu else Severity.WARNING
    empty_nodes = treebank.empty_nodes.select("line", "fields")  # which are all that they have
    for table in (treebank.words, treebank.tokens, empty_nodes, treebank.other_lines, treebank.nodes):
        for column in table.select(~cs.numeric()).columns:
            report.check_values(table, column, _control_characters, severity)


def _control_characters(text: str | None) -> Iterator[tuple[str, str]]:
    plain = (text or "").replace("\t", "")  # between fields that are kept as one text
    for character in sorted({*_CONTROL.findall(plain)}):
        yield "", f"{shortened(plain)!r} has the control character U+{ord(character):04X}; remove it"


def check_trees(report: Report) -> None:
    """Heads that do not exist, cycles, sentences without a root or with several, missing heads and labels. CoNLL-U asks
    for a tree, so there these are errors; the older formats allow for all but a head that does not exist."""
    treebank = report.treebank
    forbidden = Severity.ERROR if treebank.is_conllu else Severity.WARNING
    head = treebank.heads
    words = treebank.words.filter(pl.Series(beyond(treebank)))
    lengths = treebank.sentences["words"].gather(words["sentence"])
    for line, number, length in zip(words["line"], words["head"], lengths, strict=True):
        report.error(line, f"HEAD is {number}, but the sentence ends with word {length}", "head", "unknown-head")
    _check_cycles(report, forbidden)
    counts = root_counts(treebank)
    for line in treebank.words.filter(pl.Series(without_root(treebank)))["line"]:
        report.add(forbidden, line, "the sentence has no root; expected a word whose HEAD is 0", "head", "non-tree")
    of_several = (counts[treebank.sentence_of_word] > 1) & (head == 0)
    for _, count, lines, roots in _by_sentence(treebank.words, of_several):
        message = f"{count} roots: {roots}; expected one word whose HEAD is 0"
        report.add(forbidden, lines[1], message, "head", "multiple-roots")
    # Of what is missing, one problem a sentence, at its first word without the value.
    no_label = (head >= 0) & (treebank.words["label"] == "_").to_numpy()
    for column, name, thing, missing in (("head", "HEAD", "head", head < 0), ("label", "DEPREL", "label", no_label)):
        for sentence, count, lines, described in _by_sentence(treebank.words, missing):
            message = f"{described} {'has' if count == 1 else 'have'} no {thing} ({name} is _)"
            if count == treebank.sentences["words"][sentence] > 1:
                message = f"no word of the sentence has a {thing} ({name} is _)"
            report.add(forbidden, lines[0], message, column, f"invalid-{name.lower()}")


def check_second_heads(report: Report) -> None:
    """What PHEAD of CoNLL-X is to be: a head or an underscore, and projective (Buchholz & Marsi 2006, §3)."""
    if report.treebank.format != "conllx" or not has_second_analysis(report.treebank):
        return
    report.check_values(report.treebank.words, "projective_head", _odd_head)
    second = second_analysis(report.treebank)
    for line, number in second.words.filter(pl.Series(beyond(second))).select("line", "head").iter_rows():
        report.error(line, f"PHEAD is {number}, a word that the sentence does not have", "projective_head")
    for _, count, lines, described in _by_sentence(second.words, non_projective(second)):
        what = f"{described} {'is' if count == 1 else 'are'} not projective by PHEAD, as it is guaranteed to be"
        report.error(lines[0], f"{what}; convert --apply add-phead makes it anew", "projective_head")


def _odd_head(text: str) -> Iterator[tuple[str, str]]:
    if not re.fullmatch("_|0|[1-9][0-9]{0,8}", text):
        yield "", f"PHEAD is {shortened(text)!r}; expected a number, or _"


def _check_cycles(report: Report, severity: Severity) -> None:
    words = report.treebank.words
    for rows in parents.cycles(head_rows(report.treebank)):
        cycle = words[list(rows[:_NAMED_OF_CYCLE])]
        line, first = cycle["line"][0], f"{cycle['position'][0]} {cycle['form'][0]!r}"
        if len(rows) == 1:
            report.add(severity, line, f"word {first} is its own head", "head", "head-self-loop")
            continue
        names = [f"{position} {form!r}" for position, form in cycle.select("position", "form").iter_rows()]
        names += [f"… {len(rows) - len(names)} more"] * (len(rows) > len(names))
        path = " → ".join([*names, str(cycle["position"][0])])
        report.add(severity, line, f"cycle of {len(rows)} words, each with its head: {path}", "head", "non-tree")


def _by_sentence(words: pl.DataFrame, chosen: Bools) -> Iterator[tuple[int, int, list[int], str]]:
    """Chosen words sentence by sentence: its row, how many they are, and lines and names of the first ones, such as
    ``words 2 'of' and 5 'by'``."""
    named = (pl.col("line"), pl.col("position"), pl.col("form").cast(pl.String))
    groups = words.filter(pl.Series(chosen)).group_by("sentence", maintain_order=True)
    named_of_each = groups.agg(pl.len(), *(column.head(_NAMED) for column in named))
    for sentence, count, lines, positions, forms in named_of_each.iter_rows():
        *names, last = (f"{position} {form!r}" for position, form in zip(positions, forms, strict=True))
        if count > len(forms):
            names, last = [*names, last], f"{count - len(forms)} more"
        described = f"words {', '.join(names)} and {last}" if names else f"word {last}"
        yield sentence, count, lines, described


def check_blanks(report: Report) -> None:
    """Warn of fields with whitespace, which only CoNLL-U has (Buchholz & Marsi 2006, note 5), and report features of
    nothing: FEATS is a set with bars between its members (§3), which CoNLL-U asks more of."""
    layout, words = report.treebank.layout, report.treebank.words
    if report.treebank.is_conllu:
        return
    for column in ("features", "predicted_features"):
        if column in words.columns:
            report.check_values(words, column, _empty_feature)
    for column in layout.columns:
        if column in words.columns and column not in ("position", "head"):
            report.check_values(words, column, _whitespace, Severity.WARNING)


def _empty_feature(text: str) -> Iterator[tuple[str, str]]:
    if text and not all(text.split("|")):
        mended = "|".join(filter(None, text.split("|"))) or "_"
        yield "", f"{text!r} in FEATS has a feature of nothing; expected features with | between them: {mended}"


def _whitespace(text: str) -> Iterator[tuple[str, str]]:
    if _BLANK.search(text):
        yield "", f"{text!r} has whitespace, which fields of this format do not hold; write {_BLANK.sub('_', text)!r}"


def check_predicates(report: Report) -> None:
    """What CoNLL-2008 and CoNLL-2009 ask of predicates and arguments (Hajič et al. 2009, §2.3 and §3.1). That FILLPRED
    marks the words with PRED, and that roles hold no blanks, such as one that ends the line."""
    words = report.treebank.words
    if "predicate" not in words.columns:
        return
    has_sense, marked = ~pl.col("predicate").is_in(["_", ""]), pl.col("fill_predicate") == "Y"
    columns = [name for name in ("fill_predicate", "predicate") if name in words.columns]
    table = words.select("line", *(pl.col(name).cast(pl.String) for name in columns))
    # A file whose senses are still to be found has none at all: there FILLPRED stands alone.
    if "fill_predicate" in columns and table.select(has_sense.any()).item():
        for line, mark, sense in table.filter(has_sense & ~marked).iter_rows():
            report.error(line, f"FILLPRED is {mark!r}, but PRED is {sense!r}; expected Y", "fill_predicate")
        for line in table.filter(marked & ~has_sense)["line"]:
            message = "FILLPRED is Y, but PRED is empty; a word that arguments are of has a sense"
            report.error(line, message, "predicate")
    role = pl.col("role").cast(pl.String)
    odd, places = report.treebank.arguments.filter(role.str.contains(r"\s")), ["sentence", "argument"]
    of_words = words.select("sentence", "line", argument="position")
    for line, text in odd.join(of_words, on=places, maintain_order="left").select("line", role).iter_rows():
        report.error(line, f"role {text!r} has a blank; expected {text.strip().replace(' ', '_') or '_'!r}")


def check_expressions(report: Report) -> None:
    """What is wrong in cupt files beyond CoNLL-U (Ramisch et al. 2018; PARSEME's validate_cupt.py). IDs that do not
    follow one another, categories that are missing or given twice, words said to be nothing beside others that are
    something; codes of ranges and empty nodes, which words have; another first line."""
    treebank = report.treebank
    header = treebank.other_lines.filter(pl.col("line") == 1, pl.col("text").str.contains(HEADER))["text"]
    if " ".join(header).split() != global_columns().split():
        report.error(1, f"the file does not begin with its columns; expected {global_columns()}")
    some = ~pl.col("mwe").cast(pl.String).is_in(["*", "_"])
    for table, what in ((treebank.tokens, "a range of words"), (treebank.empty_nodes, "an empty node")):
        if "mwe" in table.columns:
            message = f"PARSEME:MWE of {what} is {{mwe!r}}; expected *, for words are parts of expressions"
            report.errors(table.filter(some), "", "mwe", message)
    words = treebank.words.select("sentence", "line", pl.col("mwe").cast(pl.String))
    if words["mwe"].is_in(["_"]).not_().any():
        message = "PARSEME:MWE is _, while other words of the file say what they are part of; expected * for nothing"
        report.errors(words.filter(mwe="_").head(1), "", "mwe", message)
    for _, rows in groupby(words.filter(some).iter_rows(), key=itemgetter(0)):
        known = dict[str, int]()
        for _, line, codes in rows:
            for code in codes.split(";"):
                name, _, category = code.partition(":")
                if (name in known) == bool(category):
                    fault = "has a category already" if category else "has no category where it is first"
                    expected = f"{name} without one" if category else f"one, such as {name}:VID"
                    report.error(line, f"expression {name} {fault}; expected {expected}", "mwe")
                known.setdefault(name, line)
        if {*known} != {*map(str, range(1, len(known) + 1))}:
            message = f"expressions are numbered {', '.join(known)}; expected 1 to {len(known)}"
            report.warn(min(known.values()), message, "mwe")
