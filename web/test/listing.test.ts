import { expect, it } from "vitest";
import { foe, from, listed } from "../src/lib/listing";
import type { Piece, SideInfo } from "../src/lib/scene";

const man = (id: number, side: string, more: Partial<Piece> = {}): Piece =>
  ({ id, side, name: `Man ${id}`, x: id, y: 0, facing: 0, width: 1, depth: 1, group: "", rank: "common", arms: "", mounted: false, marks: [], profile: {}, ...more });

it("measures from who is asked about, else from one's lord, never from a corpse", () => {
  const men = [man(1, "a", { marks: ["disabled"] }), man(2, "a"), man(3, "a", { rank: "lord" }), man(4, "b")];
  expect(from(men, [null, 2], "a")?.id).toBe(2);
  expect(from(men, [null, 99], "a")?.id).toBe(3);
  expect(from(men.slice(0, 1), [], "a")?.id).toBe(1);
});

it("lists men by group, the fallen last, strangers with their side", () => {
  const men = [man(1, "a", { group: "Foot", marks: ["disabled"] }), man(2, "a", { group: "Foot" }), man(5, "b"), man(4, "b")];
  const found = listed(men, men[1]!, (side) => side.toUpperCase());
  expect(found.map(([head, those]) => [head, those.map((one) => one.id)])).toEqual([["A: Foot", [2, 1]], ["B", [4, 5]]]);
});

it("knows friends from foes", () => {
  const sides = [{ key: "a1", party: "a" }, { key: "a2", party: "a" }, { key: "b1", party: "b" }] as SideInfo[];
  expect(["a1", "a2", "b1"].filter((side) => foe(side, "a1", sides))).toEqual(["b1"]);
  expect(foe("y", "x", [])).toBe(true);
});
