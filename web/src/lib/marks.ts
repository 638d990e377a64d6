import type { Piece } from "./scene";

/** The words beside a figure, as badges; every book's words that mean the same look the same. */
export interface Badge {
  symbol: string;
  tone: "ink" | "red";
  word: string;
}

export interface Marks {
  urgent: Badge | null;
  ready: { symbol: string; tone: "ink" | "grey" | "red" } | null;
  wounds: number;
  fatigue: number;
  stamina: number | null;
  outline: "plain" | "rout" | "shaken" | "hidden";
  gone: boolean;
  acted: boolean;
  /** An order beside the figure: its glyph, or only the back of it. */
  chit: { symbol: string; word: string; back: boolean } | null;
}

// the most urgent first
const STATES: [RegExp, string, "ink" | "red"][] = [
  [/^rout/, "state-rout", "red"],
  [/^(disabled|down|dead|killed)/, "state-disabled", "red"],
  [/^broken/, "state-broken", "red"],
  [/^(captive|captured)/, "state-captive", "ink"],
  [/^(surrender|yield)/, "state-surrendered", "ink"],
  [/^stun/, "state-stun", "ink"],
  [/^shaken/, "state-shaken", "ink"],
  [/^pinned/, "state-pinned", "ink"],
  [/^(prone|kneeling)/, "state-prone", "ink"],
  [/^poison/, "state-poison", "ink"],
  [/^berserk/, "state-berserk", "ink"],
  [/^impetuous/, "state-impetuous", "ink"],
  [/^erratic/, "state-erratic", "ink"],
  [/^hidden/, "state-hidden", "ink"],
  [/^(held|holding)/, "state-held", "ink"],
  [/^(leaderless|out of command)/, "cmd-leader", "red"],
  [/^aiming/, "ui-sight", "ink"],
  [/^(engaged|in melee)/, "state-engaged", "ink"],
];

/** What was read stays read: a gliding figure brings the same words sixty times a second. */
const known = new WeakMap<string[], Marks>();

export function read(marks: string[]): Marks {
  let found = known.get(marks);
  if (!found) known.set(marks, (found = fresh(marks)));
  return found;
}

/** Whether a figure still stands for its side: who lies there or is bound is lost, though he is on the table. */
export const stands = (piece: Piece): boolean => piece.form?.form !== "emblem" && !read(piece.marks).gone && !piece.marks.some((mark) => /^(captive|captured)/.test(mark));

/** The words of a figure that say how he fares: not the order that lies beside him, nor that nothing is lost yet. */
export function telling(marks: string[]): string[] {
  return marks.filter((mark) => {
    const share = /^\w+ (\d+) of (\d+)/.exec(mark);
    return !/^(chit\b|acted|ready|loaded)/.test(mark) && !(share && share[1] === share[2]);
  });
}

function fresh(marks: string[]): Marks {
  const found: Marks = {
    urgent: null,
    ready: null,
    wounds: 0,
    fatigue: 0,
    stamina: null,
    outline: "plain",
    gone: false,
    acted: false,
    chit: null,
  };
  for (const [pattern, symbol, tone] of STATES) {
    const word = marks.find((mark) => pattern.test(mark));
    if (word) {
      found.urgent = { symbol, tone, word };
      break;
    }
  }
  for (const mark of marks) readOne(mark, found);
  return found;
}

function readOne(mark: string, found: Marks): void {
  const counted = /^(hits|wounds?|fatigue) (\d+)/.exec(mark);
  if (counted) {
    if (counted[1] === "fatigue") found.fatigue = Number(counted[2]);
    else found.wounds = Number(counted[2]);
  }
  const share = /^(load|stamina) (\d+) of (\d+)/.exec(mark);
  if (share) {
    const [have, full] = [Number(share[2]), Number(share[3])];
    if (share[1] === "stamina") found.stamina = full ? have / full : 0;
    else if (have >= full) found.ready = { symbol: "state-loaded", tone: "ink" };
    else found.ready = { symbol: "state-unloaded", tone: "grey" };
  }
  if (/^(loaded|ready)/.test(mark)) found.ready = { symbol: "state-loaded", tone: "ink" };
  if (/^(unloaded|reloading)/.test(mark)) found.ready = { symbol: "state-unloaded", tone: "grey" };
  if (/^out of (?!command)/.test(mark)) found.ready = { symbol: "state-out-of-ammo", tone: "red" };
  if (/^rout/.test(mark)) found.outline = "rout";
  if (/^shaken/.test(mark)) found.outline = "shaken";
  if (/^hidden/.test(mark)) found.outline = "hidden";
  if (/^(disabled|dead|killed|down)/.test(mark)) found.gone = true;
  if (/^(acted|has acted)/.test(mark)) found.acted = true;
  const chit = /^chit (.+)/.exec(mark)?.[1];
  if (chit) found.chit = chitOf(chit);
}

// what an order says, the most telling word first
const CHITS: [RegExp, string][] = [
  [/face down/, "chit-back"],
  [/shoot|loose/, "arms-bow"],
  [/melee|fight|charge|strike/, "arms-sword"],
  [/full/, "chit-move-full"],
  [/half|move/, "chit-move-half"],
  [/parry/, "shield-large"],
  [/mount/, "horse"],
  [/signal/, "cmd-horn"],
  [/draw/, "arms-dagger"],
  [/yield/, "state-surrendered"],
  [/batter/, "arms-club"],
  [/scale|climb/, "chit-climb"],
  [/resupply|ammunition/, "state-loaded"],
  [/carry/, "state-disabled"],
  [/escort/, "state-captive"],
];

function chitOf(word: string): Marks["chit"] {
  const symbol = CHITS.find(([pattern]) => pattern.test(word))?.[1] ?? "chit-stay";
  return { symbol, word, back: symbol === "chit-back" };
}

/** The glyph of an order, for buttons that give it. */
export function chitSymbol(key: string, word: string): string {
  return chitOf(`${key} ${word}`)!.symbol;
}

const ARMS: [RegExp, string][] = [
  [/two.?hand|great.?sword/, "two-handed-sword"],
  [/pole.?arm|halberd|bill|glaive|pike/, "pole-arm"],
  [/longbow/, "longbow"],
  [/crossbow/, "crossbow"],
  [/bow/, "bow"],
  [/hand.?gun/, "handgun"],
  [/javelin|dart/, "javelin"],
  [/lance/, "lance"],
  [/spear/, "spear"],
  [/axe/, "axe"],
  [/mace|morning/, "mace"],
  [/club|staff/, "club"],
  [/dagger|knife/, "dagger"],
  [/sling/, "sling"],
  [/improvised|farm|fork|flail|tool/, "farm-tool"],
  [/sword|hand.?weapon|falchion/, "sword"],
];

export function armsSymbol(arms: string): string {
  const found = ARMS.find(([pattern]) => pattern.test(arms));
  return `arms-${found ? found[1] : "unarmed"}`;
}

export type Rank = "common" | "sergeant" | "knight" | "lord";

export function rankOf(rank: string): Rank {
  if (/lord|king|commander|c-in-c|captain/.test(rank)) return "lord";
  if (/knight|hero|officer/.test(rank)) return "knight";
  if (/sergeant|leader|veteran/.test(rank)) return "sergeant";
  return "common";
}

export type Shield = "none" | "small" | "large" | "pavise";
const shields = new WeakMap<Piece["profile"], Shield>();

export function shieldOf({ profile }: Piece): Shield {
  let found = shields.get(profile);
  if (!found) {
    const words = Object.values(profile).join(" ");
    found = /pavise/.test(words) ? "pavise" : /large shield/.test(words) ? "large" : /shield/.test(words) ? "small" : "none";
    shields.set(profile, found);
  }
  return found;
}
