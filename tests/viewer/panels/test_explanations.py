"""A card stands beside what it speaks of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize

from goldleaf.viewer.panels.explanations import OFFSET, beside

ROOM = QRect(4, 4, 1200, 700)
CARD = QSize(260, 50)


def test_with_nothing_in_the_way_it_hangs_from_the_pointer():
    assert beside(QPoint(100, 100), CARD, ROOM, []) == QPoint(100, 100) + OFFSET


@given(
    st.integers(10, 1190),
    st.integers(10, 690),
    st.lists(st.tuples(st.integers(10, 1100), st.sampled_from([200, 500])), max_size=20),
)
def test_it_is_inside_and_hides_no_word(x, y, places):
    words = [QRect(left, top, 60, 20) for left, top in places]
    card = QRect(beside(QPoint(x, y), CARD, ROOM, words), CARD)
    assert ROOM.contains(card)
    assert not any(card.intersects(word) for word in words)


def test_without_a_free_place_it_hides_least():
    card = QRect(beside(QPoint(50, 40), CARD, QRect(0, 0, 300, 80), [QRect(0, 0, 300, 60)]), CARD)
    assert card.bottom() == 79


def test_it_stays_out_of_what_lies_between_the_words_if_it_can():
    words = [QRect(300, 100, 60, 20), QRect(500, 300, 60, 20)]
    around = QRect(300, 100, 260, 220)
    card = QRect(beside(QPoint(330, 110), CARD, ROOM, words, [around]), CARD)
    assert not card.intersects(around)
    everywhere = QRect(beside(QPoint(330, 110), CARD, ROOM, words, [ROOM]), CARD)
    assert ROOM.contains(everywhere) and not any(everywhere.intersects(word) for word in words)
