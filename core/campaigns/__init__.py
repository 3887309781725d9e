"""Campaigns: systems × treebanks, as shared tasks have them (Buchholz & Marsi 2006; Seddah et al. 2013).

`load` reads CAMPAIGN.toml (see `reading`), `running_steps` scores what has not been scored before, and gives `Results`:
polars frames of figures, averages, ranks, correlations, and what went wrong. No printing, no Qt.
"""

from goldleaf.core.campaigns.description import Campaign, Measure, Run, Submission, System, Treebank
from goldleaf.core.campaigns.reading import is_campaign, load
from goldleaf.core.campaigns.results import Pair, Results
from goldleaf.core.campaigns.running import Progress, run, running_steps

__all__ = [
    "Campaign",
    "Measure",
    "Pair",
    "Progress",
    "Results",
    "Run",
    "Submission",
    "System",
    "Treebank",
    "is_campaign",
    "load",
    "run",
    "running_steps",
]
