"""Sentences with different words in one row of places."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment.joining import enhanced_at, placed, places
from goldleaf.core.formats import read
from tests.core.trees import treebank

forms = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=6)


def words(text):
    return treebank(" ".join(f"{form}/X/0/dep" for form in text))


@given(forms, forms)
def test_places_rise_and_shared_ones_hold_the_same_word(one, other):
    ours, theirs = places(words(one), words(other))
    for where, text in ((ours, one), (theirs, other)):
        own = [where[position] for position in range(1, len(text) + 1)]
        assert own == sorted(set(own))
    at = {ours[position + 1]: form for position, form in enumerate(one)}
    also = {theirs[position + 1]: form for position, form in enumerate(other)}
    assert all(at[place] == also[place] for place in at.keys() & also.keys())
    assert {*at, *also} == {*range(1, len({*at, *also}) + 1)}


def test_all_that_names_a_word_is_moved(tmp_path):
    path = tmp_path / "gold.conllu"
    path.write_text(
        "1\tx\t_\tX\t_\t_\t2\tdep\t3:dep|2.1:y\t_\n2-3\tbc\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t0:root\t_\n"
        "2.1\te\t_\tX\t_\t_\t_\t_\t2:dep\t_\n3\tc\t_\tX\t_\t_\t2\tdep\t2:dep\t_\n\n",
        encoding="utf-8",
    )
    gold = read(path)
    ours, _ = places(gold, words(["y", "z", "b", "c"]))
    sentence = placed(gold.sentence(0), ours)
    assert [word.position for word in sentence.words] == [1, 4, 5]
    assert [word.number for word in sentence.words] == [1, 2, 3]
    assert [word.head for word in sentence.words] == [4, 0, 4]
    assert [word.enhanced for word in sentence.words] == ["5:dep|4.1:y", "0:root", "4:dep"]
    assert [(token.first, token.last) for token in sentence.tokens] == [(4, 5)]
    assert [(node.after, node.enhanced) for node in sentence.empty_nodes] == [(4, "4:dep")]


def test_a_head_beyond_the_sentence_stays_beyond_it():
    bank = treebank("a/X/9/dep b/X/1/dep")
    where, _ = places(bank, words(["a", "c"]))
    head = placed(bank.sentence(0), where).words[0].head
    assert head == max(where.values()) and head not in [where[1], where[2]]


def test_dependencies_that_are_no_numbers_are_left_as_they_are():
    assert enhanced_at("_", lambda number: number + 1) == "_"
    assert enhanced_at("x:dep|2:obj", lambda number: number + 1) == "x:dep|3:obj"
