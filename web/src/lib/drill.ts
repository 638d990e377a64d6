/** A drill in hand: legs in order, grips about the body, and what a hand that drags them means. No rule is known here. */

import { ahead } from "./geometry";
import type { Asking } from "./asking.svelte";
import type { Drill, DrillGrip, Footprint, Leg, Legs } from "./choices";
import type { Piece, Point } from "./scene";

export type Base = Footprint["bases"][number];
export type Sort = "advance" | "wheel" | "frontage" | "about" | "back" | "flank" | "other";

const SORTS: [RegExp, Sort][] = [
  [/wheel/, "wheel"],
  [/front|file|expand|contract|column|line/, "frontage"],
  [/about/, "about"],
  [/back|retire|recoil/, "back"],
  [/flank|turn|side/, "flank"],
  [/advance|forward|march|move|straight/, "advance"],
];

export const sortOf = (grip: { kind: string }): Sort => SORTS.find(([pattern]) => pattern.test(grip.kind))?.[1] ?? "other";

/** The hands that are offered: not saying which is no hand of its own where there are others. */
export function shownHands(grip: DrillGrip): string[] {
  const named = grip.hands.filter(Boolean);
  return named.length ? named : [""];
}

const worded = (hand: string): string => hand.replaceAll("_", " ");

/** Every leg that may be begun, in the order of the buttons; one hand alone need not be named. */
export const offers = (choice: Drill): { grip: DrillGrip; hand: string; label: string }[] =>
  [...choice.grips.filter((one) => !one.because), ...choice.grips.filter((one) => one.because)].flatMap((grip) => {
    const hands = shownHands(grip);
    return hands.map((hand) => ({ grip, hand, label: hands.length > 1 ? `${grip.label} ${worded(hand)}` : grip.label }));
  });

export interface Handle {
  grip: DrillGrip;
  sort: Sort;
  hand: string;
  at: Point;
}

/** Where the bodies stand after the legs in hand that are lawful; at first where they stand. */
export function standing(choice: Drill, steps: Footprint[], find: (id: number) => Piece | null): Base[] {
  const last = steps.filter((one) => !one.because).at(-1);
  if (last) return last.bases;
  return choice.pieces.flatMap((id) => {
    const piece = find(id);
    return piece ? [[piece.x, piece.y, piece.facing, piece.width, piece.depth] as Base] : [];
  });
}

/** Bodies that move as one, as the one body they are: what they cover, seen from the first. */
export function whole(bases: Base[]): Base | undefined {
  const [lead] = bases;
  if (!lead || bases.length < 2) return lead;
  const spots = bases.flatMap((one) => [-1, 1].flatMap((a) => [-1, 1].map((b) => local(lead, spot(one, (a * one[3]) / 2, (b * one[4]) / 2)))));
  const [rights, fronts] = [spots.map(([right]) => right), spots.map(([, front]) => front)];
  const [r0, r1, f0, f1] = [Math.min(...rights), Math.max(...rights), Math.min(...fronts), Math.max(...fronts)];
  const [x, y] = spot(lead, (r0 + r1) / 2, (f0 + f1) / 2);
  return [x, y, lead[2], r1 - r0, f1 - f0];
}

/** A spot so many inches to the right and ahead of a base. */
export function spot([x, y, facing]: Base, right: number, front: number): Point {
  const [fx, fy] = ahead(facing);
  return [x + fy * right + fx * front, y - fx * right + fy * front];
}

/** A point as inches to the right and ahead of a base. */
function local([x, y, facing]: Base, point: Point): Point {
  const [fx, fy] = ahead(facing);
  const [dx, dy] = [point[0] - x, point[1] - y];
  return [dx * fy - dy * fx, dx * fx + dy * fy];
}

/** How far grips stand outside the block, in inches: enough for a thumb. */
export const outside = (scale: number): number => Math.max(0.75, 24 / scale);

/** Grips outside the block: wheel at the front corners, frontage at the sides, about face and step back behind. */
export function handles(choice: Drill, base: Base | undefined, out: number): Handle[] {
  if (!base) return [];
  const [, , , w, d] = base;
  const apart = Math.max(d * 0.4, out * 1.2); // a shallow body has no room for two grips at its side
  const behind: number[] = [];
  return choice.grips.flatMap((grip): Handle[] => {
    const sort = sortOf(grip);
    const put = (hand: string, right: number, front: number): Handle => ({ grip, sort, hand, at: spot(base, right, front) });
    const [left, right] = [grip.hands.find((one) => /left|shield/.test(one)) ?? "", grip.hands.find((one) => /right|sword/.test(one)) ?? ""];
    if (sort === "advance") return [put(shownHands(grip)[0]!, 0, d / 2 + out)];
    // who wheels to the left goes about his left corner: he is taken by the right one
    if (sort === "wheel") return [put(left, w / 2 + out * 0.7, d / 2 + out * 0.5), put(right, -w / 2 - out * 0.7, d / 2 + out * 0.5)];
    if (sort === "frontage") return [put(shownHands(grip)[0]!, w / 2 + out, -d * 0.1), put(shownHands(grip)[0]!, -w / 2 - out, -d * 0.1)];
    if (sort === "flank" && left) return [put(left, -w / 2 - out, -d * 0.1 - apart), put(right, w / 2 + out, -d * 0.1 - apart)];
    if (sort === "other") return [];
    behind.push(0);
    return [put(grip.hands[0] ?? "", (behind.length - 1.5) * 1.9 * out, -d / 2 - out)];
  });
}

/** The grips of a drill where the legs in hand have brought the bodies; none where none is asked. */
export function gripsOf(asking: Asking, find: (id: number) => Piece | null, scale: number): Handle[] {
  const { choice } = asking;
  if (choice.kind !== "drill") return [];
  const steps = (asking.preview?.legs ?? []).slice(0, legsOf(asking).length);
  return handles(choice, whole(standing(choice, steps, find)), outside(scale));
}

const STEPS: Record<string, number> = { inches: 0.1, degrees: 1, files: 1 };
export const stepOf = (grip: DrillGrip): number => STEPS[grip.unit] ?? 1;

export function within(grip: DrillGrip, amount: number): number {
  if (!grip.unit) return 0;
  const step = stepOf(grip);
  const rounded = Math.round(amount / step) * step;
  return Math.round(Math.min(grip.most || Infinity, Math.max(grip.least, rounded)) * 1000) / 1000;
}

/** The greatest amount that is lawful, in whole steps: never rounded up. */
export function lawful(grip: DrillGrip, most: number): number {
  const step = stepOf(grip);
  return Math.round(Math.floor(most / step + 1e-6) * step * 1000) / 1000;
}

/** What a leg begins with when its grip is only tapped. */
export function usual(grip: DrillGrip, left: number | null): number {
  if (grip.unit === "degrees") return within(grip, 15);
  if (grip.unit === "inches") return within(grip, left === null ? 1 : Math.min(left, grip.most || left));
  return within(grip, 1);
}

/** What a hand means that has drawn a grip to a point, the body standing as it did when it was taken. */
export function drawn({ sort, grip, hand }: Handle, base: Base, point: Point, out: number): number {
  const [right, front] = local(base, point);
  const [, , , w, d] = base;
  if (sort === "wheel") {
    const side = /right|sword/.test(hand) ? -1 : 1; // the corner that is taken
    const [px, py] = [(-side * w) / 2, d / 2];
    const turn = (Math.atan2(front - py, (right - px) * side) * 180) / Math.PI;
    return within(grip, Math.max(0, turn));
  }
  if (sort === "frontage") return within(grip, (Math.abs(right) - w / 2 - out) / 0.75);
  if (sort === "back") return within(grip, Math.max(0, -front - d / 2 - out));
  if (sort === "advance") return within(grip, Math.max(0, front - d / 2));
  return within(grip, Math.hypot(right, front));
}

const UNITS: Record<string, string> = { inches: "″", degrees: "°" };

/** A leg in words: Wheel left 30°. */
export function legText(choice: Drill, [kind, amount, hand]: Leg): string {
  const grip = choice.grips.find((one) => one.kind === kind);
  const unit = grip?.unit ?? "";
  const much = !unit ? "" : UNITS[unit] ? ` ${Math.round(amount * 10) / 10}${UNITS[unit]}` : ` ${amount > 0 && (grip?.least ?? 0) < 0 ? "+" : ""}${amount} ${unit}`;
  const whose = grip && shownHands(grip).length > 1 ? ` ${worded(hand)}` : "";
  return `${grip?.label ?? kind}${whose}${much}`;
}

// -- changing what is in hand

export const legsOf = (asking: Asking): Leg[] => (asking.value as Legs)[1];

export function setLegs(asking: Asking, legs: Leg[]): void {
  asking.propose([(asking.value as Legs)[0], legs]);
}

/** Legs that were only tapped: if they go too far they are cut to the most that is lawful. */
const tapped = new WeakSet<Asking>();

export function addLeg(asking: Asking, grip: DrillGrip, hand: string, amount?: number): void {
  const choice = asking.choice as Drill;
  if (amount === undefined) tapped.add(asking);
  const left = asking.preview?.legs?.at(-1)?.left ?? choice.allowance;
  setLegs(asking, [...legsOf(asking), [grip.kind, amount ?? usual(grip, left), hand]]);
}

export function cutShort(asking: Asking): void {
  const steps = asking.preview?.legs ?? [];
  const refused = steps.find((one) => one.because);
  if (!refused && steps.length < legsOf(asking).length) return; // that was foreseen of what was in hand before
  if (!tapped.delete(asking) || !refused?.most || legsOf(asking).at(-1)?.[0] !== refused.kind) return;
  const grip = (asking.choice as Drill).grips.find((one) => one.kind === refused.kind);
  if (grip) changeLeg(asking, lawful(grip, refused.most));
}

export function changeLeg(asking: Asking, amount: number): void {
  const legs = legsOf(asking);
  const last = legs.at(-1);
  const grip = (asking.choice as Drill).grips.find((one) => one.kind === last?.[0]);
  if (last && grip) setLegs(asking, [...legs.slice(0, -1), [last[0], within(grip, amount), last[2]]]);
}

export function dropLeg(asking: Asking): boolean {
  if (!legsOf(asking).length) return false;
  setLegs(asking, legsOf(asking).slice(0, -1));
  return true;
}
