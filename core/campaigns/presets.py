"""What shared tasks have scored: keys of [campaign], with where that is written, and what they called treebanks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple


class Preset(NamedTuple):
    """``domains`` name treebanks as UD's files do (``cs_pud``); ``others`` is that of all others of such a name."""

    source: str
    sets: Mapping[str, Any]
    domains: Mapping[str, str] = {}
    others: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        """What a reader is told that it sets."""
        domains = {f"domain {domain}": own.split() for domain, own in self.domains.items()}
        others = {f"domain {self.others}": ["all others of the task"]} if self.others else {}
        return {**{key: value for key, value in self.sets.items() if value}, **domains, **others}

    def domain(self, name: str, file: str) -> str:
        """The domain of a treebank, from its name, or that of its gold; empty if there are none."""
        called = (name.lower().replace("-", "_"), file.lower().partition("-")[0].partition(".")[0])
        others = self.others if any(re.fullmatch("[a-z]{2,3}_[a-z]+", one) for one in called) else ""
        return next((domain for domain, own in self.domains.items() if {*own.split()} & {*called}), others)


PRESETS = {
    # Punctuation does not score; Tables 5 and 6.
    "conll-x": Preset("Buchholz & Marsi 2006, §§ 3 and 6", {
        "metrics": ["attachment"], "options": {"punctuation": ["exclude", "include"], "labels": "full"},
        "scores": ["las", "uas", "la"],
    }),
    # The mean of LAS and semantic F1 decides; punctuation scores.
    "conll-2009": Preset("Hajič et al. 2009, § 2.4", {
        "metrics": ["semantic", "attachment"], "options": {"punctuation": "include"},
        "scores": ["semantic.macro_f1", "semantic.las", "semantic.sem_f1", "attachment.uas"],
    }),
    # Punctuation scores, unparsed sentences are wrong; TedEval of sentences of up to 70 terminals (§ 6.3), of trees
    # made projective (§ 7.2).
    "spmrl2013": Preset("Seddah et al. 2013, §§ 3.4 and 6", {
        "metrics": ["attachment", "parseval", "leaf-ancestor", "mwe", "tedeval"],
        "options": {"punctuation": "include", "parseval": {"variant": "spmrl"}, "tedeval": {"projectivize": "lift"}},
        "scores": ["las", "f1", "la_words", "f_mwe", "f_comp", "f_mwe_pos", "accuracy", "accuracy_unlabeled"],
        "max_length": {"tedeval": 70},
    }),
    # F1 over the words of raw text; systems are ranked by the mean over treebanks, and over those of each category.
    "conll2018": Preset("Zeman et al. 2018, §§ 2 and 5", {
        "metrics": ["ud"], "options": {}, "scores": ["las", "mlas", "blex", "uas", "clas"],
    }, {
        "pud": "cs_pud en_pud fi_pud ja_modern sv_pud",
        "small": "ga_idt gl_treegal la_perseus no_nynorsklia ru_taiga sl_sst sme_giella",
        "low": "br_keb bxr_bdt fo_oft hsb_ufal hy_armtdp kk_ktb kmr_mg pcm_nsc th_pud",
    }, "big"),
    # Paths through empty nodes are edges; systems are ranked by the mean over languages, a gold each.
    "iwpt2021": Preset("Bouma, Seddah & Zeman 2021", {
        "metrics": ["enhanced", "ud"], "options": {"enhanced": {"empty_nodes": "collapse", "matching": "pairs"}},
        "scores": ["elas", "eulas", "ud.las"],
    }),
}  # fmt: skip
