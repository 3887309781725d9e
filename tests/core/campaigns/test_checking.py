"""One word for each file, and one rule for what a partial one lacks, whatever the metric."""

from __future__ import annotations

import pytest

from goldleaf.core.campaigns.checking import scored_in_part
from goldleaf.core.campaigns.description import LEFT_OUT, WRONG, Measure
from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import as_object
from goldleaf.core.campaigns.running import running_steps
from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.viewer.campaigns import tables
from tests.core.campaigns.support import TREEBANKS, conllx, folder, run, written

ONE = TREEBANKS[: TREEBANKS.index("[[treebank]]", 5)]
FILES = '[[system]]\nname = "A"\nparses = { one = "one/A.conllx" }\n[[system]]\nname = "B"\nparses = "one/B.conllx"\n'


def campaign(place, about: str = ""):
    return load(written(folder(place), f'[campaign]\nmetrics = ["attachment", "ud"]\nrounds = 50\n{about}{ONE}{FILES}'))


def other(text: str) -> str:
    for old in ("\ta\t", "\tb\t", "\tc\t", "\t.\t"):
        text = text.replace(old, f"\tx{ord(old[1])}\t")
    return text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (conllx(40), "complete"),
        (conllx(38), "partial: 38 of 40 sentences; missing: 39–40"),
        (other(conllx(40)), "other text: almost no words in common: 0 of 160; are they of the same text, "),
        ("# nothing\n\n", "empty"),
        (None, "absent: cannot be read: No such file or directory"),
    ],
)
def test_each_file_has_one_word_and_what_is_scored_has_figures_of_all_metrics(tmp_path, text, line):
    made = campaign(tmp_path)
    path = tmp_path / "one/A.conllx"
    path.unlink()
    if text is not None:
        path.write_text(text, encoding="utf-8")
    results = run(made, here)
    assert f"{results.checked[0]}".startswith(f"{path}: {line}")
    scored = {one["metric"] for one in as_object(results)["figures"] if one["system"] == "A"}
    fails = line.split(":")[0] not in ("complete", "partial")
    assert scored == (set() if fails else {"attachment", "ud"})
    assert len(results.errors) == fails, "each is said once"
    notes = {table.title: table.note for table in tables(results) if table.title != "By system and treebank"}
    rule = "No figures, and 0 in averages: A on one " if fails else "Partial (A on one): missing sentences count as"
    assert all((rule in note) == (line != "complete") for note in notes.values()) and notes


def test_nothing_is_scored_for_a_check(tmp_path):
    found = finished(running_steps(campaign(tmp_path), here, None, only_check=True))
    assert [one.state for one in found.checked] == ["complete"] * 2
    assert all(pair.found is None for pair in found.pairs)


@pytest.mark.parametrize(("metric", "score"), [("attachment", "las"), ("ud", "las.recall"), ("induction", "directed")])
def test_missing_sentences_are_wrong_or_left_out_in_all_metrics_alike(tmp_path, metric, score):
    """ud would refuse the file, induction leave them out."""
    gold, parse = (tmp_path / name for name in ("gold.conllx", "parse.conllx"))
    words = [conllx(1).replace("\tc\t", f"\tc{number}\t") for number in range(6)]
    gold.write_text("".join(words), encoding="utf-8")
    parse.write_text("".join(words[:2] + words[4:]).replace("2\tdet", "3\tdet", 1), encoding="utf-8")
    sides = read(gold), read(parse)
    whole, part = (scored_in_part(Measure(metric), *sides, rule) for rule in (WRONG, LEFT_OUT))
    assert whole.counts["sentence"].to_list() == [*range(6)] and part.counts["sentence"].to_list() == [0, 1, 4, 5]
    right, total = (whole.scores()[score].right, whole.scores()[score].total)
    assert part.scores()[score].right == right and part.scores()[score].total == total * 4 / 6


def test_constituents_of_missing_sentences_are_wrong_and_clusters_of_words_cannot_be(tmp_path):
    gold, parse = (tmp_path / name for name in ("gold.mrg", "parse.mrg"))
    gold.write_text("(S (NP (N a)) (VP (V b)))\n(S (NP (N c)) (VP (V d)))\n", encoding="utf-8")
    parse.write_text("(S (NP (N a)) (VP (V b)))\n(S)\n", encoding="utf-8")
    sides = read(gold), read(parse)
    found = scored_in_part(Measure("parseval"), *sides, WRONG).scores()
    assert (found["recall"].right, found["recall"].total, found["precision"].total) == (3, 6, 3)
    assert scored_in_part(Measure("parseval"), *sides, LEFT_OUT).scores()["f1"].value == 1
    with pytest.raises(PairError, match="clustering cannot count missing sentences as wrong"):
        scored_in_part(Measure("clustering"), *sides, WRONG)


def test_the_file_chooses_the_rule_and_other_sentences_are_not_tested(tmp_path):
    made = campaign(tmp_path, f'partial = "{LEFT_OUT}"\n')
    (tmp_path / "one/A.conllx").write_text(conllx(30), encoding="utf-8")
    results = run(made, here)
    figures = results.figures().filter(score="las")
    assert figures.filter(system="A")["total"].item() == 90
    assert figures.filter(system="B")["p"].item() is None
    assert any("|missing:left-out|" in one for one in results.signatures("ud"))
