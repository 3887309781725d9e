"""Words that are cut anew by verdicts: what is written, what is undecided, and what goes with the rest of a review."""

from __future__ import annotations

import polars as pl
import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import read, write
from goldleaf.core.steps import finished
from goldleaf.core.validation import validate
from goldleaf.viewer.cli import main
from goldleaf.viewer.review.exchange import read_csv, to_csv
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.result import corrected, recorded, result_steps
from goldleaf.viewer.review.segmentation import cut_of, names_after, reading_of, tokens_cut
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.states import CHOICES
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.review.team import merge

GOLD = """# sent_id = a
# text = Vengo del mar
1\tVengo\tvenir\tVERB\t_\t_\t0\troot\t0:root\t_
2\tdel\tdel\tADP\t_\t_\t3\tcase\t3:case\t_
3\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl\t_

# sent_id = b
# text = Ven al mar
1\tVen\tvenir\tVERB\t_\t_\t0\troot\t0:root\t_
2-3\tal\t_\t_\t_\t_\t_\t_\t_\t_
2\ta\ta\tADP\t_\t_\t4\tcase\t4:case\t_
3\tel\tel\tDET\t_\t_\t4\tdet\t4:det\t_
4\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl\t_

"""
DEL = "2\tdel\tdel\tADP\t_\t_\t3\tcase\t3:case\t_\n3\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl\t_\n"
DE_EL = """2-3\tdel\t_\t_\t_\t_\t_\t_\t_\t_
2\tde\tde\tADP\t_\t_\t4\tcase\t4:case\t_
3\tel\tel\tDET\t_\t_\t4\tdet\t4:det\t_
4\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl\t_
"""
PARSE = GOLD.replace(DEL, DE_EL)
OWN = "=de el/3:det/DET/el"
WORDS = [(0, "words", item) for item in ("1.1", "1.2", "2")]


@pytest.fixture
def sides(tmp_path):
    for name, text in (("gold", GOLD), ("parse", PARSE)):
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    return {name: read(tmp_path / f"{name}.conllu") for name in ("gold", "parse")}


def choices(*rows):
    return pl.DataFrame([(*row, "anna") for row in rows], schema=CHOICES, orient="row")


def written(result, folder):
    path = folder / "out.conllu"
    write(getattr(result, "treebank", result), path)
    assert validate(read(path), 2) == ()
    return path.read_text(encoding="utf-8")


@pytest.fixture
def store(sides, tmp_path):
    files = [SessionSide(name, str(tmp_path / f"{name}.conllu")) for name in sides]
    with Store.create(tmp_path / "s.goldleaf", files, layers=[Layer.ARC, Layer.WORDS], reviewer="anna") as store:
        store.attach(*sides.values())
        yield store


def say(store, item, verdict, who="anna", row=0):
    store.act("x", [Judgement(Place(store.key(row), Layer.WORDS, item), who, verdict)])


def test_a_reading_is_text_and_comes_back():
    text = "=1%2F2%20x%25 el/3:det:x/NOUN%2FNN//A=b|C=d %2F/"
    cut = cut_of(0, "4-5", text)
    assert cut[:3] == (0, 4, 5) and [part.form for part in cut.parts] == ["1/2 x%", "el", "/"]
    assert cut.parts[1][1:] == ((("coarse_tag", "NOUN/NN"), ("features", "A=b|C=d")), 3, "det:x")
    assert cut.parts[2][1:] == ((), None, "_") and cut.keeper == 0 and reading_of(cut) == text
    assert names_after([cut], dict.fromkeys(range(1, 7), 0)) == ("1", "2", "3", "4", "4/2", "4/3", "6")
    assert names_after([cut], {1: 0, 2: 1, 3: 1, 4: 5, 5: 1})[3] == "5", "the one that is nearest to the root"


def test_one_verdict_is_on_all_of_a_token_that_is_cut_otherwise(sides):
    tokens = tokens_cut(*sides.values())
    assert [*tokens] == [0] and [*tokens[0]] == ["1.1", "1.2", "2"] and len({*tokens[0].values()}) == 1


@pytest.mark.parametrize("verdict", [OWN, "parse"])
def test_an_own_reading_and_the_parses_are_written(sides, tmp_path, verdict):
    """With what was decided of other words by their old numbers, and of the word that stands for the cut one."""
    rows = [(0, "words", "2", OWN)] if verdict == OWN else [(*place, "parse") for place in WORDS]
    others = [(0, "tag", "3", "=PROPN"), (0, "lemma", "2", "=de"), (1, "arc", "3", "1:det")]
    result = corrected(sides, choices(*rows, *others), layers=[Layer.WORDS], mend_deps=True)
    assert result.faults == () and result.undecided.is_empty()
    second = "# sent_id = b" + GOLD.partition("# sent_id = b")[2].replace("4\tdet\t4:det", "1\tdet\t1:det")
    assert written(result, tmp_path) == PARSE.partition("# sent_id = b")[0].replace("NOUN", "PROPN") + second
    deciders = {(row, item) for row, item, _ in result.deciders.iter_rows()}
    assert deciders == {(0, "2"), (0, "4"), (1, "3")}, "by the words' new numbers"
    assert "4\tmar\tmar\tPROPN\t_\t_\t1\tobl\t1:obl\tReviewer=anna" in written(
        recorded(result.treebank, result.deciders), tmp_path
    )


def test_words_of_a_range_are_joined_and_all_else_stays(sides, tmp_path):
    result = corrected(sides, choices((1, "words", "2-3", "=al"), (1, "tag", "2", "=PART")))
    one = "2\tal\ta\tPART\t_\t_\t3\tcase\t3:case\t_\n3\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl\t_\n\n"
    assert written(result, tmp_path) == GOLD.partition("2-3")[0] + one


def test_what_is_undecided_is_as_in_the_side_that_is_asked_for(sides, tmp_path):
    open_ = corrected(sides, choices(), layers=[Layer.WORDS])
    assert [(row, layer, item) for row, item, layer in open_.undecided.iter_rows()] == WORDS
    assert written(open_, tmp_path) == GOLD
    assert written(corrected(sides, choices(), undecided="parse", layers=[Layer.WORDS]), tmp_path) == PARSE
    part = corrected(sides, choices((*WORDS[0], "parse")), layers=[Layer.WORDS])
    assert part.undecided.height and written(part, tmp_path) == GOLD
    assert written(corrected(sides, choices((0, "words", "", "parse"))), tmp_path) == PARSE
    gold = corrected(sides, choices(*((*place, "gold") for place in WORDS)), layers=[Layer.WORDS])
    assert gold.undecided.is_empty() and written(gold, tmp_path) == GOLD


def test_the_other_way_round_the_words_are_joined_as_in_the_parse(sides, tmp_path):
    turned = {"gold": sides["parse"], "parse": sides["gold"]}
    result = corrected(turned, choices((0, "words", "", "parse")))
    assert written(result, tmp_path) == GOLD


def test_neighbouring_tokens_are_each_cut_by_themselves(tmp_path):
    both = "2\tal\tal\tADP\t_\t_\t3\tcase\t3:case\t_\n3\tdel\tdel\tNOUN\t_\t_\t1\tobl\t1:obl\t_\n"
    cut = (
        "2-3\tal\t_\t_\t_\t_\t_\t_\t_\t_\n2\ta\ta\tADP\t_\t_\t4\tcase\t4:case\t_\n"
        "3\tel\tel\tDET\t_\t_\t2\tdet\t2:det\t_\n4-5\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "4\tde\tde\tNOUN\t_\t_\t1\tobl\t1:obl\t_\n5\tél\tél\tPRON\t_\t_\t4\tdep\t4:dep\t_\n"
    )
    two = {}
    for name, words in (("gold", both), ("parse", cut)):
        text = GOLD.partition("\n# sent_id = b")[0].replace(DEL, words).replace("del mar", "al del")
        (tmp_path / f"{name}.conllu").write_text(text + "\n" * (not text.endswith("\n\n")), encoding="utf-8")
        two[name] = read(tmp_path / f"{name}.conllu", strict=False)
    tokens = tokens_cut(*two.values())[0]
    assert tokens["2"] == tokens["1.1"] == tokens["1.2"] != tokens["3"] == tokens["1.3"] == tokens["1.4"]
    first = [(0, "words", item, "parse") for item in ("2", "1.1", "1.2")]
    result = corrected(two, choices(*first, (0, "words", "3", "=de él/2:det")), layers=[Layer.WORDS])
    assert [word.form for word in result.treebank.sentence(0).words] == ["Vengo", "a", "el", "de", "él"]
    assert result.undecided.is_empty() and result.treebank.sentence(0).words[4].head == 2
    result = corrected(two, choices((0, "words", "", "parse")))
    assert written(result, tmp_path) == (tmp_path / "parse.conllu").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ([("2", "=de el")], "el has no label yet"),
        ([("2", "=de/x el/y")], "'=de/x el/y' is no reading of the layer words"),
        ([("2", "=de el/9:x")], "a head is not in the sentence"),
        ([("2", "=de el/0:root")], "the choices make several roots"),
        ([("2-3", "=delmar")], "these words are not of one token"),
        ([("9", OWN)], "there are no such words"),
        ([("2", OWN), ("2-2", "=d el/det")], "words are cut twice"),
    ],
)
def test_what_cannot_be_written_is_told(sides, items, told):
    result = corrected(sides, choices(*((0, "words", *item) for item in items)))
    assert [fault.message for fault in result.faults] == [told]


def test_of_words_that_the_other_side_lacks_nothing_can_be_taken(sides, tmp_path):
    path = tmp_path / "parse.conllu"
    path.write_text(GOLD.replace("2\tdel", "2\tde").replace("Ven al", "Ven").replace("3\tel", "3\tx"), encoding="utf-8")
    fewer = GOLD.partition("2-3")[0] + "2\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl\t_\n\n"
    path.write_text(fewer, encoding="utf-8")
    result = corrected({**sides, "parse": read(path)}, choices((1, "words", "", "parse")))
    assert [fault.message for fault in result.faults] == [
        "parse has words that others lack, or lacks some: nothing can be taken"
    ]


def test_an_act_is_undone_and_done_again_and_settles_the_places(store):
    assert [item for _, layer, item in store.places(store.key(0)) if layer is Layer.WORDS] == ["1.1", "1.2", "2"]
    judged = [Judgement(Place(store.key(0), Layer.WORDS, item), "anna", OWN) for *_, item in WORDS]
    store.act("cut", judged)
    assert not [place for place in store.left(store.key(0)) if place.layer is Layer.WORDS]
    store.undo()
    assert len([place for place in store.left(store.key(0)) if place.layer is Layer.WORDS]) == 3
    assert store.redo().what == "cut" and store.choices()["verdict"].to_list() == [OWN] * 3


def test_reviewers_who_cut_otherwise_are_in_conflict(store, sides, tmp_path):
    say(store, "2", OWN)
    files = [SessionSide(name, str(tmp_path / f"{name}.conllu")) for name in sides]
    with Store.create(tmp_path / "t.goldleaf", files, layers=[Layer.WORDS], reviewer="ben") as other:
        other.attach(*sides.values())
        say(other, "2", "=de el/det", "ben")
        assert merge([store, other], tmp_path / "both.goldleaf", "cleo").conflicts == 1
    result = finished(result_steps(tmp_path / "both.goldleaf", sides, "gold"))
    assert (0, "2", "words") in result.undecided.rows() and written(result, tmp_path) == GOLD


def test_a_cut_is_stale_where_the_form_or_the_parses_words_have_changed_underneath(store, tmp_path):
    say(store, "2", OWN)
    say(store, "1.2", "parse")
    changed = {}
    for name, text in (("gold", GOLD), ("parse", PARSE.replace("3\tel", "3\tél", 1))):
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
        changed[name] = read(tmp_path / f"{name}.conllu")
    store.attach(*changed.values())
    assert store.table().select("item", "stale").rows() == [("1.2", True), ("2", False)]
    (tmp_path / "gold.conllu").write_text(GOLD.replace("del\tdel", "dèl\tdel"), encoding="utf-8")
    store.attach(read(tmp_path / "gold.conllu"), changed["parse"])
    assert store.table()["stale"].to_list() == [True, True] and store.choices().is_empty()


def test_new_faults_are_told_by_their_new_lines_and_old_ones_are_none(tmp_path, sides):
    for name, text in (("gold", GOLD), ("parse", PARSE)):
        (tmp_path / f"{name}.conllu").write_text(
            text.replace("Ven\tvenir\tVERB", "Ven\tvenir\tVERBO"), encoding="utf-8"
        )
    now = {name: read(tmp_path / f"{name}.conllu") for name in sides}
    files = [SessionSide(name, str(tmp_path / f"{name}.conllu")) for name in now]
    with Store.create(tmp_path / "n.goldleaf", files, reviewer="anna") as store:
        store.attach(*now.values())
        say(store, "2", "=de el/det")
    [problem] = finished(result_steps(tmp_path / "n.goldleaf", now, "gold")).problems
    assert (problem.line, problem.rule) == (6, "unknown-upos")
    with pytest.raises(GoldleafError, match="undecided"):
        finished(result_steps(tmp_path / "n.goldleaf", {**now, "parse": now["gold"]}, "nobody"))


def test_verdicts_on_words_go_through_a_table_and_the_command_line(store, sides, tmp_path):
    for *_, item in WORDS:
        say(store, item, "parse")
    say(store, "2-3", "=al", row=1)
    (tmp_path / "v.csv").write_text(to_csv(store), encoding="utf-8")
    found = read_csv(tmp_path / "v.csv", sides["gold"], ["gold", "parse"], None)
    assert [(one.judgement.place.item, one.judgement.verdict) for one in found] == [
        ("1.1", "parse"), ("1.2", "parse"), ("2", "parse"), ("2-3", "=al")
    ]  # fmt: skip
    store.close()
    main(["review", "treebank", str(tmp_path / "s.goldleaf"), "-o", str(tmp_path / "new.conllu")])
    assert (tmp_path / "new.conllu").read_text(encoding="utf-8").startswith(PARSE.partition("# sent_id = b")[0])
