"""Telling formats apart by content and name."""

from __future__ import annotations

import pytest

from goldleaf.core.errors import FormatError, OptionError
from goldleaf.core.formats import FORMATS, read
from tests.core.formats.samples import (
    CONLL2008,
    CONLL2009,
    CONLLU,
    CONLLX,
    EIGHT_COLUMNS,
    PASCAL,
    SAMPLES,
    format_of,
)

PLAIN_CONLLU = "1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
OF_2008 = "1\tYes\tyes\tUH\tUH\tYes\tyes\tUH\t0\tROOT\tyes.01" + 4 * "\t_" + "\n\n"
UNPARSED = OF_2008.replace("\t0\tROOT", "\t_\t_")


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("prefix", ["", "\n\n", "\ufeff", " \n"])
def test_by_content(sample, prefix, tmp_path):
    path = tmp_path / "treebank.txt"
    path.write_text(prefix + SAMPLES[sample], encoding="utf-8")
    assert read(path).format == format_of(sample)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.conllx", PLAIN_CONLLU, "conllx"),
        ("a.conllu", PLAIN_CONLLU, "conllu"),
        ("a.CONLLU", PLAIN_CONLLU, "conllu"),
        ("a.txt", PLAIN_CONLLU, "conllx"),
        ("a.txt", "# sent_id = 1\n" + PLAIN_CONLLU, "conllu"),
        ("a.conll", CONLL2009, "conll2009"),
        ("a.conllx", CONLL2009, "conll2009"),
        ("a.conll", CONLL2008, "conll2008"),
        ("a.conll09", CONLL2008, "conll2008"),
        ("a.conll08", CONLL2009, "conll2009"),
        ("a.conll08", CONLLX, "conllx"),
        ("a.conll08", PASCAL, "pascal"),
        ("a.conll", PASCAL, "pascal"),
        ("a.conll", EIGHT_COLUMNS, "conllx"),
        ("a.txt", "", "conllu"),
        ("a.conllx", "", "conllx"),
        ("a.conll08", "# nothing", "conll2008"),
        ("a.conll09", "# nothing", "conll2009"),
        ("a.wils", "", "pascal"),
    ],
)
def test_by_content_and_name(name, text, expected, tmp_path):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert read(path).format == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.txt", OF_2008, "conll2008"),
        ("a.conll09", OF_2008, "conll2008"),
        ("a.conllx", OF_2008, "conll2008"),
        ("a.conll08", UNPARSED, "conll2008"),
        ("a.txt", UNPARSED, "conll2009"),
    ],
)
def test_as_many_fields_as_conll_2009_has(name, text, expected, tmp_path):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert read(path, strict=False).format == expected


@pytest.mark.parametrize("fields", [8, 9, 10])
def test_a_name_of_conll_2008_asks_for_its_fields(fields, tmp_path):
    path = tmp_path / "a.conll08"
    path.write_text("\t".join(CONLL2008.split("\n")[0].split("\t")[:fields]) + "\n\n", encoding="utf-8")
    with pytest.raises(FormatError, match=rf"a\.conll08:1: {fields} fields; expected at least 11"):
        read(path)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_first_word_may_come_late(sample, tmp_path):
    path = tmp_path / "late"
    path.write_text("# " + "x" * (1 << 17) + "\n\n" + SAMPLES[sample], encoding="utf-8")
    expected = "conllu" if format_of(sample) == "conllx" and "eight" not in sample else format_of(sample)
    assert read(path).format == expected


def test_a_given_format_overrides(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(CONLLX, encoding="utf-8")
    assert read(path, format="conllx").format == "conllx"
    with pytest.raises(FormatError, match=r"a\.conllu:1: 10 fields; expected 9"):
        read(path, format="pascal")


def test_an_unknown_format_is_named_with_those_there_are(tmp_path):
    with pytest.raises(OptionError, match="--input-format conllz: no such format; there are conllx, conllu"):
        read(tmp_path / "any", format="conllz")


@pytest.mark.parametrize(
    ("text", "line"),
    [("hello\n", 1), ("\n\n{}\n", 3), ("1\ta\tb\n", 1), ("# c\n\n1\ta\t2\n", 3), ("1 a a N\n", 1)],
)
def test_other_files_are_refused_at_their_first_line(text, line, tmp_path):
    path = tmp_path / "other.txt"
    path.write_text(text)
    with pytest.raises(FormatError, match=rf"other\.txt:{line}: .*not a format that is known here"):
        read(path)


CONSTITUENTS = {
    "brackets": "(S (NP (N a)))\n",
    "discbracket": "(S (NP (N 1=a)) (V 0=b))\n",
    "export": "#FORMAT 3\n#BOS 1\na\tN\t--\t--\t0\n#EOS 1\n",
    "tigerxml": '<corpus><body><s><t id="a" word="a"/></s></body></corpus>\n',
}


@pytest.mark.parametrize("name", CONSTITUENTS)
@pytest.mark.parametrize("prefix", ["", "\ufeff", "\n \n"])
@pytest.mark.parametrize("suffix", [".txt", ".conllu", ".mrg"])
def test_constituents_by_content(name, prefix, suffix, tmp_path):
    path = tmp_path / f"treebank{suffix}"
    path.write_text(prefix + CONSTITUENTS[name], encoding="utf-8")
    assert read(path, strict=False).format == name


@pytest.mark.parametrize("text", [CONLLX, CONLLU, "1\t(\t(\tX\tX\t_\t0\troot\t_\t_\n\n"])
def test_dependencies_in_a_file_with_another_name(text, tmp_path):
    path = tmp_path / "system.parse"
    path.write_text(text, encoding="utf-8")
    assert read(path).format in ("conllx", "conllu")


@pytest.mark.parametrize(("suffix", "name"), [(".mrg", "brackets"), (".export", "export"), (".xml", "tigerxml")])
def test_empty_files_by_name(suffix, name, tmp_path):
    path = tmp_path / f"empty{suffix}"
    path.write_bytes(b"")
    assert (read(path).format, len(read(path))) == (name, 0)


@pytest.mark.parametrize("suffix", [".mrg", ".psd", ".export"])
def test_the_name_decides_where_the_text_says_nothing(suffix, tmp_path):
    path = tmp_path / f"faulty{suffix}"
    path.write_text("hello\n(S (A a))\n")
    with pytest.raises(FormatError, match=r"faulty\.\w+:1:(1:)? (text|line) outside of"):
        read(path)


def test_every_suffix_belongs_to_one_format():
    suffixes = [suffix for entry in FORMATS.values() for suffix in entry.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert CONLLU.startswith("#")
