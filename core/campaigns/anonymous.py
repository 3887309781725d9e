"""Systems under ids, so that nobody who reads tables or an archive knows whose figures are whose.

An id is a hash of a seed and the name, and stays as it is, whoever joins later. Who knows the seed and who took part
can work it out, too, and tables name the campaign's ``seed``: so ``anonymous`` may be words of its own.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

from goldleaf.core.campaigns.description import Campaign
from goldleaf.core.formats.compression import inner_suffix


def system_id(name: str, seed: str) -> str:
    return f"S{hashlib.sha256(json.dumps([seed, name]).encode()).hexdigest()[:8]}"


def anonymous(campaign: Campaign, seed: str) -> Campaign:
    """The campaign with ids for its systems, in the order of these, and with names for their files that say nothing."""
    ids = {one.name: system_id(one.name, seed) for one in campaign.systems}
    systems = sorted((replace(one, name=ids[one.name]) for one in campaign.systems), key=lambda one: one.name)
    submissions, real = [], {}
    for one in campaign.submissions:
        own = filter(None, (ids[one.system], one.run.name, f"{one.treebank}{inner_suffix(f'{one.path}')}"))
        real[path := Path("/".join(own))] = one.path.absolute()
        submissions.append(replace(one, system=ids[one.system], path=path))
    submissions.sort(key=lambda one: one.system)
    names = {system: name for name, system in ids.items()}
    return replace(campaign, systems=systems, submissions=submissions, real=real, names=names)
