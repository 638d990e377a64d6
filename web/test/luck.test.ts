import { describe, expect, it } from "vitest";
import { chance, fortunes, rankOf, rankSaid, whole } from "../src/lib/luck";
import type { Told } from "../src/lib/protocol";
import { neededText, rolled } from "../src/lib/wording";

let count = 0;
const thrown = (side: string | null, purpose: string, faces: number[], wish: unknown, sides = 10): Told => ({
  n: count++, clause: "XX-01", text: null, private: false,
  event: { event: "rolled", purpose, dice: faces.map(() => sides), faces, tally: [], side, wish },
});

describe("luck", () => {
  it("counts successes against what was expected, whether high or low was wanted", () => {
    const events = [
      thrown("a", "to hit", [9], ["high", 8]),
      thrown("a", "to hit", [2], ["high", 8]),
      thrown("b", "morale", [9], ["low", 8]),
      thrown("b", "morale", [3], ["low", 8]),
    ];
    const [hits, tests] = fortunes(events);
    expect(hits).toMatchObject({ side: "a", counted: "successes", count: 2, got: 1 });
    expect(hits!.expected).toBeCloseTo(0.6);
    expect(hits!.luck).toBeGreaterThan(0);
    expect(tests).toMatchObject({ side: "b", got: 1 });
    expect(tests!.expected).toBeCloseTo(1.6);
    expect(tests!.luck).toBeLessThan(0);
  });

  it("turns the faces round where low was wanted and nothing in particular needed", () => {
    const low = fortunes([thrown("a", "rout", [1, 2], ["low", null], 6)])[0]!;
    expect(low).toMatchObject({ counted: "faces", got: 1.5, expected: 3.5 });
    expect(low.luck).toBeGreaterThan(0);
    expect(fortunes([thrown("a", "move", [1, 2], ["high", null], 6)])[0]!.luck).toBeLessThan(0);
  });

  it("leaves out dice nobody hoped anything of, and those that could not go either way", () => {
    const events = [
      thrown("a", "rider or mount", [3], ["", null]),
      thrown("a", "turn card", [1], null),
      thrown(null, "card", [1], ["high", null]),
      thrown("a", "morale", [4], ["low", 12]),
    ];
    expect(whole(events)).toEqual([{ side: "a", dice: 0, won: 1, expected: 1, needed: 1, above: 0 }]);
  });

  it("puts all dice of a side into one number", () => {
    const lucky = whole([thrown("a", "to hit", [10], ["high", 10]), thrown("a", "move", [6, 6], ["high", null], 6)])[0]!;
    expect(lucky.dice).toBe(3);
    expect(lucky.above).toBeGreaterThan(2);
    expect(rankOf(lucky.above)).toBeGreaterThan(0.97);
    expect(rankOf(0)).toBeCloseTo(0.5, 3);
    expect(rankOf(1.96)).toBeCloseTo(0.975, 2);
  });

  it("tells bad luck as bad luck", () => {
    expect(rankSaid(-1.9)).toEqual(["unluckier than in", 97]);
    expect(rankSaid(1.9)).toEqual(["luckier than in", 97]);
    expect(rankSaid(9)).toEqual(["luckier than in", 99]);
  });

  it("knows chances and says what was needed", () => {
    const said = (wish: unknown): string => neededText(rolled(thrown("a", "x", [5], wish))!);
    expect(chance(rolled(thrown("a", "x", [5], ["high", 8]))!, 10)).toBeCloseTo(0.3);
    expect(chance(rolled(thrown("a", "x", [5], ["low", 12]))!, 10)).toBe(1);
    expect(said(["high", 8])).toBe("8 or more needed");
    expect(said(["low", 3])).toBe("3 or less needed");
    expect(said(["low", 11])).toBe("cannot fail");
    expect(said(["high", 11])).toBe("cannot succeed");
    expect(said(["high", null])).toBe("");
    expect(said(["", "5 to 9 passes"])).toBe("5 to 9 passes");
  });
});
