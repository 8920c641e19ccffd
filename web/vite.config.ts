import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env["SANDTABLE_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: here("./src/lib"), $map: here("./src/map"), $pieces: here("./src/pieces") },
  },
  build: { target: "es2022", assetsInlineLimit: 2048, chunkSizeWarningLimit: 400 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
