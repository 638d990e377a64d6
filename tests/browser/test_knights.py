"""Knights & Knaves by clicking: a retinue, a unit, a turn in a few actions; a battle to its end."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from browser.conftest import serving
from browser.hurry import SECONDS, Watch, answer, turn_of
from browser.playing import ARTEFACTS, Person, sit_down
from server.running import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.slow

BOOK = "knights_and_knaves"
TURNS = int(os.environ.get("BANNERET_TURNS", "2"))  # of twenty against twenty
MOST_ACTIONS = 16  # of a person in a turn of twenty against twenty, as counted; the aim is 15
EIGHTEEN = 15  # of eighteen against thirteen
AS_LAST_TURN = 2
MOST_MINUTES = 45.0
PICTURED = {
    "Who is set down next?": "deploy",
    "Where do they all stand?": "array",
    "orders to give?": "command",
    "What shall the force do?": "chits",
    "Who declares first?": "declaration",
    "whom does he charge?": "charges",
    "which weapon is in his hand?": "weapons",
    "which way?": "movement",
    "at whom does he shoot?": "shooting",
    "strike or parry?": "melee",
    "Which unit is rearranged?": "rearranging",
    "to fight or to shoot?": "uncontrolled",
}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The books, and a market road for twenty against twenty and for five against five."""
    home = tmp_path_factory.mktemp("crowds")
    yield from serving(home, "browser.crowds:BOOKS")


@pytest.fixture
def seated(books: Server, person: Callable[..., Person]) -> Person:
    """A person before twelve men; the other twelve seldom ride his lord down in the first turn."""
    made = books.battle(BOOK, "market_road", {"a": "person", "b": "chance"})
    one = person(books)
    sit_down(one, made, "a")
    return one


def until(one: Person, wanted: str, most: int = 120) -> None:
    """Play on to a question of that kind."""
    for _ in range(most):
        asked = one.until_asked()
        assert asked, f"the battle is over, nobody was asked: {wanted}"
        if wanted in asked:
            return
        answer(one)
        one.page.wait_for_timeout(40)
    raise AssertionError(f"nobody was asked: {wanted}")


def next_turn(one: Person) -> None:
    """Play on until this turn is over; a battle lasts longer than one, whatever the dice say."""
    now = turn_of(one)
    while one.until_asked() and turn_of(one) == now:
        answer(one)
        one.page.wait_for_timeout(40)


def counted(one: Person, act: Callable[[Person], None]) -> int:
    before = one.actions
    act(one)
    return one.actions - before


def test_a_retinue_is_drawn_up_in_two_actions(seated: Person) -> None:
    """All as proposed; one by one still can be had."""
    asked = seated.until_asked()
    assert len(seated.options()) > 3
    spent = counted(seated, Person.give)
    assert seated.until_asked(besides=asked) == "Where do they all stand?"
    assert len(seated.page.query_selector_all(".token.ghost, .token.chosen")) == 12
    spent += counted(seated, Person.give)
    until(seated, "Standing order")
    seated.page.wait_for_selector(".men .token.chosen")  # whom the form is about
    assert spent == 2
    assert seated.page.locator("option:has-text(':'), option:has-text('_')").count() == 0
    barred = seated.page.locator("option[disabled]").all_inner_texts()  # nobody can give them
    assert any("trumpet" in one and "KK-ORDER-06" in one for one in barred)


def test_a_unit_is_marked_in_two_actions_and_next_turn_all_as_before(seated: Person) -> None:
    """The chip of a unit, a chit for it; then everybody as last turn, and commit."""
    until(seated, "What shall the force do?")
    page = seated.page
    band = page.locator("[data-band]").first
    name, men = band.inner_text().split(" · ")

    def mark(one: Person) -> None:
        one.click(f'[data-band="{name}"]')
        one.choose("stay")

    assert counted(seated, mark) == 2
    assert page.locator("[data-chit]").count() == 0, "nothing lies on the table before the commit"
    seated.click(f'[data-band="{name}"]')
    assert page.locator(".chip:not(.todo)[data-chip]").count() >= int(men.split()[0])
    while page.locator(".chip.todo").count():
        seated.click("[data-alike=stay]")
    seated.give()
    next_turn(seated)
    until(seated, "What shall the force do?")

    def again(one: Person) -> None:
        one.click("[data-before]")
        one.give()

    assert counted(seated, again) == 2


def test_a_turn_of_weapons_is_one_action_and_of_ways_two(seated: Person) -> None:
    """What is in hand stays there unless one says otherwise."""
    until(seated, "which weapon is in his hand?")
    asked = seated.asked
    assert counted(seated, Person.give) == 1
    until(seated, "which way?")
    assert seated.asked != asked

    def as_proposed(one: Person) -> None:
        one.click("[data-drawn]")
        one.give()

    assert counted(seated, as_proposed) == 2


def test_a_small_battle_to_its_end(books: Server, person: Callable[..., Person]) -> None:
    """Five against five by clicking, to the replay of it."""
    one = person(books)
    sit_down(one, books.battle(BOOK, "five", {"a": "person", "b": "captain"}), "a")
    for _ in range(300):
        if not one.until_asked():
            break
        answer(one)
        one.page.wait_for_timeout(40)
    assert one.over
    one.page.wait_for_selector("text=Men standing")  # the replay is drawn
    one.shot("knights-end", full=True)
    assert not one.faults()


def test_turns_of_twenty_against_twenty(books: Server, person: Callable[..., Person]) -> None:
    """Pictures of each phase, actions and minutes counted; to the end by `make count`."""
    one = person(books)
    watch = Watch(one)
    sit_down(one, books.battle(BOOK, "twenty", {"a": "person", "b": "captain"}), "a")
    spent: Counter[int] = Counter()
    seen: set[str] = set()
    chits = 0
    while (asked := one.until_asked()) and turn_of(one) <= TURNS:
        picture(one, asked, seen)
        chits = max(chits, one.page.locator("[data-chit]").count())
        spent[turn_of(one)] += counted(one, answer)
        one.page.wait_for_timeout(40)
    minutes = (one.actions * SECONDS + watch.seconds) / 60
    write_down(
        f"{one.actions} actions {dict(spent)}, shown {watch.seconds:.0f} s, {minutes:.0f} min"
    )
    assert chits > 20, "both sides' chits lie on the table"
    assert {"deploy", "array", "chits", "movement"} <= seen  # charges and fights need not come
    assert max(spent.values()) <= MOST_ACTIONS
    assert minutes < MOST_MINUTES


def test_a_turn_of_eighteen_against_thirteen(books: Server, person: Callable[..., Person]) -> None:
    """Fifteen actions a turn, and two for chits as in the last, whoever cannot do as he did."""
    one = person(books)
    sit_down(one, books.battle(BOOK, "eighteen", {"a": "person", "b": "green"}), "a")
    spent: Counter[int] = Counter()
    again = 0
    while (asked := one.until_asked()) and turn_of(one) <= TURNS:
        now = turn_of(one)
        if "What shall the force do?" in asked and one.page.locator("[data-before]").count():
            again = counted(one, as_last_turn)
            spent[now] += again
        else:
            spent[now] += counted(one, answer)
        one.page.wait_for_timeout(40)
    write_down(f"18 v 13: {dict(spent)}")
    assert again == AS_LAST_TURN
    assert max(spent[turn] for turn in spent if turn) <= EIGHTEEN


def as_last_turn(one: Person) -> None:
    """The word for it, then the commit; nobody is left open."""
    one.click("[data-before]")
    one.page.wait_for_selector("[data-primary]:has-text('Commit all')")
    one.press("Enter")
    one.page.wait_for_selector("[data-preset]", state="detached")


def write_down(line: str) -> None:
    """Beside the pictures; docs/browser.md tells it."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    with (ARTEFACTS / "knights-count.txt").open("a") as kept:
        kept.write(line + "\n")


def picture(one: Person, asked: str, seen: set[str]) -> None:
    """Keep what each kind of question looks like, once."""
    name = PICTURED.get(asked.rsplit(":", 1)[-1].strip(), "")
    if name and name not in seen:
        seen.add(name)
        look_at_odds(one, name)
        if name == "movement":
            one.page.wait_for_selector(".label.chalk:has-text('″')")  # how far he may go
        one.page.wait_for_timeout(300)
        one.shot(f"knights-{name}")
        if name == "command":
            one.page.get_by_role("tab", name="Papers").click()
            one.page.wait_for_selector("[data-sheets] table")
            assert "Standing orders" in one.page.inner_text("[data-sheets]")
            one.shot("knights-papers")
            assert not one.faults()
            one.page.get_by_role("tab", name="Chronicle").click()


def look_at_odds(one: Person, name: str) -> None:
    """Point at something that has a chance: it is told before one commits."""
    if name not in {"shooting", "melee"}:
        return
    hopeful: Any = one.page.locator("[data-option][aria-disabled=false]:has(b)")
    if hopeful.count():
        hopeful.first.hover()
        one.page.wait_for_selector(".consider .key")
