import type { ChatMessage } from "@/api/types";
import type { ChatPorts, ChatState, Failure, ChatSocket, UnsentMessage } from "./chatPorts";
import { parseFrame } from "./chatPorts";

/** Polling interval in milliseconds, in addition to the socket (docs/product/help.md#chat-delivery). */
export const POLL_MS = 5000;
/**
 * Time in milliseconds for which the socket must be down, while calls succeed, before messages are sent without the
 * socket. Some networks block WebSockets.
 */
export const WITHOUT_SOCKET_MS = 30_000;
const FIRST_PAGE_SIZE = 50;
const PAGE_SIZE = 200;

/**
 * Client for one inquiry's chat. Typed messages go into a queue that survives a reload. The client sends them one at a
 * time, in order, while the socket is up or has been down for `WITHOUT_SOCKET_MS`. Messages from the socket are shown
 * immediately, but some may be missing. So each connection and poll also requests all messages after the last one read.
 */
export class ChatClient {
  #state: ChatState;
  readonly #ports: ChatPorts;
  readonly #inquiry: number;
  readonly #listeners = new Set<() => void>();
  #socket: ChatSocket | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Id of the newest message up to which there are no gaps. */
  #lastId = 0;
  #reading: Promise<boolean> | null = null;
  #mustReadAgain = false;
  #sending = false;
  #offlineSince = Date.now();
  #viewCount = 0;

  constructor(inquiry: number, ports: ChatPorts) {
    this.#inquiry = inquiry;
    this.#ports = ports;
    this.#state = {
      connected: false,
      firstRead: "loading",
      readError: null,
      messages: [],
      unsent: ports.store.load(),
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
    const previous = this.#state.unsent;
    this.#state = { ...this.#state, ...change };
    if (previous !== this.#state.unsent) this.#ports.store.save(this.#state.unsent);
    for (const listener of this.#listeners) listener();
    if (this.#viewCount === 0) this.#stopIfDone();
  }

  /**
   * Starts the chat for a view. Call the returned function when the view closes. Unsent messages are still sent after
   * that.
   */
  start(): () => void {
    this.#viewCount += 1;
    if (!this.#socket) this.#connect();
    return () => {
      this.#viewCount -= 1;
      this.#stopIfDone();
    };
  }

  get isRunning(): boolean {
    return this.#socket !== null;
  }

  #connect(): void {
    this.#offlineSince = Date.now();
    this.#socket = this.#ports.connect({
      onOpen: () => this.#join(),
      onClose: () => {
        if (!this.#state.connected) return;
        this.#setDisconnected();
        // The socket may have closed because the session ended; a call finds out immediately.
        void this.#poll();
      },
      onText: (text) => this.#receive(text),
    });
    this.#timer = setInterval(() => void this.#poll(), POLL_MS);
    void this.#poll();
  }

  /** Asks the server for new messages of the chat. */
  #join(): void {
    this.#socket?.send(JSON.stringify({ type: "join_chat", inquiryId: this.#inquiry }));
  }

  #stopIfDone(): void {
    const pending = !this.#state.closed && this.#state.unsent.some((message) => !message.failed);
    if (this.#viewCount === 0 && !pending) this.#stop();
  }

  #stop(): void {
    if (!this.#socket) return;
    clearInterval(this.#timer);
    this.#socket.close();
    this.#socket = null;
    this.#state = { ...this.#state, connected: false };
  }

  #setDisconnected(): void {
    if (this.#state.connected) {
      this.#offlineSince = Date.now();
      this.#set({ connected: false });
    }
  }

  #receive(text: string): void {
    const event = parseFrame(text, this.#inquiry);
    if (event?.code === "unavailable") {
      setTimeout(() => this.#join(), POLL_MS);
    } else if (event?.type === "joined") {
      this.#set({ connected: true });
      void this.#poll();
    } else if (event?.type === "new_message") {
      this.#add([event.data as ChatMessage]);
    } else if (event?.type === "inquiry_updated" && event.data?.status === "resolved") {
      this.#set({ closed: true });
    }
  }

  /**
   * Reads new messages, then sends the queue. Sends nothing if the read failed, or if the socket has been down for less
   * than `WITHOUT_SOCKET_MS`.
   */
  async #poll(): Promise<void> {
    if (!(await this.#catchUp())) return;
    const { connected, unsent } = this.#state;
    if (!connected && Date.now() - this.#offlineSince < WITHOUT_SOCKET_MS) return;
    if (unsent.some((message) => message.failed === "network")) this.#retryFailed("network");
    void this.#flush();
  }

  /** Reads new messages, one read at a time. A call during a read triggers another one. False if the read failed. */
  async #catchUp(): Promise<boolean> {
    if (this.#reading) {
      this.#mustReadAgain = true;
      return this.#reading;
    }
    this.#reading = this.#readNew();
    const ok = await this.#reading;
    this.#reading = null;
    if (this.#mustReadAgain) {
      this.#mustReadAgain = false;
      return this.#catchUp();
    }
    return ok;
  }

  async #readNew(): Promise<boolean> {
    const first = this.#state.firstRead !== "done";
    const limit = first ? FIRST_PAGE_SIZE : PAGE_SIZE;
    try {
      const messages: ChatMessage[] = [];
      for (;;) {
        const after = first ? {} : { after: this.#lastId };
        const page = await this.#ports.read({ ...after, limit, offset: messages.length });
        messages.push(...page.messages);
        // Each response says whether the chat is closed, because the socket may have been down when support closed the
        // chat.
        if (page.closed) this.#set({ closed: true });
        if (first || page.messages.length < limit) break;
      }
      if (first) this.#set({ firstRead: "done", hasEarlier: messages.length === FIRST_PAGE_SIZE });
      this.#add(messages);
      this.#lastId = Math.max(this.#lastId, ...messages.map((message) => message.id));
      return true;
    } catch (error) {
      const { kind } = this.#ports.failureOf(error);
      if (first) this.#set({ firstRead: "failed", readError: error });
      // The server refused the read, for example because the session ended. Stops the client unless a view is open.
      if (kind !== "network" && this.#viewCount === 0) this.#stop();
      // The network failed, but the socket may not have noticed it yet.
      if (kind === "network" && this.#state.connected) {
        this.#setDisconnected();
        this.#socket?.reconnect();
      }
      return false;
    }
  }

  /** Reads messages that are older than those shown. Resolves to false if the read failed. */
  async loadEarlier(): Promise<boolean> {
    try {
      const offset = this.#state.messages.length;
      const { messages } = await this.#ports.read({ limit: FIRST_PAGE_SIZE, offset });
      this.#set({ hasEarlier: messages.length === FIRST_PAGE_SIZE });
      this.#add(messages);
      return true;
    } catch {
      return false;
    }
  }

  /** Retries the first read of the messages. */
  readonly retry = (): void => {
    this.#set({ firstRead: "loading" });
    void this.#poll();
  };

  #add(newMessages: readonly ChatMessage[]): void {
    const known = new Set(this.#state.messages.map((message) => message.id));
    const fresh = newMessages.filter((message) => !known.has(message.id));
    const confirmedNames = new Set(newMessages.map((message) => message.clientMessageId));
    const unsent = this.#state.unsent.filter((message) => !confirmedNames.has(message.name));
    if (fresh.length === 0 && unsent.length === this.#state.unsent.length) return;
    const messages = [...this.#state.messages, ...fresh].sort((a, b) => a.id - b.id);
    this.#set({
      messages,
      ...(unsent.length < this.#state.unsent.length && { unsent }),
    });
  }

  /** Adds a message to the queue, after the messages that are already waiting. Also retries refused messages. */
  readonly addMessage = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed === "") return;
    const message = { name: crypto.randomUUID(), text: trimmed, at: new Date().toISOString() };
    this.#set({ unsent: [...this.#state.unsent, message] });
    this.#retryFailed("refused");
    if (this.#state.connected) void this.#flush();
  };

  readonly resend = (): void => {
    this.#retryFailed("refused");
    this.#retryFailed("network");
    void this.#flush();
  };

  /** Removes an unsent message, named by its idempotency key. */
  readonly discard = (name: string): void => {
    this.#set({ unsent: this.#state.unsent.filter((message) => message.name !== name) });
    void this.#flush();
  };

  #retryFailed(kind: "network" | "refused"): void {
    if (!this.#state.unsent.some((message) => message.failed === kind)) return;
    const unsent = this.#state.unsent.map((message) =>
      message.failed === kind
        ? { name: message.name, text: message.text, at: message.at }
        : message,
    );
    this.#set({ unsent });
  }

  /** Sends the queue in order, one at a time, until a message fails. */
  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (;;) {
        const [head] = this.#state.unsent;
        if (!head || head.failed || this.#state.closed) return;
        try {
          this.#add([await this.#ports.send(head)]);
        } catch (error) {
          this.#handleSendFailure(head, this.#ports.failureOf(error));
          return;
        }
      }
    } finally {
      this.#sending = false;
    }
  }

  #handleSendFailure(head: UnsentMessage, failure: Failure): void {
    if (failure.kind === "closed") {
      this.#set({ closed: true });
      return;
    }
    // The response was lost, but the message has arrived by socket or poll.
    if (!this.#state.unsent.some((message) => message.name === head.name)) return;
    // While the connection is down, the message stays in the queue.
    if (failure.kind === "network" && !this.#state.connected) return;
    const { kind: failed, ...reason } = failure;
    const failedMessage: UnsentMessage = { ...head, failed, ...reason };
    this.#set({
      unsent: this.#state.unsent.map((message) =>
        message.name === head.name ? failedMessage : message,
      ),
    });
    this.#ports.onFailure();
  }
}
