import { describe, expect, it } from "vitest";
import { thing } from "../src/lib/things";

describe("things", () => {
  it("draws what stands about, alike each time, and leaves goals to the banner", () => {
    for (const kind of ["tree", "felled_tree", "bush", "wagon", "baggage", "barrel", "bonfire"]) {
      const drawn = thing(kind, 0.8, "4 5");
      expect(drawn?.length, kind).toBeGreaterThan(1);
      expect(drawn).toEqual(thing(kind, 0.8, "4 5"));
      expect(drawn?.every((one) => one.d.startsWith("M") && !one.d.includes("NaN")), kind).toBe(true);
    }
    expect(thing("hold", 6, "4 5")).toBeNull();
  });

  it("is as wide as it is told", () => {
    const wide = (text: string): number => Math.max(...(text.match(/-?[0-9.]+/g) ?? []).map((one) => Math.abs(Number(one))));
    const [small, large] = [0.5, 1].map((r) => wide(thing("barrel", r, "")![1]!.d));
    expect(large).toBeCloseTo(2 * small!);
  });
});
