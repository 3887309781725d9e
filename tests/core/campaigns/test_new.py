"""A campaign written for a folder is one, and says what is no part of it."""

from __future__ import annotations

import pytest

from goldleaf.core.campaigns.new import write_new
from goldleaf.core.campaigns.reading import load
from goldleaf.core.errors import GoldleafError
from tests.core.campaigns.support import conllx


def test_treebanks_and_systems_are_those_of_the_folders(tmp_path):
    names = (
        "gold/da.conllx",
        "gold/nl.conllx",
        'out/B "2"/nl.conllx',
        "out/A/da.conllx",
        "out/A/nl.conll",
        "out/A/x.conllx",
    )
    for name in (*names, "out/C/readme.txt", "gold/.hidden"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(conllx(2), encoding="utf-8")
    lines = write_new(tmp_path)
    campaign = load(tmp_path / "campaign.toml")
    assert [one.name for one in campaign.treebanks] == ["da", "nl"]
    found = [(one.system, one.treebank, one.path.name) for one in campaign.submissions]
    assert found == [("A", "da", "da.conllx"), ("A", "nl", "nl.conll"), ('B "2"', "nl", "nl.conllx")]
    assert [line.partition(": ")[2].partition(";")[0] for line in lines] == [
        "there is no gold/x.*",
        "there is no gold/readme.*",
        "2 treebanks, 2 systems",
    ]
    with pytest.raises(GoldleafError, match="is there already"):
        write_new(tmp_path)


def test_a_folder_without_golds_or_systems_is_an_error(tmp_path):
    with pytest.raises(GoldleafError, match=r"there is no gold/TREEBANK\.conllu"):
        write_new(tmp_path)
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold/da.conllx").write_text(conllx(1), encoding="utf-8")
    with pytest.raises(GoldleafError, match=r"there is no out/SYSTEM/TREEBANK\.conllu"):
        write_new(tmp_path)
