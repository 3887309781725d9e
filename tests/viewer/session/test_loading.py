"""Lattices that are opened beside a gold, or are the gold; what is told of metrics that do not score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldleaf.core.errors import GoldleafError, OptionError, PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import METRICS, create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.document import why_no_lattice
from goldleaf.viewer.session.loading import MetricChoice, document_of, load, rescored, swapped
from goldleaf.viewer.session.loading import loaded as document_loaded
from goldleaf.viewer.session.request import Request, request_of
from tests.viewer.window.windows import GOLD, written

ALL = """0	1	It	it	PRON	PRP	_	1
0	1	It	it	X	X	_	1
1	2	slept	sleep	VERB	VBD	_	2

0	2	a	a	DET	DT	_	1
0	1	a	a	X	X	_	1
1	2	b	b	X	X	_	1

"""
PATH = """0	1	It	it	PRON	PRP	_	1
1	2	slept	sleep	VERB	VBD	_	2

"""


def loaded(request: Request):
    *_, last = load(request, [create(name) for name in METRICS])
    return last.document


@pytest.fixture
def lattice(tmp_path):
    path = tmp_path / "all.lattice"
    path.write_text(ALL, encoding="utf-8")
    return path


def test_a_lattice_is_read_beside_the_gold(tmp_path, lattice):
    document = loaded(replace(request_of(written(tmp_path)), lattice=lattice))
    assert document.lattice is not None and document.lattice.path == str(lattice) and len(document) == 3
    assert not document.lattice_only
    assert document.treebank_of(str(lattice)) is document.lattice
    assert "2 lattices, but 3 sentences" in str(document.problems[-1])
    last = document.problems[-1]
    assert (last.path, last.line, last.column) == (str(lattice), 1, 0), "it is of the whole line"


@pytest.mark.parametrize(("lattices", "places"), [(1, True), (2, False)])
def test_words_that_differ_are_compared_in_the_lattice(tmp_path, lattices, places):
    """If there is one for each sentence."""
    gold, parse, lattice = (tmp_path / name for name in ("gold.conllu", "parse.conllu", "all.lattice"))
    gold.write_text("1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tslept\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n\n")
    parse.write_text("1\tItslept\tit\tVERB\t_\t_\t0\troot\t_\t_\n\n")
    lattice.write_text(PATH * lattices, encoding="utf-8")
    document = loaded(replace(request_of([gold, parse]), lattice=lattice))
    signature = document.parses[0].scored["tedeval"].metric.signature
    assert ("places:lattice" in signature) is places


def test_a_format_that_is_given_is_that_of_the_trees(tmp_path, lattice):
    request = replace(request_of(written(tmp_path)), lattice=lattice, format_name="conllu")
    assert loaded(request).lattice is not None


def test_a_file_of_something_else_is_no_lattice(tmp_path):
    gold, parse = written(tmp_path)
    with pytest.raises(PairError, match=r"parse\.conllu: CoNLL-U.*, no lattices"):
        loaded(Request(gold, lattice=parse))


def test_without_a_lattice(tmp_path):
    document = loaded(request_of(written(tmp_path)))
    assert document.lattice is None


def test_a_gold_of_lattices_is_its_own(lattice):
    document = loaded(request_of([lattice]))
    assert document.lattice is not None and document.lattice_only
    assert document.problems == ()


def test_words_without_trees_are_compared_as_words(tmp_path, lattice):
    gold, parse = tmp_path / "gold.lattice", tmp_path / "parse.lattice"
    gold.write_text(PATH, encoding="utf-8")
    parse.write_text(PATH.replace("slept", "sleeps"), encoding="utf-8")
    document = loaded(replace(request_of([gold, parse]), lattice=lattice))
    assert [metric.name for metric in document.metrics] == ["segmentation"]
    assert document.table["differences"].to_list() == [2]
    assert document.metric_for("lattice", "segmentation") is document.metrics[0]


def test_words_are_compared_with_the_words_of_trees(tmp_path, lattice):
    gold, parse = written(tmp_path)
    path = tmp_path / "path.lattice"
    path.write_text("0\t1\tThe\tthe\tDET\tDT\t_\t1\n\n" + PATH * 2, encoding="utf-8")
    document = loaded(replace(request_of([gold, path]), lattice=lattice))
    assert [metric.name for metric in document.metrics] == ["segmentation"] and not document.lattice_only
    assert [metric.name for metric in loaded(request_of([gold, parse])).metrics] == ["attachment", "tedeval"]


def test_the_next_experiment_keeps_the_lattice(tmp_path, lattice):
    written(tmp_path)
    text = "".join(f'[[experiment]]\nname = "{name}"\ngold = "gold.conllu"\nparse = "parse.conllu"\n' for name in "ab")
    (tmp_path / "e.toml").write_text(text, encoding="utf-8")
    request = replace(request_of([tmp_path / "e.toml"]), lattice=lattice)
    assert request.next_experiment.lattice == lattice
    assert request.next_experiment.experiments[0].name == "b"


def test_why_a_sentence_has_no_lattice(tmp_path, lattice):
    found = loaded(request_of([lattice])).lattice
    assert why_no_lattice(found, 2, complete=True) == "sentence 3 is not in it"
    assert why_no_lattice(found, 2, complete=False) == "not read yet"
    assert why_no_lattice(found, 1, complete=True) == "sentence 2 has no edges"
    broken = tmp_path / "broken.lattice"
    broken.write_text(ALL.replace("1\t2\tslept", "x\t2\tslept"), encoding="utf-8")
    document = loaded(request_of([broken]))
    assert why_no_lattice(document.lattice, 0, complete=True).startswith(f"sentence 1 could not be read: {broken}:3")


def test_a_metric_that_was_asked_for_and_does_not_score_is_left_out_with_the_reason(tmp_path):
    """Also when it is asked for later; not before all is read, as the rest may say another thing."""
    gold, parse = written(tmp_path, GOLD, GOLD.replace("\tIt\t", "\tThat\t"))
    metrics = [create("attachment"), create("ud")]
    document = loaded(request_of([gold, parse]))
    assert document.left_out == {}
    *_, step = rescored(document, metrics, ["attachment", "ud"])
    at_once = finished(document_of(document.gold, {"p": read(parse)}, metrics, ["attachment", "ud"]))
    early = finished(document_of(document.gold, {"p": read(parse)}, metrics, ["attachment", "ud"], complete=False))
    assert [*step.document.left_out] == [*at_once.left_out] == ["ud"] and early.left_out == {}
    assert "the text goes on with" in step.document.left_out["ud"]
    assert [metric.name for metric in step.document.metrics] == ["attachment"]


def test_what_is_shown_can_be_worked_out_when_it_is_asked_for(tmp_path):
    paths = written(tmp_path)
    gold, parse = (read(path) for path in paths)
    document = finished(document_of(gold, {"p": parse}, [create("attachment")]))
    assert document.table["differences"].to_list() == [1, 0, 1]
    assert document.problems == loaded(request_of(paths)).problems != ()
    assert document.table is document.table and document.problems is document.problems


def test_what_is_being_done_is_said_with_the_file_and_how_far_it_is(tmp_path):
    gold, parse = written(tmp_path, GOLD * 3000, GOLD * 3000)
    steps = [*load(request_of([gold, parse]), [create("attachment")])]
    doing = [step.doing for step in steps]
    assert [*dict.fromkeys(doing)] == ["reading", "reading gold.conllu", "reading parse.conllu", "scoring", "ready"]
    at = {step.doing: step.done for step in steps}  # the last of each
    assert 0 < at["reading"] < at["reading gold.conllu"] < at["reading parse.conllu"] == 0.9
    assert all(0.9 <= step.done <= 1 for step in steps if step.doing == "scoring") and at["ready"] == 1
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert [step.document is not None for step in steps] == [True, *[False] * (len(steps) - 2), True]
    [only] = load(request_of(written(tmp_path)), [create("attachment")])
    assert (only.done, only.doing, only.document.complete) == (1, "reading", True)


def test_files_are_read_as_they_are_asked_for(tmp_path):
    gold, parse = tmp_path / "gold", tmp_path / "parse"
    for path in (gold, parse):
        path.write_bytes("1\tdéjà\tdéjà\tX\tX\t_\t0\troot\t_\t_\n\n".encode("latin-1"))
    request = replace(request_of([gold, parse]), encoding="latin-1", format_name="conllx")
    document = document_loaded(request, [create("attachment")])
    assert [one.format for one in document.treebanks] == ["conllx", "conllx"]
    assert [one.sentence(0).words[0].form for one in document.treebanks] == ["déjà", "déjà"]
    trees = tmp_path / "trees.mrg"
    trees.write_text("( (S (NP*SBJ (N a)) (VP (V b))) )\n", encoding="utf-8")
    for separator, label in (("*", "NP"), ("-", "NP*SBJ")):
        treebank = document_loaded(replace(request_of([trees]), separator=separator), [create("parseval")]).gold
        assert label in treebank.nodes["label"].cast(str).to_list()


def test_words_are_looked_up_in_the_training_file(tmp_path):
    gold, parse = written(tmp_path)
    train = tmp_path / "train.conllu"
    train.write_text(GOLD.split("# sent_id = a-2")[0], encoding="utf-8")
    document = document_loaded(replace(request_of([gold, parse]), train=train), [create("attachment")])
    assert document.gold.words["form_seen"].to_list() == [True] * 6 + [False] * 5
    assert "form_seen" not in document.parses[0].treebank.words.columns


def test_golds_are_named_by_their_experiments_or_files_or_by_what_is_given(tmp_path):
    gold, parse = (read(path) for path in written(tmp_path))
    metrics = [create("attachment")]

    def named(**given):
        return finished(document_of(gold, {"p": parse}, metrics, **given)).gold_names

    assert named() == named(gold_names=["Z"]) == ("gold",)
    assert named(other_golds=[parse]) == ("gold", "parse")
    assert named(other_golds=[parse], gold_names=["A", "B"]) == ("A", "B")
    assert named(adjudicated=True, gold_names=["Lotte"]) == ("Lotte",)
    with pytest.raises(OptionError, match="adjudicate: there is no gold, so there are no other golds"):
        named(adjudicated=True, other_golds=[parse])
    short = read(written(tmp_path, GOLD.split("# sent_id = a-3")[0], None)[0])
    with pytest.raises(PairError):
        named(other_golds=[short])


def test_where_no_metric_that_is_wanted_fits_another_scores(tmp_path):
    gold, parse = (read(path) for path in written(tmp_path, GOLD, GOLD.replace("\tIt\t", "\tThat\t")))

    def scoring(*names, asked=()):
        document = finished(document_of(gold, {"p": parse}, [create(name) for name in names], asked))
        return [metric.name for metric in document.metrics], [*document.left_out]

    assert scoring("attachment", "ud", asked=["ud"]) == (["attachment"], ["ud"])
    assert scoring("ud", asked=["ud"]) == (["ud"], ["ud"])
    assert scoring("attachment", "parseval", asked=["parseval"]) == (["attachment"], [])
    assert scoring("parseval", asked=["parseval"]) == scoring("parseval") == (["parseval"], [])
    assert scoring("parseval", "clustering") == (["parseval"], [])
    assert scoring("attachment", "tedeval")[1] == []


def test_annotators_change_places_and_are_scored_anew(tmp_path):
    gold, parse = written(tmp_path)
    document = document_loaded(
        Request.of_annotators([gold, parse, gold], ["one", "two", "three"]), [create("attachment")]
    )
    steps = [*swapped(document, 1, document.metrics)]
    other = steps[-1].document
    assert other.adjudicated and other.complete and [*other.gold_names] == ["three"]
    assert [one.name for one in other.parses] == ["two", "one"]
    assert [one.path for one in other.treebanks] == [str(gold), str(parse), str(gold)]
    assert [one.scored["attachment"].scores()["las"].value for one in other.parses] == [0.8, 1.0]
    assert {step.doing for step in steps[:-1]} == {"scoring"} and (steps[-1].doing, steps[-1].done) == ("ready", 1.0)


def test_other_metrics_score_the_same_files(tmp_path):
    document = document_loaded(request_of(written(tmp_path)), [create("attachment")])
    *_, last = rescored(document, [create("attachment"), create("tedeval")], ["tedeval"])
    assert [metric.name for metric in last.document.metrics] == ["tedeval"]
    assert [*last.document.parses[0].scored] == ["tedeval"] and "accuracy" in last.document.table.columns
    assert last.document.gold is document.gold and (last.doing, last.done) == ("ready", 1.0)


@pytest.mark.parametrize("change", ["rescored", "swapped"])
def test_scoring_is_half_of_what_is_to_be_done_and_the_rest_is_what_the_window_would_wait_for(
    tmp_path, lattice, change
):
    gold, parse = written(tmp_path)
    request = Request.of_annotators([gold, parse, gold], ["one", "two", "three"])
    document = document_loaded(replace(request, lattice=lattice), [create("attachment")])
    change = rescored(document, document.metrics) if change == "rescored" else swapped(document, 1, document.metrics)
    steps = [*change]
    shares = [round(step.done, 3) for step in steps]
    assert shares[:7] == [0.0, 0.25, 0.5, 0.575, 0.65, 0.65, 0.75] and shares == sorted(shares) and shares[-1] == 1
    other = steps[-1].document
    assert other.lattice is document.lattice and other.adjudicated and other.complete and len(other.parses) == 2
    assert {"table", "problems", "unrelated", "sentences_differ"} <= {*vars(other)}


def test_files_of_a_campaign_s_annotators_are_read_with_their_names(tmp_path):
    gold, parse = written(tmp_path)
    document = document_loaded(Request.of_annotators([gold, parse], ["Lotte", "Nina"]), [create("attachment")])
    assert ([*document.gold_names], [one.name for one in document.parses]) == (["Lotte"], ["Nina"])
    assert document.adjudicated and not document_loaded(request_of([gold, parse]), []).adjudicated


def test_labels_are_mapped_as_an_experiment_has_them(tmp_path):
    written(tmp_path)
    (tmp_path / "map.tsv").write_text("object obj\n", encoding="utf-8")
    entry = '[[experiment]]\nname = "a"\ngold = "gold.conllu"\nparse = "parse.conllu"\nlabel_map = "map.tsv"\n'
    (tmp_path / "all.toml").write_text(entry, encoding="utf-8")
    document = document_loaded(request_of([tmp_path / "all.toml"]), [create("attachment")])
    labels = [{*treebank.words["label"].cast(str)} for treebank in document.treebanks]
    assert "object" in labels[0] and "obj" not in labels[0] | labels[1]


DELETES = "DEBUG 0\nMAX_ERROR 10\nCUTOFF_LEN 40\nLABELED 1\nDELETE_LABEL {}\n"


def deleted(metric):
    return metric.rules.settings.delete


def test_a_file_of_parameters_is_read_anew_whenever_there_is_to_be_scored(tmp_path):
    path = tmp_path / "own.prm"
    path.write_text(DELETES.format("TOP"), encoding="utf-8")
    choice = MetricChoice().with_option("parseval", "params", f"{path}")
    assert deleted(choice.metric("parseval")) == {"TOP"}
    path.write_text(DELETES.format("ROOT"), encoding="utf-8")
    assert deleted(dict(zip(METRICS, choice.metrics(), strict=True))["parseval"]) == {"ROOT"}
    assert deleted(choice.metric("parseval")) == {"ROOT"}


def test_a_device_that_settings_name_is_not_read():
    """A path that somebody put into the file of settings, not one that is named on the command line."""
    read_forever = {"tedeval": {"label_map": "/dev/zero", "head": "wildcard"}, "clustering": {"map_tags": "x" * 5000}}
    assert MetricChoice.stored([], read_forever) == MetricChoice()


def test_what_is_written_and_is_no_file_is_remembered():
    weight = {"semantic": {"semantic_weight": "0.7"}}
    assert MetricChoice.stored([], weight).chosen("semantic", "semantic_weight") == "0.7"


def test_what_is_lost_is_as_it_is_by_default(tmp_path):
    path = tmp_path / "own.prm"
    path.write_text(DELETES.format("TOP"), encoding="utf-8")
    choice = MetricChoice().with_option("parseval", "params", f"{path}")
    path.unlink()
    assert choice.chosen("parseval", "params") == MetricChoice().chosen("parseval", "params")
    assert [metric.name for metric in choice.metrics()] == [*METRICS]


def test_another_choice_does_not_remember_the_metrics_of_the_one_before():
    choice = MetricChoice()
    usual = choice.metric("attachment").chosen["punctuation"]
    changed = choice.with_option("attachment", "punctuation", "include")
    assert usual != "include" == changed.metric("attachment").chosen["punctuation"]
    assert choice.metric("attachment").chosen["punctuation"] == usual


def test_what_was_remembered_comes_back_and_what_there_is_no_more_does_not(tmp_path):
    choice = MetricChoice.stored(
        ["attachment", "gone", "tedeval"],
        {
            "gone": {"option": "1"},
            "attachment": {"punctuation": "include"},
            "ud": "no table",
            "tedeval": {"no_such_option": "1"},
            "parseval": {"errors": "drop", "no": "1"},
        },
    )
    assert choice == MetricChoice(("attachment", "tedeval"), {"attachment": {"punctuation": "include"}})
    path = tmp_path / "own.prm"
    path.write_text(DELETES.format("TOP"), encoding="utf-8")
    kept = MetricChoice.stored([], {"parseval": {"params": f"{path}"}})
    assert kept.options == {"parseval": {"params": f"{path}"}}
    path.unlink()
    assert MetricChoice.stored([], {"parseval": {"params": f"{path}"}}).options == {}


def test_options_that_are_as_they_are_by_default_are_left_out():
    changed = MetricChoice(("ud",)).with_option("attachment", "punctuation", "include")
    both = changed.with_option("attachment", "labels", "universal").with_option("tedeval", "head", "wildcard")
    assert both.names == ("ud",)
    assert both.options == {
        "attachment": {"punctuation": "include", "labels": "universal"}, "tedeval": {"head": "wildcard"}
    }  # fmt: skip
    assert both.with_options("tedeval", {}).options == {"attachment": both.options["attachment"]}
    assert changed.with_option("attachment", "punctuation", "exclude") == MetricChoice(("ud",))
    for metric, option, value in (("attachment", "punctuation", "no"), ("attachment", "no", "x"), ("no", "x", "x")):
        with pytest.raises((GoldleafError, KeyError)):
            changed.with_option(metric, option, value)


def test_a_metric_is_made_once_until_all_are_made_anew():
    choice = MetricChoice()
    first = choice.metric("attachment")
    assert choice.metric("attachment") is first
    choice.metrics()
    assert choice.metric("attachment") is not first and choice.metrics()[0] is not choice.metrics()[0]


def test_choices_are_the_same_whatever_has_been_made_of_them():
    choice = MetricChoice(("ud",))
    choice.metric("attachment")
    assert choice == MetricChoice(("ud",)) and "_made" not in repr(choice)
