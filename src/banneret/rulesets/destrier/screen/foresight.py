"""The odds of a card against a card, as the matrix has them: for screens and captains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Preview
from banneret.core.show.cards import Pitted

from ..basics import who
from ..basics.columns.words import TAC_CARDS
from ..basics.state import NOBODY, Card, card, written
from ..ground.contact import enemies_touched, in_contact, reach
from ..ground.stands import gap
from ..host import rage
from ..host.cards import DODGES
from ..host.spells import described
from ..melee.cards.deck import great_blows
from ..melee.cards.pairs import read
from ..melee.chances import PLAIN, Attack, Moment, chance, weapon_for
from ..melee.defences import by_cards
from ..melee.strikes import ATTACKS
from ..movement.driven.giving_ground import distance_of
from ..movement.tac import CLOSING, NEARLY
from ..turn.missiles import shot_chance
from .faces import SPELLS
from .reckoning import reckoned
from .wording.cards import card_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..basics.state import Battle, Figure

LEAVING = ("RETREAT", "RUN_AWAY")
BLOW = ("DELIVER_BLOW",)
SHIELDED = (*BLOW, "ACTIVE_SHIELD_PARRY")
AGAINST = ("STAND_GROUND", "CLOSE", "CHARGE", "KEEP_DISTANCE", "RETREAT")


def odds(battle: Battle, figure: Figure, key: str) -> Mapping[str, str]:
    """What is known of a card's chances before anything is faced."""
    one = card(key)
    if one.name == "FEROCITY":
        nordic = figure.profile.training == "nordic_berserk"
        share = rage.ferocity_chance(battle.tables, nordic)
        return {**_hits(battle, figure, key), "berserk": f"{share} %"}
    if one.name in ATTACKS:
        return _hits(battle, figure, key)
    if one.name in TAC_CARDS:
        return _by_tac(battle, figure, one)
    if one.name == "FIRE_MISSILE":
        target = battle.figures[one.target]
        return {"hit": f"{shot_chance(battle, figure, target, one.part).chance} %"}
    return {}


def _hits(battle: Battle, figure: Figure, key: str, tac: str = "") -> dict[str, str]:
    """The chances of a blow, against each TAC card the enemy may face where the matrix is read."""
    attack = attack_of(battle, figure, key)
    if attack is None:
        return {}
    target = battle.figures[attack.target]
    names = ("PASSIVE_SHIELD_PARRY",) if who.shield_of(battle, target) else ()
    defence = (
        by_cards(battle, target, names) if attack.part == "man" else by_cards(battle, target, ())
    )
    if battle.card_round > 0 and not tac:
        return {"hit": f"{chance(battle, attack, defence).chance} %"}
    own = tac or ("STAND_GROUND" if in_contact(battle, figure, target) else "CLOSE")
    shares = {}
    for theirs in AGAINST:
        if tac and not _meets(battle, figure, tac, target, theirs):
            continue
        matrix = read(battle, figure, target, own, theirs).hit
        moment = _turned(battle, target, figure, theirs, matrix)
        shares[theirs] = f"{chance(battle, attack, defence, moment).chance} %"
    told = {f"against {name.replace('_', ' ')}": share for name, share in shares.items()}
    likely = [shares[theirs] for theirs in ("STAND_GROUND", "CLOSE") if theirs in shares]
    return {"hit": likely[0], **told} if likely else {}


def _by_tac(battle: Battle, figure: Figure, one: Card) -> dict[str, str]:
    """What a TAC card does to a plain blow: at whom it goes, or whom it touches."""
    touched = enemies_touched(battle, figure)
    at = one.target if one.target >= 0 else touched[0].id if touched else NOBODY
    if at == NOBODY or one.name in LEAVING or figure.mounted:
        return {}
    return _hits(battle, figure, written(Card("DELIVER_BLOW", "", at)), one.name)


def attack_of(battle: Battle, figure: Figure, key: str) -> Attack | None:
    """The attack that a card means, if its owner has anything to strike with."""
    one = card(key)
    target = battle.figures[one.target] if one.target >= 0 else None
    weapon = weapon_for(battle, figure, "man", one.name, target)
    if not weapon or target is None:
        return None
    great, fury = one.name == "GREAT_BLOW", one.name == "FEROCITY"
    return Attack(figure.id, "man", one.target, one.part, one.name, weapon, great, fury)


def foreseen(battle: Battle, figure: Figure, keys: Sequence[str]) -> Preview:
    """The reckoning of the blow among these cards, before what the enemy plays, or their spell."""
    names = [card(key).name for key in keys]
    blow = next((key for key in keys if card(key).name in ATTACKS), "")
    attack = attack_of(battle, figure, blow) if blow else None
    if attack is None:
        spells = [card(key).detail for key in keys if card(key).name in SPELLS]
        said = [described(battle.tables, one.split("+")) for one in spells]
        return Preview(legal=True, notes=tuple(said))
    target = battle.figures[attack.target]
    shield = ("PASSIVE_SHIELD_PARRY",) if who.shield_of(battle, target) else ()
    defence = by_cards(battle, target, shield if attack.part == "man" else ())
    whom = f"{target.name}'s steed" if attack.part == "steed" else target.name
    tac = next((name for name in names if name in TAC_CARDS), "")
    when, pair, moment = _against(battle, figure, target, tac)
    found = chance(battle, attack, defence, moment)
    title = f"{card_name(card(blow).name).capitalize()} at {whom}, {when}"
    return Preview(legal=True, rows=tuple(reckoned(battle, attack, found, title, matrix=pair)))


@clause("DE-TACP-05", "DE-TACP-06")
def _against(battle: Battle, figure: Figure, target: Figure, tac: str) -> tuple[str, str, Moment]:
    """What the enemy is taken to do in the TAC phase: stand, or close where no blow falls else."""
    if not tac or battle.card_round > 0:
        return "before his cards", "", PLAIN
    stays = _meets(battle, figure, tac, target, "STAND_GROUND")
    theirs, does = ("STAND_GROUND", "stands his ground") if stays else ("CLOSE", "closes")
    matrix = read(battle, figure, target, tac, theirs).hit
    pair = f"{card_name(tac)} against {card_name(theirs)}"
    return f"if {target.name} {does}", pair, _turned(battle, target, figure, theirs, matrix)


# -- card against card

Named = tuple[str, ...]  # cards, by their names


def pitted(
    battle: Battle, figure: Figure, foes: Sequence[Figure], tacs: Sequence[str]
) -> list[Pitted]:
    """What each own play does against what each enemy may face: TAC cards first, then blows."""
    if battle.card_round > 0:
        return [_by_plays(battle, figure, foe) for foe in foes]
    if figure.mounted or not tacs:
        return []
    return [_by_tacs(battle, figure, foe, tacs) for foe in foes if not foe.mounted]


def _by_tacs(battle: Battle, figure: Figure, foe: Figure, tacs: Sequence[str]) -> Pitted:
    """A plain blow of both under the matrix, TAC card against TAC card."""
    rows = [((own,), [(own, theirs) for theirs in AGAINST]) for own in tacs]
    return Pitted(
        foe.id,
        f"{figure.name} against {foe.name}",
        tuple(map(_title, AGAINST)),
        tuple([(_titles(own), _cells(battle, figure, foe, row)) for own, row in rows]),
        "a plain blow each, where the cards bring them together",
    )


def _cells(
    battle: Battle, figure: Figure, foe: Figure, row: Sequence[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    found = []
    for own, theirs in row:
        mine, back = (
            read(battle, figure, foe, own, theirs),
            read(battle, foe, figure, theirs, own),
        )
        if mine.first == "none":
            found.append(("", ""))
            continue
        at_him = _turned(battle, foe, figure, theirs, mine.hit)
        at_me = _turned(battle, figure, foe, own, back.hit)
        reached = _meets(battle, figure, own, foe, theirs)
        reaches = _meets(battle, foe, theirs, figure, own)
        found.append(
            (
                _share(battle, figure, foe, BLOW, (), moment=at_him) if reached else "",
                _share(battle, foe, figure, BLOW, (), moment=at_me) if reaches else "",
            )
        )
    return tuple(found)


def _meets(battle: Battle, one: Figure, own: str, two: Figure, theirs: str) -> bool:
    """Whether two can come near enough by these TAC cards for a blow of the first (DE-ATT-01)."""
    closing = [(each, name) for each, name in ((one, own), (two, theirs)) if name in CLOSING]
    gone = sum(distance_of(battle, each, name) for each, name in closing)
    return gap(one, two) <= gone + reach(battle, one, who.weapon_of(battle, one)) + NEARLY


def _turned(battle: Battle, target: Figure, foe: Figure, tac: str, matrix: int) -> Moment:
    """The moment of a blow at somebody whose own card turns him to his foe (DE-TAC-11)."""
    closes = tac in CLOSING and not in_contact(battle, target, foe)
    return Moment(matrix, side="shield" if closes else "")


def _by_plays(battle: Battle, figure: Figure, foe: Figure) -> Pitted:
    """Blow against blow and defence, as the two stand now."""
    mine, theirs = plays(battle, figure), likely(battle, foe)
    return Pitted(
        foe.id,
        f"{figure.name} against {foe.name}",
        tuple(
            [" and ".join(_titles(one)).replace("DELIVER BLOW and", "BLOW and") for one in theirs]
        ),
        tuple([(_titles(own), _exchanges(battle, figure, foe, own, theirs)) for own in mine]),
        "as both stand now",
    )


def _exchanges(
    battle: Battle, figure: Figure, foe: Figure, own: Named, theirs: Sequence[Named]
) -> tuple[tuple[str, str], ...]:
    return tuple(
        [
            (_share(battle, figure, foe, own, back), _share(battle, foe, figure, back, own))
            for back in theirs
        ]
    )


def likely(battle: Battle, foe: Figure) -> list[Named]:
    """What an enemy mostly plays: a blow, with the shield if he has one, a parry, a dodge."""
    wanted = (BLOW, SHIELDED, ("WEAPON_PARRY",), ("DODGE_LEFT",))
    found = plays(battle, foe)
    return [one for one in found if one in wanted] or found


def plays(battle: Battle, figure: Figure) -> list[Named]:
    """What anybody may see that a figure could play: blows and defences it has the means for."""
    if who.helpless(figure):
        return [("PASSIVE_SHIELD_PARRY",)]
    armed, shield = bool(who.weapon_of(battle, figure)), bool(who.shield_of(battle, figure))
    active = shield and figure.profile.trained
    offered = (
        (BLOW, armed),
        (("GREAT_BLOW",), armed and great_blows(figure)),
        (SHIELDED, armed and active),
        (("ACTIVE_SHIELD_PARRY",), active),
        (("WEAPON_PARRY",), bool(who.held_weapon(battle, figure))),
        (("DODGE_LEFT",), not figure.mounted),
        (("DESPERATE_DEFENSE",), True),
    )
    return [names for names, may in offered if may]


def _share(
    battle: Battle, one: Figure, two: Figure, own: Named, theirs: Named, *, moment: Moment = PLAIN
) -> str:
    """What a figure hits with in a hundred, against these cards; a dodge guessed and not."""
    name = next((each for each in own if each in ATTACKS), "")
    attack = attack_of(battle, one, written(Card(name, "", two.id))) if name else None
    if attack is None:
        return ""
    names = (*theirs, "PASSIVE_SHIELD_PARRY") if who.shield_of(battle, two) else theirs
    defence = by_cards(battle, two, names)
    shares = [
        chance(battle, attack, defence, moment._replace(guessed=guessed)).chance
        for guessed in ((True, False) if "DODGE_LEFT" in theirs else (False,))
    ]
    return ", ".join(map(str, shares))


def _titles(names: Named) -> tuple[str, ...]:
    return tuple(map(_title, names))


def _title(name: str) -> str:
    """A card's name as it is printed; a dodge whichever way it goes."""
    return "DODGE" if name in DODGES else card_name(name)
