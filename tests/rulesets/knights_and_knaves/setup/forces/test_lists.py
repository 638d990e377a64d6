"""The thirteen lists of organisations (KK-ORG)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import BanneretError
from banneret.rulesets.knights_and_knaves.setup.forces.organisations import (
    read_arms,
    relation,
    rows_of,
)
from banneret.rulesets.knights_and_knaves.setup.forces.raising import raise_force
from rulesets.knights_and_knaves.musters import LISTS, RAW, oddities, printed

LIST_CLAUSES = {
    "KK-ORG-05": "norman_conroi",
    "KK-ORG-06": "saxon_war_band",
    "KK-ORG-07": "viking_raiding_party",
    "KK-ORG-08": "lithuanian_tribal_group",
    "KK-ORG-09": "teutonic_lance",
    "KK-ORG-10": "mongol_raiding_party",
    "KK-ORG-11": "saracen_war_party",
    "KK-ORG-12": "crusader_retinue",
    "KK-ORG-13": "english_feudal_retinue",
    "KK-ORG-14": "continental_feudal_retinue",
    "KK-ORG-15": "scots_in_scottish_service",
    "KK-ORG-16": "hyw_english_lance",
    "KK-ORG-17": "hyw_french_lance",
}


def written(raw: dict[str, Any]) -> str:
    """A row of a list in one line, as organisations.py keeps it."""
    low, high = raw.get("percent", (0, 0))
    cells = (
        raw["name"],
        " ".join(raw["classes"]),
        "-".join(map(str, raw["armor"])),
        f"{low}-{high}%" if high else str(raw["count"]),
        raw["horse"] or "-",
        ", ".join(raw["weapons"]),
        " ".join(raw["traits"]) or "-",
    )
    return " | ".join(cells)


def list_holds(key: str) -> None:
    """Every row is as in the table, and a force of twenty raised from it has nothing odd."""
    listed = RAW["organisation"][key]["row"]
    rows = rows_of(key)
    assert [written(raw) for raw in listed] == printed(key)
    assert [row.name for row in rows] == [row["name"] for row in listed]
    for row, raw in zip(rows, listed, strict=True):
        assert list(row.classes) == raw["classes"]
        assert list(row.armor) == raw["armor"]
        assert list(row.traits) == raw["traits"]
        assert list(row.percent) == raw.get("percent", [0, 0])
        words = [word for word in raw["weapons"] if word not in {"shield", "pavise"}]
        assert len(row.arms.weapons) + len(row.arms.missiles) == len(words)
        assert (row.arms.shield == "none") == (len(words) == len(raw["weapons"]))
        assert bool(row.mounts) == bool(raw["horse"])
    force = raise_force(key, 20)
    assert force.figures == 20
    assert oddities(force) == []


def test_kk_org_05_norman_conroi() -> None:
    list_holds("norman_conroi")
    assert rows_of("norman_conroi")[1].mounts[0].kind == "destrier"


def test_kk_org_06_saxon_war_band() -> None:
    """Their horses stay behind."""
    list_holds("saxon_war_band")
    assert not any(man.mounted for man in raise_force("saxon_war_band", 20).men)


def test_kk_org_07_viking_raiding_party() -> None:
    """All of them run; the berserks are knights who are not gentle."""
    list_holds("viking_raiding_party")
    force = raise_force("viking_raiding_party", 20)
    assert all("always_run" in man.profile.traits for man in force.men)
    berserks = [man.profile for man in force.men if "berserk" in man.profile.traits]
    assert [(man.class_, "gentle" in man.traits) for man in berserks] == [("knight", False)]


def test_kk_org_08_lithuanian_tribal_group() -> None:
    list_holds("lithuanian_tribal_group")


def test_kk_org_09_teutonic_lance() -> None:
    """Lord, knights and sergeants are of the order, the hired foot is not."""
    list_holds("teutonic_lance")
    order = {
        man.row: "military_order" in man.profile.traits
        for man in raise_force("teutonic_lance", 20).men
    }
    assert [row for row, of_it in order.items() if of_it] == [
        "Master, brother knight",
        "Knights",
        "Sergeants",
    ]


def test_kk_org_10_mongol_raiding_party() -> None:
    list_holds("mongol_raiding_party")


def test_kk_org_11_saracen_war_party() -> None:
    list_holds("saracen_war_party")


def test_kk_org_12_crusader_retinue() -> None:
    list_holds("crusader_retinue")


def test_kk_org_13_english_feudal_retinue() -> None:
    list_holds("english_feudal_retinue")


def test_kk_org_14_continental_feudal_retinue() -> None:
    list_holds("continental_feudal_retinue")


def test_kk_org_15_scots_in_scottish_service() -> None:
    list_holds("scots_in_scottish_service")


def test_kk_org_16_hyw_english_lance() -> None:
    list_holds("hyw_english_lance")


def test_kk_org_17_hyw_french_lance() -> None:
    list_holds("hyw_french_lance")


def test_every_list_has_its_clause() -> None:
    assert sorted(LIST_CLAUSES.values()) == LISTS


def test_kk_org_04_odd_entries() -> None:
    """The Norman crossbow row, optional horses, a choice of barding, two classes in a row."""
    last = rows_of("norman_conroi")[-1]
    assert last.classes == ("soldier",)
    assert last.arms.missiles == ("medium_crossbow", "sling")
    assert [row.horse_optional for row in rows_of("saxon_war_band")[:3]] == [True, True, False]
    bardings = [mount.barding for mount in rows_of("hyw_english_lance")[2].mounts]
    assert bardings == ["", "J"]
    assert [mount.barding for mount in rows_of("hyw_french_lance")[2].mounts] == ["J", ""]
    assert rows_of("english_feudal_retinue")[3].classes == ("soldier", "peasant")


def test_kk_org_18_shields_and_traits_of_raised_men() -> None:
    """A shield is large; small for Mongols, Lithuanians and Highlanders; a pavise is a pavise."""

    def shields(key: str) -> dict[str, str]:
        return {man.row: man.profile.shield for man in raise_force(key, 20).men}

    assert set(shields("mongol_raiding_party").values()) == {"small"}
    assert shields("lithuanian_tribal_group")["Cavalry"] == "small"
    scots = shields("scots_in_scottish_service")
    assert (scots["Spearmen"], scots["Highlanders, Islemen"]) == ("large", "small")
    assert shields("hyw_french_lance")["Crossbowmen"] == "pavise"
    assert shields("norman_conroi")["Archers"] == "none"
    skirmishers = {
        man.row
        for man in raise_force("saracen_war_party", 20).men
        if "skirmisher" in man.profile.traits
    }
    assert skirmishers == {"Syrian cavalry", "Turcoman cavalry"}
    scots_run = {
        man.row
        for man in raise_force("scots_in_scottish_service", 20).men
        if "always_run" in man.profile.traits
    }
    assert scots_run == {"Highlanders, Islemen"}


def test_kk_org_19_presets_of_hatred_and_no_quarter() -> None:
    """Holy war both ways, Scots against English, nothing else."""
    for faithful in ("crusader_retinue", "teutonic_lance"):
        for other in ("saracen_war_party", "mongol_raiding_party", "lithuanian_tribal_group"):
            for pair in ((faithful, other), (other, faithful)):
                found = relation(*pair)
                assert (found.hatred, found.no_quarter) == (True, True)
    for english in ("english_feudal_retinue", "hyw_english_lance"):
        found = relation("scots_in_scottish_service", english)
        assert (found.hatred, found.no_quarter) == (True, False)
        found = relation(english, "scots_in_scottish_service")  # they do not hate back
        assert (found.hatred, found.no_quarter) == (False, False)
    others = relation("norman_conroi", "saxon_war_band")
    assert (others.hatred, others.no_quarter) == (False, False)


def test_kk_org_20_askaris_are_bodyguards() -> None:
    """Elite, but neither knights nor gentle."""
    askaris = [man for man in raise_force("saracen_war_party", 20).men if man.row == "Askaris"]
    assert {man.profile.class_ for man in askaris} == {"bodyguard"}
    assert not any("gentle" in man.profile.traits for man in askaris)


def test_kk_shoot_32_words_of_the_lists() -> None:
    words = ("bow", "crossbow", "latch", "spear", "halberd", "club", "shield")
    arms = read_arms(words)
    assert arms.missiles == ("short_bow", "medium_crossbow", "light_crossbow")
    assert arms.weapons == ("short_spear", "pole_arm", "other")
    with pytest.raises(BanneretError, match="unknown weapon 'trebuchet': expected one of sword"):
        read_arms(("trebuchet",))
