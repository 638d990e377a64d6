import type { Overlay } from "./overlays";
import type { Point } from "./scene";

/** Where the words of something drawn are about: of a fan its apex, of an area its middle, of a stretch where it is stopped. */
export function anchor(one: Overlay): Point | null {
  if (one.shape === "zone") return one.layer === "turn" ? one.points[0]! : middle(one.points);
  if (one.shape !== "line") return null;
  const [[x0, y0], [x1, y1]] = one.points;
  const part = one.stop ?? 0.5;
  return [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
}

function middle(points: Point[]): Point {
  const sum = points.reduce(([x, y], [px, py]): Point => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}
