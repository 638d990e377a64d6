import { describe, expect, it } from "vitest";
import * as eye from "../src/lib/view";

const screen = { width: 1000, height: 600 };
const table = { width: 48, height: 36 };

describe("the view", () => {
  it("fits the whole table with a margin", () => {
    const view = eye.fit(screen, table);
    expect(view).toMatchObject({ x: 24, y: 18 });
    expect(view.scale).toBeCloseTo(600 / 38);
  });

  it("leaves the table where it lies while the bar below grows and shrinks, until it may grow", () => {
    const [whole, lower] = [eye.fit(screen, table), { ...screen, height: 520 }];
    const small = eye.refit(whole, screen, lower, table, 1, false);
    expect(small.scale).toBeCloseTo(520 / 38);
    const back = eye.refit(small, lower, screen, table, 1, false);
    expect(back.scale).toBe(small.scale);
    expect(eye.toScreen(back, screen, 0, 0)[1]).toBeCloseTo(eye.toScreen(small, lower, 0, 0)[1]!);
    expect(eye.refit(small, lower, screen, table, 1, true)).toEqual(whole);
    expect(eye.refit(whole, screen, { width: 700, height: 600 }, table, 1, false).scale).toBeCloseTo(700 / 50);
  });

  it("is carried no further than it must be to have a point in it", () => {
    const view = { x: 24, y: 18, scale: 20 };
    expect(eye.brought(view, screen, 24, 18)).toBe(view);
    const moved = eye.brought(view, screen, 24, 1);
    expect(eye.toScreen(moved, screen, 24, 1)).toEqual([500, 48]);
    expect(moved.x).toBe(24);
  });

  it("shows some of the table around one man alone", () => {
    const { scale } = eye.frame(screen, table, [20, 18, 20, 18], 2.5);
    expect(600 / scale).toBeGreaterThanOrEqual(12);
  });

  it("goes to the screen and back", () => {
    const view = { x: 10, y: 12, scale: 20 };
    const [px, py] = eye.toScreen(view, screen, 3, 4);
    expect(eye.toTable(view, screen, px, py)).toEqual([3, 4]);
  });

  it("keeps the point under the pointer where it is while zooming", () => {
    const view = { x: 24, y: 18, scale: 20 };
    const before = eye.toTable(view, screen, 620, 220);
    const after = eye.toTable(eye.zoom(view, screen, table, 1.4, 620, 220), screen, 620, 220);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("stays on the table and within its limits", () => {
    const view = eye.pan({ x: 1, y: 1, scale: 20 }, table, 9999, 9999);
    expect([view.x, view.y]).toEqual([0, 0]);
    expect(eye.zoom(view, screen, table, 1e6).scale).toBe(eye.MOST);
    expect(eye.zoom(view, screen, table, 1e-6).scale).toBeCloseTo(eye.least(screen, table));
  });

  it("frames a part, never smaller than the whole", () => {
    const near = eye.frame(screen, table, [20, 15, 26, 19], 2);
    expect(near.scale).toBeGreaterThan(eye.fit(screen, table).scale);
    const all = eye.frame(screen, table, [0, 0, 48, 36], 3);
    expect(all.scale).toBeGreaterThanOrEqual(eye.fit(screen, table).scale);
  });

  it("finds the corner where a map hides nobody", () => {
    const box = { width: 150, height: 130 };
    expect(eye.emptiest([], screen, box)).toBe("low-left");
    expect(eye.emptiest([[100, 550]], screen, box)).toBe("high-left");
    expect(eye.emptiest([[100, 550], [20, 20]], screen, box)).toBe("low-right");
    expect(eye.emptiest([[100, 550], [20, 20], [990, 590]], screen, box)).toBe("low-left");
    expect(eye.emptiest([], screen, box, "low-right")).toBe("low-right"); // no hopping about
  });

  it("shows no more beyond the table than it must", () => {
    const phone = { width: 360, height: 400 };
    const zone = eye.frame(phone, table, [0, 28, 48, 36], 2.5); // as wide as the table, at its foot
    expect(zone.y).toBe(18); // all of it is seen anyhow
    const low = eye.frame(screen, table, [20, 33, 28, 36], 1);
    expect(low.y + 300 / low.scale).toBeCloseTo(37);
  });

  it("lets nobody become a dot, though men stand all over the table", () => {
    const phone = { width: 360, height: 400 };
    const over: eye.Part = [2, 2, 46, 34];
    expect(eye.camera(phone, table, over, over, 1).scale).toBe(28);
    expect(eye.camera({ width: 1000, height: 650 }, table, over, over, 1)).toEqual(eye.fit({ width: 1000, height: 650 }, table));
  });

  it("sees both jousters at the ends of a long tilt", () => {
    const tilt = { width: 60, height: 12 };
    const [own, all]: [eye.Part, eye.Part] = [[3, 6.75, 3, 6.75], [3, 5.25, 57, 6.75]];
    expect(eye.camera(screen, tilt, own, all, 1, true)).toEqual(eye.fit(screen, tilt));
    expect(eye.camera(screen, tilt, own, own, 1).scale).toBeGreaterThan(20); // a crowd is told apart first
  });

  it("knows what can be seen whole without men becoming small", () => {
    expect(eye.holds({ width: 1000, height: 650 }, [20, 4, 22, 20], 1)).toBe(true);
    expect(eye.holds({ width: 1000, height: 650 }, [20, 4, 22, 30], 1)).toBe(false);
  });

  it("changes distance with a dead band", () => {
    expect(eye.distance(14, null)).toBe("far");
    expect(eye.distance(14, "middle")).toBe("middle");
    expect(eye.distance(16, "far")).toBe("far");
    expect(eye.distance(17, "far")).toBe("middle");
    expect(eye.distance(34, "near")).toBe("near");
    expect(eye.distance(50, "middle")).toBe("near");
  });
});
