import type { ChatMessage } from "@/api/types";

/** A message typed here that the server hasn't confirmed. `name` is its idempotency key. */
export type Waiting = {
  name: string;
  text: string;
  at: string;
  /** Why sending failed. "refused" is retried on request, "network" also when the connection is back. */
  failed?: "network" | "refused";
  /** The server's message about the failure. */
  why?: string;
};

export type ChatState = {
  connected: boolean;
  /** State of the first read of the messages. */
  reading: "begun" | "done" | "failed";
  messages: readonly ChatMessage[];
  waiting: readonly Waiting[];
  hasEarlier: boolean;
  /** True if support has closed the chat, which is then read-only. */
  closed: boolean;
};

/** Why a call failed: no response, the chat is closed, or the server refused it. */
export type Failure = { kind: "network" } | { kind: "closed" } | { kind: "refused"; why: string };

export type Line = { send(text: string): void; reconnect(): void; close(): void };

/** What the chat client needs from its environment. */
export type ChatPorts = {
  /** Returns messages, newest first, and whether support has closed the chat. */
  read(query: {
    after?: number;
    limit: number;
    offset?: number;
  }): Promise<{ messages: ChatMessage[]; closed: boolean }>;
  send(message: Waiting): Promise<ChatMessage>;
  connect(on: { open(): void; down(): void; text(text: string): void }): Line;
  failureOf(error: unknown): Failure;
  /** Notifies the user that a message failed. */
  onFailure(): void;
  store: { load(): Waiting[]; save(waiting: readonly Waiting[]): void };
};
