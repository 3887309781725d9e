"""ParsEval: examples worked by hand, and what must hold of any pair, against a naive oracle.

Also tests `comparing`, `evalb`, `metric`.
"""

from __future__ import annotations

from io import BytesIO

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.scoring import facts, score
from tests.core.metrics.naive_evalb import evalb
from tests.core.metrics.phrases import both, close, pairs, phrases, sums

METRIC = ParsEval()

GOLD = "(TOP (S (NP-SBJ (N she)) (VP (V saw) (NP (D the) (N man)) (PP (P with) (NP (D a) (N dog)))) (. .)))"
PARSE = "(TOP (S (NP-SBJ (N she)) (VP (V saw) (NP (NP (D the) (N man)) (PP (P with) (NP (D a) (V dog))))) (. .)))"


def counted(metric, gold, parse):
    gold, parse = both([(gold, parse)])
    return metric.count(gold, parse).row(0, named=True)


def values(metric, *chosen):
    gold, parse = both(list(chosen))
    return {name: one.value for name, one in metric.micro(metric.count(gold, parse)).items()}


def test_the_example_worked_by_hand():
    # The parse hangs the PP on the noun: one NP more than the gold's S, NP, VP, NP, PP, NP. TOP and the stop go.
    found = counted(METRIC, GOLD, PARSE)
    assert (found["matched"], found["gold_brackets"], found["parse_brackets"], found["wrong"]) == (6, 6, 7, 2)
    assert (found["crossing"], found["complete"], found["tags"], found["right_tags"]) == (0, 0, 7, 6)
    assert values(METRIC, (GOLD, PARSE)) == {
        "f1": 12 / 13,
        "precision": 6 / 7,
        "recall": 1.0,
        "complete_match": 0.0,
        "average_crossing": 0.0,
        "no_crossing": 1.0,
        "two_or_less_crossing": 1.0,
        "tagging_accuracy": 6 / 7,
        "function_accuracy": 1.0,
    }


def test_what_is_drawn_and_tabled_follows_the_parameters():
    """evalb's short sentences have at most 40 words."""
    assert METRIC.bracketing.cutoff == 40 and [*METRIC.subsets] == ["up to 40 words"]


def test_crossing_brackets_are_those_of_the_parse():
    # (b c d) crosses (a b); (a b c) crosses nothing of the gold.
    found = counted(METRIC, "(S (X (N a) (N b)) (N c) (N d))", "(S (N a) (X (N b) (N c) (N d)))")
    assert found["crossing"] == 1
    found = counted(METRIC, "(S (N a) (X (N b) (N c)) (N d))", "(S (X (N a) (N b)) (Y (N c) (N d)))")
    assert (found["crossing"], found["without_crossing"], found["little_crossing"]) == (2, 0, 1)


def test_a_deleted_word_shifts_the_others_and_empty_constituents_vanish():
    gold = "(S (NP (-NONE- *)) (VP (, ,) (V go) (ADVP (R home))))"
    parse = "(S (VP (V go) (X (, -)) (PRT (R home))))"
    found = counted(METRIC, gold, parse)
    assert (found["valid"], found["matched"], found["gold_brackets"], found["parse_brackets"]) == (1, 3, 3, 3)
    assert found["length"] == 3  # only -NONE- does not count for the length


def test_a_deleted_tag_is_compared_as_it_stands_and_a_deleted_label_cut():
    found = counted(METRIC, "(TOP-X (S (N a) (,-X b)))", "(S (N a) (,-X b))")
    assert (found["tags"], found["matched"], found["gold_brackets"]) == (2, 1, 1)
    assert counted(METRIC, "(S (-NONE- (N a)))", "(S (N a))")["gold_brackets"] == 2  # its label is cut to nothing


def test_the_outer_bracket_without_a_label_counts():
    assert counted(METRIC, "( (S (N a)))", "( (S (N a)))")["matched"] == 2


def test_labels_are_cut_and_tags_are_not():
    found = counted(METRIC, "(S-A (NP=1 (N-x a)))", "(S-B (NP-2 (N-y a)))")
    assert (found["matched"], found["right_tags"]) == (2, 0)


@pytest.mark.parametrize(
    ("gold", "parse", "status"),
    [
        ("(S (N a) (N b))", "(S (N a) (N c))", "error"),
        ("(S (N a) (N b))", "(S (N a))", "error"),
        ("(S (N a) (, b))", "(S (N a) (N b))", "error"),
        ("(S (N a) (N b))", "", "skip"),
        ("(S (N a) (N b))", "(S (, ,))", "skip"),
        ("", "(S (N a))", "error"),
        ("", "", "skip"),
        ("(S (N a) (N b))", "(N a) (N b)", "valid"),
    ],
)
def test_the_status_of_a_sentence(gold, parse, status):
    found = counted(METRIC, gold, parse)
    assert [name for name in ("error", "skip", "valid") if found[name]] == [status]
    assert found["matched"] == 0
    assert bool(METRIC.why_not(found)) == (status != "valid")


def test_errors_are_dropped_or_penalized():
    chosen = [(GOLD, GOLD), (GOLD, ""), (GOLD, "(S (N she))")]
    dropped, penalized = (values(ParsEval(errors=errors), *chosen) for errors in ("drop", "penalize"))
    assert dropped["recall"] == dropped["precision"] == dropped["complete_match"] == dropped["tagging_accuracy"] == 1
    assert penalized["precision"] == 1
    assert penalized["recall"] == penalized["complete_match"] == penalized["tagging_accuracy"] == pytest.approx(1 / 3)
    gold, parse = both(chosen)
    reported = score(ParsEval(errors="penalize"), gold, parse).reported()
    assert (reported["sentences"], reported["valid"], reported["error"], reported["skip"]) == (3, 1, 1, 1)


@pytest.mark.parametrize(
    ("gold", "parse", "matched", "tags"),
    [
        ("(TOP (S (NP (N a)) (V b)))", "(TOP (S (NX (N a)) (V b)))", 2, 2),
        ("(TOP (S (NP (N a)) (V b)))", "(TOP (S (QP (N a)) (V b)))", 1, 2),
        # NX takes the first of its own words that it equals, NP, and leaves QP, which the gold's NP does not equal.
        ("(TOP (S (NX (NP (N a))) (V b)))", "(TOP (S (NP (QP (N a))) (V b)))", 2, 2),
        ("(TOP (S (NP (NX (N a))) (V b)))", "(TOP (S (NP (QP (N a))) (V b)))", 3, 2),
        ("(TOP (S (NP (NX a)) (QP b)))", "(TOP (S (NP (QP a)) (NP b)))", 2, 1),
    ],
)
def test_pairs_of_equal_labels_are_not_chained(tmp_path, gold, parse, matched, tags):
    """As evalb counts these, with NP equal to NX and NX to QP."""
    file = tmp_path / "mine.prm"
    file.write_text("DELETE_LABEL TOP\nEQ_LABEL NP NX\nEQ_LABEL NX QP\n", encoding="utf-8")
    found = counted(ParsEval(params=str(file)), gold, parse)
    assert (found["matched"], found["right_tags"]) == (matched, tags)
    rows = ParsEval(params=str(file)).facts(*both([(gold, parse)]))
    brackets = rows.filter(kind="constituent", side="both")
    assert (brackets["mark"] == Mark.MATCHED).sum() == matched


def test_pairs_of_equal_words_are_not_chained(tmp_path):
    file = tmp_path / "mine.prm"
    file.write_text("EQ_WORD a b\nEQ_WORD b c\n", encoding="utf-8")
    metric = ParsEval(params=str(file))
    assert [counted(metric, "(S (N a))", f"(S (N {word}))")["error"] for word in "abc"] == [0, 0, 1]


def test_what_equals_a_deleted_label_is_deleted_but_not_what_equals_that(tmp_path):
    file = tmp_path / "mine.prm"
    file.write_text("DELETE_LABEL NP\nEQ_LABEL NP NX\nEQ_LABEL NX QP\n", encoding="utf-8")
    tree = "(S (NP (N a)) (NX (N b)) (QP (N c)))"
    assert counted(ParsEval(params=str(file)), tree, tree)["gold_brackets"] == 2


def test_the_variant_of_spmrl_deletes_brackets_without_a_label_and_no_trace():
    bare, traced = "( (IP (NP (N a)) (V b)))", "( (IP (NP (N a)) (-NONE- *) (V b)))"
    metric = ParsEval(variant="spmrl", errors="drop")
    found = counted(metric, bare, bare)
    assert (found["gold_brackets"], found["parse_brackets"], found["matched"]) == (2, 2, 2)
    assert counted(metric, bare, traced)["error"] == 1
    assert counted(metric, traced, traced)["tags"] == 3


def test_the_variant_of_spmrl():
    gold = "(TOP (NP#m-SBJ (N#sg a) (PUNCT-x .)))"
    parse = "(NP-OBJ (N a) (PUNCT .))"
    assert counted(METRIC, gold, parse)["right_tags"] == 0
    metric = ParsEval(variant="spmrl")
    found = counted(metric, gold, parse)
    assert (found["matched"], found["gold_brackets"], found["parse_brackets"]) == (1, 1, 1)
    assert (found["tags"], found["right_tags"]) == (2, 2)
    assert "|params:spmrl-" in metric.signature
    assert "|errors:penalize|variant:spmrl|" in metric.signature
    assert "|params:new-" in ParsEval(variant="spmrl", params="new").signature
    # Tags that begin with a sign are cut to nothing, as labels are.
    assert counted(metric, "(S (-LRB- a))", "(S (-RRB- a))")["right_tags"] == 1


def test_figures_of_the_variant_that_are_no_other_programs_are_named():
    gold, parse = phrases("(S (N a) (V b))"), phrases("(S (N a))", name="parse.mrg")
    [said] = score(ParsEval(variant="spmrl"), gold, parse).left_out()
    assert said.why.endswith(
        "; complete_match, average_crossing, no_crossing, two_or_less_crossing cannot be compared with the program "
        "without its option -X"
    )
    [said] = score(ParsEval(), gold, parse).left_out()
    assert "-X" not in said.why


def test_functions_of_matched_brackets():
    gold = "(S (NP-SBJ (N a)) (VP-PRD (V b)) (PP (P c)) (ADVP-LOC (R d) (R d)))"
    parse = "(S (NP-SBJ (N a)) (VP (V b)) (PP-DIR (P c)) (X-LOC (R d) (R d)))"
    found = counted(METRIC, gold, parse)
    assert (found["right_functions"], found["functions"], found["matched"]) == (1, 3, 4)
    assert values(METRIC, ("(S (N a))", "(S (N a))"))["function_accuracy"] is None


def test_brackets_with_gaps_are_sets_of_words():
    gold = "(S (VP (V 0=wake) (P 2=up)) (NP (N 1=them)))"
    assert counted(METRIC, gold, gold)["matched"] == 3
    found = counted(METRIC, gold, "(S (VP (V 0=wake) (N 1=them) (P 2=up)))")  # other words between the same ends
    assert (found["matched"], found["crossing"]) == (1, 0)
    found = counted(METRIC, gold, "(S (VP (V 0=wake) (N 1=them)) (P 2=up))")
    assert (found["matched"], found["crossing"]) == (1, 1)
    # Without the comma between them the two words have no gap.
    found = counted(METRIC, "(S (VP (V 0=wake) (P 2=up)) (, 1=,))", "(S (VP (V 0=wake) (P 1=up)))")
    assert (found["matched"], found["gold_brackets"]) == (2, 2)


@pytest.mark.parametrize(
    ("gold", "parse"),
    [
        ("(S (VP (, 0=,) (V 2=b)) (NP (N 1=a)))", "(S (VP (V 1=b)) (NP (N 0=a)))"),
        ("(S (VP (V 0=b) (, 2=,)) (NP (N 1=a)))", "(S (VP (V 0=b)) (NP (N 1=a)))"),
    ],
)
def test_a_bracket_with_a_gap_whose_outer_word_is_deleted(gold, parse):
    assert counted(METRIC, gold, parse)["matched"] == 3


def test_only_constituents_with_gaps():
    metric = ParsEval(discontinuous_only="true")
    gold = "(S (VP (V 0=wake) (P 2=up)) (NP (N 1=them)))"
    assert values(metric, (gold, gold), (GOLD, PARSE))["recall"] == 1
    found = counted(metric, gold, "(S (V 0=wake) (N 1=them) (P 2=up))")
    assert (found["gold_brackets"], found["parse_brackets"]) == (1, 0)
    tagged = gold, gold.replace("(N 1", "(X 1")
    assert counted(METRIC, *tagged)["wrong"] == 1 and counted(metric, *tagged)["wrong"] == 0
    assert "tag" not in metric.facts(*both([tagged]))["kind"] and "disc." in metric.title
    assert counted(metric, GOLD, PARSE)["scored"] == 0


def test_those_with_gaps_beside_all():
    """Where neither side has any there are no such scores."""
    gold = "(S (VP (V 0=wake) (P 2=up)) (NP (N 1=them)))"
    both_sides = both([(gold, gold), (gold, "(S (V 0=wake) (N 1=them) (P 2=up))"), (GOLD, PARSE)])
    found = score(METRIC, *both_sides).scores()
    names = [f"discontinuous_{name}" for name in ("precision", "recall", "f1", "match")]
    assert [found[name].value for name in names] == [1, 1 / 2, 2 / 3, 1 / 2]
    apart = score(ParsEval(discontinuous_only="true"), *both_sides).scores()
    assert [apart[name].value for name in ("precision", "recall", "f1", "complete_match")] == [1, 1 / 2, 2 / 3, 1 / 2]
    assert {*names}.isdisjoint(apart) and {*names}.isdisjoint(score(METRIC, *both([(GOLD, PARSE)])).scores())


PROPER = """\
#BOS 1
Da	PROAV	--	MO	500
kam	VVFIN	--	HD	501
sie	PPER	--	SB	501
drauf	PTKVZ	--	SVP	500
-	NN	--	NK	501
.	$.	--	--	0
#500	VP	--	OC	501
#501	S	--	--	0
#EOS 1
"""


def test_the_gold_decides_what_is_deleted_as_disco_dop_has_it(tmp_path):
    """A sentence of our own, and its figures by disco-dop's eval (commit dd181a6) with proper.prm: the parse's tags
    delete nothing, the hyphen goes by its form, and tags are compared as they stand."""
    parsed = PROPER.replace("sie	PPER	--	SB	501", "sie	$,	--	SB	500").replace(
        ".	$.", ".	NN"
    )
    gold, parse = (read(BytesIO(text.encode()), format="export") for text in (PROPER, parsed))
    metric = ParsEval(params="proper")
    counts = score(metric, gold, parse).counts
    names = ("matched", "gold_brackets", "parse_brackets", "matched_gaps", "gold_gaps", "parse_gaps", "tags")
    assert counts.select(*names, "right_tags").rows() == [(1, 2, 2, 0, 1, 1, 4, 3)]
    file = tmp_path / "root.prm"
    file.write_text("DELETE_ROOT_PRETERMS 1\n", encoding="utf-8")
    assert ParsEval(params=str(file)).count(gold, parse).select("tags", "gold_brackets").rows() == [(5, 2)]
    bracketed = "(S (NP (N a)) (V b) (. .))"  # here the outermost bracket is the root
    assert counted(ParsEval(params=str(file)), bracketed, bracketed)["tags"] == 1
    file.write_text("DISC_ONLY 1\n", encoding="utf-8")
    assert ParsEval(params=str(file)).count(gold, parse)["gold_brackets"].to_list() == [1]


def test_dependencies_of_the_trees(tmp_path):
    """Heads and functions by a table, of the words that count: as disco-dop has them with head rules, the root's
    function does not count. The parse hangs *home* under *dog*, and has another function on *she*."""
    table = tmp_path / "a.heads"
    table.write_text("S left VP\nVP left V\n* right N *\n", encoding="utf-8")
    gold = "(S-X (, ,) (NP-SBJ (N she)) (VP (V took) (NP-OBJ (D the) (N dog)) (NP-TMP (N home))))"
    parse = "(S (, ,) (NP-TMP (N she)) (VP (V took) (NP-OBJ (D the) (N dog) (NP-TMP (N home)))))"
    metric = ParsEval(head_table=str(table))
    found = values(metric, (gold, parse), (gold, "(S (N she))"))
    assert (found["dependencies"], found["dependencies_labeled"]) == (4 / 5, 3 / 5)
    assert "function" in metric.columns and "|head_table:a-" in metric.signature
    assert "head_table" not in METRIC.signature and "dependencies" not in values(METRIC, (gold, parse))
    # Heads are the same words, wherever these stand; one that the gold has not is no root.
    aligned = ParsEval(head_table=str(table), errors="align")
    assert counted(aligned, gold, parse.replace("(N she)", "(N no) (N she)"))["right_heads"] == 4
    assert counted(aligned, "(S (VP (V a)))", "(S (VP (V b) (N a)))")["right_heads"] == 0


def test_a_misread_quotation_mark_comes_back():
    gold = "(S (`` \") (NP (D the) (N man)) ('' \"))"
    parse = '(S (`` ") (NP (D the) (N man) (POS ")))'
    assert counted(METRIC, gold, parse)["error"] == 1
    found = counted(ParsEval(params="new"), gold, parse)
    assert (found["valid"], found["tags"], found["right_tags"]) == (1, 3, 2)
    assert (found["matched"], found["gold_brackets"], found["parse_brackets"]) == (1, 2, 2)
    swapped = counted(ParsEval(params="new"), parse, gold)
    assert (swapped["valid"], swapped["matched"]) == (1, 1)
    # Where the lengths still differ nothing comes back.
    assert counted(ParsEval(params="new"), gold, parse.replace("(N man)", "(N old) (N man)"))["error"] == 1


def test_the_facts_are_what_is_counted():
    gold, parse = both([(GOLD, PARSE), (GOLD, "")])
    table = METRIC.facts(gold, parse).filter(pl.col("kind") == "constituent")
    assert table.filter(pl.col("mark") == Mark.EXTRA).select("label", "first", "last", "parse_node").rows() == [
        ("NP", 3, 7, 5)
    ]
    matched = table.filter(pl.col("mark") == Mark.MATCHED)
    assert matched.select("gold_node", "parse_node").rows() == [(2, 2), (3, 3), (4, 4), (5, 6), (6, 7), (7, 8)]
    assert matched["function"].to_list()[1] == matched["parse_function"].to_list()[1] == "SBJ"
    unscored = table.filter(pl.col("mark") == Mark.NOT_SCORED)
    assert unscored.filter(pl.col("sentence") == 0)["label"].to_list() == ["TOP", "TOP"]
    assert unscored.filter(pl.col("sentence") == 1).height == gold.nodes.height // 2
    penalized = ParsEval(errors="penalize").facts(gold, parse)
    penalized = penalized.filter((pl.col("sentence") == 1) & (pl.col("kind") == "constituent"))
    assert penalized["mark"].value_counts().sort("mark").rows() == [(Mark.MISSING, 6), (Mark.NOT_SCORED, 1)]


def test_the_tags_that_are_counted():
    gold, parse = both([(GOLD, PARSE), ("(S (N a))", "")])
    table = METRIC.facts(gold, parse).filter(pl.col("kind") == "tag")
    assert table.filter(pl.col("side") != "parse").height == 7  # the full stop does not count
    shown = ("sentence", "side", "position", "partner", "label", "mark")
    assert table.filter(pl.col("mark") != Mark.MATCHED).select(shown).rows() == [
        (0, "gold", 7, 7, "N", Mark.MISSING),
        (0, "parse", 7, 7, "V", Mark.EXTRA),
    ]
    penalized = ParsEval(errors="penalize").facts(gold, parse).filter(pl.col("kind") == "tag")
    assert penalized.select(shown).rows()[-1] == (1, "gold", 1, None, "N", Mark.MISSING)


def test_functions_do_not_count_where_one_side_has_none_at_all():
    gold = phrases("(S (NP-SBJ (N a)) (VP (V b) (NP-OBJ (N c))))", "(S (NP-SBJ (N a)) (V b))")
    bare = phrases("(S (NP (N a)) (VP (V b) (NP (N c))))", "(S (NP (N a)) (V b))", name="parse.mrg")
    for sides in ((gold, bare), (bare, gold)):
        scored = score(METRIC, *sides)
        assert scored.scores()["f1"].value == 1 and scored.counts["wrong"].to_list() == [0, 0]
        assert scored.scores()["function_accuracy"].value is None
        assert set(facts(METRIC, *sides).filter(pl.col("mark") != Mark.NOT_SCORED)["mark"]) == {Mark.MATCHED}
    some = phrases("(S (NP-SBJ (N a)) (VP (V b) (NP (N c))))", "(S (NP (N a)) (V b))", name="parse.mrg")
    assert score(METRIC, gold, some).counts["wrong"].to_list() == [1, 1]
    assert score(METRIC, gold, some).metric.signature == score(METRIC, gold, bare).metric.signature


def test_the_functions_that_are_counted():
    gold, parse = both(
        [("(S (NP-SBJ (N a)) (NP-OBJ (N b)) (NP-X (N c)))", "(S (NP-SBJ (N a)) (NP-TMP (N b)) (VP-X (N c)))")]
    )
    table = METRIC.facts(gold, parse).filter(pl.col("kind") == "function")
    assert table.select("label", "side", "gold_node", "parse_node", "partner").rows() == [
        ("SBJ", "both", 2, 2, None),
        ("OBJ", "gold", 3, 3, 3),
        ("TMP", "parse", 3, 3, 3),
    ]
    assert METRIC.count(gold, parse)["wrong"].to_list() == [2]  # and a label, the function of which does not count


def test_a_function_that_one_side_lacks_is_wrong():
    gold, parse = both([("(S (NP-SBJ (N a)))", "(S (NP (N a)))")])
    wrong = METRIC.facts(gold, parse).filter((pl.col("kind") == "function") & (pl.col("mark") != Mark.MATCHED))
    assert wrong.select("label", "side").rows() == [("SBJ", "gold"), ("_", "parse")]
    assert METRIC.count(gold, parse)["wrong"].to_list() == [1]


def test_what_differs_in_its_label_counts_once():
    gold, parse = both([("(S (X (N a)) (Z (N b)))", "(S (Y (N a)) (N b))"), ("(S (A (B (N a))))", "(S (A (C (N a))))")])
    assert METRIC.count(gold, parse)["wrong"].to_list() == [2, 1]
    assert METRIC.count(parse, gold)["wrong"].to_list() == [2, 1]
    partners = METRIC.facts(gold, parse).filter(pl.col("partner").is_not_null())
    assert partners.select("label", "partner").rows() == [("X", 2), ("Y", 2), ("B", 3), ("C", 3)]


def test_a_wrong_label_is_missing_and_extra_but_not_without_labels():
    gold, parse = both([("(S (X (N a)))", "(S (Y (N a)))")])
    wrong = METRIC.facts(gold, parse).filter((pl.col("kind") == "constituent") & (pl.col("label") != "S"))
    assert wrong["mark"].to_list() == [Mark.MISSING, Mark.EXTRA]
    assert wrong["unlabeled"].to_list() == [Mark.MATCHED, Mark.MATCHED]


@given(pairs())
def test_any_pair_like_the_oracle(chosen):
    check_like_oracle(chosen)


@pytest.mark.slow
@given(pairs(gaps=True))
def test_any_pair_with_gaps_like_the_oracle(chosen):
    check_like_oracle(chosen)


def check_like_oracle(chosen):
    gold, parse = both(chosen)
    found = METRIC.count(gold, parse)
    for row, pair in zip(found.iter_rows(named=True), chosen, strict=True):
        expected = dict.fromkeys(("error", "skip", "valid", "matched", "gold_brackets", "crossing"), 0) | evalb(*pair)
        assert {name: row[name] for name in expected} == expected, pair


@given(pairs(gaps=True))
def test_without_labels_like_the_oracle(tmp_path_factory, chosen):
    path = tmp_path_factory.mktemp("params") / "bare.prm"
    path.write_text("LABELED 0\nDELETE_LABEL -NONE-\n", encoding="utf-8")
    gold, parse = both(chosen)
    found = ParsEval(params=str(path)).count(gold, parse)
    for row, pair in zip(found.iter_rows(named=True), chosen, strict=True):
        expected = evalb(*pair, delete=("-NONE-",), equal={}, labeled=False)
        assert {name: row[name] for name in expected} == expected, pair


@given(pairs(gaps=True))
def test_a_tree_against_itself_is_perfect(chosen):
    gold, _ = both(chosen)
    found = METRIC.count(gold, gold)
    assert found["wrong"].sum() == found["crossing"].sum() == found["error"].sum() == 0
    for name, one in METRIC.micro(found).items():
        assert one.value in (None, 0 if name == "average_crossing" else 1)


@given(pairs(gaps=True))
def test_precision_and_recall_swap(chosen):
    gold, parse = both([pair for pair in chosen if "valid" in evalb(*pair)])
    there, back = METRIC.micro(METRIC.count(gold, parse)), METRIC.micro(METRIC.count(parse, gold))
    assert there["f1"] == back["f1"]
    assert there["precision"] == back["recall"]
    assert there["complete_match"] == back["complete_match"]
    assert there["tagging_accuracy"] == back["tagging_accuracy"]
    assert there["function_accuracy"] == back["function_accuracy"]


@given(pairs(gaps=True))
def test_parts_add_up_and_facts_say_what_is_counted(chosen):
    gold, parse = both(chosen)
    for metric in (METRIC, ParsEval(errors="penalize"), ParsEval(variant="jp"), ParsEval(params="proper")):
        whole = metric.count(gold, parse)
        rows = np.arange(len(gold))
        for kept in (rows[::2], rows[1::2]):
            assert metric.count(gold.only(kept), parse.only(kept)).drop("sentence").equals(whole[kept].drop("sentence"))
        halves = [metric.count(gold.slice(*part), parse.slice(*part)) for part in ((0, 2), (2, len(gold)))]
        assert close(sums(pl.concat(halves)), sums(whole))
        facts = metric.facts(gold, parse)
        assert (facts.filter(pl.col("kind") == "constituent")["mark"] == Mark.MATCHED).sum() == whole["matched"].sum()
        wrong = facts.filter(
            (pl.col("mark") == Mark.MISSING) | ((pl.col("mark") == Mark.EXTRA) & pl.col("partner").is_null())
        )
        assert wrong.height == whole["wrong"].sum()
        for kind in ("tag", "function"):
            marks = facts.filter((pl.col("kind") == kind) & (pl.col("side") != "parse"))["mark"]
            counts = (whole[f"{kind}s"].sum(), whole[f"right_{kind}s"].sum())
            assert (len(marks), (marks == Mark.MATCHED).sum()) == counts


def test_nothing_at_all():
    assert METRIC.count(phrases(), phrases()).height == 0
    assert METRIC.facts(phrases(), phrases()).height == 0


def test_brackets_over_aligned_words():
    """The parse has ``bc`` for the gold's ``b c``: both NPs stand over the place between a and d."""
    gold = "(S (NP (N a)) (NP (N b) (N c)) (VP (V d)))"
    parse = "(S (NP (N a)) (NP (N bc)) (X (V d)))"
    aligned = ParsEval(errors="align")
    found = counted(aligned, gold, parse)
    assert (found["matched"], found["gold_brackets"], found["parse_brackets"], found["valid"]) == (3, 4, 4, 1)
    assert (found["right_tags"], found["tags"], found["complete"]) == (2, 4, 0)
    # A bracket over other aligned words than the gold's is wrong, and may cross.
    found = counted(aligned, "(S (A (N a) (N b)) (N cd) (N e))", "(S (N a) (B (N b) (N c) (N d) (N e)))")
    assert (found["matched"], found["crossing"]) == (1, 1)
    assert counted(METRIC, gold, parse)["error"] == 1
    assert "|errors:align|" in aligned.signature
    # Equal brackets over words that differ make no complete match.
    assert counted(aligned, "(S (N a) (N b))", "(S (N a) (N x))")["complete"] == 0


def test_with_aligned_words_equal_sentences_count_as_ever_and_unparsed_ones_as_missed():
    chosen = [(GOLD, GOLD), (GOLD, "")]
    penalized, aligned = (values(ParsEval(errors=errors), *chosen) for errors in ("penalize", "align"))
    assert aligned == penalized


@pytest.mark.parametrize(
    ("gold", "parse", "expected"),
    [
        # A bracket that ends inside a stretch is over all of it: both NPs are over the second of three.
        ("(TOP (S (NP (N a)) (NP (N b) (N c)) (VP (V d))))", "(TOP (S (NP (N a)) (NP (N bc)) (X (V d))))",
         (3, 4, 4, 0, 4, 2, 0)),
        ("(S (A (N a) (N b)) (N cd) (N e))", "(S (N a) (B (N b) (N c) (N d) (N e)))", (1, 2, 2, 1, 4, 3, 0)),
        ("(S (NP (N ab)) (VP (V c)))", "(S (NP (N a) (N b)) (VP (V c)))", (3, 3, 3, 0, 2, 1, 1)),
        # What one side alone has is of the next stretch, traces are words, and brackets without a label do not count.
        ("( (S-X (NP (-NONE- *)) (VP (V a) (N b))))", "( (S (VP (V a) (N b))))", (2, 3, 2, 0, 3, 2, 0)),
        ("(S (N a) (NP (N x) (N b)))", "(S (N a) (NP (N b)))", (2, 2, 2, 0, 3, 2, 1)),
        ("(S (NP (N a)) (V b))", "", (0, 2, 0, 0, 2, 0, 0)),
    ],
)  # fmt: skip
def test_brackets_over_stretches(gold, parse, expected):
    """The counts that jp-evalb.py gives (jungyeul/alignment-based-PARSEVAL, commit f82c4fc), for the last of
    brackets without words."""
    names = ("matched", "gold_brackets", "parse_brackets", "crossing", "tags", "right_tags", "complete")
    found = counted(ParsEval(variant="jp"), gold, parse)
    assert tuple(found[name] for name in names) == expected
    assert (found["valid"], found["without_crossing"]) == (1, not expected[3])


def test_brackets_with_gaps_over_stretches():
    gold = "(S (VP (V 0=wake) (P 2=u) (P 3=p)) (NP (N 1=them)))"
    metric = ParsEval(variant="jp")
    found = counted(metric, gold, "(S (VP (V 0=wake) (P 2=up)) (NP (N 1=them)))")
    assert (found["matched"], found["gold_brackets"], found["parse_brackets"], found["crossing"]) == (3, 3, 3, 0)
    # Of one stretch a bracket has no gap, whichever of its words it lacks.
    assert counted(metric, "(S (VP (V 0=a) (P 2=c)) (P 1=b))", "(S (VP (P abc)))")["matched"] == 2
    assert "|errors:align|variant:jp|" in metric.signature and "|params:jp-" in metric.signature


def test_stretches_are_of_their_sentences():
    """Traces at the ends, sentences without a word in common, and what stands behind them."""
    chosen = [("(S (N a) (X (-NONE- *)))", "(S (N a))"), ("(S (N b))", "(S (N x) (N y))"), ("(S (N c) (N d))",) * 2]
    found = ParsEval(variant="jp").count(*both(chosen))
    assert found["matched"].to_list() == [1, 1, 1]
    assert found["gold_brackets"].to_list() == [2, 1, 1]
