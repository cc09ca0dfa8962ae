import { defineConfig } from "vite";

// The build output is committed, so its names and bytes must depend only on the sources. The page
// must not load inline scripts, so no polyfill that vite would insert is used.
export default defineConfig({
  base: "./",
  publicDir: "public",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
