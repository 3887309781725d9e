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
from goldleaf.core.formats.conll import COLUMNS, field_name
from goldleaf.core.structures.labels import RELATIONS, TAGS
from goldleaf.core.treebank import TEXT, Treebank, translated
from goldleaf.core.validation.all_formats import Report

# The model's columns, in the order of CoNLL-U, and what CoNLL-U calls them.
NAMES = {column: field_name("conllu", column) for column in COLUMNS["conllu"][1:]}

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
_DEEPEST = 5000  # edges between a node of a graph and its root
_NAMED = 12  # of the nodes of a sentence that have the same fault
_SMALL = ("Ll", "Lm", "Lo", "Mc", "Me", "Mn")  # letters of scripts that know no capitals, too
_UNSPACED = r"(^|\|)SpaceAfter=No($|\|)"
_ONCE_IN_MISC = ("SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv", "Ref")


def check_words(report: Report) -> None:
    """All checks of single fields, and that a root is labelled root and nothing else is."""
    words = report.treebank.words
    report.check_values(words, "coarse_tag", _check_tag)
    report.check_values(words, "features", _check_features)
    report.check_values(words, "label", partial(_check_label, _known_relations(words)))
    for column in NAMES:
        if column != "head":
            report.check_values(words, column, partial(_check_text, column))
    is_root, named_root = (pl.col("head") == 0).fill_null(False), pl.col("label") == "root"
    message = "HEAD is 0, but DEPREL is {label!r}; expected root"
    report.errors(words.filter(is_root & ~named_root & (pl.col("label") != "_")), "0-is-not-root", "label", message)
    message = "DEPREL is root, but HEAD is {head}; only the word whose HEAD is 0 is the root"
    below = words.filter(~is_root & named_root).with_columns(pl.col("head").cast(pl.String).fill_null("_"))
    report.errors(below, "root-is-not-0", "label", message)


def check_multiword_tokens(report: Report) -> None:
    """A multiword token has a form and MISC of its own, and FEATS only to say that it is misspelt."""
    tokens = report.treebank.tokens
    if tokens.is_empty():
        return
    between = [name for name in NAMES if name not in ("form", "misc")]
    table = _with_fields(tokens.select("line", "form", "misc"), tokens["fields"], between)
    for column in between:
        allowed = ["_", "Typo=Yes"] if column == "features" else ["_"]
        what = f"{NAMES[column]} of a multiword token is {{{column}!r}}; expected {' or '.join(allowed)}"
        odd = table.filter(~pl.col(column).is_in(allowed))
        report.errors(odd, "mwt-nonempty-field", column, f"{what}, the words have their own")
    report.check_values(table, "form", partial(_check_text, "form", blanks=False))
    report.check_values(table, "misc", partial(_check_text, "misc"))
    within = report.treebank.words.filter(pl.Series(_within_tokens(report.treebank)))
    message = "SpaceAfter=No at a word of a multiword token; write it into the token's MISC"
    odd = within.filter(pl.col("misc").cast(pl.String).str.contains(_UNSPACED))
    report.errors(odd, "spaceafter-mwt-node", "misc", message)


def check_empty_nodes(report: Report) -> None:
    """An empty node has edges in DEPS and none in HEAD and DEPREL."""
    nodes = report.treebank.empty_nodes
    if nodes.is_empty():
        return
    table = _with_fields(nodes.select("line"), nodes["fields"], list(NAMES))
    for column in ("head", "label"):
        what = f"{NAMES[column]} of an empty node is {{{column}!r}}; expected _, its edges are in DEPS"
        report.errors(table.filter(pl.col(column) != "_"), "empty-node-nonempty-field", column, what)
    message = "DEPS of an empty node is _; expected its edges, for it is part of the enhanced graph only"
    report.errors(table.filter(pl.col("enhanced") == "_"), "unconnected-egraph", "enhanced", message)
    report.check_values(table, "coarse_tag", lambda tag: _check_tag(tag) if tag != "_" else ())
    report.check_values(table, "features", _check_features)
    for column in NAMES:
        report.check_values(table, column, partial(_check_text, column))
    message = "SpaceAfter=No at an empty node, which is not written; remove it"
    report.errors(table.filter(pl.col("misc").str.contains(_UNSPACED)), "spaceafter-empty-node", "misc", message)


def _with_fields(table: pl.DataFrame, fields: pl.Series, names: list[str]) -> pl.DataFrame:
    """The table with the columns that one text holds, separated by tabs."""
    split = fields.str.split_exact("\t", len(names) - 1).struct.rename_fields(names).struct.unnest()
    return table.with_columns(split.get_columns())


def _check_text(column: str, text: str, *, blanks: bool | None = None) -> Iterator[tuple[str, str]]:
    """Blanks where none may be, and characters that Unicode composes otherwise."""
    name = NAMES[column]
    if _BLANK.search(text):
        stripped = text.strip()
        if stripped != text:
            rule = f"{'leading' if text[0].isspace() else 'trailing'}-whitespace"
            rule = rule if name in _WITH_BLANKS else "invalid-whitespace"
            yield rule, f"{name} {text!r} begins or ends with a blank; expected {stripped or '_'!r}"
        if not (name in _WITH_BLANKS if blanks is None else blanks) and _BLANK.search(stripped):
            rule = "invalid-whitespace" if blanks is None else "invalid-whitespace-mwt"
            yield rule, f"{name} {text!r} has a blank inside; only FORM and LEMMA of words, and MISC, may have one"
        elif column != "misc" and re.search(r"\s\s", stripped):
            yield "repeated-whitespace", f"{name} {text!r} has several blanks on end; expected one"
    if not unicodedata.is_normalized("NFC", text):
        yield "unicode-normalization", f"{name} {text!r} is not in Unicode's composed form; {_NFC_REMEDY}"
    if column == "misc" and text not in ("_", ""):
        yield from ((rule, f"MISC {text!r} has {what}") for rule, pattern, what in _MISC if pattern.search(text))


_FREE = "|".join(_ONCE_IN_MISC)
# The rule, what of MISC breaks it, and what is said; beside this it may hold anything.
_MISC = tuple((rule, re.compile(pattern), message) for rule, pattern, message in (
    ("empty-misc", r"(?:^|\|)(?=\||$)", "nothing between bars; expected Name=Value"),
    ("empty-misc-key", r"(?:^|\|)=", "a value without a name; expected Name=Value"),
    ("misc-extra-space", r"(?:^|\|)(?:\s|[^|=]*(?:\s=|=\s)|[^|]*\s(?:\||$))", "a blank at an end of a name or value"),
    ("misc-attr-typo", rf"(?:^|\|)(?!(?:{_FREE})(?:[|=]|$))\s*(?i:{_FREE})\s*(?:[|=]|$)",
     f"a name like one of {', '.join(_ONCE_IN_MISC)}; expected just that"),
    ("spaceafter-value", r"(?:^|\|)SpaceAfter=(?!No(?:\||$))", "SpaceAfter is No, or it is SpacesAfter"),
    ("nospaceafter-yes", "NoSpaceAfter=Yes", "NoSpaceAfter=Yes; write SpaceAfter=No"),
    ("repeated-misc", rf"(?:^|\|)({_FREE})(?:=[^|]*)?\|(?:.*\|)?\1(?:[|=]|$)", "one name twice; expected once"),
))  # fmt: skip


def _check_tag(tag: str) -> Iterator[tuple[str, str]]:
    tag = tag.strip()  # blanks are reported by `_check_text`
    if tag not in TAGS and tag != "":
        remedy = f"; write {tag.upper()}" if tag.upper() in TAGS else ""
        yield "unknown-upos", f"UPOS is {tag!r}; expected one of {', '.join(TAGS)}{remedy}"


def _check_label(known: frozenset[str], label: str) -> Iterator[tuple[str, str]]:
    label = label.strip()
    first = re.split("[:@]", label)[0]  # SUD's deep features stand behind @
    if label in ("_", ""):
        return
    if not _LABEL.fullmatch(label):
        remedy = _remedy(label.lower(), _LABEL)
        what = "expected small letters and perhaps a subtype, such as nsubj or nsubj:pass"
        yield "invalid-deprel", f"DEPREL is {label!r}; {what}{remedy}"
    elif first not in known:
        yield "unknown-udeprel", f"DEPREL is {label!r}; {_unknown(first)}"


def _known_relations(words: pl.DataFrame) -> frozenset[str]:
    """The relations without subtype that DEPREL may have: the universal ones, and in a treebank of SUD its own."""
    used = {*words["label"].unique().cast(pl.String).str.extract("^([^:@]*)").to_list()}
    is_sud = "comp" in used and "nsubj" not in used
    return frozenset((*RELATIONS, *(_RELATIONS_OF_SUD if is_sud else ())))


def _unknown(relation: str) -> str:
    like = get_close_matches(relation, sorted(RELATIONS), 1)
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
    check_label = partial(_check_label, _known_relations(words))
    for column, check, name in (("coarse_tag", _check_tag, "tag"), ("label", check_label, "label")):
        counts = words[column].cast(pl.String).value_counts().sort("count", column, descending=[True, False])
        wrong = {value: number for value, number in counts.iter_rows() if value is not None and any(check(value))}
        if wrong:  # of many values, three are named
            lost = f"{counted(sum(wrong.values()), 'word')} with {counted(len(wrong), name)} that CoNLL-U does not have"
            such = ", ".join(map(repr, [*wrong][:3]))
            yield f"{lost}, such as {such}; goldleaf validate lists them, --apply map-{name}s=FILE changes them"


class EnhancedEdge(NamedTuple):
    """An enhanced edge from a word (``empty`` is 0) or from one of the empty nodes after it."""

    word: int
    empty: int
    relation: str

    def __str__(self) -> str:
        return f"{self.word}{f'.{self.empty}' if self.empty else ''}:{self.relation}"


def enhanced_edges(text: str) -> tuple[EnhancedEdge, ...] | None:
    """The edges of a DEPS field, ``head:relation`` with bars between, none for ``_``; None when it is malformed."""
    if text in ("_", ""):
        return ()
    pairs = [_PAIR.fullmatch(pair) for pair in text.split("|")]
    if not all(pairs):
        return None
    return tuple(EnhancedEdge(int(pair[1]), int(pair[2] or 0), pair[3]) for pair in pairs if pair)


def check_enhanced(report: Report) -> None:
    """Malformed and disordered DEPS, heads that do not exist, nodes that are their own head."""
    treebank = report.treebank
    words = treebank.words.select("sentence", "line", "enhanced", word="position", index=pl.lit(0, pl.UInt32))
    empty = treebank.empty_nodes.select("sentence", "line", pl.col("enhanced").cast(TEXT), word="after", index="index")
    nodes = pl.concat([words, empty.select(words.columns)]).with_row_index("node")
    nodes = nodes.with_columns(name=_names("word", "index"))
    report.check_values(nodes, "enhanced", partial(_check_edges, _known_relations(treebank.words)))
    # Edges are looked up for all nodes at once: distinct DEPS are split, then joined to the nodes that have them.
    split = [
        (text, edge.word, edge.empty)
        for text in nodes["enhanced"].unique().cast(pl.String).to_list()
        for edge in enhanced_edges(text) or ()
    ]
    heads = pl.DataFrame(split, {"enhanced": pl.String, "head": pl.UInt32, "head_index": pl.UInt32}, orient="row")
    lengths = treebank.sentences.select(pl.int_range(pl.len(), dtype=pl.UInt32).alias("sentence"), "words")
    pairs = nodes.join(heads.with_columns(pl.col("enhanced").cast(TEXT)), on="enhanced").join(lengths, on="sentence")
    own = pairs.filter((pl.col("head") == pl.col("word")) & (pl.col("head_index") == pl.col("index")))
    message = "{name} is its own head in DEPS; an edge comes from another node"
    report.errors(own.unique(["line", "word", "index"]).sort("line"), "deps-self-loop", "enhanced", message)
    known = treebank.empty_nodes.select("sentence", head="after", head_index="index")
    no_word = pairs.filter((pl.col("head_index") == 0) & (pl.col("head") > pl.col("words")))
    no_node = pairs.filter(pl.col("head_index") > 0).join(known, on=["sentence", "head", "head_index"], how="anti")
    head_name = _names("head", "head_index")
    unknown = pl.concat([no_word, no_node]).unique(["line", "head", "head_index"]).sort("line", "head", "head_index")
    message = "DEPS has the head {head_name}, which the sentence does not have"
    report.errors(unknown.with_columns(head_name=head_name), "unknown-ehead", "enhanced", message)
    _check_graphs(report, nodes, pairs)


def _check_graphs(report: Report, nodes: pl.DataFrame, pairs: pl.DataFrame) -> None:
    """That all sentences have an enhanced graph or none, and that it leads from its root to all words."""
    has_graph = ((pl.col("enhanced") != "_") | (pl.col("index") > 0)).any().over("sentence")
    nodes = nodes.with_columns(drawn=has_graph).sort("line")
    message = "the sentence has DEPS and those before have none, or the other way round; expected all or none"
    other = nodes.filter(pl.col("drawn") != pl.col("drawn").first()).head(1)
    report.errors(other, "edeps-only-sometimes", "enhanced", message)
    known = nodes.select("sentence", head="word", head_index="index", head_node="node")
    edge = pairs.join(known, on=["sentence", "head", "head_index"])
    dependent, head = edge["node"].to_numpy(), edge["head_node"].to_numpy()
    reached = spread(nodes.height, pairs.filter((pl.col("head") == 0) & (pl.col("head_index") == 0))["node"].to_numpy())
    # From the roots on, one edge farther in each round; what is deeper than any sentence is not followed.
    for _ in range(_DEEPEST):
        passed = reached[head]
        reached[dependent[passed]] = True
        dependent, head = dependent[~passed], head[~passed]
        if not passed.any():
            break
    else:
        return
    alone = nodes.filter(pl.Series(~reached)[nodes["node"]] & pl.col("drawn"))
    alone = alone.filter((pl.col("enhanced") != "_") | (pl.col("index") == 0))
    cut = pl.when(pl.len() > _NAMED).then(pl.format(" and {} more", pl.len() - _NAMED)).otherwise(pl.lit(""))
    names = pl.col("name").head(_NAMED).str.join(", ") + cut
    named = alone.group_by("sentence", maintain_order=True).agg(pl.col("line").first(), names=names)
    message = "DEPS leads from no root to {names}; expected a graph that holds all words"
    report.errors(named, "unconnected-egraph", "enhanced", message)


def _check_edges(known: frozenset[str], text: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a DEPS field, whatever word it belongs to; ``known`` are the relations without subtype."""
    found = enhanced_edges(text)
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


def _names(word: str, index: str) -> pl.Expr:
    """The IDs of words and empty nodes, of two columns."""
    return pl.when(pl.col(index) > 0).then(pl.format("{}.{}", word, index)).otherwise(pl.col(word).cast(pl.String))


def check_comments(report: Report) -> None:
    """Missing, repeated and malformed ``sent_id`` and ``text``, and comments that are not in NFC."""
    comments = _own_comments(report.treebank)
    lines = report.treebank.sentences["line"].to_list()
    for key, remedy in (
        ("sent_id", "# sent_id = … with a name that no other sentence has"),
        ("text", "# text = … with the sentence as it is written"),
    ):
        keys = [key, f"source_{key}"] if report.treebank.format == "cupt" else [key]
        own, name = comments.filter(pl.col("key").is_in(keys)), key.replace("_", "-")
        given = own.filter(pl.col("value").str.strip_chars() != "")["sentence"].unique().to_list()
        for row in sorted({*range(len(lines))}.difference(given)):
            report.error(lines[row], f"the sentence has no {key}; expected {remedy}", rule=f"missing-{name}")
        again = own.filter(~pl.col("sentence").is_first_distinct())
        report.errors(again, f"multiple-{name}", "", f"another {key} of the same sentence; expected one")
    like = _comments(report.treebank).join(comments, on="line", how="anti")
    for name in ("sent_id", "parallel_id"):
        odd = like.filter(pl.col("text").str.contains(f"^# ?{name}"))
        report.errors(odd, f"invalid-{name.replace('_', '-')}", "", "comment {text!r}; expected an = behind the name")
    ids = comments.filter(pl.col("key") == "sent_id").with_columns(pl.col("value").str.strip_chars())
    for rule, pattern, what in (
        ("invalid-sent-id", r"\s", "a blank inside; expected none"),
        ("slash-in-sent-id", "/", "a slash, which UD keeps for parallel treebanks; write another sign"),
    ):
        report.errors(ids.filter(pl.col("value").str.contains(pattern)), rule, "", f"sent_id {{value!r}} has {what}")
    ids = ids.filter((pl.col("value") != "") & pl.col("sentence").is_first_distinct())
    ids = ids.with_columns(first=pl.col("line").first().over("value")).filter(pl.col("line") > pl.col("first"))
    message = "sent_id {value!r} is also that of the sentence in line {first}; expected another"
    report.errors(ids, "non-unique-sent-id", "", message)
    _check_marks(report)
    _check_parallel_ids(report, comments.filter(pl.col("key") == "parallel_id"))
    ended = comments.filter((pl.col("key") == "text") & pl.col("value").str.contains(r"\S\s+$"))
    report.errors(ended, "text-trailing-whitespace", "", "# text ends with a blank; remove it")
    text = pl.col("text")
    beyond_ascii = text.str.starts_with("#") & (text.str.len_bytes() != text.str.len_chars())
    for line, comment in report.treebank.other_lines.filter(beyond_ascii).select("line", "text").iter_rows():
        if not unicodedata.is_normalized("NFC", comment):
            message = f"the comment is not in Unicode's composed form; {_NFC_REMEDY}"
            report.error(line, message, rule="unicode-normalization")


def _check_marks(report: Report) -> None:
    """One newdoc and one newpar a sentence, and before each the space between documents and paragraphs."""
    mark = pl.col("text").str.extract(r"^#\s*(newdoc|newpar)(?:\s+\S+)?$")
    marks = _comments(report.treebank).with_columns(mark=mark).filter(pl.col("mark").is_not_null())
    for name in ("newdoc", "newpar"):
        again = marks.filter(pl.col("mark") == name).filter(~pl.col("sentence").is_first_distinct())
        report.errors(again, f"multiple-{name}", "", "several {mark} of the same sentence; expected one")
    last = _surface_tokens(report.treebank).group_by("sentence").last().filter(~pl.col("space_after"))
    joined = marks.join(last.select(pl.col("sentence") + 1), on="sentence", maintain_order="left")
    message = "{mark} after a sentence whose last token has SpaceAfter=No; remove that"
    joined = joined.unique("sentence", keep="first", maintain_order=True)
    report.errors(joined, "spaceafter-newdocpar", "", message)


def _check_parallel_ids(report: Report, comments: pl.DataFrame) -> None:
    """That parallel_id, which links a sentence to others of the world's treebanks, is well-formed, and one."""
    is_first = pl.col("sentence").is_first_distinct()
    message = "another parallel_id of the same sentence; expected one"
    report.errors(comments.filter(~is_first), "multiple-parallel-id", "", message)
    pattern = r"^(?<id>[a-z]+/[-0-9a-z]+)(?:/(?:alt(?<alt>[1-9][0-9]*))?(?:part(?<part>[1-9][0-9]*))?)?$"
    table = comments.filter(is_first).with_columns(pl.col("value").str.extract_groups(pattern).struct.unnest())
    message = "parallel_id is {value!r}; expected corpus/sentence, and perhaps /alt1, /part1 or /alt1part1"
    odd = pl.col("id").is_null() | pl.col("value").str.ends_with("/")
    report.errors(table.filter(odd), "invalid-parallel-id", "", message)
    table, is_first = table.filter(~odd), pl.col("value").is_first_distinct()
    message = "parallel_id {value!r} is another sentence's, too"
    report.errors(table.filter(~is_first), "non-unique-parallel-id", "", message)
    table = table.filter(is_first)
    for name in ("alt", "part"):
        number = pl.col(name).cast(pl.Int64, strict=False)
        following = number.shift(1).over("id") + 1
        expected = pl.when(pl.col("id").is_first_distinct()).then(number * 0 + 1).otherwise(following)
        message = f"parallel_id is {{value!r}}; expected other numbers behind {name}, 1, 2, … throughout, or none"
        report.errors(table.filter(number.ne_missing(expected)), f"parallel-id-{name}", "", message)


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
    single = words.select("sentence", "position", "line", pl.col("form").cast(pl.String), space_after=space_after)
    spaced = ~pl.col("misc").str.contains(_UNSPACED)
    multiword = treebank.tokens.select("sentence", position="first", line="line", form="form", space_after=spaced)
    return pl.concat([single, multiword]).sort("sentence", "position") if multiword.height else single


def _within_tokens(treebank: Treebank) -> Bools:
    """The words that are part of a multiword token."""
    later = treebank.continues_token
    return np.asarray(later | np.append(later, False)[1:])  # or the one before the first of these


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
                message = f"# text has no blank after {form!r} but {_shown(rest)}"
                remedy = "write SpaceAfter=No into MISC, or a blank into the text"
                yield line, f"{message}; {remedy}", "misc", "missing-spaceafter"
            rest = rest.lstrip()
    if rest.strip():
        yield 0, f"# text goes on with {_shown(rest)} after the last token", "", "text-extra-chars"


def _shown(rest: str) -> str:
    return repr(shortened(rest, 20)) if rest else "nothing"
