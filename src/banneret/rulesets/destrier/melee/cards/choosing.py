"""Choosing cards: everybody at once and in secret (DE-TACP-01, DE-MSEQ-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Play

from ...basics import who
from ...basics.state import Card, card, written
from ...ground.contact import enemies_touched, may_strike
from ...ground.stands import gap
from ...movement.going import fast
from ...movement.tac import CLOSING, comes_on
from ...screen import foresight
from ...screen.faces import face, purse
from ...screen.wording.cards import card_name, shown_card
from .deck import CALLS, LEAVE_OUT, NAMES_ONE, NEAR, PASSIVE, TAC_NAMES, to_draw
from .hands import Hand
from .pools import fill
from .steeds_hands import SteedHand, rules_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure

MOST_CARDS = 6
BOTH_CLOSE = 2.0  # inches that two who CLOSE go towards each other


@clause("DE-MELEE-01", "DE-SEQ-01")
def begin_melee(table: Table[Battle]) -> None:
    """Begin the melee: everybody's blows are counted."""
    battle = table.state
    battle.card_round = 0
    for figure in battle.figures:
        if figure.status != "active":
            continue
        figure.passive_run = 0
        figure.dropped_out = figure.mixed = figure.fired = False
        figure.charged_this_melee = False
        figure.spells_cast = figure.levels_cast = 0
        figure.opportunity, figure.opportunity_round = -1, -1
        figure.last_hand = ()
        fill(battle, figure)
        if figure.steed is not None:
            figure.steed.fast = fast(figure.steed.speed)
            figure.steed.tac, figure.steed.tac_count = "", 0
    battle.phase = "choose"


def begin_round(battle: Battle) -> None:
    """Clear away what belonged to the last card round."""
    battle.met = battle.dodged = ()
    battle.pair_attackers = {}
    battle.guesses, battle.steps = {}, {}
    battle.strike_step = 1
    for figure in battle.figures:
        if figure.status != "active":
            continue
        figure.engaged_at = tuple(one.id for one in enemies_touched(battle, figure))
        figure.tac, figure.tac_target, figure.tac_moved = "", -1, 0.0
        figure.tac_played = figure.tac_done = figure.move_done = False
        figure.struck = figure.forced = figure.followed = False
        figure.shown = "none"
        figure.hand = ()
        steed = figure.steed
        if steed is not None:
            steed.hand, steed.passed, steed.passed_at = (), (), ()
            if not (steed.fast and fast(steed.speed)):
                steed.tac = ""


@clause("DE-TACP-01", "DE-MSEQ-01", "DE-MSEQ-07", "DE-GEN-04")
def choose(table: Table[Battle]) -> None:
    """Have every figure choose its cards face down."""
    battle = table.state
    begin_round(battle)
    if battle.options.declared_side:
        _choose_for(table, "a")
        battle.phase = "declare"
        return
    _choose_for(table, "")
    _chosen(battle)


@clause("DE-GEN-06")
def declare(table: Table[Battle]) -> None:
    """The side without decks declares its tactics once the other's choices are locked."""
    battle = table.state
    _choose_for(table, "b")
    for figure in who.of_side(battle, "b"):
        figure.shown = "all"
    _chosen(battle)


def _chosen(battle: Battle) -> None:
    battle.phase = "tac_first" if battle.card_round == 0 else "face"


def _choose_for(table: Table[Battle], side: str) -> None:
    battle = table.state
    asked: list[tuple[Figure, bool, Any]] = []
    for figure in battle.figures:
        if figure.status == "active" and side in ("", figure.side):
            asked += _questions(battle, figure)
    answers = table.ask_all([question for _, _, question in asked])
    for (figure, of_steed, _), answer in zip(asked, answers, strict=True):
        if of_steed:
            assert figure.steed is not None
            figure.steed.hand = tuple(answer)
        else:
            figure.hand = with_passive(battle, figure, tuple(answer))
    for figure in battle.figures:
        if figure.status == "active" and side in ("", figure.side):
            _unasked(battle, figure)


def _unasked(battle: Battle, figure: Figure) -> None:
    """Give those who were not asked what they play anyhow."""
    if not figure.hand and not figure.dropped_out:
        figure.hand = with_passive(battle, figure, ())
    steed = figure.steed
    if steed is None or steed.hand:
        return
    hand = SteedHand(battle, figure)
    if battle.card_round == 0 and hand.may_tac():
        steed.hand = (by_itself(battle, hand),)
    elif battle.card_round > 0 and fast(steed.speed) and steed.blows_left > 0:
        steed.hand = ("HORSE_MOVE",)


@clause("DE-MSEQ-07")
def with_passive(battle: Battle, figure: Figure, keys: tuple[str, ...]) -> tuple[str, ...]:
    """PASSIVE SHIELD PARRY goes with other cards, and stands for none, unless it is left out."""
    names = [card(key).name for key in keys]
    if PASSIVE in names:
        return keys
    if LEAVE_OUT in names:
        return tuple(key for key in keys if key != LEAVE_OUT)
    nothing = not any(name not in (*TAC_NAMES, *CALLS) for name in names)
    rages = figure.berserk and figure.blows_left > 0
    bears = bool(who.shield_of(battle, figure)) and not rages and "DROP_OUT" not in names
    return (*keys, PASSIVE) if nothing or bears else keys


def _questions(battle: Battle, figure: Figure) -> list[tuple[Figure, bool, Any]]:
    """The questions to one figure: its own hand, and its steed's."""
    asked: list[tuple[Figure, bool, Any]] = []
    if not who.stunned(figure) and not figure.dropped_out:
        hand = Hand(battle, figure)
        if worth_asking(hand):
            asked.append((figure, False, question(battle, figure, hand)))
    steed = figure.steed
    if steed is not None and steed.posture == "standing":
        horse = SteedHand(battle, figure)
        if steed_decides(battle, figure, horse):
            asked.append((figure, True, steed_question(battle, figure, horse)))
    return asked


@clause("DE-MSEQ-09")
def worth_asking(hand: Hand) -> bool:
    """Whether there is anything to choose but the passive parry: out of blows, what is free."""
    if hand.first:
        return True
    if hand.figure.blows_left > 0:
        return True
    return any(
        hand.why_not(key) is None and hand.cost((key,)) == 0
        for key in hand.offered
        if card(key).name not in (PASSIVE, *CALLS)
    )


@clause("DE-HTAC-02")
def by_itself(battle: Battle, hand: SteedHand) -> str:
    """The TAC card of a steed that was not asked: it stands if nobody is near, else the usual."""
    cards = rules_for(battle, hand.steed)
    idle = idles(hand) and "STAND_GROUND" in cards
    return "STAND_GROUND" if idle else cards[0]


def idles(hand: SteedHand) -> bool:
    """Whether a steed at a trot or slower has no enemy near enough to meet, behind it or before."""
    foes = who.enemies(hand.battle, hand.figure)
    near = any(who.on_feet(foe) and gap(hand.figure, foe) <= NEAR[True] for foe in foes)
    return not fast(hand.steed.speed) and not near


def steed_decides(battle: Battle, figure: Figure, hand: SteedHand) -> bool:
    """Whether a steed has a choice: fast ones must MOVE, idle ones far off need not be asked.

    One whose TAC card is fixed may still choose what goes with it.
    """
    steed = figure.steed
    assert steed is not None
    if battle.card_round == 0:
        return not idles(hand) and (len(rules_for(battle, steed)) > 1 or not fast(steed.speed))
    if steed.blows_left <= 0 or fast(steed.speed):
        return False
    return bool(hand.near)


def question(battle: Battle, figure: Figure, hand: Hand) -> Play:
    """Ask a figure for its cards of the round."""
    return Play(
        figure.side,
        "cards",
        f"Play cards for {figure.name}",
        hand.offered,
        why_not=hand.why_not,
        label=lambda key: shown_card(battle, key),
        least=1 if hand.owes_tac() else 0,
        most=MOST_CARDS,
        allows=hand.allows,
        sets=hand.sets,
        about=(figure.id,),
        odds=lambda key: foresight.odds(battle, figure, key),
        foresee=lambda keys: foresight.foreseen(battle, figure, keys),
        card=lambda key: face(battle, hand, key),
        purses=(purse(battle, figure, steed=False),),
        price=lambda keys, _purse: hand.cost(keys),
        proposed=lambda: proposals(hand),
        pitted=lambda: foresight.pitted(battle, figure, rivals(hand), tacs_of(hand)),
        once="DE-GEN-05",
        titled=figure.name,
    )


def rivals(hand: Hand) -> Sequence[Figure]:
    """Whom the cards will be weighed against: whom a blow reaches, else the nearest."""
    battle, figure = hand.battle, hand.figure
    weapon = who.weapon_of(battle, figure)
    reached = [
        one
        for one in hand.near
        if one not in hand.touched and may_strike(battle, figure, one, weapon) is None
    ]
    return [*hand.touched, *reached] or hand.near[:1]


def tacs_of(hand: Hand) -> list[str]:
    """The TAC cards that may be chosen and stay in the fight, each once."""
    keys = [key for key in hand.offered if hand.why_not(key) is None]
    names = [name for name in (card(key).name for key in keys) if name in TAC_NAMES]
    return [name for name in dict.fromkeys(names) if name not in foresight.LEAVING]


Proposal = tuple[str, tuple[str, ...]]


def proposals(hand: Hand) -> list[Proposal]:
    """Propose what was played last round, and the plain things to do; only what is lawful."""
    named = [("As last round", again(hand.figure)), *_plain(hand)]
    vain = [one for one in named if _in_vain(hand, one[1])]
    found = [*[one for one in named if one not in vain], *vain]
    lawful: list[Proposal] = []
    for title, keys in found:
        fit = keys and all(key in hand.offered and hand.why_not(key) is None for key in keys)
        if fit and hand.allows(keys) is None and keys not in [one for _, one in lawful]:
            lawful.append((title, keys))
    fights = [keys for _, keys in lawful if _fights(keys) and not _in_vain(hand, keys)]
    idle = not lawful or not (hand.near or hand.touched) or (bool(vain) and not fights)
    nothing: list[Proposal] = [("No card", ())] if idle and hand.allows(()) is None else []
    return nothing + lawful


def _fights(keys: Sequence[str]) -> bool:
    """Whether there is a blow among these cards, or one that closes."""
    return any(card(key).name in (*NAMES_ONE, *CLOSING) for key in keys)


def _in_vain(hand: Hand, keys: Sequence[str]) -> bool:
    """Whether cards of a later round strike at, or close with, whom they do not come up with."""
    battle, figure = hand.battle, hand.figure
    aimed = [one for one in map(card, keys) if one.target >= 0 and not hand.first]
    closing = [one for one in aimed if one.name in CLOSING]
    if closing:
        return not comes_on(battle, figure, closing[0].name, battle.figures[closing[0].target])
    foes = [battle.figures[one.target] for one in aimed if one.name in NAMES_ONE]
    return any(may_strike(battle, figure, one, hand.weapon) is not None for one in foes)


def again(figure: Figure) -> tuple[str, ...]:
    """The cards of last round, without TAC cards, the parry that goes by itself, a spell ready."""
    ready = written(Card("PREPARE_SPELL", "+".join(figure.prepared)))
    left = [key for key in figure.last_hand if key not in (PASSIVE, ready)]
    return tuple([key for key in left if card(key).name not in TAC_NAMES])


def _plain(hand: Hand) -> list[Proposal]:
    """Strike at the nearest, with the shield or without; keep behind one's weapon."""
    if hand.missile and not (hand.weapon or hand.touched):
        return _shooting(hand)
    near = (hand.touched or hand.near)[:1]
    go = _approach(hand, near)
    closes = bool(go) and card(go[0]).name == "CLOSE"
    blow = tuple(_blow(hand, one) for one in near)
    word = "Close and strike" if closes else "Strike"
    strikes: list[Proposal] = [
        (f"{word}, shield up", (*go, *blow, "ACTIVE_SHIELD_PARRY")),
        (word, (*go, *blow)),
    ]
    only: Proposal = ("Only close" if closes else "Only stand", go)
    meets = bool(near) and gap(hand.figure, near[0]) <= BOTH_CLOSE
    first = [*strikes, only] if meets else [only, *strikes[: len(near) * 2]]
    return [
        *_arming(hand, go),
        *first,
        ("Parry", (*go, "WEAPON_PARRY")),
        ("Shield up", (*go, "ACTIVE_SHIELD_PARRY")),
        *([("Get up", (*go, "MOVE"))] if hand.figure.posture != "standing" else []),
    ]


def _shooting(hand: Hand) -> list[Proposal]:
    """Who holds a missile weapon keeps it until somebody is upon him: he shoots, or stands."""
    stays = ("STAND_GROUND",) if hand.owes_tac() and "STAND_GROUND" in hand.offered else ()
    shots = [key for key in hand.offered if card(key).name == "FIRE_MISSILE"]
    able = [key for key in shots if hand.why_not(key) is None]
    return [*[("Shoot", (*stays, key)) for key in able[:1]], ("Only stand", stays)]


def _blow(hand: Hand, foe: Figure) -> str:
    """A blow with what is in hand, else with fist or foot."""
    keys = [written(Card(name, "", foe.id)) for name in ("DELIVER_BLOW", "PUNCH", "KICK")]
    return next((key for key in keys if key in hand.offered and not hand.why_not(key)), keys[0])


def _arming(hand: Hand, go: tuple[str, ...]) -> list[Proposal]:
    """Who has nothing in hand is advised to take something up, behind the shield if he has one."""
    if hand.weapon:
        return []
    things = [one for one in to_draw(hand.figure) if one != "shield"][:1]
    drawn = [(one, written(Card("DRAW_WEAPON", one))) for one in things]
    said = [(f"Draw {one.replace('_', ' ')}", key) for one, key in drawn]
    return [
        *[(f"{word}, shield up", (*go, key, "ACTIVE_SHIELD_PARRY")) for word, key in said],
        *[(word, (*go, key)) for word, key in said],
    ]


def _approach(hand: Hand, near: Sequence[Figure]) -> tuple[str, ...]:
    """The TAC card that goes with a blow: up to the enemy, or the ground that is held.

    Beasts hold no ground: they close with whom they touch already.
    """
    if not hand.owes_tac() and (hand.touched or not hand.may_tac()):
        return ()
    close = written(Card("CLOSE", "", near[0].id)) if near else ""
    if not hand.touched and close in hand.offered and hand.why_not(close) is None:
        return (close,)
    if not hand.owes_tac():
        return ()
    return ("STAND_GROUND" if "STAND_GROUND" in hand.offered else "CLOSE",)


def steed_question(battle: Battle, figure: Figure, hand: SteedHand) -> Play:
    """Ask a rider for his steed's cards of the round."""
    assert figure.steed is not None
    return Play(
        figure.side,
        "steed_cards",
        f"Play cards for {figure.name}'s {card_name(figure.steed.key)}",
        hand.offered,
        why_not=hand.why_not,
        label=lambda key: shown_card(battle, key),
        least=0,
        most=MOST_CARDS,
        allows=hand.allows,
        sets=hand.sets,
        about=(figure.id,),
        card=lambda key: face(battle, hand, key),
        purses=(purse(battle, figure, steed=True),),
        price=lambda keys, _purse: hand.cost(keys),
        proposed=lambda: [("As it goes by itself", tuple(one)) for one in hand.sets()[:1]],
        once="DE-GEN-05",
        titled=f"{figure.name}'s steed",
    )
