"""What shared tasks have scored: keys of [campaign], with where that is written, and what they called treebanks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Preset(NamedTuple):
    """``domains`` name treebanks as UD's files do (``cs_pud``)."""

    source: str
    sets: Mapping[str, Any]
    domains: Mapping[str, str] = {}

    @property
    def settings(self) -> dict[str, Any]:
        """What a reader is told that it sets."""
        domains = {f"domain {domain}": own.split() for domain, own in self.domains.items()}
        return {**{key: value for key, value in self.sets.items() if value}, **domains}

    def domain(self, name: str, file: str) -> str:
        """The domain of a treebank, from its name, or that of its gold; empty if there are none."""
        called = (name.lower().replace("-", "_"), file.lower().partition("-")[0].partition(".")[0])
        return next((domain for domain, own in self.domains.items() if {*own.split()} & {*called}), "")


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
    # F1 over the words of raw text; systems are ranked by the mean over treebanks, and over those of each category, as
    # the organizers' collect_evaluation.pl has them.
    "conll2018": Preset("Zeman et al. 2018; categories: github.com/ufal/conll2018", {
        "metrics": ["ud"], "options": {}, "scores": ["las", "mlas", "blex", "uas", "clas"],
    }, {
        "big": "af_afribooms grc_perseus grc_proiel ar_padt eu_bdt bg_btb ca_ancora hr_set cs_cac cs_fictree cs_pdt "
        "da_ddt nl_alpino nl_lassysmall en_ewt en_gum en_lines et_edt fi_ftb fi_tdt fr_gsd fr_sequoia fr_spoken "
        "gl_ctg de_gsd got_proiel el_gdt he_htb hi_hdtb hu_szeged zh_gsd id_gsd it_isdt it_postwita ja_gsd ko_gsd "
        "ko_kaist la_ittb la_proiel lv_lvtb no_bokmaal no_nynorsk fro_srcmf cu_proiel fa_seraji pl_lfg pl_sz "
        "pt_bosque ro_rrt ru_syntagrus sr_set sk_snk sl_ssj es_ancora sv_lines sv_talbanken tr_imst uk_iu ur_udtb "
        "ug_udt vi_vtb",
        "pud": "cs_pud en_pud fi_pud ja_modern sv_pud",
        "small": "ga_idt gl_treegal la_perseus no_nynorsklia ru_taiga sl_sst sme_giella",
        "low": "br_keb bxr_bdt fo_oft hsb_ufal hy_armtdp kk_ktb kmr_mg pcm_nsc th_pud",
    }),
    # Paths through empty nodes are edges; systems are ranked by the mean over languages, a gold each.
    "iwpt2021": Preset("Bouma, Seddah & Zeman 2021; universaldependencies.org/iwpt21, Task and Evaluation", {
        "metrics": ["enhanced", "ud"], "options": {"enhanced": {"empty_nodes": "collapse", "matching": "pairs"}},
        "scores": ["elas", "eulas", "ud.las"],
    }),
}  # fmt: skip
