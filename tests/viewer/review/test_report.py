"""What became of a review, in figures and in words; what reviewers write is text in it, and nothing else."""

from __future__ import annotations

import json

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import read
from goldleaf.viewer.review.judgements import REVIEWED, Judgement, Place
from goldleaf.viewer.review.report import (
    REPORTS,
    as_markdown,
    as_object,
    report_steps,
    seconds_taken,
)
from goldleaf.viewer.review.result import passed_over
from goldleaf.viewer.review.reviewer_agreement import agreement_of
from goldleaf.viewer.review.sides import SessionSide
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
    sides = [SessionSide("gold", gold.path), SessionSide("parse", "parse.conllu")]
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
    sides = [SessionSide(f"{name}<i>", gold.path) for name in ("gold", "parse")]
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
    sides = [SessionSide("gold", gold.path), SessionSide("parse", gold.path)]
    with Store.create(tmp_path / "r.goldleaf", sides, reviewer="anna") as store:
        store.attach(gold)
        for who, verdict in (("anna", "gold"), ("ben", "0:x")):
            store.act(who, [Judgement(Place(store.key(row), "arc", "1"), who, verdict) for row in range(22)])
        text = as_markdown(store, agreement_of(store, [gold, gold]))
    rows = text.split("## Sentences with most disagreements\n\n")[1].split("\n\n")[0].splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == [f"| {number}" for number in range(1, 21)]


def test_a_session_that_has_seen_no_treebank_has_a_report(tmp_path):
    with Store.create(tmp_path / "r.goldleaf", [SessionSide("gold", "gold.x")], reviewer="anna") as store:
        assert "- 0 of 0 sentences reviewed" in as_markdown(store)


NOTHING = {"places": 0, "sentences": 0, "unsure": 0, "conflicts": 0}
TIME = "2026-01-02T03:04:05+00:00"


@pytest.fixture
def full(tmp_path, gold, monkeypatch):
    """A session in which each section has something: five reviewers' words, all at one time."""
    monkeypatch.setattr("goldleaf.viewer.review.database.now", lambda: TIME)
    sides = [SessionSide("gold", gold.path), SessionSide("parse", "parse.conllu")]
    with Store.create(tmp_path / "r.goldleaf", sides, layers=[Layer.ARC, Layer.TAG], reviewer="anna") as made:
        made.attach(gold)

        def say(who, row, layer, item, verdict, **more):
            more.setdefault("time", TIME)
            made.act("said", [Judgement(Place(made.key(row), layer, item), who, verdict, **more)])

        say("zoe", 0, Layer.ARC, "5", "gold", tags=("b", "c"))
        say("anna", 0, Layer.ARC, "5", "parse", note="why", tags=("c",))
        say("anna", 1, Layer.ARC, "", "gold", time="2026-01-01T00:00:00+00:00")
        say("anna", 2, Layer.TAG, "1", "gold", note="x")
        say("anna", 2, None, "", REVIEWED)
        made.reviewer = "mia"  # who says nothing
        yield made


def test_all_of_the_object(full, gold):
    about = as_object(full)
    judgements = about.pop("judgements")
    assert about.pop("goldleaf")
    assert about == {
        "session": str(full.path),
        "adjudication": False,
        "layers": ["arc", "tag"],
        "sides": [{"name": "gold", "path": gold.path}, {"name": "parse", "path": full.sides[1].path}],
        "sentences": 3,
        "reviewed": 0,
        "stale": 0,
        "places": 0,
        "left": NOTHING,
        "reviewers": [
            {"name": "anna", "reviewed": 1, "verdicts": {"gold": 2, "parse": 1}, "notes": 2,
             "first": "2026-01-01T00:00:00+00:00", "last": TIME, "seconds": 0, "left": NOTHING},
            {"name": "zoe", "reviewed": 0, "verdicts": {"gold": 1}, "notes": 0, "first": TIME, "last": TIME,
             "seconds": 0, "left": NOTHING},
        ],
        "layers_judged": {"arc": 3, "tag": 1},
        "tags": {"c": 2, "b": 1},
        "conflicts": [
            {"sentence": "a-1", "number": 1, "word": "5", "layer": "arc", "verdicts": {"anna": "parse", "zoe": "gold"}}
        ],
        "agreement": None,
    }  # fmt: skip
    assert [(one["sentence"], one["number"], one["word"], one["layer"], one["reviewer"]) for one in judgements] == [
        ("a-1", 1, "5", "arc", "anna"),
        ("a-1", 1, "5", "arc", "zoe"),
        ("a-2", 2, "", "arc", "anna"),
        ("a-3", 3, "", "", "anna"),
        ("a-3", 3, "1", "tag", "anna"),
    ]
    assert [*judgements[0]] == [
        "sentence", "layer", "reviewer", "verdict", "note", "tags", "time", "stale", "settles", "word", "number",
    ]  # fmt: skip
    assert judgements[0]["tags"] == ["c"] and judgements[1]["tags"] == ["b", "c"]


def test_all_of_the_text_for_people(full, gold):
    path = full.sides[1].path
    assert (
        as_markdown(full)
        == f"""# Review: r

- gold: {gold.path}
- parse: {path}
- 0 of 3 sentences reviewed

## Reviewers

| reviewer | sentences done | verdicts | places left | notes | first | last | hours |
| --- | --- | --- | --- | --- | --- | --- | --- |
| anna | 1 | gold (2), parse (1) | 0 | 2 | 2026-01-01T00:00:00+00:00 | {TIME} | 0:00 |
| zoe | 0 | gold (1) | 0 | 0 | {TIME} | {TIME} | 0:00 |

## Layers

| layer | verdicts |
| --- | --- |
| arc | 3 |
| tag | 1 |

## Tags

| tag | judgements |
| --- | --- |
| c | 2 |
| b | 1 |

## Judged differently

| sentence | word | layer | verdicts |
| --- | --- | --- | --- |
| a-1 | 5 | arc | anna: parse, zoe: gold |

## Notes

| sentence | word | reviewer | note | tags |
| --- | --- | --- | --- | --- |
| a-1 | 5 | anna | why | c |
| a-3 | 1 | anna | x |  |
"""
    )


def test_all_of_the_agreement_for_people(full, gold):
    full.reviewer = "zoe"
    full.act("said", [Judgement(Place(full.key(2), Layer.TAG, "1"), "zoe", "gold")])
    text = as_markdown(full, agreement_of(full, [gold, gold]))
    assert (
        text.split("## Agreement of reviewers\n", 1)[1].split("\n## Judged differently")[0]
        == """
| reviewer | reviewer | places | agreed % | kappa |
| --- | --- | --- | --- | --- |
| anna | zoe | 2 | 50.00 | 0.000 |

Krippendorff's alpha, 2 reviewers: all 0.000, arc 0.000, tag –

## Agreement by layer

| layer | reviewer | reviewer | places | agreed | agreed % | kappa |
| --- | --- | --- | --- | --- | --- | --- |
| arc | anna | zoe | 1 | 0 | 0.00 | 0.000 |
| tag | anna | zoe | 1 | 1 | 100.00 | – |

## Agreement by label

| label | reviewer | reviewer | places | agreed | agreed % | kappa |
| --- | --- | --- | --- | --- | --- | --- |
| obj | anna | zoe | 1 | 0 | 0.00 | 0.000 |

## Sentences with most disagreements

| sentence | id | reviewer | reviewer | places | agreed |
| --- | --- | --- | --- | --- | --- |
| 1 | a-1 | anna | zoe | 1 | 0 |
"""
    )


def test_sentences_that_have_changed_are_counted(full, tmp_path):
    text = (tmp_path / "gold.conllu").read_text(encoding="utf-8")
    (tmp_path / "gold.conllu").write_text(
        text.replace("slept", "woke").replace("\tbook\t", "\tnovel\t"), encoding="utf-8"
    )
    full.attach(read(tmp_path / "gold.conllu"))
    assert as_object(full)["stale"] == 2 and as_object(full)["conflicts"] != []
    assert "- 0 of 3 sentences reviewed\n- 2 sentences changed since they were judged\n\n## Reviewers" in as_markdown(
        full
    )
    assert passed_over(full) == [
        "3 verdicts on changed sentences or labels passed over", "1 place judged differently, so undecided"
    ]  # fmt: skip


def test_a_report_is_written_in_steps(full, gold, tmp_path):
    path = tmp_path / "report.md"
    full.reviewer = None
    assert [*report_steps(full.path, [gold, gold], "markdown", path)] == [0.0, 0.4, 0.9]
    assert path.read_text(encoding="utf-8") == REPORTS["markdown"](full, [gold, gold])
    with pytest.raises(GoldleafError):
        [*report_steps(full.path, [gold, gold], "markdown", tmp_path / "no" / "where")]


def test_what_was_merged_took_the_time_that_it_took(store):
    """Of all of another session one act is made here."""
    hours = [row._replace(reviewer="cleo", time=f"2020-01-01T10:0{at}:00+00:00") for at, row in enumerate(store.rows())]
    store.bring("merged", hours)
    [cleo] = (one for one in as_object(store)["reviewers"] if one["name"] == "cleo")
    assert cleo["seconds"] == 60 * (len(hours) - 1) > 0


def test_what_is_left_by_reviewer_and_in_all(tmp_path, gold):
    parse = read(tmp_path / "parse.conllu")
    with Store.create(
        tmp_path / "r.goldleaf", [SessionSide("gold", gold.path), SessionSide("parse", parse.path)], reviewer="anna"
    ) as store:
        store.attach(gold, parse)
        store.act("a", [Judgement(Place(store.key(0), Layer.ARC, "5"), "anna", "gold")])
        store.act("b", [Judgement(Place(store.key(0), Layer.ARC, "5"), "ben", "parse")])
        store.act("b", [Judgement(Place(store.key(0), Layer.ARC, "6"), "ben", "unsure")])
        about = as_object(store)
        assert about["places"] == 3
        assert about["left"] == {"places": 3, "sentences": 2, "unsure": 1, "conflicts": 1}
        assert [one["left"]["places"] for one in about["reviewers"]] == [2, 2]
        assert "- 3 of 3 places open, 1 unsure, 1 conflict\n" in as_markdown(store)


@pytest.mark.parametrize(
    ("minutes", "seconds"), [([], 0), ([0], 0), ([0, 1, 3], 180), ([0, 5, 11, 12], 360), ([3, 1, 2], 60)]
)
def test_pauses_are_no_work(minutes, seconds):
    times = [f"2026-01-01T00:{minute:02}:00+00:00" for minute in minutes]
    assert seconds_taken([*times, "noon"]) == seconds
