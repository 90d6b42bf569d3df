// An esbuild plugin. Importing from the package's index would put every screen's icons into the chunk that all first
// screens load. Here each module gets its icons in a separate module. An icon is about 60 bytes compressed, and a
// second copy of it even less.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const NAMED = /import \{([^}]*)\} from "lucide-react"/;

export const ownIcons = {
  name: "own-icons",
  setup({ initialOptions, onResolve, onLoad }) {
    const folder = join(initialOptions.absWorkingDir, "node_modules/lucide-react/dist/esm");
    let files;
    /** Returns the file of an icon, from the package's own list. */
    async function fileOf(name) {
      files ??= readFile(join(folder, "lucide-react.mjs"), "utf8").then(
        (list) =>
          new Map(
            [...list.matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']*)'/g)].flatMap(
              ([, names, file]) =>
                [...names.matchAll(/default as (\w+)/g)].map(([, one]) => [one, file]),
            ),
          ),
      );
      const file = (await files).get(name);
      if (!file) throw new Error(`lucide-react has no icon ${name}`);
      return join(folder, file);
    }
    onResolve({ filter: /^lucide-react$/ }, ({ importer }) => ({
      // The path must differ from the module's own, which other plugins load.
      path: `${importer}.icons`,
      namespace: "icons",
      sideEffects: false,
    }));
    onLoad({ filter: /./, namespace: "icons" }, async ({ path }) => {
      const [, list = ""] = NAMED.exec(await readFile(path.replace(/\.icons$/, ""), "utf8")) ?? [];
      const names = list
        .split(",")
        .map((one) => one.trim().replace(/ as .*/, ""))
        .filter((one) => one && !one.startsWith("type "));
      const icons = names.map(async (name) => {
        const text = await readFile(await fileOf(name), "utf8");
        const [, data] = /const __iconData = (\{[\s\S]*?\n\});/.exec(text) ?? [];
        if (!data) throw new Error(`the plugin does not recognize the file of the icon ${name}`);
        return `export const ${name} = /* @__PURE__ */ create(${data});`;
      });
      return {
        contents: [
          `import create from "./createLucideIcon.mjs";`,
          ...(await Promise.all(icons)),
        ].join("\n"),
        resolveDir: folder,
        loader: "js",
      };
    });
  },
};
