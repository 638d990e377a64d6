import type { Asking } from "./asking.svelte";
import { taken, typed } from "./handdice";
import { set, settings } from "./keep.svelte";
import { LAYERS } from "./looking.svelte";
import type { Dice, Drill, Key } from "./choices";
import { addLeg, changeLeg, dropLeg, legsOf, offers } from "./drill";
import { hands, played, tapped, turned } from "./hands";
import { screen } from "./screen.svelte";
import { next } from "./turned";
import type { Ui } from "./ui.svelte";
import { further, routed, turned as turnedRoute } from "./routes";
import { ordered } from "./wording";

export interface Eye {
  zoom(factor: number): void;
  fit(): void;
  pan(dx: number, dy: number): void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const NUDGE = 0.25;
const PAN = 60;

function typing(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement;
  return at.matches("input, textarea, select") || at.closest("dialog") !== null;
}

/** Every action by keyboard. Returns whether the key meant something. */
export function press(event: KeyboardEvent, ui: Ui, eye: Eye | undefined): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape") return ui.back();
  if (typing(event)) return false;
  const arrow = ARROWS[event.key];
  if (arrow) return nudge(arrow, event.shiftKey, ui, eye);
  const dice = ui.table.show.busy ? undefined : ui.table.asking;
  if (dice?.choice.kind === "dice" && enter(event, dice, dice.choice)) return true;
  if (dice?.choice.kind === "drill" && drill(event, dice, dice.choice)) return true;
  if (/^[1-9]$/.test(event.key)) return nth(Number(event.key) - 1, ui);
  return letter(event, ui, eye);
}

/** A drill: a number takes that grip, U and Backspace take the last leg back. */
function drill(event: KeyboardEvent, asking: Asking, choice: Drill): boolean {
  if (/^[1-9]$/.test(event.key)) {
    const found = offers(choice)[Number(event.key) - 1];
    if (found && !found.grip.because) addLeg(asking, found.grip, found.hand);
    return found !== undefined;
  }
  return (event.key === "u" || event.key === "Backspace") && dropLeg(asking);
}

/** Dice of a real table: digits in turn, Backspace takes the last back, Enter gives them even from a die's button. */
function enter(event: KeyboardEvent, asking: Asking, choice: Dice): boolean {
  const faces = asking.value as number[];
  if (/^[0-9]$/.test(event.key)) asking.propose(typed(faces, choice.dice, Number(event.key)));
  else if (event.key === "Backspace") asking.propose(taken(faces));
  else if (event.key === "Enter" && asking.ready && (event.target as HTMLElement).matches("[data-face]")) asking.give();
  else return false;
  return true;
}

function nudge(way: [number, number], far: boolean, ui: Ui, eye: Eye | undefined): boolean {
  const asking = ui.table.asking;
  const [dx, dy] = ui.turned.meant(way);
  const by = far ? 1 : NUDGE;
  if (ui.gesture.allowed && ui.gesture.piece !== null) {
    ui.gesture.nudge(dx * by, dy * by);
    return true;
  }
  if (asking?.choice.kind === "place") {
    const id = asking.choice.pieces[asking.held] ?? asking.choice.pieces[0]!;
    asking.carry(id, dx * by, dy * by);
  } else if (asking?.choice.kind === "drill" && legsOf(asking).length) {
    const last = legsOf(asking).at(-1)!;
    const grip = asking.choice.grips.find((one) => one.kind === last[0]);
    const more = way[1] > 0 || way[0] > 0 ? 1 : -1;
    if (grip) changeLeg(asking, last[1] + more * (grip.unit === "degrees" ? (far ? 1 : 5) : grip.unit === "inches" ? by : 1));
  } else if (asking?.choice.kind === "move") {
    const piece = ui.piece(asking.choice.piece);
    if (!piece) return false;
    const end = asking.way[1].at(-1) ?? [piece.x, piece.y];
    asking.moveTo([end[0] + dx * by, end[1] + dy * by], [piece.x, piece.y]);
  } else if (ui.pencil.allowed && ui.pencil.spots.has(ui.selected ?? -1)) {
    ui.pencil.carry(ui.piece(ui.selected)!, dx * by, dy * by);
  } else eye?.pan(-way[0] * PAN, way[1] * PAN);
  return true;
}

function nth(index: number, ui: Ui): boolean {
  const asking = ui.table.asking;
  if (!asking || ui.table.show.busy) return false;
  const presets = asking.question.presets ?? [];
  if (presets.length && asking.preset === null && !asking.set.some(Boolean)) {
    if (presets[index]) ui.sayAll(index);
    else if (index === presets.length) asking.asBefore();
    return true;
  }
  const toggle = ui.gesture.chain?.toggles?.[index];
  if (toggle) {
    const open = toggle.options.filter((one) => !one.because);
    const at = open.findIndex((one) => one.key === toggle.value);
    const next = open[(at + 1) % open.length];
    if (next) ui.gesture.toggle(toggle.name, next.key);
    return true;
  }
  const { choice } = asking;
  if (played(choice)) {
    const held = hands(choice).flatMap((hand) => hand.cards)[index];
    const key = held ? tapped(held, asking.value as Key[]) : null;
    if (key !== null) ui.choose(key);
    else if (held?.because) ui.denied = held.because;
  } else if (routed(choice)) {
    const { none, next } = further(choice, (asking.value as Key[])[0]);
    const option = [none, ...next][index];
    if (option) ui.choose(option.key);
  } else if (choice.kind === "pick" || choice.kind === "play") {
    const option = (choice.kind === "pick" ? ordered(choice.options) : choice.options)[index];
    if (option) ui.choose(option.key);
  } else if (choice.kind === "move") {
    const gait = choice.gaits[index];
    if (gait) asking.gait(gait);
  } else return false;
  return true;
}

/** Step through what may be chosen. */
function cycle(by: number, ui: Ui): boolean {
  const asking = ui.table.asking;
  const { pick } = ui;
  if (ui.gesture.allowed && ui.gesture.piece !== null) return ui.gesture.cycle(by);
  if (!asking) return select(by, ui);
  if (!pick) {
    if (asking.choice.kind !== "place") return false;
    const count = asking.choice.pieces.length;
    asking.held = (asking.held + by + count) % count;
    return true;
  }
  if (played(pick)) {
    const keys = turned(pick, asking.value as Key[], by);
    if (keys) asking.propose(keys);
    return keys !== null;
  }
  if (routed(pick)) {
    const next = turnedRoute(pick, (asking.value as Key[])[0], by);
    if (next) asking.propose([next.key]);
    return next !== undefined;
  }
  const open = pick.options.filter((one) => one.because === undefined);
  if (!open.length) return false;
  const at = open.findIndex((one) => (asking.value as unknown[]).includes(one.key));
  asking.propose([open[at < 0 ? (by > 0 ? 0 : open.length - 1) : (at + by + open.length) % open.length]!.key]);
  return true;
}

/** Step through one's own men while others choose. */
function select(by: number, ui: Ui): boolean {
  const men = ui.pieces.filter((one) => one.side === ui.table.you);
  if (!men.length) return false;
  const at = men.findIndex((one) => one.id === ui.selected);
  ui.selected = men[(at + by + men.length) % men.length]!.id;
  return true;
}

/** The first way to answer a whole batch, if one is on offer. */
function atOnce(): boolean {
  const chip = document.querySelector("[data-once]")?.closest("button");
  chip?.click();
  return chip !== null && chip !== undefined;
}

function letter(event: KeyboardEvent, ui: Ui, eye: Eye | undefined): boolean {
  const { table } = ui;
  const asking = table.asking;
  const onButton = (event.target as HTMLElement).matches("button, a");
  switch (event.key.toLowerCase()) {
    case "enter":
      // a focused option proposes first; on anything already proposed Enter commits
      if (ui.briefing) {
        if (onButton) return false;
        ui.begin();
      } else if (table.show.looking !== null) table.show.present();
      else if (table.show.busy) table.show.skip();
      else if (ui.gesture.active && !onButton) ui.gesture.commit();
      else if (event.shiftKey && asking?.onward && !onButton) asking.giveOnward();
      else if (event.shiftKey && asking?.batch && !asking.complete && !onButton && atOnce()) return true;
      else if (asking?.ready && (!onButton || (asking.complete && (event.target as HTMLElement).matches("[data-option][aria-pressed=true]")))) asking.give();
      else return false;
      return true;
    case " ":
      if (onButton) return false;
      if (ui.gesture.active) ui.gesture.wayPoint();
      else if (asking?.choice.kind === "move") asking.wayPoint();
      else if (ui.pencil.allowed && ui.piece(ui.selected)?.side === table.you) ui.pencil.carry(ui.piece(ui.selected)!, 0, 0);
      else return false;
      return true;
    case "q":
    case "e": {
      const kind = asking?.choice.kind;
      if (ui.gesture.active) {
        ui.gesture.turnBy((event.key.toLowerCase() === "q" ? -1 : 1) * (event.shiftKey ? 1 : 15));
        return true;
      }
      if (kind !== "place" && kind !== "move") return false;
      asking!.turnBy((event.key.toLowerCase() === "q" ? -1 : 1) * (event.shiftKey ? 1 : 15));
      return true;
    }
    case "[":
      return cycle(-1, ui);
    case "]":
      return cycle(1, ui);
    case "g":
      if (asking?.choice.kind === "place") asking.together = !asking.together;
      else ui.grouped = !ui.grouped;
      return true;
    case "u":
      table.undo();
      return true;
    case "h":
      table.hint();
      return true;
    case "c":
      document.querySelector<HTMLButtonElement>("[data-captain]")?.click();
      return true;
    case "r":
      ui.measuring.toggle();
      return true;
    case "l":
      if (!ui.gesture.chain?.others) return false;
      ui.gesture.likewise = !ui.gesture.likewise;
      return true;
    case "a":
    case "o":
    case "s":
    case "m":
    case "x":
      ui.sights.toggle(LAYERS.find(([, , key]) => key.toLowerCase() === event.key.toLowerCase())![0]);
      return true;
    case "+":
    case "=":
      eye?.zoom(1.25);
      return true;
    case "-":
      eye?.zoom(0.8);
      return true;
    case "0":
      eye?.fit();
      return true;
    case "v":
      set("turn", next(settings.turn, screen.small));
      return true;
    case "t":
      ui.text = !ui.text;
      return true;
    case ".":
      table.show.step();
      return true;
    case ",":
      if (!table.show.stepBack()) table.notice = "Nothing earlier was shown at this table.";
      return true;
    case "p":
      ui.tab = "profile";
      return true;
    case "/":
      ui.tab = "rules";
      ui.sheet = "rules";
      setTimeout(() => document.querySelector<HTMLInputElement>("[data-find]")?.focus());
      return true;
    case "?":
      ui.help = true;
      return true;
  }
  return false;
}
