import { expect, test } from "vitest";
import { fought, lying, worded } from "../src/lib/markers";
import { fraction } from "../src/lib/odds";
import type { Marker, Piece } from "../src/lib/scene";

const TABLE = { width: 48, height: 36 };
const goal = (more: Partial<Marker> = {}): Marker => ({ kind: "hold", x: 24, y: 18, radius: 6, label: "10 points", ...more });
const man = (id: number, x: number, y: number): Piece => ({ id, x, y, width: 1, depth: 1 }) as Piece;
const at = (markers: Marker[], men: Piece[]): (number | undefined)[][] => worded(markers, men, TABLE, 20).map((one) => one.at);

test("what is fought for is told on nobody", () => {
  expect(at([goal()], [])).toEqual([[24, 12]]);
  expect(at([goal()], [man(1, 24.5, 12)])).toEqual([[24, 24]]);
  const [[x, y]] = at([goal()], [man(1, 24, 12), man(2, 24, 24)]) as [[number, number]];
  expect([x, y]).not.toEqual([24, 12]);
  expect(Math.hypot(x - 24, y - 18)).toBeCloseTo(6);
});

test("its words stay on the table, and points at one spot are told once", () => {
  expect(at([goal({ y: 3 })], [])).toEqual([[24, 9]]);
  expect(worded([goal(), goal({ label: "6 points" })], [], TABLE, 20).map((one) => one.text)).toEqual(["10 points / 6 points"]);
  expect(worded([goal({ kind: "tree" }), goal({ label: "" })], [], TABLE, 20)).toEqual([]);
});

test("words of places along a road to the rim of the table lie beside each other", () => {
  const stop = (x: number, label: string): Marker => goal({ kind: "place", x, y: 8, radius: 0, label });
  const stops = [stop(38, "Ambush in the Wood: lost"), stop(55, "The Perilous Chapel"), stop(55, "The Ford")];
  stops[2]!.y = 15;
  const wide = (text: string): number => (text.length * 8.6) / 10;
  const found = worded(stops, [], { width: 60, height: 19 }, 10).map(({ text, at: [x, y] }) => ({ x, y, wide: wide(text) }));
  for (const one of found) expect(one.x + one.wide / 2).toBeLessThanOrEqual(60);
  expect(Math.abs(found[1]!.x - 55)).toBeLessThan(4);
  const beside = Math.abs(found[0]!.x - found[1]!.x) >= (found[0]!.wide + found[1]!.wide) / 2;
  expect(beside || Math.abs(found[0]!.y - found[1]!.y) >= 2.2).toBe(true);
});

test("what lies about is told from what is fought for", () => {
  const kinds = ["fallen", "loose mount", "treasure", "fire", "door", "objective"];
  expect(kinds.map((kind) => fought(goal({ kind })))).toEqual([false, false, false, false, false, true]);
  expect(lying("fallen")).toBe("fallen");
});

test("chances are read as fractions and as percents", () => {
  expect([fraction("1/4"), fraction("43%"), fraction("43 %"), fraction("0.5")]).toEqual([0.25, 0.43, 0.43, 0.5]);
});
