import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import sprites from "./build/sprite";

// `npm run dev` shows changes at once and passes requests on to `skerry serve`, at its default port.
const SERVER = `http://127.0.0.1:${process.env.SKERRY_DEV_PORT ?? 8017}`;

export default defineConfig({
  plugins: [svelte(), sprites()],
  build: {
    outDir: "../src/skerry/web/static",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0, // nothing inline: the page's policy allows files of its own only
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
  // Tests run in Node, where Svelte would choose its server build, which has no reactivity.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
