"""What the guidelines of Universal Dependencies ask of words and relations in any language: level 3 of their validator
(https://universaldependencies.org/guidelines.html), rule by rule under the names that it has for them.

Rules look at well-formed trees only, and at universal relations, without subtypes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, Integers
from goldleaf.core.structures import parents
from goldleaf.core.structures.dependency import are_trees, head_rows, non_projective
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation.all_formats import Report


class Rule(NamedTuple):
    """What is wrong with a word: the name, an expression over the columns of `_facts`, the field that it is seen in,
    and what is said, with those columns in braces."""

    name: str
    broken: pl.Expr
    column: str
    message: str


# What is below a word of such a relation; all but these have to be leaves.
_BELOW = {
    "mark-case": (["mark", "case"], ["advmod", "obl", "goeswith", "fixed", "reparandum", "conj", "cc", "punct"]),
    "aux-cop": (["aux", "cop"], ["goeswith", "fixed", "reparandum", "conj", "cc", "punct"]),
    "det": (["det"], ["det", "case", "advmod", "obl", "clf", "goeswith", "fixed", "flat", "compound", "reparandum",
                      "discourse", "parataxis", "conj", "cc", "punct"]),
    "clf": (["clf"], ["advmod", "obl", "goeswith", "fixed", "reparandum", "conj", "cc", "punct"]),
    "cc": (["cc"], ["goeswith", "fixed", "reparandum", "conj", "punct"]),
    "fixed": (["fixed"], ["goeswith", "reparandum", "conj", "punct"]),
    "goeswith": (["goeswith"], []),
    "punct": (["punct"], ["punct"]),
}  # fmt: skip

_TAGS = {
    "det": ["DET", "PRON"], "nummod": ["NUM", "NOUN", "SYM"], "expl": ["PRON", "DET", "PART"], "aux": ["AUX"],
    "advmod": ["ADV", "ADJ", "CCONJ", "DET", "PART", "SYM"], "cop": ["AUX", "PRON", "DET", "SYM"], "punct": ["PUNCT"],
}  # fmt: skip
_OTHER_TAGS = {  # than the relation's words have
    "case": ["PROPN", "ADJ", "PRON", "DET", "NUM", "AUX"],
    "mark": ["NOUN", "PROPN", "ADJ", "PRON", "DET", "NUM", "AUX", "INTJ"],
    "cc": ["NOUN", "PROPN", "ADJ", "PRON", "DET", "NUM", "VERB", "AUX", "INTJ"],
}
_LONGEST = 5000  # words of a sentence, whose square is what its gaps take
_ORPHANS_HEAD = ["conj", "parataxis", "root", "csubj", "ccomp", "advcl", "acl", "reparandum"]
_NOMINAL = ["nsubj", "obj", "iobj", "obl", "vocative", "dislocated", "expl", "nmod"]

_relation, _head_relation, _tag, _pos = (pl.col(name) for name in ("relation", "head_relation", "tag", "pos"))
_features = pl.col("features")
_unlike_foreign = (_tag != "X") | (_features != "Foreign=Yes")
_negation = (_relation == "advmod") & _tag.is_in(["PART", "ADV"]) & _features.str.contains(r"(^|\|)Polarity=Neg(\||$)")
_possessive = pl.col("head_features").str.contains(r"(^|\|)Poss=Yes(\||$)") & _relation.is_in(["appos", "acl", "nmod"])
_may_have_dependents = (
    ((_head_relation != "punct") & _negation)
    # Punctuation goes where its own arc crosses none, be it below a function word.
    | (pl.col("head_crosses") & (_relation == "punct"))
    | ((_head_relation == "det") & _possessive)
)
_goeswith = _relation == "goeswith"
_only_first = "{form!r} goes with {head_form!r} before it, which alone is annotated; expected"

_RULES = (
    *(
        Rule(f"leaf-{name}", _head_relation.is_in(heads) & ~_relation.is_in(allowed) & ~_may_have_dependents, "head",
             f"{{form!r}} ({{relation!r}}) depends on {{head_form!r}}, which is {{head_relation}}; "
             f"expected {', '.join(allowed) or 'nothing'} there, or the head of {{head_form!r}}")
        for name, (heads, allowed) in _BELOW.items()
    ),
    *(
        Rule(f"rel-upos-{name}", (_relation == name) & ~_pos.is_in(tags)
             & ~((_relation == "advmod") & (pl.col("goeswith") > 0)), "label",
             f"{name} of {{form!r}}, which is {{pos!r}}; expected {' or '.join(tags)}, or another relation")
        for name, tags in _TAGS.items()
    ),
    *(
        Rule(f"rel-upos-{name}", (_relation == name) & _pos.is_in(tags), "label",
             f"{name} of {{form!r}}, which is {{pos!r}}; expected another relation or tag")
        for name, tags in _OTHER_TAGS.items()
    ),
    Rule("rel-upos-fixed", (_pos == "PROPN") & ((_relation == "fixed") | (pl.col("fixed") > 0)), "label",
         "{form!r} is PROPN in a fixed expression; names are flat"),
    Rule("upos-rel-punct", (_pos == "PUNCT") & ~_relation.is_in(["punct", "root"]), "label",
         "{form!r} is PUNCT; expected punct, not {label!r}"),
    *(
        Rule(f"right-to-left-{name}", (_relation == name) & (pl.col("position") < pl.col("head")), "head",
             f"{name} from {{head_form!r}} back to {{form!r}}; expected the first of both as head")
        for name in ("conj", "fixed", "flat", "goeswith", "appos")
    ),
    Rule("too-many-subjects", pl.col("subjects") > 1, "form",
         "{form!r} has {subjects} subjects; expected one, others are :outer, or Subject=Outer in MISC"),
    Rule("too-many-objects", pl.col("objects") > 1, "form", "{form!r} has {objects} objects (obj); expected one"),
    Rule("obl-should-be-nmod", (_relation == "obl") & pl.col("head_tag").is_in(["NOUN", "PROPN", "PRON"])
         & _head_relation.is_in(_NOMINAL) & (pl.col("head_of_clause") == 0), "label",
         "obl of {head_form!r}, which is {head_relation} and no predicate; expected nmod"),
    Rule("orphan-parent", (_relation == "orphan") & ~_head_relation.is_in(_ORPHANS_HEAD), "head",
         "orphan of {head_form!r}, which is {head_relation!r}; expected a conj or the head of a clause"),
    Rule("fixed-without-extpos", (pl.col("fixed") > 0) & (pl.col("ExtPos") == ""), "features",
         "the fixed expression that {form!r} begins has no part of speech; write ExtPos into FEATS"),
    Rule("fixed-gap", pl.col("fixed_gap"), "head",
         "words stand within the fixed expression that {form!r} begins; expected fixed ones alone"),
    Rule("goeswith-gap", pl.col("goeswith_gap"), "head",
         "words stand within the one that {form!r} begins; expected goeswith for all of them"),
    Rule("goeswith-nospace", _goeswith & pl.col("after_unspaced"), "label",
         "goeswith of {form!r}, but SpaceAfter=No before it; expected words that are written apart"),
    Rule("goeswith-missing-typo", (pl.col("goeswith") > 0) & pl.col("featured") & (pl.col("Typo") != "Yes"), "features",
         "{form!r} is written in several words (goeswith); write Typo=Yes into FEATS"),
    Rule("goeswith-lemma", _goeswith & (pl.col("lemma") != "_"), "lemma", f"{_only_first} _ as LEMMA"),
    Rule("goeswith-upos", _goeswith & (_tag != "X"), "coarse_tag", f"{_only_first} X as UPOS"),
    Rule("goeswith-feats", _goeswith & (_features != "_"), "features", f"{_only_first} _ in FEATS"),
    Rule("goeswith-edeps", _goeswith & (pl.col("enhanced") != "_")
         & (pl.col("enhanced") != pl.format("{}:{}", "head", "label")), "enhanced",
         f"{_only_first} {{head}}:{{label}} in DEPS"),
    Rule("punct-is-nonproj", (_relation == "punct") & pl.col("crosses"), "head",
         "the arc of {form!r} (punct) passes over words that {head_form!r} does not dominate; "
         "expected a head that makes it projective"),
    Rule("punct-causes-nonproj", pl.col("in_gap"), "head",
         "{form!r} (punct) stands in the gap of another's arc; expected a head on that side of it"),
    Rule("flat-foreign-upos-feats", _unlike_foreign & ((pl.col("label") == "flat:foreign") | (pl.col("foreign") > 0)),
         "features", "{form!r} is of flat:foreign; expected X as UPOS and no more than Foreign=Yes in FEATS"),
    Rule("pron-det-without-prontype", _tag.is_in(["PRON", "DET"]) & (pl.col("PronType") == "") & pl.col("featured"),
         "features", "{form!r} is {tag}; expected PronType in FEATS"),
    Rule("verbform-fin-without-mood", (pl.col("VerbForm") == "Fin") & (pl.col("Mood") == ""), "features",
         "{form!r} has VerbForm=Fin; expected Mood in FEATS"),
)  # fmt: skip


def check_guidelines(report: Report) -> None:
    """All rules of words, and two of the enhanced graphs as a whole."""
    facts = _facts(report.treebank)
    # A rule at a time over all words: most have no fault anywhere.
    for rule in _RULES:
        report.errors(facts.filter(rule.broken), rule.name, rule.column, rule.message)
    _check_enhanced(report)


def _facts(treebank: Treebank) -> pl.DataFrame:
    """The words of well-formed trees with what rules ask for, of each, its head, its dependents and the gaps."""
    texts = ("form", "lemma", "features", "label", "misc", "enhanced")
    table = treebank.words.select(
        "sentence", "position", "line", "head", *(pl.col(name).cast(pl.String) for name in texts),
        tag=pl.col("coarse_tag").cast(pl.String), relation=pl.col("label").cast(pl.String).str.extract("^([^:]*)"),
        **{
            name: _features.cast(pl.String).str.extract(rf"(?:^|\|){name}=([^|]*)").fill_null("")
            for name in ("ExtPos", "Typo", "PronType", "VerbForm", "Mood")
        },
    )  # fmt: skip
    head, crosses = head_rows(treebank), non_projective(treebank)
    of_children = {
        "fixed": _relation == "fixed", "goeswith": _goeswith, "objects": _relation == "obj",
        "subjects": _relation.str.contains("subj") & ~pl.col("label").is_in(["nsubj:outer", "csubj:outer"])
        & ~pl.col("misc").str.contains(r"(^|\|)Subject=Outer(\||$)"),
        "foreign": pl.col("label") == "flat:foreign", "of_clause": _relation.is_in(["cop", "nsubj", "csubj"]),
    }  # fmt: skip
    counts = {
        name: np.bincount(head[column.to_numpy() & (head >= 0)], minlength=table.height)
        for name, column in table.select(**of_children).to_dict().items()
    }
    table = table.with_columns(crosses=crosses, **{name: pl.Series(count) for name, count in counts.items()})
    of_head = table.select(pl.col("form", "tag", "relation", "features", "crosses", "of_clause").name.prefix("head_"))
    is_punct = (table["relation"] == "punct").to_numpy()
    unspaced = table["misc"].str.contains(r"(^|\|)SpaceAfter=No(\||$)").to_numpy()
    facts = table.with_columns(
        of_head[np.maximum(head, 0)].select(pl.when(pl.Series(head >= 0)).then(pl.all())),
        pos=pl.when(pl.col("ExtPos") != "").then("ExtPos").otherwise("tag"),
        featured=(_features != "_").any(),
        after_unspaced=np.append(False, unspaced)[: table.height],
        in_gap=_in_gap(head, crosses, is_punct, treebank),
        fixed_gap=_has_gap((table["relation"] == "fixed").to_numpy(), head, is_punct),
        goeswith_gap=_has_gap((table["relation"] == "goeswith").to_numpy(), head, np.zeros_like(is_punct)),
    )
    return facts.filter(pl.Series(are_trees(treebank)[treebank.sentence_of_word]))


def _has_gap(parts: Bools, head: Integers, passed: Bools) -> Bools:
    """The words between which and the last of the ``parts`` that depend on them other words stand than those parts;
    ``passed`` do not count."""
    rows = np.flatnonzero(parts & (head >= 0))
    word = np.arange(len(head))
    last = word.copy()
    np.maximum.at(last, head[rows], rows)
    passes = np.cumsum(passed)
    return np.asarray(last - word - (passes[last] - passes[word]) > np.bincount(head[rows], minlength=len(head)))


def _in_gap(head: Integers, crosses: Bools, punctuation: Bools, treebank: Treebank) -> Bools:
    """Punctuation over which an arc passes that does not dominate it, while its own head is not below that arc: it
    makes the gap, or stands in it alone. Sentences of more than `_LONGEST` words are not looked at."""
    lengths = treebank.sentences["words"].to_numpy().astype(np.int64)
    forest, _ = parents.without_cycles(head)
    number, size = parents.preorder(forest)
    result = np.zeros(len(head), bool)
    crossed = np.unique(treebank.sentence_of_word[crosses])
    for sentence in crossed[lengths[crossed] <= _LONGEST].tolist():
        rows = slice(treebank.first_words[sentence], treebank.first_words[sentence] + lengths[sentence])
        arc, word = (rows.start + np.flatnonzero(which[rows]) for which in (crosses, punctuation))
        # An arc a row, a word a column.
        upper, own = head[arc][:, None], head[word]
        low, high = np.minimum(arc[:, None], upper), np.maximum(arc[:, None], upper)
        dominated = (number[upper] <= number[word]) & (number[word] < number[upper] + size[upper])
        result[word] = ((low < word) & (word < high) & ~dominated & ((own < low) | (own > high))).any(axis=0)
    return result


def _check_enhanced(report: Report) -> None:
    """Graphs that are the trees again throughout; orphans beside empty nodes, which stand for what orphans lack."""
    words, empty = report.treebank.words, report.treebank.empty_nodes
    enhanced = words.select("line", text=pl.col("enhanced").cast(pl.String), basic=pl.format("{}:{}", "head", "label"))
    drawn = enhanced.filter(pl.col("text") != "_")
    if drawn.height and empty.is_empty() and (drawn["text"] == drawn["basic"]).all():
        message = "DEPS repeats HEAD and DEPREL in all of the file; write _, or what enhanced graphs add"
        report.error(drawn["line"][0], message, "enhanced", "edeps-identical-to-basic-trees")
    nodes = pl.concat([drawn.select("line", "text"), empty.select("line", text="enhanced")]).sort("line")
    orphans = nodes.filter(pl.col("text").str.contains(r"(^|\|)[0-9.]+:orphan(:|\||$)"))["line"].to_list()
    first = next(iter(empty.filter(pl.col("enhanced") != "_")["line"]), None)
    if first is None or not orphans:
        return
    if orphans[0] < first:
        message = f"an empty node, but orphan in DEPS of line {orphans[0]}; expected such a node there, too"
        report.error(first, message, "enhanced", "empty-node-after-eorphan")
    for line in orphans:
        if line > first:
            message = f"orphan in DEPS, but an empty node in line {first}; expected one here, too"
            report.error(line, message, "enhanced", "eorphan-after-empty-node")
