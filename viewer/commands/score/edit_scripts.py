"""The edit scripts of all sentences as a file: JSON, an edit a line, or text to read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from goldleaf.core.alignment import joined_units
from goldleaf.core.files import replacing
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.trees import ComparedTrees, distance, edit_script, trees
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.files import bars
from goldleaf.viewer.text.characters import visible
from goldleaf.viewer.views.functions.function_picture import explained, quoted


def write_edit_scripts(
    path: Path, metric: TedEval, gold: Treebank, parses: Sequence[tuple[str, Treebank]], own: str = ""
) -> None:
    """Write the edits of every sentence of every parse. ``own`` is the gold's name, where there are several."""
    from rich.markup import escape

    shown = bars()
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", errors="backslashreplace") as file, shown:
        for name, parse in parses:
            task = shown.add_task(f"edits of {escape(visible(name))}", total=len(gold))
            ours, theirs = joined_units(gold, parse)
            write = _write_json if path.suffix == ".jsonl" else _write_text
            found = trees(metric.fitted(ours, theirs), ours, theirs)
            for sentence, one in shown.track(enumerate(found), task_id=task, total=len(ours)):
                if one is not None:
                    write(file, name, EditedSentence(sentence, ours, theirs, one, own))


class EditedSentence:
    """A sentence with its trees and edits."""

    def __init__(self, row: int, gold: Treebank, parse: Treebank, found: ComparedTrees, own: str) -> None:
        self.number, self.id = row + 1, gold.sentences["id"][row]
        self.trees, self.script, self.own = found, edit_script(found), own if found.is_generalized else ""
        self.forms: dict[int, str] = {}  # the word of each terminal
        # Where the sides spell a word differently, the gold's spelling stands.
        sides = ((parse, found.of_parse), (gold, found.of_gold)) if self.script else ()
        for treebank, terminals in sides:
            first, count = treebank.sentences.row(row)[:2]
            forms = map(str, treebank.words["form"].slice(first, count).to_list())
            self.forms |= dict(zip(terminals, forms, strict=False))


def _write_json(file: TextIO, name: str, sentence: EditedSentence) -> None:
    forms, sides = sentence.forms, {"gold": sentence.trees.of_gold, "parse": sentence.trees.of_parse}
    for edit in sentence.script:
        over = {}
        for side, terminals in sides.items():
            over[side] = [place for place, terminal in enumerate(terminals, 1) if terminal in edit.over]
        row: dict[str, Any] = {"sentence": sentence.number, "id": sentence.id, "parse": name}
        row |= {"operation": edit.operation.value, "label": edit.label}
        row |= {"new_label": edit.new_label} if edit.new_label is not None else {}
        row |= {"is_word": True} if edit.word else {}
        row |= {"positions": over, "words": [forms[number] for number in sorted(edit.over)]}
        row |= {"cost": edit.cost, "forgiven": edit.forgiven}
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _write_text(file: TextIO, name: str, sentence: EditedSentence) -> None:
    script, forms = sentence.script, sentence.forms
    called = f" ({sentence.id})" if sentence.id else ""
    forgiven = sum(edit.forgiven for edit in script)
    count = f"distance {distance(script)}" + (f", {forgiven} forgiven" if forgiven else "")
    lines = [f"{name}, sentence {sentence.number}{called}: {count}"]
    lines += [f"  {edit.cost}  {explained(edit, quoted(edit.over, forms), own=sentence.own)}" for edit in script]
    file.writelines(visible(line) + "\n" for line in lines)
