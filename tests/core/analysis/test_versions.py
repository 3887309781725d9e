"""What has changed from one version of a treebank to another."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldleaf.core import formats
from goldleaf.core.analysis.versions import LISTS, versions
from goldleaf.core.metrics import create
from goldleaf.core.scoring import score
from tests.core.trees import SHARED, treebank

SENTENCES = (
    "the/DET/2/det cat/NOUN/3/nsubj sleeps/VERB/0/root",
    "a/DET/2/det dog/NOUN/3/nsubj barks/VERB/0/root loudly/ADV/3/advmod",
    "all/DET/2/det birds/NOUN/3/nsubj sing/VERB/0/root songs/NOUN/3/obj",
    "no/DET/2/det fish/NOUN/3/nsubj talks/VERB/0/root",
    "some/DET/2/det horses/NOUN/3/nsubj run/VERB/0/root",
)


def lists(old, new):
    """The rows of all lists by name."""
    return {table.name: table.to_dicts() for table in versions(old, new).tables()}


def bank(*sentences, ids=("a", "b", "c", "d", "e")):
    return treebank(*sentences, ids=ids[: len(sentences)])


def test_what_stays_is_in_no_list():
    assert lists(bank(*SENTENCES), bank(*SENTENCES)) == {name: [] for name in LISTS}


def test_sentences_are_added_removed_moved_and_renamed():
    one, two, three, _, five = SENTENCES
    come = "new/ADJ/2/amod words/NOUN/0/root here/ADV/2/advmod"
    new = treebank(five, one, come, two, three, ids=("e", "a", "n", "x", "c"))
    found = lists(bank(*SENTENCES), new)
    names = {name: [row.get("id") or row["new_id"] for row in found[name]] for name in list(LISTS)[1:-1]}
    expected = {"removed": ["d"], "added": ["n"], "moved": ["e"], "renamed": ["b"]}
    assert {name: rows for name, rows in names.items() if rows} == expected
    assert found["renamed"][0]["new_id"] == "x" and found["removed"][0]["text"] == "no fish talks"
    assert found["added"][0]["sentences"] == [2], "the sentence that follows it"


def test_sentences_are_split_and_joined_even_where_a_piece_is_short():
    one, two, *_ = SENTENCES
    whole = f"{two} the/DET/6/det cat/NOUN/7/nsubj sleeps/VERB/3/conj"
    short = f"{two} Oh/INTJ/3/discourse"
    split = lists(bank(whole), treebank(two, one, ids=("a", "n")))["split"]
    assert [(row["id"], row["new_id"], row["new_number"]) for row in split] == [("a", "a + n", "1 + 2")]
    joined = lists(treebank(two, "Oh/INTJ/0/root", one, ids=("a", "o", "b")), treebank(short, one, ids=("a", "b")))
    assert [(row["id"], row["sentences"]) for row in joined["joined"]] == [("a + o", [1, 2])] and not joined["removed"]


def test_sentences_stand_beside_their_other_version_wherever_it_stands():
    one, two, three, _, five = SENTENCES
    new = treebank(five.replace("nsubj", "obj"), one, "new/ADJ/0/root", two, three, ids=("e", "a", "n", "b", "c"))
    found = versions(bank(*SENTENCES), new)
    old, other = found.in_rows()
    words = [[[word.form for word in sentence.words[:1]] for sentence in side] for side in (old, other)]
    assert words[0] == [["the"], [], ["a"], ["all"], ["no"], ["some"]]
    assert words[1] == [["the"], ["new"], ["a"], ["all"], [], ["some"]]
    assert found.became.to_list() == ["", "added", "", "", "removed", "moved"]
    assert [found.said(pair) for pair in (0, 1, 4, 5)] == [
        "", "added: sentence 3 of new", "removed: sentence 4 of old", "moved: sentence 5 of old, 1 of new",
    ]  # fmt: skip
    assert (old.sentence(1).id, old.sentence(1).text) == ("+ n", "new")
    assert [other.sentence(row).line for row in (0, 5)] == [new.sentence(row).line for row in (1, 0)]
    counted = score(create("attachment"), old, other)
    assert counted.counts[:, 1].is_null().to_list() == [False, True, False, False, True, False]
    assert counted.scores()["las"].value == pytest.approx(13 / 14) and counted.share.sentences == 4
    named = {table.name: table for table in found.tables(of_pairs=True)}
    assert named["moved"].numbers == [range(6, 7)] and named["added"].frame["number"].to_list() == [2]
    assert named["changes"].frame["sentence"].unique().to_list() == ["e"]


def test_a_sentence_that_is_split_beside_one_that_is_lacked_stands_in_its_row():
    one, two, *_ = SENTENCES
    old, new = versions(bank(f"{two} the/DET/6/det cat/NOUN/7/nsubj sleeps/VERB/3/conj", SENTENCES[4]),
                        treebank(two, one, ids=("a", "n"))).in_rows()  # fmt: skip
    assert [len(sentence.words) for sentence in old] == [7, 3] and [len(one.words) for one in new] == [7, 0]


def test_what_became_what_is_grouped_the_most_frequent_first():
    changed = [one.replace("/DET/2/det", "/PRON/2/dep") for one in SENTENCES[:3]]
    changed[2] = changed[2].replace("songs/NOUN/3/obj", "songs/NOUN/2/obj").replace("birds", "owls")
    found = lists(bank(*SENTENCES[:3]), bank(*changed))
    kinds = [(row["layer"], row["kind"], row["count"], row["sentences"]) for row in found["kinds"]]
    assert kinds == [
        ("fine tag", "DET → PRON", 3, [1, 2, 3]),
        ("head and label", "det → dep", 3, [1, 2, 3]),
        ("tag", "DET → PRON", 3, [1, 2, 3]),
        ("head and label", "obj: other head", 1, [3]),
        ("lemma", "birds → owls", 1, [3]),
        ("word", "birds → owls", 1, [3]),
    ]
    assert [row["id"] for row in found["changed"]] == ["a", "b", "c"]
    assert "word 2: birds → owls" in found["changed"][2]["which"] and found["changed"][2]["changes"] == 6


def test_which_words_of_a_sentence_have_changed_is_told_by_their_forms():
    old = "a/DET/2/det dog/NOUN/3/nsubj barks/VERB/0/root at/ADP/6/case a/DET/6/det man/NOUN/3/obl"
    new = "a/X/2/det dog/NOUN/3/obj barks/VERB/0/root at/ADP/3/case a/DET/3/amod hen/NOUN/3/obl"
    [row] = lists(bank(old), bank(new))["changed"]
    told = row["which"].split("; ")
    assert told[:3] == [
        "label of dog: nsubj → obj",
        "head of at: man → barks",
        "head and label of a (5): man det → barks amod",
    ]
    assert {"tag of a (1): DET → X", "word 6: man → hen"} <= {*told} and len(told) == row["changes"]


def test_words_that_are_split_and_joined_are_told_together():
    old = "I/PRON/2/nsubj demande/VERB/0/root it/PRON/2/obj"
    new = "I/PRON/2/nsubj dem/VERB/0/root ande/X/2/dep it/PRON/2/obj"
    [[there], [back]] = (lists(bank(*sides[:1]), bank(sides[1]))["changed"] for sides in ((old, new), (new, old)))
    assert "demande split: dem, ande" in there["which"] and "head of it: demande → dem" in there["which"]
    assert "dem, ande joined: demande" in back["which"] and "head of it: dem → demande" in back["which"]


def test_what_stands_in_the_place_of_another_is_not_what_it_became():
    found = lists(bank(*SENTENCES[:2]), treebank(SENTENCES[0], SENTENCES[3], ids=("a", "z")))
    assert [len(found[name]) for name in ("removed", "added", "changed")] == [1, 1, 0]


@pytest.mark.parametrize("ids", [(None,) * 4, ("same",) * 4])
def test_ids_may_be_missing_or_repeat(ids):
    found = lists(treebank(*SENTENCES[:4], ids=ids), treebank(SENTENCES[0], *SENTENCES[2:4], ids=ids[:3]))
    assert {name: [row["text"] for row in rows] for name, rows in found.items() if rows} == {
        "removed": ["a dog barks loudly"]
    }


def test_all_that_a_file_says_is_compared(tmp_path):
    text = (
        "# sent_id = 1\n# text = don't go\n# genre = a\n1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tGloss=n\n"
        "1\tdo\tdo\tAUX\t_\tMood=Ind|Tense=Pres\t3\taux\t3:aux\t_\n2\tn't\tnot\tPART\t_\t_\t3\tadvmod\t3:advmod\t_\n"
        "3\tgo\tgo\tVERB\t_\t_\t0\troot\t0:root\tCheck=1\n3.1\tthere\t_\t_\t_\t_\t_\t_\t3:advmod\t_\n\n"
    )
    changes = {
        "comment: genre": ("genre = a", "genre = b"),
        "features: Tense=Pres → Tense=Past": ("Tense=Pres", "Tense=Past"),
        "enhanced heads: aux → aux:x": ("3:aux", "3:aux:x"),
        "misc: Check=1 → –": ("Check=1", "_"),
        "lemma: not → n't": ("\tnot\t", "\tn't\t"),
        "surface token: don't Gloss=n _ _ _ _ _ _ _ → don't Gloss=m _ _ _ _ _ _ _": ("Gloss=n", "Gloss=m"),
    }
    (tmp_path / "old.conllu").write_text(text, encoding="utf-8")
    old = formats.read(tmp_path / "old.conllu")
    for said, pair in changes.items():
        (tmp_path / "new.conllu").write_text(text.replace(*pair), encoding="utf-8")
        kinds = lists(old, formats.read(tmp_path / "new.conllu"))["kinds"]
        layer, _, kind = said.partition(": ")
        assert [row["layer"] for row in kinds] == [layer], said
        assert layer == "surface token" or kinds[0]["kind"] == kind
    (tmp_path / "new.conllu").write_text(text.replace("\tthere\t", "\tthen\t"), encoding="utf-8")
    assert [row["layer"] for row in lists(old, formats.read(tmp_path / "new.conllu"))["kinds"]] == ["empty node"]


def test_a_word_that_is_put_in_changes_no_other_one():
    longer = "the/DET/3/det old/ADJ/3/amod cat/NOUN/4/nsubj sleeps/VERB/0/root"
    found = lists(bank(SENTENCES[0]), bank(longer))
    assert [(row["layer"], row["kind"]) for row in found["kinds"]] == [("words", "– → old")]


def test_constituents_are_compared(tmp_path):
    for name, text in (("old", "(S (NP (D a) (N b)) (V c))"), ("new", "(S (NX (D a) (N b)) (V c))")):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n", encoding="utf-8")
    [kind] = lists(*(formats.read(tmp_path / f"{name}.mrg") for name in ("old", "new")))["kinds"]
    assert (kind["layer"], kind["kind"]) == ("constituent", "NP → NX")


words = st.lists(st.tuples(st.sampled_from("vwxyz"), st.sampled_from("pq")), min_size=1, max_size=5)
banks = st.lists(st.tuples(st.sampled_from([None, "a", "b", "c"]), words), min_size=1, max_size=7)


def drawn(sentences):
    lines = [" ".join(f"{form}/X/{int(n > 0)}/{label}" for n, (form, label) in enumerate(own)) for _, own in sentences]
    return treebank(*lines, ids=[identity for identity, _ in sentences])


@settings(deadline=None)
@given(banks, banks)
def test_a_mirrored_comparison_has_added_and_removed_swapped_and_counts_add_up(one, other):
    old, new = drawn(one), drawn(other)
    found, mirrored = versions(old, new), versions(new, old)
    there, back = ({table.name: table.to_dicts() for table in each.tables()} for each in (found, mirrored))
    assert [row["new_number"] for row in there["added"]] == sorted((row["number"] for row in back["removed"]), key=int)
    for name in ("moved", "renamed", "changed"):
        assert len(there[name]) == len(back[name])
    assert any(there.values()) == (one != other)
    for place, side in ((0, old), (2, new)):
        rows = sorted(row for pair in found.pairs.tolist() for row in range(*pair[place : place + 2]))
        assert rows == [*range(len(side))], "each sentence is in one pair"


@settings(deadline=None)
@given(banks)
def test_nothing_has_changed_from_a_treebank_to_itself(one):
    assert not any(table.frame.height for table in versions(drawn(one), drawn(one)).tables())


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("seed", range(3))
def test_planted_changes_of_a_treebank_are_all_named(seed, tmp_path):
    path = SHARED / "danish" / "gold.conllu"
    blocks = [block for block in path.read_text(encoding="utf-8").split("\n\n") if block.strip()]
    further = (SHARED / "english" / "gold.conllu").read_text(encoding="utf-8").split("\n\n")
    drawing = random.Random(seed)
    long = [row for row, block in enumerate(blocks) if len(re.findall(r"^\d+\t", block, re.MULTILINE)) > 7]
    drawing.shuffle(long)

    def named(block):
        return re.search("# sent_id = (.*)", block)[1]

    removed, other_words, renamed = long[:12], long[12:19], long[19:24]
    planted = {"removed": [named(blocks[row]) for row in removed], "renamed": [named(blocks[row]) for row in renamed]}
    planted["changed"] = [named(blocks[row]) for row in other_words]
    for row in other_words:
        blocks[row] = re.sub(r"^(3\t)[^\t]*", r"\1Planted", blocks[row], flags=re.MULTILINE)
    for row in renamed:
        blocks[row] = re.sub("# sent_id = .*", f"# sent_id = other-{row}", blocks[row])
    kept = [block for row, block in enumerate(blocks) if row not in removed]
    for number, block in enumerate(drawing.sample(further[:-1], 7)):
        kept.insert(drawing.randrange(len(kept)), re.sub("# sent_id = .*", f"# sent_id = new-{number}", block))
    planted["added"] = [f"new-{number}" for number in range(7)]
    (tmp_path / "new.conllu").write_text("\n\n".join(kept) + "\n\n", encoding="utf-8")
    found = lists(formats.read(path), formats.read(tmp_path / "new.conllu"))
    for name in list(LISTS)[1:-1]:
        names = sorted(row["new_id" if name == "added" else "id"] for row in found[name])
        assert names == sorted(planted.get(name, [])), name
