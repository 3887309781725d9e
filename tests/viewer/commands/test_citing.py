import re

import pytest

from goldleaf.core.metrics import METRICS, create
from goldleaf.core.version import VERSION
from goldleaf.viewer.cli import main
from goldleaf.viewer.commands.citing import bibtex


def test_program_metrics_and_signatures_are_cited(capsys):
    assert main(["--cite"]) == 0
    printed = capsys.readouterr().out
    entries = printed.strip().split("\n\n")
    assert printed == bibtex() and f"{{Version {VERSION}}}" in entries[0] and "%" not in printed
    keys = re.findall(r"^@\w+\{(\S+),$", printed, re.MULTILINE)
    assert len(keys) == len({*keys}) == len(entries) == 14
    assert all(entry.count("{") == entry.count("}") and entry.rstrip().endswith("},\n}") for entry in entries)


@pytest.mark.parametrize("name", METRICS)
def test_each_metric_has_a_paper_with_its_signature(name):
    signature = create(name).signature
    program, *papers = bibtex([signature]).strip().split("\n\n")
    assert program.startswith("@misc{goldleaf,") and papers
    plain = re.sub(r"\\allowbreak |\\(?=_)|\\mbox\{(.)\}", r"\1", "".join(papers))
    assert plain.count(f"note = {{Signature: \\texttt{{{signature}}}}},") == len(papers)
