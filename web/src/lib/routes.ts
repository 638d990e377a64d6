/** Routes: targets in order at a pace (core/questions/routes.py). One tap on each target makes one. */

import type { Choice, Key, Option, Pick } from "./choices";

export type Routed = Pick & { paces: NonNullable<Pick["paces"]> };

export const routed = (choice: Choice | null | undefined): choice is Routed => choice?.kind === "pick" && choice.paces !== undefined;

const goals = (option: Option | undefined): number[] => option?.pieces ?? [];
const same = (a: number[], b: number[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);
const of = (choice: Pick, key: Key | undefined): Option | undefined => choice.options.find((one) => one.key === key);

/** The option of these targets: at the pace that is ridden, else at the fastest that reaches them, else at any. */
function along(choice: Routed, targets: number[], pace: string): Option | undefined {
  const fit = choice.options.filter((one) => one.because === undefined && same(goals(one), targets));
  const fastest = [...choice.paces].reverse().map((one) => one.key);
  const able = fit.filter((one) => !one.aside);
  const find = (all: Option[]): Option | undefined => fastest.map((key) => all.find((one) => one.pace === key)).find((one) => one !== undefined);
  return able.find((one) => one.pace === pace) ?? find(able) ?? fit.find((one) => one.pace === pace) ?? find(fit) ?? fit[0];
}

/** What a tap on a target means: it comes after those before it; tapped again, it and what follows is taken off. */
export function tapped(choice: Routed, key: Key | undefined, piece: number): Option | undefined {
  const now = of(choice, key);
  const [before, pace] = [goals(now), now?.pace ?? ""];
  const at = before.indexOf(piece);
  if (at >= 0) return along(choice, before.slice(0, at), pace);
  return along(choice, [...before, piece], pace) ?? along(choice, [piece], pace);
}

/** What may be answered next: no route at all, and each further target; those out of reach apart. */
export function further(choice: Routed, key: Key | undefined): { none: Option | undefined; next: Option[]; far: Option[] } {
  const before = goals(of(choice, key));
  const ids = [...new Set(choice.options.flatMap((one) => (goals(one).length === before.length + 1 && same(goals(one).slice(0, -1), before) ? [goals(one).at(-1)!] : [])))];
  const found = ids.flatMap((id) => along(choice, [...before, id], of(choice, key)?.pace ?? "") ?? []);
  return { none: choice.options.find((one) => !goals(one).length), next: found.filter((one) => !one.aside), far: found.filter((one) => one.aside) };
}

/** The route whose last target is the next one that could be its last. */
export function turned(choice: Routed, key: Key | undefined, by: number): Option | undefined {
  const now = of(choice, key);
  const kept = along(choice, goals(now).slice(0, -1), now?.pace ?? "");
  const { next, far } = further(choice, kept?.key);
  const all = next.length ? next : far;
  const at = all.findIndex((one) => same(goals(one), goals(now)));
  return all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
}

export interface Speed {
  key: string;
  label: string;
  /** Whom it reaches, in words. */
  reaches: string;
  option?: Option;
  because?: string;
  clause?: string;
}

/** The row of paces: each says whom of those that are chosen it reaches. */
export function speeds(choice: Routed, key: Key | undefined): Speed[] {
  const wanted = goals(of(choice, key));
  return choice.paces.map(({ key: pace, label, because, clause, missed }) => {
    if (because !== undefined) return { key: pace, label, reaches: "", because, ...(clause && { clause }) };
    const at = (count: number): Option | undefined => choice.options.find((one) => one.pace === pace && same(goals(one), wanted.slice(0, count)));
    for (let count = wanted.length; count > 0; count--) {
      const option = at(count);
      if (option) return { key: pace, label, reaches: option.aside ? "ends short" : covered(count, wanted.length), option };
    }
    return { key: pace, label, reaches: "", ...(wanted.length && missed && { because: missed[0], clause: missed[1] }) };
  });
}

const covered = (count: number, all: number): string => (count < all ? (count === 1 ? "first only" : `first ${count} only`) : all === 1 ? "" : all === 2 ? "both" : `all ${all}`);
