"""A review beside the inspector: what a verdict is about, what is kept of it, and where one goes next."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from goldleaf.core.analysis.search.filtering import Filtered, QueryKind
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.diagram.shapes import Side as Shown
from goldleaf.viewer.review.judgements import Judgement, Place, thread
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.loading import load, loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import ALL_DECIDED, NOTHING_SELECTED, Reviewing, words_of
from goldleaf.viewer.state.sides import treebanks_of
from tests.viewer.window.windows import GOLD, PARSE, written

pytestmark = pytest.mark.usefixtures("qapp")

FORMS = dict(zip("12345678", ["the", "man", "by", "the", "sea", "saw", "the", "the"], strict=True))


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("2", "man"),
        ("3>6", "by > saw"),
        ("1-4", "the … the"),
        ("1-2+7-7", "the … man … the"),
        ("7-7", "the"),
        ("7-8", "the … the"),
        ("9-9", "9"),
    ],
)
def test_equal_words_of_an_item_are_all_named(item, name):
    assert words_of(item, FORMS) == name


def arc(position, word, gold):
    """A difference in the arc of a word."""
    key = Key(Shown.GOLD, "arc", f"{position}")
    return SimpleNamespace(
        word=word, layer=Layer.ARC, item=f"{position}", gold=gold, state=State.WRONG_HEAD, scored=True, place=position,
        keys=(key,), about=lambda selected: selected == key,
    )  # fmt: skip


BOOK, STOP = arc(5, "book", "3:obj"), arc(6, ".", "3:punct")


class Review:
    """A document that is shown, and its review, in which a session begins."""

    def __init__(self, folder, request=None):
        self.folder = folder
        self.request = request or Request(*(folder / "gold.conllu", (folder / "parse.conllu",), ("parse",)))
        self.inspector = Inspector()
        self.reviewing = Reviewing(self.inspector)
        self.inspector.set_document(loaded(self.request, [create("attachment")]))

    def begin(self, **options):
        document = self.inspector.document
        files = [document.gold, *(parse.treebank for parse in document.parses)]
        names = ["gold", *(parse.name for parse in document.parses)]
        if options.get("adjudication"):
            names[0] = document.gold_names[0]
        sides = [SessionSide(name, one.path) for name, one in zip(names, files, strict=True)]
        self.reviewing.begin(Store.create(self.folder / "r.goldleaf", sides, **{"reviewer": "anna", **options}))
        return self.reviewing

    def select(self, kind, name):
        self.inspector.select(Key(Shown.GOLD, kind, name))


@pytest.fixture
def review(tmp_path):
    written(tmp_path)
    made = Review(tmp_path)
    yield made
    made.reviewing.end()


def test_outside_of_a_session_nothing_can_be_said(review):
    found = review.reviewing
    assert found.store is found.key is found.noted is None
    assert (found.can_write, found.blind) == (False, False)
    assert (found.judgements, found.history, found.places, found.conflicts) == ([], [], (), {})
    assert (found.progress, found.about, found.side_name(0), found.told("gold")) == ((0, 0), "nothing", "", "gold")
    assert not found.keep() and not found.to_unreviewed() and not found.to_conflict()
    assert found.undo() is found.redo() is found.outcome(0) is None
    found.decide("gold")
    found.note("a note", [])
    found.withdraw(found.places)
    found.resume()
    assert review.inspector.row == 0 and review.inspector.marks is None


def test_a_session_has_a_key_for_each_sentence_that_is_there(review):
    found = review.begin()
    assert found.can_write and not found.blind
    keys = []
    for row in range(3):
        review.inspector.go(row)
        keys.append(found.key)
    assert len({*keys}) == 3 and None not in keys
    review.inspector.set_document(None)
    assert found.key is found.store is None


def test_a_verdict_is_about_what_is_selected_else_the_sentence(review):
    found = review.begin(layers=(Layer.ARC, Layer.TAG))
    review.inspector.differences = [BOOK, STOP]
    assert found.places == tuple(Place(found.key, layer, "") for layer in (Layer.ARC, Layer.TAG))
    assert found.about == "the sentence · heads and labels, tags"
    review.select("word", "2")
    assert (found.places, found.about) == ((Place(found.key, Layer.ARC, "2"),), "cat · heads and labels")
    review.inspector.select(BOOK.keys[0])
    assert (found.selected, found.about) == (BOOK, "book · heads and labels")
    assert found.called(Place(found.key)) == "sentence" and found.called(Place(found.key, None, "2")) == "cat"


def test_what_is_decided_is_said_once_and_the_next_difference_is_selected(review):
    found = review.begin()
    review.inspector.differences = [BOOK, STOP]
    review.inspector.select(BOOK.keys[0])
    told = []
    found.judged.connect(lambda: told.append(True))
    found.decide("parse")
    assert review.inspector.selection == STOP.keys[0]
    found.decide("gold")
    assert review.inspector.selection == STOP.keys[0], "there is no other"
    found.decide("gold")
    assert [(one.place.item, one.verdict) for one in found.judgements] == [("5", "parse"), ("6", "gold")]
    assert [one.what for one in found.history] == ["gold: . in sentence 1", "parse: book in sentence 1"]
    assert len(told) == 2, "to say it again is no act"
    review.inspector.go(2)
    assert found.judgements == found.history == []
    assert found.undo().what == "gold: . in sentence 1" and review.inspector.row == 0
    assert found.said(Place(found.key, Layer.ARC, "6")) == "" and found.redo() is not None
    assert found.said(Place(found.key, Layer.ARC, "6")) == "gold"


def test_many_places_are_decided_in_one_act(review):
    found = review.begin()
    places = [Place(found.key, Layer.ARC, item) for item in "25"]
    found.decide_all("both", places, "such")
    [act] = found.history
    assert act.what == "both: 2 with such" and [found.said(place) for place in places] == ["both", "both"]


def test_notes_are_of_what_is_selected_else_of_the_sentence_and_verdicts_stay(review):
    found = review.begin()
    review.select("word", "2")
    found.decide("gold")
    found.note("see p. 4", ["hard"])
    assert (found.noted.verdict, found.noted.note, found.noted.tags) == ("gold", "see p. 4", ("hard",))
    assert found.history[0].what == "note: sentence 1"
    found.decide("parse")
    assert (found.noted.verdict, found.noted.note) == ("parse", "see p. 4")
    review.inspector.select(None)
    assert found.noted is None
    found.note("long", [])
    assert found.noted.place == Place(found.key)
    review.select("word", "2")
    found.withdraw(found.places)
    assert found.noted is None and found.history[0].what == "withdrawn: sentence 1"
    count = len(found.history)
    found.withdraw(found.places)
    assert len(found.history) == count


def test_a_verdict_on_other_words_is_stale_until_it_is_said_again(tmp_path):
    """A note does not renew it."""
    written(tmp_path)
    before = Review(tmp_path)
    before.begin().decide_sentence("gold")
    before.reviewing.end()
    written(tmp_path, GOLD.replace("\tbook\t", "\tnovel\t"), PARSE.replace("\tbook\t", "\tnovel\t"))
    after = Review(tmp_path)
    found = after.reviewing
    found.begin(Store.open(tmp_path / "r.goldleaf", reviewer="anna"))
    [place] = found.places
    assert found.said(place) == "gold" and found.store.is_stale_at(place)
    found.decide_all("", [], "nothing")
    found._act("note", [found._with(place, note="changed")], renewed=False)
    assert found.store.is_stale_at(place)
    found.decide_sentence("gold")
    assert not found.store.is_stale_at(place) and found.store.at(place).note == "changed"
    after.select("word", "5")
    found.decide("gold")
    found.end()
    written(tmp_path)
    last = Review(tmp_path)
    last.reviewing.begin(Store.open(tmp_path / "r.goldleaf", reviewer="anna"))
    last.select("word", "5")
    last.reviewing.note("again", [])
    assert last.reviewing.store.is_stale_at(last.reviewing.places[0])
    last.reviewing.end()


def test_sentences_are_kept_one_after_another(review):
    found = review.begin()
    assert found.progress == (0, 3)
    assert found.keep() and review.inspector.row == 1
    assert found.store.history(found.store.key(0))[0].what == "reviewed: sentence 1"
    review.inspector.go(2)
    assert found.keep() is False and found.progress == (2, 3)
    review.inspector.go(0)
    assert found.to_unreviewed() and review.inspector.row == 1
    review.inspector.go(0)
    found.resume()
    assert review.inspector.row == 1
    found.keep()
    found.resume()
    assert (review.inspector.row, found.progress) == (1, (3, 3))


def test_who_differs_where_reviewers_judge_otherwise(review):
    found = review.begin()
    review.select("word", "5")
    found.decide("gold")
    found.store.reviewer = "ben"
    found.decide("parse")
    assert found.conflicts == {found.places[0]: {"anna": "gold", "ben": "parse"}}
    assert len(found.judgements) == 2
    review.inspector.go(2)
    assert found.conflicts == {}
    assert not found.to_conflict()
    review.inspector.set_order("number", True)
    assert found.to_conflict() and review.inspector.row == 0


def test_who_is_blind_sees_neither_names_nor_what_others_say(review):
    found = review.begin(blind_seed=7)
    assert found.blind and review.inspector.document is not review.inspector.whole
    assert review.inspector.document.blind is not None and review.inspector.document.parses[0].name != "parse"
    verdicts, told = [], []
    for row in range(3):
        review.inspector.go(row)
        verdicts.append([found.side_name(side) for side in (0, 1, 2)])
        told.append([found.told(verdict) for verdict in (*verdicts[-1][:2], "both")])
        found.store.reviewer = "ben"
        found.store.act("both", [Judgement(found.places[0], "ben", "both")])
        found.store.reviewer = "aaron"
        found.store.act("both", [Judgement(found.places[0], "aaron", "both")])
        found.store.reviewer = "anna"
        found.decide_sentence(verdicts[-1][0])
        assert [one.reviewer for one in found.judgements] == ["anna"] and found.conflicts == {}
        assert [one.reviewer for one in found.history] == ["anna"]
    assert {*map(tuple, verdicts)} <= {("gold", "parse", ""), ("parse", "gold", "")}
    assert told == [["A", "B", "both"]] * 3
    review.inspector.look_again()
    found.end()
    assert review.inspector.document is review.inspector.whole and review.inspector.marks is None


@pytest.mark.parametrize("seed", [None, 7])
def test_marks_say_verdicts_as_they_are_shown(review, seed):
    found = review.begin(blind_seed=seed)
    for verdict in ("gold", "parse", "unsure", "elsewhere"):
        expected = []
        for row in range(3):
            review.inspector.go(row)
            found.decide_sentence(verdict)
            expected.append(found.told(verdict))
        assert review.inspector.marks["verdict"].to_list() == expected
        assert ({*expected} == {verdict}) == (seed is None or verdict in ("unsure", "elsewhere"))


def test_annotators_are_named_and_any_may_stand_first(tmp_path):
    files = [tmp_path / f"{name}.conllu" for name in ("lotte", "nina")]
    for path, text in zip(files, (GOLD, PARSE), strict=True):
        path.write_text(text, encoding="utf-8")
    review = Review(tmp_path, Request.of_annotators(files))
    found = review.begin(adjudication=True)
    assert found.store.adjudication
    assert [found.side_name(side) for side in (0, 1, 2)] == ["lotte", "nina", ""]
    store = found.store
    review.inspector.set_document(loaded(Request.of_annotators(files[::-1]), [create("attachment")]))
    assert found.store is store and found.side_name(0) == "nina"
    assert [*treebanks_of(store, review.inspector.document)] == ["lotte", "nina"]
    found.end()


def test_the_result_is_shown_on_demand(review):
    found = review.begin()
    review.select("word", "5")
    found.decide("parse")
    assert found.outcome(0) is None
    changes = []
    found.result_changed.connect(lambda: changes.append(found.result_shown))
    found.show_result(True)
    outcome = found.outcome(0)
    assert changes == [True] and outcome.sentence.number == 1
    assert (outcome.sentence.words[4].head, outcome.sentence.words[4].label) == (2, "nmod")
    assert (Layer.ARC, "6") in outcome.undecided and (Layer.ARC, "5") not in outcome.undecided
    assert found.outcome(2).sentence.number == 3 and found.outcome(3) is None


def test_other_files_end_the_session(review, tmp_path):
    found = review.begin()
    told = []
    found.session_changed.connect(lambda: told.append(found.store))
    review.inspector.set_document(review.inspector.document)
    assert found.store is not None and told == []
    (tmp_path / "other.conllu").write_text(GOLD, encoding="utf-8")
    review.inspector.set_document(loaded(Request(tmp_path / "other.conllu", (), ()), [create("attachment")]))
    assert found.store is None and told == [None]


def test_outside_of_a_session_everything_may_be_named(review):
    found = review.reviewing
    assert found.may_name([review.folder / "gold.conllu"]) and found.hidden("gold.conllu: x") == "gold.conllu: x"
    assert found.not_shown == (0, 0) and not found.result_shown and found.called(Place(1)) == "sentence"
    assert found.decide("gold") == "" and found.said(Place(1)) == ""


def test_who_is_blind_reads_no_names_of_files(review):
    found = review.begin(blind_seed=7)
    gold, parse = review.folder / "gold.conllu", review.folder / "parse.conllu"
    assert [found.may_name([path]) for path in (gold, parse, review.folder / "x")] == [False, False, True]
    assert not found.may_name([review.folder / "x", gold]) and found.may_name([])
    for name in (str(gold), "parse.conllu"):
        assert name not in found.hidden(f"{name}:3: odd") and "odd" in found.hidden(f"{name}:3: odd")
    found.end()
    found.begin(Store.open(review.folder / "r.goldleaf", reviewer="anna"))
    found.store.set_blind(False)
    assert found.may_name([gold]) and found.hidden(f"{gold}: odd") == f"{gold}: odd"


def test_of_a_message_nothing_of_a_name_is_left(review):
    """The name of a file stands in its path, the annotator's in the file's."""
    found = review.reviewing
    message = "/work/lotte.conllu:3: lotte.conllu is lotte's, not charlotte's or gold"
    found.awaited = [SessionSide("", ""), SessionSide("gold", "")]
    assert found.hidden(message) == message
    found.awaited += [SessionSide("lotte", "/work/lotte.conllu")]
    hidden = "a file of the review"
    assert found.hidden(message) == f"{hidden}:3: {hidden} is {hidden}'s, not charlotte's or gold"


def test_nothing_is_decided_in_a_session_that_is_only_read_or_of_nothing_that_is_shown(review):
    review.begin()
    review.reviewing.end()
    found = review.reviewing
    found.begin(Store.open(review.folder / "r.goldleaf", to_write=False))
    assert found.key is not None and not found.can_write
    found.end()
    found.begin(Store.open(review.folder / "r.goldleaf", reviewer="anna"))
    assert found.can_write
    review.inspector.row = 3  # a filter of other files, for a moment
    assert found.key is None and not found.can_write and found.places == () and found.about == "nothing"
    assert found.decide("gold") == "" and found.judgements == found.history == [] and found.conflicts == {}
    assert found.noted is None
    found.note("x", [])
    found.keep()
    assert found.store.judgements() == []


def test_a_session_begins_with_its_layers_and_ends_with_those_before(review):
    review.inspector.choose_layers([Layer.TAG])
    told = []
    review.reviewing.session_changed.connect(lambda: told.append(review.reviewing.store))
    first = review.begin(layers=(Layer.ARC, Layer.LEMMA)).store
    assert {*review.inspector.look.layers} == {Layer.ARC, Layer.LEMMA} and told == [first]
    assert review.inspector.marks.height == 3
    second = Store.create(review.folder / "s.goldleaf", first.sides, reviewer="ben")
    review.reviewing.begin(second)
    assert told == [first, None, second] and review.inspector.look.layers == (Layer.ARC,)
    review.reviewing.end()
    review.reviewing.end()
    assert told == [first, None, second, None] and review.inspector.look.layers == (Layer.TAG,)
    assert review.inspector.marks is None


def test_files_that_are_read_again_in_another_order_keep_their_verdicts(review):
    found = review.begin()
    review.inspector.go(2)
    found.decide_sentence("parse")
    key = found.key
    for name, text in (("gold", GOLD), ("parse", PARSE)):
        first, second, third = text.strip().split("\n\n")
        (review.folder / f"{name}.conllu").write_text(f"{third}\n\n{first}\n\n{second}\n\n", encoding="utf-8")
    review.inspector.set_document(loaded(review.request, [create("attachment")]))
    assert (found.key, review.inspector.row) == (key, 0)
    assert review.inspector.marks["verdict"].to_list() == ["parse", "", ""]
    place = Place(key, Layer.ARC)
    assert found.said(place) == "parse" and not found.store.is_stale_at(place)
    text = (review.folder / "parse.conllu").read_text(encoding="utf-8").replace("\tobl\t", "\tdet\t")
    (review.folder / "parse.conllu").write_text(text, encoding="utf-8")
    review.inspector.set_document(loaded(review.request, [create("attachment")]))
    assert found.store.is_stale_at(place), "all sides are attached anew"


def test_what_was_decided_is_said_in_words(review):
    """A verdict after the last place is none, nor is one without a place."""
    found = review.begin(layers=(Layer.ARC, Layer.TAG))
    assert found.decide("unsure") == NOTHING_SELECTED
    review.inspector.differences = [BOOK, STOP]
    assert found.decide("unsure") == NOTHING_SELECTED and found.history == [] and not found.all_decided
    found.select_open()
    assert found.decide("gold") == "" and found.last_act.what == "gold: book in sentence 1"
    assert found.decide("parse") == "" and found.all_decided
    assert found.decide("gold") == ALL_DECIDED and found.said(found.places[0]) == "parse"
    assert found.undo().what == "parse: . in sentence 1" and found.last_act.undone
    assert found.decide("both") == ""
    review.inspector.select(BOOK.keys[0])
    review.inspector.select(STOP.keys[0])
    assert found.decide("both") == "both: said already of . · heads and labels", "it was chosen anew"
    assert found.decide("gold") == ALL_DECIDED
    found.withdraw(found.places)
    assert found.decide("skip") == "", "what is taken back may be said anew"
    review.inspector.select(None)
    assert found.decide("gold") == ALL_DECIDED
    found.decide_sentence("unsure")
    found.decide_sentence("unsure")
    assert [act.what for act in found.history][:2] == ["unsure: all of sentence 1", "skip: . in sentence 1"]
    assert len([one for one in found.judgements if one.verdict == "unsure"]) == 2


def test_one_goes_through_what_is_open(review):
    """From what was judged on, then from the sentence's beginning; not to what others have decided, nor what is stale
    no more."""
    found = review.begin()
    other = arc(2, "cat", "3:nsubj")
    review.inspector.differences = [other, BOOK, STOP]
    found.store.act("b", [Judgement(Place(found.key, Layer.ARC, "2"), "ben", "gold")])
    review.inspector.go(1)
    review.inspector.go(0)
    assert review.inspector.selection == BOOK.keys[0], "ben has decided the first"
    review.inspector.select(STOP.keys[0])
    found.decide("gold")
    assert review.inspector.selection == BOOK.keys[0]
    found.decide("gold")
    assert review.inspector.selection == BOOK.keys[0] and found.all_decided
    found.store.undo()
    review.inspector.select(None)
    found.select_open()
    assert review.inspector.selection == BOOK.keys[0]


def test_who_reads_a_place_alike_is_named_together(tmp_path):
    gold, parse = written(tmp_path)
    review = Review(tmp_path, Request(gold, (parse, gold), ("a", "b")))
    found = review.begin()
    assert found.readings(Place(found.key, Layer.ARC, "5")) == "gold, b: 3 obj · a: 2 nmod"
    found.store.set_blind(True)
    assert found.readings(Place(found.key, Layer.ARC, "5")) == ""
    found.end()


def test_what_is_left_is_counted_by_places(review):
    found = review.begin()
    whole = found.left
    assert (whole.places, whole.left, whole.unsure, whole.conflicts) == (3, 3, 0, 0) and whole.sentences == 2
    assert str(whole) == "3 of 3 places open" and found.left_here == 2
    places = [(row, place.item, why.value) for row, place, why in found.places_left()]
    assert places == [(0, "5", "open"), (0, "6", "open"), (2, "3", "open")]
    assert found.readings(found.places_left()[2][1]) == "gold: 2 advmod · parse: 2 obl"
    assert found.words(found.places_left()[0][1]) == "book"
    review.select("word", "5")
    found.decide("unsure")
    assert str(found.left) == "3 of 3 places open, 1 unsure" and found.left_here == 1
    review.select("word", "6")
    found.decide("skip")
    assert found.left.left == 3 and found.left_here == 0, "who skips has seen it"
    for who, verdict in (("ben", "gold"), ("cleo", "parse")):
        found.store.act(who, [Judgement(found.places[0], who, verdict)])
    found._mark()
    assert str(found.left) == "3 of 3 places open, 1 unsure, 1 conflict"
    assert review.inspector.marks["state"].to_list() == ["conflict", "", "open"]


def test_a_sentence_that_the_sides_split_differently_is_judged_as_a_whole(review):
    found = review.begin()
    review.select("word", "2")
    pair = review.inspector.pair
    joined = replace(pair, parse=replace(pair.parse, parts=((1, 1), (2, 2))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Inspector, "pair", property(lambda _: joined))
        assert found.places == (Place(found.key, Layer.WORDS, ""),)
        patch.setattr(Inspector, "pair", property(lambda _: replace(pair, parse=None)))
        assert found.places == (Place(found.key, Layer.ARC, "2"),)
        patch.setattr(Inspector, "pair", property(lambda _: None))
        assert found.called(Place(found.key, Layer.ARC, "2")) == "cat", "by the file"


def test_one_goes_on_where_the_review_was_left_in_the_lists_order(review):
    found = review.begin()
    found.keep()
    review.inspector.set_order("number", True)
    found.resume()
    assert review.inspector.row == 2
    review.inspector.set_filter(Filtered(QueryKind.ALL, np.array([0])))
    found.resume()
    assert review.inspector.row == 2, "all of the list is done"
    review.inspector.set_filter(None)
    assert found.to_unreviewed() and review.inspector.row == 1
    assert not found.to_unreviewed() and review.inspector.row == 1


def test_where_others_differ_that_are_not_shown_is_counted(tmp_path):
    gold, parse = written(tmp_path)
    review = Review(tmp_path, Request(gold, (parse, gold), ("a", "b")))
    found = review.begin()
    assert found.not_shown == (0, 3)
    review.inspector.set_parse(1)
    assert found.not_shown == (3, 3)
    review.inspector.set_parse(-1)
    assert found.not_shown == (0, 0)
    assert [found.side_name(side) for side in range(4)] == ["gold", "a", "b", ""]
    review.inspector.set_parse(1)
    found.show_result(True)
    review.select("word", "5")
    found.decide("a")
    assert found.outcome(0).sentence.words[4].label == "nmod", "also of a parse that is not shown"
    found.end()


def test_what_is_open_in_the_result_is_as_in_what_is_shown_first(review):
    found = review.begin(blind_seed=7, layers=(Layer.TAG,))
    found.show_result(True)
    for row, others in ((0, {"5", "6"}), (2, {"3"})):
        review.inspector.go(row)
        shown = review.inspector.pair
        outcome = found.outcome(row)
        assert [word.label for word in outcome.sentence.words] == [word.label for word in shown.gold.words]
        assert outcome.undecided == frozenset(), "in other layers nothing is to be decided"
        for item in others:
            review.select("word", item)
            found.decide(found.side_name(1))
        chosen = found.outcome(row).sentence
        assert [word.label for word in chosen.words] == [word.label for word in shown.parse.words]
        for item in others:
            review.select("word", item)
            found.decide("both")
        assert [word.label for word in found.outcome(row).sentence.words] == [word.label for word in shown.gold.words]


def test_what_is_open_among_annotators_is_as_the_first_has_it(tmp_path):
    files = [tmp_path / f"{name}.conllu" for name in ("lotte", "nina")]
    for path, text in zip(files, (GOLD, PARSE), strict=True):
        path.write_text(text, encoding="utf-8")
    review = Review(tmp_path, Request.of_annotators(files))
    found = review.begin(adjudication=True)
    found.show_result(True)
    assert [found.outcome(row).sentence.number for row in range(3)] == [1, 2, 3]
    assert found.outcome(2).sentence.words[2].label == "advmod"
    assert found.outcome(2).undecided == {(Layer.ARC, "3")} and found.outcome(1).undecided == frozenset()
    review.inspector.go(2)
    found.decide_sentence("nina")
    assert found.outcome(2).sentence.words[2].label == "obl" and found.outcome(2).undecided == frozenset()
    found.end()


def test_a_thread_is_answered_resolved_and_opened_again(review):
    found = review.begin()
    review.select("word", "2")
    assert found.written == []
    found.resolve()
    assert found.last_act is None, "there is nothing to resolve"
    found.reply("Why?")
    place = found.places[0]
    found.store.act("cleo", [Judgement(place, "cleo", "gold", note="So.", tags=("hard",))])
    found.resolve()
    assert found.resolving and found.store.at(place, "cleo").tags == ("hard",)
    found.reply("Not so.")
    assert not found.resolving
    assert [(one.reviewer, one.text) for one in thread(found.written)] == [
        ("cleo", "So."), ("anna", "Why?"), ("anna", "Not so."),
    ]  # fmt: skip
    cleo = found.store.at(place, "cleo")
    found.store.act("cleo", [replace(cleo, tags=("hard", "resolved"))])
    found.resolve()
    reopened = found.store.at(place, "cleo")
    assert (reopened.tags, reopened.verdict, reopened.note, reopened.time) == (("hard",), "gold", "So.", cleo.time)
    found.undo()
    assert found.resolving
    found.decide("gold")
    assert len(thread(found.written)) == 3, "a verdict leaves what was written"


def test_a_parse_that_splits_sentences_otherwise_is_taken_whole(tmp_path):
    first, _, third = PARSE.strip().split("\n\n")
    two = [f"1\t{word}\t_\tX\t_\t_\t0\troot\t_\t_" for word in ("It", "slept")]
    parse = "\n\n".join([first, *two, third, ""])
    written(tmp_path, GOLD, parse)
    request = Request(tmp_path / "gold.conllu", (tmp_path / "parse.conllu",), ("parse",))
    review = Review.__new__(Review)
    review.folder, review.request, review.inspector = tmp_path, request, Inspector()
    review.reviewing = Reviewing(review.inspector)
    review.inspector.set_document(loaded(request, [create("ud")]))
    found = review.begin()
    found.show_result(True)
    assert [len(found.outcome(row).sentence.words) for row in range(3)] == [6, 2, 3]
    assert found.outcome(2).undecided == {(Layer.ARC, "3")}
    found.end()


def test_a_verdict_on_sentences_that_the_parse_joins_is_on_all_of_them(tmp_path):
    """It decided only the one that was shown, and the next one stayed open without being seen to be."""
    first, second, third = PARSE.strip().split("\n\n")
    forms = [line.split("\t")[1] for line in f"{first}\n{second}".split("\n") if line[0].isdecimal()]
    joined = "\n".join(
        f"{n}\t{form}\t_\tX\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}\t_\t_" for n, form in enumerate(forms, 1)
    )
    written(tmp_path, GOLD, f"{joined}\n\n{third}\n\n")
    request = Request(tmp_path / "gold.conllu", (tmp_path / "parse.conllu",), ("parse",))
    review = Review.__new__(Review)
    review.folder, review.request, review.inspector = tmp_path, request, Inspector()
    review.reviewing = Reviewing(review.inspector)
    review.inspector.set_document(loaded(request, [create("ud")]))
    review.inspector.set_parse(0)
    found = review.begin()
    both = tuple(Place(found.store.key(row), Layer.WORDS, "") for row in (0, 1))
    for row in (0, 1):
        review.inspector.go(row)
        assert found.places == both
    assert found.decide("gold") == ""
    assert [found.said(place) for place in both] == ["gold", "gold"]
    assert "said already" in found.decide("gold") or found.decide("gold")
    found.undo()
    assert [found.said(place) for place in both] == ["", ""]
    found.end()


@pytest.mark.slow
def test_what_a_review_needs_is_loaded_when_there_is_one():
    code = "import goldleaf.viewer.state.reviewing, sys; print('goldleaf.viewer.review.store' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_undo_where_there_is_nothing_says_nothing(review):
    found = review.begin()
    told = []
    found.judged.connect(lambda: told.append(True))
    assert found.undo() is None and found.redo() is None and told == []
    found.decide_sentence("gold")
    review.inspector.go(2)
    assert found.undo().undone and review.inspector.row == 0 and told == [True] * 2
    review.inspector.go(2)
    assert not found.redo().undone and review.inspector.row == 0 and told == [True] * 3
    found.decide_all("both", [], "nothing")
    review.inspector.go(1)
    assert found.undo().sentence is None and review.inspector.row == 1, "it was of no sentence"


@pytest.mark.slow
def test_places_that_are_not_shown_are_counted_when_all_is_read(tmp_path):
    gold, parse = written(tmp_path, GOLD * 2000, PARSE * 2000)
    request = Request(gold, (parse, gold), ("a", "b"))
    review = Review(tmp_path, request)
    found = review.begin()
    assert found.not_shown == (0, 6000)
    part = next(step.document for step in load(request, [create("attachment")]) if step.document)
    review.inspector.set_document(part)
    assert not part.complete and found.not_shown == (0, 0) and found.key is not None
    found.decide_sentence("a")
    review.inspector.set_document(loaded(request, [create("attachment")]))
    assert found.not_shown == (0, 6000) and review.inspector.marks["verdict"].to_list()[:2] == ["a", ""]
    found.end()
    alone = Review(tmp_path)
    (tmp_path / "r.goldleaf").unlink()
    assert alone.begin().not_shown == (0, 0)
    alone.reviewing.end()


@pytest.mark.parametrize("seed", [None, 7])
def test_the_marks_of_who_is_blind_are_those_of_the_parse_that_is_shown(tmp_path, seed):
    gold, parse = written(tmp_path)
    review = Review(tmp_path, Request(gold, (parse, gold), ("a", "b")))
    found = review.begin(blind_seed=seed)
    for row in range(3):
        review.inspector.go(row)
        found.store.act("a", [Judgement(found.places[0], "anna", "a")])
    found._mark()
    first = review.inspector.marks["verdict"].to_list()
    told = []
    review.inspector.marks_changed.connect(lambda: told.append(True))
    review.inspector.go(0)
    assert told == []
    review.inspector.set_parse(1)
    second = review.inspector.marks["verdict"].to_list()
    if seed is None:
        assert first == second == ["a"] * 3 and told == []
    else:
        assert "another" not in first and second == ["another"] * 3 and told == [True]
    assert not found.keep() or review.inspector.row != 0
    found.end()


def test_to_mark_the_last_sentence_goes_nowhere(review):
    found = review.begin()
    told = []
    found.judged.connect(lambda: told.append(found.progress))
    for expected in (1, 2, 2):
        found.keep()
        assert review.inspector.row == expected
    assert told == [(1, 3), (2, 3), (3, 3)] and not found.to_unreviewed()
    assert [one.place for one in found.judgements] == [Place(found.key)]
    assert found.store.at(Place(found.key)).verdict == "reviewed"


def test_a_note_on_the_sentence_is_one_for_all_layers(review):
    found = review.begin(layers=(Layer.ARC, Layer.TAG))
    found.note("one", ["a", "b"])
    found.decide_sentence("gold")
    assert found.noted == found.store.at(Place(found.key)) and found.noted.tags == ("a", "b")
    assert {(one.place.layer, one.verdict, one.note) for one in found.judgements} == {
        (None, "", "one"), (Layer.ARC, "gold", ""), (Layer.TAG, "gold", ""),
    }  # fmt: skip
    found.withdraw(found.places)
    assert [(one.place.layer, one.note) for one in found.judgements] == [(None, "one")]
    assert found.history[0].what == "withdrawn: sentence 1" and len(found.history) == 3
    found.note("", [])
    assert found.judgements == [] and found.noted is None
