import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import sprites from "./build/sprite";
import typography from "./build/typography";
import worker from "./build/worker";

// `npm run dev` shows changes at once and passes requests on to `skerry serve`, at its default port.
const SERVER = `http://127.0.0.1:${process.env.SKERRY_DEV_PORT ?? 8017}`;

export default defineConfig({
  plugins: [svelte(), sprites(), typography(), worker()],
  base: "./", // the server knows under which path the page lives
  build: {
    outDir: "../src/skerry/web/static",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0, // nothing inline: the page's policy allows files of its own only
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", sw: "src/worker/worker.ts" },
      output: {
        // The service worker stands beside the page, under a name that never changes.
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
  // Tests run in Node, where Svelte would choose its server build, which has no reactivity.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
