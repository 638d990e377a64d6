import type { Replay } from "./protocol";

/** A replay file that was opened from the home screen. */
export const opened: { replay: Replay | null; file: Blob | null } = $state.raw({ replay: null, file: null });
