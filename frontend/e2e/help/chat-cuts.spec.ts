import { request } from "node:http";
import WebSocket from "ws";
import type { ChatMessage } from "../../src/api/types";
import { ChatClient } from "../../src/parts/chat/chatClient";
import type { ChatPorts, UnsentMessage } from "../../src/parts/chat/chatPorts";
import { startCuttingProxy } from "../support/proxy";
import { ADMIN, expect, NEWCOMER, newEmail, onPhone, PASSWORD, test } from "../support/test";

/* Runs the page's chat code in Node against the real server, through a proxy that keeps cutting all connections.
   The test needs no browser, so it runs in one Playwright project only. */

/**
 * Number of messages, and number of cuts. Half of the cuts are during requests, half during responses. `make test-long`
 * uses the larger numbers.
 */
const [MESSAGES, CUTS] = process.env.E2E_LONG ? [1000, 50] : [200, 10];

/** Thrown if the connection ended before the whole response arrived. */
class NoAnswer extends Error {}

type Answer = { status: number; cookie: string; body: unknown };

/** Makes a call on a separate connection, so that the proxy can cut the connection at any byte. */
function call(base: string, method: string, path: string, cookie = "", body?: object) {
  return new Promise<Answer>((done, fail) => {
    const headers = {
      origin: process.env.E2E_URL ?? "",
      ...(cookie && { cookie }),
      ...(body && { "content-type": "application/json" }),
    };
    const sent = request(base + path, { method, headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("error", () => fail(new NoAnswer()));
      answer.on("aborted", () => fail(new NoAnswer()));
      answer.on("end", () => {
        if (!answer.complete) return fail(new NoAnswer());
        const [set = ""] = answer.headers["set-cookie"] ?? [];
        done({
          status: answer.statusCode ?? 0,
          cookie: set.split(";")[0] ?? "",
          body: JSON.parse(text),
        });
      });
    });
    sent.on("error", () => fail(new NoAnswer()));
    sent.end(body && JSON.stringify(body));
  });
}

async function logIn(base: string, email: string): Promise<string> {
  const answer = await call(base, "POST", "/api/authenticate", "", { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return answer.cookie;
}

/** Returns a function that opens a socket like the page's, except that it reconnects without delay. */
const connectTo =
  (base: string, cookie: string): ChatPorts["connect"] =>
  ({ onOpen, onClose, onText }) => {
    let closed = false;
    let socket: WebSocket;
    const dial = () => {
      socket = new WebSocket(`${base.replace("http", "ws")}/ws`, {
        headers: { cookie, origin: process.env.E2E_URL ?? "" },
      });
      socket.on("open", onOpen);
      socket.on("message", (data) => onText(String(data)));
      socket.on("error", () => undefined);
      socket.on("close", () => {
        onClose();
        if (!closed) setTimeout(dial, 5 + Math.random() * 20);
      });
    };
    dial();
    return {
      send: (said) => socket.send(said),
      reconnect: () => socket.terminate(),
      close() {
        closed = true;
        socket.terminate();
      },
    };
  };

/** Creates a chat client for this user, and a function that counts its calls to send a message. */
function clientOf(base: string, cookie: string, inquiry: number) {
  let stored: readonly UnsentMessage[] = [];
  let sent = 0;
  const client = new ChatClient(inquiry, {
    async read({ after, limit, offset }) {
      const query = `limit=${limit}&offset=${offset ?? 0}${after === undefined ? "" : `&after=${after}`}`;
      const path = `/api/chat-messages/${inquiry}?${query}`;
      const { body } = await call(base, "GET", path, cookie);
      return { messages: body as ChatMessage[], closed: false };
    },
    async send({ name, text }) {
      sent += 1;
      const body = { helpInquiryId: inquiry, message: text, clientMessageId: name };
      const answer = await call(base, "POST", "/api/chat-messages", cookie, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body as ChatMessage;
    },
    connect: connectTo(base, cookie),
    failureOf: (error) =>
      error instanceof NoAnswer ? { kind: "network" } : { kind: "refused", reason: String(error) },
    onFailure: () => undefined,
    store: { load: () => [...stored], save: (waiting) => (stored = waiting) },
  });
  return { client, sends: () => sent };
}

test("dropped connections lose, duplicate or reorder no message", onPhone, async () => {
  test.setTimeout(90_000);
  const url = process.env.E2E_URL ?? "";
  const email = newEmail();
  const signUp = { ...NEWCOMER, email, password: PASSWORD };
  const { cookie } = await call(url, "POST", "/api/users", "", signUp);
  const staff = await logIn(url, ADMIN);
  const created = await call(url, "POST", "/api/help-inquiries", cookie, {
    type: "chat",
    message: "0",
  });
  const inquiry = (created.body as { id: number }).id;
  const proxy = await startCuttingProxy(new URL(url));
  const driver = clientOf(proxy.url, cookie, inquiry);
  const support = clientOf(proxy.url, staff, inquiry);
  const stops = [driver.client.start(), support.client.start()];
  let cuts = 0;
  try {
    const texts = Array.from({ length: MESSAGES }, (_, n) => String(n + 1));
    const shown = (client: ChatClient) => client.state().messages.map(({ message }) => message);
    const every = MESSAGES / CUTS;
    for (let first = 0; first < MESSAGES; first += every) {
      // All connections are cut while some messages have arrived, one is in flight, and some are waiting.
      const moment = (first / every) % 2 === 0 ? "request" : "answer";
      const cutting = proxy.cutInPost(first === 0 ? every / 2 : every, moment);
      for (const text of texts.slice(first, first + every)) driver.client.addMessage(text);
      if ((await cutting) > 0) cuts += 1;
    }
    const expected = ["0", ...texts];
    for (const { client } of [driver, support]) {
      await expect.poll(() => shown(client).length, { timeout: 20_000 }).toBe(expected.length);
      expect(shown(client)).toEqual(expected);
      expect(client.state().unsent).toEqual([]);
    }
    const stored: string[] = [];
    for (let offset = 0; offset <= MESSAGES; offset += 200) {
      const path = `/api/chat-messages/${inquiry}?limit=200&offset=${offset}`;
      const page = (await call(url, "GET", path, staff)).body as ChatMessage[];
      stored.push(...page.map(({ message }) => message));
    }
    expect(stored.reverse()).toEqual(expected);
    expect(cuts).toBe(CUTS);
    // A message that arrived isn't sent again. If its response was cut off, the client finds the message when it reads
    // the chat.
    expect(driver.sends(), "only messages that did not arrive are resent").toBe(
      MESSAGES + CUTS / 2,
    );
  } finally {
    for (const stop of stops) stop();
    proxy.close();
  }
});
