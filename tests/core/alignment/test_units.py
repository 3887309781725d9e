"""Sentences that are split, joined, missing or elsewhere.

Also tests `core.alignment`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment import aligned_words, check_related, joined_units, sentences_differ, units
from goldleaf.core.alignment.units import as_one, enhanced_at, joined, placed, places
from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.scoring import score
from goldleaf.core.structures.lattice import lattice_of, paths
from goldleaf.core.treebank import EDGES, LATTICE_TOKENS, OTHER_LINES
from tests.core.metrics.phrases import phrases
from tests.core.trees import SHARED, TREES, treebank


def words(*sentences):
    return treebank(*(" ".join(f"{form}/X/0/dep" for form in sentence) for sentence in sentences))


def bounds(found):
    return found.gold.tolist(), found.parse.tolist()


def test_the_same_sentences_are_a_unit_each():
    gold = words(["a", "b"], ["c"])
    found = units(gold, gold)
    assert found.are_sentences and joined_units(gold, gold) == (gold, gold)


def test_an_unparsed_sentence_moves_no_other_one_in_a_text_that_repeats_itself():
    text = [[f"a{n}", f"b{n}", f"c{n}"] for n in range(5)]
    gold, parse = words(*text * 3), words(*text, [], *text[1:], *text)
    assert units(gold, parse).are_sentences


def test_sentences_that_are_split_or_joined():
    gold = words(["a", "b"], ["c", "d"], ["e"], ["f", "g"])
    parse = words(["a", "b"], ["c"], ["d"], ["e", "f", "g"])
    found = units(gold, parse)
    assert bounds(found) == ([0, 1, 2, 4], [0, 1, 3, 4])
    assert found.of_gold.tolist() == [0, 1, 2, 2]
    ours, theirs = joined_units(gold, parse)
    assert [sentence.running_text for sentence in ours] == [sentence.running_text for sentence in theirs]


def test_sentences_that_are_missing_and_surplus():
    texts = [["the", "first", "one", "here"], ["a", "second", "follows", "it"], ["the", "third", "ends", "all"]]
    gold, parse = words(*texts), words(texts[0], ["not", "in", "the", "gold"], ["nor", "is", "this"], texts[2])
    assert bounds(units(gold, parse)) == ([0, 1, 2, 2, 2, 3], [0, 1, 1, 2, 3, 4])
    assert (aligned_words(*joined_units(gold, parse)) >= 0).sum() == 8
    assert bounds(units(gold, gold.slice(0, 1))) == ([0, 1, 2, 3], [0, 1, 1, 1])


def test_joining_keeps_words_and_arcs():
    bank = treebank(*TREES)
    whole = joined(bank, np.array([0, 2]))
    assert len(whole) == 1
    [sentence] = whole
    assert [word.form for word in sentence.words] == ["She", "read", "old", "books", ".", "Why", "?"]
    assert [word.head for word in sentence.words] == [2, 0, 4, 2, 2, 0, 6]
    assert [word.position for word in sentence.words] == [1, 2, 3, 4, 5, 6, 7]


def test_joining_keeps_constituents():
    bank = phrases("(S (NP (D the) (N house)) (V stands))", "(S (N why))")
    [sentence] = joined(bank, np.array([0, 2]))
    assert [(node.label, node.parent, node.first, node.last) for node in sentence.nodes] == [
        ("S", 0, 1, 3),
        ("NP", 1, 1, 2),
        ("S", 0, 4, 4),
    ]
    assert [word.parent for word in sentence.words] == [2, 2, 1, 3]


def test_a_unit_without_sentences_is_empty():
    bank = joined(treebank(*TREES), np.array([0, 1, 1, 2]))
    assert bank.sentences["words"].to_list() == [5, 0, 2]
    assert [len(sentence.words) for sentence in bank] == [5, 0, 2]


def test_counts_of_a_unit_stand_at_its_first_sentence():
    gold, parse = words(["a", "b"], ["c"], ["d", "e"]), words(["a"], ["b"], ["c", "d", "e"])
    scored = score(create("segmentation"), gold, parse)
    assert scored.counts["right"].to_list() == [2, 3, 0]
    assert scored.scores()["f1"].value == 1


cuts = st.lists(st.integers(1, 3), min_size=1, max_size=6)


@given(cuts, cuts)
def test_the_same_text_cut_into_other_sentences(ours, theirs):
    """Whatever the bounds, all words are aligned, and units are the smallest parts that both bound."""
    size = max(sum(ours), sum(theirs))
    forms = [f"w{number}" for number in range(size)]

    def cut(lengths):
        ends = [end for end in np.cumsum(lengths).tolist() if end < size] + [size]
        return [forms[first:end] for first, end in zip([0, *ends], ends, strict=False)], {*ends}

    (gold, gold_ends), (parse, parse_ends) = cut(ours), cut(theirs)
    gold_bank, parse_bank = words(*gold), words(*parse)
    found = units(gold_bank, parse_bank)
    assert len(found.gold) - 1 == len(gold_ends & parse_ends)
    assert aligned_words(*joined_units(gold_bank, parse_bank)).tolist() == list(range(size))


def test_joining_moves_the_enhanced_graph_and_secondary_edges_along(tmp_path):
    path = tmp_path / "a.conllu"
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t{}\t_\n"
    one = row.format(1, "a", 0, "0:root") + row.format(2, "b", 1, "1:dep|1.1:x") + "1.1\tc\t_\tX\t_\t_\t_\t_\t2:y\t_\n"
    lines = one.splitlines(keepends=True)
    path.write_text(f"{lines[0]}{lines[2]}{lines[1]}\n" * 2, encoding="utf-8")
    [sentence] = joined(read(path), np.array([0, 2]))
    assert [word.enhanced for word in sentence.words] == ["0:root", "1:dep|1.1:x", "0:root", "3:dep|3.1:x"]
    assert [(node.after, node.enhanced) for node in sentence.empty_nodes] == [(1, "2:y"), (3, "4:y")]

    bank = phrases("(S (NP (N a)) (V b))", "(S (NP (N c)) (V d))")
    edges = pl.DataFrame([(1, 2, 0, 1, "x")], schema=bank.secondary_edges.schema, orient="row")
    [sentence] = joined(replace(bank, secondary_edges=edges), np.array([0, 2]))
    [edge] = sentence.secondary_edges
    top = next(node.number for node in sentence.nodes if node.label == "S" and node.number > 1)
    assert (edge.word, edge.parent) == (4, top)


def test_joined_sentences_have_their_lattices_one_behind_the_other(tmp_path):
    path = tmp_path / "all.lattice"
    path.write_text(
        "0\t2\tab\t_\tN\tN\t_\t1\n0\t1\ta\t_\tN\tN\t_\t1\n1\t2\tb\t_\tN\tN\t_\t1\n\n"
        "0\t1\tx\t_\tN\tN\t_\t1\n1\t2\ty\t_\tN\tN\t_\t2\n\n0\t1\tz\t_\tN\tN\t_\t1\n\n",
        encoding="utf-8",
    )
    lattices = read(path)
    whole = joined(lattices, np.array([0, 2, 3]))
    assert (whole.edges.schema, whole.lattice_tokens.schema) == (EDGES, LATTICE_TOKENS)
    one, other = lattice_of(whole, 0), lattice_of(whole, 1)
    assert [(edge.origin, edge.target, edge.form, edge.token) for edge in one.edges] == [
        (0, 2, "ab", 1),
        (0, 1, "a", 1),
        (1, 2, "b", 1),
        (2, 3, "x", 2),
        (3, 4, "y", 3),
    ]
    assert paths(one) == 2 and [edge.form for edge in other.edges] == ["z"]
    first_only = replace(lattices, edges=lattices.edges.filter(lattices.edges["sentence"] != 1))
    assert lattice_of(joined(first_only, np.array([0, 2, 3])), 0).edges == ()


def test_words_of_blanks_only_belong_to_the_text_before_them():
    gold, parse = words(["x", "a", "\u00a0"]), words(["x", "a"])
    for one, other in ((gold, parse), (parse, gold)):
        assert bounds(units(one, other)) == ([0, 1], [0, 1])
    assert (aligned_words(gold, parse) >= 0).sum() == 2


def test_each_surplus_sentence_is_a_unit_that_counts_where_the_last_one_does():
    gold, parse = words(["a", "b"], ["c", "d"]), words(["a", "b", "c", "d"], ["x"], ["y"])
    found = units(gold, parse)
    assert bounds(found) == ([0, 2, 2, 2], [0, 1, 2, 3])
    assert found.row.tolist() == [0, 0, 0]
    assert [found.surplus(row).tolist() for row in (0, 1)] == [[1, 2], [1, 2]]
    assert found.lengths(np.array([2, 2])).tolist() == [4, 4]


def test_texts_that_have_nothing_to_do_with_each_other():
    gold = words(*([f"a{n}", f"b{n}", f"c{n}"] for n in range(20)))
    parse = words(*([f"x{n}", f"y{n}", f"c{n}"] for n in range(20)))
    with pytest.raises(PairError, match=r"almost no words in common: 0 of 60; are they of the same text"):
        check_related(gold, words(*([f"x{n}", f"y{n}"] for n in range(30))))
    check_related(gold, parse)
    check_related(gold, gold)


def test_the_same_sentences_in_another_order():
    gold = words(*([f"a{n}", f"b{n}", f"c{n}"] for n in range(20)))
    with pytest.raises(PairError, match="have 20 sentences in common, but in another order; bring them into"):
        check_related(gold, words(*([f"a{n}", f"b{n}", f"c{n}"] for n in reversed(range(20)))))


def test_a_text_that_repeats_itself_is_related_to_itself():
    again = [["so", "we", "said", "again"]] * 150
    check_related(words(*again), words(*again[1:], ["so", "we", "said"]))


@pytest.mark.parametrize("with_ids", [True, False])
@pytest.mark.parametrize("length", [20, 600])
def test_a_text_that_stands_twice_and_lacks_a_sentence_in_the_parse(length, with_ids):
    text = [" ".join(f"{form}{number}/X/0/dep" for form in "abc") for number in range(length)]
    ids = [f"{part}-{number}" for part in "xy" for number in range(length)] if with_ids else []
    gold = treebank(*text, *text, ids=ids)
    parse = treebank(*text, *text[1:], ids=[*ids[:length], *ids[length + 1 :]], name="parse.conllx")
    check_related(gold, parse)
    assert np.flatnonzero(np.diff(units(gold, parse).parse) == 0).tolist() == [length]


@pytest.mark.shared
def test_real_treebanks_with_other_sentences():
    gold, parse = (read(SHARED / "english" / name) for name in ("gold.conllu", "parse-raw.conllu"))
    found = units(gold, parse)
    assert len(found.gold) - 1 == 1843
    ours, theirs = joined_units(gold, parse)
    assert (aligned_words(ours, theirs) >= 0).sum() == 24731
    with pytest.raises(PairError, match="almost no words in common"):
        check_related(gold, read(SHARED / "danish" / "gold.conllu"))


def test_between_sentences_that_both_have_tokens_tell_which_is_missing():
    first, last = "here it begins today .", "and so it ends again ."
    middle = "we saw a bird .", "they heard the old dog ."
    texts = [text.split() for text in (first, *middle, last)]
    parse = words(texts[0], [*texts[2][:4], "cat", "."], texts[3])
    assert bounds(units(words(*texts), parse)) == ([0, 1, 2, 3, 4], [0, 1, 1, 2, 3])


def test_all_parts_of_a_sentence_are_its_own_though_one_has_most_of_it():
    gold = words(["it", "begins"], [*"abcdefghij"], ["it", "ends"])
    parse = words(["it", "begins"], [*"abcdefx"], [*"ghij"], ["it", "ends"])
    assert bounds(units(gold, parse)) == ([0, 1, 2, 3], [0, 1, 3, 4])


def test_of_two_equal_sentences_the_one_with_the_id_is_there():
    thanks = "Thanks/X/0/dep ./X/1/dep"
    gold, parse = treebank(thanks, thanks, ids=["a", "b"]), treebank(thanks, ids=["b"])
    assert bounds(units(gold, parse)) == ([0, 1, 2], [0, 0, 1])


def test_sentences_of_a_unit_are_one_and_a_single_one_stays_as_it_is():
    bank = treebank("a/X/0/r", "b/X/0/r c/X/1/x", "d/X/0/r e/X/1/x")
    bank = replace(bank, other_lines=pl.DataFrame([(1, 1, "# b")], OTHER_LINES, orient="row"))
    assert as_one(bank, 1, 2).sentence(0).comments == ("# b",)
    [whole] = as_one(bank, 1, 3)
    assert [word.head for word in whole.words] == [0, 1, 0, 3]
    assert as_one(bank, 0, 3).words["form"].to_list() == [*"abcde"]


def test_of_few_words_it_is_not_told_that_they_are_of_another_text():
    few, many = (words([f"{name}{n}" for n in range(count)]) for name, count in (("a", 19), ("b", 40)))
    check_related(few, many)
    with pytest.raises(PairError, match="almost no words in common: 0 of 20;"):
        check_related(words([f"a{n}" for n in range(20)]), many)


TEXTS = (
    "the first one is here .",
    "then the second one , too .",
    "Thanks .",
    "a third follows the second one .",
    "Thanks .",
    "and the last one ends all .",
)


def bank(texts, name="gold.conllx", ids=()):
    return treebank(*(" ".join(f"{form}/X/0/dep" for form in text.split()) for text in texts), name=name, ids=ids)


GOLD = bank(TEXTS)
A, B, C, D, E, F = TEXTS


@pytest.mark.parametrize(
    ("texts", "said", "lost"),
    [
        ([A, C, D, E, F], "1 sentence of gold.conllx is missing (line 8)", [1]),
        ([A, E, F], "3 sentences of gold.conllx are missing (first in line 8)", [1, 3]),
        ([A, B, B, C, D, E, F], "1 sentence is there twice", []),
        ([B, A, C, D, E, F], "1 sentence of gold.conllx is at another place", None),
        ([F, B, C, D, E, A], "2 sentences of gold.conllx are at another place (first in line 1)", [0, 5]),
        ([A, B, C, "what is this ?", D, E, F], "1 sentence is not in gold.conllx (line 19)", []),
        (
            [A, "then the second one", ", too .", C, D, E, F],
            "1 sentence of gold.conllx is split or joined (line 8)",
            [],
        ),
    ],
)
def test_each_is_told_as_what_it_is_and_keeps_its_loss(texts, said, lost):
    parse = bank(texts, "parse.conllx")
    assert sentences_differ(GOLD, parse).startswith(f"parse.conllx: warning: {said}")
    right = score(create("segmentation"), GOLD, parse).counts["right"].to_list()
    if lost is not None:
        kept = [len(text.split()) for text in TEXTS]
        assert [row for row in (0, 1, 3, 5) if right[row] != kept[row]] == lost


def test_nothing_is_said_where_nothing_differs():
    assert sentences_differ(GOLD, GOLD) == ""
    assert sentences_differ(GOLD, bank([*TEXTS[:-1], "and the last one ended all ."])) == ""


def test_ids_tell_which_of_equal_sentences_is_missing():
    named = bank(TEXTS, ids="abcdef")
    for without in ("c", "e"):
        kept = [letter for letter in "abcdef" if letter != without]
        parse = bank([TEXTS["abcdef".index(letter)] for letter in kept], "parse.conllx", kept)
        found = units(named, parse)
        assert [int(row) for row in range(6) if found.parse[row] == found.parse[row + 1]] == ["abcdef".index(without)]


def test_a_sentence_with_another_id_is_not_there_twice():
    parse = bank([*TEXTS, A], "parse.conllx", "abcdefg")
    assert "not in gold.conllx" in sentences_differ(bank(TEXTS, ids="abcdef"), parse)
    assert "there twice" in sentences_differ(GOLD, parse)


def test_a_missing_sentence_beside_one_with_other_words():
    parse = bank([A, B, C, "and the last one ended all ."], "parse.conllx")
    assert sentences_differ(GOLD, parse).startswith("parse.conllx: warning: 2 sentences of gold.conllx are missing")
    right = score(create("segmentation"), GOLD, parse).counts["right"].to_list()
    assert right == [6, 7, 2, 0, 0, 6]


def test_ids_pair_sentences_whose_words_are_written_otherwise():
    """Even where short neighbours are missing whose words stand in them, too."""
    texts = ["so it goes , as ever .", "it goes .", "as ever .", "so it goes again ."]
    gold = bank(texts, ids="abcd")
    parse = bank(["So it goes , as ever .", "So it goes again ."], "parse.conllx", "ad")
    assert sentences_differ(gold, parse).endswith("2 sentences of gold.conllx are missing (first in line 9)")
    assert units(gold, parse).parse.tolist() == [0, 1, 1, 1, 2]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing3", "3 sentences of {} are missing (first in line 171)"),
        ("missingfirst", "5 sentences of {} are missing (first in line 1)"),
        ("missinglast", "5 sentences of {} are missing (first in line 1233)"),
        ("dup", "1 sentence is there twice (line 171)"),
        ("swap", "1 sentence of {} is at another place (line 171)"),
        ("extra", "1 sentence is not in {} (line 1422)"),
        ("shuffled", "48 sentences of {} are at another place (first in line 1)"),
    ],
)
def test_real_sentences(name, said):
    folder = SHARED / "trouble" / "sentences"
    gold, parse = read(folder / "g.conllu"), read(folder / f"{name}.conllu")
    assert sentences_differ(gold, parse) == f"{parse.path}: warning: {said.format(gold.path)}"


forms = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=6)


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
