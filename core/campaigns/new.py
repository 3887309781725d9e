"""A campaign written for a folder that has ``gold/TREEBANK.conllu`` and ``out/SYSTEM/TREEBANK.conllu``."""

from __future__ import annotations

import json
from pathlib import Path

from goldleaf.core.errors import GoldleafError, counted
from goldleaf.core.files import replacing

NAME = "campaign.toml"
ABOUT = """# goldleaf compare {name} --check says what has been submitted, without --check it is scored

[campaign]
title = {title}
# preset = "conll2018"                 # goldleaf presets lists them
# metrics = ["attachment"]             # or what you say yourself; those that fit if nothing is said
partial = "count missing as wrong"     # or "leave out": sentences that a file lacks
"""


def write_new(folder: Path) -> list[str]:
    """Write a campaign, any format of trees being as good as CoNLL-U. Gives lines on what is no part of it, and on what
    is. Raises GoldleafError where there is one, or no gold or system."""
    path = folder / NAME
    if path.exists():
        raise GoldleafError(f"{path}: is there already; move it away to have another one written", path=path)
    golds = {one.stem: one for one in _listed(folder / "gold") if one.is_file()}
    systems = [one for one in _listed(folder / "out") if one.is_dir()]
    for place, there in (("gold/TREEBANK.conllu", golds), ("out/SYSTEM/TREEBANK.conllu", systems)):
        if not there:
            raise GoldleafError(f"{folder}: there is no {place}; put files there", path=folder)
    parts, lines = [ABOUT.format(name=NAME, title=_quoted(folder.resolve().name))], []
    for name, gold in golds.items():
        parts.append(f"[[treebank]]\nname = {_quoted(name)}\ngold = {_quoted(f'gold/{gold.name}')}\n")
    for system in systems:
        own = [one for one in _listed(system) if one.is_file()]
        files = {one.stem: f"out/{system.name}/{one.name}" for one in own if one.stem in golds}
        lines += [f"{one}: there is no gold/{one.stem}.*; it is left out" for one in own if one.stem not in golds]
        if files:
            parses = ", ".join(f"{_quoted(name)} = {_quoted(file)}" for name, file in files.items())
            endings = {Path(file).suffix for file in files.values()}  # with one, later files are found, too
            pattern = (
                _quoted(f"out/{system.name}/{{treebank}}{endings.pop()}") if len(endings) == 1 else f"{{ {parses} }}"
            )
            parts.append(f"[[system]]\nname = {_quoted(system.name)}\nparses = {pattern}\n")
    with replacing(path) as temporary:
        temporary.write_text("\n".join(parts), encoding="utf-8")
    systems_in = counted(len(parts) - len(golds) - 1, "system")
    return [*lines, f"{path}: {counted(len(golds), 'treebank')}, {systems_in}"]


def _listed(folder: Path) -> list[Path]:
    return sorted(one for one in folder.iterdir() if not one.name.startswith(".")) if folder.is_dir() else []


def _quoted(text: str) -> str:
    """A string of TOML, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False)
