import { createServer, type Socket, connect as tcp } from "node:net";

/** A TCP proxy that cuts every connection through it when told to. */
export async function cuttingProxy(target: URL) {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = tcp(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const cut = () => {
    const count = open.size;
    for (const socket of open) socket.resetAndDestroy();
    return count;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
