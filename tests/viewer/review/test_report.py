"""The report for people: what reviewers write is text in it, and nothing else."""

from __future__ import annotations

from goldleaf.core.formats import read
from goldleaf.viewer.review.judgements import Judgement, Place, Side
from goldleaf.viewer.review.report import as_markdown
from goldleaf.viewer.review.store import Store

TEXT = "# sent_id = <b>a</b>\n1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
BAD = "<img src=x>\x1b[2J`a`|*b*[c](d)\\\ne"


def test_what_reviewers_write_is_no_markup(tmp_path):
    (tmp_path / "gold.conllu").write_text(TEXT, encoding="utf-8")
    gold = read(tmp_path / "gold.conllu")
    sides = [Side(f"{name}<i>", gold.path) for name in ("gold", "parse")]
    with Store.create(tmp_path / "s`<u>.goldleaf", sides, reviewer="<s>anna") as store:
        store.attach(gold)
        judgement = Judgement(Place(store.key(0), "arc", "1"), "<s>anna", "gold<i>", BAD, (BAD.replace("\n", ""),))
        store.act("…", [judgement])
        text = as_markdown(store)
    assert "<" not in text.replace("<br>", "") and "\x1b" not in text
    assert "&lt;img src=x&gt;␛\\[2J\\`a\\`\\|\\*b\\*\\[c\\](d)\\\\<br>e" in text
    assert "# Review: s\\`&lt;u&gt;" in text
