"""Small bracketed files for tests of trees."""

from __future__ import annotations

from pathlib import Path

GOLD = """\
(S (NP-SBJ (DT The) (JJ old) (NN cat)) (VP (VBD saw) (NP (NP (DT a) (NN bird)) (PP (IN with) (NP (NNS wings))))) (. .))
(S (NP-SBJ (PRP It)) (VP (VBD slept)))
(S (NP-SBJ (NNS Dogs)) (VP (VBP bark) (NP (-NONE- *T*-1)) (ADVP (RB loudly))))
(S (NP-SBJ (PRP She)) (VP (VBD left)))
(S (NP-SBJ (PRP He)) (VP (VBD stayed)))
"""
PARSE = """\
(S (NP-SBJ (DT The) (JJ old) (NN cat)) (VP (VBD saw) (NP (DT a) (NN bird)) (PP (IN with) (NP (NNS wings)))) (. .))
(S (NP-SBJ (PRP It)) (VP (VBD slept)))
(S (NP-SBJ (NNS Dogs)) (VP (VBP bark) (NP (-NONE- *T*-1)) (PP (IN loudly))))
(S (NP-SBJ (PRP They)) (VP (VBD left)))
(())
"""
CROSSING = """\
(S (NP-SBJ (DT The) (JJ old) (NN cat)) (VP (X (VBD saw) (DT a)) (NN bird) (PP (IN with) (NP (NNS wings)))) (. .))
"""


def written(folder: Path, gold: str = GOLD, parse: str | None = PARSE) -> list[Path]:
    """The texts as files: the gold, and the parse if there is one."""
    paths = []
    for name, text in (("gold", gold), ("parse", parse)):
        if text is not None:
            paths.append(folder / f"{name}.mrg")
            paths[-1].write_text(text, encoding="utf-8")
    return paths
