import pytest

from goldleaf.core.errors import FormatError, GoldleafError
from goldleaf.core.formats.segments import with_segments
from tests.core.trees import treebank

BANK = treebank("in/P/0/x the/D/1/x house/N/1/x", "yes/I/0/x")
GOOD = "inthe\tin:the\nhouse\thouse\n\nyes\tyes\n\n"


def test_tokens_over_several_words(tmp_path):
    path = tmp_path / "a.segments"
    path.write_text(GOOD, encoding="utf-8")
    found = with_segments(BANK, path)
    assert found.tokens.select("sentence", "first", "last", "form").rows() == [(0, 1, 2, "inthe")]
    path.write_text(GOOD.rstrip("\n"), encoding="utf-8")
    assert with_segments(BANK, path).tokens.equals(found.tokens)


def test_a_byte_order_mark_is_no_part_of_a_token(tmp_path):
    path = tmp_path / "a.segments"
    path.write_text(GOOD, encoding="utf-8-sig")
    assert with_segments(BANK, path).tokens["form"].to_list() == ["inthe"]


def test_a_colon_is_a_word(tmp_path):
    path = tmp_path / "a.segments"
    path.write_text(":\t:\n", encoding="utf-8")
    assert with_segments(treebank(":/P/0/x"), path).tokens.height == 0


def test_words_with_colons(tmp_path):
    path = tmp_path / "a.segments"
    path.write_text("at12:30\tat:12:30\n:\t:\n", encoding="utf-8")
    found = with_segments(treebank("at/P/0/x 12:30/N/1/x :/P/1/x"), path)
    assert found.tokens.select("first", "last", "form").rows() == [(1, 2, "at12:30")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("inthe in:the\n", "a.segments:1: 'inthe in:the'; expected a token, a tab, and its words with colons"),
        ("inthe\tin:a\n", "a.segments:1: 'in:a' is not what gold.conllx has there: in:the"),
        ("inthe\tin:the\n\n", "a.segments:2: sentence 1 ends after 2 words; gold.conllx has 3"),
        ("inthe\tin:the\nhouse\thouse\n\n", "ends after 1 sentences; gold.conllx has 2"),
        (GOOD + "no\tno\n\n", "sentence 3 is not in gold.conllx, which has 2"),
    ],
)
def test_faults_name_the_line(tmp_path, text, message):
    path = tmp_path / "a.segments"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        with_segments(BANK, path)
    assert message in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(GoldleafError, match="none: no such file"):
        with_segments(BANK, tmp_path / "none")
