import { createServer, type Socket, connect as tcp } from "node:net";

/** When to cut the connection: while the request is being sent, or while the server responds. */
export type CutMoment = "request" | "answer";

/** Starts a TCP proxy that cuts all its connections in the middle of a POST that the test selects. */
export async function startCuttingProxy(target: URL) {
  const open = new Set<Socket>();
  let due: { posts: number; moment: CutMoment; done: (cut: number) => void } | undefined;

  const cut = () => {
    const count = open.size;
    for (const socket of open) socket.resetAndDestroy();
    return count;
  };
  /** Counts the chunk if it starts a POST. Returns whether this is the selected POST. */
  const isSelectedPost = (chunk: Buffer) => {
    if (!due || !chunk.toString("latin1", 0, 5).startsWith("POST ")) return false;
    due.posts -= 1;
    return due.posts <= 0;
  };

  const server = createServer((client) => {
    const upstream = tcp(Number(target.port), target.hostname);
    let cutBy: typeof due;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("end", () => to.end());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
    client.on("data", (chunk) => {
      if (isSelectedPost(chunk)) {
        cutBy = due;
        due = undefined;
      }
      if (cutBy?.moment === "request") cutBy.done(cut());
      else upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (cutBy?.moment === "answer") cutBy.done(cut());
      else client.write(chunk);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Cuts all connections in the middle of the nth POST from now. Resolves to their number. */
    cutInPost: (posts: number, moment: CutMoment) =>
      new Promise<number>((done) => {
        due = { posts, moment, done };
      }),
    close() {
      cut();
      server.close();
    },
  };
}
