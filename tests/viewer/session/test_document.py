import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.analysis.sides.nodes import NodeKind
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.formats.conll import second_analysis
from goldleaf.core.metrics import create
from goldleaf.core.metrics.tedeval.trees import edit_script
from goldleaf.core.steps import finished
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.document import SAMPLE, Tables
from goldleaf.viewer.session.filtering import filtered, known, main_score
from goldleaf.viewer.session.loading import load, loaded, rescored
from goldleaf.viewer.session.pair import Unread
from goldleaf.viewer.session.request import Request, request_of
from goldleaf.viewer.views.arcs.arc_picture import arc_facts, pictures
from goldleaf.viewer.views.arcs.describe import arc_differences
from goldleaf.viewer.views.functions.view import function_trees
from tests.viewer.window.windows import GOLD, PARSE, written

DEMO = Path(str(files("goldleaf.assets"))) / "demo"

METRICS = [create("attachment")]


def last(steps):
    *_, step = steps
    return step.document


def test_small_files_are_ready_at_once(tmp_path):
    (only,) = load(request_of(written(tmp_path)), METRICS)
    assert only.document.complete and len(only.document) == 3


def test_large_files_come_in_steps(tmp_path):
    paths = written(tmp_path, GOLD * 3000)
    steps = list(load(request_of([paths[0], paths[0]]), METRICS))
    documents = [step.document for step in steps if step.document]
    assert [document.complete for document in documents] == [False, True]
    assert 0 < len(documents[0]) < len(documents[1]) == 9000
    assert [step.done for step in steps] == sorted(step.done for step in steps)


def test_the_first_step_scores_what_is_there_of_all_files(tmp_path):
    """A file with shorter lines has more sentences in its first part."""
    gold, parse = written(tmp_path, GOLD * 3000, parse=(GOLD * 3000).replace("sent_id = ", ""))
    first = next(step.document for step in load(request_of([gold, parse]), METRICS) if step.document)
    assert not first.complete and len(first) == len(first.parses[0].treebank)
    assert first.parses[0].scored["attachment"].scores()["las"].value == 1


def test_closing_the_steps_ends_reading(tmp_path):
    paths = written(tmp_path, GOLD * 3000)
    steps = load(request_of([paths[0], paths[0]]), METRICS)
    next(steps)
    steps.close()
    assert list(steps) == []


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(GoldleafError, match="no such file"):
        list(load(request_of([tmp_path / "gone"]), METRICS))


def test_a_gold_alone(tmp_path):
    document = last(load(request_of(written(tmp_path)[:1]), METRICS))
    pair = document.pairs.at(0, -1, METRICS[0])
    assert pair.parse is None and pair.why_not is None
    assert not document.differing(-1, METRICS[0]).any()


def test_facts_of_a_pair(tmp_path):
    document = last(load(request_of(written(tmp_path)), METRICS))
    assert len(document.pairs.at(0, 0, METRICS[0]).facts) == 8  # six of the gold, two of the parse that differ
    assert document.pairs.at(0, 0, METRICS[0]) is document.pairs.at(0, 0, METRICS[0])
    assert document.differing(0, METRICS[0]).to_list() == [True, False, True]


def test_words_that_differ_stand_in_places_of_their_own(tmp_path):
    document = last(
        load(request_of(written(tmp_path, parse=GOLD.replace("It\t", "That\t").split("# sent_id = a-3")[0])), METRICS)
    )
    pair = document.pairs.at(1, 0, METRICS[0])
    assert pair.why_not is None and pair.places is not None
    ours, theirs = ([(word.form, word.position, word.name) for word in side.words] for side in (pair.gold, pair.parse))
    assert ours[0] == ("It", 1, "1") and theirs[0] == ("That", 2, "1")
    assert [place for _, place, _ in ours[1:]] == [place for _, place, _ in theirs[1:]]
    heads = {word.position: word.head for word in pair.gold.words}
    assert heads[1] in heads  # heads are places, too
    marks = {(fact.dependent, fact.mark) for fact in arc_facts(pair)}
    assert (1, Mark.MISSING) in marks and (2, Mark.EXTRA) in marks
    assert "is not in" in document.pairs.at(2, 0, METRICS[0]).why_not
    assert document.pairs.at(2, 0, METRICS[0]).parse is None


def test_filters(tmp_path):
    document = last(load(request_of(written(tmp_path)), METRICS))
    assert finished(filtered(document, "differences > 0", 0)).rows.tolist() == [0, 2]
    assert finished(filtered(document, "has(gold_deprel = 'obj' and not right_head)", 0)).rows.tolist() == [0]


def test_what_a_filter_can_name_is_known_before_it_has_looked(tmp_path):
    document = last(load(request_of(written(tmp_path)), METRICS))
    _, words, nodes, _ = known(document, 0, None, within=True)
    assert "parse_deprel" in words.columns
    assert "parse_function" in nodes[NodeKind.FUNCTION].columns
    finished(filtered(document, "has(tag = 'X') or has(function, words = 1)", 0))
    _, words, nodes, _ = known(document, 0, None, within=True)
    assert words is document.tables.words(0)
    assert nodes[NodeKind.FUNCTION] is document.tables.nodes(NodeKind.FUNCTION, 0)


def test_facts_that_a_filter_can_name_are_of_the_parse_that_is_shown_or_of_the_first(tmp_path):
    gold, parse = written(tmp_path)
    document = loaded(Request(gold, (parse, gold), ("one", "two")), METRICS)
    heights = [known(document, place, None, within=True).tables["attachment"]().height for place in (-1, 0, 1)]
    own = [document.tables.facts(place, "attachment").height for place in (0, 1)]
    assert heights == [own[0], *own] and own[0] != own[1]


def test_rescoring_takes_other_choices(tmp_path):
    document = last(load(request_of(written(tmp_path)), METRICS))
    other = last(rescored(document, [create("attachment", punctuation="include")]))
    assert document.table["differences"].to_list() == [1, 0, 1]
    assert other.table["differences"].to_list() == [2, 0, 1]


def test_lines_of_an_unreadable_sentence(tmp_path):
    gold, _ = written(tmp_path, GOLD.replace("1\tIt\tit", "1\tIt"))
    assert Unread(read(gold, strict=False), 1).lines()[1] == (11, "1\tIt\tPRON\tPRP\t_\t2\tnsubj\t_\t_")


def cut_otherwise(path, broken):
    """A gold of three sentences, and a parse that splits the first of them and has a word without fields in one."""
    texts = "the old cat slept on a mat and it rained all day", "birds sing in the morning", "he read about trees"
    gold, parse = path / "gold.conllu", path / "parse.conllu"
    cut = texts[0][:26], texts[0][27:], *texts[1:]
    for file, sentences in ((gold, texts), (parse, cut)):
        blocks = [
            "".join(f"{n}\t{w}\t_\tX\t_\t_\t{n - 1}\tdep\t_\t_\n" for n, w in enumerate(text.split(), 1))
            for text in sentences
        ]
        if file is parse:
            blocks[broken] = blocks[broken].replace("\tX\t", "\t", 1)
        file.write_text("\n".join(blocks) + "\n", encoding="utf-8")
    return gold, parse


@pytest.mark.parametrize(("broken", "row", "scored", "line"), [(2, 1, False, 15), (1, 0, True, 9)])
def test_an_unreadable_sentence_has_its_own_place_under_other_cuts(tmp_path, broken, row, scored, line):
    """That of its own file; also where it is not in the gold, and counts with the sentence before it."""
    gold, parse = cut_otherwise(tmp_path, broken)
    document = last(load(request_of([gold, parse]), METRICS))
    pair = document.pairs.at(row, 0, METRICS[0])
    assert pair.unread is not None and pair.unread.row == broken
    assert pair.unread.said == f"{parse}:{line}: sentence {broken + 1} could not be read"
    assert pair.why_not == (None if scored else pair.unread.said)
    assert pair.unread.lines()[0][0] == line


def test_sentences_that_are_split_differently_are_shown_as_one(tmp_path):
    def written(name, *sentences):
        rows = [
            "".join(f"{n}\t{form}\t_\tX\tX\t_\t{n - 1}\tx\t_\t_\n" for n, form in enumerate(words.split(), 1))
            for words in sentences
        ]
        path = tmp_path / name
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        return path

    gold, parse = written("gold.conllx", "a b", "c d", "e"), written("parse.conllx", "a b c d", "e")
    request = Request(gold, (parse,), ("parse",))
    *_, document = (step.document for step in load(request, [create("tedeval")]) if step.document is not None)
    metric = document.metric_for("function", "tedeval")
    pairs = [document.pairs.at(row, 0, metric) for row in range(3)]
    assert [pair.gold.running_text for pair in pairs] == ["a b c d", "a b c d", "e"]
    assert [pair.parse.number for pair in pairs] == [1, 2, 3]
    assert [(len(pair.gold.parts), len(pair.parse.parts)) for pair in pairs] == [(2, 0), (2, 0), (0, 0)]
    assert function_trees(pairs[0]) is not None and pairs[0].places is None
    assert document.table["differences"].to_list() == [5, 5, 0]  # as each of the two shows them
    assert document.differing(0, metric).to_list() == [True, False, False]  # it is stepped to once
    accuracies = [document.table["accuracy"][row] for row in range(2)]
    assert accuracies[0] == accuracies[1] < 1
    known = scores.sums(document, range(3))
    cells = [scores.lines(document, row, known, 0)[0].cells[0] for row in range(2)]
    assert cells[0] == cells[1] != "–"


@pytest.mark.parametrize(
    ("names", "chosen", "shown"),
    [
        (("enhanced",), None, "enhanced"),
        (("enhanced", "attachment"), None, "attachment"),
        (("attachment", "enhanced"), "enhanced", "enhanced"),
        (("tedeval",), None, "attachment"),
    ],
)
def test_facts_of_a_kind_of_their_own_are_shown_if_they_are_asked_for_or_alone(names, chosen, shown):
    request = Request(DEMO / "gold.conllu", (DEMO / "parse.conllu",), ("parse",))
    document = loaded(request, [create(name) for name in names], names)
    assert document.metric_for("arcs", "attachment", chosen).name == shown


def test_what_the_files_are_about_leads():
    request = Request(DEMO / "expressions-gold.cupt", (DEMO / "expressions-parse.cupt",), ("parse",))
    document = loaded(request, [create("attachment"), create("parseme")])
    assert document.metrics[0].name == document.metric_for("arcs", "attachment").name == "parseme"
    assert document.metric_for("arcs", "attachment", "attachment").name == "attachment"


def test_who_is_blind_is_shown_no_problems_paths_or_scores(tmp_path):
    """A problem is of a line of a file, so that of a side; one that cannot be read, and one that is odd."""
    odd = GOLD.replace("2\tbark", "x\tbark").replace("2\tIt", "2\tIt").replace("\t2\tnsubj", "\t2\t_")
    whole = loaded(request_of(written(tmp_path, odd, GOLD.replace("\t0\troot", "\t7\troot"))), METRICS)
    assert {Path(one.path).name for one in whole.problems} == {"gold.conllu", "parse.conllu"}
    blind = whole.blinded(Blind(3, range(1, len(whole) + 1)))
    assert (blind.problems, blind.unrelated, blind.sentences_differ) == ((), "", "")
    for treebank in (blind.gold, *(parse.treebank for parse in blind.parses)):
        assert treebank.path in ("A", "B") and treebank.problems == ()
    assert blind.scored == {} and "las" in whole.table.columns and "las" not in blind.table.columns
    for row in range(len(whole)):
        pair = blind.pairs.at(row, 0, METRICS[0])
        assert "conllu" not in f"{pair.gold}{pair.parse}"


def test_facts_are_worked_out_once_for_a_parse_and_a_metric(tmp_path):
    document = loaded(request_of(written(tmp_path)), METRICS)
    assert document.tables.facts(0, "attachment") is document.tables.facts(0, "attachment")
    assert document.tables.facts(0, "tedeval") is not document.tables.facts(0, "attachment")
    assert document.tables.facts(0, "parseval") is None


def test_filters_name_the_main_score_as_briefly_as_can_be(tmp_path):
    gold, parse = written(tmp_path)
    alone = loaded(request_of([gold, parse]), METRICS)
    assert main_score(alone, 0, METRICS[0]) == main_score(alone, -1, METRICS[0]) == "las"
    several = loaded(Request(gold, (parse, gold), ("one", "two")), METRICS)
    assert [main_score(several, place, METRICS[0]) for place in (0, 1)] == ["las", "las"]
    assert main_score(loaded(request_of([gold]), METRICS), -1, METRICS[0]) == "las"


def test_what_kind_of_trees_there_are():
    kinds = {
        name: loaded(request_of([DEMO / name]), METRICS).kind
        for name in ("gold.conllu", "trees-gold.mrg", "ambiguous.lattice")
    }
    assert kinds == {"gold.conllu": "arcs", "trees-gold.mrg": "tree", "ambiguous.lattice": "lattice"}


def test_filtering_goes_on_from_nothing_to_all(tmp_path):
    document = loaded(request_of(written(tmp_path)), METRICS)
    shares = [*filtered(document, "has(tag = 'NOUN' and not right_head)", 0)]
    assert shares[0] == 0 and shares == sorted(shares) and shares[-1] <= 1


def test_why_a_sentence_is_not_compared_is_said_where_it_is_not(tmp_path):
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text("(S (N a) (N b))\n(S (N c))\n", encoding="utf-8")
    parse.write_text("(S (N a) (N x))\n(S (N c))\n", encoding="utf-8")
    metric = create("parseval", errors="drop")
    document = loaded(request_of([gold, parse]), [metric])
    first, second = (document.pairs.at(row, 0, metric).why_not for row in (0, 1))
    assert (
        first == "gold and parse have different words once collins leaves some out by their tags; TedEval keeps all"
        and second is None
    )


def test_golds_of_other_theories_come_along(tmp_path):
    gold, parse = written(tmp_path)
    document = loaded(Request(gold, (parse,), ("parse",), other_golds=(parse,)), METRICS)
    assert [other.path for other in document.gold.other_golds] == [str(parse)]


@pytest.mark.parametrize(
    ("names", "there"), [((), "there is none"), (("one",), "there is one"), (("one", "two"), "there are one, two")]
)
def test_a_parse_that_there_is_not_is_told_with_those_that_there_are(tmp_path, names, there):
    gold, parse = written(tmp_path)
    document = loaded(Request(gold, (parse,) * len(names), names), METRICS)
    with pytest.raises(OptionError, match=f"filter: no parse zzz; {there}$"):
        finished(filtered(document, "has(zzz_parseval, mark = 'extra')", 0))


def test_the_second_analysis_of_a_file_is_a_parse():
    request = Request(DEMO / "roles-gold.conll09").with_predicted
    document = loaded(request, METRICS)
    expected = second_analysis(read(DEMO / "roles-gold.conll09"))
    assert [one.name for one in document.parses] == ["predicted"]
    assert document.parses[0].treebank.words["head"].equals(expected.words["head"])
    assert not document.gold.words["head"].equals(expected.words["head"])


def test_who_is_blind_sees_either_side_first_with_the_number_and_text_of_the_gold(tmp_path):
    whole = loaded(request_of(written(tmp_path)), METRICS)
    blind = whole.blinded(Blind(7, range(1, 4)))
    assert [one.name for one in blind.parses] == ["B"] and [*blind.gold_names] == ["A"]
    assert {blind.is_turned(row, 0) for row in range(3)} == {True, False}
    for row in range(3):
        usual, seen = whole.pairs.at(row, 0, METRICS[0]), blind.pairs.at(row, 0, METRICS[0])
        heads = [[word.head for word in side.words] for side in (usual.gold, usual.parse)]
        order = -1 if blind.is_turned(row, 0) else 1
        assert [[word.head for word in side.words] for side in (seen.gold, seen.parse)] == heads[::order]
        assert (seen.gold.id, seen.gold.number) == (usual.gold.id, row + 1)


@pytest.mark.parametrize(
    ("gold", "parse"),
    [
        # Only one sentence has other words, and one has a function: what the files decide holds for all sentences.
        (
            "( (S (A (P this)) (B (Q is))) )\n( (S (A (P we)) (B (Q go))) )\n( (S (A-SBJ (P a)) (B (Q b))) )\n",
            "( (S (A (P this)) (B (R is))) )\n( (S (C (P we)) (Q go)) )\n( (S (A-SBJ (P ab))) )\n",
        ),
        (
            "( (S (A (P this)) (B (Q is))) )\n( (S (A (P we)) (B (Q go))) )\n",
            "( (S (A (P this)) (C (R is))) )\n( (S (A (P we)) (B (Q gone))) )\n",
        ),
    ],
    ids=["functions", "categories"],
)
def test_a_sentence_is_compared_by_what_the_metric_makes_of_the_whole_files(tmp_path, gold, parse):
    paths = [tmp_path / "gold.mrg", tmp_path / "parse.mrg"]
    for path, text in zip(paths, (gold, parse), strict=True):
        path.write_text(text, encoding="utf-8")
    document = loaded(request_of(paths), [create("tedeval")], ["tedeval"])
    [metric] = document.metrics
    blinded = document.blinded(Blind(7, range(len(document))))
    for row in range(len(document)):
        edits = document.parses[0].counts(row, metric)["edits"]
        for shown in (document, blinded):
            assert len(edit_script(function_trees(shown.pairs.at(row, 0, metric)))) == edits, row


def test_a_unit_is_compared_by_what_the_metric_makes_of_the_whole_files(tmp_path):
    """Its words are the same, but not those of another sentence: so words and tags count, also where they stand."""
    gold = re.sub(r"# .*\n", "", GOLD)
    joined = gold.replace("\n\n1\tIt\tit\tPRON\tPRP\t_\t2", "\n7\tIt\tit\tPRON\tPRP\t_\t8").replace(
        "2\tslept", "8\tslept"
    )
    parse = joined.replace("cat\tcat\tNOUN", "cat\tcat\tVERB").replace("3\tloudly", "3\tlowly")
    document = loaded(request_of(written(tmp_path, gold, parse)), [create("tedeval")], ["tedeval"])
    [metric] = document.metrics
    trees = function_trees(document.pairs.at(0, 0, metric))
    edits = document.parses[0].scored["tedeval"].counts["edits"]
    assert len(edit_script(trees)) == edits[0] > 0 and not document.parses[0].units.are_sentences


@pytest.mark.parametrize(("metric", "scored"), [("attachment", ["book", "books"]), ("induction", [])])
def test_a_word_of_one_side_is_scored_where_the_metric_counts_it(tmp_path, metric, scored):
    """Punctuation counts in neither; induction leaves out sentences of other words."""
    parse = GOLD.replace("5\tbook", "5\tbooks").replace("6\t.", "6\t?")
    document = loaded(request_of(written(tmp_path, GOLD, parse)), [create(metric)], [metric])
    pair = document.pairs.at(0, 0, document.metrics[0])
    found = arc_differences(pictures(pair.gold, pair.parse, arc_facts(pair)))
    alone = {one.word: one.scored for one in found if one.layer is Layer.WORDS}
    assert {*alone} == {"book", "books", ".", "?"} and [word for word in alone if alone[word]] == scored
    assert sum(one.scored for one in found) == document.parses[0].counts(0, document.metrics[0])["wrong"]


def test_of_surplus_sentences_the_first_two_are_quoted(tmp_path):
    more = "".join(f"1\t{word}\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n" for word in ("Oh", "Well", "Hm"))
    document = loaded(request_of(written(tmp_path, GOLD, GOLD.rstrip() + "\n\n" + more)), [create("attachment")])
    assert document.surplus(2, 0) == (3, ("Oh", "Well"))
    assert document.surplus(0, 0) == document.surplus(2, -1) == (0, ())


def test_who_is_blind_reads_of_the_table_only_what_tells_no_side(tmp_path):
    document = loaded(request_of(written(tmp_path)), [create("attachment")])
    blind = document.blinded(Blind(7, range(1, 4)))
    assert blind.table.columns == ["number", "id", "text", "words", blind.words_differ(0)]
    assert blind.table["words"].to_list() == document.table["words"].to_list()


def test_what_a_metric_lacks_is_said_with_the_structures_that_it_compares(tmp_path):
    arcs = loaded(request_of(written(tmp_path)), METRICS)
    trees = loaded(request_of([DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg"]), [create("parseval")])
    assert arcs.lacking(create("parseval")) == "Needs constituents on both sides."
    assert trees.lacking(create("attachment")) == "Needs dependencies on both sides."
    assert arcs.lacking(create("semantic")) == "Needs predicates on both sides."
    assert [arcs.lacking(create("tedeval")), arcs.lacking(METRICS[0]), trees.lacking(create("tedeval"))] == [""] * 3
    path = tmp_path / "parse.mrg"
    path.write_text("(S (N The) (N cat))\n(S (N It))\n(S (N Dogs))\n", encoding="utf-8")
    both = loaded(request_of([*written(tmp_path), path]), [create("tedeval")])
    assert both.kind == "mixed" and both.has_arcs and not both.has_tree
    assert (arcs.kind, arcs.has_arcs, trees.kind, trees.has_arcs) == ("arcs", True, "tree", False)


def test_the_columns_that_tell_of_a_parse(tmp_path):
    gold, parse = written(tmp_path)
    document = loaded(Request(gold, (parse, gold), ("one", "two")), METRICS)
    two = ("two_las", "two_differences", "two_words_differ")
    assert document.columns_for(1, METRICS[0]) == two
    assert document.columns_for(1, METRICS[0], layers=True) == (two[0], "layer_differences", two[2])
    # What does not score has no differences in the table; the worst sentences are found by what does.
    assert document.columns_for(1, create("ud")) == (two[0], two[2])
    assert document.columns_for(1, create("ud"), layers=True) == (two[0], "layer_differences", two[2])
    assert document.columns_for(2, METRICS[0]) == document.columns_for(9, METRICS[0]) == ()
    assert document.columns_for(-1, METRICS[0]) == document.columns_for(-9, METRICS[0]) == ()
    blind = document.blinded(Blind(1, [1, 2, 3]))
    assert [*blind.columns_for(1, METRICS[0], layers=True)] == ["layer_differences", blind.words_differ(1)]
    assert {blind.words_differ(0), blind.words_differ(1)} < {*blind.table.columns}
    others = [document.differing(place, create("ud")).to_list() for place in (0, 1, 2, 9, -1, -9)]
    assert others == [[True, False, True], *[[False] * 3] * 5]


def test_sentences_whose_words_differ_or_that_are_missing_keep_their_sides(tmp_path):
    """What is decided is written down by the gold's words."""
    other = loaded(request_of(written(tmp_path, GOLD, GOLD.replace("\tIt\t", "\tThat\t"))), METRICS)
    short = loaded(request_of(written(tmp_path, GOLD, GOLD.split("# sent_id = a-3")[0])), METRICS)
    unread = loaded(request_of(written(tmp_path, GOLD.replace("1\tIt\tit", "1\tIt"), GOLD)), METRICS)
    for seed in range(20):
        blind = other.blinded(Blind(seed, [1, 2, 3]))
        assert not blind.is_turned(1, 0) and blind.is_turned(0, 0) == Blind(seed, [1, 2, 3]).turned(0)[0]
        assert not any(short.blinded(Blind(seed, [1, 2, 3])).is_turned(row, 0) for row in range(3))
        assert not unread.blinded(Blind(seed, [1, 2, 3])).is_turned(1, 0)
        assert not blind.is_turned(0, 1) and not blind.is_turned(0, -1) and not other.is_turned(0, 0)


def test_files_of_other_texts_are_told_of_but_not_to_who_is_blind(tmp_path):
    words = "1\t{}\t_\tX\tX\t_\t0\troot\t_\t_\n\n"
    texts = ["".join(words.format(f"{letter}{number}") for number in range(60)) for letter in "ab"]
    document = loaded(request_of(written(tmp_path, *texts)), METRICS)
    paths = f"{tmp_path}/gold.conllu and {tmp_path}/parse.conllu"
    assert document.unrelated.startswith(f"{paths} have almost no words in common: 0 of 60")
    assert replace(document, complete=False).unrelated == ""
    short = loaded(request_of(written(tmp_path, GOLD, GOLD.split("# sent_id = a-3")[0])), METRICS)
    missing = f"{tmp_path}/parse.conllu: warning: 1 sentence of {tmp_path}/gold.conllu is missing (line 14)"
    assert short.sentences_differ == missing and replace(short, complete=False).sentences_differ == ""
    for one in (document, short):
        blind = one.blinded(Blind(1, range(len(one))))
        assert (blind.unrelated, blind.sentences_differ, blind.problems) == ("", "", ())


def test_a_sentence_that_the_parse_lacks_counts_as_wrong_or_is_left_out_as_the_metric_has_it(tmp_path):
    document = loaded(request_of(written(tmp_path, GOLD, GOLD.split("# sent_id = a-3")[0])), METRICS)
    pair = document.pairs.at(2, 0, document.metrics[0])
    why = f"{tmp_path}/gold.conllu:14: sentence 3 is not in {tmp_path}/parse.conllu"
    assert (pair.why_not, pair.penalized, pair.compared, pair.parse) == (why, True, False, None)
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text("(S (N a) (N b))\n(S (N c) (N d))\n", encoding="utf-8")
    parse.write_text("(S (N a) (N b))\n", encoding="utf-8")
    for metric in (create("parseval", errors="drop"), create("parseval")):
        pair = loaded(request_of([gold, parse]), [metric]).pairs.at(1, 0, metric)
        assert pair.why_not == f"{gold}:2: sentence 2 is not in {parse}"
        assert not (pair.penalized or pair.compared or pair.nothing_scores) and pair.facts is None
    alone = document.pairs.at(0, -1, METRICS[0])
    assert not alone.compared and not alone.penalized and alone.places is None


def test_a_metric_that_leaves_a_sentence_of_other_words_out_says_where_they_differ(tmp_path):
    paths = written(tmp_path, GOLD, GOLD.replace("\tIt\t", "\tThat\t"))
    document = loaded(request_of(paths), [create("induction")], ["induction"])
    pair = document.pairs.at(1, 0, document.metrics[0])
    assert pair.why_not == "gold and parse have different words" and pair.facts is None
    assert not (pair.compared or pair.penalized or pair.places is None)


def test_a_sentence_of_nothing_but_punctuation_has_nothing_that_scores(tmp_path):
    mark = "1\t.\t.\tPUNCT\t.\t_\t0\troot\t_\t_\n\n"
    document = loaded(request_of(written(tmp_path, mark, mark)), METRICS)
    assert document.pairs.at(0, 0, METRICS[0]).nothing_scores
    usual = loaded(request_of(written(tmp_path)), METRICS).pairs.at(0, 0, METRICS[0])
    assert not usual.nothing_scores and usual.compared


def test_what_is_asked_for_beyond_the_files_is_refused(tmp_path):
    document = loaded(request_of(written(tmp_path)), METRICS)
    for parse in (-1, 0):
        with pytest.raises(IndexError):
            document.pairs.at(3, parse, METRICS[0])
    assert document.pairs.at(0, 1, METRICS[0]).parse is None
    assert document.parses[0].counts(0, create("ud")) == {}
    assert document.parses[0].fitted(create("ud")).name == "ud"
    other = create("attachment", punctuation="include")
    assert document.parses[0].fitted(other) is other
    assert document.parses[0].fitted(METRICS[0]) is document.parses[0].scored["attachment"].metric


@pytest.mark.parametrize("side", ["gold", "parse"])
def test_a_sentence_that_cannot_be_read_is_told_by_its_place_whichever_side_it_is_of(tmp_path, side):
    broken = GOLD.replace("1\tIt\tit", "1\tIt")
    texts = (broken, GOLD) if side == "gold" else (GOLD, broken)
    document = loaded(request_of(written(tmp_path, *texts)), METRICS)
    pair = document.pairs.at(1, 0, METRICS[0])
    said = f"{tmp_path}/{side}.conllu:10: sentence 2 could not be read"
    assert (pair.why_not, pair.unread.said, pair.unread.treebank.path) == (said, said, f"{tmp_path}/{side}.conllu")
    assert pair.penalized == (side == "parse") and [number for number, _ in pair.unread.lines()] == [10, 11, 12]
    assert document.pairs.at(1, -1, METRICS[0]).why_not == (said if side == "gold" else None)
    assert document.pairs.at(0, 0, METRICS[0]).unread is None


def test_what_is_shown_is_told_apart_by_what_it_is_not_by_what_is_in_it(tmp_path):
    document = loaded(request_of(written(tmp_path)), METRICS)
    pair = document.pairs.at(0, 0, METRICS[0])
    shown = (document, document.layers, document.parses[0], pair)
    assert len({*shown, *map(replace, (document, document.parses[0], pair))}) == 7
    assert pair.once("x", list) is pair.once("x", list)


def test_what_has_been_worked_out_is_kept(tmp_path):
    document = loaded(request_of(written(tmp_path)), METRICS)
    for name in ("table", "problems", "tables", "layers", "pairs"):
        assert getattr(document, name) is getattr(document, name)
    pair = document.pairs.at(0, 0, METRICS[0])
    assert pair.facts is pair.facts
    rows = [document.pairs.at(row, 0, METRICS[0]) for row in range(3)]
    assert [document.pairs.at(row, 0, METRICS[0]) for row in range(3)] == rows
    other = document.pairs.at(0, 0, create("attachment", punctuation="include"))
    assert other is not pair and other.facts.height == pair.facts.height


def test_a_sentence_of_other_words_is_compared_where_all_of_it_counts_as_wrong(tmp_path):
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text("(S (N a) (N b))\n(S (N c))\n", encoding="utf-8")
    parse.write_text("(S (N a) (N x))\n(S (N c))\n", encoding="utf-8")
    for errors, compared in (("penalize", True), ("drop", False)):
        metric = create("parseval", errors=errors)
        other, same = (loaded(request_of([gold, parse]), [metric]).pairs.at(row, 0, metric) for row in (0, 1))
        assert (other.penalized, other.compared, other.facts is not None) == (compared,) * 3
        assert other.why_not is not None and other.places is not None
        assert (same.penalized, same.compared, same.why_not, same.places) == (False, True, None, None)


def test_of_sentences_that_are_shown_as_one_either_side_is_told_with_how_many_they_are(tmp_path):
    joined = GOLD.replace("\n\n# sent_id = a-3", "").replace(
        "3\tloudly\tloudly\tADV\tRB\t_\t2", "5\tloudly\tloudly\tADV\tRB\t_\t4"
    )
    joined = joined.replace("1\tDogs\tdog\tNOUN\tNNS\t_\t2", "3\tDogs\tdog\tNOUN\tNNS\t_\t4").replace(
        "2\tbark", "4\tbark"
    )
    for texts, lengths in (((GOLD, joined), (2, 0)), ((joined, GOLD), (0, 2))):
        document = loaded(request_of(written(tmp_path, *texts)), METRICS)
        for row in range(1, len(document)):
            pair = document.pairs.at(row, 0, METRICS[0])
            assert (pair.gold.number, pair.parse.number) == (row + 1, row + 1)
            assert (len(pair.gold.parts), len(pair.parse.parts)) == lengths and pair.why_not is None and pair.compared
            assert [word.form for word in pair.gold.words] == ["It", "slept", "Dogs", "bark", "loudly"]
        first = document.pairs.at(0, 0, METRICS[0])
        assert (first.gold.parts, first.parse.parts, first.gold.number) == ((), (), 1)


def test_who_is_blind_sees_no_more_of_the_other_side_than_its_trees(tmp_path):
    parse = PARSE.replace("# sent_id = a-", "# sent_id = parse-").replace("# text = The cat read a book.\n", "")
    whole = loaded(request_of(written(tmp_path, GOLD, parse)), METRICS)
    blind = whole.blinded(Blind(7, [1, 2, 3]))
    for row in range(3):
        pair = blind.pairs.at(row, 0, METRICS[0])
        for side in (pair.gold, pair.parse):
            assert (side.number, side.id) == (row + 1, f"a-{row + 1}")
            assert side.text == ("The cat read a book." if not row else None)
        assert [side.path for side in pair.sides] == ["A", "B"]
        usual = whole.pairs.at(row, 0, METRICS[0])
        marks = sorted(pair.facts["mark"].to_list())
        swap = {int(Mark.MISSING): Mark.EXTRA, int(Mark.EXTRA): Mark.MISSING} if blind.is_turned(row, 0) else {}
        assert marks == sorted(int(swap.get(mark, mark)) for mark in usual.facts["mark"].to_list())


def test_surplus_and_files_are_found_by_their_row_and_path(tmp_path):
    gold, parse = written(tmp_path, GOLD, GOLD.rstrip() + "\n\n1\tOh\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n")
    document = loaded(request_of([gold, parse]), METRICS)
    assert document.surplus(2, 0) == (1, ("Oh",))
    assert document.surplus(2, 9) == document.surplus(2, 1) == document.surplus(1, 0) == (0, ())
    assert document.treebank_of(str(gold)) is document.gold and document.treebank_of("none") is None
    assert document.treebank_of(str(parse)) is document.parses[0].treebank and len(document.treebanks) == 2


def test_who_is_blind_reads_of_one_parse_the_other_letter_of_several_their_numbers(tmp_path):
    gold, parse = written(tmp_path)
    for parses, names in (((parse,), ["B"]), ((parse, gold), ["pair 1", "pair 2"])):
        document = loaded(Request(gold, parses, tuple("xyz"[: len(parses)])), METRICS)
        assert [one.name for one in document.blinded(Blind(1, range(len(document)))).parses] == names


TREES = "( (S (NP (D the) (N cat)) (VP (V read) (NP (D a) (N book)))) )\n"


def tables_of(folder, gold, parses, metrics, ending="conllu"):
    paths = []
    for name, text in (("gold", gold), *parses.items()):
        paths.append(folder / f"{name}.{ending}")
        paths[-1].write_text(text, encoding="utf-8")
    treebanks = [read(path) for path in paths]
    return Tables(treebanks[0], dict(zip(parses, treebanks[1:], strict=True)), [create(*one) for one in metrics])


@pytest.fixture
def arcs(tmp_path):
    return tables_of(tmp_path, GOLD, {"one": PARSE, "two": GOLD}, [("attachment",)])


@pytest.fixture
def trees(tmp_path):
    return tables_of(tmp_path, TREES, {"p": TREES.replace("VP", "XP")}, [("parseval",)], "mrg")


def test_each_is_worked_out_once_for_a_parse(arcs, trees):
    for work in (
        arcs.words,
        lambda parse: arcs.nodes(NodeKind.FUNCTION, parse),
        lambda parse: arcs.facts(parse, "tedeval"),
    ):
        assert work(0) is work(0) and work(0) is not work(1)
    assert finished(trees.errors(0)) is finished(trees.errors(0))
    assert [*trees.errors(0)] == [] != [*Tables(trees.gold, trees.parses, trees.metrics).errors(0)]


def test_words_are_those_of_the_parse_that_is_meant_or_of_none(arcs, trees):
    assert arcs.words(0)["parse_head"].to_list() != arcs.words(1)["parse_head"].to_list()
    assert arcs.words(1)["parse_head"].to_list() == arcs.gold.words["head"].to_list()
    assert {"parse_head", "one_head", "two_head"} < {*arcs.words(0).columns}
    assert [name for name in arcs.words(-1).columns if "gold_" not in name] == ["sentence", "position", "form"]
    assert trees.words(0) is None


def test_nodes_are_those_of_trees_that_there_are(arcs, trees):
    assert arcs.nodes(NodeKind.CONSTITUENT, 0) is None and arcs.nodes(NodeKind.FUNCTION, 0).kind is NodeKind.FUNCTION
    assert trees.nodes(NodeKind.CONSTITUENT, 0).rows["parse_label"].drop_nulls().to_list().count("XP") == 1
    assert "parse" not in trees.nodes(NodeKind.CONSTITUENT, -1).at


def test_facts_are_of_the_metric_that_scores_else_as_it_is_by_default(tmp_path, arcs):
    other = tables_of(tmp_path, GOLD, {"one": PARSE}, [("attachment",)])
    included = Tables(other.gold, other.parses, [create("attachment", punctuation="include")])
    scored = [tables.facts(0, "attachment")["in_gold"].sum() for tables in (other, included)]
    assert scored[0] < scored[1]
    assert included.facts(0, "parseval") is None and included.facts(0, "tedeval") is not None
    assert arcs.fits(create("attachment")) and not arcs.fits(create("parseval"))


def test_errors_are_told_by_the_brackets_that_score(tmp_path):
    text = "( (S (NP (D the) (N cat)) (VP (V read))) )\n"
    parse = text.replace("NP", "XP")
    path = tmp_path / "own.prm"
    path.write_text("DEBUG 0\nMAX_ERROR 10\nCUTOFF_LEN 40\nLABELED 0\n", encoding="utf-8")
    usual = tables_of(tmp_path, text, {"p": parse}, [("parseval",)], "mrg")
    unlabeled = Tables(usual.gold, usual.parses, [create("parseval", params=f"{path}")])
    assert usual.have_repairs and finished(usual.errors(0)).table.height == 1
    assert finished(usual.errors(0)).columns["repairs"].to_list() == [1]
    assert finished(unlabeled.errors(0)) is not finished(usual.errors(0))


def test_there_are_repairs_where_all_sides_have_constituents(arcs, trees):
    assert trees.have_repairs and not arcs.have_repairs
    assert not Tables(trees.gold, {**trees.parses, "arcs": arcs.gold}, []).have_repairs
    assert not Tables(arcs.gold, trees.parses, []).have_repairs


def test_before_a_condition_has_looked_the_first_sentences_tell(tmp_path):
    many = tables_of(tmp_path, GOLD * 40, {"one": PARSE * 40}, [("attachment",)])
    for at_hand, whole in (
        (many.words_at_hand, many.words),
        (lambda parse: many.facts_at_hand(parse, "attachment"), lambda parse: many.facts(parse, "attachment")),
        (
            lambda parse: many.nodes_at_hand(parse)[NodeKind.FUNCTION].rows,
            lambda parse: many.nodes(NodeKind.FUNCTION, parse).rows,
        ),
    ):
        assert at_hand(0)["sentence"].max() == SAMPLE - 1
        assert whole(0)["sentence"].max() == len(many.gold) - 1
        assert at_hand(0) is whole(0)
    assert [*many.nodes_at_hand(0)] == [NodeKind.FUNCTION]
    assert tables_of(tmp_path, TREES, {"p": TREES}, [("parseval",)], "mrg").words_at_hand(0) is None
