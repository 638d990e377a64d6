import { describe, expect, it } from "vitest";
import { firstOf, folded, isFold, type Entry } from "../src/lib/folding";
import type { Told } from "../src/lib/protocol";
import type { Piece, Scene } from "../src/lib/scene";
import { chronicle, Names } from "../src/lib/wording";

const piece = (id: number, side: string): Piece => ({
  id, side, name: `Man ${id}`, x: 0, y: 0, facing: 0, width: 1, depth: 1, group: "Band",
  rank: "common", arms: "spear", mounted: false, marks: [], profile: {},
});
const names = new Names();
names.learn({
  width: 48, height: 36, ground: [], markers: [], sequence: [], now: "", round: 1,
  pieces: [1, 2, 3, 4, 5].map((id) => piece(id, "a")).concat([11, 12, 13, 14].map((id) => piece(id, "b"))),
  sides: [{ key: "a", name: "The Reds", lines: [] }, { key: "b", name: "Blues", lines: [] }],
} as Scene);

let count = 0;
const happened = (man: number, kind: string, words: string, more: Partial<Told> = {}): Told => ({
  n: ++count, clause: "XX-01", text: `Man ${man} ${words}.`, private: false, event: { event: kind, man }, phase: "Movement", round: 1, ...more,
});
const went = (man: number, words = "walked 4.0 inches", more: Partial<Told> = {}): Told => happened(man, "moved", words, { quiet: true, ...more });
const die = (): Told => ({
  ...happened(1, "rolled", ""), text: null, event: { event: "rolled", purpose: "nerve", dice: [10], faces: [7], tally: [], side: "a" },
});
const told = (events: Told[]): Entry[] => folded(chronicle(events, names), names);
const texts = (events: Told[]): string[] => told(events).map((one) => one.text);

describe("everyday lines", () => {
  it("are told as one from three of a side on, in order, with all their pieces", () => {
    const [one, ...more] = told([went(1), went(2), went(3)]);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ text: "The Reds: 3 walked.", pieces: [1, 2, 3] });
    expect(isFold(one!) && one.lines.map((line) => [line.text, line.clause])).toEqual([1, 2, 3].map((id) => [`Man ${id} walked 4.0 inches.`, "XX-01"]));
    expect(told([went(1), went(2)]).some(isFold)).toBe(false);
  });

  it("are told apart by side and kind, though sides take turns", () => {
    const stopped = (man: number): Told => happened(man, "stopped", "stopped at the hedge", { quiet: true });
    const events = [went(1), went(11), went(2), stopped(2), went(12), went(3), went(13, "ran 9.0 inches")];
    expect(texts(events)).toEqual(["The Reds: 3 walked.", "Blues: 2 walked and 1 ran.", "Man 2 stopped at the hedge."]);
  });

  it("count what in particular was done, the most frequent first", () => {
    const chit = (man: number, what: string): Told => happened(man, "turned_up", `turned up: ${what}`, { quiet: true });
    expect(texts([chit(1, "shoot"), chit(2, "move up to full, at the walk"), chit(3, "move up to full, against Man 11")])).toEqual([
      "The Reds turned up: 2 move up to full and 1 shoot.",
    ]);
    const stopped = ["the hedge", "the door", "the hedge"].map((place, i) => went(i + 1, `stopped at ${place}`));
    expect(texts(stopped)).toEqual(["The Reds stopped: 2 at the hedge and 1 at the door."]);
    const five = ["walked 1", "ran 2", "trotted 3", "cantered 4", "walked 5"].map((words, i) => went(i + 1, words));
    expect(texts(five)).toEqual(["The Reds: 2 walked, 1 ran, 1 trotted and 1 cantered."]);
    expect(texts([...five, went(1, "crept"), went(2, "flew")])).toEqual(["The Reds: 2 walked, 1 ran, 1 trotted and 3 otherwise."]);
  });

  it("say the first of them where it is not known whom they tell of", () => {
    const nobody = (n: number): Told => ({ ...went(99), text: `Somebody came ${n}.` });
    expect(texts([nobody(1), nobody(2), nobody(3)])).toEqual(["Somebody came 1, and 2 more like it."]);
    expect(texts([1, 97, 98, 99].map((id) => went(id)))).toEqual(["Man 1 walked 4.0 inches.", "Others: 3 walked."]); // three who have left
  });

  it("never hide a die: a line with one stands alone and ends the stretch", () => {
    const entries = told([went(1), went(2), die(), went(3), went(4), went(5)]);
    expect(entries.some(isFold)).toBe(false);
    expect(firstOf(entries[2]!).rolls).toHaveLength(1);
    const after = told([die(), went(1), went(2), went(3), went(4)]);
    expect(after.map((one) => one.text)).toEqual(["Man 1 walked 4.0 inches.", "The Reds: 3 walked."]);
  });

  it("never hide what the book does not call everyday", () => {
    const fell = (man: number): Told => happened(man, "routed", "turned and ran");
    expect(told([fell(1), fell(2), fell(3)]).some(isFold)).toBe(false);
    expect(texts([went(1), went(2), fell(3), went(4)])).toHaveLength(4);
  });

  it("go on past one of their kind that matters, which keeps its line", () => {
    const events = [went(1), went(2), went(3, "walked 2.0 inches and met Man 11", { quiet: false }), went(4), went(5)];
    expect(texts(events)).toEqual(["The Reds: 4 walked.", "Man 3 walked 2.0 inches and met Man 11."]);
  });

  it("are not told across phases, rounds or what one side alone sees", () => {
    expect(told([went(1), went(2), went(3, "walked 1 inch", { phase: "Melee" }), went(4, "walked 1 inch", { phase: "Melee" })]).some(isFold)).toBe(false);
    expect(told([went(1), went(2), went(3, "walked 1 inch", { round: 2 })]).some(isFold)).toBe(false);
    expect(told([went(1), went(2), went(3, "walked 1 inch", { private: true })]).some(isFold)).toBe(false);
  });

  it("leave nothing out", () => {
    const events = [went(1), went(11), die(), went(2), went(3), went(12), went(4), went(13), went(14)];
    const all = told(events).flatMap((one) => (isFold(one) ? one.lines : [one]));
    expect(all.map((line) => line.n).sort((a, b) => a - b)).toEqual(chronicle(events, names).map((line) => line.n));
  });
});
