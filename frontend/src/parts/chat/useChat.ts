import { useEffect, useMemo, useSyncExternalStore } from "react";
import { ApiError, NetworkError, withTimeout } from "@/api/client";
import { toast } from "@/ui/overlays/toast";
import { getChatMessages, postChatMessage } from "./calls";
import { ChatClient } from "./chatClient";
import type { Failure, UnsentMessage } from "./chatPorts";
import { openReconnectingSocket } from "./reconnectingSocket";
import { UNSENT_KEY_PREFIX } from "./unsentKeyPrefix";

export type Viewer = { id: number; role: string };

/** Maximum wait for a response, in milliseconds. Sending a message again is harmless. */
const MAX_RESPONSE_MS = 15_000;

/** Returns why a call failed: no network, a closed chat, or a refusal with its reason. */
function failureOf(error: unknown): Failure {
  if (error instanceof NetworkError) return { kind: "network" };
  if (!(error instanceof ApiError)) return { kind: "refused", reason: "" };
  if (error.code === "inquiry_resolved") return { kind: "closed" };
  return { kind: "refused", reason: error.fields.message ?? "" };
}

/** Stores the queue in session storage: it survives a reload, in this tab only. */
function queueStorageOf(key: string) {
  return {
    load(): UnsentMessage[] {
      try {
        const value: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "[]");
        const isValid = (item: UnsentMessage) =>
          [item?.name, item?.text, item?.at].every((text) => typeof text === "string");
        return Array.isArray(value) ? (value as UnsentMessage[]).filter(isValid) : [];
      } catch {
        return [];
      }
    },
    save(waiting: readonly UnsentMessage[]): void {
      try {
        if (waiting.length > 0) window.sessionStorage.setItem(key, JSON.stringify(waiting));
        else window.sessionStorage.removeItem(key);
      } catch (error) {
        console.warn("unsent messages could not be stored", error);
      }
    },
  };
}

/** Creates a chat's client, which sends messages as `viewer` and stores unsent ones in this tab. */
function createClient(inquiry: number, viewer: Viewer): ChatClient {
  return new ChatClient(inquiry, {
    read: (query) => withTimeout(getChatMessages(inquiry, query), MAX_RESPONSE_MS),
    send: ({ name, text, at }) =>
      withTimeout(
        postChatMessage({
          helpInquiryId: inquiry,
          senderId: viewer.id,
          senderType: viewer.role === "admin" ? "admin" : "user",
          message: text,
          createdAt: at,
          clientMessageId: name,
        }),
        MAX_RESPONSE_MS,
      ),
    connect: openReconnectingSocket,
    failureOf,
    onFailure: () =>
      toast({
        title: "Error",
        description: "Failed to send message. Please try again.",
        variant: "destructive",
      }),
    store: queueStorageOf(`${UNSENT_KEY_PREFIX}${viewer.id}.${inquiry}`),
  });
}

/** Chat clients, including those that still send messages after their view was closed. */
const clients = new Map<string, ChatClient>();

/** Returns the running client of this chat and user, or a new client. */
function findOrCreateClient(inquiry: number, viewer: Viewer): ChatClient {
  const key = `${viewer.id}.${inquiry}`;
  const existing = clients.get(key);
  if (existing?.isRunning) return existing;
  const client = createClient(inquiry, viewer);
  clients.set(key, client);
  return client;
}

/** Returns the client of an inquiry's chat, and the chat's state. Starts the client. */
export function useChat(inquiry: number, { id, role }: Viewer) {
  const client = useMemo(() => findOrCreateClient(inquiry, { id, role }), [inquiry, id, role]);
  useEffect(() => client.start(), [client]);
  return { client, ...useSyncExternalStore(client.subscribe, client.state) };
}
