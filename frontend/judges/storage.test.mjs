// Tests that photos of items can be stored in moto, an independent S3 server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { freePort, logIn, startServer, withFolder } from "../scripts/server.mjs";

const PICTURE = fileURLToPath(new URL("../public/icon-192.png", import.meta.url));
const BUCKET = "lanewise-files";

let moto;
let endpoint;

before(async () => {
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  moto = spawn(process.env.MOTO_SERVER, ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  for (let tries = 0; ; tries += 1) {
    const created = await fetch(`${endpoint}/${BUCKET}`, { method: "PUT" }).catch(() => null);
    if (created?.ok) return;
    assert.ok(tries < 300, "moto did not start");
    await new Promise((wake) => setTimeout(wake, 100));
  }
});
after(() => moto.kill());

/** Returns the names of the bucket's objects. */
async function listObjectNames() {
  const list = await (await fetch(`${endpoint}/${BUCKET}?list-type=2`)).text();
  return [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name]) => name);
}

const settings = (over = {}) => ({
  FILES_S3_BUCKET: BUCKET,
  FILES_S3_ENDPOINT: endpoint,
  FILES_S3_KEY_ID: "key",
  FILES_S3_SECRET: "secret",
  ...over,
});

/** Starts a server with these settings and logs in as a driver with a ticket. */
async function withDriver(more, work) {
  await withFolder(async (folder) => {
    const server = await startServer(folder, more);
    try {
      const { id, cookie } = await logIn(server.base);
      const headers = { cookie, origin: server.base };
      const call = (method, path, body) =>
        fetch(server.base + path, {
          method,
          headers: body ? { ...headers, "content-type": "application/octet-stream" } : headers,
          body,
        });
      const [ticket] = await (await call("GET", `/api/tickets/${id}`)).json();
      await work(call, `/api/items/ticket/${ticket.id}/files?fileName=Sign.png`);
    } finally {
      await server.stop();
    }
  });
}

test("photos are stored encrypted in an S3 bucket and read from it", async () => {
  const picture = await readFile(PICTURE);
  await withDriver(settings(), async (call, upload) => {
    const added = await call("POST", upload, picture);
    assert.equal(added.status, 201, await added.clone().text());
    const { id } = await added.json();
    const stored = await listObjectNames();
    assert.deepEqual(stored.map((name) => name.replace(/^.*-/, "")).sort(), [
      "original",
      "reduced",
    ]);
    for (const name of stored) {
      const content = Buffer.from(
        await (await fetch(`${endpoint}/${BUCKET}/${name}`)).arrayBuffer(),
      );
      assert.equal(content.includes("IHDR") || content.includes("JFIF"), false, "it is encrypted");
    }
    const original = await call("GET", `/api/item-files/${id}?original=true`);
    assert.deepEqual(Buffer.from(await original.arrayBuffer()), picture);
    assert.equal((await call("DELETE", `/api/item-files/${id}`)).status, 200);
  });
});

test("an upload fails with 503 while the bucket's server can't be reached", async () => {
  const down = settings({ FILES_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  await withDriver(down, async (call, upload) => {
    const refused = await call("POST", upload, await readFile(PICTURE));
    assert.equal(refused.status, 503);
    assert.equal((await refused.json()).code, "files_unavailable");
  });
});
