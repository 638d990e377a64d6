"""Which battles are golden.

Of the skirmish book every scenario, all three decks, all ten forces and every option; of Knights &
Knaves a short battle of most scenarios, as it is usually played and with every option turned.
"""

from __future__ import annotations

from typing import Any

from banneret.rulesets import RULESETS
from playthroughs.golden import Battle

BOOK = "one_page_skirmish"
OTHER_FORCES = (
    ("english_1346", "french_1346"),
    ("flemish_1302", "swiss_1386"),
    ("yorkist_1461", "scottish_1314"),
    ("jacques_1358", "sheriff"),
    ("outlaws", "manor_1358"),
    ("scottish_1314", "english_1346"),
)
ALLIES = {"a1": "yorkist_1461", "a2": "scottish_1314", "b1": "swiss_1386", "b2": "flemish_1302"}
TOLD = ("crossroads-captain", "greenwood-captain", "manor-group")  # kept as chronicles too


def _turned(number: int, book: str = BOOK) -> dict[str, Any]:
    """Every option away from its default."""
    settings = RULESETS[book].settings
    return {s.key: s.values[1 + number % (len(s.values) - 1)] for s in settings}


KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "captain": ("captain", {}),
    "chance": ("chance", {}),
    "group": ("captain", {"turn_cards": "group"}),
    "colour": ("captain", {"turn_cards": "colour"}),
    "turned": ("captain", _turned(0)),
    "turned-chance": ("chance", _turned(1)),
}


def _forces(scenario: str, number: int) -> dict[str, str]:
    """The usual forces first, then others where a side may choose."""
    allowed = RULESETS[BOOK].scenarios[scenario].forces
    if number == 0 or any(len(keys) == 1 for keys in allowed.values()):
        return {}
    return dict(zip("ab", OTHER_FORCES[number % len(OTHER_FORCES)], strict=True))


WANTED = {
    f"{scenario}-{kind}": Battle(
        book=BOOK,
        scenario=scenario,
        players=players,
        seed=100 * place + number,
        options=options,
        forces=_forces(scenario, number),
    )
    for place, scenario in enumerate(RULESETS[BOOK].scenarios, 1)
    for number, (kind, (players, options)) in enumerate(KINDS.items())
}
WANTED["crossroads-allies"] = Battle(
    book=BOOK, scenario="crossroads", players="captain", seed=1461, forces=ALLIES
)

KNIGHTS = "knights_and_knaves"
KNIGHTLY = (  # scenario, kind, players, seed: battles that do not last long
    ("market_road", "captain", "captain", 2),
    ("weald_ambush", "chance", "chance", 1),
    ("old_bridge", "captain", "captain", 8),
    ("village_raid", "captain", "captain", 5),
    ("castle_sortie", "turned", "captain", 7),
    ("border_reive", "turned", "chance", 2),
)
WANTED |= {
    f"{scenario}-{kind}": Battle(
        book=KNIGHTS,
        scenario=scenario,
        players=players,
        seed=seed,
        options=_turned(0, KNIGHTS) if kind == "turned" else {},
    )
    for scenario, kind, players, seed in KNIGHTLY
}
