"""Lattices of morphological analyses: SPMRL's and yap's eight columns, and CoNLL-UL.

One edge a line, from a state to a later one, with a word that the sentence may have there; a blank line after each
sentence. SPMRL (Seddah et al. 2013, §3.2) ends the line with the number of the surface token; CoNLL-UL (More et al.
2018) has a line for each token, such as ``0-2 au _``, and two more columns. States are numbered so that all edges lead
forward. A lattice with a single path is a segmentation; its edges are also given as words.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import Problem, Severity, counted
from goldleaf.core.facts import Bools, Integers, spread
from goldleaf.core.formats.conll import FIELD_NAMES
from goldleaf.core.formats.conll_lines import Faults, after_blank_line, fields_of, odd_newlines, sentence_table
from goldleaf.core.formats.source import Choices, Holding, Part, Source, layout_of
from goldleaf.core.structures.lattice import distinct_edges
from goldleaf.core.treebank import EDGES, LATTICE_TOKENS, OTHER_LINES, TEXT, TOKENS, WORDS, Treebank, empty

_COMMON = ("from", "to", "form", "lemma", "coarse_tag", "fine_tag", "features")
COLUMNS = {"lattice": (*_COMMON, "token"), "conllul": (*_COMMON, "misc", "anchors")}
# What people call the columns.
_NAMES = {**FIELD_NAMES, "from": "FROM", "to": "TO", "token": "the token's number", "anchors": "ANCHORS"}
_NUMBER = r"^(0|[1-9][0-9]{0,8})$"  # fits into the model's UInt32
_RANGE = r"^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$"
_STATE_BITS = 31
_ALWAYS = ("sentence", "position", "line", "form")


def holds(name: str) -> Holding:
    """What one of the formats has a place for; SPMRL's tells tokens by number, so their forms are put together."""
    found = {"edges", "tokens", *(f"words.{column}" for column in ("lemma", "coarse_tag", "fine_tag", "features"))}
    if name == "lattice":
        return Holding(frozenset(found), frozenset({"tokens.form"}))
    found |= {f"edges.{column}" for column in ("misc", "anchors")} | {"words.misc", "comments"}
    found |= {f"{table}.form" for table in ("tokens", "lattice_tokens")} | {"sentences.id", "sentences.text"}
    return Holding(frozenset({*found, "tokens.misc"}))


class LatticeReader:
    def __init__(self, name: str, _: Source, choices: Choices) -> None:
        self.name, self.choices = name, choices

    border = staticmethod(after_blank_line)

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank. Sentences with a fault have no edges; their lines go to ``other_lines``."""
        columns, wanted = COLUMNS[self.name], self.choices.columns
        faults = Faults(part, columns)
        lines = _Lines(part, columns)
        faults.check_returns(lines.blank)
        _check_edges(lines, faults)
        _check_tokens(lines, faults)
        _check_states(lines, faults)

        readable = lines.readable(faults)
        tokens = (_numbered_tokens if "token" in columns else _written_tokens)(lines, readable, faults)
        edges = _edges(lines, readable, tokens, faults)
        tokens = _with_forms(tokens, edges)
        words = _words(edges)
        unreadable, is_sentence = lines.paragraphs(sorted(faults.rows)), lines.paragraphs(lines.edge | lines.token)
        length = np.bincount(words["sentence"].to_numpy(), minlength=len(unreadable))[: len(unreadable)]
        # Paragraphs of comments alone are no sentences: what stands in them goes with the next one.
        number = np.append(np.cumsum(is_sentence) - is_sentence, is_sentence.sum())
        # Comments, blank lines that hold blanks, and all lines of unreadable sentences stay as they are.
        rows = np.flatnonzero(lines.comment | (~readable & ~lines.blank) | (lines.blank & (part.ends > part.starts)))
        sentence, texts = number[lines.paragraph[rows] + lines.blank[rows]], [part.line(row) for row in rows.tolist()]
        other = pl.DataFrame({"sentence": sentence, "line": rows + part.first_line, "text": texts}, schema=OTHER_LINES)
        first_lines = np.flatnonzero(lines.is_first)[is_sentence] + part.first_line
        problems = faults.sorted()
        if not is_sentence.any() and part.first_line == 1 and part.done == 1:
            problems += (Problem(part.source.path, 1, 0, "no sentences in the file", Severity.WARNING),)

        def numbered(table: pl.DataFrame) -> pl.DataFrame:
            return table.with_columns(pl.Series("sentence", number[table["sentence"].to_numpy()], pl.UInt32))

        known = (*WORDS, "misc") if "misc" in columns else (*WORDS,)
        asked = [name for name in known if wanted is None or name in wanted or name in _ALWAYS]
        treebank = Treebank(
            path=part.source.path,
            layout=replace(layout_of(part, self.name, columns), odd_newlines=odd_newlines(part)),
            words=numbered(words.select(asked)),
            sentences=sentence_table(length[is_sentence], first_lines, ~unreadable[is_sentence], other),
            tokens=numbered(_multiword_tokens(tokens, words)),
            edges=numbered(edges),
            lattice_tokens=numbered(tokens),
            other_lines=other,
            problems=problems,
        )
        return treebank.moved(first_sentence, first_word)


class _Lines:
    """Every line of a part, what it is, and its paragraph, −1 before the first one."""

    def __init__(self, part: Part, columns: tuple[str, ...]) -> None:
        self.part, self.columns = part, columns
        # Absent fields are empty.
        self.fields = fields_of(part, columns).collect().with_columns(pl.all().fill_null("")).slice(1)
        first = self.fields["from"]
        self.comment = first.str.starts_with("#").to_numpy()
        has_no_first = (first.str.strip_chars() == "").to_numpy()
        self.blank = (part.ends == part.starts) | has_no_first & (part.fields == 1)
        for row in np.flatnonzero(has_no_first & ~self.blank).tolist():
            self.blank[row] = not part.text[part.starts[row] : part.ends[row]].strip()
        self.token = first.str.contains(_RANGE).to_numpy() & ("token" not in columns)
        self.edge = ~(self.blank | self.comment | self.token)  # that it should be one
        # The states that an edge or token leaves and leads to, −1 where the line does not say.
        self.origin = np.where(self.token, self._states("from", _RANGE, 1), self._states("from", _NUMBER, 1))
        self.target = np.where(self.token, self._states("from", _RANGE, 2), self._states("to", _NUMBER, 1))
        self.is_first = ~self.blank & np.append(True, self.blank[:-1])[: len(self.blank)]
        self.paragraph: Integers = np.cumsum(self.is_first) - 1

    def _states(self, column: str, pattern: str, group: int) -> Integers:
        return self.fields[column].str.extract(pattern, group).cast(pl.Int64).fill_null(-1).to_numpy()

    def paragraphs(self, rows: Bools | list[int]) -> Bools:
        """The paragraphs that one of these rows is in."""
        return spread(int(self.is_first.sum()), self.paragraph[rows])

    def readable(self, faults: Faults) -> Bools:
        return ~np.append(self.paragraphs(sorted(faults.rows)), False)[self.paragraph]


def _keys(sentence: npt.NDArray[np.integer], state: npt.NDArray[np.integer]) -> Integers:
    """One number for each state of each sentence, in their order."""
    return (sentence.astype(np.int64) << _STATE_BITS) + state


def _check_edges(lines: _Lines, faults: Faults) -> None:
    """Find lines that are no edges, and edges that do not lead on or stand twice."""
    odd = (lines.part.fields != len(lines.columns)) | (lines.origin < 0) | (lines.target <= lines.origin)
    if "token" in lines.columns:
        odd |= ~lines.fields["token"].str.contains("^[1-9][0-9]{0,8}$").to_numpy()
    empty = lines.fields.select(pl.any_horizontal(pl.exclude("from", "to", "token") == "")).to_series().to_numpy()
    for row in faults.without_error(lines.edge & odd):
        faults.error(row, *_fault(lines, row))
    for row in np.flatnonzero(lines.edge & empty & ~odd).tolist():
        column = next(name for name in lines.columns if not lines.fields[name][row])
        faults.warn(row, f"{_NAMES[column]} is empty; an absent value is written _", column)
    rows = np.flatnonzero(lines.edge)
    table = lines.fields[rows].with_columns(paragraph=pl.Series(lines.paragraph[rows]), row=pl.Series(rows))
    first = pl.col("row").min().over("paragraph", *lines.columns)
    again = table.with_columns(first=first).filter(pl.col("row") > pl.col("first"))
    for row, first_row in again.select("row", "first").iter_rows():
        if row not in faults.rows:
            faults.warn(row, f"the same edge as in line {first_row + lines.part.first_line}; it counts once")


def _fault(lines: _Lines, row: int) -> tuple[str, str]:
    expected, given = len(lines.columns), int(lines.part.fields[row])
    if given == 1:
        return "no tab in the line; fields are separated by tabs, and comments begin with #", ""
    if given != expected:
        return f"{counted(given, 'field')}; expected {expected}, separated by tabs", ""
    origin, target = int(lines.origin[row]), int(lines.target[row])
    if origin < 0 or target < 0:
        column = "from" if origin < 0 else "to"
        return f"{_NAMES[column]} is {lines.fields[column][row]!r}; expected the number of a state, from 0", column
    if target == origin:
        return f"the edge leads from state {origin} to itself; an edge leads to a later state", "to"
    if target < origin:
        return f"the edge leads from state {origin} back to {target}; number the states so that edges lead on", "to"
    return f"{_NAMES['token']} is {lines.fields['token'][row]!r}; expected 1 or more", "token"


def _check_tokens(lines: _Lines, faults: Faults) -> None:
    """Find lines of surface tokens (CoNLL-UL) that are faulty or begin before the one before ends."""
    rows, names = np.flatnonzero(lines.token), lines.fields["from"]
    goes_back = lines.target <= lines.origin
    for row in rows[(lines.part.fields[rows] != 3) | goes_back[rows]].tolist():
        fields = counted(int(lines.part.fields[row]), "field")
        late = f"token {names[row]} does not lead to a later state"
        faults.error(row, late if goes_back[row] else f"{fields}; expected 3 for a token, separated by tabs")
    before, after = rows[:-1], rows[1:]
    overlap = (lines.paragraph[before] == lines.paragraph[after]) & (lines.origin[after] < lines.target[before])
    for earlier, later in zip(before[overlap].tolist(), after[overlap].tolist(), strict=True):
        faults.error(later, f"token {names[later]} begins before token {names[earlier]} ends", "from")


def _check_states(lines: _Lines, faults: Faults) -> None:
    """Find states that cannot be reached, dead ends, tokens with states that are not there; sentences not from 0."""
    # Edges lead to later states. So a path from the first state leads to every state that an edge leads to, and one to
    # the last state from every state that an edge leaves: no path needs to be walked.
    rows = np.flatnonzero(lines.edge & lines.readable(faults))
    paragraph, origin, target = lines.paragraph[rows], lines.origin[rows], lines.target[rows]
    first = np.full(int(lines.is_first.sum()), np.iinfo(np.int64).max)
    last = np.zeros(len(first), np.int64)
    np.minimum.at(first, paragraph, origin)
    np.maximum.at(last, paragraph, target)
    leaves, enters = _keys(paragraph, origin), _keys(paragraph, target)
    for row in _first_each(rows, leaves, ~np.isin(leaves, enters) & (origin > first[paragraph])):
        faults.error(row, f"no edge leads to state {int(lines.origin[row])}, so that no path goes through it", "from")
    for row in _first_each(rows, enters, ~np.isin(enters, leaves) & (target < last[paragraph])):
        end = int(last[lines.paragraph[row]])
        message = f"no edge leaves state {int(lines.target[row])}; all paths must end in the last state, {end}"
        faults.error(row, message, "to")
    for row in _first_each(rows, paragraph, (origin == first[paragraph]) & (origin > 0)):
        faults.warn(row, f"the lattice begins in state {int(lines.origin[row])}; states are numbered from 0", "from")
    tokens = np.flatnonzero(lines.token & lines.readable(faults))  # not of what has turned out to be unreadable
    states = np.union1d(leaves, enters)
    for ends in (lines.origin, lines.target):
        for row in tokens[~np.isin(_keys(lines.paragraph[tokens], ends[tokens]), states)].tolist():
            if row not in faults.rows:
                faults.error(row, f"token {lines.fields['from'][row]}: no edge leads to state {int(ends[row])}", "from")


def _first_each(rows: Integers, groups: Integers, chosen: Bools) -> list[int]:
    _, index = np.unique(groups[chosen], return_index=True)
    return [int(row) for row in np.sort(rows[chosen][index])]


# Until they are numbered, ``sentence`` is the paragraph in all tables.


def _numbered_tokens(lines: _Lines, readable: Bools, faults: Faults) -> pl.DataFrame:
    """The surface tokens that edges name by number: `LATTICE_TOKENS`. Warns where numbers or states do not follow."""
    rows = np.flatnonzero(lines.edge & readable)
    states = {"sentence": lines.paragraph[rows], "from": lines.origin[rows], "to": lines.target[rows], "row": rows}
    found = pl.DataFrame(states).with_columns(token=lines.fields["token"].gather(rows).cast(pl.UInt32))
    ends = pl.col("from").min(), pl.col("to").max(), pl.col("row").min()
    found = found.group_by("sentence", "token").agg(ends).sort("sentence", "token")
    before = pl.col("token", "to").shift(1).over("sentence").name.prefix("previous_")
    not_next = pl.col("token") != pl.col("previous_token").fill_null(0) + 1
    apart = pl.col("from") != pl.col("previous_to").fill_null(pl.col("from"))
    odd = found.with_columns(before).filter(not_next | apart)
    columns = ("token", "from", "row", "previous_token", "previous_to")
    for token, start, row, previous, end in odd.select(columns).iter_rows():
        if token != (previous or 0) + 1:
            faults.warn(row, f"token {token} follows {previous or 'nothing'}; tokens are numbered 1, 2, 3, …", "token")
        else:
            faults.warn(row, f"token {token} begins in state {start}, but token {previous} ends in {end}", "token")
    found = found.with_columns(line=0, form=pl.lit(""), misc=pl.lit("_"))
    return found.select(pl.col(name).cast(dtype) for name, dtype in LATTICE_TOKENS.items())


def _written_tokens(lines: _Lines, readable: Bools, _: Faults) -> pl.DataFrame:
    """The surface tokens of CoNLL-UL: `LATTICE_TOKENS`."""
    # A token may do without a line of its own, as words in CoNLL-U do: edges that share no state with any that has one
    # are tokens, those that overlap one.
    rows, edges = np.flatnonzero(lines.token & readable), np.flatnonzero(lines.edge & readable)
    schema = {name: dtype for name, dtype in LATTICE_TOKENS.items() if name != "token"}
    columns = {
        "sentence": lines.paragraph[rows], "from": lines.origin[rows], "to": lines.target[rows],
        "line": rows + lines.part.first_line, "form": lines.fields["to"][rows], "misc": lines.fields["form"][rows],
    }  # fmt: skip
    written = pl.DataFrame(columns, schema=schema)
    first, last = (_keys(lines.paragraph, states) for states in (lines.origin, lines.target))
    alone = np.searchsorted(last[rows], first[edges], "right") == np.searchsorted(first[rows], last[edges], "left")
    edges = edges[alone][np.argsort(first[edges][alone], kind="stable")]
    so_far = np.maximum.accumulate(last[edges])
    begins = np.append(True, first[edges][1:] >= so_far[:-1])[: len(edges)]
    ends = np.append(begins[1:], True)[: len(edges)]
    first_edges = edges[begins]
    states = {"sentence": lines.paragraph[first_edges], "from": lines.origin[first_edges]}
    states["to"] = so_far[ends] & ((1 << _STATE_BITS) - 1)
    without_lines = pl.DataFrame({**states, "line": 0, "form": "", "misc": "_"}, schema=schema)
    number = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
    found = pl.concat([written, without_lines]).sort("sentence", "from")
    return found.with_columns(number.alias("token")).select(LATTICE_TOKENS.keys())


def _edges(lines: _Lines, readable: Bools, tokens: pl.DataFrame, faults: Faults) -> pl.DataFrame:
    """The edges, in the order of the file: `EDGES`. Warns of those that are in no token, if the sentence has tokens."""
    rows = np.flatnonzero(lines.edge & readable)
    fields = lines.fields[rows]
    paragraph, origin, target = lines.paragraph[rows], lines.origin[rows], lines.target[rows]
    numbers = {"sentence": paragraph, "from": origin, "to": target, "line": rows + lines.part.first_line}
    table = fields.select(pl.col(name).cast(TEXT) for name in lines.columns if EDGES[name] == TEXT)
    table = table.with_columns(pl.Series(name, values, pl.UInt32) for name, values in numbers.items())
    if "token" in lines.columns:
        nothing = pl.lit("_").cast(TEXT)
        return table.with_columns(fields["token"].cast(pl.UInt32), misc=nothing, anchors=nothing).select(EDGES.keys())
    number = np.zeros(len(rows), np.int64)
    if tokens.height:
        sentence = tokens["sentence"].to_numpy()
        starts, ends = (_keys(sentence, tokens[name].to_numpy()) for name in ("from", "to"))
        place = np.searchsorted(starts, _keys(paragraph, origin), "right") - 1
        inside = (place >= 0) & (_keys(paragraph, target) <= ends[place])
        for row in rows[~inside & np.isin(paragraph, sentence)].tolist():
            faults.warn(row, f"the edge from {lines.origin[row]} to {lines.target[row]} is not within a token", "from")
        number = np.where(inside, tokens["token"].to_numpy()[place], 0)
    return table.with_columns(pl.Series("token", number, pl.UInt32)).select(EDGES.keys())


def _with_forms(tokens: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    """The tokens, with the form of the one word that a token may be where the file does not say what it is."""
    if (tokens["line"] > 0).all():
        return tokens
    place = ["sentence", "token", "from", "to"]
    whole = edges.join(tokens.select(place), on=place).group_by("sentence", "token")
    whole_forms = whole.agg(pl.col("form").cast(pl.String).unique()).filter(pl.col("form").list.len() == 1)
    whole_forms = whole_forms.with_columns(pl.col("form").list.first())
    forms = tokens.join(whole_forms, on=["sentence", "token"], how="left", maintain_order="left", suffix="_of_word")
    form = pl.when(pl.col("line") > 0).then("form").otherwise(pl.col("form_of_word").fill_null(""))
    return forms.with_columns(form.alias("form")).select(LATTICE_TOKENS.keys())


def _words(edges: pl.DataFrame) -> pl.DataFrame:
    """The words of the sentences with a single path: `WORDS`, with ``misc``, ``from``, ``to`` and ``token`` besides."""
    single = (pl.len() == pl.col("from").n_unique()).over("sentence")
    words = distinct_edges(edges).filter(single).sort("sentence", "from")
    position = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
    words = words.with_columns(position=position, head=pl.lit(None, pl.Int32), label=pl.lit("_").cast(TEXT))
    return words.select(*WORDS, "misc", "from", "to", "token")


def _multiword_tokens(tokens: pl.DataFrame, words: pl.DataFrame) -> pl.DataFrame:
    """The surface tokens over several words of segmentations; of unknown form: their words joined by +."""
    if not words.height:
        return empty(TOKENS)
    position, form = pl.col("position"), pl.col("form").cast(pl.String)
    joined = form.sort_by("position").str.join("+")
    of_tokens = words.filter(pl.col("token") > 0).group_by("sentence", "token")
    spans = of_tokens.agg(first=position.min(), last=position.max(), joined=joined)
    spans = spans.filter(pl.col("last") > pl.col("first"))
    known = tokens.join(spans, on=["sentence", "token"], how="inner", maintain_order="left")
    form = pl.when(pl.col("form") == "").then("joined").otherwise("form")
    known = known.with_columns(form=form, fields=pl.lit(""))
    return known.select(pl.col(name).cast(dtype) for name, dtype in TOKENS.items())
