import { apiFetch } from "./client";
import type { Client } from "./generated/client";

/** What a generated call hands over. */
export type Call = {
  url: string;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  responseValidator?: (data: unknown) => Promise<unknown>;
};

export function address({ url, path = {}, query = {} }: Call): string {
  const filled = url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** A JSON call; the content type is sent only with a payload, and the answer's shape is checked. */
async function send(method: string, call: Call): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  const init: RequestInit = { method, headers };
  if (call.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(call.body);
  }
  const response = await apiFetch(address(call), init);
  const data: unknown = await response.json();
  await call.responseValidator?.(data);
  return data;
}

/** What the generated calls run on: the few methods of their client that this API uses. */
export const client = {
  get: (call: Call) => send("GET", call),
  post: (call: Call) => send("POST", call),
  patch: (call: Call) => send("PATCH", call),
  delete: (call: Call) => send("DELETE", call),
} as unknown as Client;
