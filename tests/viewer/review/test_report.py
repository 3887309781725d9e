"""What became of a review, in figures and in words; what reviewers write is text in it, and nothing else."""

from __future__ import annotations

import json

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.formats import read
from goldleaf.viewer.review.judgements import REVIEWED, Judgement, Place, Side
from goldleaf.viewer.review.report import REPORTS, as_markdown, as_object
from goldleaf.viewer.review.reviewer_agreement import agreement_of
from goldleaf.viewer.review.store import Store
from tests.viewer.window.windows import written

TEXT = "# sent_id = <b>a</b>\n1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
BAD = "<img src=x>\x1b[2J`a`|*b*[c](d)\\\ne"


@pytest.fixture
def gold(tmp_path):
    return read(written(tmp_path)[0])


@pytest.fixture
def store(tmp_path, gold):
    """Anna and Ben agree on one word of two, and Anna is done with the first sentence and has a note on the third."""
    sides = [Side("gold", gold.path), Side("parse", "parse.conllu")]
    with Store.create(tmp_path / "r.goldleaf", sides, reviewer="anna") as made:
        made.attach(gold)
        for who, item, verdict in (
            ("anna", "5", "gold"),
            ("ben", "5", "parse"),
            ("anna", "6", "both"),
            ("ben", "6", "both"),
        ):
            made.act(
                verdict, [Judgement(Place(made.key(0), Layer.ARC, item), who, verdict, tags=("hard",) * (who == "ben"))]
            )
        made.act("done", [Judgement(Place(made.key(0)), "anna", REVIEWED)])
        made.act(
            "note", [Judgement(Place(made.key(2), Layer.ARC, "3"), "anna", "", note="a | b", tags=("hard", "ask"))]
        )
        yield made


def test_figures(store):
    about = as_object(store)
    assert (about["sentences"], about["reviewed"], about["stale"], about["agreement"]) == (3, 1, 0, None)
    anna, ben = about["reviewers"]
    assert (anna["name"], anna["reviewed"], anna["verdicts"], anna["notes"]) == ("anna", 1, {"both": 1, "gold": 1}, 1)
    assert (ben["name"], ben["reviewed"], ben["verdicts"], ben["notes"]) == ("ben", 0, {"both": 1, "parse": 1}, 0)
    assert anna["first"] <= anna["last"]
    assert (about["layers_judged"], about["tags"]) == ({"arc": 4}, {"hard": 3, "ask": 1})
    [conflict] = about["conflicts"]
    assert conflict == {
        "sentence": "a-1", "number": 1, "word": "5", "layer": "arc", "verdicts": {"anna": "gold", "ben": "parse"}
    }  # fmt: skip
    noted = next(one for one in about["judgements"] if one["note"])
    assert (noted["sentence"], noted["number"], noted["word"]) == ("a-3", 3, "3")
    assert [*noted["tags"]] == ["hard", "ask"]


def test_words_for_people_with_the_agreement_where_it_is_given(store, gold):
    plain = as_markdown(store)
    titles = [line for line in plain.splitlines() if line.startswith("#")]
    sections = ("Reviewers", "Layers", "Tags", "Judged differently", "Notes")
    assert titles == ["# Review: r", *(f"## {section}" for section in sections)]
    assert "- 1 of 3 sentences reviewed" in plain and "changed since" not in plain
    found = agreement_of(store, [gold, gold])
    text = as_markdown(store, found)
    for title in (
        "Agreement of reviewers",
        "Agreement by layer",
        "Agreement by label",
        "Sentences with most disagreements",
    ):
        assert (f"## {title}" in text, f"## {title}" in plain) == (True, False)
    assert "Krippendorff's alpha, 2 reviewers: " in text and "| 50.00 |" in text
    assert "| arc | anna | ben | 2 | 1 | 50.00 | " in text and "| obj | anna | ben | 1 | 0 | 0.00 | " in text


def test_what_reviewers_write_is_no_markup(tmp_path):
    (tmp_path / "gold.conllu").write_text(TEXT, encoding="utf-8")
    gold = read(tmp_path / "gold.conllu")
    sides = [Side(f"{name}<i>", gold.path) for name in ("gold", "parse")]
    with Store.create(tmp_path / "s`<u>.goldleaf", sides, reviewer="<s>anna") as store:
        store.attach(gold)
        judgement = Judgement(Place(store.key(0), "arc", "1"), "<s>anna", "gold<i>", BAD, (BAD.replace("\n", ""),))
        store.act("…", [judgement])
        text = as_markdown(store)
    assert "<" not in text.replace("<br>", "") and "\x1b" not in text
    assert "&lt;img src=x&gt;␛\\[2J\\`a\\`\\|\\*b\\*\\[c\\](d)\\\\<br>e" in text
    assert "# Review: s\\`&lt;u&gt;" in text


def test_quotes_stay_what_they_are(store):
    store.act("note", [Judgement(Place(store.key(1), Layer.ARC, "1"), "anna", "", note='"it\'s"')])
    assert '"it\'s"' in as_markdown(store)


def test_json_is_laid_out_for_people_too(store, gold):
    text = REPORTS["json"](store, [gold, gold])
    assert text.startswith('{\n "goldleaf": "') and text.endswith("\n}\n")
    assert json.loads(text) == as_object(store, agreement_of(store, [gold, gold]))


def test_the_twenty_sentences_with_most_disagreements_are_named(tmp_path):
    (tmp_path / "gold.conllu").write_text(TEXT.split("\n", 1)[1] * 22, encoding="utf-8")
    gold = read(tmp_path / "gold.conllu")
    sides = [Side("gold", gold.path), Side("parse", gold.path)]
    with Store.create(tmp_path / "r.goldleaf", sides, reviewer="anna") as store:
        store.attach(gold)
        for who, verdict in (("anna", "gold"), ("ben", "0:x")):
            store.act(who, [Judgement(Place(store.key(row), "arc", "1"), who, verdict) for row in range(22)])
        text = as_markdown(store, agreement_of(store, [gold, gold]))
    rows = text.split("## Sentences with most disagreements\n\n")[1].split("\n\n")[0].splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == [f"| {number}" for number in range(1, 21)]


def test_a_session_that_has_seen_no_treebank_has_a_report(tmp_path):
    with Store.create(tmp_path / "r.goldleaf", [Side("gold", "gold.x")], reviewer="anna") as store:
        assert "- 0 of 0 sentences reviewed" in as_markdown(store)
