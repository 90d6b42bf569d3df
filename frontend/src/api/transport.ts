import { apiFetch } from "./client";

/** A request as the generated client describes it. */
export type Call = {
  url: string;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Lets the request finish after the page is closed. Browsers then limit the body to 64 KiB. */
  keepalive?: boolean;
  responseValidator?: (data: unknown) => Promise<unknown>;
};

export function buildUrl({ url, path = {}, query = {} }: Call): string {
  const filled = url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Sends a JSON request and validates the response. The content type is set only if there is a body. */
async function send(method: string, call: Call): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  const init: RequestInit = { method, headers };
  if (call.keepalive) init.keepalive = true;
  if (call.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(call.body);
  }
  const response = await apiFetch(buildUrl(call), init);
  // A 204 response has no body to parse.
  const data: unknown = response.status === 204 ? undefined : await response.json();
  await call.responseValidator?.(data);
  return data;
}

/** A function that sends a call with one HTTP method. It resolves to one of the call's declared responses. */
type Method = <Answers>(call: Call) => Promise<Answers[keyof Answers]>;

/** The HTTP client that the generated calls use. */
export type Client = { get: Method; post: Method; patch: Method; delete: Method };

/** Options of a generated call: path, query, body, keepalive, and optionally another client. */
export type Options<Data extends { url: string }> = Omit<Data, "url"> &
  Pick<Call, "keepalive"> & { client?: Client };

// The cast is safe: each response is validated against its schema.
const method = (name: string) => ((call: Call) => send(name, call)) as Method;

export const client: Client = {
  get: method("GET"),
  post: method("POST"),
  patch: method("PATCH"),
  delete: method("DELETE"),
};
