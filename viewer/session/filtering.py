"""The filter line on a document: what a condition may name, what it finds, what that is counted by; and conditions that
were saved under names, in a plain file that can be passed on (`Queries`). No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import polars as pl

from goldleaf.core.analysis.errors.constituent_errors import COLUMN as ERROR_CLASSES
from goldleaf.core.analysis.errors.constituent_errors import REPAIR, classes
from goldleaf.core.analysis.search import grouping
from goldleaf.core.analysis.search.completion import Searchable, completions
from goldleaf.core.analysis.search.filtering import Filtered, filter_sentences
from goldleaf.core.analysis.search.has import WORD, looks_into, of_parse, table_names
from goldleaf.core.analysis.search.query import TokenKind, column_named, comparisons, hint, tokenize
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable
from goldleaf.core.analysis.sides.sentence_table import other_names, word_prefixes
from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, reason
from goldleaf.core.files import is_there, read_text, replacing
from goldleaf.core.metrics import Metric, create
from goldleaf.core.steps import Steps, between
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.document import Document

VERDICT = "verdict"  # the column of what reviewers have said
_SOME = 5  # labels that are named where one is not there
_EQUAL = {"=": "~", "==": "~", "!=": "!~", "<>": "!~"}

_LOOKS_INTO_SIDES = re.compile(r"\bhas\s*\(", re.IGNORECASE)


def filtered(
    document: Document, query: str, parse: int, further: pl.DataFrame | None = None,
    said: Callable[[], pl.DataFrame] | None = None,
) -> Steps[Filtered]:  # fmt: skip
    """The sentences that a filter line lets through; ``has(…)`` looks into the trees of gold and this parse. A saved
    filter may be named, ``@name``. ``further`` are more columns of the table; with a column ``verdict`` ``said`` gives
    that of words (``sentence``, ``position``, `VERDICT`). Raises OptionError."""
    yield 0.0
    query = Queries().resolved(query)
    if further is not None and VERDICT in further.columns:
        query = _with_any_verdict(query)
    if document.blind is not None and _LOOKS_INTO_SIDES.search(query):
        raise OptionError(f"has(…): {HIDDEN}")
    try:
        kinds: Collection[str] = looks_into(query)
    except OptionError:  # what is wrong with it is told when it is used
        kinds = (WORD,)
    table = named_table(document, parse, further)
    if document.has_tree and ERROR_CLASSES in query and 0 <= parse < len(document.scored):
        errors = yield from between(document.tables.errors(parse), 0.0, 0.3)
        table = table.with_columns(errors.columns[name] for name in (ERROR_CLASSES, "repairs"))
    yield 0.3
    nodes = _nodes(document, [kind for kind in NodeKind if kind in kinds], parse)
    tables = yield from between(_tables(document, kinds, parse), 0.5, 0.7)
    of_words = WORD in kinds or any(PARSE_WORD in one.columns for one in tables.values())
    words = document.tables.words(parse) if of_words else None
    if words is not None and VERDICT in query.lower():
        words = _with_verdicts(words, said)
    return filter_sentences(table, words, query, nodes, tables)


def _with_verdicts(words: pl.DataFrame, said: Callable[[], pl.DataFrame] | None) -> pl.DataFrame:
    on = ["sentence", "position"]
    return words if said is None else words.join(said(), on=on, how="left", maintain_order="left")


def _with_any_verdict(query: str) -> str:
    # The query with ``verdict = 'unsure'`` for wherever that was said: the column has all, between semicolons.
    tokens = tokenize(query)
    for name, sign, text in reversed([*zip(tokens, tokens[1:], tokens[2:], strict=False)]):
        if name.is_(VERDICT) and sign.text in _EQUAL and text.kind is TokenKind.TEXT:
            value = re.sub(r"[^\w\s']", r"\\\g<0>", text.text[1:-1])
            condition = f"{name.text} {_EQUAL[sign.text]} '(^|; ){value}($|; )'"
            query = f"{query[: name.start]}{condition}{query[text.start + len(text.text) :]}"
    return query


def _tables(document: Document, kinds: Collection[str], parse: int) -> Steps[dict[str, pl.DataFrame]]:
    """What a query looks into by name, of what there is: facts of metrics, repairs of trees, a parse's words."""
    yield 0.0
    tables: dict[str, pl.DataFrame] = {}
    for name in kinds:
        prefix, kind = of_parse(name) or ("", name)
        place = parse
        if prefix:
            prefixes = [*word_prefixes(one.name for one in document.parses).values()]
            if (known := column_named(prefix, prefixes)) is None:
                there = f"{'is' if len(prefixes) < 2 else 'are'} {', '.join(prefixes) or 'none'}"
                raise OptionError(f"filter: no parse {prefix}; there {there}")
            place = prefixes.index(known)
        if not 0 <= place < len(document.parses):
            continue
        table = None
        if kind == REPAIR:
            if document.tables.have_repairs:
                table = (yield from document.tables.errors(place)).table
        elif kind in table_names():
            table = document.tables.facts(place, table_names()[kind])
        elif kind == WORD:
            table = document.tables.words(place)
        if table is not None:
            tables[name] = table
    return tables


def _nodes(document: Document, kinds: Sequence[NodeKind], parse: int) -> dict[NodeKind, NodeTable]:
    return {kind: table for kind in kinds if (table := document.tables.nodes(kind, parse)) is not None}


def named_table(document: Document, parse: int, further: pl.DataFrame | None = None) -> pl.DataFrame:
    """The document's table with other names for its columns, too: a filter means this parse (of none, the first) by
    ``las``, and knows each by its name. ``further`` are more columns, a row a sentence."""
    table = document.table if further is None else document.table.with_columns(further)
    if not document.scored:
        return table
    others = other_names(document.scored, document.parses[max(parse, 0)].name)
    new = {name: column for name, column in others.items() if name not in table.columns}
    return table.with_columns(pl.col(column).alias(name) for name, column in new.items())


def main_score(document: Document, parse: int, metric: Metric) -> str:
    """What a filter calls the main score of a metric; see `named_table`."""
    if not document.scored:
        return metric.main or next(iter(metric.ratios))
    column = document.columns_for(max(parse, 0), metric)[0]
    others = other_names(document.scored, document.parses[max(parse, 0)].name)
    return next((name for name, own in others.items() if own == column and len(name) < len(column)), column)


def known(
    document: Document, parse: int, further: pl.DataFrame | None, said: Callable[[], pl.DataFrame] | None = None, *,
    within: bool,
) -> Searchable:  # fmt: skip
    """What a filter that is being written can name; ``within`` has(…), too, unless who looks may not know the sides. Of
    what has not been looked into before, the first sentences tell. ``further`` and ``said`` are as in `filtered`."""
    table, tables = named_table(document, parse, further), document.tables
    if not within or document.blind is not None:
        return Searchable(table)
    by_name: dict[str, Callable[[], pl.DataFrame | None]] = {}
    if document.parses:
        prefixes = word_prefixes(one.name for one in document.parses)
        places = {f"{prefixes[one.name]}_": place for place, one in enumerate(document.parses)}
        every = {"": max(parse, 0), **places}
        for name, metric in table_names().items():
            if metric and tables.fits(create(metric)):
                for prefix, place in every.items():
                    by_name[f"{prefix}{name}"] = partial(tables.facts_at_hand, place, metric)
        for prefix, place in places.items():
            by_name[f"{prefix}{WORD}"] = partial(tables.words_at_hand, place)
        for prefix in every if tables.have_repairs else ():
            by_name[f"{prefix}{REPAIR}"] = classes
    words = tables.words_at_hand(parse)
    words = words if words is None else _with_verdicts(words, said)
    return Searchable(table, words, tables.nodes_at_hand(parse), by_name)


_LABEL = re.compile(r"(?:\w+_)?(?:deprel|label|tag|role)", re.IGNORECASE)


def absent(document: Document, query: str) -> Iterator[str]:
    """Of each label that a condition compares with, to be the same, and that the files do not have: a line, with those
    that begin as it does, or the most frequent."""
    there = known(document, 0, None, within=True)
    for column, sign, value in comparisons(tokenize(query)):
        if value.kind is TokenKind.TEXT and (sign.text in _EQUAL or sign.is_("in")) and _LABEL.fullmatch(column.text):
            alike = completions(query[: value.start + len(value.text) - 1], there)
            every = alike or completions(query[: value.start], there)
            if every and value.text not in every:
                like = "like" if every[0].startswith(value.text[:-1]) else "ilike"
                remedy = f" ({column.text} {like} {value.text[:-1]}%' finds them)" if alike else ""
                some = ", ".join([*(label[1:-1] for label in every[:_SOME]), *["…"] * (len(every) > _SOME)])
                yield f"no {column.text} is {value.text}; there {'are' if every[1:] else 'is'} {some}{remedy}"


def grouped(
    document: Document, found: Filtered, parse: int, columns: Sequence[str], further: pl.DataFrame | None = None
) -> pl.DataFrame:
    """What a filter has found, counted by columns; see `search.grouping`. Raises OptionError."""
    words, nodes = _looked_into(document, found, parse)
    return grouping.grouped(named_table(document, parse, further), words, found, columns, nodes)


def hit_columns(document: Document, found: Filtered, parse: int) -> list[str]:
    words, nodes = _looked_into(document, found, parse)
    return [*grouping.hit_columns(words, found, nodes)]


def group_columns(document: Document, found: Filtered, parse: int, further: pl.DataFrame | None = None) -> list[str]:
    """The columns that what a filter has found can be counted by, those of words or nodes first."""
    return [*dict.fromkeys((*hit_columns(document, found, parse), *named_table(document, parse, further).columns))]


def _looked_into(
    document: Document, found: Filtered, parse: int
) -> tuple[pl.DataFrame | None, dict[NodeKind, NodeTable]]:
    words = document.tables.words(parse) if found.hits is not None else None
    return words, _nodes(document, found.node_kinds, parse)


MARK = "@"
_NAME = rf"{MARK}([^\s@#()'\",][^\s@()'\",]*)"
_USE = re.compile(_NAME)
_USES = re.compile(rf"""'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![^\s(,]){_NAME}""")  # texts are skipped
_DEEPEST = 50  # names in one another
_LONGEST = 1_000_000  # characters that names stand for: of forty that double each the last would be a terabyte


def usual_path() -> Path:
    """The file that the window and the command line keep them in."""
    import platformdirs

    return Path(platformdirs.user_config_dir("goldleaf", "Goldleaf")) / "filters.txt"


@dataclass(frozen=True, slots=True)
class Queries:
    """The saved conditions of a file, by name."""

    path: Path = field(default_factory=usual_path)

    def read(self) -> dict[str, str]:
        """All of them in their order; none where there is no file. Raises GoldleafError for a file that cannot be read,
        FormatError for a line that is no such condition."""
        queries = {}
        text = read_text(self.path, "the saved filters") if is_there(self.path) else ""
        for number, line in enumerate(map(str.strip, text.splitlines()), 1):
            if not line or line.startswith("#"):
                continue
            if (parts := re.fullmatch(rf"{MARK}(\S+)\s+(\S.*)", line)) is None:
                message = f"no saved filter; expected {MARK}name and a condition, such as {MARK}long words > 20"
                raise FormatError(Problem(str(self.path), number, 0, message))
            queries[parts[1]] = parts[2]
        return queries

    def write(self, queries: Mapping[str, str]) -> None:
        """Keep these and no others. Raises GoldleafError where the file cannot be written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GoldleafError(f"{self.path}: cannot be written: {reason(error)}", path=self.path) from None
        lines = [f"{MARK}{name} {' '.join(condition.split())}\n" for name, condition in queries.items()]
        with replacing(self.path) as temporary:
            head = "# Saved filters of Goldleaf: a name and its condition a line.\n"
            temporary.write_text(head + "".join(lines), encoding="utf-8")

    def save(self, name: str, condition: str) -> None:
        """Keep a condition under a name, in the place of one that had it. Raises OptionError for what is no name."""
        self.write(self.read() | {checked(name): condition})

    def rename(self, name: str, new: str) -> None:
        """Give one another name, in its place. Raises OptionError if that is taken, or no name."""
        queries = self.read()
        if checked(new) in queries and new != name:
            raise OptionError(f"{MARK}{new}: there is a saved filter of this name already")
        self.write({new if one == name else one: condition for one, condition in queries.items()})

    def delete(self, name: str) -> None:
        self.write({one: condition for one, condition in self.read().items() if one != name})

    def resolved(self, query: str) -> str:
        """A query with the saved conditions in the places of their names: all of it, or parts of a condition. A name
        begins with ``@``, after a blank, a bracket, a comma or nothing, not in quotes; blanks and brackets end it. A
        query with none is as it was. Raises OptionError for a name that nothing is saved under, for conditions that
        name one another in a circle, and for what becomes too long."""
        return self._resolved(query, self.read(), ()) if MARK in query else query

    def _resolved(self, query: str, known: Mapping[str, str], within: tuple[str, ...]) -> str:
        """``within`` are the names that stand for this query, the outermost first."""

        def meant(name: str) -> str:
            if name in within:
                circle = ", ".join(f"{MARK}{outer}" for outer in (*within[within.index(name) :], name))
                raise OptionError(f"{MARK}{name}: saved filters that name one another in a circle: {circle}")
            if len(within) == _DEEPEST:
                raise OptionError(f"{MARK}{name}: saved filters that name one another more than {_DEEPEST} deep")
            if name in known:
                return self._resolved(known[name], known, (*within, name))
            there = f"are {', '.join(f'{MARK}{saved}' for saved in known)}" if known else "is none"
            alike = hint(name, known).replace("mean ", f"mean {MARK}")
            why = f'no saved filter of this name{alike}; there {there} (to look for a text, put it in "…")'
            raise OptionError(f"{MARK}{name}: {why}")

        length = 0

        def put(use: re.Match[str]) -> str:
            nonlocal length
            text = f"({meant(use[1])})" if use[1] else use[0]
            length += len(text)
            if length > _LONGEST:
                raise OptionError(f"{use[0]}: saved filters that stand for more than {_LONGEST:,} characters")
            return text

        # A name alone needs no brackets, and may be that of a query that is no condition, but a text.
        alone = query.strip()
        return meant(alone[1:]) if _USE.fullmatch(alone) else _USES.sub(put, query)


def checked(name: str) -> str:
    """A name as it can be saved. Raises OptionError for one with blanks, and for none."""
    if not _USE.fullmatch(f"{MARK}{name}"):
        raise OptionError(f"{name or 'nothing'}: no name of a filter; it is one word, without {MARK}, brackets, quotes")
    return name
