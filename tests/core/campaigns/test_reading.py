"""What a file of a campaign says, and what is said of one that cannot be meant.

Also tests `description`, `entries`, `presets`.
"""

from __future__ import annotations

import json

import pytest

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.description import Run
from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.presets import PRESETS
from goldleaf.core.campaigns.reading import is_campaign, load
from goldleaf.core.campaigns.results import as_object
from goldleaf.core.errors import FormatError, GoldleafError
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, conllx, folder, run, written


@pytest.fixture
def place(tmp_path):
    return folder(tmp_path)


def test_a_pattern_leads_to_what_is_there(place):
    campaign = load(written(place, TREEBANKS + SYSTEMS))
    found = [(one.system, one.treebank, one.path.relative_to(place).as_posix()) for one in campaign.submissions]
    assert found[:2] == [("A", "one", "one/A.conllx"), ("A", "two", "two/A.conllx")]
    assert [one.treebank for one in campaign.submissions if one.system == "C"] == ["one"]
    assert campaign.runs == [Run()]
    assert [one.name for one in campaign.measures if not one.differs][:2] == ["attachment", "parseval"]


def test_a_file_by_name_must_not_be_there(place):
    text = TREEBANKS + '[[system]]\nname = "A"\nparses = { one = "one/A.conllx", two = "gone.conllx" }\n'
    assert [one.path.name for one in load(written(place, text)).submissions] == ["A.conllx", "gone.conllx"]


def test_everything_can_be_said(place):
    (place / "Terms.prm").write_text("LABELED 1\n", encoding="utf-8")
    about = """[campaign]
title = "T"
metrics = ["attachment", "parseval", "tedeval"]
options.punctuation = ["include", "exclude"]
options.parseval = { params = "Terms.prm", discontinuous_only = true }
options.tedeval.relabel = 1
scores = ["uas", "tedeval.accuracy"]
max_length = { tedeval = 70 }
average = "macro"
rounds = 99
seed = 3
"""
    more = 'train = "one/A.conllx"\nother_golds = "one/B.conllx"\ndomain = "news"\noptional = true\nfirst_words = 50\n'
    text = about + TREEBANKS.replace('"one/gold.conllx"\n', '"one/gold.conllx"\n' + more) + SYSTEMS
    campaign = load(written(place, text))
    attachment, without, parseval, tedeval = campaign.measures
    assert (attachment.options, without.name) == ((("punctuation", "include"),), "attachment, punctuation=exclude")
    assert dict(parseval.options) == {"params": str(place / "Terms.prm"), "discontinuous_only": "true"}
    assert (tedeval.max_length, attachment.max_length, tedeval.average) == (70, None, "macro")
    assert campaign.scores == {"attachment": ["uas"], "tedeval": ["accuracy"]}
    assert (campaign.title, campaign.rounds) == ("T", Rounds(99, 3))
    one = campaign.treebank("one")
    assert (one.domain, one.optional, one.first_words) == ("news", True, 50)
    assert (one.train, one.other_golds) == ((("", place / "one/A.conllx"),), (place / "one/B.conllx",))


def test_a_preset_is_what_nothing_else_is_said_about(place):
    text = '[campaign]\npreset = "spmrl2013"\nmetrics = ["attachment", "parseval", "tedeval"]\nscores = "las"\n'
    campaign = load(written(place, text + TREEBANKS + SYSTEMS))
    by_name = {one.metric: one for one in campaign.measures}
    assert by_name["attachment"].options == (("punctuation", "include"),)
    assert by_name["parseval"].options == (("variant", "spmrl"),)
    assert (by_name["tedeval"].max_length, by_name["attachment"].max_length) == (70, None)
    assert campaign.scores == {"attachment": ["las"]}


def test_every_preset_can_be_used_and_names_the_domains_of_treebanks(place):
    for name, preset in PRESETS.items():
        campaign = load(written(place, f'[campaign]\npreset = "{name}"\n{TREEBANKS}{SYSTEMS}'))
        assert {measure.metric for measure in campaign.measures} == {*preset.sets["metrics"]}
        assert sum(map(len, campaign.scores.values())) == len(preset.sets["scores"]), "each of one metric only"
        assert [one.domain for one in campaign.treebanks] == ["", ""], "none of the task's"
    (place / "two/gold.conllx").rename(place / "two/sl_sst-ud-test.conllx")
    named = TREEBANKS.replace('"one"', '"cs_pdt"').replace("two/gold", "two/sl_sst-ud-test")
    files = '[[system]]\nname = "A"\nparses = { two = "two/A.conllx" }\n'
    campaign = load(written(place, f'[campaign]\npreset = "conll2018"\n{named}{files}'))
    assert [one.domain for one in campaign.treebanks] == ["big", "small"], "by its name, or its file's"
    sizes = {domain: len({*own.split()}) for domain, own in PRESETS["conll2018"].domains.items()}
    assert sizes == {"big": 61, "pud": 5, "small": 7, "low": 9}, "82 test sets (universaldependencies.org/conll18/data)"
    own = named.replace('"two"\n', '"two"\ndomain = "own"\n')
    assert load(written(place, f'[campaign]\npreset = "conll2018"\n{own}{files}')).treebanks[1].domain == "own"


def test_runs_are_in_patterns_or_tables(place):
    for scenario in ("gold", "raw"):
        (place / f"one-{scenario}.conllx").write_text(conllx(40), encoding="utf-8")
    runs = '[[run]]\nscenario = "gold"\n[[run]]\nscenario = "raw"\n'
    one = TREEBANKS[: TREEBANKS.index("[[treebank]]", 5)]
    pattern = '[[system]]\nname = "A"\nparses = "{treebank}-{scenario}.conllx"\n'
    table = '[[system]]\nname = "A"\nparses = { one = { gold = "one-gold.conllx", raw = "one-raw.conllx" } }\n'
    for system in (pattern, table):
        found = load(written(place, runs + one + system)).submissions
        assert [(item.run.name, item.path.name) for item in found] == [
            ("gold", "one-gold.conllx"),
            ("raw", "one-raw.conllx"),
        ]
    only = '[[system]]\nname = "A"\nscenario = "raw"\nparses = "one-raw.conllx"\n'
    assert [item.run.name for item in load(written(place, runs + one + only)).submissions] == ["raw"]


def test_experiments_may_stand_in_a_campaign(place):
    experiment = '[[experiment]]\nname = "E"\ngold = "one/gold.conllx"\nparse = "one/A.conllx"\n'
    path = written(place, experiment)
    assert not is_campaign(path)
    path = written(place, TREEBANKS + SYSTEMS + experiment)
    assert is_campaign(path)
    assert [one.name for one in load(path).experiments] == ["E"]


GOOD = TREEBANKS + SYSTEMS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[campaign]\n", ":1: no [[treebank]]; a campaign has treebanks and systems"),
        (TREEBANKS, ":1: no [[system]]; a campaign has treebanks and systems"),
        ("[campaign\n", ":1: not TOML: "),
        ("[champagne]\n" + GOOD, ":1: unknown 'champagne'; there are [campaign], [[treebank]], [[system]], [[run]], "),
        ("[campaign]\nmetric = 1\n" + GOOD, ":2: unknown key 'metric'; [campaign] has title, preset, metrics"),
        ('[campaign]\nmetrics = ["las"]\n' + GOOD, ":2: metrics: 'las' is no metric; there are attachment, "),
        (GOOD + "[[champagne]]\n[[champagne]]\n", ":16: unknown 'champagne'; "),
        ("[campaign]\nmetrics = [1]\n" + GOOD, ":2: metrics: is nested; expected text in quotes, or a list of texts"),
        ('[campaign]\noptions = { colour = "red" }\n' + GOOD, ":2: options: 'colour' is not an option of attachment"),
        ('[campaign]\noptions = { punctuation = "x" }\n' + GOOD, ":2: options: punctuation x: no such choice"),
        ('[campaign]\noptions = { params = "x.prm" }\n' + GOOD, ":2: options: there is no file "),
        ('[campaign]\noptions = { ud = { a = "b" } }\n' + GOOD, ":2: options: ud is not among the metrics"),
        (
            '[campaign]\n\nscores = "lasso"\n' + GOOD,
            ":3: scores: 'lasso' is no score of these metrics; there are las, ",
        ),
        (
            '[campaign]\npreset = "x"\n' + GOOD,
            ":2: preset: there is none called 'x'; there are conll-x, conll-2009, spmrl2013, conll2018, iwpt2021",
        ),
        ("[campaign]\nmax_length = true\n" + GOOD, ":2: max_length: is True; expected a number of words"),
        ('[campaign]\naverage = "mean"\n' + GOOD, ":2: average: mean: no such choice"),
        ("[campaign]\nrounds = 0\n" + GOOD, ":2: rounds: is 0; expected a whole number from 1 on"),
        ("[campaign]\nrounds = 10000001\n" + GOOD, ":2: rounds: 10000001: expected a number from 1 to 10000000"),
        ("[[campaign]]\n[[campaign]]\n" + GOOD, ":2: there is another [campaign]; put all of it into one"),
        (GOOD.replace("[[system]]", 'encoding = "x"\n[[system]]', 1), ":7: encoding: x: no such encoding; try utf-8"),
        (GOOD.replace("[[system]]", 'separator = "xy"\n[[system]]', 1), ":7: separator: xy: expected one character"),
        (GOOD.replace("one/gold", "one/none"), ":3: gold: there is no file "),
        (GOOD.replace('gold = "two/gold.conllx"\n', ""), ':4: no gold; add gold = "…"'),
        (TREEBANKS + TREEBANKS + SYSTEMS, ":8: name: there is another treebank called 'one'; give it another name"),
        (GOOD + 'format = "xls"\n', ":16: format: xls: no such format"),
        (GOOD.replace('"{treebank}/A.conllx"', "3"), ":9: parses: one is 3; expected a path in quotes"),
        (GOOD.replace("{treebank}/A", "{language}/A"), ":9: parses: unknown {language}; there are {treebank}, "),
        (GOOD.replace("{treebank}/A", "one/A"), ":9: parses: one file for several treebanks; put {treebank} into it"),
        (GOOD.replace("{treebank}/A", "{treebank}/D"), ":9: parses: no file of A; there is no "),
        (GOOD.replace("{treebank}/A", "{treebank}/{scenario}"), ":9: parses: {scenario}: not every [[run]] has a "),
        (GOOD.replace('"{treebank}/A.conllx"', '{ x = "y" }'), ":9: parses: there is no treebank 'x'; there are one, "),
        (GOOD.replace('parses = "{treebank}/A.conllx"\n', ""), ":7: no parses; add parses = "),
        (
            GOOD.replace("gold =", 'train = "{training}"\ngold =', 1),
            ":3: train: {training}: not every [[run]] has a training",
        ),
        (
            GOOD.replace("gold =", 'train = "{training}.x"\ngold =', 1) + '[[run]]\ntraining = "5k"\n',
            ":3: train: there is no file ",
        ),
        (GOOD + "[[run]]\n", ":16: neither scenario nor training; add scenario = "),
        (
            GOOD + '[[run]]\nscenario = "a"\n[[run]]\nscenario = "b"\n',
            ":9: parses: one file for several runs; put {scenario} into it",
        ),
        (GOOD + '[[run]]\nscenario = "a"\n' * 2, ":18: there is another run a; runs differ in scenario or training"),
        (GOOD + '[[experiment]]\nname = "a"\n', ':16: no gold; add gold = "…"'),
    ],
)
def test_faults_are_one_line(place, text, message):
    path = written(place, text)
    with pytest.raises(GoldleafError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}{message}"), str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(GoldleafError, match="cannot read the campaign"):
        load(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(GoldleafError, match="not UTF-8"):
        load(tmp_path / "bytes.toml")


NAMES = ("Zebra", "Yak")
HIDDEN = '[campaign]\nanonymous = "some words"\npath_map = { "." = "/mnt/task" }\n'


@pytest.fixture
def told(tmp_path):
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


def test_no_name_or_path_of_a_system_is_anywhere(told, tmp_path):
    campaign = load(written(told, HIDDEN + TREEBANKS + systems(*NAMES)))
    for _ in range(2):  # what is kept from a run in which all are named
        found = run(campaign, here, tmp_path / "cache")
        said = json.dumps([as_object(found), *map(str, found.checked), found.lines("notes")])
        assert not any(name.lower() in said.lower() for name in NAMES) and "broken" in said and "missing" in said
        assert [pair.error[:9] for pair in found.pairs].count("") == 2, "others are errors, by their ids"
        assert all(pair.error.startswith(pair.submission.system) for pair in found.pairs if pair.error)
        run(load(written(told, TREEBANKS + systems(*NAMES))), here, tmp_path / "cache")


def test_ids_are_of_seed_and_name_and_say_nothing_by_their_order(told):
    def names(about, *own):
        return load(written(told, about + TREEBANKS + systems(*own))).names

    known = names(HIDDEN, *NAMES)
    assert sorted(known.values()) == sorted(NAMES) and names(HIDDEN, *NAMES[::-1]) == known
    assert names(HIDDEN, "Zebra").items() < known.items(), "whoever joins later"
    of_seeds = [names(f"[campaign]\nanonymous = true\nseed = {seed}\n", *NAMES) for seed in (1, 2)]
    assert len({*known, *of_seeds[0], *of_seeds[1]}) == 6
    campaign = load(told / "campaign.toml")
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
def test_what_cannot_be_hidden_is_said(told, text, said):
    with pytest.raises(FormatError, match=said):
        load(written(told, f"[campaign]\n\n{text}\n{TREEBANKS}{systems(*NAMES)}"))
