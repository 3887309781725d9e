"""Random treebanks come back byte by byte; no damage to a file does more than make its sentences unreadable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import as_bytes, read
from tests.core.formats.damage import EDITS, damaged
from tests.core.formats.samples import SAMPLES, format_of

FIELDS = {"conllx": 10, "conllx with eight columns": 8, "conllu": 10, "pascal": 9}
HEADS = {"conllx": 6, "conllx with eight columns": 6, "conllu": 6, "pascal": 7}

_values = st.one_of(
    st.sampled_from(["_", "a", "N", "Case=Nom|Number=Sing", '"', "''", "#", "1-2", "\u00a0", "\u2028", "é", "e\u0301"]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), min_size=1, max_size=6),
)


@st.composite
def treebank_texts(draw, sample):
    """The text of a file with random fields, and how many sentences it has."""
    values = draw(st.lists(_values, min_size=1, max_size=8))
    number = draw(st.integers(0, 2**63))
    lines = []
    lengths = draw(st.lists(st.integers(1, 5), min_size=1, max_size=4))
    for length in lengths:
        for position in range(1, length + 1):
            fields = [str(position)]
            for column in range(1, FIELDS[sample]):
                number, choice = divmod(number * 31 + 17, 1 << 61)
                head = "_" if choice % 7 == 0 else str(choice % (length + 2))
                fields.append(head if column == HEADS[sample] else values[choice % len(values)])
            lines.append("\t".join(fields))
        lines.append("")
    return "\n".join(lines) + "\n", len(lengths)


@pytest.mark.parametrize("sample", FIELDS)
@given(st.data())
def test_random_treebanks(sample, tmp_path, data):
    text, sentences = data.draw(treebank_texts(sample))
    path = tmp_path / "random"
    path.write_bytes(text.encode())
    treebank = read(path, format=format_of(sample))
    assert as_bytes(treebank) == text.encode()
    assert len(treebank) == sentences
    words = [line.split("\t") for line in text.split("\n") if line]
    assert treebank.words["form"].to_list() == [fields[1] for fields in words]
    heads = [fields[HEADS[sample]] for fields in words]
    assert treebank.words["head"].to_list() == [None if head == "_" else int(head) for head in heads]


@pytest.mark.parametrize("sample", SAMPLES)
@given(edits=EDITS, newline=st.sampled_from([b"\n", b"\r\n"]))
def test_damaged_files(sample, tmp_path, edits, newline):
    data = damaged(SAMPLES[sample].encode().replace(b"\n", newline), edits)
    path = tmp_path / "damaged"
    path.write_bytes(data)
    name = format_of(sample)
    try:
        data.decode()
    except UnicodeDecodeError:
        with pytest.raises(GoldleafError, match="is not utf-8"):
            read(path, format=name, strict=False)
        return
    treebank = read(path, format=name, strict=False)
    assert as_bytes(treebank) == data
    for sentence in treebank:
        assert sentence.running_text is not None
        assert [word.position for word in sentence.words] == list(range(1, len(sentence.words) + 1))
    readable = treebank.sentences["readable"].all()
    try:
        assert len(read(path, format=name)) == len(treebank)
        assert readable
    except GoldleafError as error:
        assert not readable
        assert str(error).startswith(f"{path}:")


@given(sample=st.sampled_from(sorted(SAMPLES)), edits=EDITS)
def test_damaged_files_of_unknown_format(tmp_path, sample, edits):
    path = tmp_path / "damaged"
    path.write_bytes(damaged(SAMPLES[sample].encode(), edits))
    try:
        read(path)
    except GoldleafError as error:
        assert str(error).startswith(f"{path}:")
        assert "\n" not in str(error)
