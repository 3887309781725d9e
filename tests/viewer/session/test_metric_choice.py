"""Which metrics score, as it is chosen and kept."""

from __future__ import annotations

import pytest

from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.session.metric_choice import MetricChoice

DELETES = "DEBUG 0\nMAX_ERROR 10\nCUTOFF_LEN 40\nLABELED 1\nDELETE_LABEL {}\n"


def deleted(metric):
    return metric.rules.settings.delete


def test_a_file_of_parameters_is_read_anew_whenever_there_is_to_be_scored(tmp_path):
    path = tmp_path / "own.prm"
    path.write_text(DELETES.format("TOP"), encoding="utf-8")
    choice = MetricChoice().with_option("parseval", "params", f"{path}")
    assert deleted(choice.metric("parseval")) == {"TOP"}
    path.write_text(DELETES.format("ROOT"), encoding="utf-8")
    assert deleted(dict(zip(METRICS, choice.metrics(), strict=True))["parseval"]) == {"ROOT"}
    assert deleted(choice.metric("parseval")) == {"ROOT"}


def test_a_device_that_settings_name_is_not_read():
    """A path that somebody put into the file of settings, not one that is named on the command line."""
    read_forever = {"tedeval": {"label_map": "/dev/zero", "head": "wildcard"}, "clustering": {"map_tags": "x" * 5000}}
    assert MetricChoice.stored([], read_forever) == MetricChoice()


def test_what_is_written_and_is_no_file_is_remembered():
    weight = {"semantic": {"semantic_weight": "0.7"}}
    assert MetricChoice.stored([], weight).chosen("semantic", "semantic_weight") == "0.7"


def test_what_is_lost_is_as_it_is_by_default(tmp_path):
    path = tmp_path / "own.prm"
    path.write_text(DELETES.format("TOP"), encoding="utf-8")
    choice = MetricChoice().with_option("parseval", "params", f"{path}")
    path.unlink()
    assert choice.chosen("parseval", "params") == MetricChoice().chosen("parseval", "params")
    assert [metric.name for metric in choice.metrics()] == [*METRICS]


def test_another_choice_does_not_remember_the_metrics_of_the_one_before():
    choice = MetricChoice()
    usual = choice.metric("attachment").chosen["punctuation"]
    changed = choice.with_option("attachment", "punctuation", "include")
    assert usual != "include" == changed.metric("attachment").chosen["punctuation"]
    assert choice.metric("attachment").chosen["punctuation"] == usual


def test_what_was_remembered_comes_back_and_what_there_is_no_more_does_not(tmp_path):
    choice = MetricChoice.stored(
        ["attachment", "gone", "tedeval"],
        {
            "gone": {"option": "1"},
            "attachment": {"punctuation": "include"},
            "ud": "no table",
            "tedeval": {"no_such_option": "1"},
            "parseval": {"errors": "drop", "no": "1"},
        },
    )
    assert choice == MetricChoice(("attachment", "tedeval"), {"attachment": {"punctuation": "include"}})
    path = tmp_path / "own.prm"
    path.write_text(DELETES.format("TOP"), encoding="utf-8")
    kept = MetricChoice.stored([], {"parseval": {"params": f"{path}"}})
    assert kept.options == {"parseval": {"params": f"{path}"}}
    path.unlink()
    assert MetricChoice.stored([], {"parseval": {"params": f"{path}"}}).options == {}


def test_options_that_are_as_they_are_by_default_are_left_out():
    changed = MetricChoice(("ud",)).with_option("attachment", "punctuation", "include")
    both = changed.with_option("attachment", "labels", "universal").with_option("tedeval", "head", "wildcard")
    assert both.names == ("ud",)
    assert both.options == {
        "attachment": {"punctuation": "include", "labels": "universal"}, "tedeval": {"head": "wildcard"}
    }  # fmt: skip
    assert both.with_options("tedeval", {}).options == {"attachment": both.options["attachment"]}
    assert changed.with_option("attachment", "punctuation", "exclude") == MetricChoice(("ud",))
    for metric, option, value in (("attachment", "punctuation", "no"), ("attachment", "no", "x"), ("no", "x", "x")):
        with pytest.raises((GoldleafError, KeyError)):
            changed.with_option(metric, option, value)


def test_a_metric_is_made_once_until_all_are_made_anew():
    choice = MetricChoice()
    first = choice.metric("attachment")
    assert choice.metric("attachment") is first
    choice.metrics()
    assert choice.metric("attachment") is not first and choice.metrics()[0] is not choice.metrics()[0]


def test_choices_are_the_same_whatever_has_been_made_of_them():
    choice = MetricChoice(("ud",))
    choice.metric("attachment")
    assert choice == MetricChoice(("ud",)) and "_made" not in repr(choice)
