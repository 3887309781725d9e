"""Campaigns: systems × treebanks, as shared tasks have them (Buchholz & Marsi 2006; Seddah et al. 2013).

`reading.load` reads CAMPAIGN.toml, `running.running_steps` scores what has not been scored before (`jobs`), has it
tested (`comparisons`), and gives `results.Results`: polars frames of figures, averages, ranks, and what went wrong;
`breakdown` has more of them. No printing, no Qt.
"""
