// Checks the alerts and metrics with promtool. The alert rules are valid, each fires when it should and otherwise stays
// silent, and a running server's metrics are valid. Each alert has its section in docs/OPERATIONS.md.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freePort, root, startServer, withFolder } from "../scripts/server.mjs";

const promtool = process.env.PROMTOOL;
const skip = promtool ? false : "PROMTOOL is not set";
const ops = join(root, "docs/ops");

test("the alert rules are valid and fire when they should", { skip }, () => {
  execFileSync(promtool, ["check", "rules", join(ops, "alerts.yml")]);
  execFileSync(promtool, ["test", "rules", join(ops, "alerts_test.yml")], { cwd: ops });
});

test("each alert has a section in OPERATIONS.md and tests for firing and not firing", () => {
  const alerts = readFileSync(join(ops, "alerts.yml"), "utf8");
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const document = readFileSync(join(root, "docs/OPERATIONS.md"), "utf8");
  const sections = [...document.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  const runbooks = [...alerts.matchAll(/runbook: docs\/OPERATIONS\.md#(\w+)/g)].map(
    ([, anchor]) => anchor,
  );
  const tested = readFileSync(join(ops, "alerts_test.yml"), "utf8");
  assert.deepEqual(
    runbooks,
    names.map((name) => name.toLowerCase()),
  );
  for (const name of names) {
    assert.ok(sections.includes(name), `docs/OPERATIONS.md has no section ${name}`);
    assert.ok(tested.split(`alertname: ${name}\n`).length >= 3, `${name} is tested each way`);
  }
});

test("the metrics of a running server are valid for Prometheus", { skip }, () =>
  withFolder(async (folder) => {
    const operators = `127.0.0.1:${await freePort()}`;
    const server = await startServer(folder, { OPS_ADDRESS: operators });
    try {
      const scrape = await (await fetch(`http://${operators}/metrics`)).text();
      const judged = spawnSync(promtool, ["check", "metrics"], { input: scrape, encoding: "utf8" });
      assert.equal(judged.status, 0, judged.stdout + judged.stderr);
    } finally {
      await server.stop();
    }
  }),
);
