// Tests the server against its API document. schemathesis generates valid and invalid requests from docs/openapi.json.
// No response may be undocumented, no valid request refused, and no invalid one accepted.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { root, startServer, withFolder } from "../../scripts/server.mjs";

const PASSWORD = "demo-Passw0rd-lanewise";
/** Number of random cases per call, in addition to those at the limits of its fields. */
const CASES = process.env.CONTRACT_CASES ?? "5";
/** Calls to leave out: those that end the shared session, and Stripe's webhook, which must be signed. */
const LEFT_OUT = "^/api/(logout|account/sessions|account/close|webhooks/stripe)";

async function logIn(server, email) {
  const answer = await fetch(`${server.base}/api/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.base },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  assert.equal(answer.status, 200, `${email} logs in`);
  return answer.headers.getSetCookie()[0].split(/[=;]/)[1];
}

/**
 * Runs schemathesis and returns its findings. Uses one worker, because schemathesis parses code for each lambda. In
 * Python 3.11, threads may fail while parsing ("AST constructor recursion depth mismatch", gh-106905).
 */
async function findProblems(server, session, folder) {
  const options = [
    ["--config-file", join(root, ".ci/schemathesis.toml"), "run", join(root, "docs/openapi.json")],
    ["--url", server.base, "--checks", "all", "--continue-on-failure", "--workers", "1"],
    ["--phases", "coverage,fuzzing", "--max-examples", CASES, "--seed", "1", "--no-shrink"],
    ["--generation-allow-x00", "true", "--generation-database", "none", "--no-color"],
    ["--header", "Sec-Fetch-Site: same-origin", "--exclude-path-regex", LEFT_OUT],
  ].flat();
  const env = {
    ...process.env,
    LANEWISE_SESSION: session,
    PYTHONPATH: join(root, ".ci"),
    SCHEMATHESIS_HOOKS: "schemathesis_hooks",
  };
  const judge = spawn(process.env.SCHEMATHESIS ?? "st", options, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = [];
  judge.stdout.on("data", (text) => said.push(text));
  const [status] = await once(judge, "exit");
  return status === 0 ? "" : Buffer.concat(said).toString();
}

test("the server conforms to the API document", () =>
  withFolder(async (folder) => {
    const server = await startServer(folder);
    try {
      const session = await logIn(server, "admin@lanewise.test");
      assert.equal(await findProblems(server, session, folder), "");
    } finally {
      await server.stop();
    }
  }));
