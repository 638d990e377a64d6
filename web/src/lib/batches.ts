import { routed } from "./routes";
import { headline } from "./odds";
import type { Choice, Key, Option, Pick } from "./choices";
import type { Point } from "./scene";

/** One way to answer a whole batch in one go: a word for it, and a key for each question. */
export interface Manner {
  word: string;
  keys: Key[];
}

const MOST = 6;

const open = (choice: Pick): Option[] => choice.options.filter((option) => option.because === undefined);

const kindOf = (key: Key): string => (typeof key === "string" && key.includes(":") ? key.slice(0, key.indexOf(":")) : "");

const chance = (option: Option): number => (option.odds ? headline(option.odds).chance : 0);

const likeliest = (options: Option[]): Option | undefined =>
  options.reduce<Option | undefined>((best, one) => (best && chance(best) >= chance(one) ? best : one), undefined);

function singles(choices: Choice[]): Pick[] | null {
  const plain = (choice: Choice): choice is Pick => choice.kind === "pick" && choice.least === 1 && choice.most === 1;
  return choices.length > 1 && choices.every(plain) && choices.every((one) => open(one).length) ? choices : null;
}

/** A question without what is hardly ever meant, if anything else is left. */
function meant(pick: Pick): Pick {
  const options = pick.options.filter((one) => !one.aside);
  return options.some((one) => one.because === undefined) ? { ...pick, options } : pick;
}

/** Manners in which a batch can be answered, read from the shape of its options alone. */
export function manners(choices: Choice[], where: (piece: number) => Point | null): Manner[] {
  const picks = singles(choices)?.map(meant);
  if (!picks || choices.some(routed)) return []; // each rides at whom he sees
  const found = [...byKind(picks), bestOdds(picks), nearest(picks, where), plainest(picks)];
  return found.filter((one): one is Manner => one !== null).slice(0, MOST);
}

/** Keys such as `strike:12` say what is done and to whom: everybody strikes whom he can. */
function byKind(picks: Pick[]): Manner[] {
  const kinds = new Set(picks.flatMap((pick) => open(pick).map((one) => kindOf(one.key))));
  kinds.delete("");
  return [...kinds].map((kind) => ({
    word: `All: ${deed(picks, kind)}`,
    keys: picks.map((pick) => {
      const options = open(pick);
      return (likeliest(options.filter((one) => kindOf(one.key) === kind)) ?? options[0]!).key;
    }),
  }));
}

/** What is done, without whom it is done to, if not always to the same: what the labels of a kind begin with; else the kind alone. */
function deed(picks: Pick[], kind: string): string {
  const labels = picks.flatMap((pick) => open(pick).filter((one) => kindOf(one.key) === kind).map((one) => one.label.split(" ")));
  const first = labels[0]!;
  let same = 0;
  while (same < first.length && labels.every((words) => words[same] === first[same])) same++;
  const words = first.slice(0, same).join(" ").replace(/ (of|at)$/, "");
  return words ? words[0]!.toLowerCase() + words.slice(1) : kind;
}

function bestOdds(picks: Pick[]): Manner | null {
  const hopeful = picks.filter((pick) => open(pick).some((one) => one.odds && !kindOf(one.key)));
  if (!hopeful.length) return null;
  return { word: "Each at his best odds", keys: picks.map((pick) => (likeliest(open(pick)) ?? open(pick)[0]!).key) };
}

/** What is offered first to each, where that is not the same for all: as it was, mostly. */
function plainest(picks: Pick[]): Manner | null {
  const keys = picks.map((pick) => open(pick)[0]!.key);
  return keys.every((key) => key === keys[0] || kindOf(key)) ? null : { word: "Each the first offered", keys };
}

/** What the questions of a batch do not have in common, by whole words: usually a name. */
export function briefly(choices: Choice[]): string[] {
  const prompts = choices.map((choice) => choice.prompt.split(/(?<=[:,?.]?) /));
  const most = Math.min(...prompts.map((words) => words.length)) - 1;
  const same = (at: (words: string[]) => string | undefined): boolean => prompts.every((words) => at(words) === at(prompts[0]!));
  let [head, tail] = [0, 0];
  while (head < most && same((words) => words[head])) head++;
  while (tail < most - head && same((words) => words[words.length - 1 - tail])) tail++;
  return prompts.map((words) => words.slice(head, words.length - tail).join(" ").replace(/[:,?.]+$/, ""));
}

/** The questions of a batch by the groups their men belong to; who has none stands alone. */
export interface Band {
  name: string;
  indices: number[];
}

export function bands(choices: Choice[], groupOf: (piece: number) => string): Band[] {
  const found: Band[] = [];
  choices.forEach((choice, i) => {
    const name = groupOf(choice.subjects?.[0] ?? -1);
    const one = name ? found.find((band) => band.name === name) : undefined;
    if (one) one.indices.push(i);
    else found.push({ name, indices: [i] });
  });
  return found;
}

/** What could be said alike to every question of a batch. */
export function alike(choices: Choice[]): Option[] {
  const single = (choice: Choice): choice is Pick =>
    (choice.kind === "pick" || choice.kind === "play") && choice.least === 1 && choice.most === 1;
  if (!choices.length || !choices.every(single)) return [];
  return choices[0]!.options.filter((option) => choices.every((choice) => open(choice).some((other) => other.key === option.key)));
}

/** Who of a batch could be told a thing. */
export function ableTo(choices: Choice[], key: Key): number[] {
  return choices.flatMap((choice, i) =>
    (choice.kind === "pick" || choice.kind === "play") && open(choice).some((one) => one.key === key) ? [i] : [],
  );
}

/** Everybody means whoever is nearest to him. */
function nearest(picks: Pick[], where: (piece: number) => Point | null): Manner | null {
  const far = (pick: Pick, option: Option): number => {
    const [from, to] = [where(pick.subjects?.[0] ?? -1), where(option.pieces?.[0] ?? -1)];
    return from && to ? Math.hypot(from[0] - to[0], from[1] - to[1]) : Infinity;
  };
  const aimed = (pick: Pick): Option[] => open(pick).filter((one) => !kindOf(one.key) && far(pick, one) < Infinity);
  if (!picks.some((pick) => aimed(pick).length)) return null;
  return {
    word: "Each at the nearest",
    keys: picks.map((pick) => (aimed(pick).sort((a, b) => far(pick, a) - far(pick, b))[0] ?? open(pick)[0]!).key),
  };
}

