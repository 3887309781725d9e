"""Cells of every table of the errors dock open, as a filter, exactly the sentences that they count.

That all cells do is in `test_every_cell`, where many are evaluated together; these are filters as the window sets them.
The figures of a metric's facts are counted anew, sentence by sentence, in a plain loop. Those of words are as many as
the words that the filter finds, and those of repairs as the repairs. Shares are of what they are a share of.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.analysis.metric_tables import breakdowns_of
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.metrics import METRICS, create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.breakdowns import (
    ONE_PARSE,
    BreakdownChoice,
    all_choices,
    breakdown,
    breakdown_of_all,
    choices,
    parts,
    section,
    versus,
    versus_questions,
    why_not_versus,
)
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request, request_of
from tests.core import trees
from tests.viewer.window.windows import written

DEMO = Path(__file__).parents[3] / "assets" / "demo"
ENGLISH = trees.SHARED / "english"
SENTENCES = 150  # of real files

ONLY = {"constituents": {"kind": "constituent"}, "tag_role": {"kind": "argument"}}
"""What the facts of a table have in common."""

ONE_OF_A_KIND = ("attachment", "parseval", "tedeval", "leaf-ancestor", "enhanced", "clustering")
"""Metrics whose tables are of words, of constituents and their repairs, of edits, of lineages, of edges, of classes."""

OF_WORDS = ("relations", "lengths", "mapping", "contingency")  # of metrics whose facts are words

FLAGS = {
    "gold": lambda fact: fact["in_gold"],
    "correct": lambda fact: fact["matched"],
    "system": lambda fact: fact["in_parse"],
    "missing": lambda fact: fact["missing"],
    "extra": lambda fact: fact["extra"],
    "recall": lambda fact: fact["in_gold"],
    "precision": lambda fact: fact["in_parse"],
    "f1": lambda fact: fact["in_gold"] or fact["in_parse"],
    "forgiven": lambda fact: fact["forgiven"],
}


@cache
def opened(*paths, metrics=tuple(METRICS)):
    """Scored by these metrics, as far as they fit."""
    return loaded(request_of([*paths]), [create(name) for name in metrics], metrics)


def sentences(document, condition):
    return finished(filtered(document, condition, 0))


def sampled(table, column):
    """The row of which a column is checked, another one for each column."""
    height = table.frame.height
    return [random.Random(f"{table.name} {column}").randrange(height)] if height else []


def check_facts(document, choice, table, facts):
    """Against a loop over the facts."""
    keys = [name for name in ("kind", *table.frame.columns) if name in facts[0] and name not in FLAGS] if facts else []
    keys = [name for name in dict.fromkeys(keys) if name in table.frame.columns]
    only = ONLY.get(table.name, {})
    for column in table.frame.columns:
        counts = FLAGS.get(column, FLAGS["f1"])
        for row in sampled(table, column):
            wanted = table.frame.row(row, named=True)
            same = {name: wanted[name] for name in keys} | only
            found = [fact for fact in facts if counts(fact) and all(fact[name] == same[name] for name in same)]
            if column in FLAGS and column not in ("recall", "precision", "f1"):
                assert len(found) == wanted[column], (choice, column, wanted)
            rows = sentences(document, table.condition(row, column)).rows.tolist()
            assert rows == sorted({fact["sentence"] for fact in found}), (choice, column, wanted)


def check_confusions(document, choice, table, facts):
    """Against pairs told one by one."""
    label = next(name for name in ("label", "tag", "role", "lineage") if facts and name in facts[0])
    pairs = Counter()
    where = {}
    for fact in facts:
        if fact[label] is None:
            continue
        if fact["in_gold"]:
            pair = (fact.get("kind"), fact[label], fact["other"])
        elif fact["extra"] and fact["other"] is None:
            pair = (fact.get("kind"), None, fact[label])
        else:
            continue
        pairs[pair] += 1
        where.setdefault(pair, set()).add(fact["sentence"])
    assert sum(pairs.values()) == table.frame["count"].sum()
    for row in sampled(table, "count"):
        wanted = table.frame.row(row, named=True)
        pair = (wanted.get("kind"), wanted["gold_label"], wanted["parse_label"])
        assert pairs[pair] == wanted["count"]
        assert sentences(document, table.condition(row, "count")).rows.tolist() == sorted(where[pair]), (choice, wanted)


def check_words(document, choice, table):
    """The words that are found are as many as the figure says."""
    for column, dtype in table.frame.schema.items():
        for row in sampled(table, column):
            condition = table.condition(row, column)
            found = sentences(document, condition)
            value = table.frame.row(row, named=True)[column]
            if condition.startswith("number = "):
                assert found.rows.tolist() == [table.frame["number"][row] - 1]
            if found.hits is not None:
                assert set(found.hits["sentence"]) == {*found.rows.tolist()}
            if is_count(table, column, dtype) and not condition.startswith("number = "):
                height = 0 if found.hits is None else found.hits.height
                assert height == value, (choice, column, condition)


def is_count(table, column, dtype):
    return dtype.is_integer() and column not in (*table.keys, "error", "kinds", "position", "repairs")


def check_repairs(document, choice, table, repairs):
    """Against a loop over the repairs."""
    keys = [name for name in ("class", "label", "from", "to") if name in table.frame.columns]
    for column in table.frame.columns:
        for row in sampled(table, column):
            wanted = table.frame.row(row, named=True)
            found = [one for one in repairs if all(one[name] == wanted[name] for name in keys)]
            rows = sentences(document, table.condition(row, column)).rows.tolist()
            if "number" in wanted and column not in ("count", "brackets"):
                assert rows == [wanted["number"] - 1]
                continue
            assert rows == sorted({one["sentence"] for one in found}), (choice, column)
            if column in ("occurrences", "count"):
                assert len(found) == wanted[column]
            if column == "brackets":
                assert sum(one["brackets"] for one in found) == wanted[column]


def check(document):
    facts = {}
    for choice in choices(document, 0):
        table = finished(breakdown(document, 0, choice))
        if table.name.startswith("constituent-"):
            check_repairs(document, choice, table, finished(document.tables.errors(0)).table.to_dicts())
        elif choice.metric == "attachment" or table.name in OF_WORDS:
            check_words(document, choice, table)
        else:
            if choice.metric not in facts:
                metric = next(metric for metric in document.metrics if metric.name == choice.metric)
                facts[choice.metric] = fact_table(metric, document.gold, document.parses[0].treebank).to_dicts()
            kind = check_confusions if table.name == "confusions" else check_facts
            if facts[choice.metric]:
                kind(document, choice, table, facts[choice.metric])


@pytest.mark.slow
@pytest.mark.parametrize("files", [("gold", "parse", "conllu"), ("trees-gold", "trees-parse", "mrg")])
def test_cells_of_the_demo_open_what_they_count(files):
    gold, parse, ending = files
    document = opened(DEMO / f"{gold}.{ending}", DEMO / f"{parse}.{ending}", metrics=ONE_OF_A_KIND)
    assert len(document.metrics) > 2
    check(document)


@pytest.mark.shared
def test_cells_of_roles_open_what_they_count():
    check(opened(ENGLISH / "roles.conll09", ENGLISH / "roles-parse.conll09", metrics=("semantic",)))


@pytest.mark.shared
def test_cells_open_what_they_count_where_words_and_sentences_differ(tmp_path):
    paths = trees.beginnings(tmp_path, [ENGLISH / "gold.conllu", ENGLISH / "parse-raw.conllu"], SENTENCES)
    check(opened(*paths, metrics=("attachment", "ud", "segmentation")))


def check_side_by_side(document):
    """Each figure of each parse opens what the parse's own table opens while that parse is chosen, whichever one is; a
    difference opens what either opens.
    """
    chosen = {one.name: n for n, one in enumerate(document.parses)}
    turn = seen = 0
    for choice in choices(document, 0):
        table = finished(breakdown_of_all(document, choice))
        own = {name: finished(breakdown(document, n, choice)) for name, n in chosen.items()}
        for group in table.groups[1:]:
            for column in (f"{group.name}\n{figure}" for figure in group.frame.columns):
                for row in sampled(table, column):
                    turn += 1
                    seen += check_cell(document, table, own, (group, row, column), turn % len(chosen))
    assert seen


def check_cell(document, table, own, cell, parse):
    """Whether there is a figure in the cell, which opens what it should."""
    group, row, column = cell
    figure = column.rpartition("\n")[2]
    places = {name: table.rows[name][row] for name in group.of}
    condition = table.condition(row, column)
    if None in places.values():
        assert table.frame[column][row] is None and not condition
        return False
    wanted = set()
    for name, place in places.items():
        at = [one.name for one in document.parses].index(name)
        wanted |= {*sentences_of(document, own[name].condition(place, figure), at)}
        assert len(places) > 1 or own[name].frame[figure][place] == table.frame[column][row]
    assert {*sentences_of(document, condition, parse)} == wanted, (column, condition)
    return True


def sentences_of(document, condition, parse):
    return finished(filtered(document, condition, parse)).rows.tolist()


def perturbed(path, folder, old, new):
    """Another parse: the same file with labels changed."""
    other = folder / f"other{path.suffix}"
    other.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return other


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "metric", "old", "new"),
    [
        (("gold", "parse", "conllu"), "attachment", "\tnmod\t", "\tobj\t"),
        (("trees-gold", "trees-parse", "mrg"), "parseval", "(NP", "(PP"),
    ],
)
def test_cells_of_all_parses_of_the_demo_open_what_they_count(files, metric, old, new, tmp_path):
    gold, parse, ending = files
    path = DEMO / f"{parse}.{ending}"
    other = perturbed(path, tmp_path, old, new)
    check_side_by_side(opened(DEMO / f"{gold}.{ending}", path, other, metrics=(metric,)))


@pytest.mark.shared
def test_cells_of_all_parses_open_what_they_count_where_words_differ(tmp_path):
    paths = [ENGLISH / f"{name}.conllu" for name in ("gold", "parse", "parse-raw")]
    check_side_by_side(opened(*trees.beginnings(tmp_path, paths, SENTENCES), metrics=("ud",)))


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_tables(name):
    names = [one.name for one in breakdowns_of(create(name))]
    assert "length" in names and len(names) == len({*names}) > 1


def test_a_table_that_there_is_not():
    document = opened(DEMO / "gold.conllu", DEMO / "parse.conllu")
    with pytest.raises(KeyError):
        finished(breakdown(document, 0, BreakdownChoice("attachment", "roles")))


def test_tables_stand_in_sections():
    """Every table of words by what it is about, those of facts by their metric; each section in one piece."""
    document = opened(DEMO / "gold.conllu", DEMO / "parse.conllu")
    sections = [section(document, choice) for choice in choices(document, 0)]
    pieces = [name for name, _ in groupby(sections)]
    assert pieces[:6] == [
        "Words and tags", "Relations and labels", "Causes", "Distance and direction", "Whole sentences",
        "Confusions and contexts",
    ]  # fmt: skip
    assert "TedEval" in pieces and len({*pieces}) == len(pieces)
    assert section(document, BreakdownChoice("attachment", "tags_after_2")) == "Words and tags"
    assert section(document, BreakdownChoice("attachment", "sentences_head_errors")) == "Whole sentences"


def test_gold_alone_has_no_tables():
    document = loaded(request_of([DEMO / "gold.conllu"]), [create("attachment")])
    assert choices(document, -1) == {}


def test_facts_add_up_to_the_counts():
    """The kinds of ParsEval hold its brackets, those of UD its LAS."""
    document = opened(DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg")
    table = finished(breakdown(document, 0, BreakdownChoice("parseval", "kind"))).frame
    counts = document.parses[0].scored["parseval"].counts.sum()
    of_brackets = table.row(by_predicate=pl.col("kind") == "constituent", named=True)
    names = {"gold": "gold_brackets", "system": "parse_brackets", "correct": "matched"}
    assert {one: of_brackets[one] for one in names} == {one: counts[name][0] for one, name in names.items()}
    document = opened(DEMO / "gold.conllu", DEMO / "parse.conllu")
    table = finished(breakdown(document, 0, BreakdownChoice("ud", "label"))).frame.sum()
    counts = document.parses[0].scored["ud"].counts.sum()
    assert [table[name][0] for name in ("gold", "correct", "system")] == [
        counts[f"las_{name}"][0] for name in ("gold", "right", "parse")
    ]


def test_parts_are_of_what_a_training_file_was_seen_for():
    files = [DEMO / "gold.conllu", DEMO / "parse.conllu"]
    asked = BreakdownChoice("attachment", "deprel")
    request = request_of(files)
    assert [*parts(loaded(request, [create("attachment")]), asked)] == [""]
    trained = loaded(replace(request, train=files[0]), [create("attachment")])
    kinds = ("gold_form_seen", "not gold_form_seen", "gold_lemma_seen", "not gold_lemma_seen")
    assert [*parts(trained, asked)] == ["", *kinds]
    assert [*parts(trained, BreakdownChoice("attachment", "seen"))] == [""]


@pytest.fixture
def files(tmp_path):
    return written(tmp_path)


def two_parses(request, *names):
    return loaded(request, [create(name) for name in names], names)


def test_why_no_two_parses_are_compared(files):
    gold, parse = files
    assert why_not_versus(None).startswith("Open a gold file and two parses")
    assert why_not_versus(two_parses(Request(gold, (parse,), ("one",)), "attachment")) == ONE_PARSE
    annotated = two_parses(Request.of_annotators([gold, parse, gold]), "attachment")
    assert why_not_versus(annotated).startswith("None of the annotators' files is the gold")
    assert why_not_versus(two_parses(Request(gold, (parse, gold), ("one", "two")), "attachment")) == ""


def test_questions_of_two_parses_are_of_words_where_there_are_some_and_of_metrics_with_facts_of_their_own(files):
    gold, parse = files
    request = Request(gold, (parse, gold), ("one", "two"))
    assert [*versus_questions(two_parses(request, "attachment", "tedeval"))] == [
        "right_both", "right_head", "right_label", "tedeval"
    ]  # fmt: skip
    found = versus_questions(two_parses(request, "tedeval"))
    assert [*found] == ["tedeval"] and found["tedeval"] == ("TedEval", {"label": "by label", "length": "by length"})


def test_what_the_second_parse_mends(files):
    gold, parse = files
    shown = two_parses(Request(gold, (parse, gold), ("one", "two")), "attachment", "tedeval")
    asked = (
        ("right_both", "relation", 2),
        ("right_head", "tag", 1),
        ("right_label", "length", 2),
        ("tedeval", "label", None),
    )
    for what, by, fixed in asked:
        there, back = (finished(versus(shown, *pair, what, by)).frame.row(0, named=True) for pair in ((0, 1), (1, 0)))
        shares = [*versus(shown, 0, 1, what, by)]
        assert shares[0] == 0 and shares == sorted(shares) and shares[-1] < 1
        assert there["fixed"] == back["broken"] and there["broken"] == back["fixed"]
        assert there["fixed"] == fixed or (fixed is None and there["fixed"] > 0 == there["broken"])


@pytest.fixture
def two(tmp_path):
    """Two parses, of which the second is right, under two metrics."""
    gold, parse = written(tmp_path)
    metrics = [create("attachment"), create("tedeval")]
    return loaded(Request(gold, (parse, gold), ("one", "two")), metrics, ["attachment", "tedeval"])


def test_tables_of_all_parses_stand_side_by_side_each_condition_about_its_own(two):
    shares = []
    steps = breakdown_of_all(two, BreakdownChoice("attachment", "accuracy"))
    while True:
        try:
            shares.append(next(steps))
        except StopIteration as ended:
            table = ended.value
            break
    assert shares == sorted(shares) and shares[0] == 0 and max(shares) <= 1 and any(share > 0.5 for share in shares)
    assert [group.name for group in table.groups] == ["", "one", "two", "one – two"]
    by_tag = table.frame.filter(tag="NOUN").row(0, named=True)
    assert (by_tag["words"], by_tag["one\nright_both"], by_tag["two\nright_both"]) == (3, 2, 3)
    assert by_tag["one – two\nright_both"] == -1
    row = table.frame["tag"].to_list().index("NOUN")
    assert sentences(two, table.condition(row, "one\nright_both")).rows.tolist() == [0, 2]
    assert "one_" in table.condition(row, "one\nright_both") and "two_" in table.condition(row, "two\nright_both")


def test_parses_that_a_metric_has_not_scored_have_no_table(two):
    first, second = two.parses
    less = replace(two, parses=(first, replace(second, scored={"attachment": second.scored["attachment"]})))
    assert {choice.metric for choice in choices(less, 0)} == {"attachment", "tedeval"}
    assert {choice.metric for choice in choices(less, 1)} == {"attachment"}
    assert [group.name for group in finished(breakdown_of_all(less, BreakdownChoice("tedeval", "label"))).groups] == [
        "",
        "one",
    ]
    with pytest.raises(KeyError):
        finished(breakdown(two, 0, BreakdownChoice("attachment", "no such table")))
    assert (
        parts(two, BreakdownChoice("attachment", "no such table"))
        == parts(two, BreakdownChoice("ud", "deprel"))
        == {"": "All words"}
    )


def test_there_are_tables_while_there_is_something_to_tell_of_a_parse(two):
    titles = choices(two, 0)
    assert titles == choices(two, 1) and titles[BreakdownChoice("tedeval", "label")]
    assert not any(choice.table == "seen" for choice in titles)
    metrics = [choice.metric for choice in titles]
    assert metrics == sorted(metrics, key=["attachment", "tedeval"].index)
    for document, parse in (
        (two.blinded(Blind(1, [1, 2, 3])), 0),
        (replace(two, complete=False), 0),
        (two, 2),
        (two, 9),
        (two, -1),
    ):
        assert choices(document, parse) == {}


def test_why_two_parses_cannot_be_compared(two, tmp_path):
    gold, parse = written(tmp_path)
    assert why_not_versus(two) == "" and why_not_versus(None) == "Open a gold file and two parses of it."
    assert why_not_versus(two.blinded(Blind(1, [1, 2, 3]))).startswith("Not in a blind review")
    assert why_not_versus(loaded(request_of([gold, parse]), [create("attachment")])) == ONE_PARSE
    annotators = loaded(Request.of_annotators([gold, parse, gold]), [create("attachment")])
    assert why_not_versus(annotators).startswith("None of the annotators' files is the gold")


def test_what_a_parse_mends_and_breaks_of_another_in_words_and_in_facts(two):
    questions = versus_questions(two)
    assert {name: title for name, (title, _) in questions.items()} == {
        "right_both": "Heads and relations", "right_head": "Heads", "right_label": "Relations", "tedeval": "TedEval"
    }  # fmt: skip
    assert questions["right_head"][1] == {"relation": "by relation", "tag": "by tag", "length": "by length"}
    assert questions["tedeval"][1] == {"label": "by label", "length": "by length"}

    def rows(a, b, *asked):
        return finished(versus(two, a, b, *asked)).frame.rows()

    assert rows(0, 1, "right_head", "relation")[:2] == [("total", 10, 1, 0, 1, 0, 9), ("nsubj", 3, 0, 0, 0, 0, 3)]
    assert rows(1, 0, "right_head", "relation")[0] == ("total", 10, 0, 1, -1, 0, 9)
    assert rows(0, 1, "tedeval", "length") == [
        ("total", 32, 5, 0, 5, 0, 27, 5, 0, 0), ("1-10", 32, 5, 0, 5, 0, 27, 5, 0, 0)
    ]  # fmt: skip
    assert rows(1, 0, "tedeval", "length")[0] == ("total", 32, 0, 5, -5, 0, 27, 0, 5, 0)
    for asked in (("right_both", "tag"), ("tedeval", "label")):
        shares = [*versus(two, 0, 1, *asked)]
        assert shares[0] == 0 and shares == sorted(shares) and shares[-1] < 1


def test_errors_in_trees_are_told_step_by_step(tmp_path):
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text("(S (NP (N a) (N b)) (VP (V c)))\n", encoding="utf-8")
    parse.write_text("(S (PP (N a) (N b)) (V c))\n", encoding="utf-8")
    document = loaded(request_of([gold, parse]), [create("parseval")])
    for choice in choices(document, 0):
        if choice.table.startswith("constituent-"):
            shares = [*breakdown(loaded(request_of([gold, parse]), [create("parseval")]), 0, choice)]
            assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 0.9
    table = finished(breakdown(document, 0, BreakdownChoice("parseval", "constituent-errors")))
    assert table.frame.select("class", "occurrences", "brackets").rows() == [
        ("different label", 1, 2),
        ("single-word phrase", 1, 1),
    ]
    assert table.headings == {"without_share": "F1 without %"}
    (tmp_path / "bare.prm").write_text("LABELED 0\n", encoding="utf-8")
    document = loaded(request_of([gold, parse]), [create("parseval", params=str(tmp_path / "bare.prm"))])
    table = finished(breakdown(document, 0, BreakdownChoice("parseval", "constituent-errors")))
    assert table.frame.select("class", "brackets", "without_share").rows() == [("single-word phrase", 1, 1.0)]


def test_how_far_a_table_is_never_goes_back(two):
    for steps, shares in (
        (breakdown(two, 0, BreakdownChoice("attachment", "accuracy")), [0.0, 0.5]),
        (breakdown(two, 0, BreakdownChoice("tedeval", "label")), [0.0, 0.5]),
        (breakdown_of_all(two, BreakdownChoice("attachment", "accuracy")), [0.0, 0.25, 0.5, 0.75]),
        (versus(two, 0, 1, "right_both", "tag"), [0.0, 0.5]),
        (versus(two, 0, 1, "tedeval", "label"), [0.0, 0.5]),
    ):
        assert [*steps] == shares


@pytest.mark.parametrize("names", [("parseval", "tedeval"), ("tedeval", "parseval")])
def test_what_is_mended_is_told_in_the_facts_of_the_metric_that_is_meant(tmp_path, names):
    paths = [tmp_path / f"{name}.mrg" for name in ("gold", "one", "two")]
    for path, text in zip(paths, ("(S (NP (N a) (N b)) (VP (V c)))\n", "(S (N a) (N b) (V c))\n"), strict=False):
        path.write_text(text, encoding="utf-8")
    paths[2].write_text(paths[0].read_text(encoding="utf-8"), encoding="utf-8")
    document = loaded(request_of(paths), [create(name) for name in names], names)
    assert [*versus_questions(document)] == [*names]
    tables = {name: finished(versus(document, 0, 1, name, "label")).frame for name in names}
    assert tables["parseval"].columns[:4] == ["kind", "label", "facts", "fixed"]
    assert tables["tedeval"].columns[:3] == ["label", "facts", "fixed"]
    assert tables["parseval"].row(0)[:4] == ("total", None, 6, 2)  # three phrases and three tags
    assert {row[:3] for row in tables["tedeval"].rows()} > {("NP", 1, 1), ("S", 1, 0), ("VP", 1, 1)}


def made(document, name, parse=0):
    return finished(breakdown(document, parse, BreakdownChoice("", name)))


def test_what_is_suspicious_in_a_gold_opens_its_sentences():
    document = opened(DEMO / "gold.conllu", DEMO / "parse.conllu", metrics=("attachment",))
    assert {one.table: section(document, one) for one in all_choices(document, 0) if not one.metric} == {
        "against": "Suspicious gold", "nuclei": "Suspicious gold",
    }  # fmt: skip
    table = made(document, "against")
    assert sentences(document, table.condition(0, "form")).rows.tolist() == [table.numbers[0][0] - 1]
    alone = opened(DEMO / "gold.conllu", metrics=("attachment",))
    assert [choice.table for choice in all_choices(alone, -1)] == ["nuclei"]
    assert not all_choices(document.blinded(Blind(1, [*range(len(document))])), 0)


def test_what_has_changed_between_two_versions_opens_the_old_ones_sentences(tmp_path):
    new = tmp_path / "new.conllu"
    new.write_text((DEMO / "gold.conllu").read_text(encoding="utf-8").replace("\tobj\t", "\tobl\t"), encoding="utf-8")
    request = Request.of_annotators([DEMO / "gold.conllu", new], versions=True)
    document = loaded(request, [create("attachment")])
    assert next(iter(all_choices(document, 0).values())) == "What became what"
    table = made(document, "kinds")
    rows = sentences(document, table.condition(0, "count")).rows.tolist()
    assert table.frame["kind"][0] == "obj → obl" and rows == [number - 1 for number in table.numbers[0]]
    others = loaded(Request.of_annotators([DEMO / "gold.conllu", new], ["old", "new"]), [create("attachment")])
    assert not [choice for choice in all_choices(others, 0) if not choice.metric]


def test_of_two_versions_a_sentence_that_could_not_be_read_is_not_called_removed(tmp_path):
    new = tmp_path / "new.conllu"
    new.write_text((DEMO / "gold.conllu").read_text(encoding="utf-8").replace("\t0\troot", "\tX\troot", 1), "utf-8")
    document = loaded(Request.of_annotators([DEMO / "gold.conllu", new], versions=True), [create("attachment")])
    assert [*document.table["change"][:2]] == ["changed", ""]
    assert "could not be read" in document.pairs.at(0, 0, document.metrics[0]).why_not
    assert document.parses[0].scored["attachment"].share.sentences == len(document) - 1
