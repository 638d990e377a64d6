import { expect, it } from "vitest";
import { friendly, headed, parties, signed } from "../src/lib/parties";
import type { SideInfo } from "../src/lib/scene";

const side = (key: string, party: string, men: string): SideInfo => ({ key, name: key.toUpperCase(), party, lines: [["Figures", men]] });

it("puts those who fight together together, one's own first", () => {
  const sides = [side("a1", "a", "9 of 10"), side("b1", "b", "8 of 9"), side("a2", "a", "10 of 10"), side("b2", "b", "3 of 9")];
  const found = parties(sides, "b2");
  expect(found.map((one) => one.sides.map((each) => each.key))).toEqual([["b2", "b1"], ["a1", "a2"]]);
  expect(found.map((one) => one.men)).toEqual([{ now: 11, all: 18 }, { now: 19, all: 20 }]);
  expect(found.map((one) => headed(one, found, "b2"))).toEqual(["With you", "Against you"]);
  expect(headed(found[1]!, found, null)).toBe("A1 and allies");
  const alone = parties([side("a", "", "1 of 1"), side("b", "", "1 of 1")], "a");
  expect(alone.map((one) => headed(one, alone, "a"))).toEqual(["", ""]);
});

it("gives allies one sign, the same for all who look, and says who is a friend", () => {
  const sides = [side("a1", "a", "9 of 10"), side("b1", "b", "8 of 9"), side("a2", "a", "10 of 10"), side("b2", "b", "3 of 9")];
  expect([...signed(sides)]).toEqual([["a1", 0], ["a2", 0], ["b1", 1], ["b2", 1]]);
  expect(sides.map((one) => friendly(one.key, "b2", sides))).toEqual(["against you", "with you", "against you", ""]);
  expect(friendly("a1", null, sides)).toBe("");
  const two = [side("a", "", "1 of 1"), side("b", "", "1 of 1")];
  expect(signed(two).size).toBe(0);
  expect(friendly("b", "a", two)).toBe("");
});
