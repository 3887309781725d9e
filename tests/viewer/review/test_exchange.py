"""Verdicts as CSV: what was written can be read, and what cannot be read is said with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import read
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.exchange import as_rows, names_of_sentences, read_csv, to_csv
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.text.spreadsheets import guarded

TEXT = """\
# sent_id = a
1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_
2\tcat\tcat\tNOUN\t_\t_\t0\troot\t_\t_

# sent_id = 3
1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_

# sent_id = c
1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_

1\tNo\tno\tINTJ\t_\t_\t0\troot\t_\t_

"""


@pytest.fixture
def gold(tmp_path: Path) -> Treebank:
    path = tmp_path / "gold.conllu"
    path.write_text(TEXT, encoding="utf-8")
    return read(path)


def verdicts(folder: Path, gold: Treebank, text: str, reviewer: str | None = "anna"):
    path = folder / "v.csv"
    path.write_text(text, encoding="utf-8")
    return read_csv(path, gold, ["gold", "lotte"], reviewer)


@pytest.mark.parametrize(
    ("line", "place", "verdict"),
    [
        ("a,1,arc,parse", Place(0, "arc", "1"), "parse"),
        ("1,1,tag,=X", Place(0, "tag", "1"), "=X"),
        ("3,,,gold", Place(1, "arc", ""), "gold"),
        ("#3,,arc,lotte", Place(2, "arc", ""), "lotte"),
        ("4,1,,0:root", Place(3, "arc", "1"), "0:root"),
        ("a,,,reviewed", Place(0, None, ""), "reviewed"),
        ("a,1+2,constituent,=NP", Place(0, "constituent", "1-2"), "=NP"),
        ("a,2>1,role,=A0", Place(0, "role", "2>1"), "=A0"),
    ],
)
def test_a_line_is_about_a_place(tmp_path, gold, line, place, verdict):
    [found] = verdicts(tmp_path, gold, f"sentence,word,layer,verdict\n{line}\n")
    assert found.judgement == Judgement(place, "anna", verdict)


def test_only_sentence_and_verdict_are_needed(tmp_path, gold):
    [found] = verdicts(tmp_path, gold, "\ufeffverdict,sentence\r\nparse,2\r\n")
    assert found.judgement == Judgement(Place(1, "arc", ""), "anna", "parse")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: there is no column sentence; the first line names the columns"),
        ("sentence,verdct\n", "1: there is no column verdict; the first line"),
        ("sentence,verdict,who\n", "1: the column 'who' is not known; there are sentence, word"),
        ("sentence,verdict\n9,gold\n", "2: there is no sentence '9'; give an id, or a number from 1 to 4"),
        ("sentence,verdict\n\n1,gold,\n", "3: has 3 fields, the first line 2; put quotes"),
        ("sentence,verdict\n1,maybe\n", "2: the verdict 'maybe' is not known; there are gold, parse, both"),
        ("sentence,word,verdict\n1,3,gold\n", "2: word 3 is not in the sentence, which has 2"),
        ("sentence,word,verdict\n1,x,gold\n", "2: 'x' is no item of the layer arc; write its ID"),
        ("sentence,word,verdict\n1,1,=X\n", "2: '=X' is no reading of the layer arc; write head:label"),
        ("sentence,word,layer,verdict\n1,1,tag,2:x\n", "2: '2:x' is no reading of the layer tag; write the value"),
        ("sentence,layer,verdict\n1,arcs,gold\n", "2: there is no layer 'arcs'; there are arc, tag"),
        ("sentence,verdict,time\n1,gold,today\n", "2: 'today' is no time; write it as 2026-"),
        ("sentence,verdict\n1,\n", "2: says nothing; give a verdict, a note or tags"),
        ('sentence,verdict,note\n1,gold,"a\nb"\n1,parse,\n', "4: anna has judged this in line 2; leave out one"),
        ('sentence,verdict\n1,"gold\n', "2: unexpected end of data; write it as CSV"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(tmp_path, gold, text, message):
    with pytest.raises(GoldleafError) as caught:
        verdicts(tmp_path, gold, text)
    assert str(caught.value).startswith(f"{tmp_path / 'v.csv'}:{message}")


def test_who_says_it_must_be_known(tmp_path, gold):
    with pytest.raises(GoldleafError, match="2: names no reviewer; fill in the column reviewer, or give --reviewer"):
        verdicts(tmp_path, gold, "sentence,verdict\n1,gold\n", reviewer=None)


def test_sentences_are_named_so_that_they_are_found_again():
    assert names_of_sentences(["a", None, "b", "b", "2", " x", "#1", "7"]) == [
        "a", "#2", "3", "4", "2", "6", "#7", "7",
    ]  # fmt: skip


def test_all_that_was_said_comes_back(tmp_path, gold):
    sides = [SessionSide("gold", gold.path), SessionSide("lotte", "lotte.conllu")]
    with Store.create(tmp_path / "one.goldleaf", sides, reviewer="anna") as one:
        one.attach(gold)
        for row in range(4):
            place = Place(one.key(row), "arc", "1")
            one.act("a", [Judgement(place, "anna", "gold", 'a "note", of\ntwo lines', ("x", "y z"))])
            one.act("b", [Judgement(place, "ben", "0:x", time="2026-01-02T03:04:05+01:00")])
        one.act("c", [Judgement(Place(one.key(0), "arc", "1"), "cleo", "lotte")])  # settles it
        one.act("d", [Judgement(Place(one.key(1)), "anna", "reviewed", "done")])
        path = Path(gold.path)
        path.write_text(TEXT.replace("No\tno", "Nay\tnay"), encoding="utf-8")
        changed = read(path)
        one.attach(changed)
        text = to_csv(one)
        assert text.split("\n")[0] == "sentence,word,layer,verdict,reviewer,note,tags,time,settles,stale"
        with Store.create(tmp_path / "two.goldleaf", sides, reviewer="dora") as two:
            two.attach(changed)
            two.bring("import", as_rows(verdicts(tmp_path, changed, text, None), two))
            assert two.table().equals(one.table())
            assert two.choices().equals(one.choices())
            assert to_csv(two) == text


def test_what_is_not_utf_8_is_one_line(tmp_path, gold):
    path = tmp_path / "v.csv"
    path.write_bytes("sentence,verdict,note\n1,gold,für\n".encode("latin-1"))
    with pytest.raises(GoldleafError) as caught:
        read_csv(path, gold, ["gold"], "anna")
    assert str(caught.value) == f"{path}: is not UTF-8; save it so"


ALL_COLUMNS = "sentence, word, layer, verdict, reviewer, note, tags, time"
ALL_VERDICTS = "gold, parse, both, neither, unsure, skip, lotte, and readings of words"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sentence\n", f"1: there is no column verdict; the first line names the columns: {ALL_COLUMNS}"),
        ("sentence,verdict,who\n", f"1: the column 'who' is not known; there are {ALL_COLUMNS}"),
        ("sentence,verdict\n1,gold,,\n", "2: has 4 fields, the first line 2; put quotes around text that holds commas"),
        ("sentence,verdict\n#0,gold\n", "2: there is no sentence '#0'; give an id, or a number from 1 to 4"),
        ("sentence,verdict\n5,gold\n", "2: there is no sentence '5'; give an id, or a number from 1 to 4"),
        ("sentence,verdict\n,gold\n", "2: there is no sentence ''; give an id, or a number from 1 to 4"),
        ("sentence,verdict\n1,maybe\n", f"2: the verdict 'maybe' is not known; there are {ALL_VERDICTS}"),
        ("sentence,verdict\n1,=X\n", f"2: the verdict '=X' is not known; there are {ALL_VERDICTS}"),
        ("sentence,word,verdict\n1,1,reviewed\n", f"2: the verdict 'reviewed' is not known; there are {ALL_VERDICTS}"),
        ("sentence,layer,verdict\n1,arcs,gold\n", f"2: there is no layer 'arcs'; there are {', '.join(Layer)}"),
        ("sentence,word,verdict\n1,0,gold\n", "2: word 0 is not in the sentence, which has 2"),
        ("sentence,word,layer,verdict\n1,2-3,constituent,gold\n", "2: word 2-3 is not in the sentence, which has 2"),
        ("sentence,word,layer,verdict\n1,1>3,role,gold\n", "2: word 1>3 is not in the sentence, which has 2"),
        (
            "sentence,word,layer,verdict\n1,3-,constituent,gold\n",
            "2: '3-' is no item of the layer constituent; write the IDs of its words, as in 3-5 or 3-5+8",
        ),
        (
            "sentence,word,layer,verdict\n1,1>,role,gold\n",
            "2: '1>' is no item of the layer role; write predicate and argument, as in 8>3, or 8 for its sense",
        ),
        ("sentence,word,layer,verdict\n1,x,tag,gold\n", "2: 'x' is no item of the layer tag; write its ID"),
        ("sentence,word,verdict\n1,1,=X\n", "2: '=X' is no reading of the layer arc; write head:label, as in 3:obj"),
        (
            "sentence,word,layer,verdict\n1,1,tag,2:x\n",
            "2: '2:x' is no reading of the layer tag; write the value after =, as in =NOUN",
        ),
        ("sentence,verdict,time\n1,gold,today\n", "2: 'today' is no time; write it as 2026-01-31T12:00:00+00:00"),
        ("sentence,verdict\n1,\n", "2: says nothing; give a verdict, a note or tags"),
        ("sentence,verdict,stale\n1,gold,no\n", "2: stale is 'no'; write yes or nothing"),
        ("sentence,verdict,settles\n1,gold,1\n", "2: settles is '1'; write yes or nothing"),
        ("sentence,verdict\n1,gold\n1,parse\n", "3: anna has judged this in line 2; leave out one of the two"),
        ('sentence,verdict\n\n1,"gold\n', "3: unexpected end of data; write it as CSV, with commas between fields"),
    ],
)
def test_what_is_wrong_is_said_with_all_that_there_is_to_do(tmp_path, gold, text, message):
    with pytest.raises(GoldleafError) as caught:
        verdicts(tmp_path, gold, text)
    assert str(caught.value) == f"{tmp_path / 'v.csv'}:{message}" and caught.value.path == str(tmp_path / "v.csv")


def test_an_id_that_several_sentences_have_names_none(tmp_path):
    path = tmp_path / "gold.conllu"
    path.write_text(TEXT.replace("= c", "= a"), encoding="utf-8")
    with pytest.raises(GoldleafError, match=r"2: 2 sentences have the id a; give the number, as in #12$"):
        verdicts(tmp_path, read(path), "sentence,verdict\na,gold\n")
    [one] = verdicts(tmp_path, read(path), "sentence,verdict\n#3,gold\n")
    assert one.judgement.place.sentence == 2


def test_each_column_is_read(tmp_path, gold):
    text = (
        "time,tags,note,reviewer,verdict,layer,word,sentence,settles,stale\n"
        '2026-01-02T03:04:05+00:00," a; b c;", see ,ben, gold ,tag,2,a,yes,\n'
        ",,,,,,,3,,yes\n".replace(",,,,,,,3", ",x,,,,,,3")
    )
    first, second = verdicts(tmp_path, gold, text)
    place = Place(0, "tag", "2")
    assert first == (Judgement(place, "ben", "gold", " see ", ("a", "b c"), "2026-01-02T03:04:05+00:00"), True, False)
    assert second == (Judgement(Place(1, None, ""), "anna", "", "", ("x",), ""), False, True)


def test_without_heads_verdicts_are_about_constituents(tmp_path):
    path = tmp_path / "gold.mrg"
    path.write_text("(S (NP (D the) (N cat)) (V sat))\n", encoding="utf-8")
    [one] = verdicts(tmp_path, read(path), "sentence,word,verdict\n1,2+1,parse\n")
    assert one.judgement.place == Place(0, "constituent", "1-2")


def test_what_is_written_in_full(tmp_path, gold):
    with Store.create(tmp_path / "r.goldleaf", [SessionSide("gold", gold.path)], reviewer="anna") as store:
        store.attach(gold)
        time = "2026-01-02T03:04:05+00:00"
        store.act("b", [Judgement(Place(store.key(3), "arc", "1"), "ben", "0:x", "=1+1, odd", ("x", "y"), time)])
        store.act("a", [Judgement(Place(store.key(1)), "anna", "reviewed", time=time)])
        store.act("a", [Judgement(Place(store.key(0), "tag"), "anna", "gold", time=time)])
        lines = to_csv(store).split("\n")
    assert lines == [
        "sentence,word,layer,verdict,reviewer,note,tags,time",
        f"a,,tag,gold,anna,,,{time}",
        f"3,,,reviewed,anna,,,{time}",
        f'4,1,arc,0:x,ben,"{guarded("=1+1, odd")}",x; y,{time}',
        "",
    ]


def test_a_file_that_cannot_be_read_is_one_line(tmp_path, gold):
    with pytest.raises(GoldleafError) as caught:
        read_csv(tmp_path / "none.csv", gold, ["gold"], "anna")
    assert str(caught.value) == f"{tmp_path / 'none.csv'}: No such file or directory"


def test_verdicts_that_come_in_are_of_what_there_is_now_unless_they_are_stale(tmp_path, gold):
    with Store.create(tmp_path / "r.goldleaf", [SessionSide("gold", gold.path)], reviewer="anna") as store:
        store.attach(gold)
        given = verdicts(tmp_path, gold, "sentence,verdict,stale,settles\na,gold,,yes\n3,gold,yes,\n")
        rows = as_rows(given, store)
        assert [row.words for row in rows] == [store.words(store.key(0)), 0]
        assert [(row.sentence, row.settles, bool(row.time)) for row in rows] == [(1, 1, True), (2, 0, True)]
        store.bring("import", rows)
        assert store.table()["stale"].to_list() == [False, True]
