/** The drawings as one hidden sheet of symbols, used by `<use href="#…">`. */
const files = import.meta.glob<string>("../../symbols/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const names = new Set(Object.keys(files).map(nameOf));

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".svg".length);
}

export function sheet(): SVGSVGElement {
  const inner = Object.entries(files).map(([path, text]) => {
    const body = text.slice(text.indexOf(">") + 1, text.lastIndexOf("</svg>"));
    return `<symbol id="${nameOf(path)}" viewBox="0 0 24 24">${body}</symbol>`;
  });
  const parsed = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="symbols" aria-hidden="true">${inner.join("")}</svg>`,
    "image/svg+xml",
  );
  return document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
}
