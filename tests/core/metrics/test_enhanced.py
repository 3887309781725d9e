"""Enhanced graphs: worked by hand, and the official program's figures on Czech PUD with errors made by `noise`."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.metrics.enhanced import ENHANCEMENTS, Enhanced
from goldleaf.core.scoring import check, score
from goldleaf.core.treebank import TEXT
from tests.core.metrics.noise import copied, noised
from tests.core.trees import SHARED

METRIC = Enhanced()


def bank(tmp_path, name, *rows):
    """A file of one sentence: rows of an id, a form and DEPS; heads are those of a chain."""
    lines = []
    for row in rows:
        number, form, deps = row.split()
        is_word = number.isdigit()
        head, label = (f"{int(number) - 1}", "dep") if is_word else ("_", "_")
        head = "_" if "-" in number else head
        lines.append("\t".join([number, form, "_", "X" if is_word else "_", "_", "_", head, label, deps, "_"]))
    (tmp_path / f"{name}.conllu").write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    return read(tmp_path / f"{name}.conllu")


def counts(metric, gold, parse):
    sums = metric.count(gold, parse).sum().row(0, named=True)
    return [sums[name] for name in ("elas_right", "eulas_right", "gold_edges", "parse_edges", "wrong")]


def test_edges_are_right_with_their_head_and_whole_label(tmp_path):
    gold = bank(tmp_path, "gold", "1 saw 0:root", "2 him 1:obj|3:nsubj:xsubj", "3 go 1:xcomp")
    parse = bank(tmp_path, "parse", "1 saw 0:root", "2 him 1:obj|3:nsubj", "3 go 2:xcomp")
    assert counts(METRIC, gold, parse) == [2, 3, 4, 4, 3]
    found = score(METRIC, gold, parse).scores()
    assert found["elas.f1"].value == found["elas.precision"].value == 2 / 4 and found["eulas.recall"].value == 3 / 4
    facts = METRIC.facts(gold, parse).filter(pl.col("mark") != Mark.MATCHED)
    assert facts.select("node", "head", "label", "side", "unlabeled").rows() == [
        ("2", "3", "nsubj:xsubj", "gold", Mark.MATCHED),
        ("2", "3", "nsubj", "parse", Mark.MATCHED),
        ("3", "1", "xcomp", "gold", Mark.MISSING),
        ("3", "2", "xcomp", "parse", Mark.EXTRA),
    ]


def test_an_edge_beside_one_that_is_right_is_no_wrong_label(tmp_path):
    gold = bank(tmp_path, "gold", "1 saw 0:root", "2 him 1:obj")
    parse = bank(tmp_path, "parse", "1 saw 0:root", "2 him 1:dep|1:obj")
    facts = METRIC.facts(gold, parse).filter(pl.col("mark") != Mark.MATCHED)
    assert facts.select("label", "mark", "unlabeled").rows() == [("dep", Mark.EXTRA, Mark.EXTRA)]
    assert counts(METRIC, gold, parse)[4] == 1


ELLIPSIS = "1 Ann 2:nsubj", "2 ate 0:root", "3 Ben 3.1:nsubj", "3.1 ate 2:conj:and", "4 fish 3.1:obj"


def test_paths_through_empty_nodes_are_edges(tmp_path):
    gold = bank(tmp_path, "gold", *ELLIPSIS)
    parse = bank(tmp_path, "parse", "1 Ann 2:nsubj", "2 ate 0:root", "3 Ben 2:conj:and>nsubj", "4 fish 2:conj>obj")
    assert counts(METRIC, gold, parse) == [3, 4, 4, 4, 1]
    assert METRIC.facts(gold, gold)["label"].to_list()[2:] == ["conj:and>nsubj", "conj:and>obj"]
    assert counts(Enhanced(empty_nodes="ignore"), gold, parse) == [2, 2, 2, 4, 2]
    assert counts(Enhanced(empty_nodes="nodes"), gold, parse) == [2, 2, 5, 4, 5]


def test_empty_nodes_are_the_same_behind_the_same_word(tmp_path):
    gold = bank(tmp_path, "gold", *ELLIPSIS)
    parse = bank(tmp_path, "parse", *ELLIPSIS[:2], "2.1 ate 2:conj:and", "3 Ben 2.1:nsubj", "4 fish 2.1:obj")
    other = bank(tmp_path, "other", *ELLIPSIS[:3], "3.1 had 1:conj:and", "4 fish 3.1:obj")
    nodes = Enhanced(empty_nodes="nodes")
    assert counts(nodes, gold, parse)[0] == 2 and counts(nodes, gold, other)[0] == 4
    assert counts(METRIC, gold, parse)[0] == 4
    assert nodes.facts(gold, other).filter(side="gold").select("node", "head", "position").rows() == [("3.1", "2", 3)]


def test_chains_and_cycles_of_empty_nodes_end(tmp_path):
    gold = bank(tmp_path, "gold", "1 a 0:root", "1.1 _ 1:x|1.2:c", "1.2 _ 1.1:y", "2 b 1.2:z|1.3:w", "1.3 _ 9.9:q")
    assert METRIC.facts(gold, gold).select("node", "head", "label").rows() == [("1", "0", "root"), ("2", "1", "x>y>z")]


def test_an_edge_counts_with_each_that_it_equals_or_once(tmp_path):
    gold = bank(tmp_path, "gold", "1 a 0:root", "2 b 1:nmod:of|1:nmod:in")
    assert counts(METRIC, gold, gold)[:2] == [3, 5]  # as the program has it
    assert counts(Enhanced(matching="once"), gold, gold)[:2] == [3, 3]
    assert "matching:pairs" in METRIC.signature


def test_words_that_are_cut_otherwise_are_aligned_by_characters(tmp_path):
    gold = bank(tmp_path, "gold", "1-2 im _", "1 in 3:case", "2 dem 3:det", "3 Haus 0:root")
    parse = bank(tmp_path, "parse", "1 im 2:case", "2 Haus 0:root")
    assert counts(METRIC, gold, parse) == [1, 1, 3, 2, 3]
    matched = METRIC.facts(gold, parse).filter(side="both")
    assert matched.select("node", "parse_node", "head", "parse_head").rows() == [("3", "2", "0", "0")]


def test_other_texts_are_refused_by_name(tmp_path):
    gold, parse = bank(tmp_path, "gold", "1 a 0:root"), bank(tmp_path, "parse", "1 b 0:root")
    with pytest.raises(PairError, match="enhanced compares one text"):
        check(METRIC, gold, parse)


def test_files_without_graphs_are_told(tmp_path):
    gold = bank(tmp_path, "gold", "1 a 0:root", "2 b _")
    bare = bank(tmp_path, "bare", "1 a _", "2 b oops|x:y|1")
    scored = score(METRIC, gold, bare)
    assert scored.metric.remark == f"{bare.path} has no enhanced graphs: DEPS is empty"
    assert scored.scores()["elas.recall"].value == 0 and scored.scores()["elas.precision"].value is None


# Every type of enhancement: an id, a form, a head, a relation and DEPS.
ENHANCED = """\
1 Ann 2 nsubj 2:nsubj|4:nsubj:xsubj|6:nsubj:xsubj
2 wants 0 root 0:root
3 to 4 mark 4:mark
4 sing 2 xcomp 2:xcomp
5 and 6 cc 6:cc
6 dance 4 conj 2:xcomp|4:conj:and
7 songs 4 obj 4:obj|6:obj

1 girls 4 nsubj 3:nsubj|4:nsubj
2 who 3 nsubj 1:ref
3 sang 1 acl:relcl 1:acl:relcl
4 left 0 root 0:root
5 in 6 case 6:case
6 May 4 obl 4:obl:in:loc
7 and 8 cc 8.1:cc
8 Ben 4 conj 8.1:nsubj
8.1 left _ _ 4:conj:and
9 June 8 orphan 8.1:obl

1 Ben 0 root 0.1:nsubj
0.1 left _ _ 0:root
2 May 1 orphan 0.1:obl
"""


@pytest.fixture
def enhanced(tmp_path):
    """The graphs above, and a parse whose graph is the basic tree."""
    lines = {"gold": [], "parse": []}
    for line in ENHANCED.splitlines():
        number, form, head, relation, deps = line.split() if line else [""] * 5
        empty = "." in number
        for name, own in (("gold", deps), ("parse", f"{head}:{relation}")):
            if not (empty and name == "parse"):
                row = (number, form, "_", "_" if empty else "X", "_", "_", head, relation, own, "_")
                lines[name].append("\t".join(row) if line else "")
    for name, own in lines.items():
        (tmp_path / f"{name}.conllu").write_text("\n".join(own) + "\n\n", encoding="utf-8")
    return read(tmp_path / "gold.conllu"), read(tmp_path / "parse.conllu")


# By numbers: eval.py --enhancements of UniversalDependencies/tools (446bd96), behind enhanced_collapse_empty_nodes.pl.
SWITCHED = {
    "0": [10, 12, 23, 18],
    "1": [14, 16, 23, 18],
    "2": [10, 12, 22, 18],
    "3": [10, 12, 23, 18],
    "4": [10, 12, 22, 18],
    "5": [10, 12, 23, 17],
    "6": [11, 12, 23, 18],
    "123456": [15, 16, 21, 17],
}


@pytest.mark.parametrize("enhancements", SWITCHED)
def test_types_of_enhancements_are_switched_off_by_number_as_the_program_does(enhanced, enhancements):
    assert counts(Enhanced(enhancements=enhancements), *enhanced)[:4] == SWITCHED[enhancements]


# By names: what differs from the program is what it misses.
NAMED = {
    "gapping": [15, 17, 23, 18],
    "shared-parents": [10, 12, 22, 18],
    "shared-dependents": [10, 12, 21, 18],
    "controlled-subjects": [10, 12, 21, 18],
    "relative-clauses": [11, 13, 22, 18],
    "case": [12, 12, 23, 18],
}


@pytest.mark.parametrize("name", ENHANCEMENTS)
def test_types_of_enhancements_are_switched_off_by_name_as_they_are_meant(enhanced, name):
    assert counts(Enhanced(enhancements=f"no-{name}"), *enhanced)[:4] == NAMED[name]


@pytest.mark.parametrize("empty_nodes", ["collapse", "nodes"])
def test_without_any_enhancement_the_basic_tree_is_left(enhanced, empty_nodes):
    off = Enhanced(enhancements=", ".join(f"no-{name}" for name in ENHANCEMENTS), empty_nodes=empty_nodes)
    assert counts(off, *enhanced) == [18, 18, 18, 18, 0]
    gold, parse = (off.facts(*enhanced).filter(side=side) for side in ("gold", "parse"))
    assert set(gold["mark"]) == {Mark.NOT_SCORED} and parse.is_empty()
    assert gold.filter(sentence=1)["label"].to_list()[:2] == ["nsubj", "ref"]


def test_an_edge_without_its_case_has_the_label_of_each_side(enhanced):
    facts = Enhanced(enhancements="no-case").facts(*enhanced).filter(node="6", sentence=1, side="both")
    assert facts.select("label", "compared_as", "parse_label").rows() == [("obl:in:loc", "obl", "obl")]


def test_relative_clauses_of_adverbs_are_such_too_by_name(enhanced):
    switched = {}
    for side in enhanced:
        label = pl.col("label").cast(pl.String).replace("acl:relcl", "advcl:relcl").cast(TEXT)
        switched[side.path] = replace(side, words=side.words.with_columns(label))
    edges = [
        counts(Enhanced(enhancements=which), *switched.values())[2] for which in ("all", "no-relative-clauses", "5")
    ]
    assert edges == [23, 22, 23]


@pytest.mark.parametrize("wrong", ["no-cases", "7", "1,2", "gapping", ","])
def test_types_that_there_are_not_are_refused(wrong):
    with pytest.raises(OptionError, match=rf"enhancements {wrong}: expected some of all, no-gapping, "):
        Enhanced(enhancements=wrong)


def test_empty_nodes_are_compared_each_way_at_once(enhanced):
    found = score(Enhanced(empty_nodes="each"), *enhanced).scores()
    alone = {name: score(Enhanced(empty_nodes=name), *enhanced).scores() for name in ("collapse", "nodes", "ignore")}
    for score_name, figure in found.items():
        name, _, part = score_name.partition(".")
        figure_name, _, way = name.partition("_")
        assert figure == alone[way or "collapse"][f"{figure_name}.{part}"]
    assert (
        len(found) == 3 * len(alone["nodes"])
        and len({found[f"elas{way}.f1"] for way in ("", "_nodes", "_ignore")}) == 3
    )


# Right edges by ELAS and EULAS, edges of the gold and of the parse: iwpt20_xud_eval.py on files without empty nodes, as
# enhanced_collapse_empty_nodes.pl makes them.
OFFICIAL = {
    (1, 0.1): (18302, 18323, 19732, 20270),
    (2, 0.2): (16801, 16844, 19732, 20773),
    (3, 0.3): (15291, 15343, 19732, 21378),
    (4, 0.4): (13959, 14038, 19732, 21863),
}


@pytest.mark.shared
@pytest.mark.parametrize("seed", OFFICIAL)
def test_the_official_figures_of_graphs_with_errors(tmp_path, seed):
    text = (SHARED / "czech" / "gold.conllu").read_text(encoding="utf-8")
    number, share = seed
    (tmp_path / "parse.conllu").write_text(noised(text, number, share=share), encoding="utf-8")
    found = counts(METRIC, read(SHARED / "czech" / "gold.conllu"), read(tmp_path / "parse.conllu"))
    assert tuple(found[:4]) == OFFICIAL[seed]


@pytest.mark.shared
def test_the_official_figures_where_words_are_cut_otherwise(tmp_path):
    text = (SHARED / "czech" / "parse-raw.conllu").read_text(encoding="utf-8")
    (tmp_path / "parse.conllu").write_text(copied(text), encoding="utf-8")
    found = counts(METRIC, read(SHARED / "czech" / "gold.conllu"), read(tmp_path / "parse.conllu"))
    assert found[:4] == [13574, 16311, 19732, 18665]


@pytest.mark.shared
def test_a_graph_is_right_against_itself():
    gold = read(SHARED / "czech" / "gold.conllu")
    for empty_nodes in ("collapse", "nodes", "ignore"):
        assert set(Enhanced(empty_nodes=empty_nodes).facts(gold, gold)["mark"]) == {Mark.MATCHED}
