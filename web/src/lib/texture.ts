/** A quiet mottle for the ground, painted once into a tile; the strict page policy allows no filter files. */
const SIZE = 256;
let tile: Promise<string> | null = null;

function noise(cells: number, chance: () => number): (x: number, y: number) => number {
  const grid = Array.from({ length: cells * cells }, chance);
  const at = (i: number, j: number): number => grid[(j % cells) * cells + (i % cells)]!;
  const ease = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) => {
    const [fx, fy] = [(x / SIZE) * cells, (y / SIZE) * cells];
    const [i, j] = [Math.floor(fx), Math.floor(fy)];
    const [u, v] = [ease(fx - i), ease(fy - j)];
    const top = at(i, j) * (1 - u) + at(i + 1, j) * u;
    const bottom = at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u;
    return top * (1 - v) + bottom * v;
  };
}

export function texture(chance: () => number): Promise<string> {
  tile ??= new Promise((done) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIZE;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    const image = pen.createImageData(SIZE, SIZE);
    const layers = [noise(5, chance), noise(11, chance), noise(32, chance)];
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const [a, b, c] = layers.map((layer) => layer(x, y)) as [number, number, number];
        const value = a * 0.5 + b * 0.32 + c * 0.18 + (chance() - 0.5) * 0.16;
        const dark = value < 0.5;
        const at = (y * SIZE + x) * 4;
        image.data.set(dark ? [44, 54, 24] : [236, 232, 196], at);
        image.data[at + 3] = Math.min(255, Math.abs(value - 0.5) * 300);
      }
    }
    pen.putImageData(image, 0, 0);
    canvas.toBlob((blob) => blob && done(URL.createObjectURL(blob)), "image/png");
  });
  return tile;
}
