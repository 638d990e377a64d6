"""The budgets of the design: actions from seeing the question to its answer, counted."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from browser.playing import Person
from browser.pretend import Pretended, man, pick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from server.running import Server

pytestmark = pytest.mark.slow

ARCHERS, SPEARMEN, ENEMIES = range(6), range(6, 10), range(20, 23)
CHITS = ("shoot", "move", "stay")
TAKEN = 100  # milliseconds from an answer to the painted bar that took it
REACTION = """() => {
  window.reaction = 0;
  addEventListener("keydown", (event) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      const painted = () => (window.reaction = performance.now() - event.timeStamp);
      requestAnimationFrame(() => requestAnimationFrame(painted));
    });
    const seen = {subtree: true, childList: true, attributes: true, characterData: true};
    watch.observe(document.querySelector("section.question"), seen);
  }, {capture: true, once: true});
}"""


@pytest.fixture(scope="module")
def seat(chromium: Any, first_book: Server) -> Iterator[Pretended]:
    """Six archers and four spearmen against three, for all tests here."""
    men = [man(key, "a", 10 + 2 * key, 6, group="Archers") for key in ARCHERS]
    men += [man(key, "a", 10 + 2 * key, 9, group="Spearmen") for key in SPEARMEN]
    men += [man(key, "b", 10 + 2 * (key - 20), 26, group="Foes") for key in ENEMIES]
    one = Person(chromium, first_book.url)
    found = Pretended(one, men)
    found.open()
    yield found
    one.close()


@pytest.fixture
def table(seat: Pretended) -> Pretended:
    """The same table with nothing asked and nothing said."""
    seat.wait()
    seat.person.page.wait_for_selector("text=Waiting for")
    seat.said.clear()
    seat.person.actions = 0
    return seat


def chits(keys: range) -> list[dict[str, Any]]:
    """A secret chit for each man."""
    options = [{"key": chit, "label": chit} for chit in CHITS]
    return [pick(f"chit.{key}", f"Man {key}", options, subjects=[key]) for key in keys]


def shots(keys: range) -> list[dict[str, Any]]:
    """A target for each man."""
    odds = {"killed": "1/5", "saved": "1/10", "miss": "7/10"}
    options = [
        {"key": key, "label": f"Man {key}", "pieces": [key], "odds": odds} for key in ENEMIES
    ]
    return [pick(f"shot.{key}", f"Man {key} shoots", options, subjects=[key]) for key in keys]


def spent(table: Pretended, act: Callable[[Person], None]) -> int:
    """Count what somebody does."""
    one = table.person
    one.until_asked()
    before = one.actions
    act(one)
    return one.actions - before


def tap(one: Person, key: int) -> None:
    """Tap a figure on the table."""
    one.actions += 1
    one.page.mouse.click(*one.page_point(key))


def drafted(table: Pretended) -> dict[int, Any]:
    return {one["index"]: one["value"] for one in table.heard("draft")}


def test_an_answer_is_seen_to_be_taken_at_once(table: Pretended) -> None:
    """The bar says so by itself, for this server never answers; the median of nine."""
    took: list[float] = []
    one = table.person
    for man_asked in range(9):
        table.ask(*shots(range(man_asked, man_asked + 1)))
        one.page.wait_for_selector(f"text=Man {man_asked} shoots")
        one.choose(str(ENEMIES[0]))
        one.page.wait_for_selector("[data-primary]:not([disabled])")
        one.page.evaluate(REACTION)
        one.press("Enter")
        one.page.wait_for_function("() => window.reaction > 0")
        took.append(one.page.evaluate("window.reaction"))
    assert len(table.heard("answer")) == 9
    assert median(took) < TAKEN, took


def test_one_chit_for_a_unit_is_two_actions(table: Pretended) -> None:
    """G, or a second tap on a man of it, means the whole group."""
    table.ask(*chits(range(10)), together=True)

    def mark(one: Person) -> None:
        one.press("g")
        one.choose("shoot")

    assert spent(table, mark) == 2
    assert drafted(table) == dict.fromkeys(ARCHERS, "shoot")


def test_all_chits_as_last_turn_are_two_actions(table: Pretended) -> None:
    table.ask(*chits(range(10)), together=True)
    one = table.person
    one.until_asked()
    one.press("g")
    one.choose("shoot")
    one.press("g")
    one.choose("move")
    one.give()
    assert len(table.heard("commit")) == 1
    table.wait()
    one.page.wait_for_selector("text=Waiting for")
    table.said.clear()
    table.ask(*chits(range(10)), together=True)

    def again(one: Person) -> None:
        one.click("[data-before]")
        one.give()

    assert spent(table, again) == 2
    assert len(table.heard("commit")) == 1
    assert drafted(table) == dict.fromkeys(ARCHERS, "shoot") | dict.fromkeys(SPEARMEN, "move")


def test_a_shot_is_two_actions(table: Pretended) -> None:
    """The target shows its odds, a second tap commits."""
    table.ask(*shots(range(1)))

    def shoot(one: Person) -> None:
        tap(one, 21)
        one.page.wait_for_selector(".badge:has-text('30%')")
        tap(one, 21)

    assert spent(table, shoot) == 2
    assert [one["value"] for one in table.heard("answer")] == [21]


def test_one_target_for_six_archers_is_two_actions(table: Pretended) -> None:
    table.ask(*shots(ARCHERS), together=True)

    def aim(one: Person) -> None:
        one.press("g")
        tap(one, 22)

    assert spent(table, aim) == 2
    assert drafted(table) == dict.fromkeys(ARCHERS, 22)


def test_a_charge_is_two_actions(table: Pretended) -> None:
    whom = [{"key": key, "label": f"Man {key}", "pieces": [key]} for key in ENEMIES]
    table.ask(pick("charge", "Whom do they charge?", whom))

    def charge(one: Person) -> None:
        tap(one, 20)
        one.press("Enter")

    assert spent(table, charge) == 2
    assert [one["value"] for one in table.heard("answer")] == [20]


def test_strike_or_parry_for_six_is_two_actions_and_one_for_each_change(table: Pretended) -> None:
    blows = [{"key": "strike", "label": "strike"}, {"key": "parry", "label": "parry"}]
    fight = [pick(f"blow.{key}", f"Man {key}", blows, subjects=[key]) for key in ARCHERS]
    table.ask(*fight, together=True)

    def all_strike(one: Person) -> None:
        one.click("[data-alike=strike]")
        one.give()

    assert spent(table, all_strike) == 2
    assert len(table.heard("commit")) == 1
    assert drafted(table) == dict.fromkeys(ARCHERS, "strike")


def test_two_cards_are_three_actions(table: Pretended) -> None:
    hand = [{"key": key, "label": key} for key in ("deliver blow", "dodge left", "parry")]
    table.ask(pick("cards", "Play cards for Sir Guy", hand, kind="play", least=0, most=2))

    def play(one: Person) -> None:
        one.press("1")
        one.press("2")
        one.press("Enter")

    assert spent(table, play) == 3
    assert [one["value"] for one in table.heard("answer")] == [["deliver blow", "dodge left"]]


def test_a_message_to_an_officer_is_three_actions(table: Pretended) -> None:
    """Officer, order, send: words are buttons where there are few of them."""
    fields = [
        {"name": "officer", "label": "To", "kind": "word", "words": ["Malcolm", "Osbeorn"]},
        {"name": "order", "label": "Order", "kind": "word", "words": ["hold", "attack"]},
    ]
    form = {"kind": "write", "side": "a", "key": "message", "prompt": "Send a rider"}
    full = [{**field, "least": 0, "most": 0} for field in fields]
    table.ask({**form, "about": [], "ideas": [], "fields": full})

    def send(one: Person) -> None:
        one.click("[data-word='officer Osbeorn']")
        one.click("[data-word='order attack']")
        one.give()

    assert spent(table, send) == 3
    wanted = {"officer": "Osbeorn", "order": "attack"}
    assert [one["value"] for one in table.heard("answer")] == [wanted]


def test_a_phase_with_nothing_to_do_is_no_action(table: Pretended) -> None:
    """It passes by itself and says so; who wants to stop there says it once."""
    idle = [
        {"key": "shoot", "label": "shoot", "because": "nobody is in reach", "clause": ""},
        {"key": "nothing", "label": "nothing"},
    ]
    table.ask(pick("phase", "What do the archers do?", idle))
    one = table.person
    one.page.wait_for_selector("[data-passed]")
    assert one.actions == 0
    assert [said["value"] for said in table.heard("answer")] == ["nothing"]
    one.click("text=Stop here next time")
    table.ask(pick("phase", "What do the spearmen do?", idle))
    assert one.until_asked() == "What do the spearmen do?"
    assert len(table.heard("answer")) == 1
    one.give()
    assert len(table.heard("answer")) == 2


def test_an_undo_is_one_action(table: Pretended) -> None:
    table.ask(*shots(range(1)))
    assert spent(table, lambda one: one.press("u")) == 1
    assert len(table.heard("undo")) == 1
