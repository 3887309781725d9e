"""What each property of a treebank is: its title, what it is a share or a mean of, and the table that has it first.

The tables: CoNLL-X 2006, Table 1; CoNLL-2009, Tables 2–4 and §3.2; PASCAL 2012, Table 1; SPMRL 2013, Table 2.
"""

from __future__ import annotations

from typing import NamedTuple


class About(NamedTuple):
    """``of`` is the denominator, or what is counted; ``block`` the group of rows that it stands in."""

    block: str
    title: str
    of: str = ""
    source: str = ""


_X, _NINE, _PASCAL, _SPMRL = "CoNLL-X", "CoNLL-2009", "PASCAL", "SPMRL"
_SIZE, _LEXICON, _TREES, _ARCS, _NODES = "Size", "Lexicon and tags", "Dependencies", "Order of words", "Constituents"
_UNSEEN, _ROLES, _PATHS = "Unseen in the training file", "Predicates and arguments", "Lattices"

PROPERTIES: dict[str, About] = {
    "format": About(_SIZE, "format"),
    "sentences": About(_SIZE, "sentences", "", _X),
    "unreadable_sentences": About(_SIZE, "unreadable sentences"),
    "tokens": About(_SIZE, "tokens", "surface tokens", _SPMRL),
    "words": About(_SIZE, "words", "", _X),
    "scoring_words": About(_SIZE, "scoring words", "words that are not only punctuation", _X),
    "non_scoring_share": About(_SIZE, "non-scoring words", "of words", _X),
    "traces": About(_SIZE, "traces", "of words"),
    "words_a_sentence": About(_SIZE, "words a sentence", "words / sentences", _X),
    "longest_sentence": About(_SIZE, "longest sentence", "words"),
    "over_50_words_share": About(_SIZE, "longer than 50 words", "of sentences", _NINE),
    "over_60_words_share": About(_SIZE, "longer than 60 words", "of sentences", _NINE),
    "multiword_tokens": About(_SIZE, "multiword tokens", "surface tokens of several words", _SPMRL),
    "multiword_expressions": About(
        _SIZE, "multiword expressions", "dep_cpd, fixed, flat, compound; constituents +", _SPMRL
    ),
    "forms": About(_LEXICON, "forms", "different ones of words", _SPMRL),
    "lemmas": About(_LEXICON, "lemmas", "different ones of words", _NINE),
    "tags": About(_LEXICON, "tags", "different coarse ones of words", _SPMRL),
    "fine_tags": About(_LEXICON, "fine tags", "different ones of words", _X),
    "feature_sets": About(_LEXICON, "feature sets", "different ones of words; of _ none", _NINE),
    "scoring_tags": About(_LEXICON, "tags of scoring words", "different coarse ones", _X),
    "scoring_fine_tags": About(_LEXICON, "fine tags of scoring words", "different ones", _X),
    "scoring_features": About(_LEXICON, "features of scoring words", "different components", _X),
    "relations": About(_TREES, "relations", "different ones of words", _SPMRL),
    "words_a_relation": About(_TREES, "words a relation", "words / different relations", _SPMRL),
    "scoring_relations": About(_TREES, "relations of scoring words", "different ones", _X),
    "root_relations": About(_TREES, "relations of roots", "different ones of scoring words with head 0", _X),
    "frequent_relations": About(_TREES, "frequent relations", "the first five, with their share of words", _NINE),
    "frequent_relations_share": About(_TREES, "frequent relations together", "of words", _NINE),
    "roots": About(_TREES, "roots", "words with head 0"),
    "scoring_roots_a_sentence": About(_TREES, "scoring roots a sentence", "scoring words with head 0 / sentences", _X),
    "several_roots_share": About(_TREES, "several roots", "of sentences"),
    "head_0_share": About(_ARCS, "head 0", "of scoring words", _X),
    "head_before_share": About(_ARCS, "head before the word", "of scoring words", _X),
    "head_after_share": About(_ARCS, "head after the word", "of scoring words", _X),
    "non_projective_arcs_share": About(_ARCS, "non-projective arcs", "of all arcs between words", _X),
    "non_projective_sentences_share": About(_ARCS, "with a non-projective arc", "of sentences", _X),
    "constituents": About(_NODES, "constituents", "with a label, without tags of words", _SPMRL),
    "unlabeled": About(_NODES, "constituents without a label", "not among the others"),
    "labels": About(_NODES, "categories", "different ones of constituents", _SPMRL),
    "functions": About(_NODES, "functions", "different ones of constituents and words"),
    "constituents_a_word": About(_NODES, "constituents a word", "constituents / words", _SPMRL),
    "constituents_a_sentence": About(_NODES, "constituents a sentence", "constituents / sentences", _SPMRL),
    "gaps_share": About(_NODES, "with a gap", "of constituents"),
    "sentences_with_gaps_share": About(_NODES, "with a gap in a constituent", "of sentences"),
    "unseen_forms_share": About(_UNSEEN, "unseen forms", "of scoring words", _X),
    "unseen_lemmas_share": About(_UNSEEN, "unseen lemmas", "of scoring words", _X),
    "unseen_forms_of_words_share": About(_UNSEEN, "unseen forms", "of words", _NINE),
    "unseen_lemmas_of_words_share": About(_UNSEEN, "unseen lemmas", "of words", _NINE),
    "unseen_forms_of_types_share": About(_UNSEEN, "unseen forms", "of different forms", _PASCAL),
    "unseen_lemmas_of_types_share": About(_UNSEEN, "unseen lemmas", "of different lemmas"),
    "predicates": About(_ROLES, "predicates", "", _NINE),
    "predicates_a_sentence": About(_ROLES, "predicates a sentence", "predicates / sentences", _NINE),
    "predicates_share": About(_ROLES, "words with arguments", "of words: predicates, FILLPRED", _NINE),
    "arguments": About(_ROLES, "arguments", "", _NINE),
    "arguments_a_predicate": About(_ROLES, "arguments a predicate", "arguments / predicates", _NINE),
    "roles": About(_ROLES, "roles", "different ones of arguments"),
    "core_arguments_share": About(_ROLES, "core arguments", "of arguments: numbered roles", _NINE),
    "other_arguments_share": About(_ROLES, "other arguments", "of arguments", _NINE),
    "arguments_off_arcs_share": About(
        _ROLES, "no neighbors of their predicate", "of arguments: neither its head nor its dependents", _NINE
    ),
    "shared_arguments_share": About(
        _ROLES, "arguments of several predicates", "of words that are arguments, of others than themselves", _NINE
    ),
    "frequent_roles": About(_ROLES, "frequent roles", "the first five, with their share of arguments", _NINE),
    "frequent_roles_share": About(_ROLES, "frequent roles together", "of arguments", _NINE),
    "edges": About(_PATHS, "edges"),
    "edges_a_token": About(_PATHS, "edges a token", "edges / tokens", _SPMRL),
    "paths_a_token": About(_PATHS, "paths a token", "paths / tokens", _SPMRL),
    "ambiguous_tokens_share": About(_PATHS, "ambiguous tokens", "of tokens: with several paths", _SPMRL),
    "tokens_in_lattice_share": About(_PATHS, "tokens in the lattice", "of tokens"),
    "sentences_in_lattice_share": About(_PATHS, "sentences in the lattice", "of sentences"),
    "tokens_in_lattice_tagged_share": About(_PATHS, "tokens in the lattice, with tags", "of tokens"),
    "sentences_in_lattice_tagged_share": About(_PATHS, "sentences in the lattice, with tags", "of sentences"),
    "sentences_with_other_tokens": About(_PATHS, "sentences with other tokens"),
}
"""All properties by name, in the order of tables. Those whose name ends in ``_share`` are fractions of 1."""
