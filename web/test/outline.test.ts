import { describe, expect, it } from "vitest";
import { contour, INWARDS, OUTWARDS, softened, straying } from "../src/lib/outline";
import type { Point } from "../src/lib/scene";
import { seeded } from "../src/lib/terrain";

const SHAPES: Record<string, Point[]> = {
  square: [[6, 21], [14, 21], [14, 27], [6, 27]],
  turned: [[6, 27], [14, 27], [14, 21], [6, 21]],
  slanting: [[3, 4], [11, 2], [13, 9], [8, 12], [2, 9]],
  concave: [[0, 0], [10, 0], [10, 3], [4, 3], [4, 8], [0, 8]],
  thin: [[0, 10], [40, 10], [40, 12], [0, 12]],
};

describe("what is drawn is what counts", () => {
  it.each(Object.entries(SHAPES))("strays by no more than it may: %s", (name, points) => {
    for (let n = 0; n < 20; n++) {
      const [out, into] = straying(softened(points, seeded(`${name} ${n}`)), points);
      expect(out).toBeLessThanOrEqual(OUTWARDS);
      expect(into).toBeLessThanOrEqual(INWARDS);
    }
  });

  it("draws contours inside a hill, and none where there is no room", () => {
    const ring = contour(SHAPES["square"]!, 1)!;
    expect(ring.every(([x, y]) => x > 6.9 && x < 13.1 && y > 21.9 && y < 26.1)).toBe(true);
    expect(contour(SHAPES["thin"]!, 1.2)).toBeNull();
  });
});
