import { describe, expect, it } from "vitest";
import type { Pick } from "../src/lib/choices";
import { further, routed, speeds, tapped, turned, type Routed } from "../src/lib/routes";

const option = (pace: string, pieces: number[], aside = false) => ({ key: pieces.length ? `${pace}:${pieces.join(",")}` : "none", label: "", pieces, pace, ...(aside && { aside }) });
const choice = {
  kind: "pick",
  options: [option("", []), option("trot", [5]), option("trot", [6], true), option("canter", [5]), option("canter", [6]), option("canter", [5, 6]), option("gallop", [5]), option("gallop", [6]), option("gallop", [5, 6]), option("gallop", [5, 6, 7]), option("gallop", [7], true)],
  paces: [
    { key: "trot", label: "Trot 6″", missed: ["turns 90° at most", "DE-CHG-28"] },
    { key: "canter", label: "Canter 9″" },
    { key: "gallop", label: "Gallop 13″" },
    { key: "charge", label: "Charge 18″", because: "3 steps up, 2 allowed", clause: "DE-CHG-03" },
  ],
} as unknown as Routed;

describe("routes", () => {
  it("are built by a tap on each target in order, and taken off by another", () => {
    expect(routed(choice)).toBe(true);
    expect(routed({ kind: "pick", options: [] } as unknown as Pick)).toBe(false);
    expect(tapped(choice, "none", 5)?.key).toBe("gallop:5"); // the fastest that reaches him
    expect(tapped(choice, "canter:5", 6)?.key).toBe("canter:5,6"); // the pace that is ridden is kept
    expect(tapped(choice, "trot:5", 6)?.key).toBe("gallop:5,6"); // unless it does not reach
    expect(tapped(choice, "gallop:5,6", 6)?.key).toBe("gallop:5");
    expect(tapped(choice, "gallop:5,6", 5)?.key).toBe("none");
    expect(tapped(choice, "gallop:6", 5)?.key).toBe("gallop:5"); // not after him: he is ridden at alone
  });

  it("say who may come next", () => {
    const keys = (key: string): unknown[] => further(choice, key).next.map((one) => one.key);
    expect(keys("none")).toEqual(["gallop:5", "gallop:6"]);
    expect(keys("canter:5")).toEqual(["canter:5,6"]);
    expect(further(choice, "trot:6").next).toEqual([]);
    expect(further(choice, "gallop:5").none?.key).toBe("none");
    expect(turned(choice, "gallop:5", 1)?.key).toBe("gallop:6");
    expect(turned(choice, "none", -1)?.key).toBe("gallop:6");
  });

  it("have a row of paces, each with whom it reaches", () => {
    expect(speeds(choice, "canter:5,6").map((one) => one.reaches)).toEqual(["first only", "both", "both", ""]);
    expect(speeds(choice, "gallop:6").map((one) => one.reaches)).toEqual(["ends short", "", "", ""]);
    expect(speeds(choice, "gallop:5,6,7").map((one) => one.reaches)).toEqual(["first only", "first 2 only", "all 3", ""]);
    expect(speeds(choice, "gallop:7")[0]).toMatchObject({ reaches: "", because: "turns 90° at most", clause: "DE-CHG-28" }); // nobody's trot goes there
    expect(speeds(choice, "canter:5,6")[0]!.because).toBeUndefined();
    expect(speeds(choice, "none").at(-1)).toMatchObject({ because: "3 steps up, 2 allowed", clause: "DE-CHG-03" });
  });
});
