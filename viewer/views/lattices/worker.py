"""The process in which Graphviz lays a lattice out: graphs as JSON on stdin, coordinates as JSON on stdout.

Graphviz holds the interpreter lock while it works, and a fault of its own ends the process it runs in. Run as a file,
so that nothing of the project is loaded.
"""

from __future__ import annotations

import json
import sys
from typing import Any

INCH = 72.0  # pixels: one is a point


def main() -> None:
    """Lay out each of the graphs that stdin says."""
    request = json.load(sys.stdin)
    json.dump([_laid_out(piece, request) for piece in request["pieces"]], sys.stdout)


def _laid_out(piece: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    graph = _graph(piece, request)
    answer = json.loads(graph.draw(format="json0", prog="dot"))
    names = {thing["_gvid"]: thing["name"] for thing in answer["objects"]}
    height = float(answer["bb"].split(",")[3])
    nodes = {thing["name"]: _point(thing["pos"], height) for thing in answer["objects"]}
    lines = {}  # a start and three points for each piece; Graphviz may put the ends' arrows before them
    for line in answer["edges"]:
        if "pos" in line:
            points = [_point(part, height) for part in line["pos"].split() if part[:2] not in ("e,", "s,")]
            lines[names[line["tail"]], names[line["head"]]] = points
    ends = [(f"s{origin}", f"e{edge}", f"s{target}") for edge, (origin, target, *_) in enumerate(piece["edges"])]
    return {
        "states": [nodes[f"s{state}"] for state in range(piece["states"])],
        "labels": [nodes[label] for _, label, _ in ends],
        "before": [lines[origin, label] for origin, label, _ in ends],
        "after": [lines[label, target] for _, label, target in ends],
    }


def _graph(piece: dict[str, Any], request: dict[str, Any]) -> Any:  # noqa: ANN401
    """States and labels are nodes of fixed size, so that none overlap."""
    import pygraphviz

    graph = pygraphviz.AGraph(directed=True, strict=False, rankdir="LR", nodesep=request["row_gap"] / INCH)
    graph.graph_attr.update(ranksep=request["gap"] / INCH, margin="0", splines="true")
    graph.node_attr.update(fixedsize="true", label="", shape="box")
    graph.edge_attr.update(dir="none")
    size = request["state"] / INCH
    for state in range(piece["states"]):
        graph.add_node(f"s{state}", shape="circle", width=size, height=size)
    for number, (origin, target, width, height, heavy) in enumerate(piece["edges"]):
        name, weight = f"e{number}", 20 if heavy else 1
        graph.add_node(name, width=width / INCH, height=height / INCH)
        graph.add_edge(f"s{origin}", name, weight=weight)
        graph.add_edge(name, f"s{target}", weight=weight)
    return graph


def _point(text: str, height: float) -> tuple[float, float]:
    x, y = text.split(",")
    return float(x), height - float(y)


if __name__ == "__main__":
    main()
