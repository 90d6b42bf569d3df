import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatMessage } from "@/api/types";
import { ChatClient, POLL_MS, WITHOUT_SOCKET_MS } from "./chatClient";
import type { Failure, Waiting } from "./chatPorts";

const INQUIRY = 7;

class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}
const network = () => new Refusal({ kind: "network" });

/** An in-memory server whose calls and socket can be made to fail. */
function world(stored: Waiting[] = []) {
  const serverMessages: ChatMessage[] = [];
  const kept = { waiting: stored as readonly Waiting[], closed: false };
  const failing: { read: Refusal | null; send: Refusal | null } = { read: null, send: null };
  const failed = vi.fn();
  const line = { send: vi.fn(), reconnect: vi.fn(), close: vi.fn() };
  let on: { open(): void; down(): void; text(text: string): void } | undefined;
  const say = (text: string, name: string | null = null): ChatMessage => {
    const known = serverMessages.find(
      ({ clientMessageId }) => name !== null && clientMessageId === name,
    );
    if (known) return known;
    const message: ChatMessage = {
      id: serverMessages.length + 1,
      helpInquiryId: INQUIRY,
      senderId: name === null ? 1 : 3,
      senderType: name === null ? "admin" : "user",
      message: text,
      createdAt: "2026-11-21T12:00:00Z",
      isRead: false,
      clientMessageId: name,
    };
    serverMessages.push(message);
    return message;
  };
  const client = new ChatClient(INQUIRY, {
    async read({ after = 0, limit, offset = 0 }) {
      if (failing.read) throw failing.read;
      const wanted = serverMessages.filter(({ id }) => id > after).reverse();
      return { messages: wanted.slice(offset, offset + limit), closed: kept.closed };
    },
    async send({ name, text }) {
      if (failing.send) throw failing.send;
      return say(text, name);
    },
    connect(handlers) {
      on = handlers;
      return line;
    },
    failureOf: (error) => (error as Refusal).failure,
    onFailure: failed,
    store: { load: () => [...kept.waiting], save: (waiting) => (kept.waiting = waiting) },
  });
  const receive = (event: object) => on?.text(JSON.stringify(event));
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const connect = async () => {
    on?.open();
    receive({ type: "joined", data: { helpInquiryId: INQUIRY } });
    await settle();
  };
  const texts = () => client.state().messages.map(({ message }) => message);
  const waitingTexts = () => client.state().waiting.map(({ text }) => text);
  return {
    client,
    serverMessages,
    kept,
    failing,
    failed,
    line,
    say,
    receive,
    settle,
    connect,
    texts,
    waitingTexts,
    down: () => on?.down(),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a chat", () => {
  it("sends join_chat and is connected when the server confirms", async () => {
    const chat = world();
    chat.client.start();
    expect(chat.client.state().connected).toBe(false);
    await chat.connect();
    expect(chat.line.send).toHaveBeenCalledWith('{"type":"join_chat","inquiryId":7}');
    expect(chat.client.state().connected).toBe(true);
  });

  it("shows each message from the socket once and in order, and ignores other chats and invalid events", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    const [first, second] = [chat.say("one"), chat.say("two")];
    for (const data of [second, first, second]) chat.receive({ type: "new_message", data });
    chat.receive({ type: "new_message", data: { ...first, id: 99, helpInquiryId: 8 } });
    for (const odd of [{}, { type: "new_message" }, { type: 7, data: { helpInquiryId: 7 } }]) {
      chat.receive(odd);
    }
    expect(chat.texts()).toEqual(["one", "two"]);
  });

  it("fetches messages that the socket missed", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    chat.say("lost");
    chat.receive({ type: "new_message", data: chat.say("came") });
    expect(chat.texts()).toEqual(["came"]);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.texts()).toEqual(["lost", "came"]);
  });

  it("stores messages while offline, also over a reload, and sends each once and in order when connected", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    chat.down();
    for (const text of ["a", "b", " ", "c"]) chat.client.say(text);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect([chat.waitingTexts(), chat.serverMessages.length]).toEqual([["a", "b", "c"], 0]);
    expect(chat.kept.waiting).toHaveLength(3);
    const reloaded = world([...chat.kept.waiting]);
    reloaded.client.start();
    await reloaded.settle();
    expect(reloaded.waitingTexts()).toEqual(["a", "b", "c"]);
    await reloaded.connect();
    expect(reloaded.serverMessages.map(({ message }) => message)).toEqual(["a", "b", "c"]);
    expect([reloaded.waitingTexts(), reloaded.kept.waiting]).toEqual([[], []]);
  });

  it("resends a message whose response was lost, without creating a duplicate", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    chat.failing.send = network();
    chat.client.say("a");
    await chat.settle();
    // The message had arrived; only the response was lost.
    const [waiting] = chat.client.state().waiting;
    chat.say("a", waiting?.name);
    chat.failing.send = null;
    chat.down();
    await chat.connect();
    expect([chat.texts(), chat.waitingTexts()]).toEqual([["a"], []]);
  });

  it("reports a failed message once and resends it automatically", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    chat.failing.send = network();
    chat.client.say("a");
    await chat.settle();
    expect(chat.failed).toHaveBeenCalledOnce();
    expect(chat.client.state().waiting[0]?.failed).toBe("network");
    chat.failing.send = null;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.texts()).toEqual(["a"]);
  });

  it("keeps a rejected message until the user discards it", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    chat.failing.send = new Refusal({ kind: "refused", why: "Too long." });
    chat.client.say("bad");
    await chat.settle();
    expect(chat.client.state().waiting[0]).toMatchObject({ failed: "refused", why: "Too long." });
    chat.failing.send = null;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.waitingTexts()).toEqual(["bad"]);
    chat.client.discard(chat.client.state().waiting[0]?.name ?? "");
    chat.client.say("good");
    await chat.settle();
    expect(chat.texts()).toEqual(["good"]);
  });

  it("stops sending when support has closed the chat, and keeps the unsent messages", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    chat.failing.send = new Refusal({ kind: "closed" });
    chat.client.say("too late");
    await chat.settle();
    expect(chat.client.state()).toMatchObject({ closed: true });
    expect(chat.waitingTexts()).toEqual(["too late"]);
    const other = world();
    other.client.start();
    await other.connect();
    other.receive({
      type: "inquiry_updated",
      data: { helpInquiryId: INQUIRY, status: "resolved" },
    });
    expect(other.client.state().closed).toBe(true);
    const missedClosing = world();
    missedClosing.client.start();
    await missedClosing.connect();
    missedClosing.kept.closed = true;
    expect(missedClosing.client.state().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(missedClosing.client.state().closed).toBe(true);
  });

  it("works over HTTP alone when the socket never connects", async () => {
    const chat = world();
    chat.client.start();
    chat.client.say("a");
    await vi.advanceTimersByTimeAsync(WITHOUT_SOCKET_MS - POLL_MS);
    expect(chat.serverMessages).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * POLL_MS);
    expect([chat.texts(), chat.client.state().connected]).toEqual([["a"], false]);
  });

  it("reconnects when HTTP calls fail although the socket seems open", async () => {
    const chat = world();
    chat.client.start();
    await chat.connect();
    chat.failing.read = network();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.line.reconnect).toHaveBeenCalled();
    expect(chat.client.state().connected).toBe(false);
  });

  it("sends pending messages before it stops, and stops at once when the server rejects it", async () => {
    const chat = world();
    const stop = chat.client.start();
    await chat.connect();
    chat.down();
    chat.client.say("a");
    stop();
    expect([chat.client.isRunning, chat.line.close.mock.calls.length]).toEqual([true, 0]);
    await chat.connect();
    expect([chat.serverMessages.length, chat.client.isRunning]).toEqual([1, false]);
    const ended = world();
    const leave = ended.client.start();
    ended.client.say("b");
    leave();
    ended.failing.read = new Refusal({ kind: "refused", why: "" });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(ended.client.isRunning).toBe(false);
  });

  it("loads the latest messages of a long chat first and earlier ones on request", async () => {
    const chat = world();
    for (let n = 1; n <= 120; n += 1) chat.say(String(n));
    chat.client.start();
    await chat.settle();
    expect([chat.texts().length, chat.texts()[0]]).toEqual([50, "71"]);
    await chat.client.earlier();
    await chat.client.earlier();
    expect([chat.texts().length, chat.client.state().hasEarlier]).toEqual([120, false]);
    for (let n = 121; n <= 600; n += 1) chat.say(String(n));
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.texts()).toEqual(Array.from({ length: 600 }, (_, n) => String(n + 1)));
  });

  it("reports that the first load failed, and retries on request", async () => {
    const chat = world();
    chat.say("hello");
    chat.failing.read = network();
    chat.client.start();
    await chat.settle();
    expect(chat.client.state().reading).toBe("failed");
    chat.failing.read = null;
    chat.client.retry();
    await chat.settle();
    expect([chat.client.state().reading, chat.texts()]).toEqual(["done", ["hello"]]);
  });
});
