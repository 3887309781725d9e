"""Running texts of a whole treebank, as each sentence gives its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.running_text import running_texts
from goldleaf.core.formats import read
from tests.core.trees import SHARED, treebank

DEMO = Path(__file__).resolve().parents[4] / "assets" / "demo"

TOKENS = """\
# text = as given
1\ta\ta\tX\tX\t_\t0\troot\t_\t_

1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_
1\tde\tde\tX\tX\t_\t2\tx\t_\t_
2\tle\tle\tX\tX\t_\t0\troot\t_\t_
2.1\tnothing\t_\t_\t_\t_\t_\t_\t_\t_
3\tpain\tpain\tX\tX\t_\t2\tx\t_\t_
4-6\tabc\t_\t_\t_\t_\t_\t_\t_\t_
4\tA\ta\tX\tX\t_\t2\tx\t_\t_
5\tB\tb\tX\tX\t_\t2\tx\t_\t_
6\tC\tc\tX\tX\t_\t2\tx\t_\t_

# text =
1\tb\tb\tX\tX\t_\t0\troot\t_\t_

"""


def test_the_comment_else_the_surface_tokens(tmp_path):
    path = tmp_path / "tokens.conllu"
    path.write_text(TOKENS, encoding="utf-8")
    gold = read(path)
    assert running_texts(gold).to_list() == ["as given", "du pain abc", ""]
    assert running_texts(gold).to_list() == [sentence.running_text for sentence in gold]


def test_forms_where_there_are_no_tokens():
    assert running_texts(treebank("a/N/0/root b/N/1/x", "c/N/0/root")).to_list() == ["a b", "c"]
    assert running_texts(treebank()).to_list() == []


def test_sentences_without_words_have_an_empty_text():
    assert running_texts(treebank("", "c/N/0/root")).to_list() == ["", "c"]


@pytest.mark.parametrize("name", ["gold", "parse"])
def test_the_demo(name):
    demo = read(DEMO / f"{name}.conllu", strict=False)
    assert running_texts(demo).to_list() == [sentence.running_text for sentence in demo]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["danish/gold.conllx", "hebrew/gold.conllu"])
def test_real_treebanks(name):
    treebank_ = read(SHARED / name).slice(0, 300)
    assert running_texts(treebank_).to_list() == [sentence.running_text for sentence in treebank_]
