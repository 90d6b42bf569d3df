import type { ChatMessage } from "@/api/types";

/** A message typed in this browser that the server hasn't confirmed. `name` is its idempotency key. */
export type UnsentMessage = {
  name: string;
  text: string;
  at: string;
  /**
   * Why sending failed. A "refused" message is resent on request, a "network" failure also when the connection is back.
   */
  failed?: "network" | "refused";
  /** The server's message about the failure. */
  reason?: string;
};

export type ChatState = {
  connected: boolean;
  /** State of the first read of the messages. */
  firstRead: "loading" | "done" | "failed";
  /** Error of the first read if it failed. */
  readError: unknown;
  messages: readonly ChatMessage[];
  unsent: readonly UnsentMessage[];
  hasEarlier: boolean;
  /** True if support has closed the chat, which is then read-only. */
  closed: boolean;
};

/** Why a call failed: no response, the chat is closed, or the server refused it. */
export type Failure =
  | { kind: "network" }
  | { kind: "closed" }
  | { kind: "refused"; reason: string };

export type ChatSocket = { send(text: string): void; reconnect(): void; close(): void };

/** What the chat client needs from its environment. */
export type ChatPorts = {
  /** Returns messages, newest first, and whether support has closed the chat. */
  read(query: {
    after?: number;
    limit: number;
    offset?: number;
  }): Promise<{ messages: ChatMessage[]; closed: boolean }>;
  send(message: UnsentMessage): Promise<ChatMessage>;
  connect(handlers: { onOpen(): void; onClose(): void; onText(text: string): void }): ChatSocket;
  failureOf(error: unknown): Failure;
  /** Notifies the user that a message failed. */
  onFailure(): void;
  store: { load(): UnsentMessage[]; save(waiting: readonly UnsentMessage[]): void };
};

/** A frame that the server sends about a chat (docs/API.md#the-chats-socket). An error names the inquiry itself. */
type ChatFrame = {
  type?: unknown;
  data?: { helpInquiryId?: unknown; status?: unknown };
  code?: unknown;
  inquiryId?: unknown;
};

/** Parses a frame. Returns null if the text isn't JSON, or the frame isn't about this inquiry. */
export function parseFrame(text: string, inquiry: number): ChatFrame | null {
  try {
    const frame: ChatFrame | null = JSON.parse(text);
    return (frame?.data?.helpInquiryId ?? frame?.inquiryId) === inquiry ? frame : null;
  } catch {
    return null;
  }
}
