"""`goldleaf score` as scripts and people meet it.

Also tests `printed`, `edit_scripts`.
"""

from __future__ import annotations

import json
from importlib.resources import files as resources
from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.version import VERSION
from goldleaf.viewer.cli import main

GOLD = """\
1\tThe\tthe\tDET\tDET\t_\t2\tdet\t_\t_
2\tpress\tpress\tNOUN\tNOUN\t_\t3\tnsubj:agent\t_\t_
3\thums\thum\tVERB\tVERB\t_\t0\troot\t_\t_
4\t.\t.\tPUNCT\tPUNCT\t_\t3\tpunct\t_\t_

1\tIt\tit\tPRON\tPRON\t_\t2\tnsubj\t_\t_
2\tstops\tstop\tVERB\tVERB\t_\t0\troot\t_\t_

"""
PARSE = GOLD.replace("3\tnsubj:agent", "3\tnsubj").replace("3\tpunct", "2\tpunct").replace("2\tnsubj\t", "2\tobj\t")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A gold and a parse: one wrong subtype, one wrong label, one wrong head of a full stop."""
    gold, parse = tmp_path / "gold.conllx", tmp_path / "parse.conllx"
    gold.write_text(GOLD, encoding="utf-8")
    parse.write_text(PARSE, encoding="utf-8")
    return gold, parse


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_json_keeps_its_promised_shape(files, capsys) -> None:
    gold, parse = files
    printed = json.loads(run(capsys, "score", gold, parse, "--json"))
    [scored] = printed.pop("parses")
    assert printed == {
        "goldleaf": VERSION,
        "gold": {"path": str(gold), "format": "conllx", "sentences": 2, "words": 6, "invalid": {}},
    }
    metric = scored["metrics"]["attachment"]
    assert (scored["path"], scored["format"]) == (str(parse), "conllx")
    assert metric["signature"] == f"attachment|punctuation:exclude|labels:full|goldleaf:{VERSION}"
    assert metric["scores"]["las"] == {"value": 3 / 5, "right": 3, "total": 5}
    assert metric["scores"]["uas"] == {"value": 1.0, "right": 5, "total": 5}
    assert metric["scores"]["exact_match_unlabeled"] == {"value": 1.0, "right": 2, "total": 2}
    assert metric["counts"] == {"non_scoring": 1}
    assert metric["sentences"] == 2


@pytest.mark.parametrize(
    ("options", "las"),
    [
        (["--labels", "universal"], 4 / 5),
        (["--punctuation", "include"], 3 / 6),
        (["--max-length", "2"], 1 / 2),
        (["--average", "macro"], (2 / 3 + 1 / 2) / 2),
    ],
)
def test_options_change_the_figure_and_stand_in_the_signature(files, capsys, options, las) -> None:
    metric = json.loads(run(capsys, "score", *files, "--json", *options))["parses"][0]["metrics"]["attachment"]
    assert metric["scores"]["las"]["value"] == pytest.approx(las)
    assert f"|{options[0].removeprefix('--')}:{options[1]}|" in metric["signature"]


def test_nothing_scored_is_null_and_a_dash(tmp_path, capsys) -> None:
    dots = tmp_path / "dots.conllx"
    dots.write_text("1\t.\t.\tPUNCT\tPUNCT\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    figures = json.loads(run(capsys, "score", dots, dots, "--json"))["parses"][0]["metrics"]["attachment"]
    assert figures["scores"]["las"] == {"value": None, "right": 0, "total": 0}
    assert "–" in run(capsys, "score", dots, dots)


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet"])
def test_per_sentence_rows_add_up_to_the_whole(files, tmp_path, capsys, suffix) -> None:
    path = tmp_path / f"rows{suffix}"
    run(capsys, "score", *files, "--per-sentence", path)
    read = {".csv": pl.read_csv, ".parquet": pl.read_parquet, ".tsv": lambda p: pl.read_csv(p, separator="\t")}
    table = read[suffix](path)
    assert table.columns[:3] == ["sentence", "id", "words"]
    assert table["sentence"].to_list() == [1, 2]
    assert table["attachment.las"].to_list() == pytest.approx([2 / 3, 1 / 2])
    assert table["attachment.right_both"].sum() == 3
    assert table["attachment.scoring"].sum() == 5


def test_several_parses_are_told_apart_by_name(files, tmp_path, capsys) -> None:
    gold, parse = files
    rows = tmp_path / "rows.csv"
    table = run(capsys, "score", gold, parse, gold, "--per-sentence", rows)
    assert [line.split()[:2] for line in table.splitlines()[2:4]] == [["parse", "60.00"], ["gold", "100.00"]]
    assert "parse.attachment.las" in pl.read_csv(rows).columns


def test_breakdown_prints_the_tables(files, capsys) -> None:
    printed = run(capsys, "score", *files, "--breakdown")
    assert "Precision and recall of relations" in printed
    assert "nsubj:agent" in printed


def test_breakdown_shows_parses_side_by_side_with_their_difference(files, capsys) -> None:
    printed = run(capsys, "score", *files, files[0], "--breakdown", "--metric", "attachment")
    groups, heads, _, *rows = printed.partition("Accuracy over coarse tags\n")[2].splitlines()
    assert groups.split() == ["parse", "gold", "parse", "–", "gold"]
    assert heads.split()[:4] == ["tag", "words", "right", "head"]
    [noun] = [row.split() for row in rows if row.startswith("NOUN")][:1]
    assert noun == [
        "NOUN",
        "1",
        "1",
        "100.00",
        "0",
        "0.00",
        "0",
        "0.00",
        "1",
        "100.00",
        "1",
        "100.00",
        "1",
        "100.00",
        "0",
        "0.00",
        "-1",
        "-100.00",
        "-1",
        "-100.00",
    ]


def test_json_holds_the_breakdown(files, capsys) -> None:
    from goldleaf.core.analysis.metric_tables import BREAKDOWNS

    [parse] = json.loads(run(capsys, "score", *files, "--breakdown", "--json"))["parses"]
    tables = {one["name"]: one for one in parse["metrics"]["attachment"]["breakdown"]}
    assert [*tables] == [*BREAKDOWNS]
    accuracy = tables["accuracy"]
    assert accuracy["title"] == "Accuracy over coarse tags"
    assert accuracy["note"].startswith("Words that score")
    [total] = [row for row in accuracy["rows"] if row["tag"] == "total"]
    assert (total["words"], total["right_both"], total["right_both_share"]) == (5, 3, 0.6)
    assert [one["name"] for one in parse["metrics"]["tedeval"]["breakdown"]][:2] == ["kind", "label"]


def test_json_holds_the_warning(files, tmp_path, capsys) -> None:
    shorter = tmp_path / "shorter.conllx"
    shorter.write_text(PARSE.split("\n\n")[0] + "\n\n", encoding="utf-8")
    assert main(["score", str(files[0]), str(shorter), "--json"]) == 0
    printed = capsys.readouterr()
    [parse] = json.loads(printed.out)["parses"]
    assert parse["warnings"] == [printed.err.strip()] != [""]


@pytest.mark.parametrize("given", ["--metric tedeval,attachment", "--metric tedeval --metric attachment"])
def test_several_metrics_are_named_at_once_or_one_by_one(files, capsys, given) -> None:
    [parse] = json.loads(run(capsys, "score", *files, *given.split(), "--json"))["parses"]
    assert [*parse["metrics"]] == ["tedeval", "attachment"]


def test_standard_input_is_read_once(files, capsys) -> None:
    assert main(["score", "-", "-"]) == 2
    assert "standard input can be read only once" in capsys.readouterr().err
    assert main(["score", str(files[0]), "-", "--lattice", "-"]) == 2
    assert "standard input can be read only once" in capsys.readouterr().err


def test_breakdown_says_which_words_it_is_not_about(tmp_path, capsys) -> None:
    gold, parse = tmp_path / "gold.conllu", tmp_path / "parse.conllu"
    word = "{}\t{}\t_\tN\t_\t_\t{}\tdep\t_\t_\n"
    gold.write_text(word.format(1, "a", 0) + word.format(2, "b", 1) + "\n")
    parse.write_text(word.format(1, "a", 0) + "\n")
    printed = " ".join(run(capsys, "score", gold, parse, "--breakdown").split())
    assert "without a partner: 1 of the gold, 0 of the parse" in printed


DEMO = Path(str(resources("goldleaf.assets"))) / "demo"
AMBIGUOUS = [str(DEMO / f"ambiguous-{side}.conllu") for side in ("gold", "parse")]


def test_words_in_the_states_of_a_lattice(capsys) -> None:
    """Alike are four of nine and seven functions, and four of seven and five words: 2 · 8 / 28."""
    printed = run(capsys, "score", *AMBIGUOUS, "--lattice", DEMO / "ambiguous.lattice")
    assert "places:lattice" in printed and "57.14" in printed
    printed = run(capsys, "score", *AMBIGUOUS, "--lattice", DEMO / "ambiguous.lattice", "--metric", "segmentation")
    assert "segmentation|places:lattice|" in printed and "66.67" in printed


def test_it_says_where_only_unlabelled_figures_mean_something(tmp_path, capsys) -> None:
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.conllx"
    gold.write_text("(S (N a) (V b))\n", encoding="utf-8")
    parse.write_text("1\ta\t_\tN\tN\t_\t2\tx\t_\t_\n2\tb\t_\tV\tV\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    assert main(["score", str(gold), str(parse), "--metric", "tedeval", "--json"]) == 0
    printed = capsys.readouterr()
    (warning,) = json.loads(printed.out)["parses"][0]["warnings"]
    assert warning == printed.err.strip()
    assert warning.startswith(f"{parse}: warning: tedeval: ") and "only unlabeled figures" in warning


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--metric", "attachment"], "--lattice: only tedeval and segmentation make use of it; name one"),
        (
            ["--metric", "tedeval", "--variant", "2.2"],
            "--lattice: variant 2.2 does not look at lattices; use --variant",
        ),
        (["--metric", "tedeval"], "has 0 of the 7 words of "),
    ],
)
def test_a_lattice_that_is_of_no_use(tmp_path, capsys, arguments, message) -> None:
    other = tmp_path / "other.lattice"
    other.write_text("0\t1\tx\t_\tN\tN\t_\t1\n\n", encoding="utf-8")
    assert main(["score", *AMBIGUOUS, "--lattice", str(other), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_breakdown_counts_only_the_chosen_sentences(files, capsys) -> None:
    printed = run(capsys, "score", *files, "--breakdown", "--max-length", "2")
    assert "nsubj:agent" not in printed
    worst = printed.partition("Sentences with the most wrong words")[2].splitlines()[2].split()
    assert worst[0] == "2"  # numbered as in the file


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--metric", "bleu"], "--metric bleu: no such metric"),
        (["--metric", ","], "--metric: no name; there are attachment"),
        (["--metric", "attachment,bleu"], "--metric bleu: no such metric"),
        (["--punctuation", "perhaps"], "punctuation perhaps: no such choice"),
        (["--average", "median"], "--average median: no such choice"),
        (["--input-format", "docx"], "--input-format docx: no such format"),
        (["--encoding", "klingon"], "--encoding klingon: no such encoding"),
        (["--per-sentence", "rows.xls"], "--per-sentence rows.xls: end the name in .csv, .tsv, .parquet"),
        (["--colour"], "No such option: --colour"),
    ],
)
def test_what_the_user_can_mend_is_one_line_and_status_2(files, capsys, arguments, message) -> None:
    assert main(["score", *map(str, files), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_a_metric_that_fails_does_not_take_the_others_along(files, tmp_path, capsys) -> None:
    gold, parse = files
    other = tmp_path / "other.conllx"
    other.write_text(GOLD.replace("\tstops\t", "\tends\t"), encoding="utf-8")
    arguments = ["score", str(gold), str(parse), str(other), "--metric", "ud,attachment"]
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out.count("Attachment\n") == 2 and "UD" not in said.out
    assert said.err.startswith(f"ud: not scored: {gold}:") and said.err.count("not scored") == 1
    assert main([*arguments, "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert [*found["failed"]] == ["ud"] and "the text goes on with" in found["failed"]["ud"]
    assert [[*one["metrics"]] for one in found["parses"]] == [["attachment"], ["attachment"]]
    assert main(["score", str(gold), str(other), "--metric", "ud"]) == 2
    assert capsys.readouterr().out == ""


def test_words_that_differ_name_both_lines(files, tmp_path, capsys) -> None:
    gold, _ = files
    other = tmp_path / "other.conllx"
    other.write_text(GOLD.replace("\tstops\t", "\tends\t"), encoding="utf-8")
    assert main(["score", str(gold), str(other), "--errors", "stop"]) == 2
    line = f"{gold}:7: word 'stops' is 'ends' in {other}:7"
    assert capsys.readouterr().err == f"{line}; --errors align scores such files, too\n"
    assert main(["score", str(gold), str(other)]) == 0
    told = capsys.readouterr()
    assert told.err == f"{other}: warning: 1 sentence has other words; the first: {line}\n"
    assert "errors:align" in told.out and "las_precision" in told.out


def test_parses_with_and_without_other_words_have_tables_of_their_own(files, tmp_path, capsys) -> None:
    gold, parse = files
    other = tmp_path / "other.conllx"
    other.write_text(GOLD.replace("\tstops\t", "\tends\t"), encoding="utf-8")
    assert main(["score", str(gold), str(parse), str(other), "--metric", "attachment"]) == 0
    lines = capsys.readouterr().out.splitlines()
    plain, aligned = [number for number, line in enumerate(lines) if line.startswith("attachment|")]
    assert "errors" not in lines[plain] and "errors:align" in lines[aligned]


def test_a_faulty_file_names_its_line(files, tmp_path, capsys) -> None:
    gold, _ = files
    broken = tmp_path / "broken.conllx"
    broken.write_text(GOLD.replace("3\tpunct", "x\tpunct"), encoding="utf-8")
    assert main(["score", str(gold), str(broken)]) == 2
    assert capsys.readouterr().err == f"{broken}:4:7: HEAD is 'x'; expected 0, the ID of a word, or _\n"


def test_a_failed_run_writes_no_table(files, tmp_path, capsys) -> None:
    gold, _ = files
    rows = tmp_path / "rows.csv"
    assert main(["score", str(gold), str(tmp_path / "missing.conllx"), "--per-sentence", str(rows)]) == 2
    assert not rows.exists()
    assert "no such file" in capsys.readouterr().err
