import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import inventory from "../../payment-scripts.json";

it("SECURITY.md lists every script of the payment page with its reason", () => {
  const text = readFileSync(new URL("../../../docs/SECURITY.md", import.meta.url), "utf8");
  const table = text.split("## Payment page")[1]?.split("\n## ")[0] ?? "";
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, script, reason]) => ({
    script,
    reason,
  }));
  expect(rows).toEqual(inventory.map(({ script, reason }) => ({ script, reason })));
});
