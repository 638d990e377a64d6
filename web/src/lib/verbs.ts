import type { Asking } from "./asking.svelte";
import { briefly } from "./batches";
import type { Key, Legs, Pick } from "./choices";
import { capital } from "./wording";

const DEED = /^(to(wards)?|attack|shoot|yield|slay|take|help|heal|tend)\b.| at /i;
const MOST = 44; // letters of a verb, in two lines

/** What the one primary button would do, as a verb. */
export function verb(asking: Asking | null): string {
  if (!asking) return "";
  if (asking.sent) return "Sent";
  if (asking.complete) return `Commit all ${asking.set.length}`;
  if (asking.usual && asking.question.choices.some((one) => one.kind === "play")) return asking.set.some(Boolean) ? "Play the rest as shown" : `Play for ${asking.set.length === 2 ? "both" : `all ${asking.set.length}`}`;
  if (asking.usual) return usualVerb(asking);
  if (asking.batch && asking.set[asking.at]) return shortened(`Next: ${briefly(asking.question.choices)[asking.set.indexOf(false)]}`);
  const { choice } = asking;
  if (asking.yielding) return capital(asking.nearest!.text);
  if (choice.kind === "pick" || choice.kind === "play") return pickVerb(choice, asking.value as Key[]);
  if (choice.kind === "place") return choice.pieces.length > 1 ? `Set down ${choice.pieces.length}` : "Set down";
  if (choice.kind === "move") return capital(asking.way[0] || "move");
  if (choice.kind === "drill") return drillVerb((asking.value as Legs)[1].length);
  if (choice.kind === "write") return "Write it";
  return "These dice";
}

/** What everybody still open would do: one thing, where it is the same for all. */
function usualVerb(asking: Asking): string {
  const open = asking.question.choices.filter((one, i) => one.kind === "pick" && !asking.set[i]) as Pick[];
  const said = new Set(open.map((one) => one.options.find((option) => option.key === one.usual)?.label));
  const some = asking.set.some(Boolean);
  const [only] = said;
  if (open.length > 1 && said.size === 1 && only && only.length < 24) return `${some ? "The rest" : `All ${asking.set.length}`}: ${only}`;
  return some ? "The rest as proposed" : `All ${asking.set.length} as proposed`;
}

const shortened = (words: string): string => (words.length > MOST ? `${words.slice(0, MOST - 1)}…` : words);

const drillVerb = (legs: number): string => (legs ? `Commit ${legs} ${legs === 1 ? "leg" : "legs"}` : "Stay");

/** Where several answers begin with the same man, what he does tells them apart. */
function deedOf(pick: Pick, label: string): string {
  const [who, ...deed] = label.split(": ");
  return pick.options.filter((one) => one.label.startsWith(`${who}: `)).length > 1 ? deed.join(": ") : "";
}

function pickVerb(pick: Pick, keys: Key[]): string {
  if (keys.length < pick.least && pick.least > 1) return keys.length ? `Choose ${pick.least - keys.length} more` : `Choose ${pick.least}`;
  if (!keys.length) return pick.least === 0 ? "None" : "Choose one";
  if (pick.kind === "play" && pick.options.some((one) => one.card)) return `Play ${keys.length === 1 ? "1 card" : `${keys.length} cards`}`;
  if (keys.length > 1) return `${pick.kind === "play" ? "Play" : "Choose"} ${keys.length}`;
  const option = pick.options.find((one) => one.key === keys[0]);
  const deeds = deedOf(pick, option?.label ?? "");
  if (deeds) return capital(shortened(deeds));
  const short = (option?.label ?? "").replace(/\s*\(.*\)$|: .*$|, [0-9.]+ inches$/, "");
  const deed = option?.pieces?.length && !DEED.test(short) ? `choose ${short}` : short; // a name alone is no verb
  return capital(shortened(deed));
}
