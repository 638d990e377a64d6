import type { Asking } from "./asking.svelte";
import { along, length } from "./geometry";
import type { Way } from "./choices";
import type { Piece, Point } from "./scene";

type Find = (id: number) => Piece | null;

/** Pieces as they would stand by the answer in hand. */
export function ghosts(asking: Asking | null, find: Find): Piece[] {
  if (!asking) return [];
  const { choice } = asking;
  if (choice.kind === "place") {
    return choice.pieces.map((id, i) => {
      const [x, y, facing] = asking.spotOf(id);
      const like = choice.figures?.find((one) => one.id === id) ?? find(id);
      return { ...(like ?? stranger(id, choice.side, choice.prompt, i)), x, y, facing };
    });
  }
  if (choice.kind === "move") {
    const piece = find(choice.piece);
    if (!piece) return [];
    const end = asking.way[1].at(-1) ?? led(asking, piece);
    const own = { ...piece, x: end?.[0] ?? piece.x, y: end?.[1] ?? piece.y, facing: asking.way[2] };
    return [ending(asking, piece) ?? own, ...others(asking, find)];
  }
  const rider = choice.kind === "pick" && choice.subjects?.length === 1 ? find(choice.subjects[0]!) : null;
  const there = rider && ending(asking, rider);
  return there ? [there] : [];
}

/** Where a piece would stand after the answer in hand, as the server says: short of where it was sent, if somebody is met. */
function ending(asking: Asking, piece: Piece): Piece | null {
  const found = asking.foresight.of(asking.value);
  if (!found?.legal || !found.ends) return null;
  const [x, y, facing] = found.ends;
  return { ...piece, x, y, facing };
}

/** How far a way without points takes him, at an enemy for one. */
function led(asking: Asking, { x, y }: Piece): Point | null {
  const { leads, price, legal } = asking.preview ?? {};
  if (!legal || !leads?.length) return null;
  const way: Point[] = [[x, y], ...leads];
  const most = length(way);
  return most ? along(way, Math.min(1, (price ?? most) / most)) : null;
}

/** Ghosts of the others in a batch of ways: those already set, and those who follow. */
function others(asking: Asking, find: Find): Piece[] {
  return asking.question.choices.flatMap((choice, i) => {
    if (choice.kind !== "move" || i === asking.at || !(asking.set[i] || asking.company.has(i))) return [];
    const piece = find(choice.piece);
    const [, points, facing] = asking.values[i] as Way;
    const end = points.at(-1);
    return piece && end ? [{ ...piece, x: end[0], y: end[1], facing }] : [];
  });
}

function stranger(id: number, side: string, prompt: string, index: number): Piece {
  const group = prompt.split(":")[0] ?? "";
  return {
    id,
    side,
    name: index ? `${group} ${index + 1}` : group,
    x: 0,
    y: 0,
    facing: 0,
    width: 1,
    depth: 1,
    group,
    rank: "",
    arms: "",
    mounted: false,
    marks: [],
    profile: {},
  };
}
