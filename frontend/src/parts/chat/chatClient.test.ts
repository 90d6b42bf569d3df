import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatMessage } from "@/api/types";
import { ChatClient, POLL_MS, WITHOUT_SOCKET_MS } from "./chatClient";
import type { Failure, UnsentMessage } from "./chatPorts";

const INQUIRY = 7;

class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}
const network = () => new Refusal({ kind: "network" });

/** An in-memory server whose calls and socket can be made to fail. */
function createFakeServer(stored: UnsentMessage[] = []) {
  const serverMessages: ChatMessage[] = [];
  const storage = { waiting: stored as readonly UnsentMessage[], closed: false };
  const failing: { read: Refusal | null; send: Refusal | null } = { read: null, send: null };
  const onFailure = vi.fn();
  const socket = { send: vi.fn(), reconnect: vi.fn(), close: vi.fn() };
  let handlers: { onOpen(): void; onClose(): void; onText(text: string): void } | undefined;
  const addServerMessage = (text: string, name: string | null = null): ChatMessage => {
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
      const selected = serverMessages.filter(({ id }) => id > after).reverse();
      return { messages: selected.slice(offset, offset + limit), closed: storage.closed };
    },
    async send({ name, text }) {
      if (failing.send) throw failing.send;
      return addServerMessage(text, name);
    },
    connect(given) {
      handlers = given;
      return socket;
    },
    failureOf: (error) => (error as Refusal).failure,
    onFailure,
    store: { load: () => [...storage.waiting], save: (waiting) => (storage.waiting = waiting) },
  });
  const receive = (event: object) => handlers?.onText(JSON.stringify(event));
  const runTimers = () => vi.advanceTimersByTimeAsync(0);
  const connect = async () => {
    handlers?.onOpen();
    receive({ type: "joined", data: { helpInquiryId: INQUIRY } });
    await runTimers();
  };
  const texts = () => client.state().messages.map(({ message }) => message);
  const unsentTexts = () => client.state().unsent.map(({ text }) => text);
  return {
    client,
    serverMessages,
    kept: storage,
    failing,
    failed: onFailure,
    line: socket,
    say: addServerMessage,
    receive,
    settle: runTimers,
    connect,
    texts,
    waitingTexts: unsentTexts,
    open: () => handlers?.onOpen(),
    down: () => handlers?.onClose(),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a chat", () => {
  it("sends join_chat and is connected when the server confirms", async () => {
    const chat = createFakeServer();
    chat.client.start();
    expect(chat.client.state().connected).toBe(false);
    await chat.connect();
    expect(chat.line.send).toHaveBeenCalledWith('{"type":"join_chat","inquiryId":7}');
    expect(chat.client.state().connected).toBe(true);
  });

  it("shows each message from the socket once and in order, and ignores other chats and invalid events", async () => {
    const chat = createFakeServer();
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
    const chat = createFakeServer();
    chat.client.start();
    await chat.connect();
    chat.say("lost");
    chat.receive({ type: "new_message", data: chat.say("came") });
    expect(chat.texts()).toEqual(["came"]);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.texts()).toEqual(["lost", "came"]);
  });

  it("stores messages while offline, also over a reload, and sends each once and in order when connected", async () => {
    const chat = createFakeServer();
    chat.client.start();
    await chat.connect();
    chat.down();
    for (const text of ["a", "b", " ", "c"]) chat.client.addMessage(text);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect([chat.waitingTexts(), chat.serverMessages.length]).toEqual([["a", "b", "c"], 0]);
    expect(chat.kept.waiting).toHaveLength(3);
    const reloaded = createFakeServer([...chat.kept.waiting]);
    reloaded.client.start();
    await reloaded.settle();
    expect(reloaded.waitingTexts()).toEqual(["a", "b", "c"]);
    await reloaded.connect();
    expect(reloaded.serverMessages.map(({ message }) => message)).toEqual(["a", "b", "c"]);
    expect([reloaded.waitingTexts(), reloaded.kept.waiting]).toEqual([[], []]);
  });

  it("resends a message whose response was lost, without creating a duplicate", async () => {
    const chat = createFakeServer();
    chat.client.start();
    await chat.connect();
    chat.failing.send = network();
    chat.client.addMessage("a");
    await chat.settle();
    // The message had arrived; only the response was lost.
    const [waiting] = chat.client.state().unsent;
    chat.say("a", waiting?.name);
    chat.failing.send = null;
    chat.down();
    await chat.connect();
    expect([chat.texts(), chat.waitingTexts()]).toEqual([["a"], []]);
  });

  it("reports a failed message once and resends it automatically", async () => {
    const chat = createFakeServer();
    chat.client.start();
    await chat.connect();
    chat.failing.send = network();
    chat.client.addMessage("a");
    await chat.settle();
    expect(chat.failed).toHaveBeenCalledOnce();
    expect(chat.client.state().unsent[0]?.failed).toBe("network");
    chat.failing.send = null;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.texts()).toEqual(["a"]);
  });

  it("keeps a rejected message until the user discards it", async () => {
    const chat = createFakeServer();
    chat.client.start();
    await chat.connect();
    chat.failing.send = new Refusal({ kind: "refused", reason: "Too long." });
    chat.client.addMessage("bad");
    await chat.settle();
    expect(chat.client.state().unsent[0]).toMatchObject({ failed: "refused", reason: "Too long." });
    chat.failing.send = null;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.waitingTexts()).toEqual(["bad"]);
    chat.client.discard(chat.client.state().unsent[0]?.name ?? "");
    chat.client.addMessage("good");
    await chat.settle();
    expect(chat.texts()).toEqual(["good"]);
  });

  it("closes the chat after a rejected message, a socket event or a poll, and keeps unsent messages", async () => {
    const chat = createFakeServer();
    chat.client.start();
    await chat.connect();
    chat.failing.send = new Refusal({ kind: "closed" });
    chat.client.addMessage("too late");
    await chat.settle();
    expect(chat.client.state()).toMatchObject({ closed: true });
    expect(chat.waitingTexts()).toEqual(["too late"]);
    const other = createFakeServer();
    other.client.start();
    await other.connect();
    other.receive({
      type: "inquiry_updated",
      data: { helpInquiryId: INQUIRY, status: "resolved" },
    });
    expect(other.client.state().closed).toBe(true);
    const missedClosing = createFakeServer();
    missedClosing.client.start();
    await missedClosing.connect();
    missedClosing.kept.closed = true;
    expect(missedClosing.client.state().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(missedClosing.client.state().closed).toBe(true);
  });

  it("sends messages over HTTP if the socket never connects", async () => {
    const chat = createFakeServer();
    chat.client.start();
    chat.client.addMessage("a");
    await vi.advanceTimersByTimeAsync(WITHOUT_SOCKET_MS - POLL_MS);
    expect(chat.serverMessages).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * POLL_MS);
    expect([chat.texts(), chat.client.state().connected]).toEqual([["a"], false]);
  });

  it("joins again after the polling interval if the server could not subscribe it", async () => {
    const chat = createFakeServer();
    chat.client.start();
    chat.open();
    const joinCount = () => chat.line.send.mock.calls.length;
    chat.receive({ type: "error", code: "unavailable", inquiryId: INQUIRY + 1 });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(joinCount()).toBe(1);
    chat.receive({ type: "error", code: "unavailable", inquiryId: INQUIRY });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(joinCount()).toBe(2);
    chat.receive({ type: "joined", data: { helpInquiryId: INQUIRY } });
    await vi.advanceTimersByTimeAsync(2 * POLL_MS);
    expect(joinCount()).toBe(2);
    expect(chat.client.state().connected).toBe(true);
  });

  it("reconnects when HTTP calls fail although the socket seems open", async () => {
    const chat = createFakeServer();
    chat.client.start();
    await chat.connect();
    chat.failing.read = network();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.line.reconnect).toHaveBeenCalled();
    expect(chat.client.state().connected).toBe(false);
  });

  it("sends pending messages after the view closes, but stops if the server refuses to show the chat", async () => {
    const chat = createFakeServer();
    const stop = chat.client.start();
    await chat.connect();
    chat.down();
    chat.client.addMessage("a");
    stop();
    expect([chat.client.isRunning, chat.line.close.mock.calls.length]).toEqual([true, 0]);
    await chat.connect();
    expect([chat.serverMessages.length, chat.client.isRunning]).toEqual([1, false]);
    const ended = createFakeServer();
    const leave = ended.client.start();
    ended.client.addMessage("b");
    leave();
    ended.failing.read = new Refusal({ kind: "refused", reason: "" });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(ended.client.isRunning).toBe(false);
  });

  it("loads the latest messages of a long chat first, earlier ones on request, and all new ones", async () => {
    const chat = createFakeServer();
    for (let n = 1; n <= 120; n += 1) chat.say(String(n));
    chat.client.start();
    await chat.settle();
    expect([chat.texts().length, chat.texts()[0]]).toEqual([50, "71"]);
    await chat.client.loadEarlier();
    await chat.client.loadEarlier();
    expect([chat.texts().length, chat.client.state().hasEarlier]).toEqual([120, false]);
    for (let n = 121; n <= 600; n += 1) chat.say(String(n));
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.texts()).toEqual(Array.from({ length: 600 }, (_, n) => String(n + 1)));
  });

  it("reports that the first load failed, and retries on request", async () => {
    const chat = createFakeServer();
    chat.say("hello");
    chat.failing.read = network();
    chat.client.start();
    await chat.settle();
    expect(chat.client.state().firstRead).toBe("failed");
    chat.failing.read = null;
    chat.client.retry();
    await chat.settle();
    expect([chat.client.state().firstRead, chat.texts()]).toEqual(["done", ["hello"]]);
  });
});
