import type { ChatMessage } from "@/api/types";
import type { ChatPorts, ChatState, Failure, Line, Waiting } from "./chatPorts";

/** Interval of polling, which runs in addition to the socket (docs/product/help.md#chat-delivery). */
export const POLL_MS = 5000;
/**
 * After the socket has been down this long while calls succeed, messages are sent anyway. Some networks block
 * WebSockets.
 */
export const WITHOUT_SOCKET_MS = 30_000;
const FIRST = 50;
const SLICE = 200;

/**
 * Client for one inquiry's chat. Typed messages go into a queue that survives a reload. They are sent one at a time, in
 * order, while the connection is up. Messages from the socket are shown at once, but some may be missing. So each
 * connection, reconnection and poll also requests all messages after the last one that a request has returned.
 */
export class ChatClient {
  #state: ChatState;
  readonly #ports: ChatPorts;
  readonly #inquiry: number;
  readonly #listeners = new Set<() => void>();
  #line: Line | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Id of the newest message up to which there are no gaps. */
  #readTo = 0;
  #reading: Promise<boolean> | null = null;
  #again = false;
  #sending = false;
  #downSince = Date.now();
  #users = 0;

  constructor(inquiry: number, ports: ChatPorts) {
    this.#inquiry = inquiry;
    this.#ports = ports;
    this.#state = {
      connected: false,
      reading: "begun",
      messages: [],
      waiting: ports.store.load(),
      hasEarlier: false,
      closed: false,
    };
  }

  readonly state = (): ChatState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<ChatState>): void {
    const before = this.#state.waiting;
    this.#state = { ...this.#state, ...change };
    if (before !== this.#state.waiting) this.#ports.store.save(this.#state.waiting);
    for (const listener of this.#listeners) listener();
    if (this.#users === 0) this.#stopIfDone();
  }

  /**
   * Starts the chat for a view. Call the returned function when the view closes. Unsent messages are sent even after
   * that.
   */
  start(): () => void {
    this.#users += 1;
    if (!this.#line) this.#begin();
    return () => {
      this.#users -= 1;
      this.#stopIfDone();
    };
  }

  get isRunning(): boolean {
    return this.#line !== null;
  }

  #begin(): void {
    this.#downSince = Date.now();
    this.#line = this.#ports.connect({
      open: () => this.#line?.send(JSON.stringify({ type: "join_chat", inquiryId: this.#inquiry })),
      down: () => {
        if (!this.#state.connected) return;
        this.#down();
        // The socket may have closed because the session ended; a call finds out at once.
        void this.#poll();
      },
      text: (text) => this.#hear(text),
    });
    this.#timer = setInterval(() => void this.#poll(), POLL_MS);
    void this.#poll();
  }

  #stopIfDone(): void {
    const pending = !this.#state.closed && this.#state.waiting.some((message) => !message.failed);
    if (this.#users === 0 && !pending) this.#stop();
  }

  #stop(): void {
    if (!this.#line) return;
    clearInterval(this.#timer);
    this.#line.close();
    this.#line = null;
    this.#state = { ...this.#state, connected: false };
  }

  #down(): void {
    if (this.#state.connected) {
      this.#downSince = Date.now();
      this.#set({ connected: false });
    }
  }

  #hear(text: string): void {
    let event: { type?: unknown; data?: { helpInquiryId?: unknown; status?: unknown } };
    try {
      event = JSON.parse(text);
    } catch {
      return;
    }
    if (event?.data?.helpInquiryId !== this.#inquiry) return;
    if (event.type === "joined") {
      this.#set({ connected: true });
      void this.#poll();
    } else if (event.type === "new_message") {
      this.#add([event.data as ChatMessage]);
    } else if (event.type === "inquiry_updated" && event.data.status === "resolved") {
      this.#set({ closed: true });
    }
  }

  /** Reads new messages, then sends the queue. */
  async #poll(): Promise<void> {
    if (!(await this.#catchUp())) return;
    const { connected, waiting } = this.#state;
    if (!connected && Date.now() - this.#downSince < WITHOUT_SOCKET_MS) return;
    if (waiting.some((message) => message.failed === "network")) this.#forgive("network");
    void this.#flush();
  }

  /** Reads new messages, one read at a time. A call during a read triggers another read after it. */
  async #catchUp(): Promise<boolean> {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readOn();
    const ok = await this.#reading;
    this.#reading = null;
    if (this.#again) {
      this.#again = false;
      return this.#catchUp();
    }
    return ok;
  }

  async #readOn(): Promise<boolean> {
    const first = this.#state.reading !== "done";
    const limit = first ? FIRST : SLICE;
    try {
      const found: ChatMessage[] = [];
      for (;;) {
        const after = first ? {} : { after: this.#readTo };
        const page = await this.#ports.read({ ...after, limit, offset: found.length });
        found.push(...page.messages);
        // No message announces that a chat was closed, and the socket may have been down at that moment.
        if (page.closed) this.#set({ closed: true });
        if (first || page.messages.length < limit) break;
      }
      if (first) this.#set({ reading: "done", hasEarlier: found.length === FIRST });
      this.#add(found);
      this.#readTo = Math.max(this.#readTo, ...found.map((message) => message.id));
      return true;
    } catch (error) {
      const { kind } = this.#ports.failureOf(error);
      if (first) this.#set({ reading: "failed" });
      // The server refused the read, for example because the session ended. With no view open, there is no reason to
      // continue.
      if (kind !== "network" && this.#users === 0) this.#stop();
      // The network failed, but the socket may not have noticed it yet.
      if (kind === "network" && this.#state.connected) {
        this.#down();
        this.#line?.reconnect();
      }
      return false;
    }
  }

  /** Reads messages that are older than those shown. */
  async earlier(): Promise<boolean> {
    try {
      const offset = this.#state.messages.length;
      const { messages: found } = await this.#ports.read({ limit: FIRST, offset });
      this.#set({ hasEarlier: found.length === FIRST });
      this.#add(found);
      return true;
    } catch {
      return false;
    }
  }

  /** Retries the first read of the messages. */
  readonly retry = (): void => {
    this.#set({ reading: "begun" });
    void this.#poll();
  };

  #add(found: readonly ChatMessage[]): void {
    const known = new Set(this.#state.messages.map((message) => message.id));
    const fresh = found.filter((message) => !known.has(message.id));
    const names = new Set(found.map((message) => message.clientMessageId));
    const waiting = this.#state.waiting.filter((message) => !names.has(message.name));
    if (fresh.length === 0 && waiting.length === this.#state.waiting.length) return;
    const messages = [...this.#state.messages, ...fresh].sort((a, b) => a.id - b.id);
    this.#set({
      messages,
      ...(waiting.length < this.#state.waiting.length && { waiting }),
    });
  }

  /** Adds a message to the queue. It is sent after the messages before it. */
  readonly say = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed === "") return;
    const message = { name: crypto.randomUUID(), text: trimmed, at: new Date().toISOString() };
    this.#set({ waiting: [...this.#state.waiting, message] });
    this.#forgive("refused");
    if (this.#state.connected) void this.#flush();
  };

  /** Retries the messages that failed. */
  readonly resend = (): void => {
    this.#forgive("refused");
    this.#forgive("network");
    void this.#flush();
  };

  /** Removes a failed message from the queue. */
  readonly discard = (name: string): void => {
    this.#set({ waiting: this.#state.waiting.filter((message) => message.name !== name) });
    void this.#flush();
  };

  #forgive(kind: "network" | "refused"): void {
    if (!this.#state.waiting.some((message) => message.failed === kind)) return;
    const waiting = this.#state.waiting.map((message) =>
      message.failed === kind
        ? { name: message.name, text: message.text, at: message.at }
        : message,
    );
    this.#set({ waiting });
  }

  /** Sends the queue in order, one at a time, until a message fails. */
  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (;;) {
        const [head] = this.#state.waiting;
        if (!head || head.failed || this.#state.closed) return;
        try {
          this.#add([await this.#ports.send(head)]);
        } catch (error) {
          this.#notTaken(head, this.#ports.failureOf(error));
          return;
        }
      }
    } finally {
      this.#sending = false;
    }
  }

  #notTaken(head: Waiting, failure: Failure): void {
    if (failure.kind === "closed") {
      this.#set({ closed: true });
      return;
    }
    // The response was lost, but the message has arrived by socket or poll.
    if (!this.#state.waiting.some((message) => message.name === head.name)) return;
    // While the connection is down, the message stays in the queue.
    if (failure.kind === "network" && !this.#state.connected) return;
    const marked: Waiting =
      failure.kind === "refused"
        ? { ...head, failed: "refused", why: failure.why }
        : { ...head, failed: "network" };
    this.#set({
      waiting: this.#state.waiting.map((message) =>
        message.name === head.name ? marked : message,
      ),
    });
    this.#ports.onFailure();
  }
}
