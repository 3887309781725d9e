"""`goldleaf presets` lists them with their sources; `goldleaf compare --new` writes what uses them."""

from __future__ import annotations

import json

from goldleaf.viewer.cli import main
from tests.core.campaigns.support import conllx


def test_presets_are_listed_with_their_sources(capsys):
    assert main(["presets"]) == 0
    printed = capsys.readouterr().out
    assert "conll2018: Zeman et al. 2018" in printed and "cs_pud, en_pud" in printed
    assert main(["presets", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {*found} == {"conll-x", "conll-2009", "spmrl2013", "conll2018", "iwpt2021"}
    assert all(one["source"] and one["metrics"] for one in found.values())


def test_a_new_campaign_can_be_scored(tmp_path, capsys):
    for name in ("gold/da.conllx", "out/A/da.conllx"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(conllx(3), encoding="utf-8")
    assert main(["compare", "--new", str(tmp_path)]) == 0
    assert capsys.readouterr().err == f"{tmp_path / 'campaign.toml'}: 1 treebank, 1 system\n"
    assert main(["compare", str(tmp_path / "campaign.toml"), "--no-cache", "--table", "scores"]) == 0
    assert "100.00" in capsys.readouterr().out
    for arguments in ([], [str(tmp_path / "campaign.toml"), "--new", str(tmp_path)]):
        assert main(["compare", *arguments]) == 2
        assert "name a CAMPAIGN.toml, or --new DIR" in capsys.readouterr().err
