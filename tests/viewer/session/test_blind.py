"""Sides that change places for who is blind: by chance, and always the same."""

from goldleaf.viewer.session.blind import Blind


def test_half_of_the_sentences_are_turned():
    for seed in (0, 1, 2**32 - 1):
        assert 4_800 < Blind(seed, range(1, 10_001)).turned(0).sum() < 5_200


def test_a_session_keeps_its_order():
    """Sessions that there are rely on it: another way of shuffling would show their sides the other way round."""
    turned = Blind(7, range(1, 17)).turned(0)
    assert "".join("AB"[int(one)] for one in turned) == "BABBAAAAAABBABBB"
    assert (Blind(7, [16, 3]).turned(0) == turned[[15, 2]]).all()


def test_each_parse_and_each_seed_has_its_own_order():
    first = Blind(7, range(1, 101)).turned(0)
    assert 30 < (first != Blind(7, range(1, 101)).turned(1)).sum() < 70
    assert 30 < (first != Blind(8, range(1, 101)).turned(0)).sum() < 70
