/** Cards in hands: options of one card with different targets are one card (core/show/cards.py). */

import type { Choice, Key, Option, Pick } from "./choices";
import type { Card, Pitted, Purse, Row } from "./scene";
import { names } from "./symbols";

export interface Held {
  id: string;
  card: Card;
  options: Option[];
  /** Why it cannot be played at all, if it cannot. */
  because: Option | null;
}

export interface Hand {
  name: string;
  cards: Held[];
  purse: Purse | null;
}

export const played = (choice: Choice): choice is Pick & { kind: "play"; purses: Purse[] } => choice.kind === "play" && choice.options.some((one) => one.card);

/** Answers that stand on cards, to be weighed one against the other. */
export const weighed = (choice: Choice): choice is Pick & { kind: "pick" } => choice.kind === "pick" && (choice.brought !== undefined || choice.options.some((one) => one.card));

const same = (a: Card | undefined, b: Card | undefined): boolean => a !== undefined && b !== undefined && a.title === b.title && (a.hand ?? "") === (b.hand ?? "");

/** The hands of a question, in the order of their purses; rider left of his steed. */
export function hands(choice: Pick): Hand[] {
  const found = new Map<string, Hand>();
  for (const purse of choice.purses ?? []) found.set(purse.hand, { name: purse.hand, cards: [], purse });
  for (const option of choice.options) {
    const card = option.card ?? { title: option.label };
    const name = card.hand ?? "";
    let hand = found.get(name);
    if (!hand && found.size === 1 && !name) hand = [...found.values()][0]!;
    if (!hand) found.set(name, (hand = { name, cards: [], purse: null }));
    const held = hand.cards.find((one) => same(one.card, card));
    if (held) held.options.push(option);
    else hand.cards.push({ id: `${name} ${card.title}`, card, options: [option], because: null });
  }
  const all = [...found.values()].filter((hand) => hand.cards.length);
  for (const held of all.flatMap((hand) => hand.cards)) held.because = held.options.every((one) => one.because !== undefined) ? held.options[0]! : null;
  for (const hand of all) hand.cards = gathered([...hand.cards.filter((one) => !one.because), ...hand.cards.filter((one) => one.because)]); // what may be played first
  return all;
}

/** Cards of a group lie together, the groups in the order of their first cards; what is barred stays behind. */
function gathered(cards: Held[]): Held[] {
  const order = new Map<string, number>();
  const place = (one: Held): number => {
    const key = `${one.because !== null} ${one.card.group ?? ""}`;
    if (!order.has(key)) order.set(key, order.size);
    return order.get(key)!;
  };
  cards.forEach(place);
  return cards.sort((a, b) => place(a) - place(b));
}

/** The table of card against card that concerns what is chosen: at the enemy whom a card names, else the first. */
export function pitted(choice: Pick, keys: Key[]): Pitted | undefined {
  const aimed = cardsOf(choice, keys).flatMap((card) => card.targets ?? []);
  return choice.pitted?.find((one) => aimed.includes(one.target)) ?? choice.pitted?.[0];
}

/** The row of a table that is chosen: of those whose cards are all played the one with most of them. */
export function rowOf(table: Pitted, choice: Pick, keys: Key[]): number {
  const titles = cardsOf(choice, keys).map((card) => card.title);
  const all = table.rows.map(([named]) => (named.every((name) => titles.some((title) => title === name || title.startsWith(`${name} `))) ? named.length : 0));
  return Math.max(...all) ? all.indexOf(Math.max(...all)) : -1;
}

const cardsOf = (choice: Pick, keys: Key[]): Card[] => choice.options.flatMap((one) => (keys.includes(one.key) && one.card ? [one.card] : []));

/** The option of a card that is chosen. */
export const chosen = (held: Held, keys: Key[]): Option | null => held.options.find((one) => keys.includes(one.key)) ?? null;

/** Keys with an option in place of the same card at another target; taken back if it was chosen. */
export function withCard(choice: Pick, keys: Key[], key: Key): Key[] {
  const option = choice.options.find((one) => one.key === key);
  const of = (one: Key): Card | undefined => choice.options.find((each) => each.key === one)?.card;
  const gone = (one: Card | undefined): boolean => one !== undefined && (one.hand ?? "") === (option?.card?.hand ?? "") && (option?.card?.instead ?? []).includes(one.title);
  const others = keys.filter((one) => !same(of(one), option?.card) && !gone(of(one)));
  return keys.includes(key) ? keys.filter((one) => one !== key) : [...others, key];
}

/** The key that a tap on a card means: it is taken back, or played at the first target. */
export function tapped(held: Held, keys: Key[]): Key | null {
  const now = chosen(held, keys);
  return now?.key ?? held.options.find((one) => one.because === undefined)?.key ?? null;
}

/** Of the options at a piece: the one of the card that was chosen last, so that it is aimed anew; else the first. */
export function aimed(choice: Pick, keys: Key[], options: Option[]): Option | undefined {
  const open = options.filter((one) => one.because === undefined);
  for (const key of [...keys].reverse()) {
    const card = choice.options.find((one) => one.key === key)?.card;
    const found = open.find((one) => same(one.card, card));
    if (found) return found;
  }
  return open.find((one) => !choice.options.some((each) => keys.includes(each.key) && same(each.card, one.card))) ?? open[0];
}

/** The next target of the card that was chosen last. */
export function turned(choice: Pick, keys: Key[], by: number): Key[] | null {
  const last = keys.at(-1);
  const card = choice.options.find((one) => one.key === last)?.card;
  const open = choice.options.filter((one) => same(one.card, card) && one.because === undefined);
  if (open.length < 2) return null;
  const at = open.findIndex((one) => one.key === last);
  return [...keys.slice(0, -1), open[(at + by + open.length) % open.length]!.key];
}

/** The same cards for another: by their titles, at the same target if he can, else at the first he can. */
export function likewise(from: Pick, keys: Key[], to: Pick): Key[] {
  return keys.flatMap((key) => {
    const card = from.options.find((one) => one.key === key)?.card;
    const open = to.options.filter((one) => one.card?.title === card?.title && one.because === undefined);
    const found = open.find((one) => one.card?.targets?.some((id) => card?.targets?.includes(id))) ?? open[0];
    return found ? [found.key] : [];
  });
}

/** What is paid from a purse: as the server says, else the sum of the costs. */
export function paid(choice: Pick, keys: Key[], purse: Purse, pays: [string, number][] | undefined): number {
  const told = pays?.find(([hand]) => hand === purse.hand);
  if (told) return told[1];
  const cards = choice.options.filter((one) => keys.includes(one.key)).map((one) => one.card);
  return cards.reduce((sum, card) => sum + ((card?.hand ?? purse.hand) === purse.hand ? (card?.cost ?? 0) : 0), 0);
}

const GLYPHS: [RegExp, string][] = [
  [/great/i, "arms-two-handed-sword"],
  [/ferocity|berserk/i, "state-berserk"],
  [/dodge/i, "card-dodge"],
  [/bash|toss|restrain|grapple/i, "card-bash"],
  [/shield/i, "shield-large"],
  [/parry|defen|guard/i, "arms-sword"],
  [/run away|retreat|flee/i, "state-rout"],
  [/charge|fleche|close/i, "chit-move-full"],
  [/stand|hold|pass/i, "chit-stay"],
  [/distance/i, "chit-move-half"],
  [/fire|shoot|loose|reload/i, "arms-bow"],
  [/blow|strike|attack/i, "arms-sword"],
  [/move|turn/i, "card-move"],
];

export function glyph(card: Card): string {
  const own = [card.glyph ?? "", `card-${card.glyph ?? ""}`, `card-${card.title.toLowerCase()}`].find((one) => names.has(one));
  return own ?? GLYPHS.find(([pattern]) => pattern.test(card.title))?.[1] ?? "card-back-turn";
}

/** Groups have colours beside their words. */
export function tone(group: string): "attack" | "defence" | "movement" | "plain" {
  if (/attack|blow|missile|spell/i.test(group)) return "attack";
  if (/defen|parry|guard|dodge/i.test(group)) return "defence";
  return /move/i.test(group) ? "movement" : "plain";
}

/** What a set of cards is called where the book proposes it ("As last round" has a name too); else how many they are. */
export function setName(choice: Pick, keys: Key[]): string {
  const known = choice.proposed?.findLast(([, set]) => set.length === keys.length && set.every((key) => keys.includes(key)));
  if (known) return known[0];
  if (!keys.length) return "no card";
  return keys.length === 1 ? "1 card" : `${keys.length} cards`;
}

/** Whether cards lie there. */
export const lies = (row: Row): boolean => Boolean(row.faced?.length || row.down);

const LINES = 4; // of pairs lie above the fold

/** Rows in pairs, one's own left: whoever a card is aimed at lies across; then those whom nobody faces, and where there are many whoever is left. Rows without a card stay out. */
export function paired(rows: Row[], you: string | null): [Row | null, Row | null][] {
  const left = you ?? rows[0]?.side;
  const own = rows.filter((row) => row.side === left && lies(row));
  const foes = rows.filter((row) => row.side !== left && lies(row));
  const aimed = (row: Row): number[] => [...(row.against ?? []), ...(row.known ?? []).flatMap((card) => card.targets ?? [])];
  const names = (a: Row, b: Row): boolean => aimed(a).some((id) => b.pieces?.includes(id));
  const found: [Row | null, Row | null][] = own.map((row) => [row, null]);
  const judges = [(a: Row, b: Row) => names(a, b) && names(b, a), (a: Row, b: Row) => names(a, b) || names(b, a)];
  for (const fits of judges)
    for (const pair of found) {
      const at = pair[1] ? -1 : foes.findIndex((foe) => fits(pair[0]!, foe));
      if (at >= 0) pair[1] = foes.splice(at, 1)[0]!;
    }
  const crowded = found.length + foes.length > LINES;
  for (const foe of foes) {
    const alone = found.filter((pair) => !pair[1] && pair[0]);
    const free = alone.find((pair) => !aimed(pair[0]!).length && !aimed(foe).length) ?? (crowded ? alone[0] : undefined);
    if (free) free[1] = foe;
    else found.push([null, foe]);
  }
  return found;
}

const cardText = (card: Card): string => `${card.title}${card.at ? ` at ${card.at}` : ""}`;

/** A row of cards in words. */
export function told(row: Row): string {
  const parts = [row.name];
  for (const purse of row.purses ?? []) parts.push(`${purse.left} of ${purse.most ?? purse.left} ${purse.unit ?? "blows"} left`);
  if (row.down) parts.push(`${row.down} ${row.down === 1 ? "card" : "cards"} face down${row.known?.length ? ` (${row.known.map(cardText).join(", ")})` : ""}`);
  if (row.faced?.length) parts.push(`faced: ${row.faced.map(cardText).join(", ")}`);
  if (row.note) parts.push(row.note);
  return parts.join(", ");
}
