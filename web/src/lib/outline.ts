import type { Point } from "./scene";

/** How far a drawn edge may lie outside the measured line, and inside it, in inches. */
export const OUTWARDS = 0.1;
export const INWARDS = 0.02;

const SAMPLE = 0.45;
const PUSH = 0.08;

export const area = (points: Point[]): number =>
  points.reduce((sum, a, i) => {
    const b = points[(i + 1) % points.length]!;
    return sum + a[0] * b[1] - b[0] * a[1];
  }, 0) / 2;

/** Points along an outline, so many inches apart; corners stay. */
export function sampled(points: Point[], step: number): Point[] {
  return points.flatMap((a, i) => {
    const b = points[(i + 1) % points.length]!;
    const count = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
    return Array.from({ length: count }, (_, j): Point => [a[0] + ((b[0] - a[0]) * j) / count, a[1] + ((b[1] - a[1]) * j) / count]);
  });
}

/** Outward directions at the points of a closed outline. */
export function normals(points: Point[]): Point[] {
  const sign = area(points) > 0 ? 1 : -1;
  const count = points.length;
  return points.map((_, i): Point => {
    const [a, b] = [points[(i - 1 + count) % count]!, points[(i + 1) % count]!];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const far = Math.hypot(dx, dy) || 1;
    return [(dy / far) * sign, (-dx / far) * sign];
  });
}

/** A soft outline of what is measured: never more than a tenth of an inch outside it. */
export function softened(points: Point[], chance: () => number, most = PUSH): Point[] {
  const found = sampled(points, SAMPLE);
  const out = normals(found);
  return found.map(([x, y], i): Point => {
    const by = most * (0.35 + 0.5 * chance()); // a curve cuts corners: a little is kept in hand
    return [x + out[i]![0] * by, y + out[i]![1] * by];
  });
}

function apart([x, y]: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const long = dx * dx + dy * dy || 1;
  const part = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / long));
  return Math.hypot(x - a[0] - part * dx, y - a[1] - part * dy);
}

/** How far a point is from an outline. */
export const off = (point: Point, points: Point[]): number => Math.min(...points.map((a, i) => apart(point, a, points[(i + 1) % points.length]!)));

function within([x, y]: Point, points: Point[]): boolean {
  let found = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [points[i]!, points[j]!];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) found = !found;
  }
  return found;
}

/** A contour so many inches inside an outline; null where there is no room for one. */
export function contour(points: Point[], by: number): Point[] | null {
  const found = sampled(points, 0.3);
  const out = normals(found);
  const kept = found.map(([x, y], i): Point => [x - out[i]![0] * by, y - out[i]![1] * by]).filter((one) => within(one, points) && off(one, points) > by * 0.97);
  const ring = kept.filter((_, i) => i % 2 === 0);
  if (ring.length < 6) return null;
  const wide = Math.max(...ring.map(([x]) => x)) - Math.min(...ring.map(([x]) => x));
  return wide < 0.9 ? null : ring;
}

/** The curve through points as it is painted, for measuring it. */
export function curve(points: Point[], each = 6): Point[] {
  const count = points.length;
  const at = (i: number): Point => points[(i + count) % count]!;
  return points.flatMap((_, i) => {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    return Array.from({ length: each }, (_, j): Point => {
      const t = j / each;
      const mix = (z: 0 | 1): number => 0.5 * (2 * b[z] + (c[z] - a[z]) * t + (2 * a[z] - 5 * b[z] + 4 * c[z] - e[z]) * t * t + (3 * b[z] - a[z] - 3 * c[z] + e[z]) * t ** 3);
      return [mix(0), mix(1)];
    });
  });
}

/** How far a painted outline strays from the measured one: outwards and inwards. */
export function straying(drawn: Point[], measured: Point[]): [out: number, into: number] {
  let [out, into] = [0, 0];
  for (const point of curve(drawn)) {
    const far = off(point, measured);
    if (within(point, measured)) into = Math.max(into, far);
    else out = Math.max(out, far);
  }
  return [out, into];
}
