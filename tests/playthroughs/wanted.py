"""Which battles are golden.

Of the skirmish book every scenario, all three decks, all ten forces and every option; of Knights &
Knaves short battles of every scenario, as it is usually played and with every option turned; of
Arthurian Combat short ones of every scenario, the three initiatives, alone and by two; of Destrier
short ones that duel, joust, brawl and charge, some with every switch turned.
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
    ("market_road", "chance", "chance", 32),
    ("market_road", "turned", "captain", 34),
    ("weald_ambush", "captain", "captain", 31),
    ("weald_ambush", "turned", "captain", 31),
    ("old_bridge", "chance", "chance", 34),
    ("old_bridge", "turned", "captain", 32),
    ("village_raid", "turned", "captain", 32),
    ("castle_sortie", "captain", "captain", 33),
    ("border_reive", "captain", "captain", 31),
    ("border_reive", "chance", "chance", 34),
    ("four_banners", "captain", "captain", 32),
    ("four_banners", "turned", "captain", 33),
    ("three_lords", "captain", "captain", 32),
    ("three_lords", "turned", "captain", 31),
    ("chevauchee", "captain", "captain", 34),
    ("chevauchee", "turned", "captain", 31),
    ("brigands", "captain", "captain", 33),
    ("brigands", "turned", "captain", 34),
    ("north_walsham", "captain", "captain", 34),
    ("north_walsham", "chance", "chance", 34),
    ("north_walsham", "turned", "captain", 33),
    ("tourney", "captain", "captain", 33),
    ("tourney", "chance", "chance", 33),
    ("tourney", "turned", "captain", 32),
    ("montmuran", "captain", "captain", 32),
    ("montmuran", "turned", "captain", 34),
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

ARTHURIAN = "arthurian"
KNIGHTLY_DEEDS: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "ford-alone": ("the_ford", "captain", 3, {"solo": True}),
    "the_ford-turned": ("the_ford", "chance", 2, _turned(0, ARTHURIAN)),
    "ambush-leaders": ("ambush_in_the_wood", "captain", 2, {"initiative": 1}),
    "giant-cards": ("giant_on_the_hill", "captain", 3, {"initiative": 3, "solo": True}),
    "chapel-cards": ("perilous_chapel", "captain", 1, {"initiative": 3}),
    "tournament-stack": ("tournament", "captain", 2, {"wounds": "stack", "initiative": 1}),
    "tower-alone": ("robbers_tower", "captain", 4, {"solo": True, "ranged_events": True}),
    "raid-shared-cards": ("saxon_raid", "captain", 2, {"initiative": 3, "shared_cards": True}),
    "field-chance": ("open_field", "chance", 1, {"adversary_events": True, "solo": True}),
}
WANTED |= {
    name: Battle(book=ARTHURIAN, scenario=scenario, players=players, seed=seed, options=options)
    for name, (scenario, players, seed, options) in KNIGHTLY_DEEDS.items()
}

MEDICI = "macbeth_to_medici"
FEUDAL = (  # scenario, kind, players, seed
    ("standard_1138", "captain", "captain", 2),
    ("dunsinane_1054", "captain", "captain", 3),
    ("agincourt_1415", "captain", "captain", 2),
    ("grandson_1476", "chance", "chance", 4),
    ("anghiari_1440", "turned", "captain", 5),
    ("pitched_battle", "turned", "chance", 7),
)
WANTED |= {
    f"{scenario}-{kind}": Battle(
        book=MEDICI,
        scenario=scenario,
        players=players,
        seed=seed,
        options=_turned(0, MEDICI) if kind == "turned" else {},
    )
    for scenario, kind, players, seed in FEUDAL
}

DESTRIER = "destrier"
MOUNTED = (  # name, scenario, players, seed, whether every switch is turned
    ("mill-captain", "duel_at_the_mill", "captain", 3, False),
    ("mill-chance", "duel_at_the_mill/sergeant_and_squire", "chance", 4, False),
    ("pas_darmes-captain", "pas_darmes", "captain", 2, False),
    ("pas_darmes-turned", "pas_darmes", "chance", 5, True),
    ("boar-captain", "brawl_at_the_boar", "captain", 1, False),
    ("boar-turned", "brawl_at_the_boar", "chance", 3, True),
    ("lair-captain", "the_lair", "captain", 2, False),
    ("three_knights-captain", "three_knights", "captain", 1, False),
)
WANTED |= {
    name: Battle(
        book=DESTRIER,
        scenario=scenario,
        players=players,
        seed=seed,
        options=_turned(0, DESTRIER) if turned else {},
    )
    for name, scenario, players, seed, turned in MOUNTED
}
