"""Cards as every screen knows them: what stands on one, what it costs, and rows of them."""

from __future__ import annotations

import msgspec


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What stands on a card, and for what it is played.

    Options with one `title` in one `hand` are one card that may be aimed at different `targets`;
    `at` names the target in words. `group` is a word of the book ("attack", "defence") by which
    cards are sorted and coloured. A card that is tapped takes the place of those in `instead`.
    """

    title: str
    cost: int = 0
    group: str = ""
    sentence: str = ""
    targets: tuple[int, ...] = ()  # numbers of pieces
    at: str = ""
    hand: str = ""  # the name of the purse it is paid from, where one figure has several hands
    glyph: str = ""  # a picture's name, if it is not that of the title
    badge: str = ""  # a word or number in its corner: "+3 virtue"
    facts: tuple[tuple[str, str], ...] = ()  # what it does, a line each: ("Virtue", "48 to 51")
    clauses: tuple[str, ...] = ()
    side: str = ""  # whose it is, in a row that holds cards of several sides
    now: bool = False  # it is being played
    instead: tuple[str, ...] = ()  # titles of cards that are never played beside it


class Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    """What cards are paid from: blows left of so many; `clause` is cited when they do not suffice.

    `played` is what lies on the table already, `unit` what it is counted in.
    """

    hand: str
    left: int
    most: int = 0
    played: int = 0
    unit: str = "blows"
    clause: str = ""


class Pitted(msgspec.Struct, frozen=True, omit_defaults=True):
    """Card against card as a table: a row for each own play, a column for each the other may face.

    A row names its cards by their titles. A cell says what each of the two hits with, in a
    hundred; "" is no blow at all, and two chances in one are those after a right and a wrong guess.
    """

    target: int  # the number of the piece it is about
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], ...]
    note: str = ""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that lie before somebody: faced ones, and how many are face down.

    `known` are face-down cards that whoever looks may know: his own. Leave them out of the scenes
    of others.
    """

    side: str
    name: str
    pieces: tuple[int, ...] = ()  # whose they are
    title: str = ""  # what the row is: "TAC, faced"
    faced: tuple[Card, ...] = ()
    down: int = 0
    known: tuple[Card, ...] = ()
    purses: tuple[Purse, ...] = ()
    against: tuple[int, ...] = ()  # whom he fights: rows are paired by it
    note: str = ""  # "Thorkel has chosen."
