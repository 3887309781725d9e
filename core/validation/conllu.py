"""What CoNLL-U asks for beyond the other formats: of single fields, of DEPS, of comments, and of the text, which is
that of its tokens (https://universaldependencies.org/format.html)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import counted, shortened
from goldleaf.core.facts import Bools, spread
from goldleaf.core.treebank import TEXT, Treebank, translated
from goldleaf.core.validation.all_formats import Report

# The model's columns, in the order of CoNLL-U, and what CoNLL-U calls them.
NAMES = {
    "form": "FORM", "lemma": "LEMMA", "coarse_tag": "UPOS", "fine_tag": "XPOS", "features": "FEATS", "head": "HEAD",
    "label": "DEPREL", "enhanced": "DEPS", "misc": "MISC",
}  # fmt: skip

# The universal tags, https://universaldependencies.org/u/pos/.
TAGS = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
    "SYM", "VERB", "X",
)  # fmt: skip

# The universal relations, https://universaldependencies.org/u/dep/; DEPS may have ref, too.
RELATIONS = (
    "acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound", "conj", "cop", "csubj",
    "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark", "nmod",
    "nsubj", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root", "vocative", "xcomp",
)  # fmt: skip

# Those of SUD, which has CoNLL-U, too, https://surfacesyntacticud.org/guidelines/u/.
_RELATIONS_OF_SUD = ("comp", "mod", "subj", "udep", "unk")

_NFC_REMEDY = "convert the file to NFC, for instance with uconv -x nfc"
_LABEL = re.compile(r"[a-z]+(:[a-z]+)?(@[a-z]+)?")  # with @, as SUD marks deep features
_BLANK = re.compile(r"\s")
_WITH_BLANKS = ("FORM", "LEMMA", "MISC")
_FEATURE_NAME = re.compile(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?")
_FEATURE_VALUE = re.compile(r"[A-Z0-9][A-Za-z0-9]*")
_PAIR = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.([1-9][0-9]{0,8}))?:(.+)", re.DOTALL)
_RELATION = re.compile(r"[a-z]+")
_NAMED = 12  # of the nodes of a sentence that have the same fault
_SMALL = ("Ll", "Lm", "Lo", "Mc", "Me", "Mn")  # letters of scripts that know no capitals, too
_UNSPACED = r"(^|\|)SpaceAfter=No($|\|)"
_ONCE_IN_MISC = ("SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv", "Ref")


def check_words(report: Report) -> None:
    """All checks of single fields, and that a root is labelled root and nothing else is."""
    words = report.treebank.words
    for column, check in {"coarse_tag": _check_tag, "features": _check_features, "label": _check_label}.items():
        report.check_values(words, column, check)
    report.check_values(words, "label", partial(_check_relation, known_relations(report.treebank)))
    for column in NAMES:
        if column != "head":
            report.check_values(words, column, partial(_check_text, column))
    report.check_values(words, "misc", _check_misc)
    is_root, named_root = (pl.col("head") == 0).fill_null(False), pl.col("label") == "root"
    otherwise_named = words.filter(is_root & ~named_root & (pl.col("label") != "_"))
    for line, label in otherwise_named.select("line", "label").iter_rows():
        report.error(line, f"HEAD is 0, but DEPREL is {label!r}; expected root", "label", "0-is-not-root")
    for line, head in words.filter(~is_root & named_root).select("line", "head").iter_rows():
        given = "_" if head is None else head
        message = f"DEPREL is root, but HEAD is {given}; only the word whose HEAD is 0 is the root"
        report.error(line, message, "label", "root-is-not-0")


def check_multiword_tokens(report: Report) -> None:
    """A multiword token has a form and MISC of its own, and FEATS only to say that it is misspelt."""
    tokens = report.treebank.tokens
    if tokens.is_empty():
        return
    between = [name for name in NAMES if name not in ("form", "misc")]
    table = _with_fields(tokens.select("line", "form", "misc"), tokens["fields"], between)
    for column in between:
        allowed = "_ or Typo=Yes" if column == "features" else "_"
        for line, value in table.filter(pl.col(column) != "_").select("line", column).iter_rows():
            if (column, value) != ("features", "Typo=Yes"):
                what = f"{NAMES[column]} of a multiword token is {value!r}"
                report.error(
                    line, f"{what}; expected {allowed}, the words have their own", column, "mwt-nonempty-field"
                )
    report.check_values(table, "form", partial(_check_text, "form", blanks=False))
    report.check_values(table, "misc", partial(_check_text, "misc"))
    report.check_values(table, "misc", _check_misc)
    within = report.treebank.words.filter(pl.Series(_within_tokens(report.treebank)))
    for line in within.filter(pl.col("misc").cast(pl.String).str.contains(_UNSPACED))["line"]:
        message = "SpaceAfter=No at a word of a multiword token; write it into the token's MISC"
        report.error(line, message, "misc", "spaceafter-mwt-node")


def check_empty_nodes(report: Report) -> None:
    """An empty node has edges in DEPS and none in HEAD and DEPREL."""
    nodes = report.treebank.empty_nodes
    if nodes.is_empty():
        return
    table = _with_fields(nodes.select("line"), nodes["fields"], list(NAMES))
    for column in ("head", "label"):
        for line, value in table.filter(pl.col(column) != "_").select("line", column).iter_rows():
            what = f"{NAMES[column]} of an empty node is {value!r}"
            report.error(line, f"{what}; expected _, its edges are in DEPS", column, "empty-node-nonempty-field")
    for line in table.filter(pl.col("enhanced") == "_")["line"]:
        message = "DEPS of an empty node is _; expected its edges, for it is part of the enhanced graph only"
        report.error(line, message, "enhanced", "unconnected-egraph")
    report.check_values(table, "coarse_tag", lambda tag: _check_tag(tag) if tag != "_" else ())
    report.check_values(table, "features", _check_features)
    for column in NAMES:
        report.check_values(table, column, partial(_check_text, column))
    report.check_values(table, "misc", _check_misc)
    for line in table.filter(pl.col("misc").str.contains(_UNSPACED))["line"]:
        message = "SpaceAfter=No at an empty node, which is not written; remove it"
        report.error(line, message, "misc", "spaceafter-empty-node")


def _with_fields(table: pl.DataFrame, fields: pl.Series, names: list[str]) -> pl.DataFrame:
    """The table with the columns that one text holds, separated by tabs."""
    columns = zip(names, zip(*fields.str.split("\t").to_list(), strict=True), strict=True)
    return table.with_columns(pl.Series(name, list(values), pl.String) for name, values in columns)


def _check_text(column: str, text: str, *, blanks: bool | None = None) -> Iterator[tuple[str, str]]:
    """Blanks where none may be, and characters that Unicode composes otherwise."""
    name = NAMES[column]
    if _BLANK.search(text):
        stripped = text.strip()
        if stripped != text:
            rule = f"{'leading' if text[0].isspace() else 'trailing'}-whitespace"
            yield (
                rule if name in _WITH_BLANKS else "invalid-whitespace",
                (f"{name} {text!r} begins or ends with a blank; expected {stripped or '_'!r}"),
            )
        if not (name in _WITH_BLANKS if blanks is None else blanks) and _BLANK.search(stripped):
            rule = "invalid-whitespace" if blanks is None else "invalid-whitespace-mwt"
            yield rule, f"{name} {text!r} has a blank inside; only FORM and LEMMA of words, and MISC, may have one"
        elif column != "misc" and re.search(r"\s\s", stripped):
            yield "repeated-whitespace", f"{name} {text!r} has several blanks on end; expected one"
    if not unicodedata.is_normalized("NFC", text):
        yield "unicode-normalization", f"{name} {text!r} is not in Unicode's composed form; {_NFC_REMEDY}"


def _check_misc(text: str) -> Iterator[tuple[str, str]]:
    """Attributes of MISC, Name=Value with bars between, although it may hold anything else."""
    if text in ("_", ""):
        return
    pairs = [pair.partition("=") for pair in text.split("|")]
    names = [name for name, _, _ in pairs]
    for name, sign, value in pairs:
        if not name:
            thing = f"the value {value!r} without a name" if sign else "nothing between bars"
            yield "empty-misc-key" if sign else "empty-misc", f"MISC has {thing}; expected Name=Value"
        if (name, value) != (name.strip(), value.strip()):
            yield "misc-extra-space", f"{name + sign + value!r} in MISC has a blank at an end of its name or value"
        like = next((known for known in _ONCE_IN_MISC if known.lower() == name.strip().lower()), name)
        if like != name:
            yield "misc-attr-typo", f"{name!r} in MISC; write {like}"
        if name == "SpaceAfter" and sign and value != "No":
            yield "spaceafter-value", f"SpaceAfter={value} in MISC; expected SpaceAfter=No, or SpacesAfter={value}"
        if "NoSpaceAfter=Yes" in name + sign + value:
            yield "nospaceafter-yes", "NoSpaceAfter=Yes in MISC; write SpaceAfter=No"
    for name in _repeated(names):
        if name in _ONCE_IN_MISC:
            yield "repeated-misc", f"{name} stands {names.count(name)} times in MISC; expected once"


def _check_tag(tag: str) -> Iterator[tuple[str, str]]:
    tag = tag.strip()  # blanks are reported by `_check_text`
    if tag not in TAGS and tag != "":
        remedy = f"; write {tag.upper()}" if tag.upper() in TAGS else ""
        yield "unknown-upos", f"UPOS is {tag!r}; expected one of {', '.join(TAGS)}{remedy}"


def _check_label(label: str) -> Iterator[tuple[str, str]]:
    label = label.strip()
    if label not in ("_", "") and not _LABEL.fullmatch(label):
        remedy = _remedy(label.lower(), _LABEL)
        what = "expected small letters and perhaps a subtype, such as nsubj or nsubj:pass"
        yield "invalid-deprel", f"DEPREL is {label!r}; {what}{remedy}"


def known_relations(treebank: Treebank) -> frozenset[str]:
    """The relations without subtype that DEPREL may have: the universal ones, and in a treebank of SUD its own."""
    used = {label.split(":")[0] for label in treebank.words["label"].unique().cast(pl.String).to_list()}
    is_sud = "comp" in used and "nsubj" not in used
    return frozenset((*RELATIONS, *(_RELATIONS_OF_SUD if is_sud else ())))


def _check_relation(known: frozenset[str], label: str) -> Iterator[tuple[str, str]]:
    first = re.split("[:@]", label)[0]
    if _LABEL.fullmatch(label) and first not in known:
        yield "unknown-udeprel", f"DEPREL is {label!r}; {_unknown(first)}"


def _unknown(relation: str) -> str:
    like = get_close_matches(relation, RELATIONS, 1)
    return f"{relation} is none of the {len(RELATIONS)} relations of UD{f'; {like[0]} is' if like else ''}"


def _check_features(text: str) -> Iterator[tuple[str, str]]:
    if text in ("_", ""):  # an empty field is the reader's to report
        return
    pairs = text.strip().split("|")
    malformed = [pair for pair in pairs if pair.count("=") != 1]
    for pair in malformed:
        yield "invalid-feature", f"{pair!r} in FEATS; expected Name=Value, with | between features and , between values"
    if malformed:
        return
    names = [pair.split("=")[0] for pair in pairs]
    for name in names:
        if not _FEATURE_NAME.fullmatch(name):
            remedy = _remedy(name[:1].upper() + name[1:], _FEATURE_NAME)
            what = "expected capital, letters, digits, such as Case or Number[psor]"
            yield "invalid-feature", f"feature name {name!r}; {what}{remedy}"
    for pair in pairs:
        yield from _check_values(*pair.split("="))
    for name in _repeated(names):
        times = f"feature {name} stands {names.count(name)} times"
        yield "repeated-feature", f"{times}; expected once, several values joined by commas"
    # By their names whatever their case, as UD's own validate.py wants them.
    in_order = sorted(pairs, key=str.lower)
    if pairs != in_order:
        yield "unsorted-features", f"features are not in alphabetical order; expected {'|'.join(in_order)}"


def _check_values(name: str, text: str) -> Iterator[tuple[str, str]]:
    values = text.split(",")
    for value in values:
        if not _FEATURE_VALUE.fullmatch(value):
            remedy = _remedy(value[:1].upper() + value[1:], _FEATURE_VALUE)
            what = f"value {value!r} of {name}; expected capital, letters, digits, such as Sing{remedy}"
            yield "invalid-feature", what
    for value in _repeated(values):
        yield "repeated-feature-value", f"value {value} of {name} stands {values.count(value)} times; expected once"
    in_order = sorted(values, key=str.lower)
    if values != in_order:
        what = f"values of {name} are not in alphabetical order; expected {name}={','.join(in_order)}"
        yield "unsorted-feature-values", what


def _remedy(mended: str, pattern: re.Pattern[str]) -> str:
    """What to write, where nothing else is wrong than that capitals and small letters are exchanged."""
    return f"; write {mended}" if pattern.fullmatch(mended) else ""


def _repeated(texts: list[str]) -> list[str]:
    return sorted({text for text in texts if texts.count(text) > 1})


def refused(words: pl.DataFrame) -> Iterator[str]:
    """A line for tags, and one for labels, of words that are to be CoNLL-U and that it does not have."""
    for column, check, name in (("coarse_tag", _check_tag, "tag"), ("label", _check_label, "label")):
        counts = words[column].cast(pl.String).value_counts().sort("count", column, descending=[True, False])
        wrong = {value: number for value, number in counts.iter_rows() if value is not None and any(check(value))}
        if wrong:  # of many values, three are named
            lost = f"{counted(sum(wrong.values()), 'word')} with {counted(len(wrong), name)} that CoNLL-U does not have"
            such = ", ".join(map(repr, [*wrong][:3]))
            yield f"{lost}, such as {such}; goldleaf validate lists them, --apply map-{name}s=FILE changes them"


class Edge(NamedTuple):
    """An enhanced edge from a word (``empty`` is 0) or from one of the empty nodes after it."""

    word: int
    empty: int
    relation: str

    def __str__(self) -> str:
        return f"{_id(self.word, self.empty)}:{self.relation}"


def edges(text: str) -> tuple[Edge, ...] | None:
    """The edges of a DEPS field, ``head:relation`` with bars between, none for ``_``; None when it is malformed."""
    if text in ("_", ""):
        return ()
    pairs = [_PAIR.fullmatch(pair) for pair in text.split("|")]
    if not all(pairs):
        return None
    return tuple(Edge(int(pair[1]), int(pair[2] or 0), pair[3]) for pair in pairs if pair)


def check_enhanced(report: Report) -> None:
    """Malformed and disordered DEPS, heads that do not exist, nodes that are their own head."""
    treebank = report.treebank
    words = treebank.words.select("sentence", "line", "enhanced", word="position", index=pl.lit(0, pl.UInt32))
    empty = treebank.empty_nodes.select("sentence", "line", pl.col("enhanced").cast(TEXT), word="after", index="index")
    nodes = pl.concat([words, empty.select(words.columns)]).with_row_index("node")
    report.check_values(nodes, "enhanced", partial(_check_edges, known_relations(treebank)))
    # Edges are looked up for all nodes at once: distinct DEPS are split, then joined to the nodes that have them.
    split = [
        (text, edge.word, edge.empty)
        for text in nodes["enhanced"].unique().cast(pl.String).to_list()
        for edge in edges(text) or ()
    ]
    heads = pl.DataFrame(split, {"enhanced": pl.String, "head": pl.UInt32, "head_index": pl.UInt32}, orient="row")
    lengths = treebank.sentences.select(pl.int_range(pl.len(), dtype=pl.UInt32).alias("sentence"), "words")
    pairs = nodes.join(heads.with_columns(pl.col("enhanced").cast(TEXT)), on="enhanced").join(lengths, on="sentence")
    own = pairs.filter((pl.col("head") == pl.col("word")) & (pl.col("head_index") == pl.col("index")))
    for line, word, index in own.select("line", "word", "index").unique().sort("line").iter_rows():
        report.error(
            line,
            f"{_id(word, index)} is its own head in DEPS; an edge comes from another node",
            "enhanced",
            "deps-self-loop",
        )
    known = treebank.empty_nodes.select("sentence", head="after", head_index="index")
    no_word = pairs.filter((pl.col("head_index") == 0) & (pl.col("head") > pl.col("words")))
    no_node = pairs.filter(pl.col("head_index") > 0).join(known, on=["sentence", "head", "head_index"], how="anti")
    unknown = pl.concat([no_word, no_node]).select("line", "head", "head_index").unique()
    for line, head, index in unknown.sort("line", "head", "head_index").iter_rows():
        message = f"DEPS has the head {_id(head, index)}, which the sentence does not have"
        report.error(line, message, "enhanced", "unknown-ehead")
    _check_graphs(report, nodes, pairs)


def _check_graphs(report: Report, nodes: pl.DataFrame, pairs: pl.DataFrame) -> None:
    """That all sentences have an enhanced graph or none, and that it leads from its root to all words."""
    drawn = nodes.select("sentence", drawn=((pl.col("enhanced") != "_") | (pl.col("index") > 0)).any().over("sentence"))
    nodes = nodes.with_columns(drawn["drawn"])
    first = nodes.sort("line").unique("sentence", keep="first", maintain_order=True)
    for drawn_first, line in (
        first.select(pl.col("drawn").first().alias("first"), "drawn", "line")
        .filter(pl.col("drawn") != pl.col("first"))
        .select("first", "line")
        .head(1)
        .iter_rows()
    ):
        which = "no DEPS, but those before have" if drawn_first else "DEPS, but those before have none"
        report.error(line, f"the sentence has {which}; expected all or none", "enhanced", "edeps-only-sometimes")
    known = nodes.select("sentence", head="word", head_index="index", head_node="node")
    edge = pairs.join(known, on=["sentence", "head", "head_index"])
    dependent, head = edge["node"].to_numpy(), edge["head_node"].to_numpy()
    reached = spread(nodes.height, pairs.filter((pl.col("head") == 0) & (pl.col("head_index") == 0))["node"].to_numpy())
    # From the roots on, one edge farther in each round.
    while (passed := reached[head]).any():
        reached[dependent[passed]] = True
        dependent, head = dependent[~passed], head[~passed]
    alone = nodes.filter(pl.Series(~reached) & pl.col("drawn") & ((pl.col("enhanced") != "_") | (pl.col("index") == 0)))
    named = alone.sort("line").group_by("sentence", maintain_order=True).agg(pl.col("line").first(), "word", "index")
    for _, line, numbers, indices in named.iter_rows():
        names = [_id(*name) for name in zip(numbers, indices, strict=True)]
        shown = ", ".join(names[:_NAMED]) + f" and {len(names) - _NAMED} more" * (len(names) > _NAMED)
        message = f"DEPS leads from no root to {shown}; expected a graph that holds all words"
        report.error(line, message, "enhanced", "unconnected-egraph")


def _check_edges(known: frozenset[str], text: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a DEPS field, whatever word it belongs to; ``known`` are the relations without subtype."""
    found = edges(text)
    if found is None:
        for pair in text.split("|"):
            if not _PAIR.fullmatch(pair):
                yield "invalid-deps", f"{pair!r} in DEPS; expected head:relation, such as 2:nsubj, with | between edges"
        return
    for edge in found:
        # Behind @ SUD marks deep features; what follows the first colon may be lemmas of any script.
        first, *rest = edge.relation.partition("@")[0].split(":")
        if not (_RELATION.fullmatch(first) and len(rest) <= 3 and all(map(_is_subtype, rest))):
            what = "expected small letters with : between its parts, such as obl:in"
            yield "invalid-edeprel", f"relation {edge.relation!r} in DEPS; {what}"
        elif first not in known and first != "ref":
            yield "unknown-eudeprel", f"relation {edge.relation!r} in DEPS; {_unknown(first)}"
        if (edge[:2] == (0, 0)) != (first == "root"):
            rule = "enhanced-root-is-not-0" if first == "root" else "enhanced-0-is-not-root"
            yield rule, f"{edge} in DEPS; the head 0 and the relation root only go together"
    for edge in sorted({edge for edge in found if found.count(edge) > 1}):
        yield "repeated-deps", f"{edge} stands {found.count(edge)} times in DEPS; expected once"
    in_order, heads = sorted(found), [edge[:2] for edge in found]
    if [*found] != in_order:
        rule = "unsorted-deps-2" if heads == sorted(heads) else "unsorted-deps"
        yield rule, f"DEPS is not sorted by head and relation; expected {'|'.join(map(str, in_order))}"


def _is_subtype(text: str) -> bool:
    """Small letters of any script, with _ between words."""
    return all(word and all(unicodedata.category(one) in _SMALL for one in word) for word in text.split("_"))


def _id(word: int, index: int) -> str:
    return f"{word}.{index}" if index else str(word)


def check_comments(report: Report) -> None:
    """Missing, repeated and malformed ``sent_id`` and ``text``, and comments that are not in NFC."""
    comments = _own_comments(report.treebank)
    lines = report.treebank.sentences["line"].to_list()
    for key, remedy in (
        ("sent_id", "# sent_id = … with a name that no other sentence has"),
        ("text", "# text = … with the sentence as it is written"),
    ):
        own, name = comments.filter(pl.col("key") == key), key.replace("_", "-")
        given = own.filter(pl.col("value").str.strip_chars() != "")["sentence"].unique().to_list()
        for row in sorted({*range(len(lines))}.difference(given)):
            report.error(lines[row], f"the sentence has no {key}; expected {remedy}", rule=f"missing-{name}")
        for line in own.filter(~pl.col("sentence").is_first_distinct())["line"]:
            report.error(line, f"another {key} of the same sentence; expected one", rule=f"multiple-{name}")
    like = pl.col("text").str.extract("^# ?(sent_id|parallel_id)").str.replace("_", "-")
    odd = (
        _comments(report.treebank).join(comments, on="line", how="anti").select("line", "text", like=like).drop_nulls()
    )
    for line, comment, name in odd.iter_rows():
        report.error(line, f"comment {comment!r}; expected an = behind the name", rule=f"invalid-{name}")
    ids = comments.filter(pl.col("key") == "sent_id").with_columns(pl.col("value").str.strip_chars())
    for line, value in ids.filter(pl.col("value").str.contains(r"\s")).select("line", "value").iter_rows():
        report.error(line, f"sent_id {value!r} has a blank inside; expected none", rule="invalid-sent-id")
    for line, value in ids.filter(pl.col("value").str.contains("/")).select("line", "value").iter_rows():
        message = f"sent_id {value!r} has a slash, which UD keeps for parallel treebanks; write another sign"
        report.error(line, message, rule="slash-in-sent-id")
    ids = ids.filter((pl.col("value") != "") & pl.col("sentence").is_first_distinct())
    ids = ids.with_columns(first=pl.col("line").first().over("value")).filter(pl.col("line") > pl.col("first"))
    for line, value, first in ids.select("line", "value", "first").iter_rows():
        report.error(
            line,
            f"sent_id {value!r} is also that of the sentence in line {first}; expected another",
            rule="non-unique-sent-id",
        )
    _check_marks(report)
    _check_parallel_ids(report, comments.filter(pl.col("key") == "parallel_id"))
    for line in comments.filter((pl.col("key") == "text") & pl.col("value").str.contains(r"\S\s+$"))["line"]:
        report.error(line, "# text ends with a blank; remove it", rule="text-trailing-whitespace")
    text = pl.col("text")
    beyond_ascii = text.str.starts_with("#") & (text.str.len_bytes() != text.str.len_chars())
    for line, comment in report.treebank.other_lines.filter(beyond_ascii).select("line", "text").iter_rows():
        if not unicodedata.is_normalized("NFC", comment):
            report.error(
                line, f"the comment is not in Unicode's composed form; {_NFC_REMEDY}", rule="unicode-normalization"
            )


def _check_marks(report: Report) -> None:
    """One newdoc and one newpar a sentence, and before each the space between documents and paragraphs."""
    mark = pl.col("text").str.extract(r"^#\s*(newdoc|newpar)(?:\s+\S+)?$")
    marks = _comments(report.treebank).with_columns(mark=mark).filter(pl.col("mark").is_not_null())
    for line, name in (
        marks.filter(~pl.struct("sentence", "mark").is_first_distinct()).select("line", "mark").iter_rows()
    ):
        report.error(line, f"several {name} of the same sentence; expected one", rule=f"multiple-{name}")
    last = _surface_tokens(report.treebank).group_by("sentence").last().filter(~pl.col("space_after"))
    joined = marks.join(last.select(pl.col("sentence") + 1), on="sentence", maintain_order="left")
    for line, name in joined.unique("sentence", keep="first", maintain_order=True).select("line", "mark").iter_rows():
        message = f"{name} after a sentence whose last token has SpaceAfter=No; remove that"
        report.error(line, message, rule="spaceafter-newdocpar")


def _check_parallel_ids(report: Report, comments: pl.DataFrame) -> None:
    """That parallel_id, which links a sentence to others of the world's treebanks, is well-formed, and one."""
    table = comments.filter(pl.col("sentence").is_first_distinct())
    for line in comments.filter(~pl.col("sentence").is_first_distinct())["line"]:
        report.error(line, "another parallel_id of the same sentence; expected one", rule="multiple-parallel-id")
    pattern = r"^(?<id>[a-z]+/[-0-9a-z]+)(?:/(?:alt(?<alt>[1-9][0-9]*))?(?:part(?<part>[1-9][0-9]*))?)?$"
    table = table.with_columns(pl.col("value").str.extract_groups(pattern).struct.unnest())
    for line, value in (
        table.filter(pl.col("id").is_null() | pl.col("value").str.ends_with("/")).select("line", "value").iter_rows()
    ):
        message = f"parallel_id is {value!r}; expected corpus/sentence, and perhaps /alt1, /part1 or /alt1part1"
        report.error(line, message, rule="invalid-parallel-id")
    table = table.filter(pl.col("id").is_not_null())
    for line, value in table.filter(~pl.col("value").is_first_distinct()).select("line", "value").iter_rows():
        report.error(line, f"parallel_id {value!r} is another sentence's, too", rule="non-unique-parallel-id")
    table = table.filter(pl.col("value").is_first_distinct())
    for name in ("alt", "part"):
        number = pl.col(name).cast(pl.Int64, strict=False)
        is_first = pl.col("id").is_first_distinct()
        expected = pl.when(is_first).then(number * 0 + 1).otherwise(number.shift(1).over("id") + 1)
        odd = table.with_columns(number=number, expected=expected).filter(number.ne_missing(expected))
        for line, value, wanted in odd.select("line", "value", "expected").iter_rows():
            what = f"{name}{wanted}" if wanted else f"none of {name}, as before"
            report.error(line, f"parallel_id is {value!r}; expected {what}", rule=f"parallel-id-{name}")


def _comments(treebank: Treebank) -> pl.DataFrame:
    """The comments of sentences: sentence, line, text."""
    first_line = treebank.sentences.select(sentence=pl.int_range(pl.len(), dtype=pl.UInt32), first="line")
    return (
        treebank.other_lines.filter(pl.col("text").str.starts_with("#"))
        .join(first_line, on="sentence", maintain_order="left")
        .filter(pl.col("line") >= pl.col("first"))  # what stands before belongs to no sentence
        .select("sentence", "line", "text")
    )


def _own_comments(treebank: Treebank) -> pl.DataFrame:
    """The comments of the form ``# key = value``: sentence, line, key, value (with the blanks at its end)."""
    parts = pl.col("text").str.extract_groups(r"^#\s*(?<key>[^\s=]+)\s*=\s*(?<value>.*)$").struct
    known = _comments(treebank).select("sentence", "line", parts.field("key"), parts.field("value"))
    return known.filter(pl.col("key").is_not_null())


def check_text(report: Report) -> None:
    """Where the tokens part from the text, and where a blank of one is not in the other."""
    texts = _own_comments(report.treebank).filter(pl.col("key") == "text").unique("sentence", keep="first")
    texts = texts.with_columns(pl.col("value").str.strip_chars()).filter(pl.col("value") != "")
    tokens = _surface_tokens(report.treebank)
    written = pl.col("form") + pl.when("space_after").then(pl.lit(" ")).otherwise(pl.lit(""))
    joined = tokens.group_by("sentence").agg(written.str.join("").str.strip_chars_end(" ").alias("joined"))
    differing = texts.join(joined, on="sentence").filter(pl.col("value") != pl.col("joined"))
    text_of = {row: (line, text) for row, line, text in differing.select("sentence", "line", "value").iter_rows()}
    suspect = tokens.filter(pl.col("sentence").is_in(list(text_of))).select("sentence", "line", "form", "space_after")
    for row, group in groupby(suspect.iter_rows(), key=itemgetter(0)):
        line, text = text_of[row]
        for place, message, column, rule in text_differences(text, ((*token,) for _, *token in group)):
            report.error(place or line, message, column, rule)


def _surface_tokens(treebank: Treebank) -> pl.DataFrame:
    """The written tokens in order, multiword tokens and the words outside them: sentence, position (of the first
    word), line, form, space_after."""
    words = treebank.words.filter(pl.Series(~_within_tokens(treebank)))
    space_after = pl.Series(translated(words["misc"], lambda misc: ~misc.str.contains(_UNSPACED)), dtype=pl.Boolean)
    form = pl.col("form").cast(pl.String)
    single = words.select("sentence", "position", "line", form, space_after=space_after)
    spaced = ~pl.col("misc").str.contains(_UNSPACED)
    multiword = treebank.tokens.select("sentence", position="first", line="line", form="form", space_after=spaced)
    return pl.concat([single, multiword]).sort("sentence", "position") if multiword.height else single


def _within_tokens(treebank: Treebank) -> Bools:
    """The words that are part of a multiword token."""
    # The word that it begins with counts one up, and the one behind it one down again.
    start = treebank.first_words[treebank.tokens["sentence"].to_numpy()]
    change = np.zeros(treebank.words.height + 1, np.int64)
    np.add.at(change, start + treebank.tokens["first"].to_numpy() - 1, 1)
    np.add.at(change, start + treebank.tokens["last"].to_numpy(), -1)
    return np.asarray(np.cumsum(change)[:-1] > 0)


def text_differences(text: str, tokens: Iterable[tuple[int, str, bool]]) -> Iterator[tuple[int, str, str, str]]:
    """Where a text parts from tokens (line, form, whether a blank follows), up to the first other character. As line (0
    for that of the text itself), message, column and rule."""
    rest, unspaced, rule = text, False, "text-form-mismatch"
    for line, form, space_after in tokens:
        if unspaced and rest[:1].isspace() and rest.lstrip().startswith(form):
            yield line, f"# text has a blank before {form!r}, but the token before it has SpaceAfter=No", "form", rule
            rest = rest.lstrip()
        if not rest.startswith(form):
            yield line, f"# text goes on with {_shown(rest)}; expected the token {form!r}", "form", rule
            return
        rest = rest[len(form) :]
        unspaced = not space_after
        if space_after:
            if rest and not rest[0].isspace():
                remedy = "write SpaceAfter=No into MISC, or a blank into the text"
                yield (
                    line,
                    f"# text has no blank after {form!r} but {_shown(rest)}; {remedy}",
                    "misc",
                    "missing-spaceafter",
                )
            rest = rest.lstrip()
    if rest.strip():
        yield 0, f"# text goes on with {_shown(rest)} after the last token", "", "text-extra-chars"


def _shown(rest: str) -> str:
    return repr(shortened(rest, 20)) if rest else "nothing"
