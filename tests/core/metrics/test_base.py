"""What all metrics share: names, options, signatures."""

from __future__ import annotations

import pytest

from core.errors import OptionError
from core.metrics import METRICS, create
from core.version import VERSION


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_declares_what_the_rest_relies_on(name):
    metric = create(name)
    assert metric.name == name
    assert metric.title
    assert metric.source
    assert metric.ratios
    assert metric.columns
    assert all(option.default in option.choices and option.help for option in metric.options)


def test_the_signature_names_every_choice():
    assert create("attachment").signature == f"attachment|punctuation:exclude|labels:full|goldleaf:{VERSION}"
    chosen = create("attachment", labels="universal", punctuation="include").signature
    assert chosen == f"attachment|punctuation:include|labels:universal|goldleaf:{VERSION}"


def test_unknown_metrics_options_and_choices_are_refused():
    with pytest.raises(OptionError, match="--metric bleu: no such metric; there are attachment"):
        create("bleu")
    with pytest.raises(OptionError, match="attachment has no option colour; it has punctuation, labels"):
        create("attachment", colour="red")
    with pytest.raises(OptionError, match="punctuation maybe: no such choice; attachment has exclude, include"):
        create("attachment", punctuation="maybe")
