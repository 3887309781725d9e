"""Enhanced graphs: worked by hand, and the official program's figures on Czech PUD with errors made by `noise`."""

from __future__ import annotations

import polars as pl
import pytest

from goldleaf.core.errors import PairError
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.metrics.enhanced import Enhanced
from goldleaf.core.scoring import check, score
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
