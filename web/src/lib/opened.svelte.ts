import type { Replay } from "./shelf";

/** A replay file that was opened from the home screen. */
export const opened: { replay: Replay | null; file: File | null } = $state.raw({ replay: null, file: null });
