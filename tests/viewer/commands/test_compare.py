"""`goldleaf compare`: theories, campaigns, and the edit scripts of `goldleaf score`."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.core.formats.compression import zstd
from goldleaf.viewer.cli import main
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, conllx, folder, written

DEMO = Path(str(files("goldleaf.assets") / "demo" / "theories"))
GOLDS = [DEMO / "content-gold.conllu", DEMO / "content-parse.conllu", "--other-gold", DEMO / "function-gold.conllu"]


def run(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_single_and_multiple_scores_with_gaps(capsys):
    lines = run(capsys, "compare", DEMO / "theories.toml").splitlines()
    titles = [line for line in lines if line.startswith(("Single", "Multiple", "Golds", "The same"))]
    assert [title.split(":")[0].strip() for title in titles] == [
        "Single",
        "Multiple",
        "Golds in common",
        "The same, unlabeled",
    ]
    assert sum(line.startswith("content heads – function heads") for line in lines) == 2
    signed = [line for line in lines if line.startswith("tedeval|variant:paper|") and "|words:false|" in line]
    assert len(signed) == len(titles), "each table says how it was made"
    assert any(line.startswith("The golds have few functions in common") for line in lines)


def test_the_object_for_scripts(capsys):
    found = json.loads(run(capsys, "compare", DEMO / "theories.toml", "--json"))
    assert [one["name"] for one in found["experiments"]] == ["content heads", "function heads", "constituents"]
    assert set(found["experiments"][0]["multiple"]) == {
        "accuracy", "accuracy_unlabeled", "exact_match", "exact_match_unlabeled",
    }  # fmt: skip
    assert len(found["overlap"]) == 6
    first, second, *_ = found["experiments"]
    gap = found["differences"][0]
    assert (gap["first"], gap["second"]) == ("content heads", "function heads")
    assert gap["single"]["accuracy"] == first["single"]["accuracy"] - second["single"]["accuracy"] != 0
    assert len(found["differences"]) == 3
    [note] = found["notes"]
    assert note.startswith("The golds have few functions in common")


def test_each_parse_of_dependencies_against_each_such_gold(capsys):
    found = json.loads(run(capsys, "compare", DEMO / "theories.toml", "--json"))["attachment"]
    assert [(one["name"], one["gold"]) for one in found] == [
        (parse, gold) for parse in ("content heads", "function heads") for gold in ("content heads", "function heads")
    ]
    own = json.loads(run(capsys, "score", *GOLDS[:2], "--metric", "attachment", "--json"))
    scores = own["parses"][0]["metrics"]["attachment"]
    assert [found[0][name] for name in ("las", "uas")] == [scores["scores"][name]["value"] for name in ("las", "uas")]
    assert found[0]["signature"] == scores["signature"]
    assert found[1]["las"] == pytest.approx(11 / 37)  # labels as the files have them, whatever the label map
    lines = run(capsys, "compare", DEMO / "theories.toml").splitlines()
    header = next(line for line in lines if line.split()[-2:] == ["LAS", "UAS"])
    row = lines[lines.index(header) + 1]
    assert row.split()[-2:] == [f"{100 * found[0][name]:.2f}" for name in ("las", "uas")]


def test_a_missing_file_is_one_line(tmp_path, capsys):
    path = tmp_path / "e.toml"
    path.write_text('[[experiment]]\nname = "a"\ngold = "none"\nparse = "none"\n', encoding="utf-8")
    assert main(["compare", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"{path}:3: gold: there is no file {tmp_path / 'none'}; paths begin in the folder of {path.name}\n"
    )


def test_edits_for_scripts(tmp_path, capsys):
    path = tmp_path / "edits.jsonl"
    figures = json.loads(run(capsys, "score", *GOLDS, "--metric", "tedeval", "--json", "--edit-script", path))
    edits = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    scores = figures["parses"][0]["metrics"]["tedeval"]["scores"]
    assert sum(edit["cost"] for edit in edits) == scores["mean_distance"]["right"]
    assert {edit["forgiven"] for edit in edits} == {True, False}
    missing = next(edit for edit in edits if edit["operation"] == "delete" and edit["label"] == "advmod")
    assert (missing["sentence"], missing["id"], missing["words"]) == (2, "theories-2", ["old"])
    assert missing["positions"] == {"gold": [6], "parse": [6]}


def test_edits_to_read(tmp_path, capsys):
    path = tmp_path / "edits.txt"
    run(capsys, "score", *GOLDS[:2], "--metric", "tedeval", "--relabel", "1", "--edit-script", path)
    text = path.read_text(encoding="utf-8")
    assert "content-parse, sentence 1 (theories-1): distance 0\n" in text
    assert "  1  relabeled: nmod over ‘on Monday’ is obl in the gold\n" in text
    assert "  1  added: obj over ‘the old oven’; the gold has it, the parse does not\n" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--edit-script", "a.csv"], "--edit-script a.csv: end the name in .jsonl, .txt\n"),
        (
            ["--edit-script", "a.txt", "--metric", "attachment"],
            "--edit-script: only tedeval makes use of it; add --metric tedeval\n",
        ),
    ],
)
def test_faults_of_edit_scripts(options, message, capsys):
    assert main(["score", *map(str, GOLDS[:2]), *options]) == 2
    assert capsys.readouterr().err == message


@pytest.mark.usefixtures("qapp")
def test_function_trees_as_figures(tmp_path):
    for suffix in ("svg", "tex", "png"):
        target = tmp_path / f"a.{suffix}"
        assert main(["render", *map(str, GOLDS), "--view", "function", "--sentence", "2", "-o", str(target)]) == 0
        assert target.stat().st_size > 500
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "generalized gold" in text and "∅" in text


@pytest.mark.slow
def test_the_matrix_is_printed_and_written(capsys, tmp_path):
    written = [tmp_path / f"matrix.{ending}" for ending in ("csv", "tex", "html", "json")]
    outputs = [part for path in written for part in ("-o", path)]
    run(capsys, "compare", DEMO / "theories.toml", "--matrix", "--rounds", 100, *outputs)
    texts = [path.read_text(encoding="utf-8") for path in written]
    assert all("content heads" in text.replace("~", " ") and "UAS" in text.upper() for text in texts)
    out = run(capsys, "compare", DEMO / "theories.toml", "--matrix", "--rounds", 100)
    assert json.loads(texts[-1])["figures"] and "content heads + function heads" in texts[0]
    assert "content heads + constituents" in out and "89.66" in out and "100 rounds" in out
    found = json.loads(run(capsys, "compare", DEMO / "theories.toml", "--matrix", "--rounds", 100, "--json"))
    assert {tuple(one["golds"]) for one in found["figures"]} == {tuple(one["golds"]) for one in found["golds"]}


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["txt", "mrg", "export", "discbracket"])
@pytest.mark.parametrize("tree", ["generalize", "unify", "tl-unify"])
def test_common_trees_are_written(capsys, tmp_path, ending, tree):
    path = tmp_path / f"trees.{ending}"
    assert run(capsys, "compare", DEMO / "theories.toml", "--trees", path, "--tree", tree) == ""
    text = path.read_text(encoding="utf-8")
    assert "subj" in text and ("Anna" in text)
    assert ending != "txt" or text.startswith(f"# {tree}: content heads")
    assert run(capsys, "compare", DEMO / "theories.toml", "--trees", path, "--tree", tree, "--head", "wildcard") == ""
    assert tree == "generalize" or path.read_text(encoding="utf-8") != text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rounds", "10"], "--rounds: only with --matrix"),
        (["--tree", "unify"], "--tree: only with --trees"),
        (["--trees", "x.conllu"], "--trees x.conllu: end the name in .txt"),
        (["--trees", "x.mrg", "--tree", "best"], "--tree best: no such operation"),
        (["--matrix", "-o", "x.doc"], "x.doc: no ending of tables"),
        (["--matrix", "--format", "word"], "--format word: no such format of tables"),
        (["--matrix", "--rounds", "0"], "--rounds 0: expected a number from 1"),
    ],
)
def test_what_cannot_be_made_of_theories_is_one_line(capsys, arguments, said):
    assert main(["compare", str(DEMO / "theories.toml"), *arguments]) == 2
    assert said in capsys.readouterr().err


ABOUT = '[campaign]\nmetrics = ["attachment"]\nrounds = 200\n'


@pytest.fixture
def path(tmp_path) -> Path:
    return written(folder(tmp_path), ABOUT + TREEBANKS + SYSTEMS)


def compare(path: Path, *arguments: str) -> int:
    return main(["compare", str(path), "--workers", "1", "--cache", str(path.parent / "cache"), *arguments])


@pytest.mark.slow
def test_tables_are_printed(path, capsys):
    assert compare(path, "--table", "scores") == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("LAS (attachment)\nsystem")
    assert "98.33*" in printed.out
    state = "".join(
        f"{path.parent}/{treebank}/{name}.conllx: complete\n" for name in "AB" for treebank in ("one", "two")
    )
    assert printed.err == f"{state}{path.parent}/one/C.conllx: complete\nC, two: absent\n"


@pytest.mark.slow
def test_json_is_the_promised_object(path, capsys):
    assert compare(path, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    figure = next(one for one in found["figures"] if one["system"] == "B" and one["score"] == "las")
    assert figure == {
        "system": "B",
        "treebank": "one",
        "metric": "attachment",
        "score": "las",
        "value": 116 / 120,
        "right": 116.0,
        "total": 120.0,
        "rank": 2,
        "best": False,
        "not_worse": True,
    }
    average = next(one for one in found["averages"] if one["system"] == "C" and one["score"] == "las")
    assert {"system", "metric", "score", "average", "soft_average", "sd", "treebanks"} <= {*average}
    assert (average["average"], average["soft_average"], average["treebanks"]) == (
        0.4166666666666667,
        0.8333333333333334,
        1,
    )
    assert found["errors"] == []


@pytest.mark.slow
def test_files_are_of_the_format_of_their_endings(path, capsys):
    outputs = [path.parent / f"table{ending}" for ending in (".txt", ".csv", ".tex", ".html", ".json")]
    options = [part for output in outputs for part in ("-o", str(output))]
    assert compare(path, "--table", "scores", *options) == 0
    assert capsys.readouterr().out == ""
    text, csv, tex, html, found = (output.read_text(encoding="utf-8") for output in outputs)
    assert text.startswith("LAS (attachment)")
    assert csv.splitlines()[0].startswith("system,one,two,")
    assert r"\toprule" in tex and r"\documentclass" not in tex
    assert "<strong>98.33</strong>" in html
    assert json.loads(found)["figures"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["csv", "latex", "html"])
def test_a_format_may_be_printed(path, capsys, name):
    assert compare(path, "--format", name, "--standalone") == 0
    assert {"csv": "# LAS (attachment)", "latex": r"\documentclass", "html": "<!DOCTYPE html>"}[
        name
    ] in capsys.readouterr().out


@pytest.mark.slow
def test_what_could_not_be_scored_is_said_at_the_end(path, capsys):
    (path.parent / "one/B.conllx").write_text("1\ta\n", encoding="utf-8")
    assert compare(path, "--table", "scores") == 1
    printed = capsys.readouterr()
    assert "one/B.conllx:1" in printed.err
    assert printed.err.endswith("1 error; what is missing in the tables is a dash\n")
    assert "98.33" in printed.out and "\na  broken\n" in printed.out


def test_what_has_been_submitted_is_one_word_a_file(path, capsys):
    """And nothing is scored for it."""
    place = path.parent
    (place / "one/B.conllx").write_text("1\ta\n", encoding="utf-8")
    (place / "two/A.conllx").write_text(conllx(17), encoding="utf-8")
    assert compare(path, "--check") == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    assert [line.split(maxsplit=5) for line in printed.out.splitlines()[2:]] == [
        ["A", "one", "complete", "40", "40"],
        ["A", "two", "partial", "17", "20", "missing: 18–20"],
        ["B", "one", "broken", "0", "40", "line 1: 2 fields; expected 10, separated by tabs"],
        ["B", "two", "complete", "20", "20"],
        ["C", "one", "complete", "40", "40"],
        ["C", "two", "absent", "–", "–"],
    ]
    (place / "one/B.conllx").write_text(conllx(40), encoding="utf-8")
    assert compare(path, "--check", "--json") == 0, "what nobody named may be absent, and partial files are scored"
    found = json.loads(capsys.readouterr().out)["submissions"]
    assert [one["state"] for one in found] == ["complete", "partial", *["complete"] * 3, "absent"]
    assert found[1]["missing"] == [[18, 20]]
    assert compare(path, "--table", "scores") == 0
    assert f"{place}/two/A.conllx: partial: 17 of 20 sentences; missing: 18–20\n" in capsys.readouterr().err


def test_strict_refuses_what_is_no_tree(path, capsys):
    bad = path.parent / "one/B.conllx"
    bad.write_text(
        bad.read_text(encoding="utf-8").replace("1\ta\t_\tX\tX\t_\t2", "1\ta\t_\tX\tX\t_\t0"), encoding="utf-8"
    )
    assert compare(path) == 0
    assert "sentences are no trees" in capsys.readouterr().err
    assert compare(path, "--strict") == 2
    assert "--strict refuses them" in capsys.readouterr().err


@pytest.mark.slow
def test_plots_are_files(path):
    assert compare(path, "--plot", str(path.parent / "plot.svg"), "--width", "column") == 0
    assert (path.parent / "plot.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "x"], "--table x: no such table; there are scores"),
        (["--score", "x"], "--score x: no such score here; there are las"),
        (["--format", "x"], "--format x: no such format of tables; there are text"),
        (["--json", "--format", "csv"], "--json: not with --format csv"),
        (["-o", "x.xls"], "x.xls: no ending of tables; end the name in .txt"),
        (["--width", "full"], "--width: is for --plot FILE, and there is none"),
        (["--plot", "x.txt"], "x.txt: a plot cannot be written as txt"),
        (["--punctuation", "include"], "--punctuation: put it into options of [campaign]"),
        (["--scheduler", "x"], "--workers: the cluster has its own"),
        (["--ship"], "--ship: only with --scheduler"),
        (["--archive", "a.tar"], "--archive a.tar: end the name in .tar.zst"),
        (["--archive", "a.tar.zst", "--check"], "--archive a.tar.zst: not with --check"),
        (["--reveal"], "campaign.toml does not know who is who"),
    ],
)
def test_what_there_is_not_is_said(path, capsys, arguments, message):
    assert compare(path, *arguments) == 2
    assert message in capsys.readouterr().err


def test_no_output_replaces_what_is_read(path, capsys):
    target = path.parent / "one" / "gold.csv"
    target.symlink_to("gold.conllx")
    assert compare(path, "-o", str(target)) == 2
    assert "would replace" in capsys.readouterr().err


def test_options_of_campaigns_are_for_campaigns(path, capsys):
    written(path.parent, '[[experiment]]\nname = "E"\ngold = "one/gold.conllx"\nparse = "one/A.conllx"\n')
    assert main(["compare", str(path), "--table", "scores"]) == 2
    assert "--table: is for campaigns; this file has experiments only" in capsys.readouterr().err
    assert main(["compare", str(path)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("hidden", ["", 'anonymous = "my words"\n', "anonymous = true\n"])
def test_an_archive_gives_the_same_tables_and_pages_byte_for_byte(path, capsys, hidden):
    written(path.parent, ABOUT.replace("[campaign]\n", f"[campaign]\n{hidden}") + TREEBANKS + SYSTEMS)
    (path.parent / "one/B.conllx").write_text("1\ta\n", encoding="utf-8")
    packed, made = path.parent / "a.tar.zst", []
    for given, more in ((path, ["--archive", str(packed)]), (packed, [])):
        folder, endings = path.parent / f"{len(made)}", (".txt", ".csv", ".tex", ".html", ".md", ".json")
        folder.mkdir()
        outputs, pages = [folder / f"tables{ending}" for ending in endings], folder / "pages"
        every = (part for output in (*outputs, pages) for part in ("-o", str(output)))
        assert compare(given, *more, *every) == 1, "B is broken"
        made.append([output.read_bytes() for output in (*outputs, *sorted(pages.iterdir()))])
        (path.parent / "one/gold.conllx").unlink(missing_ok=True)
    assert made[0] == made[1]
    said = capsys.readouterr().err
    assert said.endswith("a.tar.zst: the tables are as they were packed, byte for byte\n")
    assert ("tables name the seed" in said) == (hidden == "anonymous = true\n")
    everything = [*made[0], said.encode(), zstd().decompress(packed.read_bytes())]
    assert any(name in text for name in (b"/B.conllx", b"my words") for text in everything) == (not hidden)


@pytest.mark.slow
def test_other_tables_than_were_packed_are_named(path, capsys, monkeypatch):
    packed = path.parent / "a.tar.zst"
    assert compare(path, "--archive", str(packed)) == 0
    monkeypatch.setattr("goldleaf.core.campaigns.results.VERSION", "0.0")
    assert compare(packed, "--table", "scores") == 1
    assert capsys.readouterr().err.endswith("a.tar.zst: the tables are not as they were packed: results.json\n")
    assert compare(packed, "--archive", str(path.parent / "b.tar.zst")) == 2
    assert compare(packed, "--reveal") == 2


def test_who_is_who_is_revealed(path, capsys):
    written(path.parent, ABOUT.replace("[campaign]\n", '[campaign]\nanonymous = "words"\n') + TREEBANKS + SYSTEMS)
    assert compare(path, "--reveal", "--format", "csv") == 0
    rows = [line.split(",") for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["id", "system"] and [name for _, name in rows[1:]] == [*"ABC"]


@pytest.fixture
def with_theories(path) -> Path:
    experiments = "".join(
        f'[[experiment]]\nname = "{name}"\ngold = "one/gold.conllx"\nparse = "one/{name}.conllx"\n' for name in "AB"
    )
    return written(path.parent, ABOUT + TREEBANKS + SYSTEMS + experiments)


@pytest.mark.slow
def test_experiments_of_a_campaign_are_compared_in_every_format(with_theories, capsys):
    outputs = [with_theories.parent / f"table{ending}" for ending in (".txt", ".csv", ".tex", ".html", ".json")]
    assert compare(with_theories, *(part for output in outputs for part in ("-o", str(output)))) == 0
    *tables, whole = (output.read_text(encoding="utf-8") for output in outputs)
    for text in tables:
        assert "LAS (attachment)" in text and "Single: against the parse" in text and "Golds in common" in text
    assert compare(with_theories, "--table", "theories") == 0
    assert capsys.readouterr().out.startswith("Single: against the parse's own gold\n")
    alone = written(with_theories.parent / "one", EXPERIMENTS)
    capsys.readouterr()
    assert main(["compare", str(alone), "--json"]) == 0
    assert json.loads(whole)["theories"]["differences"] == json.loads(capsys.readouterr().out)["differences"]


EXPERIMENTS = "".join(
    f'[[experiment]]\nname = "{name}"\ngold = "gold.conllx"\nparse = "{name}.conllx"\n' for name in "AB"
)


def test_experiments_that_cannot_be_compared_are_said_at_the_end(with_theories, capsys):
    (with_theories.parent / "one/B.conllx").write_text("1\ta\n", encoding="utf-8")
    assert compare(with_theories, "--table", "scores") == 1
    printed = capsys.readouterr()
    assert "98.33" in printed.out and printed.err.count("one/B.conllx:1: 2 fields") == 1, "once"


@pytest.mark.parametrize(
    ("name", "begin"), [("csv", "# Single"), ("html", "<!DOCTYPE html>"), ("latex", "% The document")]
)
def test_theories_alone_are_printed_in_every_format(path, capsys, name, begin):
    alone = written(path.parent / "one", EXPERIMENTS)
    assert main(["compare", str(alone), "--format", name]) == 0
    assert capsys.readouterr().out.startswith(begin)
    assert main(["compare", str(alone), "--format", name, "--json"]) == 2
    assert f"--json: not with --format {name}" in capsys.readouterr().err


@pytest.mark.slow
def test_a_folder_gets_the_site_and_what_is_not_ours_is_refused_before_anything_is_scored(tmp_path, capsys):
    folder(tmp_path)
    path = written(tmp_path, '[campaign]\nmetrics = "attachment"\nrounds = 50\n' + TREEBANKS + SYSTEMS)
    outputs = ["-o", f"{tmp_path / 'results'}", "-o", f"{tmp_path / 't.csv'}"]
    assert main(["compare", str(path), "--no-cache", *outputs, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err.endswith(f"{tmp_path / 'results' / 'index.html'}: open it in a browser\n")
    assert [one["system"] for one in json.loads(printed.out)["ranking"]] == ["A", "B", "C"]
    assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "results" / "tables.csv").read_bytes()
    assert len([*(tmp_path / "results").glob("system-*.html")]) == 3
    assert main(["compare", str(path), "--check", "-o", str(tmp_path / "other")]) == 2
    assert "no ending of tables" in capsys.readouterr().err  # and there is nothing to make pages of
    (tmp_path / "results" / "notes.txt").write_text("mine")
    assert main(["compare", str(path), "--no-cache", "-o", str(tmp_path / "results")]) == 2
    assert capsys.readouterr().err.endswith("notes.txt stands there, and would be lost; name another folder\n")
