import { settings } from "./keep.svelte";

/** "Your move": in the title, as a sound and, if allowed, as a notification. */
let sound: AudioContext | null = null;

export function callPlayer(battle: string, prompt: string | null): void {
  document.title = prompt ? `● Your move · ${battle}` : `${battle} · Banneret`;
  if (!prompt || !document.hidden) return;
  if (settings.sound) ring();
  if (settings.notify && "Notification" in window && Notification.permission === "granted") {
    new Notification("Your move", { body: `${battle}: ${prompt}`, tag: "banneret" });
  }
}

export function ring(): void {
  try {
    sound ??= new AudioContext();
    const start = sound.currentTime;
    [392, 523.25].forEach((pitch, i) => {
      const tone = sound!.createOscillator();
      const volume = sound!.createGain();
      tone.frequency.value = pitch;
      tone.type = "triangle";
      volume.gain.setValueAtTime(0, start + i * 0.16);
      volume.gain.linearRampToValueAtTime(0.14, start + i * 0.16 + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, start + i * 0.16 + 0.45);
      tone.connect(volume).connect(sound!.destination);
      tone.start(start + i * 0.16);
      tone.stop(start + i * 0.16 + 0.5);
    });
  } catch {
    // no sound here
  }
}

export async function allowNotifications(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
