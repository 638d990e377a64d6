import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server holds the built page in memory and serves it with a strict content policy:
// nothing inline, no third party. Names of assets change with their content.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: fileURLToPath(new URL("../src/banneret/server/static", import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: "http://localhost:8765", ws: true } } },
  test: { include: ["test/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
