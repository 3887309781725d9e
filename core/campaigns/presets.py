"""What shared tasks have scored, as the keys of ``[campaign]``; what a file says itself goes before."""

from __future__ import annotations

from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    # Buchholz & Marsi 2006, §§ 3 and 6: punctuation does not score; Tables 5 and 6.
    "conll-x": {
        "metrics": ["attachment"],
        "options": {"punctuation": ["exclude", "include"], "labels": "full"},
        "scores": ["las", "uas", "la"],
    },
    # Seddah et al. 2013, §§ 3.4 and 6: punctuation scores, unparsed sentences are wrong; TedEval of sentences of up to
    # 70 terminals (§ 6.3), of trees made projective (§ 7.2).
    "spmrl2013": {
        "metrics": ["attachment", "parseval", "leaf-ancestor", "mwe", "tedeval"],
        "options": {"punctuation": "include", "parseval": {"variant": "spmrl"}, "tedeval": {"projectivize": "lift"}},
        "scores": ["las", "f1", "la_words", "f_mwe", "f_comp", "f_mwe_pos", "accuracy", "accuracy_unlabeled"],
        "max_length": {"tedeval": 70},
    },
}
