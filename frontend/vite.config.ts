import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import sprites from "./build/sprite";

const SERVER = process.env.SKERRY_SERVER ?? "http://127.0.0.1:8000";

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
});
