import itertools

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.metrics.tedeval.places import paired, slots

tokens = st.lists(st.tuples(*[st.lists(st.sampled_from("abc"), min_size=1, max_size=4)] * 2), max_size=4)


def test_the_same_words_have_a_slot_each():
    words = [["in", "the"], ["house"]]
    assert slots(words, words) == ([(1, 1), (2, 2), (3, 3)],) * 2


def test_a_word_is_stretched_over_what_the_other_side_has_more():
    # The gold's first token has an article that the parse lacks; its second is cut in two by the gold only.
    gold, parse = slots([["in", "the", "shade"], ["of", "it"]], [["in", "shade"], ["ofit"]])
    assert gold == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert parse == [(1, 2), (3, 3), (4, 5)]


def test_a_token_that_one_side_lacks_has_slots_all_the_same():
    assert slots([["a"], ["b"]], [["a"], []]) == ([(1, 1), (2, 2)], [(1, 1)])


def test_what_follows_a_shared_word_is_moved_along():
    gold, parse = slots([["x", "y", "a", "b"]], [["a", "c"]])
    assert gold == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert parse == [(3, 3), (4, 4)]


def test_of_equal_words_the_later_ones_pair():
    assert paired(["."], [".", ".", "y"]) == [(0, 1)]
    assert slots([["."]], [[".", ".", "y"]]) == ([(2, 3)], [(1, 1), (2, 2), (3, 3)])


@given(tokens)
def test_shared_words_share_their_first_slot_and_words_of_a_token_do_not_overlap(pairs):
    gold, parse = [one for one, _ in pairs], [other for _, other in pairs]
    found = slots(gold, parse)
    assert [len(spans) for spans in found] == [sum(map(len, side)) for side in (gold, parse)]
    starts = [0, 0]
    for words in pairs:
        spans = [side[start : start + len(own)] for side, start, own in zip(found, starts, words, strict=True)]
        for one, other in paired(*words):
            assert spans[0][one][0] == spans[1][other][0]
        for side in spans:
            assert all(first <= last for first, last in side)
            assert all(before[1] < after[0] for before, after in itertools.pairwise(side))
        starts = [start + len(own) for start, own in zip(starts, words, strict=True)]
