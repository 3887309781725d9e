"""Properties of treebanks.

Also tests `parts`, `titles`.
"""

from __future__ import annotations

import unicodedata
from io import BytesIO

import pytest

from goldleaf.core.analysis.properties import (
    PROPERTIES,
    path_properties,
    properties,
    property_frame,
)
from goldleaf.core.formats import read
from tests.core.formats.samples import CONLLU
from tests.core.trees import SHARED, treebank


def test_dependencies():
    found = properties(treebank("a/N/0/root b/N/4/x c/N/1/y d/N/1/y", "e/V/0/root"))
    expected = {
        "format": "conllx", "sentences": 2, "unreadable_sentences": 0, "words": 5, "words_a_sentence": 2.5,
        "longest_sentence": 4, "multiword_tokens": 0, "forms": 5, "tags": 2, "relations": 3, "roots": 2,
        "non_projective_arcs_share": pytest.approx(1 / 3), "non_projective_sentences_share": 0.5,
        "several_roots_share": 0.0, "scoring_roots_a_sentence": 1.0, "frequent_relations": "root 0.40, y 0.40, x 0.20",
        "gap_degree": 1, "gap_degrees": "0: 1, 1: 1",
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected


def test_nothing_to_divide_by():
    assert properties(treebank())["words_a_sentence"] is None


def test_constituents(tmp_path):
    path = tmp_path / "a.mrg"
    path.write_text("(S (NP (N a)) (VP (V b)))\n(S (V c))\n")
    found = properties(read(path))
    assert (found["constituents"], found["labels"], found["words"]) == (4, 3, 3)
    assert "roots" not in found


LATTICE = "0\t2\tab\t_\tN\tN\t_\t1\n0\t1\ta\t_\tN\tN\t_\t1\n1\t2\tb\t_\tN\tN\t_\t1\n2\t3\tc\t_\tN\tN\t_\t2\n\n"


def test_lattices(tmp_path):
    path = tmp_path / "a.lattice"
    path.write_text(LATTICE)
    found = properties(read(path))
    assert {key: found[key] for key in ("tokens", "edges", "edges_a_token", "paths_a_token")} == {
        "tokens": 2, "edges": 4, "edges_a_token": 2.0, "paths_a_token": 1.5,
    }  # fmt: skip
    assert found["ambiguous_tokens_share"] == 0.5


@pytest.mark.shared
def test_a_parse_that_was_made_without_the_lattice():
    lattices, parse = read(SHARED / "french" / "lattice.lattices"), read(SHARED / "french" / "parse.lattices")
    found = path_properties(lattices, parse)
    assert (found["sentences"], found["words"], found["tokens"]) == (456, 10104, 9748)
    assert 0.8 < found["tokens_in_lattice_share"] < 1  # type: ignore[operator]
    assert found["tokens_in_lattice_tagged_share"] < found["tokens_in_lattice_share"]  # type: ignore[operator]


NINE = """\
1\tThe\tthe\t_\tDT\t_\ta=b|c=d\t_\t2\t_\tNMOD\t_\t_\t_\t_\t_
2\tcat\tcat\t_\tNN\t_\ta=b\t_\t3\t_\tSBJ\t_\t_\t_\tA0\tA0
3\tbegan\tbegin\t_\tVBD\t_\t_\t_\t0\t_\tROOT\t_\tY\tbegin.01\t_\t_
4\trun\trun\t_\tVB\t_\t_\t_\t3\t_\tOPRD\t_\tY\trun.02\tA1\t_
5\tnow\tnow\t_\tRB\t_\t_\t_\t3\t_\tTMP\t_\t_\t_\tAM-TMP\tAM-TMP
6\t.\t.\t_\t.\t_\t_\t_\t3\t_\tP\t_\t_\t_\t_\t_

"""


def text(data, name):
    return read(BytesIO(data.encode()), format=name)


def test_predicates_and_arguments():
    found = properties(text(NINE, "conll2009"))
    expected = {
        "predicates": 2, "predicates_a_sentence": 2.0, "predicates_share": 2 / 6, "arguments": 5,
        "arguments_a_predicate": 2.5, "core_arguments_share": 3 / 5, "other_arguments_share": 2 / 5,
        "arguments_off_arcs_share": 2 / 5, "frequent_roles": "A0 0.40, AM-TMP 0.40, A1 0.20", "roles": 3,
        "feature_sets": 2, "scoring_features": 2, "head_before_share": 2 / 5, "head_after_share": 2 / 5,
        "head_0_share": 1 / 5, "non_scoring_share": 1 / 6, "scoring_relations": 5, "root_relations": 1,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected


def test_arguments_are_neighbors_of_their_predicate_by_either_ones_head():
    """`began` is the head of its argument, `run` of none; an argument that is its own predicate lies on no arc."""
    own = NINE.replace("begin.01\t_\t_", "begin.01\tV\tA2")  # began: of itself V, of run, which hangs on it, A2
    found = properties(text(own, "conll2009"))
    assert (found["arguments"], found["arguments_a_predicate"]) == (7, 3.5)
    assert found["arguments_off_arcs_share"] == 2 / 7  # cat and now of run
    assert found["shared_arguments_share"] == 2 / 4  # cat and now, of cat, began, run, now
    nothing = properties(text(NINE.replace("A0", "_").replace("A1", "_").replace("AM-TMP", "_"), "conll2009"))
    assert (nothing["arguments_off_arcs_share"], nothing["shared_arguments_share"]) == (None, None)


def test_words_with_arguments_are_those_that_fillpred_marks():
    """Evaluation data marks them without telling their senses (CoNLL-2009, §2.3)."""
    blind = "".join("\t".join(line.split("\t")[:14]) + "\n" if line else "\n" for line in NINE.split("\n")[:-1])
    found = properties(text(blind.replace("begin.01", "_").replace("run.02", "_"), "conll2009"))
    assert (found["predicates"], found["predicates_share"], found["arguments_a_predicate"]) == (0, 2 / 6, 0.0)


@pytest.mark.shared
def test_tables_of_the_paper():
    """CoNLL-2009, Tables 2 to 4, as awk counts them; but for the lemma and the features ``_``, which are none."""
    path = SHARED / "english" / "roles.conll09"
    found = properties(read(path))
    shares = {name: round(100 * value, 2) for name, value in found.items() if name.endswith("_share") and value}
    assert [found[name] for name in ("sentences", "words", "forms", "lemmas", "tags", "feature_sets", "relations")] == [
        1536, 23399, 4990, 3946, 50, 75, 47,
    ]  # fmt: skip
    assert found["frequent_relations"] == "punct 0.11, nsubj 0.08, case 0.08, det 0.08, root 0.07"
    assert found["frequent_roles"] == "V 0.34, ARG1 0.23, ARG0 0.12, ARG2 0.08, ARGM-TMP 0.04"
    assert (found["arguments"], round(found["arguments_a_predicate"], 2)) == (14661, 2.95)
    assert [shares[name] for name in ("predicates_share", "core_arguments_share", "arguments_off_arcs_share")] == [
        21.27, 45.0, 11.73,
    ]  # fmt: skip


def test_what_is_unseen():
    """Of scoring words (CoNLL-X), of words (CoNLL-2009), of different forms (PASCAL)."""
    gold, train = treebank("a/N/0/r b/N/1/x b/N/1/x ././1/p"), treebank("a/N/0/r ././1/p")
    found = properties(gold, train)
    assert found["unseen_forms_share"] == 2 / 3
    assert found["unseen_forms_of_words_share"] == 2 / 4
    assert found["unseen_forms_of_types_share"] == 1 / 3
    bare = text("1\ta\t_\tN\tN\t_\t0\tr\t_\t_\n\n", "conllx")
    assert properties(gold, bare)["unseen_lemmas_share"] is None


def test_constituents_tokens_and_traces():
    found = properties(text("(S (NP (N a)) (VP (V b) (NP (-NONE- *))))\n(S (N c))\n", "brackets"))
    assert (found["constituents"], found["constituents_a_word"], found["constituents_a_sentence"]) == (5, 5 / 4, 2.5)
    assert (found["tokens"], found["words"], found["traces"], found["labels"]) == (3, 4, 1, 3)
    found = properties(text(CONLLU, "conllu"))
    assert (found["tokens"], found["words"], found["multiword_tokens"]) == (7, 9, 2)
    gap = properties(text("(S (VP 0=is 2=rich) 1=John)\n(S (N 0=a))\n", "discbracket"))
    assert (gap["gaps_share"], gap["sentences_with_gaps_share"]) == (1 / 3, 1 / 2)
    assert (gap["block_degree"], gap["block_degrees"]) == (2, "1: 1, 2: 1")


def test_each_property_is_described_and_in_the_frame():
    found = {"a": properties(text(NINE, "conll2009")), "b": properties(text(CONLLU, "conllu"))}
    frame = property_frame(found)
    assert frame["treebank"].to_list() == ["a", "b"]
    assert frame["predicates"].to_list() == [2, None]
    assert set(frame.columns) - {"treebank"} <= set(PROPERTIES)
    assert all(about.of or not name.endswith("_share") for name, about in PROPERTIES.items())


@pytest.mark.shared
def test_danish_as_awk_counts_it():
    """Counted from the file's columns alone: words whose form has only punctuation do not score."""
    path = SHARED / "danish" / "gold.conllx"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line]
    scoring = [row for row in rows if not all(unicodedata.category(one).startswith("P") for one in row[1])]
    found = properties(read(path))
    assert found["words"] == len(rows)
    assert found["scoring_words"] == len(scoring)
    assert found["head_before_share"] == sum(0 < int(row[6]) < int(row[0]) for row in scoring) / len(scoring)
    assert found["head_after_share"] == sum(int(row[6]) > int(row[0]) for row in scoring) / len(scoring)
    assert found["scoring_features"] == len({one for row in scoring for one in row[5].split("|")} - {"_"})
    assert found["scoring_relations"] == len({row[7] for row in scoring})


def test_brackets_that_say_nothing_are_no_constituents():
    bank = read(BytesIO(b"( (S (NP (N a)) (V b)))\n"), format="brackets")
    found = properties(bank)
    assert (found["constituents"], found["unlabeled"], found["labels"]) == (2, 1, 2)
