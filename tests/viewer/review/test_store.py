"""The store of a review session: what was done is kept, can be undone, and finds its sentences again; and it is
opened with the files that it is of, as they were read when it began.

Also tests `sentences`, `states`.
"""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.formats import read
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import Act, Judgement, Place
from goldleaf.viewer.review.sentences import Fingerprint, fingerprints, matched
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store, request_of
from goldleaf.viewer.session.request import Request
from tests.core.propositions import rows

SENTENCES = ["the cat sleeps", "a dog barks", "yes", "birds sing well", "yes", "fish swim"]


def conllu(sentences: list[str], *, ids: bool = True) -> bytes:
    """Sentences as CoNLL-U, each word the child of the one before."""
    lines = []
    for number, text in enumerate(sentences, 1):
        lines += [f"# sent_id = {text.split('|')[1] if '|' in text else number}"] if ids else []
        for position, form in enumerate(text.split("|")[0].split(), 1):
            lines.append(f"{position}\t{form}\t_\tX\t_\t_\t{position - 1}\tdep\t_\t_")
        lines.append("")
    return ("\n".join(lines) + "\n").encode()


def treebank(folder: Path, sentences: list[str] = SENTENCES, *, ids: bool = False) -> Treebank:
    path = folder / "gold.conllu"
    path.write_bytes(conllu(sentences, ids=ids))
    return read(path)


def session(folder: Path, gold: Treebank, **options) -> Store:
    sides = [SessionSide("gold", gold.path), SessionSide("parse", "parse.conllu", {"format": "conllu"})]
    store = Store.create(folder / "r.goldleaf", sides, reviewer="anna", **options)
    store.attach(gold)
    return store


def says(store: Store, row: int, verdict: str, item: str = "", reviewer: str = "anna", **more) -> Judgement:
    return Judgement(Place(store.key(row), Layer.ARC, item), reviewer, verdict, **more)


def verdicts(store: Store) -> list[tuple]:
    return [(one.place.sentence, one.place.item, one.reviewer, one.verdict) for one in store.judgements()]


def test_what_was_done_is_there_when_the_session_is_opened_again(tmp_path):
    gold = treebank(tmp_path)
    with session(tmp_path, gold, layers=[Layer.ARC, Layer.TAG], blind_seed=7, adjudication=True) as store:
        told = says(store, 1, "3:obj", "2", note="see p. 4", tags=("hard", "to ask"), time="2026-01-02T03:04:05+00:00")
        store.act("third reading", [told])
    with Store.open(tmp_path / "r.goldleaf", reviewer="anna") as store:
        store.attach(gold)
        assert store.judgements(store.key(1)) == [told]
        assert (store.seed, store.blind, store.adjudication) == (7, True, True)
        assert (store.judging, store.reviewers) == ({"anna"}, ["anna"])
        assert store.layers == (Layer.ARC, Layer.TAG)
        assert [side.name for side in store.sides] == ["gold", "parse"]
        assert store.sides[1].options == {"format": "conllu"}
    files = {path.name for path in tmp_path.iterdir() if path.suffix != ".backup"}
    assert files == {"gold.conllu", "r.goldleaf", ".r.goldleaf.lock"}


def relabelled(folder: Path, name: str, **labels: str) -> Treebank:
    """The treebank with other labels, by form."""
    text = conllu(SENTENCES, ids=False).decode()
    for form, label in labels.items():
        text = re.sub(rf"(\t{form}\t.*)\tdep\t", rf"\1\t{label}\t", text)
    (folder / name).write_text(text, encoding="utf-8")
    return read(folder / name)


def test_a_verdict_is_stale_when_what_it_judged_has_changed(tmp_path):
    gold, parse = treebank(tmp_path), relabelled(tmp_path, "parse.conllu", dog="obj", sing="obj")
    with session(tmp_path, gold) as store:
        store.attach(gold, parse)
        store.act("item", [says(store, 1, "gold", "2"), says(store, 1, "gold", "3", note="alike")])
        store.act("sentence", [says(store, 3, "parse"), Judgement(Place(store.key(1)), "anna", "reviewed")])
        assert store.table()["stale"].sum() == 0
    with Store.open(tmp_path / "r.goldleaf", reviewer="anna") as store:
        store.attach(gold, parse)
        assert store.table()["stale"].sum() == 0

        def stale(gold: Treebank, *parses: Treebank) -> list[tuple[int, str]]:
            store.attach(gold, *parses)
            return store.table().filter("stale").select("sentence", "item").rows()

        assert stale(gold, relabelled(tmp_path, "b.conllu", dog="iobj", sing="obj")) == [(1, "2")]
        assert stale(relabelled(tmp_path, "c.conllu", dog="obj"), parse) == [(1, "2")]
        assert store.choices()["sentence"].to_list() == [1, 3] and store.summary()["stale"][1]
        assert stale(gold, relabelled(tmp_path, "d.conllu", dog="obj", sing="obj", barks="obj")) == [(1, "3")]
        assert stale(gold, relabelled(tmp_path, "e.conllu", dog="obj", sing="obj", well="obj")) == [(3, "")]
        assert stale(gold, relabelled(tmp_path, "f.conllu", dog="obj", sing="obj", cat="obj")) == []
        both = [relabelled(tmp_path, f"{name}.conllu", dog=dog, sing=sing, barks="obj") for name, dog, sing in
                (("g", "dep", "dep"), ("h", "obj", "obj"))]  # fmt: skip
        assert stale(*both) == [(1, "3")], "what all had alike has changed in all"
        before = store.row_at(Place(store.key(1), Layer.ARC, "3").key("anna"))
        store.bring("of an earlier version", [before._replace(judged='{"parse":""}')])
        assert stale(*both) == [], "which did not keep what was alike"
        assert stale(gold) == []  # not all sides are there, so nothing is known of their labels
        store.attach(gold, relabelled(tmp_path, "b.conllu", dog="iobj", sing="obj"))
        store.act("note", [says(store, 1, "gold", "2", note="hm")], renewed=False)
        assert store.is_stale_at(Place(store.key(1), Layer.ARC, "2"))
        store.act("again", [says(store, 1, "gold", "2")])
        assert not store.is_stale_at(Place(store.key(1), Layer.ARC, "2"))
        store.undo()
        assert store.is_stale_at(Place(store.key(1), Layer.ARC, "2"))


@pytest.mark.parametrize(
    ("name", "layer", "item", "before", "after"),
    [
        ("s.brackets", Layer.CONSTITUENT, "2-3", "(S (A a) (NP (B b) (C c)))", "(S (A a) (VP (B b) (C c)))"),
        ("s.brackets", Layer.CONSTITUENT, "1-2", "(S (A a) (B b) (C c))", "(S (NP (A a) (B b)) (C c))"),
        ("s.discbracket", Layer.CONSTITUENT, "1-1+3-3", "(S (NP (A 0=a) (C 2=c)) (B 1=b))",
         "(S (NP-X (A 0=a) (C 2=c)) (B 1=b))"),
        ("s.conll09", Layer.ROLE, "1>2", rows("a b", [(1, "a.1", {2: "A0"})]), rows("a b", [(1, "a.1", {2: "A1"})])),
        ("s.conll09", Layer.ROLE, "1", rows("a b", [(1, "a.1", {2: "A0"})]), rows("a b", [(1, "a.2", {2: "A0"})])),
    ],
)  # fmt: skip
def test_what_all_sides_read_alike_is_stale_in_every_layer(tmp_path, name, layer, item, before, after):
    """It was so of words alone: what was said of a constituent held for another one."""

    def sides(text: str) -> list[Treebank]:
        treebanks = []
        for side in ("gold", "parse"):
            path = tmp_path / f"{side}-{name}"
            path.write_text(f"{text}\n", encoding="utf-8")
            treebanks.append(read(path, format={"conll09": "conll2009"}.get(path.suffix[1:], path.suffix[1:])))
        return treebanks

    then = sides(before)
    with session(tmp_path, then[0], layers=[layer]) as store:
        store.attach(*then)
        store.act("reading", [Judgement(Place(store.key(0), layer, item), "anna", "=X")])
        store.attach(*sides(before))
        assert store.table()["stale"].to_list() == [False]
        store.attach(*sides(after))
        assert store.table()["stale"].to_list() == [True]


def test_undo_and_redo_go_back_through_earlier_sessions(tmp_path):
    gold = treebank(tmp_path)
    with session(tmp_path, gold) as store:
        store.act("gold", [says(store, 0, "gold")])
        store.act("parse", [says(store, 0, "parse")])
    with Store.open(tmp_path / "r.goldleaf", reviewer="anna") as store:
        store.attach(gold)
        act = store.undo()
        assert act is not None
        assert (act.what, act.undone) == ("parse", True)
        assert act.sentence == store.key(0) and verdicts(store) == [(1, "", "anna", "gold")]
        assert store.undo().what == "gold"
        assert store.undo() is None
        assert verdicts(store) == []
    with Store.open(tmp_path / "r.goldleaf", reviewer="anna") as store:
        store.attach(gold)
        assert store.redo().what == "gold"
        assert verdicts(store) == [(1, "", "anna", "gold")]
        store.act("unsure", [says(store, 0, "unsure")])
        assert store.redo() is None
        assert [(act.what, act.undone) for act in store.history(store.key(0))] == [
            ("gold", False), ("parse", True), ("unsure", False),
        ]  # fmt: skip


def test_each_reviewer_undoes_what_they_did(tmp_path):
    gold = treebank(tmp_path)
    with session(tmp_path, gold) as store:
        store.act("gold", [says(store, 0, "gold")])
        store.reviewer = "ben"
        store.act("parse", [says(store, 0, "parse", reviewer="ben")])
        store.reviewer = "anna"
        assert store.undo().what == "gold"
        assert verdicts(store) == [(1, "", "ben", "parse")]


def test_undoing_an_import_leaves_what_its_reviewers_have_changed_since(tmp_path):
    gold = treebank(tmp_path)
    with session(tmp_path, gold) as store:
        store.act("import", [says(store, row, "gold", reviewer="ben") for row in (0, 1)])
        store.reviewer = "ben"
        store.act("parse", [says(store, 0, "parse", reviewer="ben")])
        store.reviewer = "anna"
        store.undo()
        assert verdicts(store) == [(1, "", "ben", "parse")]


def test_a_judgement_that_says_nothing_removes_what_was_said(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("note", [says(store, 0, "", note="look")])
        place = Place(store.key(0), Layer.ARC)
        assert (store.at(place).note, store.at(place, "ben")) == ("look", None)
        store.act("no note", [says(store, 0, "")])
        assert store.judgements() == [] and store.at(place) is None
        store.act("gold", [says(store, 0, "gold")])
        store.act("nothing", [], removed=[Place(store.key(0), Layer.ARC)])
        assert store.judgements() == []
        store.undo()
        assert store.at(place).verdict == "gold"


def test_the_summary_follows_each_act(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        assert store.summary()["verdict"].to_list() == [""] * 6
        store.act("two", [says(store, 1, "gold", "1"), says(store, 1, "parse", "2", note="?", tags=("b", "a"))])
        assert store.summary().row(1, named=True) == {
            "reviewed": False, "verdict": "gold; parse", "reviewer": "anna", "notes": 1, "tags": "a; b",
            "stale": False, "conflict": False, "state": "decided", "places": 0, "left": 0, "unsure": 0, "conflicts": 0,
            "mine": False,
        }  # fmt: skip
        store.act("done", [Judgement(Place(store.key(1)), "anna", "reviewed")])
        followed = store.summary()
        assert followed["reviewed"].to_list() == [False, True, False, False, False, False]
        store.reviewer = "anna"  # makes it anew
        assert store.summary().equals(followed)
        store.undo()
        assert store.summary()["reviewed"][1] is False
        assert store.tags() == ["a", "b"]


def test_reviewers_who_differ_are_in_conflict_until_a_third_settles_it(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("a", [says(store, 0, "gold", "2")])
        store.act("b", [says(store, 0, "parse", "2", reviewer="ben")])
        assert store.summary()["conflict"][0]
        assert [*store.conflicts(store.key(0))] == [Place(store.key(0), Layer.ARC, "2")]
        store.act("c", [says(store, 0, "3:obj", "2", reviewer="cleo")])
        assert not store.summary()["conflict"][0]
        assert store.table()["settles"].to_list() == [False, False, True]
        store.act("d", [Judgement(Place(store.key(0), layer, "2"), "cleo", "gold") for layer in (Layer.TAG, None)])
        assert store.table()["settles"].to_list() == [False, False, False, True, False], "no others judge these layers"


def test_a_verdict_on_the_sentence_differs_from_another_ones_on_a_word(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        place = Place(store.key(0), Layer.ARC, "2")
        store.act("a", [says(store, 0, "gold", "")])
        store.act("a", [says(store, 0, "parse", "2")])
        assert not store.summary()["conflict"][0], "one's own verdict on the word goes over that on the sentence"
        store.act("b", [says(store, 0, "gold", "", reviewer="ben")])
        assert store.conflicts(store.key(0)) == {place: {"anna": "parse", "ben": "gold"}}
        assert store.choices(0).filter(item="2")["verdict"].to_list() == [""]
        store.act("c", [says(store, 0, "both", "2", reviewer="cleo")])
        assert not store.summary()["conflict"][0]
        assert store.choices(0).filter(item="2")["verdict"].to_list() == ["both"]


def test_a_word_is_settled_where_others_differ_about_the_sentence(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("a", [says(store, 0, "gold", "")])
        store.act("b", [says(store, 0, "parse", "", reviewer="ben")])
        store.act("c", [says(store, 0, "both", "2", reviewer="cleo")])
        assert [*store.conflicts(store.key(0))] == [Place(store.key(0), Layer.ARC, "")]
        assert store.choices(0).filter(item="2")["verdict"].to_list() == ["both"]


def test_the_blind_see_no_others_and_settle_nothing(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("a", [says(store, 0, "gold")])
        store.act("b", [says(store, 0, "parse", reviewer="ben")])
        store.reviewer = "cleo"
        store.set_blind(True)
        assert (store.summary()["verdict"][0], store.summary()["conflict"][0]) == ("", False)
        store.act("c", [says(store, 0, "both", reviewer="cleo")])
        assert store.summary()["verdict"][0] == "both"
        store.reviewer = "anna"
        assert store.summary()["conflict"][0]


def test_verdicts_stay_with_their_sentences_in_another_order(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("all", [says(store, row, f"{row}:x", "1") for row in range(6)])
        gold = treebank(tmp_path, ["new", *SENTENCES[3:], *SENTENCES[:3]])
        store.attach(gold)
        assert not store.summary()["stale"].any()
        verdicts = [store.judgements(store.key(row)) for row in range(7)]
        assert [[one.verdict for one in some] for some in verdicts] == [
            [], ["3:x"], ["4:x"], ["5:x"], ["0:x"], ["1:x"], ["2:x"],
        ]  # fmt: skip
    with Store.open(tmp_path / "r.goldleaf", reviewer="anna") as store:
        store.attach(gold)
        assert [one.verdict for one in store.judgements(store.key(1))] == ["3:x"]


@pytest.mark.parametrize("ids", [True, False])
def test_verdicts_on_changed_sentences_are_stale_and_kept(tmp_path, ids):
    with session(tmp_path, treebank(tmp_path, ids=ids)) as store:
        store.act("two", [says(store, 1, "gold"), says(store, 2, "parse")])
        store.attach(treebank(tmp_path, [SENTENCES[0], "a dog barked", *SENTENCES[2:]], ids=ids))
        assert store.summary()["stale"].to_list() == [False, True, False, False, False, False]
        assert store.summary()["verdict"].to_list()[1:3] == ["gold", "parse"]
        store.act("again", [says(store, 1, "parse")])
        assert not store.summary()["stale"][1]
        store.undo()
        assert store.summary()["stale"][1]


def test_a_sentence_that_is_gone_comes_back_with_its_verdict(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("one", [says(store, 3, "gold")])
        key = store.key(3)
        store.attach(treebank(tmp_path, SENTENCES[:3]))
        assert store.row(key) is None
        assert store.table().is_empty()
    with Store.open(tmp_path / "r.goldleaf", reviewer="anna") as store:
        store.attach(treebank(tmp_path))
        assert store.key(3) == key
        assert store.summary()["verdict"][3] == "gold"


def test_of_doubled_sentences_the_neighbours_tell_which_is_which(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("second yes", [says(store, 4, "gold")])
        store.attach(treebank(tmp_path, [*SENTENCES[:2], *SENTENCES[3:]]))
        assert store.summary()["verdict"][3] == "gold"


def test_a_session_does_not_replace_a_file(tmp_path):
    gold = treebank(tmp_path)
    session(tmp_path, gold).close()
    with pytest.raises(GoldleafError, match=r"r\.goldleaf: exists; give the session another name"):
        session(tmp_path, gold)


def test_who_does_not_say_their_name_decides_nothing(tmp_path):
    gold = treebank(tmp_path)
    session(tmp_path, gold).close()
    with Store.open(tmp_path / "r.goldleaf") as store:
        store.attach(gold)
        with pytest.raises(GoldleafError, match="give a name") as refused:
            store.act("gold", [says(store, 0, "gold")])
        assert str(refused.value.path) == str(store.path)


@given(st.lists(st.one_of(st.tuples(st.integers(0, 2), st.sampled_from(["gold", "parse", ""])), st.just("undo"))))
def test_whatever_was_done_and_undone_is_undone_and_done_again(steps):
    with TemporaryDirectory() as folder, session(Path(folder), treebank(Path(folder))) as store:
        shown: list[list[tuple]] = [verdicts(store)]
        for step in steps:
            if step == "undo":
                assert (store.undo() is None) == (len(shown) == 1)
                del shown[max(1, len(shown) - 1) :]
            else:
                store.act("act", [says(store, *step)])
                shown.append(verdicts(store))
            assert verdicts(store) == shown[-1]
        for before in reversed(shown[:-1]):
            store.undo()
            assert verdicts(store) == before
        for after in shown[1:]:
            assert store.redo() is not None
            assert verdicts(store) == after
        with Store.open(store.path, to_write=False) as other:
            assert verdicts(other) == shown[-1]


def test_a_file_that_is_no_session_is_named(tmp_path):
    path = tmp_path / "notes.goldleaf"
    path.write_text("these are notes, and no database at all", encoding="utf-8")
    with pytest.raises(GoldleafError, match="is no session of a review") as refused:
        Store.open(path)
    assert str(refused.value.path) == str(path)


@pytest.mark.parametrize(
    ("known", "found"),
    [
        (["yes", "the cat sleeps", "yes", "a dog barks"], ["the cat sleeps", "yes", "birds sing well"]),
        (["yes", "the cat sleeps", "yes"], ["birds sing well", "yes"]),
    ],
    ids=["behind the same sentence", "at the end"],
)
def test_of_doubled_sentences_the_one_in_the_same_place_is_the_same(tmp_path, known, found):
    with session(tmp_path, treebank(tmp_path, known)) as store:
        store.act("second yes", [says(store, 2, "gold")])
        store.attach(treebank(tmp_path, found))
        assert store.summary()["verdict"][1] == "gold"


@pytest.mark.parametrize("tag", ["", " ", "a; b"])
def test_a_tag_that_could_not_be_read_back_is_none(tmp_path, tag):
    with session(tmp_path, treebank(tmp_path)) as store:
        with pytest.raises(GoldleafError, match="a tag is not empty, and has no semicolon"):
            store.act("tag", [says(store, 0, "gold", tags=("hard", tag))])
        assert store.judgements() == []


def test_who_skips_leaves_it_to_others(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("a", [says(store, 0, "skip", "1"), says(store, 0, "skip", "2")])
        store.act("b", [says(store, 0, "parse", "1", reviewer="ben"), says(store, 0, "skip", "2", reviewer="ben")])
        assert not store.summary()["conflict"][0]
        assert store.choices().select("item", "verdict", "reviewer").rows() == [
            ("1", "parse", "ben"),
            ("2", "", "anna"),
        ]


@pytest.mark.parametrize(
    ("layers", "usual"),
    [
        ([Layer.CONSTITUENT], "constituent"),
        ([Layer.TAG], "arc"),
        ([Layer.CONSTITUENT, Layer.ARC], "arc"),
    ],
)
def test_verdicts_without_a_layer_are_about_arcs_unless_constituents_alone_are_looked_at(tmp_path, layers, usual):
    with session(tmp_path, treebank(tmp_path), layers=layers) as store:
        store.act("a", [Judgement(Place(store.key(0), None, "1"), "anna", "gold")])
        assert store.choices()["layer"].to_list() == [usual]


@pytest.mark.parametrize(("id_before", "id_now", "place"), [(None, None, 1), (None, "b", -1), ("b", None, -1)])
def test_between_the_same_neighbours_other_words_are_the_same_sentence_where_there_are_no_ids(id_before, id_now, place):
    before, now = ([("a", 1), middle, ("c", 3)] for middle in ((id_before, 2), (id_now, 4)))
    assert matched([Fingerprint(*one) for one in before], [Fingerprint(*one) for one in now]) == [0, place, 2]


def test_a_session_that_was_opened_by_one_thread_is_read_by_another(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("gold", [says(store, 0, "gold")])
        key = store.key(0)
    with ThreadPoolExecutor(1) as pool:
        opened = pool.submit(Store.open, tmp_path / "r.goldleaf", to_write=False).result()
    with opened:
        assert [act.what for act in opened.history(key)] == ["gold"]


def test_times_are_those_of_the_world_to_the_second(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("gold", [says(store, 0, "gold")])
        [one] = store.judgements()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", one.time)


@pytest.mark.parametrize(
    ("known", "now", "places"),
    [
        ("a1 c1", "x1", [0]),  # at the file's begin
        ("a1 b2 c1", "b2 x1", [1, 2]),  # at its end
        ("a1 b2 a1", "b2 a1", [1, 2]),
        ("a1 b2", "b2 a1", [1, 0]),
        ("a1 b2", "c1 d2", [0, 1]),
        ("a1 b2", "a3 b4", [0, 1]),
        ("a1 a1 b2", "a1 b2 a1", [0, 2, 1]),
        ("a1 a1 a1", "a1 a1", [0, 1]),
        ("a1 a1", "a1 a1 a1", [0, 1, -1]),
        ("a1", "b2", [-1]),
        ("", "a1", [-1]),
        ("a1", "", []),
        (".1 .2 .3", ".1 .9 .8 .3", [0, 1, -1, 2]),
        (".1 .2 .3", ".9 .3", [0, 2]),
        (".1 .2", ".1 .2", [0, 1]),
    ],
)
def test_sentences_are_the_same_by_id_and_words_then_by_what_is_beside_them(known, now, places):
    def prints(text: str) -> list[Fingerprint]:
        return [Fingerprint(None if one[0] == "." else one[0], int(one[1:])) for one in text.split()]

    assert matched(prints(known), prints(now)) == places


def test_what_stands_in_a_session_stands_there_in_the_order_of_the_text(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        late, early = "2026-01-02T00:00:00+00:00", "2026-01-01T00:00:00+00:00"
        store.act("b", [says(store, 2, "parse", "2", time=late), says(store, 2, "gold", "1", tags=("x",), time=early)])
        store.act("a", [says(store, 0, "both", "", reviewer="ben", note="n", tags=("b", "x"), time=late)])
        store.act("c", [Judgement(Place(store.key(2), Layer.TAG), "anna", "unsure", time=early)])
        store.act("d", [Judgement(Place(store.key(2)), "anna", "reviewed", time=early)])
        assert store.table().rows() == [
            (0, "arc", "", "ben", "both", "n", "b; x", late, False, False),
            (2, "", "", "anna", "reviewed", "", "", early, False, False),
            (2, "arc", "1", "anna", "gold", "", "x", early, False, False),
            (2, "arc", "2", "anna", "parse", "", "", late, False, False),
            (2, "tag", "", "anna", "unsure", "", "", early, False, False),
        ]
        assert store.tags() == ["x", "b"] and store.judging == {"anna", "ben"}
        assert store.choices().rows() == [
            (0, "arc", "", "both", "ben"),
            (2, "arc", "1", "gold", "anna"),
            (2, "arc", "2", "parse", "anna"),
            (2, "tag", "", "", "anna"),
        ]
        assert store.choices(2).rows() == [(0, *row[1:]) for row in store.choices().rows()[1:]]
        assert store.choices(1).is_empty() and [*store.choices(1).columns] == [*store.choices().columns]
        assert store.summary().rows() == [
            (False, "both", "ben", 1, "b; x", False, False, "decided", 0, 0, 0, 0, False),
            (False, "", "", 0, "", False, False, "", 0, 0, 0, 0, False),
            (True, "gold; parse; unsure", "anna", 0, "x", False, False, "done", 0, 0, 0, 0, False),
            *[(False, "", "", 0, "", False, False, "", 0, 0, 0, 0, False)] * 3,
        ]
        assert [one.verdict for one in store.judgements(store.key(2))] == ["reviewed", "gold", "parse", "unsure"]
        assert store.judgements(99) == [] and store.rows(99) == [] and store.conflicts(99) == {}
        assert store.at(Place(store.key(0), Layer.ARC), "ben").note == "n"
        assert store.at(Place(store.key(0), Layer.ARC)) is None
        assert [act.what for act in store.history(store.key(2))] == ["b", "c", "d"]
        assert [act.sentence for act in store.history(store.key(0))] == [store.key(0)]
    with Store.open(tmp_path / "r.goldleaf", reviewer="ben") as store:
        store.attach(treebank(tmp_path))
        assert store.summary()["reviewed"].to_list() == [False] * 6, "ben is done with nothing"
        assert store.table()["verdict"].to_list() == ["both", "reviewed", "gold", "parse", "unsure"]
        store.reviewer = "anna"
        assert store.summary()["reviewed"].to_list() == [False, False, True, False, False, False]
        store.reviewer = None
        assert store.summary()["reviewed"].to_list() == [False, False, True, False, False, False]
        with pytest.raises(OptionError, match=r"^--reviewer: the name is empty$"):
            store.reviewer = " "
        with pytest.raises(GoldleafError) as refused:
            store.set_blind(True)
        assert str(refused.value) == f"{store.path}: nobody reviews yet; give a name with --reviewer"


def test_many_that_change_at_once_are_in_the_summary_too(tmp_path):
    with session(tmp_path, treebank(tmp_path, [f"word{number} x" for number in range(60)])) as store:
        assert store.summary()["notes"].sum() == 0
        for count in (49, 50, 51, 60):
            store.act("many", [says(store, row, "gold", note="n") for row in range(count)])
            assert store.summary()["verdict"].to_list() == ["gold"] * count + [""] * (60 - count)
            store.undo()
            assert store.summary()["verdict"].to_list() == [""] * 60


def test_who_comes_anew_is_blind_where_anybody_is(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        assert (store.seed, store.blind, store.is_blind("ben")) == (0, False, False)
        store.reviewer = "ben"
        store.set_blind(True)
        seed = store.seed
        assert seed > 0 and store.blind and store.is_blind("cleo") and not store.is_blind("anna")
        store.set_blind(False)
        assert not store.blind and not store.is_blind("cleo")
        store.set_blind(True)
        assert store.seed == seed, "the sides stay where they were"
        store.reviewer = "cleo"
        assert store.blind and store.reviewers == ["anna", "ben", "cleo"]
        store.reviewer = None
        assert not store.blind
    with Store.open(tmp_path / "r.goldleaf", reviewer="cleo") as store:
        assert (store.seed, store.blind, store.is_blind("anna")) == (seed, True, False)
        assert store.layers == (Layer.ARC,) and store.usual_layer == Layer.ARC


def test_what_settles_prevails_the_latest_of_several(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("a", [says(store, 0, "gold", "1")])
        store.act("b", [says(store, 0, "parse", "1", reviewer="ben")])
        store.act("c", [says(store, 0, "both", "1", reviewer="cleo", time="2026-01-02T00:00:00+00:00")])
        store.act("d", [says(store, 0, "3:x", "1", reviewer="dora", time="2026-01-01T00:00:00+00:00")])
        assert store.choices().rows() == [(0, "arc", "1", "both", "cleo")], "the later one"
        store.act("d", [says(store, 0, "3:x", "1", reviewer="dora", time="2026-01-02T00:00:00+00:00")])
        assert store.table()["settles"].to_list() == [False, False, True, False], "nobody differs any more"
        settled = store.table(independent=True)
        assert settled.select("reviewer", "verdict").rows() == [("anna", "gold"), ("ben", "parse"), ("dora", "3:x")]
        assert store.table(independent=True)["settles"].any() is False
        store.act("undecided", [says(store, 0, "neither", "2"), says(store, 0, "unsure", "3")])
        assert store.choices().rows()[1:] == [(0, "arc", "2", "", "anna"), (0, "arc", "3", "", "anna")]


def test_a_settled_place_has_what_its_reviewer_said_before(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        for verdict in ("gold", "both"):
            store.act("a", [says(store, 0, verdict, "1")])
        store.act("b", [says(store, 0, "parse", "1", reviewer="ben")])
        store.act("c", [says(store, 0, "unsure", "1")])
        assert store.table()["settles"].to_list() == [False, False], "one's own word does not settle"
        store.act("e", [says(store, 0, "gold", "1", reviewer="eve")])
        store.act("c", [says(store, 0, "3:x", "1", reviewer="eve")])
        assert store.table().select("reviewer", "settles").rows() == [("anna", False), ("ben", False), ("eve", True)]
        assert store.table(independent=True).select("reviewer", "verdict").rows() == [
            ("anna", "unsure"), ("ben", "parse"),
        ]  # fmt: skip


def test_a_treebank_that_is_attached_again_changes_nothing(tmp_path):
    gold = treebank(tmp_path, ids=True)
    with session(tmp_path, gold) as store:
        keys = [store.key(row) for row in range(6)]
        assert [*store.ids] == ["1", "2", "3", "4", "5", "6"] and [store.row(key) for key in keys] == [*range(6)]
        assert (store.words(keys[2]) == store.words(keys[4]), store.words(99), store.row(99)) == (True, 0, None)
        assert store.words(keys[0]) not in (0, store.words(keys[1]))
        store.attach(treebank(tmp_path, [SENTENCES[5], *SENTENCES[:2], "new"], ids=False))
        assert [store.row(key) for key in keys] == [1, 2, None, None, None, 0]
        assert store.key(3) == 7 and [one.sentence for one in store.known()][:4] == [6, 1, 2, 7]
        assert [one.row for one in store.known()] == [0, 1, 2, 3, None, None, None]
        with pytest.raises(IndexError):
            store.key(4)


def test_sentences_are_told_by_numbers_that_stay_for_good(tmp_path):
    """They stand in sessions: another number would make all that was said stale."""
    prints = fingerprints(treebank(tmp_path, ["a b", "b a", "a b", "a", "a b c"], ids=True))
    assert prints[0] == Fingerprint("1", prints[2].words) and prints[0].words == 4299464968636894241
    assert len({one.words for one in prints}) == 4
    alone = fingerprints(treebank(tmp_path, ["a b c"]))
    assert alone == [Fingerprint(None, prints[4].words)]


def test_what_the_sides_say_of_a_place(tmp_path):
    gold, parse = treebank(tmp_path), relabelled(tmp_path, "parse.conllu", dog="obj", barks="x")
    with session(tmp_path, gold) as store:
        key = store.key(1)
        assert store.readings(Place(key, Layer.ARC, "2")) == {}, "before all are attached"
        store.attach(gold, parse)
        assert store.readings(Place(key, Layer.ARC, "2")) == {"parse": "1 dep / 1 obj"}
        assert store.readings(Place(key, None, "3")) == {"parse": "2 dep / 2 x"}
        assert store.readings(Place(key, Layer.ARC)) == {"parse": "2: 1 dep / 1 obj; 3: 2 dep / 2 x"}
        assert store.readings(Place(key, Layer.TAG, "2")) == {"parse": "X _"}, "all say so"
        assert store.readings(Place(key, Layer.ARC, "1")) == {"parse": "0 dep"}
        assert store.readings(Place(store.key(0), Layer.ARC)) == {"parse": ""} and store.readings(Place(99)) == {}
        act = store.act("one", [says(store, 1, "gold", "2"), says(store, 1, "", "3", note="n")])
        assert act == Act("anna", "one", store.table()["time"][0], key) and not act.undone
        rows = {row.item: row.judged for row in store.rows()}
        assert rows == {"2": '{"parse":"1 dep / 1 obj"}', "3": ""}
        undone = store.undo()
        assert undone == replace(act, undone=True) and store.redo() == act
        store.attach(gold, parse, parse)
        assert store.readings(Place(key, Layer.ARC, "2")) == {}, "more than the session has"
        assert not store.table()["stale"].any()


def test_verdicts_whose_sentence_changed_choose_nothing(tmp_path):
    with session(tmp_path, treebank(tmp_path, ids=True), layers=[Layer.ARC]) as store:
        for row in (0, 1):
            store.act("a", [says(store, row, "parse", "1"), says(store, row, "gold", "1", reviewer="ben")])
        assert [row for row in range(6) if store.conflicts(store.key(row))] == [0, 1]
        store.attach(treebank(tmp_path, ["other words here", *SENTENCES[1:]], ids=True))
        assert store.choices().rows() == [(1, "arc", "1", "", "")]
        assert store.choices(0).is_empty() and store.choices(1).rows() == [(0, "arc", "1", "", "")]
        assert store.table()["stale"].to_list() == [True, True, False, False]
        assert store.summary()["conflict"].to_list()[:2] == [True, True]
        store.reviewer = "ben"
        store.set_blind(True)
        assert store.choices().rows() == [(1, "arc", "1", "gold", "ben")]
        assert store.summary().select("verdict", "reviewer").rows()[:2] == [("gold", "ben"), ("gold", "ben")]


def test_what_settles_the_whole_sentence_settles_none_of_its_words(tmp_path):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("a", [says(store, 0, "gold", "")])
        store.act("b", [says(store, 0, "parse", "", reviewer="ben")])
        store.act("c", [says(store, 0, "both", "", reviewer="cleo")])
        assert store.table()["settles"].to_list() == [False, False, True] and store.conflicts(store.key(0)) == {}
        store.act("d", [says(store, 0, "3:x", "2", reviewer="dora"), says(store, 0, "gold", "2", reviewer="ben")])
        word = Place(store.key(0), Layer.ARC, "2")
        verdicts_there = {"anna": "gold", "ben": "gold", "cleo": "both", "dora": "3:x"}
        assert store.rows()[-1].settles == 1, "dora knew that anna and ben differ"
        store.bring("none settles", [row._replace(settles=0) for row in store.rows() if row.item])
        assert store.conflicts(store.key(0)) == {word: verdicts_there}
        assert store.choices().rows() == [(0, "arc", "", "both", "cleo"), (0, "arc", "2", "", "")]


def test_of_many_verdicts_those_of_one_sentence_stay_in_their_order(tmp_path):
    with session(tmp_path, treebank(tmp_path, [f"w{row} " + "x " * 8 for row in range(40)])) as store:
        items = [(row, str(item)) for row in range(40) for item in range(1, 10)]
        store.act("all", [says(store, row, "gold", item) for row, item in items[::-1]])
        store.attach(treebank(tmp_path, [f"w{row} " + "x " * 8 for row in range(39, -1, -1)]))
        assert store.table().select("sentence", "item").rows() == items
        assert store.choices().select("sentence", "item").rows() == items


def test_few_after_many_are_in_the_summary(tmp_path):
    with session(tmp_path, treebank(tmp_path, [f"word{number} x" for number in range(60)])) as store:
        store.summary()
        store.act("many", [says(store, row, "gold") for row in range(60)])
        store.act("one", [says(store, 3, "parse")])
        assert store.summary()["verdict"].to_list() == ["gold"] * 3 + ["parse"] + ["gold"] * 56


@pytest.mark.parametrize("verdict", ["gold", "skip", "unsure", "=x", "zoe"])
def test_only_who_marks_a_sentence_is_done_with_it(tmp_path, verdict):
    with session(tmp_path, treebank(tmp_path)) as store:
        store.act("a", [says(store, 0, verdict)])
        assert not store.summary()["reviewed"].any()


@pytest.fixture
def sides(tmp_path):
    """The sides of a review, as they are when it begins."""
    for name in ("gold", "parse"):
        (tmp_path / f"{name}.conllu").touch()
    options = {"format_name": "conllu", "encoding": "utf-8"}
    return [SessionSide(name, str(tmp_path / f"{name}.conllu"), options) for name in ("gold", "parse")]


@pytest.mark.parametrize("adjudication", [False, True])
def test_a_review_is_opened_with_its_files_as_they_were_read(tmp_path, sides, adjudication):
    path = tmp_path / "r.goldleaf"
    Store.create(path, sides, adjudication=adjudication).close()
    request = request_of([path])
    assert (request.session, request.adjudicated, request.predicted) == (path, adjudication, False)
    assert (request.gold, *request.parses) == (tmp_path / "gold.conllu", tmp_path / "parse.conllu")
    assert (request.format_name, request.encoding, request.separator) == ("conllu", "utf-8", "-")
    with pytest.raises(GoldleafError, match=r"a review is opened by itself: r\.goldleaf says what it is of"):
        request_of([path, tmp_path / "gold.conllu"])


def test_a_second_analysis_in_the_golds_own_file_is_the_parse(tmp_path, sides):
    named = [SessionSide("gold", sides[0].path), SessionSide("second", sides[0].path, {"predicted": "yes"})]
    Store.create(tmp_path / "second.goldleaf", named).close()
    assert request_of([tmp_path / "second.goldleaf"]).predicted


def test_files_that_are_gone_are_said_and_others_are_opened_as_files(tmp_path, sides):
    path = tmp_path / "r.goldleaf"
    options = {"format_name": "conllx", "encoding": "", "separator": "+", "other": "x", "predicted": ""}
    third = SessionSide("third", str(tmp_path / "third"), options)
    Store.create(path, [sides[0]._replace(options=options), sides[1], third]).close()
    with pytest.raises(GoldleafError, match="third, which is not there; put it back"):
        request_of([path])
    (tmp_path / "third").touch()
    request = request_of([path])
    assert (request.format_name, request.encoding, request.separator) == ("conllx", Request(path).encoding, "+")
    assert (request.names, request.predicted) == (("parse", "third"), False)
    assert [one.name for one in request.parses] == ["parse.conllu", "third"]
    plain = request_of([tmp_path / "gold.conllu", tmp_path / "parse.conllu"])
    assert plain.session is None and plain.gold == tmp_path / "gold.conllu"


def test_annotators_are_opened_by_their_names(tmp_path, sides):
    named = [sides[0]._replace(name="lotte"), sides[1]._replace(name="nina")]
    Store.create(tmp_path / "r.goldleaf", named, adjudication=True).close()
    request = request_of([tmp_path / "r.goldleaf"])
    assert request.adjudicated and (*request.gold_names, *request.names) == ("lotte", "nina")


def test_a_session_is_only_read_for_what_it_is_of(tmp_path, sides):
    path = tmp_path / "r.goldleaf"
    Store.create(path, sides).close()
    os.utime(path, (0, 0))
    request_of([path])
    assert path.stat().st_mtime == 0
    with Store.open(path, reviewer="anna") as store:
        assert request_of([path]).session == path and store.read_only is None
    (tmp_path / "gold.conllu").unlink()
    with pytest.raises(GoldleafError) as told:
        request_of([path])
    assert str(told.value.path) == str(path)
