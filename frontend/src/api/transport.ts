import { apiFetch } from "./client";

/** What a generated call hands over. */
export type Call = {
  url: string;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Goes on when the page is left; browsers take bodies of at most 64 KiB for that. */
  keepalive?: boolean;
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
  if (call.keepalive) init.keepalive = true;
  if (call.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(call.body);
  }
  const response = await apiFetch(address(call), init);
  // What answers nothing has nothing to be read.
  const data: unknown = response.status === 204 ? undefined : await response.json();
  await call.responseValidator?.(data);
  return data;
}

/** The methods that this API uses; each answers with one of the call's answers. */
type Method = <Answers>(call: Call) => Promise<Answers[keyof Answers]>;

/** What the generated calls run on. */
export type Client = { get: Method; post: Method; patch: Method; delete: Method };

/** What a generated call takes: its path, query and body, whether it outlives the page, and another client if it is to run on one. */
export type Options<Data extends { url: string }> = Omit<Data, "url"> &
  Pick<Call, "keepalive"> & { client?: Client };

// Each call's answer is checked against its shape, so it is what its type says.
const method = (name: string) => ((call: Call) => send(name, call)) as Method;

export const client: Client = {
  get: method("GET"),
  post: method("POST"),
  patch: method("PATCH"),
  delete: method("DELETE"),
};
