import { capital, type Line, type Names } from "./wording";

/** Everyday lines of a side that are told as one. */
export interface Fold {
  /** The number of the first of them. */
  n: number;
  text: string;
  lines: Line[];
  pieces: number[];
}

/** What stands in the chronicle: a line of its own, or several told as one. */
export type Entry = Line | Fold;

export const isFold = (entry: Entry): entry is Fold => "lines" in entry;

/** Where a line stands: its heading comes from here. */
export const firstOf = (entry: Entry): Line => (isFold(entry) ? entry.lines[0]! : entry);

const FEWEST = 3;
const TOLD = 3; // of the different things they did

/** What may be told together: everyday by the book's word, and without a die. */
const everyday = (line: Line): boolean => line.quiet && !line.rolls.length;

/**
 * Fold the everyday lines of each stretch, by side and kind. A stretch ends with a die, with another round or phase, or with something else that happens;
 * what matters among lines of their kind (one of those who walk meets an enemy) keeps its own line and does not end it.
 */
export function folded(lines: Line[], names: Names): Entry[] {
  const found: Entry[] = [];
  let stretch: Line[] = [];
  const close = (): void => {
    found.push(...gathered(stretch, names));
    stretch = [];
  };
  for (const line of lines) {
    const first = stretch[0];
    const apart = first !== undefined && (first.round !== line.round || first.phase !== line.phase);
    const among = stretch.some((one) => one.kind === line.kind) && !line.rolls.length;
    if (apart || !(everyday(line) || among)) close();
    if (everyday(line) || stretch.length) stretch.push(line);
    else found.push(line);
  }
  close();
  return found;
}

function gathered(stretch: Line[], names: Names): Entry[] {
  const groups = new Map<string, Line[]>();
  const of = (line: Line): string => (everyday(line) ? `${line.side} ${line.kind} ${line.private}` : `${line.n}`);
  for (const line of stretch) groups.set(of(line), [...(groups.get(of(line)) ?? []), line]);
  const known = new Set(stretch.flatMap((line) => deed(line, names, [])?.[0] ?? []));
  const entries = [...groups.values()].flatMap((group): Entry[] => (group.length < FEWEST ? group : [fold(group, names, [...known])]));
  return entries.sort((a, b) => a.n - b.n);
}

function fold(lines: Line[], names: Names, known: string[]): Fold {
  return { n: lines[0]!.n, text: summary(lines, names, known), lines, pieces: [...new Set(lines.flatMap((one) => one.pieces))] };
}

/** What a man did, without his name and without numbers, and what in particular. Who left the table may have no name here: he did what is known of others. */
function deed(line: Line, names: Names, known: string[]): [did: string, what: string] | null {
  const who = names.pieces.get(line.pieces[0] ?? -1);
  const name = [who?.name, who?.group].filter((word) => word && line.text.startsWith(`${word} `)).sort((a, b) => b!.length - a!.length)[0];
  const same = name ? undefined : known.find((one) => line.text.includes(` ${one}`));
  const start = name ? name.length : same ? line.text.indexOf(` ${same}`) : -1;
  if (start < 0) return null;
  const [did = "", what = ""] = line.text.slice(start + 1).replace(/[.]$/, "").split(": ");
  return [did.replace(/[\s,]+\d.*$/, ""), what.split(", ")[0]!];
}

/** All of them in one sentence: "The Reds: 12 walked and 3 ran." */
function summary(lines: Line[], names: Names, known: string[]): string {
  const deeds = lines.map((line) => deed(line, names, known));
  const first = lines[0]!;
  if (deeds.some((one) => !one?.[0])) return `${first.text.replace(/[.]$/, "")}, and ${lines.length - 1} more like it.`;
  const told = parted(deeds as [string, string][]);
  const side = first.side === null ? "Others" : capital(names.sideName(first.side));
  const [did] = told[0]!;
  if (told.every(([other, what]) => other === did && what)) return `${side} ${several(did)}: ${counts(told.map(([, what]) => what))}.`;
  return `${side}: ${counts(told.map(([other]) => other))}.`;
}

/** Where all did alike but in different places ("stopped at the hedge"), the place is what they did in particular. */
function parted(told: [string, string][]): [string, string][] {
  const apart = told.map(([did]): [string, string] => [did.split(" ")[0]!, did.split(" ").slice(1).join(" ")]);
  const varied = told.some(([did]) => did !== told[0]![0]) && told.every(([, what]) => !what);
  return varied && apart.every(([did, what]) => did === apart[0]![0] && what) ? apart : told;
}

/** What several do: "goes" of one is "go" of two; what was done stays as it is. */
const MANY: Record<string, string> = { has: "have", is: "are", was: "were" };
const several = (deed: string): string => deed.replace(/^(has|is|was)\b/, (one) => MANY[one]!).replace(/^(?!was |is |has )(\w+?)(?:(?<=o|ss|sh|ch|x)es|(?<!s)s)\b/, "$1");

/** The most frequent first. */
function counts(words: string[]): string {
  const found = new Map<string, number>();
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  const often = [...found].sort((a, b) => b[1] - a[1]);
  const named = often.length <= TOLD + 1 ? often : often.slice(0, TOLD);
  const parts = named.map(([word, count]) => `${count} ${count > 1 ? several(word) : word}`);
  const others = words.length - named.reduce((sum, [, count]) => sum + count, 0);
  if (others) parts.push(`${others} otherwise`);
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
