// Tests the city stand-in with sodapy, the usual Python client for cities' open data.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(here, "..", "..", "target");

test("sodapy reads data from the stand-in for the city", async () => {
  const city = spawn(join(target, "debug", "soda-sandbox"), ["--until-stdin-ends"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface(city.stdout), "line");
    const address = new URL(JSON.parse(line).baseUrl).host;
    const python = process.env.SODAPY ?? "python3";
    const { stdout } = await promisify(execFile)(python, [join(here, "city.py"), address]);
    assert.equal(stdout.trim(), "ok");
  } finally {
    city.stdin.end();
  }
});
