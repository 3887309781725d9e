"""Semantic dependency graphs of SDP 2014 and 2015 (Oepen et al. 2014, §4; Oepen et al. 2015, §4).

A word a line: ID, FORM, LEMMA, POS, TOP, PRED, in 2015 FRAME, and then a column for each predicate of the sentence, in
their order, which has the label of its edge to the word, or ``_``. Read as a graph in ``enhanced``, as CoNLL-U's DEPS:
each word's heads and labels, and head 0 for a top. PRED and FRAME are in ``misc``. There are no heads of a tree.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import conll
from goldleaf.core.formats.line_writers import check_sentences, lines_to_bytes
from goldleaf.core.formats.source import Choices, Holding, Part, Source
from goldleaf.core.formats.writing import encoded
from goldleaf.core.treebank import TEXT, Treebank

NAME, HEADER, TOP = "sdp", "#SDP 2015", "top"
COLUMNS = ("position", "form", "lemma", "coarse_tag", "enhanced", "misc")  # no heads
_FRAME = "Frame="


def holds() -> Holding:
    """What the format has a place for."""
    return Holding(frozenset({*(f"words.{name}" for name in COLUMNS[1:]), "sentences.id"}))


class SdpReader:
    """Puts each line as CoNLL-U has it, whose reader then knows what all words of a sentence must have."""

    def __init__(self, source: Source, choices: Choices) -> None:
        self._inner = conll.ConllReader("conllu", source, choices)
        self.border = self._inner.border

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        lines = part.text.decode().split("\n")
        ends = ["\r" * line.endswith("\r") for line in lines[:-1]] + [""]
        lines = [line.removesuffix(end) for line, end in zip(lines, ends, strict=True)]
        faults, rewritten, begin = dict[int, str](), list[str](), 0
        for blank in [*(at for at, line in enumerate(lines) if not line.strip()), len(lines)]:
            rewritten += _as_conllu(lines[begin:blank], part.first_line + begin, faults)
            rewritten += lines[blank : blank + 1]
            begin = blank + 1
        text = "\n".join(line + end for line, end in zip(rewritten, ends, strict=True))
        inner = Part(part.source, text.encode(), part.first_line, part.done)
        treebank = self._inner.parse(inner, first_sentence, first_word)
        # The lines of what could not be read stay as they stand.
        kept = [
            text if text.startswith("#") or not text.strip() else lines[line - part.first_line]
            for line, text in treebank.other_lines.select("line", "text").iter_rows()
        ]
        return replace(
            treebank,
            layout=replace(treebank.layout, format=NAME, columns=COLUMNS),
            other_lines=treebank.other_lines.with_columns(text=pl.Series(kept, dtype=pl.String)),
            problems=tuple(
                replace(problem, column=0, message=faults.get(problem.line, problem.message))
                for problem in treebank.problems
            ),
        )


def _as_conllu(lines: Sequence[str], first: int, faults: dict[int, str]) -> list[str]:
    """A sentence's lines as CoNLL-U has them. One that is not as it must be is put so that it is none there, either."""
    fields = [[] if line.startswith("#") else line.split("\t") for line in lines]
    predicates = [row[0] for row in fields if row[5:6] == ["+"]]
    # 2014 has no frames: whether there is a field for one, its first word says.
    words = [row for row in fields if row]
    framed = bool(words) and len(words[0]) == 7 + len(predicates)
    begin = 6 + framed
    made = []
    for number, (line, row) in enumerate(zip(lines, fields, strict=True), first):
        if not row:
            made.append(line if line == HEADER else re.sub("^#([0-9]+)$", r"# sent_id = \1", line))
            continue
        labels = row[begin:]
        fault = ""
        if len(row) != begin + len(predicates):
            expected = f"{begin + len(predicates)} for {len(predicates)} words that are + in PRED"
            fault = f"{len(row)} fields; expected {expected}"
        elif not {*row[4:6]} <= {"+", "-"}:
            fault = "expected + or - in TOP and PRED"
        elif any("|" in label for label in labels):
            fault = "a label with |, which separates edges"
        if fault:
            faults[number] = fault
            made.append("\t".join(row[:2]))
            continue
        edges = [f"0:{TOP}"] if row[4] == "+" else []
        edges += [f"{head}:{label}" for head, label in zip(predicates, labels, strict=True) if label != "_"]
        about = (["Pred=+"] if row[5] == "+" else []) + ([_FRAME + row[6]] if framed else [])
        made.append("\t".join([*row[:4], "_", "_", "_", "_", "|".join(edges) or "_", "|".join(about) or "_"]))
    return made


def to_bytes(treebank: Treebank) -> bytes:
    """The bytes of a file, with frames if any word has one. Raises GoldleafError for a sentence that was not read, and
    where a word has two edges from one head, or from a node without a word."""
    own = treebank.layout.format == NAME and treebank.layout.of_file
    if not own:
        check_sentences(treebank)
    nothing = pl.lit("_").cast(TEXT)
    columns = ("position", "line", "form", "lemma", "coarse_tag", "enhanced", "misc")
    missing = {name: nothing for name in ("enhanced", "misc") if name not in treebank.words.columns}
    words = treebank.words.with_columns(**missing).select("sentence", pl.col(columns).cast(pl.String))
    framed = bool(words["misc"].str.contains(_FRAME, literal=True).any())
    lines, texts = list[int](), list[str]()
    for sentence in words.partition_by("sentence", maintain_order=True):
        # A file of its own may have frames in some sentences only: these say so themselves.
        if own:
            framed = bool(sentence["misc"].str.contains(_FRAME, literal=True).any())
        rows = _rows(sentence, framed, treebank.path)
        if not own:
            number = sentence["sentence"][0]
            texts += [f"#{treebank.sentences['id'][number] or number + 1}", *rows, ""]
        texts += rows if own else []
        lines += sentence["line"].cast(pl.Int64).to_list() if own else []
    if not own:
        header = [HEADER] if framed else []
        return encoded(treebank, "".join(f"{line}\n" for line in (*header, *texts)))
    table = pl.DataFrame({"line": lines, "text": texts}, schema={"line": pl.UInt32, "text": pl.String})
    named = pl.col("text").str.replace(r"^# sent_id = ([0-9]+)$", "#$1")
    return lines_to_bytes(replace(treebank, other_lines=treebank.other_lines.with_columns(named)), table)


def _rows(words: pl.DataFrame, framed: bool, path: str) -> list[str]:
    into: dict[str, dict[str, str]] = {}
    heads = defaultdict[str, int](int)
    for position, edges in words.select("position", "enhanced").iter_rows():
        labels = into.setdefault(position, {})
        for edge in edges.split("|") if edges != "_" else ():
            head, _, label = edge.partition(":")
            if "." in head or head in labels:
                why = "an edge from a node without a word" if "." in head else f"two edges from word {head}"
                where = f"sentence {words['sentence'][0] + 1}, word {position}"
                raise GoldleafError(f"{path}: {where}: {why}, for which SDP has no place", path=path)
            labels[head] = label
            heads[head] += 1
    about = {position: (misc or "").split("|") for position, misc in words.select("position", "misc").iter_rows()}
    predicates = [position for position in into if heads[position] or "Pred=+" in about[position]]
    rows = []
    for position, form, lemma, tag in words.select("position", "form", "lemma", "coarse_tag").iter_rows():
        fields = [position, form, lemma, tag, "+" if "0" in into[position] else "-"]
        fields.append("+" if position in predicates else "-")
        if framed:
            fields.append(next((part[len(_FRAME) :] for part in about[position] if part.startswith(_FRAME)), "_"))
        rows.append("\t".join((*fields, *(into[position].get(head, "_") for head in predicates))))
    return rows
