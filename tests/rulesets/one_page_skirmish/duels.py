"""Fights of one to three men against one, asked alone."""

from __future__ import annotations

from typing import Any

from rulesets.one_page_skirmish.adjudged import adjudge

SWORD: dict[str, Any] = {"weapon": "hand_weapon"}
KNIGHT: dict[str, Any] = {"weapon": "hand_weapon", "rank": "knight"}
RIDER: dict[str, Any] = {"weapon": "hand_weapon", "mounted": True}
ALL = ["helmet_gambeson", "shield", "mail", "plate"]
PAIRS = {"multi_attack": "pairs"}
BEST = {"multi_attack": "best"}
CHOICE = {"unhorse": "winner_choice"}


def several(
    *faces: int, attackers: list[dict[str, Any]], defender: dict[str, Any], **facts: Any
) -> dict[str, Any]:
    return adjudge("melee", {"attackers": attackers, "defender": defender, **facts}, *faces)


def duel(
    *faces: int,
    attacker: dict[str, Any] = SWORD,
    defender: dict[str, Any] = SWORD,
    **facts: Any,
) -> dict[str, Any]:
    """Two swordsmen on foot unless said otherwise."""
    return several(*faces, attackers=[attacker], defender=defender, **facts)


def attack(attacker: dict[str, Any], **facts: Any) -> int:
    """What an attacker adds to his die."""
    total: int = duel(5, 5, attacker=attacker, **facts)["attack_totals"][0] - 5
    return total


def defence(defender: dict[str, Any], count: int = 1, **facts: Any) -> int:
    """What a defender adds to his die against so many attackers."""
    faces = [5] * (count + 1)
    result = several(*faces, attackers=[SWORD] * count, defender=defender, **facts)
    total: int = result["defend_totals"][0] - 5
    return total
