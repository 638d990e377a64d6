import { diceOf, edges, type Chain } from "./chains";
import { along, length } from "./geometry";
import { percent } from "./odds";
import type { Piece, Point } from "./scene";
import { inches } from "./wording";

export type Tone = "chalk" | "ink" | "gold" | "red";

/** Words of a proposal: at which point of the table, in inches. */
export interface Word {
  key: string;
  at: Point;
  text: string;
  tone: Tone;
}

/** "Hugh: whom does he charge?" as it is answered by an enemy: "Hugh: charge Piers". */
export function aimed(asked: string, whom: string): string {
  const said = asked.replace(/\?$/, "");
  const man = /^(.+?)[:,] (?:(at) )?whom (?:does|do) \S+ (.+)$/i.exec(said);
  if (man) return `${man[1]}: ${man[3]} ${man[2] ? "at " : ""}${whom}`;
  const named = /^Whom (?:does|do) (.+?) ((?:shoot|aim|strike) at|\S+)$/.exec(said);
  if (named) return `${named[1]}: ${named[2]} ${whom}`;
  const done = /^(?:Which|What) (.+) is (\w+ed)( next)?$/.exec(said);
  return done ? `${whom} is ${done[2]}${done[3] ?? ""}` : `${said}: ${whom}`;
}

/** What a proposal says on the table, the weightiest first: what the way costs, who threatens, how far the dice carry. */
export function gestureWords(chain: Chain, piece: (id: number) => Piece | null): Word[] {
  const found: Word[] = [];
  const mover = piece(chain.mover ?? -1);
  if (mover && chain.way?.length) {
    const way: Point[] = [[mover.x, mover.y], ...chain.way];
    const dice = chain.throws?.length ? ` · ${diceOf(chain.throws)} to throw` : chain.allowance ? ` of ${inches(chain.allowance)}` : "";
    found.push({ key: "way", at: along(way, 0.5), text: `${inches(chain.price ?? length(way))}${dice}`, tone: "ink" });
  }
  const worst = chain.dangers?.[0];
  const [from, to] = [piece(worst?.piece ?? -1), chain.ghosts?.find((one) => one.id === worst?.at)];
  if (worst && from && to) {
    found.push({ key: "threat", at: [(from.x + to.x) / 2, (from.y + to.y) / 2], text: `in reach of a ${worst.deed === "range" ? "shot" : "charge"}`, tone: "red" });
  }
  const rings = mover ? edges(chain.reach ?? [], chain.price) : [];
  rings.forEach((ring, i) => {
    const angle = ((50 + i * 24) * Math.PI) / 180;
    const far = ring.inches + mover!.depth / 2;
    const at: Point = [mover!.x + far * Math.sin(angle), mover!.y + far * Math.cos(angle)];
    found.push({ key: `ring ${ring.inches}`, at, text: `${inches(ring.inches)} · ${percent(ring.chance)}`, tone: ring.needed ? "gold" : "chalk" });
  });
  return found;
}
