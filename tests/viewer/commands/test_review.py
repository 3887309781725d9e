"""`goldleaf review`: from two files to a session, a report, a corrected treebank."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main
from goldleaf.viewer.review.store import Store

GOLD = "".join(
    f"# sent_id = s{n}\n1\tA{n}\ta\tDET\t_\t_\t2\tdet\t_\t_\n2\tb\tb\tNOUN\t_\t_\t0\troot\t_\tx=y\n\n"
    for n in (1, 2, 3)
)
PARSE = GOLD.replace("2\tdet", "0\troot").replace("0\troot\t_\tx", "1\tdep\t_\tx").replace("DET", "X")
VERDICTS = """\
sentence,word,layer,verdict,reviewer,note,tags,time
s1,,arc,parse,anna,,,2026-01-02T03:04:05+00:00
2,1,arc,2:case,ben,"why, why?",hard; ask,2026-01-02T03:04:05+00:00
s3,,,reviewed,ben,,,2026-01-02T03:04:05+00:00
"""
ANNOTATORS = Path(__file__).resolve().parents[4] / "shared" / "data" / "annotators"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("gold.conllu", GOLD), ("parse.conllu", PARSE), ("v.csv", VERDICTS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def made(*more: str) -> int:
    return main(["review", "new", "gold.conllu", "parse.conllu", "-o", "s.goldleaf", "--import", "v.csv", *more])


def test_verdicts_become_a_treebank_and_come_back_as_csv(files, capsys):
    assert made() == 0
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu"]) == 0
    assert "out.conllu: 3 words decided, 3 differences undecided: as in gold\n" in capsys.readouterr().out
    first, rest = PARSE.split("\n\n")[0].replace("\tX\t", "\tDET\t"), GOLD.split("\n\n", 1)[1]
    expected = f"{first}\n\n{rest}".replace("A2\ta\tDET\t_\t_\t2\tdet", "A2\ta\tDET\t_\t_\t2\tcase")
    assert (files / "out.conllu").read_text(encoding="utf-8") == expected
    capsys.readouterr()
    assert main(["review", "report", "s.goldleaf", "--format", "csv"]) == 0
    text = capsys.readouterr().out
    assert text == VERDICTS.replace("\n2,1", "\ns2,1")
    (files / "again.csv").write_text(text, encoding="utf-8")
    again = ["gold.conllu", "parse.conllu", "-o", "t.goldleaf", "--import", "again.csv"]
    assert main(["review", "new", *again]) == 0
    assert main(["review", "treebank", "t.goldleaf", "-o", "again.conllu"]) == 0
    assert (files / "again.conllu").read_bytes() == (files / "out.conllu").read_bytes()
    assert not [*files.glob("*-wal"), *files.glob("*-shm"), *files.glob(".s.goldleaf-*")]


def test_verdicts_where_all_sides_are_alike_are_told(files, capsys):
    made()
    assert "alike" not in capsys.readouterr().err
    (files / "v.csv").write_text(f"{VERDICTS}s3,2,lemma,gold,anna,,,\ns3,1,lemma,=c,anna,,,\n", encoding="utf-8")
    (files / "s.goldleaf").unlink()
    assert made() == 0
    told = "v.csv: 2 verdicts where all sides are alike, first at 2 (lemma) of sentence 3\n"
    assert capsys.readouterr().err.endswith(told)


def test_the_report_tells_people_and_programs(files, capsys):
    made()
    capsys.readouterr()
    assert main(["review", "report", "s.goldleaf", "--format", "json"]) == 0
    about = json.loads(capsys.readouterr().out)
    assert (about["sentences"], about["stale"], about["conflicts"]) == (3, 0, [])
    assert about["left"] == {"places": 3, "sentences": 2, "unsure": 0, "conflicts": 0} and about["places"] == 6
    assert [one["name"] for one in about["reviewers"]] == ["anna", "ben"]
    assert about["judgements"][1] == {
        "sentence": "s2", "number": 2, "word": "1", "layer": "arc", "verdict": "2:case", "reviewer": "ben",
        "note": "why, why?", "tags": ["hard", "ask"], "time": "2026-01-02T03:04:05+00:00", "stale": False,
        "settles": False,
    }  # fmt: skip
    assert main(["review", "report", "s.goldleaf", "-o", "r.md"]) == 0
    text = (files / "r.md").read_text(encoding="utf-8")
    assert "| ben | 1 | 2:case (1) | 5 | 1 |" in text
    assert "| s2 | 1 | ben | why, why? | hard, ask |" in text
    # A table is of judgements, with the columns of csv in each format.
    assert main(["review", "report", "s.goldleaf", "-o", "r.csv", "-o", "r.tex", "-o", "r.html"]) == 0
    csv, tex = ((files / name).read_text(encoding="utf-8") for name in ("r.csv", "r.tex"))
    header = csv.partition("\n")[0].split(",")
    assert header[:5] == ["sentence", "word", "layer", "verdict", "reviewer"] and " & ".join(header) in tex
    assert "s2 & 1 & arc & 2:case & ben" in tex
    assert main(["review", "assign", "s.goldleaf", "--reviewer", "cleo"]) == 0
    capsys.readouterr()
    assert main(["review", "report", "s.goldleaf"]) == 0
    assert "| cleo | 0 |  | 6 | 0 |" in capsys.readouterr().out


def test_what_is_undecided_is_the_golds_the_parses_or_stops_it(files, capsys):
    made("--layers", "arc,tag")
    assert main(["review", "treebank", "s.goldleaf", "-o", "p.conllu", "--undecided", "parse"]) == 2
    assert "sentence 2 (s2): the choices make a cycle" in capsys.readouterr().err
    assert not (files / "p.conllu").exists()
    assert main(["review", "treebank", "s.goldleaf", "-o", "p.conllu", "--undecided", "parse", "--allow-faults"]) == 0
    assert (files / "p.conllu").read_text(encoding="utf-8") == PARSE.replace(
        "A2\ta\tX\t_\t_\t0\troot", "A2\ta\tX\t_\t_\t2\tcase"
    )
    capsys.readouterr()
    assert main(["review", "treebank", "s.goldleaf", "-o", "q.conllu", "--undecided", "stop"]) == 2
    said = "gold.conllu:1: 6 differences undecided; the first: sentence 1, tag 1; decide, or take --undecided gold"
    assert said in capsys.readouterr().err
    assert main(["review", "treebank", "s.goldleaf", "-o", "q.conllu", "--undecided", "nobody"]) == 2
    assert "--undecided nobody: no such side; there are gold, both, parse, stop" in capsys.readouterr().err


def test_verdicts_on_changed_sentences_are_passed_over_and_told(files, capsys):
    made()
    (files / "gold.conllu").write_text(GOLD.replace("A1", "Ah"), encoding="utf-8")
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu"]) == 0
    assert "s.goldleaf: warning: 1 verdict on changed sentences or labels passed over" in capsys.readouterr().err
    assert (files / "out.conllu").read_text(encoding="utf-8").startswith(GOLD.replace("A1", "Ah")[:40])


SENTENCES = GOLD.strip("\n").split("\n\n")
NEW = "# sent_id = s0\n1\tnew\tn\tX\t_\t_\t0\troot\t_\t_"


@pytest.mark.parametrize(
    ("sentences", "numbers"),
    [(SENTENCES[::-1], (3, 2, 1)), ([NEW, *SENTENCES], (2, 3, 4)), (SENTENCES[1:], (1, 2))],
    ids=["reversed", "inserted", "cut"],
)
@pytest.mark.parametrize("name", ["json", "csv", "markdown"])
def test_a_report_names_the_sentences_where_they_are_now(files, capsys, sentences, numbers, name):
    made()
    gold = "\n\n".join([*sentences, ""]) + "\n"
    (files / "gold.conllu").write_text(gold, encoding="utf-8")
    (files / "parse.conllu").write_text(gold, encoding="utf-8")
    capsys.readouterr()
    assert main(["review", "report", "s.goldleaf", "--format", name]) == 0
    text = capsys.readouterr().out
    if name == "json":
        found = {(one["sentence"], one["number"]) for one in json.loads(text)["judgements"]}
        assert found == {*zip(["s1", "s2", "s3"][-len(numbers) :], numbers, strict=True)}
    elif name == "csv":
        named = {(line.split(",")[0], line.split(",")[3]) for line in text.splitlines()[1:]}
        assert named == {("s1", "parse"), ("s2", "2:case"), ("s3", "reviewed")} - (
            {("s1", "parse")} if len(numbers) < 3 else set()
        )
    else:
        assert "| s2 | 1 | ben | why, why? |" in text


def test_verdicts_are_passed_over_when_what_they_judged_has_changed(files, capsys):
    """A file that was annotated anew under a verdict would else be written as decided."""
    made()
    (files / "parse.conllu").write_text(PARSE.replace("A1\ta\tX\t_\t_\t0\troot", "A1\ta\tX\t_\t_\t2\tnmod"))
    capsys.readouterr()
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu"]) == 0
    said = capsys.readouterr()
    assert "s.goldleaf: warning: 1 verdict on changed sentences or labels passed over" in said.err
    assert (files / "out.conllu").read_text(encoding="utf-8").startswith(SENTENCES[0])
    assert main(["review", "report", "s.goldleaf", "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith(",yes") for line in lines[1:]] == [True, False, False]


@pytest.mark.parametrize(
    "words",
    [
        ["new", "gold.conllu", "parse.conllu", "-o", "gold.conllu"],
        ["new", "gold.conllu", "parse.conllu", "-o", "v.csv", "--import", "v.csv"],
        ["treebank", "s.goldleaf", "-o", "gold.conllu"],
        ["treebank", "s.goldleaf", "-o", "s.goldleaf"],
        ["report", "s.goldleaf", "-o", "parse.csv"],
        ["merge", "s.goldleaf", "-o", "s.goldleaf"],
    ],
)
def test_no_output_replaces_what_is_read(files, capsys, words):
    made()
    (files / "parse.csv").symlink_to("parse.conllu")
    before = {path.name: path.read_bytes() for path in files.glob("[!.]*")}
    assert main(["review", *words]) == 2
    assert "which is read; give another name" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in files.glob("[!.]*")} == before


def test_verdicts_that_cannot_be_read_leave_no_session(files, capsys):
    (files / "v.csv").write_text(VERDICTS.replace("2:case", "sure"), encoding="utf-8")
    assert made() == 2
    assert "v.csv:3: the verdict 'sure' is not known" in capsys.readouterr().err
    assert not [*files.glob("*goldleaf*")]


def test_a_session_that_is_there_stays_unless_it_is_to_be_set_aside(files, capsys):
    (files / "s.goldleaf").write_bytes(b"broken")
    assert made() == 2
    assert "s.goldleaf: exists; give the session another name" in capsys.readouterr().err
    assert made("--set-aside") == 0
    assert (files / "s.goldleaf.damaged-1").read_bytes() == b"broken"


def test_who_decided_is_recorded_on_demand(files, capsys):
    made()
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu", "--record"]) == 0
    lines = (files / "out.conllu").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[-1] for line in lines if "Reviewer" in line] == [
        "Reviewer=anna", "x=y|Reviewer=anna", "Reviewer=ben",
    ]  # fmt: skip
    for name in ("gold", "parse"):
        text = (files / f"{name}.conllu").read_text(encoding="utf-8")
        (files / f"{name}.conllx").write_text(text.replace("# sent_id", "#"), encoding="utf-8")
    main(["review", "new", "gold.conllx", "parse.conllx", "-o", "x.goldleaf", "--reviewer", "anna"])
    capsys.readouterr()
    assert main(["review", "treebank", "x.goldleaf", "-o", "out.conllx", "--record"]) == 2
    assert "conllx has no place for who decided; leave out --record" in capsys.readouterr().err


def test_without_a_command_it_says_so(capsys):
    assert main(["review"]) == 2
    assert capsys.readouterr().err == "Missing command (see goldleaf review --help)\n"


def test_sessions_are_merged(files, capsys):
    made()
    (files / "w.csv").write_text("sentence,verdict,reviewer\ns1,gold,cleo\n", encoding="utf-8")
    assert main(["review", "new", "gold.conllu", "parse.conllu", "-o", "t.goldleaf", "--import", "w.csv"]) == 0
    capsys.readouterr()
    assert main(["review", "merge", "s.goldleaf", "t.goldleaf", "-o", "all.goldleaf"]) == 0
    assert "all.goldleaf: 4 judgements, 1 place judged differently, 0 replaced" in capsys.readouterr().out
    assert main(["review", "treebank", "all.goldleaf", "-o", "out.conllu"]) == 0
    assert "all.goldleaf: warning: 1 place judged differently, so undecided" in capsys.readouterr().err
    assert not [path.name for path in files.iterdir() if path.name.startswith(".all.goldleaf-")]


def test_a_session_moves_with_its_files(files, tmp_path_factory, monkeypatch):
    made()
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "inside"
    files.rename(elsewhere)
    files.mkdir()
    monkeypatch.chdir(elsewhere)
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu"]) == 0


def test_a_session_is_told_where_its_files_are_now(files, capsys):
    made()
    (files / "moved").mkdir()
    (files / "gold.conllu").rename(files / "moved" / "gold.conllu")
    (files / "parse.conllu").rename(files / "moved" / "other.conllu")
    assert main(["review", "report", "s.goldleaf"]) == 2
    assert "goldleaf review relink" in capsys.readouterr().err
    assert main(["review", "relink", "s.goldleaf", "nowhere"]) == 2
    assert "nowhere: has no treebank of s.goldleaf; give gold=… or" in capsys.readouterr().err
    assert main(["review", "relink", "s.goldleaf", "moved", "parse=moved/other.conllu"]) == 0
    assert "s.goldleaf: 3 of 3 sentences as they were" in capsys.readouterr().out
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu"]) == 0


def test_verdicts_on_sentences_that_are_gone_are_told(files, capsys):
    made()
    for name in ("gold.conllu", "parse.conllu"):
        (files / name).write_text("".join((files / name).read_text().partition("# sent_id = s2")[1:]), encoding="utf-8")
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu"]) == 0
    assert "1 verdict on 1 sentence not in the file any more kept, and passed over" in capsys.readouterr().err


@pytest.mark.usefixtures("files")
def test_a_damaged_session_is_recovered(capsys):
    made()
    with Store.open("s.goldleaf", reviewer="ben") as store:
        before = store.judgements()
        store.add([])
    with sqlite3.connect("s.goldleaf") as connection:
        connection.execute("CREATE TABLE more (x)")
    connection.close()
    assert main(["review", "report", "s.goldleaf"]) == 2
    assert main(["review", "recover", "s.goldleaf", "-o", "t.goldleaf"]) == 0
    told = capsys.readouterr()
    assert "t.goldleaf: 3 judgements, 1 act, 3 sentences" in told.out
    assert ".backup: the copy of that day has 3 judgements" in told.err
    with Store.open("t.goldleaf", to_write=False) as store:
        assert store.judgements() == before


@pytest.mark.shared
def test_annotators_are_sides_by_their_names(tmp_path):
    paths = [str(ANNOTATORS / f"0001-da-{name}.conll") for name in ("lotte", "morten")]
    session = tmp_path / "a.goldleaf"
    (tmp_path / "v.csv").write_text("sentence,verdict\n1,morten\n", encoding="utf-8")
    words = ["--adjudicate", "--reviewer", "cleo", "--import", str(tmp_path / "v.csv")]
    assert main(["review", "new", *paths, "-o", str(session), *words]) == 0
    with Store.open(session, to_write=False) as store:
        assert store.adjudication
        assert [side.name for side in store.sides] == ["lotte", "morten"]
    assert main(["review", "treebank", str(session), "-o", str(tmp_path / "out.conll"), "--allow-faults"]) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_session_is_of_files_alone(files, capsys):
    """Of a pipe nothing is left the next time, and of one in whose place there was a file nothing may ever come."""
    os.mkfifo("pipe")
    assert main(["review", "new", "gold.conllu", "pipe", "-o", "s.goldleaf"]) == 2
    assert "pipe: a session needs files that are there the next time" in capsys.readouterr().err
    made()
    (files / "parse.conllu").unlink()
    os.mkfifo("parse.conllu")
    capsys.readouterr()
    for words in (["review", "report", "s.goldleaf"], ["review", "treebank", "s.goldleaf", "-o", "o.conllu"],
                  ["agreement", "s.goldleaf"]):  # fmt: skip
        assert main(words) == 2
        assert capsys.readouterr().err.endswith("parse.conllu, which is no file\n")


def test_sentences_are_assigned_and_sessions_split_for_people(files, capsys):
    assert made() == 0
    capsys.readouterr()
    assert main(["review", "assign", "s.goldleaf", "--reviewer", "anna", "--reviewer", "cleo", "--double", "0.4"]) == 0
    assert (
        capsys.readouterr().out
        == "anna: 2 sentences, 1 of them others', too\ncleo: 2 sentences, 1 of them others', too\n"
    )
    blind = ["--sentences", "3", "--blind", "--guidelines", "https://example.org/#{label}"]
    assert main(["review", "assign", "s.goldleaf", "--reviewer", "anna", *blind]) == 0
    assert main(["review", "assign", "s.goldleaf", "--reviewer", "org", "--seeing"]) == 0
    assert capsys.readouterr().out.splitlines() == 2 * [
        "anna (blind): 1 sentence, 1 of them others', too", "cleo: 2 sentences, 1 of them others', too",
        "nobody: 1 sentence",
    ]  # fmt: skip
    with Store.open(files / "s.goldleaf", to_write=False) as store:
        who = {name: store.is_blind(name) for name in ("anna", "cleo", "org", "whoever")}
        assert who == {"anna": True, "cleo": False, "org": False, "whoever": True}
    assert main(["review", "split", "s.goldleaf", "-o", "out"]) == 0
    assert capsys.readouterr().out == "out/anna/s.goldleaf: anna, 1 sentence\nout/cleo/s.goldleaf: cleo, 2 sentences\n"
    assert (
        main(["review", "merge", "s.goldleaf", "out/anna/s.goldleaf", "out/cleo/s.goldleaf", "-o", "all.goldleaf"]) == 0
    )
    assert "3 judgements, 0 places judged differently" in capsys.readouterr().out
    for wrong in (
        ["assign", "s.goldleaf", "--sentences", "1"],
        ["assign", "s.goldleaf", "--reviewer", "anna", "--sentences", "4"],
        ["assign", "s.goldleaf", "--guidelines", "file:///etc/passwd"],
        ["split", "s.goldleaf", "-o", "out"],
    ):
        assert main(["review", *wrong]) != 0
        assert capsys.readouterr().err


@pytest.mark.usefixtures("files")
def test_what_was_decided_is_a_message_to_commit_with(capsys):
    assert made() == 0
    capsys.readouterr()
    assert main(["review", "message", "s.goldleaf"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Review of gold.conllu: 3 of 6 places decided", "", "Layers: arc 2", "Taken: parse 1, 2:case 1",
        "Decided by: anna 1, ben 1", "2 sentences: s1, s2", "Left: 3 of 6 places open",
    ]  # fmt: skip
    assert main(["review", "new", "gold.conllu", "parse.conllu", "-o", "t.goldleaf"]) == 0
    capsys.readouterr()
    assert main(["review", "message", "t.goldleaf"]) == 0
    assert capsys.readouterr().out == "Review of gold.conllu: 0 of 6 places decided\n\nLeft: 6 of 6 places open\n"


def test_progress_is_a_table_and_a_plot(files, capsys):
    assert made() == 0
    capsys.readouterr()
    assert main(["review", "progress", "s.goldleaf", "--format", "csv", "--plot", "p.svg"]) == 0
    header, row = capsys.readouterr().out.splitlines()
    assert header == "time,anna,ben,agreement" and row.startswith("2026-01-02 03:04,0.33")
    assert "<svg" in (files / "p.svg").read_text(encoding="utf-8")


def test_new_faults_are_named_and_deps_mended_by_choice(files, capsys):
    gold = GOLD.replace("2\tdet\t_", "2\tdet\t2:det").replace("0\troot\t_", "0\troot\t0:root")
    (files / "gold.conllu").write_text(gold, encoding="utf-8")
    (files / "parse.conllu").write_text(gold.replace("2\tdet\t2:det", "2\tcase\t2:det"), encoding="utf-8")
    (files / "v.csv").write_text("sentence,word,layer,verdict,reviewer\ns1,1,arc,parse,anna\ns2,1,arc,2:fix,anna\n")
    assert made() == 0
    assert "3 heads and labels differ: to decide\n" in capsys.readouterr().out
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu"]) == 0
    said = capsys.readouterr()
    assert [line.split("; ")[0] for line in said.err.splitlines()] == ["new fault: out.conllu:6:8: DEPREL is 'fix'"]
    assert said.out == "out.conllu: 2 words decided, 1 difference undecided: as in gold; 1 new fault\n"
    assert "\t2\tcase\t2:det" in (files / "out.conllu").read_text(encoding="utf-8")
    assert main(["review", "treebank", "s.goldleaf", "-o", "out.conllu", "--mend-deps"]) == 0
    assert "\t2\tcase\t2:case" in (files / "out.conllu").read_text(encoding="utf-8")


@pytest.mark.usefixtures("files")
def test_layers_that_were_not_chosen_are_said(capsys):
    assert made("--layers", "tag") == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "3 tags differ: to decide",
        "6 heads and labels differ: not chosen",
    ]


def test_deps_that_there_are_not_cannot_be_mended(files, capsys):
    for name in ("gold", "parse"):
        (files / f"{name}.conllx").write_text("1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    assert main(["review", "new", "gold.conllx", "parse.conllx", "-o", "x.goldleaf"]) == 0
    assert main(["review", "treebank", "x.goldleaf", "-o", "out.conllx", "--mend-deps"]) == 2
    assert "--mend-deps: " in capsys.readouterr().err
