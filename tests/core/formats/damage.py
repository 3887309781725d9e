"""Files damaged at random: bytes deleted, inserted, replaced, copied, and the end cut off."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

_PIECES = (
    b"\t", b"\n", b"\r", b"\r\n", b" ", b"#", b"-", b".", b"0", b"1", b"_", b'"', b"\x00", b"\xff", b"\n\n", b"\n \n",
    b"\t\t", b"\r\n\r\n", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xc2\x85", b"\xd9\xa1", b"\xe2\x80\xa8", b"1-2", b"1.1",
    b"999999999999", b"9" * 5000, b"\n1\t", b"\n2-3\t",
)  # fmt: skip

EDITS = st.lists(
    st.tuples(
        st.sampled_from(["delete", "insert", "replace", "byte", "cut", "copy"]),
        st.integers(0, 1 << 16),
        st.integers(0, 1 << 16),
    ),
    min_size=1,
    max_size=5,
)


def damaged(data: bytes, edits: Sequence[tuple[str, int, int]]) -> bytes:
    """The bytes after the edits, each of a kind, a place and a number."""
    for kind, place, number in edits:
        at = place % (len(data) + 1)
        piece = _PIECES[number % len(_PIECES)]
        if kind == "delete":
            data = data[:at] + data[at + 1 + number % 30 :]
        elif kind == "insert":
            data = data[:at] + piece + data[at:]
        elif kind == "replace":
            data = data[:at] + piece + data[at + 1 :]
        elif kind == "byte":
            data = data[:at] + bytes([number % 256]) + data[at + 1 :]
        elif kind == "cut":
            data = data[: max(at, len(data) // 2)]
        else:
            data = data[:at] + data[number % (len(data) + 1) :][: 1 + number % 60] + data[at:]
    return data
