"""Lattices that are opened beside a gold, or are the gold; what is told of metrics that do not score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import METRICS, create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.document import why_no_lattice
from goldleaf.viewer.session.loading import document_of, load, rescored
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
