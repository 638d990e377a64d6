import { settings } from "./keep.svelte";

/** Soft sounds made on the spot: a step, an arrow, a blow, dice. One switch for all of them. */

let context: AudioContext | null = null;
let woken = false;
const LOUD = 0.05;

// a page may sound only after somebody has touched it
if (typeof addEventListener === "function") {
  addEventListener("pointerdown", () => (woken = true), { once: true });
  addEventListener("keydown", () => (woken = true), { once: true });
}

function ready(): AudioContext | null {
  if (!settings.sound || !woken || typeof AudioContext === "undefined" || document.hidden) return null;
  context ??= new AudioContext();
  return context;
}

function burst(at: AudioContext, when: number, length: number, tone: number, sharp: number, loud: number): void {
  const noise = at.createBufferSource();
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  noise.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = tone;
  filter.Q.value = sharp;
  const gain = at.createGain();
  gain.gain.value = loud;
  noise.connect(filter).connect(gain).connect(at.destination);
  noise.start(when);
}

function ring(at: AudioContext, when: number, tone: number, length: number, loud: number): void {
  const voice = at.createOscillator();
  const gain = at.createGain();
  voice.frequency.value = tone;
  gain.gain.setValueAtTime(loud, when);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + length);
  voice.connect(gain).connect(at.destination);
  voice.start(when);
  voice.stop(when + length);
}

export type Sound = "step" | "arrow" | "blow" | "dice";

export function sound(kind: Sound): void {
  const at = ready();
  if (!at) return;
  const now = at.currentTime;
  if (kind === "step") for (const [i, tone] of [120, 95].entries()) burst(at, now + i * 0.16, 0.07, tone, 1, LOUD * 1.6);
  else if (kind === "arrow") burst(at, now, 0.26, 1800, 2.5, LOUD);
  else if (kind === "dice") for (const i of [0, 1, 2, 3]) burst(at, now + i * 0.055 + Math.random() * 0.02, 0.03, 2300 + 300 * i, 6, LOUD * 2);
  else {
    burst(at, now, 0.12, 320, 1, LOUD * 2);
    ring(at, now, 660, 0.22, LOUD * 0.5);
    ring(at, now, 991, 0.16, LOUD * 0.35);
  }
}
