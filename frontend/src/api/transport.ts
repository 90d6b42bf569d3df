import { apiFetch, readBody } from "./client";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** A request as the generated calls describe it. */
export type Request = {
  method: Method;
  url: string;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Lets the request finish after the page is closed. Browsers then limit the body to 64 KiB. */
  keepalive?: boolean;
};

/** Sends a request and returns its parsed response. */
export type Client = (request: Request) => Promise<unknown>;

/** Options of a generated call: its path, query and body, and optionally another client. */
export type Options<Data = unknown> = Data & { keepalive?: boolean; client?: Client };

/**
 * Fills in the `{placeholders}` of a URL from `path`, and appends the query parameters that are
 * set.
 */
export function buildUrl({ url, path = {}, query = {} }: Request): string {
  const filled = url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Sends a JSON request. The content type is set only if there is a body. */
export async function send(request: Request): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  const init: RequestInit = { method: request.method, headers };
  if (request.keepalive) init.keepalive = true;
  if (request.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(request.body);
  }
  const response = await apiFetch(buildUrl(request), init);
  return await readBody(response.json());
}

/** A schema whose `parseAsync` rejects data that doesn't match it. */
type Schema = { parseAsync: (data: unknown) => Promise<unknown> };

/** Sends the request of a generated call and validates the response. */
export async function call<T>(
  method: Method,
  url: string,
  schema: Schema,
  { client = send, ...parts }: Options<Partial<Request>> = {},
): Promise<T> {
  const data = await client({ method, url, ...parts });
  await schema.parseAsync(data);
  // The schema and the type are generated from the same contract.
  return data as T;
}
