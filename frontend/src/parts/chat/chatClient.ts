import type { ChatMessage } from "@/api/types";
import type { ChatPorts, ChatState, Failure, Line, Waiting } from "./chatPorts";

/** The chat is polled as well (docs/PRODUCT.md#chat-delivery). */
export const POLL_MS = 5000;
/** With the socket down so long while calls arrive, messages go by the calls alone: some networks let no socket through. */
export const WITHOUT_SOCKET_MS = 30_000;
const FIRST = 50;
const SLICE = 200;

/**
 * One inquiry's chat. What is typed goes into a queue that outlives a reload; its head is sent while the connection
 * stands, the next when that has arrived. What the socket brings is shown at once, but only what was read counts as
 * complete: each (re)connection and each poll reads on from there, so nothing is ever missing.
 */
export class ChatClient {
  #state: ChatState;
  readonly #ports: ChatPorts;
  readonly #inquiry: number;
  readonly #listeners = new Set<() => void>();
  #line: Line | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Everything up to this id has been read. */
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

  /** A view was opened; call the result when it closes. Messages that are still unsent are sent even then. */
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
        // The session may have ended: a call finds out at once.
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

  /** Reads on, and then sends what waits. */
  async #poll(): Promise<void> {
    if (!(await this.#catchUp())) return;
    const { connected, waiting } = this.#state;
    if (!connected && Date.now() - this.#downSince < WITHOUT_SOCKET_MS) return;
    if (waiting.some((message) => message.failed === "network")) this.#forgive("network");
    void this.#flush();
  }

  /** One reading at a time; who asks during one gets another after it. */
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
        // A closed chat is not told by a message, and the socket may have been down at that moment.
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
      // Such as a session that ended: with no view open, there is nothing to wait for.
      if (kind !== "network" && this.#users === 0) this.#stop();
      // The socket may not have noticed yet.
      if (kind === "network" && this.#state.connected) {
        this.#down();
        this.#line?.reconnect();
      }
      return false;
    }
  }

  /** Reads what was said before what is shown. */
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

  /** Tries the first reading again. */
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

  /** Says something: it is in the queue at once, and sent when its turn comes. */
  readonly say = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed === "") return;
    const message = { name: crypto.randomUUID(), text: trimmed, at: new Date().toISOString() };
    this.#set({ waiting: [...this.#state.waiting, message] });
    this.#forgive("refused");
    if (this.#state.connected) void this.#flush();
  };

  /** Tries again what was not taken. */
  readonly resend = (): void => {
    this.#forgive("refused");
    this.#forgive("network");
    void this.#flush();
  };

  /** Gives a message up that was not taken. */
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

  /** Sends the queue in order, one at a time, until one is not taken. */
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
    // It may have arrived by another way while the answer was lost.
    if (!this.#state.waiting.some((message) => message.name === head.name)) return;
    // While the connection is down the queue just waits.
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
