import { expect, test } from "vitest";
import { landscape } from "../src/lib/landscape";
import type { Ground } from "../src/lib/scene";

const area = (id: string, kind: string, x0: number, y0: number, x1: number, y1: number): Ground =>
  ({ id, kind, closed: true, points: [[x0, y0], [x1, y0], [x1, y1], [x0, y1]] }) as Ground;
const line = (kind: string, x0: number, y0: number, x1: number, y1: number): Ground =>
  ({ id: `${kind}_line_3`, kind, closed: false, points: [[x0, y0], [x1, y1]] }) as Ground;

test("the ground is told by its names, a house with its doors, and what is fought for first", () => {
  const ground = [
    area("church", "building", 32, 32, 42, 38.04),
    { ...area("farm", "building", 50, 2, 58, 8), name: "the farmhouse" },
    area("light_wood_7", "light_wood", 0, 0, 9, 9),
    line("house_wall", 32, 32, 42, 32),
    line("window", 34, 32, 35, 32),
    line("window", 39, 32, 40, 32),
    line("door_shut", 36, 32, 37, 32),
    line("hedge", 56, 18, 56, 34),
  ];
  expect(landscape(ground, [{ kind: "hold", x: 24, y: 18, radius: 6, label: "10 points" }])).toEqual([
    "10 points: within 6 inches of 24 inches east, 18 north",
    "Church, building, 32 to 42 inches east, 32 to 38 north, 2 windows, 1 door shut",
    "Farmhouse, building, 50 to 58 inches east, 2 to 8 north",
    "Light wood, 0 to 9 inches east, 0 to 9 north",
    "Hedge, 56 inches east, 18 to 34 north",
  ]);
});
