import { describe, expect, it } from "vitest";
import { colourOf, given, hatching, livery, patternOf, second } from "../src/lib/livery";
import { measured, ruled } from "../src/lib/ruler";
import { idle } from "../src/lib/idle";
import type { Option, Pick, Question } from "../src/lib/choices";

describe("what a side wears", () => {
  it("names a pattern only where it is not the tincture's own", () => {
    expect(livery("gules", "saltire")).toBe("gules");
    expect(livery("gules", "cross")).toBe("gules cross");
    expect(colourOf("gules cross")).toBe("gules");
    expect(patternOf("gules cross")).toBe("cross");
    expect(patternOf("vert")).toBe("cross");
  });

  it("draws the pattern so that it reads", () => {
    expect(second("azure cross")).toBe("token-chalk");
    expect(second("argent saltire")).toBe("token-ink");
  });

  it("gives what comes first", () => {
    expect(given([{ key: "a" }, { key: "b" }])).toEqual({ a: "azure", b: "gules" });
  });
});

describe("a side on paper", () => {
  it("is hatched by its tincture, no two alike, and argent is left bare", () => {
    const all = ["azure", "gules", "or", "vert", "purpure", "sable", "tenne", "argent"].map((one) => hatching(one, 20, 20));
    expect(new Set(all).size).toBe(8);
    expect(hatching("argent", 20, 20)).toBe("");
    expect(hatching("azure", 20, 20)).toMatch(/^M(-[\d.]+) (-?[\d.]+)L([\d.]+) \2/); // level lines
  });
});

describe("a measurement said aloud", () => {
  it("can be laid on the table by who hears it, and nothing else can", () => {
    const told = measured({ from: [10, 5.25], to: [22.1, 6], inches: 11.62 });
    expect(told).toBe("Measured 11.6″ [10.00,5.25 to 22.10,6.00]");
    expect(ruled(told)).toEqual({ inches: 11.6, from: [10, 5.25], to: [22.1, 6] });
    expect(ruled("Measured by eye")).toBeNull();
  });
});

describe("a question that leaves nothing to do", () => {
  const asked = (...options: Option[]): Question => {
    const one: Pick = { kind: "pick", index: 0, side: "a", key: "k", prompt: "?", about: [], least: 1, most: 1, options };
    return { number: 1, together: false, choices: [one] };
  };
  const no = { key: "shoot", label: "shoot", because: "nobody is in reach" };

  it("has one way out that touches nobody", () => {
    expect(idle(asked(no, { key: "nothing", label: "nothing" }))).toBe(true);
    expect(idle(asked({ key: "a", label: "a" }, { key: "b", label: "b" }))).toBe(false);
    expect(idle(asked(no, { key: 3, label: "Piers", pieces: [3] }))).toBe(false);
    expect(idle(asked(no, { key: 3, label: "Piers", odds: { hit: "1/2" } }))).toBe(false);
  });
});
