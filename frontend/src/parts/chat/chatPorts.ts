import type { ChatMessage } from "@/api/types";

/** A message typed here that the server has not confirmed. The name makes sending it again harmless. */
export type Waiting = {
  name: string;
  text: string;
  at: string;
  /** Why it was not taken: it is tried again when the person says so, or when the connection is back. */
  failed?: "network" | "refused";
  /** What the server said about it. */
  why?: string;
};

export type ChatState = {
  connected: boolean;
  /** The first reading: still on its way, there, or failed. */
  reading: "begun" | "done" | "failed";
  messages: readonly ChatMessage[];
  waiting: readonly Waiting[];
  hasEarlier: boolean;
  /** Closed by support: it can be read, not written to. */
  closed: boolean;
};

/** How a call failed: no answer came, the chat is closed, or the server said no. */
export type Failure = { kind: "network" } | { kind: "closed" } | { kind: "refused"; why: string };

export type Line = { send(text: string): void; reconnect(): void; close(): void };

/** What the client needs from outside. */
export type ChatPorts = {
  /** Newest first, and whether support has closed the chat. */
  read(query: {
    after?: number;
    limit: number;
    offset?: number;
  }): Promise<{ messages: ChatMessage[]; closed: boolean }>;
  send(message: Waiting): Promise<ChatMessage>;
  connect(on: { open(): void; down(): void; text(text: string): void }): Line;
  failureOf(error: unknown): Failure;
  /** A message was not taken, and the person should know. */
  onFailure(): void;
  store: { load(): Waiting[]; save(waiting: readonly Waiting[]): void };
};
