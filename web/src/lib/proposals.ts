import { cut, facingTo, length, round } from "./geometry";
import type { Choice, Key, Move, Places, Question, Way, Write } from "./choices";
import type { Point } from "./scene";

/** The answer a question has that is asked again and again, if it may be given now. */
export function usualOf(choice: Choice): Key | null {
  if ((choice.kind !== "pick" && choice.kind !== "play") || choice.usual === undefined || Array.isArray(choice.usual)) return null;
  if (choice.least !== 1 || choice.most !== 1) return null;
  return choice.options.some((one) => one.key === choice.usual && one.because === undefined) ? choice.usual : null;
}

/** What a question proposes by itself: its usual answer or set, or the first of its sets of cards. */
export function proposedBy(choice: Choice): Key[] | null {
  if (choice.kind === "pick" && Array.isArray(choice.usual)) return [...choice.usual];
  const usual = usualOf(choice);
  if (usual !== null) return [usual];
  return choice.kind === "play" && choice.proposed?.length ? [...choice.proposed[0]![1]] : null;
}

/** A question with other drafts; those it had before are gone. */
export function drafted(question: Question, drafts: Record<string, unknown>): Question {
  const choices = question.choices.map((choice) => {
    const { draft: _, ...rest } = choice;
    return choice.index in drafts ? { ...rest, draft: drafts[choice.index] } : rest;
  });
  return { ...question, choices: choices as Choice[] };
}

/** What is proposed before the player says anything: his draft, the only thing, the first idea. */
export function first(choice: Choice): unknown {
  const { draft } = choice;
  switch (choice.kind) {
    case "pick":
    case "play": {
      if (draft !== undefined) return Array.isArray(draft) ? draft : [draft];
      const ready = proposedBy(choice);
      if (ready !== null) return ready;
      const open = choice.options.filter((option) => option.because === undefined);
      // nothing to choose among: all are proposed, in their order
      // and where all may be named and one must be, all of them
      const all = open.length === choice.least || (choice.least > 0 && choice.most > 1 && open.length <= choice.most);
      return all ? open.map((option) => option.key) : [];
    }
    case "place":
    case "move":
      return draft ?? structuredClone(choice.ideas[0]) ?? (choice.kind === "place" ? {} : ["", [], 0]);
    case "drill":
      return draft ?? [choice.gaits[0] ?? "", []];
    case "write":
      return draft ?? structuredClone(choice.ideas[0]) ?? blank(choice);
    case "dice":
      return draft ?? new Array<number>(choice.dice.length).fill(0);
  }
}

/** An answer as it is sent: one thing alone where exactly one is asked for. */
export function plain(choice: Choice, value: unknown): unknown {
  if (choice.kind !== "pick" && choice.kind !== "play") return value;
  const keys = value as Key[];
  return choice.least === 1 && choice.most === 1 ? keys[0] : keys;
}

function blank(choice: Write): Record<string, unknown> {
  return Object.fromEntries(
    choice.fields.map((field) => [
      field.name,
      field.kind === "number" ? field.least : field.kind === "word" ? (field.words[0] ?? "") : "",
    ]),
  );
}

const WHITHER = 45; // degrees: further apart is another way

/** A way at another gait: a proposal becomes the like one for that gait, where there is one; a way of the player's own is kept. */
export function paced(choice: Move, way: Way, gait: string): Way {
  const kept: Way = [gait, way[1], way[2]];
  const at = (pace: string): Way[] => choice.ideas.filter((one) => one[0] === pace);
  const place = at(way[0]).findIndex((one) => JSON.stringify(one) === JSON.stringify(way));
  if (place < 0 || way[0] === gait) return kept;
  const off = (one: Way): number => Math.abs(((one[2] - way[2] + 540) % 360) - 180);
  const ranked = at(gait).map((one, i) => ({ one, off: off(one), rank: Math.abs(i - place) }));
  const fit = ranked.filter((each) => each.off <= WHITHER).sort((a, b) => a.rank - b.rank || a.off - b.off)[0];
  return fit ? structuredClone(fit.one) : kept;
}

/** A line from a lawful idea (0) to what is proposed (1), for asking the server along it. */
export function between(
  choice: Choice,
  value: unknown,
  start: Point | null,
): ((part: number) => unknown) | null {
  if (choice.kind === "place") {
    const [from, to] = [choice.ideas[0], structuredClone(value) as Places];
    if (!from) return null;
    return (part) =>
      Object.fromEntries(
        Object.entries(to).map(([id, spot]) => {
          const old = from[id] ?? spot;
          const mix = (i: 0 | 1): number => round(old[i] + (spot[i] - old[i]) * part);
          return [id, [mix(0), mix(1), spot[2]]];
        }),
      );
  }
  if (choice.kind !== "move") return null;
  const [gait, points, facing] = structuredClone(value) as Way;
  if (!start || !points.length) return null;
  const whole: Point[] = [start, ...points];
  const most = length(whole);
  return (part) => {
    const kept = cut(whole, most * part).map(([x, y]): Point => [round(x), round(y)]);
    const [a, b] = [kept[kept.length - 2] ?? start, kept[kept.length - 1]!];
    return [gait, kept.slice(1), part ? round(facingTo(a, b)) : facing];
  };
}

/** Say a lawful answer near what was refused. */
export function nearText(choice: Choice, value: unknown, start: Point | null): string {
  if (choice.kind === "move" && start) {
    const far = Math.round(length([start, ...(value as Way)[1]]) * 10) / 10;
    return far ? `stop at ${far}″` : "stay here";
  }
  return "the nearest lawful place";
}
