"""Properties of treebanks: how large they are, what they hold, how ambiguous their lattices are. The rows of the first
tables of CoNLL-X 2006 (Table 1), CoNLL-2009 (Tables 2–4, §3.2), PASCAL 2012 (Table 1) and SPMRL 2013 (Table 2) that
files can give, and degrees of discontinuity (Kuhlmann & Nivre 2006; Maier & Lichte 2009); `PROPERTIES` says of each
what it is a share of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.word_columns import SEEN, seen
from goldleaf.core.facts import Integers
from goldleaf.core.structures.dependency import gap_degrees, non_projective, root_counts
from goldleaf.core.structures.labels import is_punctuation
from goldleaf.core.structures.lattice import ambiguity, coverage
from goldleaf.core.structures.multiwords import in_dependencies
from goldleaf.core.structures.parents import blocks
from goldleaf.core.structures.phrase import TRACE, discontinuous, parent_rows
from goldleaf.core.treebank import Treebank

# Values by name; None where there is nothing to divide by, or the treebank says nothing of it.
Properties: TypeAlias = dict[str, str | int | float | None]
Tallies: TypeAlias = dict[str, Any]  # what they are worked out of, which adds up over parts of a file
_NOTHING = ("_", "", "--")
_CORE = r"(?i)^(r-|c-)?a(rg)?[0-9]"  # A0, ARG1, arg1-pat, R-A0


class _Of(NamedTuple):
    """What is made of other tallies when they are whole: numbers, such as this, and tables of values (column ``value``)
    and how often they occur (``count``)."""

    made: Callable[..., Any]
    tallies: tuple[Any, ...]


def _counted(made: Callable[[pl.DataFrame], str | float | None], column: pl.Series) -> _Of:
    text = pl.col("value").cast(pl.Int64 if column.dtype.is_numeric() else pl.String)
    return _Of(made, (column.rename("value").value_counts(name="count").with_columns(text),))


class Property(NamedTuple):
    """``of`` is the denominator, or what is counted; ``block`` the group of rows that it stands in."""

    block: str
    title: str
    of: str = ""
    source: str = ""


_X, _NINE, _PASCAL, _SPMRL = "CoNLL-X", "CoNLL-2009", "PASCAL", "SPMRL"
_DEGREES = "Kuhlmann & Nivre"
_SIZE, _LEXICON, _TREES, _ARCS, _NODES = "Size", "Lexicon and tags", "Dependencies", "Order of words", "Constituents"
_UNSEEN, _ROLES, _PATHS = "Unseen in the training file", "Predicates and arguments", "Lattices"

# All properties by name, in the order of tables. Those whose name ends in ``_share`` are fractions of 1.
PROPERTIES: dict[str, Property] = {
    "format": Property(_SIZE, "format"),
    "sentences": Property(_SIZE, "sentences", "", _X),
    "unreadable_sentences": Property(_SIZE, "unreadable sentences"),
    "tokens": Property(_SIZE, "tokens", "surface tokens", _SPMRL),
    "words": Property(_SIZE, "words", "", _X),
    "scoring_words": Property(_SIZE, "scoring words", "words that are not only punctuation", _X),
    "non_scoring_share": Property(_SIZE, "non-scoring words", "of words", _X),
    "traces": Property(_SIZE, "traces", "of words"),
    "words_a_sentence": Property(_SIZE, "words a sentence", "words / sentences", _X),
    "longest_sentence": Property(_SIZE, "longest sentence", "words"),
    "over_50_words_share": Property(_SIZE, "longer than 50 words", "of sentences", _NINE),
    "over_60_words_share": Property(_SIZE, "longer than 60 words", "of sentences", _NINE),
    "multiword_tokens": Property(_SIZE, "multiword tokens", "surface tokens of several words", _SPMRL),
    "multiword_expressions": Property(
        _SIZE, "multiword expressions", "dep_cpd, fixed, flat, compound; constituents +", _SPMRL),
    "forms": Property(_LEXICON, "forms", "different ones of words", _SPMRL),
    "lemmas": Property(_LEXICON, "lemmas", "different ones of words", _NINE),
    "tags": Property(_LEXICON, "tags", "different coarse ones of words", _SPMRL),
    "fine_tags": Property(_LEXICON, "fine tags", "different ones of words", _X),
    "feature_sets": Property(_LEXICON, "feature sets", "different ones of words; of _ none", _NINE),
    "scoring_tags": Property(_LEXICON, "tags of scoring words", "different coarse ones", _X),
    "scoring_fine_tags": Property(_LEXICON, "fine tags of scoring words", "different ones", _X),
    "scoring_features": Property(_LEXICON, "features of scoring words", "different components", _X),
    "relations": Property(_TREES, "relations", "different ones of words", _SPMRL),
    "words_a_relation": Property(_TREES, "words a relation", "words / different relations", _SPMRL),
    "scoring_relations": Property(_TREES, "relations of scoring words", "different ones", _X),
    "root_relations": Property(_TREES, "relations of roots", "different ones of scoring words with head 0", _X),
    "frequent_relations": Property(_TREES, "frequent relations", "the first five, with their share of words", _NINE),
    "frequent_relations_share": Property(_TREES, "frequent relations together", "of words", _NINE),
    "roots": Property(_TREES, "roots", "words with head 0"),
    "scoring_roots_a_sentence": Property(
        _TREES, "scoring roots a sentence", "scoring words with head 0 / sentences", _X),
    "several_roots_share": Property(_TREES, "several roots", "of sentences"),
    "head_0_share": Property(_ARCS, "head 0", "of scoring words", _X),
    "head_before_share": Property(_ARCS, "head before the word", "of scoring words", _X),
    "head_after_share": Property(_ARCS, "head after the word", "of scoring words", _X),
    "non_projective_arcs_share": Property(_ARCS, "non-projective arcs", "of all arcs between words", _X),
    "non_projective_sentences_share": Property(_ARCS, "with a non-projective arc", "of sentences", _X),
    "gap_degree": Property(_ARCS, "gap degree", "the most gaps in what a word dominates", _DEGREES),
    "gap_degrees": Property(_ARCS, "gap degrees", "with the number of sentences of each, the first six", _DEGREES),
    "constituents": Property(_NODES, "constituents", "with a label, without tags of words", _SPMRL),
    "unlabeled": Property(_NODES, "constituents without a label", "not among the others"),
    "labels": Property(_NODES, "categories", "different ones of constituents", _SPMRL),
    "functions": Property(_NODES, "functions", "different ones of constituents and words"),
    "constituents_a_word": Property(_NODES, "constituents a word", "constituents / words", _SPMRL),
    "constituents_a_sentence": Property(_NODES, "constituents a sentence", "constituents / sentences", _SPMRL),
    "gaps_share": Property(_NODES, "with a gap", "of constituents"),
    "sentences_with_gaps_share": Property(_NODES, "with a gap in a constituent", "of sentences"),
    "block_degree": Property(_NODES, "block degree", "the most pieces of a constituent (fan-out)", _DEGREES),
    "block_degrees": Property(_NODES, "block degrees", "with the number of sentences of each, the first six", _DEGREES),
    "unseen_forms_share": Property(_UNSEEN, "unseen forms", "of scoring words", _X),
    "unseen_lemmas_share": Property(_UNSEEN, "unseen lemmas", "of scoring words", _X),
    "unseen_forms_of_words_share": Property(_UNSEEN, "unseen forms", "of words", _NINE),
    "unseen_lemmas_of_words_share": Property(_UNSEEN, "unseen lemmas", "of words", _NINE),
    "unseen_forms_of_types_share": Property(_UNSEEN, "unseen forms", "of different forms", _PASCAL),
    "unseen_lemmas_of_types_share": Property(_UNSEEN, "unseen lemmas", "of different lemmas"),
    "predicates": Property(_ROLES, "predicates", "", _NINE),
    "predicates_a_sentence": Property(_ROLES, "predicates a sentence", "predicates / sentences", _NINE),
    "predicates_share": Property(_ROLES, "words with arguments", "of words: predicates, FILLPRED", _NINE),
    "arguments": Property(_ROLES, "arguments", "", _NINE),
    "arguments_a_predicate": Property(_ROLES, "arguments a predicate", "arguments / predicates", _NINE),
    "roles": Property(_ROLES, "roles", "different ones of arguments"),
    "core_arguments_share": Property(_ROLES, "core arguments", "of arguments: numbered roles", _NINE),
    "other_arguments_share": Property(_ROLES, "other arguments", "of arguments", _NINE),
    "arguments_off_arcs_share": Property(
        _ROLES, "no neighbors of their predicate", "of arguments: neither its head nor its dependents", _NINE),
    "shared_arguments_share": Property(
        _ROLES, "arguments of several predicates", "of words that are arguments, of others than themselves", _NINE),
    "frequent_roles": Property(_ROLES, "frequent roles", "the first five, with their share of arguments", _NINE),
    "frequent_roles_share": Property(_ROLES, "frequent roles together", "of arguments", _NINE),
    "edges": Property(_PATHS, "edges"),
    "edges_a_token": Property(_PATHS, "edges a token", "edges / tokens", _SPMRL),
    "paths_a_token": Property(_PATHS, "paths a token", "paths / tokens", _SPMRL),
    "ambiguous_tokens_share": Property(_PATHS, "ambiguous tokens", "of tokens: with several paths", _SPMRL),
    "tokens_in_lattice_share": Property(_PATHS, "tokens in the lattice", "of tokens"),
    "sentences_in_lattice_share": Property(_PATHS, "sentences in the lattice", "of sentences"),
    "tokens_in_lattice_tagged_share": Property(_PATHS, "tokens in the lattice, with tags", "of tokens"),
    "sentences_in_lattice_tagged_share": Property(_PATHS, "sentences in the lattice, with tags", "of sentences"),
    "sentences_with_other_tokens": Property(_PATHS, "sentences with other tokens"),
}  # fmt: skip


# The columns of words that are looked at
COLUMNS = frozenset({
    "form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label", "function", "parent", "predicate",
    "fill_predicate",
})  # fmt: skip


def properties(treebank: Treebank, train: Treebank | None = None) -> Properties:
    """The properties of a treebank, whatever it holds; with a training file those of what is not in it."""
    return properties_of_parts([treebank], train)


def properties_of_parts(parts: Iterable[Treebank], train: Treebank | None = None) -> Properties:
    """The same of a file that is read part by part, each of whole sentences, and let go."""
    total: Tallies = {}
    for part in parts:
        new = _tallies(part, train)
        total = {name: _sum(total[name], own) for name, own in new.items()} if total else new
    # All tables have the same order, whatever was counted first.
    return {name: _value(total[name]) for name in PROPERTIES if name in total}


def _tallies(treebank: Treebank, train: Treebank | None) -> Tallies:
    # A gold path through a lattice has as many words as edges, and is a treebank like others.
    if treebank.edges.height and treebank.words.height < treebank.edges.height:
        return _of_lattices(treebank)
    found = _of_words(treebank)
    if treebank.has_heads:
        found |= _of_dependencies(treebank)
    if "predicate" in treebank.words.columns:
        found |= _of_predicates(treebank)
    if "parent" in treebank.words.columns:
        found |= _of_constituents(treebank)
    if train is not None:
        found |= _unseen(treebank, train)
    return found


def _sum(one: Any, other: Any) -> Any:  # noqa: ANN401, a tally
    if isinstance(one, _Of):
        return _Of(one.made, tuple(map(_sum, one.tallies, other.tallies)))
    if isinstance(one, pl.DataFrame):
        return pl.concat([one, other]).group_by("value").agg(pl.col("count").sum())
    return one if isinstance(one, str) else one + other


def _value(tally: Any) -> Any:  # noqa: ANN401
    return tally.made(*map(_value, tally.tallies)) if isinstance(tally, _Of) else tally


def property_frame(found: Mapping[str, Properties]) -> pl.DataFrame:
    """The properties of treebanks by their names, for plots and correlations: a row a treebank. Columns: ``treebank``
    (string), then every property that any of them has, in the order of `PROPERTIES` (counts int64, shares and means
    float64, texts string; null where a treebank has it not)."""
    names = [name for name in PROPERTIES if any(name in values for values in found.values())]
    rows = [{"treebank": treebank, **{name: values.get(name) for name in names}} for treebank, values in found.items()]
    return pl.DataFrame(rows, infer_schema_length=None)


def _of_lattices(treebank: Treebank) -> Tallies:
    """Paths are those of a token; a sentence has their product."""
    tokens, edges = treebank.lattice_tokens.height, treebank.edges
    paths = ambiguity(treebank)["paths"].cast(pl.Float64)
    return {
        **_size(treebank),
        "tokens": tokens,
        "edges": edges.height,
        "edges_a_token": _ratio(edges.height, tokens),
        "paths_a_token": _ratio(float(paths.sum()), tokens),
        "ambiguous_tokens_share": _ratio(int((paths > 1).sum()), tokens),
        "forms": _counted(len, edges["form"]),
        "tags": _different(edges["coarse_tag"]),
        "fine_tags": _different(edges["fine_tag"]),
    }


def path_properties(lattices: Treebank, words: Treebank) -> Properties:
    """How much of a gold or a parse is in its lattices, by forms, and with coarse tags. Raises PairError."""
    table = coverage(lattices, words)
    tokens, sentences = int(table["tokens"].sum()), table.height
    found: Tallies = {**_size(words), "words": words.words.height, "tokens": tokens}
    for suffix in ("", "_tagged"):
        inside = table[f"in_lattice{suffix}"]
        found[f"tokens_in_lattice{suffix}_share"] = _ratio(int(inside.sum()), tokens)
        found[f"sentences_in_lattice{suffix}_share"] = _ratio(int((inside == table["tokens"]).sum()), sentences)
    found["sentences_with_other_tokens"] = int((~table["same_tokens"]).sum())
    return {name: _value(own) for name, own in found.items()}


def _of_words(treebank: Treebank) -> Tallies:
    """Sizes, and the different forms, lemmas, tags and features. Traces are no tokens and do not score."""
    words, length = treebank.words, treebank.sentences["words"].to_numpy().astype(np.int64)
    pronounced = (words["coarse_tag"].cast(pl.String) != TRACE).to_numpy()
    scoring = words.filter(pl.Series(~is_punctuation(words["form"]) & pronounced))
    # A token over several words is one.
    inside = (treebank.tokens["last"].cast(pl.Int64) - treebank.tokens["first"].cast(pl.Int64)).sum()
    if "parent" in words.columns:
        from goldleaf.core.metrics.mwe import in_trees

        expressions = in_trees(treebank, pronounced).expressions
    else:  # by the relations of their parts: SPMRL's, and UD's
        expressions = in_dependencies(treebank, ("dep_cpd", "fixed", "flat", "compound")).expressions
    features = scoring["features"].unique().cast(pl.String).str.split("|").explode(empty_as_null=False)
    return {
        **_size(treebank),
        "tokens": int(pronounced.sum()) - int(inside),
        "words": words.height,
        "scoring_words": scoring.height,
        "non_scoring_share": _ratio(words.height - scoring.height, words.height),
        "traces": words.height - int(pronounced.sum()),
        "words_a_sentence": _ratio(words.height, len(treebank)),
        "longest_sentence": _counted(_largest, pl.Series(length)),
        **{f"over_{limit}_words_share": _ratio(int((length > limit).sum()), len(treebank)) for limit in (50, 60)},
        "multiword_tokens": treebank.tokens.height,
        "multiword_expressions": expressions.height,
        "forms": _counted(len, words["form"]),
        "lemmas": _different(words["lemma"]),
        "tags": _different(words["coarse_tag"]),
        "fine_tags": _different(words["fine_tag"]),
        "feature_sets": _different(words["features"]),
        "scoring_tags": _different(scoring["coarse_tag"]),
        "scoring_fine_tags": _different(scoring["fine_tag"]),
        "scoring_features": _different(features),
    }


def _of_dependencies(treebank: Treebank) -> Tallies:
    """Relations, roots, which way heads stand, and what crosses. All arcs count for crossing, scoring or not."""
    words, head = treebank.words, treebank.heads
    crossing, sentence = non_projective(treebank), treebank.sentence_of_word
    kinds = _different(words["label"])
    scores = ~is_punctuation(words["form"])
    # CoNLL-X counts words that score only, and all arcs for what crosses.
    own, position, labels = head[scores], words["position"].to_numpy()[scores], words["label"].filter(pl.Series(scores))
    return {
        "relations": kinds,
        "words_a_relation": _ratio(words.height, kinds),
        "scoring_relations": _different(labels),
        "root_relations": _different(labels.filter(pl.Series(own == 0))),
        "scoring_roots_a_sentence": _ratio(int((own == 0).sum()), len(treebank)),
        "head_0_share": _ratio(int((own == 0).sum()), len(own)),
        "head_before_share": _ratio(int(((own > 0) & (own < position)).sum()), len(own)),
        "head_after_share": _ratio(int((own > position).sum()), len(own)),
        "frequent_relations": _counted(_spelled, words["label"]),
        "frequent_relations_share": _counted(_together, words["label"]),
        "roots": int(np.count_nonzero(head == 0)),
        "several_roots_share": _ratio(int((root_counts(treebank) > 1).sum()), len(treebank)),
        "non_projective_arcs_share": _ratio(int(crossing.sum()), int((head > 0).sum())),
        "non_projective_sentences_share": _ratio(len(np.unique(sentence[crossing])), len(treebank)),
        **_degrees("gap_degree", gap_degrees(treebank)),
    }


def _of_predicates(treebank: Treebank) -> Tallies:
    """Predicates, arguments, and how these lie in the tree (CoNLL-2009, Tables 2 and 4, §3.2). ``A0|A1`` is one."""
    words, arguments = treebank.words, treebank.arguments
    predicates = int((~words["predicate"].cast(pl.String).is_in(_NOTHING)).sum())
    bearing: Any = predicates
    if "fill_predicate" in words.columns:  # files whose predicates are still to be found have FILLPRED of these words
        filled = int((words["fill_predicate"].cast(pl.String) == "Y").sum())
        bearing = _Of(lambda filled, all_of_them: filled or all_of_them, (filled, predicates))
    core = int(arguments["role"].cast(pl.String).str.contains(_CORE).sum())
    # A predicate may be its own argument: that lies on no arc, and is shared with nobody.
    placed = arguments.filter(pl.col("predicate") != pl.col("argument")).select("sentence", "predicate", "argument")
    all_heads = words.select("sentence", "position", pl.col("head").cast(pl.UInt32, strict=False))
    for name in ("predicate", "argument"):
        own = all_heads.rename({"position": name, "head": f"head_of_{name}"})
        placed = placed.join(own, on=["sentence", name], how="left")
    hanging = pl.col("head_of_argument").eq_missing(pl.col("predicate"))
    above = pl.col("head_of_predicate").eq_missing(pl.col("argument"))
    several = placed.group_by("sentence", "argument").agg(pl.col("predicate").n_unique())["predicate"] > 1
    return {
        "predicates": predicates,
        "predicates_a_sentence": _ratio(predicates, len(treebank)),
        "predicates_share": _ratio(bearing, words.height),
        "arguments": arguments.height,
        "arguments_a_predicate": _ratio(arguments.height, bearing),
        "roles": _different(arguments["role"]),
        "core_arguments_share": _ratio(core, arguments.height),
        "other_arguments_share": _ratio(arguments.height - core, arguments.height),
        "arguments_off_arcs_share": _ratio(placed.filter(~(hanging | above)).height, arguments.height),
        "shared_arguments_share": _ratio(int(several.sum()), len(several)),
        "frequent_roles": _counted(_spelled, arguments["role"]),
        "frequent_roles_share": _counted(_together, arguments["role"]),
    }


def _of_constituents(treebank: Treebank) -> Tallies:
    """Constituents with a label, preterminals and the brackets around whole trees that say nothing not among them."""
    nodes = treebank.nodes.filter(~treebank.nodes["label"].cast(pl.String).is_in(["", "_"]))
    gaps = discontinuous(nodes)
    every = treebank.nodes
    pieces = blocks(parent_rows(every, every), parent_rows(treebank.words, every))
    of_sentence = pl.DataFrame({"sentence": every["sentence"], "pieces": pieces}).group_by("sentence").max()
    return {
        "constituents": nodes.height,
        "unlabeled": treebank.nodes.height - nodes.height,
        "labels": _different(nodes["label"]),
        "functions": _different(pl.concat([nodes["function"], treebank.words["function"]])),
        "constituents_a_word": _ratio(nodes.height, treebank.words.height),
        "constituents_a_sentence": _ratio(nodes.height, len(treebank)),
        "gaps_share": _ratio(int(gaps.sum()), nodes.height),
        "sentences_with_gaps_share": _ratio(nodes["sentence"].filter(pl.Series(gaps)).n_unique(), len(treebank)),
        **_degrees("block_degree", of_sentence["pieces"].to_numpy()),
    }


def _degrees(name: str, of_sentences: Integers) -> Tallies:
    counts = pl.Series(of_sentences, dtype=pl.Int64)
    return {name: _counted(_largest, counts), f"{name}s": _counted(_by_degree, counts)}


def _unseen(treebank: Treebank, train: Treebank) -> Tallies:
    """Shares of forms and lemmas that do not occur in the training file; None where either has no lemmas."""
    scores = pl.Series(~is_punctuation(treebank.words["form"]))
    found: Tallies = {}
    for column in SEEN.values():
        own = seen(treebank.words, train, column)
        for suffix, values in {"": own.filter(scores), "_of_words": own}.items():
            known = values.drop_nulls()
            found[f"unseen_{column}s{suffix}_share"] = _ratio(int((~known).sum()), len(known))
        # PASCAL counts each form once, CoNLL-X and CoNLL-2009 each word.
        types = pl.DataFrame({"value": treebank.words[column], "seen": own}).drop_nulls("seen")
        both = types.filter(~types["seen"]), types
        found[f"unseen_{column}s_of_types_share"] = _ratio(*(_counted(len, one["value"]) for one in both))
    return found


def _ratio(part: Any, whole: Any) -> _Of:  # noqa: ANN401, tallies
    return _Of(lambda part, whole: part / whole if whole else None, (part, whole))


def _different(column: pl.Series) -> _Of:
    """How many different values a column has that say something."""
    return _counted(lambda counts: int((~counts["value"].is_in(_NOTHING)).sum()), column)


def _largest(counts: pl.DataFrame) -> int:
    return int(max(counts["value"], default=0))


def _frequent(counts: pl.DataFrame) -> pl.DataFrame:
    """The five most frequent values that say something."""
    said = counts.filter(~pl.col("value").is_in(_NOTHING))
    return said.sort(["count", "value"], descending=[True, False]).head(5)


def _spelled(counts: pl.DataFrame) -> str:
    whole = counts["count"].sum()
    return ", ".join(f"{value} {count / whole:.2f}" for value, count in _frequent(counts).iter_rows())


def _by_degree(counts: pl.DataFrame) -> str:
    """The least degrees, with how often they occur."""
    return ", ".join(f"{degree}: {count:,}" for degree, count in counts.sort("value").head(6).iter_rows())


def _together(counts: pl.DataFrame) -> float | None:
    return int(_frequent(counts)["count"].sum()) / int(counts["count"].sum()) if counts.height else None


def _size(treebank: Treebank) -> Tallies:
    return {
        "format": treebank.format,
        "sentences": len(treebank),
        "unreadable_sentences": int((~treebank.sentences["readable"]).sum()),
    }
