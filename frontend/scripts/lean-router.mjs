// An esbuild plugin. The router is one file, and top-level calls keep unused parts of it in the bundle. This marks
// calls that only create something as pure, so that the bundle contains only what the page uses, a third of it.
import { readFile } from "node:fs/promises";

const MADE =
  /^(var \w+ = )((?:React\d*\.(?:createContext|forwardRef|memo)|Symbol|new (?:Set|Map|WeakMap|URL))\()/gm;
/** Matches component names, which only developer tools use. */
const NAMED = /^\w+\.displayName = "\w+";$/gm;

export const leanRouter = {
  name: "lean-router",
  setup({ onLoad }) {
    onLoad({ filter: /react-router\/dist\/production\/chunk-\w+\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (!text.includes("BrowserRouter")) return undefined;
      const contents = text.replace(NAMED, "").replace(MADE, "$1/* @__PURE__ */ $2");
      if (contents.match(/@__PURE__ \*\/ React/g)?.length < 10)
        throw new Error(
          "the plugin does not recognize this version of react-router: see scripts/lean-router.mjs",
        );
      return { contents, loader: "js" };
    });
  },
};
