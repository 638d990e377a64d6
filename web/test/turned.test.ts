import { describe, expect, it, vi } from "vitest";
import { ahead } from "../src/lib/geometry";
import { press } from "../src/lib/keys";
import type { Overlay } from "../src/lib/overlays";
import type { Piece, Point, Scene } from "../src/lib/scene";
import { next, Turned, TURNS, type Turn } from "../src/lib/turned";
import type { Ui } from "../src/lib/ui.svelte";

vi.mock("../src/lib/screen.svelte", () => ({ screen: { small: false } }));

const size = { width: 48, height: 36 };
const man = { id: 1, side: "a", name: "A", x: 3, y: 5, facing: 30, width: 1, depth: 2 } as Piece;
const all = TURNS.map(([turn]) => new Turned(turn, size));

describe("a turned table", () => {
  it("shows the far corner near, and lies across after a quarter", () => {
    const corner: Point = [48, 36];
    expect(new Turned(180, size).point(corner)).toEqual([0, 0]);
    const aside = new Turned(90, size);
    expect([aside.width, aside.height]).toEqual([36, 48]);
    expect(aside.point([0, 36])).toEqual([36, 48]); // the top left goes to the top right
    expect(new Turned(270, size).point([0, 36])).toEqual([0, 0]); // and to the bottom left
  });

  it("turns what is pointed at back to where it is", () => {
    for (const one of all) expect(one.back(one.point([3, 5]))).toEqual([3, 5]);
  });

  it("keeps every distance, and every figure faces what it faced", () => {
    const [x, y] = [man.x, man.y];
    const [fx, fy] = ahead(man.facing);
    for (const one of all) {
      const seen = one.piece(man);
      const [sx, sy] = ahead(seen.facing);
      const [tx, ty] = one.point([x + 4 * fx, y + 4 * fy]);
      expect(tx).toBeCloseTo(seen.x + 4 * sx);
      expect(ty).toBeCloseTo(seen.y + 4 * sy);
    }
  });

  it("turns arcs, bands, lines, ground and glides with the figures", () => {
    const one = new Turned(90, size);
    expect(one.overlay({ shape: "arc", x: 3, y: 5, start: 315, end: 45, inches: 8 } as Overlay)).toMatchObject({ x: 5, y: 45, start: 45, end: 135 });
    expect(one.overlay({ shape: "band", base: [3, 5, 350, 1, 2], inches: 6 } as Overlay)).toMatchObject({ base: [5, 45, 80, 1, 2] });
    expect(one.overlay({ shape: "line", points: [[3, 5], [0, 0]] } as Overlay)).toMatchObject({ points: [[5, 45], [0, 48]] });
    expect(one.glide({ path: [[3, 5]], facing: 0, time: 9 })).toEqual({ path: [[5, 45]], facing: 90, time: 9 });
    const scene = { ...size, ground: [{ kind: "wood", points: [[0, 0]], closed: true, id: "w" }], pieces: [man], markers: [{ kind: "goal", x: 3, y: 5, radius: 1, label: "" }] };
    const seen = one.scene(scene as unknown as Scene);
    expect([seen.width, seen.ground[0]!.points, seen.pieces[0]!.x, seen.markers[0]!.y]).toEqual([36, [[0, 48]], 5, 45]);
  });

  it("leaves everything alone when it is not turned", () => {
    const one = new Turned(0, size);
    expect(one.piece(man)).toBe(man);
  });

  it("goes to the other side, or by quarters where it is narrow", () => {
    expect([0, 180].map((turn) => next(turn as Turn, false))).toEqual([180, 0]);
    expect([0, 90, 180, 270].map((turn) => next(turn as Turn, true))).toEqual([90, 180, 270, 0]);
  });

  it("means by an arrow the way it points on the screen", () => {
    const moved: Point[] = [];
    const pan = vi.fn();
    for (const turned of all) {
      const asking = { choice: { kind: "move", piece: 1 }, way: ["walk", [], 0], moveTo: (to: Point) => void moved.push(to) };
      const ui = { turned, table: { asking }, piece: () => man, gesture: { allowed: false } } as unknown as Ui;
      const key = { key: "ArrowUp", shiftKey: true, target: { matches: () => false, closest: () => null } } as unknown as KeyboardEvent;
      press(key, ui, { zoom: vi.fn(), fit: vi.fn(), pan });
      expect(turned.point(moved.at(-1)!)[1]).toBeCloseTo(turned.piece(man).y + 1);
      expect(turned.point(moved.at(-1)!)[0]).toBeCloseTo(turned.piece(man).x);
    }
    expect(pan).not.toHaveBeenCalled();
  });
});
