import { describe, expect, it } from "vitest";
import * as geometry from "../src/lib/geometry";
import type { Point, Spot } from "../src/lib/scene";

const base = (x: number, y: number, facing = 0) => ({ x, y, facing, width: 1, depth: 1 });

describe("geometry", () => {
  it("counts facing clockwise from up the table", () => {
    expect(geometry.facingTo([0, 0], [0, 5])).toBeCloseTo(0);
    expect(geometry.facingTo([0, 0], [5, 0])).toBeCloseTo(90);
    expect(geometry.facingTo([0, 0], [-5, 0])).toBeCloseTo(270);
    expect(geometry.compass(90)).toBe("east");
    expect(geometry.compass(-45)).toBe("north-west");
  });

  it("measures from base edge to base edge", () => {
    expect(geometry.gap(base(0, 0), base(5, 0)).inches).toBeCloseTo(4);
    expect(geometry.gap(base(0, 0), base(0.5, 0)).inches).toBe(0);
    expect(geometry.gap(base(0, 0, 45), base(5, 0)).inches).toBeCloseTo(4.5 - Math.SQRT1_2);
  });

  it("cuts a path at a length", () => {
    const path: Point[] = [[0, 0], [0, 4], [3, 4]];
    expect(geometry.length(path)).toBe(7);
    expect(geometry.cut(path, 5)).toEqual([[0, 0], [0, 4], [1, 4]]);
    expect(geometry.along(path, 0.5)).toEqual([0, 3.5]);
  });

  it("turns places about a point as facings turn", () => {
    const [spot] = geometry.rotate([[0, 1, 0]], [0, 0], 90) as [Spot];
    expect(spot[0]).toBeCloseTo(1);
    expect(spot[1]).toBeCloseTo(0);
    expect(spot[2]).toBe(90);
  });

  it("wraps a hull around men", () => {
    const hull = geometry.hull([[0, 0], [4, 0], [4, 4], [0, 4], [2, 2]]);
    expect(hull).toHaveLength(4);
  });
});

describe("parts of a path", () => {
  const bent: [number, number][] = [[0, 0], [4, 0], [4, 4]];
  it("gives the stretch between two parts, bends included", () => {
    expect(geometry.between(bent, 0.25, 0.75)).toEqual([[2, 0], [4, 0], [4, 2]]);
    expect(geometry.between(bent, 0, 0.5)).toEqual([[0, 0], [4, 0]]);
    expect(geometry.between(bent, 0.5, 1)).toEqual([[4, 0], [4, 4]]);
    expect(geometry.between(bent, 0.6, 0.7)[0]![0]).toBe(4);
  });
});
