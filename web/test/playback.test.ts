import { describe, expect, it } from "vitest";
import { clash, named, wordBox } from "../src/lib/labels";
import { beats, duration, together, withFaced } from "../src/lib/playback";
import type { Told } from "../src/lib/protocol";
import type { Piece, Row, Scene } from "../src/lib/scene";

const man = (id: number, x = 0, y = 0, more: object = {}): Piece =>
  ({ id, side: "a", name: `Man ${id}`, x, y, facing: 0, width: 1, depth: 1, group: "", rank: "", arms: "", mounted: false, marks: [], profile: {}, ...more }) as Piece;
const scene = (pieces: Piece[]): Scene =>
  ({ width: 10, height: 10, ground: [], pieces, markers: [], sides: [], sequence: [], now: "", round: 1 }) as Scene;
let count = 0;
const told = (event: object, text: string | null = "said"): Told =>
  ({ n: count++, clause: "", text, private: false, event: { event: "moved", ...event } }) as Told;
const walk = (who: number, to: number, more: object = {}): Told => told({ man: who, path: [[0, 0], [to, 0]], ...more });

describe("playback", () => {
  it("shows moves of the same moment in one beat, whatever silence lies between", () => {
    const men = [man(1), man(2), man(3)];
    const found = beats([walk(1, 3, { at_once: true }), told({ event: "noted" }, null), walk(2, 4, { at_once: true }), walk(3, 5)], men, scene(men));
    const gliding = found.filter((one) => one.glides.length);
    expect(gliding.map((one) => one.glides.map((glide) => glide.id))).toEqual([[1, 2], [3]]);
    expect(gliding[0]!.more).toHaveLength(1);
  });

  it("does not join what another event parts", () => {
    const men = [man(1), man(2)];
    const die = told({ event: "rolled", purpose: "nerve", dice: [10], faces: [3] }, null);
    const found = beats([walk(1, 3, { at_once: true }), die, walk(2, 4, { at_once: true })], men, scene(men));
    expect(found.filter((one) => one.glides.length)).toHaveLength(2);
    expect(found.map((one) => one.roll !== null)).toContain(true);
  });

  it("turns up all cards of a moment in one frame, and a dodge that was guessed at after it", () => {
    const faces = (name: string, title: string): Told => ({ ...told({ event: "faced" }), rows: [{ side: "a", name, faced: [{ title }] }] }) as Told;
    const found = beats([faces("Hugh", "BLOW"), faces("Odo", "PARRY"), told({ event: "guessed" }, null), faces("Odo", "DODGE")], [], scene([]));
    const shown = found.filter((one) => one.rows.length);
    expect(shown.map((one) => one.rows.map((row) => row.name))).toEqual([["Hugh", "Odo"], ["Odo"]]);
    expect(duration(shown[0]!, 100, 0)).toBeGreaterThan(duration(shown[1]!, 100, 0));
    const rows = together(shown[0]!.rows, shown[1]!.rows);
    const after = withFaced([{ side: "a", name: "Hugh", down: 0, purses: [{ hand: "", left: 3 }] } as Row], rows);
    expect(after.map((row) => [row.name, row.faced?.map((one) => one.title), row.purses?.length])).toEqual([["Hugh", ["BLOW"], 1], ["Odo", ["PARRY", "DODGE"], undefined]]);
  });

  it("takes as long for twenty who move together as for one", () => {
    const men = Array.from({ length: 20 }, (_, i) => man(i));
    const found = beats(men.map(({ id }) => walk(id, 3, { at_once: true })), men, scene(men));
    expect(found.reduce((sum, one) => sum + duration(one, 420, 600), 0)).toBe(420);
  });

  it("brings in who comes and takes away who goes with the event that tells of it", () => {
    const [before, after] = [[man(1)], [man(2)]];
    const found = beats([told({ man: 2, place: [4, 4, 90] }), told({ man: 1 })], before, scene(after));
    expect(found[0]!.appear.map((one) => one.id)).toEqual([2]);
    expect(found[1]!.vanish).toEqual([1]);
  });
});

describe("names on the table", () => {
  it("lets the greater man keep his name in a crowd", () => {
    const lord = man(1, 5, 5, { name: "Sir Roland of Barford" });
    const squire = man(2, 6, 5, { name: "Simon of Barford" });
    const shown = named([squire, lord], (one) => (one.id === 1 ? 4 : 1), 20);
    expect([...shown.keys()]).toEqual([1]);
    expect(named([squire, { ...lord, x: 15 }], () => 1, 20).size).toBe(2);
    expect(named([squire, lord], (one) => (one.id === 1 ? 4 : 100), 20).has(2)).toBe(true);
  });

  it("writes a body's name above it where its officer stands behind it", () => {
    const body = man(1, 10, 10, { name: "Shire levy", width: 7.5, depth: 2, facing: 0, form: { form: "block", files: 5, ranks: 2, have: 10 } as never });
    const officer = man(2, 10, 8.5, { name: "William of Aumale" });
    const shown = named([body, officer], (one) => (one.id === 1 ? 3 : 4), 20);
    expect(shown.get(1)).toBe("above");
    expect(shown.get(2)).toBe("below");
    expect(named([body], () => 3, 20).get(1)).toBe("below");
  });

  it("knows when words lie on each other", () => {
    expect(clash(wordBox("Hugh", 0, 0), wordBox("Hal", 10, 4))).toBe(true);
    expect(clash(wordBox("Hugh", 0, 0), wordBox("Hal", 0, 20))).toBe(false);
  });
});
