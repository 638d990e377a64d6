import { expect, test } from "vitest";
import { anchored, named } from "../src/lib/labels";
import type { Overlay } from "../src/lib/overlays";
import type { Piece, Point } from "../src/lib/scene";

const ring = (inches: number): Overlay => ({
  shape: "zone",
  layer: "reach",
  label: `walk ${inches}″`,
  points: Array.from({ length: 36 }, (_, i): Point => [Math.sin((i * Math.PI) / 18) * inches, Math.cos((i * Math.PI) / 18) * inches]),
}) as Overlay;
const bearing = ([x, y]: Point): number => Math.round((Math.atan2(x, y) * 180) / Math.PI);

test("words of rings stand in sight, apart from each other and off the way", () => {
  const rings = [ring(8), ring(12)];
  const free = anchored(rings, () => true, [], 18);
  expect(free.map((one) => bearing(one!) > 0)).toEqual([true, true]);
  const way = anchored(rings, () => true, [free[0]!], 18);
  expect(way[0]).not.toEqual(free[0]);
  expect(way[1]).toEqual(free[1]);
  const left = anchored(rings, ([x]) => x < 0, [], 18);
  expect(left.every((one) => one![0] < 0)).toBe(true);
  expect(anchored(rings, () => false, [], 18)).toEqual([null, null]);
});

test("the name of a disc stands beside it where another stands below", () => {
  const disc = (id: number, y: number) => ({ id, name: "Sir Emeric", x: 0, y, width: 2, depth: 2, facing: 0, form: { form: "round" } }) as Piece;
  const found = named([disc(1, 2), disc(2, 0)], () => 1, 28);
  expect(found.get(1)).toBe("right");
  expect(found.get(2)).toBe("below");
});
