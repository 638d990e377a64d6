import { describe, expect, it } from "vitest";
import { concerned, eyeOn } from "../src/lib/onlooker";
import type { Piece, Scene } from "../src/lib/scene";
import type { Frame } from "../src/lib/shelf";

const man = (id: number, side: string, x: number, y: number): Piece => ({ id, side, name: `${side} ${id}`, x, y, facing: 0, width: 1, depth: 1, marks: [] }) as unknown as Piece;
const frame = (pieces: Piece[], named: number[] = []): Frame =>
  ({ step: 0, name: "", scene: { width: 48, height: 48, ground: [], markers: [], sides: [], round: 1, pieces } as unknown as Scene, events: named.map((figure, n) => ({ n, clause: "", text: "", private: false, event: { kind: "x", figure } })) }) as unknown as Frame;
const row = (side: string, y: number, first: number): Piece[] => [0, 1, 2, 3, 4].map((i) => man(first + i, side, 20 + 2 * i, y));
const screen = { width: 600, height: 290 };
const seen = (part: { x: number; y: number; width: number; height: number }, one: Piece): boolean => Math.abs(one.x - part.x) <= part.width / 2 && Math.abs(one.y - part.y) <= part.height / 2;

describe("the eye of a replay", () => {
  const start = [...row("a", 4, 0), ...row("b", 44, 10)];

  it("opens on men, though they stand at two far edges", () => {
    const part = eyeOn([frame(start)], 0, "all", screen, null)!;
    expect(start.filter((one) => seen(part, one)).length).toBe(5);
    expect(screen.width / part.width).toBeCloseTo(28);
  });

  it("opens on the men of the one who looks", () => {
    const part = eyeOn([frame(start)], 0, "b", screen, null)!;
    expect(start.filter((one) => seen(part, one)).every((one) => one.side === "b")).toBe(true);
  });

  it("goes to those of whom a step tells, and stays while they are in sight", () => {
    const frames = [frame(start), frame(start, [12]), frame(start, [13])];
    const first = eyeOn(frames, 0, "all", screen, null)!;
    const then = eyeOn(frames, 1, "all", screen, first)!;
    expect(seen(then, start[7]!)).toBe(true);
    expect(eyeOn(frames, 2, "all", screen, then)).toMatchObject({ x: then.x, y: then.y, width: then.width });
  });

  it("sees some of them, if they are all over the table", () => {
    const moved = start.map((one) => ({ ...one, x: one.x + 1 }));
    const part = eyeOn([frame(start), frame(moved)], 1, "all", screen, null)!;
    expect(moved.filter((one) => seen(part, one)).length).toBe(5);
  });

  it("tells of who moved, is named or has fallen", () => {
    const [fallen, ...rest] = start;
    const after = rest.map((one) => (one.id === 1 ? { ...one, y: one.y + 1 } : one));
    expect(concerned([frame(start), frame(after, [12])], 1).map((one) => one.id)).toEqual([1, 12, fallen!.id]);
  });
});
