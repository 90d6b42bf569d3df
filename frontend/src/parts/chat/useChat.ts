import { useEffect, useMemo, useSyncExternalStore } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { toast } from "@/ui/overlays/toast";
import { getChatMessages, postChatMessage } from "./calls";
import { ChatClient } from "./chatClient";
import type { Failure, Waiting } from "./chatPorts";
import { openReconnectingSocket } from "./line";
import { UNSENT } from "./unsent";

export type Viewer = { id: number; role: string };

const SEND_MS = 15_000;

function failureOf(error: unknown): Failure {
  if (error instanceof NetworkError) return { kind: "network" };
  if (!(error instanceof ApiError)) return { kind: "refused", why: "" };
  if (error.code === "inquiry_resolved") return { kind: "closed" };
  return { kind: "refused", why: error.fields.message ?? "" };
}

/** Stores the queue in session storage: it survives a reload, in this tab only. */
function storeOf(key: string) {
  return {
    load(): Waiting[] {
      try {
        const value: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "[]");
        const sound = (item: Waiting) =>
          [item?.name, item?.text, item?.at].every((text) => typeof text === "string");
        return Array.isArray(value) ? (value as Waiting[]).filter(sound) : [];
      } catch {
        return [];
      }
    },
    save(waiting: readonly Waiting[]): void {
      try {
        if (waiting.length > 0) window.sessionStorage.setItem(key, JSON.stringify(waiting));
        else window.sessionStorage.removeItem(key);
      } catch (error) {
        console.warn("unsent messages could not be stored", error);
      }
    },
  };
}

/** Rejects if the server doesn't respond in time. Sending a message again is harmless. */
function rejectIfSlow<T>(call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new NetworkError("no response in time")), SEND_MS);
  });
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}

function clientOf(inquiry: number, viewer: Viewer): ChatClient {
  return new ChatClient(inquiry, {
    read: (query) => rejectIfSlow(getChatMessages(inquiry, query)),
    send: ({ name, text, at }) =>
      rejectIfSlow(
        postChatMessage({
          helpInquiryId: inquiry,
          senderId: viewer.id,
          senderType: viewer.role === "admin" ? "admin" : "user",
          message: text,
          createdAt: at,
          clientMessageId: name,
        }),
      ),
    connect: openReconnectingSocket,
    failureOf,
    onFailure: () =>
      toast({
        title: "Error",
        description: "Failed to send message. Please try again.",
        variant: "destructive",
      }),
    store: storeOf(`${UNSENT}${viewer.id}.${inquiry}`),
  });
}

/** Chat clients, including those that still send messages after their view was closed. */
const running = new Map<string, ChatClient>();

function findOrCreateClient(inquiry: number, viewer: Viewer): ChatClient {
  const key = `${viewer.id}.${inquiry}`;
  const found = running.get(key);
  if (found?.isRunning) return found;
  const client = clientOf(inquiry, viewer);
  running.set(key, client);
  return client;
}

/** Returns the state of an inquiry's chat for this viewer. */
export function useChat(inquiry: number, { id, role }: Viewer) {
  const client = useMemo(() => findOrCreateClient(inquiry, { id, role }), [inquiry, id, role]);
  useEffect(() => client.start(), [client]);
  return { client, ...useSyncExternalStore(client.subscribe, client.state) };
}
