import itertools
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment import aligned_words
from goldleaf.core.alignment.same import surface_tokens
from goldleaf.core.alignment.word_alignment import (
    aligned,
    characters,
    check_same_characters,
    longest_common,
    stretches,
)
from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from tests.core.trees import SHARED, treebank


def words(*sentences, name="gold.conllx"):
    return treebank(*(" ".join(f"{form}/X/0/dep" for form in sentence) for sentence in sentences), name=name)


def read_text(tmp_path, text, name="a.conllu"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read(path)


def conllu(*lines):
    return "".join("\t".join([*line.split(), *"_" * 8]) + "\n" for line in lines) + "\n"


def test_a_treebank_is_aligned_with_itself():
    bank = words(["the", "old", "house"], ["the", "house"])
    assert aligned_words(bank, bank).tolist() == [0, 1, 2, 3, 4]


def test_words_of_the_same_characters_that_are_cut_differently():
    gold, parse = words(["can", "not", "go"]), words(["cannot", "go"])
    assert aligned_words(gold, parse).tolist() == [-1, 2]
    assert aligned_words(parse, gold).tolist() == [-1, -1, 1]


def test_a_treebank_of_traces_only_has_nothing_to_align(tmp_path):
    gold, parse = (read_text(tmp_path, f"(S (X ({tag} a)))\n", f"{tag}.mrg") for tag in ("N", "-NONE-"))
    assert aligned_words(gold, parse).tolist() == aligned_words(parse, gold).tolist() == [-1]


def test_words_inside_a_token_by_their_forms(tmp_path):
    gold = read_text(tmp_path, conllu("1-3 dela", "1 de", "2 la", "3 x", "4 mer"), "gold.conllu")
    parse = read_text(tmp_path, conllu("1-2 dela", "1 la", "2 x", "3 mer"))
    assert aligned_words(gold, parse).tolist() == [1, 2, 3]


def test_tokens_with_other_characters_are_aligned_by_what_is_around_them():
    gold, parse = words(["``", "yes", "''", "she", "said"]), words(['"', "yes", '"', "he", "said"])
    assert aligned_words(gold, parse).tolist() == [-1, 1, -1, -1, 4]


def test_nothing_is_aligned_across_sentences():
    gold, parse = words(["a", "b"], ["c"]), words(["a"], ["b", "c"])
    assert aligned_words(gold, parse).tolist() == [0, -1, 2]


sentences = st.lists(st.lists(st.sampled_from(["a", "b", "ab", "ba"]), min_size=1, max_size=5), min_size=1, max_size=3)


@given(sentences, st.data())
def test_alignment_rises_and_pairs_equal_forms_of_the_same_sentence(ours, data):
    theirs = [data.draw(st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=5)) for _ in ours]
    gold, parse = words(*ours), words(*theirs)
    partner = aligned_words(gold, parse)
    rows = np.flatnonzero(partner >= 0)
    assert (np.diff(partner[rows]) > 0).all()
    for row in rows.tolist():
        assert gold.words["form"][int(partner[row])] == parse.words["form"][row]
        assert gold.words["sentence"][int(partner[row])] == parse.words["sentence"][row]


tagged = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("NV")), max_size=5)


@given(tagged, tagged)
def test_no_common_subsequence_is_longer_or_has_more_tags_in_common(one, other):
    pairs = longest_common(one, other)
    assert all(one[i][0] == other[j][0] for i, j in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in itertools.pairwise(pairs))
    every = (
        (count, sum(one[i][1] == other[j][1] for i, j in zip(ours, theirs, strict=True)))
        for count in range(6)
        for ours in itertools.combinations(range(len(one)), count)
        for theirs in itertools.combinations(range(len(other)), count)
        if all(one[i][0] == other[j][0] for i, j in zip(ours, theirs, strict=True))
    )
    assert (len(pairs), sum(one[i][1] == other[j][1] for i, j in pairs)) == max(every)


def test_of_two_words_of_a_form_the_one_with_the_tag_is_taken():
    assert longest_common([("x", 1), ("a", "N")], [("y", 1), ("a", "N"), ("a", "V")]) == [(1, 1)]


def test_long_stretches_have_their_frequent_words_aligned():
    """Half a thousand words, of which each is one in a hundred or more; the parse has one more in front."""
    long = [(form, None) for form in ["the", "cat", "saw", "a", "dog"] * 100]
    assert longest_common(long, [("oh", None), *long]) == [(place, place + 1) for place in range(500)]


def test_nothing_is_aligned_across_a_place_where_both_end_a_token():
    gold, parse = words(["a", "b", "ab"]), words(["ab", "a", "b"])
    assert aligned_words(gold, parse).tolist() == [-1, -1, -1]


def test_what_one_side_has_before_a_token_that_both_have_is_a_stretch_of_its_own():
    gold, parse = words(["x", "a", "y", "b"]), words(["a", "z", "b"])
    ours, theirs = stretches(gold, parse, (surface_tokens(gold), surface_tokens(parse)))
    assert len({*ours.tolist()}) == 4
    assert theirs.tolist() == ours.tolist()[1:]


@given(st.data())
def test_sentences_side_by_side_are_aligned_as_each_alone(data):
    """Also where one side puts words in again and again."""
    parts = st.lists(st.sampled_from(["w", "v", "a", "b", "c"]), min_size=1, max_size=12)
    texts = [[data.draw(parts) for _ in range(2)] for _ in range(2)]
    (one, two), (other, next_one) = texts
    both = aligned_words(words(one, two), words(other, next_one)).tolist()
    first, second = aligned_words(words(one), words(other)), aligned_words(words(two), words(next_one))
    assert both == [*first.tolist(), *(row + len(one) if row >= 0 else -1 for row in second.tolist())]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("gold", "parse", "aligned"),
    [
        ("hebrew/gold.conllu", "hebrew/parse-segmented.conllu", 7679),
        ("french/gold.conllu", "french/gold.conllu", 10044),
    ],
)
def test_real_treebanks(gold, parse, aligned):
    assert (aligned_words(read(SHARED / gold), read(SHARED / parse)) >= 0).sum() == aligned


def tokens(*lines):
    """A sentence of lines with an ID and a form."""
    return read(BytesIO(("".join("\t".join([*line.split(), *"_" * 8]) + "\n" for line in lines) + "\n").encode()))


def partners(gold, parse):
    return aligned(gold, parse, characters(gold), characters(parse)).tolist()


def test_words_have_the_spans_of_their_tokens_in_the_whole_text():
    found = characters(tokens("1-2 im", "1 in", "2 dem", "3 Haus"))
    assert [*zip(found.start.tolist(), found.end.tolist(), found.multiword.tolist(), strict=True)] == [
        (0, 2, True),
        (0, 2, True),
        (2, 6, False),
    ]
    assert (found.token_start.tolist(), found.token_end.tolist()) == ([0, 2], [2, 6])
    several = characters(words(["a", "bc"], ["d"]))
    assert (several.sentence_start.tolist(), several.sentence_end.tolist()) == ([0, 3], [3, 4])


def cut(text, at):
    bounds = [0, *sorted(at), len(text)]
    return [text[one:other] for one, other in pairwise(bounds)]


places = st.sets(st.integers(1, 9))


@given(places, places)
def test_single_words_are_the_same_if_their_spans_are(ours, theirs):
    gold, parse = words(cut("ababababab", ours)), words(cut("ababababab", theirs))
    spans = [list(zip(side.start.tolist(), side.end.tolist(), strict=True)) for side in map(characters, (gold, parse))]
    assert partners(gold, parse) == [spans[0].index(span) if span in spans[0] else -1 for span in spans[1]]


@pytest.mark.parametrize(
    ("gold", "parse", "rows"),
    [
        # inside a token by a longest common subsequence, whatever the case
        (("1-3 vámonos", "1 vamos", "2 nos", "3 ya"), ("1-2 vámonos", "1 Nos", "2 ya"), [1, 2]),
        # a token of one side over single words of the other, and what follows
        (("1-2 im", "1 in", "2 dem", "3 Haus"), ("1 im", "2 Haus"), [-1, 2]),
        (("1 i", "2 m", "3 Haus"), ("1-2 im", "1 i", "2 x", "3 Haus"), [0, -1, 2]),
        # tokens that overlap are one stretch: abc and cd over ab and cd
        (("1-2 abc", "1 x", "2 y", "3 d", "4 e"), ("1 ab", "2-3 cd", "2 y", "3 d", "4 e"), [-1, 1, 2, 3]),
        # a single word before the token, which it ends inside of, is in no stretch
        (("1 ab", "2 cd", "3 e"), ("1 a", "2-3 bc", "2 cd", "3 q", "4 d", "5 e"), [-1, -1, -1, -1, 2]),
    ],
)
def test_inside_multiword_tokens_words_are_aligned_by_their_forms(gold, parse, rows):
    assert partners(tokens(*gold), tokens(*parse)) == rows


def test_another_text_is_told_with_both_lines_and_what_to_do():
    gold = words(["a", "bc"], ["d"])
    check_same_characters(gold, words(["ab"], ["c", "d"]), "ud")
    with pytest.raises(PairError) as other:
        check_same_characters(gold, words(["a", "b"], ["x"], name="parse.conllx"), "ud")
    assert f"{other.value}".startswith(
        "gold.conllx:2: the text goes on with 'cd', in parse.conllx:4 with 'x'; ud compares one text; tedeval"
    )
    with pytest.raises(PairError, match=r"gold.conllx:4: the text goes on with 'd', in parse.conllx:2 with nothing"):
        check_same_characters(gold, words(["a", "bc"], name="parse.conllx"), "ud")
    with pytest.raises(PairError) as normal:  # é as one character, and as two
        check_same_characters(words(["caf\u00e9"]), words(["cafe\u0301"]), "ud")
    assert "compares one text" not in f"{normal.value}"
