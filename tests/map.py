"""The map of the house, from its imports: ``make map`` prints it, so that CONTRIBUTING's can be checked.

A line a room: the floor it stands on (one above the highest room that it knows), its modules and lines, its functions
in 1,000 lines, its lines of comment, and the rooms that it knows. The rooms of a floor do not know one another.
"""

from __future__ import annotations

import ast
from pathlib import Path, PurePath

import networkx as nx

from tests.house import known_modules, known_rooms, room_of

PROJECT = Path(__file__).resolve().parents[1]


def lines_of_map(sources: dict[PurePath, str]) -> list[str]:
    """The map, a line a room from the ground up, and a line for all."""
    modules = known_modules(sources)
    rooms = known_rooms(modules)
    floors = {}
    for room in reversed([*nx.topological_sort(rooms)]):
        floors[room] = max((floors[known] + 1 for known in rooms.successors(room)), default=0)
    sources_of_rooms: dict[str, list[str]] = {room: [] for room in rooms}
    for path, source in sources.items():
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        sources_of_rooms[room_of(module)].append(source)
    lines = ["floor modules  lines functions/1000 comments  room -> what it knows"]
    for room, floor in sorted(floors.items(), key=lambda item: (item[1], item[0])):
        known = " ".join(sorted(rooms.successors(room)))
        lines.append(f"{floor:5} {_figures(sources_of_rooms[room])}  {room}{known and f' -> {known}'}")
    arrows = rooms.number_of_edges()
    lines.append(
        f"      {_figures([*sources.values()])}  {len(rooms)} rooms, {max(floors.values()) + 1} floors, {arrows} arrows"
    )
    return lines


def _figures(sources: list[str]) -> str:
    lines = sum(source.count("\n") for source in sources)
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    functions = sum(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in nodes)
    comments = sum(line.lstrip().startswith("#") for source in sources for line in source.splitlines())
    share = f"{1000 * functions / lines:.0f}" if lines else "-"
    return f"{len(sources):7} {lines:6} {share:>14} {comments:8}"


if __name__ == "__main__":
    paths = sorted(path for folder in ("core", "viewer", "assets") for path in (PROJECT / folder).rglob("*.py"))
    print("\n".join(lines_of_map({path.relative_to(PROJECT): path.read_text(encoding="utf-8") for path in paths})))
