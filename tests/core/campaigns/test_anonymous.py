import json

import pytest

from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import as_object
from goldleaf.core.campaigns.running import run
from goldleaf.core.errors import FormatError
from tests.core.campaigns.support import TREEBANKS, conllx, written

NAMES = ("Zebra", "Yak")
HIDDEN = '[campaign]\nanonymous = "some words"\npath_map = { "." = "/mnt/task" }\n'


@pytest.fixture
def place(tmp_path):
    """What is partial, of other words, broken or not there is told with its file."""
    texts = {"Zebra": conllx(30), "Yak": conllx(40).replace("\tc\t", "\tcc\t", 3)}
    for treebank, broken in (("one", ""), ("two", "1\tx\n\n")):
        (tmp_path / treebank).mkdir()
        (tmp_path / treebank / "gold.conllx").write_text(conllx(40), encoding="utf-8")
        for name, text in texts.items():
            (tmp_path / treebank / f"{name}.x.conllx").write_text(broken + text, encoding="utf-8")
    return tmp_path


def systems(*names):
    pattern = '[[system]]\nname = "{0}"\nparses = {{ one = "one/{0}.x.conllx", two = "{1}" }}\n'
    return "".join(pattern.format(name, f"two/{name}.x.conllx" if name != "Yak" else "none/Yak") for name in names)


def test_no_name_or_path_of_a_system_is_anywhere(place, tmp_path):
    campaign = load(written(place, HIDDEN + TREEBANKS + systems(*NAMES)))
    for _ in range(2):  # what is kept from a run in which all are named
        found = run(campaign, here, tmp_path / "cache")
        said = json.dumps([as_object(found), *map(str, found.checked), found.lines("notes")])
        assert not any(name.lower() in said.lower() for name in NAMES) and "broken" in said and "missing" in said
        assert [pair.error[:9] for pair in found.pairs].count("") == 2, "others are errors, by their ids"
        assert all(pair.error.startswith(pair.submission.system) for pair in found.pairs if pair.error)
        run(load(written(place, TREEBANKS + systems(*NAMES))), here, tmp_path / "cache")


def test_ids_are_of_seed_and_name_and_say_nothing_by_their_order(place):
    def names(about, *own):
        return load(written(place, about + TREEBANKS + systems(*own))).names

    known = names(HIDDEN, *NAMES)
    assert sorted(known.values()) == sorted(NAMES) and names(HIDDEN, *NAMES[::-1]) == known
    assert names(HIDDEN, "Zebra").items() < known.items(), "whoever joins later"
    of_seeds = [names(f"[campaign]\nanonymous = true\nseed = {seed}\n", *NAMES) for seed in (1, 2)]
    assert len({*known, *of_seeds[0], *of_seeds[1]}) == 6
    campaign = load(place / "campaign.toml")
    assert [one.name for one in campaign.systems] == sorted(of_seeds[1])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("anonymous = 3", "3: anonymous: is 3; expected true, or"),
        ('anonymous = ""', "3: anonymous: is ''; expected true, or"),
        (
            'anonymous = true\n[[experiment]]\nname = "E"\ngold = "one/gold.conllx"\nparse = "one/Yak.x.conllx"',
            r"3: anonymous: \[\[experiment\]\]s name parses",
        ),
    ],
)
def test_what_cannot_be_hidden_is_said(place, text, said):
    with pytest.raises(FormatError, match=said):
        load(written(place, f"[campaign]\n\n{text}\n{TREEBANKS}{systems(*NAMES)}"))
