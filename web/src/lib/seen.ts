const AHEAD = "160px";

/** Do something once, when an element first comes near the window. */
export function whenSeen(node: Element, act: () => void): { destroy: () => void } {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      watcher.disconnect();
      act();
    },
    { rootMargin: AHEAD },
  );
  watcher.observe(node);
  return { destroy: () => watcher.disconnect() };
}
