import { inBodies } from "./forms";
import type { Piece, Point, Scene } from "./scene";
import type { ScenarioPreview } from "./shelf";
import { within } from "./terrain";

/** A part of a table that makes a picture: its middle, y upwards, and how wide it is. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SHOWN = 5;
const WIDE = 21;

/** How big the battle is, in a few words. */
export function size({ scene, forces }: ScenarioPreview): string {
  const lists = Object.values(forces);
  const bodies = inBodies(lists.flat()); // officers and baggage are not counted among them
  const word = bodies ? "units" : "figures";
  const men = lists.map((list) => list.filter((one) => !bodies || one.form?.form === "block").length);
  const all = men.reduce((sum, count) => sum + count, 0);
  const said = men.length > 2 ? `${all} ${word}, ${men.length} players` : bodies ? `${men.join(" against ")} ${word}` : men.join(" against ");
  const who = all ? `${said} · ` : "";
  return `${who}${scene.width} × ${scene.height}″`;
}

/** The piece of ground that a battle bears in its name. */
function namesake(scene: Scene, title: string): { x: number; y: number } | undefined {
  const words = title.toLowerCase().split(/\W+/);
  const found = scene.ground.find((one) => one.closed && words.includes(one.id.replace(/^the_/, "")));
  if (!found) return undefined;
  const middle = (i: 0 | 1): number => found.points.reduce((sum, point) => sum + point[i], 0) / found.points.length;
  return { x: middle(0), y: middle(1) };
}

/** Where to look: at what the battle is named after or fought for, else at the middle. */
export function closeUp({ scene }: ScenarioPreview, shape: number, title = ""): Frame {
  const goal = namesake(scene, title) ?? scene.markers.find((one) => one.radius > 0);
  const width = Math.min(WIDE, scene.width);
  const height = width / shape;
  const at = (value: number, half: number, most: number): number => Math.min(most - half, Math.max(half, value));
  return {
    x: at(goal?.x ?? scene.width / 2, width / 2, scene.width),
    y: at(goal?.y ?? scene.height / 2, height / 2, scene.height),
    width,
    height,
  };
}

const SOLID = /water|river|lake|build|house|mill|cottage|church|barn|wood|marsh/;

function standable(scene: Scene, x: number, y: number): boolean {
  const foot: Point[] = [[x, y], [x - 1, y - 1], [x + 1, y - 1], [x - 1, y + 1], [x + 1, y + 1]];
  const solid = scene.ground.filter((one) => one.closed && SOLID.test(one.kind));
  return !solid.some((one) => foot.some((point) => within(point, one.points)));
}

/** A few men of both forces stand in the picture, as they might meet. */
export function cast(preview: ScenarioPreview, frame: Frame): Piece[] {
  const taken: Point[] = [];
  return Object.values(preview.forces).flatMap((men, i) => {
    const spots: Point[] = [];
    for (let column = 0; column < 6; column++) {
      for (const row of [0, 1.7, -1.7, 3.2, -3.2]) {
        const x = frame.x + (i ? 1 : -1) * (2.6 + column * 2.3) + (Math.abs(row) > 2 ? 0.4 : 0);
        const y = frame.y + row + (column % 2) * 0.6;
        const apart = [...taken, ...spots].every((one) => Math.hypot(one[0] - x, one[1] - y) > 1.6);
        const inside = Math.abs(x - frame.x) < frame.width / 2 - 1 && Math.abs(y - frame.y) < frame.height / 2 - 0.8;
        if (apart && inside && standable(preview.scene, x, y)) spots.push([x, y]);
      }
    }
    const chosen = spots.slice(0, SHOWN);
    taken.push(...chosen);
    return chosen.flatMap(([x, y], j) => {
      const man = men[j * Math.max(1, Math.floor(men.length / SHOWN))] ?? men[j];
      return man ? [{ ...man, x, y, facing: i ? 270 : 90 }] : [];
    });
  });
}
